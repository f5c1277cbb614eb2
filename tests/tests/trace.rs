//! The tree of effects: what it tells to whom, and that it costs nothing where nobody wants it.

use std::sync::Arc;

use cardwright::load::{Request, load};
use cardwright::play::{Match, Viewer};
use cardwright::program::Program;
use cardwright_tests::case::Case;

#[track_caller]
fn program(rules: &str) -> Arc<Program> {
    let case = Case::parse("trace", &format!("--- rules.card\nimp ash {{ cost 3 }}\n{rules}"));
    load(&case.sources(), &Request::default()).unwrap_or_else(|findings| panic!("{findings:?}")).program
}

#[track_caller]
fn answer(game: &mut Match, label: &str) {
    let decision = game.decision().unwrap_or_else(|| panic!("nobody is asked: {:?}", game.status()));
    let at = decision.options.iter().position(|o| o.label == label);
    game.answer(at.unwrap_or_else(|| panic!("no {label}"))).unwrap_or_else(|rejected| panic!("{rejected}"));
}

const SECRET: &str = "phase deal { move deck to p1.hand }
phase main { let n is sum of .cost over p1.hand  if n > 2 { gain 1 points }  end game }";

#[test]
fn what_names_mean_is_told_only_to_one_who_sees_all() {
    let game = Match::traced(program(SECRET), 0, false);
    assert!(game.whole_trace(Viewer::All).contains("n is 3  [rules.card:3]"), "{}", game.whole_trace(Viewer::All));
    for viewer in [Viewer::Seat(0), Viewer::Seat(1), Viewer::Spectator] {
        let told = game.whole_trace(viewer);
        assert!(told.contains("point +1") && !told.contains("n is"), "{told}");
    }
}

#[test]
fn without_a_trace_nothing_is_recorded() {
    let game = Match::new(program(SECRET), 0);
    assert_eq!(game.whole_trace(Viewer::All), "");
}

#[test]
fn others_cannot_tell_declining_from_being_unable() {
    let rules = |deal: &str| {
        format!("phase deal {{ {deal} }} phase main {{ may {{ choose c from me.hand  move c to discard }}  end game }}")
    };
    let mut declined = Match::traced(program(&rules("move deck to p1.hand")), 0, false);
    answer(&mut declined, "no");
    assert!(declined.last_trace(Viewer::Seat(0)).contains("p1 declines"), "{}", declined.last_trace(Viewer::Seat(0)));
    let unable = Match::traced(program(&rules("")), 0, false);
    assert!(unable.whole_trace(Viewer::All).contains("cannot be done in full"), "{}", unable.whole_trace(Viewer::All));
    for viewer in [Viewer::Seat(1), Viewer::Spectator] {
        assert_eq!(declined.last_trace(viewer).trim(), "the game ends  [rules.card:2]");
        let told = unable.whole_trace(viewer);
        assert!(!told.contains("not done") && !told.contains("declines"), "{told}");
    }
}

#[test]
fn others_cannot_tell_passing_from_having_nothing_to_play() {
    let rules = "window hit()
        rule guard { in window hit where me is p2 { gain 1 points } }
        phase deal { }  phase main { window hit() for p2  end game }";
    let mut game = Match::traced(program(rules), 0, false);
    while game.decision().is_some() {
        answer(&mut game, "pass");
    }
    for viewer in [Viewer::All, Viewer::Seat(1)] {
        assert!(game.whole_trace(viewer).contains("p2 passes"), "{}", game.whole_trace(viewer));
    }
    for viewer in [Viewer::Seat(0), Viewer::Spectator] {
        assert!(!game.whole_trace(viewer).contains("passes"), "{}", game.whole_trace(viewer));
    }
}

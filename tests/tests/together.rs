//! Blocks that all seats run at the same time: any order of answers leads to the same state, and nobody sees the others' answers
//! before all are given.

use cardwright::load::{Request, load};
use cardwright::play::{Match, Status, Viewer};
use cardwright_tests::case::Case;

const GAME: &str = "--- game.toml
# +base
[state]
rival = { on = \"player\", of = \"player\" }
--- rules.card
imp one { cost 1 copies 4 }
imp two { cost 2 copies 4 }
phase deal { for each p in players { move 2 of (deck where it is one) to p.hand  move 2 of (deck where it is two) to p.hand } }
action lay(c: imp) { move c to me.table }
rule watch { after lay { gain c.cost points  gain 10 * count of (players where .points > 0) points } }
rule rich { always for p in players when p.points is 12 { gain 100 points on p } }
phase main { together each p in players {
    choose c from p.hand  lay(c) by p
    choose n from 1..2  gain n + 1000 * count of players.table points on p
    choose up to 2 cs from p.hand  move cs to p.table }
  choose n from 1..2  end game }
";

fn start() -> Match {
    let case = Case::parse("together", GAME);
    let loaded = load(&case.sources(), &Request::default()).unwrap_or_else(|findings| panic!("{findings:?}"));
    Match::traced(loaded.program, 1, false)
}

/// Both seats' answers, in an order given as bits.
fn play(order: u32) -> Match {
    let mut game = start();
    let answers = [vec![1, 0, 0, 1], vec![0, 1, 1, 1]];
    let mut next = [0, 0];
    for turn in 0..64 {
        if game.decisions().iter().all(|d| !d.secret) {
            break;
        }
        let first = usize::from(order >> (turn % 32) & 1 == 1);
        let seat = if game.decisions().iter().any(|d| d.seat() == Some(first)) { first } else { 1 - first };
        let at = next.get(seat).copied().unwrap_or(0);
        let option = answers.get(seat).and_then(|a| a.get(at)).copied().unwrap_or(0);
        game.answer_as(seat, option).unwrap_or_else(|rejected| panic!("{rejected}"));
        if let Some(n) = next.get_mut(seat) {
            *n += 1;
        }
    }
    assert!(matches!(game.status(), Status::Deciding), "{:?}", game.status());
    game
}

#[test]
fn any_order_of_answers_gives_the_same_state() {
    let first = play(0);
    for order in 0..64 {
        assert_eq!(play(order).position(), first.position(), "order {order:b}\n{}", first.view(Viewer::All));
    }
}

#[test]
fn the_answers_of_others_are_not_seen_before_all_are_given() {
    let mut game = start();
    let _ = game.news(Viewer::Seat(1));
    let (view, spectator) = (game.view(Viewer::Seat(1)), game.view(Viewer::Spectator));
    let asked = |g: &Match| g.decisions().iter().find(|d| d.seat() == Some(1)).map(|d| d.options.clone());
    let options = asked(&game);
    for _ in 0..3 {
        game.answer_as(0, 0).unwrap_or_else(|rejected| panic!("{rejected}"));
        assert_eq!(game.view(Viewer::Seat(1)), view);
        assert_eq!(game.view(Viewer::Spectator), spectator);
        assert_eq!(asked(&game), options);
        assert_eq!(game.news(Viewer::Seat(1)), Vec::<String>::new());
    }
    assert_ne!(game.view(Viewer::Seat(0)).to_string(), view.to_string());
}

#[test]
fn a_save_in_the_middle_is_taken_up() {
    let mut game = start();
    for (seat, option) in [(1, 1), (0, 0), (1, 0)] {
        game.answer_as(seat, option).unwrap_or_else(|rejected| panic!("{rejected}"));
        let loaded = Match::load(game.program().clone(), &game.save()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(loaded.position(), game.position());
    }
}

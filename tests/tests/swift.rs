//! Ops in their swift form, which games that nobody watches run, do what the ops themselves do: also where a bound stops
//! them, where somebody is absent, and where two are done as one. A match with a trace runs the ops themselves.

use std::sync::Arc;

use cardwright::load::{Request, load};
use cardwright::play::{Match, Player, Status, Viewer};
use cardwright::program::{PlainOffer, Program};
use cardwright_tests::case::Case;

const MANIFEST: &str = r#"--- game.toml
# +base
[counter.bowl]
on = "game"
min = 1
max = 5
start = 3
[counter.coins]
on = "player"
min = 0
max = 4
[flag]
lit = { on = "game" }
ready = { on = "player" }
[state]
guest = { on = "game", of = "player" }
host = { on = "game", of = "player" }
nobody = { on = "game", of = "player" }
--- rules.card
imp fire { cost 1 }
phase deal { }
"#;

#[track_caller]
fn program(rules: &str) -> Arc<Program> {
    program_of(&format!("{MANIFEST}{rules}\n"))
}

#[track_caller]
fn program_of(text: &str) -> Arc<Program> {
    let case = Case::parse("swift", text);
    load(&case.sources(), &Request::default()).unwrap_or_else(|findings| panic!("{findings:?}")).program
}

/// Plays rules to their end in both ways: they end alike, and some ops have a swift form. Gives how the table looks.
#[track_caller]
fn alike(rules: &str) -> String {
    alike_by(&format!("{MANIFEST}{rules}\n"))
}

/// The same with a manifest of its own.
#[track_caller]
fn alike_by(text: &str) -> String {
    let program = program_of(text);
    assert_ne!(program.ops, program.swift, "nothing is written in a swift form");
    let played = |mut game: Match| {
        for _ in 0..100 {
            if !matches!(game.status(), Status::Deciding) {
                break;
            }
            game.answer(0).unwrap_or_else(|rejected| panic!("{rejected}"));
        }
        assert!(matches!(game.status(), Status::Ended), "{:?}", game.status());
        game.view(Viewer::All).to_string()
    };
    let (swift, itself) = (played(Match::new(program.clone(), 1)), played(Match::traced(program, 1, false)));
    assert_eq!(swift, itself);
    swift
}

#[test]
fn bounds_stop_what_is_gained_and_lost() {
    let view =
        alike("phase main { gain 9 bowl  gain 3 coins by p1  gain 3 coins by p1  lose 2 coins by p2  end game }");
    assert!(view.contains("bowl 5\n"), "{view}");
    assert!(view.contains("p1: points 0, coins 4\np2: points 0, coins 0"), "{view}");
    let view = alike("phase main { lose 1 bowl  lose 7 bowl  end game }");
    assert!(view.contains("bowl 1\n"), "{view}");
}

#[test]
fn amounts_that_are_states_are_read_where_they_are_gained() {
    let view =
        alike("phase main { gain bowl coins  lose 1 bowl  gain bowl coins by p2  gain me.coins points  end game }");
    // Three, then the two that are left; the doer has three.
    assert!(view.contains("p1: points 3, coins 3\np2: points 0, coins 2"), "{view}");
}

#[test]
fn an_amount_that_the_loss_itself_changes_is_read_before_it() {
    // Which sort is chosen piece by piece: each time the first that is offered.
    let coins = r#"
[stuff]
gold = { on = ["player"], start = 3 }
silver = { on = ["player"], start = 1 }
[group]
coin = { of = ["gold", "silver"] }
[flag]
"#;
    let text =
        format!("{}phase main {{ lose me.gold coin  gain 1 points  end game }}\n", MANIFEST.replace("[flag]\n", coins));
    let view = alike_by(&text);
    assert!(view.contains("p1: points 1, coins 0, gold 0, silver 1"), "{view}");
}

#[test]
fn what_is_set_stays_within_bounds_and_what_is_absent_sets_nothing() {
    let view = alike("phase main { set bowl to 9  set guest to left(me)  set guest to guest  end game }");
    assert!(view.contains("bowl 5\n  guest p2\n"), "{view}");
    let view =
        alike("phase main { set bowl to 2  set guest to left(guest)  if guest is none { gain 1 points }  end game }");
    assert!(view.contains("bowl 2\n") && view.contains("p1: points 1, coins 0"), "{view}");
}

#[test]
fn nobody_has_no_neighbour_though_somebody_had_one_before() {
    let view = alike(
        "phase main { set guest to p2  gain 1 coins  set guest to left(guest)  gain 1 coins  set host to left(nobody)  gain 1 coins
           if host is none { gain 1 points }  end game }",
    );
    assert!(view.contains("guest p1\n") && view.contains("p1: points 1, coins 3"), "{view}");
}

#[test]
fn somebody_else_gains_and_nobody_gains_nothing() {
    let view = alike(
        "phase main { let best is first of (players where .coins > 0)  gain 2 coins by best
           set guest to p2  gain 3 coins by guest  gain 9 coins by guest  end game }",
    );
    assert!(view.contains("p1: points 0, coins 0\np2: points 0, coins 4"), "{view}");
}

#[test]
fn jumps_compare_slots_with_numbers() {
    let view = alike(
        "phase main {
           if bowl is 3 { gain 1 coins }  if bowl is not 3 { gain 100 coins }
           if bowl < 3 { gain 100 coins }  if bowl <= 3 { gain 1 coins }  if bowl > 2 { gain 1 coins }  if 4 > bowl { gain 1 points }
           if bowl >= 4 { gain 100 points }  if lit { gain 100 points }  set lit  if lit { gain 1 points }
           if me.coins is 3 { gain 1 points }  if me.ready { gain 100 points }  if not me.ready { gain 1 points }
           end game }",
    );
    assert!(view.contains("p1: points 4, coins 3"), "{view}");
}

#[test]
fn what_a_neighbour_bears_is_found_at_once() {
    let view = alike(
        "phase main { gain 2 coins by p2  gain (left(me).coins + 1) points  gain left(p2).points coins  end game }",
    );
    assert!(view.contains("p1: points 3, coins 3"), "{view}");
}

#[test]
fn bots_take_only_what_a_plain_offer_has_now() {
    let rules = "phase main {
      offer { option a needs bowl > 3 { gain 100 points }  option b { gain 1 points } }
      offer { option c needs left(me).coins < me.coins { gain 100 points }  option d needs me.coins is 0 { gain 1 points } }
      offer { option e { gain 1 points } }
      end game }";
    let program = program(rules);
    assert!(program.offers.iter().all(|offer| offer.plain != PlainOffer::No), "all of them are plain");
    let mut player = Player::new(program);
    for seed in 0..20 {
        assert!(player.play(seed, 10).ended);
        let scores: Vec<f64> = player.standing().seats.iter().map(|seat| seat.score).collect();
        assert_eq!(scores, [3.0, 0.0]);
    }
}

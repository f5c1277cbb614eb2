//! Nothing hangs or crashes: what repeats, nests or counts without end stops with a fault that names its place and chain.

use cardwright::load::{Request, load};
use cardwright::play::{Match, Status};
use cardwright::vm::{Fault, FaultKind};
use cardwright_tests::case::Case;

/// Plays a game of these rules, taking the first option each time, until a fault stops it.
#[track_caller]
fn fault(rules: &str) -> Fault {
    let case = Case::parse("bounds", &format!("--- rules.card\nimp fire {{ cost 1 }}\nphase deal {{ }}\n{rules}\n"));
    let loaded = load(&case.sources(), &Request::default()).unwrap_or_else(|findings| panic!("{findings:?}"));
    let mut game = Match::new(loaded.program, 1);
    for _ in 0..1000 {
        match game.status() {
            Status::Stopped(fault) => return fault.clone(),
            Status::Ended => panic!("the game ended"),
            Status::Deciding => game.answer(0).unwrap_or_else(|rejected| panic!("{rejected}")),
        }
    }
    panic!("no fault after 1000 answers");
}

/// The place of a fault is known.
#[track_caller]
fn placed(fault: &Fault) {
    assert!(fault.span.end > fault.span.start, "the fault has no place: {fault}");
}

#[test]
fn a_repeat_without_end_stops() {
    let fault =
        fault("phase main { spin() }  action spin() { repeat while me.points >= 0 { gain 1 points  lose 1 points } }");
    assert_eq!(fault.kind, FaultKind::TooManySteps);
    assert!(fault.chain.iter().any(|link| link.contains("spin")), "{fault}");
    placed(&fault);
}

#[test]
fn watchers_that_trigger_each_other_stop() {
    let fault = fault(
        "action ping() { gain 1 points }  action pong() { gain 1 points }
         rule a { after ping { pong() } }  rule b { after pong { ping() } }
         phase main { ping() }",
    );
    assert_eq!(fault.kind, FaultKind::TooDeep);
    assert!(fault.chain.iter().any(|link| link.contains("pong")), "{fault}");
    placed(&fault);
}

#[test]
fn actions_that_call_themselves_stop() {
    let fault = fault("action dig(n: number) { gain 1 points  dig(n + 1) }  phase main { dig(1) }");
    assert_eq!(fault.kind, FaultKind::TooDeep);
    assert!(fault.chain.iter().any(|link| link.contains("dig")), "{fault}");
    placed(&fault);
}

#[test]
fn a_rule_that_never_rests_stops() {
    let fault = fault(
        "rule restless { always when round > 0 { for each p in players { gain 1 points on p } } }  phase main { gain 1 points }",
    );
    assert!(matches!(&fault.kind, FaultKind::Restless(rule) if rule.contains("restless")), "{fault}");
    placed(&fault);
}

#[test]
fn lasting_effects_are_counted() {
    let fault = fault(
        "value price(p: player) is 1
         action more() { repeat 100 { until end of round { modify price by 1 where p is me } } }  phase main { more() }",
    );
    assert_eq!(fault.kind, FaultKind::TooManyLasting);
    assert!(fault.chain.iter().any(|link| link.contains("more")), "{fault}");
    placed(&fault);
}

#[test]
fn numbers_that_leave_their_range_stop() {
    for rules in [
        "phase main { let n is 2000000000  gain 1 points  set me.points to n + n }",
        "phase main { let n is 2000000000  set me.points to n * n }",
        "phase main { set me.points to 0 - 2000000000 - 2000000000 }",
        "phase main { gain 2000000000 points }",
    ] {
        let fault = fault(rules);
        assert!(matches!(fault.kind, FaultKind::Arithmetic(_)), "{rules}: {fault}");
        placed(&fault);
    }
}

#[test]
fn a_division_by_zero_stops() {
    let fault = fault("action share() { set me.points to 5 / me.points }  phase main { share() }");
    assert!(matches!(fault.kind, FaultKind::Arithmetic(_)), "{fault}");
    assert!(fault.chain.iter().any(|link| link.contains("share")), "{fault}");
    placed(&fault);
}

#[test]
fn lists_that_grow_without_end_stop() {
    let fault = fault("phase main { let a is 1..100000  let b is 1..100000  gain count of a + count of b points }");
    assert_eq!(fault.kind, FaultKind::TooManyItems);
    placed(&fault);
}

#[test]
fn rounds_without_a_decision_stop() {
    let fault = fault("phase main { gain 1 points  lose 1 points }");
    assert_eq!(fault.kind, FaultKind::Endless);
}

#[test]
fn an_ability_that_runs_itself_stops() {
    let case = Case::parse(
        "bounds",
        "--- rules.card
imp ojas { cost 1  play { gain 1 points  run this.play } }
phase deal { for each p in players { move top of deck to p.table } }
phase main { for each c in me.table { run c.play } }
",
    );
    let loaded = load(&case.sources(), &Request::default()).unwrap_or_else(|findings| panic!("{findings:?}"));
    let game = Match::new(loaded.program, 1);
    let Status::Stopped(fault) = game.status() else { panic!("{:?}", game.status()) };
    assert_eq!(fault.kind, FaultKind::TooDeep);
    assert!(fault.chain.iter().any(|link| link.contains("play") && link.contains("Ojas")), "{fault}");
    placed(fault);
}

#[test]
fn a_fault_inside_together_names_its_place() {
    let fault = fault(
        "action share() { set me.points to 5 / me.points }  phase main { together each p in players { share() by p } }",
    );
    assert!(matches!(fault.kind, FaultKind::Arithmetic(_)), "{fault}");
    assert!(fault.chain.iter().any(|link| link.contains("share")), "{fault}");
    placed(&fault);
}

#[test]
fn probes_inside_probes_come_to_an_end() {
    // Each question of a `must` is tried before it is asked: thousands of them must not exhaust the program.
    let rules = "action a() { must { repeat 3000 { choose n from 1..2   gain n points } } }
                 phase main { a()   end game }";
    let case = Case::parse("bounds", &format!("--- rules.card\nimp fire {{ cost 1 }}\nphase deal {{ }}\n{rules}\n"));
    let loaded = load(&case.sources(), &Request::default()).unwrap_or_else(|findings| panic!("{findings:?}"));
    let mut game = Match::new(loaded.program, 1);
    for _ in 0..3 {
        assert!(matches!(game.status(), Status::Deciding));
        game.answer(0).unwrap_or_else(|rejected| panic!("{rejected}"));
    }
}

#[test]
fn conditions_that_ask_each_other_stop() {
    let rules = "action a() { needs can b()   gain 1 points } action b() { needs can a()   gain 1 points }
                 phase main { a()   end game }";
    let case = Case::parse("bounds", &format!("--- rules.card\nimp fire {{ cost 1 }}\nphase deal {{ }}\n{rules}\n"));
    // A circle of conditions is a fault or counts as possible; it never brings the program down.
    if let Ok(loaded) = load(&case.sources(), &Request::default()) {
        let game = Match::new(loaded.program, 1);
        assert!(!matches!(game.status(), Status::Deciding));
    }
}

#[test]
fn a_together_inside_another_stops() {
    let rules = "action inner() { together each q in players { gain 1 points on q } }
                 phase main { together each p in players { inner() by p }   end game }";
    assert!(matches!(fault(rules).kind, FaultKind::Broken(_)));
}

#[test]
fn a_share_of_thousands_of_millions_stops() {
    let rules = "phase main { split 2000000000 among players as hit   gain hit[me] points   end game }";
    assert_eq!(fault(rules).kind, FaultKind::TooManyItems);
}

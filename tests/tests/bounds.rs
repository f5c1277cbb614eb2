//! Nothing hangs or crashes: what repeats, nests or counts without end stops with a fault that names its place and chain.

use cardwright::load::{Request, load};
use cardwright::play::{Match, Status, Viewer};
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
fn the_trace_of_a_repeat_without_end_is_bounded() {
    let rules = "phase main { offer { option spin { repeat 1000000000 { gain 1 points  lose 1 points } } } }";
    let case = Case::parse("bounds", &format!("--- rules.card\nimp fire {{ cost 1 }}\nphase deal {{ }}\n{rules}\n"));
    let loaded = load(&case.sources(), &Request::default()).unwrap_or_else(|findings| panic!("{findings:?}"));
    let mut game = Match::traced(loaded.program, 1, false);
    let before = game.whole_trace(Viewer::All).lines().count();
    game.answer(0).unwrap_or_else(|rejected| panic!("{rejected}"));
    assert!(matches!(game.status(), Status::Stopped(fault) if fault.kind == FaultKind::TooManySteps));
    for viewer in [Viewer::All, Viewer::Seat(1), Viewer::Spectator] {
        let text = game.last_trace(viewer);
        let lines: Vec<&str> = text.lines().collect();
        assert!((5000..10_000).contains(&lines.len()), "{} lines are kept", lines.len());
        let gaps: Vec<usize> = (0..lines.len()).filter(|i| lines[*i].contains("left out")).collect();
        let [gap] = gaps[..] else { panic!("told {} times that lines are left out", gaps.len()) };
        let left_out: usize = lines[gap].split(' ').find_map(|word| word.parse().ok()).unwrap_or(0);
        assert!(left_out > 100_000, "{}", lines[gap]);
        assert!(lines[..gap].iter().any(|line| line.contains("point")), "the first lines are kept");
        assert!(lines[gap..].iter().any(|line| line.contains("point")), "the newest lines are kept");
    }
    let all = game.whole_trace(Viewer::All).lines().count();
    assert_eq!(all, before + game.last_trace(Viewer::All).lines().count(), "what was before it is kept");
    assert!((5000..10_000).contains(&game.news(Viewer::Seat(0)).len()));
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
fn values_that_ask_each_other_twice_stop() {
    let doubled = |n: usize| format!("value v{n}() is v{}() + v{}()", n - 1, n - 1);
    let chain: Vec<String> = (1..=45).map(doubled).collect();
    let fault =
        fault(&format!("value v0() is count of players\n{}\nphase main {{ gain v45() points }}", chain.join("\n")));
    assert_eq!(fault.kind, FaultKind::TooManySteps);
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
fn an_action_that_calls_itself_before_its_condition_can_be_asked_about() {
    // Each call is tried inside the try of the one before it; a copy of the state is not for nothing.
    let rules = "action risky(n: number) { gain 1 points   risky(n + 1)   must { choose exactly 9 c from me.hand   gain 1 points } }
                 phase main { if can risky(1) { gain 1 points }   choose n from 1..2   gain n points   end game }";
    let case = Case::parse("bounds", &format!("--- rules.card\nimp fire {{ cost 1 }}\nphase deal {{ }}\n{rules}\n"));
    let loaded = load(&case.sources(), &Request::default()).unwrap_or_else(|findings| panic!("{findings:?}"));
    let game = Match::new(loaded.program, 1);
    assert!(matches!(game.status(), Status::Deciding), "{:?}", game.status());
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
fn a_share_of_thousands_of_millions_stops() {
    let rules = "phase main { split 2000000000 among players as hit   gain hit[me] points   end game }";
    assert_eq!(fault(rules).kind, FaultKind::TooManyItems);
}

#[test]
fn effects_put_off_without_end_stop() {
    let fault = fault("phase main { repeat 300 { later { gain 1 points } } }");
    assert_eq!(fault.kind, FaultKind::TooManyPutOff);
    assert!(fault.to_string().contains("later"), "{fault}");
    placed(&fault);
}

/// The question that a game of these rules, chance open, comes to first.
#[track_caller]
fn first_question(rules: &str) -> Match {
    let vault = "[zone.vault]\norder = \"pile\"\nfaces = \"down\"";
    let case = Case::parse("bounds", &format!("--- game.toml\n# +base\n{vault}\n--- rules.card\n{rules}\n"));
    let loaded = load(&case.sources(), &Request::default()).unwrap_or_else(|findings| panic!("{findings:?}"));
    Match::with_open_chance(loaded.program)
}

fn labels(game: &Match) -> Vec<String> {
    game.decision().map_or_else(Vec::new, |d| d.options.iter().map(|o| o.label.clone()).collect())
}

#[test]
fn bags_stay_apart_however_often_one_of_them_is_shuffled() {
    let mut game = first_question(
        "imp ash { cost 1 } imp birch { cost 2 } imp coal { cost 3 } imp dust { cost 4 }
         phase deal { move (deck where .cost > 2) to vault  shuffle deck }
         phase main { repeat 66000 { shuffle vault }  move top of deck to discard  move top of vault to discard  end game }",
    );
    assert_eq!(labels(&game), ["Ash", "Birch"]);
    game.answer(0).unwrap_or_else(|rejected| panic!("{rejected}"));
    assert_eq!(labels(&game), ["Coal", "Dust"]);
}

#[test]
fn an_offer_of_several_counts_as_many_options_as_it_has() {
    let options: Vec<String> = (1..=130).map(|n| format!("option o{n} {{ gain {n} points }}")).collect();
    let mut game = first_question(&format!(
        "imp fire {{ cost 1 }} phase deal {{ }} phase main {{ offer 3 {{ {} }} end game }}",
        options.join(" ")
    ));
    for (taken, (option, label)) in [(129, "o130"), (63, "o64"), (1, "o2")].into_iter().enumerate() {
        let shown = labels(&game);
        assert_eq!((shown.len(), shown[option].as_str()), (130 - taken, label));
        game.answer(option).unwrap_or_else(|rejected| panic!("{rejected}"));
    }
    assert!(matches!(game.status(), Status::Ended));
}

/// What loading a game of these rules says; it must not be playable.
#[track_caller]
fn refused(rules: &str) -> String {
    let case = Case::parse("bounds", &format!("--- rules.card\nimp fire {{ cost 1 }}\nphase deal {{ }}\n{rules}\n"));
    let findings = load(&case.sources(), &Request::default()).err().unwrap_or_else(|| panic!("it was loaded"));
    let errors = findings.iter().filter(|f| f.code.id().starts_with('E'));
    errors.map(|f| format!("{}: {}", f.code.id(), f.message)).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_game_with_more_choices_than_can_be_numbered_is_refused() {
    let some = "may { gain 1 points } ".repeat(256);
    let many = "some() { } ".repeat(257);
    let found = refused(&format!("keyword some() {{ {some} body }}  phase main {{ {many} end game }}"));
    assert_eq!(found, "E0513: the game has more than 65535 choices");
}

#[test]
fn a_text_with_more_names_than_a_frame_can_keep_is_refused() {
    let some: String = (0..256).map(|n| format!("let a{n} is {n}  gain a{n} points ")).collect();
    let many = "some() { } ".repeat(257);
    let found = refused(&format!("keyword some() {{ {some} body }}  phase main {{ {many} end game }}"));
    assert!(found.starts_with("E0513: this text is too long"), "{found}");
}

#[test]
fn memories_that_would_fill_the_computer_are_refused() {
    let case = Case::parse(
        "bounds",
        "--- game.toml\n# +base\n[memory]\nseen = { of = \"imp\", on = \"imp\", max = 60000 }\n\
         --- rules.card\nimp fire { cost 1 copies 9999 }\nphase deal { }\nphase main { end game }\n",
    );
    let findings = load(&case.sources(), &Request::default()).err().unwrap_or_else(|| panic!("it was loaded"));
    assert!(findings.iter().any(|f| f.code.id() == "E0513" && f.message.contains("memories")), "{findings:?}");
}

#[test]
fn a_choice_of_very_many_tells_no_small_number() {
    let game = first_question(
        "imp fire { cost 1 } phase deal { } phase main { choose 70000 n from 1..70000  gain count of n points }",
    );
    assert_eq!(game.decision().map(|d| d.prompt), Some("Choose a number (65535 more)".to_owned()));
}

#[test]
fn very_many_pieces_are_moved_one_by_one() {
    let case = Case::parse(
        "bounds",
        "--- game.toml\n# +base\n[stuff]\nwood = {}\nrock = {}\n[group]\ngoods = [\"wood\", \"rock\"]\n\
         --- rules.card\nimp fire { cost 1 }\nphase deal { }\nphase main { gain 65537 wood  move 65537 of goods from me to p2  end game }\n",
    );
    let loaded = load(&case.sources(), &Request::default()).unwrap_or_else(|findings| panic!("{findings:?}"));
    let mut game = Match::new(loaded.program, 1);
    let mut picks = 0;
    while matches!(game.status(), Status::Deciding) && picks < 70_000 {
        game.answer(0).unwrap_or_else(|rejected| panic!("{rejected}"));
        picks += 1;
    }
    assert_eq!(picks, 65_537);
}

//! Clause by clause: going through a match shows each clause with its names and the table, and changes nothing.

use std::sync::Arc;

use cardwright::load::{Request, load};
use cardwright::play::{Match, NotSought, Status, Stepped, Viewer};
use cardwright::program::Program;
use cardwright_tests::case::Case;

const GAME: &str = "--- rules.card
imp one { cost 1 copies 3  play { gain 1 points } }
imp two { cost 2 copies 1  play {
  let n is count of me.hand
  choose p from opponents
  if n >= 1 { gain n points }
  lose 1 points on p
} }
imp three { cost 3 copies 1  while in hand { after lay where who is not me { gain 1 points } } }
imp plain { cost 9 copies 1 }
phase deal { shuffle deck  for each p in players { move top 2 of deck to p.hand } }
action lay(c: imp) { move c to me.table  run c.play }
phase main { offer { option lay(c) for c in me.hand  option rest { gain 2 points } }  if round is 6 { end game } }
";

fn program(text: &str) -> Arc<Program> {
    let case = Case::parse("steps", text);
    load(&case.sources(), &Request::default()).unwrap_or_else(|findings| panic!("{findings:?}")).program
}

fn clause(game: &Match, stepped: &Stepped, step: usize) -> String {
    let span = stepped.steps.clause(step).unwrap_or_default();
    game.program().sources.slice(span).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn step_of(game: &Match, stepped: &Stepped, beginning: &str) -> usize {
    let found = (0..stepped.steps.len()).find(|step| clause(game, stepped, *step).starts_with(beginning));
    let all: Vec<String> = (0..stepped.steps.len()).map(|step| clause(game, stepped, step)).collect();
    found.unwrap_or_else(|| panic!("no `{beginning}` in {all:#?}"))
}

#[test]
fn each_clause_has_its_names_what_it_did_and_the_table_around_it() {
    let found = Match::seek(&program(GAME), "Two", Some("play"), 1).unwrap_or_else(|why| panic!("{why:?}"));
    let game = found.game;
    // Its text asks for an opponent: what comes after the answer is another stretch.
    assert_eq!(found.last, found.first + 1);
    let first = game.stepped(found.first).unwrap_or_else(|| panic!("no such answer"));
    let at = step_of(&game, &first, "let n");
    let names: Vec<String> = first.steps.names(at).iter().map(|(name, value)| format!("{name} is {value}")).collect();
    assert_eq!(names, ["me is p1", "this is Two", "n is 1"]);
    assert!(first.steps.under_way(at).first().is_some_and(|around| around == "`play` of Two"));
    let lay = step_of(&game, &first, "move c to me.table");
    let named = |name: &str, means: &str| (name.to_owned(), means.to_owned());
    assert_eq!(first.steps.names(lay), [named("me", "p1"), named("c", "Two")]);

    let second = game.stepped(found.last).unwrap_or_else(|| panic!("no such answer"));
    assert!(second.decision.as_ref().is_some_and(|decision| decision.prompt.contains("Choose a player")));
    assert!(clause(&game, &second, 0).starts_with("choose p"), "the clause that asked comes first");
    let gain = step_of(&game, &second, "gain n points");
    let (before, after) = (second.steps.before(gain, Viewer::All), second.steps.after(gain, Viewer::All));
    let changed: Vec<&String> = after.lines.iter().filter(|line| !before.lines.contains(line)).collect();
    assert_eq!(changed.len(), 1, "{before}\n{after}");
    let tree = second.steps.tree(Viewer::All);
    let did: Vec<&str> = tree.iter().filter(|line| line.step == gain).map(|line| line.text.as_str()).collect();
    assert_eq!(did, ["p1: point +1 → 1"], "{tree:#?}");
}

#[test]
fn going_through_a_match_leads_where_the_match_led() {
    for seed in 0..5 {
        let mut plain = Match::traced(program(GAME), seed, false);
        let mut stepped = plain.clone();
        let mut step = seed as usize;
        while matches!(plain.status(), Status::Deciding) {
            step = step.wrapping_mul(31).wrapping_add(7);
            let option = step % plain.option_count();
            plain.answer(option).unwrap_or_else(|rejected| panic!("{rejected}"));
            let steps = stepped.answer_stepwise(option).unwrap_or_else(|rejected| panic!("{rejected}"));
            assert!(!steps.is_empty());
            assert_eq!((plain.position(), plain.ops()), (stepped.position(), stepped.ops()));
            assert_eq!(plain.last_trace(Viewer::All), stepped.last_trace(Viewer::All));
        }
        assert_eq!(plain.outcome(), stepped.outcome());
        let begun = plain.stepped(0).unwrap_or_else(|| panic!("it has begun"));
        assert!(begun.decision.is_none() && !begun.steps.is_empty());
    }
}

#[test]
fn a_clause_of_a_card_that_a_seat_does_not_know_is_not_shown_to_it() {
    let text = "--- rules.card
imp spy { cost 1 copies 2  play { gain 1 points } }
phase deal { for each p in players { move top 1 of deck to p.hand } }
action use(c: imp) { run c.play }
phase main { offer { option use(c) for c in me.hand }  end game }
";
    let found = Match::seek(&program(text), "spy", None, 1).unwrap_or_else(|why| panic!("{why:?}"));
    let stepped = found.game.stepped(found.first).unwrap_or_else(|| panic!("no such answer"));
    let gain = step_of(&found.game, &stepped, "gain 1 points");
    assert!(stepped.steps.shows(gain, Viewer::Seat(0)) && stepped.steps.shows(gain, Viewer::All));
    assert!(!stepped.steps.shows(gain, Viewer::Seat(1)) && !stepped.steps.shows(gain, Viewer::Spectator));
}

#[test]
fn a_card_is_dealt_and_used_or_it_is_said_why_not() {
    let program = program(GAME);
    let hook = Match::seek(&program, "three", None, 1).unwrap_or_else(|why| panic!("{why:?}"));
    assert!(hook.game.rewound(hook.first).last_trace(Viewer::All).contains("Three"));
    assert_eq!(Match::seek(&program, "four", None, 1).err(), Some(NotSought::NoSuchCard));
    assert_eq!(Match::seek(&program, "plain", Some("play"), 1).err(), Some(NotSought::NoSuchAbility));
    assert_eq!(Match::seek(&program, "plain", None, 1).err(), Some(NotSought::NeverRun));
}

//! Answers found again under changed rules: by what they mean, and what is said where that is no longer possible.

use std::sync::Arc;

use cardwright::load::{Request, load};
use cardwright::play::{Match, Rematch, SaveError, Viewer};
use cardwright::program::Program;
use cardwright_tests::case::Case;

const GAME: &str = "--- rules.card
imp one { cost 1 copies 1  play { gain 1 points } }
imp two { cost 2 copies 1  play { may { gain 3 points } } }
imp three { cost 3 copies 1  play { choose p from players  gain 3 points on p } }
phase deal { for each p in players { move top 1 of deck to p.hand } move top 1 of deck to p1.hand }
action lay(c: imp) { move c to me.table  run c.play }
phase main { offer { option lay(c) for c in me.hand  option rest { gain 2 points } }  if round is 3 { end game } }
";

fn program(text: &str) -> Arc<Program> {
    let case = Case::parse("rematch", text);
    load(&case.sources(), &Request::default()).unwrap_or_else(|findings| panic!("{findings:?}")).program
}

/// Gives the answers with these labels.
fn played(labels: &[&str]) -> Match {
    let mut game = Match::new(program(GAME), 1);
    for label in labels {
        let decision = game.decision().unwrap_or_else(|| panic!("nobody is asked before {label}"));
        let at = decision.options.iter().position(|o| o.label == *label);
        let at = at.unwrap_or_else(|| panic!("no {label} in {:?}", decision.options));
        game.answer(at).unwrap_or_else(|rejected| panic!("{rejected}"));
    }
    game
}

fn under(game: &Match, from: &str, to: &str) -> Rematch {
    let changed = GAME.replace(from, to);
    assert_ne!(changed, GAME, "nothing is changed");
    game.rematch(program(&changed), &game.answers_in_words())
}

fn words(again: &Rematch) -> String {
    again.lost.as_ref().map_or_else(String::new, SaveError::to_string)
}

#[test]
fn the_same_rules_lead_to_the_same_position() {
    let game = played(&["lay One", "lay Two", "yes", "rest"]);
    let again = game.rematch(game.program().clone(), &game.answers_in_words());
    assert_eq!((again.taken, again.lost), (4, None));
    assert_eq!(again.game.position(), game.position());
}

#[test]
fn answers_keep_their_meaning_where_options_change_places() {
    let game = played(&["lay One", "rest", "rest"]);
    let again = under(
        &game,
        "option lay(c) for c in me.hand  option rest { gain 2 points }",
        "option wait { }  option rest { gain 20 points }  option lay(c) for c in me.hand",
    );
    assert_eq!((again.taken, &again.lost), (3, &None));
    let table = again.game.view(Viewer::All).to_string();
    assert!(table.contains("p1: points 21") && table.contains("p2: points 20"), "{table}");
}

#[test]
fn answers_are_found_by_their_script_name_where_the_label_is_another() {
    let game = played(&["lay One", "rest"]);
    let again = under(&game, "option rest {", "option rest says en \"take a break\" {");
    assert_eq!((again.taken, &again.lost), (2, &None));
}

#[test]
fn an_option_that_is_gone_is_named_with_the_clause_that_asks() {
    let game = played(&["rest", "lay Two", "yes"]);
    let again = under(&game, "option rest { gain 2 points }", "option wait { }");
    assert_eq!(
        words(&again),
        "answer 1 is not possible: there is no option `rest` for p1; the options are: lay one, lay three, wait"
    );
    assert_eq!(again.taken, 0);
    let clause = again.asking.map(|span| again.game.program().sources.slice(span).to_owned());
    assert!(clause.is_some_and(|text| text.starts_with("offer")), "the offer asks");
}

#[test]
fn a_question_that_is_new_or_gone_is_told_by_what_comes_instead() {
    let game = played(&["rest", "lay Two", "yes", "rest"]);
    let without = under(&game, "may { gain 3 points }", "gain 1 points");
    assert_eq!(words(&without), "answer 3 is not possible: p2 was asked (may), and now it is p1 (offer)");
    let with = under(&game, "may { gain", "choose p from players  gain 1 points on p  may { gain");
    let now = "there is no option `yes` for p2 (asked: choose p); the options are: p1, p2";
    assert_eq!(words(&with), format!("answer 3 is not possible: {now}"));
    let over = under(&game, "if round is 3 {", "if round is 1 {");
    assert_eq!((words(&over), over.asking), ("answer 2 is not possible: the game is over".to_owned(), None));
}

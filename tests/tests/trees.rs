//! Whole game trees of the classics, with chance explicit: their sizes and values are known from elsewhere.

use cardwright::load::{Request, load};
use cardwright::play::{Explorer, Tree, Walk};
use cardwright_tests::case::Case;
use cardwright_tests::games;

fn explorer(game: &str, request: &Request, states: bool) -> Explorer {
    match load(&games::sources(game), request) {
        Ok(loaded) => Explorer::new(loaded.program, states),
        Err(findings) => panic!("{game} does not load: {findings:#?}"),
    }
}

/// Histories, terminal ones, decisions, chances, depth.
type Size = (u64, u64, u64, u64, usize);

#[track_caller]
fn check(game: &str, request: &Request, size: Size, value: &[f64], information_states: &[u64]) -> Tree {
    let mut every_way = explorer(game, request, true);
    assert_eq!(every_way.walk(u64::MAX), &Walk::Done);
    let tree = every_way.tree();
    assert_eq!(every_way.visited(), tree.histories);
    assert_eq!((tree.histories, tree.terminals, tree.decisions, tree.chances, tree.depth), size);
    assert_eq!(tree.uniform_value.len(), value.len());
    for (found, expected) in tree.uniform_value.iter().zip(value) {
        assert!((found - expected).abs() < 1e-12, "value {found} instead of {expected}");
    }
    let states = tree.states.as_ref().expect("states are counted");
    assert_eq!(states.information, information_states);
    assert!(states.positions > 0 && states.positions <= tree.histories);
    assert_eq!(tree.outcomes.iter().map(|(_, count)| count).sum::<u64>(), tree.terminals);
    check_counts(game, request, &tree);
    tree
}

/// A walk that goes through each position once comes to the same counts and values.
#[track_caller]
fn check_counts(game: &str, request: &Request, tree: &Tree) {
    let mut once = explorer(game, request, false);
    assert_eq!(once.walk(u64::MAX), &Walk::Done);
    assert!(once.visited() <= tree.histories);
    let mut counted = once.tree();
    for (found, expected) in counted.uniform_value.iter().zip(&tree.uniform_value) {
        assert!((found - expected).abs() < 1e-12, "value {found} instead of {expected}");
    }
    counted.uniform_value.clone_from(&tree.uniform_value);
    assert_eq!(counted, Tree { states: None, ..tree.clone() });
}

fn players(n: u8) -> Request {
    Request { players: Some(n), ..Request::default() }
}

fn cards(n: i64) -> Request {
    Request { numbers: vec![("cards".into(), n)], ..Request::default() }
}

#[test]
fn kuhn_poker_for_two() {
    check("kuhn-poker", &players(2), (58, 30, 24, 4, 5), &[0.125, -0.125], &[6, 6]);
}

#[test]
fn kuhn_poker_for_three() {
    check("kuhn-poker", &players(3), (617, 312, 288, 17, 8), &[0.234375, -0.046875, -0.1875], &[16, 16, 16]);
}

#[test]
fn leduc_poker() {
    check("leduc-poker", &players(2), (9457, 5520, 3780, 157, 11), &[-0.078125, 0.078125], &[468, 468]);
}

#[test]
fn tic_tac_toe() {
    let value = 0.296_825_396_825_396_8;
    // Everybody sees everything: each history in which a seat is asked is an information state of its own.
    let keys = [180_361, 114_417];
    let tree = check("tic-tac-toe", &players(2), (549_946, 255_168, 294_778, 0, 9), &[value, -value], &keys);
    let outcomes = [("draw", 46_080), ("p1", 131_184), ("p2", 77_904)].map(|(name, count)| (name.to_owned(), count));
    assert_eq!(tree.outcomes, outcomes);
    assert_eq!(tree.states.map(|states| states.positions), Some(5478));
}

#[test]
fn counting_walks_through_each_position_once() {
    let mut once = explorer("tic-tac-toe", &players(2), false);
    assert_eq!(once.walk(u64::MAX), &Walk::Done);
    // The empty board, and each move from each of the positions that are not over.
    assert_eq!(once.visited(), 1 + 16_167);
    assert_eq!(once.tree().histories, 549_946);
}

/// A game of so many choices between two numbers, of which nothing stays.
fn coins(count: u32) -> Explorer {
    let rules = format!("phase deal {{ }}\nphase main {{ repeat {count} {{ choose n from 1..2 }}   end game }}");
    let case = Case::parse("coins", &format!("--- rules.card\nimp fire {{ cost 1 }}\n{rules}\n"));
    match load(&case.sources(), &Request::default()) {
        Ok(loaded) => Explorer::new(loaded.program, false),
        Err(findings) => panic!("{findings:#?}"),
    }
}

#[test]
fn histories_are_counted_as_far_as_numbers_go() {
    let mut many = coins(60);
    assert_eq!(many.walk(u64::MAX), &Walk::Done);
    assert_eq!((many.tree().histories, many.tree().terminals, many.tree().depth), ((1 << 61) - 1, 1 << 60, 60));
    assert_eq!(many.visited(), 1 + 2 * 60);
    assert_eq!(coins(70).walk(u64::MAX), &Walk::TooMany);
}

#[test]
fn goofspiel_with_three_cards() {
    check("goofspiel", &cards(3), (418, 216, 174, 28, 6), &[0.0, 0.0], &[57, 57]);
}

#[test]
fn goofspiel_with_three_cards_in_falling_order() {
    let request = Request { variants: vec![("descending".into(), None)], ..cards(3) };
    check("goofspiel", &request, (67, 36, 31, 0, 4), &[0.0, 0.0], &[10, 10]);
}

#[test]
fn goofspiel_with_four_cards() {
    check("goofspiel", &cards(4), (26_773, 13_824, 11_156, 1793, 9), &[0.0, 0.0], &[3652, 3652]);
}

#[test]
fn a_walk_in_steps_is_the_same_walk() {
    let mut whole = explorer("leduc-poker", &players(2), true);
    whole.walk(u64::MAX);
    let mut steps = explorer("leduc-poker", &players(2), true);
    let (mut shares, mut walks) = (vec![steps.share_done()], 0);
    while *steps.walk(1000) == Walk::Going {
        walks += 1;
        assert!(steps.visited() >= walks * 1000 && steps.visited() <= walks * 1000 + 1);
        shares.push(steps.share_done());
    }
    assert_eq!(steps.tree(), whole.tree());
    assert!(walks > 5 && shares.is_sorted() && shares.iter().all(|share| *share < 1.0), "{shares:?}");
    assert!((steps.share_done() - 1.0).abs() < 1e-12);
}

/// Liar's dice for two with one die of so many sides each, written with these lines for the throw. A bid is a number of
/// dice and a face; who doubts it ends the game.
fn liars_dice(sides: u32, throw: &str) -> Explorer {
    let (bids, faces) = (2 * sides, (1..=sides).map(|n| n.to_string()).collect::<Vec<_>>().join(", "));
    let text = format!(
        "--- game.toml
[game]
id = \"dice\"
name = \"Dice\"
players = 2
ranking = [\"points\"]
[counter]
points = {{ on = \"player\" }}
face = {{ on = \"player\", secret = true }}
bid = {{ on = \"game\", min = 0 }}
last = {{ on = \"game\", start = {bids} }}
[dice.die]
faces = [{faces}]
[flow]
setup = [\"deal\"]
turn = [\"main\"]
--- rules.card
phase deal {{ for each p in players {{ {throw} }} }}
phase main {{
  choose b from bid + 1..last
  if b > {bids} {{
    let wanted is bid - (bid - 1) / {sides} * {sides}
    let several is (bid - 1) / {sides} + 1
    if count of (players where .face is wanted) >= several {{ for each q in opponents {{ gain 1 points by q }} }}
    else {{ gain 1 points }}
    end game
  }}
  set bid to b   set last to {bids} + 1
}}
"
    );
    match load(&Case::parse("dice", &text).sources(), &Request::default()) {
        Ok(loaded) => Explorer::new(loaded.program, true),
        Err(findings) => panic!("{findings:#?}"),
    }
}

/// The information states of both seats in which a seat knows its own die only.
#[track_caller]
fn each_knows_its_own(throw: &str) {
    let mut dice = liars_dice(3, throw);
    assert_eq!(dice.walk(u64::MAX), &Walk::Done);
    let states = dice.tree().states.expect("states are counted").information;
    // Each of the 32 rows of bids of a length that makes it a seat's turn, with each face of its own die.
    assert_eq!(states, [96, 96], "{throw}");
}

#[test]
fn what_chance_puts_into_a_secret_counter_is_learnt_by_those_who_see_it() {
    each_knows_its_own("random n from 1..3   set p.face to n");
    each_knows_its_own("random n from 1..3   let m is n   gain m face by p");
    each_knows_its_own("roll 1 die as r   set p.face to r.total");
}

#[test]
fn what_chance_says_is_learnt_by_those_who_are_named() {
    each_knows_its_own("random n from 1..3 seen by p   set p.face to n");
    each_knows_its_own("roll 1 die as r seen by [p]   set p.face to r.total");
}

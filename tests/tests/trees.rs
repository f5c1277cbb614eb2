//! Whole game trees of the classics, with chance explicit: their sizes and values are known from elsewhere.

use std::collections::BTreeSet;

use cardwright::load::{Request, load};
use cardwright::play::{Match, Status};
use cardwright_tests::games;

/// What is found in a tree; its size, and the distinct keys of each seat where it decides.
#[derive(Debug, Default)]
struct Found {
    tree: Tree,
    keys: Vec<BTreeSet<u64>>,
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Tree {
    histories: u64,
    terminals: u64,
    decisions: u64,
    chances: u64,
    depth: usize,
}

/// Walks everything below a position; gives each seat's expected utility when everybody chooses blindly.
fn walk(game: &Match, depth: usize, found: &mut Found) -> Vec<f64> {
    let tree = &mut found.tree;
    tree.histories += 1;
    tree.depth = tree.depth.max(depth);
    if let Status::Stopped(fault) = game.status() {
        panic!("{fault}");
    }
    if let Some(outcome) = game.outcome() {
        tree.terminals += 1;
        return outcome.seats.iter().map(|s| s.utility).collect();
    }
    let decision = game.decision().expect("a game that goes on asks somebody");
    let chance = decision.seat().is_none();
    if chance {
        tree.chances += 1;
    } else {
        tree.decisions += 1;
    }
    if let Some(seat) = decision.seat() {
        found.keys.resize_with(game.seats(), BTreeSet::new);
        found.keys[seat].insert(game.key(seat));
    }
    let weight = |w: u64| if chance { w as f64 } else { 1.0 };
    let total: f64 = decision.options.iter().map(|o| weight(o.weight)).sum();
    let mut value = vec![0.0; game.seats()];
    for (i, option) in decision.options.iter().enumerate() {
        let mut next = game.clone();
        next.answer(i).expect("an option that is offered is taken");
        for (sum, below) in value.iter_mut().zip(walk(&next, depth + 1, found)) {
            *sum += below * weight(option.weight) / total;
        }
    }
    value
}

#[track_caller]
fn check(game: &str, request: &Request, expected: Tree, value: &[f64], keys: &[usize]) {
    let loaded = match load(&games::sources(game), request) {
        Ok(loaded) => loaded,
        Err(findings) => panic!("{game} does not load: {findings:#?}"),
    };
    let mut found = Found::default();
    let values = walk(&Match::with_open_chance(loaded.program).with_keys(), 0, &mut found);
    assert_eq!(found.tree, expected);
    for (found, expected) in values.iter().zip(value) {
        assert!((found - expected).abs() < 1e-9, "value {found} instead of {expected}");
    }
    assert_eq!(found.keys.iter().map(BTreeSet::len).collect::<Vec<_>>(), keys, "information states");
}

fn players(n: u8) -> Request {
    Request { players: Some(n), ..Request::default() }
}

fn cards(n: i64) -> Request {
    Request { numbers: vec![("cards".into(), n)], ..Request::default() }
}

#[test]
fn kuhn_poker_for_two() {
    let expected = Tree { histories: 58, terminals: 30, decisions: 24, chances: 4, depth: 5 };
    check("kuhn-poker", &players(2), expected, &[0.125, -0.125], &[6, 6]);
}

#[test]
fn kuhn_poker_for_three() {
    let expected = Tree { histories: 617, terminals: 312, decisions: 288, chances: 17, depth: 8 };
    check("kuhn-poker", &players(3), expected, &[0.234375, -0.046875, -0.1875], &[16, 16, 16]);
}

#[test]
fn leduc_poker() {
    let expected = Tree { histories: 9457, terminals: 5520, decisions: 3780, chances: 157, depth: 11 };
    check("leduc-poker", &players(2), expected, &[-0.078125, 0.078125], &[468, 468]);
}

#[test]
fn goofspiel_with_three_cards() {
    let expected = Tree { histories: 418, terminals: 216, decisions: 174, chances: 28, depth: 6 };
    check("goofspiel", &cards(3), expected, &[0.0, 0.0], &[57, 57]);
}

#[test]
fn goofspiel_with_three_cards_in_falling_order() {
    let request = Request { variants: vec![("descending".into(), None)], ..cards(3) };
    let expected = Tree { histories: 67, terminals: 36, decisions: 31, chances: 0, depth: 4 };
    check("goofspiel", &request, expected, &[0.0, 0.0], &[10, 10]);
}

#[test]
fn goofspiel_with_four_cards() {
    let expected = Tree { histories: 26773, terminals: 13824, decisions: 11156, chances: 1793, depth: 9 };
    check("goofspiel", &cards(4), expected, &[0.0, 0.0], &[3652, 3652]);
}

/// Every position of the game once, by its hash: the tree has a hundred times as many histories.
#[test]
fn tic_tac_toe_has_as_many_positions_as_are_known() {
    let loaded = load(&games::sources("tic-tac-toe"), &Request::default()).expect("the game loads");
    let mut seen = BTreeSet::new();
    let mut open = vec![Match::with_open_chance(loaded.program)];
    while let Some(game) = open.pop() {
        if !seen.insert(game.position_hash()) {
            continue;
        }
        for option in 0..game.option_count() {
            let mut next = game.clone();
            next.answer(option).expect("an option that is offered is taken");
            open.push(next);
        }
    }
    assert_eq!(seen.len(), 5478);
}

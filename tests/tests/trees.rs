//! Whole game trees of the classics, with chance explicit: their sizes and values are known from elsewhere.

use cardwright::load::{Request, load};
use cardwright::play::{Match, Status};
use cardwright_tests::games;

#[derive(Debug, Default, PartialEq, Eq)]
struct Tree {
    histories: u64,
    terminals: u64,
    decisions: u64,
    chances: u64,
    depth: usize,
}

/// Walks everything below a position; gives each seat's expected utility when everybody chooses blindly.
fn walk(game: &Match, depth: usize, tree: &mut Tree) -> Vec<f64> {
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
    let weight = |w: u64| if chance { w as f64 } else { 1.0 };
    let total: f64 = decision.options.iter().map(|o| weight(o.weight)).sum();
    let mut value = vec![0.0; game.seats()];
    for (i, option) in decision.options.iter().enumerate() {
        let mut next = game.clone();
        next.answer(i).expect("an option that is offered is taken");
        for (sum, below) in value.iter_mut().zip(walk(&next, depth + 1, tree)) {
            *sum += below * weight(option.weight) / total;
        }
    }
    value
}

#[track_caller]
fn check(game: &str, request: &Request, expected: Tree, value: &[f64]) {
    let loaded = match load(&games::sources(game), request) {
        Ok(loaded) => loaded,
        Err(findings) => panic!("{game} does not load: {findings:#?}"),
    };
    let mut tree = Tree::default();
    let found = walk(&Match::with_open_chance(loaded.program), 0, &mut tree);
    assert_eq!(tree, expected);
    for (found, expected) in found.iter().zip(value) {
        assert!((found - expected).abs() < 1e-9, "value {found} instead of {expected}");
    }
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
    check("kuhn-poker", &players(2), expected, &[0.125, -0.125]);
}

#[test]
fn kuhn_poker_for_three() {
    let expected = Tree { histories: 617, terminals: 312, decisions: 288, chances: 17, depth: 8 };
    check("kuhn-poker", &players(3), expected, &[0.234375, -0.046875, -0.1875]);
}

#[test]
fn leduc_poker() {
    let expected = Tree { histories: 9457, terminals: 5520, decisions: 3780, chances: 157, depth: 11 };
    check("leduc-poker", &players(2), expected, &[-0.078125, 0.078125]);
}

#[test]
fn goofspiel_with_three_cards() {
    let expected = Tree { histories: 418, terminals: 216, decisions: 174, chances: 28, depth: 6 };
    check("goofspiel", &cards(3), expected, &[0.0, 0.0]);
}

#[test]
fn goofspiel_with_three_cards_in_falling_order() {
    let request = Request { variants: vec![("descending".into(), None)], ..cards(3) };
    let expected = Tree { histories: 67, terminals: 36, decisions: 31, chances: 0, depth: 4 };
    check("goofspiel", &request, expected, &[0.0, 0.0]);
}

#[test]
fn goofspiel_with_four_cards() {
    let expected = Tree { histories: 26773, terminals: 13824, decisions: 11156, chances: 1793, depth: 9 };
    check("goofspiel", &cards(4), expected, &[0.0, 0.0]);
}

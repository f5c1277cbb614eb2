//! How many ops the classics take, counted exactly: the same on every machine, so a change that makes the interpreter do
//! more (or less) work shows here. Say in `docs/performance.md` why a number changed.

use cardwright::load::{Request, load};
use cardwright::play::Player;
use cardwright_tests::games;

/// Game, decisions of seats in 200 random games, ops for all of them.
const WORK: &[(&str, u64, u64)] = &[
    ("tic-tac-toe", 1510, 15596),
    ("kuhn-poker", 453, 14277),
    ("leduc-poker", 807, 20689),
    ("goofspiel", 4800, 210509),
];

#[test]
fn the_classics_take_as_many_ops_as_noted() {
    let counted: Vec<(&str, u64, u64)> = WORK
        .iter()
        .map(|(game, ..)| {
            let program = load(&games::sources(game), &Request::default()).unwrap_or_else(|e| panic!("{e:#?}")).program;
            let mut player = Player::new(program);
            let played: Vec<_> = (0..200).map(|seed| player.play(seed, 10_000)).collect();
            assert!(played.iter().all(|p| p.ended), "{game}: every game ends");
            let total = |of: fn(&cardwright::play::Playout) -> u64| played.iter().map(of).sum::<u64>();
            (*game, total(|p| p.decisions), total(|p| p.ops))
        })
        .collect();
    assert_eq!(counted, WORK, "game, decisions and ops");
}

#[test]
fn a_decision_of_tic_tac_toe_takes_what_its_rules_say() {
    // Of an answer in the middle of a game: the choice is taken, the mark is set, lines are asked for, empty cells are asked
    // for, the turn ends, it is the next one's, the turn begins with its phase, and the next choice is asked.
    let program =
        load(&games::sources("tic-tac-toe"), &Request::default()).unwrap_or_else(|e| panic!("{e:#?}")).program;
    let mut game = cardwright::play::Match::new(program, 1);
    for answer in [0, 3] {
        game.answer(answer).expect("the cell is free");
    }
    let before = game.ops();
    game.answer(1).expect("the cell is free");
    assert_eq!(game.ops() - before, 9);
}

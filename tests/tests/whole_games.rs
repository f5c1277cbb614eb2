//! Every game of the repository comes to its end: for each number of players and in each variant, sensible players meet no
//! fault, are never asked without an option, and no component is lost or doubled. `cardwright sim --check` does the same at length.
//! Games of bots, which take short cuts, are the same as matches that bots answer, op by op.

use std::cell::Cell;
use std::sync::Arc;

use cardwright::play::{Bot, Match, Player, SeatStanding, Status, check_invariants};
use cardwright::program::Program;
use cardwright::rng::{BotRng, GameRng};
use cardwright_tests::games::in_every_set_up;

/// Games played to their end in each set-up.
const GAMES: u64 = 3;
/// Decisions within which a game must end.
const MOST_DECISIONS: u64 = 20_000;
/// Decisions of the game that is looked at closely, and how many of them there are between two looks.
const LOOKED_AT: usize = 90;
const BETWEEN: usize = 9;

/// Games that bots play in both ways, and the decisions after which these stop.
const TWICE: u64 = 2;
const FEW_DECISIONS: u64 = 300;

/// Some decisions of one game, with all that must hold between two of them.
fn look(name: &str, game: &mut Match) {
    let mut rng = GameRng::new(1, 3);
    for step in 0..LOOKED_AT {
        match game.status() {
            Status::Ended => return,
            Status::Stopped(fault) => panic!("{name}: {fault}"),
            Status::Deciding => assert!(game.option_count() > 0, "{name}, step {step}: nothing can be answered"),
        }
        if step % BETWEEN == 0 {
            check_invariants(game).unwrap_or_else(|broken| panic!("{name}, step {step}: {broken}"));
        }
        let answer = game.bot_answer(Bot::Sensible, |n| rng.pick(n)).unwrap_or(0);
        game.answer(answer).unwrap_or_else(|rejected| panic!("{name}, step {step}: {rejected}"));
    }
}

#[test]
fn every_game_ends_by_itself_in_every_set_up() {
    in_every_set_up(|at, program| {
        let mut player = Player::new(program.clone());
        for seed in 0..GAMES {
            let played = player.play_as(Bot::Sensible, seed, MOST_DECISIONS);
            assert!(played.ended, "{at}, seed {seed}: it does not end in {} decisions", played.decisions);
        }
        look(at, &mut Match::new(program, 5));
    });
}

/// How a match goes that a bot answers: decisions, round, and how the seats stand if it ends.
fn answered(mut game: Match, bot: Bot, seed: u64) -> (u64, u64, Option<Vec<SeatStanding>>) {
    let (mut rng, mut decisions) = (BotRng::new(seed), 0);
    while decisions < FEW_DECISIONS
        && let Some(answer) = game.bot_answer(bot, |n| rng.pick(n))
    {
        game.answer(answer).expect("a bot takes what is offered");
        decisions += 1;
    }
    (decisions, game.round(), game.standing().map(|s| s.seats))
}

#[test]
fn games_of_bots_are_the_same_as_matches() {
    let swift = Cell::new(0);
    in_every_set_up(|at, program| {
        let mut player = Player::new(program.clone());
        let plain = Arc::new(Program { swift: program.ops.clone(), ..(*program).clone() });
        swift.set(swift.get() + usize::from(plain.swift != program.swift));
        for (bot, seed) in [Bot::Random, Bot::Sensible].into_iter().flat_map(|b| (0..TWICE).map(move |s| (b, s))) {
            let played = player.play_as(bot, seed, FEW_DECISIONS);
            let seats = played.ended.then(|| player.standing().seats.clone());
            let here = (played.decisions, player.round(), seats);
            let there = answered(Match::new(plain.clone(), seed), bot, seed);
            assert_eq!(here, there, "{at}, {bot:?}, seed {seed}");
        }
    });
    assert!(swift.get() > 10, "only {} set-ups have swift code", swift.get());
}

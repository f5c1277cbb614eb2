//! The hash of a position is the same whether somebody watches or not: with a trace, with keys, with both and with neither, at
//! the decisions of every game in every set-up, and of all small games that pin the language.

use std::sync::Arc;

use cardwright::load::load;
use cardwright::play::{Match, Status};
use cardwright::program::Program;
use cardwright::rng::GameRng;
use cardwright_tests::case::Case;
use cardwright_tests::games::in_every_set_up;
use cardwright_tests::transcript::request;

/// Decisions of one game that are compared.
const DECISIONS: usize = 80;

/// Plays the same game in all ways, as long as it goes; how many decisions it took.
#[track_caller]
fn compare(at: &str, program: &Arc<Program>, seed: u64) -> usize {
    let start = |traced: bool| match traced {
        true => Match::traced(program.clone(), seed, false),
        false => Match::new(program.clone(), seed),
    };
    let mut games = [start(false), start(true), start(false).with_keys(), start(true).with_keys()];
    let mut rng = GameRng::new(seed, 9);
    for step in 0..DECISIONS {
        let [unseen, seen @ ..] = games.each_ref().map(Match::position_hash);
        assert_eq!([unseen; 3], seen, "{at}, seed {seed}, step {step}: unseen; with a trace, with keys, with both");
        if !matches!(games[0].status(), Status::Deciding) {
            return step;
        }
        let option = rng.pick(games[0].option_count());
        for game in &mut games {
            game.answer(option).unwrap_or_else(|rejected| panic!("{at}, seed {seed}, step {step}: {rejected}"));
        }
    }
    DECISIONS
}

#[test]
fn positions_hash_alike_whoever_watches() {
    let mut decisions = 0;
    in_every_set_up(|at, program| decisions += compare(at, &program, 1));
    assert!(decisions > 3000, "{decisions}");
}

#[test]
fn small_games_hash_alike_whoever_watches() {
    let mut decisions = 0;
    for name in Case::names("run") {
        let case = Case::read("run", &name);
        let (request, _) = request(&case, case.section("play").unwrap_or(""));
        // Some cases are about games that cannot be loaded.
        let Ok(loaded) = load(&case.sources(), &request) else { continue };
        decisions += compare(&name, &loaded.program, 0);
    }
    assert!(decisions > 800, "{decisions}");
}

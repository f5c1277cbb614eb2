//! What is known about an action without a try is what a try says: games go the same where all that is known beforehand is
//! forgotten, and everything that can fail is tried.

use std::sync::Arc;

use cardwright::load::{Request, load};
use cardwright::play::{Bot, Match};
use cardwright::program::{Fallible, Program};
use cardwright::rng::BotRng;
use cardwright_tests::games;

/// Games of each set-up, and decisions of each that are looked at.
const GAMES: u64 = 4;
const LOOKED_AT: usize = 150;

/// The same program, which knows nothing about what it would otherwise have to try; whether that is another one.
fn doubting(program: &Program) -> Option<Arc<Program>> {
    let mut program = program.clone();
    let mut forgot = !program.certain.is_empty();
    program.certain.clear();
    let mut forget = |fallible: &mut Fallible| {
        forgot |= matches!(fallible, Fallible::Probe(Some(_)));
        if let Fallible::Probe(guard) = fallible {
            *guard = None;
        }
    };
    program.actions.iter_mut().for_each(|action| forget(&mut action.fallible));
    for ability in program.abilities.iter_mut().flatten() {
        forget(&mut ability.fallible);
        ability.certain = false;
    }
    for option in program.offers.iter_mut().flat_map(|offer| &mut offer.options) {
        option.rest = None;
    }
    forgot.then(|| Arc::new(program))
}

#[test]
fn what_is_known_without_a_try_is_what_a_try_says() {
    let mut compared = 0;
    for name in games::names() {
        for players in 2..=4 {
            let request = Request { players: Some(players), ..Request::default() };
            let Ok(loaded) = load(&games::sources(&name), &request) else { continue };
            let Some(doubting) = doubting(&loaded.program) else { continue };
            for seed in 0..GAMES {
                let mut knowing = Match::new(loaded.program.clone(), seed);
                let mut trying = Match::new(doubting.clone(), seed);
                let mut rng = BotRng::new(seed);
                for step in 0..LOOKED_AT {
                    let (known, tried) = (knowing.decision(), trying.decision());
                    let labels = |d: &Option<cardwright::play::Decision>| {
                        d.as_ref().map(|d| d.options.iter().map(|o| o.label.clone()).collect::<Vec<_>>())
                    };
                    let at = format!("{name}, {players} players, seed {seed}, decision {step}");
                    assert_eq!(labels(&known), labels(&tried), "{at}");
                    let Some(option) = knowing.bot_answer(Bot::Random, |n| rng.pick(n)) else { break };
                    knowing.answer(option).unwrap_or_else(|rejected| panic!("{at}: {rejected}"));
                    trying.answer(option).unwrap_or_else(|rejected| panic!("{at}: {rejected}"));
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 1000, "only {compared} decisions were compared: nothing is known beforehand any more");
}

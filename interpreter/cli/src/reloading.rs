//! `bench --reload`: how long it takes from a saved file to a game that stands where it was, by the new rules.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cardwright::play::{Bot, Match, Status};
use cardwright::rng::GameRng;
use serde::Serialize;

use crate::failure::{Failure, Verdict};
use crate::report::Color;
use crate::roots::Roots;
use crate::setup::Setup;

/// Times that it is measured; the middle one counts.
const TIMES: usize = 9;
/// Answers after which the game counts as long enough.
const MOST_ANSWERS: usize = 2000;

/// What was measured; the names are the JSON keys.
#[derive(Debug, Serialize)]
pub struct Figures {
    game: String,
    /// Of all scripts and manifests.
    bytes: usize,
    answers: usize,
    load_ms: f64,
    replay_ms: f64,
    reload_ms: f64,
}

impl Figures {
    /// For people.
    pub fn text(&self) -> String {
        format!(
            "{}: {} KB of text, a game of {} answers\nload    {:>8.1} ms\nreplay  {:>8.1} ms\nreload  {:>8.1} ms",
            self.game,
            self.bytes.div_ceil(1000),
            self.answers,
            self.load_ms,
            self.replay_ms,
            self.reload_ms
        )
    }
}

/// Plays one game of bots nearly to its end, and takes it up again by rules that are loaded anew.
pub fn measure(
    setup: &Setup,
    roots: &Roots,
    color: Color,
    bot: Bot,
    seed: u64,
) -> Result<Result<Figures, Verdict>, Failure> {
    let ready = match setup.load(roots, color)? {
        Ok(ready) => ready,
        Err(verdict) => return Ok(Err(verdict)),
    };
    let game = played(Match::traced(Arc::clone(&ready.loaded.program), seed, false), bot, seed);
    let mut times = Vec::new();
    for _ in 0..TIMES {
        let begun = Instant::now();
        let loaded = match setup.load(roots, color)? {
            Ok(ready) => ready.loaded,
            Err(verdict) => return Ok(Err(verdict)),
        };
        let load = begun.elapsed();
        let again = game.rematch(loaded.program, &game.answers_in_words());
        debug_assert_eq!(again.taken, game.answer_count());
        times.push((begun.elapsed(), load));
    }
    times.sort();
    let (whole, load) = times.get(TIMES / 2).copied().unwrap_or_default();
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    Ok(Ok(Figures {
        game: ready.card.id,
        bytes: ready.loaded.program.sources.iter().map(|(_, file)| file.text.len()).sum(),
        answers: game.answer_count(),
        load_ms: ms(load),
        replay_ms: ms(whole.saturating_sub(load)),
        reload_ms: ms(whole),
    }))
}

/// All answers but the last.
fn played(mut game: Match, bot: Bot, seed: u64) -> Match {
    let mut rng = GameRng::new(seed, 1);
    while matches!(game.status(), Status::Deciding) && game.answer_count() < MOST_ANSWERS {
        let Some(option) = game.bot_answer(bot, |count| rng.pick(count)) else { break };
        if game.answer(option).is_err() {
            break;
        }
    }
    game.undo();
    game
}

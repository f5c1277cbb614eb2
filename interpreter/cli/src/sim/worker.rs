//! One thread of a simulation: plays games one after the other.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cardwright::play::{Bot, Match, Player, Save, Status, check_invariants};
use cardwright::program::Program;
use cardwright::rng::{BotRng, game_seed};

use super::SimArgs;
use super::faults::{Endless, Fault};
use super::tally::{Game, Tally};

/// A table and what is played at it.
pub struct Worker {
    program: Arc<Program>,
    player: Player,
    bot: Bot,
    seed: u64,
    limit: u64,
    check: bool,
    keep_unfinished: bool,
}

impl Worker {
    /// Ready to play.
    pub fn new(args: &SimArgs, program: &Arc<Program>) -> Worker {
        Worker {
            program: Arc::clone(program),
            player: Player::new(Arc::clone(program)),
            bot: args.bots.bot(),
            seed: args.seed,
            limit: args.limit,
            check: args.check,
            keep_unfinished: args.keep_unfinished,
        }
    }

    /// Plays some games, unless it is stopped between two of them.
    pub fn play(&mut self, games: Range<u64>, stop: &impl Fn() -> bool, done: &AtomicU64) -> Tally {
        let mut tally = Tally::new(self.program.nouns.seats.len());
        for game in games {
            if stop() {
                break;
            }
            let seed = game_seed(self.seed, game);
            if self.check {
                self.checked(game, seed, &mut tally)
            } else {
                self.fast(game, seed, &mut tally)
            }
            done.fetch_add(1, Relaxed);
        }
        if self.program.cover && !self.check {
            tally.ran = self.player.ran();
        }
        tally
    }

    fn fast(&mut self, game: u64, seed: u64, tally: &mut Tally) {
        let played = self.player.play_as(self.bot, seed, self.limit);
        tally.decisions(played.decisions);
        if played.faulted {
            let (replay, _, broken) = self.replay(seed, false);
            let why = broken.or_else(|| replay.fault_text()).unwrap_or_default();
            tally.fault(Fault { game, seed, why, save: replay.save() });
        } else if played.ended {
            let length = Game { decisions: played.decisions, rounds: self.player.round() };
            tally.ended(length, self.player.standing());
        } else {
            let save = self.keep_unfinished.then(|| self.replay(seed, false).0.save());
            tally.unfinished(Endless { game, seed, save });
        }
    }

    fn checked(&self, game: u64, seed: u64, tally: &mut Tally) {
        let (played, decisions, broken) = self.replay(seed, true);
        let broken = broken.or_else(|| lost_in_a_save(&played));
        if self.program.cover {
            tally.ran.extend(played.ran());
        }
        tally.decisions(decisions);
        if let Some(why) = broken.or_else(|| played.fault_text()) {
            tally.fault(Fault { game, seed, why, save: played.save() });
        } else if let Some(standing) = played.standing() {
            tally.ended(Game { decisions, rounds: played.round() }, &standing);
        } else {
            tally.unfinished(Endless { game, seed, save: self.keep_unfinished.then(|| played.save()) });
        }
    }

    /// The game of a seed as a match, which can be saved: how many decisions it took, and what did not hold.
    fn replay(&self, seed: u64, check: bool) -> (Match, u64, Option<String>) {
        let mut game = Match::new(Arc::clone(&self.program), seed);
        let mut rng = BotRng::new(seed);
        let mut decisions = 0;
        loop {
            if check && let Err(broken) = check_invariants(&game) {
                return (game, decisions, Some(broken.to_string()));
            }
            if decisions >= self.limit || !matches!(game.status(), Status::Deciding) {
                return (game, decisions, None);
            }
            let Some(option) = game.bot_answer(self.bot, |count| rng.pick(count)) else {
                return (game, decisions, Some("somebody is asked and has no option".to_owned()));
            };
            if let Err(rejected) = game.answer(option) {
                return (game, decisions, Some(rejected.to_string()));
            }
            decisions += 1;
        }
    }
}

/// What is wrong with the text of a saved game, if it does not lead back to the game.
fn lost_in_a_save(game: &Match) -> Option<String> {
    let save = match Save::from_text(&game.save().to_text()) {
        Ok(save) => save,
        Err(damage) => return Some(format!("the game cannot be saved: {damage}")),
    };
    match Match::load(Arc::clone(game.program()), &save) {
        Ok(loaded) if loaded.state() == game.state() => None,
        Ok(_) => Some("a saved game leads to another position".to_owned()),
        Err(error) => Some(format!("a saved game does not lead back: {error}")),
    }
}

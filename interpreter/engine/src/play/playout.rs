//! Whole games of bots in memory that is used again, and how they ended.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Bot, Match, Standing, Status};
use crate::program::Program;
use crate::rng::{BotRng, Chance, GameRng};
use crate::source::Span;
use crate::state::State;
use crate::state::stack::Pending;
use crate::vm::{Answers, FUEL, Machine, Pool, Stop};

/// What one random game took.
#[derive(Clone, Copy, Debug)]
pub struct Playout {
    pub decisions: u64,
    pub ops: u64,
    pub ended: bool,
    /// The rules went wrong.
    pub faulted: bool,
}

/// A table for many random games: memory is taken once and used again.
#[derive(Debug)]
pub struct Player {
    program: Arc<Program>,
    /// The first question of the game: up to there nothing is left to anybody, so it is played once.
    first: State,
    /// None where chance is asked first: each game asks it anew.
    first_stop: Option<Stop>,
    first_ops: u64,
    state: State,
    pool: Pool,
    standing: Standing,
}

/// The same bot on every seat, for at most so many decisions.
struct Bots<'r> {
    bot: Bot,
    rng: &'r mut BotRng,
    /// The seed of chance, and its generator, made when it is first asked, for many games leave nothing to chance. Without a
    /// seed the bots' generator answers chance, too.
    seed: Option<u64>,
    seeded: Option<GameRng>,
    decisions: u64,
    most: u64,
}

impl Bots<'_> {
    /// One decision more, if there may be one.
    #[inline]
    fn decide(&mut self) -> bool {
        let more = self.decisions < self.most;
        self.decisions += u64::from(more);
        more
    }
}

impl Answers for Bots<'_> {
    fn chance(&mut self) -> Chance<'_> {
        match self.seed {
            Some(seed) => Chance::Seeded(self.seeded.get_or_insert_with(|| GameRng::new(seed, 0))),
            None => Chance::Fast(self.rng),
        }
    }

    fn seat(&mut self, program: &Program, pending: &Pending) -> Option<usize> {
        self.decide().then(|| self.bot.choose(program, pending, |count| self.rng.pick(count)))
    }

    fn among(&mut self, count: usize) -> Option<usize> {
        self.decide().then(|| self.rng.pick(count))
    }

    fn will_answer(&self, questions: usize) -> bool {
        self.most - self.decisions >= questions as u64
    }
}

impl Player {
    /// Ready to play.
    pub fn new(program: Arc<Program>) -> Player {
        let (mut first, mut pool) = (State::new(&program), Pool::default());
        let mut machine = Machine::new(&program, &mut first, &mut pool, None);
        machine.begin();
        let first_stop = machine.run();
        let first_ops = u64::from(FUEL - machine.fuel());
        let first_stop = if first.withdraw_chance() { None } else { Some(first_stop) };
        Player { state: first.clone(), first, first_stop, first_ops, program, pool, standing: Standing::default() }
    }

    /// One game, every option as likely as any other; at most so many decisions of seats.
    pub fn play(&mut self, seed: u64, most: u64) -> Playout {
        self.play_as(Bot::Random, seed, most)
    }

    /// The places in scripts of all that ran in any game, where the program records it ([`Program::cover`]).
    pub fn ran(&self) -> BTreeSet<Span> {
        self.pool.ran(&self.program)
    }

    /// The state the last game ended in.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// One game with the same bot on every seat; at most so many decisions of seats. A match of the same seed, answered
    /// by the bot with [`BotRng::new`] of that seed, is the same game.
    pub fn play_as(&mut self, bot: Bot, seed: u64, most: u64) -> Playout {
        let mut rng = BotRng::new(seed);
        self.played_out(Bots { bot, rng: &mut rng, seed: Some(seed), seeded: None, decisions: 0, most })
    }

    /// The same as a search plays games to their end, by the thousand: all numbers, those of chance too, come from the
    /// generator of bots, which goes on from game to game.
    pub fn play_on(&mut self, bot: Bot, rng: &mut BotRng, most: u64) -> Playout {
        self.played_out(Bots { bot, rng, seed: None, seeded: None, decisions: 0, most })
    }

    #[inline(never)]
    fn played_out(&mut self, mut bots: Bots<'_>) -> Playout {
        self.state.clone_from(&self.first);
        let mut machine = Machine::new(&self.program, &mut self.state, &mut self.pool, None).answered_by(&mut bots);
        let stop = match &self.first_stop {
            Some(Stop::Asked) if machine.answer_open() => machine.run(),
            Some(stop) => stop.clone(),
            None => machine.run(),
        };
        let ops = self.first_ops + machine.spent();
        let ended = matches!(stop, Stop::Over);
        Playout { decisions: bots.decisions, ops, ended, faulted: !ended && !matches!(stop, Stop::Asked) }
    }

    /// How the seats stand after the last game, if it ended.
    pub fn standing(&mut self) -> &Standing {
        self.standing.compute(&self.program, &mut self.state, &mut self.pool);
        &self.standing
    }

    /// The round in which the last game stopped, from 1.
    pub fn round(&self) -> u64 {
        u64::try_from(self.state.flow.round).unwrap_or(0).max(1)
    }
}

impl Match {
    /// How the seats stand, if the match has ended.
    pub fn standing(&self) -> Option<Standing> {
        if !matches!(self.status, Status::Ended) {
            return None;
        }
        let mut standing = Standing::default();
        standing.compute(&self.program, &mut self.state.clone(), &mut Pool::default());
        Some(standing)
    }

    /// The round it is in, from 1.
    pub fn round(&self) -> u64 {
        u64::try_from(self.state.flow.round).unwrap_or(0).max(1)
    }
}

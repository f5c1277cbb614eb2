//! Whole games of bots in memory that is used again, and how they ended.

use super::{Bot, Match, Player, Playout, Standing, Status};
use crate::program::Program;
use crate::rng::{BotRng, Chance, GameRng};
use crate::state::stack::Pending;
use crate::vm::{Answers, Machine, Pool, Stop};

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

//! Whole games of bots in memory that is used again, and how they ended.

use super::{Bot, Match, Player, Playout, Standing, Status, open_question};
use crate::rng::{BotRng, Chance};
use crate::state::stack::Asked;
use crate::vm::{Machine, Pool, Stop};

impl Player {
    /// One game with the same bot on every seat; at most so many decisions of seats. A match of the same seed, answered
    /// by the bot with [`BotRng::new`] of that seed, is the same game.
    pub fn play_as(&mut self, bot: Bot, seed: u64, most: u64) -> Playout {
        self.state.clone_from(&self.first);
        let mut chance = Chance::new(seed);
        let mut rng = BotRng::new(seed);
        let mut report = Playout { decisions: 0, ops: self.first_ops, ended: false, faulted: false };
        let mut machine = Machine::new(&self.program, &mut self.state, &mut self.pool, None).answering(&mut chance);
        let mut stop = match &self.first_stop {
            Some(stop) => stop.clone(),
            None => machine.run_on(&mut report.ops),
        };
        loop {
            if !matches!(stop, Stop::Asked) {
                report.ended = matches!(stop, Stop::Over);
                report.faulted = !report.ended;
                return report;
            }
            let Some((lane, pending)) = open_question(machine.state()) else { return report };
            if pending.asked == Asked::Chance {
                machine.refuel(true);
                if !machine.answer_by_chance(lane) {
                    return report;
                }
            } else {
                if report.decisions >= most {
                    return report;
                }
                report.decisions += 1;
                let index = bot.choose(&self.program, pending, |count| rng.pick(count));
                let Some(choice) = pending.options.get(index).copied() else { return report };
                machine.refuel(false);
                machine.answer(lane, choice);
            }
            stop = machine.run_on(&mut report.ops);
        }
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

//! Whole games of bots in memory that is used again, and how they ended.

use super::{Bot, Match, Player, Playout, Standing, Status, open_question};
use crate::rng::{BotRng, GameRng};
use crate::state::stack::Asked;
use crate::vm::{Machine, Pool, Stop};

impl Player {
    /// One game with the same bot on every seat; at most so many decisions of seats. A match of the same seed, answered
    /// by the bot with [`BotRng::new`] of that seed, is the same game.
    pub fn play_as(&mut self, bot: Bot, seed: u64, most: u64) -> Playout {
        self.state.clone_from(&self.first);
        // Made when it is first asked: many games leave nothing to chance.
        let mut chance = None;
        let mut rng = BotRng::new(seed);
        let mut report = Playout { decisions: 0, ops: self.first_ops, ended: false, faulted: false };
        let mut machine = Machine::new(&self.program, &mut self.state, &mut self.pool, None);
        let mut stop = self.first_stop.clone();
        loop {
            if !matches!(stop, Stop::Asked) {
                report.ended = matches!(stop, Stop::Over);
                report.faulted = !report.ended;
                return report;
            }
            let Some((lane, pending)) = open_question(machine.state()) else { return report };
            let by_chance = pending.asked == Asked::Chance;
            let index = if by_chance {
                chance.get_or_insert_with(|| GameRng::new(seed, 0)).pick_weighted(&pending.options)
            } else {
                if report.decisions >= most {
                    return report;
                }
                report.decisions += 1;
                bot.choose(&self.program, pending, |count| rng.pick(count))
            };
            let Some(choice) = pending.options.get(index).copied() else { return report };
            let fuel = machine.refuel(by_chance);
            machine.answer(lane, choice);
            stop = machine.run();
            report.ops += u64::from(fuel - machine.fuel());
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

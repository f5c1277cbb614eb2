//! Dice: pools that are rolled, and rolled again. The faces of a pool come out in rising order.

use super::odds::{repeats_fit, weigh_repeats};
use super::{Machine, Next, Run};
use crate::ids::*;
use crate::program::nouns::{ABSENT, Word};
use crate::program::op::R;
use crate::state::stack::*;
use crate::vocabulary::Primitive;

/// How many dice one roll may have.
const DICE: Reg = 100;

impl Machine<'_> {
    /// A pool: its bonus, then the faces in rising order.
    pub(crate) fn roll(&mut self, dice: DiceId, count: R, d: R, (progress, seen): (R, R)) -> Run<Next> {
        let wanted = self.get(count);
        if wanted == NONE {
            self.put(d, NONE);
            return self.short_then_next();
        }
        if self.get(progress) == NONE {
            let hooked = self.hooked(Primitive::Roll);
            // A replacement may go on with more dice, and the pool must outlast the event.
            let replaceable = self.p.actions.get(Primitive::Roll as usize).is_some_and(|a| !a.instead.is_empty());
            let room = if hooked && replaceable { DICE } else { wanted.clamp(0, DICE) };
            let mark = self.list_mark();
            for _ in 0..=room {
                self.push_word(0)?;
            }
            let pool = list_handle(mark, 1, false);
            if hooked {
                self.put(d, NONE);
                self.push_event(Primitive::Roll, &[Reg::from(dice.0), wanted, pool, self.learning(seen)])?;
                if let Some(frame) = self.frame_mut() {
                    frame.give = d;
                }
                return Ok(Next::Frames);
            }
            self.put(d, pool);
            self.put(progress, 0);
        }
        let seen = self.learning(seen);
        if self.roll_into(dice, wanted, d, seen)? { Ok(Next::Op) } else { Ok(Next::Asked) }
    }

    /// The body of the event: its registers are dice, amount, pool, and a list of those who learn the faces.
    pub(crate) fn roll_event(&mut self) -> Run<Next> {
        let (dice, wanted) = (self.get(0), self.get(1));
        let Ok(dice) = u16::try_from(dice) else { return Ok(Next::Op) };
        if wanted == NONE {
            self.s.stack.done = false;
            return Ok(Next::Op);
        }
        if !self.roll_into(DiceId(dice), wanted, 2, self.get(3))? {
            self.set_stage(Stage::Note);
            return Ok(Next::Asked);
        }
        self.give(self.get(2));
        Ok(Next::Op)
    }

    /// Rolls until the pool has all its dice; whether it has, or chance is asked.
    fn roll_into(&mut self, dice: DiceId, wanted: Reg, pool: R, seen: Reg) -> Run<bool> {
        let mut face = self.take_chance().map(|answer| answer.value);
        loop {
            let (start, mut len, _) = list_parts(self.get(pool));
            if let Some(face) = face.take() {
                if let Some(place) = self.s.stack.lists.get_mut(start + len) {
                    *place = word(face);
                }
                len += 1;
                self.put(pool, list_handle(start, len, false));
            }
            if len as Reg > wanted.min(DICE) {
                self.s.touched();
                self.trace_rolled(dice, self.get(pool), seen);
                if seen != NONE {
                    self.note_roll(dice, pool, self.seats_in(seen));
                }
                return Ok(true);
            }
            self.die_options(dice, start + 1, len - 1, wanted.min(DICE) as usize);
            match self.s.stack.pending.options.as_slice() {
                [only] => face = Some(only.value),
                _ => match self.ask_chance(Question::Die, dice.0, ABSENT)? {
                    Some(answer) => face = Some(answer.value),
                    None => return Ok(false),
                },
            }
        }
    }

    fn die_options(&mut self, dice: DiceId, start: usize, have: usize, n: usize) {
        let p = self.p;
        let Some(def) = p.nouns.dice.get(dice.index()) else { return };
        let options = &mut self.s.stack.pending.options;
        options.clear();
        for (face, weight) in def.faces.iter().filter(|(_, weight)| *weight > 0) {
            options.push(Choice { tag: 0, value: Reg::from(*face), weight: u64::from(*weight) });
        }
        let picks = self.s.stack.lists.get(start..start + have).unwrap_or(&[]);
        let last = picks.last().and_then(|w| options.iter().position(|o| o.value == reg(*w)));
        let copies = picks.iter().filter(|w| Some(*w) == picks.last()).count();
        if repeats_fit(options, n) {
            weigh_repeats(options, last, copies, n - have);
        }
    }

    /// Rolls the dice whose positions (from 1) are in the list again.
    pub(crate) fn reroll(&mut self, dice: DiceId, pool: R, which: R, (progress, seen): (R, R)) -> Run<Next> {
        let pool_list = self.get(pool);
        let (start, len, _) = list_parts(pool_list);
        let which = self.get(which);
        let count = list_parts(which).1;
        if pool_list == NONE || count == 0 {
            return Ok(Next::Op);
        }
        if self.get(progress) == NONE {
            self.put(progress, 0);
            // What is rolled again leaves the pool first: kept dice move up, the rest is rolled behind them.
            let mut kept = 0;
            for i in 1..len {
                if self.list(which).contains(&(i as Word)) {
                    continue;
                }
                let face = self.item(pool_list, i).unwrap_or(0);
                if let Some(place) = self.s.stack.lists.get_mut(start + 1 + kept) {
                    *place = face;
                }
                kept += 1;
            }
        }
        let done = self.get(progress).max(0) as usize;
        let kept = len - 1 - count.min(len - 1);
        let mut done = done;
        let mut rolled = self.take_chance();
        loop {
            if let Some(face) = rolled.take() {
                if let Some(place) = self.s.stack.lists.get_mut(start + 1 + kept + done) {
                    *place = word(face.value);
                }
                done += 1;
                self.put(progress, done as Reg);
            }
            if kept + done + 1 >= len {
                if let Some(faces) = self.s.stack.lists.get_mut(start + 1..start + len) {
                    faces.sort_unstable();
                }
                self.s.touched();
                self.trace_rolled(dice, pool_list, self.learning(seen));
                return Ok(Next::Op);
            }
            self.die_options(dice, start + 1 + kept, done, count);
            match self.s.stack.pending.options.as_slice() {
                [only] => rolled = Some(*only),
                _ => match self.ask_chance(Question::Die, dice.0, ABSENT)? {
                    None => return Ok(Next::Asked),
                    answer => rolled = answer,
                },
            }
        }
    }
}

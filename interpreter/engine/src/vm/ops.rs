//! The loop that reads ops. What is done most stands here: pure ops, jumps, and effects where nobody watches and nothing
//! falls short. All else goes to the function of its family.

use super::lists::card_id;
use super::pure::{arithmetic, compare};
use super::{FaultKind, Machine, Next, Run, Trap};
use crate::ids::StateId;
use crate::program::nouns::Class;
use crate::program::op::{NO_REG, Op, Pc, R};
use crate::program::purity::larger_pure_op;
use crate::state::Ending;
use crate::state::changed::Changed;
use crate::state::stack::*;

/// What ended a stretch of code.
pub(crate) enum Ran {
    Yield(Reg),
    /// One op is done, where no more was asked for.
    Once,
    /// An effect stands where there may be none.
    Effect,
    /// An effect left something else to do, or there is nothing to run.
    Stopped(Run<Next>),
}

impl Machine<'_> {
    /// Runs ops from `at` on, with their effects or without, or just one. A trap of a pure op leaves its place in `at`;
    /// effects keep theirs in the frame.
    #[inline(always)]
    pub(crate) fn ops<const EFFECTS: bool, const ONCE: bool>(&mut self, at: &mut Pc) -> Run<Ran> {
        let p = self.p;
        let mut done = false;
        loop {
            if ONCE && std::mem::replace(&mut done, true) {
                return Ok(Ran::Once);
            }
            match self.fuel.checked_sub(1) {
                Some(left) => self.fuel = left,
                None => {
                    let paid = if EFFECTS { self.burn_recording(*at) } else { self.burn(1) };
                    if let Err(trap) = paid {
                        return Ok(Ran::Stopped(Err(trap)));
                    }
                }
            }
            let Some(op) = p.ops.get(*at as usize) else {
                return Ok(Ran::Stopped(Err(Trap::Fault(&FaultKind::Broken("the code ends without a return")))));
            };
            match *op {
                Op::Const { d, v } => self.put(d, reg(v)),
                Op::Copy { d, s } => self.put(d, self.get(s)),
                Op::Me { d } => self.put(d, reg(self.ctx.me)),
                Op::This { d } => self.put(d, reg(self.ctx.this)),
                Op::Who { d } => self.put(d, reg(self.ctx.who)),
                Op::Active { d } => self.put(d, reg(self.s.flow.active)),
                Op::Call { f, d, a } => {
                    let value = self.function(f, a)?;
                    self.put(d, value);
                }
                Op::Load { d, slot } => self.put(d, reg(self.s.read(slot))),
                Op::LoadOf { d, of, first } => {
                    let bearer = self.get(of);
                    let value = if bearer < 0 { NONE } else { reg(self.s.read(first + bearer as u32)) };
                    self.put(d, value);
                }
                Op::Attribute { d, of, attribute } => {
                    let value = match card_id(self.get(of)) {
                        Some(card) => {
                            let design = self.design_of(card)?;
                            self.design_attribute(design, attribute)
                        }
                        None => NONE,
                    };
                    self.put(d, value);
                }
                Op::Place { d, zone, of } => {
                    let place = self.place_of(zone, self.get(of));
                    self.put(d, place);
                }
                Op::Not { d, s } => self.put(d, Reg::from(self.get(s) != 1)),
                Op::Compare { how, d, a, b } => {
                    let yes = compare(how, self.get(a), self.get(b));
                    self.put(d, Reg::from(yes));
                }
                Op::Arithmetic { how, d, a, b } => {
                    let value = arithmetic(how, self.get(a), self.get(b))?;
                    self.put(d, value);
                }
                Op::Count { d, list } => {
                    let list = self.get(list);
                    let count = if list == NONE { NONE } else { list_parts(list).1 as Reg };
                    self.put(d, count);
                }
                Op::First { d, list } => {
                    let value = self.item(self.get(list), 0).map_or(NONE, reg);
                    self.put(d, value);
                }
                Op::Jump { to } => {
                    *at = to;
                    continue;
                }
                Op::JumpIf { s, to } => {
                    if self.get(s) == 1 {
                        *at = to;
                        continue;
                    }
                }
                Op::JumpIfNot { s, to } => {
                    if self.get(s) != 1 {
                        *at = to;
                        continue;
                    }
                }
                Op::JumpIfNone { s, to } => {
                    if self.get(s) == NONE {
                        *at = to;
                        continue;
                    }
                }
                Op::JumpCompare { how, when, a, b, to } => {
                    if compare(how, self.get(a), self.get(b)) == when {
                        *at = to;
                        continue;
                    }
                }
                Op::JumpAny { when, list, test, r, to } => {
                    let any = self.count_test(self.get(list), test, self.get_or_none(r), true, 1)? > 0;
                    if any == when {
                        *at = to;
                        continue;
                    }
                }
                Op::JumpAnyLine { when, lines, test, r, to } => {
                    if self.any_line(self.get(lines), test, self.get_or_none(r))? == when {
                        *at = to;
                        continue;
                    }
                }
                Op::Next { item, list, index, exit } => {
                    let i = self.get(index);
                    match self.item(self.get(list), i as usize) {
                        Some(value) => {
                            self.put(item, reg(value));
                            self.put(index, i + 1);
                        }
                        None => {
                            *at = exit;
                            continue;
                        }
                    }
                }
                Op::Again { item, list, index, body } => {
                    let i = self.get(index);
                    if let Some(value) = self.item(self.get(list), i as usize) {
                        self.put(item, reg(value));
                        self.put(index, i + 1);
                        *at = body;
                        continue;
                    }
                }
                Op::Mark { d } => self.put(d, self.list_mark() as Reg),
                Op::Release { s } => {
                    let mark = self.get(s);
                    if let Ok(mark) = usize::try_from(mark) {
                        self.s.stack.lists.truncate(mark);
                    }
                }
                Op::Yield { s } => return Ok(Ran::Yield(self.get(s))),
                Op::Gain { state, amount, on, lose } if EFFECTS && self.gain_unwatched(state, amount, on, lose) => {}
                Op::Set { state, of, s } if EFFECTS && self.set_unwatched(state, of, s) => {}
                Op::Settle if EFFECTS && !self.s.flow.dirty && self.s.flow.end == Ending::No => {}
                Op::Require { s, .. } if EFFECTS && self.get(s) != NONE => {}
                Op::Needs { s } if EFFECTS && self.get(s) == 1 && !self.p.cover => {}
                Op::SetDoer { d, s, .. } if EFFECTS && self.get(s) != NONE => {
                    let doer = word(self.get(s));
                    self.put(d, reg(self.ctx.me));
                    self.set_me(doer);
                }
                Op::RestoreDoer { s } if EFFECTS => {
                    let doer = word(self.get(s));
                    self.set_me(doer);
                }
                larger_pure_op!() => self.pure_op(op)?,
                _ if EFFECTS => {
                    // The op stays the frame's place until it is through, so that it can be executed again.
                    self.set_pc(*at);
                    match self.effect(op, *at) {
                        Ok(Next::Op) => {}
                        Ok(Next::Jump(to)) => {
                            *at = to;
                            continue;
                        }
                        Ok(Next::Frames) => {
                            // A frame was pushed on top: this one goes on behind the op.
                            let below = self.s.stack.frames.len().saturating_sub(2);
                            if let Some(frame) = self.s.stack.frames.get_mut(below) {
                                frame.pc = *at + 1;
                            }
                            return Ok(Ran::Stopped(Ok(Next::Frames)));
                        }
                        other => return Ok(Ran::Stopped(other)),
                    }
                }
                _ => return Ok(Ran::Effect),
            }
            *at += 1;
        }
    }

    /// Whether anybody wants to know what happens: a trace, the keys, or whoever records what ran.
    #[inline(always)]
    pub(crate) fn told(&self) -> bool {
        self.trace.is_some() || self.s.keys.on() || self.p.cover
    }

    /// Where a state of a bearer stands; nothing where the doer's seat has to be asked for, or where it is absent.
    #[inline(always)]
    fn slot_at(&mut self, first: u32, len: u32, on: Class, bearer: R) -> Option<&mut i32> {
        let bearer = match on {
            Class::Game => 0,
            Class::Actor if bearer == NO_REG => Reg::from(self.ctx.me),
            _ if bearer == NO_REG => return None,
            _ => self.get(bearer),
        };
        if bearer < 0 || bearer >= Reg::from(len) {
            return None;
        }
        self.s.slots.get_mut(first as usize + bearer as usize)
    }

    /// `gain` and `lose` where nobody hears of it and no bound stops it; else nothing is done yet.
    #[inline(always)]
    fn gain_unwatched(&mut self, state: u16, amount: R, on: R, lose: bool) -> bool {
        let Some(info) = self.p.quick_states.get(state as usize) else { return false };
        let amount = self.get(amount);
        // What is absent is negative, too. A bearer that is given and absent skips the statement, for the game too.
        if !info.gains || amount < 0 || self.told() || (on != NO_REG && self.get(on) == NONE) {
            return false;
        }
        let Some(place) = self.slot_at(info.first, info.len, info.on, on) else { return false };
        let new = Reg::from(*place) + if lose { -amount } else { amount };
        if new < Reg::from(info.min) || new > Reg::from(info.max) {
            return false;
        }
        if amount != 0 {
            *place = new as i32;
            self.s.touched_only(Changed::state(StateId(state)));
        }
        true
    }

    /// `set` where nobody hears of it; else nothing is done yet.
    #[inline(always)]
    fn set_unwatched(&mut self, state: u16, of: R, s: R) -> bool {
        let Some(info) = self.p.quick_states.get(state as usize) else { return false };
        let to = self.get(s);
        if !info.sets || to == NONE || self.told() || (of != NO_REG && self.get(of) == NONE) {
            return false;
        }
        let value = word(to).clamp(info.min, info.max);
        let Some(place) = self.slot_at(info.first, info.len, info.on, of) else { return false };
        if *place != value {
            *place = value;
            self.s.touched_only(Changed::state(StateId(state)));
        }
        true
    }
}

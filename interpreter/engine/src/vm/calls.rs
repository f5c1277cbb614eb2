//! Calls of actions and abilities that nobody hears of: their frames come and go where ops are read.

use super::lists::card_id;
use super::{Context, DEPTH, EMPTY, Machine, add_registers};
use crate::ids::AbilityId;
use crate::program::Fallible;
use crate::program::nouns::{ABSENT, Word};
use crate::program::op::{Pc, R};
use crate::state::stack::*;

impl Machine<'_> {
    /// Where the innermost frame goes on, if it runs ops: its words mean what they mean there from now on.
    #[inline]
    pub(super) fn enter_code(&mut self) -> Option<Pc> {
        let frame = self.s.stack.frames.last()?;
        if !frame.kind.runs_ops() {
            return None;
        }
        self.ctx = Context::of(frame);
        Some(frame.pc)
    }

    /// Begins the body of an action at once, where nobody hears of it and it is known to be possible; else nothing is done
    /// yet. Where it begins.
    #[inline(always)]
    pub(super) fn called(&mut self, at: Pc, action: u16, args: R, give: R, asked: bool) -> Option<Pc> {
        let call = self.p.calls.get(usize::from(action))?;
        let stack = &mut self.s.stack;
        let from = self.ctx.base + usize::from(args);
        let given = stack.regs.get(from..from + usize::from(call.params))?;
        let heard = call.unless_lasting && !self.s.lasting.is_empty();
        let possible = (call.free || (call.unheard && asked)) && !heard;
        let mut first = EMPTY;
        let [one, two, ..] = &mut first;
        let (absent, more) = match *given {
            [] => (false, false),
            [a] => {
                *one = a;
                (a == NONE, false)
            }
            [a, b] => {
                (*one, *two) = (a, b);
                (a == NONE || b == NONE, false)
            }
            _ => (given.contains(&NONE), true),
        };
        if !possible || absent || self.told || self.clauses.is_some() || stack.frames.len() >= DEPTH {
            return None;
        }
        let caller = stack.frames.last_mut()?;
        caller.pc = at + 1;
        let region = caller.region;
        let base = stack.regs.len();
        if call.registers > 0 {
            stack.regs.extend_from_slice(&first);
            if usize::from(call.registers) > EMPTY.len() {
                add_registers(&mut stack.regs, usize::from(call.registers) - EMPTY.len());
            }
        }
        if more {
            self.copy_within(from, base, usize::from(call.params));
        }
        (self.ctx.base, self.ctx.this, self.ctx.who) = (base, ABSENT, ABSENT);
        let pc = if asked { call.asked } else { call.body };
        let frame = self.new_frame(FrameKind::Code, pc, base, region);
        self.s.stack.frames.push(Frame { subject: action, give, ..frame });
        Some(pc)
    }

    /// Goes back from code to the code that called it, where nobody waits for its end; else nothing is done yet. Where
    /// that goes on.
    #[inline(always)]
    pub(super) fn returned(&mut self) -> Option<Pc> {
        let stack = &mut self.s.stack;
        let [.., caller, ended] = stack.frames.as_slice() else { return None };
        let to_code = caller.kind.runs_ops();
        let of_ability = ended.kind == FrameKind::Ability;
        if !to_code || !(of_ability || ended.kind == FrameKind::Code) || self.goal.is_some() || self.p.cover {
            return None;
        }
        if of_ability {
            return self.ability_ended();
        }
        self.ctx = Context::of(caller);
        let back = caller.pc;
        stack.regs.truncate(ended.base as usize);
        stack.lists.truncate(ended.lists as usize);
        stack.frames.pop();
        stack.done = true;
        Some(back)
    }

    /// The same where an ability ends, and nothing waits for that.
    #[inline(never)]
    fn ability_ended(&mut self) -> Option<Pc> {
        if self.s.stack.abilities < 2 {
            // What waits for the end of effects is asked again.
            self.s.flow.dirty |= self.waits_for_end();
            if !self.settled() {
                return None;
            }
        }
        self.s.stack.abilities = self.s.stack.abilities.saturating_sub(1);
        self.s.stack.done = true;
        self.pop_frame();
        self.enter_code()
    }

    /// Begins an ability at once, where it need not be asked about and nobody is told; else nothing is done yet.
    #[inline(never)]
    pub(super) fn began_ability(&mut self, at: Pc, of: R, ability: u16, as_this: bool, demanded: bool) -> Option<Pc> {
        let p = self.p;
        let card = card_id(self.get(of))?;
        let known = self.s.card(card).filter(|c| c.group == 0 && self.prober == ABSENT);
        let info = known.and_then(|c| p.ability(c.design, AbilityId(ability)))?;
        let certain = info.certain && self.ctx.me != ABSENT;
        let asked = info.fallible == Fallible::Never || certain || (info.checks_itself && demanded);
        let asked = asked && info.limit.is_none();
        let stack = &mut self.s.stack;
        if !asked || self.told || self.clauses.is_some() || stack.frames.len() >= DEPTH {
            return None;
        }
        let caller = stack.frames.last_mut()?;
        caller.pc = at + 1;
        // A possible ability never fails a full region around it.
        let region = if info.full { caller.region } else { 0 };
        let base = stack.regs.len();
        add_registers(&mut stack.regs, info.registers.into());
        stack.abilities += 1;
        self.ctx.base = base;
        self.ctx.this = if as_this { self.ctx.this } else { Word::from(card.0) };
        self.ctx.who = ABSENT;
        let (frame, index) = (self.new_frame(FrameKind::Ability, info.code, base, region), info.full || demanded);
        self.s.stack.frames.push(Frame { subject: ability, index: index.into(), ..frame });
        Some(info.code)
    }
}

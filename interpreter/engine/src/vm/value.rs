//! Pure code on the side: values with all that modifies them, conditions, guards.

use super::lists::card_id;
use super::ops::Ran;
use super::pure::checked;
use super::{Context, Machine, NESTED, Plain, Run, Trap, add_registers};
use crate::ids::*;
use crate::program::nouns::{ABSENT, Word};
use crate::program::op::{FIRST_CONSTANT, FIRST_SLOT, Op, Pc, R};
use crate::program::{HookIndex, HookKind};
use crate::state::stack::*;
use crate::vocabulary::How;

impl Machine<'_> {
    // ---- pure code on the side

    /// Runs pure code in the current frame's registers.
    pub(crate) fn eval(&mut self, mut pc: Pc) -> Run<Reg> {
        match self.ops::<false, false>(&mut pc)? {
            Ran::Yield(value) => Ok(value),
            Ran::Stopped(Err(trap)) => Err(trap),
            Ran::Stopped(Ok(_)) | Ran::Once | Ran::Effect => Err(Trap::Fault(Plain::EffectInCondition)),
        }
    }

    /// Runs pure code that yields a word, and forgets the lists it made.
    pub(crate) fn eval_word(&mut self, pc: Pc) -> Run<Reg> {
        let mark = self.list_mark();
        let value = self.eval(pc);
        self.s.stack.lists.truncate(mark);
        value
    }

    /// Runs `work` with other registers and other meanings of `me`, `this` and `who`.
    pub(crate) fn aside<T>(
        &mut self,
        registers: u16,
        me: Word,
        this: Word,
        who: Word,
        work: impl FnOnce(&mut Self) -> Run<T>,
    ) -> Run<T> {
        let base = self.s.stack.regs.len();
        if base > 60_000 || self.nested >= NESTED {
            return Err(Trap::Fault(Plain::TooDeep));
        }
        self.nested += 1;
        add_registers(&mut self.s.stack.regs, registers as usize);
        let saved = std::mem::replace(&mut self.ctx, Context { base, me, this, who });
        let result = work(self);
        self.ctx = saved;
        self.nested -= 1;
        self.s.stack.regs.truncate(base);
        result
    }

    /// Copies registers of an outer base to the current first registers.
    #[inline]
    pub(crate) fn copy_args(&mut self, from: usize, to: R, count: u16) {
        for i in 0..count as usize {
            let value = self.s.stack.regs.get(from + i).copied().unwrap_or(NONE);
            self.put(to + i as u16, value);
        }
    }

    /// A value of its arguments, with everything that modifies it: `to`, `times`, `by`, then its bounds.
    pub(crate) fn value(&mut self, id: ValueId, args: R) -> Run<Reg> {
        let p = self.p;
        let Some(info) = p.values.get(id.index()) else { return Ok(NONE) };
        let from = self.ctx.base + args as usize;
        if (0..info.params as usize).any(|i| self.s.stack.regs.get(from + i).copied().unwrap_or(NONE) == NONE) {
            return Ok(NONE);
        }
        let mut result = match self.plain(info.base).map_or_else(|| self.printed(info.base, from), |n| Ok(Some(n)))? {
            Some(number) => number,
            None => {
                let mark = self.list_mark();
                let result = self.aside(info.registers, ABSENT, ABSENT, ABSENT, |m| {
                    m.copy_args(from, 0, info.params);
                    m.eval(info.base)
                })?;
                if info.list {
                    return self.compact(mark, result);
                }
                self.s.stack.lists.truncate(mark);
                result
            }
        };
        // Setup is quiet: nothing modifies anything yet.
        if !info.modifiers.is_empty() && !self.s.flow.quiet && self.any_live(&info.modifiers) {
            result = self.modified(&info.modifiers, from, info.params, result)?;
        }
        for (bound, floor) in [(info.at_least, true), (info.at_most, false)] {
            let Some(pc) = bound else { continue };
            let limit = match self.plain(pc) {
                Some(number) => number,
                None => self.aside(info.registers, ABSENT, ABSENT, ABSENT, |m| {
                    m.copy_args(from, 0, info.params);
                    m.eval_word(pc)
                })?,
            };
            if limit != NONE && result != NONE {
                result = if floor { result.max(limit) } else { result.min(limit) };
            }
        }
        Ok(result)
    }

    /// The number that code yields, where it is no more than a plain number: most bounds are, and many values.
    #[inline]
    fn plain(&self, pc: Pc) -> Option<Reg> {
        match self.p.ops.get(pc as usize) {
            Some(Op::Yield { s }) if (FIRST_CONSTANT..FIRST_SLOT).contains(s) => Some(self.get(*s)),
            _ => None,
        }
    }

    /// The attribute that code yields, where it is no more than one of an argument: what stands on a card, most often.
    #[inline]
    fn printed(&self, pc: Pc, args: usize) -> Run<Option<Reg>> {
        let Some([Op::Attribute { d, of, attribute }, Op::Yield { s }]) = self.p.ops.get(pc as usize..pc as usize + 2)
        else {
            return Ok(None);
        };
        if d != s || *of >= FIRST_CONSTANT {
            return Ok(None);
        }
        match self.s.stack.regs.get(args + *of as usize).copied().and_then(card_id) {
            Some(card) => Ok(Some(self.design_attribute(self.design_of(card)?, *attribute))),
            None => Ok(None),
        }
    }

    /// `to` (the latest wins), then `times`, then `by`.
    fn modified(&mut self, index: &HookIndex, args: usize, params: u16, base: Reg) -> Run<Reg> {
        let (mut value, mut times, mut by) = (base, 1i64, 0i64);
        self.each_live_hook(index, ABSENT, &mut |m, hook, me, this, captured| {
            let Some(info) = m.p.hooks.get(hook.index()) else { return Ok(()) };
            let HookKind::Modify(how) = info.kind else { return Ok(()) };
            let found = m.aside(info.registers, me, this, ABSENT, |m| {
                m.put_captures(info.captures, captured);
                m.copy_args(args, info.captures, params);
                if let Some(cond) = info.cond
                    && m.eval_word(cond)? != 1
                {
                    return Ok(NONE);
                }
                m.eval_word(info.code)
            })?;
            if found != NONE {
                m.cover_hook(hook);
                match how {
                    How::To => value = found,
                    How::Times => times = times.saturating_mul(found),
                    How::By => by = by.saturating_add(found),
                }
            }
            Ok(())
        })?;
        if value == NONE {
            return Ok(NONE);
        }
        checked(value.saturating_mul(times).saturating_add(by))
    }

    /// Writes what a lasting effect captured to the first registers.
    pub(crate) fn put_captures(&mut self, count: u16, lasting: Option<usize>) {
        let Some(captures) = lasting.and_then(|at| self.s.lasting.get(at)).map(|l| l.captures) else { return };
        for (i, value) in captures.iter().take(count as usize).enumerate() {
            self.put(i as u16, *value);
        }
    }
}

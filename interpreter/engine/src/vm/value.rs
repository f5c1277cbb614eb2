//! Pure code on the side: values with all that modifies them, conditions, guards.

use super::lists::card_id;
use super::ops::Ran;
use super::pure::checked;
use super::{Context, Machine, NESTED, Plain, Run, Trap, add_registers};
use crate::ids::*;
use crate::program::asks::{PlainRead, PlainYield};
use crate::program::nouns::{ABSENT, Word};
use crate::program::op::{Op, Pc, R};
use crate::program::{CERTAINLY, HookIndex, HookKind, ValueInfo};
use crate::state::stack::*;
use crate::sure::sure;
use crate::vocabulary::How;

impl Machine<'_> {
    // ---- pure code on the side

    /// Runs pure code in the current frame's registers.
    pub(crate) fn eval(&mut self, mut pc: Pc) -> Run<Reg> {
        match self.ops::<false>(&mut pc)? {
            Ran::Yield(value) => Ok(value),
            Ran::Stopped(Err(trap)) => Err(trap),
            Ran::Stopped(Ok(_)) | Ran::Step(_) | Ran::Effect => Err(Trap::Fault(Plain::EffectInCondition)),
        }
    }

    /// The list that pure code yields, most often one that is always the same.
    #[inline]
    pub(crate) fn set_of(&mut self, pc: Pc) -> Run<Reg> {
        match self.p.ops.get(pc as usize) {
            Some(Op::Yield { s }) => Ok(self.get(*s)),
            _ => self.eval(pc),
        }
    }

    /// Runs pure code that yields a word, and forgets the lists it made.
    pub(crate) fn eval_word(&mut self, pc: Pc) -> Run<Reg> {
        let mark = self.list_mark();
        let value = self.eval(pc);
        self.s.stack.lists.truncate(mark);
        value
    }

    /// What pure code yields, without running it where it is known what it comes to.
    #[inline]
    pub(super) fn yielded(&mut self, code: Pc, plain: Option<PlainYield>) -> Run<Reg> {
        match plain {
            None => self.eval_word(code),
            Some(plain @ (PlainYield::Counts(..) | PlainYield::Compares(..) | PlainYield::ComparesBeside(..))) => {
                Ok(Reg::from(self.told_plainly(&plain)))
            }
            Some(PlainYield::PaysMix(group, amount)) => Ok(Reg::from(self.can_pay_mix(group.0, self.get(amount))?)),
            Some(PlainYield::Certainty(asked)) => self.certainty(&asked),
            Some(PlainYield::IsCertain(asked)) => Ok(Reg::from(self.certainty(&asked)? == CERTAINLY)),
        }
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
    #[inline]
    pub(crate) fn value(&mut self, id: ValueId, args: R) -> Run<Reg> {
        self.value_at(id, self.ctx.base + args as usize)
    }

    /// The same with its arguments from this place among all registers on.
    pub(super) fn value_at(&mut self, id: ValueId, from: usize) -> Run<Reg> {
        let p = self.p;
        let Some(info) = sure(p.values.get(id.index())) else { return Ok(NONE) };
        let given = self.s.stack.regs.get(from..from + info.params as usize);
        if given.is_none_or(|given| given.contains(&NONE)) {
            return Ok(NONE);
        }
        let modified = self.is_modified(info);
        match &info.plain {
            Some(plain) => {
                let given = |param: u16| self.s.stack.regs.get(from + param as usize).copied().unwrap_or(NONE);
                let result = match plain.read {
                    PlainRead::Number(number) => number,
                    PlainRead::Attribute(param, attribute) => match card_id(given(param)) {
                        Some(card) => self.design_attribute(self.design_of(card)?, attribute),
                        None => NONE,
                    },
                    PlainRead::Lookup(param, list) => self.looked_up(given(param), list),
                };
                if !modified {
                    return Ok(plain.within(result));
                }
                let find = |m: &mut Self| Ok(plain.within(m.modified(&info.modifiers, from, info.params, result)?));
                match &info.kept {
                    Some(kept) => self.kept(kept, from, find),
                    None => find(self),
                }
            }
            None => self.reckoned(info, from, modified),
        }
    }

    /// A value of the doer and something else, which is the parameter of this number.
    pub(super) fn value_of_doer(&mut self, id: ValueId, param: u16, about: Reg) -> Run<Reg> {
        let p = self.p;
        let Some(info) = sure(p.values.get(id.index())) else { return Ok(NONE) };
        let (params, me) = (info.params, reg(self.ctx.me));
        if let (Some(kept), Some(plain)) = (&info.kept, &info.plain)
            && about != NONE
            && self.is_modified(info)
        {
            if let (PlainRead::Attribute(..), Some(card)) = (plain.read, card_id(about)) {
                self.design_of(card)?;
            }
            if let Some(value) = self.kept_before(kept, |i| if i == usize::from(param) { about } else { me })? {
                return Ok(value);
            }
        }
        let from = self.s.stack.regs.len();
        self.s.stack.regs.extend((0..params).map(|i| if i == param { about } else { me }));
        let value = self.value_at(id, from);
        self.s.stack.regs.truncate(from);
        value
    }

    /// Whether something may modify a value now. Setup is quiet: nothing modifies anything yet.
    #[inline]
    pub(super) fn is_modified(&mut self, info: &ValueInfo) -> bool {
        !info.modifiers.is_empty() && !self.s.flow.quiet && self.any_live(&info.modifiers)
    }

    /// A value that takes code.
    fn reckoned(&mut self, info: &ValueInfo, from: usize, modified: bool) -> Run<Reg> {
        let mark = self.list_mark();
        let mut result = self.aside(info.registers, ABSENT, ABSENT, ABSENT, |m| {
            m.copy_args(from, 0, info.params);
            m.eval(info.base)
        })?;
        if info.list {
            return self.compact(mark, result);
        }
        self.s.stack.lists.truncate(mark);
        if modified {
            result = self.modified(&info.modifiers, from, info.params, result)?;
        }
        for (bound, floor) in [(info.at_least, true), (info.at_most, false)] {
            let Some(pc) = bound else { continue };
            let limit = self.aside(info.registers, ABSENT, ABSENT, ABSENT, |m| {
                m.copy_args(from, 0, info.params);
                m.eval_word(pc)
            })?;
            if limit != NONE && result != NONE {
                result = if floor { result.max(limit) } else { result.min(limit) };
            }
        }
        Ok(result)
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

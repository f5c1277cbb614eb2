//! Pure code on the side: values with all that modifies them, conditions, guards; and which hooks are live.

use super::ops::Ran;
use super::pure::checked;
use super::{Context, FaultKind, Machine, NESTED, Run, Trap};
use crate::ids::*;
use crate::program::nouns::{ABSENT, Class, Word};
use crate::program::op::{FIRST_CONSTANT, FIRST_SLOT, Op, Pc, R};
use crate::program::{HookIndex, HookKind, HookSource};
use crate::state::cards::NOBODY;
use crate::state::stack::*;
use crate::vocabulary::How;

/// What is done for each live hook: the machine, the hook, `me`, `this`, the place of a lasting one.
pub(crate) type OnHook<'f, M> = dyn FnMut(&mut M, HookId, Word, Word, Option<usize>) -> Run<()> + 'f;

impl Machine<'_> {
    // ---- pure code on the side

    /// Runs pure code in the current frame's registers.
    pub(crate) fn eval(&mut self, mut pc: Pc) -> Run<Reg> {
        match self.ops::<false, false>(&mut pc)? {
            Ran::Yield(value) => Ok(value),
            Ran::Stopped(Err(trap)) => Err(trap),
            Ran::Stopped(Ok(_)) | Ran::Once | Ran::Effect => {
                Err(Trap::Fault(&FaultKind::Broken("an effect stands in a condition")))
            }
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
            return Err(Trap::Fault(&FaultKind::TooDeep));
        }
        self.nested += 1;
        self.s.stack.regs.resize(base + registers as usize, NONE);
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
        let mark = self.list_mark();
        let result = self.aside(info.registers, ABSENT, ABSENT, ABSENT, |m| {
            m.copy_args(from, 0, info.params);
            m.eval(info.base)
        })?;
        if info.list {
            return self.compact(mark, result);
        }
        self.s.stack.lists.truncate(mark);
        let mut result = result;
        // Setup is quiet: nothing modifies anything yet.
        if !info.modifiers.is_empty() && !self.s.flow.quiet {
            result = self.modified(&info.modifiers, from, info.params, result)?;
        }
        for (bound, floor) in [(info.at_least, true), (info.at_most, false)] {
            let Some(pc) = bound else { continue };
            let limit = match p.ops.get(pc as usize) {
                // Most bounds are plain numbers.
                Some(Op::Yield { s }) if (FIRST_CONSTANT..FIRST_SLOT).contains(s) => self.get(*s),
                _ => self.aside(info.registers, ABSENT, ABSENT, ABSENT, |m| {
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

    /// Calls `work` for each hook of an index that is live now: rules, cards of each actor, cards of the table, lasting ones.
    /// The arguments are hook, `me`, `this` and what a lasting one captured. `doer` is `me` for rules and the table's cards.
    pub(crate) fn each_live_hook(&mut self, index: &HookIndex, doer: Word, work: &mut OnHook<'_, Self>) -> Run<()> {
        for hook in &index.rules {
            work(self, *hook, doer, ABSENT, None)?;
        }
        if !index.designs.is_empty() {
            let actors = self.p.nouns.actors.len() as Word;
            let from = self.s.flow.active.max(0);
            for turn in 0..actors {
                let actor = (from + turn).rem_euclid(actors.max(1));
                for zone in &index.zones {
                    if !self.nothing_of(*zone, actor) {
                        self.live_in_zone(index, *zone, Some(actor), doer, work)?;
                    }
                }
            }
            for zone in &index.zones {
                if self.p.nouns.zones.get(zone.index()).is_some_and(|def| def.per != Class::Actor) {
                    self.live_in_zone(index, *zone, None, doer, work)?;
                }
            }
        }
        if !index.lasting.is_empty() {
            for at in 0..self.s.lasting.len() {
                let Some(lasting) = self.s.lasting.get(at).copied() else { break };
                if index.lasting.contains(&lasting.hook) {
                    work(self, lasting.hook, lasting.me, lasting.this, Some(at))?;
                }
            }
        }
        Ok(())
    }

    /// Whether a zone that every actor has is empty for one of them: what is asked for most.
    #[inline(always)]
    fn nothing_of(&self, zone: ZoneId, actor: Word) -> bool {
        let def = self.p.nouns.zones.get(zone.index());
        def.is_some_and(|def| {
            def.per == Class::Actor && self.s.pile(PlaceId(def.first_place.0 + actor as u16)).top == NOBODY
        })
    }

    /// Live cards of one zone: of an actor, or (without one) of the table and its spaces.
    fn live_in_zone(
        &mut self,
        index: &HookIndex,
        zone: ZoneId,
        actor: Option<Word>,
        doer: Word,
        work: &mut OnHook<'_, Self>,
    ) -> Run<()> {
        let Some(def) = self.p.nouns.zones.get(zone.index()) else { return Ok(()) };
        let first = def.first_place.0;
        let (start, end, me) = match (def.per, actor) {
            (Class::Actor, Some(actor)) => (first + actor as u16, first + actor as u16 + 1, actor),
            (Class::Seat, Some(actor)) => {
                let Some(seat) = self.seat_of(actor) else { return Ok(()) };
                // A seat's cards count once, for its first actor.
                let first_actor = self.p.nouns.actors.iter().position(|a| a.seat == Some(seat));
                if first_actor != usize::try_from(actor).ok() {
                    return Ok(());
                }
                (first + seat.0, first + seat.0 + 1, actor)
            }
            (Class::Game, None) => (first, first + 1, doer),
            (Class::Space, None) => (first, first + self.p.nouns.spaces.len() as u16, doer),
            _ => return Ok(()),
        };
        for place in start..end {
            let mut next = self.s.pile(PlaceId(place)).top;
            let mut left = self.s.cards.len();
            while let Some(card) = self.s.cards.get(next as usize).copied()
                && left > 0
            {
                left -= 1;
                let id = next;
                next = card.below;
                if card.group != 0 {
                    continue;
                }
                // While somebody asks what can be done, cards that this one does not know do not speak.
                if self.prober != ABSENT && !self.knows(self.seat_of(self.prober), ComponentId(id)) {
                    continue;
                }
                for hook in index.of_design(card.design) {
                    let live = match self.p.hooks.get(hook.index()).map(|h| &h.source) {
                        Some(HookSource::Design { zones, face }) => {
                            zones & (1 << (zone.0 & 63)) != 0 && face.is_none_or(|up| up == card.up)
                        }
                        _ => false,
                    };
                    if live {
                        work(self, hook, me, Word::from(id), None)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Writes what a lasting effect captured to the first registers.
    pub(crate) fn put_captures(&mut self, count: u16, lasting: Option<usize>) {
        let Some(captures) = lasting.and_then(|at| self.s.lasting.get(at)).map(|l| l.captures) else { return };
        for (i, value) in captures.iter().take(count as usize).enumerate() {
            self.put(i as u16, *value);
        }
    }
}

//! Payments and mixes of stuff, piece by piece as the payer picks.

use super::payment::Payment;
use super::{Machine, Next, Run};
use crate::ids::*;
use crate::program::nouns::{ABSENT, Class, Word};
use crate::program::op::R;
use crate::state::stack::*;
use crate::trace::Mark;
use crate::vocabulary::Primitive;

/// What pieces a payment may be made of.
#[derive(Clone, Copy)]
pub(crate) struct Mix {
    /// A group of stuff, or `u16::MAX`: then each piece counts one.
    pub group: u16,
    /// A list of sorts, instead of all of the group.
    pub sorts: Reg,
    /// A bundle: nothing but pieces of it.
    pub within: Reg,
}

impl Machine<'_> {
    /// What one of a sort is worth to the payer.
    fn worth(&mut self, group: u16, stuff: StuffId) -> Run<Reg> {
        let p = self.p;
        let Some(def) = p.nouns.stuff_groups.get(group as usize) else { return Ok(1) };
        let plain = p.nouns.stuff.get(stuff.index()).map_or(1, |s| s.worth);
        let Some(value) = def.worth else { return Ok(Reg::from(plain)) };
        let me = self.ctx.me;
        self.aside(2, me, ABSENT, ABSENT, |m| {
            m.put(0, reg(me));
            m.put(1, Reg::from(stuff.0));
            m.value(value, 0)
        })
    }

    /// Pays an amount in sorts of a group (or of a list), the payer picking piece by piece.
    pub(crate) fn pay_mix(&mut self, info: u16, group: u16, amount: R, sorts: R, d: R, progress: R) -> Run<Next> {
        let mix = Mix { group, sorts: self.get_or_none(sorts), within: NONE };
        let amount = self.get(amount);
        if amount == NONE {
            self.mark_here(Mark::Skipped);
            return self.condition_failed();
        }
        if self.get(progress) == NONE {
            if amount > 0 && self.hooked(Primitive::Pay) {
                return self.pay_as_event(Payment { counter: NONE, amount, bundle: NONE, mix, info }, d);
            }
            let bundle = self.new_bundle()?;
            self.put(d, bundle);
            self.put(progress, 0);
        }
        match self.pick_piece(mix, amount, self.get(d), progress)? {
            Some(true) => {
                self.s.stack.done = true;
                Ok(Next::Op)
            }
            Some(false) if self.open_completable(Question::Sort, info, self.ctx.me, 1, 1)? => Ok(Next::Asked),
            _ => {
                self.mark_here(Mark::NotPaid);
                self.condition_failed()
            }
        }
    }

    /// Takes the answer, and finds what can be picked next; pays once enough is picked. `Some(true)`: it is paid;
    /// `Some(false)`: the options stand in the pending question; `None`: it cannot be paid.
    pub(crate) fn pick_piece(&mut self, mix: Mix, amount: Reg, bundle: Reg, progress: R) -> Run<Option<bool>> {
        if let Some(answer) = self.take_answer() {
            self.put_bundle(bundle, StuffId(answer.tag), 1);
            self.put(progress, Reg::from(answer.tag));
        }
        let last = self.get(progress).max(0) as u16;
        let open = self.mix_open(mix, bundle, amount, last)?;
        if open == Some(true) {
            self.pay_picked(bundle);
        }
        Ok(open)
    }

    /// Fills the options of the next piece, from the sort `last` on. `Some(true)`: enough is picked; `None`: it cannot be paid.
    pub(crate) fn mix_open(&mut self, mix: Mix, bundle: Reg, amount: Reg, last: u16) -> Run<Option<bool>> {
        let mut options = std::mem::take(&mut self.s.stack.pending.options);
        let open = self.mix_options(&mut options, mix, bundle, amount, last);
        self.s.stack.pending.options = options;
        open
    }

    /// Whether the doer can pay so much in pieces of a group.
    pub(crate) fn can_pay_mix(&mut self, group: u16, amount: Reg) -> Run<bool> {
        if amount == NONE {
            return Ok(false);
        }
        // Other questions may be open: theirs are the pending options.
        let mut options = std::mem::take(&mut self.pool.pieces);
        let mix = Mix { group, sorts: NONE, within: NONE };
        let open = self.mix_options(&mut options, mix, NONE, amount, 0);
        self.pool.pieces = options;
        Ok(open?.is_some())
    }

    fn mix_options(
        &mut self,
        options: &mut Vec<Choice>,
        mix: Mix,
        bundle: Reg,
        amount: Reg,
        last: u16,
    ) -> Run<Option<bool>> {
        options.clear();
        let mut paid = 0;
        let me = reg(self.ctx.me);
        let overpay = self.p.nouns.stuff_groups.get(mix.group as usize).is_none_or(|g| g.overpay);
        // First all sorts with what is left of them and their worth, then those are kept that lead to the end.
        for i in 0..self.p.nouns.stuff.len() as u16 {
            if !self.in_mix(mix, i) {
                continue;
            }
            let mut held = self.stuff_slot(StuffId(i), Class::Actor, me).map_or(0, |slot| self.s.read(slot));
            if mix.within != NONE {
                held = held.min(self.item(mix.within, i as usize).unwrap_or(0));
            }
            let picked = self.item(bundle, i as usize).unwrap_or(0);
            if held <= 0 && picked == 0 {
                continue;
            }
            let worth = if mix.group == u16::MAX { 1 } else { self.worth(mix.group, StuffId(i))? };
            paid += Reg::from(picked) * worth.max(0);
            if i >= last && held > picked && worth > 0 {
                options.push(Choice { tag: i, value: worth, weight: (held - picked) as u64 });
            }
        }
        let missing = amount - paid;
        if missing <= 0 {
            return Ok(Some(true));
        }
        // Whether a sort leads to the end is a matter of it and of those behind it.
        let mut i = 0;
        while let Some(option) = options.get(i).copied() {
            let tail = options.get(i..).unwrap_or(&[]);
            if reaches(tail, missing - option.value, option.tag, overpay) {
                i += 1;
            } else {
                options.remove(i);
            }
        }
        Ok(if options.is_empty() { None } else { Some(false) })
    }

    fn in_mix(&self, mix: Mix, stuff: u16) -> bool {
        if mix.within != NONE {
            return self.item(mix.within, stuff as usize).is_some_and(|n| n > 0);
        }
        if mix.sorts != NONE {
            return self.list(mix.sorts).contains(&Word::from(stuff));
        }
        self.p.nouns.stuff_groups.get(mix.group as usize).is_some_and(|g| g.members.contains(&StuffId(stuff)))
    }

    fn pay_picked(&mut self, bundle: Reg) {
        self.trace_paid(bundle);
        self.take_bundle(bundle);
    }

    /// Takes a bundle away from the payer.
    pub(crate) fn take_bundle(&mut self, bundle: Reg) {
        let me = reg(self.ctx.me);
        for i in 0..self.p.nouns.stuff.len() {
            let amount = self.item(bundle, i).unwrap_or(0);
            if amount > 0 {
                self.change_stuff(StuffId::from_index(i), me, -amount);
            }
        }
    }

    /// Moves pieces of several sorts from one holder to another, the doer picking the sorts.
    pub(crate) fn move_mix(&mut self, info: u16, mix: u16, amount: R, sorts: R, holders: R, progress: R) -> Run<Next> {
        let Some((from_class, to_class)) = self.p.mixes.get(mix as usize).copied() else { return Ok(Next::Op) };
        let (from, to) = (self.get(holders), self.get(holders + 1));
        let amount = self.get(amount);
        if self.get(progress) == NONE {
            self.put(progress, 0);
        }
        // Progress: how many were moved, and the last sort.
        let (mut moved, mut last) = (self.get(progress) & 0xffff_ffff, (self.get(progress) >> 32) as u16);
        if let Some(answer) = self.take_answer() {
            self.transfer(StuffId(answer.tag), from_class, from, to_class, to, 1);
            moved += 1;
            last = answer.tag;
            self.put(progress, (Reg::from(last) << 32) | moved);
        }
        if amount == NONE || moved >= amount {
            return Ok(Next::Op);
        }
        let list = self.get(sorts);
        self.s.stack.pending.options.clear();
        for i in 0..self.p.nouns.stuff.len() as u16 {
            let held = self.holding(StuffId(i), from_class, from);
            if i >= last && held > 0 && self.list(list).contains(&Word::from(i)) {
                self.s.stack.pending.options.push(Choice { tag: i, value: 1, weight: held.max(1) as u64 });
            }
        }
        if self.s.stack.pending.options.is_empty() {
            return self.short_then_next();
        }
        let left = (amount - moved).clamp(1, 999) as u16;
        if self.open_completable(Question::Sort, info, self.ctx.me, left, left)? {
            return Ok(Next::Asked);
        }
        self.short_then_next()
    }
}

/// What an exact payment may be worth at the most.
const EXACT: usize = 4096;

/// Whether pieces of these sorts (one of `first` already taken) can make up what is missing.
fn reaches(sorts: &[Choice], missing: Reg, first: u16, overpay: bool) -> bool {
    if missing <= 0 {
        return overpay || missing == 0;
    }
    let pieces = |sort: &Choice| sort.weight as Reg - Reg::from(sort.tag == first);
    let total: Reg = sorts.iter().map(|s| s.value.saturating_mul(pieces(s))).fold(0, Reg::saturating_add);
    if overpay || total < missing {
        return total >= missing;
    }
    if let Some(worth) = sorts.first().map(|s| s.value).filter(|w| sorts.iter().all(|s| s.value == *w)) {
        return missing % worth.max(1) == 0;
    }
    let Some(goal) = usize::try_from(missing).ok().filter(|goal| *goal < EXACT) else { return true };
    // Which amounts can be made, sort by sort: from each, one piece more.
    let mut made = [false; EXACT];
    if let Some(nothing) = made.first_mut() {
        *nothing = true;
    }
    for sort in sorts {
        let worth = sort.value.max(1) as usize;
        for _ in 0..pieces(sort).min(missing / worth as Reg) {
            let mut grew = false;
            for at in (worth..=goal).rev() {
                if !made.get(at).copied().unwrap_or(true) && made.get(at - worth).copied().unwrap_or(false) {
                    if let Some(place) = made.get_mut(at) {
                        *place = true;
                    }
                    grew = true;
                }
            }
            if !grew {
                break;
            }
        }
    }
    made.get(goal).copied().unwrap_or(false)
}

//! Payments and mixes of stuff, piece by piece as the payer picks.

use super::{Machine, Next, Run};
use crate::ids::*;
use crate::program::nouns::{ABSENT, Class, Word};
use crate::program::op::{NO_REG, R};
use crate::state::stack::*;
use crate::trace::Mark;
use crate::vocabulary::Primitive;

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
        let amount = self.get(amount);
        if amount == NONE {
            self.mark_here(Mark::Skipped);
            return self.condition_failed();
        }
        if self.get(progress) == NONE {
            if self.may_not(Primitive::Pay, &[amount])? {
                return self.condition_failed();
            }
            let bundle = self.new_bundle()?;
            self.put(d, bundle);
            self.put(progress, 0);
        }
        let bundle = self.get(d);
        if let Some(answer) = self.take_answer() {
            self.put_bundle(bundle, StuffId(answer.tag), 1);
            self.put(progress, Reg::from(answer.tag));
        }
        let last = self.get(progress).max(0) as u16;
        let overpay = self.p.nouns.stuff_groups.get(group as usize).is_none_or(|g| g.overpay);
        let mut options = std::mem::take(&mut self.s.stack.pending.options);
        let open = self.mix_options(&mut options, group, sorts, bundle, amount, last, overpay);
        self.s.stack.pending.options = options;
        match open? {
            Some(true) => self.pay_picked(bundle, amount),
            Some(false) => self.open_question(Question::Sort, info, self.ctx.me, 1, 1),
            None => {
                self.mark_here(Mark::NotPaid);
                self.condition_failed()
            }
        }
    }

    /// Fills the options of the next piece. `Some(true)`: enough is picked; `None`: it cannot be paid.
    #[allow(clippy::too_many_arguments)]
    fn mix_options(
        &mut self,
        options: &mut Vec<Choice>,
        group: u16,
        sorts: R,
        bundle: Reg,
        amount: Reg,
        last: u16,
        overpay: bool,
    ) -> Run<Option<bool>> {
        options.clear();
        let mut paid = 0;
        let me = reg(self.ctx.me);
        // First all sorts with what is left of them and their worth, then those are kept that lead to the end.
        for i in 0..self.p.nouns.stuff.len() as u16 {
            if !self.in_mix(group, sorts, i) {
                continue;
            }
            let worth = if group == u16::MAX { 1 } else { self.worth(group, StuffId(i))? };
            let held = self.stuff_slot(StuffId(i), Class::Actor, me).map_or(0, |slot| self.s.read(slot));
            let picked = self.item(bundle, i as usize).unwrap_or(0);
            paid += Reg::from(picked) * worth.max(0);
            if i >= last && held > picked && worth > 0 {
                options.push(Choice { tag: i, value: worth, weight: (held - picked) as u64 });
            }
        }
        let missing = amount - paid;
        if missing <= 0 {
            return Ok(Some(true));
        }
        // Which of them (as bits) lead to the end, told before any is taken out.
        let mut keep = 0u64;
        for (i, option) in options.iter().enumerate().take(64) {
            let tail = options.get(i..).unwrap_or(&[]);
            let leads = reaches(tail, missing - option.value, option.tag, overpay);
            keep |= u64::from(leads) << i;
        }
        let mut i = 0;
        options.retain(|_| {
            i += 1;
            i > 64 || keep & (1 << (i - 1)) != 0
        });
        Ok(if options.is_empty() { None } else { Some(false) })
    }

    fn in_mix(&self, group: u16, sorts: R, stuff: u16) -> bool {
        if sorts != NO_REG {
            return self.list(self.get(sorts)).contains(&Word::from(stuff));
        }
        self.p.nouns.stuff_groups.get(group as usize).is_some_and(|g| g.members.contains(&StuffId(stuff)))
    }

    fn pay_picked(&mut self, bundle: Reg, amount: Reg) -> Run<Next> {
        let me = reg(self.ctx.me);
        self.trace_paid(bundle);
        for i in 0..self.p.nouns.stuff.len() {
            let amount = self.item(bundle, i).unwrap_or(0);
            if amount > 0 {
                self.change_stuff(StuffId::from_index(i), me, -amount);
            }
        }
        self.paid_event(amount)
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
        let (mut moved, mut last) = (self.get(progress) & 0xffff, (self.get(progress) >> 16) as u16);
        if let Some(answer) = self.take_answer() {
            self.transfer(StuffId(answer.tag), from_class, from, to_class, to, 1);
            moved += 1;
            last = answer.tag;
            self.put(progress, (Reg::from(last) << 16) | moved);
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
        self.open_question(Question::Sort, info, self.ctx.me, left, left)
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

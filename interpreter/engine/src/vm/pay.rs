//! Payments and mixes of stuff, piece by piece as the payer picks.

use super::payment::Payment;
use super::{Machine, Next, Run};
use crate::ids::*;
use crate::program::Piece;
use crate::program::nouns::{Class, Word};
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
        self.value_of_doer(value, 1, Reg::from(stuff.0))
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
            Some(0) => {
                self.s.stack.done = true;
                Ok(Next::Op)
            }
            Some(missing) if self.open_payment(info, missing)? => Ok(Next::Asked),
            _ => {
                self.mark_here(Mark::NotPaid);
                self.condition_failed()
            }
        }
    }

    /// Asks for the next piece, and says how much is missing.
    pub(crate) fn open_payment(&mut self, info: u16, missing: Reg) -> Run<bool> {
        let missing = u16::try_from(missing).unwrap_or(u16::MAX);
        self.open_completable(Question::Sort, info, self.ctx.me, missing, missing)
    }

    /// Takes the answer, and finds what can be picked next; pays once enough is picked. What is missing then: nothing, and it
    /// is paid, or the options stand in the pending question; `None`: it cannot be paid.
    pub(crate) fn pick_piece(&mut self, mix: Mix, amount: Reg, bundle: Reg, progress: R) -> Run<Option<Reg>> {
        // People pick in any order. In a try one order is enough: the piece that ends a payment is the dearest, so that all
        // which can be paid is paid with the cheaper pieces first. The first pick of a try may be the one that is asked for.
        if let Some(answer) = self.take_answer() {
            self.put_bundle(bundle, StuffId(answer.tag), 1);
            let order = match (self.goal, self.get(progress)) {
                (None, _) => PICKED_FREELY,
                (Some(_), PICKED_FREELY) => TRIED_ONE,
                (Some(_), _) => Reg::from(answer.tag) + FROM_SORT,
            };
            self.put(progress, order);
        }
        let last = u16::try_from(self.get(progress) - FROM_SORT).ok();
        let missing = self.mix_open(mix, bundle, amount, last)?;
        if missing == Some(0) {
            self.pay_picked(bundle);
        }
        Ok(missing)
    }

    /// Fills the options of the next piece; none cheaper than the sort `last`, where there is one. What is missing; `None`: it cannot be paid.
    pub(crate) fn mix_open(&mut self, mix: Mix, bundle: Reg, amount: Reg, last: Option<u16>) -> Run<Option<Reg>> {
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
        let mix = Mix { group, sorts: NONE, within: NONE };
        let most = self.worth_of_all(group)?;
        if amount <= 0 || most < amount || self.overpays(mix) {
            return Ok(amount <= 0 || most >= amount);
        }
        // Other questions may be open: theirs are the pending options.
        let mut pieces = std::mem::take(&mut self.pool.pieces);
        let listed = self.list_pieces(&mut pieces, mix, NONE);
        let exact = pieces.iter().any(|sort| reaches(&pieces, amount - sort.value, sort.tag, false));
        self.pool.pieces = pieces;
        listed.map(|_| exact)
    }

    /// How much the doer can pay in pieces of a group.
    pub(super) fn most_of_mix(&mut self, group: StuffGroupId) -> Run<Word> {
        Ok(self.worth_of_all(group.0)?.min(Reg::from(Word::MAX)) as Word)
    }

    /// What all pieces of a group that the doer has are worth.
    fn worth_of_all(&mut self, group: u16) -> Run<Reg> {
        let me = self.ctx.me;
        match self.offered_worth {
            _ if self.supposed.is_some() => self.sum_worth(group),
            Some(Some((of, whose, worth))) if (of, whose) == (group, me) => Ok(worth),
            Some(_) => {
                let worth = self.sum_worth(group)?;
                self.offered_worth = Some(Some((group, me, worth)));
                Ok(worth)
            }
            None => self.sum_worth(group),
        }
    }

    fn sum_worth(&mut self, group: u16) -> Run<Reg> {
        let (p, me) = (self.p, reg(self.ctx.me));
        let Some(pieces) = p.group_pieces.get(group as usize) else { return Ok(0) };
        let modified = self.worth_is_modified(group);
        let mut all: Reg = 0;
        for piece in pieces {
            let held = self.held(piece.first, me);
            if held > 0 {
                let worth = self.worth_of_piece(group, piece, modified)?;
                all = all.saturating_add(worth.max(0).saturating_mul(Reg::from(held)));
            }
        }
        Ok(all)
    }

    /// What one piece is worth to the doer. `modified`: something may modify it.
    #[inline]
    fn worth_of_piece(&mut self, group: u16, piece: &Piece, modified: bool) -> Run<Reg> {
        match piece.worth {
            Some(worth) if !modified => Ok(worth),
            _ => self.worth(group, piece.stuff),
        }
    }

    fn overpays(&self, mix: Mix) -> bool {
        self.p.nouns.stuff_groups.get(mix.group as usize).is_none_or(|g| g.overpay)
    }

    /// The pieces that may be picked next, each of which leads to the end. What is missing; `None`: it cannot be paid.
    fn mix_options(
        &mut self,
        options: &mut Vec<Choice>,
        mix: Mix,
        bundle: Reg,
        amount: Reg,
        last: Option<u16>,
    ) -> Run<Option<Reg>> {
        let missing = amount - self.list_pieces(options, mix, bundle)?;
        if missing <= 0 {
            return Ok(Some(0));
        }
        if let Some(last) = last {
            let least = self.worth(mix.group, StuffId(last))?;
            options.retain(|sort| (sort.value, sort.tag) >= (least, last));
        }
        if total(options) < missing {
            options.clear();
        } else if !self.overpays(mix) {
            // Whether a piece leads to the end is a matter of all that are there: those that do are listed behind them.
            let all = options.len();
            for i in 0..all {
                let (Some(sorts), Some(sort)) = (options.get(..all), options.get(i).copied()) else { break };
                if reaches(sorts, missing - sort.value, sort.tag, false) {
                    options.push(sort);
                }
            }
            options.drain(..all);
        }
        Ok(if options.is_empty() { None } else { Some(missing) })
    }

    /// Lists all sorts of which pieces are left, with their worth and how many there are; gives what those are worth that
    /// are picked already.
    fn list_pieces(&mut self, pieces: &mut Vec<Choice>, mix: Mix, bundle: Reg) -> Run<Reg> {
        let p = self.p;
        let me = reg(self.ctx.me);
        let mut paid = 0;
        pieces.clear();
        if mix.sorts == NONE && mix.within == NONE && mix.group != u16::MAX {
            let modified = self.worth_is_modified(mix.group);
            for piece in p.group_pieces.get(mix.group as usize).map_or(&[][..], |pieces| pieces) {
                let (held, i) = (self.held(piece.first, me), piece.stuff.0);
                let picked = self.item(bundle, i as usize).unwrap_or(0);
                if held <= 0 && picked == 0 {
                    continue;
                }
                let worth = self.worth_of_piece(mix.group, piece, modified)?;
                paid += Reg::from(picked) * worth.max(0);
                if held > picked && worth > 0 {
                    pieces.push(Choice { tag: i, value: worth, weight: (held - picked) as u64 });
                }
            }
            return Ok(paid);
        }
        for i in 0..p.nouns.stuff.len() as u16 {
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
            let worth = self.worth(mix.group, StuffId(i))?;
            paid += Reg::from(picked) * worth.max(0);
            if held > picked && worth > 0 {
                pieces.push(Choice { tag: i, value: worth, weight: (held - picked) as u64 });
            }
        }
        Ok(paid)
    }

    /// Whether something may modify what pieces of a group are worth.
    fn worth_is_modified(&mut self, group: u16) -> bool {
        let p = self.p;
        let value = p.nouns.stuff_groups.get(group as usize).and_then(|def| def.worth);
        let Some(info) = value.and_then(|value| p.values.get(value.index())) else { return false };
        !info.modifiers.is_empty() && !self.s.flow.quiet && self.any_live(&info.modifiers)
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
        for i in last..self.p.nouns.stuff.len() as u16 {
            if !self.list(list).contains(&Word::from(i)) {
                continue;
            }
            let held = self.holding(StuffId(i), from_class, from);
            if held > 0 {
                self.s.stack.pending.options.push(Choice { tag: i, value: 1, weight: held as u64 });
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

/// How pieces were picked so far: by people, the first one of a try, or from this sort on (plus its number).
const PICKED_FREELY: Reg = 0;
const TRIED_ONE: Reg = 1;
const FROM_SORT: Reg = 2;

/// What an exact payment may be worth at the most.
const EXACT: usize = 4096;

/// What pieces are worth together.
fn total(pieces: &[Choice]) -> Reg {
    let worth = |sort: &Choice| sort.value.saturating_mul(sort.weight as Reg);
    pieces.iter().map(worth).fold(0, Reg::saturating_add)
}

/// Whether pieces of these sorts (one of `first` already taken) can make up what is missing.
fn reaches(sorts: &[Choice], missing: Reg, first: u16, overpay: bool) -> bool {
    if missing <= 0 {
        return overpay || missing == 0;
    }
    let pieces = |sort: &Choice| sort.weight as Reg - Reg::from(sort.tag == first);
    let sorts = || sorts.iter().map(|sort| (sort.value, pieces(sort)));
    let total: Reg = sorts().map(|(worth, count)| worth.saturating_mul(count)).fold(0, Reg::saturating_add);
    if overpay || total < missing {
        return total >= missing;
    }
    if let Some(worth) = sorts().next().map(|s| s.0).filter(|w| sorts().all(|s| s.0 == *w)) {
        return missing % worth.max(1) == 0;
    }
    let Some(goal) = usize::try_from(missing).ok().filter(|goal| *goal < EXACT) else { return true };
    // Which amounts can be made, sort by sort: from each, one piece more.
    let mut made = [false; EXACT];
    if let Some(nothing) = made.first_mut() {
        *nothing = true;
    }
    for (worth, count) in sorts() {
        let worth = worth.max(1) as usize;
        for _ in 0..count.min(missing / worth as Reg) {
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

//! Payments: all or nothing. Where somebody watches, a payment is an event that is made in its body, pieces picked there too.

use super::pay::Mix;
use super::{Machine, Next, Run};
use crate::ids::*;
use crate::program::changed::Changed;
use crate::program::nouns::{Class, StateKind, Word};
use crate::program::op::{NO_REG, R};
use crate::state::stack::*;
use crate::trace::{Did, Mark};
use crate::vocabulary::Primitive;

/// What is to be paid.
pub(crate) struct Payment {
    /// The one counter or sort of stuff; absent for bundles and mixes.
    pub counter: Reg,
    pub amount: Reg,
    /// A bundle to be paid as it is written.
    pub bundle: Reg,
    pub mix: Mix,
    /// The choice that picks are asked as.
    pub info: u16,
}

const NO_MIX: Mix = Mix { group: u16::MAX, sorts: NONE, within: NONE };

/// Registers of the event: its parameters, then what goes along with them.
const COUNTER: R = 0;
const AMOUNT: R = 1;
const BUNDLE: R = 2;
const GROUP: R = 3;
const SORTS: R = 4;
const INFO: R = 5;
/// The bundle that tells what was paid; it stands with the payer's lists, for the event's own go with the event.
const INTO: R = 6;
const PROGRESS: R = 7;

impl Machine<'_> {
    pub(crate) fn pay_state(&mut self, state: StateId, amount: Reg) -> Run<Next> {
        if amount > 0 && self.hooked(Primitive::Pay) {
            return self.pay_counter_as_event(state, amount, NO_REG);
        }
        let paid = amount != NONE && self.take_counter(state, amount);
        self.paid_or_failed(paid)
    }

    /// A counter or sort of stuff that is known only now.
    pub(crate) fn pay_named(&mut self, counter: Reg, amount: Reg) -> Run<Next> {
        let Some(state) = self.counter_state(counter) else {
            self.mark_here(Mark::Skipped);
            return self.condition_failed();
        };
        match self.stuff_of_state(state) {
            Some(stuff) => self.pay_stuff(stuff, amount, NO_REG),
            None => self.pay_state(state, amount),
        }
    }

    pub(crate) fn pay_stuff(&mut self, stuff: StuffId, amount: Reg, d: R) -> Run<Next> {
        if amount > 0
            && self.hooked(Primitive::Pay)
            && let Some(state) = self.counter_state(reg(crate::program::nouns::stuff_counter_word(stuff)))
        {
            return self.pay_counter_as_event(state, amount, d);
        }
        let paid = amount != NONE && self.take_stuff(stuff, amount);
        if paid && d != NO_REG {
            let bundle = self.new_bundle()?;
            self.put_bundle(bundle, stuff, word(amount.max(0)));
            self.put(d, bundle);
        }
        self.paid_or_failed(paid)
    }

    pub(crate) fn pay_bundle(&mut self, bundle: Reg, d: R) -> Run<Next> {
        let amount = self.total(bundle);
        if amount > 0 && self.hooked(Primitive::Pay) {
            let info = u16::MAX;
            return self.pay_as_event(Payment { counter: NONE, amount, bundle, mix: NO_MIX, info }, d);
        }
        let paid = self.has_bundle(bundle);
        if paid {
            self.take_bundle(bundle);
            if d != NO_REG {
                self.put(d, bundle);
            }
        }
        self.paid_or_failed(paid)
    }

    fn paid_or_failed(&mut self, paid: bool) -> Run<Next> {
        if paid {
            self.s.stack.done = true;
            return Ok(Next::Op);
        }
        self.mark_here(Mark::NotPaid);
        self.condition_failed()
    }

    fn total(&self, bundle: Reg) -> Reg {
        self.list(bundle).iter().map(|n| Reg::from(*n)).sum()
    }

    /// Whether the payer has all of a bundle.
    fn has_bundle(&self, bundle: Reg) -> bool {
        let me = reg(self.ctx.me);
        bundle != NONE
            && (0..self.p.nouns.stuff.len()).all(|i| {
                let have =
                    self.stuff_slot(StuffId::from_index(i), Class::Actor, me).map_or(0, |slot| self.s.read(slot));
                self.item(bundle, i).unwrap_or(0) <= have
            })
    }

    fn has_stuff(&self, stuff: StuffId, amount: Reg) -> bool {
        let held = self.stuff_slot(stuff, Class::Actor, reg(self.ctx.me)).map_or(0, |slot| self.s.read(slot));
        Reg::from(held) >= amount
    }

    /// What is left of a counter of the payer after a payment; none: it does not suffice.
    fn left_of_counter(&self, state: StateId, amount: Reg) -> Option<Word> {
        let (have, min) = self.counter_of_payer(state);
        (amount <= 0 || have - amount >= min).then_some((have - amount.max(0)) as Word)
    }

    /// What the payer has of a counter, and what must be left of it.
    #[inline]
    pub(super) fn counter_of_payer(&self, state: StateId) -> (Reg, Reg) {
        let min = match self.p.nouns.states.get(state.index()).map(|d| &d.kind) {
            Some(StateKind::Counter { min, .. }) => Reg::from((*min).max(0)),
            _ => 0,
        };
        let have = self.state_slot(state, NONE).map_or(0, |slot| Reg::from(self.s.read(slot)));
        (have, min)
    }

    /// Whether the payer has so much of a counter, or of a sort of stuff; what is absent cannot be paid.
    pub(crate) fn can_pay_counter(&self, state: StateId, amount: Reg) -> bool {
        amount != NONE && self.left_of_counter(state, amount).is_some()
    }

    pub(crate) fn can_pay_stuff(&self, stuff: StuffId, amount: Reg) -> bool {
        amount != NONE && self.has_stuff(stuff, amount)
    }

    fn take_counter(&mut self, state: StateId, amount: Reg) -> bool {
        let Some(left) = self.left_of_counter(state, amount) else { return false };
        if amount > 0
            && let Some(slot) = self.state_slot(state, NONE)
        {
            self.s.change(slot, left);
            self.s.touched_only(Changed::fallen(state));
            self.trace_did(Did::Changed { state, bearer: self.ctx.me, by: -(amount as Word), to: left });
        }
        true
    }

    fn take_stuff(&mut self, stuff: StuffId, amount: Reg) -> bool {
        let enough = self.has_stuff(stuff, amount);
        if enough && amount > 0 {
            self.change_stuff(stuff, reg(self.ctx.me), -word(amount));
        }
        enough
    }

    // ---- as an event

    fn pay_counter_as_event(&mut self, state: StateId, amount: Reg, d: R) -> Run<Next> {
        let counter = self.word_of_counter(state);
        self.pay_as_event(Payment { counter, amount, bundle: NONE, mix: NO_MIX, info: u16::MAX }, d)
    }

    /// `d`: the register that what was paid goes to; it is absent unless it is paid.
    pub(crate) fn pay_as_event(&mut self, payment: Payment, d: R) -> Run<Next> {
        let mut into = NONE;
        if d != NO_REG {
            self.put(d, NONE);
            into = self.new_bundle()?;
        }
        let Payment { counter, amount, bundle, mix, info } = payment;
        let (group, info) = (Reg::from(mix.group), Reg::from(info));
        self.push_event(Primitive::Pay, &[counter, amount, bundle, group, mix.sorts, info, into, NONE])?;
        if let Some(frame) = self.frame_mut() {
            frame.give = d;
        }
        Ok(Next::Frames)
    }

    /// The pieces that the event's payment is made of, where it is not of one counter.
    fn mix_of_event(&self) -> Mix {
        let group = u16::try_from(self.get(GROUP)).unwrap_or(u16::MAX);
        Mix { group, sorts: self.get(SORTS), within: self.get(BUNDLE) }
    }

    /// Whether the payment of the event on top can be made now.
    pub(crate) fn can_pay(&mut self) -> Run<bool> {
        let (counter, amount, bundle) = (self.get(COUNTER), self.get(AMOUNT), self.get(BUNDLE));
        if amount == NONE {
            return Ok(false);
        }
        if counter != NONE {
            let Some(state) = self.counter_state(counter) else { return Ok(false) };
            return Ok(match self.stuff_of_state(state) {
                Some(stuff) => self.has_stuff(stuff, amount),
                None => self.left_of_counter(state, amount).is_some(),
            });
        }
        if bundle != NONE && amount == self.total(bundle) {
            return Ok(self.has_bundle(bundle));
        }
        let mark = self.list_mark();
        let nothing = self.new_bundle()?;
        let open = self.mix_open(self.mix_of_event(), nothing, amount, None);
        self.s.stack.lists.truncate(mark);
        Ok(open?.is_some())
    }

    /// The body of the event.
    pub(crate) fn payment(&mut self) -> Run<Next> {
        let (counter, amount, bundle) = (self.get(COUNTER), self.get(AMOUNT), self.get(BUNDLE));
        if self.get(PROGRESS) == NONE {
            self.empty_bundle_of_event()?;
            self.put(PROGRESS, 0);
        }
        let into = self.get(INTO);
        let paid = if amount == NONE {
            false
        } else if counter != NONE {
            self.pay_one_sort(counter, amount, into)
        } else if bundle != NONE && amount == self.total(bundle) {
            let enough = self.has_bundle(bundle);
            if enough {
                self.take_bundle(bundle);
                self.copy_bundle(bundle, into);
            }
            enough
        } else {
            match self.pick_piece(self.mix_of_event(), amount, into, PROGRESS)? {
                Some(missing) if missing > 0 => {
                    // Once a piece is picked, the event is taken up again.
                    self.set_stage(Stage::Note);
                    let info = u16::try_from(self.get(INFO)).unwrap_or(u16::MAX);
                    if self.open_payment(info, missing)? {
                        return Ok(Next::Asked);
                    }
                    self.set_stage(Stage::Body);
                    false
                }
                picked => picked.is_some(),
            }
        };
        if paid {
            self.give(into);
        } else {
            self.mark_here(Mark::NotPaid);
            self.s.stack.done = false;
        }
        Ok(Next::Op)
    }

    fn pay_one_sort(&mut self, counter: Reg, amount: Reg, into: Reg) -> bool {
        let Some(state) = self.counter_state(counter) else { return false };
        let Some(stuff) = self.stuff_of_state(state) else { return self.take_counter(state, amount) };
        let paid = self.take_stuff(stuff, amount);
        if paid {
            self.put_bundle(into, stuff, word(amount.max(0)));
        }
        paid
    }

    /// What was paid is told in a bundle: the payer's, or one that goes with the event.
    fn empty_bundle_of_event(&mut self) -> Run<()> {
        let (start, len, _) = list_parts(self.get(INTO));
        if len == 0 {
            let bundle = self.new_bundle()?;
            self.put(INTO, bundle);
            return Ok(());
        }
        // A payment that is gone on with twice is told once, as the last one was.
        if let Some(words) = self.s.stack.lists.get_mut(start..start + len) {
            words.fill(0);
        }
        Ok(())
    }

    fn copy_bundle(&mut self, from: Reg, to: Reg) {
        for i in 0..self.p.nouns.stuff.len() {
            let amount = self.item(from, i).unwrap_or(0);
            if amount != 0 {
                self.put_bundle(to, StuffId::from_index(i), amount);
            }
        }
    }
}

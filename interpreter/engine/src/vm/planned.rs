//! Options that were planned when the game was compiled: cards of places that the doer sees, a price, a limit. No code runs,
//! and nothing is built.

use std::num::NonZeroU64;

use super::lists::{card_id, place_id};
use super::piles::{Listed, card_passes};
use super::pure::compare;
use super::test::read_slot;
use super::{Machine, Run, Trap};
use crate::ids::*;
use crate::program::nouns::{ABSENT, Word};
use crate::program::plans::{About, OfDesign, OfDoer, OptionPlan, PlainGuard, PlanTest, Price, Print, Purse};
use crate::program::{Fallible, Members, OptionInfo, Program};
use crate::state::cards::{Card, NOBODY, Pile};
use crate::state::stack::*;
use crate::vocabulary::Compare;

/// Who is offered something.
#[derive(Clone, Copy)]
pub(super) struct Chooser {
    pub me: Word,
}

impl Chooser {
    /// The doer's place of a zone, which has this first place.
    #[inline(always)]
    pub fn place(self, first: u16) -> PlaceId {
        PlaceId(first.wrapping_add(self.me as u16))
    }
}

/// What is known of an option before cards are looked at.
enum Open {
    No,
    Yes,
    /// Something live may forbid it with some card.
    UnlessForbidden,
    /// More must be asked than was planned.
    Unplanned,
}

/// The cards of a place that an option may be about, in their order, with their prices.
#[derive(Clone, Debug, Default)]
pub(super) struct Priced {
    /// Of how the cards lay then.
    mark: Option<NonZeroU64>,
    cards: Vec<(u16, Word)>,
    /// What the cheapest of them costs.
    least: Word,
}

impl Priced {
    /// How many cost so much at most.
    #[inline(always)]
    pub fn count_payable(&self, most: Word) -> usize {
        if self.least > most { 0 } else { self.payable(most).count() }
    }

    /// Those that cost so much at most.
    #[inline(always)]
    pub fn payable(&self, most: Word) -> impl Iterator<Item = u16> {
        self.cards.iter().filter(move |(_, price)| *price <= most).map(|(card, _)| *card)
    }
}

impl Machine<'_> {
    /// The doer, where plans hold: nobody else wants to know, and nobody notes what ran.
    #[inline]
    pub(super) fn chooser(&self) -> Option<Chooser> {
        let me = self.ctx.me;
        self.seat_of(me)?;
        let alone = self.prober == ABSENT || self.prober == me;
        (alone && !self.p.cover).then_some(Chooser { me })
    }

    /// Adds a planned option as far as it can be taken. Gives whether it did; else nothing is done yet.
    #[inline(always)]
    pub(super) fn add_planned(&mut self, tag: u16, option: &OptionInfo, chooser: Chooser) -> Run<bool> {
        let Some(plan) = &option.plan else { return Ok(false) };
        match plan.about {
            About::Nothing => {
                let open = if plan.free { Open::Yes } else { self.is_open(plan, chooser) };
                if let Open::Yes = open {
                    self.s.stack.pending.options.push(Choice { tag, value: NONE, weight: 1 });
                }
                Ok(matches!(open, Open::Yes | Open::No))
            }
            About::Place(place) => match plan.price {
                Some(price) if plan.free && plan.kept.is_some() => {
                    Ok(self.add_priced(tag, plan, price, chooser, place))
                }
                _ => self.add_about(tag, option, plan, chooser, place),
            },
            About::Own(first) => {
                let place = chooser.place(first);
                let pile = self.s.pile(place);
                match pile.len {
                    0 => Ok(true),
                    _ if plan.free && plan.heap && plan.tests.is_empty() && plan.price.is_none() => {
                        Ok(self.add_heap(tag, pile))
                    }
                    _ => self.add_about(tag, option, plan, chooser, place),
                }
            }
            About::Parts => match self.is_open(plan, chooser) {
                Open::No => Ok(true),
                Open::Yes => Ok(self.add_parts(tag, option, plan, chooser)),
                Open::UnlessForbidden | Open::Unplanned => Ok(false),
            },
            About::Opponents(first) if self.no_other_has_cards(first, chooser.me) => Ok(true),
            About::Opponents(_) => self.add_about(tag, option, plan, chooser, PlaceId(NOBODY)),
        }
    }

    /// Adds an option about cards of a place, or of all opponents.
    #[inline(never)]
    fn add_about(
        &mut self,
        tag: u16,
        option: &OptionInfo,
        plan: &OptionPlan,
        chooser: Chooser,
        place: PlaceId,
    ) -> Run<bool> {
        if plan.only_about {
            return Ok(self.s.pile(place).len == 0 && place.0 != NOBODY);
        }
        let forbids = match self.is_open(plan, chooser) {
            Open::No => return Ok(true),
            Open::Yes => false,
            Open::UnlessForbidden => true,
            Open::Unplanned => return Ok(false),
        };
        let first = self.s.stack.pending.options.len();
        let added = match plan.about {
            About::Opponents(places) => self.add_of_opponents(tag, plan, chooser, places),
            _ => self.add_cards(tag, plan, chooser, place),
        };
        let added = added && plan.runs.is_none_or(|runs| self.keep_runnable(plan, runs, chooser, first));
        if !added {
            self.s.stack.pending.options.truncate(first);
        } else if forbids
            && let Some((action, _, args)) = option.action
            && let Some((_, local)) = option.each
            && let Some(info) = self.p.actions.get(action.index())
        {
            self.keep_allowed(args, &info.forbid, local, first)?;
        }
        Ok(added)
    }

    /// Whether what has nothing to do with any card speaks for an option.
    #[inline(never)]
    fn is_open(&mut self, plan: &OptionPlan, chooser: Chooser) -> Open {
        if plan.settled && self.is_unsettled() {
            return Open::Unplanned;
        }
        if plan.pays.is_some_and(|paid| paid.amount > self.payable(paid.purse, chooser)) {
            return Open::No;
        }
        let (p, mut forbids) = (self.p, false);
        if let Some(info) = plan.action.and_then(|action| p.actions.get(action.index())) {
            if info.limit.is_some_and(|limit| !self.within_limit(limit, chooser.me, ABSENT)) {
                return Open::No;
            }
            forbids = !info.forbid.is_empty() && !self.s.flow.quiet && self.any_live(&info.forbid);
            if forbids && plan.about == About::Nothing {
                return Open::Unplanned;
            }
        }
        match plan.doer.is_empty() || self.doer_passes(&plan.doer, chooser) {
            false => Open::No,
            true if forbids => Open::UnlessForbidden,
            true => Open::Yes,
        }
    }

    /// Whether all that an option asks of the doer holds.
    #[inline(never)]
    pub(super) fn doer_passes(&self, asks: &[OfDoer], chooser: Chooser) -> bool {
        for ask in asks {
            let holds = match *ask {
                OfDoer::Passes(first, how, with) => how.holds(read_slot(&self.s.slots, first, chooser.me), with),
                OfDoer::Counts(first, how, with, is) => {
                    compare(how, Reg::from(self.s.pile(chooser.place(first)).len), with) == is
                }
            };
            if !holds {
                return false;
            }
        }
        true
    }

    /// Leaves only the options, from one on, whose cards have an ability that the doer can run; all of them are known. Gives
    /// whether it did: where something is wrong, no option is left and nothing is done.
    fn keep_runnable(&mut self, plan: &OptionPlan, runs: (AbilityId, u16), chooser: Chooser, first: usize) -> bool {
        // Where a rule waits for the next settle point, it may act between conditions.
        let settled = !self.is_unsettled();
        let (mut at, mut kept) = (first, first);
        // What is printed on top of a pile is read once for all cards that ask for it.
        let mut read: Option<(u16, u16, u64)> = None;
        while let Some(choice) = self.s.stack.pending.options.get(at).copied() {
            let card = card_id(choice.value).and_then(|id| self.s.card(id));
            let left = card.and_then(|card| plan.designs.get(card.design.index())).filter(|_| settled);
            let runs = match *left.unwrap_or(&OfDesign::Ability) {
                OfDesign::Never => false,
                OfDesign::Always => true,
                OfDesign::TopFits { first, attribute, numbers } => {
                    let known = read.filter(|(of, what, _)| (*of, *what) == (first, attribute));
                    let (.., top) = *read
                        .insert(known.unwrap_or_else(|| (first, attribute, self.top_bits(chooser, first, attribute))));
                    numbers & top != 0
                }
                OfDesign::Ability => match self.can_run_known(runs, choice.value) {
                    Ok(runs) => runs,
                    Err(_) => {
                        self.s.stack.pending.options.truncate(first);
                        return false;
                    }
                },
            };
            if runs {
                if let Some(place) = self.s.stack.pending.options.get_mut(kept) {
                    *place = choice;
                }
                kept += 1;
            }
            at += 1;
        }
        self.s.stack.pending.options.truncate(kept);
        true
    }

    /// The numbers that the card on top of a pile of the doer's may have, as far as the doer can tell, as bits.
    #[inline]
    pub(super) fn top_bits(&self, chooser: Chooser, first: u16, attribute: u16) -> u64 {
        match self.top_prints(first, chooser.me, chooser.me, attribute) {
            Some(number) => u32::try_from(number).ok().and_then(|number| 1u64.checked_shl(number)).unwrap_or(0),
            None => u64::MAX,
        }
    }

    /// What is printed on the card on top of an actor's pile; `None` where it lies face down, somebody does not know it, or
    /// there is none.
    #[inline]
    fn top_prints(&self, first: u16, of: Word, to: Word, attribute: u16) -> Option<Word> {
        let top = ComponentId(self.s.pile(PlaceId(first.wrapping_add(of as u16))).top);
        let card = self.s.card(top).filter(|card| card.up && card.group == 0 && self.knows(self.seat_of(to), top))?;
        self.p.printed(attribute).get(card.design.index()).copied()
    }

    /// Whether what an action needs holds, as far as whoever asks can tell; with arguments from this place among all
    /// registers on.
    #[inline(never)]
    pub(super) fn plainly_holds(&self, guard: PlainGuard, args: usize, by: Word) -> bool {
        match guard {
            PlainGuard::Counts(first, how, with, is) => {
                let place = PlaceId(first.wrapping_add(by as u16));
                compare(how, Reg::from(self.s.pile(place).len), with) == is
            }
            PlainGuard::TopIn { first, attribute, list } => {
                let asker = if self.prober == ABSENT { by } else { self.prober };
                let Some(number) = self.top_prints(first, by, asker, attribute) else { return true };
                let list = self.s.stack.regs.get(args + usize::from(list)).copied().unwrap_or(NONE);
                number != ABSENT && self.list(list).contains(&number)
            }
        }
    }

    /// Whether the doer can run an ability of a card that is known; with the registers that asking takes.
    #[inline(never)]
    fn can_run_known(&mut self, (ability, registers): (AbilityId, u16), member: Reg) -> Run<bool> {
        let me = self.ctx.me;
        let prober = std::mem::replace(&mut self.prober, me);
        let runs = self.aside(registers, me, ABSENT, ABSENT, |m| m.runs_here(ability, member));
        self.prober = prober;
        runs
    }

    /// The same, asked in the registers that stand ready.
    #[inline]
    fn runs_here(&mut self, ability: AbilityId, member: Reg) -> Run<bool> {
        let p = self.p;
        let Some((id, card)) = card_id(member).and_then(|id| Some((id, self.s.card(id)?))) else { return Ok(false) };
        let Some(info) = p.ability(card.design, ability) else { return Ok(false) };
        let guard = match self.guard_of(info.fallible) {
            _ if info.limit.is_some() => None,
            None if info.fallible == Fallible::Never => return Ok(true),
            guard => guard.filter(|(_, decides)| *decides),
        };
        let Some((guard, _)) = guard else { return self.can_run(member, ability, self.ctx.me) };
        self.ctx.this = Word::from(id.0);
        match self.eval_word(guard) {
            Ok(answer) => Ok(answer > 0),
            // It turns on what cannot be known.
            Err(Trap::Unknown(_) | Trap::Probed(true)) => Ok(true),
            Err(trap) => Err(trap),
        }
    }

    /// Adds all cards of a place, as far as the doer can tell them apart.
    pub(super) fn add_place(&mut self, place: Reg, members: Members) -> Run<()> {
        if let (Some(at), Some(chooser)) = (place_id(place), self.chooser())
            && let (Some(seat), Some(info)) = (self.seat_of(chooser.me), self.p.places.get(at.index()))
            && info.is_seen_by(1 << (seat.0 & 31))
        {
            let heap = info.is_heap() && !members.differ();
            if (Listed { program: self.p, tag: 0, pile: self.s.pile(at), heap }).add(self.s, |_| true, |_, _, _| true) {
                return Ok(());
            }
        }
        let mark = self.list_mark();
        let set = self.cards_of(place)?;
        let added = self.add_options(0, set, members, None);
        self.s.stack.lists.truncate(mark);
        added
    }

    /// Whether something modifies what stands on cards now.
    #[inline]
    fn is_changed(&mut self, print: Print) -> bool {
        let value = print.value.and_then(|value| self.p.values.get(value.index()));
        value.is_some_and(|value| self.is_modified(value))
    }

    /// Adds the cards of several places, or those on top of them, which the doer does not know and may take whatever they
    /// are. Gives whether it did, as `add_cards`.
    #[inline(never)]
    fn add_parts(&mut self, tag: u16, option: &OptionInfo, plan: &OptionPlan, chooser: Chooser) -> bool {
        let program = self.p;
        let changed = plan.counted.filter(|(print, ..)| self.is_changed(*print));
        if changed.is_some() && plan.reckoned.is_none() {
            return false;
        }
        let counted = plan.counted.filter(|_| changed.is_none()).map(|(print, how, place)| {
            (program.printed(print.attribute), print, how, Reg::from(self.s.pile(place).len))
        });
        let tests = plan.tests.as_slice();
        let fits = |slots: &[Word], card: &Card, id: u16| {
            let compares = counted.is_none_or(|(printed, print, how, count)| {
                let number = price_of(printed, card);
                number.is_some_and(|number| how.holds(number.max(print.at_least).min(print.at_most).into(), count))
            });
            compares && passes(program, plan, slots, card, id)
        };
        let seat = self.seat_of(chooser.me);
        let first = self.s.stack.pending.options.len();
        for part in &option.parts {
            let (pile, top) = (self.s.pile(part.place), ComponentId(self.s.pile(part.place).top));
            let (Some(info), Some(_)) = (program.places.get(part.place.index()), self.s.card(top)) else { continue };
            let value = Reg::from(top.0);
            let may_be = |test: &PlanTest| match *test {
                PlanTest::IsOf(kinds) => self.may_be_of(kinds, value),
                _ => true,
            };
            let listed = match part.top {
                true if self.knows(seat, top) => false,
                true => {
                    if tests.iter().all(may_be) {
                        self.s.stack.pending.options.push(Choice { tag, value, weight: 1 });
                    }
                    true
                }
                false => {
                    let heap = info.is_heap() && !option.members.differ();
                    Listed { program, tag, pile, heap }.add(self.s, |_| true, fits)
                }
            };
            if !listed {
                self.s.stack.pending.options.truncate(first);
                return false;
            }
        }
        match (changed, plan.reckoned) {
            (Some((_, how, place)), Some(value)) => self.keep_reckoned(value, how, place, first),
            _ => true,
        }
    }

    /// Leaves only the options, from one on, whose cards the doer does not know, or of which a value compares with how many
    /// cards lie in a place. Gives whether it did: where something is wrong, no option is left and nothing is done.
    #[cold]
    #[inline(never)]
    fn keep_reckoned(&mut self, value: (ValueId, u16), how: Compare, place: PlaceId, first: usize) -> bool {
        let (me, count) = (self.ctx.me, Reg::from(self.s.pile(place).len));
        let (seat, prober) = (self.seat_of(me), std::mem::replace(&mut self.prober, me));
        let (mut at, mut kept, mut wrong) = (first, first, false);
        while let Some(choice) = self.s.stack.pending.options.get(at).copied() {
            let known = card_id(choice.value).is_some_and(|card| self.knows(seat, card));
            let amount = if known { self.value_of_doer(value.0, value.1, choice.value) } else { Ok(NONE) };
            wrong |= amount.is_err();
            if !known || amount.is_ok_and(|amount| compare(how, amount, count)) {
                if let Some(place) = self.s.stack.pending.options.get_mut(kept) {
                    *place = choice;
                }
                kept += 1;
            }
            at += 1;
        }
        self.prober = prober;
        self.s.stack.pending.options.truncate(if wrong { first } else { kept });
        !wrong
    }

    /// What a doer can pay; to pay nothing is always possible.
    #[inline]
    pub(super) fn payable(&self, purse: Purse, chooser: Chooser) -> Word {
        let has = self.s.read(purse.first_slot + chooser.me as u32);
        if has > purse.stays { has.wrapping_sub(purse.stays) } else { 0 }
    }

    /// Whether in a zone nobody but the doer has cards.
    #[inline]
    pub(super) fn no_other_has_cards(&self, first: u16, me: Word) -> bool {
        let (first, own) = (usize::from(first), usize::from(first) + me as usize);
        let piles = self.s.piles.get(first..first + self.p.nouns.actors.len());
        piles.is_some_and(|piles| (first..).zip(piles).all(|(at, pile)| pile.len == 0 || at == own))
    }

    /// Adds the cards of all opponents, as `add_cards` does.
    fn add_of_opponents(&mut self, tag: u16, plan: &OptionPlan, chooser: Chooser, first: u16) -> bool {
        let actors = self.p.nouns.actors.len() as Word;
        for turn in 1..actors {
            let actor = (chooser.me + turn).rem_euclid(actors);
            let place = PlaceId(first.wrapping_add(actor as u16));
            let listed = self.s.pile(place).len > 0 && self.is_opponent(actor, chooser.me);
            if listed && !self.add_cards(tag, plan, chooser, place) {
                return false;
            }
        }
        true
    }

    /// Adds all cards of a heap.
    #[inline(never)]
    fn add_heap(&mut self, tag: u16, pile: Pile) -> bool {
        Listed { program: self.p, tag, pile, heap: true }.add(self.s, |_| true, |_, _, _| true)
    }

    /// Adds the cards of a place. Gives whether it did: not where one of them is not known, or something modifies their price.
    #[inline(never)]
    fn add_cards(&mut self, tag: u16, plan: &OptionPlan, chooser: Chooser, place: PlaceId) -> bool {
        let program = self.p;
        let listed = Listed { program, tag, pile: self.s.pile(place), heap: plan.heap };
        let passes = |slots: &[Word], card: &Card, id: u16| passes(program, plan, slots, card, id);
        let Some(price) = plan.price else { return listed.add(self.s, |_| true, passes) };
        let Some(most) = self.most_payable_of(price, chooser) else { return false };
        let printed = program.printed(price.print.attribute);
        listed.add(
            self.s,
            |_| true,
            |slots, card, id| price_of(printed, card).is_some_and(|price| price <= most) && passes(slots, card, id),
        )
    }

    /// How much may be printed on a card that the doer can pay; not where something modifies that.
    #[inline(always)]
    fn most_payable_of(&mut self, price: Price, chooser: Chooser) -> Option<Word> {
        let Price { purse, print } = price;
        if self.is_changed(print) {
            return None;
        }
        // What a bound makes small enough, or too large, is as if it were so.
        match self.payable(purse, chooser) {
            most if print.at_least > most => Some(ABSENT),
            most if print.at_most <= most => Some(Word::MAX),
            most => Some(most),
        }
    }

    /// Adds the cards of a place that the doer can pay. Which there are, and what they cost, is kept as long as no card comes
    /// there or leaves.
    #[inline(never)]
    fn add_priced(&mut self, tag: u16, plan: &OptionPlan, price: Price, chooser: Chooser, place: PlaceId) -> bool {
        if self.is_changed(price.print) {
            return false;
        }
        let kept = plan.kept.unwrap_or(0);
        if self.priced(kept).is_none() && !self.find_priced(kept, price, &plan.tests, place) {
            return false;
        }
        let most = self.payable(price.purse, chooser);
        let Some(priced) = self.pool.priced.get(usize::from(kept)) else { return false };
        let cards = priced.payable(most).map(|card| Choice { tag, value: Reg::from(card), weight: 1 });
        self.s.stack.pending.options.extend(cards);
        true
    }

    /// The cards of a place that are kept under a number, where they are known.
    #[inline(always)]
    pub(super) fn priced(&self, kept: u16) -> Option<&Priced> {
        let mark = self.s.layout.offered;
        self.pool.priced.get(usize::from(kept)).filter(|priced| mark.is_some() && priced.mark == mark)
    }

    #[cold]
    #[inline(never)]
    fn find_priced(&mut self, kept: u16, price: Price, tests: &[PlanTest], place: PlaceId) -> bool {
        let at = usize::from(kept);
        if self.pool.priced.len() <= at {
            self.pool.priced.resize_with(at + 1, Priced::default);
        }
        self.mark_offered();
        let Some(priced) = self.pool.priced.get_mut(at) else { return false };
        (priced.mark, priced.least) = (None, Word::MAX);
        priced.cards.clear();
        if priced.cards.capacity() == 0 {
            priced.cards.reserve(self.s.cards.len());
        }
        let print = price.print;
        let printed = self.p.printed(print.attribute);
        let pile = self.s.pile(place);
        let mut next = pile.top;
        for _ in 0..pile.len {
            let (id, Some(card)) = (next, self.s.cards.get(usize::from(next))) else { break };
            next = card.below;
            if card.group != 0 {
                return false;
            }
            if let Some(price) = price_of(printed, card)
                && tests.iter().all(|test| card_passes(self.p, test, &self.s.slots, card, id))
            {
                let price = price.max(print.at_least).min(print.at_most);
                priced.cards.push((id, price));
                priced.least = priced.least.min(price);
            }
        }
        priced.mark = self.s.layout.offered;
        true
    }
}

/// Whether a known card passes the tests of an option.
#[inline(always)]
fn passes(p: &Program, plan: &OptionPlan, slots: &[Word], card: &Card, id: u16) -> bool {
    let is_such = plan.designs.is_empty() || plan.designs.get(card.design.index()) != Some(&OfDesign::Never);
    is_such && (plan.bears.is_empty() || plan.bears.iter().all(|test| card_passes(p, test, slots, card, id)))
}

/// What is printed on a card as its price.
#[inline(always)]
fn price_of(printed: &[Word], card: &Card) -> Option<Word> {
    printed.get(card.design.index()).copied().filter(|price| *price != ABSENT)
}

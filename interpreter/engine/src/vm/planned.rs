//! Options that were planned when the game was compiled: cards of places that the doer sees, a price, a limit. No code runs,
//! and nothing is built.

use super::lists::{card_id, place_id};
use super::pure::compare;
use super::sight::is_heap_order;
use super::test::read_slot;
use super::{Machine, Run, Trap};
use crate::ids::*;
use crate::program::nouns::{ABSENT, KindSet, Word};
use crate::program::plans::{About, OfDoer, OptionPlan, Price, Print, Purse};
use crate::program::{Fallible, Members, Program};
use crate::state::State;
use crate::state::cards::{Card, Pile};
use crate::state::stack::*;

/// Who is offered something.
#[derive(Clone, Copy)]
pub(super) struct Chooser {
    me: Word,
    /// The seat, as a bit.
    seat: u32,
}

impl Machine<'_> {
    /// The doer, where plans hold: nobody else wants to know, and nobody notes what ran.
    #[inline]
    pub(super) fn chooser(&self) -> Option<Chooser> {
        let me = self.ctx.me;
        let seat = self.seat_of(me)?;
        let alone = self.prober == ABSENT || self.prober == me;
        (alone && !self.p.cover).then_some(Chooser { me, seat: 1 << (seat.0 & 31) })
    }

    /// Adds a planned option as far as it can be taken. Gives whether it did; else nothing is done yet.
    #[inline]
    pub(super) fn add_planned(&mut self, tag: u16, plan: &OptionPlan, members: Members, chooser: Chooser) -> bool {
        let place = match plan.about {
            About::Nothing => {
                return match self.is_open(plan, chooser) {
                    Some(open) => {
                        if open {
                            self.s.stack.pending.options.push(Choice { tag, value: NONE, weight: 1 });
                        }
                        true
                    }
                    None => false,
                };
            }
            About::Place(place) => place,
            About::Own(first) => PlaceId(first.wrapping_add(chooser.me as u16)),
            About::Opponents(first) => return self.no_other_has_cards(first, chooser.me),
            About::Parts => {
                return match self.is_open(plan, chooser) {
                    Some(open) => !open || self.add_parts(tag, plan, members, chooser),
                    None => false,
                };
            }
        };
        let pile = self.s.pile(place);
        if pile.len == 0 {
            return true;
        }
        if plan.only_about {
            return false;
        }
        let first = self.s.stack.pending.options.len();
        match self.is_open(plan, chooser) {
            Some(true) => {
                self.add_cards(tag, plan, members, chooser, place, pile)
                    && plan.runs.is_none_or(|(ability, registers)| self.keep_runnable(ability, registers, first))
            }
            Some(false) => true,
            None => false,
        }
    }

    /// Adds all cards of a place, as far as the doer can tell them apart.
    pub(super) fn add_place(&mut self, place: Reg, members: Members) -> Run<()> {
        if let (Some(at), Some(chooser)) = (place_id(place), self.chooser())
            && let Some(info) = self.p.places.get(at.index())
            && info.is_seen_by(chooser.seat)
        {
            let heap = is_heap_order(info.order) && !members.differ();
            let listed = Listed { program: self.p, tag: 0, pile: self.s.pile(at), heap };
            if listed.add(self.s, |_| true) {
                return Ok(());
            }
        }
        let mark = self.list_mark();
        let set = self.cards_of(place)?;
        let added = self.add_options(0, set, members, None);
        self.s.stack.lists.truncate(mark);
        added
    }

    /// Whether what has nothing to do with any card speaks for an option; `None`: more must be asked.
    #[inline]
    fn is_open(&mut self, plan: &OptionPlan, chooser: Chooser) -> Option<bool> {
        if plan.settled && self.is_unsettled() {
            return None;
        }
        if let Some(action) = plan.action {
            let info = self.p.actions.get(action.index())?;
            if info.limit.is_some_and(|limit| !self.within_limit(limit, chooser.me, ABSENT)) {
                return Some(false);
            }
            if !info.forbid.is_empty() && !self.s.flow.quiet && self.any_live(&info.forbid) {
                return None;
            }
        }
        let holds = |ask: &OfDoer| match *ask {
            OfDoer::Passes(first, how, with) => how.holds(read_slot(&self.s.slots, first, chooser.me), with),
            OfDoer::Counts(first, how, with, is) => {
                let place = PlaceId(first.wrapping_add(chooser.me as u16));
                compare(how, Reg::from(self.s.pile(place).len), with) == is
            }
        };
        if !plan.doer.iter().all(holds) {
            return Some(false);
        }
        Some(plan.pays.is_none_or(|paid| paid.amount <= self.payable(paid.purse, chooser)))
    }

    /// Leaves only the options, from one on, whose cards have an ability that the doer can run; all of them are known. Asked
    /// in one set of registers. Gives whether it did: where something is wrong, no option is left and nothing is done.
    fn keep_runnable(&mut self, ability: AbilityId, registers: u16, first: usize) -> bool {
        let (me, prober) = (self.ctx.me, self.prober);
        self.prober = me;
        let kept = self.aside(registers, me, ABSENT, ABSENT, |m| {
            let (mut at, mut kept) = (first, first);
            while let Some(choice) = m.s.stack.pending.options.get(at).copied() {
                if m.runs_here(ability, choice.value)? {
                    if let Some(place) = m.s.stack.pending.options.get_mut(kept) {
                        *place = choice;
                    }
                    kept += 1;
                }
                at += 1;
            }
            Ok(kept)
        });
        self.prober = prober;
        self.s.stack.pending.options.truncate(*kept.as_ref().unwrap_or(&first));
        kept.is_ok()
    }

    /// Whether the doer can run an ability of a card that is known: asked in the registers that stand ready.
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

    /// What a doer can pay; to pay nothing is always possible.
    #[inline]
    fn payable(&self, purse: Purse, chooser: Chooser) -> Word {
        self.s.read(purse.first_slot + chooser.me as u32).saturating_sub(purse.stays).max(0)
    }

    /// Whether in a zone nobody but the doer has cards.
    #[inline]
    fn no_other_has_cards(&self, first: u16, me: Word) -> bool {
        let (first, own) = (usize::from(first), usize::from(first) + me as usize);
        let piles = self.s.piles.get(first..first + self.p.nouns.actors.len());
        piles.is_some_and(|piles| (first..).zip(piles).all(|(at, pile)| pile.len == 0 || at == own))
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
    fn add_parts(&mut self, tag: u16, plan: &OptionPlan, members: Members, chooser: Chooser) -> bool {
        let program = self.p;
        if plan.counted.is_some_and(|(print, ..)| self.is_changed(print)) {
            return false;
        }
        let counted = plan.counted.map(|(print, how, place)| {
            (program.printed(print.attribute), print, how, Reg::from(self.s.pile(place).len))
        });
        let kinds = plan.kinds.unwrap_or(KindSet::all());
        let passes = |card: &Card| {
            let compares = counted.is_none_or(|(printed, print, how, count)| {
                let number = printed.get(card.design.index()).copied().unwrap_or(ABSENT);
                number != ABSENT && how.holds(number.max(print.at_least).min(print.at_most).into(), count)
            });
            compares && is_of(program, kinds, card)
        };
        let first = self.s.stack.pending.options.len();
        for part in &plan.parts {
            let (pile, top) = (self.s.pile(part.place), ComponentId(self.s.pile(part.place).top));
            let (Some(info), Some(card)) = (program.places.get(part.place.index()), self.s.card(top)) else { continue };
            let listed = if part.top {
                let known = card.group == 0 && (card.known | info.sight_of(card.up)) & chooser.seat != 0;
                if self.may_be_of(kinds, Reg::from(top.0)) {
                    self.s.stack.pending.options.push(Choice { tag, value: Reg::from(top.0), weight: 1 });
                }
                !known
            } else {
                let heap = is_heap_order(info.order) && !members.differ();
                info.is_seen_by(chooser.seat) && Listed { program, tag, pile, heap }.add(self.s, passes)
            };
            if !listed {
                self.s.stack.pending.options.truncate(first);
                return false;
            }
        }
        true
    }

    /// Adds the cards of a place. Gives whether it did: not where one of them is not known, or the order in which they lie
    /// must tell the doer nothing, or something modifies their price.
    #[inline(never)]
    fn add_cards(
        &mut self,
        tag: u16,
        plan: &OptionPlan,
        members: Members,
        chooser: Chooser,
        place: PlaceId,
        pile: Pile,
    ) -> bool {
        let program = self.p;
        let Some(info) = program.places.get(place.index()) else { return false };
        if !info.is_seen_by(chooser.seat) {
            return false;
        }
        let heap = is_heap_order(info.order) && !members.differ();
        let kinds = plan.kinds.unwrap_or(KindSet::all());
        let Some(price) = plan.price else {
            let listed = Listed { program, tag, pile, heap };
            return match plan.kinds {
                None => listed.add(self.s, |_| true),
                Some(_) => listed.add(self.s, |card| is_of(program, kinds, card)),
            };
        };
        let Price { purse, print } = price;
        if self.is_changed(print) {
            return false;
        }
        let Print { attribute, at_least, at_most, .. } = print;
        let most = self.payable(purse, chooser);
        if at_least > most {
            return true;
        }
        let most = if at_most <= most { Word::MAX } else { most };
        let printed = program.printed(attribute);
        let payable =
            |card: &Card| printed.get(card.design.index()).is_some_and(|price| *price <= most && *price != ABSENT);
        let listed = Listed { program, tag, pile, heap };
        match plan.kinds {
            None => listed.add(self.s, payable),
            Some(_) => listed.add(self.s, |card| is_of(program, kinds, card) && payable(card)),
        }
    }
}

#[inline(always)]
fn is_of(program: &Program, kinds: KindSet, card: &Card) -> bool {
    program.kind_of.get(card.design.index()).is_some_and(|kind| kinds.0 & kind.0 != 0)
}

/// Cards of a place that are listed, top first.
struct Listed<'p> {
    program: &'p Program,
    tag: u16,
    pile: Pile,
    /// Equal ones are one option.
    heap: bool,
}

impl Listed<'_> {
    #[inline(always)]
    fn add(&self, state: &mut State, passes: impl Fn(&Card) -> bool) -> bool {
        let State { cards, slots, stack: Stack { pending: Pending { options, .. }, .. }, .. } = state;
        let (first, mut next) = (options.len(), self.pile.top);
        // For each number of a design the option that came last with it, where there is one.
        let (mut met, mut at) = (0u64, [0u8; 64]);
        for _ in 0..self.pile.len {
            let (id, Some(card)) = (next, cards.get(usize::from(next))) else { break };
            next = card.below;
            if card.group != 0 {
                options.truncate(first);
                return false;
            }
            if !passes(card) {
                continue;
            }
            if self.heap
                && let Some(place) = at.get_mut(card.design.index() % 64)
            {
                let before = options.get_mut(first..).unwrap_or(&mut []);
                let bit = 1 << (card.design.index() % 64);
                if met & bit == 0 {
                    met |= bit;
                    *place = before.len() as u8;
                } else if let Some(same) = self.same(cards, slots, before, usize::from(*place), card, id) {
                    same.weight += 1;
                    continue;
                }
            }
            options.push(Choice { tag: self.tag, value: Reg::from(id), weight: 1 });
        }
        true
    }

    /// The option of a card that looks the same as another, most likely the one of this number.
    #[inline]
    fn same<'o>(
        &self,
        cards: &[Card],
        slots: &[Word],
        options: &'o mut [Choice],
        likely: usize,
        card: &Card,
        id: u16,
    ) -> Option<&'o mut Choice> {
        let alike = |option: &Choice| self.alike(cards, slots, option, card, id);
        let at = match options.get(likely) {
            Some(option) if alike(option) => likely,
            _ => options.iter().position(alike)?,
        };
        options.get_mut(at)
    }

    /// Whether a card looks the same as that of an option. All are known, and in the same place.
    #[inline]
    fn alike(&self, cards: &[Card], slots: &[Word], option: &Choice, card: &Card, id: u16) -> bool {
        let at = option.value as usize;
        cards.get(at).is_some_and(|other| other.design == card.design && other.up == card.up)
            && self.program.card_states.iter().all(|state| {
                let first = state.first_slot as usize;
                slots.get(first + at) == slots.get(first + usize::from(id))
            })
    }
}

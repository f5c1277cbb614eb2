//! Offers to whoever answers where the question is asked: how many options there are of each name is told without a list of
//! them, and only the one that is taken is looked for.

use super::planned::Chooser;
use super::pure::compare;
use super::{Machine, Next, Run};
use crate::ids::ComponentId;
use crate::program::nouns::ABSENT;
use crate::program::op::{NO_REG, Pc};
use crate::program::plans::{DesignTally, PartsTally, Tally};
use crate::program::{OfferInfo, OptionInfo};
use crate::state::cards::Pile;
use crate::state::stack::*;

impl<'p> Machine<'p> {
    /// What comes of an offer whose options are tallied; nothing where somebody has to see them all.
    #[inline(never)]
    pub(super) fn take_tallied(&mut self, offer: u16, info: &'p OfferInfo, none: Pc) -> Run<Option<Next>> {
        let free = self.s.stack.frames.last().is_some_and(|f| f.region == 0);
        let Some(chooser) = self.chooser().filter(|_| free && !self.told && self.answers_here()) else {
            return Ok(None);
        };
        let mut found = Found { cards: [0; 64], count: 0 };
        self.tally(info, chooser, &mut found)?;
        let pending = &mut self.s.stack.pending;
        if pending.options.is_empty() {
            return Ok(Some(Next::Jump(none)));
        }
        (pending.question, pending.info) = (Question::Offer, offer);
        let taken = self.answers.as_deref_mut().and_then(|answers| answers.seat(self.p, pending));
        pending.question = Question::None;
        let Some(taken) = taken else { return Ok(None) };
        self.refuel(false);
        let answer = self.tallied(info, chooser, &found, taken);
        Ok(Some(Next::Jump(answer.and_then(|answer| self.took_option(info, offer, NO_REG, answer)).unwrap_or(none))))
    }

    /// Lists how many options there are of each name, as one that weighs as much, or the options themselves.
    #[inline(always)]
    fn tally(&mut self, info: &'p OfferInfo, chooser: Chooser, found: &mut Found) -> Run<()> {
        self.s.stack.pending.options.clear();
        for (tag, tally) in info.tallies.iter().enumerate() {
            let tag = tag as u16;
            let count = match tally {
                Tally::Always => 1,
                Tally::OfDoer(asks) => self.doer_passes(asks, chooser).into(),
                Tally::Paid(paid) => (paid.amount <= self.payable(paid.purse, chooser)).into(),
                Tally::PaidLimited(paid, limit) => {
                    let pays = paid.amount <= self.payable(paid.purse, chooser);
                    (pays && self.within_limit(*limit, chooser.me, ABSENT)).into()
                }
                Tally::Designs(designs) => self.count_designs(designs, chooser, found),
                Tally::Parts(parts) => self.count_parts(parts, chooser, found),
                Tally::Priced { kept, purse } => match self.priced(*kept) {
                    Some(priced) => priced.count_payable(self.payable(*purse, chooser)),
                    None => UNTOLD,
                },
                Tally::ListedOwn(first) if self.s.pile(chooser.place(*first)).len == 0 => 0,
                Tally::ListedOthers(first) if self.no_other_has_cards(*first, chooser.me) => 0,
                _ => UNTOLD,
            };
            match count {
                0 => {}
                UNTOLD => {
                    if let Some(option) = info.options.get(usize::from(tag)) {
                        self.list_beside(tag, option, chooser)?;
                    }
                }
                _ => self.s.stack.pending.options.push(Choice { tag, value: NONE, weight: count as u64 }),
            }
        }
        Ok(())
    }

    /// Lists an option that is not tallied. Out of the way of those that are.
    #[inline(never)]
    fn list_beside(&mut self, tag: u16, option: &'p OptionInfo, chooser: Chooser) -> Run<()> {
        self.list_option(tag, option, Some(chooser))
    }

    /// How many designs in a place of the doer's pass, with the first card of each. That is not told where more has to be asked of
    /// a card than its design tells.
    #[inline(never)]
    fn count_designs(&self, designs: &DesignTally, chooser: Chooser, found: &mut Found) -> usize {
        // Where a rule waits for the next settle point, it may act between conditions.
        if designs.settled && self.is_unsettled() {
            return UNTOLD;
        }
        let on_top = match designs.top {
            Some((first, attribute)) => self.top_bits(chooser, first, attribute) | DesignTally::ALWAYS,
            None => DesignTally::ALWAYS,
        };
        let (pile, mut asked, before) = (self.s.pile(chooser.place(designs.first)), 0, found.count);
        let told = self.find_passing(pile, true, found, |design| {
            let fits = designs.fits.get(design).copied().unwrap_or(DesignTally::ASKED);
            asked |= fits;
            fits & on_top != 0
        });
        if told && asked & DesignTally::ASKED == 0 { found.since(before) } else { found.back_to(before) }
    }

    /// How many cards of several places pass, or may pass where the doer does not know them.
    #[inline(never)]
    fn count_parts(&mut self, tally: &PartsTally, chooser: Chooser, found: &mut Found) -> usize {
        let value = tally.value.and_then(|value| self.p.values.get(value.index()));
        if value.is_some_and(|value| self.is_modified(value)) {
            return UNTOLD;
        }
        let (seat, before) = (self.seat_of(chooser.me), found.count);
        let count = Reg::from(self.s.pile(tally.place).len);
        for (part, heap) in &tally.parts {
            let pile = self.s.pile(part.place);
            let top = ComponentId(pile.top);
            let told = match part.top {
                _ if pile.len == 0 => true,
                true if self.knows(seat, top) => false,
                true => !self.may_be_of(tally.kinds, top.0.into()) || found.add(top.0),
                false => self.find_passing(pile, *heap, found, |design| {
                    let number = tally.numbers.get(design).copied().unwrap_or(ABSENT);
                    number != ABSENT && compare(tally.how, number.into(), count)
                }),
            };
            if !told {
                return found.back_to(before);
            }
        }
        found.since(before)
    }

    /// Finds the cards of a pile whose design passes, equal ones as one. Gives whether it did: not where a card is not known, or
    /// looks different from another of its design.
    #[inline(always)]
    fn find_passing(&self, pile: Pile, heap: bool, found: &mut Found, mut passes: impl FnMut(usize) -> bool) -> bool {
        let cards = self.s.cards.as_slice();
        let (mut next, up) = (pile.top, cards.get(usize::from(pile.top)).is_some_and(|card| card.up));
        let (mut met, mut again, mut strange) = (0u64, 0u64, 0u16);
        for _ in 0..pile.len {
            let (id, Some(card)) = (next, cards.get(usize::from(next))) else { break };
            next = card.below;
            let design = card.design.index();
            let bit = 1u64 << (design & 63);
            strange |= card.group | u16::from(card.up != up);
            if met & bit != 0 && heap {
                again |= bit;
                continue;
            }
            met |= bit;
            if passes(design) && !found.add(id) {
                return false;
            }
        }
        strange == 0 && again & !self.p.bare_designs == 0
    }

    /// The option of this number among all that were tallied.
    #[inline(always)]
    fn tallied(&self, info: &OfferInfo, chooser: Chooser, found: &Found, mut number: usize) -> Option<Choice> {
        // How many of the cards that were found are passed.
        let mut passed = 0;
        for choice in &self.s.stack.pending.options {
            let count = choice.stands_for();
            let tally = info.tallies.get(usize::from(choice.tag)).filter(|_| choice.value == NONE);
            if number < count {
                let value = match tally {
                    Some(Tally::Designs(_) | Tally::Parts(_)) => Reg::from(*found.cards.get(passed + number)?),
                    Some(Tally::Priced { kept, purse }) => {
                        let most = self.payable(*purse, chooser);
                        Reg::from(self.priced(*kept)?.payable(most).nth(number)?)
                    }
                    _ => choice.value,
                };
                return Some(Choice { value, ..*choice });
            }
            number -= count;
            passed += if let Some(Tally::Designs(_) | Tally::Parts(_)) = tally { count } else { 0 };
        }
        None
    }
}

/// Cards that options stand for which are tallied by what their cards are.
struct Found {
    cards: [u16; 64],
    count: usize,
}

impl Found {
    /// One more; whether there was room for it.
    #[inline(always)]
    fn add(&mut self, card: u16) -> bool {
        let place = self.cards.get_mut(self.count);
        self.count += 1;
        place.map(|place| *place = card).is_some()
    }

    /// How many were found since there were so many.
    #[inline(always)]
    fn since(&self, before: usize) -> usize {
        self.count - before
    }

    /// Forgets those found since then: how many there are is not told.
    #[inline(always)]
    fn back_to(&mut self, before: usize) -> usize {
        self.count = before;
        UNTOLD
    }
}

/// Instead of how many there are, where that is not told.
const UNTOLD: usize = usize::MAX;

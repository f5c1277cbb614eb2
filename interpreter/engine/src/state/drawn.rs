//! One card out of a bag: by its number among what the bag holds, which closes the gap.

use super::State;
use super::bags::Counts;
use super::bits::{between, between_in_word, ends, nth, nth_of_word};
use super::cards::Card;
use super::gathered::{TAKEN, greatest_divisor};
use crate::ids::DesignId;
use crate::program::reg::Reg;

impl State {
    /// The largest number that divides how many there are of each design of a bag.
    #[inline]
    pub(crate) fn common_count(&self, group: u16) -> u16 {
        // Mostly the first is the only one of its design.
        if self.bags.first_two(group).is_some_and(|(a, b)| design_at(&self.cards, a) != design_at(&self.cards, b)) {
            return 1;
        }
        self.common_count_of_all(group)
    }

    #[inline(never)]
    fn common_count_of_all(&self, group: u16) -> u16 {
        let (mut last, mut common, mut count) = (TAKEN, 0, 0);
        for (word, first) in self.bags.words(group).iter().zip((0..).step_by(64)) {
            let mut word = *word;
            while word != 0 {
                let card = self.cards.get(first + word.trailing_zeros() as usize);
                word &= word - 1;
                let design = card.map_or(last, |card| card.design);
                if design == last {
                    count += 1;
                    continue;
                }
                if count > 0 {
                    common = greatest_divisor(count, common);
                    if common == 1 {
                        return 1;
                    }
                }
                (last, count) = (design, 1);
            }
        }
        greatest_divisor(count, common).max(1)
    }

    /// Makes a card of a bag whose cards lie alike the one of this number, and closes the gap: what is left stands in its
    /// order again. A bag that is left with equal cards is no longer one.
    #[inline]
    pub(crate) fn take_nth(&mut self, at: usize, group: u16, number: usize) {
        let State { cards, bags, .. } = self;
        let Some((words, counts)) = bags.parts(group) else { return };
        // Small games have one word for all their cards.
        let single = if let [word] = words { Some(*word) } else { None };
        let taken = single.map_or_else(|| nth(words, number), |word| Some(nth_of_word(word, number)));
        let Some(taken) = taken else { return };
        let design = design_at(cards, taken);
        if taken < at {
            // What stands behind the gap, up to the card, moves down by one.
            let mut gap = taken;
            let close = |i: usize| {
                let moved = design_at(cards, i);
                set_design(cards, gap, moved);
                gap = i;
            };
            match single {
                Some(word) => between_in_word(word, taken, at, close),
                None => between(words, taken, at, close),
            }
        } else if taken > at {
            // What stands from the card on, up to the gap, moves up by one.
            let mut carried = design_at(cards, at);
            let carry = |i: usize| {
                let next = design_at(cards, i);
                set_design(cards, i, carried);
                carried = next;
            };
            match single {
                Some(word) => between_in_word(word, at, taken, carry),
                None => between(words, at, taken, carry),
            }
        }
        if let (Some(card), Some(word)) = (cards.get_mut(at), words.get_mut(at / 64)) {
            counts.remove(card);
            (card.design, card.group, card.fixed_face) = (design, 0, false);
            *word &= !(1 << (at % 64));
        }
        // The designs rise, so the ends tell whether all are equal.
        let Some((first, last)) = ends(words) else { return };
        if first == last {
            // The last one is what is left.
            if let (Some(card), Some(word)) = (cards.get_mut(first), words.get_mut(first / 64)) {
                (card.group, card.fixed_face, *word, *counts) = (0, false, 0, Counts::default());
            }
            self.rearranged();
        } else if design_at(cards, first) == design_at(cards, last) {
            self.dissolve_now(group);
        }
    }

    /// Makes a card of a bag known as a design, as `take_nth` does. Not done where the bag has both faces.
    pub(crate) fn take_out(&mut self, at: usize, group: u16, design: Reg) -> bool {
        let is = |at: usize| self.cards.get(at).is_some_and(|card| Reg::from(card.design.0) == design);
        let Some(number) = self.bags.members(group).position(is).filter(|_| self.bags.counts(group).uniform()) else {
            return false;
        };
        self.take_nth(at, group, number);
        true
    }
}

/// The design that stands with a card.
#[inline(always)]
fn design_at(cards: &[Card], at: usize) -> DesignId {
    cards.get(at).map_or(DesignId(0), |card| card.design)
}

#[inline(always)]
fn set_design(cards: &mut [Card], at: usize, design: DesignId) {
    if let Some(card) = cards.get_mut(at) {
        card.design = design;
    }
}

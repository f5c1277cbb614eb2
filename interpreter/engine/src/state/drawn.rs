//! One card out of a bag: by its number among what the bag holds, which closes the gap.

use super::State;
use super::bags::Counts;
use super::bits::{between, ends, nth, nth_of_word};
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
        let cards = cards.as_mut_slice();
        let Some((words, counts)) = bags.parts(group) else { return };
        // Small games have one word for all their cards.
        let design = if let [word] = words {
            taken_of_word(cards, *word, at, number)
        } else {
            let Some(taken) = nth(words, number) else { return };
            taken_of_words(cards, words, at, taken)
        };
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

/// The design of this number of a bag in one word. What stands between it and a card of the bag moves by one, so that there
/// is no gap but where the card stands.
#[inline(always)]
fn taken_of_word(cards: &mut [Card], word: u64, at: usize, number: usize) -> DesignId {
    let taken = nth_of_word(word, number);
    let mut carried = design_at(cards, at);
    if taken < at {
        let mut between = word & (u64::MAX << (taken % 64)) & !(u64::MAX << (at % 64));
        while between != 0 {
            let next = between.ilog2();
            carried = replaced(cards, next as usize, carried);
            between ^= 1 << next;
        }
    } else {
        let mut between = word & (u64::MAX << (at % 64) << 1) & (u64::MAX >> (63 - taken % 64));
        while between != 0 {
            carried = replaced(cards, between.trailing_zeros() as usize, carried);
            between &= between - 1;
        }
    }
    carried
}

/// The same of a bag in several words, by where the design stands.
fn taken_of_words(cards: &mut [Card], words: &[u64], at: usize, taken: usize) -> DesignId {
    let design = design_at(cards, taken);
    if taken < at {
        // What stands behind the gap, up to the card, moves down by one.
        let mut gap = taken;
        between(words, taken, at, |i| {
            let moved = design_at(cards, i);
            replaced(cards, gap, moved);
            gap = i;
        });
    } else if taken > at {
        // What stands from the card on, up to the gap, moves up by one.
        let mut carried = design_at(cards, at);
        between(words, at, taken, |i| carried = replaced(cards, i, carried));
    }
    design
}

/// Another design comes to stand with a card; the one that stood there.
#[inline(always)]
fn replaced(cards: &mut [Card], at: usize, design: DesignId) -> DesignId {
    cards.get_mut(at).map_or(design, |card| std::mem::replace(&mut card.design, design))
}

/// The design that stands with a card.
#[inline(always)]
fn design_at(cards: &[Card], at: usize) -> DesignId {
    cards.get(at).map_or(DesignId(0), |card| card.design)
}

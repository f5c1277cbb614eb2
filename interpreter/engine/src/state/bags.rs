//! Undrawn bags: which cards are in each, and how these lie. The cards say it too; here it is kept so that a question
//! about a bag costs no walk over all cards. No part of the position: equality and hashes leave it out.
//!
//! The contents of a bag stand with its cards in one order: along the cards of one face the designs rise.

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

use super::State;
use super::bits::ends;
use super::cards::Card;
use super::copy::copy;
use super::gathered::{Gathered, TAKEN};
use super::lore::Origin;
use crate::ids::{DesignId, PlaceId};
use crate::program::reg::Reg;
use crate::state::stack::Choice;

/// All bags by their numbers, which begin with 1.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Bags {
    /// Words that the members of one bag take: a bit for each card of the game.
    width: usize,
    members: Vec<u64>,
    counts: Vec<Counts>,
}

/// How many cards a bag has, how many of them lie up, and at how many places each face is settled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    pub cards: u16,
    pub up: u16,
    pub fixed_up: u16,
    pub fixed_down: u16,
}

impl Counts {
    /// Whether there are both faces to put where none is settled.
    pub fn open(self) -> bool {
        self.up > self.fixed_up && self.cards - self.up > self.fixed_down
    }

    /// Whether all cards have one face.
    pub fn uniform(self) -> bool {
        self.up == 0 || self.up == self.cards
    }

    fn add(&mut self, card: &Card) {
        self.cards += 1;
        self.up += u16::from(card.up);
        self.fixed_up += u16::from(card.fixed_face && card.up);
        self.fixed_down += u16::from(card.fixed_face && !card.up);
    }

    pub(super) fn remove(&mut self, card: &Card) {
        self.cards -= 1;
        self.up -= u16::from(card.up);
        self.fixed_up -= u16::from(card.fixed_face && card.up);
        self.fixed_down -= u16::from(card.fixed_face && !card.up);
    }
}

impl Clone for Bags {
    fn clone(&self) -> Self {
        Bags { width: self.width, members: self.members.clone(), counts: self.counts.clone() }
    }

    fn clone_from(&mut self, from: &Self) {
        self.width = from.width;
        copy(&mut self.members, &from.members);
        copy(&mut self.counts, &from.counts);
    }
}

impl PartialEq for Bags {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Bags {}

impl Hash for Bags {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Bags {
    /// The bags that these cards say they are in.
    pub fn of(cards: &[Card]) -> Bags {
        let mut bags = Bags::default();
        bags.read(cards);
        bags
    }

    /// Forgets all, and reads off the cards which bags there are.
    pub fn read(&mut self, cards: &[Card]) {
        self.width = cards.len().div_ceil(64);
        self.members.clear();
        self.counts.clear();
        for (i, card) in cards.iter().enumerate().filter(|(_, c)| c.group != 0) {
            self.add(i, card);
        }
    }

    /// Whether both hold the same bags.
    pub fn agree(&self, other: &Bags) -> bool {
        let numbers = 1..=self.highest().max(other.highest());
        { numbers }.all(|g| self.counts(g) == other.counts(g) && self.members(g).eq(other.members(g)))
    }

    pub fn bytes(&self) -> usize {
        size_of_val(self.members.as_slice()) + size_of_val(self.counts.as_slice())
    }

    #[inline]
    pub fn counts(&self, group: u16) -> Counts {
        self.counts.get(usize::from(group).wrapping_sub(1)).copied().unwrap_or_default()
    }

    /// Numbers of bags that have cards, rising.
    pub fn numbers(&self) -> impl Iterator<Item = u16> {
        (1u16..).zip(&self.counts).filter(|(_, counts)| counts.cards > 0).map(|(number, _)| number)
    }

    /// No bag has a higher number.
    pub fn highest(&self) -> u16 {
        self.counts.len() as u16
    }

    /// The lowest number that no bag has.
    pub fn free(&self) -> Option<u16> {
        let at = self.counts.iter().position(|counts| counts.cards == 0).unwrap_or(self.counts.len());
        u16::try_from(at + 1).ok()
    }

    /// The cards of a bag by rising number.
    #[inline]
    pub fn members(&self, group: u16) -> Members<'_> {
        let mut words = self.words(group).iter();
        let word = words.next().copied().unwrap_or(0);
        Members { words, word, first: 0 }
    }

    /// The first card of a bag from a number on.
    pub(crate) fn member_from(&self, group: u16, at: usize) -> Option<usize> {
        let words = self.words(group).get(at / 64..)?;
        let mut mask = u64::MAX << (at % 64);
        words.iter().zip((at / 64 * 64..).step_by(64)).find_map(|(word, first)| {
            let word = *word & std::mem::replace(&mut mask, u64::MAX);
            (word != 0).then(|| first + word.trailing_zeros() as usize)
        })
    }

    /// The first two cards of a bag, where they stand in one word.
    #[inline]
    pub(super) fn first_two(&self, group: u16) -> Option<(usize, usize)> {
        let (at, word) = self.words(group).iter().enumerate().find(|(_, word)| **word != 0)?;
        let rest = word & (word - 1);
        (rest != 0).then(|| (at * 64 + word.trailing_zeros() as usize, at * 64 + rest.trailing_zeros() as usize))
    }

    /// Goes through the cards of a bag by rising number, with few steps for each.
    #[inline(always)]
    fn each_member(&self, group: u16, mut visit: impl FnMut(usize)) {
        for (word, first) in self.words(group).iter().zip((0..).step_by(64)) {
            let mut word = *word;
            while word != 0 {
                visit(first + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }

    #[inline]
    pub(super) fn words(&self, group: u16) -> &[u64] {
        let first = usize::from(group).wrapping_sub(1).wrapping_mul(self.width);
        self.members.get(first..first.wrapping_add(self.width)).unwrap_or_default()
    }

    #[inline]
    fn words_mut(&mut self, group: u16) -> &mut [u64] {
        let first = usize::from(group).wrapping_sub(1).wrapping_mul(self.width);
        self.members.get_mut(first..first.wrapping_add(self.width)).unwrap_or_default()
    }

    /// The word with the bit of a card.
    #[inline]
    fn word_of(&mut self, group: u16, card: usize) -> Option<&mut u64> {
        self.members.get_mut(usize::from(group).wrapping_sub(1).wrapping_mul(self.width).wrapping_add(card / 64))
    }

    /// The members of a bag as bits, and how they lie.
    #[inline]
    pub(super) fn parts(&mut self, group: u16) -> Option<(&mut [u64], &mut Counts)> {
        let number = usize::from(group).wrapping_sub(1);
        let counts = self.counts.get_mut(number)?;
        Some((self.members.get_mut(number * self.width..(number + 1) * self.width)?, counts))
    }

    /// A card comes into the bag that it says it is in.
    #[inline]
    fn add(&mut self, at: usize, card: &Card) {
        self.make_room(card.group);
        if let Some(word) = self.word_of(card.group, at) {
            *word |= 1 << (at % 64);
        }
        if let Some(counts) = self.counts.get_mut(usize::from(card.group).wrapping_sub(1)) {
            counts.add(card);
        }
    }

    /// There is room for a bag of this number.
    #[inline]
    fn make_room(&mut self, group: u16) {
        let number = usize::from(group);
        if self.counts.len() < number {
            self.counts.resize(number, Counts::default());
            self.members.resize(number * self.width, 0);
        }
    }

    /// A card leaves the bag that it says it is in.
    #[inline]
    fn remove(&mut self, at: usize, card: &Card) {
        if let Some(word) = self.word_of(card.group, at) {
            *word &= !(1 << (at % 64));
        }
        if let Some(counts) = self.counts.get_mut(usize::from(card.group).wrapping_sub(1)) {
            counts.remove(card);
        }
    }

    /// All cards of a bag leave it.
    fn empty(&mut self, group: u16) {
        self.words_mut(group).fill(0);
        if let Some(counts) = self.counts.get_mut(usize::from(group).wrapping_sub(1)) {
            *counts = Counts::default();
        }
    }
}

/// Goes through the cards of a bag.
pub struct Members<'a> {
    words: std::slice::Iter<'a, u64>,
    word: u64,
    first: usize,
}

impl Iterator for Members<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word == 0 {
            self.word = *self.words.next()?;
            self.first += 64;
        }
        let bit = self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some(self.first + bit)
    }
}

impl State {
    /// A card leaves its bag: it is what its design says.
    pub(crate) fn leave_bag(&mut self, at: usize) {
        let Some(card) = self.cards.get_mut(at).filter(|c| c.group != 0) else { return };
        self.bags.remove(at, card);
        (card.group, card.fixed_face) = (0, false);
    }

    /// A card lies with this face.
    #[inline]
    pub(crate) fn set_face(&mut self, at: usize, up: bool) {
        let Some(card) = self.cards.get_mut(at).filter(|c| c.up != up) else { return };
        if card.group != 0 {
            self.bags.remove(at, card);
        }
        card.up = up;
        if card.group != 0 {
            self.bags.add(at, card);
        }
        let place = card.place;
        self.rearranged_at(place);
    }

    /// The face of a card of a bag is settled, whichever card it is.
    #[inline]
    pub(crate) fn settle_face(&mut self, at: usize) {
        let Some(card) = self.cards.get_mut(at).filter(|c| c.group != 0 && !c.fixed_face) else { return };
        card.fixed_face = true;
        if let Some(counts) = self.bags.counts.get_mut(usize::from(card.group).wrapping_sub(1)) {
            *(if card.up { &mut counts.fixed_up } else { &mut counts.fixed_down }) += 1;
        }
    }

    /// The bag of a card of a place (the last that is in one), how many cards of the place are in bags, and whether these are
    /// several bags.
    pub(crate) fn bagged_in(&self, place: PlaceId) -> (u16, u16, bool) {
        let (mut group, mut inside, mut several) = (0, 0, false);
        let mut next = self.pile(place).top;
        while let Some(card) = self.cards.get(next as usize) {
            next = card.below;
            if card.group != 0 {
                several |= inside != 0 && card.group != group;
                (group, inside) = (card.group, inside + 1);
            }
        }
        (group, inside, several)
    }

    /// Puts all cards of a place into one bag, which nobody has seen: nobody can tell any more which is which. What else was
    /// in their bags lies there, too. What the bag holds is gathered, as far as it can be, and still to be brought into its
    /// order.
    pub(crate) fn fill_bag(&mut self, place: PlaceId, several: bool, was: u16, bag: &mut Gathered) -> Option<u16> {
        let pool = self.begin_pool(place);
        let pile = self.pile(place);
        let State { cards, bags, lore, .. } = self;
        let mut next = pile.top;
        if several {
            while let Some(card) = cards.get(next as usize) {
                bags.empty(card.group);
                next = card.below;
            }
        } else if was != 0 {
            bags.empty(was);
        }
        // Numbers of bags are used again once they are free.
        let group = bags.free()?;
        bags.make_room(group);
        let mut up = 0;
        let members = bags.words_mut(group);
        let (cards, origins) = (cards.as_mut_slice(), lore.cards.as_mut_slice());
        next = pile.top;
        while let Some(card) = cards.get_mut(next as usize) {
            if let Some(origin) = origins.get_mut(next as usize) {
                *origin = Origin { pool, design: card.design, from: origin.pool, known: card.known };
            }
            (card.group, card.known, card.fixed_face) = (group, 0, false);
            if let Some(word) = members.get_mut(usize::from(next / 64)) {
                *word |= 1 << (next % 64);
            }
            bag.push(card.design);
            up += u16::from(card.up);
            next = card.below;
        }
        if let Some(own) = bags.counts.get_mut(usize::from(group).wrapping_sub(1)) {
            *own = Counts { cards: pile.len, up, ..Counts::default() };
        }
        Some(group)
    }

    /// A bag of one, or of equal cards, is no longer open.
    pub(crate) fn dissolve(&mut self, group: u16) {
        // The designs rise, so the ends tell whether all are equal.
        let Some((first, last)) = ends(self.bags.words(group)).filter(|_| self.bags.counts(group).uniform()) else {
            return;
        };
        let design = |at: usize| self.cards.get(at).map(|c| c.design);
        if design(first) != design(last) {
            return;
        }
        self.dissolve_now(group);
    }

    /// Lists the designs of a bag's cards of one face, each weighing as many as there are.
    pub(crate) fn list_designs(&mut self, group: u16, up: bool) {
        let options = &mut self.stack.pending.options;
        options.clear();
        let mut last = Choice { tag: u16::from(up), value: 0, weight: 0 };
        self.bags.each_member(group, |at| {
            let Some(card) = self.cards.get(at).filter(|c| c.up == up) else { return };
            let value = Reg::from(card.design.0);
            if value == last.value {
                last.weight += 1;
                return;
            }
            if last.weight > 0 {
                options.push(last);
            }
            (last.value, last.weight) = (value, 1);
        });
        if last.weight > 0 {
            options.push(last);
        }
    }

    /// A card of a bag is known as a design and leaves it. What the bag holds is for the caller to see to, and how cards lie.
    #[inline]
    pub(crate) fn leave_bag_as(&mut self, at: usize, design: DesignId) {
        if let Some(card) = self.cards.get_mut(at) {
            self.bags.remove(at, card);
            (card.design, card.group, card.fixed_face) = (design, 0, false);
        }
    }

    /// Cards of a bag that lies alike have left it, as they say, with so many faces that were settled. What the bag holds is
    /// for the caller to see to.
    #[inline]
    pub(crate) fn left_bag(&mut self, group: u16, left: &[u16], faces: u16) {
        let Some((words, counts)) = self.bags.parts(group) else { return };
        for at in left {
            if let Some(word) = words.get_mut(usize::from(*at) / 64) {
                *word &= !(1 << (at % 64));
            }
        }
        counts.cards -= left.len() as u16;
        if counts.up > 0 {
            (counts.up, counts.fixed_up) = (counts.cards, counts.fixed_up - faces);
        } else {
            counts.fixed_down -= faces;
        }
    }

    /// Gathers what a bag holds that lies alike, of at most `MOST_GATHERED` cards.
    #[inline]
    pub(crate) fn gather(&self, group: u16, bag: &mut Gathered) {
        let cards = self.cards.as_slice();
        self.bags.each_member(group, |at| {
            if let Some(card) = cards.get(at) {
                bag.push(card.design);
            }
        });
    }

    /// A bag holds what is left of what was gathered, in rising order. Of equal cards it is no longer one.
    #[inline]
    pub(crate) fn scatter(&mut self, group: u16, bag: &Gathered) {
        let State { cards, bags, .. } = self;
        let cards = cards.as_mut_slice();
        let mut left = bag.designs().iter().copied();
        let (mut first, mut last) = (TAKEN, TAKEN);
        bags.each_member(group, |at| {
            let mut next = left.next().unwrap_or(TAKEN);
            while next == TAKEN {
                let Some(design) = left.next() else { return };
                next = design;
            }
            if let Some(card) = cards.get_mut(at) {
                card.design = next;
            }
            (first, last) = (if last == TAKEN { next } else { first }, next);
        });
        if first == last && first != TAKEN {
            self.dissolve_now(group);
        }
    }

    /// All cards of a bag are equal: it is no longer open which is which.
    pub(super) fn dissolve_now(&mut self, group: u16) {
        // They may lie anywhere.
        self.rearranged();
        let State { cards, bags, .. } = self;
        bags.each_member(group, |at| {
            if let Some(card) = cards.get_mut(at) {
                (card.group, card.fixed_face) = (0, false);
            }
        });
        bags.empty(group);
    }
}

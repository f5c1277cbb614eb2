//! What seats may know of cards beyond who knows which: out of which shuffle or secret choice each came, and what was
//! told about it. Read by views and by dealing anew; the rules never see it.

use serde::{Deserialize, Serialize};

use super::State;
use super::copy::copy;
use super::outcomes::Outcomes;
use crate::ids::{ComponentId, DesignId, PlaceId};

/// Where a card got its identity from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Origin {
    /// The cards that were last mixed with each other share it. 0: it was never mixed, and is what the setup made it.
    pub pool: u16,
    /// What lay here when the pool was mixed: its design, its own pool, and who knew it.
    pub design: DesignId,
    pub from: u16,
    pub known: u32,
}

/// What some seats were told about a card: it is one of these designs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fact {
    pub card: ComponentId,
    /// Seats as bits.
    pub seats: u32,
}

#[derive(Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lore {
    /// By card; empty in games in which everything is open.
    pub cards: Vec<Origin>,
    /// By place: seats that could not see what was last chosen there.
    pub chosen: Vec<u32>,
    pub facts: Vec<Fact>,
    /// For each fact the designs that are possible, as bits.
    pub possible: Vec<u64>,
    pub last_pool: u16,
    pub outcomes: Outcomes,
}

impl Clone for Lore {
    fn clone(&self) -> Self {
        let mut copy = Lore::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, from: &Self) {
        copy(&mut self.cards, &from.cards);
        copy(&mut self.chosen, &from.chosen);
        if self.facts.len() | from.facts.len() != 0 {
            copy(&mut self.facts, &from.facts);
            copy(&mut self.possible, &from.possible);
        }
        self.last_pool = from.last_pool;
        if self.outcomes.any() | from.outcomes.any() {
            self.outcomes.clone_from(&from.outcomes);
        }
    }
}

impl Lore {
    /// Nothing is known and nothing mixed yet.
    pub fn new(cards: usize, places: usize) -> Lore {
        Lore { cards: vec![Origin::default(); cards], chosen: vec![0; places], ..Lore::default() }
    }

    /// Whether it is kept.
    #[inline]
    pub fn on(&self) -> bool {
        !self.cards.is_empty()
    }

    /// Words of one fact.
    fn width(&self) -> usize {
        if self.facts.is_empty() { 0 } else { self.possible.len() / self.facts.len() }
    }

    /// The facts that a seat was told about a card, each as the designs that are possible.
    pub fn told(&self, card: ComponentId, seat: usize) -> impl Iterator<Item = &[u64]> {
        let width = self.width();
        let mine = move |f: &Fact| f.card == card && f.seats & (1 << (seat & 31)) != 0;
        let facts = self.facts.iter().enumerate().filter(move |(_, f)| mine(f));
        facts.filter_map(move |(i, _)| self.possible.get(i * width..(i + 1) * width))
    }

    /// Whether a card may be of a design, as far as a seat was told.
    pub fn allows(&self, card: ComponentId, seat: usize, design: DesignId) -> bool {
        self.told(card, seat).all(|set| has(set, design))
    }

    /// Begins to note a fact that leaves nothing possible of so many designs.
    pub fn begin_fact(&mut self, fact: Fact, designs: usize) {
        self.facts.push(fact);
        self.possible.resize(self.possible.len() + designs.div_ceil(64), 0);
    }

    /// The fact that was begun leaves a design possible.
    pub fn allow(&mut self, design: DesignId) {
        let first = self.possible.len() - self.width();
        if let Some(word) = self.possible.get_mut(first + design.index() / 64) {
            *word |= 1 << (design.index() % 64);
        }
    }

    /// The fact is complete. What the same seats were told of the same card before is made narrower.
    pub fn end_fact(&mut self) {
        let width = self.width();
        let Some(last) = self.facts.len().checked_sub(1) else { return };
        let Some(at) = self.facts.iter().position(|f| Some(f) == self.facts.get(last)).filter(|at| *at < last) else {
            return;
        };
        let (earlier, new) = self.possible.split_at_mut(last * width);
        for (old, new) in earlier.iter_mut().skip(at * width).zip(new) {
            *old &= *new;
        }
        self.facts.truncate(last);
        self.possible.truncate(last * width);
    }

    /// These seats can no longer tell which card it is that they were told about.
    pub fn forget(&mut self, card: ComponentId, seats: u32) {
        let width = self.width();
        let mut i = 0;
        while let Some(fact) = self.facts.get_mut(i) {
            if fact.card == card {
                fact.seats &= !seats;
            }
            if fact.seats == 0 {
                self.facts.remove(i);
                self.possible.drain(i * width..(i + 1) * width);
            } else {
                i += 1;
            }
        }
    }

    fn next_pool(&mut self) -> u16 {
        self.last_pool = self.last_pool.saturating_add(1);
        self.last_pool
    }
}

/// Whether a set of designs has one.
pub fn has(set: &[u64], design: DesignId) -> bool {
    set.get(design.index() / 64).is_some_and(|word| word & (1 << (design.index() % 64)) != 0)
}

impl State {
    /// The cards of a place are about to be mixed: what was told and chosen there is forgotten. The pool that they come into,
    /// where it is kept.
    pub(crate) fn begin_pool(&mut self, place: PlaceId) -> u16 {
        if !self.lore.on() {
            return 0;
        }
        if !self.lore.facts.is_empty() {
            let mut next = self.pile(place).top;
            while let Some(card) = self.cards.get(next as usize) {
                self.lore.forget(ComponentId(next), u32::MAX);
                next = card.below;
            }
        }
        if let Some(chosen) = self.lore.chosen.get_mut(place.index()) {
            *chosen = 0;
        }
        self.lore.next_pool()
    }

    /// A card that was chosen in secret left a place unseen: for these seats it may be any of those that lay there.
    pub(crate) fn mix_chosen(&mut self, card: ComponentId, from: PlaceId, blind: u32) {
        let first = self.lore.cards.get(card.index()).map_or(0, |o| o.pool);
        // Where they are mixed already and nobody loses sight of one, nothing changes.
        let alike = first != 0 && self.all_of_pool(card, from, blind, first);
        if alike && self.lore.facts.is_empty() {
            return;
        }
        let pool = if alike { first } else { self.lore.next_pool() };
        self.mix_one(card, pool, alike, blind);
        let mut next = self.pile(from).top;
        while let Some(below) = self.cards.get(next as usize).map(|c| c.below) {
            // The card itself may still lie there.
            if next != card.0 {
                self.mix_one(ComponentId(next), pool, alike, blind);
            }
            next = below;
        }
    }

    /// Whether a card and those of a place are of one pool, and none of these seats knows any of them.
    #[inline]
    fn all_of_pool(&self, card: ComponentId, place: PlaceId, seats: u32, pool: u16) -> bool {
        let (cards, origins) = (self.cards.as_slice(), self.lore.cards.as_slice());
        let strange = |at: u16, known: u32| {
            known & seats != 0 || origins.get(usize::from(at)).is_none_or(|origin| origin.pool != pool)
        };
        let mut next = self.pile(place).top;
        while let Some(lies) = cards.get(usize::from(next)) {
            if strange(next, lies.known) {
                return false;
            }
            next = lies.below;
        }
        self.card(card).is_some_and(|moved| !strange(card.0, moved.known))
    }

    /// A card comes into a pool, unless it is there already, and these seats lose sight of it.
    fn mix_one(&mut self, id: ComponentId, pool: u16, already: bool, blind: u32) {
        let Some(card) = self.cards.get_mut(id.index()) else { return };
        if !already && let Some(origin) = self.lore.cards.get_mut(id.index()) {
            // What was never mixed is no secret.
            let known = if origin.pool == 0 { u32::MAX } else { card.known };
            *origin = Origin { pool, design: card.design, from: origin.pool, known };
        }
        card.known &= !blind;
        if !self.lore.facts.is_empty() {
            self.lore.forget(id, blind);
        }
    }
}

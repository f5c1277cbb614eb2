//! Where components lie: one linked list per place in fixed arrays, and which of them are an undrawn bag.

use serde::{Deserialize, Serialize};

use super::State;
use crate::ids::*;
use crate::program::nouns::Word;
use crate::sure::sure;

/// No card.
pub const NOBODY: u16 = u16::MAX;

/// One component. Its design may still be open: see `group`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Card {
    pub design: DesignId,
    pub place: PlaceId,
    pub above: u16,
    pub below: u16,
    pub up: bool,
    /// 0: it is what `design` says. Else: it is one of the cards of that group, nobody knows which; the designs that
    /// stand with the group's cards are the bag, in no meaningful order.
    pub group: u16,
    /// In a group: its face is settled, its design is not.
    pub fixed_face: bool,
    /// Seats that know which card it is, as bits.
    pub known: u32,
}

impl Card {
    /// A card that lies nowhere yet.
    pub fn new(design: DesignId) -> Card {
        Card {
            design,
            place: PlaceId(u16::MAX),
            above: NOBODY,
            below: NOBODY,
            up: false,
            group: 0,
            fixed_face: false,
            known: 0,
        }
    }
}

/// The ends of a place's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pile {
    pub top: u16,
    pub bottom: u16,
    pub len: u16,
}

impl Default for Pile {
    fn default() -> Self {
        Pile { top: NOBODY, bottom: NOBODY, len: 0 }
    }
}

impl State {
    /// The card of an id.
    #[inline]
    pub fn card(&self, id: ComponentId) -> Option<&Card> {
        sure(self.cards.get(id.index()))
    }

    /// The pile of a place.
    #[inline]
    pub fn pile(&self, place: PlaceId) -> Pile {
        sure(self.piles.get(place.index())).copied().unwrap_or_default()
    }

    /// The cards of a place, top first.
    pub fn cards_in(&self, place: PlaceId) -> CardsIn<'_> {
        CardsIn { state: self, next: self.pile(place).top, left: self.cards.len() }
    }

    /// Takes a card out of its place.
    #[inline]
    pub fn lift(&mut self, id: ComponentId) {
        let Some(card) = self.cards.get(id.index()).copied() else { return };
        self.rearranged_at(card.place);
        let Some(pile) = self.piles.get_mut(card.place.index()) else { return };
        pile.len = pile.len.saturating_sub(1);
        if card.above == NOBODY {
            pile.top = card.below;
        }
        if card.below == NOBODY {
            pile.bottom = card.above;
        }
        if let Some(above) = self.cards.get_mut(card.above as usize) {
            above.below = card.below;
        }
        if let Some(below) = self.cards.get_mut(card.below as usize) {
            below.above = card.above;
        }
        if let Some(card) = self.cards.get_mut(id.index()) {
            (card.above, card.below, card.place) = (NOBODY, NOBODY, PlaceId(u16::MAX));
        }
    }

    /// Lays a lifted card on top of a place, or under it.
    #[inline]
    pub fn lay(&mut self, id: ComponentId, place: PlaceId, under: bool) {
        self.rearranged_at(place);
        let Some(pile) = self.piles.get_mut(place.index()) else { return };
        let neighbour = if under { pile.bottom } else { pile.top };
        pile.len += 1;
        if under || pile.bottom == NOBODY {
            pile.bottom = id.0;
        }
        if !under || pile.top == NOBODY {
            pile.top = id.0;
        }
        if let Some(other) = self.cards.get_mut(neighbour as usize) {
            if under {
                other.below = id.0;
            } else {
                other.above = id.0;
            }
        }
        if let Some(card) = self.cards.get_mut(id.index()) {
            card.place = place;
            (card.above, card.below) = if under { (neighbour, NOBODY) } else { (NOBODY, neighbour) };
        }
    }

    /// Takes cards from the top of a place, at most so many and as long as `go` lets them (by how many went before, and their
    /// number), and lays one after the other on top of another place, or under it. How many.
    #[inline(always)]
    pub fn carry_tops(
        &mut self,
        from: PlaceId,
        place: PlaceId,
        under: bool,
        most: usize,
        mut go: impl FnMut(usize, u16, &mut Card) -> bool,
    ) -> usize {
        let State { cards, piles, .. } = self;
        let Ok([source, target]) = piles.get_disjoint_mut([from.index(), place.index()]) else { return 0 };
        let (first, mut last, mut rest, mut run) = (source.top, NOBODY, source.top, 0);
        while run < most
            && let Some(card) = cards.get_mut(rest as usize)
            && go(run, rest, card)
        {
            (last, rest, card.place) = (rest, card.below, place);
            run += 1;
            if !under {
                // The first of them comes to lie deepest.
                std::mem::swap(&mut card.above, &mut card.below);
            }
        }
        if run == 0 {
            return 0;
        }
        (source.top, source.len) = (rest, source.len.wrapping_sub(run as u16));
        match cards.get_mut(rest as usize) {
            Some(next) => next.above = NOBODY,
            None => source.bottom = NOBODY,
        }
        target.len += run as u16;
        let neighbour = if under { target.bottom } else { target.top };
        match cards.get_mut(neighbour as usize) {
            Some(other) if under => (other.below, target.bottom) = (first, last),
            Some(other) => (other.above, target.top) = (first, last),
            None if under => (target.top, target.bottom) = (first, last),
            None => (target.top, target.bottom) = (last, first),
        }
        if let Some(card) = cards.get_mut(first as usize) {
            *(if under { &mut card.above } else { &mut card.below }) = neighbour;
        }
        if let Some(card) = cards.get_mut(last as usize) {
            *(if under { &mut card.below } else { &mut card.above }) = NOBODY;
        }
        self.rearranged_between(from, place);
        run
    }

    /// Takes all cards of a place, which are given in some order, and lays one after the other on top of another place, or
    /// under it.
    pub fn carry_in_order(
        &mut self,
        from: PlaceId,
        place: PlaceId,
        under: bool,
        order: &[Word],
        mut change: impl FnMut(&mut Card),
    ) {
        let State { cards, piles, .. } = self;
        let Ok([source, target]) = piles.get_disjoint_mut([from.index(), place.index()]) else { return };
        *source = Pile::default();
        target.len += order.len() as u16;
        for id in order {
            let id = *id as u16;
            let neighbour = if under { target.bottom } else { target.top };
            let Some(card) = cards.get_mut(usize::from(id)) else { continue };
            card.place = place;
            (card.above, card.below) = if under { (neighbour, NOBODY) } else { (NOBODY, neighbour) };
            change(card);
            match cards.get_mut(usize::from(neighbour)) {
                Some(other) if under => (other.below, target.bottom) = (id, id),
                Some(other) => (other.above, target.top) = (id, id),
                None => (target.top, target.bottom) = (id, id),
            }
        }
        self.rearranged_between(from, place);
    }

    /// Lays all cards of a place under another, in their order.
    pub fn lay_all_under(&mut self, from: PlaceId, place: PlaceId) {
        self.rearranged_between(from, place);
        let moved = self.pile(from);
        let mut next = moved.top;
        while let Some(card) = self.cards.get_mut(next as usize) {
            (card.place, next) = (place, card.below);
        }
        let Some(pile) = self.piles.get_mut(place.index()).filter(|_| moved.len > 0) else { return };
        let neighbour = pile.bottom;
        *pile = Pile {
            top: if pile.len == 0 { moved.top } else { pile.top },
            bottom: moved.bottom,
            len: pile.len + moved.len,
        };
        if let Some(pile) = self.piles.get_mut(from.index()) {
            *pile = Pile::default();
        }
        if let Some(above) = self.cards.get_mut(neighbour as usize) {
            above.below = moved.top;
        }
        if let Some(top) = self.cards.get_mut(moved.top as usize) {
            top.above = neighbour;
        }
    }

    /// Puts `new` where `old` lies; `old` lies nowhere after that.
    pub fn replace(&mut self, old: ComponentId, new: ComponentId) {
        self.rearranged();
        let Some(card) = self.cards.get(old.index()).copied() else { return };
        if let Some(pile) = self.piles.get_mut(card.place.index()) {
            if pile.top == old.0 {
                pile.top = new.0;
            }
            if pile.bottom == old.0 {
                pile.bottom = new.0;
            }
        }
        if let Some(above) = self.cards.get_mut(card.above as usize) {
            above.below = new.0;
        }
        if let Some(below) = self.cards.get_mut(card.below as usize) {
            below.above = new.0;
        }
        if let Some(n) = self.cards.get_mut(new.index()) {
            (n.above, n.below, n.place) = (card.above, card.below, card.place);
        }
        if let Some(o) = self.cards.get_mut(old.index()) {
            (o.above, o.below, o.place) = (NOBODY, NOBODY, PlaceId(u16::MAX));
        }
    }

    /// Position from 1 at the top.
    pub fn position(&self, id: ComponentId) -> u16 {
        let mut position = 1;
        let mut above = self.card(id).map_or(NOBODY, |c| c.above);
        while let Some(card) = self.cards.get(above as usize) {
            position += 1;
            if position as usize > self.cards.len() {
                break;
            }
            above = card.above;
        }
        position
    }
}

impl Pile {
    /// What lay between two cards leaves it.
    #[inline(always)]
    pub(crate) fn close(&mut self, cards: &mut [Card], above: u16, below: u16) {
        match cards.get_mut(above as usize) {
            Some(above) => above.below = below,
            None => self.top = below,
        }
        match cards.get_mut(below as usize) {
            Some(below) => below.above = above,
            None => self.bottom = above,
        }
        self.len = self.len.wrapping_sub(1);
    }

    /// A card comes to lie on top of it, or under it. The card that is beside it there, or `NOBODY`.
    #[inline(always)]
    pub(crate) fn take(&mut self, cards: &mut [Card], card: u16, under: bool) -> u16 {
        self.len += 1;
        let neighbour = if under { self.bottom } else { self.top };
        match cards.get_mut(neighbour as usize) {
            Some(other) if under => (other.below, self.bottom) = (card, card),
            Some(other) => (other.above, self.top) = (card, card),
            None => (self.top, self.bottom) = (card, card),
        }
        neighbour
    }
}

/// Walks down a pile.
pub struct CardsIn<'a> {
    state: &'a State,
    next: u16,
    left: usize,
}

impl Iterator for CardsIn<'_> {
    type Item = ComponentId;

    fn next(&mut self) -> Option<ComponentId> {
        // `left` bounds the walk even if a damaged save holds a loop.
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let id = ComponentId(self.next);
        let card = self.state.card(id)?;
        self.next = card.below;
        Some(id)
    }
}

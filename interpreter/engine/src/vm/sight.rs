//! Who sees which card: from zone faces, card faces, and what was looked at or revealed.

use super::{Machine, Run, Trap};
use crate::ids::*;
use crate::program::Program;
use crate::program::nouns::{Faces, Word, ZoneOrder};
use crate::state::State;
use crate::state::cards::NOBODY;

impl Machine<'_> {
    pub(crate) fn sight(&self, place: PlaceId, up: bool) -> u32 {
        sight(self.p, place, up)
    }

    /// Whether a seat knows which card this is.
    pub(crate) fn knows(&self, seat: Option<SeatId>, card: ComponentId) -> bool {
        knows(self.p, self.s, seat, card)
    }

    /// In piles whose cards have faces of their own, everybody sees the face-up run on top.
    pub(crate) fn expose(&mut self) -> Run<()> {
        for i in 0..self.p.each_piles.len() {
            let Some(place) = self.p.each_piles.get(i).copied() else { break };
            let mut next = self.s.pile(place).top;
            while let Some(card) = self.s.cards.get(next as usize).copied() {
                if self.face_open(ComponentId(next)) {
                    return Err(Trap::Unknown(ComponentId(next)));
                }
                if !card.up {
                    break;
                }
                if card.group != 0 {
                    return Err(Trap::Unknown(ComponentId(next)));
                }
                if let Some(c) = self.s.cards.get_mut(next as usize) {
                    c.known = u32::MAX;
                }
                next = card.below;
                if next == NOBODY {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Whether the game has other cards of the same design: else nothing can look like it.
    #[inline]
    pub(crate) fn has_copies(&self, card: Word) -> bool {
        let card = u16::try_from(card).ok().and_then(|id| self.s.card(ComponentId(id)));
        card.is_some_and(|c| c.group != 0 || self.p.single_designs.get(c.design.index()).is_none_or(|single| !single))
    }

    /// Whether two cards look the same to a seat: both known and equal in design, place, face and counters.
    pub(crate) fn looks_same(&self, seat: Option<SeatId>, a: Word, b: Word) -> bool {
        let (Ok(a), Ok(b)) = (u16::try_from(a), u16::try_from(b)) else { return false };
        let (a, b) = (ComponentId(a), ComponentId(b));
        let (Some(x), Some(y)) = (self.s.card(a), self.s.card(b)) else { return false };
        if x.design != y.design || x.place != y.place || x.up != y.up || !self.knows(seat, a) || !self.knows(seat, b) {
            return false;
        }
        let zone = self.p.nouns.places.get(x.place.index()).and_then(|p| self.p.nouns.zones.get(p.zone.index()));
        if zone.is_some_and(|z| matches!(z.order, ZoneOrder::Pile | ZoneOrder::Row)) {
            return false;
        }
        self.p
            .card_states
            .iter()
            .all(|first| self.s.read(first + u32::from(a.0)) == self.s.read(first + u32::from(b.0)))
    }
}

/// The seats that see a card which lies (or would lie) with this face in a place, as bits. In piles whose cards have
/// faces of their own, `expose` tells who sees what.
pub(crate) fn sight(program: &Program, place: PlaceId, up: bool) -> u32 {
    let def = program.nouns.places.get(place.index()).and_then(|p| program.nouns.zones.get(p.zone.index()));
    match def {
        Some(zone) if zone.faces == Faces::Each => {
            if up && zone.order != ZoneOrder::Pile {
                u32::MAX
            } else {
                0
            }
        }
        _ => program.place_sight.get(place.index()).copied().unwrap_or(0),
    }
}

/// Whether a seat (or, without one, chance, which sees all) knows which card this is.
pub(crate) fn knows(program: &Program, state: &State, seat: Option<SeatId>, card: ComponentId) -> bool {
    let Some(c) = state.card(card) else { return false };
    let Some(seat) = seat else { return true };
    c.group == 0 && (c.known | sight(program, c.place, c.up)) & (1 << (seat.0 & 31)) != 0
}

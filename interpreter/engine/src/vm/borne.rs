//! What cards bear goes back to its start when they leave a place for another zone.

use super::Machine;
use crate::ids::*;
use crate::program::changed::Changed;
use crate::program::nouns::Word;
use crate::program::{CardState, Program};
use crate::state::State;
use crate::state::cards::Card;

impl Machine<'_> {
    /// Counters and flags of a card go back to their start where it has left a place for another zone.
    #[inline]
    pub(super) fn bears_no_more(&mut self, card: ComponentId, source: PlaceId, place: PlaceId) {
        let p = self.p;
        let zone = |place: PlaceId| p.places.get(place.index()).map(|place| place.zone);
        if zone(source) == zone(place) {
            return;
        }
        self.clear_states_of(&[card.0], source);
    }

    /// The same of several cards.
    #[inline]
    pub(super) fn clear_states_of(&mut self, cards: &[u16], source: PlaceId) {
        self.clear_states(source, |_| cards.iter().map(|card| usize::from(*card)));
    }

    /// The same of all cards that lie in a place.
    pub(super) fn clear_states_in(&mut self, place: PlaceId) {
        let top = self.s.pile(place).top;
        self.clear_states(place, |cards| along(cards, top, |card| card.below));
    }

    /// The same of cards that came last to a place from another, so many.
    pub(super) fn clear_states_of_run(&mut self, source: PlaceId, place: PlaceId, under: bool, run: usize) {
        let pile = self.s.pile(place);
        if under {
            self.clear_states(source, |cards| along(cards, pile.bottom, |card| card.above).take(run));
        } else {
            self.clear_states(source, |cards| along(cards, pile.top, |card| card.below).take(run));
        }
    }

    /// What cards bear that came from a place goes back to its start, state by state.
    #[inline(always)]
    fn clear_states<'s, I: Iterator<Item = usize>>(&'s mut self, source: PlaceId, which: impl Fn(&'s [Card]) -> I) {
        let p = self.p;
        let State { slots, flow, cards, lore, .. } = &mut *self.s;
        let cards = cards.as_slice();
        for of in p.place_states.get(source.index()).map_or(&[][..], |of| of) {
            let Some(borne) = slots.get_mut(of.first_slot as usize..) else { continue };
            let mut changed = false;
            for card in which(cards) {
                let Some(bears) = borne.get_mut(card) else { continue };
                // Mostly a card bears nothing.
                if of.start == Some(*bears) {
                    continue;
                }
                let start = of.start.unwrap_or_else(|| varied_start(p, of, card));
                changed |= *bears != start;
                *bears = start;
                if lore.outcomes.any() {
                    lore.outcomes.forget(of.first_slot + card as u32, 1);
                }
            }
            if changed {
                flow.changed |= Changed::state(of.state);
            }
        }
    }
}

/// Cards of a pile, from one of them on.
#[inline(always)]
fn along(cards: &[Card], first: u16, next: impl Fn(&Card) -> u16) -> impl Iterator<Item = usize> {
    let mut at = first;
    std::iter::from_fn(move || {
        let here = usize::from(at);
        at = next(cards.get(here)?);
        Some(here)
    })
}

/// What a card bears of a state at the start, where not all begin alike.
#[cold]
#[inline(never)]
fn varied_start(p: &Program, of: &CardState, card: usize) -> Word {
    let start = p.nouns.states.get(of.state.index()).map_or(&[][..], |def| &def.start);
    start.get(card).or(start.last()).copied().unwrap_or(0)
}

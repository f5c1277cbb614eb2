//! What cards bear goes back to its start when they leave a place for another zone.

use super::Machine;
use crate::ids::*;
use crate::program::changed::Changed;
use crate::program::nouns::Word;
use crate::program::{CardState, Program};
use crate::state::{Flow, State};

impl Machine<'_> {
    /// Counters and flags of a card go back to their start where it has left a place for another zone.
    #[inline]
    pub(super) fn bears_no_more(&mut self, card: ComponentId, source: PlaceId, place: PlaceId) {
        let p = self.p;
        let zone = |place: PlaceId| p.places.get(place.index()).map(|place| place.zone);
        if zone(source) == zone(place) {
            return;
        }
        let State { slots, flow, .. } = &mut *self.s;
        let Some(states) = p.place_states.get(source.index()) else { return };
        states.iter().for_each(|bears| clear_state(p, slots, flow, bears, card.index()));
    }

    /// The same of several cards, state by state.
    pub(super) fn clear_states_of(&mut self, cards: &[u16], source: PlaceId) {
        let p = self.p;
        for bears in p.place_states.get(source.index()).map_or(&[][..], |of| of) {
            let State { slots, flow, .. } = &mut *self.s;
            cards.iter().for_each(|card| clear_state(p, slots, flow, bears, (*card).into()));
        }
    }

    /// The same of all cards that lie in a place.
    pub(super) fn clear_states_in(&mut self, place: PlaceId) {
        let p = self.p;
        for bears in p.place_states.get(place.index()).map_or(&[][..], |of| of) {
            let mut next = self.s.pile(place).top;
            let State { slots, flow, cards, .. } = &mut *self.s;
            while let Some(card) = cards.get(next as usize) {
                clear_state(p, slots, flow, bears, next.into());
                next = card.below;
            }
        }
    }
}

/// What a card bears of a state goes back to its start.
#[inline(always)]
pub(super) fn clear_state(p: &Program, slots: &mut [Word], flow: &mut Flow, of: &CardState, card: usize) {
    let CardState { state, first_slot, start } = *of;
    let Some(bears) = slots.get_mut(first_slot as usize + card) else { return };
    // Mostly a card bears nothing.
    if start == Some(*bears) {
        return;
    }
    let start = start.unwrap_or_else(|| varied_start(p, state, card));
    if *bears != start {
        *bears = start;
        flow.changed |= Changed::state(state);
    }
}

/// What a card bears of a state at the start, where not all begin alike.
#[cold]
#[inline(never)]
fn varied_start(p: &Program, state: StateId, card: usize) -> Word {
    let start = p.nouns.states.get(state.index()).map_or(&[][..], |def| &def.start);
    start.get(card).or(start.last()).copied().unwrap_or(0)
}

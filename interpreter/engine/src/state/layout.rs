//! Marks on how cards lie: what was found out about a layout holds as long as the mark is the same. No part of the position.

use std::hash::{Hash, Hasher};
use std::num::NonZeroU64;

use crate::ids::PlaceId;

/// Each mark: nothing where cards have moved, turned or become known since anybody asked, else a number that no other layout
/// has.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// How all cards lie.
    pub(crate) cards: Option<NonZeroU64>,
    /// How those lie that are where cards have live hooks.
    pub(crate) hooks: Option<NonZeroU64>,
    /// How those lie that are where what lies there is offered.
    pub(crate) offered: Option<NonZeroU64>,
    /// The places where cards have live hooks, as bits, several to a bit where there are many.
    hooked: u64,
    /// The same of those where what lies there is offered.
    offers: u64,
}

impl Layout {
    /// For a game in which cards have live hooks in some places, and are offered where they lie in others.
    pub(crate) fn of(hooked: u64, offers: u64) -> Layout {
        Layout { hooked, offers, ..Layout::default() }
    }

    /// Cards have changed in two places. Gives whether hooks of cards may be live in either.
    #[inline]
    pub(super) fn changed_at(&mut self, place: PlaceId, other: PlaceId) -> bool {
        let places = self.changed_without_hooks(place, other);
        let hooked = self.hooked & places != 0;
        if hooked {
            self.hooks = None;
        }
        hooked
    }

    /// Cards without hooks have changed in two places, which it gives as bits.
    #[inline]
    pub(super) fn changed_without_hooks(&mut self, place: PlaceId, other: PlaceId) -> u64 {
        self.cards = None;
        let places = 1 << (place.0 % 64) | 1 << (other.0 % 64);
        if self.offers & places != 0 {
            self.offered = None;
        }
        places
    }

    /// Cards have changed anywhere.
    pub(super) fn changed(&mut self) {
        (self.cards, self.hooks, self.offered) = (None, None, None);
    }
}

impl Default for Layout {
    /// Where nobody knows better, hooks may be live everywhere.
    fn default() -> Self {
        Layout { cards: None, hooks: None, offered: None, hooked: u64::MAX, offers: u64::MAX }
    }
}

impl PartialEq for Layout {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Layout {}

impl Hash for Layout {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

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
    /// The places where cards have live hooks, as bits, several to a bit where there are many.
    hooked: u64,
}

impl Layout {
    /// For a game in which cards have live hooks in these places.
    pub(crate) fn hooked(places: u64) -> Layout {
        Layout { hooked: places, ..Layout::default() }
    }

    /// Cards have changed in two places. Gives whether hooks of cards may be live in either.
    #[inline]
    pub(super) fn changed_at(&mut self, place: PlaceId, other: PlaceId) -> bool {
        self.cards = None;
        let hooked = self.hooked & (1 << (place.0 % 64) | 1 << (other.0 % 64)) != 0;
        if hooked {
            self.hooks = None;
        }
        hooked
    }

    /// Cards have changed anywhere.
    pub(super) fn changed(&mut self) {
        (self.cards, self.hooks) = (None, None);
    }
}

impl Default for Layout {
    /// Where nobody knows better, hooks may be live everywhere.
    fn default() -> Self {
        Layout { cards: None, hooks: None, hooked: u64::MAX }
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

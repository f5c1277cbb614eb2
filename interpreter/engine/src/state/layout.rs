//! Marks on how cards lie: what was found out about a layout holds as long as the mark is the same. No part of the position.

use std::hash::{Hash, Hasher};
use std::num::NonZeroU64;

use crate::ids::PlaceId;
use crate::program::Marks;

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
    /// All displays were found full, and no card has come to one or left it since.
    pub(crate) full: bool,
    /// The places where cards have live hooks, as bits, several to a bit where there are many.
    hooked: u64,
    /// The same of those where what lies there is offered.
    offers: u64,
    /// And of displays.
    displays: u64,
}

impl Layout {
    /// For a game in which cards have live hooks in some places, are offered where they lie in others, and fill displays.
    pub(crate) fn of(hooked: u64, offers: u64, displays: u64) -> Layout {
        Layout { hooked, offers, displays, ..Layout::default() }
    }

    /// Cards have changed in two places. Gives whether hooks of cards may be live in either.
    #[inline]
    pub(super) fn changed_at(&mut self, place: PlaceId, other: PlaceId) -> bool {
        self.cards = None;
        let places = 1 << (place.0 % 64) | 1 << (other.0 % 64);
        if self.offers & places != 0 {
            self.offered = None;
        }
        self.full &= self.displays & places == 0;
        let hooked = self.hooked & places != 0;
        if hooked {
            self.hooks = None;
        }
        hooked
    }

    /// A card without hooks has come to a place or left it which has these marks.
    #[inline]
    pub(super) fn changed_where(&mut self, marks: Marks) {
        if marks.has(Marks::OFFERED) {
            self.offered = None;
        }
        self.full &= !marks.has(Marks::DISPLAY);
    }

    /// Cards have changed anywhere.
    pub(super) fn changed(&mut self) {
        (self.cards, self.hooks, self.offered, self.full) = (None, None, None, false);
    }
}

impl Default for Layout {
    /// Where nobody knows better, hooks may be live everywhere.
    fn default() -> Self {
        let anywhere = u64::MAX;
        Layout {
            cards: None,
            hooks: None,
            offered: None,
            full: false,
            hooked: anywhere,
            offers: anywhere,
            displays: anywhere,
        }
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

//! What is known of a place before the game: how cards lie there, who sees them, how they come to lie there.

use std::ops::BitOr;

use super::nouns::{Faces, KindSet, ZoneOrder};
use crate::ids::ZoneId;

/// A place with what its zone says about it.
#[derive(Clone, Copy, Debug)]
pub struct PlaceInfo {
    pub zone: ZoneId,
    pub order: ZoneOrder,
    pub faces: Faces,
    /// How many cards it takes at most: as many as there can be where nothing bounds it.
    pub most: u16,
    /// The kinds of cards that it takes, where others may come there: then each is asked what it is. Else all.
    pub takes: KindSet,
    /// Which seats see all that ever lies there, as bits.
    pub sight: u32,
    /// The seats that see a card which lies there face up, and face down. In piles whose cards have faces of their own
    /// that depends on what lies on it, too.
    sight_up: u32,
    sight_down: u32,
    /// Whether a card lies face up there after a move: a bit for each face that a move may give it, and for both it may have had.
    faces_after: u8,
    /// Whether a card lies under all else there after a move: a bit for each end that a move may name.
    ends_after: u8,
    /// A pile whose cards have faces of their own: everybody sees the face-up run on top.
    pub uncovers: bool,
    /// What is to be seen to when a card comes there or leaves it.
    pub marks: Marks,
}

/// What a card that moves has to do with the places between which it does, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks(u8);

impl Marks {
    /// Somebody may hear of it, or something may be uncovered by it.
    pub const WATCHED: Marks = Marks(1);
    /// Cards may have live hooks there.
    pub const LIVE: Marks = Marks(2);
    /// What lies there is offered.
    pub const OFFERED: Marks = Marks(4);
    /// It is a display.
    pub const DISPLAY: Marks = Marks(8);
    /// Cards may bear something there, which they lose when they leave.
    pub const BORNE: Marks = Marks(16);
    /// All that is left to do behind a move.
    pub const BEHIND: Marks = Marks(30);

    /// These where something holds, else none.
    pub fn when(self, holds: bool) -> Marks {
        if holds { self } else { Marks(0) }
    }

    #[inline]
    pub fn has(self, any: Marks) -> bool {
        self.0 & any.0 != 0
    }
}

impl BitOr for Marks {
    type Output = Marks;
    #[inline]
    fn bitor(self, other: Marks) -> Marks {
        Marks(self.0 | other.0)
    }
}

impl PlaceInfo {
    /// A place of a zone, where these seats see all that ever lies there.
    pub fn new(zone: ZoneId, order: ZoneOrder, faces: Faces, max: Option<u16>, sight: u32) -> PlaceInfo {
        let (sight_up, sight_down) = match faces {
            Faces::Each if order != ZoneOrder::Pile => (u32::MAX, 0),
            Faces::Each => (0, 0),
            _ => (sight, sight),
        };
        let as_the_zone_has_it = match faces {
            Faces::Up => 0b11,
            Faces::Each => 0b10,
            _ => 0,
        };
        let faces_after = as_the_zone_has_it << (2 * MoveInfo::AS_THE_ZONE_HAS_IT) | 0b11 << (2 * MoveInfo::UP);
        let under = u8::from(order != ZoneOrder::Pile);
        let ends_after = under << MoveInfo::AS_THE_ZONE_HAS_IT | 1 << MoveInfo::UNDER;
        let most = max.unwrap_or(u16::MAX);
        let uncovers = faces == Faces::Each && order == ZoneOrder::Pile;
        let marks = Marks::default();
        let takes = KindSet::all();
        PlaceInfo {
            zone,
            order,
            faces,
            most,
            takes,
            sight,
            sight_up,
            sight_down,
            faces_after,
            ends_after,
            uncovers,
            marks,
        }
    }

    /// Whether cards may come there that it does not take.
    #[inline]
    pub fn is_picky(&self) -> bool {
        self.takes != KindSet::all()
    }

    /// Whether cards lie there without an order.
    pub fn is_heap(&self) -> bool {
        matches!(self.order, ZoneOrder::Set | ZoneOrder::Bag)
    }

    /// The seats that see a card which lies there with this face.
    #[inline]
    pub fn sight_of(&self, up: bool) -> u32 {
        if up { self.sight_up } else { self.sight_down }
    }

    /// Whether a seat, as a bit, sees all that lies there, and always has.
    #[inline]
    pub fn is_seen_by(&self, seat: u32) -> bool {
        self.seen_always() & seat != 0
    }

    /// The seats that see all that lies there, and always have, as bits.
    #[inline]
    pub fn seen_always(&self) -> u32 {
        self.sight & self.sight_up & self.sight_down
    }

    /// Whether a card that is moved there lies face up, where it lay so or not before.
    #[inline]
    pub fn face_after(&self, how: MoveInfo, up: bool) -> bool {
        self.faces_after >> (2 * how.face + u8::from(up)) & 1 != 0
    }

    /// How cards come to lie there.
    pub fn landing(&self, how: MoveInfo) -> Landing {
        let lies = |was_up: bool| {
            let up = self.face_after(how, was_up);
            Lies { sight: self.sight_of(up), up }
        };
        let under = self.goes_under(how);
        // Where a card may be of the wrong kind, none comes there without being asked.
        let most = if self.is_picky() { 0 } else { self.most };
        Landing { was_down: lies(false), was_up: lies(true), most, under, marks: self.marks }
    }

    /// Whether a card that is moved there lies under all else.
    #[inline]
    pub fn goes_under(&self, how: MoveInfo) -> bool {
        self.ends_after >> how.end & 1 != 0
    }
}

/// How a card comes to lie in a place by one way to move, worked out beforehand.
#[derive(Clone, Copy, Debug)]
pub struct Landing {
    /// Where it lay face down before, and where it lay face up.
    was_down: Lies,
    was_up: Lies,
    /// How many cards the place takes at most without being asked about each.
    pub most: u16,
    /// Whether it comes to lie under all else.
    pub under: bool,
    pub marks: Marks,
}

/// Which face a card shows, and the seats that see it, as bits.
#[derive(Clone, Copy, Debug)]
pub struct Lies {
    pub sight: u32,
    pub up: bool,
}

impl Landing {
    #[inline]
    pub fn lies(&self, was_up: bool) -> Lies {
        if was_up { self.was_up } else { self.was_down }
    }
}

/// How a `move` lays cards down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveInfo {
    /// On top, under, or as the zone's order has it: on top of a pile, behind all else in other zones.
    pub end: u8,
    /// Down, up, or as the zone has it.
    pub face: u8,
    /// One of the cards may have a name already: it counts which of them it is.
    pub named: bool,
}

impl MoveInfo {
    pub const ON_TOP: u8 = 0;
    pub const UNDER: u8 = 1;
    pub const DOWN: u8 = 0;
    pub const UP: u8 = 1;
    /// Of ends and of faces.
    pub const AS_THE_ZONE_HAS_IT: u8 = 2;
}

//! What is known of a place before the game: how cards lie there, who sees them, how they come to lie there.

use super::nouns::{Faces, ZoneOrder};
use crate::ids::ZoneId;

/// A place with what its zone says about it.
#[derive(Clone, Copy, Debug)]
pub struct PlaceInfo {
    pub zone: ZoneId,
    pub order: ZoneOrder,
    pub faces: Faces,
    /// How many cards it takes.
    pub max: Option<u16>,
    /// Which seats see all that ever lies there, as bits.
    pub sight: u32,
    /// The seats that see a card which lies there face up, and face down. In piles whose cards have faces of their own
    /// that depends on what lies on it, too.
    pub sight_up: u32,
    pub sight_down: u32,
}

impl PlaceInfo {
    /// The seats that see a card which lies there with this face.
    #[inline]
    pub fn sight_of(&self, up: bool) -> u32 {
        if up { self.sight_up } else { self.sight_down }
    }

    /// Whether a card that is moved there lies face up, where it lay so or not before.
    #[inline]
    pub fn face_after(&self, how: MoveInfo, up: bool) -> bool {
        match how.face {
            0 => false,
            1 => true,
            _ => self.faces == Faces::Up || (self.faces == Faces::Each && up),
        }
    }

    /// Whether a card that is moved there lies under all else.
    #[inline]
    pub fn goes_under(&self, how: MoveInfo) -> bool {
        match how.end {
            0 => false,
            1 => true,
            _ => self.order != ZoneOrder::Pile,
        }
    }
}

/// How a `move` lays cards down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveInfo {
    /// 0 on top, 1 under, 2 as the zone's order has it: on top of a pile, behind all else in other zones.
    pub end: u8,
    /// 0 down, 1 up, 2 as the zone has it.
    pub face: u8,
    /// One of the cards may have a name already: it counts which of them it is.
    pub named: bool,
}

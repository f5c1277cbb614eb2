//! Information-state keys: for each seat a rolling hash of all that it saw, was offered and answered. They are no part of
//! the position: equality and hashes leave them out, and saves do not hold them.

use std::hash::{Hash, Hasher};

/// One more word of what somebody saw.
pub fn mix(key: u64, word: u64) -> u64 {
    let z = (key ^ word.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let z = (z ^ (z >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    z ^ (z >> 29)
}

/// The keys of all seats; empty while nobody asked for them.
#[derive(Debug, Default)]
pub struct Keys {
    pub(super) seats: Vec<u64>,
    /// In a `together`: for each lane, what each seat will have seen of it. They are joined at the end, in the order of
    /// the lanes, so that the order of the answers leaves no mark.
    pub(super) lanes: Vec<u64>,
}

impl Keys {
    /// Keys for so many seats, before anything was seen.
    pub fn new(seats: usize) -> Keys {
        Keys { seats: vec![0x2545_f491_4f6c_dd1d; seats], lanes: Vec::new() }
    }

    /// Whether they are kept.
    #[inline]
    pub fn on(&self) -> bool {
        !self.seats.is_empty()
    }

    pub fn seats(&self) -> usize {
        self.seats.len()
    }

    /// What a seat has seen by now, besides what is still under way in lanes.
    pub fn of(&self, seat: usize) -> u64 {
        self.seats.get(seat).copied().unwrap_or(0)
    }

    /// What a seat has seen of a lane.
    pub fn in_lane(&self, lane: usize, seat: usize) -> u64 {
        self.lanes.get(lane * self.seats.len() + seat).copied().unwrap_or(0)
    }

    /// A seat sees one more word, in a lane or not.
    pub fn see(&mut self, lane: Option<usize>, seat: usize, word: u64) {
        let count = self.seats.len();
        let key = match lane {
            None => self.seats.get_mut(seat),
            Some(lane) => self.lanes.get_mut(lane * count + seat),
        };
        if let Some(key) = key {
            *key = mix(*key, word);
        }
    }

    /// Lanes begin to run beside each other.
    pub fn open_lanes(&mut self, count: usize) {
        self.lanes.clear();
        self.lanes.resize(count * self.seats.len(), 0);
    }

    /// The lanes are through: now everybody sees what was done in them.
    pub fn join_lanes(&mut self) {
        let count = self.seats.len().max(1);
        for lane in 0..self.lanes.len() / count {
            for seat in 0..count {
                let seen = self.in_lane(lane, seat);
                if seen != 0 {
                    self.see(None, seat, seen);
                }
            }
        }
        self.lanes.clear();
    }
}

impl Clone for Keys {
    fn clone(&self) -> Self {
        Keys { seats: self.seats.clone(), lanes: self.lanes.clone() }
    }

    fn clone_from(&mut self, from: &Self) {
        self.seats.clone_from(&from.seats);
        self.lanes.clone_from(&from.lanes);
    }
}

impl PartialEq for Keys {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Keys {}

impl Hash for Keys {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

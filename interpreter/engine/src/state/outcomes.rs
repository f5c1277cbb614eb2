//! Outcomes of chance and choices that only some know, and where they stand now: what dealing anew draws again. The rules
//! never see any of it.

use serde::{Deserialize, Serialize};

use super::copy::copy;
use crate::ids::DiceId;
use crate::program::nouns::Word;

/// The number of no lane: the table that all see.
pub const NO_LANE: u16 = u16::MAX;

/// What an outcome could have been.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Range {
    /// So many of [`Outcomes::ways`], from one on.
    Ways { first: u32, count: u32 },
    /// The sum of so many dice.
    Dice { dice: DiceId, count: u16 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Outcome {
    pub value: Word,
    /// Seats that know it, as bits. All of them where the game has made something of it that shows or that could not be made
    /// anew.
    pub known: u32,
    pub range: Range,
}

/// A slot that holds an outcome: its word is a number that stays, with so many times the outcome added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Held {
    pub slot: u32,
    /// The lane in whose table that is so.
    pub lane: u16,
    /// `None`: the lane wrote the slot itself, and what it held before counts no more there.
    pub outcome: Option<u16>,
    pub times: i8,
}

/// A name that stands for an outcome, in a frame that may be gone already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Named {
    pub lane: u16,
    pub frame: u16,
    /// The number of the name in the program.
    pub binding: u32,
    pub outcome: u16,
}

#[derive(Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Outcomes {
    pub list: Vec<Outcome>,
    /// Values with their weights.
    pub ways: Vec<(Word, u64)>,
    pub held: Vec<Held>,
    pub named: Vec<Named>,
    /// What the next word that is written is made of.
    pub source: Vec<(u16, i8)>,
}

impl Clone for Outcomes {
    fn clone(&self) -> Self {
        let mut copy = Outcomes::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, from: &Self) {
        copy(&mut self.list, &from.list);
        copy(&mut self.ways, &from.ways);
        copy(&mut self.held, &from.held);
        copy(&mut self.named, &from.named);
        copy(&mut self.source, &from.source);
    }
}

impl Outcomes {
    #[inline]
    pub fn any(&self) -> bool {
        !self.list.is_empty()
    }

    /// A new outcome; its number. Those that stand nowhere any more are forgotten first.
    pub fn add(&mut self, value: Word, known: u32, ways: &[(Word, u64)], dice: Option<(DiceId, u16)>) -> Option<u16> {
        self.forget_unused();
        let first = u32::try_from(self.ways.len()).ok()?;
        let range = match dice {
            Some((dice, count)) => Range::Dice { dice, count },
            None => Range::Ways { first, count: u32::try_from(ways.len()).ok()? },
        };
        let number = u16::try_from(self.list.len()).ok()?;
        self.ways.extend_from_slice(ways);
        self.list.push(Outcome { value, known, range });
        Some(number)
    }

    /// The values that an outcome could have had, with their weights.
    pub fn ways_of(&self, outcome: &Outcome) -> &[(Word, u64)] {
        match outcome.range {
            Range::Ways { first, count } => {
                let first = first as usize;
                self.ways.get(first..first + count as usize).unwrap_or(&[])
            }
            Range::Dice { .. } => &[],
        }
    }

    fn forget_unused(&mut self) {
        let mut new = vec![None; self.list.len()];
        let used = self.held.iter().filter_map(|held| held.outcome).chain(self.named.iter().map(|named| named.outcome));
        for at in used.chain(self.source.iter().map(|(at, _)| *at)) {
            if let Some(new) = new.get_mut(usize::from(at)) {
                *new = Some(0);
            }
        }
        let (mut list, mut ways) = (Vec::new(), Vec::new());
        for (outcome, new) in self.list.iter().zip(&mut new).filter(|(_, new)| new.is_some()) {
            let own = self.ways_of(outcome);
            let range = match outcome.range {
                Range::Ways { count, .. } => Range::Ways { first: ways.len() as u32, count },
                dice => dice,
            };
            ways.extend_from_slice(own);
            *new = Some(list.len() as u16);
            list.push(Outcome { range, ..*outcome });
        }
        (self.list, self.ways) = (list, ways);
        let renumber = |at: &mut u16| {
            if let Some(Some(new)) = new.get(usize::from(*at)) {
                *at = *new;
            }
        };
        self.held.iter_mut().filter_map(|held| held.outcome.as_mut()).for_each(renumber);
        self.named.iter_mut().for_each(|named| renumber(&mut named.outcome));
        self.source.iter_mut().for_each(|(at, _)| renumber(at));
    }

    /// These seats know an outcome from now on.
    pub fn tell(&mut self, outcome: u16, seats: u32) {
        if let Some(outcome) = self.list.get_mut(usize::from(outcome)) {
            outcome.known |= seats;
        }
    }

    /// What the next word was to be made of is made otherwise, or not at all: it stays as it is.
    pub fn drop_source(&mut self) {
        for (outcome, _) in std::mem::take(&mut self.source) {
            self.tell(outcome, u32::MAX);
        }
    }

    /// A slot was written: it holds what was made ready for it, if `fits`, and nothing else. `seats` see it.
    pub fn write(&mut self, slot: u32, lane: u16, fits: bool, seats: u32) {
        self.held.retain(|held| held.slot != slot || held.lane != lane);
        if lane != NO_LANE && self.any() {
            self.held.push(Held { slot, lane, outcome: None, times: 0 });
        }
        self.add_to(slot, lane, 1, fits, seats);
    }

    /// What was made ready was added to a slot, or taken from it.
    pub fn add_to(&mut self, slot: u32, lane: u16, times: i8, fits: bool, seats: u32) {
        if !fits {
            return self.drop_source();
        }
        for (outcome, sign) in std::mem::take(&mut self.source) {
            self.tell(outcome, seats);
            self.held.push(Held { slot, lane, outcome: Some(outcome), times: sign * times });
        }
    }

    /// Slots have another word now that is no outcome.
    pub fn forget(&mut self, first: u32, count: u32) {
        self.held.retain(|held| held.slot.wrapping_sub(first) >= count);
    }

    /// What a slot holds, as one sees it in a lane or outside.
    pub fn in_slot(&self, slot: u32, lane: u16) -> impl Iterator<Item = (u16, i8)> {
        let own = lane != NO_LANE && self.held.iter().any(|h| h.slot == slot && h.lane == lane && h.outcome.is_none());
        let holds = move |h: &&Held| h.slot == slot && (h.lane == lane || (h.lane == NO_LANE && !own));
        self.held.iter().filter(holds).filter_map(|h| Some((h.outcome?, h.times)))
    }

    /// The lanes are one table again.
    pub fn join_lanes(&mut self) {
        let written: Vec<u32> = self.held.iter().filter(|h| h.outcome.is_none()).map(|h| h.slot).collect();
        self.held.retain(|h| h.outcome.is_some() && (h.lane != NO_LANE || !written.contains(&h.slot)));
        self.held.iter_mut().for_each(|h| h.lane = NO_LANE);
        self.named.retain(|named| named.lane == NO_LANE);
    }
}

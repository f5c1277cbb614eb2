//! What the machine knows of states and actions beside their definitions.

use super::changed::Changed;
use super::nouns::{Class, Until, Word};
use super::op::Pc;
use super::reg::Reg;
use crate::ids::{StateId, StuffId};

/// A state with its slots and bounds.
#[derive(Clone, Copy, Debug)]
pub struct QuickState {
    pub first: u32,
    pub len: u32,
    pub on: Class,
    pub min: Word,
    pub max: Word,
    /// What changes with it.
    pub risen: Changed,
    pub fallen: Changed,
    /// A counter that is no stuff, and nobody hears what is gained or lost.
    pub gains: bool,
    /// Nobody hears what is set.
    pub sets: bool,
}

/// The body of an action.
#[derive(Clone, Copy, Debug)]
pub struct QuickCall {
    pub body: Pc,
    /// Where it goes on if it was just found possible.
    pub asked: Pc,
    pub params: u16,
    pub registers: u16,
    /// Nobody hears of it.
    pub unheard: bool,
    /// Nor has anything to be asked before its body begins.
    pub free: bool,
    /// Both only as long as no effect lasts that may hear of it.
    pub unless_lasting: bool,
}

/// A state that stands on components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardState {
    pub state: StateId,
    pub first_slot: u32,
    /// What it begins with, where that is the same for all.
    pub start: Option<Word>,
}

/// Slots side by side that go back to the same start at some moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reset {
    pub at: Until,
    pub first: u32,
    pub len: u32,
    pub start: Word,
}

/// A sort of a group of stuff, as actors hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub stuff: StuffId,
    /// The slot of the first actor; `None`: actors hold none of it.
    pub first: Option<u32>,
    /// What one is worth to a payer as long as nothing modifies that; `None`: it has to be reckoned.
    pub worth: Option<Reg>,
}

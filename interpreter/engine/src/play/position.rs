//! A position without its history: what a search copies, compares and counts.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::{determinise, hash};
use crate::program::Program;
use crate::state::State;

/// Everything that a search copies: state and frames, without the history of the match. Two positions are equal where
/// nothing that can still happen tells them apart; keys do not count.
pub struct Position {
    program: Arc<Program>,
    state: State,
}

impl Position {
    pub(crate) fn new(program: Arc<Program>, state: State) -> Position {
        Position { program, state }
    }

    /// Bytes that a copy takes, heap included.
    pub fn bytes(&self) -> usize {
        size_of::<State>() + self.state.heap_bytes()
    }

    /// The state itself.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// A stable hash; equal positions have equal hashes.
    pub fn position_hash(&self) -> u64 {
        hash::hash(&self.program, &self.state)
    }

    /// The key of a seat; 0 where the match kept none.
    pub fn key(&self, seat: usize) -> u64 {
        if self.state.keys.on() { crate::vm::key(&self.program, &self.state, seat) } else { 0 }
    }

    /// The position with all that a seat cannot know dealt anew, as far as [`super::Match::determinise`] says.
    #[must_use]
    pub fn determinise(&self, seat: usize, rng: &mut impl rand::Rng) -> Position {
        let state = determinise::determinise(&self.program, &self.state, seat, rng);
        Position { program: self.program.clone(), state }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Position").field(&self.state).finish()
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Position { program: self.program.clone(), state: self.state.clone() }
    }

    fn clone_from(&mut self, from: &Self) {
        if !Arc::ptr_eq(&self.program, &from.program) {
            self.program = from.program.clone();
        }
        self.state.clone_from(&from.state);
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        hash::canonical(&self.program, &self.state) == hash::canonical(&other.program, &other.state)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.position_hash());
    }
}

//! What was counted below positions: a position that is met again by another way needs no second walk.

use rustc_hash::FxHashMap;

use super::hash;
use crate::program::Program;
use crate::state::State;

/// Positions that are kept; beyond them a walk goes every way itself.
const MOST: usize = 500_000;

/// Nodes of each sort.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub histories: u64,
    pub terminals: u64,
    pub decisions: u64,
    pub chances: u64,
}

impl Counts {
    /// What has come since.
    pub fn since(self, before: Counts) -> Counts {
        Counts {
            histories: self.histories - before.histories,
            terminals: self.terminals - before.terminals,
            decisions: self.decisions - before.decisions,
            chances: self.chances - before.chances,
        }
    }

    /// Both together; none where that is more than can be counted.
    pub fn plus(self, other: Counts) -> Option<Counts> {
        Some(Counts {
            histories: self.histories.checked_add(other.histories)?,
            terminals: self.terminals.checked_add(other.terminals)?,
            decisions: self.decisions.checked_add(other.decisions)?,
            chances: self.chances.checked_add(other.chances)?,
        })
    }
}

/// All that a walk tells of what lies behind a question.
#[derive(Clone, Debug)]
pub(super) struct Subtree {
    /// The question itself, and all below it; its own history is counted by whoever comes to it.
    pub counts: Counts,
    /// Answers on the longest way from here.
    pub depth: usize,
    /// What each seat can expect from here.
    pub values: Vec<f64>,
    /// How often each of the ways to end was met, by its number.
    pub ends: Vec<u64>,
}

/// The subtrees by position.
#[derive(Debug, Default)]
pub(super) struct Subtrees {
    known: FxHashMap<u128, Subtree>,
    /// Memory for making hashes.
    row: Vec<u64>,
}

impl Subtrees {
    /// The number of a position.
    pub fn number(&mut self, program: &Program, state: &State) -> u128 {
        hash::wide_hash_in(program, state, &mut self.row)
    }

    pub fn get(&self, number: u128) -> Option<&Subtree> {
        self.known.get(&number)
    }

    pub fn keep(&mut self, number: u128, subtree: impl FnOnce() -> Subtree) {
        if self.known.len() < MOST {
            self.known.insert(number, subtree());
        }
    }
}

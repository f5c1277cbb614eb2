//! A match under other rules: the same seed, and the same answers found again by their words.

use std::sync::Arc;

use super::{Given, Match, SaveError, Status, open_question};
use crate::program::Program;
use crate::source::Span;

/// A match that was played again under other rules.
#[derive(Clone, Debug)]
pub struct Rematch {
    /// Where it stands: behind all answers, or before the first that is no longer possible.
    pub game: Match,
    /// How many answers were taken.
    pub taken: usize,
    /// Why not all of them were.
    pub lost: Option<SaveError>,
    /// The clause that asks instead, if one does.
    pub asking: Option<Span>,
}

impl Match {
    /// The same seed under other rules, with answers in words, as far as they are possible. Other rules lead to other
    /// positions: that they do is no reason to stop.
    pub fn rematch(&self, program: Arc<Program>, answers: &[Given]) -> Rematch {
        let stream = self.rng.position().stream;
        let mut game = Match::start(program, self.seed, stream, self.open_chance, self.trace.is_some(), false);
        for (taken, given) in answers.iter().enumerate() {
            if let Err(lost) = game.take(given) {
                let asking = game.asking_clause();
                return Rematch { game, taken, lost: Some(lost), asking };
            }
        }
        Rematch { game, taken: answers.len(), lost: None, asking: None }
    }

    /// The clause whose question is open.
    pub fn asking_clause(&self) -> Option<Span> {
        let (lane, _) = open_question(&self.state).filter(|_| matches!(self.status, Status::Deciding))?;
        self.clause_of(lane)
    }
}

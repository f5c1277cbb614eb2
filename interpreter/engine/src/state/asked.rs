//! Which questions are open: one, or one in each lane of those that act at the same time.

use super::State;
use super::stack::{Asked, Pending, Question};

/// The first open question and the lane it stands in.
#[inline]
pub(crate) fn open_question(state: &State) -> Option<(Option<usize>, &Pending)> {
    // Nearly always there is one line of effects.
    if state.lanes.is_empty() {
        return Some((None, &state.stack.pending)).filter(|(_, pending)| is_open(pending));
    }
    open_questions(state).next()
}

/// All open questions: of the lanes that run beside each other, or of the one line of effects.
pub(crate) fn open_questions(state: &State) -> impl Iterator<Item = (Option<usize>, &Pending)> {
    let single = state.lanes.is_empty().then_some((None, &state.stack.pending));
    let lanes = state.lanes.iter().enumerate().map(|(i, lane)| (Some(i), &lane.pending));
    single.into_iter().chain(lanes).filter(|(_, p)| is_open(p))
}

/// Whether a question waits for its answer.
#[inline]
pub(crate) fn is_open(pending: &Pending) -> bool {
    pending.asked != Asked::Nobody && pending.answer.is_none() && pending.question != Question::None
}

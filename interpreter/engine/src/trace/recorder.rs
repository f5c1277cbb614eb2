//! Clauses as they are about to run, each with a copy of the state: what somebody needs to go through an effect step by
//! step, forwards and backwards. Off by default; then nothing here runs.

use crate::ids::{AbilityId, ComponentId, DesignId};
use crate::program::Program;
use crate::program::op::Pc;
use crate::source::Span;
use crate::state::State;
use crate::state::stack::{Frame, FrameKind};

/// Clauses of one answer that are kept with their state.
const KEPT: usize = 2000;

/// A clause that ran.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    pub span: Span,
    /// How many lines the trace had before.
    pub told: usize,
    /// The state before it.
    pub state: State,
}

/// The text of a card that somebody waits for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seek {
    pub design: DesignId,
    /// One of its abilities; else anything that it does.
    pub ability: Option<AbilityId>,
}

impl Seek {
    /// Whether a frame runs the text.
    pub fn is_run_by(&self, state: &State, frame: &Frame) -> bool {
        let by_kind = match (frame.kind, self.ability) {
            (FrameKind::Ability, Some(ability)) => frame.subject as usize == ability.index(),
            (FrameKind::Ability | FrameKind::Hook, None) => true,
            _ => false,
        };
        let card = || u16::try_from(frame.this).ok().and_then(|card| state.card(ComponentId(card)));
        by_kind && card().is_some_and(|card| card.group == 0 && card.design == self.design)
    }
}

/// The innermost statement that an op belongs to; without one, what the op comes from.
pub(crate) fn statement_at(program: &Program, pc: Pc) -> Span {
    let around = program.reads.iter().filter(|r| r.from <= pc && pc < r.to);
    let innermost = around.min_by_key(|r| r.to - r.from).map(|r| r.span);
    innermost.or_else(|| program.spans.get(pc as usize).copied()).unwrap_or_default()
}

/// What is kept of clauses.
#[derive(Clone, Debug)]
enum Keep {
    States,
    /// Nothing but whether the text of a card ran.
    Found(Seek, bool),
}

/// Records clauses.
#[derive(Clone, Debug)]
pub struct Recorder {
    /// Where statements begin, in the order of the code.
    begins: Vec<(Pc, Span)>,
    keep: Keep,
    clauses: Vec<Clause>,
    left_out: usize,
}

impl Recorder {
    pub(crate) fn with_states(program: &Program) -> Recorder {
        Recorder::new(program, Keep::States)
    }

    pub(crate) fn seeking(program: &Program, seek: Seek) -> Recorder {
        Recorder::new(program, Keep::Found(seek, false))
    }

    fn new(program: &Program, keep: Keep) -> Recorder {
        let mut begins: Vec<(Pc, Span)> = program.reads.iter().map(|r| (r.from, r.span)).collect();
        // Where one begins with another, the inner one comes first in the table and is the one that acts.
        begins.sort_by_key(|(pc, _)| *pc);
        begins.dedup_by_key(|(pc, _)| *pc);
        Recorder { begins, keep, clauses: Vec::new(), left_out: 0 }
    }

    fn place(&self, pc: Pc) -> Option<Span> {
        let at = self.begins.binary_search_by_key(&pc, |(pc, _)| *pc).ok()?;
        self.begins.get(at).map(|(_, span)| *span)
    }

    /// Whether a clause begins at an op.
    pub(crate) fn begins(&self, pc: Pc) -> bool {
        self.place(pc).is_some()
    }

    /// A clause is about to run.
    pub(crate) fn record(&mut self, state: &State, pc: Pc, told: usize) {
        let Some(span) = self.place(pc) else { return };
        if let Keep::Found(seek, found) = &mut self.keep {
            *found |= state.stack.frames.last().is_some_and(|frame| seek.is_run_by(state, frame));
        } else if self.clauses.len() < KEPT {
            self.clauses.push(Clause { span, told, state: state.clone() });
        } else {
            self.left_out += 1;
        }
    }

    /// What was recorded since this was last asked, and how many clauses more there were.
    pub(crate) fn take(&mut self) -> (Vec<Clause>, usize) {
        (std::mem::take(&mut self.clauses), std::mem::take(&mut self.left_out))
    }

    /// Whether the text that was waited for has run.
    pub(crate) fn found(&self) -> bool {
        matches!(self.keep, Keep::Found(_, true))
    }
}

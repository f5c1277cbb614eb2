//! Going through a match clause by clause: what each clause did, which names held, and the table before and after it.

use std::sync::Arc;

use super::view::{View, Viewer, view};
use super::{Decision, Match, Rejected, open_question};
use crate::program::Program;
use crate::source::Span;
use crate::state::State;
use crate::trace::{Clause, Entry, Recorder, names_in, shows_text, statement_at, tree_lines};
use crate::vm::under_way;

/// The clauses that ran from one question to the next.
#[derive(Clone, Debug)]
pub struct Steps {
    program: Arc<Program>,
    clauses: Vec<Clause>,
    /// Where the last of them led.
    end: State,
    entries: Vec<Entry>,
    /// Clauses that are not kept because there were too many.
    pub left_out: usize,
}

/// A line of the tree of effects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepLine {
    /// The clause that did it, from 0.
    pub step: usize,
    pub level: usize,
    pub text: String,
    /// File and line of its script, where the viewer may know it.
    pub place: Option<String>,
}

/// One answer of a match, or its beginning, gone through.
#[derive(Clone, Debug)]
pub struct Stepped {
    /// What was asked; `None` at the beginning of the game.
    pub decision: Option<Decision>,
    /// The option that was taken, from 0.
    pub option: usize,
    pub steps: Steps,
}

impl Steps {
    /// How many clauses there are.
    pub fn len(&self) -> usize {
        self.clauses.len()
    }

    /// Nothing ran.
    pub fn is_empty(&self) -> bool {
        self.clauses.is_empty()
    }

    /// Where a clause is written.
    pub fn clause(&self, step: usize) -> Option<Span> {
        self.clauses.get(step).map(|clause| clause.span).filter(|span| span.end > 0)
    }

    /// Whether a viewer may see a clause: not where a card is at work that the viewer does not know.
    pub fn shows(&self, step: usize, viewer: Viewer) -> bool {
        self.state(step).is_none_or(|state| shows_text(&self.program, state, viewer))
    }

    /// What was under way around a clause, the innermost first.
    pub fn under_way(&self, step: usize) -> Vec<String> {
        self.state(step).map_or_else(Vec::new, |state| under_way(&self.program, state))
    }

    /// The names that hold behind a clause, with what they mean to one who sees all.
    pub fn names(&self, step: usize) -> Vec<(String, String)> {
        let Some(state) = self.state(step) else { return Vec::new() };
        let Some(at) = state.stack.frames.iter().rposition(|frame| frame.kind.runs_ops()) else { return Vec::new() };
        let own = |s: &State| s.stack.frames.get(at).map(|f| (f.kind, f.subject, f.base, f.this, s.stack.lane_of));
        // What the clause itself has named holds when the next begins, as long as it is not left with its frame.
        match self.state_after(step).filter(|after| own(after) == own(state)) {
            Some(after) => names_in(&self.program, after, at),
            None => names_in(&self.program, state, at),
        }
    }

    /// The table before a clause.
    pub fn before(&self, step: usize, viewer: Viewer) -> View {
        view(&self.program, self.state(step).unwrap_or(&self.end), viewer)
    }

    /// The table after it.
    pub fn after(&self, step: usize, viewer: Viewer) -> View {
        view(&self.program, self.state_after(step).unwrap_or(&self.end), viewer)
    }

    /// The tree of effects, each line with the clause that did it.
    pub fn tree(&self, viewer: Viewer) -> Vec<StepLine> {
        let lines = tree_lines(&self.program, &self.entries, viewer).into_iter();
        let step = |entry: usize| self.clauses.partition_point(|c| c.told <= entry).saturating_sub(1);
        lines.map(|l| StepLine { step: step(l.entry), level: l.level, text: l.text, place: l.place }).collect()
    }

    fn state(&self, step: usize) -> Option<&State> {
        self.clauses.get(step).map(|clause| &clause.state)
    }

    fn state_after(&self, step: usize) -> Option<&State> {
        if step + 1 < self.clauses.len() { self.state(step + 1) } else { Some(&self.end) }
    }
}

impl Match {
    /// How many answers were given.
    pub fn answer_count(&self) -> usize {
        self.answers.len()
    }

    /// The match as it was after so many answers, traced.
    pub fn rewound(&self, answers: usize) -> Match {
        let mut game = self.afresh(true);
        for (lane, option) in self.answers.iter().take(answers) {
            if game.answer_lane(lane_of(*lane), *option as usize).is_err() {
                break;
            }
        }
        game
    }

    /// Goes through what an answer led to, by its number from 1; 0 is what happened before the first question.
    pub fn stepped(&self, answer: usize) -> Option<Stepped> {
        let Some(before) = answer.checked_sub(1) else {
            let mut game = self.unbegun();
            game.recorder = Some(Box::new(Recorder::with_states(&self.program)));
            let start = game.state.clone();
            game.begin();
            let steps = game.take_steps(0, Clause { span: Span::default(), told: 0, state: start });
            return Some(Stepped { decision: None, option: 0, steps });
        };
        let (lane, option) = self.answers.get(before).copied()?;
        let mut game = self.rewound(before);
        let lane = lane_of(lane);
        let pending = match lane {
            None => &game.state.stack.pending,
            Some(i) => &game.state.lanes.get(i)?.pending,
        };
        let decision = Some(game.describe(lane, pending));
        let steps = game.step_lane(lane, option as usize).ok()?;
        Some(Stepped { decision, option: option as usize, steps })
    }

    /// Answers the next decision, and records every clause that runs.
    pub fn answer_stepwise(&mut self, option: usize) -> Result<Steps, Rejected> {
        let lane = open_question(&self.state).map(|(lane, _)| lane).ok_or(Rejected::NothingAsked)?;
        self.step_lane(lane, option)
    }

    fn step_lane(&mut self, lane: Option<usize>, option: usize) -> Result<Steps, Rejected> {
        let told = self.trace.as_ref().map_or(0, |trace| trace.entries.len());
        let span = self.clause_of(lane).unwrap_or_default();
        let asked = Clause { span, told, state: self.state.clone() };
        self.recorder = Some(Box::new(Recorder::with_states(&self.program)));
        let answered = self.answer_lane(lane, option);
        let steps = self.take_steps(told, asked);
        answered.map(|()| steps)
    }

    /// What was recorded. The clause that had asked comes first: it goes on where the answer came in.
    fn take_steps(&mut self, told: usize, asked: Clause) -> Steps {
        let (mut clauses, left_out) = self.recorder.take().map(|mut r| r.take()).unwrap_or_default();
        if asked.span.end > 0 && clauses.first().is_none_or(|first| first.span != asked.span) {
            clauses.insert(0, asked);
        }
        let trace = self.trace.as_ref();
        let entries = trace.and_then(|trace| trace.entries.get(told..)).unwrap_or(&[]).to_vec();
        clauses.iter_mut().for_each(|clause| clause.told = clause.told.saturating_sub(told));
        Steps { program: self.program.clone(), clauses, end: self.state.clone(), entries, left_out }
    }

    /// The same match, traced, before anything has happened.
    fn unbegun(&self) -> Match {
        let stream = self.rng.position().stream;
        Match::before_start(self.program.clone(), self.seed, stream, self.open_chance, true, false)
    }

    /// The clause that asks in a lane, or in the one line of effects.
    pub(super) fn clause_of(&self, lane: Option<usize>) -> Option<Span> {
        let stack = match lane {
            None => &self.state.stack,
            Some(i) => self.state.lanes.get(i)?,
        };
        let pc = stack.frames.iter().rev().find(|f| f.pc != 0)?.pc;
        Some(statement_at(&self.program, pc)).filter(|span| span.end > 0)
    }
}

/// A lane as answers name it.
fn lane_of(lane: u16) -> Option<usize> {
    (lane != u16::MAX).then_some(lane as usize)
}

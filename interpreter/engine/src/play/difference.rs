//! The first clause that ran otherwise in one of two matches: why the same answers lead elsewhere under other rules.

use super::Match;
use super::steps::lane_of;
use crate::program::Program;
use crate::source::Span;
use crate::trace::Recorder;

/// Where two matches part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The answer that led to it, from 1; 0: it came before the first question.
    pub answer: usize,
    /// What ran in the one and in the other; `None` where nothing more did.
    pub old: Option<Span>,
    pub new: Option<Span>,
}

/// Compares clause by clause what ran in two matches, by what is written: up to the last answer that both have.
pub fn difference(old: &Match, new: &Match) -> Option<Difference> {
    let (mut before, mut after) = (old.unbegun(), new.unbegun());
    (before.trace, after.trace) = (None, None);
    before.recorder = Some(Box::new(Recorder::with_places(&before.program)));
    after.recorder = Some(Box::new(Recorder::with_places(&after.program)));
    before.begin();
    after.begin();
    let mut answers = old.answers.iter().zip(&new.answers);
    let mut answer = 0;
    loop {
        if let Some((old, new)) = parted(&mut before, &mut after) {
            return Some(Difference { answer, old, new });
        }
        let ((old_lane, old_option), (new_lane, new_option)) = answers.next()?;
        before.answer_lane(lane_of(*old_lane), *old_option as usize).ok()?;
        after.answer_lane(lane_of(*new_lane), *new_option as usize).ok()?;
        answer += 1;
    }
}

type Parted = (Option<Span>, Option<Span>);

/// The first clauses since the last answer that are not written alike.
fn parted(old: &mut Match, new: &mut Match) -> Option<Parted> {
    let (before, after) = (places(old), places(new));
    let alike = |a: &Span, b: &Span| head(&old.program, *a) == head(&new.program, *b);
    let same = before.iter().zip(&after).take_while(|(a, b)| alike(a, b)).count();
    let parted = same < before.len() || same < after.len();
    parted.then(|| (before.get(same).copied(), after.get(same).copied()))
}

fn places(game: &mut Match) -> Vec<Span> {
    let clauses = game.recorder.as_mut().map(|recorder| recorder.take().0).unwrap_or_default();
    clauses.into_iter().map(|clause| clause.span).collect()
}

/// A clause without its block: what is in the block are clauses of their own.
fn head(program: &Program, clause: Span) -> Vec<&str> {
    let text = program.sources.slice(clause);
    text.split('{').next().unwrap_or(text).split_whitespace().collect()
}

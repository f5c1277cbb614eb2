//! A saved match by two sets of rules, side by side: where they first do something else, and where its answers end.

use std::sync::Arc;

use super::{Save, SaveError};
use crate::play::{Match, Viewer, open_question};
use crate::program::Program;
use crate::source::Span;
use crate::state::stack::Question;

/// How a match goes by other rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The first thing that is not the same.
    pub first: Option<Difference>,
    /// Why the answers could not all be given again.
    pub stopped: Option<SaveError>,
    /// How many answers were given by the other rules.
    pub answers: usize,
}

/// Something that happens or is asked by one set of rules only, or otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The answer that it follows from; 0 for what happens before any.
    pub answer: usize,
    /// The last thing that was still the same.
    pub before: Option<Clause>,
    pub old: Option<Clause>,
    pub new: Option<Clause>,
}

/// What happened or was asked, and the words of the script that say so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    pub what: String,
    /// `rules.card:12`
    pub place: Option<String>,
    /// The clause on one line.
    pub script: String,
}

/// Plays a match by the rules it was played by and by other ones. An error where it does not go by its own.
pub fn compare(old: Arc<Program>, new: Arc<Program>, save: &Save, until: usize) -> Result<Comparison, SaveError> {
    let start = |program| Match::start(program, save.head.seed, 0, save.head.open_chance, true, false);
    let (mut old, mut new) = (start(old), start(new));
    save.check(&old, 0)?;
    let mut result = Comparison { first: difference(&old, &new, 0, (0, 0)), stopped: None, answers: 0 };
    for given in save.answers.iter().take(until) {
        let begun = (length(&old), length(&new));
        old.take(given)?;
        save.check(&old, given.n)?;
        if let Err(error) = new.take(given) {
            result.stopped = Some(error);
            return Ok(result);
        }
        result.answers += 1;
        if result.first.is_none() {
            result.first = difference(&old, &new, given.n, begun);
        }
    }
    Ok(result)
}

fn length(game: &Match) -> usize {
    game.trace.as_ref().map_or(0, |trace| trace.entries.len())
}

/// The first line of effects, or else the question, that is not the same in both.
fn difference(old: &Match, new: &Match, answer: usize, begun: (usize, usize)) -> Option<Difference> {
    let lines = |game: &Match, from: usize| -> Vec<(String, Span)> {
        let entries = game.trace.as_ref().and_then(|trace| trace.entries.get(from..)).unwrap_or_default();
        entries.iter().map(|entry| (entry.text(Viewer::All).to_owned(), entry.span)).collect()
    };
    let (ours, theirs) = (lines(old, begun.0), lines(new, begun.1));
    let same = ours.iter().zip(&theirs).take_while(|(a, b)| a.0 == b.0).count();
    let at = |game: &Match, lines: &[(String, Span)], at: usize| {
        lines.get(at).map(|(what, span)| clause(&game.program, what.clone(), *span))
    };
    let before = same.checked_sub(1).and_then(|last| at(old, &ours, last));
    if same < ours.len() || same < theirs.len() {
        return Some(Difference { answer, before, old: at(old, &ours, same), new: at(new, &theirs, same) });
    }
    if old.asked_words() == new.asked_words() {
        return None;
    }
    Some(Difference { answer, before, old: question(old), new: question(new) })
}

fn question(game: &Match) -> Option<Clause> {
    let (who, asks, options) = game.asked_words().into_iter().next()?;
    let (_, pending) = open_question(&game.state)?;
    let span = match pending.question {
        Question::Offer => game.program.offers.get(pending.info as usize).map(|offer| offer.span),
        Question::Choose | Question::YesNo | Question::Share | Question::Sort | Question::Random => {
            game.program.choices.get(pending.info as usize).map(|choice| choice.span)
        }
        _ => None,
    };
    let what = format!("{who} is asked ({asks}): {}", options.join(", "));
    Some(clause(&game.program, what, span.unwrap_or_default()))
}

fn clause(program: &Program, what: String, span: Span) -> Clause {
    let file = program.sources.get(span.file).filter(|_| span.end > 0);
    let place = file.map(|file| format!("{}:{}", file.name, file.line_column(span.start).line));
    let script = file.map_or("", |file| file.slice(span));
    Clause { what, place, script: script.split_whitespace().collect::<Vec<_>>().join(" ") }
}

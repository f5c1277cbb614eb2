//! Whether a match stands where a saved one stood, by all that can be observed: news, views, questions, the outcome. Says as
//! exactly as it knows what is other.

use super::{EndStatus, Save, SaveError, Seen};
use crate::play::{Match, Status, seat_name};
use crate::program::Program;
use crate::trace::Digest;
use crate::vocabulary::Score;

impl Save {
    /// Whether a match that has taken the first so many answers stands where this one stood. What was seen is compared where
    /// the match is traced and the save has it: earlier formats say only who was asked, and how many options there were.
    pub fn check(&self, game: &Match, taken: usize) -> Result<(), SaveError> {
        let last = taken.checked_sub(1).and_then(|at| self.answers.get(at));
        let then = last.map_or(&self.head.seen, |given| &given.seen);
        let mut what = match (then, game.seen()) {
            (Some(then), Some(now)) => happened(&game.program, then, &now),
            _ => Vec::new(),
        };
        let otherwise = self.answers.get(taken).and_then(|next| game.asked_otherwise(next));
        let other_options = match (then, game.seen()) {
            (Some(then), Some(now)) if then.asked != now.asked => Some("another question, or other options".to_owned()),
            _ => None,
        };
        what.extend(otherwise.or(other_options));
        if taken >= self.answers.len() {
            what.extend(self.ends_otherwise(game));
        }
        let after = last.map_or_else(
            || "before the first answer".to_owned(),
            |given| format!("after answer {} ({}, {}: {})", given.n, given.who, given.asks, given.option),
        );
        if what.is_empty() { Ok(()) } else { Err(SaveError::Differs { answers: taken, after, what }) }
    }

    fn ends_otherwise(&self, game: &Match) -> Option<String> {
        let (then, now) = (self.end.status, status(game));
        if then != now {
            return Some(format!("the match was {} then, and is {} now", word(then), word(now)));
        }
        match (&self.end.outcome, outcome(game)) {
            (Some(then), Some(now)) if *then != now => Some("it ends with another result".to_owned()),
            _ => None,
        }
    }
}

/// What else has happened, and who sees something else.
fn happened(program: &Program, then: &Seen, now: &Seen) -> Vec<String> {
    let mut what = Vec::new();
    if then.news != now.news {
        what.push("something else happens".to_owned());
    }
    let seats = program.nouns.seats.len();
    let views = then.views.iter().zip(&now.views).enumerate().filter(|(_, (then, now))| then != now);
    let others: Vec<String> = views
        .map(|(viewer, _)| if viewer < seats { seat_name(program, viewer) } else { "onlookers".to_owned() })
        .collect();
    match others.as_slice() {
        [] => {}
        all if all.len() > seats && seats > 1 => what.push("everybody sees something else".to_owned()),
        [only] if only != "onlookers" => what.push(format!("{only} sees something else")),
        some => what.push(format!("{} see something else", some.join(", "))),
    }
    what
}

/// Where a match stands, as saves say it.
pub(super) fn status(game: &Match) -> EndStatus {
    match game.status {
        Status::Deciding => EndStatus::Open,
        Status::Ended => EndStatus::Over,
        Status::Stopped(_) => EndStatus::Stopped,
    }
}

fn word(status: EndStatus) -> &'static str {
    match status {
        EndStatus::Open => "open",
        EndStatus::Over => "over",
        EndStatus::Stopped => "stopped by a fault",
    }
}

/// The result of a match that is over: ranks, what they are worth, and the values that rank, by their names.
pub(super) fn outcome(game: &Match) -> Option<String> {
    let outcome = game.outcome()?;
    let mut digest = Digest::default();
    let nouns = &game.program.nouns;
    let name = |score: &Score| match score {
        Score::Value(v) => game.program.values.get(v.index()).map(|value| value.name.as_str()),
        Score::State(s) => nouns.states.get(s.index()).map(|state| state.name.as_str()),
        Score::Stuff(s) => nouns.stuff.get(s.index()).map(|stuff| stuff.name.as_str()),
    };
    for seat in &outcome.seats {
        digest.number(i64::from(seat.rank));
        digest.text(&format!("{:.6}", seat.utility));
        for (score, (_, value)) in game.program.ranking.iter().zip(&seat.scores) {
            digest.text(name(score).unwrap_or_default());
            digest.number(*value);
        }
    }
    Some(digest.word())
}

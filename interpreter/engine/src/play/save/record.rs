//! What one seat saw of a match, as text that can be given away: its news, the table as it saw it, what it was asked and what
//! it answered. No seed, no answers of others, nothing that the seat may not know; so nobody can play on with it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::text::{self, Damage};
use super::{EndStatus, FORMAT, Save, SaveError, differs};
use crate::play::{Decision, Match, Viewer, seat_name};
use crate::program::Program;

/// What a seat saw of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub head: RecordHead,
    pub moments: Vec<Moment>,
    pub end: RecordEnd,
}

/// Which match it was, and whose eyes saw it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordHead {
    pub format: u32,
    pub engine: String,
    /// The id of the game and its version.
    pub game: (String, String),
    pub packs: Vec<(String, String)>,
    pub variants: Vec<String>,
    pub numbers: Vec<(String, i64)>,
    pub players: usize,
    /// The name of the seat.
    pub seat: String,
}

/// A question to the seat, with all that it knew by then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// What happened since the last question to it.
    pub news: Vec<String>,
    /// The table as it saw it.
    pub view: Vec<String>,
    pub asked: String,
    pub options: Vec<String>,
    /// The option it took; nothing where it has not answered yet.
    pub answer: Option<String>,
}

/// How the match stood when the record was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordEnd {
    pub news: Vec<String>,
    pub view: Vec<String>,
    pub status: EndStatus,
    /// Of a match that is over, for each seat.
    pub result: Vec<RecordResult>,
    pub reason: String,
}

/// How a seat came off: its rank, and the values that rank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordResult {
    pub seat: String,
    pub rank: u32,
    pub scores: Vec<(String, i64)>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    Record(RecordHead),
    Moment(Moment),
    End(RecordEnd),
}

impl Record {
    /// What a seat saw of a saved match, which is played again for it; in the language of the program.
    pub fn of(save: &Save, program: &Arc<Program>, seat: usize) -> Result<Record, SaveError> {
        let mut game = Match::traced(program.clone(), save.head.seed, save.head.open_chance);
        let mut moments = Vec::new();
        for given in &save.answers {
            let (lane, option) = game.found_again(given)?;
            let asked = game.decision_in(lane).filter(|decision| decision.seat() == Some(seat));
            moments.extend(asked.map(|decision| moment(&mut game, seat, &decision, Some(option))));
            game.take(given)?;
        }
        let open = game.decisions().into_iter().find(|decision| decision.seat() == Some(seat));
        moments.extend(open.map(|decision| moment(&mut game, seat, &decision, None)));
        let outcome = game.outcome();
        let result = outcome.iter().flat_map(|outcome| &outcome.seats);
        let end = RecordEnd {
            news: game.news(Viewer::Seat(seat)),
            view: game.view(Viewer::Seat(seat)).lines,
            status: differs::status(&game),
            result: result
                .map(|own| RecordResult { seat: own.name.clone(), rank: own.rank, scores: own.scores.clone() })
                .collect(),
            reason: outcome.as_ref().map(|outcome| outcome.reason.clone()).unwrap_or_default(),
        };
        Ok(Record { head: RecordHead::of(save, program, seat), moments, end })
    }

    /// The text of the record: JSON Lines, as that of a save.
    pub fn to_text(&self) -> String {
        let moments = self.moments.iter().cloned().map(Line::Moment);
        let head = std::iter::once(Line::Record(self.head.clone()));
        let lines = head.chain(moments).chain([Line::End(self.end.clone())]);
        lines.map(|line| serde_json::to_string(&line).unwrap_or_default() + "\n").collect()
    }

    /// The record of a text.
    pub fn from_text(text: &str) -> Result<Record, Damage> {
        let mut lines = text.lines().zip(1..);
        let first = lines.next().map(|(line, _)| line).unwrap_or_default();
        let head = match serde_json::from_str(first) {
            Ok(Line::Record(head)) if head.format <= FORMAT => head,
            Ok(Line::Record(head)) => return Err(Damage::Format { format: head.format, engine: head.engine }),
            _ => return Err(Damage::NotASave),
        };
        let mut moments = Vec::new();
        for (line, number) in lines {
            match serde_json::from_str(line) {
                Ok(Line::Moment(moment)) => moments.push(moment),
                Ok(Line::End(end)) => return Ok(Record { head, moments, end }),
                Ok(Line::Record(_)) => {
                    return Err(Damage::Line { line: number, why: "it is a second head".to_owned() });
                }
                Err(error) => return Err(Damage::Line { line: number, why: text::reason(&error) }),
            }
        }
        Err(Damage::CutOff { line: text.lines().count(), answers: moments.len() })
    }
}

impl RecordHead {
    fn of(save: &Save, program: &Program, seat: usize) -> RecordHead {
        let named = |rules: &super::Rules| (rules.id.clone(), rules.version.clone());
        RecordHead {
            format: FORMAT,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            game: named(&save.head.game),
            packs: save.head.packs.iter().map(named).collect(),
            variants: save.head.variants.clone(),
            numbers: save.head.numbers.clone(),
            players: save.head.players,
            seat: seat_name(program, seat),
        }
    }
}

fn moment(game: &mut Match, seat: usize, decision: &Decision, taken: Option<usize>) -> Moment {
    Moment {
        news: game.news(Viewer::Seat(seat)),
        view: game.view(Viewer::Seat(seat)).lines,
        asked: decision.prompt.clone(),
        options: decision.options.iter().map(|option| option.line()).collect(),
        answer: taken.and_then(|option| decision.options.get(option)).map(|option| option.label.clone()),
    }
}

//! STUB with one canned game, replaced when the engine is merged: a match that is played.
//!
//! Seat 1 picks two of three tokens, then the seats take one or two of five stones in turn; the last stone wins.

use std::fmt;
use std::sync::Arc;

use crate::load::Program;

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Match {
    answers: Vec<String>,
    told: usize,
    tokens: Vec<&'static str>,
    stones: usize,
    turn: usize,
    before: Vec<(Vec<&'static str>, usize, usize)>,
}

/// Where a match stands.
#[derive(Clone, Debug)]
pub enum Status {
    Deciding,
    Ended,
    Stopped(Fault),
}

/// Why a match stopped: message, place, chain of effects.
#[derive(Clone, Debug)]
pub struct Fault;

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("stub fault")
    }
}

/// Why an answer was not taken.
#[derive(Clone, Debug)]
pub struct Rejected;

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is no such option")
    }
}

/// What a seat must answer next.
#[derive(Clone, Debug)]
pub struct Decision {
    pub seat: usize,
    pub prompt: String,
    pub options: Vec<OptionView>,
    pub picked: Vec<String>,
    pub min: usize,
    pub max: usize,
    pub secret: bool,
}

/// One way to answer.
#[derive(Clone, Debug)]
pub struct OptionView {
    pub label: String,
    pub passes: bool,
    /// How many equal ones it stands for.
    pub times: usize,
}

/// How a match ended.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub reason: String,
    pub seats: Vec<SeatOutcome>,
}

/// How it ended for a seat.
#[derive(Clone, Debug)]
pub struct SeatOutcome {
    pub name: String,
    pub rank: u32,
    pub utility: f64,
    pub scores: Vec<(String, i64)>,
}

/// What one random game took.
#[derive(Clone, Copy, Debug)]
pub struct Playout {
    pub decisions: u64,
    pub ops: u64,
    pub ended: bool,
}

/// Everything that a search copies: state and frames, without the history of the match.
#[derive(Clone, Debug)]
pub struct Position(Vec<usize>);

impl Position {
    /// Bytes that a copy takes, heap included.
    pub fn bytes(&self) -> usize {
        size_of::<Position>() + self.0.len() * size_of::<usize>()
    }
}

/// Plays one game at random.
pub fn playout(program: &Arc<Program>, seed: u64) -> Playout {
    let mut game = Match::new(program.clone(), seed);
    let mut decisions = 0;
    while let Some(decision) = game.decision() {
        let _ = game.answer(decision.options.len() - 1);
        decisions += 1;
    }
    Playout { decisions, ops: decisions * 10, ended: true }
}

impl Match {
    pub fn new(_program: Arc<Program>, _seed: u64) -> Match {
        Match { answers: vec![], told: 0, tokens: vec![], stones: 5, turn: 0, before: vec![] }
    }

    pub fn seats(&self) -> usize {
        2
    }

    pub fn seat_name(&self, seat: usize) -> String {
        ["Red", "Blue"].get(seat).copied().unwrap_or("?").into()
    }

    pub fn status(&self) -> Status {
        if self.stones == 0 { Status::Ended } else { Status::Deciding }
    }

    pub fn decision(&self) -> Option<Decision> {
        let option = |label: &str| OptionView { label: label.into(), passes: false, times: 1 };
        let picked: Vec<String> = self.tokens.iter().map(|t| (*t).into()).collect();
        if self.stones == 0 {
            return None;
        }
        if picked.len() < 2 {
            let left = ["red token", "green token", "blue token"].into_iter().filter(|t| !self.tokens.contains(t));
            let prompt = "Choose your tokens".into();
            return Some(Decision {
                seat: 0,
                prompt,
                options: left.map(option).collect(),
                picked,
                min: 2,
                max: 2,
                secret: false,
            });
        }
        let mut options = vec![option("take one")];
        if self.stones > 1 {
            options.push(option("take two"));
        }
        Some(Decision {
            seat: self.turn,
            prompt: "Your turn".into(),
            options,
            picked: vec![],
            min: 1,
            max: 1,
            secret: false,
        })
    }

    pub fn answer(&mut self, option: usize) -> Result<(), Rejected> {
        let decision = self.decision().ok_or(Rejected)?;
        let label = decision.options.get(option).ok_or(Rejected)?.label.clone();
        self.before.push((self.tokens.clone(), self.stones, self.turn));
        self.answers.push(format!("{}: {label}", self.seat_name(decision.seat)));
        match label.as_str() {
            "take one" => self.stones -= 1,
            "take two" => self.stones -= 2,
            "red token" => self.tokens.push("red token"),
            "green token" => self.tokens.push("green token"),
            _ => self.tokens.push("blue token"),
        }
        if label.starts_with("take") {
            self.turn = 1 - self.turn;
        }
        Ok(())
    }

    pub fn undo(&mut self) -> bool {
        let Some((tokens, stones, turn)) = self.before.pop() else { return false };
        self.answers.pop();
        self.told = self.told.min(self.answers.len());
        (self.tokens, self.stones, self.turn) = (tokens, stones, turn);
        true
    }

    pub fn set_tracing(&mut self, _on: bool) {}

    pub fn last_trace(&self) -> String {
        self.answers.last().map_or(String::new(), |answer| format!("trace of {answer}"))
    }

    pub fn outcome(&self) -> Option<Outcome> {
        let seat = |i: usize| SeatOutcome {
            name: self.seat_name(i),
            rank: if i == self.turn { 2 } else { 1 },
            utility: if i == self.turn { -1.0 } else { 1.0 },
            scores: vec![("stones".into(), 5)],
        };
        (self.stones == 0).then(|| Outcome { reason: "no stone is left".into(), seats: vec![seat(0), seat(1)] })
    }

    pub fn view(&self, _seat: Option<usize>) -> String {
        format!("stones: {}", self.stones)
    }

    pub fn news(&mut self, _seat: Option<usize>) -> Vec<String> {
        let news = self.answers.get(self.told..).unwrap_or_default().to_vec();
        self.told = self.answers.len();
        news
    }

    pub fn card_text(&self, name: &str) -> Option<String> {
        (name == "stone").then(|| "A stone.".into())
    }

    /// Everything that a search copies.
    pub fn position(&self) -> Position {
        Position(vec![self.stones, self.turn])
    }
}

//! What answers mean, and the same answers under other rules: by who gave them and what they are about, not by number.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::decision::{Who, seat_asked};
use super::steps::lane_of;
use super::{Match, Status, label, open_questions};
use crate::ids::{DesignId, SeatId};
use crate::program::Program;
use crate::source::Span;
use crate::state::State;
use crate::state::stack::*;
use crate::trace::place_name;
use crate::vm::knows;

/// An answer, told so that it can be found again where options stand in another order or have other labels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meaning {
    /// Who answered; `None`: chance.
    pub seat: Option<usize>,
    /// For which of its actors.
    pub actor: Option<usize>,
    /// The sort of question: `choose`, `offer`, `may` …
    pub question: String,
    /// What was chosen, by the names of the scripts.
    pub id: String,
    /// Among the options with the same id, from 0.
    pub nth: usize,
    /// The same in the words that were shown.
    pub label: String,
    pub nth_label: usize,
}

/// A match that was played again under other rules.
#[derive(Clone, Debug)]
pub struct Rematch {
    /// Where it stands: behind all answers, or before the first that is no longer possible.
    pub game: Match,
    /// How many answers were taken.
    pub taken: usize,
    /// Why not all of them were.
    pub lost: Option<Lost>,
}

/// The first answer that is no longer possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// Its number, from 1.
    pub answer: usize,
    pub why: LostWhy,
    /// The clause that asks now, if one does.
    pub clause: Option<Span>,
}

/// What is in the way of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LostWhy {
    /// The game is over, or has stopped, before it.
    Over,
    /// Now somebody else is asked.
    OtherAsked,
    /// Something else is asked.
    OtherQuestion,
    /// The question is the same, but there is no such option.
    NoSuchOption,
}

impl Match {
    /// What each answer so far meant, found out by playing them again.
    pub fn meanings(&self) -> Vec<Meaning> {
        let mut game = self.again(self.program.clone(), false);
        let mut meanings = Vec::new();
        for &(lane, option) in &self.answers {
            let lane = lane_of(lane);
            let pending = match lane {
                None => Some(&game.state.stack.pending),
                Some(i) => game.state.lanes.get(i).map(|lane| &lane.pending),
            };
            let Some(pending) = pending else { break };
            let Some(meaning) = game.options_meant(lane, pending).into_iter().nth(option as usize) else { break };
            meanings.push(meaning);
            if game.answer_lane(lane, option as usize).is_err() {
                break;
            }
        }
        meanings
    }

    /// The same seed under other rules, with the answers found again by what they mean, as far as that is possible.
    pub fn rematch(&self, program: Arc<Program>, meanings: &[Meaning]) -> Rematch {
        let mut game = self.again(program, self.trace.is_some());
        for (taken, meaning) in meanings.iter().enumerate() {
            if let Err(why) = game.answer_meant(meaning) {
                let lost = Lost { answer: taken + 1, why, clause: game.asking_clause() };
                return Rematch { game, taken, lost: Some(lost) };
            }
        }
        Rematch { game, taken: meanings.len(), lost: None }
    }

    /// Gives the answer that means the same.
    pub fn answer_meant(&mut self, meaning: &Meaning) -> Result<(), LostWhy> {
        if !matches!(self.status, Status::Deciding) {
            return Err(LostWhy::Over);
        }
        let mut why = LostWhy::OtherAsked;
        let mut found = None;
        for (lane, pending) in open_questions(&self.state) {
            let who = self.asked(pending);
            if (who.0, who.1) != (meaning.seat, meaning.actor) {
                continue;
            }
            if question_word(pending.question) != meaning.question {
                why = LostWhy::OtherQuestion;
                continue;
            }
            match find(&self.options_meant(lane, pending), meaning) {
                Some(option) => {
                    found = Some((lane, option));
                    break;
                }
                None => why = LostWhy::NoSuchOption,
            }
        }
        let Some((lane, option)) = found else { return Err(why) };
        self.answer_lane(lane, option).map_err(|_| LostWhy::NoSuchOption)
    }

    /// The clause whose question is open.
    pub fn asking_clause(&self) -> Option<Span> {
        if !matches!(self.status, Status::Deciding) {
            return None;
        }
        let (lane, _) = open_questions(&self.state).next()?;
        self.clause_of(lane)
    }

    /// A match with the same seed and form at its first question.
    pub(super) fn again(&self, program: Arc<Program>, traced: bool) -> Match {
        let stream = self.rng.position().stream;
        let mut game = Match::start(program, self.seed, stream, self.open_chance, traced, false);
        if let Some(base) = self.branched.as_ref().filter(|_| Arc::ptr_eq(&game.program, &self.program)) {
            game.take_up(base);
            game.branched = Some(base.clone());
        }
        game
    }

    /// The same, traced, before anything has happened.
    pub(super) fn unbegun(&self) -> Match {
        let stream = self.rng.position().stream;
        Match::before_start(self.program.clone(), self.seed, stream, self.open_chance, true, false)
    }

    fn asked(&self, pending: &Pending) -> (Option<usize>, Option<usize>) {
        match (pending.asked, seat_asked(&self.program, pending)) {
            (Asked::Actor(actor), Some(seat)) => (Some(seat), Some(actor.index())),
            _ => (None, None),
        }
    }

    fn options_meant(&self, lane: Option<usize>, pending: &Pending) -> Vec<Meaning> {
        let own = lane.map(|i| self.state.seen_by_lane(i));
        let state = own.as_ref().unwrap_or(&self.state);
        let (seat, actor) = self.asked(pending);
        let who = match (seat, actor) {
            (Some(seat), Some(actor)) => Who::Seat { seat, actor },
            _ => Who::Chance,
        };
        let mut meanings: Vec<Meaning> = Vec::with_capacity(pending.options.len());
        for choice in &pending.options {
            let label = label::option(&self.program, state, pending, *choice, who);
            let id = id(&self.program, state, pending, *choice, seat).unwrap_or_else(|| label.clone());
            let nth = meanings.iter().filter(|m| m.id == id).count();
            let nth_label = meanings.iter().filter(|m| m.label == label).count();
            let question = question_word(pending.question).to_owned();
            meanings.push(Meaning { seat, actor, question, id, nth, label, nth_label });
        }
        meanings
    }
}

/// The option that means the same: the same thing in the same place, else what was called the same. Of several equal
/// ones it is the same in their order; where there are fewer now, the last.
fn find(options: &[Meaning], wanted: &Meaning) -> Option<usize> {
    let nth = |same: &dyn Fn(&Meaning) -> bool, nth: usize| {
        let equal: Vec<usize> = options.iter().enumerate().filter(|(_, o)| same(o)).map(|(i, _)| i).collect();
        equal.get(nth).or(equal.last()).copied()
    };
    nth(&|o| o.id == wanted.id, wanted.nth).or_else(|| nth(&|o| o.label == wanted.label, wanted.nth_label))
}

fn question_word(question: Question) -> &'static str {
    match question {
        Question::None => "nothing",
        Question::Choose => "choose",
        Question::YesNo => "may",
        Question::Offer => "offer",
        Question::Share => "share",
        Question::Sort => "sort",
        Question::Order => "order",
        Question::Window => "window",
        Question::Draw => "draw",
        Question::Random => "random",
        Question::Die => "die",
    }
}

/// An option by the names of the scripts; `None` where its label says it as well.
fn id(program: &Program, state: &State, pending: &Pending, choice: Choice, seat: Option<usize>) -> Option<String> {
    if choice.tag == DECLINE {
        return None;
    }
    let what = match pending.question {
        Question::Offer => {
            let option = program.offers.get(pending.info as usize)?.options.get(choice.tag as usize)?;
            // A block whose element is no card is told by its label, with the name in front.
            option.name.clone()
        }
        Question::Order | Question::Window => program.hooks.get(choice.weight as usize)?.name.clone(),
        Question::Sort => return program.nouns.stuff.get(choice.tag as usize).map(|stuff| stuff.name.clone()),
        Question::Draw => {
            let design = u16::try_from(choice.value).ok().map(DesignId)?;
            let name = program.nouns.designs.get(design.index())?.name.clone();
            return Some(if choice.tag == 1 { format!("{name} up") } else { name });
        }
        _ => String::new(),
    };
    let Some(card) = label::component_of(program, pending, choice) else {
        return (!what.is_empty() && choice.value == NONE).then_some(what);
    };
    // A card that the chooser does not know goes by its place, as in its label.
    if seat.is_some_and(|seat| !knows(program, state, Some(SeatId::from_index(seat)), card)) {
        return None;
    }
    let lies = state.card(card).filter(|card| card.group == 0)?;
    let design = program.nouns.designs.get(lies.design.index()).map(|d| d.name.as_str())?;
    Some(format!("{what} {design} in {}", place_name(program, lies.place)).trim_start().to_owned())
}

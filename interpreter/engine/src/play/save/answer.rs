//! One answer in words: who was asked what and said what, by the names that scripts use, and where it led.

use serde::{Deserialize, Serialize};

use super::SaveError;
use crate::ids::*;
use crate::play::{Match, Rejected, Status, label, open_question, open_questions};
use crate::program::Program;
use crate::program::nouns::{Owner, Type, Word};
use crate::state::State;
use crate::state::stack::*;
use crate::trace::word_name;
use crate::vm::knows;

/// An answer as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Given {
    /// Its number, from 1.
    pub n: usize,
    /// The name of an actor, or `chance`.
    pub who: String,
    /// Where all act at once: the line of effects it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lane: Option<u16>,
    /// What was asked: `choose rival`, `offer`.
    pub asks: String,
    /// The option, by the names of the script.
    pub option: String,
    /// Which of several options of these words it is, from 1.
    #[serde(default = "first", skip_serializing_if = "is_first")]
    pub nth: usize,
    /// Its number among the options, from 0; and how many there were.
    pub index: usize,
    pub of: usize,
    /// The position it led to.
    pub hash: String,
}

fn first() -> usize {
    1
}

fn is_first(nth: &usize) -> bool {
    *nth == 1
}

impl Given {
    /// Whether a match that has just taken it stands where the first one did.
    pub fn check(&self, game: &Match) -> Result<(), SaveError> {
        if hash_word(game) == self.hash { Ok(()) } else { Err(SaveError::OtherPosition { answer: self.n }) }
    }
}

pub(super) fn hash_word(game: &Match) -> String {
    format!("{:016x}", game.position_hash())
}

/// The lane of a number in the record of a match.
pub(super) fn lane(number: u16) -> Option<usize> {
    (number != u16::MAX).then_some(usize::from(number))
}

impl Match {
    /// As [`Match::answer`], and gives the answer as it is stored.
    pub fn answer_noted(&mut self, option: usize) -> Result<Given, Rejected> {
        let lane = match (&self.status, open_question(&self.state)) {
            (Status::Deciding, Some((lane, _))) => lane,
            _ => return Err(Rejected::NothingAsked),
        };
        self.note_lane(lane, option)
    }

    pub(super) fn note_lane(&mut self, lane: Option<usize>, option: usize) -> Result<Given, Rejected> {
        let asked = open_questions(&self.state).find(|(open, _)| *open == lane);
        let Some((_, pending)) = asked.filter(|_| matches!(self.status, Status::Deciding)) else {
            return Err(Rejected::NothingAsked);
        };
        let words = self.words(lane, pending);
        let said = words.get(option).cloned().unwrap_or_default();
        let mut given = Given {
            n: self.answers.len() + 1,
            who: who(&self.program, pending),
            lane: lane.and_then(|lane| u16::try_from(lane).ok()),
            asks: asks(&self.program, pending),
            nth: words.iter().take(option.saturating_add(1)).filter(|word| **word == said).count(),
            option: said,
            index: option,
            of: words.len(),
            hash: String::new(),
        };
        self.answer_lane(lane, option)?;
        given.hash = hash_word(self);
        Ok(given)
    }

    /// Gives a stored answer again: the option of the same words, wherever it stands now. Which one it was.
    pub fn take(&mut self, given: &Given) -> Result<usize, SaveError> {
        let not = |why: String| SaveError::NotPossible { answer: given.n, why };
        if !matches!(self.status, Status::Deciding) {
            return Err(not("the game is over".to_owned()));
        }
        let asked = open_questions(&self.state)
            .find(|(lane, pending)| given.lane.map(usize::from) == *lane && who(&self.program, pending) == given.who);
        // Lanes may be numbered otherwise: then whoever is asked in one counts.
        let asked = asked.or_else(|| {
            let same = |(lane, pending): &(Option<usize>, &Pending)| {
                lane.is_some() == given.lane.is_some() && who(&self.program, pending) == given.who
            };
            open_questions(&self.state).find(same)
        });
        let Some((lane, pending)) = asked else {
            let now = open_questions(&self.state).next();
            let now = now.map_or_else(
                || "nobody".to_owned(),
                |(_, pending)| format!("{} ({})", who(&self.program, pending), asks(&self.program, pending)),
            );
            return Err(not(format!("{} was asked ({}), and now it is {now}", given.who, given.asks)));
        };
        let words = self.words(lane, pending);
        let Some(option) = found(&words, given) else {
            let asks = asks(&self.program, pending);
            let asked = if asks == given.asks { String::new() } else { format!(" (asked: {asks})") };
            return Err(not(format!(
                "there is no option `{}` for {}{asked}; {}",
                given.option,
                given.who,
                listed(&words)
            )));
        };
        self.answer_lane(lane, option).map_err(|rejected| not(rejected.to_string()))?;
        Ok(option)
    }

    /// What is asked now, in words of the script: who, what, and the options.
    pub(super) fn asked_words(&self) -> Vec<(String, String, Vec<String>)> {
        if !matches!(self.status, Status::Deciding) {
            return Vec::new();
        }
        let open = open_questions(&self.state);
        open.map(|(lane, pending)| {
            (who(&self.program, pending), asks(&self.program, pending), self.words(lane, pending))
        })
        .collect()
    }

    fn words(&self, lane: Option<usize>, pending: &Pending) -> Vec<String> {
        let words = |state: &State| pending.options.iter().map(|o| option(&self.program, state, pending, *o)).collect();
        match lane {
            Some(lane) => words(&self.state.seen_by_lane(lane)),
            None => words(&self.state),
        }
    }
}

/// The option of the same words: the one at the same place if it has them, else the same of several, else the first.
fn found(words: &[String], given: &Given) -> Option<usize> {
    if words.get(given.index) == Some(&given.option) {
        return Some(given.index);
    }
    let same: Vec<usize> =
        words.iter().enumerate().filter(|(_, word)| **word == given.option).map(|(i, _)| i).collect();
    same.get(given.nth.saturating_sub(1)).or(same.first()).copied()
}

/// `the options are: …`, if they are not too many.
fn listed(words: &[String]) -> String {
    const MOST: usize = 12;
    let mut shown: Vec<&str> = words.iter().map(String::as_str).collect();
    shown.dedup();
    let more = shown.len().saturating_sub(MOST);
    shown.truncate(MOST);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("the options are: {}{rest}", shown.join(", "))
}

fn who(program: &Program, pending: &Pending) -> String {
    match pending.asked {
        Asked::Actor(actor) => script_actor(program, Word::from(actor.0)),
        Asked::Chance | Asked::Nobody => "chance".to_owned(),
    }
}

/// What is asked: the word of the language, and the name that the answer gets.
fn asks(program: &Program, pending: &Pending) -> String {
    let choice = || {
        let choice = program.choices.get(pending.info as usize);
        choice.map_or_else(String::new, |choice| as_written(&choice.name))
    };
    let text = match pending.question {
        Question::None => String::new(),
        Question::Choose => format!("choose {}", choice()),
        Question::YesNo => "may".to_owned(),
        Question::Offer => "offer".to_owned(),
        Question::Share => format!("share {}", choice()),
        Question::Sort => format!("pay {}", choice()),
        Question::Order => "order".to_owned(),
        Question::Window => {
            format!("window {}", program.windows.get(pending.info as usize).map_or("", |window| window.name.as_str()))
        }
        Question::Draw => "draw".to_owned(),
        Question::Random => format!("random {}", choice()),
        Question::Die => "roll".to_owned(),
    };
    text.trim_end().to_owned()
}

/// An option by names of the script.
fn option(program: &Program, state: &State, pending: &Pending, choice: Choice) -> String {
    let seat = match pending.asked {
        Asked::Actor(actor) => program.nouns.actors.get(actor.index()).and_then(|actor| actor.seat),
        Asked::Chance | Asked::Nobody => None,
    };
    let value = word(choice.value);
    match pending.question {
        Question::YesNo => if choice.tag == DECLINE { "no" } else { "yes" }.into(),
        _ if choice.tag == DECLINE => "pass".into(),
        Question::Choose | Question::Random => {
            let ty = program.choices.get(pending.info as usize).map_or(Type::Number, |c| c.ty.clone());
            element(program, state, seat, &ty, value)
        }
        Question::Offer => {
            let offer = program.offers.get(pending.info as usize);
            let Some(option) = offer.and_then(|o| o.options.get(choice.tag as usize)) else { return String::new() };
            let name = as_written(&option.name);
            match choice.value == NONE {
                true => name,
                false => format!("{name} {}", element(program, state, seat, &option.ty, value)),
            }
        }
        Question::Share | Question::Die => choice.value.to_string(),
        Question::Sort => program.nouns.stuff.get(choice.tag as usize).map_or_else(String::new, |s| s.name.clone()),
        Question::Order | Question::Window => effect(program, state, seat, choice),
        Question::Draw if choice.value == NONE => "face_down".into(),
        Question::Draw => {
            let name = design(program, usize::try_from(choice.value).unwrap_or(usize::MAX));
            if choice.tag == 1 { format!("{name} face_up") } else { name }
        }
        Question::None => String::new(),
    }
}

fn effect(program: &Program, state: &State, seat: Option<SeatId>, choice: Choice) -> String {
    let Some(hook) = program.hooks.get(choice.weight as usize) else { return String::new() };
    match label::card_of_effect(program, choice) {
        Some(card) => component(program, state, seat, card),
        None => as_written(&hook.name),
    }
}

/// Names that programs keep as words for people, as scripts write them.
fn as_written(name: &str) -> String {
    name.replace(' ', "_")
}

fn element(program: &Program, state: &State, seat: Option<SeatId>, ty: &Type, value: Word) -> String {
    let nouns = &program.nouns;
    let index = usize::try_from(value).unwrap_or(usize::MAX);
    let name = match ty {
        Type::Component(_) => u16::try_from(value).ok().map(|id| component(program, state, seat, ComponentId(id))),
        Type::Design(_) => Some(design(program, index)),
        Type::Enum(id) => nouns.enums.get(id.index()).and_then(|e| e.values.get(index)).map(|v| v.name.clone()),
        Type::Space(_) => nouns.spaces.get(index).map(|space| match space.owner {
            Some(owner) => format!("{} of {}", space.name, script_actor(program, owner.0.into())),
            None => space.name.clone(),
        }),
        Type::Unit(_) | Type::AnyUnit => nouns.units.get(index).and_then(|unit| {
            let kind = nouns.unit_kinds.get(unit.kind.index())?;
            let owner =
                unit.owner.map_or_else(String::new, |owner| format!(" of {}", script_actor(program, owner.0.into())));
            Some(format!("{} {}{owner}", kind.name, index.saturating_sub(kind.first_unit.index()) + 1))
        }),
        Type::Zone => nouns.places.get(index).map(|_| place(program, PlaceId::from_index(index))),
        Type::Counter => match usize::try_from(-1 - value) {
            Ok(stuff) => nouns.stuff.get(stuff).map(|stuff| stuff.name.clone()),
            Err(_) => nouns.states.get(index).map(|state| state.name.clone()),
        },
        Type::Stuff => nouns.stuff.get(index).map(|stuff| stuff.name.clone()),
        _ => None,
    };
    let yes_no = (*ty == Type::Bool).then(|| if value == 1 { "yes" } else { "no" }.to_owned());
    name.or(yes_no).unwrap_or_else(|| match ty {
        Type::Actor => script_actor(program, value),
        ty => word_name(program, state, ty, value),
    })
}

/// An actor by the name that scripts give it, whatever language people read.
fn script_actor(program: &Program, actor: Word) -> String {
    let actor = usize::try_from(actor).ok().and_then(|i| program.nouns.actors.get(i));
    actor.map_or_else(|| "nobody".to_owned(), |actor| actor.name.clone())
}

fn design(program: &Program, index: usize) -> String {
    program.nouns.designs.get(index).map_or_else(|| "?".to_owned(), |design| design.name.clone())
}

/// A card by its name where the one who is asked knows it, else by where it lies.
fn component(program: &Program, state: &State, seat: Option<SeatId>, id: ComponentId) -> String {
    let Some(card) = state.card(id) else { return "?".to_owned() };
    if card.group == 0 && knows(program, state, seat, id) {
        return design(program, card.design.index());
    }
    let position = crate::vm::seen_position(program, state, seat, id);
    format!("card {position} of {}", place(program, card.place))
}

fn place(program: &Program, place: PlaceId) -> String {
    let Some(def) = program.nouns.places.get(place.index()) else { return "nowhere".to_owned() };
    let zone = program.nouns.zones.get(def.zone.index()).map_or("?", |zone| zone.name.as_str());
    match def.owner {
        Owner::Game => zone.to_owned(),
        Owner::Actor(actor) => format!("{}.{zone}", script_actor(program, actor.0.into())),
        Owner::Seat(seat) => format!("s{}.{zone}", seat.index() + 1),
        Owner::Space(space) => {
            format!("{}.{zone}", program.nouns.spaces.get(space.index()).map_or("?", |space| space.name.as_str()))
        }
    }
}

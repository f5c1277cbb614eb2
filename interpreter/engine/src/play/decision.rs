//! A decision as a value for screens and programs: who, why, which options, how many.

use super::label;
use crate::ids::{KindId, SeatId};
use crate::program::nouns::Type;
use crate::program::{ChoiceInfo, Many, Program};
use crate::state::State;
use crate::state::stack::*;
use crate::trace::{actor_name, singular};

/// Who must answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// A seat, for one of its actors.
    Seat { seat: usize, actor: usize },
    /// Nobody: chance, with the options' weights.
    Chance,
}

/// How many are picked in all, what is already picked included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    pub min: usize,
    pub max: usize,
}

/// A question that waits for an answer. Each answer picks one option.
#[derive(Clone, Debug)]
pub struct Decision {
    pub who: Who,
    pub prompt: String,
    pub options: Vec<OptionView>,
    /// What was picked before, in a choice of several.
    pub picked: Vec<String>,
    pub bounds: Bounds,
    /// Others do not see the answer (yet).
    pub secret: bool,
}

impl Decision {
    /// The seat that is asked; `None` for chance.
    pub fn seat(&self) -> Option<usize> {
        match self.who {
            Who::Seat { seat, .. } => Some(seat),
            Who::Chance => None,
        }
    }
}

/// One way to answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionView {
    pub label: String,
    /// Declining: no more, pass, no.
    pub passes: bool,
    /// How many equal ones it stands for.
    pub times: usize,
    /// Of chance: its weight among the options.
    pub weight: u64,
    /// The component it is about: a number that stands for where it lies, as the one who is asked sees it. It means the
    /// same component as long as nothing moves.
    pub component: Option<usize>,
}

/// The seat that a question goes to.
pub(crate) fn seat_asked(program: &Program, pending: &Pending) -> Option<usize> {
    match pending.asked {
        Asked::Actor(actor) => program.nouns.actors.get(actor.index()).and_then(|a| a.seat).map(|s| s.index()),
        Asked::Chance | Asked::Nobody => None,
    }
}

pub(crate) fn describe(program: &Program, state: &State, lane: Option<usize>, pending: &Pending) -> Decision {
    let who = match (pending.asked, seat_asked(program, pending)) {
        (Asked::Actor(actor), Some(seat)) => Who::Seat { seat, actor: actor.index() },
        _ => Who::Chance,
    };
    let seat = seat_asked(program, pending).map(SeatId::from_index);
    let picked = label::picked(program, state, lane, pending, seat);
    let bounds = Bounds { min: pending.min as usize + picked.len(), max: (pending.max as usize + picked.len()).max(1) };
    let options = pending.options.iter().map(|o| option_view(program, state, pending, *o, who)).collect();
    Decision { who, prompt: prompt(program, state, pending, who), options, picked, bounds, secret: lane.is_some() }
}

fn option_view(program: &Program, state: &State, pending: &Pending, choice: Choice, who: Who) -> OptionView {
    let chance = who == Who::Chance;
    let counts = matches!(pending.question, Question::Choose | Question::Offer | Question::Random) && !chance;
    OptionView {
        label: label::option(program, state, pending, choice, who),
        passes: choice.tag == DECLINE,
        times: if counts { choice.weight.max(1) as usize } else { 1 },
        weight: choice.weight,
        component: label::handle_of(program, state, pending, choice, who),
    }
}

/// The question in words.
fn prompt(program: &Program, state: &State, pending: &Pending, who: Who) -> String {
    let name = |info: u16| program.choices.get(info as usize).map_or_else(String::new, |c| wanted(program, c));
    match pending.question {
        Question::Choose => {
            let many = program.choices.get(pending.info as usize).map_or(Many::One, |c| c.many);
            match many {
                Many::One => format!("Choose {}", name(pending.info)),
                Many::UpTo | Many::AnyNumber => format!("Choose {}, or stop", name(pending.info)),
                Many::Number | Many::Exactly => {
                    format!("Choose {} ({} more)", name(pending.info), pending.max)
                }
            }
        }
        Question::YesNo => format!("Do this? {}", label::script_of_choice(program, pending.info)),
        Question::Offer => "Choose what to do".into(),
        Question::Share => {
            let ty = program.choices.get(pending.info as usize).map(|c| &c.ty);
            let seat = seat_asked(program, pending).map(SeatId::from_index);
            let whom = ty.map_or_else(String::new, |ty| label::element(program, state, seat, ty, pending.subject));
            format!("How much of {} goes to {whom}?", name(pending.info))
        }
        // A bundle that became cheaper has no choice of its own in the script: its pieces are picked all the same.
        Question::Sort if program.choices.get(pending.info as usize).is_none() => "Choose payment".into(),
        Question::Sort => format!("Choose {}", name(pending.info)),
        Question::Order => "Which of these effects comes first?".into(),
        Question::Window => {
            let window = program.windows.get(pending.info as usize).map_or("", |w| w.name.as_str());
            format!("Play something now? ({})", window.replace('_', " "))
        }
        Question::Draw => "Which card is it?".into(),
        Question::Random => format!("Chance: {}", name(pending.info)),
        Question::Die => "Chance: a die".into(),
        Question::None => String::new(),
    }
    .trim_end()
    .to_owned()
        + &match who {
            Who::Seat { actor, .. } if several_actors(program) => format!(" [{}]", actor_name(program, actor as i32)),
            _ => String::new(),
        }
}

/// What is to be chosen: the name it gets, or what it is where the name is only a letter or two.
fn wanted(program: &Program, choice: &ChoiceInfo) -> String {
    if choice.name.chars().count() > 2 {
        return choice.name.clone();
    }
    let nouns = &program.nouns;
    let kind = match &choice.ty {
        Type::Space(kind) => nouns.space_kinds.get(kind.index()).map(|k| (&k.labels, k.name.as_str())),
        Type::Unit(kind) => nouns.unit_kinds.get(kind.index()).map(|k| (&k.labels, k.name.as_str())),
        Type::Component(kinds) => {
            let mut fitting = nouns.kinds.iter().enumerate().filter(|(i, _)| kinds.has(KindId::from_index(*i)));
            match (fitting.next(), fitting.next()) {
                (Some((_, only)), None) => Some((&only.labels, only.name.as_str())),
                _ => return "a card".into(),
            }
        }
        Type::Actor => return "a player".into(),
        Type::Number => return "a number".into(),
        _ => None,
    };
    let word =
        kind.map(|(labels, name)| if labels.en.is_empty() { name.to_owned() } else { singular(labels).to_owned() });
    match word {
        Some(word) if word.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("an {word}"),
        Some(word) => format!("a {word}"),
        None => choice.name.clone(),
    }
}

/// Some seat acts for several actors: then the question says for which.
fn several_actors(program: &Program) -> bool {
    program.nouns.actors.len() > program.nouns.seats.len()
}

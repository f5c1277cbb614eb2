//! A decision as a value for screens and programs: who, why, which options, how many.

use super::label::Apart;
use super::price::{self, Prices};
use super::{label, printed};
use crate::ids::{KindId, SeatId};
use crate::program::nouns::Type;
use crate::program::{ChoiceInfo, Many, Program};
use crate::state::State;
use crate::state::stack::*;
use crate::trace::actor_name;
use crate::words::{Language, Phrase, text_or_english};

/// Who must answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// A seat, for one of its actors.
    Seat { seat: usize, actor: usize },
    /// Nobody: chance, with the options' weights.
    Chance,
}

impl Who {
    /// The seat that is asked, as the tables number it.
    pub(crate) fn seat(self) -> Option<SeatId> {
        match self {
            Who::Seat { seat, .. } => Some(SeatId::from_index(seat)),
            Who::Chance => None,
        }
    }
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
    /// What it costs, such as `3 gems`, and what is printed on its card and helps to decide, if the manifest says so
    /// (`in_options`).
    pub printed: Option<String>,
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

impl OptionView {
    /// The place where its component lies.
    fn place(&self) -> Option<usize> {
        self.component.map(label::place_of_handle)
    }

    /// The label and what is printed, as a line of a list: `recruit Guard (cost 3)`.
    pub fn line(&self) -> String {
        match &self.printed {
            Some(printed) => format!("{} ({printed})", self.label),
            None => self.label.clone(),
        }
    }
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
    let mut prices = asks_prices(program, pending).then(|| Prices::of_question(program, state, lane));
    let view = |choice: &Choice| {
        let reckon = price::option_of(program, pending, *choice).zip(prices.as_mut());
        let (price, gamble) = reckon.map_or((None, false), |(option, prices)| {
            (prices.option(option, *choice), prices.is_gamble(option, *choice))
        });
        option_view(program, state, pending, *choice, who, (price, gamble))
    };
    let mut options: Vec<OptionView> = pending.options.iter().map(view).collect();
    tell_apart(program, state, pending, who, &mut options);
    Decision { who, prompt: prompt(program, state, pending, who), options, picked, bounds, secret: lane.is_some() }
}

/// Whether there is something to reckon about the options that are offered.
fn asks_prices(program: &Program, pending: &Pending) -> bool {
    let mut options = pending.options.iter().filter_map(|choice| price::option_of(program, pending, *choice));
    options.any(|option| price::matters(program, option))
}

fn option_view(
    program: &Program,
    state: &State,
    pending: &Pending,
    choice: Choice,
    who: Who,
    (price, gamble): (Option<String>, bool),
) -> OptionView {
    let chance = who == Who::Chance;
    let card = label::component_of(program, pending, choice);
    let option = price::option_of(program, pending, choice).and_then(|option| price::price_of(program, option));
    let reckoned = option.filter(|_| price.is_some()).map_or(&[][..], |price| &price.attributes);
    // What is played from under a back, or as luck will have it, must not read like a sure play.
    let unknown = pending.question == Question::Offer
        && who.seat().zip(card).is_some_and(|(seat, card)| !crate::vm::knows(program, state, Some(seat), card));
    let unsure = match (unknown, gamble) {
        (true, _) => Some(program.word(Phrase::NotKnown)),
        (false, true) => Some(program.word(Phrase::IsGamble)),
        (false, false) => None,
    };
    let printed =
        who.seat().zip(card).and_then(|(seat, card)| printed::in_option(program, state, seat, card, reckoned));
    let counts = matches!(pending.question, Question::Choose | Question::Offer | Question::Random) && !chance;
    OptionView {
        label: label::option(program, state, pending, choice, who, Apart::Name),
        printed: price::beside([price, printed, unsure]),
        passes: choice.tag == DECLINE,
        times: if counts { choice.weight.max(1) as usize } else { 1 },
        weight: choice.weight,
        component: label::handle_of(program, state, pending, choice, who),
    }
}

/// Where options about cards in several places read alike, they say whose card it is, or at which space it lies; where that
/// is not enough, in which zone.
fn tell_apart(program: &Program, state: &State, pending: &Pending, who: Who, options: &mut [OptionView]) {
    for apart in [Apart::Holder, Apart::Zone] {
        let mut labels: Vec<(String, Option<usize>)> =
            options.iter().map(|option| (option.label.clone(), option.place())).collect();
        labels.sort_unstable();
        if apart == Apart::Zone {
            // In one zone its name tells nothing apart.
            labels.dedup();
        }
        let alike = |label: &String| {
            let first = labels.partition_point(|(other, _)| other < label);
            labels.get(first + 1).is_some_and(|(next, _)| next == label)
        };
        for (option, choice) in options.iter_mut().zip(&pending.options) {
            if option.component.is_some() && alike(&option.label) {
                option.label = label::option(program, state, pending, *choice, who, apart);
            }
        }
    }
}

/// The question in words.
fn prompt(program: &Program, state: &State, pending: &Pending, who: Who) -> String {
    let words = question(program, state, pending);
    match who {
        Who::Seat { actor, .. } if several_actors(program) => {
            program.say(Phrase::For, &[&words.trim_end(), &actor_name(program, actor as i32)])
        }
        _ => words.trim_end().to_owned(),
    }
}

fn question(program: &Program, state: &State, pending: &Pending) -> String {
    let choice = program.choices.get(pending.info as usize);
    let name = || choice.map_or_else(String::new, |c| wanted(program, c));
    let said = choice.and_then(|c| said(program, c));
    match (pending.question, said) {
        (Question::Choose, said) => {
            let many = choice.map_or(Many::One, |c| c.many);
            match (many, said) {
                (Many::Number | Many::Exactly, Some(said)) => program.say(Phrase::SaidMore, &[&said, &pending.max]),
                (_, Some(said)) => said.to_owned(),
                (Many::One, None) => program.say(Phrase::Choose, &[&name()]),
                (Many::UpTo | Many::AnyNumber, None) => program.say(Phrase::ChooseOrStop, &[&name()]),
                (Many::Number | Many::Exactly, None) => program.say(Phrase::ChooseMore, &[&name(), &pending.max]),
            }
        }
        // How much is missing of a payment, or of what is taken piece by piece.
        (Question::Sort, Some(said)) if pending.max > 1 && pending.min == pending.max => {
            program.say(Phrase::SaidMore, &[&said, &pending.max])
        }
        (Question::YesNo | Question::Sort, Some(said)) => said.to_owned(),
        (Question::YesNo, None) => program.say(Phrase::DoThis, &[&label::script_of_choice(program, pending.info)]),
        (Question::Offer, _) => {
            let offer = program.offers.get(pending.info as usize);
            let said = offer.and_then(|offer| text_or_english(&offer.says, program.language));
            said.map_or_else(|| program.word(Phrase::ChooseWhatToDo), str::to_owned)
        }
        (Question::Share, said) => {
            let seat = seat_asked(program, pending).map(SeatId::from_index);
            let ty = choice.map(|c| &c.ty);
            let whom = ty.map_or_else(String::new, |ty| label::element(program, state, seat, ty, pending.subject));
            match said {
                Some(said) => program.say(Phrase::SaidFor, &[&said, &whom]),
                None => program.say(Phrase::HowMuch, &[&name(), &whom]),
            }
        }
        // A bundle that became cheaper has no choice of its own in the script: its pieces are picked all the same.
        (Question::Sort, None) if choice.is_none() => program.word(Phrase::ChoosePayment),
        (Question::Sort, None) => program.say(Phrase::Choose, &[&name()]),
        (Question::Order, _) => program.word(Phrase::WhichEffect),
        (Question::Window, _) => {
            let window = program.windows.get(pending.info as usize);
            let said = window.and_then(|w| text_or_english(&w.says, program.language));
            let name = window.map_or_else(String::new, |w| w.name.replace('_', " "));
            said.map_or_else(|| program.say(Phrase::PlayNow, &[&name]), str::to_owned)
        }
        (Question::Draw, _) => program.word(Phrase::WhichCard),
        (Question::Random, _) => program.say(Phrase::Chance, &[&name()]),
        (Question::Die, _) => program.word(Phrase::ChanceOfDie),
        (Question::None, _) => String::new(),
    }
}

/// The question as the script words it. Where it has no words in the language of the game, but some in English, these are
/// more to the point than what can be made of its name.
fn said<'p>(program: &'p Program, choice: &'p ChoiceInfo) -> Option<&'p str> {
    text_or_english(&choice.says, program.language)
}

/// What is to be chosen: the name it gets, or what it is where the name is only a letter or two. Names are English words:
/// in other languages it is always what it is, where that can be said.
fn wanted(program: &Program, choice: &ChoiceInfo) -> String {
    let language = program.language;
    if language == Language::English && choice.name.chars().count() > 2 {
        return choice.name.clone();
    }
    let nouns = &program.nouns;
    let labels = match &choice.ty {
        Type::Space(kind) => nouns.space_kinds.get(kind.index()).map(|k| (&k.labels, k.name.as_str())),
        Type::Unit(kind) => nouns.unit_kinds.get(kind.index()).map(|k| (&k.labels, k.name.as_str())),
        Type::Component(kinds) => {
            let mut fitting = nouns.kinds.iter().enumerate().filter(|(i, _)| kinds.has(KindId::from_index(*i)));
            match (fitting.next(), fitting.next()) {
                (Some((_, only)), None) => Some((&only.labels, only.name.as_str())),
                _ => return program.word(Phrase::ACard),
            }
        }
        Type::Actor => return program.word(Phrase::APlayer),
        Type::Number => return program.word(Phrase::ANumber),
        _ => None,
    };
    match labels {
        Some((labels, name)) if labels.en.is_empty() => language.indefinite(name, None),
        Some((labels, _)) => language.indefinite(labels.one(language), labels.gender),
        None => choice.name.clone(),
    }
}

/// Some seat acts for several actors: then the question says for which.
fn several_actors(program: &Program) -> bool {
    program.nouns.actors.len() > program.nouns.seats.len()
}

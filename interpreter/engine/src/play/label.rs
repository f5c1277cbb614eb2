//! Words for options and cards, as their chooser may know them.

use super::decision::Who;
use crate::ids::*;
use crate::program::Program;
use crate::program::nouns::{Owner, Type, Word};
use crate::state::State;
use crate::state::stack::*;
use crate::trace::{actor_name, card_name, design_name, place_name, script_of, space_name, stuff_name, word_name};
use crate::vm::{knows, seen_position};
use crate::words::{Phrase, text_or_english};

/// How much an option says of the card that it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Apart {
    Name,
    /// Of others' cards whose they are, `p2's Guard`, and of cards on spaces where they lie.
    Holder,
    /// The zone, too: `Guard (discard)`.
    Zone,
}

/// The label of an option.
pub(crate) fn option(
    program: &Program,
    state: &State,
    pending: &Pending,
    choice: Choice,
    who: Who,
    apart: Apart,
) -> String {
    let seat = who.seat();
    let element = |ty: &Type| match component_of(program, pending, choice) {
        Some(id) => told_apart(program, state, who, id, apart),
        _ => element(program, state, seat, ty, word(choice.value)),
    };
    match pending.question {
        Question::YesNo => program.word(if choice.tag == DECLINE { Phrase::No } else { Phrase::Yes }),
        Question::Window if choice.tag == DECLINE => program.word(Phrase::Pass),
        _ if choice.tag == DECLINE => program.word(Phrase::NoMore),
        Question::Choose | Question::Random => {
            let ty = program.choices.get(pending.info as usize).map_or(Type::Number, |c| c.ty.clone());
            element(&ty)
        }
        Question::Offer => offered(program, pending, choice, element),
        Question::Share | Question::Die => choice.value.to_string(),
        Question::Sort => stuff_name(program, StuffId(choice.tag)),
        Question::Order | Question::Window => effect(program, state, who, choice, apart),
        Question::Draw if choice.value == NONE => program.word(Phrase::FaceDown),
        Question::Draw => {
            let name = u16::try_from(choice.value).map_or_else(|_| "?".into(), |d| design_name(program, DesignId(d)));
            if choice.tag == 1 { program.say(Phrase::DrawnFaceUp, &[&name]) } else { name }
        }
        Question::None => String::new(),
    }
}

/// An element as the chooser sees it: a card that is not known goes by its place.
pub(crate) fn element(program: &Program, state: &State, seat: Option<SeatId>, ty: &Type, value: Word) -> String {
    match (ty, u16::try_from(value)) {
        (Type::Component(_), Ok(id)) => card(program, state, seat, ComponentId(id)),
        _ => word_name(program, state, ty, value),
    }
}

pub(crate) fn card(program: &Program, state: &State, seat: Option<SeatId>, id: ComponentId) -> String {
    let place = state.card(id).map_or(PlaceId(u16::MAX), |c| c.place);
    if knows(program, state, seat, id) {
        return card_name(program, state, id);
    }
    program.say(Phrase::CardAt, &[&seen_position(program, state, seat, id), &place_name(program, place)])
}

/// A card as far as it must be told from others that read alike.
fn told_apart(program: &Program, state: &State, who: Who, id: ComponentId, apart: Apart) -> String {
    if apart == Apart::Name || !knows(program, state, who.seat(), id) {
        // Those that are not known go by their place already.
        return card(program, state, who.seat(), id);
    }
    let name = of_holder(program, state, who, id);
    let place = state.card(id).and_then(|c| program.nouns.places.get(c.place.index()));
    let zone = place.and_then(|place| program.nouns.zones.get(place.zone.index()));
    match zone {
        Some(zone) if apart == Apart::Zone => format!("{name} ({})", zone.labels.one(program.language)),
        _ => name,
    }
}

/// A card with the one before whom it lies, where that is not the chooser, or with the space where it lies.
fn of_holder(program: &Program, state: &State, who: Who, id: ComponentId) -> String {
    let name = card(program, state, who.seat(), id);
    let owner = state.card(id).and_then(|c| program.nouns.places.get(c.place.index())).map(|place| place.owner);
    let whose = |holder: String| program.say(Phrase::Place, &[&holder, &name]);
    match (owner, who) {
        (Some(Owner::Actor(a)), Who::Seat { actor, .. }) if a.index() != actor => {
            whose(actor_name(program, Word::from(a.0)))
        }
        (Some(Owner::Seat(s)), Who::Seat { seat, .. }) if s.index() != seat => whose(self::seat(program, s.index())),
        (Some(Owner::Space(s)), _) => program.say(Phrase::ZoneAt, &[&name, &space_name(program, s)]),
        _ => name,
    }
}

fn offered(program: &Program, pending: &Pending, choice: Choice, element: impl Fn(&Type) -> String) -> String {
    let option = program.offers.get(pending.info as usize).and_then(|o| o.options.get(choice.tag as usize));
    let Some(option) = option else { return String::new() };
    let about = (choice.value != NONE).then(|| element(&option.ty));
    option.label(program.language, about.as_deref())
}

fn effect(program: &Program, state: &State, who: Who, choice: Choice, apart: Apart) -> String {
    let hook = program.hooks.get(choice.weight as usize);
    match (hook, card_of_effect(program, choice)) {
        (_, Some(id)) => told_apart(program, state, who, id, apart),
        (Some(hook), None) => match text_or_english(&hook.says, program.language) {
            Some(said) => said.to_owned(),
            None if hook.source == crate::program::HookSource::Lasting => {
                script_of(program, HookId::from_index(choice.weight as usize))
            }
            None => hook.name.replace('_', " "),
        },
        (None, None) => String::new(),
    }
}

pub(crate) fn card_of_effect(program: &Program, choice: Choice) -> Option<ComponentId> {
    let hook = program.hooks.get(choice.weight as usize)?;
    let on_card = matches!(hook.source, crate::program::HookSource::Design { .. });
    if on_card { u16::try_from(choice.value).ok().map(ComponentId) } else { None }
}

/// The component an option is about, as the one who is asked can point at it: a number made of its place and of where it
/// lies there. A component's own number would tell it from others that look the same.
pub(crate) fn handle_of(
    program: &Program,
    state: &State,
    pending: &Pending,
    choice: Choice,
    who: Who,
) -> Option<usize> {
    let card = component_of(program, pending, choice)?;
    let place = state.card(card)?.place;
    Some(place.index() << 16 | seen_position(program, state, who.seat(), card))
}

/// The place that a handle is made of.
pub(crate) fn place_of_handle(handle: usize) -> usize {
    handle >> 16
}

pub(crate) fn component_of(program: &Program, pending: &Pending, choice: Choice) -> Option<ComponentId> {
    let ty = match pending.question {
        Question::Choose | Question::Random => program.choices.get(pending.info as usize).map(|c| &c.ty),
        Question::Offer => {
            program.offers.get(pending.info as usize).and_then(|o| o.options.get(choice.tag as usize)).map(|o| &o.ty)
        }
        Question::Order | Question::Window => return card_of_effect(program, choice),
        _ => None,
    };
    match ty {
        Some(Type::Component(_)) if choice.value != NONE => u16::try_from(choice.value).ok().map(ComponentId),
        _ => None,
    }
}

/// What a choice of several has picked so far.
pub(crate) fn picked(
    program: &Program,
    state: &State,
    lane: Option<usize>,
    pending: &Pending,
    seat: Option<SeatId>,
) -> Vec<String> {
    if pending.question != Question::Choose {
        return Vec::new();
    }
    let stack = match lane {
        None => &state.stack,
        Some(i) => match state.lanes.get(i) {
            Some(stack) => stack,
            None => return Vec::new(),
        },
    };
    let Some(frame) = stack.frames.last() else { return Vec::new() };
    let Some(crate::program::op::Op::ChooseMany { d, info, .. }) = program.ops.get(frame.pc as usize) else {
        return Vec::new();
    };
    let handle = stack.regs.get(frame.base as usize + *d as usize).copied().unwrap_or(NONE);
    let (start, len, _) = list_parts(handle);
    let ty = program.choices.get(*info as usize).map_or(Type::Number, |c| c.ty.clone());
    let words = stack.lists.get(start..start + len).unwrap_or(&[]);
    words.iter().map(|w| element(program, state, seat, &ty, *w)).collect()
}

/// What stands between the first brace and the one that closes it.
fn block_of(text: &str) -> &str {
    let Some((_, inner)) = text.split_once('{') else { return text };
    let mut depth = 1;
    for (at, c) in inner.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &inner[..at];
        }
    }
    inner
}

/// The script of a `may`, as written, on one line.
pub(crate) fn script_of_choice(program: &Program, info: u16) -> String {
    let Some(choice) = program.choices.get(info as usize) else { return String::new() };
    let text = program.sources.slice(choice.span);
    let line: Vec<&str> = block_of(text).split_whitespace().collect();
    line.join(" ")
}

/// A card by its script name or printed name.
pub(crate) fn design(program: &Program, name: &str) -> Option<DesignId> {
    let wanted = name.trim().to_lowercase();
    let found = program.nouns.designs.iter().position(|d| {
        let printed = d.labels.every().any(|text| program.language.form(text, false).to_lowercase() == wanted);
        d.name == wanted || d.name == wanted.replace([' ', '-'], "_") || printed
    })?;
    Some(DesignId::from_index(found))
}

/// The name of a seat: its actor's, where it acts for one only.
pub fn seat(program: &Program, seat: usize) -> String {
    let own = program.nouns.actors.iter().filter(|a| a.takes_turns && a.seat.is_some_and(|s| s.index() == seat));
    match own.collect::<Vec<_>>().as_slice() {
        [only] => only.name.clone(),
        _ => program.nouns.seats.get(seat).map_or_else(|| program.word(Phrase::Nobody), |s| s.name.clone()),
    }
}

//! Words for options and cards, as their chooser may know them.

use super::decision::Who;
use crate::ids::*;
use crate::program::Program;
use crate::program::nouns::{Type, Word};
use crate::source::Span;
use crate::state::State;
use crate::state::stack::*;
use crate::trace::{card_name, design_name, place_name, script_of, stuff_name, word_name};
use crate::vm::{knows, seen_position};
use crate::words::{Language, Phrase, text_or_english};

/// The label of an option.
pub(crate) fn option(program: &Program, state: &State, pending: &Pending, choice: Choice, who: Who) -> String {
    let seat = match who {
        Who::Seat { seat, .. } => Some(SeatId::from_index(seat)),
        Who::Chance => None,
    };
    match pending.question {
        Question::YesNo => program.word(if choice.tag == DECLINE { Phrase::No } else { Phrase::Yes }),
        Question::Window if choice.tag == DECLINE => program.word(Phrase::Pass),
        _ if choice.tag == DECLINE => program.word(Phrase::NoMore),
        Question::Choose | Question::Random => {
            let ty = program.choices.get(pending.info as usize).map_or(Type::Number, |c| c.ty.clone());
            element(program, state, seat, &ty, word(choice.value))
        }
        Question::Offer => offered(program, state, seat, pending, choice),
        Question::Share | Question::Die => choice.value.to_string(),
        Question::Sort => stuff_name(program, StuffId(choice.tag)),
        Question::Order | Question::Window => effect(program, state, seat, choice),
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

fn offered(program: &Program, state: &State, seat: Option<SeatId>, pending: &Pending, choice: Choice) -> String {
    let option = program.offers.get(pending.info as usize).and_then(|o| o.options.get(choice.tag as usize));
    let Some(option) = option else { return String::new() };
    let about = (choice.value != NONE).then(|| element(program, state, seat, &option.ty, word(choice.value)));
    option.label(program.language, about.as_deref())
}

fn effect(program: &Program, state: &State, seat: Option<SeatId>, choice: Choice) -> String {
    let hook = program.hooks.get(choice.weight as usize);
    match (hook, card_of_effect(program, choice)) {
        (_, Some(id)) => card(program, state, seat, id),
        (Some(hook), None) if hook.source == crate::program::HookSource::Lasting => {
            let id = HookId::from_index(choice.weight as usize);
            script_of(program, id)
        }
        (Some(hook), None) => hook.name.clone(),
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
    let seat = match who {
        Who::Seat { seat, .. } => Some(SeatId::from_index(seat)),
        Who::Chance => None,
    };
    Some(place.index() << 16 | seen_position(program, state, seat, card))
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
        let printed = Language::ALL.into_iter().any(|language| d.labels.one(language).to_lowercase() == wanted);
        d.name == wanted || d.name == wanted.replace([' ', '-'], "_") || printed
    })?;
    Some(DesignId::from_index(found))
}

/// What a card says, or else its script.
pub(crate) fn card_text(program: &Program, name: &str) -> Option<String> {
    let found = program.nouns.designs.get(design(program, name)?.index())?;
    let says = text_or_english(&found.says, program.language).map(str::to_owned);
    let body = says.unwrap_or_else(|| script(program, found.span));
    let name = found.labels.one(program.language);
    // With packs, it matters where a card comes from.
    let full = (!program.origin.packs.is_empty()).then(|| program.full_name_of(found));
    Some(format!("{name}{}\n{body}", full.map_or_else(String::new, |full| format!(" ({full})"))))
}

/// The name of a seat: its actor's, where it acts for one only.
pub fn seat(program: &Program, seat: usize) -> String {
    let own = program.nouns.actors.iter().filter(|a| a.takes_turns && a.seat.is_some_and(|s| s.index() == seat));
    match own.collect::<Vec<_>>().as_slice() {
        [only] => only.name.clone(),
        _ => program.nouns.seats.get(seat).map_or_else(|| program.word(Phrase::Nobody), |s| s.name.clone()),
    }
}

/// The whole item that a name stands in: from the word before the name to the brace that closes it.
fn script(program: &Program, name: Span) -> String {
    let Some(file) = program.sources.get(name.file) else { return String::new() };
    let before = file.text.get(..name.start as usize).unwrap_or("").trim_end();
    let start = before.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let text = file.text.get(start..).unwrap_or("");
    let (mut depth, mut quoted) = (0usize, false);
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '{' if !quoted => depth += 1,
            '}' if !quoted => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return text.get(..=at).unwrap_or("").to_owned();
                }
            }
            _ => {}
        }
    }
    String::new()
}

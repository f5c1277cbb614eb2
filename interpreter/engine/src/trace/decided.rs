//! Lines about decisions: who chose, shared, passed or rolled what.

use super::doer;
use super::names::*;
use super::text::seen_word;
use crate::ids::*;
use crate::play::Viewer;
use crate::program::nouns::{DiceDef, Type, Word};
use crate::program::{ChoiceInfo, Program};
use crate::state::State;
use crate::state::stack::*;
use crate::words::{Language, Phrase, text_in};

/// What was chosen, with the seats that learn it.
pub(super) fn chosen(
    program: &Program,
    state: &State,
    viewer: Viewer,
    (info, seats): (u16, u32),
    values: &[Word],
    me: Word,
) -> String {
    let Some(choice) = program.choices.get(info as usize) else { return String::new() };
    if !viewer.is_among(seats) {
        let name = name_of(program, viewer, choice).map_or_else(|| program.word(Phrase::Something), str::to_owned);
        return program.say(Phrase::ChoosesInSecret, &[&doer(program, me), &name]);
    }
    let names: Vec<String> = values.iter().map(|v| seen_word(program, state, viewer, &choice.ty, *v)).collect();
    let what = if names.is_empty() { program.word(Phrase::Nothing) } else { names.join(", ") };
    let said = text_in(&choice.says, program.language);
    let doer = doer(program, me);
    match (name_of(program, viewer, choice), said) {
        (Some(name), _) => program.say(Phrase::Chooses, &[&doer, &name, &what]),
        (None, _) if names.is_empty() => program.say(Phrase::ChoosesNothing, &[&doer]),
        // A number alone says nothing: the question says of what.
        (None, Some(said)) if choice.ty == Type::Number => program.say(Phrase::ChoosesNumber, &[&doer, &what, &said]),
        (None, _) => program.say(Phrase::ChoosesThat, &[&doer, &what]),
    }
}

pub(super) fn given(
    program: &Program,
    state: &State,
    viewer: Viewer,
    (info, seats): (u16, u32),
    values: &[Word],
) -> String {
    let Some(choice) = program.choices.get(info as usize) else { return String::new() };
    if !viewer.is_among(seats) {
        let name = name_of(program, viewer, choice).map_or_else(|| program.word(Phrase::Something), str::to_owned);
        return program.say(Phrase::ChanceGivesInSecret, &[&name]);
    }
    let names: Vec<String> = values.iter().map(|v| seen_word(program, state, viewer, &choice.ty, *v)).collect();
    match name_of(program, viewer, choice) {
        Some(name) => program.say(Phrase::ChanceGives, &[&name, &names.join(", ")]),
        None => program.say(Phrase::ChanceGivesThat, &[&names.join(", ")]),
    }
}

/// What the script calls it, for whoever sees all and reads the rules along; to players it says nothing.
fn name_of<'p>(program: &Program, viewer: Viewer, choice: &'p ChoiceInfo) -> Option<&'p str> {
    (viewer == Viewer::All && program.language == Language::English).then_some(choice.name.as_str())
}

/// `words`: those who share, then the share of each.
pub(super) fn shares(program: &Program, state: &State, viewer: Viewer, info: u16, words: &[Word], me: Word) -> String {
    let Some(choice) = program.choices.get(info as usize) else { return String::new() };
    let (who, shares) = words.split_at(words.len() / 2);
    let parts: Vec<String> = who
        .iter()
        .zip(shares)
        .map(|(who, share)| format!("{} {share}", seen_word(program, state, viewer, &choice.ty, *who)))
        .collect();
    match name_of(program, viewer, choice) {
        Some(name) => program.say(Phrase::Splits, &[&doer(program, me), &name, &parts.join(", ")]),
        None => program.say(Phrase::SplitsThat, &[&doer(program, me), &parts.join(", ")]),
    }
}

/// Whether a viewer decides for an actor, or sees all.
fn decides_for(program: &Program, viewer: Viewer, actor: Word) -> bool {
    let seat = usize::try_from(actor).ok().and_then(|i| program.nouns.actors.get(i)).and_then(|a| a.seat);
    match viewer {
        Viewer::All => true,
        Viewer::Seat(v) => seat.is_some_and(|s| s.index() == v),
        Viewer::Spectator => false,
    }
}

/// Others cannot tell declining from being unable: they are told neither.
pub(super) fn passed(program: &Program, viewer: Viewer, actor: Word) -> String {
    if !decides_for(program, viewer, actor) {
        return String::new();
    }
    program.say(Phrase::Passes, &[&doer(program, actor)])
}

pub(super) fn asked(program: &Program, viewer: Viewer, yes: bool, me: Word) -> String {
    if !yes && !decides_for(program, viewer, me) {
        return String::new();
    }
    program.say(if yes { Phrase::DoesSo } else { Phrase::Declines }, &[&doer(program, me)])
}

pub(super) fn offered(
    program: &Program,
    state: &State,
    viewer: Viewer,
    offer: u16,
    choice: Choice,
    me: Word,
) -> String {
    let option = program.offers.get(offer as usize).and_then(|o| o.options.get(choice.tag as usize));
    let Some(option) = option else { return String::new() };
    let doer = doer(program, me);
    let what = (choice.value != NONE).then(|| seen_word(program, state, viewer, &option.ty, word(choice.value)));
    let label = option.label(program.language, what.as_deref());
    // Whoever sees all reads the rules along: in English the trace keeps to the words of the script where it has no text.
    if viewer != Viewer::All || program.language != Language::English {
        return program.say(Phrase::TakesOption, &[&doer, &label]);
    }
    match what.filter(|_| option.says.is_empty()) {
        None => {
            program.say(Phrase::ChoosesOption, &[&doer, if option.says.is_empty() { &option.name } else { &label }])
        }
        Some(what) => program.say(Phrase::ChoosesOptionFor, &[&doer, &option.name, &what]),
    }
}

/// Whoever sees all reads the rules along, and gets the names that they give; players get its label.
pub(super) fn rolled(
    program: &Program,
    viewer: Viewer,
    (dice, seats): (DiceId, u32),
    faces: &[Word],
    as_name: &str,
) -> String {
    let script = viewer == Viewer::All && program.language == Language::English;
    let many = Word::try_from(faces.len()).unwrap_or(Word::MAX);
    let label = |d: &DiceDef| d.labels.counted(program.language, many).to_owned();
    let named = |d: &DiceDef| if script { d.name.clone() } else { label(d) };
    let as_name = if script { as_name } else { "" };
    let name = program.nouns.dice.get(dice.index()).map_or_else(|| "?".into(), named);
    if !viewer.is_among(seats) {
        return program.say(Phrase::RolledInSecret, &[&name, &as_name]);
    }
    let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
    program.say(Phrase::Rolled, &[&name, &as_name, &faces.join(" ")])
}

pub(super) fn picked(program: &Program, viewer: Viewer, info: u16, words: &[Word], me: Word) -> String {
    let name = program.choices.get(info as usize).and_then(|choice| name_of(program, viewer, choice));
    match name {
        Some(name) => program.say(Phrase::Chooses, &[&doer(program, me), &name, &bundle(program, words)]),
        None => program.say(Phrase::ChoosesThat, &[&doer(program, me), &bundle(program, words)]),
    }
}

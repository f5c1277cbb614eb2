//! Options as a scenario writes them.

use crate::ids::*;
use crate::program::nouns::{ABSENT, Owner, Type, Word};
use crate::program::{HookSource, OptionInfo, Program};
use crate::state::State;
use crate::state::stack::*;

/// The options of a question, each in a form that can be written into a scenario.
pub(super) fn written(program: &Program, state: &State, pending: &Pending) -> Vec<String> {
    let plain: Vec<String> = pending.options.iter().map(|o| option(program, state, pending, *o, false)).collect();
    let twice = |text: &String| plain.iter().filter(|other| *other == text).count() > 1;
    let one = |(text, choice): (&String, &Choice)| {
        if twice(text) { option(program, state, pending, *choice, true) } else { text.clone() }
    };
    plain.iter().zip(&pending.options).map(one).collect()
}

/// Several of them in one line; of very many only the first.
pub(super) fn list(options: &[String]) -> String {
    const SHOWN: usize = 40;
    let mut text = options.get(..SHOWN).unwrap_or(options).join(", ");
    if options.len() > SHOWN {
        text.push_str(&format!(" and {} more", options.len() - SHOWN));
    }
    text
}

/// `by_place`: cards by where they lie, because their names do not tell them apart.
fn option(program: &Program, state: &State, pending: &Pending, choice: Choice, by_place: bool) -> String {
    if choice.tag == DECLINE {
        return "pass".into();
    }
    let thing = |ty: &Type, value: Reg| thing(program, state, ty, word(value), by_place);
    match pending.question {
        Question::YesNo => "yes".into(),
        Question::Choose | Question::Random => {
            let ty = program.choices.get(pending.info as usize).map_or(Type::Number, |c| c.ty.clone());
            thing(&ty, choice.value)
        }
        Question::Offer => {
            let option = program.offers.get(pending.info as usize).and_then(|o| o.options.get(choice.tag as usize));
            let Some(option) = option else { return String::new() };
            if choice.value == NONE {
                return script_name(option);
            }
            format!("{}({})", script_name(option), thing(&option.ty, choice.value))
        }
        Question::Share | Question::Die => choice.value.to_string(),
        Question::Sort => thing(&Type::Stuff, Reg::from(choice.tag)),
        Question::Order | Question::Window => match card_of_effect(program, choice) {
            Some(card) => thing(&Type::Component(crate::program::nouns::KindSet::all()), Reg::from(card.0)),
            None => program.hooks.get(choice.weight as usize).map_or_else(String::new, |hook| hook.name.clone()),
        },
        Question::Draw if choice.value == NONE => "none".into(),
        Question::Draw => thing(&Type::Design(crate::program::nouns::KindSet::all()), choice.value),
        Question::None => String::new(),
    }
}

/// The name of an option as scripts write it: players read it with blanks.
pub(super) fn script_name(option: &OptionInfo) -> String {
    option.name.replace(' ', "_")
}

/// The card whose effect an option of an order or window is.
pub(super) fn card_of_effect(program: &Program, choice: Choice) -> Option<ComponentId> {
    let hook = program.hooks.get(choice.weight as usize)?;
    let on_card = matches!(hook.source, HookSource::Design { .. });
    if on_card { u16::try_from(choice.value).ok().map(ComponentId) } else { None }
}

/// A thing as scripts name it.
fn thing(program: &Program, state: &State, ty: &Type, value: Word, by_place: bool) -> String {
    let nouns = &program.nouns;
    if value == ABSENT {
        return "none".into();
    }
    let index = usize::try_from(value).unwrap_or(usize::MAX);
    let named = |name: Option<&String>| name.cloned().unwrap_or_else(|| value.to_string());
    match ty {
        Type::Component(_) => {
            let id = ComponentId::from_index(index);
            match state.card(id) {
                Some(card) if card.group == 0 && !by_place => {
                    named(nouns.designs.get(card.design.index()).map(|d| &d.name))
                }
                Some(card) => format!("{}[{}]", place_path(program, card.place), state.position(id)),
                None => "none".into(),
            }
        }
        Type::Design(_) => named(nouns.designs.get(index).map(|d| &d.name)),
        Type::Enum(of) => named(nouns.enums.get(of.index()).and_then(|e| e.values.get(index)).map(|v| &v.name)),
        Type::Actor => named(nouns.actors.get(index).map(|a| &a.name)),
        Type::Seat => named(nouns.actors.iter().find(|a| a.seat.is_some_and(|s| s.index() == index)).map(|a| &a.name)),
        Type::Space(_) => space_path(program, SpaceId::from_index(index)),
        Type::Unit(_) | Type::AnyUnit => unit_path(program, index),
        Type::Bool => if value == 1 { "true" } else { "false" }.into(),
        Type::Stuff => named(nouns.stuff.get(index).map(|s| &s.name)),
        Type::Counter => match usize::try_from(-1 - value) {
            Ok(stuff) => named(nouns.stuff.get(stuff).map(|s| &s.name)),
            Err(_) => named(nouns.states.get(index).map(|s| &s.name)),
        },
        Type::Zone => place_path(program, PlaceId::from_index(index)),
        _ => value.to_string(),
    }
}

/// `p1.hand`, `market`, `a3.pile`
pub(super) fn place_path(program: &Program, place: PlaceId) -> String {
    let nouns = &program.nouns;
    let Some(def) = nouns.places.get(place.index()) else { return "nowhere".into() };
    let zone = nouns.zones.get(def.zone.index()).map_or("?", |z| z.name.as_str());
    let actor = |found: Option<&crate::program::nouns::ActorDef>| found.map_or("?", |a| a.name.as_str()).to_owned();
    match def.owner {
        Owner::Game => zone.to_owned(),
        Owner::Actor(id) => format!("{}.{zone}", actor(nouns.actors.get(id.index()))),
        Owner::Seat(id) => format!("{}.{zone}", actor(nouns.actors.iter().find(|a| a.seat == Some(id)))),
        Owner::Space(id) => format!("{}.{zone}", space_path(program, id)),
    }
}

/// The name of a space; on a board that each has for themselves, whose it is, too.
pub(super) fn space_path(program: &Program, space: SpaceId) -> String {
    let nouns = &program.nouns;
    let Some(def) = nouns.spaces.get(space.index()) else { return "?".into() };
    match def.owner.and_then(|owner| nouns.actors.get(owner.index())) {
        Some(owner) => format!("{}.{}", owner.name, def.name),
        None => def.name.clone(),
    }
}

fn unit_path(program: &Program, unit: usize) -> String {
    let nouns = &program.nouns;
    let Some(def) = nouns.units.get(unit) else { return "?".into() };
    let kind = nouns.unit_kinds.get(def.kind.index()).map_or("?", |k| k.name.as_str());
    match def.owner.and_then(|owner| nouns.actors.get(owner.index())) {
        Some(owner) => format!("{}.{kind}", owner.name),
        None => kind.to_owned(),
    }
}

//! Names of things in plain words.

use super::text::seen_word;
use crate::ids::*;
use crate::play::{Viewer, seat_name};
use crate::program::Program;
use crate::program::nouns::{ABSENT, ActorDef, Class, Owner, StateDef, Type, Word};
use crate::state::State;
use crate::state::own::Foreign;
use crate::words::Phrase;

/// The name of an actor.
pub fn actor_name(program: &Program, actor: Word) -> String {
    let def = usize::try_from(actor).ok().and_then(|i| program.nouns.actors.get(i));
    def.map_or_else(|| program.word(Phrase::Nobody), |a| actor_label(program, a))
}

/// Players go by their numbers, in every language; an automated actor goes by its label.
fn actor_label(program: &Program, actor: &ActorDef) -> String {
    let number = actor.name.strip_prefix('p').unwrap_or_default();
    let numbered = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    if numbered { actor.name.clone() } else { or_name(actor.labels.one(program.language), &actor.name) }
}

/// The name of a card: what it is, or that it is not known.
pub fn card_name(program: &Program, state: &State, card: ComponentId) -> String {
    match state.card(card) {
        Some(c) if c.group == 0 => design_name(program, c.design),
        Some(c) => program.say(Phrase::CardOf, &[&place_name(program, c.place)]),
        None => program.word(Phrase::NoCard),
    }
}

pub fn design_name(program: &Program, design: DesignId) -> String {
    let def = program.nouns.designs.get(design.index());
    def.map_or_else(|| "?".into(), |d| d.labels.one(program.language).to_owned())
}

/// The name of a place: `p1's hand`, `market`.
pub fn place_name(program: &Program, place: PlaceId) -> String {
    let Some(def) = program.nouns.places.get(place.index()) else { return program.word(Phrase::Nowhere) };
    let zone = program.nouns.zones.get(def.zone.index()).map_or("?", |z| z.labels.one(program.language));
    match def.owner {
        Owner::Game => zone.to_owned(),
        Owner::Actor(a) => program.say(Phrase::Place, &[&actor_name(program, Word::from(a.0)), &zone]),
        Owner::Seat(s) => program.say(Phrase::Place, &[&seat_name(program, s.index()), &zone]),
        Owner::Space(s) => program.say(Phrase::ZoneAt, &[&zone, &space_name(program, s)]),
    }
}

pub fn space_name(program: &Program, space: SpaceId) -> String {
    let def = program.nouns.spaces.get(space.index());
    def.map_or_else(|| "?".into(), |s| s.labels.one(program.language).to_owned())
}

/// A word by its type.
pub fn word_name(program: &Program, state: &State, ty: &Type, value: Word) -> String {
    if value == ABSENT {
        return program.word(Phrase::None);
    }
    let index = usize::try_from(value).unwrap_or(usize::MAX);
    match ty {
        Type::Bool => program.word(if value == 1 { Phrase::Yes } else { Phrase::No }),
        Type::Enum(id) => program
            .nouns
            .enums
            .get(id.index())
            .and_then(|e| e.values.get(index))
            .map_or_else(|| value.to_string(), |v| v.labels.one(program.language).to_owned()),
        Type::Text => program.nouns.texts.get(index).map_or_else(|| value.to_string(), |text| format!("\"{text}\"")),
        Type::Component(_) => card_name(program, state, ComponentId::from_index(index)),
        Type::Design(_) => design_name(program, DesignId::from_index(index)),
        Type::Space(_) => space_name(program, SpaceId::from_index(index)),
        Type::Actor => actor_name(program, value),
        Type::Seat => seat_name(program, index),
        Type::Unit(_) | Type::AnyUnit => unit_name(program, index),
        Type::Zone => place_name(program, PlaceId::from_index(index)),
        // Stuff as a counter's word is -1 - its number.
        Type::Counter => match usize::try_from(-1 - value) {
            Ok(stuff) => stuff_name(program, StuffId::from_index(stuff)),
            Err(_) => state_name(program, StateId::from_index(index)),
        },
        Type::Stuff => stuff_name(program, StuffId::from_index(index)),
        _ => value.to_string(),
    }
}

fn unit_name(program: &Program, unit: usize) -> String {
    let Some(def) = program.nouns.units.get(unit) else { return "?".into() };
    let kind = program.nouns.unit_kinds.get(def.kind.index()).map_or("?", |k| k.labels.one(program.language));
    match def.owner {
        Some(owner) => program.say(Phrase::Place, &[&actor_name(program, Word::from(owner.0)), &kind]),
        None => kind.to_owned(),
    }
}

pub fn stuff_name(program: &Program, stuff: StuffId) -> String {
    let def = program.nouns.stuff.get(stuff.index());
    def.map_or_else(|| "?".into(), |s| s.labels.one(program.language).to_owned())
}

pub(super) fn state_name(program: &Program, state: StateId) -> String {
    let def = program.nouns.states.get(state.index());
    def.map_or_else(|| "?".into(), |def| or_name(def.labels.one(program.language), &def.name))
}

/// The name of a state beside a number.
pub fn state_label(program: &Program, def: &StateDef, number: Word) -> String {
    or_name(def.labels.counted(program.language, number), &def.name)
}

/// The name of a state as a heading, before its number: `points 1`.
pub fn state_heading(program: &Program, def: &StateDef) -> String {
    or_name(def.labels.many(program.language), &def.name)
}

pub(super) fn or_name(label: &str, name: &str) -> String {
    if label.is_empty() { name.replace('_', " ") } else { label.to_owned() }
}

/// What one did to others' things inside a `together`.
pub fn foreign(program: &Program, state: &State, actor: Word, what: Foreign) -> String {
    let who = actor_name(program, actor);
    match what {
        Foreign::State(id, bearer) => match program.nouns.states.get(id.index()) {
            Some(def) if def.on != Class::Game => {
                let whose = bearer_name(program, state, Viewer::Spectator, id, bearer);
                format!("{who} changes {} of {whose}", def.name)
            }
            def => format!("{who} changes {} of the game", def.map_or("?", |def| def.name.as_str())),
        },
        Foreign::Memory(id) => {
            let name = program.nouns.memories.get(id.index()).map_or("?", |def| def.name.as_str());
            format!("{who} changes {name}, which is not theirs")
        }
        Foreign::Card(card) => {
            let place = state.card(card).map_or_else(|| "?".into(), |c| place_name(program, c.place));
            format!("{who} changes a card that is not theirs ({place})")
        }
        Foreign::Supply(stuff) => format!("{who} takes {} from a limited supply", stuff_name(program, stuff)),
        Foreign::FirstPlayer => format!("{who} changes who is first player"),
    }
}

/// What a bearer is; nothing for the game itself.
pub(super) fn class_type(class: Class) -> Option<Type> {
    match class {
        Class::Game => None,
        Class::Actor => Some(Type::Actor),
        Class::Seat => Some(Type::Seat),
        Class::Component => Some(Type::Component(crate::program::nouns::KindSet::all())),
        Class::Space => Some(Type::Space(SpaceKindId(0))),
        Class::Unit => Some(Type::AnyUnit),
    }
}

/// Who or what bears a state.
pub(super) fn bearer_name(program: &Program, state: &State, viewer: Viewer, id: StateId, bearer: Word) -> String {
    let Some(def) = program.nouns.states.get(id.index()) else { return String::new() };
    let Some(ty) = class_type(def.on) else { return String::new() };
    let name = seen_word(program, state, viewer, &ty, bearer);
    // A space of a board of one's own says whose it is.
    let space =
        usize::try_from(bearer).ok().filter(|_| def.on == Class::Space).and_then(|i| program.nouns.spaces.get(i));
    match space.and_then(|s| s.owner) {
        Some(owner) => program.say(Phrase::Place, &[&actor_name(program, owner.0.into()), &name]),
        None => name,
    }
}

/// The same before what is told of it: `p1: `.
pub(super) fn of_bearer(program: &Program, state: &State, viewer: Viewer, id: StateId, bearer: Word) -> String {
    before(program, &bearer_name(program, state, viewer, id, bearer))
}

/// So many of what is counted, `2 wounds`, `5 rock`; what is no stuff and has no plural is a measure, and stands before its
/// number: `level 2`.
pub fn counted_state(program: &Program, def: &StateDef, value: Word) -> String {
    let label = state_label(program, def, value);
    let counts = def.labels.text(program.language).contains('|') || stuff_at(program, def.first_slot).is_some();
    if counts { format!("{value} {label}") } else { format!("{label} {value}") }
}

/// A name as the head of a line; nothing where there is none.
pub(super) fn before(program: &Program, name: &str) -> String {
    if name.is_empty() { String::new() } else { program.say(Phrase::Headed, &[&name, &""]) }
}

/// So many of a sort: `1 cube`, `2 cubes`, `no cubes`.
pub fn pieces(program: &Program, stuff: StuffId, amount: Word) -> String {
    let name = counted_stuff(program, stuff, amount);
    if amount == 0 { program.say(Phrase::NoPieces, &[&name]) } else { format!("{amount} {name}") }
}

/// The name of a sort that agrees with a number.
pub(super) fn counted_stuff(program: &Program, stuff: StuffId, amount: Word) -> &str {
    let labels = program.nouns.stuff.get(stuff.index()).map(|s| &s.labels);
    labels.map_or("?", |l| l.counted(program.language, amount))
}

/// Amounts of stuff: `2 red, 1 blue`.
pub fn bundle(program: &Program, words: &[Word]) -> String {
    let parts: Vec<String> = words
        .iter()
        .enumerate()
        .filter(|(_, n)| **n != 0)
        .map(|(i, n)| pieces(program, StuffId::from_index(i), *n))
        .collect();
    if parts.is_empty() { program.word(Phrase::Nothing) } else { parts.join(", ") }
}

pub(super) fn space_word(program: &Program, space: Word) -> String {
    u16::try_from(space).map_or_else(|_| program.word(Phrase::Nowhere), |id| space_name(program, SpaceId(id)))
}

/// The sort of stuff that lies in a slot; nothing for a supply.
pub(super) fn stuff_at(program: &Program, slot: u32) -> Option<StuffId> {
    let here = |id: &StateId| {
        let def = program.nouns.states.get(id.index());
        def.is_some_and(|d| slot.checked_sub(d.first_slot).is_some_and(|at| at < d.len))
    };
    program.nouns.stuff.iter().position(|s| s.on.iter().any(|(_, id)| here(id))).map(StuffId::from_index)
}

/// Who or what holds the stuff of a slot.
pub(super) fn holder_name(program: &Program, state: &State, viewer: Viewer, slot: u32) -> String {
    let holds = |id: &StateId| {
        let def = program.nouns.states.get(id.index())?;
        let bearer = slot.checked_sub(def.first_slot).filter(|at| *at < def.len)?;
        Some(bearer_name(program, state, viewer, *id, bearer as Word))
    };
    let states = program.nouns.stuff.iter().flat_map(|s| &s.on).map(|(_, id)| id);
    states.into_iter().find_map(holds).unwrap_or_else(|| program.word(Phrase::Supply))
}

pub(super) fn seats_of(program: &Program, bits: u32) -> String {
    let seats = (0..program.nouns.seats.len()).filter(|i| bits & (1 << i) != 0);
    seats.map(|i| seat_name(program, i)).collect::<Vec<_>>().join(", ")
}

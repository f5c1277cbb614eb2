//! Names of things in plain words.

use super::text::seen_word;
use crate::ids::*;
use crate::play::{Viewer, seat_name};
use crate::program::Program;
use crate::program::nouns::{ABSENT, Class, Labels, Owner, StateDef, Type, Word};
use crate::state::State;
use crate::state::own::Foreign;

/// The singular of a label.
pub fn singular(labels: &Labels) -> &str {
    labels.en.split('|').next().unwrap_or(&labels.en)
}

/// The plural of a label; the singular where there is none.
fn plural(labels: &Labels) -> &str {
    labels.en.rsplit('|').next().unwrap_or(&labels.en)
}

/// The label that agrees with a number: `cube` beside 1 and -1, `cubes` beside all others.
pub fn label_for(labels: &Labels, number: Word) -> &str {
    if number.unsigned_abs() == 1 { singular(labels) } else { plural(labels) }
}

/// The name of an actor.
pub fn actor_name(program: &Program, actor: Word) -> String {
    usize::try_from(actor)
        .ok()
        .and_then(|i| program.nouns.actors.get(i))
        .map_or_else(|| "nobody".into(), |a| a.name.clone())
}

/// The name of a card: what it is, or that it is not known.
pub fn card_name(program: &Program, state: &State, card: ComponentId) -> String {
    match state.card(card) {
        Some(c) if c.group == 0 => design_name(program, c.design),
        Some(c) => format!("a card of {}", place_name(program, c.place)),
        None => "no card".into(),
    }
}

pub fn design_name(program: &Program, design: DesignId) -> String {
    program.nouns.designs.get(design.index()).map_or_else(|| "?".into(), |d| singular(&d.labels).to_owned())
}

/// The name of a place: `p1's hand`, `market`.
pub fn place_name(program: &Program, place: PlaceId) -> String {
    let Some(def) = program.nouns.places.get(place.index()) else { return "nowhere".into() };
    let zone = program.nouns.zones.get(def.zone.index()).map_or("?", |z| singular(&z.labels));
    match def.owner {
        Owner::Game => zone.to_owned(),
        Owner::Actor(a) => format!("{}'s {zone}", actor_name(program, Word::from(a.0))),
        Owner::Seat(s) => format!("{}'s {zone}", seat_name(program, s.index())),
        Owner::Space(s) => format!("{zone} at {}", space_name(program, s)),
    }
}

pub fn space_name(program: &Program, space: SpaceId) -> String {
    program.nouns.spaces.get(space.index()).map_or_else(|| "?".into(), |s| singular(&s.labels).to_owned())
}

/// A word by its type.
pub fn word_name(program: &Program, state: &State, ty: &Type, value: Word) -> String {
    if value == ABSENT {
        return "none".into();
    }
    let index = usize::try_from(value).unwrap_or(usize::MAX);
    match ty {
        Type::Bool => if value == 1 { "yes" } else { "no" }.into(),
        Type::Enum(id) => program
            .nouns
            .enums
            .get(id.index())
            .and_then(|e| e.values.get(index))
            .map_or_else(|| value.to_string(), |v| singular(&v.labels).to_owned()),
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
    let kind = program.nouns.unit_kinds.get(def.kind.index()).map_or("?", |k| singular(&k.labels));
    match def.owner {
        Some(owner) => format!("{}'s {kind}", actor_name(program, Word::from(owner.0))),
        None => kind.to_owned(),
    }
}

pub fn stuff_name(program: &Program, stuff: StuffId) -> String {
    program.nouns.stuff.get(stuff.index()).map_or_else(|| "?".into(), |s| singular(&s.labels).to_owned())
}

pub(super) fn state_name(program: &Program, state: StateId) -> String {
    program.nouns.states.get(state.index()).map_or_else(
        || "?".into(),
        |s| {
            let label = singular(&s.labels);
            if label.is_empty() { s.name.clone() } else { label.to_owned() }
        },
    )
}

/// The name of a state beside a number.
pub fn state_label(def: &StateDef, number: Word) -> String {
    let label = label_for(&def.labels, number);
    if label.is_empty() { def.name.replace('_', " ") } else { label.to_owned() }
}

/// What one did to others' things inside a `together`.
pub fn foreign(program: &Program, state: &State, actor: Word, what: Foreign) -> String {
    let who = actor_name(program, actor);
    match what {
        Foreign::State(id, bearer) => match program.nouns.states.get(id.index()) {
            Some(def) if def.on != Class::Game => {
                format!("{who} changes {} of {}", def.name, bearer_name(program, state, Viewer::Spectator, id, bearer))
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

/// Who or what bears a state.
pub(super) fn bearer_name(program: &Program, state: &State, viewer: Viewer, id: StateId, bearer: Word) -> String {
    let Some(def) = program.nouns.states.get(id.index()) else { return String::new() };
    let ty = match def.on {
        Class::Game => return String::new(),
        Class::Actor => Type::Actor,
        Class::Seat => Type::Seat,
        Class::Component => Type::Component(crate::program::nouns::KindSet::all()),
        Class::Space => Type::Space(SpaceKindId(0)),
        Class::Unit => Type::AnyUnit,
    };
    // A space of a board of one's own says whose it is.
    let space =
        usize::try_from(bearer).ok().filter(|_| def.on == Class::Space).and_then(|i| program.nouns.spaces.get(i));
    let owner =
        space.and_then(|s| s.owner).map_or_else(String::new, |a| format!("{}'s ", actor_name(program, a.0.into())));
    format!("{owner}{}: ", seen_word(program, state, viewer, &ty, bearer))
}

/// So many of a sort: `1 cube`, `2 cubes`, `no cubes`.
pub(super) fn pieces(program: &Program, stuff: StuffId, amount: Word) -> String {
    let labels = program.nouns.stuff.get(stuff.index()).map(|s| &s.labels);
    let name = labels.map_or("?", |l| label_for(l, amount));
    if amount == 0 { format!("no {name}") } else { format!("{amount} {name}") }
}

/// Amounts of stuff: `2 red, 1 blue`.
pub fn bundle(program: &Program, words: &[Word]) -> String {
    let parts: Vec<String> = words
        .iter()
        .enumerate()
        .filter(|(_, n)| **n != 0)
        .map(|(i, n)| pieces(program, StuffId::from_index(i), *n))
        .collect();
    if parts.is_empty() { "nothing".into() } else { parts.join(", ") }
}

pub(super) fn space_word(program: &Program, space: Word) -> String {
    u16::try_from(space).map_or_else(|_| "nowhere".into(), |id| space_name(program, SpaceId(id)))
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
        Some(bearer_name(program, state, viewer, *id, bearer as Word).trim_end_matches(": ").to_owned())
    };
    let states = program.nouns.stuff.iter().flat_map(|s| &s.on).map(|(_, id)| id);
    states.into_iter().find_map(holds).unwrap_or_else(|| "supply".into())
}

pub(super) fn seats_of(program: &Program, bits: u32) -> String {
    let seats = (0..program.nouns.seats.len()).filter(|i| bits & (1 << i) != 0);
    seats.map(|i| seat_name(program, i)).collect::<Vec<_>>().join(", ")
}

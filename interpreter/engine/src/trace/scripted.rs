//! Names as scripts write them, whatever language people read: what saves call things by.

use crate::ids::*;
use crate::play::seat_name;
use crate::program::Program;
use crate::program::nouns::{ABSENT, Class, Owner, Type, Word};
use crate::state::State;
use crate::vm::knows;

/// Names that programs keep as words for people, as scripts write them.
pub(crate) fn as_written(name: &str) -> String {
    name.replace(' ', "_")
}

pub(crate) fn element(program: &Program, state: &State, seat: Option<SeatId>, ty: &Type, value: Word) -> String {
    let nouns = &program.nouns;
    let index = usize::try_from(value).unwrap_or(usize::MAX);
    let name = match ty {
        Type::Actor => Some(actor(program, value)),
        _ if value == ABSENT => Some("none".to_owned()),
        Type::Component(_) => u16::try_from(value).ok().map(|id| component(program, state, seat, ComponentId(id))),
        Type::Design(_) => Some(design(program, index)),
        Type::Enum(id) => nouns.enums.get(id.index()).and_then(|e| e.values.get(index)).map(|v| v.name.clone()),
        Type::Space(_) => nouns.spaces.get(index).map(|space| match space.owner {
            Some(owner) => format!("{} of {}", space.name, actor(program, owner.0.into())),
            None => space.name.clone(),
        }),
        Type::Unit(_) | Type::AnyUnit => nouns.units.get(index).and_then(|unit| {
            let kind = nouns.unit_kinds.get(unit.kind.index())?;
            let owner = unit.owner.map_or_else(String::new, |owner| format!(" of {}", actor(program, owner.0.into())));
            Some(format!("{} {}{owner}", kind.name, index.saturating_sub(kind.first_unit.index()) + 1))
        }),
        Type::Zone => nouns.places.get(index).map(|_| place(program, PlaceId::from_index(index))),
        Type::Counter => match usize::try_from(-1 - value) {
            Ok(stuff) => nouns.stuff.get(stuff).map(|stuff| stuff.name.clone()),
            Err(_) => nouns.states.get(index).map(|state| state.name.clone()),
        },
        Type::Stuff => nouns.stuff.get(index).map(|stuff| stuff.name.clone()),
        Type::Seat => Some(seat_name(program, index)),
        Type::Bool => Some(if value == 1 { "yes" } else { "no" }.to_owned()),
        Type::Text => nouns.texts.get(index).map(|text| format!("\"{text}\"")),
        _ => None,
    };
    name.unwrap_or_else(|| value.to_string())
}

/// An actor by the name that scripts give it, whatever language people read.
pub(crate) fn actor(program: &Program, actor: Word) -> String {
    let actor = usize::try_from(actor).ok().and_then(|i| program.nouns.actors.get(i));
    actor.map_or_else(|| "nobody".to_owned(), |actor| actor.name.clone())
}

pub(crate) fn design(program: &Program, index: usize) -> String {
    program.nouns.designs.get(index).map_or_else(|| "?".to_owned(), |design| design.name.clone())
}

/// A card by its name, whoever knows it; nothing is said of one that chance has not told yet.
pub(crate) fn card(program: &Program, state: &State, id: ComponentId) -> String {
    let known = state.card(id).filter(|card| card.group == 0);
    known.map_or_else(|| "?".to_owned(), |card| design(program, card.design.index()))
}

/// A card by its name where the one who is asked knows it, else by where it lies.
pub(crate) fn component(program: &Program, state: &State, seat: Option<SeatId>, id: ComponentId) -> String {
    let Some(card) = state.card(id) else { return "?".to_owned() };
    if card.group == 0 && knows(program, state, seat, id) {
        return design(program, card.design.index());
    }
    let position = crate::vm::seen_position(program, state, seat, id);
    format!("card {position} of {}", place(program, card.place))
}

pub(crate) fn place(program: &Program, place: PlaceId) -> String {
    let Some(def) = program.nouns.places.get(place.index()) else { return "nowhere".to_owned() };
    let zone = program.nouns.zones.get(def.zone.index()).map_or("?", |zone| zone.name.as_str());
    match def.owner {
        Owner::Game => zone.to_owned(),
        Owner::Actor(whose) => format!("{}.{zone}", actor(program, whose.0.into())),
        Owner::Seat(seat) => format!("s{}.{zone}", seat.index() + 1),
        Owner::Space(space) => {
            format!("{}.{zone}", program.nouns.spaces.get(space.index()).map_or("?", |space| space.name.as_str()))
        }
    }
}

/// Who or what bears a state, or holds stuff.
pub(crate) fn bearer(program: &Program, state: &State, on: Class, bearer: Word) -> String {
    let of = |ty: Type| element(program, state, None, &ty, bearer);
    match on {
        Class::Game => "game".to_owned(),
        Class::Actor => of(Type::Actor),
        Class::Seat => of(Type::Seat),
        Class::Space => of(Type::Space(SpaceKindId(0))),
        Class::Unit => of(Type::AnyUnit),
        Class::Component => {
            u16::try_from(bearer).map_or_else(|_| "?".into(), |id| card(program, state, ComponentId(id)))
        }
    }
}

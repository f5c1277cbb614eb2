//! Names of things and lines of the trace, in plain words.

use super::{Did, doer};
use crate::ids::*;
use crate::play::{Viewer, seat_name};
use crate::program::Program;
use crate::program::nouns::{ABSENT, Class, Faces, Labels, Owner, StateKind, Type, Word};
use crate::state::State;
use crate::state::own::Foreign;
use crate::state::stack::*;

/// The singular of a label.
pub fn singular(labels: &Labels) -> &str {
    labels.en.split('|').next().unwrap_or(&labels.en)
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
        Type::Counter => state_name(program, StateId::from_index(index)),
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

fn state_name(program: &Program, state: StateId) -> String {
    program.nouns.states.get(state.index()).map_or_else(
        || "?".into(),
        |s| {
            let label = singular(&s.labels);
            if label.is_empty() { s.name.clone() } else { label.to_owned() }
        },
    )
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
fn bearer_name(program: &Program, state: &State, viewer: Viewer, id: StateId, bearer: Word) -> String {
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

/// Amounts of stuff: `2 red, 1 blue`.
pub fn bundle(program: &Program, words: &[Word]) -> String {
    let parts: Vec<String> = words
        .iter()
        .enumerate()
        .filter(|(_, n)| **n != 0)
        .map(|(i, n)| format!("{n} {}", stuff_name(program, StuffId::from_index(i))))
        .collect();
    if parts.is_empty() { "nothing".into() } else { parts.join(", ") }
}

/// A card as a viewer may know it.
fn seen_card(program: &Program, state: &State, viewer: Viewer, card: ComponentId) -> String {
    if viewer.knows(program, state, card) { card_name(program, state, card) } else { "a card".into() }
}

/// A word as a viewer may know it.
fn seen_word(program: &Program, state: &State, viewer: Viewer, ty: &Type, value: Word) -> String {
    match (ty, u16::try_from(value)) {
        (Type::Component(_), Ok(card)) => seen_card(program, state, viewer, ComponentId(card)),
        _ => word_name(program, state, ty, value),
    }
}

pub(super) fn did(program: &Program, state: &State, viewer: Viewer, did: &Did) -> String {
    match did {
        Did::Moved { card, from, to, up } => {
            let name = seen_card(program, state, viewer, *card);
            // Elsewhere the zone says which face its cards have.
            let place = program.nouns.places.get(to.index()).and_then(|p| program.nouns.zones.get(p.zone.index()));
            let own_face = place.is_some_and(|zone| zone.faces == Faces::Each);
            let face = match (own_face, *up) {
                (false, _) => "",
                (true, true) => ", face up",
                (true, false) => ", face down",
            };
            format!("{name}: {} → {}{face}", place_name(program, *from), place_name(program, *to))
        }
        Did::MovedStuff { stuff, amount, from, to } => {
            let other = stuff_at(program, *to).filter(|there| there != stuff);
            let turned = other.map_or_else(String::new, |there| format!(" as {}", stuff_name(program, there)));
            let (from, to) = (holder_name(program, state, viewer, *from), holder_name(program, state, viewer, *to));
            format!("{amount} {}: {from} → {to}{turned}", stuff_name(program, *stuff))
        }
        Did::Refilled { place, from } => {
            format!("{} shuffled into {}", place_name(program, *from), place_name(program, *place))
        }
        Did::Shuffled { place } => format!("shuffled {}", place_name(program, *place)),
        Did::Turned { card, up } => {
            format!("{} turned {}", seen_card(program, state, viewer, *card), if *up { "up" } else { "down" })
        }
        Did::Flipped { place } => format!("flipped {}", place_name(program, *place)),
        Did::Swapped { a, b } => {
            format!("swapped {} with {}", seen_card(program, state, viewer, *a), seen_card(program, state, viewer, *b))
        }
        Did::SwappedZones { a, b } => format!("swapped {} with {}", place_name(program, *a), place_name(program, *b)),
        Did::Shown { card, seats } => {
            let whom = if *seats == u32::MAX { "everybody".to_owned() } else { seats_of(program, *seats) };
            format!("{} shown to {whom}", seen_card(program, state, viewer, *card))
        }
        Did::Told { to, cards } => told(program, state, viewer, to, cards),
        Did::Hidden { card } => format!("{} hidden", seen_card(program, state, viewer, *card)),
        Did::Full { card, place } => {
            let name = seen_card(program, state, viewer, *card);
            format!("{name} stays where it is: {} is full", place_name(program, *place))
        }
        Did::Remembered { memory, bearer, what } => {
            let (bearer, what, name) = remembered(program, state, viewer, *memory, *bearer, *what);
            format!("{bearer}{what} remembered in {name}")
        }
        Did::Forgot { memory, bearer, what } => {
            let (bearer, what, name) = remembered(program, state, viewer, *memory, *bearer, *what);
            format!("{bearer}{what} forgotten in {name}")
        }
        Did::SwappedSpaces { a, b, units } => {
            let ty = if *units { Type::AnyUnit } else { Type::Actor };
            format!("{} and {} change places", word_name(program, state, &ty, *a), word_name(program, state, &ty, *b))
        }
        Did::Set { state: id, bearer, to } if Some(*id) == program.nouns.actor_at => {
            format!("{} → {}", actor_name(program, *bearer), space_word(program, *to))
        }
        Did::Set { state: id, bearer, to } if Some(*id) == program.nouns.unit_at => {
            format!("{} → {}", word_name(program, state, &Type::AnyUnit, *bearer), space_word(program, *to))
        }
        Did::Changed { state: id, bearer, .. } | Did::Set { state: id, bearer, .. }
            if is_secret(program, viewer, *id, *bearer) =>
        {
            format!("{}{} changes", bearer_name(program, state, viewer, *id, *bearer), state_name(program, *id))
        }
        Did::Changed { state: id, bearer, by, to } => {
            format!("{}{} {by:+} → {to}", bearer_name(program, state, viewer, *id, *bearer), state_name(program, *id))
        }
        Did::Set { state: id, bearer, to } => {
            let ty = match program.nouns.states.get(id.index()).map(|d| &d.kind) {
                Some(StateKind::Value(ty)) => ty.clone(),
                Some(StateKind::Flag) => Type::Bool,
                _ => Type::Number,
            };
            let to = seen_word(program, state, viewer, &ty, *to);
            format!("{}{} is {to}", bearer_name(program, state, viewer, *id, *bearer), state_name(program, *id))
        }
        Did::Eliminated { who } => format!("{} is out", actor_name(program, *who)),
        Did::Phase { phase, actor } => {
            let name = program.phases.get(phase.index()).map_or("?", |p| &p.name);
            format!("phase {name} {}", doer(program, *actor)).trim_end().to_owned()
        }
        Did::Round { round } => format!("round {round}"),
        Did::Ended => "the game ends".into(),
    }
}

fn space_word(program: &Program, space: Word) -> String {
    u16::try_from(space).map_or_else(|_| "nowhere".into(), |id| space_name(program, SpaceId(id)))
}

/// The sort of stuff that lies in a slot; nothing for a supply.
fn stuff_at(program: &Program, slot: u32) -> Option<StuffId> {
    let here = |id: &StateId| {
        let def = program.nouns.states.get(id.index());
        def.is_some_and(|d| slot.checked_sub(d.first_slot).is_some_and(|at| at < d.len))
    };
    program.nouns.stuff.iter().position(|s| s.on.iter().any(|(_, id)| here(id))).map(StuffId::from_index)
}

/// Who or what holds the stuff of a slot.
fn holder_name(program: &Program, state: &State, viewer: Viewer, slot: u32) -> String {
    let holds = |id: &StateId| {
        let def = program.nouns.states.get(id.index())?;
        let bearer = slot.checked_sub(def.first_slot).filter(|at| *at < def.len)?;
        Some(bearer_name(program, state, viewer, *id, bearer as Word).trim_end_matches(": ").to_owned())
    };
    let states = program.nouns.stuff.iter().flat_map(|s| &s.on).map(|(_, id)| id);
    states.into_iter().find_map(holds).unwrap_or_else(|| "supply".into())
}

/// Those who are told see which cards it is true of, by place where they do not know them; the others that it was told.
fn told(program: &Program, state: &State, viewer: Viewer, to: &[Word], cards: &[(ComponentId, bool)]) -> String {
    let names: Vec<String> = to.iter().map(|who| actor_name(program, *who)).collect();
    let seat_of = |who: &Word| {
        let actor = usize::try_from(*who).ok().and_then(|i| program.nouns.actors.get(i));
        actor.and_then(|a| a.seat).map(|s| s.index())
    };
    let hears = match viewer {
        Viewer::All => true,
        Viewer::Seat(seat) => to.iter().any(|who| seat_of(who) == Some(seat)),
        Viewer::Spectator => false,
    };
    if !hears {
        return format!("{} told something about {} cards", names.join(", "), cards.len());
    }
    let parts: Vec<String> = cards
        .iter()
        .map(|(card, yes)| {
            let place = state.card(*card).map_or(PlaceId(u16::MAX), |c| c.place);
            let known = viewer.knows(program, state, *card);
            let name = if known {
                card_name(program, state, *card)
            } else {
                {
                    let seat = viewer.seats().first().copied();
                    let at = crate::vm::seen_position(program, state, seat, *card);
                    format!("card {at} of {}", place_name(program, place))
                }
            };
            format!("{name} {}", if *yes { "yes" } else { "no" })
        })
        .collect();
    format!("{} told: {}", names.join(", "), parts.join(", "))
}

/// Bearer, thing and name of a memory.
fn remembered(
    program: &Program,
    state: &State,
    viewer: Viewer,
    memory: MemoryId,
    bearer: Word,
    what: Word,
) -> (String, String, String) {
    let Some(def) = program.nouns.memories.get(memory.index()) else { return Default::default() };
    let bearer = match def.on {
        Class::Actor => format!("{}: ", actor_name(program, bearer)),
        _ => String::new(),
    };
    let what = if what == ABSENT { "all".into() } else { seen_word(program, state, viewer, &def.of, what) };
    let label = singular(&def.labels);
    (bearer, what, if label.is_empty() { def.name.replace('_', " ") } else { label.to_owned() })
}

/// A hook as it is written, on one line.
pub fn script_of(program: &Program, hook: HookId) -> String {
    let span = program.hooks.get(hook.index()).map(|h| h.span).unwrap_or_default();
    program.sources.slice(span).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn seats_of(program: &Program, bits: u32) -> String {
    let seats = (0..program.nouns.seats.len()).filter(|i| bits & (1 << i) != 0);
    seats.map(|i| seat_name(program, i)).collect::<Vec<_>>().join(", ")
}

pub(super) fn call(
    program: &Program,
    state: &State,
    viewer: Viewer,
    action: ActionId,
    args: usize,
    me: Word,
) -> String {
    let Some(info) = program.actions.get(action.index()) else { return String::new() };
    let words: Vec<String> = info
        .param_types
        .iter()
        .enumerate()
        .map(|(i, ty)| {
            let value = state.stack.regs.get(args + i).copied().unwrap_or(NONE);
            match ty {
                Type::Set(_) | Type::Bundle | Type::Pool(_) | Type::Split(_) => "…".into(),
                ty => seen_word(program, state, viewer, ty, word(value)),
            }
        })
        .collect();
    format!("{}does {}({})", doer(program, me), info.name, words.join(", "))
}

pub(super) fn hook(program: &Program, state: &State, viewer: Viewer, hook: HookId, this: Word, me: Word) -> String {
    let name = program.hooks.get(hook.index()).map_or("?", |h| &h.name);
    match usize::try_from(this) {
        Ok(card) => {
            let card = seen_card(program, state, viewer, ComponentId::from_index(card));
            if me == ABSENT { format!("{card} acts") } else { format!("{card} acts for {}", actor_name(program, me)) }
        }
        Err(_) => format!("{name} acts"),
    }
}

pub(super) fn ability(
    program: &Program,
    state: &State,
    viewer: Viewer,
    card: ComponentId,
    ability: AbilityId,
) -> String {
    // Whether the text of a card that one does not know has run is not for one to know, either.
    if !viewer.knows(program, state, card) {
        return String::new();
    }
    let name = program.nouns.abilities.get(ability.index()).map_or("?", |a| &a.name);
    format!("{}: {name}", seen_card(program, state, viewer, card))
}

pub(super) fn chosen(program: &Program, state: &State, viewer: Viewer, info: u16, values: &[Word], me: Word) -> String {
    let Some(choice) = program.choices.get(info as usize) else { return String::new() };
    let names: Vec<String> = values.iter().map(|v| seen_word(program, state, viewer, &choice.ty, *v)).collect();
    let what = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
    format!("{}chooses {}: {what}", doer(program, me), choice.name)
}

pub(super) fn given(program: &Program, state: &State, viewer: Viewer, info: u16, values: &[Word]) -> String {
    let Some(choice) = program.choices.get(info as usize) else { return String::new() };
    let names: Vec<String> = values.iter().map(|v| seen_word(program, state, viewer, &choice.ty, *v)).collect();
    format!("chance gives {}: {}", choice.name, names.join(", "))
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
    format!("{}splits {}: {}", doer(program, me), choice.name, parts.join(", "))
}

pub(super) fn asked(program: &Program, yes: bool, me: Word) -> String {
    format!("{}{}", doer(program, me), if yes { "does so" } else { "declines" })
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
    let says = option.says.iter().find(|(language, _)| language == "en").map(|(_, text)| text.as_str());
    let name = says.unwrap_or(&option.name);
    if choice.value == NONE {
        return format!("{}chooses {name}", doer(program, me));
    }
    let what = seen_word(program, state, viewer, &option.ty, word(choice.value));
    format!("{}chooses {name}: {what}", doer(program, me))
}

pub(super) fn rolled(program: &Program, dice: DiceId, faces: &[Word]) -> String {
    let name = program.nouns.dice.get(dice.index()).map_or("?", |d| &d.name);
    let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
    format!("rolled {name}: {}", faces.join(" "))
}

/// Whether a state is kept from a viewer: secret ones are told to their bearer only.
fn is_secret(program: &Program, viewer: Viewer, id: StateId, bearer: Word) -> bool {
    let Some(def) = program.nouns.states.get(id.index()).filter(|def| def.secret) else { return false };
    let seat = usize::try_from(bearer).ok().and_then(|i| program.nouns.actors.get(i)).and_then(|a| a.seat);
    let own = def.on == Class::Actor && matches!((viewer, seat), (Viewer::Seat(v), Some(s)) if s.index() == v);
    viewer != Viewer::All && !own
}

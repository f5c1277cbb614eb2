//! Lines of the trace, in plain words.

use super::names::*;
use super::{Did, doer};
use crate::ids::*;
use crate::play::Viewer;
use crate::program::Program;
use crate::program::nouns::{ABSENT, Faces, StateKind, Type, Word, ZoneOrder};
use crate::state::State;
use crate::state::stack::*;
use crate::vocabulary::Primitive;
use crate::words::{Language, Phrase};

/// A card as a viewer may know it.
fn seen_card(program: &Program, state: &State, viewer: Viewer, card: ComponentId) -> String {
    if viewer.knows(program, state, card) { card_name(program, state, card) } else { program.word(Phrase::ACard) }
}

/// A word as a viewer may know it.
pub(super) fn seen_word(program: &Program, state: &State, viewer: Viewer, ty: &Type, value: Word) -> String {
    match (ty, u16::try_from(value)) {
        (Type::Component(_), Ok(card)) => seen_card(program, state, viewer, ComponentId(card)),
        _ => word_name(program, state, ty, value),
    }
}

/// How many members of a list a line shows.
const SHOWN: usize = 5;

/// What a register holds, as a viewer may know it: a word, or the members of a list.
pub(super) fn seen_value(program: &Program, state: &State, viewer: Viewer, ty: &Type, value: Reg) -> String {
    if value == NONE {
        return program.word(Phrase::None);
    }
    let words = || {
        let (start, len, constant) = list_parts(value);
        let data = if constant { &program.list_data } else { &state.stack.lists };
        data.get(start..start + len).unwrap_or(&[])
    };
    match ty {
        Type::Set(of) if matches!(**of, Type::Set(_)) => program.word(Phrase::Lists),
        Type::Set(of) => {
            let words = words();
            let first = words.iter().take(SHOWN).map(|w| seen_word(program, state, viewer, of, *w));
            let mut names: Vec<String> = first.collect();
            if words.len() > SHOWN {
                names.push(program.say(Phrase::AndMore, &[&(words.len() - SHOWN)]));
            }
            if names.is_empty() { program.word(Phrase::Nothing) } else { names.join(", ") }
        }
        Type::Bundle => bundle(program, words()),
        Type::Pool(_) => {
            let faces: Vec<String> = words().iter().skip(1).map(ToString::to_string).collect();
            faces.join(" ")
        }
        Type::Split(_) => program.word(Phrase::TheShares),
        ty => seen_word(program, state, viewer, ty, word(value)),
    }
}

pub(super) fn did(program: &Program, state: &State, viewer: Viewer, did: &Did) -> String {
    if viewer != Viewer::All && !is_shown(program, did) {
        return String::new();
    }
    match did {
        Did::Moved { card, from, to, up } => {
            let name = seen_card(program, state, viewer, *card);
            // Elsewhere the zone says which face its cards have.
            let place = program.nouns.places.get(to.index()).and_then(|p| program.nouns.zones.get(p.zone.index()));
            let own_face = place.is_some_and(|zone| zone.faces == Faces::Each);
            let face = match (own_face, *up) {
                (false, _) => String::new(),
                (true, true) => format!(", {}", program.word(Phrase::FaceUp)),
                (true, false) => format!(", {}", program.word(Phrase::FaceDown)),
            };
            let under = state.pile(*to).len > 1 && state.pile(*to).bottom == card.0;
            let pile = place.is_some_and(|zone| zone.order == ZoneOrder::Pile);
            let to = place_name(program, *to);
            let to = if pile && under { program.say(Phrase::Bottom, &[&to]) } else { to };
            program.say(Phrase::Moved, &[&name, &place_name(program, *from), &format!("{to}{face}")])
        }
        Did::MovedStuff { stuff, amount, from, to } => {
            let other = stuff_at(program, *to).filter(|there| there != stuff);
            let (from, to) = (holder_name(program, state, viewer, *from), holder_name(program, state, viewer, *to));
            let what = pieces(program, *stuff, *amount);
            let Some(other) = other else { return program.say(Phrase::Moved, &[&what, &from, &to]) };
            if from == to {
                let many = program.language.is_plural((*amount).into());
                let turns = if many { Phrase::BecomeStuff } else { Phrase::BecomesStuff };
                return program.say(turns, &[&from, &what, &pieces(program, other, *amount)]);
            }
            let to = program.say(Phrase::AsStuff, &[&to, &counted_stuff(program, other, *amount)]);
            program.say(Phrase::Moved, &[&what, &from, &to])
        }
        Did::Refilled { place, from } => {
            program.say(Phrase::Refilled, &[&place_name(program, *from), &place_name(program, *place)])
        }
        Did::Shuffled { place } => program.say(Phrase::Shuffled, &[&place_name(program, *place)]),
        Did::Turned { card, up } => {
            let phrase = if *up { Phrase::TurnedUp } else { Phrase::TurnedDown };
            program.say(phrase, &[&seen_card(program, state, viewer, *card)])
        }
        Did::Flipped { place } => program.say(Phrase::Flipped, &[&place_name(program, *place)]),
        Did::Swapped { a, b } => {
            let cards = [*a, *b].map(|card| seen_card(program, state, viewer, card));
            program.say(Phrase::Swapped, &[&cards[0], &cards[1]])
        }
        Did::SwappedZones { a, b } => {
            program.say(Phrase::Swapped, &[&place_name(program, *a), &place_name(program, *b)])
        }
        Did::Shown { card, seats } => {
            let all = *seats == u32::MAX;
            let whom = if all { program.word(Phrase::Everybody) } else { seats_of(program, *seats) };
            program.say(Phrase::ShownTo, &[&seen_card(program, state, viewer, *card), &whom])
        }
        Did::Told { to, cards } => told(program, state, viewer, to, cards),
        Did::Hidden { card } => program.say(Phrase::Hidden, &[&seen_card(program, state, viewer, *card)]),
        Did::Barred { card, place } => {
            program.say(Phrase::Barred, &[&seen_card(program, state, viewer, *card), &place_name(program, *place)])
        }
        Did::Full { card, place } => {
            program.say(Phrase::Full, &[&seen_card(program, state, viewer, *card), &place_name(program, *place)])
        }
        Did::Remembered { memory, bearer, what } => {
            let (bearer, what, name) = remembered(program, state, viewer, *memory, *bearer, *what);
            program.say(Phrase::Remembered, &[&bearer, &what, &name])
        }
        Did::Forgot { memory, bearer, what } => {
            let (bearer, what, name) = remembered(program, state, viewer, *memory, *bearer, *what);
            program.say(Phrase::Forgotten, &[&bearer, &what, &name])
        }
        Did::SwappedSpaces { a, b, units } => {
            let ty = if *units { Type::AnyUnit } else { Type::Actor };
            let (a, b) = (word_name(program, state, &ty, *a), word_name(program, state, &ty, *b));
            program.say(Phrase::ChangePlaces, &[&a, &b])
        }
        Did::Set { state: id, bearer, to, .. } if Some(*id) == program.nouns.actor_at => {
            format!("{} → {}", actor_name(program, *bearer), space_word(program, *to))
        }
        Did::Set { state: id, bearer, to, .. } if Some(*id) == program.nouns.unit_at => {
            format!("{} → {}", word_name(program, state, &Type::AnyUnit, *bearer), space_word(program, *to))
        }
        Did::Changed { state: id, bearer, .. } | Did::Set { state: id, bearer, .. }
            if is_secret(program, viewer, *id, *bearer) =>
        {
            let whose = of_bearer(program, state, viewer, *id, *bearer);
            program.say(Phrase::ChangesInSecret, &[&whose, &state_name(program, *id)])
        }
        Did::Changed { state: id, bearer, by: 0, to } => {
            let whose = of_bearer(program, state, viewer, *id, *bearer);
            let def = program.nouns.states.get(id.index());
            let label = |number| def.map_or_else(|| "?".into(), |def| state_label(program, def, number));
            let many = label(*to) != label(1);
            program.say(if many { Phrase::StayAt } else { Phrase::StaysAt }, &[&whose, &label(*to), to])
        }
        Did::Changed { state: id, bearer, by, to } => {
            let def = program.nouns.states.get(id.index());
            let label = def.map_or_else(|| "?".into(), |def| state_label(program, def, *by));
            format!("{}{label} {by:+} → {to}", of_bearer(program, state, viewer, *id, *bearer))
        }
        Did::Set { state: id, bearer, was, to } => set(program, state, viewer, (*id, *bearer), (*was, *to)),
        did => course(program, viewer, did),
    }
}

/// Whether players are told of it at all: of what is only there for the rules they are not.
fn is_shown(program: &Program, did: &Did) -> bool {
    match did {
        Did::Changed { state, .. } | Did::Set { state, .. } => {
            program.nouns.states.get(state.index()).is_none_or(|def| def.shown)
        }
        Did::Remembered { memory, .. } | Did::Forgot { memory, .. } => {
            program.nouns.memories.get(memory.index()).is_none_or(|def| def.shown)
        }
        _ => true,
    }
}

/// What a state is now. Players are told of changes only, and read it as on the table; a yes by its label alone.
fn set(
    program: &Program,
    state: &State,
    viewer: Viewer,
    (id, bearer): (StateId, Word),
    (was, to): (Word, Word),
) -> String {
    let Some(def) = program.nouns.states.get(id.index()) else { return String::new() };
    let ty = match &def.kind {
        StateKind::Value(ty) => ty.clone(),
        StateKind::Flag => Type::Bool,
        StateKind::Counter { .. } => Type::Number,
    };
    let whose = of_bearer(program, state, viewer, id, bearer);
    let label = state_name(program, id);
    let word = seen_word(program, state, viewer, &ty, to);
    if viewer == Viewer::All {
        return program.say(Phrase::IsNow, &[&whose, &label, &word]);
    }
    // That a card which is not known stays the same is not known, either.
    let unknown = |card| !viewer.knows(program, state, ComponentId(card));
    let open = !matches!((&ty, u16::try_from(to)), (Type::Component(_), Ok(card)) if unknown(card));
    match (&ty, to) {
        _ if was == to && open => String::new(),
        (Type::Bool, 1) => format!("{whose}{label}"),
        // Unset it was no, too.
        (Type::Bool, _) if was == 1 => program.say(Phrase::NoLonger, &[&whose, &label]),
        (Type::Bool, _) => String::new(),
        (_, ABSENT) => program.say(Phrase::IsNone, &[&whose, &label]),
        (Type::Number, _) if matches!(def.kind, StateKind::Counter { .. }) => {
            program.say(Phrase::CountIs, &[&whose, &counted_state(program, def, to)])
        }
        _ => format!("{whose}{label} {word}"),
    }
}

/// Steps in the course of the game.
fn course(program: &Program, viewer: Viewer, did: &Did) -> String {
    match did {
        Did::Eliminated { who } => program.say(Phrase::Eliminated, &[&actor_name(program, *who)]),
        Did::First { who } => program.say(Phrase::FirstPlayer, &[&actor_name(program, *who)]),
        Did::Bonus { to } => program.say(Phrase::RollBonus, &[to]),
        Did::PhaseEnds { phase } => program.say(Phrase::PhaseToEnd, &[&phase_name(program, viewer, *phase)]),
        Did::TurnEnds => program.word(Phrase::TurnToEnd),
        Did::LastRound => program.word(Phrase::LastRound),
        Did::Phase { phase, actor: ABSENT } => program.say(Phrase::Phase, &[&phase_name(program, viewer, *phase)]),
        Did::Phase { phase, actor } => {
            // The label of a phase may be several words.
            let phrase = if viewer == Viewer::All { Phrase::PhaseOf } else { Phrase::PhaseWhose };
            program.say(phrase, &[&phase_name(program, viewer, *phase), &actor_name(program, *actor)])
        }
        Did::Round { round } => program.say(Phrase::Round, &[round]),
        Did::Ended => program.word(Phrase::GameEnds),
        _ => String::new(),
    }
}

/// Whoever sees all reads the rules along, and gets the name that they give a phase; players get its label.
fn phase_name(program: &Program, viewer: Viewer, phase: PhaseId) -> String {
    let Some(phase) = program.phases.get(phase.index()) else { return "?".into() };
    let language = program.language;
    match (viewer, language) {
        (Viewer::All, Language::English) => phase.name.clone(),
        _ if phase.labels.text(language).is_empty() => phase.name.replace('_', " "),
        _ => phase.labels.one(language).to_owned(),
    }
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
        let many = if cards.len() == 1 { Phrase::OneCard } else { Phrase::Cards };
        let about = program.say(many, &[&cards.len()]);
        return program.say(Phrase::ToldSomething, &[&names.join(", "), &about]);
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
                    program.say(Phrase::CardAt, &[&at, &place_name(program, place)])
                }
            };
            format!("{name} {}", program.word(if *yes { Phrase::Yes } else { Phrase::No }))
        })
        .collect();
    program.say(Phrase::Told, &[&names.join(", "), &parts.join(", ")])
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
    let bearer = match class_type(def.on) {
        Some(ty) => before(program, &seen_word(program, state, viewer, &ty, bearer)),
        None => String::new(),
    };
    let what =
        if what == ABSENT { program.word(Phrase::All) } else { seen_word(program, state, viewer, &def.of, what) };
    (bearer, what, or_name(def.labels.many(program.language), &def.name))
}

/// A hook as it is written, on one line.
pub fn script_of(program: &Program, hook: HookId) -> String {
    let span = program.hooks.get(hook.index()).map(|h| h.span).unwrap_or_default();
    program.sources.slice(span).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The arguments of a call, which start at `args` among all registers.
fn arguments(program: &Program, state: &State, viewer: Viewer, action: ActionId, args: usize) -> String {
    let types = program.actions.get(action.index()).map_or(&[][..], |a| &a.param_types);
    let value = |i: usize| state.stack.regs.get(args + i).copied().unwrap_or(NONE);
    let words = types.iter().enumerate().map(|(i, ty)| seen_value(program, state, viewer, ty, value(i)));
    words.collect::<Vec<_>>().join(", ")
}

pub(super) fn call(
    program: &Program,
    state: &State,
    viewer: Viewer,
    action: ActionId,
    args: usize,
    me: Word,
) -> String {
    let words = arguments(program, state, viewer, action, args);
    let name = program.actions.get(action.index()).map_or("?", |a| a.name.as_str());
    program.say(Phrase::Does, &[&doer(program, me), &name, &words])
}

/// What stands before something that the engine does, when that is watched before it is done.
pub(super) fn about_to(
    program: &Program,
    state: &State,
    viewer: Viewer,
    action: ActionId,
    args: usize,
    me: Word,
) -> String {
    program.say(Phrase::AboutTo, &[&doer(program, me), &primitive(program, state, viewer, action, args)])
}

/// Something that the engine does, with its first argument: `gain 2 points`, `move Ash`.
fn primitive(program: &Program, state: &State, viewer: Viewer, action: ActionId, args: usize) -> String {
    let Some(info) = program.actions.get(action.index()) else { return String::new() };
    let word = |i: usize| {
        let value = state.stack.regs.get(args + i).copied().unwrap_or(NONE);
        match info.param_types.get(i) {
            Some(ty @ (Type::Component(_) | Type::Counter | Type::Number)) if value != NONE => {
                format!(" {}", seen_value(program, state, viewer, ty, value))
            }
            // What a swap or a shuffle is about is not one sort of thing.
            _ => String::new(),
        }
    };
    let counts = [Primitive::Gain, Primitive::Lose, Primitive::Pay].iter().any(|p| *p as usize == action.index());
    let told = counts && !amount_is_secret(program, state, viewer, args);
    let what = if told { word(1) + &word(0) } else { word(0) };
    Primitive::ALL.get(action.index()).map_or_else(String::new, |p| program.say(infinitive(*p), &[&what]))
}

/// Whether a viewer must not see how much of a counter is gained, lost or paid: the arguments are the counter, the amount and
/// whose it is.
fn amount_is_secret(program: &Program, state: &State, viewer: Viewer, args: usize) -> bool {
    let word_at = |i: usize| state.stack.regs.get(args + i).copied().filter(|r| *r != NONE).map_or(ABSENT, word);
    // Stuff has words below zero, and is never secret.
    u16::try_from(word_at(0)).is_ok_and(|id| is_secret(program, viewer, StateId(id), word_at(2)))
}

/// What a primitive is called before its argument.
fn infinitive(primitive: Primitive) -> Phrase {
    match primitive {
        Primitive::Gain => Phrase::Gain,
        Primitive::Lose => Phrase::Lose,
        Primitive::Move => Phrase::Move,
        Primitive::Turn => Phrase::Turn,
        Primitive::Shuffle => Phrase::Shuffle,
        Primitive::Reveal => Phrase::Reveal,
        Primitive::Swap => Phrase::Swap,
        Primitive::Roll => Phrase::Roll,
        Primitive::Look => Phrase::Look,
        Primitive::Pay => Phrase::Pay,
        Primitive::Set => Phrase::Set,
        Primitive::Eliminate => Phrase::Eliminate,
    }
}

/// The event under way, if it is something that the engine does; of a card only that it is one.
pub(super) fn primitive_event(program: &Program, state: &State) -> Option<String> {
    let frame = state.stack.frames.last()?;
    let event = frame.kind == FrameKind::Event && (frame.subject as usize) < Primitive::ALL.len();
    let (action, args) = (ActionId(frame.subject), frame.base as usize);
    event.then(|| primitive(program, state, Viewer::Spectator, action, args))
}

pub(super) fn lacks(program: &Program, state: &State, card: ComponentId, ability: AbilityId) -> String {
    let name = program.nouns.abilities.get(ability.index()).map_or("?", |a| &a.name);
    program.say(Phrase::Lacks, &[&card_name(program, state, card), &name])
}

pub(super) fn no_longer(program: &Program, state: &State, viewer: Viewer, hook: HookId, this: Word) -> String {
    let name = program.hooks.get(hook.index()).map_or("?", |h| &h.name);
    match usize::try_from(this).map(ComponentId::from_index) {
        Ok(card) if viewer.knows(program, state, card) => {
            program.say(Phrase::NoLongerActs, &[&card_name(program, state, card)])
        }
        Ok(_) => String::new(),
        Err(_) => program.say(Phrase::NoLongerActs, &[&name]),
    }
}

pub(super) fn hook(program: &Program, state: &State, viewer: Viewer, hook: HookId, this: Word, me: Word) -> String {
    let name = program.hooks.get(hook.index()).map_or("?", |h| &h.name);
    match usize::try_from(this) {
        Ok(card) => {
            let card = seen_card(program, state, viewer, ComponentId::from_index(card));
            match me {
                ABSENT => program.say(Phrase::Acts, &[&card]),
                me => program.say(Phrase::ActsFor, &[&card, &actor_name(program, me)]),
            }
        }
        Err(_) => program.say(Phrase::Acts, &[&name]),
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
    program.say(Phrase::Headed, &[&seen_card(program, state, viewer, card), &name])
}

/// Whether a state is kept from a viewer: secret ones are told to their bearer only.
pub(crate) fn is_secret(program: &Program, viewer: Viewer, id: StateId, bearer: Word) -> bool {
    if !program.nouns.states.get(id.index()).is_some_and(|def| def.secret) {
        return false;
    }
    let owner = program.nouns.seat_of_state(id, bearer).map(|seat| Viewer::Seat(seat.index()));
    viewer != Viewer::All && owner != Some(viewer)
}

//! What must hold after every decision, whatever the game: nothing lost, everything in one place, numbers within their
//! bounds, a save that leads back, views that tell no more than they may.

use thiserror::Error;

use super::{Match, Status, Viewer};
use crate::ids::{ComponentId, DesignId, PlaceId};
use crate::program::Program;
use crate::program::nouns::{ABSENT, StateKind, Type, Word};
use crate::state::State;
use crate::state::bags::Bags;
use crate::state::cards::NOBODY;

/// Something that must hold and does not.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Broken {
    #[error("there are {found} cards instead of {wanted}")]
    CardCount { found: usize, wanted: usize },
    #[error("`{design}` is there {found} times instead of {wanted} times")]
    Designs { design: String, found: usize, wanted: usize },
    #[error("there are {found} `{stuff}` in all instead of {wanted}")]
    Stuff { stuff: String, found: i64, wanted: i64 },
    #[error("card {0} lies nowhere")]
    LiesNowhere(usize),
    #[error("card {card} lies in two places, or its pile is torn: {place}")]
    Torn { card: usize, place: String },
    #[error("{place} holds {found} cards and says that it holds {said}")]
    Miscounted { place: String, found: usize, said: usize },
    #[error("{place} holds {found} cards, but {max} at most may lie there")]
    TooFull { place: String, found: usize, max: u16 },
    #[error("the list of undrawn bags does not hold what the cards say")]
    Bags,
    #[error("`{name}` is {value}, outside of {min} to {max}")]
    OutOfBounds { name: String, value: Word, min: Word, max: Word },
    #[error("`{name}` holds {value}, which means nothing")]
    Meaningless { name: String, value: Word },
    #[error("the memory `{name}` holds {found} of {max} at most")]
    Memory { name: String, found: Word, max: u16 },
    #[error("somebody is asked and has no option")]
    NoOptions,
    #[error("the same answers do not lead to this moment again")]
    Again,
    #[error("what seat {} sees changes with what it cannot know: {what}", seat + 1)]
    View { seat: usize, what: String },
}

/// Checks everything that must hold between two decisions. Slow: the match is played again from its beginning.
pub fn check_invariants(game: &Match) -> Result<(), Broken> {
    state(&game.program, &game.state)?;
    for lane in 0..game.state.worlds.len() {
        state(&game.program, &game.state.seen_by_lane(lane))?;
    }
    if matches!(game.status, Status::Deciding) && game.option_count() == 0 {
        return Err(Broken::NoOptions);
    }
    // What a save comes to, without putting the answers into words after each of them.
    let mut again = game.clone();
    again.replay(&game.answers);
    if again.state != game.state {
        return Err(Broken::Again);
    }
    for seat in 0..game.seats() {
        unseen(game, seat)?;
    }
    Ok(())
}

/// A seat sees the same and is asked the same, whatever the cards are that it does not know.
fn unseen(game: &Match, seat: usize) -> Result<(), Broken> {
    let mut other = game.clone();
    if shuffle_unknown(&game.program, &mut other.state, seat) { same_to(game, &other, seat) } else { Ok(()) }
}

/// Hands the designs of all cards that a seat does not know round among them, kind by kind; whether any changed.
fn shuffle_unknown(program: &Program, state: &mut State, seat: usize) -> bool {
    let viewer = Viewer::Seat(seat);
    let cards = (0..state.cards.len()).map(ComponentId::from_index);
    let unknown: Vec<ComponentId> = cards.filter(|id| !viewer.knows(program, state, *id)).collect();
    let kind =
        |id: &ComponentId| state.card(*id).and_then(|c| program.nouns.designs.get(c.design.index())).map(|d| d.kind);
    let mut changed = false;
    let mut moves: Vec<(ComponentId, DesignId)> = Vec::new();
    for (at, id) in unknown.iter().enumerate() {
        let alike = |other: &&ComponentId| kind(other) == kind(id);
        let next = unknown.iter().skip(at + 1).find(alike).or_else(|| unknown.iter().find(alike));
        if let Some(design) = next.and_then(|next| state.card(*next)).map(|c| c.design) {
            moves.push((*id, design));
        }
    }
    state.rearranged();
    for (id, design) in moves {
        if let Some(card) = state.cards.get_mut(id.index()) {
            changed |= card.design != design;
            card.design = design;
        }
    }
    changed
}

fn same_to(game: &Match, other: &Match, seat: usize) -> Result<(), Broken> {
    let viewer = Viewer::Seat(seat);
    let (sees, other_sees) = (game.view(viewer), other.view(viewer));
    if let Some(line) = sees.lines.iter().zip(&other_sees.lines).find(|(a, b)| a != b).map(|(a, _)| a) {
        return Err(Broken::View { seat, what: line.trim().to_owned() });
    }
    if sees.lines.len() != other_sees.lines.len() {
        return Err(Broken::View { seat, what: "a line is missing".into() });
    }
    let asked = |game: &Match| {
        let own = game.decisions().into_iter().filter(|d| d.seat() == Some(seat));
        own.map(|d| (d.prompt, d.options, d.picked)).collect::<Vec<_>>()
    };
    match asked(game) == asked(other) {
        true => Ok(()),
        false => Err(Broken::View { seat, what: "the options of its decision".into() }),
    }
}

fn state(program: &Program, state: &State) -> Result<(), Broken> {
    designs(program, state)?;
    stuff(program, state)?;
    places(program, state)?;
    if !state.bags.agree(&Bags::of(&state.cards)) {
        return Err(Broken::Bags);
    }
    values(program, state)?;
    memories(program, state)
}

/// No card is made or lost, and a bag gives back what was put into it.
fn designs(program: &Program, state: &State) -> Result<(), Broken> {
    let wanted = program.nouns.components.len();
    if state.cards.len() != wanted {
        return Err(Broken::CardCount { found: state.cards.len(), wanted });
    }
    let mut counts = vec![(0usize, 0usize); program.nouns.designs.len()];
    for (card, def) in state.cards.iter().zip(&program.nouns.components) {
        if let Some((found, _)) = counts.get_mut(card.design.index()) {
            *found += 1;
        }
        if let Some((_, wanted)) = counts.get_mut(def.design.index()) {
            *wanted += 1;
        }
    }
    match counts.iter().zip(&program.nouns.designs).find(|((found, wanted), _)| found != wanted) {
        Some(((found, wanted), design)) => {
            Err(Broken::Designs { design: design.name.clone(), found: *found, wanted: *wanted })
        }
        None => Ok(()),
    }
}

/// What comes from a limited supply goes back to it: all of it together stays as much as it was.
fn stuff(program: &Program, now: &State) -> Result<(), Broken> {
    let limited =
        program.nouns.stuff.iter().enumerate().filter(|(i, s)| s.supply.is_some() && s.account_of.index() == *i);
    let mut first = None;
    for (account, def) in limited {
        let first = first.get_or_insert_with(|| State::new(program));
        let total = |state: &State| {
            let sorts = program.nouns.stuff.iter().filter(|s| s.account_of.index() == account);
            let held = sorts.flat_map(|s| &s.on).filter_map(|(_, on)| program.nouns.states.get(on.index()));
            let held: i64 =
                held.flat_map(|s| s.first_slot..s.first_slot + s.len).map(|s| i64::from(state.read(s))).sum();
            held + i64::from(state.read(def.supply_slot))
        };
        let (found, wanted) = (total(now), total(first));
        if found != wanted {
            return Err(Broken::Stuff { stuff: def.name.clone(), found, wanted });
        }
    }
    Ok(())
}

/// Every card lies in one pile, and every pile holds together from both ends.
fn places(program: &Program, state: &State) -> Result<(), Broken> {
    let mut seen = vec![false; state.cards.len()];
    for (i, pile) in state.piles.iter().enumerate() {
        let place = PlaceId::from_index(i);
        let name = || crate::trace::place_name(program, place);
        let (mut above, mut found) = (NOBODY, 0);
        for id in state.cards_in(place) {
            let torn = || Broken::Torn { card: id.index(), place: name() };
            let card = state.card(id).ok_or_else(torn)?;
            let known = seen.get_mut(id.index()).ok_or_else(torn)?;
            if *known || card.place != place || card.above != above {
                return Err(torn());
            }
            *known = true;
            found += 1;
            above = id.0;
        }
        if found != pile.len as usize || pile.bottom != above {
            return Err(Broken::Miscounted { place: name(), found, said: pile.len as usize });
        }
        let zone = program.nouns.places.get(i).and_then(|p| program.nouns.zones.get(p.zone.index()));
        match zone.and_then(|z| z.max) {
            Some(max) if found > max as usize => return Err(Broken::TooFull { place: name(), found, max }),
            _ => {}
        }
    }
    match seen.iter().position(|seen| !seen) {
        Some(card) => Err(Broken::LiesNowhere(ComponentId::from_index(card).index())),
        None => Ok(()),
    }
}

/// Counters are within their bounds, flags are yes or no, and what is remembered exists.
fn values(program: &Program, state: &State) -> Result<(), Broken> {
    for def in &program.nouns.states {
        for value in (def.first_slot..def.first_slot + def.len).map(|slot| state.read(slot)) {
            let (min, max) = match &def.kind {
                StateKind::Counter { min, max } => (*min, *max),
                StateKind::Flag => (0, 1),
                StateKind::Value(ty) if value == ABSENT || means(program, ty, value) => continue,
                StateKind::Value(_) => return Err(Broken::Meaningless { name: def.name.clone(), value }),
            };
            if value < min || value > max {
                return Err(Broken::OutOfBounds { name: def.name.clone(), value, min, max });
            }
        }
    }
    Ok(())
}

/// Whether a word of a type names something that exists.
fn means(program: &Program, ty: &Type, value: Word) -> bool {
    let nouns = &program.nouns;
    let count = match ty {
        Type::Bool => 2,
        Type::Enum(id) => nouns.enums.get(id.index()).map_or(0, |e| e.values.len()),
        Type::Component(_) => nouns.components.len(),
        Type::Design(_) => nouns.designs.len(),
        Type::Space(_) => nouns.spaces.len(),
        Type::Actor => nouns.actors.len(),
        Type::Seat => nouns.seats.len(),
        Type::Unit(_) | Type::AnyUnit => nouns.units.len(),
        _ => return true,
    };
    usize::try_from(value).is_ok_and(|value| value < count)
}

fn memories(program: &Program, state: &State) -> Result<(), Broken> {
    for (i, def) in program.nouns.memories.iter().enumerate() {
        let first = program.memory_offsets.get(i).copied().unwrap_or(0) as usize;
        for bearer in 0..crate::state::class_len(program, def.on) {
            let found = state.memory.get(first + bearer * (def.max as usize + 1)).copied().unwrap_or(0);
            if found < 0 || found > Word::from(def.max) {
                return Err(Broken::Memory { name: def.name.clone(), found, max: def.max });
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;

//! Lays the table as `given` says. No card is made or lost: each that a list names is taken from where it lies, and what a
//! list displaces goes back to where it began.

use super::{Failure, Run, Runner, fail, open_questions, options::place_path};
use crate::ids::*;
use crate::program::Program;
use crate::program::nouns::scenarios::{GivenCards, GivenThing, GivenWhat, LineKind, Scenario};
use crate::program::nouns::{ABSENT, Class, Owner, StateKind, Word};
use crate::source::Span;
use crate::state::State;
use crate::state::lore::Origin;
use crate::vm::Machine;

/// A place that gets a list.
struct Wanted<'g> {
    span: Span,
    place: PlaceId,
    cards: &'g [GivenCards],
    rest: bool,
}

/// Changes the table, then asks again where somebody is asked.
pub(super) fn give(runner: &mut Runner<'_>, span: Span, things: &[GivenThing<usize>]) -> Run<()> {
    if !runner.game.state.lanes.is_empty() {
        return Err(Failure {
            span,
            message: "while all are asked at once nothing can be given".into(),
            help: Some("say where the scenario begins, `begin PHASE`, before `given`".into()),
        });
    }
    let mut lists: Vec<Wanted<'_>> = Vec::new();
    for thing in things {
        if let GivenWhat::Cards { zone, owner, cards, rest } = &thing.what {
            let place = place_of(runner, thing.span, *zone, *owner)?;
            if lists.iter().any(|list| list.place == place) {
                return fail(thing.span, "this zone is given twice");
            }
            lists.push(Wanted { span: thing.span, place, cards, rest: *rest });
        }
    }
    lay(runner.program, &mut runner.game.state, &lists)?;
    for thing in things {
        set(runner, thing)?;
    }
    let asked = open_questions(&runner.game.state).next().is_some();
    let game = &mut runner.game;
    let program = game.program.clone();
    // That cards lie open is no news. A shuffled one may lie there still: then it shows when somebody looks.
    let mut machine = Machine::new(&program, &mut game.state, &mut game.pool, None);
    machine.tidy_bags();
    let _ = machine.expose();
    let mut machine = Machine::new(&program, &mut game.state, &mut game.pool, game.trace.as_mut());
    machine.ask_anew();
    if asked {
        game.advance();
    }
    runner.not_stopped(span)
}

/// The first player that is given before anything runs.
pub(super) fn first_player(scenario: &Scenario<usize>) -> Option<usize> {
    let lines = scenario.lines.iter().filter(|line| !matches!(line.kind, LineKind::Begin { .. }));
    let given = lines.map_while(|line| match &line.kind {
        LineKind::Given(things) => Some(things),
        _ => None,
    });
    let first = |thing: &GivenThing<usize>| match thing.what {
        GivenWhat::FirstPlayer(who) => Some(who),
        _ => None,
    };
    given.flatten().filter_map(first).last()
}

fn place_of(runner: &Runner<'_>, span: Span, zone: ZoneId, owner: Option<usize>) -> Run<PlaceId> {
    let index = match owner {
        None => 0,
        Some(question) => index_of(runner, span, question)?,
    };
    let first = runner.program.nouns.zones.get(zone.index()).map_or(PlaceId(u16::MAX), |def| def.first_place);
    Ok(PlaceId::from_index(first.index() + index))
}

fn index_of(runner: &Runner<'_>, span: Span, question: usize) -> Run<usize> {
    match usize::try_from(runner.ask_word(question)?) {
        Ok(index) => Ok(index),
        Err(_) => fail(span, "what this is about is not there"),
    }
}

// ---- cards

fn lay(program: &Program, state: &mut State, lists: &[Wanted<'_>]) -> Run<()> {
    let mut displaced: Vec<(ComponentId, PlaceId)> = Vec::new();
    for list in lists.iter().filter(|list| !list.rest) {
        let cards: Vec<ComponentId> = state.cards_in(list.place).collect();
        for card in cards {
            state.lift(card);
            displaced.push((card, list.place));
        }
    }
    let mut used = vec![false; state.cards.len()];
    for list in lists {
        let mut laid: Vec<(ComponentId, Option<bool>)> = Vec::new();
        for wanted in list.cards {
            for _ in 0..wanted.count {
                let Some(card) = source(program, state, list.place, wanted.design, &displaced, &used) else {
                    return too_many(program, state, lists, wanted);
                };
                if let Some(used) = used.get_mut(card.index()) {
                    *used = true;
                }
                state.lift(card);
                laid.push((card, wanted.up));
            }
        }
        if list.rest {
            laid.reverse();
        }
        for (card, up) in laid {
            put(program, state, card, list.place, !list.rest, up);
        }
    }
    for (card, from) in displaced {
        if used.get(card.index()) == Some(&true) {
            continue;
        }
        let start = program.nouns.components.get(card.index()).map_or(from, |c| c.start);
        if let Some(list) = lists.iter().find(|list| list.place == start && !list.rest) {
            return nowhere_to_go(program, state, list, card);
        }
        put(program, state, card, start, true, None);
    }
    Ok(())
}

/// The card that is taken for a design: one that a list displaces (from this very place first), one of the same owner, one
/// where such cards begin, one of the table, one of somebody else.
fn source(
    program: &Program,
    state: &State,
    to: PlaceId,
    design: DesignId,
    displaced: &[(ComponentId, PlaceId)],
    used: &[bool],
) -> Option<ComponentId> {
    let owner = |place: PlaceId| program.nouns.places.get(place.index()).map(|p| p.owner);
    let rank = |id: usize| {
        let card = state.cards.get(id)?;
        if card.design != design || used.get(id) == Some(&true) {
            return None;
        }
        let start = program.nouns.components.get(id).map(|c| c.start);
        Some(match displaced.iter().find(|(card, _)| card.index() == id) {
            Some((_, from)) if *from == to => 0,
            Some(_) => 1,
            None if card.place == to => 2,
            None if owner(card.place) == owner(to) && owner(to) != Some(Owner::Game) => 3,
            None if Some(card.place) == start => 4,
            None if owner(card.place) == Some(Owner::Game) => 5,
            None => 6,
        })
    };
    let ranked = (0..state.cards.len()).filter_map(|id| Some((rank(id)?, id)));
    ranked.min().map(|(_, id)| ComponentId::from_index(id))
}

/// Lays a card down as new: it is known to those who see the place, and nothing is left of its counters.
fn put(program: &Program, state: &mut State, id: ComponentId, place: PlaceId, under: bool, up: Option<bool>) {
    state.lay(id, place, under);
    let up = up.unwrap_or_else(|| crate::vm::sight(program, place, false) == u32::MAX);
    state.leave_bag(id.index());
    if let Some(card) = state.cards.get_mut(id.index()) {
        card.up = up;
        card.known = crate::vm::sight(program, place, up);
    }
    for def in program.nouns.states.iter().filter(|def| def.on == Class::Component) {
        let at = u32::from(id.0);
        let start = def.start.get(id.index()).or(def.start.last()).copied().unwrap_or(0);
        state.write(def.first_slot + at, start);
    }
    if state.lore.on() {
        if let Some(origin) = state.lore.cards.get_mut(id.index()) {
            *origin = Origin::default();
        }
        state.lore.forget(id, u32::MAX);
    }
}

fn too_many<T>(program: &Program, state: &State, lists: &[Wanted<'_>], wanted: &GivenCards) -> Run<T> {
    let there = state.cards.iter().filter(|card| card.design == wanted.design).count();
    let named: usize = lists
        .iter()
        .flat_map(|list| list.cards)
        .filter(|cards| cards.design == wanted.design)
        .map(|cards| cards.count as usize)
        .sum();
    let name = program.nouns.designs.get(wanted.design.index()).map_or("?", |d| d.name.as_str());
    let message = format!("there are {there} `{name}` in this game, and the lists name {named}");
    fail(wanted.span, message)
}

fn nowhere_to_go<T>(program: &Program, state: &State, list: &Wanted<'_>, card: ComponentId) -> Run<T> {
    let name = crate::trace::card_name(program, state, card);
    let place = place_path(program, list.place);
    Err(Failure {
        span: list.span,
        message: format!(
            "`{place}` is where cards begin, and the list leaves some out that have no other place ({name})"
        ),
        help: Some(format!("end the list with `...` to keep them below: `{place} [a, ...]`; or give them a place")),
    })
}

// ---- everything else

fn set(runner: &mut Runner<'_>, thing: &GivenThing<usize>) -> Run<()> {
    match &thing.what {
        GivenWhat::Cards { .. } => Ok(()),
        GivenWhat::State { state, bearer, value } => {
            let index = bearer.map_or(Ok(0), |bearer| index_of(runner, thing.span, bearer))?;
            let value = runner.ask_word(*value)?;
            let Some(def) = runner.program.nouns.states.get(state.index()) else { return Ok(()) };
            if let StateKind::Counter { min, max } = def.kind
                && !(min..=max).contains(&value)
            {
                return fail(thing.span, format!("`{}` cannot be {value}", def.name));
            }
            let slot = def.first_slot + u32::try_from(index).unwrap_or(u32::MAX);
            runner.game.state.write(slot, value);
            Ok(())
        }
        GivenWhat::Stuff { class, bearer, amounts } => {
            let index = index_of(runner, thing.span, *bearer)?;
            for (stuff, amount) in amounts {
                let amount = runner.ask_word(*amount)?;
                set_stuff(runner, thing.span, *stuff, *class, index, amount)?;
            }
            Ok(())
        }
        GivenWhat::Memory { memory, bearer, members } => {
            let index = bearer.map_or(Ok(0), |bearer| index_of(runner, thing.span, bearer))?;
            let words = members.iter().map(|member| runner.ask_word(*member)).collect::<Run<Vec<Word>>>()?;
            let size = runner.program.nouns.memories.get(memory.index()).map_or(0, |def| def.max as usize) + 1;
            let first = runner.program.memory_offsets.get(memory.index()).copied().unwrap_or(0) as usize;
            let count = Word::try_from(words.len()).unwrap_or(0);
            let slots = runner.game.state.memory.get_mut(first + index * size..).unwrap_or(&mut []);
            for (slot, word) in slots.iter_mut().take(size).zip(std::iter::once(count).chain(words)) {
                *slot = word;
            }
            Ok(())
        }
        // Where nothing has run yet, that one is the first already.
        GivenWhat::FirstPlayer(_) if runner.paused() => Ok(()),
        GivenWhat::FirstPlayer(who) => {
            let who = runner.ask_word(*who)?;
            if who != ABSENT {
                runner.game.state.flow.first = who;
            }
            Ok(())
        }
        GivenWhat::Round(round) => {
            // A round that is about to begin counts itself.
            let stands_at = runner.game.state.stack.frames.first().map(|flow| flow.pc);
            let begins = runner.paused() && stands_at == runner.program.round_entry;
            let round = runner.ask_word(*round)?.saturating_sub(Word::from(begins));
            runner.game.state.flow.round = round.max(0);
            Ok(())
        }
    }
}

/// Pieces come from the supply and go back to it.
fn set_stuff(runner: &mut Runner<'_>, span: Span, stuff: StuffId, class: Class, index: usize, amount: Word) -> Run<()> {
    let nouns = &runner.program.nouns;
    let Some(def) = nouns.stuff.get(stuff.index()) else { return Ok(()) };
    let held = def.on.iter().find(|(on, _)| *on == class).and_then(|(_, state)| nouns.states.get(state.index()));
    let Some(held) = held else { return Ok(()) };
    let slot = held.first_slot + u32::try_from(index).unwrap_or(u32::MAX);
    let state = &mut runner.game.state;
    let before = state.read(slot);
    if amount < 0 {
        return fail(span, format!("there cannot be {amount} `{}`", def.name));
    }
    if nouns.stuff.get(def.account_of.index()).is_some_and(|account| account.supply.is_some()) {
        let left = state.read(def.supply_slot).saturating_add(before).saturating_sub(amount);
        if left < 0 {
            let there = amount.saturating_add(left);
            return fail(span, format!("the supply has only {there} `{}` left for this", def.name));
        }
        state.write(def.supply_slot, left);
    }
    state.write(slot, amount);
    Ok(())
}

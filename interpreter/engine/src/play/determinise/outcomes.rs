//! Outcomes of chance and secret choices that a seat does not know, drawn again: chance by its weights, a choice from the
//! options that there were. Each of them everywhere it stands: in states, in the names of effects under way, and in the
//! faces of dice that a name stands for.
//!
//! Left as they are: what was made of an outcome otherwise than by storing it, or by adding it to a counter or taking it away
//! (`p.face + 1`, a comparison), or stopped by a bound of the counter; what a hook watched on its way; lists of several
//! picks, dice that were rolled again, and what an effect took along for later (`later`, `until`). So is all that the game has
//! made something of that shows. What follows from such a value then still fits. Which options somebody had who knew
//! another outcome is not regarded, nor what conditions of rules and hooks make of it.

use rand::{Rng, RngExt};

use crate::ids::*;
use crate::program::Program;
use crate::program::nouns::{ABSENT, StateKind, Word};
use crate::state::State;
use crate::state::outcomes::{NO_LANE, Named, Outcome, Range};
use crate::state::stack::*;
use crate::vm::outcomes::is_bound;

/// Tries before the outcomes are left as they are: not all need fit within the bounds of a counter together.
const TRIES: usize = 16;

/// An outcome that is drawn again: its number, and what it is now, of dice with their faces.
struct Drawn {
    number: u16,
    by: Word,
    to: Word,
    faces: Vec<Word>,
}

/// Draws all outcomes again that a seat does not know.
pub(super) fn draw_again(program: &Program, state: &mut State, seat: SeatId, rng: &mut impl Rng) {
    let unknown = |outcome: &Outcome| outcome.known & (1 << (seat.0 & 31)) == 0;
    for _ in 0..TRIES {
        let outcomes = state.lore.outcomes.list.iter().enumerate().filter(|(_, outcome)| unknown(outcome));
        let drawn: Vec<Drawn> = outcomes.filter_map(|(at, _)| draw(program, state, at, rng)).collect();
        if drawn.is_empty() || fits(program, state, &drawn) {
            drawn.iter().for_each(|drawn| put(program, state, drawn));
            return;
        }
    }
}

fn draw(program: &Program, state: &State, at: usize, rng: &mut impl Rng) -> Option<Drawn> {
    let outcomes = &state.lore.outcomes;
    let outcome = outcomes.list.get(at)?;
    let (to, faces) = match outcome.range {
        Range::Ways { .. } => (pick(outcomes.ways_of(outcome).iter().copied(), rng)?, Vec::new()),
        Range::Dice { dice, count } => {
            let dice = program.nouns.dice.get(dice.index())?;
            let one = |rng: &mut _| pick(dice.faces.iter().map(|(face, weight)| (*face, u64::from(*weight))), rng);
            let mut faces: Vec<Word> = (0..count).map(|_| one(rng)).collect::<Option<_>>()?;
            faces.sort_unstable();
            (faces.iter().fold(0, |sum: Word, face| sum.wrapping_add(*face)), faces)
        }
    };
    Some(Drawn { number: u16::try_from(at).ok()?, by: to.wrapping_sub(outcome.value), to, faces })
}

fn pick(ways: impl Iterator<Item = (Word, u64)> + Clone, rng: &mut impl Rng) -> Option<Word> {
    let total = ways.clone().fold(0u64, |sum, (_, weight)| sum.saturating_add(weight));
    let mut at = rng.random_range(0..total.max(1));
    ways.into_iter()
        .find(|(_, weight)| {
            let here = at < *weight;
            at = at.saturating_sub(*weight);
            here
        })
        .map(|(value, _)| value)
}

/// The slots that change, with their lane and by how much.
fn changes(state: &State, drawn: &[Drawn]) -> Vec<(u32, u16, Word)> {
    let mut list: Vec<(u32, u16, Word)> = Vec::new();
    for held in &state.lore.outcomes.held {
        let Some(by) = drawn.iter().find(|drawn| Some(drawn.number) == held.outcome).map(|drawn| drawn.by) else {
            continue;
        };
        let by = by.wrapping_mul(Word::from(held.times));
        let lanes = u16::try_from(state.worlds.len()).unwrap_or(0);
        let wrote = |lane: u16| {
            let mut all = state.lore.outcomes.held.iter();
            all.any(|h| h.slot == held.slot && h.lane == lane && h.outcome.is_none())
        };
        // What lies on the table that all see lies on the tables of the lanes, too, unless these wrote there themselves.
        let others = (0..lanes).filter(|lane| held.lane == NO_LANE && !wrote(*lane));
        for lane in std::iter::once(held.lane).chain(others) {
            match list.iter_mut().find(|(slot, at, _)| (*slot, *at) == (held.slot, lane)) {
                Some((_, _, sum)) => *sum = sum.wrapping_add(by),
                None => list.push((held.slot, lane, by)),
            }
        }
    }
    list
}

/// Whether all that is stored stays within its bounds.
fn fits(program: &Program, state: &State, drawn: &[Drawn]) -> bool {
    changes(state, drawn).into_iter().all(|(slot, lane, by)| {
        let here = |def: &&crate::program::nouns::StateDef| slot.wrapping_sub(def.first_slot) < def.len;
        let now = state.slot_in(slot, lane).and_then(|word| word.checked_add(by));
        match program.nouns.states.iter().find(here).map(|def| &def.kind) {
            Some(StateKind::Counter { min, max }) => now.is_some_and(|now| (*min..=*max).contains(&now)),
            _ => true,
        }
    })
}

/// Puts an outcome wherever the old one stood.
fn put(program: &Program, state: &mut State, drawn: &Drawn) {
    for (slot, lane, by) in changes(state, std::slice::from_ref(drawn)) {
        state.change_in(slot, lane, by);
    }
    let names: Vec<Named> = state.lore.outcomes.named.iter().filter(|n| n.outcome == drawn.number).copied().collect();
    for named in names {
        let Some(register) = program.bindings.get(named.binding as usize).map(|binding| binding.register) else {
            continue;
        };
        let set = |stack: &mut Stack, frame: usize| {
            let Some(frame) = stack.frames.get(frame).filter(|f| f.kind.runs_ops() && is_bound(program, &named, f.pc))
            else {
                return;
            };
            let Some(place) = stack.regs.get_mut(frame.base as usize + usize::from(register)) else { return };
            if drawn.faces.is_empty() {
                *place = reg(drawn.to);
                return;
            }
            let (start, len, constant) = list_parts(*place);
            if !constant && len == drawn.faces.len() + 1 {
                // The first word of a pool is its bonus.
                let faces = stack.lists.iter_mut().skip(start + 1);
                faces.zip(&drawn.faces).for_each(|(place, face)| *place = *face);
            }
        };
        if named.lane != NO_LANE {
            state.lanes.get_mut(usize::from(named.lane)).into_iter().for_each(|lane| set(lane, named.frame.into()));
            continue;
        }
        set(&mut state.stack, named.frame.into());
        // A lane has the names that held where it began in its first frame.
        state.lanes.iter_mut().for_each(|lane| set(lane, 0));
    }
    if let Some(outcome) = state.lore.outcomes.list.get_mut(usize::from(drawn.number)) {
        outcome.value = drawn.to;
    }
}

/// Where all choose at once, others who have answered answer otherwise.
pub(super) fn answer_again(program: &Program, state: &mut State, seat: SeatId, rng: &mut impl Rng) {
    for lane in &mut state.lanes {
        let actor = usize::try_from(lane.lane_of).ok().and_then(|i| program.nouns.actors.get(i));
        let other = lane.lane_of != ABSENT && actor.is_some_and(|a| a.seat != Some(seat));
        let pending = &mut lane.pending;
        if other && pending.answer.is_some() && pending.question == Question::Choose && !pending.options.is_empty() {
            pending.answer = pending.options.get(rng.random_range(0..pending.options.len())).copied();
        }
    }
}

//! Settle points at which nothing can act, because nothing that matters has changed since the one before, are taken out; jumps
//! from where everything has come to rest go past those that stand for others.

use super::compact::{jump, side};
use crate::program::Program;
use crate::program::op::{Op, Pc};

pub(super) fn drop_idle_settles(p: &mut Program) {
    let rests = Rests::of(p);
    for at in 0..p.ops.len() {
        let Some(mut op) = p.ops.get(at).copied() else { break };
        if op == Op::Settle && rests.before(at) {
            op = Op::Nop;
        } else if goes_on(&op)
            && rests.behind(p, at)
            && let Some(to) = jump(&mut op)
        {
            *to = rests.past_settles(p, *to);
        }
        if let Some(place) = p.ops.get_mut(at) {
            *place = op;
        }
    }
}

/// Where everything has come to rest, whichever way one came there.
struct Rests {
    before: Vec<bool>,
    /// Rules, displays or effects put off act at settle points; else only ends do.
    ruled: bool,
}

impl Rests {
    fn of(p: &Program) -> Rests {
        let ruled = !p.fills.is_empty() || !p.always.is_empty() || !p.laters.is_empty();
        let mut before = vec![true; p.ops.len() + 1];
        // What is come to otherwise than by going on says nothing about what was before.
        let mut met = vec![false; p.ops.len() + 1];
        for (at, op) in p.ops.iter().enumerate() {
            for next in going_on(op, at) {
                met.get_mut(next as usize).into_iter().for_each(|met| *met = true);
            }
        }
        let unmet = met.iter().enumerate().filter(|(_, met)| !**met).map(|(at, _)| at as Pc);
        for at in entries(p, ruled).into_iter().chain(unmet) {
            before.get_mut(at as usize).into_iter().for_each(|rest| *rest = false);
        }
        let mut rests = Rests { before, ruled };
        // Unrest spreads until it does no more.
        let mut spreads = true;
        while spreads {
            spreads = false;
            for (at, op) in p.ops.iter().enumerate().filter(|(at, _)| !rests.behind(p, *at)).collect::<Vec<_>>() {
                for next in going_on(op, at) {
                    spreads |= rests.before.get_mut(next as usize).is_some_and(|rest| std::mem::replace(rest, false));
                }
            }
        }
        rests
    }

    fn before(&self, at: usize) -> bool {
        self.before.get(at).copied().unwrap_or(false)
    }

    /// Whether all is at rest behind an op, too.
    fn behind(&self, p: &Program, at: usize) -> bool {
        match p.ops.get(at) {
            Some(Op::Settle) => true,
            Some(op) => self.before(at) && self.leaves_rest(p, op),
            None => false,
        }
    }

    fn leaves_rest(&self, p: &Program, op: &Op) -> bool {
        let quick = |state: u16| p.quick_states.get(usize::from(state));
        match op {
            // Questions change nothing, whatever the answer is.
            Op::Choose { .. } | Op::ChooseMany { .. } | Op::Ask { .. } => true,
            Op::Require { .. } | Op::SetDoer { .. } | Op::RestoreDoer { .. } | Op::JumpIfEnding { .. } => true,
            // What nobody hears of ends no game.
            Op::Set { state, .. } => !self.ruled && quick(*state).is_some_and(|info| info.sets),
            Op::Gain { state, .. } => !self.ruled && quick(*state).is_some_and(|info| info.gains),
            Op::BeginRound | Op::EndRound { .. } | Op::BeginTurn { .. } | Op::EndOfTurn { .. } => !self.ruled,
            Op::BeginPhase { .. } => !self.ruled,
            op => op.is_pure(),
        }
    }

    /// Where one who comes from rest goes on: behind settle points.
    fn past_settles(&self, p: &Program, mut to: Pc) -> Pc {
        while matches!(p.ops.get(to as usize), Some(Op::Settle | Op::Nop)) && to != 0 {
            to += 1;
        }
        to
    }
}

/// Whether one goes to where an op jumps straight from it.
fn goes_on(op: &Op) -> bool {
    matches!(
        op,
        Op::Jump { .. }
            | Op::JumpIf { .. }
            | Op::JumpIfNot { .. }
            | Op::JumpIfNone { .. }
            | Op::JumpCompare { .. }
            | Op::JumpAny { .. }
            | Op::JumpAnyLine { .. }
            | Op::SetDoer { .. }
            | Op::JumpIfEnding { .. }
            | Op::Next { .. }
            | Op::Each { .. }
            | Op::Again { .. }
    )
}

/// Where one goes on behind an op.
fn going_on(op: &Op, at: usize) -> impl Iterator<Item = Pc> {
    let ends = matches!(op, Op::Jump { .. } | Op::Yield { .. } | Op::Return | Op::GameOver);
    let mut jumps = *op;
    let to = jump(&mut jumps).copied().filter(|_| goes_on(op));
    (!ends).then_some(at as Pc + 1).into_iter().chain(to)
}

/// Places that are come to otherwise than by going on from another op.
fn entries(p: &Program, ruled: bool) -> Vec<Pc> {
    let mut entries = Vec::new();
    for op in &p.ops {
        let mut op = *op;
        if !goes_on(&op) {
            entries.extend(jump(&mut op).copied());
        }
        entries.extend(side(&mut op).copied());
    }
    entries.extend(p.offers.iter().flat_map(|offer| &offer.options).map(|option| option.body));
    entries.extend(p.actions.iter().filter_map(|action| action.body));
    entries.extend(p.hooks.iter().map(|hook| hook.code));
    entries.extend(p.abilities.iter().flatten().map(|ability| ability.code));
    entries.extend(p.laters.iter().map(|later| later.code));
    // A scenario may begin here with a table for which rules were never asked; no game ends before it begins.
    for place in p.flow_places.iter().filter(|_| ruled) {
        entries.extend([place.begin, place.end]);
        entries.extend(place.steps.iter().map(|(_, at)| *at));
    }
    entries.extend(p.round_entry.filter(|_| ruled));
    entries.push(p.flow_entry);
    entries
}

//! Settle points at which nothing can have changed since the one before are taken out; jumps from where that is so go past
//! settle points that stand for others.

use std::collections::BTreeMap;

use super::compact::{jump, side};
use crate::program::Program;
use crate::program::op::{Op, Pc};
use crate::vocabulary::Primitive;

/// What is the last that happened where the code has come to. The later ones may stand for the earlier ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Since {
    /// A settle point.
    Settled,
    /// The body was entered.
    Entered,
    /// Something that may have changed the state.
    Changed,
}

pub(super) fn drop_idle_settles(p: &mut Program) {
    let mut left = vec![Since::Settled; p.actions.len()];
    // What an action leaves behind depends on those that it calls: all begin as if they changed nothing.
    while weigh_actions(p, &mut left) {}
    let mut places = BTreeMap::new();
    for entries in entries(p) {
        for (at, since) in Paths::from(p, &left, &entries).seen {
            let place = places.entry(at).or_insert(since);
            *place = since.max(*place);
        }
    }
    let settled = |at: usize| places.get(&(at as Pc)) == Some(&Since::Settled);
    for at in (0..p.ops.len()).filter(|at| settled(*at)) {
        let Some(mut op) = p.ops.get(at).copied() else { break };
        if op == Op::Settle {
            op = Op::Nop;
        } else if jumps_only(&op)
            && let Some(to) = jump(&mut op)
        {
            *to = past_settles(p, *to);
        }
        if let Some(place) = p.ops.get_mut(at) {
            *place = op;
        }
    }
}

/// Whether an op does nothing but go on here or there. Heads of loops stay: they are looked for by where they lead.
fn jumps_only(op: &Op) -> bool {
    matches!(op, Op::JumpIfEnding { .. }) || (op.is_pure() && !matches!(op, Op::Next { .. }))
}

/// Where one goes on for whom nothing is left to settle.
fn past_settles(p: &Program, mut to: Pc) -> Pc {
    while to != 0 && matches!(p.ops.get(to as usize), Some(Op::Settle | Op::Nop)) {
        to += 1;
    }
    to
}

/// Whether rules, displays or effects put off act at settle points; else only ends do.
fn is_ruled(p: &Program) -> bool {
    !p.fills.is_empty() || !p.always.is_empty() || !p.laters.is_empty()
}

/// What each action leaves behind, by what is known of the others so far; whether that was news.
fn weigh_actions(p: &Program, left: &mut [Since]) -> bool {
    let mut news = false;
    for (at, action) in p.actions.iter().enumerate() {
        let leaves = match action.body {
            Some(body) if action.unheard => {
                let entries = [body, action.asked_body.unwrap_or(body)].map(|at| (at, Since::Entered));
                Paths::from(p, left, &entries).leaves
            }
            _ => Since::Changed,
        };
        if let Some(known) = left.get_mut(at) {
            news |= *known != leaves;
            *known = leaves;
        }
    }
    news
}

/// Where code is entered otherwise than from an op, and what has happened there; the course of the game all at once.
fn entries(p: &Program) -> Vec<Vec<(Pc, Since)>> {
    let mut bodies: Vec<Pc> = p.hooks.iter().map(|hook| hook.code).collect();
    bodies.extend(p.actions.iter().flat_map(|action| [action.body, action.asked_body]).flatten());
    bodies.extend(p.abilities.iter().flatten().map(|ability| ability.code));
    bodies.extend(p.laters.iter().map(|later| later.code));
    let mut flow = vec![p.flow_entry];
    for place in &p.flow_places {
        flow.extend([place.begin, place.end]);
        flow.extend(place.steps.iter().map(|(_, at)| *at));
    }
    flow.extend(p.round_entry);
    // A scenario may begin here with a table for which rules were never asked; no game ends before it begins.
    let since = if is_ruled(p) { Since::Changed } else { Since::Settled };
    let flow = flow.into_iter().map(|at| (at, since)).collect();
    bodies.into_iter().map(|at| vec![(at, Since::Entered)]).chain([flow]).collect()
}

/// All places that entries lead to.
struct Paths<'p> {
    p: &'p Program,
    left: &'p [Since],
    seen: BTreeMap<Pc, Since>,
    open: Vec<Pc>,
    /// What has happened wherever the body is left.
    leaves: Since,
    ruled: bool,
    /// But by displays alone.
    fills: bool,
}

impl<'p> Paths<'p> {
    fn from(p: &'p Program, left: &'p [Since], entries: &[(Pc, Since)]) -> Self {
        let (ruled, fills) = (is_ruled(p), p.always.is_empty() && p.laters.is_empty());
        let (seen, open, leaves) = (BTreeMap::new(), Vec::new(), Since::Settled);
        let mut walk = Paths { p, left, seen, open, leaves, ruled, fills };
        for (entry, since) in entries {
            walk.reach(*entry, *since);
        }
        while let Some(at) = walk.open.pop() {
            walk.step(at);
        }
        walk
    }

    fn reach(&mut self, at: Pc, since: Since) {
        let known = self.seen.get(&at).copied();
        if known.is_none_or(|known| known < since) {
            self.seen.insert(at, since);
            self.open.push(at);
        }
    }

    fn step(&mut self, at: Pc) {
        let (Some(mut op), Some(before)) = (self.p.ops.get(at as usize).copied(), self.seen.get(&at).copied()) else {
            return;
        };
        let after = self.behind(&op, before);
        if !stays(&op) {
            self.leaves = self.leaves.max(before);
        }
        match &op {
            Op::Offer { offer, .. } => {
                let options = self.p.offers.get(usize::from(*offer)).map_or(&[][..], |offer| &offer.options);
                for option in options {
                    self.reach(option.body, if option.limit.is_none() { after } else { Since::Changed });
                }
            }
            Op::BeginFull { fail, .. } => self.reach(*fail, Since::Changed),
            _ => {}
        }
        if !matches!(op, Op::Jump { .. } | Op::Return | Op::Yield { .. } | Op::YieldCompare { .. } | Op::GameOver) {
            self.reach(at + 1, after);
        }
        let further = [jump(&mut op).copied(), side(&mut op).copied()];
        further.into_iter().flatten().for_each(|to| self.reach(to, after));
    }

    fn behind(&self, op: &Op, before: Since) -> Since {
        match op {
            Op::Settle => Since::Settled,
            // Where it cannot be called, nothing happens.
            Op::CallAction { action, .. } if self.left.get(usize::from(*action)) != Some(&Since::Changed) => before,
            op if op.is_pure() || changes_nothing(op) => before,
            op if (!self.ruled || self.fills) && self.ends_nothing(op) => before,
            op if self.fills && self.moves_nothing(op) => before,
            _ => Since::Changed,
        }
    }

    /// Effects of which nobody hears and after which all cards lie in the places where they lay.
    fn moves_nothing(&self, op: &Op) -> bool {
        let plain = |done: Primitive| self.p.actions.get(done as usize).is_some_and(|action| action.plain);
        match op {
            Op::Turn { .. } => plain(Primitive::Turn),
            Op::Reveal { .. } => plain(Primitive::Reveal),
            Op::Look { .. } => plain(Primitive::Look),
            Op::Shuffle { .. } => plain(Primitive::Shuffle),
            op => matches!(op, Op::Expose),
        }
    }

    /// Effects of which nobody hears and that end no game.
    fn ends_nothing(&self, op: &Op) -> bool {
        let quick = |state: u16| self.p.quick_states.get(usize::from(state));
        match op {
            Op::Set { state, .. } => quick(*state).is_some_and(|info| info.sets),
            Op::Gain { state, .. } => quick(*state).is_some_and(|info| info.gains),
            op => matches!(op, Op::BeginRound | Op::EndRound { .. }),
        }
    }
}

/// Effects that rules never act upon. Questions change nothing, whatever the answer is.
fn changes_nothing(op: &Op) -> bool {
    matches!(
        op,
        Op::Choose { .. }
            | Op::ChooseMany { .. }
            | Op::Ask { .. }
            | Op::Offer { .. }
            | Op::Require { .. }
            | Op::SetDoer { .. }
            | Op::RestoreDoer { .. }
            | Op::Needs { .. }
            | Op::BeginFull { .. }
            | Op::EndFull
            | Op::CanFull { .. }
            | Op::Done { .. }
            | Op::Give { .. }
            | Op::JumpIfEnding { .. }
            | Op::BeginPhase { .. }
            | Op::EndOfPhase { .. }
            | Op::BeginTurn { .. }
            | Op::EndOfTurn { .. }
    )
}

/// Whether the body always goes on behind an op.
fn stays(op: &Op) -> bool {
    let primitive = matches!(
        op,
        Op::Settle
            | Op::CallAction { .. }
            | Op::RunAbility { .. }
            | Op::Gain { .. }
            | Op::Set { .. }
            | Op::Move { .. }
            | Op::MoveOne { .. }
            | Op::MoveAll { .. }
            | Op::MoveWhole { .. }
            | Op::MoveTop { .. }
            | Op::MoveStuff { .. }
            | Op::Walk { .. }
            | Op::Remember { .. }
            | Op::Shuffle { .. }
            | Op::Reveal { .. }
            | Op::Later { .. }
            | Op::EndGame { .. }
    );
    primitive || op.is_pure() || (changes_nothing(op) && !matches!(op, Op::Needs { .. }))
}

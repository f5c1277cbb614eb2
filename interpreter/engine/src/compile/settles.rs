//! Settle points at which nothing can have changed since the one before are taken out; jumps from where that is so go past
//! settle points that stand for others.

use std::collections::BTreeMap;

use super::compact::{jump, side};
use crate::program::op::{Op, Pc};
use crate::program::{ActionInfo, Program};
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
    let mut left = Left::nothing(p);
    // What an action leaves behind depends on those that it calls: all begin as if they changed nothing.
    while left.weigh(p) {}
    // And what it finds on those that call it: all begin as if everything had come to rest there.
    let mut found = Found::rest(p);
    let mut places = found.places(p, &left);
    while found.weigh(p, &places) {
        places = found.places(p, &left);
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

/// What actions and abilities leave behind.
struct Left {
    actions: Vec<Since>,
    /// By their names: that of any card.
    abilities: Vec<Since>,
}

impl Left {
    fn nothing(p: &Program) -> Left {
        let settled = |count: usize| vec![Since::Settled; count];
        Left { actions: settled(p.actions.len()), abilities: settled(p.nouns.abilities.len()) }
    }

    /// By what is known of the others so far; whether that was news.
    fn weigh(&mut self, p: &Program) -> bool {
        let leaves = |left: &Left, at: &[Pc]| {
            let entries: Vec<(Pc, Since)> = at.iter().map(|at| (*at, Since::Entered)).collect();
            Paths::from(p, left, &entries).leaves
        };
        let mut news = false;
        for (at, action) in p.actions.iter().enumerate() {
            let since = match action.body {
                Some(body) if action.unheard => leaves(self, &[body, action.asked_body.unwrap_or(body)]),
                _ => Since::Changed,
            };
            news |= raise(&mut self.actions, at, since);
        }
        // Where something waits for the end of effects, it acts when an ability ends.
        let waits = p.rules_wait || !p.laters.is_empty() || !p.always.is_empty();
        for (at, ability) in p.abilities.iter().enumerate() {
            let Some(info) = ability else { continue };
            let since = if waits { Since::Changed } else { leaves(self, &[info.code]) };
            news |= raise(&mut self.abilities, at % p.nouns.abilities.len().max(1), since);
        }
        news
    }
}

/// What actions and abilities find where they begin: that everything has come to rest, or anything.
struct Found {
    actions: Vec<Since>,
    abilities: Vec<Since>,
}

impl Found {
    fn rest(p: &Program) -> Found {
        // Hooks that run before an action, or instead of it, leave behind what they may.
        let alone = |action: &ActionInfo| action.before.is_empty() && action.instead.is_empty();
        let of_action = |action| if alone(action) { Since::Settled } else { Since::Entered };
        let actions = p.actions.iter().map(of_action).collect();
        Found { actions, abilities: vec![Since::Settled; p.nouns.abilities.len()] }
    }

    /// By all places that call them; whether that was news. Code to which no way leads calls from anywhere.
    fn weigh(&mut self, p: &Program, places: &BTreeMap<Pc, Since>) -> bool {
        let mut news = false;
        for (at, op) in p.ops.iter().enumerate() {
            if places.get(&(at as Pc)) == Some(&Since::Settled) {
                continue;
            }
            news |= match op {
                Op::CallAction { action, .. } | Op::Can { action, .. } => {
                    raise(&mut self.actions, usize::from(*action), Since::Entered)
                }
                Op::RunAbility { ability, .. } | Op::CanRun { ability, .. } => {
                    raise(&mut self.abilities, usize::from(*ability), Since::Entered)
                }
                _ => false,
            };
        }
        news
    }

    /// What has happened at all places of the game.
    fn places(&self, p: &Program, left: &Left) -> BTreeMap<Pc, Since> {
        let mut places = BTreeMap::new();
        for entries in entries(p, self) {
            for (at, since) in Paths::from(p, left, &entries).seen {
                let place = places.entry(at).or_insert(since);
                *place = since.max(*place);
            }
        }
        places
    }
}

/// Notes something of one of several, unless more is noted already; whether that was news.
fn raise(all: &mut [Since], at: usize, since: Since) -> bool {
    let Some(known) = all.get_mut(at).filter(|known| **known < since) else { return false };
    *known = since;
    true
}

/// Whether an op does nothing but go on here or there. Heads of loops stay: they are looked for by where they lead.
fn jumps_only(op: &Op) -> bool {
    matches!(op, Op::JumpIfEnding { .. } | Op::Inline { .. } | Op::NotSo { .. })
        || (op.is_pure() && !matches!(op, Op::Next { .. }))
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

/// Where code is entered otherwise than from an op, and what has happened there; the course of the game all at once.
fn entries(p: &Program, found: &Found) -> Vec<Vec<(Pc, Since)>> {
    let hooks = p.hooks.iter().map(|hook| hook.code).chain(p.laters.iter().map(|later| later.code));
    let mut bodies: Vec<(Pc, Since)> = hooks.map(|at| (at, Since::Entered)).collect();
    for (action, since) in p.actions.iter().zip(&found.actions) {
        bodies.extend([action.body, action.asked_body].into_iter().flatten().map(|at| (at, *since)));
    }
    for (at, ability) in p.abilities.iter().enumerate() {
        let since = found.abilities.get(at % p.nouns.abilities.len().max(1)).copied().unwrap_or(Since::Entered);
        bodies.extend(ability.iter().map(|ability| (ability.code, since)));
    }
    let mut flow = vec![p.flow_entry];
    for place in &p.flow_places {
        flow.extend([place.begin, place.end]);
        flow.extend(place.steps.iter().map(|(_, at)| *at));
    }
    flow.extend(p.round_entry);
    // A scenario may begin here with a table for which rules were never asked; no game ends before it begins.
    let since = if is_ruled(p) { Since::Changed } else { Since::Settled };
    let flow = flow.into_iter().map(|at| (at, since)).collect();
    bodies.into_iter().map(|body| vec![body]).chain([flow]).collect()
}

/// All places that entries lead to.
struct Paths<'p> {
    p: &'p Program,
    left: &'p Left,
    seen: BTreeMap<Pc, Since>,
    open: Vec<Pc>,
    /// What has happened wherever the body is left.
    leaves: Since,
    ruled: bool,
    /// But by displays alone.
    fills: bool,
}

impl<'p> Paths<'p> {
    fn from(p: &'p Program, left: &'p Left, entries: &[(Pc, Since)]) -> Self {
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
            Op::CallAction { action, .. } if settles(&self.left.actions, *action) => before,
            Op::RunAbility { ability, .. } if settles(&self.left.abilities, *ability) => before,
            op if op.is_pure() || changes_nothing(op) => before,
            op if (!self.ruled || self.fills) && self.ends_nothing(op) => before,
            op if (!self.ruled || self.fills) && self.moves_nothing(op) => before,
            op if !self.ruled && self.moves_only(op) => before,
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
            Op::PayState { .. } => plain(Primitive::Pay),
            op => matches!(op, Op::Expose | Op::Remember { .. } | Op::Forget { .. }),
        }
    }

    /// Cards that move, and nobody hears of it: where only ends take effect at settle points, nothing comes of that.
    fn moves_only(&self, op: &Op) -> bool {
        let moves = matches!(
            op,
            Op::Move { .. } | Op::MoveOne { .. } | Op::MoveAll { .. } | Op::MoveWhole { .. } | Op::MoveTop { .. }
        );
        moves && self.p.actions.get(Primitive::Move as usize).is_some_and(|action| action.plain)
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

/// Whether what is called leaves nothing behind that was not there before.
fn settles(left: &[Since], called: u16) -> bool {
    left.get(usize::from(called)).is_some_and(|since| *since != Since::Changed)
}

/// Effects that rules never act upon. Questions change nothing, whatever the answer is.
fn changes_nothing(op: &Op) -> bool {
    matches!(
        op,
        Op::Choose { .. }
            | Op::ChooseMany { .. }
            | Op::Ask { .. }
            | Op::Offer { .. }
            | Op::Origin { .. }
            | Op::OriginState { .. }
            | Op::SameOutcome { .. }
            | Op::Disclose { .. }
            | Op::DiscloseState { .. }
            | Op::Require { .. }
            | Op::SetDoer { .. }
            | Op::RestoreDoer { .. }
            | Op::Needs { .. }
            | Op::NotSo { .. }
            | Op::BeginFull { .. }
            | Op::EndFull
            | Op::CanFull { .. }
            | Op::Done { .. }
            | Op::Give { .. }
            | Op::JumpIfEnding { .. }
            | Op::Inline { .. }
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

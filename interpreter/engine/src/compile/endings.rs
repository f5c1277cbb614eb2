//! Jumps out of a phase or a turn that was asked to end are taken out where nothing can have asked for that.

use std::collections::BTreeMap;

use super::compact::{jump, side};
use crate::program::Program;
use crate::program::op::{Op, Pc};

/// What may have been asked to end: phases by their number as bits, and the turn.
type Ends = u64;

const TURN: Ends = 1 << 63;

pub(super) fn drop_idle_jumps(p: &mut Program) {
    if p.phases.len() > 63 {
        return;
    }
    let callables = Callables::of(p);
    let mut flow = vec![p.flow_entry];
    for place in &p.flow_places {
        flow.extend([place.begin, place.end]);
        flow.extend(place.steps.iter().map(|(_, at)| *at));
    }
    flow.extend(p.round_entry);
    // Wherever a scenario begins, nothing was asked to end.
    let places = callables.places(p, &flow);
    for (at, ends) in places {
        if let Some(op) = p.ops.get_mut(at as usize)
            && let Op::JumpIfEnding { phase, .. } = op
            && ends & (TURN | bit(*phase)) == 0
        {
            *op = Op::Nop;
        }
    }
}

/// What callables may ask to end.
struct Callables {
    actions: Vec<Ends>,
    /// By their names: those of all cards together.
    abilities: Vec<Ends>,
    /// Whatever hears of an effect, or was put off.
    others: Ends,
}

impl Callables {
    fn of(p: &Program) -> Callables {
        let nothing = |count: usize| vec![0; count];
        let mut callables =
            Callables { actions: nothing(p.actions.len()), abilities: nothing(p.nouns.abilities.len()), others: 0 };
        // What one may ask for depends on those that it calls: all begin as if they asked for nothing.
        while callables.weigh(p) {}
        callables
    }

    /// By what is known of the others so far; whether that was news.
    fn weigh(&mut self, p: &Program) -> bool {
        let mut news = false;
        for (at, action) in p.actions.iter().enumerate() {
            let ends = self.asked_from(p, [action.body, action.asked_body].into_iter().flatten());
            news |= self.actions.get_mut(at).is_some_and(|known| add(known, ends));
        }
        for (at, ability) in p.abilities.iter().enumerate() {
            let ends = self.asked_from(p, ability.iter().map(|ability| ability.code));
            let name = at % p.nouns.abilities.len().max(1);
            news |= self.abilities.get_mut(name).is_some_and(|known| add(known, ends));
        }
        let others = p.hooks.iter().map(|hook| hook.code).chain(p.laters.iter().map(|later| later.code));
        let ends = self.asked_from(p, others);
        news | add(&mut self.others, ends)
    }

    /// What is asked to end on any way from some places on.
    fn asked_from(&self, p: &Program, entries: impl Iterator<Item = Pc>) -> Ends {
        let places = self.places(p, &entries.collect::<Vec<Pc>>());
        places.keys().filter_map(|at| p.ops.get(*at as usize)).fold(0, |ends, op| ends | self.asked_by(op))
    }

    fn asked_by(&self, op: &Op) -> Ends {
        let called = |of: &[Ends], at: u16| of.get(usize::from(at)).copied().unwrap_or(Ends::MAX) | self.others;
        match op {
            Op::EndPhase { phase } => bit(*phase) | self.others,
            Op::EndTurn | Op::Eliminate { .. } => TURN | self.others,
            Op::CallAction { action, .. } => called(&self.actions, *action),
            Op::RunAbility { ability, .. } => called(&self.abilities, *ability),
            op if op.is_pure() || matches!(op, Op::NotSo { .. }) => 0,
            _ => self.others,
        }
    }

    /// What may have been asked to end at all places that entries lead to, where nothing was before.
    fn places(&self, p: &Program, entries: &[Pc]) -> BTreeMap<Pc, Ends> {
        let mut seen: BTreeMap<Pc, Ends> = entries.iter().map(|at| (*at, 0)).collect();
        let mut open = entries.to_vec();
        while let Some(at) = open.pop() {
            let (Some(op), Some(before)) = (p.ops.get(at as usize).copied(), seen.get(&at).copied()) else { continue };
            let after = match op {
                Op::BeginPhase { phase } | Op::EndOfPhase { phase } => (before | self.others) & !bit(phase),
                Op::BeginTurn { .. } | Op::EndOfTurn { .. } => (before | self.others) & !TURN,
                _ => before | self.asked_by(&op),
            };
            for (to, stays) in ways(p, at, op) {
                let ends = match op {
                    Op::JumpIfEnding { phase, .. } if stays => after & !(TURN | bit(phase)),
                    _ => after,
                };
                let new = !seen.contains_key(&to);
                if add(seen.entry(to).or_default(), ends) || new {
                    open.push(to);
                }
            }
        }
        seen
    }
}

/// Where an op may lead, and whether that is the next one.
fn ways(p: &Program, at: Pc, mut op: Op) -> Vec<(Pc, bool)> {
    let mut ways = Vec::new();
    if !matches!(op, Op::Jump { .. } | Op::Return | Op::Yield { .. } | Op::YieldCompare { .. } | Op::GameOver) {
        ways.push((at + 1, true));
    }
    match op {
        Op::Offer { offer, .. } => {
            let options = p.offers.get(usize::from(offer)).map_or(&[][..], |offer| &offer.options);
            ways.extend(options.iter().map(|option| (option.body, false)));
        }
        Op::BeginFull { fail, .. } => ways.push((fail, false)),
        _ => {}
    }
    let further = [jump(&mut op).copied(), side(&mut op).copied()];
    ways.extend(further.into_iter().flatten().map(|to| (to, false)));
    ways
}

/// Notes something more; whether that was news.
fn add(known: &mut Ends, ends: Ends) -> bool {
    let news = ends & !*known != 0;
    *known |= ends;
    news
}

/// A phase as a bit; outside of phases there is none.
fn bit(phase: u16) -> Ends {
    1u64.checked_shl(phase.into()).unwrap_or(0)
}

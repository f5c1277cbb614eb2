//! The last pass over the ops: what does nothing is taken out, jumps to jumps go where those go, and loops take one op a round.

use std::collections::BTreeSet;

use crate::program::Program;
use crate::program::op::{Op, Pc};
use crate::program::reg::Reg;

/// Jumps in a row that are followed.
const HOPS: usize = 16;

pub(crate) fn compact(p: &mut Program) {
    drop_idle_ends(p);
    super::endings::drop_idle_jumps(p);
    super::settles::drop_idle_settles(p);
    for at in 0..p.ops.len() {
        if let Some(Op::Jump { to }) = p.ops.get(at).copied() {
            let to = landing(&p.ops, to);
            let idle = goes_on(&p.ops, at, to);
            if let Some(op) = p.ops.get_mut(at) {
                *op = if idle { Op::Nop } else { Op::Jump { to } };
            }
        }
    }
    for at in 0..p.ops.len() {
        let Some(mut op) = p.ops.get(at).copied() else { break };
        if let Some(to) = jump(&mut op) {
            *to = landing(&p.ops, *to);
        }
        if let Op::JumpIfEnding { to, .. } = op
            && goes_on(&p.ops, at, to)
        {
            op = Op::Nop;
        }
        if let Some(place) = p.ops.get_mut(at) {
            *place = op;
        }
    }
    drop_idle_releases(p);
    turn_loops(p);
    begin_loops(p);
    yield_answers(p);
    close_up(p);
}

/// Whether a jump leads where the code goes on anyway.
fn goes_on(ops: &[Op], at: usize, to: Pc) -> bool {
    to as usize > at && (at + 1..to as usize).all(|i| matches!(ops.get(i), Some(Op::Nop)))
}

/// The end of a frame gives back its lists: nothing need be given back right before it, nor marked for that.
fn drop_idle_releases(p: &mut Program) {
    let ends = |at: usize| {
        let mut at = at + 1;
        for _ in 0..HOPS {
            at = match p.ops.get(at) {
                Some(Op::Nop | Op::Settle) => at + 1,
                Some(Op::Jump { to }) => *to as usize,
                other => return matches!(other, Some(Op::Return | Op::GameOver)),
            };
        }
        false
    };
    let idle: Vec<usize> =
        (0..p.ops.len()).filter(|at| matches!(p.ops.get(*at), Some(Op::Release { .. }) if ends(*at))).collect();
    for at in idle {
        if let Some(op) = p.ops.get_mut(at) {
            *op = Op::Nop;
        }
    }
    // Within one body a register is only the mark of what is given back there.
    let mut bodies: BTreeSet<usize> = p.actions.iter().filter_map(|action| action.body).map(|at| at as usize).collect();
    bodies.extend(p.abilities.iter().flatten().map(|ability| ability.code as usize));
    bodies.extend(p.hooks.iter().map(|hook| hook.code as usize));
    bodies.insert(p.flow_entry as usize);
    for at in 0..p.ops.len() {
        let Some(Op::Mark { d }) = p.ops.get(at).copied() else { continue };
        let end = bodies.range(at + 1..).next().copied().unwrap_or(p.ops.len());
        let used = p.ops.get(at..end).is_some_and(|ops| ops.contains(&Op::Release { s: d }));
        if let Some(op) = p.ops.get_mut(at).filter(|_| !used) {
            *op = Op::Nop;
        }
    }
}

/// A jump back to the head of a loop becomes that head: whoever goes round once more jumps, whoever is through goes on.
fn turn_loops(p: &mut Program) {
    let behind = |at: usize| {
        let idle = p.ops.iter().skip(at + 1).take_while(|op| **op == Op::Nop).count();
        (at + 1 + idle) as Pc
    };
    let turned = |at: usize, head: Pc| match p.ops.get(head as usize).copied()? {
        Op::Next { item, list, index, exit } if exit == landing(&p.ops, behind(at)) => {
            Some(Op::Again { item, list, index, body: head + 1 })
        }
        Op::JumpCompare { how, when, a, b, to } if to == landing(&p.ops, behind(at)) => {
            Some(Op::JumpCompare { how, when: !when, a, b, to: head + 1 })
        }
        _ => None,
    };
    let found: Vec<(usize, Op)> = (0..p.ops.len())
        .filter_map(|at| match p.ops.get(at) {
            Some(Op::Jump { to }) if (*to as usize) < at => Some((at, turned(at, *to)?)),
            _ => None,
        })
        .collect();
    for (at, op) in found {
        if let Some(place) = p.ops.get_mut(at) {
            *place = op;
        }
    }
}

/// The start of a loop and its first element are one op. The head behind it stays for whoever goes on with the next one.
fn begin_loops(p: &mut Program) {
    for at in 0..p.ops.len() {
        let Some(Op::Const { d, v: 0 }) = p.ops.get(at).copied() else { continue };
        let head = landing(&p.ops, at as Pc + 1);
        if let Some(Op::Next { item, list, index, exit }) = p.ops.get(head as usize).copied()
            && index == d
            && head > at as Pc
            && let Some(place) = p.ops.get_mut(at)
        {
            *place = Op::Each { item, list, index, body: head + 1, exit };
        }
    }
}

/// A comparison whose answer is yielded next is yielded at once. What stands behind it stays for whoever jumps there.
fn yield_answers(p: &mut Program) {
    let yielded = |at: Pc| match p.ops.get(landing(&p.ops, at) as usize) {
        Some(Op::Yield { s }) => Some(*s),
        _ => None,
    };
    let answer = |at: Pc| yielded(at).and_then(|r| p.constant(r));
    let ended = |at: usize| match p.ops.get(at).copied()? {
        Op::Compare { how, d, a, b } if yielded(at as Pc + 1) == Some(d) => Some(Op::YieldCompare { how, a, b }),
        Op::JumpCompare { how, when, a, b, to }
            if (answer(at as Pc + 1), answer(to)) == (Some(Reg::from(!when)), Some(Reg::from(when))) =>
        {
            Some(Op::YieldCompare { how, a, b })
        }
        _ => None,
    };
    let found: Vec<(usize, Op)> = (0..p.ops.len()).filter_map(|at| Some((at, ended(at)?))).collect();
    for (at, op) in found {
        if let Some(place) = p.ops.get_mut(at) {
            *place = op;
        }
    }
}

/// Where a jump to this place ends up.
fn landing(ops: &[Op], mut to: Pc) -> Pc {
    for _ in 0..HOPS {
        match ops.get(to as usize) {
            Some(Op::Jump { to: further }) => to = *further,
            Some(Op::Nop) if to != 0 => to += 1,
            _ => break,
        }
    }
    to
}

/// Ends of phases and turns at which nothing ends.
fn drop_idle_ends(p: &mut Program) {
    use crate::program::LastingUntil;
    use crate::program::nouns::Until;
    let expires = |until: Until| {
        p.resets.iter().any(|r| r.at == until)
            || p.memory_resets.iter().any(|(at, _)| *at == until)
            || p.limits.iter().any(|l| l.per == until)
            || p.lasting.iter().any(|l| l.until == LastingUntil::End(until))
    };
    let (of_turn, of_round) = (expires(Until::Turn), expires(Until::Round));
    let ended: BTreeSet<u16> =
        p.ops.iter().filter_map(|op| if let Op::EndPhase { phase } = op { Some(*phase) } else { None }).collect();
    let idle = |op: &Op| match op {
        Op::EndOfPhase { phase } if !ended.contains(phase) && !expires(Until::Phase(crate::ids::PhaseId(*phase))) => {
            Some(Op::Nop)
        }
        Op::EndOfTurn { .. } => Some(Op::EndOfTurn { expires: of_turn }),
        Op::EndRound { last, .. } => Some(Op::EndRound { last: *last, expires: of_round }),
        _ => None,
    };
    let changed: Vec<(usize, Op)> = p.ops.iter().enumerate().filter_map(|(i, op)| Some((i, idle(op)?))).collect();
    for (at, op) in changed {
        if let Some(place) = p.ops.get_mut(at) {
            *place = op;
        }
    }
}

/// Takes out the ops that do nothing and sets every place right.
fn close_up(p: &mut Program) {
    let mut new = Vec::with_capacity(p.ops.len() + 1);
    let mut next: Pc = 0;
    for (i, op) in p.ops.iter().enumerate() {
        new.push(next);
        next += Pc::from(stays(i, op));
    }
    new.push(next);
    let map = |pc: &mut Pc| *pc = new.get(*pc as usize).copied().unwrap_or(next);
    let map_some = |pc: &mut Option<Pc>| {
        if let Some(pc) = pc {
            map(pc);
        }
    };
    for op in &mut p.ops {
        if let Some(to) = jump(op) {
            map(to);
        }
        if let Some(to) = side(op) {
            map(to);
        }
    }
    let kept: Vec<bool> = p.ops.iter().enumerate().map(|(i, op)| stays(i, op)).collect();
    keep(&mut p.spans, &kept);
    keep(&mut p.live, &kept);
    keep(&mut p.ops, &kept);
    for action in &mut p.actions {
        map_some(&mut action.body);
        map_some(&mut action.asked_body);
        if let Some(pc) = action.fallible.guard() {
            map(pc);
        }
    }
    for value in &mut p.values {
        map(&mut value.base);
        map_some(&mut value.at_least);
        map_some(&mut value.at_most);
    }
    for hook in &mut p.hooks {
        map(&mut hook.code);
        map_some(&mut hook.by);
        map_some(&mut hook.cond);
        if let Some((pc, _)) = &mut hook.each {
            map(pc);
        }
        if let Some(pc) = hook.fallible.guard() {
            map(pc);
        }
    }
    for ability in p.abilities.iter_mut().flatten() {
        map(&mut ability.code);
        if let Some(pc) = ability.fallible.guard() {
            map(pc);
        }
    }
    for option in p.offers.iter_mut().flat_map(|o| &mut o.options) {
        map(&mut option.body);
        if let Some((pc, _)) = &mut option.each {
            map(pc);
        }
        if let Some((_, pc, _)) = &mut option.action {
            map_some(pc);
        }
        for ask in &mut option.asks {
            map(&mut ask.code);
            ask.how.other_code().into_iter().for_each(map);
        }
        for yields in [&mut option.needs, &mut option.rest].into_iter().flatten() {
            map(&mut yields.code);
        }
    }
    for later in &mut p.laters {
        map(&mut later.code);
    }
    for certain in &mut p.certain {
        map(&mut certain.pc);
        if let Some(yields) = &mut certain.code {
            map(&mut yields.code);
        }
    }
    p.certain.sort_by_key(|certain| certain.pc);
    for reads in &mut p.reads {
        map(&mut reads.from);
        map(&mut reads.to);
    }
    for binding in &mut p.bindings {
        map(&mut binding.from);
        map(&mut binding.to);
    }
    for place in &mut p.flow_places {
        map(&mut place.begin);
        map(&mut place.end);
        place.steps.iter_mut().for_each(|(_, pc)| map(pc));
    }
    map_some(&mut p.round_entry);
    for question in &mut p.questions {
        map(&mut question.code);
    }
    map(&mut p.flow_entry);
}

fn keep<T>(list: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    list.retain(|_| kept.next().copied().unwrap_or(true));
}

/// Place 0 means "no code" and is never run: whatever stands there stays.
fn stays(at: usize, op: &Op) -> bool {
    at == 0 || *op != Op::Nop
}

/// The place that an op may go on at.
pub(crate) fn jump(op: &mut Op) -> Option<&mut Pc> {
    match op {
        Op::Jump { to }
        | Op::JumpIf { to, .. }
        | Op::JumpIfNot { to, .. }
        | Op::JumpIfNone { to, .. }
        | Op::JumpIfUp { to, .. }
        | Op::JumpCompare { to, .. }
        | Op::JumpAny { to, .. }
        | Op::JumpAnyLine { to, .. }
        | Op::Require { to, .. }
        | Op::SetDoer { to, .. }
        | Op::JumpIfEnding { to, .. }
        | Op::NotSo { to }
        | Op::Inline { call: to } => Some(to),
        Op::Again { body, .. } => Some(body),
        Op::Next { exit, .. } | Op::Each { exit, .. } | Op::PickNext { exit, .. } | Op::NextChoice { exit, .. } => {
            Some(exit)
        }
        Op::BeginFull { fail, .. } => Some(fail),
        Op::Offer { none, .. } => Some(none),
        Op::Together { end, .. } => Some(end),
        Op::CanFull { at, .. } => Some(at),
        Op::AskAll { here, .. } if *here != 0 => Some(here),
        _ => None,
    }
}

/// Code beside the way that an op runs, or another place that it may go on at.
pub(crate) fn side(op: &mut Op) -> Option<&mut Pc> {
    match op {
        // 0 is no code at all: no code beside the way can stand there.
        Op::Reached { cond, .. } | Op::Nearest { cond, .. } | Op::Tell { cond, .. } if *cond != 0 => Some(cond),
        Op::AskAll { code, .. } => Some(code),
        Op::Each { body, .. } => Some(body),
        _ => None,
    }
}

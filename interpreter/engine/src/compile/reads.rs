//! What the conditions of rules that always hold look at, told from their code.

use crate::ids::*;
use crate::program::changed::Changed;
use crate::program::op::{FIRST_OWN_PLACE, FIRST_OWN_SLOT, FIRST_OWN_TOP, FIRST_SLOT, LASTING, ME, Op, Pc, R, ROUND};
use crate::program::{HookIndex, HookKind, Program, Read};
use crate::vocabulary::{Compare, Function};

/// How many values in each other are followed; beyond that anything may be looked at.
const VALUES: u8 = 4;

/// Notes it for each rule.
pub(crate) fn of_rules(p: &mut Program) {
    let rule = |(id, index): (&HookId, &HookIndex)| {
        let Some(info) = p.hooks.get(id.index()) else { return Changed::ALL };
        let set = info.each.map(|(set, _)| of_code(p, set, VALUES));
        let cond = info.cond.map(|cond| of_condition(p, cond));
        bearers(index) | set.unwrap_or(Changed::NOTHING) | cond.unwrap_or(Changed::ALL)
    };
    p.always_reads = p.always.iter().zip(&p.always_index).map(rule).collect();
    p.rules_read = p.always_reads.iter().fold(Changed::NOTHING, |all, reads| all | *reads);
    p.settles_on = p.rules_read | if p.fills.is_empty() { Changed::NOTHING } else { Changed::CARDS };
    let waits = |id: &HookId| {
        matches!(p.hooks.get(id.index()).map(|h| &h.kind), Some(HookKind::Always { between_effects: true }))
    };
    p.rules_wait = p.always.iter().any(waits);
    let uncovers = |place: &PlaceId| p.each_piles.contains(place);
    p.fills_uncover = p.fills.iter().any(|(place, _, from)| uncovers(place) || uncovers(from));
    p.only_fills = !p.fills.is_empty() && p.always.is_empty() && p.laters.is_empty();
}

/// What decides which hooks of an index are live.
fn bearers(index: &HookIndex) -> Changed {
    if !index.lasting.is_empty() {
        return Changed::ALL;
    }
    if index.designs.is_empty() { Changed::NOTHING } else { Changed::HOOKED }
}

/// What a condition looks at. Where it is that something is more than something else, what is less than before does not make it
/// hold.
fn of_condition(p: &Program, from: Pc) -> Changed {
    let ops = p.ops.get(from as usize..).unwrap_or(&[]);
    let end = ops.iter().position(|op| !matches!(op, Op::CountStuff { .. } | Op::LoadOf { .. } | Op::Value { .. }));
    let Some((ops, Op::YieldCompare { how, a, b })) = end.and_then(|end| Some((ops.get(..end)?, ops.get(end)?))) else {
        return of_code(p, from, VALUES);
    };
    let more = match how {
        Compare::More | Compare::MoreOrEqual => *a,
        Compare::Less | Compare::LessOrEqual => *b,
        _ => return of_code(p, from, VALUES),
    };
    let written =
        |op: &&Op| matches!(op, Op::CountStuff { d, .. } | Op::LoadOf { d, .. } | Op::Value { d, .. } if *d == more);
    let read_again = |op: &Op| match *op {
        Op::CountStuff { of, .. } | Op::LoadOf { of, .. } => of == more,
        Op::Value { args, value, .. } => {
            let params = p.values.get(usize::from(value)).map_or(0, |info| info.params);
            (args..args.saturating_add(params)).contains(&more)
        }
        _ => true,
    };
    if ops.iter().filter(written).count() > 1 || ops.iter().any(read_again) {
        return of_code(p, from, VALUES);
    }
    let mut reads = Changed::NOTHING;
    for r in [*a, *b] {
        reads |= if r == more && r != ROUND { operand(p, r).if_risen() } else { operand(p, r) };
    }
    for op in ops {
        reads |= match *op {
            Op::CountStuff { d, of, .. } | Op::LoadOf { d, of, .. } if d == more => {
                of_op(p, op, VALUES).if_risen() | operand(p, of)
            }
            _ => of_op(p, op, VALUES),
        };
    }
    reads
}

/// What pure code from a place on looks at. It is compiled in one piece, so it ends with the last place that it goes to.
fn of_code(p: &Program, from: Pc, values: u8) -> Changed {
    let mut reads = Changed::NOTHING;
    let mut end = from;
    for (pc, op) in p.ops.iter().enumerate().skip(from as usize) {
        reads |= of_op(p, op, values);
        if let Some(to) = super::compact::jump(&mut { *op }) {
            end = end.max(*to);
        }
        if reads == Changed::ALL || (matches!(op, Op::Yield { .. } | Op::YieldCompare { .. }) && pc as Pc >= end) {
            break;
        }
    }
    reads
}

fn of_op(p: &Program, op: &Op, values: u8) -> Changed {
    match *op {
        Op::Const { .. } | Op::Me { .. } | Op::This { .. } | Op::ConstList { .. } | Op::NewList { .. } => {
            Changed::NOTHING
        }
        Op::EndList { .. } | Op::Mark { .. } | Op::Release { .. } | Op::Jump { .. } => Changed::NOTHING,
        Op::Copy { s, .. } | Op::Not { s, .. } | Op::Push { s } | Op::Yield { s } => operand(p, s),
        Op::JumpIf { s, .. } | Op::JumpIfNot { s, .. } | Op::JumpIfNone { s, .. } => operand(p, s),
        Op::Compare { a, b, .. }
        | Op::Arithmetic { a, b, .. }
        | Op::JumpCompare { a, b, .. }
        | Op::YieldCompare { a, b, .. } => operand(p, a) | operand(p, b),
        Op::Next { list, .. } | Op::Each { list, .. } | Op::Again { list, .. } | Op::Count { list, .. } => {
            operand(p, list)
        }
        Op::Load { slot, .. } => slot_read(p, slot),
        Op::LoadOf { of, first, .. } | Op::LoadEnum { of, first, .. } => operand(p, of) | slot_read(p, first),
        Op::Place { of, .. } => operand(p, of),
        Op::CardsOf { of, .. } | Op::CountCardsOf { of, .. } => operand(p, of) | Changed::CARDS,
        Op::Cards { place, .. } | Op::CountCards { place, .. } => operand(p, place) | Changed::CARDS,
        Op::FilterTest { list, test, r, .. }
        | Op::AnyTest { list, test, r, .. }
        | Op::EveryTest { list, test, r, .. }
        | Op::CountTest { list, test, r, .. }
        | Op::JumpAny { list, test, r, .. } => operand(p, list) | operand(p, r) | of_test(p, test),
        Op::IsEmpty { list, .. } => operand(p, list),
        Op::Attribute { of, .. } => operand(p, of) | Changed::CARDS,
        Op::JumpIfUp { card, .. } => operand(p, card) | Changed::ALL,
        Op::CountStuff { sorts, of, .. } => {
            let slots = p.counted_sorts.get(usize::from(sorts)).map_or(&[][..], |slots| slots);
            slots.iter().fold(operand(p, of), |all, slot| all | slot_read(p, *slot))
        }
        Op::BundleAt { group, of, .. } => {
            let members = p.nouns.stuff_groups.get(usize::from(group)).map_or(&[][..], |g| &g.members);
            let states = members.iter().filter_map(|stuff| p.nouns.stuff.get(stuff.index())).flat_map(|s| &s.on);
            states.fold(operand(p, of), |all, (_, state)| all | Changed::state(*state))
        }
        Op::Call { f: Function::BundleCount, a, .. } => operand(p, a),
        Op::Value { value, .. } => of_value(p, ValueId(value), values),
        _ => Changed::ALL,
    }
}

/// What a simple test looks at.
fn of_test(p: &Program, test: u16) -> Changed {
    match p.tests.get(usize::from(test)).map(|test| test.read) {
        Some(Read::Itself) => Changed::NOTHING,
        Some(Read::Slot(first)) => slot_read(p, first),
        Some(Read::Attribute(_) | Read::TopCard(..) | Read::IsKind(_) | Read::IsDesign(_) | Read::Has(_)) => {
            Changed::CARDS
        }
        Some(Read::Both(first, second)) => of_test(p, first) | of_test(p, second),
        Some(Read::Owner) | None => Changed::ALL,
    }
}

/// A value, and all that may modify it.
fn of_value(p: &Program, value: ValueId, values: u8) -> Changed {
    let (Some(info), Some(values)) = (p.values.get(value.index()), values.checked_sub(1)) else { return Changed::ALL };
    let mut reads = of_code(p, info.base, values) | bearers(&info.modifiers);
    for pc in [info.at_least, info.at_most].into_iter().flatten() {
        reads |= of_code(p, pc, values);
    }
    let modifiers = info.modifiers.rules.iter().chain(info.modifiers.designs.iter().map(|(_, hook)| hook));
    for hook in modifiers {
        let Some(hook) = p.hooks.get(hook.index()) else { return Changed::ALL };
        reads |= of_code(p, hook.code, values);
        reads |= hook.cond.map_or(Changed::NOTHING, |cond| of_code(p, cond, values));
        if hook.limit.is_some() || hook.by.is_some() {
            return Changed::ALL;
        }
    }
    reads
}

/// A register, constant or place is what it is; a state of the game or of the doer is looked at, and a card on top.
fn operand(p: &Program, r: R) -> Changed {
    match r {
        FIRST_SLOT..FIRST_OWN_SLOT => slot_read(p, u32::from(r - FIRST_SLOT)),
        FIRST_OWN_SLOT..FIRST_OWN_PLACE => slot_read(p, u32::from(r - FIRST_OWN_SLOT)),
        FIRST_OWN_TOP..ME => Changed::CARDS,
        ROUND | LASTING => Changed::ALL,
        _ => Changed::NOTHING,
    }
}

/// The state that a slot belongs to; all else may have any reason to change.
fn slot_read(p: &Program, slot: u32) -> Changed {
    let owner = p.nouns.states.iter().position(|s| (s.first_slot..s.first_slot + s.len).contains(&slot));
    owner.map_or(Changed::ALL, |state| Changed::state(StateId::from_index(state)))
}

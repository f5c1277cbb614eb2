//! Ops again, as they are done where nobody watches: with the slots of states, numbers and bounds that are known beforehand.

use super::compact::jump;
use crate::ids::StateId;
use crate::program::PlainOffer;
use crate::program::changed::Changed;
use crate::program::nouns::{Class, Word};
use crate::program::op::{FIRST_OWN_PLACE, FIRST_OWN_SLOT, FIRST_SLOT, ME, NO_REG, Op, Pc, R};
use crate::program::reg::Reg;
use crate::program::{Program, QuickState};
use crate::vocabulary::Compare;

/// Writes the swift form of all ops, when everything else is known.
pub(crate) fn write(p: &mut Program) {
    // What is only told is passed by.
    let untold: Vec<Op> = p.ops.iter().map(|op| past_told(p, *op)).collect();
    let swift = |at: usize| {
        let ops = untold.get(at..).unwrap_or(&[]);
        joined(p, at, ops).or_else(|| swift(p, ops.first()?)).or(ops.first().copied())
    };
    p.swift = (0..p.ops.len()).filter_map(swift).collect();
}

/// The op, going on behind what does nothing where nobody watches.
fn past_told(p: &Program, mut op: Op) -> Op {
    if let Some(to) = jump(&mut op)
        && let Some(Op::NotSo { to: behind }) = p.ops.get(*to as usize)
    {
        *to = *behind;
    }
    op
}

/// Ops that are done as one, where nobody reads what the first of them hand on. Whoever jumps between them finds them as
/// they are.
fn joined(p: &Program, at: usize, ops: &[Op]) -> Option<Op> {
    let unread = |d: R, behind: usize| p.live.get(at + behind).is_some_and(|live| !live.has(d));
    match *ops {
        [Op::SetDoer { d, s, to }, Op::Gain { state, amount, on, lose }, Op::RestoreDoer { s: saved }, ..]
            if d == saved && to as usize == at + 3 && unread(d, 3) && stays_for_others(amount) =>
        {
            let info = p.quick_states.get(usize::from(state)).filter(|info| info.gains && info.on == Class::Actor)?;
            matches!(on, NO_REG | ME).then_some(Op::GainFor { lose, amount, state, who: s, first: info.first, to })
        }
        [Op::Lookup { d, index, list }, Op::Set { state, of: NO_REG, s }, ..] if s == d && unread(d, 2) => {
            let info = p.quick_states.get(usize::from(state)).filter(|info| info.sets && info.on == Class::Game)?;
            Some(Op::SetBeside { index, list: u16::try_from(list).ok()?, state, slot: info.first })
        }
        [Op::Lookup { d: beside, index, list }, Op::LoadOf { d, of, first }, ..] if of == beside => {
            Some(Op::LoadBeside { beside, d, index, list: u16::try_from(list).ok()?, first })
        }
        _ => None,
    }
}

/// Whether an operand is the same whoever the doer is.
fn stays_for_others(r: R) -> bool {
    r < FIRST_OWN_SLOT
}

fn swift(p: &Program, op: &Op) -> Option<Op> {
    match *op {
        Op::Gain { state, amount, on, lose } => gain(p, state, amount, on, lose),
        Op::Set { state, of, s } => set(p, state, of, s),
        Op::JumpCompare { how, when, a, b, to } => {
            within(p, a, how, b, when, to).or_else(|| within(p, b, how.turned(), a, when, to))
        }
        Op::Offer { offer, .. } => {
            let plain = p.offers.get(usize::from(offer)).is_some_and(|info| info.plain != PlainOffer::No);
            plain.then_some(Op::OfferPlainly { offer })
        }
        Op::JumpIf { s, to } => jump_within(s, (1, 0), true, to),
        Op::JumpIfNot { s, to } => jump_within(s, (1, 0), false, to),
        _ => None,
    }
}

fn gain(p: &Program, state: u16, amount: R, on: R, lose: bool) -> Option<Op> {
    let info = p.quick_states.get(usize::from(state)).filter(|info| info.gains)?;
    let (own, slot) = bearer(p, info, on)?;
    let Some(number) = p.constant(amount) else { return Some(Op::GainBy { own, lose, amount, state, slot }) };
    // What is gained is never less than nothing; of nothing nobody hears.
    let by = i16::try_from(number).ok().filter(|by| *by > 0)?;
    Some(Op::GainAt { own, by: if lose { -by } else { by }, state, slot })
}

fn set(p: &Program, state: u16, of: R, s: R) -> Option<Op> {
    let info = p.quick_states.get(usize::from(state)).filter(|info| info.sets)?;
    let (own, slot) = bearer(p, info, of)?;
    match p.constant(s) {
        Some(value) => {
            let v = Word::try_from(value).ok()?.max(info.min).min(info.max);
            Some(Op::SetAt { own, bit: Changed::bit(StateId(state)), slot, v })
        }
        None => Some(Op::SetTo { own, s, state, slot }),
    }
}

/// The slot of a state, or the first one where it is the doer's, which comes with that.
fn bearer(p: &Program, info: &QuickState, bearer: R) -> Option<(bool, u32)> {
    match (info.on, bearer) {
        (Class::Game, NO_REG) => Some((false, info.first)),
        (Class::Actor, NO_REG | ME) => Some((true, info.first)),
        (Class::Game, _) => None,
        _ => {
            let number = u32::try_from(p.constant(bearer)?).ok().filter(|number| *number < info.len)?;
            Some((false, info.first + number))
        }
    }
}

/// A jump by how a slot compares with a number.
fn within(p: &Program, a: R, how: Compare, b: R, when: bool, to: Pc) -> Option<Op> {
    // What is absent is the smallest word, and compares with nothing.
    let (least, most) = (Reg::from(Word::MIN) + 1, Reg::from(Word::MAX));
    let b = p.constant(b).filter(|b| (least..=most).contains(b))?;
    let (low, high) = match how {
        Compare::Is => (b, b),
        Compare::Less => (least, b - 1),
        Compare::LessOrEqual => (least, b),
        Compare::More => (b + 1, most),
        Compare::MoreOrEqual => (b, most),
        Compare::IsNot => return None,
    };
    let (low, more) = (Word::try_from(low).ok()?, u32::try_from(high - low).ok()?);
    jump_within(a, (low, more), when, to)
}

fn jump_within(a: R, (low, more): (Word, u32), when: bool, to: Pc) -> Option<Op> {
    if (FIRST_SLOT..FIRST_OWN_SLOT).contains(&a) {
        Some(Op::JumpWithin { when, slot: a - FIRST_SLOT, low, more, to })
    } else if (FIRST_OWN_SLOT..FIRST_OWN_PLACE).contains(&a) {
        Some(Op::JumpOwnWithin { when, slot: a - FIRST_OWN_SLOT, low, more, to })
    } else {
        None
    }
}

//! Values and rules that need no code as long as nothing modifies them, and sets that anybody can list or that lie in one
//! place, told from their code.

use std::collections::BTreeMap;

use crate::ids::*;
use crate::program::asks::{Beside, Certainty, Plain, PlainRead, PlainRule, PlainYield, RuleNumber};
use crate::program::nouns::{Word, ZoneOrder};
use crate::program::op::{FIRST_CONSTANT, FIRST_OWN_PLACE, FIRST_OWN_TOP, ME, NO_REG, Op, Pc, R};
use crate::program::reg::{NONE, Reg, word};
use crate::program::{CERTAINLY, HookIndex, Members, PileOf, PileOwner, PilePart, Program, ValueInfo};
use crate::vocabulary::{Compare, End, Function};

/// Notes it for each value.
pub(crate) fn of_values(p: &mut Program) {
    let plain: Vec<Option<Plain>> = p.values.iter().map(|info| of_value(p, info)).collect();
    for (info, plain) in p.values.iter_mut().zip(plain) {
        info.plain = plain;
    }
}

/// Notes for each option of an offer whether its set can be listed whatever is known of the cards, and whether it is of one
/// place.
pub(crate) fn of_options(p: &mut Program) {
    let mut offers = std::mem::take(&mut p.offers);
    for option in offers.iter_mut().flat_map(|offer| &mut offer.options) {
        let set = option.each.and_then(|(set, _)| p.ops.get(set as usize..)).unwrap_or(&[]);
        option.open = is_open(set);
        option.pile = pile_of(p, set)
            .filter(|_| matches!(option.members, Members::CardsOfPlace { .. }))
            .or_else(|| opponents_piles(p, set).filter(|_| option.members == Members::Cards));
        for ask in &mut option.asks {
            ask.plain = of_code(p, ask.code);
        }
        for yields in [&mut option.needs, &mut option.rest].into_iter().flatten() {
            yields.plain = of_code(p, yields.code);
        }
        option.parts = parts(p, set).filter(|_| option.members == Members::Cards).unwrap_or_default();
    }
    p.offers = offers;
}

/// Notes what is asked at places from which nothing can fail.
pub(crate) fn of_certain(p: &mut Program) {
    let mut places = std::mem::take(&mut p.certain);
    for yields in places.iter_mut().filter_map(|certain| certain.code.as_mut()) {
        yields.plain = of_code(p, yields.code);
    }
    p.certain = places;
}

/// What short code comes to.
fn of_code(p: &Program, code: Pc) -> Option<PlainYield> {
    let stays = |r: R| r >= FIRST_CONSTANT;
    let yields = |to: Pc, number: Reg| match p.ops.get(to as usize) {
        Some(Op::Yield { s }) => p.constant(*s) == Some(number),
        _ => false,
    };
    let is = |r: R, number: Reg| p.constant(r) == Some(number);
    let ops = p.ops.get(code as usize..).filter(|_| code != 0)?;
    let next = code + 1;
    match *ops {
        [Op::YieldCompare { how, a, b }, ..] if stays(a) && stays(b) => Some(PlainYield::Compares(how, a, b)),
        [Op::Lookup { d, index, list }, Op::LoadOf { d: has, of, first }, Op::YieldCompare { how, a, b }, ..]
            if of == d && stays(index) =>
        {
            let beside = Beside { index, list, first };
            match (a, b) {
                (with, found) if found == has && stays(with) => Some(PlainYield::ComparesBeside(how, with, beside)),
                (found, with) if found == has && stays(with) => {
                    Some(PlainYield::ComparesBeside(how.turned(), with, beside))
                }
                _ => None,
            }
        }
        [Op::CountCardsOf { d, zone, of: ME }, Op::YieldCompare { how, a, b }, ..] if a == d && stays(b) => {
            let zone = p.nouns.zones.get(usize::from(zone))?;
            let place = FIRST_OWN_PLACE.checked_add(zone.first_place.0).filter(|place| *place < FIRST_OWN_TOP)?;
            Some(PlainYield::Counts(how, place, b))
        }
        [Op::CountCards { d, place }, Op::YieldCompare { how, a, b }, ..] if a == d && stays(place) && stays(b) => {
            Some(PlainYield::Counts(how, place, b))
        }
        [Op::CanPayMix { d, group, amount }, Op::JumpIfNot { s, to }, ..]
            if s == d && stays(amount) && yields(next + 1, 1) && yields(to, 0) =>
        {
            Some(PlainYield::PaysMix(StuffGroupId(group), amount))
        }
        [Op::IsCertain { d, s, ability, place, asks }, ref behind @ ..] => {
            let certainty = Certainty { of: s, ability: AbilityId(ability), place, asks };
            match *behind {
                [Op::YieldCompare { how: Compare::Is, a, b }, ..] if a == d && is(b, CERTAINLY) => {
                    Some(PlainYield::IsCertain(certainty))
                }
                [
                    Op::JumpCompare { how: Compare::Is, when: true, a, b: no, to: fails },
                    Op::JumpCompare { how: Compare::Is, when: false, a: again, b: yes, to: doubt },
                    ..,
                ] if a == d
                    && again == d
                    && is(no, 0)
                    && is(yes, CERTAINLY)
                    && yields(next + 2, CERTAINLY)
                    && yields(doubt, 1)
                    && yields(fails, 0) =>
                {
                    Some(PlainYield::Certainty(certainty))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// The cards of one place that code lists.
fn pile_of(p: &Program, ops: &[Op]) -> Option<PileOf> {
    let (first, of, listed) = match *ops.first()? {
        Op::Cards { d, place } => (0, place, d),
        Op::CardsOf { d, zone, of } => (p.nouns.zones.get(usize::from(zone))?.first_place.0, of, d),
        _ => return None,
    };
    match *ops.get(1..)? {
        [Op::Yield { s }, ..] if s == listed => Some(PileOf { first, of: PileOwner::One(of), test: None }),
        [Op::FilterTest { d, list, test, r }, Op::Yield { s }, ..] if list == listed && s == d => {
            let test = *p.tests.get(usize::from(test)).filter(|test| test.read.is_of_look())?;
            Some(PileOf { first, of: PileOwner::One(of), test: Some((test, r)) })
        }
        _ => None,
    }
}

/// Whether code up to the first word that it yields reads no card.
fn is_open(ops: &[Op]) -> bool {
    let reads_none = |op: &&Op| {
        matches!(
            op,
            Op::Cards { .. }
                | Op::CardsOf { .. }
                | Op::Place { .. }
                | Op::PushCards { .. }
                | Op::NewList { .. }
                | Op::EndList { .. }
                | Op::Each { .. }
                | Op::Next { .. }
                | Op::Again { .. }
                | Op::Call { f: Function::Players | Function::Opponents | Function::TurnOrder, .. }
        )
    };
    matches!(ops.iter().find(|op| !reads_none(op)), Some(Op::Yield { .. }))
}

/// What a register holds while code lists cards of several places.
enum Listed {
    Top(PlaceId),
    List(Vec<PilePart>),
}

/// The places whose cards, or cards on top, code lists: all different, and either in an order or always seen by all.
fn parts(p: &Program, ops: &[Op]) -> Option<Vec<PilePart>> {
    let place = |r: R| Some(PlaceId(u16::try_from(p.constant(r)?).ok()?));
    let (mut held, mut built): (BTreeMap<R, Listed>, Option<Vec<PilePart>>) = (BTreeMap::new(), None);
    for op in ops {
        match *op {
            Op::Ends { d, end: End::Top, count: NO_REG, place: of } => {
                held.insert(d, Listed::Top(place(of)?));
            }
            Op::Cards { d, place: of } => {
                held.insert(d, Listed::List(vec![PilePart { place: place(of)?, top: false }]));
            }
            Op::NewList { .. } if built.is_none() => built = Some(Vec::new()),
            Op::PushCards { place: of } => built.as_mut()?.push(PilePart { place: place(of)?, top: false }),
            Op::Push { s } => {
                let Some(Listed::Top(place)) = held.get(&s) else { return None };
                built.as_mut()?.push(PilePart { place: *place, top: true });
            }
            Op::EndList { d } => {
                held.insert(d, Listed::List(built.take()?));
            }
            Op::Union { d, a, b } => {
                let (Some(Listed::List(mut all)), Some(Listed::List(more))) = (held.remove(&a), held.remove(&b)) else {
                    return None;
                };
                all.extend(more);
                held.insert(d, Listed::List(all));
            }
            Op::Yield { s } => {
                let Some(Listed::List(parts)) = held.remove(&s) else { return None };
                return Some(parts).filter(|parts| are_plain(p, parts));
            }
            _ => return None,
        }
    }
    None
}

fn are_plain(p: &Program, parts: &[PilePart]) -> bool {
    let differs = |(i, part): (usize, &PilePart)| !parts.iter().take(i).any(|other| other.place == part.place);
    let in_order = |part: &PilePart| {
        let place = p.places.get(part.place.index());
        place.is_some_and(|place| place.order == ZoneOrder::Pile || (!part.top && place.sight == u32::MAX))
    };
    parts.iter().enumerate().all(differs) && parts.iter().all(in_order)
}

/// The cards of a zone of all opponents that code lists.
fn opponents_piles(p: &Program, ops: &[Op]) -> Option<PileOf> {
    let [
        Op::Call { f: Function::Opponents, d: owners, a: ME, .. },
        Op::NewList { d: listed },
        Op::Each { item, list, .. },
        Op::Next { .. },
        Op::Place { d: place, zone, of },
        Op::PushCards { place: pushed },
        Op::Again { .. },
        Op::EndList { d: ended },
        Op::Yield { s },
        ..,
    ] = ops
    else {
        return None;
    };
    let first = p.nouns.zones.get(usize::from(*zone))?.first_place.0;
    let all = owners == list && item == of && place == pushed && listed == ended && listed == s;
    all.then_some(PileOf { first, of: PileOwner::Opponents, test: None })
}

fn of_value(p: &Program, info: &ValueInfo) -> Option<Plain> {
    if info.list {
        return None;
    }
    let read = match p.ops.get(info.base as usize..)? {
        [Op::Yield { s }, ..] => PlainRead::Number(p.constant(*s)?),
        [Op::Attribute { d, of, attribute }, Op::Yield { s }, ..] if d == s && *of < info.params => {
            PlainRead::Attribute(*of, *attribute)
        }
        [Op::Lookup { d, index, list }, Op::Yield { s }, ..] if d == s && *index < info.params => {
            PlainRead::Lookup(*index, *list)
        }
        _ => return None,
    };
    // A bound that is absent bounds nothing.
    let bound = |pc: Option<Pc>, none: Word| match pc {
        None => Some(none),
        Some(pc) => match p.ops.get(pc as usize) {
            Some(Op::Yield { s }) => p.constant(*s).map(|number| if number == NONE { none } else { word(number) }),
            _ => None,
        },
    };
    Some(Plain { read, at_least: bound(info.at_least, Word::MIN)?, at_most: bound(info.at_most, Word::MAX)? })
}

/// Notes for each rule that always holds how it is known to be at rest.
pub(crate) fn of_rules(p: &mut Program) {
    p.always_plain = p.always.iter().zip(&p.always_index).map(|(id, index)| of_rule(p, *id, index)).collect();
}

fn of_rule(p: &Program, id: HookId, index: &HookIndex) -> Option<PlainRule> {
    let info = p.hooks.get(id.index()).filter(|_| index.designs.is_empty() && index.lasting.is_empty())?;
    let (set, local) = info.each?;
    let Some(Op::Yield { s: members }) = p.ops.get(set as usize) else { return None };
    let (have, behind) = p.ops.get(info.cond? as usize..)?.split_first()?;
    let (had, slots) = match have {
        Op::CountStuff { d, sorts, of } if *of == local => (*d, p.counted_sorts.get(usize::from(*sorts))?.clone()),
        Op::LoadOf { d, of, first } if *of == local => (*d, vec![*first]),
        _ => return None,
    };
    let (how, with) = match behind {
        [Op::YieldCompare { how, a, b }, ..] if *a == had => (*how, RuleNumber::Number(p.constant(*b)?)),
        [Op::Value { d, value, .. }, Op::YieldCompare { how, a, b }, ..] if *a == had && b == d && a != b => {
            (*how, RuleNumber::Value(ValueId(*value)))
        }
        _ => return None,
    };
    Some(PlainRule { members: p.constant(*members)?, slots, how, with })
}

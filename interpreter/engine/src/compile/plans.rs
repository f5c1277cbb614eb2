//! Which options can be asked about in one go, told when all code and all hooks are known.

use crate::ids::*;
use crate::program::asks::{Amount, Ask, AskHow, PlainRead};
use crate::program::nouns::{Class, KindSet, StateKind, Word};
use crate::program::op::{FIRST_CONSTANT, FIRST_OWN_PLACE, FIRST_OWN_TOP, FIRST_SLOT, ME, NO_REG, Op, Pc, R};
use crate::program::plans::{About, OfDoer, OptionPlan, Paid, Price, Print, Purse};
use crate::program::reg::{NONE, Reg};
use crate::program::{ActionInfo, Fallible, OptionInfo, PileOf, PileOwner, Program, Read, Test, TestHow};

/// Notes it for each option of an offer.
pub(crate) fn of_options(p: &mut Program) {
    let mut offers = std::mem::take(&mut p.offers);
    for option in offers.iter_mut().flat_map(|offer| &mut offer.options) {
        option.plan = plan(p, option);
    }
    p.offers = offers;
}

fn plan(p: &Program, option: &OptionInfo) -> Option<OptionPlan> {
    let about = match (&option.each, &option.pile) {
        (None, _) => About::Nothing,
        (Some(_), Some(pile)) => about(p, pile)?,
        (Some(_), None) if !option.parts.is_empty() => About::Parts,
        (Some(_), None) => return None,
    };
    let plan = OptionPlan {
        about,
        only_about: true,
        action: None,
        settled: false,
        kinds: None,
        pays: None,
        price: None,
        parts: option.parts.clone(),
        counted: None,
        doer: Vec::new(),
        runs: None,
    };
    if option.needs.is_some() {
        return None;
    }
    let Some((action, code, first)) = option.action else {
        return (about == About::Nothing && !option.probed).then_some(OptionPlan { only_about: false, ..plan });
    };
    let info = p.actions.get(action.index())?;
    let argument = match option.each {
        Some((_, member)) => member == first && code.is_none() && info.params == 1,
        None => info.params == 0 && code.is_none(),
    };
    let whole = if argument { whole(p, option, info, plan.clone()) } else { None };
    let looked_at = !info.forbid.is_empty() || info.limit.is_some();
    match whole {
        Some(whole) => Some(OptionPlan { action: looked_at.then_some(action), only_about: false, ..whole }),
        None => (!matches!(about, About::Nothing | About::Parts)).then_some(plan),
    }
}

/// Where the cards lie that an option is about.
fn about(p: &Program, pile: &PileOf) -> Option<About> {
    match pile.of {
        PileOwner::Opponents => Some(About::Opponents(pile.first)),
        PileOwner::One(ME) => Some(About::Own(pile.first)),
        PileOwner::One(r @ FIRST_OWN_PLACE..FIRST_OWN_TOP) if pile.first == 0 => Some(About::Own(r - FIRST_OWN_PLACE)),
        PileOwner::One(r @ FIRST_CONSTANT..FIRST_SLOT) => {
            let place = u16::try_from(constant(p, r)?).ok()?.checked_add(pile.first)?;
            Some(About::Place(PlaceId(place)))
        }
        PileOwner::One(_) => None,
    }
}

/// The plan with all that decides whether the action of an option can be done.
fn whole(p: &Program, option: &OptionInfo, info: &ActionInfo, mut plan: OptionPlan) -> Option<OptionPlan> {
    if matches!(plan.about, About::Opponents(_)) || !info.instead.is_empty() {
        return None;
    }
    let guarded = match info.fallible {
        Fallible::Never => false,
        Fallible::Guard(_) => true,
        Fallible::Settled(_) => {
            plan.settled = true;
            true
        }
        Fallible::Probe(_) => return None,
    };
    if let Some((_, kinds)) = info.param_kinds.first().filter(|_| !option.certain) {
        plan.kinds = Some(*kinds);
    }
    match option.pile.as_ref().and_then(|pile| pile.test) {
        None => {}
        Some((Test { read: Read::IsKind(kinds), how: TestHow::Yes }, _)) => {
            plan.kinds = Some(KindSet(kinds.0 & plan.kinds.map_or(u64::MAX, |kinds| kinds.0)));
        }
        Some(_) => return None,
    }
    if guarded && option.asks.is_empty() {
        return None;
    }
    for ask in option.asks.iter().filter(|_| guarded) {
        let (state, amount) = match ask.how {
            AskHow::Pays(state, amount) => (state, amount),
            // What turns on a card that the doer does not know is asked last: then nothing else speaks against it.
            AskHow::Compares(how, amount, code) if plan.about == About::Parts && is_last(option, ask) => {
                plan.counted = Some((print(p, amount)?, how, counted(p, code)?));
                continue;
            }
            AskHow::Runs(ability) if !matches!(plan.about, About::Nothing | About::Parts) && is_last(option, ask) => {
                plan.runs = Some((ability, registers(p, ability)));
                continue;
            }
            _ => {
                plan.doer.push(of_doer(p, ask)?);
                continue;
            }
        };
        let purse = purse(p, state)?;
        let place = match amount {
            Amount::Number(amount) => plan.pays.is_none().then(|| plan.pays = Some(Paid { purse, amount })),
            _ => plan.price.is_none().then_some(plan.price = Some(Price { purse, print: print(p, amount)? })),
        };
        place?;
    }
    Some(plan).filter(|plan| plan.about != About::Parts || plan.price.is_none())
}

/// A condition about nobody but the doer that needs no code.
fn of_doer(p: &Program, ask: &Ask) -> Option<OfDoer> {
    if let AskHow::OfDoer(test, with) = ask.how {
        let Test { read: Read::Slot(first), how } = *p.tests.get(usize::from(test))? else { return None };
        let with = if with == NO_REG { NONE } else { constant(p, with)? };
        return Some(OfDoer::Passes(first, how, with));
    }
    let ops = p.ops.get(ask.code as usize..).filter(|_| matches!(ask.how, AskHow::Each | AskHow::Once))?;
    let [Op::CountCardsOf { d, zone, of: ME }, Op::JumpCompare { how, when, a, b, to }, Op::Yield { s }, ..] = *ops
    else {
        return None;
    };
    let Some(Op::Yield { s: otherwise }) = p.ops.get(to as usize) else { return None };
    let told = a == d && constant(p, s) == Some(1) && constant(p, *otherwise) == Some(0);
    let first = p.nouns.zones.get(usize::from(zone)).filter(|_| told)?.first_place.0;
    Some(OfDoer::Counts(first, how, constant(p, b)?, !when))
}

fn constant(p: &Program, r: R) -> Option<Reg> {
    let at = r.checked_sub(FIRST_CONSTANT).filter(|_| r < FIRST_SLOT)?;
    p.constants.get(usize::from(at)).copied()
}

/// The registers that the guard of an ability takes, whoever bears it.
fn registers(p: &Program, ability: AbilityId) -> u16 {
    let bearers = (0..p.nouns.designs.len()).filter_map(|design| p.ability(DesignId::from_index(design), ability));
    bearers.map(|info| info.registers).max().unwrap_or(0)
}

/// What a doer has of a counter.
fn purse(p: &Program, state: StateId) -> Option<Purse> {
    let def = p.nouns.states.get(state.index()).filter(|def| def.on == Class::Actor)?;
    let StateKind::Counter { min, .. } = def.kind else { return None };
    Some(Purse { first_slot: def.first_slot, stays: min.max(0) })
}

fn is_last(option: &OptionInfo, ask: &Ask) -> bool {
    option.asks.last() == Some(ask)
}

/// The place whose cards code counts.
fn counted(p: &Program, code: Pc) -> Option<PlaceId> {
    match *p.ops.get(code as usize..)? {
        [Op::CountCards { d, place }, Op::Yield { s }, ..] if s == d => {
            Some(PlaceId(u16::try_from(constant(p, place)?).ok()?))
        }
        _ => None,
    }
}

/// What stands on a card as an amount.
fn print(p: &Program, amount: Amount) -> Option<Print> {
    match amount {
        Amount::Number(_) => None,
        Amount::Attribute(attribute) => Some(Print { attribute, at_least: Word::MIN, at_most: Word::MAX, value: None }),
        Amount::Value(value, member) | Amount::OfDoerAnd(value, member) => {
            let plain = p.values.get(value.index())?.plain?;
            match plain.read {
                PlainRead::Attribute(param, attribute) if param == member && plain.at_least <= plain.at_most => {
                    let (at_least, at_most) = (plain.at_least, plain.at_most);
                    Some(Print { attribute, at_least, at_most, value: Some(value) })
                }
                _ => None,
            }
        }
    }
}

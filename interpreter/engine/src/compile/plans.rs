//! Which options can be asked about in one go, told when all code and all hooks are known.

use crate::ids::*;
use crate::program::asks::{Amount, AskHow, PlainRead};
use crate::program::nouns::{Class, KindSet, StateKind, Word};
use crate::program::op::{FIRST_CONSTANT, FIRST_OWN_PLACE, FIRST_SLOT, ME};
use crate::program::plans::{About, OptionPlan, Paid, Price, Purse};
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
        (Some(_), None) => return None,
    };
    let plan =
        OptionPlan { about, only_about: true, action: None, settled: false, kinds: None, pays: None, price: None };
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
        None => (about != About::Nothing).then_some(plan),
    }
}

/// Where the cards lie that an option is about.
fn about(p: &Program, pile: &PileOf) -> Option<About> {
    let constant = |r: u16| p.constants.get(usize::from(r - FIRST_CONSTANT)).copied();
    match pile.of {
        PileOwner::Opponents => Some(About::Opponents(pile.first)),
        PileOwner::One(ME) => Some(About::Own(pile.first)),
        PileOwner::One(r @ FIRST_OWN_PLACE..ME) if pile.first == 0 => {
            Some(About::Own(p.nouns.zones.get(usize::from(r - FIRST_OWN_PLACE))?.first_place.0))
        }
        PileOwner::One(r @ FIRST_CONSTANT..FIRST_SLOT) => {
            let place = u16::try_from(constant(r)?).ok()?.checked_add(pile.first)?;
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
        let AskHow::Pays(state, amount) = ask.how else { return None };
        let purse = purse(p, state)?;
        let place = match amount {
            Amount::Number(amount) => plan.pays.is_none().then(|| plan.pays = Some(Paid { purse, amount })),
            _ => plan.price.is_none().then_some(plan.price = Some(price(p, purse, amount)?)),
        };
        place?;
    }
    Some(plan)
}

/// What a doer has of a counter.
fn purse(p: &Program, state: StateId) -> Option<Purse> {
    let def = p.nouns.states.get(state.index()).filter(|def| def.on == Class::Actor)?;
    let StateKind::Counter { min, .. } = def.kind else { return None };
    Some(Purse { first_slot: def.first_slot, stays: min.max(0) })
}

fn price(p: &Program, purse: Purse, amount: Amount) -> Option<Price> {
    match amount {
        Amount::Number(_) => None,
        Amount::Attribute(attribute) => {
            Some(Price { purse, attribute, at_least: Word::MIN, at_most: Word::MAX, value: None })
        }
        Amount::Value(value, member) | Amount::OfDoerAnd(value, member) => {
            let plain = p.values.get(value.index())?.plain?;
            match plain.read {
                PlainRead::Attribute(param, attribute) if param == member && plain.at_least <= plain.at_most => {
                    let (at_least, at_most) = (plain.at_least, plain.at_most);
                    Some(Price { purse, attribute, at_least, at_most, value: Some(value) })
                }
                _ => None,
            }
        }
    }
}

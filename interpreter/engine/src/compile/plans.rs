//! Which options can be asked about in one go, told when all code and all hooks are known.

use super::tallies;
use crate::ids::*;
use crate::program::asks::{Amount, Ask, AskHow, PlainRead, PlainYield, Yields};
use crate::program::nouns::{Class, KindSet, StateKind, Word};
use crate::program::op::{FIRST_CONSTANT, FIRST_OWN_PLACE, FIRST_OWN_TOP, FIRST_SLOT, ME, NO_REG, Op, Pc, R};
use crate::program::plans::{About, OfDesign, OfDoer, OptionPlan, Paid, PlainGuard, PlanTest, Price, Print, Purse};
use crate::program::reg::{NONE, Reg, list_parts};
use crate::program::{
    ActionInfo, Fallible, OptionInfo, PileOf, PileOwner, PilePart, PlaceInfo, PlainOffer, Program, Read, Test, TestHow,
};
use crate::vocabulary::Compare;

/// Notes it for each option of an offer.
pub(crate) fn of_options(p: &mut Program) {
    let mut offers = std::mem::take(&mut p.offers);
    let mut kept = 0;
    for option in offers.iter_mut().flat_map(|offer| &mut offer.options) {
        option.plan = plan(p, option);
        if let Some(OptionPlan { about: About::Place(place), heap, price: Some(_), tests, kept: number, .. }) =
            &mut option.plan
            && !*heap
            && tests.iter().all(|test| !matches!(test, PlanTest::Bears(..)))
        {
            *number = Some(kept);
            kept += 1;
            p.offered_places |= 1 << (place.0 % 64);
        }
    }
    for offer in &mut offers {
        offer.tallies = tallies::of_offer(p, offer);
        offer.passes = offer.options.iter().map(|option| option.pass).collect();
        offer.plain = match offer.options.iter().all(is_plain) {
            true if !offer.several && offer.options.iter().all(|option| option.needs.is_none()) => PlainOffer::Always,
            true if !offer.several => PlainOffer::Yes,
            _ => PlainOffer::No,
        };
    }
    p.offers = offers;
}

/// Whether an option of an offer is about nothing, and whether it is there is told without code and without a look at what
/// anybody knows.
fn is_plain(option: &OptionInfo) -> bool {
    let tells = |needs: Yields| {
        matches!(needs.plain, Some(PlainYield::Compares(..) | PlainYield::ComparesBeside(..) | PlainYield::Counts(..)))
    };
    let alone = option.each.is_none() && option.action.is_none() && option.limit.is_none() && option.pass.is_none();
    alone && !option.probed && option.needs.is_none_or(tells)
}

/// Notes it for each action that can be done exactly where a short condition holds.
pub(crate) fn of_actions(p: &mut Program) {
    let guards: Vec<Option<PlainGuard>> = p.actions.iter().map(|info| plain_guard(p, info)).collect();
    for (info, guard) in p.actions.iter_mut().zip(guards) {
        info.plain_guard = guard;
    }
}

fn plain_guard(p: &Program, info: &ActionInfo) -> Option<PlainGuard> {
    let Fallible::Guard(guard) = info.fallible else { return None };
    if !info.unheard || !info.param_kinds.is_empty() {
        return None;
    }
    let ops = p.ops.get(guard as usize..)?;
    if let Some(OfDoer::Counts(first, how, with, is)) = counts(p, ops) {
        return Some(PlainGuard::Counts(first, how, with, is));
    }
    let (first, attribute, found, rest) = down_or_prints(p, ops)?;
    match *rest {
        [Op::In { d, a, list }, Op::JumpIfNot { s, to }, Op::Yield { s: yes }, ..]
            if a == found && s == d && list < info.params && p.constant(yes) == Some(1) && yields(p, to, 0) =>
        {
            Some(PlainGuard::TopIn { first, attribute, list })
        }
        _ => None,
    }
}

fn plan(p: &Program, option: &OptionInfo) -> Option<OptionPlan> {
    let about = match (&option.each, &option.pile) {
        (None, _) => About::Nothing,
        (Some(_), Some(pile)) => about(p, pile)?,
        (Some(_), None) if !option.parts.is_empty() => About::Parts,
        (Some(_), None) => return None,
    };
    let heap = match about {
        About::Nothing | About::Parts => None,
        About::Place(PlaceId(first)) | About::Own(first) | About::Opponents(first) => p.places.get(usize::from(first)),
    };
    let plan = OptionPlan {
        about,
        heap: heap.is_some_and(PlaceInfo::is_heap) && !option.members.differ(),
        free: false,
        only_about: true,
        action: None,
        settled: false,
        tests: Vec::new(),
        designs: Vec::new(),
        bears: Vec::new(),
        doer: Vec::new(),
        pays: None,
        price: None,
        kept: None,
        counted: None,
        reckoned: None,
        runs: None,
    };
    if option.needs.is_some() {
        return None;
    }
    let Some((action, code, first)) = option.action else {
        return (about == About::Nothing && !option.probed).then_some(OptionPlan {
            only_about: false,
            free: true,
            ..plan
        });
    };
    let info = p.actions.get(action.index())?;
    let argument = match option.each {
        Some((_, member)) => member == first && code.is_none() && info.params == 1,
        None => info.params == 0 && code.is_none(),
    };
    let whole = if argument { whole(p, option, info, plan.clone()) } else { None };
    let looked_at = !info.forbid.is_empty() || info.limit.is_some();
    match whole {
        Some(whole) => {
            let asks = whole.pays.is_some() || !whole.doer.is_empty() || whole.runs.is_some();
            let free = !looked_at && !whole.settled && !asks;
            Some(OptionPlan { action: looked_at.then_some(action), only_about: false, free, ..whole })
        }
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
            let place = u16::try_from(fixed(p, r)?).ok()?.checked_add(pile.first)?;
            Some(About::Place(PlaceId(place)))
        }
        PileOwner::One(_) => None,
    }
}

/// Whether the doer sees all that ever lies where an option is about it, whoever that is.
fn is_seen(p: &Program, about: About, parts: &[PilePart]) -> bool {
    let seats = p.nouns.actors.iter().map(|actor| actor.seat.map_or(0, |seat| 1u32 << (seat.0 & 31)));
    let sight = |place: usize| {
        p.places.get(place).map_or(0, |place| place.sight & place.sight_of(true) & place.sight_of(false))
    };
    match about {
        About::Nothing => true,
        // What lies on top nobody has seen, or more is asked.
        About::Parts => parts.iter().all(|part| part.top || sight(part.place.index()) == u32::MAX),
        About::Place(place) => seats.into_iter().all(|seat| seat & !sight(place.index()) == 0),
        About::Own(first) => (usize::from(first)..).zip(seats).all(|(place, seat)| seat & !sight(place) == 0),
        About::Opponents(first) => {
            let all = seats.fold(0, |all, seat| all | seat);
            (usize::from(first)..).zip(&p.nouns.actors).all(|(place, _)| all & !sight(place) == 0)
        }
    }
}

/// The plan with all that decides whether the action of an option can be done.
fn whole(p: &Program, option: &OptionInfo, info: &ActionInfo, mut plan: OptionPlan) -> Option<OptionPlan> {
    if !info.instead.is_empty() || !is_seen(p, plan.about, &option.parts) {
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
        plan.tests.push(PlanTest::IsOf(*kinds));
    }
    if let Some((test, with)) = option.pile.as_ref().and_then(|pile| pile.test) {
        plan.tests.push(of_card(p, test, with)?);
    }
    if guarded && option.asks.is_empty() {
        return None;
    }
    for ask in option.asks.iter().filter(|_| guarded) {
        match ask.how {
            AskHow::Pays(state, Amount::Number(amount)) if plan.pays.is_none() => {
                plan.pays = Some(Paid { purse: purse(p, state)?, amount });
            }
            AskHow::Pays(state, amount) if plan.price.is_none() && plan.about != About::Parts => {
                plan.price = Some(Price { purse: purse(p, state)?, print: print(p, amount)? });
            }
            // What turns on a card that the doer does not know is asked last: then nothing else speaks against it.
            AskHow::Compares(how, amount, code) if plan.about == About::Parts && is_last(option, ask) => {
                plan.counted = Some((print(p, amount)?, how, counted(p, code)?));
                if let Amount::OfDoerAnd(value, param) = amount {
                    plan.reckoned = Some((value, param));
                }
            }
            _ if plan.about == About::Parts => plan.doer.push(of_doer(p, ask)?),
            AskHow::Runs(ability) if plan.about != About::Nothing && is_last(option, ask) => {
                plan.runs = Some((ability, registers(p, ability)));
            }
            AskHow::Has(ability) => plan.tests.push(PlanTest::Has(ability)),
            AskHow::Test(test, with) => plan.tests.push(of_card(p, *p.tests.get(usize::from(test))?, with)?),
            _ => plan.doer.push(of_doer(p, ask)?),
        }
    }
    plan.designs = designs(p, &plan);
    plan.bears = plan.tests.iter().copied().filter(|test| matches!(test, PlanTest::Bears(..))).collect();
    Some(plan)
}

/// What is left to ask of a card by its design; nothing where all of it turns on what cards bear.
fn designs(p: &Program, plan: &OptionPlan) -> Vec<OfDesign> {
    if plan.runs.is_none() && plan.tests.iter().all(|test| matches!(test, PlanTest::Bears(..))) {
        return Vec::new();
    }
    let of_design = |(design, kind): (usize, &KindSet)| {
        let design = DesignId::from_index(design);
        let passes = |test: &PlanTest| match *test {
            PlanTest::IsOf(kinds) => kinds.0 & kind.0 != 0,
            PlanTest::Has(ability) => p.ability(design, ability).is_some(),
            PlanTest::Bears(..) => true,
        };
        match plan.runs.map(|(ability, _)| p.ability(design, ability)) {
            _ if !plan.tests.iter().all(passes) => OfDesign::Never,
            None => OfDesign::Always,
            Some(None) => OfDesign::Never,
            Some(Some(info)) if info.limit.is_some() => OfDesign::Ability,
            Some(Some(info)) => match info.fallible {
                Fallible::Never => OfDesign::Always,
                Fallible::Guard(guard) | Fallible::Settled(guard) => top_fits(p, guard).unwrap_or(OfDesign::Ability),
                Fallible::Probe(_) => OfDesign::Ability,
            },
        }
    };
    p.kind_of.iter().enumerate().map(of_design).collect()
}

/// A guard that asks nothing but whether the card on top of a pile of the doer's lies face down, or has one of some numbers.
fn top_fits(p: &Program, guard: Pc) -> Option<OfDesign> {
    let (first, attribute, d, rest) = down_or_prints(p, p.ops.get(guard as usize..)?)?;
    let numbers = match *rest {
        [Op::YieldCompare { how: Compare::Is, a, b }, ..] if a == d => bit(p.constant(b)?)?,
        [Op::In { d: found, a, list }, Op::JumpIfNot { s, to }, ..]
            if a == d && s == found && yields(p, guard + 4, 1) && yields(p, to, 0) =>
        {
            let (start, len, true) = list_parts(p.constant(list)?) else { return None };
            let mut numbers = p.list_data.get(start..start + len)?.iter();
            numbers.try_fold(0, |bits, number| Some(bits | bit((*number).into())?))?
        }
        _ => return None,
    };
    (numbers != 0).then_some(OfDesign::TopFits { first, attribute, numbers })
}

/// Code that yields yes where the card on top of a pile of the doer's lies face down, and else reads an attribute of it: the
/// first place of the zone, the attribute, where it stands, and what follows.
fn down_or_prints<'p>(p: &'p Program, ops: &'p [Op]) -> Option<(u16, u16, R, &'p [Op])> {
    let [Op::JumpIfUp { when: false, card, to }, Op::Attribute { d, of, attribute }, ref rest @ ..] = *ops else {
        return None;
    };
    let first = card.checked_sub(FIRST_OWN_TOP).filter(|_| card == of && card < ME && yields(p, to, 1))?;
    Some((first, attribute, d, rest))
}

fn yields(p: &Program, to: Pc, number: Reg) -> bool {
    matches!(p.ops.get(to as usize), Some(Op::Yield { s }) if p.constant(*s) == Some(number))
}

/// A small number as a bit.
fn bit(number: Reg) -> Option<u64> {
    u32::try_from(number).ok().and_then(|number| 1u64.checked_shl(number))
}

fn is_last(option: &OptionInfo, ask: &Ask) -> bool {
    option.asks.last() == Some(ask)
}

/// A condition about nobody but the doer that needs no code.
fn of_doer(p: &Program, ask: &Ask) -> Option<OfDoer> {
    if let AskHow::OfDoer(test, with) = ask.how {
        let Test { read: Read::Slot(first), how } = *p.tests.get(usize::from(test))? else { return None };
        return Some(OfDoer::Passes(first, how, fixed(p, with)?));
    }
    counts(p, p.ops.get(ask.code as usize..).filter(|_| matches!(ask.how, AskHow::Each | AskHow::Once))?)
}

/// Code that compares how many cards lie in a place of the doer's.
fn counts(p: &Program, ops: &[Op]) -> Option<OfDoer> {
    let [Op::CountCardsOf { d, zone, of: ME }, Op::JumpCompare { how, when, a, b, to }, Op::Yield { s }, ..] = *ops
    else {
        return None;
    };
    let Some(Op::Yield { s: otherwise }) = p.ops.get(to as usize) else { return None };
    let told = a == d && fixed(p, s) == Some(1) && fixed(p, *otherwise) == Some(0);
    let first = p.nouns.zones.get(usize::from(zone)).filter(|_| told)?.first_place.0;
    Some(OfDoer::Counts(first, how, fixed(p, b)?, !when))
}

/// The place whose cards code counts.
fn counted(p: &Program, code: Pc) -> Option<PlaceId> {
    match *p.ops.get(code as usize..)? {
        [Op::CountCards { d, place }, Op::Yield { s }, ..] if s == d => {
            Some(PlaceId(u16::try_from(fixed(p, place)?).ok()?))
        }
        _ => None,
    }
}

/// The registers that the guard of an ability takes, whoever bears it.
fn registers(p: &Program, ability: AbilityId) -> u16 {
    let bearers = (0..p.nouns.designs.len()).filter_map(|design| p.ability(DesignId::from_index(design), ability));
    bearers.map(|info| info.registers).max().unwrap_or(0)
}

/// A test on a card that needs no more than what the card is or bears.
fn of_card(p: &Program, test: Test, with: R) -> Option<PlanTest> {
    match test {
        Test { read: Read::IsKind(kinds), how: TestHow::Yes } => Some(PlanTest::IsOf(kinds)),
        Test { read: Read::Slot(first), how } => Some(PlanTest::Bears(first, how, fixed(p, with)?)),
        _ => None,
    }
}

/// What stands in a register that never changes.
fn fixed(p: &Program, r: R) -> Option<Reg> {
    match r {
        NO_REG => Some(NONE),
        _ => p.constant(r),
    }
}

/// What a doer has of a counter.
fn purse(p: &Program, state: StateId) -> Option<Purse> {
    let def = p.nouns.states.get(state.index()).filter(|def| def.on == Class::Actor)?;
    let StateKind::Counter { min, .. } = def.kind else { return None };
    Some(Purse { first_slot: def.first_slot, stays: min.max(0) })
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
                    let modified = p.values.get(value.index()).is_some_and(|info| !info.modifiers.is_empty());
                    Some(Print { attribute, at_least, at_most, value: modified.then_some(value) })
                }
                _ => None,
            }
        }
    }
}

//! How it is told how many options of an offer there are of each name, for whoever need not see them all.

use crate::program::nouns::{ABSENT, KindSet, Word};
use crate::program::plans::{About, DesignTally, OfDesign, OptionPlan, PartsTally, PlanTest, Tally};
use crate::program::{OfferInfo, OptionInfo, PilePart, PlaceInfo, Program};

/// By option; nothing where that comes to listing all that they are about.
pub(super) fn of_offer(p: &Program, offer: &OfferInfo) -> Vec<Tally> {
    let tallies: Vec<Tally> = offer.options.iter().map(|option| of_option(p, option)).collect();
    let limited = offer.several || offer.options.iter().any(|option| option.limit.is_some());
    let saves = |tally: &Tally| matches!(tally, Tally::Designs(_) | Tally::Parts(_) | Tally::Priced { .. });
    if !limited && tallies.iter().any(saves) { tallies } else { Vec::new() }
}

fn of_option(p: &Program, option: &OptionInfo) -> Tally {
    let Some(plan) = &option.plan else { return Tally::Listed };
    match plan.about {
        About::Nothing if plan.free => Tally::Always,
        About::Nothing if plan.settled => Tally::Listed,
        About::Nothing => of_nothing(p, plan).unwrap_or(Tally::Listed),
        About::Own(first) => of_designs(p, plan, first).map_or(Tally::ListedOwn(first), Tally::Designs),
        About::Opponents(first) => Tally::ListedOthers(first),
        About::Place(_) => match (plan.kept, plan.price) {
            (Some(kept), Some(price)) if plan.free && price.print.value.is_none() => {
                Tally::Priced { kept, purse: price.purse }
            }
            _ => Tally::Listed,
        },
        About::Parts => of_parts(p, option, plan).map_or(Tally::Listed, Tally::Parts),
    }
}

/// Where an option is about nothing and turns on one thing only.
fn of_nothing(p: &Program, plan: &OptionPlan) -> Option<Tally> {
    let action = plan.action.map(|action| p.actions.get(action.index()));
    match (action, plan.pays, plan.doer.is_empty()) {
        (None, None, _) => Some(Tally::OfDoer(plan.doer.clone())),
        (None, Some(paid), true) => Some(Tally::Paid(paid)),
        (Some(info), Some(paid), true) => {
            let limit = info.filter(|info| info.forbid.is_empty())?.limit?;
            Some(Tally::PaidLimited(paid, limit))
        }
        _ => None,
    }
}

/// Where cards of one design in a heap are one option, and nothing but what they are tells whether they pass.
fn of_designs(p: &Program, plan: &OptionPlan, first: u16) -> Option<DesignTally> {
    let asks = plan.action.is_some() || plan.pays.is_some() || plan.price.is_some() || !plan.doer.is_empty();
    let told = plan.heap && !plan.only_about && !plan.settled && plan.bears.is_empty();
    // Each design must have a bit of its own.
    if asks || !told || p.kind_of.len() > 64 {
        return None;
    }
    let mut top = None;
    let mut fits = Vec::with_capacity(p.kind_of.len());
    for design in 0..p.kind_of.len() {
        fits.push(match plan.designs.get(design) {
            None | Some(OfDesign::Always) => DesignTally::ALWAYS,
            Some(OfDesign::Never) => 0,
            Some(OfDesign::Ability) => DesignTally::ASKED,
            Some(OfDesign::TopFits { first, attribute, numbers }) => {
                let one = *top.get_or_insert((*first, *attribute)) == (*first, *attribute);
                let apart = numbers & (DesignTally::ALWAYS | DesignTally::ASKED) == 0;
                if one && apart { *numbers } else { DesignTally::ASKED }
            }
        });
    }
    Some(DesignTally { first, settled: plan.runs.is_some(), top, fits })
}

/// Where what is printed on cards of several places compares with how many cards lie somewhere, and nothing else is asked.
fn of_parts(p: &Program, option: &OptionInfo, plan: &OptionPlan) -> Option<PartsTally> {
    let (print, how, place) = plan.counted.filter(|_| plan.free && plan.bears.is_empty() && p.kind_of.len() <= 64)?;
    let kinds = plan.tests.iter().try_fold(KindSet::all(), |kinds, test| match test {
        PlanTest::IsOf(of) => Some(KindSet(kinds.0 & of.0)),
        PlanTest::Has(_) | PlanTest::Bears(..) => None,
    })?;
    let heap = |part: &PilePart| p.places.get(part.place.index()).is_some_and(PlaceInfo::is_heap);
    let parts = option.parts.iter().map(|part| (*part, heap(part) && !option.members.differ())).collect();
    let number = |(kind, printed): (&KindSet, &Word)| match *printed {
        ABSENT => ABSENT,
        _ if kind.0 & kinds.0 == 0 => ABSENT,
        number => number.max(print.at_least).min(print.at_most),
    };
    let numbers = p.kind_of.iter().zip(p.printed(print.attribute)).map(number).collect();
    Some(PartsTally { parts, numbers, how, place, value: print.value, kinds })
}

//! The conditions of an option, asked of one member after the other. What is the same for all of them is found out once.

use super::lists::card_id;
use super::{Machine, Run, Trap};
use crate::ids::*;
use crate::program::asks::{ASKS, Amount, Ask, AskHow, Plain, PlainRead};
use crate::program::nouns::{ABSENT, Word};
use crate::program::op::{Pc, R};
use crate::state::stack::*;

/// A condition as it is asked of each member now.
#[derive(Clone, Copy)]
enum Ready {
    Yes,
    No,
    /// It turns on what the doer cannot know, for every member: whatever comes to it can be taken.
    Open,
    /// Code whose answer is the same for all members, and was not needed yet.
    Once(Pc),
    Each(Pc),
    Test(u16, Reg),
    Has(AbilityId),
    Runs(AbilityId),
    /// An attribute, within bounds, is no more than the doer can pay.
    Pays {
        attribute: u16,
        at_least: Word,
        at_most: Word,
        most: Word,
    },
}

/// The conditions of an option, ready to be asked.
pub(super) struct Asks {
    ready: [Ready; ASKS],
    count: usize,
}

impl Default for Asks {
    fn default() -> Self {
        Asks { ready: [Ready::Yes; ASKS], count: 0 }
    }
}

impl Machine<'_> {
    /// Finds out what is the same for all members.
    pub(super) fn make_ready(&mut self, asks: &[Ask], ready: &mut Asks) {
        ready.count = asks.len();
        for (place, ask) in ready.ready.iter_mut().zip(asks) {
            *place = match ask.how {
                AskHow::Each => Ready::Each(ask.code),
                AskHow::Once => Ready::Once(ask.code),
                AskHow::Test(test, with) => Ready::Test(test, self.get_or_none(with)),
                AskHow::Has(ability) => Ready::Has(ability),
                AskHow::Runs(ability) => Ready::Runs(ability),
                AskHow::Pays(state, amount) => match self.printed(amount) {
                    Some((attribute, at_least, at_most)) => {
                        let (have, min) = self.counter_of_payer(state);
                        Ready::Pays { attribute, at_least, at_most, most: (have - min).max(0) as Word }
                    }
                    None => Ready::Each(ask.code),
                },
                AskHow::PaysMix(group, amount) => match (self.printed(amount), self.most_of_mix(group)) {
                    (Some((attribute, at_least, at_most)), Ok(most)) => {
                        Ready::Pays { attribute, at_least, at_most, most }
                    }
                    _ => Ready::Each(ask.code),
                },
            };
        }
    }

    /// The attribute that an amount is now, and its bounds.
    fn printed(&mut self, amount: Amount) -> Option<(u16, Word, Word)> {
        match amount {
            Amount::Attribute(attribute) => Some((attribute, Word::MIN, Word::MAX)),
            Amount::Value(value, member) => {
                let p = self.p;
                let info = p.values.get(value.index())?;
                match info.plain? {
                    Plain { read: PlainRead::Attribute(param, attribute), at_least, at_most }
                        if param == member && !self.is_modified(info) =>
                    {
                        Some((attribute, at_least, at_most))
                    }
                    _ => None,
                }
            }
        }
    }

    /// Leaves only the options, from one on, for whose members all conditions hold, as far as the doer may know.
    pub(super) fn keep_holding(&mut self, asks: &mut Asks, local: R, first: usize) -> Run<()> {
        let saved = self.prober;
        self.prober = if saved == ABSENT { self.ctx.me } else { saved };
        let kept = self.keep(local, first, |m, member| {
            for ready in asks.ready.iter_mut().take(asks.count) {
                match m.holds(ready, member) {
                    Ok(true) => {}
                    Ok(false) => return Ok(false),
                    // It turns on what cannot be known.
                    Err(Trap::Unknown(_) | Trap::Probed(true)) => return Ok(true),
                    Err(trap) => return Err(trap),
                }
            }
            Ok(true)
        });
        self.prober = saved;
        kept
    }

    /// Whether all conditions hold for a member, as far as the doer may know.
    #[inline]
    pub(super) fn all_hold(&mut self, asks: &mut Asks, member: Reg) -> Run<bool> {
        self.as_known_to(self.ctx.me, |m| {
            for ready in asks.ready.iter_mut().take(asks.count) {
                if !m.holds(ready, member)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }

    #[inline(always)]
    fn holds(&mut self, ready: &mut Ready, member: Reg) -> Run<bool> {
        match *ready {
            Ready::Yes => Ok(true),
            Ready::No => Ok(false),
            Ready::Open => Err(Trap::Probed(true)),
            Ready::Once(code) => {
                let answer = self.eval_word(code);
                *ready = match &answer {
                    Ok(1) => Ready::Yes,
                    Ok(_) => Ready::No,
                    Err(_) => Ready::Open,
                };
                Ok(answer? == 1)
            }
            Ready::Each(code) => Ok(self.eval_word(code)? == 1),
            Ready::Test(test, with) => match self.p.tests.get(test as usize) {
                Some(test) => self.passes(*test, word(member), with),
                None => Ok(false),
            },
            Ready::Has(ability) => match card_id(member) {
                Some(card) => {
                    let design = self.design_of(card)?;
                    Ok(self.ability(design, ability).is_some())
                }
                None => Ok(false),
            },
            Ready::Runs(ability) => self.can_run(member, ability, self.ctx.me),
            Ready::Pays { attribute, at_least, at_most, most } => match card_id(member) {
                Some(card) => {
                    let amount = self.design_attribute(self.design_of(card)?, attribute);
                    Ok(amount != NONE && word(amount).max(at_least).min(at_most) <= most)
                }
                None => Ok(false),
            },
        }
    }
}

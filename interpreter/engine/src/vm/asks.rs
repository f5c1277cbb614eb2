//! The conditions of an option, asked of one member after the other. What is the same for all of them is found out once.

use super::lists::card_id;
use super::piles::{Sieve, Step};
use super::pure::compare;
use super::{Machine, Run, Trap};
use crate::ids::*;
use crate::program::asks::{ASKS, Amount, Ask, AskHow, Plain, PlainRead};
use crate::program::nouns::{ABSENT, KindSet, Word};
use crate::program::op::{Pc, R};
use crate::program::plans::PlanTest;
use crate::state::stack::*;
use crate::vocabulary::Compare;

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
    /// An attribute, within bounds, compares with something.
    Compares(Compare, Printed, Reg),
    /// The same of a value of the doer, of which the member is the parameter of this number.
    Reckoned(Compare, ValueId, u16, Reg),
}

/// An attribute of a member, within bounds.
#[derive(Clone, Copy)]
struct Printed {
    attribute: u16,
    at_least: Word,
    at_most: Word,
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

impl<'p> Machine<'p> {
    /// Moves conditions to a sieve for known cards, as long as they can be asked by it, and gives those that are left. Order
    /// counts, for where one turns on what the doer cannot know, no other is asked.
    pub(super) fn sift(&mut self, asks: &'p [Ask], sieve: &mut Sieve<'p>) -> &'p [Ask] {
        let sifted = asks.iter().position(|ask| !self.sifts(ask, sieve)).unwrap_or(asks.len());
        asks.get(sifted..).unwrap_or(&[])
    }

    #[inline]
    fn sifts(&mut self, ask: &Ask, sieve: &mut Sieve<'p>) -> bool {
        let p = self.p;
        match ask.how {
            AskHow::Has(ability) => {
                sieve.add(Step::Passes(PlanTest::Has(ability)));
                true
            }
            AskHow::Test(test, with) => {
                let with = self.get_or_none(with);
                p.tests.get(test as usize).is_some_and(|test| sieve.add_test(p, *test, with))
            }
            AskHow::OfDoer(..) => {
                sieve.close_unless(matches!(self.holds_now(ask), Ok(true)));
                true
            }
            AskHow::Pays(state, amount) => {
                self.sifts_compared(Compare::LessOrEqual, amount, sieve, |m| Ok(m.most_payable(state)))
            }
            AskHow::Compares(how, amount, other) => self.sifts_compared(how, amount, sieve, |m| m.eval_word(other)),
            AskHow::PaysMix(group, amount) => {
                self.sifts_compared(Compare::LessOrEqual, amount, sieve, |m| Ok(Reg::from(m.most_of_mix(group)?)))
            }
            AskHow::Each | AskHow::Once | AskHow::Runs(_) => false,
        }
    }

    #[inline]
    fn sifts_compared(
        &mut self,
        how: Compare,
        amount: Amount,
        sieve: &mut Sieve<'p>,
        with: impl FnOnce(&mut Self) -> Run<Reg>,
    ) -> bool {
        let printed = self.printed_amount(amount);
        if printed.is_none() && !matches!(amount, Amount::Number(_)) {
            return false;
        }
        let Ok(with) = self.as_known_to_me(with) else { return false };
        match (printed, amount) {
            (Some(Printed { attribute, at_least, at_most }), _) => {
                sieve.add_compared(self.p.printed(attribute), (at_least, at_most), how, with)
            }
            (None, Amount::Number(number)) => {
                sieve.close_unless(compare(how, Reg::from(number), with));
                true
            }
            _ => false,
        }
    }

    /// What stands on the member as the amount, where it is printed and nothing modifies it.
    #[inline]
    fn printed_amount(&mut self, amount: Amount) -> Option<Printed> {
        match amount {
            Amount::Number(_) => None,
            Amount::Attribute(attribute) => Some(Printed { attribute, at_least: Word::MIN, at_most: Word::MAX }),
            Amount::Value(value, member) | Amount::OfDoerAnd(value, member) => {
                let info = self.p.values.get(value.index())?;
                let Plain { read, at_least, at_most } = info.plain?;
                match read {
                    PlainRead::Attribute(param, attribute) if param == member && !self.is_modified(info) => {
                        Some(Printed { attribute, at_least, at_most })
                    }
                    _ => None,
                }
            }
        }
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
                AskHow::OfDoer(..) => match self.holds_now(ask) {
                    Ok(true) => Ready::Yes,
                    _ => Ready::No,
                },
                AskHow::Has(ability) => Ready::Has(ability),
                AskHow::Runs(ability) => Ready::Runs(ability),
                AskHow::Pays(state, amount) => {
                    let most = self.most_payable(state);
                    self.compares(Compare::LessOrEqual, amount, most, ask.code)
                }
                AskHow::Compares(how, amount, other) => match self.as_known_to_me(|m| m.eval_word(other)) {
                    Ok(with) => self.compares(how, amount, with, ask.code),
                    // Whether anybody comes to it is not known yet.
                    Err(_) => Ready::Each(ask.code),
                },
                AskHow::PaysMix(group, amount) => match self.as_known_to_me(|m| m.most_of_mix(group)) {
                    Ok(most) => self.compares(Compare::LessOrEqual, amount, Reg::from(most), ask.code),
                    Err(_) => Ready::Each(ask.code),
                },
            };
        }
    }

    /// The most that the doer can pay of a counter; to pay nothing is always possible.
    #[inline]
    fn most_payable(&self, state: StateId) -> Reg {
        let (have, min) = self.counter_of_payer(state);
        (have - min).max(0)
    }

    fn compares(&mut self, how: Compare, amount: Amount, with: Reg, code: Pc) -> Ready {
        match (amount, self.printed_amount(amount)) {
            (_, Some(printed)) => Ready::Compares(how, printed, with),
            (Amount::Number(number), _) if compare(how, Reg::from(number), with) => Ready::Yes,
            (Amount::Number(_), _) => Ready::No,
            (Amount::OfDoerAnd(value, member), _)
                if self.p.values.get(value.index()).is_some_and(|info| info.plain.is_some()) =>
            {
                Ready::Reckoned(how, value, member, with)
            }
            _ => Ready::Each(code),
        }
    }

    /// Asks something with the knowledge of the doer, or of whoever wants to know.
    #[inline(always)]
    fn as_known_to_me<T>(&mut self, ask: impl FnOnce(&mut Self) -> T) -> T {
        let saved = self.prober;
        self.prober = if saved == ABSENT { self.ctx.me } else { saved };
        let answer = ask(self);
        self.prober = saved;
        answer
    }

    /// Whether a condition that depends on no member holds.
    #[inline]
    pub(super) fn holds_now(&mut self, ask: &Ask) -> Run<bool> {
        match ask.how {
            AskHow::OfDoer(test, with) => self.passes_numbered(test, self.ctx.me, self.get_or_none(with)),
            AskHow::Pays(state, Amount::Number(number)) => Ok(Reg::from(number) <= self.most_payable(state)),
            _ => Ok(self.yielded(ask.code, ask.plain)? == 1),
        }
    }

    #[inline]
    fn passes_numbered(&self, test: u16, element: Word, with: Reg) -> Run<bool> {
        match self.p.tests.get(test as usize) {
            Some(test) => self.passes(*test, element, with),
            None => Ok(false),
        }
    }

    /// Leaves only the options, from one on, for whose members all conditions hold, as far as the doer may know. `kinds`:
    /// members may be absent, or cards of other kinds; then they are none.
    pub(super) fn keep_holding(&mut self, asks: &mut Asks, kinds: Option<KindSet>, local: R, first: usize) -> Run<()> {
        let asked = |m: &mut Self, member: Reg| {
            if kinds.is_some_and(|kinds| member == NONE || !m.may_be_of(kinds, member)) {
                return Ok(false);
            }
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
        };
        self.as_known_to_me(|m| m.keep(local, first, asked))
    }

    /// Whether all conditions hold for a member, as far as the doer may know.
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
            Ready::Test(test, with) => self.passes_numbered(test, word(member), with),
            Ready::Has(ability) => match card_id(member) {
                Some(card) => {
                    let design = self.design_of(card)?;
                    Ok(self.ability(design, ability).is_some())
                }
                None => Ok(false),
            },
            Ready::Reckoned(how, value, param, with) => {
                let amount = self.value_of_doer(value, param, member)?;
                Ok(amount != NONE && compare(how, amount, with))
            }
            Ready::Runs(ability) => self.can_run(member, ability, self.ctx.me),
            Ready::Compares(how, printed, with) => match card_id(member) {
                Some(card) => {
                    let amount = self.design_attribute(self.design_of(card)?, printed.attribute);
                    let within = amount.max(printed.at_least.into()).min(printed.at_most.into());
                    Ok(amount != NONE && compare(how, within, with))
                }
                None => Ok(false),
            },
        }
    }
}

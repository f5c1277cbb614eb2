//! The conditions of an option, asked of one member after the other. What is the same for all of them is found out once.

use super::lists::card_id;
use super::piles::{attribute_of, passes};
use super::pure::compare;
use super::{Machine, Run, Trap};
use crate::ids::*;
use crate::program::{Program, ValueInfo};
use crate::program::asks::{ASKS, Amount, Ask, AskHow, PlainRead};
use crate::program::nouns::{ABSENT, KindSet, Word};
use crate::program::op::{Pc, R};
use crate::state::cards::Card;
use crate::state::stack::*;
use crate::vocabulary::Compare;

/// A condition as it is asked of each member now.
#[derive(Clone, Copy)]
pub(super) enum Ready {
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
}

/// An attribute of a member, within bounds.
#[derive(Clone, Copy)]
pub(super) struct Printed {
    attribute: u16,
    at_least: Word,
    at_most: Word,
}

impl Printed {
    /// Whether an attribute of a design, within the bounds, compares with something.
    #[inline(always)]
    fn compares(self, p: &Program, design: DesignId, how: Compare, with: Reg) -> bool {
        let amount = attribute_of(p, design, self.attribute);
        amount != NONE && compare(how, amount.max(self.at_least.into()).min(self.at_most.into()), with)
    }
}

impl Ready {
    /// Whether it can be asked of a known card without code, and has the same answer for equal cards.
    fn is_of_look(self, p: &Program) -> bool {
        match self {
            Ready::Yes | Ready::No | Ready::Has(_) | Ready::Compares(..) => true,
            Ready::Test(test, _) => p.tests.get(test as usize).is_some_and(|test| test.read.is_of_look()),
            Ready::Open | Ready::Once(_) | Ready::Each(_) | Ready::Runs(_) => false,
        }
    }

    /// The answer for a known card, of what can be asked so.
    #[inline(always)]
    pub(super) fn holds_for_known(&self, p: &Program, slots: &[Word], card: &Card, id: u16) -> bool {
        match *self {
            Ready::Yes => true,
            Ready::Has(ability) => p.ability(card.design, ability).is_some(),
            Ready::Compares(how, printed, with) => printed.compares(p, card.design, how, with),
            Ready::Test(test, with) => {
                p.tests.get(test as usize).is_some_and(|test| passes(p, slots, *test, card, id, with))
            }
            Ready::No | Ready::Open | Ready::Once(_) | Ready::Each(_) | Ready::Runs(_) => false,
        }
    }
}

/// The conditions of an option, ready to be asked.
pub(super) struct Asks {
    ready: [Ready; ASKS],
    /// How many of them there are, and how many of these are answered already.
    count: usize,
    from: usize,
}

impl Default for Asks {
    fn default() -> Self {
        Asks { ready: [Ready::Yes; ASKS], count: 0, from: 0 }
    }
}

impl Asks {
    /// Those before all others that can be asked of known cards without code: they count as answered from now on.
    pub fn take_of_look(&mut self, p: &Program) -> (&[Ready], bool) {
        let all = self.ready.get(..self.count).unwrap_or(&[]);
        self.from = all.iter().position(|ready| !ready.is_of_look(p)).unwrap_or(self.count);
        (all.get(..self.from).unwrap_or(&[]), self.from == self.count)
    }

    /// What is left to ask.
    #[inline]
    fn left(&mut self) -> &mut [Ready] {
        self.ready.get_mut(self.from..self.count).unwrap_or(&mut [])
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
        let p = self.p;
        match amount {
            Amount::Number(number) if compare(how, Reg::from(number), with) => Ready::Yes,
            Amount::Number(_) => Ready::No,
            Amount::Attribute(attribute) => {
                Ready::Compares(how, Printed { attribute, at_least: Word::MIN, at_most: Word::MAX }, with)
            }
            Amount::Value(value, member) => match p.values.get(value.index()) {
                Some(info @ ValueInfo { plain: Some(plain), .. }) => match plain.read {
                    PlainRead::Attribute(param, attribute) if param == member && !self.is_modified(info) => {
                        let printed = Printed { attribute, at_least: plain.at_least, at_most: plain.at_most };
                        Ready::Compares(how, printed, with)
                    }
                    _ => Ready::Each(code),
                },
                _ => Ready::Each(code),
            },
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
            _ => Ok(self.eval_word(ask.code)? == 1),
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
            for ready in asks.left() {
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
            for ready in asks.left() {
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
            Ready::Runs(ability) => self.can_run(member, ability, self.ctx.me),
            Ready::Compares(how, printed, with) => match card_id(member) {
                Some(card) => Ok(printed.compares(self.p, self.design_of(card)?, how, with)),
                None => Ok(false),
            },
        }
    }
}

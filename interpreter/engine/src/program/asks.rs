//! What need not be run to be known: conditions on what an option is about, and values, that no more than read something.

use super::nouns::Word;
use super::op::{Pc, R};
use super::reg::{NONE, Reg};
use crate::ids::*;
use crate::vocabulary::Compare;

/// How many conditions of an action are told apart where it is offered.
pub const ASKS: usize = 4;

/// A condition of an action that is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    pub how: AskHow,
    /// Pure code that yields the answer, in the registers of the offer; 0 where none is needed.
    pub code: Pc,
    /// What that code comes to, where it is short.
    pub plain: Option<PlainYield>,
}

/// Pure code that yields a word, in the registers of whoever asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Yields {
    pub code: Pc,
    /// What it comes to, where it is short: then it need not be run.
    pub plain: Option<PlainYield>,
}

/// What short code comes to. Registers that are compared with are none of the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainYield {
    /// Whether the number of cards in a place compares with something.
    Counts(Compare, R, R),
    /// Whether two words compare so.
    Compares(Compare, R, R),
    /// The same with a state of whom a list has for somebody: one's neighbour, the other one.
    ComparesBeside(Compare, R, Beside),
    /// Whether the doer can pay so much in pieces of a group.
    PaysMix(StuffGroupId, R),
    /// What is known about running an ability: see `Op::IsCertain`.
    Certainty(Certainty),
    /// Whether it is certain that it can be run.
    IsCertain(Certainty),
}

/// A state of the one that stands in a constant list at a position from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beside {
    pub index: R,
    pub list: u32,
    /// The first slot of the state.
    pub first: u32,
}

/// What `Op::IsCertain` asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Certainty {
    pub of: R,
    pub ability: AbilityId,
    pub place: R,
    pub asks: bool,
}

impl From<Pc> for Yields {
    fn from(code: Pc) -> Self {
        Yields { code, plain: None }
    }
}

/// What has to be done to know whether it holds for a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskHow {
    /// The code is run for each member.
    Each,
    /// The code is run once: it reads nothing of the member.
    Once,
    /// A simple test on the member, and what it compares with: no register of the frame.
    Test(u16, R),
    /// The same of a state of the doer.
    OfDoer(u16, R),
    /// The member bears an ability, or one that can be run.
    Has(AbilityId),
    Runs(AbilityId),
    /// The doer can pay so much of a counter. The code knows better where something modifies the amount.
    Pays(StateId, Amount),
    /// The same in pieces of a group, more than that if need be.
    PaysMix(StuffGroupId, Amount),
    /// An amount compares with what other code yields, which reads nothing of the member. The same holds for the code.
    Compares(Compare, Amount, Pc),
}

impl AskHow {
    /// The code beside that of the answer.
    pub fn other_code(&mut self) -> Option<&mut Pc> {
        if let AskHow::Compares(_, _, code) = self { Some(code) } else { None }
    }
}

/// A number that needs no code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    Number(Word),
    /// Of the member.
    Attribute(u16),
    /// A value of which the member is the parameter of this number; the others are always there.
    Value(ValueId, u16),
    /// The same where all others are the doer.
    OfDoerAnd(ValueId, u16),
}

/// A value that is a number, or an attribute of one of its parameters, between plain bounds: as long as nothing modifies it,
/// it needs no code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plain {
    pub read: PlainRead,
    pub at_least: Word,
    pub at_most: Word,
}

/// A rule that holds where what some member has compares with a number: it is known to be at rest without code, as long as
/// nothing modifies the number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainRule {
    /// A constant list.
    pub members: Reg,
    /// What a member has stands in these slots, plus its number.
    pub slots: Vec<u32>,
    pub how: Compare,
    pub with: RuleNumber,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleNumber {
    Number(Reg),
    Value(ValueId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainRead {
    Number(Reg),
    /// Of the card that this parameter is.
    Attribute(u16, u16),
    /// What stands in a constant list for this parameter.
    Lookup(u16, u32),
}

impl Plain {
    /// A number within the bounds; what is absent stays absent.
    #[inline]
    pub fn within(&self, number: Reg) -> Reg {
        if number == NONE { NONE } else { number.max(self.at_least.into()).min(self.at_most.into()) }
    }
}

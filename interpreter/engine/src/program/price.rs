//! What it costs to take an option, and whether it is a gamble.

use crate::ids::*;

/// What an action or option surely asks its doer to pay.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Price {
    pub payments: Vec<Payment>,
    /// Attributes of cards that it is reckoned from.
    pub attributes: Vec<AttributeId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payment {
    /// The expression that says how much, among [`crate::program::Program::questions`], of the parameters of the action.
    pub question: usize,
    pub what: PaidIn,
}

/// What a payment is made in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaidIn {
    Counter(StateId),
    Stuff(StuffId),
    /// Pieces of a group that are worth so much.
    Group(StuffGroupId),
    /// The amount is a bundle.
    Bundle,
}

/// What an action or option turns on that only comes to light when it is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gamble {
    /// Dice, or what chance picks.
    Chance,
    /// The cards that this expression gives, among [`crate::program::Program::questions`], where they are not known.
    Unknown(usize),
    /// What an ability of its first parameter turns on.
    Ability(AbilityId),
}

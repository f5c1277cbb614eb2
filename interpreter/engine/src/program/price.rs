//! What it costs to take an option.

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

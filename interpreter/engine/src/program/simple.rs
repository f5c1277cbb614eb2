//! Simple tests on elements of lists: what is read of each, and what that is compared with.

use super::nouns::KindSet;
use super::reg::Reg;
use crate::ids::*;
use crate::vocabulary::Compare;

/// A condition on one element that needs no code of its own: something it bears or is, compared with a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test {
    pub read: Read,
    pub how: TestHow,
}

impl Read {
    /// Whether it is the same for cards that look the same, and known wherever the card is.
    pub fn is_of_look(self) -> bool {
        matches!(self, Read::Slot(_) | Read::Attribute(_) | Read::IsKind(_))
    }
}

/// What a test reads of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Read {
    Itself,
    /// A state: its slot is this plus the element.
    Slot(u32),
    /// Whose a unit is.
    Owner,
    /// An attribute of a card's design.
    Attribute(u16),
    /// Whether a card is of one of these kinds.
    IsKind(KindSet),
    /// Whether it is of this design.
    IsDesign(DesignId),
    /// An attribute of the top card of the element's place in a zone: the zone's first place, the attribute.
    TopCard(u16, u16),
    /// Whether a card bears an ability.
    Has(AbilityId),
    /// Whether two tests hold that compare with nothing, the second asked only where the first holds.
    Both(u16, u16),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestHow {
    Compare(Compare),
    IsNone,
    IsSome,
    /// A flag that is set, or one that is not.
    Yes,
    No,
}

/// Lists of a list of lists, each as bits.
#[derive(Clone, Debug)]
pub struct LineSet {
    /// The handle of the list of lists.
    pub list: Reg,
    /// One more than the highest member.
    pub members: usize,
    pub lines: Vec<u64>,
}

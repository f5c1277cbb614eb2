//! Options that are asked about in one go: what is left to ask of them where nothing out of the ordinary is in the way.

use super::nouns::{KindSet, Word};
use super::reg::Reg;
use super::{PilePart, TestHow};
use crate::ids::*;
use crate::vocabulary::Compare;

/// How an option of an offer is found out about without code and without lists.
#[derive(Clone, Debug)]
pub struct OptionPlan {
    pub about: About,
    /// The cards lie in heaps: equal ones are one option.
    pub heap: bool,
    /// Whether it can be taken turns on nothing but the cards that it is about, and their price.
    pub free: bool,
    /// Nothing else is known: where cards lie that it is about, more has to be asked.
    pub only_about: bool,
    /// What has to be looked at, where its action has hooks, a limit, or waits for rules at rest.
    pub action: Option<ActionId>,
    /// Its conditions tell all only while no rule waits for a settle point.
    pub settled: bool,
    /// What the cards must pass.
    pub tests: Vec<PlanTest>,
    /// By design, what is left to ask of a card once all tests of what it is are known.
    pub designs: Vec<OfDesign>,
    /// The tests of what cards bear: for those the design tells nothing.
    pub bears: Vec<PlanTest>,
    /// What must hold for the doer.
    pub doer: Vec<OfDoer>,
    /// What the doer must be able to pay: so much, and what is printed on the card.
    pub pays: Option<Paid>,
    pub price: Option<Price>,
    /// The number under which the cards of a place are kept with their prices.
    pub kept: Option<u16>,
    /// What is printed on the card must compare so with how many cards lie in a place.
    pub counted: Option<(Print, Compare, PlaceId)>,
    /// The same number where something modifies it: a value of the doer and the card, which is the parameter of this number.
    pub reckoned: Option<(ValueId, u16)>,
    /// An ability of the card that the doer must be able to run, and the registers that asking takes.
    pub runs: Option<(AbilityId, u16)>,
}

/// How it is told how many options of an offer there are of one name, where nobody looks at them.
#[derive(Clone, Debug, PartialEq)]
#[repr(u8)]
pub enum Tally {
    /// They are listed.
    Listed,
    /// They are listed, and there are none where nothing lies in the doer's place of a zone, which has this first place.
    ListedOwn(u16),
    /// The same where no other actor has cards in the zone.
    ListedOthers(u16),
    /// It is about nothing, and always there.
    Always,
    /// About nothing, and there where this holds for the doer.
    OfDoer(Vec<OfDoer>),
    /// About nothing, and there where the doer can pay this.
    Paid(Paid),
    /// The same, and only as often as a limit allows.
    PaidLimited(Paid, u16),
    /// One for each design in a place of the doer's that passes.
    Designs(DesignTally),
    /// Cards of several places, or those on top of them.
    Parts(PartsTally),
    /// The cards that are kept under this number, as far as the doer can pay them.
    Priced { kept: u16, purse: Purse },
}

/// Which designs in a place of the doer's pass.
#[derive(Clone, Debug, PartialEq)]
pub struct DesignTally {
    /// The zone's first place.
    pub first: u16,
    /// It is known only while no rule waits for a settle point.
    pub settled: bool,
    /// A pile of the doer's, by the first place of its zone, and an attribute of the card on top: see `OfDesign::TopFits`.
    pub top: Option<(u16, u16)>,
    /// For each design the numbers that may be printed there, as bits, or one of those below.
    pub fits: Vec<u64>,
}

/// Which cards of several places pass: those of which a number compares with how many cards lie in a place.
#[derive(Clone, Debug, PartialEq)]
pub struct PartsTally {
    /// With whether equal cards are one option.
    pub parts: Vec<(PilePart, bool)>,
    /// By design; nothing where it never passes.
    pub numbers: Vec<Word>,
    pub how: Compare,
    pub place: PlaceId,
    /// What the numbers are as long as nothing modifies it.
    pub value: Option<ValueId>,
    /// What a card on top may be that is not known.
    pub kinds: KindSet,
}

impl DesignTally {
    /// Passes, whatever lies on top.
    pub const ALWAYS: u64 = 1 << 63;
    /// More has to be asked of its cards.
    pub const ASKED: u64 = 1 << 62;
}

/// What must hold for a doer, and needs no code.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OfDoer {
    /// A state passes a test: what stands in this slot, plus the number of the doer.
    Passes(u32, TestHow, Reg),
    /// How many cards lie in the doer's place of a zone, which has this first place, compares so, or just not so.
    Counts(u16, Compare, Reg, bool),
}

/// What is left to ask of a card of some design.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfDesign {
    /// Nothing: it never passes.
    Never,
    /// Nothing: it always does.
    Always,
    /// The card on top of the doer's pile of a zone, which has this first place, lies face down, is not known, or what is
    /// printed on it is one of these numbers, as bits.
    TopFits { first: u16, attribute: u16, numbers: u64 },
    /// Whether its ability can be run.
    Ability,
}

/// A condition of an action that needs no code.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlainGuard {
    /// As `OfDoer::Counts`.
    Counts(u16, Compare, Reg, bool),
    /// As `OfDesign::TopFits`, with the numbers of a list that is the argument of this number.
    TopIn { first: u16, attribute: u16, list: u16 },
}

/// Something that a known card must pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanTest {
    IsOf(KindSet),
    Has(AbilityId),
    /// What stands in this slot plus its number passes a test.
    Bears(u32, TestHow, Reg),
}

/// What an option is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    Nothing,
    /// The cards of one place.
    Place(PlaceId),
    /// Of the doer's: the zone's first place.
    Own(u16),
    /// Of each opponent's.
    Opponents(u16),
    /// Of several places that are always the same.
    Parts,
}

/// So much of a counter that the doer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paid {
    pub purse: Purse,
    pub amount: Word,
}

/// What is printed on a card, of a counter that the doer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    pub purse: Purse,
    pub print: Print,
}

/// What is printed on a card, within bounds. A value that is no more than that, as long as nothing modifies it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Print {
    pub attribute: u16,
    pub at_least: Word,
    pub at_most: Word,
    pub value: Option<ValueId>,
}

/// Where stands what a doer has of a counter, and how much of it always stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purse {
    /// Plus the number of the doer.
    pub first_slot: u32,
    pub stays: Word,
}

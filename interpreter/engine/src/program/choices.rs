//! What decisions are about: choices with their bounds, and offers with their options.

use super::Test;
use super::asks::{Ask, Yields};
use super::nouns::Type;
use super::op::{Pc, R};
use super::plans::{OptionPlan, Tally};
use crate::ids::{ActionId, PlaceId};
use crate::source::Span;

/// What a decision is about.
#[derive(Clone, Debug)]
pub struct ChoiceInfo {
    /// The name that the choice binds, as words: `rival`, `cards to discard`.
    pub name: String,
    /// The question as the script words it, by language.
    pub says: Vec<(String, String)>,
    pub many: Many,
    pub in_order: bool,
    pub blind: bool,
    /// What the options are, for their labels.
    pub ty: Type,
    pub members: Members,
    /// It is among all cards of a place, which the op is told.
    pub of_place: bool,
    /// A list of the actors who learn what chance gives or somebody chooses; `NO_REG`: everybody does. Whoever chooses
    /// knows it.
    pub seen: R,
    pub span: Span,
}

/// What a choice is among, as far as it matters for its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Members {
    /// No two are alike.
    Words,
    /// Those that look the same to the chooser are one option.
    Cards,
    /// Cards of one place. Where they are single, each design that may lie there is the only one of its kind.
    CardsOfPlace { single: bool },
}

impl Members {
    pub fn are_cards(self) -> bool {
        self != Members::Words
    }

    /// Whether no two of them can be equal, wherever they lie.
    pub fn differ(self) -> bool {
        self == Members::CardsOfPlace { single: true }
    }
}

/// Bounds of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Many {
    One,
    Number,
    UpTo,
    Exactly,
    AnyNumber,
}

/// How many options of an offer one register counts as taken.
pub const USED_BITS: usize = 62;

/// Whether none of the options passes or has a limit, they are about nothing, and what they need is told without code, whatever
/// anybody knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainOffer {
    No,
    Yes,
    /// And nothing is needed.
    Always,
}

#[derive(Clone, Debug)]
pub struct OfferInfo {
    pub options: Vec<OptionInfo>,
    /// Those that pass, side by side: see `OptionInfo::pass`.
    pub passes: Vec<Option<u8>>,
    pub plain: PlainOffer,
    /// How many there are of each, without a list of them; nothing where that is told of none.
    pub tallies: Vec<Tally>,
    /// How many different ones are taken.
    pub several: bool,
    pub repeatedly: bool,
    /// The question; without words it is the one of every offer.
    pub says: Vec<(String, String)>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct OptionInfo {
    pub name: String,
    pub says: Vec<(String, String)>,
    /// What its action says, `{}` for what the option is about; empty where more would have to be filled in.
    pub action_says: Vec<(String, String)>,
    pub limit: Option<u16>,
    /// Pure code that yields whether it is there.
    pub needs: Option<Yields>,
    /// Pure code that yields the set, and the register of its element.
    pub each: Option<(Pc, R)>,
    /// The code of the set never has to know an unknown card.
    pub open: bool,
    /// The same set without code, where it lies in places that are known.
    pub pile: Option<PileOf>,
    /// The same set where it is of several places that are always the same.
    pub parts: Vec<PilePart>,
    /// The action, pure code that fills its arguments (unless they stand there already), and where they start.
    pub action: Option<(ActionId, Option<Pc>, R)>,
    /// The arguments are always there, and of the right kinds.
    pub certain: bool,
    /// The conditions of the action, in their order, where it has a guard: all must hold.
    pub asks: Vec<Ask>,
    /// How it is asked about in one go, where it can be.
    pub plan: Option<OptionPlan>,
    /// Code that says what is known of the rest where they hold: nothing (1), that it can be done for certain, or not.
    pub rest: Option<Yields>,
    pub blind: bool,
    pub body: Pc,
    /// Whether the block must be tried to know if it can be done: it begins with a region.
    pub probed: bool,
    pub ty: Type,
    pub members: Members,
    /// It passes: in how many of a hundred cases a sensible bot takes it all the same.
    pub pass: Option<u8>,
    /// What it costs, where it is no action; else its action says it.
    pub price: Option<super::Price>,
    /// In which way it is a gamble, where it is no action.
    pub gambles: Vec<super::Gamble>,
    pub span: Span,
}

/// The cards of a place, or only the one on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PilePart {
    pub place: PlaceId,
    pub top: bool,
}

/// The cards of one place (or of each opponent's), or those of them that pass a test on what they bear or are.
#[derive(Clone, Copy, Debug)]
pub struct PileOf {
    /// The first place of the zone; 0 where the owner is the place itself.
    pub first: u16,
    pub of: PileOwner,
    pub test: Option<(Test, R)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PileOwner {
    /// What stands in this register.
    One(R),
    /// All who play against the doer.
    Opponents,
}

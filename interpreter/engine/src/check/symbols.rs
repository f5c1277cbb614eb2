//! What every name of a game means: the table that resolving fills and typing asks.

use std::collections::BTreeMap;

use crate::ids::*;
use crate::program::nouns::{KindSet, Type, Word};
use crate::source::Span;

/// What a noun (anything that is neither called nor an ability) stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Noun {
    /// The enum itself (`shape`): as a set, all its values.
    Enum(EnumId),
    /// A value; one name may be a value of several enums, told apart by the expected type.
    EnumValues(Vec<(EnumId, Word)>),
    Kind(KindId),
    /// A group of kinds.
    KindGroup(KindSet),
    Design(DesignId),
    Zone(ZoneId),
    State(StateId),
    Memory(MemoryId),
    Stuff(StuffId),
    StuffGroup(StuffGroupId),
    Number(Word),
    /// A number by seat: one word per actor; read as `NAME of p`.
    NumberBySeat(Vec<Word>),
    Space(SpaceId),
    SpaceKind(SpaceKindId),
    /// The plural of a space kind (`eras`): all of them.
    Spaces(SpaceKindId),
    /// The playing actor kind (`player`, `agent`).
    ActorKind,
    /// Its plural.
    Actors,
    /// `p1` …, or an automated actor.
    Actor(ActorId),
    UnitKind(UnitKindId),
    /// Plural of a unit kind.
    Units(UnitKindId),
    Dice(DiceId),
    Board(BoardId),
}

/// Something called with arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callable {
    Action(ActionId),
    Value(ValueId),
    /// Index into [`super::items::Items::keywords`].
    Keyword(usize),
}

/// A name with where it was declared, for messages about two of one name.
#[derive(Clone, Debug)]
pub struct Declared<T> {
    pub what: T,
    pub span: Span,
}

/// What typing must know of a kind beyond its table row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KindFacts {
    /// This kind and all its sub-kinds.
    pub set: KindSet,
    /// Its own attributes and those it inherits.
    pub attributes: Vec<AttributeId>,
    /// Zones where its hooks work, each with the face it must have.
    pub live: Vec<(ZoneId, Option<bool>)>,
}

/// The heads of actions, events and values: parameter names and types.
#[derive(Clone, Debug)]
pub struct Signature {
    pub params: Vec<(String, Type)>,
    /// What an action gives, or the type of a value once it is known.
    pub gives: Option<Type>,
}

#[derive(Clone, Debug, Default)]
pub struct Symbols {
    pub nouns: BTreeMap<String, Declared<Noun>>,
    pub callables: BTreeMap<String, Declared<Callable>>,
    pub abilities: BTreeMap<String, AbilityId>,
    pub attributes: BTreeMap<String, AttributeId>,
    pub phases: BTreeMap<String, PhaseId>,
    /// `PHASE.STEP`
    pub steps: BTreeMap<(PhaseId, String), StepId>,
    pub windows: BTreeMap<String, WindowId>,
    /// By [`ActionId`]; primitives first.
    pub actions: Vec<Signature>,
    /// By [`ValueId`].
    pub values: Vec<Signature>,
    /// By [`WindowId`].
    pub window_params: Vec<Vec<(String, Type)>>,
    /// Singular and plural of the playing actor kind: `player`, `players`.
    pub actor_kind: String,
    pub actor_kind_plural: String,
    /// The space kind that actors stand on.
    pub actor_at: Option<SpaceKindId>,
    /// By [`KindId`].
    pub kinds: Vec<KindFacts>,
    /// By [`ZoneId`]: what may lie there.
    pub zone_holds: Vec<KindSet>,
    /// By [`ZoneId`]: whose it is, as a type; `Unknown` for the table's.
    pub zone_of: Vec<Type>,
    /// By [`StateId`]: what bears it, as a type; `Unknown` for the game.
    pub state_on: Vec<Type>,
    /// By [`MemoryId`], likewise.
    pub memory_on: Vec<Type>,
    /// By [`StuffId`]: all it may lie on.
    pub stuff_on: Vec<Vec<Type>>,
    /// By index into [`super::items::Items::keywords`].
    pub keyword_params: Vec<Vec<(String, Type)>>,
}

//! The nouns of a loaded game: immutable tables for one choice of players, packs and variants.

pub mod scenarios;

use crate::ids::*;
use crate::source::Span;
use crate::words::{Language, Translations};

/// A value in a table or register: a number, or the id of something. What it is, its type says.
pub type Word = i32;

/// The word that stands for nothing: an absent name, `none`.
pub const ABSENT: Word = i32::MIN;

/// The word of type [`Type::Counter`] that names a counter.
pub fn counter_word(state: StateId) -> Word {
    Word::from(state.0)
}

/// The word of type [`Type::Counter`] that names a sort of stuff: below zero, so that it is never a counter's.
pub fn stuff_counter_word(stuff: StuffId) -> Word {
    -1 - Word::from(stuff.0)
}

/// Printed names: `singular|plural` where there are two.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    pub en: String,
    /// In other languages.
    pub others: Translations,
    /// `m` or `f`, for French.
    pub gender: Option<char>,
}

/// What a word can be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Number,
    Bool,
    Text,
    Enum(EnumId),
    /// A component of one of these kinds; all kinds when it is `KindSet::all()`.
    Component(KindSet),
    /// A design of one of these kinds.
    Design(KindSet),
    Space(SpaceKindId),
    Actor,
    Seat,
    Unit(UnitKindId),
    /// A unit of any kind.
    AnyUnit,
    /// One zone of one owner.
    Zone,
    /// The name of a counter or sort of stuff, as the parameter `counter` of `gain` is.
    Counter,
    /// A sort of stuff of a group, or any.
    Stuff,
    /// Amounts of stuff.
    Bundle,
    /// Dice that were rolled.
    Pool(DiceId),
    /// Shares of a `split`, by element.
    Split(Box<Type>),
    /// Several, in a fixed order.
    Set(Box<Type>),
    /// Of an empty list or a mistake already reported: fits everything.
    Unknown,
}

/// A set of kinds as bits (at most 64 kinds).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct KindSet(pub u64);

impl Labels {
    /// The label in a language, in English where it has none.
    pub fn text(&self, language: Language) -> &str {
        self.others.get(language).unwrap_or(&self.en)
    }

    /// The label in every language that it has.
    pub fn every(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.en.as_str()).chain(self.others.iter().map(|(_, text)| text))
    }

    /// The singular.
    pub fn one(&self, language: Language) -> &str {
        language.form(self.text(language), false)
    }

    /// The form that agrees with a number: `cube` beside 1 and -1, `cubes` beside others.
    pub fn counted(&self, language: Language, number: Word) -> &str {
        language.form(self.text(language), language.is_plural(number.into()))
    }

    /// The form that stands for any number: the plural.
    pub fn many(&self, language: Language) -> &str {
        language.form(self.text(language), true)
    }
}

impl KindSet {
    /// Every kind.
    pub fn all() -> Self {
        KindSet(u64::MAX)
    }

    /// One kind.
    pub fn one(kind: KindId) -> Self {
        KindSet(1 << (kind.0 & 63))
    }

    /// Whether it has a kind.
    pub fn has(self, kind: KindId) -> bool {
        self.0 & KindSet::one(kind).0 != 0
    }

    /// All kinds of either.
    pub fn with(self, other: KindSet) -> Self {
        KindSet(self.0 | other.0)
    }

    /// Whether any kind is in both.
    pub fn meets(self, other: KindSet) -> bool {
        self.0 & other.0 != 0
    }
}

/// How a game is decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ResultKind {
    #[default]
    Ranked,
    Teams,
    Together,
    ZeroSum,
}

#[derive(Clone, Debug, Default)]
pub struct Nouns {
    pub id: String,
    pub version: String,
    pub labels: Labels,
    /// Those that the manifest says it speaks.
    pub languages: Vec<Language>,
    pub result: ResultKind,
    pub enums: Vec<EnumDef>,
    pub attributes: Vec<AttributeDef>,
    pub abilities: Vec<AbilityDef>,
    pub kinds: Vec<KindDef>,
    pub designs: Vec<DesignDef>,
    /// For each component: its design and where it starts.
    pub components: Vec<ComponentDef>,
    pub zones: Vec<ZoneDef>,
    pub places: Vec<PlaceDef>,
    pub boards: Vec<BoardDef>,
    pub space_kinds: Vec<SpaceKindDef>,
    pub spaces: Vec<SpaceDef>,
    pub actors: Vec<ActorDef>,
    pub seats: Vec<SeatDef>,
    pub unit_kinds: Vec<UnitKindDef>,
    pub units: Vec<UnitDef>,
    pub states: Vec<StateDef>,
    pub memories: Vec<MemoryDef>,
    pub stuff: Vec<StuffDef>,
    pub stuff_groups: Vec<StuffGroupDef>,
    pub dice: Vec<DiceDef>,
    /// Sets and bundles that attributes refer to: lists of words.
    pub lists: Vec<Vec<Word>>,
    /// Texts that are printed on cards or compared with them, each once.
    pub texts: Vec<String>,
    /// Slots of all states and supplies together.
    pub slot_count: u32,
    /// The flag on actors that says who still plays.
    pub alive: StateId,
    /// Where actors stand, in games in which they stand on spaces.
    pub actor_at: Option<StateId>,
    /// Where units stand, in games that have units.
    pub unit_at: Option<StateId>,
}

impl Nouns {
    /// The word that stands for a text: equal texts have one.
    pub fn text(&mut self, text: &str) -> Word {
        let at = self.texts.iter().position(|known| known == text).unwrap_or_else(|| {
            self.texts.push(text.to_owned());
            self.texts.len() - 1
        });
        Word::try_from(at).unwrap_or(ABSENT)
    }

    /// Whether a member of its class has a state: the others are of another kind.
    pub fn bears(&self, state: &StateDef, member: usize) -> bool {
        match (state.on, &state.bearer) {
            (Class::Space, Type::Space(kind)) => self.spaces.get(member).is_some_and(|space| space.kind == *kind),
            (Class::Unit, Type::Unit(kind)) => self.units.get(member).is_some_and(|unit| unit.kind == *kind),
            _ => true,
        }
    }

    /// The seat that a bearer's state belongs to: its own, or that of the actor who bears it.
    pub fn seat_of_state(&self, state: StateId, bearer: Word) -> Option<SeatId> {
        let bearer = usize::try_from(bearer).ok()?;
        match self.states.get(state.index())?.on {
            Class::Actor => self.actors.get(bearer)?.seat,
            Class::Seat => Some(SeatId::from_index(bearer)),
            _ => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct EnumDef {
    pub name: String,
    pub values: Vec<EnumValueDef>,
    /// Names and types of the values' own attributes.
    pub attributes: Vec<(String, Type)>,
}

#[derive(Clone, Debug)]
pub struct EnumValueDef {
    pub name: String,
    pub labels: Labels,
    /// As [`DesignDef::attributes`], in the order of [`EnumDef::attributes`].
    pub attributes: Vec<Word>,
}

#[derive(Clone, Debug)]
pub struct AttributeDef {
    pub name: String,
    pub ty: Type,
    pub labels: Labels,
    /// Whether people see it on the card.
    pub shown: bool,
    /// The zones whose cards show it where they are offered.
    pub in_options: Vec<ZoneId>,
}

/// An attribute as one kind has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindAttribute {
    pub id: AttributeId,
    /// Of a number: nothing is what cards have that say nothing of it, so that 0 needs no telling.
    pub none_by_default: bool,
}

#[derive(Clone, Debug)]
pub struct AbilityDef {
    pub name: String,
}

#[derive(Clone, Debug)]
pub struct KindDef {
    pub name: String,
    pub labels: Labels,
    /// This kind and all its sub-kinds.
    pub with_subkinds: KindSet,
    /// Which abilities it has, and whether they are done in full.
    pub abilities: Vec<(AbilityId, bool)>,
    /// Its own attributes and inherited ones, in the order of the manifest.
    pub attributes: Vec<KindAttribute>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct DesignDef {
    /// Script name; unique in the game.
    pub name: String,
    pub labels: Labels,
    pub kind: KindId,
    pub copies: u16,
    /// By [`AttributeId`]; `ABSENT` where it has none. Sets and bundles are indices into [`Nouns::lists`], texts into
    /// [`Nouns::texts`]. A bundle is a list of one amount for each sort of stuff.
    pub attributes: Vec<Word>,
    /// `says` of the card, by language.
    pub says: Vec<(String, String)>,
    /// Whether its own script says more than attributes: an ability or a hook.
    pub has_effects: bool,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct ComponentDef {
    pub design: DesignId,
    pub start: PlaceId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZoneOrder {
    Set,
    Pile,
    Row,
    Bag,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Faces {
    Up,
    Down,
    Owner,
    Others,
    Each,
}

/// Whose a zone or state is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    Game,
    Actor(ActorId),
    Seat(SeatId),
    Space(SpaceId),
}

#[derive(Clone, Debug)]
pub struct ZoneDef {
    pub name: String,
    pub labels: Labels,
    pub per: Class,
    pub order: ZoneOrder,
    pub faces: Faces,
    /// The zone (of the same owner, or the table's) that is shuffled in when it runs out.
    pub refill: Option<ZoneId>,
    pub fill: Option<FillDef>,
    /// No two alike: in an attribute, or in design.
    pub distinct: Option<Distinct>,
    pub max: Option<u16>,
    pub secret: bool,
    /// Kinds of cards that may lie there.
    pub holds: KindSet,
    /// Its places: `first_place + index of the owner`.
    pub first_place: PlaceId,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distinct {
    Design,
    Attribute(AttributeId),
}

#[derive(Clone, Debug)]
pub struct FillDef {
    pub to: u16,
    pub from: ZoneId,
}

#[derive(Clone, Debug)]
pub struct PlaceDef {
    pub zone: ZoneId,
    pub owner: Owner,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardShape {
    Ring,
    Grid { columns: u16, rows: u16 },
    Graph,
    Loose,
}

#[derive(Clone, Debug)]
pub struct BoardDef {
    pub name: String,
    pub shape: BoardShape,
    pub kind: SpaceKindId,
    /// Its spaces: of a board per actor, one run after the other in actor order.
    pub first_space: SpaceId,
    /// Spaces of one copy.
    pub len: u16,
    pub per_actor: bool,
}

#[derive(Clone, Debug)]
pub struct SpaceKindDef {
    pub name: String,
    pub labels: Labels,
    pub attributes: Vec<(String, Type)>,
}

#[derive(Clone, Debug)]
pub struct SpaceDef {
    pub name: String,
    pub labels: Labels,
    pub kind: SpaceKindId,
    pub board: BoardId,
    /// Of a board per actor.
    pub owner: Option<ActorId>,
    pub attributes: Vec<Word>,
    pub neighbours: Vec<SpaceId>,
    /// Grids: column and row from 0. Rings: position and 0.
    pub column: u16,
    pub row: u16,
}

#[derive(Clone, Debug)]
pub struct ActorDef {
    /// `p1` …, or the name of an automated actor.
    pub name: String,
    pub labels: Labels,
    /// Who decides for it; `None`: chance does.
    pub seat: Option<SeatId>,
    pub team: u16,
    /// In `players` and the turn order.
    pub takes_turns: bool,
}

#[derive(Clone, Debug)]
pub struct SeatDef {
    pub name: String,
}

#[derive(Clone, Debug)]
pub struct UnitKindDef {
    pub name: String,
    pub labels: Labels,
    pub at: SpaceKindId,
    pub per_actor: bool,
    pub first_unit: UnitId,
}

#[derive(Clone, Debug)]
pub struct UnitDef {
    pub kind: UnitKindId,
    pub owner: Option<ActorId>,
}

/// What a state, zone or memory stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    Game,
    Actor,
    Seat,
    Component,
    Space,
    Unit,
}

/// When something goes back to its start, or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Until {
    Never,
    Turn,
    Round,
    Phase(PhaseId),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StateKind {
    Counter {
        min: Word,
        max: Word,
    },
    Flag,
    /// One word of a type, or `ABSENT`.
    Value(Type),
}

/// A counter, flag or state. Its slot is `first_slot + index of its bearer`.
#[derive(Clone, Debug)]
pub struct StateDef {
    pub name: String,
    pub labels: Labels,
    pub on: Class,
    /// More exactly: the kind of space or unit that has it. Others of the class have a slot that means nothing.
    pub bearer: Type,
    pub kind: StateKind,
    pub first_slot: u32,
    /// One slot per member of the class.
    pub len: u32,
    /// One for all, or one for each.
    pub start: Vec<Word>,
    pub until: Until,
    pub secret: bool,
    /// Whether players are told of it; what is only there for the rules is not.
    pub shown: bool,
}

/// A memory: `max` words per bearer, and how many are in use, in their own arena.
#[derive(Clone, Debug)]
pub struct MemoryDef {
    pub name: String,
    pub labels: Labels,
    pub on: Class,
    pub of: Type,
    pub max: u16,
    pub until: Until,
    /// As [`StateDef::shown`].
    pub shown: bool,
}

#[derive(Clone, Debug)]
pub struct StuffDef {
    pub name: String,
    pub labels: Labels,
    /// `None`: without limit.
    pub supply: Option<Word>,
    /// The sort whose supply it shares (itself, mostly).
    pub account_of: StuffId,
    pub worth: Word,
    /// The states that hold it: one per class it may lie on.
    pub on: Vec<(Class, StateId)>,
    /// The slot of its supply (of `account_of`).
    pub supply_slot: u32,
}

#[derive(Clone, Debug)]
pub struct StuffGroupDef {
    pub name: String,
    pub labels: Labels,
    pub members: Vec<StuffId>,
    /// `value(payer, stuff)` that says what one is worth.
    pub worth: Option<ValueId>,
    pub overpay: bool,
}

#[derive(Clone, Debug)]
pub struct DiceDef {
    pub name: String,
    pub labels: Labels,
    /// Number and weight of each face.
    pub faces: Vec<(Word, u32)>,
}

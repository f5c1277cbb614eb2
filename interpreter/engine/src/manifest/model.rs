//! What a manifest says, after packs and variants are merged in: nouns with spans, names not yet looked up.

use crate::source::Span;
pub use crate::syntax::ast::Name;
use crate::words::{Language, Translations};

/// Printed names of a thing: `singular|plural` in each language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    pub en: Option<String>,
    /// In other languages.
    pub others: Translations,
    /// `m` or `f`, for French.
    pub gender: Option<char>,
}

impl Labels {
    /// What is written for a language.
    pub fn text(&self, language: Language) -> Option<&str> {
        match language {
            Language::English => self.en.as_deref(),
            other => self.others.get(other),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Manifest {
    pub game: Game,
    pub numbers: Vec<Number>,
    pub enums: Vec<Enum>,
    pub counters: Vec<Counter>,
    pub flags: Vec<Counter>,
    pub states: Vec<StateVar>,
    pub memories: Vec<Memory>,
    pub stuff: Vec<Stuff>,
    pub kinds: Vec<Kind>,
    /// `[attribute]`: how attributes of kinds are shown.
    pub attributes: Vec<AttributeWords>,
    pub groups: Vec<Group>,
    pub zones: Vec<Zone>,
    pub boards: Vec<Board>,
    pub spaces: Vec<SpaceKind>,
    pub actors: Vec<Actor>,
    pub units: Vec<Unit>,
    pub dice: Vec<Dice>,
    pub teams: Vec<Vec<Name>>,
    pub flow: Flow,
    pub phases: Vec<PhaseDecl>,
    pub variants: Vec<VariantDecl>,
    /// `[bots] pass = { OPTION = percent }`
    pub bot_pass: Vec<(Name, i64)>,
    /// The variants that are switched on, in the order in which they were merged, each with its level from 1.
    pub chosen: Vec<(Name, usize)>,
    /// The packs by number, in the order in which they were merged.
    pub pack_order: Vec<u16>,
    /// Whole text, for messages about what is missing.
    pub span: Span,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ResultKind {
    #[default]
    Ranked,
    Teams,
    Together,
    ZeroSum,
}

#[derive(Clone, Debug, Default)]
pub struct Game {
    pub id: String,
    pub version: String,
    pub labels: Labels,
    pub players: (u8, u8),
    pub result: ResultKind,
    /// Values or counters of a player, best first, high is good.
    pub ranking: Vec<Name>,
    pub utility: Option<Name>,
    /// `languages = ["en", "fr"]`: every printed name should have these, and where each is named; default `["en"]`.
    pub languages: Vec<(Language, Span)>,
}

#[derive(Clone, Debug)]
pub struct Number {
    pub name: Name,
    pub value: NumberValue,
    pub range: Range,
}

/// The least and the most that a number may be, where that is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Range {
    pub from: Option<i64>,
    pub to: Option<i64>,
}

impl Range {
    /// Whether a value is within.
    pub fn has(self, value: i64) -> bool {
        self.from.is_none_or(|from| from <= value) && self.to.is_none_or(|to| value <= to)
    }

    /// `3 to 6`, `at least 3`; `None` where there are no bounds.
    pub fn words(self) -> Option<String> {
        match (self.from, self.to) {
            (Some(from), Some(to)) => Some(format!("{from} to {to}")),
            (Some(from), None) => Some(format!("at least {from}")),
            (None, Some(to)) => Some(format!("at most {to}")),
            (None, None) => None,
        }
    }
}

#[derive(Clone, Debug)]
pub enum NumberValue {
    Plain(i64),
    /// `{ 2 = 4, 3 = 6 }`
    ByPlayers(Vec<(u8, i64)>),
    /// `[0, 0, 1]`: read as `NAME of p`
    BySeat(Vec<i64>),
}

/// A number written in the manifest: plain, or the name of one in `[numbers]`.
#[derive(Clone, Debug)]
pub enum NumberRef {
    Plain(i64, Span),
    Named(Name),
}

#[derive(Clone, Debug)]
pub struct Enum {
    pub name: Name,
    pub values: Vec<EnumValue>,
}

#[derive(Clone, Debug)]
pub struct EnumValue {
    pub name: Name,
    /// Other keys: number, bool, name or bundle (`"3 red, 1 blue"`) as literals.
    pub attributes: Vec<(Name, Literal)>,
    pub labels: Labels,
}

#[derive(Clone, Debug)]
pub enum Literal {
    Number(i64, Span),
    Bool(bool, Span),
    /// A text: a name, or a bundle such as `3 red, 1 blue`.
    Text(String, Span),
    List(Vec<Literal>, Span),
}

#[derive(Clone, Debug)]
pub struct Counter {
    pub name: Name,
    /// `player`, `game`, `seat`, a kind, group, space kind or unit.
    pub on: Name,
    pub min: Option<NumberRef>,
    pub max: Option<NumberRef>,
    pub start: Option<NumberRef>,
    /// `end of turn | round | PHASE`: goes back to its start then.
    pub until: Option<Name>,
    /// Others do not see it (`secret = true`).
    pub secret: bool,
    /// Whether players are told of it (`shown = false`: it is only there for the rules).
    pub shown: bool,
    pub labels: Labels,
}

/// One value or none on something: `[state] mark = { on = "cell", of = "player" }`.
#[derive(Clone, Debug)]
pub struct StateVar {
    pub name: Name,
    pub on: Name,
    pub of: Name,
    /// One value, or one for each element in order.
    pub start: Vec<Literal>,
    pub until: Option<Name>,
    pub secret: bool,
    pub shown: bool,
    pub labels: Labels,
}

/// A list of references on something: `[memory] played = { on = "player", of = "card", until = "end of turn" }`.
#[derive(Clone, Debug)]
pub struct Memory {
    pub name: Name,
    pub on: Name,
    pub of: Name,
    /// How many at the most; default 64.
    pub max: Option<NumberRef>,
    pub until: Option<Name>,
    /// `None`: it is, if it has words of its own.
    pub shown: Option<bool>,
    pub labels: Labels,
}

#[derive(Clone, Debug)]
pub struct Stuff {
    pub name: Name,
    /// Where it may lie: `player`, space kinds, units, kinds; default `["player"]`.
    pub on: Vec<Name>,
    /// `None`: no limit.
    pub supply: Option<NumberRef>,
    /// Another account of the same pieces.
    pub of: Option<Name>,
    pub worth: Option<i64>,
    pub start: Option<NumberRef>,
    pub labels: Labels,
}

#[derive(Clone, Debug)]
pub struct Kind {
    pub name: Name,
    pub attributes: Vec<Attribute>,
    pub abilities: Vec<Ability>,
    pub live: Vec<Live>,
    pub starts_in: Option<Name>,
    /// The kind that this one is a sort of.
    pub is: Option<Name>,
    /// How many components of the kind there must be: in the game, and in the packs that say so themselves.
    pub totals: Vec<NumberRef>,
    /// `each = { suit = "suit", rank = "1..13" }`: designs made for every combination, named by their values.
    pub each: Vec<(Name, Name)>,
    pub labels: Labels,
}

#[derive(Clone, Debug)]
pub struct Attribute {
    pub name: Name,
    /// A type as text (`number`, `family`, `set of shape`, `agent or none`).
    pub ty: Name,
    pub default: Option<Literal>,
}

/// How an attribute is shown, in whichever kinds it is: `[attribute] cost = { en = "cost", in_options = "market" }`.
#[derive(Clone, Debug)]
pub struct AttributeWords {
    pub name: Name,
    /// Whether people see it on the card (`shown = false` hides it).
    pub shown: bool,
    /// The zones whose cards show it where they are offered.
    pub in_options: Vec<Name>,
    pub labels: Labels,
}

#[derive(Clone, Debug)]
pub struct Ability {
    pub name: Name,
    pub full: bool,
}

/// Where a kind's hooks work.
#[derive(Clone, Debug)]
pub struct Live {
    pub zone: Name,
    /// Only with this face: true is up.
    pub face: Option<bool>,
}

#[derive(Clone, Debug)]
pub struct Group {
    pub name: Name,
    pub members: Vec<Name>,
    /// For groups of stuff: the value (of payer and stuff) that says what one is worth; else its `worth`.
    pub worth: Option<Name>,
    /// Whether a payment may be worth more than its price; default true for groups with a worth.
    pub overpay: Option<bool>,
    pub labels: Labels,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ZoneOrder {
    #[default]
    Set,
    Pile,
    Row,
    Bag,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Faces {
    #[default]
    Up,
    Down,
    Owner,
    Others,
    Each,
}

#[derive(Clone, Debug)]
pub struct Zone {
    pub name: Name,
    /// An actor kind, a space kind or `seat`; `None`: the table's.
    pub per: Option<Name>,
    pub holds: Option<Name>,
    pub order: ZoneOrder,
    pub faces: Faces,
    pub refill: Option<Name>,
    pub fill: Option<Fill>,
    /// No two alike in this attribute (`name` for the design itself).
    pub distinct: Option<Name>,
    pub max: Option<NumberRef>,
    /// Hides even the number of cards from those who see none of them.
    pub secret: bool,
    pub labels: Labels,
}

#[derive(Clone, Debug)]
pub struct Fill {
    pub to: NumberRef,
    pub from: Name,
}

#[derive(Clone, Debug)]
pub struct Board {
    pub name: Name,
    pub shape: Shape,
    /// The space kind.
    pub space: Name,
    pub per: Option<Name>,
    pub spaces: Vec<Space>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Touch {
    #[default]
    Sides,
    All,
}

#[derive(Clone, Debug)]
pub enum Shape {
    /// Closed: the last touches the first. The spaces stand in `Board::spaces`.
    Ring,
    /// Columns, rows.
    Grid(u16, u16, Touch),
    /// Pairs of spaces, `a - b`, patterns with `#` already expanded.
    Graph(Vec<(Name, Name)>),
    /// Spaces that touch nothing (a panel).
    Loose,
}

#[derive(Clone, Debug)]
pub struct Space {
    pub name: Name,
    pub attributes: Vec<(Name, Literal)>,
    pub labels: Labels,
}

#[derive(Clone, Debug)]
pub struct SpaceKind {
    pub name: Name,
    pub attributes: Vec<Attribute>,
    pub labels: Labels,
}

#[derive(Clone, Debug)]
pub struct Actor {
    pub name: Name,
    /// The space kind it stands on.
    pub at: Option<Name>,
    /// How many sit on one seat.
    pub per_seat: Option<NumberRef>,
    /// Present on an automated actor: `p1` …, or `chance`.
    pub decided_by: Option<Name>,
    /// Whether an automated actor is in `players` and the turn order.
    pub takes_turns: bool,
    pub labels: Labels,
}

#[derive(Clone, Debug)]
pub struct Unit {
    pub name: Name,
    pub per: Option<Name>,
    pub at: Name,
    pub labels: Labels,
}

#[derive(Clone, Debug)]
pub struct Dice {
    pub name: Name,
    pub faces: Vec<DieFace>,
    pub labels: Labels,
}

#[derive(Clone, Debug)]
pub struct DieFace {
    pub number: i64,
    pub weight: u32,
}

#[derive(Clone, Debug, Default)]
pub struct Flow {
    pub setup: Vec<Name>,
    pub start: Vec<Name>,
    pub round: Vec<Name>,
    pub turn: Vec<Name>,
    /// At the most this many rounds; then the game ends as `end game` would. `None`: no bound.
    pub rounds: Option<NumberRef>,
}

#[derive(Clone, Debug)]
pub struct PhaseDecl {
    pub name: Name,
    /// `turn_order`, `seats`, …: once for each, with `me` being it.
    pub each: Option<Name>,
    pub labels: Labels,
}

/// A variant as the list of choices shows it; its patches are merged before lowering.
#[derive(Clone, Debug)]
pub struct VariantDecl {
    pub name: Name,
    /// At most one of a group.
    pub group: Option<Name>,
    /// 1 when it has no levels.
    pub levels: usize,
    pub needs: Vec<Name>,
    pub players: Option<(u8, u8)>,
    pub labels: Labels,
}

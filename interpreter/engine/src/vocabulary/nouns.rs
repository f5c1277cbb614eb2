//! Names that every game has: who is meant, and what the game knows of itself.

use super::{Class, Entry, Function, Sort};

/// Who may not take the word as a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Nothing of the manifest.
    pub manifest: bool,
    /// No card, parameter or other declared thing.
    pub declared: bool,
    /// No name made by a statement.
    pub local: bool,
}

const EVERYWHERE: Taken = Taken { manifest: true, declared: true, local: true };
const IN_SCRIPTS: Taken = Taken { manifest: false, declared: true, local: true };
const DECLARED: Taken = Taken { manifest: false, declared: true, local: false };
const LOCAL: Taken = Taken { manifest: false, declared: false, local: true };
const BY_PLACE: Taken = Taken { manifest: false, declared: false, local: false };

/// What a name that every game has stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    Me,
    This,
    Who,
    /// The candidate; the parser tells it from other names.
    It,
    Active,
    Opponents,
    /// `true` and `false`.
    Truth(bool),
    None,
    Empty,
    Nothing,
    /// Only after `is`: whether a player is still in the game.
    Alive(bool),
    /// After `is`, and where a yes or no is wanted: whether a card is face up.
    Up(bool),
    /// Where stuff lies that nobody has.
    Supply,
    /// All players, unless the game calls them otherwise.
    Players,
    /// Read off the game alone: by which function, and what it gives.
    Read(Function, Sort),
    /// Never alone: after a point, before `of`, or in a statement of its own.
    Part,
}

/// A name that every game has.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub entry: Entry,
    pub taken: Taken,
    pub meaning: Meaning,
}

const fn row(name: &'static str, taken: Taken, meaning: Meaning, doc: &'static str, example: &'static str) -> Row {
    Row { entry: Entry::new(Class::Noun, name, name, doc, example), taken, meaning }
}

/// The built-in names.
pub const NOUNS: &[Row] = &[
    row(
        "me",
        EVERYWHERE,
        Meaning::Me,
        "The doer. In an ability, who runs it; in a hook, the holder of its card; in an action, who does it; in a phase, whose turn it is.",
        "me",
    ),
    row(
        "this",
        EVERYWHERE,
        Meaning::This,
        "The card that the text stands on.",
        "every imp { after summon where c is this { gain 1 points on who } }",
    ),
    row(
        "who",
        EVERYWHERE,
        Meaning::Who,
        "The doer of the action that a hook watches.",
        "after draw where who is me { gain 1 points }",
    ),
    row("it", EVERYWHERE, Meaning::It, "The candidate of the innermost `where`.", "(me.hand where it is not c)"),
    row("active", IN_SCRIPTS, Meaning::Active, "Whose turn it is.", "active"),
    row(
        "players",
        LOCAL,
        Meaning::Players,
        "All living players that take turns, in the order of seats. A game may call them otherwise.",
        "players",
    ),
    row("opponents", IN_SCRIPTS, Meaning::Opponents, "The opponents of `me`.", "opponents"),
    row(
        "turn_order",
        IN_SCRIPTS,
        Meaning::Read(Function::TurnOrder, Sort::Players),
        "The players from the first player on.",
        "turn_order",
    ),
    row(
        "first_player",
        IN_SCRIPTS,
        Meaning::Read(Function::FirstPlayer, Sort::Player),
        "Who begins the rounds; `set first_player to p` passes it on.",
        "first_player",
    ),
    row("seats", IN_SCRIPTS, Meaning::Read(Function::Seats, Sort::Seats), "All seats.", "seats"),
    row("round", IN_SCRIPTS, Meaning::Read(Function::Round, Sort::Number), "Which round it is, from 1.", "round > 3"),
    row(
        "turn_number",
        LOCAL,
        Meaning::Read(Function::TurnNumber, Sort::Number),
        "How many turns have begun.",
        "turn_number > 3",
    ),
    row(
        "living_teams",
        LOCAL,
        Meaning::Read(Function::LivingTeams, Sort::Number),
        "How many teams have a living player.",
        "living_teams is 1",
    ),
    row("true", EVERYWHERE, Meaning::Truth(true), "Yes.", "me.ready is true"),
    row("false", EVERYWHERE, Meaning::Truth(false), "No.", "me.ready is false"),
    row("none", EVERYWHERE, Meaning::None, "Nothing there: no card, no player, no value.", "a1.mark is none"),
    row("empty", LOCAL, Meaning::Empty, "A zone or set without anything.", "me.hand is empty"),
    row("nothing", IN_SCRIPTS, Meaning::Nothing, "A bundle without anything.", "nothing"),
    row("alive", LOCAL, Meaning::Alive(true), "After `is`: still in the game.", "p is alive"),
    row("out", BY_PLACE, Meaning::Alive(false), "After `is`: no longer in the game.", "p is out"),
    row("up", BY_PLACE, Meaning::Up(true), "After `is`: face up.", "c is up"),
    row("down", BY_PLACE, Meaning::Up(false), "After `is`: face down.", "c is down"),
    row("supply", IN_SCRIPTS, Meaning::Supply, "Where stuff lies that nobody has.", "move 1 red from supply to me"),
    row("seat", DECLARED, Meaning::Part, "The seat of a player, after a point or before `of`.", "me.seat"),
    row("game", DECLARED, Meaning::Part, "The whole game, in `end game` and `at start of game`.", "end game"),
    row("neighbours", LOCAL, Meaning::Part, "The spaces next to one, before `of`.", "neighbours of me.era"),
    row("partners", LOCAL, Meaning::Part, "The others of a team, before `of`.", "partners of me"),
];

/// The row of a name.
pub fn find(name: &str) -> Option<&'static Row> {
    NOUNS.iter().find(|row| row.entry.name == name)
}

/// What a name stands for.
pub fn meaning(name: &str) -> Option<Meaning> {
    find(name).map(|row| row.meaning)
}

/// All built-in names.
pub fn words<'a>() -> impl Iterator<Item = &'a str> {
    NOUNS.iter().map(|row| row.entry.name)
}

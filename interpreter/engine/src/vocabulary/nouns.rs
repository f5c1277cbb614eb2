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

/// A name that every game has.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub entry: Entry,
    pub taken: Taken,
    /// Where it is read off the game alone: by which function, and what it gives.
    pub reads: Option<(Function, Sort)>,
}

const fn row(
    name: &'static str,
    taken: Taken,
    reads: Option<(Function, Sort)>,
    doc: &'static str,
    example: &'static str,
) -> Row {
    Row { entry: Entry::new(Class::Noun, name, name, doc, example), taken, reads }
}

/// The built-in names.
pub const NOUNS: &[Row] = &[
    row(
        "me",
        EVERYWHERE,
        None,
        "The doer. In an ability, who runs it; in a hook, the holder of its card; in an action, who does it; in a phase, whose turn it is.",
        "me",
    ),
    row(
        "this",
        EVERYWHERE,
        None,
        "The card that the text stands on.",
        "every imp { after summon where c is this { gain 1 points on who } }",
    ),
    row(
        "who",
        EVERYWHERE,
        None,
        "The doer of the action that a hook watches.",
        "after draw where who is me { gain 1 points }",
    ),
    row("it", EVERYWHERE, None, "The candidate of the innermost `where`.", "(me.hand where it is not c)"),
    row("active", IN_SCRIPTS, None, "Whose turn it is.", "active"),
    row(
        "players",
        LOCAL,
        Some((Function::Players, Sort::Players)),
        "All living players that take turns, in the order of seats. A game may call them otherwise.",
        "players",
    ),
    row("opponents", IN_SCRIPTS, None, "The opponents of `me`.", "opponents"),
    row(
        "turn_order",
        IN_SCRIPTS,
        Some((Function::TurnOrder, Sort::Players)),
        "The players from the first player on.",
        "turn_order",
    ),
    row(
        "first_player",
        IN_SCRIPTS,
        Some((Function::FirstPlayer, Sort::Player)),
        "Who begins the rounds; `set first_player to p` passes it on.",
        "first_player",
    ),
    row("seats", IN_SCRIPTS, Some((Function::Seats, Sort::Seats)), "All seats.", "seats"),
    row("round", IN_SCRIPTS, Some((Function::Round, Sort::Number)), "Which round it is, from 1.", "round > 3"),
    row(
        "turn_number",
        LOCAL,
        Some((Function::TurnNumber, Sort::Number)),
        "How many turns have begun.",
        "turn_number > 3",
    ),
    row(
        "living_teams",
        LOCAL,
        Some((Function::LivingTeams, Sort::Number)),
        "How many teams have a living player.",
        "living_teams is 1",
    ),
    row("true", EVERYWHERE, None, "Yes.", "me.ready is true"),
    row("false", EVERYWHERE, None, "No.", "me.ready is false"),
    row("none", EVERYWHERE, None, "Nothing there: no card, no player, no value.", "a1.mark is none"),
    row("empty", LOCAL, None, "A zone or set without anything.", "me.hand is empty"),
    row("nothing", IN_SCRIPTS, None, "A bundle without anything.", "nothing"),
    row("alive", LOCAL, None, "After `is`: still in the game.", "p is alive"),
    row("supply", IN_SCRIPTS, None, "Where stuff lies that nobody has.", "move 1 red from supply to me"),
    row("seat", DECLARED, None, "The seat of a player, after a point or before `of`.", "me.seat"),
    row("game", DECLARED, None, "The whole game, in `end game` and `at start of game`.", "end game"),
    row("neighbours", LOCAL, None, "The spaces next to one, before `of`.", "neighbours of me.era"),
    row("partners", LOCAL, None, "The others of a team, before `of`.", "partners of me"),
];

/// The row of a name.
pub fn find(name: &str) -> Option<&'static Row> {
    NOUNS.iter().find(|row| row.entry.name == name)
}

/// All built-in names.
pub fn words<'a>() -> impl Iterator<Item = &'a str> {
    NOUNS.iter().map(|row| row.entry.name)
}

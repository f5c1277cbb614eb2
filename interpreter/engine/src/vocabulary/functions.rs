//! Functions: called with parentheses, or written before `of`. The checker takes names, parameters and results from here.

use super::{Class, Entry, Function, Sort};

/// `NAME(a, b)`
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub entry: Entry,
    pub function: Function,
    pub params: &'static [(&'static str, Sort)],
    pub gives: Sort,
}

const fn row(
    function: Function,
    name: &'static str,
    form: &'static str,
    params: &'static [(&'static str, Sort)],
    gives: Sort,
    doc: &'static str,
    example: &'static str,
) -> Row {
    Row { entry: Entry::new(Class::Function, name, form, doc, example), function, params, gives }
}

const TWO: &[(&str, Sort)] = &[("a", Sort::Number), ("b", Sort::Number)];
const ONE: &[(&str, Sort)] = &[("n", Sort::Number)];
const PLAYER: &[(&str, Sort)] = &[("p", Sort::Player)];
const SPACE: &[(&str, Sort)] = &[("s", Sort::Space)];

/// Functions with parentheses.
pub const FUNCTIONS: &[Row] = &[
    row(Function::Min, "min", "min(a, b)", TWO, Sort::Number, "The smaller of two numbers.", "min(n, 3)"),
    row(Function::Max, "max", "max(a, b)", TWO, Sort::Number, "The larger of two numbers.", "max(n, 3)"),
    row(Function::HalfUp, "half_up", "half_up(n)", ONE, Sort::Number, "Half, rounded up.", "half_up(me.points)"),
    row(Function::Abs, "abs", "abs(n)", ONE, Sort::Number, "Without its sign.", "abs(n - 3)"),
    row(
        Function::Remainder,
        "remainder",
        "remainder(a, b)",
        TWO,
        Sort::Number,
        "What is left when dividing.",
        "remainder(n, 2)",
    ),
    row(
        Function::Reverse,
        "reverse",
        "reverse(list)",
        &[("list", Sort::Several)],
        Sort::SameAsFirst,
        "The same in the other order.",
        "reverse(turn_order)",
    ),
    row(Function::Left, "left", "left(p)", PLAYER, Sort::Player, "The next living player to the left.", "left(me)"),
    row(
        Function::Right,
        "right",
        "right(p)",
        PLAYER,
        Sort::Player,
        "The next living player to the right.",
        "right(me)",
    ),
    row(Function::Other, "other", "other(p)", PLAYER, Sort::Player, "The only other living player.", "other(me)"),
    row(
        Function::Distance,
        "distance",
        "distance(a, b)",
        &[("a", Sort::Space), ("b", Sort::SameAsFirst)],
        Sort::Number,
        "Steps from one space to another; absent where there is no way.",
        "distance(me.era, dusk)",
    ),
    row(
        Function::RingStep,
        "next",
        "next(s, k)",
        &[("s", Sort::Space), ("k", Sort::Number)],
        Sort::SameAsFirst,
        "The space k steps on around a ring.",
        "next(me.era, 2)",
    ),
    row(
        Function::RingFrom,
        "onward",
        "onward(s)",
        SPACE,
        Sort::SeveralOfFirst,
        "The ring from a space on, that one first.",
        "onward(me.era)",
    ),
    row(Function::UnitsAt, "units_at", "units_at(s)", SPACE, Sort::Units, "The units on a space.", "units_at(me.era)"),
];

/// What a word before `of` gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// Computed from a thing: by which function, what it takes and what it gives.
    Function(Function, Sort, Sort),
    /// The spaces next to one, or to several.
    Neighbours,
    /// How much of a sort of stuff nobody has; what follows is its name.
    Supply,
    /// The designs of a kind; what follows is its name.
    Designs,
}

/// `NAME of E`
#[derive(Clone, Copy, Debug)]
pub struct OfRow {
    pub entry: Entry,
    pub gives: Of,
}

const fn of(gives: Of, name: &'static str, form: &'static str, doc: &'static str, example: &'static str) -> OfRow {
    OfRow { entry: Entry::new(Class::Function, name, form, doc, example), gives }
}

/// Functions that are written before `of`.
pub const OF: &[OfRow] = &[
    of(
        Of::Function(Function::Opponents, Sort::Player, Sort::Players),
        "opponents",
        "opponents of PLAYER",
        "The living players of other teams, clockwise.",
        "opponents of p",
    ),
    of(
        Of::Function(Function::Partners, Sort::Player, Sort::Players),
        "partners",
        "partners of PLAYER",
        "The others of the team.",
        "partners of p",
    ),
    of(
        Of::Function(Function::SeatOf, Sort::Player, Sort::Seat),
        "seat",
        "seat of PLAYER",
        "Who decides for a player.",
        "seat of p",
    ),
    of(
        Of::Function(Function::ActorsOf, Sort::Seat, Sort::Players),
        "actors",
        "actors of SEAT",
        "Those for whom a seat decides.",
        "actors of me.seat",
    ),
    of(
        Of::Neighbours,
        "neighbours",
        "neighbours of SPACE",
        "The spaces next to a space, or to several.",
        "neighbours of me.era",
    ),
    of(Of::Supply, "supply", "supply of STUFF", "How much is left in the supply.", "supply of red"),
    of(Of::Designs, "kinds", "kinds of KIND", "All designs of a kind or group.", "kinds of imp"),
    of(Of::Designs, "designs", "designs of KIND", "The same as `kinds of`.", "designs of imp"),
];

/// The function of a name.
pub fn find(name: &str) -> Option<&'static Row> {
    FUNCTIONS.iter().find(|row| row.entry.name == name)
}

/// What stands before `of`.
pub fn find_of(name: &str) -> Option<&'static OfRow> {
    OF.iter().find(|row| row.entry.name == name)
}

/// The names of the functions.
pub fn words<'a>() -> impl Iterator<Item = &'a str> {
    FUNCTIONS.iter().map(|row| row.entry.name)
}

//! Several things: where they come from and how they are narrowed.

use super::{Class, Entry};

const fn selection(name: &'static str, form: &'static str, doc: &'static str, example: &'static str) -> Entry {
    Entry::new(Class::Selection, name, form, doc, example)
}

/// Selections by the word that makes them.
pub const SELECTIONS: &[Entry] = &[
    selection(
        "where",
        "SET where CONDITION",
        "Those for which it is true: `.x` is what the candidate has, `it` the candidate. Inside a larger expression it needs parentheses.",
        "(me.hand where .cost > 2 and it is not c)",
    ),
    selection(
        "top",
        "top [NUMBER] of ZONE",
        "The top card, or the top cards; fewer if there are not so many.",
        "top 3 of deck",
    ),
    selection("bottom", "bottom [NUMBER] of ZONE", "The same from below.", "bottom of deck"),
    selection("first", "first of SET [following ORDER]", "The first one.", "first of players following turn_order"),
    selection("of", "NUMBER of SET", "The first so many.", "2 of me.hand"),
    selection("most", "most .x of SET", "Those that have the most; all of them when tied.", "most .cost of me.hand"),
    selection("least", "least .x of SET", "Those that have the least.", "least .cost of me.hand"),
    selection("except", "SET except THING", "Without a thing, or without several.", "players except me"),
    selection("+", "SET + SET", "Both together.", "me.hand + me.table"),
    selection("..", "NUMBER..NUMBER", "The numbers from one to the other.", "1..6"),
    selection("[]", "[THING, …]", "A list as written; `[3 red, 1 blue]` is a bundle of stuff.", "[dawn, dusk]"),
    selection(
        "reached",
        "reached from SPACE by A to B where CONDITION",
        "All spaces that can be reached by steps from A to B for which it is true; the first one too.",
        "reached from me.era by a to b where b.red is 0",
    ),
    selection(
        "nearest",
        "nearest to SPACE [where CONDITION]",
        "Those at the least distance for which it is true.",
        "nearest to me.era where .red > 0",
    ),
    selection(
        "lines",
        "lines of NUMBER in BOARD",
        "All straight lines of that length on a grid, each of them a list.",
        "lines of 3 in field",
    ),
];

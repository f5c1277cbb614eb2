//! Something to know: numbers, and yes or no.

use super::{Class, Entry};

const fn question(name: &'static str, form: &'static str, doc: &'static str, example: &'static str) -> Entry {
    Entry::new(Class::Question, name, form, doc, example)
}

/// Questions by their first word.
pub const QUESTIONS: &[Entry] = &[
    question(
        "count",
        "count of SET, or count of different .x in SET",
        "How many there are, or how many different values they have.",
        "count of (me.hand where .cost > 2) + count of different .family in me.table",
    ),
    question("sum", "sum of NUMBER over [x in] SET", "All added up.", "sum of .cost over me.hand"),
    question(
        "highest",
        "highest of NUMBER over [x in] SET",
        "The highest number; absent over nothing.",
        "highest of .cost over me.hand",
    ),
    question(
        "lowest",
        "lowest of NUMBER over [x in] SET",
        "The lowest number; absent over nothing.",
        "lowest of .cost over me.hand",
    ),
    question("any", "any [x in] SET [where CONDITION]", "Whether there is one.", "any me.hand where .family is fire"),
    question("no", "no [x in] SET [where CONDITION]", "Whether there is none.", "no x in me.hand where x.cost > 4"),
    question(
        "every",
        "every x in SET has CONDITION",
        "Whether it is true of all; of nothing it is.",
        "every x in me.hand has x.cost > 1",
    ),
    question("can", "can ACTION(VALUE, …) [by PLAYER]", "Whether it could be done now.", "can summon(c) by p"),
];

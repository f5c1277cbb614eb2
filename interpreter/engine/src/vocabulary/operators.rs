//! What stands between expressions, loosest first.

use super::{Class, Entry};

const fn operator(name: &'static str, form: &'static str, doc: &'static str, example: &'static str) -> Entry {
    Entry::new(Class::Operator, name, form, doc, example)
}

/// Operators, loosest first.
pub const OPERATORS: &[Entry] = &[
    operator("or", "A or B", "One of them, or both.", "me.points > 3 or me.power > 3"),
    operator(
        "and",
        "A and B",
        "Both. After `x is KIND and`, x is known to be of that kind.",
        "me.points > 3 and me.power > 3",
    ),
    operator("not", "not A", "The opposite.", "not me.ready"),
    operator(
        "is",
        "A is B, A is not B",
        "The same thing or value; of a kind, a design, a zone; `up`, `down`, `empty`, `none`, `alive`.",
        "c is glow and me.hand is not empty",
    ),
    operator("<", "A < B, A <= B, A > B, A >= B", "Numbers compared; these do not chain.", "1 <= n and n < 5"),
    operator("in", "THING in SET, THING not in SET", "Whether it is one of them.", "c in me.hand"),
    operator("has", "CARD has ABILITY", "Whether the card has that ability.", "c has play"),
    operator("-", "A + B, A - B", "Numbers or bundles; `+` on sets puts them together.", "n + 1 - me.power"),
    operator("*", "A * B, A / B", "Times, and divided by, rounded down.", "n * 2 / 3"),
    operator(".", "THING.NAME", "What a thing has: a counter, a zone, an attribute, a place.", "me.hand"),
    operator(
        "[ ]",
        "LIST[NUMBER], or SHARES[THING]",
        "The element at a place, from 1, or the share of a thing in a `split`.",
        "players[1]",
    ),
];

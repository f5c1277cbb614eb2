//! What a parameter may be, in every game. Kinds, groups, enums, kinds of spaces, units, dice and stuff are types too.

use super::{Class, Entry, Sort};

/// A word for a type.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub entry: Entry,
    /// Other words for it.
    pub also: &'static [&'static str],
    pub sort: Sort,
}

const fn row(
    name: &'static str,
    also: &'static [&'static str],
    sort: Sort,
    doc: &'static str,
    example: &'static str,
) -> Row {
    Row { entry: Entry::new(Class::Type, name, name, doc, example), also, sort }
}

/// The types that every game has.
pub const TYPES: &[Row] = &[
    row("number", &[], Sort::Number, "A whole number.", "value twice(n: number) is n * 2"),
    row(
        "bool",
        &["yes_no", "yes/no"],
        Sort::Bool,
        "Yes or no: `true` or `false`.",
        "action switch(on_top: bool) { if on_top { draw(1) } }",
    ),
    row(
        "card",
        &["component"],
        Sort::Card,
        "A component of any kind.",
        "action bury(c: card) { move c to bottom of deck }",
    ),
    row(
        "design",
        &[],
        Sort::Design,
        "What a card is, not one card: `c.design`.",
        "action name_one(d: design) { gain 1 points }",
    ),
    row("zone", &[], Sort::Zone, "A place where components lie.", "action mix(z: zone) { shuffle z }"),
    row("seat", &[], Sort::Seat, "Who decides and sees.", "action greet(s: seat) { gain 1 points }"),
    row(
        "player",
        &[],
        Sort::Player,
        "Whoever does things, whatever the game calls them.",
        "action reward(p: player) { gain 1 points on p }",
    ),
    row("unit", &[], Sort::Unit, "A unit of any kind.", "action recall(u: unit) { move u to dawn }"),
    row("counter", &[], Sort::Counter, "The name of a counter or of stuff.", "event raised(what: counter)"),
    row("stuff", &[], Sort::Stuff, "A sort of stuff.", "event found(what: stuff)"),
];

const fn form(name: &'static str, form: &'static str, doc: &'static str, example: &'static str) -> Entry {
    Entry::new(Class::Type, name, form, doc, example)
}

/// What is made of other types.
pub const FORMS: &[Entry] = &[
    form(
        "set of",
        "set of TYPE",
        "Several things of a type.",
        "action bury_all(list: set of imp) { move list to discard }",
    ),
    form(
        "bundle",
        "STUFF bundle",
        "An amount of stuff, of one sort or of a group.",
        "action trade(b: stone bundle) { pay b }",
    ),
    form(
        "or none",
        "TYPE or none",
        "It may be absent. Every name may, so this only says it.",
        "action crown(p: player or none) { gain 1 points on p }",
    ),
];

/// The sort of a word for a type.
pub fn find(name: &str) -> Option<Sort> {
    TYPES.iter().find(|row| row.entry.name == name || row.also.contains(&name)).map(|row| row.sort)
}

/// All words for types that can be written in a script.
pub fn words<'a>() -> impl Iterator<Item = &'a str> {
    let word = |name: &&str| !name.contains('/');
    TYPES.iter().flat_map(move |row| std::iter::once(row.entry.name).chain(row.also.iter().copied().filter(word)))
}

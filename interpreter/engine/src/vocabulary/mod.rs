//! The words of the language, once: how each is written, what it means, an example. Parser messages, the checker, the
//! machine and the reference read these tables; nothing lists the words a second time. Knows ids, and no other module.

pub mod durations;
pub mod fields;
pub mod foreign;
pub mod functions;
pub mod hooks;
pub mod items;
pub mod meaning;
pub mod nouns;
pub mod operators;
pub mod primitives;
pub mod questions;
pub mod reserved;
pub mod scenarios;
pub mod selections;
pub mod statements;
pub mod types;

pub use meaning::{Arithmetic, Compare, Edge, End, Face, Fold, Function, How, Moment, Primitive, Score, When};
pub use reserved::RESERVED;

/// The biggest number of scripts and manifests; the smallest is its opposite. What is one less stands for nothing.
pub const BIGGEST_NUMBER: i64 = i32::MAX as i64;

/// What sort of word an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Begins an item of a file.
    Item,
    /// Stands inside an item or a statement: a step, an option, a limit.
    Part,
    /// Begins a hook.
    Hook,
    /// Begins a statement.
    Statement,
    /// How long a lasting block holds.
    Duration,
    /// Several things.
    Selection,
    /// Something to know: a number, or yes or no.
    Question,
    /// Stands between two expressions.
    Operator,
    /// Called with parentheses, or written before `of`.
    Function,
    /// A name that every game has.
    Noun,
    /// What a thing has in every game, after a point.
    Field,
    /// What a parameter may be.
    Type,
    /// What the engine itself does, as hooks see it.
    Event,
    /// Begins or makes a line of a scenario.
    Scenario,
}

/// One word of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The word by which it is found; in capitals where no fixed word begins it.
    pub name: &'static str,
    /// How it is written: capitals stand for something else, `[ ]` for what may be left out, `|` for a choice.
    pub form: &'static str,
    /// What it means, in a sentence or two.
    pub doc: &'static str,
    /// A short script that uses it.
    pub example: &'static str,
    pub class: Class,
}

impl Entry {
    /// A row of a table.
    pub const fn new(
        class: Class,
        name: &'static str,
        form: &'static str,
        doc: &'static str,
        example: &'static str,
    ) -> Entry {
        Entry { name, form, doc, example, class }
    }
}

/// What a parameter takes and what a word gives, as far as it is the same in every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Number,
    Bool,
    Player,
    Seat,
    Card,
    Design,
    Zone,
    Space,
    Unit,
    Counter,
    Stuff,
    /// Rolled dice.
    Dice,
    /// Anything; what is meant shows only where it is used.
    Any,
    /// Several things of one sort.
    Several,
    /// Several numbers, players, seats, units.
    Numbers,
    Players,
    Seats,
    Units,
    /// The type of the first argument, or several of it.
    SameAsFirst,
    SeveralOfFirst,
    /// The design of the first argument's kinds.
    DesignOfFirst,
}

/// Every entry of every table, class by class.
pub fn all() -> Vec<Entry> {
    let mut list = Vec::new();
    list.push(items::COMPONENT);
    list.extend_from_slice(items::ITEMS);
    list.extend_from_slice(items::PARTS);
    list.extend_from_slice(hooks::HOOKS);
    list.push(statements::CALL);
    list.extend_from_slice(statements::STATEMENTS);
    list.extend_from_slice(durations::DURATIONS);
    list.extend_from_slice(selections::SELECTIONS);
    list.extend_from_slice(questions::QUESTIONS);
    list.extend_from_slice(operators::OPERATORS);
    list.extend(functions::FUNCTIONS.iter().map(|row| row.entry));
    list.extend(functions::OF.iter().map(|row| row.entry));
    list.extend(nouns::NOUNS.iter().map(|row| row.entry));
    list.extend(fields::FIELDS.iter().map(|row| row.entry));
    list.extend(types::TYPES.iter().map(|row| row.entry));
    list.extend_from_slice(types::FORMS);
    list.extend(primitives::PRIMITIVES.iter().map(|row| row.entry));
    list.extend_from_slice(scenarios::LINES);
    list
}

/// The names of a table, for lists that are known before anything runs.
pub const fn names<const N: usize>(entries: &[Entry]) -> [&'static str; N] {
    let mut list = [""; N];
    let mut i = 0;
    while i < N {
        list[i] = entries[i].name;
        i += 1;
    }
    list
}

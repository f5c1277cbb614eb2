//! The words by which scripts are read and their mistakes explained: lists taken from the vocabulary.

use crate::vocabulary::{Entry, hooks, items, names, scenarios, statements};

pub use crate::vocabulary::RESERVED;

/// Words that begin an item.
pub const ITEMS: &[&str] = &names::<{ items::ITEMS.len() }>(items::ITEMS);

/// Words that begin a hook.
pub const HOOKS: &[&str] = &names::<{ hooks::HOOKS.len() }>(hooks::HOOKS);

/// Words that begin a line of a scenario (besides `p1 chooses` and `p1 passes`).
pub const SCENARIO_LINES: &[&str] = &names::<{ scenarios::LINES.len() }>(scenarios::LINES);

/// Words that begin a statement.
pub const STATEMENTS: &[&str] = &names::<{ statements::STATEMENTS.len() }>(statements::STATEMENTS);

/// Whether a word is never a name.
pub fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}

/// Whether a word begins a statement.
pub fn begins_statement(word: &str) -> bool {
    STATEMENTS.contains(&word)
}

/// How the hook, item, part or line of a scenario that begins with a word is written.
pub fn outer_form_of(word: &str) -> Option<&'static str> {
    let tables = [hooks::HOOKS, items::PARTS, items::ITEMS, scenarios::LINES];
    tables.into_iter().find_map(|table| form_in(table, word))
}

/// How the statement, hook or item that begins with a word is written; statements first.
pub fn form_of(word: &str) -> Option<&'static str> {
    form_in(statements::STATEMENTS, word).or_else(|| outer_form_of(word))
}

fn form_in(table: &'static [Entry], word: &str) -> Option<&'static str> {
    table.iter().find(|entry| entry.name == word).map(|entry| entry.form)
}

//! The reference pages, written from the tables: words of the language, sections of the manifest, diagnostic codes.
//! Text in, text out; a test compares the pages with the files under `docs/language/`.

use std::fmt::Write as _;

use crate::diagnostic::{Code, Severity};
use crate::manifest::keys::{self, Section};
use crate::vocabulary::{self, Class, Entry, RESERVED};

const MADE: &str = "<!-- Written from the tables of the interpreter. Do not edit: see tests/tests/reference.rs. -->\n";

/// Chapters of the language page: class, heading, introduction.
const CHAPTERS: &[(Class, &str, &str)] = &[
    (Class::Item, "Items", "What a file is made of. Newlines mean nothing, `#` starts a comment."),
    (
        Class::Part,
        "Parts of items",
        "What stands inside an item or an offer. `limit`, `once` and `says` stand just before the `{`.",
    ),
    (
        Class::Hook,
        "Hooks",
        "What waits for something. Hooks stand on components (live where the manifest says), in rules, in variants and in `until`.",
    ),
    (
        Class::Statement,
        "Statements",
        "What is done. A statement begins with one of these words or is a call; nothing separates two statements. `by PLAYER` may stand last, after any `where`: then that player is `me`.",
    ),
    (Class::Duration, "Durations", "How long the hooks of an `until` hold."),
    (
        Class::Selection,
        "Selections",
        "Several things. A zone, `p.zone`, the plural of a kind of space and a list are selections too.",
    ),
    (
        Class::Question,
        "Questions",
        "Something to know. `any`, `no` and `every` read to the end of their condition; after `count of`, `sum` and the like a `where` needs parentheses.",
    ),
    (Class::Operator, "Operators", "From the loosest to the tightest. `=` and `==` are mistakes: comparison is `is`."),
    (Class::Function, "Functions", "Called with parentheses, or written before `of`."),
    (Class::Noun, "Names that every game has", "They are never names of anything else where they could be confused."),
    (
        Class::Field,
        "What things have",
        "After a point, in every game. Counters, zones and attributes of the manifest are read in the same way.",
    ),
    (
        Class::Type,
        "Types",
        "What stands after the `:` of a parameter. Kinds, groups, enums, kinds of spaces and units, dice and stuff are types too.",
    ),
    (
        Class::Event,
        "Events of the engine",
        "What the engine itself does can be watched, replaced and forbidden like the actions of a game. The parameters are in scope by these names; the doer is `who`.",
    ),
    (Class::Scenario, "Lines of scenarios", "A scenario sets a table up, answers, and says what must be true."),
];

/// The page of the language.
pub fn language() -> String {
    let mut page = format!("# Reference of the card language\n\n{MADE}\n");
    page.push_str(
        "Every word of the language, how it is written, what it means, and an example. In the forms, CAPITALS stand for something \
         else, `[ ]` for what may be left out, `|` for a choice, `…` for more of the same. The examples are checked with the small \
         game in `tests/suite/toy/reference.toml` and `reference.card`.\n\n",
    );
    let entries = vocabulary::all();
    for (_, title, _) in CHAPTERS {
        let _ = writeln!(page, "- [{title}](#{})", anchor(title));
    }
    let _ = writeln!(
        page,
        "- [Reserved words](#reserved-words)\n- [The manifest](manifest.md)\n- [Diagnostic codes](diagnostics.md)"
    );
    for (class, title, intro) in CHAPTERS {
        let _ = writeln!(page, "\n## {title}\n\n{intro}");
        let entries: Vec<&Entry> = entries.iter().filter(|entry| entry.class == *class).collect();
        match class {
            Class::Item | Class::Part | Class::Hook | Class::Statement => {
                entries.iter().for_each(|entry| word(&mut page, entry));
            }
            _ => short_words(&mut page, &entries),
        }
    }
    let _ = writeln!(page, "\n## Reserved words\n\nThese are never names:\n\n{}.", listed(RESERVED));
    page
}

/// A word with a heading of its own.
fn word(page: &mut String, entry: &Entry) {
    let _ = writeln!(page, "\n### `{}`\n\n{}\n", entry.name, entry.doc);
    let _ = writeln!(page, "Written: `{}`\n\n```\n{}\n```", entry.form, entry.example);
}

/// Words that need no more than a line.
fn short_words(page: &mut String, entries: &[&Entry]) {
    page.push_str("\n| written | meaning | for example |\n| --- | --- | --- |\n");
    for entry in entries {
        let cell = |text: &str| text.replace('|', "\\|");
        let _ = writeln!(page, "| `{}` | {} | `{}` |", cell(entry.form), cell(entry.doc), cell(entry.example));
    }
}

/// The page of the manifest.
pub fn manifest() -> String {
    let mut page = format!("# Reference of the manifest\n\n{MADE}\n");
    page.push_str(
        "A manifest says what exists: `game.toml` for a game, `pack.toml` for a pack. An entry that is not listed here is a mistake, \
         never ignored.\n\n",
    );
    let _ = writeln!(page, "Nearly everything may carry printed names:\n");
    entries(&mut page, keys::LABELS);
    for section in keys::SECTIONS.iter().chain([&keys::PACK]) {
        manifest_section(&mut page, section);
    }
    page
}

fn manifest_section(page: &mut String, section: &Section) {
    let _ = writeln!(page, "\n## `[{}]`\n\n{}\n\n```toml\n{}\n```", section.name, section.doc, section.example);
    if !section.keys.is_empty() {
        page.push('\n');
        entries(page, section.keys);
    }
    for (inside, keys) in section.inner {
        let _ = writeln!(page, "\nInside `{inside}`:\n");
        entries(page, keys);
    }
    if !section.labels {
        page.push_str("\nIt has no printed names.\n");
    }
}

fn entries(page: &mut String, keys: &[(&str, &str)]) {
    page.push_str("| entry | for example |\n| --- | --- |\n");
    for (key, example) in keys {
        let _ = writeln!(page, "| `{key}` | `{}` |", example.replace('|', "\\|"));
    }
}

/// The page of the diagnostic codes.
pub fn diagnostics() -> String {
    let mut page = format!("# Diagnostic codes\n\n{MADE}\n");
    page.push_str(
        "What the checker can say. `E…` forbids playing, `W…` does not. `cardwright explain CODE` says the same.\n",
    );
    let mut codes: Vec<Code> = Code::ALL.to_vec();
    codes.sort_by_key(|code| (code.severity() != Severity::Error, code.id()));
    for code in codes {
        let _ = writeln!(page, "\n## {}: {}\n\n{}", code.id(), code.title(), code.explain());
    }
    page
}

fn listed(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(" ")
}

fn anchor(title: &str) -> String {
    title.to_lowercase().replace(' ', "-")
}

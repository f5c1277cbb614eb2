//! The tables of words: their examples are right, the grammar agrees with them, and cases use them.

use std::collections::BTreeSet;
use std::path::Path;

use cardwright::diagnostic::Severity;
use cardwright::load::{self, Request};
use cardwright::source::{FileKind, SourceFile, Sources};
use cardwright::vocabulary::{self, Class, Entry, Primitive, RESERVED};
use cardwright_tests::case::{Case, folder};

/// The example as a script of its own, in what it needs around it.
fn script(entry: &Entry) -> String {
    let example = entry.example;
    let first = example.split_whitespace().next().unwrap_or("");
    let word = |table: &[Entry]| table.iter().any(|row| row.name == first);
    let item = ["imp", "action", "keyword", "phase"].contains(&first)
        || word(vocabulary::items::ITEMS) && !["window", "every"].contains(&first)
        || example.starts_with("every imp")
        || entry.class == Class::Item;
    let hook = word(vocabulary::hooks::HOOKS) && !example.starts_with("at once");
    let statement = word(vocabulary::statements::STATEMENTS)
        || word(vocabulary::items::PARTS)
        || entry.class == Class::Statement
        || example.starts_with("offer");
    // A lasting hook brings the parameters of what it watches, which must not clash with names around it.
    let inside = if first == "until" { "" } else { "c: imp, p: player, n: number" };
    if entry.class == Class::Scenario {
        format!("scenario \"example\" {{ {example} }}")
    } else if item {
        example.to_owned()
    } else if hook {
        format!("imp example_card {{ cost 1 family fire  {example} }}")
    } else if statement {
        format!("action example_action({inside}) {{ {example} }}")
    } else {
        format!("action example_action({inside}) {{ let example is {example} }}")
    }
}

fn toy(file: &str) -> String {
    std::fs::read_to_string(folder("toy").join(file)).expect("the toy game is there")
}

#[test]
fn every_example_is_a_right_script() {
    let mut wrong = Vec::new();
    for entry in vocabulary::all() {
        let text = script(&entry);
        let mut sources = Sources::default();
        sources.add(SourceFile::new("game.toml", toy("reference.toml"), FileKind::Manifest, None));
        sources.add(SourceFile::new("rules.card", toy("reference.card"), FileKind::Script, None));
        sources.add(SourceFile::new("example.card", text.clone(), FileKind::Script, None));
        // Variants are checked too, because some examples stand in one.
        for finding in load::check(&sources, &Request::default()) {
            if finding.severity == Severity::Error {
                let file = sources.get(finding.span.file).map_or("", |file| file.name.as_str());
                let message = format!("{} {}", finding.code.id(), finding.message);
                wrong.push(format!("{:?} `{}`: {file}: {message}\n    {text}", entry.class, entry.name));
            }
        }
    }
    assert!(wrong.is_empty(), "examples of the vocabulary are wrong:\n{}", wrong.join("\n"));
}

#[test]
fn every_row_says_something() {
    for entry in vocabulary::all() {
        assert!(!entry.form.is_empty() && !entry.example.is_empty(), "{entry:?}");
        assert!(entry.doc.ends_with('.') && entry.doc.len() >= 3, "{entry:?}");
    }
}

#[test]
fn no_word_stands_twice_in_a_table() {
    let mut seen = BTreeSet::new();
    for entry in vocabulary::all() {
        // `holder` is of cards and of zones: fields are told apart by what has them.
        assert!(seen.insert((entry.class, entry.name, entry.form)), "{entry:?}");
    }
}

#[test]
fn primitives_stand_in_the_order_of_their_ids() {
    let rows: Vec<Primitive> = vocabulary::primitives::PRIMITIVES.iter().map(|row| row.primitive).collect();
    assert_eq!(rows, Primitive::ALL);
    for row in &vocabulary::primitives::PRIMITIVES {
        let names: Vec<&str> = row.params.iter().map(|(name, _)| *name).collect();
        assert_eq!(row.entry.form, format!("{}({})", row.entry.name, names.join(", ")));
    }
}

#[test]
fn functions_are_written_with_their_parameters() {
    for row in vocabulary::functions::FUNCTIONS {
        let names: Vec<&str> = row.params.iter().map(|(name, _)| *name).collect();
        assert_eq!(row.entry.form, format!("{}({})", row.entry.name, names.join(", ")));
    }
}

/// The words in quotes in the body of a rule of the grammar.
fn words_of_rule(rule: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../grammar");
    let texts = ["lexical", "expressions", "statements", "items"]
        .map(|layer| std::fs::read_to_string(folder.join(format!("{layer}.pest"))).expect("the grammar is there"));
    let grammar = texts.join("\n");
    let (_, after) = grammar.split_once(&format!("\n{rule} = ")).expect("the rule is there");
    let body = after.split("\n\n").next().unwrap_or_default();
    body.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

fn set<'a>(words: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
    words.into_iter().map(str::to_owned).collect()
}

#[test]
fn grammar_reserves_the_words_of_the_table() {
    assert_eq!(words_of_rule("reserved"), set(RESERVED.iter().copied()));
}

#[test]
fn grammar_begins_hooks_with_the_words_of_the_table() {
    assert_eq!(words_of_rule("hook_word"), set(vocabulary::hooks::HOOKS.iter().map(|row| row.name)));
}

#[test]
fn grammar_begins_statements_with_the_words_of_the_table() {
    let mut grammar = words_of_rule("statement_word");
    // These have rules of their own: `must` holds another statement, the others begin with words that are free as names.
    grammar.extend(set(["must", "flip", "eliminate"]));
    assert_eq!(grammar, set(vocabulary::statements::STATEMENTS.iter().map(|row| row.name)));
}

#[test]
fn grammar_names_the_primitives_of_the_table() {
    let mut grammar = words_of_rule("primitive");
    // It is free as a name, so the grammar reads it as one.
    grammar.insert("eliminate".into());
    assert_eq!(grammar, set(vocabulary::primitives::PRIMITIVES.iter().map(|row| row.entry.name)));
}

/// The checker asks the tables what a word means: a word that it matched by its letters could part from them.
#[test]
fn the_checker_matches_no_word_of_the_tables_by_its_letters() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../interpreter/engine/src/check/typing");
    let nouns = vocabulary::nouns::NOUNS.iter().map(|row| row.entry.name);
    let before_of = vocabulary::functions::OF.iter().map(|row| row.entry.name);
    let periods = vocabulary::durations::PERIODS.iter().map(|(word, _)| *word);
    let words: BTreeSet<&str> = nouns.chain(before_of).chain(periods).collect();
    let mut wrong = Vec::new();
    for file in std::fs::read_dir(folder).expect("the checker is there").flatten() {
        let path = file.path();
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        for (at, line) in text.lines().enumerate() {
            let by_letters = |word: &&&str| {
                let (arm, or, equal) = (format!("\"{word}\" =>"), format!("\"{word}\" |"), format!("== \"{word}\""));
                line.contains(&arm) || line.contains(&or) || line.contains(&equal)
            };
            if let Some(word) = words.iter().find(by_letters) {
                wrong.push(format!("{}:{}: `{word}`", path.display(), at + 1));
            }
        }
    }
    // What the manifest says in `[flow]` and `each` are texts, not words of a script.
    wrong.retain(|line| !line.contains("flow.rs"));
    // The game may call its players otherwise, and the message says how.
    wrong.retain(|line| !(line.contains("names.rs") && line.ends_with("`players`")));
    assert!(wrong.is_empty(), "ask the vocabulary instead:\n{}", wrong.join("\n"));
}

#[test]
fn every_meaning_of_a_noun_has_its_word() {
    use vocabulary::nouns::{Meaning, NOUNS};
    let of = |meaning: Meaning| NOUNS.iter().filter(|row| row.meaning == meaning).count();
    for meaning in [Meaning::Me, Meaning::This, Meaning::Who, Meaning::It, Meaning::Active, Meaning::Opponents] {
        assert_eq!(of(meaning), 1, "{meaning:?}");
    }
    for meaning in [Meaning::None, Meaning::Empty, Meaning::Nothing, Meaning::Supply, Meaning::Players] {
        assert_eq!(of(meaning), 1, "{meaning:?}");
    }
    for yes in [true, false] {
        for meaning in [Meaning::Truth(yes), Meaning::Alive(yes), Meaning::Up(yes)] {
            assert_eq!(of(meaning), 1, "{meaning:?}");
        }
    }
}

/// What a case must show alone.
fn to_cover(entry: &Entry) -> bool {
    let class =
        matches!(entry.class, Class::Statement | Class::Hook | Class::Selection | Class::Question | Class::Function);
    class && entry.name.starts_with(|c: char| c.is_ascii_lowercase())
}

/// Class and word, as `hook before`: `at` and `every` begin several things.
fn title(entry: &Entry) -> String {
    format!("{:?} {}", entry.class, entry.name).to_lowercase()
}

#[test]
fn every_word_has_a_case_that_runs_it() {
    let mut scripts = String::new();
    for file in std::fs::read_dir(folder("run")).expect("the cases are there").flatten() {
        let name = file.file_name().to_string_lossy().into_owned();
        if let Some(name) = name.strip_suffix(".case") {
            let case = Case::read("run", name);
            for (_, body) in case.sections.iter().filter(|(section, _)| section.ends_with(".card")) {
                for line in body.lines() {
                    scripts.push_str(line.split('#').next().unwrap_or_default());
                    scripts.push(' ');
                }
            }
        }
    }
    let words: Vec<&str> =
        scripts.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|w| !w.is_empty()).collect();
    let used = |entry: &Entry| {
        words.iter().enumerate().any(|(at, word)| {
            let next = words.get(at + 1).copied().unwrap_or("");
            let before = if at == 0 { "" } else { words.get(at - 1).copied().unwrap_or("") };
            *word == entry.name
                && match (entry.class, entry.name) {
                    // One word begins several forms: what follows tells them apart.
                    (Class::Statement, "at") => next == "once",
                    (Class::Hook, "at") => ["start", "end", "pause"].contains(&next),
                    (Class::Hook, "in") => next == "window" || next == "any",
                    (Class::Hook, "while") => before != "repeat" && !before.chars().all(|c| c.is_ascii_digit()),
                    (Class::Statement, "for") => next == "each",
                    (Class::Statement, "window") => !["in", "any"].contains(&before),
                    (Class::Statement, "end") => before != "at" && before != "until",
                    (Class::Statement, "set") => next != "of",
                    (Class::Selection, "first" | "lines") => next == "of",
                    (Class::Selection, "of") => before.chars().all(|c| c.is_ascii_digit()),
                    (Class::Selection, "most" | "least") => before != "at",
                    (Class::Question, "every") => words.get(at + 2) == Some(&"in"),
                    (
                        Class::Function,
                        "seat" | "supply" | "neighbours" | "partners" | "actors" | "kinds" | "designs" | "opponents",
                    ) => next == "of",
                    _ => true,
                }
        })
    };
    let missing: Vec<String> = vocabulary::all().iter().filter(|e| to_cover(e) && !used(e)).map(title).collect();
    assert!(missing.is_empty(), "no case in tests/suite/run uses:\n{}", missing.join("\n"));
}

//! What must stay true of the repository itself: who may use whom, what the engine never does, and that nothing is left lying
//! around. Each test names the place and what to do about it.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Files that belong to the repository, or would on the next commit, by their paths from its root.
fn files() -> Vec<String> {
    let list = listed(&["--cached", "--others", "--exclude-standard"]);
    assert!(list.len() > 100, "git lists only {} files", list.len());
    list
}

fn listed(options: &[&str]) -> Vec<String> {
    let out =
        Command::new("git").arg("ls-files").args(options).current_dir(root()).output().expect("git lists the files");
    let mut list: Vec<String> = String::from_utf8_lossy(&out.stdout).lines().map(str::to_owned).collect();
    list.retain(|path| root().join(path).is_file());
    list.sort();
    list.dedup();
    list
}

fn text(path: &str) -> String {
    std::fs::read(root().join(path)).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
}

#[track_caller]
fn none(what: &str, found: &[String]) {
    assert!(found.is_empty(), "{what}\n  {}", found.join("\n  "));
}

const ENGINE: &str = "interpreter/engine/src/";

/// Whether a file of the sources is only built for tests.
fn is_test(path: &str) -> bool {
    path.contains("/tests/") || path.ends_with("/tests.rs") || path.ends_with("/fixture.rs")
}

/// The lines of a source file before its tests, numbered from 1. Tests in a file of their own (`mod tests;`) end nothing.
fn lines(source: &str) -> Vec<(usize, &str)> {
    let tests = source.match_indices("\n#[cfg(test)]\nmod ").map(|(at, _)| at);
    let inline =
        |at: &usize| source.get(*at..).is_some_and(|rest| rest.lines().nth(2).is_some_and(|l| l.ends_with('{')));
    let end = tests.filter(|at| inline(at)).min().unwrap_or(source.len());
    source.get(..end).unwrap_or(source).lines().enumerate().map(|(n, line)| (n + 1, line)).collect()
}

/// The code of a line: without a comment and without texts in quotes.
fn code(line: &str) -> String {
    let line = line.split("//").next().unwrap_or_default();
    line.split('"').step_by(2).collect::<Vec<_>>().join("\"\"")
}

/// Library sources of the engine.
fn engine() -> Vec<String> {
    files().into_iter().filter(|path| path.starts_with(ENGINE) && path.ends_with(".rs") && !is_test(path)).collect()
}

/// Which modules of the engine a module may use, besides itself. Those that run a game know nothing of those that read it:
/// `Program` is the only bridge.
const MAY_USE: &[(&str, &[&str])] = &[
    ("ids", &[]),
    ("sure", &[]),
    ("source", &[]),
    ("vocabulary", &["ids"]),
    ("words", &[]),
    ("diagnostic", &["source"]),
    // Of the syntax only the name with its span; see `NARROW`.
    ("manifest", &["source", "diagnostic", "vocabulary", "syntax", "words"]),
    ("syntax", &["source", "diagnostic", "vocabulary", "words"]),
    ("check", &["ids", "source", "diagnostic", "vocabulary", "words", "manifest", "syntax", "program"]),
    ("compile", &["ids", "source", "diagnostic", "vocabulary", "words", "check", "program"]),
    ("program", &["ids", "source", "vocabulary", "words"]),
    ("rng", &["state"]),
    ("state", &["ids", "sure", "program", "rng", "vocabulary"]),
    ("trace", &["ids", "source", "vocabulary", "words", "program", "state", "vm", "play"]),
    ("vm", &["ids", "sure", "source", "vocabulary", "words", "program", "state", "rng", "trace"]),
    ("play", &["ids", "source", "vocabulary", "words", "program", "state", "rng", "trace", "vm"]),
    ("reference", &["vocabulary", "manifest", "diagnostic"]),
    // Of what plays only the save, to load its rules again; see `NARROW`.
    (
        "load",
        &["source", "diagnostic", "vocabulary", "words", "manifest", "syntax", "check", "compile", "program", "play"],
    ),
];

/// Uses that are allowed only in this form.
const NARROW: &[(&str, &str, &str)] = &[
    ("manifest", "crate::syntax", "crate::syntax::ast::Name"),
    ("check", "crate::program", "crate::program::nouns"),
    ("load", "crate::play", "crate::play::Save"),
];

#[test]
fn modules_use_only_what_they_may() {
    let mut found = Vec::new();
    for path in engine() {
        let inside = path.strip_prefix(ENGINE).unwrap_or(&path);
        let module = inside.split('/').next().unwrap_or(inside).trim_end_matches(".rs");
        if module == "lib" {
            continue;
        }
        let Some((_, allowed)) = MAY_USE.iter().find(|(name, _)| *name == module) else {
            found.push(format!("{path}: `{module}` is not in the table MAY_USE"));
            continue;
        };
        for (n, line) in lines(&text(&path)) {
            let line = code(line);
            for (at, _) in line.match_indices("crate::") {
                let rest = line.get(at..).unwrap_or_default();
                let after = rest.strip_prefix("crate::").unwrap_or_default();
                let used: String = after.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
                let narrow = NARROW.iter().find(|(by, of, _)| *by == module && *of == format!("crate::{used}"));
                let wide = narrow.is_some_and(|(_, _, form)| !rest.starts_with(form));
                if used != module && !allowed.contains(&used.as_str()) || wide {
                    found.push(format!("{path}:{n}: {module} must not use {rest}"));
                }
            }
        }
    }
    none("modules that use what they must not:", &found);
}

#[test]
fn running_a_game_needs_nothing_that_reads_one() {
    for runs in ["program", "state", "vm", "trace", "play", "rng"] {
        let (_, allowed) = MAY_USE.iter().find(|(name, _)| *name == runs).expect("the module is in the table");
        for reads in ["manifest", "syntax", "check", "compile", "load"] {
            assert!(!allowed.contains(&reads), "{runs} may use {reads}");
        }
    }
}

#[test]
fn engine_does_no_input_and_output() {
    let banned = [
        "std::fs",
        "std::net",
        "std::time",
        "std::env",
        "std::thread",
        "std::process",
        "std::io",
        "println!",
        "eprintln!",
        "print!(",
        "dbg!",
        "rand::rng(",
        "thread_rng",
        "from_os_rng",
        "SystemTime",
        "Instant::now",
    ];
    let mut found = Vec::new();
    for path in engine() {
        for (n, line) in lines(&text(&path)) {
            let line = code(line);
            found.extend(banned.iter().filter(|word| line.contains(**word)).map(|word| format!("{path}:{n}: {word}")));
        }
    }
    none("the engine does no input and output and has no clock of its own:", &found);
}

#[test]
fn everything_goes_out_one_way() {
    const CLI: &str = "interpreter/cli/src/";
    let mut found = Vec::new();
    for path in files().into_iter().filter(|path| path.starts_with(CLI) && path.ends_with(".rs")) {
        if path == format!("{CLI}out.rs") {
            continue;
        }
        for (n, line) in lines(&text(&path)) {
            let line = code(line);
            let macros = ["print!(", "println!(", "eprint!(", "eprintln!("].iter().any(|name| line.contains(name));
            let streams = line.contains("io::stdout()") || line.contains("io::stderr()");
            let asks = line.contains("is_terminal()") || line.contains("choice(");
            if macros || streams && !asks {
                found.push(format!("{path}:{n}: {}", line.trim()));
            }
        }
    }
    none("what is written goes through out.rs, which lets no control character through:", &found);
}

#[test]
fn library_does_not_panic_on_purpose() {
    let mut found = Vec::new();
    for path in engine() {
        for (n, line) in lines(&text(&path)) {
            let line = code(line);
            let words = [".unwrap()", ".expect(", "panic!(", "todo!(", "unimplemented!(", "unreachable!("];
            found.extend(words.iter().filter(|word| line.contains(**word)).map(|word| format!("{path}:{n}: {word}")));
        }
    }
    none("report a diagnostic, a rejection or a fault instead:", &found);
}

/// Folders of games that are also ordinary words of programs.
const ORDINARY_WORDS: &[&str] = &["loop"];

#[test]
fn interpreter_knows_no_game() {
    let files = files();
    let mut names = Vec::new();
    for path in files.iter().filter(|path| path.starts_with("games/") && path.ends_with("/game.toml")) {
        let folder = path.split('/').nth(1).unwrap_or_default();
        names.push(folder.to_owned());
        let manifest = text(path);
        let name = manifest.lines().find_map(|line| line.strip_prefix("name = \"")?.split('"').next());
        names.extend(name.map(str::to_owned));
    }
    names.retain(|name| name.len() > 2 && !ORDINARY_WORDS.contains(&name.as_str()));
    let mut found = Vec::new();
    let sources = files.iter().filter(|path| path.starts_with("interpreter/") || path.starts_with("grammar/"));
    for path in sources.filter(|path| !path.contains("/tests/")) {
        for (n, line) in text(path).lines().enumerate() {
            for name in names.iter().filter(|name| has_word(line, name)) {
                found.push(format!("{path}:{}: {name}", n + 1));
            }
        }
    }
    none("the interpreter and the grammar know no game by name:", &found);
}

/// Whether a line has these words, not as a part of others.
fn has_word(line: &str, words: &str) -> bool {
    let part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    line.match_indices(words).any(|(at, _)| {
        let before = line.get(..at).and_then(|s| s.chars().next_back());
        let after = line.get(at + words.len()..).and_then(|s| s.chars().next());
        !part(before) && !part(after)
    })
}

#[test]
fn every_source_file_says_what_it_is() {
    let sources = files().into_iter().filter(|path| path.ends_with(".rs"));
    let found: Vec<String> = sources.filter(|path| !text(path).starts_with("//!")).collect();
    none("these files do not begin with `//!`, what they are for:", &found);
}

#[test]
fn every_rule_of_the_grammar_says_what_it_reads() {
    let mut found = Vec::new();
    for path in files().iter().filter(|path| path.starts_with("grammar/") && path.ends_with(".pest")) {
        let grammar = text(path);
        let mut before = "";
        for (n, line) in grammar.lines().enumerate() {
            let rule = line.starts_with(|c: char| c.is_ascii_alphabetic()) && line.contains(" = ");
            if rule && !before.starts_with("///") {
                found.push(format!("{path}:{}: {line}", n + 1));
            }
            before = line;
        }
    }
    none("rules without a `///` line before them:", &found);
}

/// Files that are longer than 600 lines today. This list must only become shorter.
const LONG_FILES: &[&str] = &["interpreter/engine/src/program/op.rs"];

#[test]
fn files_stay_short() {
    let mut found = Vec::new();
    for path in files().iter().filter(|path| path.ends_with(".rs")) {
        let length = text(path).lines().count();
        match (length > 600, LONG_FILES.contains(&path.as_str())) {
            (true, false) => found.push(format!("{path}: {length} lines")),
            (false, true) => found.push(format!("{path}: short now, so take it out of LONG_FILES")),
            _ => {}
        }
    }
    none("over 600 lines there is nearly always a second job hiding:", &found);
}

#[test]
fn no_test_is_switched_off() {
    let mut found = Vec::new();
    for path in files().iter().filter(|path| path.ends_with(".rs")) {
        for (n, line) in text(path).lines().enumerate() {
            if line.trim_start().starts_with("#[ignore") {
                found.push(format!("{path}:{}", n + 1));
            }
        }
    }
    none("run it or take it out:", &found);
}

#[test]
fn snapshots_have_their_cases() {
    let files = files();
    // Git ignores these, so that none is committed by mistake.
    let pending = listed(&["--others", "--ignored", "--exclude-standard", "--", "*.snap.new", "*.pending-snap"]);
    let mut found: Vec<String> = pending.iter().map(|path| format!("{path}: accept it or take it out")).collect();
    for path in &files {
        let Some(stem) = path.strip_suffix(".snap") else { continue };
        let beside = ["case", "card", "rs"].iter().any(|end| files.contains(&format!("{stem}.{end}")));
        if !beside && !made_by(path, &files) {
            found.push(format!("{path}: its case is gone"));
        }
    }
    none("snapshots left lying around:", &found);
}

/// Whether the test file that a snapshot says it comes from is there, and the snapshot lies in no folder of cases.
fn made_by(path: &str, files: &[String]) -> bool {
    let text = text(path);
    let source = text.lines().find_map(|line| line.strip_prefix("source: ")).unwrap_or_default();
    !path.starts_with("tests/suite/") && files.iter().any(|file| file == source)
}

#[test]
fn no_path_of_one_machine_is_written_down() {
    let places = ["home", "Users", "root", "tmp", "work"].map(|place| format!("/{place}/"));
    let mut found = Vec::new();
    let texts = ["rs", "toml", "md", "card", "case", "snap", "pest", "yml", "yaml", "sh", "json"];
    for path in files() {
        if !texts.iter().any(|end| path.ends_with(&format!(".{end}"))) {
            continue;
        }
        for (n, line) in text(&path).lines().enumerate() {
            for place in &places {
                let starts = line.match_indices(place.as_str()).any(|(at, _)| {
                    let before = line.get(..at).and_then(|s| s.chars().next_back());
                    before.is_none_or(|c| !(c.is_alphanumeric() || "._-/}>)*~".contains(c)))
                });
                if starts {
                    found.push(format!("{path}:{}: {}", n + 1, line.trim()));
                }
            }
        }
    }
    none("absolute paths of one machine:", &found);
}

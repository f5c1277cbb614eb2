//! `cardwright fmt`: scripts in the one style, or the word that they are not.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use cardwright::diagnostic::Findings;
use cardwright::source::{FileId, FileKind, SourceFile, Sources};
use cardwright::syntax::print;
use clap::Args;
use similar::TextDiff;

use crate::failure::{Failure, Verdict};
use crate::out;
use crate::report::{Color, Format, Reporter, counted, say};
use crate::roots::Roots;
use crate::tree::{Tree, join, shown};

/// Options of `fmt`.
#[derive(Clone, Debug, Args)]
pub struct FmtArgs {
    /// Scripts, folders or games by name; without any, all scripts of the root; `-` reads standard input and writes standard output
    #[arg(value_name = "PATH|GAME")]
    paths: Vec<String>,
    /// Change nothing; show what would change, and end with exit code 1 if anything would
    #[arg(long)]
    check: bool,
    /// How mistakes are written that keep a script from being read
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Folders below each other; more is a loop of links.
const DEEPEST: usize = 16;

/// How many lines of a difference are shown for one file.
const MOST_LINES: usize = 40;

/// What became of one script.
enum Outcome {
    Same,
    Changed(String),
    Unreadable,
}

/// Formats, or tells what would change.
pub fn run(args: &FmtArgs, roots: &Roots, color: Color) -> Result<Verdict, Failure> {
    let mut reporter = Reporter::new(args.format, color);
    if args.paths.iter().any(|path| path == "-") {
        return standard_input(args, &mut reporter);
    }
    let files = files(args, roots)?;
    let mut changed = 0;
    for file in &files {
        let text = read(file)?;
        match style(&shown(file), &text, &mut reporter)? {
            Outcome::Changed(better) => {
                changed += 1;
                if args.check {
                    write!(out::text(), "{}", difference(&shown(file), &text, &better))?;
                } else {
                    fs::write(file, better).map_err(|error| cannot("written", file, &error))?;
                }
            }
            Outcome::Same | Outcome::Unreadable => {}
        }
    }
    say(&summary(args, files.len(), changed, reporter.errors));
    let found = reporter.errors > 0 || args.check && changed > 0;
    Ok(if found { Verdict::Found } else { Verdict::Fine })
}

fn standard_input(args: &FmtArgs, reporter: &mut Reporter) -> Result<Verdict, Failure> {
    if args.paths.len() > 1 {
        return Err(Failure::usage("`-` stands for standard input, and cannot stand beside other paths"));
    }
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).map_err(|error| Failure::Files(format!("standard input: {error}")))?;
    let outcome = style("standard input", &text, reporter)?;
    match (&outcome, args.check) {
        (Outcome::Same, false) => write!(out::file(), "{text}")?,
        (Outcome::Changed(better), false) => write!(out::file(), "{better}")?,
        (Outcome::Changed(better), true) => {
            write!(out::text(), "{}", difference("standard input", &text, better))?;
        }
        _ => {}
    }
    let found = matches!(outcome, Outcome::Unreadable) || args.check && matches!(outcome, Outcome::Changed(_));
    Ok(if found { Verdict::Found } else { Verdict::Fine })
}

/// One script. What cannot be read is reported and stays as it is.
fn style(name: &str, text: &str, reporter: &mut Reporter) -> Result<Outcome, Failure> {
    let mut findings = Findings::default();
    let Some(better) = print::format(FileId::default(), text, &mut findings) else {
        let mut sources = Sources::default();
        sources.add(SourceFile::new(name, text, FileKind::Script, None));
        reporter.diagnostics(&sources, &findings.into_sorted())?;
        return Ok(Outcome::Unreadable);
    };
    if better == text {
        return Ok(Outcome::Same);
    }
    if !print::same_tree(text, &better) {
        return Err(Failure::Files(format!(
            "`{name}` would mean something else afterwards, so it stays as it is: this is a mistake of `fmt`, please report it"
        )));
    }
    Ok(Outcome::Changed(better))
}

fn summary(args: &FmtArgs, files: usize, changed: usize, errors: usize) -> String {
    let scripts = counted(files as u64, "script");
    let done = match (args.check, changed) {
        (_, 0) => "nothing to change".to_owned(),
        (true, _) => format!("{changed} would change; `cardwright fmt` without `--check` changes them"),
        (false, _) => format!("{changed} changed"),
    };
    let left = if errors > 0 { "; those with errors stay as they are" } else { "" };
    format!("{scripts}: {done}{left}")
}

fn difference(name: &str, old: &str, new: &str) -> String {
    let diff = TextDiff::from_lines(old, new);
    let whole = diff.unified_diff().context_radius(1).to_string();
    let lines: Vec<&str> = whole.lines().collect();
    let mut text = format!("{name} would change:\n");
    for line in lines.iter().take(MOST_LINES) {
        text += &format!("  {}\n", line.trim_end());
    }
    if lines.len() > MOST_LINES {
        text += &format!("  … and {} more lines\n", lines.len() - MOST_LINES);
    }
    text
}

fn read(file: &Path) -> Result<String, Failure> {
    let bytes = fs::read(file).map_err(|error| cannot("read", file, &error))?;
    String::from_utf8(bytes).map_err(|_| {
        Failure::Files(format!("`{}` is not UTF-8 text: save it again as UTF-8 in your editor", shown(file)))
    })
}

fn cannot(done: &str, file: &Path, error: &io::Error) -> Failure {
    Failure::Files(format!("`{}` cannot be {done}: {error}", shown(file)))
}

/// The scripts that the arguments mean, each once, sorted.
fn files(args: &FmtArgs, roots: &Roots) -> Result<BTreeSet<PathBuf>, Failure> {
    let mut found = BTreeSet::new();
    for word in &args.paths {
        let path = Path::new(word);
        if path.is_dir() {
            gather(path, DEEPEST, &mut found)?;
        } else if path.is_file() && word.ends_with(".card") {
            found.insert(path.to_path_buf());
        } else if path.is_file() {
            return Err(Failure::Usage(format!(
                "`{word}` is no script: `fmt` changes `*.card` files only, manifests stay as you write them"
            )));
        } else {
            of_game(word, roots, &mut found)?;
        }
    }
    if !args.paths.is_empty() {
        return Ok(found);
    }
    match &roots.root {
        Some(root) => {
            for folder in ["games", "cards", "tests/scenarios"] {
                gather(&root.join(folder), DEEPEST, &mut found)?;
            }
        }
        None if ["game.toml", "pack.toml"].iter().any(|file| Path::new(file).is_file()) => {
            gather(Path::new("."), DEEPEST, &mut found)?;
        }
        None => return Err(Failure::usage("there is no game here: give a script, a folder, a game or `--dir`")),
    }
    Ok(found)
}

fn of_game(word: &str, roots: &Roots, found: &mut BTreeSet<PathBuf>) -> Result<(), Failure> {
    if word.ends_with(".card") {
        return Err(Failure::Usage(format!("there is no file `{word}`")));
    }
    let place = roots.game(word)?;
    let Tree::Disk(base) = &place.tree else {
        return Err(Failure::Usage(format!(
            "the scripts of `{}` are inside the program: `cardwright eject {}` writes them to a folder",
            place.name, place.name
        )));
    };
    let scenarios = join("tests/scenarios", &place.name);
    for folder in [place.scripts.as_str(), &scenarios] {
        gather(&base.join(folder), DEEPEST, found)?;
    }
    Ok(())
}

/// All scripts below a folder; hidden ones are left out.
fn gather(folder: &Path, depth: usize, found: &mut BTreeSet<PathBuf>) -> Result<(), Failure> {
    let entries = match Tree::Disk(folder.to_path_buf()).entries("") {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(cannot("read", folder, &error)),
    };
    for entry in entries {
        let path = folder.join(&entry.name);
        if entry.folder && depth > 0 {
            gather(&path, depth - 1, found)?;
        } else if !entry.folder && entry.name.ends_with(".card") {
            found.insert(path);
        }
    }
    Ok(())
}

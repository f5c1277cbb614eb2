//! Which clauses of a game's scripts have run: collected over programs that share files, then told as a summary, as
//! the scripts with marks, as one page of HTML, or as JSON.

mod html;
mod items;
mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use cardwright::diagnostic::Diagnostic;
use cardwright::program::Program;
use cardwright::source::{FileKind, Sources, Span};
use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::failure::Failure;
use crate::out;
use crate::report::say;

/// Options about coverage.
#[derive(Clone, Debug, Args)]
pub struct CoverageArgs {
    /// Say which clauses of which cards have run
    #[arg(
        long,
        value_enum,
        value_name = "FORM",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "summary"
    )]
    pub coverage: Option<CoverageForm>,
    /// The file for the coverage, instead of standard output
    #[arg(long, value_name = "FILE", requires = "coverage")]
    pub output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CoverageForm {
    /// How much of each card ran, and the clauses that never did
    Summary,
    /// The scripts with a mark on each line
    Text,
    /// One page for a browser
    Html,
    /// One JSON object for each game
    Json,
}

/// A stretch of a script.
#[derive(Clone, Debug, Serialize)]
pub struct Clause {
    #[serde(skip)]
    pub start: u32,
    #[serde(skip)]
    pub end: u32,
    pub line: u32,
    pub text: String,
    pub ran: bool,
    /// Why it can never run.
    pub never: Option<String>,
}

/// A card, action, phase … with its clauses.
#[derive(Clone, Debug, Serialize)]
pub struct Item {
    pub file: String,
    pub line: u32,
    pub sort: &'static str,
    pub name: String,
    pub clauses: Vec<Clause>,
}

impl Item {
    /// Clauses that ran, and all that can.
    pub fn counts(&self) -> (usize, usize) {
        let can = self.clauses.iter().filter(|clause| clause.never.is_none() || clause.ran);
        (self.clauses.iter().filter(|clause| clause.ran).count(), can.count())
    }
}

/// Clauses by where they begin and end, with whether they ran.
type Clauses = BTreeMap<(u32, u32), bool>;

/// What is known of one game.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    pub game: String,
    /// Scripts by name: text, and clauses by place with whether they ran.
    files: BTreeMap<String, (String, Clauses)>,
    /// Cards of which there is a copy in some game, and those that some game knows.
    copies: BTreeSet<String>,
    designs: BTreeSet<String>,
    /// What the checker says of things that nobody uses.
    unused: Vec<(String, u32, Diagnostic)>,
}

/// The same program, which records what runs.
pub fn recording(program: &Arc<Program>) -> Arc<Program> {
    let mut program = Program::clone(program);
    program.cover = true;
    Arc::new(program)
}

impl Coverage {
    /// Nothing has run yet.
    pub fn new(game: &str) -> Coverage {
        Coverage { game: game.to_owned(), ..Coverage::default() }
    }

    /// Everything that a program can run.
    pub fn add_program(&mut self, program: &Program) {
        for (_, file) in program.sources.iter().filter(|(_, file)| file.kind == FileKind::Script) {
            self.files.entry(file.name.clone()).or_insert_with(|| (file.text.clone(), BTreeMap::new()));
        }
        for span in program.clauses() {
            if let Some(clauses) = self.clauses_of(&program.sources, span) {
                clauses.entry((span.start, span.end)).or_insert(false);
            }
        }
        let designs = &program.nouns.designs;
        self.designs.extend(designs.iter().map(|design| design.name.clone()));
        let copies = program.nouns.components.iter().filter_map(|card| designs.get(card.design.index()));
        self.copies.extend(copies.map(|design| design.name.clone()));
    }

    /// What ran of it.
    pub fn add_ran(&mut self, sources: &Sources, ran: &BTreeSet<Span>) {
        for span in ran {
            let clauses = self.clauses_of(sources, *span);
            if let Some(known) = clauses.and_then(|clauses| clauses.get_mut(&(span.start, span.end))) {
                *known = true;
            }
        }
    }

    /// What the checker found: of things that nobody uses, no clause can run.
    pub fn add_findings(&mut self, sources: &Sources, findings: &[Diagnostic]) {
        for found in findings {
            if let Some(file) = sources.get(found.span.file) {
                self.unused.push((file.name.clone(), found.span.start, found.clone()));
            }
        }
    }

    fn clauses_of(&mut self, sources: &Sources, span: Span) -> Option<&mut BTreeMap<(u32, u32), bool>> {
        let name = &sources.get(span.file)?.name;
        self.files.get_mut(name).map(|(_, clauses)| clauses)
    }

    /// Writes the coverage of some games.
    pub fn write(all: &[Coverage], args: &CoverageArgs) -> Result<(), Failure> {
        let Some(form) = args.coverage else { return Ok(()) };
        let told: Vec<(&Coverage, Vec<Item>)> = all.iter().map(|one| (one, one.items())).collect();
        let text = match form {
            CoverageForm::Summary => told.iter().map(|(one, items)| text::summary(&one.game, items)).collect(),
            CoverageForm::Text => told.iter().map(|(one, items)| text::marked(one, items)).collect(),
            CoverageForm::Html => html::page(&told),
            CoverageForm::Json => {
                let lines = told.iter().map(|(one, items)| json(&one.game, items));
                lines.collect::<Result<String, _>>().map_err(io::Error::from)?
            }
        };
        match &args.output {
            None if form == CoverageForm::Json => out::json().write_all(text.as_bytes())?,
            None => out::text().write_all(text.as_bytes())?,
            Some(path) => {
                write_file(path, &text)?;
                say(&format!("the coverage is in {}", path.display()));
            }
        }
        Ok(())
    }
}

fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|error| Failure::Files(format!("`{}` cannot be written: {error}", path.display())))
}

#[derive(Serialize)]
struct Record<'a> {
    game: &'a str,
    /// Clauses that ran, and that can run.
    ran: usize,
    clauses: usize,
    items: &'a [Item],
}

fn json(game: &str, items: &[Item]) -> Result<String, serde_json::Error> {
    let (ran, clauses) = totals(items);
    Ok(serde_json::to_string(&Record { game, ran, clauses, items })? + "\n")
}

/// Clauses that ran, and all that can.
fn totals(items: &[Item]) -> (usize, usize) {
    items.iter().map(Item::counts).fold((0, 0), |(a, b), (ran, all)| (a + ran, b + all))
}

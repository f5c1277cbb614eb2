//! Tries what is about to be written, in memory: whether it checks, and what its scenarios tell.

use std::path::Path;
use std::sync::Arc;

use cardwright::diagnostic::Diagnostic;
use cardwright::load::{self, Request, load_scenarios};
use cardwright::play::{ScenarioReport, run_scenario};
use cardwright::program::Program;
use cardwright::source::{FileId, FileKind, SourceFile, Sources};
use cardwright_cli::snapshot;

use crate::coverage::recording;

/// What `check` finds with so many packs.
pub fn findings(sources: &Sources, packs: usize) -> Vec<Diagnostic> {
    load::check(sources, &Request { packs, ..Request::default() })
}

/// A scenario that was run.
pub struct Tried {
    pub title: String,
    /// What it tells, where it passes.
    pub told: Option<String>,
    /// The lines of the text on which something did not hold.
    pub failed: Vec<u32>,
    report: ScenarioReport,
}

impl Tried {
    /// Whether something ran that stands in this file.
    pub fn ran(&self, file: FileId) -> bool {
        self.report.ran.iter().any(|span| span.file == file)
    }
}

/// Runs the scenarios of one text, those that can be read, until one is found that is enough.
pub fn tried(sources: &Sources, pack: Option<&str>, text: &str, enough: impl Fn(&Tried) -> bool) -> Vec<Tried> {
    let mut sources = sources.clone();
    let file = SourceFile::new("cards.card", text, FileKind::Scenarios, pack.map(|_| 0));
    let line = |at: u32| file.line_column(at).line;
    sources.add(file.clone());
    let packs: Vec<String> = pack.iter().map(|name| (*name).to_owned()).collect();
    let suite = load_scenarios(&sources, &packs, &packs, |_| true);
    // Scenarios that are loaded together share a program.
    let mut last: Option<(Arc<Program>, Arc<Program>)> = None;
    let mut all = Vec::new();
    for ready in &suite.scenarios {
        let Ok((program, index)) = &ready.program else { continue };
        let known = last.take().filter(|(known, _)| Arc::ptr_eq(known, program));
        let (_, program) = last.insert(known.unwrap_or_else(|| (program.clone(), recording(program))));
        let mut report = run_scenario(program, *index);
        let failed: Vec<u32> = report.failures.iter().map(|failure| line(failure.span.start)).collect();
        let told = report.transcript.take().filter(|_| failed.is_empty());
        let one = Tried { title: ready.head.title.clone(), told, failed, report };
        let last = enough(&one);
        all.push(one);
        if last {
            break;
        }
    }
    all
}

/// The accepted snapshot of a scenario: its file and its text. `file` is the scenario's as seen from the root.
pub fn accepted(file: &str, title: &str, told: &str) -> (String, String) {
    let place = snapshot::path(Path::new(file), title).to_string_lossy().replace('\\', "/");
    (place, snapshot::render(file, title, told))
}

//! Tries what is about to be written, in memory: whether it checks, and what its scenarios tell.

use std::path::Path;

use cardwright::diagnostic::Diagnostic;
use cardwright::load::{self, Request, load_scenarios};
use cardwright::play::run_scenario;
use cardwright::source::{FileKind, SourceFile, Sources};
use cardwright_cli::snapshot;

/// What `check` finds with so many packs.
pub fn findings(sources: &Sources, packs: usize) -> Vec<Diagnostic> {
    load::check(sources, &Request { packs, ..Request::default() })
}

/// Scenarios of one file that pass, with their titles and what they tell; those that do not are left out.
pub fn passing(sources: &Sources, pack: Option<&str>, text: &str) -> Vec<(String, String)> {
    let mut sources = sources.clone();
    sources.add(SourceFile::new("cards.card", text, FileKind::Scenarios, pack.map(|_| 0)));
    let packs: Vec<String> = pack.iter().map(|name| (*name).to_owned()).collect();
    let suite = load_scenarios(&sources, &packs, &packs, |_| true);
    let mut told = Vec::new();
    for ready in &suite.scenarios {
        let Ok((program, index)) = &ready.program else { continue };
        let report = run_scenario(program, *index);
        if let (true, Some(text)) = (report.failures.is_empty(), report.transcript) {
            told.push((ready.head.title.clone(), text));
        }
    }
    told
}

/// The accepted snapshot of a scenario: its file and its text. `file` is the scenario's as seen from the root.
pub fn accepted(file: &str, title: &str, told: &str) -> (String, String) {
    let place = snapshot::path(Path::new(file), title).to_string_lossy().replace('\\', "/");
    (place, snapshot::render(file, title, told))
}

//! What the checker says, case by case: `suite/check/NAME.case` with `NAME.snap` beside it.
//!
//! Each snapshot shows the case, then the findings as `cardwright check` prints them. To accept a change:
//! `INSTA_UPDATE=always cargo test -p cardwright-tests --test check`, then read what `git diff` shows.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use cardwright::diagnostic::{Code, Diagnostic};
use cardwright::load;
use cardwright::source::FileKind;
use cardwright_cli::render;
use cardwright_tests::check_case::{self, Case};
use cardwright_tests::scenarios;

include!(concat!(env!("OUT_DIR"), "/check.rs"));

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("suite/check")
}

fn findings(name: &str) -> (Case, Vec<Diagnostic>) {
    let text = fs::read_to_string(folder().join(format!("{name}.case"))).expect("the case file");
    let case = check_case::read(&text);
    let mut found = load::check(&case.sources, &case.request);
    if case.sources.iter().any(|(_, file)| file.kind == FileKind::Scenarios) {
        found.extend(scenarios::findings(&case.sources, &case.packs));
    }
    (case, found)
}

#[track_caller]
fn case(_stage: &str, name: &str) {
    let (case, found) = findings(name);
    let mut text = format!("SOURCE\n{}\nFINDINGS\n", case.shown);
    for finding in &found {
        text += &render::plain(&case.sources, finding);
        text += "\n\n";
    }
    if found.is_empty() {
        text += "none\n";
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder());
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text.trim_end()));
}

/// The names of the files with this end.
fn named(end: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(folder()).expect("the suite").map(|entry| entry.expect("an entry").path());
    let wanted = entries.filter(|path| path.extension().is_some_and(|found| found == end));
    wanted.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect()
}

#[test]
fn every_code_has_a_case() {
    let reported: BTreeSet<Code> =
        named("case").iter().flat_map(|name| findings(name).1).map(|finding| finding.code).collect();
    let missing: Vec<&str> = Code::ALL.iter().filter(|code| !reported.contains(code)).map(|code| code.id()).collect();
    assert!(missing.is_empty(), "no case of suite/check reports {missing:?}");
}

#[test]
fn every_snapshot_has_its_case() {
    let (cases, snaps) = (named("case"), named("snap"));
    let orphans: Vec<&String> = snaps.difference(&cases).collect();
    assert!(orphans.is_empty(), "these snapshots belong to no case: {orphans:?}");
    let unseen: Vec<&String> = cases.difference(&snaps).collect();
    assert!(unseen.is_empty(), "these cases have no snapshot: {unseen:?}");
}

#[test]
fn the_toy_game_has_no_findings() {
    let case = check_case::read("--- request\n");
    let found = load::check(&case.sources, &case.request);
    assert_eq!(found, [], "cases build upon a game without mistakes");
}

#[test]
fn one_broken_card_hides_no_other() {
    for name in ["several_broken_cards_are_reported_each", "a_card_that_cannot_be_read_hides_no_other"] {
        let (case, found) = findings(name);
        let line = |finding: &Diagnostic| {
            let file = case.sources.get(finding.span.file).expect("a file of the case");
            file.line_column(finding.span.start).line
        };
        let lines: Vec<u32> = found.iter().map(line).collect();
        let all: Vec<u32> = (1..=u32::try_from(found.len()).expect("few findings")).collect();
        assert_eq!(lines, all, "{name}: each of the first lines has one finding");
    }
}

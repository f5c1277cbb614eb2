//! Results of scenarios → text for people, lines for editors, JSON Lines for programs.

use std::io::{self, Write};

use cardwright::diagnostic::Diagnostic;
use cardwright::source::Sources;
use serde::Serialize;

use super::review::{Reviewed, difference};
use super::snapshots::{Standing, Stored};
use super::{GameTest, Outcome};
use crate::failure::{Failure, Verdict};
use crate::out;
use crate::report::{Color, Format, Reporter, counted, say};

/// A scenario as programs read it.
#[derive(Serialize)]
struct Record<'a> {
    game: &'a str,
    file: Option<&'a str>,
    line: Option<u32>,
    title: &'a str,
    /// `passed`, `failed`, `unread` (a new or different snapshot) or `orphan`.
    result: &'static str,
    failures: Vec<Unmet<'a>>,
    snapshot: Option<String>,
}

#[derive(Serialize)]
struct Unmet<'a> {
    code: &'a str,
    file: Option<&'a str>,
    line: Option<u32>,
    column: Option<u32>,
    message: &'a str,
    help: Option<&'a str>,
}

#[derive(Default)]
struct Counts {
    passed: usize,
    failed: usize,
    unread: usize,
    orphans: usize,
    broken: usize,
}

/// Writes everything; whether all is fine.
pub(super) fn write(games: &[GameTest], format: Format, color: Color, reviewed: Reviewed) -> Result<Verdict, Failure> {
    let mut reporter = Reporter::new(if format == Format::Json { Format::Human } else { format }, color);
    let mut counts = Counts::default();
    for game in games {
        reporter.problems(&game.problems)?;
        counts.broken += game.problems.len();
        // A mistake in the rules keeps many scenarios from being run: it is told once.
        let mut told: Vec<&Diagnostic> = Vec::new();
        for group in &game.groups {
            if format != Format::Json || !group.findings.is_empty() {
                reporter.diagnostics(&group.sources, &group.findings)?;
            }
            counts.broken += group.findings.len();
            for outcome in &group.outcomes {
                one((game, &mut told), &group.sources, outcome, format, &mut reporter, &mut counts)?;
            }
        }
        for stored in &game.orphans {
            orphan(game, stored, format, &mut counts)?;
        }
    }
    say(&summary(games.len(), &counts, reviewed));
    let bad = counts.failed + counts.unread + counts.orphans + counts.broken > 0;
    Ok(if bad { Verdict::Found } else { Verdict::Fine })
}

fn one<'t>(
    (game, told): (&GameTest, &mut Vec<&'t Diagnostic>),
    sources: &Sources,
    outcome: &'t Outcome,
    format: Format,
    reporter: &mut Reporter,
    counts: &mut Counts,
) -> Result<(), Failure> {
    let unread = outcome.snapshot.as_ref().filter(|stored| stored.standing != Standing::Same);
    let result = match (outcome.findings.is_empty(), unread) {
        (false, _) => "failed",
        (true, Some(_)) => "unread",
        (true, None) => "passed",
    };
    match result {
        "failed" => counts.failed += 1,
        "unread" => counts.unread += 1,
        _ => counts.passed += 1,
    }
    let file = sources.get(outcome.file).map(|file| file.name.as_str());
    if format == Format::Json {
        let record = Record {
            game: &game.name,
            file,
            line: Some(outcome.line),
            title: &outcome.title,
            result,
            failures: outcome.findings.iter().map(|found| unmet(sources, found)).collect(),
            snapshot: outcome.snapshot.as_ref().map(Stored::shown),
        };
        return Ok(writeln!(out::json(), "{}", serde_json::to_string(&record).map_err(io::Error::from)?)?);
    }
    let new: Vec<&Diagnostic> = outcome.findings.iter().filter(|found| !told.contains(found)).collect();
    reporter.diagnostics(sources, new.iter().copied())?;
    told.extend(new);
    if let Some(stored) = unread {
        let place = format!("{}:{}", file.unwrap_or(""), outcome.line);
        let what = if stored.standing == Standing::New { "new" } else { "different" };
        if format == Format::Short {
            writeln!(out::text(), "{place}: {what} snapshot: {}", outcome.title)?;
        } else {
            let body = cardwright_cli::snapshot::body(&stored.new);
            say(&format!("{what} snapshot of \"{}\"\n  {place}\n\n{}", outcome.title, difference(&stored.old, body)));
        }
    }
    Ok(())
}

fn unmet<'a>(sources: &'a Sources, found: &'a cardwright::diagnostic::Diagnostic) -> Unmet<'a> {
    let file = sources.get(found.span.file);
    let at = file.map(|file| file.line_column(found.span.start));
    Unmet {
        code: found.code.id(),
        file: file.map(|file| file.name.as_str()),
        line: at.map(|at| at.line),
        column: at.map(|at| at.column),
        message: &found.message,
        help: found.help.as_deref(),
    }
}

fn orphan(game: &GameTest, stored: &Stored, format: Format, counts: &mut Counts) -> Result<(), Failure> {
    if stored.standing == Standing::Same {
        return Ok(());
    }
    counts.orphans += 1;
    let path = stored.shown();
    match format {
        Format::Json => {
            let record = Record {
                game: &game.name,
                file: None,
                line: None,
                title: "",
                result: "orphan",
                failures: Vec::new(),
                snapshot: Some(path),
            };
            writeln!(out::json(), "{}", serde_json::to_string(&record).map_err(io::Error::from)?)?;
        }
        Format::Short => writeln!(out::text(), "{path}: no scenario makes this snapshot")?,
        Format::Human => say(&format!("{path}: no scenario makes this snapshot")),
    }
    Ok(())
}

fn summary(games: usize, counts: &Counts, reviewed: Reviewed) -> String {
    let total = counts.passed + counts.failed + counts.unread;
    let mut parts = vec![format!("{} passed", counts.passed)];
    let mut add = |count: usize, words: &str| {
        if count > 0 {
            parts.push(format!("{count} {words}"));
        }
    };
    let several = |count: usize, one: &'static str, more: &'static str| if count == 1 { one } else { more };
    add(counts.failed, "failed");
    add(counts.unread, "with a snapshot that nobody has read");
    add(counts.orphans, several(counts.orphans, "orphaned snapshot", "orphaned snapshots"));
    add(counts.broken, several(counts.broken, "file that cannot be read", "files that cannot be read"));
    add(reviewed.accepted, "accepted");
    add(reviewed.rejected, "rejected");
    let hint =
        if counts.unread + counts.orphans > 0 { "; `cardwright test --review` shows them one at a time" } else { "" };
    format!("{} of {}: {}{hint}", counted(total as u64, "scenario"), counted(games as u64, "game"), parts.join(", "))
}

//! `cardwright check`: everything that is wrong with games, for every variant and player count.

use std::collections::BTreeSet;
use std::path::Path;

use cardwright::diagnostic::Diagnostic;
use cardwright::load::{self, Request};
use cardwright::source::Sources;
use clap::Args;

use crate::failure::{Failure, Verdict};
use crate::files::{Pack, collect, packs, wanted_packs};
use crate::report::{Color, Format, Reporter, count_words, say};
use crate::roots::{Place, Roots};
use crate::watch;

/// Options of `check`.
#[derive(Clone, Debug, Args)]
pub struct CheckArgs {
    /// Games by name, folders with a `game.toml`, or roots; without any, all games of the root
    #[arg(value_name = "GAME|FOLDER")]
    games: Vec<String>,
    /// Check the game together with these packs only; without it, alone and with each of its packs in turn
    #[arg(long = "pack", value_name = "NAME|DIR")]
    packs: Vec<String>,
    /// How findings are written
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Check again whenever a file is saved, until Ctrl-C
    #[arg(long)]
    watch: bool,
}

/// What tells one finding from another across several checks of one game.
type Key = (String, u32, u32, &'static str, String);

/// Checks and reports; with `--watch` again and again.
pub fn run(args: &CheckArgs, roots: &Roots, color: Color) -> Result<Verdict, Failure> {
    if !args.watch {
        return once(args, roots, color);
    }
    let places = places(args, roots)?;
    let mut packs = Vec::new();
    for place in &places {
        packs.extend(wanted_packs(place, &args.packs)?);
    }
    // What is saved while the first check runs is not missed.
    let (_watcher, saves) = watch::saves(&watch::folders(&places, &packs)?)?;
    once(args, roots, color)?;
    say("waiting for files to be saved; Ctrl-C ends");
    while let Ok(files) = saves.recv() {
        say(&format!("\nsaved: {}", watch::shown_all(&files)));
        match once(args, roots, color) {
            // A manifest that is gone or a folder that is renamed may come back.
            Err(failure) if !failure.is_broken_pipe() => say(&format!("error: {failure}")),
            result => drop(result?),
        }
    }
    Ok(Verdict::Fine)
}

fn once(args: &CheckArgs, roots: &Roots, color: Color) -> Result<Verdict, Failure> {
    let places = places(args, roots)?;
    let mut plan = Vec::new();
    for place in places {
        let wanted = wanted_packs(&place, &args.packs)?;
        plan.push((place, wanted));
    }
    let mut reporter = Reporter::new(args.format, color);
    for (place, wanted) in &plan {
        match check(place, wanted, &mut reporter) {
            // What was found counts even where nobody reads it to its end.
            Err(failure) if failure.is_broken_pipe() && reporter.errors > 0 => return Ok(Verdict::Found),
            result => result?,
        }
    }
    let games = match plan.as_slice() {
        [(place, _)] => format!("`{}`", place.name),
        _ => format!("{} games", plan.len()),
    };
    if reporter.errors + reporter.warnings == 0 {
        say(&format!("{games}: no findings"));
    } else {
        let hint = "`cardwright explain CODE` says more about one";
        say(&format!("{games}: {}; {hint}", count_words(reporter.errors, reporter.warnings)));
    }
    Ok(if reporter.errors > 0 { Verdict::Found } else { Verdict::Fine })
}

fn places(args: &CheckArgs, roots: &Roots) -> Result<Vec<Place>, Failure> {
    let mut places = Vec::new();
    for word in &args.games {
        places.extend(roots.games_of(word)?);
    }
    if args.games.is_empty() {
        places = roots.games_to_check();
        // Somebody who stands in the folder of a plain game means that game.
        if roots.root.is_none() && Path::new("game.toml").is_file() {
            places = roots.games_of(".")?;
        }
    }
    if places.is_empty() {
        return Err(Failure::usage("there is no game to check here: give a game, a folder or `--dir`"));
    }
    if places.len() > 1 && !args.packs.is_empty() {
        return Err(Failure::usage("`--pack` needs the one game that it is for: `cardwright check GAME --pack …`"));
    }
    Ok(places)
}

fn check(place: &Place, wanted: &[Pack], reporter: &mut Reporter) -> Result<(), Failure> {
    let mut seen = BTreeSet::new();
    check_with(place, wanted, reporter, &mut seen)?;
    if wanted.is_empty() {
        for pack in packs(place) {
            check_with(place, &[pack], reporter, &mut seen)?;
        }
    }
    Ok(())
}

fn check_with(place: &Place, packs: &[Pack], reporter: &mut Reporter, seen: &mut BTreeSet<Key>) -> Result<(), Failure> {
    let sources = match collect(place, packs) {
        Ok(sources) => sources,
        Err(mut problems) => {
            problems.retain(|problem| seen.insert((problem.file.clone(), 0, 0, "", problem.message.clone())));
            return Ok(reporter.problems(&problems)?);
        }
    };
    let request = Request { players: None, variants: Vec::new(), numbers: Vec::new(), packs: packs.len() };
    let mut findings = load::check(&sources, &request);
    findings.retain(|finding| seen.insert(key(&sources, finding)));
    Ok(reporter.diagnostics(&sources, &findings)?)
}

fn key(sources: &Sources, finding: &Diagnostic) -> Key {
    let file = sources.get(finding.span.file).map_or(String::new(), |file| file.name.clone());
    (file, finding.span.start, finding.span.end, finding.code.id(), finding.message.clone())
}

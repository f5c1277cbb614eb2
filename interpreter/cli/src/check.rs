//! `cardwright check`: everything that is wrong with games, for every variant and player count.

use std::collections::BTreeSet;
use std::path::Path;

use cardwright::diagnostic::{Code, Diagnostic};
use cardwright::load::{self, PackCard, PackChanges, Request, pack_card, pack_changes};
use cardwright::source::Sources;
use clap::Args;

use crate::failure::{Failure, Verdict};
use crate::files::{Pack, collect, packs, wanted_packs, with_needed};
use crate::report::{Color, Format, Reporter, count_words, counted, say};
use crate::roots::{Place, Roots, same_name};
use crate::scenarios;
use crate::strays::strays;
use crate::watch;

/// Options of `check`.
#[derive(Clone, Debug, Args)]
pub struct CheckArgs {
    /// Games by name, folders with a `game.toml`, or roots; without any, all games of the root
    #[arg(value_name = "GAME|FOLDER")]
    games: Vec<String>,
    /// Check the game together with these packs only; without it, alone, with each of its packs in turn, and with all that go together
    #[arg(long = "pack", value_name = "NAME|DIR")]
    packs: Vec<String>,
    /// How findings are written
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// List also what players read and what lacks a language that the manifest names
    #[arg(long)]
    translations: bool,
    /// Check again whenever a file is saved, until Ctrl-C
    #[arg(long)]
    watch: bool,
}

/// What tells one finding from another across several checks of one game.
pub(crate) type Key = (String, u32, u32, &'static str, String);

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
    watch::again(&watch::folders(&places, &packs)?, || once(args, roots, color))
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
        match check(args, place, wanted, &mut reporter) {
            // What was found counts even where nobody reads it to its end.
            Err(failure) if failure.is_broken_pipe() && reporter.errors > 0 => return Ok(Verdict::Found),
            result => result?,
        }
    }
    let games: Vec<Place> = plan.iter().map(|(place, _)| place.clone()).collect();
    reporter.problems(&strays(roots, &games, args.games.is_empty()))?;
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

fn check(args: &CheckArgs, place: &Place, wanted: &[Pack], reporter: &mut Reporter) -> Result<(), Failure> {
    let mut seen = BTreeSet::new();
    if wanted.is_empty() {
        check_packs(args, place, reporter, &mut seen)?;
    } else {
        check_with(args, place, wanted, wanted.len(), reporter, &mut seen)?;
    }
    check_scenarios(place, reporter, &mut seen)
}

/// The game alone, each of its packs, and as many as go together.
fn check_packs(
    args: &CheckArgs,
    place: &Place,
    reporter: &mut Reporter,
    seen: &mut BTreeSet<Key>,
) -> Result<(), Failure> {
    let known = packs(place);
    let errors = reporter.errors;
    check_with(args, place, &[], 0, reporter, seen)?;
    for pack in &known {
        // A pack comes with those that it needs; they are counted where it is their turn.
        check_with(args, place, &with_needed(&known, vec![pack.clone()]), 1, reporter, seen)?;
    }
    let together = go_together(&known);
    // Conflicts between packs that are wrong by themselves would only follow from that.
    if together.len() > 1 && reporter.errors == errors {
        check_with(args, place, &together, 0, reporter, seen)?;
    }
    Ok(())
}

/// What is wrong with scenarios; of the game itself everything is said.
fn check_scenarios(place: &Place, reporter: &mut Reporter, seen: &mut BTreeSet<Key>) -> Result<(), Failure> {
    let Ok(groups) = scenarios::groups(place, &|_, _| true) else { return Ok(()) };
    for group in groups {
        let wrong = group.suite.scenarios.iter().filter_map(|ready| {
            let findings = ready.program.as_ref().err()?;
            let span = ready.head.span;
            let own = |d: &&Diagnostic| d.span.file == span.file && (span.start..=span.end).contains(&d.span.start);
            Some(findings.iter().filter(own).cloned().collect::<Vec<_>>())
        });
        let mut findings: Vec<Diagnostic> = group.suite.findings.iter().cloned().chain(wrong.flatten()).collect();
        findings.retain(|finding| seen.insert(key(&group.sources, finding)));
        reporter.diagnostics(&group.sources, &findings)?;
    }
    Ok(())
}

/// As many packs as can be played at once: those that no other one excludes, the first come first.
fn go_together(known: &[Pack]) -> Vec<Pack> {
    let mut chosen: Vec<(Pack, PackCard)> = Vec::new();
    for pack in known {
        let Some(card) = pack.card() else { continue };
        let excludes = |a: &PackCard, b: &PackCard| a.excludes.iter().any(|id| same_name(id, &b.id));
        if chosen.iter().all(|(_, other)| !excludes(&card, other) && !excludes(other, &card)) {
            chosen.push((pack.clone(), card));
        }
    }
    chosen.into_iter().map(|(pack, _)| pack).collect()
}

/// How much of the game a pack changes: two packs that change one thing do not go together, two that add do.
fn count_changes(sources: &Sources, packs: usize, number: u16) -> Option<String> {
    let card = pack_card(sources, number)?;
    let PackChanges { replaces, retires, extends, kinds, inserts, options, entries } =
        pack_changes(sources, packs, number);
    let words = [
        ("replaces", replaces, "item"),
        ("retires", retires, "item"),
        ("extends", extends, "card"),
        ("extends all cards of", kinds, "kind"),
        ("inserts", inserts, "step"),
        ("offers", options, "more option"),
        ("changes", entries, "entry"),
    ];
    let mut parts: Vec<String> = words
        .iter()
        .filter(|(_, count, _)| *count > 0)
        .map(|(verb, count, noun)| match (*noun, *count) {
            ("entry", 1) => format!("{verb} 1 entry of the manifest"),
            ("entry", many) => format!("{verb} {many} entries of the manifest"),
            _ => format!("{verb} {}", counted(*count as u64, noun)),
        })
        .collect();
    if parts.is_empty() {
        parts.push("only adds".to_owned());
    }
    Some(format!("pack `{}` {}: {}", card.id, card.version, parts.join(", ")))
}

/// Checks a game with packs, and says how much the first so many of them change.
fn check_with(
    args: &CheckArgs,
    place: &Place,
    packs: &[Pack],
    counted: usize,
    reporter: &mut Reporter,
    seen: &mut BTreeSet<Key>,
) -> Result<(), Failure> {
    let sources = match collect(place, packs) {
        Ok(sources) => sources,
        Err(mut problems) => {
            problems.retain(|problem| seen.insert((problem.file.clone(), 0, 0, "", problem.message.clone())));
            return Ok(reporter.problems(&problems)?);
        }
    };
    let request = Request { players: None, variants: Vec::new(), numbers: Vec::new(), packs: packs.len() };
    let mut findings = load::check(&sources, &request);
    if args.translations {
        let list = load::check_translations(&sources, &request);
        // The list stands in the place of how long it is.
        findings.retain(|found| found.code != Code::Untranslated || list.is_empty());
        findings.extend(list);
    }
    findings.retain(|finding| seen.insert(key(&sources, finding)));
    reporter.diagnostics(&sources, &findings)?;
    let numbers = 0..u16::try_from(counted).unwrap_or(u16::MAX);
    numbers.filter_map(|number| count_changes(&sources, packs.len(), number)).for_each(|words| say(&words));
    Ok(())
}

pub(crate) fn key(sources: &Sources, finding: &Diagnostic) -> Key {
    let file = sources.get(finding.span.file).map_or(String::new(), |file| file.name.clone());
    (file, finding.span.start, finding.span.end, finding.code.id(), finding.message.clone())
}

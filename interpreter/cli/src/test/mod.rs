//! `cardwright test`: runs scenarios, compares their snapshots, and says what is new.

mod cover;
mod report;
mod review;
mod snapshots;

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

use cardwright::diagnostic::{Code, Diagnostic};
use cardwright::load::ReadyScenario;
use cardwright::play::{Failure as Unmet, run_scenario};
use cardwright::source::{FileId, Sources};
use clap::Args;

use crate::coverage::{Coverage, CoverageArgs};
use crate::failure::{Failure, Verdict};
use crate::files::{FileProblem, game_of_pack, holds_pack};
use crate::report::{Color, Format};
use crate::roots::{Place, Roots};
use crate::scenarios::{self, Group};
use crate::watch;
use snapshots::Stored;

/// Options of `test`.
#[derive(Clone, Debug, Args)]
pub struct TestArgs {
    /// Games by name, folders, roots, or files of scenarios; without any, all games of the root
    #[arg(value_name = "GAME|FOLDER|FILE")]
    paths: Vec<String>,
    /// Only scenarios whose title or file has this in it
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Look at new and different snapshots one at a time, and accept or reject them
    #[arg(long, conflicts_with = "accept")]
    review: bool,
    /// Accept all new and different snapshots, and remove those that belong to no scenario
    #[arg(long)]
    accept: bool,
    /// How results are written
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// How many games are tested at the same time (default: as many as there are processors)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Test again whenever a file is saved, until Ctrl-C
    #[arg(long, conflicts_with_all = ["review", "accept"])]
    watch: bool,
    #[command(flatten)]
    coverage: CoverageArgs,
}

/// What became of one scenario.
pub(crate) struct Outcome {
    pub title: String,
    pub file: FileId,
    /// Line of its head, from 1.
    pub line: u32,
    pub findings: Vec<Diagnostic>,
    pub snapshot: Option<Stored>,
}

/// What became of the scenarios of one group of packs.
pub(crate) struct Tested {
    pub sources: Sources,
    pub findings: Vec<Diagnostic>,
    pub outcomes: Vec<Outcome>,
}

/// What became of a game's scenarios.
pub(crate) struct GameTest {
    pub name: String,
    pub problems: Vec<FileProblem>,
    pub groups: Vec<Tested>,
    /// Snapshots that belong to no scenario.
    pub orphans: Vec<Stored>,
    pub coverage: Option<Coverage>,
}

/// Which scenarios of a game are run.
struct Wanted {
    place: Place,
    /// Only these files, and the files below these folders; without any, all.
    files: Vec<String>,
}

/// One more of what is to be run: each game is there once, and each of its files.
fn want(all: &mut Vec<Wanted>, place: Place, file: Option<String>) {
    let Some(known) = all.iter_mut().find(|known| known.place.lies_where(&place)) else {
        return all.push(Wanted { place, files: file.into_iter().collect() });
    };
    for pack in place.given_packs {
        if !known.place.given_packs.contains(&pack) {
            known.place.given_packs.push(pack);
        }
    }
    match file {
        Some(file) if !known.files.is_empty() => known.files.push(file),
        _ => known.files.clear(),
    }
}

/// Runs and reports; with `--watch` again and again.
pub fn run(args: &TestArgs, roots: &Roots, color: Color) -> Result<Verdict, Failure> {
    if !args.watch {
        return once(args, roots, color);
    }
    let places: Vec<Place> = wanted(args, roots)?.into_iter().map(|wanted| wanted.place).collect();
    let mut folders = watch::folders(&places, &[])?;
    folders.extend(places.iter().flat_map(|place| place.given_packs.iter().cloned()));
    watch::again(&folders, || once(args, roots, color))
}

fn once(args: &TestArgs, roots: &Roots, color: Color) -> Result<Verdict, Failure> {
    let wanted = wanted(args, roots)?;
    let mut games = test_all(args, &wanted);
    let reviewed = if args.accept {
        review::accept_all(&mut games)?
    } else if args.review {
        review::one_at_a_time(&mut games)?
    } else {
        review::keep_for_later(&games)?
    };
    let verdict = report::write(&games, args.format, color, reviewed)?;
    let covered: Vec<Coverage> = games.into_iter().filter_map(|game| game.coverage).collect();
    Coverage::write(&covered, &args.coverage)?;
    Ok(verdict)
}

fn wanted(args: &TestArgs, roots: &Roots) -> Result<Vec<Wanted>, Failure> {
    let mut all = Vec::new();
    for word in &args.paths {
        if let Some(game) = game_of_pack(Path::new(word)) {
            let (place, file) = of_pack(word, &game, roots)?;
            want(&mut all, place, Some(file));
            continue;
        }
        match game_of_path(word) {
            Some(name) => {
                let file = Path::new(word).is_file().then(|| crate::tree::shown(Path::new(word)));
                let root = root_of_path(word).map_or_else(|| roots.clone(), |root| Roots { root: Some(root) });
                want(&mut all, root.game(&name)?, file);
            }
            None => roots.games_of(word)?.into_iter().for_each(|place| want(&mut all, place, None)),
        }
    }
    if args.paths.is_empty() {
        let mut places = roots.games_to_check();
        if roots.root.is_none() && Path::new("game.toml").is_file() {
            places = roots.games_of(".")?;
        }
        places.into_iter().for_each(|place| want(&mut all, place, None));
    }
    if all.is_empty() {
        return Err(Failure::usage("there is no game to test here: give a game, a folder or `--dir`"));
    }
    Ok(all)
}

/// The scenarios of a pack that was given by its folder, wherever that lies.
fn of_pack(word: &str, game: &str, roots: &Roots) -> Result<(Place, String), Failure> {
    let folder = Path::new(word);
    let root = root_of_path(word).map_or_else(|| roots.clone(), |root| Roots { root: Some(root) });
    let mut place = root.game(game)?;
    if !holds_pack(&place, folder) {
        place.given_packs.push(folder.to_path_buf());
    }
    Ok((place, crate::tree::shown(folder)))
}

/// The game whose scenarios a path holds: `tests/scenarios/GAME/…`, `cards/GAME/…/scenarios/…`, or a plain game's folder.
fn game_of_path(word: &str) -> Option<String> {
    let path = Path::new(word);
    if !path.exists() {
        return None;
    }
    let parts: Vec<String> = path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let after = |first: &str, second: &str| {
        parts.windows(3).find(|w| matches!(w, [a, b, _] if a == first && b == second)).and_then(|w| w.get(2)).cloned()
    };
    let is_card = path.extension().is_some_and(|end| end == "card");
    let of_pack = || parts.windows(2).find(|w| matches!(w, [a, _] if a == "cards")).and_then(|w| w.get(1)).cloned();
    let plain = || {
        let folder = path.ancestors().skip(1).find(|folder| folder.join("game.toml").is_file())?;
        Some(folder.to_string_lossy().into_owned())
    };
    after("tests", "scenarios").or_else(|| is_card.then(plain).flatten()).or_else(|| is_card.then(of_pack).flatten())
}

/// The root that a path with `tests/scenarios` in it lies in.
fn root_of_path(word: &str) -> Option<std::path::PathBuf> {
    let full = std::env::current_dir().unwrap_or_default().join(word);
    full.ancestors().find(|folder| folder.join("games").is_dir()).map(Path::to_path_buf)
}

/// Games side by side, results in the order of the games.
fn test_all(args: &TestArgs, wanted: &[Wanted]) -> Vec<GameTest> {
    let jobs = args.jobs.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from);
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, GameTest)>> = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..jobs.min(wanted.len()) {
            scope.spawn(|| {
                while let Some((index, one)) = Some(next.fetch_add(1, Relaxed)).and_then(|i| Some((i, wanted.get(i)?)))
                {
                    let tested = test_game(args, one);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((index, tested));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, tested)| tested).collect()
}

fn test_game(args: &TestArgs, wanted: &Wanted) -> GameTest {
    let name = wanted.place.name.clone();
    let mut tested = GameTest { name, problems: Vec::new(), groups: Vec::new(), orphans: Vec::new(), coverage: None };
    let takes = |file: &str, title: &str| {
        let below = |only: &str| file.strip_prefix(only).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        (wanted.files.is_empty() || wanted.files.iter().any(|only| below(only)))
            && args.filter.as_deref().is_none_or(|text| title.contains(text) || file.contains(text))
    };
    let groups = match scenarios::groups(&wanted.place, &|file, head| takes(file, &head.title)) {
        Ok(groups) => groups,
        Err(problems) => {
            tested.problems = problems;
            return tested;
        }
    };
    let whole = wanted.files.is_empty() && args.filter.is_none();
    if whole {
        tested.orphans = snapshots::orphans(&groups);
    }
    let mut told: Vec<Diagnostic> = Vec::new();
    let mut coverage = args.coverage.coverage.map(|_| cover::of_game(&wanted.place));
    for mut group in groups {
        if coverage.is_some() {
            cover::record(&mut group.suite);
        }
        let outcomes = group.suite.scenarios.iter().map(|ready| test_one(&group, ready, coverage.as_mut())).collect();
        // Every group reads the files of the game: what is wrong with them is told once.
        let findings: Vec<Diagnostic> =
            group.suite.findings.iter().filter(|found| !told.contains(found)).cloned().collect();
        told.extend(findings.iter().cloned());
        tested.groups.push(Tested { sources: group.sources, findings, outcomes });
    }
    tested.coverage = coverage;
    tested
}

fn test_one(group: &Group, ready: &ReadyScenario, coverage: Option<&mut Coverage>) -> Outcome {
    let head = &ready.head;
    let line = group.sources.get(head.span.file).map_or(0, |file| file.line_column(head.span.start).line);
    let mut outcome =
        Outcome { title: head.title.clone(), file: head.span.file, line, findings: Vec::new(), snapshot: None };
    match &ready.program {
        Err(findings) => outcome.findings.clone_from(findings),
        Ok((program, index)) => {
            let report = run_scenario(program, *index);
            if let Some(coverage) = coverage {
                coverage.add_program(program);
                coverage.add_ran(&group.sources, &report.ran);
            }
            let title = program.scenarios.get(*index).map(|scenario| scenario.span);
            outcome.findings = report.failures.iter().map(|unmet| diagnostic(unmet, title)).collect();
            if let (true, Some(text)) = (report.failures.is_empty(), report.transcript) {
                outcome.snapshot = group.file(head).map(|file| snapshots::compare(file, &head.title, &text));
            }
        }
    }
    outcome
}

fn diagnostic(unmet: &Unmet, title: Option<cardwright::source::Span>) -> Diagnostic {
    let mut found = Diagnostic::new(Code::ScenarioFails, unmet.span, unmet.message.as_str());
    if let Some(title) = title.filter(|title| *title != unmet.span) {
        found = found.other(title, "in this scenario");
    }
    found.help.clone_from(&unmet.help);
    found
}

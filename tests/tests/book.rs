//! Every example of the book is checked and played, every link leads somewhere, every shipped game comes to an end.

use std::fs;
use std::path::{Path, PathBuf};

use cardwright::diagnostic::{Diagnostic, Findings, Severity};
use cardwright::load::{self, Request};
use cardwright::play::{Match, Player, Status};
use cardwright::source::{FileId, FileKind, SourceFile, Sources};
use cardwright::syntax;
use cardwright_tests::book::{Claim, Game, claims};
use cardwright_tests::{games, scenarios};

const GAMES_EACH: u64 = 20;
/// Shipped games are larger, and have tests of their own.
const SHIPPED_GAMES_EACH: u64 = 3;
const MOST_DECISIONS: u64 = 2000;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// `README.md`, `docs/*.md` and `docs/language/*.md`, with their text.
fn pages() -> Vec<(PathBuf, String)> {
    let mut paths = vec![root().join("README.md")];
    for folder in ["docs", "docs/language"] {
        let entries = fs::read_dir(root().join(folder)).expect("the book is there");
        paths.extend(entries.filter_map(|e| Some(e.ok()?.path())).filter(|p| p.extension().is_some_and(|e| e == "md")));
    }
    paths.sort();
    let read = |path: PathBuf| (path.clone(), fs::read_to_string(&path).expect("a page can be read"));
    // Pages that the program writes have tests of their own.
    paths.into_iter().map(read).filter(|(_, text)| !text.contains("<!-- Written from the tables")).collect()
}

fn describe(sources: &Sources, findings: &[Diagnostic]) -> String {
    let line = |d: &Diagnostic| {
        let file = sources.get(d.span.file);
        let place = file.map_or(0, |f| f.line_column(d.span.start).line);
        let text = file.and_then(|f| f.text.lines().nth(place.saturating_sub(1) as usize)).unwrap_or("");
        let help = d.help.as_deref().unwrap_or("");
        format!("  {} {} ({help})\n    {text}\n", d.code.id(), d.message)
    };
    findings.iter().map(line).collect()
}

/// Checks, and plays at random with the fewest and the most players, and with each variant; what is wrong.
fn play(sources: &Sources, packs: usize, games: u64) -> Result<(), String> {
    let request = Request { packs, ..Request::default() };
    let findings = load::check(sources, &request);
    // The book shows no warnings either; games may have some.
    let is_bad = |d: &Diagnostic| games == GAMES_EACH || d.severity == Severity::Error;
    if findings.iter().any(is_bad) {
        return Err(describe(sources, &findings));
    }
    let card = load::game_card(sources).map_err(|found| describe(sources, &found))?;
    let mut setups: Vec<Request> = [card.players.0, card.players.1]
        .into_iter()
        .map(|players| Request { players: Some(players), ..request.clone() })
        .collect();
    for variant in &card.variants {
        for level in 1..=variant.levels.max(1) {
            setups.push(Request { variants: vec![(variant.name.clone(), Some(level))], ..request.clone() });
        }
    }
    for setup in setups {
        let loaded = load::load(sources, &setup).map_err(|found| describe(sources, &found))?;
        let mut player = Player::new(loaded.program.clone());
        for seed in 0..games {
            let game = player.play(seed, MOST_DECISIONS);
            if !game.ended && game.decisions < MOST_DECISIONS {
                let fault = fault(Match::new(loaded.program.clone(), seed));
                return Err(format!("  seed {seed} with {:?} stops: {fault}\n", setup.players));
            }
        }
    }
    Ok(())
}

/// Plays on by any answers until it stops, to say why.
fn fault(mut game: Match) -> String {
    for turn in 0..5000 {
        if let Status::Stopped(fault) = game.status() {
            return fault.to_string();
        }
        let options = game.option_count().max(1);
        if game.answer((turn * 7 + turn / 3) % options).is_err() {
            break;
        }
    }
    "by a fault that other answers do not meet".into()
}

fn holds(claim: &Claim) -> Result<(), String> {
    match claim {
        Claim::Plays(game) => play(&game.sources(), game.packs(), GAMES_EACH)
            .and_then(|()| scenarios_pass(game))
            .map_err(|why| format!("{}: {}\n{why}", game.line, game.name)),
        Claim::Fails { game, code, shown, line } => {
            let sources = game.sources();
            let found = load::check(&sources, &Request { packs: game.packs(), ..Request::default() });
            let Some(meant) = found.iter().find(|d| d.code.id() == code) else {
                return Err(format!("{line}: no {code}, but\n{}", describe(&sources, &found)));
            };
            match shown {
                Some(text) if !text.contains(&meant.message) => {
                    Err(format!("{line}: the page shows another message than\n  {}", meant.message))
                }
                _ => Ok(()),
            }
        }
        Claim::Shows { game, card, text, line } => {
            let request = Request { packs: game.packs(), ..Request::default() };
            let sources = game.sources();
            let loaded = load::load(&sources, &request).map_err(|found| describe(&sources, &found))?;
            match Match::new(loaded.program, 0).card_text(card) {
                Some(shown) if shown.trim() == text.trim() => Ok(()),
                shown => Err(format!("{line}: the card `{card}` shows\n{}", shown.unwrap_or_default())),
            }
        }
        Claim::Reads { text, line } => {
            let mut findings = Findings::default();
            syntax::parse(FileId(0), text, &mut findings);
            let found = findings.into_sorted();
            let mut sources = Sources::default();
            sources.add(SourceFile::new("fragment.card", text.clone(), FileKind::Script, None));
            let wrong = found.iter().any(|d| d.severity == Severity::Error);
            if wrong { Err(format!("{line}: cannot be read\n{}", describe(&sources, &found))) } else { Ok(()) }
        }
        Claim::Lost { line, why } => Err(format!("{line}: {why}")),
    }
}

/// Scenarios on a page pass.
fn scenarios_pass(game: &Game) -> Result<(), String> {
    let sources = game.sources();
    let packs: Vec<String> = game.pack.iter().map(|(name, ..)| name.clone()).collect();
    let found = scenarios::findings(&sources, &packs);
    if found.is_empty() { Ok(()) } else { Err(describe(&sources, &found)) }
}

#[test]
fn every_example_is_true() {
    let mut wrong = String::new();
    let mut count = 0;
    for (path, text) in pages() {
        for claim in claims(&text) {
            count += 1;
            if let Claim::Plays(game) = &claim {
                println!("{}: {}", path.display(), game.name);
            }
            if let Err(why) = holds(&claim) {
                wrong += &format!("{}:{why}\n", path.file_name().unwrap_or_default().to_string_lossy());
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(count > 40, "only {count} examples were found");
}

#[test]
fn every_link_leads_somewhere() {
    // Pages that another part of the project makes.
    let generated = ["reference.md", "diagnostics.md"];
    let mut wrong = String::new();
    for (path, text) in pages() {
        for target in text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target) {
            let file = target.split('#').next().unwrap_or("");
            let elsewhere = file.is_empty() || file.contains("://") || generated.iter().any(|g| file.ends_with(g));
            if !elsewhere && !path.parent().unwrap_or(&path).join(file).exists() {
                wrong += &format!("{}: {target}\n", path.display());
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn every_shipped_game_comes_to_an_end() {
    for name in games::names() {
        if let Err(why) = play(&games::sources(&name), 0, SHIPPED_GAMES_EACH) {
            panic!("{name}\n{why}");
        }
        for pack in games::packs(&name) {
            if let Err(why) = play(&games::sources_with_pack(&name, &pack), 1, SHIPPED_GAMES_EACH) {
                panic!("{name} with {pack}\n{why}");
            }
        }
    }
}

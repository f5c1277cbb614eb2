//! Plays a case by its `play` section and tells what happened.
//!
//! Lines of `play`: `players 3` · `variant NAME[:LEVEL]` · `set NUMBER 5` · `seed 7` (chance by the generator; without it
//! chance is answered by name) · `p1: LABEL` and `chance: LABEL` answer (several picks: `p1: A, B`) · `options` shows the
//! question · `view p1|spectator|all` · `news p1` · `card NAME` (what `c NAME` shows) ·
//! `undo` · `language fr` (for the whole case). After each answer the tree of effects is told.

use std::fmt::Write as _;

use cardwright::load::{Request, load};
use cardwright::play::{Decision, Match, Status, Viewer};

use crate::case::Case;

/// The transcript, or what could not be done.
pub fn transcript(case: &Case) -> String {
    let mut out = String::new();
    let script = case.section("play").unwrap_or("");
    let (request, seed) = request(case, script);
    let sources = case.sources();
    let mut loaded = match load(&sources, &request) {
        Ok(loaded) => loaded,
        Err(findings) => {
            for finding in findings {
                let place = sources.get(finding.span.file).map_or_else(String::new, |file| {
                    let at = file.line_column(finding.span.start);
                    format!("{}:{}:{}", file.name, at.line, at.column)
                });
                let _ = writeln!(out, "{place}: {}: {}", finding.code.id(), finding.message);
            }
            return out;
        }
    };
    if let Some(code) = script.lines().find_map(|line| line.trim().strip_prefix("language ")) {
        loaded.speak(code).unwrap_or_else(|unknown| panic!("{unknown}"));
    }
    let mut game = Match::traced(loaded.program, seed.unwrap_or(0), seed.is_none());
    let start = game.whole_trace(Viewer::All);
    if !start.is_empty() {
        let _ = writeln!(out, "start\n{}", indent(&start));
    }
    for line in script.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
        step(&mut game, line, &mut out);
    }
    match game.status() {
        Status::Ended => {
            let _ = writeln!(out, "\nended {}", outcome(&game));
        }
        Status::Stopped(fault) => {
            let _ = writeln!(out, "\nstopped: {fault}");
        }
        Status::Deciding => {
            let _ = writeln!(out, "\nnext\n{}", indent(&question(&game)));
        }
    }
    out
}

/// What a case asks to be loaded with, and the seed that chance comes from.
pub fn request(case: &Case, script: &str) -> (Request, Option<u64>) {
    let mut request = Request { packs: case.packs(), ..Request::default() };
    let mut seed = None;
    for line in script.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["players", n] => request.players = n.parse().ok(),
            ["variant", name] => {
                let (name, level) = name.split_once(':').map_or((*name, None), |(n, l)| (n, l.parse().ok()));
                request.variants.push((name.to_owned(), level));
            }
            ["set", name, value] => request.numbers.push(((*name).to_owned(), value.parse().unwrap_or(0))),
            ["seed", n] => seed = n.parse().ok(),
            _ => {}
        }
    }
    (request, seed)
}

fn step(game: &mut Match, line: &str, out: &mut String) {
    let first = line.split_whitespace().next().unwrap_or("");
    if ["players", "variant", "set", "seed", "language"].contains(&first) {
        return;
    }
    if line == "options" {
        let _ = writeln!(out, "\noptions\n{}", indent(&question(game)));
        return;
    }
    if line == "undo" {
        let done = game.undo();
        let _ = writeln!(out, "\nundo: {}", if done { "done" } else { "nothing to take back" });
        return;
    }
    if let Some(whose) = line.strip_prefix("view ") {
        let viewer = match whose.trim() {
            "all" => Viewer::All,
            "spectator" => Viewer::Spectator,
            seat => Viewer::Seat((0..game.seats()).find(|s| game.seat_name(*s) == seat).unwrap_or(0)),
        };
        let _ = writeln!(out, "\nview {}\n{}", whose.trim(), indent(&game.view(viewer).to_string()));
        return;
    }
    if let Some(name) = line.strip_prefix("card ") {
        let text = game.card_text(name).unwrap_or_else(|| panic!("no card is called `{name}`"));
        let _ = writeln!(out, "\n{line}\n{}", indent(&text));
        return;
    }
    if let Some(whose) = line.strip_prefix("news ") {
        let seat = (0..game.seats()).find(|s| game.seat_name(*s) == whose.trim()).unwrap_or(0);
        let _ = writeln!(out, "\nnews {}\n{}", whose.trim(), indent(&game.news(Viewer::Seat(seat)).join("\n")));
        return;
    }
    let Some((who, labels)) = line.split_once(':') else {
        panic!("the line `{line}` of the case is none of answer, options, view, undo");
    };
    for label in labels.split(',').map(str::trim) {
        answer(game, who.trim(), label);
        let _ = writeln!(out, "\n{who}: {label}\n{}", indent(&game.last_trace(Viewer::All)));
    }
}

/// Answers the open decision of somebody by the label of an option.
fn answer(game: &mut Match, who: &str, label: &str) {
    let open = game.decisions();
    let wanted = open.iter().find(|d| asked(game, d) == who);
    let Some(decision) = wanted else {
        panic!("{who} is not asked now (the case answers `{label}`); asked: {}", question(game));
    };
    let Some(option) = decision.options.iter().position(|o| o.label == label) else {
        panic!("{who} has no option `{label}`\n{}", question(game));
    };
    let result = match decision.seat() {
        Some(seat) if open.len() > 1 => game.answer_as(seat, option),
        _ => game.answer(option),
    };
    if let Err(rejected) = result {
        panic!("{who}: {label}: {rejected}");
    }
}

fn asked(game: &Match, decision: &Decision) -> String {
    decision.seat().map_or_else(|| "chance".into(), |seat| game.seat_name(seat))
}

fn question(game: &Match) -> String {
    let mut text = String::new();
    for decision in game.decisions() {
        let _ = writeln!(text, "{}: {}", asked(game, &decision), decision.prompt);
        for option in &decision.options {
            let mut notes = String::new();
            if option.times > 1 {
                let _ = write!(notes, " x{}", option.times);
            }
            if decision.seat().is_none() {
                let _ = write!(notes, " (weight {})", option.weight);
            }
            let _ = writeln!(text, "  {}{notes}", option.line());
        }
    }
    if text.is_empty() { format!("nobody ({:?})", game.status()) } else { text }
}

fn outcome(game: &Match) -> String {
    let Some(outcome) = game.outcome() else { return String::new() };
    let seats: Vec<String> = outcome
        .seats
        .iter()
        .map(|s| {
            let scores: Vec<String> = s.scores.iter().map(|(name, n)| format!("{name} {n}")).collect();
            let scores = if scores.is_empty() { String::new() } else { format!(" ({})", scores.join(", ")) };
            format!("{}: rank {}, utility {}{scores}", s.name, s.rank, s.utility)
        })
        .collect();
    let reason = if outcome.reason.is_empty() { String::new() } else { format!("\"{}\" ", outcome.reason) };
    format!("{reason}{}", seats.join("; "))
}

fn indent(text: &str) -> String {
    text.trim_end().lines().map(|l| format!("  {l}")).collect::<Vec<_>>().join("\n")
}

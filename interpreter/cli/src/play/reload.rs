//! Saved files during a game: the new rules take the game to where it was, or it is said where they cannot.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use cardwright::play::{LostWhy, Match, Meaning, Rematch, Status, difference};
use cardwright::program::Program;
use cardwright::source::{Sources, Span};

use super::console::Typed;
use super::record::Given;
use super::session::Session;
use crate::failure::Failure;
use crate::report::Color;
use crate::roots::Roots;
use crate::setup::Setup;
use crate::watch::shown_all;

/// Loads the game of the command line again.
#[derive(Clone, Debug)]
pub struct Reloader {
    setup: Setup,
    roots: Roots,
    color: Color,
}

/// What loading came to.
enum Reloaded {
    /// The texts are what they were.
    Same,
    /// They cannot be played; findings are already shown.
    Broken(String),
    Rules(Arc<Program>),
}

impl Reloader {
    /// For the game that these options set up.
    pub fn new(setup: Setup, roots: Roots, color: Color) -> Reloader {
        Reloader { setup, roots, color }
    }

    fn load(&self, old: &Program) -> Reloaded {
        if self.setup.sources(&self.roots).is_some_and(|sources| same(&sources, &old.sources)) {
            return Reloaded::Same;
        }
        match self.setup.load(&self.roots, self.color) {
            Ok(Ok(ready)) if ready.loaded.program.nouns.seats.len() != old.nouns.seats.len() => {
                Reloaded::Broken("the game is now for another number of players".to_owned())
            }
            Ok(Ok(ready)) => Reloaded::Rules(ready.loaded.program),
            Ok(Err(_)) => Reloaded::Broken("there are mistakes in it".to_owned()),
            Err(failure) => Reloaded::Broken(failure.to_string()),
        }
    }
}

impl Session {
    /// Files were saved: takes up the new rules if that is possible and wanted. Whether the game is another one now.
    pub(super) fn saved(&mut self, files: &[PathBuf]) -> Result<bool, Failure> {
        let mut files = files.to_vec();
        while let Some(reloader) = &self.reloader {
            let begun = Instant::now();
            let program = match reloader.load(self.game.program()) {
                Reloaded::Same => return Ok(false),
                Reloaded::Broken(why) => {
                    let text = format!("Saved {}: {why}. The game goes on by the old rules.\n", shown_all(&files));
                    self.console.show(&text)?;
                    return Ok(false);
                }
                Reloaded::Rules(program) => program,
            };
            let meanings = self.game.meanings();
            let again = self.game.rematch(program, &meanings);
            let took = begun.elapsed().as_millis();
            let Some(words) = lost_words(&self.game, &again, &meanings) else {
                let text = format!("Saved {}: the game stands where it was ({took} ms).\n", shown_all(&files));
                self.console.show(&text)?;
                self.take_up(again);
                return Ok(true);
            };
            self.console.show(&format!("Saved {}: {words}", shown_all(&files)))?;
            match self.go_on_or_keep()? {
                Wish::GoOn => {
                    self.take_up(again);
                    return Ok(true);
                }
                Wish::Keep => return Ok(false),
                Wish::Saved(newer) => files = newer,
            }
        }
        Ok(false)
    }

    /// The game is over; with `--watch` other rules may take it up again. Whether they did.
    pub(super) fn saved_instead_of_leaving(&mut self) -> Result<bool, Failure> {
        while self.console.watches() {
            match self.console.ask_or_saved("Press Enter to leave; a file that is saved takes the game up again. ")? {
                Typed::Line(_) | Typed::Ended => return Ok(false),
                Typed::Saved(files) => {
                    if self.saved(&files)? {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    fn go_on_or_keep(&self) -> Result<Wish, Failure> {
        loop {
            match self.console.ask_or_saved("go on from there (g), or keep the old rules (k)? ")? {
                Typed::Line(line) => match line.to_lowercase().as_str() {
                    "g" | "go" | "go on" | "y" | "yes" => return Ok(Wish::GoOn),
                    "k" | "keep" | "n" | "no" => return Ok(Wish::Keep),
                    _ => self.console.show("Type `g` or `k`, or save the file again.\n")?,
                },
                Typed::Ended => return Ok(Wish::Keep),
                Typed::Saved(files) => return Ok(Wish::Saved(files)),
            }
        }
    }

    fn take_up(&mut self, again: Rematch) {
        let options: Vec<usize> = again.game.answers().collect();
        let mut given = self.record.given();
        let by_hand: Vec<bool> = given.iter().map(|given| given.by_hand).collect();
        *given = options.iter().zip(by_hand).map(|(option, by_hand)| Given { option: *option, by_hand }).collect();
        drop(given);
        self.game = again.game;
        self.forget_told();
    }
}

/// What somebody wants whose answers no longer fit.
enum Wish {
    GoOn,
    Keep,
    Saved(Vec<PathBuf>),
}

fn same(a: &Sources, b: &Sources) -> bool {
    let files = |sources: &Sources| -> Vec<(String, String)> {
        sources.iter().map(|(_, file)| (file.name.clone(), file.text.clone())).collect()
    };
    files(a) == files(b)
}

/// Which answer is lost, why, and because of which clause; `None` where none is.
fn lost_words(old: &Match, again: &Rematch, meanings: &[Meaning]) -> Option<String> {
    let lost = again.lost.as_ref()?;
    let meaning = meanings.get(lost.answer.saturating_sub(1))?;
    let who = meaning.seat.map_or_else(|| "chance".to_owned(), |seat| old.seat_name(seat));
    let why = match &lost.why {
        LostWhy::Over if matches!(again.game.status(), Status::Stopped(_)) => {
            format!("the game stops before it: {}", again.game.fault_text().unwrap_or_default())
        }
        LostWhy::Over => "the game is over before it".to_owned(),
        LostWhy::OtherAsked => "somebody else is asked now".to_owned(),
        LostWhy::OtherQuestion => "something else is asked now".to_owned(),
        LostWhy::NoSuchOption => "there is no such option now".to_owned(),
    };
    let mut text = format!("answer {} ({who}: {}) is no longer possible: {why}.\n", lost.answer, meaning.label);
    text += &because(old, again, lost.clause);
    Some(text)
}

/// The first clause that ran otherwise; else the one that asks, or the first place where the texts differ.
fn because(old: &Match, again: &Rematch, asks: Option<Span>) -> String {
    let (before, after) = (&old.program().sources, &again.game.program().sources);
    let mut text = String::new();
    match difference(old, &again.game) {
        Some(parted) => {
            if let Some(place) = parted.new.and_then(|span| clause(after, span)) {
                text += &format!("  because of {place}\n");
            }
            if let Some(place) = parted.old.and_then(|span| clause(before, span)) {
                text += &format!("  before it was {place}\n");
            }
        }
        None => {
            if let Some(place) = first_change(before, after) {
                text += &format!("  because of {place}\n");
            }
        }
    }
    if let Some(place) = asks.and_then(|span| clause(after, span)) {
        text += &format!("  asked now by {place}\n");
    }
    text
}

/// `rules.card:12: gain 2 points`
fn clause(sources: &Sources, span: Span) -> Option<String> {
    let file = sources.get(span.file).filter(|_| span.end > 0)?;
    let line = file.line_column(span.start).line;
    Some(format!("{}:{line}: {}", file.name, file.slice(span).lines().next().unwrap_or("").trim()))
}

/// The first line that is written otherwise now.
fn first_change(old: &Sources, new: &Sources) -> Option<String> {
    for (_, file) in new.iter() {
        let was = old.iter().find(|(_, other)| other.name == file.name).map_or("", |(_, other)| other.text.as_str());
        let mut before = was.lines();
        let changed = file.text.lines().enumerate().find(|(_, line)| before.next() != Some(line));
        match changed {
            Some((at, line)) => return Some(format!("{}:{}: {}", file.name, at + 1, line.trim())),
            None if before.next().is_some() => return Some(format!("the end of {}", file.name)),
            None => {}
        }
    }
    let gone = old.iter().find(|(_, file)| new.iter().all(|(_, other)| other.name != file.name));
    gone.map(|(_, file)| format!("{}, which is gone", file.name))
}

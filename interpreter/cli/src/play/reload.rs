//! Saved files during a game: the new rules take the game to where it was, or it is said where they cannot.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use cardwright::load::{How, changes};
use cardwright::play::{Clause, Match, Rematch, compare};
use cardwright::program::Program;
use cardwright::source::{Sources, Span};

use super::console::Typed;
use super::record::Given;
use super::session::Session;
use crate::failure::Failure;
use crate::report::Color;
use crate::roots::Roots;
use crate::setup::Setup;
use crate::speech::Speech;
use crate::watch::shown_all;

/// Items that are named where answers no longer fit.
const CHANGES: usize = 5;

/// Loads the game of the command line again.
#[derive(Clone, Debug)]
pub struct Reloader {
    setup: Setup,
    roots: Roots,
    color: Color,
    speech: Speech,
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
    pub fn new(setup: Setup, roots: Roots, color: Color, speech: Speech) -> Reloader {
        Reloader { setup, roots, color, speech }
    }

    fn load(&self, old: &Program) -> Reloaded {
        if self.setup.sources(&self.roots).is_some_and(|sources| same(&sources, &old.sources)) {
            return Reloaded::Same;
        }
        match self.setup.load(&self.roots, self.color) {
            Ok(Ok(ready)) if ready.loaded.program.nouns.seats.len() != old.nouns.seats.len() => {
                Reloaded::Broken("the game is now for another number of players".to_owned())
            }
            Ok(Ok(mut ready)) => match self.speech.teach(&mut ready.loaded) {
                Ok(()) => Reloaded::Rules(ready.loaded.program),
                Err(failure) => Reloaded::Broken(failure.to_string()),
            },
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
            let again = self.game.rematch(program, &self.game.answers_in_words());
            let took = begun.elapsed().as_millis();
            let Some(words) = lost_words(&self.game, &again) else {
                let text = format!("Saved {}: the game stands where it was ({took} ms).\n", shown_all(&files));
                self.console.show(&text)?;
                self.go_on_by(again);
                return Ok(true);
            };
            self.console.show(&format!("Saved {}: {words}", shown_all(&files)))?;
            match self.go_on_or_keep()? {
                Wish::GoOn => {
                    self.go_on_by(again);
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

    fn go_on_by(&mut self, again: Rematch) {
        let options: Vec<usize> = again.game.answers().collect();
        let mut given = self.record.given();
        let by_hand: Vec<bool> = given.iter().map(|given| given.by_hand).collect();
        *given = options.iter().zip(by_hand).map(|(option, by_hand)| Given { option: *option, by_hand }).collect();
        drop(given);
        self.game = again.game;
        self.seal();
        if let Some(saver) = &mut self.saver {
            saver.change_rules(&self.game);
        }
        self.telling.taken_back(&mut self.game);
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
fn lost_words(old: &Match, again: &Rematch) -> Option<String> {
    let lost = again.lost.as_ref()?;
    let mut text = format!("{lost}.\n");
    if let Some(fault) = again.game.fault_text() {
        text += &format!("  the rules go wrong before it: {fault}\n");
    }
    Some(text + &because(old, again))
}

/// The first clause that does something else; the items that are written otherwise; and what is asked now.
fn because(old: &Match, again: &Rematch) -> String {
    let (before, after) = (old.program(), again.game.program());
    let mut text = String::new();
    let compared = compare(Arc::clone(before), Arc::clone(after), &old.save(), usize::MAX).ok();
    if let Some(first) = compared.and_then(|compared| compared.first) {
        text += &first.new.map_or_else(String::new, |clause| format!("  because of {}\n", told(&clause)));
        text += &first.old.map_or_else(String::new, |clause| format!("  before it was {}\n", told(&clause)));
    }
    for change in changes(&before.sources, &after.sources).iter().take(CHANGES) {
        let how = match change.how {
            How::Added => "new",
            How::Removed => "gone",
            How::Changed => "changed",
        };
        text += &format!("  {how}: {} ({})\n", change.what, change.place);
    }
    if let Some(place) = again.asking.and_then(|span| place_of(&after.sources, span)) {
        text += &format!("  asked now at {place}\n");
    }
    text
}

/// `rules.card:12: gain 2 points, p1: points +2 → 2`
fn told(clause: &Clause) -> String {
    match &clause.place {
        Some(place) => format!("{place}: {}, {}", head(&clause.script), clause.what),
        None => clause.what.clone(),
    }
}

fn place_of(sources: &Sources, span: Span) -> Option<String> {
    let file = sources.get(span.file).filter(|_| span.end > 0)?;
    Some(format!("{}:{}: {}", file.name, file.line_column(span.start).line, head(file.slice(span))))
}

/// A clause without its block.
fn head(script: &str) -> &str {
    script.split('{').next().unwrap_or(script).trim()
}

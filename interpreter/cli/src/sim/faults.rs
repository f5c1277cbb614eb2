//! Games in which the rules went wrong: each is kept as a replay file.
//!
//! The first line of the file is the save of the match as the engine reads it; the second says what went wrong and how to
//! set up the same table.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use cardwright::play::Save;
use serde::Serialize;

use crate::failure::Failure;

/// A game that went wrong.
#[derive(Debug)]
pub struct Fault {
    /// Its number in the run, from 0.
    pub game: u64,
    pub seed: u64,
    pub why: String,
    pub save: Save,
}

/// What the report says of it.
#[derive(Debug, Serialize)]
pub struct Kept {
    pub game: u64,
    pub seed: u64,
    pub why: String,
    pub file: String,
}

/// The second line of a replay file.
#[derive(Debug, Serialize)]
struct Note<'a> {
    why: &'a str,
    /// The game and the options that set it up, as words of the command line.
    setup: &'a [String],
}

/// Writes replay files.
#[derive(Debug)]
pub struct Keeper {
    folder: PathBuf,
    game: String,
    setup: Vec<String>,
    pub kept: Vec<Kept>,
}

impl Keeper {
    /// Writes into a folder, which is made when it is needed.
    pub fn new(folder: &Path, game: &str, setup: Vec<String>) -> Keeper {
        Keeper { folder: folder.to_owned(), game: game.to_owned(), setup, kept: Vec::new() }
    }

    /// Keeps one.
    pub fn keep(&mut self, fault: Fault) -> Result<(), Failure> {
        let file = self.folder.join(format!("{}-{}.jsonl", self.game, fault.seed));
        let save = serde_json::to_string(&fault.save).map_err(io::Error::from)?;
        let note = Note { why: &fault.why, setup: &self.setup };
        let note = serde_json::to_string(&note).map_err(io::Error::from)?;
        let written = fs::create_dir_all(&self.folder).and_then(|()| fs::write(&file, format!("{save}\n{note}\n")));
        written.map_err(|error| Failure::Files(format!("{} cannot be written: {error}", file.display())))?;
        let file = file.display().to_string();
        self.kept.push(Kept { game: fault.game, seed: fault.seed, why: fault.why, file });
        Ok(())
    }
}

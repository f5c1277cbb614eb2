//! Games in which the rules went wrong: each is kept as a saved game that says why.

use std::fs;
use std::path::{Path, PathBuf};

use cardwright::play::Save;
use serde::Serialize;

use crate::failure::Failure;
use crate::saves;

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

/// Writes replay files.
#[derive(Debug)]
pub struct Keeper {
    folder: PathBuf,
    game: String,
    pub kept: Vec<Kept>,
}

impl Keeper {
    /// Writes into a folder, which is made when it is needed.
    pub fn new(folder: &Path, game: &str) -> Keeper {
        Keeper { folder: folder.to_owned(), game: game.to_owned(), kept: Vec::new() }
    }

    /// Keeps one.
    pub fn keep(&mut self, fault: Fault) -> Result<(), Failure> {
        let file = self.folder.join(format!("{}-{}.jsonl", self.game, fault.seed));
        fs::create_dir_all(&self.folder)
            .map_err(|error| Failure::Files(format!("{} cannot be made: {error}", self.folder.display())))?;
        let mut save = fault.save;
        save.end.why = Some(fault.why.clone());
        saves::write(&file, &save.to_text())?;
        let file = file.display().to_string();
        self.kept.push(Kept { game: fault.game, seed: fault.seed, why: fault.why, file });
        Ok(())
    }
}

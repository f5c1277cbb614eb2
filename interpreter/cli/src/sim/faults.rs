//! Games in which the rules went wrong: each is kept as a saved game that says why. Games that went on for too long are
//! named, and kept where that is wanted.

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

/// A game that went on for too long.
#[derive(Debug)]
pub struct Endless {
    /// Its number in the run, from 0.
    pub game: u64,
    pub seed: u64,
    /// Where it is to be kept.
    pub save: Option<Save>,
}

/// What the report says of it.
#[derive(Debug, Serialize)]
pub struct Named {
    pub game: u64,
    pub seed: u64,
    pub file: Option<String>,
}

/// What the report says of a fault.
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
    /// Games that went on for too long: the first of them.
    pub endless: Vec<Named>,
}

/// Games that went on for too long and are named; more of them tell nothing more.
const MOST_ENDLESS: usize = 100;

impl Keeper {
    /// Writes into a folder, which is made when it is needed.
    pub fn new(folder: &Path, game: &str) -> Keeper {
        Keeper { folder: folder.to_owned(), game: game.to_owned(), kept: Vec::new(), endless: Vec::new() }
    }

    /// Keeps one.
    pub fn keep(&mut self, fault: Fault) -> Result<(), Failure> {
        let mut save = fault.save;
        save.end.why = Some(fault.why.clone());
        let file = self.write(fault.seed, &save)?;
        self.kept.push(Kept { game: fault.game, seed: fault.seed, why: fault.why, file });
        Ok(())
    }

    /// Names one that went on for too long, and writes it where it was saved.
    pub fn keep_endless(&mut self, game: Endless) -> Result<(), Failure> {
        if self.endless.len() < MOST_ENDLESS {
            let file = game.save.map(|save| self.write(game.seed, &save)).transpose()?;
            self.endless.push(Named { game: game.game, seed: game.seed, file });
        }
        Ok(())
    }

    fn write(&self, seed: u64, save: &Save) -> Result<String, Failure> {
        let file = self.folder.join(format!("{}-{seed}.jsonl", self.game));
        fs::create_dir_all(&self.folder)
            .map_err(|error| Failure::Files(format!("{} cannot be made: {error}", self.folder.display())))?;
        saves::write(&file, &save.to_text())?;
        Ok(file.display().to_string())
    }
}

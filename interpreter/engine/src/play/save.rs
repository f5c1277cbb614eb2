//! A match as data to be stored: which rules, which seed, which answers; and the position they lead to.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Match, Status};
use crate::program::Program;
use crate::state::State;

/// What is stored of a match. The answers are the truth; the position lets a reader see whether rules have changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Save {
    /// The form of this record.
    pub format: u32,
    pub game: String,
    pub version: String,
    pub players: usize,
    pub seed: u64,
    pub open_chance: bool,
    /// For each answer: the lane it went to (65535: none) and the option, from 0.
    pub answers: Vec<(u16, u32)>,
    pub state: State,
}

/// Why a save could not be taken up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SaveError {
    #[error("the save is of format {0}, this program reads format 1")]
    Format(u32),
    #[error("the save is of the game `{found}` {found_version}, not of `{wanted}` {wanted_version}")]
    OtherGame { found: String, found_version: String, wanted: String, wanted_version: String },
    #[error("the save is of a game for {found} players, this one is for {wanted}")]
    OtherPlayers { found: usize, wanted: usize },
    #[error("the rules have changed: answer {0} of the save is no longer possible")]
    Diverged(usize),
    #[error("the rules have changed: the answers of the save lead to another position")]
    OtherPosition,
}

impl Match {
    /// The match as data.
    pub fn save(&self) -> Save {
        Save {
            format: 1,
            game: self.program.nouns.id.clone(),
            version: self.program.nouns.version.clone(),
            players: self.seats(),
            seed: self.seed,
            open_chance: self.open_chance,
            answers: self.answers.clone(),
            state: self.state.clone(),
        }
    }

    /// Plays a saved match again and compares where it leads.
    pub fn load(program: Arc<Program>, save: &Save) -> Result<Match, SaveError> {
        if save.format != 1 {
            return Err(SaveError::Format(save.format));
        }
        if save.game != program.nouns.id || save.version != program.nouns.version {
            return Err(SaveError::OtherGame {
                found: save.game.clone(),
                found_version: save.version.clone(),
                wanted: program.nouns.id.clone(),
                wanted_version: program.nouns.version.clone(),
            });
        }
        if save.players != program.nouns.seats.len() {
            return Err(SaveError::OtherPlayers { found: save.players, wanted: program.nouns.seats.len() });
        }
        let mut game = Match::start(program, save.seed, 0, save.open_chance, false, false);
        for (i, (lane, option)) in save.answers.iter().enumerate() {
            let lane = if *lane == u16::MAX { None } else { Some(*lane as usize) };
            if !matches!(game.status, Status::Deciding) || game.answer_lane(lane, *option as usize).is_err() {
                return Err(SaveError::Diverged(i + 1));
            }
        }
        if game.state == save.state { Ok(game) } else { Err(SaveError::OtherPosition) }
    }
}

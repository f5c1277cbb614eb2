//! Keeps a game in a file while it is played.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use cardwright::play::{Given, Match};

use super::Sitter;
use crate::failure::Failure;
use crate::saves;
use crate::tree::shown;

/// While only bots answer, the file is written this often: the same seed gives the same answers of bots again.
const PAUSE: Duration = Duration::from_millis(200);

/// A file, and what stands in it before the answers.
#[derive(Debug)]
pub struct Saver {
    file: PathBuf,
    rules: String,
    /// Who sits where.
    seats: Vec<String>,
    answers: Vec<Given>,
    /// How many of the answers are in the file; `None` where it has others.
    written: Option<usize>,
    when: Instant,
}

impl Saver {
    /// Saves to a file that is not there yet, or that is the one the game comes from.
    pub fn new(file: &Path, loaded: Option<&Path>, game: &Match, sitters: &[Sitter]) -> Result<Saver, Failure> {
        let own = loaded.is_some_and(|loaded| loaded.canonicalize().ok() == file.canonicalize().ok());
        if file.exists() && !own {
            let file = shown(file);
            return Err(Failure::Usage(format!(
                "`--save {file}`: there is such a file already\ngo on with it: `cardwright play --load {file} --save {file}`"
            )));
        }
        let mut save = game.save_of(Vec::new());
        save.head.seats = sitters.iter().map(|sitter| sitter.word().to_owned()).collect();
        let rules = save.rules_text();
        let (seats, when) = (save.head.seats, Instant::now());
        let saver = Saver { file: file.to_owned(), rules, seats, answers: Vec::new(), written: None, when };
        if !own {
            // Whoever cannot write there wants to know before the first answer.
            saves::write(file, &saver.text(game))?;
        }
        Ok(saver)
    }

    /// The game goes on by other rules: they and its answers are what is kept now.
    pub fn change_rules(&mut self, game: &Match) {
        let mut save = game.save();
        save.head.seats.clone_from(&self.seats);
        self.rules = save.rules_text();
        self.answers = save.answers;
        self.written = None;
    }

    /// One more answer.
    pub fn note(&mut self, given: Given) {
        self.answers.push(given);
    }

    /// Only the first so many answers stand.
    pub fn keep(&mut self, answers: usize) {
        if answers < self.answers.len() {
            self.answers.truncate(answers);
            self.written = None;
        }
    }

    /// Writes what is not yet written; between answers of bots, not every time.
    pub fn write(&mut self, game: &Match, now: bool) -> Result<(), Failure> {
        if self.written == Some(self.answers.len()) || !(now || self.when.elapsed() >= PAUSE) {
            return Ok(());
        }
        saves::write(&self.file, &self.text(game))?;
        self.written = Some(self.answers.len());
        self.when = Instant::now();
        Ok(())
    }

    fn text(&self, game: &Match) -> String {
        let mut text = self.rules.clone();
        text.extend(self.answers.iter().map(Given::to_line));
        text + &game.end_of_save(self.answers.len()).to_line()
    }
}

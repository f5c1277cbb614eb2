//! The answers given so far, and the words that end a game so that it can be gone on with.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use cardwright::words::{Language, Phrase};
use cardwright_cli::visible::is_control;

use super::sealed::seal;
use crate::tree::shown;

/// An answer in the record of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given {
    /// Index of the option, from 0.
    pub option: usize,
    /// Whether a person chose it: undo goes back to such answers.
    pub by_hand: bool,
}

/// Seed, command and answers: all that a match is. Shared with the handler of Ctrl-C.
#[derive(Debug)]
pub struct Record {
    seed: u64,
    command: Vec<String>,
    language: Language,
    /// The file that the game is kept in.
    file: Option<String>,
    /// Several people read what is said, and not all of them may know the answers.
    sealed: AtomicBool,
    given: Mutex<Vec<Given>>,
    /// How many answers came out of a saved game, and how many it has.
    loaded: Mutex<Option<(usize, usize)>>,
}

impl Record {
    /// A record without answers.
    pub fn new(seed: u64, command: Vec<String>, file: Option<&Path>, language: Language) -> Record {
        let (given, loaded) = (Mutex::new(Vec::new()), Mutex::new(None));
        Record { seed, command, language, file: file.map(shown), sealed: AtomicBool::new(false), given, loaded }
    }

    /// The answers so far came out of a saved game that has so many.
    pub fn came_from_save(&self, of: usize) {
        let taken = self.given().len();
        *self.loaded.lock().unwrap_or_else(PoisonError::into_inner) = Some((taken, of));
    }

    /// The answers, to read or change.
    pub fn given(&self) -> MutexGuard<'_, Vec<Given>> {
        self.given.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether answers are written so that nobody reads them.
    pub fn seal(&self, sealed: bool) {
        self.sealed.store(sealed, Relaxed);
    }

    /// The command that comes back to this point.
    pub fn command(&self) -> String {
        let mut words: Vec<String> = self.command.iter().map(|word| quoted(word)).collect();
        if let Some(file) = &self.file {
            let file = quoted(file);
            let rules = words.iter().filter(|word| *word == "--saved-rules").cloned();
            let load = ["cardwright", "play", "--load", &file, "--save", &file].map(str::to_owned);
            let language = words.iter().skip_while(|word| *word != "--lang").take(2).cloned();
            return load.into_iter().chain(rules).chain(language).collect::<Vec<_>>().join(" ");
        }
        let loaded = *self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        let given = self.given();
        let mut skipped = 0;
        match loaded {
            None => words.push(format!("--seed {}", self.seed)),
            Some((taken, of)) => {
                skipped = taken.min(given.len());
                words.extend((skipped < of).then(|| format!("--until {skipped}")));
            }
        }
        let numbers: Vec<usize> = given.iter().skip(skipped).map(|given| given.option + 1).collect();
        if !numbers.is_empty() {
            let listed = || numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
            words.push(format!(
                "--answers {}",
                if self.sealed.load(Relaxed) { seal(self.seed, &numbers) } else { listed() }
            ));
        }
        words.join(" ")
    }

    /// What is said when a game is left.
    pub fn farewell(&self) -> String {
        let kept = self.file.as_ref().map_or(String::new(), |file| self.language.say(Phrase::SavedIn, &[file]));
        format!("{}\n  {}\n", self.language.say(Phrase::LeftAt, &[&self.seed, &kept]), self.command())
    }
}

/// A word as a shell reads it back.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./:=,@%+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else if word.contains(is_control) {
        let escaped = |c: char| match c {
            '\'' | '\\' => format!("\\{c}"),
            c if is_control(c) => c.to_string().bytes().map(|byte| format!("\\x{byte:02x}")).collect(),
            c => c.to_string(),
        };
        format!("$'{}'", word.chars().map(escaped).collect::<String>())
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_gives_the_game_again() {
        let record =
            Record::new(7, vec!["cardwright".into(), "play".into(), "my games/it's".into()], None, Language::English);
        assert_eq!(record.command(), r"cardwright play 'my games/it'\''s' --seed 7");
        record.given().extend([Given { option: 0, by_hand: true }, Given { option: 2, by_hand: false }]);
        assert!(record.farewell().ends_with("--seed 7 --answers 1,3\n"), "{}", record.farewell());
    }

    #[test]
    fn words_with_control_characters_come_back_as_they_were() {
        assert_eq!(quoted("a\x1b]0;it's\x07"), r"$'a\x1b]0;it\'s\x07'");
    }
}

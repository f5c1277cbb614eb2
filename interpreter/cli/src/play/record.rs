//! The answers given so far, and the words that end a game so that it can be gone on with.

use std::sync::{Mutex, MutexGuard, PoisonError};

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
    given: Mutex<Vec<Given>>,
}

impl Record {
    /// A record without answers.
    pub fn new(seed: u64, command: Vec<String>) -> Record {
        Record { seed, command, given: Mutex::new(Vec::new()) }
    }

    /// The answers, to read or change.
    pub fn given(&self) -> MutexGuard<'_, Vec<Given>> {
        self.given.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The command that comes back to this point.
    pub fn command(&self) -> String {
        let mut words: Vec<String> = self.command.iter().map(|word| quoted(word)).collect();
        words.push(format!("--seed {}", self.seed));
        let answers: Vec<String> = self.given().iter().map(|given| (given.option + 1).to_string()).collect();
        if !answers.is_empty() {
            words.push(format!("--answers {}", answers.join(",")));
        }
        words.join(" ")
    }

    /// What is said when a game is left.
    pub fn farewell(&self) -> String {
        format!("Left at seed {}. To go on from here:\n  {}\n", self.seed, self.command())
    }
}

/// A word as a shell reads it back.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./:=,@%+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_gives_the_game_again() {
        let record = Record::new(7, vec!["cardwright".into(), "play".into(), "my games/it's".into()]);
        assert_eq!(record.command(), r"cardwright play 'my games/it'\''s' --seed 7");
        record.given().extend([Given { option: 0, by_hand: true }, Given { option: 2, by_hand: false }]);
        assert!(record.farewell().ends_with("--seed 7 --answers 1,3\n"), "{}", record.farewell());
    }
}

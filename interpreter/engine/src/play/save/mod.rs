//! A match as data to be stored: by which rules, with which seed, which answers; and the positions they led to.
//!
//! The answers are the truth. Each is named in words, so that it is found again where options come in another order, and
//! has digests of all that could be observed when it was given, so that a reader sees where other rules lead elsewhere. The
//! rules themselves lie in the save, too: it can be played again anywhere.

mod answer;
mod compare;
mod differs;
mod record;
mod rules;
mod text;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use answer::{Given, Seen};
pub use compare::{Clause, Comparison, Difference, compare};
pub use record::{Moment, Record, RecordEnd, RecordHead, RecordResult};
pub use rules::rules_hash;
pub use text::Damage;

use super::Match;
use crate::program::Program;
use crate::source::{FileKind, SourceFile, Sources};
use crate::trace::Trace;

/// The form of saves that this program writes.
pub const FORMAT: u32 = 3;
/// The earliest form that it reads. Saves of format 2 have hashes of positions, which are not compared, and no digests.
pub const EARLIEST: u32 = 2;

/// All that is stored of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Save {
    pub head: Head,
    pub files: Vec<StoredFile>,
    pub answers: Vec<Given>,
    pub end: End,
}

/// What was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    pub format: u32,
    /// The version of the program that wrote it.
    pub engine: String,
    pub game: Rules,
    /// By number.
    pub packs: Vec<Rules>,
    /// `storm`, `storm:2`
    pub variants: Vec<String>,
    /// Numbers that were set.
    pub numbers: Vec<(String, i64)>,
    pub players: usize,
    pub seed: u64,
    /// Chance is not drawn from the seed: its answers stand among the others.
    pub open_chance: bool,
    /// Who sat on the seats, in words of the door that wrote it; empty where nobody said.
    #[serde(default)]
    pub seats: Vec<String>,
    /// What could be observed before the first answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Seen>,
    /// The full names of all cards.
    pub cards: Vec<String>,
}

/// A game or a pack: its name, and a hash of its files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    pub id: String,
    pub version: String,
    pub hash: String,
}

/// A file of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredFile {
    pub name: String,
    pub kind: FileKind,
    /// The number of its pack.
    pub pack: Option<u16>,
    pub text: String,
}

/// Where the match stood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// How many there are.
    pub answers: usize,
    pub status: EndStatus,
    /// What went wrong, in a match that is kept because of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The result, of a match that is over: a digest of ranks and values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
}

/// Whether a saved match can go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EndStatus {
    Open,
    Over,
    /// A fault stopped it.
    Stopped,
}

/// Why a save cannot be taken up by a program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SaveError {
    #[error("the save is of `{found}`, not of `{wanted}`")]
    OtherGame { found: String, wanted: String },
    #[error("the save is of a game for {found} players, this one is for {wanted}")]
    OtherPlayers { found: usize, wanted: usize },
    #[error("the rules of `{0}` are not those that the match was played by")]
    OtherRules(String),
    #[error("answer {answer} is not possible: {why}")]
    NotPossible { answer: usize, why: String },
    /// `answers`: how many were taken before something was other than it was.
    #[error("{after}: {}", what.join("; "))]
    Differs { answers: usize, after: String, what: Vec<String> },
}

impl Save {
    /// The files as they are loaded.
    pub fn sources(&self) -> Sources {
        let mut sources = Sources::default();
        for file in &self.files {
            sources.add(SourceFile::new(file.name.clone(), file.text.clone(), file.kind, file.pack));
        }
        sources
    }

    /// Whether a program has the rules that the match was played by, in the same setup.
    pub fn fits(&self, program: &Program) -> Result<(), SaveError> {
        let head = Head::of(program, self.head.seed, self.head.open_chance);
        let name = |rules: &Rules| format!("{} {}", rules.id, rules.version);
        let parts = |head: &Head| -> Vec<Rules> { std::iter::once(&head.game).chain(&head.packs).cloned().collect() };
        let (ours, theirs) = (parts(&head), parts(&self.head));
        let names = |parts: &[Rules]| parts.iter().map(name).collect::<Vec<_>>().join(" with ");
        if names(&ours) != names(&theirs) {
            return Err(SaveError::OtherGame { found: names(&theirs), wanted: names(&ours) });
        }
        if head.players != self.head.players {
            return Err(SaveError::OtherPlayers { found: self.head.players, wanted: head.players });
        }
        if let Some((ours, _)) = ours.iter().zip(&theirs).find(|(a, b)| a.hash != b.hash) {
            return Err(SaveError::OtherRules(ours.id.clone()));
        }
        let same = head.variants == self.head.variants && head.numbers == self.head.numbers;
        if same && head.cards == self.head.cards { Ok(()) } else { Err(SaveError::OtherRules(head.game.id)) }
    }
}

impl Head {
    fn of(program: &Program, seed: u64, open_chance: bool) -> Head {
        let rules = |id: &str, version: &str, pack| Rules {
            id: id.to_owned(),
            version: version.to_owned(),
            hash: rules_hash(&program.sources, pack),
        };
        let packs = program.origin.packs.iter().zip(0..);
        Head {
            format: FORMAT,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            game: rules(&program.nouns.id, &program.nouns.version, None),
            packs: packs.map(|((id, version), number)| rules(id, version, Some(number))).collect(),
            variants: program.origin.variants.clone(),
            numbers: program.origin.numbers.clone(),
            players: program.nouns.seats.len(),
            seed,
            open_chance,
            seats: Vec::new(),
            seen: None,
            cards: program.full_names(),
        }
    }
}

impl Match {
    /// The match as data. It is played again to put its answers into words.
    pub fn save(&self) -> Save {
        self.save_of(self.given_to(self.witness()))
    }

    /// The answers so far in words, without what they led to. The match is played again for them.
    pub fn answers_in_words(&self) -> Vec<Given> {
        self.given_to(self.afresh(false))
    }

    /// The answers so far, given to the same match before its first answer.
    fn given_to(&self, mut again: Match) -> Vec<Given> {
        let mut answers = Vec::new();
        for (lane, option) in &self.answers {
            match again.note_lane(answer::lane(*lane), *option as usize) {
                Ok(given) => answers.push(given),
                Err(_) => break,
            }
        }
        answers
    }

    /// The match as data, where its answers have been noted as they were given.
    pub fn save_of(&self, answers: Vec<Given>) -> Save {
        let program = &self.program;
        let mut head = Head::of(program, self.seed, self.open_chance);
        head.seen = self.witness().seen();
        let files = program.sources.iter().filter(|(_, file)| rules::is_rule(file)).map(|(_, file)| StoredFile {
            name: rules::portable(&file.name),
            kind: file.kind,
            pack: file.pack,
            text: file.text.clone(),
        });
        Save { files: files.collect(), head, end: self.end_of_save(answers.len()), answers }
    }

    /// Where the match stands, after so many answers.
    pub fn end_of_save(&self, answers: usize) -> End {
        End { answers, status: differs::status(self), why: self.fault_text(), outcome: differs::outcome(self) }
    }

    /// Plays a saved match again and compares all that can be observed with what was.
    pub fn load(program: Arc<Program>, save: &Save) -> Result<Match, SaveError> {
        save.fits(&program)?;
        let mut game = Match::start(program, save.head.seed, 0, save.head.open_chance, false, false);
        let mut witness = game.witness();
        save.check(&witness, 0)?;
        for (given, taken) in save.answers.iter().zip(1..) {
            witness.take(given)?;
            save.check(&witness, taken)?;
        }
        game.replay(&witness.answers);
        Ok(game)
    }

    /// The same match before its first answer, with somebody who hears the news.
    fn witness(&self) -> Match {
        let mut again = Match::before_start(self.program.clone(), self.seed, 0, self.open_chance, false, false);
        again.trace = Some(Trace::of_meaning());
        again.begin();
        if let Some(base) = &self.branched {
            again.take_up(base);
        }
        again
    }

    /// The same match before its first answer.
    pub(super) fn afresh(&self, traced: bool) -> Match {
        let mut again = Match::start(self.program.clone(), self.seed, 0, self.open_chance, traced, false);
        if let Some(base) = &self.branched {
            again.take_up(base);
        }
        again
    }
}

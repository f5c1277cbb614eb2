//! Going through a match clause by clause, forwards and backwards: where one stands, and where keys and words lead.

mod page;
mod plain;
mod screen;
mod table;
mod window;

use std::fmt::Display;

use cardwright::play::{Decision, Match, Stepped, Viewer};
use cardwright::rng::GameRng;
use cardwright::words::Phrase;

pub use plain::{all, json, words};
pub use screen::show;
pub use table::changes;
pub use window::give_back;

/// Questions of chance that are answered in a row after somebody has chosen.
const CHANCE: usize = 200;

/// Somebody who goes through a match.
#[derive(Clone, Debug)]
pub struct Stepper {
    game: Match,
    /// As whom; names are told to one who sees all.
    viewer: Viewer,
    /// The answer it stands at, from 1; 0 is the beginning of the game.
    answer: usize,
    /// The clause, from 0.
    step: usize,
    stepped: Stepped,
    /// Other answers may be given here; else the game is taken back to where they are.
    pub changes: bool,
}

/// How going through ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    Quit,
    /// By Ctrl-C: the program is to end.
    Interrupted,
    /// The game is to be taken back to before this answer, from 1.
    BackTo(usize),
}

impl Stepper {
    /// Stands at the first clause of an answer.
    pub fn new(game: Match, viewer: Viewer, answer: usize, changes: bool) -> Option<Stepper> {
        let stepped = game.stepped(answer)?;
        Some(Stepper { game, viewer, answer, step: 0, stepped, changes })
    }

    /// The next clause; `false` where the match goes no further.
    pub fn next(&mut self) -> bool {
        if self.step + 1 < self.stepped.steps.len() {
            self.step += 1;
            return true;
        }
        self.go_to(self.answer + 1)
    }

    /// The clause before; `false` at the beginning of the game.
    pub fn previous(&mut self) -> bool {
        if let Some(step) = self.step.checked_sub(1) {
            self.step = step;
            return true;
        }
        let went = self.answer.checked_sub(1).is_some_and(|answer| self.go_to(answer));
        if went {
            self.step = self.stepped.steps.len().saturating_sub(1);
        }
        went
    }

    /// The first clause of an earlier or later answer.
    pub fn go_to(&mut self, answer: usize) -> bool {
        let Some(stepped) = self.game.stepped(answer) else { return false };
        (self.answer, self.step, self.stepped) = (answer, 0, stepped);
        true
    }

    /// The decision before this one, or the next.
    pub fn decision(&mut self, later: bool) -> bool {
        let answer = if later { Some(self.answer + 1) } else { self.answer.checked_sub(1) };
        answer.is_some_and(|answer| self.go_to(answer))
    }

    /// The question that waits behind the last answer.
    pub fn open(&self) -> Option<Decision> {
        self.game.decision()
    }

    /// Names may come from what a seat cannot know: only one who sees all is told.
    fn tells_names(&self) -> bool {
        self.viewer == Viewer::All
    }

    /// Whether an answer may be given or changed by whoever looks.
    pub fn may_choose(&self, decision: &Decision) -> bool {
        match self.viewer {
            Viewer::All => true,
            Viewer::Seat(seat) => decision.seat() == Some(seat),
            Viewer::Spectator => false,
        }
    }

    /// What can be chosen here: the answer, what is asked and what was taken. At the last clause of all that is what is
    /// asked next, unless the game goes on elsewhere.
    fn chosen_at(&self) -> Option<(usize, Decision, Option<usize>)> {
        let last = self.answer == self.game.answer_count() && self.step + 1 >= self.stepped.steps.len();
        if let Some(open) = self.open().filter(|_| last && self.changes) {
            return Some((self.answer + 1, open, None));
        }
        Some((self.answer, self.stepped.decision.clone()?, Some(self.stepped.option)))
    }

    /// Another answer at an earlier decision, or the next answer of all: what came after it is forgotten.
    pub fn choose(&mut self, answer: usize, option: usize) -> Result<(), String> {
        let Some(kept) = answer.checked_sub(1) else { return Err(self.say(Phrase::NobodyAskedBefore, &[])) };
        let mut game = self.game.rewound(kept);
        game.answer(option).map_err(|rejected| self.say(Phrase::NotPossibleBecause, &[&rejected]) + ".")?;
        let mut rng = GameRng::new(self.game.seed(), kept as u64);
        for _ in 0..CHANCE {
            if game.decision().is_none_or(|decision| decision.seat().is_some()) {
                break;
            }
            let Some(likely) = game.likely_answer(&mut rng) else { break };
            if game.answer(likely).is_err() {
                break;
            }
        }
        self.game = game;
        self.go_to(answer);
        Ok(())
    }

    /// Who is asked, as people call them.
    fn who(&self, decision: &Decision) -> String {
        decision.seat().map_or_else(|| self.say(Phrase::ChanceAnswers, &[]), |seat| self.game.seat_name(seat))
    }

    /// A phrase in the language of the game.
    fn say(&self, phrase: Phrase, parts: &[&dyn Display]) -> String {
        self.game.program().say(phrase, parts)
    }
}

//! Questions that are answered where they are asked: a game of bots is played through without leaving the machine.

use super::{ANSWER_COST, Machine};
use crate::program::Program;
use crate::program::nouns::ABSENT;
use crate::rng::Chance;
use crate::state::asked::{is_open, open_question};
use crate::state::stack::{Asked, Choice, Pending, Question};

/// Whoever answers.
pub trait Answers {
    /// What answers chance.
    fn chance(&mut self) -> Chance<'_>;
    /// The number of the option that a seat takes; none: the question is left open.
    fn seat(&mut self, program: &Program, pending: &Pending) -> Option<usize>;
    /// The number of the one that a seat takes of so many, none of which passes; none: the question is left open.
    fn among(&mut self, count: usize) -> Option<usize>;
    /// Whether seats will answer so many questions more.
    fn will_answer(&self, questions: usize) -> bool;
}

impl<'a> Machine<'a> {
    /// Has its questions answered where they are asked.
    #[must_use]
    pub fn answered_by(mut self, answers: &'a mut dyn Answers) -> Self {
        self.answers = Some(answers);
        self
    }

    /// Whether who is asked now answers before the op is left: nobody else is asked, and nobody looks on.
    #[inline(always)]
    pub(super) fn answers_here(&self) -> bool {
        let alone = self.s.lanes.is_empty() && self.s.stack.lane_of == ABSENT;
        self.answers.is_some() && self.goal.is_none() && alone && !self.s.keys.on()
    }

    /// What the seat takes that was asked last, where it answers here: then the question is closed.
    #[inline(always)]
    pub(super) fn answer_here(&mut self) -> Option<Choice> {
        if !self.answers_here() {
            return None;
        }
        let pending = &mut self.s.stack.pending;
        let Asked::Actor(_) = pending.asked else { return None };
        let taken = self.answers.as_deref_mut()?.seat(self.p, pending)?;
        let choice = pending.options.get(taken).copied()?;
        (pending.asked, pending.question) = (Asked::Nobody, Question::None);
        self.refuel(false);
        Some(choice)
    }

    /// The number of the one that the doer takes of so many alike, where it answers here.
    #[inline(always)]
    pub(super) fn take_among(&mut self, count: usize) -> Option<usize> {
        let taken = self.answers.as_deref_mut()?.among(count)?;
        self.refuel(false);
        Some(taken)
    }

    /// Before so many answers of chance, one after the other.
    pub(super) fn refuel_by_chance(&mut self, answers: u32) {
        if answers > 0 {
            self.refuel(true);
            self.fuel = self.fuel.saturating_sub((answers - 1).saturating_mul(ANSWER_COST));
            self.given = self.fuel;
        }
    }

    /// Answers the open questions of an op: several where all choose at once. Whether there were any to answer.
    #[inline]
    pub(crate) fn answer_all(&mut self) -> bool {
        let answered = self.answer_open();
        if answered && !self.s.lanes.is_empty() {
            while self.answer_open() {}
        }
        answered
    }

    /// Answers the open question, if somebody is here to answer it; tries answer themselves. Of several lanes the first that
    /// waits is answered: what one asks that runs behind it stays open until then.
    pub fn answer_open(&mut self) -> bool {
        let Some(answers) = self.answers.as_deref_mut() else { return false };
        let in_lane = self.s.stack.lane_of != ABSENT;
        if self.goal.is_some() || (in_lane && self.lane_waits) {
            return false;
        }
        let own = (None, &self.s.stack.pending);
        let open = if in_lane { Some(own).filter(|(_, pending)| is_open(pending)) } else { open_question(self.s) };
        let Some((lane, pending)) = open else { return false };
        let by_chance = pending.asked == Asked::Chance;
        let option = if by_chance {
            Some(answers.chance().pick_weighted(&pending.options))
        } else {
            answers.seat(self.p, pending)
        };
        let Some(choice) = option.and_then(|option| pending.options.get(option)).copied() else { return false };
        self.refuel(by_chance);
        self.answer(lane, choice);
        true
    }
}

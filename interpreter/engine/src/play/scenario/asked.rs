//! Whether somebody is asked, where and for what; and whether several things can be chosen together.

use super::transcript::Transcript;
use super::{Failure, Run, Runner};
use crate::ids::*;
use crate::program::nouns::scenarios::{Answer, AskedAbout};
use crate::source::Span;
use crate::state::stack::*;

impl<'p> Runner<'p> {
    /// `expect p1 is asked …`
    pub(super) fn is_asked(&self, span: Span, who: &[ActorId], yes: bool, about: &AskedAbout) -> Run<()> {
        let failure = |message: String| Err(Failure { span, message, help: Some(self.situation()) });
        let Some((lane, pending)) = self.asked(who) else {
            return if yes { self.not_asked(span, who) } else { Ok(()) };
        };
        let other = self.asked_otherwise(lane, pending, about);
        match (other, yes) {
            (None, true) | (Some(_), false) => Ok(()),
            (Some(other), true) => failure(format!("{} is asked, but {other}", self.names(who))),
            (None, false) => failure(format!("{} is asked", self.names(who))),
        }
    }

    /// What of a question is not as it is expected; nothing if all of it is.
    fn asked_otherwise(&self, lane: Option<usize>, pending: &Pending, about: &AskedAbout) -> Option<String> {
        if about.phase.is_some() {
            let (phase, step) = self.stands_in();
            if phase != about.phase || (about.step.is_some() && step != about.step) {
                let name =
                    phase.and_then(|phase| self.program.phases.get(phase.index())).map(|info| info.name.as_str());
                return Some(match name {
                    Some(name) if phase == about.phase => format!("in another step of {name}"),
                    Some(name) => format!("in {name}"),
                    None => "in no phase".to_owned(),
                });
            }
        }
        if let Some(wanted) = &about.what {
            let names = self.asked_for(lane, pending);
            if !names.contains(wanted) {
                return Some(format!("for {}", names.join(" or ").replace(' ', "_").replace("_or_", " or ")));
            }
        }
        let prompt = self.game.describe(lane, pending).prompt;
        let said = self.program.choices.get(pending.info as usize).filter(|_| pending.question != Question::Offer);
        let said = said.and_then(|choice| choice.says.first()).map(|(_, said)| said.as_str());
        let text = about.text.as_deref()?;
        (text != prompt && Some(text) != said).then(|| format!("the question is \"{prompt}\""))
    }

    /// By what a scenario can call that which is asked for: its name in the rules, and the statement that asks.
    fn asked_for(&self, lane: Option<usize>, pending: &Pending) -> Vec<String> {
        let named = || self.program.choices.get(pending.info as usize).map(|choice| choice.name.clone());
        let (name, statement) = match pending.question {
            Question::Choose => (named(), Some("choose")),
            Question::Share => (named(), Some("split")),
            Question::YesNo => (None, Some("may")),
            Question::Offer => (None, Some("offer")),
            Question::Window => {
                (self.program.windows.get(pending.info as usize).map(|w| w.name.replace('_', " ")), Some("window"))
            }
            // Pieces are picked to pay, to lose and to move them: the clause begins with the word.
            Question::Sort => {
                let (_, _, _, _, pc) = self.place(lane, pending);
                let span = self.program.spans.get(pc as usize).copied().unwrap_or_default();
                (None, self.program.sources.slice(span).split_whitespace().next())
            }
            _ => (None, None),
        };
        name.into_iter().chain(statement.map(str::to_owned)).collect()
    }

    /// The phase and step in which the game stands.
    fn stands_in(&self) -> (Option<PhaseId>, Option<StepId>) {
        let Some(flow) = self.game.state.stack.frames.first() else { return (None, None) };
        let inside = |begin: u32, end: u32| (begin..end).contains(&flow.pc);
        let Some(place) = self.program.flow_places.iter().find(|place| inside(place.begin, place.end)) else {
            return (None, None);
        };
        let step = place.steps.iter().rfind(|(_, begin)| *begin <= flow.pc).map(|(step, _)| *step);
        (Some(place.phase), step)
    }

    // ---- several together

    /// Whether one choice can be answered with just these, pick by pick, in a game that is thrown away.
    pub(super) fn can_pick(&self, who: &[ActorId], list: &'p [Answer<usize>]) -> Run<bool> {
        let mut trial = Runner {
            program: self.program,
            game: self.game.clone(),
            seed: self.seed,
            rng: self.rng.clone(),
            chance: self.chance.clone(),
            begun: self.begun,
            told: Transcript::new(&self.game),
        };
        trial.picks(who, list)
    }

    fn picks(&mut self, who: &[ActorId], list: &'p [Answer<usize>]) -> Run<bool> {
        let mut left: Vec<&Answer<usize>> = list.iter().collect();
        let mut place = None;
        let mut asked_again = true;
        while asked_again && let Some(answer) = left.first() {
            let span = answer.span;
            let Some((lane, pending)) = self.asked(who) else { return Ok(false) };
            let Some((at, index)) = self.next_of(lane, pending, &left)? else { return Ok(false) };
            place = Some(self.place(lane, pending));
            left.remove(at);
            if self.game.answer_lane(lane, index).is_err() {
                return Ok(false);
            }
            self.not_stopped(span)?;
            self.settle_chance(span)?;
            asked_again = self.asked(who).is_some_and(|(lane, pending)| place == Some(self.place(lane, pending)));
        }
        if !left.is_empty() {
            return Ok(false);
        }
        // The list says all there is to pick: no more must follow.
        let open = self.asked(who).filter(|(lane, pending)| place == Some(self.place(*lane, pending)));
        Ok(open.is_none_or(|(_, pending)| pending.options.iter().any(|option| option.tag == DECLINE)))
    }
}

//! One answer in words: who was asked what and said what, by the names that scripts use, and where it led.

use serde::{Deserialize, Serialize};

use super::SaveError;
use crate::ids::*;
use crate::play::{Match, Rejected, Status, Viewer, label, open_question, open_questions, seen};
use crate::program::Program;
use crate::program::nouns::{Type, Word};
use crate::state::State;
use crate::state::stack::*;
use crate::trace::{Digest, Trace, scripted};

/// An answer as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Given {
    /// Its number, from 1.
    pub n: usize,
    /// The name of an actor, or `chance`.
    pub who: String,
    /// Where all act at once: the line of effects it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lane: Option<u16>,
    /// What was asked: `choose rival`, `offer`.
    pub asks: String,
    /// The option, by the names of the script.
    pub option: String,
    /// Which of several options of these words it is, from 1.
    #[serde(default = "first", skip_serializing_if = "is_first")]
    pub nth: usize,
    /// Its number among the options, from 0; and how many there were.
    pub index: usize,
    pub of: usize,
    /// What it led to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Seen>,
}

/// What can be observed at a moment of a match, as short digests of meaning: of the names of the script and of numbers, not
/// of words for people, nor of how rules are compiled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// Who is asked what, and the options.
    pub asked: String,
    /// What has happened since the last answer.
    pub news: String,
    /// What each seat can see, then what onlookers can.
    pub views: Vec<String>,
}

fn first() -> usize {
    1
}

fn is_first(nth: &usize) -> bool {
    *nth == 1
}

/// The lane of a number in the record of a match.
pub(super) fn lane(number: u16) -> Option<usize> {
    (number != u16::MAX).then_some(usize::from(number))
}

impl Match {
    /// As [`Match::answer`], and gives the answer as it is stored. A match that nobody has listened to so far is played again
    /// for that, once: from then on its news are heard.
    pub fn answer_noted(&mut self, option: usize) -> Result<Given, Rejected> {
        self.hear();
        let lane = match (&self.status, open_question(&self.state)) {
            (Status::Deciding, Some((lane, _))) => lane,
            _ => return Err(Rejected::NothingAsked),
        };
        self.note_lane(lane, option)
    }

    pub(super) fn note_lane(&mut self, lane: Option<usize>, option: usize) -> Result<Given, Rejected> {
        let asked = open_questions(&self.state).find(|(open, _)| *open == lane);
        let Some((_, pending)) = asked.filter(|_| matches!(self.status, Status::Deciding)) else {
            return Err(Rejected::NothingAsked);
        };
        let words = self.words(lane, pending);
        let said = words.get(option).cloned().unwrap_or_default();
        let mut given = Given {
            n: self.answers.len() + 1,
            who: who(&self.program, pending),
            lane: lane.and_then(|lane| u16::try_from(lane).ok()),
            asks: asks(&self.program, pending),
            nth: words.iter().take(option.saturating_add(1)).filter(|word| **word == said).count(),
            option: said,
            index: option,
            of: words.len(),
            seen: None,
        };
        self.answer_lane(lane, option)?;
        given.seen = self.seen();
        Ok(given)
    }

    /// Listens to what happens, and to what has happened so far.
    fn hear(&mut self) {
        if self.trace.is_none() {
            self.trace = Some(Trace::of_meaning());
            let answers = std::mem::take(&mut self.answers);
            self.replay(&answers);
        }
    }

    /// What can be observed now; nothing where nobody listens to the news.
    pub(super) fn seen(&self) -> Option<Seen> {
        let news = self.trace.as_ref()?.meaning().word();
        let viewers = (0..self.seats()).map(Viewer::Seat).chain([Viewer::Spectator]);
        let view = |viewer| seen::digest(&self.program, &self.seen_by(viewer), viewer).word();
        Some(Seen { asked: self.asked_now(), news, views: viewers.map(view).collect() })
    }

    fn asked_now(&self) -> String {
        let mut digest = Digest::default();
        if matches!(self.status, Status::Deciding) {
            for (lane, pending) in open_questions(&self.state) {
                digest.text(&who(&self.program, pending));
                digest.text(&asks(&self.program, pending));
                digest.number(i64::from(pending.min));
                digest.number(i64::from(pending.max));
                let option = |word: String| {
                    let mut digest = Digest::default();
                    digest.text(&word);
                    digest
                };
                // An option is found wherever it stands.
                digest.unordered(self.words(lane, pending).into_iter().map(option).collect());
            }
        }
        digest.word()
    }

    /// As [`Match::take`], and gives the answer as it is stored now.
    pub fn take_noted(&mut self, given: &Given) -> Result<Given, SaveError> {
        self.hear();
        let (lane, option) = self.found_again(given)?;
        self.note_lane(lane, option)
            .map_err(|rejected| SaveError::NotPossible { answer: given.n, why: rejected.to_string() })
    }

    /// Gives a stored answer again: the option of the same words, wherever it stands now. Which one it was.
    pub fn take(&mut self, given: &Given) -> Result<usize, SaveError> {
        let (lane, option) = self.found_again(given)?;
        self.answer_lane(lane, option)
            .map_err(|rejected| SaveError::NotPossible { answer: given.n, why: rejected.to_string() })?;
        Ok(option)
    }

    /// The question that a stored answer was given to, and the option.
    pub(super) fn found_again(&self, given: &Given) -> Result<(Option<usize>, usize), SaveError> {
        let not = |why: String| SaveError::NotPossible { answer: given.n, why };
        if !matches!(self.status, Status::Deciding) {
            return Err(not("the game is over".to_owned()));
        }
        let Some((lane, pending)) = self.asked_again(given) else {
            let now = open_questions(&self.state).next();
            let now = now.map_or_else(
                || "nobody".to_owned(),
                |(_, pending)| format!("{} ({})", who(&self.program, pending), asks(&self.program, pending)),
            );
            return Err(not(format!("{} was asked ({}), and now it is {now}", given.who, given.asks)));
        };
        let words = self.words(lane, pending);
        let Some(option) = found(&words, given) else {
            let asks = asks(&self.program, pending);
            let asked = if asks == given.asks { String::new() } else { format!(" (asked: {asks})") };
            return Err(not(format!(
                "there is no option `{}` for {}{asked}; {}",
                given.option,
                given.who,
                listed(&words)
            )));
        };
        Ok((lane, option))
    }

    /// The open question that a stored answer was given to.
    fn asked_again(&self, given: &Given) -> Option<(Option<usize>, &Pending)> {
        let same = |pending: &Pending| who(&self.program, pending) == given.who;
        let mut open = open_questions(&self.state);
        let exactly = open.find(|(lane, pending)| given.lane.map(usize::from) == *lane && same(pending));
        // Lanes may be numbered otherwise: then whoever is asked in one counts.
        exactly.or_else(|| {
            let mut open = open_questions(&self.state);
            open.find(|(lane, pending)| lane.is_some() == given.lane.is_some() && same(pending))
        })
    }

    /// What is asked instead of what a stored answer was given to, in words; nothing where it is the same, as far as that says.
    pub(super) fn asked_otherwise(&self, given: &Given) -> Option<String> {
        let deciding = matches!(self.status, Status::Deciding);
        let Some((_, pending)) = self.asked_again(given).filter(|_| deciding) else {
            let now = if deciding { open_question(&self.state) } else { None };
            let now = now.map_or_else(
                || "nobody".to_owned(),
                |(_, pending)| format!("{} ({})", who(&self.program, pending), asks(&self.program, pending)),
            );
            return Some(format!("{} was asked ({}), and now it is {now}", given.who, given.asks));
        };
        let (asks, count) = (asks(&self.program, pending), pending.options.len());
        if count == given.of && (asks == given.asks || given.seen.is_none()) {
            return None;
        }
        let options = |count: usize| if count == 1 { "1 option".to_owned() } else { format!("{count} options") };
        Some(match asks == given.asks {
            true => format!("{} had {} ({asks}), and now {count}", given.who, options(given.of)),
            false => format!("{} was asked ({}), and is now asked ({asks})", given.who, given.asks),
        })
    }

    /// What is asked now, in words of the script: who, what, and the options.
    pub(super) fn asked_words(&self) -> Vec<(String, String, Vec<String>)> {
        if !matches!(self.status, Status::Deciding) {
            return Vec::new();
        }
        let open = open_questions(&self.state);
        open.map(|(lane, pending)| {
            (who(&self.program, pending), asks(&self.program, pending), self.words(lane, pending))
        })
        .collect()
    }

    fn words(&self, lane: Option<usize>, pending: &Pending) -> Vec<String> {
        let words = |state: &State| pending.options.iter().map(|o| option(&self.program, state, pending, *o)).collect();
        match lane {
            Some(lane) => words(&self.state.seen_by_lane(lane)),
            None => words(&self.state),
        }
    }
}

/// The option of the same words: the one at the same place if it has them, else the same of several, else the first.
fn found(words: &[String], given: &Given) -> Option<usize> {
    if words.get(given.index) == Some(&given.option) {
        return Some(given.index);
    }
    let same: Vec<usize> =
        words.iter().enumerate().filter(|(_, word)| **word == given.option).map(|(i, _)| i).collect();
    same.get(given.nth.saturating_sub(1)).or(same.first()).copied()
}

/// `the options are: …`, if they are not too many.
fn listed(words: &[String]) -> String {
    const MOST: usize = 12;
    let mut shown: Vec<&str> = words.iter().map(String::as_str).collect();
    shown.dedup();
    let more = shown.len().saturating_sub(MOST);
    shown.truncate(MOST);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("the options are: {}{rest}", shown.join(", "))
}

fn who(program: &Program, pending: &Pending) -> String {
    match pending.asked {
        Asked::Actor(actor) => scripted::actor(program, Word::from(actor.0)),
        Asked::Chance | Asked::Nobody => "chance".to_owned(),
    }
}

/// What is asked: the word of the language, and the name that the answer gets.
fn asks(program: &Program, pending: &Pending) -> String {
    let choice = || {
        let choice = program.choices.get(pending.info as usize);
        choice.map_or_else(String::new, |choice| scripted::as_written(&choice.name))
    };
    let text = match pending.question {
        Question::None => String::new(),
        Question::Choose => format!("choose {}", choice()),
        Question::YesNo => "may".to_owned(),
        Question::Offer => "offer".to_owned(),
        Question::Share => format!("share {}", choice()),
        Question::Sort => format!("pay {}", choice()),
        Question::Order => "order".to_owned(),
        Question::Window => {
            format!("window {}", program.windows.get(pending.info as usize).map_or("", |window| window.name.as_str()))
        }
        Question::Draw => "draw".to_owned(),
        Question::Random => format!("random {}", choice()),
        Question::Die => "roll".to_owned(),
    };
    text.trim_end().to_owned()
}

/// An option by names of the script.
fn option(program: &Program, state: &State, pending: &Pending, choice: Choice) -> String {
    let seat = match pending.asked {
        Asked::Actor(actor) => program.nouns.actors.get(actor.index()).and_then(|actor| actor.seat),
        Asked::Chance | Asked::Nobody => None,
    };
    let value = word(choice.value);
    match pending.question {
        Question::YesNo => if choice.tag == DECLINE { "no" } else { "yes" }.into(),
        _ if choice.tag == DECLINE => "pass".into(),
        Question::Choose | Question::Random => {
            let ty = program.choices.get(pending.info as usize).map_or(Type::Number, |c| c.ty.clone());
            scripted::element(program, state, seat, &ty, value)
        }
        Question::Offer => {
            let offer = program.offers.get(pending.info as usize);
            let Some(option) = offer.and_then(|o| o.options.get(choice.tag as usize)) else { return String::new() };
            let name = scripted::as_written(&option.name);
            match choice.value == NONE {
                true => name,
                false => format!("{name} {}", scripted::element(program, state, seat, &option.ty, value)),
            }
        }
        Question::Share | Question::Die => choice.value.to_string(),
        Question::Sort => program.nouns.stuff.get(choice.tag as usize).map_or_else(String::new, |s| s.name.clone()),
        Question::Order | Question::Window => effect(program, state, seat, choice),
        Question::Draw if choice.value == NONE => "face_down".into(),
        Question::Draw => {
            let name = scripted::design(program, usize::try_from(choice.value).unwrap_or(usize::MAX));
            if choice.tag == 1 { format!("{name} face_up") } else { name }
        }
        Question::None => String::new(),
    }
}

fn effect(program: &Program, state: &State, seat: Option<SeatId>, choice: Choice) -> String {
    let Some(hook) = program.hooks.get(choice.weight as usize) else { return String::new() };
    match label::card_of_effect(program, choice) {
        Some(card) => scripted::component(program, state, seat, card),
        None => scripted::as_written(&hook.name),
    }
}

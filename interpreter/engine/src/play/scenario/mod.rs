//! Runs a scenario: begins where it says, lays the table, answers by name, compares, and tells what happened.

mod answers;
mod asked;
mod bags;
mod begin;
mod given;
mod options;
mod sight;
mod transcript;

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use super::{Match, Status, open_questions};
use crate::ids::*;
use crate::program::Program;
use crate::program::nouns::scenarios::{Answer, AnswerKind, Expectation, Line, LineKind, Scenario};
use crate::program::nouns::{ResultKind, Type, Word};
use crate::rng::GameRng;
use crate::source::Span;
use crate::state::State;
use crate::state::stack::{Asked, Pending, Question};
use crate::trace::word_name;
use crate::vm::{Machine, Pool};
use transcript::Transcript;

/// Why a scenario fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub span: Span,
    pub message: String,
    /// What there was instead, where that helps.
    pub help: Option<String>,
}

/// What became of a scenario.
#[derive(Clone, Debug, Default)]
pub struct ScenarioReport {
    pub failures: Vec<Failure>,
    /// What its snapshots hold; `None` where it has none, or did not come to it.
    pub transcript: Option<String>,
    /// Places in scripts of all that ran, where the program records it.
    pub ran: BTreeSet<Span>,
}

type Run<T> = Result<T, Failure>;

/// Runs a scenario of a program.
pub fn run_scenario(program: &Arc<Program>, index: usize) -> ScenarioReport {
    let Some(scenario) = program.scenarios.get(index) else { return ScenarioReport::default() };
    let mut report = ScenarioReport::default();
    let mut runner = match Runner::start(program, scenario) {
        Ok(runner) => runner,
        Err(failure) => {
            report.failures.push(failure);
            return report;
        }
    };
    let done = scenario.lines.iter().try_for_each(|line| runner.line(line, &mut report));
    if let Err(failure) = done.and_then(|()| runner.nothing_left()) {
        report.failures.push(failure);
    }
    if program.cover {
        report.ran = runner.game.ran();
    }
    report
}

struct Runner<'p> {
    program: &'p Arc<Program>,
    game: Match,
    seed: u64,
    rng: GameRng,
    /// What chance gives next; those of one list in any order.
    chance: VecDeque<Vec<&'p Answer<usize>>>,
    /// Where chance was asked for the first of a list of which something is left.
    begun: Option<answers::Place>,
    told: Transcript,
}

fn fail<T>(span: Span, message: impl Into<String>) -> Run<T> {
    Err(Failure { span, message: message.into(), help: None })
}

impl<'p> Runner<'p> {
    fn start(program: &'p Arc<Program>, scenario: &'p Scenario<usize>) -> Run<Runner<'p>> {
        let seed = scenario.seed;
        let mut rng = GameRng::new(seed, 0);
        let begin = scenario.lines.iter().find_map(|line| match &line.kind {
            LineKind::Begin { at, of } => Some((line.span, *at, *of)),
            _ => None,
        });
        let game = match begin {
            Some((span, at, of)) => begin::begin(program, &mut rng, span, at, of, given::first_player(scenario))?,
            None => Match::traced(program.clone(), 0, true),
        };
        let told = Transcript::new(&game);
        let mut runner = Runner { program, game, seed, rng, chance: VecDeque::new(), begun: None, told };
        if begin.is_none() {
            // Before the first decision everything is setup: chance has its seed.
            runner.settle_chance(scenario.span)?;
            runner.told = Transcript::new(&runner.game);
        }
        Ok(runner)
    }

    fn line(&mut self, line: &'p Line<usize>, report: &mut ScenarioReport) -> Run<()> {
        match &line.kind {
            LineKind::Begin { .. } => Ok(()),
            LineKind::Given(things) => {
                // What is given at the beginning lies there before anything runs.
                if !self.paused() {
                    self.settle_chance(line.span)?;
                }
                given::give(self, line.span, things)?;
                self.told.state_given(&self.game);
                Ok(())
            }
            LineKind::Answers { who, answers } => {
                for answer in answers {
                    self.settle_chance(line.span)?;
                    self.answer(who, answer)?;
                }
                Ok(())
            }
            LineKind::Chance(answers) => {
                self.start_running();
                self.not_stopped(line.span)?;
                for answer in answers {
                    self.chance.push_back(match &answer.kind {
                        AnswerKind::List(list) => list.iter().collect(),
                        AnswerKind::One { .. } => vec![answer],
                    });
                }
                self.answer_chance(line.span)
            }
            LineKind::Expect(expectation) => {
                self.settle_chance(line.span)?;
                if let Err(failure) = self.is_met(line.span, expectation) {
                    report.failures.push(failure);
                }
                Ok(())
            }
            LineKind::Snapshot => {
                self.settle_chance(line.span)?;
                let text = self.told.tell(self.program, &self.game);
                report.transcript.get_or_insert_default().push_str(&text);
                Ok(())
            }
        }
    }

    /// A match that stands at the beginning of a phase runs up to its first question.
    fn start_running(&mut self) {
        if self.paused() {
            self.game.advance();
        }
    }

    /// Stands at a place of the flow at which nothing has run yet.
    fn paused(&self) -> bool {
        matches!(self.game.status, Status::Deciding) && open_questions(&self.game.state).next().is_none()
    }

    fn settle_chance(&mut self, span: Span) -> Run<()> {
        self.start_running();
        self.answer_chance(span)?;
        while let Some((lane, pending)) = chance_asked(&self.game) {
            let index = self.rng.pick_weighted(&pending.options);
            let shown = options::written(self.program, &self.game.state, pending);
            self.told.chance(shown.get(index).cloned().unwrap_or_default(), Some(self.seed));
            if self.game.answer_lane(lane, index).is_err() {
                return fail(span, "chance has no outcome here");
            }
        }
        self.not_stopped(span)
    }

    fn not_stopped(&self, span: Span) -> Run<()> {
        match self.game.fault_text() {
            Some(text) => fail(span, format!("the rules went wrong: {text}")),
            None => Ok(()),
        }
    }

    /// Chance that is asked takes what the scenario gives, as long as there is something.
    fn answer_chance(&mut self, span: Span) -> Run<()> {
        while let (Some((lane, pending)), Some(next)) = (chance_asked(&self.game), self.chance.front()) {
            let place = self.place(lane, pending);
            if self.begun.is_some_and(|begun| begun != place) {
                return self.left_over();
            }
            let shown = options::written(self.program, &self.game.state, pending);
            let mut found: Option<(usize, usize)> = None;
            for (at, answer) in next.iter().enumerate() {
                if let Some(index) =
                    self.find(lane, pending, answer)?.filter(|i| found.is_none_or(|(_, known)| *i < known))
                {
                    found = Some((at, index));
                }
            }
            let Some((at, index)) = found else {
                let span = next.first().map_or(span, |answer| answer.span);
                let help = Some(format!("chance can give: {}", options::list(&shown)));
                return Err(Failure { span, message: "chance cannot give this here".into(), help });
            };
            self.told.chance(shown.get(index).cloned().unwrap_or_default(), None);
            if let Some(next) = self.chance.front_mut() {
                next.remove(at);
                self.begun = Some(place);
                if next.is_empty() {
                    self.chance.pop_front();
                    self.begun = None;
                }
            }
            if self.game.answer_lane(lane, index).is_err() {
                return fail(span, "chance has no outcome here");
            }
        }
        self.not_stopped(span)?;
        // A list is for one roll or draw: what is left of it is not for the next one.
        if self.begun.is_some() { self.left_over() } else { Ok(()) }
    }

    /// Of a list that chance gives at once, something was not asked for.
    fn left_over(&self) -> Run<()> {
        let left: &[_] = self.chance.front().map_or(&[], Vec::as_slice);
        let Some(answer) = left.first() else { return Ok(()) };
        let names: Vec<&str> = left.iter().map(|answer| self.program.sources.slice(answer.span)).collect();
        Err(Failure {
            span: answer.span,
            message: format!("chance was not asked for this: {} of the list is left over", names.join(", ")),
            help: Some("a list in brackets is for one roll or draw; write what comes later without brackets, or in a list of its own".into()),
        })
    }

    /// Nothing that was to be given is left over.
    fn nothing_left(&mut self) -> Run<()> {
        match self.chance.front().and_then(|next| next.first()) {
            Some(answer) => Err(Failure {
                span: answer.span,
                message: "chance was not asked for this".into(),
                help: Some("it is not asked where only one outcome is possible; take this away".into()),
            }),
            None => Ok(()),
        }
    }

    // ---- expectations

    fn is_met(&mut self, span: Span, expectation: &Expectation<usize>) -> Run<()> {
        match expectation {
            Expectation::Holds { cond, parts } => {
                if self.ask(*cond)? == [1] {
                    return Ok(());
                }
                let mut told = Vec::new();
                for (part, question) in parts {
                    let text: Vec<&str> = self.program.sources.slice(*part).split_whitespace().collect();
                    told.push(format!("`{}` is {}", text.join(" "), self.value_text(*question)?));
                }
                let help = (!told.is_empty()).then(|| told.join("\n"));
                Err(Failure { span, message: "this is not so".into(), help })
            }
            Expectation::Offered { who, yes, what } => {
                let Some((lane, pending)) = self.asked(who) else { return self.not_asked(span, who) };
                for answer in what {
                    let offered = match &answer.kind {
                        AnswerKind::List(list) => self.can_pick(who, list)?,
                        AnswerKind::One { .. } => !self.matching(lane, pending, answer)?.is_empty(),
                    };
                    if offered != *yes {
                        let message = match (&answer.kind, *yes) {
                            (AnswerKind::List(_), true) => "these cannot be chosen together",
                            (AnswerKind::One { .. }, true) => "this cannot be chosen",
                            (_, false) => "this can be chosen",
                        };
                        let shown = options::written(self.program, &self.game.state, pending);
                        let help = Some(format!("the choices are: {}", options::list(&shown)));
                        return Err(Failure { span: answer.span, message: message.into(), help });
                    }
                }
                Ok(())
            }
            Expectation::Asked { who, yes, about } => self.is_asked(span, who, *yes, about),
            Expectation::Sees { who, yes, what } => {
                what.iter().try_for_each(|seen| who.iter().try_for_each(|who| self.sees(*who, *yes, seen)))
            }
            Expectation::Over { yes } => {
                let over = matches!(self.game.status, Status::Ended);
                if over == *yes {
                    return Ok(());
                }
                let message = if over { "the game is over" } else { "the game is not over" };
                Err(Failure { span, message: message.into(), help: Some(self.situation()) })
            }
            Expectation::Ended { who, won } => self.has_ended(span, who, *won),
        }
    }

    fn has_ended(&self, span: Span, who: &[ActorId], won: bool) -> Run<()> {
        if !matches!(self.game.status, Status::Ended) {
            let message = "the game is not over".into();
            return Err(Failure { span, message, help: Some(self.situation()) });
        }
        let mut state = self.game.state.clone();
        let mut standing = super::Standing::default();
        standing.compute(self.program, &mut state, &mut Pool::default());
        let seat = who.first().and_then(|a| self.program.nouns.actors.get(a.index())).and_then(|a| a.seat);
        let Some(seat) = seat.map(|s| s.index()) else { return fail(span, "nobody sits there") };
        let rank = standing.seats.get(seat).map_or(0, |s| s.rank);
        // Where all share the first place, a ranking shares the victory; else it is a draw.
        let shares = !self.program.ranking.is_empty() && self.program.nouns.result != ResultKind::ZeroSum;
        let together = shares || super::against_the_game(self.program);
        let drawn = !together && standing.seats.iter().all(|s| s.rank == 1);
        let (has_won, has_lost) = (rank == 1 && !drawn && standing.is_decided(), rank > 1);
        if if won { has_won } else { has_lost } {
            return Ok(());
        }
        let words = match (has_won, has_lost) {
            (true, _) => "has won",
            (_, true) => "has lost",
            _ => "has neither won nor lost",
        };
        Err(Failure {
            span,
            message: format!("{} {words}", self.names(who)),
            help: self.game.outcome().map(|outcome| transcript::outcome_text(&outcome)),
        })
    }

    fn not_asked<T>(&self, span: Span, who: &[ActorId]) -> Run<T> {
        let message = format!("{} is not asked now", self.names(who));
        Err(Failure { span, message, help: Some(self.situation()) })
    }

    /// Who is asked what, or that nobody is.
    fn situation(&self) -> String {
        let mut lines: Vec<String> = Vec::new();
        if matches!(self.game.status, Status::Deciding) {
            for (lane, pending) in open_questions(&self.game.state) {
                let decision = self.game.describe(lane, pending);
                let who = match pending.asked {
                    Asked::Actor(actor) => self.names(&[actor]),
                    _ => "chance".into(),
                };
                let shown = options::written(self.program, &self.game.state, pending);
                lines.push(format!("{who} is asked: {}\nthe choices are: {}", decision.prompt, options::list(&shown)));
            }
        }
        if let Some(outcome) = self.game.outcome() {
            return format!("the game is over: {}", transcript::outcome_text(&outcome));
        }
        if lines.is_empty() { "nobody is asked".into() } else { lines.join("\n") }
    }

    fn names(&self, who: &[ActorId]) -> String {
        let names: Vec<String> =
            who.iter().filter_map(|a| self.program.nouns.actors.get(a.index())).map(|a| a.name.clone()).collect();
        names.join(" or ")
    }

    // ---- expressions

    /// What an expression of the scenario is now.
    fn ask(&self, question: usize) -> Run<Vec<Word>> {
        let Some(info) = self.program.questions.get(question) else { return Ok(Vec::new()) };
        let compute = |mut state: State| {
            let mut pool = Pool::default();
            let mut machine = Machine::new(self.program, &mut state, &mut pool, None);
            machine.asked_from_outside(info).map_err(|trap| Machine::is_unknown_card(&trap))
        };
        match compute(self.game.state.clone()) {
            Ok(words) => return Ok(words),
            Err(true) => {}
            Err(false) => return fail(info.span, "this cannot be computed"),
        }
        // It asks about shuffled cards: what holds wherever each of them may lie holds.
        let mut answers = bags::rotations(&self.game.state).map(compute);
        let first = answers.next();
        match first {
            Some(Ok(words)) if answers.all(|other| other.as_ref() == Ok(&words)) => Ok(words),
            _ => Err(Failure {
                span: info.span,
                message: "this depends on a shuffled card that nobody has seen yet".into(),
                help: Some("say by `given` which cards lie there".into()),
            }),
        }
    }

    fn ask_word(&self, question: usize) -> Run<Word> {
        Ok(self.ask(question)?.first().copied().unwrap_or(crate::program::nouns::ABSENT))
    }

    fn value_text(&self, question: usize) -> Run<String> {
        let words = self.ask(question)?;
        let ty = self.program.questions.get(question).map_or(Type::Unknown, |q| q.ty.clone());
        let state = &self.game.state;
        Ok(match ty {
            Type::Set(of) => {
                let names: Vec<String> = words.iter().map(|w| word_name(self.program, state, &of, *w)).collect();
                if names.is_empty() { "empty".into() } else { format!("[{}]", names.join(", ")) }
            }
            Type::Zone => {
                let place = words.first().and_then(|w| u16::try_from(*w).ok()).map(PlaceId);
                let cards = place.map(|place| state.cards_in(place).collect::<Vec<_>>()).unwrap_or_default();
                let names: Vec<String> =
                    cards.iter().map(|c| crate::trace::card_name(self.program, state, *c)).collect();
                if names.is_empty() { "empty".into() } else { format!("[{}]", names.join(", ")) }
            }
            Type::Bundle => crate::trace::bundle(self.program, &words),
            ty => words.first().map_or_else(String::new, |w| word_name(self.program, state, &ty, *w)),
        })
    }
}

/// The question of chance that waits for an answer.
fn chance_asked(game: &Match) -> Option<(Option<usize>, &Pending)> {
    if !matches!(game.status, Status::Deciding) {
        return None;
    }
    open_questions(&game.state)
        .find(|(_, pending)| pending.asked == Asked::Chance && pending.question != Question::None)
}

//! Scenarios: names become ids, conditions and places become typed expressions.

use crate::check::names::quoted;
use crate::check::symbols::{Callable, Noun};
use crate::check::tree::*;
use crate::check::walk;
use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::ids::*;
use crate::program::nouns::scenarios::{Answer, AnswerKind, BeginAt, Expectation, Line, LineKind, Meaning, Scenario};
use crate::program::nouns::{Type, Word, counter_word, stuff_counter_word};
use crate::source::Span;
use crate::syntax::ast;
use crate::vocabulary::nouns;

use super::scope::{Context, Frame, Me};
use super::{Typer, words};

/// Words that answer any question that can be declined, or asks for a yes.
pub(super) const ANSWERS: [&str; 3] = ["pass", "none", "yes"];

impl<'a> Typer<'a> {
    /// Types the lines of one scenario.
    pub(super) fn scenario(&mut self, scenario: &'a ast::Scenario) -> Scenario<Question> {
        let mut seed = 0;
        let mut lines: Vec<Line<Question>> = Vec::new();
        for line in &scenario.lines {
            let begun = !lines.is_empty();
            let kind = match &line.kind {
                // Which game is meant was read before it could be loaded.
                ast::ScenarioKind::Players(_)
                | ast::ScenarioKind::Variant(..)
                | ast::ScenarioKind::Pack(_)
                | ast::ScenarioKind::Set(..) => {
                    self.stands_first(line, begun);
                    continue;
                }
                ast::ScenarioKind::Seed(number) => {
                    self.stands_first(line, begun);
                    seed = u64::try_from(*number).unwrap_or(0);
                    continue;
                }
                ast::ScenarioKind::Begin { at, step, of } => {
                    self.stands_first(line, begun);
                    self.begin(at, step.as_ref(), of.as_ref())
                }
                ast::ScenarioKind::Given(entries) => Some(LineKind::Given(
                    entries.iter().filter_map(|(place, value)| self.given(place, value)).collect(),
                )),
                ast::ScenarioKind::Chooses(who, answers) => {
                    let answers = self.answers(answers);
                    self.seat_named(who).map(|who| LineKind::Answers { who, answers })
                }
                ast::ScenarioKind::Passes(who) => self.seat_named(who).map(|who| {
                    let kind = AnswerKind::One { word: Some("pass".into()), args: Vec::new(), meanings: Vec::new() };
                    LineKind::Answers { who, answers: vec![Answer { span: line.span, kind }] }
                }),
                ast::ScenarioKind::Chance(answers) => Some(LineKind::Chance(self.answers(answers))),
                ast::ScenarioKind::Expect(expectation) => self.expectation(expectation).map(LineKind::Expect),
                ast::ScenarioKind::Snapshot => Some(LineKind::Snapshot),
            };
            lines.extend(kind.map(|kind| Line { span: line.span, kind }));
        }
        Scenario { title: scenario.title.text.clone(), span: scenario.title.span, seed, lines }
    }

    fn stands_first(&mut self, line: &ast::ScenarioLine, begun: bool) {
        if begun {
            let message = "this line says which game is played and where it begins, but the scenario has begun already";
            let help = "write it before `given`, choices and expectations; `begin` stands there once";
            self.report(Diagnostic::new(Code::ScenarioLineTooLate, line.span, message).help(help));
        }
    }

    fn begin(
        &mut self,
        at: &ast::Name,
        step: Option<&ast::Name>,
        of: Option<&ast::Name>,
    ) -> Option<LineKind<Question>> {
        let of = match of {
            Some(name) => Some(self.seat_named(name)?.first().copied()?),
            None => None,
        };
        let at = match (at.text.as_str(), step) {
            ("turn", None) => BeginAt::Turn,
            ("round", None) => BeginAt::Round,
            _ => match self.phase_and_step(at, step)? {
                (phase, None) => BeginAt::Phase(phase),
                (phase, Some(step)) => BeginAt::Step(phase, step),
            },
        };
        Some(LineKind::Begin { at, of })
    }

    /// `PHASE` or `PHASE.STEP`
    pub(super) fn phase_and_step(
        &mut self,
        at: &ast::Name,
        step: Option<&ast::Name>,
    ) -> Option<(PhaseId, Option<StepId>)> {
        let phase = self.phase_named(at)?;
        let Some(step) = step else { return Some((phase, None)) };
        let found = self.symbols.steps.get(&(phase, step.text.clone())).copied();
        if found.is_none() {
            self.unknown_step(phase, at, step);
        }
        Some((phase, Some(found?)))
    }

    fn unknown_step(&mut self, phase: PhaseId, at: &ast::Name, step: &ast::Name) {
        let known: Vec<&str> =
            self.symbols.steps.keys().filter(|(of, _)| *of == phase).map(|(_, name)| name.as_str()).collect();
        let message = format!("the phase `{}` has no step `{}`", at.text, step.text);
        let help = match suggest::nearest(&step.text, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("its steps: {}", quoted(&known)),
        };
        self.report(Diagnostic::new(Code::UnknownMoment, step.span, message).help(help));
    }

    /// The actors that a name of a player or seat stands for.
    pub(super) fn seat_named(&mut self, name: &ast::Name) -> Option<Vec<ActorId>> {
        if let Some(Noun::Actor(actor)) = self.noun(&name.text) {
            return Some(vec![*actor]);
        }
        if let Some(seat) = self.nouns.seats.iter().position(|seat| seat.name == name.text) {
            let own = self.nouns.actors.iter().enumerate().filter(|(_, a)| a.seat.is_some_and(|s| s.index() == seat));
            return Some(own.map(|(index, _)| ActorId::from_index(index)).collect());
        }
        let known: Vec<&str> = self.nouns.actors.iter().map(|actor| actor.name.as_str()).collect();
        let message = format!("nobody is called `{}` in this game", name.text);
        let help = match suggest::nearest(&name.text, known.iter().copied()) {
            Some(near) if known.len() > 6 => format!("did you mean `{near}`?"),
            _ => format!("there play {}; `players N` says how many", quoted(&known)),
        };
        self.report(Diagnostic::new(Code::UnknownWord, name.span, message).help(help));
        None
    }

    fn expectation(&mut self, expectation: &'a ast::Expectation) -> Option<Expectation<Question>> {
        Some(match expectation {
            ast::Expectation::Holds(cond) => {
                let cond = self.question(cond, Some(&Type::Bool));
                let mut parts = Vec::new();
                told_parts(&cond.expr, &mut parts);
                let part = |expr: &Expr| (expr.span, Question { locals: cond.locals.clone(), expr: expr.clone() });
                let parts = parts.into_iter().map(part).collect();
                Expectation::Holds { cond, parts }
            }
            ast::Expectation::Offered { who, yes, what } => {
                let what = self.answers(what);
                Expectation::Offered { who: self.seat_named(who)?, yes: *yes, what }
            }
            ast::Expectation::Asked { who, yes, at, what, text } => {
                let about = self.asked_about(at.as_ref(), what.as_ref(), text.as_ref())?;
                Expectation::Asked { who: self.seat_named(who)?, yes: *yes, about }
            }
            ast::Expectation::Sees { who, yes, what } => {
                let what = what.iter().filter_map(|seen| self.seen(seen)).collect();
                let (who, everything) = self.lookers(who)?;
                Expectation::Sees { who, yes: *yes == everything, what }
            }
            ast::Expectation::Over { yes } => Expectation::Over { yes: *yes },
            ast::Expectation::Ended { who, won } => Expectation::Ended { who: self.seat_named(who)?, won: *won },
        })
    }

    /// An expression outside of any routine.
    pub(super) fn question(&mut self, e: &'a ast::Expr, want: Option<&Type>) -> Question {
        let mut f = Frame::new(Context::new(Me::Scenario));
        let expr = match want {
            Some(want) => self.typed(&mut f, e, want),
            None => self.expr(&mut f, e, None),
        };
        Question { locals: f.take_locals(), expr }
    }

    // ---- answers

    fn answers(&mut self, list: &'a [ast::Expr]) -> Vec<Answer<Question>> {
        list.iter().filter_map(|e| self.answer(e)).collect()
    }

    fn answer(&mut self, e: &'a ast::Expr) -> Option<Answer<Question>> {
        let kind = match &e.kind {
            ast::ExprKind::List(elements) => AnswerKind::List(self.answers(elements)),
            ast::ExprKind::Name(text) => self.answer_word(text, e)?,
            ast::ExprKind::Call(name, args) if !matches!(self.callable(&name.text), Some(Callable::Value(_))) => {
                if !self.option_names.contains(&name.text) {
                    self.unknown_option(&name.text, name.span);
                    return None;
                }
                let args = self.answers(args);
                AnswerKind::One { word: Some(name.text.clone()), args, meanings: Vec::new() }
            }
            _ => {
                let question = self.question(e, None);
                if question.expr.ty == Type::Unknown {
                    return None;
                }
                AnswerKind::One { word: None, args: Vec::new(), meanings: vec![meaning(question)] }
            }
        };
        Some(Answer { span: e.span, kind })
    }

    /// A bare word: an option, a thing, `pass`, `yes`, or the name of a rule.
    fn answer_word(&mut self, text: &str, e: &'a ast::Expr) -> Option<AnswerKind<Question>> {
        let mut meanings: Vec<Meaning<Question>> = Vec::new();
        let word = |index: usize| Word::try_from(index).unwrap_or(Word::MAX);
        let noun = self.noun(text).cloned();
        match &noun {
            Some(Noun::Design(design)) => {
                let ty = Type::Design(words::kind_of(&self.nouns, *design));
                meanings.push(Meaning::Word(ty, word(design.index())));
            }
            Some(Noun::EnumValues(values)) => {
                meanings.extend(values.iter().map(|(of, value)| Meaning::Word(Type::Enum(*of), *value)));
            }
            Some(Noun::Stuff(stuff)) => {
                meanings.push(Meaning::Word(Type::Stuff, word(stuff.index())));
                meanings.push(Meaning::Word(Type::Counter, stuff_counter_word(*stuff)));
            }
            Some(Noun::State(state)) => meanings.push(Meaning::Word(Type::Counter, counter_word(*state))),
            Some(Noun::UnitKind(kind)) => meanings.push(Meaning::UnitKind(*kind)),
            Some(Noun::Number(_) | Noun::Space(_) | Noun::Actor(_) | Noun::Zone(_)) => {
                meanings.push(meaning(self.question(e, None)));
            }
            Some(_) => {}
            None => {
                if let Some(nouns::Meaning::Truth(yes)) = nouns::meaning(text) {
                    meanings.push(Meaning::Word(Type::Bool, Word::from(yes)));
                }
            }
        }
        let named = self.option_names.contains(text)
            || ANSWERS.contains(&text)
            || self.items.rules.iter().any(|rule| rule.name.text == text);
        if meanings.is_empty() && !named {
            match noun {
                Some(noun) => {
                    let message = format!("`{text}` is {}, which nobody can choose", self.noun_words(&noun));
                    self.report(Diagnostic::new(Code::TypeMismatch, e.span, message).help(ANSWER_FORMS));
                }
                None => self.unknown_option(text, e.span),
            }
            return None;
        }
        Some(AnswerKind::One { word: Some(text.to_owned()), args: Vec::new(), meanings })
    }

    fn unknown_option(&mut self, text: &str, span: Span) {
        let message = format!("nothing that could be chosen is called `{text}`");
        let known = self.option_names.iter().chain(self.symbols.nouns.keys()).map(String::as_str).chain(ANSWERS);
        let help = match suggest::nearest(text, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => ANSWER_FORMS.to_owned(),
        };
        self.report(Diagnostic::new(Code::UnknownWord, span, message).help(help));
    }
}

const ANSWER_FORMS: &str = "choices are names of options (`play(x)`), cards, players, spaces, numbers, lists of them for several picks, \
     `yes` and `pass`";

/// A constant is what it is; anything else is asked when its turn comes.
fn meaning(question: Question) -> Meaning<Question> {
    match question.expr.kind {
        ExprKind::Const(word) => Meaning::Word(question.expr.ty, word),
        _ => Meaning::Asked(question),
    }
}

/// The parts of a condition whose values say why it does not hold.
fn told_parts<'e>(cond: &'e Expr, parts: &mut Vec<&'e Expr>) {
    let asks = |e: &Expr| !matches!(e.kind, ExprKind::Const(_) | ExprKind::ConstList(_));
    match &cond.kind {
        ExprKind::And(a, b) | ExprKind::Or(a, b) => {
            told_parts(a, parts);
            told_parts(b, parts);
        }
        ExprKind::Not(a) => told_parts(a, parts),
        ExprKind::Any { set, .. } | ExprKind::Every { set, .. } => parts.push(set),
        ExprKind::Compare(..)
        | ExprKind::In(..)
        | ExprKind::IsDesign(..)
        | ExprKind::IsKind(..)
        | ExprKind::IsUnitKind(..)
        | ExprKind::IsZone(..)
        | ExprKind::IsNone(_)
        | ExprKind::IsEmpty(_)
        | ExprKind::HasAbility(..) => parts.extend(walk::parts(cond).into_iter().filter(|e| asks(e))),
        _ => {}
    }
}

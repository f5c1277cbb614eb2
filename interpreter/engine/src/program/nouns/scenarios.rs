//! Scenarios as data, whatever stands for an expression in them: a typed one in the tree, the number of a piece of code in
//! the program.

use super::{Class, Type, Word};
use crate::ids::*;
use crate::source::Span;

/// A scenario whose names are ids.
#[derive(Clone, Debug)]
pub struct Scenario<E> {
    pub title: String,
    pub span: Span,
    pub seed: u64,
    pub lines: Vec<Line<E>>,
}

#[derive(Clone, Debug)]
pub struct Line<E> {
    pub span: Span,
    pub kind: LineKind<E>,
}

#[derive(Clone, Debug)]
pub enum LineKind<E> {
    Begin {
        at: BeginAt,
        of: Option<ActorId>,
    },
    Given(Vec<GivenThing<E>>),
    /// Answers of a seat's actors (mostly one).
    Answers {
        who: Vec<ActorId>,
        answers: Vec<Answer<E>>,
    },
    Chance(Vec<Answer<E>>),
    Expect(Expectation<E>),
    Snapshot,
}

/// Where a scenario begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BeginAt {
    Round,
    Turn,
    Phase(PhaseId),
    Step(PhaseId, StepId),
}

/// One answer, by name.
#[derive(Clone, Debug)]
pub struct Answer<E> {
    pub span: Span,
    pub kind: AnswerKind<E>,
}

#[derive(Clone, Debug)]
pub enum AnswerKind<E> {
    /// Several picks.
    List(Vec<Answer<E>>),
    One {
        /// The word as written, where it is one: `pass`, `yes`, the name of an option or rule.
        word: Option<String>,
        /// What stands in the parentheses behind it.
        args: Vec<Answer<E>>,
        /// What it can stand for.
        meanings: Vec<Meaning<E>>,
    },
}

#[derive(Clone, Debug)]
pub enum Meaning<E> {
    Word(Type, Word),
    UnitKind(UnitKindId),
    Asked(E),
}

#[derive(Clone, Debug)]
pub enum Expectation<E> {
    /// A condition, and what its parts are, to be told where it does not hold.
    Holds {
        cond: E,
        parts: Vec<(Span, E)>,
    },
    Offered {
        who: Vec<ActorId>,
        yes: bool,
        what: Vec<Answer<E>>,
    },
    Asked {
        who: Vec<ActorId>,
        yes: bool,
        about: AskedAbout,
    },
    /// Everything is seen by each of these, or nothing by any of them.
    Sees {
        who: Vec<Looker>,
        yes: bool,
        what: Vec<Seen<E>>,
    },
    Over {
        yes: bool,
    },
    Ended {
        who: Vec<ActorId>,
        won: bool,
    },
}

/// Where and for what somebody is asked; what is not said may be anything.
#[derive(Clone, Debug, Default)]
pub struct AskedAbout {
    pub phase: Option<PhaseId>,
    pub step: Option<StepId>,
    /// The name of what is chosen, as words, or the word of the statement that asks.
    pub what: Option<String>,
    /// The question as players read it.
    pub text: Option<String>,
}

/// Whose sight it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looker {
    Seat(SeatId),
    Spectators,
}

/// Something that is seen or not.
#[derive(Clone, Debug)]
pub struct Seen<E> {
    pub span: Span,
    pub kind: SeenKind<E>,
}

#[derive(Clone, Debug)]
pub enum SeenKind<E> {
    /// What lies in a zone, or some cards.
    Cards(E),
    /// A card of this name, wherever it lies.
    Design(DesignId),
    State {
        state: StateId,
        bearer: Option<E>,
    },
    /// How many cards lie in a zone.
    Count(E),
}

/// One entry of `given`.
#[derive(Clone, Debug)]
pub struct GivenThing<E> {
    pub span: Span,
    pub what: GivenWhat<E>,
}

#[derive(Clone, Debug)]
pub enum GivenWhat<E> {
    /// A zone holds these, the top first; `rest`: above what lies there.
    Cards {
        zone: ZoneId,
        owner: Option<E>,
        cards: Vec<GivenCards>,
        rest: bool,
    },
    State {
        state: StateId,
        bearer: Option<E>,
        value: E,
    },
    /// Amounts of some sorts at one place; of others of the group there is nothing.
    Stuff {
        class: Class,
        bearer: E,
        amounts: Vec<(StuffId, E)>,
    },
    Memory {
        memory: MemoryId,
        bearer: Option<E>,
        members: Vec<E>,
    },
    FirstPlayer(E),
    Round(E),
}

/// Equal cards of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenCards {
    pub design: DesignId,
    pub count: u16,
    pub up: Option<bool>,
    pub span: Span,
}

impl<E> Scenario<E> {
    /// The same with other stand-ins for its expressions.
    pub fn map<F>(&self, by: &mut dyn FnMut(&E) -> F) -> Scenario<F> {
        let lines = self.lines.iter().map(|line| Line { span: line.span, kind: line.kind.map(by) }).collect();
        Scenario { title: self.title.clone(), span: self.span, seed: self.seed, lines }
    }
}

impl<E> LineKind<E> {
    fn map<F>(&self, by: &mut dyn FnMut(&E) -> F) -> LineKind<F> {
        match self {
            LineKind::Begin { at, of } => LineKind::Begin { at: *at, of: *of },
            LineKind::Given(things) => LineKind::Given(things.iter().map(|thing| thing.map(by)).collect()),
            LineKind::Answers { who, answers } => {
                LineKind::Answers { who: who.clone(), answers: map_answers(answers, by) }
            }
            LineKind::Chance(answers) => LineKind::Chance(map_answers(answers, by)),
            LineKind::Expect(expectation) => LineKind::Expect(expectation.map(by)),
            LineKind::Snapshot => LineKind::Snapshot,
        }
    }
}

fn map_answers<E, F>(answers: &[Answer<E>], by: &mut dyn FnMut(&E) -> F) -> Vec<Answer<F>> {
    answers.iter().map(|answer| answer.map(by)).collect()
}

impl<E> Answer<E> {
    fn map<F>(&self, by: &mut dyn FnMut(&E) -> F) -> Answer<F> {
        let kind = match &self.kind {
            AnswerKind::List(list) => AnswerKind::List(map_answers(list, by)),
            AnswerKind::One { word, args, meanings } => AnswerKind::One {
                word: word.clone(),
                args: map_answers(args, by),
                meanings: meanings
                    .iter()
                    .map(|meaning| match meaning {
                        Meaning::Word(ty, word) => Meaning::Word(ty.clone(), *word),
                        Meaning::UnitKind(kind) => Meaning::UnitKind(*kind),
                        Meaning::Asked(expr) => Meaning::Asked(by(expr)),
                    })
                    .collect(),
            },
        };
        Answer { span: self.span, kind }
    }
}

impl<E> Expectation<E> {
    fn map<F>(&self, by: &mut dyn FnMut(&E) -> F) -> Expectation<F> {
        match self {
            Expectation::Holds { cond, parts } => Expectation::Holds {
                cond: by(cond),
                parts: parts.iter().map(|(span, part)| (*span, by(part))).collect(),
            },
            Expectation::Offered { who, yes, what } => {
                Expectation::Offered { who: who.clone(), yes: *yes, what: map_answers(what, by) }
            }
            Expectation::Asked { who, yes, about } => {
                Expectation::Asked { who: who.clone(), yes: *yes, about: about.clone() }
            }
            Expectation::Sees { who, yes, what } => {
                let what = what.iter().map(|seen| seen.map(by)).collect();
                Expectation::Sees { who: who.clone(), yes: *yes, what }
            }
            Expectation::Over { yes } => Expectation::Over { yes: *yes },
            Expectation::Ended { who, won } => Expectation::Ended { who: who.clone(), won: *won },
        }
    }
}

impl<E> Seen<E> {
    fn map<F>(&self, by: &mut dyn FnMut(&E) -> F) -> Seen<F> {
        let kind = match &self.kind {
            SeenKind::Cards(cards) => SeenKind::Cards(by(cards)),
            SeenKind::Design(design) => SeenKind::Design(*design),
            SeenKind::State { state, bearer } => SeenKind::State { state: *state, bearer: bearer.as_ref().map(by) },
            SeenKind::Count(zone) => SeenKind::Count(by(zone)),
        };
        Seen { span: self.span, kind }
    }
}

impl<E> GivenThing<E> {
    fn map<F>(&self, by: &mut dyn FnMut(&E) -> F) -> GivenThing<F> {
        let what = match &self.what {
            GivenWhat::Cards { zone, owner, cards, rest } => {
                GivenWhat::Cards { zone: *zone, owner: owner.as_ref().map(by), cards: cards.clone(), rest: *rest }
            }
            GivenWhat::State { state, bearer, value } => {
                GivenWhat::State { state: *state, bearer: bearer.as_ref().map(&mut *by), value: by(value) }
            }
            GivenWhat::Stuff { class, bearer, amounts } => GivenWhat::Stuff {
                class: *class,
                bearer: by(bearer),
                amounts: amounts.iter().map(|(stuff, amount)| (*stuff, by(amount))).collect(),
            },
            GivenWhat::Memory { memory, bearer, members } => GivenWhat::Memory {
                memory: *memory,
                bearer: bearer.as_ref().map(&mut *by),
                members: members.iter().map(by).collect(),
            },
            GivenWhat::FirstPlayer(who) => GivenWhat::FirstPlayer(by(who)),
            GivenWhat::Round(round) => GivenWhat::Round(by(round)),
        };
        GivenThing { span: self.span, what }
    }
}

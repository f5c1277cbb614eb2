//! What stops a game for good: which limit or mistake, where, and inside which effects.

use std::fmt;

use super::{Machine, Run, Trap, Trouble};
use crate::program::Program;
use crate::source::Span;
use crate::state::State;
use crate::state::stack::{Frame, FrameKind};
use crate::vocabulary::Primitive;
use crate::words::Phrase;

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// One decision led to too many steps.
    TooManySteps,
    /// Rounds without end.
    Endless,
    /// Effects inside effects without end.
    TooDeep,
    /// A number left its range, or a division by zero.
    Arithmetic(&'static str),
    TooManyItems,
    TooManyLasting,
    TooManyPutOff,
    /// A rule that never comes to rest.
    Restless(String),
    /// Done inside a `together`, by one of those who act at the same time: what.
    NotTogether(String),
    /// A captured list, a damaged save: the reason.
    Broken(&'static str),
}

/// Faults that name nothing of the game: which one is all there is to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plain {
    TooManySteps,
    Endless,
    TooDeep,
    TooManyItems,
    TooManyLasting,
    TooManyPutOff,
    DividedByZero,
    TooLarge,
    CounterTooLarge,
    TooManyNames,
    EmptyBag,
    StrayProceed,
    NoSuchCard,
    MisplacedOp,
    EndlessCode,
    EffectInCondition,
    AnswerAmongEffects,
}

impl Plain {
    pub(crate) fn kind(self) -> FaultKind {
        match self {
            Plain::TooManySteps => FaultKind::TooManySteps,
            Plain::Endless => FaultKind::Endless,
            Plain::TooDeep => FaultKind::TooDeep,
            Plain::TooManyItems => FaultKind::TooManyItems,
            Plain::TooManyLasting => FaultKind::TooManyLasting,
            Plain::TooManyPutOff => FaultKind::TooManyPutOff,
            Plain::DividedByZero => FaultKind::Arithmetic("it is divided by zero"),
            Plain::TooLarge => FaultKind::Arithmetic("it is too large"),
            Plain::CounterTooLarge => FaultKind::Arithmetic("a counter is too large"),
            Plain::TooManyNames => FaultKind::Broken("a lasting effect refers to too many names"),
            Plain::EmptyBag => FaultKind::Broken("a bag is empty"),
            Plain::StrayProceed => FaultKind::Broken("`proceed` stands outside a replacement"),
            Plain::NoSuchCard => FaultKind::Broken("there is no such card"),
            Plain::MisplacedOp => FaultKind::Broken("an op stands where it cannot"),
            Plain::EndlessCode => FaultKind::Broken("the code ends without a return"),
            Plain::EffectInCondition => FaultKind::Broken("an effect stands in a condition"),
            Plain::AnswerAmongEffects => FaultKind::Broken("an answer stands among effects"),
        }
    }
}

/// A fault with its place and the chain of effects that led to it, innermost first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub kind: FaultKind,
    pub span: Span,
    pub chain: Vec<String>,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultKind::TooManySteps => {
                f.write_str("one decision led to more steps than the engine allows: some effect repeats without end")
            }
            FaultKind::Endless => f.write_str("the game has gone on for 100,000 rounds and does not end"),
            FaultKind::TooDeep => f.write_str("effects trigger each other without end"),
            FaultKind::Arithmetic(what) => write!(f, "a number went wrong: {what}"),
            FaultKind::TooManyItems => f.write_str("a list grew longer than the engine allows"),
            FaultKind::TooManyLasting => f.write_str("too many lasting effects at one time"),
            FaultKind::TooManyPutOff => f.write_str("too many effects put off with `later` at one time"),
            FaultKind::Restless(rule) => {
                write!(f, "{rule} never comes to rest: its condition stays true whatever it does")
            }
            FaultKind::NotTogether(what) => {
                write!(f, "inside `together`, {what}; there all act at once, and each changes only their own things")
            }
            FaultKind::Broken(what) => f.write_str(what),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        for link in self.chain.iter().take(12) {
            write!(f, "\n  in {link}")?;
        }
        if self.chain.len() > 12 {
            write!(f, "\n  … and {} more", self.chain.len() - 12)?;
        }
        Ok(())
    }
}

impl Machine<'_> {
    /// Before a fault is put into words: in a try it only says yes, for it will be met, and told, when it is really done.
    pub(crate) fn fault_only_for_real(&self) -> Run<()> {
        if self.goal.is_some() { Err(Trap::Probed(true)) } else { Ok(()) }
    }

    /// Keeps a fault that is more than its kind, for whoever meets the trap.
    #[cold]
    pub(crate) fn in_trouble(&self, trouble: Trouble) -> Trap {
        self.trouble.set(Some(Box::new(trouble)));
        Trap::Told
    }

    /// The fault that was kept.
    pub(crate) fn told_fault(&self) -> Box<Fault> {
        match self.trouble.take().map(|trouble| *trouble) {
            Some(Trouble::Placed(fault)) => fault,
            Some(Trouble::Naming(kind)) => Box::new(self.fault(kind)),
            None => Box::new(self.fault(FaultKind::Broken("something went wrong"))),
        }
    }

    pub(crate) fn fault(&self, kind: FaultKind) -> Fault {
        let frames = &self.s.stack.frames;
        // Frames without code stand where they were caused.
        let at = frames.iter().rev().find(|f| f.pc != 0).map_or(0, |f| f.pc as usize);
        let span = self.p.spans.get(at).copied().unwrap_or_default();
        Fault { kind, span, chain: under_way(self.p, self.s) }
    }
}

/// What is under way, the innermost first.
pub(crate) fn under_way(program: &Program, state: &State) -> Vec<String> {
    let frames = &state.stack.frames;
    let below = frames.iter().rev().skip(1).map(Some).chain(std::iter::once(None));
    frames.iter().rev().zip(below).filter_map(|(f, below)| frame_name(program, state, f, below)).collect()
}

/// What a frame is, in words; the body of an event goes by the event below it.
fn frame_name(program: &Program, state: &State, frame: &Frame, below: Option<&Frame>) -> Option<String> {
    let action = || program.actions.get(frame.subject as usize).map(|a| program.say(Phrase::InAction, &[&a.name]));
    match frame.kind {
        FrameKind::Event => action(),
        FrameKind::Code => {
            let is_body = below.is_some_and(|b| b.kind == FrameKind::Event && b.subject == frame.subject);
            // Code that is no action's has the number of a built-in one.
            action().filter(|_| !is_body && frame.subject as usize >= Primitive::ALL.len())
        }
        FrameKind::Hook => program.hooks.get(frame.subject as usize).map(|h| program.say(Phrase::InHook, &[&h.name])),
        FrameKind::Ability => {
            let ability = program.nouns.abilities.get(frame.subject as usize).map_or("?", |a| a.name.as_str());
            let card = u16::try_from(frame.this).map_or_else(
                |_| program.word(Phrase::ACard),
                |id| crate::trace::card_name(program, state, crate::ids::ComponentId(id)),
            );
            Some(program.say(Phrase::InAbility, &[&ability, &card]))
        }
        FrameKind::Settle => Some(program.word(Phrase::InRules)),
        FrameKind::Window => {
            program.windows.get(frame.subject as usize).map(|w| program.say(Phrase::InWindow, &[&w.name]))
        }
        FrameKind::Hooks | FrameKind::Together | FrameKind::Closing => None,
    }
}

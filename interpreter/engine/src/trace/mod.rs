//! The trace: every primitive that ran or was skipped and why, with its source line, bindings and choices, as a tree.
//! Off by default; then nothing here runs.

mod bindings;
mod names;
mod telling;
mod text;
mod tree;

use crate::ids::*;
use crate::play::Viewer;
use crate::program::Program;
use crate::program::nouns::{ABSENT, Word};
use crate::program::op::Pc;
use crate::source::Span;
use crate::state::State;
use crate::state::stack::*;
use crate::vocabulary::Primitive;

/// Why a statement did nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It reads a name that is absent.
    Skipped,
    /// A condition is not met.
    NotMet,
    /// There is not enough to pay with.
    NotPaid,
    /// The first block of a `do` or `may` cannot be done in full.
    NotInFull,
    /// What is done in full or not at all turned out to be impossible in its middle; what was done stays.
    CutShort,
    /// Its limit is reached.
    UsedUp,
    /// The action cannot be done.
    NotPossible,
    /// A hook forbids it.
    Forbidden,
    NothingToChoose,
}

impl Mark {
    fn words(self) -> &'static str {
        match self {
            Mark::Skipped => "skipped: what it is about is not there",
            Mark::NotMet => "not done: a condition is not met",
            Mark::NotPaid => "not done: there is not enough to pay with",
            Mark::NotPossible => "not done: it cannot be done now",
            Mark::NotInFull => "not done: it cannot be done in full",
            Mark::CutShort => "the rest is not done: it cannot be done in full",
            Mark::UsedUp => "not done: it is used up for now",
            Mark::Forbidden => "not done: it is forbidden",
            Mark::NothingToChoose => "nothing to choose from",
        }
    }
}

/// What a primitive did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Did {
    Moved {
        card: ComponentId,
        from: PlaceId,
        to: PlaceId,
        up: bool,
    },
    /// Between slots.
    MovedStuff {
        stuff: StuffId,
        amount: Word,
        from: u32,
        to: u32,
    },
    Refilled {
        place: PlaceId,
        from: PlaceId,
    },
    Shuffled {
        place: PlaceId,
    },
    Turned {
        card: ComponentId,
        up: bool,
    },
    Flipped {
        place: PlaceId,
    },
    Swapped {
        a: ComponentId,
        b: ComponentId,
    },
    SwappedZones {
        a: PlaceId,
        b: PlaceId,
    },
    Shown {
        card: ComponentId,
        seats: u32,
    },
    /// Some actors learnt which of these cards have something (`true`).
    Told {
        to: Vec<Word>,
        cards: Vec<(ComponentId, bool)>,
    },
    /// Nobody but those who see it knows it any more.
    Hidden {
        card: ComponentId,
    },
    /// A card did not fit into a full place.
    Full {
        card: ComponentId,
        place: PlaceId,
    },
    Remembered {
        memory: MemoryId,
        bearer: Word,
        what: Word,
    },
    Forgot {
        memory: MemoryId,
        bearer: Word,
        what: Word,
    },
    /// Two actors or units changed places.
    SwappedSpaces {
        a: Word,
        b: Word,
        units: bool,
    },
    Changed {
        state: StateId,
        bearer: Word,
        by: Word,
        to: Word,
    },
    Set {
        state: StateId,
        bearer: Word,
        to: Word,
    },
    Eliminated {
        who: Word,
    },
    /// Who begins.
    First {
        who: Word,
    },
    /// What is added to a roll.
    Bonus {
        to: Word,
    },
    PhaseEnds {
        phase: PhaseId,
    },
    TurnEnds,
    LastRound,
    Phase {
        phase: PhaseId,
        actor: Word,
    },
    Round {
        round: Word,
    },
    Ended,
}

/// One line of the tree, already in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// How deep in effects.
    pub depth: u16,
    pub span: Span,
    /// It happened inside a `together`: nobody is told before the block is over.
    pub together: bool,
    /// As one who sees all would tell it.
    text: String,
    /// As each seat saw it, then as a spectator did.
    seen: Vec<String>,
    /// Whether it is news; the rest is only of interest in a trace.
    news: bool,
}

impl Entry {
    /// The line as a viewer saw it.
    pub fn text(&self, viewer: Viewer) -> &str {
        let seen = match viewer {
            Viewer::All => None,
            Viewer::Seat(seat) => self.seen.get(seat),
            Viewer::Spectator => self.seen.last(),
        };
        seen.map_or(&self.text, |seen| seen)
    }

    /// The line, if it is news.
    pub fn told(&self, viewer: Viewer) -> Option<&str> {
        self.news.then(|| self.text(viewer))
    }
}

/// What was recorded since it was last cleared.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    pub entries: Vec<Entry>,
    shown: Vec<bindings::Shown>,
    /// What happens now is not done by a statement, but by itself: why, and where that is written.
    cause: Option<(String, Span)>,
    /// The event that was announced last: its frame, its place, and the effects before it.
    announced: Option<(usize, Pc, u32)>,
}

/// Where a line of the tree hangs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    /// It was done by the innermost frame.
    Effect,
    /// It stands for the innermost frame, which has just begun.
    Head,
    /// It stands for the event that the innermost frame is about.
    Event,
}

/// One line before it is put into the tree.
struct Line {
    span: Span,
    text: String,
    seen: Vec<String>,
    news: bool,
    level: Level,
}

impl Trace {
    fn push(&mut self, program: &Program, state: &State, line: Line) {
        let Line { span, text, seen, news, level } = line;
        let together = state.stack.lane_of != ABSENT;
        let depth = depth(state, level);
        let Some((why, place)) = &self.cause else {
            self.tell_bindings(program, state, (depth, together), level == Level::Head, &text);
            self.entries.push(Entry { depth, span, together, text, seen, news });
            return;
        };
        let (inner, span) = (depth.saturating_add(1), *place);
        if !self.entries.last().is_some_and(|e| e.depth == inner && e.span == span) {
            let text = why.clone();
            self.entries.push(Entry { depth, span, together, text, seen: Vec::new(), news: false });
        }
        self.entries.push(Entry { depth: inner, span, together, text, seen, news });
    }

    pub(crate) fn note(&mut self, program: &Program, state: &State, pc: Pc, text: String) {
        let span = span_at(program, pc);
        let line = Line { span, text, seen: Vec::new(), news: false, level: Level::Effect };
        self.push(program, state, line);
    }

    pub(crate) fn mark(&mut self, program: &Program, state: &State, pc: Pc, mark: Mark) {
        let words = mark.words();
        let text = match mark {
            Mark::Skipped => match bindings::absent_name(program, state, pc) {
                Some(name) => format!("skipped: there is no `{name}`"),
                None => words.to_owned(),
            },
            _ => match text::primitive_event(program, state) {
                Some(event) => format!("{event} {words}"),
                None => words.to_owned(),
            },
        };
        // Others must not tell being unable from declining.
        let secret = mark == Mark::NotInFull;
        let seen = if secret { vec![String::new(); program.nouns.seats.len() + 1] } else { Vec::new() };
        let line = Line { span: span_at(program, pc), text, seen, news: false, level: Level::Effect };
        self.push(program, state, line);
    }
}

fn span_at(program: &Program, pc: Pc) -> Span {
    program.spans.get(pc as usize).copied().unwrap_or_default()
}

/// How deep in effects a line stands: what an event does stands below it, and so do those who watch it.
fn depth(state: &State, level: Level) -> u16 {
    let frames = &state.stack.frames;
    let below = std::iter::once(None).chain(frames.iter().map(Some));
    let counts = |(f, below): &(&Frame, Option<&Frame>)| match f.kind {
        FrameKind::Hooks | FrameKind::Settle | FrameKind::Window | FrameKind::Together | FrameKind::Closing => false,
        // The body of an event is the event.
        FrameKind::Code => below.is_none_or(|b| b.kind != FrameKind::Event),
        _ => true,
    };
    let all = frames.iter().zip(below).filter(counts).count();
    // What the engine does itself has no line of its own above it: the line says what was done.
    let primitive = |f: &Frame| f.kind == FrameKind::Event && (f.subject as usize) < Primitive::ALL.len();
    let up = match level {
        Level::Effect => 1 + usize::from(frames.last().is_some_and(primitive)),
        Level::Head => 2,
        Level::Event => 3,
    };
    u16::try_from(all.saturating_sub(up)).unwrap_or(u16::MAX)
}

pub use names::{actor_name, card_name, design_name, foreign, place_name, singular, stuff_name, word_name};
pub use text::script_of;
pub use tree::tree_text;

/// The doer's name, or nothing.
pub(crate) fn doer(program: &Program, me: Word) -> String {
    if me == ABSENT { String::new() } else { format!("{} ", actor_name(program, me)) }
}

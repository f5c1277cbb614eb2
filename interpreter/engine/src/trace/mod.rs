//! The trace: every primitive that ran or was skipped and why, with its source line, bindings and choices, as a tree.
//! Off by default; then nothing here runs.

mod bindings;
mod bound;
mod decided;
mod digest;
mod meaning;
mod names;
mod recorder;
pub(crate) mod scripted;
mod telling;
mod text;
mod tree;

use crate::ids::*;
use crate::play::Viewer;
use crate::program::Program;
use crate::program::nouns::{ABSENT, Type, Word};
use crate::program::op::Pc;
use crate::source::Span;
use crate::state::State;
use crate::state::stack::*;
use crate::vm::knows;
use crate::vocabulary::Primitive;
use crate::words::{Language, Phrase};

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
    fn phrase(self) -> Phrase {
        match self {
            Mark::Skipped => Phrase::Skipped,
            Mark::NotMet => Phrase::NotMet,
            Mark::NotPaid => Phrase::NotPaid,
            Mark::NotPossible => Phrase::NotPossible,
            Mark::NotInFull => Phrase::NotInFull,
            Mark::CutShort => Phrase::CutShort,
            Mark::UsedUp => Phrase::UsedUp,
            Mark::Forbidden => Phrase::Forbidden,
            Mark::NothingToChoose => Phrase::NothingToChoose,
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
    /// A card is not of a kind that the place takes.
    Barred {
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
        was: Word,
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
    /// As each seat saw it, then as a spectator did; empty for those who saw nothing of it.
    seen: Vec<String>,
    /// Seats that know all the cards whose texts are under way, as bits: they may see the line of the script.
    lines: u32,
    /// Whether it is news; the rest is only of interest in a trace.
    news: bool,
    /// It stands for the text of a card or a hook, which has just begun.
    head: bool,
}

impl Entry {
    /// The same line where what it stands for goes on.
    fn going_on(&self) -> Entry {
        let on = |text: &String| if text.is_empty() { String::new() } else { format!("{text} …") };
        Entry { text: on(&self.text), seen: self.seen.iter().map(on).collect(), ..self.clone() }
    }

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
        self.news.then(|| self.text(viewer)).filter(|text| !text.is_empty())
    }

    /// Whether a viewer may see the line of the script: not where a card is at work that the viewer does not know.
    fn shows_line(&self, viewer: Viewer) -> bool {
        viewer.seats().iter().all(|seat| self.lines & (1 << (seat.0 & 31)) != 0)
    }
}

/// What was recorded since it was last cleared.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    pub entries: Vec<Entry>,
    left_out: bound::LeftOut,
    shown: Vec<bindings::Shown>,
    /// What happens now is not done by a statement, but by itself: why, and where that is written.
    cause: Option<(String, Span)>,
    /// The event that was announced last: its frame, its place, and the effects before it.
    announced: Option<(usize, Pc, u32)>,
    /// In which lines are counted that were left out.
    language: Language,
    /// What has happened since the last answer, for saves.
    meaning: Digest,
    /// It has no lines: only what they mean is wanted.
    wordless: bool,
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
        self.language = program.language;
        let together = state.stack.lane_of != ABSENT;
        let depth = depth(state, level);
        let lines = lines(program, state);
        let Some((why, place)) = &self.cause else {
            self.tell_bindings(program, state, (depth, together, lines), level == Level::Head, &text);
            self.add(Entry { depth, span, together, text, seen, lines, news, head: level == Level::Head });
            return;
        };
        let (inner, span) = (depth.saturating_add(1), *place);
        // The lines of an answer say it again: they can be read alone.
        if !self.newest().is_some_and(|e| e.depth == inner && e.span == span) {
            let text = why.clone();
            self.add(Entry { depth, span, together, text, seen: Vec::new(), lines, news: false, head: false });
        }
        self.add(Entry { depth: inner, span, together, text, seen, lines, news, head: false });
    }

    pub(crate) fn note(&mut self, program: &Program, state: &State, pc: Pc, text: String) {
        if self.wordless {
            return;
        }
        let lines = lines(program, state);
        let seen = seen_by(program, |seat| if lines & (1 << (seat & 31)) != 0 { text.clone() } else { String::new() });
        let line = Line { span: span_at(program, pc), text, seen, news: false, level: Level::Effect };
        self.push(program, state, line);
    }

    pub(crate) fn mark(&mut self, program: &Program, state: &State, pc: Pc, mark: Mark) {
        if self.wordless {
            return;
        }
        let words = mark.phrase().text(program.language);
        let text = match mark {
            Mark::Skipped => match bindings::absent_name(program, state, pc) {
                Some(name) => program.say(Phrase::SkippedName, &[&name]),
                None => words.to_owned(),
            },
            _ => match text::primitive_event(program, state) {
                Some(event) => format!("{event} {words}"),
                None => words.to_owned(),
            },
        };
        // Why something was not done may turn on what only its doer knows; and nobody is told what nobody was asked.
        let me = state.stack.frames.last().map_or(ABSENT, |f| f.me);
        let lines = lines(program, state);
        let knows_why = |seat: usize| {
            mark != Mark::NotInFull && own_seat(program, me) == Some(seat) && lines & (1 << (seat & 31)) != 0
        };
        let seen = seen_by(program, |seat| if knows_why(seat) { text.clone() } else { String::new() });
        let line = Line { span: span_at(program, pc), text, seen, news: false, level: Level::Effect };
        self.push(program, state, line);
    }
}

/// A line for each seat, and none for spectators.
fn seen_by(program: &Program, line: impl Fn(usize) -> String) -> Vec<String> {
    (0..program.nouns.seats.len()).map(line).chain(std::iter::once(String::new())).collect()
}

/// The seat of an actor.
fn own_seat(program: &Program, actor: Word) -> Option<usize> {
    usize::try_from(actor).ok().and_then(|i| program.nouns.actors.get(i)).and_then(|a| a.seat).map(|s| s.index())
}

/// Seats that know all the cards whose texts are under way.
fn lines(program: &Program, state: &State) -> u32 {
    let stack = &state.stack;
    let texts = stack.frames.iter().filter_map(|f| u16::try_from(f.this).ok()).map(ComponentId);
    // What an action is done to decides what becomes of it, too.
    let conditional = |f: &Frame| {
        let is_action = f.kind == FrameKind::Code && f.subject as usize >= Primitive::ALL.len();
        is_action && program.actions.get(f.subject as usize).is_some_and(|a| !a.plain)
    };
    let done_to = |f: &&Frame| f.kind == FrameKind::Event || conditional(f);
    let subjects = stack.frames.iter().filter(done_to).flat_map(|f| {
        let types = program.actions.get(f.subject as usize).map_or(&[][..], |a| &a.param_types);
        let cards = types.iter().enumerate().filter(|(_, ty)| matches!(ty, Type::Component(_)));
        cards.filter_map(|(i, _)| stack.regs.get(f.base as usize + i)).filter_map(|r| u16::try_from(*r).ok())
    });
    let cards = texts.chain(subjects.map(ComponentId));
    let knows = |card: ComponentId, seat: usize| knows(program, state, Some(SeatId::from_index(seat)), card);
    cards.fold(u32::MAX, |bits, card| {
        (0..32).filter(|seat| !knows(card, *seat)).fold(bits, |bits, seat| bits & !(1 << seat))
    })
}

/// Whether a viewer knows all the cards whose texts are under way.
pub(crate) fn shows_text(program: &Program, state: &State, viewer: Viewer) -> bool {
    let seats = viewer.seats();
    let bits = if seats.is_empty() { u32::MAX } else { lines(program, state) };
    seats.iter().all(|seat| bits & (1 << (seat.0 & 31)) != 0)
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

pub(crate) use bindings::names_in;
pub(crate) use digest::Digest;
pub use names::{
    actor_name, bundle, card_name, counted_state, design_name, foreign, pieces as stuff_pieces, place_name, space_name,
    state_heading, state_label, stuff_name, word_name,
};
pub use recorder::Recorder;
pub(crate) use recorder::{Clause, Seek, statement_at};
pub(crate) use text::is_secret;
pub use text::script_of;
pub(crate) use tree::tree_lines;
pub use tree::{tree_from, tree_text};

/// The doer's name, or nothing.
pub(crate) fn doer(program: &Program, me: Word) -> String {
    if me == ABSENT { String::new() } else { format!("{} ", actor_name(program, me)) }
}

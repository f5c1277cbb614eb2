//! The trace: every primitive that ran or was skipped and why, with its source line, bindings and choices, as a tree.
//! Off by default; then nothing here runs.

mod bindings;
mod names;
mod text;

use crate::ids::*;
use crate::play::Viewer;
use crate::program::nouns::{ABSENT, Word};
use crate::program::op::Pc;
use crate::program::{HookKind, Program};
use crate::source::{SourceFile, Span};
use crate::state::State;
use crate::state::stack::*;
use crate::vm::Machine;
use crate::vocabulary::{Primitive, When};

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

/// Words for what happens, built only when a trace is wanted.
impl Machine<'_> {
    /// A line that only the trace has.
    fn tracing(&mut self, text: impl Fn(&Program, &State, Viewer) -> String) {
        self.trace_line(self.here(), Level::Effect, text, false);
    }

    /// A line that is also told to the seats, each as it saw it; what setup does is not.
    fn telling(&mut self, text: impl Fn(&Program, &State, Viewer) -> String) {
        let told = !self.s.flow.quiet;
        self.trace_line(self.here(), Level::Effect, text, told);
    }

    /// Where the innermost code stands.
    fn here(&self) -> Span {
        span_at(self.p, self.s.stack.frames.iter().rev().find(|f| f.pc != 0).map_or(0, |f| f.pc))
    }

    fn trace_line(&mut self, span: Span, level: Level, text: impl Fn(&Program, &State, Viewer) -> String, news: bool) {
        let Some(trace) = self.trace.as_deref_mut() else { return };
        let words = text(self.p, self.s, Viewer::All);
        let seats = (0..self.p.nouns.seats.len()).map(Viewer::Seat).chain(std::iter::once(Viewer::Spectator));
        let seen = seats.map(|v| text(self.p, self.s, v)).collect();
        trace.push(self.p, self.s, Line { span, text: words, seen, news, level });
    }

    pub(crate) fn trace_did(&mut self, did: Did) {
        if self.trace.is_some() {
            self.telling(|p, s, v| text::did(p, s, v, &did));
        }
    }

    pub(crate) fn trace_call(&mut self, action: ActionId, args: usize) {
        if self.trace.is_some() {
            let me = self.ctx.me;
            self.tracing(|p, s, v| text::call(p, s, v, action, args, me));
        }
    }

    pub(crate) fn trace_hook(&mut self, hook: HookId, this: Word, me: Word) {
        if self.trace.is_some() {
            self.trace_announced(hook);
            let span = self.p.hooks.get(hook.index()).map(|h| h.span).unwrap_or_default();
            self.trace_line(span, Level::Head, |p, s, v| text::hook(p, s, v, hook, this, me), false);
        }
    }

    /// What the engine is about to do has no line yet when something comes before it or in its place.
    fn trace_announced(&mut self, hook: HookId) {
        let first = |event: &Frame| match self.p.hooks.get(hook.index()).map(|h| h.kind) {
            Some(HookKind::Watch(When::InsteadOf)) => list_parts(event.used).1 <= crate::vm::USED,
            Some(HookKind::Watch(When::Before)) => list_parts(event.used).1 == 0,
            _ => false,
        };
        let below = self.s.stack.frames.iter().enumerate().rev().skip(1);
        let event = below.take(2).find(|(_, f)| f.kind == FrameKind::Event).map(|(at, f)| (at, *f));
        let Some((at, event)) = event.filter(|(_, f)| (f.subject as usize) < Primitive::ALL.len() && first(f)) else {
            return;
        };
        let key = (at, event.pc, self.s.flow.effects);
        let known = self.trace.as_deref_mut().is_some_and(|t| t.announced.replace(key) == Some(key));
        if !known {
            let (action, args) = (ActionId(event.subject), event.base as usize);
            let span = span_at(self.p, event.pc);
            self.trace_line(span, Level::Event, |p, s, v| text::about_to(p, s, v, action, args, event.me), false);
        }
    }

    pub(crate) fn trace_ability(&mut self, card: ComponentId, ability: AbilityId) {
        if self.trace.is_some() {
            let below = self.s.stack.frames.iter().rev().nth(1).map_or(0, |f| f.pc);
            let span = span_at(self.p, below);
            self.trace_line(span, Level::Head, |p, s, v| text::ability(p, s, v, card, ability), false);
        }
    }

    /// From here on, to the end of it, a display fills itself.
    pub(crate) fn trace_filling(&mut self, place: PlaceId) {
        if let Some(trace) = self.trace.as_deref_mut() {
            let zone = self.p.nouns.places.get(place.index()).and_then(|p| self.p.nouns.zones.get(p.zone.index()));
            let span = zone.map(|z| z.span).unwrap_or_default();
            trace.cause = Some((format!("{} fills itself", place_name(self.p, place)), span));
        }
    }

    pub(crate) fn trace_filled(&mut self) {
        if let Some(trace) = self.trace.as_deref_mut() {
            trace.cause = None;
        }
    }

    /// What was put off to the end of an effect happens now.
    pub(crate) fn trace_later(&mut self) {
        self.trace_line(self.here(), Level::Head, |_, _, _| "what was put off happens".to_owned(), false);
    }

    pub(crate) fn trace_chosen(&mut self, info: u16, value: Reg) {
        if self.trace.is_some() {
            let me = self.ctx.me;
            self.telling(|p, s, v| text::chosen(p, s, v, info, &[word(value)], me));
        }
    }

    /// What chance gave.
    pub(crate) fn trace_given(&mut self, info: u16, words: &[Word]) {
        if self.trace.is_some() {
            self.telling(|p, s, v| text::given(p, s, v, info, words));
        }
    }

    /// The shares of a split: those who share, then how much each got.
    pub(crate) fn trace_split(&mut self, info: u16, split: Reg) {
        if self.trace.is_some() {
            let words = self.list(split).to_vec();
            let me = self.ctx.me;
            self.telling(|p, s, v| text::shares(p, s, v, info, &words, me));
        }
    }

    /// What lasts from now on, as it is written.
    pub(crate) fn trace_lasting(&mut self, hook: HookId) {
        self.tracing(|p, _, _| format!("from now on: {}", text::script_of(p, hook)));
    }

    /// Somebody could have answered a window and did not.
    pub(crate) fn trace_passed(&mut self, actor: Word) {
        self.tracing(|p, _, v| text::passed(p, v, actor));
    }

    pub(crate) fn trace_chosen_list(&mut self, info: u16, list: Reg) {
        if self.trace.is_some() {
            let words = self.list(list).to_vec();
            let me = self.ctx.me;
            self.telling(|p, s, v| text::chosen(p, s, v, info, &words, me));
        }
    }

    pub(crate) fn trace_asked(&mut self, yes: bool) {
        if self.trace.is_some() {
            let me = self.ctx.me;
            self.tracing(|p, _, v| text::asked(p, v, yes, me));
        }
    }

    pub(crate) fn trace_offered(&mut self, offer: u16, choice: Choice) {
        if self.trace.is_some() {
            let me = self.ctx.me;
            let option = self.p.offers.get(offer as usize).and_then(|o| o.options.get(choice.tag as usize));
            let span = option.map(|o| o.span).unwrap_or_default();
            let told = !self.s.flow.quiet;
            self.trace_line(span, Level::Effect, |p, s, v| text::offered(p, s, v, offer, choice, me), told);
        }
    }

    pub(crate) fn trace_paid(&mut self, bundle: Reg) {
        if self.trace.is_some() {
            let words = self.list(bundle).to_vec();
            let me = self.ctx.me;
            let name = bindings::as_name(self.p, self.here());
            self.telling(|p, _, _| format!("{}pays {}{name}", doer(p, me), names::bundle(p, &words)));
        }
    }

    pub(crate) fn trace_rolled(&mut self, dice: DiceId, pool: Reg) {
        if self.trace.is_some() {
            let faces = self.list(pool).get(1..).unwrap_or(&[]).to_vec();
            let name = bindings::as_name(self.p, self.here());
            self.telling(|p, _, _| text::rolled(p, dice, &faces, &name));
        }
    }

    /// Pieces of several sorts, picked one by one.
    pub(crate) fn trace_picked(&mut self, info: u16, bundle: Reg) {
        if self.trace.is_some() {
            let words = self.list(bundle).to_vec();
            let me = self.ctx.me;
            self.telling(|p, _, _| text::picked(p, info, &words, me));
        }
    }

    /// A card has no such ability.
    pub(crate) fn trace_lacks(&mut self, card: ComponentId, ability: AbilityId) {
        if self.trace.is_some() {
            self.tracing(|p, s, v| text::lacks(p, s, v, card, ability));
        }
    }

    /// An ability is not run, and why.
    pub(crate) fn trace_not_run(&mut self, card: ComponentId, ability: AbilityId, mark: Mark) {
        if self.trace.is_some() {
            let why = mark.words();
            self.tracing(|p, s, v| format!("{} {why}", text::ability(p, s, v, card, ability)));
        }
    }

    /// A replacement goes on with what it replaces.
    pub(crate) fn trace_proceeds(&mut self, action: ActionId, args: usize, me: Word) {
        if self.trace.is_some() && action.index() >= Primitive::ALL.len() {
            self.tracing(|p, s, v| format!("and so {}", text::call(p, s, v, action, args, me)));
        }
    }

    /// A watcher that was to act is gone, or its condition no longer holds.
    pub(crate) fn trace_no_longer(&mut self, hook: HookId, this: Word) {
        if self.trace.is_some() {
            let span = self.p.hooks.get(hook.index()).map(|h| h.span).unwrap_or_default();
            self.trace_line(span, Level::Effect, |p, s, v| text::no_longer(p, s, v, hook, this), false);
        }
    }
}

/// The name of a file without its folders, where no other file has the same.
fn short_name<'p>(program: &'p Program, file: &'p SourceFile) -> &'p str {
    let last = |file: &'p SourceFile| file.name.rsplit('/').next().unwrap_or(&file.name);
    let short = last(file);
    if program.sources.iter().filter(|(_, other)| last(other) == short).count() > 1 { &file.name } else { short }
}

/// Entries as an indented tree, each with the line of its script; equal neighbours as one.
pub fn tree_text(program: &Program, entries: &[Entry], viewer: Viewer) -> String {
    let mut text = String::new();
    // The depths of the lines above: each line stands one step below the nearest that is less deep.
    let mut above: Vec<u16> = Vec::new();
    let mut told = entries.iter().filter(|e| !e.text(viewer).is_empty()).peekable();
    while let Some(entry) = told.next() {
        let same = |e: &&Entry| e.depth == entry.depth && e.span == entry.span && e.text(viewer) == entry.text(viewer);
        let mut times = 1;
        while told.next_if(same).is_some() {
            times += 1;
        }
        while above.last().is_some_and(|d| *d >= entry.depth) {
            above.pop();
        }
        text.push_str(&"  ".repeat(above.len()));
        above.push(entry.depth);
        if times > 1 {
            text.push_str(&format!("{times} × "));
        }
        text.push_str(entry.text(viewer));
        if let Some(file) = program.sources.get(entry.span.file)
            && entry.span.end > 0
        {
            let line = file.line_column(entry.span.start).line;
            text.push_str(&format!("  [{}:{line}]", short_name(program, file)));
        }
        text.push('\n');
    }
    text
}

pub use names::{actor_name, card_name, design_name, place_name, singular, stuff_name, word_name};
pub use text::script_of;

/// The doer's name, or nothing.
pub(crate) fn doer(program: &Program, me: Word) -> String {
    if me == ABSENT { String::new() } else { format!("{} ", actor_name(program, me)) }
}

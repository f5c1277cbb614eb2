//! The trace: every primitive that ran or was skipped and why, with its source line, bindings and choices, as a tree.
//! Off by default; then nothing here runs.

mod text;

use crate::ids::*;
use crate::play::Viewer;
use crate::program::Program;
use crate::program::nouns::{ABSENT, Type, Word};
use crate::program::op::Pc;
use crate::source::Span;
use crate::state::State;
use crate::state::keys::mix;
use crate::state::stack::*;
use crate::vm::{Machine, Seen, knows, value_seen};

/// Why a statement did nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It reads a name that is absent.
    Skipped,
    /// A condition is not met.
    NotMet,
    /// The action cannot be done.
    NotPossible,
    /// A hook forbids it.
    Forbidden,
    NothingToChoose,
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
        self.news.then(|| self.text(viewer)).filter(|text| !text.is_empty())
    }

    /// Whether a viewer may see the line of the script: not where a card is at work that the viewer does not know.
    fn shows_line(&self, viewer: Viewer) -> bool {
        viewer.seats().iter().all(|seat| self.lines & (1 << (seat.0 & 31)) != 0)
    }

    /// Whether there is anything for a viewer in it.
    fn concerns(&self, viewer: Viewer) -> bool {
        !self.text(viewer).is_empty()
    }
}

/// What was recorded since it was last cleared.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    pub entries: Vec<Entry>,
}

impl Trace {
    fn push(&mut self, program: &Program, state: &State, pc: Pc, text: String, seen: Vec<String>, news: bool) {
        let depth = state
            .stack
            .frames
            .iter()
            .filter(|f| !matches!(f.kind, FrameKind::Hooks | FrameKind::Settle | FrameKind::Window))
            .count()
            .saturating_sub(1);
        let span = program.spans.get(pc as usize).copied().unwrap_or_default();
        let together = state.stack.lane_of != ABSENT;
        let depth = u16::try_from(depth).unwrap_or(u16::MAX);
        let lines = lines(program, state);
        self.entries.push(Entry { depth, span, together, text, seen, lines, news });
    }

    pub(crate) fn note(&mut self, program: &Program, state: &State, pc: Pc, text: String) {
        let lines = lines(program, state);
        let seen = seen_by(program, |seat| if lines & (1 << (seat & 31)) != 0 { text.clone() } else { String::new() });
        self.push(program, state, pc, text, seen, false);
    }

    pub(crate) fn mark(&mut self, program: &Program, state: &State, pc: Pc, mark: Mark) {
        let text = match mark {
            Mark::Skipped => "skipped: a name it reads is absent",
            Mark::NotMet => "not done: a condition is not met",
            Mark::NotPossible => "not done: it cannot be done now",
            Mark::Forbidden => "not done: it is forbidden",
            Mark::NothingToChoose => "nothing to choose from",
        };
        // Why something was not done may turn on what only its doer knows.
        let me = state.stack.frames.last().map_or(ABSENT, |f| f.me);
        let lines = lines(program, state);
        let own = |seat: usize| own_seat(program, me) == Some(seat) && lines & (1 << (seat & 31)) != 0;
        let seen = seen_by(program, |seat| if own(seat) { text.into() } else { String::new() });
        self.push(program, state, pc, text.to_owned(), seen, false);
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
    let subjects = stack.frames.iter().filter(|f| f.kind == FrameKind::Event).flat_map(|f| {
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

/// Words for what happens, built only when a trace is wanted.
impl Machine<'_> {
    /// A line that only the trace has.
    fn tracing(&mut self, text: impl Fn(&Program, &State, Viewer) -> String) {
        self.trace_line(text, false);
    }

    /// A line that is also told to the seats, each as it saw it; what setup does is not.
    fn telling(&mut self, text: impl Fn(&Program, &State, Viewer) -> String) {
        let told = !self.s.flow.quiet;
        self.trace_line(text, told);
    }

    /// A line for those on the seat of one actor only: that somebody declined tells the others that there was a choice.
    fn tracing_to(&mut self, actor: Word, text: impl Fn(&Program) -> String) {
        let own = self.seat_of(actor);
        let concerns = |v: Viewer| match v {
            Viewer::All => true,
            Viewer::Seat(seat) => own.is_some_and(|own| own.index() == seat),
            Viewer::Spectator => false,
        };
        self.trace_line(|p, _, v| if concerns(v) { text(p) } else { String::new() }, false);
    }

    fn trace_line(&mut self, text: impl Fn(&Program, &State, Viewer) -> String, told: bool) {
        let Some(trace) = self.trace.as_deref_mut() else { return };
        let pc = self.s.stack.frames.iter().rev().find(|f| f.pc != 0).map_or(0, |f| f.pc);
        let words = text(self.p, self.s, Viewer::All);
        let seats = (0..self.p.nouns.seats.len()).map(Viewer::Seat).chain(std::iter::once(Viewer::Spectator));
        let seen = seats.map(|v| text(self.p, self.s, v)).collect();
        trace.push(self.p, self.s, pc, words, seen, told);
    }

    pub(crate) fn trace_did(&mut self, did: Did) {
        if self.s.keys.on() {
            self.observe_did(&did);
        }
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
            self.tracing(|p, s, v| text::hook(p, s, v, hook, this, me));
        }
    }

    pub(crate) fn trace_ability(&mut self, card: ComponentId, ability: AbilityId) {
        if self.trace.is_some() {
            self.tracing(|p, s, v| text::ability(p, s, v, card, ability));
        }
    }

    pub(crate) fn trace_chosen(&mut self, info: u16, value: Reg) {
        self.observe_chosen(info, &[word(value)], Seen::Chosen);
        if self.trace.is_some() {
            let me = self.ctx.me;
            self.telling(|p, s, v| text::chosen(p, s, v, info, &[word(value)], me));
        }
    }

    /// What was chosen or given, as each seat saw it.
    fn observe_chosen(&mut self, info: u16, values: &[Word], seen: Seen) {
        let me = self.ctx.me;
        self.observe(seen, |p, s, seat| {
            let start = mix(me as u64, u64::from(info));
            let ty = p.choices.get(info as usize).map(|c| &c.ty);
            values.iter().fold(start, |key, v| mix(key, ty.map_or(0, |ty| value_seen(p, s, seat, ty, *v))))
        });
    }

    /// What chance gave.
    pub(crate) fn trace_given(&mut self, info: u16, words: &[Word]) {
        self.observe_chosen(info, words, Seen::Given);
        if self.trace.is_some() {
            self.telling(|p, s, v| text::given(p, s, v, info, words));
        }
    }

    /// The shares of a split: those who share, then how much each got.
    pub(crate) fn trace_split(&mut self, info: u16, split: Reg) {
        if self.observing() {
            let words = self.list(split).to_vec();
            let (who, shares) = words.split_at(words.len() / 2);
            self.observe_chosen(info, who, Seen::Shares);
            self.observe(Seen::Shares, |_, _, _| shares.iter().fold(0, |key, n| mix(key, *n as u64)));
        }
        if self.trace.is_some() {
            let words = self.list(split).to_vec();
            let me = self.ctx.me;
            self.telling(|p, s, v| text::shares(p, s, v, info, &words, me));
        }
    }

    /// What lasts from now on, as it is written.
    pub(crate) fn trace_lasting(&mut self, hook: HookId) {
        self.tracing(|p, s, v| {
            let lines = lines(p, s);
            if v.seats().iter().any(|seat| lines & (1 << (seat.0 & 31)) == 0) {
                return String::new();
            }
            format!("from now on: {}", text::script_of(p, hook))
        });
    }

    /// Somebody could have answered a window and did not.
    pub(crate) fn trace_passed(&mut self, actor: Word) {
        self.tracing_to(actor, |p| format!("{}passes", doer(p, actor)));
    }

    pub(crate) fn trace_chosen_list(&mut self, info: u16, list: Reg) {
        if self.observing() {
            let words = self.list(list).to_vec();
            self.observe_chosen(info, &words, Seen::Chosen);
        }
        if self.trace.is_some() {
            let words = self.list(list).to_vec();
            let me = self.ctx.me;
            self.telling(|p, s, v| text::chosen(p, s, v, info, &words, me));
        }
    }

    pub(crate) fn trace_asked(&mut self, yes: bool) {
        if self.trace.is_some() {
            let me = self.ctx.me;
            if yes {
                self.tracing(|p, _, _| text::asked(p, yes, me));
            } else {
                self.tracing_to(me, |p| text::asked(p, yes, me));
            }
        }
    }

    pub(crate) fn trace_offered(&mut self, offer: u16, choice: Choice) {
        let me = self.ctx.me;
        self.observe(Seen::Offered, |p, s, seat| {
            let option = p.offers.get(offer as usize).and_then(|o| o.options.get(choice.tag as usize));
            let value = option.map_or(0, |o| value_seen(p, s, seat, &o.ty, word(choice.value)));
            [u64::from(offer), u64::from(choice.tag), value].iter().fold(me as u64, |key, w| mix(key, *w))
        });
        if self.trace.is_some() {
            let me = self.ctx.me;
            self.telling(|p, s, v| text::offered(p, s, v, offer, choice, me));
        }
    }

    pub(crate) fn trace_paid(&mut self, bundle: Reg) {
        if self.observing() {
            let words = self.list(bundle).to_vec();
            self.observe(Seen::Paid, |_, _, _| words.iter().fold(0, |key, w| mix(key, *w as u64)));
        }
        if self.trace.is_some() {
            let words = self.list(bundle).to_vec();
            let me = self.ctx.me;
            self.telling(|p, _, _| format!("{}pays {}", doer(p, me), text::bundle(p, &words)));
        }
    }

    pub(crate) fn trace_rolled(&mut self, dice: DiceId, pool: Reg) {
        if self.observing() {
            let faces = self.list(pool).to_vec();
            self.observe(Seen::Rolled, |_, _, _| faces.iter().fold(u64::from(dice.0), |key, w| mix(key, *w as u64)));
        }
        if self.trace.is_some() {
            let faces = self.list(pool).get(1..).unwrap_or(&[]).to_vec();
            self.telling(|p, _, _| text::rolled(p, dice, &faces));
        }
    }
}

/// Entries as an indented tree, each with the line of its script; equal neighbours as one.
pub fn tree_text(program: &Program, entries: &[Entry], viewer: Viewer) -> String {
    let entries: Vec<&Entry> = entries.iter().filter(|e| e.concerns(viewer)).collect();
    let least = entries.iter().map(|e| e.depth).min().unwrap_or(0);
    let mut text = String::new();
    let mut at = 0;
    while let Some(entry) = entries.get(at) {
        let same = |e: &&&Entry| e.depth == entry.depth && e.span == entry.span && e.text(viewer) == entry.text(viewer);
        let times = entries.get(at..).unwrap_or(&[]).iter().take_while(same).count().max(1);
        at += times;
        text.push_str(&"  ".repeat((entry.depth - least) as usize));
        if times > 1 {
            text.push_str(&format!("{times} × "));
        }
        text.push_str(entry.text(viewer));
        if let Some(file) = program.sources.get(entry.span.file)
            && entry.span.end > 0
            && entry.shows_line(viewer)
        {
            let line = file.line_column(entry.span.start).line;
            text.push_str(&format!("  [{}:{line}]", file.name));
        }
        text.push('\n');
    }
    text
}

pub use text::{actor_name, card_name, design_name, foreign, place_name, script_of, singular, stuff_name, word_name};

/// The doer's name, or nothing.
pub(crate) fn doer(program: &Program, me: Word) -> String {
    if me == ABSENT { String::new() } else { format!("{} ", actor_name(program, me)) }
}

//! Which names hold where the trace is, and which of them are absent.

use super::text::{seen_value, seen_word};
use super::{Entry, Trace};
use crate::play::Viewer;
use crate::program::nouns::{ABSENT, KindSet, Type};
use crate::program::op::{FIRST_CONSTANT, Pc, R};
use crate::program::{BindingInfo, Program, Told};
use crate::source::Span;
use crate::state::State;
use crate::state::stack::*;
use crate::words::Phrase;

/// A binding that the trace has told already.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    lane: crate::program::nouns::Word,
    frame: usize,
    binding: usize,
    text: String,
}

/// The innermost of the first frames, with its number, if it runs code.
fn running(state: &State, frames: usize) -> Option<(usize, Frame)> {
    let at = frames.checked_sub(1)?;
    let frame = state.stack.frames.get(at).copied()?;
    frame.kind.runs_ops().then_some((at, frame))
}

fn register(program: &Program, state: &State, frame: Frame, r: R) -> Reg {
    if let Some(number) = r.checked_sub(FIRST_CONSTANT) {
        return program.constants.get(usize::from(number)).copied().unwrap_or(NONE);
    }
    state.stack.regs.get(frame.base as usize + r as usize).copied().unwrap_or(NONE)
}

impl Trace {
    /// Tells the names that hold now, those that are new or have changed. They may come from what a seat cannot know:
    /// only one who sees all is told. `line`: what is told next.
    pub(super) fn tell_bindings(
        &mut self,
        program: &Program,
        state: &State,
        (depth, together, lines): (u16, bool, u32),
        head: bool,
        line: &str,
    ) {
        let lane = state.stack.lane_of;
        // The frame that a head stands for has bound nothing yet: what matters is the one that began it.
        let frames = state.stack.frames.len().saturating_sub(usize::from(head));
        self.shown.retain(|s| s.lane != lane || s.frame < frames);
        let Some((at, frame)) = running(state, frames) else { return };
        let holds = |b: &BindingInfo| b.from <= frame.pc && frame.pc < b.to;
        let left = |s: &Shown| s.frame == at && !program.bindings.get(s.binding).is_some_and(holds);
        self.shown.retain(|s| s.lane != lane || !left(s));
        for (binding, info) in program.bindings.iter().enumerate().filter(|(_, b)| holds(b)) {
            let value = register(program, state, frame, info.register);
            if value == NONE || info.name.is_empty() || matches!(info.told, Told::ByStatement | Told::Elsewhere) {
                continue;
            }
            let words = seen_value(program, state, Viewer::All, &info.ty, value);
            let text = program.say(Phrase::NameIs, &[&info.name, &words]);
            let here = |s: &Shown| s.lane == lane && s.frame == at;
            if self.shown.iter().any(|s| here(s) && s.binding == binding && s.text == text) {
                continue;
            }
            // Names bound inside this one's scope are bound anew.
            self.shown.retain(|s| !here(s) || s.binding < binding);
            self.shown.push(Shown { lane, frame: at, binding, text: text.clone() });
            if info.told == Told::Unnamed && info.ty != Type::Number && line.contains(&words) {
                continue;
            }
            let seen = vec![String::new(); program.nouns.seats.len() + 1];
            self.add(Entry { depth, span: info.span, together, text, seen, lines, news: false, head: false });
        }
    }
}

/// The name that a statement gives to what it tells itself, with the word before it.
pub(super) fn as_name(program: &Program, statement: Span) -> String {
    let named = program.bindings.iter().find(|b| b.span == statement && b.told == Told::ByStatement);
    named.map_or_else(String::new, |b| program.say(Phrase::As, &[&b.name]))
}

/// The name whose absence lets the statement at a place be skipped.
pub(super) fn absent_name<'p>(program: &'p Program, state: &State, pc: Pc) -> Option<&'p str> {
    let (_, frame) = running(state, state.stack.frames.len())?;
    let around = program.reads.iter().filter(|r| r.from <= pc && pc < r.to);
    let statement = around.min_by_key(|r| r.to - r.from)?;
    let absent = statement.names.iter().find(|(r, _)| register(program, state, frame, *r) == NONE);
    absent.map(|(_, name)| name.as_str()).filter(|name| !name.is_empty())
}

/// The names that hold in a frame, with what they mean to one who sees all; absent ones as such. First comes who acts, and
/// in the text of a card the card.
pub(crate) fn names_in(program: &Program, state: &State, frame: usize) -> Vec<(String, String)> {
    let Some((_, frame)) = running(state, frame + 1) else { return Vec::new() };
    let on_card = matches!(frame.kind, FrameKind::Ability | FrameKind::Hook);
    let own = [
        ("me", frame.me, true, Type::Actor),
        ("this", frame.this, on_card, Type::Component(KindSet::default())),
        ("who", frame.who, frame.kind == FrameKind::Hook, Type::Actor),
    ];
    let there = own.into_iter().filter(|(_, value, holds, _)| *holds && *value != ABSENT);
    let mut names: Vec<(String, String)> = there
        .map(|(name, value, _, ty)| (name.to_owned(), seen_word(program, state, Viewer::All, &ty, value)))
        .collect();
    for info in program.bindings.iter().filter(|b| b.from <= frame.pc && frame.pc < b.to && !b.name.is_empty()) {
        let value = register(program, state, frame, info.register);
        let words = match value {
            NONE => program.word(Phrase::Absent),
            value => seen_value(program, state, Viewer::All, &info.ty, value),
        };
        names.retain(|(name, _)| *name != info.name);
        names.push((info.name.clone(), words));
    }
    names
}

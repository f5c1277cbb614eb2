//! `instead of`: what stands in for an event, and `proceed`, which goes on with the original.

use super::event::{PROCEEDS, WENT_ON, replaced};
use super::notes::{NOTE, Note};
use super::{Machine, Next, Plain, Run, Trap};
use crate::program::HookIndex;
use crate::program::nouns::{ABSENT, Word};
use crate::program::op::R;
use crate::state::stack::*;

/// Words of one used replacement: hook, `this`, block of a lasting one.
pub(crate) const USED: usize = 3;

impl Machine<'_> {
    pub(crate) fn replace_event(&mut self, frame: Frame, index: &HookIndex, args: usize, params: u16) -> Run<Next> {
        let candidates = self.note_hooks(index, frame.me, args, params, true)?;
        let count = list_parts(candidates).1 / NOTE;
        self.s.stack.pending.options.clear();
        for i in 0..count {
            let Some(note) = self.note(candidates, i) else { continue };
            if self.already_used(frame.used, note) || self.inside_hook(note) {
                continue;
            }
            let value = if note.this == ABSENT { Reg::from(note.hook.0) } else { reg(note.this) };
            // Copies of one text are one option; so are lasting effects that captured the same.
            let known = self
                .s
                .stack
                .pending
                .options
                .iter()
                .any(|o| self.note(candidates, o.tag as usize).is_some_and(|other| self.same_effect(other, note)));
            if !known {
                self.s.stack.pending.options.push(Choice { tag: i as u16, value, weight: u64::from(note.hook.0) });
            }
        }
        let answer = self.take_answer();
        let chosen = match (answer, self.s.stack.pending.options.as_slice()) {
            (Some(answer), _) => answer,
            (None, []) => {
                self.set_stage(Stage::Before);
                return Ok(Next::Elsewhere);
            }
            (None, [only]) => *only,
            (None, _) => {
                let (start, ..) = list_parts(candidates);
                self.s.stack.lists.truncate(start);
                return self.open_question(Question::Order, u16::MAX, frame.me, 1, 1);
            }
        };
        let Some(note) = self.note(candidates, chosen.tag as usize) else { return Ok(Next::Elsewhere) };
        let used = self.with_used(frame.used, note)?;
        let effects = self.s.flow.effects;
        if let Some(top) = self.frame_mut() {
            top.stage = Stage::Replacing;
            top.used = used;
            top.effects = effects;
        }
        let next = self.enter_hook(note.hook, note.me, note.this, frame.me, args, self.lasting_at(note))?;
        if let Some(hook) = self.frame_mut().filter(|f| f.kind == FrameKind::Hook) {
            hook.give = frame.give;
        }
        Ok(next)
    }

    fn already_used(&self, used: Reg, note: Note) -> bool {
        (0..list_parts(used).1 / USED).any(|i| {
            [Word::from(note.hook.0), note.this, note.block]
                .iter()
                .enumerate()
                .all(|(at, w)| self.item(used, i * USED + at) == Some(*w))
        })
    }

    fn with_used(&mut self, used: Reg, note: Note) -> Run<Reg> {
        let mark = self.list_mark();
        self.append(used)?;
        for w in [Word::from(note.hook.0), note.this, note.block] {
            self.push_word(w)?;
        }
        Ok(self.list_since(mark))
    }

    /// A replacement never applies inside its own body.
    fn inside_hook(&self, note: Note) -> bool {
        let block = reg(note.block);
        self.s
            .stack
            .frames
            .iter()
            .any(|f| f.kind == FrameKind::Hook && f.subject == note.hook.0 && f.this == note.this && f.used == block)
    }

    /// Goes on with the original event; its (changed) arguments start at `args`.
    pub(crate) fn proceed(&mut self, args: R) -> Run<Next> {
        let frames = &self.s.stack.frames;
        let at = replaced(frames);
        let Some((at, event)) = at.and_then(|at| Some((at, frames.get(at).copied()?))) else {
            return Err(Trap::Fault(Plain::StrayProceed));
        };
        self.check_depth()?;
        let p = self.p;
        let params = p.actions.get(event.subject as usize).map_or(0, |a| a.params) as usize;
        let from = self.ctx.base + args as usize;
        // What a primitive carries beyond its parameters (to whom, under which pile) stays as it was.
        let beyond = event.base as usize + params;
        let extra = frames.get(at + 1).map_or(0, |above| (above.base as usize).saturating_sub(beyond));
        self.trace_proceeds(crate::ids::ActionId(event.subject), from, event.me);
        if let Some(event) = self.s.stack.frames.get_mut(at) {
            event.index |= WENT_ON;
        }
        let saved = self.ctx;
        (self.ctx.me, self.ctx.this, self.ctx.who) = (event.me, ABSENT, ABSENT);
        let base = self.push_frame(FrameKind::Event, 0, params + extra);
        self.ctx = saved;
        self.copy_within(from, base, params);
        self.copy_within(beyond, base + params, extra);
        if let Some(frame) = self.frame_mut() {
            frame.subject = event.subject;
            frame.stage = Stage::Check;
            frame.used = event.used;
            frame.give = event.give;
            frame.index = PROCEEDS;
        }
        Ok(Next::Frames)
    }
}

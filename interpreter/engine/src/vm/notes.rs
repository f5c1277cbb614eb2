//! Hooks that are to run: noted while they are live, still valid when their turn comes, in the order their actor picks.

use super::lists::card_id;
use super::{Machine, Next, Run};
use crate::ids::*;
use crate::program::nouns::{ABSENT, Word};
use crate::program::{HookIndex, HookSource};
use crate::state::stack::*;
pub(crate) use crate::state::world::NOTE;
use crate::sure::sure;

/// A hook that is to run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Note {
    pub hook: HookId,
    pub this: Word,
    pub me: Word,
    /// The block of a lasting one.
    pub block: Word,
}

impl Note {
    /// As it stands in a list.
    pub(crate) fn words(self) -> [Word; NOTE] {
        [Word::from(self.hook.0), self.this, self.me, self.block]
    }
}

impl Machine<'_> {
    /// The live hooks of an index as a list of notes. `test`: only those whose conditions hold now.
    pub(crate) fn note_hooks(
        &mut self,
        index: &HookIndex,
        who: Word,
        args: usize,
        params: u16,
        test: bool,
    ) -> Run<Reg> {
        let mark = self.list_mark();
        if self.s.flow.quiet {
            return Ok(self.list_since(mark));
        }
        self.each_live_hook(index, who, &mut |m, hook, me, this, captured| {
            if test && !m.hook_applies(hook, me, this, who, args, params, captured)? {
                return Ok(());
            }
            m.push_note(hook, me, this, captured)
        })?;
        Ok(self.list_since(mark))
    }

    /// Adds a live hook to the list being built; `captured` is its place among lasting effects.
    pub(super) fn push_note(&mut self, hook: HookId, me: Word, this: Word, captured: Option<usize>) -> Run<()> {
        let block = captured.and_then(|at| self.s.lasting.get(at)).map_or(ABSENT, |l| l.block as Word);
        for w in (Note { hook, this, me, block }).words() {
            self.push_word(w)?;
        }
        Ok(())
    }

    /// Where a lasting effect stands now.
    pub(crate) fn lasting_at(&self, note: Note) -> Option<usize> {
        if note.block == ABSENT {
            return None;
        }
        self.s.lasting.iter().position(|l| l.block as Word == note.block && l.hook == note.hook)
    }

    /// Of the noted watchers, those that still hold: live, or a parameter of the action; and their condition true.
    pub(super) fn still_valid(
        &mut self,
        noted: Reg,
        action: ActionId,
        args: usize,
        params: u16,
        who: Word,
    ) -> Run<Reg> {
        let mark = self.list_mark();
        for i in 0..list_parts(noted).1 / NOTE {
            let Some(note) = self.note(noted, i) else { continue };
            if self.note_valid(note, action, args, params, who)? {
                for w in note.words() {
                    self.push_word(w)?;
                }
            }
        }
        Ok(self.list_since(mark))
    }

    fn note_valid(&mut self, note: Note, action: ActionId, args: usize, params: u16, who: Word) -> Run<bool> {
        let lasting = self.lasting_at(note);
        if note.block != ABSENT && lasting.is_none() {
            return Ok(false);
        }
        if note.this != ABSENT && note.block == ABSENT && !self.is_live(note) {
            let flags = self.p.actions.get(action.index()).map_or(&[][..], |a| &a.component_params);
            let is_param = flags
                .iter()
                .enumerate()
                .any(|(i, component)| *component && self.s.stack.regs.get(args + i).copied() == Some(reg(note.this)));
            if !is_param {
                return Ok(false);
            }
        }
        self.hook_applies(note.hook, note.me, note.this, who, args, params, lasting)
    }

    /// Whether the card of a note lies where its hook works.
    pub(crate) fn is_live(&self, note: Note) -> bool {
        let Some(card) = card_id(reg(note.this)).and_then(|c| self.s.card(c)) else { return false };
        let zone = self.p.nouns.places.get(card.place.index()).map(|place| place.zone);
        match (self.p.hooks.get(note.hook.index()).map(|h| &h.source), zone) {
            (Some(HookSource::Design { zones, face }), Some(zone)) => {
                zones & (1 << (zone.0 & 63)) != 0 && face.is_none_or(|up| up == card.up)
            }
            _ => false,
        }
    }

    /// Whether what the note is about is where it was: its card live, its lasting effect not over.
    pub(crate) fn still_there(&self, note: Note) -> bool {
        match (note.block, note.this) {
            (ABSENT, ABSENT) => true,
            (ABSENT, _) => self.is_live(note),
            _ => self.lasting_at(note).is_some(),
        }
    }

    pub(crate) fn note(&self, noted: Reg, i: usize) -> Option<Note> {
        let hook = u16::try_from(self.item(noted, i * NOTE)?).ok()?;
        Some(Note {
            hook: HookId(hook),
            this: self.item(noted, i * NOTE + 1)?,
            me: self.item(noted, i * NOTE + 2)?,
            block: self.item(noted, i * NOTE + 3)?,
        })
    }

    /// Crosses a note out.
    fn strike(&mut self, noted: Reg, i: usize) {
        let (start, _, constant) = list_parts(noted);
        if !constant && let Some(place) = self.s.stack.lists.get_mut(start + i * NOTE) {
            *place = -1;
        }
    }

    /// Pushes a frame that runs noted hooks; `args` are the registers that their parameters come from.
    pub(crate) fn push_hooks(&mut self, noted: Reg, args: usize, params: u16, who: Word) -> Run<Next> {
        if list_parts(noted).1 == 0 {
            return Ok(Next::Elsewhere);
        }
        self.check_depth()?;
        let subject = self.s.stack.frames.last().filter(|f| f.kind == FrameKind::Event).map_or(u16::MAX, |f| f.subject);
        let base = self.push_frame(FrameKind::Hooks, 0, params as usize);
        self.copy_within(args, base, params as usize);
        let (start, ..) = list_parts(noted);
        if let Some(frame) = self.frame_mut() {
            // The list was made just before the frame, lives as long as it, and goes with it.
            frame.lists = frame.lists.min(start as u32);
            frame.noted = noted;
            frame.who = who;
            frame.subject = subject;
            frame.stage = Stage::After;
        }
        Ok(Next::Frames)
    }

    /// Runs noted hooks one after the other: rules as declared, then each actor's, in the order that actor picks.
    pub(crate) fn run_hooks(&mut self, frame: Frame) -> Run<Next> {
        self.burn(1)?;
        let count = list_parts(frame.noted).1 / NOTE;
        let Some(first) = (0..count).find(|i| self.note(frame.noted, *i).is_some()) else {
            self.pop_frame();
            self.s.stack.done = true;
            return Ok(Next::Elsewhere);
        };
        let Some(note) = self.note(frame.noted, first) else { return Ok(Next::Elsewhere) };
        let chosen = if let Some(answer) = self.take_answer() {
            answer.tag as usize
        } else if self.several_different(frame.noted, first, count) {
            if self.strike_used_up(frame.noted, count) {
                return Ok(Next::Elsewhere);
            }
            return self.ask_order(frame.noted, first, count, note.me);
        } else {
            first
        };
        let Some(note) = self.note(frame.noted, chosen) else { return Ok(Next::Elsewhere) };
        self.strike(frame.noted, chosen);
        let args = frame.base as usize;
        let params = self.s.stack.regs.len().saturating_sub(args) as u16;
        if !self.note_valid(note, ActionId(frame.subject), args, params, frame.who)? {
            self.trace_no_longer(note.hook, note.this);
            return Ok(Next::Elsewhere);
        }
        self.enter_hook(note.hook, note.me, note.this, frame.who, args, self.lasting_at(note))
    }

    /// Crosses out the notes whose limit is reached; whether there were any.
    fn strike_used_up(&mut self, noted: Reg, count: usize) -> bool {
        let mut struck = false;
        for i in 0..count {
            let Some(note) = self.note(noted, i) else { continue };
            let limit = self.p.hooks.get(note.hook.index()).and_then(|h| h.limit);
            if limit.is_some_and(|limit| !self.within_limit(limit, note.me, note.this)) {
                self.strike(noted, i);
                struck = true;
            }
        }
        struck
    }

    /// Whether the actor of the first note has other effects that are not copies of one text.
    fn several_different(&self, noted: Reg, first: usize, count: usize) -> bool {
        let Some(note) = self.note(noted, first) else { return false };
        if note.this == ABSENT && note.block == ABSENT {
            return false;
        }
        (first + 1..count).filter_map(|i| self.note(noted, i)).any(|other| {
            other.me == note.me && (other.this != ABSENT || other.block != ABSENT) && !self.same_effect(note, other)
        })
    }

    pub(crate) fn same_effect(&self, a: Note, b: Note) -> bool {
        // Copies of one text look alike to everybody, except where a counter on the card tells them apart: then too the
        // order cannot matter more than which copy it is.
        let captures = |note| self.lasting_at(note).and_then(|at| self.s.lasting.get(at)).map(|l| l.captures);
        a.hook == b.hook && captures(a) == captures(b)
    }

    fn ask_order(&mut self, noted: Reg, first: usize, count: usize, me: Word) -> Run<Next> {
        self.s.stack.pending.options.clear();
        for i in first..count {
            let Some(note) = self.note(noted, i).filter(|n| n.me == me) else { continue };
            let earlier =
                (first..i).filter_map(|j| self.note(noted, j)).any(|o| o.me == me && self.same_effect(o, note));
            if !earlier {
                let value = if note.this == ABSENT { Reg::from(note.hook.0) } else { reg(note.this) };
                let weight = u64::from(note.hook.0);
                self.s.stack.pending.options.push(Choice { tag: i as u16, value, weight });
            }
        }
        self.open_question(Question::Order, u16::MAX, me, 1, 1)
    }

    /// Pushes the body of a hook.
    pub(crate) fn enter_hook(
        &mut self,
        hook: HookId,
        me: Word,
        this: Word,
        who: Word,
        args: usize,
        lasting: Option<usize>,
    ) -> Run<Next> {
        let p = self.p;
        let Some(info) = sure(p.hooks.get(hook.index())) else { return Ok(Next::Elsewhere) };
        self.check_depth()?;
        if let Some(limit) = info.limit {
            self.use_limit(limit, me, this);
        }
        (self.ctx.me, self.ctx.this, self.ctx.who) = (me, this, who);
        let base = self.push_frame(FrameKind::Hook, info.code, info.registers as usize);
        self.ctx.base = base;
        self.put_captures(info.captures, lasting);
        self.copy_within(args, base + info.captures as usize, info.params as usize);
        let block = lasting.and_then(|at| self.s.lasting.get(at)).map_or(NONE, |l| reg(l.block as Word));
        if let Some(frame) = self.frame_mut() {
            frame.subject = hook.0;
            frame.used = block;
            // A hook is its own effect: it fails nothing but itself.
            frame.region = 0;
        }
        self.trace_hook(hook, this, me);
        if let Some(lasting) = lasting.and_then(|at| self.s.lasting.get(at)).copied()
            && lasting.once
        {
            self.s.lasting.retain(|l| l.block != lasting.block);
        }
        Ok(Next::Frames)
    }

    /// Runs the hooks of a moment (`at start of turn` …).
    pub(crate) fn moment(&mut self, moment: u16) -> Run<Next> {
        let p = self.p;
        let Some(info) = p.moments.get(moment as usize) else { return Ok(Next::Op) };
        if self.s.flow.quiet {
            return Ok(Next::Op);
        }
        let doer = self.s.flow.active;
        let noted = self.note_hooks(&info.hooks, doer, self.ctx.base, 0, true)?;
        match self.push_hooks(noted, self.ctx.base, 0, doer)? {
            Next::Frames => Ok(Next::Frames),
            _ => Ok(Next::Op),
        }
    }
}

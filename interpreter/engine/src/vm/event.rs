//! Calls and the hooks around them. In one call: arguments; possible?; replacements; before; note the watchers; body;
//! the watchers still valid, each to its end.

use super::lists::card_id;
use super::{Machine, Next, Run};
use crate::ids::*;
use crate::program::nouns::{ABSENT, Word};
use crate::program::op::{NO_REG, R};
use crate::program::{HookIndex, HookSource};
use crate::state::stack::*;
pub(crate) use crate::state::world::NOTE;
use crate::trace::Mark;
use crate::vocabulary::Primitive;

/// Bits of an event frame's `index`: it goes on with an event that a hook replaced; its replacement went on; with success.
pub(crate) const PROCEEDS: u16 = 1;
pub(crate) const WENT_ON: u16 = 2;
const DONE_SO: u16 = 4;

impl Machine<'_> {
    /// Calls an action with the current `me` as its doer.
    pub(crate) fn call(&mut self, action: ActionId, args: R, give: R) -> Run<Next> {
        let Some(info) = self.p.actions.get(action.index()) else { return Ok(Next::Op) };
        let from = self.ctx.base + args as usize;
        for i in 0..info.params as usize {
            if self.s.stack.regs.get(from + i).copied().unwrap_or(NONE) == NONE {
                let pc = self.s.stack.frames.last().map_or(0, |f| f.pc);
                self.mark(Mark::Skipped, pc);
                self.s.stack.done = false;
                self.checked = false;
                return self.short_then_next();
            }
        }
        if !self.kinds_fit(action, from) {
            let pc = self.s.stack.frames.last().map_or(0, |f| f.pc);
            self.mark(Mark::NotPossible, pc);
            self.s.stack.done = false;
            self.checked = false;
            return self.short_then_next();
        }
        self.check_depth()?;
        match self.enter_action(action, from, give)? {
            Next::Frames => Ok(Next::Frames),
            _ if self.s.stack.done_cut => Ok(Next::Elsewhere),
            _ => Ok(Next::Op),
        }
    }

    /// Whether the cards among the arguments are of the kinds that the action takes. A card that nobody knows yet may be.
    pub(crate) fn kinds_fit(&self, action: ActionId, from: usize) -> bool {
        let Some(info) = self.p.actions.get(action.index()) else { return false };
        info.param_kinds.iter().all(|(i, kinds)| {
            let card = self.s.stack.regs.get(from + *i as usize).copied().and_then(card_id);
            let card = card.and_then(|c| self.s.card(c)).filter(|c| c.group == 0);
            let design = card.and_then(|c| self.p.nouns.designs.get(c.design.index()));
            design.is_none_or(|d| kinds.has(d.kind))
        })
    }

    /// Pushes what carries a call out. `from`: index of the first argument among all registers.
    pub(crate) fn enter_action(&mut self, action: ActionId, from: usize, give: R) -> Run<Next> {
        let p = self.p;
        let Some(info) = p.actions.get(action.index()) else { return Ok(Next::Op) };
        let checked = std::mem::replace(&mut self.checked, false);
        self.trace_call(action, from);
        if info.plain
            && let Some(body) = info.body
        {
            let this = std::mem::replace(&mut self.ctx.this, ABSENT);
            let base = self.push_frame(FrameKind::Code, body, info.registers as usize);
            self.ctx.this = this;
            self.copy_within(from, base, info.params as usize);
            if let Some(frame) = self.frame_mut() {
                frame.give = give;
                frame.subject = action.0;
            }
            return Ok(Next::Frames);
        }
        let (this, who) = (self.ctx.this, self.ctx.who);
        (self.ctx.this, self.ctx.who) = (ABSENT, ABSENT);
        let base = self.push_frame(FrameKind::Event, 0, info.params as usize);
        (self.ctx.this, self.ctx.who) = (this, who);
        self.copy_within(from, base, info.params as usize);
        if let Some(frame) = self.frame_mut() {
            frame.give = give;
            frame.subject = action.0;
            frame.stage = if checked && info.forbid.is_empty() { Stage::Replace } else { Stage::Check };
        }
        Ok(Next::Frames)
    }

    pub(crate) fn copy_within(&mut self, from: usize, to: usize, count: usize) {
        if from + count <= self.s.stack.regs.len() && to + count <= self.s.stack.regs.len() {
            self.s.stack.regs.copy_within(from..from + count, to);
        }
    }

    pub(crate) fn set_stage(&mut self, stage: Stage) {
        if let Some(frame) = self.frame_mut() {
            frame.stage = stage;
        }
    }

    pub(crate) fn run_event(&mut self, frame: Frame) -> Run<Next> {
        self.load_context();
        self.burn(1)?;
        let p = self.p;
        let action = ActionId(frame.subject);
        let Some(info) = p.actions.get(action.index()) else { return self.leave(false) };
        let args = frame.base as usize;
        match frame.stage {
            Stage::Check => {
                let saved = self.ctx.base;
                self.ctx.base = args;
                let possible = self.possible(action, frame.me);
                self.ctx.base = saved;
                if !possible? {
                    let by = frame.me;
                    let forbidden = self.trace.is_some() && self.forbidden(&info.forbid, args, info.params, by)?;
                    let mark = if forbidden { Mark::Forbidden } else { Mark::NotPossible };
                    let pc = info.body.or(self.caller_pc()).unwrap_or(0);
                    self.mark(mark, pc);
                    return self.end_event(frame, false);
                }
                self.set_stage(Stage::Replace);
            }
            Stage::Replace => {
                if info.instead.is_empty() {
                    self.set_stage(Stage::Before);
                } else {
                    return self.replace_event(frame, &info.instead, args, info.params);
                }
            }
            Stage::Replacing => {
                // With `proceed` the original tells; without, something was done in its place, or nothing was.
                let went_on = frame.index & WENT_ON != 0;
                let happened = self.s.flow.effects != frame.effects;
                let done = if went_on { frame.index & DONE_SO != 0 } else { happened };
                return self.end_event(frame, done);
            }
            Stage::Before => {
                let payment = action.index() == Primitive::Pay as usize;
                if payment && !info.before.is_empty() && !self.can_pay()? {
                    self.mark_here(Mark::NotMet);
                    return self.end_event(frame, false);
                }
                if let Some(limit) = info.limit {
                    self.use_limit(limit, frame.me, ABSENT);
                }
                // Watchers are noted before anything is done: what `before` brings into play does not watch.
                let watchers = if info.after.is_empty() {
                    NONE
                } else {
                    self.note_hooks(&info.after, frame.me, args, info.params, false)?
                };
                if let Some(frame) = self.frame_mut() {
                    frame.noted = watchers;
                    frame.stage = Stage::Note;
                }
                if !info.before.is_empty() {
                    let noted = self.note_hooks(&info.before, frame.me, args, info.params, true)?;
                    return self.push_hooks(noted, args, info.params, frame.me);
                }
            }
            Stage::Note => {
                let effects = self.s.flow.effects;
                if let Some(frame) = self.frame_mut() {
                    frame.effects = effects;
                    frame.stage = Stage::Body;
                }
                return self.event_body(action, frame, args);
            }
            Stage::Body => {
                // The body is through; `done` tells how it went.
                let done = self.s.stack.done;
                // A declared event always happens; a primitive only if it changed something.
                let signal = info.is_event && action.index() >= Primitive::ALL.len();
                let happened = signal || self.s.flow.effects != frame.effects;
                if !done {
                    return self.end_event(frame, false);
                }
                self.set_stage(Stage::Done);
                if happened && list_parts(frame.noted).1 > 0 {
                    if self.s.stack.lane_of != ABSENT {
                        self.put_off_watchers(action, frame.noted, args, frame.me);
                        return Ok(Next::Elsewhere);
                    }
                    let noted = self.still_valid(frame.noted, action, args, info.params, frame.me)?;
                    return self.push_hooks(noted, args, info.params, frame.me);
                }
            }
            Stage::After | Stage::Done => return self.end_event(frame, true),
        }
        Ok(Next::Elsewhere)
    }

    /// Where the code stands that did what the top frame carries out.
    fn caller_pc(&self) -> Option<crate::program::op::Pc> {
        self.s.stack.frames.iter().rev().map(|f| f.pc).find(|pc| *pc != 0)
    }

    /// Whether an event frame's action can be done; its arguments are the first registers.
    fn possible(&mut self, action: ActionId, by: Word) -> Run<bool> {
        let p = self.p;
        let Some(info) = p.actions.get(action.index()) else { return Ok(false) };
        if action.index() < Primitive::ALL.len() {
            return Ok(info.forbid.is_empty() || !self.forbidden(&info.forbid, self.ctx.base, info.params, by)?);
        }
        if info.is_event {
            return Ok(true);
        }
        // What is forbidden for a reason that the doer could not know was offered, and is not done.
        if !info.forbid.is_empty() && self.forbidden(&info.forbid, self.ctx.base, info.params, by)? {
            return Ok(false);
        }
        self.can(action, 0, by)
    }

    fn event_body(&mut self, action: ActionId, frame: Frame, args: usize) -> Run<Next> {
        let p = self.p;
        let Some(info) = p.actions.get(action.index()) else { return Ok(Next::Elsewhere) };
        self.s.stack.done = true;
        if let Some(primitive) = Primitive::ALL.get(action.index()) {
            return self.primitive_event(*primitive, args);
        }
        let Some(body) = info.body else { return Ok(Next::Elsewhere) };
        self.check_depth()?;
        self.ctx.this = ABSENT;
        self.ctx.who = ABSENT;
        let base = self.push_frame(FrameKind::Code, body, info.registers as usize);
        self.copy_within(args, base, info.params as usize);
        if let Some(top) = self.frame_mut() {
            top.subject = action.0;
            // What is given goes past the event frame to its caller: see `give`.
            top.give = frame.give;
        }
        Ok(Next::Elsewhere)
    }

    /// Hands a word to the caller of the action or primitive that runs.
    pub(crate) fn give(&mut self, value: Reg) {
        let register = self.s.stack.frames.last().map_or(NO_REG, |f| f.give);
        let Some(caller) = self.caller().filter(|_| register != NO_REG) else { return };
        if let Some(place) = self.s.stack.regs.get_mut(caller.base as usize + register as usize) {
            *place = value;
        }
    }

    /// The frame that caused what the top frame is part of: below its event, and below the replacements that went on with it.
    fn caller(&self) -> Option<Frame> {
        let frames = &self.s.stack.frames;
        let mut at = frames.len().checked_sub(1)?;
        loop {
            let frame = frames.get(at)?;
            let below = frames.get(at.checked_sub(1)?)?;
            at = match frame.kind {
                FrameKind::Event if frame.index & PROCEEDS != 0 => replaced(frames.get(..at)?)?,
                FrameKind::Event => return Some(*below),
                _ if below.kind == FrameKind::Event => at - 1,
                _ => return Some(*below),
            };
        }
    }

    /// Ends an event; one that a replacement went on with tells that to the one it replaced.
    fn end_event(&mut self, frame: Frame, done: bool) -> Run<Next> {
        if frame.index & PROCEEDS != 0 && done {
            let frames = &mut self.s.stack.frames;
            let below = frames.len().saturating_sub(1);
            let at = frames.get(..below).and_then(replaced);
            if let Some(event) = at.and_then(|at| frames.get_mut(at)) {
                event.index |= DONE_SO;
            }
        }
        self.leave(done)
    }

    // ---- noting and running hooks

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
            let block = captured.and_then(|at| m.s.lasting.get(at)).map_or(ABSENT, |l| l.block as Word);
            for w in (Note { hook, this, me, block }).words() {
                m.push_word(w)?;
            }
            Ok(())
        })?;
        Ok(self.list_since(mark))
    }

    /// Where a lasting effect stands now.
    pub(crate) fn lasting_at(&self, note: Note) -> Option<usize> {
        if note.block == ABSENT {
            return None;
        }
        self.s.lasting.iter().position(|l| l.block as Word == note.block && l.hook == note.hook)
    }

    /// Of the noted watchers, those that still hold: live, or a parameter of the action; and their condition true.
    fn still_valid(&mut self, noted: Reg, action: ActionId, args: usize, params: u16, who: Word) -> Run<Reg> {
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
        self.load_context();
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
        let Some(info) = p.hooks.get(hook.index()) else { return Ok(Next::Elsewhere) };
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

    // ---- moments

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

/// Where the innermost event stands that is being replaced.
pub(crate) fn replaced(frames: &[Frame]) -> Option<usize> {
    frames.iter().rposition(|f| f.kind == FrameKind::Event && f.stage == Stage::Replacing)
}

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

//! Calls and the hooks around them. In one call: arguments; possible?; replacements; before; note the watchers; body;
//! the watchers still valid, each to its end.

use super::lists::card_id;
use super::{FaultKind, Machine, Next, Run, Trap};
use crate::ids::*;
use crate::program::nouns::{ABSENT, Word};
use crate::program::op::{NO_REG, R};
use crate::program::{AbilityInfo, HookIndex, HookSource};
use crate::state::Use;
use crate::state::stack::*;
use crate::trace::Mark;
use crate::vocabulary::Primitive;

/// Words of one noted hook: hook, `this`, `me`, index of a lasting one.
const NOTE: usize = 4;

/// Words of one used replacement: hook, `this`, block of a lasting one.
const USED: usize = 3;

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

    fn copy_within(&mut self, from: usize, to: usize, count: usize) {
        if from + count <= self.s.stack.regs.len() && to + count <= self.s.stack.regs.len() {
            self.s.stack.regs.copy_within(from..from + count, to);
        }
    }

    fn set_stage(&mut self, stage: Stage) {
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
                    return self.leave(false);
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
                let happened = self.s.flow.effects != frame.effects;
                return self.leave(happened);
            }
            Stage::Before => {
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
                let happened = info.is_event || self.s.flow.effects != frame.effects;
                if !done {
                    return self.leave(false);
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
            Stage::After | Stage::Done => return self.leave(true),
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

    /// Hands a word to the caller of the action that runs.
    pub(crate) fn give(&mut self, value: Reg) {
        let frames = &self.s.stack.frames;
        let Some(top) = frames.len().checked_sub(1) else { return };
        let Some(frame) = frames.get(top).copied() else { return };
        if frame.give == NO_REG {
            return;
        }
        // The caller is the next frame that runs code.
        let caller = frames.iter().take(top).rev().find(|f| f.kind != FrameKind::Event);
        if let Some(caller) = caller {
            let at = caller.base as usize + frame.give as usize;
            if let Some(place) = self.s.stack.regs.get_mut(at) {
                *place = value;
            }
        }
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
            for w in [Word::from(hook.0), this, me, block] {
                m.push_word(w)?;
            }
            Ok(())
        })?;
        Ok(self.list_since(mark))
    }

    /// Where a lasting effect stands now.
    fn lasting_at(&self, note: Note) -> Option<usize> {
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
                for w in [Word::from(note.hook.0), note.this, note.me, note.block] {
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
    fn is_live(&self, note: Note) -> bool {
        let Some(card) = card_id(reg(note.this)).and_then(|c| self.s.card(c)) else { return false };
        let zone = self.p.nouns.places.get(card.place.index()).map(|place| place.zone);
        match (self.p.hooks.get(note.hook.index()).map(|h| &h.source), zone) {
            (Some(HookSource::Design { zones, face }), Some(zone)) => {
                zones & (1 << (zone.0 & 63)) != 0 && face.is_none_or(|up| up == card.up)
            }
            _ => false,
        }
    }

    fn note(&self, noted: Reg, i: usize) -> Option<Note> {
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

    fn same_effect(&self, a: Note, b: Note) -> bool {
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

    // ---- replacement

    fn replace_event(&mut self, frame: Frame, index: &HookIndex, args: usize, params: u16) -> Run<Next> {
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
        self.enter_hook(note.hook, note.me, note.this, frame.me, args, self.lasting_at(note))
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
        let at = frames.iter().rposition(|f| f.kind == FrameKind::Event && f.stage == Stage::Replacing);
        let Some((at, event)) = at.and_then(|at| Some((at, frames.get(at).copied()?))) else {
            return Err(Trap::Fault(FaultKind::Broken("`proceed` stands outside a replacement")));
        };
        self.check_depth()?;
        let p = self.p;
        let params = p.actions.get(event.subject as usize).map_or(0, |a| a.params) as usize;
        let from = self.ctx.base + args as usize;
        // What a primitive carries beyond its parameters (to whom, under which pile) stays as it was.
        let beyond = event.base as usize + params;
        let extra = frames.get(at + 1).map_or(0, |above| (above.base as usize).saturating_sub(beyond));
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
        }
        Ok(Next::Frames)
    }

    // ---- abilities

    pub(crate) fn ability(&self, design: DesignId, ability: AbilityId) -> Option<&AbilityInfo> {
        let at = design.index() * self.p.nouns.abilities.len() + ability.index();
        self.p.abilities.get(at).and_then(Option::as_ref)
    }

    /// `run x.ABILITY [as this]`
    pub(crate) fn run_ability(&mut self, of: Reg, ability: AbilityId, as_this: bool, demanded: bool) -> Run<Next> {
        let Some(card) = card_id(of) else {
            self.mark_here(Mark::Skipped);
            self.s.stack.done = false;
            return self.short_then_next();
        };
        let design = self.design_of(card)?;
        let Some(info) = self.ability(design, ability) else {
            self.s.stack.done = false;
            return Ok(Next::Op);
        };
        let (fallible, limit, counts) = (info.fallible, info.limit, info.full || demanded);
        let bearer = Word::from(card.0);
        if limit.is_some_and(|l| !self.within_limit(l, self.ctx.me, bearer))
            || (fallible && !self.can_run(of, ability, self.ctx.me)?)
        {
            let pc = self.s.stack.frames.last().map_or(0, |f| f.pc);
            self.mark(Mark::NotPossible, pc);
            self.s.stack.done = false;
            // A possible ability fails nothing around it, unless that demands it.
            return if counts { self.short_then_next() } else { Ok(Next::Op) };
        }
        if let Some(limit) = limit {
            self.use_limit(limit, self.ctx.me, bearer);
        }
        let next = self.enter_ability(card, design, ability, as_this)?;
        if let (Next::Frames, Some(frame)) = (next, self.frame_mut()) {
            frame.index = u16::from(counts);
        }
        Ok(next)
    }

    pub(crate) fn enter_ability(
        &mut self,
        card: ComponentId,
        design: DesignId,
        ability: AbilityId,
        as_this: bool,
    ) -> Run<Next> {
        self.check_depth()?;
        let Some(info) = self.ability(design, ability) else { return Ok(Next::Op) };
        let (code, registers, full) = (info.code, info.registers, info.full);
        let saved = self.ctx;
        if !as_this {
            self.ctx.this = Word::from(card.0);
        }
        self.ctx.who = ABSENT;
        self.push_frame(FrameKind::Ability, code, registers as usize);
        self.ctx = saved;
        self.s.stack.abilities += 1;
        self.trace_ability(card, ability);
        if let Some(frame) = self.frame_mut() {
            frame.subject = ability.0;
            if !full {
                // A possible ability never fails a full region around it.
                frame.region = 0;
            }
        }
        Ok(Next::Frames)
    }

    // ---- limits

    /// What a limit counts by: the card, its design, or the doer.
    fn limit_bearer(&self, limit: u16, me: Word, this: Word) -> i32 {
        let per_name = self.p.limits.get(limit as usize).is_some_and(|l| l.per_name);
        if this == ABSENT || per_name {
            return me;
        }
        // Cards and actors share the number line: cards count from a thousand up.
        this + 1000
    }

    pub(crate) fn within_limit(&self, limit: u16, me: Word, this: Word) -> bool {
        let bearer = self.limit_bearer(limit, me, this);
        let used = self.s.uses.iter().find(|u| u.limit == limit && u.bearer == bearer).map_or(0, |u| u.count);
        self.p.limits.get(limit as usize).is_none_or(|l| used < l.count)
    }

    pub(crate) fn use_limit(&mut self, limit: u16, me: Word, this: Word) {
        let bearer = self.limit_bearer(limit, me, this);
        match self.s.uses.iter_mut().find(|u| u.limit == limit && u.bearer == bearer) {
            Some(used) => used.count = used.count.saturating_add(1),
            None => self.s.uses.push(Use { limit, bearer, count: 1 }),
        }
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

/// A hook that is to run.
#[derive(Clone, Copy)]
struct Note {
    hook: HookId,
    this: Word,
    me: Word,
    /// The block of a lasting one.
    block: Word,
}

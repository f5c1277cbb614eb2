//! Calls and the hooks around them. In one call: arguments; possible?; replacements; before; note the watchers; body;
//! the watchers still valid, each to its end.

use super::lists::card_id;
use super::{Machine, Next, Run, add_registers};
use crate::ids::*;
use crate::program::nouns::{ABSENT, KindSet, Word};
use crate::program::op::{NO_REG, Pc, R};
use crate::program::{ActionInfo, Fallible};
use crate::state::stack::*;
use crate::sure::sure;
use crate::trace::Mark;
use crate::vocabulary::Primitive;

/// Bits of an event frame's `index`: it goes on with an event that a hook replaced; its replacement went on; with success.
pub(crate) const PROCEEDS: u16 = 1;
pub(crate) const WENT_ON: u16 = 2;
const DONE_SO: u16 = 4;

impl Machine<'_> {
    /// Calls an action with the current `me` as its doer. `asked`: it was just found possible.
    pub(crate) fn call(&mut self, action: ActionId, args: R, give: R, asked: bool) -> Run<Next> {
        let p = self.p;
        let Some(info) = sure(p.actions.get(action.index())) else { return Ok(Next::Op) };
        let from = self.ctx.base + args as usize;
        let given = self.s.stack.regs.get(from..from + info.params as usize).unwrap_or(&[NONE]);
        if given.contains(&NONE) {
            return self.not_called(Mark::Skipped);
        }
        if !info.param_kinds.is_empty() && !self.kinds_fit(action, from) {
            return self.not_called(Mark::NotPossible);
        }
        self.check_depth()?;
        match self.enter_action(action, from, give, asked)? {
            Next::Frames => Ok(Next::Frames),
            _ if self.s.stack.done_cut => Ok(Next::Elsewhere),
            _ => Ok(Next::Op),
        }
    }

    #[cold]
    fn not_called(&mut self, why: Mark) -> Run<Next> {
        self.mark_here(why);
        self.s.stack.done = false;
        self.short_then_next()
    }

    /// Whether the cards among the arguments are of the kinds that the action takes. A card that nobody knows yet may be.
    pub(crate) fn kinds_fit(&self, action: ActionId, from: usize) -> bool {
        let Some(info) = sure(self.p.actions.get(action.index())) else { return false };
        info.param_kinds.iter().all(|(i, kinds)| {
            self.may_be_of(*kinds, self.s.stack.regs.get(from + *i as usize).copied().unwrap_or(NONE))
        })
    }

    /// Whether a card is of some kinds; one that nobody knows yet may be.
    #[inline]
    pub(super) fn may_be_of(&self, kinds: KindSet, card: Reg) -> bool {
        let card = card_id(card).and_then(|c| self.s.card(c)).filter(|c| c.group == 0);
        let design = card.and_then(|c| self.p.nouns.designs.get(c.design.index()));
        design.is_none_or(|d| kinds.has(d.kind))
    }

    /// Pushes what carries a call out. `from`: index of the first argument among all registers.
    pub(crate) fn enter_action(&mut self, action: ActionId, from: usize, give: R, asked: bool) -> Run<Next> {
        let p = self.p;
        let Some(info) = sure(p.actions.get(action.index())) else { return Ok(Next::Op) };
        self.trace_call(action, from);
        // Where nobody hears of it and it is known to be possible, its body needs no event around it.
        if let Some(body) = info.body
            && (info.unheard || (asked && info.only_limited()) || self.nobody_hears(info))
            && (asked
                || info.fallible == Fallible::Never
                || self.fails_by_itself(info)
                || self.known_possible(action, from)?)
        {
            if let Some(limit) = info.limit {
                self.use_limit(limit, self.ctx.me, ABSENT);
            }
            self.push_body(action, info, body, from, give);
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
            if asked {
                frame.stage = if info.forbid.is_empty() { Stage::Replace } else { Stage::Forbid };
            }
        }
        Ok(Next::Frames)
    }

    /// Whether nobody hears of an action now, though somebody may at other times. Whoever only looks on makes no difference:
    /// frames are the same whether a game is watched or not.
    #[inline]
    fn nobody_hears(&mut self, info: &ActionInfo) -> bool {
        if info.limit.is_some() {
            return false;
        }
        let hooks = [&info.before, &info.after, &info.instead, &info.forbid];
        self.s.flow.quiet || !hooks.into_iter().any(|index| self.any_live(index))
    }

    /// Pushes the body of an action that nobody hears of, with its arguments in the first registers.
    fn push_body(&mut self, action: ActionId, info: &ActionInfo, body: Pc, from: usize, give: R) {
        let stack = &mut self.s.stack;
        let base = stack.regs.len();
        add_registers(&mut stack.regs, info.registers.max(info.params) as usize);
        for i in 0..info.params as usize {
            let argument = stack.regs.get(from + i).copied().unwrap_or(NONE);
            if let Some(place) = stack.regs.get_mut(base + i) {
                *place = argument;
            }
        }
        let region = stack.frames.last().map_or(0, |f| f.region);
        let frame = self.new_frame(FrameKind::Code, body, base, region);
        self.s.stack.frames.push(Frame { this: ABSENT, who: ABSENT, subject: action.0, give, ..frame });
    }

    /// Whether the body of an action may be entered without asking: if its only condition does not hold, it ends there, and
    /// nobody is told the difference.
    #[inline]
    fn fails_by_itself(&self, info: &ActionInfo) -> bool {
        info.checks_itself && !self.told && self.clauses.is_none()
    }

    /// Whether an action has a guard, or a condition of its own, that decides, and it says yes.
    fn known_possible(&mut self, action: ActionId, from: usize) -> Run<bool> {
        let decides = |a: &ActionInfo| matches!(a.fallible, Fallible::Guard(_)) || a.checks_itself;
        let guarded = self.p.actions.get(action.index()).is_some_and(decides);
        let args = u16::try_from(from.saturating_sub(self.ctx.base)).unwrap_or(u16::MAX);
        Ok(guarded && self.can(action, args, self.ctx.me)?)
    }

    pub(crate) fn copy_within(&mut self, from: usize, to: usize, count: usize) {
        let regs = &mut self.s.stack.regs;
        if from + count > regs.len() || to + count > regs.len() {
            return;
        }
        if count > 4 {
            return regs.copy_within(from..from + count, to);
        }
        // The new ones stand behind the old ones.
        for i in 0..count {
            if let (Some(value), Some(place)) = (regs.get(from + i).copied(), regs.get_mut(to + i)) {
                *place = value;
            }
        }
    }

    pub(crate) fn set_stage(&mut self, stage: Stage) {
        if let Some(frame) = self.frame_mut() {
            frame.stage = stage;
        }
    }

    /// Goes through the stages of an event, until something else has to run first.
    pub(crate) fn run_event(&mut self, mut frame: Frame) -> Run<Next> {
        let p = self.p;
        let action = ActionId(frame.subject);
        let Some(info) = sure(p.actions.get(action.index())) else { return self.leave(false) };
        let args = frame.base as usize;
        loop {
            self.burn(1)?;
            match frame.stage {
                Stage::Check | Stage::Forbid => {
                    let saved = self.ctx.base;
                    self.ctx.base = args;
                    let possible = self.possible(action, frame.me, frame.stage == Stage::Forbid);
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
            let Some(top) = self.s.stack.frames.last() else { return Ok(Next::Over) };
            frame = *top;
        }
    }

    /// Where the code stands that did what the top frame carries out.
    fn caller_pc(&self) -> Option<crate::program::op::Pc> {
        self.s.stack.frames.iter().rev().map(|f| f.pc).find(|pc| *pc != 0)
    }

    /// Whether an event frame's action can be done; its arguments are the first registers. `checked`: as far as its doer
    /// knows it can. To try that again, inside of such a try, would never end.
    fn possible(&mut self, action: ActionId, by: Word, checked: bool) -> Run<bool> {
        let p = self.p;
        let Some(info) = sure(p.actions.get(action.index())) else { return Ok(false) };
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
        if checked { Ok(true) } else { self.can(action, 0, by) }
    }

    fn event_body(&mut self, action: ActionId, frame: Frame, args: usize) -> Run<Next> {
        let p = self.p;
        let Some(info) = sure(p.actions.get(action.index())) else { return Ok(Next::Elsewhere) };
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
}

/// Where the innermost event stands that is being replaced.
pub(crate) fn replaced(frames: &[Frame]) -> Option<usize> {
    frames.iter().rposition(|f| f.kind == FrameKind::Event && f.stage == Stage::Replacing)
}

//! Windows, in which cards may be played in between, and blocks that all seats run at the same time.

use super::notes::{NOTE, Note};
use super::{FaultKind, Machine, Next, Run, Stop, Trap, Trouble};
use crate::ids::*;
use crate::program::nouns::{ABSENT, Type, Word};
use crate::program::op::{NO_REG, Pc, R};
use crate::program::{Fallible, HookIndex};
use crate::state::own::owner_of_place;
use crate::state::stack::*;
use crate::state::world::Waiting;
use crate::sure::sure;

impl Machine<'_> {
    /// Opens a window: `to` holds the actors in the order they are asked.
    pub(crate) fn open_window(&mut self, window: WindowId, args: R, to: R) -> Run<Next> {
        let p = self.p;
        let Some(info) = p.windows.get(window.index()) else { return Ok(Next::Op) };
        if info.hooks.is_empty() || self.s.flow.quiet {
            return Ok(Next::Op);
        }
        self.alone("opens a window")?;
        self.check_depth()?;
        let from = self.ctx.base + args as usize;
        let order = if to == NO_REG { NONE } else { self.get(to) };
        let base = self.push_frame(FrameKind::Window, 0, info.params as usize);
        for i in 0..info.params as usize {
            let value = self.s.stack.regs.get(from + i).copied().unwrap_or(NONE);
            if let Some(place) = self.s.stack.regs.get_mut(base + i) {
                *place = value;
            }
        }
        if let Some(frame) = self.frame_mut() {
            frame.subject = window.0;
            frame.noted = order;
            frame.region = 0;
        }
        Ok(Next::Frames)
    }

    /// Asks the next actor who could play something; a play starts the round again. A pass nobody could avoid is silent.
    pub(crate) fn run_window(&mut self, frame: Frame) -> Run<Next> {
        let mut index = frame.index;
        loop {
            self.burn(1)?;
            let Some(actor) = self.item(frame.noted, index as usize) else {
                self.pop_frame();
                return Ok(Next::Elsewhere);
            };
            if let Some(next) = self.ask_in_window(frame, actor, index)? {
                return Ok(next);
            }
            index += 1;
            self.next_in_window(index);
        }
    }

    /// Asks one actor, or does what they answered; nothing where they have nothing to play.
    fn ask_in_window(&mut self, frame: Frame, actor: Word, index: u16) -> Run<Option<Next>> {
        let p = self.p;
        let Some(info) = p.windows.get(frame.subject as usize) else { return Ok(None) };
        let args = frame.base as usize;
        // The notes of this actor's plays are made anew each time they are needed.
        let mark = self.list_mark();
        let noted = self.note_plays(&info.hooks, actor, args, info.params)?;
        if let Some(answer) = self.take_answer() {
            if answer.tag == DECLINE {
                self.s.stack.lists.truncate(mark);
                self.trace_passed(actor);
                self.next_in_window(index + 1);
                return Ok(Some(Next::Elsewhere));
            }
            let note = self.note(noted, answer.tag as usize);
            self.s.stack.lists.truncate(mark);
            self.next_in_window(0);
            let Some(note) = note else { return Ok(Some(Next::Elsewhere)) };
            self.answered(frame.used, note)?;
            let entered = self.enter_hook(note.hook, note.me, note.this, frame.me, args, self.lasting_at(note))?;
            return Ok(Some(entered));
        }
        self.s.stack.pending.options.clear();
        self.offer_plays(frame, noted, actor)?;
        self.s.stack.lists.truncate(mark);
        if self.s.stack.pending.options.is_empty() {
            return Ok(None);
        }
        self.s.stack.pending.options.push(Choice { tag: DECLINE, value: NONE, weight: 0 });
        self.open_question(Question::Window, frame.subject, actor, 1, 1).map(Some)
    }

    /// Notes the hooks of an actor whose conditions hold now.
    fn note_plays(&mut self, index: &HookIndex, actor: Word, args: usize, params: u16) -> Run<Reg> {
        let mark = self.list_mark();
        if self.s.flow.quiet {
            return Ok(self.list_since(mark));
        }
        self.each_live_hook(index, actor, &mut |m, hook, me, this, captured| {
            if me == actor && m.hook_applies(hook, me, this, actor, args, params, captured)? {
                m.push_note(hook, me, this, captured)?;
            }
            Ok(())
        })?;
        Ok(self.list_since(mark))
    }

    /// What of the noted can be played, each look once.
    fn offer_plays(&mut self, frame: Frame, noted: Reg, actor: Word) -> Run<()> {
        let seat = self.seat_of(actor);
        for i in 0..list_parts(noted).1 / NOTE {
            let Some(note) = self.note(noted, i) else { continue };
            let Note { hook, this, me, .. } = note;
            let args = frame.base as usize;
            if self.has_answered(frame.used, note) || !self.hook_possible(hook, me, this, frame.me, args)? {
                continue;
            }
            let value = if this == ABSENT { NONE } else { reg(this) };
            let weight = u64::from(hook.0);
            let options = &self.s.stack.pending.options;
            let same =
                |o: &Choice| o.weight == weight && (this == ABSENT || self.looks_same(seat, word(o.value), this));
            if !options.iter().any(same) {
                self.s.stack.pending.options.push(Choice { tag: i as u16, value, weight });
            }
        }
        Ok(())
    }

    /// Whether this text of this card has answered the window since it was opened. A limit of its own says otherwise.
    fn has_answered(&self, used: Reg, note: Note) -> bool {
        let limited = self.p.hooks.get(note.hook.index()).is_some_and(|h| h.limit.is_some());
        !limited && (0..list_parts(used).1 / NOTE).any(|i| self.note(used, i) == Some(note))
    }

    /// Notes an answer with the window, and forgets those of cards that have left since: if they come back, they are new.
    fn answered(&mut self, used: Reg, note: Note) -> Run<()> {
        let (start, len, _) = list_parts(used);
        // Nothing but these notes stands in the list memory of the window.
        let start = if len == 0 { self.list_mark() } else { start };
        let mut kept = start;
        for i in 0..len / NOTE {
            let Some(old) = self.note(used, i).filter(|old| *old != note && self.still_there(*old)) else { continue };
            for (at, w) in old.words().into_iter().enumerate() {
                if let Some(place) = self.s.stack.lists.get_mut(kept + at) {
                    *place = w;
                }
            }
            kept += NOTE;
        }
        self.s.stack.lists.truncate(kept);
        for w in note.words() {
            self.push_word(w)?;
        }
        let used = self.list_since(start);
        if let Some(frame) = self.frame_mut() {
            frame.used = used;
        }
        Ok(())
    }

    fn next_in_window(&mut self, index: u16) {
        if let Some(frame) = self.frame_mut() {
            frame.index = index;
        }
    }

    /// Whether the body of a hook can be done: its conditions decide it, or it is tried.
    fn hook_possible(&mut self, hook: HookId, me: Word, this: Word, who: Word, args: usize) -> Run<bool> {
        let p = self.p;
        let Some(info) = sure(p.hooks.get(hook.index())) else { return Ok(true) };
        if let Some((guard, decides)) = self.guard_of(info.fallible) {
            let yes = self.as_known_to(me, |m| {
                m.aside(info.registers, me, this, who, |m| {
                    m.copy_args(args, info.captures, info.params);
                    Ok(m.eval_word(guard)? == 1)
                })
            })?;
            if decides || !yes {
                return Ok(yes);
            }
        }
        Ok(info.fallible == Fallible::Never || self.try_hook(hook, me, this, who, args)?)
    }

    // ---- together

    /// Starts one lane per actor: each runs the block on a stack of its own.
    pub(crate) fn begin_together(&mut self, set: R, local: R, body: Pc, end: Pc) -> Run<Next> {
        self.alone("begins another `together`")?;
        let actors = self.get(set);
        self.part_bags(actors)?;
        self.set_pc(end);
        let Some(frame) = self.s.stack.frames.last().copied().filter(|_| list_parts(actors).1 > 0) else {
            return Ok(Next::Jump(end));
        };
        // A lane whose table still bears this mark in the end has moved no card.
        self.mark_layout();
        for i in 0..list_parts(actors).1 {
            let Some(actor) = self.item(actors, i) else { break };
            let mut lane = self.pool.take_stack();
            lane.lane_of = actor;
            lane.lists.extend_from_slice(&self.s.stack.lists);
            lane.regs.extend_from_slice(self.s.stack.regs.get(frame.base as usize..).unwrap_or(&[]));
            if let Some(place) = lane.regs.get_mut(local as usize) {
                *place = reg(actor);
            }
            let lists = lane.lists.len() as u32;
            lane.frames.push(Frame { kind: FrameKind::Code, pc: body, base: 0, lists, me: actor, region: 0, ..frame });
            let mut world = self.pool.take_world();
            self.s.copy_world(&mut world);
            self.s.worlds.push(world);
            self.s.lanes.push(lane);
        }
        if self.s.keys.on() {
            self.s.keys.open_lanes(self.s.lanes.len());
        }
        self.push_frame(FrameKind::Together, body.saturating_sub(1), 0);
        Ok(Next::Elsewhere)
    }

    /// What cannot be done by several at once.
    pub(crate) fn alone(&self, what: &str) -> Run<()> {
        match self.s.stack.lane_of {
            ABSENT => Ok(()),
            actor => {
                self.fault_only_for_real()?;
                let who = crate::trace::actor_name(self.p, actor);
                Err(self.in_trouble(Trouble::Naming(FaultKind::NotTogether(format!("{who} {what}")))))
            }
        }
    }

    /// Unseen cards of one who acts, out of a bag that others have cards of too, are told apart first: what each then
    /// draws of their own does not depend on what the others draw.
    fn part_bags(&self, actors: Reg) -> Run<()> {
        let shared = |at: &usize| {
            let Some(card) = self.s.cards.get(*at) else { return false };
            let owner = owner_of_place(self.p, card.place);
            owner != ABSENT && self.list(actors).contains(&owner) && !self.own_bag(card.group, owner)
        };
        let first = self.s.bags.numbers().filter_map(|group| self.s.bags.members(group).find(shared)).min();
        first.map_or(Ok(()), |at| Err(Trap::Unknown(ComponentId::from_index(at))))
    }

    /// Whether all cards of a bag lie with one actor.
    fn own_bag(&self, group: u16, actor: Word) -> bool {
        let mut cards = self.s.bags.members(group).filter_map(|at| self.s.cards.get(at));
        cards.all(|c| owner_of_place(self.p, c.place) == actor)
    }

    /// Who acts beside others draws only what lies before them and nowhere else.
    pub(crate) fn may_draw(&self, group: u16) -> Run<()> {
        let actor = self.s.stack.lane_of;
        if actor == ABSENT || self.own_bag(group, actor) {
            return Ok(());
        }
        self.alone("draws a card that is not theirs alone")
    }

    /// On the main stack while lanes run beside it.
    pub(crate) fn run_together(&mut self) -> Run<Next> {
        if self.s.lanes.is_empty() {
            return self.tell_watchers();
        }
        match self.run_lanes() {
            None => Ok(Next::Elsewhere),
            Some(Stop::Over) => Ok(Next::Over),
            Some(Stop::Asked) => Ok(Next::Asked),
            Some(Stop::Probed(yes)) => Err(Trap::Probed(yes)),
            Some(Stop::Fault(fault)) => Err(self.in_trouble(Trouble::Placed(fault))),
        }
    }

    /// Notes an action of a lane whose watchers wait for the end of the block.
    pub(crate) fn put_off_watchers(&mut self, action: ActionId, noted: Reg, args: usize, who: Word) {
        let p = self.p;
        let Some(info) = sure(p.actions.get(action.index())) else { return };
        let values: Vec<Reg> = self.s.stack.regs.get(args..args + info.params as usize).unwrap_or(&[]).to_vec();
        let is_list = |ty: &Type| matches!(ty, Type::Set(_) | Type::Bundle | Type::Pool(_) | Type::Split(_));
        let lists = info.param_types.iter().zip(&values).enumerate().filter(|(_, (ty, _))| is_list(ty));
        let lists = lists.map(|(i, (_, list))| (i as u16, self.list(*list).to_vec())).collect();
        let notes = self.list(noted).to_vec();
        self.s.waiting.push(Waiting { action: action.0, who, args: values, lists, notes });
    }

    /// The lanes are through: the watchers of what was done in them run, in the order of the lanes.
    fn tell_watchers(&mut self) -> Run<Next> {
        if self.s.waiting.is_empty() {
            self.pop_frame();
            return Ok(Next::Elsewhere);
        }
        self.check_depth()?;
        let waiting = self.s.waiting.remove(0);
        (self.ctx.me, self.ctx.this, self.ctx.who) = (waiting.who, ABSENT, ABSENT);
        let base = self.push_frame(FrameKind::Event, 0, waiting.args.len());
        for (i, value) in waiting.args.iter().enumerate() {
            let list = waiting.lists.iter().find(|(at, _)| *at as usize == i);
            let value = match list {
                Some((_, words)) => self.new_list(words)?,
                None => *value,
            };
            if let Some(place) = self.s.stack.regs.get_mut(base + i) {
                *place = value;
            }
        }
        let noted = self.new_list(&waiting.notes)?;
        let effects = self.s.flow.effects;
        if let Some(frame) = self.frame_mut() {
            frame.subject = waiting.action;
            frame.noted = noted;
            // The body is through, and it took effect.
            frame.stage = Stage::Body;
            frame.effects = effects.wrapping_sub(1);
        }
        self.s.stack.done = true;
        Ok(Next::Elsewhere)
    }

    fn new_list(&mut self, words: &[Word]) -> Run<Reg> {
        let mark = self.list_mark();
        for w in words {
            self.push_word(*w)?;
        }
        Ok(self.list_since(mark))
    }

    /// Runs every lane that can go on. `None`: all are through, and the block is closed.
    pub(crate) fn run_lanes(&mut self) -> Option<Stop> {
        let mut asked = false;
        for i in 0..self.s.lanes.len() {
            let waiting =
                self.s.lanes.get(i).is_some_and(|l| l.pending.asked != Asked::Nobody && l.pending.answer.is_none());
            let finished = self.s.lanes.get(i).is_none_or(|l| l.frames.is_empty());
            if waiting || finished {
                asked |= waiting;
                continue;
            }
            self.swap_lane(i);
            self.lane_waits = asked;
            let stop = self.run_stack();
            self.swap_lane(i);
            match stop {
                Stop::Asked => asked = true,
                Stop::Over => {}
                other => return Some(other),
            }
        }
        if asked {
            return Some(Stop::Asked);
        }
        for i in 0..self.s.lanes.len() {
            let actor = self.s.lanes.get(i).map_or(ABSENT, |lane| lane.lane_of);
            let foreign = self.s.worlds.get(i).and_then(|world| self.s.foreign(self.p, world, actor));
            if let Some(foreign) = foreign {
                if self.goal.is_some() {
                    return Some(Stop::Probed(true));
                }
                let what = crate::trace::foreign(self.p, self.s, actor, foreign);
                return Some(Stop::Fault(Box::new(self.fault(FaultKind::NotTogether(what)))));
            }
        }
        self.join_lanes();
        self.s.unsettled();
        None
    }

    /// All lanes are through: what they wrote becomes one table again. The frame of the block stays for the watchers.
    fn join_lanes(&mut self) {
        let mut entry = self.pool.take_world();
        self.s.copy_world(&mut entry);
        for i in 0..self.s.lanes.len() {
            let actor = self.s.lanes.get(i).map_or(ABSENT, |lane| lane.lane_of);
            let Some(mut world) = self.s.worlds.get_mut(i).map(std::mem::take) else { break };
            self.s.join(self.p, &entry, &mut world, actor);
            self.pool.keep_world(world);
        }
        self.pool.keep_world(entry);
        self.s.worlds.clear();
        self.s.lore.outcomes.join_lanes();
        if self.s.keys.on() {
            self.s.keys.join_lanes();
        }
        while let Some(lane) = self.s.lanes.pop() {
            self.pool.keep_stack(lane);
        }
    }

    pub(crate) fn swap_lane(&mut self, i: usize) {
        if let Some(lane) = self.s.lanes.get_mut(i) {
            std::mem::swap(&mut self.s.stack, lane);
        }
        self.s.swap_world(i);
    }
}

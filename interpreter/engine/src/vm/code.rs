//! Effects: control here, the others by the family they belong to; those done most are in `ops`.

use super::ops::Ran;
use super::swapping::Swapped;
use super::{Goal, Machine, Next, Run, Trap};
use crate::ids::*;
use crate::program::nouns::{ABSENT, Word};
use crate::program::op::{NO_REG, Op, Pc, R};
use crate::program::purity::swift_effect_op;
use crate::program::{LastingUntil, nouns::Until};
use crate::state::stack::*;
use crate::state::{CAPTURES, Lasting, LastingEnd, Later};
use crate::trace::{Did, Mark};
use crate::vm::Plain;

impl<'a> Machine<'a> {
    /// Runs a code frame until it ends, calls, or must wait. Out of line, so that the loop of ops has the registers to itself.
    #[inline(never)]
    pub(crate) fn run_code(&mut self, mut pc: Pc) -> Run<Next> {
        loop {
            let (ops, first) = self.ops_at(pc);
            return match self.ops_of::<true>(ops, first, &mut pc) {
                Ok(Ran::Step(_)) if self.fuel == 0 => Err(self.out_of_fuel()),
                Ok(Ran::Step(next)) => {
                    pc = next;
                    continue;
                }
                Ok(Ran::Stopped(next)) => next,
                Ok(Ran::Yield(_) | Ran::Effect) => Err(Trap::Fault(Plain::AnswerAmongEffects)),
                Err(trap) => {
                    self.set_pc(pc);
                    Err(trap)
                }
            };
        }
    }

    /// The ops to run from a place on, and where they begin: all of them, swift ones where nobody watches, or one by one where
    /// clauses are recorded before they run. Out of line, so that there is one loop for all.
    #[inline(never)]
    fn ops_at(&mut self, pc: Pc) -> (&'a [Op], Pc) {
        if self.clauses.is_some() {
            return self.recorded_op(pc);
        }
        (if self.told { &self.p.ops } else { &self.p.swift }, 0)
    }

    #[inline]
    pub(crate) fn set_pc(&mut self, pc: Pc) {
        if let Some(frame) = self.frame_mut() {
            frame.pc = pc;
        }
    }

    /// Out of line, so that the loop of ops stays small.
    #[inline(never)]
    pub(crate) fn effect(&mut self, op: &Op, pc: Pc) -> Run<Next> {
        match *op {
            swift_effect_op!() => self.itself(pc),
            Op::Require { s, to } => {
                if self.get(s) != NONE {
                    return Ok(Next::Op);
                }
                self.mark(Mark::Skipped, pc);
                match self.fell_short()? {
                    Next::Elsewhere if self.region_failed() => Ok(Next::Elsewhere),
                    _ => Ok(Next::Jump(to)),
                }
            }
            Op::SetDoer { d, s, to } => {
                let doer = self.get(s);
                if doer == NONE {
                    self.mark(Mark::Skipped, pc);
                    return Ok(Next::Jump(to));
                }
                self.put(d, reg(self.ctx.me));
                self.set_me(word(doer));
                Ok(Next::Op)
            }
            Op::RestoreDoer { s } => {
                self.set_me(word(self.get(s)));
                Ok(Next::Op)
            }
            Op::Needs { s } => {
                if self.get(s) == 1 {
                    return Ok(Next::Op);
                }
                self.mark(Mark::NotMet, pc);
                self.condition_failed()
            }
            Op::CanFull { d, at, known } => {
                let tried = known == NO_REG || self.ctx.me == ABSENT;
                let yes = if tried { self.can_do_region(at)? } else { self.get(known) == 1 };
                if !yes {
                    self.mark(Mark::NotInFull, pc);
                }
                self.put(d, Reg::from(yes));
                Ok(Next::Op)
            }
            Op::Done { d } => {
                self.put(d, Reg::from(self.s.stack.done));
                Ok(Next::Op)
            }
            Op::Give { s } => {
                self.give(self.get(s));
                Ok(Next::Op)
            }
            Op::Proceed { args } => self.proceed(args),
            Op::AtOnce { begin } => {
                let depth = &mut self.s.flow.at_once;
                *depth = if begin { *depth + 1 } else { depth.saturating_sub(1) };
                Ok(Next::Op)
            }
            Op::Later { code } => self.put_off(code),
            Op::Lasting { info, of, once } => self.make_lasting(info, of, once),
            Op::Moment { moment } => self.moment(moment),
            Op::MoveWhole { union, place, how, d } => {
                let places = self.p.unions.get(usize::from(union)).map_or(&[][..], |places| places);
                self.move_all(places, place, how, d)
            }
            Op::Window { window, args, to } => self.open_window(WindowId(window), args, to),
            Op::Together { set, local, end } => self.begin_together(set, local, pc + 1, end),
            Op::LaneEnd => {
                self.s.stack.frames.clear();
                Ok(Next::Over)
            }
            Op::AskAll { info, set, local, code, here } => self.ask_all(info, set, local, code, here),
            Op::UseLimit { limit, d } => {
                let free = self.within_limit(limit, self.ctx.me, ABSENT);
                if free {
                    self.use_limit(limit, self.ctx.me, ABSENT);
                } else {
                    self.mark(Mark::UsedUp, pc);
                }
                self.put(d, Reg::from(free));
                Ok(Next::Op)
            }
            Op::NotSo { to } => {
                // Rules that always hold look all the time: that there is nothing to do for them is no news.
                let settles = || self.s.stack.frames.iter().any(|f| f.kind == FrameKind::Settle);
                if self.trace.is_some() && !settles() {
                    self.trace_not_so(pc);
                }
                Ok(Next::Jump(to))
            }
            Op::Note { note } => {
                if let Some(trace) = self.trace.as_deref_mut() {
                    let text = self.p.notes.get(note as usize).cloned().unwrap_or_default();
                    trace.note(self.p, self.s, pc, text);
                }
                Ok(Next::Op)
            }
            _ => self.decision_op(op, pc),
        }
    }

    #[inline(always)]
    fn decision_op(&mut self, op: &Op, pc: Pc) -> Run<Next> {
        match *op {
            Op::ChooseMany { info, set, count, d, progress } => self.choose_many(info, set, count, d, progress),
            Op::ChoosePieces { info, bundle, count, d, progress } => {
                self.choose_pieces(info, bundle, count, d, progress)
            }
            Op::Ask { info, d } => self.ask(info, d),
            Op::Split { info, total, among, d, progress } => self.split(info, total, among, d, progress),
            Op::MoveMix { info, mix, amount, sorts, holders, progress } => {
                self.move_mix(info, mix, amount, sorts, holders, progress)
            }
            Op::PickNext { info, list, d, exit } => self.pick_next(info, list, d, exit),
            Op::Random { info, set, weights, count: NO_REG, d, .. } => {
                self.random_one(info, self.get(set), self.get_or_none(weights), d)
            }
            Op::RandomCard { info, place, d } => self.random_card(info, self.get(place), d),
            Op::Random { info, set, weights, count, d, progress, repeats } => {
                self.random(info, set, weights, count, d, progress, repeats)
            }
            Op::Roll { dice, count, d, progress, seen } => self.roll(DiceId(dice), count, d, (progress, seen)),
            Op::Reroll { dice, pool, which, progress, seen } => {
                self.reroll(DiceId(dice), pool, which, (progress, seen))
            }
            _ => self.outcome_op(op, pc),
        }
    }

    /// Ops that keep outcomes in mind: they change nothing that rules could see.
    fn outcome_op(&mut self, op: &Op, pc: Pc) -> Run<Next> {
        match *op {
            Op::Origin { s } => self.origin(s),
            Op::OriginState { state, of } => self.origin_state(StateId(state), self.get_or_none(of)),
            Op::SameOutcome { d, s } => self.same_outcome(d, s),
            Op::Disclose { s } => self.disclose(s),
            Op::DiscloseState { state, of, all } => self.disclose_state(StateId(state), self.get_or_none(of), all),
            _ => return self.primitive_op(op, pc),
        }
        Ok(Next::Op)
    }

    #[inline(always)]
    fn primitive_op(&mut self, op: &Op, pc: Pc) -> Run<Next> {
        match *op {
            Op::Gain { state, amount, on, lose } => {
                let Some(on) = self.optional(on) else { return self.skipped() };
                self.gain_state(StateId(state), self.get(amount), on, lose)
            }
            Op::GainNamed { counter, amount, on, lose } => {
                let Some(on) = self.optional(on) else { return self.skipped() };
                self.gain_named(self.get(counter), self.get(amount), on, lose)
            }
            Op::PayNamed { counter, amount } => self.pay_named(self.get(counter), self.get(amount)),
            Op::PayStuff { stuff, amount, d } => self.pay_stuff(StuffId(stuff), self.get(amount), d),
            Op::PayBundle { bundle, d } => self.pay_bundle(self.get(bundle), d),
            Op::Set { state, of, s } => {
                let Some(of) = self.optional(of) else { return self.skipped() };
                self.set_state(StateId(state), of, self.get(s))
            }
            Op::SetFirstPlayer { s } => {
                let first = word(self.get(s));
                if first == ABSENT {
                    return self.skipped();
                }
                self.s.flow.first = first;
                self.s.touched();
                self.trace_did(Did::First { who: first });
                Ok(Next::Op)
            }
            Op::SetPoolBonus { pool, s } => {
                let (start, len, constant) = list_parts(self.get(pool));
                let bonus = word(self.get(s));
                if !constant
                    && len > 0
                    && let Some(place) = self.s.stack.lists.get_mut(start)
                {
                    *place = bonus;
                    self.s.touched();
                    self.trace_did(Did::Bonus { to: bonus });
                }
                Ok(Next::Op)
            }
            Op::Walk { state, who, one, space } => self.walk(StateId(state), who, one, space),
            Op::SwapCards { a, b } => self.swap(Swapped::Cards, self.get(a), self.get(b)),
            Op::SwapZones { a, b } => self.swap(Swapped::Zones, self.get(a), self.get(b)),
            Op::SwapSpaces { a, b, units: false } => self.swap(Swapped::Actors, self.get(a), self.get(b)),
            Op::SwapSpaces { a, b, units: true } => self.swap(Swapped::Units, self.get(a), self.get(b)),
            Op::Turn { list, face, progress } => self.turn(list, face, progress),
            Op::Flip { place } => self.flip(self.get(place)),
            Op::Shuffle { place } => self.shuffle(self.get(place)),
            Op::Refill { count, place } => self.refill_for(self.get_or_none(count), self.get(place)),
            Op::Expose => self.expose().map(|()| Next::Op),
            Op::Forget { s, memory, of } => {
                let what = if s == NO_REG { None } else { Some(self.get(s)) };
                self.forget(what, MemoryId(memory), self.get_or_none(of))
            }
            Op::Look { list, progress } => self.look(list, progress),
            Op::Reveal { list, to, progress } => self.reveal(list, to, progress),
            Op::Tell { to, of, matching, item, cond } => {
                self.tell(self.get(to), self.get(of), self.get(matching), item, cond)
            }
            Op::Hide { list } => self.hide(self.get(list)),
            Op::Eliminate { who } => self.eliminate(self.get(who)),
            _ => self.flow_op(op, pc),
        }
    }

    /// Where the swift form of an op is not enough, the op itself is done: of several that are done as one the first, which may
    /// be a pure one.
    #[cold]
    fn itself(&mut self, pc: Pc) -> Run<Next> {
        let p = self.p;
        match p.ops.get(pc as usize) {
            Some(op) if op.is_pure() => {
                // Its step is counted already.
                self.fuel = self.fuel.saturating_add(1);
                match self.one_op(&mut pc.clone())? {
                    Ran::Step(next) => Ok(Next::Jump(next)),
                    _ => Err(Trap::Fault(Plain::EndlessCode)),
                }
            }
            Some(op) => self.any_effect(op, pc),
            None => Ok(Next::Op),
        }
    }

    #[inline]
    pub(crate) fn set_me(&mut self, me: Word) {
        self.ctx.me = me;
        if let Some(frame) = self.frame_mut() {
            frame.me = me;
        }
    }

    /// Notes in the trace that the statement at `pc` did nothing, and why.
    pub(crate) fn mark(&mut self, mark: Mark, pc: Pc) {
        if let Some(trace) = self.trace.as_deref_mut() {
            trace.mark(self.p, self.s, pc, mark);
        }
    }

    // ---- regions

    pub(crate) fn begin_region(&mut self, fail: Pc, lenient: bool) {
        let stack = &mut self.s.stack;
        let frame = stack.frames.len().saturating_sub(1);
        let outer = stack.frames.last().map_or(0, |f| f.region);
        stack.regions.push(Region {
            frame: frame as u32,
            fail,
            lists: stack.lists.len() as u32,
            abilities: stack.abilities,
            outer,
            at_once: self.s.flow.at_once,
            me: self.ctx.me,
            lenient,
        });
        let index = stack.regions.len() as u16;
        if let Some(frame) = stack.frames.last_mut() {
            frame.region = index;
        }
    }

    pub(crate) fn end_region(&mut self) -> Run<Next> {
        let stack = &mut self.s.stack;
        let outer = stack.regions.pop().map_or(0, |r| r.outer);
        if let Some(frame) = stack.frames.last_mut() {
            frame.region = outer;
        }
        if let Some(Goal::Region { end, open }) = &mut self.goal {
            // A region that begins later is another one, though it has the number of one that has ended.
            *open = (*open).min(stack.regions.len());
            if *end == stack.regions.len() {
                return Err(Trap::Probed(true));
            }
        }
        Ok(Next::Op)
    }

    /// Whether the frame that runs is no longer the one of the op: a region failed and cut the frames.
    fn region_failed(&self) -> bool {
        self.s.stack.done_cut
    }

    /// A primitive fell short, a choice found too little, a call was not done: fails the full region around it, if any.
    pub(crate) fn fell_short(&mut self) -> Run<Next> {
        self.s.stack.done_cut = false;
        let mut index = self.s.stack.frames.last().map_or(0, |f| f.region) as usize;
        while let Some(region) = index.checked_sub(1).and_then(|i| self.s.stack.regions.get(i)).copied() {
            if !region.lenient {
                let pc = self.s.stack.frames.last().map_or(0, |f| f.pc);
                self.mark(Mark::CutShort, pc);
                return self.fail_region(index - 1, region);
            }
            index = region.outer as usize;
        }
        Ok(Next::Elsewhere)
    }

    /// After an effect that fell short: on to the next op unless a region failed.
    pub(crate) fn short_then_next(&mut self) -> Run<Next> {
        self.fell_short()?;
        Ok(if self.region_failed() { Next::Elsewhere } else { Next::Op })
    }

    /// A `needs`, `pay` or `must` was not met: fails the region of this frame, or else the callable is not done.
    pub(crate) fn condition_failed(&mut self) -> Run<Next> {
        let top = self.s.stack.frames.len().saturating_sub(1);
        let index = self.s.stack.frames.last().map_or(0, |f| f.region) as usize;
        if let Some(region) = index.checked_sub(1).and_then(|i| self.s.stack.regions.get(i)).copied()
            && region.frame as usize == top
        {
            return self.fail_region(index - 1, region);
        }
        self.leave(false)
    }

    fn fail_region(&mut self, index: usize, region: Region) -> Run<Next> {
        if let Some(Goal::Region { end, open }) = self.goal
            && (index <= end || index < open)
        {
            return Err(Trap::Probed(false));
        }
        if let Some(Goal::Frame(goal)) = self.goal
            && (region.frame as usize) < goal
        {
            return Err(Trap::Probed(false));
        }
        while self.s.stack.frames.len() > region.frame as usize + 1 {
            self.pop_frame();
        }
        let stack = &mut self.s.stack;
        stack.lists.truncate(region.lists as usize);
        stack.regions.truncate(index);
        stack.abilities = region.abilities;
        stack.done = false;
        stack.done_cut = true;
        self.s.flow.at_once = region.at_once;
        if let Some(frame) = stack.frames.last_mut() {
            frame.pc = region.fail;
            frame.region = region.outer;
            frame.me = region.me;
        }
        Ok(Next::Elsewhere)
    }

    // ---- what is put off and what lasts

    fn captured(&self, registers: &[R]) -> Run<[Reg; CAPTURES]> {
        let mut captures = [NONE; CAPTURES];
        if registers.len() > CAPTURES {
            return Err(Trap::Fault(Plain::TooManyNames));
        }
        for (place, r) in captures.iter_mut().zip(registers) {
            *place = self.get(*r);
        }
        Ok(captures)
    }

    fn put_off(&mut self, code: u16) -> Run<Next> {
        let p = self.p;
        let Some(info) = p.laters.get(code as usize) else { return Ok(Next::Op) };
        if self.s.later.len() >= super::LATER {
            return Err(Trap::Fault(Plain::TooManyPutOff));
        }
        let captures = self.captured(&info.captures)?;
        self.s.later.push(Later { code, me: self.ctx.me, this: self.ctx.this, captures });
        self.s.touched();
        Ok(Next::Op)
    }

    fn make_lasting(&mut self, info: u16, of: R, once: bool) -> Run<Next> {
        let p = self.p;
        let Some(info) = p.lasting.get(info as usize) else { return Ok(Next::Op) };
        let end = match info.until {
            LastingUntil::Game => LastingEnd::Game,
            LastingUntil::End(Until::Never) => LastingEnd::Game,
            LastingUntil::End(Until::Turn) => LastingEnd::Turn,
            LastingUntil::End(Until::Round) => LastingEnd::Round,
            LastingUntil::End(Until::Phase(phase)) => LastingEnd::Phase(phase),
            LastingUntil::NextTurn => match self.get(of) {
                NONE => return self.skipped(),
                actor => LastingEnd::NextTurn(ActorId(actor as u16)),
            },
        };
        let block = self.s.flow.next_block;
        self.s.flow.next_block = block.wrapping_add(1);
        for (hook, registers) in &info.hooks {
            if self.s.lasting.len() >= super::LASTING {
                return Err(Trap::Fault(Plain::TooManyLasting));
            }
            let captures = self.captured(registers)?;
            let hook = *hook;
            let (me, this) = (self.ctx.me, self.ctx.this);
            self.s.lasting.push(Lasting { hook, me, this, until: end, once, block, captures });
            self.trace_lasting(hook);
        }
        self.s.touched();
        Ok(Next::Op)
    }
}

//! The loop that reads ops. What is done most stands here: pure ops, jumps, and effects where nobody watches and nothing
//! falls short. All else goes to the function of its family.

use super::flow::MOST_ROUNDS;
use super::lists::card_id;
use super::pure::{arithmetic, compare};
use super::{Context, DEPTH, Machine, Next, Plain, Run, Trap, add_registers};
use crate::ids::{AbilityId, ActionId};
use crate::program::QuickState;
use crate::program::changed::Changed;
use crate::program::nouns::{ABSENT, Class};
use crate::program::op::{NO_REG, Op, Pc, R};
use crate::program::purity::{effect_op, larger_pure_op};
use crate::state::Ending;
use crate::state::stack::*;

/// What ended a stretch of code.
pub(crate) enum Ran {
    Yield(Reg),
    /// One op is done, where no more was asked for.
    Once,
    /// An effect stands where there may be none.
    Effect,
    /// An effect left something else to do, or there is nothing to run.
    Stopped(Run<Next>),
}

impl Machine<'_> {
    /// Runs ops from `at` on, with their effects or without, or just one. A trap of a pure op leaves its place in `at`;
    /// effects keep theirs in the frame.
    #[inline(always)]
    pub(crate) fn ops<const EFFECTS: bool, const ONCE: bool>(&mut self, at: &mut Pc) -> Run<Ran> {
        // Steps and the place are counted beside the machine, which is told of steps before anybody else counts.
        let (mut place, mut fuel) = (*at as usize, self.fuel);
        let ran = self.counted_ops::<EFFECTS, ONCE>(&mut place, &mut fuel);
        self.fuel = fuel;
        *at = place as Pc;
        ran
    }

    #[inline(always)]
    fn counted_ops<const EFFECTS: bool, const ONCE: bool>(&mut self, at: &mut usize, fuel: &mut u32) -> Run<Ran> {
        let ops = self.p.ops.as_slice();
        let mut done = false;
        loop {
            if ONCE && std::mem::replace(&mut done, true) {
                return Ok(Ran::Once);
            }
            let Some(op) = ops.get(*at) else {
                return Ok(Ran::Stopped(Err(Trap::Fault(Plain::EndlessCode))));
            };
            match fuel.checked_sub(1) {
                Some(left) => *fuel = left,
                None => {
                    self.fuel = 0;
                    let paid = if EFFECTS { self.burn_recording(*at as Pc) } else { self.burn(1) };
                    if let Err(trap) = paid {
                        return Ok(Ran::Stopped(Err(trap)));
                    }
                }
            }
            match *op {
                Op::Const { d, v } => self.put(d, reg(v)),
                Op::Copy { d, s } => self.put(d, self.get(s)),
                Op::Me { d } => self.put(d, reg(self.ctx.me)),
                Op::This { d } => self.put(d, reg(self.ctx.this)),
                Op::Who { d } => self.put(d, reg(self.ctx.who)),
                Op::Active { d } => self.put(d, reg(self.s.flow.active)),
                Op::Call { f, d, a, b, c } => {
                    self.fuel = *fuel;
                    let value = self.function(f, [a, b, c]);
                    *fuel = self.fuel;
                    self.put(d, value?);
                }
                Op::Load { d, slot } => self.put(d, reg(self.s.read(slot))),
                Op::LoadOf { d, of, first } => {
                    let bearer = self.get(of);
                    let value = if bearer < 0 { NONE } else { reg(self.s.read(first + bearer as u32)) };
                    self.put(d, value);
                }
                Op::LoadEnum { d, of, first, of_enum, index } => {
                    let bearer = self.get(of);
                    let value = if bearer < 0 { NONE } else { reg(self.s.read(first + bearer as u32)) };
                    self.put(d, self.enum_attribute(value, of_enum, index));
                }
                Op::Attribute { d, of, attribute } => {
                    let value = match card_id(self.get(of)) {
                        Some(card) => {
                            let design = self.design_of(card)?;
                            self.design_attribute(design, attribute)
                        }
                        None => NONE,
                    };
                    self.put(d, value);
                }
                Op::Lookup { d, index, list } => {
                    let value = self.looked_up(self.get(index), list);
                    self.put(d, value);
                }
                Op::Place { d, zone, of } => {
                    let place = self.place_of(zone, self.get(of));
                    self.put(d, place);
                }
                Op::Not { d, s } => self.put(d, Reg::from(self.get(s) != 1)),
                Op::Compare { how, d, a, b } => {
                    let yes = compare(how, self.get(a), self.get(b));
                    self.put(d, Reg::from(yes));
                }
                Op::Arithmetic { how, d, a, b } => {
                    let value = arithmetic(how, self.get(a), self.get(b))?;
                    self.put(d, value);
                }
                Op::Count { d, list } => {
                    let list = self.get(list);
                    let count = if list == NONE { NONE } else { list_parts(list).1 as Reg };
                    self.put(d, count);
                }
                Op::First { d, list } => {
                    let value = self.item(self.get(list), 0).map_or(NONE, reg);
                    self.put(d, value);
                }
                Op::IsNone { d, s } => self.put(d, Reg::from(self.get(s) == NONE)),
                Op::At { d, list, index } => {
                    let at = self.get(index).checked_sub(1).and_then(|i| usize::try_from(i).ok());
                    let value = at.and_then(|at| self.item(self.get(list), at));
                    self.put(d, value.map_or(NONE, reg));
                }
                Op::IsKind { d, s, kinds } => {
                    let yes = match card_id(self.get(s)) {
                        Some(card) => self.is_kind(card, kinds)?,
                        None => false,
                    };
                    self.put(d, Reg::from(yes));
                }
                Op::ConstList { d, index } => self.put(d, self.constant_list(index as usize)),
                Op::NewList { d } | Op::Mark { d } => self.put(d, self.list_mark() as Reg),
                Op::Push { s } => self.push_word(word(self.get(s)))?,
                Op::EndList { d } => {
                    let mark = self.get(d);
                    self.put(d, self.list_since(usize::try_from(mark).unwrap_or(0)));
                }
                Op::Jump { to } => {
                    *at = to as usize;
                    continue;
                }
                Op::JumpIf { s, to } => {
                    if self.get(s) == 1 {
                        *at = to as usize;
                        continue;
                    }
                }
                Op::JumpIfNot { s, to } => {
                    if self.get(s) != 1 {
                        *at = to as usize;
                        continue;
                    }
                }
                Op::JumpIfUp { when, card, to } => {
                    let up = match card_id(self.get(card)) {
                        Some(card) => self.is_up(card)? == 1,
                        None => false,
                    };
                    if up == when {
                        *at = to as usize;
                        continue;
                    }
                }
                Op::JumpIfNone { s, to } => {
                    if self.get(s) == NONE {
                        *at = to as usize;
                        continue;
                    }
                }
                Op::JumpCompare { how, when, a, b, to } => {
                    if compare(how, self.get(a), self.get(b)) == when {
                        *at = to as usize;
                        continue;
                    }
                }
                Op::JumpAny { when, list, test, r, to } => {
                    let any = self.count_test(self.get(list), test, self.get_or_none(r), true, 1)? > 0;
                    if any == when {
                        *at = to as usize;
                        continue;
                    }
                }
                Op::JumpAnyLine { when, lines, test, r, to } => {
                    if self.any_line(self.get(lines), test, self.get_or_none(r))? == when {
                        *at = to as usize;
                        continue;
                    }
                }
                Op::Next { item, list, index, exit } => {
                    let i = self.get(index);
                    match self.item(self.get(list), i as usize) {
                        Some(value) => {
                            self.put(item, reg(value));
                            self.put(index, i + 1);
                        }
                        None => {
                            *at = exit as usize;
                            continue;
                        }
                    }
                }
                Op::Each { item, list, index, body, exit } => match self.item(self.get(list), 0) {
                    Some(value) => {
                        self.put(item, reg(value));
                        self.put(index, 1);
                        *at = body as usize;
                        continue;
                    }
                    None => {
                        *at = exit as usize;
                        continue;
                    }
                },
                Op::Again { item, list, index, body } => {
                    let i = self.get(index);
                    if let Some(value) = self.item(self.get(list), i as usize) {
                        self.put(item, reg(value));
                        self.put(index, i + 1);
                        *at = body as usize;
                        continue;
                    }
                }
                Op::Release { s } => {
                    let mark = self.get(s);
                    if let Ok(mark) = usize::try_from(mark) {
                        self.s.stack.lists.truncate(mark);
                    }
                }
                Op::Yield { s } => return Ok(Ran::Yield(self.get(s))),
                Op::YieldCompare { how, a, b } => {
                    let yes = compare(how, self.get(a), self.get(b));
                    return Ok(Ran::Yield(Reg::from(yes)));
                }
                Op::Gain { state, amount, on, lose } if EFFECTS && self.gain_unwatched(state, amount, on, lose) => {}
                Op::Set { state, of, s } if EFFECTS && self.set_unwatched(state, of, s) => {}
                Op::Settle if EFFECTS && self.settled() => {}
                Op::CallAction { action, args, give, asked, fit }
                    if EFFECTS && (asked || fit) && self.called(at, action, args, give, asked) =>
                {
                    continue;
                }
                Op::Return if EFFECTS && self.returned(at) => continue,
                Op::MoveOne { card, place, how, progress }
                    if EFFECTS && self.move_one_simply(card, place, how, progress) => {}
                Op::BeginFull { fail, lenient } if EFFECTS && !self.p.cover => self.begin_region(fail, lenient),
                Op::EndFull if EFFECTS && self.goal.is_none() && !self.p.cover => {
                    self.end_region()?;
                }
                Op::MoveAll { from, place, how, d } if EFFECTS && self.move_only_one(from, place, how, d + 1) => {}
                Op::Require { s, .. } if EFFECTS && self.get(s) != NONE => {}
                Op::Needs { s } if EFFECTS && self.get(s) == 1 && !self.p.cover => {}
                Op::SetDoer { d, s, .. } if EFFECTS && self.get(s) != NONE => {
                    let doer = word(self.get(s));
                    self.put(d, reg(self.ctx.me));
                    self.set_me(doer);
                }
                Op::RestoreDoer { s } if EFFECTS => {
                    let doer = word(self.get(s));
                    self.set_me(doer);
                }
                Op::JumpIfEnding { phase, to } if EFFECTS && !self.p.cover => {
                    if self.ends_early(phase) {
                        *at = to as usize;
                        continue;
                    }
                }
                Op::BeginPhase { phase } if EFFECTS && !self.told => self.begin_phase(phase),
                Op::BeginRound if EFFECTS && !self.told && self.s.flow.round < MOST_ROUNDS => self.s.flow.round += 1,
                Op::EndRound { last, expires: false } if EFFECTS && !self.told && !self.last_round(last) => {
                    self.s.round_ends();
                }
                Op::BeginTurn { actor } if EFFECTS && !self.told => self.begin_turn(word(self.get(actor))),
                Op::EndOfTurn { expires: false } if EFFECTS && !self.told => self.end_turn(),
                larger_pure_op!() => {
                    self.fuel = *fuel;
                    let done = self.pure_op(op);
                    *fuel = self.fuel;
                    done?;
                }
                // Told one by one, so that every op has its place in the table of jumps.
                effect_op!() if EFFECTS => {
                    // The op stays the frame's place until it is through, so that it can be executed again.
                    self.set_pc(*at as Pc);
                    self.fuel = *fuel;
                    let next = self.any_effect(op, *at as Pc);
                    let answered = matches!(next, Ok(Next::Asked)) && self.answer_all();
                    *fuel = self.fuel;
                    if answered {
                        continue;
                    }
                    match next {
                        Ok(Next::Op) => {}
                        Ok(Next::Jump(to)) => {
                            *at = to as usize;
                            continue;
                        }
                        Ok(elsewhere @ (Next::Frames | Next::Elsewhere)) => {
                            if elsewhere == Next::Frames {
                                // A frame was pushed on top: this one goes on behind the op.
                                let below = self.s.stack.frames.len().saturating_sub(2);
                                if let Some(frame) = self.s.stack.frames.get_mut(below) {
                                    frame.pc = *at as Pc + 1;
                                }
                            }
                            let Some(pc) = self.enter_code() else { return Ok(Ran::Stopped(Ok(elsewhere))) };
                            *at = pc as usize;
                            continue;
                        }
                        other => return Ok(Ran::Stopped(other)),
                    }
                }
                effect_op!() => return Ok(Ran::Effect),
                Op::Nop => {}
            }
            *at += 1;
        }
    }

    /// Where the innermost frame goes on, if it runs ops: its words mean what they mean there from now on.
    #[inline]
    fn enter_code(&mut self) -> Option<Pc> {
        let frame = self.s.stack.frames.last()?;
        if !matches!(frame.kind, FrameKind::Code | FrameKind::Ability | FrameKind::Hook) {
            return None;
        }
        self.ctx = Context::of(frame);
        Some(frame.pc)
    }

    /// Begins the body of an action at once, where nobody hears of it and it is known to be possible; else nothing is done
    /// yet.
    #[inline(always)]
    fn called(&mut self, at: &mut usize, action: u16, args: R, give: R, asked: bool) -> bool {
        let Some(call) = self.p.calls.get(usize::from(action)) else { return false };
        let stack = &mut self.s.stack;
        let from = self.ctx.base + usize::from(args);
        let given = stack.regs.get(from..from + usize::from(call.params)).unwrap_or(&[NONE]);
        let possible = call.free || (call.unheard && asked);
        if !possible || given.contains(&NONE) || self.told || self.clauses.is_some() || stack.frames.len() >= DEPTH {
            return false;
        }
        let Some(caller) = stack.frames.last_mut() else { return false };
        caller.pc = *at as Pc + 1;
        let region = caller.region;
        let base = stack.regs.len();
        add_registers(&mut stack.regs, usize::from(call.registers));
        for i in 0..usize::from(call.params) {
            if let (Some(argument), Some(place)) = (stack.regs.get(from + i).copied(), stack.regs.get_mut(base + i)) {
                *place = argument;
            }
        }
        (self.ctx.base, self.ctx.this, self.ctx.who) = (base, ABSENT, ABSENT);
        let pc = if asked { call.asked } else { call.body };
        stack.frames.push(Frame {
            kind: FrameKind::Code,
            stage: Stage::Check,
            pc,
            base: base as u32,
            lists: stack.lists.len() as u32,
            me: self.ctx.me,
            this: ABSENT,
            who: ABSENT,
            region,
            subject: action,
            give,
            index: 0,
            effects: self.s.flow.effects,
            noted: NONE,
            used: NONE,
        });
        *at = pc as usize;
        true
    }

    /// Goes back from code to the code that called it, where nobody waits for its end; else nothing is done yet.
    #[inline(always)]
    fn returned(&mut self, at: &mut usize) -> bool {
        let ends_matter = self.waits_for_end();
        let stack = &mut self.s.stack;
        let [.., caller, ended] = stack.frames.as_slice() else { return false };
        let to_code = matches!(caller.kind, FrameKind::Code | FrameKind::Ability | FrameKind::Hook);
        if !to_code || self.goal.is_some() || self.p.cover {
            return false;
        }
        match ended.kind {
            FrameKind::Code => {}
            // Nothing waits for its end.
            FrameKind::Ability if !self.s.flow.dirty && self.s.flow.end == Ending::No && !ends_matter => {
                stack.abilities = stack.abilities.saturating_sub(1);
            }
            _ => return false,
        }
        self.ctx = Context::of(caller);
        *at = caller.pc as usize;
        stack.regs.truncate(ended.base as usize);
        stack.lists.truncate(ended.lists as usize);
        stack.frames.pop();
        stack.done = true;
        true
    }

    /// The effects that are done most go to their functions at once.
    #[inline(always)]
    fn any_effect(&mut self, op: &Op, pc: Pc) -> Run<Next> {
        if self.p.cover {
            self.cover_op(pc);
        }
        match *op {
            Op::Choose { info, set, d, test, r } => self.choose_one(info, set, d, test, r),
            Op::Offer { offer, used, none } => self.offer(offer, used, none),
            Op::NextChoice { info, local, d, saved, exit } => self.next_choice(info, local, d, saved, exit),
            Op::MoveOne { card, place, how, progress } => self.move_one(card, place, how, progress),
            Op::MoveTop { count, from, place, how, progress } => self.move_top(count, from, place, how, progress),
            Op::MoveAll { from, place, how, d } => self.move_all(from, place, how, d),
            Op::CallAction { action, args, give, asked, .. } => self.call(ActionId(action), args, give, asked),
            Op::Return => self.leave(true),
            Op::Settle => self.settle_point(),
            Op::Turn { list, face, progress: NO_REG } => self.turn_one(list, face == 1),
            Op::Reveal { list, to, progress } => self.reveal(list, to, progress),
            Op::BeginFull { fail, lenient } => {
                self.begin_region(fail, lenient);
                Ok(Next::Op)
            }
            Op::EndFull => self.end_region(),
            Op::RunAbility { of, ability, as_this, demanded } => {
                self.run_ability(self.get(of), AbilityId(ability), as_this, demanded)
            }
            Op::PayMix { info, group, amount, sorts, d, progress } => {
                self.pay_mix(info, group, amount, sorts, d, progress)
            }
            Op::GainBundle { bundle, times, on, lose } => self.gain_bundle(bundle, times, on, lose),
            Op::MoveStuff { amount, stuff, from, to, accounts } => self.move_stuff(amount, stuff, from, to, accounts),
            _ => self.effect(op, pc),
        }
    }

    /// A settle point at which nothing can act; else nothing is done yet.
    #[inline(always)]
    fn settled(&mut self) -> bool {
        let flow = &self.s.flow;
        if flow.end != Ending::No {
            return false;
        }
        // Set-up is quiet, and what happens at once or in lanes settles when it is through.
        if !flow.dirty || flow.quiet || flow.at_once > 0 || self.s.stack.lane_of != ABSENT {
            return true;
        }
        if self.told || !self.s.later.is_empty() {
            return false;
        }
        if self.p.only_fills {
            // Then no settle point is under way.
            let settled = !self.p.settles_on.concerns(flow.changed) || self.displays_full();
            if settled {
                (self.s.flow.dirty, self.s.flow.changed) = (false, Changed::NOTHING);
            }
            return settled;
        }
        if self.p.settles_on.concerns(flow.changed) {
            return false;
        }
        // Rules do not watch themselves act.
        let ruled = !self.p.fills.is_empty() || !self.p.always.is_empty();
        if ruled && self.s.stack.frames.iter().any(|f| f.kind == FrameKind::Settle) {
            return false;
        }
        self.s.flow.dirty = false;
        true
    }

    /// Whose state is meant, as a number of its class; below 0 where that is absent or has to be asked for.
    #[inline(always)]
    fn quick_bearer(&self, on: Class, bearer: R) -> Reg {
        if bearer == NO_REG {
            return match on {
                Class::Game => 0,
                Class::Actor => Reg::from(self.ctx.me),
                _ => NONE,
            };
        }
        match self.get(bearer) {
            // A bearer that is given and absent skips the statement, for the game too.
            NONE => NONE,
            _ if on == Class::Game => 0,
            bearer => bearer,
        }
    }

    /// Where a state of a bearer stands.
    #[inline(always)]
    fn slot_at(&mut self, info: &QuickState, bearer: Reg) -> Option<&mut i32> {
        // What is below 0 is very large without a sign.
        let at = usize::try_from(bearer as u64).ok().filter(|at| *at < info.len as usize)?;
        self.s.slots.get_mut(info.first as usize + at)
    }

    /// `gain` and `lose` where nobody hears of it and no bound stops it; else nothing is done yet.
    #[inline(always)]
    fn gain_unwatched(&mut self, state: u16, amount: R, on: R, lose: bool) -> bool {
        let p = self.p;
        let Some(info) = p.quick_states.get(state as usize) else { return false };
        let amount = self.get(amount);
        // What is absent is negative, too.
        if !info.gains || amount < 0 || self.told {
            return false;
        }
        let bearer = self.quick_bearer(info.on, on);
        let Some(place) = self.slot_at(info, bearer) else { return false };
        let new = Reg::from(*place) + if lose { -amount } else { amount };
        if new < Reg::from(info.min) || new > Reg::from(info.max) {
            return false;
        }
        if amount != 0 {
            *place = new as i32;
            self.s.touched_only(if lose { info.fallen } else { info.risen });
        }
        true
    }

    /// `set` where nobody hears of it; else nothing is done yet.
    #[inline(always)]
    fn set_unwatched(&mut self, state: u16, of: R, s: R) -> bool {
        let p = self.p;
        let Some(info) = p.quick_states.get(state as usize) else { return false };
        let to = self.get(s);
        if !info.sets || to == NONE || self.told {
            return false;
        }
        let value = word(to).max(info.min).min(info.max);
        let bearer = self.quick_bearer(info.on, of);
        let Some(place) = self.slot_at(info, bearer) else { return false };
        if *place != value {
            *place = value;
            self.s.touched_only(info.risen);
        }
        true
    }
}

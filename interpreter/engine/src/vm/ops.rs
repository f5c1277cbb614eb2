//! The loop that reads ops. What is done most stands here: pure ops, jumps, and effects where nobody watches and nothing
//! falls short. All else goes to the function of its family.

use super::flow::MOST_ROUNDS;
use super::lists::{card_id, place_id};
use super::pure::{arithmetic, compare};
use super::{Machine, Next, Plain, Run, Trap};
use crate::ids::{AbilityId, ActionId, MemoryId, StateId};
use crate::program::Program;
use crate::program::op::{NO_REG, Op, Pc};
use crate::program::purity::{effect_op, larger_pure_op, swift_effect_op};
use crate::state::stack::*;

/// What ended a stretch of code.
pub(crate) enum Ran {
    Yield(Reg),
    /// One op is done, where no more was asked for, and this one is next.
    Step(Pc),
    /// An effect stands where there may be none.
    Effect,
    /// An effect left something else to do, or there is nothing to run.
    Stopped(Run<Next>),
}

/// Where the loop stands: at the first of the ops that are left. Steps are counted where it jumps, for up to there as many
/// are taken as ops are passed.
struct Cursor<'p> {
    /// The ops of the game from one on: all of them, or just one.
    ops: &'p [Op],
    first: Pc,
    rest: &'p [Op],
    /// Steps that there are for ops behind the last one: as many less, or more, as ops are left.
    beyond: i64,
}

impl<'p> Cursor<'p> {
    /// The place of the op under way.
    #[inline(always)]
    fn here(&self) -> Pc {
        self.first + (self.ops.len() - self.rest.len()) as Pc
    }

    /// The ops from a place on.
    #[inline(always)]
    fn from(&self, at: Pc) -> Option<&'p [Op]> {
        self.ops.get(at.wrapping_sub(self.first) as usize..)
    }

    /// Steps that are left before the op under way.
    #[inline(always)]
    fn steps(&self) -> i64 {
        self.beyond + self.rest.len() as i64
    }

    /// Goes to an op before which there are so many steps left.
    #[inline(always)]
    fn go(&mut self, rest: &'p [Op], steps: i64) {
        self.rest = rest;
        self.beyond = steps - rest.len() as i64;
    }

    /// What comes of it where no op is left to go on with.
    #[cold]
    fn left(&self, to: Pc) -> Ran {
        if self.ops.len() == 1 { Ran::Step(to) } else { Ran::Stopped(Err(Trap::Fault(Plain::EndlessCode))) }
    }
}

/// Steps as the machine counts them. A stretch of ops that took more than there were is the last one.
#[inline(always)]
fn fuel(steps: i64) -> u32 {
    steps.max(0) as u32
}

impl<'a> Machine<'a> {
    /// Runs ops from `at` on, with their effects or without. A trap of a pure op leaves its place in `at`; effects keep
    /// theirs in the frame.
    #[inline(always)]
    pub(crate) fn ops<const EFFECTS: bool>(&mut self, at: &mut Pc) -> Run<Ran> {
        let p: &'a Program = self.p;
        self.ops_of::<EFFECTS>(&p.swift, 0, at)
    }

    /// Runs just one.
    pub(crate) fn one_op(&mut self, at: &mut Pc) -> Run<Ran> {
        let p: &'a Program = self.p;
        self.ops_of::<false>(p.op_alone(*at), *at, at)
    }

    #[inline(always)]
    pub(super) fn ops_of<const EFFECTS: bool>(&mut self, ops: &'a [Op], first: Pc, at: &mut Pc) -> Run<Ran> {
        let mut cursor = Cursor { ops, first, rest: &[], beyond: 0 };
        cursor.go(cursor.from(*at).unwrap_or(&[]), self.fuel.into());
        let ran = self.counted_ops::<EFFECTS>(&mut cursor);
        // A step is counted where it was left.
        let counted = matches!(ran, Ok(Ran::Step(_)));
        let left = cursor.steps() - i64::from(!counted);
        self.fuel = fuel(left);
        *at = cursor.here();
        // Code without jumps may be asked for again and again.
        if !EFFECTS && left < 0 { Err(self.out_of_fuel()) } else { ran }
    }

    #[inline(always)]
    fn counted_ops<const EFFECTS: bool>(&mut self, cursor: &mut Cursor<'a>) -> Run<Ran> {
        'ops: loop {
            let Some(op) = cursor.rest.first() else {
                return Ok(cursor.left(cursor.here()));
            };
            // An op that leads elsewhere says where.
            let to = 'jump: {
                match *op {
                    Op::Const { d, v } => self.put(d, reg(v)),
                    Op::Copy { d, s } => self.put(d, self.get(s)),
                    Op::Me { d } => self.put(d, reg(self.ctx.me)),
                    Op::This { d } => self.put(d, reg(self.ctx.this)),
                    Op::Who { d } => self.put(d, reg(self.ctx.who)),
                    Op::Active { d } => self.put(d, reg(self.s.flow.active)),
                    Op::Call { f, d, a, b, c } => {
                        let value = self.by_itself(cursor, |m| m.function(f, [a, b, c]));
                        self.put(d, value?);
                    }
                    Op::Load { d, slot } => self.put(d, reg(self.s.read(slot))),
                    Op::LoadOf { d, of, first } => {
                        self.put(d, self.borne(first, self.get(of)));
                    }
                    Op::LoadEnum { d, of, first, of_enum, index } => {
                        let value = self.borne(first, self.get(of));
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
                        break 'jump to;
                    }
                    Op::JumpIf { s, to } => {
                        if self.get(s) == 1 {
                            break 'jump to;
                        }
                    }
                    Op::JumpIfNot { s, to } => {
                        if self.get(s) != 1 {
                            break 'jump to;
                        }
                    }
                    Op::JumpIfUp { when, card, to } => {
                        let up = match card_id(self.get(card)) {
                            Some(card) => self.is_up(card)? == 1,
                            None => false,
                        };
                        if up == when {
                            break 'jump to;
                        }
                    }
                    Op::JumpIfNone { s, to } => {
                        if self.get(s) == NONE {
                            break 'jump to;
                        }
                    }
                    Op::JumpCompare { how, when, a, b, to } => {
                        if compare(how, self.get(a), self.get(b)) == when {
                            break 'jump to;
                        }
                    }
                    Op::JumpAny { when, list, test, r, to } => {
                        let any = self.count_test(self.get(list), test, self.get_or_none(r), true, 1)? > 0;
                        if any == when {
                            break 'jump to;
                        }
                    }
                    Op::JumpAnyLine { when, lines, test, r, to } => {
                        if self.any_line(self.get(lines), test, self.get_or_none(r))? == when {
                            break 'jump to;
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
                                break 'jump exit;
                            }
                        }
                    }
                    Op::Each { item, list, index, body, exit } => match self.item(self.get(list), 0) {
                        Some(value) => {
                            self.put(item, reg(value));
                            self.put(index, 1);
                            break 'jump body;
                        }
                        None => {
                            break 'jump exit;
                        }
                    },
                    Op::Again { item, list, index, body } => {
                        let i = self.get(index);
                        if let Some(value) = self.item(self.get(list), i as usize) {
                            self.put(item, reg(value));
                            self.put(index, i + 1);
                            break 'jump body;
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
                    Op::Gain { state, amount, on, lose } if EFFECTS && self.gain_unwatched(state, amount, on, lose) => {
                    }
                    Op::Set { state, of, s } if EFFECTS && self.set_unwatched(state, of, s) => {}
                    Op::GainAt { own, by, state, slot } if EFFECTS && self.gain_at(own, slot, state, by.into()) => {}
                    Op::GainBy { own, lose, amount, state, slot }
                        if EFFECTS && self.gain_by(own, lose, slot, state, amount) => {}
                    Op::SetAt { own, bit, slot, v } if EFFECTS && self.set_at(own, slot, bit, v) => {}
                    Op::SetTo { own, s, state, slot } if EFFECTS && self.set_to(own, slot, state, s) => {}
                    Op::GainFor { lose, amount, state, who, first, to }
                        if EFFECTS && self.gain_for(who, lose, first, state, amount) =>
                    {
                        break 'jump to;
                    }
                    Op::SetBeside { index, list, state, slot }
                        if EFFECTS && self.set_beside(index, list, slot, state) =>
                    {
                        // It has done the op behind it, too.
                        break 'jump cursor.here() + 2;
                    }
                    Op::OfferPlainly { offer }
                        if EFFECTS && let Some(body) = self.by_itself(cursor, |m| m.taken_plainly(offer)) =>
                    {
                        break 'jump body;
                    }
                    Op::Settle if EFFECTS && self.settled() => {}
                    Op::CallAction { action, args, give, asked, fit }
                        if EFFECTS
                            && (asked || fit)
                            && let Some(body) = self.called(cursor.here(), action, args, give, asked) =>
                    {
                        break 'jump body;
                    }
                    Op::Inline { call } if EFFECTS => {
                        if self.told || self.clauses.is_some() || !self.answers_here() {
                            break 'jump call;
                        }
                    }
                    Op::Return if EFFECTS && let Some(back) = self.returned() => break 'jump back,
                    Op::RunAbility { of, ability, as_this, demanded }
                        if EFFECTS
                            && let Some(body) = self.began_ability(cursor.here(), of, ability, as_this, demanded) =>
                    {
                        break 'jump body;
                    }
                    Op::MoveOne { card, place, how, progress }
                        if EFFECTS && self.move_one_simply(card, place, how, progress) => {}
                    Op::BeginFull { fail, lenient } if EFFECTS && !self.p.cover => self.begin_region(fail, lenient),
                    Op::EndFull if EFFECTS && self.goal.is_none() && !self.p.cover => {
                        self.end_region()?;
                    }
                    Op::MoveAll { from, place, how, d } if EFFECTS && self.move_only_one(from, place, how, d + 1) => {}
                    Op::Note { .. } if EFFECTS && !self.told && self.clauses.is_none() => {}
                    Op::NotSo { to } if EFFECTS && !self.told && self.clauses.is_none() => break 'jump to,
                    Op::Require { s, .. } if EFFECTS && self.get(s) != NONE => {}
                    Op::Needs { s } if EFFECTS && self.get(s) == 1 && !self.p.cover => {}
                    Op::SetDoer { d, s, .. }
                        if EFFECTS
                            && let doer = self.get(s)
                            && doer != NONE =>
                    {
                        let doer = word(doer);
                        self.put(d, reg(self.ctx.me));
                        self.set_me(doer);
                    }
                    Op::RestoreDoer { s } if EFFECTS => {
                        let doer = word(self.get(s));
                        self.set_me(doer);
                    }
                    Op::JumpIfEnding { phase, to } if EFFECTS && !self.p.cover => {
                        if self.ends_early(phase) {
                            break 'jump to;
                        }
                    }
                    Op::BeginPhase { phase } if EFFECTS && !self.told => self.begin_phase(phase),
                    Op::BeginRound if EFFECTS && !self.told && self.s.flow.round < MOST_ROUNDS => {
                        self.s.flow.round += 1
                    }
                    Op::EndRound { last, expires: false } if EFFECTS && !self.told && !self.last_round(last) => {
                        self.s.round_ends();
                    }
                    Op::BeginTurn { actor } if EFFECTS && !self.told => self.begin_turn(word(self.get(actor))),
                    Op::EndOfTurn { expires: false } if EFFECTS && !self.told => self.end_turn(),
                    Op::FilterTest { d, list, test, r } => {
                        let (list, with) = (self.get(list), self.get_or_none(r));
                        let found = self.by_itself(cursor, |m| m.filter_test(list, test, with))?;
                        self.put(d, found);
                    }
                    Op::ExtremeRead { most, d, list, read } => {
                        let list = self.get(list);
                        let found = self.by_itself(cursor, |m| m.extreme_read(most, list, read))?;
                        self.put(d, found);
                    }
                    Op::FoldRead { how, d, list, read } => {
                        let value = self.fold_read(how, self.get(list), read)?;
                        self.put(d, value);
                    }
                    Op::CardsOf { d, zone, of } => {
                        let cards = self.cards_of(self.place_of(zone, self.get(of)))?;
                        self.put(d, cards);
                    }
                    Op::CountCardsOf { d, zone, of } => {
                        self.put(d, self.count_cards(self.place_of(zone, self.get(of))));
                    }
                    Op::OnlyCard { d, place } => {
                        let top = place_id(self.get(place)).map_or(NONE, |place| self.top_of(place));
                        self.put(d, top);
                    }
                    larger_pure_op!() => {
                        self.by_itself(cursor, |m| m.pure_op(op))?;
                    }
                    // Told one by one, so that every op has its place in the table of jumps.
                    effect_op!() | swift_effect_op!() if EFFECTS => {
                        // The op stays the frame's place until it is through, so that it can be executed again.
                        let at = cursor.here();
                        self.set_pc(at);
                        self.fuel = fuel(cursor.steps() - 1);
                        let next = self.any_effect(op, at);
                        cursor.beyond = i64::from(self.fuel) + 1 - cursor.rest.len() as i64;
                        match next {
                            Ok(Next::Op) => {}
                            Ok(Next::Jump(to)) => break 'jump to,
                            other => {
                                let to = self.led_away(other, at);
                                cursor.beyond = i64::from(self.fuel) + 1 - cursor.rest.len() as i64;
                                match to {
                                    Ok(to) => break 'jump to,
                                    Err(next) => return Ok(Ran::Stopped(next)),
                                }
                            }
                        }
                    }
                    effect_op!() | swift_effect_op!() => return Ok(Ran::Effect),
                    Op::Nop => {}
                    Op::LoadBeside { beside, d, index, list, first } => {
                        let bearer = self.looked_up(self.get(index), list.into());
                        self.put(beside, bearer);
                        self.put(d, self.borne(first, bearer));
                        // It has done the op behind it, too.
                        break 'jump cursor.here() + 2;
                    }
                    Op::JumpWithin { when, slot, low, more, to } => {
                        if self.is_within(false, slot, low, more) == when {
                            break 'jump to;
                        }
                    }
                    Op::JumpOwnWithin { when, slot, low, more, to } => {
                        if self.is_within(true, slot, low, more) == when {
                            break 'jump to;
                        }
                    }
                }
                cursor.rest = cursor.rest.get(1..).unwrap_or(&[]);
                continue 'ops;
            };
            let steps = cursor.steps() - 1;
            let Some(rest) = cursor.from(to) else {
                cursor.go(&[], steps);
                return Ok(cursor.left(to));
            };
            cursor.go(rest, steps);
            if steps <= 0 {
                return Ok(Ran::Stopped(Err(self.out_of_fuel())));
            }
        }
    }

    /// An effect did not lead on to an op by itself: where code goes on, or what else comes next.
    #[inline(never)]
    fn led_away(&mut self, next: Run<Next>, at: Pc) -> Result<Pc, Run<Next>> {
        match next {
            Ok(Next::Asked) if self.answer_all() => Ok(at),
            Ok(elsewhere @ (Next::Frames | Next::Elsewhere)) => {
                if elsewhere == Next::Frames {
                    // A frame was pushed on top: the one below goes on behind the op.
                    let below = self.s.stack.frames.len().saturating_sub(2);
                    if let Some(frame) = self.s.stack.frames.get_mut(below) {
                        frame.pc = at + 1;
                    }
                }
                self.enter_code().ok_or(Ok(elsewhere))
            }
            other => Err(other),
        }
    }

    /// Does something that counts steps by itself, as the op under way.
    #[inline(always)]
    fn by_itself<T>(&mut self, cursor: &mut Cursor<'_>, work: impl FnOnce(&mut Self) -> T) -> T {
        self.fuel = fuel(cursor.steps() - 1);
        let result = work(self);
        cursor.beyond = i64::from(self.fuel) + 1 - cursor.rest.len() as i64;
        result
    }

    /// The effects that are done most go to their functions at once.
    #[inline(always)]
    pub(super) fn any_effect(&mut self, op: &Op, pc: Pc) -> Run<Next> {
        if self.p.cover {
            self.cover_op(pc);
        }
        match *op {
            Op::Choose { info, set, d, test, r } => self.choose_one(info, set, d, test, r),
            Op::Offer { offer, used, none } => self.offer(offer, used, none),
            Op::NextChoice { info, local, d, saved, exit } => self.next_choice(info, local, d, saved, exit),
            Op::TakeOwn { info, place, d } => self.take_own(info, place, d),
            Op::MoveOne { card, place, how, progress } => self.move_one(card, place, how, progress),
            Op::MoveTop { count, from, place, how, progress } => self.move_top(count, from, place, how, progress),
            Op::MoveAll { from, place, how, d } => self.move_all(&[from], place, how, d),
            Op::CallAction { action, args, give, asked, .. } => self.call(ActionId(action), args, give, asked),
            Op::Return => self.leave(true),
            Op::Settle => self.settle_point(),
            Op::Remember { s, memory, of } => self.remember(self.get(s), MemoryId(memory), self.get_or_none(of)),
            Op::PayState { state, amount } => self.pay_state(StateId(state), self.get(amount)),
            Op::Move { list, place, how, progress } => self.move_list(list, place, how, progress),
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
}

//! Ops that change nothing but registers and lists, and pure code run on the side: values, conditions, guards.

use super::lists::{card_id, overflow, place_id};
use super::{Context, FaultKind, Machine, Run, Trap};
use crate::ids::*;
use crate::program::nouns::{ABSENT, Class, Word};
use crate::program::op::{NO_REG, Op, Pc, R};
use crate::program::{HookIndex, HookKind, HookSource, Read, Test, TestHow};
use crate::state::stack::*;
use crate::vocabulary::{Arithmetic, Compare, How};

/// What is done for each live hook: the machine, the hook, `me`, `this`, the place of a lasting one.
pub(crate) type OnHook<'f, M> = dyn FnMut(&mut M, HookId, Word, Word, Option<usize>) -> Run<()> + 'f;

/// What a pure op leaves to do.
pub(crate) enum Pure {
    Next,
    Jump(Pc),
    Yield(Reg),
    /// It is no pure op.
    Effect,
}

impl Machine<'_> {
    /// Executes one op if it is pure.
    #[inline]
    pub(crate) fn pure(&mut self, op: Op) -> Run<Pure> {
        match op {
            Op::Const { d, v } => self.put(d, reg(v)),
            Op::Copy { d, s } => self.put(d, self.get(s)),
            Op::Me { d } => self.put(d, reg(self.ctx.me)),
            Op::This { d } => self.put(d, reg(self.ctx.this)),
            Op::Who { d } => self.put(d, reg(self.ctx.who)),
            Op::Active { d } => self.put(d, reg(self.s.flow.active)),
            Op::Call { f, d, a } => {
                let value = self.function(f, a)?;
                self.put(d, value);
            }
            Op::Load { d, slot } => self.put(d, reg(self.s.read(slot))),
            Op::LoadOf { d, of, first } => {
                let bearer = self.get(of);
                let value = if bearer < 0 { NONE } else { reg(self.s.read(first + bearer as u32)) };
                self.put(d, value);
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
            Op::DesignAttribute { d, of, attribute } => {
                let design = self.get(of);
                let value = u16::try_from(design).map_or(NONE, |id| self.design_attribute(DesignId(id), attribute));
                self.put(d, value);
            }
            Op::SpaceAttribute { d, of, index } => {
                let space = usize::try_from(self.get(of)).ok().and_then(|i| self.p.nouns.spaces.get(i));
                let value = space.and_then(|s| s.attributes.get(index as usize)).map_or(NONE, |w| reg(*w));
                self.put(d, value);
            }
            Op::EnumAttribute { d, of, of_enum, index } => {
                let value = usize::try_from(self.get(of)).ok().and_then(|i| {
                    self.p.nouns.enums.get(of_enum as usize)?.values.get(i)?.attributes.get(index as usize)
                });
                self.put(d, value.map_or(NONE, |w| reg(*w)));
            }
            Op::ListOfIndex { d, s } => {
                let index = self.get(s);
                let list = usize::try_from(index).map_or(NONE, |i| self.constant_list(i));
                self.put(d, list);
            }
            Op::Place { d, zone, of } => {
                let owner = self.get(of);
                let place = if owner < 0 {
                    NONE
                } else {
                    self.p.nouns.zones.get(zone as usize).map_or(NONE, |z| Reg::from(z.first_place.0) + owner)
                };
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
            Op::Value { d, value, args } => {
                let value = self.value(ValueId(value), args)?;
                self.put(d, value);
            }
            Op::Can { d, action, args, by } => {
                let by = if by == NO_REG { self.ctx.me } else { word(self.get(by)) };
                let yes = self.can(ActionId(action), args, by)?;
                self.put(d, Reg::from(yes));
            }
            Op::CanRun { d, of, ability, by } => {
                let by = if by == NO_REG { self.ctx.me } else { word(self.get(by)) };
                let yes = self.can_run(self.get(of), AbilityId(ability), by)?;
                self.put(d, Reg::from(yes));
            }
            Op::Jump { to } => return Ok(Pure::Jump(to)),
            Op::JumpIf { s, to } => {
                if self.get(s) == 1 {
                    return Ok(Pure::Jump(to));
                }
            }
            Op::JumpIfNot { s, to } => {
                if self.get(s) != 1 {
                    return Ok(Pure::Jump(to));
                }
            }
            Op::Next { item, list, index, exit } => {
                let at = self.get(index);
                match self.item(self.get(list), at as usize) {
                    Some(value) => {
                        self.put(item, reg(value));
                        self.put(index, at + 1);
                    }
                    None => return Ok(Pure::Jump(exit)),
                }
            }
            Op::Mark { d } => self.put(d, self.list_mark() as Reg),
            Op::Release { s } => {
                let mark = self.get(s);
                if let Ok(mark) = usize::try_from(mark) {
                    self.s.stack.lists.truncate(mark);
                }
            }
            Op::Yield { s } => return Ok(Pure::Yield(self.get(s))),
            _ => return self.pure_question(op),
        }
        Ok(Pure::Next)
    }

    /// The questions and list ops.
    fn pure_question(&mut self, op: Op) -> Run<Pure> {
        match op {
            Op::In { d, a, list } => {
                let a = self.get(a);
                let yes = a != NONE && self.list(self.get(list)).contains(&word(a));
                self.put(d, Reg::from(yes));
            }
            Op::IsKind { d, s, kinds } => {
                let yes = match card_id(self.get(s)) {
                    Some(card) => {
                        let design = self.design_of(card)?;
                        let kind = self.p.nouns.designs.get(design.index()).map(|def| def.kind);
                        let set = self.p.kind_sets.get(kinds as usize);
                        matches!((kind, set), (Some(kind), Some(set)) if set.has(kind))
                    }
                    None => false,
                };
                self.put(d, Reg::from(yes));
            }
            Op::IsDesign { d, s, design } => {
                let yes = match card_id(self.get(s)) {
                    Some(card) => self.design_of(card)?.0 == design,
                    None => false,
                };
                self.put(d, Reg::from(yes));
            }
            Op::IsZone { d, s, zone } => {
                let place = place_id(self.get(s)).and_then(|id| self.p.nouns.places.get(id.index()));
                self.put(d, Reg::from(place.is_some_and(|p| p.zone.0 == zone)));
            }
            Op::IsNone { d, s } => self.put(d, Reg::from(self.get(s) == NONE)),
            Op::IsEmpty { d, list } => {
                let yes = self.list(self.get(list)).is_empty();
                self.put(d, Reg::from(yes));
            }
            Op::HasAbility { d, s, ability } => {
                let yes = match card_id(self.get(s)) {
                    Some(card) => {
                        let design = self.design_of(card)?;
                        self.ability(design, AbilityId(ability)).is_some()
                    }
                    None => false,
                };
                self.put(d, Reg::from(yes));
            }
            Op::ConstList { d, index } => self.put(d, self.constant_list(index as usize)),
            Op::NewList { d } => self.put(d, self.list_mark() as Reg),
            Op::Push { s } => self.push_word(word(self.get(s)))?,
            Op::EndList { d } => {
                let mark = self.get(d);
                let list = self.list_since(usize::try_from(mark).unwrap_or(0));
                self.put(d, list);
            }
            Op::Cards { d, place } => {
                let list = self.cards_of(self.get(place))?;
                self.put(d, list);
            }
            Op::PushCards { place } => self.push_cards(self.get(place))?,
            Op::OnlyCard { d, place } => {
                let top = self.ends(crate::vocabulary::End::Top, None, self.get(place))?;
                self.put(d, top);
            }
            Op::Range { d, a, b } => {
                let (a, b) = (self.get(a), self.get(b));
                let list = if a == NONE || b == NONE { NONE } else { self.range(a, b)? };
                self.put(d, list);
            }
            Op::Union { d, a, b } => {
                let list = self.union(self.get(a), self.get(b))?;
                self.put(d, list);
            }
            Op::ExceptItem { d, list, item } => {
                let item = word(self.get(item));
                let list = self.except(self.get(list), |_, w| w == item)?;
                self.put(d, list);
            }
            Op::ExceptList { d, list, items } => {
                let items = self.get(items);
                let list = self.except(self.get(list), |m, w| m.list(items).contains(&w))?;
                self.put(d, list);
            }
            Op::FilterTest { d, list, test, r } => {
                let list = self.filter_test(self.get(list), test, self.get_or_none(r))?;
                self.put(d, list);
            }
            Op::AnyTest { d, list, test, r } => {
                let count = self.count_test(self.get(list), test, self.get_or_none(r), true, 1)?;
                self.put(d, Reg::from(count > 0));
            }
            Op::EveryTest { d, list, test, r } => {
                let count = self.count_test(self.get(list), test, self.get_or_none(r), false, 1)?;
                self.put(d, Reg::from(count == 0));
            }
            Op::CountTest { d, list, test, r } => {
                let list = self.get(list);
                let count = self.count_test(list, test, self.get_or_none(r), true, usize::MAX)?;
                self.put(d, if list == NONE { NONE } else { count as Reg });
            }
            Op::AnyLine { d, lines, test, r } => {
                let yes = self.any_line(self.get(lines), test, self.get_or_none(r))?;
                self.put(d, Reg::from(yes));
            }
            Op::Count { d, list } => {
                let list = self.get(list);
                let count = if list == NONE { NONE } else { list_parts(list).1 as Reg };
                self.put(d, count);
            }
            Op::CountDistinct { d, list } => self.put(d, self.count_distinct(self.get(list))),
            Op::Fold { how, d, list } => {
                let value = self.fold(how, self.get(list))?;
                self.put(d, value);
            }
            Op::Extreme { most, d, list, keys } => {
                let value = self.extreme(most, self.get(list), self.get(keys))?;
                self.put(d, value);
            }
            Op::SortByKeys { d, list, keys, reverse } => {
                let value = self.sort_by_keys(self.get(list), self.get(keys), reverse)?;
                self.put(d, value);
            }
            Op::SortTurns { d, list, reverse } => {
                let value = self.sort_turns(self.get(list), reverse)?;
                self.put(d, value);
            }
            Op::First { d, list } => {
                let value = self.item(self.get(list), 0).map_or(NONE, reg);
                self.put(d, value);
            }
            Op::Take { d, count, list } => {
                let (start, len, constant) = list_parts(self.get(list));
                let count = self.get(count);
                let taken =
                    if count == NONE { NONE } else { list_handle(start, len.min(count.max(0) as usize), constant) };
                self.put(d, taken);
            }
            Op::Ends { d, end, count, place } => {
                let count = if count == NO_REG { None } else { Some(self.get(count)) };
                let value = self.ends(end, count, self.get(place))?;
                self.put(d, value);
            }
            Op::Share { d, split, of } => {
                let of = word(self.get(of));
                let words = self.list(self.get(split));
                let half = words.len() / 2;
                let share = words.iter().take(half).position(|w| *w == of).and_then(|i| words.get(half + i));
                self.put(d, share.map_or(NONE, |w| reg(*w)));
            }
            Op::At { d, list, index } => {
                let index = self.get(index);
                let value = usize::try_from(index - 1).ok().and_then(|i| self.item(self.get(list), i));
                self.put(d, value.map_or(NONE, reg));
            }
            Op::Lookup { d, index, list } => {
                let at = usize::try_from(self.get(index)).ok();
                let value = at.and_then(|at| self.item(self.constant_list(list as usize), at));
                self.put(d, value.map_or(NONE, reg));
            }
            Op::IsUnitKind { d, s, kind } => {
                let unit = usize::try_from(self.get(s)).ok().and_then(|i| self.p.nouns.units.get(i));
                self.put(d, Reg::from(unit.is_some_and(|u| u.kind.0 == kind)));
            }
            Op::PushList { list } => self.append(self.get(list))?,
            Op::Memory { d, memory, of } => {
                let list = self.memory(MemoryId(memory), self.get_or_none(of))?;
                self.put(d, list);
            }
            Op::NewBundle { d } => {
                let bundle = self.new_bundle()?;
                self.put(d, bundle);
            }
            Op::PutBundle { bundle, stuff, s } => {
                let amount = self.get(s);
                if amount != NONE {
                    self.put_bundle(self.get(bundle), StuffId(stuff), word(amount));
                }
            }
            Op::BundleAt { d, group, class, of } => {
                let bundle = self.bundle_at(StuffGroupId(group), class, self.get(of))?;
                self.put(d, bundle);
            }
            Op::InBundle { d, bundle, stuff } => {
                let value = self.item(self.get(bundle), stuff as usize).map_or(NONE, reg);
                self.put(d, value);
            }
            Op::BundleList { d, bundle } => {
                let bundle = self.get(bundle);
                let mark = self.list_mark();
                for i in 0..self.p.nouns.stuff.len() {
                    for _ in 0..self.item(bundle, i).unwrap_or(0) {
                        self.push_word(i as Word)?;
                    }
                }
                let list = if bundle == NONE { NONE } else { self.list_since(mark) };
                self.put(d, list);
            }
            Op::Reached { d, from, a, cond } => {
                let list = self.reached(self.get(from), a, cond)?;
                self.put(d, list);
            }
            Op::Nearest { d, to, a, cond } => {
                let list = self.nearest(self.get(to), a, cond)?;
                self.put(d, list);
            }
            _ => return Ok(Pure::Effect),
        }
        Ok(Pure::Next)
    }

    /// Whether one element passes a simple test.
    #[inline]
    fn passes(&self, test: Test, element: Word, with: Reg) -> Run<bool> {
        let value = match test.read {
            Read::Itself => reg(element),
            Read::Slot(first) => match u32::try_from(element) {
                Ok(element) => reg(self.s.read(first + element)),
                Err(_) => NONE,
            },
            Read::Attribute(attribute) => match card_id(reg(element)) {
                Some(card) => self.design_attribute(self.design_of(card)?, attribute),
                None => NONE,
            },
        };
        Ok(match test.how {
            TestHow::Compare(how) => compare(how, value, with),
            TestHow::IsNone => value == NONE,
            TestHow::IsSome => value != NONE,
        })
    }

    fn filter_test(&mut self, list: Reg, test: u16, with: Reg) -> Run<Reg> {
        let Some(test) = self.p.tests.get(test as usize).copied() else { return Ok(NONE) };
        let mark = self.list_mark();
        for i in 0..list_parts(list).1 {
            let Some(w) = self.item(list, i) else { break };
            if self.passes(test, w, with)? {
                self.push_word(w)?;
            }
        }
        Ok(self.list_since(mark))
    }

    /// How many elements pass (or, with `wanted` false, do not), counted up to `most`.
    fn count_test(&self, list: Reg, test: u16, with: Reg, wanted: bool, most: usize) -> Run<usize> {
        let Some(test) = self.p.tests.get(test as usize).copied() else { return Ok(0) };
        let mut count = 0;
        for w in self.list(list) {
            if self.passes(test, *w, with)? == wanted {
                count += 1;
                if count >= most {
                    break;
                }
            }
        }
        Ok(count)
    }

    fn any_line(&self, lines: Reg, test: u16, with: Reg) -> Run<bool> {
        for line in self.list(lines) {
            let line = usize::try_from(*line).map_or(NONE, |i| self.constant_list(i));
            if self.count_test(line, test, with, false, 1)? == 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The design of a card; if nobody knows it yet, chance must speak first.
    pub(crate) fn design_of(&self, card: ComponentId) -> Run<DesignId> {
        let Some(c) = self.s.card(card) else { return Err(Trap::Fault(FaultKind::Broken("there is no such card"))) };
        if self.prober != ABSENT && !self.knows(self.seat_of(self.prober), card) {
            // What may be done never depends on what the decider cannot know: there the answer is yes.
            return Err(Trap::Probed(true));
        }
        if c.group != 0 { Err(Trap::Unknown(card)) } else { Ok(c.design) }
    }

    fn design_attribute(&self, design: DesignId, attribute: u16) -> Reg {
        let def = self.p.nouns.designs.get(design.index());
        def.and_then(|d| d.attributes.get(attribute as usize)).map_or(NONE, |w| reg(*w))
    }

    fn memory(&mut self, memory: MemoryId, of: Reg) -> Run<Reg> {
        let Some((start, _)) = self.memory_at(memory, of) else { return Ok(NONE) };
        let len = self.s.memory.get(start).copied().unwrap_or(0).max(0) as usize;
        let mark = self.list_mark();
        for i in 0..len {
            let w = self.s.memory.get(start + 1 + i).copied().unwrap_or(ABSENT);
            self.push_word(w)?;
        }
        Ok(self.list_since(mark))
    }

    /// Where a memory of a bearer starts, and how many words fit.
    pub(crate) fn memory_at(&self, memory: MemoryId, of: Reg) -> Option<(usize, usize)> {
        let def = self.p.nouns.memories.get(memory.index())?;
        let first = self.p.memory_offsets.get(memory.index()).copied()? as usize;
        let bearer = if def.on == Class::Game { 0 } else { usize::try_from(of).ok()? };
        Some((first + bearer * (def.max as usize + 1), def.max as usize))
    }

    fn bundle_at(&mut self, group: StuffGroupId, class: Class, of: Reg) -> Run<Reg> {
        let bundle = self.new_bundle()?;
        let members = self.p.nouns.stuff_groups.get(group.index()).map_or(&[][..], |g| &g.members);
        for stuff in members {
            let amount = self.stuff_slot(*stuff, class, of).map_or(0, |slot| self.s.read(slot));
            self.put_bundle(bundle, *stuff, amount);
        }
        Ok(bundle)
    }

    /// The slot of a sort of stuff at a bearer.
    pub(crate) fn stuff_slot(&self, stuff: StuffId, class: Class, of: Reg) -> Option<u32> {
        let def = self.p.nouns.stuff.get(stuff.index())?;
        let (_, state) = def.on.iter().find(|(c, _)| *c == class)?;
        let first = self.p.nouns.states.get(state.index())?.first_slot;
        u32::try_from(of).ok().map(|of| first + of)
    }

    // ---- pure code on the side

    /// Runs pure code in the current frame's registers.
    pub(crate) fn eval(&mut self, mut pc: Pc) -> Run<Reg> {
        loop {
            self.burn(1)?;
            let Some(op) = self.p.ops.get(pc as usize).copied() else {
                return Err(Trap::Fault(FaultKind::Broken("the code ends without an answer")));
            };
            match self.pure(op)? {
                Pure::Next => pc += 1,
                Pure::Jump(to) => pc = to,
                Pure::Yield(value) => return Ok(value),
                Pure::Effect => return Err(Trap::Fault(FaultKind::Broken("an effect stands in a condition"))),
            }
        }
    }

    /// Runs pure code that yields a word, and forgets the lists it made.
    pub(crate) fn eval_word(&mut self, pc: Pc) -> Run<Reg> {
        let mark = self.list_mark();
        let value = self.eval(pc);
        self.s.stack.lists.truncate(mark);
        value
    }

    /// Runs `work` with other registers and other meanings of `me`, `this` and `who`.
    pub(crate) fn aside<T>(
        &mut self,
        registers: u16,
        me: Word,
        this: Word,
        who: Word,
        work: impl FnOnce(&mut Self) -> Run<T>,
    ) -> Run<T> {
        let base = self.s.stack.regs.len();
        if base > 60_000 {
            return Err(Trap::Fault(FaultKind::TooDeep));
        }
        self.s.stack.regs.resize(base + registers as usize, NONE);
        let saved = std::mem::replace(&mut self.ctx, Context { base, me, this, who });
        let result = work(self);
        self.ctx = saved;
        self.s.stack.regs.truncate(base);
        result
    }

    /// Copies registers of an outer base to the current first registers.
    pub(crate) fn copy_args(&mut self, from: usize, to: R, count: u16) {
        for i in 0..count as usize {
            let value = self.s.stack.regs.get(from + i).copied().unwrap_or(NONE);
            self.put(to + i as u16, value);
        }
    }

    /// A value of its arguments, with everything that modifies it: `to`, `times`, `by`, then its bounds.
    pub(crate) fn value(&mut self, id: ValueId, args: R) -> Run<Reg> {
        let p = self.p;
        let Some(info) = p.values.get(id.index()) else { return Ok(NONE) };
        let from = self.ctx.base + args as usize;
        if (0..info.params as usize).any(|i| self.s.stack.regs.get(from + i).copied().unwrap_or(NONE) == NONE) {
            return Ok(NONE);
        }
        let mark = self.list_mark();
        let result = self.aside(info.registers, ABSENT, ABSENT, ABSENT, |m| {
            m.copy_args(from, 0, info.params);
            m.eval(info.base)
        })?;
        if info.list {
            return self.compact(mark, result);
        }
        self.s.stack.lists.truncate(mark);
        let mut result = result;
        if !info.modifiers.is_empty() {
            result = self.modified(&info.modifiers, from, info.params, result)?;
        }
        for (bound, floor) in [(info.at_least, true), (info.at_most, false)] {
            let Some(pc) = bound else { continue };
            let limit = self.aside(info.registers, ABSENT, ABSENT, ABSENT, |m| {
                m.copy_args(from, 0, info.params);
                m.eval_word(pc)
            })?;
            if limit != NONE && result != NONE {
                result = if floor { result.max(limit) } else { result.min(limit) };
            }
        }
        Ok(result)
    }

    /// `to` (the latest wins), then `times`, then `by`.
    fn modified(&mut self, index: &HookIndex, args: usize, params: u16, base: Reg) -> Run<Reg> {
        let (mut value, mut times, mut by) = (base, 1i64, 0i64);
        self.each_live_hook(index, ABSENT, &mut |m, hook, me, this, captured| {
            let Some(info) = m.p.hooks.get(hook.index()) else { return Ok(()) };
            let HookKind::Modify(how) = info.kind else { return Ok(()) };
            let found = m.aside(info.registers, me, this, ABSENT, |m| {
                m.put_captures(info.captures, captured);
                m.copy_args(args, info.captures, params);
                if let Some(cond) = info.cond
                    && m.eval_word(cond)? != 1
                {
                    return Ok(NONE);
                }
                m.eval_word(info.code)
            })?;
            if found != NONE {
                match how {
                    How::To => value = found,
                    How::Times => times = times.saturating_mul(found),
                    How::By => by = by.saturating_add(found),
                }
            }
            Ok(())
        })?;
        if value == NONE {
            return Ok(NONE);
        }
        checked(value.saturating_mul(times).saturating_add(by))
    }

    /// Calls `work` for each hook of an index that is live now: rules, cards of each actor, cards of the table, lasting ones.
    /// The arguments are hook, `me`, `this` and what a lasting one captured. `doer` is `me` for rules and the table's cards.
    pub(crate) fn each_live_hook(&mut self, index: &HookIndex, doer: Word, work: &mut OnHook<'_, Self>) -> Run<()> {
        for hook in &index.rules {
            work(self, *hook, doer, ABSENT, None)?;
        }
        if !index.designs.is_empty() {
            let actors = self.p.nouns.actors.len() as Word;
            let from = self.s.flow.active.max(0);
            for turn in 0..actors {
                let actor = (from + turn).rem_euclid(actors.max(1));
                for zone in &index.zones {
                    self.live_in_zone(index, *zone, Some(actor), doer, work)?;
                }
            }
            for zone in &index.zones {
                self.live_in_zone(index, *zone, None, doer, work)?;
            }
        }
        if !index.lasting.is_empty() {
            for at in 0..self.s.lasting.len() {
                let Some(lasting) = self.s.lasting.get(at).copied() else { break };
                if index.lasting.contains(&lasting.hook) {
                    work(self, lasting.hook, lasting.me, lasting.this, Some(at))?;
                }
            }
        }
        Ok(())
    }

    /// Live cards of one zone: of an actor, or (without one) of the table and its spaces.
    fn live_in_zone(
        &mut self,
        index: &HookIndex,
        zone: ZoneId,
        actor: Option<Word>,
        doer: Word,
        work: &mut OnHook<'_, Self>,
    ) -> Run<()> {
        let Some(def) = self.p.nouns.zones.get(zone.index()) else { return Ok(()) };
        let first = def.first_place.0;
        let (start, end, me) = match (def.per, actor) {
            (Class::Actor, Some(actor)) => (first + actor as u16, first + actor as u16 + 1, actor),
            (Class::Seat, Some(actor)) => {
                let Some(seat) = self.seat_of(actor) else { return Ok(()) };
                // A seat's cards count once, for its first actor.
                let first_actor = self.p.nouns.actors.iter().position(|a| a.seat == Some(seat));
                if first_actor != usize::try_from(actor).ok() {
                    return Ok(());
                }
                (first + seat.0, first + seat.0 + 1, actor)
            }
            (Class::Game, None) => (first, first + 1, doer),
            (Class::Space, None) => (first, first + self.p.nouns.spaces.len() as u16, doer),
            _ => return Ok(()),
        };
        for place in start..end {
            let mut next = self.s.pile(PlaceId(place)).top;
            let mut left = self.s.cards.len();
            while let Some(card) = self.s.cards.get(next as usize).copied()
                && left > 0
            {
                left -= 1;
                let id = next;
                next = card.below;
                if card.group != 0 {
                    continue;
                }
                for hook in index.of_design(card.design) {
                    let live = match self.p.hooks.get(hook.index()).map(|h| &h.source) {
                        Some(HookSource::Design { zones, face }) => {
                            zones & (1 << (zone.0 & 63)) != 0 && face.is_none_or(|up| up == card.up)
                        }
                        _ => false,
                    };
                    if live {
                        work(self, hook, me, Word::from(id), None)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Writes what a lasting effect captured to the first registers.
    pub(crate) fn put_captures(&mut self, count: u16, lasting: Option<usize>) {
        let Some(captures) = lasting.and_then(|at| self.s.lasting.get(at)).map(|l| l.captures) else { return };
        for (i, value) in captures.iter().take(count as usize).enumerate() {
            self.put(i as u16, *value);
        }
    }
}

/// Comparisons with something absent are no.
pub(crate) fn compare(how: Compare, a: Reg, b: Reg) -> bool {
    if a == NONE || b == NONE {
        // `x is none` and `x is not none` are asked of what may be absent, by the op IsNone.
        return false;
    }
    match how {
        Compare::Is => a == b,
        Compare::IsNot => a != b,
        Compare::Less => a < b,
        Compare::LessOrEqual => a <= b,
        Compare::More => a > b,
        Compare::MoreOrEqual => a >= b,
    }
}

fn arithmetic(how: Arithmetic, a: Reg, b: Reg) -> Run<Reg> {
    if a == NONE || b == NONE {
        return Ok(NONE);
    }
    match how {
        Arithmetic::Add => checked(a + b),
        Arithmetic::Subtract => checked(a - b),
        Arithmetic::Times => checked(a.saturating_mul(b)),
        Arithmetic::Divide if b == 0 => Err(Trap::Fault(FaultKind::Arithmetic("it is divided by zero"))),
        Arithmetic::Divide => checked(a.div_euclid(b)),
    }
}

/// A number that fits.
pub(crate) fn checked(value: Reg) -> Run<Reg> {
    if value > Reg::from(i32::MIN) && value <= Reg::from(i32::MAX) { Ok(value) } else { Err(overflow()) }
}

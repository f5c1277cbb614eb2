//! Counters, stuff, states, memories, walking, elimination.

use super::lists::{card_id, place_id};
use super::swapping::Swapped;
use super::{Machine, Next, Plain, Run, Trap};
use crate::ids::*;
use crate::program::changed::Changed;
use crate::program::nouns::{ABSENT, Class, StateKind, Word, counter_word, stuff_counter_word};
use crate::program::op::R;
use crate::state::stack::*;
use crate::trace::Did;
use crate::vocabulary::Primitive;

impl Machine<'_> {
    /// The slot of a state at a bearer (`NONE`: the doer, or the game).
    #[inline]
    pub(crate) fn state_slot(&self, state: StateId, on: Reg) -> Option<u32> {
        let def = self.p.nouns.states.get(state.index())?;
        let bearer = match (def.on, on) {
            (Class::Game, _) => 0,
            (Class::Actor, NONE) => u32::try_from(self.ctx.me).ok()?,
            (Class::Seat, NONE) => u32::from(self.seat_of(self.ctx.me)?.0),
            (_, on) => u32::try_from(on).ok()?,
        };
        if bearer < def.len { Some(def.first_slot + bearer) } else { None }
    }

    #[inline]
    fn bearer(&self, state: StateId, on: Reg) -> Reg {
        let def = self.p.nouns.states.get(state.index());
        match (def.map(|d| d.on), on) {
            (Some(Class::Game), _) => 0,
            (_, NONE) => reg(self.ctx.me),
            (_, on) => on,
        }
    }

    /// `gain` or `lose` of a counter.
    pub(crate) fn gain_state(&mut self, state: StateId, amount: Reg, on: Reg, lose: bool) -> Run<Next> {
        if amount == NONE {
            return self.skipped();
        }
        let primitive = if lose { Primitive::Lose } else { Primitive::Gain };
        if self.hooked(primitive) && amount > 0 {
            self.s.lore.outcomes.drop_source();
            let bearer = self.bearer(state, on);
            let counter = self.word_of_counter(state);
            // The state itself goes along: stuff of one sort may lie on players and on spaces.
            self.push_event(primitive, &[counter, amount, bearer, Reg::from(state.0)])?;
            return Ok(Next::Frames);
        }
        self.gain_now(state, amount, on, lose)
    }

    /// The change itself; stuff goes by way of its supply.
    fn gain_now(&mut self, state: StateId, amount: Reg, on: Reg, lose: bool) -> Run<Next> {
        if let Some(stuff) = self.stuff_of_state(state) {
            let bearer = self.bearer(state, on);
            return self.gain_stuff_now(stuff, state, amount, bearer, lose);
        }
        let Some(slot) = self.state_slot(state, on) else { return self.short_then_next() };
        let (min, max) = match self.p.nouns.states.get(state.index()).map(|d| &d.kind) {
            Some(StateKind::Counter { min, max }) => (Reg::from(*min), Reg::from(*max)),
            _ => (0, 1),
        };
        let old = Reg::from(self.s.read(slot));
        let asked = amount.max(0);
        let wanted = if lose { old - asked } else { old + asked };
        let new = wanted.clamp(min.min(old), max.max(old));
        // A bound that the game declares stops a counter; the range of numbers is no such bound.
        let beyond = (wanted > Reg::from(i32::MAX) && new == Reg::from(i32::MAX)) || new <= Reg::from(i32::MIN);
        if beyond {
            return Err(Trap::Fault(Plain::CounterTooLarge));
        }
        if new != old {
            self.s.change(slot, new as Word);
            self.s.touched_only(if new < old { Changed::fallen(state) } else { Changed::state(state) });
        }
        let bearer = word(self.bearer(state, on));
        self.note_gain(state, slot, bearer, lose, (new - old).abs() == asked);
        self.trace_did(Did::Changed { state, bearer, by: (new - old) as Word, to: new as Word });
        if (new - old).abs() < asked { self.short_then_next() } else { Ok(Next::Op) }
    }

    /// The word that hooks know a counter by.
    pub(crate) fn word_of_counter(&self, state: StateId) -> Reg {
        reg(match self.stuff_of_state(state) {
            Some(stuff) => stuff_counter_word(stuff),
            None => counter_word(state),
        })
    }

    pub(crate) fn stuff_of_state(&self, state: StateId) -> Option<StuffId> {
        self.p.nouns.stuff.iter().position(|s| s.on.iter().any(|(_, id)| *id == state)).map(StuffId::from_index)
    }

    /// The state that a counter's word names: its own, or where the stuff lies on actors.
    pub(crate) fn counter_state(&self, counter: Reg) -> Option<StateId> {
        if counter == NONE {
            return None;
        }
        match u16::try_from(counter) {
            Ok(state) => Some(StateId(state)),
            Err(_) => {
                let stuff = usize::try_from(-1 - counter).ok()?;
                let on = &self.p.nouns.stuff.get(stuff)?.on;
                on.iter().find(|(c, _)| *c == Class::Actor).or(on.first()).map(|(_, id)| *id)
            }
        }
    }

    pub(crate) fn gain_named(&mut self, counter: Reg, amount: Reg, on: Reg, lose: bool) -> Run<Next> {
        match self.counter_state(counter) {
            Some(state) => self.gain_state(state, amount, on, lose),
            None => self.skipped(),
        }
    }

    /// Stuff comes from the supply and goes back to it.
    fn gain_stuff_now(&mut self, stuff: StuffId, state: StateId, amount: Reg, bearer: Reg, lose: bool) -> Run<Next> {
        let Some(slot) = self.state_slot(state, bearer) else { return self.short_then_next() };
        let have = Reg::from(self.s.read(slot));
        let supply = self.p.nouns.stuff.get(stuff.index()).map_or(0, |s| s.supply_slot);
        let left = Reg::from(self.s.read(supply));
        let asked = amount.max(0);
        let moved = if lose { asked.min(have) } else { asked.min(left) };
        if moved > 0 {
            let sign = if lose { -1 } else { 1 };
            super::pure::checked(have + sign * moved)?;
            self.s.write(slot, (have + sign * moved) as Word);
            if left < Reg::from(Word::MAX) {
                self.s.write(supply, (left - sign * moved) as Word);
            }
            self.s.touched_only(if lose { Changed::fallen(state) } else { Changed::state(state) });
            let to = (have + sign * moved) as Word;
            self.trace_did(Did::Changed { state, bearer: word(bearer), by: (sign * moved) as Word, to });
        }
        if moved < asked { self.short_then_next() } else { Ok(Next::Op) }
    }

    /// Takes stuff of an actor back to the supply (negative) or gives it.
    pub(crate) fn change_stuff(&mut self, stuff: StuffId, actor: Reg, by: Word) {
        let state = self.p.nouns.stuff.get(stuff.index()).and_then(|s| s.on.iter().find(|(c, _)| *c == Class::Actor));
        if let Some((_, state)) = state.copied() {
            let _ = self.gain_stuff_now(stuff, state, Reg::from(by.abs()), actor, by < 0);
        }
    }

    pub(crate) fn gain_bundle(&mut self, bundle: R, times: R, on: R, lose: bool) -> Run<Next> {
        let (Some(times), Some(on)) = (self.optional(times), self.optional(on)) else { return self.skipped() };
        let bundle = self.get(bundle);
        if bundle == NONE {
            return self.skipped();
        }
        let times = if times == NONE { 1 } else { times.max(0) };
        let mut short = false;
        for i in 0..self.p.nouns.stuff.len() {
            let amount = Reg::from(self.item(bundle, i).unwrap_or(0)) * times;
            if amount == 0 {
                continue;
            }
            let stuff = StuffId::from_index(i);
            let state = self.p.nouns.stuff.get(i).and_then(|s| s.on.iter().find(|(c, _)| *c == Class::Actor));
            let Some((_, state)) = state.copied() else { continue };
            let bearer = self.bearer(state, on);
            self.gain_stuff_now(stuff, state, amount, bearer, lose)?;
            short |= self.s.stack.done_cut;
            if short {
                return Ok(Next::Elsewhere);
            }
        }
        Ok(Next::Op)
    }

    // ---- states and memories

    pub(crate) fn set_state(&mut self, state: StateId, of: Reg, to: Reg) -> Run<Next> {
        let Some(def) = self.p.nouns.states.get(state.index()) else { return Ok(Next::Op) };
        if to == NONE && !matches!(def.kind, StateKind::Value(_)) {
            return self.skipped();
        }
        if self.hooked(Primitive::Set) {
            self.s.lore.outcomes.drop_source();
            let bearer = self.bearer(state, of);
            self.push_event(Primitive::Set, &[Reg::from(state.0), to, bearer])?;
            return Ok(Next::Frames);
        }
        self.set_now(state, of, to)
    }

    fn set_now(&mut self, state: StateId, of: Reg, to: Reg) -> Run<Next> {
        let Some(slot) = self.state_slot(state, of) else { return self.short_then_next() };
        let mut value = word(to);
        if let Some(StateKind::Counter { min, max }) = self.p.nouns.states.get(state.index()).map(|d| &d.kind) {
            value = value.clamp(*min, (*max).max(*min));
        }
        let was = self.s.read(slot);
        if was != value {
            self.s.change(slot, value);
            self.s.touched_only(Changed::state(state));
        }
        let bearer = word(self.bearer(state, of));
        self.note_set(state, slot, bearer, value == word(to));
        self.trace_did(Did::Set { state, bearer, was, to: value });
        Ok(Next::Op)
    }

    pub(crate) fn remember(&mut self, what: Reg, memory: MemoryId, of: Reg) -> Run<Next> {
        let Some((start, max)) = self.memory_at(memory, of) else { return self.skipped() };
        if what == NONE {
            return self.skipped();
        }
        let len = self.s.memory.get(start).copied().unwrap_or(0).max(0) as usize;
        if len >= max {
            return Err(Trap::Fault(Plain::TooManyItems));
        }
        if let Some(place) = self.s.memory.get_mut(start + 1 + len) {
            *place = word(what);
        }
        if let Some(count) = self.s.memory.get_mut(start) {
            *count = len as Word + 1;
        }
        self.s.touched_only(Changed::REMEMBERED);
        self.trace_did(Did::Remembered { memory, bearer: word(of), what: word(what) });
        Ok(Next::Op)
    }

    pub(crate) fn forget(&mut self, what: Option<Reg>, memory: MemoryId, of: Reg) -> Run<Next> {
        let Some((start, _)) = self.memory_at(memory, of) else { return self.skipped() };
        if what == Some(NONE) {
            return self.skipped();
        }
        let len = self.s.memory.get(start).copied().unwrap_or(0).max(0) as usize;
        let kept = match what {
            None => 0,
            Some(what) => {
                let Some(words) = self.s.memory.get_mut(start + 1..start + 1 + len) else { return Ok(Next::Op) };
                let mut kept = 0;
                for i in 0..words.len() {
                    let Some(w) = words.get(i).copied() else { break };
                    if reg(w) != what {
                        if let Some(place) = words.get_mut(kept) {
                            *place = w;
                        }
                        kept += 1;
                    }
                }
                for place in words.iter_mut().skip(kept) {
                    *place = 0;
                }
                kept
            }
        };
        if let Some(count) = self.s.memory.get_mut(start) {
            *count = kept as Word;
        }
        if kept != len {
            self.s.touched_only(Changed::REMEMBERED);
            self.trace_did(Did::Forgot { memory, bearer: word(of), what: what.map_or(ABSENT, word) });
        }
        Ok(Next::Op)
    }

    // ---- spaces

    /// Moves actors or units, or one of them, to a space. `state` holds where they stand.
    pub(crate) fn walk(&mut self, state: StateId, who: R, one: bool, space: R) -> Run<Next> {
        let (who, space) = (self.get(who), word(self.get(space)));
        if space == ABSENT {
            return self.skipped();
        }
        if who == NONE {
            return Ok(Next::Op);
        }
        if one {
            self.walk_to(state, word(who), space);
            return Ok(Next::Op);
        }
        for i in 0..list_parts(who).1 {
            let Some(who) = self.item(who, i) else { break };
            self.walk_to(state, who, space);
        }
        Ok(Next::Op)
    }

    fn walk_to(&mut self, state: StateId, who: Word, space: Word) {
        let Some(slot) = self.state_slot(state, reg(who)) else { return };
        let was = self.s.read(slot);
        if was != space {
            self.s.write(slot, space);
            self.s.touched();
        }
        self.trace_did(Did::Set { state, bearer: who, was, to: space });
    }

    pub(crate) fn swap_spaces(&mut self, a: Reg, b: Reg, units: bool) -> Run<Next> {
        let state = if units { self.p.nouns.unit_at } else { self.p.nouns.actor_at };
        let slots = state.and_then(|s| Some((self.state_slot(s, a)?, self.state_slot(s, b)?)));
        let (Some((x, y)), true) = (slots, a != NONE && b != NONE) else { return self.skipped() };
        let (old_x, old_y) = (self.s.read(x), self.s.read(y));
        self.s.write(x, old_y);
        self.s.write(y, old_x);
        self.trace_did(Did::SwappedSpaces { a: word(a), b: word(b), units });
        if old_x != old_y {
            self.s.touched();
        }
        Ok(Next::Op)
    }

    // ---- stuff between holders

    /// How much of a sort a holder has; the supply without a class.
    pub(crate) fn holding(&self, stuff: StuffId, class: Option<Class>, of: Reg) -> Word {
        match class {
            Some(class) => self.stuff_slot(stuff, class, of).map_or(0, |slot| self.s.read(slot)),
            None => self.p.nouns.stuff.get(stuff.index()).map_or(0, |s| self.s.read(s.supply_slot)),
        }
    }

    pub(crate) fn transfer(
        &mut self,
        stuff: StuffId,
        from_class: Option<Class>,
        from: Reg,
        to_class: Option<Class>,
        to: Reg,
        amount: Word,
    ) {
        let supply = self.p.nouns.stuff.get(stuff.index()).map_or(0, |s| s.supply_slot);
        let source = from_class.map_or(Some(supply), |c| self.stuff_slot(stuff, c, from));
        let target = to_class.map_or(Some(supply), |c| self.stuff_slot(stuff, c, to));
        if let (Some(source), Some(target)) = (source, target) {
            self.shift(source, target, amount);
            self.trace_did(Did::MovedStuff { stuff, amount, from: source, to: target });
        }
    }

    /// Moves an amount between slots; an unlimited supply neither shrinks nor grows.
    fn shift(&mut self, source: u32, target: u32, amount: Word) {
        for (slot, by) in [(source, -amount), (target, amount)] {
            let old = self.s.read(slot);
            if old != Word::MAX {
                self.s.write(slot, old.saturating_add(by));
            }
        }
        if amount > 0 {
            self.s.touched();
        }
    }

    pub(crate) fn move_stuff(&mut self, amount: R, stuff: u16, from: R, to: R, accounts: u16) -> Run<Next> {
        let (stuff, from, to) = (StuffId(stuff), self.get_or_none(from), self.get_or_none(to));
        let Some(pair) = self.p.accounts.get(accounts as usize).copied() else { return Ok(Next::Op) };
        let supply = self.p.nouns.stuff.get(stuff.index()).map_or(0, |s| s.supply_slot);
        let slot = |first: Option<u32>, of: Reg| match first {
            None => Some(supply),
            Some(first) => u32::try_from(of).ok().map(|of| first + of),
        };
        let (Some(source), Some(target)) = (slot(pair.from, from), slot(pair.to, to)) else {
            return self.skipped();
        };
        let have = self.s.read(source);
        let all = amount == crate::program::op::NO_REG;
        let wanted = if all { Reg::from(have) } else { self.get(amount) };
        if wanted == NONE {
            return self.skipped();
        }
        let moved = wanted.clamp(0, Reg::from(have)) as Word;
        self.shift(source, target, moved);
        self.trace_did(Did::MovedStuff { stuff, amount: moved, from: source, to: target });
        if Reg::from(moved) < wanted { self.short_then_next() } else { Ok(Next::Op) }
    }

    // ---- players

    pub(crate) fn eliminate(&mut self, who: Reg) -> Run<Next> {
        if who == NONE {
            return self.skipped();
        }
        if self.hooked(Primitive::Eliminate) {
            self.push_event(Primitive::Eliminate, &[who])?;
            return Ok(Next::Frames);
        }
        self.eliminate_now(word(who));
        Ok(Next::Op)
    }

    fn eliminate_now(&mut self, who: Word) {
        let first = self.p.nouns.states.get(self.p.nouns.alive.index()).map(|d| d.first_slot);
        let (Some(first), Ok(actor)) = (first, u32::try_from(who)) else { return };
        if self.s.read(first + actor) == 1 {
            self.s.write(first + actor, 0);
            self.s.touched();
            self.trace_did(Did::Eliminated { who });
            if self.s.flow.active == who {
                self.s.flow.ending_turn = true;
            }
        }
    }

    /// The body of a primitive that is an event; its arguments start at `args` among all registers.
    pub(crate) fn primitive_event(&mut self, primitive: Primitive, args: usize) -> Run<Next> {
        let arg = |m: &Self, i: usize| m.s.stack.regs.get(args + i).copied().unwrap_or(NONE);
        let next = match primitive {
            Primitive::Gain | Primitive::Lose => {
                let (counter, amount, bearer) = (arg(self, 0), arg(self, 1), arg(self, 2));
                // What goes along holds unless a replacement went on with another counter.
                let carried = u16::try_from(arg(self, 3)).ok().map(StateId);
                let carried = carried.filter(|state| self.word_of_counter(*state) == counter);
                match carried.or_else(|| self.counter_state(counter)) {
                    Some(state) => self.gain_now(state, amount, bearer, primitive == Primitive::Lose)?,
                    None => Next::Op,
                }
            }
            Primitive::Move => {
                let (card, target) = (card_id(arg(self, 0)), place_id(arg(self, 2)));
                let (up, under) = (arg(self, 3) == 1, arg(self, 4) == 1);
                if let (Some(card), Some(target)) = (card, target) {
                    let from = self.s.card(card).map_or(target, |c| c.place);
                    // A replacement may have gone on with a zone that nobody foresaw.
                    let moved = match self.is_known_not_to_fit(card, target) {
                        true => Ok(false),
                        false => self.move_card(card, target, up, under),
                    };
                    match moved {
                        Ok(true) => self.trace_did(Did::Moved { card, from, to: target, up }),
                        Ok(false) => {
                            if self.is_known_not_to_fit(card, target) {
                                self.trace_did(Did::Barred { card, place: target });
                            }
                            self.s.stack.done = false;
                        }
                        Err(trap) => {
                            // Once chance has told what the card is, the event is taken up again.
                            if let Some(frame) = self.frame_mut() {
                                frame.stage = Stage::Note;
                            }
                            return Err(trap);
                        }
                    }
                }
                Next::Op
            }
            Primitive::Turn => {
                if let Some(card) = card_id(arg(self, 0)) {
                    let up = arg(self, 1) == 1;
                    self.turn_card(card, up);
                }
                Next::Op
            }
            Primitive::Shuffle => {
                if let Some(place) = place_id(arg(self, 0)) {
                    if let Err(trap) = self.shuffle_place(place) {
                        // Once chance has told what lies elsewhere, the event is taken up again.
                        if let Some(frame) = self.frame_mut() {
                            frame.stage = Stage::Note;
                        }
                        return Err(trap);
                    }
                    self.trace_did(Did::Shuffled { place });
                }
                Next::Op
            }
            Primitive::Set => {
                let (counter, to, bearer) = (arg(self, 0), arg(self, 1), arg(self, 2));
                match u16::try_from(counter) {
                    Ok(state) => self.set_now(StateId(state), bearer, to)?,
                    Err(_) => Next::Op,
                }
            }
            Primitive::Eliminate => {
                self.eliminate_now(word(arg(self, 0)));
                Next::Op
            }
            Primitive::Reveal | Primitive::Look => {
                if let (Some(card), Ok(mask)) = (card_id(arg(self, 0)), u32::try_from(arg(self, 1))) {
                    self.show_card(card, mask);
                }
                self.s.touched();
                Next::Op
            }
            Primitive::Swap => {
                let (a, b) = (arg(self, 0), arg(self, 1));
                let Some(what) = Swapped::numbered(arg(self, 2)) else { return Ok(Next::Elsewhere) };
                match self.swap_now(what, a, b) {
                    Err(trap @ Trap::Unknown(_)) => {
                        if let Some(frame) = self.frame_mut() {
                            frame.stage = Stage::Note;
                        }
                        return Err(trap);
                    }
                    next => next?,
                }
            }
            Primitive::Pay => self.payment()?,
            Primitive::Roll => self.roll_event()?,
        };
        Ok(if next == Next::Op { Next::Elsewhere } else { next })
    }

    /// The winner test needs it: actors of a register that holds one actor or a list of them.
    pub(crate) fn actor_bits(&self, who: Reg, list: bool) -> u32 {
        if who == NONE {
            return 0;
        }
        if !list {
            return 1 << (word(who) & 31);
        }
        self.list(who).iter().filter(|w| **w != ABSENT).fold(0, |bits, w| bits | 1 << (w & 31))
    }
}

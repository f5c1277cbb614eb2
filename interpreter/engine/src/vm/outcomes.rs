//! Keeps in mind which words are outcomes that only some know: where they are bound, stored, added up and shown. See
//! `state/outcomes`.

use super::Machine;
use crate::ids::*;
use crate::program::Program;
use crate::program::nouns::Word;
use crate::program::op::{NO_REG, R};
use crate::state::outcomes::{NO_LANE, Named, Outcomes};
use crate::state::stack::*;

impl Machine<'_> {
    /// The number of the lane under way.
    fn lane_number(&self) -> u16 {
        self.lane_under_way().and_then(|lane| u16::try_from(lane).ok()).unwrap_or(NO_LANE)
    }

    /// Whether what a choice or chance gives is known to some only, and may have to be drawn again.
    #[inline]
    pub(crate) fn is_kept_back(&self, info: u16) -> bool {
        let choice = self.p.choices.get(info as usize);
        choice.is_some_and(|choice| choice.seen != NO_REG && !choice.members.are_cards())
    }

    /// An option of the question that was asked last was taken: notes what else it could have been.
    pub(crate) fn note_outcome(&mut self, info: u16, d: R, value: Reg, known: u32) {
        if self.is_kept_back(info) {
            let ways: Vec<(Word, u64)> = self.s.stack.pending.options.iter().map(way).collect();
            self.note_one_of(d, value, &ways, known);
        }
    }

    /// The same, of ways that are given.
    pub(crate) fn note_one_of(&mut self, d: R, value: Reg, ways: &[(Word, u64)], known: u32) {
        if self.goal.is_some() || ways.len() < 2 || known == u32::MAX {
            return;
        }
        self.drop_gone_names();
        if let Some(outcome) = self.s.lore.outcomes.add(word(value), known, ways, None) {
            self.name_outcome(d, outcome);
        }
    }

    /// The same of dice, by the pool that they make.
    pub(super) fn note_roll(&mut self, dice: DiceId, pool: R, known: u32) {
        if self.goal.is_some() || known == u32::MAX {
            return;
        }
        self.drop_gone_names();
        let faces = self.list(self.get(pool)).get(1..).unwrap_or(&[]);
        let (sum, count) = (faces.iter().fold(0, |sum: Word, face| sum.wrapping_add(*face)), faces.len() as u16);
        if let Some(outcome) = self.s.lore.outcomes.add(sum, known, &[], Some((dice, count))) {
            self.name_outcome(pool, outcome);
        }
    }

    /// The next name that is bound to a register stands for an outcome.
    fn name_outcome(&mut self, d: R, outcome: u16) {
        let Some((frame, pc)) = self.top_frame() else { return };
        let after = |(_, b): &(usize, &crate::program::BindingInfo)| b.register == d && b.from > pc;
        let next = self.p.bindings.iter().enumerate().filter(after).min_by_key(|(_, b)| b.from);
        let Some(binding) = next.and_then(|(at, _)| u32::try_from(at).ok()) else { return };
        let lane = self.lane_number();
        let named = Named { lane, frame, binding, outcome };
        let names = &mut self.s.lore.outcomes.named;
        names.retain(|old| (old.lane, old.frame, old.binding) != (lane, frame, binding));
        names.push(named);
    }

    fn top_frame(&self) -> Option<(u16, u32)> {
        let frames = &self.s.stack.frames;
        Some((u16::try_from(frames.len().checked_sub(1)?).ok()?, frames.last()?.pc))
    }

    /// Names of frames that are gone stand for nothing.
    fn drop_gone_names(&mut self) {
        let Some((top, pc)) = self.top_frame() else { return };
        let (p, lane, frames) = (self.p, self.lane_number(), &self.s.stack.frames);
        let holds = |named: &Named| {
            let frame = frames.get(usize::from(named.frame));
            let pc = if named.frame == top { Some(pc) } else { frame.map(|f| f.pc) };
            named.lane != lane || pc.is_some_and(|pc| is_bound(p, named, pc))
        };
        self.s.lore.outcomes.named.retain(holds);
    }

    /// The outcome that the name of a register stands for here.
    fn outcome_of(&self, s: R) -> Option<u16> {
        let (frame, pc) = self.top_frame()?;
        let lane = self.lane_number();
        // In a lane the names of the frame that it began in hold, too.
        let here =
            |n: &&Named| (n.lane == lane && n.frame == frame) || (lane != NO_LANE && n.lane == NO_LANE && frame == 0);
        let is = |n: &&Named| self.p.bindings.get(n.binding as usize).is_some_and(|b| b.register == s);
        let mut names = self.s.lore.outcomes.named.iter().rev();
        names.find(|n| here(n) && is(n) && is_bound(self.p, n, pc)).map(|n| n.outcome)
    }

    /// The word that is written next is what a name stands for; without one it is none of that.
    pub(super) fn origin(&mut self, s: R) {
        self.s.lore.outcomes.drop_source();
        if s != NO_REG
            && let Some(outcome) = self.outcome_of(s)
        {
            self.s.lore.outcomes.source.push((outcome, 1));
        }
    }

    /// The same of what a state holds.
    pub(super) fn origin_state(&mut self, state: StateId, of: Reg) {
        self.s.lore.outcomes.drop_source();
        if let Some(slot) = self.state_slot(state, of) {
            let held: Vec<(u16, i8)> = self.s.lore.outcomes.in_slot(slot, self.lane_number()).collect();
            self.s.lore.outcomes.source = held;
        }
    }

    /// A second name for an outcome.
    pub(super) fn same_outcome(&mut self, d: R, s: R) {
        if let Some(outcome) = self.outcome_of(s) {
            self.name_outcome(d, outcome);
        }
    }

    /// Something is made of what a name stands for that shows, or that cannot be made anew.
    pub(super) fn disclose(&mut self, s: R) {
        if let Some(outcome) = self.outcome_of(s) {
            self.s.lore.outcomes.tell(outcome, u32::MAX);
        }
    }

    /// The same of what a state holds; `all`: whoever bears it.
    pub(super) fn disclose_state(&mut self, state: StateId, of: Reg, all: bool) {
        let Some(def) = self.p.nouns.states.get(state.index()) else { return };
        let slots = match self.state_slot(state, of) {
            _ if all => def.first_slot..def.first_slot + def.len,
            Some(slot) => slot..slot + 1,
            None => return,
        };
        let outcomes: &mut Outcomes = &mut self.s.lore.outcomes;
        let held: Vec<u16> =
            outcomes.held.iter().filter(|h| slots.contains(&h.slot)).filter_map(|h| h.outcome).collect();
        held.into_iter().for_each(|outcome| outcomes.tell(outcome, u32::MAX));
    }

    /// A state was set. `fits`: to the very word that was meant.
    #[inline]
    pub(super) fn note_set(&mut self, state: StateId, slot: u32, bearer: Word, fits: bool) {
        if self.s.lore.outcomes.any() {
            let (lane, seats) = (self.lane_number(), self.bearing(state, bearer));
            self.s.lore.outcomes.write(slot, lane, fits, seats);
        }
    }

    /// A counter was changed. `fits`: by as much as was meant.
    #[inline]
    pub(super) fn note_gain(&mut self, state: StateId, slot: u32, bearer: Word, lose: bool, fits: bool) {
        if !self.s.lore.outcomes.any() {
            return;
        }
        if !fits {
            // How far a bound let it go depends on what was there.
            self.disclose_slot(slot);
        }
        let (lane, seats) = (self.lane_number(), self.bearing(state, bearer));
        self.s.lore.outcomes.add_to(slot, lane, if lose { -1 } else { 1 }, fits, seats);
    }

    fn disclose_slot(&mut self, slot: u32) {
        let outcomes = &mut self.s.lore.outcomes;
        let held: Vec<u16> = outcomes.held.iter().filter(|h| h.slot == slot).filter_map(|h| h.outcome).collect();
        held.into_iter().for_each(|outcome| outcomes.tell(outcome, u32::MAX));
    }

    /// The seats that see a state of a bearer, as bits.
    fn bearing(&self, state: StateId, bearer: Word) -> u32 {
        let secret = self.p.nouns.states.get(state.index()).is_some_and(|def| def.secret);
        let own = self.p.nouns.seat_of_state(state, bearer).map_or(0, |seat| 1 << (seat.0 & 31));
        if secret { own } else { u32::MAX }
    }
}

/// Whether the name of an outcome holds at a place of its frame.
pub(crate) fn is_bound(program: &Program, named: &Named, pc: u32) -> bool {
    program.bindings.get(named.binding as usize).is_some_and(|b| b.from <= pc && pc < b.to)
}

/// An option as a value with its weight.
pub(super) fn way(choice: &Choice) -> (Word, u64) {
    (word(choice.value), choice.weight.max(1))
}

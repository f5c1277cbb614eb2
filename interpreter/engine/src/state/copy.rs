//! Copying a state into memory that is already there, and how much memory that is.

use super::State;
use super::keys::Keys;
use super::stack::{Pending, Stack};

/// Copies a list into memory that is there. Many lists are empty most of the time, and cost nothing then.
#[inline(always)]
pub(super) fn copy<T: Copy>(to: &mut Vec<T>, from: &[T]) {
    if to.len() == from.len() {
        // Most lists have one length for the whole game.
        if !from.is_empty() {
            to.copy_from_slice(from);
        }
        return;
    }
    to.clear();
    if !from.is_empty() {
        to.extend_from_slice(from);
    }
}

/// The same for lists of lists, which mostly are empty.
#[inline(always)]
fn copy_each<T: Clone>(to: &mut Vec<T>, from: &Vec<T>) {
    if !to.is_empty() || !from.is_empty() {
        to.clone_from(from);
    }
}

impl Clone for State {
    fn clone(&self) -> Self {
        State {
            slots: self.slots.clone(),
            cards: self.cards.clone(),
            bags: self.bags.clone(),
            piles: self.piles.clone(),
            memory: self.memory.clone(),
            uses: self.uses.clone(),
            lasting: self.lasting.clone(),
            later: self.later.clone(),
            flow: self.flow,
            stack: self.stack.clone(),
            lanes: self.lanes.clone(),
            worlds: self.worlds.clone(),
            waiting: self.waiting.clone(),
            lore: self.lore.clone(),
            keys: self.keys.clone(),
            layout: self.layout,
        }
    }

    fn clone_from(&mut self, from: &Self) {
        copy(&mut self.slots, &from.slots);
        copy(&mut self.cards, &from.cards);
        self.bags.clone_from(&from.bags);
        copy(&mut self.piles, &from.piles);
        self.flow = from.flow;
        self.stack.clone_from(&from.stack);
        if self.rare_words() | from.rare_words() != 0 {
            self.copy_rare(from);
        }
        self.lore.clone_from(&from.lore);
        self.layout = from.layout;
    }
}

impl State {
    /// No more than 0 where there is nothing that few games have, or only now and then: one look tells that none of it need
    /// be copied.
    #[inline(always)]
    fn rare_words(&self) -> usize {
        let Keys { seats, lanes } = &self.keys;
        let rules = self.memory.len() | self.uses.len() | self.lasting.len() | self.later.len();
        rules | self.lanes.len() | self.worlds.len() | self.waiting.len() | seats.len() | lanes.len()
    }

    #[inline(never)]
    fn copy_rare(&mut self, from: &State) {
        copy(&mut self.memory, &from.memory);
        copy(&mut self.uses, &from.uses);
        copy(&mut self.lasting, &from.lasting);
        copy(&mut self.later, &from.later);
        copy_each(&mut self.lanes, &from.lanes);
        copy_each(&mut self.worlds, &from.worlds);
        copy_each(&mut self.waiting, &from.waiting);
        self.keys.clone_from(&from.keys);
    }
}

impl Clone for Stack {
    fn clone(&self) -> Self {
        Stack {
            frames: self.frames.clone(),
            regs: self.regs.clone(),
            lists: self.lists.clone(),
            regions: self.regions.clone(),
            pending: self.pending.clone(),
            done: self.done,
            done_cut: self.done_cut,
            abilities: self.abilities,
            lane_of: self.lane_of,
        }
    }

    fn clone_from(&mut self, from: &Self) {
        copy(&mut self.frames, &from.frames);
        copy(&mut self.regs, &from.regs);
        copy(&mut self.lists, &from.lists);
        copy(&mut self.regions, &from.regions);
        self.pending.clone_from(&from.pending);
        self.done = from.done;
        self.done_cut = from.done_cut;
        self.abilities = from.abilities;
        self.lane_of = from.lane_of;
    }
}

impl Stack {
    /// Empties it, keeping its memory.
    pub fn clear(&mut self) {
        self.frames.clear();
        self.regs.clear();
        self.lists.clear();
        self.regions.clear();
        let mut options = std::mem::take(&mut self.pending.options);
        options.clear();
        self.pending = Pending { options, ..Pending::default() };
        (self.done, self.done_cut, self.abilities) = (false, false, 0);
        self.lane_of = crate::program::nouns::ABSENT;
    }
}

impl Clone for Pending {
    fn clone(&self) -> Self {
        Pending { options: self.options.clone(), ..*self }
    }

    fn clone_from(&mut self, from: &Self) {
        let Pending { asked, question, info, options, min, max, subject, answer } = from;
        copy(&mut self.options, options);
        (self.asked, self.question, self.info) = (*asked, *question, *info);
        (self.min, self.max, self.subject, self.answer) = (*min, *max, *subject, *answer);
    }
}

impl State {
    /// Bytes in use outside the struct itself.
    pub fn heap_bytes(&self) -> usize {
        fn of<T>(list: &[T]) -> usize {
            std::mem::size_of_val(list)
        }
        let stack = |s: &Stack| of(&s.frames) + of(&s.regs) + of(&s.lists) + of(&s.regions) + of(&s.pending.options);
        of(&self.slots)
            + of(&self.cards)
            + self.bags.bytes()
            + of(&self.piles)
            + of(&self.memory)
            + of(&self.uses)
            + of(&self.lasting)
            + of(&self.later)
            + of(&self.lore.cards)
            + of(&self.lore.chosen)
            + of(&self.lore.facts)
            + of(&self.lore.possible)
            + of(&self.lore.outcomes.list)
            + of(&self.lore.outcomes.ways)
            + of(&self.lore.outcomes.held)
            + of(&self.lore.outcomes.named)
            + stack(&self.stack)
            + self.lanes.iter().map(stack).sum::<usize>()
    }
}

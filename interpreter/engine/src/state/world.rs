//! The table without the effects under way: what each lane of a `together` has a copy of, and how the copies become one.

use serde::{Deserialize, Serialize};

use super::cards::{Card, Pile};
use super::stack::Reg;
use super::{Ending, Flow, Lasting, Later, State, Use};
use crate::program::nouns::Word;

/// What one lane sees and changes: the state at entry and its own writes.
#[derive(Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct World {
    slots: Vec<Word>,
    cards: Vec<Card>,
    piles: Vec<Pile>,
    memory: Vec<Word>,
    uses: Vec<Use>,
    lasting: Vec<Lasting>,
    later: Vec<Later>,
    waiting: Vec<Waiting>,
    flow: Flow,
}

/// An action done inside a `together`, whose watchers wait for the end of the block.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Waiting {
    pub action: u16,
    pub who: Word,
    pub args: Vec<Reg>,
    /// Arguments that are lists, by their position.
    pub lists: Vec<(u16, Vec<Word>)>,
    /// The noted watchers.
    pub notes: Vec<Word>,
}

impl Clone for World {
    fn clone(&self) -> Self {
        let mut world = World::default();
        world.clone_from(self);
        world
    }

    fn clone_from(&mut self, from: &Self) {
        self.slots.clone_from(&from.slots);
        self.cards.clone_from(&from.cards);
        self.piles.clone_from(&from.piles);
        self.memory.clone_from(&from.memory);
        self.uses.clone_from(&from.uses);
        self.lasting.clone_from(&from.lasting);
        self.later.clone_from(&from.later);
        self.waiting.clone_from(&from.waiting);
        self.flow = from.flow;
    }
}

impl World {
    /// Becomes a copy of the table, in the memory it has.
    pub fn copy(&mut self, state: &State) {
        self.slots.clone_from(&state.slots);
        self.cards.clone_from(&state.cards);
        self.piles.clone_from(&state.piles);
        self.memory.clone_from(&state.memory);
        self.uses.clone_from(&state.uses);
        self.lasting.clone_from(&state.lasting);
        self.later.clone_from(&state.later);
        self.waiting.clone_from(&state.waiting);
        self.flow = state.flow;
    }
}

impl State {
    /// Makes the table of a lane the table, and the reverse.
    pub fn swap_world(&mut self, lane: usize) {
        let Some(world) = self.worlds.get_mut(lane) else { return };
        std::mem::swap(&mut self.slots, &mut world.slots);
        std::mem::swap(&mut self.cards, &mut world.cards);
        std::mem::swap(&mut self.piles, &mut world.piles);
        std::mem::swap(&mut self.memory, &mut world.memory);
        std::mem::swap(&mut self.uses, &mut world.uses);
        std::mem::swap(&mut self.lasting, &mut world.lasting);
        std::mem::swap(&mut self.later, &mut world.later);
        std::mem::swap(&mut self.waiting, &mut world.waiting);
        std::mem::swap(&mut self.flow, &mut world.flow);
    }

    /// The state as a lane sees it.
    pub fn seen_by_lane(&self, lane: usize) -> State {
        let mut state = self.clone();
        state.swap_world(lane);
        state
    }

    /// A lane is through: what it wrote since the entry is written.
    pub fn join(&mut self, entry: &World, world: &World) {
        // Each lane writes only its own, so a difference counts once; of what is shared the differences add up.
        for ((mine, was), now) in self.slots.iter_mut().zip(&entry.slots).zip(&world.slots) {
            *mine = mine.wrapping_add(now.wrapping_sub(*was));
        }
        take_changed(&mut self.cards, &entry.cards, &world.cards);
        take_changed(&mut self.piles, &entry.piles, &world.piles);
        take_changed(&mut self.memory, &entry.memory, &world.memory);
        for used in &world.uses {
            let same = |u: &&Use| u.limit == used.limit && u.bearer == used.bearer;
            let before = entry.uses.iter().find(same).map_or(0, |u| u.count);
            let more = used.count.saturating_sub(before);
            match self.uses.iter_mut().find(|u| same(&&**u)) {
                Some(mine) => mine.count = mine.count.saturating_add(more),
                None => self.uses.push(Use { count: more, ..*used }),
            }
        }
        // Numbers handed out in a lane are handed out again behind those of the lanes before it.
        let (from, shift) = (entry.flow.next_block, self.flow.next_block.wrapping_sub(entry.flow.next_block));
        let made = world.lasting.iter().filter(|l| l.block >= from);
        self.lasting.extend(made.map(|l| Lasting { block: l.block.wrapping_add(shift), ..*l }));
        self.later.extend(world.later.iter().skip(entry.later.len()));
        self.waiting.extend(world.waiting.iter().skip(entry.waiting.len()).cloned());
        let flow = &mut self.flow;
        flow.next_block = world.flow.next_block.wrapping_add(shift);
        flow.effects = flow.effects.wrapping_add(world.flow.effects.wrapping_sub(entry.flow.effects));
        flow.dirty |= world.flow.dirty;
        flow.finishing |= world.flow.finishing;
        flow.ending_turn |= world.flow.ending_turn;
        if world.flow.ending_phase != entry.flow.ending_phase {
            flow.ending_phase = world.flow.ending_phase;
        }
        if flow.end == Ending::No {
            flow.end = world.flow.end;
        }
    }
}

fn take_changed<T: Copy + PartialEq>(mine: &mut [T], entry: &[T], world: &[T]) {
    for ((mine, was), now) in mine.iter_mut().zip(entry).zip(world) {
        if was != now {
            *mine = *now;
        }
    }
}

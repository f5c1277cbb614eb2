//! The table without the effects under way: what each lane of a `together` has a copy of, and how the copies become one.

use serde::{Deserialize, Serialize};

use super::bags::Bags;
use super::cards::{Card, NOBODY, Pile};
use super::copy::copy;
use super::layout::Layout;
use super::outcomes::NO_LANE;
use super::own::owner_of_place;
use super::stack::Reg;
use super::{Ending, Flow, Lasting, Later, State, Use};
use crate::ids::{ComponentId, PlaceId};
use crate::program::Program;
use crate::program::nouns::Word;

/// What one lane sees and changes: the state at entry and its own writes.
#[derive(Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct World {
    pub(super) slots: Vec<Word>,
    pub(super) cards: Vec<Card>,
    bags: Bags,
    piles: Vec<Pile>,
    pub(super) memory: Vec<Word>,
    uses: Vec<Use>,
    lasting: Vec<Lasting>,
    later: Vec<Later>,
    waiting: Vec<Waiting>,
    pub(super) flow: Flow,
    #[serde(skip)]
    layout: Layout,
}

/// Words of one noted hook: hook, `this`, `me`, number of the block of a lasting one.
pub const NOTE: usize = 4;

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
        let mut copy = World::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, from: &Self) {
        copy(&mut self.slots, &from.slots);
        copy(&mut self.cards, &from.cards);
        self.bags.clone_from(&from.bags);
        copy(&mut self.piles, &from.piles);
        copy(&mut self.memory, &from.memory);
        copy(&mut self.uses, &from.uses);
        copy(&mut self.lasting, &from.lasting);
        copy(&mut self.later, &from.later);
        self.waiting.clone_from(&from.waiting);
        (self.flow, self.layout) = (from.flow, from.layout);
    }
}

impl World {
    /// Whether cards lie as in another table: yes where that is known.
    pub(super) fn lies_as(&self, layout: Layout) -> bool {
        layout.cards.is_some() && self.layout.cards == layout.cards
    }
}

impl State {
    /// Copies the table into memory that is there already.
    pub fn copy_world(&self, into: &mut World) {
        into.slots.clone_from(&self.slots);
        into.cards.clone_from(&self.cards);
        into.bags.clone_from(&self.bags);
        into.piles.clone_from(&self.piles);
        into.memory.clone_from(&self.memory);
        into.uses.clone_from(&self.uses);
        into.lasting.clone_from(&self.lasting);
        into.later.clone_from(&self.later);
        into.waiting.clone_from(&self.waiting);
        (into.flow, into.layout) = (self.flow, self.layout);
    }

    /// A slot in the table of a lane, or in the one that all see.
    pub(crate) fn slot_in(&self, slot: u32, lane: u16) -> Option<Word> {
        let world = self.worlds.get(usize::from(lane)).filter(|_| lane != NO_LANE);
        world.map_or(&self.slots, |world| &world.slots).get(slot as usize).copied()
    }

    /// Changes such a slot by so much.
    pub(crate) fn change_in(&mut self, slot: u32, lane: u16, by: Word) {
        let world = self.worlds.get_mut(usize::from(lane)).filter(|_| lane != NO_LANE);
        let slots = world.map_or(&mut self.slots, |world| &mut world.slots);
        if let Some(word) = slots.get_mut(slot as usize) {
            *word = word.wrapping_add(by);
        }
    }

    /// Makes the table of a lane the table, and the reverse.
    pub fn swap_world(&mut self, lane: usize) {
        let Some(world) = self.worlds.get_mut(lane) else { return };
        std::mem::swap(&mut self.slots, &mut world.slots);
        std::mem::swap(&mut self.cards, &mut world.cards);
        std::mem::swap(&mut self.bags, &mut world.bags);
        std::mem::swap(&mut self.piles, &mut world.piles);
        std::mem::swap(&mut self.memory, &mut world.memory);
        std::mem::swap(&mut self.uses, &mut world.uses);
        std::mem::swap(&mut self.lasting, &mut world.lasting);
        std::mem::swap(&mut self.later, &mut world.later);
        std::mem::swap(&mut self.waiting, &mut world.waiting);
        std::mem::swap(&mut self.flow, &mut world.flow);
        std::mem::swap(&mut self.layout, &mut world.layout);
    }

    /// The state as a lane sees it.
    pub fn seen_by_lane(&self, lane: usize) -> State {
        let mut state = self.clone();
        state.swap_world(lane);
        state
    }

    /// A lane is through: what it wrote since entry is written. Lanes are joined in their order.
    pub fn join(&mut self, program: &Program, entry: &World, world: &mut World, actor: Word) {
        // Each lane writes only its own, so a difference counts once; what is given back to a supply adds up.
        for ((mine, was), now) in self.slots.iter_mut().zip(&entry.slots).zip(&world.slots) {
            *mine = mine.wrapping_add(now.wrapping_sub(*was));
        }
        if !world.lies_as(entry.layout) {
            self.renumber_bags(entry, world);
            self.join_cards(program, entry, world, actor);
            self.bags.read(&self.cards);
        }
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
        // A lasting effect that a lane used up is gone for all.
        let lost = |block: u32| {
            entry.lasting.iter().any(|l| l.block == block) && !world.lasting.iter().any(|l| l.block == block)
        };
        self.lasting.retain(|l| !lost(l.block));
        // Numbers handed out in a lane are handed out again behind those of the lanes before it.
        let (from, shift) = (entry.flow.next_block, self.flow.next_block.wrapping_sub(entry.flow.next_block));
        self.lasting.extend(world.lasting.drain(..).filter(|l| l.block >= from).map(|mut l| {
            l.block = l.block.wrapping_add(shift);
            l
        }));
        self.later.extend(world.later.drain(..).skip(entry.later.len()));
        self.waiting.extend(world.waiting.drain(..).skip(entry.waiting.len()).map(|mut told| {
            // The last word of a note is the number of its block, where it has one.
            for block in told.notes.iter_mut().skip(NOTE - 1).step_by(NOTE) {
                if u32::try_from(*block).is_ok_and(|number| number >= from) {
                    *block = block.wrapping_add(shift as Word);
                }
            }
            told
        }));
        let flow = &mut self.flow;
        flow.next_block = world.flow.next_block.wrapping_add(shift);
        flow.effects = flow.effects.wrapping_add(world.flow.effects.wrapping_sub(entry.flow.effects));
        flow.dirty |= world.flow.dirty;
        flow.changed |= world.flow.changed;
        flow.finishing |= world.flow.finishing;
        flow.ending_turn |= world.flow.ending_turn;
        if world.flow.ending_phase != entry.flow.ending_phase {
            flow.ending_phase = world.flow.ending_phase;
        }
        if flow.end == Ending::No {
            flow.end = world.flow.end;
        }
    }

    /// Lanes that shuffle take the same free numbers for their bags: each gets numbers that no lane before it has.
    fn renumber_bags(&self, entry: &World, world: &mut World) {
        let taken = |bags: &Bags, group: u16| bags.counts(group).cards > 0;
        let mut last = 0;
        let next = |world: &World, last: u16| {
            { world.bags.numbers() }.find(|group| *group > last && !taken(&entry.bags, *group))
        };
        while let Some(group) = next(world, last) {
            last = group;
            if !taken(&self.bags, group) {
                continue;
            }
            let free = |g: &u16| ![&self.bags, &entry.bags, &world.bags].iter().any(|bags| taken(bags, *g));
            let Some(number) = (1..=u16::MAX).find(free) else { return };
            for card in world.cards.iter_mut().filter(|c| c.group == group) {
                card.group = number;
            }
            world.bags.read(&world.cards);
        }
    }

    /// The lane's own piles are taken as they are; cards that it laid on others' or the table's are laid there anew, so
    /// that the piles hold together whatever the lanes before it did.
    fn join_cards(&mut self, program: &Program, entry: &World, world: &World, actor: Word) {
        self.rearranged();
        let owned = |place: PlaceId| owner_of_place(program, place) == actor;
        let moved = |i: usize| match (entry.cards.get(i), world.cards.get(i)) {
            (Some(was), Some(now)) => was.place != now.place,
            _ => false,
        };
        for i in (0..world.cards.len()).filter(|i| moved(*i)) {
            self.lift(ComponentId::from_index(i));
        }
        for (i, pile) in world.piles.iter().enumerate().filter(|(i, _)| owned(PlaceId::from_index(*i))) {
            if let Some(mine) = self.piles.get_mut(i) {
                *mine = *pile;
            }
        }
        for (i, now) in world.cards.iter().enumerate() {
            let Some(mine) = self.cards.get_mut(i) else { break };
            if owned(now.place) {
                *mine = *now;
            } else if moved(i) {
                *mine = Card { above: mine.above, below: mine.below, place: mine.place, ..*now };
                self.lay(ComponentId::from_index(i), now.place, now.above != NOBODY);
            } else if entry.cards.get(i).is_some_and(|was| was.known != now.known || was.up != now.up) {
                (mine.known, mine.up) = (now.known, now.up);
            }
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

//! All that changes while a game runs: plain data in a few flat arrays. Holds neither generator nor clock.

pub(crate) mod asked;
pub mod bags;
mod bits;
pub mod cards;
mod copy;
mod drawn;
pub(crate) mod gathered;
pub mod keys;
pub mod layout;
pub mod lore;
pub mod outcomes;
pub mod own;
pub mod stack;
pub mod world;

use serde::{Deserialize, Serialize};

use crate::ids::*;
use crate::program::changed::Changed;
use crate::program::nouns::{ABSENT, Class, Owner, Until, Word};
use crate::program::{Marks, Program};
use crate::sure::sure;
use bags::Bags;
use cards::{Card, Pile};
use keys::Keys;
use layout::Layout;
use lore::Lore;
use stack::{Asked, Pending, Reg, Stack};
use world::{Waiting, World};

/// A position, in the middle of an effect or not.
#[derive(Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// Counters, flags, states, stuff and supplies.
    pub slots: Vec<Word>,
    pub cards: Vec<Card>,
    /// Which of them are an undrawn bag.
    pub bags: Bags,
    pub piles: Vec<Pile>,
    /// Memories: for each bearer how many, then the words.
    pub memory: Vec<Word>,
    pub uses: Vec<Use>,
    pub lasting: Vec<Lasting>,
    pub later: Vec<Later>,
    pub flow: Flow,
    pub stack: Stack,
    /// The blocks of a `together` that run beside each other.
    pub lanes: Vec<Stack>,
    /// The table as each lane sees it.
    pub worlds: Vec<World>,
    /// What was done in lanes and still has to be told to its watchers.
    pub waiting: Vec<Waiting>,
    /// Where cards come from and what was told about them.
    pub lore: Lore,
    /// What each seat has seen; no part of the position.
    #[serde(skip)]
    pub keys: Keys,
    #[serde(skip)]
    pub layout: Layout,
}

/// How often something limited was used, by whom or by which card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Use {
    pub limit: u16,
    pub bearer: i32,
    pub count: u16,
}

/// How many words a lasting effect or a `later` takes along.
pub const CAPTURES: usize = 6;

/// A hook made by `until`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lasting {
    pub hook: HookId,
    pub me: Word,
    pub this: Word,
    pub until: LastingEnd,
    pub once: bool,
    /// Hooks of one `until` block share it: `once` ends them all.
    pub block: u32,
    pub captures: [Reg; CAPTURES],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LastingEnd {
    Game,
    Turn,
    Round,
    Phase(PhaseId),
    NextTurn(ActorId),
}

/// What a `later` put off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Later {
    pub code: u16,
    pub me: Word,
    pub this: Word,
    pub captures: [Reg; CAPTURES],
}

/// Where the game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Flow {
    pub round: Word,
    pub turn: Word,
    pub active: Word,
    pub first: Word,
    /// The phase that `end PHASE` asked to end, or `ABSENT`.
    pub ending_phase: Word,
    pub ending_turn: bool,
    /// `finish after round` was said.
    pub finishing: bool,
    /// Setup is quiet.
    pub quiet: bool,
    /// Something changed since the rules were last asked.
    pub dirty: bool,
    /// What has changed since rules that always hold were last found at rest.
    pub changed: Changed,
    /// How many `at once` blocks are open.
    pub at_once: u16,
    /// Primitives that took effect so far.
    pub effects: u32,
    /// Numbers handed out to lasting blocks.
    pub next_block: u32,
    pub end: Ending,
}

impl Default for Flow {
    fn default() -> Self {
        Flow {
            round: 0,
            turn: 0,
            active: ABSENT,
            first: 0,
            ending_phase: ABSENT,
            ending_turn: false,
            finishing: false,
            quiet: true,
            dirty: false,
            changed: Changed::NOTHING,
            at_once: 0,
            effects: 0,
            next_block: 1,
            end: Ending::No,
        }
    }
}

impl Flow {
    /// Notes that a primitive took effect which changed nothing but this.
    #[inline]
    pub fn touched_only(&mut self, what: Changed) {
        self.effects = self.effects.wrapping_add(1);
        self.dirty = true;
        self.changed |= what;
    }
}

/// Whether and how the game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ending {
    No,
    /// Said, acting at the next settle point: actors as bits.
    Said {
        how: EndHow,
        who: u32,
        reason: u16,
    },
    Over {
        how: EndHow,
        who: u32,
        reason: u16,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EndHow {
    Plain,
    Among,
    WonBy,
    Lost,
}

impl State {
    /// The position before setup.
    pub fn new(program: &Program) -> State {
        let nouns = &program.nouns;
        let mut state = State {
            slots: vec![0; nouns.slot_count as usize],
            memory: vec![0; program.memory_words as usize],
            piles: vec![Pile::default(); nouns.places.len()],
            layout: Layout::of(program.hooked_places, program.offered_places, program.displays()),
            ..State::default()
        };
        for def in &nouns.states {
            for i in 0..def.len {
                let start = def.start.get(i as usize).or(def.start.last()).copied().unwrap_or(0);
                state.write(def.first_slot + i, start);
            }
        }
        for stuff in &nouns.stuff {
            state.write(stuff.supply_slot, stuff.supply.unwrap_or(Word::MAX));
        }
        state.cards = nouns.components.iter().map(|def| Card::new(def.design)).collect();
        state.bags = Bags::of(&state.cards);
        if program.hides {
            state.lore = Lore::new(state.cards.len(), nouns.places.len());
        }
        for (i, def) in nouns.components.iter().enumerate() {
            // A pile is listed top first, so each card goes under those before it.
            state.lay(ComponentId::from_index(i), def.start, true);
            if let Some(card) = state.cards.get_mut(i) {
                card.known = program.places.get(def.start.index()).map_or(0, |place| place.sight);
                card.up = card.known == u32::MAX;
            }
        }
        state
    }

    /// A slot; 0 where there is none.
    #[inline]
    pub fn read(&self, slot: u32) -> Word {
        sure(self.slots.get(slot as usize)).copied().unwrap_or(0)
    }

    /// Writes a slot that exists. What it held before is gone.
    #[inline]
    pub fn write(&mut self, slot: u32, word: Word) {
        self.change(slot, word);
        if self.lore.outcomes.any() {
            self.lore.outcomes.forget(slot, 1);
        }
    }

    /// Changes a slot that exists by something: what it held before is a part of it still.
    #[inline]
    pub fn change(&mut self, slot: u32, word: Word) {
        if let Some(place) = self.slots.get_mut(slot as usize) {
            *place = word;
        }
    }

    /// Takes back a question to chance: what asked it asks again when it goes on. Whether there was one; chance that lanes
    /// ask stays asked.
    pub(crate) fn withdraw_chance(&mut self) -> bool {
        let pending = &mut self.stack.pending;
        let asked = pending.asked == Asked::Chance && self.lanes.is_empty();
        if asked {
            *pending = Pending::default();
        }
        asked
    }

    /// Notes that a primitive took effect.
    #[inline]
    pub fn touched(&mut self) {
        self.touched_only(Changed::ALL);
    }

    /// Notes that a primitive took effect which changed nothing but this.
    #[inline]
    pub fn touched_only(&mut self, what: Changed) {
        self.flow.touched_only(what);
    }

    /// Notes that some card lies elsewhere or otherwise, or is known to be another than before.
    #[inline]
    pub fn rearranged(&mut self) {
        self.layout.changed();
        self.flow.changed |= Changed::CARDS | Changed::HOOKED;
    }

    /// The same, of cards in one place.
    #[inline]
    pub fn rearranged_at(&mut self, place: PlaceId) {
        self.rearranged_between(place, place);
    }

    /// The same, of cards in two places.
    #[inline]
    pub fn rearranged_between(&mut self, place: PlaceId, other: PlaceId) {
        let hooked = self.layout.changed_at(place, other);
        self.flow.changed |= if hooked { Changed::CARDS | Changed::HOOKED } else { Changed::CARDS };
    }

    /// Notes that a card that is known has come from one place to another, which have these marks. `hooked`: it has hooks.
    #[inline]
    pub fn carried(&mut self, marks: Marks, hooked: bool) {
        self.layout.changed_where(marks);
        if hooked && marks.has(Marks::LIVE) {
            self.layout.hooks = None;
            self.flow.changed |= Changed::HOOKED;
        }
    }

    /// Notes that seats know more or less of a card. No hook depends on that, but what a lane has changed does.
    #[inline]
    pub fn known_otherwise(&mut self) {
        if self.stack.lane_of != ABSENT {
            self.rearranged();
        }
    }

    /// Notes that whatever always holds must be asked anew.
    pub fn unsettled(&mut self) {
        self.flow.dirty = true;
        self.flow.changed = Changed::ALL;
    }

    /// Notes that a round is over: no effect of its own, but rules that are asked next see it.
    #[inline]
    pub fn round_ends(&mut self) {
        self.flow.changed = Changed::ALL;
    }

    /// What a bearer remembers, in the order in which it was remembered.
    pub fn remembered(&self, program: &Program, memory: MemoryId, bearer: usize) -> &[Word] {
        let size = program.nouns.memories.get(memory.index()).map_or(0, |def| def.max as usize) + 1;
        let first = program.memory_offsets.get(memory.index()).copied().unwrap_or(0) as usize + bearer * size;
        let count = self.memory.get(first).and_then(|count| usize::try_from(*count).ok()).unwrap_or(0);
        self.memory.get(first + 1..first + 1 + count.min(size - 1)).unwrap_or(&[])
    }

    /// Puts states, memories, limits and lasting effects that last until this moment back or away.
    pub fn expire(&mut self, program: &Program, moment: Until) {
        // That is no effect of its own, but rules that are asked next see it.
        self.flow.changed = Changed::ALL;
        for reset in program.resets.iter().filter(|r| r.at == moment) {
            let first = reset.first as usize;
            if let Some(slots) = self.slots.get_mut(first..first + reset.len as usize) {
                // Mostly to 0, which is done in one go.
                if reset.start == 0 {
                    slots.fill(0);
                } else {
                    slots.fill(reset.start);
                }
                if self.lore.outcomes.any() {
                    self.lore.outcomes.forget(reset.first, reset.len);
                }
            }
        }
        for (_, id) in program.memory_resets.iter().filter(|(at, _)| *at == moment) {
            let Some(def) = program.nouns.memories.get(id.index()) else { continue };
            let first = program.memory_offsets.get(id.index()).copied().unwrap_or(0) as usize;
            let size = def.max as usize + 1;
            for bearer in 0..class_len(program, def.on) {
                if let Some(len) = self.memory.get_mut(first + bearer * size) {
                    *len = 0;
                }
            }
        }
        if !self.uses.is_empty() {
            self.uses.retain(|u| program.limits.get(u.limit as usize).is_none_or(|limit| limit.per != moment));
        }
        if self.lasting.is_empty() {
            return;
        }
        self.lasting.retain(|lasting| match (lasting.until, moment) {
            (LastingEnd::Turn, Until::Turn) | (LastingEnd::Round, Until::Round) => false,
            (LastingEnd::Phase(a), Until::Phase(b)) => a != b,
            _ => true,
        });
    }
}

/// How many members a class has.
pub fn class_len(program: &Program, class: Class) -> usize {
    match class {
        Class::Game => 1,
        Class::Actor => program.nouns.actors.len(),
        Class::Seat => program.nouns.seats.len(),
        Class::Component => program.nouns.components.len(),
        Class::Space => program.nouns.spaces.len(),
        Class::Unit => program.nouns.units.len(),
    }
}

/// The actor a place belongs to, if it belongs to one (a seat's goes to its first actor).
pub fn holder_of_place(program: &Program, place: PlaceId) -> Word {
    match program.nouns.places.get(place.index()).map(|p| p.owner) {
        Some(Owner::Actor(actor)) => Word::from(actor.0),
        Some(Owner::Seat(seat)) => {
            program.nouns.actors.iter().position(|a| a.seat == Some(seat)).map_or(ABSENT, |i| i as Word)
        }
        _ => ABSENT,
    }
}

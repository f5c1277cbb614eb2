//! Whose something is, and what a lane of a `together` wrote that is not its actor's.

use super::State;
use super::cards::Card;
use super::world::World;
use crate::ids::*;
use crate::program::Program;
use crate::program::nouns::{ABSENT, Class, Owner, Word};

/// Slots that are compared at once.
const SLOTS: usize = 32;

/// Something that a lane changed and that is not its actor's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foreign {
    /// A counter, flag or state of this bearer.
    State(StateId, Word),
    Memory(MemoryId),
    Card(ComponentId),
    /// The common supply of this sort has become smaller: others may have taken the same pieces.
    Supply(StuffId),
    FirstPlayer,
}

/// The actor a place belongs to: as its holder, or as the one whose board it is on.
pub fn owner_of_place(program: &Program, place: PlaceId) -> Word {
    match program.nouns.places.get(place.index()).map(|p| p.owner) {
        Some(Owner::Space(space)) => owner_of_space(program, space.index()),
        _ => super::holder_of_place(program, place),
    }
}

fn owner_of_space(program: &Program, space: usize) -> Word {
    let owner = program.nouns.spaces.get(space).and_then(|s| s.owner);
    owner.map_or(ABSENT, |actor| Word::from(actor.0))
}

/// The actor a seat's own things go by: its first.
fn first_of_seat(program: &Program, seat: usize) -> Word {
    let sits = |seat_of: Option<SeatId>| seat_of.is_some_and(|s| s.index() == seat);
    program.nouns.actors.iter().position(|a| sits(a.seat)).map_or(ABSENT, |i| i as Word)
}

impl State {
    /// What a lane that began with this table wrote and should not have: the first of it.
    pub fn foreign(&self, program: &Program, world: &World, actor: Word) -> Option<Foreign> {
        let own_card = |i: usize| {
            let own = |c: Option<&Card>| c.is_some_and(|c| owner_of_place(program, c.place) == actor);
            own(self.cards.get(i)) && own(world.cards.get(i))
        };
        let own = |class: Class, i: usize| match class {
            Class::Game => false,
            Class::Actor => i as Word == actor,
            Class::Seat => first_of_seat(program, i) == actor,
            Class::Component => own_card(i),
            Class::Space => owner_of_space(program, i) == actor,
            Class::Unit => {
                program.nouns.units.get(i).and_then(|u| u.owner).is_some_and(|owner| Word::from(owner.0) == actor)
            }
        };
        self.foreign_state(program, world, &own)
            .or_else(|| self.foreign_memory(program, world, &own))
            .or_else(|| if world.lies_as(self.layout) { None } else { self.foreign_card(world, &own_card) })
            .or_else(|| (self.flow.first != world.flow.first).then_some(Foreign::FirstPlayer))
    }

    fn foreign_state(&self, program: &Program, world: &World, own: &dyn Fn(Class, usize) -> bool) -> Option<Foreign> {
        let read = |slot: u32| (self.read(slot), world.slots.get(slot as usize).copied().unwrap_or(0));
        let changed = |slot: &usize| self.slots.get(*slot) != world.slots.get(*slot);
        // Lanes write little: most slots are the same, and that is seen for many of them at once.
        let chunks = self.slots.chunks(SLOTS).zip(world.slots.chunks(SLOTS)).enumerate();
        let changed_chunks = chunks.filter(|(_, (was, now))| was != now).map(|(chunk, _)| chunk * SLOTS);
        for slot in changed_chunks.flat_map(|first| first..first + SLOTS).filter(changed) {
            // States stand in the order of their slots; those of supplies come behind them.
            let id = program.nouns.states.partition_point(|def| def.first_slot as usize <= slot).saturating_sub(1);
            let def = program.nouns.states.get(id).filter(|def| slot < (def.first_slot + def.len) as usize);
            let Some(def) = def else { continue };
            let bearer = slot - def.first_slot as usize;
            if !own(def.on, bearer) {
                return Some(Foreign::State(StateId::from_index(id), bearer as Word));
            }
        }
        // What is given back to the supply adds up, what is taken could be taken twice.
        let taken = |stuff: &crate::program::nouns::StuffDef| {
            let (was, now) = read(stuff.supply_slot);
            now < was
        };
        program.nouns.stuff.iter().position(taken).map(|i| Foreign::Supply(StuffId::from_index(i)))
    }

    fn foreign_memory(&self, program: &Program, world: &World, own: &dyn Fn(Class, usize) -> bool) -> Option<Foreign> {
        if self.memory == world.memory {
            return None;
        }
        for (id, def) in program.nouns.memories.iter().enumerate() {
            let first = program.memory_offsets.get(id).copied().unwrap_or(0) as usize;
            let size = def.max as usize + 1;
            for bearer in 0..super::class_len(program, def.on) {
                let words = first + bearer * size..first + (bearer + 1) * size;
                if self.memory.get(words.clone()) != world.memory.get(words) && !own(def.on, bearer) {
                    return Some(Foreign::Memory(MemoryId::from_index(id)));
                }
            }
        }
        None
    }

    fn foreign_card(&self, world: &World, own: &dyn Fn(usize) -> bool) -> Option<Foreign> {
        // Neighbours in a pile change when a card is laid beside them: that is the pile's business.
        let alone = |c: &Card| Card { above: 0, below: 0, ..*c };
        let changed = |(was, now): (&Card, &Card)| alone(was) != alone(now);
        let mut pairs = self.cards.iter().zip(&world.cards).enumerate();
        pairs.find(|(i, pair)| changed(*pair) && !own(*i)).map(|(i, _)| Foreign::Card(ComponentId::from_index(i)))
    }
}

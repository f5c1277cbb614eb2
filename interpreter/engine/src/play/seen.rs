//! What a viewer can see of the table, by the names of the script: saves know by it whether the table is the same. Not the
//! words of a view, which may be changed, translated and left out.

use super::Viewer;
use crate::ids::*;
use crate::program::Program;
use crate::program::nouns::{ABSENT, Class, Faces, StateDef, StateKind, Type, Word, ZoneDef, ZoneOrder};
use crate::state::State;
use crate::state::lore::has;
use crate::trace::{Digest, scripted};
use crate::vm::seen_order;

/// All that a viewer can see: cards by place and face, counters, states, memories, supplies, whose turn it is.
pub(crate) fn digest(program: &Program, state: &State, viewer: Viewer) -> Digest {
    let table = Table { program, state, viewer };
    let mut digest = Digest::default();
    digest.number(i64::from(state.flow.round.max(1)));
    digest.text(&scripted::actor(program, state.flow.active));
    table.states(&mut digest);
    table.supplies(&mut digest);
    table.places(&mut digest);
    table.memories(&mut digest);
    digest
}

struct Table<'a> {
    program: &'a Program,
    state: &'a State,
    viewer: Viewer,
}

impl Table<'_> {
    /// Whether the viewer may see a state of somebody.
    fn open(&self, id: StateId, def: &StateDef, bearer: usize) -> bool {
        let owner = || self.program.nouns.seat_of_state(id, bearer as Word).map(|seat| Viewer::Seat(seat.index()));
        !def.secret || self.viewer == Viewer::All || (def.on != Class::Space && owner() == Some(self.viewer))
    }

    /// What somebody bears, those states left out that say nothing.
    fn borne(&self, class: Class, bearer: usize, digest: &mut Digest) {
        let nouns = &self.program.nouns;
        for (i, def) in nouns.states.iter().enumerate().filter(|(_, def)| def.on == class) {
            let id = StateId::from_index(i);
            let value = self.state.read(def.first_slot + bearer as u32);
            let usual = match def.kind {
                _ if id == nouns.alive => 1,
                StateKind::Value(_) => ABSENT,
                StateKind::Flag | StateKind::Counter { .. } => 0,
            };
            if value != usual && nouns.bears(def, bearer) && self.open(id, def, bearer) {
                digest.text(&def.name);
                match &def.kind {
                    StateKind::Value(ty) => digest.text(&self.word(ty, value)),
                    _ => digest.number(i64::from(value)),
                }
            }
        }
    }

    fn states(&self, digest: &mut Digest) {
        for class in [Class::Game, Class::Actor, Class::Seat, Class::Space, Class::Unit] {
            for bearer in 0..crate::state::class_len(self.program, class) {
                let mut own = Digest::default();
                self.borne(class, bearer, &mut own);
                if own != Digest::default() {
                    digest.text(&scripted::bearer(self.program, self.state, class, bearer as Word));
                    digest.ordered(&[own]);
                }
            }
        }
    }

    /// A word as the viewer may know it; of a card that is not known not even the place.
    fn word(&self, ty: &Type, value: Word) -> String {
        match (ty, u16::try_from(value)) {
            (Type::Component(_), Ok(id)) if self.knows(ComponentId(id)) => {
                scripted::card(self.program, self.state, ComponentId(id))
            }
            (Type::Component(_), Ok(_)) => "?".to_owned(),
            _ => scripted::element(self.program, self.state, None, ty, value),
        }
    }

    fn knows(&self, card: ComponentId) -> bool {
        self.viewer.knows(self.program, self.state, card)
    }

    fn supplies(&self, digest: &mut Digest) {
        for (i, stuff) in self.program.nouns.stuff.iter().enumerate() {
            if stuff.supply.is_some() && stuff.account_of.index() == i {
                digest.text(&stuff.name);
                digest.number(i64::from(self.state.read(stuff.supply_slot)));
            }
        }
    }

    fn places(&self, digest: &mut Digest) {
        for (i, place) in self.program.nouns.places.iter().enumerate() {
            let Some(zone) = self.program.nouns.zones.get(place.zone.index()) else { continue };
            let id = PlaceId::from_index(i);
            let cards = seen_order(self.program, self.state, &self.viewer.seats(), id);
            if cards.is_empty() {
                continue;
            }
            digest.text(&scripted::place(self.program, id));
            let hidden = |card: &ComponentId| !self.knows(*card) && self.told(*card).is_none();
            if zone.secret && cards.iter().all(hidden) {
                // Not even how many there are.
                continue;
            }
            let cards: Vec<Digest> = cards.iter().map(|card| self.card(*card, zone)).collect();
            match zone.order {
                ZoneOrder::Pile | ZoneOrder::Row => digest.ordered(&cards),
                ZoneOrder::Set | ZoneOrder::Bag => digest.unordered(cards),
            }
        }
    }

    fn card(&self, id: ComponentId, zone: &ZoneDef) -> Digest {
        let mut digest = Digest::default();
        if !self.knows(id) {
            digest.text("?");
            digest.ordered(self.told(id).as_slice());
            return digest;
        }
        digest.text(&scripted::card(self.program, self.state, id));
        let faces = zone.faces == Faces::Each && (self.viewer == Viewer::All || zone.order != ZoneOrder::Pile);
        if faces && self.state.card(id).is_some_and(|card| !card.up && (card.group == 0 || card.fixed_face)) {
            digest.text("down");
        }
        self.borne(Class::Component, id.index(), &mut digest);
        digest
    }

    /// What the viewer was told that a card may be.
    fn told(&self, card: ComponentId) -> Option<Digest> {
        let seat = self.viewer.seats().first().copied()?;
        let facts: Vec<&[u64]> = self.state.lore.told(card, seat.index()).collect();
        if facts.is_empty() {
            return None;
        }
        let mut digest = Digest::default();
        for (i, design) in self.program.nouns.designs.iter().enumerate() {
            if facts.iter().all(|set| has(set, DesignId::from_index(i))) {
                digest.text(&design.name);
            }
        }
        Some(digest)
    }

    fn memories(&self, digest: &mut Digest) {
        for (i, def) in self.program.nouns.memories.iter().enumerate() {
            let first = self.program.memory_offsets.get(i).copied().unwrap_or(0) as usize;
            for bearer in 0..crate::state::class_len(self.program, def.on) {
                let start = first + bearer * (def.max as usize + 1);
                let len = self.state.memory.get(start).copied().unwrap_or(0).max(0) as usize;
                if len > 0 {
                    digest.text(&def.name);
                    digest.text(&scripted::bearer(self.program, self.state, def.on, bearer as Word));
                    let values = self.state.memory.get(start + 1..=start + len).unwrap_or(&[]);
                    values.iter().for_each(|value| digest.text(&self.word(&def.of, *value)));
                }
            }
        }
    }
}

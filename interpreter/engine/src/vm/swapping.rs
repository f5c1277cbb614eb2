//! Things that change places: cards, whole zones, actors, units.

use super::lists::{card_id, place_id};
use super::{Machine, Next, Run};
use crate::ids::*;
use crate::program::nouns::{KindSet, Word, ZoneOrder};
use crate::state::stack::*;
use crate::trace::Did;
use crate::vocabulary::Primitive;

/// What changes places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Swapped {
    Cards,
    Zones,
    Actors,
    Units,
}

impl Swapped {
    const ALL: [Swapped; 4] = [Swapped::Cards, Swapped::Zones, Swapped::Actors, Swapped::Units];

    /// By its number among the arguments of the event.
    pub(crate) fn numbered(n: Reg) -> Option<Swapped> {
        Swapped::ALL.get(usize::try_from(n).ok()?).copied()
    }
}

impl Machine<'_> {
    /// `swap A with B`
    pub(crate) fn swap(&mut self, what: Swapped, a: Reg, b: Reg) -> Run<Next> {
        if self.hooked(Primitive::Swap) && a != NONE && b != NONE {
            self.push_event(Primitive::Swap, &[a, b, what as Reg])?;
            return Ok(Next::Frames);
        }
        self.swap_now(what, a, b)
    }

    pub(crate) fn swap_now(&mut self, what: Swapped, a: Reg, b: Reg) -> Run<Next> {
        match what {
            Swapped::Cards => self.swap_cards(a, b),
            Swapped::Zones => self.swap_zones(a, b),
            Swapped::Actors => self.swap_spaces(a, b, false),
            Swapped::Units => self.swap_spaces(a, b, true),
        }
    }

    /// Two cards change places, each keeping its face.
    fn swap_cards(&mut self, a: Reg, b: Reg) -> Run<Next> {
        let (Some(a), Some(b)) = (card_id(a), card_id(b)) else { return self.skipped() };
        if a == b {
            return Ok(Next::Op);
        }
        let places = [a, b].map(|card| self.s.card(card).map(|card| card.place));
        if let [Some(of_a), Some(of_b)] = places {
            for (card, from, to) in [(a, of_a, of_b), (b, of_b, of_a)] {
                if !self.would_be_taken(card, from, to)? {
                    self.trace_did(Did::Barred { card, place: to });
                    return self.short_then_next();
                }
            }
        }
        for (card, other) in [(a, b), (b, a)] {
            if let (Some(c), Some(o)) = (self.s.card(card).copied(), self.s.card(other).copied()) {
                self.must_be_known(card, o.place, c.up)?;
            }
        }
        self.swap_places(a, b);
        for card in [a, b] {
            let sight = self.s.card(card).map_or(0, |c| self.sight(c.place, c.up));
            if let Some(c) = self.s.cards.get_mut(card.index()) {
                c.known |= sight;
            }
        }
        self.s.touched();
        self.trace_did(Did::Swapped { a, b });
        Ok(Next::Op)
    }

    /// Whether a card that lies in one place may lie in another. Where all of the one may, it need not be known.
    fn would_be_taken(&mut self, card: ComponentId, from: PlaceId, to: PlaceId) -> Run<bool> {
        let holds = |place: PlaceId| {
            let zone = self.p.places.get(place.index()).and_then(|place| self.p.nouns.zones.get(place.zone.index()));
            zone.map_or(KindSet::all(), |zone| KindSet(zone.holds.0 & self.p.kinds_there.0))
        };
        let (from, to) = (holds(from), holds(to));
        if from.0 & !to.0 == 0 { Ok(true) } else { self.is_of_kind(card, to) }
    }

    fn swap_places(&mut self, a: ComponentId, b: ComponentId) {
        // A stand-in card takes a's place while b goes there.
        let spare = ComponentId::from_index(self.s.cards.len());
        self.s.cards.push(crate::state::cards::Card::new(DesignId(0)));
        self.s.replace(a, spare);
        self.s.replace(b, a);
        self.s.replace(spare, b);
        self.s.cards.pop();
    }

    /// All of one place goes to the other and the reverse.
    fn swap_zones(&mut self, a: Reg, b: Reg) -> Run<Next> {
        let (Some(a), Some(b)) = (place_id(a), place_id(b)) else { return self.skipped() };
        for (from, to) in [(a, b), (b, a)] {
            let cards: Vec<ComponentId> = self.s.cards_in(from).collect();
            for card in cards {
                if !self.would_be_taken(card, from, to)? {
                    self.trace_did(Did::Barred { card, place: to });
                    return self.short_then_next();
                }
            }
        }
        for (from, to) in [(a, b), (b, a)] {
            let mut next = self.s.pile(from).top;
            let mut left = self.s.cards.len();
            while let Some(c) = self.s.cards.get(next as usize).copied()
                && left > 0
            {
                left -= 1;
                self.must_be_known(ComponentId(next), to, c.up)?;
                next = c.below;
            }
        }
        self.s.piles.swap(a.index(), b.index());
        self.s.touched();
        self.trace_did(Did::SwappedZones { a, b });
        for i in 0..self.s.cards.len() {
            let Some(c) = self.s.cards.get(i).copied() else { break };
            let to = if c.place == a {
                b
            } else if c.place == b {
                a
            } else {
                continue;
            };
            let sight = self.sight(to, c.up);
            if let Some(c) = self.s.cards.get_mut(i) {
                c.place = to;
            }
            self.s.rearranged();
            // Those who see it for the first time are shown it.
            if sight & !c.known != 0 {
                self.show_card(ComponentId::from_index(i), sight);
            }
        }
        self.relist(a);
        self.relist(b);
        Ok(Next::Op)
    }

    /// In a heap that changed hands the cards lie in no order that somebody gave them.
    fn relist(&mut self, place: PlaceId) {
        let zone = self.p.nouns.places.get(place.index()).and_then(|p| self.p.nouns.zones.get(p.zone.index()));
        if !zone.is_some_and(|z| matches!(z.order, ZoneOrder::Set | ZoneOrder::Bag)) {
            return;
        }
        let mark = self.s.stack.lists.len();
        let mut lists = std::mem::take(&mut self.s.stack.lists);
        lists.extend(self.s.cards_in(place).map(|id| Word::from(id.0)));
        let cards = lists.get_mut(mark..).unwrap_or_default();
        let design = |w: &Word| usize::try_from(*w).ok().and_then(|i| self.s.cards.get(i)).map_or(0, |c| c.design.0);
        cards.sort_unstable_by_key(|w| (design(w), *w));
        for card in cards.iter().filter_map(|w| u16::try_from(*w).ok()).map(ComponentId) {
            self.s.lift(card);
            self.s.lay(card, place, true);
        }
        lists.truncate(mark);
        self.s.stack.lists = lists;
    }
}

//! Which cards a zone takes, by their kinds: what it does not hold stays where it is, and that is told.

use super::{Machine, Run};
use crate::ids::*;
use crate::program::nouns::KindSet;
use crate::trace::Did;

impl Machine<'_> {
    /// Whether a place takes a card of its kind; where not all that come there fit, the card must be known.
    #[inline]
    pub(super) fn takes(&mut self, card: ComponentId, place: PlaceId) -> Run<bool> {
        let takes = self.p.places.get(place.index()).map_or(KindSet::all(), |place| place.takes);
        if takes == KindSet::all() { Ok(true) } else { self.is_of_kind(card, takes) }
    }

    /// Whether a card is known to be of a kind that a zone does not hold.
    pub(super) fn is_known_not_to_fit(&self, card: ComponentId, place: PlaceId) -> bool {
        let zone = self.p.places.get(place.index()).and_then(|place| self.p.nouns.zones.get(place.zone.index()));
        let design = self.s.card(card).filter(|c| c.group == 0 && c.place != place).map(|c| c.design);
        zone.zip(design).is_some_and(|(zone, design)| !self.design_is_of_kind(design, zone.holds))
    }

    /// Whether a card is of one of these kinds. It must be known for that, unless all cards of its bag are, or none is.
    pub(super) fn is_of_kind(&mut self, card: ComponentId, kinds: KindSet) -> Run<bool> {
        let group = self.s.card(card).map_or(0, |c| c.group);
        if group != 0 {
            if let Some(all) = self.bag_is_of_kind(group, kinds) {
                return Ok(all);
            }
            self.know(card)?;
        }
        Ok(self.s.card(card).is_some_and(|c| self.design_is_of_kind(c.design, kinds)))
    }

    fn design_is_of_kind(&self, design: DesignId, kinds: KindSet) -> bool {
        self.p.kind_of.get(design.index()).is_some_and(|kind| kind.meets(kinds))
    }

    /// Whether all cards of a bag are of these kinds, or none is; nothing where some are.
    fn bag_is_of_kind(&self, group: u16, kinds: KindSet) -> Option<bool> {
        let mut fits =
            self.s.cards.iter().filter(|c| c.group == group).map(|c| self.design_is_of_kind(c.design, kinds));
        let first = fits.next()?;
        fits.all(|other| other == first).then_some(first)
    }

    /// Whether a place takes each card of a bag, so that none need be known to come there.
    pub(super) fn takes_bag(&self, group: u16, place: PlaceId) -> bool {
        let takes = self.p.places.get(place.index()).map_or(KindSet::all(), |place| place.takes);
        takes == KindSet::all() || group != 0 && self.bag_is_of_kind(group, takes) == Some(true)
    }

    /// Tells why a card does not come to a place.
    pub(super) fn tell_kept_out(&mut self, card: ComponentId, place: PlaceId) -> Run<()> {
        let did = if self.takes(card, place)? { Did::Full { card, place } } else { Did::Barred { card, place } };
        self.trace_did(did);
        Ok(())
    }

    /// The cards of a place that another does not take.
    pub(super) fn not_taken(&mut self, from: PlaceId, place: PlaceId) -> Run<Vec<ComponentId>> {
        let mut kept = Vec::new();
        if !self.p.places.get(place.index()).is_some_and(|place| place.is_picky()) {
            return Ok(kept);
        }
        let mut next = self.s.pile(from).top;
        while let Some(below) = self.s.cards.get(next as usize).map(|card| card.below) {
            let card = ComponentId(next);
            if !self.takes(card, place)? {
                kept.push(card);
            }
            next = below;
        }
        Ok(kept)
    }
}

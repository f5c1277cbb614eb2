//! Dealing: top cards of a pile that come out of one bag to where somebody sees them, drawn and moved in one pass. Where chance
//! is answered at once and nobody hears of moves; by the same numbers as where they are drawn first (see `hand`).

use super::Machine;
use super::hand::Hand;
use super::odds::SIZES;
use crate::ids::*;
use crate::program::MoveInfo;
use crate::program::nouns::ZoneOrder;
use crate::rng::Chance;
use crate::state::gathered::{Gathered, MOST_GATHERED};

impl Machine<'_> {
    /// Deals cards from the top of a place, at most so many and as long as they are of one bag and there is room. How many;
    /// none where they must be drawn or moved one by one, or chance must be asked.
    #[inline(never)]
    pub(super) fn deal_tops(&mut self, source: PlaceId, target: PlaceId, info: MoveInfo, most: usize) -> usize {
        let p = self.p;
        let (Some(from), Some(to)) = (p.places.get(source.index()), p.places.get(target.index())) else { return 0 };
        let chosen = self.s.lore.chosen.get(source.index()).is_some_and(|chosen| *chosen != 0);
        if info.named || source == target || to.order != ZoneOrder::Set || chosen || !self.chance_is_here() {
            return 0;
        }
        let pile = self.s.pile(source);
        let Some((group, was_up)) = self.s.cards.get(pile.top as usize).map(|c| (c.group, c.up)) else { return 0 };
        let counts = self.s.bags.counts(group);
        let up = to.face_after(info, was_up);
        let sight = to.sight_of(up);
        if sight == 0
            || !self.takes_bag(group, target)
            || !counts.uniform()
            || !(2..=MOST_GATHERED).contains(&counts.cards.into())
        {
            return 0;
        }
        let room = to.most.saturating_sub(self.s.pile(target).len);
        let (mut count, mut next) = (0, pile.top);
        while count < most.min(room.into())
            && let Some(card) = self.s.cards.get(next as usize).filter(|c| c.group == group)
        {
            (count, next) = (count + 1, card.below);
        }
        // What is reckoned with is in a table.
        if !(2..SIZES.0).contains(&count) {
            return 0;
        }
        let Some(answers) = self.answers.as_deref_mut() else { return 0 };
        let chance = answers.chance();
        let mut bag = Gathered::default();
        self.s.gather(group, &mut bag);
        let mut hand = [DesignId(0); SIZES.0];
        // Nothing is left to chance where the bag is emptied.
        let all = count == usize::from(counts.cards);
        let (told, asked) = if all {
            hand.iter_mut().zip(bag.designs()).for_each(|(place, design)| *place = *design);
            (count, 0)
        } else {
            tell_hand(&mut bag, hand.get_mut(..count).unwrap_or_default(), chance)
        };
        let (mut dealt, mut faces) = ([0; SIZES.0], 0);
        let run = self.s.carry_tops(source, target, to.goes_under(info), told, |number, id, card| {
            let (Some(design), Some(place)) = (hand.get(number), dealt.get_mut(number)) else { return false };
            *place = id;
            faces += u16::from(card.fixed_face);
            (card.design, card.group, card.fixed_face, card.up) = (*design, 0, false, up);
            card.known |= sight;
            true
        });
        self.refuel_by_chance(asked);
        let dealt = dealt.get(..run).unwrap_or_default();
        self.s.left_bag(group, dealt, faces);
        if !all {
            self.s.scatter(group, &bag);
        }
        if from.zone != to.zone {
            self.clear_states_of(dealt, source);
        }
        self.moved(run);
        run
    }
}

/// Takes a hand out of a bag, card by card in rising order. How many, and how often chance was asked.
#[inline(never)]
fn tell_hand(bag: &mut Gathered, hand: &mut [DesignId], mut chance: Chance<'_>) -> (usize, u32) {
    let (mut progress, mut asked) = (Hand::begin(), 0);
    let count = hand.len();
    for (told, place) in hand.iter_mut().enumerate() {
        let below = |total: u64| {
            asked += 1;
            Some(chance.below(total))
        };
        let Some(at) = progress.next(bag.designs(), count - told, below) else { return (told, asked) };
        *place = bag.take(at);
    }
    (count, asked)
}

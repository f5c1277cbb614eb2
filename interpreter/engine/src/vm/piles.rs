//! Options about the cards of one place: listed, sifted and told apart in one pass over them.

use super::Machine;
use super::asks::Ready;
use super::sight::is_heap_order;
use super::test::read_slot;
use crate::ids::*;
use crate::program::nouns::{ABSENT, KindSet, Word};
use crate::program::{Members, Program, Read, Test};
use crate::state::State;
use crate::state::cards::Card;
use crate::state::stack::*;

/// What is asked of a card before it is an option. All of it is the same for cards that look the same.
pub(super) struct Sieve<'r> {
    pub kinds: Option<KindSet>,
    pub test: Option<(Test, Reg)>,
    pub asks: &'r [Ready],
}

impl Machine<'_> {
    /// Adds those cards of a place that pass a sieve, equal ones as one option. Gives whether it did: it does nothing where
    /// the doer does not know each of them, or the order in which they lie must tell the doer nothing.
    pub(super) fn add_sifted(&mut self, tag: u16, place: PlaceId, members: Members, sieve: &Sieve<'_>) -> bool {
        let (p, me) = (self.p, self.ctx.me);
        let (Some(seat), Some(info)) = (self.seat_of(me), p.places.get(place.index())) else { return false };
        let seat = 1 << (seat.0 & 31);
        let pile = self.s.pile(place);
        let heap = is_heap_order(info.order);
        let strange = heap && pile.len > 1 && info.sight & seat == 0 && self.s.lore.on();
        if strange || (self.prober != ABSENT && self.prober != me) {
            return false;
        }
        let apart = !heap || members.differ();
        let State { cards, slots, stack: Stack { pending: Pending { options, .. }, .. }, .. } = &mut *self.s;
        let (first, mut met, mut next) = (options.len(), 0u64, pile.top);
        for _ in 0..pile.len {
            let (id, Some(card)) = (next, cards.get(usize::from(next))) else { break };
            next = card.below;
            if card.group != 0 || (card.known | info.sight_of(card.up)) & seat == 0 {
                options.truncate(first);
                return false;
            }
            if !sieve.lets_pass(p, slots, card, id) {
                continue;
            }
            if !apart && p.single_designs.get(card.design.index()) != Some(&true) {
                let bit = 1 << (card.design.index() % 64);
                let seen = met & bit != 0;
                met |= bit;
                let before = options.get_mut(first..).unwrap_or(&mut []).iter_mut();
                let mut like = before.filter(|o| {
                    let other = cards.get(o.value as usize);
                    other.is_some_and(|other| other.design == card.design && other.up == card.up)
                        && same_states(p, slots, o.value as usize, usize::from(id))
                });
                if seen && let Some(same) = like.next() {
                    same.weight += 1;
                    continue;
                }
            }
            options.push(Choice { tag, value: Reg::from(id), weight: 1 });
        }
        true
    }
}

impl Sieve<'_> {
    #[inline(always)]
    fn lets_pass(&self, p: &Program, slots: &[Word], card: &Card, id: u16) -> bool {
        let of_kind = |kinds: KindSet| p.nouns.designs.get(card.design.index()).is_none_or(|d| kinds.has(d.kind));
        self.kinds.is_none_or(of_kind)
            && self.test.is_none_or(|(test, with)| passes(p, slots, test, card, id, with))
            && self.asks.iter().all(|ask| ask.holds_for_known(p, slots, card, id))
    }
}

/// Whether a known card passes a test on what it bears or is.
#[inline(always)]
pub(super) fn passes(p: &Program, slots: &[Word], test: Test, card: &Card, id: u16, with: Reg) -> bool {
    let design = p.nouns.designs.get(card.design.index());
    let value = match test.read {
        Read::Slot(first) => read_slot(slots, first, Word::from(id)),
        Read::IsKind(kinds) => Reg::from(design.is_some_and(|design| kinds.has(design.kind))),
        Read::Attribute(attribute) => attribute_of(p, card.design, attribute),
        Read::Itself | Read::Owner | Read::TopCard(..) => NONE,
    };
    test.how.holds(value, with)
}

/// An attribute of a design.
#[inline(always)]
pub(super) fn attribute_of(p: &Program, design: DesignId, attribute: u16) -> Reg {
    let design = p.nouns.designs.get(design.index());
    design.and_then(|d| d.attributes.get(usize::from(attribute))).map_or(NONE, |w| reg(*w))
}

/// Whether two cards bear the same.
fn same_states(p: &Program, slots: &[Word], a: usize, b: usize) -> bool {
    p.card_states.iter().all(|state| {
        let first = state.first_slot as usize;
        slots.get(first + a) == slots.get(first + b)
    })
}

//! Options about the cards of one place: listed, sifted and told apart in one pass over them.

use super::Machine;
use super::sight::is_heap_order;
use super::test::read_slot;
use crate::ids::*;
use crate::program::asks::ASKS;
use crate::program::nouns::{ABSENT, KindSet, Word};
use crate::program::{Members, PileOf, PileOwner, PlaceInfo, Program, Read, Test, TestHow};
use crate::state::State;
use crate::state::cards::{Card, Pile};
use crate::state::stack::*;
use crate::vocabulary::Compare;

/// So many places an option may be about at most.
const MOST_PILES: usize = 8;

/// Something that is asked of a known card, and has the same answer for cards that look the same.
#[derive(Clone, Copy)]
pub(super) enum Step<'p> {
    /// A printed number is there, and not below nor above others.
    Within(&'p [Word], Word, Word),
    /// The same by any test.
    Prints(&'p [Word], TestHow, Reg),
    Bears(u32, TestHow, Reg),
    IsOf(KindSet),
    Is(KindSet, TestHow, Reg),
    Has(AbilityId),
}

/// What a card must pass to be an option: the conditions of an action, kinds, and a test.
pub(super) struct Sieve<'p> {
    steps: [Step<'p>; ASKS + 2],
    count: usize,
    /// Nothing passes.
    closed: bool,
}

impl<'p> Sieve<'p> {
    pub fn new() -> Self {
        Sieve { steps: [Step::IsOf(KindSet(0)); ASKS + 2], count: 0, closed: false }
    }

    #[inline]
    pub fn add(&mut self, step: Step<'p>) {
        if let Some(place) = self.steps.get_mut(self.count) {
            *place = step;
            self.count += 1;
        }
    }

    /// Nothing passes any more, unless something holds.
    #[inline]
    pub fn close_unless(&mut self, holds: bool) {
        self.closed |= !holds;
    }

    /// A printed number, within bounds, compares with something. Gives whether it can be asked so.
    pub fn add_compared(&mut self, printed: &'p [Word], bounds: (Word, Word), how: Compare, with: Reg) -> bool {
        let (at_least, at_most) = bounds;
        let (low, high) = match how {
            _ if at_least > at_most => return false,
            _ if with == NONE => (1, 0),
            Compare::Is => (with, with),
            Compare::Less => (Reg::MIN, with - 1),
            Compare::LessOrEqual => (Reg::MIN, with),
            Compare::More => (with + 1, Reg::MAX),
            Compare::MoreOrEqual => (with, Reg::MAX),
            Compare::IsNot => return false,
        };
        if low > high || Reg::from(at_least) > high || Reg::from(at_most) < low {
            self.close_unless(false);
            return true;
        }
        // What a bound makes large or small enough is as if it were so.
        let word = |number: Reg| number.clamp(Word::MIN.into(), Word::MAX.into()) as Word;
        let low = if Reg::from(at_least) >= low { Word::MIN } else { word(low) };
        let high = if Reg::from(at_most) <= high { Word::MAX } else { word(high) };
        self.add(Step::Within(printed, low, high));
        true
    }

    /// A test on what a card bears or is. Gives whether it can be asked so.
    pub fn add_test(&mut self, p: &'p Program, test: Test, with: Reg) -> bool {
        self.add(match test.read {
            Read::Slot(first) => Step::Bears(first, test.how, with),
            Read::Attribute(attribute) => Step::Prints(p.printed(attribute), test.how, with),
            Read::IsKind(kinds) if test.how == TestHow::Yes => Step::IsOf(kinds),
            Read::IsKind(kinds) => Step::Is(kinds, test.how, with),
            Read::Has(ability) if test.how == TestHow::Yes => Step::Has(ability),
            Read::Itself | Read::Owner | Read::TopCard(..) | Read::IsDesign(_) | Read::Has(_) | Read::Both(..) => {
                return false;
            }
        });
        true
    }
}

impl Step<'_> {
    #[inline(always)]
    fn holds(&self, p: &Program, slots: &[Word], card: &Card, id: u16) -> bool {
        let design = card.design.index();
        let is = |kinds: KindSet| p.kind_of.get(design).is_some_and(|kind| kinds.0 & kind.0 != 0);
        match *self {
            Step::Within(printed, low, high) => is_within(printed, low, high, card),
            Step::Prints(printed, how, with) => how.holds(printed.get(design).map_or(NONE, |w| reg(*w)), with),
            Step::Bears(first, how, with) => how.holds(read_slot(slots, first, Word::from(id)), with),
            Step::IsOf(kinds) => is(kinds),
            Step::Is(kinds, how, with) => how.holds(Reg::from(is(kinds)), with),
            Step::Has(ability) => p.ability(card.design, ability).is_some(),
        }
    }
}

#[inline(always)]
fn is_within(printed: &[Word], low: Word, high: Word, card: &Card) -> bool {
    printed.get(card.design.index()).is_some_and(|number| *number != ABSENT && *number >= low && *number <= high)
}

/// How the doer sees the cards of a place that may be chosen.
struct Seen<'p> {
    program: &'p Program,
    tag: u16,
    pile: Pile,
    place: &'p PlaceInfo,
    /// The doer's seat, as a bit.
    seat: u32,
    /// No two of them are alike.
    apart: bool,
}

/// Places where something lies.
pub(super) struct Piles {
    places: [PlaceId; MOST_PILES],
    count: usize,
}

impl Piles {
    pub fn as_slice(&self) -> &[PlaceId] {
        self.places.get(..self.count).unwrap_or(&[])
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}

impl Machine<'_> {
    /// The places that an option is about, where something lies there; `None`: there may be too many of them.
    #[inline]
    pub(super) fn piles_of(&self, pile: &PileOf) -> Option<Piles> {
        let mut piles = Piles { places: [PlaceId(0); MOST_PILES], count: 0 };
        let mut add = |of: Reg| {
            let place = u16::try_from(of).ok().and_then(|of| pile.first.checked_add(of)).map(PlaceId);
            if let Some(at) = piles.places.get_mut(piles.count)
                && let Some(place) = place.filter(|place| self.s.pile(*place).len > 0)
            {
                *at = place;
                piles.count += 1;
            }
        };
        match pile.of {
            PileOwner::One(r) => add(self.get(r)),
            PileOwner::Opponents if self.p.nouns.actors.len() > MOST_PILES => return None,
            PileOwner::Opponents => self.each_opponent(self.ctx.me, |actor| add(Reg::from(actor))),
        }
        Some(piles)
    }

    /// Adds those cards of a place that pass a sieve, equal ones as one option. Gives whether it did: it does nothing where
    /// the doer does not know each of them, or the order in which they lie must tell the doer nothing.
    #[inline(never)]
    pub(super) fn add_sifted(&mut self, tag: u16, place: PlaceId, members: Members, sieve: &Sieve<'_>) -> bool {
        let (program, me) = (self.p, self.ctx.me);
        let (Some(seat), Some(info)) = (self.seat_of(me), program.places.get(place.index())) else { return false };
        let seat = 1 << (seat.0 & 31);
        let pile = self.s.pile(place);
        let heap = is_heap_order(info.order);
        let strange = heap && pile.len > 1 && info.sight & seat == 0 && self.s.lore.on();
        if strange || (self.prober != ABSENT && self.prober != me) {
            return false;
        }
        let seen = Seen { program, tag, pile, place: info, seat, apart: !heap || members.differ() };
        match sieve.steps.get(..sieve.count) {
            _ if sieve.closed => seen.add(self.s, |_, _, _| false),
            None | Some([]) => seen.add(self.s, |_, _, _| true),
            Some([Step::Within(printed, low, high)]) => {
                seen.add(self.s, |_, card, _| is_within(printed, *low, *high, card))
            }
            Some(steps) => {
                seen.add(self.s, |slots, card, id| steps.iter().all(|step| step.holds(program, slots, card, id)))
            }
        }
    }
}

impl Seen<'_> {
    #[inline(always)]
    fn add(&self, state: &mut State, passes: impl Fn(&[Word], &Card, u16) -> bool) -> bool {
        let State { cards, slots, stack: Stack { pending: Pending { options, .. }, .. }, .. } = state;
        let (first, mut met, mut next) = (options.len(), 0u64, self.pile.top);
        // Nearly always the place says that the doer sees its cards.
        let always = self.place.sight_of(true) & self.place.sight_of(false) & self.seat != 0;
        for _ in 0..self.pile.len {
            let (id, Some(card)) = (next, cards.get(usize::from(next))) else { break };
            next = card.below;
            let known = always || (card.known | self.place.sight_of(card.up)) & self.seat != 0;
            if card.group != 0 || !known {
                options.truncate(first);
                return false;
            }
            if !passes(slots, card, id) {
                continue;
            }
            if !self.apart && self.program.single_designs.get(card.design.index()) != Some(&true) {
                let bit = 1 << (card.design.index() % 64);
                if met & bit != 0 && self.joins(cards, slots, options.get_mut(first..).unwrap_or(&mut []), card, id) {
                    continue;
                }
                met |= bit;
            }
            options.push(Choice { tag: self.tag, value: Reg::from(id), weight: 1 });
        }
        true
    }

    /// Counts a card with an option that looks the same, where there is one. All are known, and in the same place.
    #[inline]
    fn joins(&self, cards: &[Card], slots: &[Word], options: &mut [Choice], card: &Card, id: u16) -> bool {
        let alike = |option: &&mut Choice| {
            let at = option.value as usize;
            let other = cards.get(at);
            other.is_some_and(|other| other.design == card.design && other.up == card.up)
                && self.program.card_states.iter().all(|state| {
                    let first = state.first_slot as usize;
                    slots.get(first + at) == slots.get(first + usize::from(id))
                })
        };
        let same = options.iter_mut().find(alike);
        same.map(|same| same.weight += 1).is_some()
    }
}

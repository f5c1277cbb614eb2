//! Options about the cards of one place: listed, sifted and told apart in one pass over them.

use super::Machine;
use super::sight::is_heap_order;
use super::test::read_slot;
use crate::ids::*;
use crate::program::asks::ASKS;
use crate::program::nouns::{ABSENT, KindSet, Word};
use crate::program::plans::PlanTest;
use crate::program::{Members, PileOf, PileOwner, Program, Read, Test, TestHow};
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
    Is(KindSet, TestHow, Reg),
    Passes(PlanTest),
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
        Sieve { steps: [Step::Passes(PlanTest::IsOf(KindSet(0))); ASKS + 2], count: 0, closed: false }
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
            Read::Slot(first) => Step::Passes(PlanTest::Bears(first, test.how, with)),
            Read::Attribute(attribute) => Step::Prints(p.printed(attribute), test.how, with),
            Read::IsKind(kinds) if test.how == TestHow::Yes => Step::Passes(PlanTest::IsOf(kinds)),
            Read::IsKind(kinds) => Step::Is(kinds, test.how, with),
            Read::Has(ability) if test.how == TestHow::Yes => Step::Passes(PlanTest::Has(ability)),
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
        match *self {
            Step::Within(printed, low, high) => is_within(printed, low, high, card),
            Step::Prints(printed, how, with) => how.holds(printed.get(design).map_or(NONE, |w| reg(*w)), with),
            Step::Is(kinds, how, with) => how.holds(Reg::from(is_of(p, kinds, card)), with),
            Step::Passes(test) => card_passes(p, &test, slots, card, id),
        }
    }
}

/// Whether a known card passes a test.
#[inline]
pub(super) fn card_passes(p: &Program, test: &PlanTest, slots: &[Word], card: &Card, id: u16) -> bool {
    match *test {
        PlanTest::IsOf(kinds) => is_of(p, kinds, card),
        PlanTest::Has(ability) => p.ability(card.design, ability).is_some(),
        PlanTest::Bears(first, how, with) => how.holds(read_slot(slots, first, id.into()), with),
    }
}

#[inline(always)]
pub(super) fn is_of(p: &Program, kinds: KindSet, card: &Card) -> bool {
    p.kind_of.get(card.design.index()).is_some_and(|kind| kinds.0 & kind.0 != 0)
}

#[inline(always)]
fn is_within(printed: &[Word], low: Word, high: Word, card: &Card) -> bool {
    printed.get(card.design.index()).is_some_and(|number| *number != ABSENT && *number >= low && *number <= high)
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
        let listed = Listed { program, tag, pile, heap: heap && !members.differ() };
        // Nearly always the place says that the doer sees its cards.
        let always = info.sight_of(true) & info.sight_of(false) & seat != 0;
        let known = |card: &Card| always || (card.known | info.sight_of(card.up)) & seat != 0;
        match sieve.steps.get(..sieve.count) {
            _ if sieve.closed => listed.add(self.s, known, |_, _, _| false),
            None | Some([]) => listed.add(self.s, known, |_, _, _| true),
            Some([Step::Within(printed, low, high)]) => {
                listed.add(self.s, known, |_, card, _| is_within(printed, *low, *high, card))
            }
            Some(steps) => listed
                .add(self.s, known, |slots, card, id| steps.iter().all(|step| step.holds(program, slots, card, id))),
        }
    }
}

/// Cards of a place that are listed, top first.
pub(super) struct Listed<'p> {
    pub program: &'p Program,
    pub tag: u16,
    pub pile: Pile,
    /// Equal ones are one option.
    pub heap: bool,
}

impl Listed<'_> {
    /// Adds those that pass. Gives whether it did: where one of them is not known, nothing is done.
    #[inline(always)]
    pub fn add(
        &self,
        state: &mut State,
        known: impl Fn(&Card) -> bool,
        passes: impl Fn(&[Word], &Card, u16) -> bool,
    ) -> bool {
        let State { cards, slots, stack: Stack { pending: Pending { options, .. }, .. }, .. } = state;
        let (first, mut next) = (options.len(), self.pile.top);
        // For each number of a design the option that came first with it, where there is one.
        let (mut met, mut at) = (0u64, [0u8; 64]);
        for _ in 0..self.pile.len {
            let (id, Some(card)) = (next, cards.get(usize::from(next))) else { break };
            next = card.below;
            if card.group != 0 || !known(card) {
                options.truncate(first);
                return false;
            }
            if !passes(slots, card, id) {
                continue;
            }
            if self.heap
                && let Some(place) = at.get_mut(card.design.index() % 64)
            {
                let bit = 1 << (card.design.index() % 64);
                if met & bit == 0 {
                    met |= bit;
                    *place = (options.len() - first) as u8;
                } else if let Some(before) = options.get_mut(first..)
                    && let Some(same) = self.same(cards, slots, before, usize::from(*place), card, id)
                {
                    same.weight += 1;
                    continue;
                }
            }
            options.push(Choice { tag: self.tag, value: Reg::from(id), weight: 1 });
        }
        true
    }

    /// The option of a card that looks the same as another, most likely the one of this number.
    #[inline]
    fn same<'o>(
        &self,
        cards: &[Card],
        slots: &[Word],
        options: &'o mut [Choice],
        likely: usize,
        card: &Card,
        id: u16,
    ) -> Option<&'o mut Choice> {
        let at = match options.get(likely) {
            Some(option) if self.alike(cards, slots, option, card, id) => likely,
            _ => self.same_elsewhere(cards, slots, options, card, id)?,
        };
        options.get_mut(at)
    }

    /// The number of the same option where it is another one. Rare: designs share a number, or what cards bear differs.
    #[cold]
    #[inline(never)]
    fn same_elsewhere(
        &self,
        cards: &[Card],
        slots: &[Word],
        options: &[Choice],
        card: &Card,
        id: u16,
    ) -> Option<usize> {
        options.iter().position(|option| self.alike(cards, slots, option, card, id))
    }

    /// Whether a card looks the same as that of an option. All are known, and in the same place.
    #[inline(always)]
    fn alike(&self, cards: &[Card], slots: &[Word], option: &Choice, card: &Card, id: u16) -> bool {
        let at = option.value as usize;
        if cards.get(at).is_none_or(|other| other.design != card.design || other.up != card.up) {
            return false;
        }
        for state in &self.program.card_states {
            let first = state.first_slot as usize;
            if slots.get(first + at) != slots.get(first + usize::from(id)) {
                return false;
            }
        }
        true
    }
}

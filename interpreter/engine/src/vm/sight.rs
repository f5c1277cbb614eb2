//! Who sees which card: from zone faces, card faces, and what was looked at or revealed.

use std::cmp::Ordering;

use super::{Machine, Run};
use crate::ids::*;
use crate::program::nouns::{Word, ZoneOrder};
use crate::program::op::{FIRST_CONSTANT, R};
use crate::program::{CardState, Program};
use crate::state::State;
use crate::state::cards::{Card, NOBODY};
use crate::state::stack::*;
use crate::trace::Did;
use crate::vocabulary::Primitive;

impl Machine<'_> {
    #[inline]
    pub(crate) fn sight(&self, place: PlaceId, up: bool) -> u32 {
        sight(self.p, place, up)
    }

    /// Whether a seat knows which card this is.
    #[inline]
    pub(crate) fn knows(&self, seat: Option<SeatId>, card: ComponentId) -> bool {
        knows(self.p, self.s, seat, card)
    }

    /// In piles whose cards have faces of their own, everybody sees the face-up run on top.
    #[inline]
    pub(crate) fn expose(&mut self) -> Run<()> {
        if self.p.each_piles.is_empty() { Ok(()) } else { self.expose_tops() }
    }

    /// Whether cards that go from one place to another may uncover something: one of them is such a pile, or others may have
    /// changed on the way.
    #[inline]
    pub(super) fn uncovers(&self, from: PlaceId, to: PlaceId) -> bool {
        let such = |place: PlaceId| self.p.places.get(place.index()).is_none_or(|place| place.uncovers);
        such(from) || such(to) || self.p.fills_uncover || self.hooked(Primitive::Move)
    }

    /// The same after cards went from one place to another, for which `uncovers` says yes.
    pub(super) fn expose_between(&mut self, from: PlaceId, to: PlaceId) -> Run<()> {
        if self.p.fills_uncover || self.hooked(Primitive::Move) {
            return self.expose();
        }
        let p = self.p;
        let such = |place: PlaceId| p.places.get(place.index()).is_some_and(|place| place.uncovers);
        // In the order in which all are looked at.
        let (first, second) = (from.min(to), from.max(to));
        if such(first) {
            self.expose_top(first)?;
        }
        if second != first && such(second) { self.expose_top(second) } else { Ok(()) }
    }

    fn expose_tops(&mut self) -> Run<()> {
        let p = self.p;
        p.each_piles.iter().try_for_each(|place| self.expose_top(*place))
    }

    #[inline(never)]
    fn expose_top(&mut self, place: PlaceId) -> Run<()> {
        let mut next = self.s.pile(place).top;
        while let Some(card) = self.s.cards.get_mut(next as usize) {
            if card.group == 0 && card.up {
                if card.known != u32::MAX {
                    card.known = u32::MAX;
                    self.show_top(ComponentId(next));
                }
            } else if card.up || (card.group != 0 && self.face_open(ComponentId(next))) {
                self.know(ComponentId(next))?;
                continue;
            } else {
                break;
            }
            next = self.s.cards.get(next as usize).map_or(NOBODY, |c| c.below);
        }
        Ok(())
    }

    /// Everybody has come to see a card on top of a pile.
    #[inline(never)]
    fn show_top(&mut self, card: ComponentId) {
        self.s.known_otherwise();
        self.s.touched();
        self.trace_did(Did::Shown { card, seats: u32::MAX });
    }

    /// A list of cards in an order that tells the chooser nothing: those of a heap that the seat has not always seen come
    /// by what they are, not in the order in which somebody put them there. A copy, where the order changes.
    pub(crate) fn as_seen(&mut self, set: Reg, seat: Option<SeatId>) -> Run<Reg> {
        let Some(seat) = seat.filter(|_| list_parts(set).1 > 1 && self.s.lore.on()) else { return Ok(set) };
        // Most lists are of one place: what is to be said of it is asked once.
        let mut usual = PlaceId(u16::MAX);
        let strange = |w: &Word| {
            let Some(c) = self.s.cards.get(*w as u32 as usize) else { return false };
            if c.place == usual || c.group != 0 {
                return false;
            }
            usual = c.place;
            hides_order(self.p, c.place, seat)
        };
        if !self.list(set).iter().any(strange) {
            return Ok(set);
        }
        let mark = self.list_mark();
        self.append(set)?;
        let mut lists = std::mem::take(&mut self.s.stack.lists);
        if let Some(copy) = lists.get_mut(mark..) {
            let card = |w: &Word| ComponentId(u16::try_from(*w).unwrap_or(NOBODY));
            copy.sort_unstable_by_key(|w| look(self.p, self.s, &[seat], card(w)));
        }
        self.s.stack.lists = lists;
        Ok(self.list_since(mark))
    }

    /// Cards are about to be shown to some seats: those of a heap that these have not always seen come by what they are.
    /// A list that a name stands for keeps the order in which somebody chose it.
    #[inline]
    pub(crate) fn order_shown(&mut self, list: R, progress: R, seats: u32) -> Run<()> {
        let several = seats != 0 && list_parts(self.get(list)).1 > 1 && self.s.lore.on();
        if several && self.get(progress) < 0 { self.order_several(list, progress, seats) } else { Ok(()) }
    }

    #[inline(never)]
    fn order_several(&mut self, list: R, progress: R, seats: u32) -> Run<()> {
        let set = self.get(list);
        self.put(progress, 0);
        let live = self.s.stack.frames.last().and_then(|f| self.p.live.get(f.pc as usize));
        let named = live.is_none_or(|live| list.checked_sub(live.first_local).is_some_and(|l| l < live.locals));
        if named || list >= FIRST_CONSTANT {
            return Ok(());
        }
        // Most lists are of one place: what is to be said of it is asked once.
        let mut usual = PlaceId(u16::MAX);
        let strange = |w: &Word| {
            let place = self.place_of_card(*w).filter(|place| *place != usual);
            usual = place.unwrap_or(usual);
            place.is_some_and(|place| is_strange_heap(self.p, place, seats))
        };
        if self.list(set).iter().any(strange) {
            let mark = self.list_mark();
            self.append(set)?;
            let copy = self.list_since(mark);
            self.put(list, copy);
            self.sort_shown(copy, seats);
        }
        Ok(())
    }

    /// Sorts a list that nobody else holds, as `order_shown` says.
    pub(super) fn sort_shown(&mut self, list: Reg, seats: u32) {
        let (start, len, _) = list_parts(list);
        let mut lists = std::mem::take(&mut self.s.stack.lists);
        let mut cards = lists.get_mut(start..start + len).unwrap_or_default();
        while let Some(first) = cards.first() {
            let place = self.place_of_card(*first);
            let together = cards.iter().take_while(|w| self.place_of_card(**w) == place).count();
            let Some((heap, rest)) = cards.split_at_mut_checked(together) else { break };
            if place.is_some_and(|place| is_strange_heap(self.p, place, seats)) {
                self.sort_heap(heap);
            }
            cards = rest;
        }
        self.s.stack.lists = lists;
    }

    /// Sorts cards of a heap by what they are.
    pub(super) fn sort_heap(&self, cards: &mut [Word]) {
        cards.sort_unstable_by(|a, b| by_nature(self.p, self.s, *a, *b));
    }

    /// Where a card of a list lies.
    #[inline]
    fn place_of_card(&self, card: Word) -> Option<PlaceId> {
        usize::try_from(card).ok().and_then(|card| self.s.cards.get(card)).map(|c| c.place)
    }

    /// Whether two cards look the same to a seat.
    #[inline]
    pub(crate) fn looks_same(&self, seat: Option<SeatId>, a: Word, b: Word) -> bool {
        let eyes = Eyes { program: self.p, cards: &self.s.cards, slots: &self.s.slots, seat };
        eyes.look_same(a, b)
    }
}

/// How a seat (or, without one, chance, which sees all) looks at cards.
#[derive(Clone, Copy)]
pub(super) struct Eyes<'s> {
    pub program: &'s Program,
    pub cards: &'s [Card],
    pub slots: &'s [Word],
    pub seat: Option<SeatId>,
}

impl Eyes<'_> {
    /// Whether another card may look like it: the game has others of the same design, and it does not lie where the order
    /// of the cards tells them apart.
    #[inline]
    pub fn may_repeat(&self, card: Word) -> bool {
        self.cards.get(card as usize).is_some_and(|card| {
            let single = self.program.single_designs.get(card.design.index()) == Some(&true);
            (card.group != 0 || !single) && is_heap(self.program, card.place)
        })
    }

    /// The first of some options that looks like a card. `met` has the designs of those that may be equal to others, as bits
    /// that several share.
    #[inline]
    pub fn like<'o>(&self, card: Word, options: &'o mut [Choice], met: &mut u64) -> Option<&'o mut Choice> {
        if !self.may_repeat(card) {
            return None;
        }
        let shown = self.cards.get(card as usize)?;
        let bit = 1 << (shown.design.index() % 64);
        if std::mem::replace(met, *met | bit) & bit == 0 {
            return None;
        }
        options.iter_mut().find(|o| {
            self.cards
                .get(o.value as usize)
                .is_some_and(|other| self.equal((other, o.value as usize), (shown, card as usize)))
        })
    }

    /// Whether two cards look the same.
    #[inline]
    pub fn look_same(&self, a: Word, b: Word) -> bool {
        match (self.cards.get(a as usize), self.cards.get(b as usize)) {
            (Some(x), Some(y)) => self.equal((x, a as usize), (y, b as usize)),
            _ => false,
        }
    }

    /// The same for cards with their numbers: both known and equal in design, place, face and counters.
    #[inline]
    fn equal(&self, (x, a): (&Card, usize), (y, b): (&Card, usize)) -> bool {
        // Most are told apart at a glance.
        x.design == y.design
            && x.place == y.place
            && x.up == y.up
            && is_heap(self.program, x.place)
            && self.knows(x)
            && self.knows(y)
            && self.same_states(a, b)
    }

    #[inline]
    fn knows(&self, card: &Card) -> bool {
        let sees = |seat: SeatId| (card.known | sight(self.program, card.place, card.up)) & (1 << (seat.0 & 31)) != 0;
        self.seat.is_none_or(|seat| card.group == 0 && sees(seat))
    }

    fn same_states(&self, a: usize, b: usize) -> bool {
        self.program.card_states.iter().all(|state| {
            let first = state.first_slot as usize;
            self.slots.get(first + a) == self.slots.get(first + b)
        })
    }
}

/// Whether the order in which cards lie in a place must tell a seat nothing: it means nothing there, and the seat has not
/// always seen what lies there.
#[inline]
pub(super) fn hides_order(program: &Program, place: PlaceId, seat: SeatId) -> bool {
    is_strange_heap(program, place, 1 << (seat.0 & 31))
}

/// Whether a place is a heap, in which the order of the cards means nothing.
#[inline]
pub(super) fn is_heap(program: &Program, place: PlaceId) -> bool {
    program.places.get(place.index()).is_some_and(|p| is_heap_order(p.order))
}

#[inline]
pub(super) fn is_heap_order(order: ZoneOrder) -> bool {
    matches!(order, ZoneOrder::Set | ZoneOrder::Bag)
}

/// Whether a place is a heap that these seats have not always seen; not where there are no seats.
#[inline]
pub(super) fn is_strange_heap(program: &Program, place: PlaceId, seats: u32) -> bool {
    is_heap(program, place) && !always_sees(program, place, seats)
}

/// Whether these seats see all that ever lies in a place: then they also saw in what order it came there.
#[inline]
fn always_sees(program: &Program, place: PlaceId, seats: u32) -> bool {
    program.places.get(place.index()).is_some_and(|p| p.sight & seats == seats)
}

/// How a card sorts among others for seats that know the same: by place; there what they know by what it is, then backs
/// as they lie. Where the order tells nothing, or nothing new, cards stay as they lie.
fn look(program: &Program, state: &State, seats: &[SeatId], id: ComponentId) -> (u16, bool, u32, u64) {
    let Some(c) = state.card(id) else { return (u16::MAX, true, 0, 0) };
    let bits = seats.iter().fold(0, |bits, seat| bits | 1 << (seat.0 & 31));
    let sorted = !seats.is_empty() && is_heap(program, c.place) && !always_sees(program, c.place, bits);
    if !sorted || !seats.iter().all(|seat| knows(program, state, Some(*seat), id)) {
        return (c.place.0, sorted, u32::from(state.position(id)), 0);
    }
    let (_, design, states) = nature(program, state, id);
    (c.place.0, false, design, states)
}

/// How two cards sort by what they are. Mostly their designs tell, or they are alike.
fn by_nature(program: &Program, state: &State, a: Word, b: Word) -> Ordering {
    let id = |word: Word| ComponentId(u16::try_from(word).unwrap_or(NOBODY));
    if let (Some(x), Some(y)) = (state.card(id(a)), state.card(id(b)))
        && x.group == 0
        && y.group == 0
    {
        if x.design != y.design {
            return x.design.cmp(&y.design);
        }
        let bears = |of: &CardState, card: Word| state.slots.get(of.first_slot as usize + id(card).index());
        if x.up == y.up && program.card_states.iter().all(|of| bears(of, a) == bears(of, b)) {
            return Ordering::Equal;
        }
    }
    nature(program, state, id(a)).cmp(&nature(program, state, id(b)))
}

/// How a card sorts by what it is; cards that nobody knows yet come last, as they lie.
fn nature(program: &Program, state: &State, id: ComponentId) -> (bool, u32, u64) {
    let Some(c) = state.card(id) else { return (true, u32::MAX, 0) };
    if c.group != 0 {
        return (true, u32::from(state.position(id)), 0);
    }
    let states = program.card_states.iter().fold(u64::from(c.up), |key, of| {
        crate::state::keys::mix(key, state.read(of.first_slot + u32::from(id.0)) as u64)
    });
    (false, u32::from(c.design.0), states)
}

/// The cards of a place in the order in which these seats may know them; without seats, as they lie.
pub(crate) fn seen_order(program: &Program, state: &State, seats: &[SeatId], place: PlaceId) -> Vec<ComponentId> {
    let mut cards: Vec<ComponentId> = state.cards_in(place).collect();
    cards.sort_by_cached_key(|id| look(program, state, seats, *id));
    cards
}

/// Where a card lies as a seat sees it: its position from 1 in `seen_order`.
pub(crate) fn seen_position(program: &Program, state: &State, seat: Option<SeatId>, card: ComponentId) -> usize {
    let Some(place) = state.card(card).map(|c| c.place) else { return 0 };
    if !is_heap(program, place) {
        return state.position(card) as usize;
    }
    let cards = seen_order(program, state, seat.as_slice(), place);
    cards.iter().position(|id| *id == card).map_or(0, |at| at + 1)
}

/// The seats that see a card which lies (or would lie) with this face in a place, as bits. In piles whose cards have
/// faces of their own, `expose` tells who sees what.
#[inline]
pub(crate) fn sight(program: &Program, place: PlaceId, up: bool) -> u32 {
    program.places.get(place.index()).map_or(0, |place| place.sight_of(up))
}

/// Whether a seat (or, without one, chance, which sees all) knows which card this is.
#[inline]
pub(crate) fn knows(program: &Program, state: &State, seat: Option<SeatId>, card: ComponentId) -> bool {
    let Some(c) = state.card(card) else { return false };
    let Some(seat) = seat else { return true };
    let bit = 1 << (seat.0 & 31);
    c.group == 0 && (c.known & bit != 0 || sight(program, c.place, c.up) & bit != 0)
}

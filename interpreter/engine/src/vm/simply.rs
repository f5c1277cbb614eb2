//! Moves of which nobody hears: cards that are known go where they go at once, one or a whole run of them.

use super::Machine;
use super::Run;
use super::lists::{card_id, list_in, place_id};
use super::sight::is_strange_heap;
use crate::ids::*;
use crate::program::changed::Changed;
use crate::program::nouns::{ABSENT, Word};
use crate::program::op::{NO_REG, R};
use crate::program::{Landing, Marks};
use crate::state::State;
use crate::state::cards::{Card, NOBODY, Pile};
use crate::state::stack::*;
use crate::sure::sure;
use crate::vocabulary::Primitive;

impl Machine<'_> {
    /// Whether moves are simple: nobody hears of them.
    #[inline]
    pub(super) fn moves_simply(&self) -> bool {
        !self.told && !self.hooked(Primitive::Move)
    }

    /// Moves a card that is known to a place with room for it, where moves are simple; else nothing is done yet. What a pile
    /// shows after that is for the caller to see to.
    #[inline(never)]
    pub(super) fn move_simply(&mut self, card: ComponentId, place: PlaceId, landing: &Landing) -> bool {
        self.moved_simply(card, place, landing, Marks::default(), false)
    }

    /// The same, written out where it is done most; not where one of the places has such a mark. `alone`: nothing else lies
    /// where it lay.
    #[inline(always)]
    fn moved_simply(&mut self, id: ComponentId, place: PlaceId, landing: &Landing, but: Marks, alone: bool) -> bool {
        let p = self.p;
        let State { cards, piles, layout, flow, .. } = &mut *self.s;
        let cards = cards.as_mut_slice();
        let Some(card) = cards.get(id.index()) else { return false };
        let (source, was_up, above, below) = (card.place, card.up, card.above, card.below);
        let Some(from) = sure(p.places.get(source.index())) else { return false };
        let Ok([left, target]) = piles.get_disjoint_mut([source.index(), place.index()]) else { return false };
        let marks = from.marks | landing.marks;
        if card.group != 0 || marks.has(but) || target.len >= landing.most {
            return false;
        }
        if alone {
            *left = Pile::default();
        } else {
            left.close(cards, above, below);
        }
        let neighbour = target.take(cards, id.0, landing.under);
        let lies = landing.lies(was_up);
        let Some(card) = cards.get_mut(id.index()) else { return false };
        (card.place, card.up) = (place, lies.up);
        card.known |= lies.sight;
        (card.above, card.below) = if landing.under { (neighbour, NOBODY) } else { (NOBODY, neighbour) };
        layout.cards = None;
        flow.touched_only(Changed::CARDS);
        if marks.has(Marks::BEHIND) {
            self.carried(id, source, place, marks);
        }
        // What everybody sees is no secret.
        if lies.sight != u32::MAX {
            self.left_in_secret(id, source, was_up, lies.sight);
        }
        true
    }

    /// What is left to do where a card that is known has come from a place to another, which have these marks.
    #[inline(never)]
    fn carried(&mut self, card: ComponentId, source: PlaceId, place: PlaceId, marks: Marks) {
        let hooked = self.s.cards.get(card.index()).is_some_and(|c| self.p.has_hooks(c.design));
        self.s.carried(marks, hooked);
        if marks.has(Marks::BORNE) {
            self.bears_no_more(card, source, place);
        }
    }

    /// Moves cards from the top of a place, at most so many, as long as they are known and there is room, where moves are
    /// simple. How many; none where each must be looked at by itself.
    #[inline(never)]
    pub(super) fn move_known_tops(&mut self, source: PlaceId, target: PlaceId, how: u16, most: usize) -> usize {
        let Some(landing) = self.p.landing(how, target).filter(|_| source != target) else { return 0 };
        if self.s.lore.chosen.get(source.index()).is_some_and(|chosen| *chosen != 0) {
            return usize::from(self.move_simply(ComponentId(self.s.pile(source).top), target, landing));
        }
        let most = most.min(landing.most.saturating_sub(self.s.pile(target).len).into());
        let run = self.s.carry_tops(source, target, landing.under, most, |_, _, card| lands(landing, card));
        self.moved_run(source, target, landing.under, run);
        run
    }

    /// Moves the next cards of a list, as long as each lies on top of the same place, is known, and has room, where moves are
    /// simple. How many; none where each must be looked at by itself.
    pub(super) fn move_listed_tops(&mut self, cards: Reg, at: usize, target: PlaceId, landing: &Landing) -> usize {
        let p = self.p;
        let State { cards: all, piles, lore, stack, .. } = &mut *self.s;
        let Some(listed) = list_in(p, &stack.lists, cards).get(at..) else { return 0 };
        let [first, second, ..] = *listed else { return 0 };
        let on_top = |card: Word| usize::try_from(card).ok().and_then(|card| all.get(card));
        let Some(source) = on_top(first).filter(|c| Word::from(c.below) == second).map(|c| c.place) else { return 0 };
        let top = piles.get(source.index()).map_or(ABSENT, |pile| pile.top.into());
        let room = piles.get(target.index()).map_or(0, |pile| landing.most.saturating_sub(pile.len));
        let chosen = lore.chosen.get(source.index()).is_some_and(|chosen| *chosen != 0);
        if source == target || top != first || chosen {
            return 0;
        }
        let most = listed.len().min(room.into());
        // The state's lists are not touched by the motion.
        let lists = std::mem::take(&mut stack.lists);
        let listed = list_in(p, &lists, cards).get(at..).unwrap_or(&[]);
        let run = self.s.carry_tops(source, target, landing.under, most, |number, id, card| {
            listed.get(number) == Some(&Word::from(id)) && lands(landing, card)
        });
        self.s.stack.lists = lists;
        self.moved_run(source, target, landing.under, run);
        run
    }

    /// So many cards have come from one place to another in one go, on top of it or under it.
    #[inline]
    pub(super) fn moved_run(&mut self, source: PlaceId, target: PlaceId, under: bool, run: usize) {
        if run == 0 {
            return;
        }
        let place = |place: PlaceId| self.p.places.get(place.index());
        if let (Some(from), Some(to)) = (place(source), place(target))
            && from.marks.has(Marks::BORNE)
            && from.zone != to.zone
        {
            self.clear_states_of_run(source, target, under, run);
        }
        self.moved(run);
    }

    /// So many cards have moved.
    #[inline]
    pub(super) fn moved(&mut self, cards: usize) {
        self.s.flow.effects = self.s.flow.effects.wrapping_add((cards as u32).saturating_sub(1));
        self.s.touched_only(Changed::CARDS);
    }

    /// Moves the only card of a place that is known where nobody watches and nothing is uncovered; else nothing is done yet.
    #[inline(never)]
    pub(crate) fn move_only_one(&mut self, from: R, place: R, how: u16, progress: R) -> bool {
        let (Some(source), Some(target)) = (place_id(self.get(from)), place_id(self.get(place))) else { return false };
        let pile = self.s.pile(source);
        if pile.len != 1 || self.told || self.register(progress) != NONE {
            return false;
        }
        let Some(landing) = self.p.landing(how, target) else { return false };
        self.moved_simply(ComponentId(pile.top), target, landing, Marks::WATCHED, true)
    }

    /// Where moves are simple and there is room for all: moves all cards of some places, one place after the other, as long as
    /// they are known. Whether nothing is left to do.
    pub(super) fn moved_known(&mut self, from: &[R], place: R, how: u16) -> Run<bool> {
        let p = self.p;
        let target = self.place_in(place).filter(|_| self.moves_simply());
        let Some((target, landing)) = target.and_then(|target| Some((target, p.landing(how, target)?))) else {
            let mut sources = from.iter().filter_map(|from| self.place_in(*from));
            return Ok(sources.all(|source| self.s.pile(source).len == 0));
        };
        let shown = if self.s.lore.on() { self.shown_to(target, how) } else { 0 };
        let mut done = true;
        for from in from {
            let Some(source) = self.place_in(*from) else { continue };
            let count = self.s.pile(source).len;
            if count == 0 {
                continue;
            }
            if landing.most.saturating_sub(self.s.pile(target).len) < count {
                return Ok(false);
            }
            self.burn(u32::from(count) / 16)?;
            if !self.moved_whole(source, target, how, landing, shown) {
                return Ok(false);
            }
            done &= !self.uncovers(source, target);
        }
        Ok(done)
    }

    /// Moves the cards of a place to another with room for them, where moves are simple, as long as they are known; in the
    /// order in which these seats may see them come. Whether all are there.
    #[inline(never)]
    fn moved_whole(&mut self, source: PlaceId, target: PlaceId, how: u16, landing: &Landing, shown: u32) -> bool {
        let p = self.p;
        let Some(to) = sure(p.places.get(target.index()).filter(|_| source != target)) else { return false };
        let count = usize::from(self.s.pile(source).len);
        let chosen = self.s.lore.chosen.get(source.index()).copied().unwrap_or(0);
        if chosen & !to.seen_always() != 0 {
            // Each of them may be mixed with the others.
            while self.s.pile(source).len > 0 {
                if (shown != 0 && is_strange_heap(p, source, shown))
                    || self.move_known_tops(source, target, how, 1) == 0
                {
                    return false;
                }
            }
            return true;
        }
        let under = landing.under;
        let run = if count > 1 && is_strange_heap(p, source, shown) {
            self.carried_by_nature(source, target, landing)
        } else {
            self.s.carry_tops(source, target, under, count, |_, _, card| lands(landing, card))
        };
        self.moved_run(source, target, under, run);
        run == count
    }

    /// Lays all cards of a place on top of another, or under it, by what they are, where all are known. How many.
    #[inline(never)]
    fn carried_by_nature(&mut self, source: PlaceId, target: PlaceId, landing: &Landing) -> usize {
        let mark = self.list_mark();
        let mut lists = std::mem::take(&mut self.s.stack.lists);
        let mut next = self.s.pile(source).top;
        while let Some(card) = self.s.cards.get(usize::from(next)).filter(|card| card.group == 0) {
            lists.push(next.into());
            next = card.below;
        }
        let cards = lists.get_mut(mark..).unwrap_or_default();
        let known = next == NOBODY;
        if known {
            self.sort_heap(cards);
            self.s.carry_in_order(source, target, landing.under, cards, |card| {
                lands(landing, card);
            });
        }
        let run = if known { cards.len() } else { 0 };
        lists.truncate(mark);
        self.s.stack.lists = lists;
        run
    }

    /// Moves one card that is known where nobody watches and nothing is uncovered; else nothing is done yet. Without progress
    /// it is a card of which nobody hears, in a game in which nothing is uncovered.
    #[inline(never)]
    pub(crate) fn move_one_simply(&mut self, card: R, place: R, how: u16, progress: R) -> bool {
        let (Some(card), Some(target)) = (card_id(self.get(card)), self.place_in(place)) else { return false };
        if self.told || (progress != NO_REG && self.register(progress) != NONE) {
            return false;
        }
        let Some(landing) = self.p.landing(how, target) else { return false };
        self.moved_simply(card, target, landing, Marks::WATCHED, false)
    }

    /// Moves the top card of a place where moves are simple: one that is known, or that somebody will see and chance tells at
    /// once; else nothing is done yet.
    #[inline(always)]
    pub(super) fn move_top_simply(&mut self, from: R, place: R, how: u16) -> bool {
        let (Some(source), Some(target)) = (self.place_in(from), self.place_in(place)) else { return false };
        let top = ComponentId(self.s.pile(source).top);
        let (Some(card), Some(landing)) = (self.s.card(top), self.p.landing(how, target)) else { return false };
        let group = card.group;
        if group != 0 {
            let lies = landing.lies(card.up);
            let seen = lies.sight != 0 || card.up != lies.up;
            let room = source != target && self.s.pile(target).len < landing.most;
            if !seen || !room || !self.draw_from(top, group) {
                return false;
            }
            if self.p.places.get(source.index()).is_some_and(|from| from.marks.has(Marks::LIVE)) {
                self.s.rearranged_at(source);
            }
        }
        self.moved_simply(top, target, landing, Marks::default(), false)
    }
}

/// A card that is known comes to lie so; whether it is known.
#[inline(always)]
fn lands(landing: &Landing, card: &mut Card) -> bool {
    let known = card.group == 0;
    if known {
        let lies = landing.lies(card.up);
        card.up = lies.up;
        card.known |= lies.sight;
    }
    known
}

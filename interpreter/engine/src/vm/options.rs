//! Options out of sets: what passes a test, and of cards those that look the same to the chooser as one.

use super::lists::list_in;
use super::sight::{Eyes, hides_order, is_heap};
use super::test::each_slot_passing;
use super::{Machine, Run};
use crate::ids::*;
use crate::program::nouns::Word;
use crate::program::{Members, Read, Test};
use crate::state::State;
use crate::state::stack::*;

/// How cards lie that may be chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lie {
    /// Where their order tells them apart.
    InOrder,
    /// In a heap of which the chooser has seen all.
    AsSeen,
    /// In other heaps, or in several places: their order may have to be changed first.
    Anyhow,
}

impl Machine<'_> {
    /// What a choice is among.
    #[inline]
    pub(super) fn members(&self, info: u16) -> Members {
        self.p.choices.get(info as usize).map_or(Members::Words, |c| c.members)
    }

    #[inline]
    pub(crate) fn is_cards(&self, info: u16) -> bool {
        self.members(info).are_cards()
    }

    /// Appends the elements of a set (those that pass a test, where one is given) as options; of cards those that look the
    /// same to the chooser as one.
    pub(super) fn add_options(&mut self, tag: u16, set: Reg, members: Members, test: Option<(Test, Reg)>) -> Run<()> {
        if members == Members::Words {
            return self.add_words(tag, set, test);
        }
        let lie = if let Members::CardsOfPlace { .. } = members { self.lie(set) } else { Lie::Anyhow };
        let differ = members.differ() || lie == Lie::InOrder;
        if differ && lie != Lie::Anyhow && test.is_none() {
            return self.add_words(tag, set, None);
        }
        let mark = self.list_mark();
        let mut set = if lie == Lie::Anyhow { self.as_seen(set, self.seat_of(self.ctx.me))? } else { set };
        if let Some((test, with)) = test {
            set = self.filter(set, test, with)?;
        }
        if differ {
            self.add_words(tag, set, None)?
        } else {
            self.add_looks(tag, set)
        }
        self.s.stack.lists.truncate(mark);
        Ok(())
    }

    /// Each element is an option of its own.
    #[inline]
    fn add_words(&mut self, tag: u16, set: Reg, test: Option<(Test, Reg)>) -> Run<()> {
        let State { slots, stack: Stack { lists, pending: Pending { options, .. }, .. }, .. } = &mut *self.s;
        let words = list_in(self.p, lists, set);
        let option = |word: Word| Choice { tag, value: reg(word), weight: 1 };
        match test {
            None => options.extend(words.iter().map(|w| option(*w))),
            Some((Test { read: Read::Slot(first), how }, with)) => {
                options.reserve(words.len());
                each_slot_passing(slots, first, how, with, words, |w| {
                    options.push(option(w));
                    true
                });
            }
            Some((test, with)) => {
                let mark = self.list_mark();
                let passing = self.filter(set, test, with)?;
                self.add_words(tag, passing, None)?;
                self.s.stack.lists.truncate(mark);
            }
        }
        Ok(())
    }

    /// How the cards of a list lie, all of which are in one place.
    #[inline]
    fn lie(&self, set: Reg) -> Lie {
        let Some(card) = self.item(set, 0).and_then(|id| self.s.cards.get(id as usize)) else { return Lie::InOrder };
        if !is_heap(self.p, card.place) {
            return Lie::InOrder;
        }
        let seat = self.seat_of(self.ctx.me).filter(|_| self.s.lore.on() && list_parts(set).1 > 1);
        if seat.is_some_and(|seat| hides_order(self.p, card.place, seat)) { Lie::Anyhow } else { Lie::AsSeen }
    }

    /// Cards that look the same to the chooser become one option.
    fn add_looks(&mut self, tag: u16, set: Reg) {
        let seat = self.seat_of(self.ctx.me);
        let State { cards, slots, stack: Stack { lists, pending: Pending { options, .. }, .. }, .. } = &mut *self.s;
        let eyes = Eyes { program: self.p, cards, slots, seat };
        let words = list_in(self.p, lists, set);
        let first = options.len();
        options.reserve(words.len());
        for word in words {
            let before = options.get_mut(first..).unwrap_or(&mut []);
            match eyes.like(*word, before) {
                Some(same) => same.weight += 1,
                None => options.push(Choice { tag, value: reg(*word), weight: 1 }),
            }
        }
    }

    /// Options of the next pick: one per look, not before the last pick's place in the set (unless order counts), and
    /// only where enough is left behind it.
    pub(super) fn many_options(&mut self, info: u16, set: Reg, picked: Reg, still: usize, in_order: bool) -> Run<()> {
        let cards = self.is_cards(info);
        let seat = self.seat_of(self.ctx.me);
        let mark = self.list_mark();
        let set = if cards { self.as_seen(set, seat)? } else { set };
        let len = list_parts(set).1;
        let last = list_parts(picked).1.checked_sub(1).and_then(|i| self.item(picked, i));
        let from = match last {
            Some(last) if !in_order => self.leader(set, last, cards, seat),
            _ => 0,
        };
        let mut options = std::mem::take(&mut self.s.stack.pending.options);
        options.clear();
        for i in from..len {
            let Some(value) = self.item(set, i) else { break };
            if self.list(picked).contains(&value) {
                continue;
            }
            let same =
                if cards { options.iter().position(|o| self.looks_same(seat, word(o.value), value)) } else { None };
            match same.and_then(|at| options.get_mut(at)) {
                Some(option) => option.weight += 1,
                None => options.push(Choice { tag: 0, value: reg(value), weight: 1 }),
            }
        }
        if !in_order {
            // Drop the last looks with which too few would be left.
            let mut left: u64 = options.iter().map(|o| o.weight).sum();
            let keep = options
                .iter()
                .take_while(|o| {
                    let enough = left >= still as u64;
                    left -= o.weight;
                    enough
                })
                .count();
            options.truncate(keep);
        }
        self.s.stack.pending.options = options;
        self.s.stack.lists.truncate(mark);
        Ok(())
    }

    /// Position in the set of the first element that looks like this one.
    fn leader(&self, set: Reg, value: Word, cards: bool, seat: Option<SeatId>) -> usize {
        let list = self.list(set);
        list.iter().position(|w| *w == value || (cards && self.looks_same(seat, *w, value))).unwrap_or(0)
    }
}

//! Lists in registers: reading them, building them, and the pure ops on whole lists.

use super::{LISTS, Machine, Plain, Run, Trap};
use crate::ids::*;
use crate::program::Program;
use crate::program::nouns::{ABSENT, Word};
use crate::state::State;
use crate::state::cards::NOBODY;
use crate::state::stack::*;
use crate::sure::sure;
use crate::vocabulary::{End, Fold};

/// How many keys to sort by stand beside the lists.
const FEW: usize = 8;

impl Machine<'_> {
    /// The words of a list; empty for what is no list.
    #[inline]
    pub(crate) fn list(&self, handle: Reg) -> &[Word] {
        list_in(self.p, &self.s.stack.lists, handle)
    }

    /// One word of a list.
    #[inline]
    pub(crate) fn item(&self, handle: Reg, index: usize) -> Option<Word> {
        let (start, len, constant) = list_parts(handle);
        if index >= len {
            return None;
        }
        let data = if constant { &self.p.list_data } else { &self.s.stack.lists };
        data.get(start + index).copied()
    }

    /// The handle of a constant list.
    pub(crate) fn constant_list(&self, index: usize) -> Reg {
        self.p.list_index.get(index).map_or(NONE, |&(start, len)| list_handle(start as usize, len as usize, true))
    }

    /// So many numbers one after the other, as a constant list: no more than there are members of anything.
    #[inline]
    pub(crate) fn counting(&self, from: usize, len: usize) -> Reg {
        list_handle(self.p.counting as usize + from, len, true)
    }

    #[inline]
    pub(crate) fn list_mark(&self) -> usize {
        self.s.stack.lists.len()
    }

    #[inline]
    pub(crate) fn push_word(&mut self, word: Word) -> Run<()> {
        if self.s.stack.lists.len() >= LISTS {
            return Err(Trap::Fault(Plain::TooManyItems));
        }
        self.s.stack.lists.push(word);
        Ok(())
    }

    /// The list from a mark to the end of the list memory.
    #[inline]
    pub(crate) fn list_since(&self, mark: usize) -> Reg {
        list_handle(mark, self.s.stack.lists.len().saturating_sub(mark), false)
    }

    /// Copies words of a list behind the end of the list memory.
    pub(crate) fn append(&mut self, handle: Reg) -> Run<()> {
        let (start, len, constant) = list_parts(handle);
        self.burn(len as u32 / 16)?;
        if self.s.stack.lists.len() + len > LISTS {
            return Err(Trap::Fault(Plain::TooManyItems));
        }
        if constant {
            let data = self.p.list_data.get(start..start + len).unwrap_or(&[]);
            self.s.stack.lists.extend_from_slice(data);
        } else if start + len <= self.s.stack.lists.len() {
            self.s.stack.lists.extend_from_within(start..start + len);
        }
        Ok(())
    }

    #[inline(never)]
    pub(crate) fn cards_of(&mut self, place: Reg) -> Run<Reg> {
        let mark = self.list_mark();
        self.push_cards(place)?;
        Ok(self.list_since(mark))
    }

    #[inline]
    pub(crate) fn count_cards(&self, place: Reg) -> Reg {
        let Some(place) = place_id(place) else { return 0 };
        let lie = Reg::from(self.s.pile(place).len);
        let Some((card, then)) = self.supposed else { return lie };
        let now = self.s.card(card).map(|card| card.place);
        lie + Reg::from(then == place) - Reg::from(now == Some(place))
    }

    pub(crate) fn push_cards(&mut self, place: Reg) -> Run<()> {
        let Some(place) = place_id(place) else { return Ok(()) };
        let pile = self.s.pile(place);
        let State { cards, stack: Stack { lists, .. }, .. } = &mut *self.s;
        if lists.len() + pile.len as usize > LISTS {
            return Err(Trap::Fault(Plain::TooManyItems));
        }
        let mut next = pile.top;
        lists.extend((0..pile.len).map(|_| {
            let id = next;
            next = cards.get(id as usize).map_or(NOBODY, |card| card.below);
            Word::from(id)
        }));
        if self.supposed.is_some() { self.suppose(place, pile.len as usize) } else { Ok(()) }
    }

    /// Of the cards of a place that were listed last: without one that will lie elsewhere, with one that will lie there.
    #[cold]
    fn suppose(&mut self, place: PlaceId, count: usize) -> Run<()> {
        let Some((card, then)) = self.supposed else { return Ok(()) };
        let word = Word::from(card.0);
        let first = self.s.stack.lists.len().saturating_sub(count);
        let at = self.s.stack.lists.iter().skip(first).position(|w| *w == word);
        match at {
            Some(at) if then != place => {
                self.s.stack.lists.remove(first + at);
                Ok(())
            }
            None if then == place => self.push_word(word),
            _ => Ok(()),
        }
    }

    /// The card on top of a place.
    #[inline]
    pub(crate) fn top_of(&self, place: PlaceId) -> Reg {
        match self.s.pile(place).top {
            NOBODY => NONE,
            card => Reg::from(card),
        }
    }

    /// Top or bottom cards of a place; one as itself when no count is given.
    pub(crate) fn ends(&mut self, end: End, count: Option<Reg>, place: Reg) -> Run<Reg> {
        let Some(id) = place_id(place) else { return Ok(NONE) };
        let pile = self.s.pile(id);
        let Some(count) = count else {
            let card = if end == End::Top { pile.top } else { pile.bottom };
            return Ok(if card == NOBODY { NONE } else { Reg::from(card) });
        };
        let mark = self.list_mark();
        let mut next = if end == End::Top { pile.top } else { pile.bottom };
        for _ in 0..count.clamp(0, Reg::from(pile.len)) {
            let Some(card) = self.s.cards.get(next as usize) else { break };
            let id = next;
            next = if end == End::Top { card.below } else { card.above };
            self.push_word(Word::from(id))?;
        }
        Ok(self.list_since(mark))
    }

    pub(crate) fn range(&mut self, a: Reg, b: Reg) -> Run<Reg> {
        let mark = self.list_mark();
        let mut n = a;
        while n <= b {
            self.push_word(word(n))?;
            n += 1;
        }
        Ok(self.list_since(mark))
    }

    /// Members of both, each once, in order.
    pub(crate) fn union(&mut self, a: Reg, b: Reg) -> Run<Reg> {
        let mark = self.list_mark();
        self.append(a)?;
        let mut met = Met::default();
        for w in self.s.stack.lists.get(mark..).unwrap_or(&[]) {
            met.add(*w);
        }
        for i in 0..list_parts(b).1 {
            let Some(w) = self.item(b, i) else { break };
            let built = self.s.stack.lists.get(mark..).unwrap_or(&[]);
            // Long lists cost more: no op may hide an hour of work.
            let long = built.len() as u32 / 16;
            if !met.has(w, built) {
                met.add(w);
                self.push_word(w)?;
            }
            if long > 0 {
                self.burn(long)?;
            }
        }
        Ok(self.list_since(mark))
    }

    pub(crate) fn except(&mut self, list: Reg, without: impl Fn(&Self, Word) -> bool) -> Run<Reg> {
        let mark = self.list_mark();
        let (_, len, _) = list_parts(list);
        for i in 0..len {
            let Some(w) = self.item(list, i) else { break };
            if !without(self, w) {
                self.push_word(w)?;
            }
        }
        Ok(self.list_since(mark))
    }

    pub(crate) fn fold(&self, how: Fold, list: Reg) -> Run<Reg> {
        let words = self.list(list).iter().copied().filter(|w| *w != ABSENT);
        let found = match how {
            Fold::Sum => {
                let sum: i64 = words.map(i64::from).sum();
                return if i32::try_from(sum).is_ok() { Ok(sum) } else { Err(overflow()) };
            }
            Fold::Highest => words.max(),
            Fold::Lowest => words.min(),
        };
        Ok(found.map_or(NONE, Reg::from))
    }

    pub(crate) fn count_distinct(&self, list: Reg) -> Reg {
        let words = self.list(list);
        words.iter().enumerate().filter(|(i, w)| **w != ABSENT && !words.iter().take(*i).any(|x| x == *w)).count()
            as Reg
    }

    /// Elements whose key is the highest (or lowest).
    pub(crate) fn extreme(&mut self, most: bool, list: Reg, keys: Reg) -> Run<Reg> {
        let best = self.fold(if most { Fold::Highest } else { Fold::Lowest }, keys)?;
        let mark = self.list_mark();
        let (_, len, _) = list_parts(list);
        for i in 0..len {
            if let (Some(w), Some(key)) = (self.item(list, i), self.item(keys, i))
                && best != NONE
                && reg(key) == best
            {
                self.push_word(w)?;
            }
        }
        Ok(self.list_since(mark))
    }

    /// A stable sort by keys, the highest first.
    pub(crate) fn sort_by_keys(&mut self, list: Reg, keys: Reg, lowest_first: bool) -> Run<Reg> {
        let mark = self.list_mark();
        self.append(list)?;
        let keys_mark = self.list_mark();
        self.append(keys)?;
        Ok(self.sort_since(mark, keys_mark, lowest_first))
    }

    /// The same by what is read of each.
    pub(crate) fn sort_read(&mut self, list: Reg, read: u16, lowest_first: bool) -> Run<Reg> {
        let mark = self.list_mark();
        self.append(list)?;
        let keys_mark = self.list_mark();
        let Some(read) = sure(self.p.readings.get(read as usize).copied()) else { return Ok(NONE) };
        let mut keys = [0; FEW];
        if keys_mark - mark > FEW {
            for at in mark..keys_mark {
                let element = self.s.stack.lists.get(at).copied().unwrap_or(ABSENT);
                let key = self.read_of(read, element)?;
                self.push_word(word(key))?;
            }
            return Ok(self.sort_since(mark, keys_mark, lowest_first));
        }
        for (key, element) in keys.iter_mut().zip(self.s.stack.lists.get(mark..).unwrap_or(&[])) {
            *key = word(self.read_of(read, *element)?);
        }
        insertion_sort(self.s.stack.lists.get_mut(mark..).unwrap_or(&mut []), &mut keys, lowest_first);
        Ok(self.list_since(mark))
    }

    /// Sorts what stands from a mark on by the keys behind it, and takes these away.
    fn sort_since(&mut self, mark: usize, keys_mark: usize, lowest_first: bool) -> Reg {
        let (sorted, tail) = self.s.stack.lists.split_at_mut(keys_mark);
        let items = sorted.get_mut(mark..).unwrap_or(&mut []);
        insertion_sort(items, tail, lowest_first);
        self.s.stack.lists.truncate(keys_mark);
        self.list_since(mark)
    }

    /// Actors in turn order: from the active one where there is one, else from the first player.
    pub(crate) fn sort_turns(&mut self, list: Reg, reverse: bool) -> Run<Reg> {
        let n = self.p.nouns.actors.len().max(1) as Word;
        let from = if self.s.flow.active == ABSENT { self.s.flow.first } else { self.s.flow.active };
        let mark = self.list_mark();
        let (_, len, _) = list_parts(list);
        for i in 0..len {
            let Some(w) = self.item(list, i) else { break };
            self.push_word(w.wrapping_sub(from).rem_euclid(n))?;
        }
        let keys = self.list_since(mark);
        let sorted = self.sort_by_keys(list, keys, !reverse)?;
        self.compact(mark, sorted)
    }

    /// Moves a list that was built last down to a mark and forgets what lay between.
    pub(crate) fn compact(&mut self, mark: usize, list: Reg) -> Run<Reg> {
        let (start, len, constant) = list_parts(list);
        if list == NONE || constant {
            self.s.stack.lists.truncate(mark);
            return Ok(list);
        }
        if start < mark {
            self.s.stack.lists.truncate(mark);
            return Ok(list);
        }
        if start + len <= self.s.stack.lists.len() {
            self.s.stack.lists.copy_within(start..start + len, mark);
        }
        self.s.stack.lists.truncate(mark + len);
        Ok(list_handle(mark, len, false))
    }

    pub(crate) fn new_bundle(&mut self) -> Run<Reg> {
        let mark = self.list_mark();
        let end = mark + self.p.nouns.stuff.len();
        if end > LISTS {
            return Err(Trap::Fault(Plain::TooManyItems));
        }
        self.s.stack.lists.resize(end, 0);
        Ok(self.list_since(mark))
    }

    pub(crate) fn put_bundle(&mut self, bundle: Reg, stuff: StuffId, amount: Word) {
        let (start, len, constant) = list_parts(bundle);
        if !constant
            && stuff.index() < len
            && let Some(place) = self.s.stack.lists.get_mut(start + stuff.index())
        {
            *place = place.saturating_add(amount);
        }
    }
}

/// Words of a list, as bits; large ones are not noted.
#[derive(Default)]
pub(super) struct Met([u64; 8]);

impl Met {
    #[inline]
    pub fn add(&mut self, word: Word) {
        if let Some(bits) = self.0.get_mut(word as usize / 64) {
            *bits |= 1 << (word as usize % 64);
        }
    }

    /// Whether a word stands in the list of those that were added.
    #[inline]
    pub fn has(&self, word: Word, list: &[Word]) -> bool {
        match self.0.get(word as usize / 64) {
            Some(bits) => bits & (1 << (word as usize % 64)) != 0,
            None => list.contains(&word),
        }
    }
}

/// The words of a list, where the machine itself is in use.
#[inline(always)]
pub(crate) fn list_in<'l>(p: &'l Program, lists: &'l [Word], handle: Reg) -> &'l [Word] {
    let (start, len, constant) = list_parts(handle);
    let data = if constant { &p.list_data } else { lists };
    data.get(start..start + len).unwrap_or(&[])
}

/// The place in a register.
#[inline]
pub(crate) fn place_id(reg: Reg) -> Option<PlaceId> {
    if reg == NONE { None } else { u16::try_from(reg).ok().map(PlaceId) }
}

/// The component in a register.
#[inline]
pub(crate) fn card_id(reg: Reg) -> Option<ComponentId> {
    if reg == NONE { None } else { u16::try_from(reg).ok().map(ComponentId) }
}

pub(crate) fn overflow() -> Trap {
    Trap::Fault(Plain::TooLarge)
}

/// Stable, in place, for short lists; keys move along.
fn insertion_sort(items: &mut [Word], keys: &mut [Word], lowest_first: bool) {
    for i in 1..items.len().min(keys.len()) {
        let mut j = i;
        while j > 0 {
            let (a, b) = match (keys.get(j - 1), keys.get(j)) {
                (Some(a), Some(b)) => (*a, *b),
                _ => break,
            };
            if if lowest_first { a > b } else { a < b } {
                keys.swap(j - 1, j);
                items.swap(j - 1, j);
                j -= 1;
            } else {
                break;
            }
        }
    }
}

//! Simple tests on elements: what a list's members bear or are, compared with one word, without code of their own.

use super::lists::card_id;
use super::piles::is_of;
use super::pure::compare;
use super::{LISTS, Machine, Plain, Run, Trap};
use crate::ids::*;
use crate::program::nouns::{ABSENT, Word};
use crate::program::{LineSet, Read, Test, TestHow};
use crate::state::State;
use crate::state::cards::{Card, NOBODY};
use crate::state::stack::*;
use crate::sure::sure;
use crate::vocabulary::{Compare, Fold};

/// How many elements of a list are tested before those that passed are copied.
const AT_ONCE: usize = 32;

impl Machine<'_> {
    /// What is read of an element.
    #[inline(always)]
    pub(crate) fn read_of(&self, read: Read, element: Word) -> Run<Reg> {
        match read {
            Read::Slot(first) => Ok(read_slot(&self.s.slots, first, element)),
            _ => self.read_otherwise(read, element),
        }
    }

    /// The same of what is no state: that may have to be known first.
    fn read_otherwise(&self, read: Read, element: Word) -> Run<Reg> {
        let (card, attribute) = match read {
            Read::Itself => return Ok(reg(element)),
            Read::Slot(first) => return Ok(read_slot(&self.s.slots, first, element)),
            Read::Owner => {
                let unit = usize::try_from(element).ok().and_then(|i| self.p.nouns.units.get(i));
                return Ok(unit.and_then(|u| u.owner).map_or(NONE, |owner| Reg::from(owner.0)));
            }
            Read::IsKind(kinds) => {
                let Some(card) = card_id(reg(element)) else { return Ok(0) };
                let design = self.p.nouns.designs.get(self.design_of(card)?.index());
                return Ok(Reg::from(design.is_some_and(|design| kinds.has(design.kind))));
            }
            Read::IsDesign(design) => {
                let Some(card) = card_id(reg(element)) else { return Ok(0) };
                return Ok(Reg::from(self.design_of(card)? == design));
            }
            Read::Has(ability) => {
                let Some(card) = card_id(reg(element)) else { return Ok(0) };
                return Ok(Reg::from(self.p.ability(self.design_of(card)?, ability).is_some()));
            }
            Read::Both(first, second) => {
                return Ok(Reg::from(self.passes_plain(first, element)? && self.passes_plain(second, element)?));
            }
            Read::Attribute(attribute) => (card_id(reg(element)), attribute),
            Read::TopCard(first, attribute) => {
                let place = u16::try_from(element).ok().and_then(|owner| first.checked_add(owner));
                let top = place.map_or(NOBODY, |place| self.s.pile(PlaceId(place)).top);
                (Some(ComponentId(top)).filter(|_| top != NOBODY), attribute)
            }
        };
        match card {
            Some(card) => Ok(self.design_attribute(self.design_of(card)?, attribute)),
            None => Ok(NONE),
        }
    }

    /// Goes through elements with what is read of each, until `visit` says no. What is read most is read in loops of its own.
    #[inline(always)]
    fn each_read(&self, read: Read, words: &[Word], mut visit: impl FnMut(Word, Reg) -> bool) -> Run<()> {
        match read {
            Read::Slot(first) => {
                let slots = self.s.slots.get(first as usize..).unwrap_or(&[]);
                for w in words {
                    // What is below 0 is no element, and very large without a sign.
                    if !visit(*w, reg(bears(slots, *w))) {
                        break;
                    }
                }
            }
            Read::IsDesign(design) if self.prober == ABSENT => {
                for w in words {
                    let value = match self.s.cards.get(*w as usize) {
                        Some(card) if card.group == 0 => Reg::from(card.design == design),
                        _ => self.read_otherwise(read, *w)?,
                    };
                    if !visit(*w, value) {
                        break;
                    }
                }
            }
            Read::IsKind(kinds) if self.prober == ABSENT => {
                for w in words {
                    let value = match self.s.cards.get(*w as usize) {
                        Some(card) if card.group == 0 => Reg::from(is_of(self.p, kinds, card)),
                        _ => self.read_otherwise(read, *w)?,
                    };
                    if !visit(*w, value) {
                        break;
                    }
                }
            }
            Read::Attribute(attribute) => {
                let seat = self.seat_of(self.prober).map(|seat| 1 << (seat.0 & 31));
                let knows =
                    |card: &Card| seat.is_none_or(|seat| (card.known | self.sight(card.place, card.up)) & seat != 0);
                for w in words {
                    let value = match self.s.cards.get(*w as usize) {
                        Some(card) if card.group == 0 && knows(card) => self.design_attribute(card.design, attribute),
                        _ => self.read_otherwise(read, *w)?,
                    };
                    if !visit(*w, value) {
                        break;
                    }
                }
            }
            Read::TopCard(first, attribute) if self.prober == ABSENT => {
                for w in words {
                    let pile = self.s.piles.get(usize::from(first) + *w as usize);
                    let value = match pile.and_then(|pile| self.s.cards.get(usize::from(pile.top))) {
                        Some(card) if card.group == 0 => self.design_attribute(card.design, attribute),
                        _ => self.read_otherwise(read, *w)?,
                    };
                    if !visit(*w, value) {
                        break;
                    }
                }
            }
            Read::Both(first, second) => {
                for w in words {
                    let both = self.passes_plain(first, *w)? && self.passes_plain(second, *w)?;
                    if !visit(*w, Reg::from(both)) {
                        break;
                    }
                }
            }
            _ => {
                for w in words {
                    if !visit(*w, self.read_otherwise(read, *w)?) {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether one element passes a test that compares with nothing.
    #[inline]
    fn passes_plain(&self, test: u16, element: Word) -> Run<bool> {
        let Some(Test { read, how }) = self.p.tests.get(usize::from(test)) else { return Ok(false) };
        let read = match *read {
            Read::Slot(first) => read_slot(&self.s.slots, first, element),
            Read::Has(ability) if self.prober == ABSENT => match self.s.cards.get(element as usize) {
                Some(card) if card.group == 0 => Reg::from(self.p.ability(card.design, ability).is_some()),
                _ => self.read_otherwise(*read, element)?,
            },
            other => self.read_otherwise(other, element)?,
        };
        Ok(how.holds(read, NONE))
    }

    /// Whether one element passes.
    #[inline]
    pub(crate) fn passes(&self, test: Test, element: Word, with: Reg) -> Run<bool> {
        Ok(test.how.holds(self.read_of(test.read, element)?, with))
    }

    /// Goes through the elements that pass a test, until `visit` says no.
    #[inline(always)]
    fn each_passing(&self, test: Test, with: Reg, words: &[Word], mut visit: impl FnMut(Word) -> bool) -> Run<()> {
        if let Read::Slot(first) = test.read {
            each_slot_passing(&self.s.slots, first, test.how, with, words, visit);
            return Ok(());
        }
        match test.how {
            TestHow::Compare(Compare::Is) if with != NONE => {
                self.each_read(test.read, words, |w, value| value != with || visit(w))
            }
            how => self.each_read(test.read, words, |w, value| !how.holds(value, with) || visit(w)),
        }
    }

    /// A sum, or the highest or lowest, of what is read of each; what is absent does not count.
    #[inline(never)]
    pub(crate) fn fold_read(&self, how: Fold, list: Reg, read: u16) -> Run<Reg> {
        let Some(read) = sure(self.p.readings.get(read as usize).copied()) else { return Ok(NONE) };
        let mut found = if how == Fold::Sum { 0 } else { NONE };
        self.each_read(read, self.list(list), |_, value| {
            found = match how {
                _ if value == NONE => found,
                Fold::Sum => found + value,
                _ if found == NONE => value,
                Fold::Highest => found.max(value),
                Fold::Lowest => found.min(value),
            };
            true
        })?;
        if how == Fold::Sum { super::pure::checked(found) } else { Ok(found) }
    }

    /// The elements of which the most (or least) is read.
    #[inline(never)]
    pub(crate) fn extreme_read(&mut self, most: bool, list: Reg, read: u16) -> Run<Reg> {
        let Some(reading) = sure(self.p.readings.get(read as usize).copied()) else { return Ok(NONE) };
        if list_parts(list).1 > AT_ONCE {
            let best = self.fold_read(if most { Fold::Highest } else { Fold::Lowest }, list, read)?;
            // What is absent is no extreme, and equal to nothing.
            return self.filter(list, Test { read: reading, how: TestHow::Compare(Compare::Is) }, best);
        }
        let (mut best, mut found, mut count) = (NONE, [0; AT_ONCE], 0);
        self.each_read(reading, self.list(list), |w, value| {
            let better = best == NONE || if most { value > best } else { value < best };
            if value == NONE || (!better && value != best) {
                return true;
            }
            if better {
                (best, count) = (value, 0);
            }
            if let Some(place) = found.get_mut(count) {
                *place = w;
                count += 1;
            }
            true
        })?;
        let mark = self.list_mark();
        self.push_few(found.get(..count).unwrap_or(&[]))?;
        Ok(self.list_since(mark))
    }

    /// Adds words to the list memory; mostly they are few.
    #[inline]
    fn push_few(&mut self, words: &[Word]) -> Run<()> {
        let lists = &mut self.s.stack.lists;
        if lists.len() + words.len() > LISTS {
            return Err(Trap::Fault(Plain::TooManyItems));
        }
        lists.reserve(words.len());
        words.iter().for_each(|w| lists.push(*w));
        Ok(())
    }

    #[inline(never)]
    pub(crate) fn filter_test(&mut self, list: Reg, test: u16, with: Reg) -> Run<Reg> {
        let p = self.p;
        let Some(test) = sure(p.tests.get(test as usize).copied()) else { return Ok(NONE) };
        // What bears states is mostly a list that is always the same: then none lies where the new one grows.
        if let (Read::Slot(first), (start, len, true)) = (test.read, list_parts(list))
            && self.s.stack.lists.len() + len <= LISTS
        {
            let (mark, words) = (self.list_mark(), p.list_data.get(start..start + len).unwrap_or(&[]));
            let State { slots, stack: Stack { lists, .. }, .. } = &mut *self.s;
            each_slot_passing(slots, first, test.how, with, words, |w| {
                lists.push(w);
                true
            });
            return Ok(self.list_since(mark));
        }
        self.filter(list, test, with)
    }

    /// The elements that pass, as a new list.
    pub(crate) fn filter(&mut self, list: Reg, test: Test, with: Reg) -> Run<Reg> {
        let mark = self.list_mark();
        let (start, len, constant) = list_parts(list);
        // Lists lie in the memory that the new one grows in: some are tested, then those that passed are copied.
        let mut from = 0;
        while from < len {
            let some = list_handle(start + from, (len - from).min(AT_ONCE), constant);
            let (mut passing, mut count) = ([0; AT_ONCE], 0);
            let tested = self.each_passing(test, with, self.list(some), |w| {
                if let Some(place) = passing.get_mut(count) {
                    *place = w;
                    count += 1;
                }
                true
            });
            match tested {
                // Where chance is here, it need not begin anew for each card that must be known.
                Err(Trap::Unknown(card)) if self.prober == ABSENT && self.draw_at_once(card) => {
                    // Those before it are told already.
                    let before = self.list(some).iter().position(|w| *w == Word::from(card.0));
                    let told = before.map_or(0, |_| count);
                    self.push_few(passing.get(..told).unwrap_or(&[]))?;
                    from += before.unwrap_or(0);
                    continue;
                }
                tested => tested?,
            }
            self.push_few(passing.get(..count).unwrap_or(&[]))?;
            from += AT_ONCE;
        }
        Ok(self.list_since(mark))
    }

    /// The first element that passes.
    pub(crate) fn find_test(&self, list: Reg, test: u16, with: Reg) -> Run<Reg> {
        let Some(test) = sure(self.p.tests.get(test as usize).copied()) else { return Ok(NONE) };
        let mut found = NONE;
        self.each_passing(test, with, self.list(list), |w| {
            found = reg(w);
            false
        })?;
        Ok(found)
    }

    /// How many elements pass (or, with `wanted` false, do not), counted up to `most`.
    pub(crate) fn count_test(&self, list: Reg, test: u16, with: Reg, wanted: bool, most: usize) -> Run<usize> {
        let Some(test) = sure(self.p.tests.get(test as usize).copied()) else { return Ok(0) };
        self.count_passing(self.list(list), test, with, wanted, most)
    }

    #[inline]
    fn count_passing(&self, words: &[Word], test: Test, with: Reg, wanted: bool, most: usize) -> Run<usize> {
        // What most tests read needs neither chance nor knowledge: those are counted without asking for either.
        if let Read::Slot(first) = test.read {
            let slots = self.s.slots.get(first as usize..).unwrap_or(&[]);
            return Ok(match test.how {
                TestHow::IsNone => count(words, most, |w| (bears(slots, w) == ABSENT) == wanted),
                TestHow::Compare(Compare::Is) if with != NONE => {
                    count(words, most, |w| (bears(slots, w) == word(with)) == wanted)
                }
                how => count(words, most, |w| how.holds(reg(bears(slots, w)), with) == wanted),
            });
        }
        let mut count = 0;
        self.each_read(test.read, words, |_, value| {
            count += usize::from(test.how.holds(value, with) == wanted);
            count < most
        })?;
        Ok(count)
    }

    pub(crate) fn any_line(&self, lines: Reg, test: u16, with: Reg) -> Run<bool> {
        let Some(test) = sure(self.p.tests.get(test as usize).copied()) else { return Ok(false) };
        if let (Read::Slot(first), TestHow::Compare(Compare::Is)) = (test.read, test.how)
            && let Some(set) = self.p.line_sets.iter().find(|set| set.list == lines)
            && with != NONE
        {
            return Ok(self.any_full(set, first, word(with)));
        }
        self.any_line_of(lines, test, with)
    }

    /// The same where each line has to be gone through.
    #[inline(never)]
    fn any_line_of(&self, lines: Reg, test: Test, with: Reg) -> Run<bool> {
        let line = |number: Word| {
            let (start, len) = self.p.list_index.get(number as usize).copied().unwrap_or((0, 0));
            self.p.list_data.get(start as usize..(start + len) as usize).unwrap_or(&[])
        };
        for number in self.list(lines) {
            if self.count_passing(line(*number), test, with, false, 1)? == 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether all members of some line bear this: those that do are found once for all lines.
    fn any_full(&self, set: &LineSet, first: u32, with: Word) -> bool {
        let first = first as usize;
        let slots = self.s.slots.get(first..first + set.members).unwrap_or(&[]);
        let bearing = slots.iter().rev().fold(0u64, |bits, w| (bits << 1) | u64::from(*w == with));
        set.lines.iter().any(|line| line & !bearing == 0)
    }
}

/// Goes through the elements whose slot passes, until `visit` says no. What is asked most is asked in loops of its own.
#[inline(always)]
pub(super) fn each_slot_passing(
    slots: &[Word],
    first: u32,
    how: TestHow,
    with: Reg,
    words: &[Word],
    mut visit: impl FnMut(Word) -> bool,
) {
    let slots = slots.get(first as usize..).unwrap_or(&[]);
    match how {
        TestHow::IsNone => visit_where(words, |w| bears(slots, w) == ABSENT, &mut visit),
        TestHow::Compare(Compare::Is) if with != NONE => {
            visit_where(words, |w| bears(slots, w) == word(with), &mut visit);
        }
        _ => visit_where(words, |w| how.holds(reg(bears(slots, w)), with), &mut visit),
    }
}

/// Visits the elements that are so, until `visit` says no.
#[inline(always)]
fn visit_where(words: &[Word], is: impl Fn(Word) -> bool, visit: &mut impl FnMut(Word) -> bool) {
    for w in words {
        if is(*w) && !visit(*w) {
            break;
        }
    }
}

/// How many elements are so, counted up to `most`.
#[inline(always)]
fn count(words: &[Word], most: usize, is: impl Fn(Word) -> bool) -> usize {
    words.iter().filter(|w| is(**w)).take(most).count()
}

/// What an element bears, of the slots of one state on.
#[inline(always)]
fn bears(slots: &[Word], element: Word) -> Word {
    slots.get(element as usize).copied().unwrap_or(ABSENT)
}

/// What an element bears; nothing where it is no element.
#[inline(always)]
pub(crate) fn read_slot(slots: &[Word], first: u32, element: Word) -> Reg {
    match usize::try_from(element) {
        Ok(element) => reg(slots.get(first as usize + element).copied().unwrap_or(0)),
        Err(_) => NONE,
    }
}

impl TestHow {
    /// Whether a value passes.
    #[inline(always)]
    pub(crate) fn holds(self, value: Reg, with: Reg) -> bool {
        match self {
            TestHow::Compare(how) => compare(how, value, with),
            TestHow::Yes => value == 1,
            TestHow::No => value != 1,
            TestHow::IsNone => value == NONE,
            TestHow::IsSome => value != NONE,
        }
    }
}

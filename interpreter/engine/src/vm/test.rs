//! Simple tests on elements: what a list's members bear or are, compared with one word, without code of their own.

use super::lists::card_id;
use super::pure::compare;
use super::{LISTS, Machine, Plain, Run, Trap};
use crate::ids::*;
use crate::program::nouns::{ABSENT, Word};
use crate::program::{LineSet, Read, Test, TestHow};
use crate::state::State;
use crate::state::cards::NOBODY;
use crate::state::stack::*;
use crate::vocabulary::{Compare, Fold};

impl Machine<'_> {
    /// Whether one element passes a simple test.
    #[inline]
    pub(crate) fn passes(&self, test: Test, element: Word, with: Reg) -> Run<bool> {
        Ok(test.how.holds(self.read_of(test.read, element)?, with))
    }

    /// What is read of an element.
    #[inline]
    pub(crate) fn read_of(&self, read: Read, element: Word) -> Run<Reg> {
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

    /// A sum, or the highest or lowest, of what is read of each; what is absent does not count.
    pub(crate) fn fold_read(&self, how: Fold, list: Reg, read: u16) -> Run<Reg> {
        let Some(read) = self.p.readings.get(read as usize).copied() else { return Ok(NONE) };
        let mut found = if how == Fold::Sum { 0 } else { NONE };
        for element in self.list(list) {
            let value = self.read_of(read, *element)?;
            if value == NONE {
                continue;
            }
            found = match how {
                Fold::Sum => found + value,
                _ if found == NONE => value,
                Fold::Highest => found.max(value),
                Fold::Lowest => found.min(value),
            };
        }
        if how == Fold::Sum { super::pure::checked(found) } else { Ok(found) }
    }

    /// The elements of which the most (or least) is read.
    pub(crate) fn extreme_read(&mut self, most: bool, list: Reg, read: u16) -> Run<Reg> {
        let how = if most { Fold::Highest } else { Fold::Lowest };
        let best = self.fold_read(how, list, read)?;
        let mark = self.list_mark();
        if let Some(read) = self.p.readings.get(read as usize).copied().filter(|_| best != NONE) {
            for i in 0..list_parts(list).1 {
                let Some(element) = self.item(list, i) else { break };
                if self.read_of(read, element)? == best {
                    self.push_word(element)?;
                }
            }
        }
        Ok(self.list_since(mark))
    }

    pub(crate) fn filter_test(&mut self, list: Reg, test: u16, with: Reg) -> Run<Reg> {
        let Some(test) = self.p.tests.get(test as usize).copied() else { return Ok(NONE) };
        let mark = self.list_mark();
        if let Read::Slot(first) = test.read {
            self.filter_slots(list, first, test.how, with)?;
            return Ok(self.list_since(mark));
        }
        for i in 0..list_parts(list).1 {
            let Some(w) = self.item(list, i) else { break };
            if self.passes(test, w, with)? {
                self.push_word(w)?;
            }
        }
        Ok(self.list_since(mark))
    }

    /// The first element that passes.
    pub(crate) fn find_test(&self, list: Reg, test: u16, with: Reg) -> Run<Reg> {
        let Some(test) = self.p.tests.get(test as usize).copied() else { return Ok(NONE) };
        for element in self.list(list) {
            if self.passes(test, *element, with)? {
                return Ok(reg(*element));
            }
        }
        Ok(NONE)
    }

    /// What most tests read needs neither chance nor knowledge: those are passed without asking for either.
    #[inline]
    fn filter_slots(&mut self, list: Reg, first: u32, how: TestHow, with: Reg) -> Run<()> {
        let p = self.p;
        let State { slots, stack: Stack { lists, .. }, .. } = &mut *self.s;
        let slots = slots.get(first as usize..).unwrap_or(&[]);
        let passes = |w: Word| how.holds(if w < 0 { NONE } else { reg(bears(slots, w)) }, with);
        let (start, len, constant) = list_parts(list);
        if lists.len() + len > LISTS {
            return Err(Trap::Fault(Plain::TooManyItems));
        }
        if constant {
            let words = p.list_data.get(start..start + len).unwrap_or(&[]);
            lists.extend(words.iter().copied().filter(|w| passes(*w)));
            return Ok(());
        }
        for at in start..start + len {
            let Some(w) = lists.get(at).copied() else { break };
            if passes(w) {
                lists.push(w);
            }
        }
        Ok(())
    }

    /// How many elements pass (or, with `wanted` false, do not), counted up to `most`.
    pub(crate) fn count_test(&self, list: Reg, test: u16, with: Reg, wanted: bool, most: usize) -> Run<usize> {
        let Some(test) = self.p.tests.get(test as usize).copied() else { return Ok(0) };
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
        for w in words {
            if self.passes(test, *w, with)? == wanted {
                count += 1;
                if count >= most {
                    break;
                }
            }
        }
        Ok(count)
    }

    pub(crate) fn any_line(&self, lines: Reg, test: u16, with: Reg) -> Run<bool> {
        let Some(test) = self.p.tests.get(test as usize).copied() else { return Ok(false) };
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

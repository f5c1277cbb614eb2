//! Simple tests on elements: what a list's members bear or are, compared with one word, without code of their own.

use super::lists::card_id;
use super::pure::compare;
use super::{Machine, Run};
use crate::program::nouns::Word;
use crate::program::{Read, Test, TestHow};
use crate::state::stack::*;

impl Machine<'_> {
    /// Whether one element passes a simple test.
    pub(crate) fn passes(&self, test: Test, element: Word, with: Reg) -> Run<bool> {
        let value = match test.read {
            Read::Itself => reg(element),
            Read::Slot(first) => read_slot(&self.s.slots, first, element),
            Read::Attribute(attribute) => match card_id(reg(element)) {
                Some(card) => self.design_attribute(self.design_of(card)?, attribute),
                None => NONE,
            },
        };
        Ok(test.how.holds(value, with))
    }

    pub(crate) fn filter_test(&mut self, list: Reg, test: u16, with: Reg) -> Run<Reg> {
        let Some(test) = self.p.tests.get(test as usize).copied() else { return Ok(NONE) };
        let mark = self.list_mark();
        for i in 0..list_parts(list).1 {
            let Some(w) = self.item(list, i) else { break };
            if self.passes(test, w, with)? {
                self.push_word(w)?;
            }
        }
        Ok(self.list_since(mark))
    }

    /// How many elements pass (or, with `wanted` false, do not), counted up to `most`.
    pub(crate) fn count_test(&self, list: Reg, test: u16, with: Reg, wanted: bool, most: usize) -> Run<usize> {
        let Some(test) = self.p.tests.get(test as usize).copied() else { return Ok(0) };
        self.count_passing(self.list(list), test, with, wanted, most)
    }

    #[inline]
    fn count_passing(&self, words: &[Word], test: Test, with: Reg, wanted: bool, most: usize) -> Run<usize> {
        let mut count = 0;
        // What most tests read needs neither chance nor knowledge: those are counted without asking for either.
        if let Read::Slot(first) = test.read {
            let slots = &self.s.slots;
            for w in words {
                if test.how.holds(read_slot(slots, first, *w), with) == wanted {
                    count += 1;
                    if count >= most {
                        break;
                    }
                }
            }
            return Ok(count);
        }
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
        for line in self.list(lines) {
            let (start, len) =
                usize::try_from(*line).ok().and_then(|i| self.p.list_index.get(i)).copied().unwrap_or((0, 0));
            let words = self.p.list_data.get(start as usize..(start + len) as usize).unwrap_or(&[]);
            if self.count_passing(words, test, with, false, 1)? == 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }
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
            TestHow::IsNone => value == NONE,
            TestHow::IsSome => value != NONE,
        }
    }
}

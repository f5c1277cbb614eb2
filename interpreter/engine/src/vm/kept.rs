//! Answers of values that hold as long as the same hooks are live: found once for each layout of the cards.

use std::num::NonZeroU64;

use super::lists::card_id;
use super::{Machine, Run};
use crate::program::Kept;
use crate::program::nouns::Word;
use crate::state::stack::*;

/// A value as it was found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Found {
    layout: Option<NonZeroU64>,
    /// The order of hooks begins with the active player's.
    active: Word,
    /// What finding it cost: whoever is given it pays as much, so that it makes no difference who found it.
    cost: u32,
    value: Reg,
}

impl Machine<'_> {
    /// The value for the arguments from a register on, kept or found by `find`. Something modifies it now.
    pub(super) fn kept(&mut self, kept: &Kept, from: usize, find: impl FnOnce(&mut Self) -> Run<Reg>) -> Run<Reg> {
        let (layout, active) = (self.s.layout.hooks, self.s.flow.active);
        let given = self.s.stack.regs.get(from..from + kept.params.len()).unwrap_or(&[]);
        let place = self.place_of_kept(kept, |param| given.get(param).copied().unwrap_or(NONE));
        let Some(at) = place.filter(|_| layout.is_some() && !self.p.cover) else {
            return find(self);
        };
        if let Some(value) = self.found_at(at)? {
            return Ok(value);
        }
        let fuel = self.fuel();
        let value = find(self)?;
        let cost = fuel - self.fuel();
        if self.pool.kept.len() <= at {
            self.pool.kept.resize_with(at + 1, Default::default);
        }
        if let Some(place) = self.pool.kept.get_mut(at) {
            *place = Found { layout, active, cost, value };
        }
        Ok(value)
    }

    /// The value for these arguments where it was found before. Something modifies it now.
    #[inline]
    pub(super) fn kept_before(&mut self, kept: &Kept, given: impl Fn(usize) -> Reg) -> Run<Option<Reg>> {
        match self.place_of_kept(kept, given).filter(|_| self.s.layout.hooks.is_some() && !self.p.cover) {
            Some(at) => self.found_at(at),
            None => Ok(None),
        }
    }

    #[inline]
    fn found_at(&mut self, at: usize) -> Run<Option<Reg>> {
        let now = (self.s.layout.hooks, self.s.flow.active);
        let Some(found) = self.pool.kept.get(at).filter(|found| (found.layout, found.active) == now) else {
            return Ok(None);
        };
        let (cost, value) = (found.cost, found.value);
        self.burn(cost)?;
        Ok(Some(value))
    }

    /// Where the value for these arguments is kept. What an unknown card is must be asked first.
    #[inline]
    fn place_of_kept(&self, kept: &Kept, given: impl Fn(usize) -> Reg) -> Option<usize> {
        let mut at = 0;
        for (i, param) in kept.params.iter().enumerate() {
            let number = if param.by_design {
                self.s.card(card_id(given(i))?).filter(|c| c.group == 0)?.design.index()
            } else {
                usize::try_from(given(i)).ok()?
            };
            let count = param.count as usize;
            if number >= count {
                return None;
            }
            at = at * count + number;
        }
        Some(kept.first as usize + at)
    }
}

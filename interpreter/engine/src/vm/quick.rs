//! What is done most where nobody watches: states that change, and settle points at which nothing acts.

use super::Machine;
use crate::program::QuickState;
use crate::program::changed::Changed;
use crate::program::nouns::{ABSENT, Class, Word};
use crate::program::op::{NO_REG, R};
use crate::state::Ending;
use crate::state::stack::*;
use crate::sure::sure;

impl Machine<'_> {
    /// A settle point at which nothing can act; else nothing is done yet.
    #[inline(always)]
    pub(super) fn settled(&mut self) -> bool {
        let flow = &self.s.flow;
        if flow.end != Ending::No {
            return false;
        }
        // Set-up is quiet, and what happens at once or in lanes settles when it is through.
        if !flow.dirty || flow.quiet || flow.at_once > 0 || self.s.stack.lane_of != ABSENT {
            return true;
        }
        if self.told || !self.s.later.is_empty() {
            return false;
        }
        if self.p.only_fills {
            // Then no settle point is under way.
            let settled = !self.p.settles_on.concerns(flow.changed) || self.displays_full();
            if settled {
                (self.s.flow.dirty, self.s.flow.changed) = (false, Changed::NOTHING);
            }
            return settled;
        }
        if self.p.settles_on.concerns(flow.changed) {
            return false;
        }
        // Rules do not watch themselves act.
        let ruled = !self.p.fills.is_empty() || !self.p.always.is_empty();
        if ruled && self.s.stack.frames.iter().any(|f| f.kind == FrameKind::Settle) {
            return false;
        }
        self.s.flow.dirty = false;
        true
    }

    /// Whose state is meant, as a number of its class; below 0 where that is absent or has to be asked for.
    #[inline(always)]
    pub(super) fn quick_bearer(&self, on: Class, bearer: R) -> Reg {
        if bearer == NO_REG {
            return match on {
                Class::Game => 0,
                Class::Actor => Reg::from(self.ctx.me),
                _ => NONE,
            };
        }
        match self.get(bearer) {
            // A bearer that is given and absent skips the statement, for the game too.
            NONE => NONE,
            _ if on == Class::Game => 0,
            bearer => bearer,
        }
    }

    /// `gain` and `lose` where nobody hears of it and no bound stops it; else nothing is done yet.
    #[inline(always)]
    pub(super) fn gain_unwatched(&mut self, state: u16, amount: R, on: R, lose: bool) -> bool {
        let p = self.p;
        let Some(info) = sure(p.quick_states.get(state as usize)) else { return false };
        let amount = self.get(amount);
        // What is absent is negative, too.
        if !info.gains || amount < 0 || self.told {
            return false;
        }
        let by = if lose { -amount } else { amount };
        let Some(at) = slot_of(info, self.quick_bearer(info.on, on)) else { return false };
        self.change(at, info, by)
    }

    /// `set` where nobody hears of it; else nothing is done yet.
    #[inline(always)]
    pub(super) fn set_unwatched(&mut self, state: u16, of: R, s: R) -> bool {
        let p = self.p;
        let Some(info) = sure(p.quick_states.get(state as usize)) else { return false };
        let to = self.get(s);
        if !info.sets || to == NONE || self.told {
            return false;
        }
        let Some(at) = slot_of(info, self.quick_bearer(info.on, of)) else { return false };
        self.set_slot(at, info, to)
    }

    /// A counter changes by so much, where no bound stops it; else nothing is done yet.
    #[inline(always)]
    fn change(&mut self, at: usize, info: &QuickState, by: Reg) -> bool {
        let Some(place) = sure(self.s.slots.get_mut(at)) else { return false };
        let new = Reg::from(*place) + by;
        if new < Reg::from(info.min) || new > Reg::from(info.max) {
            return false;
        }
        if by != 0 {
            *place = new as i32;
            self.s.touched_only(if by < 0 { info.fallen } else { info.risen });
        }
        true
    }

    /// A state becomes a word, or the nearest one within its bounds; else nothing is done yet.
    #[inline(always)]
    fn set_slot(&mut self, at: usize, info: &QuickState, to: Reg) -> bool {
        let value = word(to).max(info.min).min(info.max);
        let Some(place) = sure(self.s.slots.get_mut(at)) else { return false };
        if *place != value {
            *place = value;
            self.s.touched_only(info.risen);
        }
        true
    }

    // ---- swift code

    /// The number of a slot, the doer's where the first one is given.
    #[inline(always)]
    fn at_slot(&self, own: bool, slot: u32) -> usize {
        // With no doer it is beyond all slots.
        if own { slot.wrapping_add(self.ctx.me as u32) as usize } else { slot as usize }
    }

    /// A counter changes by so much, where no bound stops it; else nothing is done yet.
    #[inline(always)]
    pub(super) fn gain_at(&mut self, own: bool, slot: u32, state: u16, by: Reg) -> bool {
        let p = self.p;
        let at = self.at_slot(own, slot);
        p.quick_states.get(usize::from(state)).is_some_and(|info| self.change(at, info, by))
    }

    /// The same by what an operand says.
    #[inline(always)]
    pub(super) fn gain_by(&mut self, own: bool, lose: bool, slot: u32, state: u16, amount: R) -> bool {
        let amount = self.get(amount);
        // What is absent is negative, too.
        amount >= 0 && self.gain_at(own, slot, state, if lose { -amount } else { amount })
    }

    /// A state becomes a word that is within its bounds; else nothing is done yet.
    #[inline(always)]
    pub(super) fn set_at(&mut self, own: bool, slot: u32, bit: u8, value: Word) -> bool {
        let at = self.at_slot(own, slot);
        let Some(place) = sure(self.s.slots.get_mut(at)) else { return false };
        if *place != value {
            *place = value;
            self.s.touched_only(Changed::of_bit(bit));
        }
        true
    }

    /// The same with what an operand says.
    #[inline(always)]
    pub(super) fn set_to(&mut self, own: bool, slot: u32, state: u16, s: R) -> bool {
        let p = self.p;
        let to = self.get(s);
        let Some(info) = sure(p.quick_states.get(usize::from(state)).filter(|_| to != NONE)) else { return false };
        self.set_slot(self.at_slot(own, slot), info, to)
    }

    /// Whether a slot is one of the `more` + 1 numbers from `low` on.
    #[inline(always)]
    pub(super) fn is_within(&self, own: bool, slot: u16, low: Word, more: u32) -> bool {
        let at = self.at_slot(own, slot.into());
        self.s.slots.get(at).is_some_and(|value| value.wrapping_sub(low) as u32 <= more)
    }

    /// A counter of somebody changes, as `gain_by`; nothing does where there is nobody.
    #[inline(always)]
    pub(super) fn gain_for(&mut self, who: R, lose: bool, first: u32, state: u16, amount: R) -> bool {
        match u32::try_from(self.get(who)) {
            Ok(who) => self.gain_by(false, lose, first.wrapping_add(who), state, amount),
            Err(_) => self.get(who) == NONE,
        }
    }

    /// A state of the game becomes what a list has for somebody; else nothing is done yet.
    #[inline(always)]
    pub(super) fn set_beside(&mut self, index: R, list: u16, slot: u32, state: u16) -> bool {
        let p = self.p;
        let to = self.looked_up(self.get(index), list.into());
        let Some(info) = sure(p.quick_states.get(usize::from(state)).filter(|_| to != NONE)) else { return false };
        self.set_slot(slot as usize, info, to)
    }
}

/// The number of the slot of a state of a bearer.
#[inline(always)]
fn slot_of(info: &QuickState, bearer: Reg) -> Option<usize> {
    // What is below 0 is very large without a sign.
    let at = usize::try_from(bearer as u64).ok().filter(|at| *at < info.len as usize)?;
    Some(info.first as usize + at)
}

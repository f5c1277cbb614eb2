//! Operands of which more is known than that they are words.

use super::Machine;
use super::lists::place_id;
use crate::ids::PlaceId;
use crate::program::op::{FIRST_OWN_PLACE, FIRST_OWN_TOP, FIRST_SLOT, R};
use crate::state::stack::*;

impl Machine<'_> {
    /// The place that an operand names: mostly a constant, or one of the doer's own.
    #[inline(always)]
    pub(crate) fn place_in(&self, r: R) -> Option<PlaceId> {
        if r < FIRST_SLOT {
            place_id(self.get(r))
        } else if (FIRST_OWN_PLACE..FIRST_OWN_TOP).contains(&r) {
            u16::try_from(self.ctx.me).ok().map(|me| PlaceId((r - FIRST_OWN_PLACE).saturating_add(me)))
        } else {
            place_id(self.elsewhere(r))
        }
    }

    /// A register of the frame.
    #[inline(always)]
    pub(crate) fn register(&self, r: R) -> Reg {
        self.s.stack.regs.get(self.ctx.base + r as usize).copied().unwrap_or(NONE)
    }
}

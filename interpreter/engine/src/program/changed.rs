//! What has changed, roughly: which states, whether cards. Rules that look at nothing of it need not be asked again.

use std::ops::{BitOr, BitOrAssign};

use serde::{Deserialize, Serialize};

use crate::ids::StateId;

/// Bits: the last two for cards, the others for states, several to a bit where there are many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Changed {
    any: u64,
    /// States that may be more than before: some rules look at nothing else.
    risen: u64,
}

impl Changed {
    pub const NOTHING: Changed = Changed { any: 0, risen: 0 };
    pub const ALL: Changed = Changed { any: u64::MAX, risen: u64::MAX };
    /// Where cards lie, how, and which they are.
    pub const CARDS: Changed = Changed { any: 1 << 63, risen: 0 };

    /// The same in places where cards have live hooks.
    pub const HOOKED: Changed = Changed { any: 1 << 62, risen: 0 };

    /// What is remembered: whoever looks at that looks at everything. But no card lies elsewhere.
    pub const REMEMBERED: Changed = Changed { any: u64::MAX >> 2, risen: u64::MAX };

    /// One state, of whomever.
    #[inline]
    pub fn state(id: StateId) -> Changed {
        Changed::of_bit(Changed::bit(id))
    }

    /// The number of a state's bit.
    pub fn bit(id: StateId) -> u8 {
        (id.0 % 62) as u8
    }

    /// The states of a bit.
    #[inline]
    pub fn of_bit(bit: u8) -> Changed {
        let bit = 1 << (bit & 63);
        Changed { any: bit, risen: bit }
    }

    /// One state that is less than before.
    #[inline]
    pub fn fallen(id: StateId) -> Changed {
        Changed { any: 1 << (id.0 % 62), risen: 0 }
    }

    /// Of what somebody looks at: only what rises counts.
    pub fn if_risen(self) -> Changed {
        Changed { any: 0, risen: self.risen }
    }

    #[inline]
    pub fn concerns(self, other: Changed) -> bool {
        self.any & other.any != 0 || self.risen & other.risen != 0
    }
}

impl BitOr for Changed {
    type Output = Changed;
    fn bitor(self, other: Changed) -> Changed {
        Changed { any: self.any | other.any, risen: self.risen | other.risen }
    }
}

impl BitOrAssign for Changed {
    fn bitor_assign(&mut self, other: Changed) {
        *self = *self | other;
    }
}

//! What has changed, roughly: which states, whether cards. Rules that look at nothing of it need not be asked again.

use std::ops::{BitAnd, BitOr, BitOrAssign};

use serde::{Deserialize, Serialize};

use crate::ids::StateId;

/// Bits: the last two for cards, the others for states, several to a bit where there are many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Changed(u64);

impl Changed {
    pub const NOTHING: Changed = Changed(0);
    pub const ALL: Changed = Changed(u64::MAX);
    /// Where cards lie, how, and which they are.
    pub const CARDS: Changed = Changed(1 << 63);

    /// The same in places where cards have live hooks.
    pub const HOOKED: Changed = Changed(1 << 62);

    /// One state, of whomever.
    #[inline]
    pub fn state(id: StateId) -> Changed {
        Changed(1 << (id.0 % 62))
    }

    #[inline]
    pub fn concerns(self, other: Changed) -> bool {
        (self & other).0 != 0
    }
}

impl BitOr for Changed {
    type Output = Changed;
    fn bitor(self, other: Changed) -> Changed {
        Changed(self.0 | other.0)
    }
}

impl BitAnd for Changed {
    type Output = Changed;
    fn bitand(self, other: Changed) -> Changed {
        Changed(self.0 & other.0)
    }
}

impl BitOrAssign for Changed {
    fn bitor_assign(&mut self, other: Changed) {
        self.0 |= other.0;
    }
}

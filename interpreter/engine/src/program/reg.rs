//! What a register holds: a word, nothing, or the handle of a list.

use super::nouns::{ABSENT, Word};

/// A register: a word, [`NONE`], or the handle of a list.
pub type Reg = i64;

/// The register that holds nothing.
pub const NONE: Reg = i64::MIN;

/// Marks handles of constant lists.
const CONSTANT: Reg = 1 << 62;

/// A word as a register.
#[inline]
pub fn reg(word: Word) -> Reg {
    if word == ABSENT { NONE } else { Reg::from(word) }
}

/// A register as a word.
#[inline]
pub fn word(reg: Reg) -> Word {
    if reg == NONE { ABSENT } else { reg as Word }
}

/// The handle of a list in the list memory, or of a constant one.
#[inline]
pub fn list_handle(start: usize, len: usize, constant: bool) -> Reg {
    ((start as Reg) << 24) | (len as Reg & 0xff_ffff) | if constant { CONSTANT } else { 0 }
}

/// Start, length, and whether it is a constant list.
#[inline]
pub fn list_parts(handle: Reg) -> (usize, usize, bool) {
    if handle < 0 {
        return (0, 0, false);
    }
    let plain = handle & !CONSTANT;
    ((plain >> 24) as usize, (plain & 0xff_ffff) as usize, handle & CONSTANT != 0)
}

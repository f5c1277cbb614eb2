//! Look-ups that find something: that they might not is kept out of the way of the code that runs.

use std::hint::cold_path;

/// The same, with the word to the compiler that there is something.
#[inline(always)]
pub(crate) fn sure<T>(found: Option<T>) -> Option<T> {
    if found.is_none() {
        cold_path();
    }
    found
}

//! A mark on how cards lie: what was found out about a layout holds as long as the mark is the same. No part of the position.

use std::hash::{Hash, Hasher};

/// Nothing: cards have moved, turned or become known since anybody asked. Else a number that no other layout has.
#[derive(Clone, Copy, Debug, Default)]
pub struct Layout(pub(crate) Option<std::num::NonZeroU64>);

impl PartialEq for Layout {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Layout {}

impl Hash for Layout {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

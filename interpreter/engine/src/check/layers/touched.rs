//! What a patch touches, and whether two patches of packs or variants that do not know each other can both hold.

use super::Sort;

/// What a patch touches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Touched {
    /// Puts another item into its place, or takes it away.
    Item(String),
    /// Adds to a component; others may add, too.
    Within(String),
    Step {
        phase: String,
        step: String,
    },
    /// Adds options to the offer of a step; others may add, too.
    Options {
        phase: String,
        step: String,
    },
    /// Puts a step between two others: who comes nearer to the named one, if two do?
    Gap {
        phase: String,
        step: String,
        before: bool,
    },
}

impl Touched {
    pub(super) fn item(sort: Sort, name: &str) -> Touched {
        Touched::Item(key(sort, name))
    }

    pub(super) fn within(name: &str) -> Touched {
        Touched::Within(key(Sort::Component, name))
    }

    /// Whether only one of two can hold.
    pub(super) fn excludes(&self, other: &Touched) -> bool {
        use Touched::*;
        match (self, other) {
            (Item(a), Item(b) | Within(b)) | (Within(a), Item(b)) => a == b,
            // Who takes a phase away takes its steps.
            (Item(item), Step { phase, .. } | Gap { phase, .. } | Options { phase, .. })
            | (Step { phase, .. } | Gap { phase, .. } | Options { phase, .. }, Item(item)) => {
                *item == key(Sort::Phase, phase)
            }
            // Who puts another step into its place drops what was added to the old one.
            (Step { phase, step }, Options { phase: of, step: to })
            | (Options { phase: of, step: to }, Step { phase, step }) => (phase, step) == (of, to),
            (Options { .. }, _) | (_, Options { .. }) => false,
            (Step { .. }, Step { .. }) | (Gap { .. }, Gap { .. }) => self == other,
            (Within(_), _) | (_, Within(_)) | (Step { .. }, Gap { .. }) | (Gap { .. }, Step { .. }) => false,
        }
    }
}

/// Items that share their names share their keys.
fn key(sort: Sort, name: &str) -> String {
    let space = if sort.is_called() { "called" } else { sort.word() };
    format!("{space} {name}")
}

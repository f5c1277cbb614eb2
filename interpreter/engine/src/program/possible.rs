//! Whether something can be done: how that is asked, and where nothing can fail any more.

use super::asks::Yields;
use super::op::Pc;
use super::reg::Reg;

/// How an action, an ability or a hook may turn out to be impossible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fallible {
    /// It always can be done.
    #[default]
    Never,
    /// Exactly when the pure code says no; the parameters are its first registers.
    Guard(Pc),
    /// The same, as long as no rule waits for a settle point on the way; else it must be tried.
    Settled(Pc),
    /// It must be tried, unless pure code says no, or `CERTAINLY`, while no rule waits.
    Probe(Option<Pc>),
}

/// What a guard answers where it is not only possible as far as it can tell, but certain.
pub const CERTAINLY: Reg = 2;

/// A place from which nothing in the rest of its body can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CertainFrom {
    pub pc: Pc,
    /// Pure code over the registers of the body, which has to say yes first.
    pub code: Option<Yields>,
    /// It asks about what is chosen: an option stands in its register then.
    pub of_chosen: bool,
}

impl Fallible {
    /// The code that is asked.
    pub fn guard(&mut self) -> Option<&mut Pc> {
        match self {
            Fallible::Guard(pc) | Fallible::Settled(pc) | Fallible::Probe(Some(pc)) => Some(pc),
            Fallible::Never | Fallible::Probe(None) => None,
        }
    }
}

//! Values that are kept until the hooks that modify them are others: they look at nothing else that changes.

/// Where the answers of a value stand, one for each combination of its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    pub first: u32,
    pub params: Vec<KeptParam>,
}

/// How many words an argument may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptParam {
    pub count: u32,
    /// It is a card of which nothing counts but its design.
    pub by_design: bool,
}

//! The words that are never names. The grammar has the same list in its own shape (`reserved` of `lexical.pest`); a test
//! compares the two.

/// Words that are never names, in alphabetical order.
#[rustfmt::skip]
pub const RESERVED: &[&str] = &[
    "after", "all", "always", "among", "and", "any", "as", "at", "before", "blind", "body", "bottom", "by",
    "can", "choose", "count", "do", "down", "each", "else", "end", "every", "except", "finish", "following",
    "for", "forbid", "forget", "from", "gain", "give", "has", "hide", "highest", "if", "in", "instead", "is",
    "later", "least", "let", "limit", "look", "lose", "lowest", "match", "may", "modify", "most", "move",
    "must", "needs", "no", "not", "of", "offer", "on", "once", "option", "or", "over", "pay", "proceed",
    "random", "remember", "repeat", "repeatedly", "reroll", "reveal", "roll", "run", "says", "set", "shuffle",
    "split", "stop", "sum", "swap", "tell", "then", "to", "together", "top", "turn", "until", "up",
    "weighted", "when", "where", "which", "while", "window", "with",
];

//! What stands between two tokens on one line, and how readily a line breaks there.

use crate::syntax::tokens::{Token, TokenKind};
use crate::syntax::words;

/// A token and what is known about its neighbourhood.
pub(super) struct Neighbours<'a, 't> {
    /// The token before it in the same entry.
    pub before: Option<&'a Token<'t>>,
    pub this: Option<&'a Token<'t>>,
    /// It is a minus sign of one number.
    pub unary: bool,
    /// The token before it is one.
    pub after_unary: bool,
}

/// Words that begin a clause, and how readily a line breaks before them.
const CLAUSES: [(&str, u32); 20] = [
    ("where", 0),
    ("when", 0),
    ("needs", 0),
    ("or", 1),
    ("and", 2),
    ("+", 4),
    ("-", 4),
    ("except", 4),
    ("from", 5),
    ("to", 5),
    ("over", 5),
    ("with", 5),
    ("for", 5),
    ("by", 5),
    ("as", 5),
    ("following", 5),
    ("among", 5),
    ("on", 5),
    ("has", 6),
    ("says", 0),
];

/// What a break inside one more bracket costs.
const PER_BRACKET: u32 = 10;

/// What a break costs where nothing speaks for it.
const LAST_RESORT: u32 = 35;

impl Neighbours<'_, '_> {
    /// Whether a blank stands before the token. `.`, `(` and `[` keep to a word that they touch: there it means something.
    pub fn spaced(&self) -> bool {
        let (Some(before), Some(this)) = (self.before, self.this) else { return false };
        let touching = before.end == this.start;
        let opened = matches!(before.kind, TokenKind::Open('(' | '['));
        match (before.text, this.text) {
            _ if opened || self.after_unary => false,
            (_, ")" | "]" | "," | ":") | (".", _) => false,
            (":", _) => this.kind != TokenKind::Number,
            (_, "..") | ("..", _) => false,
            (_, "(" | "[" | ".") => !(touching && can_be_touched(before)),
            _ => true,
        }
    }

    /// How readily a line breaks before the token, `depth` brackets deep; `None`: never.
    pub fn break_cost(&self, depth: u32) -> Option<u32> {
        let (before, this) = (self.before?, self.this?);
        // A text stays beside the word that says what it is; `en` stays beside `says`.
        if !self.spaced() || matches!(this.kind, TokenKind::Text { .. }) || before.is_word("says") {
            return None;
        }
        let deep = depth * PER_BRACKET;
        let clause = CLAUSES.iter().find(|(word, _)| *word == this.text && !self.unary);
        Some(match clause {
            _ if before.text == "," => 3 + deep,
            Some(&(_, cost)) if before.text != "not" => cost + deep,
            _ => LAST_RESORT + deep,
        })
    }
}

/// Whether `(`, `[` and `.` mean something else directly behind this token than after a blank.
fn can_be_touched(before: &Token<'_>) -> bool {
    match before.kind {
        TokenKind::Word => !words::is_reserved(before.text) || before.text == "body",
        TokenKind::Close(_) | TokenKind::Number | TokenKind::Text { .. } => true,
        TokenKind::Open(_) | TokenKind::Sign => false,
    }
}

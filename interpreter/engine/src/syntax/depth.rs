//! Bounds nesting before the grammar runs, so that no text can exhaust the stack of the stages that recurse.
//!
//! Brackets nest, and so do the words that take a whole expression after them (`not`, `count of`, `any … where`).
//! A count of those words per bracket level is enough: a new statement, a comma or a brace starts it again.

use super::tokens::{Token, TokenKind};
use super::words;
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::source::FileId;

/// How deep brackets may nest.
const DEEPEST_BRACKETS: usize = 64;

/// How deep brackets and nesting words together may go.
const DEEPEST: usize = 96;

/// Reports an item that nests too deeply.
pub(crate) fn refuse_too_deep(file: FileId, tokens: &[Token<'_>], findings: &mut Findings) -> bool {
    let Some((token, what, limit)) = too_deep(tokens) else { return false };
    findings.push(
        Diagnostic::new(
            Code::TooDeep,
            token.span(file),
            format!("{what} nest too deeply here: at most {limit} levels"),
        )
        .help("give the inner part a name of its own: an `action`, a `value`, or `let NAME is …`"),
    );
    true
}

fn too_deep<'t>(tokens: &'t [Token<'t>]) -> Option<(&'t Token<'t>, &'static str, usize)> {
    // The words seen since the last boundary, for each bracket that is open.
    let mut levels: Vec<usize> = vec![0];
    let mut total = 0;
    let mut before: Option<&Token<'_>> = None;
    for token in tokens {
        let boundary = is_boundary(before, token);
        match token.kind {
            TokenKind::Open(sign) => {
                if sign == '{' {
                    total -= levels.last_mut().map(std::mem::take).unwrap_or(0);
                }
                levels.push(0);
            }
            TokenKind::Close(sign) => {
                total -= levels.pop().unwrap_or(0);
                if sign == '}' {
                    total -= levels.last_mut().map(std::mem::take).unwrap_or(0);
                }
            }
            _ if boundary => total -= levels.last_mut().map(std::mem::take).unwrap_or(0),
            _ => {}
        }
        if nests(before, token) {
            if let Some(level) = levels.last_mut() {
                *level += 1;
            }
            total += 1;
        }
        if levels.len() > DEEPEST_BRACKETS + 1 {
            return Some((token, "brackets", DEEPEST_BRACKETS));
        }
        if total + levels.len() > DEEPEST {
            return Some((token, "expressions", DEEPEST));
        }
        before = Some(token);
    }
    None
}

/// Words and signs that take an expression after them and may do so again inside it.
fn nests(before: Option<&Token<'_>>, token: &Token<'_>) -> bool {
    match token.kind {
        TokenKind::Word => {
            matches!(token.text, "not" | "of" | "any" | "no" | "every" | "can" | "where" | "nearest" | "reached")
        }
        TokenKind::Sign => token.text == "-" && !before.is_some_and(|before| ends_operand(before)),
        _ => false,
    }
}

/// Where one expression has surely ended: a comma, a statement's or hook's word, two operands side by side.
fn is_boundary(before: Option<&Token<'_>>, token: &Token<'_>) -> bool {
    let statement_word = |word: &str| {
        words::is_reserved(word) && (words::begins_statement(word) || word == "option")
            || matches!(word, "before" | "after" | "instead" | "forbid" | "modify" | "always" | "while" | "says")
    };
    match token.kind {
        TokenKind::Sign => token.text == ",",
        TokenKind::Word if statement_word(token.text) => true,
        TokenKind::Word | TokenKind::Number | TokenKind::Text { .. } => {
            before.is_some_and(|before| ends_operand(before)) && !words::is_reserved(token.text)
        }
        _ => false,
    }
}

fn ends_operand(token: &Token<'_>) -> bool {
    match token.kind {
        TokenKind::Word => !words::is_reserved(token.text),
        TokenKind::Number | TokenKind::Text { .. } | TokenKind::Close(_) => true,
        _ => false,
    }
}

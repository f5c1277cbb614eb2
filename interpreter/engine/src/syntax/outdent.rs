//! Which brace was forgotten, told by the indentation: braces alone cannot tell, for every `}` closes the innermost one.

use super::tokens::{Token, TokenKind};

/// In an item with a brace that is never closed: that brace, and the first token of the line before which it should
/// have been closed. `None` where the indentation says nothing.
pub(crate) fn find<'t>(tokens: &'t [Token<'t>]) -> Option<(&'t Token<'t>, &'t Token<'t>)> {
    // Each open brace with the indentation of the line it stands on.
    let mut open: Vec<(&Token<'_>, usize)> = Vec::new();
    let mut indent = 0;
    for token in tokens {
        let begins_line = token.indent.is_some();
        indent = token.indent.unwrap_or(indent);
        let closes = token.kind == TokenKind::Close('}');
        if begins_line && let Some((brace, outer)) = open.last() {
            // A `}` stands under the line that it closes; everything else stands further in.
            let outside = if closes { indent < *outer } else { indent <= *outer };
            if outside && brace.line < token.line && !matches!(token.kind, TokenKind::Open(_)) {
                return Some((brace, token));
            }
        }
        match token.kind {
            TokenKind::Open('{') => open.push((token, indent)),
            TokenKind::Close('}') => drop(open.pop()),
            _ => {}
        }
    }
    None
}

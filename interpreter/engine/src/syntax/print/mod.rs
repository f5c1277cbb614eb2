//! The one style of scripts: text → the same text, laid out. Only blanks and line breaks change; words and comments stay.
//!
//! `outline` asks the grammar where statements, members and the like begin, `tree` folds tokens and comments into
//! blocks, `spacing` says what stands between two tokens, `layout` writes lines, `table` lines up columns.
//! `docs/formatting.md` says what the style is.

mod layout;
mod outline;
mod spacing;
mod table;
mod tree;

use super::tokens;
use crate::diagnostic::Findings;
use crate::source::FileId;

/// How many characters a line has, if its words allow it.
pub const WIDTH: usize = 100;

/// The text in the one style. `None` if it cannot be read: then `findings` say why.
pub fn format(file: FileId, text: &str, findings: &mut Findings) -> Option<String> {
    let mut found = Findings::default();
    super::parse(file, text, &mut found);
    let readable = !found.has_errors();
    findings.extend(found);
    if !readable {
        return None;
    }
    let lexed = tokens::lex(file, text);
    let outline = outline::outline(text, &lexed.tokens)?;
    let tree = tree::fold(text, &lexed, &outline);
    let written = layout::write(&tree);
    let windows = text.find('\n').is_some_and(|at| text.get(..at).is_some_and(|line| line.ends_with('\r')));
    Some(if windows { written.replace('\n', "\r\n") } else { written })
}

/// Whether two texts have the same words, the same comments and the same tree. What [`format()`] gives is always the same
/// as what it got; programs that overwrite files ask all the same.
pub fn same_tree(a: &str, b: &str) -> bool {
    let file = FileId::default();
    let (first, second) = (tokens::lex(file, a), tokens::lex(file, b));
    let words =
        |lexed: &tokens::Lexed<'_>| -> Vec<String> { lexed.tokens.iter().map(|token| token.text.to_owned()).collect() };
    let comments = |lexed: &tokens::Lexed<'_>| -> Vec<String> {
        lexed.comments.iter().map(|comment| comment.text.clone()).collect()
    };
    words(&first) == words(&second)
        && comments(&first) == comments(&second)
        && match (outline::outline(a, &first.tokens), outline::outline(b, &second.tokens)) {
            (Some(a), Some(b)) => a.shape == b.shape,
            _ => false,
        }
}

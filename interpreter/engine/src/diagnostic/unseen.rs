//! Characters that nobody sees and that do something to a screen: control characters, and those that turn the direction
//! of writing. No file of a game may hold one.

use super::{Code, Diagnostic, Findings};
use crate::source::{FileId, Span};

/// Whether a character is one of them. Line breaks and tabs are not.
pub fn is_unseen(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\r' | '\t') || turns_writing(c)
}

/// Embeddings, overrides and isolates of the two directions of writing.
fn turns_writing(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Reports those that stand in a file as they are, each sort once; whether there was one.
pub fn report(file: FileId, text: &str, findings: &mut Findings) -> bool {
    let mut found: Vec<(char, Diagnostic)> = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| is_unseen(*c)) {
        let span = Span::new(file, at, at + c.len_utf8());
        match found.iter_mut().find(|(known, _)| *known == c) {
            Some((_, first)) => first.also.push(span),
            None => found.push((c, finding(span, c))),
        }
    }
    let any = !found.is_empty();
    found.into_iter().for_each(|(_, found)| findings.push(found));
    any
}

/// The finding for one of them.
pub fn finding(span: Span, c: char) -> Diagnostic {
    let number = u32::from(c);
    let message = format!("here stands U+{number:04X} ({}), which nobody sees", what(c));
    Diagnostic::new(Code::HiddenCharacter, span, message).help(match turns_writing(c) {
        true => "delete it",
        false => "delete it; where something is left of it (`[31m`), delete that, too",
    })
}

/// What such a character is, in a few words.
fn what(c: char) -> &'static str {
    match c {
        '\u{1b}' => "escape, which begins a command to a terminal",
        '\u{9b}' | '\u{9d}' => "a control character, which begins a command to a terminal",
        '\u{7}' => "bell",
        '\u{8}' => "backspace",
        '\u{0}' => "the character zero",
        '\u{7f}' => "delete",
        _ if turns_writing(c) => "a character that turns the direction of writing",
        _ => "a control character",
    }
}

//! Text to tokens: the coarse cut that splitting into items, depth checks and messages work on.
//! Knows brackets, texts and comments; the grammar knows the rest.

use super::ast::Comment;
use crate::source::{FileId, Span};

/// What a token is at first sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// Letters, digits and `_`, a letter first; letters of any language, so that a wrong name is one token.
    Word,
    /// Starts with a digit.
    Number,
    /// `"…"`, without its closing quote if `closed` is false.
    Text { closed: bool },
    /// `{`, `(` or `[`
    Open(char),
    /// `}`, `)` or `]`
    Close(char),
    /// Anything else, longest first.
    Sign,
}

/// A token with its bytes in the file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'t> {
    pub kind: TokenKind,
    pub text: &'t str,
    pub start: usize,
    pub end: usize,
    /// The line it stands on, from 1.
    pub line: usize,
    /// How many blanks stand before it, if it is the first of its line; a tab counts as four.
    pub indent: Option<usize>,
}

impl Token<'_> {
    /// Its place in the file.
    pub fn span(&self, file: FileId) -> Span {
        Span::new(file, self.start, self.end)
    }

    /// Whether it is this very word.
    pub fn is_word(&self, word: &str) -> bool {
        self.kind == TokenKind::Word && self.text == word
    }
}

/// The tokens and comments of a file.
pub(crate) struct Lexed<'t> {
    pub tokens: Vec<Token<'t>>,
    pub comments: Vec<Comment>,
}

/// Signs of two letters, some of them only to be named in messages.
const LONG_SIGNS: [&str; 17] =
    ["...", "..", "<=", ">=", "==", "!=", "&&", "||", "=>", "->", ":=", "+=", "-=", "//", "/*", "<>", "*/"];

/// Cuts a text into tokens; nothing is an error here.
pub(crate) fn lex(file: FileId, text: &str) -> Lexed<'_> {
    let mut lexed = Lexed { tokens: Vec::new(), comments: Vec::new() };
    let mut at = 0;
    let mut line = 1;
    let mut indent = Some(0);
    while let Some((rest, first)) = text.get(at..).and_then(|rest| Some((rest, rest.chars().next()?))) {
        if is_blank(first) {
            at += first.len_utf8();
            match first {
                '\n' => (line, indent) = (line + 1, Some(0)),
                '\u{feff}' => {}
                _ => indent = indent.map(|blanks| blanks + if first == '\t' { 4 } else { 1 }),
            }
        } else if first == '#' {
            let end = at + rest.find('\n').unwrap_or(rest.len());
            let words = rest.get(1..end - at).unwrap_or("").trim().to_owned();
            lexed.comments.push(Comment { text: words, span: Span::new(file, at, end) });
            at = end;
        } else {
            let (kind, length) = first_token(rest, first);
            let end = at + length.max(first.len_utf8());
            let text = text.get(at..end).unwrap_or("");
            lexed.tokens.push(Token { kind, text, start: at, end, line, indent: indent.take() });
            at = end;
        }
    }
    lexed
}

/// The blanks of the grammar.
fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n' | '\u{a0}' | '\u{202f}' | '\u{feff}')
}

/// Kind and length in bytes of the token that `rest` begins with.
fn first_token(rest: &str, first: char) -> (TokenKind, usize) {
    let word_length = || rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
    match first {
        '"' => text_token(rest),
        '{' | '(' | '[' => (TokenKind::Open(first), 1),
        '}' | ')' | ']' => (TokenKind::Close(first), 1),
        _ if first.is_ascii_digit() => (TokenKind::Number, word_length()),
        _ if first.is_alphanumeric() || first == '_' => (TokenKind::Word, word_length()),
        _ => {
            let long = LONG_SIGNS.iter().find(|sign| rest.starts_with(**sign));
            (TokenKind::Sign, long.map_or(first.len_utf8(), |sign| sign.len()))
        }
    }
}

/// A text up to its closing quote, or up to the end of the line where there is none.
fn text_token(rest: &str) -> (TokenKind, usize) {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => return (TokenKind::Text { closed: false }, rest.get(..at).map_or(at, |t| t.trim_end().len())),
            '"' if !escaped => return (TokenKind::Text { closed: true }, at + 1),
            _ => escaped = c == '\\' && !escaped,
        }
    }
    (TokenKind::Text { closed: false }, rest.trim_end().len())
}

//! Tokens and comments folded into items, entries and blocks, with what the author's line breaks say.

use std::ops::Range;

use super::outline::{EntryKind, Outline};
use super::spacing;
use crate::syntax::tokens::{Lexed, Token, TokenKind};

/// A file, ready to be laid out.
pub(super) struct Tree<'t> {
    pub items: Vec<Entry<'t>>,
    /// What stands behind the last item.
    pub end: Gap<'t>,
}

/// What stood between a token and the one before it.
#[derive(Clone, Debug, Default)]
pub(super) struct Gap<'t> {
    /// A comment behind the token before, on its line.
    pub trailing: Option<&'t str>,
    /// Comments on lines of their own.
    pub own: Vec<OwnComment<'t>>,
    /// The token stands on another line than the one before.
    pub newline: bool,
    /// An empty line stands directly before the token.
    pub blank: bool,
}

#[derive(Clone, Debug)]
pub(super) struct OwnComment<'t> {
    pub text: &'t str,
    pub blank: bool,
}

impl Gap<'_> {
    pub fn has_comments(&self) -> bool {
        self.trailing.is_some() || !self.own.is_empty()
    }
}

/// A token with what the layout asks about it.
pub(super) struct Piece<'t> {
    pub text: &'t str,
    pub gap: Gap<'t>,
    /// Whether a blank stands before it on one line.
    pub spaced: bool,
    /// `fr "…"` behind `en "…"` of one `says`.
    pub later_said: bool,
    /// How readily a line breaks before it: the lower the better.
    pub break_cost: Option<u32>,
}

/// Tokens without braces, or a pair of braces with what is inside.
pub(super) enum Part<'t> {
    Words(Vec<Piece<'t>>),
    Block(Block<'t>),
}

/// `{ … }`
pub(super) struct Block<'t> {
    /// Before the `{`.
    pub open: Gap<'t>,
    pub entries: Vec<Entry<'t>>,
    /// Before the `}`.
    pub close: Gap<'t>,
}

/// One of those that stand side by side: an item, a statement, an attribute.
pub(super) struct Entry<'t> {
    pub kind: EntryKind,
    /// `fr "…"` behind a text, which a single blank sets apart.
    pub translation: bool,
    pub gap: Gap<'t>,
    pub parts: Vec<Part<'t>>,
    /// All of it on one line; `None` if a comment or a line break of the author forbids it.
    pub flat: Option<String>,
}

impl Block<'_> {
    /// Whether the author wrote it over several lines.
    pub fn was_broken(&self) -> bool {
        let opened = self.entries.iter().any(|entry| entry.gap.newline || entry.gap.has_comments());
        !self.entries.is_empty() && (opened || self.close.newline) || self.close.has_comments()
    }

    /// The block on one line.
    pub fn flat(&self) -> Option<String> {
        if self.was_broken() {
            return None;
        }
        let mut line = String::from("{");
        for (at, entry) in self.entries.iter().enumerate() {
            line.push_str(if at == 0 { " " } else { entry.separator() });
            line.push_str(entry.flat.as_deref()?);
        }
        line.push_str(" }");
        Some(line)
    }
}

impl Entry<'_> {
    /// What sets it apart from the entry before on its line.
    pub fn separator(&self) -> &'static str {
        if self.translation { " " } else { "   " }
    }

    fn make_flat(&self) -> Option<String> {
        let mut line = String::new();
        for part in &self.parts {
            match part {
                Part::Words(words) => {
                    for (at, word) in words.iter().enumerate() {
                        let first = line.is_empty();
                        if !first && (word.gap.has_comments() || word.later_said && word.gap.newline) {
                            return None;
                        }
                        if !first && (word.spaced || at == 0) {
                            line.push(' ');
                        }
                        line.push_str(word.text);
                    }
                }
                Part::Block(block) => {
                    if block.open.has_comments() {
                        return None;
                    }
                    line.push(' ');
                    line.push_str(&block.flat()?);
                }
            }
        }
        Some(line)
    }
}

/// Folds the tokens of a file.
pub(super) fn fold<'t>(text: &'t str, lexed: &Lexed<'t>, outline: &Outline) -> Tree<'t> {
    let folder = Folder { text, lexed, outline };
    let tokens = &lexed.tokens;
    let starts: Vec<usize> =
        (0..tokens.len()).filter(|&at| folder.begins(at, |start| outline.items.contains(&start))).collect();
    let mut items = Vec::new();
    for (number, &start) in starts.iter().enumerate() {
        let end = starts.get(number + 1).copied().unwrap_or(tokens.len());
        items.push(folder.entry(start..end, EntryKind::Other));
    }
    Tree { items, end: folder.gap(tokens.len()) }
}

struct Folder<'a, 't> {
    text: &'t str,
    lexed: &'a Lexed<'t>,
    outline: &'a Outline,
}

impl<'t> Folder<'_, 't> {
    fn token(&self, at: usize) -> Option<&Token<'t>> {
        self.lexed.tokens.get(at)
    }

    fn begins(&self, at: usize, test: impl Fn(usize) -> bool) -> bool {
        self.token(at).is_some_and(|token| test(token.start))
    }

    /// What stands before a token, or at the end of the file.
    fn gap(&self, at: usize) -> Gap<'t> {
        let from = at.checked_sub(1).and_then(|before| self.token(before)).map_or(0, |before| before.end);
        let to = self.token(at).map_or(self.text.len(), |token| token.start);
        let mut gap = Gap::default();
        let mut cursor = from;
        let first = self.lexed.comments.partition_point(|comment| (comment.span.start as usize) < from);
        for comment in self.lexed.comments.iter().skip(first) {
            let (start, end) = (comment.span.start as usize, comment.span.end as usize);
            if start >= to {
                break;
            }
            let lines = self.lines(cursor, start);
            let words = self.text.get(start..end).unwrap_or("").trim_end();
            match lines == 0 && from > 0 {
                true => gap.trailing = Some(words),
                false => gap.own.push(OwnComment { text: words, blank: lines > 1 }),
            }
            cursor = end;
        }
        let lines = self.lines(cursor, to);
        gap.newline = lines > 0 || gap.has_comments();
        gap.blank = lines > 1;
        gap
    }

    fn lines(&self, from: usize, to: usize) -> usize {
        self.text.get(from..to).unwrap_or("").matches('\n').count()
    }

    fn entry(&self, range: Range<usize>, kind: EntryKind) -> Entry<'t> {
        let mut parts: Vec<Part<'t>> = Vec::new();
        let mut depth = 0;
        let mut at = range.start;
        while let Some(token) = self.token(at).filter(|_| at < range.end) {
            if token.kind == TokenKind::Open('{') {
                let close = self.closing(at, range.end);
                parts.push(Part::Block(self.block(at, close)));
                at = close + 1;
                continue;
            }
            depth -= u32::from(matches!(token.kind, TokenKind::Close(_)) && depth > 0);
            let piece = self.piece(at, range.start, depth);
            depth += u32::from(matches!(token.kind, TokenKind::Open(_)));
            match parts.last_mut() {
                Some(Part::Words(words)) => words.push(piece),
                _ => parts.push(Part::Words(vec![piece])),
            }
            at += 1;
        }
        let mut entry = Entry { kind, translation: false, gap: self.gap(range.start), parts, flat: None };
        entry.flat = entry.make_flat();
        entry
    }

    fn piece(&self, at: usize, start: usize, depth: u32) -> Piece<'t> {
        let token = self.token(at);
        let offset = token.map_or(0, |token| token.start);
        let neighbours = spacing::Neighbours {
            before: at.checked_sub(1).filter(|_| at > start).and_then(|at| self.token(at)),
            this: token,
            after_unary: at
                .checked_sub(1)
                .is_some_and(|at| self.begins(at, |place| self.outline.unary.contains(&place))),
            unary: self.outline.unary.contains(&offset),
        };
        let later_said = self.outline.later_said.contains(&offset);
        Piece {
            text: token.map_or("", |token| token.text),
            gap: self.gap(at),
            spaced: neighbours.spaced(),
            later_said,
            break_cost: neighbours.break_cost(depth),
        }
    }

    /// The `}` of a `{`.
    fn closing(&self, open: usize, end: usize) -> usize {
        let mut depth = 0_usize;
        for at in open..end {
            match self.token(at).map(|token| token.kind) {
                Some(TokenKind::Open('{')) => depth += 1,
                Some(TokenKind::Close('}')) => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return at;
                    }
                }
                _ => {}
            }
        }
        end.saturating_sub(1).max(open)
    }

    fn block(&self, open: usize, close: usize) -> Block<'t> {
        let mut starts: Vec<(usize, EntryKind)> = Vec::new();
        let mut depth = 0_usize;
        for at in open + 1..close {
            let Some(token) = self.token(at) else { break };
            if depth == 0 {
                match self.outline.entries.get(&token.start) {
                    Some(kind) => starts.push((at, *kind)),
                    None if starts.is_empty() => starts.push((at, EntryKind::Other)),
                    None => {}
                }
            }
            match token.kind {
                TokenKind::Open(_) => depth += 1,
                TokenKind::Close(_) => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        let mut entries: Vec<Entry<'t>> = Vec::new();
        for (number, &(start, kind)) in starts.iter().enumerate() {
            let end = starts.get(number + 1).map_or(close, |next| next.0);
            let mut entry = self.entry(start..end, kind);
            let text_before = start.checked_sub(1).and_then(|at| self.token(at));
            entry.translation = kind == EntryKind::Attribute
                && number > 0
                && text_before.is_some_and(|token| matches!(token.kind, TokenKind::Text { .. }))
                && self.is_language(start);
            entries.push(entry);
        }
        Block { open: self.gap(open), entries, close: self.gap(close) }
    }

    /// `fr "…"`
    fn is_language(&self, at: usize) -> bool {
        self.token(at).is_some_and(|token| token.text.len() == 2)
            && self.token(at + 1).is_some_and(|token| matches!(token.kind, TokenKind::Text { .. }))
    }
}

//! Cuts a file, or the inside of a variant, into items by its brackets, and reports brackets that do not match.
//!
//! Most items end with the `}` that closes them; `value`, `event`, `window`, `retire`, `forbid` and `modify` have none
//! and end where the next item begins.

use std::ops::Range;

use super::tokens::{Token, TokenKind};
use super::{outdent, words};
use crate::diagnostic::{Code, Diagnostic, Findings, unseen};
use crate::source::FileId;

/// The tokens of one item.
pub(crate) struct Piece {
    pub tokens: Range<usize>,
    /// Its brackets or texts are wrong, which is reported; reading it would only repeat that.
    pub broken: bool,
}

/// Cuts the tokens of `range` into items.
pub(crate) fn split(file: FileId, tokens: &[Token<'_>], range: Range<usize>, findings: &mut Findings) -> Vec<Piece> {
    let tokens = tokens.get(..range.end).unwrap_or(tokens);
    let mut splitter = Splitter { file, tokens, findings };
    let mut pieces: Vec<Piece> = Vec::new();
    let mut at = range.start;
    while let Some(token) = tokens.get(at) {
        if let TokenKind::Close(_) = token.kind {
            splitter.surplus(token, &pieces);
            at += 1;
            continue;
        }
        let piece = splitter.piece(at);
        at = piece.tokens.end.max(at + 1);
        pieces.push(piece);
    }
    drop_spilled(tokens, &mut pieces);
    pieces
}

struct Splitter<'t, 'f> {
    file: FileId,
    tokens: &'t [Token<'t>],
    findings: &'f mut Findings,
}

impl<'t> Splitter<'t, '_> {
    /// The item that begins at a token.
    fn piece(&mut self, start: usize) -> Piece {
        let braceless = self.is_braceless(start);
        let mut open: Vec<&'t Token<'t>> = Vec::new();
        let mut broken = false;
        let mut told_line = None;
        for at in start..self.tokens.len() {
            let Some(token) = self.tokens.get(at) else { break };
            if open.is_empty() && at > start && self.begins_next(start, at, braceless) {
                return Piece { tokens: start..at, broken };
            }
            match token.kind {
                TokenKind::Open(_) => open.push(token),
                TokenKind::Close(sign) => {
                    if open.is_empty() {
                        return Piece { tokens: start..at, broken };
                    }
                    broken |= self.close(&mut open, token, sign);
                    if open.is_empty() && sign == '}' {
                        return Piece { tokens: start..at + 1, broken };
                    }
                }
                TokenKind::Text { closed } if !closed || self.runs_on(at) => {
                    // One quote too few turns all texts of its line inside out: the first one tells of it.
                    let ends = told_line.is_some() && self.is_lonely_quote(at);
                    if told_line != Some(token.line) && !ends {
                        self.unclosed_text(at, token);
                    }
                    told_line = Some(token.line);
                    broken = true;
                }
                // A character that nobody sees; it has been reported.
                TokenKind::Sign if token.text.chars().all(unseen::is_unseen) => broken = true,
                _ => {}
            }
        }
        match open.is_empty() {
            true => Piece { tokens: start..self.tokens.len(), broken },
            false => self.unclosed(start),
        }
    }

    /// Closes the innermost bracket; a wrong one is reported, and closes what it can.
    fn close(&mut self, open: &mut Vec<&'t Token<'t>>, token: &Token<'_>, sign: char) -> bool {
        let matching = open.iter().rposition(|opened| closing(opened.kind) == Some(sign));
        match matching {
            Some(at) if at + 1 == open.len() => {
                open.pop();
                false
            }
            Some(at) => {
                if let Some(inner) = open.last() {
                    self.findings.push(
                        Diagnostic::new(
                            Code::UnclosedBracket,
                            inner.span(self.file),
                            format!("this `{}` is not closed before `{sign}`", inner.text),
                        )
                        .label("opened here")
                        .other(token.span(self.file), format!("`{sign}` closes something further out"))
                        .help(format!("write the missing `{}`", closing(inner.kind).unwrap_or(')'))),
                    );
                }
                open.truncate(at);
                true
            }
            None => {
                let opened = open.last().map(|opened| opened.span(self.file));
                let mut finding = Diagnostic::new(
                    Code::SurplusBracket,
                    token.span(self.file),
                    format!("this `{sign}` closes nothing"),
                );
                if let Some(opened) = opened {
                    finding = finding.other(opened, "the innermost bracket that is open here");
                }
                self.findings.push(finding.help("remove it, or write the missing opening bracket before it"));
                true
            }
        }
    }

    /// An item whose brackets stay open: it ends where the next item seems to begin at the start of a line.
    fn unclosed(&mut self, start: usize) -> Piece {
        let variant = self.tokens.get(start).is_some_and(|token| token.is_word("variant"));
        let outermost = if variant { 2 } else { 1 };
        let mut open: Vec<&Token<'_>> = Vec::new();
        let mut end = self.tokens.len();
        for (at, token) in self.tokens.iter().enumerate().skip(start) {
            if at > start && open.len() >= outermost && self.starts_line(at) && self.looks_like_item(at) {
                end = at;
                break;
            }
            match token.kind {
                TokenKind::Open(_) => open.push(token),
                TokenKind::Close(sign) => {
                    let matching = open.iter().rposition(|opened| closing(opened.kind) == Some(sign));
                    open.truncate(matching.unwrap_or(open.len()));
                }
                _ => {}
            }
        }
        let swallowed = |token: &Token<'_>| token.kind == TokenKind::Text { closed: false };
        let by_text = self.tokens.get(start..end).is_some_and(|tokens| tokens.iter().any(swallowed));
        // A text without its quote takes the brackets of its line with it; it has been reported.
        if let Some((opened, next)) =
            outdent::find(self.tokens.get(start..end).unwrap_or_default()).filter(|_| !by_text)
        {
            let message =
                format!("this `{{` is never closed; by its indentation it should end before line {}", next.line);
            let finding = Diagnostic::new(Code::UnclosedBracket, opened.span(self.file), message)
                .label("opened here")
                .other(next.span(self.file), "this line stands outside of it")
                .help("write the missing `}`");
            self.findings.push(finding);
        } else if let Some(opened) = open.last().filter(|_| !by_text) {
            let mut finding = Diagnostic::new(
                Code::UnclosedBracket,
                opened.span(self.file),
                format!("this `{}` is never closed", opened.text),
            )
            .label("opened here");
            finding = match (self.tokens.get(end), self.tokens.last()) {
                (Some(next), _) => finding.other(next.span(self.file), "a new item seems to begin here"),
                (None, Some(last)) => finding.other(last.span(self.file), "the file ends here"),
                _ => finding,
            };
            let sign = closing(opened.kind).unwrap_or('}');
            self.findings.push(finding.help(format!("write the missing `{sign}`")));
        }
        Piece { tokens: start..end, broken: true }
    }

    fn surplus(&mut self, token: &Token<'_>, before: &[Piece]) {
        let mut finding = Diagnostic::new(
            Code::SurplusBracket,
            token.span(self.file),
            format!("this `{}` closes nothing", token.text),
        );
        let ends = before.iter().rev().filter_map(|piece| self.tokens.get(piece.tokens.end.checked_sub(1)?));
        if let Some(end) = ends.into_iter().find(|end| end.kind == TokenKind::Close('}')) {
            finding = finding.other(end.span(self.file), "the item before ends here already");
        }
        self.findings.push(finding.help("remove it, or remove a closing bracket that comes too early"));
    }

    /// Whether a text ends at a quote that seems to begin one: `"Old says en "Draw"`.
    fn runs_on(&self, at: usize) -> bool {
        let (Some(token), Some(next)) = (self.tokens.get(at), self.tokens.get(at + 1)) else { return false };
        let inside = token.text.trim_matches('"');
        let word = matches!(next.kind, TokenKind::Word | TokenKind::Number);
        word && next.start == token.end && inside.ends_with(' ') && !inside.trim().is_empty()
    }

    /// A quote right behind a word with nothing after it: it closes what was opened elsewhere, or nowhere.
    fn is_lonely_quote(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|at| self.tokens.get(at));
        let Some(token) = self.tokens.get(at) else { return false };
        let empty = token.text.trim_start_matches('"').trim_matches(['}', ')', ' ']).is_empty();
        token.kind == TokenKind::Text { closed: false }
            && empty
            && before.is_some_and(|before| before.end == token.start)
    }

    fn unclosed_text(&mut self, at: usize, token: &Token<'_>) {
        let after = self.tokens.get(at + 1..).unwrap_or_default();
        let mut texts =
            after.iter().take_while(|other| other.line == token.line).filter_map(|other| match other.kind {
                TokenKind::Text { closed } => Some(closed),
                _ => None,
            });
        let whole = token.kind == TokenKind::Text { closed: true };
        let finding = |message: &str| Diagnostic::new(Code::UnclosedText, token.span(self.file), message);
        let finding = if whole && texts.clone().next().is_some() && texts.all(|closed| closed) {
            finding("this text ends at a quote that seems to be a part of it")
                .help("a quote inside of a text is written `\\\"`: \"The \\\"old\\\" pilot\"")
        } else if whole {
            finding("this text has no closing `\"` of its own: it runs on to the next quote")
                .label("begins here")
                .help("write the missing `\"` where the text ends")
        } else if self.is_lonely_quote(at) {
            finding("this `\"` closes a text that nothing opened").help("write the other `\"` where the text begins")
        } else {
            finding("this text has no closing `\"` on its line")
                .label("begins here")
                .help("a text ends on the line it begins; write `\\n` inside it for a new line, and `\\\"` for a quote")
        };
        self.findings.push(finding);
    }

    /// Whether an item that begins here has no braces.
    fn is_braceless(&self, start: usize) -> bool {
        let word =
            |at: usize| self.tokens.get(at).filter(|token| token.kind == TokenKind::Word).map(|token| token.text);
        let first = if word(start) == Some("replace") { word(start + 1) } else { word(start) };
        matches!(first, Some("value" | "event" | "window" | "retire" | "forbid" | "modify"))
    }

    /// Whether a token outside all brackets begins the next item.
    fn begins_next(&self, start: usize, at: usize, braceless: bool) -> bool {
        if self.starts_line(at) && self.looks_like_item(at) {
            return true;
        }
        if !braceless {
            return false;
        }
        let word = |at: Option<usize>| at.and_then(|at| self.tokens.get(at)).map_or("", |token| token.text);
        let (this, before) = (word(Some(at)), word(at.checked_sub(1)));
        match this {
            "before" | "after" | "instead" | "forbid" | "modify" | "always" | "while" => true,
            "at" => !matches!(word(Some(at + 1)), "least" | "most"),
            "in" => matches!(word(Some(at + 1)), "window") || word(Some(at + 2)) == "window",
            "every" | "window" => self.is_operand(at - 1) && at > start + 1,
            "times" => false,
            _ => {
                // Two operands side by side: no expression has that, so the second begins something new.
                let head = if word(Some(start)) == "replace" { 3 } else { 2 };
                let ordered = before == "reverse" && at.checked_sub(2).is_some_and(|at| word(Some(at)) == "following");
                // `says en "…" fr "…"`: the next language.
                let said = self.is_text(at - 1) && self.is_text(at + 1);
                at >= start + head && !ordered && !said && self.is_operand(at - 1) && self.is_free_word(at)
            }
        }
    }

    fn is_free_word(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Word && !words::is_reserved(token.text))
    }

    fn is_text(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| matches!(token.kind, TokenKind::Text { .. }))
    }

    /// Whether an expression can end with this token.
    fn is_operand(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| match token.kind {
            TokenKind::Word => !words::is_reserved(token.text) && token.text != "times",
            TokenKind::Number | TokenKind::Text { .. } | TokenKind::Close(_) => true,
            TokenKind::Open(_) | TokenKind::Sign => false,
        })
    }

    /// `ITEM_WORD NAME …` or `KIND NAME {`
    fn looks_like_item(&self, at: usize) -> bool {
        let Some(token) = self.tokens.get(at).filter(|token| token.kind == TokenKind::Word) else { return false };
        let next = self.tokens.get(at + 1);
        let next_is_word = next.is_some_and(|next| next.kind == TokenKind::Word);
        match token.text {
            "scenario" => next.is_some_and(|next| matches!(next.kind, TokenKind::Text { .. })),
            "every" | "window" => {
                let opens = |token: &Token<'_>| matches!(token.kind, TokenKind::Open('{' | '('));
                next_is_word && self.tokens.get(at + 2).is_some_and(opens)
            }
            word if words::ITEMS.contains(&word) => next_is_word,
            word => {
                let opens = self.tokens.get(at + 2).is_some_and(|token| token.kind == TokenKind::Open('{'));
                !words::is_reserved(word) && next.is_some_and(|_| self.is_free_word(at + 1)) && opens
            }
        }
    }

    /// Whether a token is the first of its line, without blanks before it.
    fn starts_line(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.indent == Some(0))
    }
}

/// Drops what spilled out of an item that was closed too early: it lies before a surplus `}` and is no item itself.
fn drop_spilled(tokens: &[Token<'_>], pieces: &mut Vec<Piece>) {
    pieces.retain(|piece| {
        let surplus_follows =
            tokens.get(piece.tokens.end).is_some_and(|token| matches!(token.kind, TokenKind::Close(_)));
        let first = tokens.get(piece.tokens.start).map_or("", |token| token.text);
        !(surplus_follows && piece.tokens.start > 0 && (words::begins_statement(first) || first == "else"))
    });
}

/// The bracket that closes an opening one.
fn closing(kind: TokenKind) -> Option<char> {
    match kind {
        TokenKind::Open('{') => Some('}'),
        TokenKind::Open('(') => Some(')'),
        TokenKind::Open('[') => Some(']'),
        _ => None,
    }
}

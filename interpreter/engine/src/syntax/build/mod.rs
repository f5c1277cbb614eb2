//! Pest's pairs to the syntax tree, one file per construct. The grammar guarantees the shape of the pairs; where a
//! part were missing all the same, builders give `None` and the item is reported as unreadable: nothing here panics.

use pest::iterators::Pair as PestPair;

use super::ast::{Name, Text};
use super::parse::Rule;
use super::tokens::Token;
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::source::{FileId, Span};
use crate::vocabulary::BIGGEST_NUMBER;

mod amounts;
mod expressions;
mod flow;
mod hooks;
mod items;
mod operators;
mod scenarios;
mod statements;

/// A pair of our grammar.
pub(super) type Pair<'i> = PestPair<'i, Rule>;

/// How long a flat chain (`a + b + c …`, `x.y.z …`, `else if …`) may be: later stages nest by it.
pub(super) const LONGEST_CHAIN: usize = 200;

/// What builders know: where the item lies in its file, and where findings go.
pub(super) struct Builder<'t> {
    pub file: FileId,
    /// First byte of the item in the file.
    pub base: usize,
    /// The tokens of the whole file.
    pub tokens: &'t [Token<'t>],
    /// The languages that texts are said in, wherever they stand.
    pub languages: &'t mut Vec<Name>,
    pub findings: &'t mut Findings,
}

impl Builder<'_> {
    /// The place of a pair, without the blanks and comments that pest leaves at its end.
    fn span(&self, pair: &Pair<'_>) -> Span {
        let span = pair.as_span();
        let (start, end) = (self.base + span.start(), self.base + span.end());
        let after = self.tokens.partition_point(|token| token.start < end);
        let last = after.checked_sub(1).and_then(|at| self.tokens.get(at));
        let trimmed = last.map_or(end, |token| token.end.min(end));
        Span::new(self.file, start, trimmed.max(start))
    }

    /// The first word of a longer stretch, for messages about where it begins.
    fn first_word(&self, span: Span) -> Span {
        let at = self.tokens.partition_point(|token| token.start < span.start as usize);
        self.tokens.get(at).map_or(span, |token| token.span(self.file))
    }

    fn name(&self, pair: &Pair<'_>) -> Name {
        let span = self.span(pair);
        Name { text: pair.as_str().trim_end().to_owned(), span }
    }

    /// The first name directly inside a pair.
    fn name_in(&self, pair: &Pair<'_>) -> Option<Name> {
        find(pair, Rule::name).map(|name| self.name(&name))
    }

    fn number(&mut self, pair: &Pair<'_>) -> i64 {
        let read = pair.as_str().parse().ok().filter(|number| *number <= BIGGEST_NUMBER);
        read.unwrap_or_else(|| {
            let span = self.span(pair);
            self.findings.push(
                Diagnostic::new(Code::NumberTooBig, span, format!("the number {} is too big", pair.as_str()))
                    .help(format!("the biggest number is {BIGGEST_NUMBER}")),
            );
            0
        })
    }

    fn text(&mut self, pair: &Pair<'_>) -> Text {
        let span = self.span(pair);
        let inside = pair.as_str().strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or("");
        let mut text = String::with_capacity(inside.len());
        let mut letters = inside.chars();
        while let Some(letter) = letters.next() {
            if letter != '\\' {
                text.push(letter);
                continue;
            }
            match letters.next() {
                Some('n') => text.push('\n'),
                Some(known @ ('"' | '\\')) => text.push(known),
                other => self.unknown_escape(span, other.unwrap_or(' ')),
            }
        }
        Text { text, span }
    }

    fn unknown_escape(&mut self, span: Span, letter: char) {
        self.findings.push(
            Diagnostic::new(Code::UnknownEscape, span, format!("`\\{letter}` means nothing in a text"))
                .help("in a text, write `\\\"` for a quote, `\\\\` for a backslash and `\\n` for a new line"),
        );
    }

    /// Reports a chain that later stages could not nest.
    fn chain_too_long(&mut self, span: Span, what: &str) {
        self.findings.push(
            Diagnostic::new(Code::TooDeep, span, format!("{what} is too long: more than {LONGEST_CHAIN} parts"))
                .help("cut it into parts with names: `let NAME is …`, or a `value` of its own"),
        );
    }
}

/// The first pair of a rule directly inside a pair.
fn find<'i>(pair: &Pair<'i>, rule: Rule) -> Option<Pair<'i>> {
    pair.clone().into_inner().find(|inner| inner.as_rule() == rule)
}

/// Whether a pair of a rule is directly inside a pair.
fn has(pair: &Pair<'_>, rule: Rule) -> bool {
    find(pair, rule).is_some()
}

/// All pairs of a rule directly inside a pair.
fn all<'i>(pair: &Pair<'i>, rule: Rule) -> impl Iterator<Item = Pair<'i>> + use<'i> {
    pair.clone().into_inner().filter(move |inner| inner.as_rule() == rule)
}

//! Patterns of spaces and edges: `#` runs from 1 to `count`, `#+1` is the next one and wraps.

use super::fields::{Fields, Reader};
use crate::diagnostic::{Code, Diagnostic};
use crate::manifest::model::{Literal, Name};
use crate::source::Span;

/// Why a pattern cannot be expanded.
pub(super) enum Fault {
    NoCount,
    NoEdge,
    BadStep,
}

impl Fault {
    pub(super) fn report(self, r: &mut Reader<'_>, f: &Fields<'_>, text: &str, span: Span) {
        let (message, help) = match self {
            Fault::NoCount => (
                format!("`#` in \"{text}\" runs from 1 to `count`, and {} does not say `count`", f.owner),
                "add for example: count = 4",
            ),
            Fault::NoEdge => (
                format!("\"{text}\" is not an edge"),
                "an edge is two spaces with ` - ` between them: \"camp_1 - camp_2\"",
            ),
            Fault::BadStep => (format!("\"{text}\" steps too far"), "after `#` write `+1` or `-1`, or nothing"),
        };
        r.findings.push(Diagnostic::new(Code::BadBoard, span, message).help(help));
    }
}

/// A name in which `#` may stand, cut at its marks.
pub(super) struct Pattern {
    /// Text before each mark, and the step of the mark.
    marks: Vec<(String, i32)>,
    rest: String,
    count: u16,
}

impl Pattern {
    pub(super) fn new(text: &str, count: Option<u16>) -> Result<Pattern, Fault> {
        let mut marks = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('#') {
            let (step, after) = step(after)?;
            marks.push((before.to_owned(), step));
            rest = after;
        }
        match count {
            None if !marks.is_empty() => Err(Fault::NoCount),
            _ => {
                let count = if marks.is_empty() { 1 } else { count.unwrap_or(1) };
                Ok(Pattern { marks, rest: rest.to_owned(), count })
            }
        }
    }

    /// What `#` stands for, one after the other; a pattern without `#` has one turn.
    pub(super) fn runs(&self) -> std::ops::Range<u16> {
        1..self.count + 1
    }

    /// The name for one turn.
    pub(super) fn at(&self, n: u16) -> String {
        let mut text = String::new();
        for (before, step) in &self.marks {
            text.push_str(before);
            let wrapped = (i32::from(n) - 1 + step).rem_euclid(i32::from(self.count).max(1)) + 1;
            text.push_str(&wrapped.to_string());
        }
        text + &self.rest
    }

    /// Whether a `#` stands in it.
    pub(super) fn has_marks(&self) -> bool {
        !self.marks.is_empty()
    }
}

/// `+1` or `-1` just after a `#`.
fn step(after: &str) -> Result<(i32, &str), Fault> {
    let Some(tail) = after.strip_prefix(['+', '-']) else { return Ok((0, after)) };
    let digits = tail.find(|c: char| !c.is_ascii_digit()).unwrap_or(tail.len());
    let (digits, rest) = tail.split_at(digits);
    let size: i32 = digits.parse().ok().filter(|size| (1..=99).contains(size)).ok_or(Fault::BadStep)?;
    Ok((if after.starts_with('-') { -size } else { size }, rest))
}

/// All the edges of `a_# - b_#+1`.
pub(super) fn edges(text: &str, span: Span, count: Option<u16>) -> Result<Vec<(Name, Name)>, Fault> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [a, "-", b] = words.as_slice() else { return Err(Fault::NoEdge) };
    let (a, b) = (Pattern::new(a, count)?, Pattern::new(b, count)?);
    let runs = if a.has_marks() { a.runs() } else { b.runs() };
    Ok(runs.map(|n| (Name { text: a.at(n), span }, Name { text: b.at(n), span })).collect())
}

/// A value with `#` filled in.
pub(super) fn filled(literal: &Literal, fill: &impl Fn(&String) -> String) -> Literal {
    match literal {
        Literal::Text(text, span) => Literal::Text(fill(text), *span),
        Literal::List(items, span) => Literal::List(items.iter().map(|item| filled(item, fill)).collect(), *span),
        other => other.clone(),
    }
}

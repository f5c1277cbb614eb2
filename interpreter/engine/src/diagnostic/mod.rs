//! What is wrong with a game's files, as data; the doors render it.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::source::Span;

pub mod codes;
pub mod suggest;
pub mod unseen;

pub use codes::Code;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The game cannot be played.
    Error,
    /// It can, but something is probably not meant.
    Warning,
}

/// One finding: where, what was meant, what was found, what to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub code: Code,
    pub severity: Severity,
    /// One sentence without a full stop at its end.
    pub message: String,
    /// The place the message is about.
    pub span: Span,
    /// A few words at that place; empty where the message says all.
    pub label: String,
    /// Other places that matter, each with its words.
    pub others: Vec<(Span, String)>,
    /// What to write instead, where it can be known.
    pub help: Option<String>,
    /// The other places where the same is wrong, in order, each once.
    pub also: Vec<Span>,
}

impl Diagnostic {
    /// A finding with the severity that its code has by default.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            severity: code.severity(),
            message: message.into(),
            span,
            label: String::new(),
            others: Vec::new(),
            help: None,
            also: Vec::new(),
        }
    }

    /// Whether it was found while reading a file, before names were looked up.
    fn is_of_reading(&self) -> bool {
        self.severity == Severity::Error && (self.code.id().starts_with("E01") || self.code.id().starts_with("E04"))
    }

    /// Words right at the place.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Another place that matters.
    #[must_use]
    pub fn other(mut self, span: Span, words: impl Into<String>) -> Self {
        self.others.push((span, words.into()));
        self
    }

    /// More places of the same mistake, told without words of their own.
    #[must_use]
    pub fn also(mut self, places: impl IntoIterator<Item = Span>) -> Self {
        self.also.extend(places);
        self
    }

    /// What to write instead.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Where findings are collected; sorted and stripped of repeats at the end.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    list: Vec<Diagnostic>,
}

impl Findings {
    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// Adds what a later stage found, if it found something.
    pub fn extend_with(&mut self, found: Option<Box<Diagnostic>>) {
        self.list.extend(found.map(|found| *found));
    }

    /// Whether any of them forbids playing.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|d| d.severity == Severity::Error)
    }

    /// Adds all of another collection.
    pub fn extend(&mut self, other: Findings) {
        self.list.extend(other.list);
    }

    /// All of them, as they came.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// Keeps those that are so.
    pub fn retain(&mut self, keep: impl FnMut(&Diagnostic) -> bool) {
        self.list.retain(keep);
    }

    /// What is wrong with one name is told at its first place, together with the others. `name` says which name a
    /// finding is about, where the name means nothing at all.
    pub fn fold_unknown(&mut self, name: impl Fn(&Diagnostic) -> Option<String>) {
        self.list.sort_by(|a, b| (a.span, a.code, &a.message).cmp(&(b.span, b.code, &b.message)));
        let mut first: BTreeMap<String, (usize, BTreeSet<Span>)> = BTreeMap::new();
        let mut kept: Vec<Diagnostic> = Vec::new();
        for finding in std::mem::take(&mut self.list) {
            let Some(name) = name(&finding).filter(|_| finding.severity == Severity::Error) else {
                kept.push(finding);
                continue;
            };
            match first.get_mut(&name) {
                Some((at, places)) => {
                    places.insert(finding.span);
                    // That a value is not among those possible says more than that nothing has its name.
                    if let Some(told) = kept.get_mut(*at)
                        && told.code == Code::UnknownWord
                        && finding.code == Code::NotAmongValues
                    {
                        *told = finding;
                    }
                }
                None => {
                    first.insert(name, (kept.len(), BTreeSet::from([finding.span])));
                    kept.push(finding);
                }
            }
        }
        for (at, places) in first.into_values() {
            if let Some(told) = kept.get_mut(at) {
                told.also = places.into_iter().filter(|place| *place != told.span).collect();
            }
        }
        self.list = kept;
    }

    /// One unknown name is one mistake, however often it is written: the first place stands for all.
    fn fold_repeats(&mut self) {
        let mut kept: Vec<Diagnostic> = Vec::new();
        for finding in std::mem::take(&mut self.list) {
            let same = |d: &&mut Diagnostic| d.code == finding.code && d.message == finding.message;
            match kept.iter_mut().find(same) {
                Some(first) if finding.severity == Severity::Error && finding.code.is_of_names() => {
                    first.also.push(finding.span);
                    first.also.extend(finding.also);
                }
                _ => kept.push(finding),
            }
        }
        for finding in &mut kept {
            finding.also.sort_unstable();
            finding.also.dedup();
        }
        self.list = kept;
    }

    /// How many there are, to come back to.
    pub fn mark(&self) -> usize {
        self.list.len()
    }

    /// Of the findings since a mark, forgets those that were there before, and lets the others say in which variant the
    /// mistake shows.
    pub fn only_in_variant(&mut self, mark: usize, variant: &str) {
        let new = self.list.split_off(mark.min(self.list.len()));
        for mut finding in new {
            let known = |d: &Diagnostic| {
                let same = d.message.strip_prefix(&finding.message);
                d.span == finding.span
                    && d.code == finding.code
                    && same.is_some_and(|end| end.is_empty() || end.starts_with(" (in the variant"))
            };
            if !self.list.iter().any(known) {
                finding.message.push_str(&format!(" (in the variant `{variant}`)"));
                self.list.push(finding);
            }
        }
    }

    /// By file and place, without exact repeats. Where reading a file found an error at a place, what later stages
    /// say about that very place is only what is left of the same mistake.
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.list.sort_by(|a, b| (a.span, a.code, &a.message).cmp(&(b.span, b.code, &b.message)));
        self.list.dedup_by(|a, b| a.span == b.span && a.code == b.code && a.message == b.message);
        self.fold_repeats();
        let unread: BTreeSet<Span> = self.list.iter().filter(|d| d.is_of_reading()).map(|d| d.span).collect();
        self.list.retain(|d| d.is_of_reading() || d.severity == Severity::Warning || !unread.contains(&d.span));
        self.list
    }
}

//! What is wrong with a game's files, as data; the doors render it.

use serde::Serialize;

use crate::source::Span;

pub mod codes;
pub mod suggest;

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
        }
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

    /// Whether any of them forbids playing.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|d| d.severity == Severity::Error)
    }

    /// Adds all of another collection.
    pub fn extend(&mut self, other: Findings) {
        self.list.extend(other.list);
    }

    /// By file and place, without exact repeats.
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.list.sort_by(|a, b| (a.span, a.code, &a.message).cmp(&(b.span, b.code, &b.message)));
        self.list.dedup_by(|a, b| a.span == b.span && a.code == b.code && a.message == b.message);
        self.list
    }
}

//! Which stretches of scripts a program can run: its clauses, for coverage.

use std::collections::BTreeSet;

use super::op::Op;
use super::{HookKind, Program};
use crate::source::Span;

impl Program {
    /// Statements that do or decide something, and hooks that modify or forbid; of those in each other the innermost.
    pub fn clauses(&self) -> Vec<Span> {
        // That a condition is not so is told of it, and done by nobody.
        let acts = |op: &Op| !op.is_pure() && !matches!(op, Op::NotSo { .. });
        let effects = self.ops.iter().zip(&self.spans).filter(|(op, _)| acts(op)).map(|(_, span)| *span);
        let silent = |kind: &HookKind| matches!(kind, HookKind::Modify(_) | HookKind::Forbid);
        let hooks = self.hooks.iter().filter(|hook| silent(&hook.kind)).map(|hook| hook.span);
        let all: BTreeSet<Span> = effects.chain(hooks).filter(|span| self.is_statement(*span)).collect();
        let list: Vec<Span> = all.into_iter().collect();
        let holds = |outer: &Span, inner: &Span| {
            outer != inner && outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
        };
        list.iter().filter(|span| !list.iter().any(|other| holds(span, other))).copied().collect()
    }

    /// Code that belongs to a head, not to a statement, stands at a bare name.
    fn is_statement(&self, span: Span) -> bool {
        let text = self.sources.slice(span);
        !text.is_empty() && !text.chars().all(|c| c.is_alphanumeric() || c == '_')
    }
}

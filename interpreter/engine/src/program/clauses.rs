//! Which stretches of scripts a program can run: its clauses, for coverage.

use std::collections::BTreeSet;

use super::op::Op;
use super::{HookKind, Program};
use crate::source::Span;

impl Program {
    /// Statements that do or decide something, and hooks that modify or forbid; of those in each other the innermost.
    pub fn clauses(&self) -> Vec<Span> {
        let effects = self.ops.iter().zip(&self.spans).filter(|(op, _)| is_effect(op)).map(|(_, span)| *span);
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

/// Whether an op does more than compute.
fn is_effect(op: &Op) -> bool {
    !matches!(
        op,
        Op::Nop
            | Op::Const { .. }
            | Op::Copy { .. }
            | Op::Me { .. }
            | Op::This { .. }
            | Op::Who { .. }
            | Op::Active { .. }
            | Op::Call { .. }
            | Op::Load { .. }
            | Op::LoadOf { .. }
            | Op::Attribute { .. }
            | Op::DesignAttribute { .. }
            | Op::SpaceAttribute { .. }
            | Op::EnumAttribute { .. }
            | Op::ListOfIndex { .. }
            | Op::Place { .. }
            | Op::Not { .. }
            | Op::Compare { .. }
            | Op::Arithmetic { .. }
            | Op::In { .. }
            | Op::IsKind { .. }
            | Op::IsDesign { .. }
            | Op::IsZone { .. }
            | Op::IsNone { .. }
            | Op::IsEmpty { .. }
            | Op::HasAbility { .. }
            | Op::Value { .. }
            | Op::Can { .. }
            | Op::CanRun { .. }
            | Op::ConstList { .. }
            | Op::NewList { .. }
            | Op::Push { .. }
            | Op::EndList { .. }
            | Op::Single { .. }
            | Op::Cards { .. }
            | Op::CardsOf { .. }
            | Op::PushCards { .. }
            | Op::OnlyCard { .. }
            | Op::Range { .. }
            | Op::Union { .. }
            | Op::ExceptItem { .. }
            | Op::ExceptList { .. }
            | Op::FilterTest { .. }
            | Op::AnyTest { .. }
            | Op::EveryTest { .. }
            | Op::CountTest { .. }
            | Op::AnyLine { .. }
            | Op::Count { .. }
            | Op::CountDistinct { .. }
            | Op::Fold { .. }
            | Op::FoldRead { .. }
            | Op::ExtremeRead { .. }
            | Op::Extreme { .. }
            | Op::SortByKeys { .. }
            | Op::SortTurns { .. }
            | Op::First { .. }
            | Op::Take { .. }
            | Op::Ends { .. }
            | Op::Share { .. }
            | Op::At { .. }
            | Op::Lookup { .. }
            | Op::IsUnitKind { .. }
            | Op::PushList { .. }
            | Op::Memory { .. }
            | Op::NewBundle { .. }
            | Op::PutBundle { .. }
            | Op::BundleAt { .. }
            | Op::InBundle { .. }
            | Op::BundleList { .. }
            | Op::Reached { .. }
            | Op::Nearest { .. }
            | Op::Jump { .. }
            | Op::JumpIf { .. }
            | Op::JumpIfNot { .. }
            | Op::JumpIfNone { .. }
            | Op::JumpCompare { .. }
            | Op::JumpAny { .. }
            | Op::JumpAnyLine { .. }
            | Op::Next { .. }
            | Op::Mark { .. }
            | Op::Release { .. }
            | Op::Yield { .. }
    )
}

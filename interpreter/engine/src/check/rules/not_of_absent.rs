//! `not` over a question about something that may be absent.
//!
//! ```text
//! choose c from me.hand
//! if not c.cost > 3 { … }                     # holds too where there was no card to choose
//! if c.cost <= 3 { … }                        # asks only of a card that is there
//! ```
//!
//! A question about something absent is always answered no, so its opposite is always a yes.

use std::collections::BTreeSet;

use super::{Game, reach};
use crate::check::tree::*;
use crate::check::walk;
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::ids::LocalId;
use crate::program::nouns::{Nouns, StateKind};

pub(super) fn look(game: &Game<'_>, findings: &mut Findings) {
    let nouns = &game.tree.nouns;
    reach::each_block(game.tree, &mut |_, block| {
        let absent = absent_locals(nouns, block);
        reach::each_statement(block, &mut |statement| {
            reach::exprs(statement).into_iter().for_each(|expr| in_expr(nouns, expr, &absent, findings));
        });
    });
    let none = BTreeSet::new();
    reach::each_loose_expr(game.tree, &mut |_, expr| in_expr(nouns, expr, &none, findings));
}

/// Locals of a routine that may turn out to be nothing.
fn absent_locals(nouns: &Nouns, block: &Block) -> BTreeSet<LocalId> {
    let mut absent = BTreeSet::new();
    reach::each_statement(block, &mut |statement| match &statement.kind {
        StatementKind::Choose { many: Many::One, local, .. } | StatementKind::Random { count: None, local, .. } => {
            absent.insert(*local);
        }
        StatementKind::Let { local, expr } if may_be_absent(nouns, expr, &absent) => {
            absent.insert(*local);
        }
        _ => {}
    });
    absent
}

fn may_be_absent(nouns: &Nouns, expr: &Expr, absent: &BTreeSet<LocalId>) -> bool {
    match &expr.kind {
        ExprKind::Local(id) => absent.contains(id),
        ExprKind::First(_) | ExprKind::OnlyCard(_) | ExprKind::Ends { count: None, .. } => true,
        ExprKind::Function(Function::GridStep | Function::Distance | Function::HolderOf, _) => true,
        ExprKind::State(id, _) => {
            nouns.states.get(id.index()).is_some_and(|state| matches!(state.kind, StateKind::Value(_)))
        }
        _ => false,
    }
}

fn in_expr(nouns: &Nouns, expr: &Expr, absent: &BTreeSet<LocalId>, findings: &mut Findings) {
    match &expr.kind {
        // `x is not none and not x.tapped` has asked before.
        ExprKind::And(a, b) if asks_first(a) || asks_first(b) => return,
        // `c is not creature` is a `Not` too, but nobody wrote the word in front of the question.
        ExprKind::Not(inner) if expr.span.start < inner.span.start => {
            if let Some(culprit) = reads_absent(nouns, inner, absent) {
                let message = "this `not` also holds where there is nothing to ask about";
                let finding = Diagnostic::new(Code::NotOfAbsent, expr.span, message)
                    .other(culprit.span, "this may be absent, and then the question inside is answered no")
                    .help("ask the opposite without `not` (`is not`, `<=` …), or ask first: `x is not none and not …`");
                findings.push(finding);
                return;
            }
        }
        _ => {}
    }
    walk::parts(expr).into_iter().for_each(|part| in_expr(nouns, part, absent, findings));
}

fn asks_first(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Not(inner) => matches!(inner.kind, ExprKind::IsNone(_)),
        ExprKind::And(a, b) => asks_first(a) || asks_first(b),
        _ => false,
    }
}

/// What the question reads that may be absent; sets cannot be, they are only empty.
fn reads_absent<'t>(nouns: &Nouns, expr: &'t Expr, absent: &BTreeSet<LocalId>) -> Option<&'t Expr> {
    match &expr.kind {
        ExprKind::IsNone(_)
        | ExprKind::IsEmpty(_)
        | ExprKind::Any { .. }
        | ExprKind::Every { .. }
        | ExprKind::Count(_)
        | ExprKind::CountDifferent { .. }
        | ExprKind::Fold { .. }
        | ExprKind::Filter { .. }
        | ExprKind::Can { .. }
        | ExprKind::CanRun { .. } => None,
        _ if may_be_absent(nouns, expr, absent) => Some(expr),
        _ => walk::parts(expr).into_iter().find_map(|part| reads_absent(nouns, part, absent)),
    }
}

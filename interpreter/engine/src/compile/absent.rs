//! Names that may be absent. Most ops see it in a register; where a whole set is read by way of such a name, and where a
//! question says no by a word (`is not`, `no`, `down`), the code asks first.

use super::code::Code;
use super::walk::children;
use crate::check::tree::{Expr, ExprKind, Statement, StatementKind};
use crate::ids::LocalId;
use crate::program::nouns::Type;
use crate::program::op::{Op, R};

impl Code<'_, '_> {
    /// A statement may leave this name absent.
    pub fn may_lack(&mut self, local: LocalId) {
        self.lacking.push(local);
    }

    /// Whether a question would be answered wrongly where a name it reads is absent.
    pub fn asks_absent_first(&self, question: &Expr) -> bool {
        if self.lacking.is_empty() || self.inlined > 0 {
            return false;
        }
        match &question.kind {
            // Negative words span the whole question; a `not` before it spans more, and means what it says.
            ExprKind::Not(inner) => inner.span == question.span && !matches!(inner.kind, ExprKind::IsNone(_)),
            ExprKind::Compare(..) => reads_set(question),
            ExprKind::IsEmpty(_) | ExprKind::Every { .. } => true,
            _ => false,
        }
    }

    /// A question that is answered no where a name it reads is absent.
    pub fn unless_absent(&mut self, question: &Expr, d: R, work: impl FnOnce(&mut Self)) {
        let absent = self.jumps_if_absent(question);
        work(self);
        if absent.is_empty() {
            return;
        }
        let over = self.emit(Op::Jump { to: 0 });
        self.land_all(absent);
        self.emit(Op::Const { d, v: 0 });
        self.land(over);
    }

    /// Jumps that are taken where a name that a question reads is absent.
    pub fn jumps_if_absent(&mut self, question: &Expr) -> Vec<usize> {
        let mut names = Vec::new();
        self.lacking_in(question, &mut names);
        names.into_iter().map(|s| self.emit(Op::JumpIfNone { s, to: 0 })).collect()
    }

    /// Statements about a set that belongs to an absent name are skipped. Gives the jumps to fill in.
    pub fn require_owners(&mut self, statement: &Statement) -> Vec<usize> {
        let set = match &statement.kind {
            StatementKind::Move { what, .. }
            | StatementKind::Turn { what, .. }
            | StatementKind::LookAt { what }
            | StatementKind::Reveal { what, .. }
            | StatementKind::Hide { what } => what,
            StatementKind::ForEach { set, .. } => set,
            StatementKind::Repeat { count: Some(count), .. } => count,
            _ => return Vec::new(),
        };
        let repeats = matches!(statement.kind, StatementKind::Repeat { .. });
        if self.lacking.is_empty() || !(repeats || super::is_list(&set.ty) || set.ty == Type::Zone) {
            return Vec::new();
        }
        let mut names = Vec::new();
        self.lacking_in(set, &mut names);
        names.into_iter().map(|s| self.emit(Op::Require { s, to: 0 })).collect()
    }

    fn lacking_in(&mut self, expr: &Expr, names: &mut Vec<R>) {
        match &expr.kind {
            ExprKind::IsNone(_) => {}
            ExprKind::Local(local) if self.lacking.contains(local) => {
                let r = self.local(*local);
                if !names.contains(&r) {
                    self.note_read(*local);
                    names.push(r);
                }
            }
            _ => children(expr).into_iter().for_each(|e| self.lacking_in(e, names)),
        }
    }
}

/// Whether an expression reads a whole set.
fn reads_set(expr: &Expr) -> bool {
    super::is_list(&expr.ty) || expr.ty == Type::Zone || children(expr).into_iter().any(reads_set)
}

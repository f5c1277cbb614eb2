//! Statements that take, look at or name the top of a pile: the pile refills first. Questions change nothing, so
//! conditions do not refill.

use super::code::Code;
use crate::check::tree::{End, Expr, ExprKind, OptionKind, Statement, StatementKind};
use crate::program::op::Op;

impl Code<'_, '_> {
    /// Lets the piles refill whose top a statement is about.
    pub fn refill_for(&mut self, statement: &Statement) {
        let by = statement.by.as_ref();
        match &statement.kind {
            // In these `me` is already whoever does it.
            StatementKind::With { set, .. } | StatementKind::ForEach { set, .. } if tops(set) => {
                self.with_doer(by, |code| code.refill_tops(set));
            }
            StatementKind::Choose { set, .. } | StatementKind::Random { set, .. } => self.refill_tops(set),
            StatementKind::Let { expr, .. } => self.refill_tops(expr),
            StatementKind::Reveal { what, .. }
            | StatementKind::LookAt { what }
            | StatementKind::Turn { what, .. }
            | StatementKind::Remember { what, .. } => self.refill_tops(what),
            // `move top N of Z` refills by itself, when what is there has been moved.
            StatementKind::Move { what, .. } if !matches!(what.kind, ExprKind::Ends { end: End::Top, .. }) => {
                self.refill_tops(what);
            }
            StatementKind::Swap { a, b } => {
                self.refill_tops(a);
                self.refill_tops(b);
            }
            StatementKind::Run { of, .. } | StatementKind::Tell { of, .. } => self.refill_tops(of),
            StatementKind::Call { args, .. } => args.iter().for_each(|arg| self.refill_tops(arg)),
            StatementKind::Offer { options, .. } => {
                for option in options {
                    if let OptionKind::Action { each: Some((_, set)), .. } = &option.kind
                        && tops(set)
                    {
                        self.with_doer(by, |code| code.refill_tops(set));
                    }
                }
            }
            _ => {}
        }
    }

    fn refill_tops(&mut self, set: &Expr) {
        match &set.kind {
            ExprKind::Ends { end: End::Top, count, zone } => {
                let refills = match &zone.kind {
                    ExprKind::Zone(id, _) => {
                        self.c.tree.nouns.zones.get(id.index()).is_some_and(|z| z.refill.is_some())
                    }
                    _ => false,
                };
                if refills {
                    let count = self.value_or(count.as_deref());
                    let place = self.value(zone);
                    self.emit(Op::Refill { count, place });
                }
            }
            ExprKind::Filter { set, .. } | ExprKind::First(set) | ExprKind::Take { set, .. } => self.refill_tops(set),
            ExprKind::Sorted { set, .. } => self.refill_tops(set),
            ExprKind::Except(set, _) => self.refill_tops(set),
            ExprKind::List(items) => items.iter().for_each(|item| self.refill_tops(item)),
            ExprKind::Union(a, b) => {
                self.refill_tops(a);
                self.refill_tops(b);
            }
            _ => {}
        }
    }
}

/// Whether a set is about the top of something.
fn tops(set: &Expr) -> bool {
    matches!(set.kind, ExprKind::Ends { .. }) || super::walk::children(set).iter().any(|e| tops(e))
}

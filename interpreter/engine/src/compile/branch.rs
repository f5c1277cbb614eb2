//! Conditions as jumps: comparisons and simple questions need no register for their answer.

use super::code::Code;
use crate::check::tree::{Expr, ExprKind, Function, Statement, StatementKind};
use crate::program::op::Op;

impl Code<'_, '_> {
    /// Goes elsewhere when a condition is yes (or, with `when` false, is not); the jumps are added to `out`.
    pub fn branch(&mut self, cond: &Expr, when: bool, out: &mut Vec<usize>) {
        if !self.asks_absent_first(cond) {
            return self.branch_kind(cond, when, out);
        }
        let absent = self.jumps_if_absent(cond);
        if when {
            self.branch_kind(cond, when, out);
            self.land_all(absent);
        } else {
            out.extend(absent);
            self.branch_kind(cond, when, out);
        }
    }

    fn branch_kind(&mut self, cond: &Expr, when: bool, out: &mut Vec<usize>) {
        let saved = std::mem::replace(&mut self.span, cond.span);
        match &cond.kind {
            ExprKind::Not(inner) => self.branch(inner, !when, out),
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                // One part decides it by being this; then the other is not asked.
                let decides = matches!(cond.kind, ExprKind::Or(..));
                if when == decides {
                    self.branch(a, when, out);
                    self.branch(b, when, out);
                } else {
                    let mut past = Vec::new();
                    self.branch(a, !when, &mut past);
                    self.branch(b, when, out);
                    self.land_all(past);
                }
            }
            ExprKind::Compare(how, a, b) if let (Some(a), Some(b)) = (self.known_number(a), self.known_number(b)) => {
                if how.holds(a, b) == when {
                    out.push(self.emit(Op::Jump { to: 0 }));
                }
            }
            ExprKind::Compare(how, a, b) => {
                let (a, b) = (self.operand(a), self.operand(b));
                out.push(self.emit(Op::JumpCompare { how: *how, when, a, b, to: 0 }));
            }
            ExprKind::IsNone(e) if when => {
                let s = self.operand(e);
                out.push(self.emit(Op::JumpIfNone { s, to: 0 }));
            }
            ExprKind::Function(Function::IsUp, args) if let [card] = &args[..] => {
                let card = self.operand(card);
                out.push(self.emit(Op::JumpIfUp { when, card, to: 0 }));
            }
            ExprKind::Const(answer) => {
                if (*answer == 1) == when {
                    out.push(self.emit(Op::Jump { to: 0 }));
                }
            }
            ExprKind::Value(value, args) => {
                let mut jumps = Vec::new();
                let written = self.inline(*value, args, None, |code, cond| code.branch(cond, when, &mut jumps));
                out.append(&mut jumps);
                match written {
                    Some(absent) if when => self.land_all(absent),
                    Some(absent) => out.extend(absent),
                    None => {
                        let s = self.operand(cond);
                        self.jump_on(s, when, out);
                    }
                }
            }
            ExprKind::Any { set, local, cond: test } => {
                let d = self.temp();
                if let (None, ExprKind::Value(value, args)) = (test, &set.kind)
                    && let Some(absent) = self.inline(*value, args, None, |code, set| code.any(set, *local, None, d))
                {
                    self.jump_on(d, when, out);
                    if when {
                        self.land_all(absent);
                    } else {
                        out.extend(absent);
                    }
                } else {
                    self.any(set, *local, test.as_deref(), d);
                    self.jump_on(d, when, out);
                }
            }
            _ => {
                let s = self.operand(cond);
                self.jump_on(s, when, out);
            }
        }
        self.span = saved;
    }

    /// The same, after which list memory is as it was before.
    pub fn branch_free(&mut self, cond: &Expr, when: bool, out: &mut Vec<usize>) {
        if let (ExprKind::And(a, b), false) = (&cond.kind, when)
            && !self.asks_absent_first(cond)
        {
            self.branch_free(a, when, out);
            return self.branch_free(b, when, out);
        }
        let (at, jumps) = (self.c.p.ops.len(), out.len());
        self.branch(cond, when, out);
        if self.builds_since(at) {
            // Lists are given back before it jumps: the answer waits in a register.
            (at..self.c.p.ops.len()).for_each(|i| self.erase(i));
            out.truncate(jumps);
            let s = self.given_back(|code| code.value(cond));
            self.jump_on(s, when, out);
        }
    }

    /// Jumps on the answer in a register; a question that has just been asked is asked by the jump itself.
    fn jump_on(&mut self, s: u16, when: bool, out: &mut Vec<usize>) {
        let last = self.c.p.ops.last().copied().filter(|_| self.follows_last());
        let fused = match last {
            Some(Op::AnyTest { d, list, test, r }) if d == s => Some(Op::JumpAny { when, list, test, r, to: 0 }),
            Some(Op::AnyLine { d, lines, test, r }) if d == s => Some(Op::JumpAnyLine { when, lines, test, r, to: 0 }),
            Some(Op::Compare { how, d, a, b }) if d == s => Some(Op::JumpCompare { how, when, a, b, to: 0 }),
            Some(Op::Not { d, s: of }) if d == s && of != s => {
                Some(if when { Op::JumpIfNot { s: of, to: 0 } } else { Op::JumpIf { s: of, to: 0 } })
            }
            _ => None,
        };
        if let (Some(op), Some(last)) = (fused, self.c.p.ops.len().checked_sub(1)) {
            self.erase(last);
            out.push(self.emit(op));
            return;
        }
        out.push(self.emit(if when { Op::JumpIf { s, to: 0 } } else { Op::JumpIfNot { s, to: 0 } }));
    }
}

/// Whether a condition is that the first statement behind it can be done.
pub(super) fn asks_for_first(cond: &Expr, body: &[Statement]) -> bool {
    match (&cond.kind, body.first()) {
        (
            ExprKind::Can { action, args, by: None },
            Some(Statement { kind: StatementKind::Call { action: called, args: given, .. }, by: None, .. }),
        ) => action == called && args == given,
        _ => false,
    }
}

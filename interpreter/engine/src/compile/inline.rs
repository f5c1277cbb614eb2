//! Values that nothing modifies are written out where they are asked for.

use super::code::Code;
use super::walk::children;
use crate::check::tree::{Expr, ExprKind};
use crate::ids::ValueId;
use crate::program::nouns::ABSENT;
use crate::program::op::{FIRST_CONSTANT, Op, R};

/// Parts of a value that is written out.
const PARTS: usize = 60;
/// Values written out in each other.
const DEPTH: u16 = 4;

impl Code<'_, '_> {
    /// Whether a value may be written out: nothing modifies or bounds it, and it is short.
    fn can_inline(&self, id: ValueId) -> bool {
        let tree = self.c.tree;
        let Some(value) = tree.values.get(id.index()) else { return false };
        let modified = self.c.p.values.get(id.index()).is_none_or(|info| !info.modifiers.is_empty());
        let mut left = PARTS;
        self.inlined < DEPTH
            && !modified
            && value.at_least.is_none()
            && value.at_most.is_none()
            && stands_alone(&value.expr, &mut left)
    }

    /// Writes a value out, if that may be: `work` gets its expression, with its parameters in registers. Gives the jumps
    /// that are taken where one of them is absent; `d`, if given, is absent then.
    pub fn inline(
        &mut self,
        id: ValueId,
        args: &[Expr],
        d: Option<R>,
        work: impl FnOnce(&mut Self, &Expr),
    ) -> Option<Vec<usize>> {
        let tree = self.c.tree;
        let value = tree.values.get(id.index()).filter(|_| self.can_inline(id))?;
        let first = self.temps(u16::try_from(value.locals.list.len()).unwrap_or(u16::MAX));
        let mut doubtful = Vec::new();
        let stand_ins = self.stand_ins.len();
        for (i, arg) in args.iter().enumerate() {
            let (mut place, s) = (first.saturating_add(i as R), self.value(arg));
            if s >= FIRST_CONSTANT {
                // It stays the same while the value is reckoned: no copy is needed.
                self.stand_ins.push((place, s));
                place = s;
            } else {
                self.emit(Op::Copy { d: place, s });
            }
            let certain = s >= FIRST_CONSTANT && matches!(arg.kind, ExprKind::Const(_)) || self.present.contains(&s);
            if certain {
                self.present.push(place);
            } else {
                doubtful.push(place);
            }
        }
        let mut absent = Vec::new();
        if let Some(d) = d.filter(|_| !doubtful.is_empty()) {
            self.emit(Op::Const { d, v: ABSENT });
        }
        for s in doubtful {
            absent.push(self.emit(Op::JumpIfNone { s, to: 0 }));
            self.present.push(s);
        }
        let locals = value.locals.list.iter().map(|l| l.ty.clone()).collect();
        let names = value.locals.list.iter().map(|l| l.name.clone()).collect();
        let saved = (
            std::mem::replace(&mut self.locals, locals),
            std::mem::replace(&mut self.names, names),
            std::mem::replace(&mut self.first_local, first),
        );
        self.inlined += 1;
        work(self, &value.expr);
        self.inlined -= 1;
        self.stand_ins.truncate(stand_ins);
        (self.locals, self.names, self.first_local) = saved;
        self.present.truncate(self.present.len().saturating_sub(args.len()));
        Some(absent)
    }
}

/// Whether an expression is short and reads nothing of whoever asks.
fn stands_alone(expr: &Expr, left: &mut usize) -> bool {
    if *left == 0 || matches!(expr.kind, ExprKind::Me | ExprKind::This | ExprKind::Who) {
        return false;
    }
    *left -= 1;
    children(expr).iter().all(|e| stands_alone(e, left))
}

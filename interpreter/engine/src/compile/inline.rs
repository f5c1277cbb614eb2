//! Values that nothing modifies are written out where they are asked for.

use super::code::Code;
use super::questions::Element;
use super::walk::children;
use crate::check::tree::{Expr, ExprKind, Locals};
use crate::ids::{LocalId, ValueId};
use crate::program::nouns::{ABSENT, Class, Type, Word};
use crate::program::op::{ME, Op, R};

/// Parts of a value that is written out.
const PARTS: usize = 60;
/// Values written out in each other.
pub(super) const DEPTH: u16 = 4;

impl<'t> Code<'_, 't> {
    /// Whether a value may be written out: nothing modifies or bounds it, and it is short.
    pub(super) fn can_inline(&self, id: ValueId) -> bool {
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

    /// The expression of a value that may be written out and depends on none of its arguments.
    pub(super) fn inlined_whole(&self, id: ValueId, args: &[Expr]) -> Option<&'t Expr> {
        let value = self.c.tree.values.get(id.index()).filter(|_| self.can_inline(id))?;
        let present = |local| self.present.contains(&self.local(local));
        args.iter().enumerate().all(|(i, arg)| self.is_idle(id, i, arg, &present)).then_some(&value.expr)
    }

    /// Writes something out in which other names mean something; they stand from a register on.
    pub(super) fn with_names(&mut self, names: &Locals, first: R, work: impl FnOnce(&mut Self)) {
        let types = names.list.iter().map(|l| l.ty.clone()).collect();
        let named = names.list.iter().map(|l| l.name.clone()).collect();
        let stored = names.list.iter().map(|l| l.stored).collect();
        let stored = std::mem::replace(&mut self.stored, stored);
        let tracked = std::mem::take(&mut self.tracked);
        let saved = (
            std::mem::replace(&mut self.locals, types),
            std::mem::replace(&mut self.names, named),
            std::mem::replace(&mut self.first_local, first),
        );
        self.inlined += 1;
        work(self);
        self.inlined -= 1;
        (self.locals, self.names, self.first_local) = saved;
        (self.stored, self.tracked) = (stored, tracked);
    }

    /// Whether an expression is never absent.
    pub(super) fn always_there(&self, expr: &Expr) -> bool {
        self.there_if(expr, &|local| self.present.contains(&self.local(local)))
    }

    /// The same, where it is told which names are present.
    fn there_if(&self, expr: &Expr, present: &dyn Fn(LocalId) -> bool) -> bool {
        match &expr.kind {
            ExprKind::Const(_) | ExprKind::ConstList(_) => true,
            ExprKind::Local(local) => present(*local),
            ExprKind::Me => !self.other_doer && self.present.contains(&ME),
            ExprKind::Attribute(attribute, of) => {
                let Type::Component(kinds) = &of.ty else { return false };
                let mut designs = self.c.tree.nouns.designs.iter().filter(|design| kinds.has(design.kind));
                let has = |words: &[Word]| words.get(attribute.index()).is_some_and(|word| *word != ABSENT);
                self.there_if(of, present) && designs.all(|design| has(&design.attributes))
            }
            _ => false,
        }
    }

    /// Whether a value that is written out does not depend on one of its arguments: it does not read it, and it is there.
    fn is_idle(&self, id: ValueId, param: usize, arg: &Expr, present: &dyn Fn(LocalId) -> bool) -> bool {
        let Some(value) = self.c.tree.values.get(id.index()) else { return false };
        !Element::Name(LocalId::from_index(param)).is_read_by(&value.expr) && self.there_if(arg, present)
    }

    /// Whether the answer to a condition of an action depends on its first parameter, which is present.
    pub(super) fn depends_on_member(&self, cond: &Expr) -> bool {
        let member = Element::Name(LocalId(0));
        match &cond.kind {
            ExprKind::Value(id, args) if self.inlined + 1 < DEPTH && self.can_inline(*id) => {
                let mut args = args.iter().enumerate();
                args.any(|(i, arg)| member.is_read_by(arg) && !self.is_idle(*id, i, arg, &|local| local == LocalId(0)))
            }
            _ => member.is_read_by(cond),
        }
    }

    /// Whether an expression is a name, or what is read of one.
    fn comes_of_name(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Local(_) => true,
            ExprKind::State(state, Some(of)) => {
                let of_game = self.c.tree.nouns.states.get(state.index()).is_none_or(|s| s.on == Class::Game);
                !of_game && self.comes_of_name(of)
            }
            ExprKind::Stuff(_, _, of) | ExprKind::Attribute(_, of) | ExprKind::SpaceAttribute(_, of) => {
                self.comes_of_name(of)
            }
            _ => false,
        }
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
            if self.is_idle(id, i, arg, &|local| self.present.contains(&self.local(local))) {
                self.present.push(first.saturating_add(i as R));
                continue;
            }
            let (mut place, s) = (first.saturating_add(i as R), self.operand(arg));
            if Some(s) == d {
                self.emit(Op::Copy { d: place, s });
            } else {
                // It stays the same while the value is reckoned: no copy is needed.
                self.stand_ins.push((place, s));
                place = s;
            }
            let certain = self.present.contains(&s) || self.always_there(arg);
            if certain {
                self.present.push(place);
            } else {
                doubtful.push(place);
            }
        }
        let mut absent = Vec::new();
        if args.len() == 1 && self.comes_of_name(&value.expr) {
            // What is read of something absent is absent by itself.
            self.present.append(&mut doubtful);
        }
        if let Some(d) = d.filter(|_| !doubtful.is_empty()) {
            self.emit(Op::Const { d, v: ABSENT });
        }
        for s in doubtful {
            absent.push(self.emit(Op::JumpIfNone { s, to: 0 }));
            self.present.push(s);
        }
        self.with_names(&value.locals, first, |code| work(code, &value.expr));
        self.stand_ins.truncate(stand_ins);
        self.present.truncate(self.present.len().saturating_sub(args.len()));
        Some(absent)
    }
}

/// Whether an expression reads nothing of the card or the event that the code around it belongs to.
pub(super) fn reads_nobody(expr: &Expr) -> bool {
    !matches!(expr.kind, ExprKind::This | ExprKind::Who) && children(expr).into_iter().all(reads_nobody)
}

/// Whether an expression is short and reads nothing of whoever asks.
fn stands_alone(expr: &Expr, left: &mut usize) -> bool {
    if *left == 0 || matches!(expr.kind, ExprKind::Me | ExprKind::This | ExprKind::Who) {
        return false;
    }
    *left -= 1;
    children(expr).iter().all(|e| stands_alone(e, left))
}

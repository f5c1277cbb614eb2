//! The simplest `together`: each chooses one thing, and then lays or notes it before them. Nobody's choice or what follows
//! from it reads what others do there, so all are asked first and then everything is done in turn; no lane needs a table
//! of its own.

use super::code::Code;
use super::walk::children;
use crate::check::tree::{Block, Expr, ExprKind, Many, Statement, StatementKind, Target};
use crate::ids::LocalId;
use crate::program::Many as Bounds;
use crate::program::nouns::{Class, Type};
use crate::program::op::Op;
use crate::vocabulary::Primitive;

impl Code<'_, '_> {
    /// Writes a `together` that is of this sort; whether it is.
    pub fn secret_choice(&mut self, actor: LocalId, set: &Expr, body: &Block) -> bool {
        let Some((first, rest)) = body.split_first() else { return false };
        let StatementKind::Choose { many: Many::One, local: chosen, set: from, blind: false, .. } = &first.kind else {
            return false;
        };
        if first.by.is_some() || from.ty == Type::Bundle || !rest.iter().all(|s| self.keeps_to_own(s, actor, *chosen)) {
            return false;
        }
        let list = self.list(set);
        let (local, d) = (self.local(actor), self.local(*chosen));
        self.settle_before();
        let over = self.emit(Op::Jump { to: 0 });
        let code = self.here();
        let options = self.list(from);
        self.emit(Op::Yield { s: options });
        self.land(over);
        let name = self.names.get(chosen.index()).cloned().unwrap_or_default();
        let info = self.choice(&name, &first.says, Bounds::One, super::choose::element(&from.ty), first.span);
        let members = self.members(from);
        if let Some(choice) = self.c.p.choices.get_mut(info as usize) {
            choice.members = members;
        }
        let saved = self.temps(4);
        self.emit(Op::Me { d: saved });
        self.emit(Op::AskAll { info, set: list, local, line: saved + 1, code });
        let top = self.here();
        let next = self.emit(Op::NextChoice { info, local, d, saved, exit: 0 });
        self.block(rest);
        self.emit(Op::Jump { to: top });
        self.land(next);
        true
    }

    /// Whether a statement asks nobody, is heard by nobody, and reads and writes only what is the actor's own.
    fn keeps_to_own(&self, statement: &Statement, actor: LocalId, chosen: LocalId) -> bool {
        let unwatched = |primitive: Primitive| self.c.p.actions.get(primitive as usize).is_some_and(|a| a.plain);
        let is = |e: &Expr, local: LocalId| matches!(e.kind, ExprKind::Local(l) if l == local);
        if statement.by.is_some() {
            return false;
        }
        match &statement.kind {
            StatementKind::Move { what, zone, in_any_order: false, .. } => {
                let own = matches!(&zone.kind, ExprKind::Zone(_, Some(of)) if is(of, actor));
                unwatched(Primitive::Move) && own && is(what, chosen) && self.c.p.each_piles.is_empty()
            }
            StatementKind::Set { target: Target::State(state, Some(of)), to } => {
                let on = self.c.tree.nouns.states.get(state.index()).map(|s| s.on);
                unwatched(Primitive::Set) && is(of, actor) && on == Some(Class::Actor) && reads_own(to, actor)
            }
            _ => false,
        }
    }
}

/// Whether an expression reads nothing but names, constants, what is printed, and states of the actor.
fn reads_own(expr: &Expr, actor: LocalId) -> bool {
    let own = match &expr.kind {
        ExprKind::Const(_)
        | ExprKind::Local(_)
        | ExprKind::Arithmetic(..)
        | ExprKind::Compare(..)
        | ExprKind::Attribute(..) => true,
        ExprKind::State(_, Some(of)) => matches!(of.kind, ExprKind::Local(l) if l == actor),
        _ => false,
    };
    own && children(expr).iter().all(|e| reads_own(e, actor))
}

//! Whether an expression always has a value: nothing in it can be absent.

use super::{Certain, Known, Scope};
use crate::check::tree::{Arithmetic, Expr, ExprKind, Fold, Function, HookKind, HookSource, ValueDef};
use crate::ids::ValueId;
use crate::program::nouns::{ABSENT, Class, StateKind, Type};

impl<'t> Certain<'_, '_> {
    /// What is known of what an expression gives.
    pub(super) fn known(&self, expr: &Expr, scope: &Scope<'t>) -> Known {
        match &expr.kind {
            ExprKind::Const(word) if *word != ABSENT => Known::Is(*word),
            ExprKind::Local(local) => scope.name(*local),
            ExprKind::This if scope.this => Known::This,
            _ if self.there(expr, scope) => Known::There,
            _ => Known::Maybe,
        }
    }

    pub(super) fn there(&self, expr: &Expr, scope: &Scope<'t>) -> bool {
        let there = |e: &Expr| self.there(e, scope);
        match &expr.kind {
            ExprKind::Const(word) => *word != ABSENT,
            ExprKind::ConstList(_) => true,
            ExprKind::Local(local) => scope.name(*local) != Known::Maybe,
            // Whoever asks sees to it that there is a doer.
            ExprKind::Me => true,
            ExprKind::This => scope.this,
            ExprKind::State(state, of) => {
                let def = self.c.tree.nouns.states.get(state.index());
                let always = def.is_some_and(|def| !matches!(def.kind, StateKind::Value(_)));
                always && of.as_ref().map_or(def.is_some_and(|def| def.on == Class::Game), |of| there(of))
            }
            ExprKind::Stuff(_, Class::Actor, of) | ExprKind::StuffGroup(_, Class::Actor, of) => there(of),
            ExprKind::InBundle(_, of) | ExprKind::Cards(of) | ExprKind::Count(of) | ExprKind::Lookup(_, of) => {
                there(of)
            }
            ExprKind::Attribute(attribute, of) => {
                let Type::Component(kinds) = &of.ty else { return false };
                let mut designs = self.c.tree.nouns.designs.iter().filter(|design| kinds.has(design.kind));
                there(of) && designs.all(|d| d.attributes.get(attribute.index()).is_some_and(|word| *word != ABSENT))
            }
            ExprKind::Zone(zone, of) => {
                let per = self.c.tree.nouns.zones.get(zone.index()).map(|zone| zone.per);
                match of {
                    None => per == Some(Class::Game),
                    Some(of) => per == Some(Class::Actor) && of.ty == Type::Actor && there(of),
                }
            }
            ExprKind::Filter { set, .. } | ExprKind::CountDifferent { set, .. } => there(set),
            ExprKind::Fold { fold: Fold::Sum, set, local, expr } => there(set) && self.there(expr, &scope.with(*local)),
            ExprKind::Except(a, b) | ExprKind::Union(a, b) => there(a) && there(b),
            ExprKind::Arithmetic(Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Times, a, b) => {
                there(a) && there(b)
            }
            ExprKind::List(items) => items.iter().all(there),
            ExprKind::Bundle(parts) => parts.iter().all(|(_, number)| there(number)),
            ExprKind::Function(Function::Round, _) => true,
            ExprKind::Function(Function::BundleCount, of) => of.iter().all(there),
            ExprKind::Function(Function::HolderOf, of) => match &of[..] {
                [card] => self.known(card, scope) == Known::This && self.asks_holder(scope),
                _ => false,
            },
            ExprKind::Value(value, args) => args.iter().all(there) && self.value_there(*value, scope),
            _ => false,
        }
    }

    /// A value whose arguments are there, with all that may modify it.
    fn value_there(&self, id: ValueId, scope: &Scope<'t>) -> bool {
        let (Some(def), Some(calls)) = (self.c.tree.values.get(id.index()), scope.calls.checked_sub(1)) else {
            return false;
        };
        // The card of a hook is another one than that of the body.
        let handed =
            |count: usize, this: bool| Scope { calls, moved: None, ..Scope::new(vec![Known::There; count], this) };
        let ValueDef { params, expr, .. } = def;
        self.reads_nobody(expr)
            && self.there(expr, &handed(*params, false))
            && self.c.tree.hooks.iter().all(|hook| match &hook.kind {
                HookKind::Modify { value, expr, .. } if *value == id => {
                    let lasting = matches!(hook.source, HookSource::Lasting { .. });
                    let this = matches!(hook.source, HookSource::Design { .. });
                    !lasting && self.reads_nobody(expr) && self.there(expr, &handed(*params, this))
                }
                _ => true,
            })
    }

    /// A value has no doer.
    fn reads_nobody(&self, expr: &Expr) -> bool {
        expr.kind != ExprKind::Me && super::super::walk::children(expr).into_iter().all(|e| self.reads_nobody(e))
    }
}

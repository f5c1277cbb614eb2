//! What an ability that is done in full asks of the table before anything is done: sets that must have a member.

use super::{Certain, Scope};
use crate::check::tree::{Expr, ExprKind, Statement};
use crate::compile::Compiler;
use crate::compile::walk::children;
use crate::ids::*;

/// A set that must have a member, in the words of the body or of an action that it calls with constants.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub set: Expr,
    pub call: Option<(ActionId, Vec<Expr>)>,
}

/// What must be so that a body can be done.
pub(crate) struct Outline {
    pub asks: Vec<Asked>,
    /// And somebody must hold the card that the body belongs to.
    pub held: bool,
    /// That is all: where it is so, nothing can fail.
    pub certain: bool,
}

/// In which frame a statement stands.
#[derive(Clone)]
pub(super) enum Within {
    Body,
    Called(ActionId, Vec<Expr>),
    /// Its arguments are not known when the body begins.
    Deeper,
}

impl Within {
    /// The frame of a call.
    pub(super) fn called(&self, action: ActionId, args: &[Expr]) -> Within {
        let constant = args.iter().all(|arg| matches!(arg.kind, ExprKind::Const(_)));
        if constant { Within::Called(action, args.to_vec()) } else { Within::Deeper }
    }
}

/// What the body of an ability asks.
pub(crate) fn outline(c: &Compiler<'_>, body: &[Statement]) -> Outline {
    let mut certain = Certain::new(c);
    certain.outline = Some(Vec::new());
    let all = certain.block(body, &mut Scope::new(Vec::new(), true));
    let certainly = all && certain.checks.is_empty();
    Outline { asks: certain.outline.unwrap_or_default(), held: certain.held.get(), certain: certainly }
}

impl<'t> Certain<'_, '_> {
    /// Notes that somebody must hold the card that the body belongs to, where the table tells so before the body begins.
    pub(super) fn asks_holder(&self, scope: &Scope<'t>) -> bool {
        let asks = self.outline.is_some() && scope.moved.as_ref().is_some_and(Vec::is_empty);
        self.held.set(self.held.get() || asks);
        asks
    }

    /// Notes that a set must have a member, where the table tells so before the body begins; whether it has one then, too.
    pub(super) fn ask(&mut self, set: &Expr, scope: &Scope<'t>) -> bool {
        let (params, call) = match &self.within {
            Within::Body => (0, None),
            Within::Called(action, args) => (args.len(), Some((*action, args.clone()))),
            Within::Deeper => return false,
        };
        let Some(moved) =
            scope.moved.as_ref().filter(|_| scope.always && only_asks_cards(self.c, set, params, &mut Vec::new()))
        else {
            return false;
        };
        // What left the set was not chosen, and what came to other zones is in none.
        let comes_in = moved.iter().any(|(_, to)| reads_zone(set, to.zone));
        if let Some(asks) = self.outline.as_mut().filter(|_| !comes_in) {
            asks.push(Asked { set: set.clone(), call });
            return moved.is_empty();
        }
        false
    }
}

/// Whether nothing but cards in zones and the first names are looked at, and more cards never mean fewer members. `bound`:
/// names that the expression itself gives.
fn only_asks_cards(c: &Compiler<'_>, expr: &Expr, names: usize, bound: &mut Vec<LocalId>) -> bool {
    match &expr.kind {
        ExprKind::Const(_) | ExprKind::Me | ExprKind::This => true,
        ExprKind::Local(local) => local.index() < names || bound.contains(local),
        ExprKind::Function(f, _) => c.players_always(*f).is_some(),
        ExprKind::Compare(_, a, b) => [a, b].into_iter().all(|e| is_printed(e, names, bound)),
        ExprKind::Except(set, item) => item.kind == ExprKind::This && only_asks_cards(c, set, names, bound),
        ExprKind::Filter { local, .. } | ExprKind::Any { local, .. } => {
            bound.push(*local);
            children(expr).into_iter().all(|part| only_asks_cards(c, part, names, bound))
        }
        ExprKind::Cards(_) | ExprKind::Zone(..) | ExprKind::HasAbility(..) | ExprKind::And(..) | ExprKind::Or(..) => {
            children(expr).into_iter().all(|part| only_asks_cards(c, part, names, bound))
        }
        _ => false,
    }
}

/// Whether an expression is a constant, a name, or what is printed on a card that a name stands for.
fn is_printed(expr: &Expr, names: usize, bound: &[LocalId]) -> bool {
    match &expr.kind {
        ExprKind::Const(_) => true,
        ExprKind::Local(local) => local.index() < names || bound.contains(local),
        ExprKind::Attribute(_, of) => matches!(of.kind, ExprKind::Local(_)) && is_printed(of, names, bound),
        _ => false,
    }
}

fn reads_zone(expr: &Expr, zone: ZoneId) -> bool {
    matches!(&expr.kind, ExprKind::Zone(id, _) if *id == zone)
        || children(expr).into_iter().any(|part| reads_zone(part, zone))
}

//! Whether two expressions mean the same, each with the names of its frame. Both frames have the same doer.

use super::{Held, Known, Scope, known};
use crate::check::tree::{Expr, ExprKind};
use crate::ids::LocalId;

/// Whether a condition is one that was found to hold.
pub(super) fn holds(cond: &Expr, scope: &Scope<'_>) -> bool {
    scope.held.iter().any(|held| equal(cond, &scope.names, held.cond, &held.names))
}

/// Whether an expression means the same as one of a condition that was found to hold.
pub(super) fn same(expr: &Expr, scope: &Scope<'_>, other: &Expr, held: &Held<'_>) -> bool {
    equal(expr, &scope.names, other, &held.names)
}

/// Whether a set was found to have a member.
pub(super) fn has_member(set: &Expr, scope: &Scope<'_>) -> bool {
    scope.held.iter().any(|held| same_members(set, &scope.names, held))
}

fn same_members(set: &Expr, names: &[Known], held: &Held<'_>) -> bool {
    let ExprKind::Any { set: other, local, cond } = &held.cond.kind else { return false };
    let (other, test) = match (&other.kind, cond) {
        (ExprKind::Filter { set, local, cond }, None) => (set, Some((*local, cond))),
        (_, cond) => (other, cond.as_ref().map(|cond| (*local, cond))),
    };
    match (&set.kind, test) {
        (ExprKind::Filter { set, local, cond }, Some((bound, test))) => {
            let (mut names, mut others) = (names.to_vec(), held.names.clone());
            bind(&mut names, *local, Known::Chosen(MEMBER));
            bind(&mut others, bound, Known::Chosen(MEMBER));
            equal(set, &names, other, &others) && equal(cond, &names, test, &others)
        }
        (_, None) => equal(set, names, other, &held.names),
        _ => false,
    }
}

/// Stands for any member of both sets.
const MEMBER: u16 = u16::MAX;

pub(super) fn bind(names: &mut Vec<Known>, local: LocalId, to: Known) {
    if names.len() <= local.index() {
        names.resize(local.index() + 1, Known::Maybe);
    }
    if let Some(place) = names.get_mut(local.index()) {
        *place = to;
    }
}

fn equal(a: &Expr, names: &[Known], b: &Expr, others: &[Known]) -> bool {
    use ExprKind as K;
    let both = |a: &Expr, b: &Expr| equal(a, names, b, others);
    let all = |a: &[Expr], b: &[Expr]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| both(a, b));
    match (&a.kind, &b.kind) {
        (K::Local(a), K::Local(b)) => {
            let (a, b) = (known(names, *a), known(others, *b));
            a == b && matches!(a, Known::Outer(_) | Known::Is(_) | Known::Chosen(_))
        }
        (K::Const(a), K::Const(b)) => a == b,
        (K::Me, K::Me) => true,
        (K::State(a, None), K::State(b, None)) => a == b,
        (K::State(a, Some(x)), K::State(b, Some(y))) => a == b && both(x, y),
        (K::Zone(a, None), K::Zone(b, None)) => a == b,
        (K::Zone(a, Some(x)), K::Zone(b, Some(y))) => a == b && both(x, y),
        (K::Attribute(a, x), K::Attribute(b, y)) => a == b && both(x, y),
        (K::Cards(x), K::Cards(y)) | (K::Count(x), K::Count(y)) | (K::Not(x), K::Not(y)) => both(x, y),
        (K::And(x, y), K::And(z, w)) | (K::Or(x, y), K::Or(z, w)) => both(x, z) && both(y, w),
        (K::Compare(a, x, y), K::Compare(b, z, w)) => a == b && both(x, z) && both(y, w),
        (K::Arithmetic(a, x, y), K::Arithmetic(b, z, w)) => a == b && both(x, z) && both(y, w),
        (K::Value(a, x), K::Value(b, y)) => a == b && all(x, y),
        (K::Function(a, x), K::Function(b, y)) => a == b && all(x, y),
        _ => false,
    }
}

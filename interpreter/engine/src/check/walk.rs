//! Going through the parts of a typed expression.

use crate::check::tree::{Compare, Expr, ExprKind, Order};
use crate::ids::{LocalId, ZoneId};
use crate::program::nouns::Word;

/// The parts right inside an expression.
pub fn parts(expr: &Expr) -> Vec<&Expr> {
    use ExprKind as K;
    match &expr.kind {
        K::Const(_)
        | K::ConstList(_)
        | K::Local(_)
        | K::Me
        | K::This
        | K::Who
        | K::Active
        | K::Supply(_)
        | K::State(_, None)
        | K::Memory(_, None)
        | K::Zone(_, None) => Vec::new(),
        K::State(_, Some(a))
        | K::Stuff(_, _, a)
        | K::StuffGroup(_, _, a)
        | K::InBundle(_, a)
        | K::Attribute(_, a)
        | K::SpaceAttribute(_, a)
        | K::EnumAttribute(_, _, a)
        | K::Memory(_, Some(a))
        | K::Zone(_, Some(a))
        | K::Cards(a)
        | K::CardsOfEach(_, a)
        | K::OnlyCard(a)
        | K::Not(a)
        | K::IsKind(_, a)
        | K::IsDesign(_, a)
        | K::IsUnitKind(_, a)
        | K::IsZone(_, a)
        | K::IsNone(a)
        | K::IsEmpty(a)
        | K::HasAbility(_, a)
        | K::Count(a)
        | K::First(a)
        | K::Lookup(_, a)
        | K::Lines { length: a, .. } => vec![a],
        K::And(a, b)
        | K::Or(a, b)
        | K::Compare(_, a, b)
        | K::Arithmetic(_, a, b)
        | K::In(a, b)
        | K::Range(a, b)
        | K::Union(a, b)
        | K::Except(a, b)
        | K::Index(a, b)
        | K::Filter { set: a, cond: b, .. }
        | K::CountDifferent { set: a, key: b, .. }
        | K::Fold { set: a, expr: b, .. }
        | K::Every { set: a, cond: b, .. }
        | K::Extreme { set: a, key: b, .. }
        | K::Take { count: b, set: a }
        | K::Reached { from: a, cond: b, .. } => vec![a, b],
        K::Sorted { set, order } => match &**order {
            Order::By { key, .. } => vec![set, key],
            Order::Natural | Order::Turns { .. } | Order::Any => vec![set],
        },
        K::List(list) | K::Value(_, list) | K::Function(_, list) => list.iter().collect(),
        K::Bundle(list) => list.iter().map(|(_, e)| e).collect(),
        K::Any { set, cond, .. } | K::Nearest { to: set, cond, .. } => {
            std::iter::once(&**set).chain(cond.as_deref()).collect()
        }
        K::Ends { count, zone, .. } => count.as_deref().into_iter().chain(std::iter::once(&**zone)).collect(),
        K::Can { args, by, .. } => args.iter().chain(by.as_deref()).collect(),
        K::CanRun { of, by, .. } => std::iter::once(&**of).chain(by.as_deref()).collect(),
    }
}

/// The set and local of a form that goes through a set, with what it asks of each.
pub fn asked(expr: &Expr) -> Option<(&Expr, LocalId, &Expr)> {
    match &expr.kind {
        ExprKind::Filter { set, local, cond } | ExprKind::Every { set, local, cond } => Some((set, *local, cond)),
        ExprKind::Any { set, local, cond: Some(cond) } => Some((set, *local, cond)),
        ExprKind::Fold { set, local, expr, .. } => Some((set, *local, expr)),
        ExprKind::CountDifferent { set, local, key } | ExprKind::Extreme { set, local, key, .. } => {
            Some((set, *local, key))
        }
        ExprKind::Sorted { set, order } => match &**order {
            Order::By { local, key, .. } => Some((set, *local, key)),
            Order::Natural | Order::Turns { .. } | Order::Any => None,
        },
        _ => None,
    }
}

fn is_local(expr: &Expr, at: usize) -> bool {
    matches!(expr.kind, ExprKind::Local(id) if id.index() == at)
}

/// The one constant that a local must be for a condition to hold, where it says so: `counter is points and …`.
pub fn wanted_word(cond: &Expr, at: usize) -> Option<Word> {
    match &cond.kind {
        ExprKind::And(a, b) => wanted_word(a, at).or_else(|| wanted_word(b, at)),
        ExprKind::Compare(Compare::Is, a, b) if is_local(a, at) => match b.kind {
            ExprKind::Const(word) => Some(word),
            _ => None,
        },
        _ => None,
    }
}

/// The zone that a local must be, or be one of: `to is discard`.
pub fn wanted_zone(cond: &Expr, at: usize) -> Option<ZoneId> {
    match &cond.kind {
        ExprKind::And(a, b) => wanted_zone(a, at).or_else(|| wanted_zone(b, at)),
        ExprKind::IsZone(zone, of) if is_local(of, at) => Some(*zone),
        ExprKind::Compare(Compare::Is, a, b) if is_local(a, at) => match b.kind {
            ExprKind::Zone(zone, _) => Some(zone),
            _ => None,
        },
        _ => None,
    }
}

/// Which of the first names a condition asks first whether it is the card that the hook stands on, or (with `false`) is not.
pub fn about_this(cond: &Expr, names: usize) -> Option<(u16, bool)> {
    match &cond.kind {
        ExprKind::And(a, _) => about_this(a, names),
        ExprKind::Compare(how @ (Compare::Is | Compare::IsNot), a, b) => {
            let name = if matches!(b.kind, ExprKind::This) { a } else { b };
            let other = if matches!(b.kind, ExprKind::This) { b } else { a };
            let at = (0..names).find(|at| is_local(name, *at))?;
            let at = u16::try_from(at).ok().filter(|_| matches!(other.kind, ExprKind::This))?;
            Some((at, *how == Compare::Is))
        }
        _ => None,
    }
}

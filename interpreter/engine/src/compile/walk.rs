//! The parts of an expression, for questions about whole expressions.

use crate::check::tree::{Expr, ExprKind, Order};

/// The expressions directly inside another.
pub(crate) fn children(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Const(_)
        | ExprKind::ConstList(_)
        | ExprKind::Local(_)
        | ExprKind::Me
        | ExprKind::This
        | ExprKind::Who
        | ExprKind::Active
        | ExprKind::Supply(_) => Vec::new(),
        ExprKind::State(_, of) | ExprKind::Memory(_, of) | ExprKind::Zone(_, of) => of.iter().map(|e| &**e).collect(),
        ExprKind::Stuff(_, _, e)
        | ExprKind::StuffGroup(_, _, e)
        | ExprKind::InBundle(_, e)
        | ExprKind::Attribute(_, e)
        | ExprKind::SpaceAttribute(_, e)
        | ExprKind::EnumAttribute(_, _, e)
        | ExprKind::Cards(e)
        | ExprKind::CardsOfEach(_, e)
        | ExprKind::OnlyCard(e)
        | ExprKind::Not(e)
        | ExprKind::IsKind(_, e)
        | ExprKind::IsDesign(_, e)
        | ExprKind::IsUnitKind(_, e)
        | ExprKind::IsZone(_, e)
        | ExprKind::IsNone(e)
        | ExprKind::IsEmpty(e)
        | ExprKind::HasAbility(_, e)
        | ExprKind::Count(e)
        | ExprKind::First(e)
        | ExprKind::Lookup(_, e) => vec![e],
        ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Compare(_, a, b)
        | ExprKind::Arithmetic(_, a, b)
        | ExprKind::In(a, b)
        | ExprKind::Range(a, b)
        | ExprKind::Union(a, b)
        | ExprKind::Except(a, b)
        | ExprKind::Index(a, b) => vec![a, b],
        ExprKind::List(items) | ExprKind::Value(_, items) | ExprKind::Function(_, items) => items.iter().collect(),
        ExprKind::Bundle(parts) => parts.iter().map(|(_, e)| e).collect(),
        ExprKind::Filter { set, cond, .. } | ExprKind::Every { set, cond, .. } => vec![set, cond],
        ExprKind::CountDifferent { set, key, .. } | ExprKind::Extreme { set, key, .. } => vec![set, key],
        ExprKind::Fold { set, expr, .. } => vec![set, expr],
        ExprKind::Any { set, cond, .. } => std::iter::once(&**set).chain(cond.iter().map(|e| &**e)).collect(),
        ExprKind::Sorted { set, order } => match &**order {
            Order::By { key, .. } => vec![set, key],
            Order::Natural | Order::Turns { .. } | Order::Any => vec![set],
        },
        ExprKind::Take { count, set } => vec![count, set],
        ExprKind::Ends { count, zone, .. } => count.iter().map(|e| &**e).chain(std::iter::once(&**zone)).collect(),
        ExprKind::Can { args, by, .. } => args.iter().chain(by.iter().map(|e| &**e)).collect(),
        ExprKind::CanRun { of, by, .. } => std::iter::once(&**of).chain(by.iter().map(|e| &**e)).collect(),
        ExprKind::Reached { from, cond, .. } => vec![from, cond],
        ExprKind::Nearest { to, cond, .. } => std::iter::once(&**to).chain(cond.iter().map(|e| &**e)).collect(),
        ExprKind::Lines { length, .. } => vec![length],
    }
}

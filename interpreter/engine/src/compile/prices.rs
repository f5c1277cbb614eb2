//! What it costs to take an option, as far as that is known before: the payments that its action surely asks its doer for, as
//! expressions that are answered while somebody is asked. Where one turns on something that happens on the way there is no price.

use std::collections::BTreeSet;

use super::code::Code;
use super::fallible::{CALLS, contains};
use super::{Compiler, choose, walk};
use crate::check::tree::{
    Amount, Expr, ExprKind, Locals, OptionKind, Order, Statement, StatementKind, Tree, What, blocks,
};
use crate::ids::*;
use crate::program::nouns::ABSENT;
use crate::program::{PaidIn, Payment, Price};
use crate::source::Span;

/// Prices of all actions and options, and which actions are on offer for the cards of a zone.
pub(super) fn of_offers(c: &mut Compiler<'_>) {
    let tree = c.tree;
    for (i, action) in tree.actions.iter().enumerate() {
        let Some(body) = &action.body else { continue };
        let price = price(c, &action.locals, action.params, body);
        if let Some(info) = c.p.actions.get_mut(i) {
            info.price = price;
        }
    }
    let mut blocks: Vec<(Span, Price)> = Vec::new();
    for body in tree.bodies() {
        options(c, body, &mut blocks);
    }
    for option in c.p.offers.iter_mut().flat_map(|offer| &mut offer.options).filter(|option| option.action.is_none()) {
        option.price = blocks.iter().find(|(span, _)| *span == option.span).map(|(_, price)| price.clone());
    }
}

fn options(c: &mut Compiler<'_>, block: &[Statement], found: &mut Vec<(Span, Price)>) {
    for statement in block {
        if let StatementKind::Offer { options, .. } = &statement.kind {
            for option in options {
                match &option.kind {
                    OptionKind::Block { body, .. } => {
                        let price = price(c, &Locals::default(), 0, body);
                        found.extend(price.map(|price| (option.span, price)));
                    }
                    OptionKind::Action { action, args, each: Some((local, set)), .. } if matches!(&args[..], [Expr { kind: ExprKind::Local(arg), .. }] if arg == local) =>
                    {
                        let on_offer = choose::zone_of(set).map(|zone| (zone, *action));
                        let priced = c.p.actions.get(action.index()).is_some_and(|info| info.price.is_some());
                        c.p.on_offer.extend(on_offer.filter(|new| priced && !c.p.on_offer.contains(new)));
                    }
                    OptionKind::Action { .. } => {}
                }
            }
        }
        for inner in blocks(statement) {
            options(c, inner, found);
        }
    }
}

/// The price of a body; none where it asks for nothing, or for what is not known.
fn price(c: &mut Compiler<'_>, locals: &Locals, params: usize, body: &[Statement]) -> Option<Price> {
    let parts = payments(c.tree, params, body, CALLS)?;
    let mut price = Price::default();
    let mut attributes = BTreeSet::new();
    for Part { expr, what, own } in parts {
        let none = Locals::default();
        let mut code = Code::new(c, if own { locals } else { &none }, expr.span);
        let start = code.pure(expr);
        let registers = code.registers();
        let question = c.answer(start, registers, expr);
        price.payments.push(Payment { question, what });
        read(c.tree, expr, &mut attributes, &mut Vec::new());
    }
    price.attributes = attributes.into_iter().collect();
    (!price.payments.is_empty()).then_some(price)
}

/// One payment.
struct Part<'t> {
    expr: &'t Expr,
    what: PaidIn,
    /// It may read the parameters of the body.
    own: bool,
}

/// What a body surely pays, in its order; `None` where that is not known. Only what stands before the first effect may turn on how
/// things are.
fn payments<'t>(tree: &'t Tree, params: usize, body: &'t [Statement], calls: u8) -> Option<Vec<Part<'t>>> {
    let (mut parts, mut lets) = (Vec::new(), Vec::new());
    let mut changed = false;
    for statement in body {
        match &statement.kind {
            StatementKind::Needs { .. } => {}
            StatementKind::Let { local, expr } if !changed => lets.push((*local, expr)),
            // What others pay costs them.
            StatementKind::Pay { .. } | StatementKind::PayMix { .. } if statement.by.is_some() => changed = true,
            StatementKind::Pay { amount, .. } => {
                let part = part(params, amount, &lets)?;
                if changed && !is_constant(part.expr) {
                    return None;
                }
                parts.push(part);
            }
            StatementKind::PayMix { .. } => return None,
            StatementKind::Call { action, .. } if statement.by.is_none() => {
                let called = tree.actions.get(action.index()).and_then(|def| def.body.as_ref());
                let inner = match called {
                    Some(body) if calls > 0 => payments(tree, 0, body, calls - 1)?,
                    Some(_) => return None,
                    None => Vec::new(),
                };
                if inner.iter().any(|part| changed && !is_constant(part.expr)) {
                    return None;
                }
                parts.extend(inner.into_iter().map(|part| Part { own: false, ..part }));
                changed = true;
            }
            // What may be paid for more is no part of the price.
            StatementKind::May { .. } | StatementKind::Do { .. } => changed = true,
            _ if blocks(statement).iter().any(|block| contains(block, &pays)) => return None,
            _ => changed = true,
        }
    }
    Some(parts)
}

fn pays(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::Pay { .. } | StatementKind::PayMix { .. })
}

/// A payment of what the parameters alone say.
fn part<'t>(params: usize, amount: &'t Amount, lets: &[(LocalId, &'t Expr)]) -> Option<Part<'t>> {
    let named = |id: LocalId| lets.iter().find(|(local, _)| *local == id).map(|(_, expr)| *expr);
    let expr = match amount.number.kind {
        ExprKind::Local(id) => named(id).unwrap_or(&amount.number),
        _ => &amount.number,
    };
    let mut bound = Vec::new();
    let known = |id: LocalId, bound: &[LocalId]| id.index() < params || bound.contains(&id);
    if !only_reads(expr, &mut bound, &known) || matches!(expr.kind, ExprKind::Const(ABSENT)) {
        return None;
    }
    let what = match &amount.what {
        What::Counter(state) => PaidIn::Counter(*state),
        What::Stuff(stuff) => PaidIn::Stuff(*stuff),
        What::Group(group) => PaidIn::Group(*group),
        What::Bundle => PaidIn::Bundle,
        What::Named(_) => return None,
    };
    // Without parameters it has no names at all.
    (params > 0 || bound.is_empty()).then_some(Part { expr, what, own: params > 0 })
}

/// Whether all names in an expression are known; those that it binds itself are added.
fn only_reads(expr: &Expr, bound: &mut Vec<LocalId>, known: &impl Fn(LocalId, &[LocalId]) -> bool) -> bool {
    match &expr.kind {
        ExprKind::Local(id) => return known(*id, bound),
        ExprKind::This | ExprKind::Who => return false,
        ExprKind::Filter { local, .. }
        | ExprKind::CountDifferent { local, .. }
        | ExprKind::Fold { local, .. }
        | ExprKind::Any { local, .. }
        | ExprKind::Every { local, .. }
        | ExprKind::Extreme { local, .. }
        | ExprKind::Nearest { local, .. } => bound.push(*local),
        ExprKind::Reached { a, b, .. } => bound.extend([*a, *b]),
        ExprKind::Sorted { order, .. } => {
            if let Order::By { local, .. } = &**order {
                bound.push(*local);
            }
        }
        _ => {}
    }
    walk::children(expr).into_iter().all(|child| only_reads(child, bound, known))
}

fn is_constant(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Const(_) | ExprKind::ConstList(_))
        || matches!(&expr.kind, ExprKind::Bundle(parts) if parts.iter().all(|(_, number)| is_constant(number)))
}

/// The attributes of cards that an expression reads, in the values that it names, too.
fn read(tree: &Tree, expr: &Expr, found: &mut BTreeSet<AttributeId>, seen: &mut Vec<ValueId>) {
    match &expr.kind {
        ExprKind::Attribute(attribute, _) => {
            found.insert(*attribute);
        }
        ExprKind::Value(value, _) if !seen.contains(value) => {
            seen.push(*value);
            if let Some(def) = tree.values.get(value.index()) {
                read(tree, &def.expr, found, seen);
            }
        }
        _ => {}
    }
    walk::children(expr).into_iter().for_each(|child| read(tree, child, found, seen));
}

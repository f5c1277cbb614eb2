//! What statements may change and what conditions look at, roughly.

use crate::check::tree::{
    Expr, ExprKind, Function, HookKind, HookSource, Primitive, Statement, StatementKind, What, blocks,
};
use crate::compile::Compiler;
use crate::compile::walk::children;
use crate::ids::*;
use crate::program::changed::Changed;
use crate::program::nouns::Class;

/// Values in each other that are followed; beyond that anything may be looked at.
const VALUES: u8 = 4;

/// What the rules that act at settle points may change.
pub(super) fn by_rules(c: &Compiler<'_>) -> Changed {
    if !c.rules_settle {
        return Changed::NOTHING;
    }
    if !c.p.fills.is_empty() {
        return Changed::ALL;
    }
    let put_off = c.tree.bodies().fold(Changed::NOTHING, |all, body| all | by_putting_off(c, body));
    let rules = c.tree.hooks.iter().filter_map(|hook| match &hook.kind {
        HookKind::Always { body, .. } => Some(body),
        _ => None,
    });
    rules.flatten().fold(put_off, |all, statement| all | by_statement(c, statement))
}

/// What a block puts off, at any depth.
fn by_putting_off(c: &Compiler<'_>, block: &[Statement]) -> Changed {
    block.iter().fold(Changed::NOTHING, |all, statement| {
        let itself = match &statement.kind {
            StatementKind::Later { body, .. } => {
                body.iter().fold(Changed::NOTHING, |all, statement| all | by_statement(c, statement))
            }
            _ => Changed::NOTHING,
        };
        blocks(statement).into_iter().fold(all | itself, |all, block| all | by_putting_off(c, block))
    })
}

pub(super) fn by_statement(c: &Compiler<'_>, statement: &Statement) -> Changed {
    let unheard = |primitive: Primitive| c.p.actions.get(primitive as usize).is_some_and(|info| info.plain);
    match &statement.kind {
        StatementKind::Needs { .. } | StatementKind::Let { .. } => Changed::NOTHING,
        // Somebody else may do anything before answering, as far as is known here.
        StatementKind::Choose { .. } if statement.by.is_none() => Changed::NOTHING,
        StatementKind::Gain { lose, amounts, on: None, .. }
            if unheard(if *lose { Primitive::Lose } else { Primitive::Gain }) =>
        {
            amounts.iter().fold(Changed::NOTHING, |all, amount| all | of_what(c, &amount.what))
        }
        StatementKind::Pay { amount, .. } if unheard(Primitive::Pay) => of_what(c, &amount.what),
        // What a card bears may be lost on the way.
        StatementKind::Move { .. } if unheard(Primitive::Move) && unheard(Primitive::Shuffle) => on_cards(c),
        StatementKind::If { body, otherwise, .. } => {
            body.iter().chain(otherwise).fold(Changed::NOTHING, |all, statement| all | by_statement(c, statement))
        }
        _ => Changed::ALL,
    }
}

/// Cards, and all that stands on them.
fn on_cards(c: &Compiler<'_>) -> Changed {
    let states = c.tree.nouns.states.iter().enumerate().filter(|(_, def)| def.on == Class::Component);
    let states = states.map(|(i, _)| Changed::state(StateId::from_index(i)));
    states.fold(Changed::CARDS | Changed::HOOKED, |all, state| all | state)
}

fn of_what(c: &Compiler<'_>, what: &What) -> Changed {
    match what {
        What::Counter(state) => Changed::state(*state),
        What::Stuff(stuff) => of_stuff(c, *stuff),
        What::Group(group) => of_group(c, *group),
        What::Bundle | What::Named(_) => Changed::ALL,
    }
}

fn of_stuff(c: &Compiler<'_>, stuff: StuffId) -> Changed {
    let on = c.tree.nouns.stuff.get(stuff.index()).map_or(&[][..], |stuff| &stuff.on);
    on.iter().fold(Changed::NOTHING, |all, (_, state)| all | Changed::state(*state))
}

fn of_group(c: &Compiler<'_>, group: StuffGroupId) -> Changed {
    let members = c.tree.nouns.stuff_groups.get(group.index()).map_or(&[][..], |group| &group.members);
    members.iter().fold(Changed::NOTHING, |all, stuff| all | of_stuff(c, *stuff))
}

/// What the answer to an expression depends on.
pub(super) fn by_reading(c: &Compiler<'_>, expr: &Expr) -> Changed {
    reads(c, expr, VALUES)
}

fn reads(c: &Compiler<'_>, expr: &Expr, values: u8) -> Changed {
    let parts = || children(expr).into_iter().fold(Changed::NOTHING, |all, part| all | reads(c, part, values));
    match &expr.kind {
        ExprKind::Const(_) | ExprKind::ConstList(_) | ExprKind::Local(_) | ExprKind::Me | ExprKind::This => {
            Changed::NOTHING
        }
        // It stays the same while somebody does something.
        ExprKind::Function(Function::Round, _) => Changed::NOTHING,
        ExprKind::State(state, _) => parts() | Changed::state(*state),
        ExprKind::Stuff(stuff, ..) => parts() | of_stuff(c, *stuff),
        ExprKind::StuffGroup(group, ..) => parts() | of_group(c, *group),
        ExprKind::Zone(..) | ExprKind::Cards(_) | ExprKind::Attribute(..) | ExprKind::HasAbility(..) => {
            parts() | Changed::CARDS
        }
        ExprKind::Count(_)
        | ExprKind::Compare(..)
        | ExprKind::Arithmetic(..)
        | ExprKind::And(..)
        | ExprKind::Or(..)
        | ExprKind::Not(_)
        | ExprKind::Any { .. }
        | ExprKind::Every { .. }
        | ExprKind::Filter { .. }
        | ExprKind::IsEmpty(_) => parts(),
        ExprKind::Value(value, _) => parts() | of_value(c, *value, values),
        _ => Changed::ALL,
    }
}

/// A value, with all that may modify it.
fn of_value(c: &Compiler<'_>, id: ValueId, values: u8) -> Changed {
    let (Some(def), Some(values)) = (c.tree.values.get(id.index()), values.checked_sub(1)) else { return Changed::ALL };
    let bounds = [&def.at_least, &def.at_most].into_iter().flatten();
    let mut all = bounds.fold(reads(c, &def.expr, values), |all, bound| all | reads(c, bound, values));
    for hook in &c.tree.hooks {
        let HookKind::Modify { value, expr, .. } = &hook.kind else { continue };
        if *value != id {
            continue;
        }
        all |= match hook.source {
            HookSource::Rule => Changed::NOTHING,
            HookSource::Design { .. } => Changed::CARDS,
            HookSource::Lasting { .. } => Changed::ALL,
        };
        all |= reads(c, expr, values) | hook.cond.as_ref().map_or(Changed::NOTHING, |cond| reads(c, cond, values));
        if hook.limit.is_some() {
            return Changed::ALL;
        }
    }
    all
}

//! What can turn out to be impossible, told from the tree.

use std::borrow::Cow;

use super::Compiler;
use crate::check::tree::{
    AbilityBody, Amount, Block, Expr, ExprKind, HookKind, OptionKind, Order, Question, Statement, StatementKind,
    Target, Tree, What, blocks,
};
use crate::program::nouns::Type;
use crate::program::nouns::scenarios::{GivenThing, GivenWhat, LineKind, Scenario};

/// Whether `needs`, `pay` or `must` occur in a block, at any depth that is part of it.
pub(crate) fn has_conditions(block: &[Statement]) -> bool {
    block.iter().any(|s| {
        matches!(
            s.kind,
            StatementKind::Needs { .. }
                | StatementKind::Pay { .. }
                | StatementKind::PayMix { .. }
                | StatementKind::Must { .. }
        ) || blocks(s).iter().any(|b| has_conditions(b))
    })
}

/// What pure code can ask before anything is done.
pub(crate) enum Condition<'t> {
    Holds(Cow<'t, Expr>),
    /// This can be paid.
    Paid(&'t Amount),
}

/// The conditions that a body begins with: every `needs`, then at most one `must run`, which asks for nothing but the conditions
/// of the ability itself, or one payment, if `pays` says so.
pub(crate) struct Head<'t> {
    pub conditions: Vec<Condition<'t>>,
    /// No other condition follows: what the body needs is told before anything is done.
    pub all: bool,
    /// Something may settle before the last of them is asked.
    pub settles: bool,
}

pub(crate) fn head(body: &[Statement], pays: impl Fn(&Amount) -> bool) -> Head<'_> {
    let needs = body.iter().map_while(|s| match &s.kind {
        StatementKind::Needs { cond } if s.by.is_none() => Some(Condition::Holds(Cow::Borrowed(cond))),
        _ => None,
    });
    let mut conditions: Vec<Condition<'_>> = needs.collect();
    let needs = conditions.len();
    let last = body.get(needs).filter(|s| s.by.is_none()).and_then(|s| match &s.kind {
        StatementKind::Must { body } => can_run(body).map(|run| Condition::Holds(Cow::Owned(run))),
        StatementKind::Pay { amount, .. } if pays(amount) => Some(Condition::Paid(amount)),
        _ => None,
    });
    let settles = needs > 0 && matches!(last, Some(Condition::Paid(_)));
    conditions.extend(last);
    let after = body.get(conditions.len()..).unwrap_or_default();
    Head { all: !has_conditions(after), conditions, settles }
}

/// Whether what a `must` holds can be run, where it is a single ability.
fn can_run(body: &[Statement]) -> Option<Expr> {
    match body {
        [Statement { kind: StatementKind::Run { of, ability, as_this: false }, by: None, span, .. }] => Some(Expr {
            kind: ExprKind::CanRun { of: Box::new(of.clone()), ability: *ability, by: None },
            ty: Type::Bool,
            span: *span,
        }),
        _ => None,
    }
}

/// How many conditions a body begins with that hold wherever it was just found possible. What a doer cannot know counts as
/// possible: conditions that turn on cards are asked again, unless they ask for no more than what is possible themselves.
pub(crate) fn known_conditions(c: &Compiler<'_>, body: &[Statement]) -> usize {
    let known = |s: &&Statement| matches!(&s.kind, StatementKind::Needs { cond } if s.by.is_none() && known(c, cond));
    body.iter().take_while(known).count()
}

fn known(c: &Compiler<'_>, cond: &Expr) -> bool {
    match &cond.kind {
        ExprKind::And(a, b) => known(c, a) && known(c, b),
        ExprKind::Can { args, by: None, .. } => {
            args.iter().all(|arg| matches!(arg.kind, ExprKind::Local(_) | ExprKind::Const(_) | ExprKind::Me))
        }
        _ => super::certain::reads_no_cards(c, cond),
    }
}

/// How many statements a body has up to its last condition, that one included. What follows cannot fail the body.
pub(crate) fn conditional(block: &[Statement]) -> usize {
    block.iter().rposition(fails_body).map_or(0, |last| last + 1)
}

/// The same, for a body in which a condition stands behind a choice that may spoil it; 0 where there is none.
pub(crate) fn spoilable(tree: &Tree, block: &[Statement]) -> usize {
    let count = conditional(block);
    let asks = |s: &Statement| asks(tree, s, CALLS);
    match block.get(..count).and_then(<[Statement]>::split_last) {
        Some((last, before)) if before.iter().any(asks) || (!is_condition(last) && asks(last)) => count,
        _ => 0,
    }
}

/// How many calls in each other are followed to find out whether something asks; beyond that it counts as asking.
pub(super) const CALLS: u8 = 4;

fn is_condition(statement: &Statement) -> bool {
    matches!(
        statement.kind,
        StatementKind::Needs { .. }
            | StatementKind::Pay { .. }
            | StatementKind::PayMix { .. }
            | StatementKind::Must { .. }
    )
}

/// Whether a condition in it fails the body around it: not one in a block that may fail by itself.
fn fails_body(statement: &Statement) -> bool {
    let inside = |block: &Block| block.iter().any(fails_body);
    match &statement.kind {
        StatementKind::May { then, otherwise, .. } | StatementKind::Do { then, otherwise, .. } => {
            inside(then) || inside(otherwise)
        }
        StatementKind::Offer { .. } | StatementKind::Later { .. } | StatementKind::Together { .. } => false,
        _ => is_condition(statement) || blocks(statement).into_iter().any(inside),
    }
}

/// Whether a statement asks its doer something, in what it calls too.
pub(super) fn asks(tree: &Tree, statement: &Statement, calls: u8) -> bool {
    let itself = match &statement.kind {
        StatementKind::Choose { .. }
        | StatementKind::Offer { .. }
        | StatementKind::Split { .. }
        | StatementKind::May { .. }
        | StatementKind::PayMix { .. }
        | StatementKind::MoveMix { .. }
        | StatementKind::Run { .. }
        | StatementKind::Move { in_any_order: true, .. }
        | StatementKind::ForEach { order: Order::Any, .. } => true,
        StatementKind::Pay { amount, .. } => matches!(amount.what, What::Group(_)),
        StatementKind::Call { action, .. } => {
            let body = tree.actions.get(action.index()).and_then(|def| def.body.as_ref());
            calls == 0 || body.is_some_and(|body| body.iter().any(|s| asks(tree, s, calls - 1)))
        }
        _ => false,
    };
    itself || blocks(statement).into_iter().flatten().any(|s| asks(tree, s, calls))
}

/// Whether an ability may be impossible: a full one unless nothing in it can fall short, another one where a condition fails it.
pub(crate) fn ability(ability: &AbilityBody) -> bool {
    if ability.full {
        return has_conditions(&ability.body) || ability.body.iter().any(may_fall_short);
    }
    ability.body.iter().any(fails_body)
}

fn may_fall_short(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Gain { lose: false, amounts, .. } => amounts.iter().any(|a| !matches!(a.what, What::Counter(_))),
        StatementKind::Let { .. } | StatementKind::Until { .. } | StatementKind::Later { .. } => false,
        _ => true,
    }
}

/// Whether displays apart, something acts at settle points by itself: rules that always hold, and what was put off.
pub(crate) fn has_rules(tree: &Tree) -> bool {
    tree.hooks.iter().any(|h| matches!(h.kind, HookKind::Always { .. }))
        || tree.bodies().any(|b| contains(b, &|s| matches!(s.kind, StatementKind::Later { .. })))
}

/// Whether a card may run an ability of another as its own.
pub(crate) fn has_borrowed_abilities(tree: &Tree) -> bool {
    tree.bodies().any(|b| contains(b, &|s| matches!(s.kind, StatementKind::Run { as_this: true, .. })))
}

/// Whether anybody but the first in seat order may become the first player.
pub(crate) fn has_first_player(tree: &Tree) -> bool {
    let sets = |s: &Statement| matches!(&s.kind, StatementKind::Set { target: Target::FirstPlayer, .. });
    tree.bodies().any(|b| contains(b, &sets)) || tree.scenarios.iter().any(begins_elsewhere)
}

/// Whether a scenario says who is the first player, or whose part of a phase comes first.
fn begins_elsewhere(scenario: &Scenario<Question>) -> bool {
    let first = |thing: &GivenThing<Question>| matches!(thing.what, GivenWhat::FirstPlayer(_));
    scenario.lines.iter().any(|line| match &line.kind {
        LineKind::Begin { of, .. } => of.is_some(),
        LineKind::Given(things) => things.iter().any(first),
        _ => false,
    })
}

pub(crate) fn has_eliminate(tree: &Tree) -> bool {
    tree.bodies().any(|b| contains(b, &|s| matches!(s.kind, StatementKind::Eliminate { .. })))
}

/// Whether anything may end the game before its last round.
pub(crate) fn has_end(tree: &Tree) -> bool {
    tree.bodies().any(|b| contains(b, &ends_game))
}

fn ends_game(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::EndGame { .. } | StatementKind::Eliminate { .. })
}

/// Whether the game may be at its end after a statement of a step.
pub(crate) fn may_end(c: &Compiler<'_>, statement: &Statement) -> bool {
    // Where hooks watch, any primitive may lead to one.
    c.has_end
        && (!c.tree.hooks.is_empty()
            || contains(std::slice::from_ref(statement), &|s| match &s.kind {
                StatementKind::Call { .. } | StatementKind::Run { .. } => true,
                StatementKind::Offer { options, .. } => {
                    options.iter().any(|o| matches!(o.kind, OptionKind::Action { .. }))
                }
                _ => ends_game(s),
            }))
}

/// Whether a statement of some form stands in a block, at any depth.
pub(super) fn contains(block: &[Statement], form: &dyn Fn(&Statement) -> bool) -> bool {
    block.iter().any(|s| form(s) || blocks(s).iter().any(|b| contains(b, form)))
}

/// Whether some phase or turn is ended early anywhere.
pub(crate) fn has_ends(tree: &Tree) -> bool {
    tree.bodies().any(ends_something)
}

fn ends_something(block: &Block) -> bool {
    block.iter().any(|s| {
        matches!(s.kind, StatementKind::EndPhase { .. } | StatementKind::EndTurn | StatementKind::Eliminate { .. })
            || blocks(s).iter().any(|b| ends_something(b))
    })
}

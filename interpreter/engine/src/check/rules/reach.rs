//! Going through typed statements: what stands in a block, and what it may bring about through calls.

use std::collections::BTreeSet;

use crate::check::tree::*;
use crate::check::walk;
use crate::ids::{AbilityId, ActionId};

/// The blocks right inside a statement.
pub fn blocks(statement: &Statement) -> Vec<&Block> {
    use StatementKind as S;
    match &statement.kind {
        S::Offer { options, .. } => options
            .iter()
            .filter_map(|option| match &option.kind {
                OptionKind::Block { body, .. } => Some(body),
                OptionKind::Action { .. } => None,
            })
            .collect(),
        S::Must { body }
        | S::ForEach { body, .. }
        | S::Repeat { body, .. }
        | S::Together { body, .. }
        | S::AtOnce { body }
        | S::Later { body, .. }
        | S::Keyword { body, .. } => vec![body],
        S::May { body, then, otherwise } | S::Do { body, then, otherwise } => vec![body, then, otherwise],
        S::If { body, otherwise, .. } | S::With { body, otherwise, .. } => vec![body, otherwise],
        S::Match { arms, .. } => arms.iter().map(|(_, body)| body).collect(),
        S::Call { bind: Some((_, body)), .. } => vec![body],
        _ => Vec::new(),
    }
}

/// The expressions right inside a statement, not those of its blocks.
pub fn exprs(statement: &Statement) -> Vec<&Expr> {
    use StatementKind as S;
    let mut list: Vec<&Expr> = statement.by.iter().collect();
    match &statement.kind {
        S::Choose { many, set, .. } => {
            list.push(set);
            if let Many::Number(n) | Many::UpTo(n) | Many::Exactly(n) = many {
                list.push(n);
            }
        }
        S::Offer { count, options, .. } => {
            list.extend(count);
            for option in options {
                match &option.kind {
                    OptionKind::Block { needs, .. } => list.extend(needs),
                    OptionKind::Action { args, each, .. } => {
                        list.extend(args);
                        list.extend(each.iter().map(|(_, set)| set));
                    }
                }
            }
        }
        S::Split { total, among, .. } => list.extend([total, among]),
        S::Gain { amounts, times, on, .. } => {
            amounts.iter().for_each(|amount| push_amount(&mut list, amount));
            list.extend(times);
            list.extend(on);
        }
        S::Set { target, to } => {
            list.push(to);
            match target {
                Target::State(_, Some(of)) | Target::Place(of) | Target::Stuff(_, of) | Target::PoolBonus(of) => {
                    list.push(of);
                }
                Target::State(_, None) | Target::FirstPlayer => {}
            }
        }
        S::Move { what, zone, .. } => list.extend([what, zone]),
        S::Walk { what, space } => list.extend([what, space]),
        S::MoveStuff { number, from, to, .. } => {
            list.extend(number);
            list.extend(holder(from));
            list.extend(holder(to));
        }
        S::MoveMix { number, of, from, to } => {
            list.extend([number, of]);
            list.extend(holder(from));
            list.extend(holder(to));
        }
        S::Swap { a, b } => list.extend([a, b]),
        S::Turn { what, .. } | S::LookAt { what } | S::Hide { what } => list.push(what),
        S::Flip { zone } | S::Shuffle { zone } => list.push(zone),
        S::Remember { what, of, .. } => {
            list.push(what);
            list.extend(of);
        }
        S::Forget { what, of, .. } => {
            list.extend(what);
            list.extend(of);
        }
        S::Pay { amount, .. } => push_amount(&mut list, amount),
        S::PayMix { number, of, .. } => list.extend([number, of]),
        S::Needs { cond } | S::If { cond, .. } => list.push(cond),
        S::Reveal { what, to } => {
            list.push(what);
            list.extend(to);
        }
        S::Tell { to, of, cond, .. } => list.extend([to, of, cond]),
        S::Random { count, set, weight, seen, .. } => {
            list.push(set);
            list.extend(count);
            list.extend(weight.iter().map(|(_, weight)| weight));
            list.extend(seen);
        }
        S::Roll { count, seen, .. } => {
            list.push(count);
            list.extend(seen);
        }
        S::Reroll { cond, .. } => list.extend(cond),
        S::Match { on, arms } => {
            list.push(on);
            for (pattern, _) in arms {
                match pattern {
                    Pattern::Is(e) | Pattern::OrMore(e) | Pattern::OrLess(e) => list.push(e),
                    Pattern::Range(a, b) => list.extend([a, b]),
                    Pattern::Else => {}
                }
            }
        }
        S::ForEach { set, order, .. } => {
            list.push(set);
            list.extend(key(order));
        }
        S::Repeat { count, cond, .. } => {
            list.extend(count);
            list.extend(cond);
        }
        S::Let { expr, .. } | S::Give { expr } => list.push(expr),
        S::With { set, .. } | S::Together { set, .. } => list.push(set),
        S::Run { of, .. } => list.push(of),
        S::Call { args, .. } | S::Keyword { args, .. } => list.extend(args),
        S::Window { args, to, order, .. } => {
            list.extend(args);
            list.extend(to);
            list.extend(key(order));
        }
        S::Until { duration: Duration::NextTurnOf(p), .. } => list.push(p),
        S::Proceed { with } => list.extend(with.iter().map(|(_, e)| e)),
        S::Eliminate { who } => list.push(who),
        S::EndGame { how: EndGame::Among(e) | EndGame::WonBy(e) } => list.push(e),
        S::Must { .. }
        | S::May { .. }
        | S::Do { .. }
        | S::Stop
        | S::AtOnce { .. }
        | S::Later { .. }
        | S::Until { .. }
        | S::EndPhase { .. }
        | S::EndTurn
        | S::EndGame { .. }
        | S::FinishAfterRound => {}
    }
    list
}

fn push_amount<'t>(list: &mut Vec<&'t Expr>, amount: &'t Amount) {
    list.push(&amount.number);
    if let What::Named(name) = &amount.what {
        list.push(name);
    }
}

fn holder(holder: &Holder) -> Option<&Expr> {
    match holder {
        Holder::Supply => None,
        Holder::At(_, of) | Holder::Account(_, of, _) => Some(of),
    }
}

fn key(order: &Order) -> Option<&Expr> {
    match order {
        Order::By { key, .. } => Some(key),
        Order::Natural | Order::Turns { .. } | Order::Any => None,
    }
}

/// An expression and all its parts, outer ones first.
pub fn each_expr<'t>(expr: &'t Expr, visit: &mut dyn FnMut(&'t Expr)) {
    visit(expr);
    for part in walk::parts(expr) {
        each_expr(part, visit);
    }
}

/// Every statement of a block and of the blocks inside it.
pub fn each_statement<'t>(block: &'t Block, visit: &mut dyn FnMut(&'t Statement)) {
    for statement in block {
        visit(statement);
        for inner in blocks(statement) {
            each_statement(inner, visit);
        }
    }
}

/// Every statement of a block and of all it may call or run, each routine once.
pub fn each_reached<'t>(tree: &'t Tree, block: &'t Block, visit: &mut dyn FnMut(&'t Statement)) {
    let mut actions: BTreeSet<ActionId> = BTreeSet::new();
    let mut abilities: BTreeSet<AbilityId> = BTreeSet::new();
    // A list of blocks, not recursion: chains of actions may be long.
    let mut waiting = vec![block];
    while let Some(block) = waiting.pop() {
        each_statement(block, &mut |statement| {
            visit(statement);
            let new = called(statement).into_iter().filter(|action| actions.insert(*action));
            waiting.extend(new.filter_map(|action| tree.actions.get(action.index())?.body.as_ref()));
            if let StatementKind::Run { ability, .. } = &statement.kind
                && abilities.insert(*ability)
            {
                waiting.extend(tree.abilities.iter().filter(|def| def.ability == *ability).map(|def| &def.body));
            }
        });
    }
}

/// The actions that a statement calls or offers.
pub fn called(statement: &Statement) -> Vec<ActionId> {
    match &statement.kind {
        StatementKind::Call { action, .. } => vec![*action],
        StatementKind::Offer { options, .. } => options
            .iter()
            .filter_map(|option| match &option.kind {
                OptionKind::Action { action, .. } => Some(*action),
                OptionKind::Block { .. } => None,
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// Whose text a block or expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Routine {
    Action(ActionId),
    Value(usize),
    Other,
}

/// Every block of a game with whose it is.
pub fn each_block<'t>(tree: &'t Tree, visit: &mut dyn FnMut(Routine, &'t Block)) {
    for (index, action) in tree.actions.iter().enumerate() {
        if let Some(body) = &action.body {
            visit(Routine::Action(ActionId::from_index(index)), body);
        }
    }
    for step in tree.phases.iter().flat_map(|phase| &phase.steps) {
        visit(Routine::Other, &step.body);
    }
    for ability in &tree.abilities {
        visit(Routine::Other, &ability.body);
    }
    for hook in &tree.hooks {
        if let Some(body) = hook_body(hook) {
            visit(Routine::Other, body);
        }
    }
}

/// Every expression of a game that stands outside of blocks: in values and in the heads of hooks.
pub fn each_loose_expr<'t>(tree: &'t Tree, visit: &mut dyn FnMut(Routine, &'t Expr)) {
    for (index, value) in tree.values.iter().enumerate() {
        for expr in std::iter::once(&value.expr).chain(&value.at_least).chain(&value.at_most) {
            visit(Routine::Value(index), expr);
        }
    }
    for hook in &tree.hooks {
        hook.cond.iter().for_each(|cond| visit(Routine::Other, cond));
        match &hook.kind {
            HookKind::Watch { by: Some(by), .. } | HookKind::Forbid { by: Some(by), .. } => visit(Routine::Other, by),
            HookKind::Modify { expr, .. } => visit(Routine::Other, expr),
            HookKind::Always { each: Some((_, set)), .. } => visit(Routine::Other, set),
            _ => {}
        }
    }
}

/// Every expression of a game, parts included, with whose text it is.
pub fn every_expr<'t>(tree: &'t Tree, visit: &mut dyn FnMut(Routine, &'t Expr)) {
    each_block(tree, &mut |routine, block| {
        each_statement(block, &mut |statement| {
            for expr in exprs(statement) {
                each_expr(expr, &mut |part| visit(routine, part));
            }
        });
    });
    each_loose_expr(tree, &mut |routine, expr| each_expr(expr, &mut |part| visit(routine, part)));
}

/// Every statement of a game, with whose text it is.
pub fn every_statement<'t>(tree: &'t Tree, visit: &mut dyn FnMut(Routine, &'t Statement)) {
    each_block(tree, &mut |routine, block| each_statement(block, &mut |statement| visit(routine, statement)));
}

//! Where outcomes that only some know go: what dealing anew may draw again, and what it must leave. See `state/outcomes`.

use std::collections::BTreeSet;

use super::Compiler;
use super::code::Code;
use crate::check::rules::reach;
use crate::check::tree::{Amount, Expr, ExprKind, Function, HookSource, Statement, StatementKind, Target, Tree, What};
use crate::ids::{LocalId, StateId, ValueId};
use crate::program::op::{NO_REG, Op};

/// Whether anything can be known to some only that is no card.
pub(super) fn keeps_back(tree: &Tree) -> bool {
    let mut said = tree.nouns.states.iter().any(|state| state.secret);
    reach::every_statement(tree, &mut |_, statement| {
        said |= matches!(
            statement.kind,
            StatementKind::Random { seen: Some(_), .. } | StatementKind::Roll { seen: Some(_), .. }
        );
    });
    said
}

impl Compiler<'_> {
    fn is_secret(&self, state: StateId) -> bool {
        self.tree.nouns.states.get(state.index()).is_some_and(|state| state.secret)
    }

    /// The secret states that a value reads, also by way of others.
    fn secrets_of(&self, value: ValueId, known: &mut BTreeSet<ValueId>, found: &mut BTreeSet<StateId>) {
        if !known.insert(value) {
            return;
        }
        let Some(def) = self.tree.values.get(value.index()) else { return };
        for expr in std::iter::once(&def.expr).chain(&def.at_least).chain(&def.at_most) {
            reach::each_expr(expr, &mut |part| match part.kind {
                ExprKind::State(state, _) if self.is_secret(state) => drop(found.insert(state)),
                ExprKind::Value(value, _) => self.secrets_of(value, known, found),
                _ => {}
            });
        }
    }
}

impl Code<'_, '_> {
    /// Notes before a statement what it makes of outcomes that only some know. Whether `end_origin` belongs behind it.
    pub(super) fn begin_origin(&mut self, statement: &Statement) -> bool {
        if !self.c.keeps_back {
            return false;
        }
        let written = self.written(statement);
        let named = match &statement.kind {
            StatementKind::Let { expr, .. } => Some(expr).filter(|expr| self.tracked_name(expr).is_some()),
            _ => None,
        };
        let kept = written.filter(|expr| self.is_origin(expr)).or(named);
        // What somebody is asked is no secret to whoever is asked, and what is answered is that one's affair.
        let asks = matches!(
            statement.kind,
            StatementKind::Choose { .. }
                | StatementKind::Offer { .. }
                | StatementKind::Needs { .. }
                | StatementKind::Split { .. }
        );
        for expr in
            reach::exprs(statement).into_iter().filter(|expr| !asks && !kept.is_some_and(|k| std::ptr::eq(k, *expr)))
        {
            self.disclose(expr);
        }
        self.disclose_captured(statement);
        match (written, kept) {
            (Some(_), Some(kept)) => self.origin(kept),
            (Some(_), None) => drop(self.emit(Op::Origin { s: NO_REG })),
            _ => {}
        }
        written.is_some()
    }

    pub(super) fn end_origin(&mut self, begun: bool) {
        if begun {
            self.emit(Op::Origin { s: NO_REG });
        }
    }

    /// A name was bound to the same as another that is kept back.
    pub(super) fn same_origin(&mut self, local: LocalId, expr: &Expr) {
        if self.c.keeps_back
            && let Some(of) = self.tracked_name(expr)
        {
            let (d, s) = (self.local(local), self.local(of));
            self.emit(Op::SameOutcome { d, s });
            self.track(local);
        }
    }

    /// A name stands for something that only some know.
    pub(super) fn track(&mut self, local: LocalId) {
        if let Some(tracked) = self.tracked.get_mut(local.index()) {
            *tracked = true;
        }
    }

    /// What a statement writes into a secret state, where it is one word.
    fn written<'s>(&self, statement: &'s Statement) -> Option<&'s Expr> {
        match &statement.kind {
            StatementKind::Set { target: Target::State(state, _), to } if self.c.is_secret(*state) => Some(to),
            StatementKind::Gain { amounts, times: None, .. } => match &amounts[..] {
                [Amount { number, what: What::Counter(state) }] if self.c.is_secret(*state) => Some(number),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether an expression is an outcome as it is: a name of one, the sum of rolled dice, what a secret state holds.
    fn is_origin(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::State(state, of) => self.c.is_secret(*state) && of.as_ref().is_none_or(|of| self.is_bound(of)),
            _ => self.tracked_sum(expr).is_some(),
        }
    }

    fn tracked_name(&self, expr: &Expr) -> Option<LocalId> {
        match expr.kind {
            ExprKind::Local(id) if self.tracked.get(id.index()) == Some(&true) => Some(id),
            _ => None,
        }
    }

    fn tracked_sum(&self, expr: &Expr) -> Option<LocalId> {
        match &expr.kind {
            ExprKind::Function(Function::PoolTotal, args) => args.first().and_then(|pool| self.tracked_name(pool)),
            _ => self.tracked_name(expr),
        }
    }

    fn origin(&mut self, expr: &Expr) {
        if let Some(name) = self.tracked_sum(expr) {
            let s = self.local(name);
            self.emit(Op::Origin { s });
        } else if let ExprKind::State(state, of) = &expr.kind {
            let of = self.value_or(of.as_deref());
            self.emit(Op::OriginState { state: state.0, of });
        }
    }

    /// Whoever it is whose state is read here is known before the statement: no element that an expression goes through.
    fn is_bound(&self, of: &Expr) -> bool {
        match of.kind {
            ExprKind::Me | ExprKind::Const(_) | ExprKind::Active => true,
            ExprKind::Local(id) => {
                let register = self.stand_in(self.first_local.saturating_add(id.0));
                register != self.first_local.saturating_add(id.0)
                    || self.c.p.bindings.iter().any(|b| b.to == crate::program::op::Pc::MAX && b.register == register)
            }
            _ => false,
        }
    }

    /// What is made of this is not followed: the outcomes in it stay as they are from here on.
    fn disclose(&mut self, expr: &Expr) {
        let mut found: Vec<&Expr> = Vec::new();
        reach::each_expr(expr, &mut |part| found.push(part));
        for part in found {
            match &part.kind {
                ExprKind::Local(_) => {
                    if let Some(name) = self.tracked_name(part) {
                        let s = self.local(name);
                        self.emit(Op::Disclose { s });
                    }
                }
                ExprKind::State(state, of) if self.c.is_secret(*state) => {
                    let one = of.as_ref().is_none_or(|of| self.is_bound(of));
                    let of = if one { self.value_or(of.as_deref()) } else { NO_REG };
                    self.emit(Op::DiscloseState { state: state.0, of, all: !one });
                }
                ExprKind::Value(value, _) => {
                    let mut states = BTreeSet::new();
                    self.c.secrets_of(*value, &mut BTreeSet::new(), &mut states);
                    for state in states {
                        self.emit(Op::DiscloseState { state: state.0, of: NO_REG, all: true });
                    }
                }
                _ => {}
            }
        }
    }

    /// What an effect takes along for later is not followed, nor are dice that are rolled again.
    fn disclose_captured(&mut self, statement: &Statement) {
        let tree = self.c.tree;
        let captured = |hook: &crate::ids::HookId| match tree.hooks.get(hook.index()).map(|hook| &hook.source) {
            Some(HookSource::Lasting { captures }) => captures.clone(),
            _ => Vec::new(),
        };
        let names = match &statement.kind {
            StatementKind::Later { captures, .. } => captures.clone(),
            StatementKind::Until { hooks, .. } => hooks.iter().flat_map(captured).collect(),
            StatementKind::Reroll { pool, .. } => vec![*pool],
            _ => return,
        };
        for name in names.into_iter().filter(|name| self.tracked.get(name.index()) == Some(&true)).collect::<Vec<_>>() {
            let s = self.local(name);
            self.emit(Op::Disclose { s });
        }
    }
}

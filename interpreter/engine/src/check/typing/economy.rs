//! Counters and stuff: `gain`, `lose`, `pay`, `set`, and stuff that moves.

use crate::check::names;
use crate::check::symbols::Noun;
use crate::check::tree::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::manifest::model::Labels;
use crate::program::nouns::{Class, StateKind, Type};
use crate::source::Span;
use crate::syntax::ast;
use crate::vocabulary::{foreign, nouns};

use super::names::state_type;
use super::scope::Frame;
use super::{Typer, function, make, number, set_of};

impl<'a> Typer<'a> {
    /// `gain` and `lose`. Amounts with another bearer become statements of their own.
    pub(super) fn gain(
        &mut self,
        f: &mut Frame<'a>,
        lose: bool,
        amounts: &'a [ast::Amount],
        (each, on): (Option<&'a ast::ForEachCount>, Option<&'a ast::Expr>),
    ) -> Vec<StatementKind> {
        let times = each.map(|each| {
            let set = self.selection(f, &each.of, None);
            let set = self.set_from(set);
            match &each.different {
                Some(name) => self.different(f, name, set, each.of.span),
                None => self.counted(set),
            }
        });
        let on = on.map(|on| self.expr(f, on, None));
        let mut groups: Vec<(Option<Expr>, Vec<Amount>)> = Vec::new();
        let mut extra = Vec::new();
        for amount in amounts {
            if let Some(kind) = self.pool_bonus(f, lose, amount, on.as_ref()) {
                extra.push(kind);
                continue;
            }
            let Some((amount, bearer)) = self.gained(f, lose, amount, on.clone()) else { continue };
            let same = |known: &Option<Expr>| known.as_ref().map(|e| &e.ty) == bearer.as_ref().map(|e| &e.ty);
            match groups.iter_mut().find(|(known, _)| same(known)) {
                Some((_, list)) => list.push(amount),
                None => groups.push((bearer, vec![amount])),
            }
        }
        let made =
            groups.into_iter().map(|(on, amounts)| StatementKind::Gain { lose, amounts, times: times.clone(), on });
        made.chain(extra).collect()
    }

    fn gained(
        &mut self,
        f: &mut Frame<'a>,
        lose: bool,
        amount: &'a ast::Amount,
        on: Option<Expr>,
    ) -> Option<(Amount, Option<Expr>)> {
        let Some(name) = &amount.what else {
            // `gain apples`: a counter or a sort of stuff, and no number.
            if let ast::ExprKind::Name(word) = &amount.number.kind
                && let Some(Noun::State(_) | Noun::Stuff(_)) = self.symbols.nouns.get(word).map(|d| &d.what)
            {
                let verb = if lose { "lose" } else { "gain" };
                let message = format!("it is not said how many `{word}`");
                let help = format!("write `{verb} 1 {word}`");
                self.report(Diagnostic::new(Code::TypeMismatch, amount.number.span, message).help(help));
                return None;
            }
            let bundle = self.expr(f, &amount.number, Some(&Type::Bundle));
            if bundle.ty == Type::Number {
                let verb = if lose { "lost" } else { "gained" };
                let message = format!("it is not said what is {verb}");
                let help = "name the counter or stuff after the number, as in `gain 2 points`";
                self.report(Diagnostic::new(Code::TypeMismatch, bundle.span, message).help(help));
                return None;
            }
            let bundle = self.coerce(bundle, &Type::Bundle);
            if on.is_none() {
                self.need_doer(f, amount.number.span);
            }
            return Some((Amount { number: bundle, what: What::Bundle }, on));
        };
        if let ast::ExprKind::Name(word) = &amount.number.kind
            && foreign::ARTICLES.contains(&word.as_str())
            && f.find(word).is_none()
        {
            let plural = names::plural(&name.text, &Labels::default());
            let meant = if self.noun(&plural).is_some() { &plural } else { &name.text };
            let help = format!("write `{} 1 {meant}`", if lose { "lose" } else { "gain" });
            let found = Diagnostic::new(Code::UnknownWord, amount.number.span, format!("`{word}` is no number"));
            self.report(found.help(help));
            return None;
        }
        let count = self.number_expr(f, &amount.number);
        let what = self.what(f, name)?;
        let bearer = match &what {
            What::Counter(state) => self.counter_bearer(f, *state, on, name.span).ok()?,
            What::Stuff(stuff) => self.stuff_bearer(f, *stuff, on, name.span).ok()?,
            What::Group(_) if !lose => {
                let message = format!("`{}` is a group: it is not said which of it is gained", name.text);
                let help = format!("choose one first: `choose s from {}   gain 1 s`", name.text);
                self.report(Diagnostic::new(Code::TypeMismatch, name.span, message).help(help));
                return None;
            }
            What::Group(_) | What::Bundle | What::Named(_) => {
                if on.is_none() {
                    self.need_doer(f, name.span);
                }
                on
            }
        };
        Some((Amount { number: count, what }, bearer))
    }

    /// `gain 3 bonus on r`: the bonus of rolled dice is raised.
    fn pool_bonus(
        &mut self,
        f: &mut Frame<'a>,
        lose: bool,
        amount: &'a ast::Amount,
        on: Option<&Expr>,
    ) -> Option<StatementKind> {
        let (name, pool) = (amount.what.as_ref()?, on?);
        if name.text != "bonus" || !matches!(pool.ty, Type::Pool(_)) {
            return None;
        }
        let by = self.number_expr(f, &amount.number);
        let old = function(Function::PoolBonus, vec![pool.clone()], Type::Number, name.span);
        let op = if lose { Arithmetic::Subtract } else { Arithmetic::Add };
        let to = make(ExprKind::Arithmetic(op, Box::new(old), Box::new(by)), Type::Number, name.span);
        Some(StatementKind::Set { target: Target::PoolBonus(pool.clone()), to })
    }

    pub(super) fn pay(
        &mut self,
        f: &mut Frame<'a>,
        amount: &'a ast::Amount,
        of: Option<&'a ast::Expr>,
        name: Option<&'a ast::Name>,
        span: Span,
    ) -> Option<StatementKind> {
        self.need_doer(f, span);
        if let Some(of) = of {
            let count = self.number_expr(f, &amount.number);
            let of = self.stuff_set(f, of);
            let local = name.map(|name| self.declare(f, name, Type::Bundle));
            return Some(StatementKind::PayMix { number: count, of, local });
        }
        let paid = match &amount.what {
            Some(what) => {
                let count = self.number_expr(f, &amount.number);
                let found = self.what(f, what);
                let fine = match &found {
                    Some(What::Counter(state)) => self.counter_bearer(f, *state, None, what.span).is_ok(),
                    Some(What::Stuff(stuff)) => self.stuff_bearer(f, *stuff, None, what.span).is_ok(),
                    other => other.is_some(),
                };
                found.filter(|_| fine).map(|what| Amount { number: count, what })
            }
            None => {
                let bundle = self.expr(f, &amount.number, Some(&Type::Bundle));
                if bundle.ty == Type::Number {
                    let message = "it is not said what is paid";
                    let help = "name the counter or stuff after the number, as in `pay 2 gems`";
                    self.report(Diagnostic::new(Code::TypeMismatch, bundle.span, message).help(help));
                }
                let bundle = if bundle.ty == Type::Number { super::unknown(span) } else { bundle };
                Some(Amount { number: self.coerce(bundle, &Type::Bundle), what: What::Bundle })
            }
        };
        let local = name.map(|name| self.declare(f, name, Type::Bundle));
        Some(StatementKind::Pay { amount: paid?, local })
    }

    /// Sorts of stuff to pick from.
    fn stuff_set(&mut self, f: &mut Frame<'a>, of: &'a ast::Expr) -> Expr {
        let set = self.expr(f, of, Some(&set_of(Type::Stuff)));
        let set = self.set_from(set);
        self.coerce_stuff(set)
    }

    fn coerce_stuff(&mut self, set: Expr) -> Expr {
        if set.ty == Type::Bundle { set } else { self.coerce(set, &set_of(Type::Stuff)) }
    }

    pub(super) fn set_statement(
        &mut self,
        f: &mut Frame<'a>,
        target: &'a ast::Expr,
        to: Option<&'a ast::Expr>,
        span: Span,
    ) -> Option<StatementKind> {
        let read = self.expr(f, target, None);
        if read.ty == Type::Unknown {
            if let Some(to) = to {
                self.expr(f, to, None);
            }
            return None;
        }
        let ty = read.ty.clone();
        let target = match read.kind {
            ExprKind::State(id, bearer) => Target::State(id, bearer.map(|bearer| *bearer)),
            ExprKind::Stuff(id, _, bearer) => Target::Stuff(id, *bearer),
            ExprKind::Function(Function::FirstPlayer, _) => Target::FirstPlayer,
            ExprKind::Function(Function::SpaceOf, mut args) if args.len() == 1 => Target::Place(args.remove(0)),
            ExprKind::Function(Function::PoolBonus, mut args) if args.len() == 1 => Target::PoolBonus(args.remove(0)),
            kind => {
                self.cannot_set(&kind, read.span);
                if let Some(to) = to {
                    self.expr(f, to, None);
                }
                return None;
            }
        };
        let to = match to {
            Some(to) => self.typed(f, to, &ty),
            None => {
                let flag = match &target {
                    Target::State(id, _) => {
                        self.nouns.states.get(id.index()).is_some_and(|def| def.kind == StateKind::Flag)
                            || ty == Type::Bool
                    }
                    _ => false,
                };
                if !flag {
                    let message = "it is not said what this is set to";
                    let help = "only flags are set without `to`; write `set … to …`";
                    self.report(Diagnostic::new(Code::CannotBeSet, span, message).help(help));
                }
                make(ExprKind::Const(1), Type::Bool, span)
            }
        };
        Some(StatementKind::Set { target, to })
    }

    fn cannot_set(&mut self, kind: &ExprKind, span: Span) {
        let (message, help) = match kind {
            ExprKind::Attribute(..) | ExprKind::SpaceAttribute(..) | ExprKind::EnumAttribute(..) => (
                "what is printed never changes",
                "use a counter on the card, or a value that reads the attribute and a `modify` on that value",
            ),
            ExprKind::Local(_) => {
                ("a name is bound once and never changes", "take a new name with `let`, or use a counter")
            }
            ExprKind::Value(..) => {
                ("a value is computed, not set", "change it for a while: `until end of turn { modify … }`")
            }
            ExprKind::Zone(..) | ExprKind::Cards(_) | ExprKind::OnlyCard(_) => {
                ("cards are not set, they are moved", "write `move … to …`")
            }
            ExprKind::Memory(..) => ("a memory is not set", "write `remember x in …` or `forget …`"),
            _ => (
                "this cannot be set",
                "only counters, flags, states, `first_player` and where a player or unit stands can be",
            ),
        };
        self.report(Diagnostic::new(Code::CannotBeSet, span, message).help(help));
    }

    pub(super) fn move_stuff(
        &mut self,
        f: &mut Frame<'a>,
        count: Option<&'a ast::Expr>,
        stuff: &ast::Name,
        from: &'a ast::Expr,
        to: &'a ast::Expr,
    ) -> Option<StatementKind> {
        let count = count.map(|count| self.number_expr(f, count));
        if let Some(id) = f.find(&stuff.text) {
            let read = f.read(id, stuff.span);
            return self.move_named(f, count, read, from, to);
        }
        let id = self.stuff_named(stuff)?;
        let (from, to) = (self.holder(f, from, Some(id)), self.holder(f, to, Some(id)));
        Some(StatementKind::MoveStuff { number: count, stuff: id, from: from?, to: to? })
    }

    /// `move 1 r from A to B` where `r` is a name for a sort: a mix of that one sort.
    fn move_named(
        &mut self,
        f: &mut Frame<'a>,
        count: Option<Expr>,
        sort: Expr,
        from: &'a ast::Expr,
        to: &'a ast::Expr,
    ) -> Option<StatementKind> {
        let span = sort.span;
        let sort = self.coerce(sort, &Type::Stuff);
        let (from, to) = (self.holder(f, from, None), self.holder(f, to, None));
        let count = match count {
            Some(count) => count,
            None => {
                let message = "`all` needs the name of a sort of stuff, not a name that stands for one";
                self.error(Code::TypeMismatch, span, message);
                number(0, span)
            }
        };
        let of = make(ExprKind::List(vec![sort]), set_of(Type::Stuff), span);
        Some(StatementKind::MoveMix { number: count, of, from: from?, to: to? })
    }

    pub(super) fn move_mix(
        &mut self,
        f: &mut Frame<'a>,
        count: &'a ast::Expr,
        of: &'a ast::Expr,
        from: &'a ast::Expr,
        to: &'a ast::Expr,
    ) -> Option<StatementKind> {
        let count = self.number_expr(f, count);
        let of = self.stuff_set(f, of);
        let (from, to) = (self.holder(f, from, None), self.holder(f, to, None));
        Some(StatementKind::MoveMix { number: count, of, from: from?, to: to? })
    }

    /// Where stuff comes from or goes to.
    fn holder(&mut self, f: &mut Frame<'a>, e: &'a ast::Expr, stuff: Option<crate::ids::StuffId>) -> Option<Holder> {
        if let ast::ExprKind::Name(text) = &e.kind
            && nouns::meaning(text) == Some(nouns::Meaning::Supply)
            && f.find(text).is_none()
        {
            return Some(Holder::Supply);
        }
        let expr = self.expr(f, e, None);
        if let ExprKind::Stuff(account, class, at) = expr.kind {
            self.same_pieces(stuff, account, expr.span);
            return Some(Holder::Account(class, *at, account));
        }
        match (stuff, super::words::class_of(&expr.ty)) {
            (_, None) => {
                if expr.ty != Type::Unknown {
                    let message =
                        format!("stuff lies on players, spaces, units or cards; this is {}", self.describe(&expr.ty));
                    self.report(
                        Diagnostic::new(Code::WrongBearer, expr.span, message)
                            .help("for the common stock, write `supply`"),
                    );
                }
                None
            }
            (Some(stuff), Some(_)) => self.stuff_holder(stuff, expr).map(|(class, at)| Holder::At(class, at)),
            (None, Some(class)) => Some(Holder::At(class, expr)),
        }
    }

    /// Two accounts exchange only if they are of the same pieces.
    fn same_pieces(&mut self, stuff: Option<crate::ids::StuffId>, account: crate::ids::StuffId, span: Span) {
        let of = |id: crate::ids::StuffId| self.nouns.stuff.get(id.index()).map(|def| def.account_of);
        if let Some(stuff) = stuff
            && of(stuff) != of(account)
        {
            let message = "these are not the same pieces";
            let help = "in the manifest, `of = \"…\"` makes one sort another account of the same pieces";
            self.report(Diagnostic::new(Code::WrongBearer, span, message).help(help));
        }
    }

    pub(super) fn remember(
        &mut self,
        f: &mut Frame<'a>,
        what: &'a ast::Expr,
        memory: &'a ast::Expr,
    ) -> Option<StatementKind> {
        let memory = self.memory(f, memory);
        let ty = memory.as_ref().map_or(Type::Unknown, |(_, _, ty)| ty.clone());
        let what = self.typed(f, what, &ty);
        let (memory, of, _) = memory?;
        Some(StatementKind::Remember { what, memory, of })
    }

    pub(super) fn forget(
        &mut self,
        f: &mut Frame<'a>,
        what: Option<&'a ast::Expr>,
        memory: &'a ast::Expr,
    ) -> Option<StatementKind> {
        let (memory, of, ty) = self.memory(f, memory)?;
        let what = what.map(|what| self.typed(f, what, &ty));
        Some(StatementKind::Forget { what, memory, of })
    }

    fn memory(&mut self, f: &mut Frame<'a>, e: &'a ast::Expr) -> Option<(crate::ids::MemoryId, Option<Expr>, Type)> {
        let expr = self.expr(f, e, None);
        let ty = super::expr::element(&expr.ty);
        match expr.kind {
            ExprKind::Memory(id, of) => Some((id, of.map(|of| *of), ty)),
            _ => {
                if expr.ty != Type::Unknown {
                    let message = format!("a memory is needed here; this is {}", self.describe(&expr.ty));
                    let help =
                        "declare one in the manifest: `[memory]` with `NAME = { on = \"player\", of = \"card\" }`";
                    self.report(Diagnostic::new(Code::TypeMismatch, expr.span, message).help(help));
                }
                None
            }
        }
    }

    /// What reading the state of a name gives, for scores.
    pub(super) fn state_is_number(&self, name: &str) -> Option<crate::ids::StateId> {
        match self.noun(name) {
            Some(Noun::State(id)) => {
                let def = self.nouns.states.get(id.index())?;
                let on = matches!(def.on, Class::Actor | Class::Seat);
                (on && state_type(&def.kind) == Type::Number).then_some(*id)
            }
            _ => None,
        }
    }
}

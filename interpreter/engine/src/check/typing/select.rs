//! Selections and what is asked of them: `where`, `count of`, `any`, `most`, `top`, `first` and the board's.

use crate::check::symbols::Noun;
use crate::check::tree::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::ids::LocalId;
use crate::program::nouns::Type;
use crate::source::Span;
use crate::syntax::ast;
use crate::vocabulary::nouns;

use super::expr::element;
use super::scope::{Frame, Subject, apply, when_true};
use super::{Typer, function, make, set_of, unknown};

impl<'a> Typer<'a> {
    /// An expression as several: a zone's cards, a pool's faces; one thing is a list of one.
    pub(super) fn set_from(&mut self, expr: Expr) -> Expr {
        let span = expr.span;
        match &expr.ty {
            Type::Set(_) | Type::Bundle => expr,
            Type::Unknown => Expr { ty: set_of(Type::Unknown), ..expr },
            Type::Zone => {
                let kinds = match &expr.kind {
                    ExprKind::Zone(zone, _) => self.facts.holds(*zone),
                    _ => crate::program::nouns::KindSet::all(),
                };
                make(ExprKind::Cards(Box::new(expr)), set_of(Type::Component(kinds)), span)
            }
            Type::Pool(_) => function(Function::PoolFaces, vec![expr], set_of(Type::Number), span),
            Type::Number | Type::Bool | Type::Text | Type::Split(_) | Type::Counter => {
                let message = format!("this is {}, but several things are needed here", self.describe(&expr.ty));
                let mut finding = Diagnostic::new(Code::TypeMismatch, span, message);
                if expr.ty == Type::Number {
                    finding = finding.help("for the numbers up to it, write `1..n`");
                }
                self.report(finding);
                make(ExprKind::List(Vec::new()), set_of(Type::Unknown), span)
            }
            one => {
                let ty = set_of(one.clone());
                make(ExprKind::List(vec![expr]), ty, span)
            }
        }
    }

    /// A selection as a set.
    pub(super) fn set(&mut self, f: &mut Frame<'a>, e: &'a ast::Expr) -> Expr {
        let expr = self.expr(f, e, None);
        self.set_from(expr)
    }

    /// `S [where C]` of a statement; `name` is the candidate's name inside C.
    pub(super) fn selection(&mut self, f: &mut Frame<'a>, s: &'a ast::Selection, name: Option<&ast::Name>) -> Expr {
        self.filter(f, name, &s.set, s.cond.as_deref(), None)
    }

    /// `S where C`. Without a condition the set is left as it is, even a single thing or a zone.
    pub(super) fn filter(
        &mut self,
        f: &mut Frame<'a>,
        name: Option<&ast::Name>,
        set: &'a ast::Expr,
        cond: Option<&'a ast::Expr>,
        want: Option<&Type>,
    ) -> Expr {
        let base = self.expr(f, set, want);
        let Some(cond) = cond else { return base };
        let span = set.span.to(cond.span);
        let set = self.set_from(base);
        let of = element(&set.ty);
        let (local, cond) = self.with_candidate(f, &set, name, |typer, f| typer.cond(f, cond));
        let mut ty = of;
        for (subject, narrow) in when_true(&cond) {
            if subject == Subject::Local(local) {
                ty = apply(ty, narrow);
            }
        }
        make(ExprKind::Filter { set: Box::new(set), local, cond: Box::new(cond) }, set_of(ty), span)
    }

    /// Types something with a candidate taken from a set: `it`, `.x` and its name.
    pub(super) fn with_candidate<T>(
        &mut self,
        f: &mut Frame<'a>,
        set: &Expr,
        name: Option<&ast::Name>,
        run: impl FnOnce(&mut Self, &mut Frame<'a>) -> T,
    ) -> (LocalId, T) {
        let ty = element(&set.ty);
        self.open(f);
        let local = match name {
            Some(name) => {
                // As in `every c in l has c.mark is me`, a candidate may bear the name of something around it; a noun's
                // it may not.
                if f.find(&name.text).is_none() {
                    self.check_free(f, name);
                }
                f.bind(&name.text, ty, name.span)
            }
            None => f.add("it", ty, set.span),
        };
        let (die, rival) = (is_pool(set), super::knowledge::from_opponents(f, set));
        if let Some(info) = f.info(local) {
            info.die = die;
            info.rival = rival;
        }
        f.candidates.push(local);
        let result = run(self, f);
        f.candidates.pop();
        self.close(f);
        (local, result)
    }

    pub(super) fn count_of(&mut self, f: &mut Frame<'a>, of: &'a ast::Expr, span: Span) -> Expr {
        let set = self.expr(f, of, None);
        if set.ty == Type::Bundle {
            return function(Function::BundleCount, vec![set], Type::Number, span);
        }
        if set.ty == Type::Number && matches!(set.kind, ExprKind::Function(Function::LivingTeams, _)) {
            return set;
        }
        let set = self.set_from(set);
        make(ExprKind::Count(Box::new(set)), Type::Number, span)
    }

    pub(super) fn count_different(
        &mut self,
        f: &mut Frame<'a>,
        name: &'a ast::Name,
        of: &'a ast::Expr,
        span: Span,
    ) -> Expr {
        let set = self.set(f, of);
        self.different(f, name, set, span)
    }

    /// How many different `.name` there are in a set.
    pub(super) fn different(&mut self, f: &mut Frame<'a>, name: &'a ast::Name, set: Expr, span: Span) -> Expr {
        let (local, key) = self.with_candidate(f, &set, None, |typer, f| {
            let Some(id) = f.candidates.last().copied() else { return unknown(name.span) };
            let it = f.read(id, name.span);
            typer.field_of(f, it, name)
        });
        let kind = ExprKind::CountDifferent { set: Box::new(set), local, key: Box::new(key) };
        make(kind, Type::Number, span)
    }

    pub(super) fn fold(
        &mut self,
        f: &mut Frame<'a>,
        fold: Fold,
        expr: &'a ast::Expr,
        name: Option<&ast::Name>,
        over: &'a ast::Expr,
        span: Span,
    ) -> Expr {
        let set = self.set(f, over);
        let (local, expr) = self.with_candidate(f, &set, name, |typer, f| typer.number_expr(f, expr));
        make(ExprKind::Fold { fold, set: Box::new(set), local, expr: Box::new(expr) }, Type::Number, span)
    }

    pub(super) fn any(
        &mut self,
        f: &mut Frame<'a>,
        name: Option<&ast::Name>,
        selection: &'a ast::Selection,
        span: Span,
    ) -> Expr {
        let set = self.set(f, &selection.set);
        let (local, cond) = self.with_candidate(f, &set, name, |typer, f| {
            selection.cond.as_deref().map(|cond| Box::new(typer.cond(f, cond)))
        });
        make(ExprKind::Any { set: Box::new(set), local, cond }, Type::Bool, span)
    }

    pub(super) fn every(
        &mut self,
        f: &mut Frame<'a>,
        name: &ast::Name,
        set: &'a ast::Expr,
        cond: &'a ast::Expr,
        span: Span,
    ) -> Expr {
        let set = self.set(f, set);
        let (local, cond) = self.with_candidate(f, &set, Some(name), |typer, f| typer.cond(f, cond));
        make(ExprKind::Every { set: Box::new(set), local, cond: Box::new(cond) }, Type::Bool, span)
    }

    /// `top [N] of Z`.
    pub(super) fn ends(
        &mut self,
        f: &mut Frame<'a>,
        end: End,
        count: Option<&'a ast::Expr>,
        zone: &'a ast::Expr,
        span: Span,
    ) -> Expr {
        let count = count.map(|count| Box::new(self.number_expr(f, count)));
        let from = self.expr(f, zone, None);
        if from.ty == Type::Zone {
            let cards = self.set_from(from.clone());
            let ty = if count.is_some() { cards.ty } else { element(&cards.ty) };
            return make(ExprKind::Ends { end, count, zone: Box::new(from) }, ty, span);
        }
        let set = self.set_from(from);
        let of = element(&set.ty);
        // Of a selection, the top is its first; a bottom it has through `reverse`.
        let at = set.span;
        let set = match end {
            End::Top => set,
            End::Bottom => {
                let ty = set.ty.clone();
                function(Function::Reverse, vec![set], ty, at)
            }
        };
        match count {
            Some(count) => make(ExprKind::Take { count, set: Box::new(set) }, set_of(of), span),
            None => make(ExprKind::First(Box::new(set)), of, span),
        }
    }

    pub(super) fn first(&mut self, f: &mut Frame<'a>, set: &'a ast::Expr, order: &'a ast::Order, span: Span) -> Expr {
        let set = self.set(f, set);
        let of = element(&set.ty);
        let set = match self.order(f, order, &set) {
            Order::Natural => set,
            Order::Any => {
                self.error(Code::NotInPlace, span, "`first of` needs an order that is known: `following …`");
                set
            }
            order => {
                let ty = set.ty.clone();
                make(ExprKind::Sorted { set: Box::new(set), order: Box::new(order) }, ty, span)
            }
        };
        make(ExprKind::First(Box::new(set)), of, span)
    }

    /// `N of S`.
    pub(super) fn take(&mut self, f: &mut Frame<'a>, count: &'a ast::Expr, set: &'a ast::Expr, span: Span) -> Expr {
        let count = self.number_expr(f, count);
        let set = self.set(f, set);
        let ty = set_of(element(&set.ty));
        make(ExprKind::Take { count: Box::new(count), set: Box::new(set) }, ty, span)
    }

    pub(super) fn extreme(
        &mut self,
        f: &mut Frame<'a>,
        most: bool,
        by: &'a ast::Expr,
        set: &'a ast::Expr,
        span: Span,
    ) -> Expr {
        let set = self.set(f, set);
        let ty = set.ty.clone();
        let (local, key) = self.with_candidate(f, &set, None, |typer, f| typer.number_expr(f, by));
        make(ExprKind::Extreme { most, set: Box::new(set), local, key: Box::new(key) }, ty, span)
    }

    /// `following ORDER` over the elements of a set.
    pub(super) fn order(&mut self, f: &mut Frame<'a>, order: &'a ast::Order, set: &Expr) -> Order {
        let ast::Order::Following { reverse, by } = order else {
            return if matches!(order, ast::Order::Any) { Order::Any } else { Order::Natural };
        };
        if let ast::ExprKind::Name(text) = &by.kind
            && matches!(nouns::meaning(text), Some(nouns::Meaning::Read(Function::TurnOrder, _)))
        {
            let of = element(&set.ty);
            if !self.fits(&of, &Type::Actor) && !self.fits(&of, &Type::Seat) {
                self.error(Code::TypeMismatch, by.span, "only players stand in turn order");
            }
            return Order::Turns { reverse: *reverse };
        }
        let (local, key) = self.with_candidate(f, set, None, |typer, f| typer.order_key(f, by));
        Order::By { local, key, reverse: *reverse }
    }

    /// A value of one parameter or a counter by its bare name means the element's; else a plain expression.
    fn order_key(&mut self, f: &mut Frame<'a>, by: &'a ast::Expr) -> Expr {
        if let ast::ExprKind::Name(text) = &by.kind
            && f.find(text).is_none()
            && let Some(id) = f.candidates.last().copied()
        {
            let it = f.read(id, by.span);
            if let Some(crate::check::symbols::Callable::Value(value)) = self.callable(text) {
                let key = self.value_of(f, value, text, vec![it], by.span);
                return self.coerce(key, &Type::Number);
            }
            if !matches!(self.noun(text), Some(Noun::Number(_)) | None) || self.symbols.attributes.contains_key(text) {
                let name = ast::Name { text: text.clone(), span: by.span };
                let key = self.field_of(f, it, &name);
                return self.coerce(key, &Type::Number);
            }
        }
        self.number_expr(f, by)
    }

    pub(super) fn reached(
        &mut self,
        f: &mut Frame<'a>,
        from: &'a ast::Expr,
        (a, b): (&ast::Name, &ast::Name),
        cond: &'a ast::Expr,
        span: Span,
    ) -> Expr {
        let from = self.space(f, from);
        let ty = from.ty.clone();
        self.open(f);
        let first = self.declare_param(f, a, ty.clone());
        let second = self.declare_param(f, b, ty.clone());
        let cond = self.cond(f, cond);
        self.close(f);
        let kind = ExprKind::Reached { from: Box::new(from), a: first, b: second, cond: Box::new(cond) };
        make(kind, set_of(ty), span)
    }

    pub(super) fn nearest(
        &mut self,
        f: &mut Frame<'a>,
        to: &'a ast::Expr,
        cond: Option<&'a ast::Expr>,
        span: Span,
    ) -> Expr {
        let to = self.space(f, to);
        let ty = set_of(to.ty.clone());
        let (local, cond) =
            self.with_candidate(f, &to, None, |typer, f| cond.map(|cond| Box::new(typer.cond(f, cond))));
        make(ExprKind::Nearest { to: Box::new(to), local, cond }, ty, span)
    }

    pub(super) fn lines(&mut self, f: &mut Frame<'a>, length: &'a ast::Expr, board: &ast::Name, span: Span) -> Expr {
        let length = self.number_expr(f, length);
        let Some(Noun::Board(id)) = self.noun(&board.text).cloned() else {
            let message = format!("there is no board `{}`", board.text);
            self.error(Code::UnknownWord, board.span, message);
            return unknown(span);
        };
        let kind = self.nouns.boards.get(id.index()).map_or(Type::Unknown, |def| Type::Space(def.kind));
        let kind_expr = ExprKind::Lines { length: Box::new(length), board: id };
        make(kind_expr, set_of(set_of(kind)), span)
    }

    /// An expression that must be one space.
    pub(super) fn space(&mut self, f: &mut Frame<'a>, e: &'a ast::Expr) -> Expr {
        let expr = self.expr(f, e, None);
        if matches!(expr.ty, Type::Space(_) | Type::Unknown) {
            return expr;
        }
        let message = format!("a space is needed here; this is {}", self.describe(&expr.ty));
        let mut finding = Diagnostic::new(Code::TypeMismatch, expr.span, message);
        if matches!(expr.ty, Type::Actor | Type::Unit(_) | Type::AnyUnit) {
            finding = finding.help("write where it stands: a point and the kind of space after it");
        }
        self.report(finding);
        unknown(expr.span)
    }
}

fn is_pool(set: &Expr) -> bool {
    match &set.kind {
        ExprKind::Function(Function::PoolFaces, _) => true,
        ExprKind::Filter { set, .. } => is_pool(set),
        _ => false,
    }
}

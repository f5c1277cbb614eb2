//! Expressions: one call per form, arithmetic, and what must be a number, a condition or something else.

use crate::check::tree::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::program::nouns::Type;
use crate::source::Span;
use crate::syntax::ast;

use super::scope::{Frame, when_false, when_true};
use super::{Typer, function, make, number, set_of, unknown, words};

impl<'a> Typer<'a> {
    /// Any expression; `want` helps to understand names and is not enforced.
    pub(super) fn expr(&mut self, f: &mut Frame<'a>, e: &'a ast::Expr, want: Option<&Type>) -> Expr {
        use ast::ExprKind as E;
        let span = e.span;
        match &e.kind {
            // What does not fit was refused when it was read.
            E::Number(value) => number(i32::try_from(*value).unwrap_or(0), span),
            E::Text(text) | E::Cell(text) => make(ExprKind::Const(self.nouns.text(text)), Type::Text, span),
            E::Name(text) => self.name(f, text, span, want),
            E::It => self.it(f, span),
            E::Dot(name) => {
                let it = self.it(f, span);
                self.field_of(f, it, name)
            }
            E::Field(base, name) => self.field(f, base, name),
            E::Index(of, at) => self.index(f, of, at, span),
            E::Call(name, args) => self.call_expr(f, name, args, span),
            E::List(elements) => self.list(f, elements, want, span),
            E::Bundle(amounts) => self.bundle(f, amounts, span),
            E::Not(inner) => {
                let inner = self.cond(f, inner);
                make(ExprKind::Not(Box::new(inner)), Type::Bool, span)
            }
            E::Negate(inner) => {
                let inner = self.number_expr(f, inner);
                negate(inner, span)
            }
            E::Binary(op, a, b) => self.binary(f, *op, a, b, span),
            E::Where { name, set, cond } => self.filter(f, name.as_ref(), set, Some(cond), want),
            E::CountOf(of) => self.count_of(f, of, span),
            E::CountDifferent(name, of) => self.count_different(f, name, of, span),
            E::Fold { fold, expr, name, over } => self.fold(f, *fold, expr, name.as_ref(), over, span),
            E::Any(name, selection) => self.any(f, name.as_ref(), selection, span),
            E::No(name, selection) => {
                let any = self.any(f, name.as_ref(), selection, span);
                make(ExprKind::Not(Box::new(any)), Type::Bool, span)
            }
            E::Every { name, set, cond } => self.every(f, name, set, cond, span),
            E::Can { name, args, by } => self.can(f, name, args, by.as_deref(), span),
            E::End { end, count, zone } => self.ends(f, *end, count.as_deref(), zone, span),
            E::First { set, order } => self.first(f, set, order, span),
            E::Take { count, set } => self.take(f, count, set, span),
            E::Extreme { most, by, set } => self.extreme(f, *most, by, set, span),
            E::Of(name, of) => self.name_of(f, name, of, span),
            E::Reached { from, a, b, cond } => self.reached(f, from, (a, b), cond, span),
            E::Nearest { to, cond } => self.nearest(f, to, cond.as_deref(), span),
            E::Lines { length, board } => self.lines(f, length, board, span),
        }
    }

    fn it(&mut self, f: &mut Frame<'a>, span: Span) -> Expr {
        match f.candidates.last() {
            Some(id) => f.read(*id, span),
            None => {
                let message = "there is nothing here that `it` or `.` could stand for";
                let help = "say whose it is: `me.…`, or a name before the point";
                self.report(Diagnostic::new(Code::NoCandidate, span, message).help(help));
                unknown(span)
            }
        }
    }

    /// An expression that must be of a type; zones become their cards, or their only card, where that is needed.
    pub(super) fn typed(&mut self, f: &mut Frame<'a>, e: &'a ast::Expr, want: &Type) -> Expr {
        let expr = self.expr(f, e, Some(want));
        self.coerce(expr, want)
    }

    /// The same, with the expression already typed.
    pub(super) fn coerce(&mut self, expr: Expr, want: &Type) -> Expr {
        if self.fits(&expr.ty, want) {
            return expr;
        }
        let expr = match (&expr.ty, want) {
            (Type::Zone, Type::Component(_)) => match self.only_card(expr) {
                Ok(card) if self.fits(&card.ty, want) => return card,
                Ok(card) => card,
                Err(zone) => zone,
            },
            (Type::Zone | Type::Pool(_), Type::Set(_)) => {
                let set = self.set_from(expr);
                if self.fits(&set.ty, want) {
                    return set;
                }
                set
            }
            (Type::Actor, Type::Seat) => {
                let span = expr.span;
                return function(Function::SeatOf, vec![expr], Type::Seat, span);
            }
            (Type::Component(kinds), Type::Design(_)) => {
                let (ty, span) = (Type::Design(*kinds), expr.span);
                return function(Function::DesignOf, vec![expr], ty, span);
            }
            _ => expr,
        };
        self.mismatch(&expr, want);
        unknown(expr.span)
    }

    /// Reports that one sort was found where another is needed.
    pub(super) fn mismatch(&mut self, found: &Expr, want: &Type) {
        if found.ty == Type::Unknown || *want == Type::Unknown {
            return;
        }
        let message = format!("this is {}, but {} is needed here", self.describe(&found.ty), self.describe(want));
        let help = match (&found.ty, want) {
            (Type::Zone | Type::Set(_), Type::Number) => Some("to count them, write `count of …`"),
            (Type::Zone | Type::Set(_), Type::Bool) => Some("ask `… is not empty`, or `any …`"),
            (Type::Number, Type::Bool) => Some("compare it with something: `… > 0`"),
            (Type::Component(_) | Type::Actor | Type::Space(_), Type::Bool) => Some("ask `… is not none`"),
            (Type::Zone | Type::Set(_), Type::Component(_) | Type::Actor | Type::Space(_)) => {
                Some("that is several at once: take one with `choose`, `top of …`, `first of …` or `for each`")
            }
            (Type::Bundle, Type::Number) => Some("to count the pieces, write `count of …`"),
            (Type::Design(_), Type::Component(_)) => {
                Some("a design is not a card that lies somewhere; choose one first")
            }
            (Type::Text, _) => Some("names and numbers stand without quotes"),
            (Type::Number, Type::Set(_)) => Some("for the numbers up to it, write `1..n`"),
            _ => None,
        };
        let mut finding = Diagnostic::new(Code::TypeMismatch, found.span, message);
        finding.help = help.map(String::from);
        self.note_misread(found);
        self.report(finding);
    }

    /// A number.
    pub(super) fn number_expr(&mut self, f: &mut Frame<'a>, e: &'a ast::Expr) -> Expr {
        self.typed(f, e, &Type::Number)
    }

    /// A condition.
    pub(super) fn cond(&mut self, f: &mut Frame<'a>, e: &'a ast::Expr) -> Expr {
        self.typed(f, e, &Type::Bool)
    }

    /// `by P`.
    pub(super) fn doer(&mut self, f: &mut Frame<'a>, e: &'a ast::Expr) -> Expr {
        self.typed(f, e, &Type::Actor)
    }

    fn binary(&mut self, f: &mut Frame<'a>, op: ast::Op, a: &'a ast::Expr, b: &'a ast::Expr, span: Span) -> Expr {
        use ast::Op;
        match op {
            Op::And | Op::Or => {
                let left = self.cond(f, a);
                let facts = if op == Op::And { when_true(&left) } else { when_false(&left) };
                self.open(f);
                f.certain(&facts);
                let right = self.cond(f, b);
                self.close(f);
                let (left, right) = (Box::new(left), Box::new(right));
                let kind = if op == Op::And { ExprKind::And(left, right) } else { ExprKind::Or(left, right) };
                make(kind, Type::Bool, span)
            }
            Op::Is => self.is(f, a, b, span),
            Op::IsNot => {
                let is = self.is(f, a, b, span);
                invert(is, span)
            }
            Op::Less => self.ordered(f, Compare::Less, a, b, span),
            Op::LessOrEqual => self.ordered(f, Compare::LessOrEqual, a, b, span),
            Op::More => self.ordered(f, Compare::More, a, b, span),
            Op::MoreOrEqual => self.ordered(f, Compare::MoreOrEqual, a, b, span),
            Op::In => self.is_in(f, a, b, span),
            Op::NotIn => {
                let is = self.is_in(f, a, b, span);
                make(ExprKind::Not(Box::new(is)), Type::Bool, span)
            }
            Op::Has => self.has(f, a, b, span),
            Op::Range => {
                let (a, b) = (self.number_expr(f, a), self.number_expr(f, b));
                make(ExprKind::Range(Box::new(a), Box::new(b)), set_of(Type::Number), span)
            }
            Op::Add => self.add(f, a, b, span),
            Op::Except => self.except(f, a, b, span),
            Op::Subtract => self.arithmetic(f, Arithmetic::Subtract, a, b, span),
            Op::Times => self.arithmetic(f, Arithmetic::Times, a, b, span),
            Op::Divide => self.arithmetic(f, Arithmetic::Divide, a, b, span),
        }
    }

    fn arithmetic(
        &mut self,
        f: &mut Frame<'a>,
        op: Arithmetic,
        a: &'a ast::Expr,
        b: &'a ast::Expr,
        span: Span,
    ) -> Expr {
        let left = self.expr(f, a, Some(&Type::Number));
        let right = self.expr(f, b, Some(&Type::Number));
        if op == Arithmetic::Subtract && matches!(left.ty, Type::Set(_) | Type::Zone | Type::Bundle) {
            let message = "`-` takes numbers from numbers, and this is several things";
            self.report(Diagnostic::new(Code::TypeMismatch, span, message).help("write `… except …`"));
            return unknown(span);
        }
        let (left, right) = (self.coerce(left, &Type::Number), self.coerce(right, &Type::Number));
        make(ExprKind::Arithmetic(op, Box::new(left), Box::new(right)), Type::Number, span)
    }

    /// `+`: of numbers, bundles or sets.
    fn add(&mut self, f: &mut Frame<'a>, a: &'a ast::Expr, b: &'a ast::Expr, span: Span) -> Expr {
        let left = self.expr(f, a, None);
        let want = left.ty.clone();
        let right = self.expr(f, b, Some(&want));
        match (&left.ty, &right.ty) {
            (Type::Bundle, _) | (_, Type::Bundle) => {
                let (left, right) = (self.coerce(left, &Type::Bundle), self.coerce(right, &Type::Bundle));
                function(Function::BundlePlus, vec![left, right], Type::Bundle, span)
            }
            (Type::Number, _) | (_, Type::Number) => {
                let (left, right) = (self.coerce(left, &Type::Number), self.coerce(right, &Type::Number));
                make(ExprKind::Arithmetic(Arithmetic::Add, Box::new(left), Box::new(right)), Type::Number, span)
            }
            (Type::Bool | Type::Text, _) | (_, Type::Bool | Type::Text) => {
                self.mismatch(&left, &Type::Number);
                unknown(span)
            }
            _ => {
                let (left, right) = (self.set_from(left), self.set_from(right));
                let Some(ty) = words::join(&left.ty, &right.ty) else {
                    let message = format!(
                        "these two cannot be put together: {}, and {}",
                        self.describe(&left.ty),
                        self.describe(&right.ty)
                    );
                    self.error(Code::TypeMismatch, span, message);
                    return unknown(span);
                };
                make(ExprKind::Union(Box::new(left), Box::new(right)), ty, span)
            }
        }
    }

    fn except(&mut self, f: &mut Frame<'a>, a: &'a ast::Expr, b: &'a ast::Expr, span: Span) -> Expr {
        let left = self.expr(f, a, None);
        if left.ty == Type::Bundle {
            let right = self.typed(f, b, &Type::Bundle);
            return function(Function::BundleMinus, vec![left, right], Type::Bundle, span);
        }
        let left = self.set_from(left);
        let want = left.ty.clone();
        let right = self.expr(f, b, Some(&want));
        let of = element(&want);
        // The same zone is meant whole; one card or other element may stand alone.
        let right = match right.ty {
            Type::Zone | Type::Set(_) => self.set_from(right),
            _ => right,
        };
        let taken = element(&right.ty);
        if !self.fits(&taken, &of) {
            self.mismatch(&make(ExprKind::Const(0), taken, right.span), &of);
        }
        make(ExprKind::Except(Box::new(left), Box::new(right)), want, span)
    }

    fn list(&mut self, f: &mut Frame<'a>, elements: &'a [ast::Expr], want: Option<&Type>, span: Span) -> Expr {
        let of = want.map(element);
        let mut ty = Type::Unknown;
        let mut list: Vec<Expr> = Vec::new();
        let mut sets: Vec<Expr> = Vec::new();
        for e in elements {
            let hint = of.clone().filter(|t| *t != Type::Unknown).or((ty != Type::Unknown).then(|| ty.clone()));
            let expr = self.expr(f, e, hint.as_ref());
            let several = matches!(expr.ty, Type::Zone | Type::Set(_));
            let expr = if several { self.set_from(expr) } else { expr };
            let own = element(&expr.ty);
            match words::join(&ty, &own) {
                Some(both) => ty = both,
                None => {
                    let (first, other) = (self.describe(&ty), self.describe(&own));
                    let message = format!("a list holds things of one sort: {first}, and here {other}");
                    self.error(Code::TypeMismatch, expr.span, message);
                }
            }
            if several { sets.push(expr) } else { list.push(expr) }
        }
        let words: Option<Vec<i32>> = list
            .iter()
            .map(|e| match e.kind {
                ExprKind::Const(word) if e.ty != Type::Unknown => Some(word),
                _ => None,
            })
            .collect();
        let mut whole = match words {
            Some(words) if !words.is_empty() => Some(self.const_list(words, ty.clone(), span)),
            _ if list.is_empty() && !sets.is_empty() => None,
            _ => Some(make(ExprKind::List(list), set_of(ty.clone()), span)),
        };
        for set in sets {
            whole = Some(match whole {
                Some(left) => make(ExprKind::Union(Box::new(left), Box::new(set)), set_of(ty.clone()), span),
                None => set,
            });
        }
        whole.unwrap_or_else(|| make(ExprKind::List(Vec::new()), set_of(Type::Unknown), span))
    }

    fn bundle(&mut self, f: &mut Frame<'a>, amounts: &'a [ast::Amount], span: Span) -> Expr {
        let mut parts = Vec::new();
        for amount in amounts {
            let count = self.number_expr(f, &amount.number);
            let Some(what) = &amount.what else {
                self.error(Code::TypeMismatch, amount.number.span, "a bundle names what it has: `[3 red, 1 blue]`");
                continue;
            };
            if let Some(stuff) = self.stuff_named(what) {
                parts.push((stuff, count));
            }
        }
        make(ExprKind::Bundle(parts), Type::Bundle, span)
    }

    fn index(&mut self, f: &mut Frame<'a>, of: &'a ast::Expr, at: &'a ast::Expr, span: Span) -> Expr {
        let of = self.expr(f, of, None);
        let (of, ty, by) = match of.ty.clone() {
            Type::Split(by) => (of, Type::Number, *by),
            Type::Unknown => (of, Type::Unknown, Type::Unknown),
            _ => {
                let set = self.set_from(of);
                let ty = element(&set.ty);
                (set, ty, Type::Number)
            }
        };
        let at = self.typed(f, at, &by);
        make(ExprKind::Index(Box::new(of), Box::new(at)), ty, span)
    }
}

fn negate(inner: Expr, span: Span) -> Expr {
    match inner.kind {
        ExprKind::Const(word) if inner.ty == Type::Number => number(-word, span),
        _ => {
            let zero = number(0, span);
            make(ExprKind::Arithmetic(Arithmetic::Subtract, Box::new(zero), Box::new(inner)), Type::Number, span)
        }
    }
}

/// `is not`: of a plain comparison, its opposite; else `not`.
fn invert(is: Expr, span: Span) -> Expr {
    match is.kind {
        ExprKind::Compare(Compare::Is, a, b) => make(ExprKind::Compare(Compare::IsNot, a, b), Type::Bool, span),
        ExprKind::Not(inner) => Expr { span, ..*inner },
        kind => {
            let inner = make(kind, is.ty, is.span);
            make(ExprKind::Not(Box::new(inner)), Type::Bool, span)
        }
    }
}

/// The type of one of several; of one thing, itself.
pub(super) fn element(ty: &Type) -> Type {
    match ty {
        Type::Set(of) => (**of).clone(),
        Type::Bundle => Type::Stuff,
        other => other.clone(),
    }
}

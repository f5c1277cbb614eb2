//! `is`, `<`, `in` and `has`: what may be compared with what.

use crate::check::symbols::Noun;
use crate::check::tree::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::program::nouns::Type;
use crate::source::Span;
use crate::syntax::ast;
use crate::vocabulary::{self, nouns::Meaning};

use super::expr::element;
use super::scope::Frame;
use super::{Typer, function, make, unknown, words};

impl<'a> Typer<'a> {
    /// `a < b` and the like: numbers only.
    pub(super) fn ordered(
        &mut self,
        f: &mut Frame<'a>,
        op: Compare,
        a: &'a ast::Expr,
        b: &'a ast::Expr,
        span: Span,
    ) -> Expr {
        let mut side = |typer: &mut Self, e: &'a ast::Expr| {
            let expr = typer.expr(f, e, Some(&Type::Number));
            if typer.fits(&expr.ty, &Type::Number) {
                return expr;
            }
            let message =
                format!("only numbers are more or less than one another; this is {}", typer.describe(&expr.ty));
            let mut finding = Diagnostic::new(Code::NotComparable, expr.span, message);
            if matches!(expr.ty, Type::Zone | Type::Set(_) | Type::Bundle) {
                finding = finding.help("to count them, write `count of …`");
            }
            typer.report(finding);
            unknown(expr.span)
        };
        let left = side(self, a);
        let right = side(self, b);
        make(ExprKind::Compare(op, Box::new(left), Box::new(right)), Type::Bool, span)
    }

    /// `a is b`.
    pub(super) fn is(&mut self, f: &mut Frame<'a>, a: &'a ast::Expr, b: &'a ast::Expr, span: Span) -> Expr {
        let left = match (&a.kind, &b.kind) {
            // A bare enum value on the left takes its meaning from the right.
            (ast::ExprKind::Name(text), kind)
                if self.is_enum_word(f, text) && !matches!(kind, ast::ExprKind::Name(_)) =>
            {
                let right = self.expr(f, b, None);
                let left = self.expr(f, a, Some(&right.ty));
                return self.same(left, right, span);
            }
            _ => self.expr(f, a, None),
        };
        if let ast::ExprKind::Name(text) = &b.kind
            && f.find(text).is_none()
        {
            match self.is_word(left, text, span) {
                Ok(expr) => return expr,
                Err(left) => {
                    let right = self.expr(f, b, Some(&left.ty));
                    return self.same(left, right, span);
                }
            }
        }
        let right = self.expr(f, b, Some(&left.ty));
        self.same(left, right, span)
    }

    fn is_enum_word(&self, f: &Frame<'a>, text: &str) -> bool {
        f.find(text).is_none() && matches!(self.noun(text), Some(Noun::EnumValues(_)))
    }

    /// `x is WORD`: states and sorts that are not things.
    fn is_word(&mut self, left: Expr, text: &str, span: Span) -> Result<Expr, Expr> {
        let yes = |kind| Ok(make(kind, Type::Bool, span));
        let not = |expr: Expr| Ok(make(ExprKind::Not(Box::new(expr)), Type::Bool, span));
        match vocabulary::nouns::meaning(text) {
            Some(Meaning::None) => {
                let left = self.only_card(left).unwrap_or_else(|left| left);
                return yes(ExprKind::IsNone(Box::new(left)));
            }
            Some(Meaning::Empty) => {
                if !matches!(left.ty, Type::Zone | Type::Set(_) | Type::Bundle | Type::Unknown) {
                    self.cannot_be(&left, "empty", "only zones, sets and bundles can be; ask `is none` of one thing");
                    return Ok(unknown(span));
                }
                return yes(ExprKind::IsEmpty(Box::new(left)));
            }
            Some(Meaning::Up(wanted)) => {
                let left = self.only_card(left).unwrap_or_else(|left| left);
                let up = match left.ty {
                    Type::Component(_) => function(Function::IsUp, vec![left], Type::Bool, span),
                    Type::Bool | Type::Unknown => left,
                    _ => {
                        self.cannot_be(&left, text, "only one card is face up or face down");
                        return Ok(unknown(span));
                    }
                };
                return if wanted { Ok(up) } else { not(up) };
            }
            Some(Meaning::Alive(wanted)) => {
                if !self.fits(&left.ty, &Type::Actor) {
                    self.cannot_be(&left, text, "only players are");
                    return Ok(unknown(span));
                }
                let alive = function(Function::IsAlive, vec![left], Type::Bool, span);
                return if wanted { Ok(alive) } else { not(alive) };
            }
            _ => {}
        }
        match self.noun(text).cloned() {
            Some(Noun::Kind(kind)) => {
                let kinds = words::with_subkinds(&self.nouns, kind);
                self.is_kind(left, kinds, text, span)
            }
            Some(Noun::KindGroup(kinds)) => self.is_kind(left, kinds, text, span),
            Some(Noun::Design(design)) => {
                let left = self.only_card(left).unwrap_or_else(|left| left);
                if !matches!(left.ty, Type::Component(_) | Type::Design(_) | Type::Unknown) {
                    self.cannot_be(&left, text, "only cards are of a design");
                    return Ok(unknown(span));
                }
                let kinds = words::kind_of(&self.nouns, design);
                if !self.could_be(&left.ty, kinds) {
                    self.never(&left, text);
                }
                yes(ExprKind::IsDesign(design, Box::new(left)))
            }
            Some(Noun::UnitKind(kind)) if matches!(left.ty, Type::Unit(_) | Type::AnyUnit) => {
                yes(ExprKind::IsUnitKind(kind, Box::new(left)))
            }
            Some(Noun::Zone(zone)) if left.ty == Type::Zone => yes(ExprKind::IsZone(zone, Box::new(left))),
            _ => Err(left),
        }
    }

    fn is_kind(
        &mut self,
        left: Expr,
        kinds: crate::program::nouns::KindSet,
        text: &str,
        span: Span,
    ) -> Result<Expr, Expr> {
        let left = self.only_card(left).unwrap_or_else(|left| left);
        if !matches!(left.ty, Type::Component(_) | Type::Design(_) | Type::Unknown) {
            self.cannot_be(&left, text, "only cards are of a kind");
            return Ok(unknown(span));
        }
        if !self.could_be(&left.ty, kinds) {
            self.never(&left, text);
        }
        Ok(make(ExprKind::IsKind(kinds, Box::new(left)), Type::Bool, span))
    }

    fn could_be(&self, ty: &Type, kinds: crate::program::nouns::KindSet) -> bool {
        match ty {
            Type::Component(own) | Type::Design(own) => words::real(&self.nouns, *own).meets(kinds),
            _ => true,
        }
    }

    fn never(&mut self, left: &Expr, text: &str) {
        let message = format!("this can never be `{text}`: it is {}", self.describe(&left.ty));
        self.error(Code::NotComparable, left.span, message);
    }

    fn cannot_be(&mut self, left: &Expr, word: &str, help: &str) {
        if left.ty == Type::Unknown {
            return;
        }
        let message = format!("{} is never `{word}`", self.describe(&left.ty));
        self.report(Diagnostic::new(Code::NotComparable, left.span, message).help(help));
    }

    /// Two things of one sort.
    fn same(&mut self, left: Expr, right: Expr, span: Span) -> Expr {
        let one = |typer: &Self, expr: Expr, other: &Type| match (&expr.ty, other) {
            (Type::Zone, Type::Component(_)) => typer.only_card(expr).unwrap_or_else(|expr| expr),
            (Type::Component(kinds), Type::Design(_)) => {
                let (ty, at) = (Type::Design(*kinds), expr.span);
                function(Function::DesignOf, vec![expr], ty, at)
            }
            _ => expr,
        };
        let right_ty = right.ty.clone();
        let left = one(self, left, &right_ty);
        let left_ty = left.ty.clone();
        let right = one(self, right, &left_ty);
        let several = |ty: &Type| matches!(ty, Type::Set(_) | Type::Bundle | Type::Split(_));
        if !self.fits(&right.ty, &left.ty) || several(&left.ty) || several(&right.ty) {
            let message = format!("{} and {} can never be the same", self.describe(&left.ty), self.describe(&right.ty));
            let mut finding = Diagnostic::new(Code::NotComparable, span, message);
            if several(&left.ty) || several(&right.ty) {
                finding = finding.help("ask for one of several with `x in S`, for how many with `count of S is 3`");
            }
            if let Some(help) = self.other_comparison(&left.ty, &right) {
                finding = finding.help(help);
            }
            if left.ty != Type::Unknown && right.ty != Type::Unknown {
                self.report(finding);
            }
            return make(ExprKind::Const(0), Type::Unknown, span);
        }
        make(ExprKind::Compare(Compare::Is, Box::new(left), Box::new(right)), Type::Bool, span)
    }

    /// `x in S`.
    pub(super) fn is_in(&mut self, f: &mut Frame<'a>, a: &'a ast::Expr, b: &'a ast::Expr, span: Span) -> Expr {
        let set_first = matches!(&a.kind, ast::ExprKind::Name(text) if self.is_enum_word(f, text));
        let (left, right) = if set_first {
            let right = self.expr(f, b, None);
            let right = self.set_from(right);
            (self.expr(f, a, Some(&element(&right.ty))), right)
        } else {
            let left = self.expr(f, a, None);
            let right = self.expr(f, b, Some(&super::set_of(left.ty.clone())));
            (left, self.set_from(right))
        };
        self.member(left, right, span)
    }

    /// What was probably meant by a comparison of two sorts.
    fn other_comparison(&self, left: &Type, right: &Expr) -> Option<String> {
        match (left, &right.ty) {
            (_, Type::Text) => Some("a name stands without quotes".into()),
            (Type::Component(_) | Type::Design(_), ty @ Type::Enum(_)) => {
                let attribute = self.nouns.attributes.iter().find(|def| def.ty == *ty)?;
                Some(format!("ask for what is printed on it: `c.{} is …`", attribute.name))
            }
            _ => None,
        }
    }

    fn member(&mut self, left: Expr, set: Expr, span: Span) -> Expr {
        let of = element(&set.ty);
        let left = match (&left.ty, &of) {
            (Type::Zone, Type::Component(_)) => self.only_card(left).unwrap_or_else(|left| left),
            _ => left,
        };
        if !self.fits(&left.ty, &of) {
            let message =
                format!("{} can never be among these: each of them is {}", self.describe(&left.ty), self.describe(&of));
            let mut finding = Diagnostic::new(Code::NotComparable, span, message);
            if matches!(left.ty, Type::Design(_)) {
                finding = finding.help("ask for a card of that design: `any SET where it is NAME`");
            }
            self.report(finding);
            return unknown(span);
        }
        make(ExprKind::In(Box::new(left), Box::new(set)), Type::Bool, span)
    }

    /// `x has ABILITY`; `S has x` for sets.
    pub(super) fn has(&mut self, f: &mut Frame<'a>, a: &'a ast::Expr, b: &'a ast::Expr, span: Span) -> Expr {
        let left = self.expr(f, a, None);
        let left = self.only_card(left).unwrap_or_else(|left| left);
        match (&left.ty, &b.kind) {
            (Type::Component(_) | Type::Design(_) | Type::Unknown, ast::ExprKind::Name(text)) => {
                let name = ast::Name { text: text.clone(), span: b.span };
                match self.ability_named(&name) {
                    Some(ability) => make(ExprKind::HasAbility(ability, Box::new(left)), Type::Bool, span),
                    None => unknown(span),
                }
            }
            (Type::Set(_) | Type::Zone, _) => {
                let set = self.set_from(left);
                let right = self.expr(f, b, Some(&element(&set.ty)));
                self.member(right, set, span)
            }
            _ => {
                let message = format!(
                    "`has` asks a card for an ability, or a set for a member; this is {}",
                    self.describe(&left.ty)
                );
                self.error(Code::NotComparable, left.span, message);
                unknown(span)
            }
        }
    }
}

//! Syntax trees by hand, as short as they can be.

use crate::source::Span;
use crate::syntax::ast::*;

pub fn name(text: &str) -> Name {
    Name { text: text.into(), span: Span::default() }
}

pub fn ex(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default() }
}

pub fn num(n: i64) -> Expr {
    ex(ExprKind::Number(n))
}

/// `a.b.c`, `.b`, `it` or a bare name.
pub fn v(path: &str) -> Expr {
    let mut parts = path.split('.');
    let first = parts.next().unwrap_or("");
    let mut expr = match first {
        "it" => ex(ExprKind::It),
        "" => ex(ExprKind::Dot(name(parts.next().unwrap_or("")))),
        first => ex(ExprKind::Name(first.into())),
    };
    for part in parts {
        expr = ex(ExprKind::Field(Box::new(expr), name(part)));
    }
    expr
}

pub fn bin(a: Expr, op: Op, b: Expr) -> Expr {
    ex(ExprKind::Binary(op, Box::new(a), Box::new(b)))
}

pub fn is(a: Expr, b: Expr) -> Expr {
    bin(a, Op::Is, b)
}

pub fn more(a: Expr, b: Expr) -> Expr {
    bin(a, Op::More, b)
}

pub fn and(a: Expr, b: Expr) -> Expr {
    bin(a, Op::And, b)
}

pub fn not(a: Expr) -> Expr {
    ex(ExprKind::Not(Box::new(a)))
}

pub fn call(f: &str, args: Vec<Expr>) -> Expr {
    ex(ExprKind::Call(name(f), args))
}

pub fn of(what: &str, e: Expr) -> Expr {
    ex(ExprKind::Of(name(what), Box::new(e)))
}

pub fn count(e: Expr) -> Expr {
    ex(ExprKind::CountOf(Box::new(e)))
}

pub fn top(n: Option<i64>, zone: Expr) -> Expr {
    ex(ExprKind::End { end: End::Top, count: n.map(|n| Box::new(num(n))), zone: Box::new(zone) })
}

pub fn filter(set: Expr, cond: Expr) -> Expr {
    ex(ExprKind::Where { name: None, set: Box::new(set), cond: Box::new(cond) })
}

pub fn any(set: Expr, cond: Option<Expr>) -> Expr {
    ex(ExprKind::Any(None, sel(set, cond)))
}

pub fn list(elements: Vec<Expr>) -> Expr {
    ex(ExprKind::List(elements))
}

pub fn sel(set: Expr, cond: Option<Expr>) -> Selection {
    Selection { set: Box::new(set), cond: cond.map(Box::new), span: Span::default() }
}

pub fn st(kind: StatementKind) -> Statement {
    Statement { kind, by: None, says: None, span: Span::default() }
}

pub fn by(mut s: Statement, who: Expr) -> Statement {
    s.by = Some(who);
    s
}

pub fn block(statements: Vec<Statement>) -> Block {
    Block { statements, span: Span::default() }
}

pub fn choose(x: &str, from: Expr) -> Statement {
    choose_where(x, from, None, false)
}

pub fn choose_where(x: &str, from: Expr, cond: Option<Expr>, blind: bool) -> Statement {
    choose_many(Many::One, x, from, cond, blind)
}

pub fn choose_many(many: Many, x: &str, from: Expr, cond: Option<Expr>, blind: bool) -> Statement {
    st(StatementKind::Choose { many, name: name(x), from: sel(from, cond), in_order: false, blind })
}

pub fn amount(number: Expr, what: Option<&str>) -> Amount {
    Amount { number, what: what.map(name) }
}

pub fn gain_on(n: i64, what: &str, on: Option<Expr>) -> Statement {
    st(StatementKind::Gain { lose: false, amounts: vec![amount(num(n), Some(what))], each: None, on })
}

pub fn gain(n: i64, what: &str) -> Statement {
    gain_on(n, what, None)
}

pub fn gain_expr(n: Expr, what: Option<&str>) -> Statement {
    st(StatementKind::Gain { lose: false, amounts: vec![amount(n, what)], each: None, on: None })
}

pub fn put(what: Expr, zone: Expr) -> Statement {
    let place = Place { end: None, zone };
    st(StatementKind::Move { what: sel(what, None), place, face: None, in_any_order: false })
}

pub fn look(what: Expr) -> Statement {
    st(StatementKind::LookAt { what: sel(what, None) })
}

pub fn let_(x: &str, expr: Expr) -> Statement {
    st(StatementKind::Let { name: name(x), expr })
}

/// Reads something, so that nothing is unused.
pub fn use_(expr: Expr) -> Statement {
    st(StatementKind::Reveal { what: sel(expr, None), to: None })
}

pub fn needs(cond: Expr) -> Statement {
    st(StatementKind::Needs { cond })
}

pub fn if_(cond: Expr, body: Vec<Statement>) -> Statement {
    st(StatementKind::If { cond, body: block(body), otherwise: None })
}

pub fn for_each(x: &str, set: Expr, body: Vec<Statement>) -> Statement {
    st(StatementKind::ForEach { name: name(x), of: sel(set, None), order: Order::Natural, body: block(body) })
}

pub fn do_(f: &str, args: Vec<Expr>) -> Statement {
    st(StatementKind::Call { name: name(f), args, binder: None, body: None })
}

pub fn set(target: Expr, to: Option<Expr>) -> Statement {
    st(StatementKind::Set { target, to })
}

pub fn hook(kind: HookKind) -> Hook {
    Hook { kind, tags: Tags::default(), span: Span::default() }
}

pub fn watch(when: When, action: &str, cond: Option<Expr>, body: Vec<Statement>) -> Hook {
    hook(HookKind::Watch { when, action: name(action), by: None, cond, body: block(body) })
}

pub fn modify(value: &str, expr: Expr, cond: Option<Expr>) -> Hook {
    hook(HookKind::Modify { value: name(value), how: How::By, expr, cond })
}

pub fn always(each: Option<(&str, Expr)>, cond: Expr, body: Vec<Statement>) -> Hook {
    let each = each.map(|(x, set)| (name(x), sel(set, None)));
    hook(HookKind::Always { between_effects: false, each, cond, body: block(body) })
}

pub fn until(hooks: Vec<Hook>) -> Statement {
    st(StatementKind::Until { duration: Duration::EndOf(name("turn")), once: false, hooks })
}

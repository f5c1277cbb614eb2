//! Small constructors for tests: manifests and items without a parser.

use std::cell::Cell;

use crate::diagnostic::{Code, Findings};
use crate::manifest::model::*;
use crate::source::Span;
use crate::syntax::ast::{self, Block, Expr, ExprKind, HookKind, Item, ItemKind, Member, Param, TypeExpr};

pub(crate) fn name(text: &str) -> Name {
    Name { text: text.to_string(), span: span() }
}

/// A place of its own for each thing, in the order in which tests make them.
pub(crate) fn span() -> Span {
    thread_local!(static NEXT: Cell<u32> = const { Cell::new(1) });
    let start = NEXT.replace(NEXT.get() + 1);
    Span { start, end: start + 1, ..Span::default() }
}

pub(crate) fn codes(findings: Findings) -> Vec<Code> {
    findings.into_sorted().iter().map(|found| found.code).collect()
}

pub(crate) fn item(kind: ItemKind) -> Item {
    Item { kind, span: span() }
}

pub(crate) fn ty(text: &str) -> TypeExpr {
    TypeExpr { name: name(text), set: false, bundle: false, or_none: false, span: Span::default() }
}

/// Parameters `x` of type number, or `x: type`.
pub(crate) fn params(list: &[&str]) -> Vec<Param> {
    let one = |text: &&str| {
        let (word, of) = text.split_once(": ").unwrap_or((text, "number"));
        Param { name: name(word), ty: ty(of) }
    };
    list.iter().map(one).collect()
}

pub(crate) fn action(named: &str, list: &[&str]) -> Item {
    item(ItemKind::Action(ast::Action {
        name: name(named),
        params: params(list),
        gives: None,
        tags: Default::default(),
        body: Block::default(),
    }))
}

pub(crate) fn value(named: &str, list: &[&str]) -> Item {
    let expr = number(1);
    let (name, params) = (name(named), params(list));
    item(ItemKind::Value(ast::Value { name, params, says: None, expr, at_least: None, at_most: None }))
}

pub(crate) fn phase(named: &str, steps: &[&str]) -> Item {
    let step = |step: &&str| ast::Step { name: name(step), body: Block::default() };
    item(ItemKind::Phase(ast::Phase { name: name(named), steps: steps.iter().map(step).collect() }))
}

pub(crate) fn component(kind: &str, named: &str, body: Vec<Member>) -> Item {
    item(ItemKind::Component { kind: name(kind), name: name(named), body })
}

pub(crate) fn hook() -> ast::Hook {
    let kind = HookKind::Forbid { action: name("draw"), by: None, cond: None };
    ast::Hook { kind, tags: Default::default(), span: span() }
}

pub(crate) fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: span() }
}

pub(crate) fn number(value: i64) -> Expr {
    expr(ExprKind::Number(value))
}

pub(crate) fn word(text: &str) -> Expr {
    expr(ExprKind::Name(text.to_string()))
}

pub(crate) fn text(text: &str) -> Expr {
    expr(ExprKind::Text(text.to_string()))
}

pub(crate) fn has(named: &str, value: Expr) -> Member {
    Member::Attribute { name: name(named), value }
}

pub(crate) fn ability(named: &str) -> Member {
    Member::Ability { name: name(named), tags: Default::default(), body: Block::default() }
}

pub(crate) fn plain(value: i64) -> NumberRef {
    NumberRef::Plain(value, span())
}

pub(crate) fn said(text: &str) -> Literal {
    Literal::Text(text.to_string(), span())
}

/// Values by name: `fire`.
pub(crate) fn enumeration(named: &str, values: &[&str]) -> Enum {
    let one = |value: &&str| EnumValue { name: name(value), attributes: vec![], labels: Labels::default() };
    Enum { name: name(named), values: values.iter().map(one).collect() }
}

/// `cost: number`, `shield: number = 0`
pub(crate) fn attribute(written: &str) -> Attribute {
    let (head, default) = written.split_once(" = ").map_or((written, None), |(head, default)| (head, Some(default)));
    let (named, of) = head.split_once(": ").unwrap_or((head, "number"));
    let default = default.map(|text| match text.parse() {
        Ok(value) => Literal::Number(value, span()),
        Err(_) => said(text),
    });
    Attribute { name: name(named), ty: name(of), default }
}

pub(crate) fn kind(named: &str, attributes: &[&str]) -> Kind {
    Kind {
        name: name(named),
        attributes: attributes.iter().map(|written| attribute(written)).collect(),
        abilities: vec![],
        live: vec![],
        starts_in: Some(name("deck")),
        is: None,
        totals: Vec::new(),
        each: vec![],
        labels: Labels::default(),
    }
}

pub(crate) fn zone(named: &str, per: Option<&str>) -> Zone {
    Zone {
        name: name(named),
        per: per.map(name),
        holds: None,
        order: ZoneOrder::Set,
        faces: Faces::Up,
        refill: None,
        fill: None,
        distinct: None,
        max: None,
        secret: false,
        labels: Labels::default(),
    }
}

pub(crate) fn counter(named: &str, on: &str) -> Counter {
    Counter {
        name: name(named),
        on: name(on),
        min: None,
        max: None,
        start: None,
        until: None,
        secret: false,
        shown: true,
        labels: Labels::default(),
    }
}

pub(crate) fn stuff(named: &str, on: &[&str]) -> Stuff {
    Stuff {
        name: name(named),
        on: on.iter().map(|on| name(on)).collect(),
        supply: None,
        of: None,
        worth: None,
        start: None,
        labels: Labels::default(),
    }
}

pub(crate) fn group(named: &str, members: &[&str]) -> Group {
    let members = members.iter().map(|member| name(member)).collect();
    Group { name: name(named), members, worth: None, overpay: None, labels: Labels::default() }
}

pub(crate) fn board(named: &str, shape: Shape, space: &str, spaces: &[&str]) -> Board {
    let one = |space: &&str| Space { name: name(space), attributes: vec![], labels: Labels::default() };
    Board { name: name(named), shape, space: name(space), per: None, spaces: spaces.iter().map(one).collect() }
}

pub(crate) fn space_kind(named: &str, attributes: &[&str]) -> SpaceKind {
    let attributes = attributes.iter().map(|written| attribute(written)).collect();
    SpaceKind { name: name(named), attributes, labels: Labels::default() }
}

pub(crate) fn unit(named: &str, per: Option<&str>, at: &str) -> Unit {
    Unit { name: name(named), per: per.map(name), at: name(at), labels: Labels::default() }
}

pub(crate) fn actor(named: &str, decided_by: Option<&str>) -> Actor {
    Actor {
        name: name(named),
        at: None,
        per_seat: None,
        decided_by: decided_by.map(name),
        takes_turns: false,
        labels: Labels::default(),
    }
}

/// A kind `creature` with cost and family, a deck, a hand per player.
pub(crate) fn toy() -> Manifest {
    Manifest {
        enums: vec![enumeration("family", &["fire", "water"])],
        kinds: vec![kind("creature", &["cost: number", "family: family"])],
        zones: vec![zone("deck", None), zone("hand", Some("player"))],
        ..Manifest::default()
    }
}

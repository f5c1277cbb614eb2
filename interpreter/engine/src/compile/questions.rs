//! Questions to pure ops: conditions, comparisons, and tests on an element that need no code of their own.

use super::code::Code;
use super::is_list;
use crate::check::tree::{Compare, Expr, ExprKind, Function};
use crate::ids::*;
use crate::program::nouns::Type;
use crate::program::op::{NO_REG, Op, R};
use crate::program::reg::Reg;
use crate::program::{Read, Test, TestHow};

impl Code<'_, '_> {
    /// The test that a condition on an element is, where it is simple enough to need no code: what it reads of the
    /// element, how it is compared, and with what (which must not depend on the element).
    pub(super) fn simple<'e>(&mut self, of: Element, cond: &'e Expr) -> Option<(Test, Option<&'e Expr>)> {
        if let ExprKind::And(a, b) = &cond.kind {
            let (Some((first, None)), Some((second, None))) = (self.simple(of, a), self.simple(of, b)) else {
                return None;
            };
            let read = Read::Both(self.test_number(first), self.test_number(second));
            return Some((Test { read, how: TestHow::Yes }, None));
        }
        let read = |e: &Expr| self.simple_read(of, e);
        match &cond.kind {
            ExprKind::Compare(how, a, b) if !of.is_read_by(b) => {
                read(a).map(|read| (Test { read, how: TestHow::Compare(*how) }, Some(&**b)))
            }
            ExprKind::IsNone(e) => read(e).map(|read| (Test { read, how: TestHow::IsNone }, None)),
            ExprKind::Not(inner) => match &inner.kind {
                ExprKind::IsNone(e) => read(e).map(|read| (Test { read, how: TestHow::IsSome }, None)),
                ExprKind::State(..) | ExprKind::IsKind(..) | ExprKind::IsDesign(..) | ExprKind::HasAbility(..) => {
                    read(inner).map(|read| (Test { read, how: TestHow::No }, None))
                }
                _ => None,
            },
            ExprKind::State(..) | ExprKind::IsKind(..) | ExprKind::IsDesign(..) | ExprKind::HasAbility(..) => {
                read(cond).map(|read| (Test { read, how: TestHow::Yes }, None))
            }
            _ => None,
        }
    }

    /// What an expression reads of an element, where that needs no code.
    fn simple_read(&self, element: Element, e: &Expr) -> Option<Read> {
        let is_element = |e: &Expr| element.is(e);
        let nouns = &self.c.tree.nouns;
        match &e.kind {
            ExprKind::Local(_) if is_element(e) && !is_list(&e.ty) => Some(Read::Itself),
            ExprKind::State(state, Some(of)) if is_element(of) => {
                nouns.states.get(state.index()).map(|s| Read::Slot(s.first_slot))
            }
            ExprKind::Stuff(stuff, class, of) if is_element(of) => {
                Some(Read::Slot(self.stuff_first_slot(*stuff, *class)))
            }
            ExprKind::IsKind(kinds, of) if is_element(of) => Some(Read::IsKind(*kinds)),
            ExprKind::IsDesign(design, of) if is_element(of) && matches!(of.ty, Type::Component(_)) => {
                Some(Read::IsDesign(*design))
            }
            ExprKind::HasAbility(ability, of) if is_element(of) => Some(Read::Has(*ability)),
            // A value that nothing modifies, and that is only read of its argument.
            ExprKind::Value(value, args)
                if args.len() == 1 && args.iter().all(is_element) && self.can_inline(*value) =>
            {
                let value = self.c.tree.values.get(value.index())?;
                let itself = matches!(value.expr.kind, ExprKind::Value(..) | ExprKind::Local(_));
                if itself { None } else { self.simple_read(Element::Name(LocalId(0)), &value.expr) }
            }
            ExprKind::Function(Function::UnitOwner, of) => of.first().is_some_and(is_element).then_some(Read::Owner),
            ExprKind::Attribute(attribute, of) if matches!(of.ty, Type::Component(_)) && !is_list(&e.ty) => {
                match &of.kind {
                    ExprKind::Local(_) if is_element(of) => Some(Read::Attribute(attribute.0)),
                    ExprKind::OnlyCard(zone) => match &zone.kind {
                        ExprKind::Zone(zone, Some(owner)) if is_element(owner) => {
                            let zone = nouns.zones.get(zone.index())?;
                            Some(Read::TopCard(zone.first_place.0, attribute.0))
                        }
                        _ => None,
                    },
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The number of what is read of an element, where that needs no code.
    pub(super) fn element_read(&mut self, local: LocalId, e: &Expr) -> Option<u16> {
        let read = self.simple_read(Element::Name(local), e)?;
        let readings = &mut self.c.p.readings;
        let at = readings.iter().position(|r| *r == read).unwrap_or_else(|| {
            readings.push(read);
            readings.len() - 1
        });
        self.c.fits(self.c.p.readings.len(), "simple readings", self.span);
        Some(at as u16)
    }

    /// The number of such a test, and the register of what it compares with.
    pub fn simple_test(&mut self, local: LocalId, cond: &Expr) -> Option<(u16, R)> {
        let (test, with) = self.simple(Element::Name(local), cond)?;
        let r = with.map_or(NO_REG, |with| self.operand(with));
        Some((self.test_number(test), r))
    }

    pub(super) fn test_number(&mut self, test: Test) -> u16 {
        let tests = &mut self.c.p.tests;
        let at = tests.iter().position(|t| *t == test).unwrap_or_else(|| {
            tests.push(test);
            tests.len() - 1
        });
        self.c.fits(self.c.p.tests.len(), "simple conditions", self.span);
        at as u16
    }

    pub(super) fn question(&mut self, expr: &Expr, d: R) {
        if self.asks_absent_first(expr) {
            self.unless_absent(expr, d, |code| code.question_kind(expr, d));
        } else {
            self.question_kind(expr, d);
        }
    }

    fn question_kind(&mut self, expr: &Expr, d: R) {
        match &expr.kind {
            ExprKind::Not(e) => {
                let s = self.operand(e);
                self.emit(Op::Not { d, s });
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                let and = matches!(expr.kind, ExprKind::And(..));
                self.expr(a, d);
                let jump = if and { Op::JumpIfNot { s: d, to: 0 } } else { Op::JumpIf { s: d, to: 0 } };
                let at = self.emit(jump);
                self.expr(b, d);
                self.land(at);
            }
            ExprKind::Compare(how, a, b) => self.compare(*how, a, b, d),
            ExprKind::Arithmetic(how, a, b) => {
                let (a, b) = (self.operand(a), self.operand(b));
                self.emit(Op::Arithmetic { how: *how, d, a, b });
            }
            ExprKind::In(a, set) => {
                let a = self.operand(a);
                let list = self.list(set);
                let op = match self.only_member(list) {
                    Some(b) => Op::Compare { how: Compare::Is, d, a, b },
                    None => Op::In { d, a, list },
                };
                self.emit(op);
            }
            ExprKind::IsKind(kinds, e) => {
                let s = self.operand(e);
                self.c.p.kind_sets.push(*kinds);
                let kinds = self.c.newest(self.c.p.kind_sets.len(), "questions for a kind", self.span);
                self.emit(Op::IsKind { d, s, kinds });
            }
            ExprKind::IsDesign(design, e) => {
                let is_design = matches!(e.ty, Type::Design(_));
                let s = self.operand(e);
                if is_design {
                    let b = self.fixed(Reg::from(design.0));
                    self.emit(Op::Compare { how: Compare::Is, d, a: s, b });
                } else {
                    self.emit(Op::IsDesign { d, s, design: design.0 });
                }
            }
            ExprKind::IsUnitKind(kind, e) => {
                let s = self.operand(e);
                self.emit(Op::IsUnitKind { d, s, kind: kind.0 });
            }
            ExprKind::IsZone(zone, e) => {
                let s = self.operand(e);
                self.emit(Op::IsZone { d, s, zone: zone.0 });
            }
            ExprKind::IsNone(e) => {
                let s = self.operand(e);
                self.emit(Op::IsNone { d, s });
            }
            ExprKind::IsEmpty(e) => {
                if self.count_of_zone(e, d) {
                    let b = self.fixed(0);
                    self.emit(Op::Compare { how: Compare::Is, d, a: d, b });
                } else {
                    let list = self.list(e);
                    self.emit(Op::IsEmpty { d, list });
                }
            }
            ExprKind::HasAbility(ability, e) => {
                let s = self.operand(e);
                self.emit(Op::HasAbility { d, s, ability: ability.0 });
            }
            _ => self.selection(expr, d),
        }
    }

    /// Sets are equal when they have the same members; all else by its word.
    pub(super) fn compare(&mut self, how: Compare, a: &Expr, b: &Expr, d: R) {
        let (a, b) = (self.operand(a), self.operand(b));
        self.emit(Op::Compare { how, d, a, b });
    }

    /// Whether some element is found for which the condition is what is wanted (`d`: yes), or, of `wanted` no, none is.
    pub(super) fn until_found(&mut self, list: R, local: LocalId, cond: &Expr, wanted: bool, d: R) {
        self.emit(Op::Const { d, v: i32::from(!wanted) });
        let item = self.local(local);
        let mut out = None;
        self.each(list, item, |code| {
            code.unpack(local);
            let mut go_on = Vec::new();
            code.branch_free(cond, !wanted, &mut go_on);
            code.emit(Op::Const { d, v: i32::from(wanted) });
            out = Some(code.emit(Op::Jump { to: 0 }));
            code.land_all(go_on);
        });
        self.land_all(out.into_iter().collect());
    }

    pub fn any(&mut self, set: &Expr, local: LocalId, cond: Option<&Expr>, d: R) {
        if let (None, ExprKind::Value(value, args)) = (cond, &set.kind)
            && let Some(absent) = self.inline(*value, args, Some(d), |code, set| code.any(set, local, None, d))
        {
            self.land_all(absent);
            return;
        }
        // `any S where C` may come as a question about a filtered set.
        if let (None, ExprKind::Filter { set, local, cond }) = (cond, &set.kind) {
            return self.any(set, *local, Some(cond), d);
        }
        if let Some(cond) = cond
            && let Some((test, r)) = self.simple_test(local, cond)
        {
            let list = self.list(set);
            self.emit(Op::AnyTest { d, list, test, r });
            return;
        }
        if let Some(Expr { kind: ExprKind::Every { set: inner, local: each, cond: test }, .. }) = cond
            && matches!(set.kind, ExprKind::Lines { .. })
            && matches!(inner.kind, ExprKind::Local(l) if l == local)
            && !depends_on(test, local)
            && let Some((test, r)) = self.simple_test(*each, test)
        {
            let lines = self.list(set);
            self.emit(Op::AnyLine { d, lines, test, r });
            return;
        }
        if cond.is_none() && self.count_of_zone(set, d) {
            let b = self.fixed(0);
            self.emit(Op::Compare { how: Compare::More, d, a: d, b });
            return;
        }
        let list = self.list(set);
        let Some(cond) = cond else {
            self.emit(Op::IsEmpty { d, list });
            self.emit(Op::Not { d, s: d });
            return;
        };
        self.until_found(list, local, cond, true, d);
    }
}

/// What a test is about: what a name stands for, or the doer.
#[derive(Clone, Copy)]
pub(super) enum Element {
    Name(LocalId),
    Doer,
}

impl Element {
    /// Whether an expression is it.
    pub(super) fn is(self, expr: &Expr) -> bool {
        match (self, &expr.kind) {
            (Element::Name(name), ExprKind::Local(local)) => name == *local,
            (Element::Doer, ExprKind::Me) => true,
            _ => false,
        }
    }

    /// Whether an expression reads it anywhere.
    pub(super) fn is_read_by(self, expr: &Expr) -> bool {
        self.is(expr) || super::walk::children(expr).iter().any(|e| self.is_read_by(e))
    }
}

/// Whether an expression reads a name anywhere.
pub(super) fn depends_on(expr: &Expr, local: LocalId) -> bool {
    Element::Name(local).is_read_by(expr)
}

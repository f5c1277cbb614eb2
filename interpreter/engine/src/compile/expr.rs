//! Expressions to pure ops.

use super::code::Code;
use super::is_list;
use crate::check::tree::{Compare, Expr, ExprKind, Function, Order};
use crate::ids::*;
use crate::program::nouns::{ABSENT, Class, Type};
use crate::program::op::{ME, NO_REG, Op, Pc, R, THIS, WHO};
use crate::program::reg::{Reg, reg};
use crate::program::{Read, Test, TestHow};

impl Code<'_, '_> {
    /// The register that holds an expression: a local's own, or a new one.
    pub fn value(&mut self, expr: &Expr) -> R {
        match &expr.kind {
            ExprKind::Local(local) => {
                self.note_read(*local);
                return self.local(*local);
            }
            ExprKind::Const(v) => return self.fixed(reg(*v)),
            ExprKind::ConstList(index) => return self.fixed_list(*index as u32),
            ExprKind::Zone(zone, None) => {
                let first = self.c.tree.nouns.zones.get(zone.index()).map_or(0, |z| z.first_place.0);
                return self.fixed(Reg::from(first));
            }
            ExprKind::Lines { length, board } => {
                let index = self.lines(length, *board);
                return self.fixed_list(index);
            }
            ExprKind::Function(Function::Spaces, args)
                if let [Expr { kind: ExprKind::Const(kind), .. }] = &args[..] =>
            {
                let index = self.spaces_of_kind(*kind);
                return self.fixed_list(index);
            }
            ExprKind::Function(f, _) if let Some(index) = self.c.all_players(*f) => return self.fixed_list(index),
            // The statement's own doer takes the place of `me` after this is read and before it is used.
            ExprKind::Me if !self.other_doer => return ME,
            ExprKind::This => return THIS,
            ExprKind::Who => return WHO,
            _ => {}
        }
        let d = self.temp();
        self.expr(expr, d);
        d
    }

    pub fn value_or(&mut self, expr: Option<&Expr>) -> R {
        expr.map_or(NO_REG, |e| self.value(e))
    }

    /// Arguments in neighbouring registers.
    pub fn values(&mut self, exprs: &[Expr]) -> R {
        let first = self.temps(u16::try_from(exprs.len()).unwrap_or(u16::MAX));
        for (i, expr) in exprs.iter().enumerate() {
            self.expr(expr, first.saturating_add(i as R));
        }
        first
    }

    /// A list, also where a single element is given.
    pub fn list(&mut self, expr: &Expr) -> R {
        if is_list(&expr.ty) && expr.ty != Type::Bundle {
            return self.value(expr);
        }
        match &expr.ty {
            Type::Bundle => {
                let bundle = self.value(expr);
                let d = self.temp();
                self.emit(Op::BundleList { d, bundle });
                d
            }
            Type::Zone => {
                let place = self.value(expr);
                let d = self.temp();
                self.emit(Op::Cards { d, place });
                d
            }
            Type::Unknown => self.value(expr),
            _ => {
                let s = self.value(expr);
                let d = self.temp();
                self.emit(Op::Single { d, s });
                d
            }
        }
    }

    /// Writes an expression to a register.
    pub fn expr(&mut self, expr: &Expr, d: R) {
        let saved = std::mem::replace(&mut self.span, expr.span);
        self.expr_kind(expr, d);
        self.span = saved;
    }

    fn expr_kind(&mut self, expr: &Expr, d: R) {
        match &expr.kind {
            ExprKind::Const(v) => {
                self.emit(Op::Const { d, v: *v });
            }
            ExprKind::Text(_) => {
                self.emit(Op::Const { d, v: ABSENT });
            }
            ExprKind::ConstList(index) => {
                self.emit(Op::ConstList { d, index: *index as u32 });
            }
            ExprKind::Local(local) => {
                self.note_read(*local);
                let s = self.local(*local);
                self.emit(Op::Copy { d, s });
            }
            ExprKind::Me => {
                self.emit(Op::Me { d });
            }
            ExprKind::This => {
                self.emit(Op::This { d });
            }
            ExprKind::Who => {
                self.emit(Op::Who { d });
            }
            ExprKind::Active => {
                self.emit(Op::Active { d });
            }
            ExprKind::State(state, of) => {
                let def = self.c.tree.nouns.states.get(state.index());
                let (first, on) = def.map_or((0, Class::Game), |s| (s.first_slot, s.on));
                match of {
                    Some(of) if on != Class::Game => {
                        let of = self.value(of);
                        self.emit(Op::LoadOf { d, of, first });
                    }
                    _ => {
                        self.emit(Op::Load { d, slot: first });
                    }
                }
            }
            ExprKind::Stuff(stuff, class, of) => {
                let first = self.stuff_first_slot(*stuff, *class);
                let of = self.value(of);
                self.emit(Op::LoadOf { d, of, first });
            }
            ExprKind::StuffGroup(group, class, of) => {
                let of = self.value(of);
                self.emit(Op::BundleAt { d, group: group.0, class: *class, of });
            }
            ExprKind::Supply(stuff) => {
                let slot = self.c.tree.nouns.stuff.get(stuff.index()).map_or(0, |s| s.supply_slot);
                self.emit(Op::Load { d, slot });
            }
            ExprKind::InBundle(stuff, bundle) => {
                let bundle = self.value(bundle);
                self.emit(Op::InBundle { d, bundle, stuff: stuff.0 });
            }
            ExprKind::Attribute(..) | ExprKind::SpaceAttribute(..) | ExprKind::EnumAttribute(..) => {
                self.attribute(expr, d);
            }
            ExprKind::Memory(memory, of) => {
                let of = self.value_or(of.as_deref());
                self.emit(Op::Memory { d, memory: memory.0, of });
            }
            ExprKind::Zone(..) | ExprKind::Cards(_) | ExprKind::CardsOfEach(..) | ExprKind::OnlyCard(_) => {
                self.zone(expr, d);
            }
            ExprKind::Value(value, args) => {
                if let Some(absent) = self.inline(*value, args, Some(d), |code, expr| code.expr(expr, d)) {
                    self.land_all(absent);
                    return;
                }
                let args = self.values(args);
                self.emit(Op::Value { d, value: value.0, args });
            }
            ExprKind::Function(f, args) => self.function(*f, args, d),
            ExprKind::Can { action, args, by } => {
                let args = self.values(args);
                let by = self.value_or(by.as_deref());
                self.emit(Op::Can { d, action: action.0, args, by });
            }
            ExprKind::CanRun { of, ability, by } => {
                let of = self.value(of);
                let by = self.value_or(by.as_deref());
                self.emit(Op::CanRun { d, of, ability: ability.0, by });
            }
            _ => self.question(expr, d),
        }
    }

    pub fn stuff_first_slot(&self, stuff: StuffId, class: Class) -> u32 {
        let nouns = &self.c.tree.nouns;
        let state = nouns.stuff.get(stuff.index()).and_then(|s| s.on.iter().find(|(c, _)| *c == class));
        state.and_then(|(_, id)| nouns.states.get(id.index())).map_or(0, |s| s.first_slot)
    }

    fn attribute(&mut self, expr: &Expr, d: R) {
        match &expr.kind {
            ExprKind::Attribute(attribute, of) => {
                let design = matches!(of.ty, Type::Design(_));
                let of = self.value(of);
                let attribute = attribute.0;
                if design {
                    self.emit(Op::DesignAttribute { d, of, attribute });
                } else {
                    self.emit(Op::Attribute { d, of, attribute });
                }
            }
            ExprKind::SpaceAttribute(index, of) => {
                let of = self.value(of);
                self.emit(Op::SpaceAttribute { d, of, index: *index as u16 });
            }
            ExprKind::EnumAttribute(of_enum, index, of) => {
                let of = self.value(of);
                self.emit(Op::EnumAttribute { d, of, of_enum: of_enum.0, index: *index as u16 });
            }
            _ => {}
        }
        if is_list(&expr.ty) {
            self.emit(Op::ListOfIndex { d, s: d });
        }
    }

    fn zone(&mut self, expr: &Expr, d: R) {
        match &expr.kind {
            ExprKind::Zone(zone, of) => {
                let first = self.c.tree.nouns.zones.get(zone.index()).map_or(0, |z| z.first_place.0);
                match of {
                    Some(of) => {
                        let of = self.value(of);
                        self.emit(Op::Place { d, zone: zone.0, of });
                    }
                    None => {
                        self.emit(Op::Const { d, v: i32::from(first) });
                    }
                }
            }
            ExprKind::Cards(zone) => {
                let place = self.value(zone);
                self.emit(Op::Cards { d, place });
            }
            ExprKind::OnlyCard(zone) => {
                let place = self.value(zone);
                self.emit(Op::OnlyCard { d, place });
            }
            ExprKind::CardsOfEach(zone, owners) => {
                let owners = self.list(owners);
                self.emit(Op::NewList { d });
                let (item, place) = (self.temp(), self.temp());
                self.each(owners, item, |code| {
                    code.emit(Op::Place { d: place, zone: zone.0, of: item });
                    code.emit(Op::PushCards { place });
                });
                self.emit(Op::EndList { d });
            }
            _ => {}
        }
    }

    /// A loop over a list.
    pub fn each(&mut self, list: R, item: R, work: impl FnOnce(&mut Self)) {
        let index = self.constant(0);
        let top = self.here();
        let next = self.emit(Op::Next { item, list, index, exit: 0 });
        self.present.push(item);
        work(self);
        self.present.pop();
        self.emit(Op::Jump { to: top });
        self.land(next);
    }

    /// For each element a word, as a list of the same length.
    fn keys(&mut self, list: R, local: LocalId, key: &Expr) -> R {
        let keys = self.temp();
        self.emit(Op::NewList { d: keys });
        let item = self.local(local);
        let nested = is_list(&key.ty);
        self.each(list, item, |code| {
            let s = code.given_back(|code| code.value(key));
            debug_assert!(!nested);
            code.emit(Op::Push { s });
        });
        self.emit(Op::EndList { d: keys });
        keys
    }

    /// The test that a condition on an element is, where it is simple enough to need no code: what it reads of the
    /// element, how it is compared, and with what (which must not depend on the element).
    fn simple<'e>(&self, local: LocalId, cond: &'e Expr) -> Option<(Test, Option<&'e Expr>)> {
        let read = |e: &Expr| match &e.kind {
            ExprKind::Local(l) if *l == local && !is_list(&e.ty) => Some(Read::Itself),
            ExprKind::State(state, Some(of)) if matches!(of.kind, ExprKind::Local(l) if l == local) => {
                self.c.tree.nouns.states.get(state.index()).map(|s| Read::Slot(s.first_slot))
            }
            ExprKind::Attribute(attribute, of)
                if matches!(of.kind, ExprKind::Local(l) if l == local)
                    && matches!(of.ty, Type::Component(_))
                    && !is_list(&e.ty) =>
            {
                Some(Read::Attribute(attribute.0))
            }
            _ => None,
        };
        match &cond.kind {
            ExprKind::Compare(how, a, b) if !depends_on(b, local) => {
                read(a).map(|read| (Test { read, how: TestHow::Compare(*how) }, Some(&**b)))
            }
            ExprKind::IsNone(e) => read(e).map(|read| (Test { read, how: TestHow::IsNone }, None)),
            ExprKind::Not(inner) => match &inner.kind {
                ExprKind::IsNone(e) => read(e).map(|read| (Test { read, how: TestHow::IsSome }, None)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The number of such a test, and the register of what it compares with.
    pub fn simple_test(&mut self, local: LocalId, cond: &Expr) -> Option<(u16, R)> {
        let (test, with) = self.simple(local, cond)?;
        let r = self.value_or(with);
        let tests = &mut self.c.p.tests;
        let at = tests.iter().position(|t| *t == test).unwrap_or_else(|| {
            tests.push(test);
            tests.len() - 1
        });
        self.c.fits(self.c.p.tests.len(), "simple conditions", self.span);
        Some((at as u16, r))
    }

    /// In a loop over lists (lines), the element is a list number: make it a list.
    fn unpack(&mut self, local: LocalId) {
        let is_list = self.locals.get(local.index()).is_some_and(is_list);
        if is_list {
            let r = self.local(local);
            self.emit(Op::ListOfIndex { d: r, s: r });
        }
    }

    fn question(&mut self, expr: &Expr, d: R) {
        if self.asks_absent_first(expr) {
            self.unless_absent(expr, d, |code| code.question_kind(expr, d));
        } else {
            self.question_kind(expr, d);
        }
    }

    fn question_kind(&mut self, expr: &Expr, d: R) {
        match &expr.kind {
            ExprKind::Not(e) => {
                let s = self.value(e);
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
                let (a, b) = (self.value(a), self.value(b));
                self.emit(Op::Arithmetic { how: *how, d, a, b });
            }
            ExprKind::In(a, set) => {
                let a = self.value(a);
                let list = self.list(set);
                self.emit(Op::In { d, a, list });
            }
            ExprKind::IsKind(kinds, e) => {
                let s = self.value(e);
                self.c.p.kind_sets.push(*kinds);
                let kinds = self.c.newest(self.c.p.kind_sets.len(), "questions for a kind", self.span);
                self.emit(Op::IsKind { d, s, kinds });
            }
            ExprKind::IsDesign(design, e) => {
                let is_design = matches!(e.ty, Type::Design(_));
                let s = self.value(e);
                if is_design {
                    let b = self.fixed(Reg::from(design.0));
                    self.emit(Op::Compare { how: Compare::Is, d, a: s, b });
                } else {
                    self.emit(Op::IsDesign { d, s, design: design.0 });
                }
            }
            ExprKind::IsUnitKind(kind, e) => {
                let s = self.value(e);
                self.emit(Op::IsUnitKind { d, s, kind: kind.0 });
            }
            ExprKind::IsZone(zone, e) => {
                let s = self.value(e);
                self.emit(Op::IsZone { d, s, zone: zone.0 });
            }
            ExprKind::IsNone(e) => {
                let s = self.value(e);
                self.emit(Op::IsNone { d, s });
            }
            ExprKind::IsEmpty(e) => {
                let list = self.list(e);
                self.emit(Op::IsEmpty { d, list });
            }
            ExprKind::HasAbility(ability, e) => {
                let s = self.value(e);
                self.emit(Op::HasAbility { d, s, ability: ability.0 });
            }
            _ => self.selection(expr, d),
        }
    }

    /// Sets are equal when they have the same members; all else by its word.
    fn compare(&mut self, how: Compare, a: &Expr, b: &Expr, d: R) {
        let (a, b) = (self.value(a), self.value(b));
        self.emit(Op::Compare { how, d, a, b });
    }

    fn selection(&mut self, expr: &Expr, d: R) {
        match &expr.kind {
            ExprKind::List(items) => {
                let registers: Vec<R> = items.iter().map(|e| self.value(e)).collect();
                self.emit(Op::NewList { d });
                for (s, item) in registers.into_iter().zip(items) {
                    if is_list(&item.ty) {
                        self.emit(Op::PushList { list: s });
                    } else {
                        self.emit(Op::Push { s });
                    }
                }
                self.emit(Op::EndList { d });
            }
            ExprKind::Bundle(parts) => {
                let amounts: Vec<(u16, R)> = parts.iter().map(|(stuff, e)| (stuff.0, self.value(e))).collect();
                self.emit(Op::NewBundle { d });
                for (stuff, s) in amounts {
                    self.emit(Op::PutBundle { bundle: d, stuff, s });
                }
            }
            ExprKind::Range(a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                self.emit(Op::Range { d, a, b });
            }
            ExprKind::Union(a, b) => {
                let (a, b) = (self.list(a), self.list(b));
                self.emit(Op::Union { d, a, b });
            }
            ExprKind::Except(a, b) => {
                let list = self.list(a);
                if is_list(&b.ty) || b.ty == Type::Zone {
                    let items = self.list(b);
                    self.emit(Op::ExceptList { d, list, items });
                } else {
                    let item = self.value(b);
                    self.emit(Op::ExceptItem { d, list, item });
                }
            }
            ExprKind::Filter { set, local, cond } => match self.simple_test(*local, cond) {
                Some((test, r)) => {
                    let list = self.list(set);
                    self.emit(Op::FilterTest { d, list, test, r });
                }
                None => self.filter(set, *local, cond, d),
            },
            ExprKind::Count(set) => {
                if set.ty == Type::Bundle {
                    let a = self.value(set);
                    self.emit(Op::Call { f: Function::BundleCount, d, a });
                } else if let ExprKind::Filter { set, local, cond } = &set.kind
                    && let Some((test, r)) = self.simple_test(*local, cond)
                {
                    let list = self.list(set);
                    self.emit(Op::CountTest { d, list, test, r });
                } else {
                    let list = self.list(set);
                    self.emit(Op::Count { d, list });
                }
            }
            ExprKind::CountDifferent { set, local, key } => {
                let list = self.list(set);
                let list = self.keys(list, *local, key);
                self.emit(Op::CountDistinct { d, list });
            }
            ExprKind::Fold { fold, set, local, expr } => {
                let list = self.list(set);
                let list = self.keys(list, *local, expr);
                self.emit(Op::Fold { how: *fold, d, list });
            }
            ExprKind::Any { set, local, cond } => self.any(set, *local, cond.as_deref(), d),
            ExprKind::Every { set, local, cond } => match self.simple_test(*local, cond) {
                Some((test, r)) => {
                    let list = self.list(set);
                    self.emit(Op::EveryTest { d, list, test, r });
                }
                None => {
                    let list = self.list(set);
                    self.until_found(list, *local, cond, false, d);
                }
            },
            ExprKind::Extreme { most, set, local, key } => {
                let list = self.list(set);
                let keys = self.keys(list, *local, key);
                self.emit(Op::Extreme { most: *most, d, list, keys });
            }
            ExprKind::First(set) => {
                let list = self.list(set);
                self.emit(Op::First { d, list });
            }
            ExprKind::Sorted { set, order } => {
                let list = self.list(set);
                let sorted = self.sorted(list, order);
                self.emit(Op::Copy { d, s: sorted });
            }
            ExprKind::Take { count, set } => {
                let count = self.value(count);
                let list = self.list(set);
                self.emit(Op::Take { d, count, list });
            }
            ExprKind::Ends { end, count, zone } => {
                let count = self.value_or(count.as_deref());
                let place = self.value(zone);
                self.emit(Op::Ends { d, end: *end, count, place });
            }
            _ => self.lookup(expr, d),
        }
    }

    /// Members for which a condition holds.
    fn filter(&mut self, set: &Expr, local: LocalId, cond: &Expr, d: R) {
        let list = self.list(set);
        self.emit(Op::NewList { d });
        let item = self.local(local);
        let raw = self.temp();
        let nested = self.locals.get(local.index()).is_some_and(is_list);
        self.each(list, item, |code| {
            if nested {
                code.emit(Op::Copy { d: raw, s: item });
                code.unpack(local);
            }
            let mut skip = Vec::new();
            code.branch_free(cond, false, &mut skip);
            code.emit(Op::Push { s: if nested { raw } else { item } });
            code.land_all(skip);
        });
        self.emit(Op::EndList { d });
    }

    /// The same in a new register.
    pub fn list_of_filter(&mut self, set: &Expr, local: LocalId, cond: &Expr) -> R {
        let d = self.temp();
        self.filter(set, local, cond, d);
        d
    }

    /// Whether some element is found for which the condition is what is wanted (`d`: yes), or, of `wanted` no, none is.
    fn until_found(&mut self, list: R, local: LocalId, cond: &Expr, wanted: bool, d: R) {
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
        let list = self.list(set);
        let Some(cond) = cond else {
            self.emit(Op::IsEmpty { d, list });
            self.emit(Op::Not { d, s: d });
            return;
        };
        self.until_found(list, local, cond, true, d);
    }

    /// A list in the order that `following` says.
    pub fn sorted(&mut self, list: R, order: &Order) -> R {
        let d = self.temp();
        match order {
            Order::By { local, key, reverse } => {
                let keys = self.keys(list, *local, key);
                self.emit(Op::SortByKeys { d, list, keys, reverse: *reverse });
            }
            Order::Turns { reverse } => {
                self.emit(Op::SortTurns { d, list, reverse: *reverse });
            }
            Order::Natural | Order::Any => {
                self.emit(Op::Copy { d, s: list });
            }
        }
        d
    }

    fn lookup(&mut self, expr: &Expr, d: R) {
        match &expr.kind {
            ExprKind::Index(list, index) => {
                let split = matches!(list.ty, Type::Split(_));
                let (list, index) = (self.value(list), self.value(index));
                if split {
                    self.emit(Op::Share { d, split: list, of: index });
                } else {
                    self.emit(Op::At { d, list, index });
                }
            }
            ExprKind::Lookup(list, index) => {
                let index = self.value(index);
                self.emit(Op::Lookup { d, index, list: *list as u32 });
            }
            ExprKind::Reached { from, a, b, cond } => {
                let from = self.value(from);
                // The two names must be neighbours for the op; the checker declares them one after the other.
                debug_assert_eq!(a.0 + 1, b.0);
                let code = self.side(cond);
                let a = self.local(*a);
                self.emit(Op::Reached { d, from, a, cond: code });
            }
            ExprKind::Nearest { to, local, cond } => {
                let to = self.value(to);
                let code = cond.as_ref().map_or(0, |c| self.side(c));
                let a = self.local(*local);
                self.emit(Op::Nearest { d, to, a, cond: code });
            }
            ExprKind::Lines { length, board } => {
                let index = self.lines(length, *board);
                self.emit(Op::ConstList { d, index });
            }
            _ => {
                self.emit(Op::Const { d, v: ABSENT });
            }
        }
    }

    /// Pure code beside the way.
    pub fn side(&mut self, expr: &Expr) -> Pc {
        let over = self.emit(Op::Jump { to: 0 });
        let start = self.pure(expr);
        self.land(over);
        start
    }

    fn function(&mut self, f: Function, args: &[Expr], d: R) {
        match (f, args) {
            (Function::SpaceOf, [of]) => self.space_of(of, d),
            (Function::Spaces, [Expr { kind: ExprKind::Const(kind), .. }]) => {
                let index = self.spaces_of_kind(*kind);
                self.emit(Op::ConstList { d, index });
            }
            (Function::Players | Function::TurnOrder, _) if let Some(index) = self.c.all_players(f) => {
                self.emit(Op::ConstList { d, index });
            }
            (Function::BoardSpaces, [board]) => {
                let a = self.temps(2);
                self.expr(board, a);
                self.emit(Op::Const { d: a + 1, v: ABSENT });
                self.emit(Op::Call { f, d, a });
            }
            (Function::Neighbours, [of]) if is_list(&of.ty) => {
                let list = self.value(of);
                let item = self.temp();
                let around = self.temp();
                let empty = self.c.constant_list(&[]);
                self.emit(Op::ConstList { d, index: empty });
                self.each(list, item, |code| {
                    code.emit(Op::Call { f, d: around, a: item });
                    code.emit(Op::Union { d, a: d, b: around });
                });
            }
            (Function::Reverse, [list]) => {
                let a = self.list(list);
                self.emit(Op::Call { f, d, a });
            }
            (Function::PoolFaces | Function::PoolTotal | Function::PoolBonus, [pool]) => {
                let a = self.value(pool);
                self.emit(Op::Call { f, d, a });
            }
            _ => {
                let a = self.values(args);
                self.emit(Op::Call { f, d, a });
            }
        }
    }

    fn spaces_of_kind(&mut self, kind: i32) -> u32 {
        let all = self.c.tree.nouns.spaces.iter().enumerate().filter(|(_, s)| i32::from(s.kind.0) == kind);
        let words: Vec<i32> = all.map(|(i, _)| i as i32).collect();
        self.c.constant_list(&words)
    }

    /// Where an actor or unit stands; for a card, the space whose zone it lies in.
    fn space_of(&mut self, of: &Expr, d: R) {
        let nouns = &self.c.tree.nouns;
        let state = match of.ty {
            Type::Actor => nouns.actor_at,
            Type::Unit(_) | Type::AnyUnit => nouns.unit_at,
            _ => None,
        };
        let first = state.and_then(|s| nouns.states.get(s.index())).map(|s| s.first_slot);
        let s = self.value(of);
        match first {
            Some(first) => {
                self.emit(Op::LoadOf { d, of: s, first });
            }
            None => {
                self.emit(Op::Call { f: Function::ZoneOf, d, a: s });
                self.emit(Op::Call { f: Function::OwnerOf, d, a: d });
            }
        }
    }

    fn lines(&mut self, length: &Expr, board: BoardId) -> u32 {
        let length = if let ExprKind::Const(n) = length.kind { n.clamp(1, 100) as u16 } else { 3 };
        super::layout::lines(self.c, board, length)
    }
}

/// Whether an expression reads a name anywhere.
fn depends_on(expr: &Expr, local: LocalId) -> bool {
    matches!(expr.kind, ExprKind::Local(l) if l == local)
        || super::walk::children(expr).iter().any(|e| depends_on(e, local))
}

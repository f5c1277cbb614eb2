//! Selections to pure ops: lists, filters and orders, and what is asked of a whole set.

use super::code::Code;
use super::is_list;
use crate::check::tree::{Expr, ExprKind, Function, Order};
use crate::ids::*;
use crate::program::nouns::Type;
use crate::program::op::{Op, R};

impl Code<'_, '_> {
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
    pub(super) fn keys(&mut self, list: R, local: LocalId, key: &Expr) -> R {
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

    /// In a loop over lists (lines), the element is a list number: make it a list.
    pub(super) fn unpack(&mut self, local: LocalId) {
        let is_list = self.locals.get(local.index()).is_some_and(is_list);
        if is_list {
            let r = self.local(local);
            self.emit(Op::ListOfIndex { d: r, s: r });
        }
    }

    /// Several things as a list.
    pub(super) fn selection(&mut self, expr: &Expr, d: R) {
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
            ExprKind::Union(a, b) if let Some(zones) = zones_apart(a, b) => {
                let places: Vec<R> = zones.into_iter().map(|zone| self.value(zone)).collect();
                self.emit(Op::NewList { d });
                for place in places {
                    self.emit(Op::PushCards { place });
                }
                self.emit(Op::EndList { d });
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
                None if self.filter_if(set, *local, cond, d) => {}
                None => self.filter(set, *local, cond, d),
            },
            ExprKind::First(set) => self.first(set, d),
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
            _ => self.counted(expr, d),
        }
    }

    /// How many pieces of stuff somebody has, where they need not be listed by sorts.
    pub(super) fn count_of_stuff(&mut self, bundle: &Expr, d: R) -> bool {
        let ExprKind::StuffGroup(group, class, of) = &bundle.kind else { return false };
        let tree = self.c.tree;
        let members = tree.nouns.stuff_groups.get(group.index()).map_or(&[][..], |group| &group.members);
        let states = members.iter().filter_map(|stuff| self.stuff_state(*stuff, *class));
        let slots = states.filter_map(|state| tree.nouns.states.get(state.index())).map(|state| state.first_slot);
        let slots: Vec<u32> = slots.collect();
        self.c.p.counted_sorts.push(slots);
        let sorts = self.c.newest(self.c.p.counted_sorts.len(), "counts of stuff", self.span);
        let of = self.value(of);
        self.emit(Op::CountStuff { d, sorts, of });
        true
    }

    /// What is asked of a whole set: how many, how much, which has the most.
    pub(super) fn counted(&mut self, expr: &Expr, d: R) {
        match &expr.kind {
            ExprKind::Count(set) => {
                if set.ty == Type::Bundle {
                    if !self.count_of_stuff(set, d) {
                        let bundle = self.value(set);
                        self.emit(Op::call(Function::BundleCount, d, &[bundle]));
                    }
                } else if let ExprKind::Filter { set, local, cond } = &set.kind
                    && let Some((test, r)) = self.simple_test(*local, cond)
                {
                    let list = self.list(set);
                    self.emit(Op::CountTest { d, list, test, r });
                } else if !self.count_of_zone(set, d) {
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
                if let Some(read) = self.element_read(*local, expr) {
                    self.emit(Op::FoldRead { how: *fold, d, list, read });
                    return;
                }
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
                if let Some(read) = self.element_read(*local, key) {
                    self.emit(Op::ExtremeRead { most: *most, d, list, read });
                    return;
                }
                let keys = self.keys(list, *local, key);
                self.emit(Op::Extreme { most: *most, d, list, keys });
            }
            _ => self.lookup(expr, d),
        }
    }

    /// Members that pass a test, if something else holds that is the same for all of them. Whether it is that.
    fn filter_if(&mut self, set: &Expr, local: LocalId, cond: &Expr, d: R) -> bool {
        let ExprKind::And(passes, holds) = &cond.kind else { return false };
        if !compares_states(holds) {
            return false;
        }
        let Some((test, r)) = self.simple_test(local, passes) else { return false };
        let list = self.list(set);
        self.emit(Op::FilterTest { d, list, test, r });
        let mut all = Vec::new();
        self.branch_free(holds, true, &mut all);
        let index = self.c.constant_list(&[]);
        self.emit(Op::ConstList { d, index });
        self.land_all(all);
        true
    }

    /// Members for which a condition holds.
    pub(super) fn filter(&mut self, set: &Expr, local: LocalId, cond: &Expr, d: R) {
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

    /// The first member of a set.
    pub fn first(&mut self, set: &Expr, d: R) {
        if let ExprKind::Filter { set, local, cond } = &set.kind
            && let Some((test, r)) = self.simple_test(*local, cond)
        {
            let list = self.list(set);
            self.emit(Op::FindTest { d, list, test, r });
        } else if let ExprKind::List(items) = &set.kind
            && let [only] = &items[..]
            && !is_list(&only.ty)
            && !matches!(only.ty, Type::Zone | Type::Unknown)
        {
            self.expr(only, d);
        } else {
            let list = self.list(set);
            self.emit(Op::First { d, list });
        }
    }

    /// A list in the order that `following` says.
    pub fn sorted(&mut self, list: R, order: &Order) -> R {
        match order {
            Order::By { local, key, reverse } if let Some(read) = self.element_read(*local, key) => {
                let d = self.temp();
                self.emit(Op::SortRead { d, list, read, reverse: *reverse });
                d
            }
            Order::By { local, key, reverse } => {
                let keys = self.keys(list, *local, key);
                let d = self.temp();
                self.emit(Op::SortByKeys { d, list, keys, reverse: *reverse });
                d
            }
            Order::Turns { reverse } => {
                let d = self.temp();
                self.emit(Op::SortTurns { d, list, reverse: *reverse });
                d
            }
            Order::Natural | Order::Any => list,
        }
    }
}

/// Whether a condition compares nothing but states of the game, or of the doer, and numbers: it can always be asked.
fn compares_states(cond: &Expr) -> bool {
    let known = |e: &Expr| match &e.kind {
        ExprKind::Const(_) => true,
        ExprKind::State(_, of) => of.as_ref().is_none_or(|of| matches!(of.kind, ExprKind::Me)),
        _ => false,
    };
    matches!(&cond.kind, ExprKind::Compare(_, a, b) if known(a) && known(b))
}

/// The zones that a union is of, where they are all different: then no card lies in two of them.
pub(super) fn zones_apart<'e>(a: &'e Expr, b: &'e Expr) -> Option<Vec<&'e Expr>> {
    let mut zones = Vec::new();
    for part in [a, b] {
        match &part.kind {
            ExprKind::Union(a, b) => zones.append(&mut zones_apart(a, b)?),
            ExprKind::Zone(..) => zones.push(part),
            ExprKind::Cards(zone) if matches!(zone.kind, ExprKind::Zone(..)) => zones.push(zone),
            _ => return None,
        }
    }
    let mut ids: Vec<ZoneId> =
        zones.iter().filter_map(|e| if let ExprKind::Zone(id, _) = &e.kind { Some(*id) } else { None }).collect();
    ids.sort_unstable();
    ids.dedup();
    (ids.len() == zones.len()).then_some(zones)
}

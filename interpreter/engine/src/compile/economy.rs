//! Counters, stuff and payments.

use super::choose::Said;
use super::code::Code;
use crate::check::tree::{Amount, Arithmetic, Expr, ExprKind, Holder, Statement, StatementKind, What};
use crate::ids::*;
use crate::program::nouns::{ABSENT, Class, Type};
use crate::program::op::{ME, NO_REG, Op, R};
use crate::program::{AccountPair, Told};
use crate::vocabulary::Primitive;
use crate::words::Phrase;

impl Code<'_, '_> {
    pub fn economy(&mut self, statement: &Statement) {
        let by = statement.by.as_ref();
        match &statement.kind {
            StatementKind::Gain { lose, amounts, times, on } => {
                let times = self.value_or(times.as_ref());
                let class = on.as_ref().map_or(Class::Actor, |e| class_of(&e.ty));
                let on = self.value_or(on.as_ref());
                let plain = self.plain_gain(amounts, *lose, on, by);
                // A single amount is read where it is gained, by whoever does it now. Where pieces are chosen one by one, each may
                // change it.
                let gained_at_once = matches!(amounts[..], [Amount { what: What::Counter(_) | What::Stuff(_), .. }]);
                let at_once = gained_at_once && (by.is_none() || plain.is_some());
                let mut number = |a: &Amount| if at_once { self.operand(&a.number) } else { self.value(&a.number) };
                let parts: Vec<(R, &Amount)> = amounts.iter().map(|a| (number(a), a)).collect();
                if let Some(doer) = plain {
                    for (amount, part) in parts {
                        self.gain(amount, part, times, (Class::Actor, doer), *lose, &statement.says);
                    }
                    return;
                }
                self.with_doer(by, |code| {
                    for (amount, part) in parts {
                        code.gain(amount, part, times, (class, on), *lose, &statement.says);
                    }
                });
            }
            StatementKind::Pay { amount, local } => {
                if matches!(amount.what, What::Group(_)) {
                    self.settle_before();
                }
                let number = self.value(&amount.number);
                let d = local.map_or(NO_REG, |l| self.local(l));
                self.with_doer(by, |code| code.pay(number, amount, d, &statement.says));
                if let Some(local) = local {
                    let picked = matches!(amount.what, What::Group(_));
                    self.bind_as(*local, if picked { Told::ByStatement } else { Told::Always });
                }
            }
            StatementKind::PayMix { number, of, local } => {
                self.settle_before();
                let amount = self.value(number);
                let sorts = self.list(of);
                let d = match local {
                    Some(local) => self.local(*local),
                    None => self.temp(),
                };
                let info = self.choice_or("payment", &statement.says, Phrase::ChoosePayment, Type::Stuff);
                let progress = self.progress();
                self.with_doer(by, |code| {
                    code.emit(Op::PayMix { info, group: u16::MAX, amount, sorts, d, progress });
                    code.demand_payment();
                });
                if let Some(local) = local {
                    self.bind_as(*local, Told::ByStatement);
                }
            }
            StatementKind::MoveStuff { number, stuff, from, to } => {
                let amount = self.value_or(number.as_ref());
                let (from_slot, from) = self.holder(from, *stuff);
                let (to_slot, to) = self.holder(to, *stuff);
                self.c.p.accounts.push(AccountPair { from: from_slot, to: to_slot });
                let accounts = self.c.newest(self.c.p.accounts.len(), "moves of stuff", statement.span);
                self.with_doer(by, |code| {
                    code.emit(Op::MoveStuff { amount, stuff: stuff.0, from, to, accounts });
                });
            }
            StatementKind::MoveMix { number, of, from, to } => {
                let amount = self.value(number);
                let sorts = self.sorts(of);
                let (from_class, from) = self.mix_holder(from);
                let (to_class, to) = self.mix_holder(to);
                self.with_doer(by, |code| {
                    code.move_mix(amount, sorts, (from_class, from), (to_class, to), &statement.says)
                });
            }
            _ => self.motion(statement),
        }
    }

    /// Who gains counters of their own, where that somebody else does it makes no difference: nobody hears of it.
    fn plain_gain(&mut self, amounts: &[Amount], lose: bool, on: R, by: Option<&Expr>) -> Option<R> {
        let primitive = if lose { Primitive::Lose } else { Primitive::Gain };
        let unheard = self.c.p.actions.get(primitive as usize).is_some_and(|a| a.plain);
        let own = |a: &Amount| match a.what {
            What::Counter(state) => self.c.tree.nouns.states.get(state.index()).is_some_and(|s| s.on == Class::Actor),
            _ => false,
        };
        if on != NO_REG || !unheard || !amounts.iter().all(own) {
            return None;
        }
        let ExprKind::Local(doer) = &by?.kind else { return None };
        let doer = self.local(*doer);
        self.present.contains(&doer).then_some(doer)
    }

    fn gain(&mut self, amount: R, part: &Amount, times: R, (class, on): (Class, R), lose: bool, says: &Said) {
        if let What::Bundle = part.what {
            let primitive = if lose { Primitive::Lose } else { Primitive::Gain };
            let watched = self.c.p.actions.get(primitive as usize).is_some_and(|a| !a.plain);
            if watched || class != Class::Actor {
                return self.gain_sort_by_sort(amount, times, (class, on), lose);
            }
            self.emit(Op::GainBundle { bundle: amount, times, on, lose });
            return;
        }
        let amount = if times == NO_REG {
            amount
        } else {
            let d = self.temp();
            self.emit(Op::Arithmetic { how: Arithmetic::Times, d, a: amount, b: times });
            d
        };
        match &part.what {
            What::Counter(state) => {
                self.emit(Op::Gain { state: state.0, amount, on, lose });
            }
            What::Stuff(stuff) => self.gain_of_sort(*stuff, class, amount, on, lose),
            What::Named(counter) => {
                let is_stuff = counter.ty == Type::Stuff;
                let mut counter = self.value(counter);
                if is_stuff {
                    // A sort of stuff as a counter's word: -1 - id.
                    let (d, minus) = (self.temp(), self.fixed(-1));
                    self.emit(Op::Arithmetic { how: Arithmetic::Subtract, d, a: minus, b: counter });
                    counter = d;
                }
                self.emit(Op::GainNamed { counter, amount, on, lose });
            }
            What::Group(group) => {
                let members = self.c.tree.nouns.stuff_groups.get(group.index()).map(|g| g.members.clone());
                let words: Vec<i32> = members.unwrap_or_default().iter().map(|s| i32::from(s.0)).collect();
                let index = self.c.constant_list(&words);
                let sorts = self.fixed_list(index);
                let actor = (Some(Class::Actor), if on == NO_REG { ME } else { on });
                let supply = (None, NO_REG);
                if lose {
                    self.move_mix(amount, sorts, actor, supply, says);
                } else {
                    self.move_mix(amount, sorts, supply, actor, says);
                }
            }
            What::Bundle => {}
        }
    }

    /// A bundle where somebody watches: each sort is an event of its own.
    fn gain_sort_by_sort(&mut self, bundle: R, times: R, (class, on): (Class, R), lose: bool) {
        let skip = self.emit(Op::Require { s: bundle, to: 0 });
        for stuff in 0..self.c.tree.nouns.stuff.len() as u16 {
            let amount = self.temp();
            self.emit(Op::InBundle { d: amount, bundle, stuff });
            if times != NO_REG {
                self.emit(Op::Arithmetic { how: Arithmetic::Times, d: amount, a: amount, b: times });
            }
            self.gain_of_sort(StuffId(stuff), class, amount, on, lose);
        }
        self.land(skip);
    }

    /// Stuff is a counter of whatever it lies on.
    fn gain_of_sort(&mut self, stuff: StuffId, class: Class, amount: R, on: R, lose: bool) {
        let def = self.c.tree.nouns.stuff.get(stuff.index());
        let state = def.and_then(|s| s.on.iter().find(|(c, _)| *c == class).or(s.on.first())).map(|(_, id)| *id);
        if let Some(state) = state {
            self.emit(Op::Gain { state: state.0, amount, on, lose });
        }
    }

    /// Jumps that are taken where an amount of one sort, or of a group, cannot be paid.
    pub fn unpayable(&mut self, amount: &Amount) -> Option<usize> {
        let s = self.payable(amount)?;
        Some(self.emit(Op::JumpIfNot { s, to: 0 }))
    }

    /// The register that says whether an amount of one sort, or of a group, can be paid.
    pub fn payable(&mut self, amount: &Amount) -> Option<R> {
        let number = self.value(&amount.number);
        let d = self.temp();
        match &amount.what {
            What::Counter(state) => self.emit(Op::CanPay { d, state: state.0, amount: number }),
            What::Stuff(stuff) => self.emit(Op::CanPayStuff { d, stuff: stuff.0, amount: number }),
            What::Group(group) => self.emit(Op::CanPayMix { d, group: group.0, amount: number }),
            _ => return None,
        };
        Some(d)
    }

    /// The payment of a plain number that a block begins with, where pure code tells whether it can be made: nobody hears of
    /// it.
    pub fn first_payment<'s>(&self, block: &'s [Statement]) -> Option<&'s Amount> {
        let plain = self.c.p.actions.get(Primitive::Pay as usize).is_some_and(|a| a.plain);
        match block.first() {
            Some(Statement { kind: StatementKind::Pay { amount, .. }, by: None, .. })
                if plain
                    && matches!(amount.number.kind, ExprKind::Const(n) if n != ABSENT)
                    && matches!(amount.what, What::Counter(_) | What::Stuff(_) | What::Group(_)) =>
            {
                Some(amount)
            }
            _ => None,
        }
    }

    fn pay(&mut self, number: R, amount: &Amount, d: R, says: &Said) {
        match &amount.what {
            What::Counter(state) => {
                self.emit(Op::PayState { state: state.0, amount: number });
            }
            What::Stuff(stuff) => {
                self.emit(Op::PayStuff { stuff: stuff.0, amount: number, d });
            }
            What::Bundle => {
                self.emit(Op::PayBundle { bundle: number, d });
            }
            What::Group(group) => {
                let d = if d == NO_REG { self.temp() } else { d };
                let info = self.choice_or("payment", says, Phrase::ChoosePayment, Type::Stuff);
                let progress = self.progress();
                self.emit(Op::PayMix { info, group: group.0, amount: number, sorts: NO_REG, d, progress });
            }
            What::Named(counter) => {
                let counter = self.value(counter);
                self.emit(Op::PayNamed { counter, amount: number });
            }
        }
        self.demand_payment();
    }

    /// Where payments are watched they are events: what was not paid fails behind its event.
    fn demand_payment(&mut self) {
        if self.c.p.actions.get(Primitive::Pay as usize).is_some_and(|a| !a.plain) {
            let s = self.temp();
            self.emit(Op::Done { d: s });
            self.emit(Op::Needs { s });
        }
    }

    fn move_mix(&mut self, amount: R, sorts: R, from: (Option<Class>, R), to: (Option<Class>, R), says: &Said) {
        let holders = self.temps(2);
        for (i, (_, s)) in [from, to].into_iter().enumerate() {
            let d = holders.saturating_add(i as R);
            if s == NO_REG {
                self.emit(Op::Const { d, v: 0 });
            } else {
                self.emit(Op::Copy { d, s });
            }
        }
        self.c.p.mixes.push((from.0, to.0));
        let mix = self.c.newest(self.c.p.mixes.len(), "moves of several sorts of stuff", self.span);
        let (name, phrase) = match to.0 {
            None => ("what to give up", Phrase::ChooseWhatToGiveUp),
            Some(_) => ("what to take", Phrase::ChooseWhatToTake),
        };
        let info = self.choice_or(name, says, phrase, Type::Stuff);
        let progress = self.progress();
        self.settle_before();
        self.emit(Op::MoveMix { info, mix, amount, sorts, holders, progress });
    }

    /// Sorts of stuff as a list: of a set, or those that a bundle has.
    fn sorts(&mut self, of: &Expr) -> R {
        if let crate::check::tree::ExprKind::StuffGroup(group, ..) = &of.kind {
            let members = self.c.tree.nouns.stuff_groups.get(group.index()).map(|g| g.members.clone());
            let words: Vec<i32> = members.unwrap_or_default().iter().map(|s| i32::from(s.0)).collect();
            let index = self.c.constant_list(&words);
            return self.fixed_list(index);
        }
        self.list(of)
    }

    /// First slot of a holder's account (none for the supply), and the register with who it is.
    fn holder(&mut self, holder: &Holder, stuff: StuffId) -> (Option<u32>, R) {
        match holder {
            Holder::Supply => (None, NO_REG),
            Holder::At(class, of) => (Some(self.stuff_first_slot(stuff, *class)), self.value(of)),
            Holder::Account(class, of, account) => (Some(self.stuff_first_slot(*account, *class)), self.value(of)),
        }
    }

    fn mix_holder(&mut self, holder: &Holder) -> (Option<Class>, R) {
        match holder {
            Holder::Supply => (None, NO_REG),
            Holder::At(class, of) | Holder::Account(class, of, _) => (Some(*class), self.value(of)),
        }
    }
}

/// The class that an expression of this type bears states as.
pub(crate) fn class_of(ty: &Type) -> Class {
    match ty {
        Type::Actor => Class::Actor,
        Type::Seat => Class::Seat,
        Type::Component(_) => Class::Component,
        Type::Space(_) => Class::Space,
        Type::Unit(_) | Type::AnyUnit => Class::Unit,
        _ => Class::Game,
    }
}

//! Code that asks whether something can be done for certain, and notes from which places on nothing can fail.

use super::certain::{self, Asked, Check, Coming, Outline};
use super::code::Code;
use crate::check::tree::{Compare, Expr, ExprKind, Function, Locals, Many, Statement, StatementKind};
use crate::ids::LocalId;
use crate::program::nouns::Type;
use crate::program::op::{ME, NO_REG, Op, Pc, R, THIS};
use crate::program::reg::Reg;
use crate::program::{CERTAINLY, CertainFrom};

impl Code<'_, '_> {
    /// What has to be asked so that nothing behind the first statements of a block of this body can fail.
    pub(super) fn behind(&self, block: &[Statement], done: usize) -> Option<Vec<Check>> {
        certain::behind(self.c, self.whole?, block, done)
    }

    /// The same behind a choice, where that alone is not enough, asked with each option in its place.
    pub(super) fn behind_choice(&self, block: &[Statement], done: usize) -> Option<Vec<Check>> {
        certain::behind_choice(self.c, self.whole?, block, done)
    }

    /// What has to be asked so that neither what follows the block nor the rest of it can fail.
    pub fn both(&self, behind: Option<&Vec<Check>>, rest: impl FnOnce() -> Option<Vec<Check>>) -> Option<Vec<Check>> {
        let mut checks = behind?.clone();
        checks.extend(rest()?.into_iter().filter(|check| !behind.is_some_and(|b| b.contains(check))));
        Some(checks)
    }

    /// Jumps that are taken where something may fail after all; to `fails`, where it is given, those
    /// where it must.
    pub fn ask_certain(&mut self, checks: &[Check], mut fails: Option<&mut Vec<usize>>) -> Vec<usize> {
        let mut doubts = Vec::new();
        for check in checks {
            let (of, ability, asks, always) = match check {
                Check::Ability { of, ability, asks, always } => (*of, *ability, *asks, *always),
                Check::Holds(cond) => {
                    self.branch(cond, false, &mut doubts);
                    continue;
                }
            };
            let place = self.place_then(asks.flatten());
            let (d, s) = (self.temp(), self.local(of));
            self.emit(Op::IsCertain { d, s, ability: ability.0, place, asks: asks.is_some() });
            let (no, yes) = (self.fixed(0), self.fixed(CERTAINLY));
            if always && let Some(fails) = &mut fails {
                fails.push(self.emit(Op::JumpCompare { how: Compare::Is, when: true, a: d, b: no, to: 0 }));
            }
            doubts.push(self.emit(Op::JumpCompare { how: Compare::Is, when: false, a: d, b: yes, to: 0 }));
        }
        doubts
    }

    /// The place that a card will have come to.
    fn place_then(&mut self, coming: Option<Coming>) -> R {
        let Some(Coming { zone, mine }) = coming else { return NO_REG };
        if mine && let Some(place) = self.own_place(zone) {
            return place;
        }
        if mine {
            let d = self.temp();
            self.emit(Op::Place { d, zone: zone.0, of: ME });
            return d;
        }
        let first = self.c.tree.nouns.zones.get(zone.index()).map_or(0, |zone| zone.first_place.0);
        self.fixed(Reg::from(first))
    }

    /// Beside the body: what is asked where nothing that follows can fail.
    pub fn write_certain(&mut self) {
        for (pc, checks) in std::mem::take(&mut self.certain) {
            let params = self.whole.map_or(0, |whole| whole.params);
            let of_chosen =
                checks.iter().any(|check| matches!(check, Check::Ability { of, .. } if of.index() >= params));
            let code = (!checks.is_empty()).then(|| {
                // The statement that asks is in the middle of its work: its registers are in use.
                let start = self.here();
                let saved = std::mem::replace(&mut self.next, self.most);
                let mut doubts = self.ask_certain(&checks, None);
                for answer in [1, 0] {
                    let s = self.fixed(answer);
                    self.emit(Op::Yield { s });
                    self.land_all(std::mem::take(&mut doubts));
                }
                self.next = saved;
                start.into()
            });
            self.c.p.certain.push(CertainFrom { pc, code, of_chosen });
        }
    }

    /// Whether a region can be done in full, where that need not be tried: nothing in it can fail, or only its first choice
    /// can, of what everybody can see, or only its first payment.
    pub(super) fn region_known(&mut self, body: &[Statement]) -> R {
        let certain = |code: &Self, done: usize| code.behind(body, done).is_some_and(|checks| checks.is_empty());
        match body.first() {
            Some(Statement { kind: StatementKind::Choose { many: Many::One, set, .. }, by: None, .. })
                if certain::reads_no_cards(self.c, set) && certain(self, 1) =>
            {
                self.value(&any_member(set))
            }
            _ if certain(self, 0) => self.fixed(1),
            _ => {
                let payment = self.first_payment(body).filter(|_| certain(self, 1));
                payment.and_then(|amount| self.payable(amount)).unwrap_or(NO_REG)
            }
        }
    }

    /// The guard of an ability that is done in full, as far as what it asks of the table tells whether it can be.
    pub fn full_guard(&mut self, body: &[Statement], names: &Locals) -> Option<Pc> {
        let Outline { asks, held, certain } = certain::outline(self.c, body);
        if asks.is_empty() && !(held && certain) {
            return None;
        }
        let (start, next) = (self.here(), self.next);
        let mut fails = Vec::new();
        let holder = held.then(|| {
            let d = self.temp();
            self.emit(Op::call(Function::HolderOf, d, &[THIS]));
            d
        });
        for Asked { set, call } in &asks {
            let any = any_member(set);
            let called =
                call.as_ref().and_then(|(action, args)| Some((self.c.tree.actions.get(action.index())?, args)));
            let (names, args) = called.map_or((names, &[][..]), |(def, args)| (&def.locals, &args[..]));
            let args: Vec<R> = args.iter().map(|arg| self.value(arg)).collect();
            self.with_args(names, &args, |code| code.branch(&any, false, &mut fails));
        }
        if certain {
            // What is done with a card that nobody holds is left to a try.
            let doubt = holder.map(|s| self.emit(Op::JumpIfNone { s, to: 0 }));
            let s = self.fixed(CERTAINLY);
            self.emit(Op::Yield { s });
            doubt.into_iter().for_each(|at| self.land(at));
        }
        for answer in [1, 0] {
            let s = self.fixed(answer);
            self.emit(Op::Yield { s });
            self.land_all(std::mem::take(&mut fails));
        }
        self.next = next;
        Some(start)
    }
}

/// The question whether a set has a member.
fn any_member(set: &Expr) -> Expr {
    let kind = match &set.kind {
        ExprKind::Filter { set, local, cond } => {
            ExprKind::Any { set: set.clone(), local: *local, cond: Some(cond.clone()) }
        }
        _ => ExprKind::Any { set: Box::new(set.clone()), local: LocalId::from_index(0), cond: None },
    };
    Expr { kind, ty: Type::Bool, span: set.span }
}

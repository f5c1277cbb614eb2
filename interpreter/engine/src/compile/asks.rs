//! The conditions of an action, written out where it is offered or asked about. What is the same for all members of an option
//! is asked once, and what reads no more than what a member bears or is needs no code.

use super::certain::{self, Whole};
use super::code::Code;
use super::fallible::{self, Condition, Head};
use super::inline::{DEPTH, reads_nobody};
use super::questions::Element;
use super::{is_list, payment_tells};
use crate::check::tree::{Amount, Expr, ExprKind, Locals, What};
use crate::ids::{ActionId, LocalId, StuffGroupId};
use crate::program::Read;
use crate::program::asks::{self, ASKS, Ask, AskHow};
use crate::program::nouns::{ABSENT, Type};
use crate::program::op::{FIRST_CONSTANT, FIRST_SLOT, NO_REG, Op, Pc, R};
use std::borrow::Cow;

/// The only parameter of an action that is offered for each member: the member.
const MEMBER: Element = Element::Name(LocalId(0));

/// A condition of an action, with the names of that action.
struct Part<'t> {
    names: &'t Locals,
    condition: Condition<'t>,
}

impl<'t> Code<'_, 't> {
    /// The conditions that an action begins with, where they can be asked in its caller's registers.
    fn head_of(&self, action: ActionId) -> Option<(&'t Locals, u16, Head<'t>)> {
        let tree = self.c.tree;
        let def = tree.actions.get(action.index())?;
        let head = fallible::head(def.body.as_ref()?, |amount| payment_tells(self.c, action, amount));
        let written = head.conditions.iter().all(|condition| match condition {
            Condition::Holds(cond) => reads_nobody(cond),
            Condition::Paid(amount) => reads_nobody(&amount.number),
        });
        (written && !head.conditions.is_empty()).then_some((&def.locals, def.params as u16, head))
    }

    /// The same of an action that can be done exactly when they hold.
    fn decided_by_head(&self, action: ActionId) -> Option<(&'t Locals, u16, Head<'t>)> {
        let unheard = self.c.p.actions.get(action.index()).is_some_and(|info| info.unheard);
        self.head_of(action).filter(|(_, _, head)| unheard && head.all && !(head.settles && self.c.rules_settle))
    }

    /// How the conditions of an action are asked where it is offered with arguments from a register on, all of them present.
    /// `of_member`: there is one for each member of the option, and that is the only argument.
    pub fn asks_of_call(&mut self, action: ActionId, args: R, of_member: bool) -> Vec<Ask> {
        let about = if of_member { MEMBER } else { Element::Doer };
        let parts = self.parts(action, about, DEPTH);
        let hows: Vec<AskHow> = parts.iter().map(|part| self.how(&part.condition, about)).collect();
        if parts.len() <= ASKS && hows.iter().any(|how| *how != AskHow::Each) {
            let args = if of_member { vec![args] } else { Vec::new() };
            return parts.iter().zip(hows).map(|(part, how)| self.ask(part, how, about, &args)).collect();
        }
        let Some((names, params, head)) = self.head_of(action) else { return Vec::new() };
        let (next, mut code) = (self.next, 0);
        let args: Vec<R> = (0..params).map(|i| args.saturating_add(i)).collect();
        self.with_args(names, &args, |c| code = c.guard(&head.conditions, None));
        self.next = next;
        vec![Ask { how: AskHow::Each, code, plain: None }]
    }

    /// Code that says what is known of the rest of an action where its conditions hold, in the same registers.
    pub fn rest_of_call(&mut self, action: ActionId, args: R) -> Option<Pc> {
        let (names, params, head) = self.head_of(action).filter(|(_, _, head)| !head.all)?;
        let body = self.c.tree.actions.get(action.index())?.body.as_ref()?;
        let whole = Whole { params: usize::from(params), this: false };
        let checks = certain::behind(self.c, whole, body, head.conditions.len())?;
        let (next, mut code) = (self.next, 0);
        let args: Vec<R> = (0..params).map(|i| args.saturating_add(i)).collect();
        self.with_args(names, &args, |c| code = c.guard(&[], Some(&checks)));
        self.next = next;
        Some(code)
    }

    /// The conditions of an action whose only argument is the member, or that has none, one by one. The last one may be that
    /// another action can be done with the same: that one's come in its place.
    fn parts(&self, action: ActionId, about: Element, calls: u16) -> Vec<Part<'t>> {
        let wanted = u16::from(matches!(about, Element::Name(_)));
        let Some((names, _, head)) = self.head_of(action).filter(|(_, params, _)| *params == wanted) else {
            return Vec::new();
        };
        let mut parts = Vec::new();
        for condition in head.conditions {
            match condition {
                Condition::Holds(Cow::Borrowed(cond)) => split(names, cond, &mut parts),
                other => parts.push(Part { names, condition: other }),
            }
        }
        if let Some(Part { condition: Condition::Holds(Cow::Borrowed(cond)), .. }) = parts.last()
            && let ExprKind::Can { action, args, by: None } = &cond.kind
            && args.len() == usize::from(wanted)
            && args.iter().all(|arg| about.is(arg) && self.c.fits_param(*action, &arg.ty))
            && calls > 0
            && self.decided_by_head(*action).is_some()
        {
            let mut further = self.parts(*action, about, calls - 1);
            if !further.is_empty() {
                parts.pop();
                parts.append(&mut further);
            }
        }
        parts
    }

    /// What has to be asked of each member, or of the doer.
    fn how(&mut self, condition: &Condition<'_>, about: Element) -> AskHow {
        let of_member = matches!(about, Element::Name(_));
        match condition {
            Condition::Paid(Amount { what: What::Counter(state), number }) if let Some(amount) = amount(number) => {
                AskHow::Pays(*state, amount)
            }
            Condition::Holds(cond) if let Some(how) = self.test_of_doer(cond) => how,
            Condition::Holds(cond) if of_member && !self.depends_on_member(cond) => AskHow::Once,
            Condition::Paid(amount) if of_member && !about.is_read_by(&amount.number) => AskHow::Once,
            Condition::Paid(Amount { what: What::Group(group), number })
                if self.overpays(*group)
                    && let Some(amount) = amount(number) =>
            {
                AskHow::PaysMix(*group, amount)
            }
            Condition::Paid(_) => AskHow::Each,
            Condition::Holds(cond) => match &cond.kind {
                ExprKind::HasAbility(ability, of) if MEMBER.is(of) => AskHow::Has(*ability),
                ExprKind::CanRun { of, ability, by: None } if MEMBER.is(of) => AskHow::Runs(*ability),
                _ => self.test_of_member(cond).or_else(|| compared(cond)).unwrap_or(AskHow::Each),
            },
        }
    }

    fn overpays(&self, group: StuffGroupId) -> bool {
        self.c.tree.nouns.stuff_groups.get(group.index()).is_some_and(|group| group.overpay)
    }

    fn test_of_member(&mut self, cond: &Expr) -> Option<AskHow> {
        let (test, with) = self.simple(MEMBER, cond)?;
        let r = with.map_or(Some(NO_REG), |with| self.fixed_operand(with))?;
        Some(AskHow::Test(self.test_number(test), r))
    }

    /// States of the doer can always be read.
    fn test_of_doer(&mut self, cond: &Expr) -> Option<AskHow> {
        let (test, with) = self.simple(Element::Doer, cond)?;
        let r = with.map_or(Some(NO_REG), |with| self.fixed_operand(with))?;
        matches!(test.read, Read::Slot(_)).then(|| AskHow::OfDoer(self.test_number(test), r))
    }

    /// The operand that an expression is, where it needs neither code nor a register of the frame.
    fn fixed_operand(&mut self, expr: &Expr) -> Option<R> {
        match &expr.kind {
            ExprKind::Const(_) => Some(self.operand(expr)),
            ExprKind::Me if !self.other_doer => Some(self.operand(expr)),
            ExprKind::State(state, of) => self.state_operand(*state, of.as_deref()),
            _ => None,
        }
    }

    fn ask(&mut self, part: &Part<'t>, mut how: AskHow, about: Element, args: &[R]) -> Ask {
        let (next, mut code) = (self.next, 0);
        if matches!(how, AskHow::Each | AskHow::Once | AskHow::Pays(..) | AskHow::PaysMix(..) | AskHow::Compares(..)) {
            let condition = std::slice::from_ref(&part.condition);
            self.with_args(part.names, args, |c| code = c.guard(condition, None));
            self.next = next;
        }
        if let (Some(place), Condition::Holds(cond)) = (how.other_code(), &part.condition)
            && let ExprKind::Compare(_, a, b) = &cond.kind
        {
            let other = if about.is_read_by(a) { b } else { a };
            self.with_args(part.names, args, |c| *place = c.pure(other));
            self.next = next;
        }
        Ask { how, code, plain: None }
    }

    /// Writes something out in which the names of an action mean something; its arguments stand in these registers, all of
    /// them present.
    pub(super) fn with_args(&mut self, names: &Locals, args: &[R], work: impl FnOnce(&mut Self)) {
        let (stand_ins, present) = (self.stand_ins.len(), self.present.len());
        let first = self.temps(u16::try_from(names.list.len()).unwrap_or(u16::MAX));
        for (i, arg) in args.iter().enumerate() {
            self.stand_ins.push((first.saturating_add(i as R), *arg));
            self.present.push(*arg);
        }
        self.with_names(names, first, work);
        self.stand_ins.truncate(stand_ins);
        self.present.truncate(present);
    }

    /// Conditions of a guard one after the other, with jumps that are taken where one does not hold.
    pub(super) fn ask_all(&mut self, conditions: &[Condition<'_>], fails: &mut Vec<usize>) {
        for (i, condition) in conditions.iter().enumerate() {
            match condition {
                Condition::Holds(cond) if i + 1 == conditions.len() => self.ask_last(cond, fails),
                Condition::Holds(cond) => self.branch(cond, false, fails),
                Condition::Paid(amount) => fails.extend(self.unpayable(amount)),
            }
        }
    }

    /// The last condition of a guard. Where it is that an action can be done, the conditions of that one come in its place:
    /// what turns on something that the doer cannot know counts as possible in both.
    fn ask_last(&mut self, cond: &Expr, fails: &mut Vec<usize>) {
        match &cond.kind {
            ExprKind::And(a, b) if !self.asks_absent_first(cond) => {
                self.branch(a, false, fails);
                self.ask_last(b, fails);
            }
            ExprKind::Can { action, args, by: None }
                if self.inlined < DEPTH
                    && self.kinds_fit(*action, args)
                    && let Some((names, _, head)) = self.decided_by_head(*action) =>
            {
                let given: Vec<R> = args.iter().map(|arg| self.value(arg)).collect();
                for (arg, s) in args.iter().zip(&given) {
                    let fixed = (FIRST_CONSTANT..FIRST_SLOT).contains(s);
                    if !fixed && !self.present.contains(s) && !self.always_there(arg) {
                        fails.push(self.emit(Op::JumpIfNone { s: *s, to: 0 }));
                    }
                }
                self.with_args(names, &given, |c| c.ask_all(&head.conditions, fails));
            }
            _ => self.branch(cond, false, fails),
        }
    }

    /// Whether arguments are always of the kinds that an action takes.
    pub(super) fn kinds_fit(&self, action: ActionId, args: &[Expr]) -> bool {
        let Some(info) = self.c.p.actions.get(action.index()) else { return false };
        info.param_kinds.iter().all(|(i, wanted)| match args.get(usize::from(*i)).map(|arg| &arg.ty) {
            Some(Type::Component(kinds)) => kinds.0 & !wanted.0 == 0,
            _ => false,
        })
    }
}

/// The parts of a condition all of which must hold.
fn split<'t>(names: &'t Locals, cond: &'t Expr, parts: &mut Vec<Part<'t>>) {
    match &cond.kind {
        ExprKind::And(a, b) => {
            split(names, a, parts);
            split(names, b, parts);
        }
        _ => parts.push(Part { names, condition: Condition::Holds(Cow::Borrowed(cond)) }),
    }
}

/// A number that needs no code.
fn amount(number: &Expr) -> Option<asks::Amount> {
    match &number.kind {
        ExprKind::Const(n) => Some(asks::Amount::Number(*n)).filter(|_| *n != ABSENT),
        ExprKind::Attribute(attribute, of) if MEMBER.is(of) && !is_list(&number.ty) => {
            matches!(of.ty, Type::Component(_)).then_some(asks::Amount::Attribute(attribute.0))
        }
        ExprKind::Value(value, args) => {
            let at = args.iter().position(|arg| MEMBER.is(arg))?;
            let there = |(_, arg): (usize, &Expr)| matches!(arg.kind, ExprKind::Const(_) | ExprKind::Me);
            let others = args.iter().enumerate().filter(|(i, _)| *i != at);
            let amount = if others.clone().all(|(_, arg)| arg.kind == ExprKind::Me) {
                asks::Amount::OfDoerAnd(*value, at as u16)
            } else {
                asks::Amount::Value(*value, at as u16)
            };
            others.into_iter().all(there).then_some(amount)
        }
        _ => None,
    }
}

/// A comparison of an amount of the member with something that is the same for all members.
fn compared(cond: &Expr) -> Option<AskHow> {
    let ExprKind::Compare(how, a, b) = &cond.kind else { return None };
    let of_member = |e: &Expr| amount(e).filter(|amount| !matches!(amount, asks::Amount::Number(_)));
    let (how, amount, other) = match (of_member(a), of_member(b)) {
        (Some(amount), None) => (*how, amount, b),
        (None, Some(amount)) => (how.turned(), amount, a),
        _ => return None,
    };
    (!MEMBER.is_read_by(other) && !is_list(&other.ty)).then_some(AskHow::Compares(how, amount, 0))
}

//! Calls of short actions that nobody hears of are written out where they stand: in games of bots no frame comes and goes for
//! them. Where somebody is told, questions are answered from outside, or effects last that may hear of them, they are called as
//! ever.

use super::branch::asks_for_first;
use super::code::Code;
use super::inline::reads_nobody;
use super::{fallible, walk};
use crate::check::tree::{ActionDef, EndGame, Expr, ExprKind, Statement, StatementKind, Target, What};
use crate::ids::ActionId;
use crate::program::CertainFrom;
use crate::program::op::{FIRST_SLOT, LASTING, Op, R};

/// Statements of an action that is written out, in all its blocks.
const STATEMENTS: usize = 8;
/// Actions written out in each other.
const DEPTH: u16 = 3;

impl<'t> Code<'_, 't> {
    /// Writes a call out, if that may be; gives the jumps that lead to the call itself then.
    pub(super) fn write_out(&mut self, action: ActionId, args: &[Expr]) -> Option<Vec<usize>> {
        let short = self.short_action(action, 0).filter(|_| self.regions == 0 && self.kinds_fit(action, args))?;
        let mut calls = self.unless_heard(action);
        let given: Vec<R> = args.iter().map(|arg| self.argument(arg, &mut calls)).collect();
        self.write_short(short, &given, &mut calls);
        Some(calls)
    }

    /// The same for the call of an option that was taken: what it asks first holds, as far as anybody knows, and what it is about is
    /// there and of the right kind.
    pub(super) fn write_out_offered(&mut self, action: ActionId, args: &[Expr]) -> Option<Vec<usize>> {
        let known = fallible::known_conditions(self.c, self.c.tree.actions.get(action.index())?.body.as_ref()?);
        let short = self.short_action(action, known).filter(|_| self.regions == 0)?;
        let local = |arg: &Expr| match arg.kind {
            ExprKind::Local(local) => Some(self.local(local)),
            _ => None,
        };
        let given = args.iter().map(local).collect::<Option<Vec<R>>>()?;
        let mut calls = self.unless_heard(action);
        let (follow, certain) = (self.follow.take(), self.certain.len());
        // In the course of the game nothing can fail behind it.
        self.follow = self.whole.is_none().then(Vec::new);
        self.write_short(short, &given, &mut calls);
        self.follow = follow;
        if self.whole.is_none() {
            let behind = self.certain.split_off(certain).into_iter().filter(|(_, checks)| checks.is_empty());
            self.c.p.certain.extend(behind.map(|(pc, _)| CertainFrom { pc, code: None, of_chosen: false }));
        }
        Some(calls)
    }

    /// Jumps that are taken where somebody may hear of an action, or answers questions from outside.
    fn unless_heard(&mut self, action: ActionId) -> Vec<usize> {
        let mut calls = vec![self.emit(Op::Inline { call: 0 })];
        if self.c.p.actions.get(action.index()).is_some_and(|info| !info.unheard) {
            calls.push(self.emit(Op::JumpIf { s: LASTING, to: 0 }));
        }
        calls
    }

    /// Writes out the statements of an action with its arguments in these registers; adds the jumps that lead to the call.
    fn write_short(&mut self, (def, body): (&'t ActionDef, &'t [Statement]), given: &[R], calls: &mut Vec<usize>) {
        let conditions = body.iter().take_while(|s| is_condition(s)).count();
        let Some((needs, rest)) = body.split_at_checked(conditions) else { return };
        let saved = (self.phase.take(), self.follow.take(), self.may_end, self.nested, self.named);
        let written_out = std::mem::replace(&mut self.written_out, true);
        let this_design = self.this_design.take();
        self.named |= def.body.as_ref().is_some_and(|body| self.c.unseen.contains(body));
        self.with_args(&def.locals, given, |code| {
            for statement in needs {
                if let StatementKind::Needs { cond } = &statement.kind {
                    code.branch_free(cond, false, calls);
                }
            }
            match rest {
                // What follows the call follows what is run or called last, which may ask something.
                [before @ .., last] if is_run(last) || is_call(last) => {
                    code.top_level(before);
                    code.follow = saved.1.clone();
                    code.top_level(std::slice::from_ref(last));
                }
                _ => code.top_level(rest),
            }
        });
        (self.this_design, self.written_out) = (this_design, written_out);
        (self.phase, self.follow, self.may_end, self.nested, self.named) = saved;
    }

    /// Writes out a condition that an action can be done together with the call that follows it: where the conditions of the
    /// action hold, it can be done as far as anybody knows. Gives the jump past both.
    pub(super) fn write_out_asked(&mut self, body: &[Statement]) -> Option<usize> {
        let [Statement { kind: StatementKind::Needs { cond }, by: None, .. }, call, ..] = body else { return None };
        let StatementKind::Call { action, args, bind: None } = &call.kind else { return None };
        let stays = |arg: &Expr| match &arg.kind {
            ExprKind::Const(_) | ExprKind::ConstList(_) | ExprKind::Local(_) => true,
            ExprKind::Attribute(_, of) => matches!(of.kind, ExprKind::This),
            _ => false,
        };
        if !asks_for_first(cond, std::slice::from_ref(call)) || !args.iter().all(stays) {
            return None;
        }
        let (next, span) = (self.next, std::mem::replace(&mut self.span, call.span));
        let calls = self.write_out(*action, args);
        (self.next, self.span) = (next, span);
        let over = calls.is_some().then(|| self.emit(Op::Jump { to: 0 }));
        self.land_all(calls.unwrap_or_default());
        over
    }

    /// An argument in a register that stays as it is; where it may be absent, the call itself is made.
    fn argument(&mut self, arg: &Expr, calls: &mut Vec<usize>) -> R {
        let mut given = self.operand(arg);
        if given >= FIRST_SLOT {
            let d = self.temp();
            self.emit(Op::Copy { d, s: given });
            given = d;
        }
        if self.c.p.constant(given).is_none() && !self.present.contains(&given) && !self.always_there(arg) {
            calls.push(self.emit(Op::JumpIfNone { s: given, to: 0 }));
        }
        given
    }

    /// An action that may be written out, and its statements from one on: nobody hears of it, or lasting effects only, it asks
    /// nobody, and it is short.
    fn short_action(&self, action: ActionId, first: usize) -> Option<(&'t ActionDef, &'t [Statement])> {
        let def = self.c.tree.actions.get(action.index())?;
        let body = def.body.as_ref()?.get(first..)?;
        let info = self.c.p.actions.get(action.index())?;
        let unheard = !info.gives && (info.unheard || info.only_lasting());
        let conditions = body.iter().take_while(|s| is_condition(s)).count();
        let mut left = STATEMENTS;
        let short = body.get(conditions..)?.iter().all(|s| is_short(s, &mut left));
        let asking = body.iter().position(|s| fallible::asks(self.c.tree, s, fallible::CALLS));
        let asks_last = body.last().is_some_and(|last| is_run(last) || is_call(last));
        let asks = asking.is_some_and(|at| at + 1 < body.len() || !asks_last);
        let plain = self.inlined < DEPTH && unheard && def.locals.list.len() == def.params;
        (plain && short && !asks).then_some((def, body))
    }
}

/// Whether a statement is no more than an ability that is run, or must be.
fn is_run(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Run { of, as_this: false, .. } => statement.by.is_none() && is_plain(of),
        StatementKind::Must { body } => match &body[..] {
            [Statement { kind: StatementKind::Run { of, as_this: false, .. }, by: None, .. }] => is_plain(of),
            _ => false,
        },
        _ => false,
    }
}

/// Whether a statement is a call: who asks something in it has a frame of its own, or is written out in turn.
fn is_call(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::Call { bind: None, .. }) && statement.by.is_none()
}

fn is_condition(statement: &Statement) -> bool {
    matches!(&statement.kind, StatementKind::Needs { cond } if statement.by.is_none() && is_plain(cond))
}

/// Whether a statement is one of a few that need no frame of their own.
fn is_short(statement: &Statement, left: &mut usize) -> bool {
    if *left == 0 || statement.by.is_some() {
        return false;
    }
    *left -= 1;
    match &statement.kind {
        StatementKind::Move { what, zone, in_any_order: false, .. } => is_plain(what) && is_plain(zone),
        StatementKind::Turn { what, .. } | StatementKind::Reveal { what, to: None } => is_plain(what),
        StatementKind::Shuffle { zone } => is_plain(zone),
        StatementKind::Set { target: Target::State(_, of), to } => of.as_ref().is_none_or(is_plain) && is_plain(to),
        StatementKind::Gain { amounts, times, on, .. } => {
            let sure = amounts.iter().all(|amount| matches!(amount.what, What::Counter(_) | What::Stuff(_)));
            sure && amounts.iter().map(|amount| &amount.number).chain(times).chain(on).all(is_plain)
        }
        StatementKind::If { cond, body, otherwise } => {
            is_plain(cond) && body.iter().chain(otherwise).all(|s| is_short(s, left))
        }
        StatementKind::Call { args, bind: None, .. } => args.iter().all(is_plain),
        StatementKind::EndPhase { .. } => true,
        StatementKind::Must { .. } | StatementKind::Run { .. } => is_run(statement),
        StatementKind::Remember { what, of, .. } => is_plain(what) && of.as_ref().is_none_or(is_plain),
        StatementKind::EndGame { how: EndGame::WonBy(who) } => is_plain(who),
        _ => false,
    }
}

/// Whether an expression reads nothing of the card or event that the code around it belongs to, and asks no action.
fn is_plain(expr: &Expr) -> bool {
    let asks = matches!(expr.kind, ExprKind::Can { .. } | ExprKind::CanRun { .. });
    !asks && reads_nobody(expr) && walk::children(expr).into_iter().all(is_plain)
}

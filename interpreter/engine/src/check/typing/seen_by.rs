//! Who learns what chance says or somebody chooses: those whom `seen by` names, or those who see the states it goes into.

use std::collections::BTreeSet;

use crate::check::rules::reach;
use crate::check::tree::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::ids::{HookId, LocalId};
use crate::program::nouns::{Nouns, Type};
use crate::syntax::ast;

use super::knowledge::key;
use super::scope::Frame;
use super::{Typer, make, set_of};

/// Those who know what a name stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Only {
    who: Expr,
    /// Whether `me` there is the doer of the whole routine.
    native: bool,
}

impl<'a> Typer<'a> {
    /// `seen by P` of an outcome of this type.
    pub(super) fn seen_by(&mut self, f: &mut Frame<'a>, seen: &'a ast::SeenBy, ty: &Type) -> Option<Expr> {
        if matches!(ty, Type::Component(_)) {
            let message = "who sees a card follows from where it lies, not from `seen by`";
            let help = "leave `seen by` out, and put `reveal c to p` behind it for those who are to see the card";
            self.report(Diagnostic::new(Code::SeenByCard, seen.span, message).help(help));
            return None;
        }
        Some(match &seen.who {
            Some(who) => self.audience(f, who),
            None => make(ExprKind::List(Vec::new()), set_of(Type::Actor), seen.span),
        })
    }

    /// Notes that only some know what a name stands for.
    pub(super) fn note_seen_by(&mut self, f: &mut Frame<'a>, local: LocalId, seen: Option<&Expr>) {
        let native = f.context.native;
        if let (Some(info), Some(who)) = (f.info(local), seen) {
            info.only = vec![Only { who: who.clone(), native }];
        }
    }

    /// What somebody is asked depends on an expression: whoever it is must know what the names in it stand for.
    pub(super) fn check_known(&mut self, f: &Frame<'a>, expr: &Expr, by: Option<&Expr>) {
        for (name, only) in names(f, expr) {
            if !only.iter().all(|only| knows(f, only, by)) {
                let message = format!("whoever decides here may not know what `{}` is, and this would tell", name.0);
                self.report(
                    Diagnostic::new(Code::HiddenOutcome, name.1, message)
                        .help("let somebody decide who stands behind `seen by`, in the same words; or name whoever decides there, too"),
                );
                return;
            }
        }
    }

    /// An expression is handed to what everybody sees: `what`.
    pub(super) fn check_handed_on(&mut self, f: &Frame<'a>, expr: &Expr, what: &str) {
        if let Some((name, _)) = names(f, expr).into_iter().next() {
            let message = format!("everybody sees what {what} is done with, and `{}` is seen by some only", name.0);
            let help = format!("`set` a secret counter or state to `{}`, and read that where it is needed", name.0);
            self.report(Diagnostic::new(Code::OutcomeHandedOn, name.1, message).help(help));
        }
    }

    /// Marks the names of a routine that go into secret states and nowhere else.
    pub(super) fn mark_stored(&self, body: &Block, locals: &mut Locals) {
        let captured = |id: HookId| {
            let at = id.index().checked_sub(self.lasting_from);
            match at.and_then(|at| self.lasting.get(at)?.as_ref()).map(|hook| &hook.source) {
                Some(HookSource::Lasting { captures }) => captures.clone(),
                _ => Vec::new(),
            }
        };
        let mut uses = Uses::of(&self.nouns, locals);
        reach::each_statement(body, &mut |statement| uses.statement(statement, &captured));
        let stored = uses.stored();
        for (i, local) in locals.list.iter_mut().enumerate() {
            local.stored = stored.contains(&LocalId::from_index(i));
        }
    }
}

/// Who knows what an expression says, as far as names in it are seen by some only.
pub(super) fn told_to(f: &Frame<'_>, expr: &Expr) -> Vec<Only> {
    names(f, expr).into_iter().flat_map(|(_, only)| only.iter().cloned()).collect()
}

type Named<'f> = ((String, crate::source::Span), &'f [Only]);

/// The names in an expression that stand for what only some know.
fn names<'f>(f: &'f Frame<'_>, expr: &Expr) -> Vec<Named<'f>> {
    let mut found = Vec::new();
    reach::each_expr(expr, &mut |part| {
        if let ExprKind::Local(id) = part.kind
            && let (Some(local), Some(info)) = (f.locals.get(id.index()), f.info.get(id.index()))
            && !info.only.is_empty()
        {
            found.push(((local.name.clone(), part.span), &info.only[..]));
        }
    });
    found
}

/// Whether the one who decides (`by`, or the doer) is surely among those who know.
fn knows(f: &Frame<'_>, only: &Only, by: Option<&Expr>) -> bool {
    among(f, &only.who, only.native, by)
}

fn among(f: &Frame<'_>, who: &Expr, native: bool, by: Option<&Expr>) -> bool {
    match &who.kind {
        ExprKind::List(list) => list.iter().any(|who| among(f, who, native, by)),
        ExprKind::Union(a, b) => among(f, a, native, by) || among(f, b, native, by),
        ExprKind::Function(Function::Players, _) => true,
        ExprKind::Function(Function::SeatOf, args) => args.iter().any(|who| among(f, who, native, by)),
        // `me` means somebody else inside what another does.
        ExprKind::Me => native == f.context.native && by.is_none_or(|by| matches!(by.kind, ExprKind::Me)),
        ExprKind::Local(id) if by.is_none() => f.context.together == Some(*id),
        _ => by.is_some_and(|by| key(by) == key(who)),
    }
}

/// What becomes of the names of a routine.
struct Uses<'t> {
    nouns: &'t Nouns,
    locals: &'t Locals,
    /// Bound by chance or a choice, and nothing says who sees it.
    outcomes: BTreeSet<LocalId>,
    stored: BTreeSet<LocalId>,
    shown: BTreeSet<LocalId>,
    /// The second is made of the first.
    made: Vec<(LocalId, LocalId)>,
}

impl<'t> Uses<'t> {
    fn of(nouns: &'t Nouns, locals: &'t Locals) -> Self {
        let (outcomes, stored, shown, made) = Default::default();
        Uses { nouns, locals, outcomes, stored, shown, made }
    }

    fn outcome(&mut self, local: LocalId) {
        let ty = self.locals.list.get(local.index()).map(|local| &local.ty);
        let of = match ty {
            Some(Type::Set(of)) => Some(&**of),
            ty => ty,
        };
        // Who sees a card follows from where it lies.
        if !matches!(of, None | Some(Type::Component(_) | Type::Bundle)) {
            self.outcomes.insert(local);
        }
    }

    fn statement(&mut self, statement: &Statement, captured: &dyn Fn(HookId) -> Vec<LocalId>) {
        use StatementKind as S;
        match &statement.kind {
            S::Random { local, seen: None, .. } | S::Roll { local, seen: None, .. } => self.outcome(*local),
            S::Choose { many: Many::One, local, .. } => self.outcome(*local),
            S::Later { captures, .. } => self.shown.extend(captures),
            S::Until { hooks, .. } => self.shown.extend(hooks.iter().flat_map(|hook| captured(*hook))),
            _ => {}
        }
        let (stored, made) = match &statement.kind {
            S::Set { target: Target::State(state, _), to } if self.secret(*state) => (vec![to], None),
            S::Gain { amounts, .. } => {
                let secret = |amount: &&Amount| matches!(amount.what, What::Counter(state) if self.secret(state));
                (amounts.iter().filter(secret).map(|amount| &amount.number).collect(), None)
            }
            S::Let { local, expr } => (vec![expr], Some(*local)),
            _ => (Vec::new(), None),
        };
        for expr in reach::exprs(statement) {
            let kept = stored.iter().any(|stored| std::ptr::eq(*stored, expr));
            reach::each_expr(expr, &mut |part| {
                let ExprKind::Local(id) = part.kind else { return };
                match made {
                    _ if !kept => drop(self.shown.insert(id)),
                    Some(made) => self.made.push((id, made)),
                    None => drop(self.stored.insert(id)),
                }
            });
        }
    }

    fn secret(&self, state: crate::ids::StateId) -> bool {
        self.nouns.states.get(state.index()).is_some_and(|state| state.secret)
    }

    /// The outcomes, and what is made of them, that are stored somewhere and shown nowhere.
    fn stored(mut self) -> BTreeSet<LocalId> {
        for _ in 0..self.made.len() {
            for (of, made) in self.made.clone() {
                if self.shown.contains(&made) {
                    self.shown.insert(of);
                }
                if self.stored.contains(&made) {
                    self.stored.insert(of);
                }
                if self.outcomes.contains(&of) {
                    self.outcomes.insert(made);
                }
            }
        }
        let kept = |id: &LocalId| self.stored.contains(id) && !self.shown.contains(id);
        self.outcomes.iter().copied().filter(kept).collect()
    }
}

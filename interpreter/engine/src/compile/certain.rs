//! What cannot turn out to be impossible, told from the tree. Where nothing that follows can fail, nothing has to be tried.
//!
//! A yes must be right in every state in which somebody does it: whoever is not sure says no, and the machine tries.

mod there;
mod touched;

use super::Compiler;
use crate::check::tree::{
    Amount, Block, Duration, End, Expr, ExprKind, Many, Order, Primitive, Statement, StatementKind, Target, What,
};
use crate::ids::*;
use crate::program::changed::Changed;
use crate::program::nouns::{Class, StateKind, Type, Word};

/// Calls in each other that are followed; beyond that anything may fail.
const CALLS: u8 = 4;

/// What is asked at run time before nothing can fail: whether the card of this name has no such ability, or one that never
/// falls short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Check {
    pub of: LocalId,
    pub ability: AbilityId,
}

/// A body as it is looked at: the one whose names the checks are about.
#[derive(Clone, Copy)]
pub(crate) struct Whole {
    /// How many names it is handed, all of them present.
    pub params: usize,
    /// It belongs to a card.
    pub this: bool,
}

/// What has to be asked so that nothing behind the first `done` statements of a block can fail, those being done; `None`: it
/// has to be tried.
pub(crate) fn behind(c: &Compiler<'_>, whole: Whole, block: &[Statement], done: usize) -> Option<Vec<Check>> {
    let names = (0..whole.params).map(|i| Known::Outer(LocalId::from_index(i))).collect();
    let mut scope = Scope { names, this: whole.this, held: Vec::new(), calls: CALLS };
    let mut certain = Certain { c, rules: touched::by_rules(c), checks: Vec::new() };
    for statement in block.get(..done)? {
        certain.assume(statement, &mut scope);
    }
    certain.block(block.get(done..)?, &mut scope).then_some(certain.checks)
}

/// What is known of a name.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Known {
    /// Nothing: it may be absent.
    Maybe,
    There,
    Is(Word),
    /// It is a name of the body that the checks are about, and present.
    Outer(LocalId),
}

/// What holds where a statement begins.
#[derive(Clone)]
struct Scope<'t> {
    names: Vec<Known>,
    this: bool,
    held: Vec<Held<'t>>,
    calls: u8,
}

/// A condition that was found to hold, in the words of the frame that asked it, and what it looks at.
#[derive(Clone)]
struct Held<'t> {
    cond: &'t Expr,
    names: Vec<Known>,
    reads: Changed,
}

impl<'t> Scope<'t> {
    fn name(&self, local: LocalId) -> Known {
        known(&self.names, local)
    }

    fn set(&mut self, local: LocalId, to: Known) {
        if self.names.len() <= local.index() {
            self.names.resize(local.index() + 1, Known::Maybe);
        }
        if let Some(place) = self.names.get_mut(local.index()) {
            *place = to;
        }
    }

    fn with(&self, local: LocalId) -> Scope<'t> {
        let mut inner = self.clone();
        inner.set(local, Known::There);
        inner
    }
}

fn known(names: &[Known], local: LocalId) -> Known {
    names.get(local.index()).copied().unwrap_or(Known::Maybe)
}

struct Certain<'a, 't> {
    c: &'a Compiler<'t>,
    /// What rules may change at a settle point.
    rules: Changed,
    checks: Vec<Check>,
}

impl<'t> Certain<'_, '_> {
    /// A statement that has been done, whether it could fail or not.
    fn assume(&mut self, statement: &'t Statement, scope: &mut Scope<'t>) {
        self.forget(statement, scope);
        match &statement.kind {
            StatementKind::Needs { cond } if statement.by.is_none() => self.hold(cond, scope),
            StatementKind::Choose { local, .. }
            | StatementKind::Pay { local: Some(local), .. }
            | StatementKind::PayMix { local: Some(local), .. } => scope.set(*local, Known::There),
            StatementKind::Let { local, expr } => {
                let known = self.known(expr, scope);
                scope.set(*local, known);
            }
            _ => {}
        }
    }

    fn hold(&self, cond: &'t Expr, scope: &mut Scope<'t>) {
        let reads = touched::by_reading(self.c, cond);
        scope.held.push(Held { cond, names: scope.names.clone(), reads });
    }

    /// What a statement and the rules that act behind it may change is no longer known to hold.
    fn forget(&self, statement: &Statement, scope: &mut Scope<'t>) {
        let changed = touched::by_statement(self.c, statement) | self.rules;
        scope.held.retain(|held| !held.reads.concerns(changed));
    }

    fn block(&mut self, block: &'t [Statement], scope: &mut Scope<'t>) -> bool {
        block.iter().all(|statement| {
            let certain = self.statement(statement, scope);
            self.assume(statement, scope);
            certain
        })
    }

    /// A block of which it is not known how often it is done.
    fn again(&mut self, block: &'t Block, scope: &Scope<'t>) -> bool {
        self.block(block, &mut Scope { held: Vec::new(), ..scope.clone() })
    }

    fn statement(&mut self, statement: &'t Statement, scope: &mut Scope<'t>) -> bool {
        if statement.by.is_some() {
            return false;
        }
        match &statement.kind {
            StatementKind::Let { .. } | StatementKind::Later { .. } => true,
            StatementKind::Until { duration, .. } => !matches!(duration, Duration::NextTurnOf(_)),
            StatementKind::Needs { cond } => scope.held.iter().any(|held| same(cond, &scope.names, held)),
            StatementKind::If { cond, body, otherwise } => {
                let mut inner = scope.clone();
                self.hold(cond, &mut inner);
                self.block(body, &mut inner) && self.block(otherwise, &mut scope.clone())
            }
            StatementKind::Match { arms, .. } => arms.iter().all(|(_, body)| self.block(body, &mut scope.clone())),
            StatementKind::AtOnce { body } | StatementKind::Keyword { limit: None, body, .. } => {
                self.block(body, &mut scope.clone())
            }
            // What is demanded must be there.
            StatementKind::Must { body } => {
                !body.iter().any(|s| matches!(s.kind, StatementKind::Run { .. }))
                    && self.block(body, &mut scope.clone())
            }
            // The first block may fail: then the other way is taken.
            StatementKind::Do { then, otherwise, .. } | StatementKind::May { then, otherwise, .. } => {
                self.again(then, scope) && self.again(otherwise, scope)
            }
            StatementKind::ForEach { local, set, order, body } => {
                *order != Order::Any && self.there(set, scope) && self.again(body, &scope.with(*local))
            }
            StatementKind::Repeat { count, body, .. } => {
                count.as_ref().is_none_or(|count| self.there(count, scope)) && self.again(body, scope)
            }
            StatementKind::Choose { many: Many::UpTo(count), set, .. } => {
                set.ty != Type::Bundle && self.there(count, scope) && self.there(set, scope)
            }
            StatementKind::Choose { many: Many::AnyNumber, set, .. } => {
                set.ty != Type::Bundle && self.there(set, scope)
            }
            StatementKind::Call { action, args, bind: None } => self.call(*action, args, scope),
            StatementKind::Run { of, ability, as_this: false } => self.run(of, *ability, scope),
            StatementKind::Gain { lose, amounts, times, on: None } => {
                times.as_ref().is_none_or(|times| self.there(times, scope))
                    && amounts.iter().all(|amount| self.gain(*lose, amount, scope))
            }
            StatementKind::Set { target: Target::State(state, of), to } => self.set(*state, of.as_ref(), to, scope),
            StatementKind::Move { what, zone, in_any_order: false, .. } => self.moves(what, zone, scope),
            _ => false,
        }
    }

    /// Whether a hook may speak against a primitive, or do something in its place.
    fn happens(&self, primitive: Primitive) -> bool {
        let info = self.c.p.actions.get(primitive as usize);
        info.is_some_and(|info| info.instead.is_empty() && info.forbid.is_empty())
    }

    fn call(&mut self, action: ActionId, args: &'t [Expr], scope: &Scope<'t>) -> bool {
        let (Some(info), Some(def)) = (self.c.p.actions.get(action.index()), self.c.tree.actions.get(action.index()))
        else {
            return false;
        };
        let heard = !info.instead.is_empty() || !info.forbid.is_empty() || info.limit.is_some();
        let fits = |(arg, param): (&Expr, &Type)| match (param, &arg.ty) {
            (Type::Component(wanted), Type::Component(kinds)) => kinds.0 & !wanted.0 == 0,
            (Type::Component(_), _) => false,
            _ => true,
        };
        if heard || !args.iter().zip(&info.param_types).all(fits) || !args.iter().all(|arg| self.there(arg, scope)) {
            return false;
        }
        let (Some(body), Some(calls)) = (&def.body, scope.calls.checked_sub(1)) else { return def.body.is_none() };
        let names = args.iter().map(|arg| self.known(arg, scope)).collect();
        let held = if info.before.is_empty() { scope.held.clone() } else { Vec::new() };
        self.block(body, &mut Scope { names, this: false, held, calls })
    }

    /// An ability that is done as far as possible fails nothing; of others it is asked at run time.
    fn run(&mut self, of: &Expr, ability: AbilityId, scope: &Scope<'t>) -> bool {
        let in_full = self.c.tree.abilities.iter().any(|a| a.ability == ability && a.full);
        match &of.kind {
            ExprKind::Local(local) if in_full => match scope.name(*local) {
                Known::Outer(of) => {
                    let check = Check { of, ability };
                    if !self.checks.contains(&check) {
                        self.checks.push(check);
                    }
                    true
                }
                _ => false,
            },
            _ => !in_full && self.there(of, scope),
        }
    }

    fn gain(&self, lose: bool, amount: &Amount, scope: &Scope<'t>) -> bool {
        let nouns = &self.c.tree.nouns;
        let endless = |stuff: StuffId| nouns.stuff.get(stuff.index()).is_some_and(|s| s.supply.is_none());
        if !self.happens(if lose { Primitive::Lose } else { Primitive::Gain }) || !self.there(&amount.number, scope) {
            return false;
        }
        match &amount.what {
            What::Counter(state) if !lose => nouns.states.get(state.index()).is_some_and(|def| {
                matches!(def.kind, StateKind::Counter { max: Word::MAX, .. })
                    && matches!(def.on, Class::Actor | Class::Game)
            }),
            What::Stuff(stuff) => {
                let on_actors = |s: &crate::program::nouns::StuffDef| s.on.iter().any(|(c, _)| *c == Class::Actor);
                !lose && endless(*stuff) && nouns.stuff.get(stuff.index()).is_some_and(on_actors)
            }
            What::Bundle if lose => is_all_of_mine(&amount.number),
            What::Bundle => (0..nouns.stuff.len()).all(|i| endless(StuffId::from_index(i))),
            _ => false,
        }
    }

    fn set(&self, state: StateId, of: Option<&Expr>, to: &Expr, scope: &Scope<'t>) -> bool {
        let on = self.c.tree.nouns.states.get(state.index()).map(|def| def.on);
        let bearer = match of {
            Some(of) => self.there(of, scope),
            None => matches!(on, Some(Class::Actor | Class::Game)),
        };
        bearer && self.there(to, scope) && self.happens(Primitive::Set)
    }

    /// Cards that are there come to any zone that takes any number of them.
    fn moves(&self, what: &Expr, zone: &Expr, scope: &Scope<'t>) -> bool {
        let ExprKind::Zone(to, _) = &zone.kind else { return false };
        let roomy = self.c.tree.nouns.zones.get(to.index()).is_some_and(|zone| zone.max.is_none());
        if !roomy || !self.happens(Primitive::Move) || !self.there(zone, scope) {
            return false;
        }
        match &what.kind {
            ExprKind::Ends { end: End::Top, count, zone } => {
                let one = count.as_ref().is_none_or(|count| self.known(count, scope) == Known::Is(1));
                one && scope.held.iter().any(|held| self.leaves_one(held.cond, zone))
            }
            ExprKind::Ends { .. } => false,
            _ => self.there(what, scope),
        }
    }

    /// Whether a condition says that a pile of the table has a card, or gets one when it is needed.
    fn leaves_one(&self, cond: &Expr, pile: &Expr) -> bool {
        match &cond.kind {
            ExprKind::Or(a, b) => self.leaves_one(a, pile) && self.leaves_one(b, pile),
            ExprKind::And(a, b) => self.leaves_one(a, pile) || self.leaves_one(b, pile),
            ExprKind::Any { set, cond: None, .. } => match (&set.kind, &pile.kind) {
                (ExprKind::Cards(of), ExprKind::Zone(pile, None)) => match &of.kind {
                    ExprKind::Zone(zone, None) => {
                        let refill = self.c.tree.nouns.zones.get(pile.index()).and_then(|def| def.refill);
                        zone == pile || refill == Some(*zone)
                    }
                    _ => false,
                },
                _ => false,
            },
            _ => false,
        }
    }
}

/// Whether an amount is all that the doer has of some group.
fn is_all_of_mine(amount: &Expr) -> bool {
    matches!(&amount.kind, ExprKind::StuffGroup(_, Class::Actor, of) if of.kind == ExprKind::Me)
}

/// Whether a condition is one that was found to hold.
fn same(cond: &Expr, names: &[Known], held: &Held<'_>) -> bool {
    equal(cond, names, held.cond, &held.names)
}

/// Whether two expressions mean the same, each with the names of its frame. Both frames have the same doer.
fn equal(a: &Expr, names: &[Known], b: &Expr, others: &[Known]) -> bool {
    use ExprKind as K;
    let both = |a: &Expr, b: &Expr| equal(a, names, b, others);
    let all = |a: &[Expr], b: &[Expr]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| both(a, b));
    match (&a.kind, &b.kind) {
        (K::Local(a), K::Local(b)) => {
            let (a, b) = (known(names, *a), known(others, *b));
            a == b && matches!(a, Known::Outer(_) | Known::Is(_))
        }
        (K::Const(a), K::Const(b)) => a == b,
        (K::Me, K::Me) => true,
        (K::State(a, None), K::State(b, None)) => a == b,
        (K::State(a, Some(x)), K::State(b, Some(y))) => a == b && both(x, y),
        (K::Zone(a, None), K::Zone(b, None)) => a == b,
        (K::Zone(a, Some(x)), K::Zone(b, Some(y))) => a == b && both(x, y),
        (K::Attribute(a, x), K::Attribute(b, y)) => a == b && both(x, y),
        (K::Cards(x), K::Cards(y)) | (K::Count(x), K::Count(y)) | (K::Not(x), K::Not(y)) => both(x, y),
        (K::And(x, y), K::And(z, w)) | (K::Or(x, y), K::Or(z, w)) => both(x, z) && both(y, w),
        (K::Compare(a, x, y), K::Compare(b, z, w)) => a == b && both(x, z) && both(y, w),
        (K::Arithmetic(a, x, y), K::Arithmetic(b, z, w)) => a == b && both(x, z) && both(y, w),
        (K::Value(a, x), K::Value(b, y)) => a == b && all(x, y),
        (K::Function(a, x), K::Function(b, y)) => a == b && all(x, y),
        _ => false,
    }
}

//! What cannot turn out to be impossible, told from the tree. Where nothing that follows can fail, nothing has to be tried.
//!
//! A yes must be right in every state in which somebody does it: whoever is not sure says no, and the machine tries.

mod asks;
mod effects;
mod equal;
mod there;
mod touched;

pub(crate) use asks::{Asked, Outline, outline};

use asks::Within;
use std::cell::Cell;

use super::Compiler;
use crate::check::tree::{
    Block, Duration, Expr, ExprKind, Function, Many, OfferOption, OptionKind, Order, Statement, StatementKind, Target,
};
use crate::ids::*;
use crate::program::changed::Changed;
use crate::program::nouns::{Type, Word};

/// Calls in each other that are followed; beyond that anything may fail.
const CALLS: u8 = 4;

/// What is asked at run time before nothing can fail.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Check {
    /// Whether the card of this name has no such ability, or one that never falls short.
    Ability {
        of: LocalId,
        ability: AbilityId,
        /// Whether the guard of the ability tells it, too, and where the card lies by then.
        asks: Option<Option<Coming>>,
        /// It is run on every way: where it cannot be run, nothing can.
        always: bool,
    },
    /// Whether a condition holds already, which reads no name.
    Holds(Expr),
}

/// A zone that a card comes to: the doer's, or the table's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Coming {
    pub zone: ZoneId,
    pub mine: bool,
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
    let mut scope = Scope::new(names, whole.this);
    let mut certain = Certain::new(c);
    for statement in block.get(..done)? {
        certain.assume(statement, &mut scope);
    }
    certain.block(block.get(done..)?, &mut scope).then_some(certain.checks)
}

/// The same, behind a choice, asked while it is open: what is chosen may be asked about, too, with each option in its place.
pub(crate) fn behind_choice(c: &Compiler<'_>, whole: Whole, block: &[Statement], done: usize) -> Option<Vec<Check>> {
    let Some(Statement { kind: StatementKind::Choose { many: Many::One, local, .. }, by: None, .. }) =
        done.checked_sub(1).and_then(|last| block.get(last))
    else {
        return None;
    };
    let names = (0..whole.params).map(|i| Known::Outer(LocalId::from_index(i))).collect();
    let mut scope = Scope::new(names, whole.this);
    let mut certain = Certain::new(c);
    for statement in block.get(..done)? {
        certain.assume(statement, &mut scope);
    }
    // Nothing has moved since the question.
    scope.moved = Some(Vec::new());
    certain.about = Some((Known::Chosen(certain.chosen), *local));
    certain.block(block.get(done..)?, &mut scope).then_some(certain.checks)
}

/// Whether the answer to an expression depends on no card.
pub(crate) fn reads_no_cards(c: &Compiler<'_>, expr: &Expr) -> bool {
    !touched::by_reading(c, expr).concerns(Changed::CARDS)
}

/// What is known of a name.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Known {
    /// Nothing: it may be absent.
    Maybe,
    There,
    /// It is the card that the body belongs to.
    This,
    Is(Word),
    /// It is a name of the body that the checks are about, and present.
    Outer(LocalId),
    /// It was chosen, as this one.
    Chosen(u16),
}

/// What holds where a statement begins.
#[derive(Clone)]
struct Scope<'t> {
    names: Vec<Known>,
    this: bool,
    held: Vec<Held<'t>>,
    calls: u8,
    /// What has come where since the body began; `None`: anything may have moved.
    moved: Option<Vec<(Known, Coming)>>,
    /// Whatever happens, it comes to here.
    always: bool,
}

/// A condition that was found to hold, in the words of the frame that asked it, and what it looks at.
#[derive(Clone)]
struct Held<'t> {
    cond: &'t Expr,
    names: Vec<Known>,
    reads: Changed,
}

impl<'t> Scope<'t> {
    fn new(names: Vec<Known>, this: bool) -> Self {
        Scope { names, this, held: Vec::new(), calls: CALLS, moved: Some(Vec::new()), always: true }
    }

    fn name(&self, local: LocalId) -> Known {
        known(&self.names, local)
    }

    fn set(&mut self, local: LocalId, to: Known) {
        equal::bind(&mut self.names, local, to);
    }

    /// The same, where it is not known whether it comes to that.
    fn perhaps(&self) -> Scope<'t> {
        Scope { always: false, ..self.clone() }
    }

    /// The same, after whatever has happened.
    fn anytime(&self) -> Scope<'t> {
        Scope { held: Vec::new(), moved: None, ..self.perhaps() }
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
    /// Where the outline of an ability is wanted: what has been found out so far.
    outline: Option<Vec<Asked>>,
    within: Within,
    /// Where an outline is wanted: somebody must hold the card that the body belongs to.
    held: Cell<bool>,
    /// How many choices have been met.
    chosen: u16,
    /// Where a choice is open: the one who is chosen, and the name.
    about: Option<(Known, LocalId)>,
}

impl<'a, 't> Certain<'a, 't> {
    fn new(c: &'a Compiler<'t>) -> Self {
        let (rules, checks) = (touched::by_rules(c), Vec::new());
        Certain { c, rules, checks, outline: None, within: Within::Body, held: Cell::default(), chosen: 0, about: None }
    }
}

impl<'t> Certain<'_, '_> {
    /// A statement that has been done, whether it could fail or not.
    fn assume(&mut self, statement: &'t Statement, scope: &mut Scope<'t>) {
        self.forget(statement, scope);
        match &statement.kind {
            StatementKind::Needs { cond } if statement.by.is_none() => self.hold(cond, scope),
            StatementKind::Choose { many, local, set, .. } => self.choose(many, *local, set, scope),
            StatementKind::Pay { local: Some(local), .. } | StatementKind::PayMix { local: Some(local), .. } => {
                scope.set(*local, Known::There)
            }
            StatementKind::Let { local, expr } => {
                let known = self.known(expr, scope);
                scope.set(*local, known);
            }
            _ => {}
        }
    }

    /// A name that stands for something chosen, of which all holds that was asked of it.
    fn choose(&mut self, many: &Many, local: LocalId, set: &'t Expr, scope: &mut Scope<'t>) {
        self.chosen += 1;
        let chosen = Known::Chosen(self.chosen);
        if let (Many::One, ExprKind::Filter { local: member, cond, .. }) = (many, &set.kind) {
            let before = scope.name(*member);
            scope.set(*member, chosen);
            self.hold(cond, scope);
            scope.set(*member, before);
        }
        scope.set(local, chosen);
    }

    /// A condition that holds, unless rules may act before the next statement begins.
    fn hold(&self, cond: &'t Expr, scope: &mut Scope<'t>) {
        let reads = touched::by_reading(self.c, cond);
        if !reads.concerns(self.rules) {
            scope.held.push(Held { cond, names: scope.names.clone(), reads });
        }
    }

    /// What a statement and the rules that act behind it may change is no longer known to hold.
    fn forget(&self, statement: &Statement, scope: &mut Scope<'t>) {
        let changed = touched::by_statement(self.c, statement) | self.rules;
        scope.held.retain(|held| !held.reads.concerns(changed));
        if changed.concerns(Changed::CARDS) {
            let comes = self.comes(statement, scope).filter(|_| !self.rules.concerns(Changed::CARDS));
            scope.moved = scope.moved.take().zip(comes).map(|(mut moved, comes)| {
                moved.push(comes);
                moved
            });
        }
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
        self.block(block, &mut scope.anytime())
    }

    /// Picks among blocks of which enough can always be taken.
    fn offer(&mut self, count: Option<&Expr>, options: &'t [OfferOption], scope: &Scope<'t>) -> bool {
        let count = match count.map(|count| &count.kind) {
            None => Some(1),
            Some(ExprKind::Const(count)) => usize::try_from(*count).ok(),
            Some(_) => None,
        };
        let takeable = |certain: &mut Self, option: &'t OfferOption| match &option.kind {
            OptionKind::Block { needs: None, body } if option.limit.is_none() => certain.again(body, scope),
            _ => false,
        };
        count.is_some_and(|count| count <= options.len()) && options.iter().all(|option| takeable(self, option))
    }

    fn statement(&mut self, statement: &'t Statement, scope: &mut Scope<'t>) -> bool {
        if let Some(by) = &statement.by
            && !(matches!(statement.kind, StatementKind::Choose { .. }) && self.there(by, scope))
        {
            return false;
        }
        match &statement.kind {
            StatementKind::Let { .. } | StatementKind::Later { .. } => true,
            StatementKind::Until { duration, .. } => !matches!(duration, Duration::NextTurnOf(_)),
            StatementKind::Needs { cond } => equal::holds(cond, scope) || self.holds_already(cond, scope),
            StatementKind::If { cond, body, otherwise } => {
                let mut inner = if runs_what_is_there(cond, body) { scope.clone() } else { scope.perhaps() };
                self.hold(cond, &mut inner);
                self.block(body, &mut inner) && self.block(otherwise, &mut scope.perhaps())
            }
            StatementKind::Match { arms, .. } => arms.iter().all(|(_, body)| self.block(body, &mut scope.perhaps())),
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
            StatementKind::Repeat { count, cond, body } => {
                let mut inner = scope.anytime();
                if let Some(cond) = cond {
                    self.hold(cond, &mut inner);
                }
                count.as_ref().is_none_or(|count| self.there(count, scope)) && self.block(body, &mut inner)
            }
            StatementKind::Offer { count, repeatedly: false, options } => self.offer(count.as_ref(), options, scope),
            StatementKind::Choose { many: Many::One, set, .. } => {
                set.ty != Type::Bundle && (equal::has_member(set, scope) || self.ask(set, scope))
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
            StatementKind::MoveStuff { number, stuff, from, to } => {
                self.moves_stuff(number.as_ref(), *stuff, from, to, scope)
            }
            _ => false,
        }
    }

    fn call(&mut self, action: ActionId, args: &'t [Expr], scope: &Scope<'t>) -> bool {
        let (Some(info), Some(def)) = (self.c.p.actions.get(action.index()), self.c.tree.actions.get(action.index()))
        else {
            return false;
        };
        let heard = !info.instead.is_empty() || !info.forbid.is_empty() || info.limit.is_some();
        let fits = |(arg, param): (&Expr, &Type)| match (param, &arg.ty) {
            (Type::Component(wanted), Type::Component(kinds)) => self.c.fit_kinds(*kinds, *wanted),
            (Type::Component(_), _) => false,
            _ => true,
        };
        if heard || !args.iter().zip(&info.param_types).all(fits) || !args.iter().all(|arg| self.there(arg, scope)) {
            return false;
        }
        let (Some(body), Some(calls)) = (&def.body, scope.calls.checked_sub(1)) else { return def.body.is_none() };
        let names = args.iter().map(|arg| self.known(arg, scope)).collect();
        let quiet = info.before.is_empty();
        let held = if quiet { scope.held.clone() } else { Vec::new() };
        let moved = scope.moved.clone().filter(|_| quiet);
        let within = self.within.called(action, args);
        let around = std::mem::replace(&mut self.within, within);
        let certain = self.block(body, &mut Scope { names, this: false, held, calls, moved, always: scope.always });
        self.within = around;
        certain
    }

    /// While a choice is open: a condition on how many cards lie where, which is asked before anything moves.
    fn holds_already(&mut self, cond: &Expr, scope: &Scope<'t>) -> bool {
        let still = self.about.is_some() && scope.moved.as_ref().is_some_and(Vec::is_empty);
        let counts = still && counts_cards(self.c, cond);
        if counts {
            self.checks.push(Check::Holds(cond.clone()));
        }
        counts
    }

    /// An ability that is done as far as possible fails nothing; of others it is asked at run time.
    fn run(&mut self, of: &Expr, ability: AbilityId, scope: &Scope<'t>) -> bool {
        let in_full = self.c.tree.abilities.iter().any(|a| a.ability == ability && a.full);
        match &of.kind {
            ExprKind::Local(local) if in_full => {
                let name = scope.name(*local);
                let of = match (name, self.about) {
                    (Known::Outer(of), _) => of,
                    (_, Some((chosen, of))) if name == chosen => of,
                    _ => return false,
                };
                let asks = match scope.moved.as_deref() {
                    Some([]) => Some(None),
                    Some([(moved, to)]) if *moved == name => Some(Some(*to)),
                    _ => None,
                };
                let check = Check::Ability { of, ability, asks, always: scope.always };
                if !self.checks.contains(&check) {
                    self.checks.push(check);
                }
                true
            }
            _ => !in_full && self.there(of, scope),
        }
    }
}

/// Whether a condition compares numbers of cards in places of the table or the doer's with each other, or with what stays the
/// same.
fn counts_cards(c: &Compiler<'_>, cond: &Expr) -> bool {
    let ExprKind::Compare(_, a, b) = &cond.kind else { return false };
    [a, b].into_iter().all(|number| is_count(c, number))
}

fn is_count(c: &Compiler<'_>, number: &Expr) -> bool {
    match &number.kind {
        ExprKind::Const(_) | ExprKind::Function(Function::Round, _) => true,
        ExprKind::Count(set) | ExprKind::Cards(set) => is_count(c, set),
        ExprKind::Zone(_, of) => of.as_ref().is_none_or(|of| of.kind == ExprKind::Me),
        // A value that nothing modifies, and that reads none of its arguments.
        ExprKind::Value(id, args) => {
            let modified = c.p.values.get(id.index()).is_none_or(|info| !info.modifiers.is_empty());
            let there = |arg: &Expr| matches!(arg.kind, ExprKind::Const(_) | ExprKind::Me);
            let value = c.tree.values.get(id.index()).filter(|_| !modified && args.iter().all(there));
            value.is_some_and(|value| {
                let bounded = value.at_least.is_some() || value.at_most.is_some();
                !bounded && matches!(value.expr.kind, ExprKind::Const(_) | ExprKind::Function(Function::Round, _))
            })
        }
        _ => false,
    }
}

/// Whether what depends on a condition is run wherever it is there.
fn runs_what_is_there(cond: &Expr, body: &[Statement]) -> bool {
    match (&cond.kind, body) {
        (ExprKind::HasAbility(there, card), [Statement { kind: StatementKind::Run { of, ability, .. }, .. }]) => {
            there == ability && **card == *of
        }
        _ => false,
    }
}

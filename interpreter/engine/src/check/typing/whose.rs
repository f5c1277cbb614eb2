//! Whose cards a text means, for the one who decides: that one's, others', or both.

use crate::check::tree::*;
use crate::check::walk;
use crate::program::nouns::Faces;

use super::scope::Frame;

/// What is sure about a question of yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sure {
    No,
    Maybe,
    Yes,
}

impl Sure {
    fn of(yes: bool) -> Sure {
        if yes { Sure::Yes } else { Sure::No }
    }

    /// Only some of them are meant.
    fn of_some(self) -> Sure {
        self.min(Sure::Maybe)
    }
}

/// Who is among some players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Whose {
    /// The one who decides.
    own: Sure,
    /// Anybody else.
    others: Sure,
}

const OWN: Whose = Whose { own: Sure::Yes, others: Sure::No };
const OTHERS: Whose = Whose { own: Sure::No, others: Sure::Yes };
const UNKNOWN: Whose = Whose { own: Sure::Maybe, others: Sure::Maybe };

impl Whose {
    /// Whether the one who decides does not see what these have in a zone with such faces.
    pub fn is_hidden(self, faces: Faces) -> Sure {
        match faces {
            Faces::Down => Sure::Yes,
            Faces::Owner => self.others,
            Faces::Others => self.own,
            Faces::Up | Faces::Each => Sure::No,
        }
    }

    /// Some of them. Where they all are on one side, so is whoever is left.
    fn some(self) -> Whose {
        match self {
            Whose { own: Sure::No, .. } | Whose { others: Sure::No, .. } => self,
            Whose { own, others } => Whose { own: own.of_some(), others: others.of_some() },
        }
    }

    fn and(self, more: Whose) -> Whose {
        Whose { own: self.own.max(more.own), others: self.others.max(more.others) }
    }
}

/// What the names of an expression mean: those of the routine, or the parameters of a value.
#[derive(Clone, Copy)]
pub(super) enum Names<'e> {
    Routine,
    Value { args: &'e [Expr], around: &'e Names<'e> },
}

/// Where a question is asked: the names there, who decides (without anybody `me`), and how many may play.
#[derive(Clone, Copy)]
pub(super) struct Asker<'e, 'f, 'a> {
    pub frame: &'f Frame<'a>,
    pub by: Option<&'e Expr>,
    pub names: Names<'e>,
    pub players: usize,
    /// Each seat has one player: whoever is somebody else sits elsewhere.
    pub one_each: bool,
}

impl<'e> Asker<'e, '_, '_> {
    /// Who is meant by an actor, seat or several of them.
    pub fn whose(&self, who: &Expr) -> Whose {
        match &who.kind {
            // Inside what is done by somebody, `me` is that one.
            ExprKind::Me => OWN,
            ExprKind::Local(id) => self.local(*id),
            ExprKind::Const(word) => match self.by.map(|by| &by.kind) {
                Some(ExprKind::Const(by)) if word == by => OWN,
                Some(ExprKind::Const(_)) if self.one_each => OTHERS,
                _ => UNKNOWN,
            },
            ExprKind::Active if self.by.is_none() && self.frame.context.turn && self.frame.context.native => OWN,
            ExprKind::Active | ExprKind::Who if self.by.is_some_and(|by| by.kind == who.kind) => OWN,
            ExprKind::Function(function, args) => self.function(*function, args),
            ExprKind::Filter { set, local, cond } => {
                let all = self.whose(set);
                if is_not_own(cond, *local) { Whose { own: Sure::No, ..all } } else { all.some() }
            }
            ExprKind::Take { set, .. } | ExprKind::Extreme { set, .. } | ExprKind::First(set) => self.whose(set).some(),
            ExprKind::Index(set, _) => self.whose(set).some(),
            ExprKind::Sorted { set, .. } => self.whose(set),
            ExprKind::Union(a, b) => self.whose(a).and(self.whose(b)),
            ExprKind::List(list) => {
                let none = Whose { own: Sure::No, others: Sure::No };
                list.iter().fold(none, |all, who| all.and(self.whose(who)))
            }
            ExprKind::Except(set, out) => self.except(self.whose(set), self.whose(out)),
            _ => UNKNOWN,
        }
    }

    fn local(&self, id: crate::ids::LocalId) -> Whose {
        if let Names::Value { args, around } = self.names {
            let outside = Asker { names: *around, ..*self };
            return args.get(id.index()).map_or(UNKNOWN, |arg| outside.whose(arg));
        }
        match self.by.map(|by| &by.kind) {
            Some(ExprKind::Local(by)) if *by == id => OWN,
            None if self.frame.context.together == Some(id) => OWN,
            None | Some(ExprKind::Me) if self.frame.info.get(id.index()).is_some_and(|info| info.rival) => OTHERS,
            _ => UNKNOWN,
        }
    }

    fn function(&self, function: Function, args: &[Expr]) -> Whose {
        let of = args.first().map_or(UNKNOWN, |who| self.whose(who));
        let two = self.players == 2 && self.one_each;
        match function {
            Function::Players | Function::TurnOrder | Function::Seats => {
                Whose { own: Sure::Yes, others: Sure::of(self.players > 1) }
            }
            Function::SeatOf | Function::ActorsOf | Function::Reverse => of,
            Function::Opponents if of == OWN => OTHERS,
            Function::Partners | Function::Left | Function::Right | Function::Other if of == OWN && self.one_each => {
                OTHERS
            }
            // The one other of two is whoever decides.
            Function::Opponents | Function::Left | Function::Right | Function::Other if of == OTHERS && two => OWN,
            _ => UNKNOWN,
        }
    }

    fn except(&self, all: Whose, out: Whose) -> Whose {
        let own = match out.own {
            Sure::No => all.own,
            Sure::Yes => Sure::No,
            Sure::Maybe => all.own.of_some(),
        };
        let others = match out.others {
            Sure::No => all.others,
            // There is only one other.
            Sure::Yes if self.players == 2 && self.one_each => Sure::No,
            _ => all.others.of_some(),
        };
        Whose { own, others }
    }

    /// A text that is equal for expressions that say the same, with the arguments of a value in place of its parameters.
    pub fn key(&self, expr: &Expr) -> String {
        let Names::Value { args, around } = self.names else { return super::knowledge::key(expr) };
        if let ExprKind::Local(id) = expr.kind {
            let outside = Asker { names: *around, ..*self };
            return args.get(id.index()).map_or_else(|| "?".into(), |arg| outside.key(arg));
        }
        super::knowledge::key_with(expr, &|part| self.key(part))
    }
}

/// A condition that leaves out whoever decides: `p is not me`.
fn is_not_own(cond: &Expr, local: crate::ids::LocalId) -> bool {
    let it = |e: &Expr| matches!(e.kind, ExprKind::Local(id) if id == local);
    let me = |e: &Expr| matches!(e.kind, ExprKind::Me);
    match &cond.kind {
        ExprKind::And(a, b) => is_not_own(a, local) || is_not_own(b, local),
        ExprKind::Compare(Compare::IsNot, a, b) => (it(a) && me(b)) || (me(a) && it(b)),
        ExprKind::Not(inner) => {
            matches!(&inner.kind, ExprKind::Compare(Compare::Is, a, b) if (it(a) && me(b)) || (me(a) && it(b)))
        }
        _ => false,
    }
}

/// The cards and zones that a set is made of.
pub(super) fn sources(set: &Expr) -> Vec<&Expr> {
    match &set.kind {
        ExprKind::Filter { set, .. }
        | ExprKind::Sorted { set, .. }
        | ExprKind::Take { set, .. }
        | ExprKind::Extreme { set, .. }
        | ExprKind::Except(set, _)
        | ExprKind::First(set) => sources(set),
        ExprKind::Union(a, b) => [sources(a), sources(b)].concat(),
        ExprKind::List(list) => list.iter().flat_map(sources).collect(),
        ExprKind::Cards(zone) => vec![&**zone],
        _ => vec![set],
    }
}

/// Whether an expression asks what is printed on the card that a local is, also by way of a value.
pub(super) fn reads_print<'t>(
    expr: &'t Expr,
    local: crate::ids::LocalId,
    value: &dyn Fn(crate::ids::ValueId) -> Option<&'t Expr>,
    depth: usize,
) -> bool {
    let is = |e: &Expr| matches!(e.kind, ExprKind::Local(id) if id == local);
    let here = match &expr.kind {
        ExprKind::Attribute(_, of)
        | ExprKind::IsKind(_, of)
        | ExprKind::IsDesign(_, of)
        | ExprKind::HasAbility(_, of) => is(of),
        ExprKind::Function(Function::DesignOf, args) => args.iter().any(is),
        ExprKind::Value(id, args) if depth > 0 => {
            let asked = args.iter().position(is).map(crate::ids::LocalId::from_index);
            asked.zip(value(*id)).is_some_and(|(param, body)| reads_print(body, param, value, depth - 1))
        }
        _ => false,
    };
    here || walk::parts(expr).into_iter().any(|part| reads_print(part, local, value, depth))
}

//! Primitives that never fall short: gaining what there is no end of, setting, and moving cards that are there.

use super::{Certain, Coming, Known, Scope, equal};
use crate::check::tree::{Amount, Compare, End, Expr, ExprKind, Holder, Primitive, Statement, StatementKind, What};
use crate::ids::*;
use crate::program::nouns::{Class, KindSet, StateKind, StuffDef, Type, Word};

impl<'t> Certain<'_, '_> {
    /// Whether a primitive is done wherever it is said: no hook speaks against it, or does something in its place.
    fn happens(&self, primitive: Primitive) -> bool {
        let info = self.c.p.actions.get(primitive as usize);
        info.is_some_and(|info| info.instead.is_empty() && info.forbid.is_empty())
    }

    pub(super) fn gain(&self, lose: bool, amount: &Amount, scope: &Scope<'t>) -> bool {
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
                let on_actors = |s: &StuffDef| s.on.iter().any(|(c, _)| *c == Class::Actor);
                !lose && endless(*stuff) && nouns.stuff.get(stuff.index()).is_some_and(on_actors)
            }
            What::Bundle if lose => is_all_of_mine(&amount.number),
            What::Bundle => (0..nouns.stuff.len()).all(|i| endless(StuffId::from_index(i))),
            _ => false,
        }
    }

    pub(super) fn set(&self, state: StateId, of: Option<&Expr>, to: &Expr, scope: &Scope<'t>) -> bool {
        let on = self.c.tree.nouns.states.get(state.index()).map(|def| def.on);
        let bearer = match of {
            Some(of) => self.there(of, scope),
            None => matches!(on, Some(Class::Actor | Class::Game)),
        };
        bearer && self.there(to, scope) && self.happens(Primitive::Set)
    }

    /// Cards that are there come to any zone that takes any number of them.
    pub(super) fn moves(&self, what: &Expr, zone: &Expr, scope: &Scope<'t>) -> bool {
        let ExprKind::Zone(to, _) = &zone.kind else { return false };
        let roomy = self.c.tree.nouns.zones.get(to.index()).is_some_and(|zone| zone.max.is_none());
        let kinds = match super::super::choose::element(&what.ty) {
            Type::Component(kinds) => KindSet(kinds.0 & self.c.p.kinds_there.0),
            _ => self.c.p.kinds_there,
        };
        let fits = self.c.tree.nouns.zones.get(to.index()).is_some_and(|zone| kinds.0 & !zone.holds.0 == 0);
        if !roomy || !fits || !self.happens(Primitive::Move) || !self.there(zone, scope) {
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

    /// Stuff that its holder is known to have goes to any other.
    pub(super) fn moves_stuff(
        &self,
        number: Option<&Expr>,
        stuff: StuffId,
        from: &Holder,
        to: &Holder,
        scope: &Scope<'t>,
    ) -> bool {
        let there = |holder: &Holder| match holder {
            Holder::Supply => true,
            Holder::At(_, of) | Holder::Account(_, of, _) => self.there(of, scope),
        };
        let enough = match (number, from) {
            (None, _) => true,
            (Some(number), Holder::At(_, of)) => match self.known(number, scope) {
                Known::Is(number) => scope
                    .held
                    .iter()
                    .any(|held| leaves_stuff(held.cond, stuff, number, &|e| equal::same(of, scope, e, held))),
                _ => false,
            },
            _ => false,
        };
        enough && there(from) && there(to)
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

    /// What comes where, if that is all that a statement does.
    pub(super) fn comes(&self, statement: &Statement, scope: &Scope<'t>) -> Option<(Known, Coming)> {
        let StatementKind::Move { what, zone, in_any_order: false, .. } = &statement.kind else { return None };
        let ExprKind::Zone(zone, owner) = &zone.kind else { return None };
        let mine = owner.as_ref().is_some_and(|owner| owner.kind == ExprKind::Me);
        let unheard = self.c.p.actions.get(Primitive::Move as usize).is_some_and(|info| info.plain);
        let certain = statement.by.is_none() && unheard && (owner.is_none() || mine);
        let named = matches!(what.kind, ExprKind::Local(_) | ExprKind::This);
        (certain && named).then(|| (self.known(what, scope), Coming { zone: *zone, mine }))
    }
}

/// Whether a condition says that somebody has at least so much of a sort of stuff.
fn leaves_stuff(cond: &Expr, wanted: StuffId, number: Word, whose: &dyn Fn(&Expr) -> bool) -> bool {
    match &cond.kind {
        ExprKind::And(a, b) => [a, b].into_iter().any(|e| leaves_stuff(e, wanted, number, whose)),
        ExprKind::Compare(how, have, least) => match (how, &have.kind, &least.kind) {
            (Compare::More, ExprKind::Stuff(stuff, _, of), ExprKind::Const(least)) => {
                *stuff == wanted && number <= least.saturating_add(1) && whose(of)
            }
            (Compare::MoreOrEqual, ExprKind::Stuff(stuff, _, of), ExprKind::Const(least)) => {
                *stuff == wanted && number <= *least && whose(of)
            }
            _ => false,
        },
        _ => false,
    }
}

/// Whether an amount is all that the doer has of some group.
fn is_all_of_mine(amount: &Expr) -> bool {
    matches!(&amount.kind, ExprKind::StuffGroup(_, Class::Actor, of) if of.kind == ExprKind::Me)
}

//! The simplest `together`: each chooses one thing, and then lays or notes it before them. Nobody's choice or what follows
//! from it reads what others do there, so all are asked first and then everything is done in turn; no lane needs a table
//! of its own.

use super::code::Code;
use super::walk::children;
use crate::check::tree::{Block, Expr, ExprKind, Many, Statement, StatementKind, Target};
use crate::ids::LocalId;
use crate::program::Many as Bounds;
use crate::program::nouns::{Class, Type, Word};
use crate::program::op::{Op, Pc, R};
use crate::program::reg::{Reg, reg};
use crate::vocabulary::Primitive;

impl Code<'_, '_> {
    /// Writes a `together` that is of this sort; whether it is.
    pub fn secret_choice(&mut self, actor: LocalId, set: &Expr, body: &Block) -> bool {
        let Some((first, rest)) = body.split_first() else { return false };
        let StatementKind::Choose { many: Many::One, local: chosen, set: from, blind: false, .. } = &first.kind else {
            return false;
        };
        if first.by.is_some() || from.ty == Type::Bundle || !rest.iter().all(|s| self.keeps_to_own(s, actor, *chosen)) {
            return false;
        }
        let list = self.list(set);
        let (local, d) = (self.local(actor), self.local(*chosen));
        self.settle_before();
        let over = self.emit(Op::Jump { to: 0 });
        let code = self.here();
        let options = self.list(from);
        self.emit(Op::Yield { s: options });
        self.land(over);
        let name = self.names.get(chosen.index()).cloned().unwrap_or_default();
        let info = self.choice(&name, &first.says, Bounds::One, super::choose::element(&from.ty), first.span);
        let (members, seen) = (self.members(from), self.seen(*chosen, None));
        if let Some(choice) = self.c.p.choices.get_mut(info as usize) {
            (choice.members, choice.seen) = (members, seen);
        }
        let saved = self.temp();
        self.emit(Op::Me { d: saved });
        let line = self.own_places(list, actor, from, rest);
        // Where there is such code, it is landed at below.
        let here = if line.is_some() { Pc::MAX } else { 0 };
        let ask = self.emit(Op::AskAll { info, set: list, local, code, here });
        let top = self.here();
        let next = self.emit(Op::NextChoice { info, local, d, saved, exit: 0 });
        let scope = self.open_scope();
        self.bind_as(*chosen, crate::program::Told::Elsewhere);
        self.block(rest);
        self.close_scope(scope);
        self.emit(Op::Jump { to: top });
        if let Some(line) = line {
            self.land(ask);
            for (actor, place) in line {
                let (doer, place) = (self.fixed(reg(actor)), self.fixed(place));
                self.emit(Op::RestoreDoer { s: doer });
                self.emit(Op::TakeOwn { info, place, d });
                self.stand_ins.push((local, doer));
                self.given_back(|code| code.block(rest));
                self.stand_ins.pop();
            }
            self.emit(Op::Jump { to: top });
        }
        self.land(next);
        true
    }

    /// Who chooses, with the place of theirs that they choose from, where these are a few who are always the same, each sees
    /// all that lies in that place, and no two cards there are alike. Nobody's cards change then before they choose.
    fn own_places(&self, list: R, local: LocalId, from: &Expr, rest: &[Statement]) -> Option<Vec<(Word, Reg)>> {
        let place = if let ExprKind::Cards(place) = &from.kind { place } else { from };
        let (ExprKind::Zone(zone, Some(of)), true) = (&place.kind, self.members(from).differ()) else { return None };
        if !matches!(of.kind, ExprKind::Local(l) if l == local) {
            return None;
        }
        let nouns = &self.c.tree.nouns;
        let zone = nouns.zones.get(zone.index()).filter(|zone| zone.per == Class::Actor)?;
        let place = |actor: Word| {
            let place = usize::from(zone.first_place.0) + usize::try_from(actor).ok()?;
            let seat = nouns.actors.get(usize::try_from(actor).ok()?)?.seat?;
            let seen = self.c.p.places.get(place).is_some_and(|place| place.is_seen_by(1 << (seat.0 & 31)));
            seen.then_some((actor, place as Reg))
        };
        self.few_members(list, local, rest)?.into_iter().map(place).collect()
    }

    /// Whether a statement asks nobody, is heard by nobody, and reads and writes only what is the actor's own.
    fn keeps_to_own(&self, statement: &Statement, actor: LocalId, chosen: LocalId) -> bool {
        let unwatched = |primitive: Primitive| self.c.p.actions.get(primitive as usize).is_some_and(|a| a.plain);
        let is = |e: &Expr, local: LocalId| matches!(e.kind, ExprKind::Local(l) if l == local);
        if statement.by.is_some() {
            return false;
        }
        match &statement.kind {
            StatementKind::Move { what, zone, in_any_order: false, .. } => {
                let own = matches!(&zone.kind, ExprKind::Zone(_, Some(of)) if is(of, actor));
                unwatched(Primitive::Move) && own && is(what, chosen) && self.c.p.each_piles.is_empty()
            }
            StatementKind::Set { target: Target::State(state, Some(of)), to } => {
                let on = self.c.tree.nouns.states.get(state.index()).map(|s| s.on);
                unwatched(Primitive::Set) && is(of, actor) && on == Some(Class::Actor) && reads_own(to, actor)
            }
            _ => false,
        }
    }
}

/// Whether an expression reads nothing but names, constants, what is printed, and states of the actor.
fn reads_own(expr: &Expr, actor: LocalId) -> bool {
    let own = match &expr.kind {
        ExprKind::Const(_)
        | ExprKind::Local(_)
        | ExprKind::Arithmetic(..)
        | ExprKind::Compare(..)
        | ExprKind::Attribute(..) => true,
        ExprKind::State(_, Some(of)) => matches!(of.kind, ExprKind::Local(l) if l == actor),
        _ => false,
    };
    own && children(expr).iter().all(|e| reads_own(e, actor))
}

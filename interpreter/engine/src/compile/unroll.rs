//! Loops over a few who are always the same are written out, one round after the other: who is meant is known then when the
//! game is compiled, and with that whose places and states are.

use super::code::Code;
use crate::check::tree::{Block, Expr, ExprKind, Statement, StatementKind};
use crate::ids::{LocalId, ZoneId};
use crate::program::nouns::{Class, Type, Word};
use crate::program::op::R;
use crate::program::reg::{Reg, list_parts, reg, word};

/// Rounds that are written out.
const ROUNDS: usize = 4;
/// Statements of all of them together.
const STATEMENTS: usize = 16;

impl Code<'_, '_> {
    /// The members of a list, if it is always the same and a loop over it may be written out.
    pub(super) fn few_members(&self, list: R, local: LocalId, body: &[Statement]) -> Option<Vec<Word>> {
        let (start, len, constant) = list_parts(self.c.p.constant(list)?);
        let statements = statements(body)?;
        let nested = self.locals.get(local.index()).is_none_or(super::is_list);
        if !constant || nested || len > ROUNDS || len * statements > STATEMENTS {
            return None;
        }
        self.c.p.list_data.get(start..start + len).map(<[Word]>::to_vec)
    }

    /// Writes a loop out: in each round the name is a constant.
    pub(super) fn unrolled(&mut self, local: LocalId, members: &[Word], body: &Block) {
        let item = self.local(local);
        // As in other loops, what follows is not looked at.
        self.follow = None;
        for member in members {
            let constant = self.fixed(reg(*member));
            self.stand_ins.push((item, constant));
            self.present.push(constant);
            self.given_back(|code| code.block_each(local, body));
            self.present.pop();
            self.stand_ins.pop();
        }
    }

    /// The actor that an expression always means.
    fn known_actor(&self, expr: &Expr) -> Option<Word> {
        match &expr.kind {
            _ if expr.ty != Type::Actor => None,
            ExprKind::Const(actor) => Some(*actor),
            ExprKind::Local(local) => self.c.p.constant(self.local(*local)).map(word),
            _ => None,
        }
        .filter(|actor| usize::try_from(*actor).is_ok_and(|i| i < self.c.tree.nouns.actors.len()))
    }

    /// The place of a zone of an actor who is always the same.
    pub(super) fn known_place(&self, zone: ZoneId, of: &Expr) -> Option<Reg> {
        let zone = self.c.tree.nouns.zones.get(zone.index()).filter(|zone| zone.per == Class::Actor)?;
        Some(Reg::from(zone.first_place.0) + Reg::from(self.known_actor(of)?))
    }

    /// The slot of a state of an actor who is always the same.
    pub(super) fn known_slot(&self, first: u32, of: &Expr) -> Option<u32> {
        Some(first + u32::try_from(self.known_actor(of)?).ok()?)
    }
}

/// How many statements a body has, if all of them can be written several times: none asks, has a limit or lasts.
fn statements(body: &[Statement]) -> Option<usize> {
    body.iter().map(weight).sum()
}

fn weight(statement: &Statement) -> Option<usize> {
    match &statement.kind {
        StatementKind::Gain { .. }
        | StatementKind::Set { .. }
        | StatementKind::Move { in_any_order: false, .. }
        | StatementKind::MoveStuff { .. }
        | StatementKind::Turn { .. }
        | StatementKind::Shuffle { .. }
        | StatementKind::Reveal { .. }
        | StatementKind::Remember { .. }
        | StatementKind::Forget { .. }
        | StatementKind::Let { .. }
        | StatementKind::Call { .. } => Some(1),
        StatementKind::If { body, otherwise, .. } => Some(1 + statements(body)? + statements(otherwise)?),
        _ => None,
    }
}

//! Cards, players and units that move, turn, swap, and are shown.

use crate::check::tree::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::ids::ZoneId;
use crate::program::nouns::{KindSet, Type};
use crate::source::Span;
use crate::syntax::ast;

use super::expr::element;
use super::scope::Frame;
use super::{Typer, set_of, unknown, words};

impl<'a> Typer<'a> {
    /// `move S to PLACE`: cards to a zone, or players and units to a space.
    pub(super) fn move_cards(
        &mut self,
        f: &mut Frame<'a>,
        what: &'a ast::Selection,
        place: &'a ast::Place,
        face: Option<Face>,
        in_any_order: bool,
    ) -> Option<StatementKind> {
        let moved = self.selection(f, what, None);
        let moved = if moved.ty == Type::Zone { self.set_from(moved) } else { moved };
        if in_any_order {
            self.need_doer(f, what.span);
        }
        match element(&moved.ty) {
            Type::Actor | Type::Unit(_) | Type::AnyUnit => return self.walk(f, moved, place),
            Type::Component(_) | Type::Unknown => {}
            Type::Stuff => {
                let message = "stuff is moved with a number: `move 2 red from A to B`";
                self.error(Code::TypeMismatch, moved.span, message);
                return None;
            }
            _ => {
                let message = format!("only cards, players and units are moved; this is {}", self.describe(&moved.ty));
                self.error(Code::TypeMismatch, moved.span, message);
                return None;
            }
        }
        let zone = self.expr(f, &place.zone, None);
        if !matches!(zone.ty, Type::Zone | Type::Unknown) {
            let message = format!("cards move to a zone; this is {}", self.describe(&zone.ty));
            let mut finding = Diagnostic::new(Code::TypeMismatch, zone.span, message);
            if matches!(zone.ty, Type::Actor | Type::Space(_)) {
                finding = finding.help("name one of its zones after a point");
            }
            self.report(finding);
            return None;
        }
        if let ExprKind::Zone(to, _) = zone.kind {
            self.can_lie_in(&moved, to);
        }
        Some(StatementKind::Move { what: moved, end: place.end, zone, face, in_any_order })
    }

    /// Cards of other kinds than the zone holds never come there; whether that was told.
    fn can_lie_in(&mut self, cards: &Expr, to: ZoneId) -> bool {
        let Type::Component(kinds) = element(&cards.ty) else { return false };
        let kinds = words::real(&self.nouns, kinds);
        let holds = words::real(&self.nouns, self.facts.holds(to));
        if kinds.meets(holds) || kinds.0 == 0 || holds.0 == 0 {
            return false;
        }
        let told = |typer: &Self, kinds| words::kind_words(&typer.nouns, kinds).unwrap_or_else(|| "other cards".into());
        let zone = self.nouns.zones.get(to.index()).map(|zone| (zone.name.clone(), zone.span)).unwrap_or_default();
        let message = format!("no such card can lie in `{}`: it holds {}", zone.0, told(self, holds));
        let found = Diagnostic::new(Code::CannotLieThere, cards.span, message)
            .label(format!("this is {}", self.describe(&cards.ty)))
            .other(zone.1, "see its `holds`")
            .help(
                "move it to another zone, or let this one hold its kind too: `holds` names a kind or a group of kinds",
            );
        self.report(found);
        true
    }

    fn walk(&mut self, f: &mut Frame<'a>, what: Expr, place: &'a ast::Place) -> Option<StatementKind> {
        let space = self.expr(f, &place.zone, None);
        let stands = match element(&what.ty) {
            Type::Actor => self.symbols.actor_at,
            Type::Unit(kind) => self.nouns.unit_kinds.get(kind.index()).map(|def| def.at),
            _ => None,
        };
        match &space.ty {
            Type::Unknown => return None,
            Type::Space(kind) if stands.is_none_or(|at| at == *kind) => {}
            Type::Space(_) => {
                let wanted = stands.map_or(Type::Unknown, Type::Space);
                self.mismatch(&space, &wanted);
                return None;
            }
            _ => {
                let message = format!("players and units move to a space; this is {}", self.describe(&space.ty));
                self.error(Code::TypeMismatch, space.span, message);
                return None;
            }
        }
        if place.end.is_some() {
            self.error(Code::NotInPlace, place.zone.span, "a space has no top or bottom");
        }
        Some(StatementKind::Walk { what, space })
    }

    pub(super) fn swap(
        &mut self,
        f: &mut Frame<'a>,
        a: &'a ast::Expr,
        b: &'a ast::Expr,
        span: Span,
    ) -> Option<StatementKind> {
        let (a, b) = (self.expr(f, a, None), self.expr(f, b, None));
        let card = |typer: &Self, e: Expr, other: &Type| match (&e.ty, other) {
            (Type::Zone, Type::Component(_)) => typer.only_card(e).unwrap_or_else(|e| e),
            _ => e,
        };
        let (a_ty, b_ty) = (a.ty.clone(), b.ty.clone());
        let (a, b) = (card(self, a, &b_ty), card(self, b, &a_ty));
        let walker = |ty: &Type| matches!(ty, Type::Actor | Type::Unit(_) | Type::AnyUnit);
        let fine = match (&a.ty, &b.ty) {
            (Type::Unknown, _) | (_, Type::Unknown) => return None,
            (Type::Zone, Type::Zone) => {
                for (from, to) in [(&a, &b), (&b, &a)] {
                    if let (ExprKind::Zone(from_zone, _), ExprKind::Zone(to, _)) = (&from.kind, &to.kind) {
                        let ty = set_of(Type::Component(self.facts.holds(*from_zone)));
                        let cards = Expr { ty, ..from.clone() };
                        if self.can_lie_in(&cards, *to) {
                            break;
                        }
                    }
                }
                true
            }
            (Type::Component(_), Type::Component(_)) => true,
            (a, b) => walker(a) && walker(b),
        };
        if !fine {
            let message = format!("{} and {} cannot be swapped", self.describe(&a.ty), self.describe(&b.ty));
            let help = "swap two cards, the cards of two zones, or where two players or units stand";
            self.report(Diagnostic::new(Code::TypeMismatch, span, message).help(help));
            return None;
        }
        Some(StatementKind::Swap { a, b })
    }

    pub(super) fn turn(&mut self, f: &mut Frame<'a>, what: &'a ast::Selection, face: Face) -> StatementKind {
        let what = self.cards(f, what);
        StatementKind::Turn { what, face }
    }

    pub(super) fn look_at(&mut self, f: &mut Frame<'a>, what: &'a ast::Selection, span: Span) -> StatementKind {
        self.need_doer(f, span);
        let what = self.cards(f, what);
        self.note_looked(f, &what);
        StatementKind::LookAt { what }
    }

    pub(super) fn reveal(
        &mut self,
        f: &mut Frame<'a>,
        what: &'a ast::Selection,
        to: Option<&'a ast::Expr>,
    ) -> StatementKind {
        let what = self.cards(f, what);
        self.note_looked(f, &what);
        let to = to.map(|to| self.audience(f, to));
        StatementKind::Reveal { what, to }
    }

    /// A player or several.
    pub(super) fn audience(&mut self, f: &mut Frame<'a>, to: &'a ast::Expr) -> Expr {
        let to = self.expr(f, to, None);
        let want = if matches!(to.ty, Type::Set(_)) { set_of(Type::Actor) } else { Type::Actor };
        self.coerce(to, &want)
    }

    pub(super) fn tell(
        &mut self,
        f: &mut Frame<'a>,
        to: &'a ast::Expr,
        of: &'a ast::Expr,
        cond: &'a ast::Expr,
    ) -> StatementKind {
        let to = self.audience(f, to);
        let set = self.set(f, of);
        let any = Type::Component(KindSet::all());
        let set = if self.fits(&element(&set.ty), &any) {
            set
        } else {
            let message = format!("only facts about cards are told; this is {}", self.describe(&set.ty));
            self.error(Code::TypeMismatch, set.span, message);
            unknown(set.span)
        };
        let (local, cond) = self.with_candidate(f, &set, None, |typer, f| typer.cond(f, cond));
        StatementKind::Tell { to, of: set, local, cond }
    }
}

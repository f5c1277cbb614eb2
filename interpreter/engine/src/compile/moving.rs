//! Cards, units and what is shown.

use super::code::Code;
use super::selections::zones_apart;
use crate::check::tree::{End, Expr, ExprKind, Face, Statement, StatementKind};
use crate::program::MoveInfo;
use crate::program::nouns::{ABSENT, KindSet, Type};
use crate::program::op::{NO_REG, Op, R};
use crate::vocabulary::Primitive;
use crate::words::Phrase;

impl Code<'_, '_> {
    pub fn motion(&mut self, statement: &Statement) {
        self.motion_op(statement);
        let uncovers = matches!(
            statement.kind,
            StatementKind::Swap { .. } | StatementKind::Flip { .. } | StatementKind::Shuffle { .. }
        );
        // Moves and turns look at what they uncover by themselves, card by card.
        if uncovers && !self.c.p.each_piles.is_empty() {
            self.emit(Op::Expose);
        }
    }

    fn motion_op(&mut self, statement: &Statement) {
        let by = statement.by.as_ref();
        match &statement.kind {
            StatementKind::Move { what, end, zone, face, in_any_order } => {
                let how = self.move_info(*end, *face);
                self.may_be_barred(what, zone);
                match in_any_order {
                    true => self.move_in_any_order(what, zone, how, statement),
                    false => self.move_cards(what, zone, how, by),
                }
            }
            StatementKind::Walk { what, space } => self.walk(what, space, by),
            StatementKind::Swap { a, b } => self.swap(a, b, by),
            StatementKind::Turn { what, face } => {
                let (list, progress, skip) = match face {
                    // What is turned over twice lies as before: how far that came must be kept.
                    Face::Over => self.shown_cards(what, None),
                    Face::Down | Face::Up => self.shown_cards(what, Some(Primitive::Turn)),
                };
                let face = match face {
                    Face::Down => 0,
                    Face::Up => 1,
                    Face::Over => 2,
                };
                self.emit(Op::Turn { list, face, progress });
                self.land_if(skip);
            }
            StatementKind::Flip { zone } => {
                let place = self.value(zone);
                self.emit(Op::Flip { place });
            }
            StatementKind::Shuffle { zone } => {
                let place = self.value(zone);
                self.with_doer(by, |code| {
                    code.emit(Op::Shuffle { place });
                });
            }
            StatementKind::Remember { what, memory, of } => {
                let s = self.value(what);
                let of = self.value_or(of.as_ref());
                self.emit(Op::Remember { s, memory: memory.0, of });
            }
            StatementKind::Forget { what, memory, of } => {
                let s = self.value_or(what.as_ref());
                let of = self.value_or(of.as_ref());
                self.emit(Op::Forget { s, memory: memory.0, of });
            }
            _ => self.showing(statement),
        }
    }

    /// What seats come to know, and what is hidden from them again.
    fn showing(&mut self, statement: &Statement) {
        let by = statement.by.as_ref();
        match &statement.kind {
            StatementKind::LookAt { what } => {
                let (list, skip) = self.required_list(what);
                let progress = self.progress();
                self.with_doer(by, |code| {
                    code.emit(Op::Look { list, progress });
                });
                self.land_if(skip);
            }
            StatementKind::Reveal { what, to } => {
                let (list, progress, skip) = self.shown_cards(what, Some(Primitive::Reveal));
                let to = to.as_ref().map_or(NO_REG, |e| self.list(e));
                self.with_doer(by, |code| {
                    code.emit(Op::Reveal { list, to, progress });
                });
                self.land_if(skip);
            }
            StatementKind::Tell { to, of, local, cond } => {
                let to = self.list(to);
                let of = self.list(of);
                let matching = self.temp();
                self.emit(Op::NewList { d: matching });
                let item = self.local(*local);
                self.each(of, item, |code| {
                    let mut skip = Vec::new();
                    code.branch_free(cond, false, &mut skip);
                    code.emit(Op::Push { s: item });
                    code.land_all(skip);
                });
                self.emit(Op::EndList { d: matching });
                let over = self.emit(Op::Jump { to: 0 });
                let cond = self.pure(cond);
                self.land(over);
                self.emit(Op::Tell { to, of, matching, item, cond });
            }
            StatementKind::Hide { what } => {
                let (list, skip) = self.required_list(what);
                self.emit(Op::Hide { list });
                self.land_if(skip);
            }
            // All other forms are written by the files before this one.
            _ => {}
        }
    }

    /// Cards in the order in which they come: from the top of a pile, one, or several.
    fn move_cards(&mut self, what: &Expr, zone: &Expr, how: u16, by: Option<&Expr>) {
        if let ExprKind::Ends { end: End::Top, count, zone: from } = &what.kind {
            let count = self.value_or(count.as_deref());
            let from = self.value(from);
            let place = self.value(zone);
            let single = count == NO_REG;
            let progress = self.move_progress(single);
            self.with_doer(by, |code| {
                code.emit(Op::MoveTop { count, from, place, how, progress });
            });
            return;
        }
        if !super::is_list(&what.ty) && what.ty != Type::Zone {
            let card = self.value(what);
            let place = self.value(zone);
            let progress = self.move_progress(true);
            self.with_doer(by, |code| {
                code.emit(Op::MoveOne { card, place, how, progress });
            });
            return;
        }
        let whole = match &what.kind {
            ExprKind::Cards(zone) => Some(&**zone),
            _ => Some(what).filter(|e| e.ty == Type::Zone),
        };
        if let Some(source) = whole {
            let (from, place) = (self.value(source), self.value(zone));
            let d = self.temps(2);
            self.emit(Op::Const { d: d + 1, v: ABSENT });
            self.with_doer(by, |code| {
                code.emit(Op::MoveAll { from, place, how, d });
            });
            return;
        }
        if let ExprKind::Union(a, b) = &what.kind
            && let Some(zones) = zones_apart(a, b)
        {
            let places: Vec<R> = zones.into_iter().map(|zone| self.value(zone)).collect();
            let place = self.value(zone);
            self.c.p.unions.push(places);
            let union = self.c.newest(self.c.p.unions.len(), "moves of several zones", self.span);
            let d = self.temps(2);
            self.emit(Op::Const { d: d + 1, v: ABSENT });
            self.with_doer(by, |code| {
                code.emit(Op::MoveWhole { union, place, how, d });
            });
            return;
        }
        let list = self.list(what);
        let place = self.value(zone);
        let progress = self.progress();
        self.with_doer(by, |code| {
            code.emit(Op::Move { list, place, how, progress });
        });
    }

    /// Notes zones to which cards may come that they do not hold: these are asked what they are.
    fn may_be_barred(&mut self, what: &Expr, zone: &Expr) {
        let kinds = self.moved_kinds(what);
        let target = match &zone.kind {
            ExprKind::Zone(zone, _) => Some(*zone),
            _ => None,
        };
        let zones = &self.c.tree.nouns.zones;
        for place in &mut self.c.p.places {
            let Some(zone) = zones.get(place.zone.index()) else { continue };
            if target.is_none_or(|target| target == place.zone) && kinds.0 & !zone.holds.0 != 0 {
                place.takes = zone.holds;
            }
        }
    }

    /// The kinds of which moved cards may be.
    pub(super) fn moved_kinds(&self, what: &Expr) -> KindSet {
        let kinds = match (&what.kind, super::choose::element(&what.ty)) {
            (ExprKind::Zone(zone, _), _) => self.c.tree.nouns.zones.get(zone.index()).map(|zone| zone.holds),
            (_, Type::Component(kinds)) => Some(kinds),
            _ => None,
        };
        KindSet(kinds.unwrap_or(KindSet::all()).0 & self.c.p.kinds_there.0)
    }

    fn swap(&mut self, a: &Expr, b: &Expr, by: Option<&Expr>) {
        let op = match (&a.ty, &b.ty) {
            (Type::Zone, _) | (Type::Set(_), _) => Swap::Zones,
            (Type::Actor, _) => Swap::Spaces(false),
            (Type::Unit(_) | Type::AnyUnit, _) => Swap::Spaces(true),
            _ => Swap::Cards,
        };
        let (a, b) = (self.place_or_value(a), self.place_or_value(b));
        self.with_doer(by, |code| {
            code.emit(match op {
                Swap::Zones => Op::SwapZones { a, b },
                Swap::Cards => Op::SwapCards { a, b },
                Swap::Spaces(units) => Op::SwapSpaces { a, b, units },
            });
        });
    }

    fn move_info(&mut self, end: Option<End>, face: Option<Face>) -> u16 {
        let info = MoveInfo {
            end: match end {
                Some(End::Top) => MoveInfo::ON_TOP,
                Some(End::Bottom) => MoveInfo::UNDER,
                None => MoveInfo::AS_THE_ZONE_HAS_IT,
            },
            face: match face {
                Some(Face::Down) => MoveInfo::DOWN,
                Some(Face::Up) => MoveInfo::UP,
                _ => MoveInfo::AS_THE_ZONE_HAS_IT,
            },
            named: self.named,
        };
        let known = self.c.p.moves.iter().position(|m| *m == info);
        known.map_or_else(
            || {
                self.c.p.moves.push(info);
                self.c.newest(self.c.p.moves.len(), "ways to move", self.span)
            },
            |at| at as u16,
        )
    }

    /// What is about one thing is skipped where that is absent. `list` holds it as the only element.
    fn required_list(&mut self, what: &Expr) -> (R, Option<usize>) {
        if is_several(what) {
            return (self.list(what), None);
        }
        let (s, skip) = self.required(what);
        let d = self.temp();
        self.emit(Op::Single { d, s });
        (d, skip)
    }

    fn required(&mut self, what: &Expr) -> (R, Option<usize>) {
        let s = self.operand(what);
        let skip = (!self.present.contains(&s)).then(|| self.emit(Op::Require { s, to: 0 }));
        (s, skip)
    }

    /// Cards that are turned or shown, and the register for how far that came. A single one, where nobody hears of it, is
    /// told as itself, and nothing need be kept: to do it again changes nothing.
    fn shown_cards(&mut self, what: &Expr, done: Option<Primitive>) -> (R, R, Option<usize>) {
        let plain = |done: Primitive| self.c.p.actions.get(done as usize).is_some_and(|a| a.plain);
        if done.is_some_and(plain) && !is_several(what) {
            let (card, skip) = self.required(what);
            return (card, NO_REG, skip);
        }
        let (list, skip) = self.required_list(what);
        (list, self.progress(), skip)
    }

    pub fn land_if(&mut self, skip: Option<usize>) {
        if let Some(at) = skip {
            self.land(at);
        }
    }

    /// A single card that nobody watches and that uncovers nothing moves at once or not at all: nothing need be kept of
    /// how far it came.
    fn move_progress(&mut self, single: bool) -> R {
        let watched = self.c.p.actions.get(Primitive::Move as usize).is_some_and(|a| !a.plain);
        if single && !watched && self.c.p.each_piles.is_empty() { NO_REG } else { self.progress() }
    }

    fn move_in_any_order(&mut self, what: &Expr, zone: &Expr, how: u16, statement: &Statement) {
        let list = self.list(what);
        let copy = self.temp();
        self.emit(Op::NewList { d: copy });
        self.emit(Op::PushList { list });
        self.emit(Op::EndList { d: copy });
        let place = self.value(zone);
        let info = self.choice_or("next", &statement.says, Phrase::ChooseNext, super::choose::element(&what.ty));
        let item = self.temp();
        self.settle_before();
        self.with_doer(statement.by.as_ref(), |code| {
            code.looped(
                |code| vec![code.emit(Op::PickNext { info, list: copy, d: item, exit: 0 })],
                |code| {
                    let progress = code.progress();
                    code.emit(Op::MoveOne { card: item, place, how, progress });
                },
            );
        });
    }

    fn walk(&mut self, what: &Expr, space: &Expr, by: Option<&Expr>) {
        let nouns = &self.c.tree.nouns;
        let element = super::choose::element(&what.ty);
        let state = if matches!(element, Type::Actor) { nouns.actor_at } else { nouns.unit_at };
        let state = state.map_or(0, |s| s.0);
        let one = !super::is_list(&what.ty);
        // Whose place is meant is told before somebody else does it.
        let (who, space) = match (one, by) {
            (true, None) => (self.operand(what), self.operand(space)),
            (true, _) => (self.value(what), self.value(space)),
            _ => (self.list(what), self.value(space)),
        };
        self.with_doer(by, |code| {
            code.emit(Op::Walk { state, who, one, space });
        });
    }

    /// For swaps of whole zones: the zone, also where its cards are meant.
    fn place_or_value(&mut self, e: &Expr) -> R {
        match &e.kind {
            ExprKind::Cards(zone) => self.value(zone),
            _ => self.value(e),
        }
    }
}

/// Whether it stands for any number of things.
fn is_several(what: &Expr) -> bool {
    super::is_list(&what.ty) || matches!(what.ty, Type::Zone | Type::Unknown)
}

#[derive(Clone, Copy)]
enum Swap {
    Cards,
    Zones,
    /// Of units, not actors.
    Spaces(bool),
}

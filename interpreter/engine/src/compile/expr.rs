//! Expressions to pure ops.

use super::code::Code;
use super::is_list;
use crate::check::tree::{Arithmetic, End, Expr, ExprKind, Function};
use crate::ids::*;
use crate::program::nouns::{ABSENT, Class, Type, Word};
use crate::program::op::*;
use crate::program::reg::{NONE, Reg, reg};

/// How an op is told a place: by a zone and whose it is, or in a register.
enum PlaceOf {
    Owner(u16, R),
    Register(R),
}

impl Code<'_, '_> {
    /// The register that holds an expression: a local's own, or a new one.
    pub fn value(&mut self, expr: &Expr) -> R {
        match &expr.kind {
            ExprKind::Local(local) => {
                self.note_read(*local);
                return self.local(*local);
            }
            ExprKind::Const(v) => return self.fixed(reg(*v)),
            ExprKind::ConstList(index) => return self.fixed_list(*index as u32),
            ExprKind::Zone(zone, None) => {
                let first = self.c.tree.nouns.zones.get(zone.index()).map_or(0, |z| z.first_place.0);
                return self.fixed(Reg::from(first));
            }
            ExprKind::Lines { length, board } => {
                let index = self.lines(length, *board);
                return self.fixed_list(index);
            }
            ExprKind::Function(Function::Spaces, args)
                if let [Expr { kind: ExprKind::Const(kind), .. }] = &args[..] =>
            {
                let index = self.spaces_of_kind(*kind);
                return self.fixed_list(index);
            }
            ExprKind::Function(f, _) if let Some(index) = self.c.all_players(*f) => return self.fixed_list(index),
            ExprKind::Function(Function::SeatOf, args)
                if let [actor] = &args[..]
                    && self.c.seats_are_actors() =>
            {
                return self.value(actor);
            }
            ExprKind::Count(_) | ExprKind::Arithmetic(..) if let Some(number) = self.known_number(expr) => {
                return self.fixed(number);
            }
            // The statement's own doer takes the place of `me` after this is read and before it is used.
            ExprKind::Me if !self.other_doer => return ME,
            ExprKind::Zone(zone, Some(of))
                if matches!(of.kind, ExprKind::Me)
                    && let Some(place) = self.own_place(*zone) =>
            {
                return place;
            }
            ExprKind::Zone(zone, Some(of)) if let Some(place) = self.known_place(*zone, of) => {
                return self.fixed(place);
            }
            ExprKind::Attribute(..) if let Some(printed) = self.printed_here(expr) => {
                self.reads_print = true;
                return if is_list(&expr.ty) { self.fixed_list(printed as u32) } else { self.fixed(reg(printed)) };
            }
            ExprKind::This => return THIS,
            ExprKind::Who => return WHO,
            ExprKind::Function(Function::Round, _) => return ROUND,
            // A value that is a plain number, whatever it is asked about.
            ExprKind::Value(id, args)
                if let Some(inner) = self.inlined_whole(*id, args)
                    && matches!(inner.kind, ExprKind::Const(_) | ExprKind::Function(Function::Round, _)) =>
            {
                return self.value(inner);
            }
            _ => {}
        }
        let d = self.temp();
        self.expr(expr, d);
        d
    }

    /// The operand that stands for the doer's place of a zone.
    pub(super) fn own_place(&self, zone: ZoneId) -> Option<R> {
        self.of_own_place(zone, FIRST_OWN_PLACE, FIRST_OWN_TOP).filter(|_| !self.other_doer)
    }

    /// The doer's place of a zone among the operands from one to before another.
    fn of_own_place(&self, zone: ZoneId, first: R, end: R) -> Option<R> {
        let zone = self.c.tree.nouns.zones.get(zone.index())?;
        numbered(first, zone.first_place.0.into(), end)
    }

    /// A number that is the same in the whole game.
    pub(super) fn known_number(&self, expr: &Expr) -> Option<Reg> {
        match &expr.kind {
            ExprKind::Const(v) => Some(reg(*v)).filter(|number| *number != NONE),
            ExprKind::Count(set) => match &set.kind {
                ExprKind::Function(f, _) => self.c.players_always(*f).map(|players| players.len() as Reg),
                _ => None,
            },
            ExprKind::Arithmetic(how, a, b) => {
                let (a, b) = (self.known_number(a)?, self.known_number(b)?);
                let number = match how {
                    Arithmetic::Add => a + b,
                    Arithmetic::Subtract => a - b,
                    Arithmetic::Times => a.checked_mul(b)?,
                    Arithmetic::Divide => return None,
                };
                i32::try_from(number).ok().map(reg).filter(|number| *number != NONE)
            }
            _ => None,
        }
    }

    /// The same for what is read at once, before anything can change: states of the game and of the doer are read where they
    /// stand, and so are the cards on top of the doer's piles.
    pub fn operand(&mut self, expr: &Expr) -> R {
        let register = match &expr.kind {
            ExprKind::State(state, of) => self.state_operand(*state, of.as_deref()),
            ExprKind::Stuff(stuff, class, of) => {
                self.stuff_state(*stuff, *class).and_then(|state| self.state_operand(state, Some(of)))
            }
            ExprKind::Function(Function::SpaceOf, args) if let [of] = &args[..] => match self.c.tree.nouns.actor_at {
                Some(state) if of.ty == Type::Actor => self.state_operand(state, Some(of)),
                _ => None,
            },
            ExprKind::Ends { end: End::Top, count: None, zone } => match &zone.kind {
                ExprKind::Zone(zone, Some(of)) if of.kind == ExprKind::Me && !self.other_doer => {
                    self.of_own_place(*zone, FIRST_OWN_TOP, ME)
                }
                _ => None,
            },
            _ => None,
        };
        register.unwrap_or_else(|| self.value(expr))
    }

    /// The register that stands for a state of the game, of the doer, or of an actor who is always the same.
    pub(super) fn state_operand(&self, state: StateId, of: Option<&Expr>) -> Option<R> {
        let state = self.c.tree.nouns.states.get(state.index())?;
        match state.on {
            Class::Game => numbered(FIRST_SLOT, state.first_slot, FIRST_OWN_SLOT),
            Class::Actor if of.is_some_and(|of| of.kind == ExprKind::Me) && !self.other_doer => {
                numbered(FIRST_OWN_SLOT, state.first_slot, FIRST_OWN_PLACE)
            }
            Class::Actor => numbered(FIRST_SLOT, self.known_slot(state.first_slot, of?)?, FIRST_OWN_SLOT),
            _ => None,
        }
    }

    pub fn value_or(&mut self, expr: Option<&Expr>) -> R {
        expr.map_or(NO_REG, |e| self.value(e))
    }

    /// Arguments in neighbouring registers. A single one that is a name stands there already.
    pub fn values(&mut self, exprs: &[Expr]) -> R {
        if let [Expr { kind: ExprKind::Local(local), .. }] = exprs {
            let register = self.local(*local);
            if register < FIRST_CONSTANT {
                self.note_read(*local);
                return register;
            }
        }
        let first = self.temps(u16::try_from(exprs.len()).unwrap_or(u16::MAX));
        for (i, expr) in exprs.iter().enumerate() {
            self.expr(expr, first.saturating_add(i as R));
        }
        first
    }

    /// A list, also where a single element is given.
    pub fn list(&mut self, expr: &Expr) -> R {
        if is_list(&expr.ty) && expr.ty != Type::Bundle {
            return self.value(expr);
        }
        match &expr.ty {
            Type::Bundle => {
                let bundle = self.value(expr);
                let d = self.temp();
                self.emit(Op::BundleList { d, bundle });
                d
            }
            Type::Zone => {
                let d = self.temp();
                self.cards_of(expr, d);
                d
            }
            Type::Unknown => self.value(expr),
            _ => {
                let s = self.value(expr);
                let d = self.temp();
                self.emit(Op::Single { d, s });
                d
            }
        }
    }

    /// Writes an expression to a register.
    pub fn expr(&mut self, expr: &Expr, d: R) {
        let saved = std::mem::replace(&mut self.span, expr.span);
        self.expr_kind(expr, d);
        self.span = saved;
    }

    fn expr_kind(&mut self, expr: &Expr, d: R) {
        match &expr.kind {
            ExprKind::Const(v) => {
                self.emit(Op::Const { d, v: *v });
            }
            ExprKind::ConstList(index) => {
                self.emit(Op::ConstList { d, index: *index as u32 });
            }
            ExprKind::Local(local) => {
                self.note_read(*local);
                let s = self.local(*local);
                self.emit(Op::Copy { d, s });
            }
            ExprKind::Me => {
                self.emit(Op::Me { d });
            }
            ExprKind::This => {
                self.emit(Op::This { d });
            }
            ExprKind::Who => {
                self.emit(Op::Who { d });
            }
            ExprKind::Active => {
                self.emit(Op::Active { d });
            }
            ExprKind::State(..)
            | ExprKind::Stuff(..)
            | ExprKind::StuffGroup(..)
            | ExprKind::Supply(_)
            | ExprKind::InBundle(..) => self.amount(expr, d),
            ExprKind::Attribute(..) | ExprKind::SpaceAttribute(..) | ExprKind::EnumAttribute(..) => {
                self.attribute(expr, d);
            }
            ExprKind::Memory(memory, of) => {
                let of = self.value_or(of.as_deref());
                self.emit(Op::Memory { d, memory: memory.0, of });
            }
            ExprKind::Zone(..) | ExprKind::Cards(_) | ExprKind::CardsOfEach(..) | ExprKind::OnlyCard(_) => {
                self.zone(expr, d);
            }
            ExprKind::Value(value, args) => {
                if let Some(absent) = self.inline(*value, args, Some(d), |code, expr| code.expr(expr, d)) {
                    self.land_all(absent);
                    return;
                }
                let args = self.values(args);
                self.emit(Op::Value { d, value: value.0, args });
            }
            ExprKind::Function(Function::Round, _) => {
                self.emit(Op::Copy { d, s: ROUND });
            }
            ExprKind::Function(f, args) => self.function(*f, args, d),
            ExprKind::Can { action, args, by } => {
                let args = self.values(args);
                let by = self.value_or(by.as_deref());
                self.emit(Op::Can { d, action: action.0, args, by });
            }
            ExprKind::CanRun { of, ability, by } => {
                let of = self.operand(of);
                let by = self.value_or(by.as_deref());
                self.emit(Op::CanRun { d, of, ability: ability.0, by });
            }
            _ => self.question(expr, d),
        }
    }

    /// Counters, flags, states and stuff: what slots and bundles hold.
    fn amount(&mut self, expr: &Expr, d: R) {
        match &expr.kind {
            ExprKind::State(state, of) => {
                let def = self.c.tree.nouns.states.get(state.index());
                let (first, on) = def.map_or((0, Class::Game), |s| (s.first_slot, s.on));
                match of {
                    Some(of) if on != Class::Game => {
                        let of = self.operand(of);
                        self.emit(Op::LoadOf { d, of, first });
                    }
                    _ => {
                        self.emit(Op::Load { d, slot: first });
                    }
                }
            }
            ExprKind::Stuff(stuff, class, of) => {
                let first = self.stuff_first_slot(*stuff, *class);
                let of = self.operand(of);
                self.emit(Op::LoadOf { d, of, first });
            }
            ExprKind::StuffGroup(group, class, of) => {
                let of = self.operand(of);
                self.emit(Op::BundleAt { d, group: group.0, class: *class, of });
            }
            ExprKind::Supply(stuff) => {
                let slot = self.c.tree.nouns.stuff.get(stuff.index()).map_or(0, |s| s.supply_slot);
                self.emit(Op::Load { d, slot });
            }
            ExprKind::InBundle(stuff, bundle) => {
                let bundle = self.value(bundle);
                self.emit(Op::InBundle { d, bundle, stuff: stuff.0 });
            }
            _ => {}
        }
    }

    pub fn stuff_first_slot(&self, stuff: StuffId, class: Class) -> u32 {
        let state = self.stuff_state(stuff, class);
        state.and_then(|id| self.c.tree.nouns.states.get(id.index())).map_or(0, |s| s.first_slot)
    }

    /// The state that says how much of a sort its bearers have.
    pub(super) fn stuff_state(&self, stuff: StuffId, class: Class) -> Option<StateId> {
        let stuff = self.c.tree.nouns.stuff.get(stuff.index())?;
        stuff.on.iter().find(|(c, _)| *c == class).map(|(_, id)| *id)
    }

    /// What stands on the card whose ability this is: the number, or that of the list.
    fn printed_here(&self, expr: &Expr) -> Option<Word> {
        let ExprKind::Attribute(attribute, of) = &expr.kind else { return None };
        let design = self.this_design.filter(|_| of.kind == ExprKind::This)?;
        let printed = &self.c.tree.nouns.designs.get(design.index())?.attributes;
        printed.get(usize::from(attribute.0)).copied().filter(|word| *word != ABSENT)
    }

    fn attribute(&mut self, expr: &Expr, d: R) {
        match &expr.kind {
            _ if let Some(printed) = self.printed_here(expr) => {
                self.reads_print = true;
                if is_list(&expr.ty) {
                    self.emit(Op::ConstList { d, index: printed as u32 });
                } else {
                    self.emit(Op::Const { d, v: printed });
                }
                return;
            }
            ExprKind::Attribute(attribute, of) => {
                let design = matches!(of.ty, Type::Design(_));
                let of = self.operand(of);
                let attribute = attribute.0;
                if design {
                    self.emit(Op::DesignAttribute { d, of, attribute });
                } else {
                    self.emit(Op::Attribute { d, of, attribute });
                }
            }
            ExprKind::SpaceAttribute(index, of) => {
                let of = self.operand(of);
                self.emit(Op::SpaceAttribute { d, of, index: *index as u16 });
            }
            ExprKind::EnumAttribute(of_enum, index, of) if let Some((of, first)) = self.slot_of(of) => {
                self.emit(Op::LoadEnum { d, of, first, of_enum: of_enum.0, index: *index as u16 });
            }
            ExprKind::EnumAttribute(of_enum, index, of) => {
                let of = self.operand(of);
                self.emit(Op::EnumAttribute { d, of, of_enum: of_enum.0, index: *index as u16 });
            }
            _ => {}
        }
        if is_list(&expr.ty) {
            self.emit(Op::ListOfIndex { d, s: d });
        }
    }

    /// Whose slots a state is in, and where they begin, if it is not the game's.
    fn slot_of(&mut self, expr: &Expr) -> Option<(R, u32)> {
        let ExprKind::State(state, Some(of)) = &expr.kind else { return None };
        let first = { self.c.tree.nouns.states.get(state.index()) }.filter(|s| s.on != Class::Game)?.first_slot;
        Some((self.operand(of), first))
    }

    fn zone(&mut self, expr: &Expr, d: R) {
        match &expr.kind {
            ExprKind::Zone(zone, of) => {
                let first = self.c.tree.nouns.zones.get(zone.index()).map_or(0, |z| z.first_place.0);
                match of {
                    Some(of) => {
                        let of = self.operand(of);
                        self.emit(Op::Place { d, zone: zone.0, of });
                    }
                    None => {
                        self.emit(Op::Const { d, v: i32::from(first) });
                    }
                }
            }
            ExprKind::Cards(zone) => {
                self.cards_of(zone, d);
            }
            ExprKind::OnlyCard(zone) => {
                let place = self.value(zone);
                self.emit(Op::OnlyCard { d, place });
            }
            ExprKind::CardsOfEach(zone, owners) => {
                let owners = self.list(owners);
                self.emit(Op::NewList { d });
                let (item, place) = (self.temp(), self.temp());
                self.each(owners, item, |code| {
                    code.emit(Op::Place { d: place, zone: zone.0, of: item });
                    code.emit(Op::PushCards { place });
                });
                self.emit(Op::EndList { d });
            }
            _ => {}
        }
    }

    pub(super) fn lookup(&mut self, expr: &Expr, d: R) {
        match &expr.kind {
            ExprKind::Index(list, index) => {
                let split = matches!(list.ty, Type::Split(_));
                let (list, index) = (self.value(list), self.operand(index));
                if split {
                    self.emit(Op::Share { d, split: list, of: index });
                } else {
                    self.emit(Op::At { d, list, index });
                }
            }
            ExprKind::Lookup(list, index) => {
                let index = self.operand(index);
                self.emit(Op::Lookup { d, index, list: *list as u32 });
            }
            ExprKind::Reached { from, a, b, cond } => {
                let from = self.value(from);
                // The two names must be neighbours for the op; the checker declares them one after the other.
                debug_assert_eq!(a.0 + 1, b.0);
                let code = self.side(cond);
                let a = self.local(*a);
                self.emit(Op::Reached { d, from, a, cond: code });
            }
            ExprKind::Nearest { to, local, cond } => {
                let to = self.value(to);
                let code = cond.as_ref().map_or(0, |c| self.side(c));
                let a = self.local(*local);
                self.emit(Op::Nearest { d, to, a, cond: code });
            }
            ExprKind::Lines { length, board } => {
                let index = self.lines(length, *board);
                self.emit(Op::ConstList { d, index });
            }
            _ => {
                self.emit(Op::Const { d, v: ABSENT });
            }
        }
    }

    /// Pure code beside the way.
    pub fn side(&mut self, expr: &Expr) -> Pc {
        let over = self.emit(Op::Jump { to: 0 });
        let start = self.pure(expr);
        self.land(over);
        start
    }

    fn function(&mut self, f: Function, args: &[Expr], d: R) {
        match (f, args) {
            (Function::SpaceOf, [of]) => self.space_of(of, d),
            (Function::BundleCount, [bundle]) if self.count_of_stuff(bundle, d) => {}
            (Function::SeatOf, [actor]) if self.c.seats_are_actors() => self.expr(actor, d),
            (Function::Spaces, [Expr { kind: ExprKind::Const(kind), .. }]) => {
                let index = self.spaces_of_kind(*kind);
                self.emit(Op::ConstList { d, index });
            }
            (Function::Players | Function::TurnOrder, _) if let Some(index) = self.c.all_players(f) => {
                self.emit(Op::ConstList { d, index });
            }
            (Function::Left | Function::Right | Function::Other, [of]) if let Some(list) = self.c.all_neighbours(f) => {
                let index = self.operand(of);
                self.emit(Op::Lookup { d, index, list });
            }
            (Function::Neighbours, [of]) if is_list(&of.ty) => {
                let list = self.value(of);
                self.emit(Op::call(Function::NeighboursOfAll, d, &[list]));
            }
            (Function::Reverse, [list]) => {
                let list = self.list(list);
                self.emit(Op::call(f, d, &[list]));
            }
            (Function::PoolFaces | Function::PoolTotal | Function::PoolBonus, [pool]) => {
                let pool = self.value(pool);
                self.emit(Op::call(f, d, &[pool]));
            }
            _ => {
                let args: Vec<R> = args.iter().map(|arg| self.operand(arg)).collect();
                self.emit(Op::call(f, d, &args));
            }
        }
    }

    /// Counts the cards of a zone without listing them; whether it is a zone.
    pub fn count_of_zone(&mut self, set: &Expr, d: R) -> bool {
        let zone = match &set.kind {
            ExprKind::Cards(zone) => zone,
            _ if set.ty == Type::Zone => set,
            _ => return false,
        };
        let op = match self.place_of(zone) {
            PlaceOf::Owner(zone, of) => Op::CountCardsOf { d, zone, of },
            PlaceOf::Register(place) => Op::CountCards { d, place },
        };
        self.emit(op);
        true
    }

    /// The players as a list.
    pub fn all_who_play(&mut self) -> R {
        if let Some(index) = self.c.all_players(Function::Players) {
            return self.fixed_list(index);
        }
        let d = self.temp();
        self.emit(Op::call(Function::Players, d, &[]));
        d
    }

    fn cards_of(&mut self, zone: &Expr, d: R) {
        let op = match self.place_of(zone) {
            PlaceOf::Owner(zone, of) => Op::CardsOf { d, zone, of },
            PlaceOf::Register(place) => Op::Cards { d, place },
        };
        self.emit(op);
    }

    fn place_of(&mut self, zone: &Expr) -> PlaceOf {
        match &zone.kind {
            ExprKind::Zone(zone, Some(of)) if self.known_place(*zone, of).is_none() => {
                PlaceOf::Owner(zone.0, self.operand(of))
            }
            _ => PlaceOf::Register(self.value(zone)),
        }
    }

    fn spaces_of_kind(&mut self, kind: i32) -> u32 {
        let all = self.c.tree.nouns.spaces.iter().enumerate().filter(|(_, s)| i32::from(s.kind.0) == kind);
        let words: Vec<i32> = all.map(|(i, _)| i as i32).collect();
        self.c.constant_list(&words)
    }

    /// Where an actor or unit stands; for a card, the space whose zone it lies in.
    fn space_of(&mut self, of: &Expr, d: R) {
        let nouns = &self.c.tree.nouns;
        let state = match of.ty {
            Type::Actor => nouns.actor_at,
            Type::Unit(_) | Type::AnyUnit => nouns.unit_at,
            _ => None,
        };
        let first = state.and_then(|s| nouns.states.get(s.index())).map(|s| s.first_slot);
        let s = self.operand(of);
        match first {
            Some(first) => {
                self.emit(Op::LoadOf { d, of: s, first });
            }
            None => {
                self.emit(Op::call(Function::ZoneOf, d, &[s]));
                self.emit(Op::call(Function::OwnerOf, d, &[d]));
            }
        }
    }

    pub(super) fn lines(&mut self, length: &Expr, board: BoardId) -> u32 {
        let length = if let ExprKind::Const(n) = length.kind { n.clamp(1, 100) as u16 } else { 3 };
        super::layout::lines(self.c, board, length)
    }
}

/// The operand of this number among those that begin with `first`, if it comes before `end`.
fn numbered(first: R, number: u32, end: R) -> Option<R> {
    u16::try_from(number).ok()?.checked_add(first).filter(|r| *r < end)
}

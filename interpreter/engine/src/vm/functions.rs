//! The engine's own functions: players, boards, pools, bundles.

use super::lists::{Met, card_id, place_id};
use super::pure::checked;
use super::{LISTS, Machine, Plain, Run, Trap};
use crate::ids::*;
use crate::program::nouns::{BoardShape, Owner, Word};
use crate::program::op::{Pc, R};
use crate::state::stack::*;
use crate::state::{State, holder_of_place};
use crate::vocabulary::Function;

impl Machine<'_> {
    /// A function of its arguments; one that is not given is absent. Those that are asked most stand alone here, so that they
    /// are asked without the room that the others take.
    pub(crate) fn function(&mut self, f: Function, args: [R; 3]) -> Run<Reg> {
        let [a, b, _] = args;
        match f {
            Function::Distance => Ok(self.distance(self.get(a), self.get(b)).map_or(NONE, |d| d as Reg)),
            Function::RingStep => Ok(self.ring_step(self.get(a), self.get(b))),
            Function::BoardSpaces => Ok(self.board_spaces(self.get(a), self.get(b))),
            Function::ZoneOf => {
                Ok(card_id(self.get(a)).and_then(|c| self.s.card(c)).map_or(NONE, |c| Reg::from(c.place.0)))
            }
            Function::IsUp => card_id(self.get(a)).map_or(Ok(NONE), |card| self.is_up(card)),
            Function::OwnerOf => Ok(place_id(self.get(a)).map_or(NONE, |place| self.owner_word(place))),
            Function::Min | Function::Max => {
                let (x, y) = (self.get(a), self.get(b));
                if x == NONE || y == NONE {
                    return Ok(NONE);
                }
                Ok(if f == Function::Min { x.min(y) } else { x.max(y) })
            }
            _ => self.larger_function(f, args),
        }
    }

    /// Whether a card lies face up, as soon as that is known.
    #[inline]
    pub(crate) fn is_up(&self, card: ComponentId) -> Run<Reg> {
        if self.face_open(card) {
            return Err(Trap::Unknown(card));
        }
        Ok(self.s.card(card).map_or(NONE, |c| Reg::from(c.up)))
    }

    #[inline(never)]
    fn larger_function(&mut self, f: Function, [a, b, c]: [R; 3]) -> Run<Reg> {
        let x = self.get(a);
        let y = || self.get(b);
        match f {
            Function::Round => Ok(Reg::from(self.s.flow.round)),
            Function::TurnNumber => Ok(Reg::from(self.s.flow.turn)),
            Function::FirstPlayer => Ok(Reg::from(self.s.flow.first)),
            Function::Players => self.players_from(0, |_, _| true),
            Function::TurnOrder => self.players_from(self.s.flow.first, |_, _| true),
            Function::Opponents => self.others(x, false),
            Function::Partners => self.others(x, true),
            Function::Left => Ok(self.neighbour_actor(x, 1)),
            Function::Right => Ok(self.neighbour_actor(x, -1)),
            Function::Other => Ok(self.neighbour_actor(x, 1)),
            Function::Seats => Ok(self.counting(0, self.p.nouns.seats.len())),
            Function::SeatOf => Ok(self.seat_of(word(x)).map_or(NONE, |s| Reg::from(s.0))),
            Function::ActorsOf => {
                let seat = word(x);
                self.players_from(0, |m, actor| m.seat_of(actor).is_some_and(|s| Word::from(s.0) == seat))
            }
            Function::LivingTeams => Ok(self.living_teams()),
            Function::HalfUp => {
                if x == NONE {
                    Ok(NONE)
                } else {
                    checked((x + 1).div_euclid(2))
                }
            }
            Function::Abs => {
                if x == NONE {
                    Ok(NONE)
                } else {
                    checked(x.abs())
                }
            }
            Function::Remainder => {
                let y = y();
                match (x, y) {
                    (NONE, _) | (_, NONE) => Ok(NONE),
                    (_, 0) => Err(Trap::Fault(Plain::DividedByZero)),
                    _ => Ok(x.rem_euclid(y)),
                }
            }
            Function::Reverse => {
                let mark = self.list_mark();
                self.append(x)?;
                if let Some(list) = self.s.stack.lists.get_mut(mark..) {
                    list.reverse();
                }
                Ok(self.list_since(mark))
            }
            Function::HolderOf => Ok(card_id(x).map_or(NONE, |card| {
                let supposed = self.supposed.filter(|(other, _)| *other == card).map(|(_, then)| then);
                let place = supposed.or(self.s.card(card).map(|c| c.place));
                place.map_or(NONE, |place| reg(holder_of_place(self.p, place)))
            })),
            Function::Position => Ok(card_id(x).map_or(NONE, |c| Reg::from(self.s.position(c)))),
            Function::DesignOf => match card_id(x) {
                Some(card) => Ok(Reg::from(self.design_of(card)?.0)),
                None => Ok(NONE),
            },
            Function::IsAlive => Ok(Reg::from(x != NONE && self.is_alive(word(x)))),
            Function::PoolTotal | Function::PoolBonus | Function::PoolFaces => self.pool(f, x),
            Function::BundleCount => self.fold(crate::vocabulary::Fold::Sum, x),
            Function::BundleMinus | Function::BundlePlus => {
                let y = y();
                self.bundle_sum(x, y, f == Function::BundleMinus)
            }
            Function::EnumValues => {
                let count =
                    usize::try_from(x).ok().and_then(|i| self.p.nouns.enums.get(i)).map_or(0, |e| e.values.len());
                Ok(self.counting(0, count))
            }
            _ => self.board_function(f, x, b, c),
        }
    }

    fn board_function(&mut self, f: Function, x: Reg, b: R, c: R) -> Run<Reg> {
        match f {
            Function::SpaceOf => Ok(x),
            Function::UnitOwner => {
                let owner = usize::try_from(x).ok().and_then(|i| self.p.nouns.units.get(i)).and_then(|u| u.owner);
                Ok(owner.map_or(NONE, |o| Reg::from(o.0)))
            }
            Function::Neighbours => Ok(usize::try_from(x)
                .ok()
                .and_then(|i| self.p.neighbours.get(i))
                .copied()
                .unwrap_or(list_handle(0, 0, true))),
            Function::NeighboursOfAll => self.neighbours_of_all(x),
            Function::RingFrom => self.ring_from(x),
            Function::GridStep => Ok(self.grid_step(x, self.get(b), self.get(c))),
            Function::Column | Function::Row => {
                let space = usize::try_from(x).ok().and_then(|i| self.p.nouns.spaces.get(i));
                Ok(space.map_or(NONE, |s| Reg::from(if f == Function::Column { s.column } else { s.row }) + 1))
            }
            Function::UnitsAt => self.units_at(word(x)),
            Function::Spaces => self.matching(self.p.nouns.spaces.len(), |m, i| {
                m.p.nouns.spaces.get(i).is_some_and(|s| Reg::from(s.kind.0) == x)
            }),
            Function::Units => self.matching(self.p.nouns.units.len(), |m, i| {
                m.p.nouns.units.get(i).is_some_and(|u| Reg::from(u.kind.0) == x)
            }),
            _ => Ok(NONE),
        }
    }

    /// The units that stand on a space.
    fn units_at(&mut self, space: Word) -> Run<Reg> {
        let mark = self.list_mark();
        let units = self.p.nouns.units.len();
        if mark + units > LISTS {
            return Err(Trap::Fault(Plain::TooManyItems));
        }
        let state = self.p.nouns.unit_at.and_then(|id| self.p.nouns.states.get(id.index()));
        let State { slots, stack: Stack { lists, .. }, .. } = &mut *self.s;
        let stand = state.and_then(|def| slots.get(def.first_slot as usize..)).unwrap_or(&[]);
        for (unit, at) in stand.iter().take(units).enumerate() {
            if *at == space {
                lists.push(unit as Word);
            }
        }
        Ok(self.list_since(mark))
    }

    fn matching(&mut self, count: usize, keep: impl Fn(&Self, usize) -> bool) -> Run<Reg> {
        let mark = self.list_mark();
        for i in 0..count {
            if keep(self, i) {
                self.push_word(i as Word)?;
            }
        }
        Ok(self.list_since(mark))
    }

    // ---- actors

    /// Whether an actor still plays.
    pub(crate) fn is_alive(&self, actor: Word) -> bool {
        let Some(def) = self.p.nouns.states.get(self.p.nouns.alive.index()) else { return true };
        u32::try_from(actor).is_ok_and(|a| self.s.read(def.first_slot + a) == 1)
    }

    pub(crate) fn takes_turns(&self, actor: Word) -> bool {
        usize::try_from(actor).ok().and_then(|i| self.p.nouns.actors.get(i)).is_some_and(|a| a.takes_turns)
    }

    /// Living actors that take turns, clockwise from one.
    fn players_from(&mut self, from: Word, keep: impl Fn(&Self, Word) -> bool) -> Run<Reg> {
        let n = self.p.nouns.actors.len() as Word;
        let mark = self.list_mark();
        for i in 0..n {
            let actor = (from.max(0) + i).rem_euclid(n.max(1));
            if self.takes_turns(actor) && self.is_alive(actor) && keep(self, actor) {
                self.push_word(actor)?;
            }
        }
        Ok(self.list_since(mark))
    }

    /// Those who play against an actor, in the order of `opponents`.
    pub(super) fn each_opponent(&self, of: Word, mut visit: impl FnMut(Word)) {
        let n = self.p.nouns.actors.len() as Word;
        for i in 1..n {
            let actor = (of.max(0) + i).rem_euclid(n.max(1));
            if self.is_opponent(actor, of) {
                visit(actor);
            }
        }
    }

    /// Whether an actor plays against another.
    #[inline]
    pub(super) fn is_opponent(&self, actor: Word, of: Word) -> bool {
        self.takes_turns(actor) && self.is_alive(actor) && self.team(actor) != self.team(of)
    }

    fn team(&self, actor: Word) -> Option<u16> {
        usize::try_from(actor).ok().and_then(|i| self.p.nouns.actors.get(i)).map(|a| a.team)
    }

    fn others(&mut self, of: Reg, partners: bool) -> Run<Reg> {
        if of == NONE {
            return Ok(NONE);
        }
        let me = word(of);
        let team = self.team(me);
        self.players_from(me, |m, actor| actor != me && (m.team(actor) == team) == partners)
    }

    /// The next living actor that takes turns, to the left or right.
    pub(crate) fn neighbour_actor(&self, of: Reg, step: Word) -> Reg {
        if of == NONE {
            return NONE;
        }
        let n = self.p.nouns.actors.len() as Word;
        let mut actor = word(of);
        for _ in 0..n {
            actor = (actor + step).rem_euclid(n.max(1));
            if self.takes_turns(actor) && self.is_alive(actor) {
                return Reg::from(actor);
            }
        }
        NONE
    }

    fn living_teams(&self) -> Reg {
        let mut teams = 0u64;
        for (i, actor) in self.p.nouns.actors.iter().enumerate() {
            if actor.takes_turns && self.is_alive(i as Word) {
                teams |= 1 << (actor.team & 63);
            }
        }
        Reg::from(teams.count_ones())
    }

    fn owner_word(&self, place: PlaceId) -> Reg {
        match self.p.nouns.places.get(place.index()).map(|p| p.owner) {
            Some(Owner::Actor(a)) => Reg::from(a.0),
            Some(Owner::Seat(s)) => Reg::from(s.0),
            Some(Owner::Space(s)) => Reg::from(s.0),
            _ => NONE,
        }
    }

    // ---- boards

    /// Spaces of a board, or of one actor's copy (`actor` absent: all). The copies lie one after the other, in actor order.
    fn board_spaces(&self, board: Reg, actor: Reg) -> Reg {
        let def = usize::try_from(board).ok().and_then(|id| self.p.nouns.boards.get(id));
        let (first, len, per_actor) =
            def.map_or((0, 0, false), |def| (def.first_space.index(), usize::from(def.len), def.per_actor));
        let copies = if per_actor { self.p.nouns.actors.len() } else { 1 };
        let (from, to) = match usize::try_from(actor) {
            Ok(own) if per_actor && own < copies => (first + own * len, first + (own + 1) * len),
            _ if per_actor && actor != NONE => (first, first),
            _ => (first, first + copies * len),
        };
        self.counting(from, to - from)
    }

    /// The neighbours of all spaces of a list, each once, in the order in which they are met.
    fn neighbours_of_all(&mut self, spaces: Reg) -> Run<Reg> {
        let p = self.p;
        let mark = self.list_mark();
        for i in 0..list_parts(spaces).1 {
            let space = self.item(spaces, i).and_then(|w| p.nouns.spaces.get(usize::try_from(w).ok()?));
            for next in space.map_or(&[][..], |space| &space.neighbours) {
                let next = Word::from(next.0);
                if !self.s.stack.lists.get(mark..).is_some_and(|met| met.contains(&next)) {
                    self.push_word(next)?;
                }
            }
        }
        Ok(self.list_since(mark))
    }

    fn distance(&self, a: Reg, b: Reg) -> Option<u8> {
        let n = self.p.nouns.spaces.len();
        let (a, b) = (usize::try_from(a).ok()?, usize::try_from(b).ok()?);
        self.p.distances.get(a * n + b).copied().filter(|d| *d != u8::MAX)
    }

    /// First space of the board copy a space is on, its number in it, and how many there are.
    fn on_board(&self, space: Reg) -> Option<(Word, Word, Word, BoardShape)> {
        let index = usize::try_from(space).ok()?;
        let def = self.p.nouns.spaces.get(index)?;
        let board = self.p.nouns.boards.get(def.board.index())?;
        let first = Word::from(board.first_space.0);
        let len = Word::from(board.len.max(1));
        let offset = index as Word - first;
        let copy = first + offset / len * len;
        Some((copy, index as Word - copy, len, board.shape))
    }

    fn ring_step(&self, space: Reg, k: Reg) -> Reg {
        match self.on_board(space) {
            Some((first, at, len, BoardShape::Ring)) if k != NONE => {
                Reg::from(first + (i64::from(at) + k).rem_euclid(i64::from(len)) as Word)
            }
            _ => NONE,
        }
    }

    fn ring_from(&mut self, space: Reg) -> Run<Reg> {
        let Some((first, at, len, _)) = self.on_board(space) else { return Ok(NONE) };
        let mark = self.list_mark();
        for i in 0..len {
            self.push_word(first + (at + i) % len)?;
        }
        Ok(self.list_since(mark))
    }

    fn grid_step(&self, space: Reg, dx: Reg, dy: Reg) -> Reg {
        let Some((first, at, _, BoardShape::Grid { columns, rows })) = self.on_board(space) else { return NONE };
        let columns = Reg::from(columns);
        let (x, y) = (Reg::from(at) % columns + dx, Reg::from(at) / columns + dy);
        if (0..columns).contains(&x) && (0..Reg::from(rows)).contains(&y) {
            Reg::from(first) + y * columns + x
        } else {
            NONE
        }
    }

    /// Spaces reached from one by allowed steps, that one first.
    pub(crate) fn reached(&mut self, from: Reg, a: R, cond: Pc) -> Run<Reg> {
        let p = self.p;
        let mark = self.list_mark();
        if from == NONE {
            return Ok(NONE);
        }
        self.push_word(word(from))?;
        let mut met = Met::default();
        met.add(word(from));
        let mut at = 0;
        while let Some(space) = self.s.stack.lists.get(mark + at).copied() {
            at += 1;
            let neighbours =
                usize::try_from(space).ok().and_then(|i| p.nouns.spaces.get(i)).map_or(&[][..], |s| &s.neighbours);
            for next in neighbours {
                let next = Word::from(next.0);
                if met.has(next, self.s.stack.lists.get(mark..).unwrap_or(&[])) {
                    continue;
                }
                self.put(a, reg(space));
                self.put(a + 1, reg(next));
                if self.eval_word(cond)? == 1 {
                    met.add(next);
                    self.push_word(next)?;
                }
            }
        }
        Ok(self.list_since(mark))
    }

    /// Spaces at the least distance of 1 or more for which the condition holds.
    pub(crate) fn nearest(&mut self, to: Reg, a: R, cond: Pc) -> Run<Reg> {
        let mark = self.list_mark();
        let mut best = u8::MAX;
        for space in 0..self.p.nouns.spaces.len() {
            let Some(distance) = self.distance(to, space as Reg) else { continue };
            if distance == 0 || distance > best {
                continue;
            }
            self.put(a, space as Reg);
            if cond != 0 && self.eval_word(cond)? != 1 {
                continue;
            }
            if distance < best {
                best = distance;
                self.s.stack.lists.truncate(mark);
            }
            self.push_word(space as Word)?;
        }
        Ok(self.list_since(mark))
    }

    // ---- pools and bundles

    /// A pool is a list: its bonus, then the faces.
    fn pool(&mut self, f: Function, pool: Reg) -> Run<Reg> {
        if pool == NONE {
            return Ok(NONE);
        }
        let words = self.list(pool);
        let bonus = words.first().copied().unwrap_or(0);
        let total: i64 = words.iter().skip(1).map(|w| i64::from(*w)).sum();
        match f {
            Function::PoolBonus => Ok(reg(bonus)),
            Function::PoolTotal => checked(total),
            _ => {
                let (start, len, constant) = list_parts(pool);
                Ok(list_handle(start + 1, len.saturating_sub(1), constant))
            }
        }
    }

    fn bundle_sum(&mut self, a: Reg, b: Reg, minus: bool) -> Run<Reg> {
        if a == NONE || b == NONE {
            return Ok(NONE);
        }
        let mark = self.list_mark();
        for i in 0..self.p.nouns.stuff.len() {
            let x = self.item(a, i).unwrap_or(0);
            let y = self.item(b, i).unwrap_or(0);
            self.push_word(if minus { x.saturating_sub(y).max(0) } else { x.saturating_add(y) })?;
        }
        Ok(self.list_since(mark))
    }
}

//! Tables that running needs and that follow from the nouns alone.

use super::Compiler;
use crate::check::tree::{ExprKind, ValueDef};
use crate::ids::*;
use crate::program::changed::Changed;
use crate::program::nouns::{
    ABSENT, BoardShape, Class, DesignDef, Faces, KindSet, Nouns, Owner, PlaceDef, StateDef, StateKind, StuffGroupDef,
    Type, Until, Word, ZoneOrder,
};
use crate::program::op::{FIRST_CONSTANT, FIRST_SLOT, R};
use crate::program::reg::{NONE, Reg, list_handle};
use crate::program::{
    ActionInfo, CardState, Fallible, LineSet, Marks, Piece, PlaceInfo, Program, QuickCall, QuickState, Reset,
};
use crate::vocabulary::{Function, Primitive};

pub(crate) fn lay_out(c: &mut Compiler<'_>) {
    let nouns = c.tree.nouns.clone();
    for list in &nouns.lists {
        let start = c.p.list_data.len() as u32;
        c.p.list_data.extend_from_slice(list);
        c.p.list_index.push((start, list.len() as u32));
    }
    let present = nouns.designs.iter().fold(KindSet::default(), |all, design| all.with(KindSet::one(design.kind)));
    c.p.kinds_there = present;
    for (i, place) in nouns.places.iter().enumerate() {
        let id = PlaceId::from_index(i);
        let Some(zone) = nouns.zones.get(place.zone.index()) else { continue };
        let sight = sight(&nouns, zone.faces, place.owner);
        c.p.places.push(PlaceInfo::new(place.zone, zone.order, zone.faces, zone.max, sight));
        for source in zone.refill.into_iter().chain(zone.fill.as_ref().map(|fill| fill.from)) {
            let kinds = nouns.zones.get(source.index()).map_or(KindSet::all(), |source| source.holds);
            if let Some(place) = c.p.places.last_mut()
                && kinds.0 & present.0 & !zone.holds.0 != 0
            {
                place.takes = zone.holds;
            }
        }
        c.p.hides |= sight != u32::MAX;
        if zone.faces == Faces::Each && zone.order == ZoneOrder::Pile {
            c.p.each_piles.push(id);
        }
        c.p.place_refill.push(zone.refill.and_then(|z| related(&nouns, z, place.owner)));
        if let Some(fill) = &zone.fill
            && let Some(from) = related(&nouns, fill.from, place.owner)
        {
            c.p.fills.push((id, fill.to, from));
        }
    }
    let copies = |id: usize| nouns.components.iter().filter(|def| def.design.index() == id).count();
    c.p.single_designs = (0..nouns.designs.len()).map(|id| copies(id) == 1).collect();
    c.p.kind_of = nouns.designs.iter().map(|design| KindSet::one(design.kind)).collect();
    let printed = |attribute| {
        let of_design = move |design: &DesignDef| design.attributes.get(attribute).copied().unwrap_or(ABSENT);
        nouns.designs.iter().map(of_design)
    };
    c.p.prints = (0..nouns.attributes.len()).flat_map(printed).collect();
    let of_cards = nouns.states.iter().enumerate().filter(|(_, s)| s.on == Class::Component);
    let of_card = |(i, s): (usize, &StateDef)| CardState {
        state: StateId::from_index(i),
        first_slot: s.first_slot,
        start: s.start.first().copied().filter(|first| s.start.iter().all(|start| start == first)),
    };
    c.p.card_states = of_cards.map(of_card).collect();
    let is_bare = |design: &DesignDef| {
        let bears = |of: &CardState| match nouns.states.get(of.state.index()).map(|state| &state.bearer) {
            Some(Type::Component(kinds)) => kinds.has(design.kind),
            _ => true,
        };
        !c.p.card_states.iter().any(bears)
    };
    let bare = nouns.designs.iter().take(64).enumerate().filter(|(_, design)| is_bare(design));
    c.p.bare_designs = bare.fold(0, |bits, (i, _)| bits | 1 << i);
    let borne = |place: &PlaceDef| {
        let holds = nouns.zones.get(place.zone.index()).map_or(KindSet::all(), |zone| zone.holds);
        let bears = |of: &&CardState| match nouns.states.get(of.state.index()).map(|state| &state.bearer) {
            Some(Type::Component(kinds)) => kinds.0 & holds.0 != 0,
            _ => true,
        };
        c.p.card_states.iter().filter(bears).copied().collect()
    };
    c.p.place_states = nouns.places.iter().map(borne).collect();
    c.p.resets = resets(&nouns);
    let memories = nouns.memories.iter().enumerate().filter(|(_, m)| m.until != Until::Never);
    c.p.memory_resets = memories.map(|(i, m)| (m.until, MemoryId::from_index(i))).collect();
    let mut offset = 0u64;
    for memory in &nouns.memories {
        c.p.memory_offsets.push(u32::try_from(offset).unwrap_or(u32::MAX));
        let bearers = class_len(&nouns, memory.on) as u64;
        offset += bearers * (u64::from(memory.max) + 1);
    }
    c.fits_memory(offset, crate::source::Span::default());
    c.p.memory_words = u32::try_from(offset).unwrap_or(u32::MAX);
    c.p.distances = distances(&nouns);
    c.p.counting = c.p.list_data.len() as u32;
    let enums = nouns.enums.iter().map(|e| e.values.len()).max().unwrap_or(0);
    let most = nouns.spaces.len().max(nouns.seats.len()).max(enums);
    c.p.list_data.extend(0..most as Word);
    for space in &nouns.spaces {
        let words: Vec<Word> = space.neighbours.iter().map(|n| Word::from(n.0)).collect();
        let index = c.constant_list(&words);
        let list = c.list_constant(index as usize);
        c.p.neighbours.push(list);
    }
    c.p.nouns = nouns;
}

/// The slots that go back to their start at some moment, as many at a time as can be written in one go.
fn resets(nouns: &Nouns) -> Vec<Reset> {
    let mut resets: Vec<Reset> = Vec::new();
    for def in nouns.states.iter().filter(|def| def.until != Until::Never) {
        for i in 0..def.len {
            let start = def.start.get(i as usize).or(def.start.last()).copied().unwrap_or(0);
            let (at, first) = (def.until, def.first_slot + i);
            match resets.last_mut() {
                Some(last) if (last.at, last.first + last.len, last.start) == (at, first, start) => last.len += 1,
                _ => resets.push(Reset { at, first, len: 1, start }),
            }
        }
    }
    resets
}

/// What is to be seen to when a card comes to a place or leaves it; told once all that may hear of it is known.
pub(crate) fn marks(p: &mut Program) {
    let heard = p.actions.get(Primitive::Move as usize).is_some_and(|a| !a.plain) || p.fills_uncover;
    let displays = p.displays();
    for (i, (place, states)) in p.places.iter_mut().zip(&p.place_states).enumerate() {
        let such = |places: u64| places >> (i % 64) & 1 != 0;
        place.marks = Marks::WATCHED.when(heard || place.uncovers)
            | Marks::LIVE.when(such(p.hooked_places))
            | Marks::OFFERED.when(such(p.offered_places))
            | Marks::DISPLAY.when(such(displays))
            | Marks::BORNE.when(!states.is_empty());
    }
    p.landings = p.moves.iter().flat_map(|how| p.places.iter().map(|place| place.landing(*how))).collect();
}

/// What a change of each state needs to know; told once it is known which hooks there are.
pub(crate) fn quick_states(p: &mut Program) {
    let unheard = |primitive: Primitive| p.actions.get(primitive as usize).is_some_and(|a| a.plain);
    let (gained, set) = (unheard(Primitive::Gain) && unheard(Primitive::Lose), unheard(Primitive::Set));
    let stuff = |id: StateId| p.nouns.stuff.iter().any(|s| s.on.iter().any(|(_, state)| *state == id));
    let quick = |(i, def): (usize, &StateDef)| {
        let (counter, min, max) = match def.kind {
            StateKind::Counter { min, max } => (true, min.max(Word::MIN + 1), max.max(min)),
            _ => (false, Word::MIN, Word::MAX),
        };
        let id = StateId::from_index(i);
        let (risen, fallen) = (Changed::state(id), Changed::fallen(id));
        // Of what is secret it is kept in mind where it came from.
        let gains = gained && counter && !stuff(id) && !def.secret;
        let sets = set && !def.secret;
        QuickState { first: def.first_slot, len: def.len, on: def.on, min, max, risen, fallen, gains, sets }
    };
    p.quick_states = p.nouns.states.iter().enumerate().map(quick).collect();
}

/// What a call of each action needs to know; told once the code stands where it stays.
pub(crate) fn calls(p: &mut Program) {
    let call = |info: &ActionInfo| {
        let unheard = info.body.is_some() && (info.unheard || info.only_lasting());
        let never_fails = info.fallible == Fallible::Never;
        QuickCall {
            body: info.body.unwrap_or(0),
            asked: info.asked_body.or(info.body).unwrap_or(0),
            params: info.params,
            registers: info.registers.max(info.params),
            unheard,
            free: unheard && (never_fails || info.checks_itself),
            unless_lasting: !info.unheard,
        }
    };
    p.calls = p.actions.iter().map(call).collect();
}

/// The sorts of each group of stuff as actors hold them.
pub(crate) fn group_pieces(c: &mut Compiler<'_>) {
    let nouns = &c.tree.nouns;
    let piece = |group: &StuffGroupDef, stuff: StuffId| {
        let def = nouns.stuff.get(stuff.index());
        let state = def.and_then(|def| def.on.iter().find(|(class, _)| *class == Class::Actor));
        let first = state.and_then(|(_, state)| nouns.states.get(state.index())).map(|state| state.first_slot);
        let worth = match group.worth {
            None => def.map(|def| def.worth),
            Some(value) => c.tree.values.get(value.index()).and_then(|value| plain_worth(nouns, value, stuff)),
        };
        Piece { stuff, first, worth: worth.map(Reg::from) }
    };
    let pieces = |group: &StuffGroupDef| {
        let mut pieces: Vec<Piece> = group.members.iter().map(|stuff| piece(group, *stuff)).collect();
        pieces.sort_by_key(|piece| piece.stuff.0);
        pieces.dedup_by_key(|piece| piece.stuff.0);
        pieces
    };
    c.p.group_pieces = nouns.stuff_groups.iter().map(pieces).collect();
}

/// What a value says that one piece is worth, where it only says what is written with the sort.
fn plain_worth(nouns: &Nouns, value: &ValueDef, stuff: StuffId) -> Option<Word> {
    let ExprKind::Lookup(list, of) = &value.expr.kind else { return None };
    // The payer comes first, then the sort.
    let of_sort = of.kind == ExprKind::Local(LocalId::from_index(1));
    let plain = of_sort && value.at_least.is_none() && value.at_most.is_none();
    let word = nouns.lists.get(*list).and_then(|list| list.get(stuff.index())).copied();
    word.filter(|word| plain && *word != ABSENT)
}

/// The lines that are asked for as bits of their members, where all of those fit.
pub(crate) fn line_sets(c: &mut Compiler<'_>) {
    let list = |index: usize| {
        let (start, len) = c.p.list_index.get(index).copied().unwrap_or((0, 0));
        c.p.list_data.get(start as usize..(start + len) as usize).unwrap_or(&[])
    };
    let bits =
        |line: &[Word]| line.iter().try_fold(0u64, |bits, w| Some(bits | 1u64.checked_shl(u32::try_from(*w).ok()?)?));
    let set = |(_, _, index): &(BoardId, u16, u32)| {
        let numbers = list(*index as usize).iter();
        let lines: Vec<u64> = numbers.map(|n| bits(list(usize::try_from(*n).ok()?))).collect::<Option<_>>()?;
        let all = lines.iter().fold(0, |all, line| all | line);
        Some(LineSet { list: c.list_constant(*index as usize), members: 64 - all.leading_zeros() as usize, lines })
    };
    c.p.line_sets = c.p.lines.iter().filter_map(set).collect();
}

fn class_len(nouns: &Nouns, class: Class) -> usize {
    match class {
        Class::Game => 1,
        Class::Actor => nouns.actors.len(),
        Class::Seat => nouns.seats.len(),
        Class::Component => nouns.components.len(),
        Class::Space => nouns.spaces.len(),
        Class::Unit => nouns.units.len(),
    }
}

/// The place of a zone that has the same owner, or the table's.
fn related(nouns: &Nouns, zone: ZoneId, owner: Owner) -> Option<PlaceId> {
    let def = nouns.zones.get(zone.index())?;
    let offset = match (def.per, owner) {
        (Class::Game, _) => 0,
        (Class::Actor, Owner::Actor(a)) => a.0,
        (Class::Seat, Owner::Seat(s)) => s.0,
        (Class::Seat, Owner::Actor(a)) => nouns.actors.get(a.index())?.seat?.0,
        (Class::Space, Owner::Space(s)) => s.0,
        _ => return None,
    };
    Some(PlaceId(def.first_place.0 + offset))
}

/// Which seats see the cards of a place, as bits.
fn sight(nouns: &Nouns, faces: Faces, owner: Owner) -> u32 {
    let owner_seat = match owner {
        Owner::Actor(a) => nouns.actors.get(a.index()).and_then(|a| a.seat),
        Owner::Seat(s) => Some(s),
        Owner::Game | Owner::Space(_) => None,
    };
    let own = owner_seat.map_or(0, |s| 1u32 << (s.0 & 31));
    match faces {
        Faces::Up => u32::MAX,
        Faces::Down | Faces::Each => 0,
        Faces::Owner => own,
        // The last bit stands for those who only look on: they see what everybody sees.
        Faces::Others if own == 0 => u32::MAX,
        Faces::Others => !(own | 1 << 31),
    }
}

/// Steps between all pairs of spaces.
fn distances(nouns: &Nouns) -> Vec<u8> {
    let n = nouns.spaces.len();
    let mut all = vec![u8::MAX; n * n];
    for from in 0..n {
        let mut reached = vec![from];
        let mut seen = vec![false; n];
        if let Some(place) = seen.get_mut(from) {
            *place = true;
        }
        let mut steps = vec![0u8];
        let mut at = 0;
        while let (Some(space), Some(step)) = (reached.get(at).copied(), steps.get(at).copied()) {
            at += 1;
            if let Some(place) = all.get_mut(from * n + space) {
                *place = step;
            }
            for next in nouns.spaces.get(space).map_or(&[][..], |s| &s.neighbours) {
                if let Some(place) = seen.get_mut(next.index()).filter(|place| !**place) {
                    *place = true;
                    reached.push(next.index());
                    steps.push(step.saturating_add(1));
                }
            }
        }
    }
    all
}

/// The constant list of all straight lines of a length: a list of list numbers.
pub(crate) fn lines(c: &mut Compiler<'_>, board: BoardId, length: u16) -> u32 {
    if let Some((_, _, index)) = c.p.lines.iter().find(|(b, n, _)| *b == board && *n == length) {
        return *index;
    }
    let mut found: Vec<Vec<i32>> = Vec::new();
    if let Some(def) = c.tree.nouns.boards.get(board.index())
        && let BoardShape::Grid { columns, rows } = def.shape
    {
        let (columns, rows, n) = (i32::from(columns), i32::from(rows), i32::from(length));
        let first = i32::from(def.first_space.0);
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            for y in 0..rows {
                for x in 0..columns {
                    let (end_x, end_y) = (x + dx * (n - 1), y + dy * (n - 1));
                    if (0..columns).contains(&end_x) && (0..rows).contains(&end_y) {
                        found.push((0..n).map(|k| first + (y + dy * k) * columns + x + dx * k).collect());
                    }
                }
            }
        }
    }
    let numbers: Vec<i32> = found.iter().map(|line| c.constant_list(line) as i32).collect();
    let index = c.constant_list(&numbers);
    c.p.lines.push((board, length, index));
    index
}

impl Compiler<'_> {
    /// The number of a constant list, known ones taken again.
    pub(crate) fn constant_list(&mut self, words: &[i32]) -> u32 {
        let known = self
            .p
            .list_index
            .iter()
            .position(|&(start, len)| self.p.list_data.get(start as usize..(start + len) as usize) == Some(words));
        if let Some(at) = known {
            return at as u32;
        }
        let start = self.p.list_data.len() as u32;
        self.p.list_data.extend_from_slice(words);
        self.p.list_index.push((start, words.len() as u32));
        self.p.list_index.len() as u32 - 1
    }

    /// The register of a constant; none where there is no room for another.
    pub(crate) fn constant(&mut self, value: Reg) -> Option<R> {
        if let Some(known) = self.constants.get(&value) {
            return Some(*known);
        }
        let r = u16::try_from(self.p.constants.len()).ok()?.checked_add(FIRST_CONSTANT).filter(|r| *r < FIRST_SLOT)?;
        self.p.constants.push(value);
        self.constants.insert(value, r);
        Some(r)
    }

    /// The players or the turn order as a constant list, where neither ever changes.
    pub(crate) fn all_players(&mut self, f: Function) -> Option<u32> {
        let words = self.players_always(f)?;
        Some(self.constant_list(&words))
    }

    /// Who sits beside each actor, as a constant list, where nobody ever leaves the game.
    pub(crate) fn all_neighbours(&mut self, f: Function) -> Option<u32> {
        let players = self.players_always(Function::Players)?;
        let beside = |actor: i32| match f {
            Function::Right => players.iter().rev().find(|p| **p < actor).or(players.last()),
            _ => players.iter().find(|p| **p > actor).or(players.first()),
        };
        let all: Option<Vec<i32>> =
            (0..self.tree.nouns.actors.len() as i32).map(|actor| beside(actor).copied()).collect();
        Some(self.constant_list(&all?))
    }

    /// The players as words.
    pub(crate) fn players_always(&self, f: Function) -> Option<Vec<i32>> {
        let fixed = match f {
            Function::Players => !self.has_eliminate,
            Function::TurnOrder => !self.has_eliminate && !self.has_first_player,
            _ => false,
        };
        let actors = self.tree.nouns.actors.iter().enumerate();
        fixed.then(|| actors.filter(|(_, a)| a.takes_turns).map(|(i, _)| i as i32).collect())
    }

    /// Whether each actor has the seat of its own number, so that the one stands for the other.
    pub(crate) fn seats_are_actors(&self) -> bool {
        let nouns = &self.tree.nouns;
        nouns.actors.iter().enumerate().all(|(i, actor)| actor.seat == Some(SeatId::from_index(i)))
    }

    /// The handle of a constant list.
    pub(crate) fn list_constant(&self, index: usize) -> Reg {
        self.p.list_index.get(index).map_or(NONE, |&(start, len)| list_handle(start as usize, len as usize, true))
    }
}

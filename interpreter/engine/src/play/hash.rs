//! A position as a row of words that says all that matters and nothing else: equal positions have equal rows. Left out
//! are keys, numbers that were only handed out, stale registers, free memory, which of two equal cards is which, and in
//! what order a bag is kept.

use crate::ids::*;
use crate::program::Program;
use crate::program::nouns::{ABSENT, Class, StateKind, Type, Word, ZoneOrder};
use crate::program::op::{NO_REG, R};
use crate::state::keys::mix;
use crate::state::stack::*;
use crate::state::{CAPTURES, Ending, LastingEnd, State};

/// The row of a position.
pub(crate) fn canonical(program: &Program, state: &State) -> Vec<u64> {
    canonical_in(program, state, Vec::with_capacity(256))
}

fn canonical_in(program: &Program, state: &State, words: Vec<u64>) -> Vec<u64> {
    let mut row = Row { program, state, words, groups: Vec::new(), seats: 0 };
    row.seats = (1u32 << program.nouns.seats.len().min(31)) - 1;
    row.table();
    // Of a game that is over only the table is left.
    if matches!(state.flow.end, Ending::Over { .. }) {
        return row.words;
    }
    row.stack(&state.stack);
    for lane in 0..state.lanes.len() {
        row.lane(lane);
    }
    row.words
}

/// A stable number of a position.
pub(crate) fn hash(program: &Program, state: &State) -> u64 {
    hash_in(program, state, &mut Vec::with_capacity(256))
}

/// The same in memory that is used again.
pub(crate) fn hash_in(program: &Program, state: &State, row: &mut Vec<u64>) -> u64 {
    row.clear();
    *row = canonical_in(program, state, std::mem::take(row));
    row.iter().copied().fold(0x51_7c_c1_b7_27_22_0a_95, mix)
}

/// The same, so wide that no two positions of a walk have one by accident.
pub(crate) fn wide_hash_in(program: &Program, state: &State, row: &mut Vec<u64>) -> u128 {
    let low = hash_in(program, state, row);
    let high = row.iter().copied().fold(0x2c_1b_3c_6d_a5_5e_4f_8b, mix);
    u128::from(high) << 64 | u128::from(low)
}

struct Row<'a> {
    program: &'a Program,
    state: &'a State,
    words: Vec<u64>,
    /// For each bag a number made of where its cards lie.
    groups: Vec<(u16, u64)>,
    seats: u32,
}

fn all(words: &[u64]) -> u64 {
    words.iter().fold(0, |key, word| mix(key, *word))
}

impl Row<'_> {
    fn push(&mut self, word: u64) {
        self.words.push(word);
    }

    /// What lies where, counters, memories, lasting effects, the flow.
    fn table(&mut self) {
        self.number_groups();
        self.slots();
        self.places();
        self.bags();
        self.memories();
        let mut uses: Vec<u64> = self
            .state
            .uses
            .iter()
            .filter(|u| u.count > 0)
            .map(|u| all(&[u64::from(u.limit), u.bearer as u64, u64::from(u.count)]))
            .collect();
        uses.sort_unstable();
        self.words.extend(uses);
        self.lasting();
        self.flow();
    }

    fn order(&self, place: PlaceId) -> ZoneOrder {
        let zone = self.program.nouns.places.get(place.index()).map(|p| p.zone);
        zone.and_then(|z| self.program.nouns.zones.get(z.index())).map_or(ZoneOrder::Set, |z| z.order)
    }

    fn number_groups(&mut self) {
        for place in 0..self.state.piles.len() {
            let place = PlaceId::from_index(place);
            let ordered = matches!(self.order(place), ZoneOrder::Pile | ZoneOrder::Row);
            for (i, id) in self.state.cards_in(place).enumerate() {
                let Some(card) = self.state.card(id).filter(|c| c.group != 0) else { continue };
                let here = all(&[u64::from(place.0), if ordered { i as u64 } else { 0 }]);
                match self.groups.iter_mut().find(|(group, _)| *group == card.group) {
                    Some((_, number)) => *number = number.wrapping_add(here),
                    None => self.groups.push((card.group, here)),
                }
            }
        }
    }

    /// A card as it lies: what it is, its face, who knows it, what is on it.
    fn card(&self, id: ComponentId) -> u64 {
        let Some(card) = self.state.card(id) else { return 0 };
        let group = self.groups.iter().find(|(g, _)| *g == card.group && *g != 0).map(|(_, number)| *number);
        let what = match group {
            None => all(&[1, u64::from(card.design.0), u64::from(card.up)]),
            Some(number) if card.fixed_face => all(&[2, number, u64::from(card.up)]),
            Some(number) => all(&[3, number]),
        };
        let states = self
            .program
            .card_states
            .iter()
            .fold(what, |key, of| mix(key, self.state.read(of.first_slot + u32::from(id.0)) as u64));
        let told = (0..self.program.nouns.seats.len()).fold(0, |key, seat| {
            let facts = self.state.lore.told(id, seat).map(|set| set.iter().fold(seat as u64 + 1, |k, w| mix(k, *w)));
            facts.fold(key, u64::wrapping_add)
        });
        all(&[states, u64::from(card.known & self.seats), told])
    }

    /// A card that something refers to: as it lies, and where.
    fn reference(&self, id: ComponentId) -> u64 {
        let Some(card) = self.state.card(id) else { return 0 };
        let ordered = matches!(self.order(card.place), ZoneOrder::Pile | ZoneOrder::Row);
        let position = if ordered { u64::from(self.state.position(id)) } else { 0 };
        all(&[self.card(id), u64::from(card.place.0), position])
    }

    fn value(&self, ty: &Type, value: Word) -> u64 {
        match (ty, u16::try_from(value)) {
            (Type::Component(_), Ok(id)) => self.reference(ComponentId(id)),
            _ => value as u64,
        }
    }

    fn slots(&mut self) {
        for def in self.program.nouns.states.iter().filter(|d| d.on != Class::Component) {
            for slot in def.first_slot..def.first_slot + def.len {
                let value = self.state.read(slot);
                let word = match &def.kind {
                    StateKind::Value(ty) => self.value(ty, value),
                    _ => value as u64,
                };
                self.push(word);
            }
        }
        for stuff in &self.program.nouns.stuff {
            self.push(self.state.read(stuff.supply_slot) as u64);
        }
    }

    fn places(&mut self) {
        for place in 0..self.state.piles.len() {
            let place = PlaceId::from_index(place);
            let first = self.words.len();
            for id in self.state.cards_in(place) {
                let card = self.card(id);
                self.push(card);
            }
            if !matches!(self.order(place), ZoneOrder::Pile | ZoneOrder::Row)
                && let Some(cards) = self.words.get_mut(first..)
            {
                cards.sort_unstable();
            }
            self.push(mix(7, place.index() as u64));
        }
    }

    fn bags(&mut self) {
        let mut bags: Vec<u64> = Vec::new();
        for (group, number) in &self.groups {
            let cards = self.state.cards.iter().filter(|c| c.group == *group);
            bags.extend(cards.map(|c| all(&[*number, u64::from(c.design.0), u64::from(c.up)])));
        }
        bags.sort_unstable();
        self.words.extend(bags);
    }

    fn memories(&mut self) {
        for (i, def) in self.program.nouns.memories.iter().enumerate() {
            let first = self.program.memory_offsets.get(i).copied().unwrap_or(0) as usize;
            let size = def.max as usize + 1;
            for bearer in 0..crate::state::class_len(self.program, def.on) {
                let start = first + bearer * size;
                let len = self.state.memory.get(start).copied().unwrap_or(0).max(0) as usize;
                self.push(len as u64);
                for at in 0..len {
                    let value = self.state.memory.get(start + 1 + at).copied().unwrap_or(0);
                    let word = self.value(&def.of, value);
                    self.push(word);
                }
            }
        }
    }

    fn lasting(&mut self) {
        let mut blocks: Vec<u32> = Vec::new();
        for lasting in &self.state.lasting {
            let block = blocks.iter().position(|b| *b == lasting.block).unwrap_or_else(|| {
                blocks.push(lasting.block);
                blocks.len() - 1
            });
            let until = match lasting.until {
                LastingEnd::Game => 1,
                LastingEnd::Turn => 2,
                LastingEnd::Round => 3,
                LastingEnd::Phase(phase) => 4 | u64::from(phase.0) << 8,
                LastingEnd::NextTurn(actor) => 5 | u64::from(actor.0) << 8,
            };
            let head = [u64::from(lasting.hook.0), until, u64::from(lasting.once), block as u64];
            self.words.extend(head);
            self.captured(lasting.me, lasting.this, &lasting.captures);
        }
        for later in &self.state.later {
            self.push(u64::from(later.code));
            self.captured(later.me, later.this, &later.captures);
        }
    }

    fn captured(&mut self, me: Word, this: Word, captures: &[Reg; CAPTURES]) {
        self.push(me as u64);
        self.this(this);
        for value in captures {
            self.register(*value, &[]);
        }
    }

    fn this(&mut self, this: Word) {
        let word = u16::try_from(this).map_or(this as u64, |id| self.reference(ComponentId(id)));
        self.push(word);
    }

    fn flow(&mut self) {
        let flow = &self.state.flow;
        let end = match flow.end {
            Ending::No => 0,
            Ending::Said { how, who, reason } => all(&[1, how as u64, u64::from(who), u64::from(reason)]),
            Ending::Over { how, who, reason } => all(&[2, how as u64, u64::from(who), u64::from(reason)]),
        };
        let flags = [flow.ending_turn, flow.finishing, flow.quiet, flow.dirty];
        let flags = flags.iter().fold(0, |bits, flag| bits << 1 | u64::from(*flag));
        let numbers = [flow.round, flow.turn, flow.active, flow.first, flow.ending_phase];
        self.words.extend(numbers.iter().map(|n| *n as u64));
        self.words.extend([flags, u64::from(flow.at_once), end]);
    }

    /// Frames, each with the registers that are in use, and the open question.
    fn stack(&mut self, stack: &Stack) {
        for (i, frame) in stack.frames.iter().enumerate() {
            self.frame(stack, frame);
            let next = stack.frames.get(i + 1);
            let end = next.map_or(stack.regs.len(), |next| next.base as usize);
            // What is called has not given anything yet.
            let awaited = next.map_or(NO_REG, |next| next.give);
            self.registers(stack, frame, end, awaited);
        }
        for region in &stack.regions {
            let head = [u64::from(region.frame), u64::from(region.fail), u64::from(region.outer)];
            self.words.extend(head);
            let rest = [u64::from(region.abilities), u64::from(region.at_once), u64::from(region.lenient)];
            self.words.extend(rest);
            self.push(region.me as u64);
        }
        let asked = match stack.pending.asked {
            Asked::Nobody => 0,
            Asked::Actor(actor) => 2 + u64::from(actor.0),
            Asked::Chance => 1,
        };
        self.push(asked);
        if stack.pending.asked != Asked::Nobody {
            let pending = &stack.pending;
            self.words.extend([pending.question as u64, u64::from(pending.info)]);
            self.words.extend([u64::from(pending.min), u64::from(pending.max)]);
            if let Some(answer) = pending.answer {
                self.words.extend([1 + u64::from(answer.tag), answer.value as u64, answer.weight]);
            }
            if pending.question == Question::Draw {
                self.this(pending.subject);
            }
        }
        self.push(u64::from(stack.abilities) << 1 | u64::from(stack.done));
    }

    fn frame(&mut self, stack: &Stack, frame: &Frame) {
        let happened = frame.effects != self.state.flow.effects;
        let head = [frame.kind as u64, frame.stage as u64, u64::from(frame.pc), u64::from(happened)];
        self.words.extend(head);
        self.push(frame.me as u64);
        self.this(frame.this);
        let rest = [u64::from(frame.region), u64::from(frame.subject), u64::from(frame.give), u64::from(frame.index)];
        self.push(frame.who as u64);
        self.words.extend(rest);
        self.register(frame.noted, &stack.lists);
        self.register(frame.used, &stack.lists);
    }

    fn registers(&mut self, stack: &Stack, frame: &Frame, end: usize, awaited: R) {
        let code = frame.kind.runs_ops();
        let live = self.program.live.get(frame.pc as usize).filter(|_| code);
        for (i, value) in stack.regs.get(frame.base as usize..end).unwrap_or(&[]).iter().enumerate() {
            let settle = frame.kind == FrameKind::Settle && i == 1;
            if settle {
                // How many effects there were when a rule last acted: only whether there were more since matters.
                self.push(u64::from(*value == Reg::from(self.state.flow.effects)));
            } else if i as R != awaited && live.is_none_or(|live| live.has(i as R)) {
                self.register(*value, &stack.lists);
            }
        }
    }

    /// A register: a word, perhaps a card, perhaps a list; it does not say which, so all that it may mean counts.
    fn register(&mut self, value: Reg, lists: &[Word]) {
        let (start, len, constant) = list_parts(value);
        let list = if constant || len == 0 { None } else { lists.get(start..start.saturating_add(len)) };
        match list {
            Some(words) if start > 0 => {
                self.push(mix(11, len as u64));
                self.items(words);
            }
            Some(words) => {
                self.push(value as u64);
                self.items(words);
            }
            None => {
                self.push(value as u64);
                if let Ok(id) = u16::try_from(value) {
                    let word = self.reference(ComponentId(id));
                    self.push(word);
                }
            }
        }
    }

    fn items(&mut self, words: &[Word]) {
        for word in words {
            self.push(*word as u64);
            if let Ok(id) = u16::try_from(*word) {
                let word = self.reference(ComponentId(id));
                self.push(word);
            }
        }
    }

    /// A lane of a `together` with its own table.
    fn lane(&mut self, lane: usize) {
        let Some(stack) = self.state.lanes.get(lane).filter(|l| l.lane_of != ABSENT) else { return };
        let own = self.state.seen_by_lane(lane);
        let mut row = Row {
            program: self.program,
            state: &own,
            words: std::mem::take(&mut self.words),
            groups: Vec::new(),
            seats: self.seats,
        };
        row.push(stack.lane_of as u64);
        row.table();
        row.stack(stack);
        self.words = row.words;
    }
}

//! The table as somebody sees it: the only way out of the engine for what lies where.

use std::collections::BTreeMap;
use std::fmt;

use super::{price, seat_name};
use crate::ids::*;
use crate::program::Program;
use crate::program::nouns::{
    ABSENT, BoardShape, Class, Faces, Owner, StateDef, StateKind, StuffDef, Type, Word, ZoneDef, ZoneOrder,
};
use crate::state::State;
use crate::trace::{actor_name, card_name, counted_state, state_heading, state_label, word_name};
use crate::vm::{knows, seen_order};
use crate::words::Phrase;

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    Seat(usize),
    /// Sees what everybody sees.
    Spectator,
    /// Sees all: for tests and traces.
    All,
}

impl Viewer {
    /// The seat whose knowledge this viewer has; none for one who sees all.
    pub(crate) fn seats(self) -> Vec<SeatId> {
        match self {
            Viewer::All => Vec::new(),
            Viewer::Seat(seat) => vec![SeatId::from_index(seat)],
            Viewer::Spectator => vec![SPECTATOR],
        }
    }

    /// Whether this viewer is one of the seats that see something, as bits.
    pub(crate) fn is_among(self, seats: u32) -> bool {
        self.seats().iter().all(|seat| seats & (1 << (seat.0 & 31)) != 0)
    }

    fn is_seat(self) -> bool {
        matches!(self, Viewer::Seat(_))
    }

    /// Whether this viewer knows a card.
    pub(crate) fn knows(self, program: &Program, state: &State, card: ComponentId) -> bool {
        match self {
            Viewer::All => true,
            Viewer::Seat(seat) => knows(program, state, Some(SeatId::from_index(seat)), card),
            Viewer::Spectator => knows(program, state, Some(SPECTATOR), card),
        }
    }
}

/// Whoever sits at no seat: the bit of all masks that stands for what is shown to everybody.
pub(crate) const SPECTATOR: SeatId = SeatId(31);

/// Lines of a table, in the order a person reads them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    pub lines: Vec<String>,
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines.join("\n"))
    }
}

pub(crate) fn view(program: &Program, state: &State, viewer: Viewer) -> View {
    let table = Table::new(program, state, viewer);
    let mut lines = vec![table.heading()];
    lines.extend(table.states(Class::Game, 0).map(|s| format!("  {s}")));
    lines.extend(table.supplies());
    for board in 0..program.nouns.boards.len() {
        lines.extend(table.board(BoardId::from_index(board)));
    }
    lines.extend(table.zones(Owner::Game));
    for actor in 0..program.nouns.actors.len() {
        lines.extend(table.actor(actor));
    }
    View { lines }
}

pub(super) struct Table<'a> {
    pub(super) program: &'a Program,
    pub(super) state: &'a State,
    pub(super) viewer: Viewer,
    /// What stands beside cards that are on offer.
    on_offer: BTreeMap<ComponentId, String>,
}

impl<'a> Table<'a> {
    pub(super) fn new(program: &'a Program, state: &'a State, viewer: Viewer) -> Table<'a> {
        Table { program, state, viewer, on_offer: price::on_the_table(program, state, viewer) }
    }

    fn heading(&self) -> String {
        let flow = &self.state.flow;
        let round = flow.round.max(1);
        if flow.active == ABSENT {
            return self.program.say(Phrase::Heading, &[&round]);
        }
        self.program.say(Phrase::HeadingOfTurn, &[&round, &actor_name(self.program, flow.active)])
    }

    /// A line with its head: `hand: …`.
    fn headed(&self, head: &str, rest: &str) -> String {
        self.program.say(Phrase::Headed, &[&head, &rest])
    }

    /// Counters, flags and values of one bearer, those that say nothing left out.
    pub(super) fn states(&self, class: Class, bearer: usize) -> impl Iterator<Item = String> + '_ {
        let nouns = &self.program.nouns;
        let hidden = move |id: usize| {
            let owner = nouns.seat_of_state(StateId::from_index(id), bearer as Word);
            self.viewer != Viewer::All && owner.map(|seat| Viewer::Seat(seat.index())) != Some(self.viewer)
        };
        let of_class = move |(id, def): &(usize, &StateDef)| {
            def.on == class && nouns.bears(def, bearer) && self.tells(def.shown) && !(def.secret && hidden(*id))
        };
        let states = nouns.states.iter().enumerate().filter(of_class).filter_map(move |(i, def)| {
            if Some(StateId::from_index(i)) == nouns.actor_at || Some(StateId::from_index(i)) == nouns.unit_at {
                return None;
            }
            if StateId::from_index(i) == nouns.alive {
                return None;
            }
            let value = self.state.read(def.first_slot + bearer as u32);
            let label = |number: Word| state_label(self.program, def, number);
            match &def.kind {
                StateKind::Flag => (value == 1).then(|| label(1)),
                StateKind::Counter { .. } => {
                    let start = def.start.get(bearer).or(def.start.last()).copied().unwrap_or(0);
                    let always = matches!(class, Class::Actor | Class::Seat);
                    // Before its number a label is a heading: `points 1`.
                    (value != 0 || start != 0 || always)
                        .then(|| format!("{} {value}", state_heading(self.program, def)))
                }
                StateKind::Value(Type::Bool) => (value == 1).then(|| label(1)),
                StateKind::Value(ty) => (value != ABSENT).then(|| format!("{} {}", label(1), self.word(ty, value))),
            }
        });
        states.chain(self.memories(class, bearer))
    }

    /// Whether the viewer is told of something: what is only there for the rules is told to those who see all.
    fn tells(&self, shown: bool) -> bool {
        shown || self.viewer == Viewer::All
    }

    /// What a bearer remembers: `damaged slots Dawn of Time, End of Times`.
    fn memories(&self, class: Class, bearer: usize) -> impl Iterator<Item = String> + '_ {
        let memories = self.program.nouns.memories.iter().enumerate();
        let of_class = memories.filter(move |(_, def)| def.on == class && self.tells(def.shown));
        of_class.filter_map(move |(id, def)| {
            let words = self.state.remembered(self.program, MemoryId::from_index(id), bearer);
            let names: Vec<String> = words.iter().map(|word| self.word(&def.of, *word)).collect();
            let label = def.labels.many(self.program.language);
            (!names.is_empty()).then(|| format!("{label} {}", names.join(", ")))
        })
    }

    /// A word as the viewer may know it. Of a card that is not known not even the place is told: it may move unseen.
    pub(super) fn word(&self, ty: &Type, value: Word) -> String {
        match (ty, u16::try_from(value)) {
            (Type::Component(_), Ok(id)) if !self.viewer.knows(self.program, self.state, ComponentId(id)) => {
                self.program.word(Phrase::ACard)
            }
            _ => word_name(self.program, self.state, ty, value),
        }
    }

    fn supplies(&self) -> Vec<String> {
        let stuff = self.program.nouns.stuff.iter().enumerate();
        let limited = stuff.filter(|(i, s)| s.supply.is_some() && s.account_of.index() == *i);
        let amount = |s: &StuffDef| {
            let left = self.state.read(s.supply_slot);
            format!("{left} {}", s.labels.counted(self.program.language, left))
        };
        let parts: Vec<String> = limited.map(|(_, s)| amount(s)).collect();
        let line = || format!("  {}", self.program.say(Phrase::SupplyOf, &[&parts.join(", ")]));
        if parts.is_empty() { Vec::new() } else { vec![line()] }
    }

    pub(super) fn actor(&self, actor: usize) -> Vec<String> {
        let Some(def) = self.program.nouns.actors.get(actor) else { return Vec::new() };
        let alive = self.state.read(
            self.program.nouns.states.get(self.program.nouns.alive.index()).map_or(0, |s| s.first_slot) + actor as u32,
        ) == 1;
        let mut parts: Vec<String> = self.states(Class::Actor, actor).collect();
        if let Some(at) = self.program.nouns.actor_at.and_then(|s| self.program.nouns.states.get(s.index())) {
            let space = self.state.read(at.first_slot + actor as u32);
            if space != ABSENT {
                let space = word_name(self.program, self.state, &Type::Space(SpaceKindId(0)), space);
                parts.push(self.program.say(Phrase::At, &[&space]));
            }
        }
        if !alive {
            parts.push(self.program.word(Phrase::Out));
        }
        let seat = def.seat.filter(|_| {
            // What belongs to a seat stands with the first of its actors.
            self.program.nouns.actors.iter().position(|a| a.seat == def.seat) == Some(actor)
        });
        let alone = self.program.nouns.actors.iter().filter(|a| a.seat == def.seat).count() == 1;
        let of_seat: Vec<String> = seat.iter().flat_map(|s| self.states(Class::Seat, s.index())).collect();
        if alone {
            parts.extend(of_seat.iter().cloned());
        }
        let head = self.headed(&actor_name(self.program, actor as Word), &parts.join(", "));
        let mut lines = vec![head.trim_end_matches([':', ' ']).to_owned()];
        lines.extend(self.zones(Owner::Actor(ActorId::from_index(actor))));
        if let Some(seat) = seat {
            if !alone && !of_seat.is_empty() {
                let line = self.headed(&seat_name(self.program, seat.index()), &of_seat.join(", "));
                lines.push(format!("  {line}"));
            }
            lines.extend(self.zones(Owner::Seat(seat)));
        }
        lines
    }

    fn zones(&self, owner: Owner) -> Vec<String> {
        let nouns = &self.program.nouns;
        let places = nouns.places.iter().enumerate().filter(|(_, p)| p.owner == owner);
        places
            .filter_map(|(i, p)| {
                let zone = nouns.zones.get(p.zone.index())?;
                let line = self.zone(zone, PlaceId::from_index(i))?;
                Some(format!("  {line}"))
            })
            .collect()
    }

    /// A zone on one line; nothing where it is empty and the table's.
    pub(super) fn zone(&self, zone: &ZoneDef, place: PlaceId) -> Option<String> {
        let cards = seen_order(self.program, self.state, &self.viewer.seats(), place);
        if cards.is_empty() {
            return None;
        }
        let named = |c: &ComponentId| self.viewer.knows(self.program, self.state, *c) || self.told(*c).is_some();
        let known: Vec<ComponentId> = cards.iter().copied().filter(named).collect();
        let name = zone.labels.one(self.program.language);
        if known.is_empty() && zone.secret {
            return Some(self.headed(name, "?"));
        }
        let many = if cards.len() == 1 { Phrase::OneCard } else { Phrase::Cards };
        if known.is_empty() {
            return Some(self.headed(name, &self.program.say(many, &[&cards.len()])));
        }
        let shown: Vec<String> = if known.len() == cards.len() || zone.order != ZoneOrder::Set {
            cards.iter().map(|c| self.card(*c, zone)).collect()
        } else {
            let mut shown: Vec<String> = known.iter().map(|c| self.card(*c, zone)).collect();
            let unknown = cards.len() - known.len();
            let phrase = if unknown == 1 { Phrase::OneUnknown } else { Phrase::Unknown };
            shown.push(self.program.say(phrase, &[&unknown]));
            shown
        };
        // In a heap of many the order says nothing: equal cards together.
        let mut shown = shown;
        if zone.order == ZoneOrder::Set && cards.len() > 12 {
            shown.sort();
        }
        Some(self.headed(name, &merge(shown).join(", ")))
    }

    fn card(&self, card: ComponentId, zone: &ZoneDef) -> String {
        if !self.viewer.knows(self.program, self.state, card) {
            return self.told(card).map_or_else(|| "?".into(), |told| format!("? ({told})"));
        }
        let name = card_name(self.program, self.state, card);
        let mut states: Vec<String> = self.on_offer.get(&card).cloned().into_iter().collect();
        states.extend(self.states(Class::Component, card.index()));
        let down = match zone.faces {
            Faces::Each => self.state.card(card).is_some_and(|c| !c.up && (c.group == 0 || c.fixed_face)),
            // One who knows it is told that others do not.
            Faces::Down => self.viewer.is_seat() && !Viewer::Spectator.knows(self.program, self.state, card),
            _ => false,
        };
        if down {
            states.push(self.program.word(Phrase::FaceDown));
        }
        if states.is_empty() { name } else { format!("{name} ({})", states.join(", ")) }
    }

    /// What the viewer was told about a card that it does not know.
    fn told(&self, card: ComponentId) -> Option<String> {
        let seat = self.viewer.seats().first().copied()?;
        super::told::told(self.program, self.state, seat, card)
    }

    fn board(&self, id: BoardId) -> Vec<String> {
        let nouns = &self.program.nouns;
        let Some(board) = nouns.boards.get(id.index()) else { return Vec::new() };
        match board.shape {
            BoardShape::Grid { columns, rows } => self.grid(board.first_space.index(), columns as usize, rows as usize),
            _ => {
                let spaces = nouns.spaces.iter().enumerate().filter(|(_, s)| s.board == id);
                spaces
                    .map(|(i, s)| (self.space(i), s))
                    .filter(|(text, _)| !text.is_empty())
                    .map(|(text, s)| {
                        let line = self.headed(s.labels.one(self.program.language), &text);
                        let owner = s.owner.map(|a| actor_name(self.program, i32::from(a.0)));
                        format!("  {}", owner.map_or(line.clone(), |owner| self.headed(&owner, &line)))
                    })
                    .collect()
            }
        }
    }

    /// Rows of a grid from the top, a column each.
    fn grid(&self, first: usize, columns: usize, rows: usize) -> Vec<String> {
        let mut lines = Vec::new();
        let cells: Vec<String> = (0..columns * rows)
            .map(|i| {
                let text = self.space(first + i);
                if text.is_empty() { ".".into() } else { text }
            })
            .collect();
        let width = cells.iter().map(|c| c.chars().count()).max().unwrap_or(1).max(2);
        for row in (0..rows).rev() {
            let line: Vec<String> = (0..columns)
                .filter_map(|column| cells.get(row * columns + column))
                .map(|cell| format!("{cell:<width$}"))
                .collect();
            lines.push(format!("  {:>2} {}", row + 1, line.join(" ")));
        }
        let names: Vec<String> = (0..columns)
            .map(|c| format!("{:<width$}", char::from(b'a' + u8::try_from(c).unwrap_or(0).min(25))))
            .collect();
        lines.push(format!("     {}", names.join(" ")));
        lines
    }

    /// What is on a space, in a few words.
    fn space(&self, space: usize) -> String {
        self.space_parts(space).join(", ")
    }

    /// The same, one by one.
    pub(super) fn space_parts(&self, space: usize) -> Vec<String> {
        let nouns = &self.program.nouns;
        let mut parts: Vec<String> = nouns
            .states
            .iter()
            .enumerate()
            .filter(|(_, d)| d.on == Class::Space && self.tells(d.shown && !d.secret))
            .filter(|(_, d)| nouns.bears(d, space))
            .filter_map(|(_, def)| {
                let value = self.state.read(def.first_slot + space as u32);
                match &def.kind {
                    StateKind::Value(_) if value == ABSENT => None,
                    StateKind::Value(Type::Bool) => (value == 1).then(|| state_label(self.program, def, 1)),
                    StateKind::Value(ty) => Some(self.word(ty, value)),
                    StateKind::Flag => (value == 1).then(|| state_label(self.program, def, 1)),
                    StateKind::Counter { .. } => (value != 0).then(|| counted_state(self.program, def, value)),
                }
            })
            .chain(self.memories(Class::Space, space))
            .collect();
        if let Some(at) = nouns.unit_at.and_then(|s| nouns.states.get(s.index())) {
            for unit in 0..nouns.units.len() {
                if self.state.read(at.first_slot + unit as u32) == space as Word {
                    let name = word_name(self.program, self.state, &Type::AnyUnit, unit as Word);
                    let states: Vec<String> = self.states(Class::Unit, unit).collect();
                    parts.push(if states.is_empty() { name } else { format!("{name} ({})", states.join(", ")) });
                }
            }
        }
        if let Some(at) = nouns.actor_at.and_then(|s| nouns.states.get(s.index())) {
            for actor in 0..nouns.actors.len() {
                if self.state.read(at.first_slot + actor as u32) == space as Word {
                    parts.push(actor_name(self.program, actor as Word));
                }
            }
        }
        parts.extend(self.zones(Owner::Space(SpaceId::from_index(space))).into_iter().map(|z| z.trim().to_owned()));
        parts
    }
}

/// Equal neighbours as one with their number.
fn merge(names: Vec<String>) -> Vec<String> {
    let mut merged: Vec<(String, usize)> = Vec::new();
    for name in names {
        match merged.last_mut() {
            Some((last, count)) if *last == name => *count += 1,
            _ => merged.push((name, 1)),
        }
    }
    merged.into_iter().map(|(name, count)| if count == 1 { name } else { format!("{count} x {name}") }).collect()
}

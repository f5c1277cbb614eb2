//! Counters, flags, states and memories: on what, between what, from what start, and their slots.

use super::types::{parse, type_of};
use super::written::{AttributeType, Written, literal_span};
use super::{Noun, Resolver};
use crate::check::names;
use crate::check::typing::until_of;
use crate::diagnostic::{Code, Diagnostic};
use crate::ids::*;
use crate::manifest::model::{Counter, Labels, StateVar};
use crate::program::nouns::{self, ABSENT, Class, KindSet, MemoryDef, StateDef, StateKind, Type, Until, Word};
use crate::source::Span;
use crate::syntax::ast::Name;
use crate::vocabulary::durations::{PERIODS, period};
use crate::vocabulary::{Sort, fields};

/// How many a memory keeps where nothing is said.
const MEMORY: u16 = 64;

/// Something of the manifest that becomes a state.
#[derive(Clone, Copy)]
enum Source<'a> {
    Counter(&'a Counter),
    Flag(&'a Counter),
    Value(&'a StateVar),
}

impl<'a> Source<'a> {
    fn name(self) -> &'a Name {
        match self {
            Source::Counter(item) | Source::Flag(item) => &item.name,
            Source::Value(item) => &item.name,
        }
    }
}

impl<'a> Resolver<'a> {
    fn state_sources(&self) -> Vec<Source<'a>> {
        let manifest = self.manifest;
        let counters = manifest.counters.iter().map(Source::Counter);
        let flags = manifest.flags.iter().map(Source::Flag);
        counters.chain(flags).chain(manifest.states.iter().map(Source::Value)).collect()
    }

    /// Names of states and memories. Two states of one name may be one state on two sorts of bearers (`level` of armies
    /// and of collectors); whether they are, is seen when the rows are made.
    pub(super) fn declare_states(&mut self) {
        let stands = self.manifest.actors.iter().any(|actor| actor.at.is_some());
        let mut next = 1 + usize::from(stands) + usize::from(!self.manifest.units.is_empty());
        for source in self.state_sources() {
            let name = source.name();
            let again = matches!(self.noun(&name.text), Some(Noun::State(_)));
            if !again && self.declare(name, Noun::State(StateId::from_index(next))) {
                next += 1;
            }
        }
        for (index, memory) in self.manifest.memories.iter().enumerate() {
            self.declare(&memory.name, Noun::Memory(MemoryId::from_index(index)));
        }
    }

    /// The rows, the engine's own first.
    pub(super) fn states(&mut self) {
        let none = Labels::default();
        let flag = |name: &str, on, kind, start| StateDef {
            name: name.to_string(),
            labels: names::common(&none, name),
            on,
            bearer: Type::Unknown,
            kind,
            first_slot: 0,
            len: 0,
            start: vec![start],
            until: Until::Never,
            secret: false,
            shown: true,
        };
        self.nouns.alive = self.push_state(flag("alive", Class::Actor, StateKind::Flag, 1), Type::Actor);
        for actor in self.manifest.actors.iter().filter(|actor| actor.at.is_some()) {
            let Some(kind) = actor.at.as_ref().and_then(|at| self.space_kind(at)) else { continue };
            if actor.decided_by.is_none() {
                self.symbols.actor_at = Some(kind);
            }
            if self.nouns.actor_at.is_none() {
                let kind = StateKind::Value(Type::Space(kind));
                self.nouns.actor_at = Some(self.push_state(flag("at", Class::Actor, kind, ABSENT), Type::Actor));
            }
        }
        if let Some(first) = self.nouns.unit_kinds.first() {
            let kind = StateKind::Value(Type::Space(first.at));
            self.nouns.unit_at = Some(self.push_state(flag("at", Class::Unit, kind, ABSENT), Type::AnyUnit));
        }
        for source in self.state_sources() {
            let Some(Noun::State(id)) = self.noun(&source.name().text).cloned() else { continue };
            let Some((row, on)) = self.state_row(source) else {
                // Without a row its id would be that of the next one.
                if id.index() >= self.nouns.states.len() {
                    self.symbols.nouns.remove(&source.name().text);
                }
                continue;
            };
            if id.index() < self.nouns.states.len() {
                self.same_state(id, &row, on, source.name());
            } else {
                let real = self.push_state(row, on);
                self.renumber(source.name(), real);
            }
        }
    }

    /// A row that could not be made leaves a gap: names after it get the ids that their rows have.
    fn renumber(&mut self, name: &Name, id: StateId) {
        if let Some(declared) = self.symbols.nouns.get_mut(&name.text) {
            declared.what = Noun::State(id);
        }
    }

    /// Adds a row and hands out its slots.
    pub(super) fn push_state(&mut self, mut row: StateDef, on: Type) -> StateId {
        let id = StateId::from_index(self.nouns.states.len());
        row.bearer = on.clone();
        row.first_slot = self.nouns.slot_count;
        row.len = u32::try_from(self.members(row.on)).unwrap_or(u32::MAX);
        self.nouns.slot_count = self.nouns.slot_count.saturating_add(row.len);
        self.nouns.states.push(row);
        self.symbols.state_on.push(on);
        id
    }

    /// A second declaration of a name: the same state on more bearers, or a clash.
    fn same_state(&mut self, id: StateId, row: &StateDef, on: Type, name: &Name) {
        let first = self.nouns.states.get(id.index());
        let same = first.is_some_and(|first| {
            (first.on, &first.kind, &first.start, first.until) == (row.on, &row.kind, &row.start, row.until)
                && first.shown == row.shown
        });
        let known = self.symbols.state_on.get(id.index()).cloned().unwrap_or(Type::Unknown);
        if same && known != on && row.on != Class::Actor {
            let both = match (known, on) {
                (Type::Component(a), Type::Component(b)) => Type::Component(a.with(b)),
                (Type::Unit(_) | Type::AnyUnit, _) => Type::AnyUnit,
                _ => Type::Unknown,
            };
            if let Some(row) = self.nouns.states.get_mut(id.index()) {
                row.bearer = both.clone();
            }
            if let Some(known) = self.symbols.state_on.get_mut(id.index()) {
                *known = both;
            }
            return;
        }
        let span = self.symbols.nouns.get(&name.text).map_or(name.span, |declared| declared.span);
        let message = format!("there are two counters, flags or states called `{}`", name.text);
        let found = Diagnostic::new(Code::NameClash, name.span, message)
            .other(span, "the first one")
            .help("rename one of them, or declare both alike on two kinds of one sort");
        self.findings.push(found);
    }

    /// Where only one kind of space or unit has a state, it begins there, and the others have nothing.
    pub(super) fn starts_of_bearers(&mut self) {
        let mut states = std::mem::take(&mut self.nouns.states);
        for row in &mut states {
            let members = 0..self.members(row.on);
            if members.clone().all(|member| self.nouns.bears(row, member)) {
                continue;
            }
            let nothing = match row.kind {
                StateKind::Counter { min, max } => 0.clamp(min, max),
                StateKind::Flag => 0,
                StateKind::Value(_) => ABSENT,
            };
            let last = row.start.last().copied().unwrap_or(nothing);
            let mut own = std::mem::take(&mut row.start).into_iter();
            let start = |member| if self.nouns.bears(row, member) { own.next().unwrap_or(last) } else { nothing };
            row.start = members.map(start).collect();
        }
        self.nouns.states = states;
    }

    fn state_row(&mut self, source: Source) -> Option<(StateDef, Type)> {
        let (name, on, until, (secret, shown), labels) = match source {
            Source::Counter(item) | Source::Flag(item) => {
                (&item.name, &item.on, &item.until, (item.secret, item.shown), &item.labels)
            }
            Source::Value(item) => (&item.name, &item.on, &item.until, (item.secret, item.shown), &item.labels),
        };
        let (class, ty) = self.class_of(on)?;
        self.not_built_in(name, class);
        let (kind, start) = match source {
            Source::Counter(item) => self.counter(item),
            Source::Flag(item) => {
                let start = item.start.as_ref().and_then(|start| self.number(start)).map_or(0, |(start, _)| start);
                (StateKind::Flag, vec![Word::from(start != 0)])
            }
            Source::Value(item) => self.value_state(item, class, &ty)?,
        };
        let until = until.as_ref().map_or(Until::Never, |until| self.until(until));
        let labels = names::common(labels, &name.text);
        let name = name.text.clone();
        Some((
            StateDef {
                name,
                labels,
                on: class,
                bearer: ty.clone(),
                kind,
                first_slot: 0,
                len: 0,
                start,
                until,
                secret,
                shown,
            },
            ty,
        ))
    }

    fn counter(&mut self, item: &Counter) -> (StateKind, Vec<Word>) {
        let min = item.min.as_ref().and_then(|min| self.number(min)).map_or(ABSENT + 1, |(min, _)| min);
        let max = item.max.as_ref().and_then(|max| self.number(max)).map_or(Word::MAX, |(max, _)| max);
        if min > max {
            let message = format!("`{}` cannot be at least {min} and at most {max}", item.name.text);
            let span = item.max.as_ref().and_then(|max| self.number(max)).map_or(item.name.span, |(_, span)| span);
            self.error(Code::BadStartValue, span, message, "write the smaller number as `min`");
            return (StateKind::Counter { min: max, max: min }, vec![max]);
        }
        let start = match item.start.as_ref().and_then(|start| self.number(start)) {
            Some((start, span)) if start < min || start > max => {
                let message = format!("`{}` cannot start at {start}", item.name.text);
                let help = match (&item.min, &item.max) {
                    (_, None) => format!("it is at least {min}"),
                    (None, _) => format!("it is at most {max}"),
                    _ => format!("it goes from {min} to {max}"),
                };
                self.error(Code::BadStartValue, span, message, help);
                min
            }
            Some((start, _)) => start,
            None => 0.clamp(min, max),
        };
        (StateKind::Counter { min, max }, vec![start])
    }

    fn value_state(&mut self, item: &StateVar, class: Class, on: &Type) -> Option<(StateKind, Vec<Word>)> {
        let ty = self.state_type(&item.of)?;
        // A start names a card by its design, and which of its copies is meant nobody knows: only `none` fits.
        let wanted = AttributeType { ty: ty.clone(), or_none: true, bounds: None };
        let mut start = Vec::with_capacity(item.start.len().max(1));
        for literal in &item.start {
            let of = format!("the start of `{}`", item.name.text);
            let value = self.value(&wanted, &Written::of_literal(literal), literal_span(literal), &of);
            start.push(value.unwrap_or(ABSENT));
        }
        let bearers = match on {
            Type::Space(kind) => self.nouns.spaces.iter().filter(|space| space.kind == *kind).count(),
            Type::Unit(kind) => self.nouns.units.iter().filter(|unit| unit.kind == *kind).count(),
            _ => self.members(class),
        };
        if start.len() > 1 && start.len() != bearers {
            let message = format!("`{}` has {} starts for {bearers} bearers", item.name.text, start.len());
            self.error(Code::BadStartValue, item.name.span, message, "give one for all, or one for each in order");
            start.truncate(1);
        }
        if start.is_empty() {
            start.push(ABSENT);
        }
        Some((StateKind::Value(ty), start))
    }

    /// One thing that a state or memory can refer to.
    fn state_type(&mut self, of: &Name) -> Option<Type> {
        let written = parse(of);
        let ty = type_of(&written, &self.symbols, self.findings);
        match ty {
            Type::Unknown => None,
            Type::Set(_) | Type::Bundle | Type::Pool(_) | Type::Split(_) | Type::Text => {
                let message = format!("`{}` is more than one thing can refer to", of.text);
                self.error(Code::UnknownType, of.span, message, "name one thing; for several, declare a `[memory]`");
                None
            }
            ty => Some(ty),
        }
    }

    pub(super) fn memories(&mut self) {
        for memory in &self.manifest.memories {
            let bearer = self.class_of(&memory.on);
            let of = self.state_type(&memory.of).unwrap_or(Type::Unknown);
            let max = memory.max.as_ref().and_then(|max| self.small(max, 1, "the most that a memory keeps"));
            let until = memory.until.as_ref().map_or(Until::Never, |until| self.until(until));
            let (on, ty) = bearer.unwrap_or((Class::Game, Type::Unknown));
            self.symbols.memory_on.push(ty);
            let labels = names::common(&memory.labels, &memory.name.text);
            let name = memory.name.text.clone();
            let shown = memory.shown.unwrap_or_else(|| memory.labels.en.is_some() || !memory.labels.others.is_empty());
            self.nouns.memories.push(MemoryDef { name, labels, on, of, max: max.unwrap_or(MEMORY), until, shown });
        }
    }

    /// What something stands on: its class, and more exactly its type.
    pub(super) fn class_of(&mut self, on: &Name) -> Option<(Class, Type)> {
        let found = match self.noun(&on.text) {
            Some(Noun::ActorKind | Noun::Actor(_)) => Some((Class::Actor, Type::Actor)),
            Some(Noun::Kind(id)) => {
                let set = self.nouns.kinds.get(id.index()).map_or(KindSet::one(*id), |kind| kind.with_subkinds);
                Some((Class::Component, Type::Component(set)))
            }
            Some(Noun::KindGroup(kinds)) => Some((Class::Component, Type::Component(*kinds))),
            Some(Noun::SpaceKind(id)) => Some((Class::Space, Type::Space(*id))),
            Some(Noun::UnitKind(id)) => Some((Class::Unit, Type::Unit(*id))),
            Some(_) => None,
            None => match on.text.as_str() {
                "game" => Some((Class::Game, Type::Unknown)),
                // Those who play, whatever the game calls them.
                "player" => Some((Class::Actor, Type::Actor)),
                "seat" => Some((Class::Seat, Type::Seat)),
                "card" | "component" => Some((Class::Component, Type::Component(KindSet::all()))),
                "unit" => Some((Class::Unit, Type::AnyUnit)),
                _ => None,
            },
        };
        if found.is_none() {
            self.not_a("kind of actor, component, space or unit", on, |noun| {
                let bears = |noun: &Noun| matches!(noun, Noun::SpaceKind(_) | Noun::UnitKind(_) | Noun::ActorKind);
                bears(noun) || matches!(noun, Noun::Kind(_) | Noun::KindGroup(_))
            });
        }
        found
    }

    /// `face` on a card, `row` on a space: there in every game, and found before any counter.
    fn not_built_in(&mut self, name: &Name, class: Class) {
        let (on, thing) = match class {
            Class::Component => (Sort::Card, "card"),
            Class::Space => (Sort::Space, "space"),
            Class::Unit => (Sort::Unit, "unit"),
            Class::Seat => (Sort::Seat, "seat"),
            _ => return,
        };
        if let Some(field) = fields::find(on, &name.text) {
            let message = format!("every {thing} has `{}` already ({})", name.text, field.what());
            let help = format!("choose another name, for example `my_{}`", name.text);
            self.error(Code::ReservedWord, name.span, message, help);
        }
    }

    fn space_kind(&mut self, name: &Name) -> Option<SpaceKindId> {
        match self.noun(&name.text) {
            Some(Noun::SpaceKind(kind)) => Some(*kind),
            _ => {
                self.not_a("kind of space", name, |noun| matches!(noun, Noun::SpaceKind(_)));
                None
            }
        }
    }

    /// `end of turn`, `end of act`
    fn until(&mut self, until: &Name) -> Until {
        let text = until.text.trim();
        let moment = text.strip_prefix("end of ").unwrap_or(text).trim();
        match (period(moment), self.symbols.phases.get(moment)) {
            (Some(period), _) => until_of(period),
            (None, Some(phase)) => Until::Phase(*phase),
            (None, None) => {
                let periods = PERIODS.iter().map(|(word, _)| *word);
                let known = self.symbols.phases.keys().map(String::as_str).chain(periods);
                let name = Name { text: moment.to_string(), span: until.span };
                self.findings.push(names::unknown(Code::UnknownName, "phase", &name, known));
                Until::Never
            }
        }
    }

    /// A plain counter row of the engine, for stuff.
    pub(super) fn amount_row(name: &str, labels: nouns::Labels, on: Class, start: Word) -> StateDef {
        StateDef {
            name: name.to_string(),
            labels,
            on,
            bearer: Type::Unknown,
            kind: StateKind::Counter { min: 0, max: Word::MAX },
            first_slot: 0,
            len: 0,
            start: vec![start],
            until: Until::Never,
            secret: false,
            shown: true,
        }
    }

    /// The place of something the engine declares itself.
    pub(super) const NOWHERE: Span = Span { file: crate::source::FileId(0), start: 0, end: 0 };
}

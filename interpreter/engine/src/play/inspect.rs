//! What somebody can find out about anything that has a name: what it is, where it is, and what lies on it.

use super::view::{Table, Viewer};
use super::{label, printed};
use crate::ids::*;
use crate::program::Program;
use crate::program::nouns::{ABSENT, Class, SpaceDef, StateDef, StateKind, Type, Word};
use crate::state::State;
use crate::state::stack::{Choice, NONE, Pending, Question};
use crate::trace::{
    actor_name, card_name, design_name, place_name, space_name, state_heading, state_label, stuff_name, word_name,
};
use crate::words::{Phrase, folded};

/// So many names are listed where several fit; and cards of one design by their places.
const LISTED: usize = 30;

/// Whether the names of a thing fit.
type Fits<'f> = &'f dyn Fn(&[String]) -> bool;

/// What a name leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LookUp {
    /// Nothing is called so.
    Nothing,
    /// All about it, in lines.
    Told(String),
    /// The names that fit.
    Several(Vec<String>),
}

/// Something with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thing {
    Design(usize),
    Kind(usize),
    Space(usize),
    Unit(usize),
    Zone(usize),
    State(usize),
    Stuff(usize),
    Actor(usize),
}

/// Who looks at what.
struct Eye<'a> {
    program: &'a Program,
    state: &'a State,
    viewer: Viewer,
    table: Table<'a>,
}

/// Looks a name up: a whole one before a part of one, case and accents ignored, in any language of the program.
pub(crate) fn look_up(program: &Program, state: &State, viewer: Viewer, text: &str) -> LookUp {
    let eye = Eye::new(program, state, viewer);
    let wanted = folded(text);
    if wanted.is_empty() {
        return LookUp::Nothing;
    }
    let things = eye.things();
    let named: Vec<(Thing, Vec<String>)> =
        things.iter().map(|thing| (*thing, eye.names(*thing).iter().map(|name| folded(name)).collect())).collect();
    // The first of the names is the one that is shown.
    let nearness: [Fits<'_>; 4] = [
        &|names| names.first().is_some_and(|name| *name == wanted),
        &|names| names.contains(&wanted),
        &|names| names.iter().any(|name| begins_word(name, &wanted)),
        &|names| names.iter().any(|name| name.contains(&wanted)),
    ];
    let fitting = |fits: &Fits<'_>| -> Vec<Thing> {
        named.iter().filter(|(_, names)| fits(names)).map(|(thing, _)| *thing).collect()
    };
    let found = nearness.iter().map(fitting).find(|found| !found.is_empty()).unwrap_or_default();
    let mut titles: Vec<String> = Vec::new();
    for title in found.iter().map(|thing| eye.title(*thing)) {
        if !titles.contains(&title) {
            titles.push(title);
        }
    }
    match titles.len() {
        0 => LookUp::Nothing,
        // A card and a space of one name are told together.
        1 => LookUp::Told(found.iter().map(|thing| eye.told(*thing)).collect::<Vec<_>>().join("\n")),
        more => {
            titles.truncate(LISTED);
            if more > LISTED {
                titles.push(program.say(Phrase::AndMore, &[&(more - LISTED)]));
            }
            LookUp::Several(titles)
        }
    }
}

/// What an option is about, as its chooser may know it.
pub(crate) fn about(
    program: &Program,
    state: &State,
    viewer: Viewer,
    pending: &Pending,
    choice: Choice,
) -> Option<String> {
    let eye = Eye::new(program, state, viewer);
    if let Some(card) = label::component_of(program, pending, choice) {
        return Some(eye.card(card));
    }
    let ty = match pending.question {
        Question::Choose | Question::Random => program.choices.get(pending.info as usize).map(|choice| &choice.ty),
        Question::Offer => {
            let offer = program.offers.get(pending.info as usize)?;
            offer.options.get(choice.tag as usize).map(|option| &option.ty)
        }
        _ => None,
    }?;
    let value = usize::try_from(choice.value).ok().filter(|_| choice.value != NONE)?;
    let thing = match ty {
        Type::Design(_) => Thing::Design(value),
        Type::Space(_) => Thing::Space(value),
        Type::Unit(_) | Type::AnyUnit => Thing::Unit(value),
        Type::Actor => Thing::Actor(value),
        Type::Stuff => Thing::Stuff(value),
        _ => return None,
    };
    Some(eye.told(thing))
}

impl<'a> Eye<'a> {
    fn new(program: &'a Program, state: &'a State, viewer: Viewer) -> Eye<'a> {
        Eye { program, state, viewer, table: Table::new(program, state, viewer) }
    }

    /// All that has a name in this game: designs only with cards in it.
    fn things(&self) -> Vec<Thing> {
        let nouns = &self.program.nouns;
        let mut there = vec![false; nouns.designs.len()];
        for component in &nouns.components {
            if let Some(there) = there.get_mut(component.design.index()) {
                *there = true;
            }
        }
        let designs = there.iter().enumerate().filter(|(_, there)| **there).map(|(i, _)| Thing::Design(i));
        let standing = |i: &usize| {
            let id = Some(StateId::from_index(*i));
            let shown = nouns.states.get(*i).is_some_and(|def| def.shown || self.viewer == Viewer::All);
            shown && id != nouns.actor_at && id != nouns.unit_at && id != Some(nouns.alive) && !self.holds_stuff(*i)
        };
        designs
            .chain((0..nouns.kinds.len()).map(Thing::Kind))
            .chain((0..nouns.spaces.len()).map(Thing::Space))
            .chain((0..nouns.units.len()).map(Thing::Unit))
            .chain((0..nouns.zones.len()).map(Thing::Zone))
            .chain((0..nouns.states.len()).filter(standing).map(Thing::State))
            .chain((0..nouns.stuff.len()).map(Thing::Stuff))
            .chain((0..nouns.actors.len()).map(Thing::Actor))
            .collect()
    }

    fn holds_stuff(&self, state: usize) -> bool {
        self.program.nouns.stuff.iter().any(|stuff| stuff.on.iter().any(|(_, id)| id.index() == state))
    }

    /// What people may call it.
    fn names(&self, thing: Thing) -> Vec<String> {
        let nouns = &self.program.nouns;
        let mut names = vec![self.title(thing), self.name(thing)];
        let labels = match thing {
            Thing::Design(i) => nouns.designs.get(i).map(|d| (&d.labels, d.name.as_str())),
            Thing::Kind(i) => nouns.kinds.get(i).map(|k| (&k.labels, k.name.as_str())),
            Thing::Space(i) => nouns.spaces.get(i).map(|s| (&s.labels, s.name.as_str())),
            Thing::Unit(i) => {
                let kind = nouns.units.get(i).and_then(|unit| nouns.unit_kinds.get(unit.kind.index()));
                kind.map(|kind| (&kind.labels, kind.name.as_str()))
            }
            Thing::Zone(i) => nouns.zones.get(i).map(|z| (&z.labels, z.name.as_str())),
            Thing::State(i) => nouns.states.get(i).map(|s| (&s.labels, s.name.as_str())),
            Thing::Stuff(i) => nouns.stuff.get(i).map(|s| (&s.labels, s.name.as_str())),
            Thing::Actor(i) => nouns.actors.get(i).map(|a| (&a.labels, a.name.as_str())),
        };
        if let Some((labels, name)) = labels {
            // Players are all called `player`: they go by their numbers.
            if !matches!(thing, Thing::Actor(_)) {
                names.extend(
                    labels
                        .every()
                        .flat_map(|text| [false, true].map(|many| self.program.language.form(text, many).to_owned())),
                );
            }
            names.push(name.to_owned());
        }
        names
    }

    fn name(&self, thing: Thing) -> String {
        let (program, nouns) = (self.program, &self.program.nouns);
        match thing {
            Thing::Design(i) => design_name(program, DesignId::from_index(i)),
            Thing::Kind(i) => nouns.kinds.get(i).map_or("", |kind| kind.labels.many(program.language)).to_owned(),
            Thing::Space(i) => space_name(program, SpaceId::from_index(i)),
            Thing::Unit(i) => word_name(program, self.state, &Type::AnyUnit, word(i)),
            Thing::Zone(i) => nouns.zones.get(i).map_or("", |zone| zone.labels.one(program.language)).to_owned(),
            Thing::State(i) => nouns.states.get(i).map_or_else(String::new, |def| state_heading(program, def)),
            Thing::Stuff(i) => stuff_name(program, StuffId::from_index(i)),
            Thing::Actor(i) => actor_name(program, word(i)),
        }
    }

    /// The name, with whose it is where several are called so.
    fn title(&self, thing: Thing) -> String {
        let name = self.name(thing);
        let owner = match thing {
            Thing::Space(i) => self.program.nouns.spaces.get(i).and_then(|space| space.owner),
            _ => None,
        };
        match owner {
            Some(owner) => self.program.say(Phrase::Place, &[&actor_name(self.program, owner.0.into()), &name]),
            None => name,
        }
    }

    fn told(&self, thing: Thing) -> String {
        match thing {
            Thing::Design(i) => self.design(DesignId::from_index(i)),
            Thing::Kind(i) => self.kind(i),
            Thing::Space(i) => self.space(i),
            Thing::Unit(i) => self.unit(i),
            Thing::Zone(i) => self.zone(i),
            Thing::State(i) => lines(self.title(thing), self.or_nothing(self.borne(StateId::from_index(i)))),
            Thing::Stuff(i) => self.stuff(i),
            Thing::Actor(i) => self.table.actor(i).join("\n"),
        }
    }

    /// What is printed, and where cards of it lie that the viewer knows.
    fn design(&self, id: DesignId) -> String {
        let text = printed::design_text(self.program, self.state, id).unwrap_or_default();
        let cards = (0..self.program.nouns.components.len()).map(ComponentId::from_index);
        let seen = cards.filter(|card| {
            let is = self.state.card(*card).is_some_and(|lies| lies.group == 0 && lies.design == id);
            is && self.viewer.knows(self.program, self.state, *card)
        });
        let mut lies: Vec<(String, usize)> = Vec::new();
        for line in seen.map(|card| self.where_it_lies(card)) {
            match lies.iter_mut().find(|(known, _)| *known == line) {
                Some((_, count)) => *count += 1,
                None => lies.push((line, 1)),
            }
        }
        let told = |(line, count): (String, usize)| if count == 1 { line } else { format!("{count} × {line}") };
        lines(text, lies.into_iter().take(LISTED).map(told).collect())
    }

    /// Where all cards of a kind lie that the viewer knows.
    fn kind(&self, index: usize) -> String {
        let cards = (0..self.program.nouns.components.len()).map(ComponentId::from_index);
        let told = cards.filter(|card| self.viewer.knows(self.program, self.state, *card)).filter_map(|card| {
            let design = self.program.nouns.designs.get(self.state.card(card)?.design.index())?;
            let name = card_name(self.program, self.state, card);
            let lies = self.where_it_lies(card);
            (design.kind.index() == index).then(|| self.program.say(Phrase::Headed, &[&name, &lies]))
        });
        let mut told: Vec<String> = told.collect();
        if let Some(more) = told.len().checked_sub(LISTED).filter(|more| *more > 0) {
            told.truncate(LISTED);
            told.push(self.program.say(Phrase::AndMore, &[&more]));
        }
        lines(self.name(Thing::Kind(index)), self.or_nothing(told))
    }

    /// One card: what is printed on it and where it lies; of one that is not known only where.
    fn card(&self, card: ComponentId) -> String {
        let known = self.viewer.knows(self.program, self.state, card);
        let design = self.state.card(card).filter(|_| known).map(|lies| lies.design);
        match design.and_then(|design| printed::design_text(self.program, self.state, design)) {
            Some(text) => lines(text, vec![self.where_it_lies(card)]),
            None => self.program.say(Phrase::UnknownCardAt, &[&self.place_of(card)]),
        }
    }

    fn place_of(&self, card: ComponentId) -> String {
        place_name(self.program, self.state.card(card).map_or(PlaceId(u16::MAX), |lies| lies.place))
    }

    /// The place of a card that is known, and what the card bears.
    fn where_it_lies(&self, card: ComponentId) -> String {
        let bears = self.bears(Class::Component, card.index());
        let place = self.place_of(card);
        if bears.is_empty() { place } else { self.program.say(Phrase::Headed, &[&place, &bears.join(", ")]) }
    }

    /// Counters, flags, values and what is remembered on somebody or something.
    fn bears(&self, class: Class, bearer: usize) -> Vec<String> {
        self.table.states(class, bearer).collect()
    }

    fn space(&self, index: usize) -> String {
        let nouns = &self.program.nouns;
        let Some(space) = nouns.spaces.get(index) else { return String::new() };
        let kind = nouns.space_kinds.get(space.kind.index());
        let mut head = vec![self.title(Thing::Space(index))];
        head.extend(kind.map(|kind| kind.labels.one(self.program.language).to_owned()).filter(|name| !name.is_empty()));
        head.extend(self.attributes(space));
        let mut parts = self.table.space_parts(index);
        let near: Vec<String> = space.neighbours.iter().map(|near| space_name(self.program, *near)).collect();
        if !near.is_empty() {
            parts.push(self.program.say(Phrase::Neighbours, &[&near.join(", ")]));
        }
        lines(head.join(" · "), parts)
    }

    /// The attributes of a space, with those of the values that they have: `ground mountain (height 2)`.
    fn attributes(&self, space: &SpaceDef) -> Vec<String> {
        let nouns = &self.program.nouns;
        let kind = nouns.space_kinds.get(space.kind.index());
        let of = |attributes: &[(String, Type)], words: &[Word]| -> Vec<(String, Type, Word)> {
            let both = attributes.iter().zip(words).filter(|(_, word)| **word != ABSENT);
            both.map(|((name, ty), word)| (name.clone(), ty.clone(), *word)).collect()
        };
        let told = |name: &str, ty: &Type, value: Word| match ty {
            Type::Set(_) | Type::Bundle => None,
            Type::Bool => (value == 1).then(|| name.replace('_', " ")),
            ty => Some(format!("{} {}", name.replace('_', " "), word_name(self.program, self.state, ty, value))),
        };
        let own = kind.map(|kind| of(&kind.attributes, &space.attributes)).unwrap_or_default();
        let of_value = |ty: &Type, value: Word| -> Vec<String> {
            let Type::Enum(id) = ty else { return Vec::new() };
            let def = nouns.enums.get(id.index());
            let words =
                def.and_then(|def| def.values.get(usize::try_from(value).ok()?)).map(|v| v.attributes.as_slice());
            let inner = def.zip(words).map(|(def, words)| of(&def.attributes, words)).unwrap_or_default();
            inner.iter().filter_map(|(name, ty, value)| told(name, ty, *value)).collect()
        };
        let told = own.iter().filter_map(|(name, ty, value)| {
            let inner = of_value(ty, *value);
            let text = told(name, ty, *value)?;
            Some(if inner.is_empty() { text } else { format!("{text} ({})", inner.join(", ")) })
        });
        told.collect()
    }

    fn unit(&self, unit: usize) -> String {
        let nouns = &self.program.nouns;
        let at = nouns.unit_at.and_then(|id| nouns.states.get(id.index()));
        let space = at.map_or(ABSENT, |def| self.state.read(def.first_slot + unit as u32));
        let mut parts = Vec::new();
        if let Ok(space) = usize::try_from(space) {
            parts.push(self.program.say(Phrase::At, &[&self.title(Thing::Space(space))]));
        }
        parts.extend(self.bears(Class::Unit, unit));
        lines(self.title(Thing::Unit(unit)), parts)
    }

    /// What lies in a zone, wherever there is one.
    fn zone(&self, index: usize) -> String {
        let nouns = &self.program.nouns;
        let Some(zone) = nouns.zones.get(index) else { return String::new() };
        let places = nouns.places.iter().enumerate().filter(|(_, place)| place.zone.index() == index);
        let told = places.filter_map(|(i, _)| {
            let place = PlaceId::from_index(i);
            let line = self.table.zone(zone, place)?;
            let own = place_name(self.program, place);
            let own = (own != zone.labels.one(self.program.language)).then_some(own);
            let rest = line.split_once(':').map_or(line.as_str(), |(_, rest)| rest.trim());
            Some(own.map_or_else(|| rest.to_owned(), |own| self.program.say(Phrase::Headed, &[&own, &rest])))
        });
        lines(self.name(Thing::Zone(index)), self.or_nothing(told.collect()))
    }

    fn stuff(&self, index: usize) -> String {
        let Some(stuff) = self.program.nouns.stuff.get(index) else { return String::new() };
        let account = self.program.nouns.stuff.get(stuff.account_of.index()).unwrap_or(stuff);
        let supply =
            account.supply.map(|_| self.program.say(Phrase::SupplyOf, &[&self.state.read(account.supply_slot)]));
        let held = stuff.on.iter().flat_map(|(_, id)| self.borne(*id));
        lines(self.name(Thing::Stuff(index)), self.or_nothing(supply.into_iter().chain(held).collect()))
    }

    /// Who and what bears a state, as the table tells it.
    fn borne(&self, id: StateId) -> Vec<String> {
        let Some(def) = self.program.nouns.states.get(id.index()) else { return Vec::new() };
        let told = (0..def.len as usize).filter_map(|bearer| {
            // Of a card that the viewer does not know nothing is told.
            let card = ComponentId::from_index(bearer);
            if def.on == Class::Component && !self.viewer.knows(self.program, self.state, card) {
                return None;
            }
            let line = self.table.states(def.on, bearer).find(|line| self.is_about(def, line))?;
            let who = match def.on {
                Class::Game => return Some(line),
                Class::Actor => actor_name(self.program, word(bearer)),
                Class::Seat => label::seat(self.program, bearer),
                Class::Component => card_name(self.program, self.state, card),
                Class::Space => self.title(Thing::Space(bearer)),
                Class::Unit => self.title(Thing::Unit(bearer)),
            };
            Some(self.program.say(Phrase::Headed, &[&who, &line]))
        });
        told.take(LISTED).collect()
    }

    /// What is told, or that there is nothing.
    fn or_nothing(&self, told: Vec<String>) -> Vec<String> {
        if told.is_empty() { vec![self.program.word(Phrase::Nothing)] } else { told }
    }

    /// Whether a line of the table is about a state: its name, and what stands behind it.
    fn is_about(&self, def: &StateDef, line: &str) -> bool {
        let behind = |name: &str| line.strip_prefix(name).map(str::trim);
        match def.kind {
            StateKind::Flag => line == state_label(self.program, def, 1),
            StateKind::Counter { .. } => {
                behind(&state_heading(self.program, def)).is_some_and(|rest| rest.parse::<Word>().is_ok())
            }
            StateKind::Value(_) => behind(&state_label(self.program, def, 1)).is_some_and(|rest| !rest.is_empty()),
        }
    }
}

/// Whether a word of a name begins so.
fn begins_word(name: &str, wanted: &str) -> bool {
    let before = |at: usize| name.get(..at).and_then(|before| before.chars().next_back());
    name.match_indices(wanted).any(|(at, _)| before(at).is_none_or(|c| !c.is_alphanumeric()))
}

/// A text, and lines that belong to it further in.
fn lines(head: String, parts: Vec<String>) -> String {
    parts.into_iter().fold(head, |text, part| text + "\n  " + &part)
}

fn word(index: usize) -> Word {
    Word::try_from(index).unwrap_or(ABSENT)
}

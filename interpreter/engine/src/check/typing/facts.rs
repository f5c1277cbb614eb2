//! What the manifest says beyond the tables of the nouns: which kinds have an attribute, what a zone holds, who bears a counter.

use std::collections::BTreeMap;

use crate::check::symbols::{Noun, Symbols};
use crate::ids::*;
use crate::manifest::model::Manifest;
use crate::program::nouns::{KindSet, Nouns};

use super::words;

/// Where the hooks of a kind work.
#[derive(Clone, Debug, Default)]
pub struct Live {
    pub zones: Vec<ZoneId>,
    pub face: Option<bool>,
}

/// Derived once, before anything is typed; from the tables of resolving where they say it.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Kinds whose cards have the attribute.
    pub attribute_kinds: BTreeMap<AttributeId, KindSet>,
    /// By [`ZoneId`]: kinds that may lie there.
    holds: Vec<KindSet>,
    /// The space kind that a zone, counter or stuff is on, by name.
    space_kinds: BTreeMap<String, Vec<SpaceKindId>>,
    /// The unit kinds, likewise.
    unit_kinds: BTreeMap<String, Vec<UnitKindId>>,
    /// The kinds of components, likewise.
    kinds: BTreeMap<String, KindSet>,
    live: BTreeMap<KindId, Live>,
    /// A kind's super-kinds, nearest first.
    pub above: BTreeMap<KindId, Vec<KindId>>,
}

impl Facts {
    /// Reads the manifest.
    pub fn new(manifest: &Manifest, nouns: &Nouns, symbols: &Symbols) -> Self {
        let mut facts = Facts { holds: symbols.zone_holds.clone(), ..Facts::default() };
        facts.read_kinds(manifest, symbols);
        for zone in &manifest.zones {
            if let Some(per) = &zone.per {
                facts.read_bearer(nouns, symbols, &zone.name.text, &per.text);
            }
        }
        for counter in manifest.counters.iter().chain(&manifest.flags) {
            facts.read_bearer(nouns, symbols, &counter.name.text, &counter.on.text);
        }
        for state in &manifest.states {
            facts.read_bearer(nouns, symbols, &state.name.text, &state.on.text);
        }
        for memory in &manifest.memories {
            facts.read_bearer(nouns, symbols, &memory.name.text, &memory.on.text);
        }
        for stuff in &manifest.stuff {
            for on in &stuff.on {
                facts.read_bearer(nouns, symbols, &stuff.name.text, &on.text);
            }
        }
        facts
    }

    fn read_kinds(&mut self, manifest: &Manifest, symbols: &Symbols) {
        for (index, kind) in symbols.kinds.iter().enumerate() {
            let id = KindId::from_index(index);
            for attribute in &kind.attributes {
                let kinds = self.attribute_kinds.entry(*attribute).or_default();
                *kinds = kinds.with(KindSet::one(id));
            }
            let face = kind.live.first().and_then(|(_, face)| *face);
            let face = face.filter(|_| kind.live.iter().all(|(_, other)| *other == face));
            self.live.insert(id, Live { zones: kind.live.iter().map(|(zone, _)| *zone).collect(), face });
        }
        for kind in &manifest.kinds {
            if let Some(Noun::Kind(id)) = noun(symbols, &kind.name.text) {
                self.above.insert(*id, above(manifest, symbols, kind.is.as_ref().map(|name| name.text.as_str())));
            }
        }
    }

    fn read_bearer(&mut self, nouns: &Nouns, symbols: &Symbols, name: &str, on: &str) {
        match noun(symbols, on) {
            Some(Noun::SpaceKind(kind)) => self.space_kinds.entry(name.into()).or_default().push(*kind),
            Some(Noun::UnitKind(kind)) => self.unit_kinds.entry(name.into()).or_default().push(*kind),
            _ => {
                if let Some(kinds) = kinds_named(nouns, symbols, on) {
                    self.kinds.entry(name.into()).or_insert(KindSet(0)).0 |= kinds.0;
                }
            }
        }
    }

    /// The kinds that may lie in a zone; all where the manifest does not say.
    pub fn holds(&self, zone: ZoneId) -> KindSet {
        self.holds.get(zone.index()).copied().unwrap_or(KindSet::all())
    }

    /// Whether the named thing is on spaces of this kind.
    pub fn on_space(&self, name: &str, kind: SpaceKindId) -> bool {
        self.space_kinds.get(name).is_none_or(|kinds| kinds.contains(&kind))
    }

    /// Whether the named thing is on units of this kind.
    pub fn on_unit(&self, name: &str, kind: UnitKindId) -> bool {
        self.unit_kinds.get(name).is_none_or(|kinds| kinds.contains(&kind))
    }

    /// The kinds of cards that bear the named thing.
    pub fn on_kinds(&self, name: &str) -> KindSet {
        self.kinds.get(name).copied().unwrap_or(KindSet::all())
    }

    /// Where hooks of a kind work: its own places, else those of the nearest super-kind that has some.
    pub fn live(&self, kind: KindId) -> Live {
        self.live.get(&kind).cloned().unwrap_or_default()
    }
}

fn above<'m>(manifest: &'m Manifest, symbols: &Symbols, mut next: Option<&'m str>) -> Vec<KindId> {
    let mut list = Vec::new();
    while let Some(name) = next {
        let Some(Noun::Kind(id)) = noun(symbols, name) else { break };
        if list.contains(id) {
            break;
        }
        list.push(*id);
        let kind = manifest.kinds.iter().find(|kind| kind.name.text == name);
        next = kind.and_then(|kind| kind.is.as_ref()).map(|name| name.text.as_str());
    }
    list
}

fn noun<'a>(symbols: &'a Symbols, name: &str) -> Option<&'a Noun> {
    symbols.nouns.get(name).map(|declared| &declared.what)
}

/// The kinds that a kind's or group's name stands for; `card` is any.
pub fn kinds_named(nouns: &Nouns, symbols: &Symbols, name: &str) -> Option<KindSet> {
    match noun(symbols, name) {
        Some(Noun::Kind(kind)) => Some(words::with_subkinds(nouns, *kind)),
        Some(Noun::KindGroup(kinds)) => Some(*kinds),
        None if name == "card" || name == "component" => Some(KindSet::all()),
        _ => None,
    }
}

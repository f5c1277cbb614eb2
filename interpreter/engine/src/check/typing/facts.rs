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

/// Derived once, before anything is typed.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Kinds whose cards have the attribute.
    pub attribute_kinds: BTreeMap<AttributeId, KindSet>,
    /// Kinds that may lie in a zone.
    holds: BTreeMap<ZoneId, KindSet>,
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
        let mut facts = Facts::default();
        facts.read_kinds(manifest, nouns, symbols);
        for zone in &manifest.zones {
            if let Some(per) = &zone.per {
                facts.read_bearer(nouns, symbols, &zone.name.text, &per.text);
            }
            if let (Some(Noun::Zone(id)), Some(holds)) = (noun(symbols, &zone.name.text), &zone.holds)
                && let Some(kinds) = kinds_named(nouns, symbols, &holds.text)
            {
                facts.holds.insert(*id, kinds);
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

    fn read_kinds(&mut self, manifest: &Manifest, nouns: &Nouns, symbols: &Symbols) {
        for kind in &manifest.kinds {
            let Some(Noun::Kind(id)) = noun(symbols, &kind.name.text) else { continue };
            let below = words::with_subkinds(nouns, *id);
            let names = kind.attributes.iter().map(|a| &a.name).chain(kind.each.iter().map(|(name, _)| name));
            for name in names {
                if let Some(attribute) = symbols.attributes.get(&name.text) {
                    let entry = self.attribute_kinds.entry(*attribute).or_insert(KindSet(0));
                    entry.0 |= below.0;
                }
            }
            let mut live = Live::default();
            for place in &kind.live {
                if let Some(Noun::Zone(zone)) = noun(symbols, &place.zone.text) {
                    live.zones.push(*zone);
                }
            }
            let first = kind.live.first().and_then(|place| place.face);
            live.face = first.filter(|_| kind.live.iter().all(|place| place.face == first));
            self.live.insert(*id, live);
            self.above.insert(*id, above(manifest, symbols, kind.is.as_ref().map(|name| name.text.as_str())));
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
        self.holds.get(&zone).copied().unwrap_or(KindSet::all())
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
        let chain = std::iter::once(kind).chain(self.above.get(&kind).into_iter().flatten().copied());
        chain.filter_map(|k| self.live.get(&k)).find(|live| !live.zones.is_empty()).cloned().unwrap_or_default()
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

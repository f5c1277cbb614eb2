//! What a pack is and how much of the game it changes, for lists and for `check`.

use super::parse_all;
use crate::diagnostic::Findings;
use crate::manifest::{PackHeader, layers::Layers, node::Table, pack_header};
use crate::source::Sources;
use crate::syntax::ast::{Item, ItemKind};

/// What lists show of a pack.
#[derive(Clone, Debug)]
pub struct PackCard {
    pub id: String,
    pub version: String,
    /// The id of the game it is for.
    pub game: String,
    /// What it is called, where it says so.
    pub name: Option<String>,
    /// The same in French.
    pub name_fr: Option<String>,
    /// What it adds, in a sentence.
    pub adds: Option<String>,
    /// Ids, with the versions that will do.
    pub needs: Vec<(String, String)>,
    pub excludes: Vec<String>,
}

/// How often a pack changes what is there, instead of adding to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PackChanges {
    /// Items and steps that it puts its own in the place of.
    pub replaces: usize,
    pub retires: usize,
    pub extends: usize,
    pub inserts: usize,
    /// Entries of the game's manifest that get another value.
    pub entries: usize,
}

/// The head of a pack; `None` where it cannot be read.
pub fn pack_card(sources: &Sources, number: u16) -> Option<PackCard> {
    let PackHeader { id, version, game, needs, excludes, adds, labels, .. } =
        pack_header(sources, number, &mut Findings::default())?;
    Some(PackCard {
        id: id.text,
        version,
        game: game.text,
        name: labels.en,
        name_fr: labels.fr,
        adds,
        needs: needs.into_iter().map(|(name, range)| (name.text, range.text)).collect(),
        excludes: excludes.into_iter().map(|name| name.text).collect(),
    })
}

/// Counts what a pack changes, its variants included.
pub fn pack_changes(sources: &Sources, packs: usize, number: u16) -> PackChanges {
    let mut quiet = Findings::default();
    let mut changes = PackChanges::default();
    for (_, script) in parse_all(sources, &mut quiet).iter().filter(|(pack, _)| *pack == Some(number)) {
        count(&script.items, &mut changes);
    }
    let layers = Layers::parse(sources, packs, &mut quiet);
    let own = layers.as_ref().and_then(|layers| layers.packs.iter().find(|pack| pack.number == number));
    if let (Some(layers), Some(pack)) = (&layers, own) {
        changes.entries = overwritten(&layers.base, &pack.table);
    }
    changes
}

fn count(items: &[Item], changes: &mut PackChanges) {
    for item in items {
        match &item.kind {
            ItemKind::Replace(_) | ItemKind::ReplaceStep { .. } => changes.replaces += 1,
            ItemKind::Retire { .. } => changes.retires += 1,
            ItemKind::Extend { .. } => changes.extends += 1,
            ItemKind::InsertStep { .. } => changes.inserts += 1,
            ItemKind::Variant { items, .. } => count(items, changes),
            _ => {}
        }
    }
}

/// Entries that are there already and are not only shifted.
fn overwritten(base: &Table, patch: &Table) -> usize {
    let each = patch.entries.iter().map(|(key, node)| match (base.get(&key.text), node.as_table()) {
        (None, _) => 0,
        (Some(there), Some(table)) => there.as_table().map_or(1, |there| overwritten(there, table)),
        (Some(there), None) => {
            let shifted = node.as_text().is_some_and(|text| text.starts_with(['+', '-'])) && there.as_text().is_none();
            usize::from(!shifted && !there.same(node))
        }
    });
    each.sum()
}

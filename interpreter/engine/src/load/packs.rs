//! What a pack is and how much of the game it changes, for lists and for `check`.

use super::parse_all;
use crate::diagnostic::Findings;
use crate::manifest::{PackHeader, layers::Layers, merge::is_total, node::Table, pack_header};
use crate::source::Sources;
use crate::syntax::ast::{ExprKind, Item, ItemKind, Member};
use crate::words::{Language, Translations};

/// What lists show of a pack.
#[derive(Clone, Debug)]
pub struct PackCard {
    pub id: String,
    pub version: String,
    /// The id of the game it is for.
    pub game: String,
    /// What it is called, where it says so.
    pub name: Option<String>,
    /// The same in other languages.
    pub names: Translations,
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
    /// Kinds of which all cards get something more.
    pub kinds: usize,
    pub inserts: usize,
    /// Options that it adds to offers that are there.
    pub options: usize,
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
        names: labels.others,
        adds,
        needs: needs.into_iter().map(|(name, range)| (name.text, range.text)).collect(),
        excludes: excludes.into_iter().map(|name| name.text).collect(),
    })
}

/// Counts what a pack changes, its variants included.
pub fn pack_changes(sources: &Sources, packs: usize, number: u16) -> PackChanges {
    let mut quiet = Findings::default();
    let mut changes = PackChanges::default();
    let layers = Layers::parse(sources, packs, &mut quiet);
    let own = layers.as_ref().and_then(|layers| layers.packs.iter().find(|pack| pack.number == number));
    let declares = |table: &Table, kind: &str| {
        let has = |section: &str| table.table(section).is_some_and(|all| all.get(kind).is_some());
        has("kind") || has("group")
    };
    let of_game = |kind: &str| layers.as_ref().is_some_and(|layers| declares(&layers.base, kind));
    let is_own = |kind: &str| !of_game(kind) && own.is_some_and(|own| declares(&own.table, kind));
    for (_, script) in parse_all(sources, &mut quiet).iter().filter(|(pack, _)| *pack == Some(number)) {
        count(&script.items, &is_own, &mut changes);
    }
    if let (Some(layers), Some(pack)) = (&layers, own) {
        changes.entries = overwritten(&layers.base, &pack.table, &mut Vec::new());
    }
    changes
}

/// Whether a pack has a card of this name, in scripts or as it is printed.
pub fn pack_has_card(sources: &Sources, number: u16, word: &str) -> bool {
    let plain = |text: &str| text.to_lowercase().replace([' ', '-'], "_");
    let wanted = plain(word);
    let printed = |body: &[Member]| {
        body.iter().any(|member| match member {
            Member::Attribute { name, value } if name.text == "name" || Language::of(&name.text).is_some() => {
                matches!(&value.kind, ExprKind::Text(text) if plain(text) == wanted)
            }
            _ => false,
        })
    };
    let scripts = parse_all(sources, &mut Findings::default());
    let own = scripts.iter().filter(|(pack, _)| *pack == Some(number)).flat_map(|(_, script)| all_items(&script.items));
    own.into_iter().any(|item| match &item.kind {
        ItemKind::Component { name, body, .. } => name.text == wanted || printed(body),
        _ => false,
    })
}

/// Items, and those of variants among them.
fn all_items(items: &[Item]) -> Vec<&Item> {
    let inner = |item| match item {
        &Item { kind: ItemKind::Variant { ref items, .. }, .. } => all_items(items),
        item => vec![item],
    };
    items.iter().flat_map(inner).collect()
}

fn count(items: &[Item], is_own: &dyn Fn(&str) -> bool, changes: &mut PackChanges) {
    for item in items {
        match &item.kind {
            ItemKind::Replace(_) | ItemKind::ReplaceStep { .. } => changes.replaces += 1,
            ItemKind::Retire { .. } => changes.retires += 1,
            ItemKind::Extend { .. } => changes.extends += 1,
            ItemKind::Every { kind, .. } if !is_own(&kind.text) => changes.kinds += 1,
            ItemKind::InsertStep { .. } => changes.inserts += 1,
            ItemKind::ExtendStep { options, .. } => changes.options += options.len(),
            ItemKind::Variant { items, .. } => count(items, is_own, changes),
            _ => {}
        }
    }
}

/// Entries that are there already and are not only shifted.
fn overwritten<'t>(base: &Table, patch: &'t Table, path: &mut Vec<&'t str>) -> usize {
    let mut count = 0;
    for (key, node) in &patch.entries {
        path.push(&key.text);
        count += match (base.get(&key.text), node.as_table()) {
            (None, _) => 0,
            // What the pack says of its own cards.
            _ if is_total(path) => 0,
            (Some(there), Some(table)) => there.as_table().map_or(1, |there| overwritten(there, table, path)),
            (Some(there), None) => {
                let shifted =
                    node.as_text().is_some_and(|text| text.starts_with(['+', '-'])) && there.as_text().is_none();
                usize::from(!shifted && !there.same(node))
            }
        };
        path.pop();
    }
    count
}

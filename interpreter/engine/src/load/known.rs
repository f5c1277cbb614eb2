//! Gathers what a game calls its things, for the messages about scripts that cannot be read.

use crate::diagnostic::Findings;
use crate::manifest::node::{self, Node, Table, Value};
use crate::source::{FileId, FileKind, Sources};
use crate::syntax::ast::Script;
use crate::syntax::known::{Known, KnownZone};
use crate::syntax::{self, known_actions};

/// Reads a script. Only where something is wrong with it, the names of the game are gathered, once for all scripts.
pub(super) fn read(
    sources: &Sources,
    file: FileId,
    text: &str,
    known: &mut Option<Known>,
    findings: &mut Findings,
) -> Script {
    let mut own = Findings::default();
    let script = syntax::parse(file, text, &mut own);
    if !own.has_errors() {
        findings.extend(own);
        return script;
    }
    syntax::parse_with(known.get_or_insert_with(|| gather(sources)), file, text, findings)
}

/// The names in all manifests and scripts.
fn gather(sources: &Sources) -> Known {
    let mut known = Known::default();
    for (id, file) in sources.iter() {
        match file.kind {
            FileKind::Manifest | FileKind::Pack => {
                if let Some(tree) = node::parse(id, &file.text, &mut Findings::default()) {
                    of_manifest(&tree, &mut known);
                }
            }
            FileKind::Script => known.actions.extend(known_actions(&file.text)),
            _ => {}
        }
    }
    known
}

fn of_manifest(tree: &Table, known: &mut Known) {
    let entries = |section: &str| tree.table(section).into_iter().flat_map(|table| &table.entries);
    let says = |node: &Node, key: &str, word: &str| {
        node.as_table().and_then(|table| table.get(key)).and_then(Node::as_text) == Some(word)
    };
    known.kinds.extend(entries("kind").map(|(name, _)| name.text.clone()));
    for attributes in entries("kind").filter_map(|(_, node)| node.as_table()?.table("attributes")) {
        let number = |node: &Node| node.as_text() == Some("number") || matches!(node.value, Value::Integer(_));
        let numbers = attributes.entries.iter().filter(|(_, node)| number(node));
        known.numbers_on_cards.extend(numbers.map(|(name, _)| name.text.clone()));
    }
    known.dice.extend(entries("dice").map(|(name, _)| name.text.clone()));
    known.zones.extend(entries("zone").map(|(name, node)| KnownZone {
        name: name.text.clone(),
        per_player: node.as_table().is_some_and(|table| table.get("per").is_some()),
        face_down_pile: says(node, "order", "pile") && says(node, "faces", "down"),
        for_its_owner: says(node, "faces", "owner"),
    }));
    for section in ["counter", "flag", "stuff"] {
        let of_players = |node: &Node| {
            let on = node.as_table().and_then(|table| table.get("on"));
            let list = on.and_then(Node::as_array).unwrap_or_default().iter();
            let mut all = list.chain(on).filter_map(Node::as_text).peekable();
            all.peek().is_none() || all.any(|on| on == "player")
        };
        known.counters.extend(entries(section).filter(|(_, node)| of_players(node)).map(|(name, _)| name.text.clone()));
    }
    let on_cards = entries("flag").filter(|(_, node)| says(node, "on", "card"));
    known.card_flags.extend(on_cards.map(|(name, _)| name.text.clone()));
}

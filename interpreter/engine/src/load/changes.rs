//! What changed between two sets of files of one game, by item and by entry of the manifest. How a text is laid out and its
//! comments do not count, nor in which file it stands.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::Findings;
use crate::manifest::node::{self, Node};
use crate::manifest::pack_header;
use crate::source::{FileId, FileKind, SourceFile, Sources, Span};
use crate::syntax::{
    self,
    ast::{Comment, Item, ItemKind},
};

/// How an item or entry differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    Added,
    Removed,
    Changed,
}

/// Something that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub how: How,
    /// `action draw`, `numbers.heap`
    pub what: String,
    /// `rules.card:12`: in the new files where it is there, else in the old ones.
    pub place: String,
}

/// What differs, by name.
pub fn changes(old: &Sources, new: &Sources) -> Vec<Change> {
    let (old, new) = (parts(old), parts(new));
    let names: BTreeSet<&Key> = old.keys().chain(new.keys()).collect();
    let mut found = Vec::new();
    for name in names {
        let (before, after) = (old.get(name), new.get(name));
        let how = match (before, after) {
            (Some(before), Some(after)) if before.text == after.text => continue,
            (Some(_), Some(_)) => How::Changed,
            (None, _) => How::Added,
            (Some(_), None) => How::Removed,
        };
        let place = after.or(before).map_or_else(String::new, |part| part.place.clone());
        let (pack, what) = name;
        let what = if pack.is_empty() { what.clone() } else { format!("{what} of the pack `{pack}`") };
        found.push(Change { how, what, place });
    }
    found
}

/// Pack and name.
type Key = (String, String);

struct Part {
    text: String,
    place: String,
}

type Parts = BTreeMap<Key, Part>;

fn parts(sources: &Sources) -> Parts {
    let mut parts = Parts::new();
    for (id, file) in sources.iter() {
        let pack = file.pack.and_then(|number| pack_header(sources, number, &mut Findings::default()));
        let pack = pack.map_or_else(String::new, |header| header.id.text);
        match file.kind {
            FileKind::Manifest | FileKind::Pack => entries(&pack, id, file, &mut parts),
            FileKind::Script => {
                let script = syntax::parse(id, &file.text, &mut Findings::default());
                items(&pack, "", &script.items, &script.comments, file, &mut parts);
            }
            FileKind::Table => rows(&pack, id, file, &mut parts),
            // They look at the game; they are no part of it.
            FileKind::Scenarios => {}
        }
    }
    parts
}

/// Things of one name, such as two `every creature`, are one part.
fn put(parts: &mut Parts, key: Key, text: &str, file: &SourceFile, at: Span) {
    let place = format!("{}:{}", file.name, file.line_column(at.start).line);
    let part = parts.entry(key).or_insert(Part { text: String::new(), place });
    part.text.push_str(text);
    part.text.push('\n');
}

/// Rows of a table go by what stands in their first cell.
fn rows(pack: &str, id: FileId, file: &SourceFile, parts: &mut Parts) {
    // Where the folder lies does not count.
    let table = file.name.rsplit('/').next().unwrap_or(&file.name);
    let mut start = 0;
    for line in file.text.split_inclusive('\n') {
        let first = line.split([',', ';', '\t']).next().unwrap_or_default().trim();
        if !line.trim().is_empty() {
            let at = Span::new(id, start, start);
            put(parts, (pack.to_owned(), format!("row `{first}` of {table}")), line.trim_end(), file, at);
        }
        start += line.len();
    }
}

fn entries(pack: &str, id: FileId, file: &SourceFile, parts: &mut Parts) {
    let Some(table) = node::parse(id, &file.text, &mut Findings::default()) else {
        put(parts, (pack.to_owned(), file.name.clone()), &file.text, file, Span::new(id, 0, 0));
        return;
    };
    for (section, node) in &table.entries {
        let inner = node.as_table().map(|table| table.entries.as_slice()).unwrap_or_default();
        for (name, node) in inner {
            let key = (pack.to_owned(), format!("{}.{}", section.text, name.text));
            put(parts, key, &said(node), file, name.span);
        }
        if inner.is_empty() {
            put(parts, (pack.to_owned(), section.text.clone()), &said(node), file, section.span);
        }
    }
}

/// A value in one way of writing it.
fn said(node: &Node) -> String {
    use node::Value;
    match &node.value {
        Value::Table(table) => {
            let mut entries: Vec<String> =
                table.entries.iter().map(|(key, node)| format!("{}={}", key.text, said(node))).collect();
            entries.sort();
            format!("{{{}}}", entries.join(","))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(said).collect::<Vec<_>>().join(",")),
        Value::Integer(number) => number.to_string(),
        Value::Bool(yes) => yes.to_string(),
        Value::Text(text) => format!("{text:?}"),
    }
}

fn items(pack: &str, within: &str, list: &[Item], comments: &[Comment], file: &SourceFile, parts: &mut Parts) {
    for item in list {
        if let ItemKind::Variant { name, items: inner } = &item.kind {
            items(pack, &format!("variant {}: ", name.text), inner, comments, file, parts);
            continue;
        }
        let key = (pack.to_owned(), format!("{within}{}", called(item)));
        put(parts, key, &plain(file, item.span, comments), file, item.span);
    }
}

/// The words at the head of an item that say which one it is.
fn called(item: &Item) -> String {
    match &item.kind {
        ItemKind::Component { kind, name, .. } => format!("{} {}", kind.text, name.text),
        ItemKind::Every { kind, .. } => format!("every {}", kind.text),
        ItemKind::Extend { name, .. } => format!("extend {}", name.text),
        ItemKind::Action(action) => format!("action {}", action.name.text),
        ItemKind::Value(value) => format!("value {}", value.name.text),
        ItemKind::Keyword(keyword) => format!("keyword {}", keyword.name.text),
        ItemKind::Phase(phase) => format!("phase {}", phase.name.text),
        ItemKind::Rule { name, .. } => format!("rule {}", name.text),
        ItemKind::Event { name, .. } => format!("event {}", name.text),
        ItemKind::Window { name, .. } => format!("window {}", name.text),
        ItemKind::Scenario(_) => "scenarios".to_owned(),
        ItemKind::Variant { name, .. } => format!("variant {}", name.text),
        ItemKind::Hook(_) => "hooks".to_owned(),
        ItemKind::Replace(inner) => format!("replace {}", called(inner)),
        ItemKind::ReplaceStep { phase, step, .. } => format!("replace step {}.{}", phase.text, step.text),
        ItemKind::InsertStep { name, phase, .. } => format!("insert step {} into {}", name.text, phase.text),
        ItemKind::ExtendStep { phase, step, .. } => format!("extend step {}.{}", phase.text, step.text),
        ItemKind::Retire { name } => format!("retire {}", name.text),
    }
}

/// The text of an item without comments, with one blank between words.
fn plain(file: &SourceFile, span: Span, comments: &[Comment]) -> String {
    let mut text = String::new();
    let mut from = span.start;
    for comment in comments.iter().map(|comment| comment.span).filter(|c| c.start >= span.start && c.end <= span.end) {
        text.push_str(file.slice(Span { start: from, end: comment.start.max(from), ..span }));
        text.push(' ');
        from = comment.end;
    }
    text.push_str(file.slice(Span { start: from, ..span }));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

//! Layers of manifest, one laid over the other: tables merge, everything else is replaced, numbers may be shifted.
//! Layers that do not know each other must not write the same key differently.

use super::lower::numbers::{RANGED, out_of_range};
use super::model::Range;
use super::node::{Node, Table, Value};
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::source::Span;
use crate::syntax::ast::Name;
use crate::vocabulary::BIGGEST_NUMBER;

/// Sections whose entries are no nouns: what several layers write there adds up.
const NOT_NOUNS: &[&str] = &["game", "numbers", "attribute", "flow", "bots"];

/// Who writes, for conflicts.
#[derive(Clone, Debug)]
pub struct Writer {
    /// Such as "pack `relics`".
    pub who: String,
    /// Layers of different rank are ordered by it.
    pub rank: Rank,
    /// Its number within the rank.
    pub id: usize,
    /// Numbers of the layers of the rank that it builds upon, directly or not.
    pub after: Vec<usize>,
}

/// In this order layers are laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    Pack,
    Variant,
    Level,
}

/// What is merged so far, and who wrote it.
#[derive(Debug)]
pub struct Merger {
    pub tree: Table,
    writes: Vec<Write>,
    made: Vec<Made>,
}

/// A noun that a layer declared.
#[derive(Debug)]
struct Made {
    writer: Writer,
    path: Vec<String>,
    node: Node,
    name: Span,
}

#[derive(Debug)]
struct Write {
    writer: Writer,
    path: Vec<String>,
    node: Node,
    shift: bool,
}

impl Merger {
    /// Begins with the game's own manifest.
    pub fn new(base: Table) -> Self {
        Merger { tree: base, writes: Vec::new(), made: Vec::new() }
    }

    /// Lays one layer on top.
    pub fn apply(&mut self, writer: &Writer, patch: &Table, findings: &mut Findings) {
        let mut layer = Layer { writer, writes: &mut self.writes, made: &mut self.made, findings };
        layer.merge(&mut self.tree, patch, &mut Vec::new());
    }

    /// Sets a number for this game; `-` in its name means `_`.
    pub fn set_number(&mut self, name: &str, value: i64, manifest: Span, findings: &mut Findings) {
        let name = name.replace('-', "_");
        let numbers = self.tree.get_mut("numbers").map(|node| &mut node.value);
        let known = match numbers {
            Some(Value::Table(table)) => {
                if let Some(node) = table.get_mut(&name) {
                    let (range, at) = range_of(node);
                    if !range.has(value) {
                        findings.push(out_of_range(&name, value, range, at, at));
                        return;
                    }
                    with_value(node, |node| node.value = Value::Integer(value));
                    return;
                }
                table.entries.iter().map(|(key, _)| key.text.as_str()).collect()
            }
            _ => Vec::new(),
        };
        let help = match nearest(&name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => "this game declares no [numbers]".to_owned(),
            None => format!("its numbers are: {}", known.join(", ")),
        };
        let message = format!("there is no number `{name}` to set to {value}");
        findings.push(Diagnostic::new(Code::UnknownNumber, manifest, message).help(help));
    }
}

struct Layer<'a> {
    writer: &'a Writer,
    writes: &'a mut Vec<Write>,
    made: &'a mut Vec<Made>,
    findings: &'a mut Findings,
}

impl Layer<'_> {
    fn merge(&mut self, target: &mut Table, patch: &Table, path: &mut Vec<String>) {
        for (key, node) in &patch.entries {
            path.push(key.text.clone());
            self.merge_key(target, key, node, path);
            path.pop();
        }
    }

    fn merge_key(&mut self, target: &mut Table, key: &Name, node: &Node, path: &mut Vec<String>) {
        let in_numbers = path.len() > 1 && path.first().is_some_and(|section| section == "numbers");
        let file = node.span.file;
        if is_total(path) && !target.entries.iter().any(|(name, old)| name.text == key.text && old.span.file == file) {
            self.write(node, path, false);
            return target.entries.push((key.clone(), node.clone()));
        }
        // A number keeps its bounds, whoever gives it another value.
        if in_numbers
            && path.len() == 2
            && !is_ranged(node)
            && node.as_text().is_none()
            && let Some(there) = target.get_mut(&key.text).filter(|there| is_ranged(there))
        {
            self.write_all(node, path);
            with_value(there, |there| *there = node.clone());
            return;
        }
        match (target.get_mut(&key.text), &node.value) {
            (there, Value::Text(text)) if in_numbers => self.shift(there, key, text, node, path),
            (Some(Node { value: Value::Table(there), .. }), Value::Table(table)) => {
                let mark = self.findings.mark();
                self.merge(there, table, path);
                if self.findings.mark() == mark {
                    self.made_twice(key, node, path);
                }
            }
            (_, Value::Table(table)) if in_numbers && has_text(table) => {
                let message = format!("there are no values of `{}` to shift", key.text);
                self.bad_shift(node.span, message);
            }
            (there, _) => {
                self.write_all(node, path);
                if there.is_none() {
                    self.note_made(key, node, path);
                }
                let own = |(name, old): &&mut (Name, Node)| {
                    name.text == key.text && (!is_total(path) || old.span.file == node.span.file)
                };
                match target.entries.iter_mut().find(own) {
                    Some((name, place)) => {
                        *place = node.clone();
                        name.span = key.span;
                    }
                    None => target.entries.push((key.clone(), node.clone())),
                }
            }
        }
    }

    /// Notes the nouns that a layer declares: one, or those of a whole section.
    fn note_made(&mut self, key: &Name, node: &Node, path: &[String]) {
        let (writer, path) = (self.writer.clone(), path.to_vec());
        match (path.len(), node.as_table()) {
            (1, Some(section)) => {
                for (name, node) in &section.entries {
                    self.note_made(name, node, &[path.as_slice(), std::slice::from_ref(&name.text)].concat());
                }
            }
            (2, _) if path.first().is_some_and(|section| !NOT_NOUNS.contains(&section.as_str())) => {
                self.made.push(Made { writer, path, node: node.clone(), name: key.span })
            }
            _ => {}
        }
    }

    /// Two layers that do not know each other declare a noun of one name: they hardly mean the same thing, though their
    /// entries would go together. Variants bring scripts along, so not even equal ones are the same.
    fn made_twice(&mut self, key: &Name, node: &Node, path: &[String]) {
        let first = self.made.iter().find(|made| made.path == path && unordered(&made.writer, self.writer));
        let Some(first) = first else { return };
        let is_variant = path.first().is_some_and(|section| section == "variant");
        if first.node.same(node) && !is_variant {
            return;
        }
        let message = format!("{} and {} both declare `{}`", first.writer.who, self.writer.who, path.join("."));
        self.findings.push(
            Diagnostic::new(Code::LayerConflict, key.span, message)
                .label(format!("{} declares it here", self.writer.who))
                .other(first.name, format!("{} declares it here", first.writer.who))
                .help(format!("rename one of them; or {}", later(self.writer))),
        );
    }

    /// `"+1"` on a number, or on all its values.
    fn shift(&mut self, there: Option<&mut Node>, key: &Name, text: &str, node: &Node, path: &[String]) {
        let signed = text.starts_with(['+', '-']).then(|| text.parse::<i64>().ok()).flatten();
        let Some(by) = signed else {
            return self.bad_shift(node.span, format!("`{}` cannot be shifted by \"{text}\"", key.text));
        };
        let Some(place) = there else {
            return self.bad_shift(node.span, format!("there is no number `{}` to shift", key.text));
        };
        self.write(node, path, true);
        if !add(place, by) {
            self.bad_shift(node.span, format!("`{}` shifted by {text} is no longer a number", key.text));
        }
    }

    fn bad_shift(&mut self, span: Span, message: String) {
        let help = "a shift is a text with a sign and digits, \"+1\" or \"-2\", for a number that exists; to set it write the number without quotes";
        self.findings.push(Diagnostic::new(Code::BadShift, span, message).help(help));
    }

    /// Notes all the leaves of a value that is laid down.
    fn write_all(&mut self, node: &Node, path: &mut Vec<String>) {
        match &node.value {
            Value::Table(table) => {
                for (key, inner) in &table.entries {
                    path.push(key.text.clone());
                    self.write_all(inner, path);
                    path.pop();
                }
            }
            _ => self.write(node, path, false),
        }
    }

    fn write(&mut self, node: &Node, path: &[String], shift: bool) {
        let me = self.writer;
        let rival = self.writes.iter().find(|other| {
            let overlap = other.path.starts_with(path) || path.starts_with(&other.path);
            let agree = (shift && other.shift) || (shift == other.shift && other.path == path && other.node.same(node));
            let apart = is_total(path) && other.node.span.file != node.span.file;
            unordered(&other.writer, me) && overlap && !agree && !apart
        });
        if let Some(rival) = rival {
            let message = format!("{} and {} want different things for `{}`", rival.writer.who, me.who, path.join("."));
            self.findings.push(
                Diagnostic::new(Code::LayerConflict, node.span, message)
                    .label(format!("{} says this", me.who))
                    .other(rival.node.span, format!("{} says this", rival.writer.who))
                    .help(format!("use only one of them, or {}", later(me))),
            );
        }
        let write = Write { writer: me.clone(), path: path.to_vec(), node: node.clone(), shift };
        self.writes.push(write);
    }
}

/// `kind.KIND.total`: it speaks of the cards of the file that says it, so what other files say stands beside it.
pub fn is_total<T: AsRef<str>>(path: &[T]) -> bool {
    matches!(path, [section, _, key] if section.as_ref() == "kind" && key.as_ref() == "total")
}

/// Whether nothing says which of two comes later.
fn unordered(a: &Writer, b: &Writer) -> bool {
    a.rank == b.rank && a.id != b.id && !a.after.contains(&b.id) && !b.after.contains(&a.id)
}

/// How to say which of two comes later.
fn later(writer: &Writer) -> &'static str {
    match writer.rank {
        Rank::Pack => "let one come later, by `needs` or `after = [\"…\"]` in its [pack]: then what it says holds",
        Rank::Variant | Rank::Level => "let one `needs` the other: then it comes later, and what it says holds",
    }
}

fn has_text(table: &Table) -> bool {
    table.entries.iter().any(|(_, node)| node.as_text().is_some())
}

/// Adds to a number or to each of its values; false where that is no number.
fn add(node: &mut Node, by: i64) -> bool {
    with_value(node, |node| add_to_all(node, by))
}

fn add_to_all(node: &mut Node, by: i64) -> bool {
    match &mut node.value {
        Value::Integer(number) => match number.checked_add(by) {
            Some(sum) if (-BIGGEST_NUMBER..=BIGGEST_NUMBER).contains(&sum) => {
                *number = sum;
                true
            }
            _ => false,
        },
        Value::Array(items) => items.iter_mut().all(|item| add_to_all(item, by)),
        Value::Table(table) => table.entries.iter_mut().all(|(_, item)| add_to_all(item, by)),
        Value::Bool(_) | Value::Text(_) => false,
    }
}

/// Whether a number has bounds: `{ default = 6, from = 3, to = 6 }`.
fn is_ranged(node: &Node) -> bool {
    node.as_table().is_some_and(|table| RANGED.iter().any(|(key, _)| table.get(key).is_some()))
}

/// The bounds of a number, and where they stand.
fn range_of(node: &Node) -> (Range, Span) {
    let table = node.as_table().filter(|_| is_ranged(node));
    let bound = |key: &str| match table.and_then(|table| table.get(key)) {
        Some(Node { value: Value::Integer(value), span }) => Some((*value, *span)),
        _ => None,
    };
    let (from, to) = (bound("from"), bound("to"));
    let range = Range { from: from.map(|(value, _)| value), to: to.map(|(value, _)| value) };
    (range, from.or(to).map_or(node.span, |(_, span)| span))
}

/// Does something to the value of a number, with bounds or without.
fn with_value<T>(node: &mut Node, change: impl FnOnce(&mut Node) -> T) -> T {
    let ranged = is_ranged(node);
    match &mut node.value {
        Value::Table(table) if ranged && table.get("default").is_some() => match table.get_mut("default") {
            Some(default) => change(default),
            None => change(node),
        },
        _ => change(node),
    }
}

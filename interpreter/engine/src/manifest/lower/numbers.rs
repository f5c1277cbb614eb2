//! `[numbers]` and `[enum]`.

use super::fields::{Fields, Keys, LABEL_KEYS, Reader};
use super::names;
use crate::diagnostic::{Code, Diagnostic};
use crate::manifest::model::{Enum, EnumValue, Labels, Literal, Name, Number, NumberValue, Range};
use crate::manifest::node::{Node, Table, Value};
use crate::source::Span;

const VALUE: Keys = &[];
/// A number with bounds.
pub(in crate::manifest) const RANGED: Keys = &[("default", "default = 6"), ("from", "from = 3"), ("to", "to = 6")];

pub(super) fn numbers(r: &mut Reader<'_>, root: &Table, players: (u8, u8)) -> Vec<Number> {
    let mut numbers = Vec::new();
    for (name, node) in r.section(root, "numbers", "a number", "[numbers] and below it hand_size = 5") {
        let (value, range) = match node.as_table().filter(|table| is_ranged(table)) {
            Some(table) => ranged(r, name, node, table, players),
            None => (number_value(r, name, node, players), Range::default()),
        };
        numbers.extend(value.map(|value| Number { name: name.clone(), value, range }));
    }
    numbers
}

/// `{ default = 6, from = 3, to = 6 }`
fn is_ranged(table: &Table) -> bool {
    RANGED.iter().any(|(key, _)| table.get(key).is_some())
}

/// The value of a number with bounds, wherever it was written in the end; outside of these it is a mistake.
fn ranged(
    r: &mut Reader<'_>,
    name: &Name,
    node: &Node,
    table: &Table,
    players: (u8, u8),
) -> (Option<NumberValue>, Range) {
    let Some(f) = r.bare(format!("the number `{}`", name.text), name.span, node, RANGED) else {
        return (None, Range::default());
    };
    let mut bound = |key| r.integer(&f, key);
    let (from, to) = (bound("from"), bound("to"));
    let range = Range { from: from.map(|(value, _)| value), to: to.map(|(value, _)| value) };
    if let (Some((least, _)), Some((most, span))) = (from, to)
        && least > most
    {
        let message = format!("the number `{}` cannot go from {least} to {most}", name.text);
        r.bad(span, message, "`from` is the least it may be, `to` the most");
        return (None, Range::default());
    }
    let Some(default) = table.get("default") else {
        r.missing(&f, "default");
        return (None, range);
    };
    let value = match default.as_table().filter(|table| is_ranged(table)) {
        Some(_) => {
            wrong_number(r, name, default);
            None
        }
        None => number_value(r, name, default, players),
    };
    for node in leaves(default) {
        let Value::Integer(value) = node.value else { continue };
        if !range.has(value) {
            let at = from.or(to).map_or(name.span, |(_, span)| span);
            r.findings.push(out_of_range(&name.text, value, range, node.span, at));
        }
    }
    (value, range)
}

/// The plain numbers in a value.
fn leaves(node: &Node) -> Vec<&Node> {
    match &node.value {
        Value::Array(items) => items.iter().collect(),
        Value::Table(table) => table.entries.iter().map(|(_, node)| node).collect(),
        _ => vec![node],
    }
}

/// A number that its range excludes; `at`: where the range stands.
pub fn out_of_range(name: &str, value: i64, range: Range, span: Span, at: Span) -> Diagnostic {
    let words = range.words().unwrap_or_default();
    let found =
        Diagnostic::new(Code::NumberOutOfRange, span, format!("`{name}` cannot be {value}: its range is {words}"));
    let found = if at == span { found } else { found.other(at, "its range") };
    found.help("choose a number in its range; what bounds it are the rules, or what there is in the box")
}

fn number_value(r: &mut Reader<'_>, name: &Name, node: &Node, players: (u8, u8)) -> Option<NumberValue> {
    match &node.value {
        Value::Integer(number) => Some(NumberValue::Plain(*number)),
        Value::Array(items) => {
            let values = items.iter().filter_map(|item| plain(r, name, item)).collect();
            Some(NumberValue::BySeat(values))
        }
        Value::Table(table) => Some(NumberValue::ByPlayers(by_players(r, name, table, players))),
        Value::Text(text) if text.starts_with(['+', '-']) => {
            r.findings.push(
                Diagnostic::new(Code::BadShift, node.span, format!("there is no number `{}` to shift", name.text))
                    .help("in the game's own [numbers] write the number itself, without quotes"),
            );
            None
        }
        Value::Text(_) | Value::Bool(_) => {
            wrong_number(r, name, node);
            None
        }
    }
}

fn by_players(r: &mut Reader<'_>, name: &Name, table: &Table, (least, most): (u8, u8)) -> Vec<(u8, i64)> {
    let mut values = Vec::new();
    for (key, node) in &table.entries {
        match key.text.parse::<u8>() {
            Ok(count) if count >= 1 => values.extend(plain(r, name, node).map(|value| (count, value))),
            _ => {
                let message = format!("`{}` is not a number of players", key.text);
                r.bad(key.span, message, "a number by players looks like { 2 = 4, 3 = 6 }");
            }
        }
    }
    let lacking: Vec<String> = (least..=most)
        .filter(|n| !table.entries.iter().any(|(key, _)| key.text.parse() == Ok(*n)))
        .map(|n| n.to_string())
        .collect();
    // A key that is no number of players is mistake enough.
    let readable = table.entries.iter().all(|(key, _)| key.text.parse::<u8>().is_ok());
    if readable && !lacking.is_empty() {
        let message = format!("the number `{}` says nothing for {} players", name.text, counted(&lacking));
        r.findings.push(
            Diagnostic::new(Code::MissingPlayerCount, name.span, message)
                .help(format!("add for example: {} = 4", lacking.join(" = 4, "))),
        );
    }
    values.sort_by_key(|(count, _)| *count);
    values
}

/// `2, 3 and 4`
fn counted(numbers: &[String]) -> String {
    match numbers {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => numbers.concat(),
    }
}

fn plain(r: &mut Reader<'_>, name: &Name, node: &Node) -> Option<i64> {
    match node.value {
        Value::Integer(number) => Some(number),
        _ => {
            wrong_number(r, name, node);
            None
        }
    }
}

fn wrong_number(r: &mut Reader<'_>, name: &Name, node: &Node) {
    let name = &name.text;
    let message = format!("the number `{name}` must be a whole number, or whole numbers by players or by seat");
    r.findings.push(
        Diagnostic::new(Code::WrongType, node.span, message)
            .label(format!("this is {}", node.describe()))
            .help(format!("for example: {name} = 5, {name} = {{ 2 = 4, 3 = 6 }} or {name} = [0, 0, 1]")),
    );
}

pub(super) fn enums(r: &mut Reader<'_>, root: &Table) -> Vec<Enum> {
    let mut enums = Vec::new();
    for (name, node) in r.section(root, "enum", "an enum", "[enum] and below it suit = [\"clubs\", \"hearts\"]") {
        let values = match &node.value {
            Value::Array(items) => listed_values(r, name, items),
            Value::Table(table) => table.entries.iter().filter_map(|(key, node)| enum_value(r, key, node)).collect(),
            _ => {
                wrong_enum(r, name, node);
                continue;
            }
        };
        let nothing = match &node.value {
            Value::Array(items) => items.is_empty(),
            _ => values.is_empty(),
        };
        if nothing {
            let message = format!("the enum `{}` has no values", name.text);
            r.bad(name.span, message, format!("for example: {} = [\"one\", \"two\"]", name.text));
        }
        enums.push(Enum { name: name.clone(), values });
    }
    enums
}

fn listed_values(r: &mut Reader<'_>, name: &Name, items: &[Node]) -> Vec<EnumValue> {
    let mut values: Vec<EnumValue> = Vec::new();
    for item in items {
        let Some(text) = item.as_text() else {
            wrong_enum(r, name, item);
            continue;
        };
        let value = Name { text: text.to_owned(), span: item.span };
        names::check(r.findings, &value, "a value of an enum");
        match values.iter().find(|other| other.name.text == text) {
            Some(first) => r.findings.push(
                Diagnostic::new(Code::DuplicateName, item.span, format!("`{text}` is listed twice in `{}`", name.text))
                    .other(first.name.span, "here first"),
            ),
            None => values.push(EnumValue { name: value, attributes: Vec::new(), labels: Labels::default() }),
        }
    }
    values
}

fn wrong_enum(r: &mut Reader<'_>, name: &Name, node: &Node) {
    let message = format!("the enum `{}` must be a list of names in quotes, or a table of values", name.text);
    r.findings.push(
        Diagnostic::new(Code::WrongType, node.span, message)
            .label(format!("this is {}", node.describe()))
            .help(format!("for example: {} = [\"spiral\", \"star\"]", name.text)),
    );
}

fn enum_value(r: &mut Reader<'_>, key: &Name, node: &Node) -> Option<EnumValue> {
    names::check(r.findings, key, "a value of an enum");
    let owner = format!("value `{}`", key.text);
    let (attributes, labels) = free_attributes(r, owner, key, node, VALUE)?;
    Some(EnumValue { name: key.clone(), attributes, labels })
}

/// Printed names and the known `keys` apart, every entry is an attribute.
pub(super) fn free_attributes(
    r: &mut Reader<'_>,
    owner: String,
    at: &Name,
    node: &Node,
    keys: Keys,
) -> Option<(Vec<(Name, Literal)>, Labels)> {
    let Some(table) = node.as_table() else {
        r.findings.push(
            Diagnostic::new(Code::WrongType, node.span, format!("{owner} must be a table"))
                .label(format!("this is {}", node.describe()))
                .help(format!(
                    "for example: {} = {{ en = \"{}\" }}, or {{}} if there is nothing to say",
                    at.text, at.text
                )),
        );
        return None;
    };
    let known = |key: &str| keys.iter().chain(LABEL_KEYS).any(|(known, _)| *known == key);
    let mut attributes = Vec::new();
    for (key, node) in &table.entries {
        if known(&key.text) || r.is_language(&key.text) {
            continue;
        }
        names::check(r.findings, key, "an attribute");
        let literal = r.literal(&format!("`{}` of {owner}", key.text), node);
        attributes.extend(literal.map(|literal| (key.clone(), literal)));
    }
    let fields = Fields::of(owner, at.span, table, keys);
    let labels = r.labels(&fields);
    Some((attributes, labels))
}

//! `[counter]`, `[flag]`, `[state]`, `[memory]`, `[stuff]`: what things bear.

use super::fields::{Fields, Keys, Reader};
use crate::diagnostic::{Code, Diagnostic};
use crate::manifest::model::{Counter, Literal, Memory, Name, NumberRef, StateVar, Stuff};
use crate::manifest::node::{Table, Value};

pub(in crate::manifest) const COUNTER: Keys = &[
    ("on", "on = \"player\""),
    ("min", "min = 0"),
    ("max", "max = 30"),
    ("start", "start = 1"),
    ("until", "until = \"end of turn\""),
    ("secret", "secret = true"),
    ("shown", "shown = false"),
];
pub(in crate::manifest) const FLAG: Keys = &[
    ("on", "on = \"player\""),
    ("start", "start = true"),
    ("until", "until = \"end of turn\""),
    ("secret", "secret = true"),
    ("shown", "shown = false"),
];
pub(in crate::manifest) const STATE: Keys = &[
    ("on", "on = \"cell\""),
    ("of", "of = \"player\""),
    ("start", "start = \"north\""),
    ("until", "until = \"end of turn\""),
    ("secret", "secret = true"),
    ("shown", "shown = false"),
];
pub(in crate::manifest) const MEMORY: Keys = &[
    ("on", "on = \"player\""),
    ("of", "of = \"card\""),
    ("max", "max = 20"),
    ("until", "until = \"end of turn\""),
    ("shown", "shown = true"),
];
pub(in crate::manifest) const STUFF: Keys = &[
    ("on", "on = [\"player\", \"era\"]"),
    ("supply", "supply = 30"),
    ("of", "of = \"cube\""),
    ("worth", "worth = 3"),
    ("start", "start = 2"),
];

/// Most things that are counted belong to players.
fn on(r: &mut Reader<'_>, fields: &Fields<'_>) -> Name {
    if let Some(several) = fields.get("on").filter(|node| node.as_array().is_some()) {
        let message = format!("`on` of {} must be one name in quotes", fields.owner);
        let help = "for every unit, write on = \"unit\"; for several kinds of cards, the name of a [group] of them";
        r.findings.push(Diagnostic::new(Code::WrongType, several.span, message).label("this is a list").help(help));
        return player(fields);
    }
    r.name(fields, "on").unwrap_or_else(|| player(fields))
}

fn player(fields: &Fields<'_>) -> Name {
    Name { text: "player".to_owned(), span: fields.at }
}

pub(super) fn counters(r: &mut Reader<'_>, root: &Table) -> Vec<Counter> {
    let mut counters = Vec::new();
    for (name, node) in r.section(root, "counter", "a counter", "[counter] and below it points = { min = 0 }") {
        let Some(f) = r.fields(format!("counter `{}`", name.text), name.span, node, COUNTER) else { continue };
        counters.push(Counter {
            name: name.clone(),
            on: on(r, &f),
            min: r.number(&f, "min"),
            max: r.number(&f, "max"),
            start: r.number(&f, "start"),
            until: r.until(&f),
            secret: r.bool(&f, "secret").unwrap_or(false),
            shown: r.bool(&f, "shown").unwrap_or(true),
            labels: r.labels(&f),
        });
    }
    counters
}

pub(super) fn flags(r: &mut Reader<'_>, root: &Table) -> Vec<Counter> {
    let mut flags = Vec::new();
    for (name, node) in r.section(root, "flag", "a flag", "[flag] and below it passed = { until = \"end of round\" }") {
        let Some(f) = r.fields(format!("flag `{}`", name.text), name.span, node, FLAG) else { continue };
        let start = r.bool(&f, "start").zip(f.get("start"));
        flags.push(Counter {
            name: name.clone(),
            on: on(r, &f),
            min: None,
            max: None,
            start: start.map(|(yes, node)| NumberRef::Plain(i64::from(yes), node.span)),
            until: r.until(&f),
            secret: r.bool(&f, "secret").unwrap_or(false),
            shown: r.bool(&f, "shown").unwrap_or(true),
            labels: r.labels(&f),
        });
    }
    flags
}

pub(super) fn states(r: &mut Reader<'_>, root: &Table) -> Vec<StateVar> {
    let mut states = Vec::new();
    let example = "[state] and below it mark = { on = \"cell\", of = \"player\" }";
    for (name, node) in r.section(root, "state", "a state", example) {
        let Some(f) = r.fields(format!("state `{}`", name.text), name.span, node, STATE) else { continue };
        let Some(of) = r.required_name(&f, "of") else { continue };
        let start = f.get("start").and_then(|node| r.literal(&format!("`start` of {}", f.owner), node));
        states.push(StateVar {
            name: name.clone(),
            on: on(r, &f),
            of,
            start: match start {
                Some(Literal::List(each, _)) => each,
                one => one.into_iter().collect(),
            },
            until: r.until(&f),
            secret: r.bool(&f, "secret").unwrap_or(false),
            shown: r.bool(&f, "shown").unwrap_or(true),
            labels: r.labels(&f),
        });
    }
    states
}

pub(super) fn memories(r: &mut Reader<'_>, root: &Table) -> Vec<Memory> {
    let mut memories = Vec::new();
    let example = "[memory] and below it played = { of = \"card\", until = \"end of turn\" }";
    for (name, node) in r.section(root, "memory", "a memory", example) {
        let Some(f) = r.fields(format!("memory `{}`", name.text), name.span, node, MEMORY) else { continue };
        let Some(of) = r.required_name(&f, "of") else { continue };
        memories.push(Memory {
            name: name.clone(),
            on: on(r, &f),
            of,
            max: r.number_from(&f, "max", 1),
            until: r.until(&f),
            shown: r.bool(&f, "shown"),
            labels: r.labels(&f),
        });
    }
    memories
}

pub(super) fn stuff(r: &mut Reader<'_>, root: &Table) -> Vec<Stuff> {
    let mut stuff = Vec::new();
    for (name, node) in r.section(root, "stuff", "stuff", "[stuff] and below it cube = { supply = 30 }") {
        let Some(f) = r.fields(format!("stuff `{}`", name.text), name.span, node, STUFF) else { continue };
        let on = match f.get("on").map(|node| &node.value) {
            None => vec![player(&f)],
            Some(Value::Array(_) | Value::Text(_)) => r.names(&f, "on", true),
            Some(_) => r.name(&f, "on").into_iter().collect(),
        };
        stuff.push(Stuff {
            name: name.clone(),
            on,
            supply: r.number_from(&f, "supply", 0),
            of: r.name(&f, "of"),
            worth: r.integer(&f, "worth").map(|(worth, _)| worth),
            start: r.number_from(&f, "start", 0),
            labels: r.labels(&f),
        });
    }
    stuff
}

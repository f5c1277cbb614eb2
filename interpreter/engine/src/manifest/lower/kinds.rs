//! `[kind]`, `[attribute]` and `[group]`: sorts of components; attributes are read here for spaces too.

use super::fields::{Fields, Keys, Reader};
use super::names;
use crate::diagnostic::{Code, Diagnostic};
use crate::manifest::model::{Ability, Attribute, AttributeWords, Group, Kind, Labels, Literal, Live, Name};
use crate::manifest::node::{Node, Table, Value};
use crate::vocabulary::Sort;

pub(in crate::manifest) const KIND: Keys = &[
    ("attributes", "attributes = { cost = \"number\", shield = 0, ready = true }"),
    ("abilities", "abilities = { instant = { apply = \"full\" }, play = {} }"),
    ("live", "live = \"arena\", or live = { in = \"mission\", face = \"up\" }"),
    ("starts_in", "starts_in = \"deck\""),
    ("is", "is = \"clone\""),
    ("total", "total = 70"),
    ("each", "each = { suit = \"suit\", rank = \"1..13\" }"),
];
pub(in crate::manifest) const ATTRIBUTE: Keys = &[("of", "of = \"shape\""), ("default", "default = \"circle\"")];
pub(in crate::manifest) const ATTRIBUTE_WORDS: Keys =
    &[("shown", "shown = false"), ("in_options", "in_options = \"market\", or in_options = [\"market\", \"hand\"]")];
pub(in crate::manifest) const ABILITY: Keys = &[("apply", "apply = \"full\"")];
pub(in crate::manifest) const LIVE: Keys = &[("in", "in = \"mission\""), ("face", "face = \"up\"")];
pub(in crate::manifest) const GROUP_LIST: Keys = &[("members", "technology = [\"basic\", \"advanced\"]")];
pub(in crate::manifest) const GROUP: Keys =
    &[("of", "of = [\"red\", \"blue\"]"), ("worth", "worth = \"stone_worth\""), ("overpay", "overpay = true")];

pub(super) fn kinds(r: &mut Reader<'_>, root: &Table) -> Vec<Kind> {
    let mut kinds = Vec::new();
    for (name, node) in r.section(root, "kind", "a kind", "[kind.creature] and below it starts_in = \"deck\"") {
        let Some(f) = r.fields(format!("kind `{}`", name.text), name.span, node, KIND) else { continue };
        kinds.push(Kind {
            name: name.clone(),
            attributes: attributes(r, &f, Sort::Card),
            abilities: abilities(r, &f),
            live: live(r, &f),
            starts_in: r.name(&f, "starts_in"),
            is: r.name(&f, "is"),
            totals: r.numbers_from(&f, "total", 0),
            each: each(r, &f),
            labels: r.labels(&f),
        });
    }
    kinds
}

/// `attributes = { cost = "number", shield = 0, shape = { of = "shape", default = "circle" } }`
pub(super) fn attributes(r: &mut Reader<'_>, fields: &Fields<'_>, on: Sort) -> Vec<Attribute> {
    let Some(node) = fields.get("attributes") else { return Vec::new() };
    let Some(table) = node.as_table() else {
        r.wrong(fields, "attributes", node, "a table of names and types");
        return Vec::new();
    };
    table.entries.iter().filter_map(|(name, node)| attribute(r, fields, (name, on), node)).collect()
}

/// A card says its name in each language of the game: no attribute is called like one of these.
fn is_a_name_already(r: &mut Reader<'_>, name: &Name, on: Sort) -> bool {
    let taken = on == Sort::Card && r.is_language(&name.text);
    if taken {
        let message =
            format!("`{0} \"…\"` is the name of a card in the language `{0}`; it cannot be an attribute", name.text);
        let help = format!("choose another name, for example `my_{}`", name.text);
        r.findings.push(Diagnostic::new(Code::ReservedWord, name.span, message).help(help));
    }
    taken
}

fn attribute(r: &mut Reader<'_>, fields: &Fields<'_>, (name, on): (&Name, Sort), node: &Node) -> Option<Attribute> {
    let usable = names::check_attribute(r.findings, name, on) && !is_a_name_already(r, name, on);
    let ty = |text: &str| Name { text: text.to_owned(), span: node.span };
    let (ty, default) = match &node.value {
        Value::Text(text) => (check_type(r, name, ty(text)), None),
        Value::Integer(number) => (ty("number"), Some(Literal::Number(*number, node.span))),
        Value::Bool(yes) => (ty("bool"), Some(Literal::Bool(*yes, node.span))),
        Value::Table(_) => {
            let owner = format!("attribute `{}` of {}", name.text, fields.owner);
            let inner = r.bare(owner, name.span, node, ATTRIBUTE)?;
            if inner.get("of").is_none() {
                r.missing(&inner, "of");
            }
            let of = r.text(&inner, "of")?;
            let default =
                inner.get("default").and_then(|node| r.literal(&format!("`default` of {}", inner.owner), node));
            (check_type(r, name, of), default)
        }
        Value::Array(_) => {
            r.wrong(fields, "attributes", node, "a table of names and types");
            return None;
        }
    };
    // Under a name that is taken, nobody misses it. A badly written one is known, so that nothing calls it unknown.
    (usable || !names::is_snake_case(&name.text)).then(|| Attribute { name: name.clone(), ty, default })
}

/// Attributes are no nouns: scripts find them behind a point, and a zone may bear the same name.
pub(super) fn attribute_words(r: &mut Reader<'_>, root: &Table) -> Vec<AttributeWords> {
    let example = "[attribute] and below it cost = { en = \"cost\", fr = \"coût\" }";
    let mut all = Vec::new();
    for (name, node) in r.entries(root, "attribute", example) {
        let Some(f) = r.fields(format!("attribute `{}`", name.text), name.span, node, ATTRIBUTE_WORDS) else {
            continue;
        };
        all.push(AttributeWords {
            name: name.clone(),
            shown: r.bool(&f, "shown").unwrap_or(true),
            in_options: r.names(&f, "in_options", true),
            labels: r.labels(&f),
        });
    }
    all
}

/// `T`, `set of T`, `T bundle`, each with `or none`; blanks become single.
fn check_type(r: &mut Reader<'_>, name: &Name, ty: Name) -> Name {
    let words: Vec<&str> = ty.text.split_whitespace().collect();
    let core = words.strip_suffix(&["or", "none"]).unwrap_or(&words);
    let one = match core {
        ["set", "of", one] | [one, "bundle"] | [one] => Some(*one),
        _ => None,
    };
    if !one.is_some_and(|one| names::is_snake_case(one) || is_range(one)) {
        let message = format!("attribute `{}` cannot be of the type \"{}\"", name.text, ty.text);
        r.bad(
            ty.span,
            message,
            "a type looks like \"number\", \"family\", \"set of shape\", \"stone bundle\" or \"agent or none\"",
        );
    }
    Name { text: words.join(" "), span: ty.span }
}

fn abilities(r: &mut Reader<'_>, fields: &Fields<'_>) -> Vec<Ability> {
    let Some(node) = fields.get("abilities") else { return Vec::new() };
    let mut abilities: Vec<Ability> = Vec::new();
    match &node.value {
        Value::Array(_) => {
            for name in r.names(fields, "abilities", false) {
                if names::is_snake_case(&name.text) {
                    names::check(r.findings, &name, "an ability");
                }
                if let Some(first) = abilities.iter().find(|other| other.name.text == name.text) {
                    let message = format!("`{}` is listed twice among the abilities of {}", name.text, fields.owner);
                    let diagnostic = Diagnostic::new(Code::DuplicateName, name.span, message);
                    r.findings.push(diagnostic.other(first.name.span, "here first"));
                }
                abilities.push(Ability { name, full: false });
            }
        }
        Value::Table(table) => {
            for (name, node) in &table.entries {
                names::check(r.findings, name, "an ability");
                let owner = format!("ability `{}` of {}", name.text, fields.owner);
                let Some(inner) = r.bare(owner, name.span, node, ABILITY) else { continue };
                let full = r.word(&inner, "apply", &[("full", true), ("possible", false)]).unwrap_or(false);
                abilities.push(Ability { name: name.clone(), full });
            }
        }
        _ => r.wrong(fields, "abilities", node, "a table or a list of names"),
    }
    abilities
}

fn live(r: &mut Reader<'_>, fields: &Fields<'_>) -> Vec<Live> {
    let Some(node) = fields.get("live") else { return Vec::new() };
    match &node.value {
        Value::Array(items) => items.iter().flat_map(|item| live_in(r, fields, item)).collect(),
        _ => live_in(r, fields, node),
    }
}

fn live_in(r: &mut Reader<'_>, fields: &Fields<'_>, node: &Node) -> Vec<Live> {
    if !matches!(node.value, Value::Table(_)) {
        let expected = "the name of a zone, a list of them, or a table with `in` and `face`";
        let zone = r.name_in(fields, "live", node, expected);
        return zone.into_iter().map(|zone| Live { zone, face: None }).collect();
    }
    let owner = format!("`live` of {}", fields.owner);
    let Some(inner) = r.bare(owner, node.span, node, LIVE) else { return Vec::new() };
    if inner.get("in").is_none() {
        r.missing(&inner, "in");
    }
    let face = r.word(&inner, "face", &[("up", true), ("down", false)]);
    r.names(&inner, "in", true).into_iter().map(|zone| Live { zone, face }).collect()
}

/// `each = { suit = "suit", rank = "1..13" }`
fn each(r: &mut Reader<'_>, fields: &Fields<'_>) -> Vec<(Name, Name)> {
    let Some(node) = fields.get("each") else { return Vec::new() };
    let Some(table) = node.as_table() else {
        r.wrong(fields, "each", node, "a table of attributes, each with an enum or a range");
        return Vec::new();
    };
    let mut each = Vec::new();
    for (name, node) in &table.entries {
        if !names::check_attribute(r.findings, name, Sort::Card) && names::is_snake_case(&name.text) {
            continue;
        }
        let Some(over) = node.as_text() else {
            r.wrong(fields, "each", node, "a table of attributes, each with an enum or a range");
            continue;
        };
        if !names::is_snake_case(over) && !is_range(over) {
            let message = format!("`{}` of {} cannot run over \"{over}\"", name.text, fields.owner);
            r.bad(node.span, message, "write the name of an enum, or a range such as \"1..13\"");
        }
        each.push((name.clone(), Name { text: over.to_owned(), span: node.span }));
    }
    each
}

fn is_range(text: &str) -> bool {
    text.split_once("..").is_some_and(|(from, to)| match (from.parse::<i64>(), to.parse::<i64>()) {
        (Ok(from), Ok(to)) => from <= to,
        _ => false,
    })
}

pub(super) fn groups(r: &mut Reader<'_>, root: &Table) -> Vec<Group> {
    let mut groups = Vec::new();
    for (name, node) in
        r.section(root, "group", "a group", "[group] and below it technology = [\"basic\", \"advanced\"]")
    {
        if let Value::Array(items) = &node.value {
            let owner = format!("group `{}`", name.text);
            let f = Fields::of(owner, name.span, root, GROUP_LIST);
            let members =
                items.iter().filter_map(|item| r.name_in(&f, "members", item, "a list of names in quotes")).collect();
            groups.push(Group { name: name.clone(), members, worth: None, overpay: None, labels: Labels::default() });
            continue;
        }
        let Some(f) = r.fields(format!("group `{}`", name.text), name.span, node, GROUP) else { continue };
        if f.get("of").is_none() {
            r.missing(&f, "of");
        }
        groups.push(Group {
            name: name.clone(),
            members: r.names(&f, "of", false),
            worth: r.name(&f, "worth"),
            overpay: r.bool(&f, "overpay"),
            labels: r.labels(&f),
        });
    }
    groups
}

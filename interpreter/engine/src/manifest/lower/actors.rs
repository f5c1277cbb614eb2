//! `[actor]`, `[unit]`, `[dice]`.

use super::fields::{Fields, Keys, Reader};
use super::game::is_seat;
use crate::manifest::model::{Actor, Dice, DieFace, Labels, Name, Unit};
use crate::manifest::node::{Node, Table, Value};
use crate::source::Span;

pub(in crate::manifest) const ACTOR: Keys = &[
    ("at", "at = \"era\""),
    ("per_seat", "per_seat = 2"),
    ("decided_by", "decided_by = \"p1\""),
    ("takes_turns", "takes_turns = true"),
];
pub(in crate::manifest) const UNIT: Keys = &[("per", "per = \"people\""), ("at", "at = \"terrain\"")];
pub(in crate::manifest) const DICE: Keys = &[("faces", "faces = [1, 2, 3, 4, 5, 6]")];
pub(in crate::manifest) const FACE: Keys = &[("n", "n = 2"), ("weight", "weight = 3")];

pub(super) fn actors(r: &mut Reader<'_>, root: &Table, span: Span) -> Vec<Actor> {
    let mut actors = Vec::new();
    for (name, node) in r.section(root, "actor", "an actor", "[actor.agent] and below it at = \"era\"") {
        let Some(f) = r.fields(format!("actor `{}`", name.text), name.span, node, ACTOR) else { continue };
        let decided_by = r.name(&f, "decided_by");
        if let Some(seat) = decided_by.as_ref().filter(|seat| seat.text != "chance" && !is_seat(&seat.text)) {
            let message = format!("{} cannot be decided by `{}`", f.owner, seat.text);
            r.bad(seat.span, message, "write a seat such as \"p1\", or \"chance\"");
        }
        let takes_turns = r.bool(&f, "takes_turns");
        if let (Some(false), None, Some(node)) = (takes_turns, f.get("decided_by"), f.get("takes_turns")) {
            let message = format!("{} is played by people, so it takes turns", f.owner);
            r.bad(node.span, message, "say `decided_by` if it is automated, or leave `takes_turns` out");
        }
        actors.push(Actor {
            name: name.clone(),
            at: r.name(&f, "at"),
            per_seat: r.number_from(&f, "per_seat", 1),
            takes_turns: takes_turns.unwrap_or(decided_by.is_none()),
            decided_by,
            labels: r.labels(&f),
        });
    }
    if actors.iter().all(|actor| actor.decided_by.is_some()) {
        let name = Name { text: "player".to_owned(), span };
        r.nouns.declare(r.findings, &name, "the actor");
        actors.insert(0, default_player(name));
    }
    actors
}

fn default_player(name: Name) -> Actor {
    Actor { name, at: None, per_seat: None, decided_by: None, takes_turns: true, labels: Labels::default() }
}

pub(super) fn units(r: &mut Reader<'_>, root: &Table) -> Vec<Unit> {
    let mut units = Vec::new();
    for (name, node) in r.section(root, "unit", "a unit", "[unit.army] and below it at = \"terrain\"") {
        let Some(f) = r.fields(format!("unit `{}`", name.text), name.span, node, UNIT) else { continue };
        let Some(at) = r.required_name(&f, "at") else { continue };
        units.push(Unit { name: name.clone(), per: r.name(&f, "per"), at, labels: r.labels(&f) });
    }
    units
}

pub(super) fn dice(r: &mut Reader<'_>, root: &Table) -> Vec<Dice> {
    let mut dice = Vec::new();
    for (name, node) in r.section(root, "dice", "dice", "[dice.combat] and below it faces = [1, 2, 3, 4, 5, 6]") {
        let Some(f) = r.fields(format!("dice `{}`", name.text), name.span, node, DICE) else { continue };
        let faces = match f.get("faces") {
            None => {
                r.missing(&f, "faces");
                continue;
            }
            Some(node) => die_faces(r, &f, node),
        };
        dice.push(Dice { name: name.clone(), faces, labels: r.labels(&f) });
    }
    dice
}

fn die_faces(r: &mut Reader<'_>, fields: &Fields<'_>, node: &Node) -> Vec<DieFace> {
    let Some(items) = node.as_array() else {
        r.wrong(fields, "faces", node, "a list of numbers");
        return Vec::new();
    };
    if items.is_empty() {
        r.bad(node.span, format!("{} has no faces", fields.owner), "for example: faces = [1, 2, 3, 4, 5, 6]");
    }
    items.iter().filter_map(|item| die_face(r, fields, item)).collect()
}

fn die_face(r: &mut Reader<'_>, fields: &Fields<'_>, node: &Node) -> Option<DieFace> {
    match &node.value {
        Value::Integer(number) => Some(DieFace { number: *number, weight: 1 }),
        Value::Table(_) => {
            let inner = r.bare(format!("a face of {}", fields.owner), node.span, node, FACE)?;
            if inner.get("n").is_none() {
                r.missing(&inner, "n");
            }
            let (number, _) = r.integer(&inner, "n")?;
            let Some((given, span)) = r.integer(&inner, "weight") else { return Some(DieFace { number, weight: 1 }) };
            let weight = u32::try_from(given).ok().filter(|weight| (1..=1_000_000).contains(weight));
            if weight.is_none() {
                let message = format!("a face of {} cannot weigh {given}", fields.owner);
                r.bad(span, message, "write a number from 1 to 1000000; leave the face out if it never falls");
            }
            Some(DieFace { number, weight: weight.unwrap_or(1) })
        }
        _ => {
            r.wrong(fields, "faces", node, "a list of numbers");
            None
        }
    }
}

//! `[zone]`: where components lie, in which order, and who sees them.

use super::fields::{Fields, Keys, Reader};
use crate::manifest::model::{Faces, Fill, Zone, ZoneOrder};
use crate::manifest::node::Table;

pub(in crate::manifest) const ZONE: Keys = &[
    ("per", "per = \"player\""),
    ("holds", "holds = \"creature\""),
    ("order", "order = \"pile\""),
    ("faces", "faces = \"down\""),
    ("refill", "refill = \"discard\""),
    ("fill", "fill = { to = 3, from = \"deck\" }"),
    ("distinct", "distinct = \"name\""),
    ("max", "max = 7"),
    ("secret", "secret = true"),
];
pub(in crate::manifest) const FILL: Keys = &[("to", "to = 3"), ("from", "from = \"deck\"")];

const ORDERS: &[(&str, ZoneOrder)] =
    &[("set", ZoneOrder::Set), ("pile", ZoneOrder::Pile), ("row", ZoneOrder::Row), ("bag", ZoneOrder::Bag)];
const FACES: &[(&str, Faces)] = &[
    ("up", Faces::Up),
    ("down", Faces::Down),
    ("owner", Faces::Owner),
    ("others", Faces::Others),
    ("each", Faces::Each),
];

pub(super) fn zones(r: &mut Reader<'_>, root: &Table) -> Vec<Zone> {
    let mut zones = Vec::new();
    for (name, node) in r.section(root, "zone", "a zone", "[zone] and below it hand = { per = \"player\" }") {
        let Some(f) = r.fields(format!("zone `{}`", name.text), name.span, node, ZONE) else { continue };
        zones.push(Zone {
            name: name.clone(),
            per: r.name(&f, "per"),
            holds: r.name(&f, "holds"),
            order: r.word(&f, "order", ORDERS).unwrap_or_default(),
            faces: r.word(&f, "faces", FACES).unwrap_or_default(),
            refill: r.name(&f, "refill"),
            fill: fill(r, &f),
            distinct: r.name(&f, "distinct"),
            max: r.number_from(&f, "max", 1),
            secret: r.bool(&f, "secret").unwrap_or(false),
            labels: r.labels(&f),
        });
    }
    zones
}

fn fill(r: &mut Reader<'_>, fields: &Fields<'_>) -> Option<Fill> {
    let node = fields.get("fill")?;
    let inner = r.bare(format!("`fill` of {}", fields.owner), node.span, node, FILL)?;
    if inner.get("to").is_none() {
        r.missing(&inner, "to");
    }
    let from = r.required_name(&inner, "from");
    Some(Fill { to: r.number_from(&inner, "to", 1)?, from: from? })
}

//! `[board]` and `[space]`: rings, grids, graphs and loose panels; patterns with `#` are expanded here.

use super::fields::{Fields, Keys, Reader};
use super::kinds::attributes;
use super::numbers::free_attributes;
use super::spaces::{self, Fault, Pattern};
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Diagnostic};
use crate::manifest::model::{Board, Labels, Literal, Name, Shape, Space, SpaceKind, Touch};
use crate::manifest::node::{Node, Table, Value};
use crate::source::Span;
use crate::vocabulary::Sort;

pub(in crate::manifest) const BOARD: Keys = &[
    ("space", "space = \"cell\""),
    ("ring", "ring = [\"dawn\", \"noon\", \"dusk\"]"),
    ("grid", "grid = [3, 3]"),
    ("touch", "touch = \"all\""),
    ("edges", "edges = [\"centre - camp_#\", \"camp_# - camp_#+1\"]"),
    ("count", "count = 4"),
    ("spaces", "spaces = [{ id = \"camp_#\", height = 0 }]"),
    ("per", "per = \"player\""),
];
pub(in crate::manifest) const SPACE_KIND: Keys = &[("attributes", "attributes = { height = \"number\" }")];
pub(in crate::manifest) const SPACE: Keys = &[("id", "id = \"camp_#\"")];

/// Boards, and the kinds of their spaces; a kind that only a board names has no attributes.
pub(super) fn boards(r: &mut Reader<'_>, root: &Table) -> (Vec<Board>, Vec<SpaceKind>) {
    let mut kinds = Vec::new();
    for (name, node) in
        r.section(root, "space", "a kind of space", "[space.cell] and below it attributes = { height = 0 }")
    {
        let Some(f) = r.fields(format!("space `{}`", name.text), name.span, node, SPACE_KIND) else { continue };
        kinds.push(SpaceKind { name: name.clone(), attributes: attributes(r, &f, Sort::Space), labels: r.labels(&f) });
    }
    let declared = root.table("space");
    let mut boards = Vec::new();
    for (name, node) in r.section(root, "board", "a board", "[board.map] and below it grid = [3, 3]") {
        let Some(f) = r.bare(format!("board `{}`", name.text), name.span, node, BOARD) else { continue };
        let Some(space) = r.required_name(&f, "space") else { continue };
        let known = kinds.iter().any(|kind| kind.name.text == space.text);
        if !known && declared.is_none_or(|table| table.get(&space.text).is_none()) {
            r.nouns.declare(r.findings, &space, "a kind of space");
            kinds.push(SpaceKind { name: space.clone(), attributes: Vec::new(), labels: Labels::default() });
        }
        let count = count(r, &f).or_else(|| uncounted(r, &f));
        let listed = listed_spaces(r, &f, count);
        let Some((shape, spaces)) = shape(r, &f, listed, count) else { continue };
        boards.push(Board { name: name.clone(), shape, space, per: r.name(&f, "per"), spaces });
    }
    (boards, kinds)
}

/// Says that the board cannot be built.
fn bad_board(r: &mut Reader<'_>, span: Span, message: String, help: &str) {
    r.findings.push(Diagnostic::new(Code::BadBoard, span, message).help(help));
}

/// How far `#` runs.
fn count(r: &mut Reader<'_>, f: &Fields<'_>) -> Option<u16> {
    let (given, span) = r.integer(f, "count")?;
    let count = u16::try_from(given).ok().filter(|count| (1..=99).contains(count));
    if count.is_none() {
        r.bad(span, format!("`count` of {} cannot be {given}", f.owner), "write a number from 1 to 99");
    }
    count.or(Some(1))
}

/// Reports once that `#` is used without `count`, and goes on as if it ran to 2, so that no edge joins a space with itself.
fn uncounted(r: &mut Reader<'_>, f: &Fields<'_>) -> Option<u16> {
    let items = ["edges", "spaces"].into_iter().filter_map(|key| f.get(key)?.as_array()).flatten();
    let mut patterns = items.filter_map(|item| match item.as_table() {
        Some(table) => table.get("id"),
        None => Some(item),
    });
    let (first, text) = patterns.find_map(|node| Some((node, node.as_text().filter(|text| text.contains('#'))?)))?;
    Fault::NoCount.report(r, f, text, first.span);
    Some(2)
}

fn shape(
    r: &mut Reader<'_>,
    f: &Fields<'_>,
    listed: Option<Vec<Space>>,
    count: Option<u16>,
) -> Option<(Shape, Vec<Space>)> {
    let shapes: Vec<&(Name, Node)> = ["ring", "grid", "edges"].iter().filter_map(|key| f.table.entry(key)).collect();
    if let [first, second, ..] = shapes.as_slice() {
        let message = format!("{} is both a `{}` and a `{}`", f.owner, first.0.text, second.0.text);
        r.findings.push(
            Diagnostic::new(Code::BadBoard, second.0.span, message)
                .other(first.0.span, "the other shape")
                .help("a board has one of: ring, grid, edges, or only spaces"),
        );
        return None;
    }
    if let Some((key, _)) = f.table.entry("touch").filter(|_| f.get("grid").is_none()) {
        bad_board(r, key.span, format!("{} is no grid, so `touch` means nothing", f.owner), "remove it");
    }
    match shapes.first() {
        Some((key, node)) if key.text == "ring" => {
            let names = r.names(f, "ring", false);
            if names.len() < 3 {
                bad_board(r, node.span, format!("{} has too few spaces for a ring", f.owner), "name three or more");
            }
            let made = names.into_iter().map(bare_space).collect::<Vec<Space>>();
            declare(r, &made);
            Some((Shape::Ring, describe(r, f, made, listed)))
        }
        Some((key, node)) if key.text == "grid" => {
            let (shape, made) = grid(r, f, node)?;
            Some((shape, describe(r, f, made, listed)))
        }
        Some((_, node)) => graph(r, f, node, listed, count),
        None => match listed {
            Some(spaces) => {
                declare(r, &spaces);
                Some((Shape::Loose, spaces))
            }
            None => {
                let message = format!("{} has no shape", f.owner);
                bad_board(r, f.at, message, "say one of: ring, grid, edges, or spaces");
                None
            }
        },
    }
}

fn bare_space(name: Name) -> Space {
    Space { name, attributes: Vec::new(), labels: Labels::default() }
}

/// Spaces that the author named are nouns; those of a grid are known by their board.
fn declare(r: &mut Reader<'_>, spaces: &[Space]) {
    for space in spaces {
        r.nouns.declare(r.findings, &space.name, "a space");
    }
}

/// Attributes from `spaces` onto the spaces that the shape has made.
fn describe(r: &mut Reader<'_>, f: &Fields<'_>, mut made: Vec<Space>, listed: Option<Vec<Space>>) -> Vec<Space> {
    for space in listed.into_iter().flatten() {
        match made.iter_mut().find(|other| other.name.text == space.name.text) {
            Some(other) => {
                other.attributes = space.attributes;
                other.labels = space.labels;
            }
            None => unknown_space(r, f, &space.name, &made),
        }
    }
    made
}

fn unknown_space(r: &mut Reader<'_>, f: &Fields<'_>, name: &Name, known: &[Space]) {
    let message = format!("{} has no space `{}`", f.owner, name.text);
    let mut diagnostic = Diagnostic::new(Code::BadBoard, name.span, message);
    if let Some(near) = nearest(&name.text, known.iter().map(|space| space.name.text.as_str())) {
        diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
    }
    r.findings.push(diagnostic);
}

/// Columns are letters, rows are numbers: a1, b1 …, row by row.
fn grid(r: &mut Reader<'_>, f: &Fields<'_>, node: &Node) -> Option<(Shape, Vec<Space>)> {
    let touch = r.word(f, "touch", &[("sides", Touch::Sides), ("all", Touch::All)]).unwrap_or_default();
    let Some([Node { value: Value::Integer(columns), .. }, Node { value: Value::Integer(rows), .. }]) = node.as_array()
    else {
        r.wrong(f, "grid", node, "two numbers: columns and rows");
        return None;
    };
    let (Ok(columns @ 1..=26), Ok(rows @ 1..=99)) = (u8::try_from(*columns), u8::try_from(*rows)) else {
        bad_board(r, node.span, format!("{} cannot be {columns} by {rows}", f.owner), "up to 26 columns and 99 rows");
        return None;
    };
    let letters = (b'a'..=b'z').take(columns.into()).map(char::from);
    let spaces = (1..=rows)
        .flat_map(|row| letters.clone().map(move |column| format!("{column}{row}")))
        .map(|text| bare_space(Name { text, span: node.span }))
        .collect();
    Some((Shape::Grid(columns.into(), rows.into(), touch), spaces))
}

fn graph(
    r: &mut Reader<'_>,
    f: &Fields<'_>,
    node: &Node,
    listed: Option<Vec<Space>>,
    count: Option<u16>,
) -> Option<(Shape, Vec<Space>)> {
    let Some(items) = node.as_array() else {
        r.wrong(f, "edges", node, "a list of texts such as \"a - b\"");
        return None;
    };
    let mut edges: Vec<(Name, Name)> = Vec::new();
    for item in items {
        let Some(text) = item.as_text() else {
            r.wrong(f, "edges", item, "a list of texts such as \"a - b\"");
            continue;
        };
        match spaces::edges(text, item.span, count) {
            Err(fault) => fault.report(r, f, text, item.span),
            Ok(made) => {
                for (a, b) in made {
                    let there = |(x, y): &(Name, Name)| {
                        (x.text == a.text && y.text == b.text) || (x.text == b.text && y.text == a.text)
                    };
                    if a.text == b.text {
                        bad_board(r, item.span, format!("`{}` would touch itself", a.text), "an edge joins two spaces");
                    } else if !edges.iter().any(there) {
                        edges.push((a, b));
                    }
                }
            }
        }
    }
    let spaces = match listed {
        Some(listed) => {
            for name in edges.iter().flat_map(|(a, b)| [a, b]) {
                if !listed.iter().any(|space| space.name.text == name.text) {
                    unknown_space(r, f, name, &listed);
                }
            }
            listed
        }
        None => {
            let mut made: Vec<Space> = Vec::new();
            for name in edges.iter().flat_map(|(a, b)| [a, b]) {
                if !made.iter().any(|space| space.name.text == name.text) {
                    made.push(bare_space(name.clone()));
                }
            }
            made
        }
    };
    declare(r, &spaces);
    Some((Shape::Graph(edges), spaces))
}

/// The entries of `spaces`, patterns expanded; `None` where there is no such list.
fn listed_spaces(r: &mut Reader<'_>, f: &Fields<'_>, count: Option<u16>) -> Option<Vec<Space>> {
    let node = f.get("spaces")?;
    let Some(items) = node.as_array() else {
        r.wrong(f, "spaces", node, "a list of tables, each with an `id`");
        return None;
    };
    let mut spaces = Vec::new();
    for item in items {
        if let Some(text) = item.as_text() {
            expand(r, f, text, item.span, count, &mut spaces, (&[], &Labels::default()));
            continue;
        }
        let Some(table) = item.as_table() else {
            r.wrong(f, "spaces", item, "a list of tables, each with an `id`");
            continue;
        };
        let inner = Fields::of(format!("a space of {}", f.owner), item.span, table, SPACE);
        if inner.get("id").is_none() {
            r.missing(&inner, "id");
        }
        let Some(id) = r.text(&inner, "id") else { continue };
        let owner = format!("space `{}`", id.text);
        let Some((attributes, labels)) = free_attributes(r, owner, &id, item, SPACE) else { continue };
        expand(r, f, &id.text, id.span, count, &mut spaces, (&attributes, &labels));
    }
    Some(spaces)
}

fn expand(
    r: &mut Reader<'_>,
    f: &Fields<'_>,
    id: &str,
    span: Span,
    count: Option<u16>,
    spaces: &mut Vec<Space>,
    (attributes, labels): (&[(Name, Literal)], &Labels),
) {
    let pattern = match Pattern::new(id, count) {
        Ok(pattern) => pattern,
        Err(fault) => return fault.report(r, f, id, span),
    };
    for n in pattern.runs() {
        let name = Name { text: pattern.at(n), span };
        let fill = |text: &str| if pattern.has_marks() { text.replace('#', &n.to_string()) } else { text.to_owned() };
        spaces.push(Space {
            name,
            attributes: attributes
                .iter()
                .map(|(key, value)| (key.clone(), spaces::filled(value, &|text: &String| fill(text))))
                .collect(),
            labels: Labels {
                en: labels.en.as_deref().map(fill),
                others: labels.others.map(fill),
                gender: labels.gender,
            },
        });
    }
}

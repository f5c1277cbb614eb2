//! `[variant]`: what can be chosen, and what a choice switches on.

use super::lower::fields::{Fields, Keys, Reader};
use super::lower::names;
use super::lower::{self, SECTIONS};
use super::merge::{Merger, Rank, Writer};
use super::model::{Name, VariantDecl};
use super::node::{Node, Table, Value};
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::source::Span;

/// A variant with its patches.
#[derive(Debug)]
pub struct Variant {
    pub decl: VariantDecl,
    own: Patch,
    /// Never empty: one without anything where there are no `levels`.
    levels: Vec<Patch>,
}

#[derive(Debug, Default)]
struct Patch {
    table: Table,
    also: Vec<Name>,
    players: Option<(u8, u8, Span)>,
}

/// One that is switched on: which, and its level from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen {
    pub index: usize,
    pub level: usize,
}

pub(in crate::manifest) const VARIANT: Keys = &[
    ("group", "group = \"mode\""),
    ("levels", "levels = [{}, { numbers.clones = \"+1\" }]"),
    ("needs", "needs = [\"solo\"]"),
    ("players", "players = [2, 4]"),
];
pub(in crate::manifest) const LEVEL: Keys = &[("also", "also = [\"storm\"]"), ("players", "players = [2, 4]")];
const LABELS: &[&str] = &["en", "fr", "gender"];

/// All variants of a merged manifest.
pub fn read(root: &Table, findings: &mut Findings) -> Vec<Variant> {
    let Some(node) = root.get("variant") else { return Vec::new() };
    let Some(table) = node.as_table() else {
        findings.push(
            Diagnostic::new(Code::WrongType, node.span, "`variant` must be a table of named things")
                .label(format!("this is {}", node.describe()))
                .help("for example: [variant.solo] and below it players = 1"),
        );
        return Vec::new();
    };
    let mut reader = Reader::new(findings, lower::spoken(root));
    let variants =
        table.entries.iter().filter_map(|(name, node)| variant(&mut reader, root, name, node)).collect::<Vec<_>>();
    for variant in &variants {
        let also = variant.levels.iter().flat_map(|level| &level.also);
        for name in variant.decl.needs.iter().chain(also) {
            if find(&variants, &name.text).is_none() {
                findings.push(unknown_variant(&variants, &name.text, name.span));
            }
        }
    }
    variants
}

fn variant(r: &mut Reader<'_>, root: &Table, name: &Name, node: &Node) -> Option<Variant> {
    names::check(r.findings, name, "a variant");
    let owner = format!("variant `{}`", name.text);
    let Some(table) = node.as_table() else {
        r.findings.push(
            Diagnostic::new(Code::WrongType, node.span, format!("{owner} must be a table"))
                .label(format!("this is {}", node.describe()))
                .help(format!("for example: [variant.{}] and below it players = 1", name.text)),
        );
        return None;
    };
    let f = Fields::of(owner, name.span, table, VARIANT);
    let own = patch(r, root, &f, VARIANT, LABELS);
    let levels = levels(r, root, &f);
    let decl = VariantDecl {
        name: name.clone(),
        group: f
            .table
            .entry("group")
            .filter(|(key, node)| !is_group_section(key, node))
            .and_then(|_| r.name(&f, "group")),
        levels: levels.len(),
        needs: r.names(&f, "needs", false),
        players: own.players.map(|(least, most, _)| (least, most)),
        labels: r.labels(&f),
    };
    Some(Variant { decl, own, levels })
}

fn levels(r: &mut Reader<'_>, root: &Table, f: &Fields<'_>) -> Vec<Patch> {
    let Some(node) = f.get("levels") else { return vec![Patch::default()] };
    let items = node.as_array().unwrap_or_default();
    if items.is_empty() {
        r.wrong(f, "levels", node, "a list of tables, one for each level");
        return vec![Patch::default()];
    }
    let mut levels = Vec::new();
    for (at, item) in items.iter().enumerate() {
        let Some(table) = item.as_table() else {
            r.wrong(f, "levels", item, "a list of tables, one for each level");
            levels.push(Patch::default());
            continue;
        };
        let owner = format!("level {} of {}", at + 1, f.owner);
        let inner = Fields::of(owner, item.span, table, LEVEL);
        let mut level = patch(r, root, &inner, LEVEL, &[]);
        level.also = r.names(&inner, "also", false);
        levels.push(level);
    }
    levels
}

/// What it changes, without its own keys; those it does not know are reported, chosen or not.
fn patch(r: &mut Reader<'_>, root: &Table, f: &Fields<'_>, keys: Keys, labels: &[&'static str]) -> Patch {
    let sections = SECTIONS.iter().filter(|section| **section != "variant");
    let spoken = f.table.entries.iter().map(|(key, _)| key.text.as_str()).filter(|key| r.is_language(key));
    let spoken: Vec<&str> = spoken.filter(|_| !labels.is_empty()).collect();
    let own: Vec<&str> = keys.iter().map(|(key, _)| *key).chain(labels.iter().copied()).chain(spoken).collect();
    let known: Vec<&str> = own.iter().chain(sections.filter(|section| !own.contains(section))).copied().collect();
    let mut table = Table::default();
    for (key, node) in &f.table.entries {
        lower::check_section(key, &f.owner, &known, root, r.findings);
        let is_own = own.contains(&key.text.as_str()) && !is_group_section(key, node);
        if known.contains(&key.text.as_str()) && !is_own {
            table.entries.push((key.clone(), node.clone()));
        }
    }
    let players = f.get("players").and_then(|node| {
        let (least, most) = lower::players(r, &f.owner, node)?;
        Some((least, most, node.span))
    });
    Patch { table, also: Vec::new(), players }
}

/// `group = "mode"` is the variant's own, `group.stone = […]` patches the section of that name.
fn is_group_section(key: &Name, node: &Node) -> bool {
    key.text == "group" && node.as_table().is_some()
}

fn find(variants: &[Variant], name: &str) -> Option<usize> {
    variants.iter().position(|variant| variant.decl.name.text == name)
}

fn unknown_variant(variants: &[Variant], name: &str, span: Span) -> Diagnostic {
    let known: Vec<&str> = variants.iter().map(|variant| variant.decl.name.text.as_str()).collect();
    let help = match nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => "this game has no variants".to_owned(),
        None => format!("there are: {}", known.join(", ")),
    };
    Diagnostic::new(Code::UnknownVariant, span, format!("there is no variant `{name}`")).help(help)
}

/// What is switched on by a request, each after those it needs. `at` is the place for choices that stand in no file.
pub fn choose(
    variants: &[Variant],
    wanted: &[(String, Option<usize>)],
    at: Span,
    findings: &mut Findings,
) -> Vec<Chosen> {
    let mut asked = Vec::new();
    for (name, level) in wanted {
        let name = name.replace('-', "_");
        let Some((index, variant)) = find(variants, &name).and_then(|index| Some((index, variants.get(index)?))) else {
            findings.push(unknown_variant(variants, &name, at));
            continue;
        };
        let level = level.unwrap_or(1);
        let count = variant.levels.len();
        if !(1..=count).contains(&level) {
            let message = format!("variant `{name}` has no level {level}");
            let help = if count == 1 { "it has only one".to_owned() } else { format!("its levels are 1 to {count}") };
            findings.push(Diagnostic::new(Code::UnknownLevel, variant.decl.name.span, message).help(help));
        }
        asked.push(Chosen { index, level: level.clamp(1, count) });
    }
    let mut chosen = Vec::new();
    let mut visited = Vec::new();
    for one in &asked {
        switch_on(variants, &asked, one.index, &mut visited, &mut chosen);
    }
    check_groups(variants, &chosen, findings);
    chosen
}

fn switch_on(variants: &[Variant], asked: &[Chosen], index: usize, visited: &mut Vec<usize>, chosen: &mut Vec<Chosen>) {
    if visited.contains(&index) {
        return;
    }
    visited.push(index);
    let level = asked.iter().find(|one| one.index == index).map_or(1, |one| one.level);
    for other in upon(variants, Chosen { index, level }) {
        switch_on(variants, asked, other, visited, chosen);
    }
    chosen.push(Chosen { index, level });
}

/// The variants that one switches on too.
fn upon(variants: &[Variant], one: Chosen) -> Vec<usize> {
    let Some(variant) = variants.get(one.index) else { return Vec::new() };
    let also = variant.levels.get(one.level - 1).map_or(&[][..], |level| &level.also);
    variant.decl.needs.iter().chain(also).filter_map(|name| find(variants, &name.text)).collect()
}

fn check_groups(variants: &[Variant], chosen: &[Chosen], findings: &mut Findings) {
    let decls: Vec<&VariantDecl> = chosen.iter().filter_map(|one| variants.get(one.index)).map(|v| &v.decl).collect();
    for (at, decl) in decls.iter().enumerate() {
        let Some(group) = &decl.group else { continue };
        let rival = decls.iter().take(at).find(|other| other.group.as_ref().is_some_and(|g| g.text == group.text));
        if let Some(rival) = rival {
            let (a, b) = (&rival.name, &decl.name);
            let message = format!("variants `{}` and `{}` exclude each other", a.text, b.text);
            findings.push(
                Diagnostic::new(Code::GroupClash, b.span, message)
                    .label(format!("of the group `{}`", group.text))
                    .other(a.span, "of the same group")
                    .help("choose one of them"),
            );
        }
    }
}

/// Lays the patches of what is chosen: first all variants, then all levels, then their numbers of players.
pub fn apply(merger: &mut Merger, variants: &[Variant], chosen: &[Chosen], findings: &mut Findings) {
    for rank in [Rank::Variant, Rank::Level] {
        for one in chosen {
            let Some(variant) = variants.get(one.index) else { continue };
            let name = &variant.decl.name.text;
            let (who, patch) = match rank {
                Rank::Level => (format!("level {} of variant `{name}`", one.level), variant.levels.get(one.level - 1)),
                Rank::Pack | Rank::Variant => (format!("variant `{name}`"), Some(&variant.own)),
            };
            let writer = Writer { who, rank, id: one.index, after: all_upon(variants, chosen, *one) };
            if let Some(patch) = patch {
                merger.apply(&writer, &patch.table, findings);
            }
        }
    }
    players(merger, variants, chosen, findings);
}

fn all_upon(variants: &[Variant], chosen: &[Chosen], one: Chosen) -> Vec<usize> {
    let mut found = Vec::new();
    let mut open = vec![one];
    while let Some(next) = open.pop() {
        for index in upon(variants, next) {
            if !found.contains(&index) {
                found.push(index);
                open.extend(chosen.iter().find(|other| other.index == index));
            }
        }
    }
    found
}

/// The first that says `players` overrides the game; what more of them say must fit together.
fn players(merger: &mut Merger, variants: &[Variant], chosen: &[Chosen], findings: &mut Findings) {
    let mut range: Option<(u8, u8, Span)> = None;
    for one in chosen {
        let Some(variant) = variants.get(one.index) else { continue };
        let level = variant.levels.get(one.level - 1).and_then(|level| level.players);
        let Some((least, most, span)) = level.or(variant.own.players) else { continue };
        range = match range {
            None => Some((least, most, span)),
            Some((low, high, _)) if low.max(least) <= high.min(most) => Some((low.max(least), high.min(most), span)),
            Some(before) => {
                findings.push(
                    Diagnostic::new(
                        Code::LayerConflict,
                        span,
                        "the chosen variants are for different numbers of players",
                    )
                    .other(before.2, "another one says this")
                    .help("choose only one of them"),
                );
                Some(before)
            }
        };
    }
    let Some((least, most, span)) = range else { return };
    let number = |n: u8| Node { value: Value::Integer(n.into()), span };
    let node = Node { value: Value::Array(vec![number(least), number(most)]), span };
    if let Some(Node { value: Value::Table(game), .. }) = merger.tree.get_mut("game") {
        match game.get_mut("players") {
            Some(place) => *place = node,
            None => game.entries.push((Name { text: "players".to_owned(), span }, node)),
        }
    }
}

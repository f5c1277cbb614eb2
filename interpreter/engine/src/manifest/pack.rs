//! `pack.toml`: its head, and the rest of it as a tree to be laid over the game's manifest.

use super::lower;
use super::lower::fields::{Fields, Keys, LABEL_KEYS, Reader, unknown_key};
use super::model::{Labels, Name};
use super::node::{self, Node, Table};
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::source::{FileId, FileKind, SourceFile, Sources, Span};
use crate::words::Language;

/// What `[pack]` says.
#[derive(Clone, Debug)]
pub struct PackHeader {
    pub id: Name,
    pub version: String,
    /// The id of the game it is for.
    pub game: Name,
    /// Versions wanted: of the game under the name `game` or its id, of other packs under their ids.
    pub needs: Vec<(Name, Name)>,
    /// Packs that it comes after where both are played, without needing them.
    pub after: Vec<Name>,
    /// Packs that it cannot be played with.
    pub excludes: Vec<Name>,
    /// What it adds, in a sentence.
    pub adds: Option<String>,
    pub labels: Labels,
}

impl PackHeader {
    /// The names of packs that it comes after; the game may be among them.
    pub fn comes_after(&self) -> impl Iterator<Item = &Name> {
        self.needs.iter().map(|(name, _)| name).chain(&self.after)
    }
}

/// One pack.
#[derive(Debug)]
pub struct Pack {
    pub number: u16,
    /// `None` where it cannot be read.
    pub header: Option<PackHeader>,
    /// Without its `[pack]`.
    pub table: Table,
}

pub(in crate::manifest) const PACK: Keys = &[
    ("id", "id = \"relics\""),
    ("version", "version = \"1.0.0\""),
    ("game", "game = \"pebbles\""),
    ("needs", "needs = { game = \">=0.1\" }"),
    ("after", "after = [\"dragons\"]"),
    ("excludes", "excludes = [\"storms\"]"),
    ("adds", "adds = \"Twelve relics\""),
    ("name", "name = \"Relics\""),
];

/// What was found of a pack.
pub(super) enum Found {
    Pack(Box<Pack>),
    /// It is not TOML.
    Broken,
    Nothing,
}

pub(super) fn read(sources: &Sources, number: u16, findings: &mut Findings) -> Found {
    let is_it = |file: &SourceFile| file.kind == FileKind::Pack && file.pack == Some(number);
    let Some((file, source)) = sources.iter().find(|(_, file)| is_it(file)) else { return Found::Nothing };
    let Some(mut table) = node::parse(file, &source.text, findings) else { return Found::Broken };
    let header = header(sources, file, &mut table, findings);
    Found::Pack(Box::new(Pack { number, header, table }))
}

/// The head of one pack.
pub fn pack_header(sources: &Sources, number: u16, findings: &mut Findings) -> Option<PackHeader> {
    match read(sources, number, findings) {
        Found::Pack(pack) => pack.header,
        Found::Broken | Found::Nothing => None,
    }
}

/// Takes `[pack]` out of the tree and reads it.
fn header(sources: &Sources, file: FileId, table: &mut Table, findings: &mut Findings) -> Option<PackHeader> {
    let Some((key, node)) = table.remove("pack") else {
        findings.push(
            Diagnostic::new(Code::BadPack, Span::new(file, 0, 0), "the pack does not begin with [pack]")
                .help("add: [pack], and below it id = \"relics\" and game = \"pebbles\""),
        );
        return None;
    };
    let mut reader = Reader::new(findings, languages(sources, &node));
    let r = &mut reader;
    let f = r.fields("the pack".to_owned(), key.span, &node, PACK)?;
    for key in ["id", "game"] {
        if f.get(key).is_none() {
            r.missing(&f, key);
        }
    }
    let mut labels = r.labels(&f);
    if let Some(name) = r.text(&f, "name") {
        labels.en = Some(name.text);
    }
    let version = r.text(&f, "version");
    if let Some(version) = version.as_ref().filter(|version| semver::Version::parse(&version.text).is_err()) {
        let message = format!("`version` of the pack cannot be \"{}\"", version.text);
        r.bad(version.span, message, "a version has three numbers: \"1.0.0\"");
    }
    let (id, game, needs) = (r.text(&f, "id"), r.text(&f, "game"), needs(r, &f));
    if let Some(id) = id.as_ref().filter(|id| !is_id(&id.text)) {
        let message = format!("`id` of the pack cannot be \"{}\"", id.text);
        r.bad(id.span, message, "the full names of its cards begin with it: small letters, digits, `-` and `_`");
    }
    Some(PackHeader {
        id: id?,
        version: version.map_or_else(|| "0.1.0".to_owned(), |version| version.text),
        game: game?,
        needs,
        after: ids(r, &f, "after"),
        excludes: ids(r, &f, "excludes"),
        adds: r.text(&f, "adds").map(|adds| adds.text),
        labels,
    })
}

/// Those of its game; where that is not here, all that the pack seems to have.
fn languages(sources: &Sources, header: &Node) -> Vec<Language> {
    let game = sources.iter().find(|(_, file)| file.kind == FileKind::Manifest && file.pack.is_none());
    if let Some(root) = game.and_then(|(file, game)| node::parse(file, &game.text, &mut Findings::default())) {
        return lower::spoken(&root);
    }
    let own = |key: &str| PACK.iter().any(|(known, _)| *known == key);
    let entries = header.as_table().into_iter().flat_map(|table| &table.entries);
    let seeming = entries.filter(|(key, _)| !own(&key.text)).filter_map(|(key, _)| Language::of(&key.text));
    Language::OWN.into_iter().chain(seeming.filter(|language| !Language::OWN.contains(language))).collect()
}

fn is_id(text: &str) -> bool {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
    text.starts_with(|c: char| c.is_ascii_lowercase()) && text.chars().all(allowed)
}

/// A list of ids of packs. Whether there are such packs is not asked: they need not be here.
fn ids(r: &mut Reader<'_>, f: &Fields<'_>, key: &str) -> Vec<Name> {
    let Some(node) = f.get(key) else { return Vec::new() };
    let Some(items) = node.as_array() else {
        r.wrong(f, key, node, "a list of ids of packs in quotes");
        return Vec::new();
    };
    let mut found = Vec::new();
    for item in items {
        match item.as_text() {
            Some(text) => found.push(Name { text: text.to_owned(), span: item.span }),
            None => r.wrong(f, key, item, "a list of ids of packs in quotes"),
        }
    }
    found
}

fn needs(r: &mut Reader<'_>, f: &Fields<'_>) -> Vec<(Name, Name)> {
    let Some(node) = f.get("needs") else { return Vec::new() };
    let Some(table) = node.as_table() else {
        r.wrong(f, "needs", node, "a table of versions");
        return Vec::new();
    };
    let mut needs = Vec::new();
    for (name, node) in &table.entries {
        if LABEL_KEYS.iter().any(|(label, _)| *label == name.text) {
            r.findings.push(unknown_key(name, "`needs` of the pack", &["game"]));
            continue;
        }
        let Some(text) = node.as_text() else {
            r.wrong(f, "needs", node, "a table of versions in quotes");
            continue;
        };
        if semver::VersionReq::parse(text).is_err() {
            let message = format!("\"{text}\" is not a range of versions");
            r.bad(node.span, message, "write for example \">=0.1\", \"1.2\" or \"*\"");
        }
        needs.push((name.clone(), Name { text: text.to_owned(), span: node.span }));
    }
    needs
}

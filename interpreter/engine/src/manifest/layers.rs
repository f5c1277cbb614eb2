//! The manifests of one load as trees: the game's own and those of its packs, in the order in which they are laid.

use super::lower::fields::{Fields, Keys, LABEL_KEYS, Reader, unknown_key};
use super::lower::names::Nouns;
use super::merge::{Merger, Rank, Writer};
use super::model::{Labels, Name};
use super::node::{self, Table};
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::source::{FileId, FileKind, SourceFile, Sources, Span};

/// What `[pack]` says.
#[derive(Clone, Debug)]
pub struct PackHeader {
    pub id: Name,
    pub version: String,
    /// The id of the game it is for.
    pub game: Name,
    /// Versions wanted: of the game under the name `game`, of other packs under their ids.
    pub needs: Vec<(Name, Name)>,
    /// What it adds, in a sentence.
    pub adds: Option<String>,
    pub labels: Labels,
}

/// Parsed trees of the game and its packs.
#[derive(Debug)]
pub struct Layers {
    /// The whole text of the game's manifest.
    pub span: Span,
    pub base: Table,
    /// By pack number.
    pub packs: Vec<Pack>,
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
    ("adds", "adds = \"Twelve relics\""),
    ("name", "name = \"Relics\""),
];

impl Layers {
    /// All the manifests; `None` where one of them is not TOML.
    pub fn parse(sources: &Sources, packs: usize, findings: &mut Findings) -> Option<Layers> {
        let base = sources.iter().find(|(_, file)| file.kind == FileKind::Manifest && file.pack.is_none());
        let Some((id, file)) = base else {
            let message = "there is no file game.toml";
            findings.push(
                Diagnostic::new(Code::NoManifest, Span::default(), message)
                    .help("add one that begins with [game], id = \"pebbles\", name = \"Pebbles\", players = [2, 4]"),
            );
            return None;
        };
        let span = Span::new(id, 0, file.text.len());
        let base = node::parse(id, &file.text, findings);
        let mut read = Vec::new();
        let mut broken = false;
        for number in 0..u16::try_from(packs).unwrap_or(u16::MAX) {
            match pack(sources, number, findings) {
                Found::Pack(pack) => read.push(*pack),
                Found::Broken => broken = true,
                Found::Nothing => {
                    let message = format!("the pack number {} has no file pack.toml", number + 1);
                    let at = Span { end: span.start, ..span };
                    findings.push(
                        Diagnostic::new(Code::BadPack, at, message)
                            .help("add one that begins with [pack], id = \"relics\", game = \"pebbles\""),
                    );
                }
            }
        }
        base.filter(|_| !broken).map(|base| Layers { span, base, packs: read })
    }

    /// Base and packs laid over each other, and the order of the packs.
    pub fn merge(&self, findings: &mut Findings) -> (Merger, Vec<u16>) {
        let mut merger = Merger::new(self.base.clone());
        self.check_fit(findings);
        let order = self.order(findings);
        for &at in &order {
            let Some(pack) = self.packs.get(at) else { continue };
            let who = pack.header.as_ref().map_or_else(|| "a pack".to_owned(), |h| format!("pack `{}`", h.id.text));
            let writer = Writer { who, rank: Rank::Pack, id: at, after: self.upon(at) };
            merger.apply(&writer, &pack.table, findings);
        }
        (merger, order.iter().filter_map(|&at| self.packs.get(at)).map(|pack| pack.number).collect())
    }

    /// Each pack is for this game and version, and what it needs is there.
    fn check_fit(&self, findings: &mut Findings) {
        let text = |key: &str| self.base.table("game").and_then(|game| game.get(key)).and_then(|node| node.as_text());
        let (id, version) = (text("id").unwrap_or_default(), text("version").unwrap_or("0.1.0"));
        for pack in &self.packs {
            let Some(header) = &pack.header else { continue };
            if plain(&header.game.text) != plain(id) {
                let message =
                    format!("pack `{}` is for the game `{}`, not for `{id}`", header.id.text, header.game.text);
                findings.push(Diagnostic::new(Code::PackMismatch, header.game.span, message));
            }
            for (name, wanted) in &header.needs {
                let there = match name.text.as_str() {
                    "game" => Some(version),
                    other => {
                        self.find(other).and_then(|at| self.packs.get(at)?.header.as_ref()).map(|h| h.version.as_str())
                    }
                };
                check_version(header, name, wanted, there, findings);
            }
        }
    }

    fn find(&self, id: &str) -> Option<usize> {
        self.packs
            .iter()
            .position(|pack| pack.header.as_ref().is_some_and(|header| plain(&header.id.text) == plain(id)))
    }

    /// The packs that one builds upon, directly or not.
    fn upon(&self, at: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let mut open = vec![at];
        while let Some(pack) = open.pop().and_then(|next| self.packs.get(next)) {
            for (name, _) in pack.header.iter().flat_map(|header| &header.needs) {
                if let Some(next) = self.find(&name.text).filter(|next| !found.contains(next)) {
                    found.push(next);
                    open.push(next);
                }
            }
        }
        found
    }

    /// Packs after those they build upon; otherwise as numbered.
    fn order(&self, findings: &mut Findings) -> Vec<usize> {
        let mut order: Vec<usize> = Vec::new();
        while order.len() < self.packs.len() {
            let open = || (0..self.packs.len()).filter(|at| !order.contains(at));
            let ready = open().find(|&at| self.upon(at).iter().all(|other| order.contains(other)));
            let Some(next) = ready.or_else(|| open().next()) else { break };
            if ready.is_none()
                && self.upon(next).contains(&next)
                && let Some(header) = self.packs.get(next).and_then(|pack| pack.header.as_ref())
            {
                let message = format!("pack `{}` builds upon itself, through the packs it needs", header.id.text);
                findings.push(
                    Diagnostic::new(Code::PackMismatch, header.id.span, message)
                        .help("remove one of the `needs` that lead around in a circle"),
                );
            }
            order.push(next);
        }
        order
    }
}

/// Ids are compared with `-` and `_` alike.
fn plain(id: &str) -> String {
    id.replace('-', "_")
}

fn check_version(header: &PackHeader, name: &Name, wanted: &Name, there: Option<&str>, findings: &mut Findings) {
    let who = &header.id.text;
    let what = if name.text == "game" { "the game".to_owned() } else { format!("the pack `{}`", name.text) };
    let Some(there) = there else {
        let message = format!("pack `{who}` needs {what}, which is not chosen");
        findings.push(Diagnostic::new(Code::PackMismatch, name.span, message).help("choose that pack too"));
        return;
    };
    // A version that cannot be read has been reported where it is written.
    if let (Ok(range), Ok(version)) = (semver::VersionReq::parse(&wanted.text), semver::Version::parse(there))
        && !range.matches(&version)
    {
        let message = format!("pack `{who}` needs version {} of {what}, and this is {there}", wanted.text);
        findings.push(Diagnostic::new(Code::PackMismatch, wanted.span, message));
    }
}

enum Found {
    Pack(Box<Pack>),
    Broken,
    Nothing,
}

fn pack(sources: &Sources, number: u16, findings: &mut Findings) -> Found {
    let is_it = |file: &SourceFile| file.kind == FileKind::Pack && file.pack == Some(number);
    let Some((file, source)) = sources.iter().find(|(_, file)| is_it(file)) else { return Found::Nothing };
    let Some(mut table) = node::parse(file, &source.text, findings) else { return Found::Broken };
    let header = header(file, &mut table, findings);
    Found::Pack(Box::new(Pack { number, header, table }))
}

/// The head of one pack.
pub fn pack_header(sources: &Sources, number: u16, findings: &mut Findings) -> Option<PackHeader> {
    match pack(sources, number, findings) {
        Found::Pack(pack) => pack.header,
        Found::Broken | Found::Nothing => None,
    }
}

/// Takes `[pack]` out of the tree and reads it.
fn header(file: FileId, table: &mut Table, findings: &mut Findings) -> Option<PackHeader> {
    let Some((key, node)) = table.remove("pack") else {
        findings.push(
            Diagnostic::new(Code::BadPack, Span::new(file, 0, 0), "the pack does not begin with [pack]")
                .help("add: [pack], and below it id = \"relics\" and game = \"pebbles\""),
        );
        return None;
    };
    let mut reader = Reader { findings, nouns: Nouns::default() };
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
    Some(PackHeader {
        id: id?,
        version: version.map_or_else(|| "0.1.0".to_owned(), |version| version.text),
        game: game?,
        needs,
        adds: r.text(&f, "adds").map(|adds| adds.text),
        labels,
    })
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

/// Which pack needs which, by number.
pub fn pack_needs(sources: &Sources, packs: usize) -> Vec<(u16, u16)> {
    let mut quiet = Findings::default();
    let headers: Vec<(u16, PackHeader)> = (0..u16::try_from(packs).unwrap_or(u16::MAX))
        .filter_map(|number| Some((number, pack_header(sources, number, &mut quiet)?)))
        .collect();
    let number = |id: &str| headers.iter().find(|(_, header)| header.id.text == id).map(|(number, _)| *number);
    let pairs = headers.iter().flat_map(|(from, header)| header.needs.iter().map(move |(id, _)| (*from, id)));
    pairs.filter_map(|(from, id)| Some((from, number(&id.text)?))).collect()
}

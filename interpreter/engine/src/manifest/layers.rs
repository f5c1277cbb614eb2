//! The manifests of one load as trees: the game's own and those of its packs, in the order in which they are laid.

use super::merge::{Merger, Rank, Writer};
use super::model::Name;
use super::node::{self, Table};
use super::pack::{self, Found, Pack, PackHeader};
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::source::{FileId, FileKind, Sources, Span};

/// Parsed trees of the game and its packs.
#[derive(Debug)]
pub struct Layers {
    /// The whole text of the game's manifest.
    pub span: Span,
    pub base: Table,
    /// By pack number.
    pub packs: Vec<Pack>,
}

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
            match pack::read(sources, number, findings) {
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

    /// Each pack is for this game and version, what it needs is there, and what it excludes is not.
    fn check_fit(&self, findings: &mut Findings) {
        let text = |key: &str| self.base.table("game").and_then(|game| game.get(key)).and_then(|node| node.as_text());
        let (id, version) = (text("id").unwrap_or_default(), text("version").unwrap_or("0.1.0"));
        for (at, header) in self.headers() {
            if plain(&header.game.text) != plain(id) {
                let message =
                    format!("pack `{}` is for the game `{}`, not for `{id}`", header.id.text, header.game.text);
                findings.push(Diagnostic::new(Code::PackMismatch, header.game.span, message));
            }
            self.check_id(at, header, id, findings);
            for (name, wanted) in &header.needs {
                let there = if name.text == "game" || plain(&name.text) == plain(id) {
                    Some(("the game".to_owned(), version))
                } else {
                    let other = self.find(&name.text).and_then(|at| self.packs.get(at)?.header.as_ref());
                    other.map(|other| (format!("the pack `{}`", name.text), other.version.as_str()))
                };
                check_version(header, name, wanted, there, findings);
            }
            self.check_excluded(at, header, findings);
        }
    }

    /// Full names of cards begin with the id of their pack or game, so no two may share it.
    fn check_id(&self, at: usize, header: &PackHeader, game: &str, findings: &mut Findings) {
        let id = &header.id;
        if plain(&id.text) == plain(game) {
            let message = format!("the pack has the id of its game, `{}`", id.text);
            findings.push(
                Diagnostic::new(Code::PackMismatch, id.span, message)
                    .help("give it an id of its own: the full names of its cards begin with it"),
            );
        }
        let first = self.find(&id.text).filter(|first| *first < at).and_then(|first| self.header(first));
        if let Some(first) = first {
            findings.push(
                Diagnostic::new(Code::PackMismatch, id.span, format!("two packs have the id `{}`", id.text))
                    .label("the second one")
                    .other(first.id.span, "the first one")
                    .help("use only one of them, or give one another id"),
            );
        }
    }

    fn check_excluded(&self, at: usize, header: &PackHeader, findings: &mut Findings) {
        for name in &header.excludes {
            let Some(other) = self.find(&name.text).filter(|other| *other != at) else { continue };
            let Some(other_header) = self.header(other) else { continue };
            let mutual = other_header.excludes.iter().any(|back| self.find(&back.text) == Some(at));
            if !mutual || at < other {
                let message = format!("the packs `{}` and `{}` exclude each other", header.id.text, name.text);
                findings.push(
                    Diagnostic::new(Code::PackMismatch, name.span, message)
                        .label("says that they do not go together")
                        .other(other_header.id.span, "the other one")
                        .help("play with one of them only"),
                );
            }
        }
    }

    fn headers(&self) -> impl Iterator<Item = (usize, &PackHeader)> {
        self.packs.iter().enumerate().filter_map(|(at, pack)| Some((at, pack.header.as_ref()?)))
    }

    fn header(&self, at: usize) -> Option<&PackHeader> {
        self.packs.get(at)?.header.as_ref()
    }

    fn find(&self, id: &str) -> Option<usize> {
        self.headers().find(|(_, header)| plain(&header.id.text) == plain(id)).map(|(at, _)| at)
    }

    /// The packs that one comes after, as it says itself, each with the place where it says so.
    fn links(&self, at: usize) -> Vec<(usize, Span)> {
        let names = self.header(at).into_iter().flat_map(PackHeader::comes_after);
        names.filter_map(|name| Some((self.find(&name.text)?, name.span))).collect()
    }

    /// The packs that one comes after, directly or not.
    fn upon(&self, at: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let mut open = vec![at];
        while let Some(next) = open.pop() {
            for (next, _) in self.links(next) {
                if !found.contains(&next) {
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
        let mut told: Vec<usize> = Vec::new();
        while order.len() < self.packs.len() {
            let open = || (0..self.packs.len()).filter(|at| !order.contains(at));
            let ready = open().find(|&at| self.upon(at).iter().all(|other| order.contains(other)));
            let Some(next) = ready.or_else(|| open().next()) else { break };
            if ready.is_none() && !told.contains(&next) && self.upon(next).contains(&next) {
                told.extend(self.tell_circle(next, findings));
            }
            order.push(next);
        }
        order
    }

    /// Reports a circle of packs that come after each other; gives those in it.
    fn tell_circle(&self, start: usize, findings: &mut Findings) -> Vec<usize> {
        // The shortest way from the start back to itself: for each pack that is reached, from where and where that is written.
        let mut reached: Vec<(usize, usize, Span)> = Vec::new();
        let mut next = 0;
        let mut from = start;
        while !reached.iter().any(|(at, ..)| *at == start) {
            for (at, span) in self.links(from) {
                if !reached.iter().any(|(known, ..)| *known == at) {
                    reached.push((at, from, span));
                }
            }
            let Some((at, ..)) = reached.get(next) else { break };
            (from, next) = (*at, next + 1);
        }
        let mut way: Vec<(usize, Span)> = Vec::new();
        let mut at = start;
        while let Some((_, before, span)) = reached.iter().find(|(reached, ..)| *reached == at) {
            way.insert(0, (*before, *span));
            at = *before;
            if at == start {
                break;
            }
        }
        let name = |at: usize| self.header(at).map_or("?", |header| header.id.text.as_str());
        let ids: Vec<String> = way.iter().map(|(at, _)| format!("`{}`", name(*at))).collect();
        let message = match ids.as_slice() {
            [only] => format!("pack {only} comes after itself"),
            _ => format!("the packs {} come after each other in a circle", ids.join(", ")),
        };
        let mut spans = way.iter().map(|(_, span)| *span);
        let first = spans.next().or_else(|| Some(self.header(start)?.id.span)).unwrap_or_default();
        let mut found = Diagnostic::new(Code::PackMismatch, first, message)
            .help("remove one of the `needs` or `after` that lead around");
        for (at, span) in way.iter().skip(1) {
            found = found.other(*span, format!("pack `{}` comes after this", name(*at)));
        }
        findings.push(found);
        way.into_iter().map(|(at, _)| at).collect()
    }
}

/// Ids are compared with `-` and `_` alike.
fn plain(id: &str) -> String {
    id.replace('-', "_")
}

fn check_version(
    header: &PackHeader,
    name: &Name,
    wanted: &Name,
    there: Option<(String, &str)>,
    findings: &mut Findings,
) {
    let who = &header.id.text;
    let Some((what, there)) = there else {
        let message = format!("pack `{who}` needs the pack `{}`, which is not chosen", name.text);
        let help = format!("choose that pack too: `--pack {}`", name.text);
        findings.push(Diagnostic::new(Code::PackMismatch, name.span, message).help(help));
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

/// The packs of a load for those who only need to know who may change what: by number, their ids and their order.
#[derive(Clone, Debug, Default)]
pub struct PackOrder {
    pub ids: Vec<(u16, String)>,
    /// `(a, b)`: pack `a` comes after pack `b`, as it says itself.
    pub after: Vec<(u16, u16)>,
    /// Their manifests.
    pub files: Vec<(FileId, u16)>,
}

impl PackOrder {
    /// The pack whose manifest says something; `None` for the game's.
    pub fn said_by(&self, span: Span) -> Option<u16> {
        self.files.iter().find(|(file, _)| *file == span.file).map(|(_, number)| *number)
    }

    /// What a pack is called in messages.
    pub fn told(&self, pack: u16) -> String {
        match self.ids.iter().find(|(number, _)| *number == pack) {
            Some((_, id)) => format!("the pack `{id}`"),
            None => format!("pack {}", u32::from(pack) + 1),
        }
    }
}

/// Which packs there are, and which comes after which.
pub fn pack_order(sources: &Sources, packs: usize) -> PackOrder {
    let mut quiet = Findings::default();
    let headers: Vec<(u16, PackHeader)> = (0..u16::try_from(packs).unwrap_or(u16::MAX))
        .filter_map(|number| Some((number, pack::pack_header(sources, number, &mut quiet)?)))
        .collect();
    let number = |id: &str| headers.iter().find(|(_, h)| plain(&h.id.text) == plain(id)).map(|(number, _)| *number);
    let pairs = headers.iter().flat_map(|(from, header)| header.comes_after().map(move |name| (*from, name)));
    let after = pairs.filter_map(|(from, name)| Some((from, number(&name.text)?))).collect();
    let manifests = sources.iter().filter(|(_, file)| file.kind == FileKind::Pack);
    let files = manifests.filter_map(|(id, file)| Some((id, file.pack?))).collect();
    PackOrder { after, files, ids: headers.iter().map(|(number, header)| (*number, header.id.text.clone())).collect() }
}

//! Manifests from text: what they may say, how layers merge, and what is said about mistakes.

mod layer_mistakes;
mod layers;
mod mistakes;
mod section_mistakes;
mod shapes;

use cardwright::diagnostic::{Diagnostic, Findings};
use cardwright::manifest::model::Manifest;
use cardwright::manifest::{self, Request};
use cardwright::source::{FileKind, SourceFile, Sources};

/// What every manifest needs, so that a test says only what it is about.
pub const HEAD: &str =
    "[game]\nid = \"toy\"\nname = \"Toy\"\nversion = \"0.2.0\"\nplayers = [2, 4]\n[flow]\nturn = [\"act\"]\n";

/// A load: its files, what was read, what was found.
pub struct Load {
    pub sources: Sources,
    pub manifest: Option<Manifest>,
    pub findings: Vec<Diagnostic>,
}

/// Reads a whole game.toml with packs.
pub fn load_whole(base: &str, packs: &[&str], mut request: Request) -> Load {
    let mut sources = Sources::default();
    sources.add(SourceFile::new("game.toml", base, FileKind::Manifest, None));
    for (number, pack) in (0..).zip(packs) {
        sources.add(SourceFile::new("pack.toml", *pack, FileKind::Pack, Some(number)));
    }
    request.packs = packs.len();
    let mut findings = Findings::default();
    let manifest = manifest::read(&sources, &request, &mut findings);
    Load { sources, manifest, findings: findings.into_sorted() }
}

/// Reads a manifest with the usual head, packs, and variants such as `storm:2`.
pub fn load(text: &str, packs: &[&str], variants: &[&str]) -> Load {
    let variants = variants
        .iter()
        .map(|name| match name.split_once(':') {
            Some((name, level)) => (name.to_owned(), level.parse().ok()),
            None => ((*name).to_owned(), None),
        })
        .collect();
    load_whole(&format!("{HEAD}{text}"), packs, Request { variants, ..Request::default() })
}

impl Load {
    /// The manifest, when there must be nothing wrong with it.
    #[track_caller]
    pub fn good(self) -> Manifest {
        assert!(self.findings.is_empty(), "{:#?}", self.findings);
        self.manifest.expect("a manifest without findings is read")
    }

    /// The findings as `E0403 message | the text they point at | help`, other places in brackets.
    pub fn lines(&self) -> Vec<String> {
        self.findings
            .iter()
            .map(|d| {
                let mut line = format!("{} {} | {}", d.code.id(), d.message, self.sources.slice(d.span));
                for (span, words) in &d.others {
                    line += &format!(" [{}: {words}]", self.sources.slice(*span));
                }
                if let Some(help) = &d.help {
                    line += &format!(" | {help}");
                }
                line
            })
            .collect()
    }
}

/// A manifest with the usual head, without mistakes.
#[track_caller]
pub fn good(text: &str) -> Manifest {
    load(text, &[], &[]).good()
}

/// Texts of names.
pub fn texts<'a>(names: impl IntoIterator<Item = &'a manifest::model::Name>) -> Vec<&'a str> {
    names.into_iter().map(|name| name.text.as_str()).collect()
}

//! STUB with canned answers, replaced when the engine is merged: from sources to a program.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileKind, Sources, Span};

/// STUB for `program::Program`.
#[derive(Debug)]
pub struct Program;

/// What to load of the sources.
#[derive(Clone, Debug, Default)]
pub struct Request {
    pub players: Option<u8>,
    pub variants: Vec<(String, Option<usize>)>,
    pub numbers: Vec<(String, i64)>,
    /// How many packs the sources hold.
    pub packs: usize,
}

/// A game ready to play.
#[derive(Debug)]
pub struct Loaded {
    pub program: Arc<Program>,
    pub warnings: Vec<Diagnostic>,
}

/// Loads for playing.
pub fn load(sources: &Sources, request: &Request) -> Result<Loaded, Vec<Diagnostic>> {
    let findings = check(sources, request);
    if findings.is_empty() { Ok(Loaded { program: Arc::new(Program), warnings: Vec::new() }) } else { Err(findings) }
}

/// Checks every variant and player count; sorted.
pub fn check(sources: &Sources, _request: &Request) -> Vec<Diagnostic> {
    let scripts = sources.iter().filter(|(_, file)| file.kind == FileKind::Script);
    scripts
        .filter_map(|(id, file)| {
            let at = file.text.find("]]")?;
            let found = Diagnostic::new(Code::SyntaxError, Span::new(id, at, at + 2), "`]` closes nothing");
            Some(found.label("this one").help("remove it"))
        })
        .collect()
}

/// What `list` shows of a game.
#[derive(Clone, Debug)]
pub struct GameCard {
    pub id: String,
    pub version: String,
    pub name_en: String,
    pub name_fr: Option<String>,
    pub players: (u8, u8),
    pub variants: Vec<VariantCard>,
}

/// What `list` shows of a variant.
#[derive(Clone, Debug)]
pub struct VariantCard {
    pub name: String,
    /// 0 where it has none.
    pub levels: usize,
    pub group: Option<String>,
    pub label: String,
}

/// Reads no more than `list` needs.
pub fn game_card(_sources: &Sources) -> Result<GameCard, Vec<Diagnostic>> {
    Ok(GameCard {
        id: "stub".into(),
        version: "0.1.0".into(),
        name_en: "Stub Game".into(),
        name_fr: None,
        players: (2, 2),
        variants: vec![VariantCard { name: "hard_mode".into(), levels: 3, group: None, label: "Hard mode".into() }],
    })
}

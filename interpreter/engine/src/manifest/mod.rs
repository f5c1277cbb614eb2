//! Manifests: TOML to nouns. `game.toml`, packs, variants, levels and settings are merged, then read into [`model::Manifest`].

pub mod keys;
pub mod layers;
pub mod lower;
pub mod merge;
pub mod model;
pub mod node;
pub mod pack;
mod slips;
pub mod variant;

pub use layers::{Layers, PackOrder, pack_order};
use model::{Manifest, VariantDecl};
pub use pack::{PackHeader, pack_header};

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::source::{Sources, Span};

/// What is to be played: which packs, variants, numbers.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// How many packs there are; they are numbered as [`crate::source::SourceFile::pack`].
    pub packs: usize,
    /// Variants, each with its level from 1; `-` in a name means `_`.
    pub variants: Vec<(String, Option<usize>)>,
    /// Numbers set for this game; `-` in a name means `_`.
    pub numbers: Vec<(String, i64)>,
    /// How many play, where that is known.
    pub players: Option<u8>,
}

/// The manifest of a request. `None` where there is nothing to read; where only parts are wrong, they are
/// reported and left out, so that later stages can go on and report theirs: ask the findings whether to play.
pub fn read(sources: &Sources, request: &Request, findings: &mut Findings) -> Option<Manifest> {
    let layers = Layers::parse(sources, request.packs, findings)?;
    let (mut merger, pack_order) = layers.merge(findings);
    let nowhere = Span { end: layers.span.start, ..layers.span };
    let variants = variant::read(&merger.tree, findings);
    let chosen = variant::choose(&variants, &request.variants, nowhere, findings);
    variant::apply(&mut merger, &variants, &chosen, findings);
    for (name, value) in &request.numbers {
        merger.set_number(name, *value, nowhere, findings);
    }
    let names = chosen.iter().filter_map(|one| Some((variants.get(one.index)?.decl.name.clone(), one.level))).collect();
    let decls = variants.into_iter().map(|variant| variant.decl).collect();
    let mut manifest = lower::lower(&merger.tree, decls, layers.span, findings);
    manifest.chosen = names;
    manifest.pack_order = pack_order;
    check_players(&merger.tree, &manifest, request, findings);
    Some(manifest)
}

/// The variants that can be chosen, none of them merged in.
pub fn variants(sources: &Sources, packs: usize, findings: &mut Findings) -> Vec<VariantDecl> {
    let Some(layers) = Layers::parse(sources, packs, findings) else { return Vec::new() };
    let (merger, _) = layers.merge(findings);
    variant::read(&merger.tree, findings).into_iter().map(|variant| variant.decl).collect()
}

/// Reads the game with each variant alone, at each of its levels, so that no mistake waits for somebody to choose it.
pub fn check_variants(sources: &Sources, packs: usize, findings: &mut Findings) {
    for variant in variants(sources, packs, findings) {
        for level in 1..=variant.levels {
            let variants = vec![(variant.name.text.clone(), Some(level))];
            read(sources, &Request { packs, variants, ..Request::default() }, findings);
        }
    }
}

fn check_players(tree: &node::Table, manifest: &Manifest, request: &Request, findings: &mut Findings) {
    let Some(node) = tree.table("game").and_then(|game| game.get("players")) else { return };
    let (least, most) = manifest.game.players;
    let Some(wanted) = request.players.filter(|wanted| !(least..=most).contains(wanted)) else { return };
    let range = if least == most { least.to_string() } else { format!("{least} to {most}") };
    let message = format!("the game is for {range} players, not for {wanted}");
    findings.push(Diagnostic::new(Code::PlayersOutOfRange, node.span, message));
}

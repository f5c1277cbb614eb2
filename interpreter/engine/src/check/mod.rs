//! From syntax trees and manifest to one typed tree, with everything that is wrong.

pub mod items;
pub mod layers;
pub mod names;
pub mod resolve;
pub mod sorts;
pub mod symbols;
pub mod tree;
pub mod typing;

use crate::diagnostic::Findings;
use crate::manifest::model::Manifest;
use crate::syntax::ast::Script;

/// Checks one choice of packs, variants and players.
pub fn check(
    scripts: &[(Option<u16>, Script)],
    manifest: &Manifest,
    pack_needs: &[(u16, u16)],
    players: u8,
    findings: &mut Findings,
) -> tree::Tree {
    let chosen: Vec<String> = manifest.chosen.iter().map(|(name, _)| name.text.clone()).collect();
    let items = layers::collect_ordered(scripts, &chosen, &manifest.variants, pack_needs, findings);
    let (nouns, mut symbols) = resolve::resolve(manifest, &items, players, findings);
    typing::type_game(&items, nouns, &mut symbols, manifest, findings)
}

//! From syntax trees and manifest to one typed tree, with everything that is wrong.

pub mod items;
pub mod layers;
pub mod names;
pub mod resolve;
pub mod rules;
pub mod sorts;
pub mod symbols;
mod together;
pub mod tree;
pub mod typing;
pub(crate) mod walk;

use crate::diagnostic::Findings;
use crate::manifest::PackOrder;
use crate::manifest::model::Manifest;
use crate::syntax::ast::{Scenario, Script};

/// Checks one choice of packs, variants and players. With `lints`, what is allowed but probably not meant is noted
/// there; for playing nobody asks. `scenarios` are typed against that choice.
pub fn check(
    scripts: &[(Option<u16>, Script)],
    manifest: &Manifest,
    packs: &PackOrder,
    players: u8,
    lints: Option<&mut rules::Lints>,
    scenarios: &[&Scenario],
    findings: &mut Findings,
) -> tree::Tree {
    let chosen: Vec<String> = manifest.chosen.iter().map(|(name, _)| name.text.clone()).collect();
    let items = layers::collect(scripts, &chosen, &manifest.variants, packs, findings);
    let (nouns, mut symbols) = resolve::resolve(manifest, &items, packs, players, findings);
    let tree = typing::type_game(&items, nouns, &mut symbols, manifest, scenarios, findings);
    together::look(&tree, findings);
    if let Some(lints) = lints {
        rules::look(&rules::Game { tree: &tree, items: &items, manifest, symbols: &symbols, scripts }, lints);
    }
    tree
}

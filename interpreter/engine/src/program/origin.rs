//! What a program was made of and for: its packs, variants and numbers, and the full names of its cards.

use super::Program;
use super::nouns::DesignDef;
use crate::ids::DesignId;

/// The choice that a program was made for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// By number: id and version.
    pub packs: Vec<(String, String)>,
    /// As they were asked for: `storm`, `storm:2`.
    pub variants: Vec<String>,
    /// Numbers that were set for this game.
    pub numbers: Vec<(String, i64)>,
}

impl Program {
    /// `pack:card@version`; for a card of the game itself, `game:card@version`.
    pub fn full_name(&self, design: DesignId) -> Option<String> {
        self.nouns.designs.get(design.index()).map(|design| self.full_name_of(design))
    }

    pub(crate) fn full_name_of(&self, design: &DesignDef) -> String {
        let pack = self.sources.get(design.span.file).and_then(|file| file.pack);
        let pack = pack.and_then(|number| self.origin.packs.get(usize::from(number)));
        let (id, version) = pack.map_or((&self.nouns.id, &self.nouns.version), |(id, version)| (id, version));
        format!("{id}:{}@{version}", design.name)
    }

    /// The full names of all cards, sorted.
    pub fn full_names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.nouns.designs.iter().map(|design| self.full_name_of(design)).collect();
        names.sort();
        names
    }
}

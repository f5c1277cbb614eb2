//! Components: the copies of each design, and where they lie before the game is set up.

use super::written::Written;
use super::{Noun, Resolver};
use crate::check::items::ComponentItem;
use crate::diagnostic::{Code, Diagnostic};
use crate::ids::*;
use crate::program::nouns::{Class, ComponentDef, KindSet};
use crate::syntax::ast::Member;

const MOST_COMPONENTS: usize = 60_000;

impl Resolver<'_> {
    pub(super) fn components(&mut self) {
        let starts: Vec<PlaceId> = (0..self.kinds.len()).map(|kind| self.start_of(kind)).collect();
        let count: usize = self.nouns.designs.iter().map(|design| usize::from(design.copies)).sum();
        if count > MOST_COMPONENTS {
            // Where there are the most copies, most can be gained.
            let largest = self.nouns.designs.iter().rev().max_by_key(|design| design.copies);
            let span = largest.map_or(self.manifest.span, |design| design.span);
            let message = format!("all cards have {count} copies together");
            self.error(Code::TooMany, span, message, format!("there can be at most {MOST_COMPONENTS}"));
        } else {
            for (index, design) in self.nouns.designs.iter().enumerate() {
                let start = starts.get(design.kind.index()).copied().unwrap_or_default();
                let one = ComponentDef { design: DesignId::from_index(index), start };
                self.nouns.components.extend(std::iter::repeat_n(one, usize::from(design.copies)));
            }
        }
        for kind in 0..self.kinds.len() {
            self.total(kind);
        }
    }

    fn copies(&self, kinds: KindSet) -> usize {
        let designs = self.nouns.designs.iter().filter(|design| kinds.has(design.kind));
        designs.map(|design| usize::from(design.copies)).sum()
    }

    /// The copies that a pack or the game brings, with those that another pack has taken away.
    fn copies_of(&self, pack: Option<u16>, kinds: KindSet) -> usize {
        let designs = self.nouns.designs.iter().zip(&self.wrote);
        let designs = designs.filter(|(design, wrote)| **wrote == pack && kinds.has(design.kind));
        let there: usize = designs.map(|(design, _)| usize::from(design.copies)).sum();
        let is_of = |kind: &str| matches!(self.noun(kind), Some(Noun::Kind(id)) if kinds.has(*id));
        let taken = self.items.taken.iter().filter(|card| card.pack == pack && is_of(&card.kind.text));
        there + taken.map(written_copies).sum::<usize>()
    }

    /// The place where the components of a kind start; the first one of all where there is a mistake.
    fn start_of(&mut self, index: usize) -> PlaceId {
        let id = KindId::from_index(index);
        let copies = self.copies(KindSet::one(id));
        let Some(plan) = self.kinds.get(index) else { return PlaceId::default() };
        let kind = &plan.kind.name;
        let Some(zone) = plan.starts_in() else {
            let in_box = match self.noun("box") {
                Some(Noun::Zone(zone)) => self.nouns.zones.get(zone.index()).filter(|zone| zone.per == Class::Game),
                _ => None,
            };
            if let Some(in_box) = in_box {
                return in_box.first_place;
            }
            if copies > 0 {
                let which = if copies == 1 { "the component".to_owned() } else { format!("the {copies} components") };
                let message = format!("nothing says where {which} of the kind `{}` can start", kind.text);
                self.error(
                    Code::StartsNowhere,
                    kind.span,
                    message,
                    "write `starts_in = \"ZONE\"`, or declare a zone `box`",
                );
            }
            return PlaceId::default();
        };
        let Some(Noun::Zone(at)) = self.noun(&zone.text).cloned() else {
            self.not_a("zone", zone, |noun| matches!(noun, Noun::Zone(_)));
            return PlaceId::default();
        };
        let Some(row) = self.nouns.zones.get(at.index()) else { return PlaceId::default() };
        let place = row.first_place;
        let declared = row.span;
        if row.per != Class::Game {
            let message = format!("`{}` cannot start in `{}`: there is more than one of it", kind.text, zone.text);
            let holds = |at: usize| self.symbols.zone_holds.get(at).is_none_or(|holds| holds.has(id));
            let zones = self.nouns.zones.iter().enumerate();
            let table = zones.filter(|(at, row)| row.per == Class::Game && holds(*at)).map(|(_, row)| &row.name).next();
            let help = match table {
                Some(table) => {
                    format!("start in a zone of the table, such as `{table}`, and deal the cards in the setup")
                }
                None => "declare a zone of the table, [zone] and below it box = {}, start there and deal in the setup"
                    .into(),
            };
            let found = Diagnostic::new(Code::StartsAtAPlayer, zone.span, message)
                .other(declared, "this zone has owners")
                .help(help);
            self.findings.push(found);
        } else if !self.symbols.zone_holds.get(at.index()).is_none_or(|holds| holds.has(id)) {
            let message = format!("`{}` holds no `{}`", zone.text, kind.text);
            let found = Diagnostic::new(Code::ZonesDoNotFit, zone.span, message)
                .other(declared, "see its `holds`")
                .help("start in another zone, or let this one hold the kind too");
            self.findings.push(found);
        }
        place
    }

    /// A total is about the cards of the game, or of the pack that says it: others may add to a kind.
    fn total(&mut self, index: usize) {
        let Some(kind) = self.kinds.get(index).map(|plan| plan.kind) else { return };
        let set = self.nouns.kinds.get(index).map(|kind| kind.with_subkinds).unwrap_or_default();
        for total in &kind.totals {
            let Some((total, span)) = self.number(total) else { continue };
            let pack = self.packs.said_by(span);
            let copies = self.copies_of(pack, set);
            if usize::try_from(total).ok() == Some(copies) {
                continue;
            }
            let what = match pack {
                Some(pack) => {
                    format!("`{}` should have {total} components in {}", kind.name.text, self.packs.told(pack))
                }
                None => format!("`{}` should have {total} components", kind.name.text),
            };
            let message = format!("{what}, but the copies add up to {copies}");
            self.error(Code::WrongTotal, span, message, "look for a card that is missing, or for wrong `copies`");
        }
    }
}

/// The `copies` of a card as it is written.
fn written_copies(card: &ComponentItem) -> usize {
    let copies = card.members.iter().find_map(|member| match member {
        Member::Attribute { name, value } if name.text == "copies" => match Written::of_expr(value) {
            Written::Number(copies) => usize::try_from(copies).ok(),
            _ => None,
        },
        _ => None,
    });
    copies.unwrap_or(1)
}

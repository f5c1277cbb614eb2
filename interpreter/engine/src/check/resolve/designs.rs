//! Designs: the cards that scripts define and those that kinds make, with their attributes checked against the kind.

use super::attributes::Given;
use super::each::Combination;
use super::written::{AttributeType, Written};
use super::{Noun, Resolver};
use crate::check::items::ComponentItem;
use crate::check::names;
use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::ids::*;
use crate::program::nouns::{ABSENT, DesignDef, KindSet, Type, Word};
use crate::syntax::ast::{Member, Name};
use crate::vocabulary::items::ITEMS;
use crate::words::Language;

/// So many copies of one card are surely not meant.
const MOST_COPIES: i64 = 9999;

/// A design that has a row but no values yet.
pub(super) struct DesignPlan<'a> {
    /// `None`: made by its kind.
    item: Option<&'a ComponentItem>,
    combination: Option<Combination>,
}

impl<'a> Resolver<'a> {
    /// Names and kinds of all designs: those of scripts in order, then those that kinds make.
    pub(super) fn declare_designs(&mut self) -> Vec<DesignPlan<'a>> {
        let mut made: Vec<(KindId, Combination)> = Vec::new();
        for (index, kind) in self.manifest.kinds.iter().enumerate() {
            let id = KindId::from_index(index);
            made.extend(self.combinations(kind).into_iter().map(|combination| (id, combination)));
        }
        let mut plans = Vec::new();
        for item in &self.items.components {
            let Some(kind) = self.design_kind(&item.kind) else { continue };
            let name = &item.name.text;
            let own = made.iter().position(|(of, made)| *of == kind && (made.name == *name || made.long_name == *name));
            let combination = own.map(|own| made.remove(own).1);
            self.declare(&item.name, Noun::Design(DesignId::from_index(plans.len())));
            self.design_row(&item.name, kind);
            self.wrote.push(combination.as_ref().map_or(item.pack, |made| made.pack));
            plans.push(DesignPlan { item: Some(item), combination });
        }
        for (kind, combination) in made {
            let span = self.nouns.kinds.get(kind.index()).map(|kind| kind.span).unwrap_or_default();
            let clash = self.noun(&combination.name).is_some();
            let text = if clash { combination.long_name.clone() } else { combination.name.clone() };
            self.declare_word(&text, span, Noun::Design(DesignId::from_index(plans.len())));
            self.design_row(&Name { text, span }, kind);
            self.wrote.push(combination.pack);
            plans.push(DesignPlan { item: None, combination: Some(combination) });
        }
        if plans.len() > usize::from(u16::MAX) {
            let message = format!("there are {} cards", plans.len());
            self.error(Code::TooMany, self.manifest.span, message, format!("there can be at most {}", u16::MAX));
        }
        plans
    }

    fn design_row(&mut self, name: &Name, kind: KindId) {
        self.nouns.designs.push(DesignDef {
            name: name.text.clone(),
            labels: names::proper(&Default::default(), &name.text),
            kind,
            copies: 1,
            attributes: Vec::new(),
            says: Vec::new(),
            has_effects: false,
            span: name.span,
        });
    }

    fn design_kind(&mut self, kind: &Name) -> Option<KindId> {
        match self.noun(&kind.text) {
            Some(Noun::Kind(id)) => return Some(*id),
            Some(Noun::KindGroup(_)) => {
                let message = format!("`{}` is a group of kinds, not a kind", kind.text);
                self.error(Code::UnknownKind, kind.span, message, "begin the card with one of the kinds in the group");
            }
            _ => {
                let known = self.manifest.kinds.iter().map(|known| known.name.text.as_str());
                let near = suggest::nearest(&kind.text, known.clone());
                let item = suggest::nearest(&kind.text, ITEMS.iter().map(|item| item.name));
                let mut found = names::unknown(Code::UnknownKind, "kind", kind, known);
                // `rle storms { … }` is read as a card of the kind `rle`.
                if matches!(kind.text.as_str(), "card" | "carte" | "component" | "piece") {
                    let first = self.manifest.kinds.first().map_or("KIND", |kind| kind.name.text.as_str());
                    found.help = Some(format!("a card begins with its kind: `{first} NAME {{ … }}`"));
                } else if let Some(item) = item.filter(|_| near.is_none()) {
                    found.help = Some(format!("did you mean `{item}`?"));
                }
                self.findings.push(found);
            }
        }
        None
    }

    /// Fills the rows.
    pub(super) fn designs(&mut self, plans: Vec<DesignPlan<'a>>) {
        for (index, plan) in plans.into_iter().enumerate() {
            let Some(mut row) = self.nouns.designs.get(index).cloned() else { continue };
            let mut given = Vec::new();
            if let Some(combination) = &plan.combination {
                row.labels = combination.labels.clone();
            }
            if let Some(item) = plan.item {
                self.body(&mut row, item, &mut given);
            }
            if let Some(combination) = &plan.combination {
                given.extend(combination.given(&given));
            }
            let Some(kind) = self.kinds.get(row.kind.index()) else { continue };
            let attributes = kind.attributes.clone();
            let kind = kind.kind.name.text.clone();
            // One mistake in what a kind makes is told of once, not for each card.
            let what = if plan.item.is_some() { &row.name } else { &kind };
            let values = self.row(&attributes, &given, what, row.span, &kind);
            row.attributes = vec![ABSENT; self.nouns.attributes.len()];
            for (attribute, value) in attributes.iter().zip(values) {
                let id = self.symbols.attributes.get(&attribute.name.text);
                if let Some(slot) = id.and_then(|id| row.attributes.get_mut(id.index())) {
                    *slot = value;
                }
            }
            if let Some(slot) = self.nouns.designs.get_mut(index) {
                *slot = row;
            }
        }
    }

    /// Reads the body of a design: name, copies and texts into its row, the other attributes into `given`.
    fn body(&mut self, row: &mut DesignDef, item: &ComponentItem, given: &mut Vec<Given>) {
        let mut general: Vec<&Name> = Vec::new();
        let mut abilities: Vec<&Name> = Vec::new();
        row.has_effects = item.members.iter().any(|one| matches!(one, Member::Ability { .. } | Member::Hook(_)));
        for member in &item.members {
            match member {
                Member::Attribute { name, value } if self.is_general(&name.text) => {
                    if let Some(first) = general.iter().find(|first| first.text == name.text) {
                        let message = format!("`{}` is given twice for `{}`", name.text, row.name);
                        let found = Diagnostic::new(Code::DuplicateAttribute, name.span, message)
                            .other(first.span, "first given here")
                            .help("leave one of them out");
                        self.findings.push(found);
                    }
                    general.push(name);
                    self.general(row, name, &Written::of_expr(value), value.span);
                }
                Member::Attribute { name, value } => {
                    given.push(Given { name: name.clone(), value: Written::of_expr(value), span: value.span });
                }
                Member::Ability { name, .. } => {
                    self.ability_of(KindSet::one(row.kind), name);
                    if let Some(first) = abilities.iter().find(|first| first.text == name.text) {
                        let message = format!("`{}` has two texts for `{}`", row.name, name.text);
                        let found = Diagnostic::new(Code::DuplicateAbility, name.span, message)
                            .other(first.span, "the first one")
                            .help("put everything into one block");
                        self.findings.push(found);
                    }
                    abilities.push(name);
                }
                Member::Says(says) => {
                    row.says
                        .extend(says.texts.iter().map(|(language, text)| (language.text.clone(), text.text.clone())));
                }
                Member::Hook(_) => {}
            }
        }
    }

    /// Whether every card may say it: `name`, `copies` and its name in another language of the game.
    fn is_general(&self, word: &str) -> bool {
        matches!(word, "name" | "fr" | "copies")
            || Language::of(word).is_some_and(|l| l != Language::English && self.nouns.languages.contains(&l))
    }

    /// `name`, `fr` and the like, and `copies`.
    fn general(&mut self, row: &mut DesignDef, name: &Name, value: &Written, span: crate::source::Span) {
        match (name.text.as_str(), value) {
            ("name", Written::Text(text)) => row.labels.en = text.clone(),
            ("copies", _) => {
                let ty = AttributeType { ty: Type::Number, or_none: false, bounds: Some((0, MOST_COPIES)) };
                let copies = self.value(&ty, value, span, &format!("`copies` of `{}`", row.name));
                row.copies = copies.and_then(|copies: Word| u16::try_from(copies).ok()).unwrap_or(1);
            }
            (word, Written::Text(text) | Written::Cell(text)) if Language::of(word).is_some() => {
                // A line break in a cell is for the looks of the spreadsheet.
                let text = match value {
                    Written::Cell(_) => text.split_whitespace().collect::<Vec<_>>().join(" "),
                    _ => text.clone(),
                };
                row.labels.others.set(Language::of(word).unwrap_or_default(), text);
            }
            _ => {
                let message = format!("`{}` of `{}` should be a text in quotes", name.text, row.name);
                self.error(Code::WrongAttributeValue, span, message, format!("write `{} \"…\"`", name.text));
            }
        }
    }

    /// Whether all of these kinds have an ability of this name.
    fn ability_of(&mut self, kinds: KindSet, name: &Name) {
        let id = self.symbols.abilities.get(&name.text).copied();
        let of = self.nouns.kinds.iter().enumerate().filter(|(index, _)| kinds.has(KindId::from_index(*index)));
        for (_, kind) in of {
            if kind.abilities.iter().any(|(known, _)| Some(*known) == id) {
                continue;
            }
            let known = kind.abilities.iter().filter_map(|(id, _)| self.nouns.abilities.get(id.index()));
            let what = format!("ability of `{}` called", kind.name);
            self.findings.push(names::unknown(
                Code::UnknownAbility,
                &what,
                name,
                known.map(|known| known.name.as_str()),
            ));
            return;
        }
    }

    /// `every KIND { … }` gives abilities and hooks, nothing printed.
    pub(super) fn everies(&mut self) {
        for every in &self.items.everies {
            let kinds = match self.noun(&every.kind.text) {
                Some(Noun::Kind(id)) => self.nouns.kinds.get(id.index()).map(|kind| kind.with_subkinds),
                Some(Noun::KindGroup(kinds)) => Some(*kinds),
                _ => None,
            };
            let Some(kinds) = kinds else {
                let known = self.manifest.kinds.iter().map(|kind| &kind.name);
                let of_kinds = |name: &str| matches!(self.noun(name), Some(Noun::KindGroup(_)));
                let groups = self.manifest.groups.iter().map(|group| &group.name);
                let known = known.chain(groups.filter(|name| of_kinds(&name.text)));
                let known = known.map(|known| known.text.as_str());
                self.findings.push(names::unknown(Code::UnknownKind, "kind", &every.kind, known));
                continue;
            };
            for member in &every.members {
                match member {
                    Member::Ability { name, .. } => self.ability_of(kinds, name),
                    Member::Attribute { name, .. } => {
                        let message = format!("`every {}` cannot say what is printed", every.kind.text);
                        let help = "give the attribute a default in the manifest, or write it on each card";
                        self.error(Code::UnknownAttribute, name.span, message, help);
                    }
                    Member::Hook(_) | Member::Says(_) => {}
                }
            }
        }
    }
}

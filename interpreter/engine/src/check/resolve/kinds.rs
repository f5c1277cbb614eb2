//! Kinds of components: sub-kinds, abilities, attributes of their own and inherited ones, where their hooks work.

use super::attributes::AttributePlan;
use super::{Noun, Resolver};
use crate::check::names;
use crate::check::symbols::KindFacts;
use crate::diagnostic::{Code, Diagnostic};
use crate::ids::*;
use crate::manifest::model::{Kind, Labels, Literal, Live};
use crate::program::nouns::{AbilityDef, AttributeDef, KindAttribute, KindDef, KindSet};
use crate::syntax::ast::Name;

/// Sets of kinds are bits of one machine word.
const MOST_KINDS: usize = 64;

/// A kind while designs are made from it.
pub(super) struct KindPlan<'a> {
    pub kind: &'a Kind,
    /// The kinds it is a sort of, the nearest first.
    pub parents: Vec<&'a Kind>,
    pub attributes: Vec<AttributePlan<'a>>,
}

impl<'a> KindPlan<'a> {
    /// The kind and its parents, the kind first.
    pub(super) fn line(&self) -> impl DoubleEndedIterator<Item = &'a Kind> + '_ {
        std::iter::once(self.kind).chain(self.parents.iter().copied())
    }

    /// Where its components start.
    pub(super) fn starts_in(&self) -> Option<&'a Name> {
        self.line().find_map(|kind| kind.starts_in.as_ref())
    }
}

impl<'a> Resolver<'a> {
    pub(super) fn declare_kinds(&mut self) {
        let manifest = self.manifest;
        for (index, kind) in manifest.kinds.iter().enumerate() {
            if index == MOST_KINDS {
                let message = format!("there are {} kinds", manifest.kinds.len());
                self.error(Code::TooMany, kind.name.span, message, format!("there can be at most {MOST_KINDS}"));
            }
            if crate::vocabulary::items::begins_item(&kind.name.text) {
                let message = format!("`{}` begins another item of a script, so no kind can bear it", kind.name.text);
                self.error(
                    Code::ReservedWord,
                    kind.name.span,
                    message,
                    format!("for example `{}_card`", kind.name.text),
                );
            }
            self.declare(&kind.name, Noun::Kind(KindId::from_index(index)));
            let parents = self.parents(kind);
            self.kinds.push(KindPlan { kind, parents, attributes: Vec::new() });
        }
        for index in 0..self.kinds.len() {
            self.kind_row(index);
        }
    }

    fn kind_row(&mut self, index: usize) {
        let Some(plan) = self.kinds.get(index) else { return };
        let kind = plan.kind;
        let mut set = KindSet::default();
        for (other, sub) in self.kinds.iter().enumerate() {
            if sub.line().any(|line| std::ptr::eq(line, kind)) {
                set = set.with(KindSet::one(KindId::from_index(other)));
            }
        }
        let line: Vec<&Kind> = plan.line().collect();
        let mut abilities: Vec<(AbilityId, bool)> = Vec::new();
        for declared in line.iter().rev().flat_map(|kind| &kind.abilities) {
            let id = self.ability(&declared.name.text);
            match abilities.iter_mut().find(|(known, _)| *known == id) {
                Some((_, full)) => *full = declared.full,
                None => abilities.push((id, declared.full)),
            }
        }
        self.nouns.kinds.push(KindDef {
            name: kind.name.text.clone(),
            labels: names::common(&kind.labels, &kind.name.text),
            with_subkinds: set,
            abilities,
            attributes: Vec::new(),
            span: kind.name.span,
        });
        self.symbols.kinds.push(KindFacts { set, ..KindFacts::default() });
    }

    /// What a kind is a sort of, and what that is a sort of, up to the top.
    fn parents(&mut self, kind: &'a Kind) -> Vec<&'a Kind> {
        let mut parents: Vec<&Kind> = Vec::new();
        let mut at = kind;
        while let Some(above) = &at.is {
            let Some(parent) = self.manifest.kinds.iter().find(|known| known.name.text == above.text) else {
                let known = self.manifest.kinds.iter().map(|known| known.name.text.as_str());
                self.findings.push(names::unknown(Code::UnknownKind, "kind", above, known));
                break;
            };
            if std::ptr::eq(parent, kind) || parents.iter().any(|known| std::ptr::eq(*known, parent)) {
                // Once for all kinds of the circle, at the first of them.
                let told = parents.iter().any(|known| self.kinds.iter().any(|plan| std::ptr::eq(plan.kind, *known)));
                if std::ptr::eq(parent, kind) && !told {
                    let message = format!("`{}` is in the end a sort of itself", kind.name.text);
                    self.error(Code::InsideItself, above.span, message, "leave out one of the `is`");
                }
                break;
            }
            parents.push(parent);
            at = parent;
        }
        parents
    }

    fn ability(&mut self, name: &str) -> AbilityId {
        let next = AbilityId::from_index(self.nouns.abilities.len());
        let id = *self.symbols.abilities.entry(name.to_string()).or_insert(next);
        if id == next {
            self.nouns.abilities.push(AbilityDef { name: name.to_string() });
        }
        id
    }

    /// Types of all attributes; those of one name have one type, whichever kind has them.
    pub(super) fn kind_attributes(&mut self) {
        for index in 0..self.kinds.len() {
            let Some(plan) = self.kinds.get(index) else { continue };
            let line: Vec<&Kind> = plan.line().collect();
            let mut attributes: Vec<AttributePlan> = Vec::new();
            for kind in line.into_iter().rev() {
                let declared = kind.attributes.iter().map(|one| (&one.name, &one.ty, one.default.as_ref()));
                // What cards are made from need not be declared twice.
                let made =
                    kind.each.iter().filter(|(name, _)| !kind.attributes.iter().any(|one| one.name.text == name.text));
                let made = made.filter(|(_, from)| self.can_make(from));
                let made: Vec<_> = made.map(|(name, from)| (name, from, None)).collect();
                for (name, ty, default) in declared.chain(made) {
                    let Some(attribute) = self.attribute_plan(name, ty, default) else { continue };
                    match attributes.iter_mut().find(|known| known.name.text == attribute.name.text) {
                        // A sub-kind may give another default.
                        Some(known) => *known = attribute,
                        None => attributes.push(attribute),
                    }
                }
            }
            let ids: Vec<AttributeId> = attributes.iter().map(|plan| self.attribute_id(plan)).collect();
            if let Some(row) = self.nouns.kinds.get_mut(index) {
                let zero = |plan: &AttributePlan| matches!(plan.default, Some(Literal::Number(0, _)));
                let of_kind = attributes.iter().zip(&ids);
                row.attributes =
                    of_kind.map(|(plan, id)| KindAttribute { id: *id, none_by_default: zero(plan) }).collect();
            }
            if let Some(facts) = self.symbols.kinds.get_mut(index) {
                facts.attributes = ids;
            }
            if let Some(plan) = self.kinds.get_mut(index) {
                plan.attributes = attributes;
            }
        }
    }

    fn attribute_id(&mut self, plan: &AttributePlan) -> AttributeId {
        let next = AttributeId::from_index(self.nouns.attributes.len());
        let id = *self.symbols.attributes.entry(plan.name.text.clone()).or_insert(next);
        match self.nouns.attributes.get(id.index()) {
            None => self.nouns.attributes.push(AttributeDef {
                name: plan.name.text.clone(),
                ty: plan.ty.ty.clone(),
                labels: names::common(&Labels::default(), &plan.name.text),
                shown: true,
                in_options: Vec::new(),
            }),
            Some(known) if known.ty != plan.ty.ty => {
                let first = self.kinds.iter().flat_map(|kind| &kind.kind.attributes);
                let first =
                    first.filter(|first| first.name.text == plan.name.text && first.name.span != plan.name.span);
                let message = format!(
                    "`{}` is {} here, but {} in another kind",
                    plan.name.text,
                    self.told(&plan.ty.ty),
                    self.told(&known.ty)
                );
                let mut found = Diagnostic::new(Code::AttributeOfTwoSorts, plan.name.span, message)
                    .help("give one of the two attributes another name");
                if let Some(first) = first.map(|first| first.name.span).next() {
                    found = found.other(first, "declared here too");
                }
                self.findings.push(found);
            }
            Some(_) => {}
        }
        id
    }

    /// Where hooks work: the nearest of the line that says so.
    pub(super) fn kind_zones(&mut self) {
        for index in 0..self.kinds.len() {
            let Some(plan) = self.kinds.get(index) else { continue };
            let live: &[Live] =
                plan.line().map(|kind| kind.live.as_slice()).find(|live| !live.is_empty()).unwrap_or(&[]);
            let mut zones = Vec::new();
            for place in live {
                match self.noun(&place.zone.text) {
                    Some(Noun::Zone(id)) => zones.push((*id, place.face)),
                    _ => self.not_a("zone", &place.zone, |noun| matches!(noun, Noun::Zone(_))),
                }
            }
            if let Some(facts) = self.symbols.kinds.get_mut(index) {
                facts.live = zones;
            }
        }
    }
}

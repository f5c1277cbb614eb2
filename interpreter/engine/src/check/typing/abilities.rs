//! What stands on cards: their own text and that of their kinds.

use crate::check::symbols::Noun;
use crate::check::tree::*;
use crate::ids::*;
use crate::program::nouns::{KindSet, Type};
use crate::source::Span;
use crate::syntax::ast;

use super::hooks::Place;
use super::scope::{Context, Frame, Me};
use super::{Typer, says};

impl<'a> Typer<'a> {
    /// What stands on a design: its own text, then that of its kind and super-kinds.
    pub(super) fn members(&self, design: DesignId) -> Vec<&'a ast::Member> {
        let Some(def) = self.nouns.designs.get(design.index()) else { return Vec::new() };
        let items = self.items;
        let own = items.components.iter().find(|item| item.name.text == def.name);
        let mut list: Vec<&'a ast::Member> = own.into_iter().flat_map(|item| &item.members).collect();
        let above = self.facts.above.get(&def.kind).into_iter().flatten().copied();
        for kind in std::iter::once(def.kind).chain(above) {
            for every in &items.everies {
                let meant = match self.noun(&every.kind.text) {
                    Some(Noun::Kind(id)) => *id == kind,
                    Some(Noun::KindGroup(kinds)) => kind == def.kind && kinds.has(kind),
                    _ => false,
                };
                if meant {
                    list.extend(&every.members);
                }
            }
        }
        list
    }

    /// Hooks and abilities of all designs.
    pub(super) fn components(&mut self, hooks: &mut Vec<HookDef>, abilities: &mut Vec<AbilityBody>) {
        for index in 0..self.nouns.designs.len() {
            let design = DesignId::from_index(index);
            let Some(def) = self.nouns.designs.get(index) else { continue };
            let (name, kind) = (def.name.clone(), def.kind);
            let live = self.facts.live(kind);
            let place = Place::card(name, design, kind, live);
            let mut own: Vec<(AbilityId, Span)> = Vec::new();
            for member in self.members(design) {
                match member {
                    ast::Member::Hook(hook) => self.hooks(std::slice::from_ref(hook), &place, None, hooks),
                    ast::Member::Ability { name, tags, body } => {
                        let made = self.ability(design, kind, (name, tags, body));
                        // What stands on the card itself goes before what its kind does.
                        let Some(made) = made else { continue };
                        if !own.iter().any(|(known, _)| *known == made.ability) {
                            own.push((made.ability, made.span));
                            abilities.push(made);
                        }
                    }
                    ast::Member::Attribute { .. } | ast::Member::Says(_) => {}
                }
            }
        }
    }

    fn ability(
        &mut self,
        design: DesignId,
        kind: KindId,
        (name, tags, body): (&'a ast::Name, &'a ast::Tags, &'a ast::Block),
    ) -> Option<AbilityBody> {
        // An ability that the kind does not have was reported with the card's attributes.
        let id = self.symbols.abilities.get(&name.text).copied()?;
        let def = self.nouns.kinds.get(kind.index());
        let full = def.and_then(|def| def.abilities.iter().find(|(ability, _)| *ability == id)).map(|(_, full)| *full);
        let mut context = Context::new(Me::Doer);
        context.this = Some(Type::Component(KindSet::one(kind)));
        let mut f = Frame::new(context);
        let body = self.block(&mut f, body);
        let limit = self.limit(tags);
        let (mut locals, says) = (f.take_locals(), says(tags));
        self.mark_stored(&body, &mut locals);
        Some(AbilityBody {
            design,
            ability: id,
            full: full.unwrap_or(false),
            limit,
            locals,
            body,
            says,
            span: name.span,
        })
    }
}

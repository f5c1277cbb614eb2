//! Stuff: where it may lie, whose supply it comes from, and its slots.

use super::{Noun, Resolver};
use crate::check::names;
use crate::diagnostic::Code;
use crate::ids::*;
use crate::manifest::model::Stuff;
use crate::program::nouns::{Class, StuffDef, Type, Word};

impl Resolver<'_> {
    pub(super) fn declare_stuff(&mut self) {
        for (index, stuff) in self.manifest.stuff.iter().enumerate() {
            self.declare(&stuff.name, Noun::Stuff(StuffId::from_index(index)));
        }
    }

    pub(super) fn stuff(&mut self) {
        let count = self.manifest.stuff.len();
        let mut roots = Vec::with_capacity(count);
        let mut slots = Vec::with_capacity(count);
        for (index, stuff) in self.manifest.stuff.iter().enumerate() {
            let root = self.account(index, stuff);
            roots.push(root);
            slots.push(self.nouns.slot_count);
            if root == index {
                self.nouns.slot_count = self.nouns.slot_count.saturating_add(1);
            }
        }
        for (index, (stuff, root)) in self.manifest.stuff.iter().zip(roots).enumerate() {
            let labels = names::common(&stuff.labels, &stuff.name.text);
            let start =
                stuff.start.as_ref().and_then(|start| self.small(start, 0, "the stuff at the start")).unwrap_or(0);
            let mut start = Word::from(start);
            let mut on: Vec<(Class, StateId)> = Vec::new();
            let mut types: Vec<Type> = Vec::new();
            for (class, ty) in self.holders(stuff) {
                types.push(ty.clone());
                if let Some((_, state)) = on.iter().find(|(known, _)| *known == class) {
                    if let Some(row) = self.nouns.states.get_mut(state.index()).filter(|row| row.bearer != ty) {
                        row.bearer = Type::Unknown;
                    }
                    continue;
                }
                // What everybody has at the start lies on the first sort of holder.
                let row = Self::amount_row(&stuff.name.text, labels.clone(), class, std::mem::take(&mut start));
                let state = self.push_state(row, ty);
                on.push((class, state));
            }
            let limit = self.manifest.stuff.get(root).and_then(|root| root.supply.as_ref());
            let supply = limit.and_then(|limit| self.number(limit));
            if let Some((_, span)) = supply.filter(|(supply, _)| *supply < 0) {
                let message = format!("the supply of `{}` cannot be below 0", stuff.name.text);
                self.error(Code::OutOfRange, span, message, "leave it out if there is no limit");
            }
            let worth = stuff.worth.map_or(1, |worth| self.number_word(worth, stuff.name.span));
            self.symbols.stuff_on.push(types);
            self.nouns.stuff.push(StuffDef {
                name: stuff.name.text.clone(),
                labels,
                supply: supply.map(|(supply, _)| supply.max(0)),
                account_of: StuffId::from_index(root),
                worth,
                on,
                supply_slot: slots.get(root).or(slots.get(index)).copied().unwrap_or(0),
            });
        }
    }

    fn holders(&mut self, stuff: &Stuff) -> Vec<(Class, Type)> {
        if stuff.on.is_empty() {
            return vec![(Class::Actor, Type::Actor)];
        }
        stuff.on.iter().filter_map(|on| self.class_of(on)).collect()
    }

    /// The sort at the end of the chain of `of`.
    fn account(&mut self, index: usize, stuff: &Stuff) -> usize {
        let mut at = index;
        let mut seen = vec![index];
        while let Some(of) = self.manifest.stuff.get(at).and_then(|stuff| stuff.of.as_ref()) {
            let Some(Noun::Stuff(id)) = self.noun(&of.text).cloned() else {
                self.not_a("sort of stuff", of, |noun| matches!(noun, Noun::Stuff(_)));
                return index;
            };
            at = id.index();
            if seen.contains(&at) {
                let message = format!("`{}` is in the end an account of itself", stuff.name.text);
                self.error(Code::InsideItself, of.span, message, "leave out one of the `of`");
                return index;
            }
            seen.push(at);
        }
        at
    }
}

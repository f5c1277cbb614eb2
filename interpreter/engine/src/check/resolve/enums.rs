//! Enums, their values, and the values' own attributes, whose types follow from what is written.

use super::written::{AttributeType, Written};
use super::{Noun, Resolver, word};
use crate::check::names;
use crate::ids::*;
use crate::program::nouns::{ABSENT, EnumDef, EnumValueDef, KindSet, Type};
use crate::source::Span;

/// What one value says for an attribute: position of the value, what is written, where.
type Entry = (usize, Written, Span);

impl Resolver<'_> {
    pub(super) fn declare_enums(&mut self) {
        for (index, item) in self.manifest.enums.iter().enumerate() {
            let id = EnumId::from_index(index);
            self.declare(&item.name, Noun::Enum(id));
            let mut values: Vec<EnumValueDef> = Vec::new();
            for value in &item.values {
                if values.iter().any(|known| known.name == value.name.text) {
                    let message = format!("`{}` is twice among the values of `{}`", value.name.text, item.name.text);
                    self.error(crate::diagnostic::Code::NameClash, value.name.span, message, "leave one of them out");
                    continue;
                }
                self.declare(&value.name, Noun::EnumValues(vec![(id, word(values.len()))]));
                values.push(EnumValueDef {
                    name: value.name.text.clone(),
                    labels: names::common(&value.labels, &value.name.text),
                    attributes: Vec::new(),
                });
            }
            self.nouns.enums.push(EnumDef { name: item.name.text.clone(), values, attributes: Vec::new() });
        }
    }

    pub(super) fn enum_attributes(&mut self) {
        for (index, item) in self.manifest.enums.iter().enumerate() {
            let mut columns: Vec<(&str, Vec<Entry>)> = Vec::new();
            for (at, value) in item.values.iter().enumerate() {
                for (name, literal) in &value.attributes {
                    let entry = (at, Written::of_literal(literal), name.span);
                    match columns.iter_mut().find(|(known, _)| *known == name.text) {
                        Some((_, entries)) => entries.push(entry),
                        None => columns.push((&name.text, vec![entry])),
                    }
                }
            }
            for (name, entries) in columns {
                let ty = self.infer(entries.iter().map(|(_, written, _)| written));
                let wanted = AttributeType { ty: ty.clone(), or_none: true, bounds: None };
                let mut column = vec![ABSENT; item.values.len()];
                for (at, written, span) in &entries {
                    let of = format!("`{name}` of `{}`", item.values.get(*at).map_or("", |value| &value.name.text));
                    let value = self.value(&wanted, written, *span, &of);
                    if let (Some(slot), Some(value)) = (column.get_mut(*at), value) {
                        *slot = value;
                    }
                }
                let Some(def) = self.nouns.enums.get_mut(index) else { continue };
                def.attributes.push((name.to_string(), ty));
                for (value, word) in def.values.iter_mut().zip(column) {
                    value.attributes.push(word);
                }
            }
        }
    }

    /// The one type that all of these can have.
    fn infer<'w>(&self, written: impl Iterator<Item = &'w Written> + Clone) -> Type {
        let mut known = written.clone().filter(|written| !written.is_none());
        match known.clone().next() {
            Some(Written::Number(_)) => return Type::Number,
            Some(Written::Bool(_)) => return Type::Bool,
            Some(Written::List(list)) => {
                let inner: Vec<&Written> = list.iter().map(|(written, _)| written).collect();
                return Type::Set(Box::new(self.infer(inner.into_iter())));
            }
            _ => {}
        }
        if known.clone().all(|written| written.as_bundle().is_some()) {
            return Type::Bundle;
        }
        let nouns: Option<Vec<&Noun>> =
            known.clone().map(|written| written.as_word().and_then(|word| self.noun(word))).collect();
        let Some(nouns) = nouns else { return Type::Text };
        if nouns.iter().all(|noun| matches!(noun, Noun::Stuff(_))) {
            return Type::Stuff;
        }
        if nouns.iter().all(|noun| matches!(noun, Noun::Actor(_))) {
            return Type::Actor;
        }
        if nouns.iter().all(|noun| matches!(noun, Noun::Design(_))) {
            return Type::Design(KindSet::all());
        }
        let space = |noun: &&Noun| match noun {
            Noun::Space(id) => self.nouns.spaces.get(id.index()).map(|space| space.kind),
            _ => None,
        };
        if let Some(kind) = nouns.first().and_then(space)
            && nouns.iter().all(|noun| space(noun) == Some(kind))
        {
            return Type::Space(kind);
        }
        let has = |noun: &Noun, id: usize| match noun {
            Noun::EnumValues(values) => values.iter().any(|(known, _)| known.index() == id),
            _ => false,
        };
        let common = (0..self.nouns.enums.len()).find(|id| nouns.iter().all(|noun| has(noun, *id)));
        common.filter(|_| known.next().is_some()).map_or(Type::Text, |id| Type::Enum(EnumId::from_index(id)))
    }
}

//! Attributes: their declared types, one row of values for a card or space, and how those of kinds are shown.

use super::types::{parse, type_of};
use super::written::{AttributeType, Written, literal_span};
use super::{Noun, Resolver};
use crate::check::names;
use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::manifest::lower::fields::{name_it, unnamed};
use crate::manifest::model::Literal;
use crate::program::nouns::{ABSENT, Type, Word};
use crate::source::Span;
use crate::syntax::ast::Name;
use crate::vocabulary::foreign;

/// An attribute of a kind of components or spaces.
#[derive(Clone)]
pub(super) struct AttributePlan<'a> {
    pub name: &'a Name,
    pub ty: AttributeType,
    pub default: Option<&'a Literal>,
}

/// A value given to an attribute.
pub(super) struct Given {
    pub name: Name,
    pub value: Written,
    pub span: Span,
}

impl Resolver<'_> {
    /// The declared type; nothing where a mistake was reported.
    pub(super) fn attribute_plan<'a>(
        &mut self,
        name: &'a Name,
        declared: &Name,
        default: Option<&'a Literal>,
    ) -> Option<AttributePlan<'a>> {
        let text = declared.text.trim();
        let plan = |ty: AttributeType| AttributePlan { name, ty, default };
        if text == "text" || text == "text or none" {
            let or_none = text != "text";
            return Some(plan(AttributeType { ty: Type::Text, or_none, bounds: None }));
        }
        if let Some((least, most)) = self.range(declared) {
            return Some(plan(AttributeType { ty: Type::Number, or_none: false, bounds: Some((least, most)) }));
        }
        if matches!(text, "string" | "str" | "words") {
            let message = format!("there is no type `{text}`");
            self.error(Code::UnknownType, declared.span, message, "write `text`");
            return None;
        }
        let written = parse(declared);
        let ty = printed(type_of(&written, &self.symbols, self.findings));
        match ty {
            Some(Type::Unknown) => None,
            Some(ty) => Some(plan(AttributeType { ty, or_none: written.or_none, bounds: None })),
            None => {
                let message = format!("an attribute cannot be a `{text}`");
                let help = "attributes are printed: a number, yes or no, a value of an enum, a card, a space, an actor, \
                            stuff, a text, a set or a bundle";
                self.error(Code::UnknownType, declared.span, message, help);
                None
            }
        }
    }

    /// `[attribute]`: words for attributes of kinds, and the zones in which options tell them.
    pub(super) fn attribute_words(&mut self) {
        let manifest = self.manifest;
        for words in &manifest.attributes {
            let Some(id) = self.symbols.attributes.get(&words.name.text).copied() else {
                let known = self.symbols.attributes.keys().map(String::as_str);
                self.findings.push(names::unknown(Code::UnknownAttribute, "attribute", &words.name, known));
                continue;
            };
            let mut in_options = Vec::new();
            for zone in &words.in_options {
                match self.noun(&zone.text) {
                    Some(Noun::Zone(id)) => in_options.push(*id),
                    _ => self.not_a("zone", zone, |noun| matches!(noun, Noun::Zone(_))),
                }
            }
            if let Some(row) = self.nouns.attributes.get_mut(id.index()) {
                row.labels = names::common(&words.labels, &words.name.text);
                row.shown = words.shown;
                row.in_options = in_options;
            }
        }
    }

    /// `1..13`, where either end may be a number of the manifest.
    pub(super) fn range(&self, text: &Name) -> Option<(i64, i64)> {
        let (least, most) = text.text.split_once("..")?;
        let end = |part: &str| match self.noun(part.trim()) {
            Some(Noun::Number(word)) => Some(i64::from(*word)),
            _ => part.trim().parse().ok(),
        };
        Some((end(least)?, end(most)?)).filter(|(least, most)| least <= most)
    }

    /// The values of all attributes, in their order: given, else default. `what` is told of in messages: `imp`, `dawn`.
    pub(super) fn row(
        &mut self,
        attributes: &[AttributePlan],
        given: &[Given],
        what: &str,
        span: Span,
        kind: &str,
    ) -> Vec<Word> {
        for (index, one) in given.iter().enumerate() {
            if let Some(first) = given.iter().take(index).find(|first| first.name.text == one.name.text) {
                let message = format!("`{}` is given twice for `{what}`", one.name.text);
                let found = Diagnostic::new(Code::DuplicateAttribute, one.name.span, message)
                    .other(first.name.span, "first given here")
                    .help("leave one of them out");
                self.findings.push(found);
            } else if !attributes.iter().any(|known| known.name.text == one.name.text) {
                let known = attributes.iter().map(|known| known.name.text.as_str());
                let what = format!("attribute of `{kind}` called");
                let mut found = names::unknown(Code::UnknownAttribute, &what, &one.name, known);
                found.help = foreign::instead_of_attribute(&one.name.text).map(str::to_owned).or(found.help);
                let text = matches!(one.value, Written::Text(_) | Written::Cell(_));
                if let Some(language) = unnamed(&one.name.text).filter(|_| text) {
                    found.help = Some(name_it(language));
                }
                self.findings.push(found);
            }
        }
        let mut row = Vec::with_capacity(attributes.len());
        let mut missing: Vec<&str> = Vec::new();
        for attribute in attributes {
            let of = format!("`{}` of `{what}`", attribute.name.text);
            let value = if let Some(one) = given.iter().find(|one| one.name.text == attribute.name.text) {
                self.value(&attribute.ty, &one.value, one.span, &of)
            } else if let Some(default) = attribute.default {
                self.value(&attribute.ty, &Written::of_literal(default), literal_span(default), &of)
            } else {
                if !attribute.ty.or_none {
                    missing.push(&attribute.name.text);
                }
                None
            };
            row.push(value.unwrap_or(ABSENT));
        }
        // A misspelt attribute was reported; that it is missing too is the same mistake.
        let unknown = given.iter().filter(|one| !attributes.iter().any(|known| known.name.text == one.name.text));
        for one in unknown {
            let meant = suggest::nearest(&one.name.text, missing.iter().copied());
            missing.retain(|name| Some(*name) != meant);
        }
        if !missing.is_empty() {
            let message = format!("`{what}` does not say its {}", missing.join(", "));
            let help = format!("every `{kind}` needs that: write `{} …` on it", missing.join(" …` and `"));
            self.error(Code::MissingAttribute, span, message, help);
        }
        row
    }
}

/// A printed attribute names designs, not the components made of them; some types cannot be printed.
fn printed(ty: Type) -> Option<Type> {
    match ty {
        Type::Component(kinds) => Some(Type::Design(kinds)),
        Type::Set(inner) => {
            printed(*inner).map(|inner| if inner == Type::Unknown { inner } else { Type::Set(Box::new(inner)) })
        }
        Type::Zone | Type::Seat | Type::Counter | Type::Pool(_) | Type::Split(_) => None,
        other => Some(other),
    }
}

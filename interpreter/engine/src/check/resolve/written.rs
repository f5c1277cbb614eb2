//! Values of attributes: as written in a script or manifest, and as words of the type that is declared for them.

use super::{Noun, Resolver, sort_of, word};
use crate::check::names;
use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::ids::*;
use crate::manifest::model::Literal;
use crate::program::nouns::{ABSENT, KindSet, Type, Word};
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, Name};
use crate::vocabulary::foreign;

/// A value before it is known what it should be.
#[derive(Clone, Debug)]
pub(super) enum Written {
    Number(i64),
    Bool(bool),
    Word(String),
    /// A quoted text of a script: never a name.
    Text(String),
    /// A text of the manifest: a name, a bundle or a text.
    Loose(String),
    /// A cell of a table: a number, a name, several of them, or a text, as it is wanted.
    Cell(String),
    List(Vec<(Written, Span)>),
    Bundle(Vec<(i64, Name)>),
    /// Something that must be computed.
    Other,
}

/// What an attribute may hold.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AttributeType {
    pub ty: Type,
    pub or_none: bool,
    /// Of a number written as a range: `1..13`.
    pub bounds: Option<(i64, i64)>,
}

impl Written {
    pub(super) fn of_expr(expr: &Expr) -> Written {
        match &expr.kind {
            ExprKind::Number(value) => Written::Number(*value),
            ExprKind::Negate(inner) => match Written::of_expr(inner) {
                Written::Number(value) => Written::Number(-value),
                _ => Written::Other,
            },
            ExprKind::Text(text) => Written::Text(text.clone()),
            ExprKind::Cell(text) => Written::Cell(text.clone()),
            ExprKind::Name(name) if name == "true" => Written::Bool(true),
            ExprKind::Name(name) if name == "false" => Written::Bool(false),
            ExprKind::Name(name) => Written::Word(name.clone()),
            ExprKind::List(list) => Written::List(list.iter().map(|one| (Written::of_expr(one), one.span)).collect()),
            ExprKind::Bundle(amounts) => {
                let parts = amounts.iter().map(|amount| match (Written::of_expr(&amount.number), &amount.what) {
                    (Written::Number(number), Some(what)) => Some((number, what.clone())),
                    _ => None,
                });
                parts.collect::<Option<Vec<_>>>().map_or(Written::Other, Written::Bundle)
            }
            _ => Written::Other,
        }
    }

    pub(super) fn of_literal(literal: &Literal) -> Written {
        match literal {
            Literal::Number(value, _) => Written::Number(*value),
            Literal::Bool(value, _) => Written::Bool(*value),
            Literal::Text(text, _) => Written::Loose(text.trim().to_string()),
            Literal::List(list, _) => {
                Written::List(list.iter().map(|one| (Written::of_literal(one), literal_span(one))).collect())
            }
        }
    }

    pub(super) fn as_word(&self) -> Option<&str> {
        match self {
            Written::Word(text) | Written::Loose(text) | Written::Cell(text) => Some(text),
            _ => None,
        }
    }

    /// A cell as a value of a type. Spreadsheets write yes and no in the language of their owner.
    fn of_cell(text: &str, ty: &Type, span: Span) -> Written {
        let inside = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text).trim();
        match ty {
            Type::Number => text.parse().map_or_else(|_| Written::Loose(text.to_owned()), Written::Number),
            Type::Bool => match text.to_lowercase().as_str() {
                "true" | "yes" | "vrai" | "oui" => Written::Bool(true),
                "false" | "no" | "faux" | "non" => Written::Bool(false),
                _ => Written::Loose(text.to_owned()),
            },
            Type::Text => Written::Text(text.to_owned()),
            Type::Set(_) => {
                let parts = inside.split([',', ';']).map(str::trim).filter(|part| !part.is_empty());
                Written::List(parts.map(|part| (Written::Cell(part.to_owned()), span)).collect())
            }
            _ => Written::Loose(inside.to_owned()),
        }
    }

    pub(super) fn is_none(&self) -> bool {
        self.as_word() == Some("none")
    }

    /// `3 red, 1 blue`
    pub(super) fn as_bundle(&self) -> Option<Vec<(i64, Name)>> {
        match self {
            Written::Bundle(parts) => Some(parts.clone()),
            Written::List(list) if list.is_empty() => Some(Vec::new()),
            Written::Loose(text) => text
                .split(',')
                .map(|part| {
                    let (number, what) = part.trim().split_once(' ')?;
                    let name = Name { text: what.trim().to_string(), span: Span::default() };
                    Some((number.parse().ok()?, name))
                })
                .collect(),
            _ => None,
        }
    }

    fn told(&self) -> String {
        match self {
            Written::Number(value) => format!("the number {value}"),
            Written::Bool(true) => "yes (`true`)".into(),
            Written::Bool(false) => "no (`false`)".into(),
            Written::Word(text) => format!("the name `{text}`"),
            Written::Text(text) | Written::Loose(text) => format!("the text \"{text}\""),
            Written::Cell(text) => format!("`{text}`"),
            Written::List(_) => "a list".into(),
            Written::Bundle(_) => "a bundle".into(),
            Written::Other => "something that must be computed".into(),
        }
    }
}

/// Where a literal stands.
pub(super) fn literal_span(literal: &Literal) -> Span {
    match literal {
        Literal::Number(_, span) | Literal::Bool(_, span) | Literal::Text(_, span) | Literal::List(_, span) => *span,
    }
}

impl Resolver<'_> {
    /// The word of a value; `of` says what it is the value of. Nothing where a mistake was reported.
    pub(super) fn value(&mut self, wanted: &AttributeType, written: &Written, span: Span, of: &str) -> Option<Word> {
        if written.is_none() && wanted.ty != Type::Text {
            if wanted.or_none {
                return Some(ABSENT);
            }
            let message = format!("{of} cannot be none");
            let help = format!("write {}, or declare the attribute with `or none`", self.told(&wanted.ty));
            self.error(Code::WrongAttributeValue, span, message, help);
            return None;
        }
        let of_cell;
        let written = match written {
            Written::Cell(text) => {
                of_cell = Written::of_cell(text, &wanted.ty, span);
                &of_cell
            }
            other => other,
        };
        let value = match &wanted.ty {
            Type::Number => self.number_value(wanted, written, span, of),
            Type::Bool => match (written, written.as_word()) {
                (Written::Bool(value), _) => Some(Some(Word::from(*value))),
                (_, Some("true" | "yes")) => Some(Some(1)),
                (_, Some("false" | "no")) => Some(Some(0)),
                _ => None,
            },
            Type::Text => match written {
                Written::Text(text) | Written::Loose(text) | Written::Word(text) => Some(Some(self.nouns.text(text))),
                _ => None,
            },
            Type::Set(inner) => self.set_value(inner, written, span, of),
            Type::Bundle => written.as_bundle().map(|parts| self.bundle_value(&parts, span, of)),
            _ => written.as_word().map(|word| self.name_value(&wanted.ty, word, span, of)),
        };
        value.unwrap_or_else(|| {
            let message = format!("{of} should be {}, not {}", self.told(&wanted.ty), written.told());
            let mut found = Diagnostic::new(Code::WrongAttributeValue, span, message);
            found.help = match (&wanted.ty, written) {
                (Type::Number, Written::Text(text)) if text.parse::<i64>().is_ok() => {
                    Some(format!("write {text} without quotes"))
                }
                (Type::Number, Written::Text(text)) if foreign::number(text).is_some() => {
                    foreign::number(text).map(|number| format!("write {number}"))
                }
                (Type::Number, Written::Word(text)) => foreign::instead_of(text)
                    .map(str::to_owned)
                    .or_else(|| digits_in(text).map(|number| format!("write {number}"))),
                (Type::Number, Written::Loose(text)) => Some(number_in_words(text)),
                (Type::Bool, Written::Loose(_)) => Some("write `yes` or `no`".to_owned()),
                (_, Written::Text(text)) => Some(format!("a name stands without quotes: `{text}`")),
                _ => None,
            };
            self.findings.push(found);
            None
        })
    }

    fn number_value(
        &mut self,
        wanted: &AttributeType,
        written: &Written,
        span: Span,
        of: &str,
    ) -> Option<Option<Word>> {
        let value = match (written, written.as_word().and_then(|word| self.noun(word))) {
            (Written::Number(value), _) => *value,
            (_, Some(Noun::Number(word))) => i64::from(*word),
            _ => return None,
        };
        if let Some((least, most)) = wanted.bounds.filter(|(least, most)| value < *least || value > *most) {
            let message = format!("{of} cannot be {value}");
            self.error(Code::OutOfRange, span, message, format!("it goes from {least} to {most}"));
            return Some(None);
        }
        Some(Some(self.number_word(value, span)))
    }

    fn set_value(&mut self, inner: &Type, written: &Written, span: Span, of: &str) -> Option<Option<Word>> {
        let one = AttributeType { ty: inner.clone(), or_none: false, bounds: None };
        let mut list = Vec::new();
        match written {
            Written::List(elements) => {
                for (element, at) in elements {
                    let value = self.value(&one, element, *at, of);
                    list.extend(value.filter(|value| !list.contains(value)));
                }
            }
            // A set of one may be written without brackets.
            Written::Word(_) | Written::Loose(_) => list.extend(self.value(&one, written, span, of)),
            _ => return None,
        }
        Some(Some(self.list(list)))
    }

    fn bundle_value(&mut self, parts: &[(i64, Name)], span: Span, of: &str) -> Option<Word> {
        let mut amounts = vec![0; self.manifest.stuff.len()];
        for (number, what) in parts {
            let at = if what.span == Span::default() { span } else { what.span };
            let name = Name { text: what.text.clone(), span: at };
            let Some(Noun::Stuff(id)) = self.noun(&name.text) else {
                self.not_a("sort of stuff", &name, |noun| matches!(noun, Noun::Stuff(_)));
                return None;
            };
            let id = id.index();
            if *number < 0 {
                self.error(Code::OutOfRange, at, format!("{of} cannot have {number} of something"), "write 0 or more");
                return None;
            }
            let number = self.number_word(*number, at);
            if let Some(slot) = amounts.get_mut(id) {
                *slot = number.saturating_add(*slot);
            }
        }
        Some(self.list(amounts))
    }

    /// The thing of this type that bears a name.
    fn name_value(&mut self, ty: &Type, name: &str, span: Span, of: &str) -> Option<Word> {
        let noun = self.noun(name).cloned();
        let found = match (ty, &noun) {
            (Type::Enum(wanted), Some(Noun::EnumValues(values))) => {
                values.iter().find(|(id, _)| id == wanted).map(|(_, value)| *value)
            }
            (Type::Design(kinds), Some(Noun::Design(id))) => {
                let kind = self.nouns.designs.get(id.index()).map(|design| design.kind);
                kind.filter(|kind| kinds.has(*kind)).map(|_| word(id.index()))
            }
            (Type::Space(wanted), Some(Noun::Space(id))) => {
                let kind = self.nouns.spaces.get(id.index()).map(|space| space.kind);
                kind.filter(|kind| kind == wanted).map(|_| word(id.index()))
            }
            (Type::Actor, Some(Noun::Actor(id))) => Some(word(id.index())),
            // A player of a larger round: nobody today.
            (Type::Actor, None) if is_player(name) => Some(ABSENT),
            (Type::Stuff, Some(Noun::Stuff(id))) => Some(word(id.index())),
            (Type::Unit(_) | Type::AnyUnit, Some(Noun::UnitKind(id))) => {
                let kind = self.nouns.unit_kinds.get(id.index());
                kind.filter(|kind| !kind.per_actor).map(|kind| word(kind.first_unit.index()))
            }
            _ => None,
        };
        if found.is_none() {
            let known = self.known_values(ty);
            let message = format!("{of} cannot be `{name}`");
            let mut finding = Diagnostic::new(Code::NotAmongValues, span, message);
            let near = suggest::nearest(name, known.iter().map(String::as_str));
            if let Some(other) = &noun {
                finding = finding.label(format!("this is {}", sort_of(other)));
            }
            let few: Vec<&str> = known.iter().map(String::as_str).collect();
            finding = match near {
                Some(near) => finding.help(format!("did you mean `{near}`?")),
                None if !few.is_empty() && few.len() <= 12 => {
                    finding.help(format!("it is one of {}", names::quoted(&few)))
                }
                None => finding.help(format!("write {}", self.told(ty))),
            };
            self.findings.push(finding);
        }
        found
    }

    /// Names that a value of a type could be.
    fn known_values(&self, ty: &Type) -> Vec<String> {
        let of = |noun: &Noun| match (ty, noun) {
            (Type::Enum(wanted), Noun::EnumValues(values)) => values.iter().any(|(id, _)| id == wanted),
            (Type::Design(kinds), Noun::Design(id)) => {
                self.nouns.designs.get(id.index()).is_some_and(|design| kinds.has(design.kind))
            }
            (Type::Space(wanted), Noun::Space(id)) => {
                self.nouns.spaces.get(id.index()).is_some_and(|space| space.kind == *wanted)
            }
            (Type::Actor, Noun::Actor(_)) | (Type::Stuff, Noun::Stuff(_)) => true,
            (Type::Unit(_) | Type::AnyUnit, Noun::UnitKind(_)) => true,
            _ => false,
        };
        let fitting = self.symbols.nouns.iter().filter(|(_, declared)| of(&declared.what));
        fitting.map(|(name, _)| name.clone()).collect()
    }

    /// A type in words.
    pub(super) fn told(&self, ty: &Type) -> String {
        let named = |name: Option<&String>| name.map_or_else(|| "something".to_string(), |name| format!("a {name}"));
        match ty {
            Type::Number => "a number".into(),
            Type::Bool => "yes or no (`true` or `false`)".into(),
            Type::Text => "a text in quotes".into(),
            Type::Enum(id) => named(self.nouns.enums.get(id.index()).map(|item| &item.name)),
            Type::Component(kinds) => format!("a {}", self.told_kinds(*kinds)),
            Type::Design(kinds) => format!("the name of a {}", self.told_kinds(*kinds)),
            Type::Space(id) => named(self.nouns.space_kinds.get(id.index()).map(|kind| &kind.name)),
            Type::Actor => format!("a {}", self.symbols.actor_kind),
            Type::Unit(id) => named(self.nouns.unit_kinds.get(id.index()).map(|kind| &kind.name)),
            Type::Stuff => "a sort of stuff".into(),
            Type::Bundle => "a bundle such as `[3 red, 1 blue]`".into(),
            Type::Set(inner) => format!("a list such as `[…, …]`, each {}", self.told(inner)),
            _ => "something else".into(),
        }
    }

    fn told_kinds(&self, kinds: KindSet) -> String {
        if kinds == KindSet::all() {
            return "card".into();
        }
        let all = self.nouns.kinds.iter().enumerate();
        let fitting = all.filter(|(index, _)| kinds.has(KindId::from_index(*index)));
        fitting.map(|(_, kind)| kind.name.as_str()).collect::<Vec<_>>().join(" or ")
    }
}

/// What to write where a cell should hold a number: `two`, `2.5`, `2,5`, `x2`, `2+`.
fn number_in_words(text: &str) -> String {
    let parts: Vec<&str> = text.split(['.', ',']).collect();
    let digits = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
    if let Some(number) = foreign::number(&text.to_lowercase()) {
        return format!("write {number}");
    }
    if let [whole, rest] = parts.as_slice()
        && digits(whole)
        && digits(rest)
    {
        return format!("numbers are whole: write {whole}, or count in a smaller unit");
    }
    match digits_in(text) {
        Some(number) => format!("write {number}"),
        None => "write a whole number such as 2; leave the cell empty where the attribute may be none".to_owned(),
    }
}

/// `2` of `x2`
fn digits_in(text: &str) -> Option<&str> {
    let number = text.trim_matches(|c: char| !c.is_ascii_digit());
    (!number.is_empty() && number.chars().all(|c| c.is_ascii_digit())).then_some(number)
}

fn is_player(name: &str) -> bool {
    let number = name.strip_prefix('p').and_then(|number| number.parse::<u8>().ok());
    number.is_some_and(|number| number > 0)
}

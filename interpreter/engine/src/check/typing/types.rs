//! Written types of keyword heads. Resolving has the same for all other heads.

use crate::check::symbols::{Noun, Symbols};
use crate::diagnostic::{Code, Diagnostic, Findings, suggest};
use crate::program::nouns::{KindSet, Nouns, Type};
use crate::syntax::ast;

use super::words;

/// The type of a written type.
pub fn type_of(written: &ast::TypeExpr, nouns: &Nouns, symbols: &Symbols, findings: &mut Findings) -> Type {
    let one = match symbols.nouns.get(&written.name.text).map(|declared| &declared.what) {
        Some(Noun::Enum(id)) => Some(Type::Enum(*id)),
        Some(Noun::Kind(id)) => Some(Type::Component(words::with_subkinds(nouns, *id))),
        Some(Noun::KindGroup(kinds)) => Some(Type::Component(*kinds)),
        Some(Noun::SpaceKind(id)) => Some(Type::Space(*id)),
        Some(Noun::ActorKind) => Some(Type::Actor),
        Some(Noun::UnitKind(id)) => Some(Type::Unit(*id)),
        Some(Noun::Dice(id)) => Some(Type::Pool(*id)),
        Some(Noun::StuffGroup(_)) => Some(Type::Stuff),
        _ => match written.name.text.as_str() {
            "number" => Some(Type::Number),
            "bool" | "flag" | "yes_no" => Some(Type::Bool),
            "card" | "component" => Some(Type::Component(KindSet::all())),
            "design" => Some(Type::Design(KindSet::all())),
            "player" => Some(Type::Actor),
            "seat" => Some(Type::Seat),
            "unit" => Some(Type::AnyUnit),
            "zone" => Some(Type::Zone),
            "counter" => Some(Type::Counter),
            "stuff" => Some(Type::Stuff),
            "bundle" => Some(Type::Bundle),
            _ => None,
        },
    };
    let Some(one) = one else {
        let message = format!("there is no type `{}`", written.name.text);
        let mut finding = Diagnostic::new(Code::UnknownWord, written.name.span, message);
        let words = ["number", "bool", "card", "player", "seat", "unit", "zone", "counter", "stuff"];
        let known = symbols.nouns.keys().map(String::as_str).chain(words);
        if let Some(near) = suggest::nearest(&written.name.text, known) {
            finding = finding.help(format!("did you mean `{near}`?"));
        }
        findings.push(finding);
        return Type::Unknown;
    };
    let one = if written.bundle { Type::Bundle } else { one };
    if written.set { Type::Set(Box::new(one)) } else { one }
}

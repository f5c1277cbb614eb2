//! Types as written in heads and in the manifest, and what they mean.

use crate::check::names;
use crate::check::sorts::type_of_sort;
use crate::check::symbols::{Noun, Symbols};
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::program::nouns::{KindSet, Type};
use crate::syntax::ast::{Name, TypeExpr};
use crate::vocabulary::{foreign, types};

/// The type that a head or the manifest names. Unknown ones are reported and fit everything. `or none` changes nothing:
/// every name can be absent.
pub fn type_of(written: &TypeExpr, symbols: &Symbols, findings: &mut Findings) -> Type {
    let Some(one) = named_type(&written.name, symbols, findings) else { return Type::Unknown };
    let ty = if written.bundle {
        if one != Type::Stuff {
            let message = format!("`{}` is not stuff, so there are no bundles of it", written.name.text);
            findings.push(
                Diagnostic::new(Code::WrongNoun, written.name.span, message)
                    .help("write a group of stuff before `bundle`"),
            );
            return Type::Unknown;
        }
        Type::Bundle
    } else {
        one
    };
    if written.set { Type::Set(Box::new(ty)) } else { ty }
}

fn named_type(name: &Name, symbols: &Symbols, findings: &mut Findings) -> Option<Type> {
    let declared = symbols.nouns.get(&name.text);
    if let Some(ty) = declared.and_then(|declared| noun_type(&declared.what, symbols)) {
        return Some(ty);
    }
    let built_in = types::find(&name.text).map(|sort| type_of_sort(sort, None));
    if built_in.is_some() {
        return built_in;
    }
    if let Some(other) = declared {
        let message = format!("`{}` is {}, not a type", name.text, super::sort_of(&other.what));
        let help = match &other.what {
            Noun::Design(_) => "write its kind, and ask `x is NAME` where it matters",
            _ => "write a kind, a group, an enum, a kind of space or unit, or `number`",
        };
        findings
            .push(Diagnostic::new(Code::UnknownType, name.span, message).other(other.span, "declared here").help(help));
        return None;
    }
    let known = symbols.nouns.iter().filter(|(_, declared)| noun_type(&declared.what, symbols).is_some());
    let known = known.map(|(word, _)| word.as_str()).chain(types::words());
    let mut found = names::unknown(Code::UnknownType, "type", name, known);
    found.help = foreign::instead_of(&name.text).map(str::to_owned).or(found.help);
    findings.push(found);
    None
}

fn noun_type(noun: &Noun, symbols: &Symbols) -> Option<Type> {
    Some(match noun {
        Noun::ActorKind => Type::Actor,
        Noun::Kind(id) => Type::Component(symbols.kinds.get(id.index()).map_or(KindSet::one(*id), |kind| kind.set)),
        Noun::KindGroup(kinds) => Type::Component(*kinds),
        Noun::SpaceKind(id) => Type::Space(*id),
        Noun::UnitKind(id) => Type::Unit(*id),
        Noun::Enum(id) => Type::Enum(*id),
        Noun::Stuff(_) | Noun::StuffGroup(_) => Type::Stuff,
        Noun::Dice(id) => Type::Pool(*id),
        _ => return None,
    })
}

/// A type of the manifest, `set of shape or none`, in the form that heads of scripts have.
pub(super) fn parse(text: &Name) -> TypeExpr {
    let mut rest = text.text.trim();
    let or_none = rest.strip_suffix(" or none").is_some_and(|one| {
        rest = one.trim_end();
        true
    });
    let set = rest.strip_prefix("set of ").is_some_and(|one| {
        rest = one.trim_start();
        true
    });
    let bundle = rest.strip_suffix(" bundle").is_some_and(|one| {
        rest = one.trim_end();
        true
    });
    // `bundle` alone is one of any stuff.
    let (rest, bundle) = if rest == "bundle" { ("stuff", true) } else { (rest, bundle) };
    TypeExpr { name: Name { text: rest.to_string(), span: text.span }, set, bundle, or_none, span: text.span }
}

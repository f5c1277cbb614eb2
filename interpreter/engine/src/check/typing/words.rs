//! Types in plain words, and which fits where. Knows the nouns, not the tree.

use crate::ids::{DesignId, KindId};
use crate::program::nouns::{Class, KindSet, Nouns, Type};

/// The kinds of the game as a set.
pub fn all_kinds(nouns: &Nouns) -> KindSet {
    KindSet((0..nouns.kinds.len().min(64)).fold(0, |bits, i| bits | KindSet::one(KindId::from_index(i)).0))
}

/// Only the kinds that the game has.
pub fn real(nouns: &Nouns, kinds: KindSet) -> KindSet {
    KindSet(kinds.0 & all_kinds(nouns).0)
}

/// A kind with its sub-kinds.
pub fn with_subkinds(nouns: &Nouns, kind: KindId) -> KindSet {
    nouns.kinds.get(kind.index()).map_or(KindSet::one(kind), |def| KindSet(def.with_subkinds.0 | KindSet::one(kind).0))
}

/// The kind of a design.
pub fn kind_of(nouns: &Nouns, design: DesignId) -> KindSet {
    nouns.designs.get(design.index()).map_or(KindSet::all(), |def| KindSet::one(def.kind))
}

/// A type with `a` or `an`, as messages say it.
pub fn describe(nouns: &Nouns, ty: &Type) -> String {
    match ty {
        Type::Number => "a number".into(),
        Type::Bool => "a yes or no".into(),
        Type::Text => "a text".into(),
        Type::Enum(id) => format!("a value of `{}`", nouns.enums.get(id.index()).map_or("?", |e| &e.name)),
        Type::Component(kinds) => match kind_words(nouns, *kinds) {
            Some(words) => format!("a card ({words})"),
            None => "a card".into(),
        },
        Type::Design(_) => "a design (what a card is, not one card)".into(),
        Type::Space(id) => format!("a space (`{}`)", nouns.space_kinds.get(id.index()).map_or("?", |k| &k.name)),
        Type::Actor => "a player".into(),
        Type::Seat => "a seat".into(),
        Type::Unit(id) => format!("a unit (`{}`)", nouns.unit_kinds.get(id.index()).map_or("?", |k| &k.name)),
        Type::AnyUnit => "a unit".into(),
        Type::Zone => "a zone".into(),
        Type::Counter => "the name of a counter".into(),
        Type::Stuff => "a sort of stuff".into(),
        Type::Bundle => "an amount of stuff".into(),
        Type::Pool(_) => "rolled dice".into(),
        Type::Split(_) => "the shares of a split".into(),
        Type::Set(of) => format!("several, each of them {}", describe(nouns, of)),
        Type::Unknown => "anything".into(),
    }
}

/// `creature`, `ally or champion`; nothing when it is any kind.
pub fn kind_words(nouns: &Nouns, kinds: KindSet) -> Option<String> {
    if all_kinds(nouns).0 & !kinds.0 == 0 {
        return None;
    }
    let names: Vec<String> = nouns
        .kinds
        .iter()
        .enumerate()
        .filter(|(i, _)| kinds.has(KindId::from_index(*i)))
        .map(|(_, kind)| format!("`{}`", kind.name))
        .collect();
    Some(if names.is_empty() { "of no kind".into() } else { names.join(" or ") })
}

/// Whether something of type `found` may stand where `wanted` is needed. Kinds fit when a card could be of both.
pub fn fits(nouns: &Nouns, found: &Type, wanted: &Type) -> bool {
    match (found, wanted) {
        (Type::Unknown, _) | (_, Type::Unknown) => true,
        (Type::Set(of), _) if **of == Type::Unknown => true,
        (Type::Component(a), Type::Component(b)) | (Type::Design(a), Type::Design(b)) => {
            real(nouns, *a).meets(real(nouns, *b)) || all_kinds(nouns).0 == 0
        }
        (Type::Unit(_), Type::AnyUnit) | (Type::AnyUnit, Type::Unit(_)) => true,
        (Type::Stuff, Type::Counter) => false,
        (Type::Set(a), Type::Set(b)) => fits(nouns, a, b),
        (Type::Split(a), Type::Split(b)) => fits(nouns, a, b),
        (a, b) => a == b,
    }
}

/// The type that covers both, where there is one.
pub fn join(a: &Type, b: &Type) -> Option<Type> {
    match (a, b) {
        (Type::Unknown, other) | (other, Type::Unknown) => Some(other.clone()),
        (Type::Component(x), Type::Component(y)) => Some(Type::Component(KindSet(x.0 | y.0))),
        (Type::Design(x), Type::Design(y)) => Some(Type::Design(KindSet(x.0 | y.0))),
        (Type::Unit(x), Type::Unit(y)) if x == y => Some(Type::Unit(*x)),
        (Type::Unit(_) | Type::AnyUnit, Type::Unit(_) | Type::AnyUnit) => Some(Type::AnyUnit),
        (Type::Set(x), Type::Set(y)) => join(x, y).map(|t| Type::Set(Box::new(t))),
        (x, y) if x == y => Some(x.clone()),
        _ => None,
    }
}

/// What bears counters and zones, by type.
pub fn class_of(ty: &Type) -> Option<Class> {
    match ty {
        Type::Actor => Some(Class::Actor),
        Type::Seat => Some(Class::Seat),
        Type::Component(_) => Some(Class::Component),
        Type::Space(_) => Some(Class::Space),
        Type::Unit(_) | Type::AnyUnit => Some(Class::Unit),
        _ => None,
    }
}

/// A class in plain words.
pub fn class_words(class: Class) -> &'static str {
    match class {
        Class::Game => "the game",
        Class::Actor => "players",
        Class::Seat => "seats",
        Class::Component => "cards",
        Class::Space => "spaces",
        Class::Unit => "units",
    }
}

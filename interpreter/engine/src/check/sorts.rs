//! Sorts of the vocabulary as types of the checker.

use crate::program::nouns::{KindSet, Type};
use crate::vocabulary::Sort;

/// The type of a sort of the vocabulary; `first` is the type of the first argument, where there is one.
pub fn type_of_sort(sort: Sort, first: Option<&Type>) -> Type {
    let several = |of: Type| Type::Set(Box::new(of));
    let first = || first.cloned().unwrap_or(Type::Unknown);
    match sort {
        Sort::Number => Type::Number,
        Sort::Bool => Type::Bool,
        Sort::Player => Type::Actor,
        Sort::Seat => Type::Seat,
        Sort::Card => Type::Component(KindSet::all()),
        Sort::Design => Type::Design(KindSet::all()),
        Sort::Zone => Type::Zone,
        Sort::Unit => Type::AnyUnit,
        Sort::Counter => Type::Counter,
        Sort::Stuff => Type::Stuff,
        Sort::Numbers => several(Type::Number),
        Sort::Players => several(Type::Actor),
        Sort::Seats => several(Type::Seat),
        Sort::Units => several(Type::AnyUnit),
        Sort::SameAsFirst => first(),
        Sort::SeveralOfFirst => several(first()),
        Sort::DesignOfFirst => match first() {
            Type::Component(kinds) => Type::Design(kinds),
            _ => Type::Design(KindSet::all()),
        },
        // Which space, dice or set it is, only the game knows.
        Sort::Space | Sort::Dice | Sort::Several | Sort::Any => Type::Unknown,
    }
}

/// The sort of things that have the built-in fields of a type.
pub fn sort_of_type(ty: &Type) -> Option<Sort> {
    Some(match ty {
        Type::Number => Sort::Number,
        Type::Component(_) => Sort::Card,
        Type::Actor => Sort::Player,
        Type::Seat => Sort::Seat,
        Type::Space(_) => Sort::Space,
        Type::Unit(_) | Type::AnyUnit => Sort::Unit,
        Type::Zone => Sort::Zone,
        Type::Stuff => Sort::Stuff,
        Type::Pool(_) => Sort::Dice,
        Type::Bool
        | Type::Text
        | Type::Enum(_)
        | Type::Design(_)
        | Type::Counter
        | Type::Bundle
        | Type::Split(_)
        | Type::Set(_)
        | Type::Unknown => return None,
    })
}

//! From what the manifest and the heads of script items say to tables with ids, for one number of players.
//!
//! Manifest and [`Items`] → [`Nouns`] (what exists) and [`Symbols`] (what each name means). Bodies are not looked at.
//! First every name gets its id, then the rows are filled, so that things may refer to each other in any order.

use super::items::Items;
use super::names;
use super::symbols::{Declared, Noun, Symbols};
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::manifest::PackOrder;
use crate::manifest::model::{Manifest, ResultKind};
use crate::program::nouns::{self, Class, Nouns, Word};
use crate::source::Span;
use crate::syntax::ast::Name;

mod actors;
mod attributes;
mod boards;
mod components;
mod designs;
mod each;
mod enums;
mod groups;
mod heads;
mod kinds;
mod numbers;
mod states;
mod stuff;
mod types;
mod units;
mod written;
mod zones;

#[cfg(test)]
pub(super) mod fixture;
#[cfg(test)]
mod tests;

pub use types::type_of;

/// Resolves the nouns of a game for this number of players.
pub fn resolve(
    manifest: &Manifest,
    items: &Items,
    packs: &PackOrder,
    players: u8,
    findings: &mut Findings,
) -> (Nouns, Symbols) {
    let mut resolver = Resolver {
        manifest,
        items,
        packs,
        wrote: Vec::new(),
        players,
        nouns: Nouns::default(),
        symbols: Symbols::default(),
        kinds: Vec::new(),
        findings,
    };
    resolver.game();
    resolver.numbers();
    resolver.actors();
    resolver.declare_enums();
    resolver.declare_stuff();
    resolver.declare_kinds();
    resolver.declare_space_kinds();
    resolver.declare_zones();
    resolver.groups();
    resolver.declare_boards();
    resolver.units();
    resolver.dice();
    resolver.phases();
    resolver.declare_states();
    resolver.kind_attributes();
    resolver.attribute_words();
    let plans = resolver.declare_designs();
    resolver.zones();
    resolver.kind_zones();
    resolver.space_attributes();
    resolver.enum_attributes();
    resolver.designs(plans);
    resolver.everies();
    resolver.components();
    resolver.states();
    resolver.memories();
    resolver.stuff();
    resolver.starts_of_bearers();
    resolver.stuff_groups();
    resolver.heads();
    (resolver.nouns, resolver.symbols)
}

struct Resolver<'a> {
    manifest: &'a Manifest,
    items: &'a Items,
    packs: &'a PackOrder,
    /// The pack that each design comes from; `None`: from the game.
    wrote: Vec<Option<u16>>,
    players: u8,
    nouns: Nouns,
    symbols: Symbols,
    kinds: Vec<kinds::KindPlan<'a>>,
    findings: &'a mut Findings,
}

impl Resolver<'_> {
    fn game(&mut self) {
        let game = &self.manifest.game;
        self.nouns.id = game.id.clone();
        self.nouns.version = game.version.clone();
        self.nouns.labels = names::proper(&game.labels, &game.id);
        self.nouns.languages = game.languages.iter().map(|(language, _)| *language).collect();
        self.nouns.result = match game.result {
            ResultKind::Ranked => nouns::ResultKind::Ranked,
            ResultKind::Teams => nouns::ResultKind::Teams,
            ResultKind::Together => nouns::ResultKind::Together,
            ResultKind::ZeroSum => nouns::ResultKind::ZeroSum,
        };
    }

    /// Gives a name its meaning; says whether it was free.
    fn declare(&mut self, name: &Name, what: Noun) -> bool {
        if let Some(found) = names::reserved(name, names::is_built_in_noun) {
            self.findings.push(found);
            // It goes on to mean what it means everywhere.
            return false;
        }
        self.declare_word(&name.text, name.span, what)
    }

    fn declare_word(&mut self, word: &str, span: Span, what: Noun) -> bool {
        let Some(first) = self.symbols.nouns.get_mut(word) else {
            self.symbols.nouns.insert(word.to_string(), Declared { what, span });
            return true;
        };
        if let (Noun::EnumValues(known), Noun::EnumValues(more)) = (&mut first.what, &what) {
            known.extend(more);
            return true;
        }
        let message = format!("`{word}` is the name of {} and of {}", sort_of(&first.what), sort_of(&what));
        let found = Diagnostic::new(Code::NameClash, span, message)
            .label(format!("here {}", sort_of(&what)))
            .other(first.span, format!("here {}", sort_of(&first.what)))
            .help("rename one of them");
        self.findings.push(found);
        false
    }

    fn noun(&self, word: &str) -> Option<&Noun> {
        self.symbols.nouns.get(word).map(|declared| &declared.what)
    }

    /// Says that a name is unknown, or that it means something of another sort than those that `fits` takes.
    fn not_a(&mut self, what: &str, name: &Name, fits: impl Fn(&Noun) -> bool) {
        let found = match self.symbols.nouns.get(&name.text) {
            Some(other) => {
                let message = format!("`{}` is {}, not a {what}", name.text, sort_of(&other.what));
                let found = Diagnostic::new(Code::WrongNoun, name.span, message);
                let known = self.symbols.nouns.iter().filter(|(_, declared)| fits(&declared.what));
                let known: Vec<&str> = known.map(|(word, _)| word.as_str()).take(13).collect();
                let one = match &other.what {
                    Noun::Actors => known.iter().find(|one| name.text.starts_with(**one)),
                    _ => None,
                };
                let found = match known.len() {
                    _ if one.is_some() => found.help(format!("write `{}`", one.copied().unwrap_or_default())),
                    1..=12 => found.help(format!("there is: {}", names::quoted(&known))),
                    _ => found,
                };
                if other.span == Span::default() { found } else { found.other(other.span, "declared here") }
            }
            None => {
                let known = self.symbols.nouns.iter().filter(|(_, declared)| fits(&declared.what));
                names::unknown(Code::UnknownName, what, name, known.map(|(word, _)| word.as_str()))
            }
        };
        self.findings.push(found);
    }

    fn error(&mut self, code: Code, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.findings.push(Diagnostic::new(code, span, message).help(help));
    }

    /// How many bearers a class has.
    fn members(&self, class: Class) -> usize {
        match class {
            Class::Game => 1,
            Class::Actor => self.nouns.actors.len(),
            Class::Seat => self.nouns.seats.len(),
            Class::Component => self.nouns.components.len(),
            Class::Space => self.nouns.spaces.len(),
            Class::Unit => self.nouns.units.len(),
        }
    }

    /// A list for attributes, stored once.
    fn list(&mut self, list: Vec<Word>) -> Word {
        let at = self.nouns.lists.iter().position(|known| *known == list);
        let at = at.unwrap_or_else(|| {
            self.nouns.lists.push(list);
            self.nouns.lists.len() - 1
        });
        word(at)
    }
}

/// A table position as a word.
fn word(index: usize) -> Word {
    Word::try_from(index).unwrap_or(Word::MAX)
}

/// What a noun is, for messages.
fn sort_of(noun: &Noun) -> &'static str {
    match noun {
        Noun::Enum(_) => "an enum",
        Noun::EnumValues(_) => "a value of an enum",
        Noun::Kind(_) => "a kind",
        Noun::KindGroup(_) => "a group of kinds",
        Noun::Design(_) => "a card",
        Noun::Zone(_) => "a zone",
        Noun::State(_) => "a counter, flag or state",
        Noun::Memory(_) => "a memory",
        Noun::Stuff(_) => "a sort of stuff",
        Noun::StuffGroup(_) => "a group of stuff",
        Noun::Number(_) | Noun::NumberBySeat(_) => "a number",
        Noun::Space(_) => "a space",
        Noun::SpaceKind(_) => "a kind of space",
        Noun::Spaces(_) => "all spaces of a kind",
        Noun::ActorKind => "the kind of actor",
        Noun::Actors => "all actors",
        Noun::Actor(_) => "an actor",
        Noun::UnitKind(_) => "a kind of unit",
        Noun::Units(_) => "all units of a kind",
        Noun::Dice(_) => "a sort of dice",
        Noun::Board(_) => "a board",
    }
}

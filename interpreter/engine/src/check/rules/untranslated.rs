//! Names that players see and that lack one of the languages of the game.
//!
//! ```text
//! [game]
//! languages = ["en", "fr"]
//! [zone]
//! hand = { per = "player", en = "hand" }                  # and in French?
//! hand = { per = "player", en = "hand", fr = "main" }
//! ```
//!
//! `check` says how many there are, `check --translations` lists them. English can be made from the name itself; other languages cannot. Things that a pack or variant declares are
//! checked with it. What is not shown to players needs no name; phases and memories stand in news only.

use super::{Game, Lacking};
use crate::diagnostic::{Code, Diagnostic};
use crate::manifest::model::{Labels, Manifest, Name};
use crate::syntax::ast::{Member, Says};
use crate::words::Language;

pub(super) fn look(game: &Game<'_>, lacking: &mut Vec<Lacking>) {
    for &(language, named) in &game.manifest.game.languages {
        let mut found = Vec::new();
        if language != Language::English {
            names(game, language, &mut found);
        }
        phrases(game, language, &mut found);
        lacking.extend(found.into_iter().map(|finding| Lacking { language, named, finding }));
    }
}

fn names(game: &Game<'_>, language: Language, found: &mut Vec<Diagnostic>) {
    let code = language.code();
    for (name, _) in labelled(game.manifest).into_iter().filter(|(_, labels)| labels.text(language).is_none()) {
        found.push(missing(name, language, &format!("add `{code} = \"…\"` to it")));
    }
    for one in &game.manifest.enums {
        for value in one.values.iter().filter(|value| value.labels.text(language).is_none()) {
            let name = &value.name;
            let help = format!("below [enum.{}], write `{} = {{ {code} = \"…\" }}`", one.name.text, name.text);
            found.push(missing(name, language, &help));
        }
    }
    for name in wordless(game.manifest, language) {
        let help = format!("below [attribute], write `{} = {{ {code} = \"…\" }}`", name.text);
        found.push(missing(name, language, &help));
    }
    for item in &game.items.components {
        let says = |member: &Member| matches!(member, Member::Attribute { name, .. } if Language::of(&name.text) == Some(language));
        if !item.members.iter().any(says) {
            let help = format!("write `name \"…\" {} \"…\"` on it", language.in_scripts());
            found.push(missing(&item.name, language, &help));
        }
    }
}

/// Attributes of cards that people see and that have no word in a language, each where a kind first has it.
fn wordless(manifest: &Manifest, language: Language) -> Vec<&Name> {
    let mut names: Vec<&Name> = Vec::new();
    let has = |name: &Name| {
        let words = manifest.attributes.iter().find(|words| words.name.text == name.text);
        words.is_some_and(|words| !words.shown || words.labels.text(language).is_some())
    };
    for kind in &manifest.kinds {
        let made = kind.each.iter().map(|(name, _)| name);
        for name in kind.attributes.iter().map(|attribute| &attribute.name).chain(made) {
            if !has(name) && !names.iter().any(|known| known.text == name.text) {
                names.push(name);
            }
        }
    }
    names
}

fn missing(name: &Name, language: Language, help: &str) -> Diagnostic {
    let message = format!("`{}` has no name in {}", name.text, language.name());
    Diagnostic::new(Code::Untranslated, name.span, message).help(help)
}

/// Phrases of abilities, hooks, actions and cards that say something in one language and not in another.
fn phrases(game: &Game<'_>, language: Language, found: &mut Vec<Diagnostic>) {
    let mut all: Vec<&Says> = Vec::new();
    all.extend(game.items.actions.iter().filter_map(|action| action.tags.says.as_ref()));
    all.extend(game.items.keywords.iter().filter_map(|keyword| keyword.tags.says.as_ref()));
    all.extend(game.items.rules.iter().flat_map(|rule| &rule.hooks).filter_map(|hook| hook.tags.says.as_ref()));
    let components = game.items.components.iter().flat_map(|item| &item.members);
    for member in components.chain(game.items.everies.iter().flat_map(|every| &every.members)) {
        match member {
            Member::Ability { tags, .. } => all.extend(&tags.says),
            Member::Hook(hook) => all.extend(&hook.tags.says),
            Member::Says(says) => all.push(says),
            Member::Attribute { .. } => {}
        }
    }
    let has = |says: &Says| says.texts.iter().any(|(name, _)| Language::of(&name.text) == Some(language));
    for says in all.into_iter().filter(|says| !has(says)) {
        let message = format!("this `says` has no {}", language.name());
        let help = format!("add `{} \"…\"` to it", language.in_scripts());
        found.push(Diagnostic::new(Code::Untranslated, says.span, message).help(help));
    }
}

/// What players see of the manifest, without the values of enums.
fn labelled(manifest: &Manifest) -> Vec<(&Name, &Labels)> {
    let mut list: Vec<(&Name, &Labels)> = Vec::new();
    let counters = manifest.counters.iter().chain(&manifest.flags).filter(|counter| counter.shown);
    list.extend(counters.map(|counter| (&counter.name, &counter.labels)));
    let states = manifest.states.iter().filter(|state| state.shown);
    list.extend(states.map(|state| (&state.name, &state.labels)));
    list.extend(manifest.stuff.iter().map(|stuff| (&stuff.name, &stuff.labels)));
    list.extend(manifest.kinds.iter().map(|kind| (&kind.name, &kind.labels)));
    list.extend(manifest.zones.iter().map(|zone| (&zone.name, &zone.labels)));
    list.extend(manifest.spaces.iter().map(|space| (&space.name, &space.labels)));
    list.extend(manifest.units.iter().map(|unit| (&unit.name, &unit.labels)));
    list.extend(manifest.dice.iter().map(|dice| (&dice.name, &dice.labels)));
    // Spaces are mostly told by where they lie; one that bears a name in a language needs all of them.
    let spaces = manifest.boards.iter().flat_map(|board| &board.spaces);
    let named = spaces.filter(|space| space.labels.en.is_some() || !space.labels.others.is_empty());
    list.extend(named.map(|space| (&space.name, &space.labels)));
    list
}

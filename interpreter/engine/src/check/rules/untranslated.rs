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
//! English can be made from the name itself; other languages cannot. Things that a pack or variant declares are
//! checked with it. What is not shown to players needs no name; phases and memories stand in news only.

use super::Game;
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::manifest::model::{Labels, Manifest, Name};
use crate::source::Span;
use crate::syntax::ast::{Member, Says};

pub(super) fn look(game: &Game<'_>, findings: &mut Findings) {
    let languages = game.manifest.game.languages.iter().map(String::as_str);
    let languages: Vec<&str> = languages.filter(|language| *language != "en").collect();
    for language in &languages {
        names(game, language, findings);
    }
    phrases(game, &game.manifest.game.languages, findings);
}

fn names(game: &Game<'_>, language: &str, findings: &mut Findings) {
    for (name, labels) in labelled(game.manifest) {
        if of(labels, language).is_none() {
            let help = format!("add `{language} = \"…\"` to it");
            findings.push(missing(&name.text, name.span, language, &help));
        }
    }
    for one in &game.manifest.enums {
        for value in one.values.iter().filter(|value| of(&value.labels, language).is_none()) {
            let name = &value.name;
            let help = format!("below [enum.{}], write `{} = {{ {language} = \"…\" }}`", one.name.text, name.text);
            findings.push(missing(&name.text, name.span, language, &help));
        }
    }
    for name in wordless(game.manifest, language) {
        let help = format!("below [attribute], write `{0} = {{ {language} = \"…\" }}`", name.text);
        findings.push(missing(&name.text, name.span, language, &help));
    }
    for item in &game.items.components {
        let says = |wanted: &str| {
            let named = |member: &Member| matches!(member, Member::Attribute { name, .. } if name.text == wanted);
            item.members.iter().any(named)
        };
        if !says(language) {
            let help = format!("write `name \"…\" {language} \"…\"` on it");
            findings.push(missing(&item.name.text, item.name.span, language, &help));
        }
    }
}

/// Attributes of cards that people see and that have no word in a language, each where a kind first has it.
fn wordless<'a>(manifest: &'a Manifest, language: &str) -> Vec<&'a Name> {
    let mut names: Vec<&Name> = Vec::new();
    let has = |name: &Name| {
        let words = manifest.attributes.iter().find(|words| words.name.text == name.text);
        words.is_some_and(|words| !words.shown || of(&words.labels, language).is_some())
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

fn missing(name: &str, span: Span, language: &str, help: &str) -> Diagnostic {
    let message = format!("`{name}` has no name in {}", language_word(language));
    Diagnostic::new(Code::Untranslated, span, message).help(help)
}

/// Phrases of abilities, hooks, actions and cards that say something in one language and not in another.
fn phrases(game: &Game<'_>, languages: &[String], findings: &mut Findings) {
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
    for says in all {
        for language in languages {
            if !says.texts.iter().any(|(name, _)| name.text == *language) {
                let message = format!("this `says` has no {}", language_word(language));
                let help = format!("add `{language} \"…\"` to it");
                findings.push(Diagnostic::new(Code::Untranslated, says.span, message).help(help));
            }
        }
    }
}

fn of<'a>(labels: &'a Labels, language: &str) -> Option<&'a str> {
    match language {
        "fr" => labels.fr.as_deref(),
        _ => labels.en.as_deref(),
    }
}

fn language_word(language: &str) -> &str {
    match language {
        "en" => "English",
        "fr" => "French",
        other => other,
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
    let named = spaces.filter(|space| space.labels.en.is_some() || space.labels.fr.is_some());
    list.extend(named.map(|space| (&space.name, &space.labels)));
    list
}

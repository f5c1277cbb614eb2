//! Zones, counters and other things of the manifest that neither a script nor another line of the manifest names.
//!
//! ```text
//! [zone]
//! exile = {}      # and nothing is ever moved there
//! ```
//!
//! A thing counts as used wherever its name stands, so that this rule never takes something for unused that a form
//! of the language reaches in a way of its own.

use std::collections::BTreeSet;

use super::{Game, Verdicts};
use crate::diagnostic::{Code, Diagnostic};
use crate::manifest::model::{Attribute, Literal, Manifest, Name, NumberRef};

/// The zone in which components start whose kind says nothing.
const DEFAULT_START: &str = "box";

pub(super) fn look(game: &Game<'_>, verdicts: &mut Verdicts) {
    let mut named: BTreeSet<&str> = game.words().map(|word| word.text.as_str()).collect();
    let mut mentions = Mentions { named: BTreeSet::new() };
    mentions.manifest(game.manifest);
    named.extend(mentions.named.iter().map(String::as_str));
    named.insert(DEFAULT_START);
    for (name, sort) in declared(game.manifest) {
        let message = format!("nobody uses the {sort} `{}`", name.text);
        let help = "use it in a script, or take this line away";
        let finding = Diagnostic::new(Code::UnusedNoun, name.span, message).help(help);
        verdicts.say(named.contains(name.text.as_str()), finding);
    }
    for space in &game.manifest.spaces {
        let name = &space.name;
        let message = format!("no board has a space of the kind `{}`", name.text);
        let help = format!("write space = \"{}\" on a board, or take this section away", name.text);
        let used = game.manifest.boards.iter().any(|board| board.space.text == name.text);
        verdicts.say(used, Diagnostic::new(Code::UnusedNoun, name.span, message).help(help));
    }
}

/// What is to be used, with what it is.
fn declared(manifest: &Manifest) -> Vec<(&Name, &'static str)> {
    let mut list = Vec::new();
    list.extend(manifest.numbers.iter().map(|number| (&number.name, "number")));
    list.extend(manifest.counters.iter().map(|counter| (&counter.name, "counter")));
    list.extend(manifest.flags.iter().map(|flag| (&flag.name, "flag")));
    list.extend(manifest.states.iter().map(|state| (&state.name, "state")));
    list.extend(manifest.memories.iter().map(|memory| (&memory.name, "memory")));
    list.extend(manifest.stuff.iter().map(|stuff| (&stuff.name, "stuff")));
    list.extend(manifest.zones.iter().map(|zone| (&zone.name, "zone")));
    list.extend(manifest.dice.iter().map(|dice| (&dice.name, "dice")));
    list
}

/// The names that the manifest says in places where it does not declare them.
struct Mentions {
    named: BTreeSet<String>,
}

impl Mentions {
    fn manifest(&mut self, manifest: &Manifest) {
        self.names(&manifest.game.ranking);
        self.names(&manifest.game.utility);
        for counter in manifest.counters.iter().chain(&manifest.flags) {
            self.names([&counter.on]);
            self.numbers(counter.min.iter().chain(&counter.max).chain(&counter.start));
        }
        for state in &manifest.states {
            self.texts([&state.on, &state.of]);
            state.start.iter().for_each(|start| self.literal(start));
        }
        for memory in &manifest.memories {
            self.texts([&memory.on, &memory.of]);
            self.numbers(&memory.max);
        }
        for stuff in &manifest.stuff {
            self.names(stuff.on.iter().chain(&stuff.of));
            self.numbers(stuff.supply.iter().chain(&stuff.start));
        }
        for value in manifest.enums.iter().flat_map(|one| &one.values) {
            value.attributes.iter().for_each(|(_, value)| self.literal(value));
        }
        for kind in &manifest.kinds {
            self.attributes(&kind.attributes);
            self.names(kind.live.iter().map(|live| &live.zone).chain(&kind.starts_in).chain(&kind.is));
            self.numbers(&kind.totals);
            self.texts(kind.each.iter().map(|(_, of)| of));
        }
        for group in &manifest.groups {
            self.names(group.members.iter().chain(&group.worth));
        }
        for zone in &manifest.zones {
            self.names(zone.per.iter().chain(&zone.holds).chain(&zone.refill));
            self.numbers(&zone.max);
            if let Some(fill) = &zone.fill {
                self.names([&fill.from]);
                self.numbers([&fill.to]);
            }
        }
        for space in manifest.boards.iter().flat_map(|board| &board.spaces) {
            space.attributes.iter().for_each(|(_, value)| self.literal(value));
        }
        manifest.spaces.iter().for_each(|space| self.attributes(&space.attributes));
        manifest.actors.iter().for_each(|actor| self.numbers(&actor.per_seat));
        self.numbers(&manifest.flow.rounds);
    }

    fn names<'a>(&mut self, names: impl IntoIterator<Item = &'a Name>) {
        self.named.extend(names.into_iter().map(|name| name.text.clone()));
    }

    /// Types and ranges: `set of shape`, `1..highest`.
    fn texts<'a>(&mut self, texts: impl IntoIterator<Item = &'a Name>) {
        texts.into_iter().for_each(|text| self.text(&text.text));
    }

    fn text(&mut self, text: &str) {
        let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        self.named.extend(words.filter(|word| !word.is_empty()).map(str::to_owned));
    }

    fn numbers<'a>(&mut self, numbers: impl IntoIterator<Item = &'a NumberRef>) {
        for number in numbers {
            if let NumberRef::Named(name) = number {
                self.names([name]);
            }
        }
    }

    fn attributes(&mut self, attributes: &[Attribute]) {
        for attribute in attributes {
            self.texts([&attribute.ty]);
            attribute.default.iter().for_each(|default| self.literal(default));
        }
    }

    fn literal(&mut self, literal: &Literal) {
        match literal {
            Literal::Text(text, _) => self.text(text),
            Literal::List(list, _) => list.iter().for_each(|one| self.literal(one)),
            Literal::Number(..) | Literal::Bool(..) => {}
        }
    }
}

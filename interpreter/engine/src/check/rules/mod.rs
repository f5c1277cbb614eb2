//! What is allowed but probably not meant: one file per warning, each a function over the finished tree.
//!
//! A game is checked once for every variant, level and number of players, and each check sees a part of it only. So
//! there are two sorts of rules. What is wrong wherever it stands goes straight to the findings. What is wrong only
//! if *no* choice of variants makes use of it is a verdict: each check says of everything it knows whether it is in
//! use, and one yes among all the checks that know the thing outweighs every no ([`Verdicts`]).
//!
//! Where a file cannot be read, or a name is unknown, much looks unused that is not: those rules then keep quiet.

mod after_stop;
mod endless_repeat;
mod free_option;
mod never_ends;
mod not_of_absent;
pub(crate) mod reach;
mod trigger_circle;
mod uncalled_action;
mod unchanging_while;
mod unknown_pass;
mod unreached_phase;
mod untranslated;
mod unused_ability;
mod unused_keyword;
mod unused_noun;
mod unused_value;
mod unused_window;

use crate::words::Language;
use std::collections::BTreeMap;

use super::items::Items;
use super::symbols::Symbols;
use super::tree::{Locals, Tree};
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::manifest::model::Manifest;
use crate::source::Span;
use crate::syntax::ast::{Name, Script};

/// What the rules look at: one choice of packs, variants and players, and all scripts as they are written.
pub struct Game<'a> {
    pub tree: &'a Tree,
    pub items: &'a Items,
    pub manifest: &'a Manifest,
    pub symbols: &'a Symbols,
    pub scripts: &'a [(Option<u16>, Script)],
}

impl Game<'_> {
    /// Every word of all scripts, those of variants that are not chosen included.
    fn words(&self) -> impl Iterator<Item = &Name> {
        self.scripts.iter().flat_map(|(_, script)| &script.words)
    }

    /// Whether a scenario of any script says this word.
    fn in_scenario(&self, word: &str) -> bool {
        use crate::syntax::ast::ItemKind;
        let items = self.scripts.iter().flat_map(|(_, script)| &script.items);
        let scenarios = items.filter(|item| matches!(item.kind, ItemKind::Scenario(_)));
        let spans: Vec<Span> = scenarios.map(|item| item.span).collect();
        let inside =
            |at: Span| spans.iter().any(|span| span.file == at.file && span.start <= at.start && at.end <= span.end);
        self.words().any(|name| name.text == word && inside(name.span))
    }
}

/// A call as a script writes it: `draw(n)`.
fn written_call(name: &str, locals: &Locals, params: usize) -> String {
    let names: Vec<&str> = locals.list.iter().take(params).map(|local| local.name.as_str()).collect();
    format!("{name}({})", names.join(", "))
}

/// What several checks of one game say about what is in use. A finding stays only if no check says otherwise.
#[derive(Clone, Debug, Default)]
pub struct Verdicts {
    about: BTreeMap<(Span, Code), Option<Diagnostic>>,
}

impl Verdicts {
    /// Of the thing declared at `span`: whether it is in use, and what is to be said if it never is.
    fn say(&mut self, in_use: bool, finding: Diagnostic) {
        let known = self.about.entry((finding.span, finding.code)).or_insert(Some(finding));
        if in_use {
            *known = None;
        }
    }

    /// Adds what holds in all checks.
    pub fn into_findings(self, findings: &mut Findings) {
        self.about.into_values().flatten().for_each(|finding| findings.push(finding));
    }
}

/// A text that has no words in a language.
#[derive(Clone, Debug)]
pub struct Lacking {
    pub language: Language,
    /// Where the game names the language.
    pub named: Span,
    pub finding: Diagnostic,
}

/// Findings that wait for the end of all checks.
#[derive(Clone, Debug, Default)]
pub struct Lints {
    verdicts: Verdicts,
    /// Wrong wherever it stands, provided that everything could be read.
    doubtful: Findings,
    /// Wrong wherever it stands.
    certain: Findings,
    /// What has no words in a language of the game.
    pub lacking: Vec<Lacking>,
}

impl Lints {
    /// What is to be reported: where the game has errors, only what they cannot have caused.
    pub fn finish(self, findings: &mut Findings) {
        if !findings.has_errors() {
            self.verdicts.into_findings(findings);
            findings.extend(self.doubtful);
        }
        findings.extend(self.certain);
    }
}

/// Looks at one check of a game.
pub fn look(game: &Game<'_>, lints: &mut Lints) {
    let verdicts = &mut lints.verdicts;
    unused_noun::look(game, verdicts);
    unused_ability::look(game, verdicts);
    uncalled_action::look(game, verdicts);
    unused_value::look(game, verdicts);
    unused_keyword::look(game, verdicts);
    unused_window::look(game, verdicts);
    unreached_phase::look(game, verdicts);
    never_ends::look(game, verdicts);
    unknown_pass::look(game, verdicts);
    trigger_circle::look(game, &mut lints.doubtful);
    endless_repeat::look(game, &mut lints.doubtful);
    unchanging_while::look(game, &mut lints.doubtful);
    free_option::look(game, &mut lints.doubtful);
    not_of_absent::look(game, &mut lints.certain);
    after_stop::look(game, &mut lints.certain);
    untranslated::look(game, &mut lints.lacking);
}

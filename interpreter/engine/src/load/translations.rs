//! What people read while they play and what lacks one of the languages that the manifest names: names, questions, options, windows,
//! phases, memories, reasons to lose, values that rank. Asked for only: English is shown instead, and a game may grow into a
//! language. How many names and texts of cards lack words is told by every check.

use std::collections::{BTreeMap, BTreeSet};

use super::{Players, check_one, parse_all};
use crate::check::rules::{Lacking, Lints};
use crate::check::tree::Tree;
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::manifest::model::Manifest;
use crate::manifest::{self, Request};
use crate::program::Program;
use crate::program::op::Op;
use crate::source::{Sources, Span};
use crate::syntax::ast::Script;
use crate::words::{Language, text_in};

/// What has no translation, in every variant; nothing where the game has errors.
pub fn check_translations(sources: &Sources, request: &Request) -> Vec<Diagnostic> {
    let mut findings = Findings::default();
    let scripts = parse_all(sources, &mut findings);
    let mut requests = vec![request.clone()];
    if request.variants.is_empty() {
        for variant in manifest::variants(sources, request.packs, &mut Findings::default()) {
            let levels = (1..=variant.levels.max(1)).map(|level| vec![(variant.name.text.clone(), Some(level))]);
            requests.extend(levels.map(|variants| Request { variants, ..request.clone() }));
        }
    }
    let mut missing = Findings::default();
    for request in requests {
        for players in [Players::Fewest, Players::Most] {
            look(sources, &scripts, &request, players, &mut missing);
        }
    }
    if findings.has_errors() { Vec::new() } else { missing.into_sorted() }
}

fn look(
    sources: &Sources,
    scripts: &[(Option<u16>, Script)],
    request: &Request,
    players: Players,
    missing: &mut Findings,
) {
    let mut errors = Findings::default();
    let mut lints = Lints::default();
    let tree = check_one(sources, scripts, request, (Some(players), &[]), Some(&mut lints), &mut errors);
    let Some(tree) = tree.filter(|_| !errors.has_errors()) else { return };
    lints.lacking.into_iter().for_each(|lacking| missing.push(lacking.finding));
    let Ok(program) = crate::compile::compile(&tree) else { return };
    for language in program.nouns.languages.iter().copied().filter(|language| *language != Language::English) {
        let mut told = Told { language, missing };
        told.names(sources, request, &tree);
        told.questions(&program);
        told.options(&program);
        told.windows(&program);
        told.scores(&program);
    }
}

/// Says for each language in one sentence how much has no words in it, for the game and for each pack.
pub(super) fn summaries(sources: &Sources, lacking: Vec<Lacking>, findings: &mut Findings) {
    let mut all: BTreeMap<_, BTreeSet<(Span, String)>> = BTreeMap::new();
    for Lacking { language, named, finding } in lacking {
        let pack = sources.get(finding.span.file).and_then(|file| file.pack);
        all.entry((language, pack, named)).or_default().insert((finding.span, finding.message));
    }
    for ((language, pack, named), texts) in all {
        let first = texts.first().map_or(named, |(span, _)| *span);
        let (at, whose) = if pack.is_some() { (first, " of this pack") } else { (named, "") };
        let count = match texts.len() {
            1 => format!("1 text{whose} has"),
            many => format!("{many} texts{whose} have"),
        };
        let message = format!("{}: {count} no words", language.name_and_code());
        let help = "`cardwright check GAME --translations` lists what lacks words";
        findings.push(Diagnostic::new(Code::Untranslated, at, message).help(help));
    }
}

/// Reports texts of scripts in languages that the game does not name.
pub(super) fn unnamed(scripts: &[(Option<u16>, Script)], manifest: &Manifest, findings: &mut Findings) {
    let named = manifest.game.languages.iter().map(|(language, _)| *language);
    let mut known = Language::OWN.to_vec();
    known.extend(named.filter(|language| !Language::OWN.contains(language)));
    for name in scripts.iter().flat_map(|(_, script)| &script.languages) {
        let language = Language::of(&name.text);
        if language.is_some_and(|language| known.contains(&language)) {
            continue;
        }
        let message = format!("`{}` is not a language that the game is told in", name.text);
        let codes: Vec<String> = known.iter().map(|language| language.in_scripts()).collect();
        let mut help = format!("before each text stands one of: {}", codes.join(", "));
        if let Some(language) = language {
            help += &format!("; for another one, add \"{}\" to `languages` in [game]", language.code());
        }
        findings.push(Diagnostic::new(Code::SyntaxError, name.span, message).help(help));
    }
}

/// Collects what one language lacks.
struct Told<'f> {
    language: Language,
    missing: &'f mut Findings,
}

impl Told<'_> {
    fn lacks(&mut self, span: Span, what: &str, write: &str) {
        let (name, code, script) = (self.language.name(), self.language.code(), self.language.in_scripts());
        let help = write.replace("fr = \"…\"", &format!("{code} = \"…\""));
        let help = help.replace("fr \"…\"", &format!("{script} \"…\""));
        self.missing.push(Diagnostic::new(Code::Untranslated, span, format!("{what} in {name}")).help(help));
    }

    fn has(&self, texts: &[(String, String)]) -> bool {
        text_in(texts, self.language).is_some()
    }

    /// Names of the manifest that are seen in news only.
    fn names(&mut self, sources: &Sources, request: &Request, tree: &Tree) {
        let language = self.language;
        for phase in tree.phases.iter().filter(|phase| phase.labels.others.get(language).is_none()) {
            let write = format!("in the manifest: `[phase.{}]` with `fr = \"…\"`", phase.name);
            self.lacks(phase.span, &format!("the phase `{}` has no name", phase.name), &write);
        }
        let Some(manifest) = manifest::read(sources, request, &mut Findings::default()) else { return };
        let memories = manifest.memories.iter().filter(|memory| memory.shown.unwrap_or(memory.labels.en.is_some()));
        let memories = memories.map(|memory| (&memory.name, &memory.labels));
        let variants = manifest.variants.iter().map(|variant| (&variant.name, &variant.labels));
        let actors = manifest.actors.iter().filter(|actor| actor.decided_by.is_some());
        let actors = actors.map(|actor| (&actor.name, &actor.labels));
        let all = memories.chain(variants).chain(actors);
        for (name, _) in all.filter(|(_, labels)| labels.text(language).is_none()) {
            self.lacks(name.span, &format!("`{}` has no name", name.text), "add `fr = \"…\"` to it");
        }
    }

    fn questions(&mut self, program: &Program) {
        for (at, op) in program.ops.iter().enumerate() {
            match op {
                Op::Choose { info, .. } | Op::ChooseMany { info, .. } | Op::ChoosePieces { info, .. } => {
                    self.question(program, *info, "choose");
                }
                Op::PickNext { info, .. } => self.question(program, *info, "for each"),
                Op::AskAll { info, .. } => self.question(program, *info, "choose"),
                Op::Ask { info, .. } => self.question(program, *info, "may"),
                Op::Split { info, .. } => self.question(program, *info, "split"),
                Op::EndGame { how: 3, info, .. } => {
                    let reason = program.reasons.get(*info as usize).filter(|texts| !texts.is_empty());
                    if reason.is_some_and(|texts| !self.has(texts)) {
                        let span = program.spans.get(at).copied().unwrap_or_default();
                        self.lacks(span, "this reason to lose has no text", "write `lost \"…\" fr \"…\"`");
                    }
                }
                _ => {}
            }
        }
    }

    fn question(&mut self, program: &Program, info: u16, word: &str) {
        let Some(choice) = program.choices.get(info as usize) else { return };
        // Where a choice has no name to speak of, what is chosen makes the question, in every language.
        let made = matches!(word, "choose" | "for each") && choice.says.is_empty() && choice.name.chars().count() <= 2;
        if made || self.has(&choice.says) {
            return;
        }
        let write = match word {
            "may" => "write `may says en \"…\" fr \"…\" { … }`",
            "for each" => "write `says en \"…\" fr \"…\"` before its block",
            _ => "write `says en \"…\" fr \"…\"` at its end",
        };
        self.lacks(choice.span, &format!("this `{word}` has no question"), write);
    }

    fn options(&mut self, program: &Program) {
        for option in program.offers.iter().flat_map(|offer| &offer.options) {
            if !self.has(&option.says) && !self.has(&option.action_says) {
                let write = "write `says en \"…\" fr \"…\"` on it, or on its action";
                self.lacks(option.span, &format!("the option `{}` has no text", option.name), write);
            }
        }
    }

    fn windows(&mut self, program: &Program) {
        for window in program.windows.iter().filter(|window| !self.has(&window.says)).collect::<Vec<_>>() {
            let write = format!("write `window {}(…) says en \"…\" fr \"…\"`", window.name);
            self.lacks(window.span, &format!("the window `{}` has no question", window.name), &write);
        }
    }

    fn scores(&mut self, program: &Program) {
        for score in &program.ranking {
            let crate::vocabulary::Score::Value(value) = score else { continue };
            let Some(value) = program.values.get(value.index()).filter(|value| !self.has(&value.says)) else {
                continue;
            };
            let write = format!("write `value {}(…) is … says en \"…\" fr \"…\"`", value.name);
            self.lacks(value.span, &format!("the value `{}`, which ranks, has no name", value.name), &write);
        }
    }
}

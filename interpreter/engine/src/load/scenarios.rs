//! Scenarios: which there are, and a program for each choice of players, variants and numbers that they ask for.

use std::sync::Arc;

use super::{check_one, consequences, known, origin, parse_all};
use crate::diagnostic::{Code, Diagnostic, Findings, Severity, suggest};
use crate::manifest::Request;
use crate::program::Program;
use crate::source::{FileKind, Sources, Span};
use crate::syntax::ast::{ExprKind, Item, ItemKind, Scenario, ScenarioKind, Script};

/// What is known of a scenario before its game is loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioHead {
    pub title: String,
    /// The whole item.
    pub span: Span,
    /// The packs it names.
    pub packs: Vec<String>,
    /// The pack whose file it stands in.
    pub of_pack: Option<u16>,
    /// Whether it compares a snapshot.
    pub snapshot: bool,
}

/// A scenario that can be run: a program and its place in it.
#[derive(Clone, Debug)]
pub struct ReadyScenario {
    pub head: ScenarioHead,
    /// `Err`: what is wrong with it.
    pub program: Result<(Arc<Program>, usize), Vec<Diagnostic>>,
}

/// The scenarios of some files, ready to run.
#[derive(Debug, Default)]
pub struct Suite {
    pub scenarios: Vec<ReadyScenario>,
    /// What is wrong with the files of scenarios themselves, or with the game, so that none can be run.
    pub findings: Vec<Diagnostic>,
}

/// The scenarios that stand in some sources, in the order of the files.
pub fn scenario_heads(sources: &Sources) -> Vec<ScenarioHead> {
    let scripts = parse_scenarios(sources, &mut Findings::default());
    scripts.iter().flat_map(|(pack, script)| heads(*pack, script)).map(|(head, ..)| head).collect()
}

/// Loads the scenarios that `wanted` names. `packs` are the names of the packs in the sources, by number; `known` those of
/// all packs that the game has.
pub fn load_scenarios(
    sources: &Sources,
    packs: &[String],
    known: &[String],
    wanted: impl Fn(&ScenarioHead) -> bool,
) -> Suite {
    let mut findings = Findings::default();
    let scenario_files = parse_scenarios(sources, &mut findings);
    only_scenarios(sources, &scenario_files, &mut findings);
    let mut suite = Suite { scenarios: Vec::new(), findings: findings.into_sorted() };
    let mut game = Findings::default();
    let scripts = parse_all(sources, &mut game);
    let all = scenario_files.iter().flat_map(|(pack, script)| heads(*pack, script));
    let mut open: Vec<(ScenarioHead, &Scenario, Request)> = Vec::new();
    for (head, scenario, variant) in all {
        let mut own = Findings::default();
        // A scenario that was not read as it stands is not run as something else.
        let misread = |found: &mut Diagnostic| found.severity == Severity::Error && within(head.span, found.span);
        suite.findings.extract_if(.., misread).for_each(|found| own.push(found));
        if !wanted(&head) {
            continue;
        }
        let mut request = request_of(scenario, packs, known, &mut own);
        if let Some(variant) = variant.filter(|variant| request.variants.iter().all(|(name, _)| name != variant)) {
            request.variants.insert(0, (variant.to_owned(), None));
        }
        if own.has_errors() {
            suite.scenarios.push(ReadyScenario { head, program: Err(own.into_sorted()) });
        } else {
            open.push((head, scenario, request));
        }
    }
    while let Some((_, _, request)) = open.first() {
        let request = request.clone();
        let same = |other: &Request| {
            (other.players, &other.variants, &other.numbers) == (request.players, &request.variants, &request.numbers)
        };
        let (group, rest): (Vec<_>, Vec<_>) = open.into_iter().partition(|(_, _, other)| same(other));
        open = rest;
        load_group(sources, &scripts, &game, &request, group, &mut suite);
    }
    suite.scenarios.sort_by_key(|ready| ready.head.span);
    suite
}

/// Scenarios of one choice: checked and compiled together; those that are wrong are left out, and it is done again.
fn load_group(
    sources: &Sources,
    scripts: &[(Option<u16>, Script)],
    parsed: &Findings,
    request: &Request,
    mut group: Vec<(ScenarioHead, &Scenario, Request)>,
    suite: &mut Suite,
) {
    loop {
        let mut findings = parsed.clone();
        let list: Vec<&Scenario> = group.iter().map(|(_, scenario, _)| *scenario).collect();
        let tree = check_one(sources, scripts, request, (None, &list), None, &mut findings);
        consequences::drop(sources, scripts, &mut findings);
        let errors: Vec<Diagnostic> =
            findings.into_sorted().into_iter().filter(|found| found.severity == Severity::Error).collect();
        let concerns = |head: &ScenarioHead, found: &Diagnostic| within(head.span, found.span);
        let of_game: Vec<Diagnostic> =
            errors.iter().filter(|found| !group.iter().any(|(head, ..)| concerns(head, found))).cloned().collect();
        if !of_game.is_empty() || tree.is_none() {
            let told = |scenario: &Scenario| {
                let asked: Vec<Diagnostic> = of_game.iter().filter_map(|found| asked_for(scenario, found)).collect();
                if asked.is_empty() { of_game.clone() } else { asked }
            };
            let broken = |(head, scenario, _): (ScenarioHead, &Scenario, Request)| {
                let program = Err(told(scenario));
                ReadyScenario { head, program }
            };
            suite.scenarios.extend(group.into_iter().map(broken));
            return;
        }
        if errors.is_empty() {
            let Some(tree) = tree else { return };
            let program = match crate::compile::compile(&tree) {
                Ok(mut program) => {
                    program.sources = sources.clone();
                    program.origin = origin(sources, request);
                    Ok(Arc::new(program))
                }
                Err(found) => Err(vec![*found]),
            };
            suite.scenarios.extend(group.into_iter().enumerate().map(|(index, (head, ..))| ReadyScenario {
                head,
                program: program.clone().map(|program| (program, index)),
            }));
            return;
        }
        let wrong = |head: &ScenarioHead| errors.iter().any(|found| concerns(head, found));
        let (broken, good): (Vec<_>, Vec<_>) = group.into_iter().partition(|(head, ..)| wrong(head));
        suite.scenarios.extend(broken.into_iter().map(|(head, ..)| {
            let own = errors.iter().filter(|found| concerns(&head, found)).cloned().collect();
            ReadyScenario { head, program: Err(own) }
        }));
        group = good;
        if group.is_empty() {
            return;
        }
    }
}

/// What is wrong with the choice of the game, told at the line of the scenario that chose it.
fn asked_for(scenario: &Scenario, found: &Diagnostic) -> Option<Diagnostic> {
    let names = |name: &str| found.message.contains(&format!("`{}`", name.replace('-', "_")));
    let chose = |line: &ScenarioKind| match (found.code, line) {
        (Code::PlayersOutOfRange, ScenarioKind::Players(_)) => true,
        (Code::UnknownVariant | Code::UnknownLevel | Code::GroupClash, ScenarioKind::Variant(name, _))
        | (Code::UnknownNumber | Code::NumberOutOfRange, ScenarioKind::Set(name, _)) => names(&name.text),
        _ => false,
    };
    let line = scenario.lines.iter().rfind(|line| chose(&line.kind))?;
    Some(Diagnostic { span: line.span, label: String::new(), others: Vec::new(), ..found.clone() })
}

fn within(outer: Span, inner: Span) -> bool {
    outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
}

/// Files of scenarios, and scripts that hold some.
fn parse_scenarios(sources: &Sources, findings: &mut Findings) -> Vec<(Option<u16>, Script)> {
    let files = sources.iter().filter(|(_, file)| matches!(file.kind, FileKind::Scenarios | FileKind::Script));
    let mut known = None;
    files
        .map(|(id, file)| {
            // What is wrong with a script of the game is told with the game.
            let mut own = Findings::default();
            let script = known::read(sources, id, &file.text, &mut known, &mut own);
            if file.kind == FileKind::Scenarios {
                findings.extend(own);
            }
            (file.pack, script)
        })
        .collect()
}

/// All scenarios of a script, with the variant that they stand in.
fn heads(pack: Option<u16>, script: &Script) -> impl Iterator<Item = (ScenarioHead, &Scenario, Option<&str>)> {
    with_variants(script).filter_map(move |(item, variant)| match &item.kind {
        ItemKind::Scenario(scenario) => Some((head(pack, item, scenario), scenario, variant)),
        _ => None,
    })
}

/// The items of a script; instead of a variant, those inside of it.
fn with_variants(script: &Script) -> impl Iterator<Item = (&Item, Option<&str>)> {
    script.items.iter().flat_map(|item| match &item.kind {
        ItemKind::Variant { name, items } => items.iter().map(|inner| (inner, Some(name.text.as_str()))).collect(),
        _ => vec![(item, None)],
    })
}

fn head(of_pack: Option<u16>, item: &Item, scenario: &Scenario) -> ScenarioHead {
    let packs = scenario.lines.iter().filter_map(|line| match &line.kind {
        ScenarioKind::Pack(name) => Some(name.text.clone()),
        _ => None,
    });
    let snapshot = scenario.lines.iter().any(|line| matches!(line.kind, ScenarioKind::Snapshot));
    ScenarioHead { title: scenario.title.text.clone(), span: item.span, packs: packs.collect(), of_pack, snapshot }
}

/// Files of scenarios hold nothing else, and no title twice.
fn only_scenarios(sources: &Sources, scripts: &[(Option<u16>, Script)], findings: &mut Findings) {
    for (_, script) in scripts {
        let mut titles: Vec<(&str, Span)> = Vec::new();
        for (item, _) in with_variants(script) {
            let ItemKind::Scenario(scenario) = &item.kind else {
                if sources.get(item.span.file).is_some_and(|file| file.kind == FileKind::Scenarios) {
                    let message = "this is no scenario: a file of scenarios holds nothing else";
                    let help = "move it into a script of the game";
                    let start = Span { end: item.span.start.saturating_add(1).min(item.span.end), ..item.span };
                    findings.push(Diagnostic::new(Code::NotAScenario, start, message).help(help));
                }
                continue;
            };
            let title = scenario.title.text.as_str();
            if let Some((_, first)) = titles.iter().find(|(known, _)| slug(known) == slug(title)) {
                findings.push(
                    Diagnostic::new(
                        Code::DuplicateItem,
                        scenario.title.span,
                        "another scenario of this file has this title",
                    )
                    .label("the second one")
                    .other(*first, "the first one")
                    .help("say in the title what this one shows: its snapshot is stored by the title"),
                );
            }
            titles.push((title, scenario.title.span));
        }
    }
}

/// A title as a name of a file.
pub fn slug(title: &str) -> String {
    let mut slug = String::new();
    for c in title.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            slug.push(c);
        } else if !slug.ends_with('_') && !slug.is_empty() {
            slug.push('_');
        }
    }
    slug.trim_end_matches('_').to_owned()
}

/// Which game a scenario asks for.
fn request_of(scenario: &Scenario, packs: &[String], known: &[String], findings: &mut Findings) -> Request {
    let mut request = Request { packs: packs.len(), ..Request::default() };
    for line in &scenario.lines {
        match &line.kind {
            ScenarioKind::Players(number) => {
                if let ExprKind::Number(n) = number.kind {
                    request.players = Some(u8::try_from(n).unwrap_or(u8::MAX));
                }
            }
            ScenarioKind::Variant(name, level) => {
                let level = level.and_then(|level| usize::try_from(level).ok());
                request.variants.push((name.text.clone(), level));
            }
            ScenarioKind::Set(name, value) => match &value.kind {
                ExprKind::Number(n) => request.numbers.push((name.text.clone(), *n)),
                ExprKind::Negate(inner) if matches!(inner.kind, ExprKind::Number(_)) => {
                    let ExprKind::Number(n) = inner.kind else { continue };
                    request.numbers.push((name.text.clone(), -n));
                }
                _ => findings.push(
                    Diagnostic::new(
                        Code::TypeMismatch,
                        value.span,
                        "a number of the manifest is set to a plain number",
                    )
                    .help(format!("write `set {} to 3`", name.text)),
                ),
            },
            ScenarioKind::Pack(name) if !packs.iter().any(|pack| same_name(pack, &name.text)) => {
                let mut found =
                    Diagnostic::new(Code::UnknownPack, name.span, format!("there is no pack `{}`", name.text));
                let near = suggest::nearest(&name.text, known.iter().map(String::as_str));
                found.help = Some(match near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None if known.is_empty() => "this game has no packs".to_owned(),
                    None => format!("packs: {}", known.join(", ")),
                });
                findings.push(found);
            }
            _ => {}
        }
    }
    request
}

/// Names of folders are written with `_` in scripts.
fn same_name(pack: &str, name: &str) -> bool {
    pack.replace('-', "_") == name.replace('-', "_")
}

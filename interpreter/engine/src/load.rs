//! From sources to a program, or to everything that is wrong with them.

use std::fmt;
use std::sync::Arc;

use crate::check::{self, rules::Lints, tree::Tree};
use crate::diagnostic::{Diagnostic, Findings};
pub use crate::manifest::Request;
use crate::manifest::{self, model::Manifest};
use crate::program::{Origin, Program};
use crate::source::{FileKind, SourceFile, Sources};
use crate::syntax::ast::{Scenario, Script};
use crate::words::{Language, Translations};

mod changes;
mod consequences;
mod known;
mod missing;
mod packs;
mod rows;
mod saved;
mod scenarios;
mod tables;
mod translations;

pub use changes::{Change, How, changes};
pub use packs::{PackCard, PackChanges, pack_card, pack_changes, pack_has_card};
pub use saved::{load_as_saved, load_saved};
pub use scenarios::{ReadyScenario, ScenarioHead, Suite, load_scenarios, scenario_heads, slug};
pub use translations::check_translations;

/// A game ready to play.
#[derive(Debug)]
pub struct Loaded {
    pub program: Arc<Program>,
    pub warnings: Vec<Diagnostic>,
}

impl Loaded {
    /// From now on people are told everything in this language (`fr`), if the game has it; else says what it has.
    pub fn speak(&mut self, code: &str) -> Result<(), UnknownLanguage> {
        let has = &self.program.nouns.languages;
        match Language::of(code).filter(|language| has.contains(language)) {
            Some(language) => {
                Arc::make_mut(&mut self.program).language = language;
                Ok(())
            }
            None => Err(UnknownLanguage { wanted: code.to_owned(), has: has.clone() }),
        }
    }
}

/// A language that a game does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLanguage {
    pub wanted: String,
    /// Those that it has.
    pub has: Vec<Language>,
}

impl fmt::Display for UnknownLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let has: Vec<&str> = self.has.iter().map(|language| language.code()).collect();
        write!(f, "the game has no language `{}`; it has: {}", self.wanted, has.join(", "))
    }
}

/// Loads one choice of players, packs and variants for playing.
pub fn load(sources: &Sources, request: &Request) -> Result<Loaded, Vec<Diagnostic>> {
    let mut findings = Findings::default();
    let scripts = parse_all(sources, &mut findings);
    let tree = check_one(sources, &scripts, request, (None, &[]), None, &mut findings);
    consequences::drop(sources, &scripts, &mut findings);
    rows::fold(sources, &mut findings);
    match tree {
        Some(tree) if !findings.has_errors() => {
            let mut program = match crate::compile::compile(&tree) {
                Ok(program) => program,
                Err(too_large) => {
                    findings.push(*too_large);
                    return Err(findings.into_sorted());
                }
            };
            program.sources = sources.clone();
            program.origin = origin(sources, request);
            Ok(Loaded { program: Arc::new(program), warnings: findings.into_sorted() })
        }
        _ => Err(findings.into_sorted()),
    }
}

/// What a program is made for, in the words of the request.
fn origin(sources: &Sources, request: &Request) -> Origin {
    let packs = (0..u16::try_from(request.packs).unwrap_or(u16::MAX)).map(|number| match pack_card(sources, number) {
        Some(card) => (card.id, card.version),
        None => Default::default(),
    });
    let variants = request.variants.iter().map(|(name, level)| match level {
        Some(level) => format!("{name}:{level}"),
        None => name.clone(),
    });
    Origin { packs: packs.collect(), variants: variants.collect(), numbers: request.numbers.clone() }
}

/// Checks every variant at every level, for the fewest and the most players; sorted, each finding once.
pub fn check(sources: &Sources, request: &Request) -> Vec<Diagnostic> {
    let mut findings = Findings::default();
    let scripts = parse_all(sources, &mut findings);
    let mut lints = Lints::default();
    for players in [Players::Fewest, Players::Most] {
        let tree = check_one(sources, &scripts, request, (Some(players), &[]), Some(&mut lints), &mut findings);
        if let Some(tree) = tree.filter(|_| !findings.has_errors()) {
            findings.extend_with(crate::compile::compile(&tree).err());
        }
    }
    if request.variants.is_empty() {
        for variant in manifest::variants(sources, request.packs, &mut Findings::default()) {
            for level in 1..=variant.levels.max(1) {
                let variants = vec![(variant.name.text.clone(), Some(level))];
                let request = Request { variants, ..request.clone() };
                let mark = findings.mark();
                check_one(sources, &scripts, &request, (Some(Players::Most), &[]), Some(&mut lints), &mut findings);
                findings.only_in_variant(mark, &variant.name.text);
            }
        }
    }
    translations::summaries(sources, std::mem::take(&mut lints.lacking), &mut findings);
    lints.finish(&mut findings);
    consequences::drop(sources, &scripts, &mut findings);
    rows::fold(sources, &mut findings);
    findings.into_sorted()
}

/// Which of the possible numbers of players is checked.
#[derive(Clone, Copy)]
enum Players {
    Fewest,
    Most,
}

/// Scripts with the pack they belong to, and what tables say joined to them.
fn parse_all(sources: &Sources, findings: &mut Findings) -> Vec<(Option<u16>, Script)> {
    let files = sources.iter().filter(|(_, file)| file.kind == FileKind::Script);
    let mut known = None;
    let read = |(id, file): (_, &SourceFile)| (file.pack, known::read(sources, id, &file.text, &mut known, findings));
    let mut scripts: Vec<_> = files.map(read).collect();
    tables::join(sources, &mut scripts, findings);
    scripts
}

fn check_one(
    sources: &Sources,
    scripts: &[(Option<u16>, Script)],
    request: &Request,
    (players, scenarios): (Option<Players>, &[&Scenario]),
    lints: Option<&mut Lints>,
    findings: &mut Findings,
) -> Option<Tree> {
    let manifest = manifest::read(sources, request, findings)?;
    let players = match (request.players, players) {
        (Some(players), _) => players,
        (None, Some(Players::Fewest) | None) => manifest.game.players.0,
        (None, Some(Players::Most)) => manifest.game.players.1,
    };
    let players = within(&manifest, players);
    translations::unnamed(scripts, &manifest, findings);
    let ordered = in_pack_order(scripts, &manifest);
    let packs = manifest::pack_order(sources, request.packs);
    Some(check::check(&ordered, &manifest, &packs, players, lints, scenarios, findings))
}

fn within(manifest: &Manifest, players: u8) -> u8 {
    // A number out of range has been reported by the reader.
    let (least, most) = manifest.game.players;
    players.clamp(least.max(1), most.max(least).max(1))
}

/// The game's own scripts first, then the packs' as the manifest orders them.
fn in_pack_order(scripts: &[(Option<u16>, Script)], manifest: &Manifest) -> Vec<(Option<u16>, Script)> {
    let rank = |pack: &Option<u16>| match pack {
        None => 0,
        Some(pack) => 1 + manifest.pack_order.iter().position(|p| p == pack).unwrap_or(usize::MAX - 1),
    };
    let mut ordered = scripts.to_vec();
    ordered.sort_by_key(|(pack, _)| rank(pack));
    ordered
}

/// What `list` shows of a game.
#[derive(Clone, Debug)]
pub struct GameCard {
    pub id: String,
    pub version: String,
    pub name_en: String,
    /// Its name in other languages.
    pub names: Translations,
    pub languages: Vec<Language>,
    pub players: (u8, u8),
    pub variants: Vec<VariantCard>,
    pub numbers: Vec<NumberCard>,
}

/// What `list` shows of a number that can be set.
#[derive(Clone, Debug)]
pub struct NumberCard {
    pub name: String,
    /// As the game has it: `6`, by players `2: 4, 3: 6`, by seat `0, 0, 1`.
    pub value: String,
    pub from: Option<i64>,
    pub to: Option<i64>,
    /// `3 to 6`, where it has bounds.
    pub range: Option<String>,
}

impl NumberCard {
    fn new(number: &manifest::model::Number) -> NumberCard {
        use manifest::model::NumberValue;
        let value = match &number.value {
            NumberValue::Plain(value) => vec![value.to_string()],
            NumberValue::ByPlayers(values) => values.iter().map(|(n, value)| format!("{n}: {value}")).collect(),
            NumberValue::BySeat(values) => values.iter().map(i64::to_string).collect(),
        };
        let manifest::model::Range { from, to } = number.range;
        NumberCard { name: number.name.text.clone(), value: value.join(", "), from, to, range: number.range.words() }
    }
}

/// What `list` shows of a variant.
#[derive(Clone, Debug)]
pub struct VariantCard {
    pub name: String,
    /// 0 where it has none.
    pub levels: usize,
    pub group: Option<String>,
    pub label: String,
    /// In other languages.
    pub labels: Translations,
}

/// Reads no more than `list` needs.
pub fn game_card(sources: &Sources) -> Result<GameCard, Vec<Diagnostic>> {
    let mut findings = Findings::default();
    let packs = sources.iter().filter_map(|(_, f)| f.pack).max().map_or(0, |p| p as usize + 1);
    let request = Request { packs, ..Request::default() };
    let Some(manifest) = manifest::read(sources, &request, &mut findings) else { return Err(findings.into_sorted()) };
    if findings.has_errors() {
        return Err(findings.into_sorted());
    }
    let variants = manifest.variants.iter().map(|v| VariantCard {
        name: v.name.text.clone(),
        levels: if v.levels > 1 { v.levels } else { 0 },
        group: v.group.as_ref().map(|g| g.text.clone()),
        label: v.labels.en.clone().unwrap_or_else(|| v.name.text.replace('_', " ")),
        labels: v.labels.others.clone(),
    });
    Ok(GameCard {
        id: manifest.game.id.clone(),
        version: manifest.game.version.clone(),
        name_en: manifest.game.labels.en.clone().unwrap_or_else(|| manifest.game.id.clone()),
        names: manifest.game.labels.others.clone(),
        languages: manifest.game.languages.iter().map(|(language, _)| *language).collect(),
        players: manifest.game.players,
        variants: variants.collect(),
        numbers: manifest.numbers.iter().map(NumberCard::new).collect(),
    })
}

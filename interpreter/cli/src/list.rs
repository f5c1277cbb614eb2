//! `cardwright list`: the games that can be played here, with their variants and packs.

use std::collections::BTreeMap;
use std::io::{self, Write};

use cardwright::load::{GameCard, NumberCard, VariantCard, game_card};
use cardwright::words::{Language, Translations};
use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::failure::{Failure, Verdict};
use crate::files::{Pack, collect, packs};
use crate::out;
use crate::roots::{Place, Roots};
use crate::setup::player_words;
use crate::tree::Tree;

/// Options of `list`.
#[derive(Clone, Debug, Args)]
pub struct ListArgs {
    /// Only these games
    #[arg(value_name = "GAME")]
    games: Vec<String>,
    /// Text for people, or a JSON object per line
    #[arg(long, value_enum, default_value_t)]
    format: ListFormat,
    /// The language of names, where they have one in it (default: en)
    #[arg(long = "lang", value_name = "CODE", value_parser = language)]
    lang: Option<Language>,
}

/// A language by its code.
fn language(code: &str) -> Result<Language, String> {
    Language::of(code).ok_or_else(|| format!("`{code}` is not how a language is written: de, pt-BR"))
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ListFormat {
    /// Text for people
    #[default]
    Human,
    /// JSON Lines
    Json,
}

/// A game as programs read it; what its manifest does not tell is null.
#[derive(Serialize)]
struct Line {
    game: String,
    shipped: bool,
    place: String,
    name: Option<String>,
    /// By language, beside English.
    names: BTreeMap<String, String>,
    languages: Vec<String>,
    version: Option<String>,
    players: Option<(u8, u8)>,
    variants: Vec<VariantLine>,
    numbers: Vec<NumberLine>,
    packs: Vec<PackLine>,
}

/// A pack; what its head does not tell is null.
#[derive(Serialize)]
struct PackLine {
    name: String,
    id: Option<String>,
    version: Option<String>,
    /// By language, beside English.
    names: BTreeMap<String, String>,
    adds: Option<String>,
    needs: BTreeMap<String, String>,
}

/// A number that `--set` changes.
#[derive(Serialize)]
struct NumberLine {
    name: String,
    value: String,
    from: Option<i64>,
    to: Option<i64>,
    #[serde(skip)]
    range: Option<String>,
}

impl NumberLine {
    fn new(card: NumberCard) -> NumberLine {
        let NumberCard { name, value, from, to, range } = card;
        NumberLine { name, value, from, to, range }
    }
}

#[derive(Serialize)]
struct VariantLine {
    name: String,
    levels: usize,
    group: Option<String>,
    label: String,
    /// By language, beside English.
    labels: BTreeMap<String, String>,
}

/// Writes the list.
pub fn run(args: &ListArgs, roots: &Roots) -> Result<Verdict, Failure> {
    let places = if args.games.is_empty() {
        roots.games()
    } else {
        args.games.iter().map(|word| roots.game(word)).collect::<Result<Vec<_>, _>>()?
    };
    let lines: Vec<Line> = places.iter().map(line).collect();
    if let Some(wanted) = args.lang {
        is_there(wanted, &lines)?;
    }
    for line in &lines {
        match args.format {
            ListFormat::Json => writeln!(out::json(), "{}", serde_json::to_string(line).map_err(io::Error::from)?)?,
            ListFormat::Human => write!(out::text(), "{}", human(line, args.lang.unwrap_or_default()))?,
        }
    }
    if places.is_empty() && args.format == ListFormat::Human {
        writeln!(out::text(), "No game is here: make `games/NAME/game.toml`, or give a root with `--dir`.")?;
    }
    Ok(Verdict::Fine)
}

/// English and French come with the program; any other language must be one of a game.
fn is_there(wanted: Language, lines: &[Line]) -> Result<(), Failure> {
    let mut known: Vec<&str> = Language::OWN.iter().map(Language::code).collect();
    for code in lines.iter().flat_map(|line| &line.languages) {
        if !known.contains(&code.as_str()) {
            known.push(code);
        }
    }
    if known.contains(&wanted.code()) {
        return Ok(());
    }
    Err(Failure::Usage(format!("there is no language `{wanted}`; there are: {}", known.join(", "))))
}

fn line(place: &Place) -> Line {
    let card = collect(place, &[]).ok().and_then(|sources| game_card(&sources).ok());
    let GameCard { version, name_en, names, languages, players, variants, numbers, .. } = match card {
        Some(card) => card,
        None => return Line::broken(place),
    };
    Line {
        name: Some(name_en),
        names: by_code(&names),
        languages: languages.iter().map(|language| language.code().to_owned()).collect(),
        version: Some(version),
        players: Some(players),
        variants: variants.into_iter().map(VariantLine::new).collect(),
        numbers: numbers.into_iter().map(NumberLine::new).collect(),
        ..Line::broken(place)
    }
}

impl Line {
    /// What is known of a game whose manifest cannot be read.
    fn broken(place: &Place) -> Line {
        Line {
            game: place.name.clone(),
            shipped: place.tree == Tree::Shipped,
            place: place.tree.shown(&place.manifest),
            name: None,
            names: BTreeMap::new(),
            languages: Vec::new(),
            version: None,
            players: None,
            variants: Vec::new(),
            numbers: Vec::new(),
            packs: packs(place).into_iter().map(PackLine::new).collect(),
        }
    }
}

impl PackLine {
    fn new(pack: Pack) -> PackLine {
        let card = pack.card();
        let (id, version) = card.as_ref().map(|card| (card.id.clone(), card.version.clone())).unzip();
        let adds = card.as_ref().and_then(|card| card.adds.clone().or_else(|| card.name.clone()));
        let names = card.as_ref().map(|card| by_code(&card.names)).unwrap_or_default();
        let needs = card.map(|card| card.needs.into_iter().collect()).unwrap_or_default();
        PackLine { name: pack.name, id, version, names, adds, needs }
    }

    /// `relics 1.0.0  Twelve relics`
    fn words(&self, language: Language) -> String {
        let Some(version) = &self.version else { return format!("{} (its pack.toml has errors)", self.name) };
        format!(
            "{:<24} {}",
            format!("{} {version}", self.name),
            in_language(language, self.adds.as_deref().unwrap_or(""), &self.names)
        )
    }
}

impl VariantLine {
    fn new(card: VariantCard) -> VariantLine {
        VariantLine {
            name: card.name,
            levels: card.levels,
            group: card.group,
            label: card.label,
            labels: by_code(&card.labels),
        }
    }

    /// `mice:1-3  Label (group)`
    fn words(&self, language: Language) -> String {
        let levels = if self.levels > 0 { format!(":1-{}", self.levels) } else { String::new() };
        let group = self.group.as_ref().map_or(String::new(), |group| format!(" (one of {group})"));
        let label = in_language(language, &self.label, &self.labels);
        format!("{:<24} {label}{group}", format!("{}{levels}", self.name))
    }
}

/// The words in a language where there are some, the English ones otherwise.
fn in_language<'w>(language: Language, english: &'w str, others: &'w BTreeMap<String, String>) -> &'w str {
    others.get(language.code()).map_or(english, String::as_str)
}

fn by_code(words: &Translations) -> BTreeMap<String, String> {
    words.iter().map(|(language, text)| (language.code().to_owned(), text.to_owned())).collect()
}

fn human(line: &Line, language: Language) -> String {
    let place = if line.shipped { "shipped" } else { &line.place };
    let (Some(name), Some(players)) = (&line.name, line.players) else {
        return format!("{}: its manifest has errors, see `cardwright check {}`\n", line.game, line.game);
    };
    let name = in_language(language, name, &line.names);
    let version = line.version.as_deref().unwrap_or("");
    let mut text = format!("{:<16} {name} {version}, {} [{place}]\n", line.game, player_words(players));
    for variant in &line.variants {
        text += &format!("    variant {}\n", variant.words(language).trim_end());
    }
    // Those with bounds are meant to be set.
    for number in &line.numbers {
        if let Some(range) = &number.range {
            let NumberLine { name, value, .. } = number;
            text += &format!("    number  {:<24} {range}\n", format!("{name} {value}"));
        }
    }
    for pack in &line.packs {
        text += &format!("    pack    {}\n", pack.words(language).trim_end());
    }
    text
}

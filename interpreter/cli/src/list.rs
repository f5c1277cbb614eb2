//! `cardwright list`: the games that can be played here, with their variants and packs.

use std::collections::BTreeMap;
use std::io::{self, Write};

use cardwright::load::{GameCard, NumberCard, VariantCard, game_card};
use cardwright::words::Language;
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
    Language::of(&code.to_lowercase()).ok_or_else(|| {
        let known: Vec<&str> = Language::ALL.iter().map(|language| language.code()).collect();
        format!("there is no language `{code}`; there are: {}", known.join(", "))
    })
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
    name_fr: Option<String>,
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
    name_fr: Option<String>,
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
    label_fr: Option<String>,
}

/// Writes the list.
pub fn run(args: &ListArgs, roots: &Roots) -> Result<Verdict, Failure> {
    let places = if args.games.is_empty() {
        roots.games()
    } else {
        args.games.iter().map(|word| roots.game(word)).collect::<Result<Vec<_>, _>>()?
    };
    for place in &places {
        let line = line(place);
        match args.format {
            ListFormat::Json => writeln!(out::json(), "{}", serde_json::to_string(&line).map_err(io::Error::from)?)?,
            ListFormat::Human => write!(out::text(), "{}", human(&line, args.lang.unwrap_or_default()))?,
        }
    }
    if places.is_empty() && args.format == ListFormat::Human {
        writeln!(out::text(), "No game is here: make `games/NAME/game.toml`, or give a root with `--dir`.")?;
    }
    Ok(Verdict::Fine)
}

fn line(place: &Place) -> Line {
    let card = collect(place, &[]).ok().and_then(|sources| game_card(&sources).ok());
    let GameCard { version, name_en, name_fr, players, variants, numbers, .. } = match card {
        Some(card) => card,
        None => return Line::broken(place),
    };
    Line {
        name: Some(name_en),
        name_fr,
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
            name_fr: None,
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
        let name_fr = card.as_ref().and_then(|card| card.name_fr.clone());
        let needs = card.map(|card| card.needs.into_iter().collect()).unwrap_or_default();
        PackLine { name: pack.name, id, version, name_fr, adds, needs }
    }

    /// `relics 1.0.0  Twelve relics`
    fn words(&self, language: Language) -> String {
        let Some(version) = &self.version else { return format!("{} (its pack.toml has errors)", self.name) };
        format!(
            "{:<24} {}",
            format!("{} {version}", self.name),
            in_language(language, self.adds.as_deref().unwrap_or(""), &self.name_fr)
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
            label_fr: card.label_fr,
        }
    }

    /// `mice:1-3  Label (group)`
    fn words(&self, language: Language) -> String {
        let levels = if self.levels > 0 { format!(":1-{}", self.levels) } else { String::new() };
        let group = self.group.as_ref().map_or(String::new(), |group| format!(" (one of {group})"));
        let label = in_language(language, &self.label, &self.label_fr);
        format!("{:<24} {label}{group}", format!("{}{levels}", self.name))
    }
}

/// The French words where French is wanted and there are some.
fn in_language<'w>(language: Language, english: &'w str, french: &'w Option<String>) -> &'w str {
    match (language, french) {
        (Language::French, Some(french)) => french,
        _ => english,
    }
}

fn human(line: &Line, language: Language) -> String {
    let place = if line.shipped { "shipped" } else { &line.place };
    let (Some(name), Some(players)) = (&line.name, line.players) else {
        return format!("{}: its manifest has errors, see `cardwright check {}`\n", line.game, line.game);
    };
    let name = in_language(language, name, &line.name_fr);
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

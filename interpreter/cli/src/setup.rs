//! What `play`, `sim`, `explore` and `bench` share: the options that say which game is set up, and loading it.

use std::path::PathBuf;

use cardwright::diagnostic::suggest::nearest;
use cardwright::load::{self, GameCard, Loaded, Request, VariantCard};
use cardwright::source::Sources;
use clap::Args;

use crate::failure::{Failure, Verdict};
use crate::files::{collect, pack_with_card, wanted_packs};
use crate::report::{Color, Format, Reporter, count_words, counted, say};
use crate::roots::{Roots, same_name};
use crate::watch;

/// Which game, for how many, with what.
#[derive(Clone, Debug, Args)]
pub struct Setup {
    /// A game's name, or a folder with a `game.toml`
    #[arg(value_name = "GAME")]
    pub game: String,
    #[command(flatten)]
    pub table: Table,
}

/// For how many, with what.
#[derive(Clone, Debug, Default, Args)]
pub struct Table {
    /// How many players (default: as few as the game allows)
    #[arg(long, short, value_name = "N")]
    pub players: Option<u8>,
    /// A variant of the game, with its level from 1 where it has levels; may be repeated
    #[arg(long = "variant", value_name = "NAME[:LEVEL]", value_parser = variant)]
    pub variants: Vec<(String, Option<usize>)>,
    /// An expansion: a pack of the game by its name, or any folder with a `pack.toml`; may be repeated
    #[arg(long = "pack", value_name = "NAME|DIR")]
    pub packs: Vec<String>,
    /// Another value for one of the manifest's numbers; may be repeated
    #[arg(long = "set", value_name = "NUMBER=VALUE", value_parser = number)]
    pub numbers: Vec<(String, i64)>,
}

impl Table {
    /// The words of the command line that give this table again.
    pub fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        words.extend(self.players.iter().flat_map(|n| ["--players".into(), n.to_string()]));
        for (name, level) in &self.variants {
            words.extend(["--variant".into(), level.map_or(name.clone(), |level| format!("{name}:{level}"))]);
        }
        words.extend(self.packs.iter().flat_map(|pack| ["--pack".into(), pack.clone()]));
        words.extend(self.numbers.iter().flat_map(|(name, value)| ["--set".into(), format!("{name}={value}")]));
        words
    }
}

/// A game that is loaded.
#[derive(Debug)]
pub struct Ready {
    pub card: GameCard,
    pub loaded: Loaded,
}

impl Setup {
    /// The folders that its files lie in.
    pub fn folders(&self, roots: &Roots) -> Result<Vec<PathBuf>, Failure> {
        let place = roots.game(&self.game)?;
        let packs = wanted_packs(&place, &self.table.packs)?;
        watch::folders([&place], &packs)
    }

    /// Its files as they are now; `None` where they cannot be read.
    pub fn sources(&self, roots: &Roots) -> Option<Sources> {
        let place = roots.game(&self.game).ok()?;
        collect(&place, &wanted_packs(&place, &self.table.packs).ok()?).ok()
    }

    /// The pack that has a card of this name and is not played.
    pub fn pack_with(&self, roots: &Roots, card: &str) -> Option<String> {
        let place = roots.game(&self.game).ok()?;
        let played = wanted_packs(&place, &self.table.packs).ok()?;
        pack_with_card(&place, &played, card).map(|pack| pack.name)
    }

    /// Finds, reads and loads the game; findings are shown, and errors among them end the command.
    pub fn load(&self, roots: &Roots, color: Color) -> Result<Result<Ready, Verdict>, Failure> {
        let place = roots.game(&self.game)?;
        let packs = wanted_packs(&place, &self.table.packs)?;
        let mut reporter = Reporter::new(Format::Human, color);
        let sources = match collect(&place, &packs) {
            Ok(sources) => sources,
            Err(problems) => {
                reporter.problems(&problems)?;
                return Ok(Err(self.unplayable(&reporter)));
            }
        };
        let card = match load::game_card(&sources) {
            Ok(card) => card,
            Err(findings) => {
                reporter.diagnostics(&sources, &findings)?;
                return Ok(Err(self.unplayable(&reporter)));
            }
        };
        let request = self.request(&card, packs.len())?;
        match load::load(&sources, &request) {
            Ok(loaded) => {
                reporter.diagnostics(&sources, &loaded.warnings)?;
                Ok(Ok(Ready { card, loaded }))
            }
            Err(findings) => {
                reporter.diagnostics(&sources, &findings)?;
                Ok(Err(self.unplayable(&reporter)))
            }
        }
    }

    fn unplayable(&self, reporter: &Reporter) -> Verdict {
        say(&format!("`{}` cannot be played: {}", self.game, count_words(reporter.errors, reporter.warnings)));
        Verdict::Found
    }

    fn request(&self, card: &GameCard, packs: usize) -> Result<Request, Failure> {
        let (fewest, most) = card.players;
        // A variant may be for other numbers: then loading the game says whether this one is among them.
        if let Some(n) = self.table.players
            && self.table.variants.is_empty()
            && !(fewest..=most).contains(&n)
        {
            let range = player_words(card.players);
            return Err(Failure::Usage(format!("`--players {n}`: `{}` is for {range}", self.game)));
        }
        let variants = self.table.variants.iter().map(|(name, level)| known_variant(&self.game, card, name, *level));
        let variants = variants.collect::<Result<Vec<_>, _>>()?;
        Ok(Request { players: self.table.players, variants, numbers: self.table.numbers.clone(), packs })
    }
}

/// `2 to 4 players`
pub fn player_words((fewest, most): (u8, u8)) -> String {
    match (fewest, most) {
        (1, 1) => "1 player".to_owned(),
        (a, b) if a == b => counted(u64::from(a), "player"),
        (a, b) => format!("{a} to {b} players"),
    }
}

fn known_variant(
    game: &str,
    card: &GameCard,
    name: &str,
    level: Option<usize>,
) -> Result<(String, Option<usize>), Failure> {
    let Some(variant) = card.variants.iter().find(|variant| same_name(&variant.name, name)) else {
        let names: Vec<&str> = card.variants.iter().map(|variant| variant.name.as_str()).collect();
        let meant = nearest(name, names.iter().copied()).map_or(String::new(), |n| format!("; did you mean `{n}`?"));
        let list = if names.is_empty() { "it has none".to_owned() } else { names.join(", ") };
        return Err(Failure::Usage(format!("`{game}` has no variant `{name}`{meant}\nvariants of `{game}`: {list}")));
    };
    match level {
        Some(level) if level == 0 || level > variant.levels => Err(Failure::Usage(level_words(variant, level))),
        level => Ok((variant.name.clone(), level)),
    }
}

fn level_words(variant: &VariantCard, level: usize) -> String {
    let name = &variant.name;
    match variant.levels {
        0 => format!("`--variant {name}:{level}`: `{name}` has no levels"),
        n => format!("`--variant {name}:{level}`: `{name}` has levels 1 to {n}"),
    }
}

fn variant(word: &str) -> Result<(String, Option<usize>), String> {
    let (name, level) = match word.split_once(':') {
        Some((name, level)) => (name, Some(level)),
        None => (word, None),
    };
    if name.is_empty() {
        return Err("write NAME or NAME:LEVEL".to_owned());
    }
    let level = level.map(|level| level.parse().map_err(|_| format!("the level `{level}` is not a number")));
    Ok((name.to_owned(), level.transpose()?))
}

fn number(word: &str) -> Result<(String, i64), String> {
    let (name, value) = word.split_once('=').ok_or("write NUMBER=VALUE, such as drawn=5")?;
    let value = value.trim().parse().map_err(|_| format!("`{value}` is not a whole number"))?;
    let name = name.trim().replace('-', "_");
    if name.is_empty() { Err("write NUMBER=VALUE, such as drawn=5".to_owned()) } else { Ok((name, value)) }
}

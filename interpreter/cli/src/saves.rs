//! Files of saved games: read, written so that none is ever half there, and compared with the rules that lie here.

use std::fs;
use std::path::{Path, PathBuf};

use cardwright::diagnostic::Diagnostic;
use cardwright::load::{self, Change, How, Loaded};
use cardwright::play::{Damage, Record, Save, rules_hash};
use cardwright::source::Sources;

use crate::failure::{Failure, Verdict};
use crate::files::{collect, wanted_packs};
use crate::report::{Color, Format, Reporter, say};
use crate::roots::{Place, Roots};
use crate::tree::shown;

/// More changes than these are not listed.
const LISTED: usize = 20;

/// A file of a game: the game, or what one seat saw of it.
#[derive(Debug)]
pub enum Stored {
    Game(Box<Save>),
    Record(Box<Record>),
}

/// Reads a saved game.
pub fn read(file: &Path) -> Result<Save, Failure> {
    Save::from_text(&text(file)?).map_err(|damage| damaged(file, &damage))
}

/// Reads a saved game, or a record.
pub fn read_any(file: &Path) -> Result<Stored, Failure> {
    let text = text(file)?;
    match Save::from_text(&text) {
        Ok(save) => Ok(Stored::Game(Box::new(save))),
        Err(Damage::OfOneSeat) => Record::from_text(&text)
            .map(|record| Stored::Record(Box::new(record)))
            .map_err(|damage| damaged(file, &damage)),
        Err(damage) => Err(damaged(file, &damage)),
    }
}

fn text(file: &Path) -> Result<String, Failure> {
    let unread = |why: String| Failure::Files(format!("{}: {why}", shown(file)));
    let bytes = fs::read(file).map_err(|error| unread(format!("the file cannot be read: {error}")))?;
    String::from_utf8(bytes).map_err(|_| unread("this is not a saved game: it is not text".to_owned()))
}

fn damaged(file: &Path, damage: &Damage) -> Failure {
    Failure::Files(format!("{}: {damage}", shown(file)))
}

/// Writes a file beside its place and moves it there: whoever looks finds the old one or the new one, whole.
pub fn write(file: &Path, text: &str) -> Result<(), Failure> {
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let beside = file.with_file_name(format!(".{name}.{}.part", std::process::id()));
    fs::write(&beside, text).and_then(|()| fs::rename(&beside, file)).map_err(|error| {
        let _ = fs::remove_file(&beside);
        Failure::Files(format!("{} cannot be written: {error}", shown(file)))
    })
}

/// Where the rules of today are looked for.
#[derive(Clone, Debug, Default)]
pub struct Today {
    /// A root, or the folder of a game; else the game is looked for by its id.
    pub rules: Option<PathBuf>,
    /// Packs by name or folder; else they are looked for by their ids.
    pub packs: Vec<String>,
}

impl Today {
    /// The files of the game and the packs of a save, as they are now; `None` where one of them is not here.
    pub fn sources(&self, save: &Save, roots: &Roots) -> Result<Option<Sources>, Failure> {
        let id = &save.head.game.id;
        let place = match &self.rules {
            None => match roots.game(id).ok().or_else(|| of_id(id, roots)) {
                Some(place) => place,
                None => return Ok(None),
            },
            Some(folder) => place_in(folder, id, roots)?,
        };
        let ids: Vec<String> = save.head.packs.iter().map(|pack| pack.id.clone()).collect();
        let packs = match wanted_packs(&place, if self.packs.is_empty() { &ids } else { &self.packs }) {
            Err(_) if self.packs.is_empty() && self.rules.is_none() => return Ok(None),
            packs => packs?,
        };
        let sources = collect(&place, &packs).map_err(|problems| {
            let first =
                problems.first().map_or(String::new(), |problem| format!("{}: {}", problem.file, problem.message));
            Failure::Files(format!("the rules of `{id}` cannot be read: {first}"))
        })?;
        Ok(Some(sources))
    }
}

/// A game whose folder is not called like it.
fn of_id(id: &str, roots: &Roots) -> Option<Place> {
    let is_it = |place: &Place| {
        let card = collect(place, &[]).ok().and_then(|sources| load::game_card(&sources).ok());
        card.is_some_and(|card| card.id == id)
    };
    roots.games().into_iter().find(is_it)
}

fn place_in(folder: &Path, id: &str, roots: &Roots) -> Result<Place, Failure> {
    if folder.join("game.toml").is_file() {
        return roots.game(&folder.to_string_lossy());
    }
    if folder.is_dir() {
        return Roots::find(Some(folder))?.game(id);
    }
    // The name of a game.
    roots.game(&folder.to_string_lossy())
}

/// Whether files are those that a match was played by.
pub fn same_rules(save: &Save, sources: &Sources) -> bool {
    let packs = save.head.packs.iter().zip(0..).map(|(pack, number)| (pack, Some(number)));
    let mut all = std::iter::once((&save.head.game, None)).chain(packs);
    all.all(|(rules, pack)| rules.hash == rules_hash(sources, pack))
}

/// Whether they say the same, however they are written.
pub fn same_meaning(save: &Save, sources: &Sources) -> bool {
    same_rules(save, sources) || load::changes(&save.sources(), sources).is_empty()
}

/// What changed since a match was played, a line each.
pub fn changed(save: &Save, sources: &Sources) -> String {
    let changes = load::changes(&save.sources(), sources);
    if changes.is_empty() {
        return "  only how the files are written: comments, blanks, order\n".to_owned();
    }
    let line = |change: &Change| {
        let how = match change.how {
            How::Added => "new",
            How::Removed => "gone",
            How::Changed => "changed",
        };
        format!("  {how}: {} [{}]\n", change.what, change.place)
    };
    let mut text: String = changes.iter().take(LISTED).map(line).collect();
    if changes.len() > LISTED {
        text += &format!("  and {} more\n", changes.len() - LISTED);
    }
    text
}

/// That another version of the program wrote a save, as a line of its own; nothing where it was this one.
pub fn other_version(save: &Save) -> String {
    let (then, now) = (&save.head.engine, env!("CARGO_PKG_VERSION"));
    if then == now { String::new() } else { format!("\nit was written by Cardwright {then}, and this is {now}") }
}

/// The rules that lie in a save.
pub fn own_rules(save: &Save, file: &Path, color: Color) -> Result<Result<Loaded, Verdict>, Failure> {
    let sources = save.sources();
    let loaded = match shown_findings(load::load_saved(save), &sources, file, color)? {
        Ok(loaded) => loaded,
        Err(verdict) => {
            let version = other_version(save);
            if !version.is_empty() {
                say(version.trim());
            }
            return Ok(Err(verdict));
        }
    };
    if let Err(error) = save.fits(&loaded.program) {
        let (file, version) = (shown(file), other_version(save));
        return Err(Failure::Files(format!("{file}: {error}\nthe file was changed after it was written{version}")));
    }
    Ok(Ok(loaded))
}

/// Other rules, in the setup of a save.
pub fn other_rules(
    save: &Save,
    sources: &Sources,
    file: &Path,
    color: Color,
) -> Result<Result<Loaded, Verdict>, Failure> {
    shown_findings(load::load_as_saved(sources, save), sources, file, color)
}

fn shown_findings(
    loaded: Result<Loaded, Vec<Diagnostic>>,
    sources: &Sources,
    file: &Path,
    color: Color,
) -> Result<Result<Loaded, Verdict>, Failure> {
    match loaded {
        Ok(loaded) => Ok(Ok(loaded)),
        Err(findings) => {
            Reporter::new(Format::Human, color).diagnostics(sources, &findings)?;
            say(&format!("{} cannot be played by these rules", shown(file)));
            Ok(Err(Verdict::Found))
        }
    }
}

//! The games inside the binary, seen as a folder with `games/`, `cards/` and `tests/scenarios/`.

use std::path::Path;

use include_dir::{Dir, DirEntry, include_dir};

static GAMES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../games");
static CARDS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../cards");
static SCENARIOS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../tests/scenarios");

/// The embedded folders by their place in a root.
const FOLDERS: [(&str, &Dir<'_>); 3] = [("games", &GAMES), ("cards", &CARDS), ("tests/scenarios", &SCENARIOS)];

/// Something in a folder: its name, and whether it is a folder itself.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    pub name: String,
    pub folder: bool,
}

/// The names of the shipped games, sorted.
pub fn games() -> Vec<String> {
    let entries = entries("games").unwrap_or_default();
    let names = entries.into_iter().filter(|entry| entry.folder).map(|entry| entry.name);
    names.filter(|name| read(&format!("games/{name}/game.toml")).is_some()).collect()
}

/// What lies in an embedded folder; `None` where there is no such folder.
pub fn entries(folder: &str) -> Option<Vec<Entry>> {
    let dir = FOLDERS.iter().find_map(|(place, dir)| below(folder, place).and_then(|rest| inner(dir, rest)))?;
    let mut found: Vec<Entry> = dir.entries().iter().filter_map(entry).collect();
    found.sort();
    Some(found)
}

/// The bytes of an embedded file.
pub fn read(file: &str) -> Option<&'static [u8]> {
    let found = FOLDERS.iter().find_map(|(place, dir)| dir.get_file(below(file, place)?))?;
    Some(found.contents())
}

/// Every file of a shipped game with its place in a root, sorted: what `eject` writes.
pub fn files(game: &str) -> Vec<(String, &'static [u8])> {
    let mut found = Vec::new();
    for (place, dir) in FOLDERS {
        if let Some(folder) = dir.get_dir(game) {
            gather(place, folder, &mut found);
        }
    }
    found.sort();
    found
}

fn gather(place: &str, folder: &Dir<'static>, found: &mut Vec<(String, &'static [u8])>) {
    for file in folder.files() {
        found.push((format!("{place}/{}", slashes(file.path())), file.contents()));
    }
    for inner in folder.dirs() {
        gather(place, inner, found);
    }
}

fn below<'a>(path: &'a str, place: &str) -> Option<&'a str> {
    let rest = path.strip_prefix(place)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
}

fn inner<'a>(dir: &'a Dir<'static>, rest: &str) -> Option<&'a Dir<'static>> {
    if rest.is_empty() { Some(dir) } else { dir.get_dir(rest) }
}

fn entry(entry: &DirEntry<'_>) -> Option<Entry> {
    let name = entry.path().file_name()?.to_string_lossy().into_owned();
    Some(Entry { name, folder: entry.as_dir().is_some() })
}

/// A path as it is written in messages and commands, on every platform.
fn slashes(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

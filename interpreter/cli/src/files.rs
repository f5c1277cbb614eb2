//! Collects a game's files, and those of the packs asked for, into `Sources`. Knows nothing of what is in them.

use std::io;
use std::path::{Path, PathBuf};

use cardwright::diagnostic::suggest::nearest;
use cardwright::load::{PackCard, pack_card, pack_has_card};
use cardwright::source::{FileId, FileKind, SourceFile, Sources};

use crate::failure::Failure;
use crate::roots::{Place, same_name};
use crate::strays::meant_end;
use crate::tree::{Tree, join, shown};

/// Folders below each other; more is a loop of links.
const DEEPEST: usize = 16;

/// A folder with a `pack.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    /// What people type: its folder in the scripts of the game, or the folder they gave.
    pub name: String,
    tree: Tree,
    folder: String,
}

impl Pack {
    /// Its folder, where it is on the disk.
    pub fn on_disk(&self) -> Option<PathBuf> {
        match &self.tree {
            Tree::Disk(base) => Some(base.join(&self.folder)),
            Tree::Shipped => None,
        }
    }

    /// What its head says; `None` where it cannot be read.
    pub fn card(&self) -> Option<PackCard> {
        let bytes = self.tree.read(&join(&self.folder, "pack.toml")).ok()?;
        let mut sources = Sources::default();
        sources.add(SourceFile::new("pack.toml", String::from_utf8(bytes).ok()?, FileKind::Pack, Some(0)));
        pack_card(&sources, 0)
    }

    /// Whether people mean it by a word: the name of its folder, or its id.
    pub fn is_called(&self, word: &str) -> bool {
        same_name(&self.name, word) || self.card().is_some_and(|card| same_name(&card.id, word))
    }

    /// Packs in the folders around it.
    fn beside(&self) -> Vec<Pack> {
        let Tree::Disk(base) = &self.tree else { return Vec::new() };
        let own = base.join(&self.folder);
        let Some(around) = own.canonicalize().ok().and_then(|own| own.parent().map(Path::to_path_buf)) else {
            return Vec::new();
        };
        let entries = Tree::Disk(around.clone()).entries("").unwrap_or_default();
        let folders = entries.into_iter().filter(|entry| entry.folder).map(|entry| around.join(entry.name));
        folders.filter(|folder| folder.join("pack.toml").is_file()).map(|folder| Pack::of_folder(&folder)).collect()
    }

    fn of_folder(path: &Path) -> Pack {
        Pack { name: shown(path), tree: Tree::Disk(path.to_path_buf()), folder: String::new() }
    }
}

/// A file that cannot be used at all, so that the engine never sees the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileProblem {
    pub file: String,
    /// Line and column from 1, where they are known.
    pub at: Option<(u32, u32)>,
    pub message: String,
    pub help: Option<String>,
}

/// The files of a game and of some packs, in a fixed order: manifest, scripts by path, then pack by pack the same.
pub fn collect(place: &Place, packs: &[Pack]) -> Result<Sources, Vec<FileProblem>> {
    collect_all(place, packs, false).map(|(sources, _)| sources)
}

/// The same with the files of scenarios, and where each of these lies.
pub fn collect_with_scenarios(place: &Place, packs: &[Pack]) -> Result<Collected, Vec<FileProblem>> {
    collect_all(place, packs, true)
}

/// Where a file with scenarios lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioFile {
    pub tree: Tree,
    pub path: String,
}

/// Files, and where those with scenarios lie.
pub type Collected = (Sources, Vec<(FileId, ScenarioFile)>);

fn collect_all(place: &Place, packs: &[Pack], scenarios: bool) -> Result<Collected, Vec<FileProblem>> {
    let aside = if place.scripts.is_empty() { place.scenarios.clone() } else { String::new() };
    let mut collector = Collector {
        sources: Sources::default(),
        problems: Vec::new(),
        files: Vec::new(),
        aside,
        kind: FileKind::Script,
    };
    collector.file(&place.tree, &place.manifest, FileKind::Manifest, None);
    collector.scripts(&place.tree, &place.scripts, None);
    for (index, pack) in packs.iter().enumerate() {
        let index = u16::try_from(index).unwrap_or(u16::MAX);
        collector.file(&pack.tree, &join(&pack.folder, "pack.toml"), FileKind::Pack, Some(index));
        collector.aside = join(&pack.folder, "scenarios");
        collector.scripts(&pack.tree, &pack.folder, Some(index));
    }
    if scenarios {
        collector.kind = FileKind::Scenarios;
        collector.aside = String::new();
        collector.scripts(&place.tree, &place.scenarios, None);
        for (index, pack) in packs.iter().enumerate() {
            let index = u16::try_from(index).unwrap_or(u16::MAX);
            collector.scripts(&pack.tree, &join(&pack.folder, "scenarios"), Some(index));
        }
    }
    if collector.problems.is_empty() { Ok((collector.sources, collector.files)) } else { Err(collector.problems) }
}

/// The packs that lie among a game's scripts, by name.
pub fn packs(place: &Place) -> Vec<Pack> {
    let mut found = Vec::new();
    let further = place.further.iter().map(|tree| (tree, format!("cards/{}", place.name)));
    for (tree, scripts) in std::iter::once((&place.tree, place.scripts.clone())).chain(further) {
        for folder in pack_folders(tree, &scripts, DEEPEST) {
            let name = folder.strip_prefix(&scripts).unwrap_or(&folder).trim_start_matches('/').to_owned();
            if !found.iter().any(|pack: &Pack| pack.name == name) {
                found.push(Pack { name, tree: tree.clone(), folder });
            }
        }
    }
    for folder in &place.given_packs {
        let name = folder.file_name().map_or_else(|| shown(folder), |name| name.to_string_lossy().into_owned());
        found.push(Pack { name, tree: Tree::Disk(folder.clone()), folder: String::new() });
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

/// The game that the pack of a folder is for.
pub fn game_of_pack(folder: &Path) -> Option<String> {
    Some(Pack::of_folder(folder).card()?.game)
}

/// Whether a pack of a game lies in this folder.
pub fn holds_pack(place: &Place, folder: &Path) -> bool {
    let full = |path: &Path| path.canonicalize().ok();
    packs(place).iter().any(|pack| match &pack.tree {
        Tree::Disk(base) => full(&base.join(&pack.folder)).is_some_and(|known| Some(known) == full(folder)),
        Tree::Shipped => false,
    })
}

/// The packs of `--pack NAME|DIR`, in the order given; then those that they need and that can be found.
pub fn wanted_packs(place: &Place, words: &[String]) -> Result<Vec<Pack>, Failure> {
    let known = packs(place);
    let mut wanted: Vec<Pack> = Vec::new();
    for word in words {
        let named = known.iter().find(|pack| same_name(&pack.name, word));
        let is_folder = Path::new(word).join("pack.toml").is_file();
        let named = named.or_else(|| known.iter().filter(|_| !is_folder).find(|pack| pack.is_called(word)));
        let pack = match named {
            Some(pack) => pack.clone(),
            None => pack_of_folder(word, &known, place)?,
        };
        if wanted.contains(&pack) {
            return Err(Failure::Usage(format!("`--pack {word}` is given twice")));
        }
        wanted.push(pack);
    }
    Ok(with_needed(&known, wanted))
}

/// Adds the packs that some need: from among those of the game, or from beside the one that needs them. What is not
/// found is left to the engine to report, with the place that asks for it.
pub fn with_needed(known: &[Pack], mut packs: Vec<Pack>) -> Vec<Pack> {
    let mut next = 0;
    while let Some(pack) = packs.get(next).cloned() {
        next += 1;
        for (id, _) in pack.card().map(|card| card.needs).unwrap_or_default() {
            if packs.iter().any(|pack| pack.is_called(&id)) {
                continue;
            }
            let found = known.iter().find(|pack| pack.is_called(&id)).cloned();
            packs.extend(found.or_else(|| pack.beside().into_iter().find(|pack| pack.is_called(&id))));
        }
    }
    packs
}

/// The pack of a game that has a card of this name, among those that are not played.
pub fn pack_with_card(place: &Place, played: &[Pack], word: &str) -> Option<Pack> {
    let open = packs(place).into_iter().filter(|pack| !played.contains(pack));
    let mut has = open.filter(|pack| {
        collect(place, std::slice::from_ref(pack)).is_ok_and(|sources| pack_has_card(&sources, 0, word))
    });
    has.next()
}

fn pack_of_folder(word: &str, known: &[Pack], place: &Place) -> Result<Pack, Failure> {
    let path = Path::new(word);
    if path.join("pack.toml").is_file() {
        return Ok(Pack::of_folder(path));
    }
    if path.is_dir() {
        return Err(Failure::Usage(format!("`--pack {word}`: the folder has no `pack.toml`, so it is not a pack")));
    }
    let names: Vec<&str> = known.iter().map(|pack| pack.name.as_str()).collect();
    let meant = nearest(word, names.iter().copied()).map_or(String::new(), |name| format!("; did you mean `{name}`?"));
    let list = if names.is_empty() { "it has none".to_owned() } else { names.join(", ") };
    Err(Failure::Usage(format!(
        "`{}` has no pack `{word}`, nor is it a folder{meant}\npacks of `{}`: {list}",
        place.name, place.name
    )))
}

fn pack_folders(tree: &Tree, folder: &str, depth: usize) -> Vec<String> {
    let mut found = Vec::new();
    let entries = if depth == 0 { Vec::new() } else { tree.entries(folder).unwrap_or_default() };
    for inner in entries.iter().filter(|entry| entry.folder).map(|entry| join(folder, &entry.name)) {
        if tree.has_file(&join(&inner, "pack.toml")) {
            found.push(inner);
        } else {
            found.extend(pack_folders(tree, &inner, depth - 1));
        }
    }
    found
}

struct Collector {
    sources: Sources,
    problems: Vec<FileProblem>,
    /// Scripts and files of scenarios, with where they lie.
    files: Vec<(FileId, ScenarioFile)>,
    /// A folder of scenarios among the scripts: no part of the game.
    aside: String,
    /// What `.card` files are.
    kind: FileKind,
}

impl Collector {
    fn scripts(&mut self, tree: &Tree, folder: &str, pack: Option<u16>) {
        let mut files = Vec::new();
        self.script_files(tree, folder, DEEPEST, &mut files);
        files.sort();
        for file in files {
            match (file.ends_with(".csv"), self.kind) {
                (false, kind) => self.file(tree, &file, kind, pack),
                // A table beside scenarios adds no cards.
                (true, FileKind::Scenarios) => {}
                (true, _) => self.file(tree, &file, FileKind::Table, pack),
            }
        }
    }

    fn script_files(&mut self, tree: &Tree, folder: &str, depth: usize, files: &mut Vec<String>) {
        let entries = match tree.entries(folder) {
            Ok(entries) => entries,
            // A game may consist of its manifest alone.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return,
            Err(error) => {
                let message = format!("the folder cannot be read: {error}");
                return self.problem(tree, folder, None, message, None);
            }
        };
        for entry in entries {
            let path = join(folder, &entry.name);
            if !entry.folder {
                if entry.name.ends_with(".card") || entry.name.ends_with(".csv") {
                    files.push(path);
                } else if let Some(end) = meant_end(&entry.name) {
                    // Editors that add an end of their own would make a file vanish without a word.
                    let what = if end == "card" { "a script" } else { "a table of cards" };
                    let help = format!("rename it: the name of {what} ends in `.{end}`");
                    self.problem(tree, &path, None, "this file is not read".into(), Some(&help));
                }
            } else if depth == 0 {
                self.problem(tree, &path, None, "folders lie too deep in each other".into(), None);
            } else if path != self.aside
                && !tree.has_file(&join(&path, "pack.toml"))
                && !is_root_of_games(tree, folder, &entry.name)
            {
                self.script_files(tree, &path, depth - 1, files);
            }
        }
    }

    fn file(&mut self, tree: &Tree, path: &str, kind: FileKind, pack: Option<u16>) {
        let bytes = match tree.read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound && kind == FileKind::Manifest => {
                let help = "every game has a `game.toml` that says what it is made of";
                return self.problem(tree, path, None, "there is no such file".into(), Some(help));
            }
            Err(error) => return self.problem(tree, path, None, format!("the file cannot be read: {error}"), None),
        };
        match String::from_utf8(bytes) {
            Ok(text) => {
                // Some editors put a byte order mark at the start; it is no part of the text.
                let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
                let id = self.sources.add(SourceFile::new(tree.shown(path), text, kind, pack));
                self.files.push((id, ScenarioFile { tree: tree.clone(), path: path.to_owned() }));
            }
            Err(error) => {
                let good = error.utf8_error().valid_up_to();
                let before = String::from_utf8_lossy(error.as_bytes().get(..good).unwrap_or_default()).into_owned();
                let at = SourceFile::new("", before, kind, None).line_column(u32::try_from(good).unwrap_or(u32::MAX));
                let help = "save it as UTF-8 in your editor";
                let message = "the file is not UTF-8 text".into();
                self.problem(tree, path, Some((at.line, at.column)), message, Some(help));
            }
        }
    }

    fn problem(&mut self, tree: &Tree, path: &str, at: Option<(u32, u32)>, message: String, help: Option<&str>) {
        self.problems.push(FileProblem { file: tree.shown(path), at, message, help: help.map(str::to_owned) });
    }
}

/// Whether `games/` or `cards/` here hold games of their own, as `eject` writes them: no part of the game around.
fn is_root_of_games(tree: &Tree, folder: &str, name: &str) -> bool {
    let games = join(folder, "games");
    let holds = || {
        tree.entries(&games)
            .is_ok_and(|all| all.iter().any(|e| tree.has_file(&join(&join(&games, &e.name), "game.toml"))))
    };
    (name == "games" || name == "cards") && holds()
}

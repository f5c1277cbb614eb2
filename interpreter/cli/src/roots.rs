//! Finds games by what people type: in a root (`--dir`, or found upwards), in a plain folder, in the binary.

use std::path::{Path, PathBuf};
use std::{fs, io};

use cardwright::diagnostic::suggest::nearest;

use crate::failure::Failure;
use crate::shipped;
use crate::tree::{Tree, shown};

/// Where a game's files lie.
#[derive(Clone, Debug)]
pub struct Place {
    /// What people type.
    pub name: String,
    pub tree: Tree,
    /// The manifest in the tree.
    pub manifest: String,
    /// The folder of the scripts in the tree; packs are folders in it.
    pub scripts: String,
    /// The folder of its scenarios in the tree.
    pub scenarios: String,
    /// A root of the user that may hold further packs for a shipped game.
    pub further: Option<Tree>,
    /// Packs that lie elsewhere and were given by their folders.
    pub given_packs: Vec<PathBuf>,
}

impl Place {
    fn in_root(tree: Tree, name: &str) -> Place {
        let (manifest, scripts) = (format!("games/{name}/game.toml"), format!("cards/{name}"));
        let scenarios = format!("tests/scenarios/{name}");
        Place { name: name.to_owned(), tree, manifest, scripts, scenarios, further: None, given_packs: Vec::new() }
    }

    /// Whether both are the same game.
    pub fn lies_where(&self, other: &Place) -> bool {
        let folder = |tree: &Tree| match tree {
            Tree::Disk(base) => Some(fs::canonicalize(base).unwrap_or_else(|_| base.clone())),
            Tree::Shipped => None,
        };
        self.manifest == other.manifest && folder(&self.tree) == folder(&other.tree)
    }

    fn plain(folder: PathBuf) -> Place {
        let name = shown(&folder);
        let (manifest, scenarios) = ("game.toml".into(), "scenarios".into());
        let (scripts, given_packs) = (String::new(), Vec::new());
        Place { name, tree: Tree::Disk(folder), manifest, scripts, scenarios, further: None, given_packs }
    }
}

/// Where games are looked for.
#[derive(Clone, Debug)]
pub struct Roots {
    /// The user's own root, if there is one.
    pub root: Option<PathBuf>,
}

impl Roots {
    /// The root of `--dir`, or the nearest one upwards from the working directory, or none.
    pub fn find(dir: Option<&Path>) -> Result<Roots, Failure> {
        let Some(dir) = dir else {
            let here = std::env::current_dir().unwrap_or_default();
            return Ok(Roots { root: here.ancestors().find(|folder| holds_games(folder)).map(Path::to_path_buf) });
        };
        let blocked = [dir.to_path_buf(), dir.join("games")].iter().find_map(|path| unreadable(path));
        if let Some(why) = blocked {
            return Err(Failure::Files(format!("`--dir {}`: {why}", dir.display())));
        }
        if !dir.is_dir() {
            return Err(Failure::Usage(format!("`--dir {}`: there is no such folder", dir.display())));
        }
        if !dir.join("games").is_dir() {
            let hint = if dir.join("game.toml").is_file() {
                "it is the folder of one game: give it in the place of the game's name"
            } else {
                "a root is a folder with `games/` and `cards/` in it; `cardwright eject` makes one"
            };
            return Err(Failure::Usage(format!("`--dir {}`: there is no folder `games` in it\n{hint}", dir.display())));
        }
        Ok(Roots { root: Some(dir.to_path_buf()) })
    }

    /// All games by name: those of the root, and the shipped ones that it does not replace.
    pub fn games(&self) -> Vec<Place> {
        let mut found = self.own_games();
        for name in shipped::games() {
            if found.iter().all(|place| place.name != name) {
                found.push(self.shipped(&name));
            }
        }
        found.sort_by(|a, b| a.name.cmp(&b.name));
        found
    }

    /// What `check` without arguments checks: the root's games and those that it has packs for, or the shipped ones where
    /// there is no root.
    pub fn games_to_check(&self) -> Vec<Place> {
        let Some(root) = &self.root else { return self.games() };
        let own = self.own_games();
        let tree = Tree::Disk(root.clone());
        let has_packs = |name: &String| {
            let scripts = format!("cards/{name}");
            let folders = tree.entries(&scripts).unwrap_or_default().into_iter().filter(|entry| entry.folder);
            let mut manifests = folders.map(|entry| root.join(&scripts).join(entry.name).join("pack.toml"));
            manifests.any(|manifest| manifest.is_file())
        };
        let others = shipped::games().into_iter().filter(|name| own.iter().all(|place| place.name != *name));
        let with_packs: Vec<Place> = others.filter(has_packs).map(|name| self.shipped(&name)).collect();
        own.into_iter().chain(with_packs).collect()
    }

    /// The game of a name or a folder.
    pub fn game(&self, word: &str) -> Result<Place, Failure> {
        let name = self.own_games().into_iter().find(|place| same_name(&place.name, word));
        if let Some(place) = name {
            return Ok(place);
        }
        let path = Path::new(word);
        if path.join("game.toml").is_file() {
            return Ok(place_of_folder(path));
        }
        if let Some(name) = shipped::games().into_iter().find(|name| same_name(name, word)) {
            return Ok(self.shipped(&name));
        }
        if path.file_name().is_some_and(|file| file == "game.toml") && path.is_file() {
            return Ok(place_of_folder(path.parent().unwrap_or(Path::new("."))));
        }
        if let Some((root, name)) = scripts_folder(path) {
            return Ok(Place::in_root(Tree::Disk(root), &name));
        }
        let inside = ["", "game.toml", "games"].map(|name| path.join(name));
        match inside.iter().find_map(|path| unreadable(path)) {
            Some(why) => Err(Failure::Files(why)),
            None => Err(Failure::Usage(self.unknown(word))),
        }
    }

    /// The games that an argument of `check` means: one, or all of a root.
    pub fn games_of(&self, word: &str) -> Result<Vec<Place>, Failure> {
        let path = Path::new(word);
        let is_root = holds_games(path) && !path.join("game.toml").is_file();
        if is_root && self.own_games().iter().all(|place| !same_name(&place.name, word)) {
            return Ok(Roots { root: Some(path.to_path_buf()) }.own_games());
        }
        self.game(word).map(|place| vec![place])
    }

    fn own_games(&self) -> Vec<Place> {
        let Some(root) = &self.root else { return Vec::new() };
        let tree = Tree::Disk(root.clone());
        let entries = tree.entries("games").unwrap_or_default();
        let folders = entries.into_iter().filter(|entry| entry.folder);
        folders.map(|entry| Place::in_root(tree.clone(), &entry.name)).collect()
    }

    fn shipped(&self, name: &str) -> Place {
        let further = self.root.clone().map(Tree::Disk);
        Place { further, ..Place::in_root(Tree::Shipped, name) }
    }

    fn unknown(&self, word: &str) -> String {
        let path = Path::new(word);
        if path.is_dir() {
            if path.join("pack.toml").is_file() {
                return format!("`{word}` is a pack, not a game: give its game, and `--pack {word}`");
            }
            return format!(
                "the folder `{word}` has no `game.toml`\n\
                 a game is a folder with `game.toml` and `*.card` files, or `games/NAME/` and `cards/NAME/` in a root"
            );
        }
        if path.is_file() {
            return format!("`{word}` is a file: give the name of a game or the folder with its `game.toml`");
        }
        let names: Vec<String> = self.games().into_iter().map(|place| place.name).collect();
        let nearest = nearest(&word.replace('-', "_"), names.iter().map(String::as_str));
        let meant = nearest.map_or(String::new(), |name| format!("; did you mean `{name}`?"));
        let list = if names.is_empty() { "there are none here".to_owned() } else { names.join(", ") };
        format!("there is no game `{word}`{meant}\ngames: {list}")
    }
}

/// Why something that is there cannot be read, in the words of the system.
fn unreadable(path: &Path) -> Option<String> {
    let looked = if path.is_dir() { fs::read_dir(path).map(drop) } else { fs::metadata(path).map(drop) };
    let absent = [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory];
    let error = looked.err().filter(|error| !absent.contains(&error.kind()))?;
    Some(format!("`{}` cannot be read: {error}", shown(path)))
}

/// Whether two names are one when `-` stands for `_`.
pub fn same_name(name: &str, word: &str) -> bool {
    name == word || name.replace('-', "_") == word.replace('-', "_")
}

/// A folder counts as a root only with a game in it: many people have a folder `games` that is none of ours.
fn holds_games(folder: &Path) -> bool {
    let Ok(entries) = Tree::Disk(folder.to_path_buf()).entries("games") else { return false };
    entries.iter().any(|entry| entry.folder && folder.join("games").join(&entry.name).join("game.toml").is_file())
}

/// A folder with a manifest: a game of a root where it lies in `games/`, a plain one elsewhere.
fn place_of_folder(folder: &Path) -> Place {
    let full = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
    let name = full.file_name().map(|name| name.to_string_lossy().into_owned());
    let root = full.parent().filter(|games| games.ends_with("games")).and_then(Path::parent);
    if let (Some(name), Some(root)) = (name, root)
        && root.join("cards").join(&name).is_dir()
    {
        return Place::in_root(Tree::Disk(root.to_path_buf()), &name);
    }
    Place::plain(folder.to_path_buf())
}

/// `…/cards/NAME` beside a `…/games/NAME/game.toml`: people give the folder they work in.
fn scripts_folder(folder: &Path) -> Option<(PathBuf, String)> {
    let full = folder.canonicalize().ok()?;
    let name = full.file_name()?.to_string_lossy().into_owned();
    let root = full.parent().filter(|cards| cards.ends_with("cards"))?.parent()?;
    root.join("games").join(&name).join("game.toml").is_file().then(|| (root.to_path_buf(), name))
}

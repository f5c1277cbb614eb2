//! Scripts that lie where no game reads them: told by `check`, which would pass them over in silence otherwise.

use cardwright::diagnostic::suggest::nearest;

use crate::files::FileProblem;
use crate::roots::{Place, Roots, same_name};
use crate::shipped;
use crate::tree::{Tree, join};

/// Folders below each other that are looked into.
const DEEPEST: usize = 8;

/// What a wrong end of a file was meant to be, where it can be told.
pub fn meant_end(name: &str) -> Option<&'static str> {
    let (stem, end) = name.rsplit_once('.')?;
    if stem.is_empty() || ["card", "csv"].contains(&end) || end.ends_with('~') {
        return None;
    }
    match stem.to_lowercase() {
        stem if stem.ends_with(".card") => Some("card"),
        stem if stem.ends_with(".csv") => Some("csv"),
        _ => nearest(end, ["card", "csv"]).and_then(|near| ["card", "csv"].into_iter().find(|end| *end == near)),
    }
}

/// Scripts of the user's root that belong to none of its games. With `games`, those only that are likely meant for one of these.
pub fn strays(roots: &Roots, games: &[Place], all: bool) -> Vec<FileProblem> {
    let Some(root) = &roots.root else { return Vec::new() };
    let tree = Tree::Disk(root.clone());
    let own: Vec<String> = folders(&tree, "games");
    let mut found = Vec::new();
    for place in games.iter().filter(|place| place.tree == tree && !place.scripts.is_empty()) {
        let folder = format!("games/{}", place.name);
        for file in scripts(&tree, &folder, DEEPEST) {
            let help = format!("scripts lie in `{}`: move it there", place.scripts);
            found.push(problem(&tree, &file, "this script lies beside the manifest and is not read", help));
        }
    }
    for base in ["cards", "tests/scenarios"] {
        for file in loose(&tree, base) {
            let help = format!("each game has a folder of its own: move it into `{base}/GAME/`");
            found.push(problem(&tree, &file, "this file belongs to no game and is not read", help));
        }
        for folder in folders(&tree, base).into_iter().filter(|folder| !own.contains(folder)) {
            let names = own.iter().cloned().chain(shipped::games()).collect::<Vec<String>>();
            let near = nearest(&folder, names.iter().map(String::as_str)).map(str::to_owned);
            let concerns = |place: &Place| near.as_ref().is_some_and(|near| same_name(near, &place.name));
            if !all && !games.iter().any(|place| place.name == folder || concerns(place)) {
                continue;
            }
            let path = join(base, &folder);
            let shipped = shipped::games().contains(&folder);
            let files = if shipped { outside_of_packs(&tree, &path) } else { scripts(&tree, &path, DEEPEST) };
            for file in files {
                found.push(match shipped {
                    true => problem(
                        &tree,
                        &file,
                        &format!(
                            "`{folder}` is the shipped game here, of which only packs are added: this is not read"
                        ),
                        format!(
                            "`cardwright eject {folder}` writes its files here; or make a pack: `cardwright new pack`"
                        ),
                    ),
                    false => problem(
                        &tree,
                        &file,
                        &format!("there is no game `{folder}`: this is not read"),
                        match &near {
                            Some(near) => format!("did you mean `{base}/{near}/`?"),
                            None => format!("a game is called like its folder: `games/{folder}/game.toml`"),
                        },
                    ),
                });
            }
        }
    }
    found
}

fn problem(tree: &Tree, file: &str, message: &str, help: String) -> FileProblem {
    FileProblem { file: tree.shown(file), at: None, message: message.to_owned(), help: Some(help) }
}

fn folders(tree: &Tree, folder: &str) -> Vec<String> {
    let entries = tree.entries(folder).unwrap_or_default();
    entries.into_iter().filter(|entry| entry.folder).map(|entry| entry.name).collect()
}

/// Scripts directly in a folder.
fn loose(tree: &Tree, folder: &str) -> Vec<String> {
    let entries = tree.entries(folder).unwrap_or_default();
    let files = entries.into_iter().filter(|entry| !entry.folder && is_script(&entry.name));
    files.map(|entry| join(folder, &entry.name)).collect()
}

fn is_script(name: &str) -> bool {
    name.ends_with(".card") || name.ends_with(".csv")
}

fn scripts(tree: &Tree, folder: &str, depth: usize) -> Vec<String> {
    let mut found = loose(tree, folder);
    if depth > 0 {
        for inner in folders(tree, folder) {
            found.extend(scripts(tree, &join(folder, &inner), depth - 1));
        }
    }
    found
}

/// Scripts of a folder and of those in it that are no packs.
fn outside_of_packs(tree: &Tree, folder: &str) -> Vec<String> {
    if tree.has_file(&join(folder, "pack.toml")) {
        return Vec::new();
    }
    let inner = folders(tree, folder).into_iter().flat_map(|inner| outside_of_packs(tree, &join(folder, &inner)));
    loose(tree, folder).into_iter().chain(inner).collect()
}

//! The games of the repository, read from its folders.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use cardwright::load::{self, Request};
use cardwright::program::Program;
use cardwright::source::{FileKind, SourceFile, Sources};

/// The folder that holds `games/` and `cards/`.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}

/// The names of all games.
pub fn names() -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(root().join("games"))
        .map(|entries| {
            entries
                .filter_map(Result::ok)
                .filter(|e| e.path().join("game.toml").exists())
                .filter_map(|e| e.file_name().into_string().ok())
                .collect()
        })
        .unwrap_or_default();
    names.sort();
    names
}

/// The sources of a game, without packs.
#[track_caller]
pub fn sources(name: &str) -> Sources {
    sources_with(name, &[])
}

/// The sources of a game with some packs.
#[track_caller]
pub fn sources_with(name: &str, packs: &[String]) -> Sources {
    let mut sources = Sources::default();
    let manifest = root().join("games").join(name).join("game.toml");
    add(&mut sources, &manifest, FileKind::Manifest, None);
    add_scripts(&mut sources, &root().join("cards").join(name), None);
    for (index, pack) in (0..).zip(packs) {
        let folder = pack_folder(name, pack);
        add(&mut sources, &folder.join("pack.toml"), FileKind::Pack, Some(index));
        add_scripts(&mut sources, &folder, Some(index));
    }
    sources
}

/// The packs that lie among a game's scripts.
pub fn packs(name: &str) -> Vec<String> {
    let mut packs: Vec<String> = std::fs::read_dir(root().join("cards").join(name))
        .map(|entries| {
            entries
                .filter_map(Result::ok)
                .filter(|e| e.path().join("pack.toml").exists())
                .filter_map(|e| e.file_name().into_string().ok())
                .collect()
        })
        .unwrap_or_default();
    packs.sort();
    packs
}

/// The sources of a game with one of its packs.
#[track_caller]
pub fn sources_with_pack(name: &str, pack: &str) -> Sources {
    sources_with(name, &[pack.to_owned()])
}

/// The folder of a pack.
pub fn pack_folder(name: &str, pack: &str) -> PathBuf {
    root().join("cards").join(name).join(pack)
}

#[track_caller]
fn add_scripts(sources: &mut Sources, folder: &Path, pack: Option<u16>) {
    for script in scripts(folder) {
        // The scenarios of a pack are no part of it.
        if pack.is_some() && script.starts_with(folder.join("scenarios")) {
            continue;
        }
        let table = script.extension().is_some_and(|end| end == "csv");
        add(sources, &script, if table { FileKind::Table } else { FileKind::Script }, pack);
    }
}

#[track_caller]
fn add(sources: &mut Sources, path: &Path, kind: FileKind, pack: Option<u16>) {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let name = path.strip_prefix(root()).unwrap_or(path).display().to_string();
    sources.add(SourceFile::new(name, text, kind, pack));
}

/// Scripts and tables below a folder in the order of their names; folders with a `pack.toml` are packs and left out.
fn scripts(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).map(|e| e.filter_map(|e| Some(e.ok()?.path())).collect()).unwrap_or_default();
    entries.sort();
    let mut found = Vec::new();
    for path in entries {
        if path.is_dir() && !path.join("pack.toml").exists() {
            found.extend(scripts(&path));
        } else if path.extension().is_some_and(|e| e == "card" || e == "csv") {
            found.push(path);
        }
    }
    found
}

/// Each game of the repository for each number of players, in each variant with each of its levels, and with each of its
/// packs, with words that tell which it is.
#[track_caller]
pub fn in_every_set_up(mut test: impl FnMut(&str, Arc<Program>)) {
    for name in names() {
        let plain = sources(&name);
        let card = load::game_card(&plain).unwrap_or_else(|found| panic!("{found:#?}"));
        let by_players = (card.players.0..=card.players.1).map(|n| Request { players: Some(n), ..Request::default() });
        let levels =
            card.variants.iter().flat_map(|v| (1..=v.levels.max(1)).map(move |level| (v.name.clone(), Some(level))));
        let by_variant = levels.map(|variant| Request { variants: vec![variant], ..Request::default() });
        for request in by_players.chain(by_variant) {
            let at = format!("{name} {:?} {:?}", request.players, request.variants);
            test(&at, loaded(&at, &plain, &request));
        }
        for pack in packs(&name) {
            let at = format!("{name} with {pack}");
            test(&at, loaded(&at, &sources_with_pack(&name, &pack), &Request { packs: 1, ..Request::default() }));
        }
    }
}

#[track_caller]
fn loaded(at: &str, sources: &Sources, request: &Request) -> Arc<Program> {
    load::load(sources, request).unwrap_or_else(|found| panic!("{at}: {found:#?}")).program
}

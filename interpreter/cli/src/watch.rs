//! Says which files were saved: once for each save, however an editor writes them.

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

use notify_debouncer_full::notify::{EventKind, RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer};

use crate::failure::{Failure, Verdict};
use crate::files::Pack;
use crate::report::say;
use crate::roots::Place;
use crate::tree::{Tree, shown};

/// How long a file must be left alone: an editor that writes a file in several steps saves once. Short enough that a
/// reload seems immediate.
const QUIET: Duration = Duration::from_millis(40);

/// Watches as long as it is kept.
pub struct Watcher {
    _debouncer: Debouncer<RecommendedWatcher, RecommendedCache>,
}

impl std::fmt::Debug for Watcher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Watcher")
    }
}

/// Watches folders with all that is in them, and calls with the files of games that were written, made, renamed or
/// deleted. Folders are watched, not files: a file that is replaced is another file with the same name.
pub fn watch(folders: &[PathBuf], mut changed: impl FnMut(Vec<PathBuf>) + Send + 'static) -> Result<Watcher, Failure> {
    let watched = folders.to_vec();
    let tell = move |result: DebounceEventResult| {
        let mut files: Vec<PathBuf> = match result {
            // Where events were lost, anything may have changed.
            Ok(events) if events.iter().any(|event| event.need_rescan()) => watched.clone(),
            Ok(events) => {
                events.into_iter().filter(|event| changes(&event.kind)).flat_map(|e| e.paths.clone()).collect()
            }
            Err(errors) => errors.into_iter().flat_map(|error| error.paths).collect(),
        };
        files.retain(|file| concerns_games(file));
        files.sort();
        files.dedup();
        if !files.is_empty() {
            changed(files);
        }
    };
    let failed =
        |error: notify_debouncer_full::notify::Error| Failure::Files(format!("files cannot be watched: {error}"));
    let mut debouncer = new_debouncer(QUIET, None, tell).map_err(failed)?;
    for folder in folders {
        debouncer.watch(folder, RecursiveMode::Recursive).map_err(failed)?;
    }
    Ok(Watcher { _debouncer: debouncer })
}

/// Does something, and again whenever files were saved, until Ctrl-C.
pub fn again(folders: &[PathBuf], mut once: impl FnMut() -> Result<Verdict, Failure>) -> Result<Verdict, Failure> {
    let (sender, saves) = mpsc::channel();
    // What is saved while the first time goes on is not missed. Who does not listen any more is about to end.
    let _watcher = watch(folders, move |files| drop(sender.send(files)))?;
    once()?;
    say("waiting for files to be saved; Ctrl-C ends");
    while let Ok(files) = saves.recv() {
        say(&format!("\nsaved: {}", shown_all(&files)));
        match once() {
            // A manifest that is gone or a folder that is renamed may come back.
            Err(failure) if !failure.is_broken_pipe() => say(&format!("error: {failure}")),
            result => drop(result?),
        }
    }
    Ok(Verdict::Fine)
}

/// The folders that the files of games and packs lie in; none of a shipped game.
pub fn folders<'p>(places: impl IntoIterator<Item = &'p Place>, packs: &[Pack]) -> Result<Vec<PathBuf>, Failure> {
    let mut folders: Vec<PathBuf> = packs.iter().filter_map(Pack::on_disk).collect();
    for place in places {
        let Tree::Disk(base) = &place.tree else { continue };
        let manifest = base.join(&place.manifest);
        let manifest = manifest.parent().unwrap_or(base).to_path_buf();
        folders.extend([manifest, base.join(&place.scripts), base.join(&place.scenarios)]);
    }
    folders.retain(|folder| folder.is_dir());
    folders.sort();
    folders.dedup();
    // What lies in another one is watched with it.
    let all = folders.clone();
    folders.retain(|folder| !all.iter().any(|other| folder != other && folder.starts_with(other)));
    if folders.is_empty() {
        let help = "write its files to a folder with `cardwright eject`, and edit them there";
        return Err(Failure::Usage(format!("`--watch`: a shipped game lies in no folder that could change\n{help}")));
    }
    Ok(folders)
}

/// Files as people see them; of many the first.
pub fn shown_all(files: &[PathBuf]) -> String {
    let names: Vec<String> = files.iter().take(3).map(|file| shown(file)).collect();
    match files.len().saturating_sub(names.len()) {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
}

fn changes(kind: &EventKind) -> bool {
    !matches!(kind, EventKind::Access(_))
}

/// Editors make files of their own beside those they edit: only scripts, tables and manifests count, and folders that come or go.
fn concerns_games(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let by_name =
        path.extension().is_none_or(|extension| extension == "card" || extension == "toml" || extension == "csv");
    by_name && !name.starts_with('.') && !name.ends_with('~') && !name.starts_with('#')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_games_count() {
        for (file, counts) in [
            ("cards/toy/imp.card", true),
            ("games/toy/game.toml", true),
            ("cards/toy/imps.csv", true),
            ("cards/toy/new-pack", true),
            ("cards/toy/.imp.card.swp", false),
            ("cards/toy/imp.card~", false),
            ("cards/toy/#imp.card#", false),
            ("cards/toy/notes.txt", false),
        ] {
            assert_eq!(concerns_games(Path::new(file)), counts, "{file}");
        }
    }
}

//! `cardwright eject`: writes a shipped game's files to a folder, to be edited there.

use std::fs;
use std::path::Path;

use cardwright::diagnostic::suggest::nearest;
use clap::Args;

use crate::failure::{Failure, Verdict};
use crate::report::say;
use crate::roots::same_name;
use crate::shipped;
use crate::tree::shown;

/// Options of `eject`.
#[derive(Clone, Debug, Args)]
pub struct EjectArgs {
    /// The name of a shipped game
    #[arg(value_name = "GAME")]
    game: String,
    /// Overwrite files that differ from the shipped ones
    #[arg(long)]
    force: bool,
}

/// Writes `games/X/`, `cards/X/` and `tests/scenarios/X/` into `--dir`, or the working directory.
pub fn run(args: &EjectArgs, dir: Option<&Path>) -> Result<Verdict, Failure> {
    let names = shipped::games();
    let Some(game) = names.iter().find(|name| same_name(name, &args.game)) else {
        let meant = nearest(&args.game, names.iter().map(String::as_str));
        let meant = meant.map_or(String::new(), |name| format!("; did you mean `{name}`?"));
        let list = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        return Err(Failure::Usage(format!("no shipped game is called `{}`{meant}\nshipped games: {list}", args.game)));
    };
    let root = dir.unwrap_or(Path::new(".")).to_path_buf();
    let files = shipped::files(game);
    let written = write_all(&root, &files, args.force)?;
    let same = files.len() - written;
    let same = if same > 0 { format!(" ({same} were there already)") } else { String::new() };
    let here = fs::canonicalize(&root).unwrap_or_else(|_| root.clone());
    say(&format!("{written} files of `{game}` written to `{}`{same}", here.display()));
    let dir = if dir.is_some() { format!(" --dir {}", root.display()) } else { String::new() };
    say(&format!("edit them, then: cardwright check {game}{dir}"));
    Ok(Verdict::Fine)
}

/// Writes the files that are not there yet, none if one that differs would be lost; gives how many were written.
fn write_all(root: &Path, files: &[(String, &[u8])], force: bool) -> Result<usize, Failure> {
    let path = |name: &str| root.join(name);
    let present: Vec<Option<Vec<u8>>> = files.iter().map(|(name, _)| fs::read(path(name)).ok()).collect();
    let differs =
        |(_, bytes): &(String, &[u8]), there: &Option<Vec<u8>>| there.as_deref().is_some_and(|there| there != *bytes);
    let lost: Vec<&str> =
        files.iter().zip(&present).filter(|(f, there)| differs(f, there)).map(|((name, _), _)| name.as_str()).collect();
    if !force && !lost.is_empty() {
        return Err(Failure::Files(format!(
            "nothing was written: these files are already in `{}` and differ\n  {}\n`--force` overwrites them",
            shown(root),
            lost.join("\n  ")
        )));
    }
    let mut written = 0;
    for ((name, bytes), there) in files.iter().zip(&present) {
        if there.as_deref() == Some(*bytes) {
            continue;
        }
        let path = path(name);
        let folder = path.parent().unwrap_or(root);
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&path, bytes))
            .map_err(|error| Failure::Files(format!("`{}` cannot be written: {error}", shown(&path))))?;
        written += 1;
    }
    Ok(written)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("cardwright-eject-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn files_that_differ_are_not_overwritten_unless_forced() {
        let root = folder("differ");
        let files = [("games/x/game.toml".to_owned(), b"one".as_slice()), ("cards/x/a.card".to_owned(), b"a")];
        assert_eq!(write_all(&root, &files, false).ok(), Some(2));
        assert_eq!(write_all(&root, &files, false).ok(), Some(0), "the same files are no conflict");

        let newer = [("games/x/game.toml".to_owned(), b"two".as_slice()), ("cards/x/b.card".to_owned(), b"b")];
        let refused = write_all(&root, &newer, false);
        assert!(matches!(&refused, Err(Failure::Files(words)) if words.contains("games/x/game.toml")), "{refused:?}");
        assert!(!root.join("cards/x/b.card").exists(), "all or nothing");

        assert_eq!(write_all(&root, &newer, true).ok(), Some(2));
        assert_eq!(fs::read(root.join("games/x/game.toml")).ok().as_deref(), Some(b"two".as_slice()));
        let _ = fs::remove_dir_all(&root);
    }
}

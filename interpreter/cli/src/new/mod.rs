//! `cardwright new`: a small game that plays, or a pack for a game, to begin with.

mod draft;
mod game;
mod model;
mod names;
mod pack;
mod pinned;

use std::fs;
use std::path::Path;

use clap::{Args, Subcommand};

use crate::failure::{Failure, Verdict};
use crate::report::{counted, say};
use crate::roots::Roots;
use crate::tree::shown;

/// Options of `new`.
#[derive(Clone, Debug, Args)]
pub struct NewArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Clone, Debug, Subcommand)]
enum What {
    /// A small complete game: `games/NAME/`, `cards/NAME/` and `tests/scenarios/NAME/`
    Game {
        /// What the game is called in commands and folders: small letters, digits and `-`
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// An expansion for a game, with one card that does something and a scenario that shows it
    Pack {
        /// What the pack is called in commands and folders: small letters, digits and `-`
        #[arg(value_name = "NAME")]
        name: String,
        /// The game that it is for
        #[arg(long = "for", value_name = "GAME")]
        game: String,
    },
}

/// Files that are to be written, by their place below a folder.
type Files = Vec<(String, String)>;

/// Writes a game or a pack.
pub fn run(args: &NewArgs, dir: Option<&Path>) -> Result<Verdict, Failure> {
    match &args.what {
        What::Game { name } => {
            // A root need not be there yet: the first game makes it, here.
            game::run(name, dir.unwrap_or(Path::new(".")), dir)
        }
        What::Pack { name, game } => pack::run(name, game, &Roots::find(dir)?, dir),
    }
}

/// Writes files, all or none; none that is there already is touched.
fn write_all(folder: &Path, files: &Files) -> Result<(), Failure> {
    let there: Vec<String> =
        files.iter().map(|(name, _)| folder.join(name)).filter(|path| path.exists()).map(|p| shown(&p)).collect();
    if !there.is_empty() {
        let list = there.join("\n  ");
        return Err(Failure::Usage(format!("nothing was written, because this is there already:\n  {list}")));
    }
    for (name, text) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap_or(folder))
            .and_then(|()| fs::write(&path, text))
            .map_err(|error| Failure::Files(format!("`{}` cannot be written: {error}", shown(&path))))?;
    }
    Ok(())
}

/// Says what was written, and what to type next.
fn tell(what: &str, folder: &Path, files: &Files, next: &[String]) {
    let place = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
    say(&format!("{what}, {} in `{}`:", counted(files.len() as u64, "file"), place.display()));
    for (name, _) in files {
        say(&format!("  {}", shown(&folder.join(name))));
    }
    say("next:");
    for command in next {
        say(&format!("  {command}"));
    }
}

/// ` --dir X`, where it was given.
fn dir_words(dir: Option<&Path>) -> String {
    dir.map_or(String::new(), |dir| format!(" --dir {}", dir.display()))
}

//! Runs the built program in folders made for a test.
#![allow(dead_code, reason = "each test file uses a part")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// A game in which seat 1 picks two of four tokens; then the seats take one or two of five stones in turn, and the last
/// stone wins.
pub const MANIFEST: &str = r#"[game]
id = "toy"
version = "0.1.0"
name = "Toy"
fr = "Jouet"
players = [2, 2]
ranking = ["wins"]

[numbers]
heap = 5

[counter]
stones = { on = "game", min = 0, en = "stone|stones" }
wins = { on = "player", min = 0, en = "win|wins" }

[kind.token]
starts_in = "tray"
en = "token|tokens"

[zone]
tray = { faces = "up" }
kept = { per = "player", faces = "up" }

[flow]
setup = ["prepare"]
start = ["pick"]
turn = ["take"]
round = ["turn"]

[variant.hard_mode]
levels = [{}, { numbers.heap = 7 }, { numbers.heap = 9 }]
en = "more stones"
"#;

/// The rules of that game.
pub const SCRIPT: &str = r#"token red { name "red token" }
token green { name "green token" }
token blue { name "blue token" }
token white { name "white token" }

phase prepare { gain heap stones }
phase pick { choose exactly 2 picked from tray by first_player   move picked to first_player.kept }
phase take {
  offer {
    option take_one { lose 1 stones }
    option take_two needs stones >= 2 { lose 2 stones }
  }
  if stones is 0 { gain 1 wins   end game }
}
"#;

/// A pack for that game, and a script that fits into it.
pub const PACK: &str = "[pack]\nid = \"dragons\"\nversion = \"1.0.0\"\ngame = \"toy\"\n";
pub const PACK_SCRIPT: &str = "token dragon { name \"dragon\" }\n";

/// A script with a mistake on line 2, column 3.
pub const BROKEN: &str = "phase act {\n  ] gain 1 points\n}\n";

/// A folder that is removed at the end of the test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("cardwright-cli-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }

    /// A root with the game `toy`.
    pub fn root(name: &str) -> Folder {
        let folder = Folder::new(name);
        folder.write("games/toy/game.toml", MANIFEST);
        folder.write("cards/toy/rules.card", SCRIPT);
        folder
    }

    pub fn write(&self, file: &str, text: impl AsRef<[u8]>) {
        let path = self.0.join(file);
        fs::create_dir_all(path.parent().unwrap_or(&self.0)).expect("a folder for the file");
        fs::write(path, text).expect("a file for the test");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The program, to be run in a folder.
pub fn program(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardwright"));
    command.current_dir(folder).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

/// What came out of a run.
pub struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        Ran {
            code: output.status.code(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

/// Runs with words split at blanks and no input.
pub fn run(folder: &Folder, words: &str) -> Ran {
    run_with(folder, words, "")
}

/// Starts with words split at blanks; what it reads and writes is the test's.
pub fn start(folder: &Folder, words: &str) -> Child {
    program(&folder.0)
        .args(words.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Runs with words split at blanks and an input.
pub fn run_with(folder: &Folder, words: &str, input: &str) -> Ran {
    let mut child = start(folder, words);
    if let Some(mut stdin) = child.stdin.take() {
        // The program may end before it has read everything.
        let _ = stdin.write_all(input.as_bytes());
    }
    child.wait_with_output().expect("the program ends").into()
}

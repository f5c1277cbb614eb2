//! Runs the built program in folders made for a test.
#![allow(dead_code, reason = "each test file uses a part")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A manifest that the real engine reads too.
pub const MANIFEST: &str = r#"[game]
id = "toy"
version = "0.1.0"
name = { en = "Toy", fr = "Jouet" }
players = [2, 2]
result = "ranked"
ranking = ["points"]

[counter]
points = { on = "player", min = 0 }

[flow]
turn = ["act"]
"#;

/// A script that the real engine reads too.
pub const SCRIPT: &str = "phase act {\n  offer { option one { gain 1 points } option two { gain 2 points } }\n  if me.points > 4 { end game }\n}\n";

/// A script with a mistake on line 2, columns 3 and 4; the stub knows just this one.
pub const BROKEN: &str = "phase act {\n  ]] gain 1 points\n}\n";

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

/// Runs with words split at blanks and an input.
pub fn run_with(folder: &Folder, words: &str, input: &str) -> Ran {
    let mut child = program(&folder.0)
        .args(words.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    if let Some(mut stdin) = child.stdin.take() {
        // The program may end before it has read everything.
        let _ = stdin.write_all(input.as_bytes());
    }
    child.wait_with_output().expect("the program ends").into()
}

//! What happens at a terminal: whole screens, signals, windows of any size, several people at one screen. Each runs in a
//! terminal of its own, which `script` makes.
#![cfg(target_os = "linux")]

mod common;

use std::fs;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::{Folder, run_with};

/// Taken when a whole screen is drawn, and given back.
const SCREEN: &str = "\u{1b}[?1049h";
const BACK: &str = "\u{1b}[?1049l";

/// A program in a terminal, and what it has written so far.
struct Terminal {
    script: Child,
    seen: String,
    folder: std::path::PathBuf,
}

impl Terminal {
    /// Runs words of the program in a terminal, after a line for the shell; then tells exit code and state of the terminal.
    fn start(folder: &Folder, before: &str, words: &str) -> Terminal {
        let program = env!("CARGO_BIN_EXE_cardwright");
        // The words of the command stand in a file: `script` writes its own command above what it records.
        let lines = format!(
            "trap : INT\nstty cols 80 rows 24\n{before}\nsh -c 'echo $$ > pid; exec {program} {words}'\necho code=$?\nstty cols 80 rows 24\nstty -a\necho over\n"
        );
        folder.write("run.sh", lines);
        let script = Command::new("script")
            .args(["-qefc", "sh run.sh", "typescript"])
            .current_dir(&folder.0)
            .env("TERM", "xterm")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("script starts");
        Terminal { script, seen: String::new(), folder: folder.0.clone() }
    }

    fn read(&mut self) {
        let mut bytes = Vec::new();
        if let Ok(mut file) = fs::File::open(self.folder.join("typescript")) {
            let _ = file.read_to_end(&mut bytes);
        }
        self.seen = String::from_utf8_lossy(&bytes).into_owned();
    }

    /// Waits for words.
    #[track_caller]
    fn until(&mut self, words: &str) {
        let begun = Instant::now();
        loop {
            self.read();
            if self.seen.contains(words) {
                return;
            }
            assert!(begun.elapsed() < Duration::from_secs(15), "no `{words}` in\n{}", self.seen);
            sleep(Duration::from_millis(20));
        }
    }

    fn type_in(&mut self, keys: &str) {
        let stdin = self.script.stdin.as_mut().expect("a pipe");
        stdin.write_all(keys.as_bytes()).and_then(|()| stdin.flush()).expect("somebody reads");
    }

    fn signal(&self, name: &str) {
        let pid = fs::read_to_string(self.folder.join("pid")).expect("the number of the program");
        let sent = Command::new("kill").args([&format!("-{name}"), pid.trim()]).status();
        assert!(sent.is_ok_and(|status| status.success()));
    }

    /// Waits for the end and gives all that was written.
    #[track_caller]
    fn end(mut self) -> String {
        self.until("over");
        drop(self.script.stdin.take());
        let _ = self.script.wait();
        self.read();
        std::mem::take(&mut self.seen)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Where a test fails, nobody else ends it.
        let _ = self.script.kill();
        let _ = self.script.wait();
    }
}

#[track_caller]
fn ended(text: &str, code: i32) {
    assert!(text.contains(&format!("code={code}")), "{text}");
    assert!(text.contains(" icanon") && text.contains(" echo ") && !text.contains("-icanon"), "still raw:\n{text}");
}

#[test]
fn ctrl_c_at_a_question_is_130_and_says_how_to_go_on() {
    let folder = Folder::root("term-ctrl-c");
    let mut terminal = Terminal::start(&folder, "", "play toy --seed 8");
    terminal.until("> ");
    terminal.type_in("\u{3}");
    let text = terminal.end();
    ended(&text, 130);
    assert!(text.contains("cardwright play toy --seed 8"), "{text}");
}

#[test]
fn whatever_ends_the_program_gives_the_terminal_back() {
    for (signal, code) in [("TERM", 143), ("HUP", 129), ("INT", 130)] {
        let folder = Folder::root(&format!("term-{signal}"));
        let mut terminal = Terminal::start(&folder, "", "trace storm-coast apprentice");
        terminal.until("Enter choose");
        terminal.signal(signal);
        let text = terminal.end();
        ended(&text, code);
        assert!(text.contains(BACK), "{text:?}");
    }
    let folder = Folder::root("term-play");
    let mut terminal = Terminal::start(&folder, "", "play toy --seed 8 --seat 2=human");
    terminal.until("p1> ");
    terminal.type_in("1 2\n");
    terminal.until("Choose what to do");
    terminal.type_in("s\n");
    terminal.until("Enter choose");
    terminal.signal("TERM");
    let text = terminal.end();
    ended(&text, 143);
    let after = text.split(BACK).last().unwrap_or_default();
    assert!(after.contains("cardwright play toy --seat 2=human --seed 8 --answers 1,1"), "{text}");
}

#[test]
fn ctrl_c_on_a_whole_screen_ends_the_program() {
    let folder = Folder::root("term-screen");
    let mut terminal = Terminal::start(&folder, "", "trace storm-coast apprentice");
    terminal.until("Enter choose");
    terminal.type_in("\u{3}");
    ended(&terminal.end(), 130);
    let folder = Folder::root("term-screen-play");
    let mut terminal = Terminal::start(&folder, "", "play toy --seed 8");
    terminal.until("> ");
    terminal.type_in("s\n");
    terminal.until("Enter choose");
    terminal.type_in("\u{3}");
    let text = terminal.end();
    ended(&text, 130);
    assert!(text.contains("cardwright play toy --seed 8"), "{text}");
}

#[test]
fn a_terminal_that_only_writes_lines_gets_lines() {
    let folder = Folder::root("term-dumb");
    for words in ["trace storm-coast apprentice", "play toy --seed 8"] {
        let mut terminal = Terminal::start(&folder, "export TERM=dumb", words);
        if words.starts_with("play") {
            terminal.until("> ");
            terminal.type_in("s\n");
        }
        terminal.until("step> ");
        terminal.type_in("q\n");
        if words.starts_with("play") {
            terminal.type_in("q\n");
        }
        let text = terminal.end();
        ended(&text, 0);
        assert!(!text.contains('\u{1b}'), "{text:?}");
    }
}

#[test]
fn windows_of_any_size_are_drawn() {
    for (columns, rows) in [(65535, 65535), (1, 1), (0, 0), (10, 3)] {
        let folder = Folder::root(&format!("term-{columns}"));
        let size = format!("stty cols {columns} rows {rows}");
        let mut terminal = Terminal::start(&folder, &size, "trace storm-coast apprentice");
        terminal.until(SCREEN);
        // Keys that come before the terminal is raw need an end of line; it means nothing here.
        sleep(Duration::from_millis(200));
        terminal.type_in("nq");
        ended(&terminal.end(), 0);
        let mut terminal = Terminal::start(&folder, &size, "play toy --seed 8");
        terminal.until("> ");
        terminal.type_in("q\n");
        ended(&terminal.end(), 0);
    }
}

#[test]
fn leaving_tells_nobody_what_another_has_chosen_in_secret() {
    let folder = Folder::root("secret-bid");
    let ran = run_with(&folder, "play goofspiel --seed 3 --seat 2=human", "3\nq\n");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let command = ran.out.lines().last().unwrap_or_default().trim().to_owned();
    let answers = command.split("--answers ").nth(1).unwrap_or_default();
    assert!(answers.starts_with("sealed:") && !answers.contains(','), "{}", ran.out);
    // Other bids look no different.
    let other = run_with(&folder, "play goofspiel --seed 3 --seat 2=human", "1\nq\n");
    assert_eq!(other.out.lines().last().map(str::len), ran.out.lines().last().map(str::len));
    // It comes back to where it was, and nowhere with another seed.
    let words = command.strip_prefix("cardwright ").unwrap_or_default();
    let again = run_with(&folder, words, "2\nq\n");
    assert!(again.out.contains("p1 chooses 3 1") && again.out.contains("p2 chooses 2 2"), "{}", again.out);
    let wrong = run_with(&folder, &words.replace("--seed 3", "--seed 4"), "");
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.err.contains("sealed for another seed"), "{}", wrong.err);
    // Where all is open, or nobody else looks, numbers are easier to read.
    for words in ["play goofspiel --seed 3 --seat 2=human --open", "play goofspiel --seed 3"] {
        let ran = run_with(&folder, words, "3\nq\n");
        assert!(ran.out.contains("--answers 3"), "{}", ran.out);
    }
}

#[test]
fn only_those_who_know_different_things_hand_over() {
    let folder = Folder::root("hand-over");
    let mut terminal = Terminal::start(&folder, "", "play goofspiel --seed 3 --seat 2=human");
    terminal.until("p1> ");
    terminal.type_in("3\n");
    terminal.until("press Enter when nobody else looks");
    // Whoever takes over may leave at once.
    terminal.type_in("q\n");
    let text = terminal.end();
    ended(&text, 0);
    assert!(text.contains("--answers sealed:") && !text.contains("p2> "), "{text}");

    let folder = Folder::root("no-hand-over");
    let mut terminal = Terminal::start(&folder, "", "play toy --seed 3 --seat 2=human");
    terminal.until("p1> ");
    terminal.type_in("1 2\n");
    terminal.until("p1> ");
    terminal.type_in("1\n");
    terminal.until("p2> ");
    terminal.type_in("q\n");
    let text = terminal.end();
    assert!(!text.contains("press Enter when nobody else looks"), "{text}");
}

//! `--watch`: saved files count at once, broken ones change nothing, and what no longer fits is told.

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use common::{BROKEN, Folder, SCRIPT};

/// A program that runs, with all that it writes.
struct Running {
    child: Child,
    input: Option<ChildStdin>,
    pieces: Receiver<String>,
    text: String,
    /// What was waited for so far.
    seen: usize,
}

impl Running {
    fn start(folder: &Folder, words: &str) -> Running {
        let mut child = common::start(folder, words);
        let (sender, pieces) = mpsc::channel();
        let out: Box<dyn Read + Send> = Box::new(child.stdout.take().expect("its output"));
        let err: Box<dyn Read + Send> = Box::new(child.stderr.take().expect("its messages"));
        for stream in [out, err] {
            let sender = sender.clone();
            thread::spawn(move || {
                let mut stream = BufReader::new(stream);
                while let Ok(bytes) = stream.fill_buf() {
                    let (count, text) = (bytes.len(), String::from_utf8_lossy(bytes).into_owned());
                    if count == 0 || sender.send(text).is_err() {
                        return;
                    }
                    stream.consume(count);
                }
            });
        }
        Running { input: child.stdin.take(), child, pieces, text: String::new(), seen: 0 }
    }

    /// Waits until both are written, in any order: findings and the game go two ways.
    #[track_caller]
    fn wait_for_both(&mut self, one: &str, other: &str) {
        let from = self.seen;
        self.wait_for(one);
        let first = std::mem::replace(&mut self.seen, from);
        self.wait_for(other);
        self.seen = self.seen.max(first);
    }

    /// Waits until something new is written that contains this.
    #[track_caller]
    fn wait_for(&mut self, part: &str) {
        let begun = Instant::now();
        loop {
            if let Some(at) = self.text.get(self.seen..).and_then(|text| text.find(part)) {
                self.seen += at + part.len();
                return;
            }
            match self.pieces.recv_timeout(Duration::from_millis(200)) {
                Ok(piece) => self.text += &piece,
                Err(_) if begun.elapsed() < Duration::from_secs(60) => {}
                Err(_) => panic!("`{part}` was not written after {}:\n{}", self.seen, self.text),
            }
        }
    }

    fn type_line(&mut self, line: &str) {
        if let Some(input) = &mut self.input {
            input.write_all(format!("{line}\n").as_bytes()).expect("it reads its input");
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn check_runs_again_when_files_are_saved_replaced_made_or_deleted() {
    let folder = Folder::root("watch-check");
    let mut running = Running::start(&folder, "check toy --watch");
    running.wait_for("no findings");
    running.wait_for("waiting for files to be saved");
    folder.write("cards/toy/bad.card", BROKEN);
    running.wait_for("saved: cards/toy/bad.card");
    running.wait_for("bad.card:2:3");
    fs::remove_file(folder.0.join("cards/toy/bad.card")).expect("it is there");
    running.wait_for("no findings");
    // Many editors write beside the file and put that in its place.
    folder.write("cards/toy/rules.tmp", SCRIPT.replace("lose 2 stones", "lose 2 stonse"));
    fs::rename(folder.0.join("cards/toy/rules.tmp"), folder.0.join("cards/toy/rules.card")).expect("it is renamed");
    running.wait_for("stonse");
    folder.write("cards/toy/rules.card", SCRIPT);
    running.wait_for("no findings");
}

#[test]
fn scenarios_run_again_when_cards_or_scenarios_are_saved() {
    let folder = Folder::root("watch-test");
    let scenario = "scenario \"one stone is taken\" {\n  begin take of p1\n  given { stones 4 }\n  p1 chooses take_one\n  expect stones is 3\n}\n";
    folder.write("tests/scenarios/toy/stones.card", scenario);
    let mut running = Running::start(&folder, "test toy --watch");
    running.wait_for("1 passed");
    running.wait_for("waiting for files to be saved");
    folder.write("cards/toy/rules.card", SCRIPT.replace("take_one { lose 1 stones }", "take_one { lose 3 stones }"));
    running.wait_for("saved: cards/toy/rules.card");
    running.wait_for("1 failed");
    folder.write("tests/scenarios/toy/stones.card", scenario.replace("stones is 3", "stones is 1"));
    running.wait_for("1 passed");
}

#[test]
fn a_saved_card_changes_the_game_and_the_answers_stay() {
    let folder = Folder::root("watch-play");
    let mut running = Running::start(&folder, "play toy --seed 4 --seat 1=human --seat 2=human --ask-all --watch");
    running.wait_for("> ");
    running.type_line("1 2");
    running.wait_for("take one");
    running.type_line("take one");
    running.wait_for("stones 4");
    running.wait_for("> ");
    folder.write(
        "cards/toy/rules.card",
        SCRIPT.replace("option take_one { lose 1 stones }", "option wait { }\n    option take_one { lose 3 stones }"),
    );
    running.wait_for("the game stands where it was");
    running.wait_for("stones 2");
    running.wait_for("2  take one");
    // Saving the same text again is no news.
    let script = fs::read(folder.0.join("cards/toy/rules.card")).expect("it is there");
    folder.write("cards/toy/rules.card", script);
    running.type_line("q");
    running.wait_for("--answers 1,1,2");
    assert_eq!(running.text.matches("Saved ").count(), 1, "{}", running.text);
}

#[test]
fn a_broken_edit_never_ends_the_game() {
    let folder = Folder::root("watch-broken");
    let mut running = Running::start(&folder, "play toy --seed 4 --seat 2=human --ask-all --watch");
    running.wait_for("> ");
    running.type_line("1 2");
    running.wait_for("take one");
    running.wait_for("> ");
    folder.write("cards/toy/rules.card", BROKEN);
    running.wait_for_both("rules.card:2:3", "The game goes on by the old rules.");
    fs::remove_file(folder.0.join("games/toy/game.toml")).expect("it is there");
    running.wait_for("The game goes on by the old rules.");
    running.type_line("take one");
    running.wait_for("stones 4");
    folder.write("games/toy/game.toml", common::MANIFEST);
    folder.write("cards/toy/rules.card", SCRIPT.replace("lose 1 stones", "lose 2 stones"));
    running.wait_for("the game stands where it was");
    running.wait_for("stones 3");
}

#[test]
fn an_answer_that_no_longer_fits_is_named_with_its_clause() {
    let folder = Folder::root("watch-lost");
    let mut running = Running::start(&folder, "play toy --seed 4 --seat 2=human --ask-all --watch");
    running.wait_for("> ");
    running.type_line("1 2");
    running.wait_for("take two");
    running.wait_for("> ");
    running.type_line("take two");
    running.wait_for("stones 3");
    running.wait_for("> ");
    let without = SCRIPT.replace("    option take_two needs stones >= 2 { lose 2 stones }\n", "");
    folder.write("cards/toy/rules.card", &without);
    running.wait_for("answer 3 is not possible: there is no option `take_two` for p1; the options are: take_one.");
    running.wait_for("because of cards/toy/rules.card:9: offer, p1 is asked (offer): take_one\n");
    running.wait_for("before it was cards/toy/rules.card:9: offer, p1 is asked (offer): take_one, take_two\n");
    running.wait_for("changed: phase take (cards/toy/rules.card:8)");
    running.wait_for("asked now at cards/toy/rules.card:9: offer\n");
    running.wait_for("keep the old rules (k)? ");
    running.type_line("k");
    running.type_line("take one");
    running.wait_for("stones 2");
    running.wait_for("> ");
    folder.write("cards/toy/rules.card", without.replace("lose 1 stones", "lose 1 stones   lose 0 stones"));
    running.wait_for("keep the old rules (k)? ");
    running.type_line("g");
    running.wait_for("stones 5");
    running.wait_for("1  take one");
    running.type_line("q");
    running.wait_for("--answers 1,1\n");
}

#[test]
fn the_clause_that_ran_otherwise_is_named() {
    let folder = Folder::root("watch-clause");
    let mut running = Running::start(&folder, "play toy --seed 4 --seat 2=human --ask-all --watch");
    running.wait_for("> ");
    running.type_line("1 2");
    running.wait_for("> ");
    running.type_line("take two");
    running.wait_for("> ");
    running.type_line("take two");
    running.wait_for("> ");
    folder.write("cards/toy/rules.card", SCRIPT.replace("{ lose 2 stones }", "{ lose 4 stones }"));
    running.wait_for("answer 4 is not possible: there is no option `take_two` for p2; the options are: take_one.");
    running.wait_for("because of cards/toy/rules.card:11: lose 4 stones, stones -4 → 1\n");
    running.wait_for("before it was cards/toy/rules.card:11: lose 2 stones, stones -2 → 3\n");
}

#[test]
fn a_game_that_stopped_or_ended_is_taken_up_again() {
    let folder = Folder::root("watch-over");
    let mut running = Running::start(&folder, "play toy --seed 4 --all-random --watch");
    running.wait_for("The game has ended");
    running.wait_for("Press Enter to leave");
    folder.write("cards/toy/rules.card", SCRIPT.replace("gain 1 wins ", "gain 7 wins "));
    running.wait_for("the game stands where it was");
    running.wait_for("7");
    running.wait_for("Press Enter to leave");
    running.type_line("");
    assert_eq!(running.child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn a_game_that_is_kept_in_a_file_is_kept_with_its_new_rules() {
    let folder = Folder::root("watch-save");
    let mut running = Running::start(&folder, "play toy --seed 4 --seat 2=human --ask-all --watch --save my.jsonl");
    running.wait_for("> ");
    running.type_line("1 2");
    running.wait_for("> ");
    running.type_line("take one");
    running.wait_for("stones 4");
    running.wait_for("> ");
    folder.write("cards/toy/rules.card", SCRIPT.replace("lose 1 stones", "lose 3 stones"));
    running.wait_for("stones 2");
    running.wait_for("> ");
    running.type_line("q");
    running.wait_for("To go on from here");
    let ran = common::run(&folder, "replay my.jsonl --verify");
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let ran = common::run(&folder, "play --load my.jsonl");
    assert!(ran.out.contains("stones 2"), "{}{}", ran.out, ran.err);
}

#[test]
fn a_shipped_game_cannot_be_watched() {
    let folder = Folder::new("watch-shipped");
    let ran = common::run(&folder, "check tic-tac-toe --watch");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("cardwright eject"), "{}", ran.err);
}

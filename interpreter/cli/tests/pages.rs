//! Pages that lead through something, followed to the letter: each block is written where the page says, each command typed.

mod common;

use std::fs;
use std::path::Path;

use common::{Folder, run_with};

/// Writes and types what a page says, in a folder that is empty at first.
fn follow(page: &str, name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(page);
    let text = fs::read_to_string(path).expect("the page");
    let folder = Folder::new(name);
    let mut file: Option<String> = None;
    let mut lines = text.lines();
    let mut typed = 0;
    while let Some(line) = lines.next() {
        if let Some(mark) = line.strip_prefix("<!-- file: ").and_then(|rest| rest.strip_suffix(" -->")) {
            file = Some(mark.to_owned());
        }
        let Some(language) = line.strip_prefix("```") else { continue };
        let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if let Some(mark) = file.take() {
            let (path, before) = match mark.strip_prefix("+ ") {
                Some(path) => {
                    (path.to_owned(), fs::read_to_string(folder.0.join(path)).expect("a file to add to") + "\n")
                }
                None => (mark, String::new()),
            };
            folder.write(&path, format!("{before}{}\n", body.join("\n")));
        } else if language == "sh" {
            for command in body.iter().filter_map(|line| line.split('#').next()?.trim().strip_prefix("cardwright ")) {
                // What runs until it is stopped is for people; a few games show as much as many.
                if !command.contains("--watch") {
                    let command = command.replace("-n 1000", "-n 20");
                    let ran = run_with(&folder, &command, "q\n");
                    assert_eq!(ran.code, Some(0), "{page}: `{command}`\n{}{}", ran.out, ran.err);
                    typed += 1;
                }
            }
        }
    }
    assert!(typed > 2, "{page}: hardly anything was typed");
}

#[test]
fn the_page_of_the_first_card_leads_there() {
    follow("first-card.md", "page-first-card");
}

#[test]
fn the_page_of_the_first_game_leads_there() {
    follow("first-game.md", "page-first-game");
}

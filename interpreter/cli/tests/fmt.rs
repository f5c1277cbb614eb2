//! `cardwright fmt`: which files it changes, what it says, and what it leaves alone.

mod common;

use std::fs;

use common::{BROKEN, Folder, run, run_with};

const UGLY: &str = "# why\nphase  act {gain 1 points # more\n}\n";
const GOOD: &str = "# why\nphase act {\n  gain 1 points  # more\n}\n";

fn text(folder: &Folder, file: &str) -> String {
    fs::read_to_string(folder.0.join(file)).expect("the file is there")
}

#[test]
fn all_scripts_of_the_root_are_changed_and_nothing_else() {
    let folder = Folder::root("fmt-root");
    folder.write("cards/toy/ugly.card", UGLY);
    folder.write("cards/toy/relics/pack.toml", "[pack]\nid   = \"relics\"\n");
    folder.write("cards/toy/relics/ugly.card", UGLY);
    folder.write("tests/scenarios/toy/ugly.card", UGLY);
    folder.write("notes/ugly.card", UGLY);
    let ran = run(&folder, "fmt");
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""), "{}", ran.err);
    for file in ["cards/toy/ugly.card", "cards/toy/relics/ugly.card", "tests/scenarios/toy/ugly.card"] {
        assert_eq!(text(&folder, file), GOOD, "{file}");
    }
    assert_eq!(text(&folder, "notes/ugly.card"), UGLY, "it lies outside of the root's folders");
    assert_eq!(text(&folder, "cards/toy/relics/pack.toml"), "[pack]\nid   = \"relics\"\n");
    let again = run(&folder, "fmt");
    assert!(again.err.contains("nothing to change"), "{}", again.err);
}

#[test]
fn check_shows_the_difference_and_changes_nothing() {
    let folder = Folder::root("fmt-check");
    folder.write("cards/toy/ugly.card", UGLY);
    let ran = run(&folder, "fmt toy --check");
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.out.contains("cards/toy/ugly.card would change:"), "{}", ran.out);
    assert!(ran.out.contains("  -phase  act {gain 1 points # more\n  +phase act {\n"), "{}", ran.out);
    assert_eq!(text(&folder, "cards/toy/ugly.card"), UGLY);
    run(&folder, "fmt toy");
    assert_eq!(run(&folder, "fmt toy --check").code, Some(0));
}

#[test]
fn a_script_with_errors_stays_as_it_is_and_the_others_do_not() {
    let folder = Folder::new("fmt-broken");
    folder.write("broken.card", BROKEN);
    folder.write("ugly.card", UGLY);
    let ran = run(&folder, "fmt .");
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.err.contains("broken.card:2:3") && ran.err.contains("those with errors stay as they are"),
        "{}",
        ran.err
    );
    assert_eq!(text(&folder, "broken.card"), BROKEN);
    assert_eq!(text(&folder, "ugly.card"), GOOD);
}

#[test]
fn an_editor_pipes_a_script_through_it() {
    let folder = Folder::new("fmt-pipe");
    let ran = run_with(&folder, "fmt -", UGLY);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), GOOD));
    let ran = run_with(&folder, "fmt -", GOOD);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), GOOD));
    assert_eq!(run_with(&folder, "fmt - --check", UGLY).code, Some(1));
    let ran = run_with(&folder, "fmt -", BROKEN);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
    assert!(ran.err.contains("standard input:2:3"), "{}", ran.err);
}

#[test]
fn what_is_no_script_is_wrong_usage() {
    let folder = Folder::root("fmt-usage");
    for (words, message) in [
        ("fmt games/toy/game.toml", "is no script"),
        ("fmt nothing.card", "there is no file `nothing.card`"),
        ("fmt nothing", "there is no game `nothing`"),
        ("fmt tic-tac-toe", "inside the program"),
        ("fmt - toy", "cannot stand beside other paths"),
    ] {
        let ran = run(&folder, words);
        assert_eq!(ran.code, Some(2), "{words}: {}", ran.err);
        assert!(ran.err.contains(message), "{words}: {}", ran.err);
    }
    let empty = Folder::new("fmt-nowhere");
    assert_eq!(run(&empty, "fmt").code, Some(2));
}

//! `check`: its formats, its exit codes, files that cannot be used.

mod common;

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use common::{BROKEN, Folder, MANIFEST, PACK, PACK_SCRIPT, SCRIPT, program, run};

fn broken(name: &str) -> Folder {
    let folder = Folder::root(name);
    folder.write("cards/toy/bad.card", BROKEN);
    folder
}

#[test]
fn a_right_game_is_exit_code_zero() {
    let folder = Folder::root("right");
    for words in ["check", "check toy", "check games/toy", "check cards/toy", "check .", "check games/toy/game.toml"] {
        let ran = run(&folder, words);
        assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""), "{words}: {}", ran.err);
    }
}

#[test]
fn a_plain_folder_is_a_game_too() {
    let folder = Folder::new("plain");
    folder.write("mine/game.toml", MANIFEST);
    folder.write("mine/rules.card", SCRIPT);
    assert_eq!(run(&folder, "check mine").code, Some(0));
    folder.write("mine/more/bad.card", BROKEN);
    let ran = run(&folder, "check ./mine --format short");
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.starts_with("mine/more/bad.card:2:3: error[E"), "{}", ran.out);
    let inside = Folder(folder.0.join("mine"));
    assert!(run(&inside, "check --format short").out.starts_with("more/bad.card:2:3: "));
}

#[test]
fn json_lines_have_all_keys_and_places_from_one() {
    let folder = broken("json");
    let ran = run(&folder, "check toy --format json");
    assert_eq!(ran.code, Some(1));
    let line = ran.out.lines().next().unwrap_or_default();
    for part in [
        r#"{"code":"E"#,
        r#""severity":"error""#,
        r#""message":""#,
        r#""file":"cards/toy/bad.card","line":2,"column":3"#,
        r#""end_line":"#,
        r#""end_column":"#,
        r#""help":"#,
        r#""also":[]"#,
    ] {
        assert!(line.contains(part), "{part} in {line}");
    }
}

#[test]
fn every_format_tells_of_all_places_of_one_mistake() {
    let folder = Folder::root("places");
    folder.write("cards/toy/bad.card", "action slip() {\n  gain 1 glod\n  gain 2 glod\n  lose 3 glod\n}\n");
    let short = run(&folder, "check toy --format short").out;
    let line = short.lines().find(|line| line.contains("glod")).unwrap_or_default();
    assert!(line.starts_with("cards/toy/bad.card:2:10: error[E"), "{short}");
    assert!(line.ends_with("`glod` (and at 2 more places)"), "{short}");
    assert_eq!(short.matches("glod").count(), 1, "{short}");
    let json = run(&folder, "check toy --format json").out;
    let also = concat!(
        r#""also":[{"file":"cards/toy/bad.card","line":3,"column":10,"end_line":3,"end_column":14},"#,
        r#"{"file":"cards/toy/bad.card","line":4,"column":10,"end_line":4,"end_column":14}]}"#
    );
    assert!(json.contains(also), "{json}");
    let human = run(&folder, "check toy").err;
    assert!(human.contains("also in lines 3, 4 of cards/toy/bad.card"), "{human}");
}

#[test]
fn human_findings_show_the_line_on_standard_error() {
    let folder = broken("human");
    let ran = run(&folder, "check toy");
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
    for part in [
        "error[E0103]: this `]` closes nothing",
        "cards/toy/bad.card:2:3",
        "] gain 1 points",
        "- the innermost bracket that is open here",
        "help: remove it, or write the missing opening bracket",
        "1 error;",
    ] {
        assert!(ran.err.contains(part), "{part} in {}", ran.err);
    }
}

#[test]
fn colour_is_for_terminals_unless_asked_for() {
    let folder = broken("colour");
    assert!(!run(&folder, "check").err.contains('\x1b'));
    assert!(!run(&folder, "check --color never").err.contains('\x1b'));
    assert!(run(&folder, "check --color always").err.contains("\x1b["));
    let forced = program(&folder.0).arg("check").env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1").output();
    assert!(forced.is_ok_and(|output| !output.stderr.contains(&0x1b)), "NO_COLOR wins");
}

#[test]
fn files_that_cannot_be_used_are_findings() {
    let folder = Folder::root("unusable");
    folder.write("cards/toy/latin.card", b"# fine\n# \xe9t\xe9\n");
    folder.write("games/half/readme.txt", "");
    let ran = run(&folder, "check --format short");
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("cards/toy/latin.card:2:3: error: the file is not UTF-8 text"), "{}", ran.out);
    assert!(ran.out.contains("games/half/game.toml: error: there is no such file"), "{}", ran.out);
    let ran = run(&folder, "check toy");
    assert!(ran.err.contains("save it as UTF-8"), "{}", ran.err);
    let ran = run(&folder, "check half --format json");
    assert!(ran.out.starts_with(r#"{"code":null,"severity":"error""#), "{}", ran.out);
}

#[test]
fn a_byte_order_mark_is_no_mistake() {
    let folder = Folder::root("mark");
    folder.write("cards/toy/rules.card", format!("\u{feff}{SCRIPT}"));
    assert_eq!(run(&folder, "check toy").code, Some(0));
}

#[test]
fn packs_are_checked_with_their_game_and_found_by_name_or_folder() {
    let folder = Folder::root("pack-check");
    folder.write("cards/toy/dragons/pack.toml", PACK);
    folder.write("cards/toy/dragons/deep/bad.card", BROKEN);
    folder.write("outside/pack.toml", PACK);
    folder.write("outside/fine.card", PACK_SCRIPT);
    let ran = run(&folder, "check toy --format short");
    assert_eq!(ran.out.lines().count(), 1, "{}", ran.out);
    assert!(ran.out.starts_with("cards/toy/dragons/deep/bad.card:2:3"), "{}", ran.out);
    assert_eq!(run(&folder, "check toy --pack dragons").code, Some(1));
    assert_eq!(run(&folder, "check toy --pack outside").code, Some(0));
    assert_eq!(run(&folder, "check toy --pack dragon").code, Some(2));
    assert_eq!(run(&folder, "check toy --pack outside --pack outside").code, Some(2));
}

#[test]
fn a_broken_pipe_is_quiet() {
    let folder = Folder::root("pipe");
    for n in 0..3000 {
        folder.write(&format!("cards/toy/bad-{n}.card"), BROKEN);
    }
    let mut child = program(&folder.0)
        .args(["check", "toy", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut first = String::new();
    let stdout = child.stdout.take().expect("a pipe");
    BufReader::with_capacity(64, stdout).read_line(&mut first).expect("a line");
    // The reader is gone here.
    let output = child.wait_with_output().expect("the program ends");
    assert!(first.starts_with('{'), "{first}");
    assert_eq!(output.status.code(), Some(1), "what was found counts");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

//! Tables of cards through the program: `check`, `play` and packs read them where they read scripts.

mod common;

use common::{Folder, MANIFEST, PACK, SCRIPT, run};

/// The toy game with its tokens in a table, as a spreadsheet of a French office saves it.
fn with_table(name: &str, table: &str) -> Folder {
    let folder = Folder::new(name);
    let rules: Vec<&str> = SCRIPT.lines().filter(|line| !line.starts_with("token")).collect();
    folder.write("games/toy/game.toml", MANIFEST);
    folder.write("cards/toy/rules.card", rules.join("\n"));
    folder.write("cards/toy/token.csv", table);
    folder
}

#[test]
fn cards_of_a_table_are_checked_and_played() {
    let folder =
        with_table("table-play", "\u{feff}id;name\r\nred;red token\r\ngreen;green token\r\n;\r\nblue;blue token\r\n");
    let ran = run(&folder, "check toy");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.contains("no findings"), "{}", ran.err);
    let ran = run(&folder, "play toy --all-random --seed 1");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("green token") || ran.out.contains("blue token"), "{}", ran.out);
    assert_eq!(run(&folder, "sim toy -n 5").code, Some(0));
    assert_eq!(run(&folder, "list toy").code, Some(0));
}

#[test]
fn mistakes_point_into_the_table() {
    let folder = with_table("table-wrong", "id,name,copies\nred,red token,two\nred,again,1\n");
    let ran = run(&folder, "check toy --format short");
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("cards/toy/token.csv:2:15: error[E0504]: `copies` of `red`"), "{}", ran.out);
    assert!(ran.out.contains("cards/toy/token.csv:3:1: error[E0207]: two rows have the id `red`"), "{}", ran.out);
    let latin: &[u8] = b"id,name\nred,t\xe9l\xe9phone\n";
    folder.write("cards/toy/token.csv", latin);
    let ran = run(&folder, "check toy --format short");
    assert!(ran.out.contains("token.csv:2:6: error: the file is not UTF-8 text"), "{}", ran.out);
}

#[test]
fn a_pack_brings_a_table_of_its_own() {
    let folder = Folder::root("table-pack");
    folder.write("cards/toy/dragons/pack.toml", PACK);
    folder.write("cards/toy/dragons/token.csv", "id,name\ndragon,Dragon of the table\nred,another red\n");
    let ran = run(&folder, "check toy --pack dragons --format short");
    assert_eq!(ran.code, Some(1), "{}", ran.out);
    assert!(
        ran.out.contains("dragons/token.csv:3:1: error[E0207]: there is already a card called `red`"),
        "{}",
        ran.out
    );
    folder.write("cards/toy/dragons/token.csv", "id,name\ndragon,Dragon of the table\n");
    assert_eq!(run(&folder, "check toy --pack dragons").code, Some(0));
    assert_eq!(run(&folder, "check toy").code, Some(0), "alone and with the pack");
}

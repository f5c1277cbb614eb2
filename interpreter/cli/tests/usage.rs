//! Help, wrong usage, exit codes, finding games: what does not depend on the rules of a game.

mod common;

use common::{Folder, MANIFEST, PACK, PACK_SCRIPT, run};

const COMMANDS: [&str; 12] =
    ["new", "list", "check", "explain", "test", "play", "replay", "sim", "explore", "bench", "fmt", "eject"];

#[test]
fn help_has_examples_everywhere() {
    let folder = Folder::new("help");
    let ran = run(&folder, "--help");
    assert_eq!(ran.code, Some(0));
    for command in COMMANDS {
        assert!(ran.out.contains(command), "{}", ran.out);
        let ran = run(&folder, &format!("{command} --help"));
        assert_eq!(ran.code, Some(0), "{command}");
        assert!(ran.out.contains("Examples:") && ran.out.contains(&format!("cardwright {command}")), "{}", ran.out);
    }
}

#[test]
fn wrong_usage_is_exit_code_two() {
    let folder = Folder::root("usage");
    for words in [
        "frobnicate",
        "list --format xml",
        "play",
        "play nothing",
        "check nothing",
        "bench toy --seconds 0",
        "bench toy --bots clever",
        "sim toy -n 0",
        "sim toy --jobs 0",
        "test nothing",
        "test toy --jobs 0",
        "test toy --review --accept",
        "sim toy --bots clever",
        "explore toy --limit 0",
        "play toy --seat 2=dragon",
        "play toy --seat dragon",
        "play toy --set drawn",
        "play toy --set drawn=many",
        "play toy --variant :2",
        "play toy --all-random --seat 1=human",
        "list --dir nowhere",
        "explain E9999",
        "eject nothing",
    ] {
        let ran = run(&folder, words);
        assert_eq!(ran.code, Some(2), "{words}: {}{}", ran.out, ran.err);
        assert!(ran.err.starts_with("error: ") && ran.out.is_empty(), "{words}: {}{}", ran.out, ran.err);
    }
}

#[test]
fn an_unknown_game_gets_the_nearest_name_and_the_list() {
    let folder = Folder::root("unknown");
    folder.write("games/other/game.toml", MANIFEST);
    let ran = run(&folder, "play tyo");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("did you mean `toy`?"), "{}", ran.err);
    assert!(ran.err.contains("games: ") && ran.err.contains("other"), "{}", ran.err);
}

#[test]
fn paths_that_are_no_games_say_what_they_are() {
    let folder = Folder::root("paths");
    folder.write("empty/readme.txt", "");
    folder.write("pack/pack.toml", "");
    assert!(run(&folder, "play empty").err.contains("has no `game.toml`"));
    assert!(run(&folder, "play pack").err.contains("--pack pack"));
    assert!(run(&folder, "play cards/toy/rules.card").err.contains("is a file"));
    assert!(run(&folder, "play toy --pack empty").err.contains("no `pack.toml`"));
    assert!(run(&folder, "play toy --pack nothing").err.contains("packs of `toy`: it has none"));
    let plain = Folder::new("plain-dir");
    plain.write("game.toml", MANIFEST);
    let dir = plain.0.display();
    assert!(run(&folder, &format!("list --dir {dir}")).err.contains("in the place of the game's name"));
}

#[test]
fn explain_knows_its_codes_in_any_spelling() {
    let folder = Folder::new("explain");
    for word in ["E0101", "e0101", "error[E0101]"] {
        let ran = run(&folder, &format!("explain {word}"));
        assert_eq!(ran.code, Some(0));
        assert!(ran.out.starts_with("E0101: "), "{}", ran.out);
    }
    assert!(run(&folder, "explain").out.contains("E0101  "));
    assert!(run(&folder, "explain E01O1").err.contains("did you mean `E0101`"));
}

#[test]
fn a_root_is_found_upwards_and_by_dir() {
    let folder = Folder::root("upwards");
    folder.write("deep/down/notes.txt", "");
    // A folder of that name without a game in it is not a root.
    folder.write("deep/games/chess.txt", "");
    let inner = Folder(folder.0.join("deep/down"));
    assert!(run(&inner, "list --format json").out.contains(r#""game":"toy","shipped":false"#));
    let elsewhere = Folder::new("elsewhere");
    assert!(!run(&elsewhere, "list --format json").out.contains(r#""game":"toy""#));
    let dir = folder.0.display();
    assert!(run(&elsewhere, &format!("--dir {dir} list --format json")).out.contains(r#""game":"toy""#));
}

#[test]
fn eject_writes_a_shipped_game_that_then_comes_first() {
    let folder = Folder::new("eject");
    let list = run(&folder, "list --format json").out;
    let Some(game) = list.lines().find_map(|line| line.split('"').nth(3)) else {
        // No game is shipped yet: `eject` says so.
        assert!(run(&folder, "eject any").err.contains("shipped games: none"));
        return;
    };
    let ran = run(&folder, &format!("eject {game}"));
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(folder.0.join(format!("games/{game}/game.toml")).is_file());
    let mine = format!(r#""game":"{game}","shipped":false"#);
    assert!(run(&folder, "list --format json").out.contains(&mine));

    folder.write(&format!("games/{game}/game.toml"), "# changed");
    let ran = run(&folder, &format!("eject {game}"));
    assert_eq!(ran.code, Some(1), "a changed file is not overwritten");
    assert!(ran.err.contains("--force"), "{}", ran.err);
    assert_eq!(run(&folder, &format!("eject {game} --force")).code, Some(0));
}

#[test]
fn list_shows_packs_but_not_as_part_of_the_game() {
    let folder = Folder::root("packs");
    folder.write("cards/toy/dragons/pack.toml", PACK);
    folder.write("cards/toy/dragons/a.card", PACK_SCRIPT);
    let ran = run(&folder, "list toy --format json");
    assert!(ran.out.contains(r#""packs":[{"name":"dragons","id":"dragons","version":"1.0.0","#), "{}", ran.out);
    assert!(run(&folder, "list toy").out.contains("pack    dragons 1.0.0\n"));
    assert!(run(&folder, "list toy").out.contains("hard_mode:1-3"));
    assert!(
        ran.out.contains(r#""name":"Toy","names":{"fr":"Jouet"},"languages":["en"],"version":"0.1.0","players":[2,2]"#),
        "{}",
        ran.out
    );
}

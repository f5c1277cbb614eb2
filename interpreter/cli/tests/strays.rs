//! Scripts in the wrong folder or with the wrong ending: `check` never passes them over in silence.

mod common;

use common::{Folder, run};

#[track_caller]
fn told(folder: &Folder, file: &str, message: &str, help: &str) {
    let ran = run(folder, "check toy");
    assert_eq!(ran.code, Some(1), "{file}: {}", ran.err);
    assert!(ran.err.contains(message) && ran.err.contains(file) && ran.err.contains(help), "{file}: {}", ran.err);
    assert_eq!(run(folder, "check").code, Some(1), "{file}");
    std::fs::remove_file(folder.0.join(file)).expect("the file");
    assert_eq!(run(folder, "check toy").code, Some(0), "{file}: {}", run(folder, "check toy").err);
}

#[test]
fn a_wrong_ending_is_told_with_the_right_one() {
    let folder = Folder::root("strays-end");
    for name in ["x.crd", "x.cards", "x.card.txt", "x.CARD"] {
        let file = format!("cards/toy/{name}");
        folder.write(&file, "token opal { name \"opal\" }\n");
        told(&folder, &file, "this file is not read", "the name of a script ends in `.card`");
    }
    folder.write("cards/toy/token.tsv", "id\nopal\n");
    told(&folder, "cards/toy/token.tsv", "this file is not read", "ends in `.csv`");
    for name in ["notes.txt", "notes.md", "x.card~", "picture.png"] {
        folder.write(&format!("cards/toy/{name}"), "nothing of ours");
    }
    assert_eq!(run(&folder, "check").code, Some(0), "{}", run(&folder, "check").err);
}

#[test]
fn a_wrong_folder_is_told_with_the_right_one() {
    let folder = Folder::root("strays-folder");
    let script = "token opal { name \"opal\" }\n";
    for (file, message, help) in [
        ("cards/toyy/x.card", "there is no game `toyy`", "did you mean `cards/toy/`?"),
        ("cards/x.card", "belongs to no game", "move it into `cards/GAME/`"),
        ("games/toy/x.card", "lies beside the manifest", "scripts lie in `cards/toy`"),
        ("tests/scenarios/toyy/x.card", "there is no game `toyy`", "did you mean `tests/scenarios/toy/`?"),
    ] {
        folder.write(file, script);
        told(&folder, file, message, help);
    }
    // A folder in the folder of the scripts is part of the game.
    folder.write("cards/toy/more/x.card", script);
    let ran = run(&folder, "list toy --format json");
    assert_eq!(ran.code, Some(0));
    folder.write("cards/toy/more/y.card", "token opal { name \"opal\" }\n");
    assert!(run(&folder, "check toy").err.contains("there is already a card called `opal`"));
}

#[test]
fn of_a_shipped_game_only_packs_are_added() {
    let folder = Folder::root("strays-shipped");
    folder.write("cards/tic-tac-toe/x.card", "rule mine { at start of game { } }\n");
    let ran = run(&folder, "check");
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.err.contains("of which only packs are added") && ran.err.contains("cardwright eject tic-tac-toe"),
        "{}",
        ran.err
    );
}

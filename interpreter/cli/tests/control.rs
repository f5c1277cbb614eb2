//! No name, text or file sends control characters to the terminal, whatever the command.

mod common;

use common::{Folder, MANIFEST, SCRIPT, program, run, run_with};

/// A title of the window, a cleared screen, a C1 sequence and text that runs backwards.
const EVIL: &str = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}31m\u{202e}";

/// The game of the common part with such names and texts everywhere. In TOML they stand as escapes.
fn evil(name: &str) -> Folder {
    let folder = Folder::root(name);
    let escaped = r"\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e";
    let manifest = MANIFEST
        .replace("name = \"Toy\"", &format!("name = \"Toy{escaped}\""))
        .replace("\"stone|stones\"", &format!("\"stone{escaped}|stones{escaped}\""))
        .replace("\"more stones\"", &format!("\"more stones{escaped}\""))
        .replace("tray = { faces = \"up\" }", &format!("tray = {{ faces = \"up\", en = \"tray{escaped}\" }}"));
    let script = SCRIPT
        .replace("\"red token\"", &format!("\"red token{EVIL}\""))
        .replace("by first_player ", &format!("by first_player says en \"Which{EVIL}?\" "));
    folder.write("games/toy/game.toml", manifest);
    folder.write("cards/toy/rules.card", script);
    let title = format!("scenario \"takes{EVIL}\" {{\n  seed 1\n  p1 chooses red, green\n}}\n");
    folder.write("tests/scenarios/toy/one.card", title);
    folder
}

#[track_caller]
fn safe(what: &str, text: &str) {
    for c in ['\u{1b}', '\u{7}', '\u{9b}', '\u{202e}'] {
        assert!(!text.contains(c), "{what} lets {c:?} out:\n{text:?}");
    }
}

#[test]
fn what_a_game_calls_its_things_is_never_printed_raw() {
    let folder = evil("control");
    // Whether such names may be played at all is the checker's business: what it says must be safe, too.
    for (words, input) in [
        ("list", ""),
        ("list --format json", ""),
        ("check toy", ""),
        ("check toy --format short", ""),
        ("check toy --format json", ""),
        (
            "play toy --seed 1 --save kept.jsonl",
            "1 2\nc red\nc 1\nv\nt\ns\nn\nn\nv\nt\ns\nq\nnothing\u{1b}[31m\u{9b}x\nq\n",
        ),
        ("play toy --all-random --seed 1", ""),
        ("replay kept.jsonl", ""),
        ("replay kept.jsonl --as all", ""),
        ("replay kept.jsonl --verify", ""),
        ("trace toy red --all", ""),
        ("trace toy red --format json", ""),
        ("trace toy nothing", ""),
        ("test toy", ""),
        ("test toy --review", "q\n"),
        ("test toy --format json", ""),
        ("sim toy -n 3 --coverage=text", ""),
        ("sim toy -n 3 --coverage=html", ""),
        ("sim toy -n 3 --coverage=json --format json", ""),
        ("explore toy --quick", ""),
        ("fmt --check", ""),
    ] {
        let ran = run_with(&folder, words, input);
        assert!(ran.code.is_some_and(|code| code < 3), "{words}: {:?} {}", ran.code, ran.err);
        safe(words, &ran.out);
        safe(words, &ran.err);
    }
    let ran = run(&folder, "check toy");
    assert!(ran.err.contains(r"red token␛]0;owned␇␛[2J\u{9b}31m"), "{}", ran.err);
}

#[test]
fn what_a_shell_passes_on_is_never_printed_raw() {
    let folder = Folder::root("control-words");
    folder.write(&format!("games/{EVIL}/game.toml"), MANIFEST);
    folder.write(&format!("cards/{EVIL}/rules.card"), "phase act {\n  ] gain\n}\n");
    for words in [
        vec!["list"],
        vec!["play", EVIL],
        vec!["check", EVIL],
        vec!["check", EVIL, "--format", "short"],
        vec![EVIL],
        vec!["play", "toy", EVIL],
        vec!["play", "toy", "--load", EVIL],
        vec!["explain", EVIL],
        vec!["play", "toy", "--seat", EVIL],
        vec!["play", "toy", "--save", EVIL],
        vec!["list", "--dir", EVIL],
    ] {
        let ran: common::Ran = program(&folder.0).args(&words).output().expect("the program ends").into();
        safe(&words.join(" "), &ran.out);
        safe(&words.join(" "), &ran.err);
        let forced: common::Ran =
            program(&folder.0).args(["--color", "always"]).args(&words).output().expect("the program ends").into();
        for sequence in ["\u{1b}]", "\u{1b}[2J", "\u{9b}"] {
            assert!(!forced.err.contains(sequence), "{words:?}: {:?}", forced.err);
        }
    }
}

#[test]
fn a_saved_game_cannot_speak_to_the_terminal() {
    let folder = Folder::root("control-save");
    run_with(&folder, "play toy --seed 1 --save kept.jsonl", "1 2\n1\n");
    let text = std::fs::read_to_string(folder.0.join("kept.jsonl")).expect("the save");
    folder.write("evil.jsonl", text.replace("red token", r"red\u001b]0;owned\u0007").replace("p1", r"p\u001b[2J1"));
    folder.write("worse.jsonl", text.replace("\"id\":\"toy\"", "\"id\":\"\\u001b]0;owned\\u0007\""));
    for file in ["evil.jsonl", "worse.jsonl"] {
        for words in ["replay", "replay --verify", "replay --diff", "play --load"] {
            let ran = run_with(&folder, &format!("{words} {file}"), "q\n");
            safe(words, &ran.out);
            safe(words, &ran.err);
        }
    }
}

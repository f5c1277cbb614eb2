//! Wrong inputs of all sorts: each gets a message that helps, a proper exit code, and never a panic.

mod common;

use common::{Folder, MANIFEST, Ran, SCRIPT, program};

/// What is changed in the toy game, and words that the message must hold.
enum Input {
    /// The script is this.
    Script(&'static str),
    /// The toy's script with one text replaced by another.
    Edit(&'static str, &'static str),
    /// The toy's manifest with one text replaced by another.
    Manifest(&'static str, &'static str),
}

use Input::{Edit, Manifest, Script};

const FILES: &[(&str, Input, &str)] = &[
    ("an empty script", Script(""), "phase"),
    ("only a comment", Script("# nothing yet"), "phase"),
    (
        "a missing closing brace",
        Edit("phase prepare { gain heap stones }", "phase prepare { gain heap stones"),
        "closed",
    ),
    (
        "a closing brace too many",
        Edit("phase prepare { gain heap stones }", "phase prepare { gain heap stones } }"),
        "closes nothing",
    ),
    ("an unclosed text", Edit("\"red token\"", "\"red token"), "quote"),
    ("a misspelt statement", Edit("gain heap stones", "gian heap stones"), "gain"),
    ("a misspelt counter", Edit("gain heap stones", "gain heap stonse"), "stones"),
    ("a misspelt number", Edit("gain heap stones", "gain haep stones"), "heap"),
    ("a misspelt kind", Edit("token red {", "tokn red {"), "token"),
    ("a misspelt zone", Edit("from tray by", "from try by"), "tray"),
    ("a misspelt phase", Manifest("start = [\"pick\"]", "start = [\"pik\"]"), "pick"),
    ("one equals sign", Edit("stones is 0", "stones = 0"), "is"),
    ("two equals signs", Edit("stones is 0", "stones == 0"), "is"),
    ("a programmer's and", Edit("stones is 0", "stones is 0 && stones is 0"), "and"),
    ("a semicolon", Edit("lose 1 stones", "lose 1 stones;"), ";"),
    ("a capital letter", Edit("token red {", "token Red {"), "red"),
    ("a reserved word as a name", Edit("choose exactly 2 picked", "choose exactly 2 all"), "word of the language"),
    ("a number as text", Edit("lose 1 stones", "lose \"one\" stones"), "number"),
    ("a huge number", Edit("lose 1 stones", "lose 99999999999999999999 stones"), "too big"),
    ("a text where a condition stands", Edit("needs stones >= 2", "needs \"enough\""), "yes"),
    ("a card where a number stands", Edit("gain heap stones", "gain red stones"), "number"),
    ("an attribute that the kind has not", Edit("{ name \"red token\" }", "{ name \"red token\" cost 3 }"), "cost"),
    ("two cards of one name", Edit("token green", "token red"), "red"),
    ("two phases of one name", Edit("phase pick", "phase take"), "take"),
    ("an unknown action", Edit("lose 1 stones", "lose 1 stones drawl(2)"), "drawl"),
    (
        "an action with too few arguments",
        Edit("phase prepare", "action f(n: number) { gain n stones }\nphase prepare { f() }\nphase other"),
        "f(",
    ),
    (
        "nothing to choose from",
        Edit("choose exactly 2 picked from tray by first_player", "choose exactly 2 picked by first_player"),
        "from",
    ),
    ("an option outside an offer", Edit("if stones is 0", "option x { }\n  if stones is 0"), "offer"),
    ("an unknown type", Edit("phase prepare", "action f(n: nmber) { gain n stones }\nphase prepare"), "number"),
    ("me where nobody is", Edit("phase prepare { gain heap stones }", "phase prepare { gain 1 wins }"), "player"),
    ("a chained comparison", Edit("stones is 0", "0 < stones < 3"), "compar"),
    (
        "very deep brackets",
        Script(
            "phase prepare { if ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))) is 1 { } }",
        ),
        "deep",
    ),
    ("a value that needs itself", Edit("phase prepare", "value a() is b()\nvalue b() is a()\nphase prepare"), "itself"),
    ("a manifest without a game", Manifest("[game]", "[gmae]"), "game"),
    ("a missing quote in TOML", Manifest("id = \"toy\"", "id = \"toy"), "quote"),
    ("an unknown section", Manifest("[counter]", "[countr]"), "counter"),
    ("an unknown key", Manifest("tray = { faces = \"up\" }", "tray = { face = \"up\" }"), "faces"),
    ("an unknown face", Manifest("tray = { faces = \"up\" }", "tray = { faces = \"upp\" }"), "up"),
    ("a number where a list stands", Manifest("turn = [\"take\"]", "turn = 3"), "list"),
    ("players upside down", Manifest("players = [2, 2]", "players = [4, 2]"), "players"),
    ("no players", Manifest("players = [2, 2]", "players = [0, 0]"), "players"),
    ("a counter on nothing known", Manifest("stones = { on = \"game\"", "stones = { on = \"gmae\""), "game"),
    ("a kind that starts nowhere", Manifest("starts_in = \"tray\"", "starts_in = \"tary\""), "tray"),
    ("a ranking of nothing known", Manifest("ranking = [\"wins\"]", "ranking = [\"winz\"]"), "wins"),
    ("a decimal number", Manifest("heap = 5", "heap = 5.5"), "whole"),
    ("a zone that is also a counter", Manifest("tray = {", "wins = { faces = \"up\" }\ntray = {"), "wins"),
];

/// Wrong words on the command line.
const CALLS: &[(&str, &[&str], i32, &str)] = &[
    ("an unknown command", &["plya", "toy"], 2, "play"),
    ("an unknown game", &["play", "tyo"], 2, "toy"),
    ("an unknown option", &["play", "toy", "--sede", "3"], 2, "--seed"),
    ("too many players", &["play", "toy", "--players", "9", "--all-random"], 2, "players"),
    ("an unknown variant", &["play", "toy", "--variant", "hard-mod", "--all-random"], 2, "hard_mode"),
    ("a level that is not there", &["play", "toy", "--variant", "hard-mode:7", "--all-random"], 2, "level"),
    ("an unknown number", &["play", "toy", "--set", "heep=3", "--all-random"], 1, "heap"),
    ("a setting without a value", &["play", "toy", "--set", "heap"], 2, "="),
    ("a code that is none", &["explain", "E9999"], 2, "E9999"),
    ("a pack that is not there", &["play", "toy", "--pack", "dragons"], 2, "dragons"),
    ("a folder that is not there", &["check", "--dir", "nowhere"], 2, "nowhere"),
    ("a seat that is not there", &["play", "toy", "--seat", "7=random"], 2, "7"),
];

fn ran(folder: &Folder, args: &[&str]) -> Ran {
    program(&folder.0).args(args).output().expect("the program runs").into()
}

/// What is wrong with an answer to wrong input, if anything.
fn complaint(what: &str, ran: &Ran, code: i32, words: &str) -> Option<String> {
    let all = format!("{}{}", ran.out, ran.err);
    let helps = !all.contains("panicked") && ran.code == Some(code) && all.contains(words);
    (!helps).then(|| format!("{what}: exit code {:?} instead of {code}, or no word of `{words}`:\n{all}\n", ran.code))
}

#[test]
fn wrong_files_get_a_message_that_helps() {
    let mut complaints = Vec::new();
    for (what, input, words) in FILES {
        let (manifest, script) = match input {
            Script(text) => (MANIFEST.to_owned(), (*text).to_owned()),
            Edit(old, new) => {
                assert!(SCRIPT.contains(old), "{what}: the toy has no `{old}`");
                (MANIFEST.to_owned(), SCRIPT.replacen(old, new, 1))
            }
            Manifest(old, new) => {
                assert!(MANIFEST.contains(old), "{what}: the toy has no `{old}`");
                (MANIFEST.replacen(old, new, 1), SCRIPT.to_owned())
            }
        };
        let folder = Folder::new("wrong");
        folder.write("games/toy/game.toml", manifest);
        folder.write("cards/toy/rules.card", script);
        complaints.extend(complaint(what, &ran(&folder, &["check", "toy"]), 1, words));
    }
    assert!(complaints.is_empty(), "{}", complaints.concat());
}

#[test]
fn wrong_calls_get_a_message_that_helps() {
    let folder = Folder::root("calls");
    let found = CALLS.iter().filter_map(|(what, args, code, words)| complaint(what, &ran(&folder, args), *code, words));
    let complaints: Vec<String> = found.collect();
    assert!(complaints.is_empty(), "{}", complaints.concat());
}

/// A link to itself is there and cannot be read, whoever asks.
#[cfg(unix)]
#[test]
fn what_cannot_be_read_is_told_in_the_words_of_the_system() {
    let folder = Folder::new("unreadable");
    let endless = |name: &str| std::os::unix::fs::symlink(name, folder.0.join(name)).expect("a link to itself");
    endless("game.toml");
    endless("games");
    endless("root");
    let why = "cannot be read: Too many levels of symbolic links";
    let calls: [(&str, &[&str]); 4] = [
        ("a manifest", &["check", "."]),
        ("a folder of games", &["list", "--dir", "."]),
        ("a root", &["list", "--dir", "root"]),
        ("a folder", &["check", "root"]),
    ];
    let found = calls.iter().filter_map(|(what, args)| complaint(what, &ran(&folder, args), 1, why));
    let complaints: Vec<String> = found.collect();
    assert!(complaints.is_empty(), "{}", complaints.concat());
}

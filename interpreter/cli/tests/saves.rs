//! `play --save`, `play --load` and `replay`, on the game of the common part.

mod common;

use std::fs;

use common::{Folder, MANIFEST, SCRIPT, program, run, run_with};

fn text(folder: &Folder, file: &str) -> String {
    fs::read_to_string(folder.0.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// A game of two people up to its third answer, in `my.jsonl`.
fn saved(name: &str) -> Folder {
    let folder = Folder::root(name);
    let ran = run_with(&folder, "play toy --seat 2=human --seed 5 --save my.jsonl", "1 3\n2\n");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let end = "Saved in my.jsonl. To go on from here:\n  cardwright play --load my.jsonl --save my.jsonl\n";
    assert!(ran.out.ends_with(end), "{}", ran.out);
    folder
}

#[test]
fn a_game_is_kept_after_every_answer_and_goes_on() {
    let folder = saved("saves-on");
    let first = text(&folder, "my.jsonl");
    assert_eq!(first.matches("{\"answer\":").count(), 3, "{first}");
    assert!(first.contains(r#""option":"take_two""#) && first.contains(r#""cards":["toy:blue@0.1.0""#), "{first}");
    assert!(!first.contains(&*folder.0.to_string_lossy()), "it says nothing of this machine: {first}");

    let ran = run_with(&folder, "play --load my.jsonl --save my.jsonl", "2\n1\n");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("p1 (human), p2 (human)") && ran.out.contains("The game has ended"), "{}", ran.out);
    let whole = text(&folder, "my.jsonl");
    assert_eq!(whole.matches("{\"answer\":").count(), 5, "{whole}");
    assert!(whole.contains(r#""status":"over""#), "{whole}");
    // The same game in one go is the same file.
    let once = run_with(&folder, "play toy --seat 2=human --seed 5 --save once.jsonl", "1 3\n2\n2\n1\n");
    assert_eq!(once.code, Some(0), "{}", once.err);
    assert_eq!(text(&folder, "once.jsonl"), whole);
    let left: Vec<_> =
        fs::read_dir(&folder.0).expect("a folder").filter_map(|e| e.ok()?.file_name().into_string().ok()).collect();
    assert!(left.iter().all(|name| !name.ends_with(".part")), "{left:?}");
}

#[test]
fn an_answer_that_is_taken_back_is_not_kept() {
    let folder = Folder::root("saves-undo");
    let ran = run_with(&folder, "play toy --seat 2=human --seed 5 --save my.jsonl", "1 3\n2\nu\n1\nu\n");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(text(&folder, "my.jsonl").matches("{\"answer\":").count(), 2);
    assert_eq!(run(&folder, "replay my.jsonl --verify").code, Some(0));
}

#[test]
fn a_saved_game_can_go_on_from_any_answer() {
    let folder = saved("saves-until");
    let ran = run_with(&folder, "play --load my.jsonl --until 2", "1\nq\n");
    assert!(ran.out.contains("5 stones") || ran.out.contains("stones 5"), "{}", ran.out);
    assert!(ran.out.ends_with("  cardwright play --load my.jsonl --until 2 --answers 1\n"), "{}", ran.out);
    let again = run_with(&folder, "play --load my.jsonl --until 2 --answers 1", "q\n");
    assert!(again.out.ends_with("--until 2 --answers 1\n"), "{}", again.out);
    let branched = run_with(&folder, "play --load my.jsonl --until 2 --save other.jsonl", "1\n");
    assert_eq!(branched.code, Some(0), "{}", branched.err);
    assert!(text(&folder, "other.jsonl").contains(r#""option":"take_one""#));
    assert_eq!(text(&folder, "my.jsonl").matches("{\"answer\":").count(), 3, "the first one stays as it is");
}

#[test]
fn no_file_is_overwritten_and_none_is_made_where_nobody_may() {
    let folder = saved("saves-taken");
    let before = text(&folder, "my.jsonl");
    let ran = run(&folder, "play toy --save my.jsonl");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("there is such a file already"), "{}", ran.err);
    assert_eq!(text(&folder, "my.jsonl"), before);
    let ran = run(&folder, "play toy --save nowhere/my.jsonl");
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
    assert!(ran.err.contains("nowhere/my.jsonl cannot be written"), "{}", ran.err);
    for words in ["play", "play --load my.jsonl --seed 3", "play --load my.jsonl --players 2", "play toy --until 3"] {
        assert_eq!(run(&folder, words).code, Some(2), "{words}");
    }
}

#[test]
fn a_replay_shows_what_each_may_see() {
    let folder = saved("replay-show");
    let seen = run(&folder, "replay my.jsonl");
    assert_eq!((seen.code, seen.err.as_str()), (Some(0), ""), "{}", seen.err);
    assert!(seen.out.starts_with("toy 0.1.0, seed 5, 2 players\nseats: human, human\n"), "{}", seen.out);
    assert!(seen.out.contains("\n3. p1\n- p1 chooses \"take two\"\n"), "{}", seen.out);
    assert!(seen.out.ends_with("goes on from here: cardwright play --load my.jsonl\n"), "{}", seen.out);
    let all = run(&folder, "replay my.jsonl --as all --until 1");
    assert!(all.out.contains("[rules.card:6]") && !all.out.contains("\n2. "), "{}", all.out);
    assert!(all.out.ends_with("cardwright play --load my.jsonl --until 1\n"), "{}", all.out);
    assert_eq!(run(&folder, "replay my.jsonl --as 2").code, Some(0));
    assert_eq!(run(&folder, "replay my.jsonl --as 3").code, Some(2));
    assert_eq!(run(&folder, "replay my.jsonl --as nobody").code, Some(2));
}

#[test]
fn a_changed_answer_is_named() {
    let folder = saved("replay-verify");
    let fine = run(&folder, "replay my.jsonl --verify");
    assert_eq!((fine.code, fine.out.as_str()), (Some(0), "verified: 3 answers, the same all the way\n"));
    let other =
        text(&folder, "my.jsonl").replace(r#""option":"take_two","index":1"#, r#""option":"take_one","index":0"#);
    folder.write("other.jsonl", &other);
    let ran = run(&folder, "replay other.jsonl --verify");
    assert_eq!(ran.code, Some(1));
    let differs = "after answer 3 (p1, offer: take_one): something else happens; everybody sees something else\n";
    assert_eq!(ran.out, format!("not the same: {differs}"));
    assert_eq!(run(&folder, "replay other.jsonl --verify --until 2").code, Some(0));
    let ran = run(&folder, "play --load other.jsonl");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains(differs) && ran.err.contains(" --until 2\n"), "{}", ran.err);
    // Up to the last answer that agrees, or as it goes now.
    let ran = run_with(&folder, "play --load other.jsonl --until 2", "q\n");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let ran = run_with(&folder, "play --load other.jsonl --anyway", "q\n");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.contains("this is not the game that was saved: after answer 3"), "{}", ran.err);
    assert!(ran.out.ends_with("  cardwright play --load other.jsonl --anyway\n"), "{}", ran.out);
    let gone = text(&folder, "my.jsonl").replace(r#""option":"take_two""#, r#""option":"take_all""#);
    folder.write("gone.jsonl", &gone);
    let ran = run_with(&folder, "play --load gone.jsonl --anyway --save on.jsonl", "1\nq\n");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.contains("no option `take_all`") && ran.err.contains("goes on from before it"), "{}", ran.err);
    assert_eq!(run(&folder, "replay on.jsonl --verify").out, "verified: 3 answers, the same all the way\n");
    // The rules in the file count, too.
    folder.write("rules.jsonl", text(&folder, "my.jsonl").replace("lose 2 stones", "lose 3 stones"));
    let ran = run(&folder, "replay rules.jsonl");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("the file was changed after it was written"), "{}", ran.err);
}

#[test]
fn other_rules_are_not_pretended_to_be_the_same() {
    let folder = saved("replay-rules");
    folder.write("cards/toy/rules.card", SCRIPT.replace("{ lose 2 stones }", "{ lose 3 stones }"));
    let ran = run(&folder, "play --load my.jsonl");
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
    for part in ["the rules have changed", "changed: phase take [cards/toy/rules.card:8]", "--saved-rules", "--diff"] {
        assert!(ran.err.contains(part), "{part} in {}", ran.err);
    }
    let ran = run_with(&folder, "play --load my.jsonl --saved-rules", "q\n");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.ends_with("cardwright play --load my.jsonl --saved-rules\n"), "{}", ran.out);
    let ran = run(&folder, "replay my.jsonl");
    assert_eq!(ran.code, Some(0));
    assert!(ran.err.contains("played by those in the file"), "{}", ran.err);

    let ran = run(&folder, "replay my.jsonl --diff");
    assert_eq!(ran.code, Some(1));
    for part in [
        "the rules differ:\n  changed: phase take [cards/toy/rules.card:8]\n",
        "first difference after answer 3 (p1, offer: take_two)\n",
        "  then: stones -2 → 3  [cards/toy/rules.card:11: lose 2 stones]\n",
        "  now:  stones -3 → 2  [cards/toy/rules.card:11: lose 3 stones]\n",
        "all 3 answers are still possible\n",
    ] {
        assert!(ran.out.contains(part), "{part} in {}", ran.out);
    }
    assert_eq!(run(&folder, "replay my.jsonl --diff --until 2").code, Some(0));
    let ran = run(&folder, "replay my.jsonl --verify --with-rules .");
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (
            Some(1),
            "not the same: after answer 3 (p1, offer: take_two): something else happens; everybody sees something else\n"
        )
    );
}

#[test]
fn an_answer_that_other_rules_lack_is_named() {
    let folder = saved("replay-gone");
    folder.write("else/games/toy/game.toml", MANIFEST);
    folder.write("else/cards/toy/rules.card", SCRIPT.replace("option take_two needs stones >= 2", "option take_both"));
    let ran = run(&folder, "replay my.jsonl --diff --with-rules else");
    assert_eq!(ran.code, Some(1));
    let gone = "answer 3 is not possible: there is no option `take_two` for p1; the options are: take_one, take_both\n";
    assert!(ran.out.contains(gone), "{}", ran.out);
    let ran = run(&folder, "replay my.jsonl --with-rules else/games/toy");
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("The replay ends here: answer 3 is not possible"), "{}", ran.out);
    // Rules with a mistake are shown with it.
    folder.write("else/cards/toy/rules.card", "phase pick { gain 1 nothing }\n");
    let ran = run(&folder, "replay my.jsonl --diff --with-rules else");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("cannot be played by these rules") && ran.err.contains("error["), "{}", ran.err);
    assert_eq!(run(&folder, "replay my.jsonl --diff").code, Some(0), "here they are the same");
}

#[test]
fn comments_and_blanks_change_no_rules() {
    let folder = saved("replay-comments");
    folder.write("cards/toy/rules.card", format!("# A remark.\n{SCRIPT}"));
    let ran = run_with(&folder, "play --load my.jsonl", "q\n");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let ran = run(&folder, "replay my.jsonl --diff");
    assert_eq!(ran.code, Some(0), "{}", ran.out);
    assert!(ran.out.contains("only how the files are written") && ran.out.contains("the same by both"), "{}", ran.out);
}

#[test]
fn a_game_that_is_not_here_is_played_by_its_own_rules() {
    let folder = saved("replay-alone");
    let elsewhere = Folder::new("replay-elsewhere");
    elsewhere.write("my.jsonl", text(&folder, "my.jsonl"));
    let ran = run_with(&elsewhere, "play --load my.jsonl", "2\n1\n");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.contains("there is no game `toy` here") && ran.out.contains("The game has ended"), "{}", ran.err);
    assert_eq!(run(&elsewhere, "replay my.jsonl --verify").code, Some(0));
    assert_eq!(run(&elsewhere, "replay my.jsonl --diff").code, Some(2));
}

#[test]
fn files_that_are_no_saved_games_are_told_apart() {
    let folder = saved("replay-damage");
    let whole = text(&folder, "my.jsonl");
    folder.write("cut.jsonl", &whole[..whole.len() - 20]);
    folder.write("bytes.jsonl", b"\xff\xfe\x00");
    folder.write("empty.jsonl", "");
    folder.write("newer.jsonl", whole.replacen("\"format\":3", "\"format\":4", 1));
    for (file, part) in [
        ("cut.jsonl", "the file is cut off: it ends in line 7, after 3 whole answers"),
        ("bytes.jsonl", "it is not text"),
        ("empty.jsonl", "the file is empty"),
        ("newer.jsonl", "of format 4, written by Cardwright"),
        ("games/toy/game.toml", "this is not a saved game"),
        ("none.jsonl", "the file cannot be read"),
        (".", "the file cannot be read"),
    ] {
        for command in ["replay", "play --load"] {
            let ran = run(&folder, &format!("{command} {file}"));
            assert_eq!(ran.code, Some(1), "{file}: {}", ran.err);
            assert!(ran.err.contains(part) && ran.err.contains(file), "{part} in {}", ran.err);
        }
    }
}

#[cfg(unix)]
#[test]
fn a_game_that_is_killed_is_there_all_the_same() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;
    let folder = Folder::root("saves-killed");
    let mut child = program(&folder.0)
        .args(["play", "toy", "--seat", "2=human", "--seed", "8", "--save", "my.jsonl"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"1 2\n1\n").expect("answers");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut seen = String::new();
    while !seen.contains("p1 chooses \"take one\"") {
        assert!(out.read_line(&mut seen).is_ok_and(|n| n > 0), "{seen}");
    }
    child.kill().expect("it ends");
    child.wait().expect("it has ended");
    assert_eq!(text(&folder, "my.jsonl").matches("{\"answer\":").count(), 3);
    assert_eq!(run(&folder, "replay my.jsonl --verify").code, Some(0));
}

#[test]
fn whoever_saves_is_told_that_a_save_holds_all_secrets() {
    let folder = Folder::root("saves-secrets");
    let ran = run_with(&folder, "play toy --seed 5 --save my.jsonl", "q\n");
    assert!(
        ran.out.contains("my.jsonl holds the seed and every answer: whoever reads it knows all secrets"),
        "{}",
        ran.out
    );
    let ran = run_with(&folder, "play toy --seed 5", "q\n");
    assert!(!ran.out.contains("secrets"), "{}", ran.out);
    let help = run(&folder, "play --help").out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("whoever knows it can find out what is hidden"), "{help}");
    assert!(help.contains("whoever reads it knows all secrets of the game"), "{help}");
}

#[test]
fn a_record_of_one_seat_is_shown_and_not_played() {
    let folder = saved("replay-record");
    let ran = run(&folder, "replay my.jsonl --for 2 --out two.jsonl");
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""), "{}", ran.err);
    assert!(ran.err.contains("two.jsonl holds what p2 saw of the game"), "{}", ran.err);
    let record = text(&folder, "two.jsonl");
    assert!(
        !record.contains("seed") && !record.contains("\"answer\":{") && !record.contains("lose 2 stones"),
        "{record}"
    );
    let shown = run(&folder, "replay two.jsonl");
    assert_eq!((shown.code, shown.err.as_str()), (Some(0), ""), "{}", shown.err);
    assert!(shown.out.starts_with("toy 0.1.0, 2 players, as p2 saw it\n"), "{}", shown.out);
    assert!(shown.out.contains("- p1 chooses \"take two\"\n"), "{}", shown.out);
    let first = run(&folder, "replay two.jsonl --until 0");
    assert!(first.code == Some(0) && !first.out.contains("\n1. ") && shown.out.contains("\n1. "), "{}", first.out);
    // Nobody can go on with it, and nothing can be verified by it.
    let ran = run(&folder, "play --load two.jsonl");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("what one seat saw of a game, not the game itself"), "{}", ran.err);
    for words in ["--verify", "--diff", "--as 1", "--for 1 --out one.jsonl"] {
        let ran = run(&folder, &format!("replay two.jsonl {words}"));
        assert_eq!(ran.code, Some(2), "{words}");
        assert!(ran.err.contains("two.jsonl holds only what p2 saw of a game"), "{words}: {}", ran.err);
    }
    for words in ["--for 3 --out x.jsonl", "--for 0 --out x.jsonl", "--for 2", "--for 2 --out two.jsonl"] {
        assert_eq!(run(&folder, &format!("replay my.jsonl {words}")).code, Some(2), "{words}");
    }
    folder.write("cut.jsonl", record.trim_end().rsplit_once('\n').map_or("", |(before, _)| before));
    assert!(run(&folder, "replay cut.jsonl").err.contains("cut off"));
}

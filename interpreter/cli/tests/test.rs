//! `test`: scenarios from all their places, snapshots new, different, accepted, rejected and left over, its formats.

mod common;

use std::fs;

use common::{Folder, MANIFEST, PACK, PACK_SCRIPT, SCRIPT, run, run_with};

const SCENARIO: &str = r#"# The last stone wins.
scenario "the last stone wins" {
  begin take of p2
  given { stones 1 }
  p2 chooses take_one
  expect p2 has won
  snapshot
}
scenario "two cannot be taken of one" {
  begin take of p1
  given { stones 1 }
  expect p1 cannot choose take_two
}
"#;

const SNAP: &str = "tests/scenarios/toy/snapshots/ends__the_last_stone_wins.snap";

fn root(name: &str) -> Folder {
    let folder = Folder::root(name);
    folder.write("tests/scenarios/toy/ends.card", SCENARIO);
    folder
}

fn read(folder: &Folder, file: &str) -> Option<String> {
    fs::read_to_string(folder.0.join(file)).ok()
}

#[test]
fn a_new_snapshot_fails_until_somebody_accepts_it() {
    let folder = root("new-snapshot");
    let ran = run(&folder, "test");
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.err.contains("new snapshot of \"the last stone wins\""), "{}", ran.err);
    assert!(ran.err.contains("2 scenarios of 1 game: 1 passed, 1 with a snapshot that nobody has read"), "{}", ran.err);
    let pending = read(&folder, &format!("{SNAP}.new")).expect("it is kept for later");
    let head =
        "---\nsource: tests/scenarios/toy/ends.card\nexpression: \"the last stone wins\"\n---\np2 chooses take_one\n";
    assert!(pending.starts_with(head), "{pending}");
    assert_eq!(run(&folder, "test --accept").code, Some(0));
    assert_eq!(read(&folder, SNAP), Some(pending));
    assert_eq!(read(&folder, &format!("{SNAP}.new")), None);
    assert_eq!(run(&folder, "test").code, Some(0));
}

#[test]
fn a_mistake_in_the_rules_is_told_once_for_all_scenarios() {
    let folder = root("one-mistake");
    folder.write("cards/toy/rules.card", SCRIPT.replace("gain 1 wins", "gain 1 wons"));
    let ran = run(&folder, "test");
    assert_eq!(ran.code, Some(1));
    assert_eq!(ran.err.matches("called `wons`").count(), SCRIPT.matches("gain 1 wins").count(), "{}", ran.err);
    assert!(ran.err.contains("2 failed"), "{}", ran.err);
}

#[test]
fn a_different_snapshot_is_shown_old_against_new() {
    let folder = root("different-snapshot");
    run(&folder, "test --accept");
    folder.write("cards/toy/rules.card", SCRIPT.replace("gain 1 wins", "gain 3 wins"));
    let ran = run(&folder, "test toy");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("different snapshot") && ran.err.contains("-   p2: win +1"), "{}", ran.err);
    assert!(ran.err.contains("+   p2: wins +3"), "{}", ran.err);
    // Only its lines have moved.
    folder.write("cards/toy/rules.card", format!("# one\n# two\n{SCRIPT}"));
    assert_eq!(run(&folder, "test toy").code, Some(0));
    let stored = read(&folder, SNAP);
    folder.write(&format!("{SNAP}.new"), "from before");
    assert_eq!(run(&folder, "test toy --accept").code, Some(0));
    assert_eq!(read(&folder, SNAP), stored, "what does not differ is not written");
    assert_eq!(read(&folder, &format!("{SNAP}.new")), None);
}

#[test]
fn a_review_goes_through_snapshots_one_at_a_time() {
    let folder = root("review");
    let ran = run_with(&folder, "test --review", "s\n");
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.out.contains("1 of 1 · new · ") && ran.out.contains("[a] accept  [r] reject"), "{}", ran.out);
    assert!(read(&folder, &format!("{SNAP}.new")).is_some(), "what is skipped is kept");
    let ran = run_with(&folder, "test --review", "what?\nr\n");
    assert!(ran.err.contains("1 rejected"), "{}", ran.err);
    assert_eq!(read(&folder, &format!("{SNAP}.new")), None);
    let ran = run_with(&folder, "test --review", "a\n");
    assert_eq!((ran.code, read(&folder, SNAP).is_some()), (Some(0), true), "{}", ran.err);
    // Nobody answers.
    fs::remove_file(folder.0.join(SNAP)).expect("it is there");
    assert_eq!(run_with(&folder, "test --review", "").code, Some(1));
}

#[test]
fn a_snapshot_of_no_scenario_fails() {
    let folder = root("orphan");
    run(&folder, "test --accept");
    folder.write("tests/scenarios/toy/snapshots/ends__gone.snap", "---\nsource: x\n---\nold\n");
    let ran = run(&folder, "test --format short");
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("snapshots/ends__gone.snap: no scenario makes this snapshot"), "{}", ran.out);
    assert_eq!(run(&folder, "test --filter stone").code, Some(0), "a part of the scenarios says nothing of the others");
    assert_eq!(run(&folder, "test --accept").code, Some(0));
    assert_eq!(read(&folder, "tests/scenarios/toy/snapshots/ends__gone.snap"), None);
}

#[test]
fn what_is_wrong_in_a_file_is_told_once_also_where_packs_bring_scenarios() {
    let folder = root("told-once");
    folder.write("cards/toy/more/pack.toml", PACK);
    folder.write("cards/toy/more/more.card", PACK_SCRIPT);
    folder.write("cards/toy/more/scenarios/more.card", "scenario \"with more\" { begin take of p1 }\n");
    let big = "scenario \"big\" { begin take of p1   given { stones 99999999999 } }\n";
    folder.write("tests/scenarios/toy/big.card", big);
    for command in ["test", "check toy"] {
        let ran = run(&folder, &format!("{command} --format short"));
        let all = ran.out.clone() + &ran.err;
        assert_eq!(ran.code, Some(1), "{command}: {all}");
        assert_eq!(all.matches("E0123").count(), 1, "{command}: {all}");
    }
}

#[test]
fn a_scenario_that_was_not_read_as_it_stands_is_not_run() {
    let folder = root("misread-scenario");
    run(&folder, "test --accept");
    let too_big =
        "scenario \"a heap\" {\n  begin take of p1\n  given { stones 99999999999 }\n  expect stones is 5\n}\n";
    folder.write("tests/scenarios/toy/heaps.card", too_big);
    let ran = run(&folder, "test");
    assert_eq!(ran.code, Some(1));
    assert_eq!(ran.err.matches("is too big").count(), 1, "{}", ran.err);
    assert!(!ran.err.contains("this is not so"), "{}", ran.err);
    assert!(ran.err.contains("3 scenarios of 1 game: 2 passed, 1 failed\n"), "{}", ran.err);
}

#[test]
fn failures_name_the_place_and_what_there_was() {
    let folder = root("failures");
    folder.write(
        "tests/scenarios/toy/wrong.card",
        "scenario \"no\" {\n  begin take of p1\n  given { stones 1 }\n  p1 chooses take_two\n}\n",
    );
    let ran = run(&folder, "test --filter no --format short");
    assert_eq!(ran.code, Some(1));
    let line = "tests/scenarios/toy/wrong.card:4:14: error[E0690]: p1 cannot choose this here";
    assert!(ran.out.starts_with(line), "{}", ran.out);
    let ran = run(&folder, "test tests/scenarios/toy/wrong.card");
    assert!(ran.err.contains("the choices are: take_one"), "{}", ran.err);
    assert!(ran.err.contains("1 scenario of 1 game: 0 passed, 1 failed"), "{}", ran.err);
    let ran = run(&folder, "test --format json");
    let lines: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
    let results: Vec<&str> = lines.iter().filter_map(|line| line["result"].as_str()).collect();
    assert_eq!(results, ["unread", "passed", "failed"]);
    assert_eq!(lines[2]["failures"][0]["line"], 4);
    assert_eq!(lines[2]["game"], "toy");
}

#[test]
fn check_reads_scenarios_too() {
    let folder = root("check-scenarios");
    assert_eq!(run(&folder, "check").code, Some(0));
    folder.write("tests/scenarios/toy/wrong.card", "scenario \"no\" { p1 chooses take_onne }\n");
    let ran = run(&folder, "check --format short");
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.starts_with("tests/scenarios/toy/wrong.card:1:28: error[E0250]"), "{}", ran.out);
}

#[test]
fn packs_bring_their_own_scenarios() {
    let folder = root("pack-scenarios");
    folder.write("cards/toy/dragons/pack.toml", PACK);
    folder.write("cards/toy/dragons/dragon.card", PACK_SCRIPT);
    folder.write(
        "cards/toy/dragons/scenarios/all.card",
        "scenario \"a dragon\" { begin pick   p1 chooses [dragon, red]   expect any p1.kept where it is dragon }\n",
    );
    folder.write(
        "tests/scenarios/toy/packs.card",
        "scenario \"with\" { pack dragons   begin pick   expect count of tray is 5 }\n\
         scenario \"without\" { begin pick   expect count of tray is 4 }\n\
         scenario \"unknown\" { pack dragoons   begin pick }\n",
    );
    let ran = run(&folder, "test --accept --format json");
    let results: Vec<(String, String)> = ran
        .out
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("a line of JSON"))
        .map(|line| (line["title"].to_string(), line["result"].to_string()))
        .collect();
    let result = |title: &str| results.iter().find(|(name, _)| name.contains(title)).map(|(_, result)| result.as_str());
    assert_eq!(result("a dragon"), Some("\"passed\""), "{}{}", ran.out, ran.err);
    assert_eq!(result("with\""), Some("\"passed\""), "{}{}", ran.out, ran.err);
    assert_eq!(result("without"), Some("\"passed\""), "{}{}", ran.out, ran.err);
    assert_eq!(result("unknown"), Some("\"failed\""), "{}{}", ran.out, ran.err);
    assert!(run(&folder, "test").err.contains("did you mean `dragons`?"));
    // The pack itself is played without them.
    assert_eq!(run(&folder, "check toy --pack dragons --format short").out.lines().count(), 1);
}

#[test]
fn scenarios_of_a_variant_are_played_with_it() {
    let folder = root("variant-scenarios");
    let inside = "variant hard_mode {
  rule more { at start of take { gain 10 stones } }
  scenario \"more stones\" { begin take of p1   given { stones 1 }   expect stones is 11 }
  scenario \"another level\" { variant hard_mode:2   begin prepare   p1 chooses [red, blue]   expect stones is 17 }
}
";
    folder.write("cards/toy/hard.card", inside);
    folder.write(
        "tests/scenarios/toy/hard.card",
        "variant hard_mode { scenario \"wrong\" { begin take of p1   given { stones 1 }   expect stones is 1 } }\n",
    );
    let ran = run(&folder, "test --filter more");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.contains("1 scenario of 1 game: 1 passed"), "{}", ran.err);
    let ran = run(&folder, "test --filter another");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let ran = run(&folder, "test --filter wrong");
    assert!(ran.code == Some(1) && ran.err.contains("`stones` is 11"), "{}", ran.err);
    assert_eq!(run(&folder, "check").code, Some(0));
}

#[test]
fn a_plain_folder_has_scenarios_beside_it() {
    let folder = Folder::new("plain-scenarios");
    folder.write("mine/game.toml", MANIFEST);
    folder.write("mine/rules.card", SCRIPT);
    folder.write("mine/scenarios/ends.card", SCENARIO);
    let ran = run(&folder, "test mine --filter two");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.contains("1 scenario of 1 game: 1 passed"), "{}", ran.err);
}

#[test]
fn what_is_named_twice_is_run_once_and_a_game_is_counted_once() {
    let folder = root("named-twice");
    run(&folder, "test --accept");
    let more = "scenario \"one is left\" {\n  begin take of p1\n  given { stones 2 }\n  p1 chooses take_one\n  expect stones is 1\n}\n";
    folder.write("tests/scenarios/toy/more.card", more);
    let (ends, more) = ("tests/scenarios/toy/ends.card", "tests/scenarios/toy/more.card");
    for (names, count) in [
        (format!("{ends} {ends}"), 2),
        (format!("{ends} {more}"), 3),
        (format!("{ends} toy {more}"), 3),
        ("toy toy".to_owned(), 3),
        (format!("{ends} ./{ends}"), 2),
    ] {
        let ran = run(&folder, &format!("test {names}"));
        assert_eq!(ran.code, Some(0), "{names}: {}", ran.err);
        assert!(ran.err.contains(&format!("{count} scenarios of 1 game: {count} passed")), "{names}: {}", ran.err);
    }
}

#[test]
fn coverage_says_which_clauses_ran() {
    let folder = root("coverage");
    folder.write("cards/toy/more.card", "token ghost { name \"ghost\" copies 0 }\naction dance() { gain 1 stones }\n");
    run(&folder, "test --accept");
    let ran = run(&folder, "test --coverage");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.starts_with("toy: 6 of 7 clauses ran (85 %)"), "{}", ran.out);
    assert!(ran.out.contains("  phase take     3 of 4\n"), "{}", ran.out);
    assert!(ran.out.contains("cards/toy/rules.card:11  lose 2 stones"), "{}", ran.out);
    assert!(ran.out.contains("can never run:\n    cards/toy/more.card:2  gain 1 stones"), "{}", ran.out);
    let ran = run(&folder, "test --coverage=text");
    assert!(ran.out.contains("\n-     option take_two needs stones >= 2 { lose 2 stones }\n"), "{}", ran.out);
    assert!(ran.out.contains("\n+     option take_one { lose 1 stones }\n"), "{}", ran.out);
    assert!(ran.out.contains("\n! action dance() { gain 1 stones }\n"), "{}", ran.out);
    let ran = run(&folder, "test --coverage=json");
    let json: serde_json::Value = serde_json::from_str(&ran.out).expect("one JSON object");
    assert_eq!(
        (json["game"].as_str(), json["ran"].as_u64(), json["clauses"].as_u64()),
        (Some("toy"), Some(6), Some(7))
    );
    let ran = run(&folder, "test --coverage=html --output cover.html");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let page = read(&folder, "cover.html").expect("the page is written");
    assert!(page.contains("<span class=\"n\">lose 2 stones</span>"), "{page}");
    assert!(page.contains("<span class=\"r\">lose 1 stones</span>") && !page.contains("src="), "{page}");
}

#[test]
fn a_keyword_that_only_says_when_is_no_clause() {
    let folder = root("coverage-keyword");
    let script = SCRIPT.replace("lose 1 stones", "rarely(0) { lose 1 stones }");
    assert_ne!(script, SCRIPT);
    folder.write("cards/toy/rules.card", script);
    let keywords = "keyword rarely(n: number) { if stones > n { body } }\nkeyword lost { if stones > 1 { body } }\n";
    folder.write("cards/toy/more.card", keywords);
    run(&folder, "test --accept");
    let ran = run(&folder, "test --coverage");
    assert!(ran.out.starts_with("toy: 6 of 7 clauses ran (85 %)"), "{}", ran.out);
    assert!(!ran.out.contains("more.card:1"), "{}", ran.out);
    assert!(ran.out.contains("can never run:\n    cards/toy/more.card:2  keyword lost"), "{}", ran.out);
}

#[test]
fn simulated_games_cover_what_they_play() {
    let folder = root("sim-coverage");
    let ran = run(&folder, "sim toy -n 20 --coverage");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("toy: 7 of 7 clauses ran (100 %)"), "{}", ran.out);
    let checked = run(&folder, "sim toy -n 20 --check --coverage");
    assert!(checked.out.contains("toy: 7 of 7 clauses ran (100 %)"), "{}", checked.out);
    assert_eq!(run(&folder, "sim toy -n 1 --output x.html").code, Some(2), "a file without coverage");
}

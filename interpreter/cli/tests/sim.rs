//! `sim`, `explore` and the bots, on the game of the common part and on games made for one test.

mod common;

use std::process::{Command, Stdio};
use std::time::Duration;

use cardwright::load::load_saved;
use cardwright::play::{Match, Save, Status};
use common::{Folder, program, run, run_with};
use serde_json::Value;

#[track_caller]
fn json(folder: &Folder, words: &str, code: i32) -> Value {
    let ran = run(folder, words);
    assert_eq!(ran.code, Some(code), "{words}: {}{}", ran.out, ran.err);
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {}", ran.out))
}

/// Each turn a player scores or rests; ten rounds. Bots that pass rest in half of the cases.
const RESTING: (&str, &str) = (
    r#"[game]
id = "resting"
name = "Resting"
players = 2
ranking = ["points"]
[counter]
points = { on = "player", min = 0 }
[flow]
turn = ["act"]
rounds = 10
[bots]
pass = { rest = 50 }
[variant.busy]
bots.pass.rest = 0
"#,
    "phase act { offer { option rest { }  option work { gain 1 points } } }\n",
);

/// Whoever works for the fifth time divides by zero.
const FAULTY: (&str, &str) = (
    r#"[game]
id = "faulty"
name = "Faulty"
players = 2
ranking = ["points"]
[counter]
points = { on = "player", min = 0 }
worked = { on = "player", min = 0 }
[flow]
turn = ["act"]
rounds = 8
"#,
    "phase act { offer { option rest { }  option work { gain 1 worked   gain 10 / (5 - me.worked) points } } }\n",
);

fn game(name: &str, (manifest, script): (&str, &str)) -> Folder {
    let folder = Folder::new(name);
    folder.write("games/it/game.toml", manifest);
    folder.write("cards/it/rules.card", script);
    folder
}

#[test]
fn a_simulation_says_who_won_and_how_long_it_took() {
    let folder = Folder::root("sim");
    let sim = json(&folder, "sim toy -n 200 --seed 5 --format json", 0);
    assert_eq!((&sim["game"], &sim["games"]), (&Value::from("toy"), &Value::from(200)));
    assert_eq!((&sim["faults"], &sim["unfinished"]), (&Value::from(0), &Value::from(0)));
    let seats = sim["seats"].as_array().expect("a list of seats");
    assert_eq!(seats.len(), 2);
    let wins: u64 = seats.iter().filter_map(|seat| seat["wins"].as_u64()).sum();
    assert_eq!(wins, 200, "somebody takes the last stone: {sim}");
    assert!(seats.iter().all(|seat| seat["draws"] == 0));
    // One win is one point.
    assert_eq!(seats[0]["mean_score"].as_f64(), seats[0]["wins"].as_f64().map(|wins| wins / 200.0));
    // Two tokens are picked, then five stones are taken one or two at a time.
    let length = &sim["length"];
    assert_eq!((&length["min"], &length["max"]), (&Value::from(5), &Value::from(7)));
    assert!(length["mean"].as_f64().is_some_and(|mean| mean > 5.0 && mean < 7.0), "{length}");
    assert!(length["median"].is_u64() && length["p95"].is_u64() && length["rounds"]["max"].is_u64(), "{length}");
    assert!(sim["decisions"].as_u64().is_some_and(|all| (1000..=1400).contains(&all)));

    let table = run(&folder, "sim toy -n 50");
    assert_eq!(table.code, Some(0), "{}", table.err);
    assert!(table.out.contains("50 games: 50 ended") && table.out.contains("median"), "{}", table.out);
    assert!(table.err.is_empty(), "no bar where nobody looks: {}", table.err);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let folder = Folder::root("sim-jobs");
    let words = |jobs: u8| format!("sim toy -n 700 --seed 9 --jobs {jobs} --format json");
    let alone = run(&folder, &words(1)).out;
    assert!(alone.contains(r#""games":700"#), "{alone}");
    assert_eq!(alone, run(&folder, &words(8)).out);
    assert_eq!(alone, run(&folder, &words(3)).out);
    assert_ne!(alone, run(&folder, "sim toy -n 700 --seed 10 --jobs 1 --format json").out);
}

#[test]
fn checked_games_are_the_same_games() {
    let folder = Folder::root("sim-check");
    let plain = json(&folder, "sim toy -n 40 --seed 2 --format json", 0);
    assert_eq!(plain, json(&folder, "sim toy -n 40 --seed 2 --check --format json", 0));
}

#[test]
fn sensible_bots_pass_as_often_as_the_manifest_says() {
    let folder = game("sim-bots", RESTING);
    let mean = |words: &str| {
        let sim = json(&folder, &format!("sim it -n 300 --format json {words}"), 0);
        sim["seats"][0]["mean_score"].as_f64().expect("a mean")
    };
    assert!((mean("--bots random") - 5.0).abs() < 0.5);
    assert!((mean("--bots sensible") - 5.0).abs() < 0.5);
    assert_eq!(mean("--bots sensible --variant busy"), 10.0);
    assert!((mean("--bots random --variant busy") - 5.0).abs() < 0.5);
    assert!(run(&folder, "bench it --bots sensible --variant busy --seconds 0.02").out.contains("sensible bots"));
    let played = run_with(&folder, "play it --variant busy --seat 1=sensible --seat 2=sensible --seed 1", "");
    assert_eq!(played.code, Some(0), "{}", played.err);
    assert!(played.out.contains("chooses \"work\"") && !played.out.contains("chooses \"rest\""), "{}", played.out);
}

#[test]
fn sensible_bots_decline_nothing() {
    let script = "phase act { choose up to 1 cs from 1..3   gain 1 points for each cs   may { gain 1 points } }\n";
    let folder = game(
        "sim-declines",
        (&RESTING.0.replace("[bots]\npass = { rest = 50 }\n", "").replace("bots.pass.rest = 0", ""), script),
    );
    let sim = json(&folder, "sim it -n 30 --format json --bots sensible", 0);
    assert_eq!(sim["seats"][0]["mean_score"], 20.0);
    let random = json(&folder, "sim it -n 30 --format json", 0);
    assert!(random["seats"][0]["mean_score"].as_f64().is_some_and(|mean| mean < 18.0), "{random}");
}

#[test]
fn every_fault_has_a_replay_that_shows_it_again() {
    let folder = game("sim-faults", FAULTY);
    let sim = json(&folder, "sim it -n 60 --seed 4 --format json --faults wrong", 1);
    let faults = sim["faults"].as_u64().expect("a number");
    let replays = sim["replays"].as_array().expect("a list");
    assert!(faults > 0 && faults < 60, "{sim}");
    assert_eq!(replays.len() as u64, faults);

    for replay in replays {
        let path = folder.0.join(replay["file"].as_str().expect("a path"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let save = Save::from_text(&text).expect("the engine reads it");
        assert_eq!(Some(save.head.seed), replay["seed"].as_u64());
        let rules = load_saved(&save).expect("its rules lie in it").program;
        let again = Match::load(rules, &save).expect("it leads to the same place");
        assert!(matches!(again.status(), Status::Stopped(_)));
        let why = again.fault_text().expect("a fault");
        assert!(why.contains("divided by zero") && replay["why"] == why.as_str(), "{why}");
        assert_eq!(save.end.why, Some(why));
    }
    let first = replays.first().and_then(|replay| replay["file"].as_str()).expect("a path");
    let shown = run(&folder, &format!("replay {first}"));
    assert_eq!(shown.code, Some(0), "{}", shown.err);
    assert!(
        shown.out.contains("kept because the rules went wrong") && shown.out.contains("The game stopped:"),
        "{}",
        shown.out
    );
    folder.write("taken", "a file");
    let unwritten = run(&folder, "sim it -n 5000 --seed 4 --faults taken");
    assert_eq!(unwritten.code, Some(1));
    assert!(unwritten.err.contains("cannot be made"), "{}", unwritten.err);
    let checked = json(&folder, "sim it -n 60 --seed 4 --format json --faults wrong --check", 1);
    assert_eq!(sim, checked);
}

#[test]
fn faults_without_end_stop_the_run_at_the_same_game() {
    let always = (FAULTY.0, "phase act { choose n from 1..3   gain 1 / (n - n - me.worked) points }\n");
    let folder = game("sim-all-faults", always);
    let ran = run(&folder, "sim it -n 5000 --format json --jobs 1");
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.err.contains("stopped after") && ran.err.contains("games with faults"), "{}", ran.err);
    assert_eq!(ran.out, run(&folder, "sim it -n 5000 --format json --jobs 4").out);
}

#[test]
fn games_beyond_the_limit_are_unfinished() {
    let folder = Folder::root("sim-limit");
    let sim = json(&folder, "sim toy -n 20 --limit 5 --format json", 0);
    let unfinished = sim["unfinished"].as_u64().expect("a number");
    assert!(unfinished > 0 && sim["games"] == 20, "{sim}");
    let none = json(&folder, "sim toy -n 20 --limit 2 --format json", 0);
    assert_eq!((&none["unfinished"], &none["length"]["mean"]), (&Value::from(20), &Value::Null));

    // They are named by their seeds, and kept where that is wanted.
    let named = sim["unfinished_games"].as_array().expect("a list");
    assert_eq!(named.len() as u64, unfinished, "{sim}");
    let first = &named[0];
    assert!(first["seed"].is_u64() && first["file"].is_null(), "{sim}");
    let table = run(&folder, "sim toy -n 20 --limit 5").out;
    assert!(table.contains(&format!("\nunfinished: game {} (seed {})", first["game"], first["seed"])), "{table}");
    let many = run(&folder, "sim toy -n 20 --limit 2").out;
    assert!(many.contains("unfinished: game 0 ") && many.contains("game 4 ") && many.contains(", …\n"), "{many}");
    assert!(!folder.0.join("faults").exists());
    let kept = json(&folder, "sim toy -n 20 --limit 5 --format json --keep-unfinished --faults long", 0);
    let file = kept["unfinished_games"][0]["file"].as_str().expect("a path");
    let save = Save::from_text(&std::fs::read_to_string(folder.0.join(file)).expect("a file")).expect("a save");
    assert_eq!(Some(save.head.seed), first["seed"].as_u64());
    let rules = load_saved(&save).expect("its rules lie in it").program;
    let again = Match::load(rules, &save).expect("it leads to the same place");
    assert!(matches!(again.status(), Status::Deciding));
    let checked = json(&folder, "sim toy -n 20 --limit 5 --format json --keep-unfinished --faults long --check", 0);
    assert_eq!(kept, checked);
}

/// What a command that is stopped by Ctrl-C after a while gives: its JSON, and what it tells.
#[cfg(unix)]
fn interrupted(folder: &Folder, words: &str) -> (Value, String) {
    let child = program(&folder.0)
        .args(words.split(' '))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(Duration::from_millis(1500));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.is_ok_and(|status| status.success()));
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(130));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    (serde_json::from_slice(&output.stdout).expect("JSON"), told)
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_done() {
    let folder = Folder::root("sim-ctrl-c");
    let (sim, told) = interrupted(&folder, "sim toy -n 1000000000 --format json");
    assert!(sim["games"].as_u64().is_some_and(|games| games > 0 && games < 1_000_000_000), "{sim}");
    assert_eq!(sim["stopped"], "interrupted");
    assert!(told.contains("of 1000000000 games: interrupted"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_bench_with_what_was_measured() {
    let folder = Folder::root("bench-ctrl-c");
    let (bench, told) = interrupted(&folder, "bench toy --seconds 600 --format json");
    assert!(bench["playouts"].as_u64().is_some_and(|playouts| playouts > 0), "{bench}");
    assert!(bench["cpu_seconds"].as_f64().is_some_and(|spent| spent > 0.0 && spent < 600.0), "{bench}");
    assert_eq!(bench["stopped"], "interrupted");
    assert!(told.contains("interrupted after"));
}

/// One seat, or all together, against the game: it is won, lost, or only over.
fn against_the_game(result: &str, players: u8, end: &str) -> (String, String) {
    let manifest = format!(
        "[game]\nid = \"it\"\nname = \"It\"\nplayers = {players}\n{result}\n[flow]\nturn = [\"act\"]\nrounds = 1\n"
    );
    (manifest, format!("phase act {{ choose n from 1..2   {end} }}\n"))
}

#[test]
fn one_seat_wins_and_loses_by_the_end_that_the_game_says() {
    for (result, players, end, wins, losses, mean) in [
        ("", 1, "end game won by me", 8, 0, 1.0),
        ("", 1, "end game lost \"too bad\"", 0, 8, -1.0),
        ("", 1, "end game", 0, 0, 0.0),
        ("result = \"together\"", 1, "end game lost \"too bad\"", 0, 8, 0.0),
        ("result = \"together\"", 2, "end game won by players", 8, 0, 1.0),
        ("result = \"together\"", 2, "end game lost \"too bad\"", 0, 8, 0.0),
    ] {
        let (manifest, script) = against_the_game(result, players, end);
        let folder = game("sim-alone", (&manifest, &script));
        let end_of_all = if wins > 0 {
            "won"
        } else if losses > 0 {
            "lost"
        } else {
            "neither"
        };
        let outcomes = &json(&folder, "explore it --format json", 0)["outcomes"];
        assert_eq!(outcomes, &serde_json::json!({end_of_all: 2}), "{result} {players} {end}");
        let sim = json(&folder, "sim it -n 8 --format json", 0);
        for seat in sim["seats"].as_array().expect("a list of seats") {
            let found = (&seat["wins"], &seat["draws"], &seat["losses"], &seat["mean_result"]);
            assert_eq!(found, (&wins.into(), &0.into(), &losses.into(), &mean.into()), "{result} {players} {end}");
        }
    }
}

#[test]
fn one_of_a_thing_is_not_several() {
    let (manifest, script) = against_the_game("", 1, "end game won by me");
    let folder = game("sim-one", (&manifest, &script));
    let sim = run(&folder, "sim it -n 1").out;
    assert!(sim.starts_with("it, 1 seat, random bots"), "{sim}");
    assert!(sim.contains("\n1 game: 1 ended, 0 unfinished, 0 with faults; 1 decision\n"), "{sim}");
    assert!(sim.contains("won   lost") && sim.contains("100.0 %  0.0 %"), "{sim}");
    assert!(run(&folder, "bench it --seconds 0.02").out.starts_with("it, 1 seat, random bots"));
    assert!(run(&folder, "explore it").out.starts_with("it, 1 seat: the whole tree"));
    assert!(run(&folder, "explore it --limit 1").err.contains("the limit of 1 node\n"));
    assert!(run_with(&folder, "play it --all-random --seed 1", "").out.contains("\nseat: p1 (random)\n"));
    assert!(run(&folder, "play it --seat 2=random").err.contains("there is only seat 1"));
    assert!(run(&folder, "sim it --players 2").err.contains("is for 1 player\n"));
}

#[test]
fn explore_counts_the_whole_tree() {
    let folder = Folder::root("explore");
    let tree = json(&folder, "explore toy --format json --set heap=3", 0);
    assert_eq!((&tree["game"], &tree["complete"], &tree["stopped"]), (&"toy".into(), &true.into(), &Value::Null));
    // Six ways to pick two of four tokens; then 3 is 1+1+1, 1+2 or 2+1.
    assert_eq!((&tree["terminals"], &tree["chances"], &tree["depth"]), (&18.into(), &0.into(), &5.into()));
    let histories = |key: &str| tree[key].as_u64().expect("a number");
    assert_eq!(histories("histories"), histories("terminals") + histories("decisions") + histories("chances"));
    // The last stone: seat 1 by 1+1+1, seat 2 by the other two, which come up in 1 of 4, 1 of 4 and 1 of 2 games.
    assert_eq!(tree["outcomes"], serde_json::json!({"p1": 6, "p2": 12}));
    assert_eq!(tree["uniform_value"], serde_json::json!([-0.5, 0.5]));
    let count = |seat: usize| tree["information_states"][seat].as_u64().expect("a number");
    assert_eq!(count(0) + count(1), histories("decisions"), "everybody sees everything: {tree}");
    assert!(tree["positions"].as_u64().is_some_and(|all| all > 18 && all <= histories("histories")), "{tree}");
    let quick = json(&folder, "explore toy --format json --set heap=3 --quick", 0);
    assert_eq!((&quick["positions"], &quick["histories"]), (&Value::Null, &tree["histories"]));
    let table = run(&folder, "explore toy --set heap=3");
    assert!(table.out.contains("the whole tree") && table.out.contains("ends with p2"), "{}", table.out);
}

#[test]
fn explore_says_when_it_stops_early() {
    let folder = Folder::root("explore-limit");
    let ran = run(&folder, "explore toy --limit 20 --format json");
    assert_eq!(ran.code, Some(1));
    let tree: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!((&tree["complete"], &tree["uniform_value"]), (&false.into(), &Value::Null));
    assert!(tree["stopped"].as_str().is_some_and(|why| why.contains("limit of 20")), "{tree}");
    assert!(ran.err.contains("stopped early"), "{}", ran.err);

    let folder = game("explore-faulty", FAULTY);
    let ran = run(&folder, "explore it --limit 100000");
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    assert!(
        ran.err.contains("the rules went wrong after options") && ran.err.contains("divided by zero"),
        "{}",
        ran.err
    );
    let endless =
        (RESTING.0.replace("rounds = 10", ""), "phase act { offer { option rest { }  option work { end game } } }\n");
    let folder = game("explore-endless", (&endless.0, endless.1));
    let ran = run(&folder, "explore it --quick");
    assert!(ran.code == Some(1) && ran.err.contains("does not come to an end"), "{}{}", ran.out, ran.err);
}

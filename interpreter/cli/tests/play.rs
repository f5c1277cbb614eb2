//! `play` and `bench`, on the game of the common part.

mod common;

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use common::{BROKEN, Folder, MANIFEST, SCRIPT, program, run, run_with};

#[test]
fn a_broken_game_is_not_played() {
    let folder = Folder::root("play-broken");
    folder.write("cards/toy/bad.card", BROKEN);
    let ran = run(&folder, "play toy");
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
    assert!(ran.err.contains("bad.card:2:3") && ran.err.contains("cannot be played"), "{}", ran.err);
}

#[test]
fn the_end_of_the_input_ends_politely() {
    let folder = Folder::root("eof");
    let ran = run_with(&folder, "play toy --seed 42", "2\n");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("seed 42\n"), "{}", ran.out);
    assert!(ran.out.ends_with("To go on from here:\n  cardwright play toy --seed 42 --answers 2\n"), "{}", ran.out);
    let ran = run_with(&folder, "play toy --seed 42 --answers 2", "q\n");
    assert!(ran.out.contains("picked: green token"), "{}", ran.out);
    assert_eq!(ran.code, Some(0));
}

#[test]
fn a_seed_is_printed_even_if_none_is_given() {
    let folder = Folder::root("seed");
    let ran = run(&folder, "play toy");
    let seed = ran.out.lines().next().and_then(|line| line.rsplit(' ').next()?.parse::<u64>().ok());
    assert!(seed.is_some(), "{}", ran.out);
}

#[test]
fn several_numbers_mean_the_options_as_shown() {
    let folder = Folder::root("several");
    let ran = run_with(&folder, "play toy --seat 2=human", "1 3\nq\n");
    assert!(ran.out.contains("kept: red token, blue token"), "{}", ran.out);
    // Their order means nothing, so they may be typed in any.
    let turned = run_with(&folder, "play toy --seat 2=human", "3 1\nq\n");
    assert!(turned.out.contains("kept: red token, blue token"), "{}", turned.out);
}

#[test]
fn text_filters_and_a_whole_label_is_taken() {
    let folder = Folder::root("filter");
    let ran = run_with(&folder, "play toy --seat 2=human", "gre\nGREEN token\nzebra\nq\n");
    assert!(ran.out.contains("> gre\n  2  green token\np1> GREEN token\n"), "{}", ran.out);
    assert!(ran.out.contains("picked: green token"), "{}", ran.out);
    assert!(ran.out.contains("No option contains `zebra`"), "{}", ran.out);
}

#[test]
fn wrong_input_explains_itself_and_asks_again() {
    let folder = Folder::root("wrong");
    let ran = run_with(
        &folder,
        "play toy --seat 2=human",
        "9\n1 2 3\n1 1\n\nc dragon\nc red token\nc\nt\nu\nh\nv\n1 2\n1\nt\n",
    );
    assert_eq!(ran.code, Some(0));
    for words in [
        "There is no option 9: the options are 1 to 3.",
        "You gave 3 numbers",
        "cannot be taken that often",
        "Type the number of an option",
        "Nothing here is called `dragon`.",
        "> c red token\nred token\ntoken\n  tray\n",
        "Write `c` and a name or a part of one",
        "> t\nphase prepare\n",
        "There is no answer of yours to take back.",
        "take back your last answer",
        "p2> t\np1 chooses \"take one\"",
        "--answers 1,1,1",
    ] {
        assert!(ran.out.contains(words), "{words} in {}", ran.out);
    }
}

#[test]
fn undo_goes_back_to_the_last_answer_by_hand() {
    let folder = Folder::root("undo");
    // After `1 2` and `1` the random seat answers; undo takes back both.
    let ran = run_with(&folder, "play toy --seed 1", "1 2\n1\nu\nq\n");
    assert!(ran.out.contains("--seed 1 --answers 1,1\n"), "{}", ran.out);
    // What happened before is not told again.
    assert_eq!(ran.out.matches("- phase pick\n").count(), 1, "{}", ran.out);
}

#[test]
fn a_game_ends_with_its_results() {
    let folder = Folder::root("end");
    let ran = run_with(&folder, "play toy --seat 2=human --seed 5", "1 2\n2\n2\n1\n");
    assert_eq!(ran.code, Some(0));
    assert!(ran.out.contains("The game has ended"), "{}", ran.out);
    assert!(ran.out.contains("rank") && ran.out.contains("+1") && ran.out.ends_with("seed 5\n"), "{}", ran.out);
}

#[test]
fn random_seats_play_alone_and_alike_with_one_seed() {
    let folder = Folder::root("random");
    let first = run(&folder, "play toy --all-random --seed 3");
    assert_eq!(first.code, Some(0));
    assert!(first.out.contains("- p2 chooses \"take") && first.out.contains("The game has ended"), "{}", first.out);
    assert_eq!(first.out, run(&folder, "play toy --all-random --seed 3").out);
}

#[test]
fn setups_that_the_game_does_not_have_are_wrong_usage() {
    let folder = Folder::root("setup");
    for (words, part) in [
        ("play toy --players 9", "is for 2 players"),
        ("play toy --seat 3=random", "the seats are 1 to 2"),
        ("play toy --variant hard-mod", "did you mean `hard_mode`?"),
        ("play toy --variant hard-mode:4", "levels 1 to 3"),
        ("play toy --answers 7", "number 1 is 7, but the options are 1 to 3"),
        ("play toy --answers 1,1,2,2,1,1", "the game is over after 5 answers"),
    ] {
        let ran = run(&folder, words);
        assert_eq!(ran.code, Some(2), "{words}: {}", ran.err);
        assert!(ran.err.contains(part), "{part} in {}", ran.err);
    }
    assert_eq!(run(&folder, "play toy --variant hard-mode:3").code, Some(0));
}

#[test]
fn a_variant_may_be_for_more_players_than_the_game() {
    let folder = Folder::root("crowd");
    folder.write("games/toy/game.toml", format!("{MANIFEST}[variant.crowd]\nplayers = 3\nen = \"a crowd\"\n"));
    let ran = run(&folder, "play toy --players 3 --variant crowd --all-random");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("p3"), "{}", ran.out);
    let ran = run(&folder, "play toy --players 9 --variant crowd");
    assert_ne!(ran.code, Some(0), "{}", ran.out);
    assert!(ran.err.contains('9') && ran.err.contains("players"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn ctrl_c_says_the_seed_and_ends_with_130() {
    let folder = Folder::root("ctrl-c");
    let mut child = program(&folder.0)
        .args(["play", "toy", "--seed", "8"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let stdin = child.stdin.take();
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut seen = String::new();
    while !seen.contains("3  blue token") {
        assert!(out.read_line(&mut seen).is_ok_and(|n| n > 0), "{seen}");
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.is_ok_and(|status| status.success()));
    let status = child.wait().expect("the program ends");
    while out.read_line(&mut seen).is_ok_and(|n| n > 0) {}
    drop(stdin);
    assert_eq!(status.code(), Some(130));
    assert!(seen.ends_with("To go on from here:\n  cardwright play toy --seed 8\n"), "{seen}");
}

#[test]
fn bench_gives_all_figures() {
    let folder = Folder::root("bench");
    let ran = run(&folder, "bench toy --seconds 0.05 --format json");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    for key in [
        "decisions_per_second",
        "playouts_per_second",
        "ops_per_decision",
        "allocations_per_decision",
        "state_bytes",
        "clone_ns",
    ] {
        assert!(ran.out.contains(&format!("\"{key}\":")), "{key} in {}", ran.out);
    }
    // A warm table takes no more memory; and all of these games end.
    assert!(ran.out.contains(r#""allocations_per_decision":0.0,"#), "{}", ran.out);
    assert!(ran.out.contains(r#""unfinished":0,"#), "{}", ran.out);
    let ran = run(&folder, "bench toy --seconds 0.05 --seed 9");
    assert!(ran.out.contains("decisions per second") && ran.out.contains("seed 9"), "{}", ran.out);
}

#[test]
fn at_the_end_everybody_reads_what_happened_since_they_were_asked() {
    let folder = Folder::root("end-of-two");
    let ran = run_with(&folder, "play toy --seat 2=human --seed 5", "1 2\n2\n2\n");
    assert!(ran.out.contains("The game has ended"), "{}", ran.out);
    assert_eq!(ran.out.matches("- phase pick\n").count(), 1 + 1, "once to each of them: {}", ran.out);
    let end = ran.out.rsplit("p2> ").next().unwrap_or_default();
    assert!(end.contains("- p2 chooses \"take two\"") && !end.contains("phase pick"), "{end}");
}

/// A game with questions that have one option only.
fn forced(name: &str) -> Folder {
    let folder = Folder::root(name);
    let manifest = "[game]\nid = \"forced\"\nversion = \"0.1.0\"\nname = \"Forced\"\nplayers = 2\nranking = [\"points\"]\n\n\
        [counter]\npoints = { on = \"player\", min = 0 }\nheap = { on = \"game\", min = 0, start = 2 }\n\n\
        [flow]\nturn = [\"act\"]\nround = [\"turn\"]\n";
    let script = "phase act {\n  offer {\n    option dig needs heap > 0 { lose 1 heap   gain 1 points }\n    \
        option rest { }\n    option sleep needs round is 1 { }\n  }\n  may { gain 1 points }\n  if round is 4 { end game }\n}\n";
    folder.write("games/forced/game.toml", manifest);
    folder.write("cards/forced/rules.card", script);
    folder
}

#[test]
fn the_only_option_is_taken_and_told_unless_all_is_to_be_asked() {
    let folder = forced("forced");
    let ran = run_with(&folder, "play forced --seat 2=human --seed 1 --save kept.jsonl", "1\n1\n1\n1\n1\n2\nu\n1\nq\n");
    // From round 2 on only `rest` is left: nobody is asked about it, and it is said. The `may` has two options always.
    assert!(ran.out.contains("- p1 chooses \"rest\" (the only option)"), "{}", ran.out);
    assert!(!ran.out.contains("  1  rest\n"), "{}", ran.out);
    // The answers are kept as ever, and undo goes back to what somebody chose.
    assert!(ran.out.contains("--load kept.jsonl"), "{}", ran.out);
    let again = run_with(&folder, "play --load kept.jsonl", "u\nq\n");
    assert_eq!(again.code, Some(0), "{}{}", again.out, again.err);
    let all = run_with(&folder, "play forced --seat 2=human --seed 1 --ask-all", "1\n1\n1\n1\n1\n1\nq\n");
    assert!(all.out.contains("  1  rest\np1> ") && !all.out.contains("the only option"), "{}", all.out);
    assert!(all.out.contains("--ask-all"), "{}", all.out);
}

#[test]
fn an_only_piece_of_several_reads_as_question_and_answer() {
    let folder = Folder::root("only-piece");
    folder.write("cards/toy/rules.card", SCRIPT.replace("exactly 2 picked", "exactly 4 picked"));
    let ran = run_with(&folder, "play toy --seed 1", "q\n");
    assert!(ran.out.contains("\n- Choose picked (4 more): red token (the only option)\n"), "{}", ran.out);
}

#[test]
fn that_there_was_no_choice_is_not_told_to_others_at_the_screen() {
    let folder = forced("forced-hands");
    let path = folder.0.join("games/forced/game.toml");
    let manifest = std::fs::read_to_string(&path).expect("the manifest");
    folder.write(
        "games/forced/game.toml",
        manifest + "\n[kind.thing]\nstarts_in = \"box\"\n\n[zone]\nbox = {}\nhand = { per = \"player\", faces = \"owner\" }\n",
    );
    // Both have hands now: whoever takes over the screen is asked.
    let ran = run_with(&folder, "play forced --seat 2=human --seed 1", "1\n1\n1\n1\n1\n1\nq\n");
    assert!(ran.out.contains("  1  rest\np1> 1") && !ran.out.contains("the only option"), "{}{}", ran.out, ran.err);
    let alone = run_with(&folder, "play forced --seed 1 --answers 1,1,1,1", "q\n");
    assert!(alone.out.contains("the only option"), "{}{}", alone.out, alone.err);
}

/// A board with a unit, stuff and a card on it, and cards that only some see; in two languages.
fn places(name: &str) -> Folder {
    let folder = Folder::root(name);
    let manifest = "[game]\nid = \"places\"\nversion = \"0.1.0\"\nname = \"Places\"\nplayers = 2\nranking = [\"points\"]\nlanguages = [\"en\", \"fr\"]\n\n\
        [counter]\npoints = { on = \"player\", min = 0, en = \"point|points\", fr = \"point|points\", gender = \"m\" }\n\
        snow = { on = \"peak\", min = 0, start = 2, en = \"snow\", fr = \"neige\", gender = \"f\" }\n\n\
        [kind.thing]\nstarts_in = \"box\"\nen = \"thing|things\"\nfr = \"chose|choses\"\ngender = \"f\"\n\n\
        [space.peak]\nattributes = { height = \"number\" }\nen = \"peak|peaks\"\nfr = \"pic|pics\"\ngender = \"m\"\n\n\
        [board.land]\nspace = \"peak\"\nspaces = [\n  { id = \"ridge\", height = 9, en = \"High Ridge\", fr = \"Crête élevée\" },\n  \
        { id = \"rock\", height = 4, en = \"Old Rock\", fr = \"Vieux rocher\" },\n]\nedges = [\"ridge - rock\"]\n\n\
        [unit.guide]\nper = \"player\"\nat = \"peak\"\nen = \"guide|guides\"\nfr = \"guide|guides\"\ngender = \"m\"\n\n\
        [zone]\nbox = { faces = \"down\", en = \"box\", fr = \"boîte\", gender = \"f\" }\n\
        hand = { per = \"player\", faces = \"owner\", en = \"hand|hands\", fr = \"main|mains\", gender = \"f\" }\n\
        on_peak = { per = \"peak\", faces = \"up\", en = \"camp\", fr = \"camp\", gender = \"m\" }\n\n\
        [flow]\nsetup = [\"deal\"]\nturn = [\"act\"]\nround = [\"turn\"]\n";
    let script = "thing rope { name \"Long Rope\" fr \"Corde épaisse\"   says en \"It holds.\" fr \"Elle tient.\" }\n\
        thing axe { name \"Ice Axe\" fr \"Piolet\" }\nthing map { name \"Old Map\" fr \"Vieille carte\" }\n\
        phase deal {\n  move box where it is rope to ridge.on_peak\n  move box where it is axe to p1.hand\n  move box where it is map to p2.hand\n  \
        for each p in players { move p.guide to ridge }\n}\n\
        phase act {\n  choose s from peaks   gain 1 snow on s\n  if round is 3 { end game }\n}\n";
    folder.write("games/places/game.toml", manifest);
    folder.write("cards/places/rules.card", script);
    folder
}

#[test]
fn anything_with_a_name_can_be_looked_at_by_a_part_of_it_or_an_option() {
    let folder = places("look");
    let told = |words: &str, input: &str| {
        let ran = run_with(&folder, &format!("play places --seed 1 {words}"), &format!("{input}\nq\n"));
        assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
        ran.out.split_once("> ").map(|(_, rest)| rest.to_owned()).unwrap_or_default()
    };
    let ridge = told("", "c ridge");
    let wanted = "High Ridge · peak · height 9\n  snow 2\n  p1's guide\n  p2's guide\n  camp: Long Rope\n  neighbours: Old Rock\n";
    assert!(ridge.contains(wanted), "{ridge}");
    assert!(told("", "c 1").contains(wanted));
    assert!(told("", "c rope").contains("Long Rope\nthing\nIt holds.\n  camp at High Ridge\n"));
    let old = told("", "c OLD");
    assert!(old.contains("Several names fit:\n  Old Map\n  Old Rock\n"), "{old}");
    assert!(told("", "c snow").contains("High Ridge: snow 2"));
    assert!(told("", "c p1's guide").contains("p1's guide\n  at High Ridge\n"));
    assert!(told("", "c 9").contains("There is no option 9"));
    // Case and accents do not matter, in any language.
    let french = told("--lang fr", "c CRETE ELEVEE");
    assert!(french.contains("Crête élevée · pic · height 9") && french.contains("voisins : Vieux rocher"), "{french}");
    assert!(told("--lang fr", "c epaisse").contains("Elle tient."));
    assert!(told("--lang fr", "c 1").contains("Crête élevée"));
    // Where a card lies that somebody else holds is not told.
    let map = told("", "c old map");
    assert!(map.contains("Old Map\nthing\n") && !map.contains("hand"), "{map}");
    assert!(told("", "c ice").contains("Ice Axe\nthing\n  p1's hand\n"));
    let things = told("", "c things");
    assert!(things.contains("Ice Axe: p1's hand") && !things.contains("Old Map"), "{things}");
    let open = told("--seat 2=human", "1\nc old map");
    assert!(open.contains("Old Map\nthing\n  p2's hand\n"), "{open}");
}

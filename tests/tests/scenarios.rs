//! All scenarios of the repository run and tell what their snapshots hold. `cardwright test` does the same from the
//! command line, and is how a change is read and accepted.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cardwright::load::{ScenarioHead, Suite, load_scenarios};
use cardwright::play::run_scenario;
use cardwright::source::{FileKind, SourceFile, Sources};
use cardwright_cli::{render, snapshot};
use cardwright_tests::{games, scenarios};

/// Files of scenarios below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    found.retain(|path| path.extension().is_some_and(|end| end == "card"));
    found.sort();
    found
}

/// The sources of a game with some of its packs, and the scenarios of all of these.
fn all_of(game: &str, packs: &[String]) -> Sources {
    let mut sources = games::sources_with(game, packs);
    let folders = std::iter::once((None, games::root().join("tests/scenarios").join(game)));
    let of_packs =
        (0..).zip(packs).map(|(index, pack)| (Some(index), games::pack_folder(game, pack).join("scenarios")));
    for (pack, folder) in folders.chain(of_packs) {
        for path in files(&folder) {
            let text = std::fs::read_to_string(&path).expect("the file can be read");
            let name = path.strip_prefix(games::root()).expect("below the root").display().to_string();
            sources.add(SourceFile::new(name.replace('\\', "/"), text, FileKind::Scenarios, pack));
        }
    }
    sources
}

/// Runs those scenarios of a game that need exactly these packs; how many they are.
fn run_with(game: &str, names: &[String], wrong: &mut Vec<String>, expected: &mut BTreeSet<PathBuf>) -> usize {
    let sources = all_of(game, names);
    let needs = |head: &ScenarioHead| -> BTreeSet<String> {
        let own = head.of_pack.and_then(|index| names.get(usize::from(index))).map(|name| name.replace('-', "_"));
        own.into_iter().chain(head.packs.iter().cloned()).collect()
    };
    let these: BTreeSet<String> = names.iter().map(|name| name.replace('-', "_")).collect();
    let suite = load_scenarios(&sources, names, names, |head| needs(head) == these);
    wrong.extend(suite.findings.iter().map(|found| render::plain(&sources, found)));
    let count = suite.scenarios.len();
    for ready in suite.scenarios {
        let file = sources.get(ready.head.span.file).map_or("", |file| file.name.as_str());
        let path = games::root().join(snapshot::path(Path::new(file), &ready.head.title));
        if ready.head.snapshot {
            expected.insert(path.clone());
        }
        let (program, index) = match ready.program {
            Ok(ready) => ready,
            Err(findings) => {
                wrong.extend(findings.iter().map(|found| render::plain(&sources, found)));
                continue;
            }
        };
        let report = run_scenario(&program, index);
        wrong.extend(report.failures.iter().map(|f| render::plain(&sources, &scenarios::diagnostic(f))));
        if let Some(text) = report.transcript {
            let stored = std::fs::read_to_string(&path).unwrap_or_default();
            if !snapshot::same(snapshot::body(&stored), &text) {
                wrong.push(format!("{}: the snapshot differs: `cardwright test --review`", path.display()));
            }
        }
    }
    count
}

#[test]
fn every_scenario_of_the_repository_passes() {
    let mut wrong: Vec<String> = Vec::new();
    let mut count = 0;
    for game in games::names() {
        let mut expected: BTreeSet<PathBuf> = BTreeSet::new();
        let packs = games::packs(&game);
        // Alone, with each pack, and with every pair of packs.
        count += run_with(&game, &[], &mut wrong, &mut expected);
        for (at, pack) in packs.iter().enumerate() {
            count += run_with(&game, std::slice::from_ref(pack), &mut wrong, &mut expected);
            for other in packs.iter().skip(at + 1) {
                count += run_with(&game, &[pack.clone(), other.clone()], &mut wrong, &mut expected);
            }
        }
        let folders = std::iter::once(games::root().join("tests/scenarios").join(&game));
        for folder in folders.chain(packs.iter().map(|pack| games::pack_folder(&game, pack).join("scenarios"))) {
            let entries = std::fs::read_dir(folder.join("snapshots")).into_iter().flatten().filter_map(Result::ok);
            let snaps = entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|e| e == "snap"));
            wrong.extend(
                snaps.filter(|snap| !expected.contains(snap)).map(|snap| format!("{}: of no scenario", snap.display())),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(count > 20, "only {count} scenarios were found");
}

// ---- what scenarios can do, on the toy game

const TOY: &str = r#"
[game]
id = "toy"
version = "1.0.0"
name = "Toy"
players = [2, 3]
ranking = ["points"]
[numbers]
hand_size = 2
[counter]
points = { on = "player", min = 0 }
damage = { on = "creature", min = 0 }
[stuff]
ruby = { on = ["player"], supply = 5 }
pearl = { on = ["player"] }
[stuff_group]
[memory]
seen = { on = "player", of = "creature", max = 3 }
[dice.cube]
faces = [1, 2, 3, 4, 5, 6]
[kind.creature]
attributes = { cost = "number", motto = { of = "text", default = "" } }
abilities = { play = {} }
live = { in = "arena" }
starts_in = "box"
[zone]
box = { faces = "down" }
deck = { order = "pile", faces = "down" }
discard = { faces = "up" }
hand = { per = "player", faces = "owner" }
arena = { per = "player", order = "row", faces = "up" }
row = { faces = "up", fill = { to = 2, from = "deck" } }
[flow]
setup = ["deal"]
turn = ["draft", "act"]
[phase.draft]
"#;

const RULES: &str = r#"
phase deal { move box to deck   shuffle deck   for each p in players { choose n from 1..2 by p   move top hand_size of deck to p.hand } }
phase draft { move top of deck to me.hand }
phase act {
  step first { offer repeatedly {
    option play(c) for c in me.hand
    option hit(c) for c in me.arena
    option throw { roll 2 cube as r   gain r.total points }
    option both { choose exactly 2 pair from me.hand   move pair to discard }
    option some { choose up to 2 few from me.hand   move few to discard }
    option share { split 3 among players as part   for each p in players { gain part[p] points by p } }
    option win { end game won by me }
    option all_done { stop }
  } }
  step last { gain 1 points }
}
action play(c: creature) { move c to me.arena   run c.play }
action hit(c: creature) { gain 1 damage on c }
creature imp { cost 1 copies 4 motto "run" play { gain 1 points } }
creature nymph { cost 2 copies 4 play { gain 1 ruby } }
creature ogre { cost 5 copies 1 play { may { lose 1 points } } }
"#;

fn toy(scenario: &str) -> (Sources, Suite) {
    game_with(TOY, RULES, scenario)
}

fn game_with(manifest: &str, rules: &str, scenario: &str) -> (Sources, Suite) {
    let mut sources = Sources::default();
    sources.add(SourceFile::new("game.toml", manifest.replace("[stuff_group]\n", ""), FileKind::Manifest, None));
    sources.add(SourceFile::new("rules.card", rules, FileKind::Script, None));
    sources.add(SourceFile::new("scenarios.card", scenario, FileKind::Scenarios, None));
    let suite = load_scenarios(&sources, &[], &[], |_| true);
    (sources, suite)
}

/// Runs one scenario of the toy; what failed as text, and its transcript.
fn play(lines: &str) -> (Vec<String>, Option<String>) {
    play_with(TOY, RULES, lines)
}

fn play_with(manifest: &str, rules: &str, lines: &str) -> (Vec<String>, Option<String>) {
    let (sources, suite) = game_with(manifest, rules, &format!("scenario \"it\" {{ {lines} }}"));
    let show = |found: &cardwright::diagnostic::Diagnostic| render::plain(&sources, found);
    let mut wrong: Vec<String> = suite.findings.iter().map(show).collect();
    let mut told = None;
    for ready in suite.scenarios {
        match ready.program {
            Err(findings) => wrong.extend(findings.iter().map(show)),
            Ok((program, index)) => {
                let report = run_scenario(&program, index);
                wrong.extend(report.failures.iter().map(|f| {
                    let help = f.help.clone().unwrap_or_default();
                    format!("`{}`: {}\n{help}", sources.slice(f.span), f.message)
                }));
                told = report.transcript;
            }
        }
    }
    (wrong, told)
}

#[track_caller]
fn passes(lines: &str) {
    let (wrong, _) = play(lines);
    assert!(wrong.is_empty(), "{lines}\n{}", wrong.join("\n\n"));
}

#[track_caller]
fn fails(lines: &str, words: &[&str]) {
    let (wrong, _) = play(lines);
    let text = wrong.join("\n\n");
    assert!(!wrong.is_empty(), "{lines}\nnothing is wrong");
    for word in words {
        assert!(text.contains(word), "{lines}\nsays not `{word}`:\n{text}");
    }
}

#[test]
fn a_game_begins_anywhere() {
    passes("begin act of p2 expect active is p2 expect p2 is asked expect p1 is not asked");
    passes("begin act.last of p2 given { p2.points 4 } expect p2.points is 5");
    passes("begin turn of p2 given { row [imp, imp] deck [ogre, ...] p2.hand [] } expect any p2.hand where it is ogre");
    passes("begin round given { row [imp, imp] p1.hand [] deck [ogre, ...] } expect p1.hand[1] is ogre");
    // In the middle of the setup.
    passes("begin deal expect p1 is asked");
    // Without `begin` setup asks, too.
    passes("expect p1 is asked p1 chooses 2 p2 chooses 1 expect p1 can choose all_done");
}

#[test]
fn zones_hold_exactly_what_is_given() {
    passes("begin act given { p1.hand [2 imp, ogre] } expect count of p1.hand is 3 expect p1.hand[3] is ogre");
    passes("begin act given { deck [nymph, imp, ...] } expect top of deck is nymph expect count of deck > 2");
    passes("begin act given { p1.hand [] p2.hand [] } expect p1.hand is empty and p2.hand is empty");
    // What is displaced goes back to where it began, and nothing is doubled.
    passes("begin act given { p1.hand [] } expect count of (box + deck + p2.hand + row) is 9");
    passes("begin act given { p1.hand [ogre] } expect no (box + deck + p2.hand + row) where it is ogre");
    // What a shuffled deck holds can be asked, where its cards lie cannot.
    passes(
        "begin act given { p1.hand [] p2.hand [] row [imp, imp] } expect count of (box + deck) is 7
            expect count of ((box + deck) where it is imp) is 2",
    );
    // A display fills itself as in play.
    passes("begin act given { row [ogre] } expect count of row is 2");
}

#[test]
fn everything_that_changes_can_be_given() {
    passes(
        "begin act given { p1.points 7 p2.ruby 3 p1.pearl 2 } expect p1.points is 7 and p2.ruby is 3 and p1.pearl is 2
            expect supply of ruby is 2",
    );
    passes(
        "begin act given { p1.arena [imp, imp] p1.arena[2].damage 4 } expect p1.arena[2].damage is 4
            expect p1.arena[1].damage is 0",
    );
    passes("begin act given { p1.hand [imp] p1.seen [p1.hand[1]] } expect count of p1.seen is 1");
    passes("begin act given { first_player p2 round 3 } expect first_player is p2 and round is 3");
    // Between two choices.
    passes(
        "begin act given { p1.hand [imp] } p1 chooses play(imp) given { p1.hand [ogre] } p1 chooses play(ogre), yes
            expect p1.points is 0",
    );
}

#[test]
fn answers_are_found_by_what_they_are() {
    passes(
        "begin act given { p1.hand [imp, imp, ogre] } p1 chooses play(imp), ogre, pass expect count of p1.arena is 2",
    );
    passes("begin act given { p1.hand [imp, nymph, ogre] } p1 chooses both, [ogre, imp] expect p1.hand[1] is nymph");
    passes(
        "begin act given { p1.hand [imp, nymph, ogre] } p1 chooses some, [ogre] expect count of p1.hand is 2
            expect p1 can choose all_done",
    );
    passes("begin act given { p1.hand [imp, nymph] } p1 chooses some, imp, pass expect count of p1.hand is 1");
    passes("begin act p1 chooses share, 1 expect p1.points is 1 and p2.points is 2");
    passes(
        "begin act given { p1.arena [imp, imp] p1.arena[2].damage 4 } p1 chooses hit(p1.arena[2])
            expect p1.arena[2].damage is 5",
    );
    passes("begin act p1 chooses win expect p1 has won expect p2 has lost expect game is over");
}

#[test]
fn chance_gives_what_is_said_or_has_a_seed() {
    passes("begin act p1 chooses throw chance gives [6, 2] expect p1.points is 8");
    passes("begin act chance gives 2, 5 p1 chooses throw expect p1.points is 7");
    let (_, first) = play("begin act p1 chooses throw snapshot");
    let (_, again) = play("begin act p1 chooses throw snapshot");
    assert_eq!(first, again);
    assert!(first.is_some_and(|text| text.contains("chance by seed 0:")));
    let all: BTreeSet<Option<String>> =
        (0..6).map(|seed| play(&format!("seed {seed} begin act p1 chooses throw snapshot")).1).collect();
    assert!(all.len() > 2, "seeds give different throws");
}

#[test]
fn a_transcript_tells_effects_and_changes() {
    let (wrong, told) = play("begin act given { p1.hand [imp] p1.points 2 } p1 chooses play(imp) snapshot");
    assert!(wrong.is_empty(), "{wrong:?}");
    let expected = "p1 chooses play(imp)
  p1 chooses play: Imp  [rules.card:6]
  p1 does play(Imp)  [rules.card:6]
    Imp: p1's hand → p1's arena  [rules.card:17]
    Imp: play  [rules.card:17]
      p1: points +1 → 3  [rules.card:19]
changed
  Imp: p1's hand → p1's arena
  p1: points 2 → 3
";
    assert_eq!(told.as_deref(), Some(expected));
}

#[test]
fn a_transcript_tells_what_was_not_so_and_sets_what_goes_on_below_its_cause() {
    let rules = format!(
        "{RULES}
creature echo {{ cost 3 copies 1 play {{
  if me.points > 7 {{ gain 9 points }} else {{ gain 1 ruby }}
  offer {{ option never needs me.points > 7 {{ gain 1 points }} }}
  choose c from me.arena where it has play and not it is echo
  run c.play
}} }}"
    )
    .replace("and not it is echo", "and .cost < 3");
    let lines = "begin act given { p1.hand [echo] p1.arena [imp] } p1 chooses play(echo), imp snapshot";
    let (wrong, told) = play_with(TOY, &rules, lines);
    assert!(wrong.is_empty(), "{wrong:?}");
    let told = told.unwrap_or_default();
    let bare: Vec<&str> = told.lines().map(|line| line.split("  [").next().unwrap_or(line)).collect();
    let expected = "    Echo: play
      not so: me.points > 7
      p1: ruby +1 → 1
      nothing to choose from
p1 chooses imp
  Echo: play …
    p1 chooses c: Imp
    Imp: play
      p1: points +1 → 1";
    assert!(told.lines().count() > 9 && bare.join("\n").contains(expected), "{told}");
}

#[test]
fn what_cannot_be_done_says_what_can() {
    let hand = "begin act given { p1.hand [imp, imp, ogre] p1.arena [] }";
    fails(
        &format!("{hand} p1 chooses play(nymph)"),
        &["`play(nymph)`: p1 cannot choose this here", "the choices are: play(imp), play(ogre), throw, both, some"],
    );
    fails(&format!("{hand} p2 chooses play(imp)"), &["p2 is not asked now", "p1 is asked", "play(imp), play(ogre)"]);
    fails(
        &format!("{hand} p1 chooses win p1 chooses all_done"),
        &["p1 is not asked now", "the game is over: p1: rank 1"],
    );
    fails(&format!("{hand} p1 passes"), &["p1 cannot choose this here"]);
    fails(&format!("{hand} p1 chooses play"), &["several different choices", "write one of: play(imp), play(ogre)"]);
    fails(
        "begin act given { p1.arena [imp, imp] p1.arena[2].damage 1 } p1 chooses hit(imp)",
        &["several different choices", "hit(p1.arena[1]), hit(p1.arena[2])"],
    );
    fails(&format!("{hand} chance gives 3"), &["chance was not asked for this"]);
    fails(&format!("{hand} p1 chooses throw chance gives [7, 1], 3"), &["chance cannot give this", "1, 2, 3, 4, 5, 6"]);
}

#[test]
fn an_expectation_that_fails_shows_both_sides() {
    let hand = "begin act given { p1.hand [imp, ogre] p1.points 2 }";
    fails(
        &format!("{hand} expect p1.points is p2.points + 1"),
        &["this is not so", "`p1.points` is 2", "`p2.points + 1` is 1"],
    );
    fails(&format!("{hand} expect top of p1.arena is imp"), &["`top of p1.arena` is none"]);
    fails(&format!("{hand} expect p1.hand is empty"), &["`p1.hand` is [Imp, Ogre]"]);
    fails(&format!("{hand} expect any p1.hand where .cost > 5"), &["`p1.hand` is [Imp, Ogre]"]);
    fails(&format!("{hand} expect p1.hand[1].motto is \"stay\""), &["`p1.hand[1].motto` is \"run\""]);
    fails(&format!("{hand} expect p1 can choose play(nymph)"), &["this cannot be chosen", "the choices are"]);
    fails(&format!("{hand} expect p1 cannot choose all_done"), &["this can be chosen"]);
    fails(&format!("{hand} expect p1 is not asked"), &["p1 is asked"]);
    fails(&format!("{hand} expect game is over"), &["the game is not over", "p1 is asked"]);
    fails(&format!("{hand} p1 chooses win expect p2 has won"), &["p2 has lost"]);
    fails(&format!("{hand} expect top of deck is imp"), &["shuffled card that nobody has seen"]);
    // All of them are told, not only the first.
    fails(&format!("{hand} expect p1.points is 1 expect p2.points is 1"), &["`p1.points` is 2", "`p2.points` is 0"]);
}

#[test]
fn what_cannot_be_given_says_why() {
    fails("begin act given { p1.hand [3 ogre] }", &["there are 1 `ogre` in this game, and the lists name 3"]);
    fails("begin act given { p1.ruby 6 }", &["the supply has only 5 `ruby`"]);
    fails("begin act given { p1.hand [imp] p1.hand [ogre] }", &["given twice"]);
    fails("begin deal given { box [imp] }", &["`box` is where cards begin", "`box [a, ...]`"]);
    fails("begin act given { p1.arena[3].damage 1 }", &["not there"]);
    fails("begin act given { round 0 }", &["there is no round 0", "rounds count from 1"]);
    let ten = TOY.replace("turn = [\"draft\", \"act\"]", "turn = [\"draft\", \"act\"]\nrounds = \"last\"");
    let ten = ten.replace("hand_size = 2", "hand_size = 2\nlast = 10");
    let (wrong, _) = play_with(&ten, RULES, "begin act given { round 11 }");
    assert!(wrong.join("").contains("there is no round 11") && wrong.join("").contains("rounds 1 to 10"), "{wrong:?}");
    let (wrong, _) = play_with(&ten, RULES, "begin act given { round 10 } expect round is 10");
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn several_can_be_chosen_together_or_not() {
    let hand = "begin act given { p1.hand [imp, nymph, ogre] } p1 chooses both";
    passes(&format!("{hand} expect p1 can choose [ogre, imp], [imp, nymph]"));
    passes(&format!("{hand} expect p1 cannot choose [imp, imp], [imp], [imp, nymph, ogre], [ogre, pass]"));
    fails(&format!("{hand} expect p1 cannot choose [imp, ogre]"), &["`[imp, ogre]`: this can be chosen"]);
    fails(
        &format!("{hand} expect p1 can choose [imp]"),
        &["`[imp]`: these cannot be chosen together", "the choices are: imp, nymph"],
    );
    fails(&format!("{hand} expect p1 can choose [imp, nymph, ogre]"), &["these cannot be chosen together"]);
    // Trying it out changes nothing.
    passes(&format!("{hand} expect p1 can choose [ogre, imp] p1 chooses [ogre, imp] expect p1.hand[1] is nymph"));
    let some = "begin act given { p1.hand [imp, nymph, ogre] } p1 chooses some";
    passes(&format!("{some} expect p1 can choose [ogre], [imp, ogre] expect p1 cannot choose [imp, nymph, ogre]"));
}

#[test]
fn what_is_left_of_a_list_of_chance_goes_to_no_other_roll() {
    fails(
        "begin act p1 chooses throw chance gives [6, 2, 6] p1 chooses throw",
        &["`6`: chance was not asked for this: 6 of the list is left over", "one roll or draw"],
    );
    fails("begin act chance gives [6, 2, 6] p1 chooses throw, throw", &["6 of the list is left over"]);
    fails("begin act p1 chooses throw chance gives [6, 2, 6]", &["6 of the list is left over"]);
    fails("begin act p1 chooses throw chance gives [6, 2], 5", &["`5`: chance was not asked for this"]);
    // Before the choice, and one after the other over several rolls.
    passes("begin act chance gives [6, 2], [1, 1] p1 chooses throw, throw expect p1.points is 10");
}

#[test]
fn it_can_be_said_where_and_for_what_somebody_is_asked() {
    let hand = "begin act given { p1.hand [imp, nymph, ogre] }";
    passes(&format!(
        "{hand} expect p1 is asked in act expect p1 is asked in act.first for offer \"Choose what to do\""
    ));
    passes(&format!(
        "{hand} expect p1 is not asked for pair expect p1 is not asked in draft expect p2 is not asked for offer"
    ));
    passes(&format!(
        "{hand} p1 chooses both expect p1 is asked for pair expect p1 is asked for choose expect p1 is not asked for offer"
    ));
    passes(&format!("{hand} p1 chooses share expect p1 is asked for part expect p1 is asked for split"));
    passes(&format!("{hand} given {{ p1.points 1 }} p1 chooses play(ogre) expect p1 is asked for may"));
    fails(
        &format!("{hand} expect p1 is asked for pair"),
        &["p1 is asked, but for offer", "the choices are: play(imp)"],
    );
    fails(&format!("{hand} p1 chooses both expect p1 is asked for offer"), &["p1 is asked, but for pair or choose"]);
    fails(&format!("{hand} expect p1 is asked in draft"), &["p1 is asked, but in act"]);
    fails(&format!("{hand} expect p1 is asked in act.last"), &["p1 is asked, but in another step of act"]);
    fails(
        &format!("{hand} expect p1 is asked \"Which?\""),
        &["p1 is asked, but the question is \"Choose what to do\""],
    );
    fails(&format!("{hand} expect p1 is not asked for offer"), &["p1 is asked", "the choices are"]);
    fails(&format!("{hand} expect p2 is asked for offer"), &["p2 is not asked now"]);
    fails(
        &format!("{hand} expect p1 is asked for pairs"),
        &["nobody is ever asked for `pairs`", "did you mean `pair`?"],
    );
    fails(&format!("{hand} expect p1 is asked in act.lost"), &["no step `lost`"]);
}

#[test]
fn it_can_be_said_who_sees_what() {
    let table = "begin act given { p1.hand [imp, ogre] p1.arena [nymph] p2.hand [imp] deck [nymph, ...] }";
    passes(&format!(
        "{table} expect p1 sees p1.hand, p1.hand[2], p1.arena, top of p1.arena expect p2 cannot see p1.hand"
    ));
    passes(&format!(
        "{table} expect everybody sees p1.arena, p1.points, p1.ruby, count of p1.hand expect nobody sees deck"
    ));
    passes(&format!("{table} expect spectators cannot see players.hand expect nobody sees top of deck"));
    passes(&format!("{table} expect p1 sees ogre expect p2 cannot see ogre, p1.hand where .cost > 1"));
    fails(
        &format!("{table} expect p2 cannot see p1.arena"),
        &["`p1.arena`: p2 sees this", "of one card, these are seen: Nymph in p1.arena"],
    );
    fails(&format!("{table} expect p2 sees p1.hand"), &["p2 does not see this", "of 2 cards, none is seen"]);
    fails(
        &format!("{table} expect p2 sees p1.hand + p1.arena"),
        &["p2 does not see all of this", "of 3 cards, these are seen: Nymph in p1.arena"],
    );
    fails(&format!("{table} expect everybody sees p1.hand"), &["p2 does not see this"]);
    fails(&format!("{table} expect nobody sees p1.hand"), &["p1 sees this", "Imp in p1.hand, Ogre in p1.hand"]);
    fails(&format!("{table} expect spectators cannot see p1.arena"), &["a spectator sees this"]);
    fails(&format!("{table} expect p1 cannot see ogre"), &["p1 sees this", "it is seen: Ogre in p1.hand"]);
    fails(&format!("{table} expect p2 sees ogre"), &["p2 does not see this", "no card of this name is seen"]);
    fails(&format!("{table} expect p1 cannot see p2.points"), &["p1 sees this", "it is seen to be 0"]);
    // Nothing lies there: that pins nothing.
    fails(&format!("{table} expect p1 cannot see p2.arena"), &["no card here", "lay one there by `given`"]);
    fails(&format!("{table} expect p1 sees p1.points + 1"), &["nothing that one player sees", "top of deck"]);
}

#[test]
fn secret_counters_are_seen_by_whose_they_are() {
    let secret = TOY
        .replace("points = { on = \"player\", min = 0 }", "points = { on = \"player\", min = 0, secret = true }")
        .replace("damage = { on = \"creature\", min = 0 }", "damage = { on = \"creature\", min = 0, secret = true }")
        .replace(
            "deck = { order = \"pile\", faces = \"down\" }",
            "deck = { order = \"pile\", faces = \"down\", secret = true }",
        );
    let table = "begin act given { p1.points 3 p1.hand [imp] p1.arena [imp] p1.arena[1].damage 2 }";
    let good = "expect p1 sees p1.points expect p2 cannot see p1.points, p1.arena[1].damage, count of deck
        expect spectators cannot see p1.points expect everybody sees p1.arena";
    let (wrong, _) = play_with(&secret, RULES, &format!("{table} {good}"));
    assert!(wrong.is_empty(), "{wrong:?}");
    let (wrong, _) = play_with(&secret, RULES, &format!("{table} expect p2 sees p1.points"));
    assert!(wrong.join("").contains("p2 does not see this\nit is 3, and hidden"), "{wrong:?}");
    let (wrong, _) = play_with(&secret, RULES, &format!("{table} expect p1 sees count of deck"));
    assert!(wrong.join("").contains("and that is hidden"), "{wrong:?}");
}

/// Everybody has a part of `act`, one after the other, and then it is `rest`.
const ROUND: &str = r#"
[flow]
setup = ["deal"]
round = ["act", "rest"]
rounds = 5
[phase.act]
each = "turn_order"
"#;

const ROUND_RULES: &str = r#"
phase deal { move box to deck   shuffle deck   for each p in players { move top hand_size of deck to p.hand } }
phase act {
  step first { offer { option one { gain 1 points }   option two { gain 2 points } } }
  step last { gain 1 ruby }
}
phase rest { for each p in players { may by p { gain 1 points by p } } }
creature imp { cost 1 copies 4 play { gain 1 points } }
creature nymph { cost 2 copies 4 play { gain 1 ruby } }
creature ogre { cost 5 copies 1 play { gain 1 points } }
"#;

#[test]
fn phases_that_go_round_begin_with_the_given_first_player_and_pass_nobody_over() {
    let manifest = format!("{}{ROUND}", TOY.split("[flow]").next().unwrap_or_default());
    let pass = |lines: &str| {
        let (wrong, _) = play_with(&manifest, ROUND_RULES, lines);
        assert!(wrong.is_empty(), "{lines}\n{}", wrong.join("\n\n"));
    };
    pass("players 3 begin act given { first_player p2 } p2 chooses one p3 chooses one p1 chooses two expect p1.points is 2
        expect p1 is asked in rest");
    pass("players 3 begin act given { first_player left(first_player) } p2 chooses one expect first_player is p2");
    pass(
        "players 3 begin act of p2 p2 chooses one p3 chooses one p1 chooses two expect p1.points is 2
        expect p1 is asked in rest expect first_player is p1",
    );
    pass("players 3 begin act.last of p3 expect p3.ruby is 1 p1 chooses one p2 chooses one expect p1 is asked in rest");
    pass(
        "players 3 begin act of p2 given { first_player p3 } p2 chooses one p3 chooses one p1 chooses one expect p1 is asked in rest",
    );
    pass(
        "players 2 begin round given { first_player p2 round 5 } expect round is 5 p2 chooses one p1 chooses one
        p1 passes p2 passes expect game is over",
    );
}

#[test]
fn turns_go_on_from_the_one_that_is_named() {
    passes("players 3 begin turn given { first_player p2 } expect active is p2");
    passes("begin act given { first_player p2 } p2 chooses all_done expect active is p1 expect round is 1");
    // The turns before the one in which it begins are over.
    passes("begin act of p2 p2 chooses all_done expect active is p1 expect round is 2");
}

#[test]
fn a_program_with_scenarios_plays_the_same_game() {
    let (_, suite) = toy("scenario \"a\" { begin act expect p1.points is 0 }");
    let with = suite.scenarios.into_iter().find_map(|ready| ready.program.ok()).expect("it loads").0;
    let (_, suite) = toy("scenario \"a\" { snapshot }");
    let without = suite.scenarios.into_iter().find_map(|ready| ready.program.ok()).expect("it loads").0;
    let play =
        |program: &Arc<cardwright::program::Program>| cardwright::play::Player::new(program.clone()).play(7, 200).ops;
    assert_eq!(play(&with), play(&without));
}

//! Packs from the command line: found by name, id or folder, with what they need, in conflict, counted and listed.

mod common;

use common::{Folder, run, run_with};

fn pack(folder: &Folder, path: &str, id: &str, more: &str, script: &str) {
    folder.write(
        &format!("{path}/pack.toml"),
        format!("[pack]\nid = \"{id}\"\nversion = \"1.2.0\"\ngame = \"toy\"\nadds = \"The {id}\"\n{more}"),
    );
    folder.write(&format!("{path}/cards.card"), script);
}

const TAKE: &str = "replace phase take { lose 1 stones   if stones is 0 { gain 1 wins   end game } }\n";

#[test]
fn packs_in_conflict_are_told_with_both_places() {
    let folder = Folder::root("packs-conflict");
    pack(&folder, "cards/toy/red", "red", "", TAKE);
    pack(&folder, "cards/toy/blue", "blue", "", TAKE);
    let ran = run(&folder, "check toy --pack red --pack blue --format short");
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.out.contains("error[E0822]: `take` is replaced by the pack `red` and by the pack `blue`"),
        "{}",
        ran.out
    );
    let human = run(&folder, "check toy --pack red --pack blue").err;
    assert!(
        human.contains("cards/toy/blue/cards.card:1:15") && human.contains("cards/toy/red/cards.card:1:15"),
        "{human}"
    );
    // Each alone is fine; that they do not go together is found without naming them.
    assert_eq!(run(&folder, "check toy --pack red").code, Some(0));
    let all = run(&folder, "check --format short");
    assert_eq!((all.code, all.out.matches("E0822").count()), (Some(1), 1), "{}", all.out);
    assert_eq!(run(&folder, "play toy --pack red --pack blue --all-random").code, Some(1));

    pack(&folder, "cards/toy/blue", "blue", "excludes = [\"red\"]\n", TAKE);
    assert_eq!(run(&folder, "check").code, Some(0), "{}", run(&folder, "check").err);
    let ran = run(&folder, "check toy --pack red --pack blue --format short");
    assert!(ran.out.contains("the packs `blue` and `red` exclude each other"), "{}", ran.out);

    pack(&folder, "cards/toy/blue", "blue", "after = [\"red\"]\n", &TAKE.replace("lose 1", "lose 2"));
    assert_eq!(run(&folder, "check").code, Some(0), "{}", run(&folder, "check").err);
    let ran = run(&folder, "play toy --pack blue --pack red --all-random --seed 1");
    assert!(ran.out.contains("stones -2") && !ran.out.contains("stones -1 "), "{}", ran.out);
}

#[test]
fn a_needed_pack_comes_along_where_it_can_be_found() {
    let folder = Folder::root("packs-needs");
    pack(&folder, "cards/toy/base-set", "gems", "", "token ruby { name \"ruby\" }\n");
    pack(
        &folder,
        "cards/toy/more",
        "more",
        "needs = { toy = \"0.1\", gems = \"^1.1\" }\n",
        "extend ruby { says en \"red\" }\n",
    );
    let ran = run_with(&folder, "play toy --pack more --seed 1", "q\n");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.starts_with("Toy 0.1.0 with more 1.2.0 with gems 1.2.0, seed 1\n"), "{}", ran.out);
    assert!(ran.out.contains("ruby"), "{}", ran.out);
    assert_eq!(run(&folder, "check").code, Some(0), "{}", run(&folder, "check").err);
    // By its id as well as by its folder; and from beside the pack that needs it.
    assert_eq!(run(&folder, "check toy --pack gems").code, Some(0));
    let outside = Folder::root("packs-beside");
    pack(&outside, "packs/one", "gems", "", "token ruby { name \"ruby\" }\n");
    pack(&outside, "packs/two", "more", "needs = { gems = \"1\" }\n", "extend ruby { says en \"red\" }\n");
    let ran = run(&outside, "check toy --pack packs/two");
    assert_eq!(ran.code, Some(0), "{}", ran.err);

    let alone = Folder::root("packs-missing");
    pack(&alone, "cards/toy/more", "more", "needs = { gems = \"^1.1\" }\n", "");
    let ran = run(&alone, "check");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("pack `more` needs the pack `gems`, which is not chosen"), "{}", ran.err);
    assert!(ran.err.contains("cards/toy/more/pack.toml:6:11") && ran.err.contains("--pack gems"), "{}", ran.err);
}

#[test]
fn check_counts_what_packs_change_and_list_shows_them() {
    let folder = Folder::root("packs-count");
    let script = format!("{TAKE}retire white\nextend red {{ says en \"hot\" }}\ntoken ruby {{ name \"ruby\" }}\n");
    pack(&folder, "cards/toy/red", "red", "[numbers]\nheap = 9\n", &script);
    pack(&folder, "cards/toy/blue", "blue", "[numbers]\nheap = \"+1\"\n", "token opal { name \"opal\" }\n");
    let ran = run(&folder, "check toy --pack red");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let counted =
        "pack `red` 1.2.0: replaces 1 item, retires 1 item, extends 1 card, changes 1 entry of the manifest\n";
    assert!(ran.err.contains(counted), "{}", ran.err);
    assert!(run(&folder, "check").err.contains("pack `blue` 1.2.0: only adds\n"));
    let list = run(&folder, "list toy").out;
    assert!(list.contains("    pack    red 1.2.0                The red\n"), "{list}");
    let json = run(&folder, "list toy --format json").out;
    assert!(
        json.contains(r#"{"name":"red","id":"red","version":"1.2.0","names":{},"adds":"The red","needs":{}}"#),
        "{json}"
    );
}

#[test]
fn a_game_with_packs_is_saved_with_them() {
    let folder = Folder::root("packs-saved");
    pack(&folder, "cards/toy/gems", "gems", "", "token ruby { name \"ruby\" }\n");
    let ran = run_with(&folder, "play toy --pack gems --variant hard-mode:2 --set heap=6 --save my.jsonl", "1\n");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let text = std::fs::read_to_string(folder.0.join("my.jsonl")).expect("a save");
    for part in [
        r#""packs":[{"id":"gems","version":"1.2.0","hash":""#,
        r#""variants":["hard_mode:2"],"numbers":[["heap",6]],"players":2"#,
        r#""gems:ruby@1.2.0","#,
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert_eq!(run_with(&folder, "play --load my.jsonl", "q\n").code, Some(0));
    assert_eq!(run(&folder, "replay my.jsonl --verify").code, Some(0));
    pack(&folder, "cards/toy/gems", "gems", "", "token ruby { name \"red ruby\" }\n");
    let ran = run_with(&folder, "play --load my.jsonl", "q\n");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("changed: token ruby of the pack `gems` [cards/toy/gems/cards.card:1]"), "{}", ran.err);
}

#[test]
fn a_pack_that_is_not_found_by_its_name_lies_in_the_save() {
    let folder = Folder::root("packs-outside");
    pack(&folder, "my/gems", "gems", "", "token ruby { name \"ruby\" }\n");
    let ran = run_with(&folder, "play toy --pack my/gems --save my.jsonl", "1\n");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let ran = run_with(&folder, "play --load my.jsonl", "c ruby\nq\n");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.contains("there is no game `toy` with `gems` here"), "{}", ran.err);
    assert!(ran.out.contains("ruby (gems:ruby@1.2.0)\n"), "{}", ran.out);
    let ran = run_with(&folder, "play --load my.jsonl --pack my/gems", "q\n");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert_eq!(run(&folder, "replay my.jsonl --diff").code, Some(2));
    assert_eq!(run(&folder, "replay my.jsonl --diff --pack my/gems").code, Some(0));
}

#[test]
fn a_scenario_of_a_pack_has_the_packs_that_it_needs() {
    let folder = Folder::root("packs-scenario");
    pack(&folder, "cards/toy/base-set", "gems", "", "token ruby { name \"ruby\" }\n");
    pack(&folder, "cards/toy/more", "more", "needs = { gems = \"1\" }\n", "extend ruby { says en \"red\" }\n");
    let script = "scenario \"five stones\" { expect stones is 5 }\n";
    folder.write("cards/toy/more/scenarios/first.card", script);
    let ran = run(&folder, "test toy");
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    // What is pinned is no part of the rules: a game goes on when scenarios change.
    assert_eq!(run_with(&folder, "play toy --pack more --save my.jsonl", "1\n").code, Some(0));
    folder.write("cards/toy/more/scenarios/first.card", script.replace("five", "5"));
    let ran = run_with(&folder, "play --load my.jsonl", "q\n");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
}

#[test]
fn check_says_what_a_pack_adds_to_what_is_there() {
    let folder = Folder::root("packs-extend");
    folder.write("mine/pack.toml", "[pack]\nid = \"mine\"\ngame = \"shards-of-infinity\"\n[kind.ally]\ntotal = 0\n");
    let script = "extend step play.actions { option nap needs false says en \"nap\" fr \"dormir\" { } }\n\
                  every champion { after draw by me once per turn { gain 1 gems } }\n";
    folder.write("mine/mine.card", script);
    let ran = run(&folder, "check shards-of-infinity --pack ./mine");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let counted = "pack `mine` 0.1.0: extends all cards of 1 kind, offers 1 more option\n";
    assert!(ran.err.contains(counted), "{}", ran.err);
}

#[test]
fn a_card_of_a_pack_that_is_not_played_is_told_with_its_pack() {
    let folder = Folder::root("packs-whose-card");
    pack(
        &folder,
        "cards/toy/red-gems",
        "gems",
        "name = \"Gems\"\nfr = \"Gemmes\"\n",
        "token big_ruby { name \"Great Ruby\" }\n",
    );
    folder.write(
        "tests/scenarios/toy/mine.card",
        "scenario \"a\" {\n  given { tray [big_ruby, ...] }\n}\nscenario \"b\" {\n  p1 chooses [big_ruby, red]\n}\n\
         scenario \"c\" {\n  expect any tray where it is big_ruby\n}\n",
    );
    let ran = run(&folder, "check toy");
    assert_eq!(ran.code, Some(1));
    let help = "`big_ruby` is a card of the pack `red-gems`: write `pack red_gems` into the scenario";
    assert_eq!(ran.err.matches(help).count(), 3, "{}", ran.err);
    let ran = run(&folder, "test toy");
    assert!(ran.out.contains(help) || ran.err.contains(help), "{}{}", ran.out, ran.err);
    for card in ["big_ruby", "great-ruby"] {
        let ran = run(&folder, &format!("trace toy {card} --all"));
        assert_eq!(ran.code, Some(2));
        assert!(ran.err.contains("is a card of the pack `red-gems`: add `--pack red-gems`"), "{}", ran.err);
    }
    let ran = run_with(&folder, "play toy --seed 1", "c great ruby\nq\n");
    assert!(ran.out.contains("is a card of the pack `red-gems`: play with `--pack red-gems`"), "{}", ran.out);
    // With it, the title has its name, in English as in French.
    let ran = run_with(&folder, "play toy --pack red-gems --seed 1", "q\n");
    assert!(ran.out.starts_with("Toy 0.1.0 with Gems 1.2.0, seed 1\n"), "{}", ran.out);
}

#[test]
fn packs_for_shipped_games_are_checked_and_tested_without_a_name() {
    let folder = Folder::root("packs-of-shipped");
    assert_eq!(run(&folder, "new pack cakes --for tic-tac-toe").code, Some(0));
    let checked = run(&folder, "check");
    assert!(checked.code == Some(0) && checked.err.contains("2 games: no findings"), "{}", checked.err);
    let tested = run(&folder, "test");
    assert!(tested.code == Some(0) && tested.err.contains("of 2 games"), "{}", tested.err);
}

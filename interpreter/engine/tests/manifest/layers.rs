//! Packs, variants, levels and settings laid over the game's own manifest.

use cardwright::diagnostic::Findings;
use cardwright::manifest::model::{Manifest, NumberRef, NumberValue};
use cardwright::manifest::{self, Request};
use cardwright::source::{FileKind, SourceFile, Sources};

use crate::{HEAD, load, load_whole, texts};

fn number(m: &Manifest, name: &str) -> String {
    match m.numbers.iter().find(|number| number.name.text == name).map(|number| &number.value) {
        None => "-".to_owned(),
        Some(NumberValue::Plain(value)) => value.to_string(),
        Some(NumberValue::ByPlayers(by)) => format!("{by:?}"),
        Some(NumberValue::BySeat(by)) => format!("{by:?}"),
    }
}

fn pack(id: &str, rest: &str) -> String {
    format!("[pack]\nid = \"{id}\"\ngame = \"toy\"\n{rest}")
}

const NUMBERS: &str = "[numbers]\ngoal = 60\nclones = { 2 = 7, 3 = 5, 4 = 4 }\nbonus = [0, 1]\n";

#[test]
fn a_pack_adds_and_replaces_by_key() {
    let base = "[zone]\nreserve = { order = \"row\", fill = { to = 2, from = \"deck\" } }\n[group]\nthing = [\"a\"]";
    let pack = pack("more", "[zone]\nreserve.fill.to = 3\nchest = {}\n[group]\nthing = [\"b\", \"c\"]");
    let m = load(base, &[&pack], &[]).good();
    assert_eq!(texts(m.zones.iter().map(|zone| &zone.name)), ["reserve", "chest"]);
    let fill = m.zones[0].fill.as_ref().expect("the fill stays");
    assert!(matches!(fill.to, NumberRef::Plain(3, _)) && fill.from.text == "deck");
    assert_eq!(texts(&m.groups[0].members), ["b", "c"], "lists are replaced");
    assert_eq!(m.pack_order, [0]);
}

#[test]
fn a_variant_patches_and_its_level_comes_after_it() {
    let text = format!(
        "{NUMBERS}[variant.storm]\ngroup = \"mode\"\nen = \"Storm\"\nnumbers.goal = 50\nzone.cloud = {{}}\nlevels = [{{}}, {{ numbers.clones = \"+1\", numbers.goal = \"-5\", also = [\"fog\"] }}]\n[variant.fog]\nnumbers.bonus = \"+2\"\n"
    );
    let first = load(&text, &[], &["storm"]).good();
    assert_eq!(
        (number(&first, "goal"), number(&first, "clones")),
        ("50".to_owned(), "[(2, 7), (3, 5), (4, 4)]".to_owned())
    );
    assert_eq!(texts(first.zones.iter().map(|zone| &zone.name)), ["cloud"]);
    let second = load(&text, &[], &["storm:2"]).good();
    assert_eq!(
        ["goal", "clones", "bonus"].map(|name| number(&second, name)),
        ["45", "[(2, 8), (3, 6), (4, 5)]", "[2, 3]"]
    );
    let chosen: Vec<(&str, usize)> = second.chosen.iter().map(|(name, level)| (name.text.as_str(), *level)).collect();
    assert_eq!(chosen, [("fog", 1), ("storm", 2)]);
    assert!(load(&text, &[], &[]).good().chosen.is_empty());
}

#[test]
fn one_count_of_players_can_be_shifted_alone() {
    let text = format!("{NUMBERS}[variant.hard]\nnumbers.clones = {{ 2 = \"-1\", 3 = 9 }}\n");
    assert_eq!(number(&load(&text, &[], &["hard"]).good(), "clones"), "[(2, 6), (3, 9), (4, 4)]");
}

#[test]
fn a_variant_that_needs_another_comes_after_it_and_may_overrule_it() {
    let text = format!(
        "{NUMBERS}[variant.mission_3]\nneeds = [\"solo\"]\nnumbers.goal = 5\n[variant.solo]\nplayers = 1\nnumbers.goal = 9\nnumbers.clones = 1\n"
    );
    let m = load(&text, &[], &["mission-3"]).good();
    assert_eq!((number(&m, "goal"), m.game.players), ("5".to_owned(), (1, 1)));
    assert_eq!(texts(m.chosen.iter().map(|(name, _)| name)), ["solo", "mission_3"]);
}

#[test]
fn variants_restrict_the_players_together() {
    let text = "[variant.a]\nplayers = [2, 3]\n[variant.b]\nplayers = [3, 5]\n";
    assert_eq!(load(text, &[], &["a", "b"]).good().game.players, (3, 3));
}

#[test]
fn numbers_are_set_for_one_game() {
    let numbers = vec![("go-al".to_owned(), 7), ("clones".to_owned(), 2)];
    let text = format!("{HEAD}{NUMBERS}").replace("goal", "go_al");
    let m = load_whole(&text, &[], Request { numbers, ..Request::default() }).good();
    assert_eq!((number(&m, "go_al"), number(&m, "clones")), ("7".to_owned(), "2".to_owned()));
}

#[test]
fn packs_that_disagree_are_in_conflict_with_both_places() {
    let (one, two) = (pack("one", "[numbers]\ngoal = 70"), pack("two", "[numbers]\ngoal = 80"));
    let load = load(NUMBERS, &[&one, &two], &[]);
    assert_eq!(
        load.lines(),
        [
            "E0804 pack `one` and pack `two` want different things for `numbers.goal` | 80 [70: pack `one` says this] | use only one of them, or let one come later, by `needs` or `after = [\"…\"]` in its [pack]: then what it says holds"
        ]
    );
}

#[test]
fn packs_that_agree_or_only_shift_are_no_conflict() {
    let one = pack("one", "[numbers]\ngoal = \"+1\"\n[zone]\nchest = { order = \"row\" }");
    let two = pack("two", "[numbers]\ngoal = \"+2\"\n[zone]\nchest = { order = \"row\" }");
    assert_eq!(number(&load(NUMBERS, &[&one, &two], &[]).good(), "goal"), "63");
}

#[test]
fn setting_and_shifting_one_number_is_a_conflict() {
    let (one, two) = (pack("one", "[numbers]\ngoal = 70"), pack("two", "[numbers]\ngoal = \"+1\""));
    let lines = load(NUMBERS, &[&one, &two], &[]).lines();
    assert!(lines.len() == 1 && lines[0].starts_with("E0804") && lines[0].contains("| \"+1\" [70"), "{lines:?}");
}

#[test]
fn a_pack_that_needs_another_comes_later_whatever_its_number() {
    let one = pack("one", "needs = { two = \"1\", game = \">=0.1\" }\n[numbers]\ngoal = 70");
    let two = pack("two", "version = \"1.4.0\"\n[numbers]\ngoal = 80");
    let m = load(NUMBERS, &[&one, &two], &[]).good();
    assert_eq!((number(&m, "goal"), m.pack_order), ("70".to_owned(), vec![1, 0]));
}

#[test]
fn a_pack_may_come_after_another_without_needing_it() {
    let one = pack("one-more", "after = [\"two\", \"not_here\"]\n[numbers]\ngoal = 70");
    let two = pack("two", "[numbers]\ngoal = 80");
    let m = load(NUMBERS, &[&one, &two], &[]).good();
    assert_eq!((number(&m, "goal"), m.pack_order), ("70".to_owned(), vec![1, 0]));
    assert_eq!(number(&load(NUMBERS, &[&one], &[]).good(), "goal"), "70");
}

#[test]
fn chosen_variants_that_disagree_are_in_conflict() {
    let text = format!("{NUMBERS}[variant.a]\nnumbers.goal = 1\n[variant.b]\nnumbers.goal = 2\n");
    let lines = load(&text, &[], &["a", "b"]).lines();
    assert!(
        lines.len() == 1 && lines[0].starts_with("E0804 variant `a` and variant `b` want different things"),
        "{lines:?}"
    );
}

#[test]
fn variants_of_a_pack_can_be_chosen_and_listed() {
    let pack = pack(
        "more",
        "[variant.long]\ngroup = \"length\"\nfr = \"Longue\"\nplayers = 3\nlevels = [{}, {}]\n[variant.long.numbers]\ngoal = 99",
    );
    assert_eq!(number(&load(NUMBERS, &[&pack], &["long"]).good(), "goal"), "99");

    let mut sources = Sources::default();
    sources.add(SourceFile::new("game.toml", format!("{HEAD}[variant.solo]"), FileKind::Manifest, None));
    sources.add(SourceFile::new("pack.toml", pack, FileKind::Pack, Some(0)));
    let mut findings = Findings::default();
    let listed = manifest::variants(&sources, 1, &mut findings);
    let listed: Vec<_> = listed
        .iter()
        .map(|v| {
            (
                v.name.text.as_str(),
                v.levels,
                v.group.as_ref().map(|g| g.text.as_str()),
                v.labels.text(cardwright::words::Language::French),
                v.players,
            )
        })
        .collect();
    assert_eq!(listed, [("solo", 1, None, None, None), ("long", 2, Some("length"), Some("Longue"), Some((3, 3)))]);
    assert!(!findings.has_errors());
}

#[test]
fn the_head_of_a_pack_says_what_it_is() {
    let mut sources = Sources::default();
    let text = "[pack]\nid = \"relics\"\nversion = \"1.0.0\"\nname = \"Relics\"\ngame = \"toy\"\nneeds = { game = \">=0.1\" }\nadds = \"Twelve relics\"";
    sources.add(SourceFile::new("pack.toml", text, FileKind::Pack, Some(0)));
    let mut findings = Findings::default();
    let head = manifest::pack_header(&sources, 0, &mut findings).expect("the head can be read");
    assert_eq!((head.id.text.as_str(), head.version.as_str(), head.game.text.as_str()), ("relics", "1.0.0", "toy"));
    assert_eq!((head.adds.as_deref(), head.labels.en.as_deref()), (Some("Twelve relics"), Some("Relics")));
    assert_eq!((head.needs[0].0.text.as_str(), head.needs[0].1.text.as_str()), ("game", ">=0.1"));
}

#[test]
fn a_variant_has_a_group_and_may_patch_groups() {
    let text = "[group]\nstone = [\"red\"]\n[variant.more]\ngroup.stone = [\"red\", \"blue\"]\n";
    let m = load(text, &[], &["more"]).good();
    assert_eq!(texts(&m.groups[0].members), ["red", "blue"]);
    assert!(m.variants[0].group.is_none());
}

#[test]
fn mistakes_of_variants_are_found_without_choosing_them() {
    let text =
        format!("{HEAD}[variant.a]\nlevels = [{{}}, {{ zone.chest.ordr = \"row\" }}]\n[variant.b]\nzone.chest = 3");
    let mut sources = Sources::default();
    sources.add(SourceFile::new("game.toml", text, FileKind::Manifest, None));
    let mut findings = Findings::default();
    manifest::check_variants(&sources, 0, &mut findings);
    let messages: Vec<String> = findings.into_sorted().into_iter().map(|finding| finding.message).collect();
    assert_eq!(messages, ["zone `chest` knows no `ordr`", "zone `chest` must be a table"]);
}

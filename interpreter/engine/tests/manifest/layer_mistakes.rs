//! What is said about mistakes of packs, variants, levels and settings.

use cardwright::diagnostic::Findings;
use cardwright::manifest::{self, Request};
use cardwright::source::{FileKind, SourceFile, Sources};

use crate::{HEAD, Load, load, load_whole};

#[test]
fn a_number_that_does_not_exist_cannot_be_set() {
    let text = format!("{HEAD}[numbers]\ngoal = 5");
    let numbers = vec![("gaol".to_owned(), 7), ("size".to_owned(), 1)];
    let load = load_whole(&text, &[], Request { numbers, ..Request::default() });
    assert_eq!(
        load.lines(),
        [
            "E0805 there is no number `gaol` to set to 7 |  | did you mean `goal`?",
            "E0805 there is no number `size` to set to 1 |  | its numbers are: goal",
        ]
    );
}

#[test]
fn a_pack_without_its_file() {
    let mut sources = Sources::default();
    sources.add(SourceFile::new("game.toml", HEAD, FileKind::Manifest, None));
    let mut findings = Findings::default();
    let manifest = manifest::read(&sources, &Request { packs: 1, ..Request::default() }, &mut findings);
    let load = Load { sources, manifest, findings: findings.into_sorted() };
    assert_eq!(
        load.lines(),
        [
            "E0808 the pack number 1 has no file pack.toml |  | add one that begins with [pack], id = \"relics\", game = \"pebbles\""
        ]
    );
}

#[test]
fn packs_that_disagree() {
    let one = "[pack]\nid = \"one\"\ngame = \"toy\"\n[zone]\nchest = { order = \"row\" }";
    let two = "[pack]\nid = \"two\"\ngame = \"toy\"\n[zone]\nchest = { order = \"pile\" }";
    assert_eq!(
        load("", &[one, two], &[]).lines(),
        [
            "E0804 pack `one` and pack `two` want different things for `zone.chest.order` | \"pile\" [\"row\": pack `one` says this] | use only one of them, or let one come later, by `needs` or `after = [\"…\"]` in its [pack]: then what it says holds"
        ]
    );
}

#[test]
fn an_unknown_variant() {
    let load = load(
        r#"[variant.storm]
needs = ["fogg"]
levels = [{ also = ["rain"] }]
[variant.fog]"#,
        &[],
        &["strom", "snow"],
    );
    assert_eq!(
        load.lines(),
        [
            r#"E0801 there is no variant `snow` |  | there are: storm, fog"#,
            r#"E0801 there is no variant `strom` |  | did you mean `storm`?"#,
            r#"E0801 there is no variant `fogg` | "fogg" | did you mean `fog`?"#,
            r#"E0801 there is no variant `rain` | "rain" | there are: storm, fog"#,
        ]
    );
}

#[test]
fn an_unknown_level() {
    let load = load(
        r#"[variant.storm]
levels = [{}, {}]
[variant.fog]"#,
        &[],
        &["storm:3", "fog:2"],
    );
    assert_eq!(
        load.lines(),
        [
            r#"E0802 variant `storm` has no level 3 | storm | its levels are 1 to 2"#,
            r#"E0802 variant `fog` has no level 2 | fog | it has only one"#,
        ]
    );
}

#[test]
fn two_variants_of_one_group() {
    let load = load(
        r#"[variant.short]
group = "length"
[variant.long]
group = "length""#,
        &[],
        &["long", "short"],
    );
    assert_eq!(
        load.lines(),
        [
            r#"E0803 variants `long` and `short` exclude each other | short [long: of the same group] | choose one of them"#,
        ]
    );
}

#[test]
fn variants_for_different_numbers_of_players() {
    let load = load(
        r#"[variant.solo]
players = 1
[variant.duel]
players = 2"#,
        &[],
        &["solo", "duel"],
    );
    assert_eq!(
        load.lines(),
        [
            r#"E0804 the chosen variants are for different numbers of players | 2 [1: another one says this] | choose only one of them"#,
        ]
    );
}

#[test]
fn variants_of_the_wrong_sort() {
    let load = load(
        r#"[variant]
a = 3
b = { levels = [3], needs = "a", zonne = {}, variant = {} }
c = { levels = 2, clones = "+1" }
[numbers]
clones = 2"#,
        &[],
        &[],
    );
    assert_eq!(
        load.lines(),
        [
            r#"E0404 variant `a` must be a table | 3 | for example: [variant.a] and below it players = 1"#,
            r#"E0404 `levels` of variant `b` must be a list of tables, one for each level | 3 | for example: levels = [{}, { numbers.clones = "+1" }]"#,
            r#"E0404 `needs` of variant `b` must be a list of names in quotes | "a" | for example: needs = ["solo"]"#,
            r#"E0403 variant `b` knows no `zonne` | zonne | did you mean `zone`?"#,
            r#"E0403 variant `b` knows no `variant` | variant | it may have: group, levels, needs, players, en, fr, gender, game, numbers, enum, counter, flag, state, memory, stuff, kind, attribute, zone, board, space, actor, unit, dice, team, flow, phase, bots"#,
            r#"E0404 `levels` of variant `c` must be a list of tables, one for each level | 2 | for example: levels = [{}, { numbers.clones = "+1" }]"#,
            r#"E0403 variant `c` knows no `clones` | clones | it is a number: write numbers.clones = …"#,
        ]
    );
}

#[test]
fn shifts_that_cannot_be() {
    let load = load(
        r#"[numbers]
goal = 5
[variant.odd]
numbers = { goal = "much", clones = "+1", more = { 2 = "+1" } }"#,
        &[],
        &["odd"],
    );
    assert_eq!(
        load.lines(),
        [
            r#"E0806 `goal` cannot be shifted by "much" | "much" | a shift is a text with a sign and digits, "+1" or "-2", for a number that exists; to set it write the number without quotes"#,
            r#"E0806 there is no number `clones` to shift | "+1" | a shift is a text with a sign and digits, "+1" or "-2", for a number that exists; to set it write the number without quotes"#,
            r#"E0806 there are no values of `more` to shift | { 2 = "+1" } | a shift is a text with a sign and digits, "+1" or "-2", for a number that exists; to set it write the number without quotes"#,
        ]
    );
}

#[test]
fn a_shift_beyond_all_numbers() {
    let load = load(
        r#"[numbers]
goal = 2147483647
[variant.odd]
numbers = { goal = "+1" }"#,
        &[],
        &["odd"],
    );
    assert_eq!(
        load.lines(),
        [
            r#"E0806 `goal` shifted by +1 is no longer a number | "+1" | a shift is a text with a sign and digits, "+1" or "-2", for a number that exists; to set it write the number without quotes"#,
        ]
    );
}

#[test]
fn changes_that_belong_in_a_script() {
    let load = load(
        r#"[variant.solo]
replace = [{ phase = "act" }]
[insert]"#,
        &[r#"[pack]
id = "one"
game = "toy"
[retire]
act = 1"#],
        &[],
    );
    assert_eq!(
        load.lines(),
        [
            r#"E0807 `replace` changes what happens, and stands in a script | replace | write it in the script, for example: variant solo { replace step act.close { robot_moves() } }"#,
            r#"E0807 `insert` changes what happens, and stands in a script | insert | write it in the script, for example: variant solo { insert step robot after act.close { robot_moves() } }"#,
            r#"E0807 `retire` changes what happens, and stands in a script | retire | write it in the script, for example: variant solo { retire auction }"#,
        ]
    );
}

#[test]
fn a_pack_without_a_head() {
    let load = load(
        r#""#,
        &[
            r#"[zone]
chest = {}"#,
            r#"[pack]
version = "1"
needs = { game = "soon", en = "x", other = 3 }
colour = 1"#,
        ],
        &[],
    );
    assert_eq!(
        load.lines(),
        [
            r#"E0808 the pack does not begin with [pack] |  | add: [pack], and below it id = "relics" and game = "pebbles""#,
            r#"E0405 the pack does not say `game` | pack | add for example: game = "pebbles""#,
            r#"E0405 the pack does not say `id` | pack | add for example: id = "relics""#,
            r#"E0409 `version` of the pack cannot be "1" | "1" | a version has three numbers: "1.0.0""#,
            r#"E0409 "soon" is not a range of versions | "soon" | write for example ">=0.1", "1.2" or "*""#,
            r#"E0403 `needs` of the pack knows no `en` | en | it may have: game"#,
            r#"E0404 `needs` of the pack must be a table of versions in quotes | 3 | for example: needs = { game = ">=0.1" }"#,
            r#"E0403 the pack knows no `colour` | colour | it may have: id, version, game, needs, after, excludes, adds, name, en, fr, gender"#,
        ]
    );
}

#[test]
fn a_pack_that_does_not_fit() {
    let load = load(
        r#""#,
        &[
            r#"[pack]
id = "one"
game = "chess"
needs = { game = ">=1.0", relics = "1", two = "2" }"#,
            r#"[pack]
id = "two"
version = "1.0.0"
game = "toy""#,
        ],
        &[],
    );
    assert_eq!(
        load.lines(),
        [
            r#"E0809 pack `one` is for the game `chess`, not for `toy` | "chess""#,
            r#"E0809 pack `one` needs version >=1.0 of the game, and this is 0.2.0 | ">=1.0""#,
            r#"E0809 pack `one` needs the pack `relics`, which is not chosen | relics | choose that pack too: `--pack relics`"#,
            r#"E0809 pack `one` needs version 2 of the pack `two`, and this is 1.0.0 | "2""#,
        ]
    );
}

#[test]
fn packs_that_need_each_other() {
    let load = load(
        r#""#,
        &[
            r#"[pack]
id = "one"
game = "toy"
needs = { two = "*" }"#,
            r#"[pack]
id = "two"
game = "toy"
needs = { one = "*" }"#,
        ],
        &[],
    );
    assert_eq!(
        load.lines(),
        [
            r#"E0809 the packs `one`, `two` come after each other in a circle | two [one: pack `two` comes after this] | remove one of the `needs` or `after` that lead around"#,
        ]
    );
}

#[test]
fn a_broken_pack_is_reported_too() {
    let load = load(
        r#"[zone"#,
        &[r#"[pack]
id = "one"
game = "toy"
x = = 3"#],
        &[],
    );
    assert_eq!(
        load.lines(),
        [
            r#"E0401 this heading is never closed | [ | end it with `]`"#,
            r#"E0401 there is an `=` too many | = | write `name = value` once; `==` is not used in manifests"#,
        ]
    );
}

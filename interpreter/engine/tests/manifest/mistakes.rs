//! What is said about mistakes of writing and naming: code, message, the text pointed at, other places, help.

use crate::load;

#[test]
fn broken_toml_is_reported_all_at_once() {
    let load = load(
        r#"[zone]
hand = { per = player }
deck = { order = "pile" faces = "up" }
[counter]
points = 
points = {}
07 = 07"#,
        &[],
        &[],
    );
    assert_eq!(
        load.lines(),
        [
            r#"E0401 a text must stand in quotes | player | write "player""#,
            r#"E0401 a comma is missing between two entries of the table |  | write { a = 1, b = 2 }"#,
            r#"E0401 nothing stands after the `=` |  | write a value: a number, true, false, "text", [list] or { table }"#,
            r#"E0401 `points` is written twice in the same table | points [points: the first time] | keep one of the two, or put their entries together"#,
            r#"E0401 a number does not begin with 0 | 0 | write 7 instead of 07"#,
        ]
    );
}

#[test]
fn a_name_written_twice_in_a_table() {
    let load = load(
        r#"[zone]
hand = {}
hand = {}"#,
        &[],
        &[],
    );
    assert_eq!(
        load.lines(),
        [
            r#"E0401 `hand` is written twice in the same table | hand [hand: the first time] | keep one of the two, or put their entries together"#,
        ]
    );
}

#[test]
fn a_text_that_is_not_closed() {
    let load = load(
        r#"[zone]
hand = { per = "player }"#,
        &[],
        &[],
    );
    assert_eq!(
        load.lines(),
        [r#"E0401 this text is not closed on its line | "player } | end it with a quote: "text""#,]
    );
}

#[test]
fn an_equals_sign_is_missing() {
    let load = load(
        r#"[zone]
hand {}"#,
        &[],
        &[],
    );
    assert_eq!(
        load.lines(),
        [r#"E0401 this name has no value |  | write `name = value`, or `[name]` to begin a table"#,]
    );
}

#[test]
fn a_comma_is_missing() {
    let load = load(
        r#"[numbers]
bonus = [1 2]"#,
        &[],
        &[],
    );
    assert_eq!(load.lines(), [r#"E0401 a comma is missing between two numbers | 1 2 | write [1, 2]"#,]);
}

#[test]
fn numbers_are_whole_and_dates_are_unknown() {
    let load = load(
        r#"[numbers]
price = 1.5
big = 99999999999999999999
[zone]
hand = { en = 2024-01-01 }"#,
        &[],
        &[],
    );
    assert_eq!(
        load.lines(),
        [
            r#"E0402 `1.5` is not a whole number | 1.5 | count in a smaller unit, for example halves: 3 instead of 1.5"#,
            r#"E0409 the number 99999999999999999999 is too large | 99999999999999999999 | numbers go from -2147483647 to 2147483647"#,
            r#"E0402 `2024-01-01` is a date, and games know no dates | 2024-01-01 | if it is meant as a text, put it in quotes: "2024-01-01""#,
        ]
    );
}

#[test]
fn an_unknown_entry_finds_its_neighbour() {
    let load = load(
        r#"[zone]
deck = { ordr = "pile" }
[zones]
[counter]
points = { range = [0, 20] }"#,
        &[],
        &[],
    );
    assert_eq!(
        load.lines(),
        [
            r#"E0403 zone `deck` knows no `ordr` | ordr | did you mean `order`?"#,
            r#"E0403 the manifest knows no `zones` | zones | did you mean `zone`?"#,
            r#"E0403 counter `points` knows no `range` | range | `min` and `max` are two entries: min = 0, max = 20"#,
        ]
    );
}

#[test]
fn an_entry_like_no_other_lists_what_there_is() {
    let load = load(
        r#"[unit.army]
at = "cell"
xylophone = 1
zone = {}
[weather]
[seat]
[coin]
[flow.en]"#,
        &[],
        &[],
    );
    assert_eq!(
        load.lines(),
        [
            r#"E0403 unit `army` knows no `xylophone` | xylophone | it may have: per, at, en, fr, gender"#,
            r#"E0403 unit `army` knows no `zone` | zone | declare it under [zone], and say there with `per` where it belongs"#,
            r#"E0403 the manifest knows no `weather` | weather | it may have: game, numbers, enum, counter, flag, state, memory, stuff, kind, attribute, group, zone, board, space, actor, unit, dice, team, flow, phase, variant, bots"#,
            r#"E0403 the manifest knows no `seat` | seat | what lies at a seat says so itself: [zone] deck = { per = "seat" }"#,
            r#"E0403 the manifest knows no `coin` | coin | coins are [stuff] with a `worth`"#,
            r#"E0403 [flow] knows no `en` | en | it may have: setup, start, round, turn, rounds"#,
        ]
    );
}

#[test]
fn words_of_the_language_are_no_names() {
    let load = load(
        r#"[zone]
top = {}
[kind.rule]
attributes = { needs = 1, copies = 2 }
abilities = ["move"]
[board.time]
ring = ["dawn", "noon", "end"]
space = "era"
[enum]
bool = ["true", "none"]
[phase.turn]
[variant.all]"#,
        &[],
        &[],
    );
    assert_eq!(
        load.lines(),
        [
            r#"E0407 `top` is a word of the language and cannot be the name of a zone | top | choose another name, for example `top_zone`"#,
            r#"E0407 `rule` begins an item of a script and cannot be the name of a kind | rule | choose another name, for example `rule_kind`"#,
            r#"E0407 `needs` is a word of the language and cannot be the name of an attribute | needs | choose another name, for example `needs_attribute`"#,
            r#"E0407 every component has `copies` already; it cannot be an attribute | copies | choose another name, for example `copies_attribute`"#,
            r#"E0407 `move` is a word of the language and cannot be the name of an ability | "move" | choose another name, for example `move_ability`"#,
            r#"E0407 `end` is a word of the language and cannot be the name of a space | "end" | choose another name, for example `end_space`"#,
            r#"E0407 `true` is a word of the language and cannot be the name of a value of an enum | "true" | choose another name, for example `true_value`"#,
            r#"E0407 `none` is a word of the language and cannot be the name of a value of an enum | "none" | choose another name, for example `none_value`"#,
            r#"E0407 `turn` is a word of the language and cannot be the name of a phase | turn | the phases of a turn are listed in `turn` of [flow], and each of them has a name of its own"#,
            r#"E0407 `all` is a word of the language and cannot be the name of a variant | all | choose another name, for example `all_variant`"#,
        ]
    );
}

#[test]
fn one_name_for_two_things_shows_both() {
    let load = load(
        r#"[numbers]
hand = 5
[zone]
hand = {}
player = {}"#,
        &[],
        &[],
    );
    assert_eq!(
        load.lines(),
        [
            r#"E0408 `hand` is already the name of a number | hand [hand: a number of this name] | give one of them another name: a script says only the name"#,
            r#"E0408 `player` is already the name of the actor | player [: the actor of this name] | give one of them another name: a script says only the name"#,
        ]
    );
}

#[test]
fn names_are_snake_case() {
    let load = load(
        r#"[zone]
"Draw Pile" = {}
drawPile = { per = "The Player" }
[kind.carte-jouee]
attributes = { "1st" = 0 }"#,
        &[],
        &[],
    );
    assert_eq!(
        load.lines(),
        [
            r#"E0406 `Draw Pile` cannot be the name of a zone | "Draw Pile" | write `draw_pile`"#,
            r#"E0406 `drawPile` cannot be the name of a zone | drawPile | write `draw_pile`"#,
            r#"E0406 `per` of zone `drawPile` must be a name, and `The Player` cannot be one | "The Player" | for example: per = "player""#,
            r#"E0406 `carte-jouee` cannot be the name of a kind | carte-jouee | write `carte_jouee`"#,
            r#"E0406 `1st` cannot be the name of an attribute | "1st""#,
        ]
    );
}

#[test]
fn a_letter_that_names_cannot_have() {
    let load = load(r#"[kind.carte_jouée]"#, &[], &[]);
    assert_eq!(
        load.lines(),
        [r#"E0401 this cannot be a name | é | names are written with small letters, digits and `_`"#,]
    );
}

#[test]
fn a_bracket_that_is_never_closed_hides_only_what_follows() {
    let load = load(
        r#"[zone]
hand = { per = player }
heap = { en = "a ] b" } # [
deck = [1, 2
[counter]
points = {}"#,
        &[],
        &[],
    );
    assert_eq!(
        load.lines(),
        [
            r#"E0401 a text must stand in quotes | player | write "player""#,
            r#"E0401 this list is never closed | [ [[counter]: it should have ended before this heading] | end it with `]`"#,
        ]
    );
}

/// Whatever is missing or cut off, the reader says something or nothing, but never stops.
#[test]
fn no_broken_manifest_stops_the_reader() {
    let whole = r#"[numbers]
drawn = { 2 = 4, 3 = 6, 4 = 8 }
[enum.family]
fire = { sale = "3 red", fr = "feu" }
[kind.card]
attributes = { shape = { of = "set of shape", default = ["a"] } }
live = [{ in = "row", face = "up" }, "pit"]
[zone]
row = { fill = { to = 3, from = "deck" }, max = 7 }
[board.planet]
space = "terrain"
edges = ["ether - hut_#", "hut_# - hut_#+1"]
count = 4
spaces = [{ id = "ether" }, { id = "hut_#", height = 0 }]
[dice.d]
faces = [1, { n = 2, weight = 3 }]
[team]
sides = [["p1"], ["p2"]]
[variant.storm]
group = "mode"
levels = [{}, { numbers.drawn = "+1", also = ["fog"] }]
[variant.fog]
players = [2, 3]
"#;
    assert!(load(whole, &[], &["storm:2"]).lines().is_empty());
    for at in 0..whole.len() {
        let (before, after) = whole.split_at(at);
        load(before, &[], &["storm:2"]);
        load(&format!("{before}{}", &after[1..]), &[], &["storm:2"]);
        load(&format!("{before}\"{after}"), &[], &["storm:2"]);
    }
}

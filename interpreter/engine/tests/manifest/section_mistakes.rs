//! What is said about mistakes in the sections of a manifest.

use cardwright::manifest::Request;
use cardwright::source::Sources;

use crate::{HEAD, Load, load, load_whole};

#[test]
fn a_number_of_players_that_the_game_is_not_for() {
    let load = load_whole(HEAD, &[], Request { players: Some(5), ..Request::default() });
    assert_eq!(load.lines(), ["E0412 the game is for 2 to 4 players, not for 5 | [2, 4]"]);
    let fits = load_whole(HEAD, &[], Request { players: Some(4), ..Request::default() });
    assert!(fits.lines().is_empty());
}

#[test]
fn a_game_without_a_manifest() {
    let sources = Sources::default();
    let mut findings = cardwright::diagnostic::Findings::default();
    let manifest = cardwright::manifest::read(&sources, &Request::default(), &mut findings);
    assert!(manifest.is_none());
    let load = Load { sources, manifest, findings: findings.into_sorted() };
    assert_eq!(
        load.lines(),
        [
            "E0413 there is no file game.toml |  | add one that begins with [game], id = \"pebbles\", name = \"Pebbles\", players = [2, 4]"
        ]
    );
}

#[test]
fn sorts_of_values_are_explained_with_an_example() {
    let load = load(
        r#"round = "act"
[zone]
hand = { max = "5", secret = "yes", fill = 3, per = 1 }
heap = "pile"
[counter]
points = { min = true }
[numbers]
size = true
shift = "+1"
by = { two = 2, 2 = 1, 3 = 1, 4 = "x" }"#,
        &[],
        &[],
    );
    assert_eq!(
        load.lines(),
        [
            r#"E0404 `round` of [flow] must be a list of names in quotes | "act" | for example: round = ["turn", "close"]"#,
            r#"E0404 `max` of zone `hand` must be a number without quotes | "5" | for example: max = 7"#,
            r#"E0404 `secret` of zone `hand` must be true or false, without quotes | "yes" | for example: secret = true"#,
            r#"E0404 `fill` of zone `hand` must be a table | 3 | write { to = 3 }, or {} if there is nothing to say"#,
            r#"E0404 `per` of zone `hand` must be a name in quotes | 1 | for example: per = "player""#,
            r#"E0404 zone `heap` must be a table | "pile" | write { per = "player" }, or {} if there is nothing to say"#,
            r#"E0404 `min` of counter `points` must be a whole number, or the name of one from [numbers] | true | for example: min = 0"#,
            r#"E0404 the number `size` must be a whole number, or whole numbers by players or by seat | true | for example: size = 5, size = { 2 = 4, 3 = 6 } or size = [0, 0, 1]"#,
            r#"E0806 there is no number `shift` to shift | "+1" | in the game's own [numbers] write the number itself, without quotes"#,
            r#"E0407 `by` is a word of the language and cannot be the name of a number | by | choose another name, for example `by_number`"#,
            r#"E0409 `two` is not a number of players | two | a number by players looks like { 2 = 4, 3 = 6 }"#,
            r#"E0404 the number `by` must be a whole number, or whole numbers by players or by seat | "x" | for example: by = 5, by = { 2 = 4, 3 = 6 } or by = [0, 0, 1]"#,
        ]
    );
}

#[test]
fn kinds_with_values_of_the_wrong_sort() {
    let load = load(
        r#"[kind.card]
attributes = { cost = [1], shape = { default = 1 }, side = "one of two" }
abilities = "play"
live = 3
each = { suit = 3, rank = "13..1" }
total = -1
[kind]
token = { live = { face = "sideways" }, attributes = "number", abilities = { play = { apply = "ful" } } }
[group]
pair = [1]
trio = {}"#,
        &[],
        &[],
    );
    assert_eq!(
        load.lines(),
        [
            r#"E0404 `attributes` of kind `card` must be a table of names and types | [1] | for example: attributes = { cost = "number", shield = 0, ready = true }"#,
            r#"E0405 attribute `shape` of kind `card` does not say `of` | shape | add for example: of = "shape""#,
            r#"E0409 attribute `side` cannot be of the type "one of two" | "one of two" | a type looks like "number", "family", "set of shape", "stone bundle" or "agent or none""#,
            r#"E0404 `abilities` of kind `card` must be a table or a list of names | "play" | for example: abilities = { instant = { apply = "full" }, play = {} }"#,
            r#"E0404 `live` of kind `card` must be the name of a zone, a list of them, or a table with `in` and `face` | 3 | for example: live = "arena", or live = { in = "mission", face = "up" }"#,
            r#"E0404 `each` of kind `card` must be a table of attributes, each with an enum or a range | 3 | for example: each = { suit = "suit", rank = "1..13" }"#,
            r#"E0409 `rank` of kind `card` cannot run over "13..1" | "13..1" | write the name of an enum, or a range such as "1..13""#,
            r#"E0409 `total` of kind `card` must be at least 0, not -1 | -1 | for example: total = 70"#,
            r#"E0405 `live` of kind `token` does not say `in` | { face = "sideways" } | add for example: in = "mission""#,
            r#"E0409 `face` of `live` of kind `token` cannot be "sideways" | "sideways" | it is one of: up, down"#,
            r#"E0404 `attributes` of kind `token` must be a table of names and types | "number" | for example: attributes = { cost = "number", shield = 0, ready = true }"#,
            r#"E0409 `apply` of ability `play` of kind `token` cannot be "ful" | "ful" | did you mean "full"?"#,
            r#"E0404 `members` of group `pair` must be a list of names in quotes | 1 | for example: technology = ["basic", "advanced"]"#,
            r#"E0405 group `trio` does not say `of` | trio | add for example: of = ["red", "blue"]"#,
        ]
    );
}

#[test]
fn whole_sections_of_the_wrong_sort() {
    let load = load(
        r#"[dice]
d6 = { faces = 6 }
d4 = {}
d2 = { faces = [{ n = 1, weight = 0 }, "two", { weight = 1 }] }
d0 = { faces = [] }
[enum]
suit = "clubs"
empty = []
twice = ["a", "b", "a"]
odd = [1]
[enum.family]
fire = 3
water = { sale = { red = 1 } }"#,
        &[],
        &[],
    );
    assert_eq!(
        load.lines(),
        [
            r#"E0404 `faces` of dice `d6` must be a list of numbers | 6 | for example: faces = [1, 2, 3, 4, 5, 6]"#,
            r#"E0405 dice `d4` does not say `faces` | d4 | add for example: faces = [1, 2, 3, 4, 5, 6]"#,
            r#"E0409 a face of dice `d2` cannot weigh 0 | 0 | write a number from 1 to 1000000; leave the face out if it never falls"#,
            r#"E0404 `faces` of dice `d2` must be a list of numbers | "two" | for example: faces = [1, 2, 3, 4, 5, 6]"#,
            r#"E0405 a face of dice `d2` does not say `n` | { weight = 1 } | add for example: n = 2"#,
            r#"E0409 dice `d0` has no faces | [] | for example: faces = [1, 2, 3, 4, 5, 6]"#,
            r#"E0404 the enum `suit` must be a list of names in quotes, or a table of values | "clubs" | for example: suit = ["spiral", "star"]"#,
            r#"E0409 the enum `empty` has no values | empty | for example: empty = ["one", "two"]"#,
            r#"E0408 `a` is listed twice in `twice` | "a" ["a": here first]"#,
            r#"E0404 the enum `odd` must be a list of names in quotes, or a table of values | 1 | for example: odd = ["spiral", "star"]"#,
            r#"E0404 value `fire` must be a table | 3 | for example: fire = { en = "fire" }, or {} if there is nothing to say"#,
            r#"E0404 `sale` of value `water` must be a number, true, false, a text or a list of these | { red = 1 } | for example: 3, true, "fire", "3 red, 1 blue" or ["fire", "water"]"#,
        ]
    );
}

#[test]
fn what_must_be_said() {
    let load = load_whole(
        r#"[game]
version = "one"
[memory]
played = {}
[zone]
row_one = { fill = { to = 0 } }"#,
        &[],
        Request::default(),
    );
    assert_eq!(
        load.lines(),
        [
            r#"E0405 the manifest has no `[flow]`: it does not say how a game runs |  | add for example: [flow] and below it turn = ["act"]"#,
            r#"E0405 the game does not say `id` | game | add for example: id = "pebbles""#,
            r#"E0405 the game does not say `name` | game | add for example: name = "Pebbles""#,
            r#"E0405 the game does not say `players` | game | add for example: players = [2, 4]"#,
            r#"E0409 `version` of the game cannot be "one" | "one" | a version has three numbers: "1.0.0""#,
            r#"E0405 memory `played` does not say `of` | played | add for example: of = "card""#,
            r#"E0405 `fill` of zone `row_one` does not say `from` | { to = 0 } | add for example: from = "deck""#,
            r#"E0409 `to` of `fill` of zone `row_one` must be at least 1, not 0 | 0 | for example: to = 3"#,
        ]
    );
}

#[test]
fn an_empty_manifest() {
    let load = load_whole(r#""#, &[], Request::default());
    assert_eq!(
        load.lines(),
        [
            r#"E0405 the manifest has no `[flow]`: it does not say how a game runs |  | add for example: [flow] and below it turn = ["act"]"#,
            r#"E0405 the manifest has no `[game]`: it does not say `id`, `name` and `players` |  | begin it with: [game] and below it id = "pebbles", name = "Pebbles", players = [2, 4]"#,
        ]
    );
}

#[test]
fn the_game_with_impossible_values() {
    let load = load_whole(
        r#"[game]
id = "My Game"
name = "X"
en = "Y"
players = [4, 2]
result = "rankd"
languages = ["German"]
[flow]
setup = ["end"]
round = ["turn"]"#,
        &[],
        Request::default(),
    );
    assert_eq!(
        load.lines(),
        [
            r#"E0409 `id` of the game cannot be "My Game" | "My Game" | it is used in file names: small letters, digits, `-` and `_`"#,
            r#"E0409 the game says both `name` and `en` | "X" | `name` is the English name; keep one of them"#,
            r#"E0409 `players` of the game cannot be 4 to 2 | [4, 2] | write the least number first: players = [2, 4]"#,
            r#"E0409 `result` of the game cannot be "rankd" | "rankd" | did you mean "ranked"?"#,
            r#"E0409 "German" is not how a language is written | "German" | a language has two or three letters, and what stands behind them follows a `-`: "de", "pt-BR""#,
            r#"E0407 `end` is a word of the language and cannot be the name of a phase | "end" | choose another name, for example `end_phase`"#,
            r#"E0405 `round` has turns, but [flow] does not say `turn` | "turn" | add for example: turn = ["act"]"#,
        ]
    );
}

#[test]
fn players_are_a_number_or_two() {
    let load = load_whole(
        r#"[game]
id = "x"
name = "X"
players = "two"
[flow]
rounds = 3"#,
        &[],
        Request::default(),
    );
    assert_eq!(
        load.lines(),
        [
            r#"E0404 `players` of the game must be a number, or the least and the most | "two" | for example: players = 2, or players = [2, 4]"#,
            r#"E0405 [flow] does not say `turn` | flow | add for example: turn = ["act"]"#,
        ]
    );
}

#[test]
fn a_turn_that_is_never_played() {
    let load = load(r#"round = ["close"]"#, &[], &[]);
    assert_eq!(
        load.lines(),
        [r#"W0404 the phases of `turn` are never played | turn | name "turn" among the phases of `round`"#,]
    );
}

#[test]
fn values_outside_of_what_is_possible() {
    let load = load(
        r#"[zone]
deck = { order = "stack", faces = "dwon" }
[counter]
points = { min = 5, max = 1, until = "turn" }
lives = { max = 3, start = 4, gender = "x" }
[actor.robot]
decided_by = "me"
[actor.agent]
takes_turns = false
[team]
sides = [["p1", "p2"], ["p1", "x"], 3]
[bots]
pass = { stop = 101, go = "often" }"#,
        &[],
        &[],
    );
    assert_eq!(
        load.lines(),
        [
            r#"E0409 `order` of zone `deck` cannot be "stack" | "stack" | it is one of: set, pile, row, bag"#,
            r#"E0409 `faces` of zone `deck` cannot be "dwon" | "dwon" | did you mean "down"?"#,
            r#"E0409 `until` of counter `points` cannot be "turn" | "turn" | write "end of turn", "end of round" or "end of" and a phase"#,
            r#"E0409 `gender` of counter `lives` cannot be "x" | "x" | it is one of: m, f"#,
            r#"E0409 actor `robot` cannot be decided by `me` | "me" | write a seat such as "p1", or "chance""#,
            r#"E0409 actor `agent` is played by people, so it takes turns | false | say `decided_by` if it is automated, or leave `takes_turns` out"#,
            r#"E0409 `p1` sits on two sides | "p1" ["p1": here first] | each seat belongs to one side"#,
            r#"E0409 `x` is no seat | "x" | seats are called p1, p2, p3 …"#,
            r#"E0404 `sides` of [team] must be a list of sides, each a list of seats | 3 | for example: sides = [["p1", "p4"], ["p2", "p3"]]"#,
            r#"E0409 `stop` cannot be 101 percent | 101 | write a number from 0 to 100"#,
            r#"E0404 `pass` of [bots] must be a table of options with percents | "often" | for example: pass = { stop_playing = 5 }"#,
        ]
    );
}

#[test]
fn boards_that_cannot_be_built() {
    let load = load(
        r#"[board]
a = { space = "s" }
b = { space = "s", ring = ["x", "y", "z"], grid = [2, 2] }
c = { space = "s", ring = ["one", "two"], touch = "all" }
d = { space = "s", grid = [30, 2] }
e = { space = "s", grid = 3 }
f = { grid = [2, 2] }"#,
        &[],
        &[],
    );
    assert_eq!(
        load.lines(),
        [
            r#"E0410 board `a` has no shape | a | say one of: ring, grid, edges, or spaces"#,
            r#"E0410 board `b` is both a `ring` and a `grid` | grid [ring: the other shape] | a board has one of: ring, grid, edges, or only spaces"#,
            r#"E0410 board `c` has too few spaces for a ring | ["one", "two"] | name three or more"#,
            r#"E0410 board `c` is no grid, so `touch` means nothing | touch | remove it"#,
            r#"E0410 board `d` cannot be 30 by 2 | [30, 2] | up to 26 columns and 99 rows"#,
            r#"E0404 `grid` of board `e` must be two numbers: columns and rows | 3 | for example: grid = [3, 3]"#,
            r#"E0405 board `f` does not say `space` | f | add for example: space = "cell""#,
        ]
    );
}

#[test]
fn edges_that_cannot_be_built() {
    let load = load(
        r#"[board]
a = { space = "s", edges = ["x_# - y_#"] }
b = { space = "s", edges = ["m-n", "q - q", 3, "u_#+ - v"], count = 2 }
c = { space = "s", edges = ["camp - hil"], spaces = [{ id = "camp" }, { id = "hill" }, {}, 4] }
d = { space = "s", edges = "a - b" }
e = { space = "s", ring = ["r1", "r2", "r3"], spaces = [{ id = "r4" }] }
f = { space = "s", edges = ["g_# - h_#"], count = 0 }"#,
        &[],
        &[],
    );
    assert_eq!(
        load.lines(),
        [
            r#"E0410 `#` in "x_# - y_#" runs from 1 to `count`, and board `a` does not say `count` | "x_# - y_#" | add for example: count = 4"#,
            r#"E0410 "m-n" is not an edge | "m-n" | an edge is two spaces with ` - ` between them: "camp_1 - camp_2""#,
            r#"E0410 `q` would touch itself | "q - q" | an edge joins two spaces"#,
            r#"E0404 `edges` of board `b` must be a list of texts such as "a - b" | 3 | for example: edges = ["centre - camp_#", "camp_# - camp_#+1"]"#,
            r#"E0410 "u_#+ - v" steps too far | "u_#+ - v" | after `#` write `+1` or `-1`, or nothing"#,
            r#"E0410 board `c` has no space `hil` | "camp - hil" | did you mean `hill`?"#,
            r#"E0405 a space of board `c` does not say `id` | {} | add for example: id = "camp_#""#,
            r#"E0404 `spaces` of board `c` must be a list of tables, each with an `id` | 4 | for example: spaces = [{ id = "camp_#", height = 0 }]"#,
            r#"E0404 `edges` of board `d` must be a list of texts such as "a - b" | "a - b" | for example: edges = ["centre - camp_#", "camp_# - camp_#+1"]"#,
            r#"E0410 board `e` has no space `r4` | "r4" | did you mean `r1`?"#,
            r#"E0409 `count` of board `f` cannot be 0 | 0 | write a number from 1 to 99"#,
        ]
    );
}

#[test]
fn a_number_without_a_value_for_some_players() {
    let load = load(
        r#"[numbers]
drawn = { 2 = 4 }"#,
        &[],
        &[],
    );
    assert_eq!(
        load.lines(),
        [r#"E0411 the number `drawn` says nothing for 3 and 4 players | drawn | add for example: 3 = 4, 4 = 4"#,]
    );
}

#[test]
fn a_missing_count_is_said_once() {
    let load = load("[board.map]\nspace = \"s\"\nedges = [\"a_# - a_#+1\", \"b - a_#\"]", &[], &[]);
    assert_eq!(
        load.lines(),
        [
            "E0410 `#` in \"a_# - a_#+1\" runs from 1 to `count`, and board `map` does not say `count` | \"a_# - a_#+1\" | add for example: count = 4"
        ]
    );
}

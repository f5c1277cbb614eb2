//! What a file is made of, and the parts that stand inside items and offers.

use super::{Class, Entry};

const fn item(name: &'static str, form: &'static str, doc: &'static str, example: &'static str) -> Entry {
    Entry::new(Class::Item, name, form, doc, example)
}

const fn part(name: &'static str, form: &'static str, doc: &'static str, example: &'static str) -> Entry {
    Entry::new(Class::Part, name, form, doc, example)
}

/// A component begins with its kind, which the game names.
pub const COMPONENT: Entry = item(
    "KIND",
    "KIND NAME { attributes, abilities, hooks }",
    "A card or another component. The kind, its attributes and its abilities are declared in the manifest.",
    "imp spark { cost 1 family fire copies 3  play { gain 1 points } }",
);

/// Items that begin with a word of the language.
pub const ITEMS: &[Entry] = &[
    item(
        "action",
        "action NAME(x: type) { … }",
        "Something that is done by somebody. Every action is an event: it can be watched, replaced and forbidden. With `gives TYPE` after the head it hands something back.",
        "action fetch(n: number) { move top n of deck to me.hand }",
    ),
    item(
        "value",
        "value NAME(x: type) is EXPRESSION [says …]",
        "Something computed, with `at least E` and `at most E` as bounds. It changes nothing, and only values can be changed by `modify`. `says` is what players call it, where it ranks.",
        "value toll(p: player) is 3 - p.power at least 1",
    ),
    item(
        "keyword",
        "keyword NAME(x: type) { … body … }",
        "A word of the game that is written with a block: the block stands where `body` is.",
        "keyword threshold(needed: number) { if me.power >= needed { body } }",
    ),
    item(
        "phase",
        "phase NAME { step NAME { … } }",
        "A part of a turn or round, in steps that packs and variants can insert before, after or replace. The manifest says when it is played.",
        "phase tidy { step mix { move discard to deck  shuffle deck } }",
    ),
    item(
        "rule",
        "rule NAME { hooks }",
        "Hooks that hold for the whole game.",
        "rule warmth { after draw by me { gain 1 power } }",
    ),
    item(
        "event",
        "event NAME(x: type)",
        "Something that a script can announce by calling it and that hooks can watch, without any effect of its own.",
        "event noon_struck(bell: number)",
    ),
    item(
        "window",
        "window NAME(x: type) [says …]",
        "A moment that a script opens, in which cards may be played as an answer. `says` is the question that players read.",
        "window before_storm(strength: number)",
    ),
    item(
        "scenario",
        "scenario \"what it shows\" { … }",
        "A position, some answers, and what must then be true.",
        "scenario \"a spark gives a point\" { players 2  given { p1.hand [glow] }  p1 chooses glow  expect p1.points is 1 }",
    ),
    item(
        "variant",
        "variant NAME { … }",
        "Items, hooks and patches that hold when the variant is chosen. The manifest declares it.",
        "variant harsh { after draw by me { lose 1 points } }",
    ),
    item(
        "every",
        "every KIND { … }",
        "What all components of a kind do.",
        "every imp { after summon by me where c is this { gain 1 power } }",
    ),
    item(
        "extend",
        "extend NAME { … }, or extend step PHASE.STEP { option … }",
        "Adds to a component, or options to the offer of a step, from a pack or a variant.",
        "variant harsh { extend glow { after draw by me { gain 1 power } } }",
    ),
    item(
        "replace",
        "replace ITEM, or replace step PHASE.STEP { … }",
        "Takes the place of an item or a step, in a pack or a variant. Prefer hooks: two packs that replace one thing do not go together.",
        "variant harsh { replace step act.main { end turn } }",
    ),
    item(
        "insert",
        "insert step NAME before PHASE.STEP { … }",
        "Adds a step before or after another one, in a pack or a variant.",
        "variant harsh { insert step storm before act.main { lose 1 points } }",
    ),
    item(
        "retire",
        "retire NAME",
        "Takes an item out of the game, in a pack or a variant.",
        "variant harsh { retire warm }",
    ),
];

/// Parts that begin with a word of their own.
pub const PARTS: &[Entry] = &[
    part(
        "option",
        "option NAME [needs CONDITION] [says …] { … }, or option ACTION(x) for x in SET [says …]",
        "One of the things that an `offer` offers: a block, or an action for each thing of a set. `says` is what players read.",
        "offer { option rest { gain 1 points } option summon(x) for x in me.hand }",
    ),
    part(
        "step",
        "step NAME { … }",
        "A named part of a phase: where packs and variants can patch it.",
        "phase dusk_falls { step dim { shuffle deck } }",
    ),
    part(
        "limit",
        "limit 3 per turn",
        "How often this can be used: `per turn`, `per round`, `per game` or per a phase. With `per name` after it, all copies of the card count together.",
        "action fetch(n: number) limit 2 per turn { draw(n) }",
    ),
    part("once", "once per turn", "The same as `limit 1`.", "action fetch(n: number) once per turn { draw(n) }"),
    part(
        "says",
        "says en \"…\" fr \"…\"",
        "The printed phrase of what cannot be phrased from its statements, in one language or several; `{n}` is the parameter n. On statements that ask something (`choose`, `may`, `offer`, `split`, `pay`, `lose`, `in any order` …) and on a `window` it is the question, on an option what players read of it.",
        "action fetch(n: number) says en \"Draw {n}.\" fr \"Piochez {n}.\" { draw(n) }",
    ),
];

/// Whether a word begins an item, so that no kind bears it: `replace step …` would read like a kind `step`, too.
pub fn begins_item(word: &str) -> bool {
    word == "step" || ITEMS.iter().any(|entry| entry.name == word)
}

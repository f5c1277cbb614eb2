//! What waits for something, on components, in rules, variants and lasting blocks.

use super::{Class, Entry};

const fn hook(name: &'static str, form: &'static str, doc: &'static str, example: &'static str) -> Entry {
    Entry::new(Class::Hook, name, form, doc, example)
}

/// Hooks by their first word.
pub const HOOKS: &[Entry] = &[
    hook(
        "before",
        "before ACTION [by PLAYER] [where CONDITION] { … }",
        "Runs just before the action. Its parameters are in scope by name, its doer is `who`.",
        "before summon where c.cost > 3 { gain 1 power }",
    ),
    hook(
        "after",
        "after ACTION [by PLAYER] [where CONDITION] { … }",
        "Runs after the action, if some part of it took effect.",
        "after draw by me where n > 1 { gain 1 points }",
    ),
    hook(
        "instead",
        "instead of ACTION [by PLAYER] [where CONDITION] { … }",
        "Takes the place of the action; `proceed` goes on with the original.",
        "instead of draw where n > 2 { proceed with n is 2 }",
    ),
    hook(
        "forbid",
        "forbid ACTION [by PLAYER] [where CONDITION]",
        "The action cannot be done: it is not offered, and a call of it does nothing.",
        "forbid summon where c.family is water",
    ),
    hook(
        "modify",
        "modify VALUE to | times | by NUMBER [where CONDITION]",
        "Changes a value while the hook is live: first every `to`, then `times`, then `by`, then the bounds of the value.",
        "modify price by -1 where p is me",
    ),
    hook(
        "always",
        "always [for NAME in SET] when CONDITION { … }",
        "Runs whenever the condition holds at a settle point, until it holds no more. `always between effects` waits for the end of the outermost ability.",
        "always for x in eras when x.red > 3 { move all red from x to supply }",
    ),
    hook(
        "at",
        "at start | end of game | round | turn | PHASE [where CONDITION] { … }",
        "Runs at a moment of the flow; `at pause of PHASE` before each new offer of a phase that offers repeatedly.",
        "at start of turn where active is me { gain 1 power }",
    ),
    hook(
        "in",
        "in window NAME [where CONDITION] { … }",
        "The card can be played in that window; `in any window` in each of them. The parameters of the window are in scope.",
        "in window rolled where n > 2 { gain 1 points }",
    ),
    hook(
        "while",
        "while in ZONE { hooks }, or while CONDITION { hooks }",
        "Hooks that are live only in a zone, or only while a condition holds.",
        "while in hand { at end of turn { lose 1 points } }",
    ),
];

//! The words of the language, as lists for hints and checks. The grammar has the same reserved words; a test compares.

/// Words that are never names.
pub const RESERVED: &[&str] = &[
    "after",
    "all",
    "always",
    "among",
    "and",
    "any",
    "as",
    "at",
    "before",
    "blind",
    "body",
    "bottom",
    "by",
    "can",
    "choose",
    "count",
    "do",
    "down",
    "each",
    "else",
    "end",
    "every",
    "except",
    "finish",
    "following",
    "for",
    "forbid",
    "forget",
    "from",
    "gain",
    "give",
    "has",
    "hide",
    "highest",
    "if",
    "in",
    "instead",
    "is",
    "later",
    "least",
    "let",
    "limit",
    "look",
    "lose",
    "lowest",
    "match",
    "may",
    "modify",
    "most",
    "move",
    "must",
    "needs",
    "no",
    "not",
    "of",
    "offer",
    "on",
    "once",
    "option",
    "or",
    "over",
    "pay",
    "proceed",
    "random",
    "remember",
    "repeat",
    "repeatedly",
    "reroll",
    "reveal",
    "roll",
    "run",
    "says",
    "set",
    "shuffle",
    "split",
    "stop",
    "sum",
    "swap",
    "tell",
    "then",
    "to",
    "together",
    "top",
    "turn",
    "until",
    "up",
    "weighted",
    "when",
    "where",
    "which",
    "while",
    "window",
    "with",
];

/// Words that begin an item.
pub const ITEMS: &[&str] = &[
    "action", "value", "keyword", "phase", "rule", "event", "window", "scenario", "variant", "every", "extend",
    "replace", "insert", "retire",
];

/// Words that begin a hook.
pub const HOOKS: &[&str] = &["before", "after", "instead", "forbid", "modify", "always", "at", "in", "while"];

/// Words that begin a line of a scenario (besides `p1 chooses` and `p1 passes`).
pub const SCENARIO_LINES: &[&str] =
    &["players", "variant", "pack", "set", "given", "chance", "expect", "snapshot", "chooses", "passes"];

/// Words that begin a statement, each with the way it is written.
pub const STATEMENTS: &[(&str, &str)] = &[
    ("choose", "choose [2 | up to 2 | exactly 2 | any number of] NAME from SET [where CONDITION]"),
    ("offer", "offer [repeatedly] { option NAME { … } option ACTION(x) for x in SET }"),
    ("split", "split NUMBER among SET as NAME"),
    ("gain", "gain NUMBER COUNTER [for each SET] [on X]"),
    ("lose", "lose NUMBER COUNTER [for each SET] [on X]"),
    ("set", "set THING.STATE to VALUE"),
    ("move", "move SET to PLACE [up | down], or move NUMBER STUFF from PLACE to PLACE"),
    ("swap", "swap THING with THING"),
    ("turn", "turn SET up | down | over"),
    ("flip", "flip ZONE"),
    ("shuffle", "shuffle ZONE"),
    ("remember", "remember THING in MEMORY"),
    ("forget", "forget THING in MEMORY"),
    ("pay", "pay NUMBER COUNTER [as NAME]"),
    ("needs", "needs CONDITION"),
    ("must", "must { … }"),
    ("may", "may { … } [then { … }] [else { … }]"),
    ("do", "do { … } then { … } [else { … }]"),
    ("look", "look at SET"),
    ("reveal", "reveal SET [to PLAYER]"),
    ("tell", "tell PLAYER which of SET has CONDITION"),
    ("hide", "hide SET"),
    ("random", "random [NUMBER] NAME from SET [weighted NUMBER] [with repeats]"),
    ("roll", "roll NUMBER DICE as NAME"),
    ("reroll", "reroll NAME [where CONDITION]"),
    ("if", "if CONDITION { … } [else if CONDITION { … }] [else { … }]"),
    ("match", "match VALUE { 1 { … } 2..4 { … } fire { … } 12 or more { … } else { … } }"),
    ("for", "for each NAME in SET [where CONDITION] { … }"),
    ("repeat", "repeat NUMBER { … }, or repeat while CONDITION { … }"),
    ("stop", "stop"),
    ("let", "let NAME is VALUE"),
    ("with", "with NAME from SET { … } [else { … }]"),
    ("run", "run CARD.ABILITY [as this]"),
    ("give", "give VALUE"),
    ("together", "together each NAME in SET { … }"),
    ("window", "window NAME(…) [for PLAYER | following ORDER]"),
    ("at", "at once { … }"),
    ("later", "later { … }"),
    ("until", "until end of turn [, once] { hooks }"),
    ("proceed", "proceed [with NAME is VALUE]"),
    ("eliminate", "eliminate PLAYER"),
    ("end", "end turn, end PHASE, or end game [among SET | won by SET | lost \"why\"]"),
    ("finish", "finish after round"),
    ("body", "body, or body(VALUE)"),
];

/// How hooks and items are written, by their first word.
pub const FORMS: &[(&str, &str)] = &[
    ("before", "before ACTION [by PLAYER] [where CONDITION] { … }"),
    ("after", "after ACTION [by PLAYER] [where CONDITION] { … }"),
    ("instead", "instead of ACTION [by PLAYER] [where CONDITION] { … }"),
    ("forbid", "forbid ACTION [by PLAYER] [where CONDITION]"),
    ("modify", "modify VALUE to | times | by NUMBER [where CONDITION]"),
    ("always", "always [for NAME in SET] when CONDITION { … }"),
    ("at", "at start | end of game | round | turn | PHASE [where CONDITION] { … }"),
    ("in", "in window NAME [where CONDITION] { … }"),
    ("while", "while in ZONE { hooks }, or while CONDITION { hooks }"),
    ("option", "option NAME [needs CONDITION] { … }, or option ACTION(x) for x in SET"),
    ("step", "step NAME { … }"),
    ("limit", "limit 3 per turn"),
    ("once", "once per turn"),
    ("says", "says en \"…\" fr \"…\""),
    ("action", "action NAME(x: type) { … }"),
    ("value", "value NAME(x: type) is EXPRESSION"),
    ("keyword", "keyword NAME(x: type) { … body … }"),
    ("phase", "phase NAME { step NAME { … } }"),
    ("rule", "rule NAME { hooks }"),
    ("event", "event NAME(x: type)"),
    ("window", "window NAME(x: type)"),
    ("scenario", "scenario \"what it shows\" { … }"),
    ("variant", "variant NAME { … }"),
    ("every", "every KIND { … }"),
    ("extend", "extend NAME { … }"),
    ("replace", "replace ITEM, or replace step PHASE.STEP { … }"),
    ("insert", "insert step NAME before PHASE.STEP { … }"),
    ("retire", "retire NAME"),
    ("given", "given { p1.hand [a, b]   p1.points 3 }"),
    ("expect", "expect CONDITION"),
    ("chance", "chance gives [2, 5]"),
    ("players", "players 2"),
];

/// Whether a word is never a name.
pub fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}

/// Whether a word begins an item, so that no kind bears it: `replace step …` would read like a kind `step`, too.
pub fn begins_item(word: &str) -> bool {
    ITEMS.contains(&word) || word == "step"
}

/// Whether a word begins a statement.
pub fn begins_statement(word: &str) -> bool {
    STATEMENTS.iter().any(|(first, _)| *first == word)
}

/// How the statement, hook or item that begins with a word is written; statements first.
pub fn form_of(word: &str) -> Option<&'static str> {
    STATEMENTS.iter().chain(FORMS).find(|(first, _)| *first == word).map(|(_, form)| *form)
}

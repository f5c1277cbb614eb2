//! The lines of a scenario.

use super::{Class, Entry};

const fn line(name: &'static str, form: &'static str, doc: &'static str, example: &'static str) -> Entry {
    Entry::new(Class::Scenario, name, form, doc, example)
}

/// Lines by the word that makes them.
pub const LINES: &[Entry] = &[
    line("players", "players 2", "How many play.", "players 2"),
    line("variant", "variant NAME, or variant NAME:2", "Chooses a variant, and a level of it.", "variant harsh"),
    line("pack", "pack NAME", "Adds a pack.", "pack relics"),
    line("set", "set NUMBER to VALUE", "Sets a number of the manifest.", "set hand_size to 3"),
    line("seed", "seed 7", "The seed of all chance that is not given by name; without it, 0.", "seed 7"),
    line(
        "begin",
        "begin PHASE [of p2], begin PHASE.STEP [of p2], begin turn [of p2], begin round",
        "Where the scenario begins: setup is done with the first answer to each question, then the game stands there.",
        "begin act of p2",
    ),
    line(
        "given",
        "given { p1.hand [a, 2 b]   p1.points 3 }",
        "What the table looks like: zones as lists with the top first, counters, flags and stuff by value. `...` at the end of a list keeps what lies there below.",
        "given { p1.hand [glow, spark]  p1.points 3 }",
    ),
    line(
        "chance",
        "chance gives A, B, or chance gives [A, B]",
        "What chance gives next, by name and not by a seed; in brackets, all that one roll or draw gives, in any order.",
        "chance gives [2, 5]",
    ),
    line(
        "expect",
        "expect CONDITION, p1 can choose A, p1 cannot choose A, game is over, p1 has won",
        "What must be true now. `[A, B]` after `choose` is about choosing these together.",
        "expect p1.points is 4",
    ),
    line(
        "asked",
        "expect p1 is [not] asked [in PHASE[.STEP]] [for NAME] [\"TEXT\"]",
        "Whether a seat is asked now: anything, or there, for what the rules call so (or by a statement such as `offer`), in these words.",
        "expect p1 is asked for choose",
    ),
    line(
        "sees",
        "expect p2 sees A, B, or expect p2 cannot see A",
        "Who sees which cards, how many cards there are, and counters, flags and states: a player, `everybody`, `nobody`, `spectators`.",
        "expect nobody sees deck",
    ),
    line(
        "snapshot",
        "snapshot",
        "Compares the tree of effects and the change of state with the stored one.",
        "snapshot",
    ),
    line("chooses", "p1 chooses ANSWER, …", "The answers of a seat, in order.", "p1 chooses glow, p2"),
    line("passes", "p1 passes", "A seat declines.", "p1 passes"),
];

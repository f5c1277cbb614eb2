//! How long a lasting block holds.

use super::{Class, Entry};

const fn duration(name: &'static str, doc: &'static str, example: &'static str) -> Entry {
    Entry::new(Class::Duration, name, name, doc, example)
}

/// After `until`; the first four also in `until` of the manifest.
pub const DURATIONS: &[Entry] = &[
    duration("end of turn", "Until the turn ends.", "until end of turn { modify price by -1 where p is me }"),
    duration("end of round", "Until the round ends.", "until end of round { forbid summon }"),
    duration("end of game", "As long as the game lasts.", "until end of game { modify price by 1 }"),
    duration("end of PHASE", "Until this phase ends, as `end of act`.", "until end of act { forbid draw by me }"),
    duration(
        "next turn of PLAYER",
        "Until that player's next turn begins.",
        "until next turn of me { forbid summon where c.family is fire }",
    ),
];

/// A period that every game has; phases are others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Period {
    Turn,
    Round,
    Game,
}

/// The periods by their words.
pub const PERIODS: &[(&str, Period)] = &[("turn", Period::Turn), ("round", Period::Round), ("game", Period::Game)];

/// The period of a word.
pub fn period(word: &str) -> Option<Period> {
    PERIODS.iter().find(|(known, _)| *known == word).map(|(_, period)| *period)
}

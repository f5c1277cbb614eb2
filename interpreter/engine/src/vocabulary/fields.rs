//! What things have in every game, after a point. The checker takes names and meanings from here.

use super::{Class, Entry, Function, Sort};

/// A field of a sort of thing.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub entry: Entry,
    /// What has it.
    pub on: Sort,
    /// Which function reads it; none where it is not a function of the thing alone.
    pub function: Option<Function>,
    /// Numbers that the function takes after the thing.
    pub more: &'static [i32],
    pub gives: Sort,
    /// Whether `NAME of THING` may be written too.
    pub of: bool,
}

impl Row {
    /// What it is, as words inside a sentence.
    pub fn what(&self) -> String {
        let doc = self.entry.doc.trim_end_matches('.');
        let mut letters = doc.chars();
        letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
    }
}

const fn row(
    on: Sort,
    name: &'static str,
    form: &'static str,
    function: Option<Function>,
    gives: Sort,
    doc: &'static str,
    example: &'static str,
) -> Row {
    Row { entry: Entry::new(Class::Field, name, form, doc, example), on, function, more: &[], gives, of: false }
}

const fn and_of(row: Row) -> Row {
    Row { of: true, ..row }
}

const fn step(
    name: &'static str,
    form: &'static str,
    function: Function,
    more: &'static [i32],
    doc: &'static str,
    example: &'static str,
) -> Row {
    Row { more, ..row(Sort::Space, name, form, Some(function), Sort::SameAsFirst, doc, example) }
}

/// Fields by what has them.
pub const FIELDS: &[Row] = &[
    and_of(row(
        Sort::Card,
        "holder",
        "CARD.holder",
        Some(Function::HolderOf),
        Sort::Player,
        "The player in whose zone it lies.",
        "c.holder",
    )),
    and_of(row(
        Sort::Card,
        "zone",
        "CARD.zone",
        Some(Function::ZoneOf),
        Sort::Zone,
        "The zone in which it lies.",
        "c.zone is discard",
    )),
    and_of(row(
        Sort::Card,
        "position",
        "CARD.position",
        Some(Function::Position),
        Sort::Number,
        "Its place in its zone, from 1 at the top.",
        "c.position",
    )),
    and_of(row(
        Sort::Card,
        "design",
        "CARD.design",
        Some(Function::DesignOf),
        Sort::DesignOfFirst,
        "What card it is: equal for two copies.",
        "c.design",
    )),
    row(Sort::Card, "face", "CARD.face", Some(Function::IsUp), Sort::Bool, "`up` or `down`.", "c.face is up"),
    row(
        Sort::Player,
        "seat",
        "PLAYER.seat",
        Some(Function::SeatOf),
        Sort::Seat,
        "Who decides for the player.",
        "me.seat",
    ),
    row(
        Sort::Seat,
        "actors",
        "SEAT.actors",
        Some(Function::ActorsOf),
        Sort::Players,
        "Those for whom the seat decides.",
        "me.seat.actors",
    ),
    step("next", "SPACE.next", Function::RingStep, &[1], "The next space of a ring.", "me.era.next"),
    step("previous", "SPACE.previous", Function::RingStep, &[-1], "The space before it on a ring.", "me.era.previous"),
    // Rows are counted from the bottom, as the table is shown.
    step(
        "north",
        "SPACE.north",
        Function::GridStep,
        &[0, 1],
        "The space above it on a grid; absent at the edge.",
        "b2.north",
    ),
    step("south", "SPACE.south", Function::GridStep, &[0, -1], "The space below it on a grid.", "b2.south"),
    step("east", "SPACE.east", Function::GridStep, &[1, 0], "The space to the right of it on a grid.", "b2.east"),
    step("west", "SPACE.west", Function::GridStep, &[-1, 0], "The space to the left of it on a grid.", "b2.west"),
    row(
        Sort::Space,
        "column",
        "SPACE.column",
        Some(Function::Column),
        Sort::Number,
        "Its column on a grid, from 1 at the left.",
        "b2.column",
    ),
    row(
        Sort::Space,
        "row",
        "SPACE.row",
        Some(Function::Row),
        Sort::Number,
        "Its row on a grid, from 1 at the bottom.",
        "b2.row",
    ),
    and_of(row(
        Sort::Unit,
        "owner",
        "UNIT.owner",
        Some(Function::UnitOwner),
        Sort::Player,
        "The player whose unit it is.",
        "me.golem.owner",
    )),
    row(
        Sort::Zone,
        "holder",
        "ZONE.holder",
        Some(Function::OwnerOf),
        Sort::Player,
        "The player whose zone it is.",
        "c.zone.holder",
    ),
    and_of(row(
        Sort::Stuff,
        "worth",
        "STUFF.worth",
        None,
        Sort::Number,
        "What one of it counts for in a payment.",
        "red.worth",
    )),
    and_of(row(
        Sort::Dice,
        "total",
        "DICE.total",
        Some(Function::PoolTotal),
        Sort::Number,
        "The sum of the faces, without the bonus.",
        "roll 2 combat as dice  gain dice.total points",
    )),
    and_of(row(
        Sort::Dice,
        "bonus",
        "DICE.bonus",
        Some(Function::PoolBonus),
        Sort::Number,
        "What was added to the rolled dice.",
        "roll 2 combat as dice  set dice.bonus to 1  gain dice.bonus points",
    )),
    and_of(row(
        Sort::Dice,
        "faces",
        "DICE.faces",
        Some(Function::PoolFaces),
        Sort::Numbers,
        "The faces as numbers.",
        "roll 2 combat as dice  gain count of dice.faces points",
    )),
    row(
        Sort::Number,
        "face",
        "DIE.face",
        None,
        Sort::Number,
        "In the `where` of a `reroll`: what the die shows.",
        "roll 2 combat as dice  reroll dice where .face < 3",
    ),
];

/// The field of a sort of thing by its name.
pub fn find(on: Sort, name: &str) -> Option<&'static Row> {
    FIELDS.iter().find(|row| row.on == on && row.entry.name == name)
}

/// The names of all fields.
pub fn words<'a>() -> impl Iterator<Item = &'a str> {
    FIELDS.iter().map(|row| row.entry.name)
}

/// The names that may also stand before `of`.
pub fn words_of<'a>() -> impl Iterator<Item = &'a str> {
    FIELDS.iter().filter(|row| row.of).map(|row| row.entry.name)
}

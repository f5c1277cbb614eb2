//! What the engine itself does, as events: names and parameters in one place, for hooks, for the checker and the machine.

use super::{Class, Entry, Primitive, Sort};

/// A primitive as an event.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub entry: Entry,
    pub primitive: Primitive,
    /// Names and sorts of its parameters, as hooks see them.
    pub params: &'static [(&'static str, Sort)],
}

const fn row(
    primitive: Primitive,
    name: &'static str,
    form: &'static str,
    params: &'static [(&'static str, Sort)],
    doc: &'static str,
    example: &'static str,
) -> Row {
    Row { entry: Entry::new(Class::Event, name, form, doc, example), primitive, params }
}

const COUNTED: &[(&str, Sort)] = &[("counter", Sort::Counter), ("amount", Sort::Number), ("bearer", Sort::Any)];
const CARD: &[(&str, Sort)] = &[("card", Sort::Card)];

/// In the order of [`Primitive::ALL`], which is the order of their action ids.
pub const PRIMITIVES: [Row; Primitive::ALL.len()] = [
    row(
        Primitive::Gain,
        "gain",
        "gain(counter, amount, bearer)",
        COUNTED,
        "A counter or stuff is gained.",
        "after gain where counter is points and amount > 2 { gain 1 power }",
    ),
    row(
        Primitive::Lose,
        "lose",
        "lose(counter, amount, bearer)",
        COUNTED,
        "A counter or stuff is lost.",
        "instead of lose where counter is points { proceed with amount is 1 }",
    ),
    row(
        Primitive::Move,
        "move",
        "move(card, source, target, face)",
        &[("card", Sort::Card), ("source", Sort::Zone), ("target", Sort::Zone), ("face", Sort::Bool)],
        "One component moves from zone to zone.",
        "after move where target is discard { gain 1 points on p1 }",
    ),
    row(
        Primitive::Turn,
        "turn",
        "turn(card, face)",
        &[("card", Sort::Card), ("face", Sort::Bool)],
        "A component is turned up or down where it lies.",
        "after turn where face is up { gain 1 points on p1 }",
    ),
    row(
        Primitive::Shuffle,
        "shuffle",
        "shuffle(zone)",
        &[("zone", Sort::Zone)],
        "A zone is shuffled.",
        "after shuffle where zone is deck { gain 1 points on p1 }",
    ),
    row(
        Primitive::Reveal,
        "reveal",
        "reveal(card)",
        CARD,
        "A component is shown to all.",
        "after reveal { gain 1 points on p1 }",
    ),
    row(
        Primitive::Swap,
        "swap",
        "swap(first, second)",
        &[("first", Sort::Any), ("second", Sort::Any)],
        "Two things change places.",
        "after swap { gain 1 points on p1 }",
    ),
    row(
        Primitive::Roll,
        "roll",
        "roll(dice, amount)",
        &[("dice", Sort::Any), ("amount", Sort::Number)],
        "Dice are rolled.",
        "after roll where amount > 1 { gain 1 points on p1 }",
    ),
    row(
        Primitive::Look,
        "look",
        "look(card)",
        CARD,
        "Somebody looks at a component.",
        "after look { gain 1 points on p1 }",
    ),
    row(
        Primitive::Pay,
        "pay",
        "pay(counter, amount)",
        &[("counter", Sort::Counter), ("amount", Sort::Number)],
        "Somebody pays; `counter` is absent where the payment may be of several sorts.",
        "instead of pay where counter is power { proceed with amount is amount - 1 }",
    ),
    row(
        Primitive::Set,
        "set",
        "set(counter, to, bearer)",
        &[("counter", Sort::Counter), ("to", Sort::Any), ("bearer", Sort::Any)],
        "A counter, flag or state is set.",
        "after set where counter is points { gain 1 power on p1 }",
    ),
    row(
        Primitive::Eliminate,
        "eliminate",
        "eliminate(player)",
        &[("player", Sort::Player)],
        "A player is out of the game.",
        "after eliminate { gain 1 points on p1 }",
    ),
];

/// The row of a name.
pub fn find(name: &str) -> Option<&'static Row> {
    PRIMITIVES.iter().find(|row| row.entry.name == name)
}

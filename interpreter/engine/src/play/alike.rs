//! Whether two seats can ever know different things: found in the program, before anything is played.

use crate::ids::*;
use crate::program::Program;
use crate::program::nouns::Word;
use crate::program::op::{NO_REG, Op};

/// Whether two seats see the same all the way, and each answer of one at once: then they can share a screen.
pub fn see_alike(program: &Program, a: usize, b: usize) -> bool {
    let differ = |bits: u32| (bits >> (a & 31) ^ bits >> (b & 31)) & 1 != 0;
    let place = program.places.iter().any(|place| [true, false].iter().any(|up| differ(place.sight_of(*up))));
    let told = program.ops.iter().any(tells_some) || program.choices.iter().any(|choice| choice.seen != NO_REG);
    a == b || !(place || told || keeps_secrets(program, a) || keeps_secrets(program, b))
}

/// Whether something that a seat bears is for its own eyes.
fn keeps_secrets(program: &Program, seat: usize) -> bool {
    let nouns = &program.nouns;
    let states = nouns.states.iter().enumerate().filter(|(_, def)| def.secret);
    let own = |id: StateId, bearer: u32| {
        nouns.seat_of_state(id, Word::try_from(bearer).unwrap_or(Word::MAX)) == Some(SeatId::from_index(seat))
    };
    states.into_iter().any(|(id, def)| (0..def.len).any(|bearer| own(StateId::from_index(id), bearer)))
}

/// Whether an op lets some know what others do not, or has several answer without knowing of each other.
fn tells_some(op: &Op) -> bool {
    match op {
        Op::Reveal { to, .. } => *to != NO_REG,
        Op::Roll { seen, .. } | Op::Reroll { seen, .. } => *seen != NO_REG,
        Op::Look { .. } | Op::Tell { .. } | Op::Together { .. } | Op::AskAll { .. } => true,
        _ => false,
    }
}

//! Phases that the flow never comes to.
//!
//! ```text
//! [flow]
//! round = ["act"]
//!
//! phase act { … }
//! phase tidy { … }      # never played
//! ```

use super::{Game, Verdicts};
use crate::diagnostic::{Code, Diagnostic};
use crate::ids::PhaseId;

pub(super) fn look(game: &Game<'_>, verdicts: &mut Verdicts) {
    let flow = &game.tree.flow;
    // That a whole turn is never played is said where the manifest is read.
    let listed = flow.setup.iter().chain(&flow.start).chain(flow.round.iter().flatten()).chain(&flow.turn);
    let listed: Vec<PhaseId> = listed.copied().collect();
    for (index, phase) in game.tree.phases.iter().enumerate() {
        let name = &phase.name;
        let message = format!("the phase `{name}` is never played: [flow] does not name it");
        let help = format!("put `\"{name}\"` into `setup`, `start`, `round` or `turn` of [flow], or take it away");
        let in_use = listed.contains(&PhaseId::from_index(index));
        verdicts.say(in_use, Diagnostic::new(Code::UnreachedPhase, phase.span, message).help(help));
    }
}

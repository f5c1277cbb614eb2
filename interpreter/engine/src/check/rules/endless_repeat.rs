//! A `repeat` with no number, no `while`, no `stop` and no end of game, turn or phase in it.
//!
//! ```text
//! repeat { draw(1) }                                # for ever
//! repeat { draw(1)  if me.hand is empty { stop } }
//! ```

use super::{Game, reach};
use crate::check::tree::{Block, StatementKind};
use crate::diagnostic::{Code, Diagnostic, Findings};

pub(super) fn look(game: &Game<'_>, findings: &mut Findings) {
    reach::every_statement(game.tree, &mut |_, statement| {
        let StatementKind::Repeat { count: None, cond: None, body } = &statement.kind else { return };
        if stops(body) || ends(game, body) {
            return;
        }
        let message = "this `repeat` never ends: nothing in it says `stop`";
        let help = "say how often (`repeat 3 { … }`), how long (`repeat while CONDITION { … }`), or `stop` in an `if`";
        findings.push(Diagnostic::new(Code::EndlessRepeat, statement.span, message).help(help));
    });
}

/// Whether a block can leave the loop around it: a `stop` in an inner loop leaves that one only.
fn stops(block: &Block) -> bool {
    block.iter().any(|statement| match &statement.kind {
        StatementKind::Stop => true,
        StatementKind::Repeat { .. } | StatementKind::ForEach { .. } => false,
        StatementKind::Offer { repeatedly: true, .. } => false,
        _ => reach::blocks(statement).into_iter().any(stops),
    })
}

fn ends(game: &Game<'_>, block: &Block) -> bool {
    let mut found = false;
    reach::each_reached(game.tree, block, &mut |statement| {
        found |= matches!(
            statement.kind,
            StatementKind::EndGame { .. } | StatementKind::EndTurn | StatementKind::EndPhase { .. }
        );
    });
    found
}

//! Games that nothing ends: no `end game`, no `finish after round`, no number of rounds.

use super::super::tree::{Block, StatementKind};
use super::{Game, Verdicts};
use crate::diagnostic::{Code, Diagnostic};

pub(super) fn look(game: &Game<'_>, verdicts: &mut Verdicts) {
    let tree = game.tree;
    let Some(first) = game.manifest.flow.round.first().or(game.manifest.flow.turn.first()) else { return };
    let ends = tree.flow.rounds.is_some() || tree.bodies().any(ends_game);
    let message = "nothing ever ends this game";
    let help = "write `end game` where it is over, or `rounds = 10` in [flow]";
    verdicts.say(ends, Diagnostic::new(Code::NeverEnds, first.span, message).help(help));
}

fn ends_game(block: &Block) -> bool {
    block.iter().any(|s| {
        matches!(s.kind, StatementKind::EndGame { .. } | StatementKind::FinishAfterRound)
            || crate::check::tree::blocks(s).iter().any(|b| ends_game(b))
    })
}

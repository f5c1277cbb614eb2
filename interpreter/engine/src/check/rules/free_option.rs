//! An option of an `offer repeatedly` that uses nothing up, so that it could be taken for ever.
//!
//! ```text
//! offer repeatedly { option rest { gain 1 points } }                  # as many points as one likes
//! offer repeatedly { option rest once per turn { gain 1 points } }
//! ```

use super::{Game, reach};
use crate::check::tree::{ActionDef, Block, HookKind, OfferOption, OptionKind, StatementKind};
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::ids::ActionId;

pub(super) fn look(game: &Game<'_>, findings: &mut Findings) {
    reach::every_statement(game.tree, &mut |_, statement| {
        let StatementKind::Offer { repeatedly: true, count: None, options } = &statement.kind else { return };
        for option in options.iter().filter(|option| option.limit.is_none() && is_free(game, option)) {
            let message = format!("`{}` uses nothing up, so it can be taken again and again", option.name);
            let help =
                "let it `pay`, `lose`, `move` or `stop`, or put `once per turn` or `limit 3 per turn` before its `{`";
            findings.push(Diagnostic::new(Code::FreeOption, option.span, message).help(help));
        }
    });
}

fn is_free(game: &Game<'_>, option: &OfferOption) -> bool {
    match &option.kind {
        OptionKind::Block { needs, body } => needs.is_none() && nothing_used(game, body),
        OptionKind::Action { action, .. } => {
            let free =
                |def: &ActionDef| def.limit.is_none() && def.body.as_ref().is_some_and(|body| nothing_used(game, body));
            let forbidden = |action: ActionId| {
                let hooks = game.tree.hooks.iter();
                hooks.into_iter().any(|hook| matches!(hook.kind, HookKind::Forbid { action: of, .. } if of == action))
            };
            !forbidden(*action) && game.tree.actions.get(action.index()).is_some_and(free)
        }
    }
}

/// Whether all that a block brings about are gains, sights and choices.
fn nothing_used(game: &Game<'_>, body: &Block) -> bool {
    use StatementKind as S;
    let mut used = false;
    reach::each_reached(game.tree, body, &mut |statement| {
        used |= match &statement.kind {
            S::Gain { lose, .. } => *lose,
            S::Set { .. }
            | S::Move { .. }
            | S::Walk { .. }
            | S::MoveStuff { .. }
            | S::MoveMix { .. }
            | S::Swap { .. }
            | S::Turn { .. }
            | S::Flip { .. }
            | S::Remember { .. }
            | S::Forget { .. }
            | S::Pay { .. }
            | S::PayMix { .. }
            | S::Needs { .. }
            | S::Must { .. }
            | S::Stop
            | S::Eliminate { .. }
            | S::EndPhase { .. }
            | S::EndTurn
            | S::EndGame { .. }
            | S::FinishAfterRound => true,
            _ => false,
        };
    });
    !used
}

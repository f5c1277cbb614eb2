//! Abilities that a kind declares and no statement runs: what the cards say there never happens.
//!
//! ```text
//! [kind.creature]
//! abilities = { instant = {}, active = {} }      # and no script says `run c.active`
//! ```

use std::collections::BTreeSet;

use super::{Game, Verdicts, reach};
use crate::check::tree::{ExprKind, StatementKind};
use crate::diagnostic::{Code, Diagnostic};

pub(super) fn look(game: &Game<'_>, verdicts: &mut Verdicts) {
    let mut run = BTreeSet::new();
    reach::every_statement(game.tree, &mut |_, statement| {
        if let StatementKind::Run { ability, .. } = &statement.kind {
            run.insert(*ability);
        }
    });
    reach::every_expr(game.tree, &mut |_, expr| {
        if let ExprKind::HasAbility(ability, _) = &expr.kind {
            // A game may only ask who has it.
            run.insert(*ability);
        }
    });
    for ability in game.manifest.kinds.iter().flat_map(|kind| &kind.abilities) {
        let name = &ability.name.text;
        let in_use = game.symbols.abilities.get(name).is_some_and(|id| run.contains(id));
        let message = format!("nobody runs the ability `{name}`, so what cards say there never happens");
        let help = format!("write `run c.{name}` where it is to happen, or take the ability away");
        verdicts.say(in_use, Diagnostic::new(Code::UnusedAbility, ability.name.span, message).help(help));
    }
}

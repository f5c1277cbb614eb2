//! What can turn out to be impossible, told from the tree.

use crate::check::tree::{AbilityBody, Block, Statement, StatementKind, Tree, blocks};

/// Whether `needs`, `pay` or `must` occur in a block, at any depth that is part of it.
pub(crate) fn has_conditions(block: &[Statement]) -> bool {
    block.iter().any(|s| {
        matches!(
            s.kind,
            StatementKind::Needs { .. }
                | StatementKind::Pay { .. }
                | StatementKind::PayMix { .. }
                | StatementKind::Must { .. }
        ) || blocks(s).iter().any(|b| has_conditions(b))
    })
}

/// Whether an ability may be impossible: a full one unless nothing in it can fall short.
pub(crate) fn ability(ability: &AbilityBody) -> bool {
    has_conditions(&ability.body) || (ability.full && ability.body.iter().any(may_fall_short))
}

fn may_fall_short(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Gain { lose: false, amounts, .. } => {
            amounts.iter().any(|a| !matches!(a.what, crate::check::tree::What::Counter(_)))
        }
        StatementKind::Let { .. } | StatementKind::Until { .. } | StatementKind::Later { .. } => false,
        _ => true,
    }
}

/// Whether some phase or turn is ended early anywhere.
pub(crate) fn has_ends(tree: &Tree) -> bool {
    tree.bodies().any(ends_something)
}

fn ends_something(block: &Block) -> bool {
    block.iter().any(|s| {
        matches!(s.kind, StatementKind::EndPhase { .. } | StatementKind::EndTurn | StatementKind::Eliminate { .. })
            || blocks(s).iter().any(|b| ends_something(b))
    })
}

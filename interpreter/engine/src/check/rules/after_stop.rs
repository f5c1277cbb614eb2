//! Statements that stand after a `stop` and so are never done.
//!
//! ```text
//! repeat { stop  gain 1 points }      # the points are never gained
//! ```

use super::{Game, reach};
use crate::check::tree::{Block, StatementKind};
use crate::diagnostic::{Code, Diagnostic, Findings};

pub(super) fn look(game: &Game<'_>, findings: &mut Findings) {
    reach::each_block(game.tree, &mut |_, block| {
        in_block(block, findings);
        reach::each_statement(block, &mut |statement| {
            reach::blocks(statement).into_iter().for_each(|inner| in_block(inner, findings));
        });
    });
}

fn in_block(block: &Block, findings: &mut Findings) {
    let Some(at) = block.iter().position(|statement| matches!(statement.kind, StatementKind::Stop)) else { return };
    if let (Some(stop), Some(next)) = (block.get(at), block.get(at + 1)) {
        let finding = Diagnostic::new(Code::AfterStop, next.span, "this is never done: a `stop` stands before it")
            .other(stop.span, "the loop is left here")
            .help("put `stop` last, or inside an `if`");
        findings.push(finding);
    }
}

//! Statements that stand after a `stop` or `give` and so are never done.
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
    for (at, statement) in block.iter().enumerate() {
        let (word, left) = match statement.kind {
            StatementKind::Stop => ("stop", "the loop is left here"),
            StatementKind::Give { .. } => ("give", "the action ends here"),
            _ => continue,
        };
        if let Some(next) = block.get(at + 1) {
            let message = format!("this is never done: a `{word}` stands before it");
            let finding = Diagnostic::new(Code::AfterStop, next.span, message).other(statement.span, left);
            findings.push(finding.help(format!("put `{word}` last, or inside an `if`")));
        }
        return;
    }
}

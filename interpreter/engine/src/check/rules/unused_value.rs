//! Values that nothing reads.
//!
//! ```text
//! value reach() is 2      # and neither a script nor the manifest says `reach()`
//! ```

use std::collections::BTreeSet;

use super::reach::{self, Routine};
use super::{Game, Verdicts, written_call};
use crate::check::tree::{ExprKind, Score};
use crate::diagnostic::{Code, Diagnostic};
use crate::ids::ValueId;

pub(super) fn look(game: &Game<'_>, verdicts: &mut Verdicts) {
    let mut read = BTreeSet::new();
    reach::every_expr(game.tree, &mut |routine, expr| {
        if let ExprKind::Value(id, _) = &expr.kind
            && routine != Routine::Value(id.index())
        {
            read.insert(*id);
        }
    });
    for score in game.tree.ranking.iter().chain(&game.tree.utility) {
        if let Score::Value(id) = score {
            read.insert(*id);
        }
    }
    read.extend(game.tree.flow.next_actor);
    read.extend(game.tree.nouns.stuff_groups.iter().filter_map(|group| group.worth));
    for (index, value) in game.tree.values.iter().enumerate() {
        let name = &value.name;
        let in_use = read.contains(&ValueId::from_index(index)) || game.in_scenario(name);
        let message = format!("nothing reads the value `{name}`");
        let call = written_call(name, &value.locals, value.params);
        let help = format!("use it in an expression, `{call}`, or take it away");
        verdicts.say(in_use, Diagnostic::new(Code::UnusedValue, value.span, message).help(help));
    }
}

//! Actions that nobody calls and events that nobody raises.
//!
//! ```text
//! event season_starts()                    # and no script says `season_starts()`
//! rule r { after season_starts { … } }     # so this never happens
//! ```

use std::collections::BTreeSet;

use super::reach::{self, Routine};
use super::{Game, Verdicts, written_call};
use crate::check::tree::{ExprKind, HookKind, Primitive};
use crate::diagnostic::{Code, Diagnostic};
use crate::ids::ActionId;

pub(super) fn look(game: &Game<'_>, verdicts: &mut Verdicts) {
    let mut called = BTreeSet::new();
    reach::every_statement(game.tree, &mut |routine, statement| {
        // An action that only calls itself is called by nobody.
        called.extend(reach::called(statement).into_iter().filter(|action| routine != Routine::Action(*action)));
    });
    reach::every_expr(game.tree, &mut |routine, expr| {
        if let ExprKind::Can { action, .. } = &expr.kind
            && routine != Routine::Action(*action)
        {
            called.insert(*action);
        }
    });
    for (index, action) in game.tree.actions.iter().enumerate().skip(Primitive::ALL.len()) {
        let id = ActionId::from_index(index);
        let name = &action.name;
        let watcher = game.tree.hooks.iter().find(|hook| match &hook.kind {
            HookKind::Watch { action, .. } | HookKind::Forbid { action, .. } => *action == id,
            _ => false,
        });
        let call = written_call(name, &action.locals, action.params);
        let finding = if action.body.is_some() {
            let message = format!("nobody calls the action `{name}`");
            Diagnostic::new(Code::UncalledAction, action.span, message)
                .help(format!("call it, `{call}`, or offer it, `option {call}`, or take it away"))
        } else {
            let message = format!("the event `{name}` never happens: no statement raises it");
            Diagnostic::new(Code::UnraisedEvent, action.span, message)
                .help(format!("write `{call}` where it happens, or take the event away"))
        };
        let finding = match watcher {
            Some(hook) => finding.other(hook.span, "this waits for it in vain"),
            None => finding,
        };
        verdicts.say(called.contains(&id), finding);
    }
}

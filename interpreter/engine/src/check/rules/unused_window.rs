//! Windows that nobody opens: cards that answer in them are never asked.
//!
//! ```text
//! window anytime()                                      # and no script says `window anytime()` among its statements
//! card parry { in window anytime { … } }
//! ```

use std::collections::BTreeSet;

use super::{Game, Verdicts, reach, written_call};
use crate::check::tree::{HookKind, Locals, StatementKind};
use crate::diagnostic::{Code, Diagnostic};
use crate::ids::WindowId;

pub(super) fn look(game: &Game<'_>, verdicts: &mut Verdicts) {
    let mut opened = BTreeSet::new();
    reach::every_statement(game.tree, &mut |_, statement| {
        if let StatementKind::Window { window, .. } = &statement.kind {
            opened.insert(*window);
        }
    });
    for (index, window) in game.tree.windows.iter().enumerate() {
        let id = WindowId::from_index(index);
        let name = &window.name;
        let call = written_call(name, &Locals { list: window.params.clone() }, window.params.len());
        let message = format!("nobody opens the window `{name}`");
        let mut finding = Diagnostic::new(Code::UnusedWindow, window.span, message)
            .help(format!("write `window {call}` in an action or phase where it is to open, or take it away"));
        let answers = |kind: &HookKind| matches!(kind, HookKind::Window { window: Some(of), .. } if *of == id);
        if let Some(hook) = game.tree.hooks.iter().find(|hook| answers(&hook.kind)) {
            finding = finding.other(hook.span, "this waits for it in vain");
        }
        verdicts.say(opened.contains(&id), finding);
    }
}

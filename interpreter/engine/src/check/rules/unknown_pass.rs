//! Names under `[bots] pass` that no option bears: bots would never pass, and nobody would say why.
//!
//! ```text
//! [bots]
//! pass = { stop_playng = 5 }      # and the script says `option stop_playing`
//! ```

use std::collections::BTreeSet;

use super::{Game, Verdicts, reach};
use crate::check::tree::StatementKind;
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Diagnostic};

pub(super) fn look(game: &Game<'_>, verdicts: &mut Verdicts) {
    let mut options: BTreeSet<&str> = BTreeSet::new();
    reach::every_statement(game.tree, &mut |_, statement| {
        if let StatementKind::Offer { options: offered, .. } = &statement.kind {
            options.extend(offered.iter().map(|option| option.name.as_str()));
        }
    });
    for (name, _) in &game.manifest.bot_pass {
        let help = match nearest(&name.text, options.iter().copied()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("name an option of a script, as in `offer {{ option {} {{ … }} }}`", name.text),
        };
        let message = format!("no option is called `{}`", name.text);
        let finding = Diagnostic::new(Code::UnknownPass, name.span, message).help(help);
        verdicts.say(options.contains(name.text.as_str()), finding);
    }
}

//! Keywords that no text uses.
//!
//! ```text
//! keyword mastery(n: number) { if me.mastery >= n { body } }      # and no card says `mastery(10) { … }`
//! ```

use super::{Game, Verdicts};
use crate::diagnostic::{Code, Diagnostic};

pub(super) fn look(game: &Game<'_>, verdicts: &mut Verdicts) {
    for keyword in &game.items.keywords {
        let name = &keyword.name;
        let in_use = game.words().any(|word| word.text == name.text && word.span != name.span);
        let message = format!("nobody uses the keyword `{}`", name.text);
        let names: Vec<&str> = keyword.params.iter().map(|param| param.name.text.as_str()).collect();
        let help = format!("use it, `{}({}) {{ … }}`, or take it away", name.text, names.join(", "));
        verdicts.say(in_use, Diagnostic::new(Code::UnusedKeyword, name.span, message).help(help));
    }
}

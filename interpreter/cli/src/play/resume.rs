//! What is played: a game that is set up anew, or a saved one with its own rules.

use cardwright::load::Loaded;
use cardwright::play::{Save, SaveError};

use super::PlayArgs;
use crate::failure::{Failure, Verdict};
use crate::report::{Color, say};
use crate::roots::Roots;
use crate::saves::{self, Today};
use crate::setup::Setup;
use crate::tree::shown;

/// A table that is set.
pub struct Set {
    pub loaded: Loaded,
    pub saved: Option<Save>,
}

/// Sets the table; findings are shown, and errors among them end the command.
pub fn table(args: &PlayArgs, roots: &Roots, color: Color) -> Result<Result<Set, Verdict>, Failure> {
    let Some(file) = &args.load else {
        let game = args.game.clone().unwrap_or_default();
        let ready = Setup { game, table: args.table.clone() }.load(roots, color)?;
        return Ok(ready.map(|ready| Set { loaded: ready.loaded, saved: None }));
    };
    let save = saves::read(file)?;
    if !args.saved_rules {
        let today = Today { rules: args.game.clone().map(Into::into), packs: args.table.packs.clone() };
        match today.sources(&save, roots)? {
            None => say(&not_here(&save)),
            Some(sources) if !saves::same_meaning(&save, &sources) => {
                let (file, changes) = (shown(file), saves::changed(&save, &sources));
                return Err(Failure::Files(format!(
                    "{file}: the rules have changed since it was saved:\n{changes}\
                     go on by the rules in the file: cardwright play --load {file} --saved-rules\n\
                     see where they part:            cardwright replay {file} --diff"
                )));
            }
            Some(_) => {}
        }
    }
    let loaded = match saves::own_rules(&save, file, color)? {
        Ok(loaded) => loaded,
        Err(verdict) => return Ok(Err(verdict)),
    };
    Ok(Ok(Set { loaded, saved: Some(save) }))
}

/// Why a saved game is not gone on with, and how it can be.
pub fn refused(args: &PlayArgs, save: &Save, error: &SaveError) -> Failure {
    let file = args.load.as_deref().map(shown).unwrap_or_default();
    let rules = if args.saved_rules { " --saved-rules" } else { "" };
    let command = format!("cardwright play --load {file}{rules}");
    let (what, agrees) = match error {
        SaveError::Differs { answers, .. } => ("this is not the game that was saved", answers.checked_sub(1)),
        SaveError::NotPossible { answer, .. } => ("the saved game cannot be taken up", answer.checked_sub(1)),
        _ => ("the saved game cannot be taken up", None),
    };
    let agrees = agrees.map_or_else(String::new, |answers| {
        format!("\ngo on from the last answer that agrees: {command} --until {answers}")
    });
    let version = saves::other_version(save);
    Failure::Files(format!(
        "{file}: {what}: {error}{version}{agrees}\ngo on by the answers that are possible: {command} --anyway"
    ))
}

fn not_here(save: &Save) -> String {
    let packs: Vec<String> = save.head.packs.iter().map(|pack| format!(" with `{}`", pack.id)).collect();
    format!("there is no game `{}`{} here: it is played by the rules in the file", save.head.game.id, packs.concat())
}

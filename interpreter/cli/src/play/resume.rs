//! What is played: a game that is set up anew, or a saved one with its own rules.

use cardwright::load::Loaded;
use cardwright::play::Save;

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

fn not_here(save: &Save) -> String {
    let packs: Vec<String> = save.head.packs.iter().map(|pack| format!(" with `{}`", pack.id)).collect();
    format!("there is no game `{}`{} here: it is played by the rules in the file", save.head.game.id, packs.concat())
}

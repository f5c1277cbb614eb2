//! `--lang`: in which language a game is told. What the program says about itself stays English.

use cardwright::load::{Loaded, pack_card};
use cardwright::program::Program;
use cardwright::words::Phrase;
use clap::Args;

use crate::failure::Failure;

/// The option that `play`, `replay`, `trace` and `sim` share.
#[derive(Clone, Debug, Default, Args)]
pub struct Speech {
    /// The language of the game, one of those that its manifest names (default: en)
    #[arg(long = "lang", value_name = "CODE")]
    lang: Option<String>,
}

impl Speech {
    /// Lets a game speak the language that was asked for.
    pub fn teach(&self, loaded: &mut Loaded) -> Result<(), Failure> {
        let Some(code) = &self.lang else { return Ok(()) };
        loaded.speak(code).map_err(|unknown| Failure::Usage(format!("`--lang {code}`: {unknown}")))
    }

    /// The words of the command line that ask for it again.
    pub fn words(&self) -> Vec<String> {
        self.lang.iter().flat_map(|code| ["--lang".to_owned(), code.clone()]).collect()
    }
}

/// ` with NAME VERSION` for each pack of a game, by its id where it has no name.
pub fn packs(program: &Program) -> String {
    let packs = program.origin.packs.iter().zip(0u16..);
    let named = packs.map(|((id, version), number)| {
        let card = pack_card(&program.sources, number);
        let name = card.and_then(|card| card.names.get(program.language).map(str::to_owned).or(card.name));
        let name = name.unwrap_or_else(|| id.clone());
        program.say(Phrase::WithPack, &[&name, version])
    });
    named.collect()
}

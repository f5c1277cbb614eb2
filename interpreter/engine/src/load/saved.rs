//! The program of a saved match: from the rules that lie in it, in the setup that it names.

use super::{Loaded, Request, load};
use crate::diagnostic::Diagnostic;
use crate::play::Save;
use crate::source::Sources;

/// The rules of a save, as they were when it was played.
pub fn load_saved(save: &Save) -> Result<Loaded, Vec<Diagnostic>> {
    load(&save.sources(), &request_of(save))
}

/// Other rules, in the setup of a save.
pub fn load_as_saved(sources: &Sources, save: &Save) -> Result<Loaded, Vec<Diagnostic>> {
    load(sources, &request_of(save))
}

fn request_of(save: &Save) -> Request {
    let head = &save.head;
    let variants = head.variants.iter().map(|word| match word.split_once(':') {
        // A level that is no number is one that the variant does not have.
        Some((name, level)) => (name.to_owned(), Some(level.parse().unwrap_or(usize::MAX))),
        None => (word.clone(), None),
    });
    Request {
        packs: head.packs.len(),
        variants: variants.collect(),
        numbers: head.numbers.clone(),
        players: Some(u8::try_from(head.players).unwrap_or(u8::MAX)),
    }
}

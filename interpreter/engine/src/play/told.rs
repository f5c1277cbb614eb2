//! What was told about a card that is not known, in words: by attributes where they say it, else by names.

use crate::ids::*;
use crate::program::Program;
use crate::program::nouns::{Type, Word};
use crate::state::State;
use crate::state::lore::has;
use crate::trace::{design_name, word_name};
use crate::words::Phrase;

/// More names or numbers than these are not listed.
const LISTED: usize = 4;

/// What a seat was told about a card; nothing where that says nothing.
pub(crate) fn told(program: &Program, state: &State, seat: SeatId, card: ComponentId) -> Option<String> {
    let facts: Vec<&[u64]> = state.lore.told(card, seat.index()).collect();
    if facts.is_empty() {
        return None;
    }
    let mut every: Vec<DesignId> = program.nouns.components.iter().map(|c| c.design).collect();
    every.sort_unstable();
    every.dedup();
    let left: Vec<DesignId> = every.iter().copied().filter(|d| facts.iter().all(|set| has(set, *d))).collect();
    if left.len() == every.len() {
        return None;
    }
    let attributes = (0..program.nouns.attributes.len()).map(AttributeId::from_index);
    let parts: Vec<String> = attributes.filter_map(|a| by_attribute(program, state, a, &every, &left)).collect();
    if !parts.is_empty() {
        return Some(parts.join(", "));
    }
    if left.len() > LISTED {
        return Some(program.say(Phrase::OneOf, &[&left.len()]));
    }
    let names: Vec<String> = left.iter().map(|d| design_name(program, *d)).collect();
    Some(program.language.alternatives(&names))
}

/// What is left of the values of an attribute, if that is less than there was.
fn by_attribute(
    program: &Program,
    state: &State,
    attribute: AttributeId,
    every: &[DesignId],
    left: &[DesignId],
) -> Option<String> {
    let def = program.nouns.attributes.get(attribute.index())?;
    if matches!(def.ty, Type::Set(_) | Type::Bundle | Type::Text) {
        return None;
    }
    let values = |designs: &[DesignId]| -> Vec<Word> {
        let of = |d: &DesignId| program.nouns.designs.get(d.index())?.attributes.get(attribute.index()).copied();
        let mut values: Vec<Word> = designs.iter().filter_map(of).collect();
        values.sort_unstable();
        values.dedup();
        values
    };
    let (before, after) = (values(every), values(left));
    let gone: Vec<Word> = before.iter().copied().filter(|v| !after.contains(v)).collect();
    if gone.is_empty() || after.is_empty() {
        return None;
    }
    let list = |values: &[Word], word: Phrase| {
        let names: Vec<String> = values.iter().map(|v| word_name(program, state, &def.ty, *v)).collect();
        names.join(word.text(program.language))
    };
    let name = def.labels.many(program.language);
    Some(match (after.len(), gone.len()) {
        (few, _) if few <= LISTED && few <= gone.len().max(1) => format!("{name} {}", list(&after, Phrase::Or)),
        (_, few) if few <= LISTED => program.say(Phrase::AttributeNot, &[&name, &list(&gone, Phrase::Nor)]),
        _ => program.say(Phrase::AttributeOneOf, &[&name, &after.len()]),
    })
}

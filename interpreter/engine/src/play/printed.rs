//! What is printed on a card, in words: its kind and attributes, and its text or else its script.

use super::label::design;
use crate::ids::*;
use crate::program::Program;
use crate::program::nouns::{ABSENT, AttributeDef, DesignDef, KindAttribute, Type, Word};
use crate::source::Span;
use crate::state::State;
use crate::trace::{bundle, word_name};
use crate::vm::knows;
use crate::words::text_or_english;

/// A card by its script name or printed name: its name, what it is, and what it says.
pub(crate) fn card_text(program: &Program, state: &State, name: &str) -> Option<String> {
    design_text(program, state, design(program, name)?)
}

/// The same for a design.
pub(crate) fn design_text(program: &Program, state: &State, id: DesignId) -> Option<String> {
    let found = program.nouns.designs.get(id.index())?;
    let says = text_or_english(&found.says, program.language).map(str::to_owned);
    // What only has attributes has said all of them by then.
    let body = says.or_else(|| found.has_effects.then(|| script(program, found.span)));
    let name = found.labels.one(program.language);
    // With packs, it matters where a card comes from.
    let full = (!program.origin.packs.is_empty()).then(|| program.full_name_of(found));
    let full = full.map_or_else(String::new, |full| format!(" ({full})"));
    let lines = [Some(format!("{name}{full}")), Some(facts(program, state, found)), body];
    Some(lines.into_iter().flatten().collect::<Vec<_>>().join("\n"))
}

/// The kind of a card and its attributes: `creature · cost 4 · family fire`.
fn facts(program: &Program, state: &State, card: &DesignDef) -> String {
    let kind = program.nouns.kinds.get(card.kind.index()).map_or("", |kind| kind.labels.one(program.language));
    let mut parts = vec![kind.to_owned()];
    parts.extend(attributes(program, state, card, |_, attribute| attribute.shown));
    parts.join(" · ")
}

/// What an option tells of a card besides its name; nothing of a card that the chooser does not know. `reckoned`: a price that
/// is told says these.
pub(crate) fn in_option(
    program: &Program,
    state: &State,
    seat: SeatId,
    card: ComponentId,
    reckoned: &[AttributeId],
) -> Option<String> {
    if !knows(program, state, Some(seat), card) {
        return None;
    }
    beside(program, state, card, reckoned)
}

/// What is told of a known card where it lies on offer.
pub(crate) fn beside(program: &Program, state: &State, card: ComponentId, reckoned: &[AttributeId]) -> Option<String> {
    let lies = state.card(card)?;
    let zone = program.nouns.places.get(lies.place.index())?.zone;
    let design = program.nouns.designs.get(lies.design.index())?;
    let wanted = |id, attribute: &AttributeDef| attribute.in_options.contains(&zone) && !reckoned.contains(&id);
    let told: Vec<String> = attributes(program, state, design, wanted).collect();
    (!told.is_empty()).then(|| told.join(", "))
}

/// The wanted attributes of a card in the order of the manifest; those that say nothing are left out.
fn attributes<'a>(
    program: &'a Program,
    state: &'a State,
    card: &'a DesignDef,
    wanted: impl Fn(AttributeId, &AttributeDef) -> bool + 'a,
) -> impl Iterator<Item = String> + 'a {
    let of_kind = program.nouns.kinds.get(card.kind.index()).map_or(&[][..], |kind| &kind.attributes);
    of_kind.iter().filter_map(move |own: &KindAttribute| {
        let attribute = program.nouns.attributes.get(own.id.index()).filter(|attribute| wanted(own.id, attribute))?;
        let value = card.attributes.get(own.id.index()).copied().filter(|value| *value != ABSENT)?;
        let nothing = attribute.ty == Type::Number && value == 0 && own.none_by_default;
        if nothing { None } else { told(program, state, attribute, value) }
    })
}

/// An attribute with its value: `cost 4`; a yes by its name, a no not at all.
fn told(program: &Program, state: &State, attribute: &AttributeDef, value: Word) -> Option<String> {
    let (labels, language) = (&attribute.labels, program.language);
    let listed = || usize::try_from(value).ok().and_then(|at| program.nouns.lists.get(at));
    let (name, value) = match &attribute.ty {
        Type::Bool => return (value == 1).then(|| labels.one(language).to_owned()),
        // Before its number a label is a heading, as with counters: `slots 1`.
        Type::Number => (labels.many(language), value.to_string()),
        Type::Set(inner) => {
            let list = listed()?;
            let count = Word::try_from(list.len()).unwrap_or(Word::MAX);
            let names = list.iter().map(|word| word_name(program, state, inner, *word));
            (labels.counted(language, count), names.collect::<Vec<_>>().join(", "))
        }
        Type::Bundle => (labels.many(language), bundle(program, listed()?)),
        Type::Text => (labels.one(language), program.nouns.texts.get(usize::try_from(value).ok()?)?.clone()),
        ty => (labels.one(language), word_name(program, state, ty, value)),
    };
    (!value.is_empty()).then(|| format!("{name} {value}"))
}

/// The whole item that a name stands in: from the word before the name to the brace that closes it.
fn script(program: &Program, name: Span) -> String {
    let Some(file) = program.sources.get(name.file) else { return String::new() };
    let before = file.text.get(..name.start as usize).unwrap_or("").trim_end();
    let start = before.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let text = file.text.get(start..).unwrap_or("");
    let (mut depth, mut quoted) = (0usize, false);
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '{' if !quoted => depth += 1,
            '}' if !quoted => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return text.get(..=at).unwrap_or("").to_owned();
                }
            }
            _ => {}
        }
    }
    String::new()
}

//! Words as names: which are taken by the language, what is said of an unknown one, plurals and default labels.

use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::manifest::model;
use crate::program::nouns::Labels;
use crate::syntax::ast::Name;
use crate::vocabulary::{self, RESERVED};

/// Whether a word means something in every game, so that nothing declared may bear it.
pub fn is_built_in_noun(word: &str) -> bool {
    vocabulary::nouns::find(word).is_some_and(|row| row.taken.declared)
}

/// Functions of the engine, and the primitives: never names of actions, values or keywords.
pub fn is_built_in_callable(word: &str) -> bool {
    vocabulary::functions::find(word).is_some() || vocabulary::primitives::find(word).is_some()
}

/// `there is no WHAT `NAME``, with the nearest of the names that could be meant, or all when they are few.
pub fn unknown<'a>(code: Code, what: &str, name: &Name, candidates: impl IntoIterator<Item = &'a str>) -> Diagnostic {
    let mut known: Vec<&str> = candidates.into_iter().collect();
    known.sort_unstable();
    known.dedup();
    let message = format!("there is no {what} `{}`", name.text);
    let found = Diagnostic::new(code, name.span, message).label("not known");
    match suggest::nearest(&name.text, known.iter().copied()) {
        Some(near) => found.help(format!("did you mean `{near}`?")),
        None if known.is_empty() => found.help(format!("there is no {what} at all; declare it first")),
        None if known.len() <= 12 => found.help(format!("there is: {}", quoted(&known))),
        None => found,
    }
}

/// `a`, `b`, `c`
pub fn quoted(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// The finding that a name is a word of the language, if it is one of these or of the reserved ones.
pub fn reserved(name: &Name, also: impl Fn(&str) -> bool) -> Option<Diagnostic> {
    let word = name.text.as_str();
    if !RESERVED.contains(&word) && !also(word) {
        return None;
    }
    let message = format!("`{word}` is a word of the language and cannot be a name");
    Some(
        Diagnostic::new(Code::ReservedWord, name.span, message)
            .help(format!("choose another name, for example `my_{word}`")),
    )
}

/// The script name of several: from the label `singular|plural`, else by adding `s`.
pub fn plural(name: &str, labels: &model::Labels) -> String {
    if let Some((_, several)) = labels.en.as_deref().and_then(|en| en.split_once('|')) {
        let word = snake_case(several);
        if !word.is_empty() {
            return word;
        }
    }
    match name.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ => format!("{name}s"),
    }
}

fn snake_case(text: &str) -> String {
    let lower = text.trim().to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.join("_")
}

/// `fire_imp` as `fire imp`.
pub fn spaced(name: &str) -> String {
    name.replace('_', " ")
}

/// With a capital at the start.
pub fn capital(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

/// Labels of a thing that is called by a common noun: a zone, counter or kind.
pub fn common(labels: &model::Labels, name: &str) -> Labels {
    Labels {
        en: labels.en.clone().unwrap_or_else(|| spaced(name)),
        others: labels.others.clone(),
        gender: labels.gender,
    }
}

/// Labels of a thing with a name of its own: a card, a space.
pub fn proper(labels: &model::Labels, name: &str) -> Labels {
    Labels {
        en: labels.en.clone().unwrap_or_else(|| capital(&spaced(name))),
        others: labels.others.clone(),
        gender: labels.gender,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_come_from_the_label_or_by_rule() {
        let none = model::Labels::default();
        assert_eq!(plural("era", &none), "eras");
        assert_eq!(plural("army", &none), "armies");
        assert_eq!(plural("day", &none), "days");
        let label = model::Labels { en: Some("Person|Some people".into()), ..none };
        assert_eq!(plural("person", &label), "some_people");
    }

    #[test]
    fn names_become_words() {
        assert_eq!(proper(&model::Labels::default(), "fire_imp").en, "Fire imp");
        assert_eq!(common(&model::Labels::default(), "draw_pile").en, "draw pile");
    }
}

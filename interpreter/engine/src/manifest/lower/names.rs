//! Which names can be written in scripts, and which are taken already.

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::syntax::ast::Name;
use crate::vocabulary::{self, RESERVED, Sort};

/// What every component says of itself: no attribute bears one.
const COMPONENT_WORDS: &[&str] = &["copies", "fr", "name"];

/// Small letters, digits and `_`, a letter first.
pub fn is_snake_case(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// Whether a word is never a name, or means something in every script.
pub(super) fn is_taken(word: &str) -> bool {
    RESERVED.contains(&word) || vocabulary::nouns::find(word).is_some_and(|row| row.taken.manifest)
}

/// Reports a name that an attribute cannot have; whether the things of this sort can have an attribute of that name.
/// What each of them has in every game (`c.face`) is found before any attribute.
pub fn check_attribute(findings: &mut Findings, name: &Name, on: Sort) -> bool {
    let text = name.text.as_str();
    if let Some(field) = vocabulary::fields::find(on, text) {
        let thing = if on == Sort::Card { "component" } else { "space" };
        let message = format!("every {thing} has `{text}` already ({}); it cannot be an attribute", field.what());
        findings.push(reserved(name, "an attribute", message));
        return false;
    }
    check(findings, name, "an attribute");
    is_snake_case(text) && !is_taken(text) && !COMPONENT_WORDS.contains(&text)
}

/// Reports a name that scripts could not write. `what` is such as "a zone".
pub fn check(findings: &mut Findings, name: &Name, what: &str) {
    let text = name.text.as_str();
    if !is_snake_case(text) {
        findings.push(bad_name(name, what));
    } else if is_taken(text) {
        let message = format!("`{text}` is a word of the language and cannot be the name of {what}");
        findings.push(reserved(name, what, message));
    } else if what == "a kind" && vocabulary::items::begins_item(text) {
        findings.push(reserved(
            name,
            what,
            format!("`{text}` begins an item of a script and cannot be the name of a kind"),
        ));
    } else if what == "an attribute" && COMPONENT_WORDS.contains(&text) {
        findings.push(reserved(name, what, format!("every component has `{text}` already; it cannot be an attribute")));
    }
}

fn reserved(name: &Name, what: &str, message: String) -> Diagnostic {
    let help = if what == "a phase" && name.text == "turn" {
        "the phases of a turn are listed in `turn` of [flow], and each of them has a name of its own".to_owned()
    } else {
        let sort = what.split(' ').nth(1).unwrap_or(what);
        format!("choose another name, for example `{}_{sort}`", name.text)
    };
    Diagnostic::new(Code::ManifestReservedName, name.span, message).help(help)
}

fn bad_name(name: &Name, what: &str) -> Diagnostic {
    let message = format!("`{}` cannot be the name of {what}", name.text);
    let diagnostic = Diagnostic::new(Code::ManifestBadName, name.span, message)
        .label("names have small letters, digits and `_`, and begin with a letter");
    let better = snake_case(&name.text);
    if is_snake_case(&better) { diagnostic.help(format!("write `{better}`")) } else { diagnostic }
}

/// The nearest name that could be written: `Draw Pile` and `drawPile` become `draw_pile`.
fn snake_case(text: &str) -> String {
    let mut out = String::new();
    let mut small_before = false;
    for c in text.chars() {
        if c.is_ascii_uppercase() && small_before {
            out.push('_');
        }
        small_before = c.is_ascii_lowercase() || c.is_ascii_digit();
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
        } else if !out.ends_with('_') {
            out.push('_');
        }
    }
    out.trim_matches('_').to_owned()
}

/// The nouns declared so far: one namespace for all sections.
#[derive(Debug, Default)]
pub struct Nouns {
    declared: Vec<(Name, &'static str)>,
}

impl Nouns {
    /// Checks the name and notes it; a second thing of that name is a mistake.
    pub fn declare(&mut self, findings: &mut Findings, name: &Name, what: &'static str) {
        check(findings, name, what);
        match self.declared.iter().find(|(other, _)| other.text == name.text) {
            Some((first, sort)) => {
                let message = format!("`{}` is already the name of {sort}", name.text);
                findings.push(
                    Diagnostic::new(Code::DuplicateName, name.span, message)
                        .label(format!("{what} of the same name"))
                        .other(first.span, format!("{sort} of this name"))
                        .help("give one of them another name: a script says only the name"),
                );
            }
            None => self.declared.push((name.clone(), what)),
        }
    }
}

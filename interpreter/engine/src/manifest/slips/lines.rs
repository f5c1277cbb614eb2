//! What people often write in a line of a manifest that TOML does not know: signs of other languages, names of several
//! words, texts without quotes.

use std::ops::Range;

/// A line with the place where reading it failed, and what the library said.
pub(super) struct Scene<'t> {
    pub line: &'t str,
    pub at: usize,
    pub said: &'t str,
}

/// A guess: where in the line, what is wrong, what to write.
pub(super) struct Guess {
    pub at: Range<usize>,
    pub message: String,
    pub help: String,
}

/// The first guess that fits.
pub(super) fn guess(scene: &Scene<'_>) -> Option<Guess> {
    let guesses: [fn(&Scene<'_>) -> Option<Guess>; 10] = [
        foreign_comment,
        semicolon,
        colon,
        heading_without_beginning,
        heading_of_two_words,
        parentheses,
        name_of_several_words,
        from_to,
        odd_number,
        bare_word,
    ];
    guesses.iter().find_map(|guess| guess(scene))
}

fn found(at: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Option<Guess> {
    Some(Guess { at, message: message.into(), help: help.into() })
}

impl Scene<'_> {
    /// Where the words of the line begin.
    fn start(&self) -> usize {
        self.line.len() - self.line.trim_start().len()
    }

    fn trimmed(&self) -> &str {
        self.line.trim()
    }
}

fn foreign_comment(scene: &Scene<'_>) -> Option<Guess> {
    let at = scene.start();
    let sign = ["//", "--", "/*", ";", "%", "<!--"].into_iter().find(|sign| scene.trimmed().starts_with(sign))?;
    let message = format!("a remark does not begin with `{sign}`");
    let words = scene.trimmed().trim_start_matches(sign).trim();
    found(at..at + sign.len(), message, format!("write `# {words}`"))
}

fn semicolon(scene: &Scene<'_>) -> Option<Guess> {
    let line = scene.line.trim_end();
    let at = line.len().checked_sub(1)?;
    line.ends_with(';').then_some(())?;
    found(at..at + 1, "no `;` stands at the end of a line", "remove it")
}

/// `hand_size: 3`, `{ on: "player" }`
fn colon(scene: &Scene<'_>) -> Option<Guess> {
    let sound = ["key with no value", "missing assignment"].iter().any(|said| scene.said.contains(said));
    let line = scene.line.get(..scene.at).filter(|_| sound)?;
    let rest = scene.line.get(scene.at..)?;
    let at = if line.trim_end().ends_with(':') { line.trim_end().len() - 1 } else { scene.at };
    (at < scene.at || rest.starts_with(':')).then_some(())?;
    let before = scene.line.get(..at)?.trim_end();
    let name = before.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or("name");
    found(at..at + 1, "between a name and its value stands `=`, not `:`", format!("write `{name} = …`"))
}

fn heading_without_beginning(scene: &Scene<'_>) -> Option<Guess> {
    let line = scene.trimmed();
    let inner = line.strip_suffix(']').filter(|inner| !inner.contains(['[', '=', '"']))?;
    let at = scene.start();
    found(at..at + line.len(), "the heading does not begin with `[`", format!("write [{}]", inner.trim()))
}

/// `[kind creature]`
fn heading_of_two_words(scene: &Scene<'_>) -> Option<Guess> {
    let line = scene.trimmed();
    let inner = line.strip_prefix('[')?.strip_suffix(']').filter(|inner| !inner.contains(['"', '=', ',']))?;
    let words: Vec<&str> = inner.split([' ', ':', '/']).filter(|word| !word.is_empty()).collect();
    let [section, names @ ..] = words.as_slice() else { return None };
    (!names.is_empty()).then_some(())?;
    let at = scene.start();
    let help = format!("write [{section}.{}]", names.join("_"));
    found(at..at + line.len(), "the parts of a heading are joined with a point", help)
}

fn parentheses(scene: &Scene<'_>) -> Option<Guess> {
    let (before, after) = scene.line.split_once('=')?;
    let gap = after.len() - after.trim_start().len();
    after.trim_start().starts_with('(').then_some(())?;
    let at = before.len() + 1 + gap;
    let inner = after.trim().trim_start_matches('(').trim_end_matches(')');
    found(at..at + 1, "a list stands in square brackets", format!("write [{inner}]"))
}

/// `hand size = 3`
fn name_of_several_words(scene: &Scene<'_>) -> Option<Guess> {
    let (key, _) = scene.line.split_once('=')?;
    let words: Vec<&str> = key.split_whitespace().collect();
    let plain = |word: &&str| word.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    (words.len() > 1 && words.iter().all(plain)).then_some(())?;
    let at = scene.start();
    let message = format!("a name is one word, and this is `{}`", key.trim());
    found(at..at + key.trim().len(), message, format!("write `{} = …`", words.join("_").to_lowercase()))
}

/// `players = 2-4`, `faces = [1..6]`
fn from_to(scene: &Scene<'_>) -> Option<Guess> {
    let (before, after) = scene.line.split_once('=').filter(|(before, _)| scene.at > before.len())?;
    let value = after.split('#').next().unwrap_or_default().trim();
    let at = before.len() + 1 + (after.len() - after.trim_start().len());
    let inner = value.trim_start_matches('[').trim_end_matches(']').trim();
    let ends = ["..", "-", "–"].into_iter().find_map(|sign| inner.split_once(sign));
    let (least, most) = ends.map(|(least, most)| (least.trim(), most.trim()))?;
    let (first, last) = (least.parse::<u8>().ok()?, most.parse::<u8>().ok()?);
    let list = match value.starts_with('[') && last > first && last - first < 20 {
        true => (first..=last).map(|number| number.to_string()).collect::<Vec<_>>().join(", "),
        false => format!("{least}, {most}"),
    };
    found(at..at + value.len(), "from one number to another is written as a list", format!("write [{list}]"))
}

/// `1 000`, `3,5`, `50%`, `[1 2]`
fn odd_number(scene: &Scene<'_>) -> Option<Guess> {
    let several = |text: &str| text.split_whitespace().count() > 1 && text.split_whitespace().all(digits);
    let (before, after) = scene.line.split_once('=').filter(|(before, _)| scene.at > before.len())?;
    let value = after.split('#').next().unwrap_or_default().trim();
    let at = before.len() + 1 + (after.len() - after.trim_start().len());
    let place = at..at + value.len();
    if several(value) {
        let whole = value.split_whitespace().collect::<String>();
        let list = value.split_whitespace().collect::<Vec<_>>().join(", ");
        let help = match list.contains(", 0") {
            true => format!("write {whole}"),
            false => format!("write {whole}; several numbers are a list: [{list}]"),
        };
        return found(place, "a number is written without blanks", help);
    }
    if value.split_once(',').is_some_and(|(one, two)| digits(one) && digits(two)) {
        let help = format!("count in a smaller unit, such as halves; two numbers are a list: [{value}]");
        return found(place, "numbers in games are whole", help);
    }
    if value.strip_suffix('%').is_some_and(digits) {
        return found(place, "numbers are plain digits", format!("write {}", value.trim_end_matches('%')));
    }
    let rest = scene.line.get(scene.at..)?;
    let element = rest.split([',', ']', '}']).next().unwrap_or_default().trim_end();
    let place = scene.at..scene.at + element.len();
    several(element).then(|| found(place, "a comma is missing between two numbers", "write [1, 2]")).flatten()
}

fn digits(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit())
}

/// A text without quotes, or yes and no as they are written elsewhere.
fn bare_word(scene: &Scene<'_>) -> Option<Guess> {
    // A word that begins like `nan`, `inf`, `true` or a date is taken for one.
    let taken = ["invalid boolean", "expected `nan`", "expected `inf`"].iter().any(|said| scene.said.contains(said));
    let sound = scene.said.contains("must be quoted") || taken;
    let before = scene.line.get(..scene.at).filter(|_| sound)?;
    let begins = before.len() - before.chars().rev().take_while(|c| c.is_alphabetic()).count();
    let scene = &Scene { at: if taken { begins } else { scene.at }, ..*scene };
    let rest = scene.line.get(scene.at..)?;
    let end = rest.find([',', ']', '}', '#']).unwrap_or(rest.len());
    let written = rest.get(..end)?.trim();
    let word = written.trim_matches(['"', '\'']);
    if word.is_empty() || word.parse::<i64>().is_ok() {
        return None;
    }
    let place = scene.at..scene.at + written.len();
    match word.to_lowercase().as_str() {
        "true" | "yes" | "on" | "oui" | "vrai" => found(place, "yes is written `true`", "write true"),
        "false" | "no" | "off" | "non" | "faux" => found(place, "no is written `false`", "write false"),
        _ if written != word => found(place, "one of the two quotes is missing", format!("write \"{word}\"")),
        _ => found(place, "a text must stand in quotes", format!("write \"{word}\"")),
    }
}

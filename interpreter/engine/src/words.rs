//! What the engine says in a game, in the languages it knows: one table of phrases, and how their places are filled.

mod table;

use std::fmt::{self, Display, Write};

pub use table::Phrase;

/// A language that games can be played in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    #[default]
    English,
    French,
}

impl Language {
    /// Every language, the one that is always there first.
    pub const ALL: [Language; 2] = [Language::English, Language::French];

    /// As manifests, scripts and the command line write it: `en`.
    pub fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::French => "fr",
        }
    }

    /// The language of a code.
    pub fn of(code: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.code() == code)
    }

    /// What it is called in English.
    pub fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::French => "French",
        }
    }

    /// A phrase with its places filled: `{0}` is the first of the parts.
    pub fn say(self, phrase: Phrase, parts: &[&dyn Display]) -> String {
        let mut text = String::new();
        let mut rest = phrase.text(self);
        while let Some((before, place)) = rest.split_once('{') {
            text.push_str(before);
            let Some((number, after)) = place.split_once('}') else { break };
            let part = number.parse::<usize>().ok().and_then(|at| parts.get(at));
            self.join(&mut text, &part.map_or_else(String::new, ToString::to_string));
            rest = after;
        }
        text.push_str(rest);
        text
    }

    /// Adds a part. French says `d'eau`, not `de eau`.
    fn join(self, text: &mut String, part: &str) {
        let vowel =
            part.chars().next().is_some_and(|c| "aeiouyàâéèêëîïôöùûüœ".contains(c.to_lowercase().next().unwrap_or(c)));
        if self == Language::French && vowel && (text.ends_with(" de ") || text == "de ") {
            text.truncate(text.len() - 2);
            text.push('\'');
        }
        text.push_str(part);
    }

    /// The singular (`many` false) or plural of a label such as `stone|stones`.
    pub fn form(self, label: &str, many: bool) -> &str {
        let mut forms = label.split('|');
        let one = forms.next().unwrap_or(label);
        if many { forms.next_back().unwrap_or(one) } else { one }
    }

    /// Whether a number takes the plural. In French 0 does not.
    pub fn is_plural(self, number: i64) -> bool {
        match self {
            Language::English => number.unsigned_abs() != 1,
            Language::French => number.unsigned_abs() > 1,
        }
    }

    /// The noun with `a` before it, unless it has an article of its own.
    pub fn indefinite(self, noun: &str, gender: Option<char>) -> String {
        let articles: &[&str] = match self {
            Language::English => &["a ", "an ", "the "],
            Language::French => &["un ", "une ", "le ", "la ", "les ", "l'"],
        };
        if articles.iter().any(|article| noun.starts_with(article)) {
            return noun.to_owned();
        }
        let phrase = match (self, gender) {
            (Language::English, _) if sounds_open(noun) => Phrase::AnNoun,
            (Language::English, _) => Phrase::ANoun,
            (Language::French, Some('f')) => Phrase::AnNoun,
            (Language::French, _) => Phrase::ANoun,
        };
        self.say(phrase, &[&noun])
    }

    /// Names one after the other: `a, b or c`.
    pub fn alternatives(self, names: &[String]) -> String {
        names.join(Phrase::Or.text(self))
    }

    /// A number with as many digits as it needs behind the point.
    pub fn number(self, number: f64) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = write!(text, "{number:+.3}");
        let short = text.trim_end_matches('0').trim_end_matches('.');
        match (short, self) {
            ("+0" | "-0", _) => "0".to_owned(),
            (short, Language::English) => short.to_owned(),
            (short, Language::French) => short.replace('.', ","),
        }
    }
}

/// Whether an English word begins with the sound of a vowel: `an hour`, but `a unit`.
fn sounds_open(noun: &str) -> bool {
    let noun = noun.to_lowercase();
    let begins = |starts: &[&str]| starts.iter().any(|start| noun.starts_with(start));
    let silent = begins(&["hour", "heir", "honest", "honour", "honor"]);
    let closed = begins(&["uni", "use", "usu", "eu", "ewe", "one", "once"]) && !begins(&["unin", "unim"]);
    silent || noun.starts_with(['a', 'e', 'i', 'o', 'u', 'é', 'è', 'ê']) && !closed
}

impl Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// The text of a language among those that a script gives, if it is there.
pub fn text_in(texts: &[(String, String)], language: Language) -> Option<&str> {
    texts.iter().find(|(code, _)| code == language.code()).map(|(_, text)| text.as_str())
}

/// The same, in English where it is missing.
pub fn text_or_english(texts: &[(String, String)], language: Language) -> Option<&str> {
    text_in(texts, language).or_else(|| text_in(texts, Language::English))
}

/// A name as people type it: without case and accents, with blanks for what scripts write between words.
pub fn folded(text: &str) -> String {
    let mut out = String::new();
    for c in text.trim().chars().flat_map(char::to_lowercase) {
        match c {
            'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => out.push('a'),
            'ç' => out.push('c'),
            'è' | 'é' | 'ê' | 'ë' => out.push('e'),
            'ì' | 'í' | 'î' | 'ï' => out.push('i'),
            'ñ' => out.push('n'),
            'ò' | 'ó' | 'ô' | 'õ' | 'ö' => out.push('o'),
            'ù' | 'ú' | 'û' | 'ü' => out.push('u'),
            'ý' | 'ÿ' => out.push('y'),
            'œ' => out.push_str("oe"),
            'æ' => out.push_str("ae"),
            'ß' => out.push_str("ss"),
            '’' => out.push('\''),
            '_' | '-' => out.push(' '),
            // Accents that are characters of their own.
            '\u{300}'..='\u{36f}' => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str) -> Vec<&str> {
        let mut places: Vec<&str> =
            text.split('{').skip(1).filter_map(|part| part.split_once('}')).map(|(number, _)| number).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    #[test]
    fn french_fills_no_place_that_english_does_not_have() {
        for phrase in Phrase::ALL {
            let english = places(phrase.text(Language::English));
            let french = places(phrase.text(Language::French));
            assert!(french.iter().all(|place| english.contains(place)), "{phrase:?}: {english:?} and {french:?}");
        }
    }

    #[test]
    fn places_are_filled_and_de_is_elided() {
        assert_eq!(Language::English.say(Phrase::Place, &[&"p1", &"hand"]), "p1's hand");
        assert_eq!(Language::French.say(Phrase::Place, &[&"p1", &"main"]), "main de p1");
        assert_eq!(Language::French.say(Phrase::Place, &[&"Ève", &"main"]), "main d'Ève");
    }

    #[test]
    fn the_english_article_goes_by_the_sound_and_a_label_may_have_its_own() {
        let noun = |noun| Language::English.indefinite(noun, None);
        assert_eq!(noun("Ultramachina card"), "an Ultramachina card");
        assert_eq!(noun("Élan"), "an Élan");
        assert_eq!([noun("unit"), noun("hour"), noun("one-eyed cat")], ["a unit", "an hour", "a one-eyed cat"]);
        assert_eq!([noun("an X-ray"), noun("the Machine")], ["an X-ray", "the Machine"]);
        assert_eq!(Language::French.indefinite("l'Agence", None), "l'Agence");
    }

    #[test]
    fn nothing_is_plural_in_english_and_singular_in_french() {
        assert_eq!(Language::English.form("stone|stones", Language::English.is_plural(0)), "stones");
        assert_eq!(Language::French.form("pierre|pierres", Language::French.is_plural(0)), "pierre");
        assert_eq!(Language::French.form("santé", true), "santé");
        assert_eq!(Language::French.indefinite("époque", Some('f')), "une époque");
        assert_eq!(Language::English.indefinite("epoch", None), "an epoch");
        assert_eq!(Language::French.number(-0.5), "-0,5");
    }
}

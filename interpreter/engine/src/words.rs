//! What the engine says in a game, in the languages it knows: one table of phrases, and how their places are filled.

mod table;
mod tag;

use std::fmt::{self, Display, Write};

pub use table::Phrase;
pub use tag::{LONGEST, Tag};

/// A language that games can be played in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Language {
    #[default]
    English,
    French,
    /// One in which the game has words and the engine has none: its phrases are English, its grammar is left out.
    Other(Tag),
}

/// Words in languages beside English, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Translations(Vec<(Language, String)>);

impl Translations {
    /// The words in a language.
    pub fn get(&self, language: Language) -> Option<&str> {
        self.0.iter().find(|(known, _)| *known == language).map(|(_, text)| text.as_str())
    }

    /// With words in a language, in the place of what it had there.
    pub fn set(&mut self, language: Language, text: String) {
        self.0.retain(|(known, _)| *known != language);
        self.0.push((language, text));
    }

    /// Each of them, made into something else.
    pub fn map(&self, change: impl Fn(&str) -> String) -> Translations {
        self.iter().map(|(language, text)| (language, change(text))).collect()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (Language, &str)> {
        self.0.iter().map(|(language, text)| (*language, text.as_str()))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<(Language, String)> for Translations {
    fn from_iter<I: IntoIterator<Item = (Language, String)>>(texts: I) -> Self {
        let mut all = Translations::default();
        texts.into_iter().for_each(|(language, text)| all.set(language, text));
        all
    }
}

impl Language {
    /// The languages in which the engine has phrases and grammar, the one that is always there first.
    pub const OWN: [Language; 2] = [Language::English, Language::French];

    /// As manifests, scripts and the command line write it: `en`.
    pub fn code(&self) -> &str {
        match self {
            Language::English => "en",
            Language::French => "fr",
            Language::Other(tag) => tag.as_str(),
        }
    }

    /// As scripts write it, whose names have no `-`: `pt_br`.
    pub fn in_scripts(self) -> String {
        self.code().to_ascii_lowercase().replace('-', "_")
    }

    /// The language of a code, `pt-BR` or `pt_br`; `None` where it is not well formed.
    pub fn of(code: &str) -> Option<Language> {
        let tag = Tag::read(code)?;
        let own = Language::OWN.into_iter().find(|language| language.code() == tag.as_str());
        Some(own.unwrap_or(Language::Other(tag)))
    }

    /// What it is called in English; its code where that is not known.
    pub fn name(&self) -> &str {
        match self {
            Language::English => "English",
            Language::French => "French",
            Language::Other(tag) => tag.english().unwrap_or(tag.as_str()),
        }
    }

    /// `German (de)`, or `tlh` where only the code is known.
    pub fn name_and_code(self) -> String {
        match self.name() {
            name if name == self.code() => name.to_owned(),
            name => format!("{name} ({})", self.code()),
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
            Language::French => number.unsigned_abs() > 1,
            Language::English | Language::Other(_) => number.unsigned_abs() != 1,
        }
    }

    /// The noun with `a` before it, unless it has an article of its own.
    pub fn indefinite(self, noun: &str, gender: Option<char>) -> String {
        let articles: &[&str] = match self {
            Language::English => &["a ", "an ", "the "],
            Language::French => &["un ", "une ", "le ", "la ", "les ", "l'"],
            Language::Other(_) => return noun.to_owned(),
        };
        if articles.iter().any(|article| noun.starts_with(article)) {
            return noun.to_owned();
        }
        let phrase = match (self, gender) {
            (Language::English, _) if sounds_open(noun) => Phrase::AnNoun,
            (Language::English, _) => Phrase::ANoun,
            (Language::French, Some('f')) => Phrase::AnNoun,
            _ => Phrase::ANoun,
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
            (short, Language::French) => short.replace('.', ","),
            (short, _) => short.to_owned(),
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
    texts
        .iter()
        .find(|(code, _)| code == language.code() || Language::of(code) == Some(language))
        .map(|(_, text)| text.as_str())
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
    fn any_well_formed_tag_is_a_language() {
        let code = |text: &str| Language::of(text).map(|language| language.code().to_owned());
        assert_eq!(code("EN").as_deref(), Some("en"));
        assert_eq!(code("pt_br").as_deref(), Some("pt-BR"));
        assert_eq!(code("zh-hant-tw").as_deref(), Some("zh-Hant-TW"));
        assert_eq!(Language::of("PT-br").map(Language::in_scripts).as_deref(), Some("pt_br"));
        for wrong in [
            "",
            "d",
            "deutsch",
            "d1",
            "de-",
            "de--AT",
            "de AT",
            "de-österreich",
            "de-abcdefghi",
            "ab-12345678-12345678-1234567",
        ] {
            assert_eq!(Language::of(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_language_without_a_grammar_has_english_phrases_and_no_articles() {
        let german = Language::of("de").expect("a language");
        assert_eq!(german.say(Phrase::Place, &[&"p1", &"Hand"]), "p1's Hand");
        assert_eq!(german.indefinite("Ei", None), "Ei");
        assert_eq!(german.form("Stein|Steine", german.is_plural(2)), "Steine");
        assert_eq!(
            (german.name_and_code(), Language::of("tlh").map(Language::name_and_code)),
            ("German (de)".into(), Some("tlh".into()))
        );
        assert_eq!(german.number(0.5), "+0.5");
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

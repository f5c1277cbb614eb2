//! How a language is written: `de`, `pt-BR`. Scripts, whose names have no `-`, write `pt_br`.

use std::fmt;

/// The most letters of a tag.
pub const LONGEST: usize = 24;

/// A language that the engine has no phrases of its own in, as manifests write it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tag {
    letters: [u8; LONGEST],
    length: u8,
}

impl Tag {
    /// Reads a tag, with `-` or `_` between its parts, in small letters or capitals; `None` where it is not well formed.
    pub fn read(text: &str) -> Option<Tag> {
        let mut tag = Tag { letters: [0; LONGEST], length: 0 };
        for (at, part) in text.split(['-', '_']).enumerate() {
            let only_letters = part.bytes().all(|c| c.is_ascii_alphabetic());
            let good = match at {
                0 => (2..=3).contains(&part.len()) && only_letters,
                _ => (1..=8).contains(&part.len()) && part.bytes().all(|c| c.is_ascii_alphanumeric()),
            };
            if !good {
                return None;
            }
            if at > 0 {
                tag.push(b'-')?;
            }
            for (number, letter) in part.bytes().enumerate() {
                // Regions are written in capitals (`BR`), scripts with one (`Hant`).
                let capital = at > 0 && only_letters && (part.len() == 2 || part.len() == 4 && number == 0);
                tag.push(if capital { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() })?;
            }
        }
        Some(tag)
    }

    fn push(&mut self, letter: u8) -> Option<()> {
        *self.letters.get_mut(usize::from(self.length))? = letter;
        self.length += 1;
        Some(())
    }

    /// As manifests write it: `pt-BR`.
    pub fn as_str(&self) -> &str {
        self.letters.get(..usize::from(self.length)).and_then(|letters| std::str::from_utf8(letters).ok()).unwrap_or("")
    }

    /// What its language is called in English, where that is known; `German (Austria)` is German.
    pub fn english(&self) -> Option<&'static str> {
        let first = self.as_str().split('-').next()?;
        NAMES.iter().find(|(code, _)| *code == first).map(|(_, name)| *name)
    }
}

impl fmt::Debug for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Languages that games are often put into, for messages.
const NAMES: &[(&str, &str)] = &[
    ("ar", "Arabic"),
    ("bg", "Bulgarian"),
    ("ca", "Catalan"),
    ("cs", "Czech"),
    ("da", "Danish"),
    ("de", "German"),
    ("el", "Greek"),
    ("en", "English"),
    ("eo", "Esperanto"),
    ("es", "Spanish"),
    ("et", "Estonian"),
    ("eu", "Basque"),
    ("fa", "Persian"),
    ("fi", "Finnish"),
    ("fr", "French"),
    ("gl", "Galician"),
    ("he", "Hebrew"),
    ("hi", "Hindi"),
    ("hr", "Croatian"),
    ("hu", "Hungarian"),
    ("it", "Italian"),
    ("ja", "Japanese"),
    ("ko", "Korean"),
    ("la", "Latin"),
    ("lt", "Lithuanian"),
    ("lv", "Latvian"),
    ("nb", "Norwegian"),
    ("nl", "Dutch"),
    ("nn", "Norwegian"),
    ("pl", "Polish"),
    ("pt", "Portuguese"),
    ("ro", "Romanian"),
    ("ru", "Russian"),
    ("sk", "Slovak"),
    ("sl", "Slovene"),
    ("sr", "Serbian"),
    ("sv", "Swedish"),
    ("th", "Thai"),
    ("tr", "Turkish"),
    ("uk", "Ukrainian"),
    ("vi", "Vietnamese"),
    ("zh", "Chinese"),
];

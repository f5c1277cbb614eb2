//! Names that cannot be names: capitals, accents, hyphens, digits first, words of the language.

use super::super::parse::Rule;
use super::super::tokens::TokenKind;
use super::super::words;
use super::{Code, Diagnostic, Scene};
use crate::source::Span;

/// Small letters, digits and `_`, a letter first.
pub(super) fn is_good(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// `Gain 2 points`, `IF …`: the word is known, its letters are not small.
pub(super) fn language_word_in_capitals(scene: &Scene<'_>) -> Option<Diagnostic> {
    let token = scene.token(scene.here).filter(|token| token.kind == TokenKind::Word)?;
    let small = token.text.to_lowercase();
    let known = words::is_reserved(&small) || words::ITEMS.contains(&small.as_str());
    let longer = scene.touches(scene.here) && scene.word(scene.here + 1) == "-";
    (small != token.text && known && !longer).then(|| {
        let message = format!("`{}` is not written in small letters", token.text);
        Diagnostic::new(Code::BadName, token.span(scene.file), message).help(format!("write `{small}`"))
    })
}

/// `Fire-Imp`, `Évêque`, `2nd_card`
pub(super) fn badly_written_name(scene: &Scene<'_>) -> Option<Diagnostic> {
    let (first, last) = hyphenated(scene)?;
    let text: Vec<&str> = (first..=last).map(|at| scene.word(at)).collect();
    let text = text.concat();
    if is_good(&text) {
        return None;
    }
    let start = scene.token(first)?;
    let span = start.span(scene.file).to(scene.span(last));
    let message = match start.kind {
        TokenKind::Number => format!("`{text}` is neither a number nor a name"),
        _ => format!("`{text}` is not written like a name"),
    };
    let help = match start.kind {
        TokenKind::Number if dice(&text).is_some() => {
            let (number, sides) = dice(&text).unwrap_or_default();
            let named = format!("d{sides}");
            let dice = scene.known.dice.iter().find(|known| **known == named).or(scene.known.dice.first());
            let dice = dice.map_or("DICE", String::as_str);
            format!("dice are rolled first: `roll {number} {dice} as r   gain r.total …`")
        }
        TokenKind::Number => {
            "a name begins with a letter; between a number and a word stands a blank: `gain 2 points`".to_owned()
        }
        _ if first > 0 && matches!(scene.word(first - 1), "name" | "fr") => {
            let more = (last + 1..last + 8).map(|at| scene.word(at));
            let more = more.take_while(|word| word.starts_with(char::is_uppercase));
            let whole: Vec<&str> = std::iter::once(text.as_str()).chain(more).collect();
            format!("a printed name is a text, and stands in quotes: write `\"{}\"`", whole.join(" "))
        }
        _ => format!("names have small letters, digits and `_`: write `{}`", good_name(&text)),
    };
    Some(Diagnostic::new(Code::BadName, span, message).help(help))
}

/// `2d6`: how many dice, with how many sides.
fn dice(text: &str) -> Option<(&str, &str)> {
    let (number, sides) = text.split_once('d')?;
    let digits = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
    (digits(number) && digits(sides)).then_some((number, sides))
}

/// The words around the place that touch each other with hyphens or apostrophes between them.
fn hyphenated(scene: &Scene<'_>) -> Option<(usize, usize)> {
    let is_word = |at: usize| scene.token(at).is_some_and(|t| matches!(t.kind, TokenKind::Word | TokenKind::Number));
    let joins = |at: usize| matches!(scene.word(at), "-" | "'" | "’");
    let mut first = scene.here;
    if joins(first) && first > 0 && is_word(first - 1) && scene.touches(first - 1) && scene.touches(first) {
        first -= 1;
    }
    let bad_number = |at: usize| {
        let token = scene.token(at);
        token.is_some_and(|t| t.kind == TokenKind::Number && !t.text.chars().all(|c| c.is_ascii_digit()))
    };
    if !is_word(first) || scene.token(first)?.kind == TokenKind::Number && !bad_number(first) {
        return None;
    }
    let mut last = first;
    while scene.touches(last) && joins(last + 1) && scene.touches(last + 1) && is_word(last + 2) {
        last += 2;
    }
    Some((first, last))
}

/// The nearest good name: `Fire-Imp` to `fire_imp`.
fn good_name(text: &str) -> String {
    let small = text.to_lowercase();
    let plain: String = small.chars().map(plain_letter).collect();
    let name = plain.split('_').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("_");
    if name.starts_with(|c: char| c.is_ascii_lowercase()) { name } else { format!("n_{name}") }
}

fn plain_letter(letter: char) -> char {
    match letter {
        'à' | 'â' | 'ä' | 'á' | 'ã' | 'å' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'î' | 'ï' | 'í' | 'ì' => 'i',
        'ô' | 'ö' | 'ó' | 'ò' | 'õ' => 'o',
        'ù' | 'û' | 'ü' | 'ú' => 'u',
        'ç' => 'c',
        'ñ' => 'n',
        _ if letter.is_ascii_alphanumeric() => letter,
        _ => '_',
    }
}

/// A word of the language where a name should stand, with what follows a name after it.
pub(super) fn reserved_name(scene: &Scene<'_>) -> Option<Diagnostic> {
    let token = scene.token(scene.here).filter(|token| token.kind == TokenKind::Word)?;
    if !words::is_reserved(token.text) {
        return None;
    }
    let before = scene.before().map_or("", |before| before.text);
    let next = scene.word(scene.here + 1);
    let named = match before {
        "." | "as" | "run" => true,
        "{" | "}" => false,
        "(" | "," => next == ":",
        "each" | "always" | "any" | "no" => next == "in",
        "let" => next == "is",
        "choose" | "random" | "with" => next == "from",
        _ if is_item_head(scene) => matches!(next, "{" | "(" | "limit" | "once" | "says"),
        "option" | "step" => matches!(next, "{" | "needs" | "limit" | "once" | "says"),
        _ => is_number(before) && next == "from",
    };
    let read = scene.opening_word().is_none_or(|at| scene.word(at) != "set");
    if before == "." && token.text == "count" && read {
        let message = "`count` stands before what is counted, not after a point";
        return Some(Diagnostic::new(Code::ReservedName, token.span(scene.file), message).help("write `count of SET`"));
    }
    (named && !scene.expects(&[Rule::close_brace])).then(|| refuse(token.span(scene.file), token.text))
}

/// `action NAME`, `KIND NAME`: the second word of an item.
fn is_item_head(scene: &Scene<'_>) -> bool {
    scene.here == 1 || scene.here == 2 && scene.word(0) == "replace"
}

fn is_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

fn refuse(span: Span, word: &str) -> Diagnostic {
    let message = format!("`{word}` is a word of the language, so it cannot be a name");
    Diagnostic::new(Code::ReservedName, span, message)
        .help(format!("pick another name, for example `{word}_it`, `the_{word}` or a word of your game"))
}

//! Sentences as printed cards have them: `draw a card`, `discard 2 cards from your hand`, `each opponent loses 1 gem`,
//! `you may draw a card`. Who does it and what is done are read, and said again in the language, with the game's names.

use super::super::tokens::TokenKind;
use super::super::words;
use super::habits::statement_place;
use super::verbs::{self, Object, Quantity};
use super::{Code, Diagnostic, Scene};
use crate::vocabulary::foreign;

/// How many words of a sentence are looked at.
const LONGEST: usize = 12;

/// Who a sentence is about.
enum Who {
    /// `you`, or nobody is named.
    Me,
    /// `each player`, `all opponents`
    Each(&'static str),
    /// `target opponent`
    Chosen(&'static str),
    /// `p`
    Named(String),
}

/// `draw a card`, `each opponent discards a card`
pub(super) fn printed_sentence(scene: &Scene<'_>) -> Option<Diagnostic> {
    // Without the names of a game nobody can tell what is an action.
    if scene.known.kinds.is_empty() && scene.known.zones.is_empty() {
        return None;
    }
    let at = statement_place(scene)?;
    // `shuffle your discard pile`: behind an article stands a noun.
    if foreign::ARTICLES.contains(&scene.word(at.checked_sub(1)?)) {
        return None;
    }
    if matches!(scene.word(at + 1), "(" | "." | "=" | "is") || scene.word(at + 1) == "{" {
        return None;
    }
    let (who, mut next) = subject(scene, at);
    let may = matches!(scene.word(next), "may" | "can") && next > at;
    next += usize::from(may);
    let written = scene.word(next).to_lowercase();
    let base = base_of(scene, &written, next > at)?;
    let object = object(scene, next + 1);
    if let Some(until) = (next + 1..next + 4).find(|at| scene.word(*at) == "until") {
        let message = "no `until` stands behind what is done";
        let help = "write `repeat while not (CONDITION) { … }`";
        return Some(Diagnostic::new(Code::SyntaxError, scene.span(until), message).help(help));
    }
    let name = match &who {
        Who::Me => "me",
        Who::Each(_) | Who::Chosen(_) => "p",
        Who::Named(name) => name,
    };
    let doing = verbs::said(scene.known, &base, &object, name)?;
    let doing = match (may, name) {
        (false, _) => doing,
        (true, "me") => format!("may {{ {doing} }}"),
        (true, name) => format!("may by {name} {{ {doing} }}"),
    };
    let doing = match who {
        Who::Each(set) => format!("for each p in {set} {{ {doing} }}"),
        Who::Chosen(set) => format!("choose p from {set}   {doing}"),
        Who::Me | Who::Named(_) => doing,
    };
    let english = if verbs::is_french(&written) { "the language is English: " } else { "" };
    let message = match next > at {
        true => "a statement begins with what is done, not with who does it".to_owned(),
        false => format!("`{}` is neither a statement nor a call", scene.word(at)),
    };
    let code = if next > at { Code::SyntaxError } else { Code::UnknownStatement };
    let called = next == at && scene.known.action(&base).is_some_and(|action| action.params.len() < 2);
    let help = match called && !doing.contains(' ') {
        _ if doing.starts_with("value ") => format!("who plays next is said by an item of its own: `{doing}`"),
        true => format!("to call an action, write its parentheses: `{doing}`"),
        false if next > at && name == "me" && !may && !doing.starts_with("end ") => {
            format!("whoever does it is `me` and need not be written: `{doing}`")
        }
        false => format!("{english}write `{doing}`"),
    };
    Some(Diagnostic::new(code, scene.span(at), message).help(help))
}

/// Who the sentence is about, and where what is done begins.
fn subject(scene: &Scene<'_>, at: usize) -> (Who, usize) {
    let (word, next) = (scene.word(at), scene.word(at + 1));
    let set = |word: &str| match word {
        "player" | "players" => Some("players"),
        "opponent" | "opponents" => Some("opponents"),
        _ => None,
    };
    match (word, set(next)) {
        ("you" | "i" | "me", _) => (Who::Me, at + 1),
        ("each" | "every" | "all", Some(set)) => (Who::Each(set), at + 2),
        ("target" | "another" | "an" | "a", Some(set)) => (Who::Chosen(set), at + 2),
        ("your" | "my" | "the" | "his" | "her", Some(set)) => (Who::Chosen(set), at + 2),
        ("opponent", _) => (Who::Chosen("opponents"), at + 1),
        ("they" | "he" | "she" | "it", _) => (Who::Named("p".to_owned()), at + 1),
        ("everyone" | "everybody" | "players", _) => (Who::Each("players"), at + 1),
        ("opponents", _) => (Who::Each("opponents"), at + 1),
        _ => {
            let does = next.strip_suffix('s').is_some_and(|verb| is_doing(scene, verb));
            let named = scene.is_free_word(at) && scene.is_free_word(at + 1) && does;
            if named { (Who::Named(word.to_owned()), at + 1) } else { (Who::Me, at) }
        }
    }
}

/// Whether a word says what is done: a verb of cards, a statement or an action of the game.
fn is_doing(scene: &Scene<'_>, verb: &str) -> bool {
    verbs::is_known(verb) || words::begins_statement(verb) || scene.known.action(verb).is_some()
}

/// `draws` is `draw`. A statement of the language is meant only where somebody is named before it.
fn base_of(scene: &Scene<'_>, written: &str, named: bool) -> Option<String> {
    let forms = [Some(written), written.strip_suffix('s')];
    let found = forms.into_iter().flatten().find(|form| {
        verbs::is_known(form) || scene.known.action(form).is_some() || named && matches!(*form, "gain" | "lose" | "pay")
    });
    found.map(str::to_owned)
}

/// What it is done to, up to the end of the sentence.
fn object<'s>(scene: &Scene<'s>, from: usize) -> Object<'s> {
    let mut object = Object::default();
    let line = scene.token(from.saturating_sub(1)).map_or(0, |token| token.line);
    let mut at = from;
    while at < from + LONGEST {
        let Some(token) = scene.token(at).filter(|token| token.line == line) else { break };
        let word = token.text;
        let again = words::begins_statement(word) && words::is_reserved(word) && !matches!(word, "turn" | "random");
        let ends = matches!(token.kind, TokenKind::Open(_) | TokenKind::Close(_)) || again;
        if ends || matches!(word, "," | ";" | ":") || word == "." && !scene.touches(at) {
            break;
        }
        match (word, token.kind) {
            (_, TokenKind::Number) => object.quantity = Quantity::Number(word),
            ("all" | "every", _) => object.quantity = Quantity::All,
            ("random", _) => object.random = true,
            ("target", _) => object.target = true,
            (
                "a" | "an" | "the" | "another" | "my" | "your" | "up" | "to" | "of" | "his" | "her" | "their" | "card",
                _,
            )
            | ("cards" | "carte" | "cartes" | "une" | "un" | "deux" | "by" | ".", _) => {
                object.cards |= word.starts_with("cart") || word.starts_with("card");
                if word == "deux" {
                    object.quantity = Quantity::Number("2");
                }
            }
            ("from" | "de", _) => {
                let path = scene.word(at + 2) == "." && scene.touches(at + 1);
                object.from = Some(if path { "" } else { scene.word(at + 1) });
                break;
            }
            _ => match foreign::number(word) {
                Some(number) => object.quantity = Quantity::Number(number),
                None => object.nouns.push(word),
            },
        }
        at += 1;
    }
    object
}

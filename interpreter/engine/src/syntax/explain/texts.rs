//! Texts that players read: `says "…"` without its language, `name en "…"`, `says en Draw two cards.`

use super::super::tokens::TokenKind;
use super::{Code, Diagnostic, Scene};

/// `says "Draw 2 cards."`, `says: "…"`, `says("…")`, `says en: "…"`
pub(super) fn text_without_language(scene: &Scene<'_>) -> Option<Diagnostic> {
    let says = (scene.here.saturating_sub(3)..scene.here).rev().find(|at| scene.word(*at) == "says")?;
    let is_text = |at: usize| scene.token(at).is_some_and(|token| matches!(token.kind, TokenKind::Text { .. }));
    let language = Some(scene.word(says + 1)).filter(|word| is_language(word));
    let from = says + 1 + usize::from(language.is_some());
    let language = language.unwrap_or("en");
    if let Some(text) = (from..from + 2).find(|at| is_text(*at)) {
        let message = match scene.word(from) {
            sign @ (":" | "(" | "=") => format!("no `{sign}` stands after `says`"),
            _ => "it is not said in which language this text is".to_owned(),
        };
        let help = format!("write `says {language} {}`", scene.word(text));
        return Some(Diagnostic::new(Code::SyntaxError, scene.span(from), message).help(help));
    }
    // `says en Draw two cards.`
    let word = scene.token(from).filter(|token| token.kind == TokenKind::Word)?;
    let same = |at: &usize| {
        let token = scene.token(*at);
        token.is_some_and(|token| {
            token.line == word.line && !matches!(token.kind, TokenKind::Open(_) | TokenKind::Close(_))
        })
    };
    let mut text = String::new();
    for at in (from..).take_while(same) {
        if at > from && !scene.touches(at - 1) {
            text.push(' ');
        }
        text.push_str(scene.word(at));
    }
    let message = "a text that players read stands in quotes";
    let help = format!("write `says {language} \"{text}\"`");
    Some(Diagnostic::new(Code::SyntaxError, scene.span(from), message).help(help))
}

/// `name en "Old Pilot"`, `name fr "Vieux pilote"`
pub(super) fn name_with_language(scene: &Scene<'_>) -> Option<Diagnostic> {
    let language = scene.here.checked_sub(1)?;
    let name = language.checked_sub(1).filter(|at| scene.word(*at) == "name")?;
    let text = scene.token(scene.here).filter(|token| matches!(token.kind, TokenKind::Text { .. }))?;
    if !scene.in_component() || !is_language(scene.word(language)) {
        return None;
    }
    let message = "no language stands between `name` and the name";
    let help = match scene.word(language) {
        "en" => format!("`name` is the English name: write `name {}`", text.text),
        other => format!("the name in another language is an entry of its own: write `{other} {}`", text.text),
    };
    Some(Diagnostic::new(Code::SyntaxError, scene.span(name).to(scene.span(language)), message).help(help))
}

fn is_language(word: &str) -> bool {
    word.len() == 2 && word.chars().all(|c| c.is_ascii_lowercase()) && !super::words::is_reserved(word)
}

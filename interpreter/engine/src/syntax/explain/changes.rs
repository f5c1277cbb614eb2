//! Changes as other languages write them: `points = points + 1`, `points += 1`, `me.gems -= 2`, `points++`, `x = 3`.

use super::super::tokens::TokenKind;
use super::{Code, Diagnostic, Scene};

/// A name at the start of a statement, with a sign behind it that changes things elsewhere.
pub(super) fn assignment(scene: &Scene<'_>) -> Option<Diagnostic> {
    if let Some(found) = signed_amount(scene) {
        return Some(found);
    }
    let (at, sign) = place(scene)?;
    let path = scene.word(at + 1) == "." && scene.touches(at);
    let (owner, name) = if path { (scene.word(at), scene.word(at + 2)) } else { ("me", scene.word(at)) };
    let text = if path { format!("{owner}.{name}") } else { name.to_owned() };
    let value = values(scene, sign);
    let by = if owner == "me" { String::new() } else { format!(" by {owner}") };
    let counter = path || scene.known.counters.iter().any(|known| known == name);
    let whole = format!("{owner}.{name}");
    let gain = |number: &str| format!("write `gain {number} {name}{by}`");
    let lose = |number: &str| format!("write `lose {number} {name}{by}`");
    let step = [text.as_str(), whole.as_str()].iter().find_map(|own| value.strip_prefix(&format!("{own} ")));
    let help = match (scene.word(sign), scene.word(sign + 1)) {
        ("+", "+") => gain("1"),
        ("-", "-") => lose("1"),
        ("+" | "+=", _) => gain(&value),
        ("-" | "-=", _) => lose(&value),
        ("*", "=") | ("/", "=") => {
            let value = values(scene, sign + 1);
            format!("write `set {whole} to {whole} {} {value}`", scene.word(sign))
        }
        _ => match step.and_then(|step| step.split_once(' ')) {
            Some(("+", number)) => gain(number),
            Some(("-", number)) => lose(number),
            _ if counter => format!("write `set {whole} to {value}`"),
            _ => format!(
                "to give a value a name, write `let {name} is {value}`; what changes later is a counter of the manifest"
            ),
        },
    };
    let message = format!("`{text}` is a thing, and a statement begins with what is done");
    Some(Diagnostic::new(Code::UnknownStatement, scene.span(at).to(scene.span(sign)), message).help(help))
}

/// `+1 points`
fn signed_amount(scene: &Scene<'_>) -> Option<Diagnostic> {
    let sign = scene.word(scene.here);
    let number = scene.token(scene.here + 1).is_some_and(|token| token.kind == TokenKind::Number);
    let begins = scene.expects_statement() && matches!(sign, "+" | "-") && number && scene.is_free_word(scene.here + 2);
    begins.then_some(())?;
    let verb = if sign == "+" { "gain" } else { "lose" };
    let help = format!("write `{verb} {} {}`", scene.word(scene.here + 1), scene.word(scene.here + 2));
    let message = "a statement begins with what is done";
    Some(Diagnostic::new(Code::UnknownStatement, scene.span(scene.here), message).help(help))
}

/// Where the statement begins, and its sign.
fn place(scene: &Scene<'_>) -> Option<(usize, usize)> {
    let sign_at = |at: usize| {
        let (sign, next) = (scene.word(at), scene.word(at + 1));
        let double = matches!((sign, next), ("+", "+") | ("-", "-") | ("*" | "/", "=")) && scene.touches(at);
        let number = scene.token(at + 1).is_some_and(|token| token.kind == TokenKind::Number);
        double || number && matches!(sign, "+" | "-") || matches!(sign, "=" | ":=" | "==" | "+=" | "-=")
    };
    (scene.here.saturating_sub(1)..scene.here + 4).find_map(|sign| {
        let name = sign.checked_sub(1)?;
        let path = name >= 2 && scene.word(name - 1) == "." && scene.touches(name - 1);
        let start = if path { name - 2 } else { name };
        let word = scene.token(start)?.kind == TokenKind::Word && scene.is_free_word(name);
        let before = scene.word(start.checked_sub(1)?);
        // Behind these a name is a thing that is compared or set, not the beginning of a statement.
        let begins = start >= 2 && !matches!(before, "(" | "[" | "," | ".") && begins_statement(scene, start);
        (word && sign_at(sign) && begins).then_some((start, sign))
    })
}

/// Whether a statement could begin at a token: reading stopped at it or right behind it, as behind a call.
fn begins_statement(scene: &Scene<'_>, at: usize) -> bool {
    scene.expects_statement() && scene.here == at || super::habits::statement_place(scene) == Some(at)
}

/// What stands behind a sign on its line, up to the next bracket: `points + 1`.
fn values(scene: &Scene<'_>, sign: usize) -> String {
    let line = scene.token(sign).map_or(0, |token| token.line);
    let mut text = String::new();
    let mut depth = 0;
    for at in sign + 1..sign + 16 {
        let Some(token) = scene.token(at).filter(|token| token.line == line) else { break };
        let operand = |at: usize| {
            let kind = scene.token(at).map(|token| token.kind);
            matches!(kind, Some(TokenKind::Word | TokenKind::Number | TokenKind::Text { .. } | TokenKind::Close(_)))
        };
        match token.kind {
            TokenKind::Open('(' | '[') => depth += 1,
            TokenKind::Close(')' | ']') if depth > 0 => depth -= 1,
            TokenKind::Open(_) | TokenKind::Close(_) => break,
            // Two operands side by side: the next statement.
            TokenKind::Word | TokenKind::Number if at > sign + 1 && depth == 0 && operand(at - 1) => break,
            _ => {}
        }
        if token.text == ";" {
            break;
        }
        if !text.is_empty() && !scene.touches(at - 1) {
            text.push(' ');
        }
        text.push_str(token.text);
    }
    text
}

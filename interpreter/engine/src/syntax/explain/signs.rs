//! Signs of other languages: `=`, `!=`, `&&`, `;`, curly quotes, decimals.

use super::super::tokens::TokenKind;
use super::{Code, Diagnostic, Scene};

/// The sign that does not fit, if the language does not have it.
pub(super) fn foreign_sign(scene: &Scene<'_>) -> Option<Diagnostic> {
    let token = scene.token(scene.here).filter(|token| token.kind == TokenKind::Sign)?;
    let sign = token.text;
    let finding = |code, message: String| Diagnostic::new(code, token.span(scene.file), message);
    Some(match sign {
        "=" | "==" | ":=" => equality(scene, sign),
        "!=" | "<>" => finding(Code::ComparisonSign, format!("`{sign}` is not a sign of the language"))
            .help("write `is not`: `c.holder is not me`"),
        "&&" | "&" => finding(Code::LogicSign, format!("`{sign}` is not a sign of the language")).help("write `and`"),
        "||" | "|" => finding(Code::LogicSign, format!("`{sign}` is not a sign of the language")).help("write `or`"),
        "!" => finding(Code::LogicSign, "`!` is not a sign of the language".to_owned()).help("write `not`"),
        ";" => finding(Code::Semicolon, "`;` is not needed".to_owned())
            .help("remove it: statements follow each other without a separator"),
        "+=" | "-=" => finding(Code::ForeignSign, format!("`{sign}` is not a sign of the language"))
            .help("write `gain 2 points` or `lose 2 points`; other things change by `set x to x + 2`"),
        "//" | "/*" | "*/" => finding(Code::ForeignSign, format!("`{sign}` does not begin a comment"))
            .help("a comment begins with `#` and ends with its line"),
        "“" | "”" | "„" | "«" | "»" | "'" | "‘" | "’" | "`" => {
            finding(Code::ForeignSign, format!("`{sign}` is not a quote of the language"))
                .help("write texts in straight double quotes: \"like this\"")
        }
        "." if is_decimal(scene) => finding(Code::ForeignSign, "numbers are whole".to_owned())
            .help("write a whole number; for halves, count in halves"),
        "->" | "=>" | "?" | "%" | "@" | "$" | "^" | "~" | "\\" => {
            finding(Code::ForeignSign, format!("`{sign}` is not a sign of the language"))
        }
        _ => return None,
    })
}

fn equality(scene: &Scene<'_>, sign: &str) -> Diagnostic {
    let opening = scene.opening_word().map_or("", |at| scene.word(at));
    let help = match opening {
        "set" => "write `set x to 3`",
        "let" => "write `let x is 3`",
        "value" => "write `value NAME(x: type) is EXPRESSION`",
        _ => "write `is`: `c.family is fire`",
    };
    let message = format!("`{sign}` is not a sign of the language");
    Diagnostic::new(Code::ComparisonSign, scene.span(scene.here), message).help(help)
}

/// `1.5`
fn is_decimal(scene: &Scene<'_>) -> bool {
    let number = |at: usize| scene.token(at).is_some_and(|token| token.kind == TokenKind::Number);
    scene.here.checked_sub(1).is_some_and(|before| number(before) && scene.touches(before)) && number(scene.here + 1)
}

//! Signs of other languages: `=`, `!=`, `&&`, `;`, curly quotes, decimals.

use super::super::parse::Rule;
use super::super::tokens::TokenKind;
use super::{Code, Diagnostic, Scene};

/// `draw(n = 2)` is no comparison.
pub(super) fn argument_sign(scene: &Scene<'_>) -> Option<Diagnostic> {
    super::habits::named_argument(scene)
}

/// The sign that does not fit, if the language does not have it.
pub(super) fn foreign_sign(scene: &Scene<'_>) -> Option<Diagnostic> {
    if let Some(dot) = decimal_point(scene) {
        let span = scene.span(dot - 1).to(scene.span(dot + 1));
        let finding = Diagnostic::new(Code::ForeignSign, span, "numbers are whole: they have no decimal point");
        return Some(finding.help("write a whole number; for halves, count in halves"));
    }
    let token = scene.token(scene.here).filter(|token| token.kind == TokenKind::Sign)?;
    if scene.here == 0 && !matches!(token.text, "//" | "/*") {
        return None;
    }
    let sign = token.text;
    let finding = |code, message: String| Diagnostic::new(code, token.span(scene.file), message);
    Some(match sign {
        "=" | "==" | ":=" => equality(scene, sign),
        "!=" | "<>" => finding(Code::ComparisonSign, format!("comparison is written `is not`, not `{sign}`"))
            .help("write `is not`: `c.holder is not me`"),
        "&&" | "&" => finding(Code::LogicSign, format!("conditions are joined with `and`, not `{sign}`"))
            .help("write `and`: `a > 3 and b is fire`"),
        "||" | "|" => finding(Code::LogicSign, format!("conditions are joined with `or`, not `{sign}`"))
            .help("write `or`: `a > 3 or b is fire`"),
        "!" => finding(Code::LogicSign, "a condition is turned round with `not`, not with `!`".to_owned())
            .help("write `not`: `not me.passed`"),
        ";" if scene.expects(&[Rule::kw_bundle]) => {
            finding(Code::Semicolon, "parameters are separated with `,`".to_owned()).help("write `,`")
        }
        ";" => finding(Code::Semicolon, "`;` is not needed".to_owned())
            .help("remove it: statements follow each other without a separator"),
        "+=" | "-=" => finding(Code::ForeignSign, format!("`{sign}` is not a sign of the language"))
            .help("write `gain 2 points` or `lose 2 points`; other things change by `set x to x + 2`"),
        "//" | "/*" | "*/" => finding(Code::ForeignSign, format!("`{sign}` does not begin a comment"))
            .help("a comment begins with `#` and ends with its line"),
        // `dragon's_lair`: a name with a sign in it.
        "'" | "’" if scene.here > 0 && scene.touches(scene.here - 1) && scene.is_free_word(scene.here + 1) => {
            return None;
        }
        "“" | "”" | "„" | "«" | "»" | "'" | "‘" | "’" | "`" => {
            finding(Code::ForeignSign, format!("`{sign}` is not a quote of the language"))
                .help("write texts in straight double quotes: \"like this\"")
        }
        "%" => finding(Code::ForeignSign, "`%` is not a sign of the language".to_owned())
            .help("what is left after dividing is `remainder(a, b)`"),
        "=>" | ":"
            if scene.expects(&[Rule::match_pattern, Rule::kw_or])
                && scene.expects(&[Rule::open_brace, Rule::block]) =>
        {
            finding(Code::ForeignSign, format!("no `{sign}` stands in a row of a `match`"))
                .help("a row is written `1 { … }`, `2..4 { … }`, `else { … }`")
        }
        "->" | "=>" | "?" | "@" | "$" | "^" | "~" | "\\" => {
            finding(Code::ForeignSign, format!("`{sign}` is not a sign of the language"))
                .help("the signs are `{ } ( ) [ ] , : . .. + - * / < <= > >=`; everything else is said in words")
        }
        _ => return None,
    })
}

fn equality(scene: &Scene<'_>, sign: &str) -> Diagnostic {
    let opening = scene.opening_word().map_or("", |at| scene.word(at));
    if let Some(name) = scene.before().filter(|_| scene.in_component()) {
        let (name, value) = (name.text, scene.word(scene.here + 1));
        let message = format!("no `{sign}` stands between an attribute and its value");
        return Diagnostic::new(Code::ComparisonSign, scene.span(scene.here), message)
            .help(format!("write `{name} {value}`"));
    }
    let (message, help) = match opening {
        "set" => (format!("`set` is written with `to`, not `{sign}`"), "write `set x to 3`"),
        "let" => (format!("`let` is written with `is`, not `{sign}`"), "write `let x is 3`"),
        "value" if !says_is(scene) => {
            (format!("`value` is written with `is`, not `{sign}`"), "write `value NAME(x: type) is EXPRESSION`")
        }
        _ => {
            let message = format!("comparison is written `is`, not `{sign}`");
            let help = compared(scene).unwrap_or_else(|| "write `is`: `c.family is fire`".to_owned());
            return Diagnostic::new(Code::ComparisonSign, scene.span(scene.here), message).help(help);
        }
    };
    Diagnostic::new(Code::ComparisonSign, scene.span(scene.here), message).help(help)
}

/// What stands on both sides of the sign, with `is` between them: `me.points is 3`.
fn compared(scene: &Scene<'_>) -> Option<String> {
    let mut first = scene.here.checked_sub(1)?;
    while first >= 1 && scene.touches(first - 1) && (scene.word(first) == "." || scene.word(first - 1) == ".") {
        first -= 1;
    }
    let left: Vec<&str> = (first..scene.here).map(|at| scene.word(at)).collect();
    let value = scene.token(scene.here + 1)?;
    let plain = matches!(value.kind, TokenKind::Number | TokenKind::Word) && scene.word(scene.here + 2) != ".";
    let named = left.iter().all(|part| *part == "." || part.starts_with(|c: char| c.is_ascii_lowercase()));
    (plain && named).then(|| format!("write `{} is {}`", left.concat(), value.text))
}

/// Whether the item has said its `is` before the place: then a comparison follows.
fn says_is(scene: &Scene<'_>) -> bool {
    scene.opening_word().is_some_and(|start| (start..scene.here).any(|at| scene.word(at) == "is"))
}

/// `draw (1)`: the bracket must touch its word.
pub(super) fn bracket_apart(scene: &Scene<'_>) -> Option<Diagnostic> {
    let before = scene.here.checked_sub(1)?;
    let wanted = scene.expects(&[Rule::arguments, Rule::params, Rule::open_paren, Rule::open_brace]);
    let apart = scene.word(scene.here) == "(" && scene.is_free_word(before) && !scene.touches(before);
    if wanted && apart && before == 1 && scene.is_free_word(0) && scene.depth() == 0 {
        let help = format!("write `{} {} {{ … }}`", scene.word(0), scene.word(1));
        let message = "what stands on a card stands in braces";
        return Some(Diagnostic::new(Code::SyntaxError, scene.span(scene.here), message).help(help));
    }
    (wanted && apart).then(|| {
        let word = scene.word(before);
        let message = format!("the `(` must touch the name it belongs to: `{word}(`");
        Diagnostic::new(Code::SyntaxError, scene.span(scene.here), message).help("remove the blank before `(`")
    })
}

/// The place of the dot in `1.5`, at or just before the place.
fn decimal_point(scene: &Scene<'_>) -> Option<usize> {
    let number = |at: usize| scene.token(at).is_some_and(|token| token.kind == TokenKind::Number);
    let is_point = |at: &usize| {
        *at > 0
            && scene.word(*at) == "."
            && number(at - 1)
            && number(at + 1)
            && scene.touches(at - 1)
            && scene.touches(*at)
    };
    [Some(scene.here), scene.here.checked_sub(1)].into_iter().flatten().find(is_point)
}

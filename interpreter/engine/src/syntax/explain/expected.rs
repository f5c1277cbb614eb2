//! The plain message: what could have stood at the place, in words.

use super::super::parse::Rule;
use super::super::tokens::TokenKind;
use super::{Code, Diagnostic, Scene, nearest};
use crate::vocabulary::foreign;

/// At most this many possibilities are named.
const NAMED: usize = 4;

/// "I expected … after …", and how the statement is written.
pub(super) fn plain(scene: &Scene<'_>) -> Diagnostic {
    let before = scene.before().map_or(String::new(), |token| match token.kind {
        TokenKind::Text { .. } => " after the text".to_owned(),
        _ => format!(" after `{}`", token.text),
    });
    let message = match possibilities(scene.expected) {
        Some(expected) => format!("I expected {expected}{before}"),
        None if before.is_empty() => "I cannot read this".to_owned(),
        None => format!("I cannot read what stands{before}"),
    };
    let finding = Diagnostic::new(Code::SyntaxError, scene.span(scene.here), message);
    let finding = match scene.token(scene.here) {
        Some(token) if token.text.chars().count() <= 20 => finding.label(format!("not `{}`", token.text)),
        Some(_) => finding,
        None => finding.label("the item ends here"),
    };
    if [before_word(scene), scene.word(scene.here)].contains(&"no") {
        return finding.help("yes and no are written `true` and `false`; `no SET` asks whether a set is empty");
    }
    if let Some(help) = foreign::instead_of(scene.word(scene.here)) {
        return finding.help(help);
    }
    if scene.expects(&[Rule::offer_option, Rule::kw_option]) && before_word(scene) == "{" {
        return finding.help("`offer` is written `offer { option NAME { … } option NAME { … } }`");
    }
    if scene.expects(&[Rule::then_block, Rule::kw_then]) && before_word(scene) == "}" {
        return finding.help("`do` is written `do { … } then { … }`");
    }
    if before_word(scene) == "can" && scene.word(scene.here) == "see" {
        return finding.help("who sees what is written `p1 sees p1.hand`, or `p1 cannot see p1.hand`");
    }
    match (misspelt(scene), scene.form()) {
        (Some(meant), _) => finding.help(format!("did you mean `{meant}`?")),
        (None, Some(form)) => finding.help(form),
        (None, None) => finding,
    }
}

fn before_word<'s>(scene: &Scene<'s>) -> &'s str {
    scene.before().map_or("", |token| token.text)
}

/// The expected word that the one at the place resembles.
fn misspelt(scene: &Scene<'_>) -> Option<String> {
    let token = scene.token(scene.here).filter(|token| token.kind == TokenKind::Word)?;
    let word = token.text;
    let known: Vec<String> = scene.expected.iter().filter_map(|rule| keyword(*rule)).collect();
    nearest(word, known.iter().map(|word| word.trim_matches('`'))).map(str::to_owned)
}

/// `a name, "from" or "{"`; operators that might go on are left out where something is really missing.
fn possibilities(expected: &[Rule]) -> Option<String> {
    let mut words: Vec<String> = Vec::new();
    for rule in expected {
        if let Some(word) = in_words(*rule).filter(|word| !words.contains(word)) {
            words.push(word);
        }
    }
    if words.len() > 1 {
        // What might only have lengthened the word before is hardly what was missed.
        let longer = |word: &String| matches!(word.as_str(), "`of`" | "`(`" | "`[`");
        if !words.iter().all(longer) {
            words.retain(|word| !longer(word));
        }
    }
    words.sort_by_key(|word| word.starts_with('`'));
    words.truncate(NAMED);
    let last = words.pop()?;
    Some(if words.is_empty() { last } else { format!("{} or {last}", words.join(", ")) })
}

/// A rule as a person would call it; `None` for what would only lengthen the message.
fn in_words(rule: Rule) -> Option<String> {
    let phrase = match rule {
        Rule::name | Rule::counter_name | Rule::binder | Rule::signature | Rule::event_name => "a name",
        Rule::number => "a number",
        Rule::amount_of | Rule::many => "how many",
        Rule::text => "a text in quotes",
        Rule::logic => "a value or a condition",
        Rule::expression
        | Rule::sum
        | Rule::operand
        | Rule::operand_word
        | Rule::path
        | Rule::things
        | Rule::selection
        | Rule::amount => "a value or a set",
        Rule::statement | Rule::statement_word => "a statement",
        Rule::hook | Rule::hook_word => "a hook (`after`, `before`, `modify` …)",
        Rule::step => "a step",
        Rule::offer_option => "`option`",
        Rule::match_arm | Rule::match_pattern => "a row such as `1 { … }`",
        Rule::block | Rule::open_brace | Rule::component_body | Rule::hook_list => "`{`",
        Rule::close_brace => "`}`",
        Rule::open_paren | Rule::arguments | Rule::params => "`(`",
        Rule::close_paren => "`)`",
        Rule::open_bracket => "`[`",
        Rule::close_bracket => "`]`",
        Rule::comma => "`,`",
        Rule::colon => "`:` and a type",
        Rule::type_of => "a type",
        Rule::face => "`up`, `down` or `over`",
        Rule::place => "a place",
        Rule::period | Rule::moment => "`turn`, `round`, `game` or a phase",
        Rule::duration => "`end of turn` or `next turn of PLAYER`",
        Rule::edge => "`start`, `end` or `pause`",
        Rule::modify_word => "`to`, `times` or `by`",
        Rule::attribute_value => "a number, a name, a text or a list",
        Rule::param => "a parameter such as `n: number`",
        Rule::said => "a language and a text: `en \"…\"`",
        Rule::scenario_line => "a line of a scenario",
        Rule::step_path => "`PHASE.STEP`",
        Rule::then_block => "`then { … }`",
        Rule::move_things => "`to` and a place",
        Rule::EOI => "the next item",
        _ => return keyword(rule),
    };
    Some(phrase.to_owned())
}

/// `kw_from` to `from`.
fn keyword(rule: Rule) -> Option<String> {
    format!("{rule:?}").strip_prefix("kw_").map(|word| format!("`{word}`"))
}

//! Mistakes that people make, and what they are told: the code, the place, and words of the message or the help.

use cardwright::diagnostic::{Code, Diagnostic, Findings};
use cardwright::source::FileId;
use cardwright::syntax::parse;

/// The only finding of a text.
#[track_caller]
fn finding(text: &str) -> Diagnostic {
    let mut findings = Findings::default();
    parse(FileId(0), text, &mut findings);
    let mut list = findings.into_sorted();
    assert_eq!(list.len(), 1, "{text}: {list:#?}");
    list.remove(0)
}

/// A text, its code, the place of the finding, and words that must be said.
type Mistake = (&'static str, Code, &'static str, &'static str);

const IN_BLOCKS: &[Mistake] = &[
    ("shufle deck", Code::UnknownStatement, "shufle", "did you mean `shuffle`?"),
    ("gain 2 points shufle deck", Code::UnknownStatement, "shufle", "did you mean `shuffle`?"),
    ("gian 2 points", Code::UnknownStatement, "gian", "did you mean `gain`?"),
    ("draw 2", Code::UnknownStatement, "draw", "`draw(2)`"),
    ("x is 3", Code::UnknownStatement, "x", "`let x is …`"),
    ("else { stop }", Code::UnknownStatement, "else", "right after the `}`"),
    ("if a { stop } esle { stop }", Code::UnknownStatement, "esle", "did you mean `else`?"),
    ("if a { stop } elif b { stop }", Code::ElseIf, "elif", "`else if`"),
    ("if x == 3 { stop }", Code::ComparisonSign, "==", "comparison is written `is`"),
    ("if x = 3 { stop }", Code::ComparisonSign, "=", "write `x is 3`"),
    ("let x = 3", Code::ComparisonSign, "=", "`let x is 3`"),
    ("set x = 3", Code::ComparisonSign, "=", "`set x to 3`"),
    ("if x != 3 { stop }", Code::ComparisonSign, "!=", "`is not`"),
    ("if x && y { stop }", Code::LogicSign, "&&", "`and`"),
    ("if x || y { stop }", Code::LogicSign, "||", "`or`"),
    ("if !x { stop }", Code::LogicSign, "!", "`not`"),
    ("draw(1); draw(2)", Code::Semicolon, ";", "remove it"),
    ("gain 1.5 points", Code::ForeignSign, "1.5", "whole"),
    ("let x is “a”", Code::ForeignSign, "“", "straight double quotes"),
    ("// draw(1)", Code::ForeignSign, "//", "`#`"),
    ("if 1 < n < 5 { stop }", Code::ChainedComparison, "<", "`a < b and b < c`"),
    ("let x is a where .f is order >= 3", Code::ChainedComparison, ">=", "set parentheses"),
    ("if count of a where .f is b { stop }", Code::FilterNeedsParentheses, "where", "`count of (S where C)`"),
    ("let n is count of a where .f is b", Code::FilterNeedsParentheses, "where .f is b", "`count of (S where C)`"),
    ("choose c from count of a where .f is b", Code::FilterNeedsParentheses, "where .f is b", "`count of (S where C)`"),
    ("choose count from deck", Code::ReservedName, "count", "word of the language"),
    ("for each turn in deck { stop }", Code::ReservedName, "turn", "pick another name"),
    ("let all is 3", Code::ReservedName, "all", "pick another name"),
    ("set me.count to 3", Code::ReservedName, "count", "pick another name"),
    ("offer { option end { stop } }", Code::ReservedName, "end", "pick another name"),
    ("choose c deck", Code::ChooseWithoutFrom, "deck", "I expected `from` after `c`"),
    ("choose c rom deck", Code::ChooseWithoutFrom, "rom", "did you mean `from`?"),
    ("choose n cs from deck", Code::ChooseWithoutFrom, "n", "`choose (n) cs from …`"),
    ("random n cs from deck", Code::ChooseWithoutFrom, "n", "`random (n) cs from …`"),
    ("choose from deck", Code::SyntaxError, "from", "I expected a name"),
    ("option x { stop }", Code::OptionOutsideOffer, "option", "`offer {"),
    ("modify price by 1", Code::HookOutsideRule, "modify", "`until end of turn { … }`"),
    ("offer { }", Code::EmptyBraces, "{ }", "at least one option"),
    ("match x { }", Code::EmptyBraces, "{ }", "at least one row"),
    ("until end of turn { }", Code::EmptyBraces, "{ }", "at least one hook"),
    ("draw(99999999999999999999)", Code::NumberTooBig, "99999999999999999999", "too big"),
    ("run c", Code::RunWithoutAbility, "c", "`run c.play`"),
    ("gain -2 points", Code::NegativeAmount, "-2", "`lose 2 points`"),
    ("repeat -2 { stop }", Code::NegativeAmount, "-2", "counted from 0 up"),
    ("gain [3 red, blue]", Code::MixedList, "blue", "`[3 red, 1 blue]`"),
    ("end game lost \"a\\q\"", Code::UnknownEscape, "\"a\\q\"", "`\\n`"),
    ("Gain 2 points", Code::BadName, "Gain", "write `gain`"),
    ("gain 2points", Code::BadName, "2points", "`gain 2 points`"),
    ("move c to Top-Deck", Code::BadName, "Top-Deck", "`top_deck`"),
    ("move c too me.hand", Code::SyntaxError, "too", "did you mean `to`?"),
    ("move c me.hand", Code::SyntaxError, "move", "where to"),
    ("set me.safe to no gain 2 points", Code::SyntaxError, "gain", "`true` and `false`"),
    ("for x in deck { stop }", Code::SyntaxError, "x", "`for each x in deck { … }`"),
    ("swap a and b", Code::SyntaxError, "and", "I expected `with` after `a`"),
    ("may draw(1)", Code::SyntaxError, "draw", "`may {"),
    ("draw (1)", Code::SyntaxError, "(", "must touch"),
    ("draw(1", Code::UnclosedBracket, "(", "write the missing `)`"),
    ("let x is [1, 2", Code::UnclosedBracket, "[", "write the missing `]`"),
    ("let x is 1)", Code::SurplusBracket, ")", "closes nothing"),
];

const IN_FILES: &[Mistake] = &[
    ("acton draw(n: number) { stop }", Code::UnknownItem, "acton", "did you mean `action`?"),
    ("gain 2 points", Code::UnknownItem, "gain", "cannot stand alone in a file"),
    ("foo bar baz", Code::UnknownItem, "foo", "`KIND NAME { … }`"),
    ("action move(c: card) { stop }", Code::ReservedName, "move", "word of the language"),
    ("creature Fire-Imp { cost 2 }", Code::BadName, "Fire-Imp", "`fire_imp`"),
    ("creature fire-imp { cost 2 }", Code::BadName, "fire-imp", "`fire_imp`"),
    ("creature évêque { cost 2 }", Code::BadName, "évêque", "`eveque`"),
    ("creature heron { family wind cost }", Code::AttributeWithoutValue, "cost", "`cost 3`"),
    ("creature heron { cost family wind }", Code::AttributeWithoutValue, "wind", "no value"),
    ("creature heron { gain 2 points }", Code::StatementOutsideBlock, "gain", "ability"),
    ("creature heron { cost 3 draw(1) }", Code::StatementOutsideBlock, "draw", "ability"),
    ("rule r { gain 2 points }", Code::StatementOutsideBlock, "gain", "say when it happens"),
    ("rule r { aftr draw { stop } }", Code::UnknownStatement, "aftr", "did you mean `after`?"),
    ("rule r { }", Code::EmptyBraces, "{ }", "at least one hook"),
    ("scenario \"x\" { }", Code::EmptyBraces, "{ }", "lines"),
    ("scenario \"x\" { expct a is b }", Code::UnknownStatement, "expct", "did you mean `expect`?"),
    ("scenario \"x\" { p1 choses a }", Code::SyntaxError, "choses", "did you mean `chooses`?"),
    ("after draw { stop }", Code::HookOutsideRule, "after draw { stop }", "`rule NAME {"),
    ("phase a { draw(1) step b { stop } }", Code::MixedPhase, "draw", "step of its own"),
    ("phase a { draw(1) } }", Code::SurplusBracket, "}", "closes nothing"),
    ("phase a { draw(1)", Code::UnclosedBracket, "{", "never closed"),
    ("creature a { name \"b\n }", Code::UnclosedText, "\"b", "no closing"),
    ("value price(p: player) = 3", Code::ComparisonSign, "=", "`value NAME(x: type) is EXPRESSION`"),
    ("action draw(n) { stop }", Code::SyntaxError, ")", "`:` is missing"),
    ("action draw { stop }", Code::SyntaxError, "draw", "`action draw() { … }`"),
    ("creature a { cost \u{7} 2 }", Code::HiddenCharacter, "\u{7}", "U+0007 (bell)"),
    ("rule r { at begin of turn { stop } }", Code::SyntaxError, "begin", "`start`, `end` or `pause`"),
];

#[track_caller]
fn tells(text: &str, (_, code, place, words): &Mistake) {
    let finding = finding(text);
    let said = format!("{} {}", finding.message, finding.help.clone().unwrap_or_default());
    assert_eq!(finding.code, *code, "{text}: {said}");
    assert_eq!(text.get(finding.span.start as usize..finding.span.end as usize), Some(*place), "{text}: {said}");
    assert!(said.contains(words), "{text}: {said}");
    assert!(!finding.message.ends_with('.'), "{said}");
}

#[test]
fn mistakes_in_blocks_are_explained() {
    for mistake in IN_BLOCKS {
        tells(&format!("phase test {{ {} }}", mistake.0), mistake);
        tells(&format!("creature test {{ cost 3 play {{ draw(1) {}\n}} }}", mistake.0), mistake);
    }
}

#[test]
fn mistakes_in_files_are_explained() {
    for mistake in IN_FILES {
        tells(mistake.0, mistake);
    }
}

#[test]
fn brackets_are_shown_with_both_places() {
    for text in ["phase a { draw(1 }", "phase a { draw(1)\nphase b { stop }", "phase a { stop } }"] {
        assert_eq!(finding(text).others.len(), 1, "{text}");
    }
}

#[test]
fn every_code_of_writing_is_shown_and_explained() {
    let shown: Vec<Code> = IN_BLOCKS.iter().chain(IN_FILES).map(|mistake| mistake.1).collect();
    for code in Code::ALL.iter().filter(|code| code.id().starts_with("E01") && **code != Code::TooDeep) {
        assert!(shown.contains(code), "no case for {code:?}");
        assert!(code.explain().len() > 40, "{code:?}");
    }
}

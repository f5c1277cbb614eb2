//! What pest reports, in words. Pest says which rules it tried at the furthest place it reached; that is often one
//! word late and never says what was meant. So the tokens around the place are looked at first.

use super::known::Known;
use super::parse::Rule;
use super::tokens::{Token, TokenKind};
use super::words;
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Span};

mod answers;
mod changes;
mod expected;
mod habits;
mod misplaced;
mod moments;
mod names;
mod phrases;
mod sentences;
mod sets;
mod signs;
mod texts;
mod verbs;

/// Where reading failed and what could have stood there.
pub(crate) struct Failure {
    /// Byte in the file.
    pub at: usize,
    pub expected: Vec<Rule>,
    /// The bound on work was reached.
    pub gave_up: bool,
}

/// One item with the place where reading it failed.
struct Scene<'s> {
    file: FileId,
    tokens: &'s [Token<'s>],
    /// The token that does not fit; one past the last where the item ends too early.
    here: usize,
    expected: &'s [Rule],
    in_variant: bool,
    known: &'s Known,
}

/// Whether a word is well written as a name.
pub(crate) fn is_good_name(word: &str) -> bool {
    names::is_good(word)
}

/// The finding for an item that cannot be read.
pub(crate) fn explain(
    file: FileId,
    tokens: &[Token<'_>],
    known: &Known,
    failure: &Failure,
    in_variant: bool,
) -> Diagnostic {
    let here = tokens.partition_point(|token| token.end <= failure.at);
    let scene = Scene { file, tokens, here, expected: &failure.expected, in_variant, known };
    if failure.gave_up {
        return Diagnostic::new(
            Code::TooDeep,
            scene.span(here),
            "this item is too long or too deeply nested to be read in one piece",
        )
        .help("cut it into several items");
    }
    let sentences: [fn(&Scene<'_>) -> Option<Diagnostic>; 4] =
        [texts::text_without_language, texts::name_with_language, changes::assignment, sentences::printed_sentence];
    let first: [fn(&Scene<'_>) -> Option<Diagnostic>; 7] = [
        signs::argument_sign,
        signs::foreign_sign,
        signs::bracket_apart,
        names::language_word_in_capitals,
        names::badly_written_name,
        misplaced::misspelt_item,
        misplaced::else_if_in_one_word,
    ];
    let rest: [fn(&Scene<'_>) -> Option<Diagnostic>; 13] = [
        misplaced::empty_braces,
        names::reserved_name,
        misplaced::option_outside_offer,
        misplaced::filter_without_set,
        misplaced::choose_without_from,
        misplaced::hook_among_statements,
        misplaced::statement_among_hooks,
        misplaced::attribute_without_value,
        misplaced::unknown_hook,
        misplaced::misspelt_scenario_line,
        misplaced::misspelt_clause,
        misplaced::move_without_to,
        misplaced::unknown_statement,
    ];
    let guesses =
        sentences.iter().chain(answers::GUESSES).chain(sets::GUESSES).chain(moments::GUESSES).chain(phrases::GUESSES);
    let guesses = guesses.chain(&first).chain(habits::GUESSES).chain(&rest);
    guesses.into_iter().find_map(|guess| guess(&scene)).unwrap_or_else(|| expected::plain(&scene))
}

impl<'s> Scene<'s> {
    fn token(&self, at: usize) -> Option<&'s Token<'s>> {
        self.tokens.get(at)
    }

    /// The text of a token; empty where there is none.
    fn word(&self, at: usize) -> &'s str {
        self.token(at).map_or("", |token| token.text)
    }

    /// The token before the one that does not fit.
    fn before(&self) -> Option<&'s Token<'s>> {
        self.token(self.here.checked_sub(1)?)
    }

    fn span(&self, at: usize) -> Span {
        let token = self.token(at).or(self.tokens.last());
        token.map_or(Span::default(), |token| token.span(self.file))
    }

    /// `me.hand` from a token on: a name and what follows its points.
    fn path(&self, at: usize) -> String {
        let mut text = self.word(at).to_owned();
        let mut at = at;
        while self.word(at + 1) == "." && self.touches(at) && self.touches(at + 1) {
            text = format!("{text}.{}", self.word(at + 2));
            at += 2;
        }
        text
    }

    fn expects(&self, rules: &[Rule]) -> bool {
        self.expected.iter().any(|rule| rules.contains(rule))
    }

    fn expects_hook(&self) -> bool {
        self.expects(&[Rule::hook, Rule::hook_word])
    }

    fn expects_statement(&self) -> bool {
        self.expects(&[Rule::statement, Rule::statement_word])
    }

    fn is_free_word(&self, at: usize) -> bool {
        self.token(at).is_some_and(|token| token.kind == TokenKind::Word && !words::is_reserved(token.text))
    }

    /// Whether two neighbouring tokens have nothing between them.
    fn touches(&self, at: usize) -> bool {
        let next = self.token(at + 1);
        self.token(at).zip(next).is_some_and(|(one, two)| one.end == two.start)
    }

    /// The word that began the statement, hook or item around the place.
    fn opening_word(&self) -> Option<usize> {
        let mut inner = 0_usize;
        for at in (0..self.here.min(self.tokens.len())).rev() {
            match self.token(at)?.kind {
                TokenKind::Close('}') if inner == 0 => return None,
                TokenKind::Close(_) => inner += 1,
                TokenKind::Open('{') if inner == 0 => return None,
                TokenKind::Open(_) => inner = inner.saturating_sub(1),
                TokenKind::Word if inner == 0 && self.opens(at) => return Some(at),
                _ => {}
            }
        }
        None
    }

    /// Whether a word begins something here, and is not a clause of what began before it.
    fn opens(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map_or("", |at| self.word(at));
        let word = self.word(at);
        let clause = match word {
            "at" => matches!(before, "look" | "repeat"),
            // `before gain { … }` watches it.
            _ if matches!(before, "before" | "after" | "forbid") => true,
            _ if before == "of" && at >= 2 && self.word(at - 2) == "instead" => true,
            "turn" => matches!(before, "of" | "per" | "end" | "next"),
            "set" => matches!(before, ":" | "gives"),
            "for" => self.word(at + 1) != "each" && !self.expects(&[Rule::kw_each]),
            "in" => !matches!(self.word(at + 1), "window"),
            "with" => !self.is_free_word(at + 1) || self.word(at + 1) == "repeats",
            "end" => matches!(before, "at" | "until"),
            "while" => before == "repeat",
            "window" => matches!(before, "in" | "any"),
            "once" => matches!(before, "at" | ","),
            _ => false,
        };
        let known = words::is_reserved(word) && words::form_of(word).is_some();
        !clause && (known || at == 0 && words::form_of(word).is_some())
    }

    /// How many braces are open at the place.
    fn depth(&self) -> usize {
        let before = self.tokens.get(..self.here).unwrap_or(self.tokens);
        let count = |kind| before.iter().filter(|token| token.kind == kind).count();
        count(TokenKind::Open('{')).saturating_sub(count(TokenKind::Close('}')))
    }

    /// Whether the place is directly in the body of a component.
    fn in_component(&self) -> bool {
        let first = usize::from(self.word(0) == "replace");
        let component = self.is_free_word(first) && !words::ITEMS.contains(&self.word(first));
        self.depth() == 1 && (component || matches!(self.word(first), "every" | "extend"))
    }

    /// How what began before the place is written, as a help line.
    fn form(&self) -> Option<String> {
        let at = self.opening_word()?;
        let word = self.word(at);
        let hook = at == 0 || self.expects(&[Rule::edge, Rule::moment]);
        let outer = if hook { words::outer_form_of(word) } else { None };
        let form = outer.or_else(|| words::form_of(word))?;
        Some(format!("`{word}` is written `{form}`"))
    }
}

//! Text of one file to its syntax tree. The only place that runs pest.
//!
//! Each item is read alone, so a mistake costs the item it is in and no other. Only a variant is opened again: if it
//! cannot be read as a whole, its items are read one by one.

use std::num::NonZeroUsize;
use std::ops::Range;

use pest::Parser;
use pest::error::{Error, ErrorVariant, InputLocation};
use pest_derive::Parser;

use super::ast::{Item, ItemKind, Name, Script};
use super::build::{Builder, Pair};
use super::depth;
use super::explain::{self, Failure};
use super::known::{Known, KnownAction};
use super::split::{self, Piece};
use super::tokens::{self, Token, TokenKind};
use super::words;
use crate::diagnostic::{Code, Diagnostic, Findings, unseen};
use crate::source::{FileId, Span};

/// The grammar of the card language.
#[derive(Parser)]
#[grammar = "../../grammar/lexical.pest"]
#[grammar = "../../grammar/expressions.pest"]
#[grammar = "../../grammar/statements.pest"]
#[grammar = "../../grammar/items.pest"]
struct CardGrammar;

/// How many steps pest may take for one item. Reading is linear, about twenty steps per byte, so only an item of
/// megabytes comes near it.
const CALL_LIMIT: usize = 50_000_000;

/// Reads one file. Findings go to `findings`; items that cannot be read are left out.
pub fn parse(file: FileId, text: &str, findings: &mut Findings) -> Script {
    parse_with(&Known::default(), file, text, findings)
}

/// The heads of actions and keywords in a text, whether it can be read or not.
pub fn known_actions(text: &str) -> Vec<KnownAction> {
    let tokens = tokens::lex(FileId::default(), text).tokens;
    let head = |at: usize| {
        let (word, name, open) = (tokens.get(at)?, tokens.get(at + 1)?, tokens.get(at + 2)?);
        let begins = matches!(word.text, "action" | "keyword") && open.kind == TokenKind::Open('(');
        let inside = tokens.get(at + 3..).unwrap_or_default().iter();
        let inside: Vec<&Token<'_>> = inside.take_while(|token| token.kind != TokenKind::Close(')')).collect();
        let params = inside.windows(2).filter_map(|pair| match pair {
            [colon, of] if colon.text == ":" => Some(of.text.to_owned()),
            _ => None,
        });
        begins.then(|| KnownAction { name: name.text.to_owned(), params: params.collect() })
    };
    (0..tokens.len()).filter_map(head).collect()
}

/// The same as [`parse`]; messages say what to write with the names of a game.
pub fn parse_with(known: &Known, file: FileId, text: &str, findings: &mut Findings) -> Script {
    pest::set_call_limit(NonZeroUsize::new(CALL_LIMIT));
    unseen::report(file, text, findings);
    let lexed = tokens::lex(file, text);
    let mut reader =
        Reader { file, text, tokens: &lexed.tokens, known, unread: Vec::new(), languages: Vec::new(), findings };
    let items = reader.items(0..lexed.tokens.len(), false);
    let names = lexed.tokens.iter().filter(|token| token.kind == TokenKind::Word && !words::is_reserved(token.text));
    let words = names.map(|token| Name { text: token.text.to_owned(), span: token.span(file) }).collect();
    Script { items, comments: lexed.comments, words, unread: reader.unread, languages: reader.languages }
}

/// Hands the pairs of each item to `visit`, with the byte at which the item begins. False if some item cannot be read.
pub(super) fn each_item(text: &str, tokens: &[Token<'_>], mut visit: impl FnMut(usize, Pair<'_>)) -> bool {
    pest::set_call_limit(NonZeroUsize::new(CALL_LIMIT));
    let mut findings = Findings::default();
    let pieces = split::split(FileId::default(), tokens, 0..tokens.len(), &mut findings);
    for piece in pieces {
        let items = tokens.get(piece.tokens).unwrap_or_default();
        let (Some(first), Some(last)) = (items.first(), items.last()) else { continue };
        let Ok(pairs) = CardGrammar::parse(Rule::whole_item, text.get(first.start..last.end).unwrap_or("")) else {
            return false;
        };
        pairs.for_each(|pair| visit(first.start, pair));
    }
    !findings.has_errors()
}

/// One file on its way to a tree.
struct Reader<'t, 'f> {
    file: FileId,
    text: &'t str,
    tokens: &'t [Token<'t>],
    known: &'t Known,
    /// Names of items that could not be read.
    unread: Vec<String>,
    languages: Vec<Name>,
    findings: &'f mut Findings,
}

impl<'t> Reader<'t, '_> {
    /// The items among some tokens.
    fn items(&mut self, range: Range<usize>, in_variant: bool) -> Vec<Item> {
        let pieces = split::split(self.file, self.tokens, range, self.findings);
        let mut items = Vec::new();
        for piece in pieces {
            match self.piece(&piece, in_variant) {
                Some(item) => items.push(item),
                None => self.unread.extend(self.tokens.get(piece.tokens).and_then(name_of)),
            }
        }
        items
    }

    fn piece(&mut self, piece: &Piece, in_variant: bool) -> Option<Item> {
        let tokens = self.tokens.get(piece.tokens.clone())?;
        if piece.broken || depth::refuse_too_deep(self.file, tokens, self.findings) {
            return None;
        }
        let (first, last) = (tokens.first()?, tokens.last()?);
        let opens_variant = !in_variant && first.is_word("variant") && opens_variant(tokens);
        match self.read(first.start, last.end) {
            Ok(Some(item)) => self.accept(item, in_variant),
            Ok(None) | Err(_) if opens_variant => Some(self.variant_by_items(piece, tokens)),
            Ok(None) => None,
            Err(error) => {
                let failure = failure(&error, first.start);
                self.findings.push(explain::explain(self.file, tokens, self.known, &failure, in_variant));
                None
            }
        }
    }

    /// Runs the grammar over some bytes and builds the item; where that gives none, a finding says why.
    fn read(&mut self, start: usize, end: usize) -> Result<Option<Item>, Box<Error<Rule>>> {
        let text = self.text.get(start..end).unwrap_or("");
        let pairs = CardGrammar::parse(Rule::whole_item, text).map_err(Box::new)?;
        let mut findings = Findings::default();
        let (file, languages) = (self.file, &mut self.languages);
        let mut builder = Builder { file, base: start, tokens: self.tokens, languages, findings: &mut findings };
        let item = pairs.into_iter().next().and_then(|pair| builder.item(&pair));
        if item.is_none() && !findings.has_errors() {
            let span = Span::new(self.file, start, end);
            findings.push(Diagnostic::new(Code::SyntaxError, span, "I cannot read this item"));
        }
        self.findings.extend(findings);
        Ok(item)
    }

    /// Hooks stand in rules, components and variants, not alone in a file.
    fn accept(&mut self, item: Item, in_variant: bool) -> Option<Item> {
        match &item.kind {
            ItemKind::Hook(_) if !in_variant => {
                self.findings.push(
                    Diagnostic::new(Code::HookOutsideRule, item.span, "a hook cannot stand alone in a file")
                        .help("put it into a rule: `rule NAME { after … { … } }`"),
                );
                None
            }
            _ => Some(item),
        }
    }

    /// A variant that cannot be read as a whole: its name, and those of its items that can.
    fn variant_by_items(&mut self, piece: &Piece, tokens: &[Token<'t>]) -> Item {
        let span = |token: Option<&Token<'_>>| token.map_or(Span::default(), |token| token.span(self.file));
        let name_token = tokens.get(1);
        let name = Name { text: name_token.map_or("", |token| token.text).to_owned(), span: span(name_token) };
        let whole = span(tokens.first()).to(span(tokens.last()));
        let inside = piece.tokens.start + 3..piece.tokens.end.saturating_sub(1);
        let items = self.items(inside, true);
        Item { kind: ItemKind::Variant { name, items }, span: whole }
    }
}

/// The name that an item declares, as far as can be seen from its first words: `action NAME`, `KIND NAME`.
fn name_of(tokens: &[Token<'_>]) -> Option<String> {
    let patch = tokens.first().is_some_and(|token| token.is_word("replace"));
    let name = tokens.get(if patch { 2 } else { 1 }).filter(|token| token.kind == TokenKind::Word)?;
    Some(name.text.to_owned())
}

/// `variant NAME { … }` with a good name.
fn opens_variant(tokens: &[Token<'_>]) -> bool {
    let good_name = |token: &Token<'_>| token.kind == TokenKind::Word && explain::is_good_name(token.text);
    tokens.get(1).is_some_and(|name| good_name(name) && !words::is_reserved(name.text))
        && tokens.get(2).is_some_and(|token| token.kind == TokenKind::Open('{'))
}

/// What pest says, with the place in the file.
fn failure(error: &Error<Rule>, base: usize) -> Failure {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => base + at,
    };
    match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => Failure { at, expected: positives.clone(), gave_up: false },
        ErrorVariant::CustomError { .. } => Failure { at, expected: Vec::new(), gave_up: true },
    }
}

//! The typing half of the checker: items and tables in, the typed tree out, with everything that is wrong.
//!
//! It goes on after every mistake: what could not be understood has [`Type::Unknown`], which fits everything,
//! so that one mistake is reported once. It knows neither the parser nor the operations of the machine.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::items::Items;
use crate::check::symbols::{Callable, Noun, Symbols};
use crate::check::tree::*;
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::ids::*;
use crate::manifest::model::Manifest;
use crate::program::nouns::{Nouns, Type, Until};
use crate::source::Span;
use crate::syntax::ast;
use crate::vocabulary::durations::{Period, period};

mod abilities;
mod actions;
mod bearers;
mod calls;
mod choose;
mod compare;
mod doers;
mod doing;
mod economy;
mod expr;
mod facts;
mod fields;
mod flow;
mod given;
mod heads;
mod hooks;
mod keywords;
mod knowledge;
mod moving;
mod names;
mod scenarios;
mod scope;
mod seen_by;
mod select;
mod sight;
mod statement;
mod values;
mod whose;
mod words;

#[cfg(test)]
mod tests;

use facts::Facts;
use values::ValueSlot;

/// Types a whole game. `symbols` gains the types of the values.
pub fn type_game(
    items: &Items,
    nouns: Nouns,
    symbols: &mut Symbols,
    manifest: &Manifest,
    scenarios: &[&ast::Scenario],
    findings: &mut Findings,
) -> Tree {
    let facts = Facts::new(manifest, &nouns, symbols);
    let mut typer = Typer {
        items,
        nouns,
        symbols,
        manifest,
        facts,
        findings: Findings::default(),
        values: Vec::new(),
        value_calls: BTreeMap::new(),
        now_typing: None,
        lasting: Vec::new(),
        lasting_from: 0,
        doers: doers::Doers::default(),
        heads: heads::Heads::default(),
        option_names: BTreeSet::new(),
        keyword_circles: BTreeSet::new(),
        asked_names: BTreeSet::new(),
    };
    let mut tree = typer.game(scenarios);
    tree.nouns = std::mem::take(&mut typer.nouns);
    let found = std::mem::take(&mut typer.findings);
    findings.extend(found);
    tree
}

/// The tables and what was made so far.
struct Typer<'a> {
    items: &'a Items,
    nouns: Nouns,
    symbols: &'a mut Symbols,
    manifest: &'a Manifest,
    facts: Facts,
    findings: Findings,
    /// By [`ValueId`].
    values: Vec<ValueSlot>,
    /// Which values a value (or what modifies it) reads, with where.
    value_calls: BTreeMap<ValueId, BTreeSet<(ValueId, Span)>>,
    /// The value that is being typed, or modified by the hook that is being typed.
    now_typing: Option<ValueId>,
    /// Hooks of `until`s; a place is kept free while its hook is typed.
    lasting: Vec<Option<HookDef>>,
    /// The id of the first lasting hook.
    lasting_from: usize,
    /// Which actions need somebody who does them.
    doers: doers::Doers,
    /// What calls give for the parameters of heads.
    heads: heads::Heads,
    /// What the options of all offers are called: scenarios answer by these.
    option_names: BTreeSet<String>,
    /// Circles of keywords that have been told.
    keyword_circles: BTreeSet<BTreeSet<usize>>,
    /// The names that choices give what is chosen: scenarios say by these for what somebody is asked.
    asked_names: BTreeSet<String>,
}

impl<'a> Typer<'a> {
    fn game(&mut self, scenarios: &[&'a ast::Scenario]) -> Tree {
        self.values();
        self.keywords_alone();
        self.lasting_from = self.static_hook_count();
        let actions = self.actions();
        let windows = self.windows();
        let phases = self.phases();
        let mut hooks = self.rule_hooks();
        let mut abilities = Vec::new();
        self.components(&mut hooks, &mut abilities);
        self.value_circles();
        self.calls_by_nobody();
        self.heads_no_call_agrees_with();
        let lasting = std::mem::take(&mut self.lasting);
        hooks.extend(lasting.into_iter().flatten());
        let scenarios = scenarios.iter().map(|scenario| self.scenario(scenario)).collect();
        let values = self.take_values();
        let flow = self.flow();
        let (ranking, utility) = self.scores();
        let numbers = self.numbers();
        let percent = |percent: i64| u8::try_from(percent).unwrap_or(0);
        let bot_pass = self.manifest.bot_pass.iter().map(|(name, p)| (name.text.clone(), percent(*p))).collect();
        Tree {
            nouns: Nouns::default(),
            actions,
            values,
            windows,
            phases,
            hooks,
            abilities,
            flow,
            ranking,
            utility,
            numbers,
            bot_pass,
            scenarios,
        }
    }

    fn numbers(&self) -> Vec<(String, i32)> {
        let nouns = self.symbols.nouns.iter();
        nouns
            .filter_map(|(name, declared)| match declared.what {
                Noun::Number(word) => Some((name.clone(), word)),
                _ => None,
            })
            .collect()
    }

    fn noun(&self, name: &str) -> Option<&Noun> {
        self.symbols.nouns.get(name).map(|declared| &declared.what)
    }

    fn callable(&self, name: &str) -> Option<Callable> {
        self.symbols.callables.get(name).map(|declared| declared.what)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.findings.push(diagnostic);
    }

    fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::new(code, span, message));
    }

    fn describe(&self, ty: &Type) -> String {
        words::describe(&self.nouns, ty)
    }

    fn fits(&self, found: &Type, wanted: &Type) -> bool {
        words::fits(&self.nouns, found, wanted)
    }

    /// A new constant list.
    fn const_list(&mut self, list: Vec<i32>, of: Type, span: Span) -> Expr {
        self.nouns.lists.push(list);
        make(ExprKind::ConstList(self.nouns.lists.len() - 1), Type::Set(Box::new(of)), span)
    }

    fn limit(&mut self, tags: &ast::Tags) -> Option<Limit> {
        let limit = tags.limit.as_ref()?;
        let per = self.until_word(&limit.per)?;
        Some(Limit { count: u16::try_from(limit.count).unwrap_or(u16::MAX), per, per_name: limit.per_name })
    }

    /// `turn`, `round`, `game` or a phase.
    fn until_word(&mut self, name: &ast::Name) -> Option<Until> {
        match period(&name.text) {
            Some(period) => Some(until_of(period)),
            None => self.phase_named(name).map(Until::Phase),
        }
    }
}

/// What lasts for a period ends with it; with the game, never.
pub(in crate::check) fn until_of(period: Period) -> Until {
    match period {
        Period::Turn => Until::Turn,
        Period::Round => Until::Round,
        Period::Game => Until::Never,
    }
}

/// The printed phrases of a `says`.
fn says(tags: &ast::Tags) -> Vec<(String, String)> {
    said(tags.says.as_ref())
}

/// The texts of a `says` that may be missing.
fn said(says: Option<&ast::Says>) -> Vec<(String, String)> {
    says.map_or_else(Vec::new, |says| said_texts(&says.texts))
}

fn said_texts(texts: &[(ast::Name, ast::Text)]) -> Vec<(String, String)> {
    texts.iter().map(|(language, text)| (language.text.clone(), text.text.clone())).collect()
}

/// A tree expression.
fn make(kind: ExprKind, ty: Type, span: Span) -> Expr {
    Expr { kind, ty, span }
}

/// What stands for an expression that was wrong.
fn unknown(span: Span) -> Expr {
    make(ExprKind::Const(crate::program::nouns::ABSENT), Type::Unknown, span)
}

fn function(function: Function, args: Vec<Expr>, ty: Type, span: Span) -> Expr {
    make(ExprKind::Function(function, args), ty, span)
}

fn number(value: i32, span: Span) -> Expr {
    make(ExprKind::Const(value), Type::Number, span)
}

fn set_of(ty: Type) -> Type {
    Type::Set(Box::new(ty))
}

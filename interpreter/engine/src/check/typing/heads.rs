//! Heads against calls: where no call gives what a parameter says, that is one mistake, told at the head.

use std::collections::{BTreeMap, BTreeSet};

use super::Typer;
use crate::check::tree::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::program::nouns::Type;
use crate::source::Span;
use crate::syntax::ast;

/// What calls gave for one parameter.
#[derive(Default)]
struct Given {
    /// Some call gave what was wanted.
    fits: bool,
    /// What was wanted, in words.
    wanted: String,
    /// What others gave, by where.
    wrong: BTreeMap<Span, Type>,
}

/// What was given for the parameters of all heads.
#[derive(Default)]
pub(super) struct Heads {
    /// By the name of what is called and the number of the parameter.
    given: BTreeMap<(String, usize), Given>,
    /// Where a block takes one of its names for what it is not.
    misread: BTreeSet<(Span, usize)>,
}

impl<'a> Typer<'a> {
    /// An argument of a call was typed: what it is, and whether that was wanted.
    pub(super) fn note_argument(&mut self, name: &str, at: usize, (found, wanted): (Type, &Type), expr: &Expr) {
        if found == Type::Unknown {
            return;
        }
        let wanted = self.describe(wanted);
        let given = self.heads.given.entry((name.to_owned(), at)).or_default();
        given.wanted = wanted;
        if expr.ty == Type::Unknown {
            given.wrong.insert(expr.span, found);
        } else {
            given.fits = true;
        }
    }

    /// A name was taken for what it is not.
    pub(super) fn note_misread(&mut self, found: &Expr) {
        if let ExprKind::Local(local) = found.kind {
            self.heads.misread.insert((found.span, local.index()));
        }
    }

    /// Tells of heads that no call agrees with, and forgets what was said of each call, and of the parameter in the block.
    pub(super) fn heads_no_call_agrees_with(&mut self) {
        let heads = std::mem::take(&mut self.heads);
        for ((name, at), given) in heads.given {
            let Some((first, sort)) = given.wrong.first_key_value().filter(|_| !given.fits) else { continue };
            let alike = given.wrong.values().all(|other| other == sort);
            let Some((param, block)) = self.head(&name, at).filter(|_| alike && given.wrong.len() > 1) else {
                continue;
            };
            let inside = |span: Span| block.file == span.file && block.start <= span.start && span.end <= block.end;
            let follows =
                |span: Span| given.wrong.contains_key(&span) || inside(span) && heads.misread.contains(&(span, at));
            self.findings.retain(|found| found.code != Code::TypeMismatch || !follows(found.span));
            let (param_name, sort) = (&param.name.text, self.describe(sort));
            let message = format!("`{param_name}` is {}, but every `{name}(…)` gives {sort}", given.wanted);
            let found = Diagnostic::new(Code::TypeMismatch, param.ty.span, message)
                .other(*first, "given here")
                .also(given.wrong.keys().skip(1).copied())
                .help(format!("change the type of `{param_name}` in this head, or what is given"));
            self.report(found);
        }
    }

    /// A parameter as it is written, and the block that reads it.
    fn head(&self, name: &str, at: usize) -> Option<(&'a ast::Param, Span)> {
        let items = self.items;
        let actions = items.actions.iter().map(|i| (&i.name, &i.params, i.body.span));
        let keywords = items.keywords.iter().map(|i| (&i.name, &i.params, i.body.span));
        let values = items.values.iter().map(|i| (&i.name, &i.params, i.expr.span));
        let events = items.events.iter().map(|i| (&i.name, &i.params, i.name.span));
        let (_, params, block) =
            actions.chain(keywords).chain(values).chain(events).find(|(found, ..)| found.text == name)?;
        Some((params.get(at)?, block))
    }
}

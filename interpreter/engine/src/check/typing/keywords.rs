//! Keywords: expanded where they are called, with names of their own; their `body` is the caller's block.

use std::collections::BTreeSet;

use crate::check::tree::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::program::nouns::{KindSet, Type};
use crate::source::Span;
use crate::syntax::ast;

use super::Typer;
use super::scope::{Context, Frame, KeywordCall, Me, Scope};

/// Keywords that call keywords: each is written out, so they may not be in each other without end.
const MOST_NESTED: usize = 8;

impl<'a> Typer<'a> {
    /// Types each keyword on its own, so that mistakes in it show even where nobody calls it.
    pub(super) fn keywords_alone(&mut self) {
        let items = self.items;
        for (index, keyword) in items.keywords.iter().enumerate() {
            let mut context = Context::new(Me::Doer);
            context.this = Some(Type::Component(KindSet::all()));
            context.in_keyword = true;
            let mut f = Frame::new(context);
            for (param, (_, ty)) in keyword.params.iter().zip(self.keyword_params(index)) {
                self.declare_head(&mut f, &param.name, ty);
            }
            self.block(&mut f, &keyword.body);
            if f.bodies == 0 && !f.cut_short {
                let message =
                    format!("`{}` never says `body`, so its callers' blocks would never run", keyword.name.text);
                let help = "write `body` where the caller's block is to run, or make it an action";
                self.report(Diagnostic::new(Code::KeywordMisused, keyword.name.span, message).help(help));
            }
        }
        // What was made here is only a test; the calls make it again.
        self.lasting.clear();
    }

    /// Names and types of a keyword's parameters, as its head was resolved.
    fn keyword_params(&self, index: usize) -> Vec<(String, Type)> {
        self.symbols.keyword_params.get(index).cloned().unwrap_or_default()
    }

    /// Keywords that use each other: told once, wherever the circle was entered.
    fn keyword_circle(&mut self, circle: BTreeSet<usize>, call: &ast::Name) {
        let keywords = circle.iter().filter_map(|index| self.items.keywords.get(*index));
        let mut names: Vec<String> = keywords.clone().map(|keyword| format!("`{}`", keyword.name.text)).collect();
        let message = match (names.pop(), names.is_empty()) {
            (Some(last), false) => format!("the keywords {} and {last} use each other", names.join(", ")),
            _ => format!("the keyword `{}` uses itself", call.text),
        };
        let mut found = Diagnostic::new(Code::KeywordMisused, call.span, message)
            .help("a keyword is written out where it is called, so this would never end; make one of them an action");
        for keyword in keywords {
            let words = if keyword.name.text == call.text { "this one" } else { "and this one" };
            found = found.other(keyword.name.span, words);
        }
        if self.keyword_circles.insert(circle) {
            self.report(found);
        }
    }

    pub(super) fn keyword_call(
        &mut self,
        f: &mut Frame<'a>,
        index: usize,
        (name, args): (&'a ast::Name, &'a [ast::Expr]),
        binder: Option<&'a ast::Name>,
        body: Option<&'a ast::Block>,
        span: Span,
    ) -> Option<StatementKind> {
        let items = self.items;
        let keyword = items.keywords.get(index)?;
        if let Some(first) = f.keywords.iter().position(|call| call.keyword == index) {
            let circle: BTreeSet<usize> = f.keywords.iter().skip(first).map(|call| call.keyword).collect();
            f.cut_short = true;
            self.keyword_circle(circle, name);
            return None;
        }
        if f.keywords.len() >= MOST_NESTED {
            let message = format!("keywords inside keywords go too deep at `{}`", name.text);
            let help = "a keyword is written out where it is called; use an action for part of it";
            self.report(Diagnostic::new(Code::KeywordMisused, name.span, message).help(help));
            return None;
        }
        if body.is_none() {
            let message = format!("`{}` is a keyword: it needs a block to work on", name.text);
            let help = format!("write `{}(…) {{ … }}`", name.text);
            self.report(Diagnostic::new(Code::KeywordMisused, name.span, message).help(help));
        }
        let params = self.keyword_params(index);
        let args = self.arguments(f, name, &params, args);
        // The keyword sees its own names only.
        let scopes = std::mem::replace(&mut f.scopes, vec![Scope::default()]);
        let candidates = std::mem::take(&mut f.candidates);
        let taken = std::mem::take(&mut f.taken);
        f.keywords.push(KeywordCall { keyword: index, scopes, candidates, binder, body });
        let mut list = Vec::new();
        for ((param, (_, ty)), arg) in keyword.params.iter().zip(&params).zip(&args) {
            let local = f.bind(&param.name.text, ty.clone(), param.name.span);
            list.push(Statement {
                kind: StatementKind::Let { local, expr: arg.clone() },
                by: None,
                says: Vec::new(),
                span,
            });
        }
        list.extend(self.block(f, &keyword.body));
        if let Some(call) = f.keywords.pop() {
            f.scopes = call.scopes;
            f.candidates = call.candidates;
        }
        f.taken = taken;
        let limit = self.limit(&keyword.tags);
        Some(StatementKind::Keyword { name: name.text.clone(), limit, args, body: list })
    }

    /// `body` or `body(args)`: the caller's block, in the caller's names.
    pub(super) fn run_body(&mut self, f: &mut Frame<'a>, args: &'a [ast::Expr], span: Span) -> Block {
        let args: Vec<Expr> = args.iter().map(|arg| self.expr(f, arg, None)).collect();
        let Some(mut call) = f.keywords.pop() else {
            f.bodies += 1;
            if f.context.apart && f.context.in_keyword {
                let message = "`body` cannot be kept for later: the caller's names are gone by then";
                self.error(Code::KeywordMisused, span, message);
            } else if !f.context.in_keyword {
                let message = "`body` stands only inside a keyword, for the block that it is called with";
                self.error(Code::KeywordMisused, span, message);
            }
            return Vec::new();
        };
        std::mem::swap(&mut f.scopes, &mut call.scopes);
        std::mem::swap(&mut f.candidates, &mut call.candidates);
        self.open(f);
        let mut list = Vec::new();
        match (call.binder, args.into_iter().next()) {
            (Some(binder), Some(arg)) => {
                let local = self.declare(f, binder, arg.ty.clone());
                list.push(Statement {
                    kind: StatementKind::Let { local, expr: arg },
                    by: None,
                    says: Vec::new(),
                    span,
                });
            }
            (Some(binder), None) => {
                let message = format!("the keyword hands nothing to its block that `{}` could be", binder.text);
                self.error(Code::KeywordMisused, binder.span, message);
                self.declare(f, binder, Type::Unknown);
            }
            (None, _) => {}
        }
        if let Some(body) = call.body {
            list.extend(self.statements(f, body));
        }
        self.close(f);
        std::mem::swap(&mut f.scopes, &mut call.scopes);
        std::mem::swap(&mut f.candidates, &mut call.candidates);
        f.keywords.push(call);
        list
    }
}

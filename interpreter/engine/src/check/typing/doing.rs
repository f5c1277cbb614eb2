//! Statements that start something else: calls, abilities, windows, lasting effects; and what goes back.

use crate::check::symbols::Callable;
use crate::check::tree::*;
use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::program::nouns::{KindSet, Type, Until};
use crate::source::Span;
use crate::syntax::ast;

use super::scope::Frame;
use super::{Typer, set_of};

impl<'a> Typer<'a> {
    pub(super) fn call(
        &mut self,
        f: &mut Frame<'a>,
        name: &'a ast::Name,
        args: &'a [ast::Expr],
        binder: Option<&'a ast::Name>,
        body: Option<&'a ast::Block>,
        span: Span,
    ) -> Option<StatementKind> {
        if let Some(Callable::Keyword(index)) = self.callable(&name.text) {
            return self.keyword_call(f, index, (name, args), binder, body, span);
        }
        let Some(action) = self.action_named(f, name) else {
            for arg in args {
                self.expr(f, arg, None);
            }
            return None;
        };
        self.note_call(f, action, name.span);
        let params = self.params_of(action);
        let args = self.arguments(f, name, &params, args);
        for arg in &args {
            self.check_handed_on(f, arg, &format!("`{}`", name.text));
        }
        let gives = self.symbols.actions.get(action.index()).and_then(|s| s.gives.clone());
        let bind = match (binder, body) {
            (Some(binder), body) => {
                if gives.is_none() {
                    let message = format!("`{}` gives nothing that `{}` could be", name.text, binder.text);
                    let help = format!("add `gives TYPE` to the head of `{}`, and `give x` to its block", name.text);
                    self.report(Diagnostic::new(Code::NothingGiven, binder.span, message).help(help));
                }
                self.open(f);
                let local = self.declare(f, binder, gives.unwrap_or(Type::Unknown));
                let block = body.map(|body| self.statements(f, body)).unwrap_or_default();
                self.close(f);
                Some((local, block))
            }
            (None, Some(block)) => {
                let message = format!("`{}` is an action; only keywords are called with a block", name.text);
                let help = "to use what the action gives, write `as x` before the block";
                self.report(Diagnostic::new(Code::CalledWrongly, name.span, message).help(help));
                self.block(f, block);
                None
            }
            (None, None) => None,
        };
        Some(StatementKind::Call { action, args, bind })
    }

    pub(super) fn run(
        &mut self,
        f: &mut Frame<'a>,
        of: &'a ast::Expr,
        ability: &ast::Name,
        as_this: bool,
        span: Span,
    ) -> Option<StatementKind> {
        self.need_doer(f, span);
        let of = self.typed(f, of, &Type::Component(KindSet::all()));
        if as_this && f.context.this.is_none() && !f.context.in_keyword {
            let message = "`as this` needs a card that the text stands on; there is none here";
            self.error(Code::WordOutOfPlace, span, message);
        }
        let id = self.ability_named(ability)?;
        if let Type::Component(kinds) = of.ty {
            let has = |k: &crate::program::nouns::KindDef| k.abilities.iter().any(|(a, _)| *a == id);
            let mut kinds_here =
                self.nouns.kinds.iter().enumerate().filter(|(i, _)| kinds.has(crate::ids::KindId::from_index(*i)));
            if !self.nouns.kinds.is_empty() && !kinds_here.any(|(_, k)| has(k)) {
                let message = format!("no card that may be here has an ability `{}`", ability.text);
                let help = format!("this is {}", self.describe(&of.ty));
                self.report(Diagnostic::new(Code::UnknownMoment, ability.span, message).help(help));
            }
        }
        Some(StatementKind::Run { of, ability: id, as_this })
    }

    pub(super) fn window(
        &mut self,
        f: &mut Frame<'a>,
        name: &ast::Name,
        args: &'a [ast::Expr],
        to: Option<&'a ast::Expr>,
        order: &'a ast::Order,
    ) -> Option<StatementKind> {
        let window = self.window_named(name)?;
        let params = self.symbols.window_params.get(window.index()).cloned().unwrap_or_default();
        let args = self.arguments(f, name, &params, args);
        for arg in &args {
            self.check_handed_on(f, arg, &format!("the window `{}`", name.text));
        }
        let to = to.map(|to| {
            let to = self.expr(f, to, None);
            let want = if matches!(to.ty, Type::Set(_)) { set_of(Type::Actor) } else { Type::Actor };
            self.coerce(to, &want)
        });
        let everybody = super::function(Function::Players, Vec::new(), set_of(Type::Actor), name.span);
        let order = self.order(f, order, &everybody);
        Some(StatementKind::Window { window, args, to, order })
    }

    /// The window of a name.
    pub(super) fn window_named(&mut self, name: &ast::Name) -> Option<crate::ids::WindowId> {
        if let Some(id) = self.symbols.windows.get(&name.text) {
            return Some(*id);
        }
        let message = format!("there is no window `{}`", name.text);
        let mut finding = Diagnostic::new(Code::UnknownMoment, name.span, message);
        finding = match suggest::nearest(&name.text, self.symbols.windows.keys().map(String::as_str)) {
            Some(near) => finding.help(format!("did you mean `{near}`?")),
            None => finding.help(format!("declare it in a script: `window {}()`", name.text)),
        };
        self.report(finding);
        None
    }

    pub(super) fn proceed(
        &mut self,
        f: &mut Frame<'a>,
        with: &'a [(ast::Name, ast::Expr)],
        span: Span,
    ) -> Option<StatementKind> {
        let Some(action) = f.context.proceed else {
            let message = "`proceed` stands only inside `instead of`, where something was replaced";
            self.error(Code::ProceedOutside, span, message);
            return None;
        };
        let params = self.params_of(action);
        let mut list = Vec::new();
        for (name, expr) in with {
            match params.iter().position(|(param, _)| *param == name.text) {
                Some(index) => {
                    let ty = params.get(index).map_or(Type::Unknown, |(_, ty)| ty.clone());
                    list.push((index, self.typed(f, expr, &ty)));
                }
                None => {
                    let names: Vec<String> = params.iter().map(|(param, _)| format!("`{param}`")).collect();
                    let message = format!("the replaced action has no parameter `{}`", name.text);
                    let help = format!("it has {}", if names.is_empty() { "none".into() } else { names.join(", ") });
                    self.report(Diagnostic::new(Code::UnknownWord, name.span, message).help(help));
                    self.expr(f, expr, None);
                }
            }
        }
        Some(StatementKind::Proceed { with: list })
    }

    pub(super) fn give(&mut self, f: &mut Frame<'a>, expr: &'a ast::Expr, span: Span) -> Option<StatementKind> {
        let Some(ty) = f.context.gives.clone() else {
            if f.context.in_keyword {
                return Some(StatementKind::Give { expr: self.expr(f, expr, None) });
            }
            let (message, help) = if f.context.together.is_some() {
                ("nothing is given inside `together`: everybody does it at once", "put `give` behind the block")
            } else {
                (
                    "nothing is given here: only an action whose head says `gives` hands something back",
                    "write `action NAME(…) gives TYPE { … }`",
                )
            };
            self.report(Diagnostic::new(Code::GiveOutside, span, message).help(help));
            self.expr(f, expr, None);
            return None;
        };
        Some(StatementKind::Give { expr: self.typed(f, expr, &ty) })
    }

    pub(super) fn until(
        &mut self,
        f: &mut Frame<'a>,
        duration: &'a ast::Duration,
        once: bool,
        hooks: &'a [ast::Hook],
    ) -> StatementKind {
        let duration = match duration {
            ast::Duration::NextTurnOf(who) => Duration::NextTurnOf(self.typed(f, who, &Type::Actor)),
            ast::Duration::EndOf(name) => match self.until_word(name) {
                Some(Until::Never) | None => Duration::Game,
                Some(until) => Duration::EndOf(until),
            },
        };
        if once && let Some((word, name, span)) = only_read(hooks) {
            let message = format!("`once` has no meaning here: `{word} {name}` is looked at, it never runs");
            let help = "put what uses it up beside it, with `after`: when that has run, the whole block is over: \
                        `until end of turn, once { modify price by -1   after buy by me { } }`";
            self.report(Diagnostic::new(Code::NeverUsedUp, span, message).help(help));
        }
        StatementKind::Until { duration, once, hooks: self.lasting_hooks(f, hooks) }
    }
}

/// The first hook of a block in which nothing ever runs: its word, what it concerns, where it stands.
fn only_read(hooks: &[ast::Hook]) -> Option<(&'static str, &str, Span)> {
    let mut first = None;
    for hook in hooks {
        let found = match &hook.kind {
            ast::HookKind::Modify { value, .. } => Some(("modify", value.text.as_str(), hook.span)),
            ast::HookKind::Forbid { action, .. } => Some(("forbid", action.text.as_str(), hook.span)),
            ast::HookKind::While { hooks, .. } | ast::HookKind::WhileIn { hooks, .. } => only_read(hooks),
            _ => None,
        };
        first = first.or(Some(found?));
    }
    first
}

//! Calls inside expressions: values, the functions of the language, `NAME of E` and `can`.

use crate::check::names;
use crate::check::sorts::type_of_sort;
use crate::check::symbols::{Callable, Noun};
use crate::check::tree::*;
use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::ids::{ActionId, ValueId};
use crate::program::nouns::Type;
use crate::source::Span;
use crate::syntax::ast;
use crate::vocabulary::{Sort, fields, foreign, functions, functions::Of};

use super::expr::element;
use super::facts::kinds_named;
use super::scope::{Frame, Me};
use super::{Typer, function, make, number, set_of, unknown};

impl<'a> Typer<'a> {
    /// `f(args)` inside an expression.
    pub(super) fn call_expr(&mut self, f: &mut Frame<'a>, name: &ast::Name, args: &'a [ast::Expr], span: Span) -> Expr {
        match self.callable(&name.text) {
            Some(Callable::Value(id)) => {
                let params = self.symbols.values.get(id.index()).map(|s| s.params.clone()).unwrap_or_default();
                let args = self.arguments(f, name, &params, args);
                self.value_of(f, id, &name.text, args, span)
            }
            Some(Callable::Action(_) | Callable::Keyword(_)) => {
                let message = format!("`{}` is something to do; it has no value", name.text);
                let help = format!(
                    "write it as a statement of its own, without a comma before it, or ask `can {}(…)`",
                    name.text
                );
                self.report(Diagnostic::new(Code::CalledWrongly, name.span, message).help(help));
                unknown(span)
            }
            None => self.built_in(f, name, args, span),
        }
    }

    /// A value with arguments that are already typed.
    pub(super) fn value_of(
        &mut self,
        _f: &mut Frame<'a>,
        id: ValueId,
        text: &str,
        args: Vec<Expr>,
        span: Span,
    ) -> Expr {
        if let Some(from) = self.now_typing {
            self.value_calls.entry(from).or_default().insert((id, span));
        }
        let params = self.symbols.values.get(id.index()).map(|s| s.params.clone()).unwrap_or_default();
        if params.len() != args.len() {
            self.wrong_count(text, &params, args.len(), span);
            return unknown(span);
        }
        let args = args.into_iter().zip(&params).map(|(arg, (_, ty))| self.coerce(arg, ty)).collect();
        let ty = self.value_type(id);
        make(ExprKind::Value(id, args), ty, span)
    }

    /// The arguments of a call, as its head wants them.
    pub(super) fn arguments(
        &mut self,
        f: &mut Frame<'a>,
        name: &ast::Name,
        params: &[(String, Type)],
        args: &'a [ast::Expr],
    ) -> Vec<Expr> {
        if params.len() != args.len() {
            self.wrong_count(&name.text, params, args.len(), name.span);
        }
        let mut list = Vec::new();
        for (i, arg) in args.iter().enumerate() {
            list.push(match params.get(i) {
                Some((_, ty)) => {
                    let found = self.expr(f, arg, Some(ty));
                    let sort = found.ty.clone();
                    let expr = self.coerce(found, ty);
                    self.note_argument(&name.text, i, (sort, ty), &expr);
                    expr
                }
                None => self.expr(f, arg, None),
            });
        }
        while list.len() < params.len() {
            list.push(unknown(name.span));
        }
        list.truncate(params.len());
        list
    }

    fn wrong_count(&mut self, name: &str, params: &[(String, Type)], found: usize, span: Span) {
        let wanted = match params.len() {
            0 => "takes nothing between its parentheses".to_string(),
            1 => "takes one thing between its parentheses".to_string(),
            n => format!("takes {n} things between its parentheses"),
        };
        let here = match found {
            0 => "here is nothing".to_string(),
            1 => "here is one".to_string(),
            n => format!("here are {n}"),
        };
        let message = format!("`{name}` {wanted}, and {here}");
        let names: Vec<&str> = params.iter().map(|(name, _)| name.as_str()).collect();
        let mut help = format!("write `{name}({})`", names.join(", "));
        for (index, (name, ty)) in params.iter().enumerate() {
            help += &format!("{} `{name}` is {}", if index == 0 { ";" } else { "," }, self.describe(ty));
        }
        self.report(Diagnostic::new(Code::WrongArguments, span, message).help(help));
    }

    /// `price(p, c)`.
    pub(super) fn value_head(&self, id: ValueId, name: &str) -> String {
        let params = self.symbols.values.get(id.index()).map(|s| s.params.as_slice()).unwrap_or_default();
        let names: Vec<&str> = params.iter().map(|(name, _)| name.as_str()).collect();
        format!("{name}({})", names.join(", "))
    }

    fn built_in(&mut self, f: &mut Frame<'a>, name: &ast::Name, args: &'a [ast::Expr], span: Span) -> Expr {
        let Some(row) = functions::find(&name.text) else {
            self.unknown_callable(f, name);
            return unknown(span);
        };
        if row.params.len() != args.len() {
            let params: Vec<(String, Type)> =
                row.params.iter().map(|(name, sort)| (name.to_string(), type_of_sort(*sort, None))).collect();
            self.wrong_count(&name.text, &params, args.len(), name.span);
            for arg in args {
                self.expr(f, arg, None);
            }
            return unknown(span);
        }
        let mut list: Vec<Expr> = Vec::with_capacity(args.len());
        for ((_, sort), arg) in row.params.iter().zip(args) {
            let first = list.first().map(|first| first.ty.clone());
            list.push(match sort {
                Sort::Several => self.set(f, arg),
                Sort::Space => self.space(f, arg),
                sort => self.typed(f, arg, &type_of_sort(*sort, first.as_ref())),
            });
        }
        let ty = type_of_sort(row.gives, list.first().map(|first| &first.ty));
        function(row.function, list, ty, span)
    }

    /// Reports a call of something that is not there.
    pub(super) fn unknown_callable(&mut self, f: &Frame<'a>, name: &ast::Name) {
        if f.find(&name.text).is_some() {
            let message = format!("`{}` is a name, not something to call", name.text);
            let help = format!("write `{}` without parentheses", name.text);
            self.report(Diagnostic::new(Code::CalledWrongly, name.span, message).help(help));
        } else if let Some(noun) = self.noun(&name.text) {
            let message = format!("`{}` is {}, not something to call", name.text, self.noun_words(noun));
            let help = match noun {
                Noun::Number(_) => format!("write `{}` without parentheses", name.text),
                _ => format!("write it without parentheses; of a player, `me.{}`", name.text),
            };
            self.report(Diagnostic::new(Code::CalledWrongly, name.span, message).help(help));
        } else {
            let message = format!("no action, value or keyword is called `{}`", name.text);
            let mut finding = Diagnostic::new(Code::UnknownCallable, name.span, message);
            let known = self.symbols.callables.keys().map(String::as_str).chain(functions::words());
            if let Some(near) = suggest::nearest(&name.text, known) {
                finding = finding.help(format!("did you mean `{near}`?"));
            }
            if let Some(help) = self.called_otherwise(&name.text) {
                finding = finding.help(help);
            }
            self.report(finding);
        }
    }

    /// How to come to something that has the name and is not called, or what there is to call.
    fn called_otherwise(&self, name: &str) -> Option<String> {
        if let Some(help) = foreign::instead_of(name) {
            return Some(help.into());
        }
        if self.symbols.windows.contains_key(name) {
            return Some(format!("to open the window, write `window {name}(…)`"));
        }
        if self.symbols.abilities.contains_key(name) {
            return Some(format!("to run the ability of a card, write `run c.{name}`"));
        }
        if self.symbols.phases.contains_key(name) {
            return Some("a phase is not called; the [flow] of the manifest names it".into());
        }
        let known: Vec<&str> =
            self.symbols.callables.iter().filter(|(_, d)| d.span != Span::default()).map(|(n, _)| n.as_str()).collect();
        let near = suggest::nearest(name, self.symbols.callables.keys().map(String::as_str).chain(functions::words()));
        (near.is_none() && (1..=12).contains(&known.len())).then(|| format!("there is: {}", names::quoted(&known)))
    }

    /// `NAME of E`.
    pub(super) fn name_of(&mut self, f: &mut Frame<'a>, name: &'a ast::Name, of: &'a ast::Expr, span: Span) -> Expr {
        let takes = match f.find(&name.text) {
            Some(id) => f.type_of_local(id) == Type::Number,
            None => matches!(self.noun(&name.text), Some(Noun::Number(_))),
        };
        if takes {
            let count = self.name(f, &name.text, name.span, Some(&Type::Number));
            let set = self.set(f, of);
            let ty = set_of(element(&set.ty));
            return make(ExprKind::Take { count: Box::new(count), set: Box::new(set) }, ty, span);
        }
        match functions::find_of(&name.text).map(|row| row.gives) {
            Some(Of::Neighbours) => self.neighbours(f, of, span),
            Some(Of::Supply) => self.supply_of(of, span),
            Some(Of::Designs) => self.designs_of(of, span),
            Some(Of::Function(what, takes, gives)) => {
                let arg = self.typed(f, of, &type_of_sort(takes, None));
                let ty = type_of_sort(gives, Some(&arg.ty));
                function(what, vec![arg], ty, span)
            }
            None => self.thing_of(f, name, of, span),
        }
    }

    fn neighbours(&mut self, f: &mut Frame<'a>, of: &'a ast::Expr, span: Span) -> Expr {
        let s = self.expr(f, of, None);
        let of = element(&s.ty);
        if !matches!(of, Type::Space(_) | Type::Unknown) {
            let message = format!("only spaces have neighbours; this is {}", self.describe(&s.ty));
            let help = "write where it stands: a point and the kind of space after it";
            self.report(Diagnostic::new(Code::TypeMismatch, s.span, message).help(help));
            return unknown(span);
        }
        function(Function::Neighbours, vec![s], set_of(of), span)
    }

    /// `NAME of E` with a name that is no function: a field that may be written so, or a mistake.
    fn thing_of(&mut self, f: &mut Frame<'a>, name: &'a ast::Name, of: &'a ast::Expr, span: Span) -> Expr {
        if self.noun(&name.text).is_some_and(|noun| !matches!(noun, Noun::NumberBySeat(_))) {
            let message = format!("`{0} of x` is written `x.{0}`", name.text);
            self.error(Code::UnknownWord, name.span, message);
            self.expr(f, of, None);
            return unknown(span);
        }
        let base = self.expr(f, of, None);
        if fields::words_of().any(|known| known == name.text) || self.noun(&name.text).is_some() {
            return self.field_of(f, base, name);
        }
        if self.callable(&name.text).is_some() {
            self.unknown_callable_of(name);
            return unknown(span);
        }
        let message = format!("nothing is called `{}` of something", name.text);
        let mut finding = Diagnostic::new(Code::UnknownWord, name.span, message);
        let words = functions::OF.iter().map(|row| row.entry.name).chain(fields::words_of());
        if let Some(help) = foreign::instead_of(&name.text) {
            finding = finding.help(help);
        } else if let Some(near) = suggest::nearest(&name.text, words) {
            finding = finding.help(format!("did you mean `{near} of`?"));
        } else {
            finding = finding.help(format!("what a thing has is written after a point: `x.{}`", name.text));
        }
        self.report(finding);
        unknown(span)
    }

    fn unknown_callable_of(&mut self, name: &ast::Name) {
        let message = format!("`{0}` is called with parentheses: `{0}(…)`", name.text);
        self.error(Code::CalledWrongly, name.span, message);
    }

    fn supply_of(&mut self, of: &ast::Expr, span: Span) -> Expr {
        if let ast::ExprKind::Name(text) = &of.kind {
            let name = ast::Name { text: text.clone(), span: of.span };
            if let Some(stuff) = self.stuff_named(&name) {
                return make(ExprKind::Supply(stuff), Type::Number, span);
            }
            return unknown(span);
        }
        self.error(Code::TypeMismatch, of.span, "`supply of` is followed by the name of a sort of stuff");
        unknown(span)
    }

    /// All designs of a kind or group.
    fn designs_of(&mut self, of: &ast::Expr, span: Span) -> Expr {
        let kinds = match &of.kind {
            ast::ExprKind::Name(text) => kinds_named(&self.nouns, self.symbols, text),
            _ => None,
        };
        let Some(kinds) = kinds else {
            self.error(Code::TypeMismatch, of.span, "`kinds of` is followed by the name of a kind or group of cards");
            return unknown(span);
        };
        let list = self.nouns.designs.iter().enumerate().filter(|(_, design)| kinds.has(design.kind));
        let list = list.map(|(i, _)| i32::try_from(i).unwrap_or(i32::MAX)).collect();
        self.const_list(list, Type::Design(kinds), span)
    }

    /// `can ACTION(args) [by P]`.
    pub(super) fn can(
        &mut self,
        f: &mut Frame<'a>,
        name: &ast::Name,
        args: &'a [ast::Expr],
        by: Option<&'a ast::Expr>,
        span: Span,
    ) -> Expr {
        let by = by.map(|by| Box::new(self.doer(f, by)));
        if by.is_none() && f.context.me != Me::Doer {
            self.me(f, name.span);
        }
        let Some(action) = self.action_named(f, name) else { return unknown(span) };
        let params = self.params_of(action);
        let args = self.arguments(f, name, &params, args);
        make(ExprKind::Can { action, args, by }, Type::Bool, span)
    }

    /// The action of a name that is called; anything else is an error.
    pub(super) fn action_named(&mut self, f: &Frame<'a>, name: &ast::Name) -> Option<ActionId> {
        match self.callable(&name.text) {
            Some(Callable::Action(id)) if id.index() >= Primitive::ALL.len() => Some(id),
            Some(Callable::Action(_)) => {
                let message = format!("`{}` is a statement of the language, written without parentheses", name.text);
                self.error(Code::NotInPlace, name.span, message);
                None
            }
            Some(Callable::Value(_)) => {
                let message = format!("`{}` is a value: it is read, not done", name.text);
                let help = format!("read it inside a statement, as in `gain {}(…) points`", name.text);
                self.report(Diagnostic::new(Code::CalledWrongly, name.span, message).help(help));
                None
            }
            Some(Callable::Keyword(_)) => {
                let message = format!("`{}` is a keyword: it stands as a statement, with a block", name.text);
                let help = format!("write `{}(…) {{ … }}`", name.text);
                self.report(Diagnostic::new(Code::CalledWrongly, name.span, message).help(help));
                None
            }
            None => {
                self.unknown_callable(f, name);
                None
            }
        }
    }

    /// Names and types of an action's parameters.
    pub(super) fn params_of(&self, action: ActionId) -> Vec<(String, Type)> {
        self.symbols.actions.get(action.index()).map(|s| s.params.clone()).unwrap_or_default()
    }

    /// How many things a set has, as a number.
    pub(super) fn counted(&self, set: Expr) -> Expr {
        let span = set.span;
        if set.ty == Type::Bundle {
            return function(Function::BundleCount, vec![set], Type::Number, span);
        }
        if set.ty == Type::Unknown {
            return number(0, span);
        }
        make(ExprKind::Count(Box::new(set)), Type::Number, span)
    }
}

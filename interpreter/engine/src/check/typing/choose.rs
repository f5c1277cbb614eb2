//! Decisions of seats and of chance: `choose`, `offer`, `split`, `random`, `roll`; and `match`.

use crate::check::symbols::Noun;
use crate::check::tree::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::program::nouns::Type;
use crate::source::Span;
use crate::syntax::ast;

use super::expr::element;
use super::scope::Frame;
use super::{Typer, says, set_of};

impl<'a> Typer<'a> {
    pub(super) fn choose(
        &mut self,
        f: &mut Frame<'a>,
        (many, name, from): (&'a ast::Many, &'a ast::Name, &'a ast::Selection),
        in_order: bool,
        blind: bool,
        by: Option<&Expr>,
    ) -> StatementKind {
        self.need_doer(f, name.span);
        self.asked_names.insert(name.text.clone());
        let many = match many {
            ast::Many::One => Many::One,
            ast::Many::Number(n) => Many::Number(self.number_expr(f, n)),
            ast::Many::UpTo(n) => Many::UpTo(self.number_expr(f, n)),
            ast::Many::Exactly(n) => Many::Exactly(self.number_expr(f, n)),
            ast::Many::AnyNumber => Many::AnyNumber,
        };
        if let Many::Number(n) | Many::UpTo(n) | Many::Exactly(n) = &many {
            self.check_known(f, n, by);
        }
        let set = self.selection(f, from, Some(name));
        let set = self.set_from(set);
        self.check_choice(f, &set, by, blind, "chooses here");
        let ty = match (&many, &set.ty) {
            (Many::One, ty) => element(ty),
            (_, Type::Bundle) => Type::Bundle,
            (_, ty) => ty.clone(),
        };
        let rival = super::knowledge::from_opponents(f, &set);
        let local = self.declare(f, name, ty);
        if let Some(info) = f.info(local) {
            info.rival = rival;
        }
        StatementKind::Choose { many, local, set, in_order, blind }
    }

    pub(super) fn offer(
        &mut self,
        f: &mut Frame<'a>,
        count: Option<&'a ast::Expr>,
        repeatedly: bool,
        options: &'a [ast::OfferOption],
        by: Option<&Expr>,
    ) -> StatementKind {
        if let Some(first) = options.first() {
            self.need_doer(f, first.span);
        }
        let count = count.map(|count| self.number_expr(f, count));
        if let Some(count) = &count {
            self.check_known(f, count, by);
        }
        f.context.loops += usize::from(repeatedly);
        let mut list = Vec::new();
        for (index, option) in options.iter().enumerate() {
            list.extend(self.option(f, index, option, by));
        }
        f.context.loops -= usize::from(repeatedly);
        StatementKind::Offer { count, repeatedly, options: list }
    }

    fn option(
        &mut self,
        f: &mut Frame<'a>,
        index: usize,
        option: &'a ast::OfferOption,
        by: Option<&Expr>,
    ) -> Option<OfferOption> {
        let limit = self.limit(&option.tags);
        self.open(f);
        let made = self.option_kind(f, index, option, by);
        self.close(f);
        let (name, kind) = made?;
        self.option_names.insert(name.clone());
        Some(OfferOption { name, says: says(&option.tags), limit, kind, span: option.span })
    }

    fn option_kind(
        &mut self,
        f: &mut Frame<'a>,
        index: usize,
        option: &'a ast::OfferOption,
        by: Option<&Expr>,
    ) -> Option<(String, OptionKind)> {
        match &option.kind {
            ast::OptionKind::Block { name, needs, body } => {
                let needs = needs.as_ref().map(|needs| self.cond(f, needs));
                if let Some(needs) = &needs {
                    self.check_condition(f, needs, by);
                    f.certain(&super::scope::when_true(needs));
                }
                let body = self.block(f, body);
                let name = name.as_ref().map_or_else(|| format!("option_{}", index + 1), |name| name.text.clone());
                Some((name, OptionKind::Block { needs, body }))
            }
            ast::OptionKind::Action { action, args, each, blind } => {
                let each = each.as_ref().map(|(name, selection)| {
                    let set = self.selection(f, selection, Some(name));
                    let set = self.set_from(set);
                    self.check_choice(f, &set, by, *blind, "picks an option here");
                    let local = self.declare(f, name, element(&set.ty));
                    (local, set)
                });
                let Some(id) = self.action_named(f, action) else {
                    for arg in args {
                        self.expr(f, arg, None);
                    }
                    return None;
                };
                let params = self.params_of(id);
                let args = self.arguments(f, action, &params, args);
                for arg in &args {
                    self.check_handed_on(f, arg, &format!("`{}`", action.text));
                }
                Some((action.text.clone(), OptionKind::Action { action: id, args, each, blind: *blind }))
            }
        }
    }

    pub(super) fn split(
        &mut self,
        f: &mut Frame<'a>,
        total: &'a ast::Expr,
        among: &'a ast::Selection,
        name: &'a ast::Name,
    ) -> StatementKind {
        self.need_doer(f, name.span);
        self.asked_names.insert(name.text.clone());
        let total = self.number_expr(f, total);
        let among = self.selection(f, among, None);
        let among = self.set_from(among);
        let local = self.declare(f, name, Type::Split(Box::new(element(&among.ty))));
        StatementKind::Split { total, among, local }
    }

    pub(super) fn random(
        &mut self,
        f: &mut Frame<'a>,
        (count, name, from): (Option<&'a ast::Expr>, &'a ast::Name, &'a ast::Selection),
        weighted: Option<&'a ast::Expr>,
        repeats: bool,
        seen: Option<&'a ast::SeenBy>,
    ) -> StatementKind {
        let count = count.map(|count| self.number_expr(f, count));
        let set = self.selection(f, from, Some(name));
        let set = self.set_from(set);
        let weight = weighted
            .map(|weighted| self.with_candidate(f, &set, Some(name), |typer, f| typer.number_expr(f, weighted)));
        let seen = seen.and_then(|seen| self.seen_by(f, seen, &element(&set.ty)));
        let ty = if count.is_some() { set_of(element(&set.ty)) } else { element(&set.ty) };
        let local = self.declare(f, name, ty);
        self.note_seen_by(f, local, seen.as_ref());
        StatementKind::Random { count, local, set, weight, repeats, seen }
    }

    pub(super) fn roll(
        &mut self,
        f: &mut Frame<'a>,
        count: &'a ast::Expr,
        dice: &ast::Name,
        name: &'a ast::Name,
        seen: Option<&'a ast::SeenBy>,
    ) -> Option<StatementKind> {
        let count = self.number_expr(f, count);
        let dice = match self.noun(&dice.text).cloned() {
            Some(Noun::Dice(id)) => Some(id),
            _ => {
                let message = format!("there are no dice called `{}`", dice.text);
                let help =
                    format!("declare them in the manifest: `[dice.{}]`, with `faces = [1, 2, 3, 4, 5, 6]`", dice.text);
                self.report(Diagnostic::new(Code::UnknownWord, dice.span, message).help(help));
                None
            }
        };
        let ty = dice.map_or(Type::Unknown, Type::Pool);
        let seen = seen.and_then(|seen| self.seen_by(f, seen, &ty));
        let local = self.declare(f, name, ty);
        self.note_seen_by(f, local, seen.as_ref());
        Some(StatementKind::Roll { count, dice: dice?, local, seen })
    }

    pub(super) fn reroll(
        &mut self,
        f: &mut Frame<'a>,
        pool: &ast::Name,
        cond: Option<&'a ast::Expr>,
    ) -> Option<StatementKind> {
        let read = self.name(f, &pool.text, pool.span, None);
        let local = match read.kind {
            ExprKind::Local(id) if matches!(read.ty, Type::Pool(_) | Type::Unknown) => id,
            _ => {
                if read.ty != Type::Unknown {
                    let message = format!("only rolled dice are rolled again; this is {}", self.describe(&read.ty));
                    self.error(Code::TypeMismatch, pool.span, message);
                }
                return None;
            }
        };
        let faces = super::function(Function::PoolFaces, vec![read], set_of(Type::Number), pool.span);
        let (die, cond) = self.with_candidate(f, &faces, None, |typer, f| cond.map(|cond| typer.cond(f, cond)));
        Some(StatementKind::Reroll { pool: local, die, cond })
    }

    pub(super) fn match_rows(
        &mut self,
        f: &mut Frame<'a>,
        on: &'a ast::Expr,
        arms: &'a [ast::MatchArm],
    ) -> StatementKind {
        let on = self.expr(f, on, None);
        let mut rows: Vec<(Pattern, Block)> = Vec::new();
        let mut covered: Vec<(i64, i64, Span)> = Vec::new();
        let mut has_else = false;
        for arm in arms {
            let (pattern, range, at) = self.pattern(f, &on, &arm.pattern);
            has_else |= matches!(pattern, Pattern::Else);
            if let Some((low, high)) = range {
                if let Some((_, _, first)) = covered.iter().find(|(l, h, _)| low <= *h && *l <= high) {
                    let message = "this row and an earlier one fit the same value";
                    let finding = Diagnostic::new(Code::RowsOverlap, at, message).other(*first, "the earlier row");
                    self.report(finding.help("leave each value in one row only"));
                }
                covered.push((low, high, at));
            }
            let body = self.block(f, &arm.body);
            rows.push((pattern, body));
        }
        if let (Type::Enum(of), false) = (&on.ty, has_else) {
            self.check_rows(*of, &covered, on.span);
        }
        StatementKind::Match { on, arms: rows }
    }

    fn pattern(
        &mut self,
        f: &mut Frame<'a>,
        on: &Expr,
        pattern: &'a ast::Pattern,
    ) -> (Pattern, Option<(i64, i64)>, Span) {
        let constant = |e: &Expr| match e.kind {
            ExprKind::Const(word) if e.ty != Type::Unknown => Some(i64::from(word)),
            _ => None,
        };
        match pattern {
            ast::Pattern::Else => (Pattern::Else, None, on.span),
            ast::Pattern::Is(e) => {
                let one = self.typed(f, e, &on.ty);
                let range = constant(&one).map(|n| (n, n));
                (Pattern::Is(one), range, e.span)
            }
            ast::Pattern::Range(a, b) => {
                self.only_numbers(on);
                let (low, high) = (self.number_expr(f, a), self.number_expr(f, b));
                let range = constant(&low).zip(constant(&high));
                (Pattern::Range(low, high), range, a.span.to(b.span))
            }
            ast::Pattern::OrMore(e) => {
                self.only_numbers(on);
                let low = self.number_expr(f, e);
                let range = constant(&low).map(|low| (low, i64::MAX));
                (Pattern::OrMore(low), range, e.span)
            }
            ast::Pattern::OrLess(e) => {
                self.only_numbers(on);
                let high = self.number_expr(f, e);
                let range = constant(&high).map(|high| (i64::MIN, high));
                (Pattern::OrLess(high), range, e.span)
            }
        }
    }

    fn only_numbers(&mut self, on: &Expr) {
        if !self.fits(&on.ty, &Type::Number) {
            let message =
                format!("a row `a..b`, `n or more` or `n or less` needs a number; this is {}", self.describe(&on.ty));
            self.error(Code::TypeMismatch, on.span, message);
        }
    }

    fn check_rows(&mut self, of: crate::ids::EnumId, covered: &[(i64, i64, Span)], span: Span) {
        let Some(def) = self.nouns.enums.get(of.index()) else { return };
        let missing: Vec<String> = def
            .values
            .iter()
            .enumerate()
            .filter(|(i, value)| {
                let word = match self.noun(&value.name) {
                    Some(Noun::EnumValues(values)) => values.iter().find(|(e, _)| *e == of).map(|(_, w)| i64::from(*w)),
                    _ => None,
                };
                let word = word.unwrap_or(i64::try_from(*i).unwrap_or(0));
                !covered.iter().any(|(low, high, _)| *low <= word && word <= *high)
            })
            .map(|(_, value)| format!("`{}`", value.name))
            .collect();
        if !missing.is_empty() {
            let message = format!("this `match` has no row for {}", missing.join(", "));
            let help = if missing.len() == 1 { "add it, or `else { }`" } else { "add them, or `else { }`" };
            self.report(Diagnostic::new(Code::RowsMissing, span, message).help(help));
        }
    }
}

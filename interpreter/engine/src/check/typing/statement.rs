//! Statements: blocks, doers, and the forms that steer what happens.

use crate::check::symbols::Callable;
use crate::check::tree::*;
use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::program::nouns::{KindSet, Type, Until};
use crate::source::Span;
use crate::syntax::ast;

use super::expr::element;
use super::scope::{Frame, Me, when_false, when_true};
use super::{Typer, set_of};

impl<'a> Typer<'a> {
    /// A block with names of its own.
    pub(super) fn block(&mut self, f: &mut Frame<'a>, block: &'a ast::Block) -> Block {
        self.open(f);
        let list = self.statements(f, block);
        self.close(f);
        list
    }

    pub(super) fn statements(&mut self, f: &mut Frame<'a>, block: &'a ast::Block) -> Block {
        let mut list = Vec::new();
        for statement in &block.statements {
            self.statement(f, statement, &mut list);
        }
        list
    }

    /// An absent block is an empty one.
    pub(super) fn maybe_block(&mut self, f: &mut Frame<'a>, block: Option<&'a ast::Block>) -> Block {
        block.map(|block| self.block(f, block)).unwrap_or_default()
    }

    /// A block in which conditions have made something certain.
    fn block_where(
        &mut self,
        f: &mut Frame<'a>,
        facts: &[(super::scope::Subject, super::scope::Narrow)],
        block: &'a ast::Block,
    ) -> Block {
        self.open(f);
        f.certain(facts);
        let list = self.statements(f, block);
        self.close(f);
        list
    }

    fn loop_block(&mut self, f: &mut Frame<'a>, block: &'a ast::Block) -> Block {
        f.context.loops += 1;
        let list = self.block(f, block);
        f.context.loops -= 1;
        list
    }

    fn statement(&mut self, f: &mut Frame<'a>, s: &'a ast::Statement, out: &mut Block) {
        let by = s.by.as_ref().map(|by| self.doer(f, by));
        let me = f.context.me;
        if by.is_some() {
            f.context.me = Me::Doer;
        }
        if let ast::StatementKind::Body { args } = &s.kind {
            let body = self.run_body(f, args, s.span);
            f.context.me = me;
            if by.is_some() {
                let kind = StatementKind::Keyword { name: "body".into(), args: Vec::new(), body };
                out.push(Statement { kind, by, span: s.span });
            } else {
                out.extend(body);
            }
            return;
        }
        let kinds = self.kinds(f, s, by.as_ref());
        f.context.me = me;
        for kind in kinds {
            out.push(Statement { kind, by: by.clone(), span: s.span });
        }
    }

    /// Most statements are one of the tree; one that is wrong is none.
    fn kinds(&mut self, f: &mut Frame<'a>, s: &'a ast::Statement, by: Option<&Expr>) -> Vec<StatementKind> {
        use ast::StatementKind as S;
        let one = |kind: Option<StatementKind>| kind.into_iter().collect();
        match &s.kind {
            S::Choose { many, name, from, in_order, blind } => {
                vec![self.choose(f, (many, name, from), *in_order, *blind, by)]
            }
            S::Offer { count, repeatedly, options } => vec![self.offer(f, count.as_ref(), *repeatedly, options, by)],
            S::Split { total, among, name } => vec![self.split(f, total, among, name)],
            S::Random { count, name, from, weighted, repeats } => {
                vec![self.random(f, (count.as_ref(), name, from), weighted.as_ref(), *repeats, s.span)]
            }
            S::Roll { count, dice, name } => one(self.roll(f, count, dice, name, s.span)),
            S::Reroll { pool, cond } => one(self.reroll(f, pool, cond.as_ref(), s.span)),
            S::Gain { lose, amounts, each, on } => {
                self.gain(f, *lose, amounts, (each.as_ref(), on.as_ref()), by, s.span)
            }
            S::Set { target, to } => one(self.set_statement(f, target, to.as_ref(), s.span)),
            S::Pay { amount, of, name } => one(self.pay(f, amount, of.as_ref(), name.as_ref(), s.span)),
            S::MoveStuff { number, stuff, from, to } => one(self.move_stuff(f, number.as_ref(), stuff, from, to)),
            S::MoveMix { number, of, from, to } => one(self.move_mix(f, number, of, from, to)),
            S::Move { what, place, face, in_any_order } => one(self.move_cards(f, what, place, *face, *in_any_order)),
            S::Swap { a, b } => one(self.swap(f, a, b, s.span)),
            S::Turn { what, face } => vec![self.turn(f, what, *face)],
            S::Flip { zone } => vec![StatementKind::Flip { zone: self.zone(f, zone) }],
            S::Shuffle { zone } => {
                self.not_together(f, s.span, "shuffles");
                vec![StatementKind::Shuffle { zone: self.zone(f, zone) }]
            }
            S::Remember { what, memory } => one(self.remember(f, what, memory)),
            S::Forget { what, memory } => one(self.forget(f, what.as_ref(), memory)),
            S::LookAt { what } => vec![self.look_at(f, what, s.span)],
            S::Reveal { what, to } => vec![self.reveal(f, what, to.as_ref())],
            S::Tell { to, of, cond } => vec![self.tell(f, to, of, cond)],
            S::Hide { what } => vec![StatementKind::Hide { what: self.cards(f, what) }],
            S::Call { name, args, binder, body } => {
                one(self.call(f, name, args, binder.as_ref(), body.as_ref(), s.span))
            }
            S::Run { of, ability, as_this } => one(self.run(f, of, ability, *as_this, s.span)),
            S::Until { duration, once, hooks } => vec![self.until(f, duration, *once, hooks)],
            S::Window { name, args, to, order } => one(self.window(f, name, args, to.as_ref(), order)),
            S::Proceed { with } => one(self.proceed(f, with, s.span)),
            S::Give { expr } => one(self.give(f, expr, s.span)),
            _ => one(self.steer(f, s)),
        }
    }

    /// The forms that hold blocks, and the ends.
    fn steer(&mut self, f: &mut Frame<'a>, s: &'a ast::Statement) -> Option<StatementKind> {
        use ast::StatementKind as S;
        Some(match &s.kind {
            S::Needs { cond } => {
                let cond = self.cond(f, cond);
                self.check_condition(f, &cond, None);
                f.certain(&when_true(&cond));
                StatementKind::Needs { cond }
            }
            S::Must { body } => StatementKind::Must { body: self.statements_of_must(f, body) },
            S::May { body, then, otherwise } => {
                self.need_doer(f, s.span);
                self.open(f);
                let body = self.statements(f, body);
                let then = self.maybe_block(f, then.as_ref());
                self.close(f);
                StatementKind::May { body, then, otherwise: self.maybe_block(f, otherwise.as_ref()) }
            }
            S::Do { body, then, otherwise } => {
                self.open(f);
                let body = self.statements(f, body);
                let then = self.block(f, then);
                self.close(f);
                StatementKind::Do { body, then, otherwise: self.maybe_block(f, otherwise.as_ref()) }
            }
            S::If { cond, body, otherwise } => {
                let cond = self.cond(f, cond);
                let body = self.block_where(f, &when_true(&cond), body);
                let otherwise = otherwise.as_ref().map(|other| self.block_where(f, &when_false(&cond), other));
                StatementKind::If { cond, body, otherwise: otherwise.unwrap_or_default() }
            }
            S::Match { on, arms } => self.match_rows(f, on, arms, s.span),
            S::ForEach { name, of, order, body } => self.for_each(f, name, of, order, body),
            S::Repeat { count, cond, body } => {
                let count = count.as_ref().map(|count| self.number_expr(f, count));
                let cond = cond.as_ref().map(|cond| self.cond(f, cond));
                StatementKind::Repeat { count, cond, body: self.loop_block(f, body) }
            }
            S::Stop => {
                if f.context.loops == 0 && !f.context.in_keyword {
                    self.error(Code::StopOutside, s.span, "there is no loop around this `stop`");
                }
                StatementKind::Stop
            }
            S::Let { name, expr } => {
                let expr = self.expr(f, expr, None);
                let expr = if expr.ty == Type::Zone { self.set_from(expr) } else { expr };
                let rival = super::knowledge::from_opponents(f, &expr);
                let local = self.declare(f, name, expr.ty.clone());
                if let Some(info) = f.info(local) {
                    info.rival = rival;
                }
                StatementKind::Let { local, expr }
            }
            S::With { name, from, body, otherwise } => {
                let set = self.selection(f, from, Some(name));
                let set = self.set_from(set);
                self.open(f);
                let local = self.declare(f, name, element(&set.ty));
                let body = self.statements(f, body);
                self.close(f);
                StatementKind::With { local, set, body, otherwise: self.maybe_block(f, otherwise.as_ref()) }
            }
            S::Together { name, of, body } => self.together(f, name, of, body),
            S::AtOnce { body } => StatementKind::AtOnce { body: self.block(f, body) },
            S::Later { body } => {
                let (captures, body, locals) = self.apart(f, |typer, f| typer.block(f, body));
                StatementKind::Later { locals, captures, body }
            }
            S::Eliminate { who } => StatementKind::Eliminate { who: self.typed(f, who, &Type::Actor) },
            S::EndPhase { phase } => StatementKind::EndPhase { phase: self.phase_named(phase)? },
            S::EndTurn => StatementKind::EndTurn,
            S::EndGame { how } => StatementKind::EndGame { how: self.end_game(f, how) },
            S::FinishAfterRound => StatementKind::FinishAfterRound,
            _ => return None,
        })
    }

    /// Names bound inside a `must` live on after it: it is a part of its block that is done in full.
    fn statements_of_must(&mut self, f: &mut Frame<'a>, body: &'a ast::Block) -> Block {
        self.statements(f, body)
    }

    /// A statement that somebody must do.
    pub(super) fn need_doer(&mut self, f: &Frame<'a>, span: Span) {
        if f.context.me == Me::Doer {
            return;
        }
        let actors = self.actor_plural();
        let message = "it is not said who does this: there is no `me` here";
        let help = match f.context.me {
            Me::Phase => format!(
                "put `by p` after it inside `for each p in {actors} {{ … }}`, or give the phase `each = \"turn_order\"` in the manifest"
            ),
            _ => "put `by …` after it".into(),
        };
        self.report(Diagnostic::new(Code::WordOutOfPlace, span, message).help(help));
    }

    fn for_each(
        &mut self,
        f: &mut Frame<'a>,
        name: &'a ast::Name,
        of: &'a ast::Selection,
        order: &'a ast::Order,
        body: &'a ast::Block,
    ) -> StatementKind {
        let set = self.selection(f, of, Some(name));
        let set = self.set_from(set);
        let order = self.order(f, order, &set);
        if matches!(order, Order::Any) {
            self.need_doer(f, of.span);
        }
        let rival = super::knowledge::from_opponents(f, &set);
        self.open(f);
        let local = self.declare(f, name, element(&set.ty));
        if let Some(info) = f.info(local) {
            info.rival = rival;
            // Going through something as often as there are members is a fair loop.
            info.warn = false;
        }
        f.context.loops += 1;
        let body = self.statements(f, body);
        f.context.loops -= 1;
        self.close(f);
        StatementKind::ForEach { local, set, order, body }
    }

    fn together(
        &mut self,
        f: &mut Frame<'a>,
        name: &'a ast::Name,
        of: &'a ast::Selection,
        body: &'a ast::Block,
    ) -> StatementKind {
        let set = self.selection(f, of, Some(name));
        let set = self.coerce(set, &set_of(Type::Actor));
        let before = f.context.clone();
        self.open(f);
        let local = self.declare_param(f, name, Type::Actor);
        f.context.together = Some(local);
        f.context.me = Me::Doer;
        f.context.loops = 0;
        let body = self.statements(f, body);
        self.close(f);
        f.context = before;
        StatementKind::Together { local, set, body }
    }

    /// Reports what cannot be done by all at once.
    pub(super) fn not_together(&mut self, f: &Frame<'a>, span: Span, what: &str) {
        if f.context.together.is_some() {
            let message = format!("this {what}, which cannot be done by all at once inside `together`");
            let help = "do it before or after the block; inside, each one changes only their own things";
            self.report(Diagnostic::new(Code::NotTogether, span, message).help(help));
        }
    }

    fn end_game(&mut self, f: &mut Frame<'a>, how: &'a ast::EndGame) -> EndGame {
        let actors = set_of(Type::Actor);
        match how {
            ast::EndGame::Plain => EndGame::Plain,
            ast::EndGame::Among(set) => {
                let set = self.set(f, set);
                EndGame::Among(self.coerce(set, &actors))
            }
            ast::EndGame::WonBy(who) => {
                let who = self.expr(f, who, None);
                if matches!(who.ty, Type::Set(_)) {
                    EndGame::WonBy(self.coerce(who, &actors))
                } else {
                    EndGame::WonBy(self.coerce(who, &Type::Actor))
                }
            }
            ast::EndGame::Lost(why) => EndGame::Lost(why.as_ref().map(|why| why.text.clone()).unwrap_or_default()),
        }
    }

    fn call(
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
        let params = self.params_of(action);
        let args = self.arguments(f, name, &params, args);
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

    fn run(
        &mut self,
        f: &mut Frame<'a>,
        of: &'a ast::Expr,
        ability: &ast::Name,
        as_this: bool,
        span: Span,
    ) -> Option<StatementKind> {
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

    fn window(
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

    fn proceed(&mut self, f: &mut Frame<'a>, with: &'a [(ast::Name, ast::Expr)], span: Span) -> Option<StatementKind> {
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

    fn give(&mut self, f: &mut Frame<'a>, expr: &'a ast::Expr, span: Span) -> Option<StatementKind> {
        let Some(ty) = f.context.gives.clone() else {
            if f.context.in_keyword {
                return Some(StatementKind::Give { expr: self.expr(f, expr, None) });
            }
            let message = "nothing is given here: only an action whose head says `gives` hands something back";
            let help = "write `action NAME(…) gives TYPE { … }`";
            self.report(Diagnostic::new(Code::GiveOutside, span, message).help(help));
            self.expr(f, expr, None);
            return None;
        };
        Some(StatementKind::Give { expr: self.typed(f, expr, &ty) })
    }

    fn until(
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
        StatementKind::Until { duration, once, hooks: self.lasting_hooks(f, hooks) }
    }
}

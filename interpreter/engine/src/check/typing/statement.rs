//! Statements: blocks, doers, and the forms that steer what happens.

use crate::check::tree::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::program::nouns::Type;
use crate::source::Span;
use crate::syntax::ast;

use super::expr::element;
use super::scope::{Frame, Me, when_false, when_true};
use super::{Typer, said, said_texts, set_of};

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
        let (me, native) = (f.context.me, f.context.native);
        if by.is_some() {
            f.context.me = Me::Doer;
            f.context.native = false;
        }
        if let ast::StatementKind::Body { args } = &s.kind {
            let body = self.run_body(f, args, s.span);
            (f.context.me, f.context.native) = (me, native);
            if by.is_some() {
                let kind = StatementKind::Keyword { name: "body".into(), limit: None, args: Vec::new(), body };
                out.push(Statement { kind, by, says: Vec::new(), span: s.span });
            } else {
                out.extend(body);
            }
            return;
        }
        let kinds = self.kinds(f, s, by.as_ref());
        (f.context.me, f.context.native) = (me, native);
        if let Some(says) = &s.says
            && !kinds.is_empty()
            && !kinds.iter().any(asks)
        {
            let message = "`says` words a question, and nothing is asked here";
            self.report(Diagnostic::new(Code::WordOutOfPlace, says.span, message).help("leave `says` out"));
        }
        for kind in kinds {
            out.push(Statement { kind, by: by.clone(), says: said(s.says.as_ref()), span: s.span });
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
            S::Random { count, name, from, weighted, repeats, seen } => {
                vec![self.random(f, (count.as_ref(), name, from), weighted.as_ref(), *repeats, seen.as_ref())]
            }
            S::Roll { count, dice, name, seen } => one(self.roll(f, count, dice, name, seen.as_ref())),
            S::Reroll { pool, cond } => one(self.reroll(f, pool, cond.as_ref())),
            S::Gain { lose, amounts, each, on } => self.gain(f, *lose, amounts, (each.as_ref(), on.as_ref())),
            S::Set { target, to } => one(self.set_statement(f, target, to.as_ref(), s.span)),
            S::Pay { amount, of, name } => one(self.pay(f, amount, of.as_ref(), name.as_ref(), s.span)),
            S::MoveStuff { number, stuff, from, to } => one(self.move_stuff(f, number.as_ref(), stuff, from, to)),
            S::MoveMix { number, of, from, to } => one(self.move_mix(f, number, of, from, to)),
            S::Move { what, place, face, in_any_order } => one(self.move_cards(f, what, place, *face, *in_any_order)),
            S::Swap { a, b } => one(self.swap(f, a, b, s.span)),
            S::Turn { what, face } => vec![self.turn(f, what, *face)],
            S::Flip { zone } => vec![StatementKind::Flip { zone: self.zone(f, zone) }],
            S::Shuffle { zone } => vec![StatementKind::Shuffle { zone: self.zone(f, zone) }],
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
            S::Match { on, arms } => self.match_rows(f, on, arms),
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
                let only = super::seen_by::told_to(f, &expr);
                let local = self.declare(f, name, expr.ty.clone());
                if let Some(info) = f.info(local) {
                    info.rival = rival;
                    info.only = only;
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
                let (captures, body, mut locals) = self.apart(f, |typer, f| typer.block(f, body));
                self.mark_stored(&body, &mut locals);
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
        self.note_me(f);
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
        f.context.native = false;
        f.context.loops = 0;
        f.context.gives = None;
        let body = self.statements(f, body);
        self.close(f);
        f.context = before;
        StatementKind::Together { local, set, body }
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
            ast::EndGame::Lost(why, others) => {
                let english = why.iter().map(|why| ("en".to_owned(), why.text.clone()));
                EndGame::Lost(english.chain(said_texts(others)).collect())
            }
        }
    }
}

/// Whether a statement asks its doer something that `says` can word.
fn asks(kind: &StatementKind) -> bool {
    match kind {
        StatementKind::Gain { amounts, .. } => amounts.iter().any(|amount| matches!(amount.what, What::Group(_))),
        StatementKind::Pay { amount, .. } => matches!(amount.what, What::Group(_)),
        StatementKind::Move { in_any_order, .. } => *in_any_order,
        StatementKind::ForEach { order, .. } => matches!(order, Order::Any),
        StatementKind::Choose { .. }
        | StatementKind::Offer { .. }
        | StatementKind::Split { .. }
        | StatementKind::May { .. }
        | StatementKind::PayMix { .. }
        | StatementKind::MoveMix { .. } => true,
        _ => false,
    }
}

//! Statements to ops: control, calls, regions. Choices, economy and motion have files of their own.

use super::choose::Said;
use super::code::{Code, Loop};
use crate::check::tree::{Block, Duration, EndGame, Expr, ExprKind, Order, Pattern, Statement, StatementKind, Target};
use crate::check::tree::{Compare, Locals};
use crate::ids::*;
use crate::program::nouns::{ABSENT, Type};
use crate::program::op::{NO_REG, Op, R};
use crate::program::{LastingInfo, LastingUntil, LaterInfo};

impl Code<'_, '_> {
    pub fn statement(&mut self, statement: &Statement) {
        let saved_span = std::mem::replace(&mut self.span, statement.span);
        let saved_next = self.next;
        // Names bound to lists live on; all else that a statement builds is given back.
        let keeps = binds_list(statement);
        let mark = self.temp();
        let marked = if keeps { None } else { Some(self.emit(Op::Mark { d: mark })) };
        let before = self.c.p.ops.len();
        let outer = std::mem::take(&mut self.reads);
        let demanded = self.demanded;
        self.demanded = demanded && matches!(statement.kind, StatementKind::Run { .. });
        let other_doer = std::mem::replace(&mut self.other_doer, statement.by.is_some());
        let skips = self.require_owners(statement);
        self.refill_for(statement);
        let written = self.begin_origin(statement);
        self.statement_kind(statement);
        self.land_all(skips);
        self.end_origin(written);
        self.other_doer = other_doer;
        self.demanded = demanded;
        let reads = std::mem::replace(&mut self.reads, outer);
        self.note_reads(before, reads);
        if let Some(at) = marked {
            if self.builds_since(at) {
                self.emit(Op::Release { s: mark });
            } else {
                self.erase(at);
            }
        }
        self.look_for_end();
        self.next = saved_next;
        self.span = saved_span;
    }

    /// Whether a condition holds, in a register: a word that is 1 or not.
    fn answer(&mut self, cond: &Expr) -> R {
        if !matches!(cond.kind, ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Not(_)) {
            return self.operand(cond);
        }
        let d = self.constant(0);
        let mut fails = Vec::new();
        self.branch(cond, false, &mut fails);
        self.emit(Op::Const { d, v: 1 });
        self.land_all(fails);
        d
    }

    /// Runs `work` with another doer, for statements with a block.
    pub fn with_doer(&mut self, by: Option<&Expr>, work: impl FnOnce(&mut Self)) {
        let Some(by) = by else { return work(self) };
        let s = self.operand(by);
        let d = self.temp();
        let at = self.emit(Op::SetDoer { d, s, to: 0 });
        self.doers.push(d);
        // From here on `me` is the new doer, also for what is read at once.
        let other_doer = std::mem::replace(&mut self.other_doer, false);
        work(self);
        self.other_doer = other_doer;
        self.doers.pop();
        self.emit(Op::RestoreDoer { s: d });
        self.land(at);
    }

    fn statement_kind(&mut self, statement: &Statement) {
        let by = statement.by.as_ref();
        match &statement.kind {
            StatementKind::If { cond, body, otherwise } => self.with_doer(by, |code| {
                let mut to_else = Vec::new();
                code.branch(cond, false, &mut to_else);
                code.asked = super::branch::asks_for_first(cond, body);
                code.block(body);
                if !to_else.is_empty() {
                    let to_end = code.emit(Op::Jump { to: 0 });
                    code.land_all(to_else);
                    let saved = std::mem::replace(&mut code.span, cond.span);
                    let told = code.emit(Op::NotSo { to: 0 });
                    code.land(told);
                    code.span = saved;
                    code.block(otherwise);
                    code.land(to_end);
                }
            }),
            StatementKind::Match { on, arms } => self.with_doer(by, |code| code.matching(on, arms)),
            StatementKind::ForEach { local, set, order, body } => {
                self.with_doer(by, |code| code.for_each(*local, set, order, body, &statement.says));
            }
            StatementKind::Repeat { count, cond, body } => {
                self.with_doer(by, |code| code.repeat(count.as_ref(), cond.as_ref(), body));
            }
            StatementKind::Stop => self.stop(),
            StatementKind::Let { local, expr } => {
                let d = self.local(*local);
                self.expr(expr, d);
                self.same_origin(*local, expr);
                self.bind(*local);
                self.may_lack(*local);
            }
            StatementKind::With { local, set, body, otherwise } => self.with_doer(by, |code| {
                let d = code.local(*local);
                code.first(set, d);
                let to_else = code.emit(Op::JumpIfNone { s: d, to: 0 });
                code.block_with(*local, body);
                let to_end = code.emit(Op::Jump { to: 0 });
                code.land(to_else);
                code.block(otherwise);
                code.land(to_end);
            }),
            StatementKind::Needs { cond } => {
                let s = self.answer(cond);
                self.emit(Op::Needs { s });
            }
            StatementKind::Must { body } => self.with_doer(by, |code| {
                code.demanded = true;
                let fail = code.full(body);
                code.demanded = false;
                let to_end = code.emit(Op::Jump { to: 0 });
                code.land(fail);
                code.fail_condition();
                code.land(to_end);
            }),
            StatementKind::May { body, then, otherwise } => {
                self.with_doer(by, |code| code.may_or_do(Some(statement), body, then, otherwise));
            }
            StatementKind::Do { body, then, otherwise } => {
                self.with_doer(by, |code| code.may_or_do(None, body, then, otherwise));
            }
            StatementKind::AtOnce { body } => self.with_doer(by, |code| {
                code.emit(Op::AtOnce { begin: true });
                code.at_once += 1;
                code.block(body);
                code.at_once -= 1;
                code.emit(Op::AtOnce { begin: false });
                code.settle();
            }),
            StatementKind::Keyword { name, limit, body, .. } => self.with_doer(by, |code| {
                code.c.p.notes.push(name.clone());
                let note = code.c.newest(code.c.p.notes.len(), "uses of keywords", statement.span);
                code.emit(Op::Note { note });
                let skip = code.c.keyword_limit(name, limit.as_ref()).map(|limit| {
                    let d = code.temp();
                    code.emit(Op::UseLimit { limit, d });
                    code.emit(Op::JumpIfNot { s: d, to: 0 })
                });
                code.block(body);
                if let Some(at) = skip {
                    code.land(at);
                }
            }),
            StatementKind::Run { .. } | StatementKind::Call { .. } => self.calls(statement),
            _ => self.lasting(statement),
        }
    }

    fn calls(&mut self, statement: &Statement) {
        let by = statement.by.as_ref();
        match &statement.kind {
            StatementKind::Run { of, ability, as_this } => {
                let of = self.value(of);
                let demanded = self.demanded;
                self.with_doer(by, |code| {
                    code.emit(Op::RunAbility { of, ability: ability.0, as_this: *as_this, demanded });
                });
            }
            StatementKind::Call { action, args, bind } => {
                let asked = std::mem::take(&mut self.asked);
                let plain = by.is_none() && bind.is_none() && !asked;
                let written = if plain { self.write_out(*action, args) } else { None };
                let over = written.map(|calls| {
                    let over = self.emit(Op::Jump { to: 0 });
                    self.land_all(calls);
                    over
                });
                let fit = self.kinds_fit(*action, args);
                let args = self.values(args);
                let give = match bind {
                    Some((local, _)) => {
                        let d = self.local(*local);
                        self.emit(Op::Const { d, v: ABSENT });
                        d
                    }
                    None => NO_REG,
                };
                // What was given is dealt with before what follows.
                self.follow = self.follow.take().filter(|_| bind.is_none());
                self.with_doer(by, |code| {
                    code.emit(Op::CallAction { action: action.0, args, give, asked, fit });
                });
                if let Some((local, body)) = bind {
                    let s = self.local(*local);
                    let skip = self.emit(Op::JumpIfNone { s, to: 0 });
                    self.block_with(*local, body);
                    self.land(skip);
                }
                if let Some(over) = over {
                    self.land(over);
                }
            }
            _ => {}
        }
    }

    /// A region done in full; gives the op whose failure leads elsewhere.
    pub fn full(&mut self, body: &Block) -> usize {
        let begin = self.emit(Op::BeginFull { fail: 0, lenient: false });
        self.regions += 1;
        self.block(body);
        self.regions -= 1;
        self.emit(Op::EndFull);
        begin
    }

    /// `may` asks, `do` does not; both only if the first block can be done in full.
    fn may_or_do(&mut self, may: Option<&Statement>, body: &Block, then: &Block, otherwise: &Block) {
        let mut to_else = Vec::new();
        self.settle_before();
        let d = self.temp();
        let known = self.region_known(body);
        let can = self.emit(Op::CanFull { d, at: 0, known });
        to_else.push(self.emit(Op::JumpIfNot { s: d, to: 0 }));
        if let Some(statement) = may {
            let info = self.choice("may", &statement.says, crate::program::Many::One, Type::Bool, statement.span);
            self.emit(Op::Ask { info, d });
            to_else.push(self.emit(Op::JumpIfNot { s: d, to: 0 }));
        }
        self.land(can);
        let follow = self.follow.take();
        self.follow = self.both(follow.as_ref(), || self.behind(then, 0));
        to_else.push(self.full(body));
        self.follow = follow;
        self.block(then);
        let to_end = self.emit(Op::Jump { to: 0 });
        for at in to_else {
            self.land(at);
        }
        self.block(otherwise);
        self.land(to_end);
    }

    fn matching(&mut self, on: &Expr, arms: &[(Pattern, Block)]) {
        let a = self.value(on);
        let mut ends = Vec::new();
        for (pattern, body) in arms {
            let test = |code: &mut Self, how: Compare, e: &Expr| {
                let b = code.value(e);
                code.emit(Op::JumpCompare { how, when: false, a, b, to: 0 })
            };
            let misses = match pattern {
                Pattern::Is(e) => vec![test(self, Compare::Is, e)],
                Pattern::Range(low, high) => {
                    vec![test(self, Compare::MoreOrEqual, low), test(self, Compare::LessOrEqual, high)]
                }
                Pattern::OrMore(e) => vec![test(self, Compare::MoreOrEqual, e)],
                Pattern::OrLess(e) => vec![test(self, Compare::LessOrEqual, e)],
                Pattern::Else => Vec::new(),
            };
            self.block(body);
            ends.push(self.emit(Op::Jump { to: 0 }));
            for at in misses {
                self.land(at);
            }
        }
        for at in ends {
            self.land(at);
        }
    }

    fn begin_loop(&mut self) {
        let (regions, at_once, doers) = (self.regions, self.at_once, self.doers.len());
        self.loops.push(Loop { exits: Vec::new(), regions, at_once, doers });
    }

    fn end_loop(&mut self) {
        if let Some(done) = self.loops.pop() {
            for at in done.exits {
                self.land(at);
            }
        }
    }

    /// A loop whose body gives back what it built each time round.
    pub fn looped(&mut self, head: impl FnOnce(&mut Self) -> Vec<usize>, body: impl FnOnce(&mut Self)) {
        self.begin_loop();
        // What follows in a loop is the loop, too: that is not looked at.
        self.follow = None;
        let top = self.here();
        let exits = head(self);
        self.given_back(body);
        self.emit(Op::Jump { to: top });
        self.land_all(exits);
        self.end_loop();
    }

    fn for_each(&mut self, local: LocalId, set: &Expr, order: &Order, body: &Block, says: &Said) {
        let mut list = self.list(set);
        let item = self.local(local);
        if let Order::Any = order {
            // The op takes elements out of the list: it works on a copy.
            let copy = self.temp();
            self.emit(Op::NewList { d: copy });
            self.emit(Op::PushList { list });
            self.emit(Op::EndList { d: copy });
            let name = self.names.get(local.index()).cloned().unwrap_or_default();
            let ty = self.locals.get(local.index()).cloned().unwrap_or(Type::Unknown);
            let info = self.choice(&name, says, crate::program::Many::One, ty, self.span);
            self.looped(
                |code| {
                    code.settle_before();
                    vec![code.emit(Op::PickNext { info, list: copy, d: item, exit: 0 })]
                },
                |code| code.block_each(local, body),
            );
            return;
        }
        list = self.sorted(list, order);
        if let Some(members) = self.few_members(list, local, body) {
            return self.unrolled(local, &members, body);
        }
        let index = self.constant(0);
        let nested = self.locals.get(local.index()).is_some_and(super::is_list);
        self.looped(
            |code| {
                let next = code.emit(Op::Next { item, list, index, exit: 0 });
                if nested {
                    code.emit(Op::ListOfIndex { d: item, s: item });
                }
                vec![next]
            },
            |code| {
                code.present.push(item);
                code.block_each(local, body);
                code.present.pop();
            },
        );
    }

    fn repeat(&mut self, count: Option<&Expr>, cond: Option<&Expr>, body: &Block) {
        let count = count.map(|e| self.value(e));
        let index = if count.is_some() { self.constant(0) } else { NO_REG };
        let one = self.fixed(1);
        self.looped(
            |code| {
                let mut exits = Vec::new();
                if let Some(count) = count {
                    exits.push(code.emit(Op::JumpCompare {
                        how: Compare::Less,
                        when: false,
                        a: index,
                        b: count,
                        to: 0,
                    }));
                    code.emit(Op::Arithmetic { how: crate::check::tree::Arithmetic::Add, d: index, a: index, b: one });
                }
                if let Some(cond) = cond {
                    code.branch_free(cond, false, &mut exits);
                }
                exits
            },
            |code| code.block(body),
        );
    }

    fn lasting(&mut self, statement: &Statement) {
        let by = statement.by.as_ref();
        match &statement.kind {
            StatementKind::Give { expr } => {
                let s = self.value(expr);
                self.emit(Op::Give { s });
                self.end_body();
            }
            StatementKind::Later { locals, captures, body } => self.later(locals, captures, body),
            StatementKind::Until { duration, once, hooks } => self.until(duration, *once, hooks),
            StatementKind::Proceed { with } => {
                let (first, count) = self.params;
                let args = self.temps(count);
                for i in 0..count {
                    self.emit(Op::Copy { d: args.saturating_add(i), s: first + i });
                }
                for (at, expr) in with {
                    self.expr(expr, args.saturating_add(*at as R));
                }
                self.emit(Op::Proceed { args });
            }
            StatementKind::Window { window, args, to, order } => {
                let args = self.values(args);
                let list = match to {
                    Some(to) => self.list(to),
                    None => self.all_who_play(),
                };
                let order = if let Order::Natural = order { &Order::Turns { reverse: false } } else { order };
                let to = self.sorted(list, order);
                self.with_doer(by, |code| {
                    code.emit(Op::Window { window: window.0, args, to });
                });
            }
            StatementKind::Together { local, set, body } if self.secret_choice(*local, set, body) => {}
            StatementKind::Together { local, set, body } => {
                let set = self.list(set);
                let local = self.local(*local);
                self.settle_before();
                let at = self.emit(Op::Together { set, local, end: 0 });
                self.block(body);
                self.emit(Op::LaneEnd);
                self.land(at);
            }
            StatementKind::Eliminate { who } => {
                let who = self.value(who);
                self.emit(Op::Eliminate { who });
            }
            StatementKind::EndPhase { phase } => {
                self.emit(Op::EndPhase { phase: phase.0 });
            }
            StatementKind::EndTurn => {
                self.emit(Op::EndTurn);
            }
            StatementKind::EndGame { how } => self.end_game(how),
            StatementKind::FinishAfterRound => {
                self.emit(Op::FinishAfterRound);
            }
            StatementKind::Set { target, to } => self.set(target, to, by),
            _ => self.choices(statement),
        }
    }

    fn later(&mut self, locals: &Locals, captures: &[LocalId], body: &Block) {
        let registers: Vec<R> = captures.iter().map(|l| self.local(*l)).collect();
        let over = self.emit(Op::Jump { to: 0 });
        let named = self.named;
        let mut inner = Code::new(self.c, locals, self.span);
        inner.named = named;
        let code = inner.here();
        inner.body(body);
        let count = inner.registers();
        self.c.p.laters.push(LaterInfo { code, registers: count, captures: registers });
        self.land(over);
        let code = self.c.newest(self.c.p.laters.len(), "`later` blocks", self.span);
        self.emit(Op::Later { code });
    }

    fn until(&mut self, duration: &Duration, once: bool, hooks: &[HookId]) {
        let tree = self.c.tree;
        let hooks = hooks
            .iter()
            .map(|id| {
                let captures = match tree.hooks.get(id.index()).map(|h| &h.source) {
                    Some(crate::check::tree::HookSource::Lasting { captures }) => {
                        captures.iter().map(|l| self.local(*l)).collect()
                    }
                    _ => Vec::new(),
                };
                (*id, captures)
            })
            .collect();
        let (until, of) = match duration {
            Duration::Game => (LastingUntil::Game, NO_REG),
            Duration::EndOf(until) => (LastingUntil::End(*until), NO_REG),
            Duration::NextTurnOf(who) => (LastingUntil::NextTurn, self.value(who)),
        };
        self.c.p.lasting.push(LastingInfo { until, hooks });
        let info = self.c.newest(self.c.p.lasting.len(), "`until` blocks", self.span);
        self.emit(Op::Lasting { info, of, once });
    }

    fn end_game(&mut self, how: &EndGame) {
        let one = matches!(how, EndGame::WonBy(e) if e.ty == Type::Actor);
        let (how, who, info) = match how {
            EndGame::Plain => (0, NO_REG, 0),
            EndGame::Among(e) => (1, self.list(e), 0),
            EndGame::WonBy(e) if one => (2, self.value(e), 0),
            EndGame::WonBy(e) => (2, self.list(e), 0),
            EndGame::Lost(reason) => {
                self.c.p.reasons.push(reason.clone());
                (3, NO_REG, self.c.newest(self.c.p.reasons.len(), "reasons to lose", self.span))
            }
        };
        self.emit(Op::EndGame { how, who, info, one });
    }

    fn set(&mut self, target: &Target, to: &Expr, by: Option<&Expr>) {
        match target {
            Target::State(state, of) => {
                let of = self.value_or(of.as_ref());
                let s = self.value(to);
                // `none` is a value like others, but a name that is absent is not `none`.
                let named = matches!(to.kind, crate::check::tree::ExprKind::Local(_));
                let skip = named.then(|| self.emit(Op::Require { s, to: 0 }));
                self.with_doer(by, |code| {
                    code.emit(Op::Set { state: state.0, of, s });
                });
                self.land_if(skip);
            }
            Target::Place(who) => {
                let nouns = &self.c.tree.nouns;
                let state = if matches!(who.ty, Type::Actor) { nouns.actor_at } else { nouns.unit_at };
                let of = self.value(who);
                let s = self.value(to);
                if let Some(state) = state {
                    self.emit(Op::Set { state: state.0, of, s });
                }
            }
            Target::Stuff(stuff, of) => {
                let on = self.c.tree.nouns.stuff.get(stuff.index()).map(|s| s.on.clone()).unwrap_or_default();
                let class = super::economy::class_of(&of.ty);
                let state = on.iter().find(|(c, _)| *c == class).map(|(_, id)| *id);
                let of = self.value(of);
                let s = self.value(to);
                if let Some(state) = state {
                    self.emit(Op::Set { state: state.0, of, s });
                }
            }
            Target::FirstPlayer => {
                let s = self.value(to);
                self.emit(Op::SetFirstPlayer { s });
            }
            Target::PoolBonus(pool) => {
                let pool = self.value(pool);
                let s = self.value(to);
                self.emit(Op::SetPoolBonus { pool, s });
            }
        }
    }
}

/// Whether a name that the statement binds is a list that must outlive it.
fn binds_list(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Choose { many, set, .. } => {
            !matches!(many, crate::check::tree::Many::One) || set.ty == crate::program::nouns::Type::Bundle
        }
        StatementKind::Let { expr, .. } => super::is_list(&expr.ty),
        StatementKind::Random { count, .. } => count.is_some(),
        StatementKind::Split { .. } | StatementKind::Roll { .. } => true,
        StatementKind::Pay { local, .. } | StatementKind::PayMix { local, .. } => local.is_some(),
        _ => false,
    }
}

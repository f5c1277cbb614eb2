//! Choices, offers, splits, chance and looking.

use super::certain::Check;
use super::code::{Code, Loop};
use super::fallible;
use crate::check::tree::{Amount, Expr, ExprKind, Many, OfferOption, OptionKind, Statement, StatementKind};
use crate::ids::{ActionId, LocalId, ZoneId};
use crate::program::nouns::Type;
use crate::program::op::{NO_REG, Op, R};
use crate::program::reg::list_handle;
use crate::program::{ABOUT, ChoiceInfo, Many as Bounds, Members, OfferInfo, OptionInfo, PlainOffer, Told, USED_BITS};
use crate::source::Span;
use crate::words::Phrase;

/// The words of a question, by language; none where the script says nothing.
pub(super) type Said = [(String, String)];

impl Code<'_, '_> {
    /// A choice of one that has words of its own where the script has none.
    pub fn choice_or(&mut self, name: &str, says: &Said, otherwise: Phrase, ty: Type) -> u16 {
        let own = if says.is_empty() { otherwise.texts() } else { says.to_vec() };
        self.choice(name, &own, Bounds::One, ty, self.span)
    }

    /// Registers what a decision is about.
    pub fn choice(&mut self, name: &str, says: &Said, many: Bounds, ty: Type, span: Span) -> u16 {
        self.c.p.choices.push(ChoiceInfo {
            name: name.replace('_', " "),
            says: says.to_vec(),
            many,
            in_order: false,
            blind: false,
            of_place: false,
            seen: NO_REG,
            members: if matches!(ty, Type::Component(_)) { Members::Cards } else { Members::Words },
            ty,
            span,
        });
        self.c.newest(self.c.p.choices.len(), "choices", span)
    }

    /// The place all of whose cards a set is.
    fn whole_place<'e>(&self, set: &'e Expr) -> Option<&'e Expr> {
        let place = match &set.kind {
            ExprKind::Cards(zone) => &**zone,
            _ => Some(set).filter(|set| set.ty == Type::Zone)?,
        };
        matches!(self.members(set), Members::CardsOfPlace { .. }).then_some(place)
    }

    /// What a choice from a set is among.
    pub fn members(&self, set: &Expr) -> Members {
        if !matches!(element(&set.ty), Type::Component(_)) {
            return Members::Words;
        }
        let nouns = &self.c.tree.nouns;
        let zone = zone_of(set).and_then(|zone| nouns.zones.get(zone.index()));
        zone.map_or(Members::Cards, |zone| {
            let designs = nouns.designs.iter().zip(&self.c.p.single_designs);
            let single = { designs }.filter(|(design, _)| zone.holds.has(design.kind)).all(|(_, single)| *single);
            Members::CardsOfPlace { single }
        })
    }

    pub fn choices(&mut self, statement: &Statement) {
        let by = statement.by.as_ref();
        match &statement.kind {
            StatementKind::Choose { many, local, set, .. } if set.ty == Type::Bundle => {
                self.settle_before();
                let bundle = self.value(set);
                let d = self.local(*local);
                self.may_lack(*local);
                let name = self.names.get(local.index()).cloned().unwrap_or_default();
                let (bounds, count) = self.bounds(many);
                let info = self.choice(&name, &statement.says, bounds, Type::Stuff, statement.span);
                let progress = self.progress();
                self.with_doer(by, |code| {
                    code.emit(Op::ChoosePieces { info, bundle, count, d, progress });
                });
            }
            StatementKind::Choose { many, local, set, in_order, blind } => {
                // Rules act before the question is made: it is about what they left.
                self.settle_before();
                let place = self.whole_place(set).filter(|_| matches!(many, Many::One));
                let (list, test, r) = match (many, &set.kind) {
                    _ if let Some(place) = place => (self.value(place), NO_REG, NO_REG),
                    (Many::One, ExprKind::Filter { set, local, cond }) => match self.simple_test(*local, cond) {
                        Some((test, r)) => (self.list(set), test, r),
                        None => (self.list_of_filter(set, *local, cond), NO_REG, NO_REG),
                    },
                    _ => (self.list(set), NO_REG, NO_REG),
                };
                let d = self.local(*local);
                self.may_lack(*local);
                let name = self.names.get(local.index()).cloned().unwrap_or_default();
                let (bounds, count) = self.bounds(many);
                let info = self.choice(&name, &statement.says, bounds, element(&set.ty), statement.span);
                let (members, seen) = (self.members(set), self.seen(*local, None));
                if let Some(choice) = self.c.p.choices.get_mut(info as usize) {
                    (choice.in_order, choice.blind, choice.members) = (*in_order, *blind, members);
                    (choice.of_place, choice.seen) = (place.is_some(), seen);
                }
                if bounds == Bounds::One {
                    self.with_doer(by, |code| {
                        code.emit(Op::Choose { info, set: list, d, test, r });
                    });
                } else {
                    let progress = self.progress();
                    self.with_doer(by, |code| {
                        code.emit(Op::ChooseMany { info, set: list, count, d, progress });
                    });
                }
            }
            StatementKind::Offer { count, repeatedly, options } => {
                let certain =
                    by.is_none() && self.behind(std::slice::from_ref(statement), 0).is_some_and(|c| c.is_empty());
                let follow = self.follow.take().filter(|_| certain);
                self.with_doer(by, |code| code.offer(count.as_ref(), *repeatedly, options, &statement.says, follow));
            }
            StatementKind::Split { total, among, local } => {
                self.settle_before();
                let total = self.value(total);
                let list = self.list(among);
                let d = self.local(*local);
                self.may_lack(*local);
                let name = self.names.get(local.index()).cloned().unwrap_or_default();
                let info = self.choice(&name, &statement.says, Bounds::One, element(&among.ty), statement.span);
                let progress = self.progress();
                self.with_doer(by, |code| {
                    code.emit(Op::Split { info, total, among: list, d, progress });
                });
            }
            StatementKind::Random { count, local, set, weight, repeats, seen } => {
                let seen = self.seen(*local, seen.as_ref());
                let zone = match &set.kind {
                    ExprKind::Cards(zone) => Some(&**zone),
                    _ => (set.ty == Type::Zone).then_some(set),
                };
                let zone = zone.filter(|_| count.is_none() && weight.is_none());
                let (list, place) = match zone {
                    Some(zone) => (NO_REG, self.value(zone)),
                    None => (self.list(set), NO_REG),
                };
                let weights = match weight {
                    Some((local, weight)) => self.weights(list, *local, weight),
                    None => NO_REG,
                };
                let count = self.value_or(count.as_ref());
                let d = self.local(*local);
                self.may_lack(*local);
                let name = self.names.get(local.index()).cloned().unwrap_or_default();
                let info = self.choice(&name, &[], Bounds::One, element(&set.ty), statement.span);
                let members = self.members(set);
                if let Some(choice) = self.c.p.choices.get_mut(info as usize) {
                    (choice.members, choice.seen) = (members, seen);
                }
                if zone.is_some() {
                    self.emit(Op::RandomCard { info, place, d });
                } else {
                    let progress = if count == NO_REG { NO_REG } else { self.progress() };
                    self.emit(Op::Random { info, set: list, weights, count, d, progress, repeats: *repeats });
                }
            }
            StatementKind::Roll { count, dice, local, seen: who } => {
                let seen = self.seen(*local, who.as_ref());
                self.rolled.push((*local, who.clone()));
                let count = self.value(count);
                let d = self.local(*local);
                let progress = self.progress();
                self.with_doer(by, |code| {
                    code.emit(Op::Roll { dice: dice.0, count, d, progress, seen });
                });
                self.bind_as(*local, Told::ByStatement);
            }
            StatementKind::Reroll { pool, die, cond } => self.reroll(*pool, *die, cond.as_ref()),
            _ => self.economy(statement),
        }
        if let StatementKind::Choose { local, .. }
        | StatementKind::Split { local, .. }
        | StatementKind::Random { local, .. } = &statement.kind
        {
            self.bind_as(*local, Told::Elsewhere);
        }
    }

    /// Who learns what a name stands for: those that `seen by` names; nobody, where it goes into secret states only and
    /// whoever sees these learns it there.
    pub(super) fn seen(&mut self, local: LocalId, seen: Option<&Expr>) -> R {
        match seen {
            Some(who) => {
                self.track(local);
                self.list(who)
            }
            None if self.stored.get(local.index()) == Some(&true) => self.fixed(list_handle(0, 0, false)),
            None => NO_REG,
        }
    }

    fn weights(&mut self, list: R, local: crate::ids::LocalId, weight: &Expr) -> R {
        let d = self.temp();
        self.emit(Op::NewList { d });
        let item = self.local(local);
        self.each(list, item, |code| {
            let s = code.given_back(|code| code.value(weight));
            code.emit(Op::Push { s });
        });
        self.emit(Op::EndList { d });
        d
    }

    fn reroll(&mut self, pool: crate::ids::LocalId, die: crate::ids::LocalId, cond: Option<&Expr>) {
        let dice = match self.locals.get(pool.index()) {
            Some(Type::Pool(dice)) => dice.0,
            _ => 0,
        };
        let who = self.rolled.iter().rev().find(|(rolled, _)| *rolled == pool).and_then(|(_, who)| who.clone());
        let seen = self.seen(pool, who.as_ref());
        let pool = self.local(pool);
        let faces = self.temp();
        self.emit(Op::call(crate::check::tree::Function::PoolFaces, faces, &[pool]));
        // Positions from 1 of the dice that are rolled again.
        let which = self.temp();
        self.emit(Op::NewList { d: which });
        let position = self.constant(0);
        let one = self.fixed(1);
        let item = self.local(die);
        self.each(faces, item, |code| {
            code.emit(Op::Arithmetic { how: crate::check::tree::Arithmetic::Add, d: position, a: position, b: one });
            let mut skip = Vec::new();
            if let Some(cond) = cond {
                code.branch(cond, false, &mut skip);
            }
            code.emit(Op::Push { s: position });
            code.land_all(skip);
        });
        self.emit(Op::EndList { d: which });
        let progress = self.progress();
        self.emit(Op::Reroll { dice, pool, which, progress, seen });
    }

    fn bounds(&mut self, many: &Many) -> (Bounds, R) {
        match many {
            Many::One => (Bounds::One, NO_REG),
            Many::Number(e) => (Bounds::Number, self.value(e)),
            Many::UpTo(e) => (Bounds::UpTo, self.value(e)),
            Many::Exactly(e) => (Bounds::Exactly, self.value(e)),
            Many::AnyNumber => (Bounds::AnyNumber, NO_REG),
        }
    }

    /// `follow`: where nothing in the options can fail, what has to be asked so that nothing behind them can.
    fn offer(
        &mut self,
        count: Option<&Expr>,
        repeatedly: bool,
        options: &[OfferOption],
        says: &Said,
        follow: Option<Vec<Check>>,
    ) {
        // What the options ask is pure code beside the way.
        let over = self.emit(Op::Jump { to: 0 });
        let heads = self.next;
        let mut infos: Vec<OptionInfo> = options.iter().map(|o| self.option_head(o)).collect();
        self.is_stale(heads..self.next);
        self.land(over);
        let several = count.map(|e| self.value(e));
        let used = if several.is_some() { self.flags(options.len()) } else { NO_REG };
        let taken = if several.is_some() { self.constant(0) } else { NO_REG };
        let one = self.fixed(1);
        let (regions, at_once, doers) = (self.regions, self.at_once, self.doers.len());
        if repeatedly {
            self.loops.push(Loop { exits: Vec::new(), regions, at_once, doers });
        }
        let top = self.here();
        let mark = self.temp();
        let marked = self.emit(Op::Mark { d: mark });
        let mut exits = Vec::new();
        if let Some(several) = several {
            let how = crate::check::tree::Compare::Less;
            exits.push(self.emit(Op::JumpCompare { how, when: false, a: taken, b: several, to: 0 }));
            self.emit(Op::Arithmetic { how: crate::check::tree::Arithmetic::Add, d: taken, a: taken, b: one });
        }
        // What was done since the last time round has not settled yet.
        self.nested |= repeatedly || several.is_some();
        self.settle_before();
        let span = self.span;
        self.c.p.offers.push(OfferInfo {
            options: Vec::new(),
            passes: options.iter().map(|_| None).collect(),
            plain: PlainOffer::No,
            tallies: Vec::new(),
            several: several.is_some(),
            repeatedly,
            says: says.to_vec(),
            span,
        });
        let offer = self.c.newest(self.c.p.offers.len(), "offers", span);
        self.c.fits(options.len(), "options in one offer", span);
        let at = self.emit(Op::Offer { offer, used, none: 0 });
        infos.iter().filter_map(|info| info.each).for_each(|(_, member)| self.written_by(member, at));
        if let Some(checks) = follow {
            self.certain.push((self.here(), checks));
        }
        // Beside the way again, and behind all registers that the offer has in use.
        let guards = self.c.p.ops.len();
        for info in &mut infos {
            if let Some((action, code, first)) = info.action {
                let of_member = info.each.is_some_and(|(_, member)| member == first) && code.is_none();
                info.asks = self.asks_of_call(action, first, of_member);
                info.rest = self.rest_of_call(action, first).map(Into::into);
            }
        }
        let bodies = self.c.p.ops.len();
        let (mut ends, mut releases) = (Vec::new(), Vec::new());
        for (option, info) in options.iter().zip(infos.iter_mut()) {
            self.option_body(option, info);
            releases.push(self.emit(Op::Release { s: mark }));
            if repeatedly && let Some(moment) = self.phase.and_then(|p| self.c.pause_of(p)) {
                self.emit(Op::Moment { moment });
            }
            if repeatedly || several.is_some() {
                self.emit(Op::Jump { to: top });
            } else {
                ends.push(self.emit(Op::Jump { to: 0 }));
            }
        }
        self.land(at);
        self.land_all(ends);
        self.land_all(exits);
        // What guards build is given back by whoever asks them.
        if !self.builds_between(marked, guards) && !self.builds_since(bodies) {
            self.erase(marked);
            releases.into_iter().for_each(|at| self.erase(at));
        }
        if repeatedly && let Some(done) = self.loops.pop() {
            for at in done.exits {
                self.land(at);
            }
        }
        if let Some(info) = self.c.p.offers.get_mut(offer as usize) {
            info.options = infos;
        }
    }

    /// Registers with a bit for each option of an offer, none of them set.
    fn flags(&mut self, options: usize) -> R {
        let first = self.constant(0);
        for _ in 1..options.div_ceil(USED_BITS) {
            self.constant(0);
        }
        first
    }

    fn option_head(&mut self, option: &OfferOption) -> OptionInfo {
        let limit = self.c.limit(option.limit.as_ref());
        let passes = self.c.tree.bot_pass.iter().find(|(name, _)| *name == option.name);
        let mut info = OptionInfo {
            name: option.name.replace('_', " "),
            says: option.says.clone(),
            action_says: Vec::new(),
            limit,
            needs: None,
            each: None,
            open: false,
            pile: None,
            parts: Vec::new(),
            action: None,
            certain: false,
            asks: Vec::new(),
            plan: None,
            rest: None,
            blind: false,
            body: 0,
            probed: false,
            ty: Type::Unknown,
            members: Members::Words,
            pass: passes.map(|(_, percent)| *percent),
            price: None,
            gambles: Vec::new(),
            span: option.span,
        };
        match &option.kind {
            OptionKind::Block { needs, body } => {
                // It is asked while the offer's own registers are in use: it keeps those it has.
                let start = self.here();
                let s = match needs {
                    Some(needs) => Some(self.value(needs)),
                    None => self.only_payment(body).and_then(|amount| self.payable(amount)),
                };
                info.needs = s.map(|s| {
                    self.emit(Op::Yield { s });
                    start.into()
                });
            }
            OptionKind::Action { action, args, each, blind } => {
                info.blind = *blind;
                let each_local = each.as_ref().map(|(local, _)| *local);
                if let Some(name) = each_local.and_then(|local| self.names.get(local.index())) {
                    let place = format!("{{{name}}}");
                    info.says.iter_mut().for_each(|(_, text)| *text = text.replace(&place, ABOUT));
                }
                info.action_says = self.action_says(*action, args, each_local);
                if let Some((local, set)) = each {
                    let start = self.here();
                    let s = self.list(set);
                    self.emit(Op::Yield { s });
                    info.each = Some((start, self.local(*local)));
                    (info.ty, info.members) = (element(&set.ty), self.members(set));
                }
                // The arguments stay in registers of their own while the call is asked about and made.
                let start = self.here();
                let first = self.values(args);
                let code = (self.here() > start).then(|| {
                    let s = self.fixed(1);
                    self.emit(Op::Yield { s });
                    start
                });
                info.certain = match &args[..] {
                    [] => true,
                    [Expr { kind: ExprKind::Local(local), ty, .. }] => {
                        Some(*local) == each_local && self.c.fits_param(*action, ty)
                    }
                    _ => false,
                };
                info.action = Some((*action, code, first));
            }
        }
        info
    }

    /// What an action says where it is an option. Only what the option is about has a name then: where another parameter
    /// would have to be named, it says nothing.
    fn action_says(&self, action: ActionId, args: &[Expr], about: Option<LocalId>) -> Vec<(String, String)> {
        let Some(action) = self.c.tree.actions.get(action.index()) else { return Vec::new() };
        let is_about = |arg: &Expr| about.is_some_and(|local| matches!(arg.kind, ExprKind::Local(id) if id == local));
        let params = action.locals.list.iter().zip(args).filter(|(_, arg)| is_about(arg));
        let filled = |text: &String| {
            params.clone().fold(text.clone(), |text, (param, _)| text.replace(&format!("{{{}}}", param.name), ABOUT))
        };
        let says: Vec<(String, String)> = action.says.iter().map(|(code, text)| (code.clone(), filled(text))).collect();
        let open = says.iter().any(|(_, text)| text.replace(ABOUT, "").contains('{'));
        if open { Vec::new() } else { says }
    }

    /// The payment that a block begins with, where that is its only condition and pure code tells whether it can be made.
    fn only_payment<'s>(&self, body: &'s [Statement]) -> Option<&'s Amount> {
        self.first_payment(body).filter(|_| fallible::conditional(body) == 1)
    }

    fn option_body(&mut self, option: &OfferOption, info: &mut OptionInfo) {
        let saved = std::mem::replace(&mut self.span, option.span);
        info.body = self.here();
        match &option.kind {
            OptionKind::Block { needs, body } => {
                let paid = needs.is_none() && self.only_payment(body).is_some();
                let (bound, free) = body.split_at(fallible::conditional(body));
                let open = self.c.liveness.open_block();
                let begin = (!bound.is_empty()).then(|| self.conditional(|code| code.statements(bound)));
                info.probed = begin.is_some() && !paid;
                self.statements(free);
                self.c.liveness.close_block(open, self.here());
                begin.into_iter().for_each(|at| self.land(at));
            }
            OptionKind::Action { action, args, .. } => {
                let next = self.next;
                let over = self.write_out_offered(*action, args).map(|calls| {
                    let over = self.emit(Op::Jump { to: 0 });
                    self.land_all(calls);
                    over
                });
                self.next = next;
                let fit = self.kinds_fit(*action, args);
                let args = self.values(args);
                self.emit(Op::CallAction { action: action.0, args, give: NO_REG, asked: true, fit });
                over.into_iter().for_each(|over| self.land(over));
            }
        }
        self.look_for_end();
        self.span = saved;
    }
}

/// The zone that a set is of, where all of it lies in one place.
pub(super) fn zone_of(set: &Expr) -> Option<ZoneId> {
    match &set.kind {
        ExprKind::Cards(set) | ExprKind::Filter { set, .. } | ExprKind::Take { set, .. } => zone_of(set),
        ExprKind::Zone(zone, _) => Some(*zone),
        _ => None,
    }
}

/// What the members of a set are.
pub(crate) fn element(ty: &Type) -> Type {
    match ty {
        Type::Set(inner) => (**inner).clone(),
        Type::Zone => Type::Component(crate::program::nouns::KindSet::all()),
        other => other.clone(),
    }
}

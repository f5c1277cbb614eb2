//! Goes through what one does inside a `together`, and through all that is called there.

use std::collections::{BTreeSet, VecDeque};

use super::whose::{Env, Whose};
use crate::check::rules::reach;
use crate::check::tree::*;
use crate::check::walk;
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::ids::*;
use crate::program::nouns::{Class, Type, Word, counter_word, stuff_counter_word};
use crate::source::Span;

/// What was reported: where it is called, where it stands, and what it is.
pub type Told = BTreeSet<(Span, Span, String)>;

/// One call on the way: what was called, and where.
struct Link {
    name: String,
    span: Span,
    outer: Option<usize>,
}

/// A body that is still to be looked at.
struct Visit<'t> {
    block: &'t Block,
    env: Env,
    link: usize,
}

/// As much of an event as tells whether a hook hears it.
#[derive(Clone, Copy)]
enum Raised {
    Plain,
    Counter(Word),
    To(ZoneId),
}

pub struct Follower<'t, 'f> {
    tree: &'t Tree,
    told: &'f mut Told,
    findings: &'f mut Findings,
    links: Vec<Link>,
    /// A list, not recursion: chains of actions may be long. The shortest way to something is found first.
    waiting: VecDeque<Visit<'t>>,
    /// Bodies by where they are called from inside the block, and by whose things they are handed.
    seen: BTreeSet<(Span, *const Block, Env)>,
}

const HELP: &str = "do it before or after the block; inside, each one changes only their own things";

impl<'t, 'f> Follower<'t, 'f> {
    pub fn new(tree: &'t Tree, told: &'f mut Told, findings: &'f mut Findings) -> Self {
        Follower { tree, told, findings, links: Vec::new(), waiting: VecDeque::new(), seen: BTreeSet::new() }
    }

    /// Looks at everything that was called.
    pub fn calls(&mut self) {
        while let Some(visit) = self.waiting.pop_front() {
            self.block(visit.block, &visit.env, Some(visit.link));
        }
    }

    pub fn block(&mut self, block: &'t Block, env: &Env, link: Option<usize>) {
        let mut env = env.clone();
        for statement in block {
            self.statement(statement, &mut env, link);
        }
    }

    fn report(&mut self, span: Span, what: &str, link: Option<usize>) {
        let mut chain: Vec<&Link> = Vec::new();
        let mut next = link;
        while let Some(link) = next.and_then(|i| self.links.get(i)) {
            chain.push(link);
            next = link.outer;
        }
        let at = chain.last().map_or(span, |outermost| outermost.span);
        if !self.told.insert((at, span, what.to_owned())) {
            return;
        }
        let doer = chain.last().map_or("this", |outermost| outermost.name.as_str());
        let message = format!("{doer} {what}, which cannot be done by all at once inside `together`");
        let mut finding = Diagnostic::new(Code::NotTogether, at, message).help(HELP);
        for link in chain.iter().rev().skip(1) {
            finding = finding.other(link.span, format!("by way of {}", link.name));
        }
        if !chain.is_empty() {
            finding = finding.other(span, "here");
        }
        self.findings.push(finding);
    }

    /// Something is changed: it must be one's own.
    fn change(&mut self, whose: Whose, span: Span, link: Option<usize>) {
        match whose {
            Whose::Another => self.report(span, "changes what belongs to somebody else", link),
            Whose::Table => self.report(span, "changes what belongs to the table", link),
            Whose::Own | Whose::Unknown => {}
        }
    }

    fn statement(&mut self, statement: &'t Statement, env: &mut Env, link: Option<usize>) {
        let outer = env.me;
        if let Some(by) = &statement.by {
            env.me = env.whose(self.tree, by);
        }
        self.asks(statement, env, link);
        self.does(statement, env, link);
        self.binds(statement, env);
        self.routines(statement, env, link);
        match &statement.kind {
            StatementKind::Keyword { name, body, .. } => {
                let link = self.link(format!("`{name}`"), statement.span, link);
                self.block(body, env, Some(link));
            }
            // Another block of this sort is looked at by itself; what is put off waits for the end.
            StatementKind::Together { .. } | StatementKind::Later { .. } => {}
            _ => reach::blocks(statement).into_iter().for_each(|block| self.block(block, env, link)),
        }
        env.me = outer;
    }

    fn asks(&mut self, statement: &Statement, env: &Env, link: Option<usize>) {
        use StatementKind as S;
        let span = statement.span;
        match &statement.kind {
            S::Random { .. } => self.report(span, "asks chance", link),
            S::Roll { .. } | S::Reroll { .. } => self.report(span, "rolls dice", link),
            S::Window { .. } => self.report(span, "opens a window", link),
            S::Together { .. } => self.report(span, "begins another `together`", link),
            S::Choose { .. } | S::Offer { .. } | S::Split { .. } | S::May { .. } if env.me == Whose::Another => {
                self.report(span, "lets somebody else decide", link);
            }
            _ => {}
        }
    }

    /// What a statement itself changes.
    fn does(&mut self, statement: &'t Statement, env: &Env, link: Option<usize>) {
        use StatementKind as S;
        let (tree, span) = (self.tree, statement.span);
        let whose = |e: &Expr| env.whose(tree, e);
        match &statement.kind {
            S::Gain { lose, amounts, on, .. } => {
                for amount in amounts {
                    self.gain(amount, *lose, on.as_ref(), env, span, link);
                }
            }
            S::Pay { .. } | S::PayMix { .. } => {
                self.change(env.me, span, link);
                self.raise(Primitive::Pay, Raised::Plain, &[], env, span, link);
            }
            S::Set { target, .. } => self.set(target, env, span, link),
            S::Move { what, zone, .. } => {
                match whose(what) {
                    Whose::Table if matches!(what.kind, ExprKind::Ends { .. }) => {
                        self.report(what.span, "draws from what is shared", link);
                    }
                    Whose::Table => self.report(what.span, "takes what lies on the table", link),
                    other => self.change(other, what.span, link),
                }
                self.change(whose(zone), zone.span, link);
                let to = match zone.kind {
                    ExprKind::Zone(id, _) => Raised::To(id),
                    _ => Raised::Plain,
                };
                self.raise(Primitive::Move, to, &[whose(what), Whose::Unknown, whose(zone)], env, span, link);
            }
            S::Shuffle { zone } => {
                match whose(zone) {
                    Whose::Table => self.report(span, "shuffles what is shared", link),
                    Whose::Another => self.report(span, "shuffles what belongs to somebody else", link),
                    Whose::Own | Whose::Unknown => {}
                }
                self.raise(Primitive::Shuffle, Raised::Plain, &[whose(zone)], env, span, link);
            }
            S::MoveStuff { stuff, from, to, .. } => {
                self.holder(from, Some(*stuff), true, env, span, link);
                self.holder(to, Some(*stuff), false, env, span, link);
            }
            S::MoveMix { from, to, .. } => {
                self.holder(from, None, true, env, span, link);
                self.holder(to, None, false, env, span, link);
            }
            S::Swap { a, b } => {
                self.change(whose(a), a.span, link);
                self.change(whose(b), b.span, link);
                self.raise(Primitive::Swap, Raised::Plain, &[whose(a), whose(b)], env, span, link);
            }
            S::Turn { what, .. } => {
                self.change(whose(what), what.span, link);
                self.raise(Primitive::Turn, Raised::Plain, &[whose(what)], env, span, link);
            }
            S::Walk { what, .. } | S::Flip { zone: what } | S::Hide { what } => {
                self.change(whose(what), what.span, link);
            }
            S::LookAt { what } | S::Reveal { what, .. } => self.show(statement, what, env, link),
            S::Remember { memory, of, .. } | S::Forget { memory, of, .. } => {
                let common = tree.nouns.memories.get(memory.index()).is_some_and(|def| def.on == Class::Game);
                let owner = of.as_ref().map_or(env.me, whose);
                self.change(if common { Whose::Table } else { owner }, span, link);
            }
            S::Eliminate { who } => {
                self.change(whose(who), span, link);
                self.raise(Primitive::Eliminate, Raised::Plain, &[whose(who)], env, span, link);
            }
            _ => {}
        }
    }

    fn show(&mut self, statement: &Statement, what: &Expr, env: &Env, link: Option<usize>) {
        let whose = env.whose(self.tree, what);
        match whose {
            Whose::Table => self.report(what.span, "looks at what is shared", link),
            Whose::Another => self.report(what.span, "looks at what belongs to somebody else", link),
            Whose::Own | Whose::Unknown => {}
        }
        let look = matches!(statement.kind, StatementKind::LookAt { .. });
        let primitive = if look { Primitive::Look } else { Primitive::Reveal };
        self.raise(primitive, Raised::Plain, &[whose], env, statement.span, link);
    }

    fn gain(&mut self, amount: &Amount, lose: bool, on: Option<&Expr>, env: &Env, span: Span, link: Option<usize>) {
        let tree = self.tree;
        let mut bearer = on.map_or(env.me, |on| env.whose(tree, on));
        let mut raised = Raised::Plain;
        let mut taken = Vec::new();
        match &amount.what {
            What::Counter(id) => {
                raised = Raised::Counter(counter_word(*id));
                if tree.nouns.states.get(id.index()).is_some_and(|def| def.on == Class::Game) {
                    bearer = Whose::Table;
                }
            }
            What::Stuff(id) => {
                raised = Raised::Counter(stuff_counter_word(*id));
                taken.push(*id);
            }
            What::Group(id) => {
                taken.extend(tree.nouns.stuff_groups.get(id.index()).into_iter().flat_map(|g| &g.members))
            }
            What::Bundle => {
                if let ExprKind::Bundle(parts) = &amount.number.kind {
                    taken.extend(parts.iter().map(|(id, _)| *id));
                }
            }
            What::Named(_) => {}
        }
        self.change(bearer, span, link);
        if !lose && taken.into_iter().any(|id| self.limited(id)) {
            self.report(span, "takes from a limited supply", link);
        }
        let primitive = if lose { Primitive::Lose } else { Primitive::Gain };
        self.raise(primitive, raised, &[Whose::Unknown, Whose::Unknown, bearer], env, span, link);
    }

    /// Whether two could take the last piece of a sort.
    fn limited(&self, stuff: StuffId) -> bool {
        let def = |id: StuffId| self.tree.nouns.stuff.get(id.index());
        def(stuff).and_then(|sort| def(sort.account_of)).is_some_and(|sort| sort.supply.is_some())
    }

    fn holder(
        &mut self,
        holder: &Holder,
        stuff: Option<StuffId>,
        from: bool,
        env: &Env,
        span: Span,
        link: Option<usize>,
    ) {
        match holder {
            Holder::Supply => {
                let any = (0..self.tree.nouns.stuff.len()).any(|i| self.limited(StuffId::from_index(i)));
                if from && stuff.map_or(any, |stuff| self.limited(stuff)) {
                    self.report(span, "takes from a limited supply", link);
                }
            }
            Holder::At(_, of) | Holder::Account(_, of, _) => self.change(env.whose(self.tree, of), of.span, link),
        }
    }

    fn set(&mut self, target: &Target, env: &Env, span: Span, link: Option<usize>) {
        let tree = self.tree;
        let mut raised = None;
        let owner = match target {
            Target::State(id, of) => {
                raised = Some(counter_word(*id));
                let common = tree.nouns.states.get(id.index()).is_some_and(|def| def.on == Class::Game);
                if common { Whose::Table } else { of.as_ref().map_or(env.me, |of| env.whose(tree, of)) }
            }
            Target::Place(of) | Target::Stuff(_, of) => env.whose(tree, of),
            Target::FirstPlayer => Whose::Table,
            Target::PoolBonus(_) => Whose::Own,
        };
        self.change(owner, span, link);
        if let Some(word) = raised {
            let args = [Whose::Unknown, Whose::Unknown, owner];
            self.raise(Primitive::Set, Raised::Counter(word), &args, env, span, link);
        }
    }

    fn binds(&mut self, statement: &Statement, env: &mut Env) {
        use StatementKind as S;
        match &statement.kind {
            S::Choose { local, set, .. } | S::ForEach { local, set, .. } | S::With { local, set, .. } => {
                env.bind(*local, env.whose(self.tree, set));
            }
            S::Random { local, .. } | S::Call { bind: Some((local, _)), .. } => env.bind(*local, Whose::Unknown),
            S::Let { local, expr } => env.bind(*local, env.whose(self.tree, expr)),
            S::Offer { options, .. } => {
                for option in options {
                    if let OptionKind::Action { each: Some((local, set)), .. } = &option.kind {
                        env.bind(*local, env.whose(self.tree, set));
                    }
                }
            }
            _ => {}
        }
    }

    // ---- calls

    fn link(&mut self, name: String, span: Span, outer: Option<usize>) -> usize {
        self.links.push(Link { name, span, outer });
        self.links.len() - 1
    }

    fn visit(&mut self, block: &'t Block, env: Env, name: String, span: Span, outer: Option<usize>) {
        let mut first = outer;
        while let Some(next) = first.and_then(|i| self.links.get(i)).and_then(|link| link.outer) {
            first = Some(next);
        }
        let root = first.and_then(|i| self.links.get(i)).map_or(span, |link| link.span);
        if self.seen.insert((root, std::ptr::from_ref(block), env.clone())) {
            let link = self.link(name, span, outer);
            self.waiting.push_back(Visit { block, env, link });
        }
    }

    fn routines(&mut self, statement: &'t Statement, env: &Env, link: Option<usize>) {
        let tree = self.tree;
        match &statement.kind {
            StatementKind::Call { action, args, .. } => self.call(*action, args, env, statement.span, link),
            StatementKind::Offer { options, .. } => {
                for option in options {
                    if let OptionKind::Action { action, args, .. } = &option.kind {
                        self.call(*action, args, env, option.span, link);
                    }
                }
            }
            StatementKind::Run { of, ability, as_this } => {
                let kinds = match &of.ty {
                    Type::Component(kinds) => Some(*kinds),
                    _ => None,
                };
                for def in tree.abilities.iter().filter(|def| def.ability == *ability) {
                    let Some(design) = tree.nouns.designs.get(def.design.index()) else { continue };
                    if kinds.is_some_and(|kinds| !kinds.has(design.kind)) {
                        continue;
                    }
                    let mut inner = Env::of(env.me);
                    inner.this = if *as_this { env.this } else { env.whose(tree, of) };
                    let word = tree.nouns.abilities.get(ability.index()).map_or("?", |a| a.name.as_str());
                    let name = format!("`{word}` of `{}`", design.name);
                    self.visit(&def.body, inner, name, statement.span, link);
                }
            }
            _ => {}
        }
    }

    fn call(&mut self, action: ActionId, args: &[Expr], env: &Env, span: Span, link: Option<usize>) {
        let Some(def) = self.tree.actions.get(action.index()) else { return };
        let args: Vec<Whose> = args.iter().map(|e| env.whose(self.tree, e)).collect();
        self.hooks(action, Raised::Plain, &args, env, span, link);
        let Some(body) = &def.body else { return };
        let mut inner = Env::of(env.me);
        args.iter().enumerate().for_each(|(i, whose)| inner.bind(LocalId::from_index(i), *whose));
        self.visit(body, inner, format!("`{}`", def.name), span, link);
    }

    fn raise(
        &mut self,
        primitive: Primitive,
        raised: Raised,
        args: &[Whose],
        env: &Env,
        span: Span,
        link: Option<usize>,
    ) {
        self.hooks(ActionId::from_index(primitive as usize), raised, args, env, span, link);
    }

    /// What stands before or instead of an event acts in its place, and so inside the block; watchers wait for the end.
    fn hooks(&mut self, action: ActionId, raised: Raised, args: &[Whose], env: &Env, span: Span, link: Option<usize>) {
        let tree = self.tree;
        for hook in &tree.hooks {
            let HookKind::Watch { when: When::Before | When::InsteadOf, action: watched, by, body } = &hook.kind else {
                continue;
            };
            let first = match &hook.source {
                HookSource::Lasting { captures } => captures.len(),
                HookSource::Rule | HookSource::Design { .. } => 0,
            };
            if *watched != action || !hears(hook.cond.as_ref(), raised, first) {
                continue;
            }
            // A rule acts for the doer, a card for its holder: `by me` says that this is the doer.
            let by_me = by.as_ref().is_some_and(|by| matches!(by.kind, ExprKind::Me));
            let me = if by_me || matches!(hook.source, HookSource::Rule) { env.me } else { Whose::Unknown };
            let mut inner = Env::of(me);
            inner.who = env.me;
            inner.this = if by_me { env.me } else { Whose::Unknown };
            for (i, whose) in args.iter().enumerate() {
                inner.bind(LocalId::from_index(first + i), *whose);
            }
            let name = match &hook.source {
                HookSource::Rule => format!("`{}`", hook.name),
                HookSource::Design { .. } => format!("a hook of `{}`", hook.name),
                HookSource::Lasting { .. } => "a lasting effect".into(),
            };
            self.visit(body, inner, name, span, link);
        }
    }
}

/// Whether a hook with this condition can hear of an event: it may ask for another counter or zone.
fn hears(cond: Option<&Expr>, raised: Raised, first: usize) -> bool {
    let Some(cond) = cond else { return true };
    match raised {
        Raised::Plain => true,
        Raised::Counter(word) => walk::wanted_word(cond, first).is_none_or(|wanted| wanted == word),
        Raised::To(zone) => walk::wanted_zone(cond, first + 2).is_none_or(|wanted| wanted == zone),
    }
}

//! From the typed tree to a program: registers, flat ops, tables of hooks.

mod absent;
mod asks;
mod branch;
mod built;
mod certain;
mod choose;
mod code;
mod compact;
mod economy;
mod endings;
mod expr;
mod fallible;
mod flow;
mod gambles;
mod hooks;
mod inline;
mod kept;
mod layout;
mod leaving;
mod liveness;
mod moving;
mod names;
mod origins;
mod plain;
mod plans;
mod possible;
mod prices;
mod questions;
mod reads;
mod refill;
mod secret;
mod selections;
mod settles;
mod size;
mod statement;
mod swift;
mod tallies;
mod unroll;
mod unseen;
mod walk;
mod writes;
mod written;

use std::collections::HashMap;

use certain::Whole;

use crate::check::tree::{Amount, Expr, Question, Tree, What};
use crate::diagnostic::Diagnostic;
use crate::ids::{ActionId, LocalId};
use crate::program::nouns::{KindSet, Type};
use crate::program::op::{Op, Pc, R};
use crate::program::reg::Reg;
use crate::program::{
    AbilityInfo, ActionInfo, Fallible, LimitInfo, PhaseInfo, Program, QuestionInfo, ValueInfo, WindowInfo,
};
use crate::source::Span;
use crate::vocabulary::Primitive;
use code::Code;
use fallible::Condition;

/// What all code of a game is written to.
pub(crate) struct Compiler<'t> {
    pub tree: &'t Tree,
    pub p: Program,
    /// Somewhere a phase or turn is ended early: then phases must look for it.
    pub has_ends: bool,
    /// Something that is no card can be known to some only.
    pub keeps_back: bool,
    /// Displays fill or rules act at settle points; else only ends take effect there.
    pub rules_settle: bool,
    /// Something may end the game before its last round.
    pub has_end: bool,
    /// Somebody may be eliminated; somebody else may become the first player.
    pub has_eliminate: bool,
    pub has_first_player: bool,
    /// The register of each constant.
    pub constants: HashMap<Reg, R>,
    /// A keyword is written out wherever it is called, and its limit counts over all of them.
    pub keyword_limits: Vec<(String, u16)>,
    /// The first thing that is more than a program can hold.
    pub too_large: Option<Diagnostic>,
    pub unseen: unseen::Unseen,
    pub liveness: liveness::Liveness,
}

/// Compiles a tree in which nothing is wrong; only its size can still be.
pub fn compile(tree: &Tree) -> Result<Program, Box<Diagnostic>> {
    let mut c = Compiler {
        tree,
        p: Program::default(),
        has_ends: fallible::has_ends(tree),
        keeps_back: origins::keeps_back(tree),
        rules_settle: false,
        has_end: fallible::has_end(tree),
        has_eliminate: fallible::has_eliminate(tree),
        has_first_player: fallible::has_first_player(tree),
        constants: HashMap::new(),
        keyword_limits: Vec::new(),
        too_large: None,
        unseen: unseen::Unseen::of(tree),
        liveness: liveness::Liveness::default(),
    };
    c.tree_fits(tree);
    // Place 0 means "no code".
    c.p.ops.push(Op::Nop);
    c.p.spans.push(Span::default());
    c.liveness.op(liveness::FLOW, 0, 0, 0, &Op::Nop);
    layout::lay_out(&mut c);
    if let Some(found) = c.too_large {
        return Err(Box::new(found));
    }
    c.rules_settle = !c.p.fills.is_empty() || fallible::has_rules(tree);
    c.p.ranking = tree.ranking.clone();
    c.p.utility = tree.utility;
    c.p.next_actor = tree.flow.next_actor;
    c.p.phases = tree.phases.iter().map(|p| PhaseInfo { name: p.name.clone(), labels: p.labels.clone() }).collect();
    c.p.windows = tree
        .windows
        .iter()
        .map(|w| WindowInfo {
            name: w.name.clone(),
            params: w.params.len() as u16,
            says: w.says.clone(),
            span: w.span,
            ..WindowInfo::default()
        })
        .collect();
    c.heads();
    hooks::index(&mut c);
    c.values();
    hooks::bodies(&mut c);
    c.abilities();
    c.actions();
    flow::flow(&mut c);
    prices::of_offers(&mut c);
    gambles::of_all(&mut c);
    c.scenarios();
    if let Some(found) = c.too_large {
        return Err(Box::new(found));
    }
    layout::line_sets(&mut c);
    layout::group_pieces(&mut c);
    c.p.live = c.liveness.finish();
    layout::quick_states(&mut c.p);
    compact::compact(&mut c.p);
    layout::calls(&mut c.p);
    plain::of_values(&mut c.p);
    kept::of_values(&mut c.p, tree);
    plain::of_options(&mut c.p);
    plain::of_certain(&mut c.p);
    plans::of_options(&mut c.p);
    plans::of_actions(&mut c.p);
    plain::of_rules(&mut c.p);
    reads::of_rules(&mut c.p);
    layout::marks(&mut c.p);
    swift::write(&mut c.p);
    Ok(c.p)
}

impl Compiler<'_> {
    pub(crate) fn limit(&mut self, limit: Option<&crate::check::tree::Limit>) -> Option<u16> {
        let limit = limit?;
        self.p.limits.push(LimitInfo { count: limit.count, per: limit.per, per_name: limit.per_name });
        Some(self.newest(self.p.limits.len(), "limits", crate::source::Span::default()))
    }

    pub(crate) fn keyword_limit(&mut self, name: &str, limit: Option<&crate::check::tree::Limit>) -> Option<u16> {
        if let Some((_, known)) = self.keyword_limits.iter().find(|(n, _)| n == name) {
            return Some(*known);
        }
        let limit = self.limit(limit)?;
        self.keyword_limits.push((name.to_owned(), limit));
        Some(limit)
    }

    /// Heads first: code may call what is compiled later.
    fn heads(&mut self) {
        for action in &self.tree.actions {
            let limit = self.limit(action.limit.as_ref());
            let params = action.locals.list.iter().take(action.params);
            let info = ActionInfo {
                name: action.name.clone(),
                params: action.params as u16,
                limit,
                is_event: action.body.is_none(),
                component_params: params.clone().map(|l| matches!(l.ty, Type::Component(_))).collect(),
                param_kinds: params
                    .clone()
                    .enumerate()
                    .filter_map(|(i, l)| match l.ty {
                        Type::Component(kinds) if !self.fit_kinds(KindSet::all(), kinds) => Some((i as u16, kinds)),
                        _ => None,
                    })
                    .collect(),
                param_types: params.map(|l| l.ty.clone()).collect(),
                gives: action.gives.is_some(),
                says: action.says.clone(),
                span: action.span,
                ..ActionInfo::default()
            };
            self.p.actions.push(info);
        }
        for value in &self.tree.values {
            self.p.values.push(ValueInfo {
                name: value.name.clone(),
                params: value.params as u16,
                list: is_list(&value.expr.ty),
                says: value.says.clone(),
                span: value.span,
                ..ValueInfo::default()
            });
        }
        let count = self.tree.nouns.designs.len() * self.tree.nouns.abilities.len();
        self.p.abilities = vec![None; count];
        for ability in &self.tree.abilities {
            let at = ability.design.index() * self.tree.nouns.abilities.len() + ability.ability.index();
            let limit = self.limit(ability.limit.as_ref());
            let info = AbilityInfo {
                code: 0,
                registers: 0,
                full: ability.full,
                limit,
                fallible: Fallible::Never,
                certain: false,
                checks_itself: false,
                reads_print: false,
                gambles: Vec::new(),
                says: ability.says.clone(),
                span: ability.span,
            };
            if let Some(place) = self.p.abilities.get_mut(at) {
                *place = Some(info);
            }
        }
    }

    /// Whether whatever has this type fits the first parameter of an action.
    pub(crate) fn fits_param(&self, action: ActionId, ty: &Type) -> bool {
        let param = self.tree.actions.get(action.index()).and_then(|def| def.locals.list.first());
        match (param.map(|p| &p.ty), ty) {
            (Some(Type::Component(wanted)), Type::Component(kinds)) => self.fit_kinds(*kinds, *wanted),
            (Some(Type::Component(wanted)), _) => self.fit_kinds(KindSet::all(), *wanted),
            (param, _) => param.is_some(),
        }
    }

    /// Whether all cards of some kinds that the game has are of others.
    fn fit_kinds(&self, kinds: KindSet, wanted: KindSet) -> bool {
        let there = self.tree.nouns.designs.iter().fold(0, |there, design| there | KindSet::one(design.kind).0);
        there & kinds.0 & !wanted.0 == 0
    }

    fn values(&mut self) {
        let tree = self.tree;
        for (i, value) in tree.values.iter().enumerate() {
            let mut code = Code::new(self, &value.locals, value.span);
            let base = code.pure(&value.expr);
            let at_least = value.at_least.as_ref().map(|e| code.pure(e));
            let at_most = value.at_most.as_ref().map(|e| code.pure(e));
            let registers = code.registers();
            if let Some(info) = self.p.values.get_mut(i) {
                (info.base, info.at_least, info.at_most, info.registers) = (base, at_least, at_most, registers);
            }
        }
    }

    /// What scenarios ask stands behind everything else: the game is the same with and without them.
    fn scenarios(&mut self) {
        let tree = self.tree;
        for scenario in &tree.scenarios {
            let compiled = scenario.map(&mut |question| self.question(question));
            self.p.scenarios.push(compiled);
        }
    }

    fn question(&mut self, question: &Question) -> usize {
        let Question { locals, expr } = question;
        let mut code = Code::new(self, locals, expr.span);
        let start = code.pure(expr);
        let registers = code.registers();
        self.answer(start, registers, expr)
    }

    /// Code that is run when something is asked from outside.
    fn answer(&mut self, code: Pc, registers: u16, expr: &Expr) -> usize {
        self.p.questions.push(QuestionInfo { code, registers, ty: expr.ty.clone(), span: expr.span });
        self.p.questions.len() - 1
    }

    fn abilities(&mut self) {
        let tree = self.tree;
        let borrowed = fallible::has_borrowed_abilities(tree);
        for ability in &tree.abilities {
            let at = ability.design.index() * tree.nouns.abilities.len() + ability.ability.index();
            let mut code = Code::new(self, &ability.locals, ability.span);
            code.whole = Some(Whole { params: 0, this: true });
            code.this_design = (!borrowed).then_some(ability.design);
            let certain = ability.full && code.behind(&ability.body, 0).is_some();
            let fallible = match (ability.full, fallible::ability(ability)) {
                (_, false) => Fallible::Never,
                (true, true) => Fallible::Probe(code.full_guard(&ability.body, &ability.locals)),
                (false, true) => code.fallible(&ability.body, |_, _| false),
            };
            let start = code.here();
            if ability.full {
                code.full_body(&ability.body);
            } else {
                code.body(&ability.body);
            }
            let (registers, reads_print) = (code.registers(), code.reads_print);
            let single = matches!(fallible::head(&ability.body, |_| false).conditions[..], [Condition::Holds(_)]);
            if let Some(Some(info)) = self.p.abilities.get_mut(at) {
                let guarded = single && !info.full && info.limit.is_none();
                info.reads_print = reads_print;
                info.checks_itself = guarded && matches!(fallible, Fallible::Guard(_));
                (info.code, info.registers, info.fallible, info.certain) = (start, registers, fallible, certain);
            }
        }
    }

    fn actions(&mut self) {
        let tree = self.tree;
        for (i, action) in tree.actions.iter().enumerate() {
            let compiled = action.body.as_ref().map(|body| {
                let mut code = Code::new(self, &action.locals, action.span);
                code.whole = Some(Whole { params: action.params, this: false });
                let fallible = code.fallible(body, |c, amount| payment_tells(c, ActionId::from_index(i), amount));
                let start = code.here();
                let info = code.c.p.actions.get(i);
                if info.is_some_and(|info| info.instead.is_empty()) {
                    // Only what goes on in place of something else may hand over what is absent.
                    let params: Vec<R> = (0..action.params).map(|i| code.local(LocalId::from_index(i))).collect();
                    code.present.extend(params);
                }
                code.skippable = fallible::known_conditions(code.c, body);
                code.body_with(action.params, body);
                let behind = code.behind_known;
                let pays = |amount: &Amount| payment_tells(code.c, ActionId::from_index(i), amount);
                let single = matches!(fallible::head(body, pays).conditions[..], [Condition::Holds(_)]);
                (start, code.registers(), fallible, single, behind)
            });
            let Some(info) = self.p.actions.get_mut(i) else { continue };
            if let Some((start, registers, fallible, single, behind)) = compiled {
                (info.body, info.registers, info.fallible) = (Some(start), registers, fallible);
                info.asked_body = behind;
                info.checks_itself = info.limit.is_none() && single && matches!(fallible, Fallible::Guard(_));
            }
            info.plain = info.unheard && info.fallible == Fallible::Never;
        }
    }
}

/// Whether pure code can tell that a payment behind nothing but `needs` can be made: nobody hears of it, and nothing happens
/// as the action begins.
fn payment_tells(c: &Compiler<'_>, action: ActionId, amount: &Amount) -> bool {
    let plain = c.p.actions.get(Primitive::Pay as usize).is_some_and(|a| a.plain);
    let begins = c.p.actions.get(action.index()).is_some_and(|a| a.before.is_empty());
    plain && begins && matches!(amount.what, What::Counter(_) | What::Stuff(_) | What::Group(_))
}

/// Whether registers hold a list for values of this type.
pub(crate) fn is_list(ty: &Type) -> bool {
    matches!(ty, Type::Set(_) | Type::Bundle | Type::Pool(_) | Type::Split(_))
}

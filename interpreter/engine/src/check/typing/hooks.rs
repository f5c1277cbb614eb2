//! Hooks: of rules, of cards, and lasting ones.

use crate::check::symbols::{Callable, Noun};
use crate::check::tree::*;
use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::ids::*;
use crate::program::nouns::{Class, KindSet, Type};
use crate::source::Span;
use crate::syntax::ast;
use crate::vocabulary::primitives::PRIMITIVES;

use super::expr::element;
use super::facts::Live;
use super::scope::{Context, Frame, Me, when_true};
use super::{Typer, function, make, says};

/// Where a hook's text stands.
#[derive(Clone)]
enum Site {
    Rule,
    Design { design: DesignId, kind: KindId, live: Live },
    Lasting,
}

/// A hook's surroundings.
#[derive(Clone)]
pub(super) struct Place<'a> {
    name: String,
    site: Site,
    whiles: Vec<While<'a>>,
}

impl Place<'_> {
    /// On a card.
    pub(super) fn card(name: String, design: DesignId, kind: KindId, live: Live) -> Self {
        Place { name, site: Site::Design { design, kind, live }, whiles: Vec::new() }
    }
}

#[derive(Clone, Copy)]
enum While<'a> {
    Is(&'a ast::Expr),
    In(ZoneId, Span),
}

impl<'a> Typer<'a> {
    /// How many hooks rules and cards have: lasting ones are numbered after them.
    pub(super) fn static_hook_count(&self) -> usize {
        let rules: usize = self.items.rules.iter().map(|rule| leaves(&rule.hooks)).sum();
        let designs = (0..self.nouns.designs.len()).map(DesignId::from_index);
        let cards: usize = designs
            .flat_map(|design| self.members(design))
            .map(|member| match member {
                ast::Member::Hook(hook) => leaves(std::slice::from_ref(hook)),
                _ => 0,
            })
            .sum();
        rules + cards
    }

    pub(super) fn rule_hooks(&mut self) -> Vec<HookDef> {
        let items = self.items;
        let mut list = Vec::new();
        for rule in &items.rules {
            let name = format!("rule {}", rule.name.text);
            let place = Place { name, site: Site::Rule, whiles: Vec::new() };
            self.hooks(&rule.hooks, &place, None, &mut list);
        }
        list
    }

    /// The hooks of an `until`.
    pub(super) fn lasting_hooks(&mut self, f: &mut Frame<'a>, hooks: &'a [ast::Hook]) -> Vec<HookId> {
        let place = Place { name: "lasting effect".into(), site: Site::Lasting, whiles: Vec::new() };
        let first = self.lasting.len();
        // Their places are taken first: what they make themselves comes after.
        self.lasting.extend((0..leaves(hooks)).map(|_| None));
        let mut list = Vec::new();
        self.hooks(hooks, &place, Some(f), &mut list);
        let ids = (first..first + list.len()).map(|i| HookId::from_index(self.lasting_from + i)).collect();
        for (slot, hook) in self.lasting.iter_mut().skip(first).zip(list) {
            *slot = Some(hook);
        }
        ids
    }

    pub(super) fn hooks(
        &mut self,
        hooks: &'a [ast::Hook],
        place: &Place<'a>,
        mut outer: Option<&mut Frame<'a>>,
        out: &mut Vec<HookDef>,
    ) {
        for hook in hooks {
            match &hook.kind {
                ast::HookKind::WhileIn { zone, hooks } => {
                    let mut inside = place.clone();
                    if let Some(id) = self.while_zone(zone, place, outer.as_deref()) {
                        inside.whiles.push(While::In(id, zone.span));
                        self.hooks(hooks, &inside, outer.as_deref_mut(), out);
                    }
                }
                ast::HookKind::While { cond, hooks } => {
                    let mut inside = place.clone();
                    inside.whiles.push(While::Is(cond));
                    self.hooks(hooks, &inside, outer.as_deref_mut(), out);
                }
                _ => out.extend(self.hook(hook, place, outer.as_deref_mut())),
            }
        }
    }

    fn while_zone(&mut self, zone: &ast::Name, place: &Place<'a>, outer: Option<&Frame<'a>>) -> Option<ZoneId> {
        let on_card = match place.site {
            Site::Rule => false,
            Site::Design { .. } => true,
            Site::Lasting => outer.is_some_and(|f| f.context.this.is_some()),
        };
        if !on_card {
            let message = "`while in` says where a card lies; this text is on no card";
            let help = "write a condition instead: `while … { … }`";
            self.report(Diagnostic::new(Code::NotInPlace, zone.span, message).help(help));
            return None;
        }
        if let Some(Noun::Zone(id)) = self.noun(&zone.text) {
            return Some(*id);
        }
        let message = format!("there is no zone `{}`", zone.text);
        let mut finding = Diagnostic::new(Code::UnknownWord, zone.span, message);
        let known: Vec<&str> = self.nouns.zones.iter().map(|def| def.name.as_str()).collect();
        finding = match suggest::nearest(&zone.text, known.iter().copied()) {
            Some(near) => finding.help(format!("did you mean `{near}`?")),
            None => finding.help(format!("there is: {}", crate::check::names::quoted(&known))),
        };
        self.report(finding);
        None
    }

    fn hook(&mut self, hook: &'a ast::Hook, place: &Place<'a>, outer: Option<&mut Frame<'a>>) -> Option<HookDef> {
        let limit = self.limit(&hook.tags);
        let (source, made, locals) = match (&place.site, outer) {
            (Site::Lasting, Some(outer)) => {
                let (captures, made, locals) = self.apart(outer, |typer, f| typer.hook_parts(f, hook, place));
                (HookSource::Lasting { captures }, made, locals)
            }
            _ => {
                let source = self.source(hook, place);
                let mut context = Context::new(self.hook_me(hook, place));
                let of_turn = matches!(hook.kind, ast::HookKind::At { .. }) && matches!(place.site, Site::Rule);
                context.turn = of_turn && context.me == Me::Doer;
                if let Site::Design { kind, .. } = place.site {
                    context.this = Some(Type::Component(KindSet::one(kind)));
                }
                let mut f = Frame::new(context);
                let made = self.hook_parts(&mut f, hook, place);
                (source, made, f.take_locals())
            }
        };
        let (kind, cond) = made?;
        let name = place.name.clone();
        let mut def = HookDef { name, source, limit, locals, kind, cond, says: says(&hook.tags), span: hook.span };
        let mut locals = std::mem::take(&mut def.locals);
        if let Some(body) = hook_body(&def) {
            self.mark_stored(body, &mut locals);
        }
        def.locals = locals;
        Some(def)
    }

    /// Where the hook is live; nowhere is an error.
    fn source(&mut self, hook: &ast::Hook, place: &Place<'a>) -> HookSource {
        let Site::Design { design, kind, live } = &place.site else { return HookSource::Rule };
        let named: Vec<ZoneId> =
            place.whiles.iter().filter_map(|w| if let While::In(zone, _) = w { Some(*zone) } else { None }).collect();
        if !named.is_empty() {
            return HookSource::Design { design: *design, zones: named, face: None };
        }
        if live.zones.is_empty() {
            let kind = self.nouns.kinds.get(kind.index()).map(|def| def.name.clone()).unwrap_or_default();
            let message = format!("this never works: nothing says where a `{kind}` must lie for it");
            let help = format!(
                "add `live = {{ in = \"ZONE\" }}` to `[kind.{kind}]` in the manifest, or write `while in ZONE {{ … }}` around it"
            );
            self.report(Diagnostic::new(Code::NeverLive, hook.span, message).help(help));
        }
        HookSource::Design { design: *design, zones: live.zones.clone(), face: live.face }
    }

    /// Whether a hook of a rule or card has a `me`.
    fn hook_me(&self, hook: &ast::Hook, place: &Place<'a>) -> Me {
        let common = match &place.site {
            Site::Design { live, .. } => {
                let named: Vec<ZoneId> = place
                    .whiles
                    .iter()
                    .filter_map(|w| if let While::In(zone, _) = w { Some(*zone) } else { None })
                    .collect();
                let zones = if named.is_empty() { &live.zones } else { &named };
                let per = |zone: &ZoneId| self.nouns.zones.get(zone.index()).map(|def| def.per);
                !zones.is_empty() && zones.iter().all(|zone| matches!(per(zone), Some(Class::Game | Class::Space)))
            }
            _ => true,
        };
        if !common {
            return Me::Doer;
        }
        let some = |yes: bool| if yes { Me::Doer } else { Me::Hook };
        match &hook.kind {
            ast::HookKind::Watch { .. } | ast::HookKind::Forbid { .. } | ast::HookKind::Window { .. } => Me::Doer,
            ast::HookKind::At { moment, .. } => match moment {
                ast::Moment::Turn => Me::Doer,
                ast::Moment::Phase(name) | ast::Moment::Step(name, _) => some(self.phase_has_me(&name.text)),
                ast::Moment::Game | ast::Moment::Round => Me::Hook,
            },
            _ => Me::Hook,
        }
    }

    /// The hook in its frame: what it watches first, then conditions, then what it does.
    fn hook_parts(
        &mut self,
        f: &mut Frame<'a>,
        hook: &'a ast::Hook,
        place: &Place<'a>,
    ) -> Option<(HookKind, Option<Expr>)> {
        match &hook.kind {
            ast::HookKind::Watch { when, action, by, cond, body } => {
                let id = self.watched(f, action)?;
                f.context.who = true;
                let by = by.as_ref().map(|by| self.doer(f, by));
                let cond = self.hook_cond(f, place, cond.as_ref());
                if *when == When::InsteadOf {
                    f.context.proceed = Some(id);
                    f.context.gives = self.symbols.actions.get(id.index()).and_then(|s| s.gives.clone());
                }
                let body = self.block(f, body);
                Some((HookKind::Watch { when: *when, action: id, by, body }, cond))
            }
            ast::HookKind::Forbid { action, by, cond } => {
                let id = self.watched(f, action)?;
                f.context.who = true;
                let by = by.as_ref().map(|by| self.doer(f, by));
                let cond = self.hook_cond(f, place, cond.as_ref());
                Some((HookKind::Forbid { action: id, by }, cond))
            }
            ast::HookKind::Modify { value, how, expr, cond } => {
                let id = self.modified(f, value, *how)?;
                let before = self.now_typing.replace(id);
                let cond = self.hook_cond(f, place, cond.as_ref());
                let want = match how {
                    How::To => self.value_type(id),
                    _ => Type::Number,
                };
                let expr = self.typed(f, expr, &want);
                self.now_typing = before;
                Some((HookKind::Modify { value: id, how: *how, expr }, cond))
            }
            ast::HookKind::Always { between_effects, each, cond, body } => {
                let each = each.as_ref().map(|(name, selection)| {
                    let set = self.selection(f, selection, Some(name));
                    let set = self.set_from(set);
                    (self.declare_param(f, name, element(&set.ty)), set)
                });
                let cond = self.hook_cond(f, place, Some(cond));
                let body = self.block(f, body);
                Some((HookKind::Always { between_effects: *between_effects, each, body }, cond))
            }
            ast::HookKind::At { edge, moment, cond, body } => {
                let moment = self.moment(moment);
                let cond = self.hook_cond(f, place, cond.as_ref());
                let body = self.block(f, body);
                Some((HookKind::At { edge: *edge, moment: moment?, body }, cond))
            }
            ast::HookKind::Window { window, cond, body } => {
                let id = match window {
                    Some(name) => {
                        let id = self.window_named(name)?;
                        let params = self.symbols.window_params.get(id.index()).cloned().unwrap_or_default();
                        self.bind_params(f, &params, name);
                        Some(id)
                    }
                    None => None,
                };
                f.context.me = Me::Doer;
                let cond = self.hook_cond(f, place, cond.as_ref());
                let body = self.block(f, body);
                Some((HookKind::Window { window: id, body }, cond))
            }
            ast::HookKind::WhileIn { .. } | ast::HookKind::While { .. } => None,
        }
    }

    /// The conditions of the `while`s around, then the hook's own.
    fn hook_cond(&mut self, f: &mut Frame<'a>, place: &Place<'a>, own: Option<&'a ast::Expr>) -> Option<Expr> {
        let mut list = Vec::new();
        for around in &place.whiles {
            match around {
                While::Is(cond) => list.push(self.cond(f, cond)),
                While::In(zone, span) if matches!(place.site, Site::Lasting) => {
                    let this = self.name(f, "this", *span, None);
                    let lies = function(Function::ZoneOf, vec![this], Type::Zone, *span);
                    list.push(make(ExprKind::IsZone(*zone, Box::new(lies)), Type::Bool, *span));
                }
                While::In(..) => {}
            }
            if let Some(cond) = list.last() {
                f.certain(&when_true(cond));
            }
        }
        if let Some(own) = own {
            let cond = self.cond(f, own);
            f.certain(&when_true(&cond));
            list.push(cond);
        }
        list.into_iter().reduce(|a, b| {
            let span = a.span.to(b.span);
            make(ExprKind::And(Box::new(a), Box::new(b)), Type::Bool, span)
        })
    }

    /// The action that a hook names, its parameters bound.
    fn watched(&mut self, f: &mut Frame<'a>, name: &ast::Name) -> Option<ActionId> {
        let primitive = PRIMITIVES.iter().position(|row| row.entry.name == name.text);
        let id = match self.callable(&name.text) {
            Some(Callable::Action(id)) => Some(id),
            Some(Callable::Value(_)) => {
                let message = format!("`{}` is a value: it is changed with `modify`, not watched", name.text);
                let help = format!("write `modify {} by … where …`", name.text);
                self.report(Diagnostic::new(Code::CalledWrongly, name.span, message).help(help));
                return None;
            }
            Some(Callable::Keyword(_)) => {
                let message = format!("`{}` is a keyword: nothing happens that could be watched", name.text);
                self.error(Code::CalledWrongly, name.span, message);
                return None;
            }
            None => primitive.map(ActionId::from_index),
        };
        let Some(id) = id else {
            let message = format!("there is no action or event `{}` to watch", name.text);
            let mut finding = Diagnostic::new(Code::UnknownCallable, name.span, message);
            let known =
                self.symbols.callables.keys().map(String::as_str).chain(PRIMITIVES.iter().map(|row| row.entry.name));
            if self.symbols.phases.contains_key(&name.text) {
                finding =
                    finding.help(format!("a phase is watched by `at start of {0}` or `at end of {0}`", name.text));
            } else if let Some(near) =
                verb_of(&name.text, known.clone()).or_else(|| suggest::nearest(&name.text, known))
            {
                finding = finding.help(format!("did you mean `{near}`?"));
            }
            self.report(finding);
            return None;
        };
        let params = self.params_of(id);
        self.bind_params(f, &params, name);
        Some(id)
    }

    /// Parameters of what is watched: in scope under their own names, which must not hide names around.
    fn bind_params(&mut self, f: &mut Frame<'a>, params: &[(String, Type)], of: &ast::Name) {
        for (name, ty) in params {
            let around = f.taken.iter().find(|(taken, _)| taken == name).map(|(_, span)| *span);
            let known = f.find(name).and_then(|id| f.info.get(id.index())).map(|info| info.span).or(around);
            if let Some(span) = known {
                let message = format!("`{name}` is a parameter of `{}`, and also a name around this hook", of.text);
                let finding = Diagnostic::new(Code::NameTaken, of.span, message).other(span, "the name around it");
                self.report(finding.help("give the name around it another one"));
            }
            f.bind(name, ty.clone(), of.span);
        }
    }

    fn modified(&mut self, f: &mut Frame<'a>, name: &ast::Name, how: How) -> Option<ValueId> {
        let Some(Callable::Value(id)) = self.callable(&name.text) else {
            let (message, help) = if self.symbols.attributes.contains_key(&name.text) {
                (
                    format!("`{}` is printed on the card and never changes", name.text),
                    format!(
                        "make a value that reads it, `value current_{0}(c: card) is c.{0}`, and modify that",
                        name.text
                    ),
                )
            } else {
                let known = self.symbols.callables.iter().filter(|(_, d)| matches!(d.what, Callable::Value(_)));
                let near = suggest::nearest(&name.text, known.map(|(name, _)| name.as_str()));
                (
                    format!("there is no value `{}` to modify", name.text),
                    near.map_or("only values are modified: `value NAME(…) is …`".into(), |n| {
                        format!("did you mean `{n}`?")
                    }),
                )
            };
            self.report(Diagnostic::new(Code::UnknownCallable, name.span, message).help(help));
            return None;
        };
        let params = self.symbols.values.get(id.index()).map(|s| s.params.clone()).unwrap_or_default();
        self.bind_params(f, &params, name);
        let ty = self.value_type(id);
        if how != How::To && !self.fits(&ty, &Type::Number) {
            let message =
                format!("`{}` is {}: only numbers are changed by or times something", name.text, self.describe(&ty));
            let help = format!("write `modify {} to …`", name.text);
            self.report(Diagnostic::new(Code::TypeMismatch, name.span, message).help(help));
        }
        Some(id)
    }

    fn moment(&mut self, moment: &ast::Moment) -> Option<Moment> {
        Some(match moment {
            ast::Moment::Game => Moment::Game,
            ast::Moment::Round => Moment::Round,
            ast::Moment::Turn => Moment::Turn,
            ast::Moment::Phase(name) => Moment::Phase(self.phase_named(name)?),
            ast::Moment::Step(phase, step) => {
                let id = self.phase_named(phase)?;
                match self.symbols.steps.get(&(id, step.text.clone())) {
                    Some(step) => Moment::Step(*step),
                    None => {
                        let message = format!("the phase `{}` has no step `{}`", phase.text, step.text);
                        self.error(Code::UnknownMoment, step.span, message);
                        return None;
                    }
                }
            }
        })
    }
}

/// Hooks without the `while`s around them.
fn leaves(hooks: &[ast::Hook]) -> usize {
    let count = |hook: &ast::Hook| match &hook.kind {
        ast::HookKind::WhileIn { hooks, .. } | ast::HookKind::While { hooks, .. } => leaves(hooks),
        _ => 1,
    };
    hooks.iter().map(count).sum()
}

/// `draw` for `drawing`, `drawn` and `draws`: what is watched is called as it is done.
fn verb_of<'n>(word: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let endings = ["ing", "ning", "n", "ed", "ned", "d", "s"];
    let mut stems = known.filter(|name| endings.iter().any(|ending| word.strip_suffix(ending) == Some(*name)));
    stems.next()
}

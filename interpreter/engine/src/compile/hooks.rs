//! Hooks: which concern what, and their code.

use super::Compiler;
use super::code::Code;
use crate::check::tree::{Edge, HookDef, HookKind, HookSource, Moment, Primitive, When};
use crate::check::walk;
use crate::ids::*;
use crate::program::nouns::Type;
use crate::program::{self, Fallible, HookIndex, HookInfo, MomentInfo};

/// Fills the indices: by action, value, window and moment.
pub(crate) fn index(c: &mut Compiler<'_>) {
    let tree = c.tree;
    for (i, hook) in tree.hooks.iter().enumerate() {
        let id = HookId::from_index(i);
        match &hook.kind {
            HookKind::Watch { when, action, .. } => {
                let Some(info) = c.p.actions.get_mut(action.index()) else { continue };
                let index = match when {
                    When::Before => &mut info.before,
                    When::After => &mut info.after,
                    When::InsteadOf => &mut info.instead,
                };
                add(index, id, hook);
            }
            HookKind::Forbid { action, .. } => {
                if let Some(info) = c.p.actions.get_mut(action.index()) {
                    add(&mut info.forbid, id, hook);
                }
            }
            HookKind::Modify { value, .. } => {
                if let Some(info) = c.p.values.get_mut(value.index()) {
                    add(&mut info.modifiers, id, hook);
                }
            }
            HookKind::Always { .. } => {
                let mut index = HookIndex::default();
                add(&mut index, id, hook);
                c.p.always.push(id);
                c.p.always_index.push(index);
            }
            HookKind::At { edge, moment, .. } => {
                let at = c.moment(*edge, *moment);
                if let Some(info) = c.p.moments.get_mut(at) {
                    add(&mut info.hooks, id, hook);
                }
            }
            HookKind::Window { window, .. } => {
                for (w, info) in c.p.windows.iter_mut().enumerate() {
                    if window.is_none_or(|id| id.index() == w) {
                        add(&mut info.hooks, id, hook);
                    }
                }
            }
        }
    }
    let bearers = tree.hooks.iter().filter_map(|hook| match &hook.source {
        HookSource::Design { design, .. } => Some(*design),
        HookSource::Rule | HookSource::Lasting { .. } => None,
    });
    bearers.for_each(|design| add_design(&mut c.p.hook_bearers, design));
    let zones = number(&mut c.p);
    for (i, _) in tree.nouns.places.iter().enumerate().filter(|(_, place)| zones.contains(&place.zone)) {
        c.p.hooked_places |= 1 << (i % 64);
    }
    // The primitives that nobody watches are done at once.
    for info in &mut c.p.actions {
        let hooked = [&info.before, &info.after, &info.instead, &info.forbid].iter().any(|index| !index.is_empty());
        info.plain = !hooked;
        info.unheard = !hooked && info.limit.is_none();
    }
}

/// Gives each index that cards stand in a number of its own. Gives the zones in which some of them are live.
fn number(p: &mut program::Program) -> Vec<ZoneId> {
    let actions = p.actions.iter_mut().flat_map(|a| [&mut a.before, &mut a.after, &mut a.instead, &mut a.forbid]);
    let values = p.values.iter_mut().map(|v| &mut v.modifiers);
    let others = p.windows.iter_mut().map(|w| &mut w.hooks).chain(p.moments.iter_mut().map(|m| &mut m.hooks));
    let all = actions.chain(values).chain(others).chain(&mut p.always_index);
    let mut zones = Vec::new();
    for (id, index) in all.filter(|index| !index.designs.is_empty()).enumerate() {
        index.id = id as u16;
        zones.extend_from_slice(&index.zones);
    }
    zones
}

fn add(index: &mut HookIndex, id: HookId, hook: &HookDef) {
    match &hook.source {
        HookSource::Rule => index.rules.push(id),
        HookSource::Lasting { .. } => index.lasting.push(id),
        HookSource::Design { design, zones, .. } => {
            let at = index.designs.partition_point(|(d, _)| *d <= *design);
            index.designs.insert(at, (*design, id));
            add_design(&mut index.bearers, *design);
            for zone in zones {
                if !index.zones.contains(zone) {
                    index.zones.push(*zone);
                }
            }
        }
    }
}

/// Sets the bit of a design.
fn add_design(designs: &mut Vec<u64>, design: DesignId) {
    let word = design.index() / 64;
    if designs.len() <= word {
        designs.resize(word + 1, 0);
    }
    if let Some(bits) = designs.get_mut(word) {
        *bits |= 1 << (design.0 % 64);
    }
}

/// Compiles what the hooks do.
pub(crate) fn bodies(c: &mut Compiler<'_>) {
    let tree = c.tree;
    for hook in &tree.hooks {
        let info = compile_hook(c, hook);
        c.p.hooks.push(info);
    }
}

fn compile_hook(c: &mut Compiler<'_>, hook: &HookDef) -> HookInfo {
    let tree = c.tree;
    let limit = c.limit(hook.limit.as_ref());
    let captures = match &hook.source {
        HookSource::Lasting { captures } => captures.len() as u16,
        _ => 0,
    };
    let params = match &hook.kind {
        HookKind::Watch { action, .. } | HookKind::Forbid { action, .. } => {
            tree.actions.get(action.index()).map_or(0, |a| a.params)
        }
        HookKind::Modify { value, .. } => tree.values.get(value.index()).map_or(0, |v| v.params),
        HookKind::Window { window: Some(window), .. } => tree.windows.get(window.index()).map_or(0, |w| w.params.len()),
        _ => 0,
    } as u16;
    let mut code = Code::new(c, &hook.locals, hook.span);
    code.params = (captures, params);
    let handed = usize::from(captures) + usize::from(params);
    let cond = hook.cond.as_ref().map(|e| code.pure(e));
    let mut by_code = None;
    let mut each = None;
    let mut each_is_actor = false;
    let mut fallible = Fallible::Never;
    let (kind, start) = match &hook.kind {
        HookKind::Watch { when, by, body, .. } => {
            by_code = by.as_ref().map(|e| code.pure(e));
            let start = code.here();
            code.body_with(handed, body);
            (program::HookKind::Watch(*when), start)
        }
        HookKind::Forbid { by, .. } => {
            by_code = by.as_ref().map(|e| code.pure(e));
            (program::HookKind::Forbid, 0)
        }
        HookKind::Modify { how, expr, .. } => (program::HookKind::Modify(*how), code.pure(expr)),
        HookKind::Always { between_effects, each: over, body } => {
            if let Some((local, set)) = over {
                let start = code.here();
                let s = code.list(set);
                code.emit(crate::program::op::Op::Yield { s });
                each = Some((start, code.local(*local)));
                each_is_actor = super::choose::element(&set.ty) == Type::Actor;
            }
            let start = code.here();
            let scope = code.open_scope();
            if let Some((local, _)) = over {
                code.bind_as(*local, program::Told::Unnamed);
            }
            code.body(body);
            code.close_scope(scope);
            (program::HookKind::Always { between_effects: *between_effects }, start)
        }
        HookKind::At { body, .. } => {
            let start = code.here();
            code.body(body);
            (program::HookKind::At, start)
        }
        HookKind::Window { body, .. } => {
            fallible = code.fallible(body, |_, _| false);
            let start = code.here();
            code.body_with(handed, body);
            (program::HookKind::Window, start)
        }
    };
    let registers = code.registers();
    HookInfo {
        name: hook.name.clone(),
        source: match &hook.source {
            HookSource::Rule => program::HookSource::Rule,
            HookSource::Lasting { .. } => program::HookSource::Lasting,
            HookSource::Design { zones, face, .. } => program::HookSource::Design {
                zones: zones.iter().fold(0, |bits, z| bits | 1 << (z.0 & 63)),
                face: *face,
            },
        },
        limit,
        captures,
        params,
        registers,
        by: by_code,
        cond,
        about_this: hook.cond.as_ref().and_then(|cond| walk::about_this(cond, handed)),
        each,
        each_is_actor,
        kind,
        code: start,
        fallible,
        way: way(hook, captures as usize),
        says: hook.says.clone(),
        span: hook.span,
    }
}

/// The zones that the condition of a hook on `move` asks for.
fn way(hook: &HookDef, captures: usize) -> (Option<ZoneId>, Option<ZoneId>) {
    let moves = ActionId::from_index(Primitive::Move as usize);
    match (&hook.kind, &hook.cond) {
        (HookKind::Watch { action, .. } | HookKind::Forbid { action, .. }, Some(cond)) if *action == moves => {
            (walk::wanted_zone(cond, captures + 1), walk::wanted_zone(cond, captures + 2))
        }
        _ => (None, None),
    }
}

impl Compiler<'_> {
    fn moment(&mut self, edge: Edge, moment: Moment) -> usize {
        let known = self.p.moments.iter().position(|m| m.edge == edge && m.moment == moment);
        known.unwrap_or_else(|| {
            self.p.moments.push(MomentInfo { edge, moment, hooks: HookIndex::default() });
            self.p.moments.len() - 1
        })
    }

    /// The number of a moment that somebody waits for.
    pub(crate) fn known_moment(&self, edge: Edge, moment: Moment) -> Option<u16> {
        self.p.moments.iter().position(|m| m.edge == edge && m.moment == moment).map(|at| at as u16)
    }

    pub(crate) fn pause_of(&self, phase: PhaseId) -> Option<u16> {
        self.known_moment(Edge::Pause, Moment::Phase(phase))
    }
}

//! Which values look at nothing that changes but the hooks that modify them, told from their code.

use super::compact::jump;
use crate::check::tree::Tree;
use crate::ids::*;
use crate::program::asks::PlainRead;
use crate::program::nouns::Type;
use crate::program::op::{FIRST_OWN_PLACE, FIRST_OWN_TOP, FIRST_SLOT, ME, Op, Pc, R, ROUND};
use crate::program::{HookIndex, Kept, KeptParam, Program};

/// How many answers are kept of one value.
const MOST: u32 = 4096;

/// Notes it for each value.
pub(crate) fn of_values(p: &mut Program, tree: &Tree) {
    let mut next = 0;
    for i in 0..p.values.len() {
        let kept = params_of(tree, i).filter(|params| is_kept(p, i, params)).map(|params| {
            let first = next;
            next += size(&params);
            Kept { first, params }
        });
        if let Some(info) = p.values.get_mut(i) {
            info.kept = kept;
        }
    }
}

fn size(params: &[KeptParam]) -> u32 {
    params.iter().fold(1, |all, param| param.count.saturating_mul(all))
}

/// What the arguments of a value may be, where that can be counted.
fn params_of(tree: &Tree, value: usize) -> Option<Vec<KeptParam>> {
    let (def, nouns) = (tree.values.get(value)?, &tree.nouns);
    let param = |ty: &Type| {
        let count = match ty {
            Type::Actor => nouns.actors.len(),
            Type::Stuff => nouns.stuff.len(),
            Type::Enum(id) => nouns.enums.get(id.index())?.values.len(),
            Type::Component(_) => nouns.designs.len(),
            _ => return None,
        };
        Some(KeptParam { count: count as u32, by_design: matches!(ty, Type::Component(_)) })
    };
    let params: Option<Vec<KeptParam>> = def.locals.list.iter().take(def.params).map(|l| param(&l.ty)).collect();
    params.filter(|params| size(params) <= MOST)
}

fn is_kept(p: &Program, value: usize, params: &[KeptParam]) -> bool {
    let Some(info) = p.values.get(value) else { return false };
    let printed = match info.plain.map(|plain| plain.read) {
        Some(PlainRead::Number(_)) => true,
        Some(PlainRead::Attribute(param, _)) => params.get(usize::from(param)).is_some_and(|p| p.by_design),
        Some(PlainRead::Lookup(param, _)) => params.get(usize::from(param)).is_some_and(|p| !p.by_design),
        None => false,
    };
    let fixed = |hook: HookId| {
        p.hooks.get(hook.index()).is_some_and(|hook| {
            let code = [Some(hook.code), hook.cond];
            let asks_more = hook.limit.is_some() || hook.by.is_some() || hook.captures > 0;
            !asks_more && code.into_iter().flatten().all(|pc| code_is_fixed(p, pc, params))
        })
    };
    let index = &info.modifiers;
    let mut hooks = index.rules.iter().chain(index.designs.iter().map(|(_, hook)| hook));
    printed && !index.is_empty() && index.lasting.is_empty() && seen_by_all(p, index) && hooks.all(|hook| fixed(*hook))
}

/// Whether everybody knows all cards that may have a live hook: then it is the same for whoever asks.
fn seen_by_all(p: &Program, index: &HookIndex) -> bool {
    p.places.iter().all(|place| place.sight == u32::MAX || !index.zones.contains(&place.zone))
}

/// Whether pure code reads nothing but its arguments, whose it is, and what is printed.
fn code_is_fixed(p: &Program, from: Pc, params: &[KeptParam]) -> bool {
    let mut end = from;
    for (pc, op) in p.ops.iter().enumerate().skip(from as usize) {
        if !is_fixed(op, params) {
            return false;
        }
        if let Some(to) = jump(&mut { *op }) {
            end = end.max(*to);
        }
        if matches!(op, Op::Yield { .. } | Op::YieldCompare { .. }) && pc as Pc >= end {
            return true;
        }
    }
    false
}

fn is_fixed(op: &Op, params: &[KeptParam]) -> bool {
    let card = |r: R| params.get(usize::from(r)).is_some_and(|param| param.by_design);
    let changes = |r: R| matches!(r, FIRST_SLOT..FIRST_OWN_PLACE | FIRST_OWN_TOP..ME | ROUND);
    let reads = |r: R| !card(r) && !changes(r);
    let writes = |d: R| usize::from(d) >= params.len();
    match *op {
        Op::Const { d, .. } | Op::Me { d } => writes(d),
        Op::Copy { d, s } | Op::Not { d, s } | Op::IsNone { d, s } => writes(d) && reads(s),
        Op::Compare { d, a, b, .. } | Op::Arithmetic { d, a, b, .. } => writes(d) && reads(a) && reads(b),
        Op::Attribute { d, of, .. } => writes(d) && card(of),
        Op::Lookup { d, index, .. } => writes(d) && reads(index),
        Op::EnumAttribute { d, of, .. } => writes(d) && reads(of),
        Op::Jump { .. } => true,
        Op::JumpIf { s, .. } | Op::JumpIfNot { s, .. } | Op::JumpIfNone { s, .. } | Op::Yield { s } => reads(s),
        Op::JumpCompare { a, b, .. } | Op::YieldCompare { a, b, .. } => reads(a) && reads(b),
        _ => false,
    }
}

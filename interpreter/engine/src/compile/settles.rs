//! Settle points at which nothing can have changed since the one before are taken out.

use std::collections::BTreeSet;

use super::compact::{jump, side};
use crate::program::Program;
use crate::program::op::{Op, Pc};

pub(super) fn drop_idle_settles(p: &mut Program) {
    let entries = entries(p);
    let mut settled = false;
    for (at, op) in p.ops.iter_mut().enumerate() {
        settled &= !entries.contains(&(at as Pc));
        match op {
            Op::Settle if settled => *op = Op::Nop,
            Op::Settle => settled = true,
            // Questions change nothing, whatever the answer is.
            Op::Choose { .. } | Op::ChooseMany { .. } | Op::Ask { .. } => {}
            Op::Require { .. } | Op::SetDoer { .. } | Op::RestoreDoer { .. } => {}
            op => settled &= op.is_pure(),
        }
    }
}

/// Places that are come to otherwise than from the op before.
fn entries(p: &Program) -> BTreeSet<Pc> {
    let mut entries = BTreeSet::new();
    for op in &p.ops {
        let mut op = *op;
        entries.extend(jump(&mut op).copied());
        entries.extend(side(&mut op).copied());
    }
    entries.extend(p.offers.iter().flat_map(|offer| &offer.options).map(|option| option.body));
    entries.extend(p.actions.iter().filter_map(|action| action.body));
    entries.extend(p.hooks.iter().map(|hook| hook.code));
    entries.extend(p.abilities.iter().flatten().map(|ability| ability.code));
    entries.extend(p.laters.iter().map(|later| later.code));
    for place in &p.flow_places {
        entries.extend([place.begin, place.end]);
        entries.extend(place.steps.iter().map(|(_, at)| *at));
    }
    entries.extend(p.round_entry);
    entries
}

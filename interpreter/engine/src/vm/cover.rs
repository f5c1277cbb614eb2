//! Which clauses have run. Only programs that ask for it pay for it, and only at effects.

use std::collections::BTreeSet;

use super::{Machine, Pool};
use crate::ids::HookId;
use crate::program::Program;
use crate::program::op::Pc;
use crate::source::Span;

/// Ops and hooks, as bits.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ran {
    ops: Vec<u64>,
    hooks: Vec<u64>,
}

fn mark(bits: &mut Vec<u64>, at: usize) {
    if bits.len() <= at / 64 {
        bits.resize(at / 64 + 1, 0);
    }
    if let Some(word) = bits.get_mut(at / 64) {
        *word |= 1 << (at % 64);
    }
}

fn marked(bits: &[u64]) -> impl Iterator<Item = usize> + '_ {
    bits.iter()
        .enumerate()
        .flat_map(|(at, word)| (0..64).filter(move |i| word & (1 << i) != 0).map(move |i| at * 64 + i))
}

impl Pool {
    /// The places in scripts of all that ran.
    pub(crate) fn ran(&self, program: &Program) -> BTreeSet<Span> {
        let ops = marked(&self.ran.ops).filter_map(|pc| program.spans.get(pc)).copied();
        let hooks = marked(&self.ran.hooks).filter_map(|hook| program.hooks.get(hook)).map(|hook| hook.span);
        ops.chain(hooks).collect()
    }
}

impl Machine<'_> {
    /// An effect runs. What is only tried does not count.
    #[cold]
    pub(super) fn cover_op(&mut self, pc: Pc) {
        if self.goal.is_none() {
            mark(&mut self.pool.ran.ops, pc as usize);
        }
    }

    /// A hook modifies or forbids.
    pub(super) fn cover_hook(&mut self, hook: HookId) {
        if self.p.cover {
            mark(&mut self.pool.ran.hooks, hook.index());
        }
    }
}

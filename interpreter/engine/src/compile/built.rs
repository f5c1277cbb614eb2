//! Which code builds lists, and that it gives their memory back.

use super::code::Code;
use crate::program::op::{NO_REG, Op, R};

impl Code<'_, '_> {
    /// Code after which list memory is as it was before, where it takes some.
    pub fn given_back<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let mark = self.temp();
        let at = self.emit(Op::Mark { d: mark });
        let result = work(self);
        if self.builds_since(at) {
            self.emit(Op::Release { s: mark });
        } else {
            self.erase(at);
        }
        result
    }

    /// Whether list memory has grown when the ops from one to before another are through.
    pub fn builds_between(&self, at: usize, end: usize) -> bool {
        let mut i = at;
        while let Some(op) = self.c.p.ops.get(i).filter(|_| i < end) {
            i = match op {
                Op::Mark { d } => self.release_of(*d, i).unwrap_or(i) + 1,
                op if builds_list(op, &self.c.p.values) => return true,
                _ => i + 1,
            };
        }
        false
    }

    /// The op that gives back what was built since a mark, if there is no way past it.
    fn release_of(&self, mark: R, at: usize) -> Option<usize> {
        let ops = self.c.p.ops.get(at..)?;
        let release = at + ops.iter().position(|op| matches!(op, Op::Release { s } if *s == mark))?;
        let past = ops.iter().take(release - at).any(|op| {
            let mut op = *op;
            // Jumps whose end is not written yet go somewhere behind.
            super::compact::jump(&mut op).is_some_and(|to| *to == 0 || *to as usize > release)
        });
        (!past).then_some(release)
    }
}

/// Whether an op leaves something in list memory.
fn builds_list(op: &Op, values: &[crate::program::ValueInfo]) -> bool {
    match op {
        Op::NewList { .. }
        | Op::Single { .. }
        | Op::Cards { .. }
        | Op::CardsOf { .. }
        | Op::Range { .. }
        | Op::Union { .. }
        | Op::ExceptItem { .. }
        | Op::ExceptList { .. }
        | Op::Extreme { .. }
        | Op::ExtremeRead { .. }
        | Op::SortByKeys { .. }
        | Op::SortRead { .. }
        | Op::SortTurns { .. }
        | Op::Memory { .. }
        | Op::NewBundle { .. }
        | Op::BundleAt { .. }
        | Op::Reached { .. }
        | Op::Nearest { .. }
        | Op::ChooseMany { .. }
        | Op::PayMix { .. }
        | Op::PayStuff { .. }
        | Op::Split { .. }
        | Op::Roll { .. }
        | Op::Random { .. }
        | Op::BundleList { .. }
        | Op::FilterTest { .. }
        | Op::ChoosePieces { .. } => true,
        Op::Ends { count, .. } => *count != NO_REG,
        Op::Call { f, .. } => !f.gives_word(),
        Op::Value { value, .. } => values.get(*value as usize).is_none_or(|v| v.list),
        _ => false,
    }
}

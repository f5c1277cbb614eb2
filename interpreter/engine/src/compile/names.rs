//! Names for traces: which names a statement reads, and in which code a bound name holds.

use super::code::Code;
use crate::check::tree::Block;
use crate::ids::LocalId;
use crate::program::nouns::Type;
use crate::program::op::{FIRST_CONSTANT, Op, Pc, R};
use crate::program::{BindingInfo, ReadsInfo, Told};

/// The end of a scope that is still open.
const OPEN: Pc = Pc::MAX;

impl Code<'_, '_> {
    /// From here on a name holds, to the end of the block.
    pub fn bind(&mut self, local: LocalId) {
        self.bind_as(local, Told::Always);
    }

    pub fn bind_as(&mut self, local: LocalId, told: Told) {
        let name = self.names.get(local.index()).cloned().unwrap_or_default();
        let ty = self.locals.get(local.index()).cloned().unwrap_or(Type::Unknown);
        // Naming it here is no use of it.
        let register = self.stand_in(self.first_local.saturating_add(local.0));
        let (from, span) = (self.here(), self.span);
        self.c.p.bindings.push(BindingInfo { name, ty, register, told, from, to: OPEN, span });
    }

    /// A body in which the first names hold from its beginning: what it was handed.
    pub fn body_with(&mut self, handed: usize, body: &Block) {
        let scope = self.open_scope();
        for local in 0..handed {
            self.bind_as(LocalId::from_index(local), Told::Elsewhere);
        }
        self.body(body);
        self.close_scope(scope);
    }

    /// A block in which a name holds.
    pub fn block_with(&mut self, local: LocalId, block: &Block) {
        let scope = self.open_scope();
        self.bind(local);
        self.block(block);
        self.close_scope(scope);
    }

    /// The block of a loop over what the name means.
    pub fn block_each(&mut self, local: LocalId, block: &Block) {
        let scope = self.open_scope();
        self.bind_as(local, Told::Unnamed);
        self.block(block);
        self.close_scope(scope);
    }

    pub fn open_scope(&self) -> usize {
        self.c.p.bindings.len()
    }

    pub fn close_scope(&mut self, scope: usize) {
        let here = self.here();
        for binding in self.c.p.bindings.iter_mut().skip(scope).filter(|b| b.to == OPEN) {
            binding.to = here;
        }
    }

    /// A name is read. Those of a value that is written out are nobody's here.
    pub fn note_read(&mut self, local: LocalId) {
        let register = self.local(local);
        // What always means the same is never absent.
        if self.inlined == 0 && register < FIRST_CONSTANT && !self.reads.iter().any(|(r, _)| *r == register) {
            self.reads.push((register, self.names.get(local.index()).cloned().unwrap_or_default()));
        }
    }

    /// Notes what the statement that begins at `from` and ends here reads. What it goes through by itself is no name
    /// that could be absent.
    pub fn note_reads(&mut self, from: usize, mut names: Vec<(R, String)>) {
        let ops = self.c.p.ops.get(from..).unwrap_or(&[]);
        let goes_through = |r: R| {
            ops.iter().any(|op| match op {
                Op::Next { item, .. } | Op::Nearest { a: item, .. } => *item == r,
                Op::Reached { a, .. } => *a == r || a + 1 == r,
                _ => false,
            })
        };
        names.retain(|(r, _)| !goes_through(*r));
        self.c.p.reads.push(ReadsInfo { from: from as Pc, to: self.here(), span: self.span, names });
    }
}

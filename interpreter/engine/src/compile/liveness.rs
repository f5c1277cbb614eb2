//! Which registers still mean something at an op: names from where they are bound to the end of their block, and the
//! temporary ones in use. What is stale must not make two equal positions different.

use std::cell::RefCell;
use std::collections::HashSet;

use crate::program::Live;
use crate::program::op::{Pc, R};

/// A name of a frame's code, from its first mention to the end of the block it was mentioned in.
struct Scope {
    unit: u32,
    local: u16,
    from: Pc,
    to: Pc,
}

/// Grows with the code; `finish` makes the table that the program keeps.
#[derive(Default)]
pub(crate) struct Liveness {
    ops: Vec<(u32, Live)>,
    scopes: RefCell<Vec<Scope>>,
    /// The names that have a scope, by unit.
    known: RefCell<HashSet<(u32, u16)>>,
    /// Temporary registers that nothing was written to after all, and where.
    unused: Vec<(R, Pc, Pc)>,
    units: u32,
}

impl Liveness {
    /// A number for the code of one frame; 0 is the flow's own.
    pub fn unit(&mut self) -> u32 {
        self.units += 1;
        self.units
    }

    /// Notes an op with the registers in use there.
    pub fn op(&mut self, unit: u32, first_local: R, locals: R, next: R) {
        self.ops.push((unit, Live { first_local, locals, next, named: 0, unused: 0 }));
    }

    /// A name is bound where it is mentioned first.
    pub fn mention(&self, unit: u32, local: u16, here: Pc) {
        if self.known.borrow_mut().insert((unit, local)) {
            self.scopes.borrow_mut().push(Scope { unit, local, from: here, to: Pc::MAX });
        }
    }

    pub fn open_block(&self) -> usize {
        self.scopes.borrow().len()
    }

    /// Names bound since then end here.
    pub fn close_block(&self, open: usize, here: Pc) {
        for scope in self.scopes.borrow_mut().iter_mut().skip(open).filter(|s| s.to == Pc::MAX) {
            scope.to = here;
        }
    }

    /// A temporary register is not used in this stretch.
    pub fn not_used(&mut self, register: R, from: Pc, to: Pc) {
        self.unused.push((register, from, to));
    }

    /// For each op what is in use there.
    pub fn finish(self) -> Vec<Live> {
        let mut ops = self.ops;
        for (register, from, to) in self.unused {
            for (_, live) in ops.iter_mut().skip(from as usize).take(to.saturating_sub(from) as usize) {
                let temp = u32::from(register.saturating_sub(live.first_local + live.locals));
                live.unused |= 1u64.checked_shl(temp).unwrap_or(0);
            }
        }
        for scope in self.scopes.into_inner() {
            let code = ops.iter_mut().skip(scope.from as usize).take(scope.to.saturating_sub(scope.from) as usize);
            for (_, live) in code.take_while(|(unit, _)| *unit == scope.unit) {
                live.named |= 1u64.checked_shl(u32::from(scope.local)).unwrap_or(0);
            }
        }
        ops.into_iter().map(|(_, live)| live).collect()
    }
}

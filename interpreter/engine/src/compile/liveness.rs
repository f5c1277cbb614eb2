//! Which registers still mean something at an op: names from where they are bound to the end of their block, and the
//! temporary ones in use. What is stale must not make two equal positions different.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use super::writes::{Writes, writes};
use crate::program::Live;
use crate::program::op::{Op, Pc, R};

/// The code of the flow itself. Its steps have units of their own, but stand in its frame, behind its registers.
pub(super) const FLOW: u32 = 0;

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
    /// For each unit the registers that something was written to since they were taken, as bits.
    written: HashMap<u32, u128>,
    /// Registers that hold nothing wanted, of which unit and where.
    unused: Vec<(u32, R, Pc, Pc)>,
    units: u32,
}

impl Liveness {
    /// A number for the code of one frame; 0 is the flow's own.
    pub fn unit(&mut self) -> u32 {
        self.units += 1;
        self.units
    }

    /// Temporary registers are taken: what they held before is stale. Code that reads one has written it before, also where it
    /// goes round, so nothing is wanted of it up to the first op that writes it.
    pub fn take(&mut self, unit: u32, first: R, count: u16) {
        let taken = from(first) & !from(first.saturating_add(count));
        if let Some(written) = self.written.get_mut(&unit) {
            *written &= !taken;
        }
    }

    /// Notes an op with the registers in use there.
    pub fn op(&mut self, unit: u32, first_local: R, locals: R, next: R, op: &Op) {
        let written = |unit: u32| self.written.get(&unit).copied().unwrap_or(0);
        let flows = written(FLOW) & !from(first_local);
        let temps = written(unit) & from(first_local.saturating_add(locals));
        let names = from(first_local) & !from(first_local.saturating_add(locals));
        // A question of one answer writes that when it has it.
        let coming = match *op {
            Op::Choose { d, .. } | Op::Ask { d, .. } | Op::RandomCard { d, .. } => bit(d),
            _ => 0,
        };
        let unused = !(flows | temps | names) | coming;
        self.ops.push((unit, Live { first_local, locals, next, named: 0, unused }));
        let now = match writes(op) {
            Writes::Nothing => return,
            Writes::These(one, other) => bit(one) | bit(other),
            Writes::Any => u128::MAX,
        };
        *self.written.entry(unit).or_default() |= now;
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

    /// Nothing is wanted of a register in this stretch.
    pub fn not_used(&mut self, unit: u32, register: R, from: Pc, to: Pc) {
        self.unused.push((unit, register, from, to));
    }

    /// For each op what is in use there.
    pub fn finish(self) -> Vec<Live> {
        let mut ops = self.ops;
        for (unit, register, first, to) in self.unused {
            let stretch = ops.iter_mut().skip(first as usize).take(to.saturating_sub(first) as usize);
            let of_flow = |live: &Live| unit == FLOW && register < live.first_local;
            for (_, live) in stretch.filter(|(own, live)| *own == unit || of_flow(live)) {
                live.unused |= bit(register);
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

/// A register as a bit.
fn bit(register: R) -> u128 {
    1u128.checked_shl(u32::from(register)).unwrap_or(0)
}

/// A register and all behind it.
fn from(register: R) -> u128 {
    u128::MAX.checked_shl(u32::from(register)).unwrap_or(0)
}

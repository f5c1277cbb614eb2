//! Ways out of the middle of code: `stop` leaves a loop, `give` ends its action. What was begun on the way is ended first.

use super::code::Code;
use crate::program::op::Op;

impl Code<'_, '_> {
    pub fn stop(&mut self) {
        let Some(innermost) = self.loops.last() else { return };
        let (regions, at_once, doers) = (innermost.regions, innermost.at_once, innermost.doers);
        self.undo_down_to(regions, at_once, doers);
        let at = self.emit(Op::Jump { to: 0 });
        if let Some(innermost) = self.loops.last_mut() {
            innermost.exits.push(at);
        }
    }

    /// Ends the action from wherever it has come to; rules act as they do after its last statement.
    pub fn end_body(&mut self) {
        self.undo_down_to(0, 0, 0);
        if self.may_end {
            self.emit(Op::Settle);
        }
        self.emit(Op::Return);
    }

    /// Ends what has begun since there were so many regions, blocks at once and doers.
    fn undo_down_to(&mut self, regions: u16, at_once: u16, doers: usize) {
        for _ in regions..self.regions {
            self.emit(Op::EndFull);
        }
        for _ in at_once..self.at_once {
            self.emit(Op::AtOnce { begin: false });
        }
        for i in (doers..self.doers.len()).rev() {
            if let Some(s) = self.doers.get(i).copied() {
                self.emit(Op::RestoreDoer { s });
            }
        }
    }
}

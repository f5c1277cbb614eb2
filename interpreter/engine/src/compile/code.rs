//! Code of one frame while it is written: ops with their spans, registers, jumps to be filled in.

use std::ops::Range;

use super::Compiler;
use super::certain::{Check, Whole};
use super::fallible::{self, Condition};
use crate::check::tree::{Amount, Block, Expr, Locals, Statement};
use crate::ids::*;
use crate::program::nouns::ABSENT;
use crate::program::op::{Op, Pc, R};
use crate::program::reg::{NONE, Reg, list_parts, reg, word};
use crate::program::{CERTAINLY, Fallible};
use crate::source::Span;

/// What `stop` must undo on its way out of a loop.
pub(crate) struct Loop {
    /// Jumps to fill in with the end of the loop.
    pub exits: Vec<usize>,
    pub regions: u16,
    pub at_once: u16,
    pub doers: usize,
}

pub(crate) struct Code<'c, 't> {
    pub c: &'c mut Compiler<'t>,
    pub locals: Vec<crate::program::nouns::Type>,
    pub names: Vec<String>,
    /// Which of them go into secret states and nowhere else.
    pub stored: Vec<bool>,
    /// Which of them stand for something that only some know.
    pub tracked: Vec<bool>,
    /// Names of rolled dice, with who sees their faces.
    pub rolled: Vec<(LocalId, Option<Expr>)>,
    /// Where the frame's own names start (behind the registers of the flow).
    pub first_local: R,
    pub next: R,
    pub most: R,
    pub span: Span,
    pub loops: Vec<Loop>,
    /// Saved doers, innermost last.
    pub doers: Vec<R>,
    pub regions: u16,
    pub at_once: u16,
    /// The statements written now stand directly in a `must`.
    pub demanded: bool,
    /// The doer of the statement written now is not yet the one that it will be done by.
    pub other_doer: bool,
    /// Whether the statement that is written (with all around it) can lead to something at the next settle point.
    pub may_end: bool,
    /// Statements of the same body have run since the last settle point.
    pub nested: bool,
    /// Registers that hold something for certain.
    pub present: Vec<R>,
    /// How many values are written out in each other.
    pub inlined: u16,
    /// Parameters of those that need no register of their own, and what stands for them.
    pub stand_ins: Vec<(R, R)>,
    /// The phase whose step this is, and jumps to the end of the step.
    pub phase: Option<PhaseId>,
    pub step_exits: Vec<usize>,
    /// A name may stand for a card that nobody has seen: see `unseen`.
    pub named: bool,
    /// Parameters of the watched event: first register and count (for `proceed`).
    pub params: (R, u16),
    /// Names that the statement written now reads.
    pub reads: Vec<(R, String)>,
    /// The call that is written next was just found possible.
    pub asked: bool,
    /// An action is being written out: what fails it is no more than a statement that falls short here.
    pub written_out: bool,
    /// Names bound so far that may be absent.
    pub lacking: Vec<LocalId>,
    /// What is known about the body that is written, where it is one of an action or ability.
    pub whole: Option<Whole>,
    /// The design whose ability this is, where no other card may run it, and whether what stands on it was taken for granted.
    pub this_design: Option<DesignId>,
    pub reads_print: bool,
    /// What has to be asked so that nothing behind the statement that is written can fail; `None`: it may.
    pub follow: Option<Vec<Check>>,
    /// How many of the first statements of the body may be passed over where it was just found possible, and where it goes
    /// on then.
    pub skippable: usize,
    pub behind_known: Option<Pc>,
    /// Places from which nothing can fail once this is asked, still to be written.
    pub certain: Vec<(Pc, Vec<Check>)>,
    /// The last place that a jump was made to lead to.
    landed: Pc,
    /// Which frame's code this is: registers mean something in it only.
    unit: u32,
    /// Where the frame's own names start, and how many there are, whatever value is being written out.
    own: (R, R),
}

impl<'c, 't> Code<'c, 't> {
    /// Code for a frame with these names.
    pub fn new(c: &'c mut Compiler<'t>, locals: &Locals, span: Span) -> Self {
        Code::at(c, locals, span, 0)
    }

    /// The same, with names that start behind other registers.
    pub fn at(c: &'c mut Compiler<'t>, locals: &Locals, span: Span, first_local: R) -> Self {
        let count = first_local.saturating_add(R::try_from(locals.list.len()).unwrap_or(R::MAX));
        let unit = c.liveness.unit();
        Code {
            c,
            unit,
            own: (first_local, count.saturating_sub(first_local)),
            locals: locals.list.iter().map(|l| l.ty.clone()).collect(),
            names: locals.list.iter().map(|l| l.name.clone()).collect(),
            stored: locals.list.iter().map(|l| l.stored).collect(),
            tracked: locals.list.iter().map(|l| l.stored).collect(),
            rolled: Vec::new(),
            first_local,
            next: count,
            most: count,
            span,
            loops: Vec::new(),
            doers: Vec::new(),
            regions: 0,
            at_once: 0,
            demanded: false,
            other_doer: false,
            may_end: true,
            nested: true,
            present: Vec::new(),
            inlined: 0,
            stand_ins: Vec::new(),
            phase: None,
            step_exits: Vec::new(),
            named: false,
            params: (0, 0),
            reads: Vec::new(),
            lacking: Vec::new(),
            landed: 0,
            asked: false,
            written_out: false,
            whole: None,
            this_design: None,
            reads_print: false,
            follow: None,
            skippable: 0,
            behind_known: None,
            certain: Vec::new(),
        }
    }

    /// How many registers the frame needs.
    pub fn registers(&mut self) -> u16 {
        let registers = self.most.saturating_add(1);
        self.c.fits_frame(registers, self.span);
        registers
    }

    pub fn local(&self, local: LocalId) -> R {
        // The names of a value that is written out are temporary registers here.
        if self.inlined == 0 {
            self.c.liveness.mention(self.unit, local.0, self.here());
        }
        self.stand_in(self.first_local.saturating_add(local.0))
    }

    /// What stands for a register, where it needs none of its own.
    pub fn stand_in(&self, register: R) -> R {
        self.stand_ins.iter().rev().find(|(r, _)| *r == register).map_or(register, |(_, s)| *s)
    }

    pub fn temp(&mut self) -> R {
        self.temps(1)
    }

    /// Neighbouring registers.
    pub fn temps(&mut self, count: u16) -> R {
        let first = self.next;
        self.c.liveness.take(self.unit, first, count);
        self.next = self.next.saturating_add(count);
        self.most = self.most.max(self.next);
        first
    }

    pub fn here(&self) -> Pc {
        self.c.p.ops.len() as Pc
    }

    /// Writes an op; gives its place, to fill in a jump later.
    pub fn emit(&mut self, op: Op) -> usize {
        self.c.p.ops.push(op);
        self.c.p.spans.push(self.span);
        self.c.liveness.op(self.unit, self.own.0, self.own.1, self.next, &op);
        if let Some(checks) = &self.follow
            && asks_or_calls(&op)
        {
            self.certain.push((self.here(), checks.clone()));
        }
        self.c.p.ops.len() - 1
    }

    /// Only code beside the way, which is through, wanted what stands in these registers.
    pub fn is_stale(&mut self, registers: Range<R>) {
        self.c.liveness.take(self.unit, registers.start, registers.end.saturating_sub(registers.start));
    }

    /// Nothing is wanted of a register at an op, which will write it.
    pub fn written_by(&mut self, register: R, at: usize) {
        self.c.liveness.not_used(self.unit, register, at as Pc, at as Pc + 1);
    }

    /// Takes an op back.
    pub fn erase(&mut self, at: usize) {
        if let Some(Op::Mark { d }) = self.c.p.ops.get(at).copied() {
            self.c.liveness.not_used(self.unit, d, at as Pc, self.here());
        }
        if let Some(op) = self.c.p.ops.get_mut(at) {
            *op = Op::Nop;
        }
    }

    /// Whether list memory has grown when the ops written since are through.
    pub fn builds_since(&self, at: usize) -> bool {
        self.builds_between(at, self.c.p.ops.len())
    }

    /// A constant to read.
    pub fn fixed(&mut self, value: Reg) -> R {
        self.c.constant(value).unwrap_or_else(|| {
            // So many different constants: this one takes a register.
            let d = self.temp();
            self.emit(Op::Const { d, v: word(value) });
            d
        })
    }

    /// A constant list to read.
    pub fn fixed_list(&mut self, index: u32) -> R {
        let handle = self.c.list_constant(index as usize);
        self.c.constant(handle).unwrap_or_else(|| {
            let d = self.temp();
            self.emit(Op::ConstList { d, index });
            d
        })
    }

    /// The only member of a constant list.
    pub fn only_member(&mut self, list: R) -> Option<R> {
        let (start, len, constant) = list_parts(self.c.p.constant(list)?);
        let member = *self.c.p.list_data.get(start).filter(|_| constant && len == 1)?;
        (member != ABSENT).then(|| self.fixed(reg(member)))
    }

    /// A register of its own that begins as a constant.
    pub fn constant(&mut self, v: i32) -> R {
        let d = self.temp();
        self.emit(Op::Const { d, v });
        d
    }

    /// Makes the jump at a place lead here.
    pub fn land(&mut self, at: usize) {
        let here = self.here();
        self.land_at(at, here);
    }

    pub fn land_all(&mut self, all: Vec<usize>) {
        for at in all {
            self.land(at);
        }
    }

    /// Whether what was written last always leads on to here, and nothing else does.
    pub fn follows_last(&self) -> bool {
        self.landed != self.here()
    }

    pub fn land_at(&mut self, at: usize, target: Pc) {
        self.landed = target;
        if let Some(to) = self.c.p.ops.get_mut(at).and_then(super::compact::jump) {
            *to = target;
        }
    }

    /// Pure code on the side that yields an expression; the frame's own registers are its own.
    pub fn pure(&mut self, expr: &Expr) -> Pc {
        let start = self.here();
        let saved = self.next;
        let s = self.value(expr);
        self.emit(Op::Yield { s });
        self.next = saved;
        start
    }

    /// How a body may be impossible, with its guard where pure code can tell. Of a payment behind so many `needs`, `pays` says
    /// whether it can.
    pub fn fallible(&mut self, body: &Block, pays: impl Fn(&Compiler<'_>, &Amount) -> bool) -> Fallible {
        if !fallible::has_conditions(body) {
            return Fallible::Never;
        }
        let head = fallible::head(body, |amount| pays(self.c, amount));
        if head.conditions.is_empty() {
            return Fallible::Probe(None);
        }
        let rest = self.behind(body, head.conditions.len()).filter(|_| !head.all);
        let guard = self.guard(&head.conditions, rest.as_deref());
        match (head.all, head.settles && self.c.rules_settle) {
            (true, false) => Fallible::Guard(guard),
            (true, true) => Fallible::Settled(guard),
            (false, _) => Fallible::Probe(Some(guard)),
        }
    }

    /// Code that asks conditions and yields whether all of them hold; or `CERTAINLY`, where nothing that follows can fail.
    pub(super) fn guard(&mut self, conditions: &[Condition<'_>], rest: Option<&[Check]>) -> Pc {
        let start = self.here();
        let saved = self.next;
        let mut fails = Vec::new();
        self.ask_all(conditions, &mut fails);
        if let Some(checks) = rest {
            let doubts = self.ask_certain(checks, Some(&mut fails));
            let s = self.fixed(CERTAINLY);
            self.emit(Op::Yield { s });
            self.land_all(doubts);
        }
        let s = self.fixed(1);
        self.emit(Op::Yield { s });
        self.land_all(fails);
        let s = self.fixed(0);
        self.emit(Op::Yield { s });
        self.next = saved;
        start
    }

    /// The body of an action, possible ability or hook.
    pub fn body(&mut self, block: &Block) {
        self.named |= self.c.unseen.contains(block);
        let count = fallible::spoilable(self.c.tree, block);
        let scope = self.open_scope();
        if count > 0 {
            self.skippable = 0;
        }
        let begin = (count > 0).then(|| self.conditional(|code| code.part_of_body(block, 0..count)));
        self.part_of_body(block, count..block.len());
        self.close_scope(scope);
        self.emit(Op::Return);
        if let Some(begin) = begin {
            self.land(begin);
            self.fail_condition();
        }
        self.write_certain();
    }

    /// Some statements of a body. What the others behind them do is known to them.
    fn part_of_body(&mut self, body: &[Statement], part: std::ops::Range<usize>) {
        // The jump past a condition and a call that are written out as one.
        let mut over = None;
        for i in part {
            let past = over.take();
            if past.is_none() && self.skippable == 0 {
                over = self.write_out_asked(body.get(i..).unwrap_or_default());
            }
            self.follow = self.behind(body, i + 1).or_else(|| self.behind_choice(body, i + 1));
            self.top_level(body.get(i..=i).unwrap_or_default());
            if let Some(past) = past {
                self.land(past);
            }
            if i + 1 == self.skippable {
                let settles = self.c.p.ops.last() == Some(&Op::Settle);
                self.behind_known = Some(self.here() - Pc::from(settles));
            }
        }
        self.follow = None;
    }

    /// A region that only conditions fail: choices in it offer what still meets them.
    pub fn conditional(&mut self, write: impl FnOnce(&mut Self)) -> usize {
        let begin = self.emit(Op::BeginFull { fail: 0, lenient: true });
        self.regions += 1;
        write(self);
        self.regions -= 1;
        self.emit(Op::EndFull);
        begin
    }

    /// A body that is done in full or not at all.
    pub fn full_body(&mut self, block: &Block) {
        self.named |= self.c.unseen.contains(block);
        let begin = self.emit(Op::BeginFull { fail: 0, lenient: false });
        self.regions += 1;
        let scope = self.open_scope();
        self.part_of_body(block, 0..block.len());
        self.close_scope(scope);
        self.regions -= 1;
        self.emit(Op::EndFull);
        self.emit(Op::Return);
        self.land(begin);
        self.fail_condition();
        self.write_certain();
    }

    /// Makes what runs not done.
    pub fn fail_condition(&mut self) {
        if self.written_out {
            let s = self.fixed(NONE);
            let at = self.emit(Op::Require { s, to: 0 });
            return self.land(at);
        }
        let s = self.fixed(0);
        self.emit(Op::Needs { s });
    }

    /// Statements with a settle point after each.
    pub fn top_level(&mut self, block: &[Statement]) {
        for statement in block {
            // What is called may run after an end was said, and must not go on then; a step begins before that.
            let may_end = if self.phase.is_some() { fallible::may_end(self.c, statement) } else { self.c.has_end };
            self.may_end = self.c.rules_settle || may_end;
            self.nested = false;
            self.statement(statement);
            self.settle();
        }
        (self.may_end, self.nested) = (true, true);
    }

    /// Rules, fills and ends act here, where the statement can have given them reason to.
    pub fn settle(&mut self) {
        if self.at_once == 0 && self.may_end {
            self.emit(Op::Settle);
        }
    }

    /// Before a question. At the beginning of a statement that stands on its own everything has come to rest.
    pub fn settle_before(&mut self) {
        if self.nested || self.c.rules_settle {
            self.settle();
        }
    }

    /// Statements inside another.
    pub fn block(&mut self, block: &[Statement]) {
        let open = self.c.liveness.open_block();
        let scope = self.open_scope();
        self.statements(block);
        self.close_scope(scope);
        self.c.liveness.close_block(open, self.here());
    }

    /// A part of a block: its names live on in the next part.
    pub fn statements(&mut self, block: &[Statement]) {
        self.nested = true;
        let behind = self.follow.take();
        for (i, statement) in block.iter().enumerate() {
            self.follow = self.both(behind.as_ref(), || self.behind(block, i + 1));
            self.statement(statement);
        }
        self.follow = behind;
    }

    /// Where a phase may be asked to end: no further statement starts.
    pub fn look_for_end(&mut self) {
        if let Some(phase) = self.phase
            && self.c.has_ends
            && self.regions == 0
            && self.at_once == 0
        {
            let at = self.emit(Op::JumpIfEnding { phase: phase.0, to: 0 });
            self.step_exits.push(at);
        }
    }

    /// Clears a register that keeps the progress of an op.
    pub fn progress(&mut self) -> R {
        self.constant(ABSENT)
    }
}

/// Whether something may be asked or done between an op and the next one.
fn asks_or_calls(op: &Op) -> bool {
    matches!(
        op,
        Op::Choose { .. } | Op::ChooseMany { .. } | Op::PayMix { .. } | Op::CallAction { .. } | Op::RunAbility { .. }
    )
}

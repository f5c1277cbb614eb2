//! The course of the game as code: setup, then rounds of turns and phases.

use super::Compiler;
use super::code::Code;
use super::liveness::FLOW;
use crate::check::tree::{Each, Edge, Function, Locals, Moment, PhaseDef};
use crate::ids::*;
use crate::program::FlowPlace;
use crate::program::op::{ME, NO_REG, Op, R};
use crate::source::Span;

pub(crate) fn flow(c: &mut Compiler<'_>) {
    let entry = c.p.ops.len() as u32;
    let mut most: u16 = 0;
    let mut flow = FlowCode { c, next: 0, most: &mut most, in_turn: false };
    flow.whole();
    c.p.flow_entry = entry;
    c.p.flow_registers = most.saturating_add(1);
    c.fits_frame(c.p.flow_registers, Span::default());
}

/// The frame of the flow: its own few registers first, those of the step that runs behind them.
struct FlowCode<'f, 't> {
    c: &'f mut Compiler<'t>,
    next: R,
    most: &'f mut u16,
    /// It is somebody's turn: there is a doer.
    in_turn: bool,
}

impl FlowCode<'_, '_> {
    fn temps(&mut self, count: u16) -> R {
        let first = self.next;
        self.c.liveness.take(FLOW, first, count);
        self.next = self.next.saturating_add(count);
        *self.most = (*self.most).max(self.next);
        first
    }

    fn emit(&mut self, op: Op) -> usize {
        self.c.p.ops.push(op);
        self.c.p.spans.push(Span::default());
        self.c.liveness.op(FLOW, 0, 0, self.next, &op);
        self.c.p.ops.len() - 1
    }

    fn here(&self) -> u32 {
        self.c.p.ops.len() as u32
    }

    fn land(&mut self, at: usize) {
        let here = self.here();
        if let Some(to) = self.c.p.ops.get_mut(at).and_then(super::compact::jump) {
            *to = here;
        }
    }

    /// Takes an op back that writes a register, of which nothing is wanted.
    fn erase(&mut self, at: usize) {
        if let Some(Op::Mark { d } | Op::Me { d }) = self.c.p.ops.get(at).copied() {
            self.c.liveness.not_used(FLOW, d, at as u32, self.here());
        }
        if let Some(op) = self.c.p.ops.get_mut(at) {
            *op = Op::Nop;
        }
    }

    /// Between phases and turns rules act, where there are some.
    fn settle(&mut self) {
        if self.c.rules_settle || !self.c.tree.hooks.is_empty() {
            self.emit(Op::Settle);
        }
    }

    fn moment(&mut self, edge: Edge, moment: Moment) {
        if let Some(moment) = self.c.known_moment(edge, moment) {
            self.emit(Op::Moment { moment });
            self.emit(Op::Settle);
        }
    }

    fn whole(&mut self) {
        let tree = self.c.tree;
        for phase in &tree.flow.setup {
            self.phase(*phase);
        }
        self.emit(Op::SetupDone);
        self.emit(Op::Settle);
        self.moment(Edge::Start, Moment::Game);
        for phase in &tree.flow.start {
            self.phase(*phase);
        }
        if tree.flow.round.is_empty() {
            self.emit(Op::GameOver);
            return;
        }
        let last = tree.flow.rounds.map_or(NO_REG, |n| {
            let d = self.temps(1);
            self.emit(Op::Const { d, v: n });
            d
        });
        let top = self.here();
        self.c.p.round_entry = Some(top);
        self.emit(Op::BeginRound);
        self.moment(Edge::Start, Moment::Round);
        for entry in &tree.flow.round {
            match entry {
                Some(phase) => self.phase(*phase),
                None => self.turns(),
            }
        }
        self.moment(Edge::End, Moment::Round);
        self.emit(Op::EndRound { last, expires: true });
        self.settle();
        self.emit(Op::Jump { to: top });
    }

    /// Everybody takes a turn; or, where the game says whose turn it is, one turn.
    fn turns(&mut self) {
        let saved = self.next;
        match self.c.tree.flow.next_actor {
            Some(value) => {
                let actor = self.temps(2);
                self.emit(Op::Value { d: actor, value: value.0, args: actor + 1 });
                let skip = self.emit(Op::JumpIfNone { s: actor, to: 0 });
                self.turn(actor);
                self.land(skip);
            }
            None => self.for_players(|flow, actor, _| flow.turn(actor)),
        }
        self.next = saved;
    }

    /// A loop over the living players in turn order, as it is when the loop begins.
    /// The work gets the register of the actor, and those of the list and of how many of it have come.
    fn for_players(&mut self, work: impl FnOnce(&mut Self, R, (R, R))) {
        let (mut list, index, actor, test) = (self.temps(1), self.temps(1), self.temps(1), self.temps(1));
        let mark = self.temps(1);
        let always = self.c.all_players(Function::TurnOrder).map(|index| self.c.list_constant(index as usize));
        let fixed = always.and_then(|handle| self.c.constant(handle));
        match fixed {
            Some(constant) => list = constant,
            None => {
                self.emit(Op::Mark { d: mark });
                self.emit(Op::call(Function::TurnOrder, list, &[]));
            }
        }
        self.emit(Op::Const { d: index, v: 0 });
        let top = self.here();
        let next = self.emit(Op::Next { item: actor, list, index, exit: 0 });
        if self.c.has_eliminate {
            self.emit(Op::call(Function::IsAlive, test, &[actor]));
            self.emit(Op::JumpIfNot { s: test, to: top });
        }
        work(self, actor, (list, index));
        self.emit(Op::Jump { to: top });
        self.land(next);
        if fixed.is_none() {
            self.emit(Op::Release { s: mark });
        }
    }

    fn turn(&mut self, actor: R) {
        let tree = self.c.tree;
        self.emit(Op::BeginTurn { actor });
        self.moment(Edge::Start, Moment::Turn);
        let each = |id: &PhaseId| tree.phases.get(id.index()).is_some_and(|phase| phase.each == Each::TurnOrder);
        // A phase that goes round by itself leaves no turn behind it.
        self.in_turn = !tree.flow.turn.iter().any(each);
        let mut exits = Vec::new();
        for phase in &tree.flow.turn {
            if self.c.has_ends {
                exits.push(self.emit(Op::JumpIfEnding { phase: u16::MAX, to: 0 }));
            }
            self.phase(*phase);
        }
        self.in_turn = false;
        for at in exits {
            self.land(at);
        }
        self.moment(Edge::End, Moment::Turn);
        self.emit(Op::EndOfTurn { expires: true });
        self.settle();
    }

    fn phase(&mut self, id: PhaseId) {
        let tree = self.c.tree;
        let Some(phase) = tree.phases.get(id.index()) else { return };
        match phase.each {
            Each::Once => self.phase_once(id, phase, None),
            Each::TurnOrder => {
                let saved = self.next;
                self.for_players(|flow, actor, list| {
                    flow.emit(Op::BeginTurn { actor });
                    // Where the game has no turns of several phases, this is a turn.
                    let is_turn = tree.flow.turn.is_empty();
                    if is_turn {
                        flow.moment(Edge::Start, Moment::Turn);
                    }
                    let around = std::mem::replace(&mut flow.in_turn, true);
                    flow.phase_once(id, phase, Some(list));
                    flow.in_turn = around;
                    if is_turn {
                        flow.moment(Edge::End, Moment::Turn);
                    }
                    flow.emit(Op::EndOfTurn { expires: true });
                });
                self.next = saved;
            }
        }
    }

    fn phase_once(&mut self, id: PhaseId, phase: &PhaseDef, goes_round: Option<(R, R)>) {
        let begin = self.here();
        self.emit(Op::BeginPhase { phase: id.0 });
        self.moment(Edge::Start, Moment::Phase(id));
        let mut exits = Vec::new();
        let mut steps = Vec::new();
        for step in &phase.steps {
            steps.push((step.id, self.here()));
            self.moment(Edge::Start, Moment::Step(step.id));
            self.step(id, &step.locals, &step.body, step.span, &mut exits);
            self.moment(Edge::End, Moment::Step(step.id));
        }
        for at in exits {
            self.land(at);
        }
        if let Some(moment) = self.c.pause_of(id) {
            self.emit(Op::Moment { moment });
            self.emit(Op::Settle);
        }
        self.moment(Edge::End, Moment::Phase(id));
        self.emit(Op::EndOfPhase { phase: id.0 });
        let end = self.here();
        self.c.p.flow_places.push(FlowPlace { phase: id, begin, steps, end, goes_round });
    }

    fn step(
        &mut self,
        id: PhaseId,
        locals: &Locals,
        body: &crate::check::tree::Block,
        span: Span,
        exits: &mut Vec<usize>,
    ) {
        let me = self.temps(1);
        let mark = self.temps(1);
        let saved_me = self.emit(Op::Me { d: me });
        let marked = self.emit(Op::Mark { d: mark });
        let in_turn = self.in_turn;
        let mut code = Code::at(self.c, locals, span, self.next);
        code.phase = Some(id);
        code.present.extend(in_turn.then_some(ME));
        code.named = code.c.unseen.contains(body);
        // A `needs` in a phase that is not met passes the step over.
        let (bound, free) = body.split_at(super::fallible::conditional(body));
        let scope = code.open_scope();
        let begin = (!bound.is_empty()).then(|| code.conditional(|code| code.top_level(bound)));
        code.top_level(free);
        code.close_scope(scope);
        let (step_exits, most) = (std::mem::take(&mut code.step_exits), code.most);
        let builds = code.builds_since(marked);
        let ops = self.c.p.ops.get(marked..).unwrap_or(&[]);
        // Only ways out of the middle of the step leave the doer of a statement in its place.
        let leaves_doer =
            (begin.is_some() || !step_exits.is_empty()) && ops.iter().any(|op| matches!(op, Op::SetDoer { .. }));
        *self.most = (*self.most).max(most);
        for at in begin.into_iter().chain(step_exits) {
            self.land(at);
        }
        if leaves_doer {
            self.emit(Op::RestoreDoer { s: me });
        } else {
            self.erase(saved_me);
        }
        if builds {
            self.emit(Op::Release { s: mark });
        } else {
            self.erase(marked);
        }
        if self.c.has_ends {
            exits.push(self.emit(Op::JumpIfEnding { phase: id.0, to: 0 }));
        }
        self.next -= 2;
    }
}

//! The machine: runs a state until somebody must decide, the game is over, or a fault stops it.

mod ability;
mod answers;
mod asks;
mod bags;
mod borne;
mod calls;
mod certain;
mod chance;
mod code;
mod cover;
mod dealing;
mod decide;
mod dice;
mod drawing;
mod event;
mod fault;
mod flow;
mod forward;
mod functions;
mod hand;
mod holding;
mod kept;
mod lists;
mod live;
mod looking;
mod moving;
mod notes;
mod observe;
mod odds;
mod offers;
mod operands;
mod ops;
mod options;
pub(crate) mod outcomes;
mod pay;
mod payment;
mod piles;
mod plain_offers;
mod planned;
mod primitives;
mod probe;
mod pure;
mod quick;
mod replace;
mod secret;
mod settle;
mod sight;
mod simply;
mod swapping;
mod tally;
mod test;
mod value;
mod window;

pub use answers::Answers;
pub(crate) use cover::Ran;
pub(crate) use fault::Plain;
pub(crate) use fault::under_way;
pub use fault::{Fault, FaultKind};
pub(crate) use forward::Target;
pub(crate) use observe::{Seen, key, value_seen};
pub(crate) use replace::USED;
pub(crate) use sight::{knows, seen_order, seen_position, sight};

use std::cell::Cell;

use crate::ids::*;
use crate::program::Program;
use crate::program::nouns::{ABSENT, Word};
use crate::program::op::*;
use crate::state::State;
use crate::state::stack::*;
use crate::state::world::World;
use crate::sure::sure;
use crate::trace::{Recorder, Trace};

/// Ops that one decision may take.
pub const FUEL: u32 = 4_000_000;
/// What an answer of chance costs: no decision goes on for ever by way of chance.
pub const ANSWER_COST: u32 = 100;
/// Ops that one probe may take before it says yes.
pub const PROBE_FUEL: u32 = 100_000;
/// What a probe costs before its first op: the state is copied for it.
pub const PROBE_COST: u32 = 200;
/// Probes and conditions in each other.
pub const NESTED: u16 = 60;
/// Frames in each other.
pub const DEPTH: usize = 200;
/// Words of all lists together.
pub const LISTS: usize = 100_000;
/// Lasting effects at one time.
pub const LASTING: usize = 64;
/// Effects put off by `later` at one time.
pub const LATER: usize = 256;

/// Why the machine stopped.
#[derive(Clone, Debug)]
pub enum Stop {
    Asked,
    Over,
    Fault(Box<Fault>),
    /// Of a probe: whether it can be done.
    Probed(bool),
}

/// Why an op could not be executed. Small, because every op gives it back: what takes words is kept by the machine.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Trap {
    /// A card must be known first: that is chance.
    Unknown(ComponentId),
    Fault(Plain),
    /// A fault that the machine keeps as its trouble.
    Told,
    /// A probe has its answer.
    Probed(bool),
}

/// A fault that is more than its kind.
#[derive(Clone, Debug)]
pub(crate) enum Trouble {
    /// It names something of the game.
    Naming(FaultKind),
    /// It has its own place and chain, such as one in a lane.
    Placed(Box<Fault>),
}

pub(crate) type Run<T> = Result<T, Trap>;

/// What an executed effect leaves to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// The next op.
    Op,
    Jump(Pc),
    /// The frames changed; this frame goes on behind this op.
    Frames,
    /// The frames changed (or were cut); their places are already right.
    Elsewhere,
    /// Waits for an answer, then this op again.
    Asked,
    Over,
}

/// Whose words mean what in the code that runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context {
    pub base: usize,
    pub me: Word,
    pub this: Word,
    pub who: Word,
}

impl Context {
    #[inline]
    fn of(frame: &Frame) -> Context {
        Context { base: frame.base as usize, me: frame.me, this: frame.this, who: frame.who }
    }
}

/// What a probe wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// That the frame of this depth ends as done.
    Frame(usize),
    /// That the region of this number ends, and that none of the `open` regions around the question fails before it ends.
    Region { end: usize, open: usize },
}

/// Scratch states for probes, kept between them.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    free: Vec<State>,
    stacks: Vec<Stack>,
    /// Lanes that had nothing but a question, cleared.
    lanes: Vec<Stack>,
    worlds: Vec<World>,
    /// Ops and hooks that ran, as bits, where the program asks for it.
    ran: Ran,
    live: live::LiveHooks,
    /// Values that were found.
    kept: Vec<kept::Found>,
    /// Cards that options are about, with their prices.
    priced: Vec<planned::Priced>,
    /// Pieces that a payment may be made of.
    pieces: Vec<Choice>,
}

impl Pool {
    /// An empty stack, with the memory of an earlier one where there is one.
    fn take_stack(&mut self) -> Stack {
        self.stacks.pop().unwrap_or_default()
    }

    fn take_world(&mut self) -> World {
        self.worlds.pop().unwrap_or_default()
    }

    fn keep_world(&mut self, world: World) {
        self.worlds.push(world);
    }

    fn keep_stack(&mut self, mut stack: Stack) {
        stack.clear();
        self.stacks.push(stack);
    }
}

/// A program, a state, and what running needs beside them.
pub struct Machine<'a> {
    pub(crate) p: &'a Program,
    pub(crate) s: &'a mut State,
    pub(crate) trace: Option<&'a mut Trace>,
    pub(crate) pool: &'a mut Pool,
    pub(crate) fuel: u32,
    pub(crate) goal: Option<Goal>,
    /// Whose knowledge decides: in a probe, and while a guard is asked.
    pub(crate) prober: Word,
    pub(crate) ctx: Context,
    /// How deep probes and code on the side are in each other: both take room of the program itself.
    pub(crate) nested: u16,
    /// Steps left for probes: beyond them everything that would have to be tried counts as possible.
    pub(crate) probe_fuel: u32,
    /// Where clauses are recorded.
    pub(crate) clauses: Option<&'a mut Recorder>,
    /// Somebody wants to know what happens: a trace, the keys, or whoever records what ran.
    pub(crate) told: bool,
    /// While something is asked about what is to come: a card, and where it will lie then.
    pub(crate) supposed: Option<(ComponentId, PlaceId)>,
    /// What stands behind [`Trap::Told`].
    trouble: Cell<Option<Box<Trouble>>>,
    /// While an offer is made, in which nothing changes: what pieces of a group are worth that somebody has, once it is known.
    offered_worth: Option<Option<(u16, Word, Reg)>>,
    /// Who answers questions at once; without them the machine stops and asks.
    pub(crate) answers: Option<&'a mut dyn Answers>,
    /// A lane before the one that runs waits for an answer.
    pub(crate) lane_waits: bool,
    /// The steps there were after the last answer, and those spent before it.
    given: u32,
    spent: u64,
}

impl<'a> Machine<'a> {
    /// A machine for one run.
    pub fn new(p: &'a Program, s: &'a mut State, pool: &'a mut Pool, trace: Option<&'a mut Trace>) -> Self {
        let ctx = Context { base: 0, me: ABSENT, this: ABSENT, who: ABSENT };
        let told = trace.is_some() || s.keys.on() || p.cover;
        Machine {
            p,
            s,
            trace,
            pool,
            fuel: FUEL,
            goal: None,
            prober: ABSENT,
            ctx,
            nested: 0,
            probe_fuel: FUEL,
            clauses: None,
            told,
            supposed: None,
            offered_worth: None,
            trouble: Cell::new(None),
            answers: None,
            lane_waits: false,
            given: FUEL,
            spent: 0,
        }
    }

    /// Records each clause before it runs.
    #[must_use]
    pub fn recording(mut self, clauses: &'a mut Recorder) -> Self {
        self.clauses = Some(clauses);
        self
    }

    /// With what is left of the steps of a decision, where chance has been answered in its middle.
    #[must_use]
    pub fn with_fuel(mut self, fuel: u32) -> Self {
        self.fuel = fuel;
        self
    }

    /// Steps left.
    pub fn fuel(&self) -> u32 {
        self.fuel
    }

    /// Before an answer: a seat's has all the steps of a decision, one of chance a few less than were left, so that no
    /// decision goes on for ever by way of chance.
    pub fn refuel(&mut self, by_chance: bool) {
        self.spent = self.spent();
        self.fuel = if by_chance { self.fuel.saturating_sub(ANSWER_COST) } else { FUEL };
        (self.given, self.probe_fuel) = (self.fuel, FUEL);
    }

    /// Steps taken so far, those that answers of chance cost left out.
    pub fn spent(&self) -> u64 {
        self.spent + u64::from(self.given - self.fuel)
    }

    /// Where it stands.
    pub fn state(&self) -> &State {
        self.s
    }

    /// Puts the first frame on a new state.
    pub fn begin(&mut self) {
        let registers = self.p.flow_registers as usize;
        self.push_frame(FrameKind::Code, self.p.flow_entry, registers);
    }

    /// Runs until somebody must decide or it is over.
    pub fn run(&mut self) -> Stop {
        self.run_stack()
    }

    /// Takes the answer to an open question; `run` goes on from it.
    pub fn answer(&mut self, lane: Option<usize>, choice: Choice) {
        // A lane goes on later: only what its table or the keys must know of needs the lane itself.
        if let Some(pending) = lane.and_then(|i| self.s.lanes.get_mut(i)).map(|lane| &mut lane.pending)
            && pending.question != Question::Draw
            && !self.s.keys.on()
        {
            pending.answer = Some(choice);
            return;
        }
        if let Some(lane) = lane {
            self.swap_lane(lane);
        }
        self.observe_answer(choice);
        let pending = &mut self.s.stack.pending;
        if pending.question == Question::Draw {
            pending.asked = Asked::Nobody;
            pending.question = Question::None;
            let card = pending.subject;
            if let Ok(card) = u16::try_from(card) {
                self.settle_draw(ComponentId(card), choice);
            }
        } else {
            pending.answer = Some(choice);
        }
        if let Some(lane) = lane {
            self.swap_lane(lane);
        }
    }

    /// A ranking number of an actor; 0 where it cannot be told.
    pub fn score_of(&mut self, score: crate::vocabulary::Score, actor: Word) -> Word {
        self.score(score, actor).ok().filter(|n| *n != ABSENT).unwrap_or(0)
    }

    pub(crate) fn run_stack(&mut self) -> Stop {
        loop {
            let Some(frame) = self.s.stack.frames.last() else { return Stop::Over };
            self.ctx = Context::of(frame);
            let step = match frame.kind {
                FrameKind::Code | FrameKind::Ability | FrameKind::Hook => {
                    let pc = frame.pc;
                    self.run_code(pc)
                }
                _ => {
                    let frame = *frame;
                    self.run_frame(frame)
                }
            };
            match step {
                Ok(Next::Asked) => match self.after_asking() {
                    None => {}
                    Some(stop) => return stop,
                },
                Ok(Next::Over) => return Stop::Over,
                Ok(_) => {}
                Err(Trap::Probed(yes)) => return Stop::Probed(yes),
                Err(Trap::Unknown(card)) => {
                    if let Some(stop) = self.ask_draw(card) {
                        return stop;
                    }
                }
                // A fault will be met, and told, when it is really done: a try needs no words for it.
                Err(Trap::Fault(_) | Trap::Told) if self.goal.is_some() => return Stop::Probed(true),
                Err(Trap::Fault(plain)) => return Stop::Fault(Box::new(self.fault(plain.kind()))),
                Err(Trap::Told) => return Stop::Fault(self.told_fault()),
            }
        }
    }

    /// A frame that has no code of its own. Out of line: nearly all frames have.
    #[inline(never)]
    fn run_frame(&mut self, frame: Frame) -> Run<Next> {
        match frame.kind {
            FrameKind::Code | FrameKind::Ability | FrameKind::Hook => self.run_code(frame.pc),
            FrameKind::Event => self.run_event(frame),
            FrameKind::Hooks => self.run_hooks(frame),
            FrameKind::Settle => self.run_settle(frame),
            FrameKind::Window => self.run_window(frame),
            FrameKind::Together => self.run_together(),
            FrameKind::Closing => self.closed(),
        }
    }

    /// In a probe a question is answered by search or ends it; else it stops the run, unless somebody answers at once.
    fn after_asking(&mut self) -> Option<Stop> {
        if self.goal.is_some() {
            return self.search_options().map(Stop::Probed);
        }
        (!self.answer_open()).then_some(Stop::Asked)
    }

    // ---- registers and frames

    #[inline(always)]
    pub(crate) fn get(&self, r: R) -> Reg {
        if r < FIRST_CONSTANT {
            sure(self.s.stack.regs.get(self.ctx.base + r as usize)).copied().unwrap_or(NONE)
        } else if r < FIRST_SLOT {
            sure(self.p.constants.get((r - FIRST_CONSTANT) as usize)).copied().unwrap_or(NONE)
        } else {
            self.elsewhere(r)
        }
    }

    /// What is neither a register of the frame nor a constant. Rare beside those, and out of their way.
    #[cold]
    #[inline(never)]
    fn elsewhere(&self, r: R) -> Reg {
        if r < FIRST_OWN_SLOT {
            return reg(self.s.read(u32::from(r - FIRST_SLOT)));
        }
        if r < FIRST_OWN_PLACE {
            let Ok(me) = u32::try_from(self.ctx.me) else { return NONE };
            return reg(self.s.read(u32::from(r - FIRST_OWN_SLOT) + me));
        }
        if r < ME {
            let Ok(me) = u16::try_from(self.ctx.me) else { return NONE };
            if r < FIRST_OWN_TOP {
                return Reg::from(r - FIRST_OWN_PLACE) + Reg::from(me);
            }
            return self.top_of(PlaceId((r - FIRST_OWN_TOP).saturating_add(me)));
        }
        match r {
            ME => reg(self.ctx.me),
            THIS => reg(self.ctx.this),
            WHO => reg(self.ctx.who),
            ROUND => Reg::from(self.s.flow.round),
            crate::program::op::LASTING => Reg::from(!self.s.lasting.is_empty()),
            _ => NONE,
        }
    }

    /// A register that need not be given.
    #[inline]
    pub(crate) fn get_or_none(&self, r: R) -> Reg {
        if r == NO_REG { NONE } else { self.get(r) }
    }

    #[inline(always)]
    pub(crate) fn put(&mut self, r: R, value: Reg) {
        if let Some(place) = sure(self.s.stack.regs.get_mut(self.ctx.base + r as usize)) {
            *place = value;
        }
    }

    #[inline]
    pub(crate) fn frame_mut(&mut self) -> Option<&mut Frame> {
        self.s.stack.frames.last_mut()
    }

    /// Pushes a frame with fresh registers; `me`, `this`, `who` and region are those of the current context.
    pub(crate) fn push_frame(&mut self, kind: FrameKind, pc: Pc, registers: usize) -> usize {
        let stack = &mut self.s.stack;
        let region = stack.frames.last().map_or(0, |f| f.region);
        // An event has no code of its own: for traces and faults it stands where it was caused.
        let pc = if kind == FrameKind::Event { stack.frames.last().map_or(0, |f| f.pc) } else { pc };
        let base = stack.regs.len();
        add_registers(&mut stack.regs, registers);
        let frame = self.new_frame(kind, pc, base, region);
        self.s.stack.frames.push(frame);
        base
    }

    /// A frame that begins now, with the current context and its registers from `base` on.
    #[inline(always)]
    fn new_frame(&self, kind: FrameKind, pc: Pc, base: usize, region: u16) -> Frame {
        Frame {
            kind,
            stage: Stage::Check,
            pc,
            base: base as u32,
            lists: self.s.stack.lists.len() as u32,
            me: self.ctx.me,
            this: self.ctx.this,
            who: self.ctx.who,
            region,
            subject: 0,
            give: NO_REG,
            index: 0,
            effects: self.s.flow.effects,
            noted: NONE,
            used: NONE,
        }
    }

    /// Checks that one more frame may be pushed.
    #[inline]
    pub(crate) fn check_depth(&self) -> Run<()> {
        if self.s.stack.frames.len() >= DEPTH { Err(Trap::Fault(Plain::TooDeep)) } else { Ok(()) }
    }

    /// Pops the innermost frame with its registers and lists.
    #[inline]
    pub(crate) fn pop_frame(&mut self) -> Option<Frame> {
        let stack = &mut self.s.stack;
        let frame = stack.frames.pop()?;
        stack.regs.truncate(frame.base as usize);
        stack.lists.truncate(frame.lists as usize);
        Some(frame)
    }

    /// Ends the innermost frame, telling the one below whether it was done.
    pub(crate) fn leave(&mut self, done: bool) -> Run<Next> {
        let frame = self.pop_frame();
        if frame.is_some_and(|f| f.kind == FrameKind::Ability) {
            self.s.stack.abilities = self.s.stack.abilities.saturating_sub(1);
            // What waits for the end of effects is asked again at the next settle point.
            self.s.flow.dirty |= self.s.stack.abilities == 0 && self.waits_for_end();
        }
        // A hook is its own effect, and a possible ability is one of its own unless it was demanded.
        let alone = frame.is_some_and(|f| match f.kind {
            FrameKind::Hook => true,
            FrameKind::Ability => f.index == 0,
            _ => false,
        });
        self.s.stack.done = done;
        if self.goal == Some(Goal::Frame(self.s.stack.frames.len())) {
            return Err(Trap::Probed(done));
        }
        if !done && !alone {
            return self.fell_short();
        }
        if frame.is_some_and(|f| f.kind == FrameKind::Ability) && self.s.stack.abilities == 0 {
            return self.between_effects();
        }
        Ok(Next::Elsewhere)
    }

    /// The seat that decides for an actor; `None`: chance.
    #[inline]
    pub(crate) fn seat_of(&self, actor: Word) -> Option<SeatId> {
        usize::try_from(actor).ok().and_then(|i| self.p.nouns.actors.get(i)).and_then(|a| a.seat)
    }

    #[inline(always)]
    pub(crate) fn burn(&mut self, ops: u32) -> Run<()> {
        match self.fuel.checked_sub(ops) {
            Some(left) => {
                self.fuel = left;
                Ok(())
            }
            None => Err(self.out_of_fuel()),
        }
    }

    /// What becomes of whoever takes more steps than there are.
    #[cold]
    pub(crate) fn out_of_fuel(&mut self) -> Trap {
        self.fuel = 0;
        // A probe that cannot find out says yes: legality may be wrong, never stuck.
        if self.goal.is_some() { Trap::Probed(true) } else { Trap::Fault(Plain::TooManySteps) }
    }

    /// The op of a place, alone, after the clause that it begins was recorded.
    #[cold]
    pub(crate) fn recorded_op(&mut self, pc: Pc) -> (&'a [Op], Pc) {
        let p: &'a Program = self.p;
        let op = p.op_alone(pc);
        let Some(clauses) = self.clauses.as_deref_mut().filter(|clauses| clauses.begins(pc)) else { return (op, pc) };
        // The state that is copied stands at this op.
        if let Some(frame) = self.s.stack.frames.last_mut() {
            frame.pc = pc;
        }
        let told = self.trace.as_deref().map_or(0, |trace| trace.entries.len());
        clauses.record(self.s, pc, told);
        (op, pc)
    }
}

/// Empty registers, to be copied at once.
const EMPTY: [Reg; 8] = [NONE; 8];

/// Adds empty registers behind those in use, a few at a time: more than are needed do no harm.
#[inline]
fn add_registers(regs: &mut Vec<Reg>, count: usize) {
    for _ in 0..count.div_ceil(EMPTY.len()) {
        regs.extend_from_slice(&EMPTY);
    }
}

//! A match: a program, a seed and the answers given; everything else can be computed again.

mod alike;
mod bot;
mod decision;
mod determinise;
mod explore;
mod hash;
mod inspect;
mod invariants;
mod label;
pub use label::seat as seat_name;
mod outcome;
mod playout;
mod position;
mod price;
mod printed;
mod rematch;
mod save;
mod scenario;
mod seek;
mod seen;
mod steps;
mod subtrees;
mod told;
mod view;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use thiserror::Error;

pub use alike::see_alike;
pub use bot::Bot;
pub use decision::{Bounds, Decision, OptionView, Who};
pub use explore::{Explorer, States, Tree, Walk};
pub use inspect::LookUp;
pub use invariants::{Broken, check_invariants};
pub use outcome::{Outcome, SeatOutcome, SeatStanding, Standing, against_the_game, score_names};
pub use playout::{Player, Playout};
pub use position::Position;
pub use rematch::Rematch;
pub use save::{
    Clause, Comparison, Damage, Difference, End, EndStatus, FORMAT, Given, Head, Moment, Record, RecordEnd, RecordHead,
    RecordResult, Rules, Save, SaveError, Seen, StoredFile, compare, rules_hash,
};
pub use scenario::{Failure, ScenarioReport, run_scenario};
pub use seek::{NotSought, Sought};
pub use steps::{StepLine, Stepped, Steps};
pub use view::{View, Viewer};

use crate::program::Program;
use crate::rng::GameRng;
use crate::source::Span;
use crate::state::State;
use crate::state::asked::{open_question, open_questions};
use crate::state::keys::Keys;
use crate::state::stack::{Asked, Choice, Pending, Stack};
use crate::trace::{Recorder, Trace};
use crate::vm::{ANSWER_COST, FUEL, Fault, Machine, Pool, Stop};

/// Where a match stands.
#[derive(Clone, Debug)]
pub enum Status {
    /// Somebody must answer.
    Deciding,
    Ended,
    /// A fault ended it.
    Stopped(Fault),
}

/// Why an answer was not taken; nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Rejected {
    #[error("there is no option {0}: the options are 1 to {1}")]
    NoSuchOption(usize, usize),
    #[error("nobody is asked: the game is over")]
    NothingAsked,
    #[error("this seat is not asked now")]
    NotAsked,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Match {
    program: Arc<Program>,
    state: State,
    rng: GameRng,
    /// One for each lane of a `together`: what chance says to one does not depend on who answers first.
    lane_rngs: Vec<GameRng>,
    seed: u64,
    pool: Pool,
    status: Status,
    /// Answers of seats (and of chance, where it is decided from outside), each with the lane it went to.
    answers: Vec<(u16, u32)>,
    /// Chance is asked like a seat.
    open_chance: bool,
    trace: Option<Trace>,
    /// Entries of the trace already told, by viewer; and where the last answer began.
    told: Vec<usize>,
    last_answer: usize,
    ops: u64,
    /// Keys are kept.
    keyed: bool,
    /// Where it began, if not at the beginning of the game: a position that was dealt anew.
    branched: Option<Box<State>>,
    /// Clauses are recorded.
    recorder: Option<Box<Recorder>>,
}

impl Match {
    /// Starts a game and runs it to the first decision.
    pub fn new(program: Arc<Program>, seed: u64) -> Match {
        Match::start(program, seed, 0, false, false, false)
    }

    /// Starts a game in which chance is decided from outside, too.
    pub fn with_open_chance(program: Arc<Program>) -> Match {
        Match::start(program, 0, 0, true, false, false)
    }

    /// Starts a game that records its trace from the beginning.
    pub fn traced(program: Arc<Program>, seed: u64, open_chance: bool) -> Match {
        Match::start(program, seed, 0, open_chance, true, false)
    }

    fn start(program: Arc<Program>, seed: u64, stream: u64, open_chance: bool, traced: bool, keyed: bool) -> Match {
        let mut game = Match::before_start(program, seed, stream, open_chance, traced, keyed);
        game.begin();
        game
    }

    fn before_start(
        program: Arc<Program>,
        seed: u64,
        stream: u64,
        open_chance: bool,
        traced: bool,
        keyed: bool,
    ) -> Match {
        let mut state = State::new(&program);
        if keyed {
            state.keys = Keys::new(program.nouns.seats.len());
        }
        let viewers = program.nouns.seats.len() + 1;
        Match {
            program,
            state,
            rng: GameRng::new(seed, stream),
            lane_rngs: Vec::new(),
            seed,
            pool: Pool::default(),
            status: Status::Deciding,
            answers: Vec::new(),
            open_chance,
            trace: traced.then(Trace::default),
            told: vec![0; viewers],
            last_answer: 0,
            ops: 0,
            keyed,
            branched: None,
            recorder: None,
        }
    }

    fn begin(&mut self) {
        let program = self.program.clone();
        let mut machine = Machine::new(&program, &mut self.state, &mut self.pool, self.trace.as_mut());
        machine.begin();
        self.advance();
    }

    /// Runs until a seat must answer, answering chance by the generator.
    fn advance(&mut self) {
        let mut fuel = FUEL;
        loop {
            let machine = Machine::new(&self.program, &mut self.state, &mut self.pool, self.trace.as_mut());
            let mut machine = machine.with_fuel(fuel);
            if let Some(recorder) = &mut self.recorder {
                machine = machine.recording(recorder);
            }
            let stop = machine.run();
            self.ops += u64::from(fuel - machine.fuel());
            fuel = machine.fuel().saturating_sub(ANSWER_COST);
            match stop {
                Stop::Asked => {
                    if self.open_chance {
                        return;
                    }
                    // Where all act at once, chance may be asked behind a seat that is still waited for.
                    let chance = open_questions(&self.state).find(|(_, pending)| pending.asked == Asked::Chance);
                    let Some((lane, pending)) = chance else { return };
                    // The same seed, with a stream of its own for each lane, far from those of whole games.
                    while lane.is_some_and(|lane| self.lane_rngs.len() <= lane) {
                        self.lane_rngs.push(GameRng::new(self.seed, u64::MAX - self.lane_rngs.len() as u64));
                    }
                    let own = lane.and_then(|lane| self.lane_rngs.get_mut(lane));
                    let index = own.unwrap_or(&mut self.rng).pick_weighted(&pending.options);
                    let Some(choice) = pending.options.get(index).copied() else { return };
                    self.give(lane, choice);
                }
                Stop::Over | Stop::Probed(_) => {
                    self.status = Status::Ended;
                    return;
                }
                Stop::Fault(fault) => {
                    self.status = Status::Stopped(*fault);
                    return;
                }
            }
        }
    }

    fn give(&mut self, lane: Option<usize>, choice: Choice) {
        Machine::new(&self.program, &mut self.state, &mut self.pool, self.trace.as_mut()).answer(lane, choice);
    }

    /// How many seats there are.
    pub fn seats(&self) -> usize {
        self.program.nouns.seats.len()
    }

    /// The name of a seat: its player's, where it has one.
    pub fn seat_name(&self, seat: usize) -> String {
        label::seat(&self.program, seat)
    }

    /// Where the match stands.
    pub fn status(&self) -> &Status {
        &self.status
    }

    /// What stopped it, with the line of the script it happened at and the effects around it.
    pub fn fault_text(&self) -> Option<String> {
        let Status::Stopped(fault) = &self.status else { return None };
        let mut text = fault.kind.to_string();
        if let Some(file) = self.program.sources.get(fault.span.file)
            && fault.span.end > 0
        {
            let line = file.line_column(fault.span.start).line;
            let script: Vec<&str> = file.slice(fault.span).split_whitespace().collect();
            text.push_str(&format!("\n  at {}:{line}: {}", file.name, script.join(" ")));
        }
        for link in fault.chain.iter().take(12) {
            text.push_str(&format!("\n  in {link}"));
        }
        Some(text)
    }

    /// The seed it was started with.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The state itself.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The rules it is played by.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// The position, without the history.
    pub fn position(&self) -> Position {
        Position::new(self.program.clone(), self.state.clone())
    }

    // ---- what seats know

    /// The same match with keys: from here on, and for what has happened already, each seat has an information-state key.
    #[must_use]
    pub fn with_keys(mut self) -> Match {
        if !self.keyed {
            self.keyed = true;
            let answers = std::mem::take(&mut self.answers);
            self.replay(&answers);
        }
        self
    }

    /// A hash of all that a seat saw, was offered and answered, up to the question it is asked now; 0 without keys.
    pub fn key(&self, seat: usize) -> u64 {
        if self.keyed { crate::vm::key(&self.program, &self.state, seat) } else { 0 }
    }

    /// A stable hash of the position: equal positions have equal hashes, however they were reached.
    pub fn position_hash(&self) -> u64 {
        hash::hash(&self.program, &self.state)
    }

    /// A match that goes on from here with all that a seat cannot know dealt anew. It looks the same to that seat.
    ///
    /// Cards are dealt anew; what chance and others put into secret counters, flags and states is drawn again, wherever it
    /// stands, and so is what is still under way under a name, dice too. Where all choose at once and each chooses one thing
    /// and no more, what others have chosen by now is chosen again. Some of it keeps its value: what the game has shown or
    /// made something else of than a sum (`p.face + 1`, a comparison), what a bound cut, what a hook watched, several picks at
    /// once, dice that were rolled again, what `later` and `until` took along, and cards that lanes of a `together` have moved
    /// already. Whoever thinks ahead for a seat must not read these.
    ///
    /// It is for thinking ahead: it has no history, so nothing before this moment can be undone, and saves of it are of
    /// no use.
    #[must_use]
    pub fn determinise(&self, seat: usize, rng: &mut impl rand::Rng) -> Match {
        let state = determinise::determinise(&self.program, &self.state, seat, rng);
        let mut game = self.clone();
        game.answers.clear();
        game.take_up(&state);
        game.branched = Some(Box::new(state));
        game
    }

    fn take_up(&mut self, state: &State) {
        self.state.clone_from(state);
        if open_question(&self.state).is_some() {
            self.status = Status::Deciding;
        }
        if let Some(trace) = &mut self.trace {
            trace.clear();
        }
        self.told.iter_mut().for_each(|told| *told = 0);
        self.last_answer = 0;
    }

    /// The next decision; where several seats are asked at once, the first of them.
    pub fn decision(&self) -> Option<Decision> {
        if !matches!(self.status, Status::Deciding) {
            return None;
        }
        let (lane, pending) = open_question(&self.state)?;
        Some(self.describe(lane, pending))
    }

    /// All decisions that are open at this moment, one for each seat that is asked.
    pub fn decisions(&self) -> Vec<Decision> {
        if !matches!(self.status, Status::Deciding) {
            return Vec::new();
        }
        open_questions(&self.state).map(|(lane, pending)| self.describe(lane, pending)).collect()
    }

    /// What is asked in a lane, or of all.
    fn decision_in(&self, lane: Option<usize>) -> Option<Decision> {
        let (lane, pending) = open_questions(&self.state).find(|(open, _)| *open == lane)?;
        Some(self.describe(lane, pending))
    }

    fn describe(&self, lane: Option<usize>, pending: &Pending) -> Decision {
        match lane {
            Some(i) => decision::describe(&self.program, &self.state.seen_by_lane(i), lane, pending),
            None => decision::describe(&self.program, &self.state, lane, pending),
        }
    }

    /// How many options the next decision has, without describing them.
    pub fn option_count(&self) -> usize {
        if !matches!(self.status, Status::Deciding) {
            return 0;
        }
        open_question(&self.state).map_or(0, |(_, pending)| pending.options.len())
    }

    /// Answers the next decision by the number of an option, from 0.
    pub fn answer(&mut self, option: usize) -> Result<(), Rejected> {
        let lane = match (&self.status, open_question(&self.state)) {
            (Status::Deciding, Some((lane, _))) => lane,
            _ => return Err(Rejected::NothingAsked),
        };
        self.answer_lane(lane, option)
    }

    /// Answers the decision of a seat, where several are asked at once.
    pub fn answer_as(&mut self, seat: usize, option: usize) -> Result<(), Rejected> {
        if !matches!(self.status, Status::Deciding) {
            return Err(Rejected::NothingAsked);
        }
        let lane = open_questions(&self.state)
            .find(|(_, pending)| decision::seat_asked(&self.program, pending) == Some(seat))
            .map(|(lane, _)| lane);
        match lane {
            Some(lane) => self.answer_lane(lane, option),
            None => Err(Rejected::NotAsked),
        }
    }

    fn answer_lane(&mut self, lane: Option<usize>, option: usize) -> Result<(), Rejected> {
        let pending = match lane {
            None => Some(&self.state.stack.pending),
            Some(i) => self.state.lanes.get(i).map(|l| &l.pending),
        };
        let Some(pending) = pending else { return Err(Rejected::NothingAsked) };
        let count = pending.options.len();
        let Some(choice) = pending.options.get(option).copied() else {
            return Err(Rejected::NoSuchOption(option.saturating_add(1), count));
        };
        let lane_number = lane.map_or(u16::MAX, |i| i as u16);
        self.answers.push((lane_number, u32::try_from(option).unwrap_or(u32::MAX)));
        if let Some(trace) = &mut self.trace {
            self.last_answer = trace.entries.len();
            trace.begin_answer();
        }
        self.give(lane, choice);
        self.advance();
        Ok(())
    }

    /// Takes back the last answer, and the chance that followed it.
    pub fn undo(&mut self) -> bool {
        let Some(kept) = self.answers.len().checked_sub(1) else { return false };
        let answers: Vec<(u16, u32)> = self.answers.iter().copied().take(kept).collect();
        self.replay(&answers);
        true
    }

    /// Starts again and gives these answers; stops where one does not fit. How many were taken.
    fn replay(&mut self, answers: &[(u16, u32)]) -> usize {
        let stream = self.rng.position().stream;
        let (program, branched) = (self.program.clone(), self.branched.take());
        let trace = self.trace.as_ref().map(Trace::anew);
        *self = Match::before_start(program, self.seed, stream, self.open_chance, false, self.keyed);
        self.trace = trace;
        self.begin();
        if let Some(base) = branched {
            self.take_up(&base);
            self.branched = Some(base);
        }
        for (taken, (lane, option)) in answers.iter().enumerate() {
            let lane = if *lane == u16::MAX { None } else { Some(*lane as usize) };
            if self.answer_lane(lane, *option as usize).is_err() {
                return taken;
            }
        }
        answers.len()
    }

    /// The numbers of the options taken so far, from 0.
    pub fn answers(&self) -> impl Iterator<Item = usize> + '_ {
        self.answers.iter().map(|(_, option)| *option as usize)
    }

    /// How it ended.
    pub fn outcome(&self) -> Option<Outcome> {
        if !matches!(self.status, Status::Ended) {
            return None;
        }
        let mut state = self.state.clone();
        Some(outcome::outcome(&self.program, &mut state))
    }

    /// The table as a viewer sees it.
    pub fn view(&self, viewer: Viewer) -> View {
        view::view(&self.program, &self.seen_by(viewer), viewer)
    }

    /// The state in which a viewer stands.
    fn seen_by(&self, viewer: Viewer) -> Cow<'_, State> {
        // In a `together` a seat sees what it has done there, and nobody else does.
        let own = |lane: &Stack| {
            let actor = usize::try_from(lane.lane_of).ok().and_then(|i| self.program.nouns.actors.get(i));
            matches!((viewer, actor.and_then(|a| a.seat)), (Viewer::Seat(seat), Some(s)) if s.index() == seat)
        };
        match self.state.lanes.iter().position(own) {
            Some(lane) => Cow::Owned(self.state.seen_by_lane(lane)),
            None => Cow::Borrowed(&self.state),
        }
    }

    /// The places in scripts of all that ran, where the program records it ([`Program::cover`]).
    pub fn ran(&self) -> BTreeSet<Span> {
        self.pool.ran(&self.program)
    }

    /// Ops executed so far.
    pub fn ops(&self) -> u64 {
        self.ops
    }

    // ---- traces

    /// The tree of effects of the last answer as somebody saw them, with source lines; empty unless the match is traced.
    pub fn last_trace(&self, viewer: Viewer) -> String {
        self.trace_from(self.last_answer, viewer)
    }

    /// The tree of effects since the game began.
    pub fn whole_trace(&self, viewer: Viewer) -> String {
        self.trace_from(0, viewer)
    }

    /// How much of a trace may be told: while all are asked at once, nobody is told what the others answered.
    fn told_so_far(&self, trace: &Trace) -> usize {
        let open = trace.entries.iter().rev().take_while(|e| e.together && !self.state.lanes.is_empty()).count();
        trace.entries.len() - open
    }

    fn trace_from(&self, first: usize, viewer: Viewer) -> String {
        let Some(trace) = &self.trace else { return String::new() };
        let end = if viewer == Viewer::All { trace.entries.len() } else { self.told_so_far(trace) };
        let entries = trace.entries.get(..end.max(first)).unwrap_or(&[]);
        match viewer {
            Viewer::All => crate::trace::tree_from(&self.program, entries, first, viewer),
            // A seat's lines depend on nothing but this answer: not on what the match has kept of those before it.
            _ => crate::trace::tree_text(&self.program, entries.get(first..).unwrap_or(&[]), viewer),
        }
    }

    /// What happened since this was last asked for the viewer, a line each, as the viewer saw it.
    pub fn news(&mut self, viewer: Viewer) -> Vec<String> {
        let Some(trace) = &self.trace else { return Vec::new() };
        let slot = match viewer {
            Viewer::Seat(seat) => seat.min(self.told.len().saturating_sub(1)),
            Viewer::Spectator | Viewer::All => self.told.len().saturating_sub(1),
        };
        let first = self.told.get(slot).copied().unwrap_or(0);
        let end = self.told_so_far(trace);
        if let Some(told) = self.told.get_mut(slot) {
            *told = end.max(first);
        }
        let mut lines: Vec<(&str, usize)> = Vec::new();
        for line in trace.entries.get(first..end).unwrap_or(&[]).iter().filter_map(|e| e.told(viewer)) {
            match lines.last_mut() {
                Some((last, times)) if *last == line => *times += 1,
                _ => lines.push((line, 1)),
            }
        }
        let told =
            |(line, times): (&str, usize)| if times == 1 { line.to_owned() } else { format!("{times} × {line}") };
        lines.into_iter().map(told).collect()
    }

    /// Anything by its name or a part of it: what it is, where it is and what lies on it, as far as the viewer knows. What
    /// is printed on a card is known to all; where it lies only to those who see it.
    pub fn look_up(&self, viewer: Viewer, text: &str) -> LookUp {
        inspect::look_up(&self.program, &self.seen_by(viewer), viewer, text)
    }

    /// The same of what an option of the next decision is about; nothing where it is about nothing that has a name.
    pub fn about_option(&self, viewer: Viewer, option: usize) -> Option<String> {
        let (_, pending) = open_question(&self.state)?;
        let choice = pending.options.get(option).copied()?;
        inspect::about(&self.program, &self.seen_by(viewer), viewer, pending, choice)
    }

    /// A card by its script name or printed name: what it is, and what it says.
    pub fn card_text(&self, name: &str) -> Option<String> {
        printed::card_text(&self.program, &self.state, name)
    }
}

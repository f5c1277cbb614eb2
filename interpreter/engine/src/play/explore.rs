//! The whole tree of a game, chance included: how many histories, how deep, and what blind play is worth.
//!
//! A walk keeps one state per level and copies into it, so that going on takes no memory once it has been as deep
//! before. It goes in steps of as many nodes as the caller likes: a limit, a progress bar and Ctrl-C are the
//! caller's business. Where only counts and values are wanted, what was counted below a position counts again wherever
//! that position is met.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::subtrees::{Counts, Subtree, Subtrees};
use super::{Standing, decision, hash, open_question};
use crate::program::Program;
use crate::state::State;
use crate::state::keys::Keys;
use crate::state::stack::{Asked, Choice};
use crate::vm::{FUEL, Fault, Machine, Pool, Stop};

/// How many answers deep a walk goes. A line of play that is longer than this has no end.
const DEEPEST: usize = 10_000;

/// What was counted so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree {
    /// All nodes, with the root.
    pub histories: u64,
    pub terminals: u64,
    /// Nodes at which a seat is asked; seats that are asked at once are asked one after the other.
    pub decisions: u64,
    pub chances: u64,
    /// Answers on the longest way.
    pub depth: usize,
    /// What each seat can expect if everybody chooses blindly; right once the walk is done.
    pub uniform_value: Vec<f64>,
    /// How many terminal histories end how, by the names of those who are first.
    pub outcomes: Vec<(String, u64)>,
    /// Only where they were asked for.
    pub states: Option<States>,
}

/// What is told apart in a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct States {
    /// By seat: how many different things it may have seen and done when it is asked.
    pub information: Vec<u64>,
    /// Tables that differ in something that matters for what comes, those of ends included.
    pub positions: u64,
}

/// Where a walk stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Walk {
    Going,
    Done,
    /// Some line of play is too long for a tree.
    TooDeep,
    /// There are more histories than can be counted.
    TooMany,
    /// The rules went wrong; [`Explorer::answers`] leads there.
    Stopped(Box<Fault>),
}

/// A walk through the tree of a game.
#[derive(Debug)]
pub struct Explorer {
    program: Arc<Program>,
    pool: Pool,
    /// One for each answer on the way, and the root; those behind `used` only keep their memory.
    levels: Vec<Level>,
    used: usize,
    /// What is expected at each level from the options done so far, seat by seat.
    values: Vec<f64>,
    /// What is expected at the node that was just done.
    expected: Vec<f64>,
    standing: Standing,
    status: Walk,
    counts: Counts,
    depth: usize,
    uniform_value: Vec<f64>,
    /// Who is first, as bits, and how often; `None` where nobody won or lost.
    firsts: Vec<(Option<u32>, u64)>,
    /// Nodes that were walked to.
    visited: u64,
    telling: Telling,
}

/// What a walk keeps of the nodes it has met.
#[derive(Debug)]
enum Telling {
    /// What is told apart: then every way has to be gone.
    States(Seen),
    /// What lies below them.
    Counts(Subtrees),
}

/// Hashes of all that was met.
#[derive(Debug, Default)]
struct Seen {
    information: Vec<FxHashSet<u64>>,
    positions: FxHashSet<u64>,
    /// Memory for making hashes.
    row: Vec<u64>,
}

/// A node on the way.
#[derive(Debug, Default)]
struct Level {
    state: State,
    lane: Option<usize>,
    /// The next option to try, of how many.
    next: usize,
    options: usize,
    chance: bool,
    /// The weights of all options together.
    total: f64,
    /// Its own among those of the level before.
    weight: f64,
    /// Its position was met before, or that of a level before.
    known: bool,
    /// The number of its position, and what was counted when the walk came here.
    number: u128,
    before: Counts,
    ends_before: Vec<u64>,
    /// The deepest level that was come to from here.
    deepest: usize,
}

impl Explorer {
    /// Starts at the first decision of a game; with `states`, information states and positions are counted, too.
    pub fn new(program: Arc<Program>, states: bool) -> Explorer {
        let seats = program.nouns.seats.len();
        let mut state = State::new(&program);
        if states {
            state.keys = Keys::new(seats);
        }
        let seen = || Seen { information: vec![FxHashSet::default(); seats], ..Seen::default() };
        let mut explorer = Explorer {
            levels: vec![Level { state, weight: 1.0, ..Level::default() }],
            used: 0,
            values: vec![0.0; seats],
            expected: Vec::new(),
            program,
            pool: Pool::default(),
            standing: Standing::default(),
            status: Walk::Going,
            counts: Counts::default(),
            depth: 0,
            uniform_value: vec![0.0; seats],
            firsts: Vec::new(),
            visited: 0,
            telling: if states { Telling::States(seen()) } else { Telling::Counts(Subtrees::default()) },
        };
        if let Some(root) = explorer.levels.first_mut() {
            Machine::new(&explorer.program, &mut root.state, &mut explorer.pool, None).begin();
        }
        explorer.arrive();
        explorer
    }

    /// Goes on for about so many nodes.
    pub fn walk(&mut self, nodes: u64) -> &Walk {
        let end = self.visited.saturating_add(nodes);
        while self.status == Walk::Going && self.visited < end {
            self.step();
        }
        &self.status
    }

    /// What is counted so far.
    pub fn tree(&self) -> Tree {
        let mut outcomes: Vec<(String, u64)> = Vec::new();
        for (firsts, count) in &self.firsts {
            let name = self.outcome_name(*firsts);
            match outcomes.iter_mut().find(|(known, _)| *known == name) {
                Some((_, known)) => *known += count,
                None => outcomes.push((name, *count)),
            }
        }
        outcomes.sort();
        let states = match &self.telling {
            Telling::States(seen) => Some(States {
                information: seen.information.iter().map(|keys| keys.len() as u64).collect(),
                positions: seen.positions.len() as u64,
            }),
            Telling::Counts(_) => None,
        };
        let Counts { histories, terminals, decisions, chances } = self.counts;
        let (depth, uniform_value) = (self.depth, self.uniform_value.clone());
        Tree { histories, terminals, decisions, chances, depth, uniform_value, outcomes, states }
    }

    /// Nodes walked to so far: all histories, or fewer where positions that are met again are not walked through again.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// How much of the tree is done, from 0 to 1, as if all branches of a node were of one size.
    pub fn share_done(&self) -> f64 {
        if self.status == Walk::Done {
            return 1.0;
        }
        let (mut done, mut share) = (0.0, 1.0);
        for level in self.levels.iter().take(self.used) {
            let each = share / level.options.max(1) as f64;
            done += each * level.next.saturating_sub(1) as f64;
            share = each;
        }
        done
    }

    /// The options taken on the way to where the walk stands, from 0.
    pub fn answers(&self) -> Vec<usize> {
        self.levels.iter().take(self.used).map(|level| level.next.saturating_sub(1)).collect()
    }

    /// One more history, or one level back.
    fn step(&mut self) {
        let Some(here) = self.used.checked_sub(1).and_then(|i| self.levels.get(i)) else {
            self.status = Walk::Done;
            return;
        };
        if here.next >= here.options {
            self.leave();
            return;
        }
        let Some((_, pending)) = open_question(&here.state) else {
            self.leave();
            return;
        };
        let Some(choice) = pending.options.get(here.next).copied() else {
            self.leave();
            return;
        };
        self.take(choice);
        self.arrive();
    }

    /// Makes the next level from this one by an answer.
    fn take(&mut self, choice: Choice) {
        if self.levels.len() == self.used {
            self.levels.push(Level::default());
        }
        let (before, behind) = self.levels.split_at_mut(self.used);
        let (Some(here), Some(below)) = (before.last_mut(), behind.first_mut()) else { return };
        here.next += 1;
        below.weight = if here.chance { choice.weight as f64 } else { 1.0 };
        if here.next == here.options {
            // Nobody comes back here: the state itself goes on instead of a copy.
            std::mem::swap(&mut here.state, &mut below.state);
        } else {
            below.state.clone_from(&here.state);
        }
        Machine::new(&self.program, &mut below.state, &mut self.pool, None).answer(here.lane, choice);
    }

    /// Runs the level behind the last one to its question or end, and counts it.
    fn arrive(&mut self) {
        let below_known = self.used.checked_sub(1).and_then(|i| self.levels.get(i)).is_some_and(|level| level.known);
        let Some(level) = self.levels.get_mut(self.used) else { return };
        let stop = Machine::new(&self.program, &mut level.state, &mut self.pool, None).with_fuel(FUEL).run();
        if let Telling::States(seen) = &mut self.telling {
            // Below a position that was met before there is no new one.
            level.known =
                below_known || !seen.positions.insert(hash::hash_in(&self.program, &level.state, &mut seen.row));
        }
        self.visited += 1;
        self.add(Counts { histories: 1, ..Counts::default() });
        self.reach(self.used);
        match stop {
            Stop::Asked if self.used >= DEEPEST => self.status = Walk::TooDeep,
            Stop::Asked => self.enter(),
            Stop::Over | Stop::Probed(_) => self.end(),
            Stop::Fault(fault) => self.status = Walk::Stopped(fault),
        }
    }

    fn add(&mut self, counts: Counts) {
        match self.counts.plus(counts) {
            Some(sum) => self.counts = sum,
            None => self.status = Walk::TooMany,
        }
    }

    /// Some way has come so deep: the last level and the whole tree are told.
    fn reach(&mut self, depth: usize) {
        self.depth = self.depth.max(depth);
        if let Some(last) = self.used.checked_sub(1).and_then(|i| self.levels.get_mut(i)) {
            last.deepest = last.deepest.max(depth);
        }
    }

    /// The level behind the last one asks a question: its options come next, unless all that they lead to is known.
    fn enter(&mut self) {
        let Some(level) = self.levels.get_mut(self.used) else { return };
        let Some((lane, pending)) = open_question(&level.state) else { return };
        let chance = pending.asked == Asked::Chance;
        let options = pending.options.len();
        let total = if chance { pending.options.iter().map(|o| o.weight).sum() } else { options as u64 };
        match &mut self.telling {
            Telling::States(seen) => {
                if let Some(seat) = decision::seat_asked(&self.program, pending)
                    && let Some(keys) = seen.information.get_mut(seat)
                {
                    keys.insert(crate::vm::key(&self.program, &level.state, seat));
                }
            }
            Telling::Counts(known) => {
                level.number = known.number(&self.program, &level.state);
                if let Some(subtree) = known.get(level.number).cloned() {
                    return self.count_again(&subtree);
                }
                level.ends_before.clear();
                level.ends_before.extend(self.firsts.iter().map(|(_, count)| *count));
            }
        }
        (level.lane, level.next, level.options) = (lane, 0, options);
        (level.chance, level.total) = (chance, total as f64);
        (level.before, level.deepest) = (self.counts, self.used);
        self.add(Counts { decisions: u64::from(!chance), chances: u64::from(chance), ..Counts::default() });
        self.used += 1;
        let seats = self.uniform_value.len();
        self.values.resize(self.values.len().max(self.used * seats), 0.0);
        if let Some(own) = self.values.get_mut((self.used - 1) * seats..self.used * seats) {
            own.fill(0.0);
        }
    }

    /// The level behind the last one is a position that was walked through before.
    fn count_again(&mut self, subtree: &Subtree) {
        self.add(subtree.counts);
        self.reach(self.used + subtree.depth);
        for ((_, count), more) in self.firsts.iter_mut().zip(&subtree.ends) {
            *count += more;
        }
        self.expected.clone_from(&subtree.values);
        let weight = self.levels.get(self.used).map_or(1.0, |level| level.weight);
        self.hand_up(weight);
    }

    /// The level behind the last one is an end: its result goes to the level before.
    fn end(&mut self) {
        let Some(level) = self.levels.get_mut(self.used) else { return };
        let weight = level.weight;
        self.standing.compute(&self.program, &mut level.state, &mut self.pool);
        let firsts = self.standing.is_decided().then(|| self.standing.winners());
        match self.firsts.iter_mut().find(|(known, _)| *known == firsts) {
            Some((_, count)) => *count += 1,
            None => self.firsts.push((firsts, 1)),
        }
        self.add(Counts { terminals: 1, ..Counts::default() });
        self.expected.clear();
        self.expected.extend(self.standing.seats.iter().map(|seat| seat.utility));
        self.hand_up(weight);
    }

    /// What can be expected behind the last level goes to it, or at the root to the tree.
    fn hand_up(&mut self, weight: f64) {
        let seats = self.uniform_value.len();
        let sums = match self.used.checked_sub(1) {
            Some(last) => self.values.get_mut(last * seats..).unwrap_or_default(),
            None => {
                self.status = Walk::Done;
                &mut self.uniform_value
            }
        };
        sums.iter_mut().zip(&self.expected).for_each(|(sum, value)| *sum += *value * weight);
    }

    /// All options of the last level are done: what is expected there goes to the level before.
    fn leave(&mut self) {
        self.used = self.used.saturating_sub(1);
        let seats = self.uniform_value.len();
        let Some(level) = self.levels.get_mut(self.used) else { return };
        // Divided here and not option by option: whole numbers stay whole as long as they can.
        let own = self.values.get(self.used * seats..).unwrap_or(&[]).iter().take(seats);
        self.expected.clear();
        self.expected.extend(own.map(|value| *value / level.total));
        let (weight, deepest) = (level.weight, level.deepest);
        if let Telling::Counts(known) = &mut self.telling {
            let before = |i: usize| level.ends_before.get(i).copied().unwrap_or(0);
            known.keep(level.number, || Subtree {
                counts: self.counts.since(level.before),
                depth: deepest - self.used,
                values: self.expected.clone(),
                ends: self.firsts.iter().enumerate().map(|(i, (_, count))| count - before(i)).collect(),
            });
        }
        self.reach(deepest);
        self.hand_up(weight);
    }

    /// `p1`, `p1+p2`, `draw`; of games that are won or lost together `won` and `lost`;
    /// `neither` where a game for one only ended.
    fn outcome_name(&self, firsts: Option<u32>) -> String {
        let Some(firsts) = firsts else { return "neither".into() };
        let seats = self.uniform_value.len();
        let names: Vec<String> =
            (0..seats).filter(|s| firsts & 1 << (s & 31) != 0).map(|s| super::label::seat(&self.program, s)).collect();
        let together = super::outcome::against_the_game(&self.program);
        match names.len() {
            0 if together => "lost".into(),
            0 => "nobody".into(),
            _ if together => "won".into(),
            n if n == seats => "draw".into(),
            _ => names.join("+"),
        }
    }
}

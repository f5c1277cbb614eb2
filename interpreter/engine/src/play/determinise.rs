//! Deals anew what a seat cannot know: the same table, other cards under the same backs, other numbers in secret counters.
//! Consistent with faces, with what was looked at, revealed and told; not with what one could conclude from how the others
//! play. The true position is always among the results.
//!
//! Outcomes of chance and secret choices that the seat does not know are drawn again: `outcomes`. Where all choose at once,
//! what the others have chosen by now is chosen again.
//!
//! Cards that were mixed with each other share a pool (`state/lore`). Under a seat's eyes all unseen cards of a pool may
//! change what they are. A card that came out of an older pool unseen takes part in that one, too.

mod outcomes;

use rand::{Rng, RngExt};

use crate::ids::*;
use crate::program::Program;
use crate::program::nouns::ABSENT;
use crate::program::op::Op;
use crate::state::State;
use crate::state::stack::*;
use crate::vm::{Machine, Pool, Stop, knows};

/// Tries before the position is left as it is: a deal in which the open question could not have been asked is no use.
const TRIES: usize = 8;

/// The position with all cards, secret outcomes and secret answers that a seat cannot know dealt anew.
pub(crate) fn determinise(program: &Program, state: &State, seat: usize, rng: &mut impl Rng) -> State {
    let id = SeatId::from_index(seat);
    let answered = state.lanes.iter().any(|lane| lane.pending.answer.is_some());
    if !state.lore.on() && !state.lore.outcomes.any() && !answered {
        return state.clone();
    }
    let deal = state.lore.on().then(|| Deal::new(program, state, id));
    for _ in 0..TRIES {
        let mut dealt = state.clone();
        if let Some(deal) = &deal {
            deal.deal(&mut dealt, rng);
        }
        outcomes::draw_again(program, &mut dealt, id, rng);
        outcomes::answer_again(program, &mut dealt, id, rng);
        if let Some(dealt) = ask_again(program, state, dealt) {
            return dealt;
        }
    }
    state.clone()
}

/// A card that the seat does not know, with the older mix that it came out of.
struct Hidden {
    card: usize,
    pool: u32,
    /// The pool it came from unseen, and the record of it.
    older: Option<(u32, usize)>,
}

/// Pools by age. Cards that were never mixed are known to nobody either: those that began in one place are alike.
fn pool_of(program: &Program, state: &State, card: usize) -> u32 {
    match state.lore.cards.get(card).map_or(0, |o| o.pool) {
        0 => program.nouns.components.get(card).map_or(0, |c| u32::from(c.start.0)),
        pool => MIXED + u32::from(pool),
    }
}

/// Numbers of pools that were mixed come behind those of places.
const MIXED: u32 = 1 << 16;

struct Deal<'a> {
    program: &'a Program,
    seat: SeatId,
    hidden: Vec<Hidden>,
}

impl<'a> Deal<'a> {
    fn new(program: &'a Program, state: &State, seat: SeatId) -> Self {
        let own = own_lane(program, state, seat).map(|lane| state.seen_by_lane(lane));
        let seen = own.as_ref().unwrap_or(state);
        let lanes: Vec<State> = (0..state.lanes.len()).map(|lane| state.seen_by_lane(lane)).collect();
        // What a lane has drawn for itself is left alone: it is another card in another table.
        let settled = |i: usize| {
            let card = |s: &State| s.cards.get(i).map(|c| (c.design, c.group));
            lanes.iter().all(|lane| card(lane) == card(state))
        };
        let unknown = |i: usize| !knows(program, seen, Some(seat), ComponentId::from_index(i)) && settled(i);
        let mut hidden: Vec<Hidden> = Vec::new();
        let mut used = vec![false; state.cards.len()];
        // Each card of a pool is one of those recorded when it was mixed; those that the seat sees take theirs first.
        for wanted in [false, true] {
            for i in (0..state.cards.len()).filter(|i| unknown(*i) == wanted) {
                let Some(origin) = state.lore.cards.get(i) else { continue };
                let record = if origin.pool == 0 { None } else { record_of(state, i, origin.pool, seat, &mut used) };
                if wanted {
                    let older = record.and_then(|r| {
                        let from = state.lore.cards.get(r)?;
                        let unseen = from.known & (1 << (seat.0 & 31)) == 0;
                        (from.from != 0 && unseen).then_some((MIXED + u32::from(from.from), r))
                    });
                    hidden.push(Hidden { card: i, pool: pool_of(program, state, i), older });
                }
            }
        }
        Deal { program, seat, hidden }
    }

    /// Mixes each pool, the oldest first.
    fn deal(&self, state: &mut State, rng: &mut impl Rng) {
        let mut pools: Vec<u32> = self.hidden.iter().map(|h| h.pool).collect();
        pools.extend(self.hidden.iter().filter_map(|h| h.older).map(|(pool, _)| pool));
        pools.sort_unstable();
        pools.dedup();
        for pool in pools {
            let members: Vec<&Hidden> =
                self.hidden.iter().filter(|h| h.pool == pool || h.older.is_some_and(|(p, _)| p == pool)).collect();
            // Where something was told not every swap is possible: mix more often.
            let rounds = if state.lore.facts.is_empty() { 1 } else { 4 };
            for i in (0..rounds).flat_map(|_| (1..members.len()).rev()) {
                let j = rng.random_range(0..=i);
                if let (Some(a), Some(b)) = (members.get(i), members.get(j)) {
                    self.swap(state, a, b, pool);
                }
            }
        }
        self.tidy(state);
    }

    fn swap(&self, state: &mut State, a: &Hidden, b: &Hidden, pool: u32) {
        let (Some(x), Some(y)) = (state.cards.get(a.card).copied(), state.cards.get(b.card).copied()) else { return };
        let fits = |at: usize, card: &crate::state::cards::Card, design: DesignId| {
            let kind = self.program.nouns.designs.get(design.index()).map(|d| d.kind);
            let zone = self.program.nouns.places.get(card.place.index()).map(|p| p.zone);
            let holds = zone.and_then(|z| self.program.nouns.zones.get(z.index())).map(|z| z.holds);
            kind.is_some_and(|kind| holds.is_none_or(|h| h.has(kind)))
                && state.lore.allows(ComponentId::from_index(at), self.seat.index(), design)
        };
        // In a bag that holds both faces a card goes with its face.
        if x.design == y.design || x.up != y.up || !fits(a.card, &x, y.design) || !fits(b.card, &y, x.design) {
            return;
        }
        state.rearranged();
        for (hidden, design) in [(a, y.design), (b, x.design)] {
            if let Some(card) = state.cards.get_mut(hidden.card) {
                card.design = design;
            }
            if let Some((_, record)) = hidden.older.filter(|(older, _)| *older == pool)
                && let Some(origin) = state.lore.cards.get_mut(record)
            {
                origin.design = design;
            }
        }
    }

    /// Lists bags in their one order again, in the tables of all lanes.
    fn tidy(&self, state: &mut State) {
        let designs: Vec<(usize, DesignId)> =
            self.hidden.iter().filter_map(|h| Some((h.card, state.cards.get(h.card)?.design))).collect();
        let mut pool = Pool::default();
        Machine::new(self.program, state, &mut pool, None).tidy_bags();
        for lane in 0..state.lanes.len() {
            state.swap_world(lane);
            for (card, design) in &designs {
                if let Some(card) = state.cards.get_mut(*card) {
                    card.design = *design;
                }
            }
            Machine::new(self.program, state, &mut pool, None).tidy_bags();
            state.swap_world(lane);
        }
    }
}

/// The lane that the seat acts in.
fn own_lane(program: &Program, state: &State, seat: SeatId) -> Option<usize> {
    state.lanes.iter().position(|lane| {
        let actor = usize::try_from(lane.lane_of).ok().and_then(|i| program.nouns.actors.get(i));
        lane.lane_of != ABSENT && actor.is_some_and(|a| a.seat == Some(seat))
    })
}

/// A record of the pool with the design that a card has now; one that the seat knew when it was mixed, if there is one.
fn record_of(state: &State, card: usize, pool: u16, seat: SeatId, used: &mut [bool]) -> Option<usize> {
    let design = state.cards.get(card)?.design;
    let fits = |i: &usize| {
        let origin = state.lore.cards.get(*i);
        origin.is_some_and(|o| o.pool == pool && o.design == design) && used.get(*i) == Some(&false)
    };
    let known = |i: &usize| state.lore.cards.get(*i).is_some_and(|o| o.known & (1 << (seat.0 & 31)) != 0);
    let all = 0..state.cards.len();
    let found = all.clone().filter(fits).find(known).or_else(|| all.clone().find(fits))?;
    *used.get_mut(found)? = true;
    Some(found)
}

/// Makes the open questions again, about the cards as they are now. `None`: one could not have been asked.
fn ask_again(program: &Program, before: &State, mut state: State) -> Option<State> {
    let asked = |p: &Pending| p.asked != Asked::Nobody && p.answer.is_none() && p.question != Question::None;
    // Who is asked what about what, and where the effects stand: the same code also runs for the next player.
    let open = |s: &State| {
        let stacks = std::iter::once(&s.stack).chain(&s.lanes);
        let place = |k: &Stack| (k.frames.len(), k.frames.last().map(|f| (f.kind, f.pc, f.index, f.me)));
        let about = |p: &Pending| (p.asked == Asked::Chance).then_some(p.subject);
        let question = |p: &Pending| (asked(p), p.asked, p.question, p.info, about(p));
        stacks.map(|k| (question(&k.pending), place(k))).collect::<Vec<_>>()
    };
    if !open(before).iter().any(|((asked, ..), _)| *asked) {
        return Some(state);
    }
    let keys = std::mem::take(&mut state.keys);
    for stack in std::iter::once(&mut state.stack).chain(&mut state.lanes) {
        if asked(&stack.pending) {
            if stack.pending.question == Question::Choose {
                choose_anew(program, stack);
            }
            (stack.pending.asked, stack.pending.question) = (Asked::Nobody, Question::None);
        }
    }
    let stop = Machine::new(program, &mut state, &mut Pool::default(), None).run();
    let moved = !matches!(stop, Stop::Asked) || open(&state) != open(before);
    state.keys = keys;
    if moved { None } else { Some(state) }
}

/// Goes back to where the statement that chooses found out from what, where nothing but that was done since: it may depend on
/// what was drawn again.
fn choose_anew(program: &Program, stack: &mut Stack) {
    let Some(frame) = stack.frames.last().copied().filter(|frame| frame.kind.runs_ops()) else { return };
    let around = program.reads.iter().filter(|reads| reads.from <= frame.pc && frame.pc < reads.to);
    let Some(from) = around.min_by_key(|reads| reads.to - reads.from).map(|reads| reads.from) else { return };
    let ops = program.ops.get(from as usize..=frame.pc as usize).unwrap_or(&[]);
    let Some((Op::Choose { .. }, before)) = ops.split_last() else { return };
    let mut me = frame.me;
    for op in before {
        match op {
            Op::SetDoer { d, .. } => {
                me = stack.regs.get(frame.base as usize + usize::from(*d)).map_or(me, |saved| word(*saved));
            }
            op if op.is_pure() => {}
            _ => return,
        }
    }
    if let Some(frame) = stack.frames.last_mut() {
        (frame.pc, frame.me) = (from, me);
    }
}

//! Rounds, turns and phases, and how a game ends.

use super::{Machine, Next, Plain, Run, Trap};
use crate::ids::*;
use crate::program::nouns::{ABSENT, Until, Word};
use crate::program::op::{NO_REG, Op, Pc, R};
use crate::state::stack::*;
use crate::state::{EndHow, Ending, LastingEnd};
use crate::trace::Did;
use crate::vocabulary::{Edge, Moment, Score};

/// Rounds that a game may have.
pub(super) const MOST_ROUNDS: Word = 100_000;

impl Machine<'_> {
    #[inline(always)]
    pub(crate) fn flow_op(&mut self, op: &Op, _pc: Pc) -> Run<Next> {
        match *op {
            Op::EndPhase { phase } => {
                self.s.flow.ending_phase = Word::from(phase);
                self.s.touched();
                self.trace_did(Did::PhaseEnds { phase: PhaseId(phase) });
            }
            Op::EndTurn => {
                self.s.flow.ending_turn = true;
                self.s.touched();
                self.trace_did(Did::TurnEnds);
            }
            Op::EndGame { how, who, info, one } => self.end_game(how, who, info, one),
            Op::FinishAfterRound => {
                if !self.s.flow.finishing {
                    self.trace_did(Did::LastRound);
                }
                self.s.flow.finishing = true;
                self.s.touched();
            }
            Op::JumpIfEnding { phase, to } => {
                if self.ends_early(phase) {
                    return Ok(Next::Jump(to));
                }
            }
            Op::BeginPhase { phase } => {
                self.begin_phase(phase);
                self.trace_did(Did::Phase { phase: PhaseId(phase), actor: self.ctx.me });
            }
            Op::EndOfPhase { phase } => {
                if self.s.flow.ending_phase == Word::from(phase) {
                    self.s.flow.ending_phase = ABSENT;
                }
                self.s.expire(self.p, Until::Phase(PhaseId(phase)));
            }
            Op::BeginRound => {
                self.s.flow.round += 1;
                self.trace_did(Did::Round { round: self.s.flow.round });
                if self.s.flow.round > MOST_ROUNDS {
                    return Err(Trap::Fault(Plain::Endless));
                }
            }
            Op::EndRound { last, expires } => {
                self.s.round_ends();
                if expires {
                    self.s.expire(self.p, Until::Round);
                }
                if self.last_round(last) {
                    return self.over(EndHow::Plain, u32::MAX, 0);
                }
            }
            Op::BeginTurn { actor } => {
                self.begin_turn(word(self.get(actor)));
            }
            Op::EndOfTurn { expires } => {
                if expires {
                    self.s.expire(self.p, Until::Turn);
                }
                self.end_turn();
            }
            Op::SetupDone => {
                self.s.flow.quiet = false;
                self.s.unsettled();
            }
            Op::GameOver => return self.over(EndHow::Plain, u32::MAX, 0),
            Op::Pause => return Ok(Next::Asked),
            _ => return Err(Trap::Fault(Plain::MisplacedOp)),
        }
        Ok(Next::Op)
    }

    /// Whether the turn, or this phase, was asked to end.
    #[inline(always)]
    pub(super) fn ends_early(&self, phase: u16) -> bool {
        self.s.flow.ending_turn || self.s.flow.ending_phase == Word::from(phase)
    }

    #[inline(always)]
    pub(super) fn begin_phase(&mut self, phase: u16) {
        // What was asked to end before it began has not begun yet.
        if self.s.flow.ending_phase == Word::from(phase) {
            self.s.flow.ending_phase = ABSENT;
        }
    }

    #[inline(always)]
    pub(super) fn begin_turn(&mut self, actor: Word) {
        self.s.flow.active = actor;
        self.s.flow.turn += 1;
        self.s.flow.ending_turn = false;
        if !self.s.lasting.is_empty() {
            self.s.lasting.retain(|l| l.until != LastingEnd::NextTurn(ActorId(actor.max(0) as u16)));
        }
        self.set_me(actor);
    }

    #[inline(always)]
    pub(super) fn end_turn(&mut self) {
        self.s.flow.ending_turn = false;
        self.s.flow.active = ABSENT;
        self.set_me(ABSENT);
    }

    /// Whether the game ends with this round.
    #[inline(always)]
    pub(super) fn last_round(&self, last: R) -> bool {
        let bound = self.get_or_none(last);
        self.s.flow.finishing || (bound != NONE && Reg::from(self.s.flow.round) >= bound)
    }

    fn end_game(&mut self, how: u8, who: R, reason: u16, one: bool) {
        if self.s.flow.end != Ending::No {
            // The first end reached holds.
            return;
        }
        let bits = if who == NO_REG { u32::MAX } else { self.actor_bits(self.get(who), !one) };
        let how = match how {
            1 => EndHow::Among,
            2 => EndHow::WonBy,
            3 => EndHow::Lost,
            _ => EndHow::Plain,
        };
        self.s.flow.end = Ending::Said { how, who: bits, reason };
        self.s.touched();
        self.trace_did(Did::Ended);
    }

    /// Ends the game, unless something ended it before.
    fn over(&mut self, how: EndHow, who: u32, reason: u16) -> Run<Next> {
        if self.s.flow.end == Ending::No {
            self.s.flow.end = Ending::Said { how, who, reason };
            self.trace_did(Did::Ended);
        }
        self.close()
    }

    /// Whether the hooks of the game's end are under way.
    pub(crate) fn closing(&self) -> bool {
        self.s.stack.frames.iter().any(|f| f.kind == FrameKind::Closing)
    }

    /// The end that was said takes effect, after the hooks that wait for it.
    pub(crate) fn close(&mut self) -> Run<Next> {
        if self.goal.is_some() {
            return Err(Trap::Probed(true));
        }
        let moment = self.p.moments.iter().position(|m| (m.edge, m.moment) == (Edge::End, Moment::Game));
        // A frame waits for what may have to be asked first.
        if moment.is_none() && !self.tells_scores() {
            return self.closed();
        }
        self.push_frame(FrameKind::Closing, 0, 0);
        if let Some(moment) = moment {
            self.moment(moment as u16)?;
        }
        Ok(Next::Elsewhere)
    }

    /// The game is over, once chance has told what cards count that nobody has seen.
    pub(crate) fn closed(&mut self) -> Run<Next> {
        if let Ending::Said { how, who, reason } = self.s.flow.end {
            if self.tells_scores() {
                self.tell_scores()?;
            }
            self.s.flow.end = Ending::Over { how, who, reason };
        }
        Ok(Next::Over)
    }

    /// Whether values decide who wins: they may read cards that nobody has seen.
    fn tells_scores(&self) -> bool {
        let ranked = matches!(self.s.flow.end, Ending::Said { how: EndHow::Plain | EndHow::Among, .. });
        ranked && self.p.ranking.iter().chain(&self.p.utility).any(|score| matches!(score, Score::Value(_)))
    }

    /// Lets chance tell what the ranking and the utility read of cards that are still any of several.
    fn tell_scores(&mut self) -> Run<()> {
        let p = self.p;
        for score in p.ranking.iter().chain(&p.utility).filter(|s| matches!(s, Score::Value(_))) {
            for actor in 0..p.nouns.actors.len() {
                // What cannot be computed counts nothing.
                while let Err(Trap::Unknown(card)) = self.score(*score, actor as Word) {
                    self.know(card)?;
                }
            }
        }
        Ok(())
    }

    /// A ranking number of an actor.
    pub(crate) fn score(&mut self, score: Score, actor: Word) -> Run<Word> {
        match score {
            Score::Value(value) => self.aside(1, actor, ABSENT, ABSENT, |m| {
                m.put(0, reg(actor));
                Ok(word(m.value(value, 0)?))
            }),
            Score::State(state) => {
                let first = self.p.nouns.states.get(state.index()).map_or(0, |d| d.first_slot);
                Ok(self.s.read(first + actor.max(0) as u32))
            }
            Score::Stuff(stuff) => {
                let slot = self.stuff_slot(stuff, crate::program::nouns::Class::Actor, reg(actor));
                Ok(slot.map_or(0, |slot| self.s.read(slot)))
            }
        }
    }
}

//! What scenarios need beside playing: to stand at a place of the flow without having played up to it, to be asked anew
//! after the table was changed, and to answer an expression.

use super::ops::Ran;
use super::{Machine, Next, Run, Trap};
use crate::ids::*;
use crate::program::QuestionInfo;
use crate::program::nouns::{ABSENT, Type, Word};
use crate::program::op::{Op, Pc};
use crate::state::stack::*;

/// Where to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Round,
    Turn,
    Phase(PhaseId),
    Step(PhaseId, StepId),
}

/// Rounds that are gone through to find a turn.
const ROUNDS: usize = 3;

impl Machine<'_> {
    /// Goes on through the flow, leaving out all phases, up to a place in the turn of somebody. Whether it is reached.
    pub(crate) fn forward(&mut self, target: Target, of: Option<Word>) -> Run<bool> {
        self.load_context();
        let Some(mut pc) = self.s.stack.frames.last().map(|f| f.pc) else { return Ok(false) };
        let mut rounds = 0;
        loop {
            self.burn(1)?;
            if let Some(at) = self.stop_of(target, of, pc) {
                self.begin_round_here(pc);
                self.set_pc(at);
                return Ok(true);
            }
            if let Some(place) = self.p.flow_places.iter().find(|place| place.begin == pc) {
                pc = place.end;
                continue;
            }
            let p = self.p;
            let Some(op) = p.ops.get(pc as usize) else { return Ok(false) };
            pc = match (op, of) {
                (Op::Moment { .. } | Op::Settle, _) => pc + 1,
                (Op::EndRound { .. }, _) => {
                    rounds += 1;
                    if rounds == ROUNDS {
                        return Ok(false);
                    }
                    pc + 1
                }
                // Where the game says whose turn it is, the scenario says it instead.
                (Op::Value { d, value, .. }, Some(of)) if p.next_actor == Some(ValueId(*value)) => {
                    self.put(*d, reg(of));
                    pc + 1
                }
                (Op::GameOver, _) => return Ok(false),
                _ => match self.flow_step(op, pc)? {
                    Some(next) => next,
                    None => return Ok(false),
                },
            };
        }
    }

    fn flow_step(&mut self, op: &Op, pc: Pc) -> Run<Option<Pc>> {
        let mut at = pc;
        Ok(match self.one_op(&mut at)? {
            Ran::Step(next) => Some(next),
            Ran::Yield(_) => None,
            Ran::Effect => match self.flow_op(op, pc)? {
                Next::Op => Some(pc + 1),
                Next::Jump(to) => Some(to),
                _ => None,
            },
            Ran::Stopped(next) => next.map(|_| None)?,
        })
    }

    /// Does the op of the flow that it stands at, and stands behind it.
    pub(crate) fn skip_op(&mut self) -> bool {
        self.load_context();
        let p = self.p;
        let Some(pc) = self.s.stack.frames.last().map(|f| f.pc) else { return false };
        let Some(op) = p.ops.get(pc as usize) else { return false };
        match self.flow_step(op, pc) {
            Ok(Some(next)) => {
                self.set_pc(next);
                true
            }
            _ => false,
        }
    }

    /// The place to stop at, where `pc` is the one that is wanted.
    fn stop_of(&mut self, target: Target, of: Option<Word>, pc: Pc) -> Option<Pc> {
        let p = self.p;
        let op = p.ops.get(pc as usize)?;
        match (target, op) {
            (Target::Round, Op::BeginRound) => Some(pc),
            (Target::Turn, Op::BeginTurn { actor }) => of.is_none_or(|of| word(self.get(*actor)) == of).then_some(pc),
            (Target::Phase(phase) | Target::Step(phase, _), Op::BeginPhase { phase: here }) if phase.0 == *here => {
                if of.is_some_and(|of| self.s.flow.active != of) {
                    return None;
                }
                let Target::Step(_, step) = target else { return Some(pc) };
                let place = p.flow_places.iter().find(|place| place.begin == pc)?;
                let at = place.steps.iter().find(|(id, _)| *id == step).map(|(_, at)| *at)?;
                self.flow_op(op, pc).ok()?;
                Some(at)
            }
            _ => None,
        }
    }

    /// A phase that goes round is played by everybody: where it is entered in the part of one, that one is the first, and those
    /// who were passed over come at its end.
    fn begin_round_here(&mut self, pc: Pc) {
        let place = self.p.flow_places.iter().find(|place| place.begin == pc);
        let Some((list, index)) = place.and_then(|place| place.goes_round) else { return };
        let (start, len, constant) = list_parts(self.get(list));
        let passed = usize::try_from(self.get(index)).unwrap_or(0).saturating_sub(1);
        if let Some(players) = self.s.stack.lists.get_mut(start..start + len).filter(|_| !constant && passed < len) {
            players.rotate_left(passed);
            self.put(index, 1);
        }
    }

    /// The table was changed from outside while somebody is asked: rules act, and the question is made again.
    pub(crate) fn ask_anew(&mut self) {
        let pending = &mut self.s.stack.pending;
        // A set to choose from was made before the question: the statement begins again where nothing is picked yet.
        let again = pending.question == Question::Choose;
        (pending.asked, pending.question, pending.answer) = (Asked::Nobody, Question::None, None);
        self.load_context();
        if again && let Some(pc) = self.s.stack.frames.last().map(|f| f.pc) {
            let span = self.p.spans.get(pc as usize).copied().unwrap_or_default();
            let same = |pc: &Pc| self.p.spans.get(*pc as usize) == Some(&span);
            let first = (0..pc).rev().take_while(same).last().unwrap_or(pc);
            self.set_pc(first);
        }
        self.s.unsettled();
        let _ = self.settle_point();
    }

    /// What an expression is now, as words: one, or the members of a list.
    pub(crate) fn asked_from_outside(&mut self, question: &QuestionInfo) -> Run<Vec<Word>> {
        self.asked_for(question, ABSENT, &[])
    }

    /// What an expression is to an actor, of these arguments, as far as that actor knows.
    pub(crate) fn asked_by(&mut self, question: &QuestionInfo, me: Word, args: &[Reg]) -> Option<Vec<Word>> {
        let saved = std::mem::replace(&mut self.prober, me);
        let words = self.asked_for(question, me, args);
        self.prober = saved;
        words.ok()
    }

    fn asked_for(&mut self, question: &QuestionInfo, me: Word, args: &[Reg]) -> Run<Vec<Word>> {
        let list = matches!(question.ty, Type::Set(_) | Type::Bundle | Type::Pool(_) | Type::Split(_));
        self.aside(question.registers, me, ABSENT, ABSENT, |m| {
            for (r, arg) in (0..).zip(args) {
                m.put(r, *arg);
            }
            let value = m.eval(question.code)?;
            if list && value != NONE { Ok(m.list(value).to_vec()) } else { Ok(vec![word(value)]) }
        })
    }

    /// Whether an error says that a card is not known yet.
    pub(crate) fn is_unknown_card(trap: &Trap) -> bool {
        matches!(trap, Trap::Unknown(_))
    }
}

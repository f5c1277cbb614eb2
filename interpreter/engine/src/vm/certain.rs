//! What is known without a try: that nothing can fail any more, or that something must.

use super::lists::{card_id, place_id};
use super::{Goal, Machine, Run};
use crate::program::asks::{Certainty, Yields};
use crate::program::nouns::{ABSENT, Word};
use crate::program::op::{FIRST_CONSTANT, FIRST_SLOT, Op, Pc, R};
use crate::program::{CERTAINLY, Fallible};
use crate::state::stack::*;

/// What is known of what follows a question.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Rest {
    /// It may fail.
    Open,
    /// It cannot fail, whatever is answered.
    Certain,
    /// It cannot fail with those options for which code says so; they stand in this register then.
    OfOption(Yields, R),
}

impl Machine<'_> {
    /// What a guard says as far as an actor may know it: 0 for no, 1 for yes as far as it can tell, or `CERTAINLY`.
    #[inline]
    pub(super) fn guard_says(&mut self, by: Word, ask: impl FnOnce(&mut Self) -> Run<Reg>) -> Run<Reg> {
        let mut says = 1;
        let yes = self.as_known_to(by, |m| {
            says = ask(m)?;
            Ok(says > 0)
        })?;
        Ok(if yes { says } else { 0 })
    }

    /// What is known beforehand about running an ability of a card, which will lie at a place by then: see `Op::IsCertain`.
    pub(super) fn certainty(&mut self, asked: &Certainty) -> Run<Reg> {
        let Certainty { of, ability, place, asks } = *asked;
        let Some(card) = card_id(self.get(of)) else { return Ok(1) };
        let design = self.design_of(card)?;
        let Some(info) = self.ability(design, ability) else { return Ok(CERTAINLY) };
        if info.limit.is_some() {
            return Ok(1);
        }
        if info.certain || !info.full {
            return Ok(CERTAINLY);
        }
        let (registers, Fallible::Probe(Some(guard)), true) = (info.registers, info.fallible, asks) else {
            return Ok(1);
        };
        let at = place_id(self.get_or_none(place));
        let saved = std::mem::replace(&mut self.supposed, at.map(|at| (card, at)));
        let (me, this) = (self.ctx.me, Word::from(card.0));
        let mark = self.list_mark();
        let says = self.aside(registers, me, this, ABSENT, |m| m.eval_word(guard));
        self.s.stack.lists.truncate(mark);
        self.supposed = saved;
        says
    }

    /// Whether what falls short here ends the try with a no, on whatever way: then what can fail need not be tried before it
    /// is done.
    pub(super) fn failure_ends_try(&self) -> bool {
        let Some(goal) = self.goal else { return false };
        let regions = &self.s.stack.regions;
        let mut index = self.s.stack.frames.last().map_or(0, |f| f.region) as usize;
        let mut strict = false;
        while let Some(region) = index.checked_sub(1).and_then(|i| regions.get(i)) {
            let at = index - 1;
            index = region.outer as usize;
            // Falling short fails the first region that is not lenient, a condition that fails behind it any.
            if region.lenient && !strict {
                continue;
            }
            strict = true;
            let depth = region.frame as usize;
            match goal {
                Goal::Region { end, open } if at <= end || at < open => return true,
                Goal::Frame(goal) if depth < goal => return true,
                _ => {}
            }
            // It goes on where the region says; most say no more than that the condition is not met.
            let fails = match self.p.ops.get(region.fail as usize) {
                Some(Op::Needs { s }) => *s >= FIRST_CONSTANT && *s < FIRST_SLOT && self.get(*s) != 1,
                _ => false,
            };
            let same_frame = index.checked_sub(1).and_then(|i| regions.get(i)).is_some_and(|r| r.frame == region.frame);
            if !fails || !same_frame {
                return fails && goal == Goal::Frame(depth);
            }
        }
        false
    }

    /// Whether nothing that follows a question up to the end of a frame can fail.
    pub(super) fn rest(&mut self, frame: usize, asker: Word) -> Run<Rest> {
        let p = self.p;
        let frames = self.s.stack.frames.get(frame..);
        let Some((top, below)) = frames.and_then(<[Frame]>::split_last) else { return Ok(Rest::Open) };
        let from = |pc: Pc| {
            let at = p.certain.binary_search_by_key(&pc, |certain| certain.pc).ok()?;
            p.certain.get(at)
        };
        let runs = |frame: &Frame| matches!(frame.kind, FrameKind::Code | FrameKind::Ability) && frame.me != ABSENT;
        let goes_on = |frame: &Frame| match frame.kind {
            FrameKind::Event => frame.stage == Stage::Body,
            _ => runs(frame) && from(frame.pc).is_some_and(|certain| certain.code.is_none()),
        };
        let picks = matches!(
            p.ops.get(top.pc as usize),
            Some(Op::Choose { .. } | Op::ChooseMany { .. } | Op::PayMix { .. } | Op::Offer { .. })
        );
        if !picks || !runs(top) || !below.iter().all(goes_on) {
            return Ok(Rest::Open);
        }
        let Some(certain) = from(top.pc + 1) else { return Ok(Rest::Open) };
        match (certain.code, p.ops.get(top.pc as usize)) {
            (None, _) => Ok(Rest::Certain),
            (Some(asks), Some(Op::Choose { d, .. })) if certain.of_chosen => Ok(Rest::OfOption(asks, *d)),
            (Some(_), _) if certain.of_chosen => Ok(Rest::Open),
            (Some(asks), _) => {
                let yes = self.as_known_to(asker, |m| Ok(m.yielded(asks.code, asks.plain)? == 1))?;
                Ok(if yes { Rest::Certain } else { Rest::Open })
            }
        }
    }

    /// Whether nothing that follows a question can fail where this is answered.
    pub(super) fn certain_with(&mut self, rest: Rest, option: Choice, asker: Word) -> Run<bool> {
        let Rest::OfOption(asks, d) = rest else { return Ok(rest == Rest::Certain) };
        self.put(d, option.value);
        let yes = self.as_known_to(asker, |m| Ok(m.yielded(asks.code, asks.plain)? == 1));
        self.put(d, NONE);
        yes
    }
}

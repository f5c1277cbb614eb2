//! Abilities of cards, and how often something limited may be done.

use super::lists::card_id;
use super::{Machine, Next, Run};
use crate::ids::*;
use crate::program::nouns::{ABSENT, Word};
use crate::program::{AbilityInfo, Fallible};
use crate::state::Use;
use crate::state::stack::*;
use crate::trace::Mark;

impl Machine<'_> {
    // ---- abilities

    #[inline]
    pub(crate) fn ability(&self, design: DesignId, ability: AbilityId) -> Option<&AbilityInfo> {
        self.p.ability(design, ability)
    }

    /// `run x.ABILITY [as this]`
    pub(crate) fn run_ability(&mut self, of: Reg, ability: AbilityId, as_this: bool, demanded: bool) -> Run<Next> {
        let Some(card) = card_id(of) else {
            self.mark_here(Mark::Skipped);
            self.s.stack.done = false;
            return self.short_then_next();
        };
        let design = self.design_of(card)?;
        let Some(info) = self.ability(design, ability) else {
            self.trace_lacks(card, ability);
            self.s.stack.done = false;
            // What is not there cannot be done: that fails what demands it.
            return if demanded { self.short_then_next() } else { Ok(Next::Op) };
        };
        let (limit, counts) = (info.limit, info.full || demanded);
        let certain = info.certain && self.ctx.me != ABSENT;
        let fails_by_itself = info.checks_itself && demanded && !self.told && self.clauses.is_none();
        let asked = info.fallible == Fallible::Never || certain || fails_by_itself;
        let fallible = !(asked || info.full && self.failure_ends_try());
        let bearer = Word::from(card.0);
        let used_up = limit.is_some_and(|l| !self.within_limit(l, self.ctx.me, bearer));
        if used_up || (fallible && !self.can_run(of, ability, self.ctx.me)?) {
            self.trace_not_run(card, ability, if used_up { Mark::UsedUp } else { Mark::NotPossible });
            self.s.stack.done = false;
            // A possible ability fails nothing around it, unless that demands it.
            return if counts { self.short_then_next() } else { Ok(Next::Op) };
        }
        if let Some(limit) = limit {
            self.use_limit(limit, self.ctx.me, bearer);
        }
        let next = self.enter_ability(card, design, ability, as_this)?;
        if let (Next::Frames, Some(frame)) = (next, self.frame_mut()) {
            frame.index = u16::from(counts);
        }
        Ok(next)
    }

    pub(crate) fn enter_ability(
        &mut self,
        card: ComponentId,
        design: DesignId,
        ability: AbilityId,
        as_this: bool,
    ) -> Run<Next> {
        self.check_depth()?;
        let Some(info) = self.ability(design, ability) else { return Ok(Next::Op) };
        let (code, registers, full) = (info.code, info.registers, info.full);
        let saved = self.ctx;
        if !as_this {
            self.ctx.this = Word::from(card.0);
        }
        self.ctx.who = ABSENT;
        self.push_frame(FrameKind::Ability, code, registers as usize);
        self.ctx = saved;
        self.s.stack.abilities += 1;
        self.trace_ability(card, ability);
        if let Some(frame) = self.frame_mut() {
            frame.subject = ability.0;
            if !full {
                // A possible ability never fails a full region around it.
                frame.region = 0;
            }
        }
        Ok(Next::Frames)
    }

    // ---- limits

    /// What a limit counts by: the card, its design, or the doer.
    fn limit_bearer(&self, limit: u16, me: Word, this: Word) -> i32 {
        let per_name = self.p.limits.get(limit as usize).is_some_and(|l| l.per_name);
        if this == ABSENT || per_name {
            return me;
        }
        // Cards and actors share the number line: cards count from a thousand up.
        this + 1000
    }

    pub(crate) fn within_limit(&self, limit: u16, me: Word, this: Word) -> bool {
        let bearer = self.limit_bearer(limit, me, this);
        let used = self.s.uses.iter().find(|u| u.limit == limit && u.bearer == bearer).map_or(0, |u| u.count);
        self.p.limits.get(limit as usize).is_none_or(|l| used < l.count)
    }

    pub(crate) fn use_limit(&mut self, limit: u16, me: Word, this: Word) {
        let bearer = self.limit_bearer(limit, me, this);
        match self.s.uses.iter_mut().find(|u| u.limit == limit && u.bearer == bearer) {
            Some(used) => used.count = used.count.saturating_add(1),
            None => self.s.uses.push(Use { limit, bearer, count: 1 }),
        }
    }
}

//! Can it be done? Guards where they decide it, else a try on a scratch copy with a search over the doer's own choices.

use std::cell::Cell;

use super::certain::Rest;
use super::lists::card_id;
use super::{Context, Goal, Machine, NESTED, Next, PROBE_COST, PROBE_FUEL, Run, Stop, Trap};
use crate::ids::*;
use crate::program::nouns::{ABSENT, Word};
use crate::program::op::{Pc, R};
use crate::program::{Fallible, HookIndex};
use crate::state::State;
use crate::state::stack::*;
use crate::sure::sure;

impl Machine<'_> {
    /// Whether an action can be done with these arguments: not forbidden, its limit not reached, its conditions met.
    pub(crate) fn can(&mut self, action: ActionId, args: R, by: Word) -> Run<bool> {
        let p = self.p;
        let Some(info) = sure(p.actions.get(action.index())) else { return Ok(false) };
        if by == ABSENT {
            return Ok(false);
        }
        let from = self.ctx.base + args as usize;
        if (0..info.params as usize).any(|i| self.s.stack.regs.get(from + i).copied().unwrap_or(NONE) == NONE) {
            return Ok(false);
        }
        if let Some(guard) = info.plain_guard {
            return Ok(self.plainly_holds(guard, from, by));
        }
        if !self.kinds_fit(action, from) {
            return Ok(false);
        }
        if let Some(limit) = info.limit
            && !self.within_limit(limit, by, ABSENT)
        {
            return Ok(false);
        }
        if !info.forbid.is_empty()
            && !self.as_known_to(by, |m| Ok(!m.forbidden(&info.forbid, from, info.params, by)?))?
        {
            return Ok(false);
        }
        // A live replacement may make possible what the action alone is not.
        if !info.instead.is_empty() {
            return self.can_call(action, args, by);
        }
        if let Some((guard, decides)) = self.guard_of(info.fallible) {
            let answer = self.guard_says(by, |m| {
                m.aside(info.registers, by, ABSENT, ABSENT, |m| {
                    m.copy_args(from, 0, info.params);
                    m.eval_word(guard)
                })
            })?;
            if decides || answer != 1 {
                return Ok(answer != 0);
            }
        }
        Ok(info.fallible == Fallible::Never || self.can_call(action, args, by)?)
    }

    /// Whether a call that nothing speaks against can be done, by trying it.
    pub(super) fn can_call(&mut self, action: ActionId, args: R, by: Word) -> Run<bool> {
        self.try_out(|m| m.push_call(action, args, by), by)
    }

    /// The code that is asked before anything is tried, and whether its answer decides. Where a rule waits for the next
    /// settle point, it may act between conditions: then they are not asked all at once.
    #[inline]
    pub(super) fn guard_of(&self, fallible: Fallible) -> Option<(Pc, bool)> {
        match fallible {
            Fallible::Guard(pc) => Some((pc, true)),
            Fallible::Settled(pc) if !self.is_unsettled() => Some((pc, true)),
            Fallible::Probe(Some(pc)) if !self.is_unsettled() => Some((pc, false)),
            _ => None,
        }
    }

    /// The answer as far as an actor may know it: where it turns on what the actor cannot know, it is yes.
    #[inline]
    pub(crate) fn as_known_to(&mut self, by: Word, ask: impl FnOnce(&mut Self) -> Run<bool>) -> Run<bool> {
        // Inside what somebody else wants to know, that one's knowledge counts: `can … by p` must not tell p's secrets.
        let saved = self.prober;
        self.prober = if saved == ABSENT { by } else { saved };
        let answer = ask(self);
        self.prober = saved;
        match answer {
            Err(Trap::Unknown(_) | Trap::Probed(true)) => Ok(true),
            other => other,
        }
    }

    pub(crate) fn forbidden(&mut self, index: &HookIndex, args: usize, params: u16, who: Word) -> Run<bool> {
        let mut found = false;
        if self.s.flow.quiet {
            return Ok(false);
        }
        self.each_live_hook(index, who, &mut |m, hook, me, this, captured| {
            if !found && m.hook_applies(hook, me, this, who, args, params, captured)? {
                found = true;
                m.cover_hook(hook);
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Whether `by` and `where` of a hook hold for these arguments.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn hook_applies(
        &mut self,
        hook: HookId,
        me: Word,
        this: Word,
        who: Word,
        args: usize,
        params: u16,
        captured: Option<usize>,
    ) -> Run<bool> {
        let Some(info) = sure(self.p.hooks.get(hook.index())) else { return Ok(false) };
        if let Some(limit) = info.limit
            && !self.within_limit(limit, me, this)
        {
            return Ok(false);
        }
        if info.by.is_none() && info.cond.is_none() {
            return Ok(true);
        }
        // Most hooks of cards are about their own card: those of the others need no code.
        if info.by.is_none()
            && let Some((at, is)) = info.about_this
            && let Some(at) = at.checked_sub(info.captures)
        {
            let about = self.s.stack.regs.get(args + usize::from(at)).copied().unwrap_or(NONE);
            if (about == reg(this)) != is {
                return Ok(false);
            }
        }
        self.aside(info.registers, me, this, who, |m| {
            m.put_captures(info.captures, captured);
            m.copy_args(args, info.captures, params.min(info.params));
            if let Some(by) = info.by {
                let by = m.eval_word(by)?;
                if by == NONE || word(by) != who {
                    return Ok(false);
                }
            }
            match info.cond {
                Some(cond) => Ok(m.eval_word(cond)? == 1),
                None => Ok(true),
            }
        })
    }

    /// Whether an ability of a card can be run.
    pub(crate) fn can_run(&mut self, of: Reg, ability: AbilityId, by: Word) -> Run<bool> {
        let Some(card) = card_id(of) else { return Ok(false) };
        let design = self.design_of(card)?;
        let Some(info) = self.ability(design, ability) else { return Ok(false) };
        if let Some(limit) = info.limit
            && !self.within_limit(limit, by, Word::from(card.0))
        {
            return Ok(false);
        }
        let (registers, fallible, reads_print) = (info.registers, info.fallible, info.reads_print);
        if let Some((guard, decides)) = self.guard_of(fallible) {
            let this = Word::from(card.0);
            let answer = self.guard_says(by, |m| {
                if reads_print {
                    m.design_of(card)?;
                }
                m.aside(registers, by, this, ABSENT, |m| m.eval_word(guard))
            })?;
            if decides || answer != 1 {
                return Ok(answer != 0);
            }
        }
        let begin = |m: &mut Machine<'_>| {
            m.ctx.me = by;
            m.enter_ability(card, design, ability, false).map(|_| ())
        };
        Ok(fallible == Fallible::Never || self.try_out(begin, by)?)
    }

    /// Whether the body of a hook can be done.
    pub(crate) fn try_hook(&mut self, hook: HookId, me: Word, this: Word, who: Word, args: usize) -> Run<bool> {
        self.try_out(|m| m.enter_hook(hook, me, this, who, args, None).map(|_| ()), me)
    }

    /// Whether the region that begins at `pc` can be done in full from here.
    pub(crate) fn can_do_region(&mut self, pc: Pc) -> Run<bool> {
        let regions = self.s.stack.regions.len();
        let me = self.ctx.me;
        self.with_scratch(Goal::Region { end: regions, open: regions }, me, |m| {
            m.set_pc(pc);
            Ok(())
        })
    }

    /// Tries what `begin` pushes on a copy.
    fn try_out(&mut self, begin: impl FnOnce(&mut Machine<'_>) -> Run<()>, by: Word) -> Run<bool> {
        let depth = self.s.stack.frames.len();
        self.with_scratch(Goal::Frame(depth), by, begin)
    }

    fn with_scratch(&mut self, goal: Goal, prober: Word, begin: impl FnOnce(&mut Machine<'_>) -> Run<()>) -> Run<bool> {
        self.check_depth()?;
        let prober = if self.prober == ABSENT { prober } else { self.prober };
        let mut scratch = self.pool.free.pop().unwrap_or_default();
        scratch.clone_from(self.s);
        let answer = self.run_scratch(&mut scratch, goal, prober, begin);
        self.pool.free.push(scratch);
        answer
    }

    fn run_scratch(
        &mut self,
        scratch: &mut State,
        goal: Goal,
        prober: Word,
        begin: impl FnOnce(&mut Machine<'_>) -> Run<()>,
    ) -> Run<bool> {
        let fuel = self.probe_fuel.min(PROBE_FUEL);
        if fuel == 0 || self.nested >= NESTED {
            return Ok(true);
        }
        let told = scratch.keys.on() || self.p.cover;
        let mut probe = Machine {
            p: self.p,
            s: scratch,
            trace: None,
            pool: self.pool,
            fuel,
            goal: Some(goal),
            prober,
            ctx: self.ctx,
            nested: self.nested + 1,
            probe_fuel: self.probe_fuel,
            clauses: None,
            told,
            supposed: None,
            offered_worth: None,
            trouble: Cell::default(),
            answers: None,
            lane_waits: false,
            given: fuel,
            spent: 0,
        };
        let answer = match begin(&mut probe) {
            Ok(()) => match probe.run_stack() {
                Stop::Probed(yes) => Ok(yes),
                // Over, or the game ended on the way: it could be done.
                Stop::Over | Stop::Asked => Ok(true),
                // A fault will be met, and told, when it is really done.
                Stop::Fault(_) => Ok(true),
            },
            Err(Trap::Probed(yes)) => Ok(yes),
            Err(Trap::Unknown(_)) => Ok(true),
            Err(fault) => Err(fault),
        };
        let trouble = probe.trouble.take();
        let used = fuel - probe.fuel;
        let left = probe.probe_fuel;
        self.probe_fuel = left.saturating_sub(used + PROBE_COST);
        self.trouble.set(trouble);
        answer
    }

    /// In a probe that came to a question: whether some answer leads to the goal. None: the last one is left, and it goes on
    /// with that one without a copy, for nothing comes back to here.
    pub(crate) fn search_options(&mut self) -> Option<bool> {
        let pending = &self.s.stack.pending;
        let own = match pending.asked {
            Asked::Chance | Asked::Nobody => false,
            Asked::Actor(actor) => self.same_seat(Word::from(actor.0), self.prober),
        };
        if !own {
            return Some(true);
        }
        let Some(goal) = self.goal else { return Some(true) };
        let first = match goal {
            Goal::Frame(depth) => depth,
            Goal::Region { end, .. } => self.s.stack.regions.get(end).map_or(0, |region| region.frame as usize),
        };
        let rest = self.rest(first, self.prober).unwrap_or(Rest::Open);
        let count = self.s.stack.pending.options.len();
        if rest != Rest::Open && (0..count).any(|i| self.is_certain_with(rest, i)) {
            return Some(true);
        }
        for i in 0..count {
            let Some(choice) = self.s.stack.pending.options.get(i).copied() else { break };
            if i + 1 == count {
                self.s.stack.pending.answer = Some(choice);
                self.s.stack.pending.asked = Asked::Nobody;
                return None;
            }
            let prober = self.prober;
            let found = self.with_scratch(goal, prober, |m| {
                m.s.stack.pending.answer = Some(choice);
                m.s.stack.pending.asked = Asked::Nobody;
                Ok(())
            });
            if !matches!(found, Ok(false)) {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether it is certain that what follows the open question can be done with this option.
    fn is_certain_with(&mut self, rest: Rest, i: usize) -> bool {
        let Some(option) = self.s.stack.pending.options.get(i).copied() else { return false };
        matches!(self.certain_with(rest, option, self.prober), Ok(true))
    }

    pub(crate) fn same_seat(&self, a: Word, b: Word) -> bool {
        a == b || matches!((self.seat_of(a), self.seat_of(b)), (Some(x), Some(y)) if x == y)
    }

    /// Inside a region: leaves only options with which the rest of it, and of those around it, can still be done.
    pub(crate) fn keep_completable(&mut self) -> Run<()> {
        let mut index = self.s.stack.frames.last().map_or(0, |f| f.region) as usize;
        if index == 0 || self.goal.is_some() {
            return Ok(());
        }
        // The outermost region is the one that everything must get through.
        let mut end = None;
        while let Some(region) = index.checked_sub(1).and_then(|i| self.s.stack.regions.get(i)) {
            end = Some(index - 1);
            index = region.outer as usize;
        }
        let Some(end) = end else { return Ok(()) };
        let goal = Goal::Region { end, open: self.s.stack.regions.len() };
        let asker = match self.s.stack.pending.asked {
            Asked::Actor(actor) => Word::from(actor.0),
            _ => return Ok(()),
        };
        let first = self.s.stack.regions.get(end).map_or(0, |region| region.frame as usize);
        let rest = self.rest(first, asker)?;
        if rest == Rest::Certain {
            return Ok(());
        }
        let mut i = 0;
        while let Some(choice) = self.s.stack.pending.options.get(i).copied() {
            let yes = self.certain_with(rest, choice, asker)?
                || self.with_scratch(goal, asker, |m| {
                    m.s.stack.pending.answer = Some(choice);
                    m.s.stack.pending.asked = Asked::Nobody;
                    Ok(())
                })?;
            if yes {
                i += 1;
            } else {
                self.s.stack.pending.options.remove(i);
            }
        }
        Ok(())
    }

    /// Pushes the call of an action on the stack, without asking whether it can be done.
    fn push_call(&mut self, action: ActionId, args: R, by: Word) -> Run<()> {
        let from = self.ctx.base + args as usize;
        let saved = std::mem::replace(&mut self.ctx.me, by);
        let result = self.enter_action(action, from, u16::MAX, true);
        self.ctx.me = saved;
        result.map(|_: Next| ())
    }

    /// The context of the innermost frame.
    pub(crate) fn load_context(&mut self) {
        if let Some(frame) = self.s.stack.frames.last() {
            self.ctx = Context::of(frame);
        }
    }
}

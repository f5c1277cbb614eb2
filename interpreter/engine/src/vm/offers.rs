//! What an offer has to offer. What does not depend on the member that an option is about is asked once for all of them.

use super::asks::Asks;
use super::{Machine, Run};
use crate::ids::ActionId;
use crate::program::asks::Ask;
use crate::program::nouns::{ABSENT, Type};
use crate::program::op::{Op, Pc, R};
use crate::program::{ActionInfo, Fallible, OptionInfo};
use crate::state::stack::*;

/// The action of an option, and how it is found out whether it can be done.
#[derive(Clone, Copy)]
struct Offered<'p> {
    action: ActionId,
    info: &'p ActionInfo,
    /// Fills the arguments.
    code: Option<Pc>,
    args: R,
    /// The arguments are there, and of the right kinds.
    certain: bool,
    how: How,
    asks: &'p [Ask],
}

#[derive(Clone, Copy, PartialEq)]
enum How {
    Always,
    Never,
    /// Its conditions decide it.
    Guard,
    /// It is tried if its conditions hold.
    Try,
    /// By all that can be asked about a call.
    Ask,
}

impl<'p> Machine<'p> {
    /// Adds an option of an offer as far as it can be taken: once, or once for each member that it is about.
    pub(super) fn add_offer_option(&mut self, tag: u16, option: &'p OptionInfo) -> Run<()> {
        if let Some(needs) = option.needs
            && !self.holds_for_me(needs)?
        {
            return Ok(());
        }
        let offered = self.offered(option);
        let Some((set_code, local)) = option.each else {
            let possible = match &offered {
                Some(offered) => self.can_be_taken(offered, None)?,
                None => !option.probed || self.can_do_region(option.body)?,
            };
            if possible {
                self.s.stack.pending.options.push(Choice { tag, value: NONE, weight: 1 });
            }
            return Ok(());
        };
        let set = self.members(set_code)?;
        let first = self.s.stack.pending.options.len();
        self.add_options(tag, set, matches!(option.ty, Type::Component(_)), None)?;
        let Some(offered) = offered else { return Ok(()) };
        if offered.how == How::Always && offered.certain && offered.code.is_none() {
            return Ok(());
        }
        let mut asks = Asks::default();
        self.make_ready(offered.asks, &mut asks);
        let (mut at, mut kept) = (first, first);
        while let Some(choice) = self.s.stack.pending.options.get(at).copied() {
            self.put(local, choice.value);
            // Tries work on the pending options of scratch copies, never on these.
            if self.can_be_taken(&offered, Some((&mut asks, choice.value)))? {
                if let Some(place) = self.s.stack.pending.options.get_mut(kept) {
                    *place = choice;
                }
                kept += 1;
            }
            at += 1;
        }
        self.s.stack.pending.options.truncate(kept);
        Ok(())
    }

    /// What is the same for all members of an option.
    fn offered(&mut self, option: &'p OptionInfo) -> Option<Offered<'p>> {
        let (action, code, args) = option.action?;
        let p = self.p;
        let info = p.actions.get(action.index())?;
        let me = self.ctx.me;
        let used_up = info.limit.is_some_and(|limit| !self.within_limit(limit, me, ABSENT));
        let forbids = !info.forbid.is_empty() && !self.s.flow.quiet && self.any_live(&info.forbid);
        let how = match self.guard_of(info.fallible).filter(|_| !option.asks.is_empty()) {
            _ if me == ABSENT || used_up => How::Never,
            _ if forbids || !info.instead.is_empty() => How::Ask,
            Some((_, true)) => How::Guard,
            Some((_, false)) => How::Try,
            _ if info.fallible == Fallible::Never => How::Always,
            _ => How::Ask,
        };
        let asks = if matches!(how, How::Guard | How::Try) { &option.asks[..] } else { &[] };
        Some(Offered { action, info, code, args, certain: option.certain, how, asks })
    }

    /// What an option is about. Most often that is what lies in one place.
    #[inline]
    fn members(&mut self, code: Pc) -> Run<Reg> {
        match self.p.ops.get(code as usize..) {
            Some([Op::CardsOf { d, zone, of }, Op::Yield { s }, ..]) if d == s => {
                self.cards_of(self.place_of(*zone, self.get(*of)))
            }
            Some([Op::Cards { d, place }, Op::Yield { s }, ..]) if d == s => self.cards_of(self.get(*place)),
            _ => self.eval(code),
        }
    }

    /// Whether the action of an option can be done with the member that stands in its register.
    #[inline]
    fn can_be_taken(&mut self, offered: &Offered<'p>, of_member: Option<(&mut Asks, Reg)>) -> Run<bool> {
        let Offered { action, info, code, args, certain, how, .. } = *offered;
        if let Some(code) = code {
            self.eval(code)?;
        }
        if how == How::Ask {
            return self.can(action, args, self.ctx.me);
        }
        if !certain {
            let from = self.ctx.base + args as usize;
            let given = self.s.stack.regs.get(from..from + info.params as usize).unwrap_or(&[]);
            if given.contains(&NONE) || !self.kinds_fit(action, from) {
                return Ok(false);
            }
        }
        match how {
            How::Never => Ok(false),
            How::Guard => self.conditions_hold(offered, of_member),
            How::Try => Ok(self.conditions_hold(offered, of_member)? && self.can_call(action, args, self.ctx.me)?),
            How::Always | How::Ask => Ok(true),
        }
    }

    /// Whether the conditions of the action hold. Without a member they are one piece of code.
    #[inline]
    fn conditions_hold(&mut self, offered: &Offered<'p>, of_member: Option<(&mut Asks, Reg)>) -> Run<bool> {
        match (of_member, offered.asks) {
            (Some((asks, member)), _) => self.all_hold(asks, member),
            (None, [ask]) => self.holds_for_me(ask.code),
            (None, _) => Ok(false),
        }
    }

    /// Whether a condition in these registers holds, as far as the doer may know.
    #[inline]
    fn holds_for_me(&mut self, condition: Pc) -> Run<bool> {
        self.as_known_to(self.ctx.me, |m| Ok(m.eval_word(condition)? == 1))
    }
}

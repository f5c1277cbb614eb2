//! What an offer has to offer. What does not depend on the member that an option is about is asked once for all of them.

use super::asks::Asks;
use super::piles::{Sieve, Step};
use super::planned::Chooser;
use super::{Machine, Run};
use crate::ids::{ActionId, PlaceId};
use crate::program::asks::{Amount, Ask, AskHow, Yields};
use crate::program::nouns::{ABSENT, KindSet, Word};
use crate::program::op::{Pc, R};
use crate::program::plans::PlanTest;
use crate::program::{ActionInfo, Fallible, HookIndex, OptionInfo};
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
    /// The only argument is the member.
    of_member: bool,
    /// Something may forbid it to be done with a member.
    forbids: bool,
    how: How,
    asks: &'p [Ask],
    /// What is known of the rest where they hold.
    rest: Option<Yields>,
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
    /// Lists one option of an offer as far as it can be taken.
    #[inline(always)]
    pub(super) fn list_option(&mut self, tag: u16, option: &'p OptionInfo, chooser: Option<Chooser>) -> Run<()> {
        if let Some(chooser) = chooser
            && self.add_planned(tag, option, chooser)?
        {
            return Ok(());
        }
        let mark = self.list_mark();
        let result = self.add_offer_option(tag, option);
        self.s.stack.lists.truncate(mark);
        result
    }

    /// Adds an option of an offer as far as it can be taken: once, or once for each member that it is about.
    #[inline(never)]
    fn add_offer_option(&mut self, tag: u16, option: &'p OptionInfo) -> Run<()> {
        if let Some(needs) = option.needs
            && !self.as_known_to(self.ctx.me, |m| Ok(m.yielded(needs.code, needs.plain)? == 1))?
        {
            return Ok(());
        }
        // Where nothing lies, nothing is asked.
        let piles = option.pile.as_ref().and_then(|pile| self.piles_of(pile));
        if piles.as_ref().is_some_and(|piles| piles.is_empty()) {
            return Ok(());
        }
        let Some(mut offered) = self.offered(option) else {
            if !option.probed || self.can_do_region(option.body)? {
                self.s.stack.pending.options.push(Choice { tag, value: NONE, weight: 1 });
            }
            return Ok(());
        };
        if option.open && self.is_impossible(&mut offered) {
            return Ok(());
        }
        let Some((set_code, local)) = option.each else {
            if self.can_be_taken(&offered, None)? {
                self.s.stack.pending.options.push(Choice { tag, value: NONE, weight: 1 });
            }
            return Ok(());
        };
        let first = self.s.stack.pending.options.len();
        match piles {
            Some(piles) if self.add_from_piles(tag, option, &offered, local, piles.as_slice())? => {}
            _ => {
                let set = self.eval(set_code)?;
                self.add_options(tag, set, option.members, None)?;
                self.keep_takeable(&offered, local, first)?;
            }
        }
        if offered.forbids { self.keep_allowed(offered.args, &offered.info.forbid, local, first) } else { Ok(()) }
    }

    /// Leaves only the options, from one on, whose members nothing forbids to do the action with, as far as the doer knows.
    pub(super) fn keep_allowed(&mut self, args: R, forbid: &HookIndex, local: R, first: usize) -> Run<()> {
        let (me, args) = (self.ctx.me, self.ctx.base + args as usize);
        self.keep(local, first, |m, _| m.as_known_to(me, |m| Ok(!m.forbidden(forbid, args, 1, me)?)))
    }

    /// Adds the cards of places that the action of an option can be done with. Gives whether it did: where the doer does not
    /// know all of them, nothing is done yet.
    fn add_from_piles(
        &mut self,
        tag: u16,
        option: &'p OptionInfo,
        offered: &Offered<'p>,
        local: R,
        piles: &[PlaceId],
    ) -> Run<bool> {
        let (p, Offered { info, certain, how, .. }) = (self.p, *offered);
        if matches!(how, How::Never | How::Ask) || !offered.of_member {
            return Ok(false);
        }
        let mut sieve = Sieve::new();
        if let Some((test, with)) = option.pile.as_ref().and_then(|pile| pile.test.as_ref())
            && !sieve.add_test(p, *test, self.get_or_none(*with))
        {
            return Ok(false);
        }
        if let Some((_, kinds)) = info.param_kinds.first().filter(|_| !certain) {
            sieve.add(Step::Passes(PlanTest::IsOf(*kinds)));
        }
        let left = if offered.asks.is_empty() { &[] } else { self.sift(offered.asks, &mut sieve) };
        let first = self.s.stack.pending.options.len();
        for pile in piles {
            if !self.add_sifted(tag, *pile, option.members, &sieve) {
                self.s.stack.pending.options.truncate(first);
                return Ok(false);
            }
        }
        if (left.is_empty() && how != How::Try) || self.s.stack.pending.options.len() == first {
            return Ok(true);
        }
        let mut asks = Asks::default();
        self.make_ready(left, &mut asks);
        if how == How::Try {
            let offered = Offered { certain: true, ..*offered };
            self.keep(local, first, |m, member| m.can_be_taken(&offered, Some((&mut asks, member))))?;
        } else {
            self.keep_holding(&mut asks, None, local, first)?;
        }
        Ok(true)
    }

    /// Leaves only the options, from one on, whose members the action of the option can be done with.
    fn keep_takeable(&mut self, offered: &Offered<'p>, local: R, first: usize) -> Run<()> {
        let Offered { info, certain, how, of_member, .. } = *offered;
        if (of_member && certain && how == How::Always) || self.s.stack.pending.options.len() == first {
            return Ok(());
        }
        let mut asks = Asks::default();
        self.make_ready(offered.asks, &mut asks);
        if of_member && matches!(how, How::Guard | How::Always) {
            let kinds = info.param_kinds.first().map_or(KindSet::all(), |(_, kinds)| *kinds);
            return self.keep_holding(&mut asks, (!certain).then_some(kinds), local, first);
        }
        self.keep(local, first, |m, member| m.can_be_taken(offered, Some((&mut asks, member))))
    }

    /// Leaves only the options, from one on, that something says yes to.
    #[inline(always)]
    pub(super) fn keep(
        &mut self,
        local: R,
        first: usize,
        mut says_yes: impl FnMut(&mut Self, Reg) -> Run<bool>,
    ) -> Run<()> {
        let (mut at, mut kept) = (first, first);
        while let Some(choice) = self.s.stack.pending.options.get(at).copied() {
            self.put(local, choice.value);
            // Tries work on the pending options of scratch copies, never on these.
            if says_yes(self, choice.value)? {
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

    /// Whether the action cannot be done with any member. A first condition that holds for all of them is done with.
    #[inline]
    fn is_impossible(&mut self, offered: &mut Offered<'p>) -> bool {
        let [first, rest @ ..] = offered.asks else { return offered.how == How::Never };
        if !matches!(first.how, AskHow::Once | AskHow::OfDoer(..) | AskHow::Pays(_, Amount::Number(_))) {
            return false;
        }
        let mut known = false;
        let holds = self.as_known_to(self.ctx.me, |m| {
            known = m.holds_now(first)?;
            Ok(known)
        });
        if known {
            offered.asks = rest;
        }
        // What is wrong with it is found out when it is asked of a member, if there is one.
        matches!(holds, Ok(false))
    }

    /// What is the same for all members of an option.
    fn offered(&mut self, option: &'p OptionInfo) -> Option<Offered<'p>> {
        let (action, code, args) = option.action?;
        let p = self.p;
        let info = p.actions.get(action.index())?;
        let me = self.ctx.me;
        let used_up = info.limit.is_some_and(|limit| !self.within_limit(limit, me, ABSENT));
        let forbids = !info.forbid.is_empty() && !self.s.flow.quiet && self.any_live(&info.forbid);
        let of_member = option.each.is_some_and(|(_, member)| member == args) && code.is_none() && info.params == 1;
        let how = match self.guard_of(info.fallible).filter(|_| !option.asks.is_empty()) {
            _ if me == ABSENT || used_up => How::Never,
            // What forbids it counts as having run, whatever else is in the way.
            _ if (forbids && (!of_member || p.cover)) || !info.instead.is_empty() => How::Ask,
            Some((_, true)) => How::Guard,
            Some((_, false)) => How::Try,
            _ if info.fallible == Fallible::Never => How::Always,
            _ => How::Ask,
        };
        let asks = if matches!(how, How::Guard | How::Try) { &option.asks[..] } else { &[] };
        let (certain, rest) = (option.certain, option.rest);
        // Whoever asks all about a call asks that, too.
        let forbids = forbids && how != How::Ask;
        Some(Offered { action, info, code, args, certain, of_member, forbids, how, asks, rest })
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
            How::Try => {
                let says = if self.conditions_hold(offered, of_member)? { self.rest_says(offered.rest)? } else { 0 };
                if says == 1 { self.can_call(action, args, self.ctx.me) } else { Ok(says != 0) }
            }
            How::Always | How::Ask => Ok(true),
        }
    }

    /// Who is asked, and what the action of an option would be done with.
    pub(crate) fn would_do(&mut self, option: &OptionInfo, choice: Choice) -> (Word, Vec<Reg>) {
        self.load_context();
        if let Some((_, local)) = option.each {
            self.put(local, choice.value);
        }
        let me = self.ctx.me;
        let Some((action, code, args)) = option.action else { return (me, Vec::new()) };
        // What it is done with is known to whoever is asked, or is not asked about.
        let saved = std::mem::replace(&mut self.prober, me);
        let known = code.is_none_or(|code| self.eval(code).is_ok());
        self.prober = saved;
        let params = self.p.actions.get(action.index()).map_or(0, |info| info.params);
        let args = (0..params).map(|i| if known { self.get_or_none(args.saturating_add(i)) } else { NONE });
        (me, args.collect())
    }

    /// What the code about the rest of an action says, as far as the doer may know.
    fn rest_says(&mut self, rest: Option<Yields>) -> Run<Reg> {
        let Some(rest) = rest else { return Ok(1) };
        self.guard_says(self.ctx.me, |m| m.yielded(rest.code, rest.plain))
    }

    /// Whether the conditions of the action hold.
    #[inline]
    fn conditions_hold(&mut self, offered: &Offered<'p>, of_member: Option<(&mut Asks, Reg)>) -> Run<bool> {
        match (of_member, offered.asks) {
            (Some((asks, member)), _) => self.all_hold(asks, member),
            (None, asks) => self.as_known_to(self.ctx.me, |m| {
                for ask in asks {
                    if !m.holds_now(ask)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }),
        }
    }
}

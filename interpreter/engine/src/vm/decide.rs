//! Questions to seats. Everything with several picks is asked one pick at a time, in one canonical order, so that no set
//! is reached twice; the bounds in the question let a screen offer the picks at once.

use super::test::each_slot_passing;
use super::{Machine, Next, Plain, Run, Trap};
use crate::ids::*;
use crate::program::nouns::{ABSENT, Word};
use crate::program::op::{NO_REG, Pc, R};
use crate::program::{Many, Members, OfferInfo, Read, Test, USED_BITS};
use crate::state::stack::*;
use crate::sure::sure;
use crate::trace::Mark;

/// Shares of a split that are tried one by one; larger ones are all offered.
const MOST_TRIED: Reg = 100;

/// Words that are chosen from without a list of options; of more of them there is one.
pub(super) const MOST_AT_HAND: usize = 32;

impl Machine<'_> {
    /// Asks the options that stand in the pending question.
    pub(crate) fn open_question(
        &mut self,
        question: Question,
        info: u16,
        actor: Word,
        min: u16,
        max: u16,
    ) -> Run<Next> {
        if self.s.stack.lane_of != ABSENT && !self.same_seat(actor, self.s.stack.lane_of) {
            self.alone("lets somebody else decide")?;
        }
        let asked = match (u16::try_from(actor), self.seat_of(actor)) {
            (Ok(actor), Some(_)) => Asked::Actor(ActorId(actor)),
            _ => Asked::Chance,
        };
        let pending = &mut self.s.stack.pending;
        pending.asked = asked;
        pending.question = question;
        pending.info = info;
        pending.min = min;
        pending.max = max;
        pending.answer = None;
        if asked == Asked::Chance {
            for option in &mut pending.options {
                option.weight = 1;
            }
        }
        Ok(Next::Asked)
    }

    /// The answer to the question that this op asked, if it is here.
    #[inline]
    pub(crate) fn take_answer(&mut self) -> Option<Choice> {
        let pending = &mut self.s.stack.pending;
        let answer = pending.answer.take()?;
        pending.asked = Asked::Nobody;
        pending.question = Question::None;
        Some(answer)
    }

    /// Leaves the options that allow the regions around to be done; then asks, or falls short.
    fn ask_completable(&mut self, question: Question, info: u16, actor: Word, min: u16, max: u16, d: R) -> Run<Next> {
        if self.open_completable(question, info, actor, min, max)? {
            return Ok(Next::Asked);
        }
        self.put(d, NONE);
        self.short_then_next()
    }

    /// Asks only what allows the regions around to be done; whether anything is left to ask.
    pub(crate) fn open_completable(&mut self, ask: Question, info: u16, actor: Word, min: u16, max: u16) -> Run<bool> {
        self.open_question(ask, info, actor, min, max)?;
        // Most questions stand in no region, and nothing has to be completed.
        if self.s.stack.frames.last().is_some_and(|f| f.region != 0) {
            self.keep_completable()?;
        }
        let left = !self.s.stack.pending.options.is_empty();
        if !left {
            self.s.stack.pending.asked = Asked::Nobody;
        }
        Ok(left)
    }

    #[inline(never)]
    pub(crate) fn choose_one(&mut self, info: u16, set: R, d: R, test: u16, r: R) -> Run<Next> {
        if let Some(answer) = self.take_answer() {
            return Ok(self.chosen_one(info, d, answer.value));
        }
        let set = self.get(set);
        let members = self.members(info);
        self.s.stack.pending.options.clear();
        if self.p.choices.get(info as usize).is_some_and(|choice| choice.of_place) {
            self.add_place(set, members)?;
        } else {
            let test = if test == NO_REG { None } else { self.p.tests.get(test as usize).copied() };
            let test = test.map(|test| (test, self.get_or_none(r)));
            if members == Members::Words
                && let Some(value) = self.word_taken(info, set, test)
            {
                self.put(d, reg(value));
                return Ok(Next::Op);
            }
            self.add_options(0, set, members, test)?;
        }
        if self.s.stack.pending.options.is_empty() {
            self.put(d, NONE);
            self.mark_here(Mark::NothingToChoose);
            return self.short_then_next();
        }
        // What was chosen here before is no part of the position any more.
        self.put(d, NONE);
        let next = self.ask_completable(Question::Choose, info, self.ctx.me, 1, 1, d)?;
        if next == Next::Asked
            && let Some(answer) = self.answer_here()
        {
            return Ok(self.chosen_one(info, d, answer.value));
        }
        Ok(next)
    }

    fn chosen_one(&mut self, info: u16, d: R, value: Reg) -> Next {
        self.put(d, value);
        self.note_outcome(info, d, value, self.learners(info, true));
        self.picked_card(info, value);
        self.trace_chosen(info, value);
        Next::Op
    }

    /// The one that the doer takes of a set of words, where it answers here and need not see them all as options.
    #[inline(always)]
    fn word_taken(&mut self, info: u16, set: Reg, test: Option<(Test, Reg)>) -> Option<Word> {
        let free = self.s.stack.frames.last().is_some_and(|f| f.region == 0) && !self.is_kept_back(info);
        if !free || !self.answers_here() || self.seat_of(self.ctx.me).is_none() {
            return None;
        }
        let words = self.list(set);
        let Some((test, with)) = test else {
            let taken = if words.is_empty() { None } else { self.take_among(words.len()) }?;
            return self.item(set, taken);
        };
        let Test { read: Read::Slot(first), how } = test else { return None };
        let (mut passing, mut count) = ([ABSENT; MOST_AT_HAND], 0);
        each_slot_passing(&self.s.slots, first, how, with, words, |word| {
            let place = passing.get_mut(count);
            count += 1;
            place.map(|place| *place = word).is_some()
        });
        if count == 0 || count > MOST_AT_HAND {
            return None;
        }
        let taken = self.take_among(count)?;
        passing.get(taken).copied()
    }

    /// Notes for those who cannot see it that a card was chosen.
    #[inline]
    pub(super) fn picked_card(&mut self, info: u16, value: Reg) {
        if self.s.lore.on() && self.is_cards(info) {
            self.chosen_unseen(value, self.seat_of(self.ctx.me));
        }
    }

    pub(crate) fn mark_here(&mut self, mark: Mark) {
        let pc = self.s.stack.frames.last().map_or(0, |f| f.pc);
        self.mark(mark, pc);
    }

    /// A statement that reads what is absent does nothing; a full region around it fails.
    pub(crate) fn skipped(&mut self) -> Run<Next> {
        self.mark_here(Mark::Skipped);
        self.short_then_next()
    }

    /// A register that need not be given: `Some(NONE)` where it is not, `None` where it is given and absent.
    #[inline]
    pub(crate) fn optional(&self, r: R) -> Option<Reg> {
        if r == NO_REG { Some(NONE) } else { Some(self.get(r)).filter(|value| *value != NONE) }
    }

    /// Bounds of a choice of several; `None`: it is absent.
    fn bounds(&self, many: Many, count: Reg, len: usize) -> Option<(usize, usize)> {
        let wanted = usize::try_from(count.max(0)).unwrap_or(0);
        match many {
            Many::One => Some((1, 1)),
            Many::Number if len == 0 && wanted > 0 => None,
            Many::Number => Some((wanted.min(len), wanted.min(len))),
            Many::Exactly if len < wanted => None,
            Many::Exactly => Some((wanted, wanted)),
            Many::UpTo => Some((0, wanted.min(len))),
            Many::AnyNumber => Some((0, len)),
        }
    }

    pub(crate) fn choose_many(&mut self, info: u16, set: R, count: R, d: R, progress: R) -> Run<Next> {
        let p = self.p;
        let Some(choice) = sure(p.choices.get(info as usize)) else { return Ok(Next::Op) };
        let set = self.get(set);
        let count = self.get_or_none(count);
        let len = list_parts(set).1;
        let absent_count = count == NONE && matches!(choice.many, Many::Number | Many::Exactly | Many::UpTo);
        let bounds = if set == NONE || absent_count { None } else { self.bounds(choice.many, count, len) };
        let Some((min, max)) = bounds else {
            self.put(d, NONE);
            self.mark_here(Mark::NothingToChoose);
            return self.short_then_next();
        };
        if self.get(progress) == NONE {
            if choice.many == Many::Number && Reg::from(max as i32) < count {
                self.fell_short()?;
                if self.s.stack.done_cut {
                    return Ok(Next::Elsewhere);
                }
            }
            let empty = list_handle(self.list_mark(), 0, false);
            self.put(d, empty);
            self.put(progress, 0);
        }
        let mut answer = self.take_answer();
        loop {
            if let Some(answer) = answer {
                if answer.tag == DECLINE {
                    break;
                }
                self.picked_card(info, answer.value);
                self.push_word(word(answer.value))?;
                let (start, len, _) = list_parts(self.get(d));
                self.put(d, list_handle(start, len + 1, false));
                self.put(progress, len as Reg + 1);
            }
            let picked = list_parts(self.get(d)).1;
            self.s.stack.pending.options.clear();
            if picked < max {
                self.many_options(info, set, self.get(d), min.saturating_sub(picked), choice.in_order)?;
            }
            if picked >= max || self.s.stack.pending.options.is_empty() {
                break;
            }
            if picked >= min {
                self.s.stack.pending.options.push(Choice { tag: DECLINE, value: NONE, weight: 1 });
            }
            let (min, max) = (told(min.saturating_sub(picked)), told(max - picked));
            let next = self.ask_completable(Question::Choose, info, self.ctx.me, min, max, d)?;
            if self.can_only_decline() {
                break;
            }
            answer = if next == Next::Asked { self.answer_here() } else { None };
            if answer.is_none() {
                return Ok(next);
            }
        }
        self.trace_chosen_list(info, self.get(d));
        Ok(Next::Op)
    }

    /// Whether nothing but declining was left of the question; then nobody is asked.
    fn can_only_decline(&mut self) -> bool {
        let pending = &mut self.s.stack.pending;
        let only = pending.asked != Asked::Nobody && pending.options.iter().all(|o| o.tag == DECLINE);
        if only {
            (pending.asked, pending.question) = (Asked::Nobody, Question::None);
        }
        only
    }

    /// Pieces of a bundle, one after the other in the order of their sorts.
    pub(crate) fn choose_pieces(&mut self, info: u16, bundle: R, count: R, d: R, progress: R) -> Run<Next> {
        let Some(many) = sure(self.p.choices.get(info as usize).map(|c| c.many)) else { return Ok(Next::Op) };
        let (from, count) = (self.get(bundle), self.get_or_none(count));
        let total = self.list(from).iter().map(|n| (*n).max(0) as usize).sum();
        let bounds = if from == NONE { None } else { self.bounds(many, count, total) };
        let Some((min, max)) = bounds.filter(|_| total > 0 || many != Many::One) else {
            self.put(d, NONE);
            self.mark_here(Mark::NothingToChoose);
            return self.short_then_next();
        };
        if self.get(progress) == NONE {
            let picked = self.new_bundle()?;
            self.put(d, picked);
            self.put(progress, 0);
        }
        let mut picked = self.list(self.get(d)).iter().map(|n| *n as usize).sum::<usize>();
        if let Some(answer) = self.take_answer() {
            if answer.tag == DECLINE {
                self.trace_picked(info, self.get(d));
                return Ok(Next::Op);
            }
            self.put_bundle(self.get(d), StuffId(answer.tag), 1);
            self.put(progress, Reg::from(answer.tag));
            picked += 1;
        }
        let last = self.get(progress).max(0) as usize;
        let mut options = std::mem::take(&mut self.s.stack.pending.options);
        options.clear();
        let left = |m: &Self, i: usize| m.item(from, i).unwrap_or(0) - m.item(m.get(d), i).unwrap_or(0);
        let mut behind: usize = (last..self.p.nouns.stuff.len()).map(|i| left(self, i).max(0) as usize).sum();
        for i in last..self.p.nouns.stuff.len() {
            let n = left(self, i).max(0);
            // A sort is offered only where enough pieces of it and of later sorts are left.
            if n > 0 && picked + behind >= min {
                options.push(Choice { tag: i as u16, value: i as Reg, weight: n as u64 });
            }
            behind -= n as usize;
        }
        self.s.stack.pending.options = options;
        if picked >= max || self.s.stack.pending.options.is_empty() {
            self.trace_picked(info, self.get(d));
            return Ok(Next::Op);
        }
        if picked >= min {
            self.s.stack.pending.options.push(Choice { tag: DECLINE, value: NONE, weight: 1 });
        }
        let (min, max) = (told(min.saturating_sub(picked)), told(max - picked));
        let next = self.ask_completable(Question::Sort, info, self.ctx.me, min, max, d)?;
        Ok(if self.can_only_decline() { Next::Op } else { next })
    }

    /// Yes or no.
    pub(crate) fn ask(&mut self, info: u16, d: R) -> Run<Next> {
        if let Some(answer) = self.take_answer() {
            self.put(d, Reg::from(answer.tag != DECLINE));
            self.trace_asked(answer.tag != DECLINE);
            return Ok(Next::Op);
        }
        let options = &mut self.s.stack.pending.options;
        options.clear();
        options.push(Choice { tag: 0, value: 1, weight: 1 });
        options.push(Choice { tag: DECLINE, value: NONE, weight: 1 });
        let open = self.open_completable(Question::YesNo, info, self.ctx.me, 1, 1)?;
        if open && !matches!(self.s.stack.pending.options.as_slice(), [Choice { tag: DECLINE, .. }]) {
            return Ok(Next::Asked);
        }
        // Where one can only decline, nobody is asked.
        self.s.stack.pending.asked = Asked::Nobody;
        self.put(d, 0);
        Ok(Next::Op)
    }

    /// The options of an offer that can be taken now.
    pub(crate) fn offer(&mut self, offer: u16, used: R, none: Pc) -> Run<Next> {
        let p = self.p;
        let Some(info) = sure(p.offers.get(offer as usize)) else { return Ok(Next::Jump(none)) };
        if let Some(answer) = self.take_answer() {
            return Ok(Next::Jump(self.took_option(info, offer, used, answer).unwrap_or(none)));
        }
        let around = self.offered_worth.replace(None);
        let taken = if info.tallies.is_empty() { Ok(None) } else { self.take_tallied(offer, info, none) };
        let taken = match taken {
            Ok(None) => self.list_options(offer, used).map(|()| None),
            taken => taken,
        };
        self.offered_worth = around;
        if let Some(next) = taken? {
            return Ok(next);
        }
        if self.s.stack.pending.options.is_empty() {
            self.mark_here(Mark::NothingToChoose);
            return Ok(Next::Jump(none));
        }
        if self.open_completable(Question::Offer, offer, self.ctx.me, 1, 1)? {
            let Some(answer) = self.answer_here() else { return Ok(Next::Asked) };
            return Ok(Next::Jump(self.took_option(info, offer, used, answer).unwrap_or(none)));
        }
        self.fell_short()?;
        Ok(if self.s.stack.done_cut { Next::Elsewhere } else { Next::Jump(none) })
    }

    /// Where an option begins that was taken.
    pub(super) fn took_option(&mut self, info: &OfferInfo, offer: u16, used: R, answer: Choice) -> Option<Pc> {
        let option = info.options.get(answer.tag as usize)?;
        if let Some((_, local)) = option.each {
            self.put(local, answer.value);
            if self.s.lore.on() && option.members.are_cards() {
                self.chosen_unseen(answer.value, self.seat_of(self.ctx.me));
            }
        }
        if let Some(limit) = option.limit {
            self.use_limit(limit, self.ctx.me, self.ctx.this);
        }
        if used != NO_REG {
            let (register, bit) = used_bit(used, answer.tag as usize);
            self.put(register, self.get(register) | bit);
        }
        self.trace_offered(offer, answer);
        Some(option.body)
    }

    /// Lists what an offer has to offer.
    #[inline(never)]
    fn list_options(&mut self, offer: u16, used: R) -> Run<()> {
        let p = self.p;
        let options = p.offers.get(offer as usize).map_or(&[][..], |info| &info.options);
        self.s.stack.pending.options.clear();
        let chooser = self.chooser();
        for (i, option) in options.iter().enumerate() {
            if used != NO_REG {
                let (register, bit) = used_bit(used, i);
                if self.get(register) & bit != 0 {
                    continue;
                }
            }
            if option.limit.is_some_and(|l| !self.within_limit(l, self.ctx.me, self.ctx.this)) {
                continue;
            }
            self.list_option(i as u16, option, chooser)?;
        }
        Ok(())
    }

    /// Shares of a total, one element after the other; the last takes the rest.
    pub(crate) fn split(&mut self, info: u16, total: R, among: R, d: R, progress: R) -> Run<Next> {
        let (total, among) = (self.get(total), self.get(among));
        let count = list_parts(among).1;
        if total == NONE || count == 0 {
            self.put(d, NONE);
            self.mark_here(Mark::NothingToChoose);
            return self.short_then_next();
        }
        if self.get(progress) == NONE {
            let mark = self.list_mark();
            self.append(among)?;
            for _ in 0..count {
                self.push_word(0)?;
            }
            let split = self.list_since(mark);
            self.put(d, split);
            self.put(progress, 0);
        }
        let (start, _, _) = list_parts(self.get(d));
        let mut at = self.get(progress).max(0) as usize;
        if let Some(answer) = self.take_answer() {
            if let Some(share) = self.s.stack.lists.get_mut(start + count + at) {
                *share = word(answer.value);
            }
            at += 1;
            self.put(progress, at as Reg);
        }
        let given: Reg = (0..at).filter_map(|i| self.s.stack.lists.get(start + count + i)).map(|w| Reg::from(*w)).sum();
        let left = total.max(0) - given;
        if at + 1 >= count || left == 0 {
            if let Some(share) = self.s.stack.lists.get_mut(start + count + at.min(count - 1)) {
                *share = word(left);
            }
            self.trace_split(info, self.get(d));
            return Ok(Next::Op);
        }
        if left > 10_000 {
            return Err(Trap::Fault(Plain::TooManyItems));
        }
        let options = &mut self.s.stack.pending.options;
        options.clear();
        options.extend((0..=left).map(|n| Choice { tag: 0, value: n, weight: 1 }));
        self.s.stack.pending.subject = self.s.stack.lists.get(start + at).copied().unwrap_or(ABSENT);
        if left > MOST_TRIED {
            return self.open_question(Question::Share, info, self.ctx.me, 1, 1);
        }
        self.ask_completable(Question::Share, info, self.ctx.me, 1, 1, d)
    }

    /// The doer picks the next element of a list that is gone through in any order.
    pub(crate) fn pick_next(&mut self, info: u16, list: R, d: R, exit: Pc) -> Run<Next> {
        let handle = self.get(list);
        let (start, len, _) = list_parts(handle);
        let chosen = match self.take_answer() {
            Some(answer) => {
                self.picked_card(info, answer.value);
                word(answer.value)
            }
            None => {
                let members = self.members(info);
                self.s.stack.pending.options.clear();
                self.add_options(0, handle, members, None)?;
                match self.s.stack.pending.options.as_slice() {
                    [] => return Ok(Next::Jump(exit)),
                    [only] => word(only.value),
                    [first, ..] => {
                        let first = word(first.value);
                        if self.open_completable(Question::Choose, info, self.ctx.me, 1, 1)? {
                            return Ok(Next::Asked);
                        }
                        // No order leads to the end: what fails will say so.
                        first
                    }
                }
            }
        };
        let at = self.list(handle).iter().position(|w| *w == chosen).unwrap_or(0);
        if start + len <= self.s.stack.lists.len() && at < len {
            self.s.stack.lists.copy_within(start + at + 1..start + len, start + at);
        }
        self.put(list, list_handle(start, len.saturating_sub(1), false));
        self.put(d, reg(chosen));
        Ok(Next::Op)
    }
}

/// A bound as a question tells it; beyond what it can tell, it tells the most.
fn told(picks: usize) -> u16 {
    u16::try_from(picks).unwrap_or(u16::MAX)
}

/// The register and bit that say whether an option of an offer was taken.
fn used_bit(used: R, option: usize) -> (R, Reg) {
    (used + (option / USED_BITS) as R, 1 << (option % USED_BITS))
}

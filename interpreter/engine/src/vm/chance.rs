//! Chance: questions to nobody, and random picks. Each outcome has an integer weight; who answers is not known here.
//!
//! Several picks, as several dice, come out as multisets: one after the other in rising order, each with the weight of
//! all multisets that begin so.

use super::lists::place_id;
use super::odds::{FEW, Repeats, Weighted, reduce, repeats_fit, sets_fit, weigh_repeats, weigh_sets};
use super::sight::Eyes;
use super::{Machine, Next, Run};
use crate::ids::*;
use crate::program::Members;
use crate::program::nouns::{ABSENT, Word};
use crate::program::op::R;
use crate::state::cards::NOBODY;
use crate::state::stack::*;
use crate::trace::Mark;

/// Cards up to this number are quickly seen to be different.
const QUICK_CARDS: usize = 512;

impl Machine<'_> {
    /// Asks chance which of the options comes: the answer, where the machine has what answers chance; else the question is
    /// open.
    pub(super) fn ask_chance(&mut self, question: Question, info: u16, subject: Word) -> Run<Option<Choice>> {
        if question != Question::Draw {
            self.alone("asks chance")?;
        }
        if self.chance_is_here() {
            return Ok(self.chance_answers());
        }
        let pending = &mut self.s.stack.pending;
        pending.asked = Asked::Chance;
        pending.question = question;
        pending.info = info;
        pending.subject = subject;
        (pending.min, pending.max) = (1, 1);
        pending.answer = None;
        Ok(None)
    }

    /// Whether chance can be answered at once. A try must not come to know what chance says, and what is done in lanes is
    /// asked from outside.
    #[inline]
    pub(super) fn chance_is_here(&self) -> bool {
        self.answers.is_some() && self.goal.is_none() && self.s.stack.lane_of == ABSENT
    }

    /// One of the options, by weight.
    fn chance_answers(&mut self) -> Option<Choice> {
        self.refuel(true);
        let options = &self.s.stack.pending.options;
        let at = self.answers.as_mut()?.chance().pick_weighted(options);
        options.get(at).copied()
    }

    /// A number below `total` from what answers chance.
    pub(super) fn chance_below(&mut self, total: u64) -> Option<u64> {
        self.refuel(true);
        Some(self.answers.as_mut()?.chance().below(total))
    }

    /// `random N x from S [weighted E] [with repeats]`
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn random(
        &mut self,
        info: u16,
        set: R,
        weights: R,
        count: R,
        d: R,
        progress: R,
        repeats: bool,
    ) -> Run<Next> {
        let (set, weights) = (self.get(set), self.get_or_none(weights));
        let len = list_parts(set).1;
        let wanted = self.get(count).max(0) as usize;
        let wanted = if repeats { if len == 0 { 0 } else { wanted } } else { wanted.min(len) };
        if self.get(progress) == NONE {
            let empty = list_handle(self.list_mark(), 0, false);
            self.put(d, empty);
            self.put(progress, 0);
        }
        if let Some(answer) = self.take_chance() {
            self.picked_by_chance(info, answer.value);
            self.pick_random(d, answer.value)?;
        } else if repeats && list_parts(self.get(d)).1 == 0 && self.chance_is_here() {
            self.repeats_at_once(info, set, weights, d, wanted)?;
        }
        loop {
            let picked = self.get(d);
            if list_parts(picked).1 >= wanted {
                if self.trace.is_some() {
                    let words = self.list(picked).to_vec();
                    self.trace_given(info, &words);
                }
                return Ok(Next::Op);
            }
            if repeats {
                self.repeated_options(info, set, weights, picked, wanted);
            } else {
                self.weighted_options(info, set, weights, picked);
                if weights == NONE {
                    self.unordered_options(info, set, picked, wanted);
                } else {
                    self.weighted_sets(info, set, weights, picked, wanted);
                }
            }
            match self.s.stack.pending.options.as_slice() {
                [] => return self.short_then_next(),
                [only] => {
                    let value = only.value;
                    self.pick_random(d, value)?;
                }
                _ => match self.ask_chance(Question::Random, info, ABSENT)? {
                    None => return Ok(Next::Asked),
                    Some(answer) => {
                        self.picked_by_chance(info, answer.value);
                        self.pick_random(d, answer.value)?;
                    }
                },
            }
        }
    }

    /// `random x from S [weighted E]`
    pub(crate) fn random_one(&mut self, info: u16, set: Reg, weights: Reg, d: R) -> Run<Next> {
        let mut answer = self.take_chance();
        if answer.is_none() && weights == NONE && !self.is_kept_back(info) {
            answer = self.pick_at_once(info, set);
        }
        if answer.is_none() {
            self.weighted_options(info, set, weights, NONE);
            match self.s.stack.pending.options.as_slice() {
                [] => {
                    self.put(d, NONE);
                    self.mark_here(Mark::NothingToChoose);
                    return self.short_then_next();
                }
                [only] => {
                    let value = only.value;
                    self.put(d, value);
                    self.trace_given(info, &[word(value)]);
                    return Ok(Next::Op);
                }
                _ => answer = self.ask_chance(Question::Random, info, ABSENT)?,
            }
        }
        let Some(answer) = answer else { return Ok(Next::Asked) };
        self.put(d, answer.value);
        self.note_outcome(info, d, answer.value, self.learners(info, false));
        self.picked_by_chance(info, answer.value);
        self.trace_given(info, &[word(answer.value)]);
        Ok(Next::Op)
    }

    /// `random x from ZONE`: where chance is here and no two cards there can be alike, without a list of them.
    pub(crate) fn random_card(&mut self, info: u16, place: Reg, d: R) -> Run<Next> {
        let pile = place_id(place).map(|place| self.s.pile(place)).filter(|pile| pile.len > 1);
        let asks = self.chance_is_here() && self.s.stack.pending.answer.is_none();
        if let Some(pile) = pile.filter(|_| asks && self.members(info).differ())
            && let Some(number) = self.chance_below(u64::from(pile.len))
        {
            let below = |card: u16| self.s.cards.get(card as usize).map_or(NOBODY, |card| card.below);
            let card = Reg::from((0..number).fold(pile.top, |card, _| below(card)));
            self.put(d, card);
            self.picked_by_chance(info, card);
            self.trace_given(info, &[word(card)]);
            return Ok(Next::Op);
        }
        let mark = self.list_mark();
        let set = self.cards_of(place)?;
        let next = self.random_one(info, set, NONE, d);
        self.s.stack.lists.truncate(mark);
        next
    }

    /// Where chance is here: one of several elements of which no two are alike, without a list of options.
    fn pick_at_once(&mut self, info: u16, set: Reg) -> Option<Choice> {
        let words = self.list(set);
        let count = words.len() as u64;
        if count < 2 || !self.chance_is_here() || self.has_alike(self.members(info), words) {
            return None;
        }
        let number = self.chance_below(count)?;
        self.item(set, number as usize).map(|value| Choice { tag: 0, value: reg(value), weight: 1 })
    }

    /// Whether two elements of a list may be equal in all that counts: cards, or numbers that do not rise (a list that is
    /// written out may hold one twice).
    fn has_alike(&self, members: Members, words: &[Word]) -> bool {
        match members {
            Members::Words => !words.is_sorted_by(|a, b| a < b),
            _ => !members.differ() && !self.all_differ(words),
        }
    }

    fn pick_random(&mut self, d: R, value: Reg) -> Run<()> {
        self.push_word(word(value))?;
        let (start, len, _) = list_parts(self.get(d));
        self.put(d, list_handle(start, len + 1, false));
        Ok(())
    }

    pub(crate) fn take_chance(&mut self) -> Option<Choice> {
        let pending = &mut self.s.stack.pending;
        let answer = pending.answer.take()?;
        pending.asked = Asked::Nobody;
        Some(answer)
    }

    /// Elements with their weights, equal ones as one outcome.
    fn weighted_options(&mut self, info: u16, set: Reg, weights: Reg, taken: Reg) {
        let members = self.members(info);
        let mut options = std::mem::take(&mut self.s.stack.pending.options);
        options.clear();
        let (words, taken, weights_of) = (self.list(set), self.list(taken), self.list(weights));
        let merges = self.has_alike(members, words);
        let option = |value: Word, weight: u64| Choice { tag: 0, value: reg(value), weight };
        if !merges && taken.is_empty() && weights == NONE {
            options.extend(words.iter().map(|w| option(*w, 1)));
            self.s.stack.pending.options = options;
            return;
        }
        let twice = merges && members == Members::Words;
        let count = |list: &[Word], value: Word| list.iter().filter(|w| **w == value).count();
        for (i, value) in words.iter().copied().enumerate() {
            let gone = if taken.is_empty() { 0 } else { count(taken, value) };
            if gone > 0 && (!twice || count(words.get(..i).unwrap_or(&[]), value) < gone) {
                continue;
            }
            let weight = if weights == NONE { 1 } else { weights_of.get(i).copied().unwrap_or(0).max(0) as u64 };
            if weight == 0 {
                continue;
            }
            let known = match (merges, twice) {
                (true, false) => options.iter_mut().find(|o: &&mut Choice| self.alike(word(o.value), value)),
                (true, true) => options.iter_mut().find(|o: &&mut Choice| o.value == reg(value)),
                _ => None,
            };
            match known {
                Some(known) => known.weight += weight,
                None => options.push(option(value, weight)),
            }
        }
        self.s.stack.pending.options = options;
    }

    /// Whether no two of these cards can be equal in all that counts, as far as a quick look can tell: each stands there once,
    /// and no other can be like it.
    fn all_differ(&self, cards: &[Word]) -> bool {
        let eyes = Eyes { program: self.p, cards: &self.s.cards, slots: &self.s.slots, seat: None };
        let mut seen = [0u64; QUICK_CARDS / 64];
        cards.iter().all(|card| {
            let Some(id) = usize::try_from(*card).ok() else { return false };
            let Some(bits) = seen.get_mut(id / 64) else { return false };
            let first = *bits & (1 << (id % 64)) == 0;
            *bits |= 1 << (id % 64);
            first && self.s.cards.get(id).is_some_and(|c| c.group != 0 || !eyes.may_repeat(*card))
        })
    }

    /// Whether two cards are known and equal in all that counts.
    #[inline]
    fn alike(&self, a: Word, b: Word) -> bool {
        let known =
            |w: Word| u16::try_from(w).ok().and_then(|id| self.s.card(ComponentId(id))).is_some_and(|c| c.group == 0);
        self.looks_same(None, a, b) && known(a) && known(b)
    }

    /// Turns options that each count their equals into those of the next of several picks told in the order of the set.
    fn unordered_options(&mut self, info: u16, set: Reg, taken: Reg, wanted: usize) {
        let cards = self.is_cards(info);
        let same = |m: &Self, a: Word, b: Word| a == b || (cards && m.alike(a, b));
        let place = |m: &Self, value: Word| m.list(set).iter().position(|w| same(m, *w, value)).unwrap_or(0) as Reg;
        let taken = self.list(taken);
        let last = taken.last().map(|w| place(self, *w));
        let copies = taken.iter().filter(|w| taken.last().is_some_and(|l| same(self, **w, *l))).count();
        let left = wanted.saturating_sub(taken.len());
        let mut options = std::mem::take(&mut self.s.stack.pending.options);
        if sets_fit(list_parts(set).1, wanted) {
            options.sort_unstable_by_key(|o| place(self, word(o.value)));
            weigh_sets(&mut options, |o| place(self, word(o.value)), last, copies, left);
        }
        self.s.stack.pending.options = options;
    }

    /// The same for picks by weight, without repeats.
    fn weighted_sets(&mut self, info: u16, set: Reg, weights: Reg, taken: Reg, wanted: usize) {
        let cards = self.is_cards(info);
        let same = |m: &Self, a: Word, b: Word| a == b || (cards && m.alike(a, b));
        let weight = |m: &Self, i: usize| m.item(weights, i).unwrap_or(0).max(0) as u64;
        let len = list_parts(set).1;
        let (mut list, mut leaders, mut classes) = (Weighted::default(), [0; FEW], 0u8);
        for i in (0..len).filter(|i| weight(self, *i) > 0) {
            let Some(value) = self.item(set, i) else { return };
            if leaders.iter().take(classes.into()).any(|l| same(self, *l, value)) {
                continue;
            }
            let Some(leader) = leaders.get_mut(classes as usize) else { return };
            *leader = value;
            let equal = (i..len).filter(|j| self.item(set, *j).is_some_and(|other| same(self, value, other)));
            if !equal.map(|j| weight(self, j)).filter(|w| *w > 0).all(|w| list.push(w, classes)) {
                return;
            }
            classes += 1;
        }
        let class_of = |m: &Self, value: Word| leaders.iter().take(classes.into()).position(|l| same(m, *l, value));
        let mut told = [0u8; FEW];
        let picks = self.list(taken);
        for (place, pick) in told.iter_mut().zip(picks) {
            *place = class_of(self, *pick).unwrap_or(0) as u8;
        }
        let Some(odds) = list.next(told.get(..picks.len()).unwrap_or(&[]), wanted) else { return };
        let mut options = std::mem::take(&mut self.s.stack.pending.options);
        for option in &mut options {
            let class = class_of(self, word(option.value));
            option.weight = class.and_then(|class| odds.get(class)).copied().unwrap_or(0);
        }
        reduce(&mut options);
        self.s.stack.pending.options = options;
    }

    /// Where chance is here: all picks with repeats, without a list of options for each. Nothing is done yet where they are
    /// too many to be told in order.
    fn repeats_at_once(&mut self, info: u16, set: Reg, weights: Reg, d: R, n: usize) -> Run<()> {
        self.weighted_options(info, set, weights, NONE);
        let Some(mut repeats) = Repeats::of(&self.s.stack.pending.options, n) else { return Ok(()) };
        for left in (1..=n).rev() {
            let mut asked = false;
            let next = repeats.next(left, |total| {
                asked = true;
                self.chance_below(total)
            });
            let Some(pick) = next.and_then(|at| self.s.stack.pending.options.get(at)) else { return Ok(()) };
            let value = pick.value;
            if asked {
                self.picked_by_chance(info, value);
            }
            self.pick_random(d, value)?;
        }
        Ok(())
    }

    /// The next of `n` picks with repeats that come out in the order of the set: the weight of all multisets that
    /// continue so.
    fn repeated_options(&mut self, info: u16, set: Reg, weights: Reg, picked: Reg, n: usize) {
        self.weighted_options(info, set, weights, NONE);
        let cards = self.is_cards(info);
        let picks = self.list(picked);
        let same = |a: Word, b: Word| a == b || (cards && self.alike(a, b));
        let last = picks.last().copied();
        let copies = picks.iter().filter(|w| last.is_some_and(|l| same(**w, l))).count();
        let last = last.and_then(|l| self.s.stack.pending.options.iter().position(|o| same(word(o.value), l)));
        let left = n.saturating_sub(picks.len());
        let options = &mut self.s.stack.pending.options;
        if !repeats_fit(options, n) {
            return;
        }
        match last {
            // Behind the last of all nothing else can follow.
            Some(at) if at + 1 == options.len() => {
                options.drain(..at);
            }
            _ => weigh_repeats(options, last, copies, left),
        }
    }
}

//! Chance: what an unknown card is, random picks, dice. Each outcome has an integer weight; who answers is not known here.
//!
//! Several dice, and several picks with repeats, come out as multisets: one die after the other in rising order, each
//! with the weight of all multisets that begin so.

use super::{FaultKind, Machine, Next, Run, Stop, Trap};
use crate::ids::*;
use crate::program::nouns::{ABSENT, Word};
use crate::program::op::{NO_REG, R};
use crate::state::stack::*;
use crate::trace::Mark;

impl Machine<'_> {
    fn ask_chance(&mut self, question: Question, info: u16, subject: Word) -> Run<Next> {
        let pending = &mut self.s.stack.pending;
        pending.asked = Asked::Chance;
        pending.question = question;
        pending.info = info;
        pending.subject = subject;
        (pending.min, pending.max) = (1, 1);
        pending.answer = None;
        Ok(Next::Asked)
    }

    /// Opens the question which card of its bag this is; settles it at once where only one is possible.
    pub(crate) fn ask_draw(&mut self, card: ComponentId) -> Option<Stop> {
        if self.goal.is_some() {
            return Some(Stop::Probed(true));
        }
        self.draw_options(card);
        if let [only] = self.s.stack.pending.options.as_slice() {
            let only = *only;
            self.settle_draw(card, only);
            return None;
        }
        if self.s.stack.pending.options.is_empty() {
            return Some(Stop::Fault(Box::new(self.fault(FaultKind::Broken("a bag is empty")))));
        }
        let _ = self.ask_chance(Question::Draw, 0, Word::from(card.0));
        Some(Stop::Asked)
    }

    /// What the card may be: designs (and faces, where the face is open too) with weights.
    fn draw_options(&mut self, card: ComponentId) {
        let Some(subject) = self.s.card(card).copied() else { return };
        let group = subject.group;
        let members = || self.s.cards.iter().filter(move |c| c.group == group);
        let down = members().filter(|c| !c.up).count() as u64;
        let fixed = members().filter(|c| c.fixed_face && !c.up).count() as u64;
        let mut options = std::mem::take(&mut self.s.stack.pending.options);
        options.clear();
        for c in self.s.cards.iter().filter(|c| c.group == group) {
            if subject.fixed_face && c.up != subject.up {
                continue;
            }
            // With some cards already known to lie face down, a face-down identity is less likely elsewhere.
            let weight = match (subject.fixed_face, c.up) {
                (true, _) => 1,
                (false, true) => down.max(1),
                (false, false) => down - fixed,
            };
            match options.iter_mut().find(|o| o.value == Reg::from(c.design.0) && o.tag == u16::from(c.up)) {
                Some(option) => option.weight += weight,
                None => options.push(Choice { tag: u16::from(c.up), value: Reg::from(c.design.0), weight }),
            }
        }
        options.retain(|o| o.weight > 0);
        options.sort_by_key(|o| (o.value, o.tag));
        self.s.stack.pending.options = options;
    }

    /// Makes an unknown card what chance said, and puts what stood there in its bag.
    pub(crate) fn settle_draw(&mut self, card: ComponentId, choice: Choice) {
        let Some(subject) = self.s.card(card).copied() else { return };
        let wanted = |c: &crate::state::cards::Card| {
            c.group == subject.group && Reg::from(c.design.0) == choice.value && u16::from(c.up) == choice.tag
        };
        let cards = &self.s.cards;
        let found = cards
            .iter()
            .position(|c| wanted(c) && !c.fixed_face)
            .or_else(|| cards.iter().position(wanted))
            .filter(|_| !wanted(&subject) || subject.fixed_face);
        if let Some(other) = found {
            self.exchange(card.index(), other);
        }
        if let Some(c) = self.s.cards.get_mut(card.index()) {
            c.group = 0;
            c.fixed_face = false;
        }
        self.dissolve(subject.group);
    }

    /// Swaps what two cards of a bag are; a card whose face is settled keeps its face.
    fn exchange(&mut self, a: usize, b: usize) {
        let (Some(x), Some(y)) = (self.s.cards.get(a).copied(), self.s.cards.get(b).copied()) else { return };
        if let Some(c) = self.s.cards.get_mut(a) {
            (c.design, c.up) = (y.design, y.up);
        }
        if let Some(c) = self.s.cards.get_mut(b) {
            (c.design, c.up) = (x.design, x.up);
        }
        if y.fixed_face && y.up != x.up {
            // The settled one needs a face-alike from a free member instead.
            let free = self
                .s
                .cards
                .iter()
                .enumerate()
                .position(|(i, c)| i != a && i != b && c.group == y.group && !c.fixed_face && c.up == y.up);
            if let Some(free) = free {
                self.exchange(b, free);
            }
        }
    }

    /// A bag of one, or of equal cards, is no longer open.
    fn dissolve(&mut self, group: u16) {
        let mut first = None;
        for c in self.s.cards.iter().filter(|c| c.group == group) {
            match first {
                None => first = Some((c.design, c.up)),
                Some(known) if known != (c.design, c.up) => return,
                Some(_) => {}
            }
        }
        for c in self.s.cards.iter_mut().filter(|c| c.group == group) {
            c.group = 0;
            c.fixed_face = false;
        }
    }

    /// Makes a place a bag: which card lies where comes into being when somebody looks.
    pub(crate) fn shuffle_place(&mut self, place: PlaceId) -> Run<()> {
        // A bag that reaches beyond this place is settled there first: those cards are not shuffled with these.
        for i in 0..self.s.cards.len() {
            let Some(card) = self.s.cards.get(i).copied() else { break };
            let beyond = card.group != 0 && card.place != place;
            if beyond && self.s.cards.iter().any(|c| c.group == card.group && c.place == place) {
                return Err(Trap::Unknown(ComponentId::from_index(i)));
            }
        }
        let group = self.s.flow.next_group;
        self.s.flow.next_group = if group == u16::MAX { 1 } else { group + 1 };
        for c in self.s.cards.iter_mut().filter(|c| c.place == place) {
            c.group = group;
            c.known = 0;
            c.fixed_face = false;
        }
        self.canonical_bag(group);
        self.dissolve(group);
        self.s.touched();
        Ok(())
    }

    /// Lists the contents of a bag in one order, so that equal bags are equal states.
    fn canonical_bag(&mut self, group: u16) {
        let mark = self.s.stack.lists.len();
        for c in self.s.cards.iter().filter(|c| c.group == group) {
            self.s.stack.lists.push(Word::from(c.design.0) * 2 + Word::from(c.up));
        }
        if let Some(bag) = self.s.stack.lists.get_mut(mark..) {
            bag.sort_unstable();
        }
        let mut at = mark;
        for c in self.s.cards.iter_mut().filter(|c| c.group == group) {
            let packed = self.s.stack.lists.get(at).copied().unwrap_or(0);
            (c.design, c.up) = (DesignId((packed / 2) as u16), packed % 2 == 1);
            at += 1;
        }
        self.s.stack.lists.truncate(mark);
    }

    /// `random [N] x from S [weighted E] [with repeats]`
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
        if count == NO_REG {
            if let Some(answer) = self.take_chance() {
                self.put(d, answer.value);
                self.trace_chosen(info, answer.value);
                return Ok(Next::Op);
            }
            self.weighted_options(set, weights, NONE);
            return match self.s.stack.pending.options.as_slice() {
                [] => {
                    self.put(d, NONE);
                    self.mark_here(Mark::NothingToChoose);
                    self.short_then_next()
                }
                [only] => {
                    let value = only.value;
                    self.put(d, value);
                    Ok(Next::Op)
                }
                _ => self.ask_chance(Question::Random, info, ABSENT),
            };
        }
        let wanted = self.get(count).max(0) as usize;
        let wanted = if repeats { if len == 0 { 0 } else { wanted } } else { wanted.min(len) };
        if self.get(progress) == NONE {
            let empty = list_handle(self.list_mark(), 0, false);
            self.put(d, empty);
            self.put(progress, 0);
        }
        if let Some(answer) = self.take_chance() {
            self.pick_random(d, answer.value)?;
        }
        loop {
            let picked = self.get(d);
            let (start, have, _) = list_parts(picked);
            if have >= wanted {
                self.trace_chosen_list(info, picked);
                return Ok(Next::Op);
            }
            if repeats {
                self.sorted_options(set, weights, start, have, wanted);
            } else {
                self.weighted_options(set, weights, picked);
            }
            match self.s.stack.pending.options.as_slice() {
                [] => return self.short_then_next(),
                [only] => {
                    let value = only.value;
                    self.pick_random(d, value)?;
                }
                _ => return self.ask_chance(Question::Random, info, ABSENT),
            }
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

    /// Elements with their weights, equal-looking cards as one outcome.
    fn weighted_options(&mut self, set: Reg, weights: Reg, taken: Reg) {
        let mut options = std::mem::take(&mut self.s.stack.pending.options);
        options.clear();
        for i in 0..list_parts(set).1 {
            let Some(value) = self.item(set, i) else { break };
            if self.list(taken).contains(&value) {
                continue;
            }
            let weight = if weights == NONE { 1 } else { self.item(weights, i).unwrap_or(0).max(0) as u64 };
            if weight > 0 {
                options.push(Choice { tag: 0, value: reg(value), weight });
            }
        }
        self.s.stack.pending.options = options;
    }

    /// The next of `n` picks with repeats that come out in rising order of position: the weight of all multisets that
    /// continue so. `start`: where the picks so far stand.
    fn sorted_options(&mut self, set: Reg, weights: Reg, start: usize, have: usize, n: usize) {
        let mut odds = Odds::default();
        for i in 0..list_parts(set).1 {
            odds.push(if weights == NONE { 1 } else { self.item(weights, i).unwrap_or(0).max(0) as u64 });
        }
        let picks = self.s.stack.lists.get(start..start + have).unwrap_or(&[]);
        let last = picks.last().and_then(|w| self.list(set).iter().position(|v| v == w));
        let copies = picks.iter().filter(|w| Some(*w) == picks.last()).count();
        let odds = odds.sorted(last, copies, n - have);
        let mut options = std::mem::take(&mut self.s.stack.pending.options);
        options.clear();
        for (i, weight) in odds.weights().iter().enumerate() {
            if let (true, Some(value)) = (*weight > 0, self.item(set, i)) {
                options.push(Choice { tag: 0, value: reg(value), weight: *weight });
            }
        }
        self.s.stack.pending.options = options;
    }

    // ---- dice

    /// A pool: its bonus, then the faces in rising order.
    pub(crate) fn roll(&mut self, dice: DiceId, count: R, d: R, progress: R) -> Run<Next> {
        let wanted = self.get(count);
        if wanted == NONE {
            self.put(d, NONE);
            return self.short_then_next();
        }
        if self.get(progress) == NONE {
            let mark = self.list_mark();
            self.push_word(0)?;
            let pool = self.list_since(mark);
            self.put(d, pool);
            self.put(progress, 0);
            self.s.touched();
        }
        if let Some(answer) = self.take_chance() {
            self.pick_random(d, answer.value)?;
        }
        let (start, len, _) = list_parts(self.get(d));
        if (len as Reg) > wanted.min(100) {
            self.trace_rolled(dice, self.get(d));
            return Ok(Next::Op);
        }
        self.die_options(dice, start + 1, len - 1, wanted.min(100) as usize);
        self.ask_chance(Question::Die, dice.0, ABSENT)
    }

    fn die_options(&mut self, dice: DiceId, start: usize, have: usize, n: usize) {
        let p = self.p;
        let Some(def) = p.nouns.dice.get(dice.index()) else { return };
        let mut odds = Odds::default();
        for (_, weight) in &def.faces {
            odds.push(u64::from(*weight));
        }
        let picks = self.s.stack.lists.get(start..start + have).unwrap_or(&[]);
        let last = picks.last().and_then(|w| def.faces.iter().position(|(face, _)| face == w));
        let copies = picks.iter().filter(|w| Some(*w) == picks.last()).count();
        let odds = odds.sorted(last, copies, n - have);
        let options = &mut self.s.stack.pending.options;
        options.clear();
        for ((face, _), weight) in def.faces.iter().zip(odds.weights()) {
            if *weight > 0 {
                options.push(Choice { tag: 0, value: Reg::from(*face), weight: *weight });
            }
        }
    }

    /// Rolls the dice whose positions (from 1) are in the list again.
    pub(crate) fn reroll(&mut self, dice: DiceId, pool: R, which: R, progress: R) -> Run<Next> {
        let pool_list = self.get(pool);
        let (start, len, _) = list_parts(pool_list);
        let which = self.get(which);
        let count = list_parts(which).1;
        if pool_list == NONE || count == 0 {
            return Ok(Next::Op);
        }
        if self.get(progress) == NONE {
            self.put(progress, 0);
            // What is rolled again leaves the pool first: kept dice move up, the rest is rolled behind them.
            let mut kept = 0;
            for i in 1..len {
                if self.list(which).contains(&(i as Word)) {
                    continue;
                }
                let face = self.item(pool_list, i).unwrap_or(0);
                if let Some(place) = self.s.stack.lists.get_mut(start + 1 + kept) {
                    *place = face;
                }
                kept += 1;
            }
        }
        let done = self.get(progress).max(0) as usize;
        let kept = len - 1 - count.min(len - 1);
        let mut done = done;
        if let Some(answer) = self.take_chance() {
            if let Some(place) = self.s.stack.lists.get_mut(start + 1 + kept + done) {
                *place = word(answer.value);
            }
            done += 1;
            self.put(progress, done as Reg);
        }
        if kept + done + 1 >= len {
            if let Some(faces) = self.s.stack.lists.get_mut(start + 1..start + len) {
                faces.sort_unstable();
            }
            self.s.touched();
            self.trace_rolled(dice, pool_list);
            return Ok(Next::Op);
        }
        self.die_options(dice, start + 1 + kept, done, count);
        self.ask_chance(Question::Die, dice.0, ABSENT)
    }
}

/// How many different outcomes are told as multisets; beyond that one value after the other, unordered.
const MOST: usize = 64;

/// Weights of a few outcomes, without memory of their own on the heap.
struct Odds {
    list: [u64; MOST],
    len: usize,
}

impl Default for Odds {
    fn default() -> Self {
        Odds { list: [0; MOST], len: 0 }
    }
}

impl Odds {
    fn push(&mut self, weight: u64) {
        if let Some(place) = self.list.get_mut(self.len) {
            *place = weight;
            self.len += 1;
        }
    }

    fn weights(&self) -> &[u64] {
        self.list.get(..self.len).unwrap_or(&[])
    }

    /// Weights of the next value when `left` more values (independent, by these weights) are told in rising order, the
    /// last told being `last`, `copies` times so far. Exact as long as it fits; else the plain weights.
    fn sorted(self, last: Option<usize>, copies: usize, left: usize) -> Odds {
        let mut exact = [0u128; MOST];
        for (f, place) in exact.iter_mut().enumerate().take(self.len) {
            match self.sorted_weight(f, last, copies, left) {
                Some(weight) => *place = weight,
                None => return self,
            }
        }
        let divisor = exact.iter().copied().fold(0, gcd).max(1);
        let mut reduced = Odds::default();
        for weight in exact.iter().take(self.len) {
            match u64::try_from(weight / divisor) {
                Ok(weight) => reduced.push(weight),
                Err(_) => return self,
            }
        }
        reduced
    }

    fn sorted_weight(&self, f: usize, last: Option<usize>, copies: usize, left: usize) -> Option<u128> {
        let each = self.weights();
        let from = |i: usize| each.get(i..).unwrap_or(&[]).iter().map(|w| u128::from(*w)).sum::<u128>();
        let power = |base: u128, n: usize| base.checked_pow(u32::try_from(n).ok()?);
        let of = |i: usize| each.get(i).map(|w| u128::from(*w));
        if Some(f) == last {
            // At least one more of the last: of all ways to have `copies` or more of it, those with more.
            let mut sum = 0u128;
            for more in 1..=left {
                let ways = binomial((left + copies) as u128, (copies + more) as u128)?;
                let same = power(of(f)?, copies + more)?;
                let rest = power(from(f + 1), left - more)?;
                sum = sum.checked_add(ways.checked_mul(same)?.checked_mul(rest)?)?;
            }
            return Some(sum);
        }
        if last.is_some_and(|l| f < l) {
            return Some(0);
        }
        let here = power(from(f), left)?.checked_sub(power(from(f + 1), left)?)?;
        match last {
            None => Some(here),
            Some(l) => {
                let ways = binomial((left + copies) as u128, copies as u128)?;
                ways.checked_mul(power(of(l)?, copies)?)?.checked_mul(here)
            }
        }
    }
}

fn binomial(n: u128, k: u128) -> Option<u128> {
    let mut result = 1u128;
    for i in 0..k.min(n - k.min(n)) {
        result = result.checked_mul(n - i)? / (i + 1);
    }
    Some(result)
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::Odds;

    fn sorted_weights(each: &[u64], last: Option<usize>, copies: usize, left: usize) -> Vec<u64> {
        let mut odds = Odds::default();
        each.iter().for_each(|w| odds.push(*w));
        odds.sorted(last, copies, left).weights().to_vec()
    }

    #[test]
    fn two_coins_come_out_as_three_multisets_with_their_odds() {
        let first = sorted_weights(&[1, 1], None, 0, 2);
        assert_eq!(first, vec![3, 1], "both heads or one of each: 3 of 4 begin with heads");
        let second = sorted_weights(&[1, 1], Some(0), 1, 1);
        assert_eq!(second, vec![1, 2], "after heads: heads again 1, tails 2");
    }
}

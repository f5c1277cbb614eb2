//! Chance: what an unknown card is, random picks, dice. Each outcome has an integer weight; who answers is not known here.
//!
//! Several dice, and several picks, come out as multisets: one after the other in rising order, each with the weight of
//! all multisets that begin so.

use super::odds::{FEW, Weighted, reduce, repeats_fit, sets_fit, weigh_repeats, weigh_sets};
use super::{FaultKind, Machine, Next, Run, Stop, Trap};
use crate::ids::*;
use crate::program::nouns::{ABSENT, Word};
use crate::program::op::{NO_REG, R};
use crate::state::State;
use crate::state::bags::{faces_of, list_designs, take_out};
use crate::state::own::owner_of_place;
use crate::state::stack::*;
use crate::trace::Mark;
use crate::vocabulary::Primitive;

/// How many dice one roll may have.
const DICE: Reg = 100;

impl Machine<'_> {
    pub(super) fn ask_chance(&mut self, question: Question, info: u16, subject: Word) -> Run<Next> {
        if question != Question::Draw {
            self.alone("asks chance")?;
        }
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
        if let Err(Trap::Fault(kind)) = self.s.card(card).map_or(Ok(()), |c| self.may_draw(c.group)) {
            return Some(Stop::Fault(Box::new(self.fault(kind))));
        }
        self.draw_options(card);
        reduce(&mut self.s.stack.pending.options);
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

    /// Whether not even the face of a card is known: its bag holds both, and may have put either there.
    pub(crate) fn face_open(&self, card: ComponentId) -> bool {
        let Some(c) = self.s.card(card).filter(|c| c.group != 0 && !c.fixed_face) else { return false };
        let [[up, down], [fixed_up, fixed_down]] = faces_of(&self.s.cards, c.group);
        up > fixed_up && down > fixed_down
    }

    /// What the card may be: designs, each weighing as many as there are; where its face is open too, one that shows and otherwise its back.
    pub(super) fn draw_options(&mut self, card: ComponentId) {
        let Some(subject) = self.s.card(card).copied() else { return };
        let State { cards, stack, .. } = &mut *self.s;
        let options = &mut stack.pending.options;
        if !list_designs(options, cards, subject.group, subject.up) && !subject.fixed_face {
            let [[up, down], [fixed_up, fixed_down]] = faces_of(cards, subject.group);
            if up > fixed_up && down > fixed_down {
                list_designs(options, cards, subject.group, true);
                options.iter_mut().for_each(|o| o.weight *= up - fixed_up);
                options.push(Choice { tag: 0, value: NONE, weight: up * (down - fixed_down) });
            }
        }
    }

    /// Makes an unknown card what chance said, and puts what stood there in its bag.
    pub(crate) fn settle_draw(&mut self, card: ComponentId, choice: Choice) {
        let Some(group) = self.s.card(card).map(|c| c.group) else { return };
        let up = choice.tag == 1;
        if choice.value != NONE && take_out(&mut self.s.cards, card.index(), group, choice.value) {
            return;
        }
        let face_alike = |c: &crate::state::cards::Card| c.group == group && c.up == up;
        if self.s.card(card).is_some_and(|c| c.up != up) {
            let free = self.s.cards.iter().position(|c| face_alike(c) && !c.fixed_face);
            free.into_iter().for_each(|free| self.exchange(card.index(), free));
        }
        let known = choice.value != NONE;
        if known {
            let wanted = self.s.cards.iter().position(|c| face_alike(c) && Reg::from(c.design.0) == choice.value);
            wanted.into_iter().for_each(|wanted| self.exchange(card.index(), wanted));
        }
        if let Some(c) = self.s.cards.get_mut(card.index()) {
            // Its back alone leaves open which card it is.
            (c.fixed_face, c.group) = if known { (false, 0) } else { (true, group) };
        }
        self.canonical_bag(group);
        self.dissolve(group);
    }

    /// Swaps what two cards of a bag are.
    fn exchange(&mut self, a: usize, b: usize) {
        let (Some(x), Some(y)) = (self.s.cards.get(a).copied(), self.s.cards.get(b).copied()) else { return };
        if let Some(c) = self.s.cards.get_mut(a) {
            (c.design, c.up) = (y.design, y.up);
        }
        if let Some(c) = self.s.cards.get_mut(b) {
            (c.design, c.up) = (x.design, x.up);
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
        if self.s.stack.lane_of != owner_of_place(self.p, place) {
            self.alone("shuffles what is not theirs")?;
        }
        // A bag that reaches beyond this place is settled there first: those cards are not shuffled with these.
        let bags = self.s.cards.iter().any(|c| c.group != 0 && c.place == place);
        for i in 0..if bags { self.s.cards.len() } else { 0 } {
            let Some(card) = self.s.cards.get(i).copied() else { break };
            let beyond = card.group != 0 && card.place != place;
            if beyond && self.s.cards.iter().any(|c| c.group == card.group && c.place == place) {
                return Err(Trap::Unknown(ComponentId::from_index(i)));
            }
        }
        self.s.mix_lore(place);
        // The cards of this place leave their bag: numbers of bags are used again once they are free.
        for c in self.s.cards.iter_mut().filter(|c| c.place == place) {
            c.group = 0;
        }
        let taken = |s: &State, group: u16| s.cards.iter().any(|c| c.group == group);
        let Some(group) = (1..=u16::MAX).find(|group| !taken(self.s, *group)) else { return Ok(()) };
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

    /// Lists the contents of all bags in their one order: somebody has dealt them anew.
    pub(crate) fn tidy_bags(&mut self) {
        let mut done = 0;
        // Each bag once, by rising number.
        while let Some(group) = self.s.cards.iter().map(|c| c.group).filter(|g| *g > done).min() {
            done = group;
            self.canonical_bag(group);
            self.dissolve(group);
        }
    }

    /// Lists the contents of a bag in one order, so that equal bags are equal states; settled faces stay.
    fn canonical_bag(&mut self, group: u16) {
        let mark = self.s.stack.lists.len();
        for c in self.s.cards.iter().filter(|c| c.group == group) {
            self.s.stack.lists.push(Word::from(c.up) << 16 | Word::from(c.design.0));
        }
        if let Some(bag) = self.s.stack.lists.get_mut(mark..) {
            bag.sort_unstable();
        }
        let [[_, down], [_, fixed_down]] = faces_of(&self.s.cards, group);
        let mut free_down = down - fixed_down;
        let (mut next_down, mut next_up) = (mark, mark + down as usize);
        for c in self.s.cards.iter_mut().filter(|c| c.group == group) {
            if !c.fixed_face {
                c.up = free_down == 0;
                free_down = free_down.saturating_sub(1);
            }
            let next = if c.up { &mut next_up } else { &mut next_down };
            let packed = self.s.stack.lists.get(*next).copied().unwrap_or(0);
            c.design = DesignId((packed & 0xffff) as u16);
            *next += 1;
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
                self.picked_by_chance(info, answer.value);
                self.trace_given(info, &[word(answer.value)]);
                return Ok(Next::Op);
            }
            self.weighted_options(info, set, weights, NONE);
            return match self.s.stack.pending.options.as_slice() {
                [] => {
                    self.put(d, NONE);
                    self.mark_here(Mark::NothingToChoose);
                    self.short_then_next()
                }
                [only] => {
                    let value = only.value;
                    self.put(d, value);
                    self.trace_given(info, &[word(value)]);
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
            self.picked_by_chance(info, answer.value);
            self.pick_random(d, answer.value)?;
        }
        loop {
            let picked = self.get(d);
            if list_parts(picked).1 >= wanted {
                let words = if self.trace.is_some() { self.list(picked).to_vec() } else { Vec::new() };
                self.trace_given(info, &words);
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

    /// Elements with their weights, equal ones as one outcome.
    fn weighted_options(&mut self, info: u16, set: Reg, weights: Reg, taken: Reg) {
        let cards = self.is_cards(info);
        // A list that is written out may hold a number twice; most rise, which is quickly seen.
        let twice = !cards && !self.list(set).is_sorted_by(|a, b| a < b);
        let count = |list: &[Word], value: Word| list.iter().filter(|w| **w == value).count();
        let mut options = std::mem::take(&mut self.s.stack.pending.options);
        options.clear();
        for i in 0..list_parts(set).1 {
            let Some(value) = self.item(set, i) else { break };
            let gone = count(self.list(taken), value);
            if gone > 0 && (!twice || count(self.list(set).get(..i).unwrap_or(&[]), value) < gone) {
                continue;
            }
            let weight = if weights == NONE { 1 } else { self.item(weights, i).unwrap_or(0).max(0) as u64 };
            if weight == 0 {
                continue;
            }
            let known = match (cards, twice) {
                (true, _) => options.iter_mut().find(|o: &&mut Choice| self.alike(word(o.value), value)),
                (_, true) => options.iter_mut().find(|o: &&mut Choice| o.value == reg(value)),
                _ => None,
            };
            match known {
                Some(option) => option.weight += weight,
                None => options.push(Choice { tag: 0, value: reg(value), weight }),
            }
        }
        self.s.stack.pending.options = options;
    }

    /// Whether two cards are known and equal in all that counts.
    fn alike(&self, a: Word, b: Word) -> bool {
        let known =
            |w: Word| u16::try_from(w).ok().and_then(|id| self.s.card(ComponentId(id))).is_some_and(|c| c.group == 0);
        known(a) && known(b) && self.looks_same(None, a, b)
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
        if repeats_fit(options, n) {
            weigh_repeats(options, last, copies, left);
        }
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
            let hooked = self.hooked(Primitive::Roll);
            // A replacement may go on with more dice, and the pool must outlast the event.
            let replaceable = self.p.actions.get(Primitive::Roll as usize).is_some_and(|a| !a.instead.is_empty());
            let room = if hooked && replaceable { DICE } else { wanted.clamp(0, DICE) };
            let mark = self.list_mark();
            for _ in 0..=room {
                self.push_word(0)?;
            }
            let pool = list_handle(mark, 1, false);
            if hooked {
                self.put(d, NONE);
                self.push_event(Primitive::Roll, &[Reg::from(dice.0), wanted, pool])?;
                if let Some(frame) = self.frame_mut() {
                    frame.give = d;
                }
                return Ok(Next::Frames);
            }
            self.put(d, pool);
            self.put(progress, 0);
        }
        if self.roll_into(dice, wanted, d)? { Ok(Next::Op) } else { Ok(Next::Asked) }
    }

    /// The body of the event: its registers are dice, amount and pool.
    pub(crate) fn roll_event(&mut self) -> Run<Next> {
        let (dice, wanted) = (self.get(0), self.get(1));
        let Ok(dice) = u16::try_from(dice) else { return Ok(Next::Op) };
        if wanted == NONE {
            self.s.stack.done = false;
            return Ok(Next::Op);
        }
        if !self.roll_into(DiceId(dice), wanted, 2)? {
            self.set_stage(Stage::Note);
            return Ok(Next::Asked);
        }
        self.give(self.get(2));
        Ok(Next::Op)
    }

    /// Rolls until the pool has all its dice; whether it has, or chance is asked.
    fn roll_into(&mut self, dice: DiceId, wanted: Reg, pool: R) -> Run<bool> {
        let mut face = self.take_chance().map(|answer| answer.value);
        loop {
            let (start, mut len, _) = list_parts(self.get(pool));
            if let Some(face) = face.take() {
                if let Some(place) = self.s.stack.lists.get_mut(start + len) {
                    *place = word(face);
                }
                len += 1;
                self.put(pool, list_handle(start, len, false));
            }
            if len as Reg > wanted.min(DICE) {
                self.s.touched();
                self.trace_rolled(dice, self.get(pool));
                return Ok(true);
            }
            self.die_options(dice, start + 1, len - 1, wanted.min(DICE) as usize);
            match self.s.stack.pending.options.as_slice() {
                [only] => face = Some(only.value),
                _ => {
                    self.ask_chance(Question::Die, dice.0, ABSENT)?;
                    return Ok(false);
                }
            }
        }
    }

    fn die_options(&mut self, dice: DiceId, start: usize, have: usize, n: usize) {
        let p = self.p;
        let Some(def) = p.nouns.dice.get(dice.index()) else { return };
        let options = &mut self.s.stack.pending.options;
        options.clear();
        for (face, weight) in def.faces.iter().filter(|(_, weight)| *weight > 0) {
            options.push(Choice { tag: 0, value: Reg::from(*face), weight: u64::from(*weight) });
        }
        let picks = self.s.stack.lists.get(start..start + have).unwrap_or(&[]);
        let last = picks.last().and_then(|w| options.iter().position(|o| o.value == reg(*w)));
        let copies = picks.iter().filter(|w| Some(*w) == picks.last()).count();
        if repeats_fit(options, n) {
            weigh_repeats(options, last, copies, n - have);
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
        let mut rolled = self.take_chance();
        loop {
            if let Some(face) = rolled.take() {
                if let Some(place) = self.s.stack.lists.get_mut(start + 1 + kept + done) {
                    *place = word(face.value);
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
            match self.s.stack.pending.options.as_slice() {
                [only] => rolled = Some(*only),
                _ => return self.ask_chance(Question::Die, dice.0, ABSENT),
            }
        }
    }
}

//! All choose one thing at once, and then each deals with it: see `compile/secret`. The questions stand in lanes that have
//! nothing but a question; nothing changes until all have answered.

use super::lists::{list_in, place_id};
use super::piles::Sieve;
use super::{Machine, Next, Run};
use crate::program::Members;
use crate::program::nouns::ABSENT;
use crate::program::op::{Op, Pc, R};
use crate::state::State;
use crate::state::stack::*;
use crate::trace::Mark;

impl Machine<'_> {
    /// Asks everybody; goes on once all have answered.
    pub(crate) fn ask_all(&mut self, info: u16, set: R, local: R, code: Pc, here: Pc) -> Run<Next> {
        if self.s.lanes.is_empty() {
            let all = list_parts(self.get(set)).1;
            let here = Some(here).filter(|here| *here != 0 && self.prober == ABSENT && self.answers_here());
            if let Some(here) = here.filter(|_| self.answers.as_ref().is_some_and(|a| a.will_answer(all))) {
                return Ok(Next::Jump(here));
            }
            self.alone("begins another `together`")?;
            self.open_lanes(self.get(set));
            if self.s.keys.on() {
                self.s.keys.open_lanes(self.s.lanes.len());
            }
        }
        self.ask_those_unasked(info, local, code)?;
        let open = |lane: &Stack| lane.pending.asked != Asked::Nobody && lane.pending.answer.is_none();
        if self.s.lanes.iter().any(open) {
            return Ok(Next::Asked);
        }
        if self.s.keys.on() {
            self.s.keys.join_lanes();
        }
        Ok(Next::Op)
    }

    /// The doer chooses one of these cards here.
    pub(crate) fn take_own(&mut self, info: u16, place: R, d: R) -> Run<Next> {
        let pile = place_id(self.get(place)).map(|place| self.s.pile(place)).unwrap_or_default();
        if pile.len == 0 {
            self.put(d, NONE);
            return Ok(Next::Op);
        }
        let taken = self.take_among(pile.len.into()).unwrap_or(0);
        let card = (0..taken).fold(pile.top, |card, _| self.s.cards.get(usize::from(card)).map_or(card, |c| c.below));
        self.put(d, card.into());
        self.picked_card(info, card.into());
        Ok(Next::Op)
    }

    /// Makes the questions that are not there: all of them at first, and again where somebody has dealt cards anew.
    fn ask_those_unasked(&mut self, info: u16, local: R, code: Pc) -> Run<()> {
        let members = self.members(info);
        let me = self.ctx.me;
        for i in 0..self.s.lanes.len() {
            let unasked = |l: &Stack| l.pending.question == Question::None && l.pending.answer.is_none();
            let Some(actor) = self.s.lanes.get(i).filter(|l| unasked(l)).map(|l| l.lane_of) else { continue };
            self.put(local, reg(actor));
            self.ctx.me = actor;
            let asked = self.own_question(info, members, code);
            self.ctx.me = me;
            if let Err(trap) = asked {
                self.close_questions();
                return Err(trap);
            }
            if let Some(lane) = self.s.lanes.get_mut(i) {
                std::mem::swap(&mut lane.pending, &mut self.s.stack.pending);
            }
        }
        Ok(())
    }

    /// The question of the one who is the doer at this moment; none where there is nothing to choose from.
    fn own_question(&mut self, info: u16, members: Members, code: Pc) -> Run<()> {
        self.s.stack.pending.options.clear();
        if !self.add_whole_place(members, code) {
            let mark = self.list_mark();
            let set = self.eval(code)?;
            self.add_options(0, set, members, None)?;
            self.s.stack.lists.truncate(mark);
        }
        if !self.s.stack.pending.options.is_empty() {
            self.open_question(Question::Choose, info, self.ctx.me, 1, 1)?;
        }
        Ok(())
    }

    /// Where code lists what lies in one place of somebody: the options without a list. Whether it did.
    fn add_whole_place(&mut self, members: Members, code: Pc) -> bool {
        let place = match self.p.ops.get(code as usize..) {
            Some([Op::CardsOf { d, zone, of }, Op::Yield { s }, ..]) if d == s => self.place_of(*zone, self.get(*of)),
            _ => NONE,
        };
        let in_place = matches!(members, Members::CardsOfPlace { .. });
        place_id(place).is_some_and(|place| in_place && self.add_sifted(0, place, members, &Sieve::new()))
    }

    /// The next who has chosen, with the choice; after the last the block is over.
    #[inline(never)]
    pub(crate) fn next_choice(&mut self, info: u16, local: R, d: R, saved: R, exit: Pc) -> Run<Next> {
        let kept_back = self.is_kept_back(info);
        let next = self.s.lanes.iter_mut().find(|lane| lane.lane_of != ABSENT);
        let Some((actor, answer, ways)) = next.map(|lane| {
            let options = lane.pending.options.iter().filter(|_| kept_back);
            let ways: Vec<_> = options.map(super::outcomes::way).collect();
            (std::mem::replace(&mut lane.lane_of, ABSENT), lane.pending.answer, ways)
        }) else {
            self.close_questions();
            let me = word(self.get(saved));
            self.set_me(me);
            self.s.unsettled();
            return Ok(Next::Jump(exit));
        };
        self.set_me(actor);
        self.put(local, reg(actor));
        self.put(d, answer.map_or(NONE, |choice| choice.value));
        match answer {
            Some(choice) => {
                self.note_one_of(d, choice.value, &ways, self.learners(info, true));
                self.picked_card(info, choice.value);
                self.trace_chosen(info, choice.value);
            }
            None => self.mark_here(Mark::NothingToChoose),
        }
        Ok(Next::Op)
    }

    /// A lane for each actor; those of the last time are used again as they stand.
    fn open_lanes(&mut self, actors: Reg) {
        let count = list_parts(actors).1;
        std::mem::swap(&mut self.s.lanes, &mut self.pool.lanes);
        while self.s.lanes.len() < count {
            let lane = self.pool.take_stack();
            self.s.lanes.push(lane);
        }
        while self.s.lanes.len() > count
            && let Some(lane) = self.s.lanes.pop()
        {
            self.pool.keep_stack(lane);
        }
        let State { lanes, stack: Stack { lists, .. }, .. } = &mut *self.s;
        for (lane, actor) in lanes.iter_mut().zip(list_in(self.p, lists, actors)) {
            lane.lane_of = *actor;
        }
    }

    fn close_questions(&mut self) {
        self.s.lanes.iter_mut().for_each(Stack::clear);
        std::mem::swap(&mut self.s.lanes, &mut self.pool.lanes);
        // Others may have been kept there meanwhile.
        while let Some(lane) = self.s.lanes.pop() {
            self.pool.keep_stack(lane);
        }
    }
}

//! Bags: which card of its bag an unknown one is, shuffling, and the one order in which a bag lists what it holds.

use super::odds::reduce;
use super::{FaultKind, Machine, Run, Stop, Trap};
use crate::ids::*;
use crate::program::nouns::Word;
use crate::state::State;
use crate::state::bags::{faces_of, list_designs, take_out};
use crate::state::own::owner_of_place;
use crate::state::stack::*;

impl Machine<'_> {
    /// Opens the question which card of its bag this is; settles it at once where only one is possible.
    pub(crate) fn ask_draw(&mut self, card: ComponentId) -> Option<Stop> {
        if self.goal.is_some() {
            return Some(Stop::Probed(true));
        }
        if let Err(Trap::Naming(kind)) = self.s.card(card).map_or(Ok(()), |c| self.may_draw(c.group)) {
            return Some(Stop::Fault(Box::new(self.fault(*kind))));
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
        self.s.card(card).filter(|c| c.group != 0 && !c.fixed_face).is_some_and(|c| self.bag_open(c.group))
    }

    /// Whether a bag has both faces to put where none is settled.
    pub(crate) fn bag_open(&self, group: u16) -> bool {
        let [[up, down], [fixed_up, fixed_down]] = faces_of(&self.s.cards, group);
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
        self.s.rearranged();
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
        if let Some(i) = self.first_beyond(place) {
            return Err(Trap::Unknown(ComponentId::from_index(i)));
        }
        self.s.rearranged();
        self.s.mix_lore(place);
        // The cards of this place leave their bag: numbers of bags are used again once they are free.
        for c in self.s.cards.iter_mut().filter(|c| c.place == place) {
            c.group = 0;
        }
        let Some(group) = self.free_group() else { return Ok(()) };
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

    /// The first card elsewhere that is in one bag with a card of this place.
    fn first_beyond(&self, place: PlaceId) -> Option<usize> {
        let cards = &self.s.cards;
        let (mut first, mut looked_at) = (None, 0);
        for c in cards.iter().filter(|c| c.group != 0 && c.place == place) {
            // Cards of one bag mostly lie side by side.
            if c.group != looked_at {
                looked_at = c.group;
                let beyond = cards.iter().position(|o| o.group == looked_at && o.place != place);
                first = [first, beyond].into_iter().flatten().min();
            }
        }
        first
    }

    /// The lowest number that no bag has.
    fn free_group(&self) -> Option<u16> {
        let taken = |bits: u64, group: u16| bits | 1u64.checked_shl(u32::from(group)).unwrap_or(0);
        let low = self.s.cards.iter().fold(1, |bits, c| taken(bits, c.group)).trailing_ones() as u16;
        (low..=u16::MAX).find(|group| *group < 64 || !self.s.cards.iter().any(|c| c.group == *group))
    }

    /// Lists the contents of all bags in their one order: somebody has dealt them anew.
    pub(crate) fn tidy_bags(&mut self) {
        self.s.rearranged();
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
}

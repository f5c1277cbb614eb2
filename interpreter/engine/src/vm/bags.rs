//! Bags: which card of its bag an unknown one is, shuffling, and the one order in which a bag lists what it holds.

use super::odds::reduce;
use super::{FaultKind, Machine, Run, Stop, Trap};
use crate::ids::*;
use crate::program::nouns::Word;
use crate::state::State;
use crate::state::cards::Card;
use crate::state::gathered::{Counted, Gathered, MOST_GATHERED};
use crate::state::own::owner_of_place;
use crate::state::stack::*;

impl Machine<'_> {
    /// Opens the question which card of its bag this is; settles it at once where only one is possible.
    pub(crate) fn ask_draw(&mut self, card: ComponentId) -> Option<Stop> {
        if self.draw_at_once(card) {
            return None;
        }
        if self.goal.is_some() {
            return Some(Stop::Probed(true));
        }
        if let Err(Trap::Told) = self.s.card(card).map_or(Ok(()), |c| self.may_draw(c.group)) {
            return Some(Stop::Fault(self.told_fault()));
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
        match self.ask_chance(Question::Draw, 0, Word::from(card.0)) {
            Ok(Some(answer)) => {
                self.settle_draw(card, answer);
                None
            }
            _ => Some(Stop::Asked),
        }
    }

    /// An effect must know a card: it does at once where chance is answered here, else the card is asked for.
    #[inline]
    pub(super) fn know(&mut self, card: ComponentId) -> Run<()> {
        if self.draw_at_once(card) { Ok(()) } else { Err(Trap::Unknown(card)) }
    }

    /// Where chance is answered at once, and the cards of a bag lie alike: makes a card of it known without listing what it
    /// may be. Designs rise along the bag, so the same number names the same one.
    pub(super) fn draw_at_once(&mut self, card: ComponentId) -> bool {
        let Some((group, place)) = self.s.card(card).map(|c| (c.group, c.place)) else { return false };
        let drawn = self.draw_from(card, group);
        if drawn {
            self.s.rearranged_at(place);
        }
        drawn
    }

    /// The same of a card of this bag. That something has changed where it lies is for the caller to note.
    #[inline(always)]
    pub(super) fn draw_from(&mut self, card: ComponentId, group: u16) -> bool {
        let counts = self.s.bags.counts(group);
        if counts.cards < 2 || !counts.uniform() || !self.chance_is_here() {
            return false;
        }
        // What all counts have in common is left out of the odds: nothing, where one of its designs is on no other card.
        let design = self.s.card(card).map_or(0, |c| c.design.index());
        let single = self.p.single_designs.get(design) == Some(&true);
        let common = if single { 1 } else { self.s.common_count(group) };
        let total = if common == 1 { counts.cards } else { counts.cards / common };
        let Some(number) = self.chance_below(total.into()) else { return false };
        self.s.take_nth(card.index(), group, number as usize * usize::from(common));
        true
    }

    /// Whether not even the face of a card is known: its bag holds both, and may have put either there.
    #[inline]
    pub(crate) fn face_open(&self, card: ComponentId) -> bool {
        self.s.card(card).filter(|c| c.group != 0 && !c.fixed_face).is_some_and(|c| self.s.bags.counts(c.group).open())
    }

    /// What the card may be: designs, each weighing as many as there are; where its face is open too, one that shows and otherwise its back.
    pub(super) fn draw_options(&mut self, card: ComponentId) {
        let Some(subject) = self.s.card(card).copied() else { return };
        let counts = self.s.bags.counts(subject.group);
        if subject.fixed_face || !counts.open() {
            return self.s.list_designs(subject.group, subject.up);
        }
        self.s.list_designs(subject.group, true);
        let free = |all: u16, fixed: u16| u64::from(all - fixed);
        let (up, down) = (free(counts.up, counts.fixed_up), free(counts.cards - counts.up, counts.fixed_down));
        let options = &mut self.s.stack.pending.options;
        options.iter_mut().for_each(|o| o.weight *= up);
        options.push(Choice { tag: 0, value: NONE, weight: u64::from(counts.up) * down });
    }

    /// Makes an unknown card what chance said, and puts what stood there in its bag.
    pub(crate) fn settle_draw(&mut self, card: ComponentId, choice: Choice) {
        let Some((group, place)) = self.s.card(card).map(|c| (c.group, c.place)) else { return };
        self.s.rearranged_at(place);
        let up = choice.tag == 1;
        if choice.value != NONE && self.s.take_out(card.index(), group, choice.value) {
            return;
        }
        let known = choice.value != NONE;
        if self.s.card(card).is_some_and(|c| c.up != up) {
            let free = self.member(group, |c| c.up == up && !c.fixed_face);
            free.into_iter().for_each(|free| self.exchange(card.index(), free));
        }
        if known {
            let wanted = self.member(group, |c| c.up == up && Reg::from(c.design.0) == choice.value);
            wanted.into_iter().for_each(|wanted| self.exchange(card.index(), wanted));
            self.s.leave_bag(card.index());
        } else {
            // Its back alone leaves open which card it is.
            self.s.settle_face(card.index());
        }
        self.canonical_bag(group);
    }

    /// The first card of a bag that is such.
    fn member(&self, group: u16, is: impl Fn(&Card) -> bool) -> Option<usize> {
        self.s.bags.members(group).find(|at| self.s.cards.get(*at).is_some_and(&is))
    }

    /// Swaps what two cards of a bag are.
    fn exchange(&mut self, a: usize, b: usize) {
        let (Some(x), Some(y)) = (self.s.cards.get(a).copied(), self.s.cards.get(b).copied()) else { return };
        for (at, other) in [(a, y), (b, x)] {
            self.s.set_face(at, other.up);
            if let Some(c) = self.s.cards.get_mut(at) {
                c.design = other.design;
            }
        }
    }

    /// Makes a place a bag: which card lies where comes into being when somebody looks.
    pub(crate) fn shuffle_place(&mut self, place: PlaceId) -> Run<()> {
        if self.s.stack.lane_of != owner_of_place(self.p, place) {
            self.alone("shuffles what is not theirs")?;
        }
        // Mostly none of them is in a bag, or all are in one that is here.
        let (group, inside, several) = self.s.bagged_in(place);
        if several || self.s.bags.counts(group).cards > inside {
            // A bag that reaches beyond this place is settled there first: those cards are not shuffled with these.
            if !several {
                self.tell_beyond(place, group);
            }
            if let Some(i) = self.first_beyond(place) {
                return Err(Trap::Unknown(ComponentId::from_index(i)));
            }
        }
        self.s.rearranged_at(place);
        let mut bag = Gathered::default();
        let Some(group) = self.s.fill_bag(place, several, group, &mut bag) else { return Ok(()) };
        let counts = self.s.bags.counts(group);
        if counts.uniform() && usize::from(counts.cards) <= MOST_GATHERED {
            bag.sort();
            self.s.scatter(group, &bag);
        } else {
            self.canonical_bag(group);
        }
        self.s.touched();
        Ok(())
    }

    /// Where chance is here, and the bag lies alike: makes all its cards known that lie elsewhere, one after the other, by
    /// the same numbers as where each is asked for.
    fn tell_beyond(&mut self, place: PlaceId, group: u16) {
        let counts = self.s.bags.counts(group);
        if !self.chance_is_here() || !counts.uniform() || usize::from(counts.cards) > MOST_GATHERED {
            return;
        }
        let mut all = Gathered::default();
        self.s.gather(group, &mut all);
        let mut bag = Counted::of(&all);
        let mut next = 0;
        while let Some(card) = self.s.bags.member_from(group, next) {
            next = card + 1;
            let Some(lies) = self.s.cards.get(card).map(|c| c.place).filter(|lies| *lies != place) else { continue };
            // Of equal cards it is no longer one.
            if !bag.differ() {
                break;
            }
            let (cards, common) = bag.cards();
            let Some(number) = self.chance_below((cards / common).into()) else { break };
            self.s.rearranged_at(lies);
            self.s.leave_bag_as(card, bag.take(number as usize * usize::from(common)));
        }
        self.s.scatter(group, &bag.gathered());
    }

    /// The first card elsewhere that is in one bag with a card of this place.
    fn first_beyond(&self, place: PlaceId) -> Option<usize> {
        let (mut first, mut looked_at) = (None, 0);
        for card in self.s.cards_in(place).filter_map(|id| self.s.card(id)).filter(|c| c.group != 0) {
            // Cards of one bag mostly lie side by side.
            if card.group != looked_at {
                looked_at = card.group;
                let beyond = self.member(looked_at, |c| c.place != place);
                first = [first, beyond].into_iter().flatten().min();
            }
        }
        first
    }

    /// The first card of a place whose bag has cards elsewhere, too.
    pub(super) fn first_in_common_bag(&self, place: PlaceId) -> Option<ComponentId> {
        self.s.cards_in(place).find(|id| {
            let group = self.s.card(*id).map_or(0, |c| c.group);
            group != 0 && self.member(group, |c| c.place != place).is_some()
        })
    }

    /// Lists the contents of all bags in their one order: somebody has dealt them anew.
    pub(crate) fn tidy_bags(&mut self) {
        self.s.rearranged();
        for group in 1..=self.s.bags.highest() {
            self.canonical_bag(group);
        }
    }

    /// Lists the contents of a bag in one order, so that equal bags are equal states; settled faces stay. Of equal cards it
    /// is no longer one.
    fn canonical_bag(&mut self, group: u16) {
        let counts = self.s.bags.counts(group);
        if counts.uniform() && usize::from(counts.cards) <= MOST_GATHERED {
            let mut bag = Gathered::default();
            self.s.gather(group, &mut bag);
            bag.sort();
            self.s.scatter(group, &bag);
        } else {
            self.list_both_faces(group);
            self.s.dissolve(group);
        }
    }

    /// The same for a bag of both faces, or a large one.
    fn list_both_faces(&mut self, group: u16) {
        let State { cards, bags, stack, .. } = &mut *self.s;
        let (counts, mark) = (bags.counts(group), stack.lists.len());
        let packed = |c: &Card| Word::from(c.up) << 16 | Word::from(c.design.0);
        stack.lists.extend(bags.members(group).filter_map(|at| cards.get(at)).map(packed));
        let bag = stack.lists.get_mut(mark..).unwrap_or_default();
        bag.sort_unstable();
        let down = counts.cards - counts.up;
        let mut free_down = down - counts.fixed_down;
        let (mut next_down, mut next_up) = (0, usize::from(down));
        for at in bags.members(group) {
            let Some(c) = cards.get_mut(at) else { continue };
            // As many lie up as before.
            if !c.fixed_face {
                c.up = free_down == 0;
                free_down = free_down.saturating_sub(1);
            }
            let next = if c.up { &mut next_up } else { &mut next_down };
            c.design = DesignId((bag.get(*next).copied().unwrap_or(0) & 0xffff) as u16);
            *next += 1;
        }
        stack.lists.truncate(mark);
    }
}

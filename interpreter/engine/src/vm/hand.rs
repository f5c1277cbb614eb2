//! Several cards out of a bag in one go, where chance is answered at once: the same numbers as where it is asked card by card
//! (see `drawing`), without lists of what may come.

use super::Machine;
use super::drawing::InMotion;
use super::lists::card_id;
use super::odds::{SIZES, gcd_of_words, sets_of};
use crate::ids::*;
use crate::state::gathered::{Gathered, MOST_GATHERED};
use crate::state::stack::*;

impl Machine<'_> {
    /// Draws cards of one bag that are about to move, the next after those that are known, where chance is here and the bag
    /// is small and lies alike. Whether all are known now; whatever is not drawn is drawn by asking.
    pub(super) fn draw_hand(&mut self, cards: InMotion, count: usize) -> bool {
        if !self.chance_is_here() {
            return false;
        }
        let (mut next, mut last, mut drawn) = (self.in_motion(cards, 0, None), None, 0);
        while let Some((id, design)) = next.and_then(|id| Some((id, self.s.card(id).filter(|c| c.group == 0)?.design)))
            && drawn < count
        {
            last = followed_by(last, design);
            drawn += 1;
            next = self.in_motion(cards, drawn, Some(id));
        }
        let Some((group, place)) = next.and_then(|id| self.s.card(id)).map(|c| (c.group, c.place)) else {
            return drawn == count;
        };
        let counts = self.s.bags.counts(group);
        let size = usize::from(counts.cards);
        // What is reckoned with is in a table.
        if !counts.uniform() || size > MOST_GATHERED || size + drawn >= SIZES.1 || count >= SIZES.0 {
            return false;
        }
        let mut bag = Gathered::default();
        self.s.gather(group, &mut bag);
        let mut hand = Hand::after(bag.designs(), last);
        let mut asked = 0;
        while let Some(id) = next.filter(|id| drawn < count && self.s.card(*id).is_some_and(|c| c.group == group)) {
            let below = |total: u64| {
                asked += 1;
                Some(self.answers.as_mut()?.chance().below(total))
            };
            let Some(at) = hand.next(bag.designs(), count - drawn, below) else { break };
            self.s.leave_bag_as(id.index(), bag.take(at));
            drawn += 1;
            next = self.in_motion(cards, drawn, Some(id));
        }
        self.refuel_by_chance(asked);
        self.s.rearranged_at(place);
        self.s.scatter(group, &bag);
        drawn == count
    }

    /// The card in motion of this number, which comes after another.
    #[inline]
    fn in_motion(&self, cards: InMotion, number: usize, after: Option<ComponentId>) -> Option<ComponentId> {
        match (cards, after) {
            (InMotion::Top(_), Some(last)) => self.s.card(last).map(|c| ComponentId(c.below)),
            (InMotion::Top(place), None) => Some(ComponentId(self.s.pile(place).top)),
            (InMotion::List(list, at), _) => self.item(list, at + number).and_then(|w| card_id(reg(w))),
        }
    }
}

/// The design that was told last, and how often in a row.
fn followed_by(last: Option<(DesignId, usize)>, design: DesignId) -> Option<(DesignId, usize)> {
    let copies = last.filter(|(last, _)| *last == design).map_or(0, |(_, copies)| copies);
    Some((design, copies + 1))
}

/// How far a hand was told that comes out of a bag in rising order. What is taken leaves a gap in the bag.
#[derive(Clone, Copy)]
pub(super) struct Hand {
    /// How often the design was told that was told last.
    copies: usize,
    /// Where more of it stand, and how many.
    at: usize,
    own: usize,
}

impl Hand {
    /// Of which nothing was told yet.
    pub fn begin() -> Hand {
        Hand { copies: 0, at: 0, own: 0 }
    }

    /// The last that was told of it is so often of this design.
    fn after(bag: &[DesignId], last: Option<(DesignId, usize)>) -> Hand {
        let Some((last, copies)) = last else { return Hand::begin() };
        let at = bag.partition_point(|design| *design < last);
        Hand { copies, at, own: bag.iter().skip(at).take_while(|design| **design == last).count() }
    }

    /// Which of the bag is told next, when `left` are taken out: by the weights that `weigh_sets` gives, and with the number
    /// that picks by them. `below` gives a number below another; it is not asked where only one design can come.
    #[inline]
    pub fn next(&mut self, bag: &[DesignId], left: usize, below: impl FnOnce(u64) -> Option<u64>) -> Option<usize> {
        let first = self.at + self.own;
        let rest = bag.get(first..)?;
        let others = sets(rest.len(), left);
        let (mut told, mut all) = (1, others);
        if self.own > 0 {
            told = sets(self.own + self.copies, self.copies);
            all = self.ways(rest.len(), left);
        }
        let again = all - told * others;
        // Where the last `left` begin: a set that begins behind it has too few.
        let Some(edge) = rest.len().checked_sub(left) else { return self.once_more() };
        if again == 0 && rest.get(edge) == rest.first() {
            return self.tell(bag, first, first);
        }
        let common = told * common_weight(rest, left, edge);
        let common = if common == 1 { 1 } else { gcd_of_words(again, common) };
        let number = if common == 1 { below(all)? } else { below(all / common)? * common };
        let Some(number) = number.checked_sub(again) else { return self.once_more() };
        // As many of the sets of what is left begin with one of the first as there are sets without these fewer.
        let open = others - if told == 1 { number } else { number / told };
        let behind = sets_of(left).get(..rest.len())?.partition_point(|sets| *sets < open).checked_sub(1)?;
        self.tell(bag, first, bag.len() - 1 - behind)
    }

    /// In how many ways it can go on with `left` more, the last told as often as it was or more often, and `rest` others.
    #[inline]
    fn ways(&self, rest: usize, left: usize) -> u64 {
        let (own, hand) = (self.own + self.copies, left + self.copies);
        let with = |copies: usize| sets(own, copies) * sets(rest, hand - copies);
        if self.copies <= left {
            // All hands but those in which it comes less often.
            { 0..self.copies }.fold(sets(own + rest, hand), |ways, copies| ways - with(copies))
        } else {
            { self.copies..=own.min(hand) }.map(with).sum()
        }
    }

    /// The last is told once more.
    fn once_more(&mut self) -> Option<usize> {
        let taken = self.at;
        self.own = self.own.checked_sub(1)?;
        (self.at, self.copies) = (taken + 1, self.copies + 1);
        Some(taken)
    }

    /// The design is told that stands there, for the first time. None of it stands before `first`.
    fn tell(&mut self, bag: &[DesignId], first: usize, at: usize) -> Option<usize> {
        let design = bag.get(at)?;
        let before = bag.get(first..at)?.iter().rev().take_while(|other| *other == design).count();
        let behind = bag.get(at + 1..)?.iter().take_while(|other| *other == design).count();
        *self = Hand { copies: 1, at: at - before + 1, own: before + behind };
        Some(at - before)
    }
}

/// What the weights of all designs have in common, where any of them may be told first. From `edge` on there are `left`.
#[inline]
fn common_weight(bag: &[DesignId], left: usize, edge: usize) -> u64 {
    // One set begins with the design that begins there.
    if edge == 0 || bag.get(edge - 1) != bag.get(edge) {
        return 1;
    }
    let (mut common, mut behind) = (0, 0);
    // The last have the least weight: mostly one.
    for equal in bag.chunk_by(|a, b| a == b).rev() {
        let ways = sets(behind + equal.len(), left) - sets(behind, left);
        behind += equal.len();
        common = gcd_of_words(ways, common);
        if common == 1 {
            break;
        }
    }
    common
}

/// How many sets of so many out of so many.
#[inline(always)]
fn sets(of: usize, count: usize) -> u64 {
    sets_of(count).get(of % SIZES.1).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::Hand;
    use crate::ids::DesignId;
    use crate::state::stack::{Choice, Reg};
    use crate::vm::odds::weigh_sets;

    /// All hands of so many out of a bag, by both ways of reckoning: each number of chance leads to the same card. `taken` of
    /// the bag are gone.
    fn compare(bag: &[DesignId], taken: &[usize], hand: Hand, left: usize) -> usize {
        if left == 0 {
            return 1;
        }
        let kept = |(at, design): (usize, &DesignId)| (!taken.contains(&at)).then_some(*design);
        let rest: Vec<DesignId> = bag.iter().enumerate().filter_map(kept).collect();
        let last = taken.last().and_then(|at| bag.get(*at)).map(|design| Reg::from(design.0));
        let mut options: Vec<Choice> = rest
            .chunk_by(|a, b| a == b)
            .map(|equal| Choice { tag: 0, value: Reg::from(equal[0].0), weight: equal.len() as u64 })
            .collect();
        weigh_sets(&mut options, |o| o.value, last, hand.copies, left);
        let total: u64 = options.iter().map(|o| o.weight).sum();
        let mut hands = 0;
        for number in 0..total {
            let (mut asked, mut next) = (None, hand);
            let at = next.next(bag, left, |below| {
                asked = Some(below);
                Some(number)
            });
            let at = at.unwrap_or(usize::MAX);
            let mut below = number;
            let expected = options.iter().find(|o| below.checked_sub(o.weight).map(|left| below = left).is_none());
            assert!(!taken.contains(&at), "{bag:?} {taken:?} {left}");
            assert_eq!(bag.get(at).map(|d| Reg::from(d.0)), expected.map(|o| o.value), "{bag:?} {taken:?} {left}");
            assert_eq!(asked, (options.len() > 1).then_some(total), "{bag:?} {taken:?} {left}");
            // It goes on as if the hand had been told so far by somebody else.
            let last = bag.get(at).map(|design| (*design, next.copies));
            let again: Vec<DesignId> =
                bag.iter().enumerate().filter(|(i, _)| *i != at && !taken.contains(i)).map(|(_, d)| *d).collect();
            assert_eq!((next.copies, next.own), { Hand::after(&again, last) }.counts());
            // Of numbers that lead to the same card one is followed.
            if below == 0 {
                hands += compare(bag, &[taken, &[at]].concat(), next, left - 1);
            }
        }
        hands
    }

    impl Hand {
        fn counts(self) -> (usize, usize) {
            (self.copies, self.own)
        }
    }

    #[test]
    fn hands_are_reckoned_as_where_chance_is_asked_card_by_card() {
        let bag = |copies: &[u16]| {
            (0..).zip(copies).flat_map(|(id, n)| std::iter::repeat_n(DesignId(id), (*n).into())).collect::<Vec<_>>()
        };
        let hands = |copies: &[u16], count| compare(&bag(copies), &[], Hand::after(&[], None), count);
        assert_eq!(hands(&[1, 1, 1, 1, 1], 3), 10);
        assert_eq!(hands(&[2, 2, 2], 2), 6);
        assert_eq!(hands(&[7, 1, 1, 1], 5), 8);
        assert_eq!(hands(&[1, 1, 7, 1], 5), 8);
        assert_eq!(hands(&[4, 3, 2, 2], 4), 26);
        assert_eq!(hands(&[3, 3], 6), 1);
        assert_eq!(hands(&[3, 6, 3], 3), 10);
    }
}

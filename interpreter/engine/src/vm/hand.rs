//! Several cards out of a bag in one go, where chance is answered at once: the same numbers as where it is asked card by card
//! (see `drawing`), without lists of what may come.

use super::Machine;
use super::drawing::InMotion;
use super::lists::card_id;
use super::odds::{choose, gcd_of_words, sets_fit};
use crate::ids::*;
use crate::state::bags::MOST_GATHERED;
use crate::state::stack::*;

impl Machine<'_> {
    /// Draws cards of one bag that are about to move, the next after those that are known, where chance is here and the bag
    /// is small and lies alike. Whatever is not drawn then is drawn by asking.
    pub(super) fn draw_hand(&mut self, cards: InMotion, count: usize) {
        if !self.chance_is_here() {
            return;
        }
        let (mut next, mut last, mut drawn) = (self.in_motion(cards, 0, None), None, 0);
        while let Some((id, design)) = next.and_then(|id| Some((id, self.s.card(id).filter(|c| c.group == 0)?.design)))
            && drawn < count
        {
            last = followed_by(last, design);
            drawn += 1;
            next = self.in_motion(cards, drawn, Some(id));
        }
        let group = next.and_then(|id| self.s.card(id)).map_or(0, |c| c.group);
        let counts = self.s.bags.counts(group);
        let size = usize::from(counts.cards);
        if !counts.uniform() || size > MOST_GATHERED || !sets_fit(size + drawn, count) {
            return;
        }
        let mut bag = self.s.gather(group);
        while let Some(id) = next.filter(|id| drawn < count && self.s.card(*id).is_some_and(|c| c.group == group)) {
            let below = |total: u64| self.chance_below(total);
            let Some(at) = next_of_set(bag.designs(), last, count - drawn, below) else { break };
            let design = bag.take(at);
            self.s.leave_bag_as(id.index(), design);
            last = followed_by(last, design);
            drawn += 1;
            next = self.in_motion(cards, drawn, Some(id));
        }
        self.s.scatter(group, &bag);
    }

    /// The card in motion of this number, which comes after another.
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

/// Which of a bag in rising order is told next, when `left` are taken out and told in that order, the last told being `last`,
/// so often so far: by the weights that `weigh_sets` gives, and with the number that picks by them. `below` gives a number
/// below another; it is not asked where only one design can come.
fn next_of_set(
    bag: &[DesignId],
    last: Option<(DesignId, usize)>,
    left: usize,
    below: impl FnOnce(u64) -> Option<u64>,
) -> Option<usize> {
    let (mut before, mut own, mut told, mut again) = (0, 0, 1, 0);
    if let Some((last, copies)) = last {
        before = bag.iter().take_while(|design| **design < last).count();
        own = bag.iter().skip(before).take_while(|design| **design == last).count();
        told = sets(own + copies, copies)?;
        let rest = bag.len() - before - own;
        // More of the last than were told so far.
        for more in 1..=left.min(own) {
            again += sets(own + copies, copies + more)? * sets(rest, left - more)?;
        }
    }
    let rest = bag.get(before + own..)?;
    let others = sets(rest.len(), left)?;
    if others == 0 {
        return Some(before).filter(|_| again > 0);
    }
    let first = rest.iter().take_while(|design| Some(*design) == rest.first()).count();
    if again == 0 && sets(rest.len() - first, left)? == 0 {
        return Some(before + own);
    }
    let common = told * common_weight(rest, left)?;
    let common = if common == 1 { 1 } else { gcd_of_words(again, common) };
    let number = below((again + told * others) / common)? * common;
    let Some(number) = number.checked_sub(again) else { return Some(before) };
    // As many of the sets of what is left begin with one of the first as there are sets without these fewer.
    let open = others - number / told;
    let at = (0..rest.len()).rev().position(|behind| sets(behind, left).is_some_and(|sets| sets < open))?;
    Some(before + own + at)
}

/// What the weights of all designs have in common, where any of them may be told first.
fn common_weight(bag: &[DesignId], left: usize) -> Option<u64> {
    let (mut common, mut behind) = (0, 0);
    // The last have the least weight: mostly one.
    for equal in bag.chunk_by(|a, b| a == b).rev() {
        let ways = sets(behind + equal.len(), left)? - sets(behind, left)?;
        behind += equal.len();
        common = gcd_of_words(ways, common);
        if common == 1 {
            break;
        }
    }
    Some(common)
}

fn sets(of: usize, count: usize) -> Option<u64> {
    choose(of as u64, count as u64)
}

#[cfg(test)]
mod tests {
    use super::{followed_by, next_of_set};
    use crate::ids::DesignId;
    use crate::state::stack::{Choice, Reg};
    use crate::vm::odds::weigh_sets;

    /// All hands of so many out of a bag, by both ways of reckoning: each number of chance leads to the same card.
    fn compare(bag: &[DesignId], last: Option<(DesignId, usize)>, left: usize) -> usize {
        if left == 0 {
            return 1;
        }
        let mut options: Vec<Choice> = bag
            .chunk_by(|a, b| a == b)
            .map(|equal| Choice { tag: 0, value: Reg::from(equal[0].0), weight: equal.len() as u64 })
            .collect();
        let (value, copies) = last.map_or((None, 0), |(design, copies)| (Some(Reg::from(design.0)), copies));
        weigh_sets(&mut options, |o| o.value, value, copies, left);
        let total: u64 = options.iter().map(|o| o.weight).sum();
        let mut hands = 0;
        for number in 0..total {
            let mut asked = None;
            let at = next_of_set(bag, last, left, |below| {
                asked = Some(below);
                Some(number)
            });
            let at = at.unwrap_or(usize::MAX);
            let mut rest = number;
            let expected = options.iter().find(|o| rest.checked_sub(o.weight).map(|left| rest = left).is_none());
            assert_eq!(bag.get(at).map(|d| Reg::from(d.0)), expected.map(|o| o.value), "{bag:?} {last:?} {left}");
            assert_eq!(asked, (options.len() > 1).then_some(total), "{bag:?} {last:?} {left}");
            // Of numbers that lead to the same card one is followed.
            if rest == 0 {
                let mut smaller = bag.to_vec();
                let design = smaller.remove(at);
                hands += compare(&smaller, followed_by(last, design), left - 1);
            }
        }
        hands
    }

    #[test]
    fn hands_are_reckoned_as_where_chance_is_asked_card_by_card() {
        let bag = |copies: &[u16]| {
            (0..).zip(copies).flat_map(|(id, n)| std::iter::repeat_n(DesignId(id), (*n).into())).collect::<Vec<_>>()
        };
        assert_eq!(compare(&bag(&[1, 1, 1, 1, 1]), None, 3), 10);
        assert_eq!(compare(&bag(&[2, 2, 2]), None, 2), 6);
        assert_eq!(compare(&bag(&[7, 1, 1, 1]), None, 5), 8);
        assert_eq!(compare(&bag(&[4, 3, 2, 2]), None, 4), 26);
        assert_eq!(compare(&bag(&[3, 3]), None, 6), 1);
        assert_eq!(compare(&bag(&[3, 6, 3]), None, 3), 10);
    }
}

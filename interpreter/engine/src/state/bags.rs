//! Undrawn bags: what is in them, and taking one card out. The contents of a bag stand with its cards in one order: along
//! the cards of one face the designs rise.

use super::cards::Card;
use crate::ids::DesignId;
use crate::program::reg::Reg;
use crate::state::stack::Choice;

/// How many cards of a bag lie up and down, and at how many places (up, down) the face is settled.
pub(crate) fn faces_of(cards: &[Card], group: u16) -> [[u64; 2]; 2] {
    let (mut up, mut down, mut fixed_up, mut fixed_down) = (0, 0, 0, 0);
    for c in cards.iter().filter(|c| c.group == group) {
        *(if c.up { &mut up } else { &mut down }) += 1;
        if c.fixed_face {
            *(if c.up { &mut fixed_up } else { &mut fixed_down }) += 1;
        }
    }
    [[up, down], [fixed_up, fixed_down]]
}

/// Lists the designs of a bag's cards of one face, each weighing as many as there are. Whether there is no other face.
pub(crate) fn list_designs(options: &mut Vec<Choice>, cards: &[Card], group: u16, up: bool) -> bool {
    options.clear();
    let mut uniform = true;
    for c in cards.iter().filter(|c| c.group == group) {
        if c.up != up {
            uniform = false;
            continue;
        }
        let value = Reg::from(c.design.0);
        match options.last_mut() {
            Some(last) if last.value == value => last.weight += 1,
            _ => options.push(Choice { tag: u16::from(up), value, weight: 1 }),
        }
    }
    uniform
}

/// Makes a card of a bag known as a design, and closes the gap: what is left stands in its order again. Not done where the
/// bag has both faces. A bag that is left with equal cards is no longer one.
pub(crate) fn take_out(cards: &mut [Card], at: usize, group: u16, design: Reg) -> bool {
    let Some(face) = cards.get(at).map(|c| c.up) else { return false };
    let mut found = None;
    // The lowest and the highest two designs: of what is left, the ends.
    let (mut lowest, mut highest) = ([None; 2], [None; 2]);
    for (i, c) in cards.iter().enumerate() {
        if c.group != group {
            continue;
        }
        if c.up != face {
            return false;
        }
        if found.is_none() && Reg::from(c.design.0) == design {
            found = Some(i);
        }
        match lowest {
            [None, _] => lowest = [Some(c.design), None],
            [low, None] => lowest = [low, Some(c.design)],
            _ => {}
        }
        highest = [Some(c.design), highest[0]];
    }
    let Some(found) = found else { return false };
    // The designs between the two places move up or down by one.
    let mut carried = cards.get(at).map_or(DesignId(0), |c| c.design);
    let mut carry = |c: &mut Card| std::mem::swap(&mut c.design, &mut carried);
    if found < at {
        let between = cards.get_mut(found..at).unwrap_or(&mut []);
        between.iter_mut().rev().filter(|c| c.group == group).for_each(&mut carry);
    } else {
        let between = cards.get_mut(at + 1..=found).unwrap_or(&mut []);
        between.iter_mut().filter(|c| c.group == group).for_each(&mut carry);
    }
    if let Some(c) = cards.get_mut(at) {
        c.design = carried;
        (c.group, c.fixed_face) = (0, false);
    }
    let end = |[end, next]: [Option<DesignId>; 2]| if end == Some(carried) { next } else { end };
    if end(lowest) == end(highest) {
        for c in cards.iter_mut().filter(|c| c.group == group) {
            (c.group, c.fixed_face) = (0, false);
        }
    }
    true
}

//! Shuffled cards laid out in an order: so many orders that each card of a bag comes to lie at each of its places.

use crate::state::State;

/// The position with every bag laid out, once for each way to turn the largest of them round.
pub(super) fn rotations(state: &State) -> impl Iterator<Item = State> {
    let bags: Vec<Vec<usize>> = state.bags.numbers().map(|group| state.bags.members(group).collect()).collect();
    let most = bags.iter().map(|members| members.len()).max().unwrap_or(1);
    (0..most).map(move |by| {
        let mut laid = state.clone();
        laid.rearranged();
        for members in &bags {
            for (at, index) in members.iter().enumerate() {
                let from = members.get((at + by) % members.len()).and_then(|from| state.cards.get(*from)).copied();
                if let (Some(card), Some(from)) = (laid.cards.get_mut(*index), from) {
                    (card.design, card.up, card.group, card.fixed_face) = (from.design, from.up, 0, false);
                }
            }
        }
        laid.bags.read(&laid.cards);
        laid
    })
}

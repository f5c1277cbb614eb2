//! Two games written by hand, as fast as one can make them: what the interpreter is measured against.

use cardwright::rng::BotRng;

/// What one random game came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Of seats.
    pub decisions: u64,
    /// For seat 1: 1 won, 0 drawn, -1 lost.
    pub result: i8,
}

/// Tic-tac-toe on two sets of cells as bits.
pub mod tic_tac_toe {
    use super::{BotRng, Played};

    const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
    const ALL: u16 = 0o777;

    fn wins(cells: u16) -> bool {
        LINES.iter().any(|line| cells & line == *line)
    }

    /// One game, every cell as likely as any other.
    pub fn play(rng: &mut BotRng) -> Played {
        let (mut mine, mut others, mut decisions) = (0u16, 0u16, 0);
        loop {
            let free = ALL & !(mine | others);
            decisions += 1;
            mine |= nth_bit(free, rng.pick(free.count_ones() as usize));
            let first = if decisions % 2 == 1 { 1 } else { -1 };
            if wins(mine) {
                return Played { decisions, result: first };
            }
            if mine | others == ALL {
                return Played { decisions, result: 0 };
            }
            std::mem::swap(&mut mine, &mut others);
        }
    }

    /// Histories below a position, itself included.
    pub fn histories(mine: u16, others: u16) -> u64 {
        if wins(others) || mine | others == ALL {
            return 1;
        }
        let free = ALL & !(mine | others);
        1 + (0..9).filter(|i| free & (1 << i) != 0).map(|i| histories(others, mine | 1 << i)).sum::<u64>()
    }

    fn nth_bit(mut bits: u16, nth: usize) -> u16 {
        for _ in 0..nth {
            bits &= bits - 1;
        }
        bits & bits.wrapping_neg()
    }
}

/// Goofspiel for two, with sets of cards as bits.
pub mod goofspiel {
    use super::{BotRng, Played};

    /// One game with so many cards, prizes in random order, every card as likely as any other.
    pub fn play(cards: u32, rng: &mut BotRng) -> Played {
        let all = (1u32 << cards) - 1;
        let (mut prizes, mut hands, mut points, mut decisions) = (all, [all; 2], [0u32; 2], 0);
        for round in 1..=cards {
            let prize = take(&mut prizes, rng);
            let bids = if round < cards {
                decisions += 2;
                [take(&mut hands[0], rng), take(&mut hands[1], rng)]
            } else {
                hands.map(u32::trailing_zeros)
            };
            if bids[0] != bids[1] {
                points[usize::from(bids[1] > bids[0])] += prize + 1;
            }
        }
        let result = match points[0].cmp(&points[1]) {
            std::cmp::Ordering::Greater => 1,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Less => -1,
        };
        Played { decisions, result }
    }

    fn take(set: &mut u32, rng: &mut BotRng) -> u32 {
        let mut bits = *set;
        for _ in 0..rng.pick(set.count_ones() as usize) {
            bits &= bits - 1;
        }
        let card = bits.trailing_zeros();
        *set &= !(1 << card);
        card
    }
}

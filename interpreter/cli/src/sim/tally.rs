//! What many games came to: sums that can be added up, game by game and chunk by chunk.

use std::collections::{BTreeMap, BTreeSet};

use cardwright::play::Standing;
use cardwright::source::Span;

use super::faults::{Endless, Fault, Keeper};
use crate::failure::Failure;

/// The length of one game.
#[derive(Clone, Copy, Debug)]
pub struct Game {
    pub decisions: u64,
    pub rounds: u64,
}

/// Sums over some games.
#[derive(Debug)]
pub struct Tally {
    pub games: u64,
    /// Games that came to an end.
    pub ended: u64,
    pub unfinished: u64,
    pub faults: u64,
    /// Of seats, in all games.
    pub decisions: u64,
    pub seats: Vec<SeatTally>,
    /// How many of the games that ended took how many decisions, and rounds.
    pub lengths: Spread,
    pub rounds: Spread,
    found: Vec<Fault>,
    endless: Vec<Endless>,
    /// Places in scripts that ran, where the program records it.
    pub ran: BTreeSet<Span>,
}

/// Sums of a seat.
#[derive(Clone, Copy, Debug, Default)]
pub struct SeatTally {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    pub score: f64,
    pub utility: f64,
}

/// How often each number came up.
#[derive(Clone, Debug, Default)]
pub struct Spread(BTreeMap<u64, u64>);

impl Tally {
    /// No game yet.
    pub fn new(seats: usize) -> Tally {
        Tally {
            games: 0,
            ended: 0,
            unfinished: 0,
            faults: 0,
            decisions: 0,
            seats: vec![SeatTally::default(); seats],
            lengths: Spread::default(),
            rounds: Spread::default(),
            found: Vec::new(),
            endless: Vec::new(),
            ran: BTreeSet::new(),
        }
    }

    /// One more game, of so many decisions.
    pub fn decisions(&mut self, decisions: u64) {
        self.games += 1;
        self.decisions += decisions;
    }

    /// It came to an end.
    pub fn ended(&mut self, game: Game, standing: &Standing) {
        self.ended += 1;
        self.lengths.count(game.decisions, 1);
        self.rounds.count(game.rounds, 1);
        for (seat, (sums, stands)) in self.seats.iter_mut().zip(&standing.seats).enumerate() {
            sums.wins += u64::from(standing.wins(seat));
            sums.draws += u64::from(standing.draws(seat));
            sums.losses += u64::from(standing.loses(seat));
            sums.score += stands.score;
            sums.utility += stands.utility;
        }
    }

    /// It went on for too long.
    pub fn unfinished(&mut self, game: Endless) {
        self.unfinished += 1;
        self.endless.push(game);
    }

    /// The rules went wrong in it.
    pub fn fault(&mut self, fault: Fault) {
        self.faults += 1;
        self.found.push(fault);
    }

    /// Adds the games that come next; what went wrong in them is kept.
    pub fn add(&mut self, next: Tally, keeper: &mut Keeper) -> Result<(), Failure> {
        self.games += next.games;
        self.ran.extend(next.ran);
        self.ended += next.ended;
        self.unfinished += next.unfinished;
        self.faults += next.faults;
        self.decisions += next.decisions;
        for (sums, more) in self.seats.iter_mut().zip(&next.seats) {
            sums.wins += more.wins;
            sums.draws += more.draws;
            sums.losses += more.losses;
            sums.score += more.score;
            sums.utility += more.utility;
        }
        self.lengths.add(&next.lengths);
        self.rounds.add(&next.rounds);
        next.endless.into_iter().try_for_each(|game| keeper.keep_endless(game))?;
        next.found.into_iter().try_for_each(|fault| keeper.keep(fault))
    }
}

impl Spread {
    fn count(&mut self, number: u64, times: u64) {
        *self.0.entry(number).or_insert(0) += times;
    }

    fn add(&mut self, other: &Spread) {
        other.0.iter().for_each(|(number, times)| self.count(*number, *times));
    }

    /// The smallest and the greatest.
    pub fn ends(&self) -> Option<(u64, u64)> {
        Some((*self.0.first_key_value()?.0, *self.0.last_key_value()?.0))
    }

    /// All added up, divided by how many there are.
    pub fn mean(&self) -> Option<f64> {
        let total: u64 = self.0.values().sum();
        let sum: f64 = self.0.iter().map(|(number, times)| *number as f64 * *times as f64).sum();
        (total > 0).then(|| sum / total as f64)
    }

    /// The smallest number that is not exceeded by so many of a hundred.
    pub fn percentile(&self, percent: u64) -> Option<u64> {
        let total: u64 = self.0.values().sum();
        let wanted = (total * percent).div_ceil(100).max(1);
        let mut below = 0;
        self.0.iter().find_map(|(number, times)| {
            below += times;
            (below >= wanted).then_some(*number)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_numbers_that_came_up() {
        let mut spread = Spread::default();
        assert_eq!((spread.ends(), spread.mean(), spread.percentile(50)), (None, None, None));
        (1..=20).for_each(|number| spread.count(number, 1));
        assert_eq!(spread.ends(), Some((1, 20)));
        assert_eq!(spread.mean(), Some(10.5));
        assert_eq!(spread.percentile(50), Some(10));
        assert_eq!(spread.percentile(95), Some(19));
        spread.count(3, 100);
        assert_eq!((spread.percentile(50), spread.percentile(0)), (Some(3), Some(1)));
    }
}

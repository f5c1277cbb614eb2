//! The generator of a match: ChaCha8 by seed and stream, with a position that can be saved.

use std::convert::Infallible;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt, SeedableRng, TryRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::state::stack::Choice;

/// A stream of numbers that is the same on every platform.
#[derive(Clone, Debug)]
pub struct GameRng {
    rng: ChaCha8Rng,
    seed: u64,
    stream: u64,
}

/// The seed of one of many games that are played from one seed.
pub fn game_seed(seed: u64, game: u64) -> u64 {
    GameRng::new(seed, game).rng.next_u64()
}

/// What bots choose by: fast, and apart from the generator of the match.
#[derive(Clone, Debug)]
pub struct BotRng(Xoshiro256PlusPlus);

impl BotRng {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Self {
        BotRng(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// One of `count`, all alike; 0 where there is none.
    pub fn pick(&mut self, count: usize) -> usize {
        self.below(count as u64) as usize
    }

    /// A number below `total`, all alike; 0 where there is none.
    #[inline]
    pub fn below(&mut self, total: u64) -> u64 {
        // The range is 32 bits wide where that is enough: half the work, the same numbers everywhere.
        match u32::try_from(total) {
            Ok(0 | 1) => 0,
            Ok(total) => self.0.random_range(0..total).into(),
            Err(_) => self.0.random_range(0..total),
        }
    }
}

/// Where a generator stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RngPosition {
    pub seed: u64,
    pub stream: u64,
    pub position: u128,
}

impl GameRng {
    /// The generator of a seed; games of one run take one stream each.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        if stream != 0 {
            rng.set_stream(stream);
        }
        GameRng { rng, seed, stream }
    }

    /// Where it stands, to be saved.
    pub fn position(&self) -> RngPosition {
        RngPosition { seed: self.seed, stream: self.stream, position: self.rng.get_word_pos() }
    }

    /// The generator at a saved position.
    pub fn at(position: RngPosition) -> Self {
        let mut rng = GameRng::new(position.seed, position.stream);
        rng.rng.set_word_pos(position.position);
        rng
    }

    /// One of `count` options, all alike; 0 where there is none.
    pub fn pick(&mut self, count: usize) -> usize {
        if count < 2 { 0 } else { self.rng.random_range(0..count) }
    }

    /// A number below `total`, all alike; 0 where there is none.
    #[inline]
    pub fn below(&mut self, total: u64) -> u64 {
        if total == 0 { 0 } else { self.rng.random_range(0..total) }
    }

    /// One option by weight.
    pub fn pick_weighted(&mut self, options: &[Choice]) -> usize {
        pick_weighted(options, |total| self.below(total))
    }
}

/// What answers chance in a game that a machine plays by itself.
#[derive(Debug)]
pub enum Chance<'r> {
    /// The generator of its seed: the game can be played again.
    Seeded(&'r mut GameRng),
    /// Whatever comes next, for games that nobody asks for again.
    Fast(&'r mut BotRng),
}

impl Chance<'_> {
    /// A number below `total`, all alike; 0 where there is none.
    #[inline]
    pub fn below(&mut self, total: u64) -> u64 {
        match self {
            Chance::Seeded(rng) => rng.below(total),
            Chance::Fast(rng) => rng.below(total),
        }
    }

    /// One option by weight.
    pub fn pick_weighted(&mut self, options: &[Choice]) -> usize {
        pick_weighted(options, |total| self.below(total))
    }
}

fn pick_weighted(options: &[Choice], below: impl FnOnce(u64) -> u64) -> usize {
    let mut left = below(options.iter().map(|o| o.weight).sum());
    for (i, option) in options.iter().enumerate() {
        if left < option.weight {
            return i;
        }
        left -= option.weight;
    }
    0
}

impl TryRng for GameRng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.rng.next_u32())
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.rng.next_u64())
    }

    fn try_fill_bytes(&mut self, dst: &mut [u8]) -> Result<(), Infallible> {
        self.rng.fill_bytes(dst);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{BotRng, GameRng, game_seed};

    #[test]
    fn a_seed_gives_the_same_numbers_everywhere() {
        let mut rng = GameRng::new(7, 0);
        let first: Vec<usize> = (0..8).map(|_| rng.pick(100)).collect();
        let mut again = GameRng::new(7, 0);
        assert_eq!(first, (0..8).map(|_| again.pick(100)).collect::<Vec<_>>());
        assert_ne!(first, {
            let mut other = GameRng::new(7, 1);
            (0..8).map(|_| other.pick(100)).collect::<Vec<_>>()
        });
    }

    #[test]
    fn a_saved_position_goes_on_where_it_was() {
        let mut rng = GameRng::new(3, 2);
        rng.pick(10);
        let mut copy = GameRng::at(rng.position());
        assert_eq!(rng.pick(1000), copy.pick(1000));
    }

    #[test]
    fn games_and_bots_of_a_seed_are_the_same_everywhere() {
        let mut bot = BotRng::new(7);
        let picks: Vec<usize> = (0..8).map(|_| bot.pick(100)).collect();
        assert_eq!((game_seed(1, 0), game_seed(1, 1)), (7_424_550_030_962_593_201, 15_715_005_604_373_573_095));
        assert_eq!(picks, [5, 17, 71, 42, 96, 46, 72, 32]);
    }
}

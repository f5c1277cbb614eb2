//! ChaCha8 as a generator, one block at a time: a short game uses a few numbers, and no more are made for it. They are the
//! numbers of every other ChaCha8 with a counter and a stream of 64 bits each.

use std::convert::Infallible;

use rand::{SeedableRng, TryRng};

/// Words of a block.
const WORDS: usize = 16;

type Row = [u32; 4];

/// What every block begins with: "expand 32-byte k".
const HEAD: Row = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];

#[derive(Clone, Debug)]
pub(super) struct ChaCha8 {
    key: [Row; 2],
    stream: u64,
    /// The number of the block that comes next.
    counter: u64,
    block: [u32; WORDS],
    /// The word of the block that comes next; all are used up where there is none.
    next: usize,
}

impl ChaCha8 {
    /// Takes another stream of the same seed, from its beginning.
    pub fn set_stream(&mut self, stream: u64) {
        (self.stream, self.counter, self.next) = (stream, 0, WORDS);
    }

    /// How many words were taken so far.
    pub fn position(&self) -> u128 {
        let begun = u64::from(self.next < WORDS);
        let used = if begun == 1 { self.next } else { 0 };
        u128::from(self.counter.wrapping_sub(begun)) * WORDS as u128 + used as u128
    }

    /// Goes to where so many words were taken.
    pub fn set_position(&mut self, position: u128) {
        self.counter = (position / WORDS as u128) as u64;
        self.next = WORDS;
        let used = (position % WORDS as u128) as usize;
        if used > 0 {
            self.make_block();
            self.next = used;
        }
    }

    #[inline]
    fn word(&mut self) -> u32 {
        if self.next >= WORDS {
            self.make_block();
        }
        let word = self.block.get(self.next).copied().unwrap_or(0);
        self.next += 1;
        word
    }

    fn make_block(&mut self) {
        let low = |word: u64| word as u32;
        let high = |word: u64| (word >> 32) as u32;
        let last = [low(self.counter), high(self.counter), low(self.stream), high(self.stream)];
        let [first, second] = self.key;
        let (mut a, mut b, mut c, mut d) = (HEAD, first, second, last);
        for _ in 0..4 {
            columns(&mut a, &mut b, &mut c, &mut d);
            // The diagonals become columns, and go back.
            (b, c, d) = (turned(b), turned(turned(c)), turned(turned(turned(d))));
            columns(&mut a, &mut b, &mut c, &mut d);
            (b, c, d) = (turned(turned(turned(b))), turned(turned(c)), turned(d));
        }
        for (row, (done, begun)) in self.block.chunks_exact_mut(4).zip([(a, HEAD), (b, first), (c, second), (d, last)])
        {
            for ((word, done), begun) in row.iter_mut().zip(done).zip(begun) {
                *word = done.wrapping_add(begun);
            }
        }
        self.counter = self.counter.wrapping_add(1);
        self.next = 0;
    }
}

/// Row by row, so that the four columns go side by side.
#[inline(always)]
fn columns(a: &mut Row, b: &mut Row, c: &mut Row, d: &mut Row) {
    add_to(a, b);
    mix_into(d, a, 16);
    add_to(c, d);
    mix_into(b, c, 12);
    add_to(a, b);
    mix_into(d, a, 8);
    add_to(c, d);
    mix_into(b, c, 7);
}

#[inline(always)]
fn add_to(row: &mut Row, other: &Row) {
    row.iter_mut().zip(other).for_each(|(word, other)| *word = word.wrapping_add(*other));
}

#[inline(always)]
fn mix_into(row: &mut Row, other: &Row, by: u32) {
    row.iter_mut().zip(other).for_each(|(word, other)| *word = (*word ^ other).rotate_left(by));
}

#[inline(always)]
fn turned([a, b, c, d]: Row) -> Row {
    [b, c, d, a]
}

impl SeedableRng for ChaCha8 {
    type Seed = [u8; 32];

    #[inline]
    fn from_seed(seed: [u8; 32]) -> Self {
        let mut key = [[0; 4]; 2];
        for (word, bytes) in key.iter_mut().flatten().zip(seed.as_chunks::<4>().0) {
            *word = u32::from_le_bytes(*bytes);
        }
        ChaCha8 { key, stream: 0, counter: 0, block: [0; WORDS], next: WORDS }
    }
}

impl TryRng for ChaCha8 {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.word())
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let low = u64::from(self.word());
        Ok(u64::from(self.word()) << 32 | low)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(4) {
            chunk.iter_mut().zip(self.word().to_le_bytes()).for_each(|(to, from)| *to = from);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::ChaCha8;

    #[test]
    fn the_numbers_are_those_of_the_library() {
        for (seed, stream) in [(0, 0), (1, 0), (7, 1), (u64::MAX, 3), (20_261_116, u64::MAX)] {
            let (mut own, mut other) = (ChaCha8::seed_from_u64(seed), ChaCha8Rng::seed_from_u64(seed));
            own.set_stream(stream);
            other.set_stream(stream);
            for round in 0..200usize {
                assert_eq!(own.next_u32(), other.next_u32());
                assert_eq!(own.next_u64(), other.next_u64());
                let (mut bytes, mut others) = ([0u8; 11], [0u8; 11]);
                own.fill_bytes(&mut bytes[..round % 12]);
                other.fill_bytes(&mut others[..round % 12]);
                assert_eq!(bytes, others);
                assert_eq!(own.position(), other.get_word_pos());
            }
        }
    }

    #[test]
    fn every_position_can_be_gone_to() {
        let far = u128::from(u64::MAX) * 16;
        for position in (0..40).chain([1000, far - 1, far, far + 3, far + 15]) {
            let (mut own, mut other) = (ChaCha8::seed_from_u64(5), ChaCha8Rng::seed_from_u64(5));
            own.set_position(position);
            other.set_word_pos(position);
            assert_eq!(own.position(), position);
            let numbers = |rng: &mut dyn Rng| (0..20).map(|_| rng.next_u32()).collect::<Vec<_>>();
            assert_eq!(numbers(&mut own), numbers(&mut other), "from {position}");
        }
    }
}

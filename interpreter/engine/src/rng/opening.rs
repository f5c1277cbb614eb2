//! The first blocks of a stream of ChaCha8, one at a time: the library makes four at once, and a short game does not use up
//! the first of them.

/// How many numbers there are in a block.
const NUMBERS: usize = 8;

/// How many blocks are made here. Where more are needed, four at once are cheaper.
const BLOCKS: u64 = 2;

/// The numbers of the block that was made last.
#[derive(Clone, Debug)]
pub(super) struct Opening {
    numbers: [u64; NUMBERS],
    /// The next of them.
    at: usize,
    blocks: u64,
}

impl Opening {
    /// Of which nothing was made yet.
    pub fn new() -> Opening {
        Opening { numbers: [0; NUMBERS], at: NUMBERS, blocks: 0 }
    }

    /// The next number, if it was made.
    #[inline]
    pub fn next(&mut self) -> Option<u64> {
        let number = self.numbers.get(self.at).copied()?;
        self.at += 1;
        Some(number)
    }

    /// The first number of the next block; `None` where it is not made here.
    pub fn next_block(&mut self, seed: u64, stream: u64) -> Option<u64> {
        if self.blocks == BLOCKS {
            return None;
        }
        (self.numbers, self.at) = (block(key(seed), self.blocks, stream), 0);
        self.blocks += 1;
        self.next()
    }

    /// Where the stream stands, in words of 32 bits. From there on somebody else goes on.
    pub fn close(&mut self) -> u64 {
        let position = self.position();
        (self.at, self.blocks) = (NUMBERS, BLOCKS);
        position
    }

    /// Where it stands, in words of 32 bits.
    pub fn position(&self) -> u64 {
        (self.blocks * NUMBERS as u64 + self.at as u64 - NUMBERS as u64) * 2
    }
}

/// The key that generators of the library have by a number.
#[inline]
fn key(seed: u64) -> [u32; 8] {
    let (mut key, mut state) = ([0; 8], seed);
    for word in &mut key {
        state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0xA176_54E4_6FBE_17F3);
        let mixed = (((state >> 18) ^ state) >> 27) as u32;
        *word = mixed.rotate_right((state >> 59) as u32);
    }
    key
}

/// One block of ChaCha8.
fn block(key: [u32; 8], number: u64, stream: u64) -> [u64; NUMBERS] {
    let [k0, k1, k2, k3, k4, k5, k6, k7] = key;
    let halves = |word: u64| (word as u32, (word >> 32) as u32);
    let ((n0, n1), (s0, s1)) = (halves(number), halves(stream));
    // "expand 32-byte k"
    let e = Row::of([0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574]);
    let (f, g, h) = (Row::of([k0, k1, k2, k3]), Row::of([k4, k5, k6, k7]), Row::of([n0, n1, s0, s1]));
    let (mut a, mut b, mut c, mut d) = (e, f, g, h);
    for _ in 0..4 {
        [a, b, c, d] = quarter_rounds([a, b, c, d]);
        // Diagonals become columns.
        (b, c, d) = (b.turn_1(), c.turn_2(), d.turn_3());
        [a, b, c, d] = quarter_rounds([a, b, c, d]);
        (b, c, d) = (b.turn_3(), c.turn_2(), d.turn_1());
    }
    let ([n0, n1], [n2, n3]) = (a.plus(e).numbers(), b.plus(f).numbers());
    let ([n4, n5], [n6, n7]) = (c.plus(g).numbers(), d.plus(h).numbers());
    [n0, n1, n2, n3, n4, n5, n6, n7]
}

/// Four of them side by side.
#[inline(always)]
fn quarter_rounds([a, b, c, d]: [Row; 4]) -> [Row; 4] {
    let a = a.plus(b);
    let d = d.xor(a).rotate_16();
    let c = c.plus(d);
    let b = b.xor(c).rotate::<12, 20>();
    let a = a.plus(b);
    let d = d.xor(a).rotate::<8, 24>();
    let c = c.plus(d);
    let b = b.xor(c).rotate::<7, 25>();
    [a, b, c, d]
}

#[cfg(target_arch = "x86_64")]
use vector::Row;
#[cfg(not(target_arch = "x86_64"))]
use words::Row;

/// Four words in a register. Every processor of this sort has these instructions.
#[cfg(target_arch = "x86_64")]
mod vector {
    use safe_arch::*;

    #[derive(Clone, Copy)]
    pub struct Row(m128i);

    impl Row {
        #[inline(always)]
        pub fn of(words: [u32; 4]) -> Row {
            Row(words.into())
        }

        #[inline(always)]
        pub fn plus(self, other: Row) -> Row {
            Row(add_i32_m128i(self.0, other.0))
        }

        #[inline(always)]
        pub fn xor(self, other: Row) -> Row {
            Row(bitxor_m128i(self.0, other.0))
        }

        /// Each word by `LEFT` bits; with `RIGHT` they are 32.
        #[inline(always)]
        pub fn rotate<const LEFT: i32, const RIGHT: i32>(self) -> Row {
            Row(bitor_m128i(shl_imm_u32_m128i::<LEFT>(self.0), shr_imm_u32_m128i::<RIGHT>(self.0)))
        }

        #[inline(always)]
        pub fn rotate_16(self) -> Row {
            const HALVES: i32 = 0b10_11_00_01;
            Row(shuffle_ai_i16_h64all_m128i::<HALVES>(shuffle_ai_i16_l64all_m128i::<HALVES>(self.0)))
        }

        /// Every word goes one place down, the first to the end.
        #[inline(always)]
        pub fn turn_1(self) -> Row {
            Row(shuffle_ai_f32_all_m128i::<0b00_11_10_01>(self.0))
        }

        #[inline(always)]
        pub fn turn_2(self) -> Row {
            Row(shuffle_ai_f32_all_m128i::<0b01_00_11_10>(self.0))
        }

        #[inline(always)]
        pub fn turn_3(self) -> Row {
            Row(shuffle_ai_f32_all_m128i::<0b10_01_00_11>(self.0))
        }

        #[inline(always)]
        pub fn numbers(self) -> [u64; 2] {
            self.0.into()
        }
    }
}

/// Four words one by one.
#[cfg(not(target_arch = "x86_64"))]
mod words {
    #[derive(Clone, Copy)]
    pub struct Row([u32; 4]);

    impl Row {
        pub fn of(words: [u32; 4]) -> Row {
            Row(words)
        }

        pub fn plus(self, Row([e, f, g, h]): Row) -> Row {
            let Row([a, b, c, d]) = self;
            Row([a.wrapping_add(e), b.wrapping_add(f), c.wrapping_add(g), d.wrapping_add(h)])
        }

        pub fn xor(self, Row([e, f, g, h]): Row) -> Row {
            let Row([a, b, c, d]) = self;
            Row([a ^ e, b ^ f, c ^ g, d ^ h])
        }

        pub fn rotate<const LEFT: i32, const RIGHT: i32>(self) -> Row {
            Row(self.0.map(|word| word << LEFT | word >> RIGHT))
        }

        pub fn rotate_16(self) -> Row {
            self.rotate::<16, 16>()
        }

        pub fn turn_1(self) -> Row {
            let Row([a, b, c, d]) = self;
            Row([b, c, d, a])
        }

        pub fn turn_2(self) -> Row {
            self.turn_1().turn_1()
        }

        pub fn turn_3(self) -> Row {
            let Row([a, b, c, d]) = self;
            Row([d, a, b, c])
        }

        pub fn numbers(self) -> [u64; 2] {
            let Row([a, b, c, d]) = self;
            let number = |low: u32, high: u32| u64::from(high) << 32 | u64::from(low);
            [number(a, b), number(c, d)]
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::{BLOCKS, NUMBERS, Opening};

    #[test]
    fn the_first_numbers_are_those_of_the_library() {
        for (seed, stream) in [(0, 0), (7, 0), (u64::MAX, 1), (1 << 40, u64::MAX - 5)] {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            rng.set_stream(stream);
            let mut opening = Opening::new();
            for number in 0..BLOCKS * NUMBERS as u64 {
                assert_eq!(opening.position(), 2 * number);
                let next = opening.next().or_else(|| opening.next_block(seed, stream));
                assert_eq!(next, Some(rng.next_u64()), "{seed} {stream} {number}");
            }
            assert_eq!(opening.next().or_else(|| opening.next_block(seed, stream)), None);
            assert_eq!(u128::from(opening.close()), rng.get_word_pos());
        }
    }
}

//! Bits in words, numbered through: one of them by its number, those between two of them, the first and the last.

/// The set bit of this number, from 0.
#[inline]
pub(super) fn nth(words: &[u64], number: usize) -> Option<usize> {
    let mut left = number;
    for (at, word) in words.iter().enumerate() {
        let mut word = *word;
        // Few are passed over one by one.
        if left >= 8 {
            let bits = word.count_ones() as usize;
            if left >= bits {
                left -= bits;
                continue;
            }
        }
        while left > 0 && word != 0 {
            word &= word - 1;
            left -= 1;
        }
        if word != 0 {
            return Some(at * 64 + word.trailing_zeros() as usize);
        }
    }
    None
}

/// The same in one word, in which there are more.
#[inline(always)]
pub(super) fn nth_of_word(word: u64, number: usize) -> usize {
    (0..number).fold(word, |word, _| word & word.wrapping_sub(1)).trailing_zeros() as usize
}

/// Goes through the set bits behind one of them, up to another.
#[inline(always)]
pub(super) fn between(words: &[u64], low: usize, high: usize, mut visit: impl FnMut(usize)) {
    let last = high / 64;
    let mut at = low / 64;
    let mut mask = u64::MAX << (low % 64) << 1;
    while let Some(word) = words.get(at).filter(|_| at <= last) {
        if at == last {
            mask &= u64::MAX >> (63 - high % 64);
        }
        let mut word = *word & mask;
        while word != 0 {
            visit(at * 64 + word.trailing_zeros() as usize);
            word &= word - 1;
        }
        (at, mask) = (at + 1, u64::MAX);
    }
}

/// The first and the last set bit.
#[inline]
pub(super) fn ends(words: &[u64]) -> Option<(usize, usize)> {
    if let [word] = words {
        return Some((word.trailing_zeros() as usize, word.checked_ilog2()? as usize));
    }
    let (mut first, mut last) = (0, words.len().checked_sub(1)?);
    let (mut low, mut high) = (*words.first()?, *words.last()?);
    while low == 0 {
        first += 1;
        low = *words.get(first)?;
    }
    while high == 0 {
        last -= 1;
        high = *words.get(last)?;
    }
    Some((first * 64 + low.trailing_zeros() as usize, last * 64 + high.ilog2() as usize))
}

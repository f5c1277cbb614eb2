//! Weights of chance told in a canonical order: multisets of dice, of picks with and without repeats, of cards from a bag.
//!
//! Several things are told one after the other in rising order, each with the number of ways in which what was told so far
//! can go on so. Whether the numbers fit is asked once for all picks of one effect; where they do not, the picks are told
//! in the order in which they are made, with the same odds.

use crate::state::stack::{Choice, Reg};

/// Gives options (what is left in a bag, each with how many there are, in rising order of `key`) the weight of being told
/// next, when `left` things are taken out and told in that order, the last told being `last`, `copies` times so far.
/// Options that cannot follow are taken out.
pub(crate) fn weigh_sets(
    options: &mut Vec<Choice>,
    key: impl Fn(&Choice) -> Reg,
    last: Option<Reg>,
    copies: usize,
    left: usize,
) {
    let (copies, left) = (copies as u64, left as u64);
    let before = last.map_or(0, |last| options.iter().take_while(|o| key(o) < last).count());
    options.drain(..before);
    let again = last.is_some_and(|last| options.first().is_some_and(|o| key(o) == last));
    // Exactly as many of the last as were told.
    let of_last = if again { options.first().map_or(0, |o| o.weight) } else { 0 };
    let told = if last.is_some() { choose(of_last + copies, copies) } else { Some(1) };
    let mut behind: u64 = options.iter().map(|o| o.weight).sum();
    let mut ways_behind = choose(behind, left);
    for (at, option) in options.iter_mut().enumerate() {
        let (own, ways_from) = (option.weight, ways_behind);
        behind -= own;
        ways_behind = choose(behind, left);
        let ways = if at == 0 && again {
            // More of the last than were told so far.
            (1..=left.min(own)).try_fold(0u64, |sum, more| {
                let ways = choose(own + copies, copies + more)?.checked_mul(choose(behind, left - more)?)?;
                sum.checked_add(ways)
            })
        } else {
            // Then this one.
            ways_from.zip(ways_behind).zip(told).and_then(|((from, behind), told)| (from - behind).checked_mul(told))
        };
        option.weight = ways.unwrap_or(u64::MAX);
    }
    reduce(options);
}

/// Whether sets of `count` out of `total` can be told in order at all.
pub(crate) fn sets_fit(total: usize, count: usize) -> bool {
    // No later pick has more ways than there are sets in all.
    choose(total as u64, count.min(total) as u64).is_some_and(|n| n < u64::MAX)
}

/// Gives options (each with its weight) the weight of being told next, when `left` more values, independent of each other,
/// are told in the order of the options, the last told being the option at `last`, `copies` times so far.
pub(crate) fn weigh_repeats(options: &mut Vec<Choice>, last: Option<usize>, copies: usize, left: usize) {
    let of_last = last.and_then(|l| options.get(l)).map_or(0, |o| o.weight);
    let all = options.iter().map(|o| o.weight).sum();
    let told = last.map(|at| Told { at, own: of_last, copies });
    next_of_repeats(options.iter_mut().map(|o| &mut o.weight), all, told, left);
    reduce(options);
}

/// What was told last of values with repeats.
#[derive(Clone, Copy)]
struct Told {
    /// Its number among the options.
    at: usize,
    /// Its own weight.
    own: u64,
    copies: usize,
}

/// Makes own weights, `all` of them together, those of being told next. No number on the way is larger than that of all ways,
/// which fits (see `repeats_fit`).
#[inline(always)]
fn next_of_repeats<'a>(weights: impl Iterator<Item = &'a mut u64>, all: u64, told: Option<Told>, left: usize) {
    let mut behind = all;
    // The last comes `copies` times, and any value behind it: the same for all of these.
    let after =
        told.map_or(1, |told| choose_small(left + told.copies, told.copies).wrapping_mul(power(told.own, told.copies)));
    let mut ways_behind = if told.is_none() { power(behind, left) } else { 0 };
    for (at, weight) in weights.enumerate() {
        let own = *weight;
        behind -= own;
        *weight = match told {
            Some(told) if at < told.at => 0,
            Some(told) if at == told.at => {
                ways_behind = power(behind, left);
                more_of_the_same(own, behind, told.copies, left)
            }
            _ => {
                let ways_from = std::mem::replace(&mut ways_behind, power(behind, left));
                (ways_from - ways_behind).wrapping_mul(after)
            }
        };
    }
}

/// How many different values with repeats are told without a list of options.
const FEW_VALUES: usize = 8;

/// Values by weight, with repeats, that are told one after the other without a list of options for each.
pub(crate) struct Repeats {
    own: [u64; FEW_VALUES],
    len: usize,
    all: u64,
    told: Option<Told>,
}

impl Repeats {
    /// Of these options; `None` where there are too many, or `count` of them cannot be told in order.
    pub fn of(options: &[Choice], count: usize) -> Option<Repeats> {
        let mut own = [0; FEW_VALUES];
        if options.len() > FEW_VALUES || !repeats_fit(options, count) {
            return None;
        }
        own.iter_mut().zip(options).for_each(|(own, option)| *own = option.weight);
        Some(Repeats { own, len: options.len(), all: own.iter().sum(), told: None })
    }

    /// The number of the next option, when `left` more are told. `below`: asks chance, for a number below the sum of all
    /// weights; not where only one option is left.
    pub fn next(&mut self, left: usize, below: impl FnOnce(u64) -> Option<u64>) -> Option<usize> {
        let mut weights = self.own;
        let weights = weights.get_mut(..self.len)?;
        let at = match self.told {
            // Behind the last of all nothing else can follow.
            Some(told) if told.at + 1 == self.len => told.at,
            told => {
                next_of_repeats(weights.iter_mut(), self.all, told, left);
                pick(weights, below)?
            }
        };
        let copies = self.told.filter(|told| told.at == at).map_or(0, |told| told.copies);
        self.told = Some(Told { at, own: self.own.get(at).copied()?, copies: copies + 1 });
        Some(at)
    }
}

/// One of several by weight, without what all weights have in common; the only one without asking.
fn pick(weights: &[u64], below: impl FnOnce(u64) -> Option<u64>) -> Option<usize> {
    let mut possible = weights.iter().enumerate().filter(|(_, weight)| **weight > 0);
    let (first, mut divisor) = possible.next().map(|(at, weight)| (at, *weight))?;
    let (mut several, mut all) = (false, divisor);
    for (_, weight) in possible {
        several = true;
        all += weight;
        if divisor > 1 {
            divisor = gcd_of_words(*weight, divisor);
        }
    }
    if !several {
        return Some(first);
    }
    let mut rest = below(all / divisor)? * divisor;
    weights.iter().position(|weight| {
        let found = rest < *weight;
        rest = rest.saturating_sub(*weight);
        found
    })
}

/// Of all ways to have one value, told `copies` times so far, at least so often, those with more of it.
fn more_of_the_same(own: u64, behind: u64, copies: usize, left: usize) -> u64 {
    let ways = |more: usize| match power(behind, left - more) {
        0 => 0,
        others => choose_small(left + copies, copies + more) * power(own, copies + more) * others,
    };
    { 1..=left }.map(ways).sum()
}

/// Whether `count` independent values by these weights can be told in order at all: then no number on the way is larger
/// than that of all ways, which fits a word.
pub(crate) fn repeats_fit(options: &[Choice], count: usize) -> bool {
    let sum = options.iter().try_fold(0u64, |sum, o| sum.checked_add(o.weight));
    sum.and_then(|sum| sum.checked_pow(u32::try_from(count).ok()?)).is_some_and(|n| n < u64::MAX)
}

/// How many elements picks by weight, without repeats, may have to be told as sets.
pub(crate) const FEW: usize = 24;

/// Steps that reckoning with all sets of weighted elements may take.
const STEPS: u64 = 1 << 16;

/// Elements that are drawn one after the other, each time by weight among those that are left.
#[derive(Default)]
pub(crate) struct Weighted {
    weights: [u64; FEW],
    /// Which elements are equal: the same number, rising.
    classes: [u8; FEW],
    len: usize,
}

impl Weighted {
    /// Adds an element, equal ones in a row; whether there was room.
    pub fn push(&mut self, weight: u64, class: u8) -> bool {
        let (Some(w), Some(c)) = (self.weights.get_mut(self.len), self.classes.get_mut(self.len)) else { return false };
        (*w, *c) = (weight, class);
        self.len += 1;
        true
    }

    /// For each class the weight of being told next, when what is drawn (`count` of them) is told in rising order and
    /// begins with `told`. `None`: there are too many sets, or the numbers are too large.
    pub fn next(mut self, told: &[u8], count: usize) -> Option<[u64; FEW]> {
        let count = count.min(self.len);
        if count == 0 || choose(self.len as u64, count as u64)? << count > STEPS {
            return None;
        }
        let used = self.weights.get_mut(..self.len)?;
        let divisor = used.iter().fold(0, |d, w| gcd(d, u128::from(*w))).max(1);
        used.iter_mut().for_each(|w| *w = (u128::from(*w) / divisor) as u64);
        let all: u128 = used.iter().map(|w| u128::from(*w)).sum();
        // One number that all odds are whole parts of.
        let mut whole = 1u128;
        self.each_set(count, &mut |set| {
            let mut some = set;
            while some != 0 {
                some = (some - 1) & set;
                let rest = all - self.sum(some);
                whole = whole.checked_mul(rest / gcd(whole, rest)).filter(|n| *n <= u128::from(u64::MAX))?;
            }
            Some(())
        })?;
        let mut weights = [0u64; FEW];
        self.each_set(count, &mut |set| {
            if let Some(place) = self.follows(set, told).and_then(|class| weights.get_mut(class as usize)) {
                *place = place.checked_add(u64::try_from(self.odds(set, all, whole)?).ok()?)?;
            }
            Some(())
        })?;
        Some(weights)
    }

    /// How many of `whole` draws take just this set, by counting in and out: all of it before any of the others.
    fn odds(&self, set: u32, all: u128, whole: u128) -> Option<u128> {
        let others = all - self.sum(set);
        if others == 0 {
            return Some(whole);
        }
        let (mut more, mut less) = (whole, 0u128);
        let mut some = set;
        while some != 0 {
            some = (some - 1) & set;
            let part = whole / (all - self.sum(some)) * others;
            let sum = if (set & !some).count_ones().is_multiple_of(2) { &mut more } else { &mut less };
            *sum = sum.checked_add(part)?;
        }
        more.checked_sub(less)
    }

    fn sum(&self, set: u32) -> u128 {
        let in_set = |i: &usize| set & 1 << i != 0;
        (0..self.len).filter(in_set).filter_map(|i| self.weights.get(i)).map(|w| u128::from(*w)).sum()
    }

    /// The class that follows what was told, if the set begins so.
    fn follows(&self, set: u32, told: &[u8]) -> Option<u8> {
        let mut classes = (0..self.len).filter(|i| set & 1 << i != 0).filter_map(|i| self.classes.get(i).copied());
        told.iter().all(|class| classes.next() == Some(*class)).then(|| classes.next()).flatten()
    }

    /// All sets of so many elements, as bits.
    fn each_set(&self, count: usize, visit: &mut dyn FnMut(u32) -> Option<()>) -> Option<()> {
        let mut set = (1u32 << count) - 1;
        while set < 1 << self.len {
            visit(set)?;
            // The next larger number with as many bits.
            let low = set & set.wrapping_neg();
            let high = set + low;
            set = (((high ^ set) >> 2) / low) | high;
        }
        Some(())
    }
}

/// Divides by what all weights have in common, and takes out what cannot come.
pub(crate) fn reduce(options: &mut Vec<Choice>) {
    let mut divisor = 0;
    options.retain(|o| {
        // A weight of one leaves nothing in common.
        divisor = if o.weight == 1 { 1 } else { divisor };
        o.weight > 0
    });
    for option in options.iter() {
        if divisor == 1 {
            return;
        }
        divisor = gcd_of_words(option.weight, divisor);
    }
    if divisor > 1 {
        options.iter_mut().for_each(|o| o.weight /= divisor);
    }
}

/// A power that fits.
#[inline]
fn power(base: u64, n: usize) -> u64 {
    { 0..n }.fold(1, |power: u64, _| power.wrapping_mul(base))
}

/// Sets of fewer than so many out of bags of fewer than so many are in a table.
pub(super) const SIZES: (usize, usize) = (15, 128);

/// How many sets of so many there are out of so many: Pascal's triangle. The last row stands there for the number of rows.
static SETS: [[u64; SIZES.1]; SIZES.0 + 1] = {
    let mut sets = [[1u64; SIZES.1]; SIZES.0 + 1];
    let mut k = 1;
    while k < SIZES.0 {
        sets[k][0] = 0;
        let mut n = 1;
        while n < SIZES.1 {
            sets[k][n] = sets[k - 1][n - 1] + sets[k][n - 1];
            n += 1;
        }
        k += 1;
    }
    sets
};

/// How many sets of `k` there are out of bags of each size; only for sizes that are in the table.
#[inline(always)]
pub(super) fn sets_of(k: usize) -> &'static [u64; SIZES.1] {
    // The mask changes nothing, and the compiler sees that it is in range.
    const NONE: &[u64; SIZES.1] = &[0; SIZES.1];
    SETS.get(k & SIZES.0).unwrap_or(NONE)
}

/// How many sets of `k` out of `n`, if that fits.
#[inline]
pub(super) fn choose(n: u64, k: u64) -> Option<u64> {
    match SETS.get(k as usize).and_then(|row| row.get(n as usize)) {
        Some(known) if k < SIZES.0 as u64 => Some(*known),
        _ => choose_large(n, k),
    }
}

/// The same where it fits.
#[inline]
fn choose_small(n: usize, k: usize) -> u64 {
    choose(n as u64, k as u64).unwrap_or(0)
}

fn choose_large(n: u64, k: u64) -> Option<u64> {
    let Some(rest) = n.checked_sub(k) else { return Some(0) };
    // No step is larger than the result, but the product before it is divided may be.
    (0..k.min(rest)).try_fold(1u64, |ways, i| match ways.checked_mul(n - i) {
        Some(product) => Some(product / (i + 1)),
        None => u64::try_from(u128::from(ways) * u128::from(n - i) / u128::from(i + 1)).ok(),
    })
}

/// The greatest number that divides both.
pub(super) fn gcd_of_words(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd_of_words(b, a % b) }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::{Repeats, Weighted, weigh_repeats, weigh_sets};
    use crate::state::stack::Choice;

    fn options(bag: &[(i64, u64)]) -> Vec<Choice> {
        bag.iter().map(|(value, weight)| Choice { tag: 0, value: *value, weight: *weight }).collect()
    }

    fn told(options: &[Choice]) -> Vec<(i64, u64)> {
        options.iter().map(|o| (o.value, o.weight)).collect()
    }

    /// Value and weight of what may come next out of a bag of these.
    fn set_weights(bag: &[(i64, u64)], last: Option<i64>, copies: usize, left: usize) -> Vec<(i64, u64)> {
        let mut options = options(bag);
        weigh_sets(&mut options, |o| o.value, last, copies, left);
        told(&options)
    }

    #[test]
    fn two_of_four_cards_come_out_as_three_hands_with_their_odds() {
        let first = set_weights(&[(0, 2), (1, 2)], None, 0, 2);
        assert_eq!(first, [(0, 5), (1, 1)], "5 of 6 hands hold a first one");
        let second = set_weights(&[(0, 1), (1, 2)], Some(0), 1, 1);
        assert_eq!(second, [(0, 1), (1, 4)], "then the second one, or one of each");
        let after = set_weights(&[(0, 2), (1, 1)], Some(1), 1, 1);
        assert_eq!(after, [(1, 1)], "after a second sort no first comes");
    }

    #[test]
    fn two_coins_come_out_as_three_multisets_with_their_odds() {
        let mut first = options(&[(0, 1), (1, 1)]);
        weigh_repeats(&mut first, None, 0, 2);
        assert_eq!(told(&first), [(0, 3), (1, 1)], "both heads or one of each: 3 of 4 begin with heads");
        let mut second = options(&[(0, 1), (1, 1)]);
        weigh_repeats(&mut second, Some(0), 1, 1);
        assert_eq!(told(&second), [(0, 1), (1, 2)], "after heads: heads again 1, tails 2");
    }

    /// All numbers that chance can give lead where the listed options lead, for each pick after each other.
    #[test]
    fn repeats_without_lists_come_out_as_those_with_lists() {
        let own = options(&[(0, 2), (1, 4), (2, 6)]);
        for first in 0..26 {
            let Some(mut repeats) = Repeats::of(&own, 3) else { unreachable!("there are few") };
            let (mut last, mut copies) = (None, 0);
            for left in (1..=3).rev() {
                let mut listed = own.clone();
                weigh_repeats(&mut listed, last, copies, left);
                let total: u64 = listed.iter().map(|o| o.weight).sum();
                let mut rest = first % total;
                let by_list = listed.iter().find(|o| {
                    let found = rest < o.weight;
                    rest = rest.saturating_sub(o.weight);
                    found
                });
                let mut asked = None;
                let next = repeats.next(left, |below| {
                    asked = Some(below);
                    Some(first % below)
                });
                assert_eq!(
                    asked,
                    (listed.len() > 1).then_some(total),
                    "asks for a number below the same sum, or not at all"
                );
                assert_eq!(next.map(|at| at as i64), by_list.map(|o| o.value));
                copies = if next == last { copies + 1 } else { 1 };
                last = next;
            }
        }
    }

    #[test]
    fn weighted_draws_without_repeats_have_the_odds_of_all_their_orders() {
        // Weights 1, 2, 3: {1, 2} comes as 1/6 * 2/5 + 2/6 * 1/4, {1, 3} as 1/6 * 3/5 + 3/6 * 1/3, {2, 3} as the rest.
        let of = || {
            let mut list = Weighted::default();
            assert!((1..=3u8).all(|n| list.push(u64::from(n), n - 1)));
            list
        };
        let first = of().next(&[], 2).unwrap_or_default();
        assert_eq!(first.get(..3), Some(&[25, 35, 0][..]), "of 60: 9 + 16 with the first, 35 without");
        let second = of().next(&[0], 2).unwrap_or_default();
        assert_eq!(second.get(..3), Some(&[0, 9, 16][..]));
    }
}

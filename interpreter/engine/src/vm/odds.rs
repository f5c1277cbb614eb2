//! Weights of chance told in a canonical order: multisets of dice, of picks with repeats, of cards from a bag.

use crate::state::stack::{Choice, Reg};

/// How many different outcomes are told as multisets; beyond that one value after the other, unordered.
pub(crate) const MOST: usize = 256;

/// Weights of a few outcomes, without memory of their own on the heap.
pub(crate) struct Odds {
    list: [u64; MOST],
    len: usize,
}

impl Default for Odds {
    fn default() -> Self {
        Odds { list: [0; MOST], len: 0 }
    }
}

impl Odds {
    pub fn push(&mut self, weight: u64) {
        if let Some(place) = self.list.get_mut(self.len) {
            *place = weight;
            self.len += 1;
        }
    }

    pub fn weights(&self) -> &[u64] {
        self.list.get(..self.len).unwrap_or(&[])
    }

    /// Weights of the next value when `left` more values (independent, by these weights) are told in rising order, the
    /// last told being `last`, `copies` times so far. Exact as long as it fits; else the plain weights.
    ///
    /// `all`: how many values there are in all; it decides once, for every one of them, whether the numbers fit.
    pub fn sorted(self, last: Option<usize>, copies: usize, left: usize, all: usize) -> Odds {
        let sum: u128 = self.weights().iter().map(|w| u128::from(*w)).sum();
        if u32::try_from(all).ok().and_then(|all| sum.checked_pow(all)).is_none() {
            return self;
        }
        let mut exact = [0u128; MOST];
        for (f, place) in exact.iter_mut().enumerate().take(self.len) {
            match self.sorted_weight(f, last, copies, left) {
                Some(weight) => *place = weight,
                None => return self,
            }
        }
        let divisor = exact.iter().copied().fold(0, gcd).max(1);
        let mut reduced = Odds::default();
        for weight in exact.iter().take(self.len) {
            match u64::try_from(weight / divisor) {
                Ok(weight) => reduced.push(weight),
                Err(_) => return self,
            }
        }
        reduced
    }

    fn sorted_weight(&self, f: usize, last: Option<usize>, copies: usize, left: usize) -> Option<u128> {
        let each = self.weights();
        let from = |i: usize| each.get(i..).unwrap_or(&[]).iter().map(|w| u128::from(*w)).sum::<u128>();
        let power = |base: u128, n: usize| base.checked_pow(u32::try_from(n).ok()?);
        let of = |i: usize| each.get(i).map(|w| u128::from(*w));
        if Some(f) == last {
            // At least one more of the last: of all ways to have `copies` or more of it, those with more.
            let mut sum = 0u128;
            for more in 1..=left {
                let ways = binomial((left + copies) as u128, (copies + more) as u128)?;
                let same = power(of(f)?, copies + more)?;
                let rest = power(from(f + 1), left - more)?;
                sum = sum.checked_add(ways.checked_mul(same)?.checked_mul(rest)?)?;
            }
            return Some(sum);
        }
        if last.is_some_and(|l| f < l) {
            return Some(0);
        }
        let here = power(from(f), left)?.checked_sub(power(from(f + 1), left)?)?;
        match last {
            None => Some(here),
            Some(l) => {
                let ways = binomial((left + copies) as u128, copies as u128)?;
                ways.checked_mul(power(of(l)?, copies)?)?.checked_mul(here)
            }
        }
    }
}

/// Gives options (what is left in a bag, each with how many there are) the weight of being told next, when `left` things
/// are taken out and told in rising order of `key`, the last told being `last`, `copies` times so far. Options that
/// cannot follow are taken out. Where the numbers do not fit, the options stay as they are.
pub(crate) fn weigh_sets(
    options: &mut Vec<Choice>,
    key: impl Fn(&Choice) -> Reg,
    last: Option<Reg>,
    copies: usize,
    left: usize,
) {
    let (copies, left) = (copies as u128, left as u128);
    let of = |wanted: Reg| options.iter().find(|o| key(o) == wanted).map_or(0, |o| u128::from(o.weight));
    let behind = |than: Reg| options.iter().filter(|o| key(o) > than).map(|o| u128::from(o.weight)).sum::<u128>();
    let exact = |key: Reg| -> Option<u128> {
        let others = behind(key);
        let first = |n: u128| choose(n + others, left)?.checked_sub(choose(others, left)?);
        match last {
            None => first(of(key)),
            Some(last) if key < last => Some(0),
            // Exactly as many of the last as were told, then this one.
            Some(last) if key > last => choose(of(last) + copies, copies)?.checked_mul(first(of(key))?),
            // More of the last than were told so far.
            Some(_) => (1..=left.min(of(key))).try_fold(0u128, |sum, more| {
                let ways = choose(of(key) + copies, copies + more)?.checked_mul(choose(others, left - more)?)?;
                sum.checked_add(ways)
            }),
        }
    };
    let mut weights = [0u128; MOST];
    if options.len() > MOST {
        return;
    }
    for (place, option) in weights.iter_mut().zip(options.iter()) {
        match exact(key(option)) {
            Some(weight) => *place = weight,
            None => return,
        }
    }
    let divisor = weights.iter().copied().fold(0, gcd).max(1);
    if weights.iter().any(|w| u64::try_from(w / divisor).is_err()) {
        return;
    }
    for (option, weight) in options.iter_mut().zip(weights) {
        option.weight = u64::try_from(weight / divisor).unwrap_or(1);
    }
    options.retain(|o| o.weight > 0);
}

/// Whether sets of `count` out of `total` can be told in order at all: asked once for all draws of one effect.
pub(crate) fn sets_fit(total: usize, count: usize) -> bool {
    total <= MOST && choose(total as u128, count.min(total) as u128).is_some_and(|n| n < u128::from(u64::MAX))
}

/// How many sets of `k` out of `n`.
fn choose(n: u128, k: u128) -> Option<u128> {
    if k > n { Some(0) } else { binomial(n, k) }
}

fn binomial(n: u128, k: u128) -> Option<u128> {
    let mut result = 1u128;
    for i in 0..k.min(n - k.min(n)) {
        result = result.checked_mul(n - i)? / (i + 1);
    }
    Some(result)
}

pub(crate) fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::{Odds, weigh_sets};
    use crate::state::stack::Choice;

    fn sorted_weights(each: &[u64], last: Option<usize>, copies: usize, left: usize) -> Vec<u64> {
        let mut odds = Odds::default();
        each.iter().for_each(|w| odds.push(*w));
        odds.sorted(last, copies, left, left + copies).weights().to_vec()
    }

    /// Value and weight of what may come next out of a bag of these.
    fn set_weights(bag: &[(i64, u64)], last: Option<i64>, copies: usize, left: usize) -> Vec<(i64, u64)> {
        let mut options: Vec<Choice> =
            bag.iter().map(|(value, weight)| Choice { tag: 0, value: *value, weight: *weight }).collect();
        weigh_sets(&mut options, |o| o.value, last, copies, left);
        options.iter().map(|o| (o.value, o.weight)).collect()
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
        let first = sorted_weights(&[1, 1], None, 0, 2);
        assert_eq!(first, vec![3, 1], "both heads or one of each: 3 of 4 begin with heads");
        let second = sorted_weights(&[1, 1], Some(0), 1, 1);
        assert_eq!(second, vec![1, 2], "after heads: heads again 1, tails 2");
    }
}

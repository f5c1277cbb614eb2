//! The nearest known word to an unknown one.

/// The candidate that most resembles `word`, if one is near enough to be meant.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = (word.chars().count() / 3).clamp(1, 3);
    candidates
        .into_iter()
        .filter(|candidate| *candidate != word)
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|(d, _)| *d <= allowed)
        .min_by_key(|(d, candidate)| (*d, candidate.len(), *candidate))
        .map(|(_, candidate)| candidate)
}

/// Edits (insert, delete, replace, swap of neighbours) between two words, letter case ignored.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut previous: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let at = |r: &[usize], k: usize| r.get(k).copied().unwrap_or(usize::MAX / 2);
            let replace = at(&previous, j) + usize::from(x != y);
            let mut best = replace.min(at(&previous, j + 1) + 1).min(at(&row, j) + 1);
            if i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x) {
                best = best.min(at(&before, j - 1) + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut previous, row);
    }
    previous.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_misspelt_word_finds_its_neighbour() {
        assert_eq!(nearest("shufle", ["shuffle", "move"]), Some("shuffle"));
        assert_eq!(nearest("hnad", ["hand", "land"]), Some("hand"));
    }

    #[test]
    fn a_foreign_word_finds_nothing() {
        assert_eq!(nearest("zebra", ["shuffle", "move"]), None);
    }
}

//! The table as places with what lies there, and which of them a clause has changed.

use cardwright::play::View;
use cardwright::words::{Language, Phrase};

/// A place of the table: a zone, a player's counters, a row of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// `p1 hand`
    pub name: String,
    pub holds: String,
}

/// What became of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub name: String,
    pub before: String,
    pub after: String,
}

/// The places of a view. Lines that stand further in belong to the line above that does not.
pub fn places(language: Language, view: &View) -> Vec<Place> {
    let mut owner = String::new();
    let mut places: Vec<Place> = Vec::new();
    for (at, line) in view.lines.iter().enumerate() {
        let inner = line.starts_with(' ');
        let (name, holds) = match line.split_once(':') {
            Some((name, holds)) => (name.trim(), holds.trim()),
            None if at == 0 => (Phrase::TurnPlace.text(language), line.trim()),
            None => line.trim().split_once(' ').unwrap_or((line.trim(), "")),
        };
        if !inner {
            owner = if at == 0 { String::new() } else { name.to_owned() };
        }
        let name = if inner { format!("{owner} {name}").trim().to_owned() } else { name.to_owned() };
        places.push(Place { name, holds: holds.to_owned() });
    }
    places
}

/// The places that hold something else, or are new or empty now.
pub fn changes(language: Language, before: &View, after: &View) -> Vec<Change> {
    let (before, after) = (places(language, before), places(language, after));
    let nth = |places: &[Place], at: usize, name: &str| places.iter().take(at).filter(|p| p.name == name).count();
    let twin = |places: &[Place], name: &str, n: usize| -> Option<String> {
        places.iter().filter(|p| p.name == name).nth(n).map(|p| p.holds.clone())
    };
    let mut changes = Vec::new();
    for (at, place) in after.iter().enumerate() {
        let was = twin(&before, &place.name, nth(&after, at, &place.name)).unwrap_or_default();
        if was != place.holds {
            changes.push(Change { name: place.name.clone(), before: was, after: place.holds.clone() });
        }
    }
    for (at, place) in before.iter().enumerate() {
        if twin(&after, &place.name, nth(&before, at, &place.name)).is_none() && !place.holds.is_empty() {
            changes.push(Change { name: place.name.clone(), before: place.holds.clone(), after: String::new() });
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(lines: &[&str]) -> View {
        View { lines: lines.iter().map(|line| (*line).to_owned()).collect() }
    }

    #[test]
    fn places_bear_the_name_of_their_owner_and_changes_name_them() {
        let before = view(&["Round 1, turn of Ann", "  deck: 5 cards", "Ann: gold 1", "  hand: Ox, Yak", "Bo: gold 1"]);
        let after = view(&[
            "Round 1, turn of Ann",
            "  deck: 5 cards",
            "Ann: gold 1",
            "  hand: Ox",
            "  table: Yak",
            "Bo: gold 2",
        ]);
        let told: Vec<String> = changes(Language::English, &before, &after)
            .iter()
            .map(|c| format!("{}: {} -> {}", c.name, c.before, c.after))
            .collect();
        assert_eq!(told, ["Ann hand: Ox, Yak -> Ox", "Ann table:  -> Yak", "Bo: gold 1 -> gold 2"]);
        let told: Vec<String> = changes(Language::English, &after, &before).iter().map(|c| c.name.clone()).collect();
        assert_eq!(told, ["Ann hand", "Bo", "Ann table"]);
    }
}

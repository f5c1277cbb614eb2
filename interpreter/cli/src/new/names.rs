//! Names of new games and packs: which are good, and what to write instead of the others.

use cardwright::syntax::words;

use crate::failure::Failure;

/// Folders that mean something beside games and packs.
const FOLDERS: [&str; 6] = ["games", "cards", "tests", "scenarios", "snapshots", "shipped"];

/// Longer names make folders that nobody can read.
const LONGEST: usize = 40;

/// Refuses a name that could not be written in commands, folders and scenarios. `what` is `game` or `pack`.
pub fn check(what: &str, name: &str) -> Result<(), Failure> {
    let refuse = |why: String| Err(Failure::Usage(format!("a {what} cannot be called `{name}`: {why}")));
    if !is_good(name) {
        let better = better(name);
        let meant = if is_good(&better) { format!("; write `{better}`") } else { String::new() };
        return refuse(format!("names are written in small letters, digits and `-`, a letter first{meant}"));
    }
    if name.len() > LONGEST {
        return refuse(format!("it is longer than {LONGEST} letters"));
    }
    if words::is_reserved(&snake(name)) || words::ITEMS.contains(&name) {
        return refuse(format!("it is a word of the language; write for example `my-{name}`"));
    }
    if FOLDERS.contains(&name) {
        return refuse("folders of that name have a meaning of their own".to_owned());
    }
    Ok(())
}

/// As scripts write it.
pub fn snake(name: &str) -> String {
    name.replace('-', "_")
}

/// As people read it: `Storm Riders`.
pub fn title(name: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    name.split(['-', '_']).map(capital).collect::<Vec<String>>().join(" ")
}

fn is_good(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let parts = || name.split(['-', '_']);
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && parts().all(|part| !part.is_empty() && part.chars().all(plain))
}

fn better(name: &str) -> String {
    let small = name.to_lowercase();
    let parts = small.split(|c: char| !(c.is_ascii_lowercase() || c.is_ascii_digit())).filter(|part| !part.is_empty());
    parts.collect::<Vec<&str>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_names_get_a_right_one() {
        for (wrong, right) in [("Storm Riders", "storm-riders"), ("été 2", "t-2"), ("my--game", "my-game")] {
            assert!(!is_good(wrong) && better(wrong) == right, "{wrong}: {}", better(wrong));
        }
        assert_eq!(title("storm-riders_2"), "Storm Riders 2");
        assert!(["a", "my-game", "my_game", "g2"].iter().all(|name| is_good(name)));
        assert!(["", "2g", "-a", "a-", "A", "a b", "../x"].iter().all(|name| !is_good(name)));
    }
}

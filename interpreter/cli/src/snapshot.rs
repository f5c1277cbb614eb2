//! Snapshots of scenarios in insta's format: a head between two lines of dashes, then what the scenario told.

use std::path::{Path, PathBuf};

use cardwright::load::slug;

/// The file of a scenario's snapshot: beside the file of the scenario, in `snapshots/`.
pub fn path(scenario_file: &Path, title: &str) -> PathBuf {
    let stem = scenario_file.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
    folder(scenario_file).join(format!("{stem}__{}.snap", slug(title)))
}

/// Where the snapshots of a file's scenarios lie.
pub fn folder(scenario_file: &Path) -> PathBuf {
    scenario_file.parent().unwrap_or(Path::new("")).join("snapshots")
}

/// The text of a snapshot file. `source` is the scenario's file as seen from the root.
pub fn render(source: &str, title: &str, body: &str) -> String {
    let title = title.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("---\nsource: {source}\nexpression: \"{title}\"\n---\n{}\n", body.trim_end())
}

/// What a snapshot file holds, without its head.
pub fn body(text: &str) -> &str {
    let body = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")).map_or(text, |(_, body)| body);
    body.trim_end()
}

/// Whether two bodies tell the same. Numbers of source lines do not count: a card that moves down in its file does what it
/// did.
pub fn same(old: &str, new: &str) -> bool {
    let (old, new) = (old.trim_end().lines(), new.trim_end().lines());
    old.map(without_line_number).eq(new.map(without_line_number))
}

/// `… [rules.card:12]` without the number.
pub fn without_line_number(line: &str) -> &str {
    let head = line.strip_suffix(']').map(|head| head.trim_end_matches(|c: char| c.is_ascii_digit()));
    match head.and_then(|head| head.strip_suffix(':')) {
        Some(head) if head.contains("  [") => head,
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_comes_out_as_it_went_in() {
        let text = render("tests/scenarios/toy/cards.card", "a \"quoted\" title", "p1 chooses a\n  ---\nchanged\n");
        assert_eq!(body(&text), "p1 chooses a\n  ---\nchanged");
    }

    #[test]
    fn a_moved_line_changes_nothing() {
        assert!(same("  p1 draws  [rules.card:12]\n", "  p1 draws  [rules.card:7]"));
        assert!(!same("  p1 draws  [rules.card:12]", "  p1 draws  [cards.card:12]"));
        assert!(!same("  p1: points 1", "  p1: points 2"));
        assert!(!same("a", "a\nb"));
    }

    #[test]
    fn the_file_lies_beside_the_scenario() {
        let file = path(Path::new("tests/scenarios/toy/cards.card"), "The imp: draws 2, isn't it?");
        assert_eq!(file, Path::new("tests/scenarios/toy/snapshots/cards__the_imp_draws_2_isn_t_it.snap"));
    }
}

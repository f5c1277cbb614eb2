//! The texts of `play`: decisions, results, help. Pure: data → text.

use cardwright::play::{Bounds, Decision, OptionView, Outcome};
use cardwright::words::{Language, Phrase};
use comfy_table::{CellAlignment, Table, presets};

/// News, a line each.
pub fn news(lines: &[String]) -> String {
    lines.iter().map(|line| format!("- {line}\n")).collect()
}

/// A text of several lines that ends in exactly one line break; empty stays empty.
pub fn block(text: &str) -> String {
    let text = text.trim_end();
    if text.is_empty() { String::new() } else { format!("{text}\n") }
}

/// Lines no longer than a width, broken between words; what goes on stands further in.
pub fn wrapped(text: &str, width: usize) -> String {
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let inset = line.chars().take_while(|c| *c == ' ').count() + 4;
        if line.trim_end().chars().count() <= width || inset * 2 > width {
            out.push_str(line);
            continue;
        }
        let mut used = 0;
        // A word goes with the spaces before it.
        for (at, word) in line.trim_end().split(' ').enumerate() {
            let length = word.chars().count();
            if at > 0 && used + 1 + length > width && used > inset {
                out.push('\n');
                out.push_str(&" ".repeat(inset));
                used = inset;
            } else if at > 0 {
                out.push(' ');
                used += 1;
            }
            out.push_str(word);
            used += length;
        }
        if line.ends_with('\n') {
            out.push('\n');
        }
    }
    out
}

/// The question, its bounds and what was picked so far.
pub fn question(language: Language, decision: &Decision, name: Option<&str>) -> String {
    let mut text = String::from("\n");
    if let Some(name) = name {
        text += &language.say(Phrase::Headed, &[&name, &""]);
    }
    text += decision.prompt.trim_end();
    let mut notes = Vec::new();
    notes.extend(bounds(language, decision.bounds));
    if decision.secret {
        notes.push(language.say(Phrase::Secret, &[]));
    }
    if !notes.is_empty() {
        text += &format!(" ({})", notes.join(", "));
    }
    text.push('\n');
    if !decision.picked.is_empty() {
        text += &language.say(Phrase::Picked, &[&decision.picked.join(", ")]);
        text.push('\n');
    }
    text
}

fn bounds(language: Language, Bounds { min, max }: Bounds) -> Option<String> {
    match (min, max) {
        (_, 0 | 1) => None,
        (0, max) => Some(language.say(Phrase::UpTo, &[&max])),
        // The question says it.
        (min, max) if min == max => None,
        (min, max) => Some(language.say(Phrase::InAll, &[&min, &max])),
    }
}

/// Options by number; only those of `shown` where that is given.
pub fn options(options: &[OptionView], shown: Option<&[usize]>) -> String {
    let width = options.len().to_string().len();
    let wanted = |index: &usize| shown.is_none_or(|shown| shown.contains(index));
    let lines = options.iter().enumerate().filter(|(index, _)| wanted(index));
    lines
        .map(|(index, option)| {
            let times = if option.times > 1 { format!(" (×{})", option.times) } else { String::new() };
            format!("  {:>width$}  {}{times}\n", index + 1, option.line())
        })
        .collect()
}

/// The table of results.
pub fn outcome(language: Language, outcome: &Outcome) -> String {
    let mut scores: Vec<&str> = Vec::new();
    for (name, _) in outcome.seats.iter().flat_map(|seat| &seat.scores) {
        if !scores.contains(&name.as_str()) {
            scores.push(name);
        }
    }
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let [rank, seat, result] = [Phrase::Rank, Phrase::SeatColumn, Phrase::Result].map(|phrase| phrase.text(language));
    let head = [rank, seat].into_iter().chain(scores.iter().copied()).chain([result]);
    table.set_header(head.map(str::to_owned));
    let mut seats: Vec<_> = outcome.seats.iter().collect();
    seats.sort_by_key(|seat| seat.rank);
    for seat in seats {
        let mut row = vec![seat.rank.to_string(), seat.name.clone()];
        for name in &scores {
            let score = seat.scores.iter().find(|(known, _)| known == name);
            row.push(score.map_or("-".to_owned(), |(_, value)| value.to_string()));
        }
        row.push(language.number(seat.utility));
        table.add_row(row);
    }
    for index in (0..scores.len() + 3).filter(|index| *index != 1) {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let lines: Vec<String> = table.lines().map(|line| line.trim_end().to_owned()).collect();
    let ended = match outcome.reason.as_str() {
        "" => language.say(Phrase::HasEnded, &[]),
        reason => language.say(Phrase::HasEndedBecause, &[&reason]),
    };
    format!("\n{ended}\n{}\n", lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright::play::SeatOutcome;

    #[test]
    fn results_stand_by_rank_with_all_scores() {
        let seat = |name: &str, rank, utility, scores: &[(&str, i64)]| SeatOutcome {
            name: name.into(),
            rank,
            utility,
            scores: scores.iter().map(|(name, value)| ((*name).into(), *value)).collect(),
        };
        let seats = vec![seat("Ann", 2, -0.5, &[("points", 7)]), seat("Bo", 1, 1.0, &[("points", 12), ("gems", 3)])];
        let ended = Outcome { reason: "the deck is empty".into(), seats };
        let text = outcome(Language::English, &ended);
        let words: Vec<Vec<&str>> = text.trim().lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(words.first().map(Vec::len), Some(8), "{text}");
        assert_eq!(words.get(1), Some(&vec!["rank", "seat", "points", "gems", "result"]), "{text}");
        assert_eq!(words.get(2), Some(&vec!["1", "Bo", "12", "3", "+1"]), "{text}");
        assert_eq!(words.get(3), Some(&vec!["2", "Ann", "7", "-", "-0.5"]), "{text}");
        let text = outcome(Language::French, &ended);
        assert!(text.contains("La partie est terminée") && text.contains("-0,5"), "{text}");
    }

    #[test]
    fn long_lines_end_between_words_and_go_on_further_in() {
        let text = "short\n  market: Tugboat, Apprentice, Lamp Room\n> ";
        assert_eq!(wrapped(text, 24), "short\n  market: Tugboat,\n      Apprentice, Lamp\n      Room\n> ");
        assert_eq!(wrapped(text, 80), text);
        assert_eq!(wrapped("averyveryverylongword and more", 12), "averyveryverylongword\n    and more");
    }

    #[test]
    fn options_keep_their_numbers_when_filtered() {
        let labels = ["a", "b", "c"].map(|label| OptionView {
            label: label.into(),
            printed: None,
            passes: false,
            times: 2,
            weight: 2,
            component: None,
        });
        assert_eq!(options(&labels, Some(&[2])), "  3  c (×2)\n");
    }
}

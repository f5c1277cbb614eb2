//! The texts of `play`: decisions, results, help. Pure: data → text.

use cardwright::play::{Bounds, Decision, OptionView, Outcome, View};
use cardwright::words::{Language, Phrase};
use comfy_table::{CellAlignment, Table, presets};

use crate::stepper;

/// Longer members of a list may be broken.
const LONGEST_PIECE: usize = 30;

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
        for (at, word) in pieces(line.trim_end(), width).into_iter().enumerate() {
            let length = word.chars().count();
            if at > 0 && used + 1 + length > width && used > inset {
                out.push('\n');
                out.push_str(&" ".repeat(inset));
                used = inset;
            } else if at > 0 {
                out.push(' ');
                used += 1;
            }
            out.push_str(&word);
            used += length;
        }
        if line.ends_with('\n') {
            out.push('\n');
        }
    }
    out
}

/// The pieces of a line that stay whole: the short members of a list, else words, a number with what it counts.
fn pieces(line: &str, width: usize) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    for item in line.split_inclusive(", ") {
        let item = item.strip_suffix(' ').unwrap_or(item);
        if item.chars().count() <= LONGEST_PIECE.min(width / 2) {
            pieces.push(item.to_owned());
            continue;
        }
        let mut counts = false;
        for word in item.split(' ') {
            match pieces.last_mut().filter(|_| counts) {
                Some(last) => *last += &format!(" {word}"),
                None => pieces.push(word.to_owned()),
            }
            counts = word == "x" || !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
        }
    }
    pieces
}

/// What of a table matters to somebody who has seen it before: its head, what has changed or gone, and what is their own.
/// Nothing where that is hardly less than all.
pub fn changed(language: Language, view: &View, before: &View, own: &str) -> Option<String> {
    let mut kept: Vec<String> = Vec::new();
    for (at, (block, was)) in blocks(view).into_iter().zip(blocks(before)).enumerate() {
        let Some(head) = block.first() else { continue };
        let mine = head.strip_prefix(own).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()));
        let matters = |line: &&String| mine || !was.contains(line);
        let below: Vec<&String> = block.iter().skip(1).filter(matters).collect();
        // What changed says nothing without the one whose it is.
        if at == 0 || matters(&head) || !below.is_empty() {
            kept.extend([head].into_iter().chain(below).map(|line| format!("{line}\n")));
        }
    }
    let gone = stepper::changes(language, before, view).into_iter().filter(|change| change.after.is_empty());
    for place in gone.filter(|change| !change.name.starts_with(own)) {
        let words = language.say(Phrase::Headed, &[&place.name, &Phrase::Nothing.text(language)]);
        // Behind the head, before what belongs to seats.
        kept.insert(1.min(kept.len()), format!("  {words}\n"));
    }
    (kept.len() + 1 < view.lines.len()).then(|| kept.concat())
}

/// The lines of a table by whose they are: the table's own, then a block for each who plays.
fn blocks(view: &View) -> Vec<&[String]> {
    view.lines.chunk_by(|_, line| line.starts_with(' ')).collect()
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

/// How a game ended: in a sentence, then in a table where there is more to tell. `you`: those who read it have played.
pub fn outcome(language: Language, outcome: &Outcome, you: bool) -> String {
    let ended = sentence(language, outcome, you);
    let ended = match outcome.reason.as_str() {
        "" => ended,
        reason => language.say(Phrase::Headed, &[&ended, &reason]),
    };
    format!("\n{ended}\n{}", block(&table(language, outcome)))
}

fn sentence(language: Language, outcome: &Outcome, you: bool) -> String {
    if outcome.teams {
        return teams(language, outcome);
    }
    let phrase = match (outcome.won, you, outcome.seats.len() > 1) {
        (None, ..) => Phrase::HasEnded,
        (Some(true), true, false) => Phrase::YouWon,
        (Some(true), true, true) => Phrase::YouWonTogether,
        (Some(false), true, false) => Phrase::YouLost,
        (Some(false), true, true) => Phrase::YouLostTogether,
        (Some(true), false, _) => Phrase::GameWon,
        (Some(false), false, _) => Phrase::GameLost,
    };
    language.say(phrase, &[])
}

/// Which teams are first, each with its seats.
fn teams(language: Language, outcome: &Outcome) -> String {
    let mut first: Vec<usize> = outcome.seats.iter().filter(|seat| seat.rank == 1).map(|seat| seat.team).collect();
    first.sort_unstable();
    first.dedup();
    let named = |team: &usize| {
        let seats = outcome.seats.iter().filter(|seat| seat.team == *team);
        language.say(Phrase::TeamOf, &[team, &seats.map(|seat| seat.name.as_str()).collect::<Vec<_>>().join(", ")])
    };
    let named: Vec<String> = first.iter().map(named).collect();
    let said = match named.as_slice() {
        [] => return language.say(Phrase::HasEnded, &[]),
        [one] => language.say(Phrase::TeamWins, &[one]),
        [others @ .., last] => {
            language.say(Phrase::TeamsShare, &[&language.say(Phrase::And, &[&others.join(", "), last])])
        }
    };
    language.say(Phrase::Headed, &[&language.say(Phrase::HasEnded, &[]), &said])
}

/// A row for each seat, the first first. Where all have won or lost against the game, ranks say nothing.
fn table(language: Language, outcome: &Outcome) -> String {
    let ranked = outcome.won.is_none();
    let mut scores: Vec<&str> = Vec::new();
    for (name, _) in outcome.seats.iter().flat_map(|seat| &seat.scores) {
        if !scores.contains(&name.as_str()) {
            scores.push(name);
        }
    }
    if !ranked && scores.is_empty() {
        return String::new();
    }
    let only = |wanted: bool, cell: String| wanted.then_some(cell);
    let word = |phrase: Phrase| phrase.text(language).to_owned();
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let head = [
        only(ranked, word(Phrase::Rank)),
        only(outcome.teams, word(Phrase::TeamColumn)),
        Some(word(Phrase::SeatColumn)),
    ];
    let head = head.into_iter().chain(scores.iter().map(|name| Some((*name).to_owned())));
    table.set_header(head.chain([only(ranked, word(Phrase::Result))]).flatten());
    let mut seats: Vec<_> = outcome.seats.iter().collect();
    seats.sort_by_key(|seat| (seat.rank, if outcome.teams { seat.team } else { 0 }));
    for seat in seats {
        let head =
            [only(ranked, seat.rank.to_string()), only(outcome.teams, seat.team.to_string()), Some(seat.name.clone())];
        let values = scores.iter().map(|name| {
            let score = seat.scores.iter().find(|(known, _)| known == name);
            Some(score.map_or("-".to_owned(), |(_, value)| value.to_string()))
        });
        table.add_row(head.into_iter().chain(values).chain([only(ranked, language.number(seat.utility))]).flatten());
    }
    let named = usize::from(ranked) + usize::from(outcome.teams);
    for index in (0..=named + scores.len() + 1).filter(|index| *index != named) {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright::play::SeatOutcome;

    #[test]
    fn results_stand_by_rank_with_all_scores() {
        let seat = |name: &str, rank, utility, scores: &[(&str, i64)]| SeatOutcome {
            name: name.into(),
            team: 1,
            rank,
            utility,
            scores: scores.iter().map(|(name, value)| ((*name).into(), *value)).collect(),
        };
        let seats = vec![seat("Ann", 2, -0.5, &[("points", 7)]), seat("Bo", 1, 1.0, &[("points", 12), ("gems", 3)])];
        let ended = Outcome { reason: "the deck is empty".into(), won: None, teams: false, seats };
        let text = outcome(Language::English, &ended, true);
        let words: Vec<Vec<&str>> = text.trim().lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(words.first().map(Vec::len), Some(8), "{text}");
        assert_eq!(words.get(1), Some(&vec!["rank", "seat", "points", "gems", "result"]), "{text}");
        assert_eq!(words.get(2), Some(&vec!["1", "Bo", "12", "3", "+1"]), "{text}");
        assert_eq!(words.get(3), Some(&vec!["2", "Ann", "7", "-", "-0.5"]), "{text}");
        let text = outcome(Language::French, &ended, true);
        assert!(text.contains("La partie est terminée") && text.contains("-0,5"), "{text}");
    }

    fn seat(name: &str, team: usize, rank: u32, utility: f64, points: &[i64]) -> SeatOutcome {
        let scores = points.iter().map(|points| ("points".to_owned(), *points)).collect();
        SeatOutcome { name: name.into(), team, rank, utility, scores }
    }

    #[test]
    fn those_who_play_together_win_and_lose_together() {
        let both = |points: &[i64]| vec![seat("p1", 1, 2, 0.0, points), seat("p2", 1, 2, 0.0, points)];
        let lost = Outcome { reason: "a fourth vortex".into(), won: Some(false), teams: false, seats: both(&[]) };
        assert_eq!(outcome(Language::English, &lost, true), "\nYou have lost together: a fourth vortex\n");
        assert_eq!(outcome(Language::French, &lost, true), "\nVous avez perdu ensemble : a fourth vortex\n");
        assert_eq!(outcome(Language::English, &lost, false), "\nThe game is lost: a fourth vortex\n");
        let won = Outcome { reason: String::new(), won: Some(true), teams: false, seats: both(&[4]) };
        assert_eq!(
            outcome(Language::English, &won, true),
            "\nYou have won together\n seat  points\n p1         4\n p2         4\n"
        );
        let alone = Outcome { seats: vec![seat("p1", 1, 1, 1.0, &[])], ..won };
        assert_eq!(outcome(Language::English, &alone, true), "\nYou have won\n");
    }

    #[test]
    fn teams_are_named_with_their_seats() {
        let seats = vec![
            seat("p1", 1, 2, -0.5, &[3]),
            seat("p2", 2, 1, 0.5, &[9]),
            seat("p3", 1, 2, -0.5, &[4]),
            seat("p4", 2, 1, 0.5, &[1]),
        ];
        let mut ended = Outcome { reason: String::new(), won: None, teams: true, seats };
        let text = outcome(Language::English, &ended, true);
        assert!(
            text.starts_with("\nThe game has ended: team 2 (p2, p4) wins\n rank  team  seat  points  result\n"),
            "{text}"
        );
        assert!(text.contains("\n    1     2  p2         9    +0.5\n    1     2  p4 "), "{text}");
        assert!(outcome(Language::French, &ended, true).contains("équipe 2 (p2, p4) gagne"));
        ended.seats.iter_mut().for_each(|seat| seat.rank = 1);
        let text = outcome(Language::English, &ended, true);
        assert!(text.contains("team 1 (p1, p3) and team 2 (p2, p4) share the first place"), "{text}");
    }

    #[test]
    fn long_lines_end_between_words_and_go_on_further_in() {
        let text = "short\n  market: Tugboat, Apprentice, Lamp Room\n> ";
        assert_eq!(wrapped(text, 24), "short\n  market: Tugboat,\n      Apprentice,\n      Lamp Room\n> ");
        assert_eq!(wrapped(text, 80), text);
        assert_eq!(wrapped("averyveryverylongword and more", 12), "averyveryverylongword\n    and more");
    }

    #[test]
    fn a_line_does_not_end_between_a_number_and_what_it_counts() {
        assert_eq!(
            wrapped("  row: 2 x Owl, 13 x Ox, Yak, 18 cards\n", 21),
            "  row: 2 x Owl,\n      13 x Ox, Yak,\n      18 cards\n"
        );
    }

    #[test]
    fn of_a_table_that_was_seen_what_changed_is_shown_and_ones_own() {
        let view = |lines: &[&str]| View { lines: lines.iter().map(|line| (*line).to_owned()).collect() };
        let before = view(&[
            "Round 1",
            "  deck: 5",
            "  row: Ox",
            "  box: Yak",
            "  bin: Ant",
            "  lost: Elk",
            "p1: 1",
            "  hand: Owl",
            "p11: 3",
        ]);
        let after = view(&[
            "Round 1",
            "  deck: 4",
            "  row: Ox",
            "  box: Yak",
            "  bin: Ant",
            "p1: 1",
            "  hand: Owl",
            "p11: 3",
            "  hand: Owl",
        ]);
        assert_eq!(
            changed(Language::English, &after, &before, "p1").as_deref(),
            Some("Round 1\n  lost: nothing\n  deck: 4\np1: 1\n  hand: Owl\np11: 3\n  hand: Owl\n")
        );
        assert_eq!(changed(Language::English, &after, &view(&["Round 1", "p1: 0", "p11: 0"]), "p1"), None);
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

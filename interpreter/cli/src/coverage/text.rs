//! Coverage as text: a summary, and the scripts with marks.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use cardwright::source::{FileKind, SourceFile};

use super::{Coverage, Item, totals};

/// How much of each item ran, the clauses that did not, and those that cannot.
pub fn summary(game: &str, items: &[Item]) -> String {
    let (ran, all) = totals(items);
    let mut text = format!("{game}: {ran} of {all} clauses ran{}\n", percent(ran, all));
    let width = items.iter().map(|item| heading(item).chars().count()).max().unwrap_or(0).min(48);
    for item in items {
        let (ran, all) = item.counts();
        if all == 0 {
            continue;
        }
        let _ = writeln!(text, "  {:<width$}  {ran} of {all}", heading(item));
        for clause in item.clauses.iter().filter(|clause| !clause.ran && clause.never.is_none()) {
            let _ = writeln!(text, "    {}:{}  {}", item.file, clause.line, clause.text);
        }
    }
    let never: Vec<String> = items
        .iter()
        .flat_map(|item| item.clauses.iter().map(move |clause| (item, clause)))
        .filter_map(|(item, clause)| {
            let why = clause.never.as_ref()?;
            Some(format!("    {}:{}  {} ({why})\n", item.file, clause.line, clause.text))
        })
        .collect();
    if !never.is_empty() {
        let _ = write!(text, "  can never run:\n{}", never.concat());
    }
    text
}

fn heading(item: &Item) -> String {
    format!("{} {}", item.sort, item.name).trim_end().to_owned()
}

pub fn percent(ran: usize, all: usize) -> String {
    (ran * 100).checked_div(all).map_or_else(String::new, |percent| format!(" ({percent} %)"))
}

/// The scripts, each line with a mark: `+` all of it ran, `-` none, `~` a part, `!` it can never run.
pub fn marked(coverage: &Coverage, items: &[Item]) -> String {
    let mut text = String::new();
    for (name, (script, _)) in &coverage.files {
        let file = SourceFile::new(name.as_str(), script.as_str(), FileKind::Script, None);
        let mut marks: BTreeMap<u32, (bool, bool, bool)> = BTreeMap::new();
        for clause in items.iter().filter(|item| item.file == *name).flat_map(|item| &item.clauses) {
            let last = if clause.never.is_some() { clause.line } else { file.line_column(clause.end).line };
            for line in clause.line..=last {
                let (ran, not, never) = marks.entry(line).or_default();
                *ran |= clause.ran;
                *not |= !clause.ran && clause.never.is_none();
                *never |= clause.never.is_some() && !clause.ran;
            }
        }
        let _ = writeln!(text, "{name}");
        for (at, line) in (1..).zip(script.lines()) {
            let mark = match marks.get(&at) {
                None => ' ',
                Some((true, false, false)) => '+',
                Some((false, true, _)) => '-',
                Some((false, false, true)) => '!',
                Some(_) => '~',
            };
            let _ = writeln!(text, "{}", format!("{mark} {line}").trim_end());
        }
        text.push('\n');
    }
    text
}

//! What becomes of new, different and orphaned snapshots: kept for later, accepted, or looked at one at a time.

use cardwright_cli::snapshot::without_line_number;
use similar::{ChangeTag, TextDiff};
use std::io::{self, BufRead, Write};

use super::GameTest;
use super::snapshots::{Standing, Stored};
use crate::failure::Failure;

/// What was done with them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reviewed {
    pub accepted: usize,
    pub rejected: usize,
}

fn all(games: &mut [GameTest]) -> impl Iterator<Item = &mut Stored> {
    games.iter_mut().flat_map(|game| {
        let own = game.groups.iter_mut().flat_map(|group| &mut group.outcomes).filter_map(|o| o.snapshot.as_mut());
        own.chain(&mut game.orphans)
    })
}

fn open(games: &mut [GameTest]) -> impl Iterator<Item = &mut Stored> {
    all(games).filter(|stored| stored.standing != Standing::Same)
}

/// New texts lie beside the stored ones, where `--review` and `cargo insta review` find them; stale ones go.
pub(crate) fn keep_for_later(games: &[GameTest]) -> Result<Reviewed, Failure> {
    for game in games {
        for stored in game.groups.iter().flat_map(|group| &group.outcomes).filter_map(|o| o.snapshot.as_ref()) {
            match stored.standing {
                Standing::Same if stored.writable => stored.forget()?,
                Standing::New | Standing::Different => stored.keep()?,
                Standing::Same | Standing::Orphan => {}
            }
        }
    }
    Ok(Reviewed::default())
}

/// Writes those that differ, and no others: where only lines have moved, a stored text stays as it was read.
pub(crate) fn accept_all(games: &mut [GameTest]) -> Result<Reviewed, Failure> {
    let mut reviewed = Reviewed::default();
    for stored in all(games).filter(|stored| stored.standing == Standing::Same && stored.writable) {
        stored.forget()?;
    }
    for stored in open(games).filter(|stored| stored.writable) {
        stored.accept()?;
        reviewed.accepted += 1;
    }
    Ok(reviewed)
}

/// Shows old against new and asks; answers are lines, so that a pipe can give them, too.
pub(crate) fn one_at_a_time(games: &mut [GameTest]) -> Result<Reviewed, Failure> {
    let mut reviewed = Reviewed::default();
    let all: Vec<&mut Stored> = open(games).filter(|stored| stored.writable).collect();
    let count = all.len();
    let mut input = io::stdin().lock();
    let mut out = crate::out::text();
    let mut ended = false;
    for (index, stored) in all.into_iter().enumerate() {
        if !ended {
            writeln!(out, "{}", shown(stored, index + 1, count))?;
        }
        let answer = if ended { 's' } else { ask(&mut input, &mut out, stored.standing)? };
        match answer {
            'a' => {
                stored.accept()?;
                reviewed.accepted += 1;
            }
            'r' => {
                stored.forget()?;
                reviewed.rejected += 1;
            }
            other => {
                ended |= other == 'q';
                if stored.standing != Standing::Orphan {
                    stored.keep()?;
                }
            }
        }
    }
    Ok(reviewed)
}

fn ask(input: &mut impl BufRead, out: &mut impl Write, standing: Standing) -> Result<char, Failure> {
    let what = if standing == Standing::Orphan {
        "[a] remove  [s] skip  [q] quit"
    } else {
        "[a] accept  [r] reject  [s] skip  [q] quit"
    };
    loop {
        write!(out, "{what}: ")?;
        out.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            writeln!(out)?;
            return Ok('q');
        }
        match line.trim().to_lowercase().chars().next() {
            Some('r') if standing == Standing::Orphan => {}
            Some(key @ ('a' | 'r' | 's' | 'q')) => return Ok(key),
            _ => {}
        }
    }
}

fn shown(stored: &Stored, number: usize, count: usize) -> String {
    let what = match stored.standing {
        Standing::New => "new",
        Standing::Different => "different",
        Standing::Orphan => "of no scenario",
        Standing::Same => "the same",
    };
    let mut text = format!("\n{number} of {count} · {what} · {}\n", stored.shown());
    if !stored.title.is_empty() {
        text += &format!("\"{}\"\n", stored.title);
    }
    text + "\n" + &difference(&stored.old, cardwright_cli::snapshot::body(&stored.new))
}

/// Lines of both texts: ` ` in both, `-` only in the old one, `+` only in the new one.
pub(crate) fn difference<'t>(old: &'t str, new: &'t str) -> String {
    // By lines without their ends, so that a last line without one is no other line, and without the numbers of source lines.
    let (old, new): (Vec<&'t str>, Vec<&'t str>) = (old.lines().collect(), new.lines().collect());
    let bare = |lines: &[&'t str]| -> Vec<&'t str> { lines.iter().map(|line| without_line_number(line)).collect() };
    let (old_keys, new_keys) = (bare(&old), bare(&new));
    let diff = TextDiff::from_slices(&old_keys, &new_keys);
    let line = |change: similar::Change<&str>| {
        let of =
            |lines: &[&str], at: Option<usize>| at.and_then(|at| lines.get(at)).copied().unwrap_or_default().to_owned();
        let (mark, text) = match change.tag() {
            ChangeTag::Equal => (' ', of(&new, change.new_index())),
            ChangeTag::Delete => ('-', of(&old, change.old_index())),
            ChangeTag::Insert => ('+', of(&new, change.new_index())),
        };
        format!("{mark} {text}\n")
    };
    diff.iter_all_changes().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn a_difference_shows_what_went_and_what_came() {
        assert_eq!(difference("a\nb\nc", "a\nx\nc\nd"), "  a\n- b\n+ x\n  c\n+ d\n");
        assert_eq!(difference("", "a"), "+ a\n");
        assert_eq!(difference("a", ""), "- a\n");
        // Numbers of source lines that have moved are none.
        assert_eq!(
            difference("a  [x.card:1]\nb  [x.card:2]", "a  [x.card:4]\nc"),
            "  a  [x.card:4]\n- b  [x.card:2]\n+ c\n"
        );
    }
}

//! Entries as a tree of lines.

use super::Entry;
use crate::play::Viewer;
use crate::program::Program;
use crate::source::SourceFile;

/// The name of a file without its folders; where another script has the same, with as many of them as tell it apart.
fn short_name<'p>(program: &'p Program, file: &'p SourceFile) -> &'p str {
    let others = || program.sources.iter().map(|(_, other)| other).filter(|other| other.kind == file.kind);
    let ends: Vec<usize> = file.name.rmatch_indices('/').map(|(at, _)| at + 1).chain([0]).collect();
    let tail = |start: &usize| file.name.get(*start..).unwrap_or(&file.name);
    let alone = |tail: &str| {
        let same = |other: &SourceFile| {
            other.name.strip_suffix(tail).is_some_and(|before| before.is_empty() || before.ends_with('/'))
        };
        others().filter(|other| same(other)).count() <= 1
    };
    ends.iter().map(tail).find(|tail| alone(tail)).unwrap_or(&file.name)
}

/// One line of the tree of effects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TreeLine {
    /// How many lines stand above it, one below the other.
    pub level: usize,
    pub text: String,
    /// File and line of its script, where the viewer may know it.
    pub place: Option<String>,
    /// The first entry that it stands for.
    pub entry: usize,
}

/// Entries as the lines of a tree; equal neighbours as one.
pub(crate) fn tree_lines(program: &Program, entries: &[Entry], viewer: Viewer) -> Vec<TreeLine> {
    let mut lines = Vec::new();
    // The depths of the lines above: each line stands one step below the nearest that is less deep.
    let mut above: Vec<u16> = Vec::new();
    let mut told = entries.iter().enumerate().filter(|(_, e)| !e.text(viewer).is_empty()).peekable();
    while let Some((at, entry)) = told.next() {
        let same = |(_, e): &(usize, &Entry)| {
            e.depth == entry.depth && e.span == entry.span && e.text(viewer) == entry.text(viewer)
        };
        let mut times = 1;
        while told.next_if(same).is_some() {
            times += 1;
        }
        while above.last().is_some_and(|d| *d >= entry.depth) {
            above.pop();
        }
        let words = entry.text(viewer);
        let text = if times > 1 { format!("{times} × {words}") } else { words.to_owned() };
        let file = program.sources.get(entry.span.file).filter(|_| entry.span.end > 0 && entry.shows_line(viewer));
        let place = file.map(|f| format!("{}:{}", short_name(program, f), f.line_column(entry.span.start).line));
        lines.push(TreeLine { level: above.len(), text, place, entry: at });
        above.push(entry.depth);
    }
    lines
}

/// The entries of an answer, which begin at `from`, as an indented tree. What a card does that is still under way stands once
/// more above what goes on with it.
pub fn tree_from(program: &Program, entries: &[Entry], from: usize, viewer: Viewer) -> String {
    let (before, own) = entries.split_at(from.min(entries.len()));
    let mut depth = own.iter().find(|e| !e.text(viewer).is_empty()).map_or(0, |first| first.depth);
    let mut under_way = Vec::new();
    for entry in before.iter().rev() {
        if depth == 0 {
            break;
        }
        if entry.depth < depth && !entry.text(viewer).is_empty() {
            depth = entry.depth;
            under_way.extend(entry.head.then(|| entry.going_on()));
        }
    }
    let all: Vec<Entry> = under_way.into_iter().rev().chain(own.iter().cloned()).collect();
    tree_text(program, &all, viewer)
}

/// Entries as an indented tree, each with the line of its script; equal neighbours as one.
pub fn tree_text(program: &Program, entries: &[Entry], viewer: Viewer) -> String {
    let line = |line: TreeLine| {
        let place = line.place.map_or_else(String::new, |place| format!("  [{place}]"));
        format!("{}{}{place}\n", "  ".repeat(line.level), line.text)
    };
    tree_lines(program, entries, viewer).into_iter().map(line).collect()
}

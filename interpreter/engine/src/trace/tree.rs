//! Entries as a tree of lines.

use super::Entry;
use crate::play::Viewer;
use crate::program::Program;
use crate::source::SourceFile;

/// The name of a file without its folders, where no other file has the same.
fn short_name<'p>(program: &'p Program, file: &'p SourceFile) -> &'p str {
    let last = |file: &'p SourceFile| file.name.rsplit('/').next().unwrap_or(&file.name);
    let short = last(file);
    if program.sources.iter().filter(|(_, other)| last(other) == short).count() > 1 { &file.name } else { short }
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

/// Entries as an indented tree, each with the line of its script; equal neighbours as one.
pub fn tree_text(program: &Program, entries: &[Entry], viewer: Viewer) -> String {
    let line = |line: TreeLine| {
        let place = line.place.map_or_else(String::new, |place| format!("  [{place}]"));
        format!("{}{}{place}\n", "  ".repeat(line.level), line.text)
    };
    tree_lines(program, entries, viewer).into_iter().map(line).collect()
}

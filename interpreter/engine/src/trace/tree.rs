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

/// Entries as an indented tree, each with the line of its script; equal neighbours as one.
pub fn tree_text(program: &Program, entries: &[Entry], viewer: Viewer) -> String {
    let mut text = String::new();
    // The depths of the lines above: each line stands one step below the nearest that is less deep.
    let mut above: Vec<u16> = Vec::new();
    let mut told = entries.iter().filter(|e| !e.text(viewer).is_empty()).peekable();
    while let Some(entry) = told.next() {
        let same = |e: &&Entry| e.depth == entry.depth && e.span == entry.span && e.text(viewer) == entry.text(viewer);
        let mut times = 1;
        while told.next_if(same).is_some() {
            times += 1;
        }
        while above.last().is_some_and(|d| *d >= entry.depth) {
            above.pop();
        }
        text.push_str(&"  ".repeat(above.len()));
        above.push(entry.depth);
        if times > 1 {
            text.push_str(&format!("{times} × "));
        }
        text.push_str(entry.text(viewer));
        if let Some(file) = program.sources.get(entry.span.file)
            && entry.span.end > 0
            && entry.shows_line(viewer)
        {
            let line = file.line_column(entry.span.start).line;
            text.push_str(&format!("  [{}:{line}]", short_name(program, file)));
        }
        text.push('\n');
    }
    text
}

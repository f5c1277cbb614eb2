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

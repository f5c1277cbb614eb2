//! Writes lines: what fits and was not broken by its author stands on one line, everything else is broken at its braces.

use super::WIDTH;
use super::outline::EntryKind;
use super::table;
use super::tree::{Block, Entry, Gap, Part, Piece, Tree};

/// How much deeper what stands in braces is.
const INDENT: usize = 2;

/// How much deeper a statement goes on that does not fit on its line.
const CONTINUED: usize = 4;

/// The whole file.
pub(super) fn write(tree: &Tree<'_>) -> String {
    let mut writer = Writer::default();
    let columns = table::line_up(&tree.items);
    for (item, lined_up) in tree.items.iter().zip(columns) {
        writer.between(&item.gap, 0);
        if !writer.out.is_empty() {
            writer.next_line(0, item.gap.blank);
        }
        match lined_up {
            Some(line) => writer.word(&line),
            None => writer.entry(item, 0),
        }
    }
    writer.between(&tree.end, 0);
    if !writer.out.is_empty() {
        writer.out.push('\n');
    }
    writer.out
}

#[derive(Default)]
struct Writer {
    out: String,
    /// Characters on the line that is being written.
    column: usize,
}

impl Writer {
    fn word(&mut self, text: &str) {
        self.out.push_str(text);
        self.column += width(text);
    }

    fn next_line(&mut self, indent: usize, blank: bool) {
        if blank {
            self.out.push('\n');
        }
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n(' ', indent));
        self.column = indent;
    }

    /// Comments of a gap; what follows them begins a new line.
    fn between(&mut self, gap: &Gap<'_>, indent: usize) {
        if let Some(comment) = gap.trailing {
            self.word("  ");
            self.word(comment);
        }
        for comment in &gap.own {
            if !self.out.is_empty() {
                let opened = self.out.ends_with('{');
                self.next_line(indent, comment.blank && !opened);
            }
            self.word(comment.text);
        }
    }

    fn fits(&self, text: &str) -> bool {
        self.column + width(text) <= WIDTH
    }

    fn entry(&mut self, entry: &Entry<'_>, indent: usize) {
        match &entry.flat {
            Some(line) if self.fits(line) => self.word(line),
            _ => self.broken(entry, indent),
        }
    }

    /// An entry over several lines: its blocks are broken, all of them, and its words where they do not fit.
    fn broken(&mut self, entry: &Entry<'_>, indent: usize) {
        let mut said_apart = false;
        for (at, part) in entry.parts.iter().enumerate() {
            match part {
                Part::Words(words) => {
                    let block_follows = entry.parts.get(at + 1).is_some();
                    said_apart = self.words(words, indent, at > 0, block_follows);
                }
                Part::Block(block) => {
                    self.between(&block.open, indent);
                    if said_apart || block.open.has_comments() {
                        self.next_line(indent, false);
                        match block.flat() {
                            Some(line) if self.fits(&line) => self.word(&line),
                            _ => self.block(block, indent),
                        }
                    } else {
                        self.word(" ");
                        self.block(block, indent);
                    }
                    said_apart = false;
                }
            }
        }
    }

    /// A block with its braces on different lines.
    fn block(&mut self, block: &Block<'_>, indent: usize) {
        self.word("{");
        let inner = indent + INDENT;
        let mut first = true;
        for line in lines_of(block, inner) {
            let Some(head) = line.first() else { continue };
            self.between(&head.gap, inner);
            self.next_line(inner, head.gap.blank && !(first && head.gap.own.is_empty()));
            first = false;
            self.entry(head, inner);
            for entry in line.iter().skip(1) {
                self.word(entry.separator());
                self.entry(entry, inner);
            }
        }
        if block.entries.is_empty() && !block.close.has_comments() {
            self.word(" }");
            return;
        }
        self.between(&block.close, inner);
        self.next_line(indent, false);
        self.word("}");
    }

    /// Words without braces. Gives whether the texts of a `says` stand on lines of their own.
    fn words(&mut self, words: &[Piece<'_>], indent: usize, after_block: bool, block_follows: bool) -> bool {
        let reserve = if block_follows { 2 } else { 0 };
        let says_apart = self.says_apart(words, after_block, reserve);
        let mut rest = words;
        let mut said_column = indent + CONTINUED;
        let mut first = true;
        while let Some(word) = rest.first() {
            if first {
                if after_block {
                    self.after_block(word, indent);
                }
            } else if word.gap.has_comments() {
                self.between(&word.gap, indent + CONTINUED);
                self.next_line(indent + CONTINUED, false);
            } else if says_apart && word.later_said {
                self.next_line(said_column, false);
            }
            first = false;
            // Up to where a line must end: a comment, or the next text of a `says`.
            let ends = |next: &Piece<'_>| next.gap.has_comments() || says_apart && next.later_said;
            let length = rest.iter().skip(1).position(ends).map_or(rest.len(), |at| at + 1);
            let (run, later) = rest.split_at(length);
            let last = later.is_empty();
            self.run(run, indent + CONTINUED, if last { reserve } else { 0 });
            if let Some(said) = run.iter().position(|piece| piece.text == "says") {
                let behind: usize = run.iter().skip(said + 1).map(|piece| width(piece.text) + 1).sum();
                said_column = (self.column + 1).saturating_sub(behind);
            }
            rest = later;
        }
        says_apart
    }

    /// `else` and `then` follow the brace on its line, unless a comment stands between.
    fn after_block(&mut self, word: &Piece<'_>, indent: usize) {
        if word.gap.has_comments() {
            self.between(&word.gap, indent);
            self.next_line(indent, false);
        } else {
            self.word(" ");
        }
    }

    fn says_apart(&self, words: &[Piece<'_>], after_block: bool, reserve: usize) -> bool {
        let mut later = words.iter().filter(|word| word.later_said).peekable();
        if later.peek().is_none() {
            return false;
        }
        let lead = usize::from(after_block);
        later.any(|word| word.gap.newline) || self.column + lead + width(&joined(words)) + reserve > WIDTH
    }

    /// Words that no comment parts: on one line if they fit, else broken where it costs least.
    fn run(&mut self, run: &[Piece<'_>], continued: usize, reserve: usize) {
        let mut rest = run;
        loop {
            let line = joined(rest);
            if self.column + width(&line) + reserve <= WIDTH {
                return self.word(&line);
            }
            let Some(at) = self.best_break(rest) else { return self.word(&line) };
            let (now, later) = rest.split_at(at);
            self.word(&joined(now));
            self.next_line(continued, false);
            rest = later;
        }
    }

    /// The cheapest break whose line fits, the latest of them; if none fits, the first there is.
    fn best_break(&self, words: &[Piece<'_>]) -> Option<usize> {
        let mut column = self.column;
        let mut best: Option<(u32, usize)> = None;
        for (at, word) in words.iter().enumerate() {
            if let Some(cost) = word.break_cost.filter(|_| at > 0) {
                if column > WIDTH && best.is_some() {
                    break;
                }
                if best.is_none_or(|(cheapest, _)| cost <= cheapest) {
                    best = Some((cost, at));
                }
            }
            column += usize::from(at > 0 && word.spaced) + width(word.text);
        }
        best.map(|(_, at)| at)
    }
}

/// Words on one line.
fn joined(words: &[Piece<'_>]) -> String {
    let mut line = String::new();
    for (at, word) in words.iter().enumerate() {
        if at > 0 && word.spaced {
            line.push(' ');
        }
        line.push_str(word.text);
    }
    line
}

/// The entries of a broken block, by lines. What the author wrote on one line stays together where it fits; of a block
/// that was written on one line only attributes do.
fn lines_of<'b, 't>(block: &'b Block<'t>, indent: usize) -> Vec<&'b [Entry<'t>]> {
    let was_broken = block.was_broken();
    let mut lines = Vec::new();
    let parted = |_: &Entry<'_>, next: &Entry<'_>| !next.gap.newline;
    for group in block.entries.chunk_by(parted) {
        if was_broken && fits(group, indent) {
            lines.push(group);
            continue;
        }
        let attributes =
            |a: &Entry<'_>, b: &Entry<'_>| a.kind == EntryKind::Attribute && b.kind == EntryKind::Attribute;
        for part in group.chunk_by(attributes) {
            fill(part, indent, &mut lines);
        }
    }
    lines
}

/// As many on each line as fit.
fn fill<'b, 't>(mut part: &'b [Entry<'t>], indent: usize, lines: &mut Vec<&'b [Entry<'t>]>) {
    while !part.is_empty() {
        let length = (2..=part.len()).rev().find(|&length| part.get(..length).is_some_and(|some| fits(some, indent)));
        let (now, later) = part.split_at(length.unwrap_or(1));
        lines.push(now);
        part = later;
    }
}

fn fits(entries: &[Entry<'_>], indent: usize) -> bool {
    let mut column = indent;
    for (at, entry) in entries.iter().enumerate() {
        let Some(flat) = &entry.flat else { return false };
        column += width(flat) + if at > 0 { entry.separator().len() } else { 0 };
    }
    column <= WIDTH
}

pub(super) fn width(text: &str) -> usize {
    text.chars().count()
}

//! The bound of a trace: of one answer that leads to very much, the first and the newest lines are kept.

use super::{Digest, Entry, Trace};
use crate::source::Span;
use crate::words::{Language, Phrase};

/// Lines of one answer that are kept from its beginning.
const FIRST: usize = 4000;
/// Lines that are kept before its end, at least; twice as many before some are left out.
const NEWEST: usize = 2000;

/// Where lines of the running answer were left out, and how many each would have seen: all, each seat, spectators.
#[derive(Clone, Debug, Default)]
pub(super) struct LeftOut {
    /// The number of lines before the answer.
    begun: usize,
    all: u64,
    seen: Vec<u64>,
}

impl Trace {
    /// What comes now follows from a new answer.
    pub(crate) fn begin_answer(&mut self) {
        self.left_out = LeftOut { begun: self.entries.len(), ..LeftOut::default() };
        self.meaning = Digest::default();
    }

    /// The last line of the running answer.
    pub(super) fn newest(&self) -> Option<&Entry> {
        self.entries.get(self.left_out.begun..).and_then(<[Entry]>::last)
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.begin_answer();
    }

    /// Adds a line; where the answer has too many, those in its middle give way to one that counts them.
    pub(super) fn add(&mut self, entry: Entry) {
        self.entries.push(entry);
        let from = self.left_out.begun + FIRST;
        let to = self.entries.len().saturating_sub(NEWEST);
        if to < from + NEWEST {
            return;
        }
        // The line that counts those left out before is not one of them.
        let counted = from + usize::from(self.left_out.all > 0);
        let Some(gone) = self.entries.get(counted..to) else { return };
        let viewers = gone.iter().map(|e| e.seen.len()).max().unwrap_or(0).max(self.left_out.seen.len());
        self.left_out.seen.resize(viewers, 0);
        for entry in gone {
            self.left_out.all += 1;
            for (viewer, count) in self.left_out.seen.iter_mut().enumerate() {
                *count += u64::from(!entry.seen.get(viewer).unwrap_or(&entry.text).is_empty());
            }
        }
        // Nobody is told what stands before lines of a `together` that is still open: this line must not part them.
        let together = gone.last().is_some_and(|e| e.together);
        let depth = self.entries.get(to).map_or(0, |e| e.depth);
        let words = |lines: u64| words(self.language, lines);
        let (text, seen) = (words(self.left_out.all), self.left_out.seen.iter().map(|n| words(*n)).collect());
        let line = Entry { depth, span: Span::default(), together, text, seen, lines: 0, news: true, head: false };
        self.entries.splice(from..to, std::iter::once(line));
    }
}

fn words(language: Language, lines: u64) -> String {
    match lines {
        0 => String::new(),
        1 => language.say(Phrase::OneLineLeftOut, &[]),
        _ => language.say(Phrase::LinesLeftOut, &[&lines]),
    }
}

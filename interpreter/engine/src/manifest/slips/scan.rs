//! Quotes and brackets of a manifest that do not match. Each slip is told where it begins; reading then goes on at the
//! next line, or at the next heading, so that every slip is found and none twice.

use std::ops::Range;

/// One slip, with what to write.
pub(super) struct Slip {
    pub at: Range<usize>,
    pub message: String,
    pub help: String,
    pub other: Option<(Range<usize>, String)>,
}

/// All slips of a text, in order.
pub(super) fn slips(text: &str) -> Vec<Slip> {
    let mut scan = Scan { text, open: Vec::new(), slips: Vec::new() };
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        at += scan.step(at, rest);
    }
    scan.unclosed(text.len());
    scan.slips.sort_by_key(|slip| slip.at.start);
    scan.slips
}

struct Scan<'t> {
    text: &'t str,
    open: Vec<(usize, char)>,
    slips: Vec<Slip>,
}

impl Scan<'_> {
    /// Reads what begins here, and says how long it is.
    fn step(&mut self, at: usize, rest: &str) -> usize {
        let Some(c) = rest.chars().next() else { return 1 };
        let starts_line = at == 0 || self.text.get(..at).is_some_and(|before| before.ends_with('\n'));
        if starts_line && !self.open.is_empty() && is_heading(rest) {
            self.unclosed(at);
        }
        match c {
            '#' => return line_length(rest),
            '[' | '{' => self.open.push((at, c)),
            ']' | '}' => return self.close(at, rest, c),
            '"' | '\'' => return self.quoted(at, rest, c),
            '“' | '”' | '„' | '«' | '»' | '‘' | '’' => return self.curly(at, rest, c),
            _ => {}
        }
        c.len_utf8()
    }

    fn close(&mut self, at: usize, rest: &str, c: char) -> usize {
        match self.open.last().copied() {
            Some((_, opened)) if closing(opened) == c => {
                self.open.pop();
            }
            Some((opened_at, opened)) => {
                let what = if opened == '[' { "list" } else { "table" };
                self.slips.push(Slip {
                    at: at..at + 1,
                    message: format!("a {what} that begins with `{opened}` does not end with `{c}`"),
                    help: format!("write `{}`", closing(opened)),
                    other: Some((opened_at..opened_at + 1, "opened here".to_owned())),
                });
                self.open.clear();
                return line_length(rest);
            }
            // `zone]` is a heading without its beginning, and told as such where the line is looked at.
            None if self.line_before(at).contains('=') => {
                self.slips.push(Slip {
                    at: at..at + 1,
                    message: format!("this `{c}` closes nothing"),
                    help: "remove it, or write the missing opening bracket before it".to_owned(),
                    other: None,
                });
                return line_length(rest);
            }
            None => {}
        }
        1
    }

    fn quoted(&mut self, at: usize, rest: &str, quote: char) -> usize {
        if let Some(length) = quoted_length(rest, quote) {
            return length;
        }
        // `["act, "tidy"]`: the text that is followed by a letter ended too early, and the last quote begins nothing.
        let start = at - self.line_before(at).len();
        let early = self.ended_early(start, at);
        let end = at + rest.find(['\n', '\r']).unwrap_or(rest.len());
        let before = self.line_before(at);
        let word = before.len() - before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_').len();
        self.slips.push(match early {
            // `id = toy"`
            None if word > 0 => Slip {
                at: at - word..at + 1,
                message: "the quote before this text is missing".to_owned(),
                help: format!("write {quote}{}{quote}", self.text.get(at - word..at).unwrap_or_default()),
                other: None,
            },
            Some(text) => Slip {
                at: text,
                message: "a quote is missing: this text ends where another should begin".to_owned(),
                help: "every text stands in quotes of its own: [\"one\", \"two\"]".to_owned(),
                other: None,
            },
            None => Slip {
                at: at..end,
                message: "this text is not closed on its line".to_owned(),
                help: format!("end it with a quote: {quote}text{quote}"),
                other: None,
            },
        });
        // The brackets of its line are its wake.
        self.open.retain(|(opened, _)| *opened < start);
        line_length(rest)
    }

    /// The first text of a line that a letter follows at once.
    fn ended_early(&self, start: usize, end: usize) -> Option<Range<usize>> {
        let mut at = start;
        while let Some(rest) = self.text.get(at..end).filter(|rest| !rest.is_empty()) {
            let c = rest.chars().next()?;
            if !matches!(c, '"' | '\'') {
                at += c.len_utf8();
                continue;
            }
            let length = quoted_length(self.text.get(at..)?, c)?;
            if self.text.get(at + length..)?.starts_with(|c: char| c.is_alphanumeric()) {
                return Some(at..at + length);
            }
            at += length;
        }
        None
    }

    fn curly(&mut self, at: usize, rest: &str, c: char) -> usize {
        self.slips.push(Slip {
            at: at..at + c.len_utf8(),
            message: format!("`{c}` is not the quote that manifests use"),
            help: "write the straight quote on both sides: \"text\"".to_owned(),
            other: None,
        });
        let start = at - self.line_before(at).len();
        self.open.retain(|(opened, _)| *opened < start);
        line_length(rest)
    }

    /// Brackets that are open where nothing can close them any more: the outermost is the one that was forgotten.
    fn unclosed(&mut self, before: usize) {
        let open = std::mem::take(&mut self.open);
        let Some((at, bracket)) = open.first().copied() else { return };
        let heading = bracket == '[' && self.line_before(at).trim().trim_start_matches('[').is_empty();
        let what = match bracket {
            '[' if heading => "heading",
            '[' => "list",
            _ => "table",
        };
        let next = self.text.get(before..).map_or(0, line_length);
        self.slips.push(Slip {
            at: at..at + 1,
            message: format!("this {what} is never closed"),
            help: format!("end it with `{}`", closing(bracket)),
            other: (next > 0 && !heading)
                .then(|| (before..before + next, "it should have ended before this heading".to_owned())),
        });
    }

    /// What stands before a place on its line.
    fn line_before(&self, at: usize) -> &str {
        let before = self.text.get(..at).unwrap_or_default();
        before.rfind('\n').and_then(|end| before.get(end + 1..)).unwrap_or(before)
    }
}

fn closing(bracket: char) -> char {
    if bracket == '[' { ']' } else { '}' }
}

/// The length of the line that begins here, without its end.
fn line_length(rest: &str) -> usize {
    rest.find('\n').map_or(rest.len(), |end| rest.get(..end).map_or(end, |line| line.trim_end().len())).max(1)
}

/// `[zone]` or `[kind.creature]` alone on a line: no list looks like that.
fn is_heading(rest: &str) -> bool {
    let line = rest.lines().next().unwrap_or_default();
    let line = line.split('#').next().unwrap_or_default().trim_end();
    let inner = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
    inner.is_some_and(|inner| {
        let inner = inner.trim_start_matches('[').trim_end_matches(']');
        inner.starts_with(|c: char| c.is_ascii_alphabetic())
            && inner.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-' | '"'))
    })
}

/// The length of the quoted text that `rest` begins with, if it is closed.
fn quoted_length(rest: &str, quote: char) -> Option<usize> {
    let triple: String = [quote; 3].iter().collect();
    if let Some(body) = rest.strip_prefix(&triple) {
        return body.find(&triple).map(|at| at + 6);
    }
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => return None,
            _ if escaped => escaped = false,
            '\\' if quote == '"' => escaped = true,
            _ if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

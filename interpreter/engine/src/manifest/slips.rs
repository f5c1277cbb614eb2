//! What the TOML library complains about → what an author reads. One slip gives one message, not its whole wake.
//!
//! A quote or bracket that is not closed confuses the library for the rest of the file, so quotes and brackets are
//! looked at first (`scan`); then the line of each complaint, for what people often write (`lines`).

use std::ops::Range;

use toml::de::Error;

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::source::{FileId, Span};

mod lines;
mod scan;

const VALUES: &str = "write a value: a number, true, false, \"text\", [list] or { table }";

/// What the TOML library says → what we say, and what to write. Fragments are looked for in this order.
const PHRASES: &[(&str, &str, &str)] = &[
    ("string values must be quoted", "a text must stand in quotes", "write it as \"text\""),
    ("missing value", "nothing stands after the `=`", VALUES),
    ("key with no value", "this name has no value", "write `name = value`, or `[name]` to begin a table"),
    ("missing comma between array", "a comma is missing between two elements of the list", "write [\"one\", \"two\"]"),
    ("missing comma between key", "a comma is missing between two entries of the table", "write { a = 1, b = 2 }"),
    ("extra comma", "there is a comma too many", "remove it"),
    ("unclosed array table", "the heading is not closed", "end it with `]]`"),
    ("unclosed table", "the heading is not closed", "end it with `]`"),
    ("unclosed array", "the list is not closed", "end it with `]`"),
    ("unclosed inline table", "the table is not closed", "end it with `}`"),
    ("missing assignment", "an `=` is missing between the name and its value", "write `name = value`"),
    ("extra assignment", "there is an `=` too many", "write `name = value` once; `==` is not used in manifests"),
    ("extra `=`", "there is an `=` too many", "write `name = value` once; `==` is not used in manifests"),
    ("invalid unquoted key", "this cannot be a name", "names are written with small letters, digits and `_`"),
    ("unquoted keys cannot be empty", "a name is missing here", "write `name = value`"),
    ("unexpected leading zero", "a number does not begin with 0", "write 7 instead of 07"),
    ("escape", "this backslash means nothing in a text", "write `\\\\` for a backslash, or put the text in '…'"),
    (
        "unexpected key or value",
        "nothing can stand here any more: the line has its value already",
        "begin a new line, or put `#` before it if it is a remark",
    ),
    (
        "cannot extend value of type",
        "this table was already written in full elsewhere",
        "put the entries together in one place",
    ),
    ("recursion", "the tables are nested too deeply", "use fewer levels of [ ] and { }"),
];

/// Reports what is wrong with a text: at most one finding for each line, and nothing that is only the wake of a quote
/// or bracket that is not closed.
pub fn report(file: FileId, text: &str, errors: &[Error], findings: &mut Findings) {
    let slips = scan::slips(text);
    let first = slips.first().map_or(usize::MAX, |slip| line_start(text, slip.at.start));
    let mut kept: Vec<(usize, &Error)> = Vec::new();
    for error in errors.iter().filter(|error| range(text, error).start < first) {
        let line = line_start(text, range(text, error).start);
        match kept.iter_mut().find(|(other, _)| *other == line) {
            // That something is not closed is often only the wake of the real slip.
            Some((_, other)) if other.message().contains("unclosed") => *other = error,
            Some(_) => {}
            None => kept.push((line, error)),
        }
    }
    drop_inside_twice_written(text, &mut kept);
    for (_, error) in kept {
        findings.push(diagnostic(file, text, error));
    }
    for slip in slips {
        let span = Span::new(file, slip.at.start, slip.at.end);
        let mut finding = Diagnostic::new(Code::TomlSyntax, span, slip.message).help(slip.help);
        if let Some((other, words)) = slip.other {
            finding = finding.other(Span::new(file, other.start, other.end), words);
        }
        findings.push(finding);
    }
}

fn range(text: &str, error: &Error) -> Range<usize> {
    error.span().unwrap_or(text.len()..text.len())
}

/// Where the line of a place begins.
fn line_start(text: &str, at: usize) -> usize {
    text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1)
}

/// Under a heading that is written twice, the lines are written twice, too.
fn drop_inside_twice_written(text: &str, kept: &mut Vec<(usize, &Error)>) {
    let mut below: Option<usize> = None;
    kept.retain(|(line, error)| {
        let twice = error.message().contains("duplicate key");
        let same_table = |from: usize| !text.get(from..*line).unwrap_or_default().contains("\n[");
        if twice && below.is_some_and(same_table) {
            return false;
        }
        if twice && text.get(*line..).is_some_and(|rest| rest.trim_start().starts_with('[')) {
            below = Some(*line);
        }
        true
    });
}

fn diagnostic(file: FileId, text: &str, error: &Error) -> Diagnostic {
    let range = range(text, error);
    let said = error.message();
    let start = line_start(text, range.start);
    let line = text.get(start..).unwrap_or_default().lines().next().unwrap_or_default();
    let scene = lines::Scene { line, at: range.start - start, said };
    if let Some(guess) = lines::guess(&scene) {
        let span = Span::new(file, start + guess.at.start, start + guess.at.end);
        return Diagnostic::new(Code::TomlSyntax, span, guess.message).help(guess.help);
    }
    let span = Span::new(file, range.start, range.end);
    let word = text.get(range.clone()).unwrap_or_default();
    if said.contains("duplicate key") {
        return twice(file, text, span, line, word);
    }
    if said.contains("must be quoted") && word.is_empty() {
        let message = "nothing stands after the `=`";
        return Diagnostic::new(Code::TomlSyntax, span, message).help(VALUES);
    }
    match PHRASES.iter().find(|(fragment, _, _)| said.contains(fragment)) {
        Some((_, message, help)) => Diagnostic::new(Code::TomlSyntax, span, *message).help(*help),
        None => Diagnostic::new(Code::TomlSyntax, span, format!("the manifest cannot be read here: {said}")),
    }
}

/// A key or a heading that is there already.
fn twice(file: FileId, text: &str, span: Span, line: &str, word: &str) -> Diagnostic {
    let heading = line.trim_start().starts_with('[');
    let finding = if heading {
        let whole = line.split('#').next().unwrap_or(line).trim();
        Diagnostic::new(Code::TomlSyntax, span, format!("the heading {whole} is written twice"))
            .help("put the lines of both under one of them")
    } else {
        let message = format!("`{word}` is written twice in the same table");
        Diagnostic::new(Code::TomlSyntax, span, message).help("keep one of the two, or put their entries together")
    };
    let before = text.get(..line_start(text, span.start as usize)).unwrap_or_default();
    let mut at = 0;
    let mut first = None;
    for earlier in before.split_inclusive('\n') {
        let same = match heading {
            true => earlier.trim() == line.trim(),
            false => earlier.split_once('=').is_some_and(|(key, _)| key.trim() == word),
        };
        if same {
            let from = at + (earlier.len() - earlier.trim_start().len());
            first = Some(from..from + if heading { earlier.trim().len() } else { word.len() });
        }
        at += earlier.len();
    }
    match first {
        Some(first) => finding.other(Span::new(file, first.start, first.end), "the first time"),
        None => finding,
    }
}

//! What the TOML library complains about → what an author reads. One slip gives one message, not its whole wake.

use toml::de::Error;

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::source::{FileId, Span};

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
    ("invalid basic string", "the text is not closed on its line", "end it with a quote: \"text\""),
    ("invalid literal string", "the text is not closed on its line", "end it with a quote: 'text'"),
    (
        "cannot extend value of type",
        "this table was already written in full elsewhere",
        "put the entries together in one place",
    ),
    ("recursion", "the tables are nested too deeply", "use fewer levels of [ ] and { }"),
];

/// Reports the errors of a text: at most one for each line, and none behind a bracket that is never closed.
pub fn report(file: FileId, text: &str, errors: &[Error], findings: &mut Findings) {
    let open = unclosed(text);
    let end = open.map_or(usize::MAX, |(at, _)| at);
    let mut kept: Vec<(usize, &Error)> = Vec::new();
    for error in errors.iter().filter(|error| start(text, error) < end) {
        let line = text.bytes().take(start(text, error)).filter(|byte| *byte == b'\n').count();
        match kept.iter_mut().find(|(other, _)| *other == line) {
            // That something is not closed is often only the wake of the real slip.
            Some((_, other)) if other.message().contains("unclosed") => *other = error,
            Some(_) => {}
            None => kept.push((line, error)),
        }
    }
    for (_, error) in kept {
        findings.push(diagnostic(file, text, error));
    }
    if let Some((at, bracket)) = open {
        let heading =
            text.get(..at).is_some_and(|before| before.trim_end_matches([' ', '\t', '[']).ends_with('\n') || at == 0);
        let (what, close) = match bracket {
            '[' if heading => ("heading", ']'),
            '[' => ("list", ']'),
            _ => ("table", '}'),
        };
        let message = format!("this {what} is never closed");
        let span = Span::new(file, at, at + bracket.len_utf8());
        findings.push(Diagnostic::new(Code::TomlSyntax, span, message).help(format!("end it with `{close}`")));
    }
}

fn start(text: &str, error: &Error) -> usize {
    error.span().map_or(text.len(), |range| range.start)
}

fn diagnostic(file: FileId, text: &str, error: &Error) -> Diagnostic {
    let range = error.span().unwrap_or(text.len()..text.len());
    let span = Span::new(file, range.start, range.end);
    let word = text.get(range).unwrap_or_default();
    let said = error.message();
    if said.contains("duplicate key") {
        let message = format!("`{word}` is written twice in the same table");
        return Diagnostic::new(Code::TomlSyntax, span, message)
            .help("keep one of the two, or put their entries together");
    }
    if said.contains("must be quoted")
        && word.contains(' ')
        && word.split_whitespace().all(|w| w.parse::<i64>().is_ok())
    {
        let message = "a comma is missing between two numbers";
        return Diagnostic::new(Code::TomlSyntax, span, message).help("write [1, 2]");
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

/// The outermost bracket that no other closes, outside of texts and comments.
fn unclosed(text: &str) -> Option<(usize, char)> {
    let mut open: Vec<(usize, char)> = Vec::new();
    let mut line_start = 0;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let at = text.len() - rest.len();
        let mut skip = c.len_utf8();
        match c {
            '\n' => line_start = at,
            '#' => skip = rest.find('\n').unwrap_or(rest.len()),
            '[' | '{' => open.push((at, c)),
            ']' | '}' => drop(open.pop()),
            '"' | '\'' => match string_end(rest, c) {
                Some(length) => skip = length,
                // The text that is not closed is the slip; the brackets of its line are its wake.
                None => {
                    open.retain(|(opened, _)| *opened < line_start);
                    skip = rest.find('\n').unwrap_or(rest.len());
                }
            },
            _ => {}
        }
        rest = rest.get(skip..).unwrap_or_default();
    }
    open.first().copied()
}

/// The length of the quoted text that `rest` begins with, if it is closed.
fn string_end(rest: &str, quote: char) -> Option<usize> {
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

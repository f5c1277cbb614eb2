//! CSV text → records of cells, each with its place, and findings about quotes. Knows nothing of cards.

use csv_core::{ReadFieldResult, ReaderBuilder};

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::source::{FileId, Span};

/// A cell without its quotes and without blanks around it.
#[derive(Debug)]
pub(super) struct Cell {
    pub text: String,
    pub span: Span,
    /// Where its text begins in the file, behind the blanks.
    pub text_start: u32,
}

/// All records that hold something. Cells are set apart by commas, or by what the first line uses: spreadsheets of many
/// countries write semicolons, some write tabs. With it comes the text that a quote without its end has swallowed.
pub(super) fn read<'t>(file: FileId, text: &'t str, findings: &mut Findings) -> (Vec<Vec<Cell>>, &'t str) {
    let delimiter = delimiter(text);
    let mut reader = ReaderBuilder::new().delimiter(delimiter).build();
    let bytes = text.as_bytes();
    let mut out = vec![0; bytes.len() + 1];
    let mut records: Vec<Vec<Cell>> = Vec::new();
    let mut record: Vec<Cell> = Vec::new();
    let (mut at, mut filled) = (0, 0);
    let mut start = None;
    let mut swallowed = "";
    loop {
        if record.is_empty() && start.is_none() {
            at += bytes.iter().skip(at).take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        }
        let begins = *start.get_or_insert(at);
        let (result, taken, given) = match (bytes.get(at..), out.get_mut(filled..)) {
            (Some(input), Some(output)) => reader.read_field(input, output),
            _ => break,
        };
        at += taken;
        filled += given;
        match result {
            ReadFieldResult::InputEmpty => {}
            ReadFieldResult::OutputFull | ReadFieldResult::End => break,
            ReadFieldResult::Field { record_end } => {
                let words = out.get(..filled).map(String::from_utf8_lossy).unwrap_or_default().trim().to_owned();
                let raw = cell_of(text, begins, at, delimiter);
                let span = Span::new(file, begins, begins + raw.len());
                if !check_quotes(raw, span, findings) {
                    swallowed = raw;
                }
                let blanks = u32::try_from(raw.len() - raw.trim_start().len()).unwrap_or(0);
                record.push(Cell { text: words, span, text_start: span.start + blanks });
                (filled, start) = (0, None);
                if record_end {
                    records.push(std::mem::take(&mut record));
                }
            }
        }
    }
    records.retain(|record| record.iter().any(|cell| !cell.text.is_empty()));
    (records, swallowed)
}

/// What the first line sets its cells apart with.
fn delimiter(text: &str) -> u8 {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("");
    let count = |sign: char| first.matches(sign).count();
    let best = [';', '\t'].into_iter().filter(|sign| count(*sign) > count(',')).max_by_key(|sign| count(*sign));
    match best {
        Some(';') => b';',
        Some(_) => b'\t',
        None => b',',
    }
}

/// The text of a cell as written, without what ends it.
fn cell_of(text: &str, start: usize, end: usize, delimiter: u8) -> &str {
    let raw = text.get(start..end).unwrap_or("");
    let raw = raw.strip_suffix(char::from(delimiter)).unwrap_or(raw);
    raw.trim_end_matches(['\r', '\n'])
}

/// A quoted cell is quoted from its first letter to its last. False if the quote has no end.
fn check_quotes(raw: &str, span: Span, findings: &mut Findings) -> bool {
    let Some(inside) = raw.trim_start().strip_prefix('"') else { return true };
    let mut rest = inside;
    let behind = loop {
        let Some(at) = rest.find('"') else { break None };
        let after = rest.get(at + 1..).unwrap_or("");
        match after.strip_prefix('"') {
            Some(next) => rest = next,
            None => break Some(after),
        }
    };
    let found = match behind {
        None => {
            let line = raw.find('\n').unwrap_or(raw.len());
            let span = Span { end: span.start + u32::try_from(line).unwrap_or(0), ..span };
            let message = "this cell begins with a quote that is never closed";
            Diagnostic::new(Code::BadTable, span, message)
                .help("close it, or write every `\"` inside a cell twice: \"\"")
        }
        Some(_) if raw.starts_with([' ', '\t']) => {
            let message = "a blank stands before the quote of this cell";
            Diagnostic::new(Code::BadTable, span, message)
                .help("remove the blank: the quote comes right after the comma")
        }
        Some(after) if !after.trim().is_empty() => {
            let message = "something stands behind the closing quote of this cell";
            Diagnostic::new(Code::BadTable, span, message)
                .help("inside a quoted cell every `\"` is written twice: \"the \"\"old\"\" pilot\"")
        }
        Some(_) => return true,
    };
    findings.push(found);
    behind.is_some()
}

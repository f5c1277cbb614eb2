//! What is wrong with the rows of a table is told as its author sees it: by rows and columns, each cause once.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::source::{FileId, FileKind, SourceFile, Sources, Span};

/// Puts together what one comma or one missing column is the cause of, and says what to write in a table.
pub(super) fn fold(sources: &Sources, findings: &mut Findings) {
    let tables: BTreeMap<FileId, &SourceFile> =
        sources.iter().filter(|(_, file)| file.kind == FileKind::Table).collect();
    if tables.is_empty() {
        return;
    }
    let mut slipped: BTreeSet<(FileId, u32)> = BTreeSet::new();
    let mut lacking: BTreeSet<(FileId, String)> = BTreeSet::new();
    let mut told: Vec<Diagnostic> = Vec::new();
    for found in findings.iter() {
        let Some(file) = tables.get(&found.span.file) else {
            told.push(found.clone());
            continue;
        };
        let row = (found.span.file, file.line_column(found.span.start).line);
        match found.code {
            Code::WrongAttributeValue | Code::NotAmongValues if slipped.contains(&row) => {}
            Code::WrongAttributeValue | Code::NotAmongValues => {
                let comma = by_a_comma(file, found);
                if comma.is_some() {
                    slipped.insert(row);
                }
                told.push(comma.unwrap_or_else(|| found.clone()));
            }
            Code::MissingAttribute => told.extend(missing(file, found, &mut lacking)),
            Code::UnknownAttribute => {
                let note = "put `#` before the name of a column that is a note of yours";
                let help = match found.help.as_deref() {
                    Some(help) if help.ends_with('?') => help.to_owned(),
                    Some(help) => format!("{help}; {note}"),
                    None => note.to_owned(),
                };
                told.push(found.clone().help(help));
            }
            _ => told.push(found.clone()),
        }
    }
    *findings = Findings::default();
    told.into_iter().for_each(|found| findings.push(found));
}

/// `Ogre, the Great` without quotes: the cell behind the comma begins with a blank, as no other does, and does not fit.
fn by_a_comma(file: &SourceFile, found: &Diagnostic) -> Option<Diagnostic> {
    let head = file.text.lines().find(|line| !line.trim().is_empty())?;
    let cell = file.text.get(found.span.start as usize..found.span.end as usize)?;
    let before = file.text.get(..found.span.start as usize)?.strip_suffix(',')?;
    let first = before.rsplit(['\n', ',']).next()?;
    let letters = cell.trim_start().starts_with(char::is_alphabetic);
    if !cell.starts_with(' ') || head.contains(", ") || !letters || first.is_empty() {
        return None;
    }
    let start = found.span.start.saturating_sub(u32::try_from(first.len() + 1).ok()?);
    let message = "this comma begins a new cell, and what stands behind it does not fit its column";
    let span = Span { start, ..found.span };
    Some(Diagnostic::new(Code::BadTable, span, message).help(format!("put the text in quotes: \"{first},{cell}\"")))
}

/// An empty cell is told at its row, a column that is not there once for the table.
fn missing(file: &SourceFile, found: &Diagnostic, lacking: &mut BTreeSet<(FileId, String)>) -> Option<Diagnostic> {
    let (_, names) = found.message.split_once(" does not say its ")?;
    let head = file.text.lines().find(|line| !line.trim().is_empty()).unwrap_or("");
    let columns: BTreeSet<String> = head
        .split([',', ';', '\t'])
        .map(|cell| cell.trim_matches(|c: char| c == '"' || c.is_whitespace()).to_lowercase().replace([' ', '-'], "_"))
        .collect();
    let (there, absent): (Vec<&str>, Vec<&str>) = names.split(", ").partition(|name| columns.contains(*name));
    if absent.is_empty() {
        let help = format!("fill in the column `{}` of this row", there.join("` and `"));
        return Some(found.clone().help(help));
    }
    if !lacking.insert((found.span.file, absent.join(", "))) {
        return None;
    }
    let start = file.text.find(head).unwrap_or(0);
    let span = Span::new(found.span.file, start, start + head.trim_end().len());
    let message =
        format!("the table has no column `{}`, which all of its cards need", absent.join("` and no column `"));
    let help = "add it to the first line, and its value to each row; or give the attribute a default in the manifest";
    Some(Diagnostic::new(Code::MissingAttribute, span, message).help(help))
}

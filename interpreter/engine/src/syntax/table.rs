//! A table of cards, as spreadsheets save it: CSV text → rows with their ids, kinds and what is printed on them. Every cell
//! knows its place. Which card of a script a row belongs to is not known here.

mod cells;

use std::collections::BTreeSet;

use super::ast::{Expr, ExprKind, Member, Name, Says, Text};
use super::explain::is_good_name;
use crate::diagnostic::{Code, Diagnostic, Findings, unseen};
use crate::source::{FileId, Span};
use cells::Cell;

/// What a table says.
#[derive(Debug, Default)]
pub struct Table {
    pub rows: Vec<Row>,
    /// Its first line, for messages about all of it.
    pub head: Span,
    /// Every word in it, whatever it means.
    pub words: Vec<Name>,
    /// Ids that stand where it could not be read.
    pub unread: Vec<String>,
    /// The languages of the columns `says_de`.
    pub languages: Vec<Name>,
}

/// One card.
#[derive(Debug)]
pub struct Row {
    pub id: Name,
    /// What the column `kind` says.
    pub kind: Option<Name>,
    /// The name of an attribute stands in the first line, its value in the row.
    pub members: Vec<Member>,
}

/// What a column is for.
enum Column {
    Id,
    Kind,
    /// An attribute, `name`, `fr` or `copies`.
    Attribute(Name),
    /// `says`, `says_fr`: the text in a language.
    Says(Name),
    /// For the author's eyes.
    Note,
    /// Nothing may stand in it.
    Nameless,
    /// Reported already.
    Bad,
}

/// Reads a table. Findings go to `findings`; rows that cannot be read are left out.
pub fn parse(file: FileId, text: &str, findings: &mut Findings) -> Table {
    unseen::report(file, text, findings);
    let mut reader = Reader { findings, table: Table::default() };
    let (records, swallowed) = cells::read(file, text, reader.findings);
    reader.leave_unread(swallowed.split(|c: char| !(c.is_alphanumeric() || c == '_')).map(str::to_owned));
    let mut records = records.into_iter();
    let Some(header) = records.next() else {
        let message = "the table is empty";
        let found = Diagnostic::new(Code::BadTable, Span::new(file, 0, 0), message);
        reader.findings.push(found.help("its first line names the columns: id,name,cost"));
        return reader.table;
    };
    let (first, last) = (header.first().map(|cell| cell.span), header.last().map(|cell| cell.span));
    reader.table.head = first.unwrap_or_default().to(last.unwrap_or_default());
    let columns = reader.columns(&header);
    let Some(columns) = columns else {
        reader.leave_unread(records.flatten().map(|cell| cell.text));
        return reader.table;
    };
    for record in records {
        reader.row(&columns, &record);
    }
    reader.table
}

struct Reader<'f> {
    findings: &'f mut Findings,
    table: Table,
}

impl Reader<'_> {
    fn bad(&mut self, span: Span, message: String, help: impl Into<String>) {
        self.findings.push(Diagnostic::new(Code::BadTable, span, message).help(help));
    }

    fn leave_unread(&mut self, words: impl Iterator<Item = String>) {
        self.table.unread.extend(words.filter(|word| is_good_name(word)));
    }

    /// What each column is for; `None` without ids, for then nothing can be told.
    fn columns(&mut self, header: &[Cell]) -> Option<Vec<Column>> {
        let mut seen: BTreeSet<String> = BTreeSet::new();
        let mut columns = Vec::new();
        for cell in header {
            let word = cell.text.to_lowercase().replace([' ', '-'], "_");
            let word = if word == "en" { "name".to_owned() } else { word };
            let name = Name { text: word.clone(), span: cell.span };
            if !word.is_empty() && !word.starts_with('#') && !seen.insert(word.clone()) {
                self.bad(cell.span, format!("two columns are called `{word}`"), "remove one of them, or rename it");
                columns.push(Column::Bad);
                continue;
            }
            columns.push(match word.as_str() {
                "id" => Column::Id,
                "kind" => Column::Kind,
                "says" => Column::Says(Name { text: "en".to_owned(), ..name }),
                "" => Column::Nameless,
                _ if word.starts_with('#') => Column::Note,
                _ => match word.strip_prefix("says_") {
                    Some(language) => {
                        let language = Name { text: language.to_owned(), ..name };
                        self.table.languages.push(language.clone());
                        Column::Says(language)
                    }
                    None if is_good_name(&word) => Column::Attribute(name),
                    None => {
                        let message = format!("a column cannot be called `{}`", cell.text);
                        let help = "call it like an attribute of the kind; put `#` in front if it is a note of yours";
                        self.bad(cell.span, message, help);
                        Column::Bad
                    }
                },
            });
        }
        if columns.iter().any(|column| matches!(column, Column::Id)) {
            return Some(columns);
        }
        let head = self.table.head;
        let message = "no column is called `id`".to_owned();
        self.bad(head, message, "the first line names the columns; `id` holds the name that scripts use: old_pilot");
        None
    }

    fn row(&mut self, columns: &[Column], record: &[Cell]) {
        let filled = |cell: &&Cell| !cell.text.is_empty();
        if record.iter().find(filled).is_none() {
            return;
        }
        if record.iter().skip(columns.len()).any(|cell| !cell.text.is_empty()) {
            // From the comma on everything stands one column too far to the right: no cell of the row is looked at.
            self.comma_too_many(columns, record);
            self.leave_unread(record.iter().map(|cell| cell.text.clone()));
            return;
        }
        let cells: Vec<(&Column, &Cell)> = columns.iter().zip(record).filter(|(_, cell)| filled(cell)).collect();
        let words = cells.iter().flat_map(|(_, cell)| {
            let words = cell.text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            words.map(|word| Name { text: word.to_owned(), span: cell.span })
        });
        self.table.words.extend(words.filter(|name| is_good_name(&name.text)));
        for (_, cell) in cells.iter().filter(|(column, _)| matches!(column, Column::Nameless)) {
            let message = "this cell stands in a column without a name".to_owned();
            self.bad(cell.span, message, "name the column in the first line; `# …` makes it a note of yours");
        }
        let Some(id) = self.id(&cells, record) else { return };
        let mut members = Vec::new();
        let mut kind = None;
        let mut says: Vec<(Name, Text)> = Vec::new();
        for (column, cell) in cells {
            match column {
                Column::Kind => kind = Some(Name { text: cell.text.clone(), span: cell.span }),
                Column::Attribute(name) => members.push(attribute(name, cell)),
                Column::Says(language) => {
                    says.push((language.clone(), Text { text: cell.text.clone(), span: cell.span }));
                }
                Column::Id | Column::Note | Column::Nameless | Column::Bad => {}
            }
        }
        if let Some(span) = says.iter().map(|(_, text)| text.span).reduce(Span::to) {
            members.push(Member::Says(Says { texts: says, span }));
        }
        self.table.rows.push(Row { id, kind, members });
    }

    /// A row with more cells than there are columns. A blank behind a comma tells which comma is part of a text.
    fn comma_too_many(&mut self, columns: &[Column], record: &[Cell]) {
        let apart = |pair: &&[Cell]| matches!(pair, [_, cell] if cell.span.start < cell.text_start);
        let split = record.windows(2).filter(apart).collect::<Vec<_>>();
        let (message, span, help) = match split.as_slice() {
            [[before, cell]] => {
                let whole = format!("{}, {}", before.text, cell.text);
                let message = "this comma begins a new cell, and the row has more cells than there are columns";
                (message.to_owned(), before.span.to(cell.span), format!("put the text in quotes: \"{whole}\""))
            }
            _ => {
                let (count, named) = (record.len(), columns.len());
                let message = format!("this row has {count} cells, and the first line names {named} columns");
                let whole = record.first().zip(record.last()).map(|(first, last)| first.span.to(last.span));
                let help = "a cell with a comma in it stands in quotes: \"one, two\"".to_owned();
                (message, whole.unwrap_or(self.table.head), help)
            }
        };
        self.bad(span, message, help);
    }

    fn id(&mut self, cells: &[(&Column, &Cell)], record: &[Cell]) -> Option<Name> {
        let Some((_, cell)) = cells.iter().find(|(column, _)| matches!(column, Column::Id)) else {
            let first = record.iter().find(|cell| !cell.text.is_empty()).map_or(self.table.head, |cell| cell.span);
            let help = "write the name that scripts use into the column `id`: old_pilot";
            self.bad(first, "this row has no id".to_owned(), help);
            return None;
        };
        if is_good_name(&cell.text) {
            return Some(Name { text: cell.text.clone(), span: cell.span });
        }
        let words: Vec<String> = cell.text.split(|c: char| !c.is_ascii_alphanumeric()).map(str::to_lowercase).collect();
        let better = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join("_");
        let help = match is_good_name(&better) {
            true => format!("write `{better}`; what people read stands in the column `name`"),
            false => "ids are written in small letters, digits and `_`, a letter first: old_pilot".to_owned(),
        };
        self.bad(cell.span, format!("`{}` cannot be an id", cell.text), help);
        None
    }
}

fn attribute(name: &Name, cell: &Cell) -> Member {
    let text = match name.text.as_str() {
        // A line break in a cell is for the looks of the spreadsheet.
        "name" | "fr" => ExprKind::Text(cell.text.split_whitespace().collect::<Vec<_>>().join(" ")),
        _ => ExprKind::Cell(cell.text.clone()),
    };
    Member::Attribute { name: name.clone(), value: Expr { kind: text, span: cell.span } }
}

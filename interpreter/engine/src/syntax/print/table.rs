//! Lines up the columns of small cards that stand one below the other and say the same things about themselves.

use super::WIDTH;
use super::layout::width;
use super::outline::EntryKind;
use super::tree::{Entry, Part};

/// For each item its line in a table, where it is part of one.
pub(super) fn line_up(items: &[Entry<'_>]) -> Vec<Option<String>> {
    let rows: Vec<Option<Row>> = items.iter().map(row).collect();
    let mut lines: Vec<Option<String>> = Vec::new();
    let mut at = 0;
    while at < rows.len() {
        let length = table_length(items, &rows, at);
        let table: Vec<&Row> = rows.iter().skip(at).take(length).flatten().collect();
        let written = if length > 1 { write(&table) } else { None };
        match written {
            Some(written) => lines.extend(written.into_iter().map(Some)),
            None => lines.extend(std::iter::repeat_n(None, length)),
        }
        at += length;
    }
    lines
}

/// `KIND NAME`, then one cell for each attribute.
struct Row {
    head: String,
    cells: Vec<Cell>,
}

struct Cell {
    name: String,
    text: String,
    separator: &'static str,
}

/// An item that can be a row: one line, with nothing but attributes in its braces.
fn row(item: &Entry<'_>) -> Option<Row> {
    // One that will be broken is no row, now or the next time.
    item.flat.as_ref().filter(|line| width(line) <= WIDTH)?;
    let [Part::Words(words), Part::Block(block)] = item.parts.as_slice() else { return None };
    let [kind, name] = words.as_slice() else { return None };
    let mut cells = Vec::new();
    for entry in &block.entries {
        if entry.kind != EntryKind::Attribute {
            return None;
        }
        let [Part::Words(words)] = entry.parts.as_slice() else { return None };
        let name = words.first()?.text.to_owned();
        cells.push(Cell { name, text: entry.flat.clone()?, separator: entry.separator() });
    }
    Some(Row { head: format!("{} {}", kind.text, name.text), cells }).filter(|row| !row.cells.is_empty())
}

/// How many items from here on make one table; at least one.
fn table_length(items: &[Entry<'_>], rows: &[Option<Row>], at: usize) -> usize {
    let Some(Some(first)) = rows.get(at) else { return 1 };
    let kind = |row: &Row| row.head.split(' ').next().map(str::to_owned);
    let goes_on = |(item, row): (&Entry<'_>, &Option<Row>)| {
        let like_first = |row: &Row| {
            kind(row) == kind(first)
                && row.cells.iter().map(|cell| &cell.name).eq(first.cells.iter().map(|cell| &cell.name))
        };
        !item.gap.blank && item.gap.own.is_empty() && row.as_ref().is_some_and(like_first)
    };
    1 + items.iter().zip(rows).skip(at + 1).take_while(|pair| goes_on(*pair)).count()
}

/// The lines of a table, if all of them fit.
fn write(table: &[&Row]) -> Option<Vec<String>> {
    let head = table.iter().map(|row| width(&row.head)).max()?;
    let columns = table.iter().map(|row| row.cells.len()).min()?;
    let widest = |column: usize| {
        let cells = table.iter().filter_map(|row| row.cells.get(column));
        cells.map(|cell| width(&cell.text)).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(widest).collect();
    let mut lines = Vec::new();
    for row in table {
        let mut line = format!("{:head$} {{", row.head);
        for (at, (cell, columns)) in row.cells.iter().zip(&widths).enumerate() {
            line.push_str(if at == 0 { " " } else { cell.separator });
            line.push_str(&format!("{:columns$}", cell.text));
        }
        line.push_str(" }");
        lines.push(line);
    }
    lines.iter().all(|line| width(line) <= WIDTH).then_some(lines)
}

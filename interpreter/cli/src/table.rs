//! Narrow tables of figures for people.

use comfy_table::{CellAlignment, Table, presets};

/// Rows of cells, the first column on the left, all others on the right.
pub fn figures(rows: Vec<Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    for row in rows {
        table.add_row(row);
    }
    for index in 1..columns {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let lines: Vec<String> = table.lines().map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n")
}

/// Rows of a name and a figure.
pub fn pairs<const N: usize>(rows: [(&str, String); N]) -> Vec<Vec<String>> {
    rows.into_iter().map(|(name, value)| vec![name.to_owned(), value]).collect()
}

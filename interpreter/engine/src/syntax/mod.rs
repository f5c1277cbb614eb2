//! Scripts: text to syntax tree.
//!
//! `tokens` cuts the text, `split` finds the items, `depth` bounds nesting, `parse` runs the grammar on each item,
//! `build` makes the tree, `explain` turns what pest reports into words, with the names of the game (`known`). `print` goes the other way: text in
//! the one style. `table` reads cards from spreadsheets.

pub mod ast;
mod build;
mod depth;
mod explain;
pub mod known;
mod outdent;
mod parse;
pub mod print;
mod split;
pub mod table;
mod tokens;
pub mod words;

pub use parse::{known_actions, parse, parse_with};

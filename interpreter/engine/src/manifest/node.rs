//! TOML text → a tree in which every key and value knows its place. Knows TOML, not what a manifest may say.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::slips;
use crate::diagnostic::{Code, Diagnostic, Findings, unseen};
use crate::source::{FileId, Span};
use crate::syntax::ast::Name;
use crate::vocabulary::BIGGEST_NUMBER;

/// A value and its place.
#[derive(Clone, Debug)]
pub struct Node {
    pub value: Value,
    pub span: Span,
}

/// What manifests are made of.
#[derive(Clone, Debug)]
pub enum Value {
    Table(Table),
    Array(Vec<Node>),
    Integer(i64),
    Bool(bool),
    Text(String),
}

/// Keys in the order in which they are first written.
#[derive(Clone, Debug, Default)]
pub struct Table {
    pub entries: Vec<(Name, Node)>,
}

impl Table {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|(_, node)| node)
    }

    /// Key and value, for messages about the key.
    pub fn entry(&self, key: &str) -> Option<&(Name, Node)> {
        self.entries.iter().find(|(name, _)| name.text == key)
    }

    /// The value of a key, to change it.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Node> {
        self.entries.iter_mut().find(|(name, _)| name.text == key).map(|(_, node)| node)
    }

    /// Takes a key out.
    pub fn remove(&mut self, key: &str) -> Option<(Name, Node)> {
        let at = self.entries.iter().position(|(name, _)| name.text == key)?;
        Some(self.entries.remove(at))
    }

    /// The table under a key, if it is one.
    pub fn table(&self, key: &str) -> Option<&Table> {
        self.get(key).and_then(Node::as_table)
    }
}

impl Node {
    /// The table, if it is one.
    pub fn as_table(&self) -> Option<&Table> {
        match &self.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The elements, if it is an array.
    pub fn as_array(&self) -> Option<&[Node]> {
        match &self.value {
            Value::Array(items) => Some(items),
            _ => None,
        }
    }

    /// What it is, in words that fit after "this is".
    pub fn describe(&self) -> &'static str {
        match &self.value {
            Value::Table(_) => "a table",
            Value::Array(_) => "a list",
            Value::Integer(_) => "a number",
            Value::Bool(_) => "a yes or no",
            Value::Text(_) => "a text",
        }
    }

    /// Whether both say the same, wherever they stand.
    pub fn same(&self, other: &Node) -> bool {
        match (&self.value, &other.value) {
            (Value::Table(a), Value::Table(b)) => {
                a.entries.len() == b.entries.len()
                    && a.entries.iter().all(|(key, node)| b.get(&key.text).is_some_and(|there| node.same(there)))
            }
            (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(x, y)| x.same(y)),
            (Value::Integer(a), Value::Integer(b)) => a == b,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Text(a), Value::Text(b)) => a == b,
            _ => false,
        }
    }
}

/// The tree of a text; `None` where it is not TOML. All mistakes of the text are reported in one go.
pub fn parse(file: FileId, text: &str, findings: &mut Findings) -> Option<Table> {
    let (document, errors) = DeTable::parse_recoverable(text);
    let hidden = unseen::report(file, text, findings);
    if !errors.is_empty() {
        // The library stops at a control character: what it says then is no mistake of its own.
        if !hidden {
            slips::report(file, text, &errors, findings);
        }
        return None;
    }
    let mut builder = Builder { file, text, findings };
    Some(builder.table(document.get_ref()))
}

struct Builder<'a> {
    file: FileId,
    text: &'a str,
    findings: &'a mut Findings,
}

impl Builder<'_> {
    fn span<T>(&self, spanned: &Spanned<T>) -> Span {
        Span::new(self.file, spanned.span().start, spanned.span().end)
    }

    /// `"\u001b"` and its like: a backslash makes no character that nobody sees.
    fn no_hidden_escapes(&mut self, span: Span) {
        let written = self.text.get(span.start as usize..span.end as usize).unwrap_or_default();
        if !written.starts_with('"') {
            return;
        }
        let mut at = 0;
        while let Some(found) = written.get(at..).and_then(|rest| rest.find('\\')) {
            let start = at + found;
            let (length, made) = escape(written.get(start + 1..).unwrap_or_default());
            at = start + 1 + length;
            if let Some(c) = made.filter(|c| unseen::is_unseen(*c)) {
                let from = span.start as usize;
                self.findings.push(unseen::finding(Span::new(self.file, from + start, from + at), c));
            }
        }
    }

    fn table(&mut self, table: &DeTable<'_>) -> Table {
        let mut entries: Vec<(Name, Node)> = table
            .iter()
            .map(|(key, value)| {
                let name = Name { text: key.get_ref().to_string(), span: self.span(key) };
                (name, self.node(value))
            })
            .collect();
        // The library sorts keys by letter; people meant the order on the page.
        entries.sort_by_key(|(name, _)| name.span);
        Table { entries }
    }

    fn node(&mut self, node: &Spanned<DeValue<'_>>) -> Node {
        let span = self.span(node);
        let value = match node.get_ref() {
            DeValue::String(text) => {
                self.no_hidden_escapes(span);
                Value::Text(text.to_string())
            }
            DeValue::Boolean(yes) => Value::Bool(*yes),
            DeValue::Array(items) => Value::Array(items.iter().map(|item| self.node(item)).collect()),
            DeValue::Table(table) => Value::Table(self.table(table)),
            DeValue::Integer(number) => {
                let parsed = i64::from_str_radix(number.as_str(), number.radix()).ok();
                let fits = parsed.filter(|number| (-BIGGEST_NUMBER..=BIGGEST_NUMBER).contains(number));
                Value::Integer(fits.unwrap_or_else(|| {
                    let (bound, word) = match number.as_str().starts_with('-') {
                        true => (-BIGGEST_NUMBER, "small"),
                        false => (BIGGEST_NUMBER, "large"),
                    };
                    let message = format!("the number {} is too {word}", number.as_str());
                    let help = format!("numbers go from -{BIGGEST_NUMBER} to {BIGGEST_NUMBER}");
                    self.findings.push(Diagnostic::new(Code::BadValue, span, message).help(help));
                    bound
                }))
            }
            DeValue::Float(number) => {
                let message = format!("`{}` is not a whole number", number.as_str());
                self.findings.push(
                    Diagnostic::new(Code::NotAManifestValue, span, message)
                        .label("numbers in games have no decimal point")
                        .help("count in a smaller unit, for example halves: 3 instead of 1.5"),
                );
                Value::Integer(0)
            }
            DeValue::Datetime(date) => {
                self.findings.push(
                    Diagnostic::new(
                        Code::NotAManifestValue,
                        span,
                        format!("`{date}` is a date, and games know no dates"),
                    )
                    .help(format!("if it is meant as a text, put it in quotes: \"{date}\"")),
                );
                Value::Text(date.to_string())
            }
        };
        Node { value, span }
    }
}

/// How long an escape is behind its backslash, and the character that it makes, as far as it can be an unseen one.
fn escape(rest: &str) -> (usize, Option<char>) {
    let digits = match rest.chars().next() {
        Some('u') => 4,
        Some('U') => 8,
        Some('x') => 2,
        Some('b') => return (1, Some('\u{8}')),
        Some('f') => return (1, Some('\u{c}')),
        Some('e') => return (1, Some('\u{1b}')),
        other => return (other.map_or(0, char::len_utf8), None),
    };
    let code = rest.get(1..=digits).and_then(|code| u32::from_str_radix(code, 16).ok());
    (1 + digits, code.and_then(char::from_u32))
}

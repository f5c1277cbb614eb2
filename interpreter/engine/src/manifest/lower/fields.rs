//! Reading entries of a table: unknown keys, wrong sorts of values and missing entries are reported here, once for all sections.

use super::names::{self, Nouns};
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Diagnostic, Findings, Severity};
use crate::manifest::keys::SECTIONS;
use crate::manifest::model::{Labels, Literal, Name, NumberRef};
use crate::manifest::node::{Node, Table, Value};
use crate::source::Span;
use crate::words::{Language, Translations};

/// The entries a table may have, each with an example of how it is written.
pub type Keys = &'static [(&'static str, &'static str)];

/// Printed names, which nearly every table may have.
pub const LABEL_KEYS: Keys =
    &[("en", "en = \"card|cards\""), ("fr", "fr = \"carte|cartes\""), ("gender", "gender = \"f\"")];

/// Words people write for an entry that is called otherwise.
const OTHER_WORDS: &[(&str, &str)] = &[
    ("range", "`min` and `max` are two entries: min = 0, max = 20"),
    ("lives_in", "it is called `live`: live = \"arena\""),
    ("lives", "it is called `live`: live = \"arena\""),
    ("sees", "it is called `faces`: faces = \"owner\""),
    ("visible", "it is called `faces`: faces = \"owner\""),
    ("reset", "it is called `until`: until = \"end of turn\""),
    ("limit", "it is called `max`: max = 7"),
    ("size", "it is called `max`: max = 7"),
    ("distinct", "it stands in the zone itself, beside `fill`: distinct = \"name\""),
    ("generate", "it is called `each`: each = { suit = \"suit\", rank = \"1..13\" }"),
    ("lifetime", "it is called `until`: until = \"end of turn\""),
];

/// The language of a word that is surely meant as one; English and French need not be named.
pub fn unnamed(word: &str) -> Option<Language> {
    Language::of(word).filter(|language| matches!(language, Language::Other(_)) && language.name() != language.code())
}

/// What to write where words stand in a language that the game does not name.
pub fn name_it(language: Language) -> String {
    format!("if this is {}, add \"{}\" to `languages` in [game]", language.name(), language.code())
}

/// What `[attribute]` says of attributes, and not their kind.
const ATTRIBUTE_SHOWN: &[&str] = &["en", "fr", "gender", "shown", "in_options"];

/// Sections whose things hang on something else, and the entry that says on what.
const NESTED: &[(&str, &str)] = &[
    ("zone", "per"),
    ("counter", "on"),
    ("flag", "on"),
    ("state", "on"),
    ("memory", "on"),
    ("stuff", "on"),
    ("unit", "per"),
];

/// What is read into, and what has been named so far.
pub struct Reader<'a> {
    pub findings: &'a mut Findings,
    pub nouns: Nouns,
    /// Those that printed names may be in.
    pub languages: Vec<Language>,
}

/// One table being read.
pub struct Fields<'a> {
    /// Such as "zone `deck`".
    pub owner: String,
    /// Where the table is named.
    pub at: Span,
    pub table: &'a Table,
    keys: Keys,
    labels: Keys,
}

impl<'a> Fields<'a> {
    /// A table whose keys are checked elsewhere.
    pub fn of(owner: String, at: Span, table: &'a Table, keys: Keys) -> Self {
        Fields { owner, at, table, keys, labels: LABEL_KEYS }
    }

    /// The value of an entry.
    pub fn get(&self, key: &str) -> Option<&'a Node> {
        self.table.get(key)
    }

    fn example(&self, key: &str) -> Option<&'static str> {
        self.keys.iter().chain(self.labels).find(|(known, _)| *known == key).map(|(_, example)| *example)
    }
}

impl<'a> Reader<'a> {
    /// Nothing is read yet.
    pub fn new(findings: &'a mut Findings, languages: Vec<Language>) -> Self {
        Reader { findings, nouns: Nouns::default(), languages }
    }
}

impl Reader<'_> {
    /// Whether an entry says a printed name in one of the languages of the game.
    pub fn is_language(&self, key: &str) -> bool {
        Language::of(key).is_some_and(|language| self.languages.contains(&language))
    }

    /// The node as a table with these keys and printed names; unknown ones are reported.
    pub fn fields<'n>(&mut self, owner: String, at: Span, node: &'n Node, keys: Keys) -> Option<Fields<'n>> {
        self.checked(owner, at, node, keys, LABEL_KEYS)
    }

    /// The same for what is never printed.
    pub fn bare<'n>(&mut self, owner: String, at: Span, node: &'n Node, keys: Keys) -> Option<Fields<'n>> {
        self.checked(owner, at, node, keys, &[])
    }

    fn checked<'n>(&mut self, owner: String, at: Span, node: &'n Node, keys: Keys, labels: Keys) -> Option<Fields<'n>> {
        let Some(table) = node.as_table() else {
            let example = keys.first().map_or("", |(_, example)| *example);
            self.findings.push(
                Diagnostic::new(Code::WrongType, node.span, format!("{owner} must be a table"))
                    .label(format!("this is {}", node.describe()))
                    .help(format!("write {{ {example} }}, or {{}} if there is nothing to say")),
            );
            return None;
        };
        let fields = Fields { owner, at, table, keys, labels };
        self.unknown_keys(&fields);
        Some(fields)
    }

    fn unknown_keys(&mut self, fields: &Fields<'_>) {
        let all: Vec<&str> = fields.keys.iter().chain(fields.labels).map(|(key, _)| *key).collect();
        for (key, _) in &fields.table.entries {
            if all.contains(&key.text.as_str()) || !fields.labels.is_empty() && self.is_language(&key.text) {
                continue;
            }
            let mut found = unknown_key(key, &fields.owner, &all);
            if let Some(language) = unnamed(&key.text).filter(|_| !fields.labels.is_empty()) {
                found.help = Some(name_it(language));
            }
            self.findings.push(found);
        }
    }

    /// Reports a value of the wrong sort.
    pub fn wrong(&mut self, fields: &Fields<'_>, key: &str, node: &Node, expected: &str) {
        if self.is_told(node.span) {
            return;
        }
        let message = format!("`{key}` of {} must be {expected}", fields.owner);
        let mut diagnostic =
            Diagnostic::new(Code::WrongType, node.span, message).label(format!("this is {}", node.describe()));
        if let Some(example) = fields.example(key) {
            diagnostic = diagnostic.help(format!("for example: {example}"));
        }
        self.findings.push(diagnostic);
    }

    /// Reports a value of the right sort that cannot stand there.
    pub fn bad(&mut self, span: Span, message: String, help: impl Into<String>) {
        if self.is_told(span) {
            return;
        }
        self.findings.push(Diagnostic::new(Code::BadValue, span, message).help(help));
    }

    /// Whether something is wrong with this very value already, such as a number that cannot be read: what stands in
    /// for it was not written by anybody.
    fn is_told(&self, span: Span) -> bool {
        self.findings.iter().any(|found| found.severity == Severity::Error && found.span == span)
    }

    /// Reports an entry that must be there.
    pub fn missing(&mut self, fields: &Fields<'_>, key: &str) {
        let message = format!("{} does not say `{key}`", fields.owner);
        let mut diagnostic = Diagnostic::new(Code::MissingKey, fields.at, message);
        if let Some(example) = fields.example(key) {
            diagnostic = diagnostic.help(format!("add for example: {example}"));
        }
        self.findings.push(diagnostic);
    }

    /// A text as it stands.
    pub fn text(&mut self, fields: &Fields<'_>, key: &str) -> Option<Name> {
        let node = fields.get(key)?;
        match node.as_text() {
            Some(text) => Some(Name { text: text.to_owned(), span: node.span }),
            None => {
                self.wrong(fields, key, node, "a text in quotes");
                None
            }
        }
    }

    /// The name of something declared elsewhere; looked up later.
    pub fn name(&mut self, fields: &Fields<'_>, key: &str) -> Option<Name> {
        let node = fields.get(key)?;
        self.name_in(fields, key, node, "a name in quotes")
    }

    /// One element of an entry as a name.
    pub fn name_in(&mut self, fields: &Fields<'_>, key: &str, node: &Node, expected: &str) -> Option<Name> {
        let Some(text) = node.as_text() else {
            self.wrong(fields, key, node, expected);
            return None;
        };
        let name = Name { text: text.to_owned(), span: node.span };
        if !names::is_snake_case(text) {
            let message = format!("`{key}` of {} must be a name, and `{text}` cannot be one", fields.owner);
            let help = fields.example(key).map_or_else(String::new, |example| format!("for example: {example}"));
            self.findings.push(Diagnostic::new(Code::ManifestBadName, node.span, message).help(help));
        }
        Some(name)
    }

    /// A name that must be said.
    pub fn required_name(&mut self, fields: &Fields<'_>, key: &str) -> Option<Name> {
        if fields.get(key).is_none() {
            self.missing(fields, key);
        }
        self.name(fields, key)
    }

    /// A list of names; a lone name where `one` allows it.
    pub fn names(&mut self, fields: &Fields<'_>, key: &str, one: bool) -> Vec<Name> {
        let Some(node) = fields.get(key) else { return Vec::new() };
        match &node.value {
            Value::Array(items) => {
                items.iter().filter_map(|item| self.name_in(fields, key, item, "a list of names in quotes")).collect()
            }
            Value::Text(_) if one => self.name_in(fields, key, node, "a name in quotes").into_iter().collect(),
            _ => {
                self.wrong(fields, key, node, "a list of names in quotes");
                Vec::new()
            }
        }
    }

    /// A whole number.
    pub fn integer(&mut self, fields: &Fields<'_>, key: &str) -> Option<(i64, Span)> {
        let node = fields.get(key)?;
        match node.value {
            Value::Integer(number) => Some((number, node.span)),
            _ => {
                self.wrong(fields, key, node, "a whole number");
                None
            }
        }
    }

    /// A number or the name of one.
    pub fn number(&mut self, fields: &Fields<'_>, key: &str) -> Option<NumberRef> {
        self.number_in(fields, key, fields.get(key)?)
    }

    fn number_in(&mut self, fields: &Fields<'_>, key: &str, node: &Node) -> Option<NumberRef> {
        match &node.value {
            Value::Integer(number) => Some(NumberRef::Plain(*number, node.span)),
            Value::Text(text) if text.parse::<i64>().is_ok() => {
                self.wrong(fields, key, node, "a number without quotes");
                None
            }
            _ => self
                .name_in(fields, key, node, "a whole number, or the name of one from [numbers]")
                .map(NumberRef::Named),
        }
    }

    /// A number of at least `least`, or the name of one.
    pub fn number_from(&mut self, fields: &Fields<'_>, key: &str, least: i64) -> Option<NumberRef> {
        self.number_from_in(fields, key, fields.get(key)?, least)
    }

    /// The same of an entry that several files have said, each for itself.
    pub fn numbers_from(&mut self, fields: &Fields<'_>, key: &str, least: i64) -> Vec<NumberRef> {
        let said = fields.table.entries.iter().filter(|(name, _)| name.text == key);
        said.filter_map(|(_, node)| self.number_from_in(fields, key, node, least)).collect()
    }

    fn number_from_in(&mut self, fields: &Fields<'_>, key: &str, node: &Node, least: i64) -> Option<NumberRef> {
        let number = self.number_in(fields, key, node)?;
        if let NumberRef::Plain(value, span) = number
            && value < least
        {
            let message = format!("`{key}` of {} must be at least {least}, not {value}", fields.owner);
            self.bad(span, message, fields.example(key).map_or_else(String::new, |e| format!("for example: {e}")));
        }
        Some(number)
    }

    /// Yes or no.
    pub fn bool(&mut self, fields: &Fields<'_>, key: &str) -> Option<bool> {
        let node = fields.get(key)?;
        match node.value {
            Value::Bool(yes) => Some(yes),
            _ => {
                self.wrong(fields, key, node, "true or false, without quotes");
                None
            }
        }
    }

    /// One of a few words; gives what belongs to it.
    pub fn word<T: Copy>(&mut self, fields: &Fields<'_>, key: &str, words: &[(&str, T)]) -> Option<T> {
        let text = self.text(fields, key)?;
        let found = words.iter().find(|(word, _)| *word == text.text).map(|(_, value)| *value);
        if found.is_none() {
            let all: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            let message = format!("`{key}` of {} cannot be \"{}\"", fields.owner, text.text);
            // One letter resembles every other.
            let near = nearest(&text.text, all.iter().copied().filter(|word| word.len() > 1));
            let help = match near {
                Some(word) => format!("did you mean \"{word}\"?"),
                None => format!("it is one of: {}", all.join(", ")),
            };
            self.bad(text.span, message, help);
        }
        found
    }

    /// `end of turn`, `end of round`, `end of PHASE`.
    pub fn until(&mut self, fields: &Fields<'_>) -> Option<Name> {
        let text = self.text(fields, "until")?;
        let words: Vec<&str> = text.text.split_whitespace().collect();
        match words.as_slice() {
            ["end", "of", when] if names::is_snake_case(when) => {
                Some(Name { text: format!("end of {when}"), span: text.span })
            }
            _ => {
                let message = format!("`until` of {} cannot be \"{}\"", fields.owner, text.text);
                self.bad(text.span, message, "write \"end of turn\", \"end of round\" or \"end of\" and a phase");
                None
            }
        }
    }

    /// Printed names.
    pub fn labels(&mut self, fields: &Fields<'_>) -> Labels {
        let en = self.text(fields, "en").map(|name| name.text);
        let mut others = Translations::default();
        for (key, node) in &fields.table.entries {
            let language = Language::of(&key.text).filter(|language| self.languages.contains(language));
            let own = fields.keys.iter().any(|(known, _)| *known == key.text);
            let Some(language) = language.filter(|language| !own && *language != Language::English) else { continue };
            match node.as_text() {
                Some(_) if others.get(language).is_some() => {
                    let message = format!("{} has two names in {}", fields.owner, language.name_and_code());
                    self.bad(key.span, message, "leave one of them out");
                }
                Some(text) => others.set(language, text.to_owned()),
                None => self.wrong(fields, &key.text, node, "a text in quotes"),
            }
        }
        let gender = self.word(fields, "gender", &[("m", 'm'), ("f", 'f')]);
        Labels { en, others, gender }
    }

    /// A number, yes or no, text, or a list of them.
    pub fn literal(&mut self, owner: &str, node: &Node) -> Option<Literal> {
        match &node.value {
            Value::Integer(number) => Some(Literal::Number(*number, node.span)),
            Value::Bool(yes) => Some(Literal::Bool(*yes, node.span)),
            Value::Text(text) => Some(Literal::Text(text.clone(), node.span)),
            Value::Array(items) => {
                let list = items.iter().filter_map(|item| self.literal(owner, item)).collect();
                Some(Literal::List(list, node.span))
            }
            Value::Table(_) => {
                let message = format!("{owner} must be a number, true, false, a text or a list of these");
                self.findings.push(
                    Diagnostic::new(Code::WrongType, node.span, message)
                        .label("this is a table")
                        .help("for example: 3, true, \"fire\", \"3 red, 1 blue\" or [\"fire\", \"water\"]"),
                );
                None
            }
        }
    }

    /// The things of a section such as `[zone]`, each with its name; they are nouns.
    pub fn section<'n>(
        &mut self,
        root: &'n Table,
        key: &str,
        what: &'static str,
        example: &str,
    ) -> Vec<&'n (Name, Node)> {
        let entries = self.entries(root, key, example);
        for (name, _) in &entries {
            self.nouns.declare(self.findings, name, what);
        }
        entries
    }

    /// The same for what is named elsewhere.
    pub fn entries<'n>(&mut self, root: &'n Table, key: &str, example: &str) -> Vec<&'n (Name, Node)> {
        let Some(node) = root.get(key) else { return Vec::new() };
        let Some(table) = node.as_table() else {
            self.findings.push(
                Diagnostic::new(Code::WrongType, node.span, format!("`{key}` must be a table of named things"))
                    .label(format!("this is {}", node.describe()))
                    .help(format!("for example: {example}")),
            );
            return Vec::new();
        };
        if lacks_name(key, table) {
            let message = format!("the heading [{key}] lacks a name: its lines are those of one {key}");
            let help = format!("write the name of the {key} after a point: [{key}.NAME]");
            self.findings.push(Diagnostic::new(Code::WrongType, node.span, message).help(help));
            return Vec::new();
        }
        table.entries.iter().collect()
    }
}

/// `[kind]` and below it `attributes = …`: all names are entries of one thing, and none of them a thing.
fn lacks_name(section: &str, table: &Table) -> bool {
    let Some(known) = SECTIONS.iter().find(|known| known.name == section) else { return false };
    let is_entry = |(name, node): &(Name, Node)| {
        let inner = known.inner.iter().any(|(key, _)| *key == name.text);
        (inner || node.as_table().is_none()) && known.keys.iter().any(|(key, _)| *key == name.text)
    };
    !table.entries.is_empty() && table.entries.iter().all(is_entry)
}

/// A key that does not exist there, with the nearest one or all of them.
pub fn unknown_key(key: &Name, owner: &str, known: &[&str]) -> Diagnostic {
    let text = key.text.as_str();
    let diagnostic = Diagnostic::new(Code::UnknownKey, key.span, format!("{owner} knows no `{text}`"));
    // How an attribute is shown is said once for all kinds.
    let of_kind = owner.strip_prefix("attribute `").and_then(|rest| rest.split_once("` of kind "));
    if let Some((name, _)) = of_kind.filter(|_| ATTRIBUTE_SHOWN.contains(&text)) {
        return diagnostic.help(format!("say it below [attribute], once for all kinds: {name} = {{ {text} = … }}"));
    }
    if let Some(word) = nearest(text, known.iter().copied()) {
        return diagnostic.help(format!("did you mean `{word}`?"));
    }
    if let Some((_, help)) = OTHER_WORDS.iter().find(|(word, _)| *word == text) {
        return diagnostic.help(*help);
    }
    if let Some((section, entry)) = NESTED.iter().find(|(section, _)| *section == text) {
        return diagnostic.help(format!("declare it under [{section}], and say there with `{entry}` where it belongs"));
    }
    diagnostic.help(format!("it may have: {}", known.join(", ")))
}

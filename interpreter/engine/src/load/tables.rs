//! Joins tables of cards to scripts: what a row says is added to the card of its id, or is a card of its own.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::manifest::node;
use crate::source::{FileKind, SourceFile, Sources, Span};
use crate::syntax::ast::{Item, ItemKind, Member, Name, Script};
use crate::syntax::table::{self, Row, Table};

/// Adds what the tables say to the scripts of the game and of each pack.
pub(super) fn join(sources: &Sources, scripts: &mut Vec<(Option<u16>, Script)>, findings: &mut Findings) {
    let files: Vec<_> = sources.iter().filter(|(_, file)| file.kind == FileKind::Table).collect();
    if files.is_empty() {
        return;
    }
    let kinds = kinds(sources);
    let mut seen: BTreeMap<(Option<u16>, String), Span> = BTreeMap::new();
    for (id, file) in files {
        let Table { rows, head, words, unread, languages } = table::parse(id, &file.text, findings);
        let mut script = Script { words, unread, languages, ..Script::default() };
        let kind_of_file = kind_of_file(file, head);
        let unfit = !kinds.is_empty() && !kinds.contains(&kind_of_file.text);
        if unfit && rows.iter().any(|row| row.kind.is_none()) {
            findings.push(wrong_file_name(file, head));
            script.unread.extend(rows.into_iter().map(|row| row.id.text));
            scripts.push((file.pack, script));
            continue;
        }
        for row in rows {
            if let Some(first) = seen.get(&(file.pack, row.id.text.clone())) {
                let message = format!("two rows have the id `{}`", row.id.text);
                let found = Diagnostic::new(Code::DuplicateItem, row.id.span, message).label("the second one");
                findings.push(found.other(*first, "the first one").help("give one of them another id"));
                continue;
            }
            seen.insert((file.pack, row.id.text.clone()), row.id.span);
            let own = scripts.iter_mut().filter(|(pack, _)| *pack == file.pack);
            let mut cards = own.flat_map(|(_, script)| &mut script.items).filter_map(card_of);
            match cards.find(|card| card.name.text == row.id.text) {
                Some(card) => add(card, row, &kind_of_file, findings),
                None => script.items.push(item(row, &kind_of_file)),
            }
        }
        scripts.push((file.pack, script));
    }
}

/// A card of a script.
struct Card<'s> {
    kind: &'s Name,
    name: &'s Name,
    body: &'s mut Vec<Member>,
}

/// The card that an item is, also behind `replace`.
fn card_of(item: &mut Item) -> Option<Card<'_>> {
    match &mut item.kind {
        ItemKind::Component { kind, name, body } => Some(Card { kind, name, body }),
        ItemKind::Replace(inner) => card_of(inner),
        _ => None,
    }
}

/// A row that no script speaks of: a card that does nothing by itself.
fn item(row: Row, kind_of_file: &Name) -> Item {
    let span = row.id.span;
    let kind = row.kind.unwrap_or_else(|| kind_of_file.clone());
    Item { kind: ItemKind::Component { kind, name: row.id, body: row.members }, span }
}

/// What is printed comes from the row, what it does from the script; nothing from both.
fn add(card: Card<'_>, row: Row, kind_of_file: &Name, findings: &mut Findings) {
    let kind = row.kind.as_ref().unwrap_or(kind_of_file);
    if kind.text != card.kind.text {
        let message = format!("`{}` is a `{}` here and a `{}` in the table", card.name.text, card.kind.text, kind.text);
        let found = Diagnostic::new(Code::BadTable, card.kind.span, message);
        findings.push(found.other(row.id.span, "its row").help("write the same kind in both places"));
        return;
    }
    let mut members = Vec::new();
    let mut twice: Vec<(String, Span, Span)> = Vec::new();
    for member in row.members {
        match card.body.iter().find_map(|written| doubled(written, &member)) {
            Some(found) => twice.push(found),
            None => members.push(member),
        }
    }
    findings.extend_with(said_twice(card.name, &twice).map(Box::new));
    members.append(card.body);
    *card.body = members;
}

/// However much a row and a script both say, it is one mistake.
fn said_twice(card: &Name, twice: &[(String, Span, Span)]) -> Option<Diagnostic> {
    let ((_, here, there), more) = twice.split_first()?;
    let names: Vec<String> = twice.iter().map(|(name, _, _)| format!("`{name}`")).collect();
    let what = match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last} of `{}` stand", rest.join(", "), card.text),
        _ => format!("{} of `{}` stands", names.concat(), card.text),
    };
    let found = Diagnostic::new(Code::DuplicateAttribute, *here, format!("{what} in the script and in the table"));
    let help = match more.is_empty() {
        true => "leave one of them out",
        false => "what is printed stands in one place: take it out of the script, or out of the table",
    };
    let found = found.label("in the script").other(*there, "in the table").help(help);
    Some(found.also(more.iter().map(|(_, here, _)| *here)))
}

/// What both say, with its place in the script and in the table.
fn doubled(written: &Member, row: &Member) -> Option<(String, Span, Span)> {
    match (written, row) {
        (Member::Attribute { name, .. }, Member::Attribute { name: column, value }) if name.text == column.text => {
            Some((name.text.clone(), name.span, value.span))
        }
        (Member::Says(here), Member::Says(there)) => Some(("says".to_owned(), here.span, there.span)),
        _ => None,
    }
}

/// `crew` of `cards/GAME/crew.csv`.
fn kind_of_file(file: &SourceFile, head: Span) -> Name {
    let last = file.name.rsplit('/').next().unwrap_or(&file.name);
    let stem = last.strip_suffix(".csv").unwrap_or(last);
    Name { text: stem.to_lowercase().replace([' ', '-'], "_"), span: head }
}

fn wrong_file_name(file: &SourceFile, head: Span) -> Diagnostic {
    let last = file.name.rsplit('/').next().unwrap_or(&file.name);
    let message = format!("no kind is called like the file `{last}`, so its cards are of no kind");
    Diagnostic::new(Code::BadTable, head, message).help(
        "call the file like the kind of its cards, or add a column `kind`; a file that is no table of cards belongs elsewhere",
    )
}

/// The kinds that manifests declare, in variants, too.
fn kinds(sources: &Sources) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (id, file) in sources.iter().filter(|(_, file)| matches!(file.kind, FileKind::Manifest | FileKind::Pack)) {
        let Some(tree) = node::parse(id, &file.text, &mut Findings::default()) else { continue };
        let variants = tree.table("variant").into_iter().flat_map(|all| &all.entries);
        let inside = variants.filter_map(|(_, variant)| variant.as_table());
        for table in std::iter::once(&tree).chain(inside).filter_map(|table| table.table("kind")) {
            found.extend(table.entries.iter().map(|(name, _)| name.text.clone()));
        }
    }
    found
}

//! One cause, one finding: what is only said because something else could not be read is forgotten, and a name that
//! is unknown everywhere is told once.
//!
//! A name whose declaration is wrong is known, but broken: nobody calls it unknown, or complains of what it is not.

use std::collections::BTreeSet;

use crate::check::names;
use crate::diagnostic::{Code, Diagnostic, Findings, Severity};
use crate::manifest::model::Labels;
use crate::manifest::node::{self, Node, Table, Value};
use crate::source::{FileId, FileKind, Sources, Span};
use crate::syntax::ast::{Item, ItemKind, Member, Name, Script};

/// Two things of one name.
const CLASHES: &[Code] = &[Code::DuplicateName, Code::NameClash, Code::DuplicateItem];

/// A name that means nothing.
const UNKNOWN: &[Code] = &[
    Code::UnknownName,
    Code::UnknownType,
    Code::UnknownKind,
    Code::UnknownPatched,
    Code::UnknownAttribute,
    Code::UnknownAbility,
    Code::NotAmongValues,
    Code::UnknownWord,
    Code::UnknownField,
    Code::UnknownCallable,
    Code::UnknownMoment,
    Code::UnknownPhase,
    Code::UnknownScore,
];

/// A name that does not mean what is needed, which may be so because its declaration is wrong.
const UNFIT: &[Code] = &[
    Code::WrongNoun,
    Code::StartsNowhere,
    Code::NumberNotHere,
    Code::OutOfRange,
    Code::NobodysName,
    Code::TypeMismatch,
    Code::NotOnEveryKind,
    Code::WrongBearer,
];

/// Forgets what follows from something else, and puts together what says the same.
pub(super) fn drop(sources: &Sources, scripts: &[(Option<u16>, Script)], findings: &mut Findings) {
    let manifests = Manifests::read(sources);
    let text = |span| sources.slice(span).trim_matches('"').to_owned();
    let unread: BTreeSet<String> =
        scripts.iter().flat_map(|(_, script)| &script.unread).flat_map(|name| forms(name)).collect();
    let mut causes: Vec<Cause> = Vec::new();
    for (index, found) in findings.iter().enumerate().filter(|(_, found)| found.severity == Severity::Error) {
        let mut cause = manifests.cause(index, found);
        if CLASHES.contains(&found.code) {
            cause.broken.extend(forms(&text(found.span)));
        }
        if found.code == Code::UnknownKind {
            cause.broken.extend(members_of(scripts, found.span));
        }
        if matches!(found.code, Code::UnknownAttribute | Code::UnknownAbility) {
            cause.lacking = Some(text(found.span));
        }
        causes.push(cause);
    }
    let mut dropped: BTreeSet<usize> = BTreeSet::new();
    let mut before = usize::MAX;
    while before != dropped.len() {
        before = dropped.len();
        for (index, found) in findings.iter().enumerate() {
            if dropped.contains(&index) {
                continue;
            }
            let name = text(found.span);
            let explains = |cause: &Cause| cause.finding != index && cause.explains(found, &name, &manifests);
            let root = causes.iter().position(explains);
            if root.is_some() || UNKNOWN.contains(&found.code) && unread.contains(&name) {
                dropped.insert(index);
                merge(&mut causes, index, root);
            }
        }
    }
    // What a broken table does not say is not missing.
    let broken_table = findings.iter().any(|found| found.code == Code::BadTable);
    for (at, found) in findings.iter().enumerate() {
        if broken_table && found.code == Code::MissingAttribute {
            dropped.insert(at);
        }
    }
    // A name that cannot be taken is not one that nobody reads.
    let taken: BTreeSet<Span> =
        findings.iter().filter(|found| found.code == Code::NameTaken).map(|found| found.span).collect();
    for (at, found) in findings.iter().enumerate() {
        if found.code == Code::UnusedBinding && taken.contains(&found.span) {
            dropped.insert(at);
        }
    }
    let mut index = 0;
    findings.retain(|_| {
        index += 1;
        !dropped.contains(&(index - 1))
    });
    let declared = manifests.names(scripts);
    let unknown = |found: &Diagnostic| {
        let name = text(found.span);
        (UNKNOWN.contains(&found.code) && !declared.contains(&name)).then_some(name)
    };
    super::missing::fold(findings, |heading| manifests.has(heading), unknown);
    findings.fold_unknown(unknown);
}

/// What follows from a finding that follows from another one follows from that one.
fn merge(causes: &mut Vec<Cause>, finding: usize, root: Option<usize>) {
    let root = root.and_then(|root| causes.get(root)).map(|cause| cause.finding);
    let Some(at) = causes.iter().position(|cause| cause.finding == finding) else { return };
    let dropped = causes.remove(at);
    if let Some(root) = causes.iter_mut().find(|cause| Some(cause.finding) == root) {
        root.broken.extend(dropped.broken);
        root.around.extend(dropped.around);
    }
}

/// A finding that may be why others are there.
struct Cause {
    finding: usize,
    code: Code,
    /// The entries of a manifest that it stands in, the outermost first.
    path: Vec<String>,
    /// The same names, and those of what follows from it.
    around: BTreeSet<String>,
    /// Names that are known, but broken.
    broken: BTreeSet<String>,
    /// Entries that are missing, or written otherwise.
    missing: BTreeSet<String>,
    /// What a kind does not have, though its cards say it.
    lacking: Option<String>,
}

impl Cause {
    /// Whether a finding about a name follows from this one.
    fn explains(&self, found: &Diagnostic, name: &str, manifests: &Manifests) -> bool {
        let game = |entry: &str| {
            let stands = self.path.iter().map(String::as_str).eq(["game", entry]);
            stands || matches!(self.code, Code::MissingKey | Code::UnknownKey) && self.missing.contains(entry)
        };
        match found.code {
            Code::MissingPlayerCount => game("players"),
            Code::NumberNotHere if game("players") => true,
            // `turns = […]`: that `turn` is missing is the same mistake.
            Code::MissingKey => {
                let (path, _) = manifests.path(found.span);
                let beside = self.path.split_last().is_some_and(|(_, beside)| beside == path.as_slice());
                self.code == Code::UnknownKey && beside && quoted(&found.message).any(|key| self.missing.contains(key))
            }
            Code::NotOnEveryKind | Code::UnknownMoment | Code::UnknownField
                if self.lacking.as_deref() == Some(name) =>
            {
                true
            }
            // A kind of space or unit of a broken name: its plural is what scripts say. A counter that lies nobody knows
            // where: what is found is the bearer, not its name.
            Code::TypeMismatch | Code::WrongBearer
                if quoted(&found.message).next().is_some_and(|first| self.broken.contains(first)) =>
            {
                true
            }
            // `.face` is what every card has, and not the attribute that was meant.
            Code::NotComparable if self.code == Code::ManifestReservedName => {
                self.path.last().is_some_and(|own| name.contains(&format!(".{own}")))
            }
            Code::NeverLive => quoted(&found.message).any(|kind| self.around.contains(kind)),
            code if UNKNOWN.contains(&code) || UNFIT.contains(&code) => self.broken.contains(name),
            _ => false,
        }
    }
}

/// The entries of all manifests, as they are written.
struct Manifests {
    trees: Vec<(FileId, Table)>,
}

impl Manifests {
    fn read(sources: &Sources) -> Manifests {
        let files = sources.iter().filter(|(_, file)| matches!(file.kind, FileKind::Manifest | FileKind::Pack));
        let tree = |(id, file): (FileId, &crate::source::SourceFile)| {
            Some((id, node::parse(id, &file.text, &mut Findings::default())?))
        };
        Manifests { trees: files.filter_map(tree).collect() }
    }

    /// The names of the entries around a place, the outermost first, and the innermost entry.
    fn path(&self, span: Span) -> (Vec<String>, Option<&(Name, Node)>) {
        let Some((_, tree)) = self.trees.iter().find(|(file, _)| *file == span.file) else { return (Vec::new(), None) };
        let mut path = Vec::new();
        let mut inner = None;
        let mut table = Some(tree);
        while let Some(entry) = table.and_then(|table| table.entries.iter().find(|entry| holds(entry, span))) {
            path.push(entry.0.text.clone());
            inner = Some(entry);
            table = entry.1.as_table().filter(|_| entry.0.span != span);
        }
        (path, inner)
    }

    fn cause(&self, finding: usize, found: &Diagnostic) -> Cause {
        let (path, inner) = self.path(found.span);
        let mut broken: BTreeSet<String> = path.iter().flat_map(|name| forms(name)).collect();
        let mut missing = BTreeSet::new();
        match found.code {
            Code::UnknownKey | Code::WrongType | Code::ManifestBadName => {
                if let Some((_, node)) = inner {
                    words(node, &mut broken);
                }
                missing.extend(found.help.as_deref().into_iter().flat_map(quoted).map(str::to_owned));
            }
            Code::MissingKey => missing.extend(quoted(&found.message).map(str::to_owned)),
            _ => {}
        }
        let around = path.iter().cloned().collect();
        Cause { finding, code: found.code, path, around, broken, missing, lacking: None }
    }

    /// Whether some manifest has a section.
    fn has(&self, heading: &str) -> bool {
        self.trees.iter().any(|(_, tree)| tree.get(heading).is_some())
    }

    /// Every name that is declared somewhere, whatever it means.
    fn names(&self, scripts: &[(Option<u16>, Script)]) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        for (_, tree) in &self.trees {
            keys(tree, &mut names);
        }
        let items = scripts.iter().flat_map(|(_, script)| &script.items);
        names.extend(items.filter_map(name_of).map(|name| name.text.clone()));
        names
    }
}

/// Whether a place lies in an entry: in its name, its value, or an entry under its heading.
fn holds(entry: &(Name, Node), span: Span) -> bool {
    let within = |outer: Span| outer.file == span.file && outer.start <= span.start && span.end <= outer.end;
    within(entry.0.span)
        || within(entry.1.span)
        || entry.1.as_table().is_some_and(|table| table.entries.iter().any(|inner| holds(inner, span)))
}

/// The names of entries, all the way down.
fn keys(table: &Table, names: &mut BTreeSet<String>) {
    for (name, node) in &table.entries {
        names.insert(name.text.clone());
        if let Some(inner) = node.as_table() {
            keys(inner, names);
        }
    }
}

/// All the words of a value: names of entries, and what its texts say.
fn words(node: &Node, names: &mut BTreeSet<String>) {
    match &node.value {
        Value::Table(table) => {
            for (name, inner) in &table.entries {
                names.extend(forms(&name.text));
                words(inner, names);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| words(item, names)),
        Value::Text(text) => {
            let each = text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty());
            names.extend(each.flat_map(forms));
        }
        Value::Integer(_) | Value::Bool(_) => {}
    }
}

/// A name as it may be meant elsewhere: as written, in small letters, as one word, of several.
fn forms(name: &str) -> Vec<String> {
    let small: String = name.to_lowercase().replace([' ', '-'], "_");
    let plural = names::plural(&small, &Labels::default());
    vec![name.to_owned(), plural, small]
}

/// What stands between `…` in a message; that it is about one variant is not a name.
fn quoted(message: &str) -> impl Iterator<Item = &str> {
    let message = message.split(" (in the variant").next().unwrap_or(message);
    message.split('`').skip(1).step_by(2)
}

/// What a card of an unknown kind bears: nobody can tell whether the kind has it.
fn members_of(scripts: &[(Option<u16>, Script)], kind: Span) -> Vec<String> {
    let items = scripts.iter().flat_map(|(_, script)| &script.items);
    let mut names = Vec::new();
    for item in items {
        if let ItemKind::Component { kind: found, body, .. } = &item.kind
            && found.span == kind
        {
            names.extend(body.iter().filter_map(|member| match member {
                Member::Attribute { name, .. } | Member::Ability { name, .. } => Some(name.text.clone()),
                Member::Hook(_) | Member::Says(_) => None,
            }));
        }
    }
    names
}

fn name_of(item: &Item) -> Option<&Name> {
    Some(match &item.kind {
        ItemKind::Component { name, .. } | ItemKind::Rule { name, .. } | ItemKind::Event { name, .. } => name,
        ItemKind::Action(action) => &action.name,
        ItemKind::Value(value) => &value.name,
        ItemKind::Keyword(keyword) => &keyword.name,
        ItemKind::Phase(phase) => &phase.name,
        _ => return None,
    })
}

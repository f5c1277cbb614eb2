//! Clauses by the card, action, phase or rule that they stand in, with those that can never run.

use cardwright::diagnostic::{Code, Findings};
use cardwright::source::{FileId, FileKind, SourceFile};
use cardwright::syntax;
use cardwright::syntax::ast::{self, ItemKind};

use super::{Clause, Coverage, Item};

/// Findings that say of a whole item that nothing leads to it.
const UNUSED: &[Code] = &[Code::UncalledAction, Code::UnusedKeyword, Code::UnreachedPhase, Code::UnraisedEvent];

impl Coverage {
    /// All items with clauses, in the order of the files.
    pub fn items(&self) -> Vec<Item> {
        let mut found = Vec::new();
        for (name, (text, clauses)) in &self.files {
            let script = syntax::parse(FileId(0), text, &mut Findings::default());
            let file = SourceFile::new(name.as_str(), text.as_str(), FileKind::Script, None);
            let mut heads: Vec<(&'static str, String, &ast::Item)> = Vec::new();
            script.items.iter().for_each(|item| flatten(item, "", &mut heads));
            for (sort, called, item) in heads {
                let (start, end) = (item.span.start, item.span.end);
                let inside = clauses.iter().filter(|((from, to), _)| start <= *from && *to <= end);
                let mut own: Vec<Clause> = inside
                    .map(|((from, to), ran)| Clause {
                        start: *from,
                        end: *to,
                        line: file.line_column(*from).line,
                        text: one_line(text.get(*from as usize..*to as usize).unwrap_or("")),
                        ran: *ran,
                        never: None,
                    })
                    .collect();
                let line = file.line_column(start).line;
                if own.is_empty() && (has_body(&item.kind) || sort == "keyword") {
                    let text =
                        one_line(text.get(start as usize..end as usize).unwrap_or("").split('{').next().unwrap_or(""));
                    let mut head = Clause { start, end, line, text, ran: false, never: None };
                    head.never = self
                        .never(name, (sort, &called), (start, end), &head)
                        .or_else(|| has_body(&item.kind).then(|| NOWHERE.to_owned()));
                    own.extend(head.never.is_some().then_some(head));
                }
                if own.is_empty() {
                    continue;
                }
                for clause in own.iter_mut().filter(|clause| !clause.ran && clause.never.is_none()) {
                    clause.never = self.never(name, (sort, &called), (start, end), clause);
                }
                found.push(Item { file: name.clone(), line, sort, name: called, clauses: own });
            }
        }
        found
    }

    /// Why a clause can never run.
    fn never(
        &self,
        file: &str,
        (sort, name): (&str, &str),
        (start, end): (u32, u32),
        clause: &Clause,
    ) -> Option<String> {
        if sort == "card" && self.designs.contains(name) && !self.copies.contains(name) {
            return Some("there is no copy of this card in any game".to_owned());
        }
        let here = self.unused.iter().filter(|(of, _, _)| of == file);
        for (_, at, found) in here {
            let of_item = UNUSED.contains(&found.code) && (start..end).contains(at);
            let of_clause = found.code == Code::AfterStop && (clause.start..clause.end).contains(at);
            if of_item || of_clause {
                return Some(found.message.clone());
            }
        }
        None
    }
}

const NOWHERE: &str = "it is part of no game: retired, replaced, or nobody uses it";

/// Items one after the other; what stands in a variant says so.
fn flatten<'a>(item: &'a ast::Item, variant: &str, heads: &mut Vec<(&'static str, String, &'a ast::Item)>) {
    let (sort, name) = match &item.kind {
        ItemKind::Component { name, .. } => ("card", name.text.clone()),
        ItemKind::Every { kind, .. } => ("every", kind.text.clone()),
        ItemKind::Extend { name, .. } => ("extend", name.text.clone()),
        ItemKind::Action(action) => ("action", action.name.text.clone()),
        ItemKind::Keyword(keyword) => ("keyword", keyword.name.text.clone()),
        ItemKind::Phase(phase) => ("phase", phase.name.text.clone()),
        ItemKind::Rule { name, .. } => ("rule", name.text.clone()),
        ItemKind::Variant { name, items } => {
            items.iter().for_each(|inner| flatten(inner, &name.text, heads));
            return;
        }
        ItemKind::Hook(_) => ("hook", String::new()),
        ItemKind::Replace(inner) => {
            let before = heads.len();
            flatten(inner, variant, heads);
            heads
                .drain(before..)
                .map(|(sort, name, _)| (sort, name, item))
                .collect::<Vec<_>>()
                .into_iter()
                .for_each(|head| heads.push(head));
            return;
        }
        ItemKind::ReplaceStep { phase, step, .. } => ("step", format!("{}.{}", phase.text, step.text)),
        ItemKind::InsertStep { name, phase, .. } => ("step", format!("{}.{}", phase.text, name.text)),
        _ => return,
    };
    let name = if variant.is_empty() { name } else { format!("{name} (variant {variant})").trim_start().to_owned() };
    heads.push((sort, name, item));
}

/// Whether something in it could run.
fn has_body(kind: &ItemKind) -> bool {
    let members = |members: &[ast::Member]| {
        members.iter().any(|m| !matches!(m, ast::Member::Attribute { .. } | ast::Member::Says(_)))
    };
    match kind {
        ItemKind::Component { body, .. } | ItemKind::Every { body, .. } | ItemKind::Extend { body, .. } => {
            members(body)
        }
        ItemKind::Action(action) => !action.body.statements.is_empty(),
        // One that only says when its block is done has nothing that runs but that block.
        ItemKind::Keyword(keyword) => does_something(&keyword.body),
        ItemKind::Phase(phase) => phase.steps.iter().any(|step| !step.body.statements.is_empty()),
        ItemKind::Rule { .. } | ItemKind::Hook(_) => true,
        ItemKind::Replace(inner) => has_body(&inner.kind),
        ItemKind::ReplaceStep { body, .. } | ItemKind::InsertStep { body, .. } => !body.statements.is_empty(),
        _ => false,
    }
}

/// Whether a block does more than decide what of the block that it is given is done.
fn does_something(block: &ast::Block) -> bool {
    use ast::StatementKind as S;
    block.statements.iter().any(|statement| match &statement.kind {
        S::Body { .. } | S::Let { .. } => false,
        S::If { body, otherwise, .. } | S::With { body, otherwise, .. } => {
            does_something(body) || otherwise.as_ref().is_some_and(does_something)
        }
        S::Match { arms, .. } => arms.iter().any(|arm| does_something(&arm.body)),
        S::ForEach { body, .. } | S::Repeat { body, .. } | S::AtOnce { body } => does_something(body),
        _ => true,
    })
}

/// A stretch of script on one line, cut where it is long.
fn one_line(text: &str) -> String {
    const LONGEST: usize = 100;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= LONGEST {
        return line;
    }
    line.chars().take(LONGEST - 1).chain(['…']).collect()
}

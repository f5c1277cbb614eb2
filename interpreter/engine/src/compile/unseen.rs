//! Where a name may stand for a card that nobody has seen. Cards drawn while it does are drawn one by one: as a multiset,
//! the named one would always be the first of the others.

use std::collections::BTreeSet;

use super::walk::children;
use crate::check::tree::{Block, Expr, ExprKind, OptionKind, Statement, StatementKind, Tree, blocks, hook_body};
use crate::program::nouns::{Faces, Type, ZoneOrder};

/// The bodies in which such a name may be in use.
#[derive(Debug, Default)]
pub(crate) struct Unseen {
    bodies: BTreeSet<*const Block>,
}

impl Unseen {
    /// Bodies that give such a name, and all that they call or set off.
    pub fn of(tree: &Tree) -> Unseen {
        let mut found = Unseen::default();
        let mut waiting: Vec<&Block> = tree.bodies().filter(|body| any(body, &|s| names(tree, s))).collect();
        if !waiting.is_empty() {
            waiting.extend(tree.hooks.iter().filter_map(hook_body));
        }
        // A memory keeps its cards beyond the body.
        if tree.bodies().any(|body| any(body, &|s| remembers(tree, s))) {
            waiting.extend(tree.bodies());
        }
        while let Some(body) = waiting.pop() {
            if found.bodies.insert(std::ptr::from_ref(body)) {
                called(tree, body, &mut waiting);
            }
        }
        found
    }

    pub fn contains(&self, body: &Block) -> bool {
        self.bodies.contains(&std::ptr::from_ref(body))
    }
}

fn any(block: &Block, is: &dyn Fn(&Statement) -> bool) -> bool {
    block.iter().any(|s| is(s) || blocks(s).into_iter().any(|inner| any(inner, is)))
}

fn called<'t>(tree: &'t Tree, block: &'t Block, waiting: &mut Vec<&'t Block>) {
    let body = |action: &crate::ids::ActionId| tree.actions.get(action.index()).and_then(|a| a.body.as_ref());
    for statement in block {
        match &statement.kind {
            StatementKind::Call { action, .. } => waiting.extend(body(action)),
            StatementKind::Run { ability, .. } => {
                waiting.extend(tree.abilities.iter().filter(|a| a.ability == *ability).map(|a| &a.body));
            }
            StatementKind::Offer { options, .. } => {
                for option in options {
                    if let OptionKind::Action { action, .. } = &option.kind {
                        waiting.extend(body(action));
                    }
                }
            }
            _ => {}
        }
        blocks(statement).into_iter().for_each(|inner| called(tree, inner, waiting));
    }
}

/// Whether a statement gives a name to a card that may be unseen. What is chosen with open eyes is known.
fn names(tree: &Tree, statement: &Statement) -> bool {
    let unseen = |e: &Expr| may_be_unseen(tree, e);
    match &statement.kind {
        StatementKind::Let { expr: set, .. }
        | StatementKind::With { set, .. }
        | StatementKind::ForEach { set, .. }
        | StatementKind::Random { set, .. }
        | StatementKind::Choose { set, blind: true, .. } => unseen(set),
        StatementKind::Call { args, .. } | StatementKind::Window { args, .. } => args.iter().any(unseen),
        StatementKind::Offer { options, .. } => options.iter().any(|option| match &option.kind {
            OptionKind::Action { args, each, .. } => {
                args.iter().any(unseen) || each.as_ref().is_some_and(|(_, set)| unseen(set))
            }
            OptionKind::Block { .. } => false,
        }),
        _ => false,
    }
}

fn remembers(tree: &Tree, statement: &Statement) -> bool {
    matches!(&statement.kind, StatementKind::Remember { what, .. } if may_be_unseen(tree, what))
}

fn may_be_unseen(tree: &Tree, expr: &Expr) -> bool {
    let cards = match &expr.ty {
        Type::Set(inner) => matches!(**inner, Type::Component(_)),
        ty => matches!(ty, Type::Component(_)),
    };
    cards && lies_hidden(tree, expr)
}

/// Whether it takes cards out of a zone where they may lie face down to all.
fn lies_hidden(tree: &Tree, expr: &Expr) -> bool {
    let hidden = |zone: crate::ids::ZoneId| {
        let def = tree.nouns.zones.get(zone.index());
        def.is_none_or(|z| matches!(z.faces, Faces::Down | Faces::Each) || z.order == ZoneOrder::Bag)
    };
    match &expr.kind {
        ExprKind::Zone(zone, _) | ExprKind::CardsOfEach(zone, _) => hidden(*zone),
        _ => children(expr).into_iter().any(|part| lies_hidden(tree, part)),
    }
}

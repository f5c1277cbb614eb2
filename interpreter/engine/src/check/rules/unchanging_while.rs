//! A `repeat while` whose condition nothing in its body can change.
//!
//! ```text
//! repeat while me.gems > 0 { draw(1) }                # the gems stay what they are
//! repeat while me.gems > 0 { lose 1 gems  draw(1) }
//! ```

use std::collections::BTreeSet;

use super::{Game, reach};
use crate::check::tree::*;
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::ids::*;

/// What a condition reads, or what statements write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Thing {
    State(StateId),
    Stuff(StuffId),
    AnyStuff,
    Memory(MemoryId),
    /// Where cards lie, and with which face.
    Cards,
    /// Where actors and units stand.
    Places,
    Dice,
    /// Something whose makers are not told apart here: every statement may change it.
    Anything,
}

pub(super) fn look(game: &Game<'_>, findings: &mut Findings) {
    reach::every_statement(game.tree, &mut |_, statement| {
        let StatementKind::Repeat { count: None, cond: Some(cond), body } = &statement.kind else { return };
        let mut read = BTreeSet::new();
        let mut values = BTreeSet::new();
        let mut waiting = vec![cond];
        while let Some(expr) = waiting.pop() {
            reads(game.tree, expr, &mut read, &mut values, &mut waiting);
        }
        if read.contains(&Thing::Anything) || changes(game.tree, body, &read) {
            return;
        }
        let message = "nothing in this `repeat` changes its condition, so it never ends";
        let finding = Diagnostic::new(Code::UnchangingWhile, cond.span, message)
            .help("change inside what the condition asks about, or say how often at most: `repeat at most 20 while …`");
        findings.push(finding);
    });
}

/// Notes what an expression reads; those of the values it asks for are put on the waiting list, each once.
fn reads<'t>(
    tree: &'t Tree,
    expr: &'t Expr,
    read: &mut BTreeSet<Thing>,
    values: &mut BTreeSet<ValueId>,
    waiting: &mut Vec<&'t Expr>,
) {
    reach::each_expr(expr, &mut |part| {
        let thing = match &part.kind {
            ExprKind::State(id, _) => Thing::State(*id),
            ExprKind::Stuff(id, ..) | ExprKind::Supply(id) => Thing::Stuff(*id),
            ExprKind::StuffGroup(..) => Thing::AnyStuff,
            ExprKind::Memory(id, _) => Thing::Memory(*id),
            ExprKind::Zone(..) | ExprKind::Cards(_) | ExprKind::CardsOfEach(..) | ExprKind::IsZone(..) => Thing::Cards,
            ExprKind::Function(function, _) => match function {
                Function::Min
                | Function::Max
                | Function::HalfUp
                | Function::Abs
                | Function::Remainder
                | Function::Reverse
                | Function::DesignOf
                | Function::Neighbours
                | Function::Column
                | Function::Row
                | Function::EnumValues
                | Function::Spaces
                | Function::BoardSpaces
                | Function::Units => return,
                Function::PoolTotal | Function::PoolBonus | Function::PoolFaces => Thing::Dice,
                Function::SpaceOf | Function::UnitsAt => Thing::Places,
                _ => Thing::Anything,
            },
            ExprKind::Can { .. } | ExprKind::CanRun { .. } | ExprKind::Active => Thing::Anything,
            ExprKind::Value(id, _) => {
                if values.insert(*id)
                    && let Some(value) = tree.values.get(id.index())
                {
                    waiting.extend(std::iter::once(&value.expr).chain(&value.at_least).chain(&value.at_most));
                    if tree.hooks.iter().any(|hook| matches!(hook.kind, HookKind::Modify { value, .. } if value == *id))
                    {
                        read.insert(Thing::Anything);
                    }
                }
                return;
            }
            _ => return,
        };
        read.insert(thing);
    });
}

/// Whether the body, or what it calls, writes something that was read, or leaves the loop.
fn changes(tree: &Tree, body: &Block, read: &BTreeSet<Thing>) -> bool {
    use StatementKind as S;
    let stuff = read.iter().any(|thing| matches!(thing, Thing::Stuff(_) | Thing::AnyStuff));
    let has = |what: &What| match what {
        What::Counter(id) => read.contains(&Thing::State(*id)),
        What::Stuff(id) => read.contains(&Thing::Stuff(*id)) || read.contains(&Thing::AnyStuff),
        What::Group(_) | What::Bundle => stuff,
        What::Named(_) => stuff || read.iter().any(|thing| matches!(thing, Thing::State(_))),
    };
    let mut found = false;
    reach::each_reached(tree, body, &mut |statement| {
        found |= match &statement.kind {
            S::Gain { amounts, .. } => amounts.iter().any(|amount| has(&amount.what)),
            S::Pay { amount, .. } => has(&amount.what),
            S::PayMix { .. } | S::MoveStuff { .. } | S::MoveMix { .. } => stuff,
            S::Set { target, .. } => match target {
                Target::State(id, _) => read.contains(&Thing::State(*id)),
                Target::Place(_) => read.contains(&Thing::Places),
                Target::Stuff(..) => stuff,
                Target::PoolBonus(_) => read.contains(&Thing::Dice),
                Target::FirstPlayer => false,
            },
            S::Move { .. } | S::Turn { .. } | S::Flip { .. } | S::Shuffle { .. } => read.contains(&Thing::Cards),
            S::Walk { .. } => read.contains(&Thing::Places),
            S::Swap { .. } => read.contains(&Thing::Cards) || read.contains(&Thing::Places),
            S::Roll { .. } | S::Reroll { .. } => read.contains(&Thing::Dice),
            S::Remember { memory, .. } | S::Forget { memory, .. } => read.contains(&Thing::Memory(*memory)),
            // These end the loop, or do what cannot be seen from here.
            S::Stop
            | S::EndGame { .. }
            | S::EndTurn
            | S::EndPhase { .. }
            | S::Eliminate { .. }
            | S::Window { .. }
            | S::Until { .. } => true,
            _ => false,
        };
    });
    found
}

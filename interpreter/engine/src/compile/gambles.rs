//! Which actions, abilities and options are gambles: they bring something to light by chance, and what they do then turns on it.
//! Whether a card is already known to whoever plays is asked while playing.

use super::code::Code;
use super::fallible::CALLS;
use super::{Compiler, walk};
use crate::check::tree::{Block, Expr, ExprKind, Locals, OptionKind, Statement, StatementKind, blocks};
use crate::ids::*;
use crate::program::Gamble;
use crate::source::Span;

/// Of all actions, abilities and options.
pub(super) fn of_all(c: &mut Compiler<'_>) {
    let tree = c.tree;
    for (i, action) in tree.actions.iter().enumerate() {
        let found = action.body.as_ref().map_or_else(Vec::new, |body| Search::of(c, body));
        let gambles = compiled(c, found);
        if let Some(info) = c.p.actions.get_mut(i) {
            info.gambles = gambles;
        }
    }
    for ability in &tree.abilities {
        let at = ability.design.index() * tree.nouns.abilities.len() + ability.ability.index();
        let found = Search::of(c, &ability.body);
        let gambles = compiled(c, found);
        if let Some(Some(info)) = c.p.abilities.get_mut(at) {
            info.gambles = gambles;
        }
    }
    let mut options: Vec<(Span, Vec<Gamble>)> = Vec::new();
    for body in tree.bodies() {
        of_options(c, body, &mut options);
    }
    for option in c.p.offers.iter_mut().flat_map(|offer| &mut offer.options).filter(|option| option.action.is_none()) {
        let found = options.iter().find(|(span, _)| *span == option.span);
        option.gambles = found.map_or_else(Vec::new, |(_, gambles)| gambles.clone());
    }
}

fn of_options(c: &mut Compiler<'_>, block: &[Statement], found: &mut Vec<(Span, Vec<Gamble>)>) {
    for statement in block {
        if let StatementKind::Offer { options, .. } = &statement.kind {
            for option in options {
                if let OptionKind::Block { body, .. } = &option.kind {
                    let gambles = Search::of(c, body);
                    let gambles = compiled(c, gambles);
                    found.push((option.span, gambles));
                }
            }
        }
        for inner in blocks(statement) {
            of_options(c, inner, found);
        }
    }
}

/// What a body was found to bring to light.
enum Found<'t> {
    /// Dice, or a number.
    Chance,
    /// These cards, which may be known.
    Cards(&'t Expr),
    /// What an ability of the first parameter brings.
    Ability(AbilityId),
}

fn compiled(c: &mut Compiler<'_>, found: Vec<Found<'_>>) -> Vec<Gamble> {
    let names = Locals::default();
    let gamble = |found| match found {
        Found::Chance => Gamble::Chance,
        Found::Ability(ability) => Gamble::Ability(ability),
        Found::Cards(expr) => {
            let mut code = Code::new(c, &names, expr.span);
            let start = code.pure(expr);
            let registers = code.registers();
            Gamble::Unknown(c.answer(start, registers, expr))
        }
    };
    found.into_iter().map(gamble).collect()
}

/// One body that is read.
struct Search<'t> {
    found: Vec<Found<'t>>,
    /// Names that stand for an expression.
    lets: Vec<(LocalId, &'t Expr)>,
    /// What chance gave, by name, and cards that were brought to light: what comes later may turn on them.
    given: Vec<LocalId>,
    shown: Vec<&'t Expr>,
}

impl<'t> Search<'t> {
    fn of(c: &Compiler<'t>, body: &'t Block) -> Vec<Found<'t>> {
        Search::within(c, body, CALLS)
    }

    fn within(c: &Compiler<'t>, body: &'t Block, calls: u8) -> Vec<Found<'t>> {
        let mut search = Search { found: Vec::new(), lets: Vec::new(), given: Vec::new(), shown: Vec::new() };
        search.block(c, body, calls);
        search.found
    }

    /// What surely runs, in its order.
    fn block(&mut self, c: &Compiler<'t>, body: &'t Block, calls: u8) {
        for statement in body.iter().filter(|statement| statement.by.is_none()) {
            match &statement.kind {
                StatementKind::Let { local, expr } => self.lets.push((*local, expr)),
                StatementKind::Roll { local, .. } | StatementKind::Random { local, .. } => self.given.push(*local),
                StatementKind::Turn { what, .. } | StatementKind::Reveal { what, .. } => self.shown.push(what),
                StatementKind::If { cond, .. } | StatementKind::Needs { cond } => self.turns_on(cond),
                StatementKind::Repeat { cond: Some(cond), .. } => self.turns_on(cond),
                StatementKind::Match { on, .. } => self.turns_on(on),
                StatementKind::Must { body } | StatementKind::Keyword { body, .. } => self.block(c, body, calls),
                StatementKind::Run { of, ability, .. } if is_first(of) => self.found.push(Found::Ability(*ability)),
                StatementKind::Call { action, args, .. } if calls > 0 => {
                    let called = c.tree.actions.get(action.index()).and_then(|def| def.body.as_ref());
                    let inner = called.map_or_else(Vec::new, |body| Search::within(c, body, calls - 1));
                    let same = args.first().is_some_and(is_first);
                    self.found.extend(inner.into_iter().filter(|found| same || !matches!(found, Found::Ability(_))));
                }
                _ => {}
            }
        }
    }

    /// Something turns on a condition: whether that reads what came to light before.
    fn turns_on(&mut self, cond: &Expr) {
        match &cond.kind {
            ExprKind::Local(local) if self.given.contains(local) => self.found.push(Found::Chance),
            ExprKind::Attribute(_, card)
            | ExprKind::IsKind(_, card)
            | ExprKind::IsDesign(_, card)
            | ExprKind::HasAbility(_, card) => {
                let read = self.meant(card);
                let shown = self.shown.iter().map(|shown| self.meant(shown)).find(|shown| shown.kind == read.kind);
                if let Some(shown) = shown.filter(|shown| is_closed(shown)) {
                    self.found.push(Found::Cards(shown));
                }
            }
            _ => {}
        }
        walk::children(cond).into_iter().for_each(|child| self.turns_on(child));
    }

    /// What a name stands for.
    fn meant<'e>(&self, expr: &'e Expr) -> &'e Expr
    where
        't: 'e,
    {
        match expr.kind {
            ExprKind::Local(id) => self.lets.iter().find(|(local, _)| *local == id).map_or(expr, |(_, meant)| meant),
            _ => expr,
        }
    }
}

fn is_first(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Local(id) if id.index() == 0)
}

/// Whether it reads no names: it means the same wherever it is asked.
fn is_closed(expr: &Expr) -> bool {
    !matches!(expr.kind, ExprKind::Local(_) | ExprKind::This | ExprKind::Who)
        && walk::children(expr).into_iter().all(is_closed)
}

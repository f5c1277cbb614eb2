//! Hooks that set each other off in a circle, with nothing that limits how often.
//!
//! ```text
//! rule a { after draw { gain 1 points } }
//! rule b { after gain { draw(1) } }                      # draws, gains, draws, gains …
//! rule b { after gain once per turn { draw(1) } }
//! ```
//!
//! What stands in a `may` or an option, after a `pay` or `needs`, or in an action or ability with a limit counts as
//! limited: somebody can decline, or something runs out.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::{Game, reach};
use crate::check::tree::*;
use crate::check::walk;
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::ids::*;
use crate::program::nouns::{Word, counter_word, stuff_counter_word};
use crate::source::Span;

/// A hook that watches something.
struct Watcher<'t> {
    hook: &'t HookDef,
    action: ActionId,
    body: &'t Block,
    /// The local of the first parameter of what is watched.
    first: usize,
}

/// What statements may raise: a call, or a primitive with as much as is known of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Raised {
    Plain(ActionId),
    /// A gain, loss or `set` of this counter.
    Counter(ActionId, Word),
    /// A move to this zone.
    To(ZoneId),
}

impl Raised {
    fn action(self) -> ActionId {
        match self {
            Raised::Plain(id) | Raised::Counter(id, _) => id,
            Raised::To(_) => primitive(Primitive::Move),
        }
    }
}

pub(super) fn look(game: &Game<'_>, findings: &mut Findings) {
    let watchers = watchers(game.tree);
    let links: Vec<Vec<(usize, ActionId)>> =
        watchers.iter().map(|watcher| links(game.tree, watcher, &watchers)).collect();
    let mut told: BTreeSet<BTreeSet<usize>> = BTreeSet::new();
    for start in 0..watchers.len() {
        let Some(circle) = shortest_circle(&links, start) else { continue };
        if told.insert(circle.iter().map(|(index, _)| *index).collect()) {
            findings.extend(report(game.tree, &watchers, &circle));
        }
    }
}

/// The hooks without a limit, each text once: `every KIND` puts one on many cards.
fn watchers(tree: &Tree) -> Vec<Watcher<'_>> {
    let once: BTreeSet<HookId> = once_only(tree);
    let mut seen: BTreeSet<Span> = BTreeSet::new();
    let mut list = Vec::new();
    for (index, hook) in tree.hooks.iter().enumerate() {
        let HookKind::Watch { action, body, when, .. } = &hook.kind else { continue };
        // A replacement is used up for the event that it replaces.
        if *when == When::InsteadOf || hook.limit.is_some() || once.contains(&HookId::from_index(index)) {
            continue;
        }
        let first = match &hook.source {
            HookSource::Lasting { captures } => captures.len(),
            HookSource::Rule | HookSource::Design { .. } => 0,
        };
        if seen.insert(hook.span) {
            list.push(Watcher { hook, action: *action, body, first });
        }
    }
    list
}

fn once_only(tree: &Tree) -> BTreeSet<HookId> {
    let mut list = BTreeSet::new();
    reach::every_statement(tree, &mut |_, statement| {
        if let StatementKind::Until { once: true, hooks, .. } = &statement.kind {
            list.extend(hooks.iter().copied());
        }
    });
    list
}

/// Which watchers the body of one may set off, and by what.
fn links(tree: &Tree, watcher: &Watcher<'_>, all: &[Watcher<'_>]) -> Vec<(usize, ActionId)> {
    let mut raising = Raising { tree, raised: BTreeSet::new(), routines: BTreeSet::new(), waiting: vec![watcher.body] };
    while let Some(block) = raising.waiting.pop() {
        raising.block(block);
    }
    let mut found: BTreeMap<usize, ActionId> = BTreeMap::new();
    for (index, other) in all.iter().enumerate() {
        if let Some(raised) = raising.raised.iter().find(|raised| other.hears(**raised)) {
            found.insert(index, raised.action());
        }
    }
    found.into_iter().collect()
}

impl Watcher<'_> {
    /// Whether the event can be one that is watched: the condition may ask for another counter or zone.
    fn hears(&self, raised: Raised) -> bool {
        if raised.action() != self.action {
            return false;
        }
        let Some(cond) = &self.hook.cond else { return true };
        match raised {
            Raised::Plain(_) => true,
            Raised::Counter(_, word) => walk::wanted_word(cond, self.first).is_none_or(|wanted| wanted == word),
            Raised::To(zone) => walk::wanted_zone(cond, self.first + 2).is_none_or(|wanted| wanted == zone),
        }
    }
}

fn primitive(wanted: Primitive) -> ActionId {
    ActionId::from_index(Primitive::ALL.iter().position(|known| *known == wanted).unwrap_or(0))
}

struct Raising<'t> {
    tree: &'t Tree,
    raised: BTreeSet<Raised>,
    /// Abilities and actions that were called.
    routines: BTreeSet<(bool, usize)>,
    /// Their bodies that were not looked at yet: chains of actions may be long.
    waiting: Vec<&'t Block>,
}

impl<'t> Raising<'t> {
    fn block(&mut self, block: &'t Block) {
        for statement in block {
            match &statement.kind {
                // Whatever follows is limited by what there is to pay with, or by the condition.
                StatementKind::Pay { .. } | StatementKind::PayMix { .. } | StatementKind::Needs { .. } => return,
                StatementKind::May { otherwise, .. } => {
                    self.block(otherwise);
                    continue;
                }
                StatementKind::Offer { .. } => continue,
                _ => {}
            }
            self.statement(statement);
            for inner in reach::blocks(statement) {
                self.block(inner);
            }
        }
    }

    fn statement(&mut self, statement: &'t Statement) {
        use StatementKind as S;
        let plain = |wanted| Raised::Plain(primitive(wanted));
        match &statement.kind {
            S::Call { action, .. } => self.call(*action),
            S::Run { ability, .. } if self.routines.insert((true, ability.index())) => {
                let bodies = self.tree.abilities.iter().filter(|def| def.ability == *ability && def.limit.is_none());
                self.waiting.extend(bodies.map(|def| &def.body));
            }
            S::Gain { lose, amounts, .. } => {
                let action = primitive(if *lose { Primitive::Lose } else { Primitive::Gain });
                self.raised.extend(amounts.iter().map(|amount| match amount.what {
                    What::Counter(id) => Raised::Counter(action, counter_word(id)),
                    What::Stuff(id) => Raised::Counter(action, stuff_counter_word(id)),
                    What::Group(_) | What::Bundle | What::Named(_) => Raised::Plain(action),
                }));
            }
            S::Set { target: Target::State(id, _), .. } => {
                self.raised.insert(Raised::Counter(primitive(Primitive::Set), counter_word(*id)));
            }
            S::Move { zone, .. } => {
                self.raised.insert(match zone.kind {
                    ExprKind::Zone(id, _) => Raised::To(id),
                    _ => plain(Primitive::Move),
                });
            }
            S::Turn { .. } | S::Flip { .. } => drop(self.raised.insert(plain(Primitive::Turn))),
            S::Shuffle { .. } => drop(self.raised.insert(plain(Primitive::Shuffle))),
            S::Reveal { .. } => drop(self.raised.insert(plain(Primitive::Reveal))),
            S::Swap { .. } => drop(self.raised.insert(plain(Primitive::Swap))),
            S::Roll { .. } | S::Reroll { .. } => drop(self.raised.insert(plain(Primitive::Roll))),
            S::LookAt { .. } => drop(self.raised.insert(plain(Primitive::Look))),
            _ => {}
        }
    }

    fn call(&mut self, action: ActionId) {
        let Some(def) = self.tree.actions.get(action.index()) else { return };
        if def.limit.is_some() || !self.routines.insert((false, action.index())) {
            return;
        }
        self.raised.insert(Raised::Plain(action));
        self.waiting.extend(&def.body);
    }
}

/// From a watcher back to itself by the fewest links: each watcher with what sets off the next one.
fn shortest_circle(links: &[Vec<(usize, ActionId)>], start: usize) -> Option<Vec<(usize, ActionId)>> {
    let mut from: BTreeMap<usize, (usize, ActionId)> = BTreeMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(now) = queue.pop_front() {
        for (next, by) in links.get(now).into_iter().flatten() {
            if from.contains_key(next) {
                continue;
            }
            from.insert(*next, (now, *by));
            if *next == start {
                return Some(path_back(&from, start));
            }
            queue.push_back(*next);
        }
    }
    None
}

fn path_back(from: &BTreeMap<usize, (usize, ActionId)>, start: usize) -> Vec<(usize, ActionId)> {
    let mut path = Vec::new();
    let mut at = start;
    while let Some((before, by)) = from.get(&at) {
        path.push((*before, *by));
        at = *before;
        if at == start {
            break;
        }
    }
    path.reverse();
    path
}

fn report(tree: &Tree, watchers: &[Watcher<'_>], circle: &[(usize, ActionId)]) -> Findings {
    let mut findings = Findings::default();
    let name = |id: ActionId| tree.actions.get(id.index()).map_or("?", |def| def.name.as_str());
    let Some(first) = circle.first().and_then(|(index, _)| watchers.get(*index)) else { return findings };
    let mut chain = format!("`{}`", name(first.action));
    for (index, by) in circle {
        let hook = watchers.get(*index).map_or("?", |watcher| watcher.hook.name.as_str());
        chain += &format!(" sets off {hook}, which does `{}`; that", name(*by));
    }
    let chain = chain.strip_suffix("; that").unwrap_or(&chain);
    let message = match circle.len() {
        1 => format!("this goes on for ever: {chain} again"),
        _ => format!("these set each other off for ever: {chain} again"),
    };
    let mut finding = Diagnostic::new(Code::TriggerCircle, first.hook.span, message).help(
        "put `once per turn` or `limit 3 per turn` before the `{` of a hook, or let a player decide: `may { … }`",
    );
    for (index, by) in circle.iter().skip(1) {
        if let Some(other) = watchers.get(*index) {
            finding = finding.other(other.hook.span, format!("through this, which does `{}`", name(*by)));
        }
    }
    findings.push(finding);
    findings
}

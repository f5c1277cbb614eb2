//! The typed tree: what the checker hands to the compiler. Every name is an id, every expression has a type.

use crate::ids::*;
use crate::program::nouns::scenarios::Scenario;
use crate::program::nouns::{Class, Nouns, Type, Until, Word};
use crate::source::Span;
pub use crate::vocabulary::{
    Arithmetic, Compare, Edge, End, Face, Fold, Function, How, Moment, Primitive, Score, When,
};

mod expressions;
mod statements;

pub use expressions::*;
pub use statements::*;

/// A checked game.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    pub nouns: Nouns,
    /// Primitives first, then events and actions of the game.
    pub actions: Vec<ActionDef>,
    pub values: Vec<ValueDef>,
    pub windows: Vec<WindowDef>,
    pub phases: Vec<PhaseDef>,
    /// In declared order: rules', then components', then lasting ones.
    pub hooks: Vec<HookDef>,
    /// Abilities by design and name.
    pub abilities: Vec<AbilityBody>,
    pub flow: Flow,
    /// Values (or states on actors) that rank the seats, best first.
    pub ranking: Vec<Score>,
    pub utility: Option<Score>,
    /// Number constants by name, for `--set` and the reference.
    pub numbers: Vec<(String, Word)>,
    /// Options that pass, by name, each with the per cent in which a sensible bot takes it all the same.
    pub bot_pass: Vec<(String, u8)>,
    /// Those that were asked for.
    pub scenarios: Vec<Scenario<Question>>,
}

/// An expression of a scenario, with the names it binds.
#[derive(Clone, Debug)]
pub struct Question {
    pub locals: Locals,
    pub expr: Expr,
}

/// Names of one frame. Parameters (and captured names) come first.
#[derive(Clone, Debug, Default)]
pub struct Locals {
    pub list: Vec<Local>,
}

#[derive(Clone, Debug)]
pub struct Local {
    pub name: String,
    pub ty: Type,
    /// It goes into secret states and nowhere else: who sees those learns what it is, and nobody else does.
    pub stored: bool,
}

#[derive(Clone, Debug)]
pub struct Limit {
    pub count: u16,
    pub per: Until,
    /// Counted over all copies of the design, not by component.
    pub per_name: bool,
}

#[derive(Clone, Debug)]
pub struct ActionDef {
    pub name: String,
    /// How many of the locals are parameters.
    pub params: usize,
    pub locals: Locals,
    pub gives: Option<Type>,
    pub limit: Option<Limit>,
    /// `None`: a primitive or a declared event.
    pub body: Option<Block>,
    pub says: Vec<(String, String)>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct ValueDef {
    pub name: String,
    pub params: usize,
    pub locals: Locals,
    pub expr: Expr,
    pub at_least: Option<Expr>,
    pub at_most: Option<Expr>,
    pub says: Vec<(String, String)>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct WindowDef {
    pub name: String,
    pub params: Vec<Local>,
    pub says: Vec<(String, String)>,
    pub span: Span,
}

/// Over whom a phase or loop of the flow goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Each {
    /// Once, with no `me`.
    Once,
    /// Living actors that take turns, from the first one clockwise; each is `me` and `active`.
    TurnOrder,
}

#[derive(Clone, Debug)]
pub struct PhaseDef {
    pub name: String,
    pub each: Each,
    /// Names for the screen.
    pub labels: crate::program::nouns::Labels,
    pub steps: Vec<StepDef>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct StepDef {
    pub name: String,
    pub id: StepId,
    pub locals: Locals,
    pub body: Block,
    pub span: Span,
}

#[derive(Clone, Debug, Default)]
pub struct Flow {
    pub setup: Vec<PhaseId>,
    pub start: Vec<PhaseId>,
    /// `None` stands for the turns of all players.
    pub round: Vec<Option<PhaseId>>,
    pub turn: Vec<PhaseId>,
    /// A value `next_actor()` that says whose turn follows; default: the next living one to the left.
    pub next_actor: Option<ValueId>,
    pub rounds: Option<Word>,
}

#[derive(Clone, Debug)]
pub struct AbilityBody {
    pub design: DesignId,
    pub ability: AbilityId,
    /// Done in full or not at all.
    pub full: bool,
    pub limit: Option<Limit>,
    pub locals: Locals,
    pub body: Block,
    pub says: Vec<(String, String)>,
    pub span: Span,
}

/// Where a hook's text stands, and so when it is live.
#[derive(Clone, Debug)]
pub enum HookSource {
    /// A rule or variant: always.
    Rule,
    /// Components of a design, while in one of these zones (and with this face, where one is asked).
    Design { design: DesignId, zones: Vec<ZoneId>, face: Option<bool> },
    /// A lasting effect made by an `until`: `captures` are copied from the maker's frame, in this order, to its first locals.
    Lasting { captures: Vec<LocalId> },
}

#[derive(Clone, Debug)]
pub struct HookDef {
    /// For traces and order decisions: `rule NAME`, the card's name …
    pub name: String,
    pub source: HookSource,
    pub limit: Option<Limit>,
    /// Captures first, then the parameters of what is watched, then the rest.
    pub locals: Locals,
    pub kind: HookKind,
    /// `where`, with the conditions of enclosing `while`s; in terms of the hook's locals.
    pub cond: Option<Expr>,
    pub says: Vec<(String, String)>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum HookKind {
    /// `by`: only when that actor is the doer.
    Watch {
        when: When,
        action: ActionId,
        by: Option<Expr>,
        body: Block,
    },
    Forbid {
        action: ActionId,
        by: Option<Expr>,
    },
    Modify {
        value: ValueId,
        how: How,
        expr: Expr,
    },
    /// `each`: the local that runs over the set. The condition is `HookDef::cond`.
    Always {
        between_effects: bool,
        each: Option<(LocalId, Expr)>,
        body: Block,
    },
    At {
        edge: Edge,
        moment: Moment,
        body: Block,
    },
    /// `None`: any window.
    Window {
        window: Option<WindowId>,
        body: Block,
    },
}

pub type Block = Vec<Statement>;

impl Tree {
    /// Everything that can be done: bodies of actions, abilities, steps and hooks.
    pub fn bodies(&self) -> impl Iterator<Item = &Block> {
        let actions = self.actions.iter().filter_map(|a| a.body.as_ref());
        let abilities = self.abilities.iter().map(|a| &a.body);
        let steps = self.phases.iter().flat_map(|p| p.steps.iter().map(|s| &s.body));
        let hooks = self.hooks.iter().filter_map(hook_body);
        actions.chain(abilities).chain(steps).chain(hooks)
    }
}

/// What a hook does.
pub fn hook_body(hook: &HookDef) -> Option<&Block> {
    match &hook.kind {
        HookKind::Watch { body, .. }
        | HookKind::Always { body, .. }
        | HookKind::At { body, .. }
        | HookKind::Window { body, .. } => Some(body),
        HookKind::Forbid { .. } | HookKind::Modify { .. } => None,
    }
}

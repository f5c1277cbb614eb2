//! The typed tree: what the checker hands to the compiler. Every name is an id, every expression has a type.

use crate::ids::*;
use crate::program::nouns::{Class, Nouns, Type, Until, Word};
use crate::source::Span;
pub use crate::vocabulary::{
    Arithmetic, Compare, Edge, End, Face, Fold, Function, How, Moment, Primitive, Score, When,
};

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
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct WindowDef {
    pub name: String,
    pub params: Vec<Local>,
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

#[derive(Clone, Debug)]
pub struct Statement {
    pub kind: StatementKind,
    /// `by P`
    pub by: Option<Expr>,
    pub span: Span,
}

/// How many a choice takes.
#[derive(Clone, Debug)]
pub enum Many {
    /// Bound as itself.
    One,
    /// That many, or all there are; a list, as below.
    Number(Expr),
    UpTo(Expr),
    Exactly(Expr),
    AnyNumber,
}

#[derive(Clone, Debug)]
pub enum Order {
    Natural,
    /// By a number of each element, low first; `local` is the element in `key`.
    By {
        local: LocalId,
        key: Expr,
        reverse: bool,
    },
    /// Actors in turn order from the first player, or from the active one where there is one.
    Turns {
        reverse: bool,
    },
    /// The doer picks the next one each time.
    Any,
}

/// What `gain`, `lose` and `pay` change.
#[derive(Clone, Debug)]
pub enum What {
    /// A counter on the bearer.
    Counter(StateId),
    Stuff(StuffId),
    /// Any mix of a group of stuff, worth that much (pay) or that many (lose); the doer picks.
    Group(StuffGroupId),
    /// The amount is a bundle.
    Bundle,
    /// A counter or stuff known only at run time: a word of type Counter (see `nouns::counter_word`) or of type Stuff.
    Named(Expr),
}

#[derive(Clone, Debug)]
pub struct Amount {
    pub number: Expr,
    pub what: What,
}

#[derive(Clone, Debug)]
pub enum Pattern {
    Is(Expr),
    Range(Expr, Expr),
    OrMore(Expr),
    OrLess(Expr),
    Else,
}

#[derive(Clone, Debug)]
pub struct OfferOption {
    /// Script name or a made one; for labels and answers.
    pub name: String,
    pub says: Vec<(String, String)>,
    pub limit: Option<Limit>,
    pub kind: OptionKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum OptionKind {
    Block {
        needs: Option<Expr>,
        body: Block,
    },
    /// `each`: the local that runs over the set; the arguments may read it.
    Action {
        action: ActionId,
        args: Vec<Expr>,
        each: Option<(LocalId, Expr)>,
        blind: bool,
    },
}

/// What a `set` writes.
#[derive(Clone, Debug)]
pub enum Target {
    State(StateId, Option<Expr>),
    /// Where an actor or unit stands.
    Place(Expr),
    /// An amount of stuff, outside the economy (setup, scenarios).
    Stuff(StuffId, Expr),
    /// The first player of the next rounds.
    FirstPlayer,
    /// The bonus of a pool.
    PoolBonus(Expr),
}

#[derive(Clone, Debug)]
pub enum Duration {
    EndOf(Until),
    /// Until this actor's next turn begins.
    NextTurnOf(Expr),
    Game,
}

/// A holder of stuff.
#[derive(Clone, Debug)]
pub enum Holder {
    Supply,
    /// An actor, seat, space, unit or component.
    At(Class, Expr),
    /// Another account there: `e.rift`.
    Account(Class, Expr, StuffId),
}

#[derive(Clone, Debug)]
pub enum EndGame {
    Plain,
    /// A set of actors.
    Among(Expr),
    /// An actor or a set of actors.
    WonBy(Expr),
    Lost(String),
}

#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `set` is a selection with its `where` already a filter.
    Choose {
        many: Many,
        local: LocalId,
        set: Expr,
        in_order: bool,
        blind: bool,
    },
    Offer {
        count: Option<Expr>,
        repeatedly: bool,
        options: Vec<OfferOption>,
    },
    Split {
        total: Expr,
        among: Expr,
        local: LocalId,
    },
    /// Bearer: `on`, else the doer (counters on the game have none).
    Gain {
        lose: bool,
        amounts: Vec<Amount>,
        times: Option<Expr>,
        on: Option<Expr>,
    },
    Set {
        target: Target,
        to: Expr,
    },
    /// Components (one or several) to a zone.
    Move {
        what: Expr,
        end: Option<End>,
        zone: Expr,
        face: Option<Face>,
        in_any_order: bool,
    },
    /// An actor or unit (or several) to a space.
    Walk {
        what: Expr,
        space: Expr,
    },
    MoveStuff {
        number: Option<Expr>,
        stuff: StuffId,
        from: Holder,
        to: Holder,
    },
    /// The doer picks which of the sorts; `number` of them in all.
    MoveMix {
        number: Expr,
        of: Expr,
        from: Holder,
        to: Holder,
    },
    /// Two components, two zones' contents, or two actors or units (their spaces).
    Swap {
        a: Expr,
        b: Expr,
    },
    Turn {
        what: Expr,
        face: Face,
    },
    Flip {
        zone: Expr,
    },
    Shuffle {
        zone: Expr,
    },
    Remember {
        what: Expr,
        memory: MemoryId,
        of: Option<Expr>,
    },
    Forget {
        what: Option<Expr>,
        memory: MemoryId,
        of: Option<Expr>,
    },
    /// All or nothing. `local` gets the bundle that was paid.
    Pay {
        amount: Amount,
        local: Option<LocalId>,
    },
    /// `pay N of S`: the doer picks which of these sorts.
    PayMix {
        number: Expr,
        of: Expr,
        local: Option<LocalId>,
    },
    Needs {
        cond: Expr,
    },
    Must {
        body: Block,
    },
    May {
        body: Block,
        then: Block,
        otherwise: Block,
    },
    Do {
        body: Block,
        then: Block,
        otherwise: Block,
    },
    LookAt {
        what: Expr,
    },
    /// `to`: an actor or several; `None`: everybody.
    Reveal {
        what: Expr,
        to: Option<Expr>,
    },
    Tell {
        to: Expr,
        of: Expr,
        local: LocalId,
        cond: Expr,
    },
    Hide {
        what: Expr,
    },
    Random {
        count: Option<Expr>,
        local: LocalId,
        set: Expr,
        weight: Option<(LocalId, Expr)>,
        repeats: bool,
    },
    Roll {
        count: Expr,
        dice: DiceId,
        local: LocalId,
    },
    /// `die`: the face's number inside `cond`.
    Reroll {
        pool: LocalId,
        die: LocalId,
        cond: Option<Expr>,
    },
    If {
        cond: Expr,
        body: Block,
        otherwise: Block,
    },
    Match {
        on: Expr,
        arms: Vec<(Pattern, Block)>,
    },
    ForEach {
        local: LocalId,
        set: Expr,
        order: Order,
        body: Block,
    },
    Repeat {
        count: Option<Expr>,
        cond: Option<Expr>,
        body: Block,
    },
    Stop,
    Let {
        local: LocalId,
        expr: Expr,
    },
    With {
        local: LocalId,
        set: Expr,
        body: Block,
        otherwise: Block,
    },
    Run {
        of: Expr,
        ability: AbilityId,
        as_this: bool,
    },
    /// `bind`: what the action gave, and the block that runs only if something was given.
    Call {
        action: ActionId,
        args: Vec<Expr>,
        bind: Option<(LocalId, Block)>,
    },
    /// A keyword, already expanded, kept for traces and text.
    Keyword {
        name: String,
        limit: Option<Limit>,
        args: Vec<Expr>,
        body: Block,
    },
    Give {
        expr: Expr,
    },
    Together {
        local: LocalId,
        set: Expr,
        body: Block,
    },
    /// `to`: only these actors; in this order.
    Window {
        window: WindowId,
        args: Vec<Expr>,
        to: Option<Expr>,
        order: Order,
    },
    AtOnce {
        body: Block,
    },
    /// Runs at the end of the outermost ability: `captures` are copied from here to the first locals of the hook-like body.
    Later {
        locals: Locals,
        captures: Vec<LocalId>,
        body: Block,
    },
    Until {
        duration: Duration,
        once: bool,
        hooks: Vec<HookId>,
    },
    /// Parameters by position with their new values.
    Proceed {
        with: Vec<(usize, Expr)>,
    },
    Eliminate {
        who: Expr,
    },
    EndPhase {
        phase: PhaseId,
    },
    EndTurn,
    EndGame {
        how: EndGame,
    },
    FinishAfterRound,
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: Type,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A number, yes/no, enum value, design, named space or actor, sort of stuff, counter's name, `none`.
    Const(Word),
    /// A text of the script (labels only).
    Text(String),
    /// A constant list: an attribute's or a literal's, by index into `Nouns::lists`.
    ConstList(usize),
    Local(LocalId),
    Me,
    This,
    /// The doer of the watched event.
    Who,
    Active,
    /// A counter, flag or state, of its bearer unless it is the game's.
    State(StateId, Option<Box<Expr>>),
    /// How much of a sort lies there.
    Stuff(StuffId, Class, Box<Expr>),
    /// All of a group there, as a bundle.
    StuffGroup(StuffGroupId, Class, Box<Expr>),
    /// What is left in the supply.
    Supply(StuffId),
    /// `bundle.red`
    InBundle(StuffId, Box<Expr>),
    /// An attribute of a component's design, or of a design.
    Attribute(AttributeId, Box<Expr>),
    SpaceAttribute(usize, Box<Expr>),
    EnumAttribute(EnumId, usize, Box<Expr>),
    Memory(MemoryId, Option<Box<Expr>>),
    /// One zone: of its owner (an actor, seat or space) unless it is the table's. Type Zone.
    Zone(ZoneId, Option<Box<Expr>>),
    /// What lies in a zone, top first.
    Cards(Box<Expr>),
    /// The union of this zone over a set of owners: `opponents.champions`.
    CardsOfEach(ZoneId, Box<Expr>),
    /// The one card of a zone with `max = 1`.
    OnlyCard(Box<Expr>),
    Not(Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Compare(Compare, Box<Expr>, Box<Expr>),
    Arithmetic(Arithmetic, Box<Expr>, Box<Expr>),
    /// `x in S`
    In(Box<Expr>, Box<Expr>),
    /// `x is KIND`
    IsKind(crate::program::nouns::KindSet, Box<Expr>),
    /// `x is DESIGN`
    IsDesign(DesignId, Box<Expr>),
    /// `u is UNIT`: a unit of this kind.
    IsUnitKind(UnitKindId, Box<Expr>),
    /// A zone of this name.
    IsZone(ZoneId, Box<Expr>),
    /// Nothing there: absent, or a set without members.
    IsNone(Box<Expr>),
    IsEmpty(Box<Expr>),
    HasAbility(AbilityId, Box<Expr>),
    /// Sets.
    List(Vec<Expr>),
    Bundle(Vec<(StuffId, Expr)>),
    Range(Box<Expr>, Box<Expr>),
    Union(Box<Expr>, Box<Expr>),
    /// Without an element or a set.
    Except(Box<Expr>, Box<Expr>),
    Filter {
        set: Box<Expr>,
        local: LocalId,
        cond: Box<Expr>,
    },
    Count(Box<Expr>),
    CountDifferent {
        set: Box<Expr>,
        local: LocalId,
        key: Box<Expr>,
    },
    Fold {
        fold: Fold,
        set: Box<Expr>,
        local: LocalId,
        expr: Box<Expr>,
    },
    Any {
        set: Box<Expr>,
        local: LocalId,
        cond: Option<Box<Expr>>,
    },
    Every {
        set: Box<Expr>,
        local: LocalId,
        cond: Box<Expr>,
    },
    /// Those with the most (or least), ties kept.
    Extreme {
        most: bool,
        set: Box<Expr>,
        local: LocalId,
        key: Box<Expr>,
    },
    First(Box<Expr>),
    /// Sorted as `following` says (never `Any`).
    Sorted {
        set: Box<Expr>,
        order: Box<Order>,
    },
    /// The first N.
    Take {
        count: Box<Expr>,
        set: Box<Expr>,
    },
    /// Top or bottom N of a zone; one without N (then it is an element, not a list). Refills where the zone says so, when moved.
    Ends {
        end: End,
        count: Option<Box<Expr>>,
        zone: Box<Expr>,
    },
    /// `hit[x]`: the share of x in a split; `list[n]`: the nth element, from 1.
    Index(Box<Expr>, Box<Expr>),
    /// The entry of a constant list at the id that the expression gives: a number by actor, the worth of stuff.
    Lookup(usize, Box<Expr>),
    Can {
        action: ActionId,
        args: Vec<Expr>,
        by: Option<Box<Expr>>,
    },
    /// `can run x.ABILITY` is asked of abilities.
    CanRun {
        of: Box<Expr>,
        ability: AbilityId,
        by: Option<Box<Expr>>,
    },
    Value(ValueId, Vec<Expr>),
    Function(Function, Vec<Expr>),
    /// Spaces reached from `from` by steps from `a` to `b` for which `cond` holds; contains `from`.
    Reached {
        from: Box<Expr>,
        a: LocalId,
        b: LocalId,
        cond: Box<Expr>,
    },
    /// All at the least distance of 1 or more for which `cond` holds.
    Nearest {
        to: Box<Expr>,
        local: LocalId,
        cond: Option<Box<Expr>>,
    },
    /// Straight runs of spaces of a grid: a list of lists.
    Lines {
        length: Box<Expr>,
        board: BoardId,
    },
}

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

/// The blocks inside a statement that run as part of it.
pub fn blocks(statement: &Statement) -> Vec<&Block> {
    match &statement.kind {
        StatementKind::Must { body }
        | StatementKind::ForEach { body, .. }
        | StatementKind::Repeat { body, .. }
        | StatementKind::Keyword { body, .. }
        | StatementKind::Together { body, .. }
        | StatementKind::Later { body, .. }
        | StatementKind::AtOnce { body } => vec![body],
        StatementKind::May { body, then, otherwise } | StatementKind::Do { body, then, otherwise } => {
            vec![body, then, otherwise]
        }
        StatementKind::If { body, otherwise, .. } | StatementKind::With { body, otherwise, .. } => {
            vec![body, otherwise]
        }
        StatementKind::Match { arms, .. } => arms.iter().map(|(_, body)| body).collect(),
        StatementKind::Call { bind: Some((_, body)), .. } => vec![body],
        StatementKind::Offer { options, .. } => options
            .iter()
            .filter_map(|o| match &o.kind {
                OptionKind::Block { body, .. } => Some(body),
                OptionKind::Action { .. } => None,
            })
            .collect(),
        _ => Vec::new(),
    }
}

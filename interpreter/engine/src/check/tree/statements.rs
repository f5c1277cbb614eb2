//! Typed statements.

use super::*;

#[derive(Clone, Debug)]
pub struct Statement {
    pub kind: StatementKind,
    /// `by P`
    pub by: Option<Expr>,
    /// The question in words, by language.
    pub says: Vec<(String, String)>,
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

#[derive(Clone, Debug, PartialEq)]
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
    /// Another account there: `e.cube`.
    Account(Class, Expr, StuffId),
}

#[derive(Clone, Debug)]
pub enum EndGame {
    Plain,
    /// A set of actors.
    Among(Expr),
    /// An actor or a set of actors.
    WonBy(Expr),
    /// Why, by language.
    Lost(Vec<(String, String)>),
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
        seen: Option<Expr>,
    },
    /// `seen`: the actors who learn the faces, where that is said.
    Roll {
        count: Expr,
        dice: DiceId,
        local: LocalId,
        seen: Option<Expr>,
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

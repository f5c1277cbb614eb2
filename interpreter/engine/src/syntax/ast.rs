//! The syntax tree of card scripts: what was written, with spans, before any name is looked up.

use crate::source::Span;
pub use crate::vocabulary::{Edge, End, Face, Fold, How, When};

/// A name as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

/// One file.
#[derive(Clone, Debug, Default)]
pub struct Script {
    pub items: Vec<Item>,
    pub comments: Vec<Comment>,
    /// Every word of the text outside of quotes and comments, whatever it means: who looks for a name finds it here.
    pub words: Vec<Name>,
    /// Names of items that could not be read: they are declared somewhere, so nobody calls them unknown.
    pub unread: Vec<String>,
}

/// `# …` up to the end of its line.
#[derive(Clone, Debug)]
pub struct Comment {
    pub text: String,
    pub span: Span,
}

/// A top-level item, or an item of a variant.
#[derive(Clone, Debug)]
pub struct Item {
    pub kind: ItemKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ItemKind {
    /// `KIND NAME { … }`
    Component {
        kind: Name,
        name: Name,
        body: Vec<Member>,
    },
    /// `every KIND { … }`
    Every {
        kind: Name,
        body: Vec<Member>,
    },
    /// `extend NAME { … }`
    Extend {
        name: Name,
        body: Vec<Member>,
    },
    Action(Action),
    Value(Value),
    Keyword(Keyword),
    Phase(Phase),
    /// `rule NAME { hooks }`
    Rule {
        name: Name,
        hooks: Vec<Hook>,
    },
    /// `event NAME(…)`
    Event {
        name: Name,
        params: Vec<Param>,
    },
    /// `window NAME(…)`
    Window {
        name: Name,
        params: Vec<Param>,
    },
    Scenario(Scenario),
    /// `variant NAME { … }`
    Variant {
        name: Name,
        items: Vec<Item>,
    },
    /// A hook directly inside a variant.
    Hook(Hook),
    /// `replace action|value|keyword|phase|rule|KIND …`: the item inside takes the place of the one of its name.
    Replace(Box<Item>),
    /// `replace step PHASE.STEP { … }`
    ReplaceStep {
        phase: Name,
        step: Name,
        body: Block,
    },
    /// `insert step NAME before|after PHASE.STEP { … }`
    InsertStep {
        name: Name,
        before: bool,
        phase: Name,
        at: Name,
        body: Block,
    },
    /// `retire NAME`
    Retire {
        name: Name,
    },
}

/// `NAME: TYPE`
#[derive(Clone, Debug)]
pub struct Param {
    pub name: Name,
    pub ty: TypeExpr,
}

/// `T`, `set of T`, `T bundle`, `T or none`
#[derive(Clone, Debug)]
pub struct TypeExpr {
    pub name: Name,
    pub set: bool,
    pub bundle: bool,
    pub or_none: bool,
    pub span: Span,
}

/// `limit …`, `once per …` and `says …` before a `{`.
#[derive(Clone, Debug, Default)]
pub struct Tags {
    pub limit: Option<Limit>,
    pub says: Option<Says>,
}

/// `limit 3 per turn per name`; `once per turn` is a limit of 1.
#[derive(Clone, Debug)]
pub struct Limit {
    pub count: u32,
    /// `turn`, `round`, `game` or a phase.
    pub per: Name,
    /// Counted over all copies of the card.
    pub per_name: bool,
    pub span: Span,
}

/// `says en "…" fr "…"`
#[derive(Clone, Debug)]
pub struct Says {
    pub texts: Vec<(Name, Text)>,
    pub span: Span,
}

/// A quoted text, without its quotes and with escapes resolved.
#[derive(Clone, Debug)]
pub struct Text {
    pub text: String,
    pub span: Span,
}

/// What stands in the body of a component.
#[allow(clippy::large_enum_variant, reason = "a tree of one card is small and short-lived")]
#[derive(Clone, Debug)]
pub enum Member {
    /// `NAME VALUE`; the value is a number, name, text or list expression.
    Attribute {
        name: Name,
        value: Expr,
    },
    /// `NAME [limit] [says] { … }`
    Ability {
        name: Name,
        tags: Tags,
        body: Block,
    },
    Hook(Hook),
    /// A `says` of the whole card.
    Says(Says),
}

#[derive(Clone, Debug)]
pub struct Action {
    pub name: Name,
    pub params: Vec<Param>,
    pub gives: Option<TypeExpr>,
    pub tags: Tags,
    pub body: Block,
}

#[derive(Clone, Debug)]
pub struct Value {
    pub name: Name,
    pub params: Vec<Param>,
    pub expr: Expr,
    pub at_least: Option<Expr>,
    pub at_most: Option<Expr>,
}

#[derive(Clone, Debug)]
pub struct Keyword {
    pub name: Name,
    pub params: Vec<Param>,
    pub tags: Tags,
    pub body: Block,
}

/// A phase with named steps; statements outside a step are one step named like the phase.
#[derive(Clone, Debug)]
pub struct Phase {
    pub name: Name,
    pub steps: Vec<Step>,
}

#[derive(Clone, Debug)]
pub struct Step {
    pub name: Name,
    pub body: Block,
}

#[derive(Clone, Debug)]
pub struct Hook {
    pub kind: HookKind,
    pub tags: Tags,
    pub span: Span,
}

/// The moment of an `at` hook.
#[derive(Clone, Debug)]
pub enum Moment {
    Game,
    Round,
    Turn,
    Phase(Name),
    Step(Name, Name),
}

#[derive(Clone, Debug)]
pub enum HookKind {
    /// `before | after | instead of ACTION [by P] [where C] { … }`
    Watch { when: When, action: Name, by: Option<Expr>, cond: Option<Expr>, body: Block },
    /// `forbid ACTION [by P] [where C]`
    Forbid { action: Name, by: Option<Expr>, cond: Option<Expr> },
    /// `modify VALUE to | times | by E [where C]`
    Modify { value: Name, how: How, expr: Expr, cond: Option<Expr> },
    /// `always [between effects] [for x in S] when C { … }`
    Always { between_effects: bool, each: Option<(Name, Selection)>, cond: Expr, body: Block },
    /// `at start | end | pause of … [where C] { … }`
    At { edge: Edge, moment: Moment, cond: Option<Expr>, body: Block },
    /// `in window NAME [where C] { … }`; `in any window` has no name.
    Window { window: Option<Name>, cond: Option<Expr>, body: Block },
    /// `while in ZONE { hooks }`
    WhileIn { zone: Name, hooks: Vec<Hook> },
    /// `while C { hooks }`
    While { cond: Expr, hooks: Vec<Hook> },
}

/// `{ … }`
#[derive(Clone, Debug, Default)]
pub struct Block {
    pub statements: Vec<Statement>,
    pub span: Span,
}

/// `S [where C]` where a statement or question takes a selection.
#[derive(Clone, Debug)]
pub struct Selection {
    pub set: Box<Expr>,
    pub cond: Option<Box<Expr>>,
    pub span: Span,
}

/// How many a `choose` takes.
#[derive(Clone, Debug)]
pub enum Many {
    /// One, bound as itself.
    One,
    /// `N`: that many, or all there are; bound as a list, as all below.
    Number(Expr),
    UpTo(Expr),
    Exactly(Expr),
    AnyNumber,
}

/// `following ORDER`, `in any order`
#[derive(Clone, Debug)]
pub enum Order {
    /// As the selection gives them.
    Natural,
    /// `following [reverse] NAME`: a value of the elements, or `turn_order`.
    Following { reverse: bool, by: Expr },
    /// The doer picks the next one each time.
    Any,
}

#[derive(Clone, Debug)]
pub struct Statement {
    pub kind: StatementKind,
    /// `by P`
    pub by: Option<Expr>,
    pub span: Span,
}

/// One part of `gain 2 red, 1 blue`: an amount of a counter or stuff, or a bundle with no name.
#[derive(Clone, Debug)]
pub struct Amount {
    pub number: Expr,
    /// `None`: `number` is a bundle expression.
    pub what: Option<Name>,
}

/// `for each S` or `for each different .a in S` after `gain` and `lose`.
#[derive(Clone, Debug)]
pub struct ForEachCount {
    pub different: Option<Name>,
    pub of: Selection,
}

#[derive(Clone, Debug)]
pub struct MatchArm {
    pub pattern: Pattern,
    pub body: Block,
}

#[derive(Clone, Debug)]
pub enum Pattern {
    /// `1`, `fire`
    Is(Expr),
    /// `2..4`
    Range(Expr, Expr),
    /// `12 or more`
    OrMore(Expr),
    /// `1 or less`
    OrLess(Expr),
    Else,
}

/// An option of an `offer`.
#[derive(Clone, Debug)]
pub struct OfferOption {
    pub kind: OptionKind,
    pub tags: Tags,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum OptionKind {
    /// `option [NAME] [needs C] { … }`
    Block { name: Option<Name>, needs: Option<Expr>, body: Block },
    /// `option ACTION(args) [for x in S] [blind]`
    Action { action: Name, args: Vec<Expr>, each: Option<(Name, Selection)>, blind: bool },
}

/// `top of Z`, `bottom of Z` or a place without an end.
#[derive(Clone, Debug)]
pub struct Place {
    pub end: Option<End>,
    pub zone: Expr,
}

#[derive(Clone, Debug)]
pub enum StatementKind {
    Choose {
        many: Many,
        name: Name,
        from: Selection,
        in_order: bool,
        blind: bool,
    },
    /// `offer [N] [repeatedly] { … }`
    Offer {
        count: Option<Expr>,
        repeatedly: bool,
        options: Vec<OfferOption>,
    },
    Split {
        total: Expr,
        among: Selection,
        name: Name,
    },
    /// `gain`, or `lose` where `lose` is true.
    Gain {
        lose: bool,
        amounts: Vec<Amount>,
        each: Option<ForEachCount>,
        on: Option<Expr>,
    },
    /// `set X to E`; without `to`, a flag is set to true.
    Set {
        target: Expr,
        to: Option<Expr>,
    },
    /// `move S to PLACE [up|down] [in any order]`: components, units or actors.
    Move {
        what: Selection,
        place: Place,
        face: Option<Face>,
        in_any_order: bool,
    },
    /// `move N | all STUFF from A to B`; `number` is `None` for `all`.
    MoveStuff {
        number: Option<Expr>,
        stuff: Name,
        from: Expr,
        to: Expr,
    },
    /// `move N of S from A to B`: the doer picks which stuff of S.
    MoveMix {
        number: Expr,
        of: Expr,
        from: Expr,
        to: Expr,
    },
    Swap {
        a: Expr,
        b: Expr,
    },
    Turn {
        what: Selection,
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
        memory: Expr,
    },
    /// `forget x in M`, and `forget M` for all of it.
    Forget {
        what: Option<Expr>,
        memory: Expr,
    },
    /// `pay E counter | BUNDLE | N of S [as spent]`
    Pay {
        amount: Amount,
        of: Option<Expr>,
        name: Option<Name>,
    },
    Needs {
        cond: Expr,
    },
    Must {
        body: Block,
    },
    May {
        body: Block,
        then: Option<Block>,
        otherwise: Option<Block>,
    },
    Do {
        body: Block,
        then: Block,
        otherwise: Option<Block>,
    },
    LookAt {
        what: Selection,
    },
    Reveal {
        what: Selection,
        to: Option<Expr>,
    },
    /// `tell P which of S has C`; `.x` and `it` in C are the candidate.
    Tell {
        to: Expr,
        of: Expr,
        cond: Expr,
    },
    Hide {
        what: Selection,
    },
    Random {
        count: Option<Expr>,
        name: Name,
        from: Selection,
        weighted: Option<Expr>,
        repeats: bool,
    },
    /// `roll N DICE as r`
    Roll {
        count: Expr,
        dice: Name,
        name: Name,
    },
    Reroll {
        pool: Name,
        cond: Option<Expr>,
    },
    If {
        cond: Expr,
        body: Block,
        otherwise: Option<Block>,
    },
    Match {
        on: Expr,
        arms: Vec<MatchArm>,
    },
    ForEach {
        name: Name,
        of: Selection,
        order: Order,
        body: Block,
    },
    /// `repeat`, `repeat N`, `repeat while C`, `repeat at most N while C`
    Repeat {
        count: Option<Expr>,
        cond: Option<Expr>,
        body: Block,
    },
    Stop,
    Let {
        name: Name,
        expr: Expr,
    },
    With {
        name: Name,
        from: Selection,
        body: Block,
        otherwise: Option<Block>,
    },
    /// `run x.ABILITY [as this]`
    Run {
        of: Expr,
        ability: Name,
        as_this: bool,
    },
    /// `NAME(args) [as x { … }]` and keywords with their block `NAME(args) [as x] { … }`.
    Call {
        name: Name,
        args: Vec<Expr>,
        binder: Option<Name>,
        body: Option<Block>,
    },
    /// `body` or `body(args)` inside a keyword.
    Body {
        args: Vec<Expr>,
    },
    Give {
        expr: Expr,
    },
    Together {
        name: Name,
        of: Selection,
        body: Block,
    },
    Window {
        name: Name,
        args: Vec<Expr>,
        to: Option<Expr>,
        order: Order,
    },
    AtOnce {
        body: Block,
    },
    Later {
        body: Block,
    },
    /// `until DURATION [, once] { hooks }`
    Until {
        duration: Duration,
        once: bool,
        hooks: Vec<Hook>,
    },
    Proceed {
        with: Vec<(Name, Expr)>,
    },
    Eliminate {
        who: Expr,
    },
    EndPhase {
        phase: Name,
    },
    EndTurn,
    EndGame {
        how: EndGame,
    },
    FinishAfterRound,
}

#[derive(Clone, Debug)]
pub enum Duration {
    /// `end of turn | round | game | PHASE`
    EndOf(Name),
    /// `next turn of P`: until P's next turn begins.
    NextTurnOf(Expr),
}

#[derive(Clone, Debug)]
pub enum EndGame {
    /// Everybody is ranked.
    Plain,
    /// `among S`: only these are ranked, the rest lose.
    Among(Expr),
    WonBy(Expr),
    Lost(Option<Text>),
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Or,
    And,
    Is,
    IsNot,
    Less,
    LessOrEqual,
    More,
    MoreOrEqual,
    In,
    /// `not in`
    NotIn,
    /// `x has ABILITY`, `bundle has …`
    Has,
    Range,
    Add,
    Subtract,
    Except,
    Times,
    Divide,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Number(i64),
    Text(String),
    Name(String),
    /// `it`
    It,
    /// `.x`: of the candidate
    Dot(Name),
    /// `e.x`
    Field(Box<Expr>, Name),
    /// `e[i]`
    Index(Box<Expr>, Box<Expr>),
    /// `f(args)`
    Call(Name, Vec<Expr>),
    /// `[a, b]`
    List(Vec<Expr>),
    /// `[3 red, 1 blue]`
    Bundle(Vec<Amount>),
    Not(Box<Expr>),
    Negate(Box<Expr>),
    Binary(Op, Box<Expr>, Box<Expr>),
    /// `(S where C)`; `(x in S where C)` has a name.
    Where {
        name: Option<Name>,
        set: Box<Expr>,
        cond: Box<Expr>,
    },
    CountOf(Box<Expr>),
    /// `count of different .a in S`
    CountDifferent(Name, Box<Expr>),
    /// `sum of E over [x in] S`
    Fold {
        fold: Fold,
        expr: Box<Expr>,
        name: Option<Name>,
        over: Box<Expr>,
    },
    /// `any [x in] S [where C]`
    Any(Option<Name>, Selection),
    No(Option<Name>, Selection),
    /// `every x in S has C`
    Every {
        name: Name,
        set: Box<Expr>,
        cond: Box<Expr>,
    },
    /// `can f(args) [by P]`
    Can {
        name: Name,
        args: Vec<Expr>,
        by: Option<Box<Expr>>,
    },
    /// `top [N] of Z`, `bottom [N] of Z`
    End {
        end: End,
        count: Option<Box<Expr>>,
        zone: Box<Expr>,
    },
    /// `first of S [following ORDER]`
    First {
        set: Box<Expr>,
        order: Box<Order>,
    },
    /// `N of S`
    Take {
        count: Box<Expr>,
        set: Box<Expr>,
    },
    /// `most .x of S`, `least .x of S`
    Extreme {
        most: bool,
        by: Box<Expr>,
        set: Box<Expr>,
    },
    /// `NAME of E`: `neighbours of s`, `opponents of p`, `supply of red`, `kinds of card`
    Of(Name, Box<Expr>),
    /// `reached from s by a to b where C`
    Reached {
        from: Box<Expr>,
        a: Name,
        b: Name,
        cond: Box<Expr>,
    },
    /// `nearest to s where C`
    Nearest {
        to: Box<Expr>,
        cond: Option<Box<Expr>>,
    },
    /// `lines of N in BOARD`
    Lines {
        length: Box<Expr>,
        board: Name,
    },
}

/// A scenario is kept as its lines; running it is the tester's job.
#[derive(Clone, Debug)]
pub struct Scenario {
    pub title: Text,
    pub lines: Vec<ScenarioLine>,
}

#[derive(Clone, Debug)]
pub struct ScenarioLine {
    pub kind: ScenarioKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ScenarioKind {
    /// `players N`
    Players(Expr),
    /// `variant NAME[:LEVEL]`
    Variant(Name, Option<i64>),
    /// `pack NAME`
    Pack(Name),
    /// `set NUMBER to N`
    Set(Name, Expr),
    /// `given { PLACE VALUE … }`: the value is a list (with `up`/`down` after an element), a number or a name.
    Given(Vec<(Expr, Given)>),
    /// `p1 chooses A, B, …`
    Chooses(Name, Vec<Expr>),
    /// `p1 passes`
    Passes(Name),
    /// `chance gives [ … ]`
    Chance(Vec<Expr>),
    Expect(Expr),
    Snapshot,
}

#[derive(Clone, Debug)]
pub enum Given {
    Cards(Vec<(Expr, Option<Face>)>),
    Value(Expr),
}

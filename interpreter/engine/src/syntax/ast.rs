//! The syntax tree of card scripts: what was written, with spans, before any name is looked up.

use crate::source::Span;
pub use crate::vocabulary::{Edge, End, Face, Fold, How, When};

mod expressions;
mod statements;

pub use expressions::*;
pub use statements::*;

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
    /// The languages that its texts are said in, as often as they stand there.
    pub languages: Vec<Name>,
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
        says: Option<Says>,
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
    /// `extend step PHASE.STEP { option … }`
    ExtendStep {
        phase: Name,
        step: Name,
        options: Vec<OfferOption>,
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
    /// What people call it.
    pub says: Option<Says>,
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

/// A scenario is kept as its lines; the checker types them.
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
    /// `seed N`
    Seed(i64),
    /// `begin PHASE[.STEP] [of P]`; `turn` and `round` stand for themselves.
    Begin {
        at: Name,
        step: Option<Name>,
        of: Option<Name>,
    },
    /// `given { PLACE VALUE … }`
    Given(Vec<(Expr, Given)>),
    /// `p1 chooses A, B, …`
    Chooses(Name, Vec<Expr>),
    /// `p1 passes`
    Passes(Name),
    /// `chance gives …`
    Chance(Vec<Expr>),
    Expect(Expectation),
    Snapshot,
}

/// What `expect` asks for.
#[derive(Clone, Debug)]
pub enum Expectation {
    Holds(Expr),
    /// `p1 can choose A, B`, `p1 cannot choose A`
    Offered {
        who: Name,
        yes: bool,
        what: Vec<Expr>,
    },
    /// `p1 is asked [in PHASE[.STEP]] [for WHAT] ["TEXT"]`
    Asked {
        who: Name,
        yes: bool,
        at: Option<(Name, Option<Name>)>,
        /// What is to be chosen, or the word of a statement.
        what: Option<Name>,
        text: Option<Text>,
    },
    /// `p2 sees A, B`, `p2 cannot see A`
    Sees {
        who: Name,
        yes: bool,
        what: Vec<Selection>,
    },
    /// `game is over`
    Over {
        yes: bool,
    },
    /// `p1 has won`, `p1 has lost`
    Ended {
        who: Name,
        won: bool,
    },
}

/// What `given` puts at a place.
#[derive(Clone, Debug)]
pub enum Given {
    /// Cards with the top first, amounts, or members of a memory; `rest`: `...` keeps what lies there.
    List {
        elements: Vec<GivenElement>,
        rest: Option<Span>,
    },
    Value(Expr),
}

/// `a`, `2 a`, `a up`
#[derive(Clone, Debug)]
pub struct GivenElement {
    pub expr: Expr,
    /// Where `expr` is an amount: of what.
    pub name: Option<Name>,
    pub face: Option<Face>,
    pub span: Span,
}

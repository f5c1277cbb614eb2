//! Statements as they are written.

use super::*;

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
    /// The question in words, of statements that ask something.
    pub says: Option<super::Says>,
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
    /// `option ACTION(args) [for x in S] [blind] [says …]`
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
        seen: Option<SeenBy>,
    },
    /// `roll N DICE as r seen by P`
    Roll {
        count: Expr,
        dice: Name,
        name: Name,
        seen: Option<SeenBy>,
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
    /// The reason in English, then in other languages.
    Lost(Option<Text>, Vec<(Name, Text)>),
}

/// `seen by P`: who learns what chance says. Without anybody: `nobody`.
#[derive(Clone, Debug)]
pub struct SeenBy {
    pub who: Option<Expr>,
    pub span: Span,
}

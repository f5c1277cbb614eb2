//! Expressions as they are written.

use super::*;

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
    /// A cell of a table: what it should be says what it is.
    Cell(String),
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

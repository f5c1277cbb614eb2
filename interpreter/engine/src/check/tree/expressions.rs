//! Typed expressions.

use super::*;

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: Type,
    pub span: Span,
}

/// Wherever they stand.
impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && self.ty == other.ty
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A number, yes/no, text (by index into `Nouns::texts`), enum value, design, named space or actor, sort of stuff, counter's name, `none`.
    Const(Word),
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

//! What the words mean to the machine: the small enums that the tree, the ops and the syntax tree share. They lie here so
//! that running a game needs nothing of the modules that read it.

use crate::ids::{PhaseId, StateId, StepId, StuffId, ValueId};

/// The primitives that are events too, in the order of their [`ActionId`]s from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Primitive {
    /// `gain(counter, amount, bearer)`
    Gain,
    /// `lose(counter, amount, bearer)`
    Lose,
    /// `move(card, source, target, face)`
    Move,
    /// `turn(card, face)`
    Turn,
    /// `shuffle(zone)`
    Shuffle,
    /// `reveal(card)`
    Reveal,
    /// `swap(first, second)`
    Swap,
    /// `roll(dice, amount)`
    Roll,
    /// `look(card)`
    Look,
    /// `pay(amount)`
    Pay,
    /// `set(counter, to, bearer)`
    Set,
    /// `eliminate(player)`
    Eliminate,
}

impl Primitive {
    /// All of them; `ALL[i]` has `ActionId(i)`.
    pub const ALL: [Primitive; 12] = [
        Primitive::Gain,
        Primitive::Lose,
        Primitive::Move,
        Primitive::Turn,
        Primitive::Shuffle,
        Primitive::Reveal,
        Primitive::Swap,
        Primitive::Roll,
        Primitive::Look,
        Primitive::Pay,
        Primitive::Set,
        Primitive::Eliminate,
    ];
}

/// Functions of the engine with plain arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Function {
    /// `round`: from 1.
    Round,
    /// `turn_number`: turns begun in the game.
    TurnNumber,
    /// `first_player`
    FirstPlayer,
    /// `players`, `agents` …: living ones that take turns, in seat order.
    Players,
    /// `turn_order`: the same from the first player.
    TurnOrder,
    /// `opponents of p` (p): living, of another team, clockwise from p.
    Opponents,
    /// `partners of p` (p)
    Partners,
    /// `left(p)`, `right(p)`: the next living one.
    Left,
    Right,
    /// `seats`
    Seats,
    /// `seat of p`
    SeatOf,
    /// `actors of s`
    ActorsOf,
    /// `living_teams`: how many teams have a living player.
    LivingTeams,
    /// `min(a, b)`, `max(a, b)`
    Min,
    Max,
    /// `half_up(n)`
    HalfUp,
    /// `abs(n)`
    Abs,
    /// `remainder(a, b)`
    Remainder,
    /// `reverse(list)`
    Reverse,
    /// `holder of c`, `c.holder`: the actor whose zone it lies in.
    HolderOf,
    /// The zone a component lies in.
    ZoneOf,
    /// The owner of a zone as an actor, seat or space (told by the type of the expression).
    OwnerOf,
    /// `c.position`: from 1 at the top of a pile.
    Position,
    /// `c.design`
    DesignOf,
    /// `c.face is up`
    IsUp,
    /// Where an actor or unit stands, or the space whose zone holds a component.
    SpaceOf,
    /// The owner of a unit.
    UnitOwner,
    /// `neighbours of s`, of one space or of a set.
    Neighbours,
    NeighboursOfAll,
    /// `distance(a, b)`: steps; absent where there is no way.
    Distance,
    /// `s.next`, `s.previous`, `s.next(k)` on a ring: (space, k)
    RingStep,
    /// `spaces onward from s`: the ring from s on, s first.
    RingFrom,
    /// `s.north` … on a grid: (space, dx, dy); absent over the edge.
    GridStep,
    /// `s.column`, `s.row`: from 1.
    Column,
    Row,
    /// `units at s`
    UnitsAt,
    /// All spaces of a space kind: the argument is the kind's id as a number.
    Spaces,
    /// All units of a kind, likewise.
    Units,
    /// All spaces of a board (its id as a number), or of an actor's copy of it (board, actor).
    BoardSpaces,
    /// All values of an enum: the argument is the enum's id.
    EnumValues,
    /// `total of r` : sum of faces (without bonus), `bonus of r`, faces as numbers.
    PoolTotal,
    PoolBonus,
    PoolFaces,
    /// The sum of a bundle's amounts.
    BundleCount,
    /// `a except b` on bundles, `a + b` on bundles.
    BundleMinus,
    BundlePlus,
    /// Whether a player still plays: `p is alive`.
    IsAlive,
    /// `other(p)`: the only other living player.
    Other,
}

impl Function {
    /// Whether what it gives takes no list memory.
    pub fn gives_word(self) -> bool {
        !matches!(
            self,
            Function::Players
                | Function::TurnOrder
                | Function::Opponents
                | Function::Partners
                | Function::ActorsOf
                | Function::Reverse
                | Function::NeighboursOfAll
                | Function::RingFrom
                | Function::UnitsAt
                | Function::Spaces
                | Function::Units
                | Function::BundleMinus
                | Function::BundlePlus
        )
    }
}

/// How two things are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    Is,
    IsNot,
    Less,
    LessOrEqual,
    More,
    MoreOrEqual,
}

impl Compare {
    /// Whether two numbers compare so.
    #[inline(always)]
    pub fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Compare::Is => a == b,
            Compare::IsNot => a != b,
            Compare::Less => a < b,
            Compare::LessOrEqual => a <= b,
            Compare::More => a > b,
            Compare::MoreOrEqual => a >= b,
        }
    }

    /// The same with its sides exchanged.
    pub fn turned(self) -> Compare {
        match self {
            Compare::Is | Compare::IsNot => self,
            Compare::Less => Compare::More,
            Compare::LessOrEqual => Compare::MoreOrEqual,
            Compare::More => Compare::Less,
            Compare::MoreOrEqual => Compare::LessOrEqual,
        }
    }
}

/// Arithmetic on numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    Add,
    Subtract,
    Times,
    /// Rounds down.
    Divide,
}

/// `sum of`, `highest of`, `lowest of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    Sum,
    Highest,
    Lowest,
}

/// Which end of a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Top,
    Bottom,
}

/// How a card is laid or turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    Up,
    Down,
    Over,
}

/// When a hook on an action runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    Before,
    After,
    InsteadOf,
}

/// What `modify` does to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    To,
    Times,
    By,
}

/// Which edge of a moment an `at` hook waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    Start,
    End,
    /// `at pause of PHASE`
    Pause,
}

/// The moment of an `at` hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    Game,
    Round,
    Turn,
    Phase(PhaseId),
    Step(StepId),
}

/// Something that gives a number for an actor.
#[derive(Clone, Copy, Debug)]
pub enum Score {
    Value(ValueId),
    State(StateId),
    Stuff(StuffId),
}

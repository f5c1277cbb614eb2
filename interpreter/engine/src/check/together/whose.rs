//! Whose a thing is, as far as an expression tells.

use crate::check::tree::*;
use crate::ids::LocalId;
use crate::program::nouns::{Class, Type};

/// Seen from the one who acts inside a `together`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Whose {
    Own,
    Another,
    Table,
    /// Only the game in progress can tell.
    Unknown,
}

/// What the names of a body stand for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Env {
    pub me: Whose,
    pub this: Whose,
    pub who: Whose,
    locals: Vec<Whose>,
    /// Names from outside the body.
    others: Whose,
}

impl Env {
    /// A body without names yet.
    pub fn of(me: Whose) -> Env {
        Env { me, this: Whose::Unknown, who: Whose::Unknown, locals: Vec::new(), others: Whose::Unknown }
    }

    /// The block of a `together`: what has a name outside of it is the same for all, and so not everybody's own.
    pub fn of_block(actor: LocalId) -> Env {
        let another = Whose::Another;
        let mut env = Env { me: Whose::Own, this: another, who: another, locals: Vec::new(), others: another };
        env.bind(actor, Whose::Own);
        env
    }

    pub fn bind(&mut self, local: LocalId, whose: Whose) {
        if self.locals.len() <= local.index() {
            self.locals.resize(local.index() + 1, self.others);
        }
        if let Some(place) = self.locals.get_mut(local.index()) {
            *place = whose;
        }
    }

    /// Whose a zone, a card, a space, an actor is; of a set, its members.
    pub fn whose(&self, tree: &Tree, expr: &Expr) -> Whose {
        use ExprKind as K;
        match &expr.kind {
            K::Local(id) => self.locals.get(id.index()).copied().unwrap_or(self.others),
            K::Me => self.me,
            K::This => self.this,
            K::Who => self.who,
            K::Active => Whose::Another,
            K::Const(_) if expr.ty == Type::Actor => Whose::Another,
            K::Const(space) if matches!(expr.ty, Type::Space(_)) => {
                let owner = usize::try_from(*space).ok().and_then(|i| tree.nouns.spaces.get(i)).map(|s| s.owner);
                if owner == Some(None) { Whose::Table } else { Whose::Another }
            }
            K::Zone(id, None) => match tree.nouns.zones.get(id.index()).map(|zone| zone.per) {
                Some(Class::Game) => Whose::Table,
                _ => Whose::Unknown,
            },
            K::Zone(_, Some(of))
            | K::Cards(of)
            | K::OnlyCard(of)
            | K::First(of)
            | K::Sorted { set: of, .. }
            | K::Take { set: of, .. }
            | K::Filter { set: of, .. }
            | K::Extreme { set: of, .. }
            | K::Except(of, _)
            | K::Ends { zone: of, .. } => self.whose(tree, of),
            K::CardsOfEach(_, of) => match of.kind {
                // Some of these are one's own.
                K::Function(Function::Players | Function::TurnOrder | Function::Seats, _) => Whose::Unknown,
                _ => self.whose(tree, of),
            },
            K::Union(a, b) => self.all([&**a, &**b].into_iter(), tree),
            K::List(list) => self.all(list.iter(), tree),
            K::Function(function, args) => self.function(tree, *function, args),
            _ => Whose::Unknown,
        }
    }

    fn all<'e>(&self, mut list: impl Iterator<Item = &'e Expr>, tree: &Tree) -> Whose {
        let Some(first) = list.next().map(|e| self.whose(tree, e)) else { return Whose::Unknown };
        if list.all(|e| self.whose(tree, e) == first) { first } else { Whose::Unknown }
    }

    fn function(&self, tree: &Tree, function: Function, args: &[Expr]) -> Whose {
        let of = |i: usize| args.get(i).map_or(Whose::Unknown, |e| self.whose(tree, e));
        match function {
            // Everybody is more than oneself.
            Function::Players
            | Function::TurnOrder
            | Function::Seats
            | Function::Opponents
            | Function::Partners
            | Function::Left
            | Function::Right
            | Function::FirstPlayer => Whose::Another,
            Function::SeatOf
            | Function::HolderOf
            | Function::ZoneOf
            | Function::OwnerOf
            | Function::UnitOwner
            | Function::Neighbours
            | Function::RingStep
            | Function::RingFrom
            | Function::GridStep => of(0),
            // A board per player says whose it is; the spaces of any other are common.
            Function::BoardSpaces if args.len() > 1 => of(1),
            Function::Spaces | Function::BoardSpaces if tree.nouns.spaces.iter().all(|s| s.owner.is_none()) => {
                Whose::Table
            }
            _ => Whose::Unknown,
        }
    }
}

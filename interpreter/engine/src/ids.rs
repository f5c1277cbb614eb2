//! Numbers that name things, each with its own type so that one cannot be taken for another.

use serde::{Deserialize, Serialize};

macro_rules! ids {
    ($($(#[doc = $doc:literal])* $name:ident;)*) => {$(
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub u16);

        impl $name {
            /// The id of a table position.
            #[inline]
            pub fn from_index(index: usize) -> Self {
                $name(u16::try_from(index).unwrap_or(u16::MAX))
            }

            /// The table position of the id.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// An enum of the manifest.
    EnumId;
    /// A kind of component.
    KindId;
    /// A design: the definition of a card.
    DesignId;
    /// An attribute name of components (shared by all kinds that have it).
    AttributeId;
    /// An ability name.
    AbilityId;
    /// A component: one physical card or token.
    ComponentId;
    /// A zone as declared.
    ZoneId;
    /// One zone of one owner: where components lie.
    PlaceId;
    /// A board.
    BoardId;
    /// A kind of space.
    SpaceKindId;
    /// One space of one board.
    SpaceId;
    /// An actor.
    ActorId;
    /// A seat.
    SeatId;
    /// A unit.
    UnitId;
    /// A kind of unit.
    UnitKindId;
    /// A counter, flag or state.
    StateId;
    /// A memory.
    MemoryId;
    /// A sort of stuff.
    StuffId;
    /// A group of stuff.
    StuffGroupId;
    /// A sort of dice.
    DiceId;
    /// An action, declared event or primitive event.
    ActionId;
    /// A value.
    ValueId;
    /// A window.
    WindowId;
    /// A phase.
    PhaseId;
    /// A step, numbered over all phases.
    StepId;
    /// A hook.
    HookId;
    /// A local name of a routine: its register.
    LocalId;
}

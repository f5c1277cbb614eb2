//! Which ops only compute. The machine's loop and whoever lists clauses read the same list.

use super::op::Op;

/// A pattern: pure ops with more to do than a few steps, which the machine does out of its loop.
macro_rules! larger_pure_op {
    () => {
        Op::In { .. }
            | Op::IsDesign { .. }
            | Op::IsZone { .. }
            | Op::IsEmpty { .. }
            | Op::HasAbility { .. }
            | Op::IsCertain { .. }
            | Op::Single { .. }
            | Op::Cards { .. }
            | Op::CountCards { .. }
            | Op::PushCards { .. }
            | Op::Range { .. }
            | Op::Union { .. }
            | Op::ExceptItem { .. }
            | Op::ExceptList { .. }
            | Op::FindTest { .. }
            | Op::AnyTest { .. }
            | Op::EveryTest { .. }
            | Op::CountTest { .. }
            | Op::AnyLine { .. }
            | Op::CountDistinct { .. }
            | Op::Fold { .. }
            | Op::Extreme { .. }
            | Op::SortByKeys { .. }
            | Op::SortRead { .. }
            | Op::SortTurns { .. }
            | Op::Take { .. }
            | Op::Ends { .. }
            | Op::Share { .. }
            | Op::IsUnitKind { .. }
            | Op::PushList { .. }
            | Op::Memory { .. }
            | Op::NewBundle { .. }
            | Op::PutBundle { .. }
            | Op::BundleAt { .. }
            | Op::CountStuff { .. }
            | Op::InBundle { .. }
            | Op::BundleList { .. }
            | Op::Reached { .. }
            | Op::Nearest { .. }
            | Op::DesignAttribute { .. }
            | Op::SpaceAttribute { .. }
            | Op::EnumAttribute { .. }
            | Op::ListOfIndex { .. }
            | Op::Value { .. }
            | Op::Can { .. }
            | Op::CanRun { .. }
            | Op::CanPay { .. }
            | Op::CanPayStuff { .. }
            | Op::CanPayMix { .. }
    };
}
pub(crate) use larger_pure_op;

/// Effects.
macro_rules! effect_op {
    () => {
        Op::Require { .. }
            | Op::Settle { .. }
            | Op::SetDoer { .. }
            | Op::RestoreDoer { .. }
            | Op::Needs { .. }
            | Op::BeginFull { .. }
            | Op::EndFull { .. }
            | Op::CanFull { .. }
            | Op::CallAction { .. }
            | Op::Done { .. }
            | Op::RunAbility { .. }
            | Op::Give { .. }
            | Op::Return { .. }
            | Op::Proceed { .. }
            | Op::AtOnce { .. }
            | Op::Later { .. }
            | Op::Lasting { .. }
            | Op::Moment { .. }
            | Op::Window { .. }
            | Op::Together { .. }
            | Op::LaneEnd { .. }
            | Op::AskAll { .. }
            | Op::NextChoice { .. }
            | Op::TakeOwn { .. }
            | Op::UseLimit { .. }
            | Op::Note { .. }
            | Op::NotSo { .. }
            | Op::Choose { .. }
            | Op::ChooseMany { .. }
            | Op::ChoosePieces { .. }
            | Op::Ask { .. }
            | Op::Offer { .. }
            | Op::Split { .. }
            | Op::PayMix { .. }
            | Op::MoveMix { .. }
            | Op::PickNext { .. }
            | Op::Random { .. }
            | Op::RandomCard { .. }
            | Op::Roll { .. }
            | Op::Reroll { .. }
            | Op::Origin { .. }
            | Op::OriginState { .. }
            | Op::SameOutcome { .. }
            | Op::Disclose { .. }
            | Op::DiscloseState { .. }
            | Op::Gain { .. }
            | Op::GainBundle { .. }
            | Op::GainNamed { .. }
            | Op::PayState { .. }
            | Op::PayNamed { .. }
            | Op::PayStuff { .. }
            | Op::PayBundle { .. }
            | Op::Set { .. }
            | Op::SetFirstPlayer { .. }
            | Op::SetPoolBonus { .. }
            | Op::Move { .. }
            | Op::MoveOne { .. }
            | Op::MoveAll { .. }
            | Op::MoveWhole { .. }
            | Op::MoveTop { .. }
            | Op::Walk { .. }
            | Op::MoveStuff { .. }
            | Op::SwapCards { .. }
            | Op::SwapZones { .. }
            | Op::SwapSpaces { .. }
            | Op::Turn { .. }
            | Op::Flip { .. }
            | Op::Shuffle { .. }
            | Op::Refill { .. }
            | Op::Expose { .. }
            | Op::Remember { .. }
            | Op::Forget { .. }
            | Op::Look { .. }
            | Op::Reveal { .. }
            | Op::Tell { .. }
            | Op::Hide { .. }
            | Op::Eliminate { .. }
            | Op::EndPhase { .. }
            | Op::EndTurn { .. }
            | Op::EndGame { .. }
            | Op::FinishAfterRound { .. }
            | Op::JumpIfEnding { .. }
            | Op::Inline { .. }
            | Op::BeginPhase { .. }
            | Op::EndOfPhase { .. }
            | Op::BeginRound { .. }
            | Op::EndRound { .. }
            | Op::BeginTurn { .. }
            | Op::EndOfTurn { .. }
            | Op::SetupDone { .. }
            | Op::GameOver { .. }
            | Op::Pause { .. }
    };
}
pub(crate) use effect_op;

/// Effects in the form of swift code.
macro_rules! swift_effect_op {
    () => {
        Op::GainAt { .. }
            | Op::GainBy { .. }
            | Op::GainFor { .. }
            | Op::SetAt { .. }
            | Op::SetTo { .. }
            | Op::SetBeside { .. }
            | Op::OfferPlainly { .. }
    };
}
pub(crate) use swift_effect_op;

impl Op {
    /// Whether it does nothing but compute, and jump by what was computed.
    pub(crate) fn is_pure(&self) -> bool {
        !matches!(self, effect_op!() | swift_effect_op!())
    }
}

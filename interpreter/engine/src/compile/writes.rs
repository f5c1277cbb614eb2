//! Which registers an op writes in its own frame: what was not written since a register was taken is stale.

use crate::program::op::{Op, R};

/// What an op may write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writes {
    Nothing,
    /// One register or two.
    These(R, R),
    /// Whatever is in use.
    Any,
}

/// What an op may write. Ops that are not told of here count as writing everything.
pub(super) fn writes(op: &Op) -> Writes {
    match *op {
        Op::Const { d, .. }
        | Op::Copy { d, .. }
        | Op::Me { d, .. }
        | Op::This { d, .. }
        | Op::Who { d, .. }
        | Op::Active { d, .. }
        | Op::Call { d, .. }
        | Op::Load { d, .. }
        | Op::LoadOf { d, .. }
        | Op::Attribute { d, .. }
        | Op::DesignAttribute { d, .. }
        | Op::SpaceAttribute { d, .. }
        | Op::EnumAttribute { d, .. }
        | Op::LoadEnum { d, .. }
        | Op::ListOfIndex { d, .. }
        | Op::Place { d, .. }
        | Op::Not { d, .. }
        | Op::Compare { d, .. }
        | Op::Arithmetic { d, .. }
        | Op::In { d, .. }
        | Op::IsKind { d, .. }
        | Op::IsDesign { d, .. }
        | Op::IsZone { d, .. }
        | Op::IsNone { d, .. }
        | Op::IsEmpty { d, .. }
        | Op::HasAbility { d, .. }
        | Op::IsCertain { d, .. }
        | Op::Value { d, .. }
        | Op::Can { d, .. }
        | Op::CanRun { d, .. }
        | Op::CanPay { d, .. }
        | Op::CanPayStuff { d, .. }
        | Op::CanPayMix { d, .. }
        | Op::ConstList { d, .. }
        | Op::NewList { d, .. }
        | Op::EndList { d, .. }
        | Op::Single { d, .. }
        | Op::Cards { d, .. }
        | Op::CardsOf { d, .. }
        | Op::CountCards { d, .. }
        | Op::CountCardsOf { d, .. }
        | Op::OnlyCard { d, .. }
        | Op::Range { d, .. }
        | Op::Union { d, .. }
        | Op::ExceptItem { d, .. }
        | Op::ExceptList { d, .. }
        | Op::FilterTest { d, .. }
        | Op::FindTest { d, .. }
        | Op::AnyTest { d, .. }
        | Op::EveryTest { d, .. }
        | Op::CountTest { d, .. }
        | Op::AnyLine { d, .. }
        | Op::Count { d, .. }
        | Op::CountDistinct { d, .. }
        | Op::Fold { d, .. }
        | Op::FoldRead { d, .. }
        | Op::ExtremeRead { d, .. }
        | Op::Extreme { d, .. }
        | Op::SortByKeys { d, .. }
        | Op::SortRead { d, .. }
        | Op::SortTurns { d, .. }
        | Op::First { d, .. }
        | Op::Take { d, .. }
        | Op::Ends { d, .. }
        | Op::Share { d, .. }
        | Op::At { d, .. }
        | Op::Lookup { d, .. }
        | Op::IsUnitKind { d, .. }
        | Op::Memory { d, .. }
        | Op::NewBundle { d, .. }
        | Op::BundleAt { d, .. }
        | Op::CountStuff { d, .. }
        | Op::InBundle { d, .. }
        | Op::BundleList { d, .. }
        | Op::Mark { d, .. }
        | Op::SetDoer { d, .. }
        | Op::CanFull { d, .. }
        | Op::Done { d, .. }
        | Op::TakeOwn { d, .. }
        | Op::UseLimit { d, .. }
        | Op::Choose { d, .. }
        | Op::Ask { d, .. }
        | Op::RandomCard { d, .. }
        | Op::PayStuff { d, .. }
        | Op::PayBundle { d, .. } => Writes::These(d, d),
        Op::MoveAll { d, .. } | Op::MoveWhole { d, .. } => Writes::These(d, d + 1),
        Op::MoveMix { progress, .. }
        | Op::Reroll { progress, .. }
        | Op::Move { progress, .. }
        | Op::MoveOne { progress, .. }
        | Op::MoveTop { progress, .. }
        | Op::Turn { progress, .. }
        | Op::Look { progress, .. }
        | Op::Reveal { progress, .. } => Writes::These(progress, progress),
        Op::ChooseMany { d, progress, .. }
        | Op::Split { d, progress, .. }
        | Op::PayMix { d, progress, .. }
        | Op::Random { d, progress, .. }
        | Op::Roll { d, progress, .. } => Writes::These(d, progress),
        Op::Next { item, index, .. } | Op::Each { item, index, .. } | Op::Again { item, index, .. } => {
            Writes::These(item, index)
        }
        Op::CallAction { give, .. } => Writes::These(give, give),
        // The flags of an offer were cleared before it; what its option is about has a name.
        Op::Offer { .. }
        | Op::Push { .. }
        | Op::PushCards { .. }
        | Op::PushList { .. }
        | Op::PutBundle { .. }
        | Op::Jump { .. }
        | Op::JumpIf { .. }
        | Op::JumpIfNot { .. }
        | Op::JumpIfUp { .. }
        | Op::JumpIfNone { .. }
        | Op::JumpCompare { .. }
        | Op::JumpAny { .. }
        | Op::JumpAnyLine { .. }
        | Op::Release { .. }
        | Op::Yield { .. }
        | Op::YieldCompare { .. }
        | Op::Require { .. }
        | Op::Settle
        | Op::RestoreDoer { .. }
        | Op::Needs { .. }
        | Op::BeginFull { .. }
        | Op::EndFull
        | Op::Inline { .. }
        | Op::RunAbility { .. }
        | Op::Give { .. }
        | Op::Return
        | Op::AtOnce { .. }
        | Op::Later { .. }
        | Op::Lasting { .. }
        | Op::Moment { .. }
        | Op::LaneEnd
        | Op::Note { .. }
        | Op::Gain { .. }
        | Op::GainBundle { .. }
        | Op::GainNamed { .. }
        | Op::PayState { .. }
        | Op::PayNamed { .. }
        | Op::Set { .. }
        | Op::SetFirstPlayer { .. }
        | Op::SetPoolBonus { .. }
        | Op::Walk { .. }
        | Op::MoveStuff { .. }
        | Op::SwapCards { .. }
        | Op::SwapZones { .. }
        | Op::SwapSpaces { .. }
        | Op::Flip { .. }
        | Op::Shuffle { .. }
        | Op::Refill { .. }
        | Op::Expose
        | Op::Remember { .. }
        | Op::Forget { .. }
        | Op::Hide { .. }
        | Op::Eliminate { .. }
        | Op::EndPhase { .. }
        | Op::EndTurn
        | Op::EndGame { .. }
        | Op::FinishAfterRound
        | Op::JumpIfEnding { .. }
        | Op::BeginPhase { .. }
        | Op::EndOfPhase { .. }
        | Op::BeginRound
        | Op::EndRound { .. }
        | Op::BeginTurn { .. }
        | Op::EndOfTurn { .. }
        | Op::SetupDone
        | Op::GameOver
        | Op::Pause => Writes::Nothing,
        _ => Writes::Any,
    }
}

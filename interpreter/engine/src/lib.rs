//! Cardwright: card and board games from text. See `docs/architecture.md`.

pub mod diagnostic;
pub mod manifest;
pub mod source;
pub mod syntax;

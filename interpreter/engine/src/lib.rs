//! Cardwright: card and board games from text. See `docs/architecture.md`.

pub mod check;
pub mod compile;
pub mod diagnostic;
pub mod ids;
pub mod load;
pub mod manifest;
pub mod play;
pub mod program;
pub mod reference;
pub mod rng;
pub mod source;
pub mod state;
mod sure;
pub mod syntax;
pub mod trace;
pub mod vm;
pub mod vocabulary;
pub mod words;

//! What the suites share: case files, and playing one by the answers written in it.

pub mod book;
pub mod case;
pub mod check_case;
pub mod games;
pub mod hand_written;
pub mod scenarios;
pub mod transcript;

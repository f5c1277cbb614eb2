//! The suites' own tools: case files to sources.

pub mod case;

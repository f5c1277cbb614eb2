//! Manifests: TOML to nouns.

pub mod model;

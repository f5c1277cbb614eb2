//! A loaded game, ready to run: the only bridge between what reads and what runs.

pub mod nouns;

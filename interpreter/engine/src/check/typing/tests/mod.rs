//! Typing, tried on syntax trees made by hand over one small game.

mod build;
mod expressions;
mod fixture;
mod hooks;
mod knowledge;
mod statements;
mod wholes;

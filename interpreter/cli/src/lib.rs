//! What the `cardwright` command shares with the tests of the workspace: how findings look.

pub mod render;

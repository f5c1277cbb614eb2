//! What the `cardwright` command shares with the tests of the workspace: how findings and snapshots look.

pub mod render;
pub mod snapshot;
pub mod visible;

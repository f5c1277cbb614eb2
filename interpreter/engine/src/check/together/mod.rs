//! What cannot be done by all at once: follows every `together` through all that it calls.
//!
//! ```text
//! together each p in players { draft(p) }
//! action draft(p: player) { move top of deck to p.hand }        # all would draw from one deck at the same time
//! ```
//!
//! What surely is not one's own is reported here, with the calls that lead to it. What can only be known while playing
//! (`me.rival`) is a fault then.

mod follow;
mod whose;

use std::collections::BTreeSet;

use self::follow::Follower;
use self::whose::Env;
use super::rules::reach;
use super::tree::{StatementKind, Tree};
use crate::diagnostic::Findings;

/// Reports what stands or is called inside a `together` and cannot.
pub fn look(tree: &Tree, findings: &mut Findings) {
    let mut told = BTreeSet::new();
    reach::every_statement(tree, &mut |_, statement| {
        if let StatementKind::Together { local, body, .. } = &statement.kind {
            let env = Env::of_block(*local);
            let mut follower = Follower::new(tree, &mut told, findings);
            follower.block(body, &env, None);
            follower.calls();
        }
    });
}

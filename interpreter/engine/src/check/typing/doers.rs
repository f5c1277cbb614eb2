//! Actions that need somebody who does them, and calls where nobody does.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::tree::Primitive;
use crate::diagnostic::{Code, Diagnostic};
use crate::ids::ActionId;
use crate::source::Span;

use super::Typer;
use super::scope::{Frame, Me};

/// What is known while the actions are typed.
#[derive(Default)]
pub struct Doers {
    /// The action that is being typed.
    now: Option<ActionId>,
    /// Actions that read `me` themselves.
    need: BTreeSet<ActionId>,
    /// What an action calls as the same doer.
    calls: BTreeMap<ActionId, BTreeSet<ActionId>>,
    /// Calls with no doer.
    nobody: BTreeSet<(Span, ActionId)>,
}

impl<'a> Typer<'a> {
    /// From here on an action is typed, or none.
    pub(super) fn now_in(&mut self, action: Option<ActionId>) {
        self.doers.now = action;
    }

    /// Notes that the routine reads its own `me`.
    pub(super) fn note_me(&mut self, f: &Frame<'a>) {
        if let (Some(now), true) = (self.doers.now, f.context.native && f.context.me == Me::Doer) {
            self.doers.need.insert(now);
        }
    }

    /// Notes a call without `by`.
    pub(super) fn note_call(&mut self, f: &Frame<'a>, action: ActionId, span: Span) {
        match (f.context.me, self.doers.now) {
            (Me::Doer, Some(now)) if f.context.native => {
                self.doers.calls.entry(now).or_default().insert(action);
            }
            (Me::Doer, _) => {}
            _ => {
                self.doers.nobody.insert((span, action));
            }
        }
    }

    /// Reports calls with no doer of actions that need one.
    pub(super) fn calls_by_nobody(&mut self) {
        let mut need = std::mem::take(&mut self.doers.need);
        loop {
            let more: Vec<ActionId> = self
                .doers
                .calls
                .iter()
                .filter(|(caller, called)| !need.contains(caller) && called.iter().any(|id| need.contains(id)))
                .map(|(caller, _)| *caller)
                .collect();
            if more.is_empty() {
                break;
            }
            need.extend(more);
        }
        for (span, action) in std::mem::take(&mut self.doers.nobody) {
            if !need.contains(&action) || action.index() < Primitive::ALL.len() {
                continue;
            }
            let message = "it is not said who does this: the action reads `me`, and there is none here";
            let help = format!("put `by p` after it, inside `for each p in {} {{ … }}`", self.actor_plural());
            self.report(Diagnostic::new(Code::WordOutOfPlace, span, message).help(help));
        }
    }
}

//! What does not fit: tables are numbered with 16 bits, and a game with more of something is refused, not cut short.

use super::Compiler;
use crate::check::tree::Tree;
use crate::diagnostic::{Code, Diagnostic};
use crate::program::op::FIRST_CONSTANT;
use crate::source::Span;

/// How many entries a table can have. The largest number means "none" in many places.
const MOST: usize = u16::MAX as usize;

/// How many words all memories may have together.
const MEMORY: u64 = 1 << 24;

impl Compiler<'_> {
    /// The number of the newest of `len` entries of a table.
    pub(crate) fn newest(&mut self, len: usize, what: &'static str, span: Span) -> u16 {
        self.fits(len, what, span);
        u16::try_from(len.saturating_sub(1)).unwrap_or(0)
    }

    /// Refuses the game where a table has more entries than fit.
    pub(crate) fn fits(&mut self, len: usize, what: &'static str, span: Span) {
        if len > MOST && self.too_large.is_none() {
            let message = format!("the game has more than {MOST} {what}");
            let help = "what many texts say in the same words is better one action or keyword that they use";
            self.too_large = Some(Diagnostic::new(Code::TooMany, span, message).help(help));
        }
    }

    /// Refuses text whose values all together need more room than one frame has.
    pub(crate) fn fits_frame(&mut self, registers: u16, span: Span) {
        if registers > FIRST_CONSTANT && self.too_large.is_none() {
            let message = "this text is too long: it has more names and values than the engine can keep at a time";
            let help = "divide it into several actions";
            self.too_large = Some(Diagnostic::new(Code::TooMany, span, message).help(help));
        }
    }

    /// Refuses memories that would fill the room of the program itself.
    pub(crate) fn fits_memory(&mut self, words: u64, span: Span) {
        if words > MEMORY && self.too_large.is_none() {
            let message = format!("all memories together could hold {words} things; there can be at most {MEMORY}");
            let help = "make `max` smaller, or let fewer things have a memory";
            self.too_large = Some(Diagnostic::new(Code::TooMany, span, message).help(help));
        }
    }

    /// The tables that the tree brings with it.
    pub(crate) fn tree_fits(&mut self, tree: &Tree) {
        let end = |span: Option<Span>| span.unwrap_or_default();
        self.fits(tree.actions.len(), "actions and events", end(tree.actions.last().map(|a| a.span)));
        self.fits(tree.values.len(), "values", end(tree.values.last().map(|v| v.span)));
        self.fits(tree.hooks.len(), "hooks", end(tree.hooks.last().map(|h| h.span)));
        let nouns = &tree.nouns;
        let tables = [
            (nouns.states.len(), "counters, flags and states"),
            (nouns.memories.len(), "memories"),
            (nouns.stuff.len(), "sorts of stuff"),
            (nouns.enums.len(), "enums"),
            (nouns.attributes.len(), "attributes"),
            (nouns.abilities.len(), "abilities"),
            (nouns.dice.len(), "sorts of dice"),
            (nouns.units.len(), "units"),
            (tree.windows.len(), "windows"),
            (tree.phases.len(), "phases"),
        ];
        for (len, what) in tables {
            self.fits(len, what, Span::default());
        }
    }
}

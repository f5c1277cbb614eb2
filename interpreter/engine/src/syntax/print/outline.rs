//! Where things begin in a script, by the grammar: text → offsets of what stands side by side in braces.

use std::collections::{HashMap, HashSet};

use crate::syntax::build::Pair;
use crate::syntax::parse::{self, Rule};
use crate::syntax::tokens::Token;

/// What the layout needs to know beyond the tokens. Places are bytes of the file.
#[derive(Default)]
pub(super) struct Outline {
    /// Where the items of the file begin.
    pub items: HashSet<usize>,
    /// Where something begins that stands in braces beside others of its sort.
    pub entries: HashMap<usize, EntryKind>,
    /// Where `en "…"` and the like of a `says` begin, but for the first.
    pub later_said: HashSet<usize>,
    /// Minus signs that stand before one number instead of between two.
    pub unary: HashSet<usize>,
    /// Every rule of the grammar that was used, in order.
    pub shape: Vec<Rule>,
}

/// What an entry is, as far as lines are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryKind {
    /// `NAME VALUE` of a component, `PLACE VALUE` of a scenario: several share a line.
    Attribute,
    /// A statement, hook, ability, option, row, line of a scenario, or an item of a variant.
    Other,
}

/// The outline of a text that can be read; `None` for others.
pub(super) fn outline(text: &str, tokens: &[Token<'_>]) -> Option<Outline> {
    let mut outline = Outline::default();
    let read = parse::each_item(text, tokens, |base, pair| {
        outline.items.insert(base);
        outline.visit(base, &pair);
    });
    read.then_some(outline)
}

impl Outline {
    fn visit(&mut self, base: usize, pair: &Pair<'_>) {
        let rule = pair.as_rule();
        self.shape.push(rule);
        if rule == Rule::prefix_minus {
            self.unary.insert(base + pair.as_span().start());
        }
        let mut said_before = false;
        for child in pair.clone().into_inner() {
            let start = base + child.as_span().start();
            match child.as_rule() {
                Rule::said if said_before => {
                    self.later_said.insert(start);
                }
                Rule::said => said_before = true,
                // The question of an offer stands in its head, before the braces.
                Rule::says if rule == Rule::offer_statement => {}
                inner if has_entries(rule) && is_entry(inner) => {
                    let attribute = matches!(inner, Rule::attribute | Rule::given_entry);
                    let kind = if attribute { EntryKind::Attribute } else { EntryKind::Other };
                    self.entries.insert(start, kind);
                }
                _ => {}
            }
            self.visit(base, &child);
        }
    }
}

/// Whether braces of this rule hold entries.
fn has_entries(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::block
            | Rule::component_body
            | Rule::hook_list
            | Rule::variant_item
            | Rule::phase_item
            | Rule::rule_item
            | Rule::until_statement
            | Rule::offer_statement
            | Rule::match_statement
            | Rule::scenario_item
            | Rule::given_line
    )
}

/// Whether this is an entry where braces hold entries: all but heads and brackets.
fn is_entry(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::statement
            | Rule::hook
            | Rule::says
            | Rule::ability
            | Rule::attribute
            | Rule::step
            | Rule::offer_option
            | Rule::match_arm
            | Rule::scenario_line
            | Rule::given_entry
            | Rule::action_item
            | Rule::value_item
            | Rule::keyword_item
            | Rule::phase_item
            | Rule::rule_item
            | Rule::event_item
            | Rule::window_item
            | Rule::scenario_item
            | Rule::every_item
            | Rule::extend_item
            | Rule::component_item
            | Rule::replace_item
            | Rule::replace_step
            | Rule::insert_step
            | Rule::retire_item
    )
}

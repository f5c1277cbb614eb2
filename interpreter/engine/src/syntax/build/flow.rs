//! Statements with blocks, and what decides which of them runs: may, do, if, match, loops, until, ends.

use super::super::ast::{
    Block, Duration, EndGame, Expr, ExprKind, MatchArm, Op, Order, Pattern, Statement, StatementKind,
};
use super::super::parse::Rule;
use super::{Builder, LONGEST_CHAIN, Pair, all, find, has};
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Diagnostic};

impl Builder<'_> {
    /// `{ … }`
    pub(super) fn block(&mut self, pair: &Pair<'_>) -> Option<Block> {
        let statements: Vec<Statement> =
            all(pair, Rule::statement).map(|statement| self.statement(&statement)).collect::<Option<_>>()?;
        self.refuse_misspelt_else(&statements);
        Some(Block { statements, span: self.span(pair) })
    }

    /// `if C { } esle { }` reads as a call of a keyword `esle`.
    pub(super) fn refuse_misspelt_else(&mut self, statements: &[Statement]) {
        for (first, second) in statements.iter().zip(statements.iter().skip(1)) {
            let branches = match &first.kind {
                StatementKind::If { .. } | StatementKind::With { .. } => &["else"][..],
                StatementKind::May { .. } | StatementKind::Do { .. } => &["else", "then"][..],
                _ => continue,
            };
            let StatementKind::Call { name, args, body: Some(_), .. } = &second.kind else { continue };
            let meant = nearest(&name.text, branches.iter().copied()).filter(|_| args.is_empty());
            if let Some(meant) = meant {
                let message = format!("`{}` is not a word of the language", name.text);
                let finding = Diagnostic::new(Code::UnknownStatement, name.span, message);
                self.findings.push(finding.help(format!("did you mean `{meant}`?")));
            }
        }
    }

    /// The `block` directly inside a pair.
    pub(super) fn block_in(&mut self, pair: &Pair<'_>) -> Option<Block> {
        self.block(&find(pair, Rule::block)?)
    }

    /// The block of a `then` or `else` directly inside a pair, if it is there.
    fn optional_block(&mut self, pair: &Pair<'_>, rule: Rule) -> Option<Option<Block>> {
        match find(pair, rule) {
            Some(part) => self.block_in(&part).map(Some),
            None => Some(None),
        }
    }

    pub(super) fn must(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        let Some(one) = find(pair, Rule::must_one) else {
            return Some(StatementKind::Must { body: self.block_in(pair)? });
        };
        let statement = self.statement(&one)?;
        let span = statement.span;
        Some(StatementKind::Must { body: Block { statements: vec![statement], span } })
    }

    pub(super) fn may(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        Some(StatementKind::May {
            body: self.block_in(pair)?,
            then: self.optional_block(pair, Rule::then_block)?,
            otherwise: self.optional_block(pair, Rule::else_block)?,
        })
    }

    pub(super) fn do_then(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        Some(StatementKind::Do {
            body: self.block_in(pair)?,
            then: self.optional_block(pair, Rule::then_block)??,
            otherwise: self.optional_block(pair, Rule::else_block)?,
        })
    }

    /// `else if` nests: it is an `if` alone in an `else`.
    pub(super) fn if_else(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        let mut otherwise = self.optional_block(pair, Rule::else_block)?;
        let branches: Vec<Pair<'_>> = all(pair, Rule::else_if).collect();
        if branches.len() > LONGEST_CHAIN {
            let span = self.span(pair);
            self.chain_too_long(span, "this chain of `else if`");
            return None;
        }
        for branch in branches.iter().rev() {
            let span = otherwise.as_ref().map_or(self.span(branch), |block| self.span(branch).to(block.span));
            let kind = StatementKind::If { cond: self.condition_in(branch)?, body: self.block_in(branch)?, otherwise };
            otherwise = Some(Block { statements: vec![Statement { kind, by: None, says: None, span }], span });
        }
        Some(StatementKind::If { cond: self.condition_in(pair)?, body: self.block_in(pair)?, otherwise })
    }

    pub(super) fn match_(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        let arms = all(pair, Rule::match_arm).map(|arm| self.match_arm(&arm)).collect::<Option<_>>()?;
        Some(StatementKind::Match { on: self.sum_in(pair)?, arms })
    }

    fn match_arm(&mut self, pair: &Pair<'_>) -> Option<MatchArm> {
        let pattern = match find(pair, Rule::match_pattern) {
            Some(pattern) => self.pattern(&pattern)?,
            None => Pattern::Else,
        };
        Some(MatchArm { pattern, body: self.block_in(pair)? })
    }

    fn pattern(&mut self, pair: &Pair<'_>) -> Option<Pattern> {
        let value = self.sum_in(pair)?;
        if has(pair, Rule::or_more) {
            return Some(Pattern::OrMore(value));
        }
        if has(pair, Rule::or_less) {
            return Some(Pattern::OrLess(value));
        }
        let Expr { kind, span } = value;
        Some(match kind {
            ExprKind::Binary(Op::Range, low, high) => Pattern::Range(*low, *high),
            kind => Pattern::Is(Expr { kind, span }),
        })
    }

    pub(super) fn for_each(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        Some(StatementKind::ForEach {
            name: self.name_in(pair)?,
            of: self.selection_in(pair)?,
            order: self.order_in(pair)?,
            body: self.block_in(pair)?,
        })
    }

    pub(super) fn repeat(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        let counted = find(pair, Rule::repeat_bound).and_then(|bound| find(&bound, Rule::sum));
        let count = match counted.or_else(|| find(pair, Rule::sum)) {
            Some(count) => Some(self.flat(&count)?),
            None => None,
        };
        if let Some(count) = &count {
            self.refuse_negative("how often something is repeated", count);
        }
        let cond = match find(pair, Rule::repeat_while) {
            Some(cond) => Some(self.condition_in(&cond)?),
            None => None,
        };
        Some(StatementKind::Repeat { count, cond, body: self.block_in(pair)? })
    }

    pub(super) fn with(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        Some(StatementKind::With {
            name: self.name_in(pair)?,
            from: self.selection_in(pair)?,
            body: self.block_in(pair)?,
            otherwise: self.optional_block(pair, Rule::else_block)?,
        })
    }

    pub(super) fn together(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        let (name, of) = (self.name_in(pair)?, self.selection_in(pair)?);
        Some(StatementKind::Together { name, of, body: self.block_in(pair)? })
    }

    pub(super) fn window(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        let (name, args) = self.call(&find(pair, Rule::call)?)?;
        let to = match find(pair, Rule::window_for) {
            Some(to) => Some(self.operand_in(&to)?),
            None => None,
        };
        let order = self.order_in(pair).unwrap_or(Order::Natural);
        Some(StatementKind::Window { name, args, to, order })
    }

    pub(super) fn until(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        let duration = find(pair, Rule::duration)?;
        let duration = match find(&duration, Rule::period) {
            Some(period) => Duration::EndOf(self.name(&period)),
            None => Duration::NextTurnOf(self.operand_in(&duration)?),
        };
        Some(StatementKind::Until { duration, once: has(pair, Rule::until_once), hooks: self.hooks_in(pair)? })
    }

    pub(super) fn end(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        if let Some(phase) = self.name_in(pair) {
            return Some(StatementKind::EndPhase { phase });
        }
        let Some(game) = find(pair, Rule::end_game) else { return Some(StatementKind::EndTurn) };
        let Some(how) = game.into_inner().find(|part| part.as_rule() != Rule::kw_game) else {
            return Some(StatementKind::EndGame { how: EndGame::Plain });
        };
        let who = match find(&how, Rule::expression) {
            Some(who) => Some(self.expression(&who)?),
            None => None,
        };
        let how = match how.as_rule() {
            Rule::end_among => EndGame::Among(who?),
            Rule::end_won => EndGame::WonBy(who?),
            _ => EndGame::Lost(find(&how, Rule::text).map(|why| self.text(&why)), self.said_in(&how)?),
        };
        Some(StatementKind::EndGame { how })
    }
}

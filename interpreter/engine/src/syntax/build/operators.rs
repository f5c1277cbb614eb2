//! Flat lists of operators and operands to trees by precedence.

use std::sync::LazyLock;

use pest::pratt_parser::{Assoc, Op as PrattOp, PrattParser};

use super::super::ast::{Expr, ExprKind, Op};
use super::super::parse::Rule;
use super::expressions::boxed;
use super::{Builder, LONGEST_CHAIN, Pair};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// Precedence, loosest first.
static PRECEDENCE: LazyLock<PrattParser<Rule>> = LazyLock::new(|| {
    let left = |rule| PrattOp::infix(rule, Assoc::Left);
    PrattParser::new()
        .op(left(Rule::operator_or))
        .op(left(Rule::operator_and))
        .op(PrattOp::prefix(Rule::prefix_not))
        .op(left(Rule::operator_is)
            | left(Rule::operator_is_not)
            | left(Rule::operator_less)
            | left(Rule::operator_less_or_equal)
            | left(Rule::operator_more)
            | left(Rule::operator_more_or_equal)
            | left(Rule::operator_in)
            | left(Rule::operator_not_in)
            | left(Rule::operator_has))
        .op(left(Rule::operator_range))
        .op(left(Rule::operator_add) | left(Rule::operator_subtract) | left(Rule::operator_except))
        .op(left(Rule::operator_times) | left(Rule::operator_divide))
        .op(PrattOp::prefix(Rule::prefix_minus))
});

fn operator(rule: Rule) -> Option<Op> {
    Some(match rule {
        Rule::operator_or => Op::Or,
        Rule::operator_and => Op::And,
        Rule::operator_is => Op::Is,
        Rule::operator_is_not => Op::IsNot,
        Rule::operator_less => Op::Less,
        Rule::operator_less_or_equal => Op::LessOrEqual,
        Rule::operator_more => Op::More,
        Rule::operator_more_or_equal => Op::MoreOrEqual,
        Rule::operator_in => Op::In,
        Rule::operator_not_in => Op::NotIn,
        Rule::operator_has => Op::Has,
        Rule::operator_range => Op::Range,
        Rule::operator_add => Op::Add,
        Rule::operator_subtract => Op::Subtract,
        Rule::operator_except => Op::Except,
        Rule::operator_times => Op::Times,
        Rule::operator_divide => Op::Divide,
        _ => return None,
    })
}

/// How to say two comparisons. A `where` reads to the end of its condition: it may have swallowed the second one.
fn unchained(chain: &Pair<'_>) -> &'static str {
    let before = chain.get_input().get(..chain.as_span().start()).unwrap_or("");
    if before.trim_end().ends_with("where") {
        "if the `where` goes too far, set parentheses: `count of (S where C) >= 3`; else join two conditions: `a < b and b < c`"
    } else {
        "join two conditions: `a < b and b < c`"
    }
}

fn compares(op: Op) -> bool {
    !matches!(op, Op::Or | Op::And | Op::Range | Op::Add | Op::Subtract | Op::Except | Op::Times | Op::Divide)
}

impl Builder<'_> {
    /// `logic` and `sum`: operators and operands in one flat list.
    pub(super) fn flat(&mut self, pair: &Pair<'_>) -> Option<Expr> {
        let chained = self.refuse_chained_comparison(pair);
        let operators = pair.clone().into_inner().filter(|inner| inner.as_rule() != Rule::operand).count();
        if operators > LONGEST_CHAIN {
            let span = self.span(pair);
            self.chain_too_long(span, "this calculation");
            return None;
        }
        let (file, base) = (self.file, self.base);
        PRECEDENCE
            .map_primary(|operand| self.operand(&operand))
            .map_prefix(|sign, right: Option<Expr>| {
                let right = right?;
                let start = base + sign.as_span().start();
                let span = Span::new(file, start, start).to(right.span);
                let kind = match (sign.as_rule(), right.kind) {
                    (Rule::prefix_minus, ExprKind::Number(n)) => ExprKind::Number(-n),
                    (Rule::prefix_minus, kind) => ExprKind::Negate(boxed(Expr { kind, span: right.span })),
                    (_, kind) => ExprKind::Not(boxed(Expr { kind, span: right.span })),
                };
                Some(Expr { kind, span })
            })
            .map_infix(|left: Option<Expr>, sign, right: Option<Expr>| {
                let (left, right, op) = (left?, right?, operator(sign.as_rule())?);
                // The chain was reported; its first comparison stands for it, so that nothing more is said.
                if chained && compares(op) && matches!(left.kind, ExprKind::Binary(first, ..) if compares(first)) {
                    return Some(left);
                }
                let span = left.span.to(right.span);
                Some(Expr { kind: ExprKind::Binary(op, boxed(left), boxed(right)), span })
            })
            .parse(pair.clone().into_inner())
    }

    /// `a < b < c` and `count of x where .f is order >= 3` say two things at once.
    fn refuse_chained_comparison(&mut self, pair: &Pair<'_>) -> bool {
        let mut first: Option<Pair<'_>> = None;
        for sign in pair.clone().into_inner() {
            match operator(sign.as_rule()) {
                Some(Op::And | Op::Or) => first = None,
                Some(op) if compares(op) => match &first {
                    None => first = Some(sign),
                    Some(first) => {
                        let (here, before) = (self.span(&sign), self.span(first));
                        let (one, two) = (first.as_str().trim_end(), sign.as_str().trim_end());
                        self.findings.push(
                            Diagnostic::new(
                                Code::ChainedComparison,
                                here,
                                format!("two comparisons stand in one chain: `{one}` and then `{two}`"),
                            )
                            .label("the second comparison")
                            .other(before, "the first comparison")
                            .help(unchained(pair)),
                        );
                        return true;
                    }
                },
                _ => {}
            }
        }
        false
    }
}

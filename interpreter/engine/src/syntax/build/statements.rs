//! Statements: which builder reads which, and the short ones themselves.

use super::super::ast::{Expr, ExprKind, Many, Name, OfferOption, OptionKind, Selection, Statement, StatementKind, Tags};
use super::super::parse::Rule;
use super::amounts::face_in;
use super::{Builder, Pair, all, find, has};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

impl Builder<'_> {
    /// A statement with its doer; the doer of `may by P { }` stands inside.
    pub(super) fn statement(&mut self, pair: &Pair<'_>) -> Option<Statement> {
        let span = self.span(pair);
        let inner = pair.clone().into_inner().next()?;
        let kind = self.statement_kind(&inner)?;
        let outside = self.doer_in(pair)?;
        let inside = self.doer_in(&inner)?;
        if let (Some(first), Some(second)) = (&inside, &outside) {
            self.findings.push(
                Diagnostic::new(Code::SyntaxError, second.span, "this statement has two doers")
                    .other(first.span, "the first `by`")
                    .help("keep one `by`"),
            );
        }
        Some(Statement { kind, by: inside.or(outside), span })
    }

    fn statement_kind(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        Some(match pair.as_rule() {
            Rule::choose_statement => self.choose(pair)?,
            Rule::offer_statement => self.offer(pair)?,
            Rule::split_statement => self.split(pair)?,
            Rule::gain_statement => self.gain(pair)?,
            Rule::set_statement => self.set(pair)?,
            Rule::move_statement => self.move_(pair)?,
            Rule::swap_statement => {
                let (a, b) = self.two_sums(pair)?;
                StatementKind::Swap { a, b }
            }
            Rule::turn_statement => StatementKind::Turn { what: self.selection_in(pair)?, face: face_in(pair)? },
            Rule::flip_statement => StatementKind::Flip { zone: self.sum_in(pair)? },
            Rule::shuffle_statement => StatementKind::Shuffle { zone: self.sum_in(pair)? },
            Rule::remember_statement => {
                let (what, memory) = self.two_sums(pair)?;
                StatementKind::Remember { what, memory }
            }
            Rule::forget_statement => self.forget(pair)?,
            Rule::pay_statement => self.pay(pair)?,
            Rule::needs_statement => StatementKind::Needs { cond: self.condition_in(pair)? },
            Rule::must_statement => self.must(pair)?,
            Rule::may_statement => self.may(pair)?,
            Rule::do_statement => self.do_then(pair)?,
            Rule::look_statement => StatementKind::LookAt { what: self.selection_in(pair)? },
            Rule::reveal_statement => self.reveal(pair)?,
            Rule::tell_statement => StatementKind::Tell {
                to: self.operand_in(pair)?,
                of: self.sum_in(pair)?,
                cond: self.condition_in(pair)?,
            },
            Rule::hide_statement => StatementKind::Hide { what: self.selection_in(pair)? },
            Rule::random_statement => self.random(pair)?,
            Rule::roll_statement => self.roll(pair)?,
            Rule::reroll_statement => {
                StatementKind::Reroll { pool: self.name_in(pair)?, cond: self.filter_in(pair)? }
            }
            Rule::if_statement => self.if_else(pair)?,
            Rule::match_statement => self.match_(pair)?,
            Rule::for_each_statement => self.for_each(pair)?,
            Rule::repeat_statement => self.repeat(pair)?,
            Rule::stop_statement => StatementKind::Stop,
            Rule::let_statement => {
                StatementKind::Let { name: self.name_in(pair)?, expr: self.expression_in(pair)? }
            }
            Rule::with_statement => self.with(pair)?,
            Rule::run_statement => self.run(pair)?,
            Rule::give_statement => StatementKind::Give { expr: self.expression_in(pair)? },
            Rule::together_statement => self.together(pair)?,
            Rule::window_statement => self.window(pair)?,
            Rule::at_once_statement => StatementKind::AtOnce { body: self.block_in(pair)? },
            Rule::later_statement => StatementKind::Later { body: self.block_in(pair)? },
            Rule::until_statement => self.until(pair)?,
            Rule::proceed_statement => self.proceed(pair)?,
            Rule::end_statement => self.end(pair)?,
            Rule::finish_statement => StatementKind::FinishAfterRound,
            Rule::body_statement => self.body(pair)?,
            Rule::call_statement => self.call_statement(pair)?,
            Rule::eliminate_statement => StatementKind::Eliminate { who: self.operand_in(pair)? },
            _ => return None,
        })
    }

    fn expression_in(&mut self, pair: &Pair<'_>) -> Option<Expr> {
        self.expression(&find(pair, Rule::expression)?)
    }

    fn two_sums(&mut self, pair: &Pair<'_>) -> Option<(Expr, Expr)> {
        let mut sums = all(pair, Rule::sum);
        let (a, b) = (sums.next()?, sums.next()?);
        Some((self.flat(&a)?, self.flat(&b)?))
    }

    fn choose(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        let many = match find(pair, Rule::many) {
            Some(many) => self.many(&many.into_inner().next()?)?,
            None => Many::One,
        };
        Some(StatementKind::Choose {
            many,
            name: self.name_in(pair)?,
            from: self.selection_in(pair)?,
            in_order: has(pair, Rule::in_order),
            blind: has(pair, Rule::kw_blind),
        })
    }

    fn many(&mut self, pair: &Pair<'_>) -> Option<Many> {
        Some(match pair.as_rule() {
            Rule::any_number => Many::AnyNumber,
            Rule::up_to => Many::UpTo(self.amount_of(&find(pair, Rule::amount_of)?)?),
            Rule::exactly => Many::Exactly(self.amount_of(&find(pair, Rule::amount_of)?)?),
            _ => Many::Number(self.amount_of(pair)?),
        })
    }

    /// A number, or an expression in parentheses.
    fn amount_of(&mut self, pair: &Pair<'_>) -> Option<Expr> {
        let span = self.span(pair);
        if let Some(number) = find(pair, Rule::number) {
            return Some(Expr { kind: ExprKind::Number(self.number(&number)), span });
        }
        let inside = self.expression_in(&find(pair, Rule::parenthesised)?)?;
        Some(Expr { kind: inside.kind, span })
    }

    fn optional_amount(&mut self, pair: &Pair<'_>) -> Option<Option<Expr>> {
        match find(pair, Rule::amount_of) {
            Some(amount) => self.amount_of(&amount).map(Some),
            None => Some(None),
        }
    }

    fn offer(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        let options = all(pair, Rule::offer_option).map(|option| self.option(&option)).collect::<Option<_>>()?;
        Some(StatementKind::Offer {
            count: self.optional_amount(pair)?,
            repeatedly: has(pair, Rule::kw_repeatedly),
            options,
        })
    }

    fn option(&mut self, pair: &Pair<'_>) -> Option<OfferOption> {
        let span = self.span(pair);
        if let Some(action) = find(pair, Rule::action_option) {
            let (name, args) = self.call(&find(&action, Rule::call)?)?;
            let (each, blind) = (self.each_in(&action)?, has(&action, Rule::kw_blind));
            let kind = OptionKind::Action { action: name, args, each, blind };
            return Some(OfferOption { kind, tags: Tags::default(), span });
        }
        let block = find(pair, Rule::block_option)?;
        let needs = match find(&block, Rule::option_needs) {
            Some(needs) => Some(self.condition_in(&needs)?),
            None => None,
        };
        let kind = OptionKind::Block { name: self.name_in(&block), needs, body: self.block_in(&block)? };
        Some(OfferOption { kind, tags: self.tags_in(&block)?, span })
    }

    /// `for x in S` directly inside a pair, if it is there.
    pub(super) fn each_in(&mut self, pair: &Pair<'_>) -> Option<Option<(Name, Selection)>> {
        match find(pair, Rule::option_each) {
            Some(each) => Some(Some((self.name_in(&each)?, self.selection_in(&each)?))),
            None => Some(None),
        }
    }

    fn forget(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        let first = self.sum_in(pair)?;
        Some(match find(pair, Rule::forget_in) {
            Some(memory) => StatementKind::Forget { what: Some(first), memory: self.sum_in(&memory)? },
            None => StatementKind::Forget { what: None, memory: first },
        })
    }

    fn reveal(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        let to = match find(pair, Rule::reveal_to) {
            Some(to) => Some(self.operand_in(&to)?),
            None => None,
        };
        Some(StatementKind::Reveal { what: self.selection_in(pair)?, to })
    }

    fn random(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        let weighted = match find(pair, Rule::weighted) {
            Some(weighted) => Some(self.sum_in(&weighted)?),
            None => None,
        };
        Some(StatementKind::Random {
            count: self.optional_amount(pair)?,
            name: self.name_in(pair)?,
            from: self.selection_in(pair)?,
            weighted,
            repeats: has(pair, Rule::with_repeats),
        })
    }

    /// The ability is what stands after the last dot.
    fn run(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        let path = self.path_in(pair)?;
        match path.kind {
            ExprKind::Field(of, ability) => {
                Some(StatementKind::Run { of: *of, ability, as_this: has(pair, Rule::as_this) })
            }
            _ => {
                self.findings.push(
                    Diagnostic::new(Code::RunWithoutAbility, path.span, "`run` does not say which ability to run")
                        .help("write the card, a dot and the ability: `run c.play`, `run me.hero.power`"),
                );
                None
            }
        }
    }

    fn proceed(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        let Some(changes) = find(pair, Rule::proceed_with) else {
            return Some(StatementKind::Proceed { with: Vec::new() });
        };
        let with = all(&changes, Rule::proceed_change)
            .map(|change| Some((self.name_in(&change)?, self.condition_in(&change)?)))
            .collect::<Option<_>>()?;
        Some(StatementKind::Proceed { with })
    }

    fn body(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        let args = match find(pair, Rule::arguments) {
            Some(arguments) => self.arguments(&arguments)?,
            None => Vec::new(),
        };
        Some(StatementKind::Body { args })
    }

    fn call_statement(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        let (name, args) = match find(pair, Rule::call) {
            Some(call) => self.call(&call)?,
            None => (self.name_in(pair)?, Vec::new()),
        };
        let body = match find(pair, Rule::block) {
            Some(block) => Some(self.block(&block)?),
            None => None,
        };
        Some(StatementKind::Call { name, args, binder: self.as_name_in(pair), body })
    }

    /// The name of `as NAME` directly inside a pair.
    pub(super) fn as_name_in(&mut self, pair: &Pair<'_>) -> Option<Name> {
        find(pair, Rule::as_name).and_then(|name| self.name_in(&name))
    }

    /// `move x from a to b` without a number.
    pub(super) fn refuse_move_without_number(&mut self, span: Span) {
        self.findings.push(
            Diagnostic::new(Code::SyntaxError, span, "`move … from A to B` moves stuff, and here it does not say how much of what")
                .help("write `move 2 rift from A to B`, `move all rift from A to B`, `move 3 of S from A to B`; for cards `move S to PLACE` is enough"),
        );
    }
}

//! Statements: which builder reads which, and the short ones themselves.

use super::super::ast::{
    Expr, ExprKind, Many, Name, OfferOption, OptionKind, SeenBy, Selection, Statement, StatementKind, Tags,
};
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
        Some(Statement { kind, by: inside.or(outside), says: self.says_in(&inner)?, span })
    }

    /// The builder is looked up before it runs: in one match the parts of all statements would lie on the stack at
    /// every level of nesting.
    fn statement_kind(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        let build: fn(&mut Self, &Pair<'_>) -> Option<StatementKind> = match pair.as_rule() {
            Rule::choose_statement => Self::choose,
            Rule::offer_statement => Self::offer,
            Rule::split_statement => Self::split,
            Rule::gain_statement => Self::gain,
            Rule::set_statement => Self::set,
            Rule::move_statement => Self::move_,
            Rule::swap_statement => Self::swap,
            Rule::turn_statement => Self::turn,
            Rule::flip_statement => |this, pair| Some(StatementKind::Flip { zone: this.sum_in(pair)? }),
            Rule::shuffle_statement => |this, pair| Some(StatementKind::Shuffle { zone: this.sum_in(pair)? }),
            Rule::remember_statement => Self::remember,
            Rule::forget_statement => Self::forget,
            Rule::pay_statement => Self::pay,
            Rule::needs_statement => |this, pair| Some(StatementKind::Needs { cond: this.condition_in(pair)? }),
            Rule::must_statement => Self::must,
            Rule::may_statement => Self::may,
            Rule::do_statement => Self::do_then,
            Rule::look_statement => |this, pair| Some(StatementKind::LookAt { what: this.selection_in(pair)? }),
            Rule::reveal_statement => Self::reveal,
            Rule::tell_statement => Self::tell,
            Rule::hide_statement => |this, pair| Some(StatementKind::Hide { what: this.selection_in(pair)? }),
            Rule::random_statement => Self::random,
            Rule::roll_statement => Self::roll,
            Rule::reroll_statement => Self::reroll,
            Rule::if_statement => Self::if_else,
            Rule::match_statement => Self::match_,
            Rule::for_each_statement => Self::for_each,
            Rule::repeat_statement => Self::repeat,
            Rule::stop_statement => |_, _| Some(StatementKind::Stop),
            Rule::let_statement => Self::let_,
            Rule::with_statement => Self::with,
            Rule::run_statement => Self::run,
            Rule::give_statement => |this, pair| Some(StatementKind::Give { expr: this.expression_in(pair)? }),
            Rule::together_statement => Self::together,
            Rule::window_statement => Self::window,
            Rule::at_once_statement => |this, pair| Some(StatementKind::AtOnce { body: this.block_in(pair)? }),
            Rule::later_statement => |this, pair| Some(StatementKind::Later { body: this.block_in(pair)? }),
            Rule::until_statement => Self::until,
            Rule::proceed_statement => Self::proceed,
            Rule::end_statement => Self::end,
            Rule::finish_statement => |_, _| Some(StatementKind::FinishAfterRound),
            Rule::body_statement => Self::body,
            Rule::call_statement => Self::call_statement,
            Rule::eliminate_statement => |this, pair| Some(StatementKind::Eliminate { who: this.operand_in(pair)? }),
            _ => return None,
        };
        build(self, pair)
    }

    fn swap(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        let (a, b) = self.two_sums(pair)?;
        Some(StatementKind::Swap { a, b })
    }

    fn turn(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        Some(StatementKind::Turn { what: self.selection_in(pair)?, face: face_in(pair)? })
    }

    fn remember(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        let (what, memory) = self.two_sums(pair)?;
        Some(StatementKind::Remember { what, memory })
    }

    fn tell(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        let (to, of) = (self.operand_in(pair)?, self.sum_in(pair)?);
        Some(StatementKind::Tell { to, of, cond: self.condition_in(pair)? })
    }

    fn reroll(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        Some(StatementKind::Reroll { pool: self.name_in(pair)?, cond: self.filter_in(pair)? })
    }

    fn let_(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        Some(StatementKind::Let { name: self.name_in(pair)?, expr: self.expression_in(pair)? })
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
        self.refuse_negative("how many are meant", &inside);
        Some(Expr { kind: inside.kind, span })
    }

    fn optional_amount(&mut self, pair: &Pair<'_>) -> Option<Option<Expr>> {
        match find(pair, Rule::amount_of) {
            Some(amount) => self.amount_of(&amount).map(Some),
            None => Some(None),
        }
    }

    fn offer(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        Some(StatementKind::Offer {
            count: self.optional_amount(pair)?,
            repeatedly: has(pair, Rule::kw_repeatedly),
            options: self.options_in(pair)?,
        })
    }

    /// The options directly inside a pair.
    pub(super) fn options_in(&mut self, pair: &Pair<'_>) -> Option<Vec<OfferOption>> {
        all(pair, Rule::offer_option).map(|option| self.option(&option)).collect()
    }

    fn option(&mut self, pair: &Pair<'_>) -> Option<OfferOption> {
        let span = self.span(pair);
        if let Some(action) = find(pair, Rule::action_option) {
            let (name, args) = self.call(&find(&action, Rule::call)?)?;
            let (each, blind) = (self.each_in(&action)?, has(&action, Rule::kw_blind));
            let kind = OptionKind::Action { action: name, args, each, blind };
            let says = self.says_in(&action)?;
            return Some(OfferOption { kind, tags: Tags { says, ..Tags::default() }, span });
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
            seen: self.seen_by(pair)?,
        })
    }

    /// `seen by P` directly inside a pair; `None` where it cannot be read.
    pub(super) fn seen_by(&mut self, pair: &Pair<'_>) -> Option<Option<SeenBy>> {
        let Some(seen) = find(pair, Rule::seen_by) else { return Some(None) };
        let who = if has(&seen, Rule::kw_nobody) { None } else { Some(self.operand_in(&seen)?) };
        Some(Some(SeenBy { who, span: self.span(&seen) }))
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
                .help("write `move 2 cube from A to B`, `move all cube from A to B`, `move 3 of S from A to B`; for cards `move S to PLACE` is enough"),
        );
    }
}

//! What stands between operators: questions, tight prefixes, paths, calls, lists.

use super::super::ast::{Amount, End, Expr, ExprKind, Fold, Name, Op, Order, Selection};
use super::super::parse::Rule;
use super::{Builder, LONGEST_CHAIN, Pair, all, find, has};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// A part of an expression in its box.
pub(super) fn boxed(expr: Expr) -> Box<Expr> {
    Box::new(expr)
}

impl Builder<'_> {
    /// `expression`: with an optional `where`.
    pub(super) fn expression(&mut self, pair: &Pair<'_>) -> Option<Expr> {
        let span = self.span(pair);
        let set = self.flat(&find(pair, Rule::logic)?)?;
        let Some(filter) = find(pair, Rule::where_clause) else { return Some(set) };
        let cond = boxed(self.condition_in(&filter)?);
        if self.refuse_filtered_number(&set, self.span(&filter)) {
            return Some(set);
        }
        let (name, set) = named_candidate(set);
        Some(Expr { kind: ExprKind::Where { name, set: boxed(set), cond }, span })
    }

    /// The `logic` directly inside a pair.
    pub(super) fn condition_in(&mut self, pair: &Pair<'_>) -> Option<Expr> {
        self.flat(&find(pair, Rule::logic)?)
    }

    /// The condition of the `where` directly inside a pair, if there is one.
    pub(super) fn filter_in(&mut self, pair: &Pair<'_>) -> Option<Option<Expr>> {
        match find(pair, Rule::where_clause) {
            Some(filter) => self.condition_in(&filter).map(Some),
            None => Some(None),
        }
    }

    /// The first `sum` directly inside a pair.
    pub(super) fn sum_in(&mut self, pair: &Pair<'_>) -> Option<Expr> {
        self.flat(&find(pair, Rule::sum)?)
    }

    /// The `selection` directly inside a pair.
    pub(super) fn selection_in(&mut self, pair: &Pair<'_>) -> Option<Selection> {
        self.selection(&find(pair, Rule::selection)?)
    }

    pub(super) fn selection(&mut self, pair: &Pair<'_>) -> Option<Selection> {
        let span = self.span(pair);
        let set = self.sum_in(pair)?;
        let mut cond = self.filter_in(pair)?;
        if let (Some(_), Some(filter)) = (&cond, find(pair, Rule::where_clause)) {
            let refused = self.refuse_filtered_number(&set, self.span(&filter));
            cond = cond.filter(|_| !refused);
        }
        Some(Selection { set: boxed(set), cond: cond.map(boxed), span })
    }

    /// `by P` directly inside a pair, if it is there.
    pub(super) fn doer_in(&mut self, pair: &Pair<'_>) -> Option<Option<Expr>> {
        match find(pair, Rule::doer) {
            Some(doer) => self.operand_in(&doer).map(Some),
            None => Some(None),
        }
    }

    /// The `operand` directly inside a pair.
    pub(super) fn operand_in(&mut self, pair: &Pair<'_>) -> Option<Expr> {
        self.operand(&find(pair, Rule::operand)?)
    }

    /// `count of S where C` filters a number; the set was meant.
    fn refuse_filtered_number(&mut self, set: &Expr, filter: Span) -> bool {
        let form = match set.kind {
            ExprKind::CountOf(_) => "count of (S where C)",
            ExprKind::CountDifferent(..) => "count of different .a in (S where C)",
            ExprKind::Fold { .. } => "sum of E over (S where C)",
            ExprKind::Extreme { .. } => "most .x of (S where C)",
            _ => return false,
        };
        self.findings.push(
            Diagnostic::new(Code::FilterNeedsParentheses, filter, "this `where` has no set of its own to filter")
                .other(set.span, "it would filter this, which is already counted")
                .help(format!("put the set and its `where` in parentheses: `{form}`")),
        );
        true
    }

    /// The builder is looked up before it runs, as for statements: see `statement_kind`.
    pub(super) fn operand(&mut self, pair: &Pair<'_>) -> Option<Expr> {
        let inner = pair.clone().into_inner().next()?;
        let build: fn(&mut Self, &Pair<'_>) -> Option<ExprKind> = match inner.as_rule() {
            Rule::things => return self.things(&inner),
            Rule::face_word => |_, pair| Some(ExprKind::Name(pair.as_str().trim_end().to_owned())),
            Rule::count_different => Self::count_different,
            Rule::count_of => |this, pair| Some(ExprKind::CountOf(boxed(this.operand_in(pair)?))),
            Rule::fold => Self::fold,
            Rule::extreme => Self::extreme,
            Rule::end_of => Self::end_of,
            Rule::quantifier => Self::quantifier,
            Rule::every_has => Self::every_has,
            Rule::can_do => Self::can_do,
            Rule::first_of => Self::first_of,
            Rule::reached_from => Self::reached_from,
            Rule::nearest_to => Self::nearest_to,
            Rule::lines_of => Self::lines_of,
            _ => return None,
        };
        let kind = build(self, &inner)?;
        Some(Expr { kind, span: self.span(pair) })
    }

    fn count_different(&mut self, pair: &Pair<'_>) -> Option<ExprKind> {
        Some(ExprKind::CountDifferent(self.dotted_name(pair)?, boxed(self.operand_in(pair)?)))
    }

    fn extreme(&mut self, pair: &Pair<'_>) -> Option<ExprKind> {
        let most = find(pair, Rule::extreme_word)?.as_str() == "most";
        Some(ExprKind::Extreme { most, by: boxed(self.path_in(pair)?), set: boxed(self.operand_in(pair)?) })
    }

    fn every_has(&mut self, pair: &Pair<'_>) -> Option<ExprKind> {
        let (name, set) = (self.name_in(pair)?, boxed(self.sum_in(pair)?));
        Some(ExprKind::Every { name, set, cond: boxed(self.condition_in(pair)?) })
    }

    fn first_of(&mut self, pair: &Pair<'_>) -> Option<ExprKind> {
        Some(ExprKind::First { set: boxed(self.operand_in(pair)?), order: Box::new(self.order_in(pair)?) })
    }

    fn nearest_to(&mut self, pair: &Pair<'_>) -> Option<ExprKind> {
        Some(ExprKind::Nearest { to: boxed(self.operand_in(pair)?), cond: self.filter_in(pair)?.map(boxed) })
    }

    fn lines_of(&mut self, pair: &Pair<'_>) -> Option<ExprKind> {
        Some(ExprKind::Lines { length: boxed(self.path_in(pair)?), board: self.name_in(pair)? })
    }

    /// A path, or `N of S` and `NAME of E`.
    fn things(&mut self, pair: &Pair<'_>) -> Option<Expr> {
        let path = self.path_in(pair)?;
        let Some(of) = find(pair, Rule::of_things) else { return Some(path) };
        let set = boxed(self.operand_in(&of)?);
        let span = path.span.to(set.span);
        let kind = match path.kind {
            ExprKind::Name(text) => ExprKind::Of(Name { text, span: path.span }, set),
            _ => ExprKind::Take { count: boxed(path), set },
        };
        Some(Expr { kind, span })
    }

    fn fold(&mut self, pair: &Pair<'_>) -> Option<ExprKind> {
        let fold = match find(pair, Rule::fold_word)?.as_str() {
            "sum" => Fold::Sum,
            "highest" => Fold::Highest,
            _ => Fold::Lowest,
        };
        let name = find(pair, Rule::binder).and_then(|binder| self.name_in(&binder));
        Some(ExprKind::Fold { fold, expr: boxed(self.sum_in(pair)?), name, over: boxed(self.operand_in(pair)?) })
    }

    fn end_of(&mut self, pair: &Pair<'_>) -> Option<ExprKind> {
        let count = match find(pair, Rule::path) {
            Some(path) => Some(boxed(self.path(&path)?)),
            None => None,
        };
        if let Some(count) = &count {
            self.refuse_negative("how many are meant", count);
        }
        Some(ExprKind::End { end: end_word(pair)?, count, zone: boxed(self.operand_in(pair)?) })
    }

    fn quantifier(&mut self, pair: &Pair<'_>) -> Option<ExprKind> {
        let name = find(pair, Rule::binder).and_then(|binder| self.name_in(&binder));
        let set = self.selection_in(pair)?;
        let any = find(pair, Rule::quantifier_word)?.as_str() == "any";
        Some(if any { ExprKind::Any(name, set) } else { ExprKind::No(name, set) })
    }

    fn can_do(&mut self, pair: &Pair<'_>) -> Option<ExprKind> {
        let (name, args) = match find(pair, Rule::call) {
            Some(call) => self.call(&call)?,
            None => (self.name_in(pair)?, Vec::new()),
        };
        Some(ExprKind::Can { name, args, by: self.doer_in(pair)?.map(boxed) })
    }

    fn reached_from(&mut self, pair: &Pair<'_>) -> Option<ExprKind> {
        let mut names = all(pair, Rule::name);
        let (a, b) = (names.next()?, names.next()?);
        Some(ExprKind::Reached {
            from: boxed(self.operand_in(pair)?),
            a: self.name(&a),
            b: self.name(&b),
            cond: boxed(self.condition_in(pair)?),
        })
    }

    /// `following …`, `in any order` or neither, directly inside a pair.
    pub(super) fn order_in(&mut self, pair: &Pair<'_>) -> Option<Order> {
        if has(pair, Rule::in_any_order) {
            return Some(Order::Any);
        }
        match find(pair, Rule::following) {
            Some(order) => Some(Order::Following { reverse: has(&order, Rule::reverse), by: self.path_in(&order)? }),
            None => Some(Order::Natural),
        }
    }

    /// The name of the `.x` directly inside a pair.
    pub(super) fn dotted_name(&mut self, pair: &Pair<'_>) -> Option<Name> {
        self.name_in(&find(pair, Rule::dot)?)
    }

    /// The `path` directly inside a pair.
    pub(super) fn path_in(&mut self, pair: &Pair<'_>) -> Option<Expr> {
        self.path(&find(pair, Rule::path)?)
    }

    /// A thing and what touches it.
    pub(super) fn path(&mut self, pair: &Pair<'_>) -> Option<Expr> {
        let mut parts = pair.clone().into_inner();
        let mut whole = self.atom(&parts.next()?)?;
        for (length, part) in parts.enumerate() {
            let span = whole.span.to(self.span(&part));
            if length > LONGEST_CHAIN {
                self.chain_too_long(span, "this chain of `.` and `[ ]`");
                return None;
            }
            let kind = match part.as_rule() {
                Rule::field => ExprKind::Field(boxed(whole), self.name_in(&part)?),
                _ => ExprKind::Index(boxed(whole), boxed(self.expression(&find(&part, Rule::expression)?)?)),
            };
            whole = Expr { kind, span };
        }
        Some(whole)
    }

    fn atom(&mut self, pair: &Pair<'_>) -> Option<Expr> {
        let span = self.span(pair);
        let kind = match pair.as_rule() {
            Rule::number => ExprKind::Number(self.number(pair)),
            Rule::text => ExprKind::Text(self.text(pair).text),
            Rule::name if pair.as_str() == "it" => ExprKind::It,
            Rule::name => ExprKind::Name(pair.as_str().to_owned()),
            Rule::dot => ExprKind::Dot(self.name_in(pair)?),
            Rule::call => {
                let (name, args) = self.call(pair)?;
                ExprKind::Call(name, args)
            }
            Rule::list => self.list(pair)?,
            Rule::parenthesised => self.expression(&find(pair, Rule::expression)?)?.kind,
            _ => return None,
        };
        Some(Expr { kind, span })
    }

    /// `f(a, b)`
    pub(super) fn call(&mut self, pair: &Pair<'_>) -> Option<(Name, Vec<Expr>)> {
        Some((self.name_in(pair)?, self.arguments(&find(pair, Rule::arguments)?)?))
    }

    pub(super) fn arguments(&mut self, pair: &Pair<'_>) -> Option<Vec<Expr>> {
        all(pair, Rule::expression).map(|argument| self.expression(&argument)).collect()
    }

    /// `[a, b]`, or a bundle if its elements have names.
    pub(super) fn list(&mut self, pair: &Pair<'_>) -> Option<ExprKind> {
        if let Some(card) = all(pair, Rule::list_element).find_map(|element| find(&element, Rule::face_word)) {
            let span = self.span(&card);
            self.findings.push(
                Diagnostic::new(
                    Code::SyntaxError,
                    span,
                    "a face can stand in a list only in the `given` of a scenario",
                )
                .help("to turn cards, write `turn SET up`; to test a face, `where .face is up`"),
            );
        }
        if let Some(rest) = find(pair, Rule::rest_of_list) {
            let span = self.span(&rest);
            self.findings.push(
                Diagnostic::new(Code::SyntaxError, span, "`...` can stand in a list only in the `given` of a scenario")
                    .help("name everything that is in the list"),
            );
        }
        let bundle = all(pair, Rule::list_element).any(|element| has(&element, Rule::name));
        if !bundle {
            let elements = all(pair, Rule::list_element).map(|e| self.expression(&find(&e, Rule::expression)?));
            return elements.collect::<Option<Vec<_>>>().map(ExprKind::List);
        }
        let mut amounts = Vec::new();
        for element in all(pair, Rule::list_element) {
            let number = self.expression(&find(&element, Rule::expression)?)?;
            let what = self.name_in(&element);
            if what.is_none() {
                self.refuse_mixed_list(number.span);
            }
            amounts.push(Amount { number, what });
        }
        Some(ExprKind::Bundle(amounts))
    }

    fn refuse_mixed_list(&mut self, span: Span) {
        self.findings.push(
            Diagnostic::new(Code::MixedList, span, "this element has no amount, but others in the same list have one")
                .help("a bundle has a number and a name in each place: `[3 red, 1 blue]`; a list has neither: `[red, blue]`"),
        );
    }
}

/// `top` or `bottom` directly inside a pair.
pub(super) fn end_word(pair: &Pair<'_>) -> Option<End> {
    Some(if find(pair, Rule::end_word)?.as_str() == "top" { End::Top } else { End::Bottom })
}

/// `x in S where C` names the candidate of S.
fn named_candidate(set: Expr) -> (Option<Name>, Expr) {
    let Expr { kind, span } = set;
    match kind {
        ExprKind::Binary(Op::In, left, right) => match left.kind {
            ExprKind::Name(text) => (Some(Name { text, span: left.span }), *right),
            kind => {
                let left = boxed(Expr { kind, span: left.span });
                (None, Expr { kind: ExprKind::Binary(Op::In, left, right), span })
            }
        },
        kind => (None, Expr { kind, span }),
    }
}

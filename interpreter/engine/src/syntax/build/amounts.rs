//! Statements about amounts and places: gain, lose, pay, move, set, split, roll.

use super::super::ast::{Amount, Expr, ExprKind, Face, ForEachCount, Place, Selection, StatementKind};
use super::super::parse::Rule;
use super::expressions::end_word;
use super::{Builder, Pair, all, find, has};
use crate::diagnostic::{Code, Diagnostic};

impl Builder<'_> {
    pub(super) fn gain(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        let lose = find(pair, Rule::gain_word)?.as_str() == "lose";
        let amounts: Vec<Amount> = all(pair, Rule::amount).map(|amount| self.amount(&amount)).collect::<Option<_>>()?;
        for amount in &amounts {
            let (word, other) = if lose { ("lose", "gain") } else { ("gain", "lose") };
            self.refuse_negative_amount(word, other, amount);
        }
        let each = match find(pair, Rule::count_each) {
            Some(each) => Some(self.count_each(&each)?),
            None => None,
        };
        let on = match find(pair, Rule::on_bearer) {
            Some(on) => Some(self.operand_in(&on)?),
            None => None,
        };
        Some(StatementKind::Gain { lose, amounts, each, on })
    }

    fn amount(&mut self, pair: &Pair<'_>) -> Option<Amount> {
        let what = find(pair, Rule::counter_name).and_then(|counter| self.name_in(&counter));
        Some(Amount { number: self.sum_in(pair)?, what })
    }

    /// `gain -2 gems`, `pay [-1 red]`
    fn refuse_negative_amount(&mut self, word: &str, other: &str, amount: &Amount) {
        if let ExprKind::Bundle(inside) = &amount.number.kind {
            inside.iter().for_each(|amount| self.refuse_negative_amount(word, other, amount));
            return;
        }
        let name = amount.what.as_ref().map_or("…", |name| name.text.as_str());
        if let Some(number) = below_nothing(&amount.number) {
            let message = format!("nobody can {word} {number} of something");
            let help = format!("write `{other} {} {name}`", number.unsigned_abs());
            let found = Diagnostic::new(Code::NegativeAmount, amount.number.span, message);
            self.findings.push(found.help(help));
        }
    }

    /// `move -2 cube from a to b`, `repeat -1 { … }`
    pub(super) fn refuse_negative(&mut self, what: &str, count: &Expr) {
        if let Some(number) = below_nothing(count) {
            let message = format!("{what} is counted from 0 up, so it cannot be {number}");
            let found = Diagnostic::new(Code::NegativeAmount, count.span, message);
            self.findings.push(found.help(format!("write {}", number.unsigned_abs())));
        }
    }

    fn count_each(&mut self, pair: &Pair<'_>) -> Option<ForEachCount> {
        let different = match find(pair, Rule::different_in) {
            Some(different) => Some(self.dotted_name(&different)?),
            None => None,
        };
        Some(ForEachCount { different, of: self.selection_in(pair)? })
    }

    pub(super) fn pay(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        let amount = self.amount(&find(pair, Rule::amount)?)?;
        self.refuse_negative_amount("pay", "gain", &amount);
        let name = self.as_name_in(pair);
        let (number, of) = match amount.what {
            None => number_and_set(amount.number),
            Some(_) => (amount.number, None),
        };
        Some(StatementKind::Pay { amount: Amount { number, what: amount.what }, of, name })
    }

    pub(super) fn split(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        let total = self.sum_in(pair)?;
        self.refuse_negative("what is split", &total);
        Some(StatementKind::Split { total, among: self.selection_in(pair)?, name: self.name_in(pair)? })
    }

    pub(super) fn roll(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        let mut names = all(pair, Rule::name);
        let (dice, name) = (names.next()?, names.next()?);
        let (count, seen) = (self.sum_in(pair)?, self.seen_by(pair)?);
        self.refuse_negative("how many dice are rolled", &count);
        Some(StatementKind::Roll { count, dice: self.name(&dice), name: self.name(&name), seen })
    }

    pub(super) fn set(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        let to = match find(pair, Rule::set_to) {
            Some(to) => Some(self.expression(&find(&to, Rule::expression)?)?),
            None => None,
        };
        Some(StatementKind::Set { target: self.path_in(pair)?, to })
    }

    pub(super) fn move_(&mut self, pair: &Pair<'_>) -> Option<StatementKind> {
        if let Some(all_of) = find(pair, Rule::move_all) {
            let (from, to) = self.both_places(&all_of)?;
            return Some(StatementKind::MoveStuff { number: None, stuff: self.name_in(&all_of)?, from, to });
        }
        let what = self.sum_in(pair)?;
        if let Some(stuff) = find(pair, Rule::move_stuff) {
            return self.move_stuff(what, &stuff);
        }
        let rest = find(pair, Rule::move_things)?;
        let cond = self.filter_in(&rest)?.map(Box::new);
        let span = cond.as_ref().map_or(what.span, |cond| what.span.to(cond.span));
        Some(StatementKind::Move {
            what: Selection { set: Box::new(what), cond, span },
            place: self.place(&find(&rest, Rule::place)?)?,
            face: face_in(&rest),
            in_any_order: has(&rest, Rule::in_any_order),
        })
    }

    /// `2 cube from a to b` and `3 of S from a to b`
    fn move_stuff(&mut self, what: Expr, rest: &Pair<'_>) -> Option<StatementKind> {
        let (from, to) = self.both_places(rest)?;
        self.refuse_negative("how much is moved", &what);
        if let Some(stuff) = self.name_in(rest) {
            return Some(StatementKind::MoveStuff { number: Some(what), stuff, from, to });
        }
        let span = what.span;
        let (number, of) = number_and_set(what);
        match of {
            Some(of) => Some(StatementKind::MoveMix { number, of, from, to }),
            None => {
                self.refuse_move_without_number(span);
                None
            }
        }
    }

    fn both_places(&mut self, pair: &Pair<'_>) -> Option<(Expr, Expr)> {
        let mut sums = all(pair, Rule::sum);
        let (from, to) = (sums.next()?, sums.next()?);
        Some((self.flat(&from)?, self.flat(&to)?))
    }

    fn place(&mut self, pair: &Pair<'_>) -> Option<Place> {
        let end = find(pair, Rule::place_end).and_then(|end| end_word(&end));
        Some(Place { end, zone: self.sum_in(pair)? })
    }
}

/// A number that is written with a minus sign.
fn below_nothing(count: &Expr) -> Option<i64> {
    match count.kind {
        ExprKind::Number(number) if number < 0 => Some(number),
        _ => None,
    }
}

/// `N of S` as its two parts; anything else is the number alone.
fn number_and_set(expr: Expr) -> (Expr, Option<Expr>) {
    let Expr { kind, span } = expr;
    match kind {
        ExprKind::Take { count, set } => (*count, Some(*set)),
        ExprKind::Of(name, set) => (Expr { kind: ExprKind::Name(name.text), span: name.span }, Some(*set)),
        kind => (Expr { kind, span }, None),
    }
}

/// `up`, `down` or `over` directly inside a pair.
pub(super) fn face_in(pair: &Pair<'_>) -> Option<Face> {
    find(pair, Rule::face).map(|face| face_of(face.as_str()))
}

/// The face of a word.
pub(super) fn face_of(word: &str) -> Face {
    match word.trim_end() {
        "up" => Face::Up,
        "down" => Face::Down,
        _ => Face::Over,
    }
}

//! Scenarios: their lines as written; running them is the tester's job.

use super::super::ast::{Expr, ExprKind, Face, Given, Scenario, ScenarioKind, ScenarioLine};
use super::super::parse::Rule;
use super::amounts::face_of;
use super::{Builder, Pair, all, find, has};

impl Builder<'_> {
    pub(super) fn scenario(&mut self, pair: &Pair<'_>) -> Option<Scenario> {
        let title = self.text(&find(pair, Rule::text)?);
        let lines = all(pair, Rule::scenario_line).map(|line| self.scenario_line(&line)).collect::<Option<_>>()?;
        Some(Scenario { title, lines })
    }

    fn scenario_line(&mut self, pair: &Pair<'_>) -> Option<ScenarioLine> {
        let span = self.span(pair);
        let line = pair.clone().into_inner().next()?;
        let kind = match line.as_rule() {
            Rule::players_line => ScenarioKind::Players(self.plain_number(&find(&line, Rule::number)?)),
            Rule::variant_line => {
                let level = find(&line, Rule::level).and_then(|level| find(&level, Rule::number));
                ScenarioKind::Variant(self.name_in(&line)?, level.map(|level| self.number(&level)))
            }
            Rule::pack_line => ScenarioKind::Pack(self.name_in(&line)?),
            Rule::set_line => ScenarioKind::Set(self.name_in(&line)?, self.sum_in(&line)?),
            Rule::given_line => ScenarioKind::Given(
                all(&line, Rule::given_entry).map(|entry| self.given_entry(&entry)).collect::<Option<_>>()?,
            ),
            Rule::chance_line => ScenarioKind::Chance(self.outcomes(&line)?),
            Rule::expect_line => ScenarioKind::Expect(self.condition_in(&line)?),
            Rule::chooses_line => ScenarioKind::Chooses(self.name_in(&line)?, self.sums(&line)?),
            Rule::passes_line => ScenarioKind::Passes(self.name_in(&line)?),
            Rule::snapshot_line => ScenarioKind::Snapshot,
            _ => return None,
        };
        Some(ScenarioLine { kind, span })
    }

    fn plain_number(&mut self, pair: &Pair<'_>) -> Expr {
        Expr { kind: ExprKind::Number(self.number(pair)), span: self.span(pair) }
    }

    fn sums(&mut self, pair: &Pair<'_>) -> Option<Vec<Expr>> {
        all(pair, Rule::sum).map(|sum| self.flat(&sum)).collect()
    }

    /// `gives [2, 5]` and `gives 2, 5` say the same.
    fn outcomes(&mut self, pair: &Pair<'_>) -> Option<Vec<Expr>> {
        let mut outcomes = self.sums(pair)?;
        match outcomes.pop() {
            Some(Expr { kind: ExprKind::List(elements), .. }) if outcomes.is_empty() => Some(elements),
            Some(last) => {
                outcomes.push(last);
                Some(outcomes)
            }
            None => Some(outcomes),
        }
    }

    fn given_entry(&mut self, pair: &Pair<'_>) -> Option<(Expr, Given)> {
        let place = self.path_in(pair)?;
        let pair = find(pair, Rule::given_value)?;
        let span = self.span(&pair);
        let value = pair.clone().into_inner().last()?;
        let kind = match value.as_rule() {
            Rule::list if !all(&value, Rule::list_element).any(|element| has(&element, Rule::name)) => {
                return Some((place, Given::Cards(self.cards(&value)?)));
            }
            Rule::list => self.list(&value)?,
            Rule::number => self.signed_number(&pair, &value),
            Rule::path => self.path(&value)?.kind,
            _ => ExprKind::Name(value.as_str().trim_end().to_owned()),
        };
        Some((place, Given::Value(Expr { kind, span })))
    }

    /// Cards, the top first, each with its face if it says one.
    fn cards(&mut self, pair: &Pair<'_>) -> Option<Vec<(Expr, Option<Face>)>> {
        all(pair, Rule::list_element)
            .map(|element| {
                let card = self.expression(&find(&element, Rule::expression)?)?;
                Some((card, find(&element, Rule::face_word).map(|face| face_of(face.as_str()))))
            })
            .collect()
    }
}

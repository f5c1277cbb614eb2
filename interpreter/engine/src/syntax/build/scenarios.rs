//! Scenarios: their lines as written.

use super::super::ast::{Expectation, Expr, ExprKind, Given, GivenElement, Name, Scenario, ScenarioKind, ScenarioLine};
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
            Rule::seed_line => ScenarioKind::Seed(self.number(&find(&line, Rule::number)?)),
            Rule::begin_line => self.begin_line(&line)?,
            Rule::chance_line => ScenarioKind::Chance(self.sums(&line)?),
            Rule::expect_line => ScenarioKind::Expect(self.expectation(&line)?),
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

    fn begin_line(&mut self, pair: &Pair<'_>) -> Option<ScenarioKind> {
        let of = find(pair, Rule::begin_of).and_then(|of| self.name_in(&of));
        if let Some(path) = find(pair, Rule::step_path) {
            let (at, step) = self.step_path(&path)?;
            return Some(ScenarioKind::Begin { at, step: Some(step), of });
        }
        let at = match find(pair, Rule::kw_turn) {
            Some(turn) => Name { text: "turn".to_owned(), span: self.span(&turn) },
            None => self.name_in(pair)?,
        };
        Some(ScenarioKind::Begin { at, step: None, of })
    }

    fn expectation(&mut self, pair: &Pair<'_>) -> Option<Expectation> {
        let form = pair.clone().into_inner().nth(1)?;
        let yes = !has(&form, Rule::kw_not);
        Some(match form.as_rule() {
            Rule::game_over => Expectation::Over { yes },
            Rule::is_asked => self.asked(&form, yes)?,
            Rule::sight => Expectation::Sees {
                who: self.name_in(&form)?,
                yes: !has(&form, Rule::kw_cannot),
                what: all(&form, Rule::selection).map(|one| self.selection(&one)).collect::<Option<_>>()?,
            },
            Rule::is_offered => {
                let yes = has(&form, Rule::kw_can);
                Expectation::Offered { who: self.name_in(&form)?, yes, what: self.sums(&form)? }
            }
            Rule::has_ended => {
                let won = find(&form, Rule::end_word_of_game)?.as_str().trim_end() == "won";
                Expectation::Ended { who: self.name_in(&form)?, won }
            }
            _ => Expectation::Holds(self.condition_in(pair)?),
        })
    }

    fn asked(&mut self, form: &Pair<'_>, yes: bool) -> Option<Expectation> {
        let at = find(form, Rule::asked_in).and_then(|at| match find(&at, Rule::step_path) {
            Some(path) => self.step_path(&path).map(|(phase, step)| (phase, Some(step))),
            None => self.name_in(&at).map(|phase| (phase, None)),
        });
        let what = find(form, Rule::asked_for).and_then(|what| match find(&what, Rule::asking_word) {
            Some(word) => Some(Name { text: word.as_str().trim_end().to_owned(), span: self.span(&word) }),
            None => self.name_in(&what),
        });
        let text = find(form, Rule::text).map(|text| self.text(&text));
        Some(Expectation::Asked { who: self.name_in(form)?, yes, at, what, text })
    }

    fn given_entry(&mut self, pair: &Pair<'_>) -> Option<(Expr, Given)> {
        let place = self.path_in(pair)?;
        let pair = find(pair, Rule::given_value)?;
        let span = self.span(&pair);
        let value = pair.clone().into_inner().last()?;
        let kind = match value.as_rule() {
            Rule::list => {
                let elements =
                    all(&value, Rule::list_element).map(|e| self.given_element(&e)).collect::<Option<_>>()?;
                let rest = find(&value, Rule::rest_of_list).map(|rest| self.span(&rest));
                return Some((place, Given::List { elements, rest }));
            }
            Rule::number => self.signed_number(&pair, &value),
            Rule::path => self.path(&value)?.kind,
            _ => ExprKind::Name(value.as_str().trim_end().to_owned()),
        };
        Some((place, Given::Value(Expr { kind, span })))
    }

    fn given_element(&mut self, pair: &Pair<'_>) -> Option<GivenElement> {
        Some(GivenElement {
            expr: self.expression(&find(pair, Rule::expression)?)?,
            name: self.name_in(pair),
            face: find(pair, Rule::face_word).map(|face| face_of(face.as_str())),
            span: self.span(pair),
        })
    }
}

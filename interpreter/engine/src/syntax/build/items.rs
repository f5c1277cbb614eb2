//! Items: components, actions, values, keywords, phases, rules, variants and their patches.

use super::super::ast::{
    Action, Block, Expr, ExprKind, Item, ItemKind, Keyword, Member, Name, Param, Phase, Step, TypeExpr, Value,
};
use super::super::parse::Rule;
use super::{Builder, Pair, all, find, has};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

impl Builder<'_> {
    /// The item inside `whole_item`, or any item pair.
    pub fn item(&mut self, pair: &Pair<'_>) -> Option<Item> {
        let span = self.span(pair);
        let kind = match pair.as_rule() {
            Rule::whole_item => return self.item(&pair.clone().into_inner().next()?),
            Rule::hook => ItemKind::Hook(self.hook(pair)?),
            Rule::component_item => self.component(pair)?,
            Rule::every_item => ItemKind::Every { kind: self.name_in(pair)?, body: self.members_in(pair)? },
            Rule::extend_item => ItemKind::Extend { name: self.name_in(pair)?, body: self.members_in(pair)? },
            Rule::action_item => ItemKind::Action(self.action(pair)?),
            Rule::value_item => ItemKind::Value(self.value(pair)?),
            Rule::keyword_item => ItemKind::Keyword(self.keyword(pair)?),
            Rule::phase_item => ItemKind::Phase(self.phase(pair)?),
            Rule::rule_item => ItemKind::Rule { name: self.name_in(pair)?, hooks: self.hooks_in(pair)? },
            Rule::event_item => {
                let (name, params) = self.signature_in(pair)?;
                ItemKind::Event { name, params }
            }
            Rule::window_item => {
                let (name, params) = self.signature_in(pair)?;
                ItemKind::Window { name, params, says: self.says_in(pair)? }
            }
            Rule::scenario_item => ItemKind::Scenario(self.scenario(pair)?),
            Rule::variant_item => self.variant(pair)?,
            Rule::replace_item => ItemKind::Replace(Box::new(self.item(&last(pair)?)?)),
            Rule::replace_step => {
                let (phase, step) = self.step_path(&find(pair, Rule::step_path)?)?;
                ItemKind::ReplaceStep { phase, step, body: self.block_in(pair)? }
            }
            Rule::insert_step => self.insert_step(pair)?,
            Rule::extend_step => {
                let (phase, step) = self.step_path(&find(pair, Rule::step_path)?)?;
                ItemKind::ExtendStep { phase, step, options: self.options_in(pair)? }
            }
            Rule::retire_item => ItemKind::Retire { name: self.name_in(pair)? },
            _ => return None,
        };
        Some(Item { kind, span })
    }

    fn component(&mut self, pair: &Pair<'_>) -> Option<ItemKind> {
        let mut names = all(pair, Rule::name);
        let (kind, name) = (names.next()?, names.next()?);
        Some(ItemKind::Component { kind: self.name(&kind), name: self.name(&name), body: self.members_in(pair)? })
    }

    fn variant(&mut self, pair: &Pair<'_>) -> Option<ItemKind> {
        let head = [Rule::kw_variant, Rule::name, Rule::open_brace, Rule::close_brace];
        let items = pair
            .clone()
            .into_inner()
            .filter(|part| !head.contains(&part.as_rule()))
            .map(|item| self.item(&item))
            .collect::<Option<_>>()?;
        Some(ItemKind::Variant { name: self.name_in(pair)?, items })
    }

    fn insert_step(&mut self, pair: &Pair<'_>) -> Option<ItemKind> {
        let (phase, at) = self.step_path(&find(pair, Rule::step_path)?)?;
        Some(ItemKind::InsertStep {
            name: self.name_in(pair)?,
            before: has(pair, Rule::kw_before),
            phase,
            at,
            body: self.block_in(pair)?,
        })
    }

    fn members_in(&mut self, pair: &Pair<'_>) -> Option<Vec<Member>> {
        let body = find(pair, Rule::component_body)?;
        let brackets = [Rule::open_brace, Rule::close_brace];
        let parts = body.into_inner().filter(|part| !brackets.contains(&part.as_rule()));
        parts.map(|part| self.member(&part)).collect()
    }

    fn member(&mut self, pair: &Pair<'_>) -> Option<Member> {
        Some(match pair.as_rule() {
            Rule::hook => Member::Hook(self.hook(pair)?),
            Rule::says => Member::Says(self.says(pair)?),
            Rule::ability => {
                Member::Ability { name: self.name_in(pair)?, tags: self.tags_in(pair)?, body: self.block_in(pair)? }
            }
            _ => Member::Attribute {
                name: self.name_in(pair)?,
                value: self.attribute_value(&find(pair, Rule::attribute_value)?)?,
            },
        })
    }

    fn attribute_value(&mut self, pair: &Pair<'_>) -> Option<Expr> {
        let span = self.span(pair);
        let value = last(pair)?;
        let kind = match value.as_rule() {
            Rule::number => self.signed_number(pair, &value),
            Rule::text => ExprKind::Text(self.text(&value).text),
            Rule::list => self.list(&value)?,
            _ => ExprKind::Name(value.as_str().trim_end().to_owned()),
        };
        Some(Expr { kind, span })
    }

    /// A number whose minus, if any, stands beside it in `pair`.
    pub(super) fn signed_number(&mut self, pair: &Pair<'_>, number: &Pair<'_>) -> ExprKind {
        let value = self.number(number);
        ExprKind::Number(if has(pair, Rule::prefix_minus) { -value } else { value })
    }

    fn signature_in(&mut self, pair: &Pair<'_>) -> Option<(Name, Vec<Param>)> {
        let signature = find(pair, Rule::signature)?;
        let params = find(&signature, Rule::params)?;
        let params = all(&params, Rule::param)
            .map(|param| Some(Param { name: self.name_in(&param)?, ty: self.type_in(&param)? }))
            .collect::<Option<_>>()?;
        Some((self.name_in(&signature)?, params))
    }

    fn type_in(&mut self, pair: &Pair<'_>) -> Option<TypeExpr> {
        let pair = find(pair, Rule::type_of)?;
        Some(TypeExpr {
            name: self.name_in(&pair)?,
            set: has(&pair, Rule::set_of),
            bundle: has(&pair, Rule::bundle_type),
            or_none: has(&pair, Rule::or_none),
            span: self.span(&pair),
        })
    }

    fn action(&mut self, pair: &Pair<'_>) -> Option<Action> {
        let (name, params) = self.signature_in(pair)?;
        let gives = match find(pair, Rule::gives) {
            Some(gives) => Some(self.type_in(&gives)?),
            None => None,
        };
        Some(Action { name, params, gives, tags: self.tags_in(pair)?, body: self.block_in(pair)? })
    }

    fn value(&mut self, pair: &Pair<'_>) -> Option<Value> {
        let (name, params) = self.signature_in(pair)?;
        Some(Value {
            name,
            params,
            says: self.says_in(pair)?,
            expr: self.expression(&find(pair, Rule::expression)?)?,
            at_least: self.bound(pair, Rule::value_at_least)?,
            at_most: self.bound(pair, Rule::value_at_most)?,
        })
    }

    fn bound(&mut self, pair: &Pair<'_>, rule: Rule) -> Option<Option<Expr>> {
        match find(pair, rule) {
            Some(bound) => self.sum_in(&bound).map(Some),
            None => Some(None),
        }
    }

    fn keyword(&mut self, pair: &Pair<'_>) -> Option<Keyword> {
        let (name, params) = match self.name_in(pair) {
            Some(name) => (name, Vec::new()),
            None => self.signature_in(pair)?,
        };
        Some(Keyword { name, params, tags: self.tags_in(pair)?, body: self.block_in(pair)? })
    }

    /// Statements outside a step are one step named like the phase; both together would leave their order unclear.
    fn phase(&mut self, pair: &Pair<'_>) -> Option<Phase> {
        let name = self.name_in(pair)?;
        let mut steps: Vec<Step> = Vec::new();
        let mut loose: Option<Block> = None;
        for part in pair.clone().into_inner() {
            match part.as_rule() {
                Rule::step => {
                    steps.extend(loose.take().map(|body| Step { name: name.clone(), body }));
                    steps.push(Step { name: self.name_in(&part)?, body: self.block_in(&part)? });
                }
                Rule::statement => {
                    let statement = self.statement(&part)?;
                    let block = loose.get_or_insert_with(|| Block { statements: Vec::new(), span: statement.span });
                    block.span = block.span.to(statement.span);
                    block.statements.push(statement);
                }
                _ => {}
            }
        }
        self.refuse_misspelt_else(loose.as_ref().map_or(&[], |block| &block.statements));
        steps.extend(loose.map(|body| Step { name: name.clone(), body }));
        self.refuse_mixed_phase(pair, &name);
        Some(Phase { name, steps })
    }

    fn refuse_mixed_phase(&mut self, pair: &Pair<'_>, name: &Name) {
        let place = |rule| find(pair, rule).map(|part| self.span(&part));
        let (Some(step), Some(statement)) = (place(Rule::step), place(Rule::statement)) else { return };
        let first_word = |span: Span| self.first_word(span);
        let message = format!("phase `{}` has steps, but this statement stands outside them", name.text);
        let finding = Diagnostic::new(Code::MixedPhase, first_word(statement), message)
            .other(first_word(step), "a step of the phase")
            .help("put the statement into a step of its own: `step NAME { … }`");
        self.findings.push(finding);
    }
}

/// The last pair directly inside a pair.
fn last<'i>(pair: &Pair<'i>) -> Option<Pair<'i>> {
    pair.clone().into_inner().last()
}

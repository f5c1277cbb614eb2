//! The `given` of a scenario: what may be laid or set where.

use crate::check::symbols::Noun;
use crate::check::tree::*;
use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::ids::*;
use crate::program::nouns::scenarios::{GivenCards, GivenThing, GivenWhat};
use crate::program::nouns::{StateKind, Type};
use crate::source::Span;
use crate::syntax::ast;

use super::names::state_type;
use super::scope::{Context, Frame, Me};
use super::{Typer, words};

impl<'a> Typer<'a> {
    /// One entry: what is given, and what lies or stands there then.
    pub(super) fn given(&mut self, place: &'a ast::Expr, value: &'a ast::Given) -> Option<GivenThing<Question>> {
        let mut f = Frame::new(Context::new(Me::Scenario));
        let found = self.expr(&mut f, place, None);
        let locals = f.take_locals();
        let asked = |expr: Expr| Question { locals: locals.clone(), expr };
        let span = place.span;
        let what = match found.kind {
            ExprKind::Zone(zone, owner) => {
                let (cards, rest) = self.given_cards(zone, value, place)?;
                GivenWhat::Cards { zone, owner: owner.map(|owner| asked(*owner)), cards, rest }
            }
            ExprKind::State(state, bearer) => {
                let ty = self.nouns.states.get(state.index()).map_or(Type::Unknown, |def| state_type(&def.kind));
                let value = self.given_value(value, &ty, span)?;
                self.within_bounds(state, &value);
                GivenWhat::State { state, bearer: bearer.map(|bearer| asked(*bearer)), value }
            }
            ExprKind::Stuff(stuff, class, bearer) => {
                let amounts = vec![(stuff, self.given_value(value, &Type::Number, span)?)];
                GivenWhat::Stuff { class, bearer: asked(*bearer), amounts }
            }
            ExprKind::StuffGroup(group, class, bearer) => {
                let amounts = self.given_bundle(group, value, span)?;
                GivenWhat::Stuff { class, bearer: asked(*bearer), amounts }
            }
            ExprKind::Memory(memory, bearer) => {
                let members = self.given_members(memory, value, span)?;
                GivenWhat::Memory { memory, bearer: bearer.map(|bearer| asked(*bearer)), members }
            }
            ExprKind::Function(Function::SpaceOf, args) => {
                let of = args.into_iter().next()?;
                let state = match of.ty {
                    Type::Actor => self.nouns.actor_at,
                    Type::Unit(_) | Type::AnyUnit => self.nouns.unit_at,
                    _ => None,
                };
                let Some(state) = state else { return self.not_given(span) };
                let value = self.given_value(value, &found.ty, span)?;
                GivenWhat::State { state, bearer: Some(asked(of)), value }
            }
            ExprKind::Function(Function::FirstPlayer, _) => {
                GivenWhat::FirstPlayer(self.given_value(value, &Type::Actor, span)?)
            }
            ExprKind::Function(Function::Round, _) => {
                let round = self.given_value(value, &Type::Number, span)?;
                self.is_a_round(&round);
                GivenWhat::Round(round)
            }
            ExprKind::Active => {
                let message = "whose turn it is cannot be given";
                let help = "say where the scenario begins: `begin PHASE of p2`, or `begin turn of p2`";
                self.report(Diagnostic::new(Code::CannotBeGiven, span, message).help(help));
                return None;
            }
            _ if found.ty == Type::Unknown => return None,
            _ => return self.not_given(span),
        };
        Some(GivenThing { span, what })
    }

    fn not_given(&mut self, span: Span) -> Option<GivenThing<Question>> {
        let message = "this is nothing that can be given: it is computed, or printed on a card";
        let help = "give a zone (`p1.hand [a, b]`), a counter, flag or state (`p1.points 3`), stuff (`p1.stone [2 red]`), a memory, \
                    or where somebody stands";
        self.report(Diagnostic::new(Code::CannotBeGiven, span, message).help(help));
        None
    }

    fn wanted(&mut self, span: Span, what: &str, example: &str) {
        let message = format!("here stands {what}");
        self.report(Diagnostic::new(Code::CannotBeGiven, span, message).help(format!("write {example}")));
    }

    /// `[imp exhausted]`, `[imp x2]`
    fn not_about_a_card(&mut self, card: &str, word: &ast::Name, place: &ast::Expr) {
        let times = word.text.strip_prefix('x').filter(|n| !n.is_empty() && n.chars().all(|c| c.is_ascii_digit()));
        let (message, help) = match (times, self.noun(&word.text)) {
            (Some(times), _) => {
                ("how many of a card there are stands before it".to_owned(), format!("write `{times} {card}`"))
            }
            (None, Some(Noun::State(_) | Noun::Stuff(_))) => {
                let value = match self.noun(&word.text) {
                    Some(Noun::State(id))
                        if self.nouns.states.get(id.index()).is_some_and(|def| def.kind == StateKind::Flag) =>
                    {
                        "true"
                    }
                    _ => "1",
                };
                let message = format!("what a card bears is given by where it lies, not in the list: `{}`", word.text);
                (message, format!("write `{}[1].{} {value}` after the list", written(place), word.text))
            }
            (None, _) => {
                let help = "several cards are set apart by commas: `[a, 2 b]`; `up` and `down` may stand behind a card";
                (format!("`{}` cannot stand behind a card in a list", word.text), help.to_owned())
            }
        };
        self.report(Diagnostic::new(Code::CannotBeGiven, word.span, message).help(help));
    }

    fn given_cards(
        &mut self,
        zone: ZoneId,
        value: &'a ast::Given,
        place: &ast::Expr,
    ) -> Option<(Vec<GivenCards>, bool)> {
        let span = place.span;
        let ast::Given::List { elements, rest } = value else {
            self.wanted(
                span,
                "a zone, which holds cards",
                "them as a list, the top first: `p1.hand [a, 2 b]`, or `[]`",
            );
            return None;
        };
        let mut cards = Vec::new();
        for element in elements {
            let count = match (&element.name, &element.expr.kind) {
                (None, _) => 1,
                (Some(_), ast::ExprKind::Number(count)) => u16::try_from(*count).unwrap_or(u16::MAX),
                (Some(name), ast::ExprKind::Name(card)) => {
                    self.not_about_a_card(card, name, place);
                    continue;
                }
                (Some(_), _) => {
                    self.wanted(element.expr.span, "something that is no number", "how many of a card: `2 b`");
                    continue;
                }
            };
            let (text, at) = match (&element.name, &element.expr.kind) {
                (Some(name), _) => (name.text.as_str(), name.span),
                (None, ast::ExprKind::Name(text)) => (text.as_str(), element.expr.span),
                (None, _) => {
                    self.wanted(element.expr.span, "no name of a card", "the names of cards: `[a, 2 b]`");
                    continue;
                }
            };
            let Some(design) = self.design_given(zone, text, at) else { continue };
            let up = element.face.map(|face| face == ast::Face::Up);
            cards.push(GivenCards { design, count, up, span: element.span });
        }
        let most = self.nouns.zones.get(zone.index()).and_then(|def| def.max);
        let total: usize = cards.iter().map(|c| c.count as usize).sum();
        if let Some(most) = most.filter(|most| total > *most as usize) {
            let message = format!("these are {total} cards, but only {most} may lie here");
            self.error(Code::CannotBeGiven, span, message);
        }
        Some((cards, rest.is_some()))
    }

    fn design_given(&mut self, zone: ZoneId, text: &str, span: Span) -> Option<DesignId> {
        let Some(Noun::Design(design)) = self.noun(text).cloned() else {
            let message = format!("no card is called `{text}`");
            let known = self.nouns.designs.iter().map(|def| def.name.as_str());
            let mut finding = Diagnostic::new(Code::UnknownWord, span, message);
            if let Some(near) = suggest::nearest(text, known) {
                finding = finding.help(format!("did you mean `{near}`?"));
            }
            self.report(finding);
            return None;
        };
        let holds = self.nouns.zones.get(zone.index()).map(|def| def.holds);
        let kinds = words::kind_of(&self.nouns, design);
        if holds.is_some_and(|holds| !holds.meets(kinds)) {
            let zone = self.nouns.zones.get(zone.index()).map_or("", |def| def.name.as_str());
            let message = format!("`{text}` can never lie in `{zone}`: the zone does not hold cards of its kind");
            self.error(Code::CannotBeGiven, span, message);
        }
        Some(design)
    }

    fn given_value(&mut self, value: &'a ast::Given, want: &Type, span: Span) -> Option<Question> {
        match value {
            ast::Given::Value(value) => Some(self.question(value, Some(want))),
            ast::Given::List { .. } => {
                let what = format!("{}, not a list", self.describe(want));
                self.wanted(span, &what, "its value after the name: `p1.points 3`");
                None
            }
        }
    }

    fn within_bounds(&mut self, state: StateId, value: &Question) {
        let Some(def) = self.nouns.states.get(state.index()) else { return };
        let (StateKind::Counter { min, max }, ExprKind::Const(word)) = (&def.kind, &value.expr.kind) else { return };
        if !(*min..=*max).contains(word) {
            let bound = if word < min { format!("at least {min}") } else { format!("at most {max}") };
            let message = format!("`{}` is always {bound}, so it cannot be {word}", def.name);
            self.error(Code::CannotBeGiven, value.expr.span, message);
        }
    }

    /// Rounds count from 1 to the last one that the game has.
    fn is_a_round(&mut self, round: &Question) {
        let ExprKind::Const(round_given) = round.expr.kind else { return };
        let last = self.most_rounds();
        if round_given >= 1 && last.is_none_or(|last| round_given <= last) {
            return;
        }
        let message = format!("there is no round {round_given}");
        let help = match last {
            Some(last) => format!("this game has rounds 1 to {last}"),
            None => "rounds count from 1".to_owned(),
        };
        self.report(Diagnostic::new(Code::CannotBeGiven, round.expr.span, message).help(help));
    }

    fn given_bundle(
        &mut self,
        group: StuffGroupId,
        value: &'a ast::Given,
        span: Span,
    ) -> Option<Vec<(StuffId, Question)>> {
        let members = self.nouns.stuff_groups.get(group.index()).map(|def| def.members.clone()).unwrap_or_default();
        let ast::Given::List { elements, rest: None } = value else {
            self.wanted(span, "stuff of several sorts", "how much of each: `p1.stone [2 red, 1 blue]`");
            return None;
        };
        let mut amounts: Vec<(StuffId, Question)> = Vec::new();
        for element in elements {
            let Some(name) = &element.name else {
                self.wanted(element.span, "a sort without an amount", "how much of each: `[2 red, 1 blue]`");
                continue;
            };
            match self.noun(&name.text) {
                Some(Noun::Stuff(stuff)) if members.contains(stuff) => {
                    let stuff = *stuff;
                    let amount = self.question(&element.expr, Some(&Type::Number));
                    amounts.push((stuff, amount));
                }
                _ => {
                    let known = members.iter().filter_map(|id| self.nouns.stuff.get(id.index()));
                    let known: Vec<&str> = known.map(|def| def.name.as_str()).collect();
                    let message = format!("`{}` is none of {}", name.text, crate::check::names::quoted(&known));
                    self.error(Code::UnknownWord, name.span, message);
                }
            }
        }
        // What is not named is not there.
        for stuff in members {
            if !amounts.iter().any(|(known, _)| *known == stuff) {
                let nothing = Question { locals: Locals::default(), expr: super::number(0, span) };
                amounts.push((stuff, nothing));
            }
        }
        Some(amounts)
    }

    fn given_members(&mut self, memory: MemoryId, value: &'a ast::Given, span: Span) -> Option<Vec<Question>> {
        let (of, max) = self.nouns.memories.get(memory.index()).map(|def| (def.of.clone(), def.max))?;
        let members: Vec<Question> = match value {
            ast::Given::Value(value) => vec![self.question(value, Some(&of))],
            ast::Given::List { elements, .. } => elements.iter().map(|e| self.question(&e.expr, Some(&of))).collect(),
        };
        if members.len() > max as usize {
            let message = format!("these are {}, but it remembers at most {max}", members.len());
            self.error(Code::CannotBeGiven, span, message);
        }
        Some(members)
    }
}

/// A place as it is written: `p1.arena`, `deck`.
fn written(place: &ast::Expr) -> String {
    match &place.kind {
        ast::ExprKind::Name(name) => name.clone(),
        ast::ExprKind::Field(of, name) => format!("{}.{}", written(of), name.text),
        _ => "ZONE".to_owned(),
    }
}

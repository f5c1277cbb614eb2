//! Phases, the flow of the game, and what ranks the seats.

use crate::check::symbols::{Callable, Noun};
use crate::check::tree::*;
use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::ids::*;
use crate::manifest::model::{NumberRef, PhaseDecl};
use crate::program::nouns::{Class, Labels, Type};
use crate::source::Span;
use crate::syntax::ast;

use super::Typer;
use super::scope::{Context, Frame, Me};

impl<'a> Typer<'a> {
    fn phase_decl(&self, name: &str) -> Option<&'a PhaseDecl> {
        self.manifest.phases.iter().find(|decl| decl.name.text == name)
    }

    /// Whether a phase is done by one player: for each of them, or as a part of a turn.
    pub(super) fn phase_has_me(&self, name: &str) -> bool {
        let flow = &self.manifest.flow;
        // A flow that says nothing is wrong and reported; who does what, nobody can tell.
        let unread = flow.turn.is_empty() && flow.round.is_empty();
        unread
            || self.phase_decl(name).is_some_and(|decl| decl.each.is_some())
            || flow.turn.iter().any(|phase| phase.text == name)
            // Where it stands nowhere in the flow, that is the mistake.
            || ![&flow.setup, &flow.start, &flow.round].into_iter().flatten().any(|phase| phase.text == name)
    }

    pub(super) fn phases(&mut self) -> Vec<PhaseDef> {
        let items = self.items;
        let mut list: Vec<PhaseDef> = (0..self.symbols.phases.len())
            .map(|_| PhaseDef {
                name: String::new(),
                each: Each::Once,
                labels: Labels::default(),
                steps: Vec::new(),
                span: Span::default(),
            })
            .collect();
        for phase in &items.phases {
            let Some(id) = self.symbols.phases.get(&phase.name.text).copied() else { continue };
            let def = self.phase(id, phase);
            if let Some(slot) = list.get_mut(id.index()) {
                *slot = def;
            }
        }
        let manifest = self.manifest;
        for decl in &manifest.phases {
            if !self.symbols.phases.contains_key(&decl.name.text) && decl.name.text != "turn" {
                self.no_phase(&decl.name);
            }
        }
        list
    }

    fn phase(&mut self, id: PhaseId, phase: &'a ast::Phase) -> PhaseDef {
        let decl = self.phase_decl(&phase.name.text);
        let each = match decl.and_then(|decl| decl.each.as_ref()) {
            None => Each::Once,
            Some(each) if each.text == "turn_order" => Each::TurnOrder,
            Some(each) => {
                let message = format!("`each` of a phase is `turn_order`, not `{}`", each.text);
                self.error(Code::UnknownPhase, each.span, message);
                Each::TurnOrder
            }
        };
        let me = if self.phase_has_me(&phase.name.text) { Me::Doer } else { Me::Phase };
        let mut steps = Vec::new();
        for step in &phase.steps {
            let mut context = Context::new(me);
            context.turn = me == Me::Doer;
            let mut f = Frame::new(context);
            let body = self.block(&mut f, &step.body);
            let mut locals = f.take_locals();
            self.mark_stored(&body, &mut locals);
            let found = self.symbols.steps.get(&(id, step.name.text.clone())).copied();
            steps.push(StepDef {
                name: step.name.text.clone(),
                id: found.unwrap_or_default(),
                locals,
                body,
                span: step.name.span,
            });
        }
        let labels = decl.map(|decl| &decl.labels);
        let labels = Labels {
            en: labels.and_then(|l| l.en.clone()).unwrap_or_else(|| phase.name.text.replace('_', " ")),
            others: labels.map(|l| l.others.clone()).unwrap_or_default(),
            gender: labels.and_then(|l| l.gender),
        };
        PhaseDef { name: phase.name.text.clone(), each, labels, steps, span: phase.name.span }
    }

    pub(super) fn flow(&mut self) -> Flow {
        let flow = &self.manifest.flow;
        let mut round = Vec::new();
        for name in &flow.round {
            if name.text == "turn" {
                round.push(None);
            } else if let Some(id) = self.flow_phase(name) {
                round.push(Some(id));
            }
        }
        if round.is_empty() && !flow.turn.is_empty() {
            round.push(None);
        }
        Flow {
            setup: self.flow_phases(&flow.setup),
            start: self.flow_phases(&flow.start),
            round,
            turn: self.flow_phases(&flow.turn),
            next_actor: self.next_actor(),
            rounds: flow.rounds.as_ref().and_then(|rounds| self.number_ref(rounds)),
        }
    }

    /// The last round, where the manifest names it.
    pub(super) fn most_rounds(&self) -> Option<i32> {
        match self.manifest.flow.rounds.as_ref()? {
            NumberRef::Plain(n, _) => i32::try_from(*n).ok(),
            NumberRef::Named(name) => match self.noun(&name.text) {
                Some(Noun::Number(word)) => Some(*word),
                _ => None,
            },
        }
    }

    fn flow_phases(&mut self, names: &[ast::Name]) -> Vec<PhaseId> {
        names.iter().filter_map(|name| self.flow_phase(name)).collect()
    }

    fn flow_phase(&mut self, name: &ast::Name) -> Option<PhaseId> {
        let found = self.symbols.phases.get(&name.text).copied();
        if found.is_none() {
            self.no_phase(name);
        }
        found
    }

    fn no_phase(&mut self, name: &ast::Name) {
        let message = format!("no script has a phase `{}`", name.text);
        let mut finding = Diagnostic::new(Code::UnknownPhase, name.span, message);
        let known = self.symbols.phases.keys().map(String::as_str).chain(["turn"]);
        finding = match suggest::nearest(&name.text, known) {
            Some(near) => finding.help(format!("did you mean `{near}`?")),
            None => finding.help(format!("write `phase {} {{ … }}` in a script", name.text)),
        };
        self.report(finding);
    }

    /// The value `next_actor()`, if the game has one.
    fn next_actor(&mut self) -> Option<ValueId> {
        let Some(Callable::Value(id)) = self.callable("next_actor") else { return None };
        let signature = self.symbols.values.get(id.index())?;
        let fine = signature.params.is_empty()
            && signature.gives.as_ref().is_none_or(|ty| matches!(ty, Type::Actor | Type::Unknown));
        if !fine {
            let span = self.symbols.callables.get("next_actor").map_or(Span::default(), |declared| declared.span);
            let message = "`next_actor` says whose turn follows: it takes nothing and is one player";
            self.error(Code::TypeMismatch, span, message);
            return None;
        }
        Some(id)
    }

    fn number_ref(&mut self, number: &NumberRef) -> Option<i32> {
        match number {
            NumberRef::Plain(n, _) => i32::try_from(*n).ok(),
            NumberRef::Named(name) => match self.noun(&name.text) {
                Some(Noun::Number(word)) => Some(*word),
                _ => {
                    let message = format!("there is no number `{}` in `[numbers]`", name.text);
                    self.error(Code::UnknownWord, name.span, message);
                    None
                }
            },
        }
    }

    /// What ranks the seats, and what the game is worth to them.
    pub(super) fn scores(&mut self) -> (Vec<Score>, Option<Score>) {
        let game = &self.manifest.game;
        let mut ranking: Vec<Score> = game.ranking.iter().filter_map(|name| self.score(name)).collect();
        let utility = game.utility.as_ref().and_then(|name| self.score(name));
        if game.ranking.is_empty() {
            ranking.extend(utility);
        }
        (ranking, utility)
    }

    fn score(&mut self, name: &ast::Name) -> Option<Score> {
        if let Some(Callable::Value(id)) = self.callable(&name.text) {
            let signature = self.symbols.values.get(id.index())?;
            let one = matches!(signature.params.as_slice(), [(_, Type::Actor | Type::Unknown)]);
            let number = signature.gives.as_ref().is_none_or(|ty| matches!(ty, Type::Number | Type::Unknown));
            if one && number {
                return Some(Score::Value(id));
            }
            let message = format!("`{}` must take one player and be a number", name.text);
            self.error(Code::UnknownScore, name.span, message);
            return None;
        }
        if let Some(id) = self.state_is_number(&name.text) {
            return Some(Score::State(id));
        }
        if let Some(Noun::Stuff(id)) = self.noun(&name.text) {
            let id = *id;
            let on_actors = |class: &Class| matches!(class, Class::Actor | Class::Seat);
            if self.nouns.stuff.get(id.index()).is_some_and(|def| def.on.iter().any(|(class, _)| on_actors(class))) {
                return Some(Score::Stuff(id));
            }
        }
        let message = format!("`{}` is neither a value of a player, nor a counter or stuff of players", name.text);
        let help = "name a counter or stuff of players, or a value such as `value score(p: player) is …`";
        let mut finding = Diagnostic::new(Code::UnknownScore, name.span, message).help(help);
        let known = self.symbols.callables.keys().chain(self.symbols.nouns.keys()).map(String::as_str);
        if let Some(near) = suggest::nearest(&name.text, known) {
            finding = finding.help(format!("did you mean `{near}`?"));
        }
        self.report(finding);
        None
    }
}

//! Which option of a question an answer of a scenario means: by what it is, never by its label.

use super::options::{self, card_of_effect, script_name};
use super::{Failure, Run, Runner, fail, open_questions};
use crate::ids::*;
use crate::play::Status;
use crate::program::nouns::scenarios::{Answer, AnswerKind, Meaning};
use crate::program::nouns::{Class, KindSet, Type, Word};
use crate::source::Span;
use crate::state::State;
use crate::state::stack::*;

/// Where a question stands: several picks of one choice are asked at one place.
pub(super) type Place = (Option<usize>, Question, u16, usize, u32);

impl Runner<'_> {
    /// The open question of one of these actors, with its lane.
    pub(super) fn asked(&self, who: &[ActorId]) -> Option<(Option<usize>, &Pending)> {
        if !matches!(self.game.status, Status::Deciding) {
            return None;
        }
        open_questions(&self.game.state).find(|(_, pending)| match pending.asked {
            Asked::Actor(actor) => who.contains(&actor),
            _ => false,
        })
    }

    /// Gives one answer of a seat; a list answers several picks.
    pub(super) fn answer(&mut self, who: &[ActorId], answer: &Answer<usize>) -> Run<()> {
        let AnswerKind::List(list) = &answer.kind else {
            let Some((lane, pending)) = self.asked(who) else { return self.not_asked(answer.span, who) };
            let Some(index) = self.find(lane, pending, answer)? else {
                return self.no_such_choice(answer.span, who, pending);
            };
            return self.take(who, lane, index, answer.span);
        };
        let mut left: Vec<&Answer<usize>> = list.iter().collect();
        let mut place = None;
        while !left.is_empty() {
            self.settle_chance(answer.span)?;
            let span = left.first().map_or(answer.span, |answer| answer.span);
            let Some((lane, pending)) = self.asked(who) else { return self.not_asked(span, who) };
            let (at, index) = match self.next_of(lane, pending, &left)? {
                Some(found) => found,
                None => return self.no_such_choice(span, who, pending),
            };
            place = Some(self.place(lane, pending));
            left.remove(at);
            self.take(who, lane, index, span)?;
        }
        // The list says all there is to pick.
        if let Some((lane, pending)) = self.asked(who)
            && (place.is_none() || place == Some(self.place(lane, pending)))
            && let Some(index) = pending.options.iter().position(|o| o.tag == DECLINE)
        {
            return self.take(who, lane, index, answer.span);
        }
        Ok(())
    }

    /// The next of several picks: in their order where it counts, else in the order of the options.
    pub(super) fn next_of(
        &self,
        lane: Option<usize>,
        pending: &Pending,
        left: &[&Answer<usize>],
    ) -> Run<Option<(usize, usize)>> {
        let in_order = pending.question != Question::Choose
            || self.program.choices.get(pending.info as usize).is_some_and(|c| c.in_order);
        let mut found: Option<(usize, usize)> = None;
        for (at, answer) in left.iter().enumerate().take(if in_order { 1 } else { left.len() }) {
            if let Some(index) = self.find(lane, pending, answer)?
                && found.is_none_or(|(_, known)| index < known)
            {
                found = Some((at, index));
            }
        }
        Ok(found)
    }

    pub(super) fn place(&self, lane: Option<usize>, pending: &Pending) -> Place {
        let stack = lane.and_then(|i| self.game.state.lanes.get(i)).unwrap_or(&self.game.state.stack);
        let pc = stack.frames.last().map_or(0, |f| f.pc);
        (lane, pending.question, pending.info, stack.frames.len(), pc)
    }

    fn take(&mut self, who: &[ActorId], lane: Option<usize>, index: usize, span: Span) -> Run<()> {
        if let Some((_, pending)) = self.asked(who) {
            let shown = options::written(self.program, &self.seen(lane), pending);
            let words = shown.get(index).cloned().unwrap_or_default();
            let heading = format!("{} chooses {words}", self.names_asked(pending));
            self.told.heading(self.program, &self.game, heading);
        }
        match self.game.answer_lane(lane, index) {
            Ok(()) => self.not_stopped(span),
            Err(rejected) => fail(span, rejected.to_string()),
        }
    }

    fn names_asked(&self, pending: &Pending) -> String {
        match pending.asked {
            Asked::Actor(actor) => self.names(&[actor]),
            _ => "chance".into(),
        }
    }

    fn no_such_choice<T>(&self, span: Span, who: &[ActorId], pending: &Pending) -> Run<T> {
        let lane = self.asked(who).and_then(|(lane, _)| lane);
        let shown = options::written(self.program, &self.seen(lane), pending);
        let prompt = self.game.describe(lane, pending).prompt;
        let message = format!("{} cannot choose this here", self.names_asked(pending));
        let help = Some(format!("{prompt}; the choices are: {}", options::list(&shown)));
        Err(Failure { span, message, help })
    }

    /// The table as the one who is asked has it.
    fn seen(&self, lane: Option<usize>) -> State {
        match lane {
            Some(lane) => self.game.state.seen_by_lane(lane),
            None => self.game.state.clone(),
        }
    }

    /// The option that an answer means; an answer that may mean several different ones is a mistake.
    pub(super) fn find(&self, lane: Option<usize>, pending: &Pending, answer: &Answer<usize>) -> Run<Option<usize>> {
        let found = self.matching(lane, pending, answer)?;
        let state = self.seen(lane);
        let card = |index: &usize| pending.options.get(*index).and_then(|c| self.component(pending, *c));
        let Some((first, rest)) = found.split_first() else { return Ok(None) };
        let same = |other: &usize| match (card(first), card(other)) {
            (Some(a), Some(b)) => {
                let tag = |i: &usize| pending.options.get(*i).map(|o| o.tag);
                tag(first) == tag(other) && alike(self.program, &state, a, b)
            }
            _ => false,
        };
        if rest.iter().all(same) {
            return Ok(Some(*first));
        }
        let shown = options::written(self.program, &state, pending);
        let several: Vec<String> = found.iter().filter_map(|i| shown.get(*i)).cloned().collect();
        Err(Failure {
            span: answer.span,
            message: "this may mean several different choices".into(),
            help: Some(format!("write one of: {}", options::list(&several))),
        })
    }

    /// All options that an answer may mean.
    pub(super) fn matching(&self, lane: Option<usize>, pending: &Pending, answer: &Answer<usize>) -> Run<Vec<usize>> {
        let AnswerKind::One { word, args, meanings } = &answer.kind else { return Ok(Vec::new()) };
        let state = self.seen(lane);
        let mut asked = Asking { runner: self, state: &state, exact: true };
        for exact in [true, false] {
            asked.exact = exact;
            let mut found = Vec::new();
            for (index, choice) in pending.options.iter().enumerate() {
                if asked.fits(pending, *choice, word.as_deref(), args, meanings)? {
                    found.push(index);
                }
            }
            if !found.is_empty() {
                return Ok(found);
            }
        }
        // Options that the manifest calls passing.
        if word.as_deref() == Some("pass") && pending.question == Question::Offer {
            let passes = |choice: &Choice| {
                let offer = self.program.offers.get(pending.info as usize);
                offer.and_then(|o| o.options.get(choice.tag as usize)).is_some_and(|o| o.pass.is_some())
            };
            let all = pending.options.iter().enumerate().filter(|(_, choice)| passes(choice));
            return Ok(all.map(|(index, _)| index).collect());
        }
        Ok(Vec::new())
    }

    /// The card that an option is about.
    fn component(&self, pending: &Pending, choice: Choice) -> Option<ComponentId> {
        let ty = match pending.question {
            Question::Choose | Question::Random => &self.program.choices.get(pending.info as usize)?.ty,
            Question::Offer => &self.program.offers.get(pending.info as usize)?.options.get(choice.tag as usize)?.ty,
            Question::Order | Question::Window => return card_of_effect(self.program, choice),
            _ => return None,
        };
        match ty {
            Type::Component(_) if choice.value != NONE => u16::try_from(choice.value).ok().map(ComponentId),
            _ => None,
        }
    }
}

/// Whether two cards lie in one place and differ in nothing.
fn alike(program: &crate::program::Program, state: &State, a: ComponentId, b: ComponentId) -> bool {
    let (Some(x), Some(y)) = (state.card(a), state.card(b)) else { return false };
    let states = program.nouns.states.iter().filter(|def| def.on == Class::Component);
    let mut slots = states.map(|def| {
        let at = |id: ComponentId| state.read(def.first_slot + u32::from(id.0));
        at(a) == at(b)
    });
    (x.place, x.design, x.up, x.group) == (y.place, y.design, y.up, 0) && slots.all(|same| same)
}

/// One answer held against options.
struct Asking<'r, 'p> {
    runner: &'r Runner<'p>,
    state: &'r State,
    /// A card that is named by where it lies is that card; if not, one that is just like it.
    exact: bool,
}

impl Asking<'_, '_> {
    fn fits(
        &self,
        pending: &Pending,
        choice: Choice,
        word: Option<&str>,
        args: &[Answer<usize>],
        meanings: &[Meaning<usize>],
    ) -> Run<bool> {
        let program = self.runner.program;
        if choice.tag == DECLINE {
            return Ok(matches!(word, Some("pass" | "none")) && args.is_empty());
        }
        let value = self::word(choice.value);
        match pending.question {
            Question::YesNo => Ok(word == Some("yes")),
            Question::Choose | Question::Random => {
                let ty = program.choices.get(pending.info as usize).map_or(Type::Number, |c| c.ty.clone());
                self.means(meanings, &ty, value)
            }
            Question::Offer => {
                let option = program.offers.get(pending.info as usize).and_then(|o| o.options.get(choice.tag as usize));
                let Some(option) = option else { return Ok(false) };
                if word == Some(script_name(option).as_str()) {
                    return if args.is_empty() { Ok(true) } else { self.argument(args, &option.ty, choice.value) };
                }
                if choice.value == NONE || !args.is_empty() {
                    return Ok(false);
                }
                self.means(meanings, &option.ty, value)
            }
            Question::Share | Question::Die => self.means(meanings, &Type::Number, value),
            Question::Sort => self.means(meanings, &Type::Stuff, Word::from(choice.tag)),
            Question::Order | Question::Window => match card_of_effect(program, choice) {
                Some(card) => self.means(meanings, &Type::Component(KindSet::all()), Word::from(card.0)),
                None => {
                    Ok(program.hooks.get(choice.weight as usize).is_some_and(|hook| Some(hook.name.as_str()) == word))
                }
            },
            Question::Draw if choice.value == NONE => Ok(word == Some("none")),
            Question::Draw => self.means(meanings, &Type::Design(KindSet::all()), value),
            Question::None => Ok(false),
        }
    }

    /// Whether one of the arguments is what the option is about.
    fn argument(&self, args: &[Answer<usize>], ty: &Type, value: Reg) -> Run<bool> {
        if value == NONE {
            return Ok(false);
        }
        for arg in args {
            if let AnswerKind::One { meanings, .. } = &arg.kind
                && self.means(meanings, ty, word(value))?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn means(&self, meanings: &[Meaning<usize>], ty: &Type, value: Word) -> Run<bool> {
        for meaning in meanings {
            let yes = match meaning {
                Meaning::Word(own, word) => self.is_same(own, *word, ty, value) || self.is_own(own, *word, ty, value),
                Meaning::UnitKind(kind) => {
                    let unit = usize::try_from(value).ok().and_then(|i| self.runner.program.nouns.units.get(i));
                    matches!(ty, Type::Unit(_) | Type::AnyUnit) && unit.is_some_and(|unit| unit.kind == *kind)
                }
                Meaning::Asked(question) => {
                    let own = self.runner.program.questions.get(*question).map_or(Type::Unknown, |q| q.ty.clone());
                    let own = if let Type::Set(of) = own { *of } else { own };
                    self.runner.ask(*question)?.iter().any(|word| self.is_same(&own, *word, ty, value))
                }
            };
            if yes {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// On a board that each has for themselves a bare name means everybody's space of that name.
    fn is_own(&self, own: &Type, word: Word, ty: &Type, value: Word) -> bool {
        let nouns = &self.runner.program.nouns;
        let space = |word: Word| usize::try_from(word).ok().and_then(|i| nouns.spaces.get(i));
        let (Type::Space(_), Type::Space(_), Some(a), Some(b)) = (own, ty, space(word), space(value)) else {
            return false;
        };
        b.owner.is_some() && a.board == b.board && a.name == b.name
    }

    fn is_same(&self, own: &Type, word: Word, ty: &Type, value: Word) -> bool {
        let program = self.runner.program;
        let card = |word: Word| u16::try_from(word).ok().map(ComponentId);
        match (own, ty) {
            (Type::Design(_), Type::Component(_)) => {
                let found = card(value).and_then(|id| self.state.card(id));
                found.is_some_and(|c| c.group == 0 && Word::from(c.design.0) == word)
            }
            (Type::Component(_), Type::Component(_)) => {
                let (Some(a), Some(b)) = (card(word), card(value)) else { return false };
                if self.exact { a == b } else { alike(program, self.state, a, b) }
            }
            (Type::Actor, Type::Seat) => {
                let actor = usize::try_from(word).ok().and_then(|i| program.nouns.actors.get(i));
                actor.and_then(|a| a.seat).is_some_and(|seat| Word::from(seat.0) == value)
            }
            (Type::Unit(_) | Type::AnyUnit, Type::Unit(_) | Type::AnyUnit)
            | (Type::Space(_), Type::Space(_))
            | (Type::Design(_), Type::Design(_)) => word == value,
            (own, ty) => own == ty && word == value,
        }
    }
}

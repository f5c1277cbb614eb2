//! What the news mean, by the names of the script: saves know by it whether the same has happened. No words for people, so
//! that they may be changed and translated, and nothing of how rules are compiled.

use super::digest::Digest;
use super::{Did, Trace, scripted};
use crate::ids::*;
use crate::program::Program;
use crate::program::nouns::{Class, StateKind, Type, Word};
use crate::state::State;
use crate::state::stack::*;
use crate::vm::Machine;

impl Trace {
    /// A trace without words: it only hears what the news mean.
    pub(crate) fn of_meaning() -> Trace {
        Trace { wordless: true, ..Trace::default() }
    }

    /// An empty trace of the same sort.
    pub(crate) fn anew(&self) -> Trace {
        Trace { wordless: self.wordless, ..Trace::default() }
    }

    /// What has happened since the last answer.
    pub(crate) fn meaning(&self) -> Digest {
        self.meaning
    }
}

impl Machine<'_> {
    /// Tells a trace what something means. What setup does is no news.
    fn mean(&mut self, what: &str, words: impl FnOnce(&Program, &State, &mut Digest)) {
        let told = !self.s.flow.quiet;
        if let Some(trace) = self.trace.as_deref_mut().filter(|_| told) {
            trace.meaning.text(what);
            trace.meaning.text(&scripted::actor(self.p, self.ctx.me));
            words(self.p, self.s, &mut trace.meaning);
        }
    }

    pub(super) fn mean_did(&mut self, what: &Did) {
        self.mean("did", |p, s, digest| did(p, s, what, digest));
    }

    /// What was chosen, given by chance or shared.
    pub(super) fn mean_values(&mut self, what: &str, info: u16, values: &[Word]) {
        self.mean(what, |p, s, digest| {
            let Some(choice) = p.choices.get(info as usize) else { return };
            digest.text(&choice.name);
            values.iter().for_each(|value| digest.text(&value_of(p, s, &choice.ty, *value)));
        });
    }

    pub(super) fn mean_numbers(&mut self, what: &str, name: &str, numbers: &[Word]) {
        self.mean(what, |_, _, digest| {
            digest.text(name);
            numbers.iter().for_each(|number| digest.number(i64::from(*number)));
        });
    }

    pub(super) fn mean_option(&mut self, offer: u16, choice: Choice) {
        self.mean("option", |p, s, digest| {
            let option = p.offers.get(offer as usize).and_then(|o| o.options.get(choice.tag as usize));
            let Some(option) = option else { return };
            digest.text(&option.name);
            if choice.value != NONE {
                digest.text(&value_of(p, s, &option.ty, word(choice.value)));
            }
        });
    }

    /// Amounts by the names of their sorts.
    pub(super) fn mean_bundle(&mut self, what: &str, amounts: &[Word]) {
        self.mean(what, |p, _, digest| {
            for (stuff, amount) in p.nouns.stuff.iter().zip(amounts).filter(|(_, amount)| **amount != 0) {
                digest.text(&stuff.name);
                digest.number(i64::from(*amount));
            }
        });
    }
}

/// A word by its name, as one who sees all would say it.
fn value_of(p: &Program, s: &State, ty: &Type, value: Word) -> String {
    match (ty, u16::try_from(value)) {
        (Type::Component(_), Ok(id)) => scripted::card(p, s, ComponentId(id)),
        _ => scripted::element(p, s, None, ty, value),
    }
}

fn did(p: &Program, s: &State, did: &Did, digest: &mut Digest) {
    let card = |id: &ComponentId| scripted::card(p, s, *id);
    let place = |id: &PlaceId| scripted::place(p, *id);
    let actor = |who: &Word| scripted::actor(p, *who);
    let yes = |yes: &bool| if *yes { "yes" } else { "no" }.to_owned();
    let mut say = |words: &[String]| words.iter().for_each(|word| digest.text(word));
    match did {
        Did::Moved { card: id, from, to, up } => say(&["move".into(), card(id), place(from), place(to), yes(up)]),
        Did::MovedStuff { stuff, amount, from, to } => {
            let (from, to) = (holder(p, s, *from), holder(p, s, *to));
            let stuff = p.nouns.stuff.get(stuff.index()).map_or_else(String::new, |stuff| stuff.name.clone());
            say(&["move_stuff".into(), stuff, amount.to_string(), from, to]);
        }
        Did::Refilled { place: to, from } => say(&["refill".into(), place(to), place(from)]),
        Did::Shuffled { place: at } => say(&["shuffle".into(), place(at)]),
        Did::Turned { card: id, up } => say(&["turn".into(), card(id), yes(up)]),
        Did::Flipped { place: at } => say(&["flip".into(), place(at)]),
        Did::Swapped { a, b } => say(&["swap".into(), card(a), card(b)]),
        Did::SwappedZones { a, b } => say(&["swap_zones".into(), place(a), place(b)]),
        Did::Shown { card: id, seats } => say(&["show".into(), card(id), seats.to_string()]),
        Did::Told { to, cards } => {
            say(&["tell".into()]);
            to.iter().for_each(|who| say(&[actor(who)]));
            cards.iter().for_each(|(id, holds)| say(&[card(id), yes(holds)]));
        }
        Did::Hidden { card: id } => say(&["hide".into(), card(id)]),
        Did::Full { card: id, place: at } => say(&["full".into(), card(id), place(at)]),
        Did::Barred { card: id, place: at } => say(&["barred".into(), card(id), place(at)]),
        Did::Remembered { memory, bearer, what } => say(&remembered(p, s, "remember", *memory, *bearer, *what)),
        Did::Forgot { memory, bearer, what } => say(&remembered(p, s, "forget", *memory, *bearer, *what)),
        Did::SwappedSpaces { a, b, units } => {
            let ty = if *units { Type::AnyUnit } else { Type::Actor };
            say(&["swap_spaces".into(), value_of(p, s, &ty, *a), value_of(p, s, &ty, *b)]);
        }
        Did::Changed { state, bearer, by, to } => {
            let [name, whose] = state_of(p, s, *state, *bearer);
            say(&["change".into(), name, whose, by.to_string(), to.to_string()]);
        }
        Did::Set { state, bearer, to, .. } => {
            let [name, whose] = state_of(p, s, *state, *bearer);
            let to = match p.nouns.states.get(state.index()).map(|def| &def.kind) {
                Some(StateKind::Value(ty)) => value_of(p, s, ty, *to),
                _ => to.to_string(),
            };
            say(&["set".into(), name, whose, to]);
        }
        Did::Eliminated { who } => say(&["eliminate".into(), actor(who)]),
        Did::First { who } => say(&["first".into(), actor(who)]),
        Did::Bonus { to } => say(&["bonus".into(), to.to_string()]),
        Did::PhaseEnds { phase } => say(&["end_phase".into(), phase_name(p, *phase)]),
        Did::TurnEnds => say(&["end_turn".into()]),
        Did::LastRound => say(&["last_round".into()]),
        Did::Phase { phase, actor: who } => say(&["phase".into(), phase_name(p, *phase), actor(who)]),
        Did::Round { round } => say(&["round".into(), round.to_string()]),
        Did::Ended => say(&["end".into()]),
    }
}

fn phase_name(p: &Program, phase: PhaseId) -> String {
    p.phases.get(phase.index()).map_or_else(String::new, |phase| phase.name.clone())
}

/// The name of a state, and whose it is.
fn state_of(p: &Program, s: &State, id: StateId, bearer: Word) -> [String; 2] {
    let Some(def) = p.nouns.states.get(id.index()) else { return Default::default() };
    [def.name.clone(), scripted::bearer(p, s, def.on, bearer)]
}

fn remembered(p: &Program, s: &State, how: &str, memory: MemoryId, bearer: Word, what: Word) -> [String; 4] {
    let Some(def) = p.nouns.memories.get(memory.index()) else { return Default::default() };
    let bearer = if def.on == Class::Game { String::new() } else { scripted::bearer(p, s, def.on, bearer) };
    [how.to_owned(), def.name.clone(), bearer, value_of(p, s, &def.of, what)]
}

/// Who holds the stuff of a slot.
fn holder(p: &Program, s: &State, slot: u32) -> String {
    let states = p.nouns.stuff.iter().flat_map(|stuff| &stuff.on);
    let held = states.filter_map(|(_, id)| p.nouns.states.get(id.index())).find_map(|def| {
        let bearer = slot.checked_sub(def.first_slot).filter(|at| *at < def.len)?;
        Some(scripted::bearer(p, s, def.on, bearer as Word))
    });
    held.unwrap_or_else(|| "supply".to_owned())
}

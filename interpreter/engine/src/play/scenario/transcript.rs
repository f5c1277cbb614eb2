//! What a scenario's snapshot holds: the tree of effects of each answer, then what has changed since the table was given.

use crate::ids::*;
use crate::play::{Match, Outcome, Viewer};
use crate::program::Program;
use crate::program::nouns::{ABSENT, Class, StateDef, StateKind, Type, Word};
use crate::state::cards::Card;
use crate::state::{State, class_len};
use crate::trace::{actor_name, card_name, place_name, state_label, tree_from, word_name};

use super::options::space_path;

/// What has happened since the table was given or the last snapshot was taken.
pub(super) struct Transcript {
    /// Headings with the trees below them.
    sections: Vec<(String, String)>,
    /// The heading under way, and the first entry of the trace that belongs to it.
    open: (Option<String>, usize),
    /// What chance gave under the open heading, by name or by the seed.
    chance: Vec<String>,
    seeded: Vec<String>,
    seed: u64,
    before: State,
}

impl Transcript {
    /// Begins where a match stands now.
    pub fn new(game: &Match) -> Transcript {
        let from = game.trace.as_ref().map_or(0, |trace| trace.entries.len());
        Transcript {
            sections: Vec::new(),
            open: (None, from),
            chance: Vec::new(),
            seeded: Vec::new(),
            seed: 0,
            before: game.state.clone(),
        }
    }

    /// The table was changed: what follows is compared with it.
    pub fn state_given(&mut self, game: &Match) {
        self.before = game.state.clone();
    }

    /// Chance gave something, by name or (with a seed) by the generator.
    pub fn chance(&mut self, what: String, seed: Option<u64>) {
        match seed {
            Some(seed) => {
                self.seed = seed;
                self.seeded.push(what);
            }
            None => self.chance.push(what),
        }
    }

    /// What follows belongs to a new heading.
    pub fn heading(&mut self, program: &Program, game: &Match, heading: String) {
        self.close(program, game);
        self.open.0 = Some(heading);
    }

    fn close(&mut self, program: &Program, game: &Match) {
        let entries = game.trace.as_ref().map_or(&[][..], |trace| &trace.entries);
        let mut text = tree_from(program, entries, self.open.1, Viewer::All);
        self.open.1 = entries.len();
        let (named, seeded) = (std::mem::take(&mut self.chance), std::mem::take(&mut self.seeded));
        if !named.is_empty() {
            text = format!("chance gives {}\n{text}", named.join(", "));
        }
        if !seeded.is_empty() {
            text = format!("chance by seed {}: {}\n{text}", self.seed, seeded.join(", "));
        }
        match self.open.0.take() {
            Some(heading) => self.sections.push((heading, text)),
            // That a phase begins is no news where the scenario begins with it.
            None if text.lines().all(|line| line.starts_with("phase ") || line.starts_with("round ")) => {}
            None => self.sections.push(("first".into(), text)),
        }
    }

    /// The text of a snapshot; what follows begins anew.
    pub fn tell(&mut self, program: &Program, game: &Match) -> String {
        self.close(program, game);
        let mut text = String::new();
        for (heading, tree) in self.sections.drain(..) {
            text.push_str(&format!("{heading}\n{}", indented(&tree)));
        }
        let mut changes = changes(program, &self.before, &game.state);
        if let Some(outcome) = game.outcome() {
            changes.push(format!("the game is over: {}", outcome_text(&outcome)));
        }
        text.push_str("changed\n");
        text.push_str(&if changes.is_empty() { "  nothing\n".into() } else { indented(&changes.join("\n")) });
        self.before = game.state.clone();
        text
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

/// Who stands where at the end.
pub(super) fn outcome_text(outcome: &Outcome) -> String {
    let seats: Vec<String> = outcome
        .seats
        .iter()
        .map(|seat| {
            let scores: Vec<String> = seat.scores.iter().map(|(name, n)| format!("{name} {n}")).collect();
            let scores = if scores.is_empty() { String::new() } else { format!(" ({})", scores.join(", ")) };
            format!("{}: rank {}{scores}", seat.name, seat.rank)
        })
        .collect();
    let reason = if outcome.reason.is_empty() { String::new() } else { format!("\"{}\" ", outcome.reason) };
    format!("{reason}{}", seats.join("; "))
}

/// Takes out and gives back what of one list goes with something of the other.
fn take_pairs<T>(left: &mut Vec<T>, came: &mut Vec<T>, fits: impl Fn(&T, &T) -> bool) -> Vec<(T, T)> {
    let mut pairs = Vec::new();
    for gone in std::mem::take(left) {
        match came.iter().position(|new| fits(&gone, new)) {
            Some(at) => pairs.push((gone, came.remove(at))),
            None => left.push(gone),
        }
    }
    pairs
}

/// What is otherwise than it was: cards, then counters and the like, then whose turn it is.
fn changes(program: &Program, before: &State, after: &State) -> Vec<String> {
    let mut lines: Vec<(String, usize)> = Vec::new();
    let mut add = |line: String| match lines.iter_mut().find(|(known, _)| *known == line) {
        Some((_, times)) => *times += 1,
        None => lines.push((line, 1)),
    };
    let place = |place: PlaceId| place_name(program, place);
    let name = |state: &State, card: &Card, id: ComponentId| (card.group == 0).then(|| card_name(program, state, id));
    let told = |name: Option<String>| name.unwrap_or_else(|| "a card".to_owned());
    // After a shuffle a component may be another card than it was: then only places can be told, not ways.
    let (mut left, mut came) = (Vec::new(), Vec::new());
    for (index, (was, is)) in before.cards.iter().zip(&after.cards).enumerate() {
        let id = ComponentId::from_index(index);
        let (old, new) = (name(before, was, id), name(after, is, id));
        if old != new && (was.group == 0 || was.place == is.place) {
            left.push((old, was.place));
            came.push((new, is.place));
        } else if was.place != is.place {
            add(format!("{}: {} → {}", told(new), place(was.place), place(is.place)));
        } else if was.up != is.up && was.group == 0 && is.group == 0 {
            add(format!("{} in {}: face {}", told(new), place(is.place), if is.up { "up" } else { "down" }));
        }
    }
    // What lies where an equal one lay is no change, nor is one that was mixed there with others or is known there now.
    take_pairs(&mut left, &mut came, |gone, new| gone == new);
    take_pairs(&mut left, &mut came, |gone, new| gone.1 == new.1 && (gone.0.is_none() || new.0.is_none()));
    let mut ways = take_pairs(&mut left, &mut came, |gone, new| gone.0 == new.0);
    // Where nothing else is left to be found, what is not known to lie elsewhere went to the one place that hides it.
    let hidden = came.first().map(|first| (None, first.1));
    if came.iter().all(|new| Some(new) == hidden.as_ref()) {
        ways.extend(take_pairs(&mut left, &mut came, |_, _| true));
    }
    for (gone, new) in ways {
        add(format!("{}: {} → {}", told(gone.0), place(gone.1), place(new.1)));
    }
    for (card, from) in left {
        add(format!("{}: no longer in {}", told(card), place(from)));
    }
    for (card, to) in came {
        add(format!("{}: now in {}", told(card), place(to)));
    }
    let mut lines: Vec<String> =
        lines.into_iter().map(|(line, times)| if times == 1 { line } else { format!("{times} × {line}") }).collect();
    for def in &program.nouns.states {
        let slots = (0..def.len).map(|i| (i, before.read(def.first_slot + i), after.read(def.first_slot + i)));
        for (bearer, was, is) in slots.filter(|(_, was, is)| was != is) {
            lines.push(state_line(program, after, def, bearer, was, is));
        }
    }
    lines.extend(memory_lines(program, before, after));
    if before.flow.round != after.flow.round {
        lines.push(format!("round {}", after.flow.round));
    }
    if before.flow.active != after.flow.active && after.flow.active != ABSENT {
        lines.push(format!("turn of {}", actor_name(program, after.flow.active)));
    }
    lines
}

fn state_line(program: &Program, state: &State, def: &StateDef, bearer: u32, was: Word, is: Word) -> String {
    let whose = bearer_text(program, state, def.on, bearer as Word);
    let name = state_label(program, def, 2);
    match &def.kind {
        StateKind::Flag => {
            format!("{whose}{}{}", if is == 1 { "" } else { "no longer " }, state_label(program, def, 1))
        }
        StateKind::Counter { .. } => format!("{whose}{name} {was} → {is}"),
        StateKind::Value(ty) => {
            let text = |value: Word| match ty {
                Type::Space(_) if value != ABSENT => {
                    space_path(program, SpaceId::from_index(usize::try_from(value).unwrap_or(usize::MAX)))
                }
                _ => word_name(program, state, ty, value),
            };
            format!("{whose}{} {} → {}", state_label(program, def, 1), text(was), text(is))
        }
    }
}

fn bearer_text(program: &Program, state: &State, class: Class, bearer: Word) -> String {
    let index = usize::try_from(bearer).unwrap_or(usize::MAX);
    match class {
        Class::Game => String::new(),
        Class::Actor => format!("{}: ", actor_name(program, bearer)),
        Class::Seat => format!("{}: ", crate::play::seat_name(program, index)),
        Class::Component => {
            let id = ComponentId::from_index(index);
            let place = state.card(id).map_or_else(String::new, |c| place_name(program, c.place));
            format!("{} in {place}: ", card_name(program, state, id))
        }
        Class::Space => format!("{}: ", space_path(program, SpaceId::from_index(index))),
        Class::Unit => format!("{}: ", word_name(program, state, &Type::AnyUnit, bearer)),
    }
}

fn memory_lines(program: &Program, before: &State, after: &State) -> Vec<String> {
    let mut lines = Vec::new();
    for (index, def) in program.nouns.memories.iter().enumerate() {
        for bearer in 0..class_len(program, def.on) {
            let memory = MemoryId::from_index(index);
            let (was, is) = (before.remembered(program, memory, bearer), after.remembered(program, memory, bearer));
            if was != is {
                let names: Vec<String> = is.iter().map(|w| word_name(program, after, &def.of, *w)).collect();
                let whose = bearer_text(program, after, def.on, Word::try_from(bearer).unwrap_or(0));
                lines.push(format!("{whose}{} [{}]", def.name.replace('_', " "), names.join(", ")));
            }
        }
    }
    lines
}

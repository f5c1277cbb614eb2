//! Feeds the keys: what happened, as each seat saw it, word by word. Runs only where keys are kept.

use super::Machine;
use crate::ids::*;
use crate::program::Program;
use crate::program::nouns::{ABSENT, Class, Type, Word, ZoneOrder};
use crate::state::State;
use crate::state::keys::mix;
use crate::state::stack::*;
use crate::trace::Did;

/// What sort of thing was seen.
#[derive(Clone, Copy)]
#[repr(u64)]
pub(crate) enum Seen {
    Did = 1,
    Chosen,
    Given,
    Offered,
    Shares,
    Paid,
    Rolled,
    Learnt,
    Asked,
}

impl Machine<'_> {
    /// Whether what happens must be told to the keys. What is only tried out is not seen by anybody.
    pub(crate) fn observing(&self) -> bool {
        self.s.keys.on() && self.goal.is_none()
    }

    /// Everybody sees something, each in the words that `words` makes of it.
    pub(crate) fn observe(&mut self, seen: Seen, words: impl Fn(&Program, &State, SeatId) -> u64) {
        if !self.observing() {
            return;
        }
        let lane = self.lane_under_way();
        for seat in 0..self.s.keys.seats() {
            let word = words(self.p, self.s, SeatId::from_index(seat));
            self.s.keys.see(lane, seat, mix(seen as u64, word));
        }
    }

    /// The lane whose stack is the stack at this moment.
    pub(super) fn lane_under_way(&self) -> Option<usize> {
        if self.s.stack.lane_of == ABSENT {
            return None;
        }
        self.s.lanes.iter().position(|l| l.lane_of == ABSENT)
    }

    pub(crate) fn observe_did(&mut self, what: &Did) {
        self.observe(Seen::Did, |p, s, seat| did(p, s, seat, what));
    }

    /// Seats that know a card see which it is; the others see nothing of it.
    pub(crate) fn observe_card(&mut self, card: ComponentId) {
        if !self.observing() {
            return;
        }
        let lane = self.lane_under_way();
        for seat in 0..self.s.keys.seats() {
            let id = SeatId::from_index(seat);
            if self.knows(Some(id), card) {
                let word = mix(card_seen(self.p, self.s, id, card), at(self.p, self.s, card));
                self.s.keys.see(lane, seat, mix(Seen::Learnt as u64, word));
            }
        }
    }

    /// A seat was asked and answers: what it was offered, and what it took.
    pub(crate) fn observe_answer(&mut self, choice: Choice) {
        if !self.observing() {
            return;
        }
        let Asked::Actor(actor) = self.s.stack.pending.asked else { return };
        let Some(seat) = self.seat_of(Word::from(actor.0)) else { return };
        let pending = &self.s.stack.pending;
        let taken = pending.options.iter().position(|o| *o == choice).unwrap_or(usize::MAX);
        let word = mix(asked(self.p, self.s, pending, seat), taken as u64);
        let lane = self.lane_under_way();
        self.s.keys.see(lane, seat.index(), mix(Seen::Asked as u64, word));
    }

    /// Chance picked a card: nobody chose, and not everybody saw which.
    pub(crate) fn picked_by_chance(&mut self, info: u16, value: Reg) {
        if self.s.lore.on() && self.is_cards(info) {
            self.chosen_unseen(value, None);
        }
    }

    /// Somebody chose a card: those who could not see which will not see which one leaves its place unseen.
    pub(crate) fn chosen_unseen(&mut self, value: Reg, chooser: Option<SeatId>) {
        let Some(card) = u16::try_from(value).ok().and_then(|id| self.s.card(ComponentId(id)).copied()) else { return };
        let own = chooser.map_or(0, |s| 1 << (s.0 & 31));
        let blind = !(own | self.sight(card.place, card.up));
        if let Some(chosen) = self.s.lore.chosen.get_mut(card.place.index()) {
            *chosen |= blind;
        }
    }
}

/// The key of a seat as it is now, with what it is asked at this moment.
pub(crate) fn key(program: &Program, state: &State, seat: usize) -> u64 {
    let id = SeatId::from_index(seat);
    let mut key = state.keys.of(seat);
    if state.lanes.is_empty() {
        return asked_now(program, state, &state.stack.pending, id, key);
    }
    for (i, lane) in state.lanes.iter().enumerate() {
        let actor = usize::try_from(lane.lane_of).ok().and_then(|i| program.nouns.actors.get(i));
        if actor.is_some_and(|a| a.seat == Some(id)) {
            key = mix(key, state.keys.in_lane(i, seat));
            key = asked_now(program, &state.seen_by_lane(i), &lane.pending, id, key);
        }
    }
    key
}

fn asked_now(program: &Program, state: &State, pending: &Pending, seat: SeatId, key: u64) -> u64 {
    let Asked::Actor(actor) = pending.asked else { return key };
    let open = pending.answer.is_none() && pending.question != Question::None;
    let own = program.nouns.actors.get(actor.index()).is_some_and(|a| a.seat == Some(seat));
    if open && own { mix(key, asked(program, state, pending, seat)) } else { key }
}

/// A question as the one who is asked sees it.
fn asked(program: &Program, state: &State, pending: &Pending, seat: SeatId) -> u64 {
    let mut word = mix(pending.question as u64, u64::from(pending.info));
    word = mix(word, u64::from(pending.min) << 16 | u64::from(pending.max));
    if let Asked::Actor(actor) = pending.asked {
        word = mix(word, u64::from(actor.0));
    }
    let choices = program.choices.get(pending.info as usize);
    if pending.question == Question::Share {
        word = mix(word, choices.map_or(0, |c| value_seen(program, state, seat, &c.ty, pending.subject)));
    }
    for option in &pending.options {
        let value = if option.value == NONE { ABSENT } else { option.value as Word };
        let seen = match pending.question {
            Question::Choose | Question::Random => {
                choices.map_or(0, |c| value_seen(program, state, seat, &c.ty, value))
            }
            Question::Offer => program
                .offers
                .get(pending.info as usize)
                .and_then(|o| o.options.get(option.tag as usize))
                .map_or(0, |o| value_seen(program, state, seat, &o.ty, value)),
            Question::Window | Question::Order => match u16::try_from(value) {
                Ok(card) => card_seen(program, state, seat, ComponentId(card)),
                Err(_) => 0,
            },
            _ => value as u64,
        };
        // The tag of a window's option is only the place of its note; the weight is the hook.
        let tag = if matches!(pending.question, Question::Window | Question::Order) { 0 } else { option.tag };
        word = mix(mix(word, u64::from(tag) << 32 | (option.weight & 0xffff_ffff)), seen);
    }
    word
}

/// A card as a seat sees it: what it is, or else where it lies as far as one can point at it.
pub(crate) fn card_seen(program: &Program, state: &State, seat: SeatId, card: ComponentId) -> u64 {
    if super::knows(program, state, Some(seat), card) {
        return mix(1, state.card(card).map_or(0, |c| u64::from(c.design.0)));
    }
    mix(2, at(program, state, card))
}

/// The place of a card; in a row its position, too, which everybody sees.
fn at(program: &Program, state: &State, card: ComponentId) -> u64 {
    let Some(c) = state.card(card) else { return 0 };
    let in_row = program.places.get(c.place.index()).is_some_and(|p| p.order == ZoneOrder::Row);
    u64::from(c.place.0) << 16 | if in_row { u64::from(state.position(card)) } else { 0 }
}

/// A word of a type as a seat sees it.
pub(crate) fn value_seen(program: &Program, state: &State, seat: SeatId, ty: &Type, value: Word) -> u64 {
    match (ty, u16::try_from(value)) {
        (Type::Component(_), Ok(card)) => card_seen(program, state, seat, ComponentId(card)),
        _ => value as u64,
    }
}

/// Whether a seat may see a state of a bearer.
fn open_state(program: &Program, seat: SeatId, id: StateId, bearer: Word) -> bool {
    let secret = program.nouns.states.get(id.index()).is_some_and(|def| def.secret);
    !secret || program.nouns.seat_of_state(id, bearer) == Some(seat)
}

fn bearer_seen(program: &Program, state: &State, seat: SeatId, id: StateId, bearer: Word) -> u64 {
    let on_card = program.nouns.states.get(id.index()).is_some_and(|d| d.on == Class::Component);
    match u16::try_from(bearer) {
        Ok(card) if on_card => card_seen(program, state, seat, ComponentId(card)),
        _ => bearer as u64,
    }
}

fn words(tag: u64, words: &[u64]) -> u64 {
    words.iter().fold(tag, |key, word| mix(key, *word))
}

/// What a primitive did, as a seat saw it.
fn did(p: &Program, s: &State, seat: SeatId, did: &Did) -> u64 {
    let card = |id: ComponentId| card_seen(p, s, seat, id);
    // A card on its way is where it goes to, so its place says nothing more.
    let moved = |id: ComponentId| if super::knows(p, s, Some(seat), id) { card(id) } else { 0 };
    match did {
        Did::Moved { card, from, to, up } => {
            let own_face = p.places.get(to.index()).is_some_and(|t| t.faces == crate::program::nouns::Faces::Each);
            words(1, &[moved(*card), u64::from(from.0), u64::from(to.0), u64::from(own_face && *up)])
        }
        Did::MovedStuff { stuff, amount, from, to } => {
            words(2, &[u64::from(stuff.0), *amount as u64, u64::from(*from), u64::from(*to)])
        }
        Did::Refilled { place, from } => words(3, &[u64::from(place.0), u64::from(from.0)]),
        Did::Shuffled { place } => words(4, &[u64::from(place.0)]),
        Did::Turned { card: id, up } => words(5, &[card(*id), u64::from(*up)]),
        Did::Flipped { place } => words(6, &[u64::from(place.0)]),
        Did::Swapped { a, b } => words(7, &[card(*a), card(*b)]),
        Did::SwappedZones { a, b } => words(8, &[u64::from(a.0), u64::from(b.0)]),
        Did::Shown { card: id, seats } => words(9, &[card(*id), u64::from(*seats)]),
        Did::Told { to, cards } => {
            let hears = to.iter().any(|who| {
                let actor = usize::try_from(*who).ok().and_then(|i| p.nouns.actors.get(i));
                actor.is_some_and(|a| a.seat == Some(seat))
            });
            let mut word = words(10, &[cards.len() as u64]);
            for (id, yes) in cards.iter().filter(|_| hears) {
                word = words(word, &[card(*id), u64::from(s.position(*id)), u64::from(*yes)]);
            }
            to.iter().fold(word, |word, who| mix(word, *who as u64))
        }
        Did::Hidden { card: id } => words(11, &[card(*id)]),
        Did::Barred { card: id, place } => words(26, &[card(*id), u64::from(place.0)]),
        Did::Full { card: id, place } => words(12, &[card(*id), u64::from(place.0)]),
        Did::Remembered { memory, bearer, what } | Did::Forgot { memory, bearer, what } => {
            let ty = p.nouns.memories.get(memory.index()).map(|m| &m.of);
            let what = ty.map_or(0, |ty| value_seen(p, s, seat, ty, *what));
            let tag = if matches!(did, Did::Remembered { .. }) { 13 } else { 14 };
            words(tag, &[u64::from(memory.0), *bearer as u64, what])
        }
        Did::SwappedSpaces { a, b, units } => words(15, &[*a as u64, *b as u64, u64::from(*units)]),
        Did::Changed { state, bearer, .. } | Did::Set { state, bearer, .. }
            if !open_state(p, seat, *state, *bearer) =>
        {
            words(16, &[u64::from(state.0), bearer_seen(p, s, seat, *state, *bearer)])
        }
        Did::Changed { state, bearer, by, to } => {
            let bearer = bearer_seen(p, s, seat, *state, *bearer);
            words(17, &[u64::from(state.0), bearer, *by as u64, *to as u64])
        }
        Did::Set { state, bearer, to, .. } => {
            let bearer = bearer_seen(p, s, seat, *state, *bearer);
            let to = match p.nouns.states.get(state.index()).map(|d| &d.kind) {
                Some(crate::program::nouns::StateKind::Value(ty)) => value_seen(p, s, seat, ty, *to),
                _ => *to as u64,
            };
            words(18, &[u64::from(state.0), bearer, to])
        }
        Did::Eliminated { who } => words(19, &[*who as u64]),
        Did::Phase { phase, actor } => words(20, &[u64::from(phase.0), *actor as u64]),
        Did::Round { round } => words(21, &[*round as u64]),
        Did::Ended => 22,
        Did::First { who } => words(23, &[*who as u64]),
        Did::Bonus { to } => words(24, &[*to as u64]),
        Did::PhaseEnds { phase } => words(25, &[u64::from(phase.0)]),
        Did::TurnEnds => 26,
        Did::LastRound => 27,
    }
}

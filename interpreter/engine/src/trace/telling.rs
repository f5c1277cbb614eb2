//! What the machine tells the trace: words are made only where a trace is wanted.

use super::bindings::as_name;
use super::names::place_name;
use super::{Did, Level, Line, Mark, decided, doer, lines, names, own_seat, span_at, text};
use crate::ids::*;
use crate::play::Viewer;
use crate::program::nouns::Word;
use crate::program::op::{NO_REG, R};
use crate::program::{HookKind, Program};
use crate::source::Span;
use crate::state::State;
use crate::state::keys::mix;
use crate::state::stack::*;
use crate::vm::{Machine, Seen, value_seen};
use crate::vocabulary::{Primitive, When};
use crate::words::Phrase;

impl Machine<'_> {
    /// A line that only the trace has.
    fn tracing(&mut self, text: impl Fn(&Program, &State, Viewer) -> String) {
        self.trace_line(self.here(), Level::Effect, text, false);
    }

    /// A line that is also told to the seats, each as it saw it; what setup does is not.
    fn telling(&mut self, text: impl Fn(&Program, &State, Viewer) -> String) {
        let told = !self.s.flow.quiet;
        self.trace_line(self.here(), Level::Effect, text, told);
    }

    /// Where the innermost code stands.
    fn here(&self) -> Span {
        span_at(self.p, self.s.stack.frames.iter().rev().find(|f| f.pc != 0).map_or(0, |f| f.pc))
    }

    fn trace_line(&mut self, span: Span, level: Level, text: impl Fn(&Program, &State, Viewer) -> String, news: bool) {
        let Some(trace) = self.trace.as_deref_mut().filter(|trace| !trace.wordless) else { return };
        let words = text(self.p, self.s, Viewer::All);
        let seats = (0..self.p.nouns.seats.len()).map(Viewer::Seat).chain(std::iter::once(Viewer::Spectator));
        let seen = seats.map(|v| text(self.p, self.s, v)).collect();
        trace.push(self.p, self.s, Line { span, text: words, seen, news, level });
    }

    #[inline(always)]
    pub(crate) fn trace_did(&mut self, did: Did) {
        if self.trace.is_some() || self.s.keys.on() {
            self.tell_did(did);
        }
    }

    #[cold]
    fn tell_did(&mut self, did: Did) {
        if self.s.keys.on() {
            self.observe_did(&did);
        }
        if self.trace.is_some() {
            self.mean_did(&did);
            self.telling(|p, s, v| text::did(p, s, v, &did));
        }
    }

    pub(crate) fn trace_call(&mut self, action: ActionId, args: usize) {
        if self.trace.is_some() {
            let me = self.ctx.me;
            self.tracing(|p, s, v| text::call(p, s, v, action, args, me));
        }
    }

    pub(crate) fn trace_hook(&mut self, hook: HookId, this: Word, me: Word) {
        if self.trace.is_some() {
            self.trace_announced(hook);
            let span = self.p.hooks.get(hook.index()).map(|h| h.span).unwrap_or_default();
            self.trace_line(span, Level::Head, |p, s, v| text::hook(p, s, v, hook, this, me), false);
        }
    }

    /// What the engine is about to do has no line yet when something comes before it or in its place.
    fn trace_announced(&mut self, hook: HookId) {
        let first = |event: &Frame| match self.p.hooks.get(hook.index()).map(|h| h.kind) {
            Some(HookKind::Watch(When::InsteadOf)) => list_parts(event.used).1 <= crate::vm::USED,
            Some(HookKind::Watch(When::Before)) => list_parts(event.used).1 == 0,
            _ => false,
        };
        let below = self.s.stack.frames.iter().enumerate().rev().skip(1);
        let event = below.take(2).find(|(_, f)| f.kind == FrameKind::Event).map(|(at, f)| (at, *f));
        let Some((at, event)) = event.filter(|(_, f)| (f.subject as usize) < Primitive::ALL.len() && first(f)) else {
            return;
        };
        let key = (at, event.pc, self.s.flow.effects);
        let known = self.trace.as_deref_mut().is_some_and(|t| t.announced.replace(key) == Some(key));
        if !known {
            let (action, args) = (ActionId(event.subject), event.base as usize);
            let span = span_at(self.p, event.pc);
            self.trace_line(span, Level::Event, |p, s, v| text::about_to(p, s, v, action, args, event.me), false);
        }
    }

    pub(crate) fn trace_ability(&mut self, card: ComponentId, ability: AbilityId) {
        if self.trace.is_some() {
            let below = self.s.stack.frames.iter().rev().nth(1).map_or(0, |f| f.pc);
            let span = span_at(self.p, below);
            self.trace_line(span, Level::Head, |p, s, v| text::ability(p, s, v, card, ability), false);
        }
    }

    /// From here on, to the end of it, a display fills itself.
    pub(crate) fn trace_filling(&mut self, place: PlaceId) {
        if let Some(trace) = self.trace.as_deref_mut() {
            let zone = self.p.nouns.places.get(place.index()).and_then(|p| self.p.nouns.zones.get(p.zone.index()));
            let span = zone.map(|z| z.span).unwrap_or_default();
            trace.cause = Some((self.p.say(Phrase::Fills, &[&place_name(self.p, place)]), span));
        }
    }

    pub(crate) fn trace_filled(&mut self) {
        if let Some(trace) = self.trace.as_deref_mut() {
            trace.cause = None;
        }
    }

    /// What was put off to the end of an effect happens now.
    pub(crate) fn trace_later(&mut self) {
        self.trace_line(self.here(), Level::Head, |p, _, _| p.word(Phrase::Later), false);
    }

    #[inline(always)]
    pub(crate) fn trace_chosen(&mut self, info: u16, value: Reg) {
        if self.trace.is_some() || self.s.keys.on() {
            self.tell_chosen(info, value);
        }
    }

    #[cold]
    fn tell_chosen(&mut self, info: u16, value: Reg) {
        self.observe_chosen(info, &[word(value)], Seen::Chosen);
        if self.trace.is_some() {
            let (me, seats) = (self.ctx.me, self.learners(info, true));
            self.mean_values("choose", info, &[word(value)]);
            self.telling(|p, s, v| decided::chosen(p, s, v, (info, seats), &[word(value)], me));
        }
    }

    /// The seats that learn what is chosen or given, as bits: whoever chooses, and those whom the script names.
    pub(crate) fn learners(&self, info: u16, chosen: bool) -> u32 {
        let seen = self.p.choices.get(info as usize).map_or(NO_REG, |choice| choice.seen);
        let own = self.seat_of(self.ctx.me).filter(|_| chosen).map_or(0, |seat| 1 << (seat.0 & 31));
        own | self.seats_in(self.learning(seen))
    }

    /// The list of those who learn something; `NONE` where everybody does. Whoever is absent learns nothing.
    pub(crate) fn learning(&self, seen: R) -> Reg {
        match self.get_or_none(seen) {
            NONE if seen != NO_REG => list_handle(0, 0, false),
            seen => seen,
        }
    }

    /// The seats of a list of actors, as bits; without a list all of them. What all seats see, everybody does.
    pub(crate) fn seats_in(&self, actors: Reg) -> u32 {
        if actors == NONE {
            return u32::MAX;
        }
        let seats = self.list(actors).iter().filter_map(|actor| self.seat_of(*actor));
        let bits = seats.fold(0, |bits, seat| bits | 1 << (seat.0 & 31));
        if bits == (1u32 << self.p.nouns.seats.len().min(31)) - 1 { u32::MAX } else { bits }
    }

    /// What was chosen or given, as each seat saw it.
    fn observe_chosen(&mut self, info: u16, values: &[Word], seen: Seen) {
        if !self.observing() {
            return;
        }
        let (me, seats) = (self.ctx.me, self.learners(info, seen as u64 == Seen::Chosen as u64));
        self.observe(seen, |p, s, seat| {
            let start = mix(me as u64, u64::from(info));
            if seats & (1 << (seat.0 & 31)) == 0 {
                return start;
            }
            let ty = p.choices.get(info as usize).map(|c| &c.ty);
            values.iter().fold(start, |key, v| mix(key, ty.map_or(0, |ty| value_seen(p, s, seat, ty, *v))))
        });
    }

    /// What chance gave.
    pub(crate) fn trace_given(&mut self, info: u16, words: &[Word]) {
        self.observe_chosen(info, words, Seen::Given);
        if self.trace.is_some() {
            let seats = self.learners(info, false);
            self.mean_values("chance", info, words);
            self.telling(|p, s, v| decided::given(p, s, v, (info, seats), words));
        }
    }

    /// The shares of a split: those who share, then how much each got.
    pub(crate) fn trace_split(&mut self, info: u16, split: Reg) {
        if self.observing() {
            let words = self.list(split).to_vec();
            let (who, shares) = words.split_at(words.len() / 2);
            self.observe_chosen(info, who, Seen::Shares);
            self.observe(Seen::Shares, |_, _, _| shares.iter().fold(0, |key, n| mix(key, *n as u64)));
        }
        if self.trace.is_some() {
            let words = self.list(split).to_vec();
            let me = self.ctx.me;
            let (who, shares) = words.split_at(words.len() / 2);
            self.mean_values("split", info, who);
            self.mean_numbers("split", "", shares);
            self.telling(|p, s, v| decided::shares(p, s, v, info, &words, me));
        }
    }

    /// What lasts from now on, as it is written.
    pub(crate) fn trace_lasting(&mut self, hook: HookId) {
        self.tracing(|p, s, v| {
            let lines = lines(p, s);
            if v.seats().iter().any(|seat| lines & (1 << (seat.0 & 31)) == 0) {
                return String::new();
            }
            p.say(Phrase::FromNowOn, &[&text::script_of(p, hook)])
        });
    }

    /// Somebody could have answered a window and did not.
    pub(crate) fn trace_passed(&mut self, actor: Word) {
        self.tracing(|p, _, v| decided::passed(p, v, actor));
    }

    pub(crate) fn trace_chosen_list(&mut self, info: u16, list: Reg) {
        if self.observing() {
            let words = self.list(list).to_vec();
            self.observe_chosen(info, &words, Seen::Chosen);
        }
        if self.trace.is_some() {
            let words = self.list(list).to_vec();
            let me = self.ctx.me;
            let seats = self.learners(info, true);
            self.mean_values("choose", info, &words);
            self.telling(|p, s, v| decided::chosen(p, s, v, (info, seats), &words, me));
        }
    }

    pub(crate) fn trace_asked(&mut self, yes: bool) {
        if self.trace.is_some() {
            let me = self.ctx.me;
            self.tracing(|p, _, v| decided::asked(p, v, yes, me));
        }
    }

    #[inline(always)]
    pub(crate) fn trace_offered(&mut self, offer: u16, choice: Choice) {
        if self.trace.is_some() || self.s.keys.on() {
            self.tell_offered(offer, choice);
        }
    }

    #[cold]
    fn tell_offered(&mut self, offer: u16, choice: Choice) {
        let me = self.ctx.me;
        self.observe(Seen::Offered, |p, s, seat| {
            let option = p.offers.get(offer as usize).and_then(|o| o.options.get(choice.tag as usize));
            let value = option.map_or(0, |o| value_seen(p, s, seat, &o.ty, word(choice.value)));
            [u64::from(offer), u64::from(choice.tag), value].iter().fold(me as u64, |key, w| mix(key, *w))
        });
        if self.trace.is_some() {
            self.mean_option(offer, choice);
            let me = self.ctx.me;
            let option = self.p.offers.get(offer as usize).and_then(|o| o.options.get(choice.tag as usize));
            let span = option.map(|o| o.span).unwrap_or_default();
            let told = !self.s.flow.quiet;
            self.trace_line(span, Level::Effect, |p, s, v| decided::offered(p, s, v, offer, choice, me), told);
        }
    }

    pub(crate) fn trace_paid(&mut self, bundle: Reg) {
        if self.observing() {
            let words = self.list(bundle).to_vec();
            self.observe(Seen::Paid, |_, _, _| words.iter().fold(0, |key, w| mix(key, *w as u64)));
        }
        if self.trace.is_some() {
            let words = self.list(bundle).to_vec();
            self.mean_bundle("pay", &words);
            let me = self.ctx.me;
            let name = as_name(self.p, self.here());
            let nothing = words.iter().all(|amount| *amount == 0);
            self.telling(|p, _, v| {
                let name = if v == Viewer::All { name.as_str() } else { "" };
                match nothing {
                    true => p.say(Phrase::PaysNothing, &[&doer(p, me), &name]),
                    false => p.say(Phrase::Pays, &[&doer(p, me), &names::bundle(p, &words), &name]),
                }
            });
        }
    }

    /// `seen`: a list of those who learn the faces; without one everybody does.
    pub(crate) fn trace_rolled(&mut self, dice: DiceId, pool: Reg, seen: Reg) {
        if !self.observing() && self.trace.is_none() {
            return;
        }
        let seats = self.seats_in(seen);
        if self.observing() {
            let faces = self.list(pool).to_vec();
            self.observe(Seen::Rolled, |_, _, seat| {
                let sees = seats & (1 << (seat.0 & 31)) != 0;
                let faces = faces.iter().filter(|_| sees);
                faces.fold(u64::from(dice.0), |key, w| mix(key, *w as u64))
            });
        }
        if self.trace.is_some() {
            let faces = self.list(pool).get(1..).unwrap_or(&[]).to_vec();
            let name = as_name(self.p, self.here());
            let rolled = self.p.nouns.dice.get(dice.index()).map_or("", |dice| &dice.name);
            self.mean_numbers("roll", rolled, &faces);
            self.telling(|p, _, v| decided::rolled(p, v, (dice, seats), &faces, &name));
        }
    }

    /// Pieces of several sorts, picked one by one.
    pub(crate) fn trace_picked(&mut self, info: u16, bundle: Reg) {
        if self.observing() {
            let words = self.list(bundle).to_vec();
            self.observe(Seen::Chosen, |_, _, _| words.iter().fold(u64::from(info), |key, w| mix(key, *w as u64)));
        }
        if self.trace.is_some() {
            let words = self.list(bundle).to_vec();
            let me = self.ctx.me;
            self.mean_bundle("pick", &words);
            self.telling(|p, _, v| decided::picked(p, v, info, &words, me));
        }
    }

    /// The condition of an `if` is not so. It may read what seats do not know, so only those who see all are told.
    #[cold]
    pub(crate) fn trace_not_so(&mut self, pc: crate::program::op::Pc) {
        let text: Vec<&str> = self.p.sources.slice(span_at(self.p, pc)).split_whitespace().collect();
        let text = self.p.say(Phrase::NotSo, &[&text.join(" ")]);
        let hidden = |viewer: Viewer| if viewer == Viewer::All { text.clone() } else { String::new() };
        self.trace_line(span_at(self.p, pc), Level::Effect, |_, _, viewer| hidden(viewer), false);
    }

    /// A card has no such ability.
    pub(crate) fn trace_lacks(&mut self, card: ComponentId, ability: AbilityId) {
        if self.trace.is_some() {
            let me = self.ctx.me;
            self.tracing(
                |p, s, v| if knows_why(p, s, v, me, card) { text::lacks(p, s, card, ability) } else { String::new() },
            );
        }
    }

    /// An ability is not run, and why.
    pub(crate) fn trace_not_run(&mut self, card: ComponentId, ability: AbilityId, mark: Mark) {
        if self.trace.is_some() {
            let why = mark.phrase().text(self.p.language);
            let me = self.ctx.me;
            self.tracing(|p, s, v| {
                let told = knows_why(p, s, v, me, card);
                if told { format!("{} {why}", text::ability(p, s, v, card, ability)) } else { String::new() }
            });
        }
    }

    /// A replacement goes on with what it replaces.
    pub(crate) fn trace_proceeds(&mut self, action: ActionId, args: usize, me: Word) {
        if self.trace.is_some() && action.index() >= Primitive::ALL.len() {
            self.tracing(|p, s, v| p.say(Phrase::AndSo, &[&text::call(p, s, v, action, args, me)]));
        }
    }

    /// A watcher that was to act is gone, or its condition no longer holds.
    pub(crate) fn trace_no_longer(&mut self, hook: HookId, this: Word) {
        if self.trace.is_some() {
            let span = self.p.hooks.get(hook.index()).map(|h| h.span).unwrap_or_default();
            self.trace_line(span, Level::Effect, |p, s, v| text::no_longer(p, s, v, hook, this), false);
        }
    }
}

/// Why the text of a card was not done may turn on what only its doer knows, and on the card itself.
fn knows_why(program: &Program, state: &State, viewer: Viewer, me: Word, card: ComponentId) -> bool {
    let lines = lines(program, state);
    let own = |seat: usize| own_seat(program, me) == Some(seat) && lines & (1 << (seat & 31)) != 0;
    match viewer {
        Viewer::All => true,
        Viewer::Seat(seat) => own(seat) && viewer.knows(program, state, card),
        Viewer::Spectator => false,
    }
}

//! Which hooks are live: those of rules, of cards that lie where they count, and lasting ones. Cards are looked through once
//! for each layout.

use std::num::NonZeroU64;
use std::sync::atomic::{AtomicU32, Ordering};

use super::{Machine, Run};
use crate::ids::*;
use crate::program::nouns::{ABSENT, Class, Word};
use crate::program::{HookIndex, HookSource};

/// What is done for each live hook: the machine, the hook, `me`, `this`, the place of a lasting one.
pub(crate) type OnHook<'f, M> = dyn FnMut(&mut M, HookId, Word, Word, Option<usize>) -> Run<()> + 'f;

/// A hook of a card that lies where it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Live {
    hook: HookId,
    /// Whose card it is; absent: the table's.
    holder: Word,
    card: ComponentId,
}

/// What was found for one index.
#[derive(Debug, Default)]
struct Found {
    layout: Option<NonZeroU64>,
    /// The cards of the active player come first.
    active: Word,
    hooks: Vec<Live>,
}

impl Found {
    #[inline]
    fn is_of(&self, layout: Option<NonZeroU64>, active: Word) -> bool {
        self.layout.is_some() && self.layout == layout && self.active == active
    }
}

/// Hooks that were found, by index.
#[derive(Debug)]
pub(super) struct LiveHooks {
    /// The last mark that was given to a layout. The upper half is this memory's own: states go from one to another.
    last: u64,
    /// For each index what was found last, and before that: a try on a copy looks at layouts of its own, and what was found
    /// for the state itself is asked for again behind it.
    found: Vec<[Found; 2]>,
}

impl Default for LiveHooks {
    fn default() -> Self {
        static MEMORIES: AtomicU32 = AtomicU32::new(0);
        LiveHooks { last: u64::from(MEMORIES.fetch_add(1, Ordering::Relaxed)) << 32, found: Vec::new() }
    }
}

impl LiveHooks {
    /// A mark that no layout has yet.
    fn mark(&mut self) -> Option<NonZeroU64> {
        if self.last & u64::from(u32::MAX) == u64::from(u32::MAX) {
            // All of this memory's own are used up.
            *self = LiveHooks::default();
        }
        self.last += 1;
        NonZeroU64::new(self.last)
    }
}

impl Clone for LiveHooks {
    fn clone(&self) -> Self {
        LiveHooks::default()
    }
}

impl Machine<'_> {
    /// Calls `work` for each hook of an index that is live now: rules, cards of each actor, cards of the table, lasting ones.
    /// The arguments are hook, `me`, `this` and what a lasting one captured. `doer` is `me` for rules and the table's cards.
    pub(crate) fn each_live_hook(&mut self, index: &HookIndex, doer: Word, work: &mut OnHook<'_, Self>) -> Run<()> {
        for hook in &index.rules {
            work(self, *hook, doer, ABSENT, None)?;
        }
        if !index.designs.is_empty() {
            let mut at = 0;
            while let Some(live) = self.live_card(index, at) {
                at += 1;
                // While somebody asks what can be done, cards that this one does not know do not speak.
                if self.prober != ABSENT && !self.knows(self.seat_of(self.prober), live.card) {
                    continue;
                }
                let me = if live.holder == ABSENT { doer } else { live.holder };
                work(self, live.hook, me, Word::from(live.card.0), None)?;
            }
        }
        if !index.lasting.is_empty() {
            for at in 0..self.s.lasting.len() {
                let Some(lasting) = self.s.lasting.get(at).copied() else { break };
                if index.lasting.contains(&lasting.hook) {
                    work(self, lasting.hook, lasting.me, lasting.this, Some(at))?;
                }
            }
        }
        Ok(())
    }

    /// Whether some hook of an index may be live.
    #[inline]
    pub(crate) fn any_live(&mut self, index: &HookIndex) -> bool {
        !index.rules.is_empty()
            || (!index.designs.is_empty() && self.live_card(index, 0).is_some())
            || (!index.lasting.is_empty() && !self.s.lasting.is_empty())
    }

    /// The live hook of an index at a place in their order. What is done for one may look at other layouts meanwhile, so
    /// each is asked for anew.
    #[inline]
    fn live_card(&mut self, index: &HookIndex, at: usize) -> Option<Live> {
        let (active, layout) = (self.s.flow.active.max(0), self.s.layout.hooks);
        let id = usize::from(index.id);
        match self.pool.live.found.get(id) {
            Some([found, _]) if found.is_of(layout, active) => found.hooks.get(at).copied(),
            _ => {
                self.look_for_hooks(index, active);
                self.pool.live.found.get(id)?.first()?.hooks.get(at).copied()
            }
        }
    }

    /// Gives the layout of all cards a mark, where it has none.
    pub(crate) fn mark_layout(&mut self) {
        if self.s.layout.cards.is_none() {
            self.s.layout.cards = self.pool.live.mark();
        }
    }

    /// The same of the cards that are offered.
    pub(crate) fn mark_offered(&mut self) {
        if self.s.layout.offered.is_none() {
            self.s.layout.offered = self.pool.live.mark();
        }
    }

    /// Looks through the cards that may be live, unless that was done before: what is found stands first then.
    #[cold]
    #[inline(never)]
    fn look_for_hooks(&mut self, index: &HookIndex, active: Word) {
        let id = usize::from(index.id);
        let layout = self.s.layout.hooks;
        let live = &mut self.pool.live;
        if live.found.len() <= id {
            live.found.resize_with(id + 1, Default::default);
        }
        let Some(found) = live.found.get_mut(id) else { return };
        found.swap(0, 1);
        let [first, _] = found;
        if first.is_of(layout, active) {
            return;
        }
        let mut hooks = std::mem::take(&mut first.hooks);
        hooks.clear();
        if hooks.capacity() == 0 {
            hooks.reserve(self.s.cards.len());
        }
        let actors = self.p.nouns.actors.len() as Word;
        for turn in 0..actors {
            let actor = (active + turn).rem_euclid(actors.max(1));
            for zone in &index.zones {
                self.live_in_zone(index, *zone, Some(actor), &mut hooks);
            }
        }
        for zone in &index.zones {
            self.live_in_zone(index, *zone, None, &mut hooks);
        }
        let live = &mut self.pool.live;
        if self.s.layout.hooks.is_none() {
            self.s.layout.hooks = live.mark();
        }
        if live.found.len() <= id {
            live.found.resize_with(id + 1, Default::default);
        }
        if let Some([first, _]) = live.found.get_mut(id) {
            *first = Found { layout: self.s.layout.hooks, active, hooks };
        }
    }

    /// Live cards of one zone: of an actor, or (without one) of the table and its spaces.
    fn live_in_zone(&self, index: &HookIndex, zone: ZoneId, actor: Option<Word>, into: &mut Vec<Live>) {
        let Some(def) = self.p.nouns.zones.get(zone.index()) else { return };
        let first = def.first_place.0;
        let (start, end, holder) = match (def.per, actor) {
            (Class::Actor, Some(actor)) => (first + actor as u16, first + actor as u16 + 1, actor),
            (Class::Seat, Some(actor)) => {
                let Some(seat) = self.seat_of(actor) else { return };
                // A seat's cards count once, for its first actor.
                let first_actor = self.p.nouns.actors.iter().position(|a| a.seat == Some(seat));
                if first_actor != usize::try_from(actor).ok() {
                    return;
                }
                (first + seat.0, first + seat.0 + 1, actor)
            }
            (Class::Game, None) => (first, first + 1, ABSENT),
            (Class::Space, None) => (first, first + self.p.nouns.spaces.len() as u16, ABSENT),
            _ => return,
        };
        for place in start..end {
            let mut next = self.s.pile(PlaceId(place)).top;
            let mut left = self.s.cards.len();
            while let Some(card) = self.s.cards.get(next as usize)
                && left > 0
            {
                left -= 1;
                let id = ComponentId(next);
                next = card.below;
                if card.group != 0 || !index.bears(card.design) {
                    continue;
                }
                for hook in index.of_design(card.design) {
                    let live = match self.p.hooks.get(hook.index()).map(|h| &h.source) {
                        Some(HookSource::Design { zones, face }) => {
                            zones & (1 << (zone.0 & 63)) != 0 && face.is_none_or(|up| up == card.up)
                        }
                        _ => false,
                    };
                    if live {
                        into.push(Live { hook, holder, card: id });
                    }
                }
            }
        }
    }
}

//! Cards that move out of a bag: which of them are drawn together, without an order, and how.

use super::lists::card_id;
use super::odds::{sets_fit, weigh_sets};
use super::{Machine, Next, Plain, Run, Trap};
use crate::ids::*;
use crate::program::MoveInfo;
use crate::program::nouns::{Word, ZoneOrder};
use crate::state::cards::Card;
use crate::state::stack::*;
use crate::sure::sure;
use crate::vocabulary::Primitive;

/// Cards that are about to move, in order.
#[derive(Clone, Copy)]
pub(crate) enum InMotion {
    /// From the top of a place.
    Top(PlaceId),
    /// Of a list, from a position on.
    List(Reg, usize),
}

impl Machine<'_> {
    /// How many of the next cards come out of one bag to where order does not count and somebody sees them: they are
    /// drawn together. Where somebody hears of each motion, the order of these events counts.
    pub(super) fn out_of_one_bag(
        &mut self,
        cards: InMotion,
        source: PlaceId,
        target: PlaceId,
        info: MoveInfo,
        count: usize,
    ) -> Run<usize> {
        let order = self.p.places.get(target.index()).map(|p| p.order);
        if count < 2 || info.named || source == target || order != Some(ZoneOrder::Set) {
            return Ok(0);
        }
        let mut first = None;
        self.each_in_motion(cards, 1, |id, card| {
            first = Some((id, *card)).filter(|_| card.group != 0);
            false
        });
        let Some((card, first)) = first else { return Ok(0) };
        if !self.takes_bag(first.group, target)
            || self.face_open(card)
            || self.sight(target, self.face_in(card, target, info)) == 0
        {
            return Ok(0);
        }
        if self.hooked(Primitive::Move) && self.heard_on_the_way(source, target)? {
            return Ok(0);
        }
        let count = self.room(target).map_or(count, |room| count.min(room.into()));
        Ok(self.alike_in_motion(cards, &first, count))
    }

    /// How many of the cards that a display takes come out of one bag to where order does not count: they are drawn
    /// together. Cards that must differ are drawn one by one, as each decides what may follow.
    pub(super) fn filled_together(&self, source: PlaceId, target: PlaceId, count: usize) -> usize {
        let order = self.p.places.get(target.index()).map(|p| p.order);
        let zone = self.p.nouns.places.get(target.index()).and_then(|p| self.p.nouns.zones.get(p.zone.index()));
        let differ = zone.is_none_or(|zone| zone.distinct.is_some());
        if order != Some(ZoneOrder::Set) || differ || self.sight(target, true) == 0 {
            return 0;
        }
        let first = self.s.cards_in(source).next().and_then(|id| self.s.card(id).copied());
        let first = first.filter(|c| c.group != 0 && self.takes_bag(c.group, target));
        let count = self.room(target).map_or(count, |room| count.min(room.into()));
        first.map_or(0, |first| self.alike_in_motion(InMotion::Top(source), &first, count))
    }

    /// How many cards lie in one bag with the first, and show the same.
    fn alike_in_motion(&self, cards: InMotion, first: &Card, count: usize) -> usize {
        let mut alike = 0;
        // Of cards of one bag, all whose face is not settled are open, or none.
        let open = self.s.bags.counts(first.group).open();
        self.each_in_motion(cards, count, |_, c| {
            let same = c.group == first.group && c.up == first.up && c.place == first.place;
            let same = same && (c.fixed_face || !open);
            alike += usize::from(same);
            same
        });
        alike
    }

    /// Goes through cards that are about to move, as long as `go_on` says yes.
    #[inline(always)]
    fn each_in_motion(&self, cards: InMotion, count: usize, mut go_on: impl FnMut(ComponentId, &Card) -> bool) {
        let mut visit = |id: ComponentId| self.s.card(id).is_some_and(|card| go_on(id, card));
        match cards {
            InMotion::Top(place) => {
                let _ = self.s.cards_in(place).take(count).all(&mut visit);
            }
            InMotion::List(list, at) => {
                let ids = self.list(list).iter().skip(at).take(count).map_while(|w| card_id(reg(*w)));
                let _ = { ids }.all(&mut visit);
            }
        }
    }

    /// Whether a hook may hear of cards that go from one place to another now: it is live, or comes to life as they arrive.
    fn heard_on_the_way(&mut self, source: PlaceId, target: PlaceId) -> Run<bool> {
        let p = self.p;
        let zone = |place: PlaceId| p.places.get(place.index()).map(|place| place.zone);
        let (from, to) = (zone(source), zone(target));
        let hears = |hook: HookId| {
            let (wanted_from, wanted_to) = p.hooks.get(hook.index()).map_or((None, None), |h| h.way);
            (wanted_from.is_none() || wanted_from == from) && (wanted_to.is_none() || wanted_to == to)
        };
        let Some(info) = sure(p.actions.get(Primitive::Move as usize)) else { return Ok(false) };
        let mut heard = false;
        for index in [&info.before, &info.after, &info.instead, &info.forbid] {
            let arrives = index.zones.iter().any(|zone| Some(*zone) == to);
            heard |= arrives && index.designs.iter().any(|(_, hook)| hears(*hook));
            self.each_live_hook(index, self.ctx.me, &mut |_, hook, _, _, _| {
                heard |= hears(hook);
                Ok(())
            })?;
        }
        Ok(heard)
    }

    /// Draws several cards of one bag as a multiset: in rising order, each with the weight of all multisets that begin
    /// so. `None`: all are known.
    pub(crate) fn draw_together(&mut self, cards: InMotion, count: usize) -> Run<Option<Next>> {
        if self.draw_hand(cards, count) {
            return Ok(None);
        }
        loop {
            let (mut drawn, mut copies, mut last, mut unknown) = (0, 0, None, None);
            self.each_in_motion(cards, count, |id, card| {
                if card.group != 0 {
                    unknown = Some(id);
                    return false;
                }
                let design = Reg::from(card.design.0);
                copies = if last == Some(design) { copies + 1 } else { 1 };
                drawn += 1;
                last = Some(design);
                true
            });
            let Some(card) = unknown else { return Ok(None) };
            if self.goal.is_some() {
                return Err(Trap::Unknown(card));
            }
            self.s.card(card).map_or(Ok(()), |c| self.may_draw(c.group))?;
            self.draw_options(card);
            // The bag may have lost the last copy of what was drawn last: it still bounds what may come.
            let options = &mut self.s.stack.pending.options;
            let total = options.iter().map(|o| o.weight as usize).sum::<usize>() + drawn;
            if sets_fit(total, count) {
                weigh_sets(options, |o| o.value, last, copies, count - drawn);
            }
            match options.as_slice() {
                [] => return Err(Trap::Fault(Plain::EmptyBag)),
                [only] => {
                    let only = *only;
                    self.settle_draw(card, only);
                }
                _ => match self.ask_chance(Question::Draw, 0, Word::from(card.0))? {
                    Some(answer) => self.settle_draw(card, answer),
                    None => return Ok(Some(Next::Asked)),
                },
            }
        }
    }
}

/// What a motion remembers while it waits: how many cards were moved, and how many of the next are drawn together.
pub(super) fn progress_parts(progress: Reg) -> (usize, usize) {
    let packed = progress.max(0);
    ((packed & 0xffff_ffff) as usize, (packed >> 32) as usize)
}

pub(super) fn progress_of(done: usize, together: usize) -> Reg {
    (together as Reg) << 32 | done as Reg
}

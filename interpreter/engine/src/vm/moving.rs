//! Cards in motion: moving, refilling, turning, swapping, shuffling.

use super::drawing::{InMotion, progress_of, progress_parts};
use super::lists::{card_id, place_id};
use super::sight::is_heap;
use super::{Machine, Next, Run, Trap};
use crate::ids::*;
use crate::program::MoveInfo;
use crate::program::changed::Changed;
use crate::program::nouns::{ABSENT, ZoneOrder};
use crate::program::op::{NO_REG, R};
use crate::state::cards::NOBODY;
use crate::state::stack::*;
use crate::sure::sure;
use crate::trace::Did;
use crate::vocabulary::Primitive;

/// How cards lie that nobody moves in a way of their own.
const AS_THE_ZONE_HAS_IT: MoveInfo =
    MoveInfo { end: MoveInfo::AS_THE_ZONE_HAS_IT, face: MoveInfo::AS_THE_ZONE_HAS_IT, named: false };

impl Machine<'_> {
    #[inline]
    pub(crate) fn hooked(&self, primitive: Primitive) -> bool {
        !self.s.flow.quiet && self.p.actions.get(primitive as usize).is_some_and(|a| !a.plain)
    }

    /// Pushes a primitive as an event with these arguments.
    pub(crate) fn push_event(&mut self, primitive: Primitive, args: &[Reg]) -> Run<()> {
        self.check_depth()?;
        let (this, who) = (self.ctx.this, self.ctx.who);
        (self.ctx.this, self.ctx.who) = (ABSENT, ABSENT);
        let base = self.push_frame(FrameKind::Event, 0, args.len());
        (self.ctx.this, self.ctx.who) = (this, who);
        for (i, value) in args.iter().enumerate() {
            if let Some(place) = self.s.stack.regs.get_mut(base + i) {
                *place = *value;
            }
        }
        if let Some(frame) = self.frame_mut() {
            frame.subject = primitive as u16;
        }
        Ok(())
    }

    #[inline]
    pub(super) fn face_in(&self, card: ComponentId, place: PlaceId, info: MoveInfo) -> bool {
        let up = self.s.card(card).is_some_and(|c| c.up);
        self.p.places.get(place.index()).is_some_and(|place| place.face_after(info, up))
    }

    /// A card that comes where somebody sees it, or is turned over, must be known first.
    #[inline]
    pub(super) fn must_be_known(&mut self, card: ComponentId, place: PlaceId, up: bool) -> Run<()> {
        let Some(c) = self.s.card(card).filter(|c| c.group != 0) else { return Ok(()) };
        let seen = self.sight(place, up) != 0 || c.up != up;
        if seen || self.face_open(card) { self.know(card) } else { Ok(()) }
    }

    /// How many more cards a place takes; `None`: any number.
    #[inline]
    pub(super) fn room(&self, place: PlaceId) -> Option<u16> {
        let most = self.p.places.get(place.index()).map(|p| p.most).filter(|most| *most != u16::MAX)?;
        Some(most.saturating_sub(self.s.pile(place).len))
    }

    /// Moves one card; whether it could.
    pub(crate) fn move_card(&mut self, card: ComponentId, place: PlaceId, up: bool, under: bool) -> Run<bool> {
        let Some(old) = self.s.card(card).copied() else { return Ok(false) };
        self.must_be_known(card, place, up)?;
        if old.place != place && (self.room(place) == Some(0) || !self.takes(card, place)?) {
            return Ok(false);
        }
        self.s.lift(card);
        self.s.lay(card, place, under);
        let sight = self.sight(place, up);
        if let Some(c) = self.s.cards.get_mut(card.index()) {
            c.up = up;
            c.known |= sight;
        }
        if old.group != 0 {
            self.s.settle_face(card.index());
        }
        self.bears_no_more(card, old.place, place);
        if old.place != place {
            self.left_in_secret(card, old.place, old.up, sight);
        }
        self.s.touched_only(Changed::CARDS);
        Ok(true)
    }

    /// A card has left a place for another, where these seats see it.
    #[inline(always)]
    pub(super) fn left_in_secret(&mut self, card: ComponentId, source: PlaceId, was_up: bool, sight: u32) {
        let chosen = self.s.lore.chosen.get(source.index()).copied().unwrap_or(0);
        if chosen & !sight != 0 {
            self.left_unseen(card, source, chosen, sight | self.sight(source, was_up));
        }
    }

    /// Those who saw neither which card was chosen nor where it lay nor where it lies now cannot tell it from the others.
    fn left_unseen(&mut self, card: ComponentId, source: PlaceId, chosen: u32, sight: u32) {
        let in_row = self.p.places.get(source.index()).is_some_and(|p| p.order == ZoneOrder::Row);
        let blind = chosen & !sight;
        if in_row || blind == 0 {
            return;
        }
        self.s.mix_chosen(card, source, blind);
        if let Some(chosen) = self.s.lore.chosen.get_mut(source.index()) {
            *chosen &= !blind;
        }
    }

    /// Moves the cards of a list, one event each, in order.
    pub(crate) fn move_list(&mut self, list: R, place: R, how: u16, progress: R) -> Run<Next> {
        let Some(info) = sure(self.p.moves.get(how as usize).copied()) else { return Ok(Next::Op) };
        let target = self.place_in(place).filter(|_| self.get(list) != NONE);
        let Some((target, landing)) = target.and_then(|target| Some((target, self.p.landing(how, target)?))) else {
            return self.skipped();
        };
        self.order_shown(list, progress, self.shown_to(target, how))?;
        let cards = self.get(list);
        let under = landing.under;
        // Progress: how many were moved, and how many come out of a bag together.
        let (mut at, mut together) = progress_parts(self.get(progress));
        let mut short = false;
        let (watched, simple) = (self.hooked(Primitive::Move), self.moves_simply());
        loop {
            if simple && together < 2 {
                let before = at;
                while let Some(card) = self.item(cards, at).and_then(|w| card_id(reg(w))) {
                    let run = self.move_listed_tops(cards, at, target, landing);
                    if run == 0 && !self.move_simply(card, target, landing) {
                        break;
                    }
                    at += run.max(1);
                }
                if at > before {
                    together = 0;
                    self.burn((at - before) as u32)?;
                    self.put(progress, progress_of(at, together));
                }
            }
            let Some(card) = self.item(cards, at).and_then(|w| card_id(reg(w))) else { break };
            self.burn(1)?;
            let from = self.s.card(card).map_or(target, |c| c.place);
            let stays = !watched && from != target && self.room(target) == Some(0);
            let run = InMotion::List(cards, at);
            if together == 0 && !stays {
                let left = list_parts(cards).1.saturating_sub(at);
                together = self.out_of_one_bag(run, from, target, info, left)?;
                self.put(progress, progress_of(at, together));
            }
            if together > 1 {
                if let Some(asked) = self.draw_together(run, together)? {
                    return Ok(asked);
                }
                together = if watched { together } else { 0 };
            }
            let up = self.face_in(card, target, info);
            if !stays {
                self.must_be_known(card, target, up)?;
                self.takes(card, target)?;
            }
            at += 1;
            together = together.saturating_sub(1);
            self.put(progress, progress_of(at, together));
            if watched {
                return self.move_as_event(card, target, up, under);
            }
            if simple && self.move_simply(card, target, landing) {
                continue;
            }
            if !stays && self.move_card(card, target, up, under)? {
                self.trace_did(Did::Moved { card, from, to: target, up });
            } else {
                let barred = !stays && !self.takes(card, target)?;
                self.trace_did(match barred {
                    true => Did::Barred { card, place: target },
                    false => Did::Full { card, place: target },
                });
                short = true;
            }
        }
        self.expose()?;
        if short { self.short_then_next() } else { Ok(Next::Op) }
    }

    /// The seats that see cards come to a place, as bits; none where they come in an order that counts.
    pub(super) fn shown_to(&self, target: PlaceId, how: u16) -> u32 {
        let down = self.p.moves.get(how as usize).is_some_and(|info| info.face == MoveInfo::DOWN);
        if is_heap(self.p, target) { self.sight(target, !down) } else { 0 }
    }

    /// Moves all cards that lie in some places when it begins.
    #[inline(never)]
    pub(crate) fn move_all(&mut self, from: &[R], place: R, how: u16, d: R) -> Run<Next> {
        if self.get(d + 1) == NONE && self.moved_known(from, place, how)? {
            return Ok(Next::Op);
        }
        self.move_others(from, place, how, d)
    }

    /// Moves all cards of places by a list of them.
    #[inline(never)]
    fn move_others(&mut self, from: &[R], place: R, how: u16, d: R) -> Run<Next> {
        let progress = d + 1;
        if self.get(progress) == NONE {
            let mark = self.list_mark();
            for from in from {
                self.push_cards(self.get(*from))?;
            }
            let list = self.list_since(mark);
            self.put(d, list);
            let seats = self.place_in(place).map_or(0, |target| self.shown_to(target, how));
            if seats != 0 && self.s.lore.on() {
                self.sort_shown(list, seats);
            }
            self.put(progress, progress_of(0, 0));
        }
        let list = self.get(d);
        let next = self.move_list(d, place, how, progress)?;
        if next == Next::Op {
            self.s.stack.lists.truncate(list_parts(list).0);
            // Nothing is left of how they came there.
            self.put(d, NONE);
            self.put(progress, NONE);
        }
        Ok(next)
    }

    /// Moves one card.
    #[inline(never)]
    pub(crate) fn move_one(&mut self, card: R, place: R, how: u16, progress: R) -> Run<Next> {
        let Some(info) = sure(self.p.moves.get(how as usize).copied()) else { return Ok(Next::Op) };
        let (Some(card), Some(target)) = (card_id(self.get(card)), self.place_in(place)) else {
            return self.skipped();
        };
        if self.get_or_none(progress) != NONE {
            // It has moved; what lay under it is still to be seen.
            self.expose()?;
            return Ok(Next::Op);
        }
        let from = self.s.card(card).map_or(target, |c| c.place);
        let Some(landing) = self.p.landing(how, target) else { return self.skipped() };
        if self.moves_simply() && self.move_simply(card, target, landing) {
            if self.uncovers(from, target) {
                self.put(progress, 1);
                self.expose_between(from, target)?;
            }
            return Ok(Next::Op);
        }
        let up = self.face_in(card, target, info);
        self.must_be_known(card, target, up)?;
        self.takes(card, target)?;
        let under = landing.under;
        self.put(progress, 1);
        if self.hooked(Primitive::Move) {
            return self.move_as_event(card, target, up, under);
        }
        if self.move_card(card, target, up, under)? {
            self.trace_did(Did::Moved { card, from, to: target, up });
            self.expose()?;
            return Ok(Next::Op);
        }
        self.tell_kept_out(card, target)?;
        self.expose()?;
        self.short_then_next()
    }

    fn move_as_event(&mut self, card: ComponentId, target: PlaceId, up: bool, under: bool) -> Run<Next> {
        let source = self.s.card(card).map_or(NONE, |c| Reg::from(c.place.0));
        let args = [Reg::from(card.0), source, Reg::from(target.0), Reg::from(up), Reg::from(under)];
        self.push_event(Primitive::Move, &args)?;
        // The op runs again when the event is over, with the next card.
        Ok(Next::Elsewhere)
    }

    /// Takes cards from the top of a place: what is there, then what a refill brings.
    #[inline(never)]
    pub(crate) fn move_top(&mut self, count: R, from: R, place: R, how: u16, progress: R) -> Run<Next> {
        // Without progress it is one card of which nobody hears.
        if progress == NO_REG && !self.told && self.move_top_simply(from, place, how) {
            return Ok(Next::Op);
        }
        self.move_tops(count, from, place, how, progress)
    }

    #[inline(never)]
    fn move_tops(&mut self, count: R, from: R, place: R, how: u16, progress: R) -> Run<Next> {
        let wanted = if count == NO_REG { 1 } else { self.get(count) };
        let (Some(source), Some(target)) = (self.place_in(from), self.place_in(place)) else {
            return self.skipped();
        };
        let Some(info) = sure(self.p.moves.get(how as usize).copied()) else { return Ok(Next::Op) };
        let Some(landing) = self.p.landing(how, target) else { return self.skipped() };
        let simple = self.moves_simply();
        if wanted == NONE {
            return self.skipped();
        }
        let under = landing.under;
        // Progress: how many were moved, and how many on top come out of a bag together.
        let (mut done, mut together) = progress_parts(self.get(progress));
        while (done as Reg) < wanted {
            let top = ComponentId(self.s.pile(source).top);
            if simple && together < 2 && self.s.card(top).is_some_and(|card| card.group == 0) {
                let moved = self.move_known_tops(source, target, how, wanted as usize - done);
                if moved > 0 {
                    self.burn(moved as u32)?;
                    (done, together) = (done + moved, 0);
                    self.put(progress, progress_of(done, together));
                    continue;
                }
            }
            self.burn(1)?;
            let mut top = self.s.pile(source).top;
            if top == NOBODY {
                self.refill(source)?;
                top = self.s.pile(source).top;
            }
            if top == NOBODY {
                self.expose()?;
                return self.short_then_next();
            }
            let card = ComponentId(top);
            let watched = self.hooked(Primitive::Move);
            if !watched && source != target && self.room(target) == Some(0) {
                // A card that stays where it is need not be known.
                self.trace_did(Did::Full { card, place: target });
                self.expose()?;
                return self.short_then_next();
            }
            let dealt =
                if simple && together == 0 { self.deal_tops(source, target, info, wanted as usize - done) } else { 0 };
            if dealt > 0 {
                // The first is paid for.
                self.burn(dealt as u32 - 1)?;
                done += dealt;
                self.put(progress, progress_of(done, together));
                continue;
            }
            let run = InMotion::Top(source);
            if together == 0 {
                together = self.out_of_one_bag(run, source, target, info, wanted as usize - done)?;
                self.put(progress, progress_of(done, together));
            }
            if together > 1 {
                if let Some(asked) = self.draw_together(run, together)? {
                    return Ok(asked);
                }
                // All of them are known now. Where somebody hears of each, others may come between them.
                together = if watched { together } else { 0 };
                let moved = if simple { self.move_known_tops(source, target, how, wanted as usize - done) } else { 0 };
                if moved > 0 {
                    // The first is paid for.
                    self.burn(moved as u32 - 1)?;
                    done += moved;
                    self.put(progress, progress_of(done, together));
                    continue;
                }
            }
            let up = self.face_in(card, target, info);
            self.must_be_known(card, target, up)?;
            self.takes(card, target)?;
            done += 1;
            together = together.saturating_sub(1);
            self.put(progress, progress_of(done, together));
            if watched {
                return self.move_as_event(card, target, up, under);
            }
            if simple && self.move_simply(card, target, landing) {
                continue;
            }
            if self.move_card(card, target, up, under)? {
                self.trace_did(Did::Moved { card, from: source, to: target, up });
            } else {
                // It stays on top, so none below it comes either.
                self.tell_kept_out(card, target)?;
                self.expose()?;
                return self.short_then_next();
            }
        }
        if self.uncovers(source, target) {
            self.expose_between(source, target)?;
        }
        Ok(Next::Op)
    }

    /// Shuffles the refill zone under what is left of a place.
    pub(crate) fn refill(&mut self, place: PlaceId) -> Run<()> {
        let Some(from) = self.p.place_refill.get(place.index()).copied().flatten() else { return Ok(()) };
        if self.s.pile(from).len == 0 || from == place {
            return Ok(());
        }
        let kept = self.not_taken(from, place)?;
        if kept.len() == usize::from(self.s.pile(from).len) {
            return Ok(());
        }
        kept.iter().for_each(|card| self.s.lift(*card));
        // They lie as they will when they are mixed: a bag is mixed by what its cards are, not by how they lay before.
        let Some(to) = sure(self.p.places.get(place.index())) else { return Ok(()) };
        self.s.rearranged_at(from);
        let (up_from_down, up_from_up) =
            (to.face_after(AS_THE_ZONE_HAS_IT, false), to.face_after(AS_THE_ZONE_HAS_IT, true));
        let mut next = self.s.pile(from).top;
        while let Some(card) = self.s.cards.get_mut(next as usize) {
            let (id, up) = (ComponentId(next), if card.up { up_from_up } else { up_from_down });
            next = card.below;
            if card.group == 0 {
                card.up = up;
            } else {
                self.s.set_face(id.index(), up);
            }
        }
        self.clear_states_in(from);
        self.shuffle_place(from)?;
        self.s.lay_all_under(from, place);
        kept.iter().for_each(|card| self.s.lay(*card, from, true));
        self.trace_did(Did::Refilled { place, from });
        Ok(())
    }

    /// Before the top of a pile is taken, looked at or named: what is not there is refilled.
    pub(crate) fn refill_for(&mut self, count: Reg, place: Reg) -> Run<Next> {
        let wanted = if count == NONE { 1 } else { count };
        if let Some(place) = place_id(place)
            && Reg::from(self.s.pile(place).len) < wanted
        {
            self.refill(place)?;
        }
        Ok(Next::Op)
    }

    pub(crate) fn shuffle(&mut self, place: Reg) -> Run<Next> {
        let Some(place) = place_id(place) else { return self.skipped() };
        if self.hooked(Primitive::Shuffle) {
            self.push_event(Primitive::Shuffle, &[Reg::from(place.0)])?;
            return Ok(Next::Frames);
        }
        self.shuffle_place(place)?;
        self.trace_did(Did::Shuffled { place });
        Ok(Next::Op)
    }

    /// `turn S up | down | over` (0 down, 1 up, 2 over)
    pub(crate) fn turn(&mut self, list: R, face: u8, progress: R) -> Run<Next> {
        let cards = self.get(list);
        let mut at = self.get(progress).max(0) as usize;
        while let Some(card) = self.item(cards, at).and_then(|w| card_id(reg(w))) {
            self.burn(1)?;
            let Some(old) = self.s.card(card).copied() else { break };
            if self.face_open(card) {
                return Err(Trap::Unknown(card));
            }
            let up = if face == 2 { !old.up } else { face == 1 };
            self.must_be_known(card, old.place, up)?;
            at += 1;
            self.put(progress, at as Reg);
            if up == old.up {
                continue;
            }
            if self.hooked(Primitive::Turn) {
                self.push_event(Primitive::Turn, &[Reg::from(card.0), Reg::from(up)])?;
                return Ok(Next::Elsewhere);
            }
            self.turn_card(card, up);
        }
        self.expose()?;
        Ok(Next::Op)
    }

    /// The same for one card where nobody hears of it.
    pub(crate) fn turn_one(&mut self, card: R, up: bool) -> Run<Next> {
        let Some((card, old)) = card_id(self.get(card)).and_then(|id| Some((id, *self.s.card(id)?))) else {
            return Ok(Next::Op);
        };
        if self.face_open(card) {
            return Err(Trap::Unknown(card));
        }
        if up != old.up {
            self.must_be_known(card, old.place, up)?;
            self.turn_card(card, up);
        }
        if self.uncovers(old.place, old.place) {
            self.expose_between(old.place, old.place)?;
        }
        Ok(Next::Op)
    }

    pub(crate) fn turn_card(&mut self, card: ComponentId, up: bool) {
        let Some(place) = self.s.card(card).map(|c| c.place) else { return };
        let sight = self.sight(place, up);
        self.s.set_face(card.index(), up);
        if let Some(c) = self.s.cards.get_mut(card.index()) {
            c.known |= sight;
        }
        self.s.rearranged_at(place);
        self.s.touched();
        self.trace_did(Did::Turned { card, up });
    }

    /// Turns a whole pile upside down: order and faces.
    pub(crate) fn flip(&mut self, place: Reg) -> Run<Next> {
        let Some(place) = place_id(place) else { return self.skipped() };
        // Of a bag that reaches beyond this pile only a part is turned over: which part, must be known.
        if let Some(card) = self.first_in_common_bag(place) {
            return Err(Trap::Unknown(card));
        }
        self.s.rearranged();
        let mut next = self.s.pile(place).top;
        let mut left = self.s.cards.len();
        while let Some(c) = self.s.cards.get_mut(next as usize)
            && left > 0
        {
            left -= 1;
            std::mem::swap(&mut c.above, &mut c.below);
            let (turned, up) = (next, !c.up);
            next = c.above;
            self.s.set_face(turned.into(), up);
        }
        if let Some(pile) = self.s.piles.get_mut(place.index()) {
            std::mem::swap(&mut pile.top, &mut pile.bottom);
        }
        self.s.touched();
        self.trace_did(Did::Flipped { place });
        self.observe_place(place);
        Ok(Next::Op)
    }

    /// Everybody sees what can be seen of a place that changed as a whole.
    pub(super) fn observe_place(&mut self, place: PlaceId) {
        if self.observing() {
            let cards: Vec<ComponentId> = self.s.cards_in(place).collect();
            cards.into_iter().for_each(|card| self.observe_card(card));
        }
    }
}

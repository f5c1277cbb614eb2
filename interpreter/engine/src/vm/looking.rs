//! What looking does: `look`, `reveal`, `tell` and `hide` change what seats know, and nothing else.

use super::lists::card_id;
use super::{Machine, Next, Run};
use crate::ids::*;
use crate::program::op::{NO_REG, Pc, R};
use crate::state::lore::Fact;
use crate::state::stack::*;
use crate::trace::Did;
use crate::vocabulary::Primitive;

impl Machine<'_> {
    /// The doer learns which cards these are.
    pub(crate) fn look(&mut self, list: R, progress: R) -> Run<Next> {
        let mask = self.seat_of(self.ctx.me).map_or(0, |s| 1 << (s.0 & 31));
        self.show(list, progress, mask, Primitive::Look)
    }

    /// Everybody does, or only some.
    pub(crate) fn reveal(&mut self, list: R, to: R, progress: R) -> Run<Next> {
        let mut mask = u32::MAX;
        if to != NO_REG {
            let to = self.get(to);
            mask = 0;
            for i in 0..list_parts(to).1 {
                let seat = self.item(to, i).and_then(|actor| self.seat_of(actor));
                mask |= seat.map_or(0, |s| 1 << (s.0 & 31));
            }
        }
        self.show(list, progress, mask, Primitive::Reveal)
    }

    fn show(&mut self, list: R, progress: R, mask: u32, primitive: Primitive) -> Run<Next> {
        if progress == NO_REG {
            // One card, and nobody hears of it.
            let Some(card) = card_id(self.get(list)) else { return Ok(Next::Op) };
            if self.s.card(card).is_some_and(|c| c.group != 0) {
                self.know(card)?;
            }
            self.show_card(card, mask);
            return Ok(Next::Op);
        }
        self.order_shown(list, progress, mask)?;
        let cards = self.get(list);
        let mut at = self.get(progress).max(0) as usize;
        let heard = self.hooked(primitive);
        while let Some(card) = self.item(cards, at).and_then(|w| card_id(reg(w))) {
            self.burn(1)?;
            if self.s.card(card).is_some_and(|c| c.group != 0) {
                self.know(card)?;
            }
            at += 1;
            self.put(progress, at as Reg);
            if heard {
                self.push_event(primitive, &[Reg::from(card.0), Reg::from(mask)])?;
                return Ok(Next::Elsewhere);
            }
            self.show_card(card, mask);
        }
        Ok(Next::Op)
    }

    /// These seats know a card from now on.
    pub(crate) fn show_card(&mut self, card: ComponentId, mask: u32) {
        let seats = (1u32 << self.p.nouns.seats.len().min(31)) - 1;
        let Some(c) = self.s.cards.get_mut(card.index()) else { return };
        let news = !c.known & mask & seats != 0;
        c.known |= mask;
        self.s.known_otherwise();
        if news {
            self.s.touched();
        }
        self.trace_did(Did::Shown { card, seats: mask });
    }

    /// Somebody learns which cards of a set meet a condition, and which do not.
    pub(crate) fn tell(&mut self, to: Reg, of: Reg, matching: Reg, item: R, cond: Pc) -> Run<Next> {
        if of == NONE {
            return self.skipped();
        }
        self.s.touched();
        let seat = |m: &Self, i: usize| m.item(to, i).and_then(|actor| m.seat_of(actor));
        let seats = (0..list_parts(to).1).filter_map(|i| seat(self, i)).fold(0, |bits, s| bits | 1 << (s.0 & 31));
        // What all are told, whoever looks on hears, too.
        let all = (1u32 << self.p.nouns.seats.len().min(31)) - 1;
        let seats = if seats == all { u32::MAX } else { seats };
        if self.s.lore.on() && seats != 0 {
            for i in 0..list_parts(of).1 {
                let Some(word) = self.item(of, i) else { break };
                let yes = self.list(matching).contains(&word);
                if let Some(card) = card_id(reg(word)) {
                    self.note_fact(card, seats, yes, item, cond)?;
                }
            }
        }
        if self.trace.is_some() || self.observing() {
            let yes = self.list(matching).to_vec();
            let all = self.list(of).iter().map(|w| (*w, yes.contains(w)));
            let cards = all.filter_map(|(w, has)| Some((card_id(reg(w))?, has))).collect();
            self.trace_did(Did::Told { to: self.list(to).to_vec(), cards });
        }
        Ok(Next::Op)
    }

    /// What a yes or no about a card leaves possible: the condition is asked of every design it could have.
    fn note_fact(&mut self, card: ComponentId, seats: u32, yes: bool, item: R, cond: Pc) -> Run<()> {
        let Some(design) = self.s.card(card).map(|c| c.design) else { return Ok(()) };
        self.burn(self.p.nouns.designs.len() as u32)?;
        self.s.lore.begin_fact(Fact { card, seats }, self.p.nouns.designs.len());
        self.put(item, Reg::from(card.0));
        for i in 0..self.p.nouns.designs.len() {
            if let Some(c) = self.s.cards.get_mut(card.index()) {
                c.design = DesignId::from_index(i);
            }
            self.s.rearranged();
            // What cannot be asked of a design rules nothing out.
            let holds = self.eval_word(cond).map_or(yes, |answer| answer == 1);
            if holds == yes {
                self.s.lore.allow(DesignId::from_index(i));
            }
        }
        if let Some(c) = self.s.cards.get_mut(card.index()) {
            c.design = design;
        }
        self.s.rearranged();
        self.s.lore.end_fact();
        Ok(())
    }

    /// Nobody but those who see it where it lies knows it any more.
    pub(crate) fn hide(&mut self, list: Reg) -> Run<Next> {
        for i in 0..list_parts(list).1 {
            let Some(card) = self.item(list, i).and_then(|w| card_id(reg(w))) else { continue };
            let (place, sight) =
                self.s.card(card).map_or((PlaceId(u16::MAX), 0), |c| (c.place, self.sight(c.place, c.up)));
            if let Some(c) = self.s.cards.get_mut(card.index()) {
                c.known = sight;
            }
            self.trace_did(Did::Hidden { card });
            if self.s.lore.on() {
                self.s.mix_chosen(card, place, !sight);
            }
        }
        self.s.known_otherwise();
        self.s.touched();
        Ok(Next::Op)
    }
}

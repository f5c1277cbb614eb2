//! Settle points: ends take effect, displays fill, rules that always hold act until nothing changes.

use super::drawing::InMotion;
use super::pure::compare;
use super::{FaultKind, Machine, Next, Run, Trouble};
use crate::ids::*;
use crate::program::asks::{Plain, PlainRead, RuleNumber};
use crate::program::changed::Changed;
use crate::program::nouns::{ABSENT, Distinct, Word, ZoneOrder};
use crate::program::op::R;
use crate::program::{HookInfo, HookKind, MoveInfo};
use crate::state::Ending;
use crate::state::stack::*;
use crate::sure::sure;
use crate::trace::Did;
use crate::vocabulary::End;

/// How often rules may act at one settle point.
const ROUNDS: u16 = 1000;

/// The register that says how many of the next cards of a display are drawn together.
const TOGETHER: R = 3;

/// The number of an element, and its name and value where the rule runs over a set.
type Element = (usize, Option<(u16, Reg)>);

/// For whom and what a rule holds.
struct Holds {
    at: usize,
    item: Option<(u16, Reg)>,
    me: Word,
    this: Word,
    lasting: Option<usize>,
}

/// How cards come to lie in displays: behind the others, face up.
const INTO_A_DISPLAY: MoveInfo = MoveInfo { end: MoveInfo::UNDER, face: MoveInfo::UP, named: false };

impl Machine<'_> {
    /// After a statement: rules act if something changed.
    #[inline]
    pub(crate) fn settle_point(&mut self) -> Run<Next> {
        let flow = &self.s.flow;
        if !flow.dirty && flow.end == Ending::No {
            return Ok(Next::Op);
        }
        if flow.quiet || flow.at_once > 0 || self.s.stack.lane_of != ABSENT {
            return Ok(Next::Op);
        }
        if flow.end != Ending::No && !self.closing() {
            return self.close();
        }
        let idle = self.p.fills.is_empty() && self.p.always.is_empty() && self.s.later.is_empty();
        // Rules do not watch themselves act: the pass under way sees what they changed.
        let settling = self.s.stack.frames.iter().any(|f| f.kind == FrameKind::Settle);
        if idle || settling {
            self.s.flow.dirty = settling && !idle;
            return Ok(Next::Op);
        }
        let unread = self.s.later.is_empty() && !self.p.rules_read.concerns(self.s.flow.changed);
        if unread && (self.displays_full() || self.filled_at_once()) {
            // Nobody looks at what has changed.
            (self.s.flow.dirty, self.s.flow.changed) = (false, Changed::NOTHING);
            return Ok(Next::Op);
        }
        self.s.flow.dirty = false;
        if self.at_rest() {
            return Ok(Next::Op);
        }
        self.check_depth()?;
        let saved = self.ctx;
        (self.ctx.me, self.ctx.this, self.ctx.who) = (self.s.flow.active, ABSENT, ABSENT);
        self.push_frame(FrameKind::Settle, 0, 4);
        self.ctx = saved;
        let abilities = self.s.stack.abilities;
        if let Some(frame) = self.frame_mut() {
            frame.region = 0;
            // Between effects: no ability is under way.
            frame.subject = u16::from(abilities == 0);
        }
        Ok(Next::Frames)
    }

    /// Whether something changed that a rule or a display may act upon at the next settle point.
    #[inline]
    pub(super) fn is_unsettled(&self) -> bool {
        let flow = &self.s.flow;
        flow.dirty && (self.p.settles_on.concerns(flow.changed) || !self.s.later.is_empty())
    }

    /// Whether no rule acts and no display fills, found out without a frame. Where that is not known yet, it is no.
    fn at_rest(&mut self) -> bool {
        let between = self.s.stack.abilities == 0;
        if !self.s.later.is_empty() || !self.displays_full() {
            return false;
        }
        for i in 0..self.p.always.len() {
            if self.looks_elsewhere(i) || self.plainly_rests(i) {
                continue;
            }
            match self.rule_to_act(i, 0, between) {
                Ok(None) => {}
                Ok(Some(_)) | Err(_) => return false,
            }
        }
        self.all_asked(between);
        true
    }

    /// Whether a rule looks at nothing that has changed: then it holds no more than it did.
    #[inline]
    fn looks_elsewhere(&self, i: usize) -> bool {
        self.p.always_reads.get(i).is_some_and(|reads| !reads.concerns(self.s.flow.changed))
    }

    /// Whether a rule is known to hold for nobody, without code.
    fn plainly_rests(&mut self, i: usize) -> bool {
        let p = self.p;
        let Some(Some(rule)) = p.always_plain.get(i) else { return false };
        let with = match rule.with {
            RuleNumber::Number(number) => number,
            RuleNumber::Value(value) => {
                let Some(info) = sure(p.values.get(value.index()).filter(|info| !self.is_modified(info))) else {
                    return false;
                };
                match info.plain {
                    Some(plain @ Plain { read: PlainRead::Number(number), .. }) => plain.within(number),
                    _ => return false,
                }
            }
        };
        let holds = |member: &Word| {
            let Ok(member) = u32::try_from(*member) else { return true };
            let slots = &rule.slots[..];
            let had = match slots {
                [slot] => reg(self.s.read(slot + member)),
                _ => slots.iter().map(|slot| Reg::from(self.s.read(slot + member))).sum(),
            };
            // Code tells what is wrong with numbers that are too large.
            had > Reg::from(Word::MAX) || compare(rule.how, had, with)
        };
        !self.list(rule.members).iter().any(holds)
    }

    /// All were asked, and none acts: those that wait for the end of effects were asked only then.
    fn all_asked(&mut self, between: bool) {
        if between || !self.p.rules_wait {
            self.s.flow.changed = Changed::NOTHING;
        }
    }

    /// Whether something may wait for the end of effects.
    #[inline]
    pub(super) fn waits_for_end(&self) -> bool {
        self.p.rules_wait || !self.s.later.is_empty()
    }

    /// The outermost ability is over: what waits for that acts now.
    pub(crate) fn between_effects(&mut self) -> Run<Next> {
        self.s.flow.dirty |= self.waits_for_end();
        match self.settle_point()? {
            Next::Over => Ok(Next::Over),
            _ => Ok(Next::Elsewhere),
        }
    }

    /// One pass: fills first, then the first rule whose condition holds, then again from the top.
    pub(crate) fn run_settle(&mut self, frame: Frame) -> Run<Next> {
        self.burn(1)?;
        if self.s.flow.end != Ending::No && !self.closing() {
            self.pop_frame();
            return self.close();
        }
        if frame.index > ROUNDS {
            self.fault_only_for_real()?;
            let p = self.p;
            let last = usize::try_from(self.get(0)).ok().and_then(|i| p.always.get(i));
            let rule = last.and_then(|id| p.hooks.get(id.index()));
            // The fault stands at the rule, not at what gave it reason to act.
            self.set_pc(rule.map_or(0, |h| h.code));
            let name = rule.map_or("?", |h| &h.name).to_owned();
            return Err(self.in_trouble(Trouble::Naming(FaultKind::Restless(name))));
        }
        if let Some(asked) = self.fill_displays()? {
            return Ok(asked);
        }
        let between = frame.subject == 1;
        // Registers: the rule that acted last, the effects counted then, and for which element it acted; then `TOGETHER`.
        // A rule that changed nothing is at rest for that element; those behind it come next.
        let (last, effects, element) = (self.get(0), self.get(1), self.get(2));
        let rested = last != NONE && effects == Reg::from(self.s.flow.effects);
        let (first, mut element) = if rested { (last.max(0) as usize, element.max(0) as usize + 1) } else { (0, 0) };
        for i in first..self.p.always.len() {
            if !self.looks_elsewhere(i)
                && !self.plainly_rests(i)
                && let Some(holds) = self.rule_to_act(i, element, between)?
            {
                return self.enter_rule(i, &holds);
            }
            element = 0;
        }
        if between && let Some(later) = self.s.later.first().copied() {
            self.s.later.remove(0);
            return self.enter_later(later);
        }
        self.s.flow.dirty = false;
        if frame.index == 0 {
            self.all_asked(between);
        }
        self.pop_frame();
        Ok(Next::Elsewhere)
    }

    #[inline]
    pub(super) fn displays_full(&mut self) -> bool {
        self.s.layout.full || self.found_full()
    }

    #[inline(never)]
    fn found_full(&mut self) -> bool {
        let full = self.p.fills.iter().all(|(place, to, _)| self.s.pile(*place).len >= *to);
        self.s.layout.full = full;
        full
    }

    /// For whom an always-rule holds (for some element, from `first` on).
    fn rule_to_act(&mut self, i: usize, first: usize, between: bool) -> Run<Option<Holds>> {
        let p = self.p;
        let Some(info) = p.always.get(i).and_then(|id| p.hooks.get(id.index())) else { return Ok(None) };
        if matches!(info.kind, HookKind::Always { between_effects: true }) && !between {
            return Ok(None);
        }
        let Some(index) = sure(p.always_index.get(i)) else { return Ok(None) };
        let mut found: Option<Holds> = None;
        // Positions count over all live bearers of the rule, so that one at rest does not hide the next.
        let mut passed = 0;
        let mark = self.list_mark();
        let result = self.each_live_hook(index, self.s.flow.active, &mut |m, _, me, this, lasting| {
            if found.is_none() {
                let from = first.saturating_sub(passed);
                let (hit, count) = m.rule_holds(info, (me, this, lasting), from)?;
                found = hit.map(|(at, item)| Holds { at: passed + at, item, me, this, lasting });
                passed += count;
            }
            Ok(())
        });
        self.s.stack.lists.truncate(mark);
        result?;
        Ok(found)
    }

    /// Starts the body of an always-rule.
    fn enter_rule(&mut self, i: usize, holds: &Holds) -> Run<Next> {
        let Some(id) = self.p.always.get(i).copied() else { return Ok(Next::Elsewhere) };
        let effects = Reg::from(self.s.flow.effects);
        self.put(0, i as Reg);
        self.put(1, effects);
        self.put(2, holds.at as Reg);
        if let Some(frame) = self.frame_mut() {
            frame.index += 1;
        }
        let doer = match holds.item {
            // A rule about a player is done by that player.
            Some((local, value)) if self.local_is_actor(id, local) => word(value),
            _ => holds.me,
        };
        let base = self.ctx.base;
        self.enter_hook(id, doer, holds.this, doer, base, holds.lasting)?;
        if let Some((local, value)) = holds.item {
            self.put(local, value);
        }
        Ok(Next::Frames)
    }

    /// Whether a rule holds for one bearer, from the element of this number on; and how many elements there are.
    fn rule_holds(
        &mut self,
        info: &HookInfo,
        (me, this, lasting): (Word, Word, Option<usize>),
        from: usize,
    ) -> Run<(Option<Element>, usize)> {
        self.aside(info.registers, me, this, ABSENT, |m| {
            m.put_captures(info.captures, lasting);
            let Some((set, local)) = info.each else {
                let holds = from == 0 && info.cond.map_or(Ok(1), |c| m.eval_word(c))? == 1;
                return Ok((holds.then_some((0, None)), 1));
            };
            let set = m.set_of(set)?;
            let count = list_parts(set).1;
            for at in from..count {
                let Some(item) = m.item(set, at) else { break };
                m.put(local, reg(item));
                if info.cond.map_or(Ok(1), |c| m.eval_word(c))? == 1 {
                    return Ok((Some((at, Some((local, reg(item))))), count));
                }
            }
            Ok((None, count))
        })
    }

    fn local_is_actor(&self, hook: HookId, local: u16) -> bool {
        self.p.hooks.get(hook.index()).is_some_and(|h| h.each_is_actor && h.each.is_some_and(|(_, l)| l == local))
    }

    fn enter_later(&mut self, later: crate::state::Later) -> Run<Next> {
        let p = self.p;
        let Some(info) = p.laters.get(later.code as usize) else { return Ok(Next::Elsewhere) };
        self.check_depth()?;
        (self.ctx.me, self.ctx.this, self.ctx.who) = (later.me, later.this, ABSENT);
        self.put(0, NONE);
        let base = self.push_frame(FrameKind::Code, info.code, info.registers as usize);
        self.ctx.base = base;
        for (i, value) in later.captures.iter().take(info.captures.len()).enumerate() {
            self.put(i as u16, *value);
        }
        self.trace_later();
        Ok(Next::Frames)
    }

    /// Displays take cards up to their number, or chance is asked which.
    fn fill_displays(&mut self) -> Run<Option<Next>> {
        for i in 0..self.p.fills.len() {
            let Some((place, to, from)) = self.p.fills.get(i).copied() else { break };
            if self.s.pile(place).len < to {
                self.trace_filling(place);
                let filled = self.fill(place, to, from);
                self.trace_filled();
                if let Some(asked) = filled? {
                    return Ok(Some(asked));
                }
            }
        }
        Ok(None)
    }

    /// Fills displays without a frame, where no rule can act, nobody is told, and chance is here to tell which cards come.
    /// Whether all are full.
    fn filled_at_once(&mut self) -> bool {
        let p = self.p;
        if self.told || !p.only_fills {
            return false;
        }
        for (place, to, from) in p.fills.iter().copied() {
            let mut tries = self.s.pile(from).len + self.refillable(from);
            while self.s.pile(place).len < to {
                let missing = to - self.s.pile(place).len;
                if !self.filled_by_one(place, from, missing, &mut tries) {
                    return false;
                }
            }
        }
        true
    }

    /// Lays the card on top of a pile into a display, or under its pile where it must not come there; else nothing is done yet.
    fn filled_by_one(&mut self, place: PlaceId, from: PlaceId, missing: u16, tries: &mut u16) -> bool {
        let p = self.p;
        let Some(to) = sure(p.places.get(place.index())) else { return false };
        let differ = p.nouns.zones.get(to.zone.index()).is_none_or(|zone| zone.distinct.is_some());
        let together = missing > 1 && to.order == ZoneOrder::Set && !differ;
        let top = ComponentId(self.s.pile(from).top);
        let Some(group) = self.s.card(top).map(|card| card.group) else { return false };
        let room = from != place && !to.is_picky() && self.s.pile(place).len < to.most;
        // A display that nobody sees is none of the usual ones.
        if together || !room || to.sight_of(true) == 0 {
            return false;
        }
        if differ {
            if group != 0 {
                if !self.draw_at_once(top) {
                    return false;
                }
                // A display is gone through from the start where a card became known.
                *tries = self.s.pile(from).len + self.refillable(from);
            }
            match self.clashes(top, place) {
                Ok(true) if *tries > 0 => {
                    *tries -= 1;
                    self.lay_under(top, from);
                    return true;
                }
                Ok(_) => {}
                Err(_) => return false,
            }
        }
        let known = group == 0 || differ;
        (known || self.draw_at_once(top)) && self.move_simply(top, place, &to.landing(INTO_A_DISPLAY))
    }

    /// Fills one display, no two cards alike where that is asked and possible.
    fn fill(&mut self, place: PlaceId, to: u16, from: PlaceId) -> Run<Option<Next>> {
        let mut tries = self.s.pile(from).len + self.refillable(from);
        while self.s.pile(place).len < to {
            let mut top = self.s.pile(from).top;
            if top == crate::state::cards::NOBODY {
                self.refill(from)?;
                top = self.s.pile(from).top;
            }
            if top == crate::state::cards::NOBODY {
                break;
            }
            let mut together = self.get(TOGETHER).max(0) as usize;
            if together == 0 {
                together = self.filled_together(from, place, usize::from(to - self.s.pile(place).len));
                self.put(TOGETHER, together as Reg);
            }
            if together > 1
                && let Some(asked) = self.draw_together(InMotion::Top(from), together)?
            {
                return Ok(Some(asked));
            }
            let card = ComponentId(top);
            let unfit = !self.takes(card, place)?;
            if (unfit || self.clashes(card, place)?) && tries > 0 {
                tries -= 1;
                self.lay_under(card, from);
                continue;
            }
            if unfit {
                break;
            }
            let up = self.s.card(card).is_some_and(|c| c.up) || self.sight(place, true) != 0;
            if !self.move_card(card, place, up, true)? {
                break;
            }
            self.put(TOGETHER, together.saturating_sub(1) as Reg);
            self.trace_did(Did::Moved { card, from, to: place, up });
        }
        Ok(None)
    }

    /// A card that must not come into a display goes under the pile it came from.
    fn lay_under(&mut self, card: ComponentId, from: PlaceId) {
        self.s.lift(card);
        self.s.lay(card, from, true);
        self.s.touched();
    }

    fn refillable(&self, place: PlaceId) -> u16 {
        self.p.place_refill.get(place.index()).copied().flatten().map_or(0, |from| self.s.pile(from).len)
    }

    /// Whether a card equals one of a display whose cards must differ.
    fn clashes(&mut self, card: ComponentId, place: PlaceId) -> Run<bool> {
        let zone = self.p.nouns.places.get(place.index()).and_then(|p| self.p.nouns.zones.get(p.zone.index()));
        let Some(distinct) = zone.and_then(|z| z.distinct) else { return Ok(false) };
        let design = self.design_of(card)?;
        let key = |m: &Self, design: DesignId| -> Word {
            match distinct {
                Distinct::Design => Word::from(design.0),
                Distinct::Attribute(a) => {
                    m.p.nouns
                        .designs
                        .get(design.index())
                        .and_then(|d| d.attributes.get(a.index()))
                        .copied()
                        .unwrap_or(0)
                }
            }
        };
        let wanted = key(self, design);
        let mut next = self.ends(End::Top, None, Reg::from(place.0))?;
        while let Some(id) = super::lists::card_id(next) {
            let Some(c) = self.s.card(id).copied() else { break };
            if key(self, c.design) == wanted {
                return Ok(true);
            }
            next = if c.below == crate::state::cards::NOBODY { NONE } else { Reg::from(c.below) };
        }
        Ok(false)
    }
}

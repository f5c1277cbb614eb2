//! Pure ops with more to do than a few steps: questions, lists, values.

use super::lists::{card_id, overflow, place_id};
use super::{Machine, Plain, Run, Trap};
use crate::ids::*;
use crate::program::asks::Certainty;
use crate::program::nouns::{ABSENT, Class, Word};
use crate::program::op::{NO_REG, Op};
use crate::state::stack::*;
use crate::sure::sure;
use crate::vocabulary::{Arithmetic, Compare};

impl Machine<'_> {
    /// Pure ops that are no matter of a few steps: questions, lists, values.
    #[inline(never)]
    pub(crate) fn pure_op(&mut self, op: &Op) -> Run<()> {
        match *op {
            Op::DesignAttribute { d, of, attribute } => {
                let design = self.get(of);
                let value = u16::try_from(design).map_or(NONE, |id| self.design_attribute(DesignId(id), attribute));
                self.put(d, value);
            }
            Op::SpaceAttribute { d, of, index } => {
                let space = usize::try_from(self.get(of)).ok().and_then(|i| self.p.nouns.spaces.get(i));
                let value = space.and_then(|s| s.attributes.get(index as usize)).map_or(NONE, |w| reg(*w));
                self.put(d, value);
            }
            Op::EnumAttribute { d, of, of_enum, index } => {
                let value = self.enum_attribute(self.get(of), of_enum, index);
                self.put(d, value);
            }
            Op::ListOfIndex { d, s } => {
                let index = self.get(s);
                let list = usize::try_from(index).map_or(NONE, |i| self.constant_list(i));
                self.put(d, list);
            }
            Op::Value { d, value, args } => {
                let value = self.value(ValueId(value), args)?;
                self.put(d, value);
            }
            Op::Can { d, action, args, by } => {
                let by = if by == NO_REG { self.ctx.me } else { word(self.get(by)) };
                let yes = self.can(ActionId(action), args, by)?;
                self.put(d, Reg::from(yes));
            }
            Op::CanRun { d, of, ability, by } => {
                let by = if by == NO_REG { self.ctx.me } else { word(self.get(by)) };
                let yes = self.can_run(self.get(of), AbilityId(ability), by)?;
                self.put(d, Reg::from(yes));
            }
            Op::CanPay { d, state, amount } => {
                let yes = self.can_pay_counter(StateId(state), self.get(amount));
                self.put(d, Reg::from(yes));
            }
            Op::CanPayStuff { d, stuff, amount } => {
                let yes = self.can_pay_stuff(StuffId(stuff), self.get(amount));
                self.put(d, Reg::from(yes));
            }
            Op::CanPayMix { d, group, amount } => {
                let yes = self.can_pay_mix(group, self.get(amount))?;
                self.put(d, Reg::from(yes));
            }
            Op::In { d, a, list } => {
                let a = self.get(a);
                let yes = a != NONE && self.list(self.get(list)).contains(&word(a));
                self.put(d, Reg::from(yes));
            }
            Op::IsDesign { d, s, design } => {
                let yes = match card_id(self.get(s)) {
                    Some(card) => self.design_of(card)?.0 == design,
                    None => false,
                };
                self.put(d, Reg::from(yes));
            }
            Op::IsZone { d, s, zone } => {
                let place = place_id(self.get(s)).and_then(|id| self.p.nouns.places.get(id.index()));
                self.put(d, Reg::from(place.is_some_and(|p| p.zone.0 == zone)));
            }
            Op::IsEmpty { d, list } => {
                let yes = self.list(self.get(list)).is_empty();
                self.put(d, Reg::from(yes));
            }
            Op::HasAbility { d, s, ability } => {
                let yes = match card_id(self.get(s)) {
                    Some(card) => {
                        let design = self.design_of(card)?;
                        self.ability(design, AbilityId(ability)).is_some()
                    }
                    None => false,
                };
                self.put(d, Reg::from(yes));
            }
            Op::IsCertain { d, s, ability, place, asks } => {
                let says = self.certainty(&Certainty { of: s, ability: AbilityId(ability), place, asks })?;
                self.put(d, says);
            }
            Op::Single { d, s } => {
                let (mark, word) = (self.list_mark(), word(self.get(s)));
                if word != ABSENT {
                    self.push_word(word)?;
                }
                self.put(d, self.list_since(mark));
            }
            Op::Cards { d, place } => {
                let list = self.cards_of(self.get(place))?;
                self.put(d, list);
            }
            Op::CountCards { d, place } => self.put(d, self.count_cards(self.get(place))),
            Op::PushCards { place } => self.push_cards(self.get(place))?,
            Op::Range { d, a, b } => {
                let (a, b) = (self.get(a), self.get(b));
                let list = if a == NONE || b == NONE { NONE } else { self.range(a, b)? };
                self.put(d, list);
            }
            Op::Union { d, a, b } => {
                let list = self.union(self.get(a), self.get(b))?;
                self.put(d, list);
            }
            Op::ExceptItem { d, list, item } => {
                let item = word(self.get(item));
                let list = self.except(self.get(list), |_, w| w == item)?;
                self.put(d, list);
            }
            Op::ExceptList { d, list, items } => {
                let items = self.get(items);
                let list = self.except(self.get(list), |m, w| m.list(items).contains(&w))?;
                self.put(d, list);
            }
            Op::FindTest { d, list, test, r } => {
                let found = self.find_test(self.get(list), test, self.get_or_none(r))?;
                self.put(d, found);
            }
            Op::AnyTest { d, list, test, r } => {
                let count = self.count_test(self.get(list), test, self.get_or_none(r), true, 1)?;
                self.put(d, Reg::from(count > 0));
            }
            Op::EveryTest { d, list, test, r } => {
                let count = self.count_test(self.get(list), test, self.get_or_none(r), false, 1)?;
                self.put(d, Reg::from(count == 0));
            }
            Op::CountTest { d, list, test, r } => {
                let list = self.get(list);
                let count = self.count_test(list, test, self.get_or_none(r), true, usize::MAX)?;
                self.put(d, if list == NONE { NONE } else { count as Reg });
            }
            Op::AnyLine { d, lines, test, r } => {
                let yes = self.any_line(self.get(lines), test, self.get_or_none(r))?;
                self.put(d, Reg::from(yes));
            }
            Op::CountDistinct { d, list } => self.put(d, self.count_distinct(self.get(list))),
            Op::Fold { how, d, list } => {
                let value = self.fold(how, self.get(list))?;
                self.put(d, value);
            }
            Op::Extreme { most, d, list, keys } => {
                let value = self.extreme(most, self.get(list), self.get(keys))?;
                self.put(d, value);
            }
            Op::SortByKeys { d, list, keys, reverse } => {
                let value = self.sort_by_keys(self.get(list), self.get(keys), reverse)?;
                self.put(d, value);
            }
            Op::SortRead { d, list, read, reverse } => {
                let value = self.sort_read(self.get(list), read, reverse)?;
                self.put(d, value);
            }
            Op::SortTurns { d, list, reverse } => {
                let value = self.sort_turns(self.get(list), reverse)?;
                self.put(d, value);
            }
            Op::Take { d, count, list } => {
                let (start, len, constant) = list_parts(self.get(list));
                let count = self.get(count);
                let taken =
                    if count == NONE { NONE } else { list_handle(start, len.min(count.max(0) as usize), constant) };
                self.put(d, taken);
            }
            Op::Ends { d, end, count, place } => {
                let count = if count == NO_REG { None } else { Some(self.get(count)) };
                let value = self.ends(end, count, self.get(place))?;
                self.put(d, value);
            }
            Op::Share { d, split, of } => {
                let of = word(self.get(of));
                let words = self.list(self.get(split));
                let half = words.len() / 2;
                let share = words.iter().take(half).position(|w| *w == of).and_then(|i| words.get(half + i));
                self.put(d, share.map_or(NONE, |w| reg(*w)));
            }
            Op::IsUnitKind { d, s, kind } => {
                let unit = usize::try_from(self.get(s)).ok().and_then(|i| self.p.nouns.units.get(i));
                self.put(d, Reg::from(unit.is_some_and(|u| u.kind.0 == kind)));
            }
            Op::PushList { list } => self.append(self.get(list))?,
            Op::Memory { d, memory, of } => {
                let list = self.memory(MemoryId(memory), self.get_or_none(of))?;
                self.put(d, list);
            }
            Op::NewBundle { d } => {
                let bundle = self.new_bundle()?;
                self.put(d, bundle);
            }
            Op::PutBundle { bundle, stuff, s } => {
                let amount = self.get(s);
                if amount != NONE {
                    self.put_bundle(self.get(bundle), StuffId(stuff), word(amount));
                }
            }
            Op::BundleAt { d, group, class, of } => {
                let bundle = self.bundle_at(StuffGroupId(group), class, self.get(of))?;
                self.put(d, bundle);
            }
            Op::CountStuff { d, sorts, of } => {
                let count = self.count_stuff(sorts, self.get(of))?;
                self.put(d, count);
            }
            Op::InBundle { d, bundle, stuff } => {
                let value = self.item(self.get(bundle), stuff as usize).map_or(NONE, reg);
                self.put(d, value);
            }
            Op::BundleList { d, bundle } => {
                let bundle = self.get(bundle);
                let mark = self.list_mark();
                for i in 0..self.p.nouns.stuff.len() {
                    for _ in 0..self.item(bundle, i).unwrap_or(0) {
                        self.push_word(i as Word)?;
                    }
                }
                let list = if bundle == NONE { NONE } else { self.list_since(mark) };
                self.put(d, list);
            }
            Op::Reached { d, from, a, cond } => {
                let list = self.reached(self.get(from), a, cond)?;
                self.put(d, list);
            }
            Op::Nearest { d, to, a, cond } => {
                let list = self.nearest(self.get(to), a, cond)?;
                self.put(d, list);
            }
            _ => return Err(Trap::Fault(Plain::MisplacedOp)),
        }
        Ok(())
    }

    /// An attribute of a value of an enum.
    #[inline]
    pub(crate) fn enum_attribute(&self, value: Reg, of_enum: u16, index: u16) -> Reg {
        let attribute = usize::try_from(value).ok().and_then(|value| {
            self.p.nouns.enums.get(of_enum as usize)?.values.get(value)?.attributes.get(index as usize)
        });
        attribute.map_or(NONE, |w| reg(*w))
    }

    /// What stands in a constant list at a place that counts from 0.
    #[inline]
    pub(crate) fn looked_up(&self, at: Reg, list: u32) -> Reg {
        let Some(&(start, len)) = self.p.list_index.get(list as usize) else { return NONE };
        // What is absent or below 0 is very large without a sign.
        let at = Some(at as u64).filter(|at| *at < u64::from(len));
        at.and_then(|at| self.p.list_data.get(start as usize + at as usize)).map_or(NONE, |value| reg(*value))
    }

    /// What a bearer has of a state with this first slot; nothing where there is none.
    #[inline(always)]
    pub(super) fn borne(&self, first: u32, bearer: Reg) -> Reg {
        if bearer < 0 { NONE } else { reg(self.s.read(first + bearer as u32)) }
    }

    /// The place of a zone of an owner.
    #[inline(always)]
    pub(crate) fn place_of(&self, zone: u16, owner: Reg) -> Reg {
        if owner < 0 {
            return NONE;
        }
        self.p.nouns.zones.get(zone as usize).map_or(NONE, |z| Reg::from(z.first_place.0) + owner)
    }

    /// The design of a card; if nobody knows it yet, chance must speak first.
    #[inline]
    pub(crate) fn design_of(&self, card: ComponentId) -> Run<DesignId> {
        let Some(c) = self.s.card(card) else { return Err(Trap::Fault(Plain::NoSuchCard)) };
        if self.prober != ABSENT && !self.knows(self.seat_of(self.prober), card) {
            // What may be done never depends on what the decider cannot know: there the answer is yes.
            return Err(Trap::Probed(true));
        }
        if c.group != 0 { Err(Trap::Unknown(card)) } else { Ok(c.design) }
    }

    /// Whether a card is of one of these kinds.
    #[inline]
    pub(crate) fn is_kind(&self, card: ComponentId, kinds: u16) -> Run<bool> {
        let design = self.design_of(card)?;
        let kind = self.p.nouns.designs.get(design.index()).map(|def| def.kind);
        let set = self.p.kind_sets.get(kinds as usize);
        Ok(matches!((kind, set), (Some(kind), Some(set)) if set.has(kind)))
    }

    #[inline]
    pub(crate) fn design_attribute(&self, design: DesignId, attribute: u16) -> Reg {
        let at = usize::from(attribute) * self.p.kind_of.len() + design.index();
        sure(self.p.prints.get(at)).map_or(NONE, |w| reg(*w))
    }

    fn memory(&mut self, memory: MemoryId, of: Reg) -> Run<Reg> {
        let Some((start, _)) = self.memory_at(memory, of) else { return Ok(NONE) };
        let len = self.s.memory.get(start).copied().unwrap_or(0).max(0) as usize;
        let mark = self.list_mark();
        for i in 0..len {
            let w = self.s.memory.get(start + 1 + i).copied().unwrap_or(ABSENT);
            self.push_word(w)?;
        }
        Ok(self.list_since(mark))
    }

    /// Where a memory of a bearer starts, and how many words fit.
    pub(crate) fn memory_at(&self, memory: MemoryId, of: Reg) -> Option<(usize, usize)> {
        let def = self.p.nouns.memories.get(memory.index())?;
        let first = self.p.memory_offsets.get(memory.index()).copied()? as usize;
        let bearer = if def.on == Class::Game { 0 } else { usize::try_from(of).ok()? };
        Some((first + bearer * (def.max as usize + 1), def.max as usize))
    }

    fn bundle_at(&mut self, group: StuffGroupId, class: Class, of: Reg) -> Run<Reg> {
        let bundle = self.new_bundle()?;
        let (start, _, _) = list_parts(bundle);
        let members = self.p.nouns.stuff_groups.get(group.index()).map_or(&[][..], |g| &g.members);
        for stuff in members {
            let amount = self.stuff_slot(*stuff, class, of).map_or(0, |slot| self.s.read(slot));
            if let Some(place) = self.s.stack.lists.get_mut(start + stuff.index()) {
                *place = amount;
            }
        }
        Ok(bundle)
    }

    /// How many pieces of some sorts a bearer has; what is absent has none.
    #[inline]
    fn count_stuff(&self, sorts: u16, of: Reg) -> Run<Reg> {
        let (Ok(of), Some(slots)) = (u32::try_from(of), self.p.counted_sorts.get(usize::from(sorts))) else {
            return Ok(0);
        };
        checked(slots.iter().map(|first| Reg::from(self.s.read(first + of))).sum())
    }

    /// What an actor holds of a sort whose first slot this is.
    #[inline]
    pub(crate) fn held(&self, first: Option<u32>, actor: Reg) -> Word {
        match (first, u32::try_from(actor)) {
            (Some(first), Ok(actor)) => self.s.read(first + actor),
            _ => 0,
        }
    }

    /// The slot of a sort of stuff at a bearer.
    pub(crate) fn stuff_slot(&self, stuff: StuffId, class: Class, of: Reg) -> Option<u32> {
        let def = self.p.nouns.stuff.get(stuff.index())?;
        let (_, state) = def.on.iter().find(|(c, _)| *c == class)?;
        let first = self.p.nouns.states.get(state.index())?.first_slot;
        u32::try_from(of).ok().map(|of| first + of)
    }
}

/// Comparisons with something absent are no.
#[inline(always)]
pub(crate) fn compare(how: Compare, a: Reg, b: Reg) -> bool {
    if a == NONE || b == NONE {
        // `x is none` and `x is not none` are asked of what may be absent, by the op IsNone.
        return false;
    }
    how.holds(a, b)
}

#[inline(always)]
pub(crate) fn arithmetic(how: Arithmetic, a: Reg, b: Reg) -> Run<Reg> {
    if a == NONE || b == NONE {
        return Ok(NONE);
    }
    match how {
        Arithmetic::Add => checked(a + b),
        Arithmetic::Subtract => checked(a - b),
        Arithmetic::Times => checked(a.saturating_mul(b)),
        Arithmetic::Divide if b == 0 => Err(Trap::Fault(Plain::DividedByZero)),
        Arithmetic::Divide => checked(a.div_euclid(b)),
    }
}

/// A number that fits.
pub(crate) fn checked(value: Reg) -> Run<Reg> {
    if value > Reg::from(i32::MIN) && value <= Reg::from(i32::MAX) { Ok(value) } else { Err(overflow()) }
}

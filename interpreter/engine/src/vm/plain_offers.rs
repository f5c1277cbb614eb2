//! Offers of a few options about nothing, answered by a bot without a list of them.

use super::Machine;
use super::decide::MOST_AT_HAND;
use super::pure::compare;
use crate::program::PlainOffer;
use crate::program::asks::PlainYield;
use crate::program::op::Pc;

impl Machine<'_> {
    /// Where the option begins that the doer takes, where it answers here and need not see them all; else nothing is done
    /// yet.
    #[inline(never)]
    pub(super) fn taken_plainly(&mut self, offer: u16) -> Option<Pc> {
        let p = self.p;
        let info = p.offers.get(usize::from(offer))?;
        let free = self.s.stack.frames.last().is_some_and(|f| f.region == 0);
        let asked = self.s.stack.pending.answer.is_some();
        if !free || asked || !self.answers_here() {
            return None;
        }
        self.chooser()?;
        if info.plain == PlainOffer::Always {
            let taken = self.take_among(info.options.len())?;
            return info.options.get(taken).map(|option| option.body);
        }
        let (mut open, mut count) = ([0; MOST_AT_HAND], 0);
        for option in &info.options {
            if option.needs.as_ref().and_then(|needs| needs.plain.as_ref()).is_none_or(|plain| self.told_plainly(plain))
            {
                *open.get_mut(count)? = option.body;
                count += 1;
            }
        }
        if count == 0 {
            return None;
        }
        let taken = self.take_among(count)?;
        open.get(taken).copied()
    }

    /// Whether a condition holds that is told without code.
    #[inline(always)]
    pub(super) fn told_plainly(&self, plain: &PlainYield) -> bool {
        match plain {
            PlainYield::Compares(how, a, b) => compare(*how, self.get(*a), self.get(*b)),
            PlainYield::ComparesBeside(how, a, beside) => {
                let bearer = self.looked_up(self.get(beside.index), beside.list);
                compare(*how, self.get(*a), self.borne(beside.first, bearer))
            }
            PlainYield::Counts(how, place, with) => compare(*how, self.count_cards(self.get(*place)), self.get(*with)),
            _ => false,
        }
    }
}

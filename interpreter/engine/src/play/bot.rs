//! Simple automated players: given an open question they name an option. They know no game.

use super::{Match, Status, open_question};
use crate::program::Program;
use crate::state::stack::{Choice, DECLINE, Pending, Question};

/// How a seat chooses when nobody sits on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bot {
    /// Every option is as likely as any other.
    #[default]
    Random,
    /// Does not pass while it can do something else, but for the per cent that `[bots] pass` of the manifest gives.
    Sensible,
}

impl Bot {
    /// The number of an option; `pick(n)` gives a random number below n.
    pub(crate) fn choose(self, program: &Program, pending: &Pending, mut pick: impl FnMut(usize) -> usize) -> usize {
        let options = pending.options.as_slice();
        if self == Bot::Random {
            return pick(options.len());
        }
        let passes = match program.offers.get(pending.info as usize) {
            Some(offer) if pending.question == Question::Offer => offer.passes.as_slice(),
            _ => &[],
        };
        let is_passing = |option: &Choice| passing(passes, *option).is_some();
        // Mostly what passes stands behind all else.
        let Some(first) = options.iter().position(is_passing) else { return pick(options.len()) };
        let behind = options.get(first..).unwrap_or_default();
        let doing = first + behind.iter().filter(|o| !is_passing(o)).count();
        if doing == 0 {
            return pick(options.len());
        }
        let drawn = pick(100);
        let mut percents = 0;
        let mut last = None;
        for option in behind {
            // Options of one name stand one after the other and share its per cent.
            let Some(percent) = passing(passes, *option).filter(|_| last != Some(option.tag)) else {
                continue;
            };
            last = Some(option.tag);
            percents += usize::from(percent);
            if drawn < percents {
                let wanted = pick(behind.iter().filter(|o| o.tag == option.tag).count());
                return first + nth(behind, wanted, |o| o.tag == option.tag);
            }
        }
        let wanted = pick(doing);
        match wanted.checked_sub(first) {
            Some(wanted) => first + nth(behind, wanted, |o| !is_passing(o)),
            None => wanted,
        }
    }
}

/// Where the option of this number stands, of those that are so.
fn nth(options: &[Choice], number: usize, is: impl Fn(&Choice) -> bool) -> usize {
    options.iter().enumerate().filter(|(_, o)| is(o)).nth(number).map_or(0, |(i, _)| i)
}

/// In how many of a hundred cases an option that passes is taken all the same; `None` where it does not pass.
#[inline(always)]
fn passing(passes: &[Option<u8>], choice: Choice) -> Option<u8> {
    if choice.tag == DECLINE { Some(0) } else { *passes.get(usize::from(choice.tag))? }
}

impl Match {
    /// What a bot would answer to the next decision; `pick(n)` gives a random number below n.
    pub fn bot_answer(&self, bot: Bot, pick: impl FnMut(usize) -> usize) -> Option<usize> {
        if !matches!(self.status, Status::Deciding) {
            return None;
        }
        let (_, pending) = open_question(&self.state)?;
        (!pending.options.is_empty()).then(|| bot.choose(&self.program, pending, pick))
    }
}

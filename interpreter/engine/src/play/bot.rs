//! Simple automated players: given an open question they name an option. They know no game.

use super::{Match, Status, open_question};
use crate::program::{OfferInfo, Program};
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
        let options = &pending.options;
        if self == Bot::Random {
            return pick(options.len());
        }
        let offer = program.offers.get(pending.info as usize).filter(|_| pending.question == Question::Offer);
        let doing = options.iter().filter(|o| passing(offer, **o).is_none()).count();
        if doing == options.len() || doing == 0 {
            return pick(options.len());
        }
        let drawn = pick(100);
        let mut percents = 0;
        let mut last = None;
        for option in options {
            // Options of one name stand one after the other and share its per cent.
            let Some(percent) = passing(offer, *option).filter(|_| last != Some(option.tag)) else {
                continue;
            };
            last = Some(option.tag);
            percents += usize::from(percent);
            if drawn < percents {
                return nth(options, pick, |o| o.tag == option.tag);
            }
        }
        nth(options, pick, |o| passing(offer, *o).is_none())
    }
}

/// One of the options that are so, all alike.
fn nth(options: &[Choice], mut pick: impl FnMut(usize) -> usize, is: impl Fn(&Choice) -> bool) -> usize {
    let wanted = pick(options.iter().filter(|o| is(o)).count());
    options.iter().enumerate().filter(|(_, o)| is(o)).nth(wanted).map_or(0, |(i, _)| i)
}

/// In how many of a hundred cases an option that passes is taken all the same; `None` where it does not pass.
#[inline]
fn passing(offer: Option<&OfferInfo>, choice: Choice) -> Option<u8> {
    if choice.tag == DECLINE { Some(0) } else { offer?.options.get(choice.tag as usize)?.pass }
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

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
        let offer = program.offers.get(usize::from(pending.info)).filter(|_| pending.question == Question::Offer);
        match (self, offer) {
            (Bot::Random, Some(offer)) if !offer.tallies.is_empty() => {
                pick(options.iter().map(Choice::stands_for).sum())
            }
            (Bot::Random, _) => pick(options.len()),
            (Bot::Sensible, None) => unless_declining(options, pick),
            (Bot::Sensible, Some(offer)) => sensibly(&offer.passes, options, pick),
        }
    }
}

/// The number of the option that is taken by whoever declines only where nothing else is left.
fn unless_declining(options: &[Choice], mut pick: impl FnMut(usize) -> usize) -> usize {
    let declines = options.iter().filter(|option| option.tag == DECLINE).count();
    if declines == 0 || declines == options.len() {
        return pick(options.len());
    }
    pick(100);
    let wanted = pick(options.len() - declines);
    options.iter().enumerate().filter(|(_, o)| o.tag != DECLINE).nth(wanted).map_or(0, |(i, _)| i)
}

/// The number of the option of an offer that is taken by whoever does not pass while there is something else to do.
#[inline]
fn sensibly(passes: &[Option<u8>], options: &[Choice], mut pick: impl FnMut(usize) -> usize) -> usize {
    let (mut all, mut doing) = (0, 0);
    for option in options {
        let count = option.stands_for();
        all += count;
        doing += if passing(passes, *option).is_none() { count } else { 0 };
    }
    if doing == all || doing == 0 {
        return pick(all);
    }
    let drawn = pick(100);
    let mut percents = 0;
    let mut last = None;
    for option in options {
        // Options of one name stand one after the other and share its per cent.
        let Some(percent) = passing(passes, *option).filter(|_| last != Some(option.tag)) else {
            continue;
        };
        last = Some(option.tag);
        percents += usize::from(percent);
        if drawn < percents {
            let of_name = options.iter().filter(|o| o.tag == option.tag).map(Choice::stands_for).sum();
            return number(options, pick(of_name), |o| o.tag == option.tag);
        }
    }
    number(options, pick(doing), |o| passing(passes, *o).is_none())
}

/// The number of an option among all that has this number among those that are so.
#[inline]
fn number(options: &[Choice], mut wanted: usize, is: impl Fn(&Choice) -> bool) -> usize {
    let mut before = 0;
    for option in options {
        let count = option.stands_for();
        if is(option) {
            if wanted < count {
                return before + wanted;
            }
            wanted -= count;
        }
        before += count;
    }
    0
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

//! Finds a game in which a card is used: chance deals it, and whoever can do something with it does.

use std::sync::Arc;

use super::{Bot, Match, Status, label, open_question};
use crate::ids::{AbilityId, DesignId};
use crate::program::Program;
use crate::rng::GameRng;
use crate::state::stack::{Asked, Choice, DECLINE, Pending, Question};
use crate::trace::{Recorder, Seek};

/// Games that are tried, and answers in all of them together.
const GAMES: u64 = 60;
const ANSWERS: usize = 60_000;
/// A first game that is this short is good enough.
const SHORT: usize = 40;
/// Answers that the effects of the card itself may ask for.
const EFFECTS: usize = 60;

/// A game in which a card is used. Chance is decided like a seat's choices, so each of its answers can be changed.
#[derive(Clone, Debug)]
pub struct Sought {
    pub game: Match,
    /// The answers with which its text begins and ends, from 1.
    pub first: usize,
    pub last: usize,
}

/// Why no game was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotSought {
    NoSuchCard,
    NoSuchAbility,
    /// No text of it ever ran.
    NeverRun,
}

impl Match {
    /// A short game in which the text of a card runs; of one ability, where that is named.
    pub fn seek(program: &Arc<Program>, card: &str, ability: Option<&str>, seed: u64) -> Result<Sought, NotSought> {
        let design = label::design(program, card).ok_or(NotSought::NoSuchCard)?;
        let ability =
            ability.map(|name| ability_of(program, design, name).ok_or(NotSought::NoSuchAbility)).transpose()?;
        let seek = Seek { design, ability };
        let (mut left, mut best): (usize, Option<Match>) = (ANSWERS, None);
        for game in 0..GAMES {
            let most = best.as_ref().map_or(left, |best| best.answers.len().saturating_sub(1)).min(left);
            let (found, used) = attempt(program, seek, seed.wrapping_add(game), most);
            left -= used.min(left);
            best = found.or(best);
            if left == 0 || best.as_ref().is_some_and(|best| best.answers.len() <= SHORT.min(game as usize)) {
                break;
            }
        }
        let mut game = best.ok_or(NotSought::NeverRun)?;
        let first = game.answers.len();
        game.finish_effects(seek, seed);
        Ok(Sought { last: game.answers.len(), first, game })
    }

    /// Whether the text is still under way at the open question.
    fn is_running(&self, seek: Seek) -> bool {
        let lanes = self.state.lanes.iter().chain(std::iter::once(&self.state.stack));
        lanes.flat_map(|stack| &stack.frames).any(|frame| seek.is_run_by(&self.state, frame))
    }

    /// Goes on until the effects of the card are over.
    fn finish_effects(&mut self, seek: Seek, seed: u64) {
        let mut rng = GameRng::new(seed, 1);
        for _ in 0..EFFECTS {
            if !matches!(self.status, Status::Deciding) || !self.is_running(seek) {
                return;
            }
            let Some(option) = self.likely_answer(&mut rng) else { return };
            if self.answer(option).is_err() {
                return;
            }
        }
    }

    /// What happens if nobody has a wish: chance by its weights, seats as a sensible bot.
    pub fn likely_answer(&self, rng: &mut GameRng) -> Option<usize> {
        let (_, pending) = open_question(&self.state)?;
        match pending.asked {
            Asked::Chance => Some(rng.pick_weighted(&pending.options)),
            _ => self.bot_answer(Bot::Sensible, |count| rng.pick(count)),
        }
    }

    /// The design that an option is about.
    fn design_of(&self, pending: &Pending, choice: Choice) -> Option<DesignId> {
        if pending.question == Question::Draw {
            return u16::try_from(choice.value).ok().map(DesignId);
        }
        let card = label::component_of(&self.program, pending, choice)?;
        self.state.card(card).filter(|card| card.group == 0).map(|card| card.design)
    }

    /// An option about the card, if there is one; seats do not always take it, for some options only lead away from it.
    fn wished_answer(&self, seek: Seek, rng: &mut GameRng) -> Option<usize> {
        let (_, pending) = open_question(&self.state)?;
        let about = |choice: &Choice| choice.tag != DECLINE && self.design_of(pending, *choice) == Some(seek.design);
        let options = pending.options.iter().enumerate().filter(|(_, choice)| about(choice));
        let wished: Vec<usize> = options.map(|(option, _)| option).collect();
        let wanted = pending.asked == Asked::Chance || rng.pick(5) > 0;
        if wanted && !wished.is_empty() { wished.get(rng.pick(wished.len())).copied() } else { None }
    }
}

/// One game until the text runs, with at most so many answers; and how many there were.
fn attempt(program: &Arc<Program>, seek: Seek, seed: u64, most: usize) -> (Option<Match>, usize) {
    let mut game = Match::with_open_chance(program.clone());
    let mut rng = GameRng::new(seed, 0);
    game.recorder = Some(Box::new(Recorder::seeking(program, seek)));
    while matches!(game.status, Status::Deciding) && game.answers.len() < most {
        let wished = game.wished_answer(seek, &mut rng);
        let Some(option) = wished.or_else(|| game.likely_answer(&mut rng)) else { break };
        if game.answer(option).is_err() {
            break;
        }
        if game.recorder.as_ref().is_some_and(|recorder| recorder.found()) {
            game.recorder = None;
            let used = game.answers.len();
            return (Some(game), used);
        }
    }
    (None, game.answers.len())
}

fn ability_of(program: &Program, design: DesignId, name: &str) -> Option<AbilityId> {
    let count = program.nouns.abilities.len();
    let wanted = name.trim().replace([' ', '-'], "_");
    let found = program.nouns.abilities.iter().position(|ability| ability.name == wanted)?;
    let has = program.abilities.get(design.index() * count + found).is_some_and(Option::is_some);
    has.then(|| AbilityId::from_index(found))
}

//! Begins a scenario anywhere in the flow: setup is played with the first answer to each question, then the phases up to
//! the place are left out.

use std::sync::Arc;

use super::{Failure, Run, fail, open_questions};
use crate::ids::*;
use crate::play::{Match, Status};
use crate::program::nouns::scenarios::BeginAt;
use crate::program::nouns::{ABSENT, Word};
use crate::program::op::{Op, Pc};
use crate::program::{Program, QuestionInfo};
use crate::rng::GameRng;
use crate::source::Span;
use crate::state::stack::Asked;
use crate::trace::Trace;
use crate::vm::{Machine, Target};

/// Decisions that setup may take.
const MOST: usize = 20_000;

/// A match that stands at the place, before anything there has run. `first`: the expression for the first player, whose turn
/// it is without `of`.
pub(super) fn begin(
    program: &Arc<Program>,
    rng: &mut GameRng,
    span: Span,
    at: BeginAt,
    of: Option<ActorId>,
    first: Option<usize>,
) -> Run<Match> {
    let (target, pause) = place(program, span, at)?;
    let of = of.map(|of| Word::from(of.0));
    let mut paused = Program::clone(program);
    if let Some(op) = paused.ops.get_mut(pause as usize) {
        *op = Op::Pause;
    }
    let paused = Arc::new(paused);
    let mut game = Match::traced(paused.clone(), 0, true);
    let mut first = first.and_then(|question| program.questions.get(question));
    for _ in 0..MOST {
        if let Some(text) = game.fault_text() {
            return fail(span, format!("the rules went wrong before it comes to this: {text}"));
        }
        if matches!(game.status, Status::Ended) {
            return fail(span, "the game is over before it comes to this");
        }
        let open = open_questions(&game.state).next().map(|(lane, pending)| {
            let chance = pending.asked == Asked::Chance;
            (lane, if chance { rng.pick_weighted(&pending.options) } else { 0 })
        });
        if let Some((lane, index)) = open {
            if let Err(rejected) = game.answer_lane(lane, index) {
                return fail(span, rejected.to_string());
            }
            continue;
        }
        game.program = program.clone();
        if let Some(who) = first.take() {
            set_first(&mut game, who)?;
        }
        if arrive(&mut game, target, of, span, pause)? {
            if let Some(trace) = &mut game.trace {
                *trace = Trace::default();
            }
            game.last_answer = 0;
            return Ok(game);
        }
        // Another one's part of the setup: it is played, too.
        game.program = paused.clone();
        game.advance();
    }
    fail(span, "setup takes too many decisions to come to this")
}

/// Where to stop while the game is really played: at the first round, or at a phase before it.
fn place(program: &Program, span: Span, at: BeginAt) -> Run<(Target, Pc)> {
    let (target, phase) = match at {
        BeginAt::Round => (Target::Round, None),
        BeginAt::Turn => (Target::Turn, None),
        BeginAt::Phase(phase) => (Target::Phase(phase), Some(phase)),
        BeginAt::Step(phase, step) => (Target::Step(phase, step), Some(phase)),
    };
    let rounds = program.round_entry;
    let Some(phase) = phase else {
        return match rounds {
            Some(pc) => Ok((target, pc)),
            None => fail(span, "this game has no rounds: begin at one of its phases"),
        };
    };
    let places: Vec<Pc> = program.flow_places.iter().filter(|p| p.phase == phase).map(|p| p.begin).collect();
    match (places.iter().find(|pc| rounds.is_some_and(|top| **pc > top)), places.first(), rounds) {
        (Some(_), _, Some(top)) => Ok((target, top)),
        (_, Some(first), _) => Ok((target, *first)),
        _ => fail(span, "this phase is never played: `[flow]` in the manifest does not name it"),
    }
}

/// The given first player is it before it is found out whose turn comes first.
fn set_first(game: &mut Match, who: &QuestionInfo) -> Run<()> {
    let program = game.program.clone();
    let mut state = game.state.clone();
    let mut machine = Machine::new(&program, &mut state, &mut game.pool, None);
    match machine.asked_from_outside(who).ok().and_then(|words| words.first().copied()) {
        Some(who) if who != ABSENT => game.state.flow.first = who,
        Some(_) => {}
        None => return fail(who.span, "this cannot be computed"),
    }
    Ok(())
}

/// Goes on to the place. `false`: it is a phase of the setup, and another one's part of it comes first.
fn arrive(game: &mut Match, target: Target, of: Option<Word>, span: Span, pause: Pc) -> Run<bool> {
    let program = game.program.clone();
    let before_rounds = program.round_entry != Some(pause);
    let turn_of_other = of.is_some_and(|of| game.state.flow.active != of);
    let mut machine = Machine::new(&program, &mut game.state, &mut game.pool, None);
    if before_rounds && turn_of_other {
        return match machine.skip_op() {
            true => Ok(false),
            false => fail(span, "it never comes to this in the turn of that player"),
        };
    }
    match machine.forward(target, of) {
        Ok(true) => Ok(true),
        Ok(false) => Err(Failure {
            span,
            message: "it never comes to this in the turn of that player".into(),
            help: Some("phases that are not played in turns have no `of`".into()),
        }),
        Err(_) => fail(span, "it cannot be found out whose turn comes first"),
    }
}

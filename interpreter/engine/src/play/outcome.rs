//! How a game ended: rank and utility for each seat.

use crate::program::Program;
use crate::program::nouns::{ResultKind, Word};
use crate::state::{EndHow, Ending, State};
use crate::vm::{Machine, Pool};

/// How a match ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Why, where the script said so.
    pub reason: String,
    pub seats: Vec<SeatOutcome>,
}

/// How it ended for a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatOutcome {
    pub name: String,
    /// From 1; equal for those who share a place.
    pub rank: u32,
    pub utility: f64,
    /// The values that rank, by name.
    pub scores: Vec<(String, i64)>,
}

pub(crate) fn outcome(program: &Program, state: &mut State) -> Outcome {
    let (how, who, reason) = match state.flow.end {
        Ending::Over { how, who, reason } | Ending::Said { how, who, reason } => (how, who, reason),
        Ending::No => (EndHow::Plain, u32::MAX, 0),
    };
    let reason = if how == EndHow::Lost { program.reasons.get(reason as usize).cloned() } else { None };
    let mut pool = Pool::default();
    let scores: Vec<Vec<Word>> = (0..program.nouns.actors.len())
        .map(|actor| {
            let mut machine = Machine::new(program, state, &mut pool, None);
            program.ranking.iter().map(|s| machine.score_of(*s, actor as Word)).collect()
        })
        .collect();
    let own: Vec<Option<f64>> = (0..program.nouns.actors.len())
        .map(|actor| {
            let mut machine = Machine::new(program, state, &mut pool, None);
            program.utility.map(|u| f64::from(machine.score_of(u, actor as Word)))
        })
        .collect();
    let ranks = team_ranks(program, actor_ranks(program, how, who, &scores));
    let seats: Vec<(usize, u32)> = (0..program.nouns.seats.len())
        .map(|seat| {
            let actors = actors_of(program, seat);
            (seat, actors.iter().filter_map(|a| ranks.get(*a)).copied().min().unwrap_or(1))
        })
        .collect();
    let winners = seats.iter().filter(|(_, rank)| *rank == 1).count() as f64;
    let losers = seats.len() as f64 - winners;
    let list = seats
        .iter()
        .map(|(seat, rank)| {
            let actor = actors_of(program, *seat).first().copied().unwrap_or(0);
            let default = match (program.nouns.result, *rank) {
                (ResultKind::Together, 1) => 1.0,
                (ResultKind::Together, _) => 0.0,
                (_, _) if losers == 0.0 || winners == 0.0 => 0.0,
                (_, 1) => 1.0 / winners,
                _ => -1.0 / losers,
            };
            SeatOutcome {
                name: super::label::seat(program, *seat),
                rank: *rank,
                utility: own.get(actor).copied().flatten().unwrap_or(default),
                scores: named_scores(program, scores.get(actor).map_or(&[][..], |s| s)),
            }
        })
        .collect();
    Outcome { reason: reason.unwrap_or_default(), seats: list }
}

fn actors_of(program: &Program, seat: usize) -> Vec<usize> {
    let actors = program.nouns.actors.iter().enumerate();
    actors.filter(|(_, a)| a.takes_turns && a.seat.is_some_and(|s| s.index() == seat)).map(|(i, _)| i).collect()
}

/// Ranks of actors: high scores first, ties share; those out of the running come last.
fn actor_ranks(program: &Program, how: EndHow, who: u32, scores: &[Vec<Word>]) -> Vec<u32> {
    let among = |i: usize| who & (1 << (i & 31)) != 0;
    (0..program.nouns.actors.len())
        .map(|i| match how {
            EndHow::WonBy => {
                if among(i) {
                    1
                } else {
                    2
                }
            }
            EndHow::Lost => 2,
            EndHow::Plain | EndHow::Among => {
                let better = |j: usize| {
                    let takes_part = program.nouns.actors.get(j).is_some_and(|a| a.takes_turns);
                    takes_part && among(j) && (!among(i) || scores.get(j) > scores.get(i))
                };
                1 + (0..scores.len()).filter(|j| better(*j)).count() as u32
            }
        })
        .collect()
}

/// In games of teams, the best of a team counts for all of it.
fn team_ranks(program: &Program, ranks: Vec<u32>) -> Vec<u32> {
    if program.nouns.result != ResultKind::Teams {
        return ranks;
    }
    let team = |i: usize| program.nouns.actors.get(i).map(|a| a.team);
    let best = |i: usize| (0..ranks.len()).filter(|j| team(*j) == team(i)).filter_map(|j| ranks.get(j)).copied().min();
    let of_team: Vec<u32> = (0..ranks.len()).map(|i| best(i).unwrap_or(1)).collect();
    let mut order: Vec<u32> = of_team.clone();
    order.sort_unstable();
    order.dedup();
    of_team.iter().map(|r| order.iter().position(|o| o == r).map_or(1, |p| p as u32 + 1)).collect()
}

fn named_scores(program: &Program, scores: &[Word]) -> Vec<(String, i64)> {
    use crate::vocabulary::Score;
    let names = program.ranking.iter().map(|score| match score {
        Score::Value(v) => program.values.get(v.index()).map(|v| v.name.clone()),
        Score::State(s) => program.nouns.states.get(s.index()).map(|s| s.name.clone()),
        Score::Stuff(s) => program.nouns.stuff.get(s.index()).map(|s| s.name.clone()),
    });
    names.zip(scores).map(|(name, score)| (name.unwrap_or_default(), i64::from(*score))).collect()
}

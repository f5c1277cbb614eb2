//! How a game ended: rank and utility for each seat.

use crate::program::Program;
use crate::program::nouns::{ResultKind, Word};
use crate::state::{EndHow, Ending, State};
use crate::vm::{Machine, Pool};
use crate::words::text_or_english;

/// How a match ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Why, where the script said so.
    pub reason: String,
    /// Where the seats play against the game: whether they have won; nothing where it is only over.
    pub won: Option<bool>,
    /// The seats play in teams.
    pub teams: bool,
    pub seats: Vec<SeatOutcome>,
}

/// How it ended for a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatOutcome {
    pub name: String,
    /// From 1, in the order of the manifest where it names teams.
    pub team: usize,
    /// From 1; equal for those who share a place.
    pub rank: u32,
    pub utility: f64,
    /// The values that rank, by name.
    pub scores: Vec<(String, i64)>,
}

/// How the seats stand at the end of a game, without words. Its memory is used again.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    pub seats: Vec<SeatStanding>,
    /// The values that rank, all of one actor after those of another.
    scores: Vec<Word>,
    /// By actor.
    ranks: Vec<u32>,
    against: Against,
}

/// Whom the seats play against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Against {
    #[default]
    EachOther,
    /// The game itself. Not `decided`: it only came to its end, and nobody won or lost.
    TheGame { decided: bool },
}

/// Whether the seats win or lose against the game, not against each other: all together, or the only one there is.
pub fn against_the_game(program: &Program) -> bool {
    program.nouns.result == ResultKind::Together || program.nouns.seats.len() == 1
}

/// How a seat stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeatStanding {
    /// From 1; equal for those who share a place.
    pub rank: u32,
    pub utility: f64,
    /// The first of the values that rank; without any, the utility.
    pub score: f64,
    /// Which team the seat plays for.
    pub team: u16,
}

impl Standing {
    /// Ranks the seats of a game that is over.
    pub(crate) fn compute(&mut self, program: &Program, state: &mut State, pool: &mut Pool) {
        let (how, who, _) = ending(state);
        let actors = program.nouns.actors.len();
        self.scores.clear();
        for actor in 0..actors {
            let mut machine = Machine::new(program, state, pool, None);
            self.scores.extend(program.ranking.iter().map(|s| machine.score_of(*s, actor as Word)));
        }
        self.ranks.clear();
        for actor in 0..actors {
            let rank = actor_rank(program, how, who, &self.scores, actor);
            self.ranks.push(rank);
        }
        team_ranks(program, &mut self.ranks);
        self.seats.clear();
        for seat in 0..program.nouns.seats.len() {
            let rank = actors_of(program, seat).filter_map(|a| self.ranks.get(a)).copied().min().unwrap_or(1);
            let first = actors_of(program, seat).next().unwrap_or(0);
            let own =
                program.utility.map(|u| f64::from(Machine::new(program, state, pool, None).score_of(u, first as Word)));
            let team = program.nouns.actors.get(first).map_or(0, |a| a.team);
            self.seats.push(SeatStanding { rank, utility: own.unwrap_or(f64::NAN), score: 0.0, team });
        }
        self.against = against(program, how);
        let winners = self.seats.iter().filter(|s| s.rank == 1).count() as f64;
        let losers = self.seats.len() as f64 - winners;
        for (index, seat) in self.seats.iter_mut().enumerate() {
            if program.utility.is_none() {
                seat.utility = match self.against {
                    Against::TheGame { decided } => alone(program.nouns.result, seat.rank, decided),
                    Against::EachOther => shared(seat.rank, winners, losers),
                };
            }
            let first = actors_of(program, index).next().unwrap_or(0);
            seat.score = scores_of(program, &self.scores, first).first().map_or(seat.utility, |s| f64::from(*s));
        }
    }

    /// The seats that are first, as bits.
    pub fn winners(&self) -> u32 {
        let first = self.seats.iter().enumerate().filter(|(_, s)| s.rank == 1);
        first.fold(0, |bits, (seat, _)| bits | 1 << (seat & 31))
    }

    /// Whether somebody won or lost, or shared the first place; a game for one may just be over.
    pub fn is_decided(&self) -> bool {
        self.against != Against::TheGame { decided: false }
    }

    /// Whether a seat is first and no other team shares that place, or has won against the game.
    pub fn wins(&self, seat: usize) -> bool {
        let counts = match self.against {
            Against::EachOther => !self.shares(seat),
            Against::TheGame { decided } => decided,
        };
        counts && self.is_first(seat)
    }

    /// Whether a seat is first and another team is, too.
    pub fn draws(&self, seat: usize) -> bool {
        self.against == Against::EachOther && self.is_first(seat) && self.shares(seat)
    }

    /// Whether a seat is not first, or has lost against the game.
    pub fn loses(&self, seat: usize) -> bool {
        self.is_decided() && !self.is_first(seat)
    }

    fn is_first(&self, seat: usize) -> bool {
        self.seats.get(seat).is_some_and(|s| s.rank == 1)
    }

    fn shares(&self, seat: usize) -> bool {
        let own = self.seats.get(seat).map(|s| s.team);
        self.seats.iter().any(|s| s.rank == 1 && Some(s.team) != own)
    }
}

fn ending(state: &State) -> (EndHow, u32, u16) {
    match state.flow.end {
        Ending::Over { how, who, reason } | Ending::Said { how, who, reason } => (how, who, reason),
        Ending::No => (EndHow::Plain, u32::MAX, 0),
    }
}

/// Who the seats played against. An only seat has won or lost where the end says so, or where it is ranked with others
/// who take turns; else its game is over, and no more.
fn against(program: &Program, how: EndHow) -> Against {
    if !against_the_game(program) {
        return Against::EachOther;
    }
    let told = matches!(how, EndHow::WonBy | EndHow::Lost);
    let rivals = program.nouns.actors.iter().any(|actor| actor.takes_turns && actor.seat.is_none());
    Against::TheGame { decided: told || rivals || program.nouns.result == ResultKind::Together }
}

/// Against the game, +1 or -1; together: 1 or 0.
fn alone(result: ResultKind, rank: u32, decided: bool) -> f64 {
    match (result, rank) {
        (ResultKind::Together, 1) => 1.0,
        (ResultKind::Together, _) => 0.0,
        _ if !decided => 0.0,
        (_, 1) => 1.0,
        _ => -1.0,
    }
}

/// +1 shared by the winners, -1 shared by the losers.
fn shared(rank: u32, winners: f64, losers: f64) -> f64 {
    match rank {
        _ if losers == 0.0 || winners == 0.0 => 0.0,
        1 => 1.0 / winners,
        _ => -1.0 / losers,
    }
}

pub(crate) fn outcome(program: &Program, state: &mut State) -> Outcome {
    let (how, _, reason) = ending(state);
    let reason = program.reasons.get(reason as usize).filter(|_| how == EndHow::Lost);
    let reason = reason.and_then(|texts| text_or_english(texts, program.language)).unwrap_or_default().to_owned();
    let mut standing = Standing::default();
    standing.compute(program, state, &mut Pool::default());
    let seats = standing.seats.iter().enumerate().map(|(seat, stands)| {
        let actor = actors_of(program, seat).next().unwrap_or(0);
        SeatOutcome {
            name: super::label::seat(program, seat),
            team: usize::from(stands.team) + 1,
            rank: stands.rank,
            utility: stands.utility,
            scores: named_scores(program, scores_of(program, &standing.scores, actor)),
        }
    });
    let won = (standing.against == Against::TheGame { decided: true }).then(|| standing.is_first(0));
    Outcome { reason, won, teams: program.nouns.result == ResultKind::Teams, seats: seats.collect() }
}

fn actors_of(program: &Program, seat: usize) -> impl Iterator<Item = usize> + '_ {
    let actors = program.nouns.actors.iter().enumerate();
    actors.filter(move |(_, a)| a.takes_turns && a.seat.is_some_and(|s| s.index() == seat)).map(|(i, _)| i)
}

/// The values that rank of one actor.
fn scores_of<'a>(program: &Program, scores: &'a [Word], actor: usize) -> &'a [Word] {
    let count = program.ranking.len();
    scores.get(actor * count..(actor + 1) * count).unwrap_or(&[])
}

/// The rank of an actor: high scores first, ties share; those out of the running come last.
fn actor_rank(program: &Program, how: EndHow, who: u32, scores: &[Word], i: usize) -> u32 {
    let among = |i: usize| who & (1 << (i & 31)) != 0;
    match how {
        EndHow::WonBy if among(i) => 1,
        EndHow::WonBy | EndHow::Lost => 2,
        EndHow::Plain | EndHow::Among => {
            let better = |j: usize| {
                let takes_part = program.nouns.actors.get(j).is_some_and(|a| a.takes_turns);
                takes_part && among(j) && (!among(i) || scores_of(program, scores, j) > scores_of(program, scores, i))
            };
            1 + (0..program.nouns.actors.len()).filter(|j| better(*j)).count() as u32
        }
    }
}

/// In games of teams, the best of a team counts for all of it.
fn team_ranks(program: &Program, ranks: &mut [u32]) {
    if program.nouns.result != ResultKind::Teams {
        return;
    }
    let team = |i: usize| program.nouns.actors.get(i).map(|a| a.team);
    let best = |i: usize| (0..ranks.len()).filter(|j| team(*j) == team(i)).filter_map(|j| ranks.get(j)).copied().min();
    let of_team: Vec<u32> = (0..ranks.len()).map(|i| best(i).unwrap_or(1)).collect();
    let mut order: Vec<u32> = of_team.clone();
    order.sort_unstable();
    order.dedup();
    for (rank, of_team) in ranks.iter_mut().zip(&of_team) {
        *rank = order.iter().position(|o| o == of_team).map_or(1, |p| p as u32 + 1);
    }
}

fn named_scores(program: &Program, scores: &[Word]) -> Vec<(String, i64)> {
    score_names(program).zip(scores).map(|(name, score)| (name, i64::from(*score))).collect()
}

/// What ranks players, the first first, in the language of the game.
pub fn score_names(program: &Program) -> impl Iterator<Item = String> + '_ {
    use crate::vocabulary::Score;
    let language = program.language;
    let name = move |score: &Score| match score {
        Score::Value(v) => program.values.get(v.index()).map(|v| {
            let said = text_or_english(&v.says, language).map(str::to_owned);
            said.unwrap_or_else(|| v.name.replace('_', " "))
        }),
        Score::State(s) => program.nouns.states.get(s.index()).map(|s| s.labels.many(language).to_owned()),
        Score::Stuff(s) => program.nouns.stuff.get(s.index()).map(|s| s.labels.many(language).to_owned()),
    };
    program.ranking.iter().map(move |score| name(score).unwrap_or_default())
}

//! The report of a simulation: sums → JSON and a table for people.

use cardwright::play::{against_the_game, score_names, seat_name};
use cardwright::program::Program;
use cardwright::words::Phrase;
use serde::Serialize;

use super::SimArgs;
use super::faults::{Keeper, Kept, Named};
use super::tally::{Spread, Tally};
use crate::report::counted;
use crate::setup::Ready;
use crate::table;

/// What is reported; the names are the JSON keys.
#[derive(Debug, Serialize)]
pub struct Summary<'a> {
    game: &'a str,
    players: usize,
    bots: &'static str,
    seed: u64,
    games: u64,
    faults: u64,
    unfinished: u64,
    /// Of seats, in all games.
    decisions: u64,
    /// Over the games that ended, as all that follows.
    seats: Vec<Seat>,
    length: Length,
    /// The games with faults and their replay files.
    replays: &'a [Kept],
    /// The first of the games that went on for too long.
    unfinished_games: &'a [Named],
    /// Whether seats win and lose against the game, not against each other.
    #[serde(skip)]
    common: bool,
    /// Why there are fewer games than were wanted.
    pub stopped: Option<String>,
}

#[derive(Debug, Serialize)]
struct Seat {
    name: String,
    /// First, alone or with the own team only; against the game, won.
    wins: u64,
    /// First, and others are, too.
    draws: u64,
    /// Not first; against the game, lost.
    losses: u64,
    /// Of the first value that ranks players; without one, of the result.
    mean_score: Option<f64>,
    /// Of the result: +1 for a win and -1 for a loss, or what the manifest's `utility` says.
    mean_result: Option<f64>,
}

/// Decisions of a game, and its rounds.
#[derive(Debug, Serialize)]
struct Length {
    #[serde(flatten)]
    decisions: Numbers,
    rounds: Numbers,
}

#[derive(Debug, Serialize)]
struct Numbers {
    min: Option<u64>,
    mean: Option<f64>,
    median: Option<u64>,
    p95: Option<u64>,
    max: Option<u64>,
}

impl Numbers {
    fn of(spread: &Spread) -> Numbers {
        let (min, max) = spread.ends().unzip();
        Numbers { min, mean: spread.mean(), median: spread.percentile(50), p95: spread.percentile(95), max }
    }

    fn row(&self, name: &str) -> Vec<String> {
        let whole = |number: Option<u64>| number.map_or("-".to_owned(), |n| n.to_string());
        let mean = self.mean.map_or("-".to_owned(), |mean| format!("{mean:.1}"));
        vec![name.to_owned(), whole(self.min), mean, whole(self.median), whole(self.p95), whole(self.max)]
    }
}

impl<'a> Summary<'a> {
    /// Sums made readable.
    pub fn new(
        ready: &'a Ready,
        args: &SimArgs,
        tally: &Tally,
        keeper: &'a Keeper,
        stopped: Option<String>,
    ) -> Summary<'a> {
        let mean = |sum: f64| (tally.ended > 0).then(|| sum / tally.ended as f64);
        let seats = tally.seats.iter().enumerate().map(|(seat, sums)| Seat {
            name: seat_name(&ready.loaded.program, seat),
            wins: sums.wins,
            draws: sums.draws,
            losses: sums.losses,
            mean_score: mean(sums.score),
            mean_result: mean(sums.utility),
        });
        Summary {
            game: &ready.card.id,
            players: tally.seats.len(),
            bots: args.bots.word(),
            seed: args.seed,
            games: tally.games,
            faults: tally.faults,
            unfinished: tally.unfinished,
            decisions: tally.decisions,
            seats: seats.collect(),
            length: Length { decisions: Numbers::of(&tally.lengths), rounds: Numbers::of(&tally.rounds) },
            replays: &keeper.kept,
            unfinished_games: &keeper.endless,
            common: against_the_game(&ready.loaded.program),
            stopped,
        }
    }
}

/// The same for people.
pub fn table(summary: &Summary<'_>, program: &Program) -> String {
    let ended = summary.games - summary.unfinished - summary.faults;
    // Where nobody plays against each other there is nothing to share, but something to lose.
    let (won, other) = match summary.common {
        true => (Phrase::WonColumn, Phrase::LostColumn),
        false => (Phrase::WinsColumn, Phrase::DrawsColumn),
    };
    let mut seats = vec![[Phrase::SeatColumn, won, other].map(|phrase| program.word(phrase)).to_vec()];
    seats.iter_mut().for_each(|head| head.extend([score_heading(program), program.word(Phrase::Result)]));
    let share = |count: u64| match ended {
        0 => "-".to_owned(),
        _ => format!("{:.1} %", count as f64 * 100.0 / ended as f64),
    };
    let mean = |mean: Option<f64>| mean.map_or("-".to_owned(), |mean| format!("{mean:.3}"));
    for seat in &summary.seats {
        let other = if summary.common { seat.losses } else { seat.draws };
        let figures = [share(seat.wins), share(other), mean(seat.mean_score), mean(seat.mean_result)];
        seats.push([vec![seat.name.clone()], figures.to_vec()].concat());
    }
    let mut lengths = vec![["a game took", "min", "mean", "median", "95 %", "max"].map(str::to_owned).to_vec()];
    lengths.push(summary.length.decisions.row("decisions"));
    lengths.push(summary.length.rounds.row("rounds"));
    let unfinished = unfinished(summary);
    format!(
        "{}, {}, {} bots, seed {}\n{}: {ended} ended, {} unfinished, {} with faults; {}\n{unfinished}\n{}\n\n{}",
        summary.game,
        counted(summary.players as u64, "seat"),
        summary.bots,
        summary.seed,
        counted(summary.games, "game"),
        summary.unfinished,
        summary.faults,
        counted(summary.decisions, "decision"),
        table::figures(seats),
        table::figures(lengths)
    )
}

/// What the mean score is of, in the words of the manifest.
fn score_heading(program: &Program) -> String {
    let ranks = score_names(program).next();
    ranks.map_or_else(|| "score".to_owned(), |name| format!("score ({name})"))
}

/// The line that names games which went on for too long: some of them.
fn unfinished(summary: &Summary<'_>) -> String {
    const SHOWN: usize = 5;
    let named = |game: &Named| match &game.file {
        Some(file) => format!("game {} (seed {}, {file})", game.game, game.seed),
        None => format!("game {} (seed {})", game.game, game.seed),
    };
    let mut shown: Vec<String> = summary.unfinished_games.iter().take(SHOWN).map(named).collect();
    if shown.is_empty() {
        return String::new();
    }
    if summary.unfinished > SHOWN as u64 {
        shown.push("…".to_owned());
    }
    format!("unfinished: {}\n", shown.join(", "))
}
